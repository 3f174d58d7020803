//===- LegalizeAttention.cpp - Attention before opset 23 ------------------===//
//
// Expands Attention and RotaryEmbedding to products, by the definitions of the
// standard: the scores are capped, then masked; a query without keys gives
// zeros.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "torch-onnx/Dialect/ONNX/IR/AttentionOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

static AffineExpr constantDim(Node &n, int64_t size) {
  return getAffineConstantExpr(size, n.getContext());
}

static std::string describeSize(int64_t size) {
  return ShapedType::isDynamic(size) ? "one known only at run time"
                                     : std::to_string(size);
}

/// [batch, sequence, heads * size] to [batch, heads, sequence, size].
static Value splitHeads(Node &n, Value x, int64_t heads) {
  SmallVector<AffineExpr> dims = n.dimsOf(x);
  AffineExpr size = dims[2] ? sym::floorDiv(dims[2], heads) : AffineExpr();
  std::optional<int64_t> constant =
      size ? sym::getConstant(size) : std::optional<int64_t>();
  Value split = n.Reshape(
      x, n.ints({0, 0, heads, constant.value_or(-1)}),
      sym::getTensorType({dims[0], dims[1], constantDim(n, heads), size},
                         n.elementTypeOf(x)));
  return n.transpose(split, 1, 2);
}

/// [batch, heads, sequence, size], with each head repeated `count` times in
/// succession.
static Value repeatHeads(Node &n, Value x, int64_t count) {
  SmallVector<AffineExpr> dims = n.dimsOf(x);
  RankedTensorType type = n.typeOf(x);
  int64_t heads = type.getDimSize(1), size = type.getDimSize(3);
  SmallVector<AffineExpr> wide = {dims[0], dims[1], constantDim(n, count),
                                  dims[2], dims[3]};
  Value repeated = n.Expand(n.Unsqueeze(x, 2), n.ints({1, 1, count, 1, 1}),
                            sym::getTensorType(wide, type.getElementType()));
  dims[1] = constantDim(n, heads * count);
  return n.Reshape(repeated, n.ints({0, heads * count, -1, size}),
                   sym::getTensorType(dims, type.getElementType()));
}

/// keep[i, j] = j <= i + the number of keys before the first query.
static Value causalMask(Node &n, Value query, Value key, Value past) {
  Value zero = n.scalar(0, n.i64()), one = n.scalar(1, n.i64());
  Value rows = n.Range(zero, n.sizeOf(query, 2), one, n.dimsOf(query)[2]);
  if (past)
    rows = n.Add(rows, n.sizeOf(past, 2));
  Value columns = n.Range(zero, n.sizeOf(key, 2), one, n.dimsOf(key)[2]);
  return n.LessOrEqual(columns, n.Unsqueeze(rows, 1));
}

/// Refuses an Attention that older operators cannot express. Returns `Keep` if
/// it can be replaced.
static Outcome checkAttention(Node &n, AttentionOp op) {
  if (getPresent(op.getNonpadKvSeqlen()))
    return n.refuse("expected no 'nonpad_kv_seqlen', found one", 24);
  if (int64_t(op.getLeftWindowSize()) != -1 ||
      int64_t(op.getRightWindowSize()) != -1)
    return n.refuse("expected 'left_window_size' and 'right_window_size' to be "
                    "-1, found a window",
                    25);
  if (!op.getQkMatmulOutput().use_empty() && op.getQkMatmulOutputMode() != 0)
    return n.refuse("expected 'qk_matmul_output_mode' to be 0 where that "
                    "result is used, found " +
                    Twine(int64_t(op.getQkMatmulOutputMode())));
  bool isFlat = n.rankOf(op.getQ()) == 3;
  for (Value operand : {op.getQ(), op.getK(), op.getV()})
    if (n.rankOf(operand) != (isFlat ? 3 : 4))
      return n.refuse("expected 'Q', 'K' and 'V' to have " +
                          Twine(isFlat ? 3 : 4) + " dimensions, found " +
                          Twine(n.rankOf(operand)),
                      kNever);
  if (!isFlat)
    return Outcome::Keep;
  if (!op.getQNumHeads() || !op.getKvNumHeads())
    return n.refuse("expected 'q_num_heads' and 'kv_num_heads' for operands "
                    "of 3 dimensions, found none",
                    kNever);
  int64_t queryHeads = *op.getQNumHeads(), keyHeads = *op.getKvNumHeads();
  if (keyHeads <= 0 || queryHeads <= 0)
    return n.refuse(
        "expected 'q_num_heads' and 'kv_num_heads' to be positive, found " +
            Twine(queryHeads) + " and " + Twine(keyHeads),
        kNever);
  return Outcome::Keep;
}

/// Gives `key` and `value` as many heads as the query has.
static Outcome matchHeads(Node &n, Value query, Value &key, Value &value) {
  int64_t queryHeads = n.typeOf(query).getDimSize(1);
  int64_t keyHeads = n.typeOf(key).getDimSize(1);
  if (queryHeads == keyHeads)
    return Outcome::Keep;
  if (ShapedType::isDynamic(queryHeads) || ShapedType::isDynamic(keyHeads) ||
      ShapedType::isDynamic(n.typeOf(value).getDimSize(3)) || keyHeads == 0 ||
      queryHeads % keyHeads != 0)
    return n.refuse("expected constant numbers of heads, that of the query a "
                    "multiple of that of the key, found " +
                    describeSize(queryHeads) + " and " +
                    describeSize(keyHeads));
  key = repeatHeads(n, key, queryHeads / keyHeads);
  value = repeatHeads(n, value, queryHeads / keyHeads);
  return Outcome::Keep;
}

/// Applies 'attn_mask' to the scores of `key`.
static Outcome applyMask(Node &n, Value mask, Value key, Value &scores) {
  if (n.rankOf(mask) == 0)
    return n.refuse("expected 'attn_mask' to have dimensions, found 0");
  int64_t given = n.typeOf(mask).getShape().back();
  int64_t keys = n.typeOf(key).getDimSize(2);
  if (given != keys && given != 1 && !ShapedType::isDynamic(given) &&
      !ShapedType::isDynamic(keys))
    return n.refuse("expected 'attn_mask' to have " + Twine(keys) +
                    " columns, one for each key, found " + Twine(given));
  Type type = n.elementTypeOf(scores);
  scores = n.elementTypeOf(mask).isInteger(1)
               ? n.Where(mask, scores, n.scalar(-INFINITY, type))
               : n.Add(scores, n.Cast(mask, type));
  return Outcome::Keep;
}

static Outcome attention(Node &n, AttentionOp op) {
  if (Outcome outcome = checkAttention(n, op); outcome != Outcome::Keep)
    return outcome;
  Value query = op.getQ(), key = op.getK(), value = op.getV();
  Value mask = getPresent(op.getAttnMask());
  Value pastKey = getPresent(op.getPastKey());
  Value pastValue = getPresent(op.getPastValue());
  Type type = n.elementTypeOf(query);
  bool isFlat = n.rankOf(query) == 3;
  if (isFlat) {
    query = splitHeads(n, query, *op.getQNumHeads());
    key = splitHeads(n, key, *op.getKvNumHeads());
    value = splitHeads(n, value, *op.getKvNumHeads());
  }
  int64_t size = n.typeOf(query).getDimSize(3);
  if (ShapedType::isDynamic(size))
    return n.refuse(
        "expected a constant size of a head, found one known only at run time");
  if (pastKey && pastValue) {
    key = n.Concat({pastKey, key}, 2);
    value = n.Concat({pastValue, value}, 2);
  }
  Value presentKey = key, presentValue = value;
  if (Outcome outcome = matchHeads(n, query, key, value);
      outcome != Outcome::Keep)
    return outcome;

  // Both sides are scaled by the root of the scale, so that f16 does not
  // overflow.
  double root = std::sqrt(op.getScale() ? toDouble(*op.getScale())
                                        : 1 / std::sqrt(double(size)));
  Value factor = n.scalar(root, type);
  Value scores =
      n.MatMul(n.Mul(query, factor), n.Mul(n.transpose(key, 2, 3), factor));
  Value raw = scores;
  if (double cap = toDouble(op.getSoftcap()); cap > 0) {
    Value limit = n.scalar(cap, type);
    scores = n.Mul(n.Tanh(n.Div(scores, limit)), limit);
  }
  if (mask)
    if (Outcome outcome = applyMask(n, mask, key, scores);
        outcome != Outcome::Keep)
      return outcome;
  if (op.getIsCausal())
    scores = n.Where(causalMask(n, query, key, pastKey), scores,
                     n.scalar(-INFINITY, type));
  if (op.getSoftmaxPrecision())
    scores = n.Cast(scores, *op.getSoftmaxPrecision());
  Value weights = n.Softmax(scores, 3);
  // Only a mask can exclude all keys of a query.
  if (mask)
    weights = n.Where(n.IsNaN(weights), n.scalar(0.0, n.elementTypeOf(weights)),
                      weights);
  Value result = n.MatMul(n.Cast(weights, type), value);
  if (isFlat)
    result = n.Reshape(n.transpose(result, 1, 2), n.ints({0, 0, -1}),
                       n.resultType());
  SmallVector<Value> results = {result};
  for (auto [index, present] :
       {std::pair(1u, presentKey), std::pair(2u, presentValue),
        std::pair(3u, raw)})
    results.push_back(n.isUsed(index) ? present : Value());
  return n.replace(results);
}

// Rotates pairs of numbers by the angles of their positions.
static Outcome rotaryEmbedding(Node &n, RotaryEmbeddingOp op) {
  Value x = op.getX(), cosine = op.getCosCache(), sine = op.getSinCache();
  Value positions = getPresent(op.getPositionIds());
  bool isFlat = n.rankOf(x) == 3;
  if (!isFlat && n.rankOf(x) != 4)
    return n.refuse("expected 'X' to have 3 or 4 dimensions, found " +
                        Twine(n.rankOf(x)),
                    kNever);
  if (isFlat) {
    int64_t heads = op.getNumHeads().value_or(0);
    if (heads <= 0)
      return n.refuse(
          "expected 'num_heads' to be positive for 3 dimensions, found " +
              Twine(heads),
          kNever);
    x = splitHeads(n, x, heads);
  }
  int64_t size = n.typeOf(x).getDimSize(3);
  if (ShapedType::isDynamic(size))
    return n.refuse(
        "expected a constant size of a head, found one known only at run time");
  int64_t turned = op.getRotaryEmbeddingDim();
  if (turned == 0)
    turned = size;
  constexpr int64_t kEnd = std::numeric_limits<int64_t>::max();
  Value rest;
  if (turned < size) {
    rest = n.Slice(x, turned, kEnd, 3);
    x = n.Slice(x, int64_t(0), turned, 3);
  }
  Value xWide = n.widen(x);
  Type type = n.elementTypeOf(xWide);

  for (Value cache : {cosine, sine})
    if (n.rankOf(cache) != (positions ? 2 : 3))
      return n.refuse("expected the caches to have " +
                          Twine(positions ? 2 : 3) + " dimensions, found " +
                          Twine(n.rankOf(cache)),
                      kNever);

  // [batch, sequence, size / 2], with a dimension for the heads.
  auto angles = [&](Value cache) {
    if (positions)
      cache = n.Gather(cache, positions, 0);
    if (n.typeOf(cache).getShape().back() != turned / 2)
      cache = n.Slice(cache, int64_t(0), turned / 2, 2);
    return n.Cast(n.Unsqueeze(cache, 1), type);
  };
  cosine = angles(cosine);
  sine = angles(sine);
  bool interleaved = op.getInterleaved();
  Value first, second;
  if (interleaved) {
    first = n.Slice(xWide, int64_t(0), kEnd, 3, 2);
    second = n.Slice(xWide, int64_t(1), kEnd, 3, 2);
  } else {
    first = n.Slice(xWide, int64_t(0), turned / 2, 3);
    second = n.Slice(xWide, turned / 2, kEnd, 3);
  }
  Value real = n.Sub(n.Mul(cosine, first), n.Mul(sine, second));
  Value imaginary = n.Add(n.Mul(sine, first), n.Mul(cosine, second));
  Value result;
  if (interleaved) {
    Value pairs =
        n.Concat({n.Unsqueeze(real, 4), n.Unsqueeze(imaginary, 4)}, 4);
    result = n.Reshape(pairs, n.ints({0, 0, 0, -1}), n.typeOf(xWide));
  } else {
    result = n.Concat({real, imaginary}, 3);
  }
  result = n.Cast(result, n.elementTypeOf(x));
  if (rest)
    result = n.Concat({result, rest}, 3);
  if (isFlat)
    result = n.Reshape(n.transpose(result, 1, 2), n.ints({0, 0, -1}),
                       n.resultType());
  return n.replace(result);
}

void onnx::populateAttention(RewriteTable &table) {
  table.add<attention>(23);
  table.add<rotaryEmbedding>(23);
}
