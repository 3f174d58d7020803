//===- DecomposeCtcLoss.cpp - Connectionist temporal classification -------===//
//
// ctc_loss by the forward algorithm of Graves et al., "Connectionist Temporal
// Classification" (ICML 2006), as ATen/native/LossCTC.cpp computes it: one step
// of a torch.scan for each time step updates the log-probabilities of all
// prefixes of all targets.
//
//===----------------------------------------------------------------------===//

#include "Matrices.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include <limits>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;
using namespace torch_onnx::torch::matrices;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

/// The operands of a loss, with a batch dimension. N is the size of the batch,
/// T the number of time steps, C that of classes, S that of labels of the
/// longest target.
struct Operands {
  /// `[T, N, C]`
  Value logProbs;
  /// `[N, S]`, blank after the end of a target.
  Value labels;
  /// `[N]`, i64.
  Value inputLengths, targetLengths;
  int64_t blank;
};

} // namespace

/// The lengths as a tensor `[N]`: an argument that is a tensor or a list.
static Value getLengths(TorchBuilder &b, const Arguments &args, StringRef name,
                        AffineExpr batch) {
  Type i64 = b.getBuilder().getI64Type();
  Value lengths = args.getValue(name);
  if (lengths) {
    lengths = b.reshape(b.cast(lengths, i64), {-1});
  } else {
    SmallVector<int64_t> list = require(b, args.getInts(name));
    auto type = RankedTensorType::get(int64_t(list.size()), i64);
    lengths = ConstantOp::create(
        b.getBuilder(), b.getLoc(), type, /*name=*/StringAttr(),
        DenseElementsAttr::get(type, ArrayRef<int64_t>(list)));
  }
  return b.isRefused() ? Value() : expand(b, lengths, {batch});
}

/// Splits concatenated targets into rows, `[N, S]`. Elements after the end of a
/// target are arbitrary labels.
static Value splitTargets(TorchBuilder &b, const Arguments &args, Value targets,
                          Value lengths) {
  // The longest target has at most as many labels as all targets together.
  AffineExpr longest = sizeOf(targets, -1);
  if (auto given = args.getInts("target_lengths"); given && !given->empty())
    longest = getAffineConstantExpr(*llvm::max_element(*given),
                                    b.getBuilder().getContext());
  Value begins = b.sub(b.call("aten.cumsum.default", {lengths, 0}), lengths);
  Value places = b.add(b.unsqueeze(begins, -1), positions(b, longest));
  // Places after the end of the last target read its last label.
  Value last = b.sub(b.sum(lengths, 0), 1);
  places = b.binary("minimum", places, last);
  places = b.call("aten.clamp_min.default", {places, 0});
  Value padded = b.pad(targets, {0, 1});
  return b.binary("take", padded, places);
}

static Operands getOperands(TorchBuilder &b, const Arguments &args) {
  Operands of;
  of.blank = require(b, args.getInt("blank"));
  of.logProbs = args.getValue("log_probs");
  Value targets = b.cast(args.getValue("targets"), b.getBuilder().getI64Type());
  int64_t rank = getRank(of.logProbs), targetRank = getRank(targets);
  if (rank < 2 || rank > 3 || targetRank < 1 || targetRank > 2)
    b.refuse("expected 'log_probs' to have 2 or 3 dimensions and 'targets' 1 "
             "or 2, found " +
             Twine(rank) + " and " + Twine(targetRank));
  if (rank == 2) {
    of.logProbs = b.unsqueeze(of.logProbs, 1);
    if (targetRank == 1)
      targets = b.unsqueeze(targets, 0);
  }
  AffineExpr batch = sizeOf(of.logProbs, -2);
  of.inputLengths = getLengths(b, args, "input_lengths", batch);
  of.targetLengths = getLengths(b, args, "target_lengths", batch);
  if (getRank(targets) == 1)
    targets = splitTargets(b, args, targets, of.targetLengths);
  AffineExpr longest = sizeOf(targets, -1);
  targets = expand(b, targets, {batch, longest});
  Value isLabel =
      b.compare("lt", positions(b, longest), b.unsqueeze(of.targetLengths, -1));
  of.labels = b.where(isLabel, targets, of.blank);
  return of;
}

/// log(sum(exp(x))) of tensors, without NaN where all are -inf.
static Value logSumExp(TorchBuilder &b, ArrayRef<Value> xs) {
  Value greatest = xs.front();
  for (Value x : xs.drop_front())
    greatest = b.binary("maximum", greatest, x);
  greatest = b.where(b.compare("eq", greatest, -inf), 0, greatest);
  Value total;
  for (Value x : xs) {
    Value term = b.exp(b.sub(x, greatest));
    total = total ? b.add(total, term) : term;
  }
  return b.add(b.unary("log", total), greatest);
}

/// The negative logarithm of the probability of each target, `[N]`.
static Value getLosses(TorchBuilder &b, const Operands &of) {
  // Blanks before, between and after the labels: [N, 2 S + 1].
  auto pad = [&](Value x, int64_t before, int64_t after, CallArgument value) {
    return b.call("aten.constant_pad_nd.default",
                  {x, ArrayRef<int64_t>({before, after}), value});
  };
  Value blanks = b.call("aten.full_like.default", {of.labels, of.blank});
  Value states = b.flatten(b.stack({blanks, of.labels}, -1), 1, 2);
  states = pad(states, 0, 1, of.blank);
  auto shift = [&](Value padded, int64_t begin, int64_t end) {
    return b.slice(padded, 1, begin, end);
  };
  // A blank can be skipped between two labels that differ.
  Value canSkip =
      b.compare("ne", states, shift(pad(states, 2, 0, of.blank), 0, -2));
  Value logProbs = takeAlong(b, of.logProbs, 2, b.unsqueeze(states, 0));
  if (b.isRefused())
    return {};
  AffineExpr numSteps = sizeOf(of.logProbs, -3), numStates = sizeOf(states, -1);
  Type dtype = b.getType(logProbs).getElementType();
  // Before the first step, the empty prefix has probability 1.
  Value isFirst = b.compare("eq", positions(b, numStates), 0.0);
  Value alpha = b.unary("log", b.cast(isFirst, dtype));
  alpha = expand(b, alpha, {sizeOf(of.logProbs, -2), numStates});
  logProbs =
      expand(b, logProbs, {numSteps, sizeOf(of.logProbs, -2), numStates});
  Value inputLengths = b.unsqueeze(of.inputLengths, -1);
  Value steps = positions(b, numSteps);
  SmallVector<Value> results =
      b.scan(alpha, {steps, logProbs}, /*numStacked=*/0,
             [&](ValueRange args) -> SmallVector<Value> {
               Value alpha = args[0], step = args[1];
               Value before = pad(alpha, 2, 0, -inf);
               Value skipped = b.where(canSkip, shift(before, 0, -2), -inf);
               Value sum = logSumExp(b, {alpha, shift(before, 1, -1), skipped});
               Value isRunning = b.compare("gt", inputLengths, step);
               return {b.where(isRunning, b.add(sum, args[2]), alpha)};
             });
  // A target ends with its last label or with the blank after it.
  Value last = b.unsqueeze(b.mul(of.targetLengths, 2), -1);
  Value label = b.call("aten.clamp_min.default", {b.sub(last, 1), 0});
  Value hasLabels = b.compare("gt", last, 0.0);
  Value total = logSumExp(
      b, {takeAlong(b, results.front(), 1, last),
          b.where(hasLabels, takeAlong(b, results.front(), 1, label), -inf)});
  return b.unary("neg", b.squeeze(total, -1));
}

// aten::ctc_loss.IntList(Tensor log_probs, Tensor targets, int[] input_lengths,
//   int[] target_lengths, int blank=0, int reduction=1,
//   bool zero_infinity=False) -> Tensor
// aten::ctc_loss.Tensor: the lengths are tensors.
static Decomposed ctcLoss(TorchBuilder &b, const Arguments &args) {
  Operands of = getOperands(b, args);
  Value losses = getLosses(b, of);
  if (require(b, args.getBool("zero_infinity")))
    losses = b.where(b.compare("eq", losses, inf), 0, losses);
  switch (require(b, args.getInt("reduction"))) {
  case Mean: {
    Value lengths = b.call("aten.clamp_min.default", {of.targetLengths, 1});
    return b.unary("mean", b.div(losses, lengths));
  }
  case Sum:
    return b.unary("sum", losses);
  default:
    if (b.isRefused() || getRank(args.getValue("log_probs")) == 3)
      return losses;
    return b.squeeze(losses, 0);
  }
}

void torch::addCtcLossDecompositions(Decompositions &r) {
  r.insert("aten.ctc_loss.IntList", ctcLoss);
  r.insert("aten.ctc_loss.Tensor", ctcLoss);
}
