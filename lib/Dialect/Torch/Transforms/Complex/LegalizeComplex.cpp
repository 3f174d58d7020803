//===- LegalizeComplex.cpp - Lowering of complex tensors to pairs ---------===//
//
// One walk in program order. Complex inputs, outputs and weights become pairs
// in an additional dimension. Each operator with complex values is replaced by
// the operations that the rule of its schema builds (ComplexRules.h). An
// operator that cannot be replaced is kept, with the reason; the conversion
// reports all such operators.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"

#include "ComplexRules.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Support/ModelAttributes.h"
#include "torch-onnx/Transforms/BuildOrder.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/ScopedPrinter.h"

namespace torch_onnx::torch {
#define GEN_PASS_DEF_LEGALIZECOMPLEX
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h.inc"
} // namespace torch_onnx::torch

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

static bool isComplexType(Type type) {
  return isa<ComplexType>(getElementTypeOrSelf(type));
}

/// The tensor with an additional last dimension of size 2.
static RankedTensorType getPairsType(RankedTensorType type) {
  SmallVector<AffineExpr> dims = sym::getDims(type);
  dims.push_back(getAffineConstantExpr(2, type.getContext()));
  return sym::getTensorType(dims,
                            ComplexBuilder::toReal(type.getElementType()));
}

/// The same bytes as pairs; null for other kinds of attributes.
static ElementsAttr getPairs(ElementsAttr elements) {
  auto type = getPairsType(cast<RankedTensorType>(elements.getType()));
  if (auto weight = dyn_cast<weight::FileAttr>(elements)) {
    SmallVector<int64_t> strides;
    for (int64_t stride : weight.getStrides())
      strides.push_back(2 * stride);
    strides.push_back(1);
    return weight::FileAttr::get(type, weight.getFile(), weight.getOffset(),
                                 strides);
  }
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  if (auto dense = dyn_cast<DenseElementsAttr>(elements)) {
    SmallVector<APFloat> parts;
    for (const std::complex<APFloat> &number :
         dense.getValues<std::complex<APFloat>>()) {
      parts.push_back(number.real());
      parts.push_back(number.imag());
    }
    return DenseElementsAttr::get(type, parts);
  }
  return {};
}

namespace {

/// Builds the replacement of one operator, and erases it if the rule refuses.
class Rewrite : public OpBuilder::Listener {
public:
  Rewrite(OperatorOp op, const sym::Ranges &ranges, ComplexValues &values,
          DftUse dftUse)
      : op(op), numbers(ranges), values(values), builder(op),
        b(builder, op, numbers, values, dftUse) {
    builder.setListener(this);
  }

  /// Returns nothing on success, else the reason.
  std::optional<std::string> run();

private:
  void notifyOperationInserted(Operation *made,
                               OpBuilder::InsertPoint previous) override {
    created.push_back(made);
  }

  Value finish(Value value, RankedTensorType type);

  OperatorOp op;
  NumberExprs numbers;
  ComplexValues &values;
  OpBuilder builder;
  ComplexBuilder b;
  SmallVector<Operation *> created;
};

struct LegalizeComplexPass
    : torch::impl::LegalizeComplexBase<LegalizeComplexPass> {
  using LegalizeComplexBase::LegalizeComplexBase;

  void runOnOperation() override {
    ranges.reset();
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal() && !legalize(func))
        return signalPassFailure();
  }

private:
  bool legalize(func::FuncOp func);
  bool legalizeInterface(func::FuncOp func);
  bool legalizeConstant(ConstantOp constant);
  void legalizeOperator(OperatorOp op);
  bool legalizeControlFlow(Operation *op);
  bool legalizeBlock(Block &block);

  std::optional<sym::Ranges> ranges;
  ComplexValues values;
  SmallVector<OperatorOp> replaced;
};

} // namespace

//===----------------------------------------------------------------------===//
// One operator
//===----------------------------------------------------------------------===//

/// Converts the value to the declared type and shape.
Value Rewrite::finish(Value value, RankedTensorType type) {
  if (!value || b.isRefused())
    return value;
  value = b.TorchBuilder::cast(value, type.getElementType());
  if (b.isRefused() || value.getType() == type)
    return value;
  std::optional<Type> met =
      meetTypes(type, value.getType(), numbers.getRanges());
  if (!met) {
    b.refuse("its rule for complex numbers gives " +
             llvm::to_string(value.getType()) + ", expected " +
             llvm::to_string(type));
    return {};
  }
  if (*met != value.getType() &&
      llvm::is_contained(created, value.getDefiningOp()))
    value.setType(cast<RankedTensorType>(*met));
  return value;
}

std::optional<std::string> Rewrite::run() {
  const ComplexRule *rule = findComplexRule(op.getSchema());
  std::string noRule = "expected real numbers, found complex ones, for which "
                       "it has no rule";
  if (!rule || op->getNumRegions() != 0) {
    if (auto why = op->getAttrOfType<StringAttr>(notDecomposedAttrName))
      noRule += "; " + why.str();
    return noRule;
  }
  ComplexResults results = rule->build(b);
  if (!b.isRefused() && results.size() != op->getNumResults())
    b.refuse("its rule for complex numbers gives " + Twine(results.size()) +
             " results, expected " + Twine(op->getNumResults()));
  for (auto [index, result] : llvm::enumerate(results)) {
    if (b.isRefused())
      break;
    auto type = dyn_cast<RankedTensorType>(op->getResult(index).getType());
    if (!type) { // A size, or an unused number.
      Type number = op->getResult(index).getType();
      if (!op->getResult(index).use_empty() &&
          (!result.re || result.re.getType() != number))
        b.refuse("its rule for complex numbers gives no number");
      continue;
    }
    if (!isComplexType(type)) {
      result.re = finish(result.re, type);
      continue;
    }
    if (result.pairs && !result.re) {
      result.pairs = finish(result.pairs, getPairsType(type));
      continue;
    }
    auto partType = type.clone(ComplexBuilder::toReal(type.getElementType()));
    result.pairs = {};
    result.re = finish(result.re, partType);
    // If a real operand is broadcast by another operand, only the real part has
    // the broadcast shape.
    if (result.im && !b.isRefused() &&
        getElementTypeOrSelf(result.im) == partType.getElementType() &&
        result.im.getType() != result.re.getType())
      result.im = b.call("aten.expand_as.default", {result.im, result.re});
    result.im = finish(result.im, partType);
  }
  if (b.isRefused()) {
    for (Operation *made : llvm::reverse(created)) {
      made->dropAllUses();
      made->erase();
    }
    return b.getReason().str();
  }
  SmallVector<Value> built;
  for (auto [from, to] : llvm::zip_equal(op->getResults(), results)) {
    if (from.use_empty() && !isa<RankedTensorType>(from.getType()))
      continue;
    for (Value value : {to.re, to.im, to.pairs})
      if (value)
        built.push_back(value);
    if (isComplexType(from.getType()))
      values[from] = to;
    else if (to.re) {
      passValueName(from, to.re);
      from.replaceAllUsesWith(to.re);
    }
  }
  // Operators that were only used for their types are dead.
  sortBuilt(created, built);
  llvm::sort(created,
             [](Operation *x, Operation *y) { return x->isBeforeInBlock(y); });
  for (Operation *made : llvm::reverse(created))
    if (isOpTriviallyDead(made) &&
        llvm::none_of(made->getResults(), [&](Value result) {
          return llvm::is_contained(built, result);
        }))
      made->erase();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static Value buildView(OpBuilder &b, Location loc, StringRef target,
                       Value value, Type type) {
  return buildOperator(b, loc, target, type, {{"self", value}})->getResult(0);
}

/// Converts complex arguments and results to pairs. The body views them as
/// complex numbers; the walk replaces these views like other operators.
bool LegalizeComplexPass::legalizeInterface(func::FuncOp func) {
  Block &body = func.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (BlockArgument argument : body.getArguments()) {
    if (!isComplexType(argument.getType()))
      continue;
    auto type = cast<RankedTensorType>(argument.getType());
    if (auto value = func.getArgAttrOfType<ElementsAttr>(
            argument.getArgNumber(), onnx::kDefaultAttr)) {
      ElementsAttr pairs = getPairs(value);
      if (!pairs) {
        func.emitError("expected the default of argument #")
            << argument.getArgNumber()
            << " to be elements that can be read as pairs, found "
            << value.getAbstractAttribute().getName();
        return false;
      }
      func.setArgAttr(argument.getArgNumber(), onnx::kDefaultAttr, pairs);
    }
    argument.setType(getPairsType(type));
    Value view = buildView(builder, argument.getLoc(),
                           "aten.view_as_complex.default", argument, type);
    argument.replaceAllUsesExcept(view, view.getDefiningOp());
  }
  Operation *terminator = body.getTerminator();
  builder.setInsertionPoint(terminator);
  for (OpOperand &operand : terminator->getOpOperands())
    if (isComplexType(operand.get().getType()))
      operand.set(buildView(
          builder, terminator->getLoc(), "aten.view_as_real.default",
          operand.get(),
          getPairsType(cast<RankedTensorType>(operand.get().getType()))));
  func.setFunctionType(builder.getFunctionType(body.getArgumentTypes(),
                                               terminator->getOperandTypes()));
  return true;
}

bool LegalizeComplexPass::legalizeConstant(ConstantOp constant) {
  ElementsAttr pairs = getPairs(constant.getValue());
  if (!pairs) {
    constant.emitError("expected a complex constant that can be read as pairs, "
                       "found ")
        << constant.getValue().getAbstractAttribute().getName();
    return false;
  }
  OpBuilder builder(constant->getContext());
  builder.setInsertionPointAfter(constant);
  Value view =
      buildView(builder, constant.getLoc(), "aten.view_as_complex.default",
                constant, constant.getType());
  constant.getResult().replaceAllUsesExcept(view, view.getDefiningOp());
  constant.setValueAttr(pairs);
  constant.getResult().setType(cast<RankedTensorType>(pairs.getType()));
  return true;
}

void LegalizeComplexPass::legalizeOperator(OperatorOp op) {
  auto leave = [&](StringRef reason) {
    op->setAttr(notLegalizedAttrName, StringAttr::get(op.getContext(), reason));
  };
  for (Value operand : op->getOperands())
    if (isComplexType(operand.getType()) && !values.contains(operand))
      return leave("");
  if (!ranges)
    ranges = sym::readRanges(getOperation());
  Rewrite rewrite(op, *ranges, values, dft);
  if (std::optional<std::string> reason = rewrite.run())
    return leave(*reason);
  replaced.push_back(op);
}

/// Whether an operand, a number among the arguments, a result or a region
/// argument is complex.
static bool hasComplex(Operation *op) {
  auto call = dyn_cast<OperatorOp>(op);
  bool found = call ? torch::isComplex(call)
                    : llvm::any_of(op->getOperandTypes(), isComplexType) ||
                          llvm::any_of(op->getResultTypes(), isComplexType);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      found |= llvm::any_of(block.getArgumentTypes(), isComplexType);
  return found;
}

bool LegalizeComplexPass::legalize(func::FuncOp func) {
  // Most programs have no complex values.
  bool isComplex = func.walk([&](Operation *op) {
                         return hasComplex(op) ? WalkResult::interrupt()
                                               : WalkResult::advance();
                       })
                       .wasInterrupted();
  if (!isComplex)
    return true;
  if (!func.getBody().hasOneBlock()) {
    func.emitError("expected one block in a function with complex numbers, "
                   "found several");
    return false;
  }
  bool isDone =
      legalizeInterface(func) && legalizeBlock(func.getBody().front());
  // The operands of a kept operator are kept, too.
  for (OperatorOp op : llvm::reverse(replaced)) {
    if (op->use_empty())
      op->erase();
    else
      op->setAttr(notLegalizedAttrName, StringAttr::get(op.getContext(), ""));
  }
  replaced.clear();
  values.clear();
  return isDone;
}

/// Converts the operands, yielded values and results of a branch or a loop to
/// pairs, like arguments and results of a function.
bool LegalizeComplexPass::legalizeControlFlow(Operation *op) {
  OpBuilder builder(op);
  SmallVector<Value> views;
  auto viewAsReal = [&](OpOperand &operand) {
    Value pairs = buildView(
        builder, op->getLoc(), "aten.view_as_real.default", operand.get(),
        getPairsType(cast<RankedTensorType>(operand.get().getType())));
    operand.set(pairs);
    return pairs;
  };
  auto viewAsComplex = [&](Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    value.setType(getPairsType(type));
    Value view = buildView(builder, op->getLoc(),
                           "aten.view_as_complex.default", value, type);
    value.replaceAllUsesExcept(view, view.getDefiningOp());
    return view;
  };
  for (OpOperand &operand : op->getOpOperands())
    if (isComplexType(operand.get().getType()))
      legalizeOperator(cast<OperatorOp>(viewAsReal(operand).getDefiningOp()));
  for (Region &region : op->getRegions()) {
    Block &block = region.front();
    builder.setInsertionPointToStart(&block);
    for (BlockArgument argument : block.getArguments())
      if (isComplexType(argument.getType()))
        viewAsComplex(argument);
    builder.setInsertionPoint(block.getTerminator());
    for (OpOperand &operand : block.getTerminator()->getOpOperands())
      if (isComplexType(operand.get().getType()))
        viewAsReal(operand);
    if (!legalizeBlock(block))
      return false;
  }
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults())
    if (isComplexType(result.getType()))
      legalizeOperator(cast<OperatorOp>(viewAsComplex(result).getDefiningOp()));
  return true;
}

bool LegalizeComplexPass::legalizeBlock(Block &body) {
  for (auto constant : llvm::make_early_inc_range(body.getOps<ConstantOp>()))
    if (isComplexType(constant.getType()) && !legalizeConstant(constant))
      return false;
  bool isDone = true;
  for (Operation &op : llvm::make_early_inc_range(body)) {
    if (isa<IfOp, WhileOp, ScanOp>(op)) {
      isDone &= legalizeControlFlow(&op);
      continue;
    }
    for (Region &region : op.getRegions())
      region.walk([&](Operation *inner) {
        if (!hasComplex(inner))
          return;
        inner->emitError("expected real numbers in a subgraph, found complex "
                         "ones");
        isDone = false;
      });
    if (!hasComplex(&op))
      continue;
    if (auto call = dyn_cast<OperatorOp>(op)) {
      legalizeOperator(call);
    } else {
      op.emitError("expected real numbers, found complex ones");
      isDone = false;
    }
  }
  return isDone;
}
