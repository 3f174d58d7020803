//===- Attention.cpp - Evaluates attention -------------------------------===//
//
// See Evaluation.h. Operators of AttentionOps.td, in double precision.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Arithmetic/Indexing.h"
#include "torch-onnx/Dialect/ONNX/IR/AttentionOps.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

/// [batch, sequence, heads * size] as [batch, heads, sequence, size].
static std::optional<Tensor> splitHeads(Tensor x,
                                        std::optional<int64_t> heads) {
  if (x.getRank() == 4)
    return x;
  if (x.getRank() != 3 || !heads || *heads < 1 || x.getShape()[2] % *heads != 0)
    return std::nullopt;
  SmallVector<int64_t> s(x.getShape());
  return arithmetic::transpose(
      std::move(x).reshaped({s[0], s[1], *heads, s[2] / *heads}), {0, 2, 1, 3});
}

/// The bias of the scores, [batch, heads, queries, keys]: the mask, and -inf
/// where a query does not attend to a key.
static std::optional<Tensor> getBias(AttentionOp op, Evaluation &e,
                                     ArrayRef<int64_t> shape, int64_t past) {
  int64_t queries = shape[2], keys = shape[3];
  Tensor zero = makeReal(0, e.getContext());
  std::optional<Tensor> bias = arithmetic::expand(zero, shape);
  if (const Tensor *given = e.find(op.getAttnMask())) {
    if (given->getRank() == 0)
      return std::nullopt;
    std::optional<Tensor> mask = arithmetic::toReals(*given);
    if (given->getElementType().isInteger(1))
      for (double &value : mask->reals())
        value = value != 0 ? 0 : -INFINITY;
    // Keys beyond the mask are not attended to.
    Tensor filler = makeReal(-INFINITY, e.getContext());
    int64_t known = given->getShape().back();
    if (known != 1 && known < keys) {
      SmallVector<int64_t> positions = getRange(0, keys);
      for (int64_t &position : positions)
        position = position < known ? position : -1;
      mask = arithmetic::take(*mask, given->getRank() - 1, positions, &filler);
    }
    bias = apply(BinaryOp::Add, bias, mask);
    if (!bias || bias->getShape() != shape)
      return std::nullopt;
  }
  SmallVector<int64_t> lengths = e.ints(op.getNonpadKvSeqlen());
  if (!lengths.empty() && static_cast<int64_t>(lengths.size()) != shape[0])
    return std::nullopt;
  int64_t left = op.getLeftWindowSize(), right = op.getRightWindowSize();
  for (auto [index, value] : llvm::enumerate(bias->reals())) {
    int64_t flat = index, key = flat % keys, query = flat / keys % queries;
    int64_t batch = flat / (keys * queries * shape[1]);
    // The position of the query in the sequence of keys.
    int64_t place = query + (lengths.empty() ? past : lengths[batch] - queries);
    if ((op.getIsCausal() != 0 && key > place) ||
        (left >= 0 && place - key > left) ||
        (right >= 0 && key - place > right) ||
        (!lengths.empty() && key >= lengths[batch]))
      value = -INFINITY;
  }
  return bias;
}

/// softmax() of the rows; rows without attended keys are 0.
static std::optional<Tensor> getShares(const Tensor &scores,
                                       const Tensor &bias) {
  std::optional<Tensor> shares =
      arithmetic::softmax(scores, scores.getRank() - 1);
  int64_t keys = scores.getShape().back();
  for (int64_t row = 0; keys && row < scores.getNumElements(); row += keys)
    if (llvm::all_of(bias.reals().slice(row, keys),
                     [](double value) { return value == -INFINITY; }))
      llvm::fill(shares->reals().slice(row, keys), 0.0);
  return shares;
}

static Outcome evaluateAttention(AttentionOp op, Evaluation &e) {
  auto kvHeads = op.getKvNumHeads();
  auto q = splitHeads(e.reals(op.getQ()), op.getQNumHeads());
  auto k = splitHeads(e.reals(op.getK()), kvHeads);
  auto v = splitHeads(e.reals(op.getV()), kvHeads);
  int64_t past = 0;
  if (e.find(op.getPastKey()) && k && v) {
    Tensor pastKey = e.reals(op.getPastKey());
    Tensor pastValue = e.reals(op.getPastValue());
    past = pastKey.getRank() == 4 ? pastKey.getShape()[2] : 0;
    k = arithmetic::concat({&pastKey, &*k}, 2);
    v = arithmetic::concat({&pastValue, &*v}, 2);
  }
  if (!q || !k || !v)
    return std::nullopt;
  Tensor presentKey = *k, presentValue = *v;
  // Adjacent query heads share a key head.
  int64_t heads = q->getShape()[1], groups = k->getShape()[1];
  if (groups == 0 || heads % groups != 0 || v->getShape()[1] != groups)
    return std::nullopt;
  SmallVector<int64_t> shared;
  for (int64_t head = 0; head < heads; ++head)
    shared.push_back(head / (heads / groups));
  k = arithmetic::take(*k, 1, shared);
  v = arithmetic::take(*v, 1, shared);

  double scale = op.getScale() ? toDouble(*op.getScale())
                               : 1 / std::sqrt(q->getShape()[3]);
  double softcap = toDouble(op.getSoftcap());
  std::optional<Tensor> scores =
      arithmetic::matmul(*q, arithmetic::transpose(*k, {0, 1, 3, 2}));
  if (!scores)
    return scores;
  for (double &score : scores->reals())
    score *= scale;
  std::optional<Tensor> exposed = scores;
  if (softcap > 0)
    for (double &score : scores->reals())
      score = softcap * std::tanh(score / softcap);
  int64_t mode = op.getQkMatmulOutputMode();
  if (mode == 1)
    exposed = scores;
  std::optional<Tensor> bias = getBias(op, e, scores->getShape(), past);
  scores = apply(BinaryOp::Add, scores, bias);
  if (!scores)
    return scores;
  if (mode == 2)
    exposed = scores;
  std::optional<Tensor> shares = getShares(*scores, *bias);
  if (mode == 3)
    exposed = shares;
  std::optional<Tensor> y = arithmetic::matmul(*shares, *v);
  if (!y)
    return y;
  if (e[op.getQ()].getRank() == 3) {
    y = arithmetic::transpose(*y, {0, 2, 1, 3});
    ArrayRef<int64_t> s = y->getShape();
    y = Tensor(*y).reshaped({s[0], s[1], s[2] * s[3]});
  }
  SmallVector<RuntimeValue> results;
  return e.roundAll({*y, presentKey, presentValue, *exposed});
}

//===----------------------------------------------------------------------===//
// Positions and caches
//===----------------------------------------------------------------------===//

/// Rotates pairs of the first `rotary_embedding_dim` elements by angles whose
/// cosines and sines are given for each position.
static Outcome evaluateRotaryEmbedding(RotaryEmbeddingOp op, Evaluation &e) {
  Tensor given = e.reals(op.getX());
  auto x = splitHeads(given, op.getNumHeads());
  std::optional<Tensor> cosines = e.reals(op.getCosCache()),
                        sines = e.reals(op.getSinCache());
  if (const Tensor *ids = e.find(op.getPositionIds())) {
    cosines = arithmetic::gather(*cosines, *ids, 0);
    sines = arithmetic::gather(*sines, *ids, 0);
  }
  if (!x || !cosines || !sines || cosines->getRank() != 3)
    return std::nullopt;
  ArrayRef<int64_t> s = x->getShape();
  int64_t size = s[3];
  int64_t turned =
      op.getRotaryEmbeddingDim() ? op.getRotaryEmbeddingDim() : size;
  int64_t half = turned / 2;
  SmallVector<int64_t> shape = {s[0], s[2], half};
  cosines = arithmetic::expand(*cosines, shape);
  sines = arithmetic::expand(*sines, shape);
  if (turned > size || !cosines || !sines)
    return std::nullopt;
  Tensor y = *x;
  for (int64_t row = 0; row < x->getNumElements() / std::max<int64_t>(size, 1);
       ++row)
    for (int64_t i = 0; i < half; ++i) {
      int64_t position = row % s[2], batch = row / (s[1] * s[2]);
      int64_t angle = (batch * s[2] + position) * half + i;
      double c = cosines->reals()[angle], d = sines->reals()[angle];
      bool isInterleaved = op.getInterleaved() != 0;
      int64_t first = row * size + (isInterleaved ? 2 * i : i);
      int64_t second = isInterleaved ? first + 1 : first + half;
      double a = x->reals()[first], b = x->reals()[second];
      y.reals()[first] = c * a - d * b;
      y.reals()[second] = d * a + c * b;
    }
  if (given.getRank() == 3)
    y = arithmetic::transpose(y, {0, 2, 1, 3});
  return e.round(std::move(y).reshaped(given.getShape()));
}

static Outcome evaluateTensorScatter(TensorScatterOp op, Evaluation &e) {
  Tensor cache = e[op.getPastCache()];
  const Tensor &update = e[op.getUpdate()];
  auto axis = getAxis(op.getAxis(), cache.getRank());
  if (!axis || *axis == 0)
    return std::nullopt;
  SmallVector<int64_t> first(cache.getShape()[0], 0);
  if (e.find(op.getWriteIndices()))
    first = e.ints(op.getWriteIndices());
  arithmetic::AxisSizes sizes =
      arithmetic::getAxisSizes(cache.getShape(), *axis);
  int64_t length = update.getShape()[*axis],
          run = sizes.inner * cache.getWidth();
  SmallVector<int64_t> expected(cache.getShape());
  expected[*axis] = length;
  if (ArrayRef<int64_t>(expected) != update.getShape() ||
      first.size() != static_cast<size_t>(cache.getShape()[0]))
    return std::nullopt;
  int64_t rows = sizes.outer / std::max<int64_t>(cache.getShape()[0], 1);
  for (int64_t row = 0; row < sizes.outer; ++row)
    for (int64_t i = 0; i < length; ++i) {
      int64_t at = first[row / rows] + i;
      if (op.getMode() == "circular" && sizes.size != 0)
        at %= sizes.size;
      if (at < 0 || at >= sizes.size)
        return std::nullopt;
      if (run)
        std::memcpy(cache.data() + (row * sizes.size + at) * run,
                    update.data() + (row * length + i) * run, run);
    }
  return cache;
}

void evaluate::populateAttention(Evaluators &rows) {
  rows.add<AttentionOp>(evaluateAttention);
  rows.add<RotaryEmbeddingOp>(evaluateRotaryEmbedding);
  rows.add<TensorScatterOp>(evaluateTensorScatter);
}
