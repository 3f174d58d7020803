//===- View.cpp - Types of views and copies -------------------------------===//
//
// The dtype is kept, and dimensions are permuted, added and removed. Joining
// and splitting is in ViewStack.cpp.
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"

#include "torch-onnx/Arithmetic/Shapes.h"
#include "torch-onnx/Dialect/Sym/IR/Functions.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Clamps an index to 0 <= index <= size; null if the result is unknown.
static AffineExpr clampIndex(Inference &b, AffineExpr index, AffineExpr size) {
  AffineExpr zero = b.size(0);
  if (index == size)
    return size;
  if (b.lowerBound(index) >= 0) {
    // The default end, which is past the end for every size.
    if (b.constantSize(index) == std::numeric_limits<int64_t>::max())
      return size;
  } else if (std::optional<int64_t> upper = b.upperBound(index);
             upper && *upper < 0) {
    index = sym::add(size, index);
    std::optional<int64_t> last = b.upperBound(index);
    if (last && *last <= 0)
      return zero;
    if (!b.isAtLeast(index, zero))
      return {};
    return index;
  } else {
    return {};
  }
  if (b.isAtLeast(size, index))
    return index;
  return b.isAtLeast(index, size) ? size : AffineExpr();
}

AffineExpr torch_onnx::torch::sliceSize(Inference &b, AffineExpr size,
                                        AffineExpr start, AffineExpr end,
                                        AffineExpr step) {
  if (std::optional<int64_t> known = b.constantSize(step); known && *known < 1)
    b.invalid("expected a positive step, found " + Twine(*known));
  if (b.lowerBound(step).value_or(0) < 1)
    return {};
  AffineExpr first = clampIndex(b, start, size);
  AffineExpr last = clampIndex(b, end, size);
  if (!first || !last)
    return {};
  AffineExpr length = sym::sub(last, first);
  if (std::optional<int64_t> upper = b.upperBound(length); upper && *upper <= 0)
    return b.size(0);
  if (!b.isAtLeast(length, b.size(0)))
    return {};
  return sym::ceilDiv(length, step);
}

/// `size`, or `otherwise` where it is negative: where a size that is known only
/// at run time is -1.
static AffineExpr selectIfNegative(Inference &b, AffineExpr size,
                                   AffineExpr otherwise) {
  if (!size || b.lowerBound(size) >= 0)
    return size;
  if (!otherwise)
    return {};
  const sym::Ranges &ranges = b.getNumbers().getRanges();
  Attribute number = sym::getNumber(size), zero = sym::getNumber(b.size(0));
  Attribute isNegative = sym::call(sym::Function::Less, {number, zero}, ranges);
  Attribute positive = sym::call(sym::Function::Max, {number, zero}, ranges);
  return sym::getSize(
      sym::call(sym::Function::Select,
                {isNegative, sym::getNumber(otherwise), positive}, ranges));
}

/// The sizes where one that is known only at run time may be -1: it is then
/// the number of elements divided by the other sizes.
static void inferRuntimeSize(Inference &b, AffineExpr count, Dims &dims) {
  Dims shape = dims;
  for (auto [index, dim] : llvm::enumerate(shape)) {
    if (!dim || b.lowerBound(dim) >= 0)
      continue;
    SmallVector<AffineExpr> others(shape.begin(), shape.end());
    others.erase(others.begin() + index);
    AffineExpr rest = b.product(others);
    bool isDivisor = rest && b.lowerBound(rest) >= 1;
    if (rest && !isDivisor)
      rest = sym::getSize(sym::call(
          sym::Function::Max, {sym::getNumber(rest), sym::getNumber(b.size(1))},
          b.getNumbers().getRanges()));
    AffineExpr size = sym::floorDiv(count, rest);
    dims[index] = isDivisor && size ? size : selectIfNegative(b, dim, size);
  }
}

Dims torch_onnx::torch::reshapeDims(Inference &b, ArrayRef<AffineExpr> source,
                                    ArrayRef<AffineExpr> shape) {
  Dims dims(shape);
  std::optional<size_t> inferred;
  SmallVector<AffineExpr> others;
  for (auto [index, dim] : llvm::enumerate(shape)) {
    if (b.constantSize(dim) != -1) {
      others.push_back(dim);
      continue;
    }
    if (inferred) {
      b.invalid("expected at most one size of -1, found two");
      return dims;
    }
    inferred = index;
  }
  AffineExpr count = b.product(source), rest = b.product(others);
  std::optional<int64_t> elements = b.constantSize(count);
  std::optional<int64_t> known = b.constantSize(rest);
  bool fits =
      !elements || !known ||
      (inferred ? *known != 0 && *elements % *known == 0 : *elements == *known);
  if (!fits) {
    b.invalid("expected a shape of " + Twine(*elements) + " elements, found " +
              Twine(*known) + (inferred ? "*n" : ""));
    return dims;
  }
  if (inferred)
    dims[*inferred] = known == 0 ? AffineExpr() : sym::floorDiv(count, rest);
  else
    inferRuntimeSize(b, count, dims);
  return dims;
}

//===----------------------------------------------------------------------===//
// Same shape, and given shapes
//===----------------------------------------------------------------------===//

// aten::view(Tensor self, SymInt[] size) -> Tensor
static TypeRule reshaping(StringRef shape) {
  return [shape](Inference &b) -> Inferred {
    RankedTensorType x = b.tensor("self");
    Dims sizes = b.exprs(shape);
    Dims dims = b.hasFailed() ? Dims() : reshapeDims(b, b.dimsOf(x), sizes);
    return b.type(dims, x.getElementType());
  };
}

/// view_as, reshape_as, expand_as, resize_as: the shape of another tensor.
static TypeRule shapeOf(StringRef other) {
  return [other](Inference &b) -> Inferred {
    return b.type(b.tensor(other), b.tensor("self").getElementType());
  };
}

// aten::view.dtype(Tensor self, ScalarType dtype) -> Tensor
//
// The last dimension is scaled by the ratio of the element widths.
static Inferred inferViewDtype(Inference &b) {
  RankedTensorType x = b.tensor("self");
  Type dtype = b.getDtype();
  if (!dtype)
    return b.invalidArgument("dtype", "a dtype");
  if (!dtype.isIntOrFloat() && !isa<ComplexType>(dtype) &&
      !arithmetic::isFloat4Pair(dtype))
    return b.unknown("expected 'dtype' to have a width, found " +
                     b.getArguments().describe("dtype"));
  auto getBits = [](Type type) -> int64_t {
    if (auto complex = dyn_cast<ComplexType>(type))
      return 2 * complex.getElementType().getIntOrFloatBitWidth();
    return type.isInteger(1) || arithmetic::isFloat4Pair(type)
               ? 8
               : type.getIntOrFloatBitWidth();
  };
  int64_t from = getBits(x.getElementType()), to = getBits(dtype);
  Dims dims = b.dimsOf(x);
  if (from != to) {
    if (dims.empty())
      return b.invalidRank(
          "self", "1 or more dimensions for a dtype of another width", 0);
    dims.back() = sym::floorDiv(sym::mul(dims.back(), from), to);
  }
  return b.type(dims, dtype);
}

// aten::expand(Tensor self, SymInt[] size, *, bool implicit=False) -> Tensor
//
// -1 keeps a dimension.
static Inferred inferExpand(Inference &b) {
  RankedTensorType x = b.tensor("self");
  Dims source = b.dimsOf(x), dims = b.exprs("size");
  if (dims.size() < source.size())
    return b.invalid("expected 'size' to have " + Twine(source.size()) +
                     " or more elements, found " + Twine(dims.size()));
  size_t offset = dims.size() - source.size();
  for (auto [index, dim] : llvm::enumerate(source)) {
    AffineExpr &target = dims[offset + index];
    std::optional<int64_t> from = b.constantSize(dim),
                           to = b.constantSize(target);
    if (to == -1)
      target = dim;
    else if (!to)
      target = selectIfNegative(b, target, dim);
    else if (from && to && *from != 1 && *from != *to)
      return b.invalid("expected a size that expands to " + Twine(*to) +
                       ", found " + Twine(*from));
  }
  return b.type(dims, x.getElementType());
}

// prims::broadcast_in_dim(Tensor(a) a, SymInt[] shape,
//                         int[] broadcast_dimensions) -> Tensor(a)
static Inferred inferBroadcastInDim(Inference &b) {
  RankedTensorType x = b.tensor("a");
  Dims source = b.dimsOf(x), dims = b.exprs("shape");
  SmallVector<int64_t> places = b.getInts("broadcast_dimensions");
  if (b.hasFailed())
    return {};
  if (places.size() != source.size())
    return b.invalid("expected a place for each of " + Twine(source.size()) +
                     " dimensions, found " + Twine(places.size()));
  int64_t last = -1;
  for (auto [place, size] : llvm::zip_equal(places, source)) {
    if (place <= last || place >= int64_t(dims.size()))
      return b.invalid("expected places that rise up to " +
                       Twine(dims.size() - 1) + ", found " + Twine(place));
    last = place;
    std::optional<int64_t> from = b.constantSize(size),
                           to = b.constantSize(dims[place]);
    if (from && to && *from != 1 && *from != *to)
      return b.invalid("expected a size that expands to " + Twine(*to) +
                       ", found " + Twine(*from));
  }
  return b.type(dims, x.getElementType());
}

Inferred torch_onnx::torch::inferSizes(Inference &b) {
  return b.type(b.exprs("size"), b.tensor("self").getElementType());
}

//===----------------------------------------------------------------------===//
// Order of dimensions
//===----------------------------------------------------------------------===//

using Order = std::optional<SmallVector<int64_t>>;

/// t, numpy_T: reverses all dimensions.
static Order reverseDims(const Arguments &args, int64_t rank) {
  return llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, rank)));
}

/// mT, adjoint.
static Order swapLastDims(const Arguments &args, int64_t rank) {
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (rank >= 2)
    std::swap(order[rank - 1], order[rank - 2]);
  return order;
}

// aten::transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)
static Order swapDims(const Arguments &args, int64_t rank) {
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  // transpose(0, -1) of a 0-d tensor returns the tensor.
  if (rank == 0)
    return order;
  std::optional<int64_t> first = wrapDim(args.getInt("dim0"), rank),
                         second = wrapDim(args.getInt("dim1"), rank);
  if (!first || !second)
    return std::nullopt;
  std::swap(order[*first], order[*second]);
  return order;
}

/// Moves the `source` dimensions to `destination`; the others keep their order.
static Order moveDims(ArrayRef<int64_t> source, ArrayRef<int64_t> destination,
                      int64_t rank) {
  SmallVector<int64_t> order(rank, -1);
  SmallVector<bool> isMoved(rank, false);
  if (source.size() != destination.size())
    return std::nullopt;
  for (auto [from, to] : llvm::zip_equal(source, destination)) {
    std::optional<int64_t> axis = wrapDim(from, rank),
                           place = wrapDim(to, rank);
    if (!axis || !place || isMoved[*axis] || order[*place] >= 0)
      return std::nullopt;
    order[*place] = *axis;
    isMoved[*axis] = true;
  }
  int64_t next = 0;
  for (int64_t &axis : order) {
    if (axis >= 0)
      continue;
    while (isMoved[next])
      ++next;
    axis = next++;
  }
  return order;
}

// aten::permute(Tensor(a) self, int[] dims) -> Tensor(a)
static Order permuteDims(const Arguments &args, int64_t rank) {
  std::optional<SmallVector<int64_t>> dims = args.getInts("dims");
  if (!dims || int64_t(dims->size()) != rank)
    return std::nullopt;
  // Each dimension has a destination: a permutation as numpy defines it.
  return moveDims(*dims, llvm::to_vector(llvm::seq<int64_t>(0, rank)), rank);
}

// aten::movedim.intlist(Tensor(a) self, int[] source, int[] destination)
//   -> Tensor(a)
static Order moveGivenDims(const Arguments &args, int64_t rank) {
  auto getDims = [&](StringRef name) -> Order {
    if (std::optional<int64_t> dim = args.getInt(name))
      return SmallVector<int64_t>{*dim};
    return args.getInts(name);
  };
  Order source = getDims("source"), destination = getDims("destination");
  if (!source || !destination)
    return std::nullopt;
  if (rank == 0)
    return SmallVector<int64_t>();
  return moveDims(*source, *destination, rank);
}

static Inferred swapAxes(Inference &b, RankedTensorType x, int64_t first,
                         int64_t second) {
  if (b.hasFailed() || x.getRank() == 0)
    return x;
  Dims dims = b.dimsOf(x);
  std::swap(dims[first], dims[second]);
  return b.type(dims, x.getElementType());
}

/// The arguments of a permutation, for a message: "dim0 = 5, dim1 = 0".
static std::string describeDims(Inference &b) {
  std::string text;
  for (StringRef name :
       {"dims", "permutation", "dim0", "dim1", "source", "destination"})
    if (b.has(name))
      text += (text.empty() ? "" : ", ") + name.str() + " = " +
              b.getArguments().describe(name);
  return text.empty() ? "none" : text;
}

/// permute, transpose, t, mT, movedim and similar operators.
static Inferred inferPermutation(Inference &b) {
  RankedTensorType x = b.tensor("self");
  auto order = getViewPermutation(b.getOp(), x.getRank());
  if (!order && b.getOp()->getNumOperands() > 1)
    return b.unknown(
        "expected constant dimensions, found some known only at run time");
  if (!order)
    return b.invalid("expected dimensions that reorder a tensor of rank " +
                     Twine(x.getRank()) + ", found " + describeDims(b));
  if (b.hasFailed())
    return {};
  Dims source = b.dimsOf(x), dims;
  for (int64_t axis : *order)
    dims.push_back(source[axis]);
  return b.type(dims, x.getElementType());
}

// aten::rot90(Tensor self, int k=1, int[] dims=[0, 1]) -> Tensor
static Inferred inferRot90(Inference &b) {
  RankedTensorType x = b.tensor("self");
  SmallVector<int64_t> axes = b.getGivenAxes("dims", x.getRank());
  int64_t turns = b.getInt("k");
  if (b.hasFailed() || axes.size() != 2)
    return b.invalid("expected 'dims' to have 2 elements, found " +
                     Twine(axes.size()));
  return turns % 2 == 0 ? Inferred(x) : swapAxes(b, x, axes[0], axes[1]);
}

//===----------------------------------------------------------------------===//
// Number of dimensions
//===----------------------------------------------------------------------===//

static Inferred inferUnsqueeze(Inference &b) {
  RankedTensorType x = b.tensor("self");
  Dims dims = b.dimsOf(x);
  int64_t axis = b.getAxis("dim", dims.size() + 1);
  dims.insert(dims.begin() + axis, b.size(1));
  return b.type(dims, x.getElementType());
}

/// squeeze: removes dimensions of size 1 among `axes`. If a size may be 1 at
/// run time, the rank is unknown unless the program was traced with another
/// size.
static Inferred squeeze(Inference &b, RankedTensorType x,
                        ArrayRef<int64_t> axes) {
  if (b.hasFailed())
    return {};
  Dims dims;
  for (auto [index, dim] : llvm::enumerate(b.dimsOf(x))) {
    std::optional<int64_t> size = b.constantSize(dim);
    if (!llvm::is_contained(axes, int64_t(index)) || (size && *size != 1))
      dims.push_back(dim);
    else if (!size) {
      std::optional<int64_t> lower = b.lowerBound(dim);
      if (!lower || *lower < 2)
        return b.unknown("expected a size that is known not to be 1, found " +
                         sym::toString(dim));
      dims.push_back(dim);
    }
  }
  return b.type(dims, x.getElementType());
}

static Inferred inferSqueeze(Inference &b) {
  RankedTensorType x = b.tensor("self");
  return squeeze(b, x,
                 b.has("dim") ? b.getGivenAxes("dim", x.getRank())
                              : b.axes("dim", x.getRank()));
}

static Inferred flatten(Inference &b, RankedTensorType x, int64_t first,
                        int64_t last) {
  if (b.hasFailed())
    return {};
  Dims source = b.dimsOf(x);
  if (source.empty())
    return b.type(b.size(1), x.getElementType());
  if (first > last)
    return b.invalid("expected the first dimension to flatten not to be behind "
                     "the last one, found " +
                     Twine(first) + " and " + Twine(last));
  Dims dims(source.begin(), source.begin() + first);
  dims.push_back(b.product(source.slice(first, last + 1)));
  dims.append(source.begin() + last + 1, source.end());
  return b.type(dims, x.getElementType());
}

// aten::flatten.using_ints(Tensor self, int start_dim=0, int end_dim=-1)
static Inferred inferFlatten(Inference &b) {
  RankedTensorType x = b.tensor("self");
  return flatten(b, x, b.axis("start_dim", x), b.axis("end_dim", x));
}

static Inferred inferRavel(Inference &b) {
  RankedTensorType x = b.tensor("self");
  return flatten(b, x, 0, std::max<int64_t>(x.getRank(), 1) - 1);
}

// aten::unflatten.int(Tensor self, int dim, SymInt[] sizes) -> Tensor
static Inferred inferUnflatten(Inference &b) {
  RankedTensorType x = b.tensor("self");
  int64_t axis = b.axis("dim", x);
  Dims sizes = b.exprs("sizes"), dims = b.dimsOf(x);
  if (b.hasFailed() || dims.empty())
    return b.invalidRank("self", "1 or more dimensions", dims.size());
  Dims inner = reshapeDims(b, dims[axis], sizes);
  dims.erase(dims.begin() + axis);
  dims.insert(dims.begin() + axis, inner.begin(), inner.end());
  return b.type(dims, x.getElementType());
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

// aten::select.int(Tensor self, int dim, SymInt index) -> Tensor
static Inferred inferSelect(Inference &b) {
  RankedTensorType x = b.tensor("self");
  int64_t axis = b.axis("dim", x);
  Dims dims = b.dimsOf(x);
  if (b.hasFailed() || dims.empty())
    return b.invalidRank("self", "1 or more dimensions", dims.size());
  auto index = b.constantSize(b.getExpr("index")),
       size = b.constantSize(dims[axis]);
  if (index && size && (*index >= *size || *index < -*size))
    return b.invalid("expected 'index' to be in range for size " +
                     Twine(*size) + ", found " + Twine(*index));
  dims.erase(dims.begin() + axis);
  return b.type(dims, x.getElementType());
}

// aten::slice.Tensor(Tensor self, int dim=0, SymInt? start=None,
//   SymInt? end=None, SymInt step=1) -> Tensor
static Inferred inferSlice(Inference &b) {
  RankedTensorType x = b.tensor("self");
  int64_t axis = b.axis("dim", x);
  AffineExpr step = b.getExpr("step");
  Dims dims = b.dimsOf(x);
  if (b.hasFailed() || dims.empty())
    return b.invalidRank("self", "1 or more dimensions", dims.size());
  AffineExpr start = b.has("start") ? b.getExpr("start") : b.size(0);
  AffineExpr end = b.has("end") ? b.getExpr("end") : dims[axis];
  dims[axis] = sliceSize(b, dims[axis], start, end, step);
  return b.type(dims, x.getElementType());
}

// aten::narrow(Tensor self, int dim, SymInt start, SymInt length) -> Tensor
static Inferred inferNarrow(Inference &b) {
  RankedTensorType x = b.tensor("self");
  int64_t axis = b.axis("dim", x);
  Dims dims = b.dimsOf(x);
  if (b.hasFailed() || dims.empty())
    return b.invalidRank("self", "1 or more dimensions", dims.size());
  AffineExpr length = b.getExpr("length");
  auto first = b.constantSize(b.getExpr("start")),
       count = b.constantSize(length), size = b.constantSize(dims[axis]);
  if (first && size && (*first > *size || *first < -*size))
    return b.invalid("expected 'start' to be in range for size " +
                     Twine(*size) + ", found " + Twine(*first));
  if (first && count && size &&
      (*count < 0 || *count > *size - *first - (*first < 0 ? *size : 0)))
    return b.invalid("expected 'length' to be in range for size " +
                     Twine(*size) + " and 'start' " + Twine(*first) +
                     ", found " + Twine(*count));
  dims[axis] = length;
  return b.type(dims, x.getElementType());
}

// aten::diagonal(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor
static Inferred inferDiagonal(Inference &b) {
  RankedTensorType x = b.firstTensor();
  int64_t first = b.axis("dim1", x), second = b.axis("dim2", x);
  int64_t offset = b.getInt("offset");
  Dims dims = b.dimsOf(x);
  if (b.hasFailed() || dims.size() < 2)
    return b.invalidRank(b.has("A") ? "A" : "self", "2 or more dimensions",
                         dims.size());
  if (first == second)
    return b.invalid("expected 'dim1' and 'dim2' to differ, found " +
                     Twine(first) + " for both");
  AffineExpr rows = sym::add(dims[first], offset < 0 ? offset : 0);
  AffineExpr columns = sym::add(dims[second], offset > 0 ? -offset : 0);
  AffineExpr length = b.isAtLeast(columns, rows)   ? rows
                      : b.isAtLeast(rows, columns) ? columns
                                                   : AffineExpr();
  if (length && !b.isAtLeast(length, b.size(0)))
    length = b.constantSize(length) ? b.size(0) : AffineExpr();
  dims.erase(dims.begin() + std::max(first, second));
  dims.erase(dims.begin() + std::min(first, second));
  dims.push_back(length);
  return b.type(dims, x.getElementType());
}

// aten::unfold(Tensor self, int dimension, int size, int step) -> Tensor
static Inferred inferUnfold(Inference &b) {
  RankedTensorType x = b.tensor("self");
  int64_t axis = b.axis("dimension", x);
  int64_t size = b.getInt("size"), step = b.getInt("step");
  Dims dims = b.dimsOf(x);
  if (b.hasFailed() || step < 1)
    return b.invalidArgument("step", "positive");
  if (!dims.empty())
    dims[axis] = sym::add(sym::floorDiv(sym::add(dims[axis], -size), step), 1);
  dims.push_back(b.size(size));
  return b.type(dims, x.getElementType());
}

// aten::repeat(Tensor self, SymInt[] repeats) -> Tensor
// aten::tile(Tensor self, SymInt[] dims) -> Tensor
static TypeRule repeating(StringRef name) {
  return [name](Inference &b) -> Inferred {
    RankedTensorType x = b.tensor("self");
    Dims dims = b.dimsOf(x), counts = b.exprs(name);
    while (counts.size() < dims.size())
      counts.insert(counts.begin(), b.size(1));
    while (dims.size() < counts.size())
      dims.insert(dims.begin(), b.size(1));
    for (auto [dim, count] : llvm::zip_equal(dims, counts))
      dim = sym::mul(dim, count);
    return b.type(dims, x.getElementType());
  };
}

// aten::repeat_interleave.self_int(Tensor self, SymInt repeats,
//   int? dim=None, *, SymInt? output_size=None) -> Tensor
static Inferred inferRepeatInterleave(Inference &b) {
  RankedTensorType x = b.tensor("self");
  Dims dims = b.dimsOf(x);
  AffineExpr count = b.getExpr("repeats");
  if (!b.has("dim") || dims.empty())
    return b.type(sym::mul(b.product(dims), count), x.getElementType());
  int64_t axis = b.axis("dim", x);
  dims[axis] = sym::mul(dims[axis], count);
  return b.type(dims, x.getElementType());
}

// aten::diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None,
//   Tensor? append=None) -> Tensor
static Inferred inferDiff(Inference &b) {
  RankedTensorType x = b.tensor("self");
  int64_t axis = b.axis("dim", x), n = b.getInt("n");
  Dims dims = b.dimsOf(x);
  if (n == 0) // Nothing is prepended or appended either.
    return x;
  if (b.hasFailed() || dims.empty())
    return b.invalidRank("self", "1 or more dimensions", dims.size());
  for (StringRef name : {"prepend", "append"})
    if (RankedTensorType other = b.optionalTensor(name)) {
      if (other.getRank() != x.getRank())
        return b.invalidRank(name, Twine(x.getRank()) + " dimensions",
                             other.getRank());
      dims[axis] = sym::add(dims[axis], b.dimsOf(other)[axis]);
    }
  AffineExpr rest = sym::add(dims[axis], -n);
  std::optional<int64_t> upper = b.upperBound(rest);
  if (upper && *upper <= 0)
    rest = b.size(0);
  dims[axis] = b.isAtLeast(rest, b.size(0)) ? rest : AffineExpr();
  return b.type(dims, b.promote({"self", "prepend", "append"}));
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

// aten::item(Tensor self) -> Scalar
static Inferred inferItem(Inference &b) {
  Type type = b.tensor("self").getElementType();
  if (isa<FloatType>(type))
    return b.f64();
  if (type.isInteger(1))
    return b.i1();
  return isa<IntegerType>(type) ? Inferred(b.i64()) : Inferred(Type());
}

static Inferred inferInt(Inference &b) { return b.i64(); }

// aten::to.other(Tensor self, Tensor other, ...), aten::type_as
static Inferred inferToOther(Inference &b) {
  return b.type(b.tensor("self"), b.tensor("other").getElementType());
}

// aten::view_as_real(Tensor(a) self) -> Tensor(a): pairs of numbers
static Inferred inferViewAsReal(Inference &b) {
  RankedTensorType x = b.tensor("self");
  Dims dims = b.dimsOf(x);
  if (b.hasFailed() || !isa<ComplexType>(x.getElementType()))
    return b.invalidElements("self", "complex elements", x.getElementType());
  dims.push_back(b.size(2));
  return b.type(dims, b.toReal(x.getElementType()));
}

// aten::view_as_complex(Tensor(a) self) -> Tensor(a)
static Inferred inferViewAsComplex(Inference &b) {
  RankedTensorType x = b.tensor("self");
  Dims dims = b.dimsOf(x);
  if (b.hasFailed() || dims.empty())
    return b.invalidRank("self", "1 or more dimensions", dims.size());
  if (!b.isFloat(x.getElementType()))
    return b.invalidElements("self", "floating-point elements",
                             x.getElementType());
  if (b.constantSize(dims.back()).value_or(2) != 2)
    return b.invalid("expected the last dimension of 'self' to have size 2, "
                     "found " +
                     describeSize(dims.back()));
  dims.pop_back();
  return b.type(dims, ComplexType::get(x.getElementType()));
}

// aten::imag(Tensor(a) self) -> Tensor(a)
static Inferred inferImag(Inference &b) {
  RankedTensorType x = b.tensor("self");
  if (!isa<ComplexType>(x.getElementType()))
    return b.invalidElements("self", "complex elements", x.getElementType());
  return b.type(x, b.toReal(x.getElementType()));
}

void torch_onnx::torch::populateViewOperators(OperatorTable &r) {
  r.add("aten._shape_as_tensor.default", [](Inference &b) -> Inferred {
    return b.type(b.size(b.tensor("self").getRank()), b.i64());
  });
  r.add("aten.detach_.default", inferSame);
  r.add("aten.copy.default", inferSame,
        {.elements = {"src"}, .shapes = {"self"}});
  r.add({"aten.flip.default", "aten.roll.default"}, inferSame,
        {.elements = {"self"}, .axes = {"dims"}});
  r.add({"aten.fliplr.default", "aten.flipud.default"}, inferSame,
        {.elements = {"self"}});
  r.add({"aten.alias.default", "aten.detach.default"}, inferSame,
        {.view = ViewKind::Identity, .fold = FoldKind::Identity});
  r.add(
      {"aten._lazy_clone.default", "aten.clone.default",
       "aten.contiguous.default", "aten.pin_memory.default"},
      inferSame,
      {.elements = {"self"}, .carry = Carry::Each, .fold = FoldKind::Identity});
  r.add({"aten.lift.default", "aten.lift_fresh.default"}, inferSame,
        {.view = ViewKind::Same, .fold = FoldKind::Identity});
  r.add({"aten.resolve_conj.default", "aten.resolve_neg.default"}, inferSame,
        {.view = ViewKind::Resolve});
  r.add("aten._to_copy.default", inferLike,
        {.elements = {"self"}, .carry = Carry::Each, .fold = FoldKind::Cast});
  r.add({"aten.to.device", "aten.to.dtype", "aten.to.dtype_layout"}, inferLike,
        {.view = ViewKind::Convert, .fold = FoldKind::Cast});
  r.add("aten.to.other", inferToOther,
        {.view = ViewKind::Convert, .fold = FoldKind::Cast});
  r.add("aten.type_as.default", inferToOther,
        {.view = ViewKind::SameOrCopy,
         .carry = Carry::Each,
         .fold = FoldKind::Cast});
  r.add("aten._reshape_copy.default", reshaping("size"),
        {.elements = {"self"}, .carry = Carry::Reshape});
  r.add({"aten._reshape_alias.default", "aten._unsafe_view.default",
         "aten.view.default"},
        reshaping("size"), {.view = ViewKind::Reshape});
  r.add("aten.reshape.default", reshaping("shape"),
        {.view = ViewKind::ReshapeOrCopy});
  r.add("aten.expand_as.default", shapeOf("other"),
        {.view = ViewKind::Expand, .shapes = {"other"}});
  r.add("aten.reshape_as.default", shapeOf("other"),
        {.view = ViewKind::ReshapeOrCopy, .shapes = {"other"}});
  r.add("aten.view_as.default", shapeOf("other"),
        {.view = ViewKind::Reshape, .shapes = {"other"}});
  r.add("aten.resize_as.default", shapeOf("the_template"),
        {.elements = {"self"}, .shapes = {"the_template"}});
  // Decomposed by torch-decompose.
  r.add({"prims.collapse_view.default", "prims.split_dim.default"}, TypeRule(),
        {.view = ViewKind::Reshape});
  r.add("prims.view_of.default", inferSame, {.view = ViewKind::Identity});
  r.add("aten.view_as_real.default", inferViewAsReal,
        {.view = ViewKind::AsReal});
  r.add("aten.view_as_complex.default", inferViewAsComplex,
        {.view = ViewKind::AsComplex});
  r.add("aten.imag.default", inferImag, {.view = ViewKind::ImaginaryPart});
  r.add("aten.view.dtype", inferViewDtype, {.view = ViewKind::Bitcast});
  r.add({"aten.broadcast_to.default", "aten.expand.default"}, inferExpand,
        {.view = ViewKind::Expand});
  r.add("prims.broadcast_in_dim.default", inferBroadcastInDim,
        {.view = ViewKind::Expand});
  r.add("aten.resize.default", inferSizes, {.elements = {"self"}});

  auto ordering = [](OrderFn order, ViewKind view = ViewKind::Permute) {
    return OperatorTraits{.view = view, .order = order};
  };
  r.add("aten.permute.default", inferPermutation, ordering(permuteDims));
  r.add("aten.transpose.int", inferPermutation, ordering(swapDims));
  r.add({"aten.t.default", "aten.numpy_T.default"}, inferPermutation,
        ordering(reverseDims));
  r.add("aten.mT.default", inferPermutation, ordering(swapLastDims));
  r.add({"aten.adjoint.default", "aten.mH.default", "aten.matrix_H.default"},
        inferPermutation, ordering(swapLastDims, ViewKind::Adjoint));
  r.add({"aten.movedim.int", "aten.movedim.intlist"}, inferPermutation,
        ordering(moveGivenDims));
  r.add("aten.rot90.default", inferRot90, {.elements = {"self"}});

  r.add("aten.unsqueeze.default", inferUnsqueeze, {.view = ViewKind::Reshape});
  r.add({"aten.squeeze.default", "aten.squeeze.dim", "aten.squeeze.dims"},
        inferSqueeze, {.view = ViewKind::Reshape});
  r.add("aten.flatten.using_ints", inferFlatten,
        {.view = ViewKind::ReshapeOrCopy});
  r.add("aten.ravel.default", inferRavel, {.view = ViewKind::ReshapeOrCopy});
  r.add("aten.unflatten.int", inferUnflatten, {.view = ViewKind::Reshape});

  r.add("aten.select.int", inferSelect,
        {.view = ViewKind::Select, .axes = {"dim"}});
  r.add("aten.slice.Tensor", inferSlice,
        {.view = ViewKind::Slice, .axes = {"dim"}});
  r.add("aten.narrow.default", inferNarrow,
        {.view = ViewKind::Narrow, .axes = {"dim"}});
  r.add("aten.narrow.Tensor", inferNarrow,
        {.view = ViewKind::NoInverse, .axes = {"dim"}});
  r.add({"aten.diagonal.default", "aten.linalg_diagonal.default"},
        inferDiagonal, {.view = ViewKind::Diagonal, .axes = {"dim1", "dim2"}});
  r.add("aten.unfold.default", inferUnfold,
        {.view = ViewKind::Unfold, .axes = {"dimension"}});
  r.add("aten.repeat.default", repeating("repeats"),
        {.elements = {"self"}, .carry = Carry::Repeat});
  r.add("aten.tile.default", repeating("dims"),
        {.elements = {"self"}, .carry = Carry::Repeat});
  r.add("aten.repeat_interleave.self_int", inferRepeatInterleave,
        {.elements = {"self"}, .axes = {"dim"}});
  r.add("aten.diff.default", inferDiff,
        {.elements = {"self", "prepend", "append"}, .sums = true});

  r.add({"aten._local_scalar_dense.default", "aten.item.default"}, inferItem);
  r.add({"aten.sym_numel.default", "aten.sym_size.int",
         "aten.sym_storage_offset.default", "aten.sym_stride.int"},
        inferInt, {.elements = ArgNames::none()});
  r.mark({"aten.repeat.default", "aten.tile.default",
          "aten.repeat_interleave.self_int", "aten.roll.default",
          "aten.flip.default", "aten.clone.default"},
         &OperatorTraits::recordsStrides);
}
