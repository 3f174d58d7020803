//===- OperatorSyntax.cpp - Text of torch.aten.add.Tensor(%a, %b) ---------===//
//
// Parser and printer of OperatorOp. Arguments are written as in Python:
//
//   torch.aten.view.default(%x, [%batch, 12, -1]) : (...) -> ...
//   torch.aten.sum.dim_IntList(%x, [1], dtype=f64) : (...) -> ...
//
// Values and lists are positional until an argument is left at its default or
// is a scalar literal. All following arguments are named, so that the parser
// need not distinguish keywords from literals. All arguments of an operator
// without a schema are named.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace torch_onnx::torch;

//===----------------------------------------------------------------------===//
// Printer
//===----------------------------------------------------------------------===//

/// True if `torch.<target>` parses as one identifier.
static bool isIdentifier(StringRef target) {
  return target.contains('.') && llvm::all_of(target, [](char c) {
           return llvm::isAlnum(c) || c == '_' || c == '.';
         });
}

OperationName::PrintAssemblyFn OperatorOp::getPrintAssemblyFn() {
  return [](Operation *op, OpAsmPrinter &p, StringRef) {
    auto call = cast<OperatorOp>(op);
    if (isIdentifier(call.getTarget()))
      p << "torch." << call.getTarget();
    else
      p << "torch.operator "
        << StringAttr::get(op->getContext(), call.getTarget());
    call.print(p);
  };
}

namespace {
class ArgumentPrinter {
public:
  ArgumentPrinter(OpAsmPrinter &p, OperandRange operands)
      : p(p), next(operands.begin()) {}

  void print(Attribute arg) {
    if (isa<OperandAttr>(arg)) {
      p << *next++;
    } else if (isa<NoneAttr>(arg)) {
      p << "none";
    } else if (auto list = dyn_cast<ArrayAttr>(arg)) {
      p << "[";
      llvm::interleaveComma(list, p, [&](Attribute e) { print(e); });
      p << "]";
    } else if (auto integer = dyn_cast<IntegerAttr>(arg);
               integer && integer.getType().isInteger(64)) {
      p << integer.getInt();
    } else {
      // All literals except ints print without a type, including f64.
      auto number = dyn_cast<FloatAttr>(arg);
      if (number && number.getType().isF64() && number.getValue().isFinite())
        p.printAttributeWithoutType(arg);
      else
        p << arg;
    }
  }

private:
  OpAsmPrinter &p;
  OperandRange::iterator next;
};
} // namespace

/// Argument names of unknown operators are arbitrary. A name that does not
/// parse as a keyword is printed as a string.
static bool isPlainName(StringRef name) {
  auto isWordChar = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  return llvm::all_of(name, isWordChar) && !llvm::isDigit(name.front()) &&
         !llvm::is_contained({"none", "true", "false"}, name);
}

void OperatorOp::print(OpAsmPrinter &p) {
  const Schema *schema = getSchema();
  ArgumentPrinter printer(p, getInputs());
  bool byName = !schema, first = true;
  p << "(";
  for (auto [index, arg] : llvm::enumerate(getArgs())) {
    if (schema && arg == schema->getDefault(index, getContext())) {
      byName = true;
      continue;
    }
    if (!first)
      p << ", ";
    first = false;
    byName |= !isa<OperandAttr, ArrayAttr>(arg);
    StringRef name = getArgName(index);
    if (byName && !name.empty()) {
      if (isPlainName(name))
        p << name;
      else
        p.printString(name);
      p << "=";
    }
    printer.print(arg);
  }
  p << ")";
  for (Region &body : getBodies()) {
    p << " ";
    p.printRegion(body, /*printEntryBlockArgs=*/true,
                  /*printBlockTerminators=*/true);
  }
  // Printed with a keyword, because a brace after the arguments begins a
  // region.
  p.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getTargetAttrName(), getArgsAttrName(), getArgNamesAttrName()});
  p << " : ";
  p.printFunctionalType(getInputs().getTypes(), getResultTypes());
}

//===----------------------------------------------------------------------===//
// Parser
//===----------------------------------------------------------------------===//

std::optional<Dialect::ParseOpHook>
TorchDialect::getParseOperationHook(StringRef opName) const {
  static const auto hook = [](OpAsmParser &parser, OperationState &state) {
    return OperatorOp::parse(parser, state);
  };
  return ParseOpHook(hook);
}

namespace {
/// Parses the values of arguments.
class ArgumentParser {
public:
  ArgumentParser(OpAsmParser &parser) : parser(parser) {}

  /// Parses one argument or list element. If an argument name is allowed here,
  /// it is returned in `keyword` and `arg` is null. Elsewhere a keyword begins
  /// an attribute (`dense`).
  ParseResult parse(Attribute &arg, StringRef *keyword = nullptr) {
    MLIRContext *ctx = parser.getContext();
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult value = parser.parseOptionalOperand(operand);
    if (value.has_value()) {
      if (failed(*value))
        return failure();
      operands.push_back(operand);
      arg = OperandAttr::get(ctx);
      return success();
    }
    if (succeeded(parser.parseOptionalLSquare())) {
      SmallVector<Attribute> elements;
      if (failed(parser.parseOptionalRSquare()))
        do {
          Attribute element;
          if (parse(element))
            return failure();
          elements.push_back(element);
        } while (succeeded(parser.parseOptionalComma()));
      else {
        arg = ArrayAttr::get(ctx, {});
        return success();
      }
      arg = ArrayAttr::get(ctx, elements);
      return parser.parseRSquare();
    }
    // Parsed before types, because a type is called none as well.
    if (succeeded(parser.parseOptionalKeyword("none"))) {
      arg = NoneAttr::get(ctx);
      return success();
    }
    // Types look like keywords. After '=' only a type may follow, and no other
    // keyword.
    if (afterEqual) {
      afterEqual = false;
      Type type;
      OptionalParseResult parsed = parser.parseOptionalType(type);
      if (parsed.has_value()) {
        arg = failed(*parsed) ? Attribute() : TypeAttr::get(type);
        return *parsed;
      }
    }
    if (succeeded(parser.parseOptionalKeyword("true"))) {
      arg = BoolAttr::get(ctx, true);
      return success();
    }
    if (succeeded(parser.parseOptionalKeyword("false"))) {
      arg = BoolAttr::get(ctx, false);
      return success();
    }
    if (keyword && succeeded(parser.parseOptionalKeyword(keyword)))
      return success();
    return parser.parseAttribute(arg);
  }

  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  bool afterEqual = false;

private:
  OpAsmParser &parser;
};

/// Parses "(%x, [2, 3], dim=0)": the arguments of an operator, which are stored
/// in the order of its schema, or of the text if it has none.
class ArgumentListParser {
public:
  ArgumentListParser(OpAsmParser &parser, TargetAttr target)
      : parser(parser), target(target), schema(target.getSchema()),
        values(parser) {
    if (schema)
      args.resize(schema->getArgs().size());
    operands.resize(args.size());
  }

  ParseResult parse() {
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren,
                                       [&] { return parseArgument(); }))
      return failure();
    for (auto [index, arg] : llvm::enumerate(args)) {
      if (!arg)
        arg = schema->getDefault(index, parser.getContext());
      if (!arg)
        return parser.emitError(loc)
               << "'" << target.getName() << "' needs argument '"
               << schema->getArgs()[index].name << "'";
    }
    return success();
  }

  /// The names are empty if the operator has a schema.
  SmallVector<Attribute> args, names;
  /// The operands of each argument.
  SmallVector<SmallVector<OpAsmParser::UnresolvedOperand>> operands;

private:
  ParseResult parseArgument() {
    SMLoc loc = parser.getCurrentLocation();
    Attribute arg;
    StringRef keyword;
    size_t firstOperand = values.operands.size();
    if (values.parse(arg, &keyword))
      return failure();
    auto quoted = dyn_cast_if_present<StringAttr>(arg);
    if (!arg || (quoted && succeeded(parser.parseOptionalEqual()))) {
      if (quoted)
        keyword = quoted.getValue();
      else if (parser.parseEqual())
        return failure();
      values.afterEqual = true;
      if (values.parse(arg))
        return failure();
      values.afterEqual = false;
    }
    if (setPosition(loc, keyword))
      return failure();
    args[position] = arg;
    operands[position].assign(values.operands.begin() + firstOperand,
                              values.operands.end());
    ++position;
    return success();
  }

  /// Sets `position` to the place of the argument `keyword`; of the next one if
  /// it has no keyword.
  ParseResult setPosition(SMLoc loc, StringRef keyword) {
    if (!schema) {
      position = args.size();
      args.emplace_back();
      names.push_back(parser.getBuilder().getStringAttr(keyword));
      operands.emplace_back();
    } else if (!keyword.empty()) {
      std::optional<unsigned> index = schema->findArg(keyword);
      if (!index)
        return parser.emitError(loc) << "'" << target.getName()
                                     << "' has no argument '" << keyword << "'";
      position = *index;
    } else if (position >= args.size()) {
      return parser.emitError(loc) << "'" << target.getName() << "' takes "
                                   << args.size() << " arguments";
    }
    return success();
  }

  OpAsmParser &parser;
  TargetAttr target;
  const Schema *schema;
  ArgumentParser values;
  unsigned position = 0;
};
} // namespace

/// Parses the regions that follow the arguments.
static ParseResult parseBodies(OpAsmParser &parser, OperationState &result) {
  while (true) {
    auto body = std::make_unique<Region>();
    OptionalParseResult parsed = parser.parseOptionalRegion(*body);
    if (!parsed.has_value())
      return success();
    if (failed(*parsed))
      return failure();
    result.addRegion(std::move(body));
  }
}

ParseResult OperatorOp::parse(OpAsmParser &parser, OperationState &result) {
  MLIRContext *ctx = parser.getContext();
  TargetAttr target;
  StringRef opName = result.name.getStringRef();
  if (opName == getOperationName()) {
    std::string name;
    if (parser.parseString(&name))
      return failure();
    target = TargetAttr::get(ctx, name);
  } else {
    target = TargetAttr::get(ctx, opName.drop_front(strlen("torch.")));
    result.name = OperationName(getOperationName(), ctx);
  }
  ArgumentListParser arguments(parser, target);
  if (arguments.parse() || parseBodies(parser, result))
    return failure();

  FunctionType type;
  SMLoc operandsLoc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  // The types are written in the order in which the operation stores them.
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  for (auto &list : arguments.operands)
    llvm::append_range(operands, list);
  if (parser.resolveOperands(operands, type.getInputs(), operandsLoc,
                             result.operands))
    return failure();
  result.addTypes(type.getResults());
  auto &properties = result.getOrAddProperties<Properties>();
  properties.target = target;
  properties.args = ArrayAttr::get(ctx, arguments.args);
  if (!target.getSchema())
    properties.arg_names = ArrayAttr::get(ctx, arguments.names);
  return success();
}
