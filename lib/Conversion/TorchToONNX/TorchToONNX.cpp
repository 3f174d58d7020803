//===- TorchToONNX.cpp - The walk that lowers torch to onnx ---------------===//
//
// Visits every operation once, in program order, and looks up its lowering in
// the registry. Tensor types are the same in both dialects, so there is no type
// conversion; symbolic numbers become 0-d tensors where they are read.
// Afterwards only onnx operations are left, or all operators that could not be
// lowered have been reported.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Conversion/TorchToONNX.h"
#include "torch-onnx/Conversion/OperatorLibrary.h"
#include "torch-onnx/Support/DiagnosticCapture.h"

#include "ModuleLowering.h"
#include "View/View.h"

#include "torch-onnx/Dialect/ONNX/IR/FftOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"

#include "torch-onnx/Dialect/Torch/IR/Advice.h"
#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"
#include "torch-onnx/Support/ModelAttributes.h"
#include "torch-onnx/Transforms/BuildOrder.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/ScopedPrinter.h"

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
  Type type = value.getType();
  if (isa<RankedTensorType, onnx::SequenceType, onnx::OptionalType>(type))
    return value;
  if (!type.isIntOrFloat())
    return {};
  if (Value known = numbers.lookup(value))
    return known;
  // A size is computed from the dimensions in its expression if possible.
  Value tensor;
  if (AffineExpr expr = getExpr(value)) {
    if (auto size = Lowering::constantSize(expr))
      tensor = b.scalar(*size, b.i64());
    else if (symbols.canCompute(expr))
      if (Value size = symbols.compute(b, expr))
        tensor = b.Squeeze(size, 0);
  }
  if (!tensor) // Its operation was refused.
    tensor = UnrealizedConversionCastOp::create(b.getBuilder(), b.getLoc(),
                                                RankedTensorType::get({}, type),
                                                value)
                 .getResult(0);
  numbers.set(value, tensor);
  recentNumbers.push_back(value);
  return tensor;
}

void ModuleLowering::forgetNumbers() {
  while (!recentNumbers.empty())
    numbers.erase(recentNumbers.pop_back_val());
}

/// Integers are ordered as signed; Python has no unsigned order.
static StringRef getComparison(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
  case arith::CmpIPredicate::ne:
    return "Equal";
  case arith::CmpIPredicate::slt:
    return "Less";
  case arith::CmpIPredicate::sle:
    return "LessOrEqual";
  case arith::CmpIPredicate::sgt:
    return "Greater";
  case arith::CmpIPredicate::sge:
    return "GreaterOrEqual";
  default:
    return "";
  }
}

/// Comparisons with NaN are false, except `!=`. Predicates with other results
/// for NaN have no counterpart.
static StringRef getComparison(arith::CmpFPredicate predicate) {
  switch (predicate) {
  case arith::CmpFPredicate::OEQ:
  case arith::CmpFPredicate::UNE:
    return "Equal";
  case arith::CmpFPredicate::OLT:
    return "Less";
  case arith::CmpFPredicate::OLE:
    return "LessOrEqual";
  case arith::CmpFPredicate::OGT:
    return "Greater";
  case arith::CmpFPredicate::OGE:
    return "GreaterOrEqual";
  default:
    return "";
  }
}

/// Exact for powers of two, which matters when logarithms of sizes are rounded.
static Value buildLog2(ONNXBuilder &b, Value x) {
  Type type = b.checkedElement(x);
  Value logarithm = b.Div(b.Log(x), b.scalar(llvm::numbers::ln2, type));
  Value whole = b.Round(logarithm);
  Value isWhole = b.Equal(b.Pow(b.scalar(2.0, type), whole), x);
  return b.Where(isWhole, whole, logarithm);
}

/// The ONNX operator for a floating-point function; empty if there is none.
static StringRef getFunction(Operation *op) {
  return TypeSwitch<Operation *, StringRef>(op)
      .Case([](math::AcosOp) { return "Acos"; })
      .Case([](math::AsinOp) { return "Asin"; })
      .Case([](math::AtanOp) { return "Atan"; })
      .Case([](math::CosOp) { return "Cos"; })
      .Case([](math::CoshOp) { return "Cosh"; })
      .Case([](math::SinOp) { return "Sin"; })
      .Case([](math::SinhOp) { return "Sinh"; })
      .Case([](math::TanOp) { return "Tan"; })
      .Case([](math::TanhOp) { return "Tanh"; })
      .Default([](Operation *) { return ""; });
}

/// The counterpart of an arith or math operation on 0-d tensors; null if there
/// is none. Supports the operations that the importer creates for Python
/// arithmetic, the operations with which passes compute sizes, and the results
/// of their folders.
Value ModuleLowering::buildArithmetic(ONNXBuilder &b, Operation *op) {
  SmallVector<Value> x;
  for (Value operand : op->getOperands()) {
    x.push_back(getTensor(b, operand));
    if (!x.back())
      return {};
  }
  Type type = op->getResult(0).getType();
  bool isBool = type.isInteger(1);
  auto negate = [&](Value value, bool isNegated) {
    return isNegated ? b.Not(value) : value;
  };
  auto shift = [&](StringRef direction) {
    Type bits = IntegerType::get(b.getContext(), type.getIntOrFloatBitWidth(),
                                 IntegerType::Unsigned);
    return b.Cast(b.binary("BitShift", b.Cast(x[0], bits), b.Cast(x[1], bits),
                           b.attr("direction", direction)),
                  type);
  };
  if (StringRef function = getFunction(op); !function.empty())
    return b.unary(function, x[0]);
  return TypeSwitch<Operation *, Value>(op)
      .Case<arith::AddIOp, arith::AddFOp>(
          [&](Operation *) { return b.Add(x[0], x[1]); })
      .Case<arith::SubIOp, arith::SubFOp>(
          [&](Operation *) { return b.Sub(x[0], x[1]); })
      .Case<arith::MulIOp, arith::MulFOp>(
          [&](Operation *) { return b.Mul(x[0], x[1]); })
      // Integer division rounds towards zero.
      .Case<arith::DivSIOp, arith::DivFOp>(
          [&](Operation *) { return b.Div(x[0], x[1]); })
      // The remainder has the sign of the dividend.
      .Case<arith::RemSIOp, arith::RemFOp>(
          [&](Operation *) { return b.Mod(x[0], x[1], /*fmod=*/true); })
      .Case([&](arith::FloorDivSIOp) { return b.floorDiv(x[0], x[1]); })
      .Case([&](arith::CeilDivSIOp) {
        return b.Neg(b.floorDiv(b.Neg(x[0]), x[1]));
      })
      .Case<arith::MaxSIOp, arith::MaximumFOp>(
          [&](Operation *) { return b.Max(x[0], x[1]); })
      .Case<arith::MinSIOp, arith::MinimumFOp>(
          [&](Operation *) { return b.Min(x[0], x[1]); })
      .Case([&](arith::NegFOp) { return b.Neg(x[0]); })
      .Case([&](math::SqrtOp) { return b.Sqrt(x[0]); })
      .Case([&](math::PowFOp) { return b.Pow(x[0], x[1]); })
      .Case([&](math::IPowIOp) { return buildIntegerPower(b, x[0], x[1]); })
      .Case([&](math::Log2Op) { return buildLog2(b, x[0]); })
      .Case<math::AbsFOp, math::AbsIOp>(
          [&](Operation *) { return b.Abs(x[0]); })
      .Case([&](math::RoundEvenOp) { return b.Round(x[0]); })
      .Case([&](math::FloorOp) { return b.Floor(x[0]); })
      .Case([&](math::CeilOp) { return b.Ceil(x[0]); })
      .Case([&](arith::AndIOp) {
        return b.binary(isBool ? "And" : "BitwiseAnd", x[0], x[1]);
      })
      .Case([&](arith::OrIOp) {
        return b.binary(isBool ? "Or" : "BitwiseOr", x[0], x[1]);
      })
      .Case([&](arith::XOrIOp op) {
        // The importer represents `not` this way.
        if (isBool && matchPattern(op.getRhs(), m_One()))
          return b.Not(x[0]);
        return b.binary(isBool ? "Xor" : "BitwiseXor", x[0], x[1]);
      })
      .Case([&](arith::ShLIOp) { return shift("LEFT"); })
      // An arithmetic shift: floor(x / 2^y).
      .Case([&](arith::ShRSIOp) {
        Value isNegative = b.Less(x[0], b.scalar(0, type));
        Value bits = b.Where(isNegative, b.unary("BitwiseNot", x[0]), x[0]);
        x[0] = bits;
        Value shifted = shift("RIGHT");
        return b.Where(isNegative, b.unary("BitwiseNot", shifted), shifted);
      })
      .Case([&](arith::CmpIOp compare) -> Value {
        StringRef name = getComparison(compare.getPredicate());
        // The order of booleans differs between signed and unsigned; only
        // equality does not.
        if (name.empty() ||
            (x[0] && b.checkedElement(x[0]).isInteger(1) && name != "Equal"))
          return {};
        return negate(b.compare(name, x[0], x[1]),
                      compare.getPredicate() == arith::CmpIPredicate::ne);
      })
      .Case([&](arith::CmpFOp compare) -> Value {
        StringRef name = getComparison(compare.getPredicate());
        if (name.empty())
          return {};
        return negate(b.compare(name, x[0], x[1]),
                      compare.getPredicate() == arith::CmpFPredicate::UNE);
      })
      .Case([&](arith::SelectOp) { return b.Where(x[0], x[1], x[2]); })
      // A boolean is 0 or 1.
      .Case<arith::ExtUIOp, arith::UIToFPOp>([&](Operation *) -> Value {
        return b.checkedElement(x[0]).isInteger(1) ? b.Cast(x[0], type)
                                                   : Value();
      })
      .Case([&](arith::SIToFPOp) -> Value {
        return b.checkedElement(x[0]).isInteger(1) ? Value()
                                                   : b.Cast(x[0], type);
      })
      .Case<arith::FPToSIOp, arith::ExtFOp, arith::TruncFOp>(
          [&](Operation *) { return b.Cast(x[0], type); })
      .Default([](Operation *) { return Value(); });
}

/// Lowers arithmetic on symbolic numbers.
void ModuleLowering::lowerArithmetic(ONNXBuilder &b, Operation *op) {
  // Calls and other dialects are not converted here.
  if (!isa_and_present<arith::ArithDialect, math::MathDialect>(
          op->getDialect()))
    return;
  bool isNumber = op->getNumResults() == 1 && op->getNumRegions() == 0 &&
                  op->getResult(0).getType().isIntOrFloat();
  if (isNumber) {
    Value result = op->getResult(0);
    AffineExpr expr = getExpr(result);
    Operation *before = op->getPrevNode();
    Value number;
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      number = b.constant(DenseElementsAttr::get(
          RankedTensorType::get({}, constant.getType()), constant.getValue()));
    else if (!expr || !symbols.canCompute(expr))
      number = buildArithmetic(b, op);
    sortBuiltBetween(before, op, number);
    // Without `number`, the result is computed from sizes where it is read.
    if (number)
      setNumber(result, number);
    if (number || expr) {
      lowered.push_back(op);
      return;
    }
  }
  addFailure(op, op->getName().getStringRef(), "no conversion to ONNX");
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// If the expression of `number` is a symbol of its own (a read element, or a
/// value like `Max(2, u0)` that other symbols do not express), `tensor` becomes
/// the source of this symbol.
void ModuleLowering::setNumber(Value number, Value tensor) {
  numbers.set(number, tensor);
  if (AffineExpr expr = getExpr(number);
      isa_and_present<AffineSymbolExpr>(expr))
    symbols.addScalar(expr, tensor);
}

void ModuleLowering::replace(Operation *op, ArrayRef<Value> values) {
  for (auto [result, replacement] : llvm::zip_equal(op->getResults(), values)) {
    Value value = replacement;
    if (!value)
      continue;
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type) {
      setNumber(result, value);
      continue;
    }
    // check() has compared the number of values with the number of results.
    if (std::optional<Type> met =
            torch::meetTypes(type, value.getType(), getRanges());
        met && *met != value.getType() && value.getDefiningOp())
      value.setType(*met);
    passValueName(result, value);
    result.replaceAllUsesWith(value);
    symbols.addTensor(value);
  }
}

void ModuleLowering::fail(torch::OperatorOp op, StringRef reason) {
  if (settings.keepUnsupported && op->getNumRegions() == 0)
    return keepOperator(op);
  addFailure(op, op.getTarget(), reason);
  // Registers the sizes that the operation defines for the operations that
  // follow.
  for (Value result : op->getResults())
    symbols.addTensor(result);
}

void ModuleLowering::addFailure(Operation *op, StringRef target,
                                StringRef reason) {
  MLIRContext *ctx = op->getContext();
  auto key = std::make_pair(StringAttr::get(ctx, target),
                            StringAttr::get(ctx, reason));
  auto call = dyn_cast<torch::OperatorOp>(op);
  const torch::Schema *schema = call ? call.getSchema() : nullptr;
  bool isComposite = schema && schema->isComposite() && !torch::isScripted(op);
  auto [it, inserted] =
      failures.insert({key, Failure{op->getLoc(), isComposite}});
  ++it->second.count;
}

/// Lowers to ONNX's DFT, which represents complex numbers as pairs, too, and
/// counts axes alike. Single precision is transformed in double precision: ONNX
/// Runtime's kernel of single precision has four times the error of PyTorch's,
/// and takes as long.
void ModuleLowering::lowerDft(ONNXBuilder &b, torch::DftOp op) {
  Value signal = getTensor(b, op.getSignal());
  auto type = cast<RankedTensorType>(op.getType());
  Type elementType = type.getElementType();
  if (elementType.isF32()) {
    // A transform of another axis has its result in double precision, too.
    auto rounded = signal.getDefiningOp<onnx::CastOp>();
    signal = rounded && rounded.getInput().getDefiningOp<onnx::DFTOp>()
                 ? rounded.getInput()
                 : b.Cast(signal, b.getBuilder().getF64Type());
    type = type.clone(b.getBuilder().getF64Type());
  }
  SmallVector<Value> operands = {signal, b.none(),
                                 b.scalar(int64_t(op.getAxis()), b.i64())};
  SmallVector<NamedAttribute> attributes = {
      b.attr("inverse", int64_t(0)),
      b.attr("onesided", int64_t(op.getOnesided()))};
  Value result = b.create("DFT", type, operands, attributes);
  replace(op, b.Cast(result, elementType));
  lowered.push_back(op);
}

void ModuleLowering::lowerOperator(torch::OperatorOp op) {
  if (auto why = op->getAttrOfType<StringAttr>(torch::notLegalizedAttrName)) {
    // An empty reason means that the operator stays because of another one,
    // which is reported.
    if (!why.empty())
      addFailure(op, op.getTarget(), why);
    return;
  }
  // Sizes, strides and storage offsets with an expression are computed where
  // they are read.
  if (op.getTarget().starts_with("aten.sym_") && op->getNumResults() == 1)
    if (AffineExpr expr = getExpr(op->getResult(0));
        expr && symbols.canCompute(expr)) {
      lowered.push_back(op);
      return;
    }
  Operation *before = op->getPrevNode();
  SmallVector<Value> values;
  if (std::optional<std::string> reason = build(op, values)) {
    eraseAfter(before, op);
    symbols.rollBack();
    forgetNumbers();
    return fail(op, *reason);
  }
  sortBuiltBetween(before, op, values);
  symbols.commit();
  recentNumbers.clear();
  replace(op, values);
  lowered.push_back(op);
}

/// Erases the operations between `before` and `op`.
void ModuleLowering::eraseAfter(Operation *before, Operation *op) {
  while (op->getPrevNode() != before) {
    Operation *built = op->getPrevNode();
    built->dropAllUses();
    built->erase();
  }
}

/// The lowering of an operator: its own, or one that follows from its row in
/// the operator table.
static const LoweringFn *findLowering(const torch::Schema *schema) {
  const LoweringFn *lowering = LoweringRegistry::get().find(schema);
  return lowering ? lowering : findMovingLowering(schema);
}

std::optional<std::string> ModuleLowering::build(torch::OperatorOp op,
                                                 SmallVector<Value> &values) {
  for (const OperatorMapping &mapping : settings.mappings)
    if (mapping.matches(op.getTarget())) {
      warnOfEffects(op);
      return mapOperator(op, mapping, values);
    }
  const LoweringFn *lowering = findLowering(op.getSchema());
  if (!lowering && op.isPythonFunction())
    return "ONNX has no arithmetic with Python's result for these operands";
  if (!lowering) {
    std::string reason = "no lowering to ONNX";
    if (auto why = op->getAttrOfType<StringAttr>(noDefinitionAttrName))
      reason += "; " + why.str();
    if (auto why = op->getAttrOfType<StringAttr>(torch::notDecomposedAttrName))
      reason += "; " + why.str();
    return reason;
  }
  // Lowerings rely on the checks of the type rules: axes are in range, sizes
  // broadcast, and PyTorch accepts the dtypes of the operands.
  std::string reason;
  FailureOr<SmallVector<Type>> inferred =
      torch::inferResultTypes(op, numberExprs, reason);
  if (failed(inferred) && torch::hasTypeRule(op.getTarget()))
    return "it does not fit its operands: " + reason;
  if (succeeded(inferred) && inferred->size() != op->getNumResults())
    return ("it has " + Twine(op->getNumResults()) + " results, expected " +
            Twine(inferred->size()))
        .str();

  OpBuilder builder(op);
  Operation *before = op->getPrevNode();
  Lowering b(*this, builder, op);
  Lowered result = (*lowering)(b);
  if (b.isRefused())
    return b.getReason().str();
  values.assign(result.getValues().begin(), result.getValues().end());
  if (std::optional<std::string> why = check(op, values))
    return why;

  // Operations that violate their ODS definition are refused here, where their
  // torch operator is known.
  DiagnosticCapture capture(op.getContext());
  for (Operation *built = before ? before->getNextNode()
                                 : &op->getBlock()->front();
       built != op.getOperation(); built = built->getNextNode())
    if (mlir::failed(mlir::verify(built)))
      return "its lowering is not valid: " + capture.getMessage();
  return std::nullopt;
}

/// Compares the results with their declared types.
std::optional<std::string> ModuleLowering::check(torch::OperatorOp op,
                                                 ArrayRef<Value> values) {
  if (values.size() != op->getNumResults())
    return ("its lowering gives " + Twine(values.size()) +
            " results, expected " + Twine(op->getNumResults()))
        .str();
  for (auto [value, expected] : llvm::zip_equal(values, op->getResults())) {
    if (!value && expected.use_empty())
      continue; // A lowering may leave out unused results.
    Type type = expected.getType();
    if (type.isIntOrFloat())
      type = RankedTensorType::get({}, type);
    if (!isa<RankedTensorType>(type) && expected.use_empty())
      continue;
    if (value && torch::meetTypes(type, value.getType(), getRanges()))
      continue;
    return "its lowering gives " +
           (value ? llvm::to_string(value.getType()) : "nothing") +
           ", expected " + llvm::to_string(type);
  }
  return std::nullopt;
}

void ModuleLowering::lowerOperation(Operation *op) {
  OpBuilder builder(op);
  ONNXBuilder b(builder, op->getLoc());
  if (auto call = dyn_cast<torch::OperatorOp>(op))
    return lowerOperator(call);
  if (op->getDialect() && op->getDialect()->getNamespace() == "onnx")
    return enterONNX(op);
  if (lowerControlFlow(op))
    return;
  if (auto dft = dyn_cast<torch::DftOp>(op))
    return lowerDft(b, dft);
  if (auto constant = dyn_cast<torch::ConstantOp>(op)) {
    auto type = cast<ShapedType>(constant.getValue().getType());
    if (auto complex = dyn_cast<ComplexType>(type.getElementType());
        complex && !complex.getElementType().isF32() &&
        !complex.getElementType().isF64())
      return addFailure(op, "torch.constant",
                        "ONNX has no elements of type " +
                            llvm::to_string(complex));
    Value value = b.constant(constant.getValue());
    if (StringAttr name = constant.getNameAttr())
      value.getDefiningOp()->setAttr("name", name);
    replace(op, value);
    lowered.push_back(op);
    return;
  }
  if (!isa<UnrealizedConversionCastOp>(op))
    lowerArithmetic(b, op);
  recentNumbers.clear();
  symbols.commit();
}

void ModuleLowering::lowerBlock(Block &block) {
  for (Value argument : block.getArguments())
    symbols.addTensor(argument);
  // New operations are built before the lowered one, so the walk does not visit
  // them.
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator()))
    lowerOperation(&op);
}

void ModuleLowering::lowerFunction(func::FuncOp func) {
  Block &body = func.getBody().front();
  bindNumbers(body, func.getLoc(), [&](unsigned index) {
    return func.removeArgAttr(
        index, StringAttr::get(func.getContext(),
                               torch::TorchDialect::getExprsAttrName()));
  });
  lowerBlock(body);

  Operation *terminator = body.getTerminator();
  OpBuilder builder(terminator);
  ONNXBuilder b(builder, terminator->getLoc());
  for (OpOperand &operand : terminator->getOpOperands())
    if (Value tensor = getTensor(b, operand.get()))
      operand.set(tensor);
    else
      addFailure(terminator, "return",
                 "expected outputs that are tensors or numbers, found " +
                     Lowering::describe(operand.get().getType()));
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
    InFlightDiagnostic error = emitError(failure.firstUse);
    error << "unsupported operator '" << target.getValue() << "' ("
          << failure.count << (failure.count == 1 ? " use" : " uses")
          << "): " << reason.getValue();
    // Decomposing does not help if the parts have no lowering.
    if (failure.isComposite && !reason.getValue().contains("has no lowering") &&
        !reason.getValue().starts_with("it does not fit"))
      torch::adviseDecomposition(error, "it");
  }
  return success(failures.empty());
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// The first operation with a value of a type that no lowering accepts, and
/// this type.
static std::pair<Operation *, Type> findUntyped(func::FuncOp func) {
  std::pair<Operation *, Type> found;
  auto isUntyped = [&](Type type) {
    bool isKnown = isa<RankedTensorType, NoneType>(type) ||
                   type.isIntOrFloat() ||
                   type.getDialect().getNamespace() == "onnx";
    if (!isKnown)
      found.second = type;
    return !isKnown;
  };
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool hasUntyped = llvm::any_of(op->getResultTypes(), isUntyped);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        hasUntyped |= llvm::any_of(block.getArgumentTypes(), isUntyped);
    if (!hasUntyped)
      return WalkResult::advance();
    found.first = op;
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
    settings.keepUnsupported = unsupported == Unsupported::Keep;
    for (const std::string &text : mapOps) {
      llvm::Expected<OperatorMapping> mapping = OperatorMapping::parse(text);
      if (!mapping) {
        getOperation().emitError(llvm::toString(mapping.takeError()));
        return signalPassFailure();
      }
      settings.mappings.push_back(std::move(*mapping));
    }
    sym::Ranges ranges = sym::readRanges(getOperation());
    bool failed = false;
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (func.isExternal())
        continue;
      if (auto [untyped, type] = findUntyped(func); untyped) {
        if (isa<torch::UntypedType, UnrankedTensorType>(type))
          untyped->emitError("a tensor of unknown type; run torch-infer-shapes "
                             "before convert-torch-to-onnx");
        else
          untyped->emitError("a value of type ")
              << type << ", expected a tensor or a number";
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
        onnx::kOpsetAttr,
        IntegerAttr::get(IntegerType::get(&getContext(), 64), opset));
  }
};
} // namespace

bool torch_onnx::hasLowering(StringRef target) {
  return findLowering(torch::Schema::lookup(target)) != nullptr;
}

SmallVector<StringRef> torch_onnx::getSupportedOperators() {
  SmallVector<StringRef> names = LoweringRegistry::get().getNames();
  for (StringRef name : torch::getInferredOperators())
    if (hasLowering(name))
      names.push_back(name);
  llvm::sort(names);
  names.erase(llvm::unique(names), names.end());
  return names;
}
