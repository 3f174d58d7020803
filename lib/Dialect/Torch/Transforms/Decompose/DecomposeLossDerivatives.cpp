//===- DecomposeLossDerivatives.cpp - Derivatives of losses ---------------===//
//
// Operators of the backward pass of losses and distances, by the formulas of
// the CPU kernels (ATen/native/LossNLL.cpp, LossMulti*.cpp,
// ATen/native/cpu/DistanceOpsKernel.cpp).
//
//===----------------------------------------------------------------------===//

#include "Derivatives.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/Support/ScopedPrinter.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

/// The weight of each element in the loss; the mean is over all elements.
static Value getShare(TorchBuilder &b, const Arguments &args, Value grad,
                      Value x) {
  if (require(b, args.getInt("reduction")) != Mean)
    return grad;
  return b.div(grad, getElementCount(b, x));
}

// aten::mse_loss_backward(Tensor grad_output, Tensor self, Tensor target,
//                         int reduction) -> Tensor
static Decomposed mseBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value error = b.sub(of.x, getInOpMath(b, args, "target"));
  Value grad = b.mul(b.mul(error, 2.0), of.grad);
  return of.finish(b, getShare(b, args, grad, of.x));
}

/// The derivative of a loss that is `curve` for small errors and linear
/// elsewhere.
static Value lineBackward(TorchBuilder &b, const Arguments &args,
                          const Operands &of, Value error, double bound,
                          Value line, Value curve) {
  Value upper = b.where(b.compare("ge", error, bound), line, curve);
  Value result =
      b.where(b.compare("le", error, -bound), b.unary("neg", line), upper);
  return of.finish(b, getShare(b, args, result, of.x));
}

// aten::smooth_l1_loss_backward(Tensor grad_output, Tensor self,
//                               Tensor target, int reduction, float beta)
//   -> Tensor
static Decomposed smoothL1Backward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  double beta = require(b, args.getFloat("beta"));
  Value error = b.sub(of.x, getInOpMath(b, args, "target"));
  Value curve = b.div(b.mul(error, of.grad), beta);
  return lineBackward(b, args, of, error, beta, of.grad, curve);
}

// aten::huber_loss_backward(Tensor grad_output, Tensor self, Tensor target,
//                           int reduction, float delta) -> Tensor
static Decomposed huberBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  double delta = require(b, args.getFloat("delta"));
  Value error = b.sub(of.x, getInOpMath(b, args, "target"));
  return lineBackward(b, args, of, error, delta, b.mul(of.grad, delta),
                      b.mul(error, of.grad));
}

// aten::binary_cross_entropy_backward(Tensor grad_output, Tensor self,
//   Tensor target, Tensor? weight=None, int reduction=1) -> Tensor
static Decomposed bceBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value error = b.sub(of.x, getInOpMath(b, args, "target"));
  Value product = b.mul(b.rsub(of.x, 1), of.x);
  // The bound is a number of the dtype, which is 0 in f16.
  Value divisor = b.atLeast(product, of.type.isF16() ? 0.0 : 1e-12);
  Value grad = b.div(b.mul(of.grad, error), divisor);
  if (Value weight = args.getValue("weight"))
    grad = b.mul(grad, getInOpMath(b, weight));
  return of.finish(b, getShare(b, args, grad, of.x));
}

// aten::soft_margin_loss_backward(Tensor grad_output, Tensor self,
//                                 Tensor target, int reduction) -> Tensor
static Decomposed softMarginBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value target = getInOpMath(b, args, "target");
  Value z = b.exp(b.mul(b.unary("neg", target), of.x));
  Value grad = b.mul(b.mul(b.mul(z, target), -1.0), of.grad);
  return of.finish(b, getShare(b, args, b.div(grad, b.add(z, 1.0)), of.x));
}

// aten::nll_loss_backward(Tensor grad_output, Tensor self, Tensor target,
//   Tensor? weight, int reduction, SymInt ignore_index, Tensor total_weight)
//   -> Tensor
//
// Each sample has a nonzero derivative only at its class. Classes are compared,
// so an ignored target need not be a valid class. The samples of
// nll_loss2d_backward have more dimensions.
static Decomposed nllBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value target = args.getValue("target");
  RankedTensorType type = b.getType(args.getValue("self"));
  int64_t rank = type.getRank(), axis = rank > 1 ? 1 : 0;
  if (rank < 1)
    return b.refuse("its rule expects 'self' to have a dimension of classes, "
                    "found none");
  int64_t reduction = require(b, args.getInt("reduction"));
  Value classes =
      alongAxis(b, countUp(b, sym::getDims(type)[axis]), axis, rank);
  if (axis == 1)
    target = b.unsqueeze(target, 1);
  Value isIgnored =
      b.compare("eq", target, require(b, args.getInt("ignore_index")));
  Value isOther = b.logicalOr(b.compare("ne", classes, target), isIgnored);

  Value grad = of.grad;
  if (reduction == Mean)
    grad = b.div(grad, getInOpMath(b, args, "total_weight"));
  else if (reduction == None && axis == 1)
    grad = b.unsqueeze(grad, 1);
  grad = b.unary("neg", grad);
  if (Value weight = args.getValue("weight"))
    grad = b.mul(grad, alongAxis(b, getInOpMath(b, weight), axis, rank));
  return of.finish(b, b.where(isOther, 0.0, grad));
}

/// Adds the batch dimension to a tensor of classes: [N, classes].
static Value withSamples(TorchBuilder &b, Value x, int64_t rank) {
  for (int64_t i = b.getType(x).getRank(); i < rank; ++i)
    x = b.unsqueeze(x, 0);
  return x;
}

/// Multiplies the derivative of the loss of each sample in [N, classes] by the
/// gradient of the losses, of their sum or of their mean. Each sample is
/// divided by its number of elements.
static Value finishMargins(TorchBuilder &b, const Arguments &args,
                           const Operands &of, Value x, Value counted) {
  if (b.isRefused())
    return Value();
  AffineExpr count = sym::getDims(b.getType(x))[1];
  if (!b.requireKnown(count))
    return Value();
  Value grad = b.div(counted, b.size(count));
  if (require(b, args.getInt("reduction")) == Mean) {
    AffineExpr samples = sym::getDims(b.getType(x))[0];
    if (!b.requireKnown(samples))
      return Value();
    grad = b.div(grad, b.size(samples));
  }
  Value given = of.grad;
  if (b.getType(given).getRank() == 1)
    given = b.unsqueeze(given, 1);
  grad = b.mul(grad, given);
  return of.finish(b, b.view(grad, sizesOf(b, args.getValue("self"))));
}

// aten::multi_margin_loss_backward(Tensor grad_output, Tensor self,
//   Tensor target, Scalar p, Scalar margin, Tensor? weight=None,
//   int reduction=1) -> Tensor
static Decomposed multiMarginBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  double p = getNumber(b, args, "p"), margin = getNumber(b, args, "margin");
  if ((p != 1 && p != 2) || b.getType(of.x).getRank() > 2)
    return b.refuse("its rule expects 'p' to be 1 or 2, and 'self' to have up "
                    "to 2 dimensions, found " +
                    args.describe("p") + " and " +
                    Twine(b.getType(of.x).getRank()));
  Value x = withSamples(b, of.x, 2);
  Value target = b.unsqueeze(withSamples(b, args.getValue("target"), 1), 1);
  if (b.isRefused())
    return Value();
  Value classes = countUp(b, sym::getDims(b.getType(x))[1]);
  Value isOwn = b.compare("eq", classes, target);
  Value own = b.call("aten.gather.default", {x, 1, target});
  Value error = b.add(b.sub(x, own), margin);
  Value isLess = b.logicalOr(isOwn, b.logicalNot(b.compare("gt", error, 0.0)));
  Value slope = p == 1 ? b.unary("ones_like", error) : b.mul(error, 2.0);
  if (Value weight = args.getValue("weight")) {
    Value flat = b.view(target, {-1});
    Value ofTarget = b.indexSelect(getInOpMath(b, weight), 0, flat);
    slope = b.mul(slope, b.unsqueeze(ofTarget, 1));
  }
  Value others = b.where(isLess, 0.0, slope);
  Value sum = b.unary("neg", b.sum(others, 1, /*keepDims=*/true));
  return finishMargins(b, args, of, x, b.where(isOwn, sum, others));
}

// aten::multilabel_margin_loss_backward(Tensor grad_output, Tensor self,
//   Tensor target, int reduction, Tensor is_target) -> Tensor
//
// The labels of a sample end at the first negative number.
static Decomposed multilabelMarginBackward(TorchBuilder &b,
                                           const Arguments &args) {
  Operands of = getOperands(b, args);
  if (b.isRefused())
    return Value();
  if (b.getType(of.x).getRank() > 2)
    return b.refuse(
        "its rule expects 'self' to have up to 2 dimensions, found " +
        Twine(b.getType(of.x).getRank()));
  Value x = withSamples(b, of.x, 2);
  Value target = withSamples(b, args.getValue("target"), 2);
  Value isTarget =
      getInOpMath(b, withSamples(b, args.getValue("is_target"), 2));
  Value ended = b.call("aten.cumsum.default", {b.compare("lt", target, 0), 1});
  Value isLabel = b.compare("eq", ended, 0);
  Value label = b.atLeast(target, 0);
  // [N, labels, classes]
  Value own = b.call("aten.gather.default", {x, 1, label});
  Value error = b.add(b.sub(b.unsqueeze(x, 1), b.unsqueeze(own, 2)), 1.0);
  Value isCounted =
      b.logicalAnd(b.logicalAnd(b.compare("gt", error, 0.0),
                                b.unsqueeze(b.compare("eq", isTarget, 0.0), 1)),
                   b.unsqueeze(isLabel, 2));
  if (b.isRefused())
    return Value();
  Value counts = b.cast(isCounted, b.getType(x).getElementType());
  Value ofOthers = b.sum(counts, {1}), ofLabels = b.sum(counts, {2});
  Value counted = b.call("aten.scatter_add.default",
                         {ofOthers, 1, label, b.unary("neg", ofLabels)});
  return finishMargins(b, args, of, x, counted);
}

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

/// The derivative of the p-norm of differences in the differences. The norms
/// and their gradients have a last dimension of size 1.
static Value normBackward(TorchBuilder &b, Value grad, Value difference,
                          Value norm, double p) {
  auto sign = [&] { return b.unary("sign", difference); };
  auto power = [&](Value x, double exponent) {
    return b.call("aten.pow.Tensor_Scalar", {x, exponent});
  };
  auto abs = [&](Value x) { return b.unary("abs", x); };
  if (p == 0)
    return b.mul(difference, 0.0);
  if (p == 1)
    return b.mul(grad, sign());
  if (std::isinf(p)) {
    // 1 for the largest difference, 0 for all others.
    Value rest = b.unary("ceil", abs(b.sub(abs(difference), norm)));
    Value cut = b.atMost(rest, 1);
    return b.mul(b.mul(grad, sign()), b.rsub(cut, 1));
  }
  Value isZero = b.compare("eq", norm, 0.0);
  if (p == 2)
    return b.where(isZero, 0.0, b.div(b.mul(grad, difference), norm));
  Value share = b.div(grad, power(norm, p - 1));
  if (p < 2) {
    Value result =
        b.where(isZero, 0.0,
                b.mul(b.mul(sign(), power(abs(difference), p - 1)), share));
    return p < 1 ? b.where(b.compare("eq", difference, 0.0), 0.0, result)
                 : result;
  }
  return b.where(
      isZero, 0.0,
      b.mul(b.mul(difference, power(abs(difference), p - 2)), share));
}

// aten::_cdist_backward(Tensor grad, Tensor x1, Tensor x2, float p,
//                       Tensor cdist) -> Tensor
static Decomposed cdistBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args, "grad", "x1");
  Value difference =
      b.sub(b.unsqueeze(of.x, -2), b.unsqueeze(getInOpMath(b, args, "x2"), -3));
  Value each = normBackward(b, b.unsqueeze(of.grad, -1), difference,
                            b.unsqueeze(getInOpMath(b, args, "cdist"), -1),
                            getNumber(b, args, "p"));
  return of.finish(b, b.sum(each, {-2}));
}

// aten::_pdist_backward(Tensor grad, Tensor self, float p, Tensor pdist)
//   -> Tensor
//
// A pair of rows is added to one row and subtracted from the other.
static Decomposed pdistBackward(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args, "grad");
  if (b.isRefused())
    return Value();
  RankedTensorType type = b.getType(of.x);
  if (type.getRank() != 2 || type.isDynamicDim(0))
    return b.refuse("its rule expects 'self' to have 2 dimensions, the first "
                    "one constant, found " +
                    llvm::to_string(type));
  int64_t rows = type.getDimSize(0);
  Value pairs = b.call("aten.triu_indices.default", {rows, rows, 1});
  auto select = [&](int64_t index) { return b.select(pairs, 0, index); };
  auto read = [&](Value index) { return b.indexSelect(of.x, 0, index); };
  Value first = select(0), second = select(1);
  Value each = normBackward(
      b, b.unsqueeze(of.grad, 1), b.sub(read(first), read(second)),
      b.unsqueeze(getInOpMath(b, args, "pdist"), 1), getNumber(b, args, "p"));
  Value sum = b.unary("zeros_like", of.x);
  sum = b.indexAdd(sum, 0, first, each);
  sum = b.indexAdd(sum, 0, second, b.unary("neg", each));
  return of.finish(b, sum);
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

void torch::addLossDerivativeDecompositions(Decompositions &r) {
  r.insert("aten._cdist_backward.default", cdistBackward);
  r.insert("aten._pdist_backward.default", pdistBackward);
  r.insert("aten.multi_margin_loss_backward.default", multiMarginBackward);
  r.insert("aten.multilabel_margin_loss_backward.default",
           multilabelMarginBackward);
  r.insert("aten.binary_cross_entropy_backward.default", bceBackward);
  r.insert("aten.huber_loss_backward.default", huberBackward);
  r.insert("aten.mse_loss_backward.default", mseBackward);
  r.insert("aten.nll_loss2d_backward.default", nllBackward);
  r.insert("aten.nll_loss_backward.default", nllBackward);
  r.insert("aten.smooth_l1_loss_backward.default", smoothL1Backward);
  r.insert("aten.soft_margin_loss_backward.default", softMarginBackward);
}
