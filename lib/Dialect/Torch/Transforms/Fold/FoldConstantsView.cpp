//===- FoldConstantsView.cpp - Views of constants -------------------------===//
//
// A view operator is turned into a few steps (transpose, slice, reshape,
// expand), which are then applied either to bytes in memory or to the strides
// of a weight in its file. The result type is trusted for the shape only where
// row-major order makes that safe; everything else must come out as it says.
//
//===----------------------------------------------------------------------===//

#include "FoldConstantsImpl.h"

#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Dialect/Weight/IR/Views.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

namespace {
enum class StepKind { Reshape, Transpose, Slice, Expand };

struct Step {
  StepKind kind;
  /// Reshape, Expand: the shape. Transpose: the permutation. Slice: the starts.
  SmallVector<int64_t> values;
  /// Of Slice.
  SmallVector<int64_t> sizes, steps;
};
using Steps = SmallVector<Step, 2>;
} // namespace

/// Views whose elements are other elements of the operand, each read once at
/// most. The views that are not in this list reinterpret bits (view.dtype,
/// view_as_real) or read an element several times (as_strided, unfold).
static bool isElementView(ViewKind kind) {
  switch (kind) {
  case ViewKind::Reshape:
  case ViewKind::ReshapeOrCopy:
  case ViewKind::Expand:
  case ViewKind::Transpose:
  case ViewKind::Reverse:
  case ViewKind::TransposeMatrix:
  case ViewKind::Adjoint:
  case ViewKind::Permute:
  case ViewKind::MoveDim:
  case ViewKind::Select:
  case ViewKind::Slice:
  case ViewKind::Narrow:
  case ViewKind::Split:
  case ViewKind::SplitOrCopy:
  case ViewKind::Unbind:
    return true;
  default:
    return false;
  }
}

bool torch::isViewOperator(OperatorOp op) {
  return isElementView(getTraits(op).view);
}

namespace {
/// Reads the arguments of one view operator.
class ViewReader {
public:
  ViewReader(OperatorOp op, ArrayRef<int64_t> shape)
      : args(op), shape(shape), op(op) {}

  std::optional<Steps> read(unsigned result);

private:
  /// A dimension argument counted from the front.
  std::optional<int64_t> getDim(StringRef name) {
    std::optional<int64_t> dim = getIntArgument(args, name);
    int64_t rank = shape.size();
    if (!dim || *dim < -rank || *dim >= rank)
      return std::nullopt;
    return *dim < 0 ? *dim + rank : *dim;
  }

  Step slice(int64_t dim, int64_t start, int64_t size, int64_t step = 1) {
    Step result{StepKind::Slice, SmallVector<int64_t>(shape.size(), 0),
                SmallVector<int64_t>(shape),
                SmallVector<int64_t>(shape.size(), 1)};
    result.values[dim] = start;
    result.sizes[dim] = size;
    result.steps[dim] = step;
    return result;
  }

  std::optional<Steps> sliceOne(unsigned result);

  Arguments args;
  ArrayRef<int64_t> shape;
  OperatorOp op;
  ViewKind kind = ViewKind::None;
};
} // namespace

std::optional<Steps> ViewReader::sliceOne(unsigned result) {
  bool isSplit = kind == ViewKind::Split || kind == ViewKind::SplitOrCopy;
  std::optional<int64_t> dim =
      isSplit ? getSplitDim(op, shape.size()) : getDim("dim");
  if (!dim)
    return std::nullopt;
  int64_t size = shape[*dim];
  SmallVector<int64_t> dropped(shape);
  dropped.erase(dropped.begin() + *dim);
  switch (kind) {
  case ViewKind::Select: {
    std::optional<int64_t> index = getIntArgument(args, "index");
    if (!index || *index < -size || *index >= size)
      return std::nullopt;
    return Steps{slice(*dim, *index < 0 ? *index + size : *index, 1),
                 {StepKind::Reshape, dropped, {}, {}}};
  }
  case ViewKind::Unbind:
    if (op.getNumResults() != static_cast<uint64_t>(size))
      return std::nullopt;
    return Steps{slice(*dim, result, 1), {StepKind::Reshape, dropped, {}, {}}};
  case ViewKind::Slice: {
    auto bound = [&](StringRef name, int64_t absent) -> std::optional<int64_t> {
      if (!args.has(name))
        return absent;
      std::optional<int64_t> at = getIntArgument(args, name);
      if (!at)
        return std::nullopt;
      return std::clamp<int64_t>(*at < 0 ? *at + size : *at, 0, size);
    };
    std::optional<int64_t> start = bound("start", 0), end = bound("end", size);
    std::optional<int64_t> step = getIntArgument(args, "step");
    if (!start || !end || !step || *step <= 0)
      return std::nullopt;
    int64_t length = std::max<int64_t>(*end - *start, 0);
    return Steps{slice(*dim, length ? *start : 0,
                       length / *step + (length % *step != 0), *step)};
  }
  case ViewKind::Narrow: {
    std::optional<int64_t> start = getIntArgument(args, "start");
    std::optional<int64_t> length = getIntArgument(args, "length");
    if (!start || !length || *start < -size || *start > size)
      return std::nullopt;
    int64_t first = *start < 0 ? *start + size : *start;
    if (*length < 0 || *length > size - first)
      return std::nullopt;
    return Steps{slice(*dim, first, *length)};
  }
  case ViewKind::Split:
  case ViewKind::SplitOrCopy: {
    // The parts follow each other, and each result type says how long its part
    // is; together they must be the whole.
    int64_t start = 0, end = 0;
    for (auto [index, type] : llvm::enumerate(op.getResultTypes())) {
      auto part = cast<RankedTensorType>(type);
      if (part.getRank() != static_cast<int64_t>(shape.size()))
        return std::nullopt;
      if (index == result)
        start = end;
      end += part.getDimSize(*dim);
    }
    if (end != size)
      return std::nullopt;
    auto type = cast<RankedTensorType>(op.getResultTypes()[result]);
    return Steps{slice(*dim, start, type.getDimSize(*dim))};
  }
  default:
    return std::nullopt;
  }
}

std::optional<Steps> ViewReader::read(unsigned result) {
  auto type = cast<RankedTensorType>(op.getResultTypes()[result]);
  kind = getTraits(op).view;
  switch (kind) {
  case ViewKind::Reshape:
  case ViewKind::ReshapeOrCopy:
    if (weight::getNumElements(shape) !=
        weight::getNumElements(type.getShape()))
      return std::nullopt;
    return Steps{
        {StepKind::Reshape, SmallVector<int64_t>(type.getShape()), {}, {}}};
  case ViewKind::Expand:
    return Steps{
        {StepKind::Expand, SmallVector<int64_t>(type.getShape()), {}, {}}};
  case ViewKind::Adjoint:
    if (isa<ComplexType>(type.getElementType()))
      return std::nullopt;
    [[fallthrough]];
  case ViewKind::Transpose:
  case ViewKind::Reverse:
  case ViewKind::TransposeMatrix:
  case ViewKind::Permute:
  case ViewKind::MoveDim:
    if (auto order = getViewPermutation(op, shape.size()))
      return Steps{{StepKind::Transpose, *order, {}, {}}};
    return std::nullopt;
  default:
    return sliceOne(result);
  }
}

//===----------------------------------------------------------------------===//
// Weights in files
//===----------------------------------------------------------------------===//

static FailureOr<weight::FileAttr> apply(const Step &step,
                                         weight::FileAttr file) {
  switch (step.kind) {
  case StepKind::Reshape:
    return weight::reshapeFile(
        file, RankedTensorType::get(step.values, file.getElementType()));
  case StepKind::Transpose:
    return weight::transposeFile(file, step.values);
  case StepKind::Slice:
    return weight::sliceFile(file, step.values, step.sizes, step.steps);
  case StepKind::Expand:
    return failure(); // Weights are not inflated.
  }
  llvm_unreachable("unknown step");
}

/// The operand of a view operator, which is always its first argument.
static ElementsAttr getViewedConstant(OperatorOp op) {
  if (!isViewOperator(op) || op.getInputs().empty() || op.getArgs().empty() ||
      !isa<OperandAttr>(op.getArgs()[0]) ||
      !llvm::all_of(op.getResultTypes(), isFoldableType))
    return {};
  ElementsAttr elements = getConstantElements(op.getInputs()[0]);
  return elements && isFoldableType(elements.getType()) ? elements
                                                        : ElementsAttr();
}

std::optional<FoldResults> torch::foldFileBitcast(OperatorOp op) {
  if (getTraits(op).view != ViewKind::Bitcast || op->getNumResults() != 1 ||
      op.getInputs().empty())
    return std::nullopt;
  auto file = dyn_cast_if_present<weight::FileAttr>(
      getConstantElements(op.getInputs()[0]));
  auto type = dyn_cast<RankedTensorType>(op.getResultTypes()[0]);
  if (!file || !type || !isFoldableType(type))
    return std::nullopt;
  // A boolean that is read is 0 or 1, whatever its byte is.
  Type from = file.getType().getElementType(), to = type.getElementType();
  int64_t width = weight::getElementByteWidth(from);
  if (from.isInteger(1) || to.isInteger(1) ||
      width != weight::getElementByteWidth(to) ||
      file.getType().getShape() != type.getShape())
    return std::nullopt;
  return FoldResults{weight::FileAttr::get(
      type, file.getFile(), file.getOffset(), file.getStrides())};
}

std::optional<FoldResults> torch::foldFileView(OperatorOp op) {
  auto file = dyn_cast_if_present<weight::FileAttr>(getViewedConstant(op));
  if (!file)
    return std::nullopt;
  FoldResults results;
  ViewReader reader(op, file.getType().getShape());
  for (auto [index, type] : llvm::enumerate(op.getResultTypes())) {
    std::optional<Steps> steps = reader.read(index);
    if (!steps)
      return std::nullopt;
    weight::FileAttr view = file;
    for (const Step &step : *steps) {
      FailureOr<weight::FileAttr> next = apply(step, view);
      if (failed(next))
        return std::nullopt;
      view = *next;
    }
    if (view.getType() != type)
      return std::nullopt;
    results.push_back(view);
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Bytes in memory
//===----------------------------------------------------------------------===//

namespace {
/// Row-major elements seen through offset and strides.
struct MemoryView {
  SmallVector<int64_t> shape, strides;
  int64_t offset = 0;
};
} // namespace

/// The strides of a view under another shape with the same dimensions but for
/// those of size 1, or of row-major elements under any; false for others,
/// which no operator asks for.
static bool reshape(MemoryView &view, ArrayRef<int64_t> shape) {
  if (view.strides == arithmetic::getRowMajorStrides(view.shape)) {
    view.shape.assign(shape.begin(), shape.end());
    view.strides = arithmetic::getRowMajorStrides(shape);
    return true;
  }
  SmallVector<int64_t> kept, strides(shape.size(), 0);
  for (auto [size, stride] : llvm::zip_equal(view.shape, view.strides))
    if (size != 1)
      kept.push_back(stride);
  size_t next = 0, oldNext = 0;
  SmallVector<int64_t> oldSizes(llvm::make_filter_range(
      view.shape, [](int64_t size) { return size != 1; }));
  for (; next < shape.size(); ++next) {
    if (shape[next] == 1)
      continue;
    if (oldNext == kept.size() || oldSizes[oldNext] != shape[next])
      return false;
    strides[next] = kept[oldNext++];
  }
  if (oldNext != kept.size())
    return false;
  view.shape.assign(shape.begin(), shape.end());
  view.strides = strides;
  return true;
}

static bool apply(const Step &step, MemoryView &view) {
  switch (step.kind) {
  case StepKind::Reshape:
    return reshape(view, step.values);
  case StepKind::Transpose: {
    MemoryView old = view;
    for (auto [i, dim] : llvm::enumerate(step.values)) {
      view.shape[i] = old.shape[dim];
      view.strides[i] = old.strides[dim];
    }
    return true;
  }
  case StepKind::Slice:
    for (size_t i = 0; i < view.shape.size(); ++i) {
      view.offset += step.values[i] * view.strides[i];
      view.strides[i] *= step.steps[i];
      view.shape[i] = step.sizes[i];
    }
    return true;
  case StepKind::Expand: {
    auto strides = arithmetic::getBroadcastStrides(view.shape, step.values);
    if (!strides)
      return false;
    view.shape = step.values;
    view.strides = *strides;
    return true;
  }
  }
  llvm_unreachable("unknown step");
}

std::optional<FoldResults> torch::foldMemoryView(OperatorOp op) {
  ElementsAttr elements = getViewedConstant(op);
  if (!elements)
    return std::nullopt;
  auto inType = cast<RankedTensorType>(elements.getShapedType());
  // Shapes first: reading may be the larger part of the work.
  SmallVector<MemoryView, 1> views;
  ViewReader reader(op, inType.getShape());
  for (auto [index, type] : llvm::enumerate(op.getResultTypes())) {
    std::optional<Steps> steps = reader.read(index);
    if (!steps)
      return std::nullopt;
    MemoryView view{SmallVector<int64_t>(inType.getShape()),
                    arithmetic::getRowMajorStrides(inType.getShape()), 0};
    for (const Step &step : *steps)
      if (!apply(step, view))
        return std::nullopt;
    auto outType = cast<RankedTensorType>(type);
    if (ArrayRef<int64_t>(view.shape) != outType.getShape() ||
        outType.getElementType() != inType.getElementType())
      return std::nullopt;
    views.push_back(view);
  }
  std::optional<arithmetic::Tensor> in = weight::readTensor(elements);
  if (!in)
    return std::nullopt;
  FoldResults results;
  for (const MemoryView &view : views)
    results.push_back(
        arithmetic::view(*in, view.shape, view.offset, view.strides).toAttr());
  return results;
}
