//===- EvaluateMovement.cpp - onnx data movement on constants -------------===//
//
// The operations of ConstantEvaluator.h that compute no numbers: a large result
// is a view of a weight, or an expression over weights, where there is one.
//
//===----------------------------------------------------------------------===//

#include "ConstantEvaluator.h"

#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Dialect/Weight/IR/Views.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;
using arithmetic::Tensor;

ElementsAttr ConstantEvaluator::reshape() {
  auto view = weight::reshapeElements(
      get(0), RankedTensorType::get(type.getShape(), type.getElementType()));
  return failed(view) ? ElementsAttr() : *view;
}

ElementsAttr ConstantEvaluator::visit(TransposeOp op) {
  SmallVector<int64_t> permutation = op.getPermutation();
  auto view = weight::transposeElements(get(0), permutation);
  if (succeeded(view))
    return *view;
  std::optional<Tensor> x = read(0);
  if (getBytes() > maxBytes || !x)
    return {};
  return finish(arithmetic::transpose(*x, permutation));
}

ElementsAttr ConstantEvaluator::visit(ExpandOp) {
  std::optional<Tensor> x = read(0);
  if (getBytes() > maxBytes || !x)
    return {};
  return finish(arithmetic::expand(*x, type.getShape()));
}

ElementsAttr ConstantEvaluator::visit(ConcatOp op) {
  std::optional<int64_t> axis = getAxis(op.getAxis(), type.getRank());
  if (!axis)
    return {};
  if (getBytes() > weight::maxComputedBytes)
    return makeExpr(weight::ExprKind::Concat, operands, type, *axis);
  SmallVector<Tensor> parts;
  for (unsigned i = 0; i < operands.size(); ++i) {
    std::optional<Tensor> part = read(i);
    if (!part)
      return {};
    parts.push_back(std::move(*part));
  }
  SmallVector<const Tensor *> pointers;
  for (const Tensor &part : parts)
    pointers.push_back(&part);
  return finish(arithmetic::concat(pointers, *axis));
}

ElementsAttr ConstantEvaluator::visit(GatherOp op) {
  std::optional<Tensor> x = read(0), indices = read(1);
  if (getBytes() > maxBytes || !x || !indices)
    return {};
  std::optional<int64_t> axis = getAxis(op.getAxis(), x->getRank());
  return axis ? finish(arithmetic::gather(*x, *indices, *axis))
              : ElementsAttr();
}

ElementsAttr ConstantEvaluator::visit(GatherElementsOp op) {
  std::optional<Tensor> x = read(0), indices = read(1);
  if (getBytes() > maxBytes || !x || !indices)
    return {};
  std::optional<int64_t> axis = getAxis(op.getAxis(), x->getRank());
  return axis ? finish(arithmetic::gatherElements(*x, *indices, *axis))
              : ElementsAttr();
}

/// The elements from `from` on in steps of `by`, as many as the result has.
ElementsAttr ConstantEvaluator::slice(ArrayRef<int64_t> from,
                                      ArrayRef<int64_t> by) {
  ElementsAttr value = get(0);
  if (auto file = dyn_cast<weight::FileAttr>(value);
      file && getBytes() > weight::maxComputedBytes) {
    auto view = weight::sliceFile(file, from, type.getShape(), by);
    return failed(view) ? ElementsAttr() : ElementsAttr(*view);
  }
  std::optional<Tensor> x = read(0);
  if (getBytes() > maxBytes || !x)
    return {};
  SmallVector<int64_t> strides = arithmetic::getRowMajorStrides(x->getShape());
  int64_t offset = 0;
  for (auto [start, step, stride] : llvm::zip_equal(from, by, strides)) {
    offset += start * stride;
    stride *= step;
  }
  return finish(arithmetic::view(*x, type.getShape(), offset, strides));
}

/// Forward steps only.
ElementsAttr ConstantEvaluator::visit(SliceOp) {
  ElementsAttr value = get(0);
  auto starts = readInts(1), ends = readInts(2);
  if (!starts || !ends || starts->size() != ends->size())
    return {};
  ArrayRef<int64_t> shape = value.getShapedType().getShape();
  int64_t rank = shape.size();
  SmallVector<int64_t> axes =
      llvm::to_vector(llvm::seq<int64_t>(0, starts->size()));
  SmallVector<int64_t> steps(starts->size(), 1);
  if (get(3)) {
    auto given = readInts(3);
    if (!given || given->size() != starts->size())
      return {};
    axes = *given;
  }
  if (get(4)) {
    auto given = readInts(4);
    if (!given || given->size() != starts->size())
      return {};
    steps = *given;
  }
  SmallVector<int64_t> from(rank, 0), sizes(shape), by(rank, 1);
  for (auto [start, end, axis, step] :
       llvm::zip_equal(*starts, *ends, axes, steps)) {
    int64_t dim = axis < 0 ? axis + rank : axis;
    if (dim < 0 || dim >= rank || step <= 0)
      return {};
    auto clamp = [&](int64_t at) { return clampPosition(at, shape[dim]); };
    from[dim] = clamp(start);
    sizes[dim] = std::max<int64_t>(clamp(end) - from[dim], 0);
    sizes[dim] = sizes[dim] / step + (sizes[dim] % step != 0);
    by[dim] = step;
  }
  if (ArrayRef<int64_t>(sizes) != type.getShape())
    return {};
  return slice(from, by);
}

/// Pieces are as long as the types of the results say.
ElementsAttr ConstantEvaluator::visit(SplitOp op) {
  std::optional<int64_t> axis = getAxis(op.getAxis(), type.getRank());
  if (!axis)
    return {};
  SmallVector<int64_t> from(type.getRank(), 0), by(type.getRank(), 1);
  int64_t end = 0;
  for (OpResult piece : op->getResults()) {
    auto pieceType = dyn_cast<RankedTensorType>(piece.getType());
    if (!pieceType || pieceType.getRank() != type.getRank() ||
        pieceType.isDynamicDim(*axis))
      return {};
    if (piece == result)
      from[*axis] = end;
    end += pieceType.getDimSize(*axis);
  }
  if (end != get(0).getShapedType().getDimSize(*axis))
    return {};
  return slice(from, by);
}

ElementsAttr ConstantEvaluator::visit(GatherNDOp op) {
  std::optional<Tensor> x = read(0), indices = read(1);
  if (op.getBatchDims() != 0 || getBytes() > maxBytes || !x || !indices)
    return {};
  return finish(arithmetic::gatherND(*x, *indices));
}

ElementsAttr ConstantEvaluator::visit(TileOp) {
  std::optional<Tensor> x = read(0);
  auto repeats = readInts(1);
  if (getBytes() > maxBytes || !x || !repeats)
    return {};
  return finish(arithmetic::tile(*x, *repeats));
}

ElementsAttr ConstantEvaluator::visit(TriluOp op) {
  std::optional<Tensor> x = read(0);
  auto diagonal = get(1) ? readInts(1) : SmallVector<int64_t>{0};
  if (getBytes() > maxBytes || !x || !diagonal || diagonal->size() != 1)
    return {};
  return finish(
      arithmetic::triangle(*x, diagonal->front(), op.getUpper() != 0));
}

/// With one number, and nothing cut off: pieces of it around the operand.
ElementsAttr ConstantEvaluator::visit(PadOp op) {
  std::optional<Tensor> x = read(0);
  auto pads = readInts(1);
  if (op.getMode() != "constant" || !x || !pads || getBytes() > maxBytes)
    return {};
  int64_t rank = x->getRank();
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (get(3)) {
    auto given = readInts(3);
    if (!given)
      return {};
    axes = *given;
  }
  std::optional<Tensor> filler =
      get(2) ? read(2)
             : Tensor::fill(RankedTensorType::get({}, x->getElementType()),
                            int64_t(0));
  if (!filler || filler->getNumElements() != 1 ||
      pads->size() != 2 * axes.size())
    return {};
  Tensor number = std::move(*filler).reshaped({});
  for (auto [index, axis] : llvm::enumerate(axes)) {
    int64_t dim = axis < 0 ? axis + rank : axis;
    int64_t before = (*pads)[index], after = (*pads)[index + axes.size()];
    if (dim < 0 || dim >= rank || before < 0 || after < 0)
      return {};
    SmallVector<int64_t> front(x->getShape()), back(x->getShape());
    front[dim] = before;
    back[dim] = after;
    std::optional<Tensor> a = arithmetic::expand(number, front),
                          c = arithmetic::expand(number, back);
    if (!a || !c)
      return {};
    x = arithmetic::concat({&*a, &*x, &*c}, dim);
    if (!x)
      return {};
  }
  return finish(std::move(x));
}
