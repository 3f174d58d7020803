//===- LegalizeORTSums.cpp - Sums of many terms ---------------------------===//
//
// ONNX Runtime's kernels add the terms of a lane one after the other, and the
// error grows with their number: that of a variance of 2^20 elements is 2e-5. A
// sum of many terms is therefore computed in steps, one axis after the other,
// and a long axis as a matrix. Each step has few terms, as in PyTorch's
// pairwise sums. The first step takes the time of the whole sum, the others
// read much less.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"
#include "Simplify/SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/Canonicalization.h"
#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"

#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// The most terms that one reduction adds if it reduces the innermost
/// dimension, where kernels add in lanes, and if it does not.
static constexpr int64_t kMaxInLanes = 1 << 16, kMaxInOrder = 1 << 13;
/// The longest rows and columns into which a long axis is split.
static constexpr int64_t kMaxRow = 1 << 12, kMaxColumn = 1 << 7;

/// Whether `axes` contain the innermost dimension, not counting those of
/// size 1.
static bool reducesInnermost(RankedTensorType type, ArrayRef<int64_t> axes) {
  int64_t innermost = type.getRank() - 1;
  while (innermost >= 0 && type.getDimSize(innermost) == 1)
    --innermost;
  return llvm::is_contained(axes, innermost);
}

bool onnx::hasManyTerms(RankedTensorType type, ArrayRef<int64_t> axes) {
  if (!type.getElementType().isF32())
    return false;
  std::optional<int64_t> terms = 1;
  for (int64_t axis : axes) {
    if (type.isDynamicDim(axis) || !terms)
      return false;
    terms = llvm::checkedMul(*terms, type.getDimSize(axis));
  }
  return terms &&
         *terms > (reducesInnermost(type, axes) ? kMaxInLanes : kMaxInOrder);
}

/// The largest divisor of `size` that is at most `most`.
static int64_t getDivisor(int64_t size, int64_t most) {
  while (size % most != 0)
    --most;
  return most;
}

/// Splits a static dimension into two: [..., size / part, part, ...]. Null if
/// no number from 2 to `most` divides the size, or if a later dimension is
/// dynamic.
static Value splitAxis(Node &n, Value x, int64_t axis, int64_t most) {
  RankedTensorType type = n.typeOf(x);
  ArrayRef<int64_t> sizes = type.getShape();
  int64_t part = getDivisor(sizes[axis], most);
  if (part == 1 || llvm::any_of(sizes.drop_front(axis), ShapedType::isDynamic))
    return {};
  // Reshape replaces a zero by the size of the operand.
  SmallVector<int64_t> shape(axis, 0);
  shape.append({sizes[axis] / part, part});
  llvm::append_range(shape, sizes.drop_front(axis + 1));
  SmallVector<AffineExpr> dims = n.dimsOf(x);
  dims[axis] = getAffineConstantExpr(part, n.getContext());
  dims.insert(dims.begin() + axis,
              getAffineConstantExpr(sizes[axis] / part, n.getContext()));
  return n.Reshape(x, n.ints(shape),
                   sym::getTensorType(dims, type.getElementType()));
}

// ReduceMean(x, [2, 3]) = ReduceMean(ReduceMean(x, [3]), [2, 3])
template <typename OpT> static Outcome reduceInSteps(Node &n, OpT op) {
  Value x = op.getData(), list = getPresent(op.getAxes());
  RankedTensorType type = n.typeOf(x);
  int64_t rank = type.getRank();
  if (!list && op.getNoopWithEmptyAxes())
    return Outcome::Keep;
  std::optional<SmallVector<int64_t>> given = n.integers(0, rank);
  if (list)
    given = simplify::getAxes(list, rank);
  if (!given || given->empty())
    return Outcome::Keep;
  SmallVector<int64_t> axes = *given;
  if (!hasManyTerms(type, axes))
    return Outcome::Keep;
  bool isRow = reducesInnermost(type, axes);
  llvm::erase_if(axes,
                 [&](int64_t axis) { return type.getDimSize(axis) == 1; });
  int64_t last = *llvm::max_element(axes);
  SmallVector<AffineExpr> dims = n.dimsOf(x);
  Value operand = x;
  int64_t keepsDim = axes.size() > 1;
  if (keepsDim) {
    dims[last] = getAffineConstantExpr(1, n.getContext());
  } else {
    operand = splitAxis(n, x, last, isRow ? kMaxRow : kMaxColumn);
    if (!operand)
      return Outcome::Keep;
    dims[last] = n.dimsOf(operand)[last];
    ++last;
  }
  Value part = n.create(
      n.name(), sym::getTensorType(dims, type.getElementType()),
      {operand, n.ints(last)}, n.attributesWith(n.attr("keepdims", keepsDim)));
  return n.replace(n.create(n.name(), n.resultType(),
                            {part, list ? list : n.none()}, n.attributes()));
}

// InstanceNormalization(x) = (x - mean) / sqrt(variance + epsilon) * scale + B
//
// There is no kernel of f64. That of f32 adds all elements of a plane in one
// step.
static Outcome instanceNormalization(Node &n, InstanceNormalizationOp op) {
  Value x = op.getInput();
  RankedTensorType xType = n.typeOf(x);
  Type type = xType.getElementType();
  int64_t rank = xType.getRank();
  if (rank < 3)
    return type.isF64()
               ? n.refuse("expected 3 or more dimensions, found " + Twine(rank),
                          kNever)
               : Outcome::Keep;
  SmallVector<int64_t> axes = n.integers(2, rank);
  if (!type.isF64() && !hasManyTerms(xType, axes))
    return Outcome::Keep;
  Value centered = n.Sub(x, n.ReduceMean(x, axes));
  Value variance = n.ReduceMean(n.Mul(centered, centered), axes);
  Value epsilon = n.scalar(toDouble(op.getEpsilon()), type);
  Value y = n.Div(centered, n.Sqrt(n.Add(variance, epsilon)));
  SmallVector<int64_t> spatial = n.integers(1, rank - 1);
  // Adding a zero would only change the sign of zeros.
  if (simplify::getFill(op.getScale()) != 1.0)
    y = n.Mul(y, n.Unsqueeze(op.getScale(), spatial));
  if (simplify::getFill(op.getB()) != 0.0)
    y = n.Add(y, n.Unsqueeze(op.getB(), spatial));
  return n.replace(y);
}

void onnx::populateORTSums(RewriteTable &table) {
  table.addForORT<reduceInSteps<ReduceMeanOp>>();
  table.addForORT<reduceInSteps<ReduceSumOp>>();
  table.addForORT<instanceNormalization>();
}
