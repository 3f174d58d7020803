//===- AutoFunctionalized.cpp - Custom operators that write ---------------===//
//
// See AutoFunctionalized.h. After run_decompositions() a call of `my::acc_(y,
// x)` is
//
//   %r:2 = auto_functionalized_v2("torch.ops.my.acc_.default", x=%x,
//                                 _y_base_index=0, _all_bases=[%y])
//
// It returns the results of the operator and the new values of the bases, which
// are the tensors whose memory the written arguments share
// (torch/_higher_order_ops/auto_functionalize.py). This file replaces the call
// by copies of the bases, views of the copies, and a call of the operator that
// writes to the views. torch-functionalize then handles the writes like all
// others. Version one has no bases and does not name the written arguments.
//
//===----------------------------------------------------------------------===//

#include "AutoFunctionalized.h"

#include "FunctionalVariant.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/IR/Arguments.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <map>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

namespace {

/// Schemas by operator.
using Schemas = llvm::StringMap<std::shared_ptr<Schema>>;

/// The parts of one call of the higher-order operator.
class Reveal {
public:
  Reveal(OperatorOp op, Schemas &schemas)
      : op(op), schemas(schemas), b(op.getOperation()) {}

  /// Replaces the call, or emits an error. A new schema is added to the known
  /// schemas, and its text to `texts`.
  std::optional<std::string> run(SmallVectorImpl<std::string> &texts);

private:
  std::optional<std::string> readArguments();
  std::optional<std::string> readBases(const Schema *schema);
  std::optional<std::string> readWritten(const Schema &schema);
  std::optional<std::string> addStrided(StringRef name, StringRef prefix,
                                        Value base);
  std::optional<std::string> addWritten(StringRef name, StringRef prefix,
                                        ArrayRef<Value> copies);
  Value copy(Value base);
  std::string makeSchema(unsigned numReturns) const;
  /// Calls the operator itself, with the arguments that have been read.
  OperatorOp createCall(ArrayRef<Type> types);
  void erase();

  std::optional<int64_t> getInt(const Twine &name) const {
    auto it = given.find(name.str());
    auto *literal =
        it == given.end() ? nullptr : std::get_if<Attribute>(&it->second);
    auto integer = literal ? dyn_cast<IntegerAttr>(*literal) : IntegerAttr();
    return integer ? std::optional(integer.getInt()) : std::nullopt;
  }

  std::optional<SmallVector<int64_t>> getInts(const Twine &name) const {
    auto it = given.find(name.str());
    auto *literal =
        it == given.end() ? nullptr : std::get_if<Attribute>(&it->second);
    auto list = literal ? dyn_cast<ArrayAttr>(*literal) : ArrayAttr();
    if (!list || !llvm::all_of(list, llvm::IsaPred<IntegerAttr>))
      return std::nullopt;
    return llvm::map_to_vector(list, [](Attribute element) {
      return cast<IntegerAttr>(element).getInt();
    });
  }

  OperatorOp op;
  Schemas &schemas;
  OpBuilder b;
  std::string target;
  /// Arguments of the higher-order operator by name.
  llvm::MapVector<std::string, ArgumentSpec, std::map<std::string, unsigned>>
      given;
  /// Arguments of the operator, and whether it writes to them.
  SmallVector<std::pair<std::string, ArgumentSpec>> arguments;
  SmallVector<std::string> written;
  /// The values that replace the last results.
  SmallVector<Value> newValues;
  SmallVector<Operation *> created;
};

} // namespace

std::optional<std::string> Reveal::readArguments() {
  if (op.getArgs().empty() || op->getNumRegions() != 0)
    return "expected an operator as its first argument";
  auto name = dyn_cast<StringAttr>(op.getArgs()[0]);
  StringRef text = name ? name.getValue() : "";
  text.consume_front("torch.ops.");
  if (text.count('.') != 2)
    return "expected an operator as its first argument";
  target = text.str();
  for (unsigned i = 1, e = op.getArgs().size(); i < e; ++i) {
    StringRef name = op.getArgName(i);
    if (name.empty() ||
        !given.insert({name.str(), Arguments(op).getSpec(i)}).second)
      return "expected arguments with names";
  }
  return std::nullopt;
}

Value Reveal::copy(Value base) {
  auto clone = buildOperator(b, op.getLoc(), "aten.clone.default",
                             base.getType(), {{"self", base}});
  created.push_back(clone);
  return clone->getResult(0);
}

/// A written argument of version two that is given by strides: a view of its
/// base, whose memory is row-major unless the importer recorded other strides.
std::optional<std::string> Reveal::addStrided(StringRef name, StringRef prefix,
                                              Value base) {
  auto refuse = [&](const Twine &expected) {
    return ("'" + target + "' writes to '" + name +
            "', a view by strides, expected " + expected)
        .str();
  };
  if (auto culprit =
          op->getAttrOfType<StringAttr>(TorchDialect::getStridesAttrName()))
    return refuse("a tensor in row-major order, found the result of '" +
                  culprit.getValue() + "'");
  std::optional<SmallVector<int64_t>> sizes = getInts(prefix + "_size"),
                                      strides = getInts(prefix + "_stride");
  std::optional<int64_t> offset = getInt(prefix + "_storage_offset");
  auto type = dyn_cast<RankedTensorType>(base.getType());
  if (!sizes || !strides || !offset || !type ||
      sizes->size() != strides->size())
    return refuse("constant sizes and strides");
  auto view = buildOperator(
      b, op.getLoc(), "aten.as_strided.default",
      RankedTensorType::get(*sizes, type.getElementType()),
      {{"self", base},
       {"size", Attribute(b.getI64ArrayAttr(*sizes))},
       {"stride", Attribute(b.getI64ArrayAttr(*strides))},
       {"storage_offset", Attribute(b.getI64IntegerAttr(*offset))}});
  created.push_back(view);
  arguments.emplace_back(name.str(), view->getResult(0));
  return std::nullopt;
}

/// A written argument of version two: a view of one of the bases.
std::optional<std::string> Reveal::addWritten(StringRef name, StringRef prefix,
                                              ArrayRef<Value> copies) {
  written.push_back(name.str());
  auto *literal =
      std::get_if<Attribute>(&given[(prefix + "_base_index").str()]);
  if (literal && isa<NoneAttr>(*literal)) {
    arguments.emplace_back(name.str(), *literal);
    return std::nullopt;
  }
  std::optional<int64_t> index = getInt(prefix + "_base_index");
  if (!index || *index < 0 || *index >= int64_t(copies.size()))
    return ("expected '" + prefix + "_base_index' to be one of the bases")
        .str();
  Value base = copies[*index];
  if (given.contains((prefix + "_storage_offset").str()))
    return addStrided(name, prefix, base);
  if (!given.contains((prefix + "_slice_dim").str())) {
    arguments.emplace_back(name.str(), base);
    return std::nullopt;
  }
  std::optional<int64_t> dim = getInt(prefix + "_slice_dim"),
                         start = getInt(prefix + "_slice_start"),
                         end = getInt(prefix + "_slice_end");
  auto type = dyn_cast<RankedTensorType>(base.getType());
  if (!dim || !start || !end || !type || *dim < 0 || *dim >= type.getRank() ||
      *start < 0 || *end < *start || type.isDynamicDim(*dim) ||
      *end > type.getDimSize(*dim))
    return ("'" + target + "' writes to '" + name +
            "', expected a slice with constant bounds within its tensor")
        .str();
  SmallVector<AffineExpr> dims = sym::getDims(type);
  dims[*dim] = getAffineConstantExpr(*end - *start, b.getContext());
  auto getAttr = [&](int64_t value) -> ArgumentSpec {
    return Attribute(b.getI64IntegerAttr(value));
  };
  auto slice = buildOperator(b, op.getLoc(), "aten.slice.Tensor",
                             sym::getTensorType(dims, type.getElementType()),
                             {{"self", base},
                              {"dim", getAttr(*dim)},
                              {"start", getAttr(*start)},
                              {"end", getAttr(*end)}});
  created.push_back(slice);
  arguments.emplace_back(name.str(), slice->getResult(0));
  return std::nullopt;
}

/// Version two names the written arguments.
std::optional<std::string> Reveal::readBases(const Schema *schema) {
  SmallVector<Value> copies;
  auto *list = std::get_if<SmallVector<OpFoldResult>>(&given["_all_bases"]);
  for (OpFoldResult element : list ? *list : SmallVector<OpFoldResult>()) {
    auto base = dyn_cast_if_present<Value>(element);
    if (!base || !isa<RankedTensorType>(base.getType()))
      return "expected '_all_bases' to be a list of tensors";
    copies.push_back(copy(base));
  }
  for (const auto &[key, spec] : given) {
    StringRef name = key;
    if (name.ends_with("_length") && name.starts_with("_") && schema &&
        schema->findArg(name.drop_front().drop_back(7)))
      return "'" + target + "' writes to a list of tensors";
    if (name.consume_back("_base_index") && name.consume_front("_")) {
      if (schema && !schema->findArg(name))
        return ("the schema of '" + target + "' has no argument '" + name + "'")
            .str();
      if (auto why = addWritten(name, ("_" + name).str(), copies))
        return why;
    }
  }
  auto isView = [&](StringRef whole) {
    return llvm::any_of(written, [&](StringRef name) {
      StringRef key = whole;
      return key.consume_front("_") && key.consume_front(name) &&
             llvm::is_contained({"_base_index", "_alias", "_size", "_stride",
                                 "_storage_offset", "_slice_dim",
                                 "_slice_start", "_slice_end"},
                                key);
    });
  };
  for (const auto &[key, spec] : given)
    if (key != "_all_bases" && !isView(key))
      arguments.emplace_back(key, spec);
  newValues = copies;
  return std::nullopt;
}

/// In version one, only the schema tells which arguments are written.
std::optional<std::string> Reveal::readWritten(const Schema &schema) {
  for (auto &[name, spec] : given) {
    std::optional<unsigned> index = schema.findArg(name);
    if (!index)
      return "the schema of '" + target + "' has no argument '" + name + "'";
    if (!schema.getArgs()[*index].isWritten)
      arguments.emplace_back(name, spec);
  }
  for (const SchemaArg &arg : schema.getArgs()) {
    auto it = given.find(arg.name.str());
    if (!arg.isWritten || it == given.end())
      continue;
    auto *literal = std::get_if<Attribute>(&it->second);
    auto *value = std::get_if<Value>(&it->second);
    written.push_back(arg.name.str());
    if (literal && isa<NoneAttr>(*literal)) {
      arguments.emplace_back(arg.name.str(), *literal);
      newValues.push_back(Value());
    } else if (value && isa<RankedTensorType>(value->getType())) {
      newValues.push_back(copy(*value));
      arguments.emplace_back(arg.name.str(), newValues.back());
    } else {
      return ("'" + target + "' writes to '" + arg.name +
              "', expected a tensor of known rank")
          .str();
    }
  }
  return std::nullopt;
}

/// A schema of an operator as far as the program tells it: the names of its
/// arguments, which of them it writes to, and the number of returned tensors.
std::string Reveal::makeSchema(unsigned numReturns) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto [nameSpace, rest] = StringRef(target).split('.');
  auto [name, overload] = rest.split('.');
  os << nameSpace << "::" << name;
  if (overload != "default")
    os << "." << overload;
  os << "(";
  llvm::interleaveComma(arguments, os, [&](const auto &argument) {
    auto *place = llvm::find(written, argument.first);
    if (place != written.end())
      os << "Tensor(a" << place - written.begin() << "!)? ";
    else
      os << "Any ";
    os << argument.first;
  });
  os << ") -> ";
  if (numReturns != 1)
    os << "(";
  for (unsigned i = 0; i < numReturns; ++i)
    os << (i == 0 ? "" : ", ") << "Tensor";
  if (numReturns != 1)
    os << ")";
  return text;
}

void Reveal::erase() {
  for (Operation *made : llvm::reverse(created))
    made->erase();
  created.clear();
}

OperatorOp Reveal::createCall(ArrayRef<Type> types) {
  if (Schema::lookup(target))
    return buildOperator(
        b, op.getLoc(), target, types,
        llvm::map_to_vector(arguments, [](const auto &argument) {
          return std::pair<StringRef, ArgumentSpec>(argument);
        }));
  ArgumentListBuilder list(b.getContext());
  SmallVector<Attribute> names;
  for (auto &[name, spec] : arguments) {
    list.addSpec(spec);
    names.push_back(b.getStringAttr(name));
  }
  return OperatorOp::create(b, withoutValueNames(op.getLoc()), types, target,
                            list.getArgs(), b.getArrayAttr(names),
                            list.getOperands(), /*bodiesCount=*/0);
}

std::optional<std::string> Reveal::run(SmallVectorImpl<std::string> &texts) {
  if (auto why = readArguments())
    return why;
  const Schema *schema = Schema::lookup(target);
  if (auto it = schemas.find(target); it != schemas.end())
    schema = it->second.get();
  bool hasBases = op.getTarget().ends_with("_v2");
  if (!hasBases && !schema)
    return "which arguments '" + target +
           "' writes is unknown; declare it with --op-schema";
  std::optional<std::string> why =
      hasBases ? readBases(schema) : readWritten(*schema);
  unsigned numResults = op->getNumResults();
  if (!why && numResults < newValues.size())
    why = "expected a result for each tensor that is written";
  if (why) {
    erase();
    return why;
  }
  // An operator without results returns one None.
  SmallVector<Type> types(op->getResultTypes());
  types.truncate(types.size() - newValues.size());
  bool isNone = types.size() == 1 && isa<NoneType>(types[0]);
  if (schema ? schema->getReturns().empty() && isNone : isNone)
    types.clear();
  if (schema && schema->getReturns().size() != types.size()) {
    erase();
    return "'" + target + "' returns " + std::to_string(types.size()) +
           " values, expected " + std::to_string(schema->getReturns().size()) +
           " as in its schema";
  }
  // A None with users has no replacement.
  unsigned firstNew = numResults - newValues.size();
  for (OpResult result : op->getResults()) {
    unsigned index = result.getResultNumber();
    bool isThere = index < firstNew ? index < types.size()
                                    : bool(newValues[index - firstNew]);
    if (!isThere && !result.use_empty()) {
      erase();
      return "a result that is None is used";
    }
  }
  if (!schema) {
    std::string text = makeSchema(types.size());
    auto parsed = Schema::parse(text);
    if (!parsed) {
      erase();
      return llvm::toString(parsed.takeError());
    }
    texts.push_back(text);
    schemas[target] = std::move(*parsed);
  }
  OperatorOp call = createCall(types);
  for (auto [index, result] : llvm::enumerate(call->getResults())) {
    passValueName(op->getResult(index), result);
    op->getResult(index).replaceAllUsesWith(result);
  }
  for (auto [index, value] : llvm::enumerate(newValues))
    if (value) {
      passValueName(op->getResult(firstNew + index), value);
      op->getResult(firstNew + index).replaceAllUsesWith(value);
    }
  op->erase();
  return std::nullopt;
}

void torch::revealAutoFunctionalized(ModuleOp module) {
  SmallVector<OperatorOp> calls;
  module.walk([&](OperatorOp op) {
    StringRef target = op.getTarget();
    if (target == "higher_order.auto_functionalized" ||
        target == "higher_order.auto_functionalized_v2")
      calls.push_back(op);
  });
  if (calls.empty())
    return;
  StringRef attrName = TorchDialect::getOpSchemasAttrName();
  SmallVector<Attribute> all;
  Schemas schemas;
  // Invalid schemas are reported by readSchemas() in Functionalize.cpp.
  if (auto declared = module->getAttrOfType<ArrayAttr>(attrName))
    for (Attribute attr : declared) {
      all.push_back(attr);
      auto text = dyn_cast<StringAttr>(attr);
      auto schema = Schema::parse(text ? text.getValue() : StringRef());
      if (schema) {
        std::string name = (*schema)->getName().str();
        schemas[name] = std::move(*schema);
      } else {
        llvm::consumeError(schema.takeError());
      }
    }
  SmallVector<std::string> texts;
  for (OperatorOp op : calls)
    if (std::optional<std::string> why = Reveal(op, schemas).run(texts))
      op->setAttr(notDecomposedAttrName,
                  StringAttr::get(op.getContext(), *why));
  for (const std::string &text : texts)
    all.push_back(StringAttr::get(module.getContext(), text));
  if (!texts.empty())
    module->setAttr(attrName, ArrayAttr::get(module.getContext(), all));
}
