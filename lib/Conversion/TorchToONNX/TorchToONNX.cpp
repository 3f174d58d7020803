//===- TorchToONNX.cpp - The walk that lowers torch to onnx ---------------===//
//
// Visits every operation once, in program order, and asks the registry of
// lowerings for its replacement. Types of tensors are the same in both
// dialects, so there is no type conversion; symbolic numbers become 0-d
// tensors where one is read. Afterwards only onnx operations are left, or
// every operator that stands in the way has been reported.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Conversion/TorchToONNX.h"

#include "ModuleLowering.h"

#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

namespace torch_onnx {
#define GEN_PASS_DEF_CONVERTTORCHTOONNX
#include "torch-onnx/Conversion/Passes.h.inc"
} // namespace torch_onnx

using namespace mlir;
using namespace torch_onnx;
using onnx::ONNXBuilder;

//===----------------------------------------------------------------------===//
// Symbolic numbers
//===----------------------------------------------------------------------===//

Value ModuleLowering::getTensor(ONNXBuilder &b, Value value) {
  if (isa<RankedTensorType>(value.getType()))
    return value;
  if (Value known = numbers.lookup(value))
    return known;
  // A size is best computed from the dimensions that it is made of.
  Value tensor;
  if (AffineExpr expr = getExpr(value)) {
    if (auto size = Lowering::constantSize(expr))
      tensor = b.scalar(*size, b.i64());
    else if (symbols.canCompute(expr))
      tensor = b.Squeeze(symbols.compute(b, expr), 0);
  }
  if (!tensor)
    return value; // Not lowered yet: the caller's operation will be refused.
  numbers[value] = tensor;
  return tensor;
}

/// Arithmetic of symbolic numbers that is not made of sizes alone.
bool ModuleLowering::lowerArithmetic(ONNXBuilder &b, Operation *op) {
  if (op->getDialect()->getNamespace() != "arith")
    return false;
  Value result = op->getResult(0);
  lowered.push_back(op);
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto type = RankedTensorType::get({}, constant.getType());
    numbers[result] =
        b.constant(DenseElementsAttr::get(type, constant.getValue()));
    return true;
  }
  if (AffineExpr expr = getExpr(result); expr && symbols.canCompute(expr))
    return true; // Computed from sizes when it is read.
  SmallVector<Value> x;
  for (Value operand : op->getOperands())
    x.push_back(getTensor(b, operand));
  if (!llvm::all_of(x,
                    [](Value v) { return isa<RankedTensorType>(v.getType()); }))
    return true; // Its operands were refused.
  numbers[result] =
      TypeSwitch<Operation *, Value>(op)
          .Case([&](arith::AddIOp) { return b.Add(x[0], x[1]); })
          .Case([&](arith::SubIOp) { return b.Sub(x[0], x[1]); })
          .Case([&](arith::MulIOp) { return b.Mul(x[0], x[1]); })
          .Case([&](arith::MaxSIOp) { return b.Max(x[0], x[1]); })
          .Case([&](arith::MinSIOp) { return b.Min(x[0], x[1]); })
          .Case([&](arith::FloorDivSIOp) { return b.floorDiv(x[0], x[1]); })
          .Default([](Operation *) { return Value(); });
  if (!numbers[result])
    lowered.pop_back();
  return numbers[result] != nullptr;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void ModuleLowering::replace(Operation *op, ArrayRef<Value> values) {
  for (auto [result, replacement] : llvm::zip_equal(op->getResults(), values)) {
    Value value = replacement;
    if (!value)
      continue;
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type) {
      numbers[result] = value;
      if (AffineExpr expr = getExpr(result);
          isa_and_present<AffineSymbolExpr>(expr))
        symbols.addScalar(expr, value);
      continue;
    }
    // The program knows its symbolic sizes better than inference does.
    if (value.getType() != type && value.getDefiningOp() &&
        cast<RankedTensorType>(value.getType()).getElementType() ==
            type.getElementType())
      value.setType(type);
    result.replaceAllUsesWith(value);
    symbols.addTensor(value);
  }
}

void ModuleLowering::fail(torch::OperatorOp op, StringRef reason) {
  if (settings.keepUnsupported && op->getNumRegions() == 0)
    return keepOperator(op);
  auto key = std::make_pair(op.getTargetAttr(),
                            StringAttr::get(op.getContext(), reason));
  auto [it, inserted] = failures.insert({key, Failure{op.getLoc()}});
  ++it->second.count;
  // Sizes that it defines are not to be missed by the ones that follow.
  for (Value result : op->getResults())
    symbols.addTensor(result);
}

/// The literal arguments of an operator as attributes of a node; what ONNX has
/// no attribute for (None, lists with values) is left out.
static DictionaryAttr getNodeAttributes(torch::OperatorOp op) {
  Builder b(op.getContext());
  SmallVector<NamedAttribute> attrs;
  torch::Arguments args(op);
  for (auto [index, arg] : llvm::enumerate(op.getArgs())) {
    StringRef name = op.getArgName(index);
    if (name.empty())
      continue;
    Attribute value;
    if (auto integer = args.getInt(name))
      value = b.getI64IntegerAttr(*integer);
    else if (auto number = args.getFloat(name))
      value = b.getF32FloatAttr(*number);
    else if (isa<StringAttr, TypeAttr>(arg))
      value = arg;
    else if (auto integers = args.getInts(name); integers && !integers->empty())
      value = b.getDenseI64ArrayAttr(*integers);
    else if (auto numbers = args.getFloats(name); numbers && !numbers->empty())
      value = b.getDenseF32ArrayAttr(SmallVector<float>(
          llvm::map_range(*numbers, [](double x) { return float(x); })));
    if (value)
      attrs.push_back(b.getNamedAttr(name, value));
  }
  return b.getDictionaryAttr(attrs);
}

/// Whether what the operator writes is known: the user has given the schema of
/// it, or of the operator that torch-functionalize made it of.
static bool hasGivenSchema(torch::OperatorOp op) {
  auto module = op->getParentOfType<ModuleOp>();
  auto texts = module ? module->getAttrOfType<ArrayAttr>(
                            torch::TorchDialect::getOpSchemasAttrName())
                      : ArrayAttr();
  for (Attribute text : texts ? texts.getValue() : ArrayRef<Attribute>()) {
    auto declaration = dyn_cast<StringAttr>(text);
    auto schema = torch::Schema::parse(declaration ? declaration.getValue()
                                                   : StringRef());
    if (!schema) {
      llvm::consumeError(schema.takeError());
      continue;
    }
    auto [name, overload] = (*schema)->getName().rsplit('.');
    if ((*schema)->getName() == op.getTarget() ||
        (name + "_functional." + overload).str() == op.getTarget())
      return true;
  }
  return false;
}

/// A node of a custom domain in place of an operator that cannot be lowered.
void ModuleLowering::keepOperator(torch::OperatorOp op) {
  if (!op.getSchema() && !op.isPythonFunction() && !hasGivenSchema(op))
    op.emitWarning() << "'" << op.getTarget()
                     << "' is kept without a schema: what it writes to its "
                        "arguments, if it does, is lost; --op-schema says "
                        "what it does";
  OpBuilder builder(op);
  ONNXBuilder b(builder, op.getLoc());
  SmallVector<Value> inputs;
  for (Value input : op.getInputs())
    inputs.push_back(getTensor(b, input));
  SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    types.push_back(isa<TensorType, NoneType>(type)
                        ? type
                        : Type(RankedTensorType::get({}, type)));
  Operation *node = b.createOp(
      "Custom", types, inputs,
      {b.attr("domain", "pkg.torch.ops"), b.attr("op_type", op.getTarget()),
       builder.getNamedAttr("node_attributes", getNodeAttributes(op))});
  replace(op, SmallVector<Value>(node->getResults()));
  lowered.push_back(op);
}

void ModuleLowering::lowerOperator(torch::OperatorOp op) {
  if (op.getTarget() == "aten.sym_size.int" && getExpr(op->getResult(0)) &&
      symbols.canCompute(getExpr(op->getResult(0)))) {
    lowered.push_back(op);
    return;
  }
  const LoweringFn *lowering = LoweringRegistry::get().find(op.getTarget());
  if (!lowering) {
    std::string reason = "no lowering to ONNX";
    if (auto why = op->getAttrOfType<StringAttr>(torch::notDecomposedAttrName))
      reason += "; " + why.str();
    return fail(op, reason);
  }
  OpBuilder builder(op);
  Lowering b(*this, builder, op);
  Lowered result = (*lowering)(b);
  if (b.isRefused())
    return fail(op, b.getReason());
  if (result.getValues().size() != op->getNumResults())
    return fail(op, ("its lowering gives " + Twine(result.getValues().size()) +
                     " results, expected " + Twine(op->getNumResults()))
                        .str());
  for (auto [value, expected] :
       llvm::zip_equal(result.getValues(), op->getResults())) {
    if (!value && expected.use_empty())
      continue; // A lowering may leave out what nobody reads.
    auto type = dyn_cast<RankedTensorType>(expected.getType());
    auto actual = value ? dyn_cast<RankedTensorType>(value.getType()) : nullptr;
    if (type && (!actual || actual.getRank() != type.getRank() ||
                 actual.getElementType() != type.getElementType())) {
      std::string text;
      llvm::raw_string_ostream os(text);
      os << "its lowering gives ";
      if (actual)
        os << actual;
      else
        os << "nothing";
      os << ", expected " << type;
      return fail(op, text);
    }
  }
  replace(op, result.getValues());
  lowered.push_back(op);
}

void ModuleLowering::lowerOperation(Operation *op) {
  OpBuilder builder(op);
  ONNXBuilder b(builder, op->getLoc());
  if (auto call = dyn_cast<torch::OperatorOp>(op))
    return lowerOperator(call);
  if (auto constant = dyn_cast<torch::ConstantOp>(op)) {
    Value value = b.constant(constant.getValue());
    if (StringAttr name = constant.getNameAttr())
      value.getDefiningOp()->setAttr("name", name);
    replace(op, value);
    lowered.push_back(op);
    return;
  }
  if (!isa<UnrealizedConversionCastOp>(op))
    lowerArithmetic(b, op);
}

void ModuleLowering::lowerBlock(Block &block) {
  for (Value argument : block.getArguments())
    symbols.addTensor(argument);
  // New operations are built before the one that is lowered, so the walk does
  // not meet them.
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator()))
    if (op.getDialect() && op.getDialect()->getNamespace() != "onnx")
      lowerOperation(&op);
}

void ModuleLowering::lowerFunction(func::FuncOp func) {
  Block &body = func.getBody().front();
  // Symbolic numbers among the arguments become 0-d tensors. What has used the
  // number reads a cast of the tensor, until it is lowered.
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (BlockArgument argument : body.getArguments()) {
    Type type = argument.getType();
    if (!type.isIntOrFloat())
      continue;
    auto number = UnrealizedConversionCastOp::create(builder, func.getLoc(),
                                                     type, argument);
    StringAttr exprs =
        builder.getStringAttr(torch::TorchDialect::getExprsAttrName());
    if (Attribute attr = func.removeArgAttr(argument.getArgNumber(), exprs))
      number->setAttr(exprs, attr);
    argument.replaceAllUsesExcept(number.getResult(0), number);
    argument.setType(RankedTensorType::get({}, type));
    lowered.push_back(number);
    replace(number, Value(argument));
  }
  lowerBlock(body);

  Operation *terminator = body.getTerminator();
  builder.setInsertionPoint(terminator);
  ONNXBuilder b(builder, terminator->getLoc());
  for (OpOperand &operand : terminator->getOpOperands())
    operand.set(getTensor(b, operand.get()));
  func.setFunctionType(builder.getFunctionType(body.getArgumentTypes(),
                                               terminator->getOperandTypes()));
  for (Operation *op : llvm::reverse(lowered))
    if (op->use_empty())
      op->erase();
  lowered.clear();
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

LogicalResult ModuleLowering::reportFailures() {
  for (auto &[key, failure] : failures) {
    auto [target, reason] = key;
    emitError(failure.firstUse)
        << "unsupported operator '" << target.getValue() << "' ("
        << failure.count << (failure.count == 1 ? " use" : " uses")
        << "): " << reason.getValue();
  }
  return success(failures.empty());
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// The first operation with a value of which nothing is known.
static Operation *findUntyped(func::FuncOp func) {
  Operation *found = nullptr;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto isUntyped = [](Type type) { return isa<torch::UntypedType>(type); };
    bool hasUntyped = llvm::any_of(op->getResultTypes(), isUntyped);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        hasUntyped |= llvm::any_of(block.getArgumentTypes(), isUntyped);
    if (!hasUntyped)
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

namespace {
struct ConvertTorchToONNXPass
    : torch_onnx::impl::ConvertTorchToONNXBase<ConvertTorchToONNXPass> {
  using ConvertTorchToONNXBase::ConvertTorchToONNXBase;

  void runOnOperation() override {
    TorchToONNXSettings settings;
    settings.opset = opset;
    settings.keepUnsupported = unsupported == "keep";
    sym::Ranges ranges = sym::readRanges(getOperation());
    bool failed = false;
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (func.isExternal())
        continue;
      if (Operation *untyped = findUntyped(func)) {
        untyped->emitError("a tensor of unknown type; run torch-infer-shapes "
                           "before convert-torch-to-onnx");
        failed = true;
        continue;
      }
      ModuleLowering lowering(settings, ranges);
      lowering.lowerFunction(func);
      failed |= mlir::failed(lowering.reportFailures());
    }
    if (failed)
      return signalPassFailure();
    getOperation()->setAttr(
        "onnx.opset",
        IntegerAttr::get(IntegerType::get(&getContext(), 64), opset));
  }
};
} // namespace

bool torch_onnx::hasLowering(StringRef target) {
  return LoweringRegistry::get().find(target) != nullptr;
}

SmallVector<StringRef> torch_onnx::getSupportedOperators() {
  return LoweringRegistry::get().getNames();
}
