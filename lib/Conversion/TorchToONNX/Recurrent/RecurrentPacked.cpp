//===- RecurrentPacked.cpp - Lowerings of packed sequences ----------------===//
//
// A mask [time, batch] of the existing steps describes the layout. NonZero of
// the mask gives the positions of all steps in the order of the packed form, so
// packing is a GatherND by these positions, and its inverse is a ScatterND.
//
// Most programs pack, run one layer, and unpack. Then `unpack` finds the
// operand of the GatherND, and only masks remain.
//
//===----------------------------------------------------------------------===//

#include "RecurrentPacked.h"

#include "ModuleLowering.h"

#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"

using namespace mlir;
using namespace torch_onnx;

/// The integers from 0 to the 0-d `end`.
static Value rangeTo(Lowering &b, Value end, AffineExpr size) {
  return b.Range(b.scalar(0, b.i64()), end, b.scalar(1, b.i64()), size);
}

/// The first element of a vector, 0-d.
static Value firstOf(Lowering &b, Value x) {
  return b.Gather(x, b.scalar(0, b.i64()), 0);
}

/// The positions of all steps, [total, 2].
static Value positionsOf(Lowering &b, Value hasStep, AffineExpr total) {
  auto type = sym::getTensorType({b.constantDim(2), total}, b.i64());
  return b.Transpose(b.create("NonZero", type, hasStep), {1, 0});
}

/// The number of steps along an axis of the mask.
static Value countSteps(Lowering &b, Value hasStep, int64_t axis, Type type) {
  return b.ReduceSum(b.Cast(hasStep, type), axis, /*keepDims=*/false);
}

/// The mask by which `pack` built `data`, if `batchSizes` are those of the same
/// mask; null for other values.
static Value findMask(Lowering &b, Value data, Value batchSizes) {
  Value mask = b.getModule().getPackedMasks().lookup(batchSizes);
  auto gather = data.getDefiningOp<onnx::GatherNDOp>();
  if (!mask || !gather)
    return {};
  auto positions = gather.getIndices().getDefiningOp<onnx::TransposeOp>();
  if (!positions)
    return {};
  auto nonZero = positions.getOperand().getDefiningOp<onnx::NonZeroOp>();
  return nonZero && nonZero.getX() == mask ? mask : Value();
}

PaddedSequences torch_onnx::unpack(Lowering &b, Value data, Value batchSizes) {
  if (Value hasStep = findMask(b, data, batchSizes))
    return {data.getDefiningOp<onnx::GatherNDOp>().getData(), hasStep};
  Value range = rangeTo(b, firstOf(b, batchSizes), {});
  Value hasStep = b.Less(b.Unsqueeze(range, 0), b.Unsqueeze(batchSizes, 1));
  Dims dims = b.dimsOf(data), padded = b.dimsOf(hasStep);
  AffineExpr total = dims[0];
  for (int64_t axis = 1; axis < b.rankOf(data); ++axis)
    padded.push_back(dims[axis]);
  Value sizes = b.Concat({b.Shape(hasStep), b.Shape(data, 1)}, 0);
  Type element = b.elementTypeOf(data);
  Value zeros = b.Expand(b.scalar(0, element), sizes,
                         sym::getTensorType(padded, element));
  return {b.ScatterND(zeros, positionsOf(b, hasStep, total), data), hasStep};
}

Value torch_onnx::pack(Lowering &b, PaddedSequences sequences,
                       AffineExpr total) {
  Dims packed = b.dimsOf(sequences.x);
  packed.erase(packed.begin());
  packed[0] = total;
  return b.GatherND(sequences.x, positionsOf(b, sequences.hasStep, total),
                    sym::getTensorType(packed, b.elementTypeOf(sequences.x)));
}

Value torch_onnx::lengthsOf(Lowering &b, PaddedSequences sequences, Type type) {
  return countSteps(b, sequences.hasStep, 0, type);
}

// aten::_pack_padded_sequence(Tensor input, Tensor lengths, bool batch_first)
//   -> (Tensor, Tensor)
static Lowered lowerPack(Lowering &b) {
  Value x = b.tensor("input"), lengths = b.tensor("lengths", b.i64());
  if (b.getBool("batch_first"))
    x = b.transpose(x, 0, 1);
  AffineExpr total = b.resultDims(0)[0], time = b.resultDims(1)[0];
  // The lengths are sorted, so the first one is the largest.
  Value longest = firstOf(b, lengths);
  Value hasStep = b.Less(b.Unsqueeze(rangeTo(b, longest, time), 1),
                         b.Unsqueeze(lengths, 0));
  Dims dims = b.dimsOf(x);
  dims[0] = time;
  x = b.create("Slice", sym::getTensorType(dims, b.elementTypeOf(x)),
               {x, b.ints(0), b.Unsqueeze(longest, 0), b.ints(0), b.none()});
  Value packed = pack(b, {x, hasStep}, total);
  Value batchSizes = countSteps(b, hasStep, 1, b.i64());
  b.getModule().getPackedMasks()[batchSizes] = hasStep;
  return std::pair(packed, batchSizes);
}

// aten::_pad_packed_sequence(Tensor data, Tensor batch_sizes, bool batch_first,
//   Scalar padding_value, int total_length) -> (Tensor, Tensor)
static Lowered lowerPad(Lowering &b) {
  Value batchSizes = b.tensor("batch_sizes");
  PaddedSequences sequences = unpack(b, b.tensor("data"), batchSizes);
  Value x = sequences.x, hasStep = sequences.hasStep;
  Value padding = b.number("padding_value", b.elementTypeOf(x));
  for (int64_t axis = 2; axis < b.rankOf(x); ++axis)
    hasStep = b.Unsqueeze(hasStep, axis);
  x = b.Where(hasStep, x, padding);

  AffineExpr time = b.dimsOf(batchSizes)[0], total = b.getExpr("total_length");
  std::optional<int64_t> size = b.constantSize(total);
  if (!(size && *size <= 0) && !(time && time == total)) {
    Value missing = b.Sub(b.number("total_length", b.i64()),
                          b.Squeeze(b.Shape(batchSizes), 0));
    Dims dims = b.dimsOf(x);
    dims[0] = total;
    x = b.create("Pad", sym::getTensorType(dims, b.elementTypeOf(x)),
                 {x, b.Concat({b.ints(0), b.Unsqueeze(missing, 0)}, 0), padding,
                  b.ints(0)});
  }
  if (b.getBool("batch_first"))
    x = b.transpose(x, 0, 1);
  return std::pair(x, lengthsOf(b, sequences, b.i64()));
}

void torch_onnx::populateRecurrentPacked(LoweringRegistry &r) {
  r.add("aten._pack_padded_sequence.default", lowerPack);
  r.add("aten._pad_packed_sequence.default", lowerPad);
}
