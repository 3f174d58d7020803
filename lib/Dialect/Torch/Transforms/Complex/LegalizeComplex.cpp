//===- LegalizeComplex.cpp - Lowering of complex tensors to pairs ---------===//
//
// Complex inputs, outputs and weights become pairs in an additional dimension.
// Each operator with complex values is replaced by the operations that the rule
// of its schema builds (ComplexRules.h).
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"

#include "ComplexRules.h"
#include "LegalizePairs.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

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
class Rewrite : RuleRewrite {
public:
  Rewrite(OperatorOp op, const sym::Ranges &ranges, ComplexValues &values,
          DftUse dftUse)
      : RuleRewrite(op, ranges, "complex numbers"), values(values),
        b(builder, op, numbers, values, dftUse) {}

  /// Returns nothing on success, else the reason.
  std::optional<std::string> run();

private:
  Value finish(Value value, RankedTensorType type) {
    value = b.TorchBuilder::cast(value, type.getElementType());
    return RuleRewrite::finish(b, value, type);
  }

  ComplexValues &values;
  ComplexBuilder b;
};

struct LegalizeComplexPass
    : torch::impl::LegalizeComplexBase<LegalizeComplexPass>,
      LegalizePairs {
  explicit LegalizeComplexPass(LegalizeComplexOptions options = {})
      : LegalizeComplexBase(options),
        LegalizePairs("complex numbers", "real numbers", "complex ones") {}

  void runOnOperation() override {
    if (!legalizeModule(getOperation()))
      signalPassFailure();
  }

private:
  bool isPairs(Type type) const override { return isComplexType(type); }
  bool usesPairs(Operation *op) const override {
    auto call = dyn_cast<OperatorOp>(op);
    return call && torch::isComplex(call);
  }
  bool isKept(Value value) const override {
    return isComplexType(value.getType()) && !values.contains(value);
  }
  ElementsAttr getNumbers(ElementsAttr pairs) const override {
    return getPairs(pairs);
  }
  void convert(Value value) override;
  void convertOperands(Operation *op) override;
  std::optional<std::string> rewrite(OperatorOp op,
                                     const sym::Ranges &ranges) override {
    return Rewrite(op, ranges, values, dft).run();
  }
  void clear() override { values.clear(); }

  ComplexValues values;
};

} // namespace

//===----------------------------------------------------------------------===//
// One operator
//===----------------------------------------------------------------------===//

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
  checkCount(b, results.size());
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
      result.im = b.binary("expand_as", result.im, result.re);
    result.im = finish(result.im, partType);
  }
  if (b.isRefused()) {
    takeBack();
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
  eraseIf([&](Operation *made) {
    return isOpTriviallyDead(made) &&
           llvm::none_of(made->getResults(), [&](Value result) {
             return llvm::is_contained(built, result);
           });
  });
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Views of pairs
//===----------------------------------------------------------------------===//

static OperatorOp buildView(OpBuilder &b, Location loc, StringRef target,
                            Value value, Type type) {
  return buildOperator(b, loc, target, type, {{"self", value}});
}

/// The users of the value use a view of the pairs as complex numbers, which is
/// replaced like other operators.
void LegalizeComplexPass::convert(Value value) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  auto type = cast<RankedTensorType>(value.getType());
  value.setType(getPairsType(type));
  OperatorOp view = buildView(builder, value.getLoc(),
                              "aten.view_as_complex.default", value, type);
  value.replaceAllUsesExcept(view->getResult(0), view);
  // The walk visits the views of arguments.
  if (!isa<BlockArgument>(value))
    legalizeOperator(view);
}

void LegalizeComplexPass::convertOperands(Operation *op) {
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    if (!isComplexType(value.getType()))
      continue;
    OperatorOp view =
        buildView(builder, op->getLoc(), "aten.view_as_real.default", value,
                  getPairsType(cast<RankedTensorType>(value.getType())));
    operand.set(view->getResult(0));
    legalizeOperator(view);
  }
}
