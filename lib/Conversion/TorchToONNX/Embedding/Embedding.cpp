//===- Embedding.cpp - Lowerings of bags of embeddings --------------------===//
//
// embedding_bag reduces the rows of consecutive indices. A bag begins at each
// offset, so the bag of an index is the number of offsets up to its position,
// minus one.
//
//===----------------------------------------------------------------------===//

#include "Positions.h"
#include "Reduce/Reduce.h"

using namespace mlir;
using namespace torch_onnx;

/// The bag of each index, [count, 1].
static Value getBags(Lowering &b, Value indices, Value offsets) {
  Value begun = countPlacesUpTo(b, b.Cast(offsets, b.i64()),
                                b.sizeOf(indices, 0), b.dimsOf(indices)[0]);
  return b.Sub(b.Unsqueeze(begun, 1), b.scalar(1, b.i64()));
}

/// True where PyTorch uses the kernel whose last bag ends at the last offset of
/// include_last_offset (ATen/native/EmbeddingBag.cpp is_fast_path_*). In the
/// other kernel, used among others for f64, the last bag ends at the last
/// index. `type` is the opmath type.
static bool endsAtLastOffset(Lowering &b, Type type, bool isMax,
                             bool hasPadding) {
  return b.getBool("include_last_offset") && !isMax && !hasPadding &&
         type.isF32();
}

namespace {
enum Mode { Sum = 0, Mean = 1, Max = 2 };
} // namespace

/// The bag of each index for the backward pass, where the last bag ends at the
/// last index. Empty where eager mode does not compute it.
static Value buildBagOfEach(Lowering &b, Value indices, Value offsets) {
  RankedTensorType type = b.resultType(1);
  if (type.getShape() == ArrayRef<int64_t>(0))
    return b.full(b.scalar(0, type.getElementType()), type);
  if (b.resultDims(1) != b.dimsOf(indices))
    return {};
  return b.Cast(b.Squeeze(getBags(b, indices, offsets), 1),
                type.getElementType());
}

/// The index of the row that contains the largest element of each bag (the
/// first of several; 0 for an empty bag). Skips rows that are not `counted`.
static Value buildIndexOfLargest(Lowering &b, Value indices, Value bags,
                                 Value rows, Value largest, Value counted) {
  Dims dims = b.dimsOf(largest);
  Value isLargest = b.Equal(rows, b.Gather(largest, b.Squeeze(bags, 1), 0));
  if (counted)
    isLargest = b.And(isLargest, b.Unsqueeze(counted, 1));
  Value count = buildSize(b, indices, 0);
  Value places = b.Unsqueeze(buildPositionsOf(b, indices, 0), 1);
  places = b.Where(isLargest, places, count);
  Value none = b.full(count, sym::getTensorType(dims, b.i64()));
  Value first = b.ScatterND(none, bags, places, "min");
  Value isEmpty = b.Equal(first, count);
  first = b.Where(isEmpty, b.scalar(0, b.i64()), first);
  Value index = b.Cast(b.Gather(indices, first, 0), b.resultElementType(3));
  return b.Where(isEmpty, b.scalar(0, b.resultElementType(3)), index);
}

/// True where an index is not the row `padding` of the weight; a negative
/// `padding` counts from the end.
static Value getCounted(Lowering &b, Value weight, Value indices,
                        int64_t padding) {
  Value row = b.scalar(padding, b.i64());
  if (auto rows = b.constantSize(b.dimsOf(weight)[0]); rows && padding < 0)
    row = b.scalar(padding + *rows, b.i64());
  else if (padding < 0)
    row = b.Add(buildSize(b, weight, 0), row);
  return b.Not(b.Equal(b.Cast(indices, b.i64()), row));
}

// aten::embedding_bag.padding_idx(Tensor weight, Tensor indices,
//     Tensor offsets, bool scale_grad_by_freq, int mode, bool sparse,
//     Tensor? per_sample_weights, bool include_last_offset, int? padding_idx)
//     -> (Tensor, Tensor offset2bag, Tensor bag_size, Tensor max_indices)
//
// The other results serve the backward pass: the bag of each index, the size of
// each bag, and the index of the row of each maximum.
static Lowered lowerEmbeddingBag(Lowering &b, bool wrapsPadding) {
  Value weight = b.tensor("weight"), indices = b.tensor("indices");
  Value offsets = b.tensor("offsets");
  Type type = b.resultElementType();
  int64_t mode = b.getInt("mode");
  // Eager mode computes the other results only for the modes that need them,
  // and the size for `sum` only for a backward pass.
  auto isUsed = [&](unsigned i) {
    return i < b.getNumResults() && !b.getOp()->getResult(i).use_empty();
  };
  bool isForward =
      b.getOp().getTarget() == "aten._embedding_bag_forward_only.default";
  if (isUsed(3) && mode != Max)
    return b.refuseUseOf(3);
  if (isUsed(2) && mode == Sum && isForward)
    return b.refuseUseOf(2);
  SmallVector<Value> results(b.getNumResults());
  if (b.constantSize(b.dimsOf(indices)[0]) == 0) {
    for (unsigned i = 0; i < b.getNumResults(); ++i)
      if (i == 0 || isUsed(i))
        results[i] =
            b.full(b.scalar(0, b.resultElementType(i)), b.resultType(i));
    return results;
  }
  int64_t padding = b.getInt("padding_idx", -1);
  bool hasPadding = padding >= 0 || (wrapsPadding && b.has("padding_idx"));
  // Indices after the last offset form an extra bag, which is dropped.
  bool dropsLast = endsAtLastOffset(b, type, mode == Max, hasPadding);
  Value begins = offsets;
  if (b.getBool("include_last_offset"))
    begins = b.Slice(offsets, 0, -1, 0);
  if (!dropsLast)
    offsets = begins;
  if (isUsed(1) && !(results[1] = buildBagOfEach(b, indices, begins)))
    return b.refuseUseOf(1);
  Dims dims = b.resultDims();
  if (dropsLast)
    dims[0] = sym::add(dims[0], 1);
  RankedTensorType result = sym::getTensorType(dims, type);
  Value zeros = b.full(b.scalar(0, type), result);
  Value bags = getBags(b, indices, offsets);
  Value rows = b.Gather(weight, indices, 0);

  // Entries equal to padding_idx do not count.
  Value counted;
  if (hasPadding) {
    counted = getCounted(b, weight, indices, padding);
    double neutral = mode == Max ? -std::numeric_limits<double>::infinity() : 0;
    rows = b.Where(b.Unsqueeze(counted, 1), rows, b.scalar(neutral, type));
  }
  if (Value weights = b.optionalTensor("per_sample_weights"))
    rows = b.Mul(rows, b.Unsqueeze(weights, 1));
  if (mode != Max) {
    results[0] = b.ScatterND(zeros, bags, rows, "add");
    if (dropsLast)
      results[0] = b.Slice(results[0], 0, -1, 0);
  }
  if (mode == Sum && !isUsed(2))
    return results;

  Value ones = counted ? b.Cast(counted, type)
                       : b.full(b.scalar(1, type),
                                sym::getTensorType(b.dimsOf(indices), type));
  // PyTorch divides by the number of indices up to the last one, even if it has
  // not added them all.
  if (dropsLast)
    bags = b.Min(bags, b.Sub(b.dim0d(b.resultDims()[0]), b.scalar(1, b.i64())));
  Value counts =
      b.ScatterND(b.full(b.scalar(0, type),
                         sym::getTensorType(b.resultDims().take_front(), type)),
                  bags, ones, "add");
  if (isUsed(2) && b.resultDims(2) != b.dimsOf(counts))
    return b.refuseUseOf(2);
  if (isUsed(2))
    results[2] = b.Cast(counts, b.resultElementType(2));
  if (mode == Sum)
    return results;
  counts = b.Unsqueeze(counts, 1);
  if (mode == Mean) {
    results[0] = b.Div(results[0], b.Max(counts, b.scalar(1, type)));
    return results;
  }
  Value lowest =
      b.full(b.scalar(-std::numeric_limits<double>::infinity(), type), result);
  Value largest = b.ScatterND(lowest, bags, rows, "max");
  results[0] =
      b.Where(b.Greater(counts, b.scalar(0, type)), largest, b.scalar(0, type));
  if (isUsed(3) && b.resultDims(3) != b.dimsOf(largest))
    return b.refuseUseOf(3);
  if (isUsed(3))
    results[3] = buildIndexOfLargest(b, indices, bags, rows, largest, counted);
  return results;
}

// aten::embedding_renorm(Tensor self, Tensor indices, float max_norm,
//                        float norm_type) -> Tensor
//
// Only rows that are looked up are normalized.
static Lowered lowerEmbeddingRenorm(Lowering &b) {
  Value weight = b.tensor("self"), indices = b.tensor("indices");
  Type type = b.elementTypeOf(weight);
  double limit = b.getFloat("max_norm"), p = b.getFloat("norm_type");
  indices = b.reshape(b.Cast(indices, b.i64()),
                      sym::product(b.dimsOf(indices), b.getContext()));
  Value rows = b.Gather(weight, indices, 0);
  Value norm = buildVectorNorm(b, rows, p, 1, /*keepDims=*/true);
  Value scale = b.Div(b.scalar(limit, type), b.Add(norm, b.scalar(1e-7, type)));
  Value scaled =
      b.Where(b.Greater(norm, b.scalar(limit, type)), b.Mul(rows, scale), rows);
  return b.ScatterND(weight, b.Unsqueeze(indices, 1), scaled);
}

// aten::embedding(Tensor weight, Tensor indices, SymInt padding_idx=-1,
//   bool scale_grad_by_freq=False, bool sparse=False) -> Tensor
static Lowered lowerEmbedding(Lowering &b) {
  return b.Gather(b.tensor("weight"), b.tensor("indices"), 0);
}

void torch_onnx::populateEmbedding(LoweringRegistry &registry) {
  registry.add("aten.embedding.default", lowerEmbedding);
  WrappedLowerings r(registry, inOpMath);
  r.add({"aten.embedding_bag.default", "aten._embedding_bag.default",
         "aten._embedding_bag_forward_only.default"},
        lowerEmbeddingBag, /*wrapsPadding=*/false);
  r.add("aten.embedding_bag.padding_idx", lowerEmbeddingBag,
        /*wrapsPadding=*/true);
  r.add("aten.embedding_renorm.default", lowerEmbeddingRenorm);
}
