//===- FoldConstantsView.cpp - Folding of views of constants --------------===//
//
// A view operator is converted to a few steps (transpose, slice, reshape,
// expand), which are applied to bytes in memory or to the strides of a weight
// in its file. The sizes are those of the result types, which must equal the
// inferred types.
//
//===----------------------------------------------------------------------===//

#include "FoldConstantsImpl.h"

#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"
#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"
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
  /// For Slice.
  SmallVector<int64_t> sizes, steps;
};
using Steps = SmallVector<Step, 2>;
} // namespace

/// The kind of the main step of a view. Nothing for views that reinterpret bits
/// (view.dtype, view_as_real) or that read an element several times
/// (as_strided, unfold), and for other operators.
static std::optional<StepKind> getStepKind(ViewKind kind) {
  switch (getCarry(kind)) {
  case Carry::Reshape:
    return StepKind::Reshape;
  case Carry::Expand:
    return StepKind::Expand;
  case Carry::Permute:
    return StepKind::Transpose;
  case Carry::Along:
    return StepKind::Slice;
  case Carry::Unknown:
  case Carry::Each:
  case Carry::Last:
  case Carry::AlongNew:
  case Carry::AlongOrAll:
  case Carry::Appends:
  case Carry::Repeat:
    return std::nullopt;
  }
  llvm_unreachable("unknown way to carry a dimension");
}

bool torch::isViewOperator(OperatorOp op) {
  return getStepKind(getTraits(op).view).has_value();
}

namespace {
/// Reads the arguments of one view operator.
class ViewReader {
public:
  ViewReader(OperatorOp op, ArrayRef<int64_t> shape)
      : args(op), shape(shape), op(op), kind(getTraits(op).view) {}

  std::optional<Steps> read(unsigned result);

private:
  RankedTensorType getType(unsigned result) {
    return cast<RankedTensorType>(op.getResultTypes()[result]);
  }
  std::optional<int64_t> getDim();
  std::optional<int64_t> getStart(int64_t dim, unsigned result);
  std::optional<Steps> slice(unsigned result);

  Arguments args;
  ArrayRef<int64_t> shape;
  OperatorOp op;
  ViewKind kind;
};
} // namespace

/// The dimension of a part, normalized.
std::optional<int64_t> ViewReader::getDim() {
  int64_t rank = shape.size();
  if (kind == ViewKind::Split)
    return getSplitDim(op, rank);
  std::optional<int64_t> dim = getIntArgument(args, "dim");
  if (!dim || *dim < -rank || *dim >= rank)
    return std::nullopt;
  return *dim < 0 ? *dim + rank : *dim;
}

/// The first element of a part along its dimension, not checked against the
/// bounds.
std::optional<int64_t> ViewReader::getStart(int64_t dim, unsigned result) {
  if (kind == ViewKind::Unbind)
    return result;
  int64_t size = shape[dim], start = 0;
  if (kind == ViewKind::Split) {
    // If the parts cover the whole, they are adjacent.
    int64_t end = 0;
    for (unsigned i = 0; i < op.getNumResults(); ++i) {
      if (i == result)
        start = end;
      end += getType(i).getDimSize(dim);
    }
    return end == size ? std::optional(start) : std::nullopt;
  }
  StringRef name = kind == ViewKind::Select ? "index" : "start";
  if (!args.has(name))
    return 0;
  std::optional<int64_t> given = getIntArgument(args, name);
  if (!given)
    return std::nullopt;
  start = *given < 0 ? *given + size : *given;
  return kind == ViewKind::Slice ? std::clamp<int64_t>(start, 0, size) : start;
}

/// Select, slice, narrow, unbind and split: a range along one dimension, which
/// select and unbind remove.
std::optional<Steps> ViewReader::slice(unsigned result) {
  std::optional<int64_t> dim = getDim();
  std::optional<int64_t> start = dim ? getStart(*dim, result) : std::nullopt;
  if (!start)
    return std::nullopt;
  RankedTensorType type = getType(result);
  bool drops = kind == ViewKind::Select || kind == ViewKind::Unbind;
  int64_t length = drops ? 1 : type.getDimSize(*dim);
  int64_t step =
      kind == ViewKind::Slice ? getIntArgument(args, "step").value_or(0) : 1;
  int64_t size = shape[*dim];
  if (step <= 0 || *start < 0 || *start > size ||
      (length != 0 &&
       (*start == size || (length - 1) > (size - 1 - *start) / step)))
    return std::nullopt;
  Step slice{StepKind::Slice, SmallVector<int64_t>(shape.size(), 0),
             SmallVector<int64_t>(shape),
             SmallVector<int64_t>(shape.size(), 1)};
  slice.values[*dim] = length == 0 ? 0 : *start;
  slice.sizes[*dim] = length;
  slice.steps[*dim] = step;
  Steps steps = {std::move(slice)};
  if (drops)
    steps.push_back(
        {StepKind::Reshape, SmallVector<int64_t>(type.getShape()), {}, {}});
  return steps;
}

std::optional<Steps> ViewReader::read(unsigned result) {
  RankedTensorType type = getType(result);
  std::optional<StepKind> step = getStepKind(kind);
  if (!step)
    return std::nullopt;
  switch (*step) {
  case StepKind::Reshape:
    if (weight::getNumElements(shape) !=
        weight::getNumElements(type.getShape()))
      return std::nullopt;
    [[fallthrough]];
  case StepKind::Expand:
    return Steps{{*step, SmallVector<int64_t>(type.getShape()), {}, {}}};
  case StepKind::Transpose:
    if (kind == ViewKind::Adjoint && isa<ComplexType>(type.getElementType()))
      return std::nullopt;
    if (auto order = getViewPermutation(op, shape.size()))
      return Steps{{StepKind::Transpose, *order, {}, {}}};
    return std::nullopt;
  case StepKind::Slice:
    return slice(result);
  }
  llvm_unreachable("unknown step");
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

/// Whether the result types equal the inferred types.
static bool hasInferredTypes(OperatorOp op) {
  NumberExprs numbers;
  std::string reason;
  FailureOr<SmallVector<Type>> types = inferResultTypes(op, numbers, reason);
  return succeeded(types) && llvm::equal(*types, op.getResultTypes());
}

/// The operand of a view operator, which is always its first argument.
static ElementsAttr getViewedConstant(OperatorOp op) {
  if (!isViewOperator(op) || op.getInputs().empty() || op.getArgs().empty() ||
      !isa<OperandAttr>(op.getArgs()[0]) ||
      !llvm::all_of(op.getResultTypes(), isFoldableType))
    return {};
  ElementsAttr elements = getConstantElements(op.getInputs()[0]);
  return elements && isFoldableType(elements.getType()) && hasInferredTypes(op)
             ? elements
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
  // A bool is read as 0 or 1, whatever its byte is.
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
/// Row-major elements with an offset and strides.
struct MemoryView {
  SmallVector<int64_t> shape, strides;
  int64_t offset = 0;
};
} // namespace

/// The strides of a view with another shape: with the same dimensions except
/// those of size 1, or of row-major elements with any shape. False for other
/// reshapes, which no operator needs.
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
  // Shapes first, because reading may take most of the time.
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
