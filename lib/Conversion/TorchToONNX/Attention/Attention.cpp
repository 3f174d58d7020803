//===- Attention.cpp - Lowerings of attention -----------------------------===//
//
// Lowers scaled dot-product attention to products and a softmax. If all keys of
// a row are masked, PyTorch gives zeros (_safe_softmax), a plain softmax NaN.
// The extra nodes for this are built only where it can happen.
//
//===----------------------------------------------------------------------===//

#include "Elementwise/Elementwise.h"
#include "Linear/Linear.h"
#include "Reduce/Reduce.h"

#include "torch-onnx/Arithmetic/Limits.h"
#include "torch-onnx/Dialect/ONNX/IR/Conditions.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace torch_onnx;

/// How many defining operations of a mask are followed.
static constexpr unsigned maxDepth = 8;

/// True when no element is above `greatest` in absolute value, so that a cast
/// to a type with this greatest number makes none infinite.
static bool isKnownUpTo(Value value, double greatest,
                        unsigned depth = maxDepth) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  DenseElementsAttr constant;
  if (matchPattern(op, m_Constant(&constant)))
    return llvm::all_of(constant.getValues<Attribute>(), [&](Attribute attr) {
      if (auto integer = dyn_cast<IntegerAttr>(attr))
        return std::abs(integer.getValue().roundToDouble(
                   !integer.getType().isUnsignedInteger())) <= greatest;
      auto number = dyn_cast<FloatAttr>(attr);
      return number && std::abs(number.getValueAsDouble()) <= greatest;
    });
  if (auto where = dyn_cast<onnx::WhereOp>(op))
    return isKnownUpTo(where.getX(), greatest, depth - 1) &&
           isKnownUpTo(where.getY(), greatest, depth - 1);
  if (auto cast = dyn_cast<onnx::CastOp>(op)) {
    Type from = onnx::ONNXBuilder::elementTypeOf(cast.getInput());
    Type to = onnx::ONNXBuilder::elementTypeOf(cast.getResult());
    if (auto type = dyn_cast<FloatType>(to))
      greatest = std::min(greatest, arithmetic::getGreatest(type));
    auto integer = dyn_cast<IntegerType>(from);
    if (integer && std::ldexp(1.0, integer.getWidth()) <= greatest)
      return true;
    return isKnownUpTo(cast.getInput(), greatest, depth - 1);
  }
  Value source = onnx::getSourceOfElements(op);
  return source && isKnownUpTo(source, greatest, depth - 1);
}

/// True when no element can be infinite.
static bool isKnownFinite(Value value) {
  return isKnownUpTo(value, std::numeric_limits<double>::max());
}

/// True when all elements of a boolean tensor are known to be true, as in the
/// mask that transformers creates when the user passes none.
static bool isKnownTrue(Value value) {
  return onnx::isAlwaysTrue(value, onnx::ConstantReader());
}

/// The uniform effect of a floating-point mask: true if it adds 0 to all
/// scores, false if it adds -inf to all.
static std::optional<bool> getUniformMask(Value mask,
                                          unsigned depth = maxDepth) {
  Operation *op = mask.getDefiningOp();
  if (!op || depth == 0)
    return std::nullopt;
  DenseElementsAttr constant;
  if (matchPattern(op, m_Constant(&constant))) {
    if (constant.empty() || !constant.isSplat() ||
        !isa<FloatType>(constant.getElementType()))
      return std::nullopt;
    auto number = constant.getSplatValue<APFloat>();
    if (!number.isZero() && !(number.isInfinity() && number.isNegative()))
      return std::nullopt;
    return number.isZero();
  }
  if (auto where = dyn_cast<onnx::WhereOp>(op);
      where && isKnownTrue(where.getCondition()))
    return getUniformMask(where.getX(), depth - 1);
  Value source = onnx::getSourceOfElements(op);
  return source ? getUniformMask(source, depth - 1) : std::nullopt;
}

/// True when a floating-point mask adds 0 or -inf to each score.
static bool isChoiceOfKeys(Value mask, unsigned depth = maxDepth) {
  Operation *op = mask.getDefiningOp();
  if (!op || depth == 0)
    return false;
  if (getUniformMask(mask).has_value())
    return true;
  DenseElementsAttr constant;
  if (matchPattern(op, m_Constant(&constant)))
    return isa<FloatType>(constant.getElementType()) &&
           llvm::all_of(constant.getValues<APFloat>(), [](const APFloat &x) {
             return x.isZero() || (x.isInfinity() && x.isNegative());
           });
  if (auto where = dyn_cast<onnx::WhereOp>(op))
    return isChoiceOfKeys(where.getX(), depth - 1) &&
           isChoiceOfKeys(where.getY(), depth - 1);
  if (auto sum = dyn_cast<onnx::AddOp>(op))
    return isChoiceOfKeys(sum.getA(), depth - 1) &&
           isChoiceOfKeys(sum.getB(), depth - 1);
  // A broadcast may need the shape of the source.
  Value source = onnx::getSourceOfElements(op);
  return source && onnx::hasKnownDims(source.getType()) &&
         isChoiceOfKeys(source, depth - 1);
}

/// The keys to whose scores such a mask adds 0, as booleans that broadcast to
/// the shape of the mask.
static Value buildChoiceOfKeys(Lowering &b, Value mask) {
  if (std::optional<bool> isKept = getUniformMask(mask))
    return b.constant(
        DenseElementsAttr::get(RankedTensorType::get({}, b.i1()), *isKept));
  Operation *op = mask.getDefiningOp();
  DenseElementsAttr constant;
  if (matchPattern(op, m_Constant(&constant)))
    return b.constant(cast<DenseElementsAttr>(constant.mapValues(
        b.i1(), [](const APFloat &x) { return APInt(1, x.isZero()); })));
  if (auto where = dyn_cast<onnx::WhereOp>(op)) {
    std::optional<bool> x = getUniformMask(where.getX());
    std::optional<bool> y = getUniformMask(where.getY());
    if (x && y && *x != *y)
      return *x ? where.getCondition() : b.Not(where.getCondition());
    return buildWhere(b, where.getCondition(),
                      buildChoiceOfKeys(b, where.getX()),
                      buildChoiceOfKeys(b, where.getY()));
  }
  if (auto sum = dyn_cast<onnx::AddOp>(op))
    return b.And(buildChoiceOfKeys(b, sum.getA()),
                 buildChoiceOfKeys(b, sum.getB()));
  // An operation that moves elements needs the whole shape.
  Value source = op->getOperand(0);
  Value kept = buildChoiceOfKeys(b, source);
  if (b.dimsOf(kept) != b.dimsOf(source))
    kept = b.expand(kept, sym::getTensorType(b.dimsOf(source), b.i1()));
  IRMapping mapping;
  mapping.map(source, kept);
  Operation *moved = b.getBuilder().clone(*op, mapping);
  moved->getResult(0).setType(sym::getTensorType(b.dimsOf(mask), b.i1()));
  return moved->getResult(0);
}

/// mask[i, j] = j <= i, as a boolean [L, S] tensor.
static Value buildCausalMask(Lowering &b, AffineExpr length, AffineExpr keys) {
  Value zero = b.scalar(0, b.i64()), one = b.scalar(1, b.i64());
  Value rows = b.Range(zero, b.dim0d(length), one, length);
  Value columns = b.Range(zero, b.dim0d(keys), one, keys);
  return b.LessOrEqual(columns, b.Unsqueeze(rows, 1));
}

/// Moves heads that share keys and values to a new dimension, which the
/// products broadcast over: [B, H, L, E] -> [B, Hkv, H / Hkv, L, E].
static Value splitHeads(Lowering &b, Value query, AffineExpr keyHeads) {
  Dims dims = b.dimsOf(query);
  size_t head = dims.size() - 3;
  AffineExpr group = dims[head] && keyHeads
                         ? sym::floorDiv(dims[head], keyHeads)
                         : AffineExpr();
  dims[head] = keyHeads;
  dims.insert(dims.begin() + head + 1, group);
  return b.reshape(query, dims);
}

/// Builds ONNX's Attention, which agrees with PyTorch: zeros where all keys are
/// masked, NaN where a score is NaN. Only for f32, as kernels of half precision
/// round more often than eager mode. Returns null if the shapes or the mask
/// need broadcasting that Attention lacks. Older opsets get the products below,
/// which later passes simplify and share (docs/Rationale/Opsets.md).
static Value buildAttention(Lowering &b, Value query, Value key, Value value,
                            Value mask) {
  Type type = b.elementTypeOf(query);
  if (!b.hasOperator("Attention") || !type.isF32() ||
      b.getFloat("dropout_p") != 0)
    return {};
  Dims q = b.dimsOf(query), k = b.dimsOf(key), v = b.dimsOf(value);
  // ONNX Runtime divides by the number of heads and crashes if it is 0.
  if (q.size() == 4 && mayBeZero(b, q[1]))
    return {};
  auto isSame = [](AffineExpr x, AffineExpr y) {
    return sym::isKnownEqual(x, y);
  };
  if (q.size() != 4 || k.size() != 4 || v.size() != 4 || !isSame(q[0], k[0]) ||
      !isSame(q[0], v[0]) || !isSame(k[1], v[1]) || !isSame(k[2], v[2]) ||
      !isSame(q[3], k[3]) || (!isSame(q[1], k[1]) && !b.getBool("enable_gqa")))
    return {};
  double scale;
  if (b.has("scale"))
    scale = b.getFloat("scale");
  else if (auto width = b.constantSize(q[3]))
    scale = 1 / std::sqrt(double(*width));
  else
    return {};
  // The standard takes the root of the scale; ONNX Runtime refuses 0.
  if (!(scale > 0))
    return {};
  if (mask) {
    Dims m = b.dimsOf(mask);
    if (m.size() < 2 || m.size() > 4 || !isSame(m[m.size() - 2], q[2]) ||
        !isSame(m.back(), k[2]))
      return {};
    while (m.size() < 4)
      m.insert(m.begin(), getAffineConstantExpr(1, b.getContext()));
    for (unsigned axis : {0, 1})
      if (b.constantSize(m[axis]) != 1 && !isSame(m[axis], q[axis]))
        return {};
    if (!b.isBool(b.elementTypeOf(mask)))
      mask = b.Cast(mask, type);
  }
  SmallVector<NamedAttribute> attrs = {b.attr("scale", scale)};
  if (b.getBool("is_causal"))
    attrs.push_back(b.attr("is_causal", int64_t(1)));
  Dims dims = {q[0], q[1], q[2], v[3]};
  Value none = b.none();
  return b.createFirst(
      "Attention", sym::getTensorType(dims, type), 4,
      {query, key, value, mask ? mask : none, none, none, none}, attrs);
}

/// Half of the lowest finite number, so that adding a score does not overflow.
/// It masks scores instead of -inf, from which quantization tools would compute
/// an infinite scale.
static Value buildLowest(Lowering &b, Type type) {
  return b.scalar(-arithmetic::getGreatest(cast<FloatType>(type)) / 2, type);
}

/// softmax(scores), with a weight of 0 wherever `mask` is false. A NaN score
/// stays NaN, as in eager mode. If all scores are -inf before masking, the row
/// is NaN, and zeros in eager mode. The factors are a Where instead of a Cast:
/// converters to half precision convert constants, but not the `to` of a Cast.
static Value buildMaskedSoftmax(Lowering &b, Value scores, Value mask,
                                Type type) {
  Value zero = b.scalar(0, type);
  Value bias = b.Where(mask, zero, buildLowest(b, type));
  Value kept = b.Where(mask, b.scalar(1, type), zero);
  return b.Mul(b.Softmax(b.Add(scores, bias), -1), kept);
}

/// Whether the mask has dimensions, or sizes in them, that the query lacks.
static bool widens(Lowering &b, Value mask, ArrayRef<AffineExpr> query) {
  Dims dims = b.dimsOf(mask);
  if (dims.size() > query.size())
    return true;
  ArrayRef<AffineExpr> queries = query.take_back(dims.size());
  for (auto [size, other] :
       llvm::zip_equal(dims.drop_back(std::min<size_t>(2, dims.size())),
                       queries.drop_back(std::min<size_t>(2, dims.size()))))
    if (b.constantSize(size) != 1 && !sym::isKnownEqual(size, other))
      return true;
  return false;
}

/// Whether the scale is 1 / sqrt(width), the default. transformers passes this
/// number explicitly.
static bool isDefaultScale(Lowering &b, int64_t width) {
  if (!b.has("scale"))
    return true;
  double product = b.getFloat("scale") * std::sqrt(double(width));
  return std::abs(product - 1) <= 4 * std::numeric_limits<double>::epsilon();
}

// aten::scaled_dot_product_attention(Tensor query, Tensor key, Tensor value,
//   Tensor? attn_mask=None, float dropout_p=0., bool is_causal=False, *,
//   float? scale=None, bool enable_gqa=False) -> Tensor
static Lowered lowerScaledDotProductAttention(Lowering &b) {
  Value query = b.tensor("query"), key = b.tensor("key");
  Value value = b.tensor("value"), mask = b.optionalTensor("attn_mask");
  int64_t rank = b.rankOf(query);
  Dims queryDims = b.dimsOf(query), keyDims = b.dimsOf(key);
  // A mask with further scores would give the result its shape.
  if (mask && isKnownTrue(mask) && !widens(b, mask, queryDims))
    mask = {};

  if (Value result = buildAttention(b, query, key, value, mask))
    return result;

  Type type = b.elementTypeOf(query);
  std::optional<int64_t> width = b.constantSize(queryDims.back());
  Value scale;
  if (b.has("scale"))
    scale = b.scalar(b.getFloat("scale"), type);
  else if (width)
    scale = b.scalar(1 / std::sqrt(double(*width)), type);
  else
    scale = b.Reciprocal(b.Sqrt(b.Cast(b.dim0d(queryDims.back()), type)));

  bool grouped = b.getBool("enable_gqa") && rank >= 3 &&
                 keyDims.size() == queryDims.size() &&
                 queryDims[rank - 3] != keyDims[rank - 3];
  if (grouped) {
    query = splitHeads(b, query, keyDims[rank - 3]);
    key = b.Unsqueeze(key, rank - 2);
    value = b.Unsqueeze(value, rank - 2);
    if (mask && b.rankOf(mask) >= 3) {
      if (b.constantSize(b.dimsOf(mask)[b.rankOf(mask) - 3]) == 1)
        mask = b.Unsqueeze(mask, b.rankOf(mask) - 2);
      else
        mask = splitHeads(b, mask, keyDims[rank - 3]);
    }
  }

  // ONNX Runtime's optimizers match the quotient of the product in unmasked
  // attention. Otherwise the query is scaled, as it has fewer elements than the
  // scores; so it is in f16, where the product could overflow before the
  // division.
  bool isPlain = !mask && !b.getBool("is_causal") && width.value_or(0) > 0 &&
                 isDefaultScale(b, *width) && !type.isF16();
  Value keys = b.transpose(key, -1, -2);
  Value scores = isPlain ? b.Div(buildMatMul(b, query, keys),
                                 b.scalar(std::sqrt(double(*width)), type))
                         : buildMatMul(b, b.Mul(query, scale), keys);
  // This keeps -inf out of all tensors and needs fewer operations per score.
  if (mask && isChoiceOfKeys(mask))
    mask = buildChoiceOfKeys(b, mask);
  Value weights;
  if (mask && b.isBool(b.elementTypeOf(mask))) {
    weights = buildMaskedSoftmax(b, scores, mask, type);
  } else if (mask) {
    bool mayMaskRow = !isKnownFinite(mask);
    scores = b.Add(scores, b.Cast(mask, type));
    weights = b.Softmax(scores, -1);
    // In a row with another score, softmax already gives -inf the weight 0.
    if (mayMaskRow)
      weights = b.Where(b.Equal(scores, b.scalar(-INFINITY, type)),
                        b.scalar(0, type), weights);
  } else if (b.getBool("is_causal")) {
    // Operands of different ranks broadcast, aligned at the last dimension.
    Value isSeen =
        buildCausalMask(b, queryDims[rank - 2], keyDims[keyDims.size() - 2]);
    // Eager's kernel for rank 4 does not read masked scores. Its formula for
    // other ranks adds -inf to them, so NaN stays.
    if (rank == 4) {
      Value seen = b.Where(isSeen, scores, buildLowest(b, type));
      weights = b.Where(isSeen, b.Softmax(seen, -1), b.scalar(0, type));
    } else {
      weights = buildMaskedSoftmax(b, scores, isSeen, type);
    }
  } else {
    weights = b.Softmax(scores, -1);
  }
  if (double p = b.getFloat("dropout_p"); p != 0)
    weights = buildTrainingDropout(b, weights, p);
  Value result = buildMatMul(b, weights, value);
  return grouped ? b.reshape(result, b.resultType()) : result;
}

void torch_onnx::populateAttention(LoweringRegistry &r) {
  r.add("aten.scaled_dot_product_attention.default",
        inOpMath(lowerScaledDotProductAttention));
}
