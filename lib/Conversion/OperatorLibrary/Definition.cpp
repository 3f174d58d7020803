//===- Definition.cpp - Checks of the definitions of a library ------------===//
//
// A library is user input. It is parsed without MLIR's verifier because a body
// may leave types open, so this file checks everything that later code relies
// on. Afterwards a definition has one block of operations of the onnx and torch
// dialects whose operands are defined before use, and so has each region of a
// branch or a loop in it.
//
//===----------------------------------------------------------------------===//

#include "Definition.h"

#include "torch-onnx/Dialect/ONNX/IR/ControlOps.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"
#include "torch-onnx/Dialect/Torch/Transforms/Canonicalize.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace torch_onnx;
using torch::ArgKind;
using torch::OperatorOp;
using torch::Schema;
using torch::SchemaArg;

/// The deepest nesting of regions.
static constexpr unsigned maxNesting = 32;

Attribute OperatorDefinition::getGuard(StringRef argument) const {
  auto guards = OperatorDefinition(*this).func->getAttrOfType<DictionaryAttr>(
      guardAttrName);
  return guards ? guards.get(argument) : Attribute();
}

//===----------------------------------------------------------------------===//
// The operator
//===----------------------------------------------------------------------===//

/// Checks by name whether calls of the operator may be replaced at all.
static LogicalResult checkName(func::FuncOp func, StringRef target) {
  auto refuse = [&](StringRef what, StringRef other) {
    return func.emitError("'") << target << "' is " << what << " '" << other
                               << "', which replaces it before this pass; "
                                  "define the replacement instead";
  };
  if (StringRef name = torch::getCanonicalName(target); name != target)
    return refuse("an alias of", name);
  if (StringRef view = torch::getViewOfCopy(target); view != target)
    return refuse("a copy of the view", view);
  return success();
}

/// Reads the schema that the attribute contains or names.
static LogicalResult readOperator(OperatorDefinition &result) {
  func::FuncOp func = result.func;
  auto text = func->getAttrOfType<StringAttr>(operatorAttrName);
  if (!text)
    return func.emitError("expected the attribute '")
           << operatorAttrName << "', the name or the schema of an operator";
  if (text.getValue().contains('(')) {
    auto parsed = Schema::parse(text.getValue());
    if (!parsed)
      return func.emitError(llvm::toString(parsed.takeError()));
    result.ownSchema = std::move(*parsed);
    result.schema = result.ownSchema.get();
    if (Schema::lookup(result.schema->getName()))
      return func.emitError("'")
             << result.schema->getName()
             << "' is an operator of PyTorch, whose schema is known; expected "
                "only its name";
  } else {
    auto [nameSpace, rest] = text.getValue().split("::");
    std::string name = (nameSpace + "." + rest).str();
    if (!rest.contains('.'))
      name += ".default";
    result.schema = Schema::lookup(name);
    if (!result.schema)
      return func.emitError("'")
             << text.getValue()
             << "' is not an operator of PyTorch; expected its schema, "
                "NAMESPACE::OPERATOR(ARGUMENTS) -> RETURNS";
  }

  const Schema &schema = *result.schema;
  result.target = schema.getName().str();
  if (schema.isMutable()) {
    // Functionalization has its own table of PyTorch's mutable operators.
    if (!result.ownSchema)
      return func.emitError("'")
             << schema.getName()
             << "' writes to its arguments; expected a definition of the "
                "operator without the write, by which torch-functionalize "
                "replaces it";
    auto [name, overload] = schema.getName().rsplit('.');
    result.target = (name + "_functional." + overload).str();
  }
  return checkName(func, result.target);
}

/// Counts the results of a call: the returns of the operator, then the new
/// value of each written argument that is not returned.
static LogicalResult countResults(OperatorDefinition &definition) {
  const Schema &schema = *definition.schema;
  func::FuncOp func = definition.func;
  unsigned count = schema.getReturns().size();
  for (const SchemaArg &result : schema.getReturns()) {
    if (result.type.kind != ArgKind::Tensor)
      return func.emitError(
                 "expected an operator that returns tensors, found '")
             << schema.getName() << "', which returns another type";
    if (result.type.isList && count != 1)
      return func.emitError("expected an operator that returns tensors or one "
                            "list of them, found '")
             << schema.getName() << "'";
  }
  for (const SchemaArg &arg : schema.getArgs()) {
    bool isReturned =
        llvm::any_of(schema.getReturns(), [&](const SchemaArg &result) {
          return !arg.aliasSet.empty() && result.aliasSet == arg.aliasSet;
        });
    if (arg.isWritten && !isReturned)
      ++count;
  }
  bool returnsList =
      !schema.getReturns().empty() && schema.getReturns()[0].type.isList;
  if (!returnsList)
    definition.numResults = count;
  unsigned found = func.getFunctionType().getNumResults();
  if (!returnsList && found != count)
    return func.emitError("has ")
           << found << " results, expected " << count << ", as '"
           << schema.getName() << "' has"
           << (schema.isMutable() ? " with the values that it writes" : "");
  if (count == 0)
    return func.emitError("'")
           << schema.getName()
           << "' has no results that a definition could compute";
  return success();
}

//===----------------------------------------------------------------------===//
// Arguments and guards
//===----------------------------------------------------------------------===//

/// Whether `type` may declare one tensor.
static bool isTensorPattern(Type type) {
  if (isa<torch::UntypedType, UnrankedTensorType>(type))
    return true;
  // A dimension name is not a guard.
  auto ranked = dyn_cast<RankedTensorType>(type);
  return ranked && !ranked.getEncoding();
}

static LogicalResult checkArguments(OperatorDefinition &definition) {
  func::FuncOp func = definition.func;
  for (auto [index, arg] : llvm::enumerate(definition.schema->getArgs()))
    if (arg.type.kind == ArgKind::Tensor)
      definition.tensors.push_back(index);
  if (func.getNumArguments() != definition.tensors.size())
    return func.emitError("has ")
           << func.getNumArguments() << " arguments, expected "
           << definition.tensors.size() << ", one for each tensor of '"
           << definition.schema->getName() << "'; others are called @name";
  for (auto [argument, index] :
       llvm::zip_equal(func.getArguments(), definition.tensors)) {
    const SchemaArg &arg = definition.schema->getArgs()[index];
    Type type = argument.getType();
    if (arg.type.isList) {
      auto list = dyn_cast<TupleType>(type);
      if (!list || list.size() != 1 || !isTensorPattern(list.getType(0)))
        return func.emitError("argument '")
               << arg.name << "' has type " << type
               << ", expected tuple<TYPE> for a list of tensors";
    } else if (isa<NoneType>(type)) {
      if (!arg.type.optional)
        return func.emitError("argument '")
               << arg.name << "' has type none, but it is never None";
    } else if (!isTensorPattern(type)) {
      return func.emitError("argument '")
             << arg.name << "' has type " << type
             << ", expected !torch.untyped, a tensor type without names of "
                "sizes"
             << (arg.type.optional ? ", or none" : "");
    }
  }
  return success();
}

static bool isLiteral(Attribute attr) {
  if (auto list = dyn_cast<ArrayAttr>(attr))
    return llvm::all_of(list, isLiteral);
  return isa<IntegerAttr, FloatAttr, StringAttr, TypeAttr, torch::NoneAttr>(
      attr);
}

/// Whether `check` holds for an attribute, or for all elements of a list.
static bool isOneOrMore(Attribute attr,
                        llvm::function_ref<bool(Attribute)> check) {
  if (auto list = dyn_cast<ArrayAttr>(attr))
    return !list.empty() && llvm::all_of(list, check);
  return check(attr);
}

static LogicalResult checkTensorGuard(func::FuncOp func, StringRef name,
                                      Attribute guard) {
  auto entries = dyn_cast<DictionaryAttr>(guard);
  if (!entries)
    return func.emitError("guard of tensor '")
           << name << "' is " << guard << ", expected a dictionary with '"
           << dtypeGuardName << "' and '" << rankGuardName << "'";
  for (NamedAttribute entry : entries) {
    auto isRank = [](Attribute attr) {
      auto number = dyn_cast<IntegerAttr>(attr);
      return number && number.getType().isInteger(64) && number.getInt() >= 0;
    };
    bool isValid = entry.getName() == dtypeGuardName
                       ? isOneOrMore(entry.getValue(), llvm::IsaPred<TypeAttr>)
                       : entry.getName() == rankGuardName &&
                             isOneOrMore(entry.getValue(), isRank);
    if (!isValid)
      return func.emitError("guard of tensor '")
             << name << "' has " << entry.getName() << " = " << entry.getValue()
             << ", expected '" << dtypeGuardName << "' with types or '"
             << rankGuardName << "' with numbers";
  }
  return success();
}

static LogicalResult checkGuard(const OperatorDefinition &definition) {
  func::FuncOp func = definition.func;
  Attribute attr = func->getAttr(guardAttrName);
  if (!attr)
    return success();
  auto guards = dyn_cast<DictionaryAttr>(attr);
  if (!guards)
    return func.emitError("attribute '")
           << guardAttrName << "' is " << attr
           << ", expected a dictionary from names of arguments";
  for (NamedAttribute guard : guards) {
    StringRef name = guard.getName();
    std::optional<unsigned> index = definition.schema->findArg(name);
    if (!index)
      return func.emitError("guard of '")
             << name << "', which '" << definition.schema->getName()
             << "' has no argument of that name for";
    if (definition.schema->getArgs()[*index].type.kind == ArgKind::Tensor) {
      if (failed(checkTensorGuard(func, name, guard.getValue())))
        return failure();
    } else if (!isLiteral(guard.getValue())) {
      return func.emitError("guard of '")
             << name << "' is " << guard.getValue()
             << ", expected a literal or a list of literals";
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

namespace {
/// The number of operands that the traits of an operation allow; max -1: no
/// limit.
struct OperandCount {
  int64_t min = 0, max = -1;
};
} // namespace

template <size_t... N>
static OperandCount getOperandCount(Operation *op, std::index_sequence<N...>) {
  if (op->hasTrait<OpTrait::ZeroOperands>())
    return {0, 0};
  if (op->hasTrait<OpTrait::OneOperand>())
    return {1, 1};
  OperandCount count;
  ((op->hasTrait<OpTrait::NOperands<N + 2>::template Impl>()
        ? void(count = {N + 2, N + 2})
        : void()),
   ...);
  ((op->hasTrait<OpTrait::AtLeastNOperands<N + 1>::template Impl>()
        ? void(count = {N + 1, -1})
        : void()),
   ...);
  return count;
}

/// Checks a reference of a body to an argument of the operator.
static LogicalResult checkReference(const OperatorDefinition &definition,
                                    Operation *op, Attribute reference) {
  auto symbol = dyn_cast<FlatSymbolRefAttr>(reference);
  if (!symbol)
    return op->emitError("found ")
           << reference << ", expected the name of an argument, @name";
  if (!definition.schema->findArg(symbol.getValue()))
    return op->emitError("'")
           << definition.schema->getName() << "' has no argument '"
           << symbol.getValue() << "'";
  return success();
}

static LogicalResult checkONNX(const OperatorDefinition &definition,
                               Operation *op) {
  std::optional<RegisteredOperationName> info =
      op->getName().getRegisteredInfo();
  if (!info)
    return op->emitError("is not an operation that a definition may contain");
  OperandCount count = getOperandCount(op, std::make_index_sequence<8>());
  // Operands may be lists, whose lengths differ from call to call.
  bool hasLists = llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TupleType>);
  if (!hasLists &&
      (op->getNumOperands() < size_t(count.min) ||
       (count.max >= 0 && op->getNumOperands() > size_t(count.max))))
    return op->emitError("has ")
           << op->getNumOperands() << " operands, expected "
           << (count.max < 0 ? "at least " : "") << count.min;
  bool isCustom = isa<onnx::CustomOp>(op);
  bool isConstant = isa<onnx::ConstantOp>(op);
  if (Attribute attr = op->getAttr(attributesAttrName)) {
    auto references = dyn_cast<DictionaryAttr>(attr);
    if (!references)
      return op->emitError("attribute '")
             << attributesAttrName << "' is " << attr
             << ", expected a dictionary from names of attributes";
    for (NamedAttribute reference : references) {
      if (!isCustom &&
          !llvm::is_contained(info->getAttributeNames(), reference.getName()))
        return op->emitError("has no attribute '")
               << reference.getName().getValue() << "'";
      if (failed(checkReference(definition, op, reference.getValue())))
        return failure();
      auto name = cast<FlatSymbolRefAttr>(reference.getValue()).getValue();
      if (definition.schema->getArgs()[*definition.schema->findArg(name)]
              .type.kind == ArgKind::Tensor)
        return op->emitError("takes the tensor '")
               << name
               << "' as an attribute, expected an argument that is not a "
                  "tensor";
    }
  }
  NamedAttrList attributes(op->getAttrDictionary());
  for (NamedAttribute attr : attributes) {
    if (attr.getNameDialect() && attr.getName() != attributesAttrName)
      return op->emitError("has the attribute '")
             << attr.getName().getValue()
             << "', which has no meaning in a definition";
    if (!attr.getNameDialect() &&
        !llvm::is_contained(info->getAttributeNames(), attr.getName()))
      return op->emitError("has no attribute '")
             << attr.getName().getValue() << "'";
  }
  bool isGiven = attributes.get("value") != nullptr;
  auto references = op->getAttrOfType<DictionaryAttr>(attributesAttrName);
  if (isConstant && isGiven == (references && references.contains("value")))
    return op->emitError("expected one value, by a literal or by '")
           << attributesAttrName << "'";
  if (isCustom && (!op->getAttrOfType<StringAttr>("domain") ||
                   !op->getAttrOfType<StringAttr>("op_type")))
    return op->emitError("expected the texts 'domain' and 'op_type'");
  return info->verifyInherentAttrs(attributes, [&] { return op->emitError(); });
}

static LogicalResult checkTorch(const OperatorDefinition &definition,
                                OperatorOp op) {
  if (!op.getTargetAttr() || !op.getArgsAttr())
    return op->emitError("expected an operator and its arguments");
  bool hasReferences = false;
  auto check = [&](auto &self, Attribute arg) -> LogicalResult {
    if (auto list = dyn_cast<ArrayAttr>(arg)) {
      for (Attribute element : list)
        if (failed(self(self, element)))
          return failure();
      return success();
    }
    if (!isa<SymbolRefAttr>(arg))
      return success();
    hasReferences = true;
    return checkReference(definition, op, arg);
  };
  unsigned numOperands = 0;
  for (Attribute arg : op.getArgs()) {
    if (failed(check(check, arg)))
      return failure();
    numOperands += torch::countOperands(arg);
  }
  if (numOperands != op.getInputs().size())
    return op->emitError("has ")
           << op.getInputs().size() << " operands, expected " << numOperands;
  const Schema *schema = op.getSchema();
  ArrayAttr names = op.getArgNamesAttr();
  if (schema ? schema->getArgs().size() != op.getArgs().size()
             : !names || names.size() != op.getArgs().size())
    return op->emitError("'")
           << op.getTarget() << "' has a wrong number of arguments";
  if (schema && schema->isMutable())
    return op->emitError("'")
           << op.getTarget()
           << "' writes to its arguments; expected the operator without the "
              "write";
  StringRef canonical = torch::getCanonicalName(op.getTarget());
  if (canonical == op.getTarget())
    canonical = torch::getViewOfCopy(canonical);
  if (canonical != op.getTarget())
    return op->emitError("'") << op.getTarget() << "' is an alias of '"
                              << canonical << "'; expected the canonical name";
  bool hasOpenTypes =
      llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TupleType, NoneType>);
  return hasReferences || hasOpenTypes ? success() : op.verify();
}

bool torch_onnx::isBranchOrLoop(Operation *op) {
  return isa<torch::IfOp, torch::WhileOp, torch::ScanOp, onnx::IfOp,
             onnx::LoopOp, onnx::ScanOp>(op);
}

/// Whether `last` is the terminator that a region of `op` needs.
static bool isYieldOf(Operation *op, Operation &last) {
  return isa<onnx::ONNXDialect>(op->getDialect()) ? isa<onnx::YieldOp>(last)
                                                  : isa<torch::YieldOp>(last);
}

/// Checks the types of values that enter or leave regions: tensors, and in the
/// torch dialect also numbers.
static LogicalResult checkRegionTypes(Operation *op, StringRef what,
                                      TypeRange types) {
  bool isTorch = isa<torch::TorchDialect>(op->getDialect());
  for (auto [index, type] : llvm::enumerate(types)) {
    if (isTensorPattern(type) || (isTorch && type.isIntOrFloat()))
      continue;
    return op->emitError("has ")
           << what << " of which number " << index << " has type " << type
           << ", expected !torch.untyped or a tensor type without names of "
              "sizes";
  }
  return success();
}

/// Checks a branch or a loop but not the contents of its regions, which the
/// caller has found to be single blocks that end in a yield.
static LogicalResult checkSignature(const OperatorDefinition &definition,
                                    Operation *op) {
  // A condition, or the number of iterations, may be absent in ONNX.
  unsigned numOptional = isa<onnx::LoopOp>(op) ? 2 : 0;
  for (auto [index, type] : llvm::enumerate(op->getOperandTypes()))
    if (isa<TupleType>(type) || (isa<NoneType>(type) && index >= numOptional))
      return op->emitError("has an operand of type ")
             << type << ", expected a tensor";
  if (failed(checkRegionTypes(op, "results", op->getResultTypes())))
    return failure();
  if (isa<onnx::ONNXDialect>(op->getDialect())) {
    if (failed(checkONNX(definition, op)))
      return failure();
    if (isa<onnx::ScanOp>(op) &&
        !op->getAttrOfType<IntegerAttr>("num_scan_inputs"))
      return op->emitError("expected the number 'num_scan_inputs'");
  } else {
    if (!op->getDiscardableAttrs().empty())
      return op->emitError("has the attribute '")
             << op->getDiscardableAttrs().begin()->getName().getValue()
             << "', which has no meaning in a definition";
    if (isa<torch::IfOp>(op) && op->getNumOperands() != 1)
      return op->emitError("has ")
             << op->getNumOperands() << " operands, expected 1";
    if (isa<torch::ScanOp>(op) &&
        failed(OpTrait::impl::verifyOperandSizeAttr(op, "operandSegmentSizes")))
      return failure();
  }
  // The verifier compares the numbers of values that regions take and yield.
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<torch::IfOp, torch::WhileOp, torch::ScanOp, onnx::IfOp,
            onnx::LoopOp, onnx::ScanOp>([](auto op) { return op.verify(); });
}

static LogicalResult checkBlock(const OperatorDefinition &definition,
                                Block &block, llvm::DenseSet<Value> &defined,
                                unsigned depth);

/// Checks a branch or a loop. Its regions may use values from outside; nothing
/// outside uses theirs.
static LogicalResult checkBranchOrLoop(const OperatorDefinition &definition,
                                       Operation *op,
                                       llvm::DenseSet<Value> &defined,
                                       unsigned depth) {
  if (depth == maxNesting)
    return op->emitError("is in more than ") << maxNesting << " regions";
  unsigned numRegions =
      isa<torch::IfOp, torch::WhileOp, onnx::IfOp>(op) ? 2 : 1;
  if (op->getNumRegions() != numRegions)
    return op->emitError("has ")
           << op->getNumRegions() << " regions, expected " << numRegions;
  for (Region &region : op->getRegions()) {
    if (!region.hasOneBlock() || region.front().empty() ||
        !isYieldOf(op, region.front().back()))
      return op->emitError("expected regions of one block that ends in ")
             << op->getName().getDialectNamespace()
             << (isa<onnx::ONNXDialect>(op->getDialect()) ? ".Yield"
                                                          : ".yield");
    if (failed(checkRegionTypes(op, "arguments of a region",
                                region.getArgumentTypes())) ||
        failed(checkBlock(definition, region.front(), defined, depth + 1)))
      return failure();
  }
  return checkSignature(definition, op);
}

static LogicalResult checkBlock(const OperatorDefinition &definition,
                                Block &block, llvm::DenseSet<Value> &defined,
                                unsigned depth) {
  SmallVector<Value> own(block.args_begin(), block.args_end());
  defined.insert(own.begin(), own.end());
  for (Operation &op : block) {
    for (Value operand : op.getOperands())
      if (!defined.contains(operand))
        return op.emitError("uses a value that is not defined before it");
    defined.insert(op.result_begin(), op.result_end());
    llvm::append_range(own, op.getResults());
    if (isa<func::ReturnOp, torch::YieldOp, onnx::YieldOp>(op)) {
      if (&op != &block.back())
        return op.emitError("expected a return at the end");
      continue;
    }
    LogicalResult checked = failure();
    if (op.getNumSuccessors() == 0 && isBranchOrLoop(&op))
      checked = checkBranchOrLoop(definition, &op, defined, depth);
    else if (op.getNumRegions() != 0 || op.getNumSuccessors() != 0)
      return op.emitError("has a region; in a definition only branches and "
                          "loops may have regions: torch.if, torch.while, "
                          "torch.scan, onnx.If, onnx.Loop and onnx.Scan");
    else if (auto call = dyn_cast<OperatorOp>(op))
      checked = checkTorch(definition, call);
    else if (isa_and_present<onnx::ONNXDialect>(op.getDialect()))
      checked = checkONNX(definition, &op);
    else
      return op.emitError("expected operations of the onnx dialect and torch "
                          "operators");
    if (failed(checked))
      return failure();
  }
  for (Value value : own)
    defined.erase(value);
  return success();
}

static LogicalResult checkBody(const OperatorDefinition &definition) {
  func::FuncOp func = definition.func;
  Block &body = func.getBody().front();
  if (body.empty() || !isa<func::ReturnOp>(body.back()))
    return func.emitError("expected a return at the end");
  llvm::DenseSet<Value> defined;
  if (failed(checkBlock(definition, body, defined, 0)))
    return failure();
  if (body.back().getOperandTypes() != func.getFunctionType().getResults())
    return body.back().emitError(
        "has other types than the results of the function");
  return success();
}

FailureOr<OperatorDefinition> torch_onnx::readDefinition(func::FuncOp func) {
  // The verifier's checks: the type is there and its inputs match the
  // arguments.
  if (failed(func->getName().verifyInvariants(func)))
    return failure();
  if (func.isExternal() || !llvm::hasSingleElement(func.getBody())) {
    func.emitError("expected a body of one block");
    return failure();
  }
  OperatorDefinition definition;
  definition.func = func;
  if (failed(readOperator(definition)) || failed(countResults(definition)) ||
      failed(checkArguments(definition)) || failed(checkGuard(definition)) ||
      failed(checkBody(definition)))
    return failure();
  return definition;
}

LogicalResult torch_onnx::checkCalls(const OperatorDefinition &definition,
                                     const OperatorLibrary &library) {
  func::FuncOp func = definition.func;
  WalkResult walked = func.walk([&](OperatorOp call) {
    if (call.getSchema() || library.defines(call.getTarget()))
      return WalkResult::advance();
    call.emitError("calls '")
        << call.getTarget()
        << "', which is not an operator of PyTorch and has no definition";
    return WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
}
