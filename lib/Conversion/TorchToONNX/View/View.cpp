//===- View.cpp - Lowerings of shape changes ------------------------------===//
//
// Operators that move or repeat elements without computing on them. Lowerings
// use the shape of the result rather than the sizes among the arguments.
//
//===----------------------------------------------------------------------===//

#include "View/View.h"
#include "ModuleLowering.h"
#include "Positions.h"

#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"

#include "llvm/ADT/StringExtras.h"

#include <limits>
#include <numeric>

using namespace mlir;
using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

/// Reshapes to the declared shape, keeping the order of the elements.
static Lowered lowerReshape(Lowering &b) {
  return b.reshape(b.tensor("self"), b.resultType());
}

/// Whether a size depends on data: torch.export calls such symbols u0, u1, and
/// so on, and those of input sizes s0, s1.
static bool dependsOnData(AffineExpr size) {
  return llvm::any_of(sym::getSymbols(size), [](AffineSymbolExpr symbol) {
    StringRef name = sym::getSymbolName(symbol);
    return name.consume_front("u") && !name.empty() &&
           llvm::all_of(name, llvm::isDigit);
  });
}

// aten::squeeze(Tensor(a) self) -> Tensor(a)
// aten::squeeze.dim(Tensor(a) self, int dim) -> Tensor(a)
// aten::squeeze.dims(Tensor(a) self, int[] dim) -> Tensor(a)
//
// torch.export assumes that a dynamic size is not 1. The rank of the model is
// static, so a warning says that the dimension is kept.
static Lowered lowerSqueeze(Lowering &b) {
  Value x = b.tensor("self");
  int64_t rank = b.rankOf(x);
  SmallVector<int64_t> axes = b.integers(0, rank);
  if (b.has("dim"))
    axes = b.getInts("dim");
  SmallVector<std::string> kept;
  for (int64_t axis : axes) {
    axis += axis < 0 ? rank : 0;
    if (axis < 0 || axis >= rank)
      continue;
    AffineExpr size = b.dimsOf(x)[axis];
    if (size &&
        (isa<AffineConstantExpr>(size) ||
         sym::lowerBound(size, b.getModule().getRanges()).value_or(0) > 1))
      continue;
    kept.push_back(("dimension " + Twine(axis) + " if its size, " +
                    (!size                 ? "which is unknown"
                     : dependsOnData(size) ? "which depends on data"
                                           : sym::toString(size)) +
                    ", is 1")
                       .str());
  }
  torch::OperatorOp op = b.getOp();
  if (!kept.empty())
    op.emitWarning() << "'" << op.getTarget() << "' removes "
                     << llvm::join(kept, " and ") << "; the model keeps the "
                     << (kept.size() == 1 ? "dimension" : "dimensions")
                     << ", as torch.export does";
  return lowerReshape(b);
}

/// Results are functional, so a copy becomes its source.
static Lowered lowerCopy(Lowering &b) {
  return b.Cast(b.tensor("self"), b.resultElementType());
}

/// Lowers permute, transpose, t, mT, movedim and similar operators; `mH`,
/// `matrix_H` and `adjoint` also conjugate.
static Lowered lowerPermutation(Lowering &b) {
  Value x = b.tensor("self");
  if (torch::getTraits(b.getOp()).view == torch::ViewKind::Adjoint &&
      isa<ComplexType>(b.elementTypeOf(x)))
    return b.refuseElements("self", "real elements", b.elementTypeOf(x));
  auto order = torch::getViewPermutation(b.getOp(), b.rankOf(x));
  if (!order)
    return b.refuse(
        "expected constant dimensions, found some known only at run time");
  return llvm::is_sorted(*order) ? x : b.Transpose(x, *order);
}

// aten::expand(Tensor self, SymInt[] size, *, bool implicit=False) -> Tensor
//
// A size that is known only at run time may be -1, which keeps the dimension,
// as 1 does in ONNX. torch.export also asserts that such a size is the size of
// the dimension, which does not hold for -1; the range is then one number.
static Lowered lowerExpand(Lowering &b) {
  Value x = b.tensor("self");
  auto sizes = b.getArguments().getList("size");
  if (!sizes || sizes->size() != b.resultDims().size())
    return b.expand(x, b.resultType());
  bool mayKeep = false;
  SmallVector<Value> shape;
  for (auto [size, dim] : llvm::zip_equal(*sizes, b.resultDims())) {
    AffineExpr given = b.getExpr(size);
    bool isConstant = !given || b.constantSize(given);
    std::optional<int64_t> low = b.getNumbers().lowerBound(given);
    bool isPinned =
        !isConstant && low >= 0 && low == b.getNumbers().upperBound(given);
    if (isPinned) {
      shape.push_back(b.ints(*low));
    } else if (isConstant || low >= 0) {
      shape.push_back(b.dim1d(dim));
      continue;
    } else {
      Value number = b.dim1d(given);
      shape.push_back(b.Where(b.Less(number, b.ints(0)), b.ints(1), number));
    }
    mayKeep = true;
  }
  if (!mayKeep)
    return b.expand(x, b.resultType());
  return b.Expand(x, b.Concat(shape, 0),
                  b.resultType().clone(b.elementTypeOf(x)));
}

// prims::broadcast_in_dim(Tensor(a) a, SymInt[] shape,
//                         int[] broadcast_dimensions) -> Tensor(a)
//
// Dimension i of the operand becomes dimension broadcast_dimensions[i].
static Lowered lowerBroadcastInDim(Lowering &b) {
  Value x = b.tensor("a");
  SmallVector<int64_t> places = b.getInts("broadcast_dimensions");
  SmallVector<int64_t> added;
  for (int64_t axis = 0, rank = b.resultDims().size(); axis < rank; ++axis)
    if (!llvm::is_contained(places, axis))
      added.push_back(axis);
  return b.expand(b.Unsqueeze(x, added), b.resultType());
}

// aten::copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor
static Lowered lowerAssign(Lowering &b) {
  return b.expand(b.tensor("src", b.resultElementType()), b.resultType());
}

/// Reinterprets integers as others; lower bits come first in memory. The bits
/// move in i64, whose products wrap around, and a Cast between integers keeps
/// the lower bits (ONNX, Cast).
static Value viewIntegers(Lowering &b, Value x, Type type) {
  int64_t width = b.elementTypeOf(x).getIntOrFloatBitWidth();
  int64_t wanted = type.getIntOrFloatBitWidth();
  Dims dims = b.dimsOf(x);
  int64_t axis = b.rankOf(x);
  auto power = [&](int64_t exponent) {
    return b.scalar(int64_t(1) << exponent, b.i64());
  };
  if (width > wanted) {
    Value bits = b.Cast(x, b.i64());
    SmallVector<Value> parts;
    // Concat does not support 4-bit elements.
    Type joined = wanted < 8 ? b.getBuilder().getIntegerType(8, false) : type;
    for (int64_t shift = 0; shift < width; shift += wanted) {
      Value part = shift == 0 ? bits : b.floorDiv(bits, power(shift));
      // Runtimes differ in how a Cast to 4 bits treats the upper bits.
      if (wanted < 8)
        part = b.Mod(part, power(wanted));
      parts.push_back(b.Unsqueeze(b.Cast(part, joined), axis));
    }
    dims.back() = sym::mul(dims.back(), width / wanted);
    return b.Cast(b.reshape(b.Concat(parts, axis), dims), type);
  }
  if (width < wanted) {
    int64_t ratio = wanted / width;
    dims.back() = sym::floorDiv(dims.back(), ratio);
    dims.push_back(b.constantDim(ratio));
    // Unsigned, so that a sign does not fill the upper bits.
    Type isUnsigned = b.getBuilder().getIntegerType(width, /*isSigned=*/false);
    Value bits = b.Cast(b.Cast(b.reshape(x, dims), isUnsigned), b.i64()), sum;
    for (int64_t i = 0; i < ratio; ++i) {
      Value part = b.Gather(bits, b.scalar(i, b.i64()), axis);
      if (i != 0)
        part = b.Mul(part, power(i * width));
      sum = sum ? b.Add(sum, part) : part;
    }
    return b.Cast(sum, type);
  }
  return b.Cast(x, type);
}

// aten::view.dtype(Tensor(a) self, ScalarType dtype) -> Tensor(a)
//
// BitCast keeps the width. For another width, floats are reinterpreted as
// integers of their own width before or after.
static Lowered lowerViewDtype(Lowering &b) {
  Value x = b.tensor("self");
  Type from = b.elementTypeOf(x), to = b.resultElementType();
  if (from == to)
    return x;
  auto isWhole = [&](Type type) { return b.isInt(type) || b.isBool(type); };
  if (b.isBool(from) && isWhole(to) && to.getIntOrFloatBitWidth() == 8)
    return b.Cast(x, to);
  if (b.isInt(from) && b.isInt(to) &&
      (b.rankOf(x) > 0 ||
       from.getIntOrFloatBitWidth() == to.getIntOrFloatBitWidth())) {
    Value y = viewIntegers(b, x, to);
    y.setType(b.resultType());
    return y;
  }
  if (from.isIntOrFloat() && to.isIntOrFloat() && !b.isBool(from) &&
      !b.isBool(to) &&
      from.getIntOrFloatBitWidth() == to.getIntOrFloatBitWidth())
    return b.create("BitCast", b.resultType(), x, b.attr("to", to));
  auto isBytes = [&](Type type) {
    return (b.isInt(type) || b.isFloat(type)) &&
           type.getIntOrFloatBitWidth() >= 8;
  };
  if (isBytes(from) && isBytes(to) && b.rankOf(x) > 0) {
    auto cast = [&](Value value, Type type) {
      return b.create("BitCast", b.typeOf(value).clone(type), value,
                      b.attr("to", type));
    };
    auto getBits = [&](Type type) -> Type {
      return b.getBuilder().getIntegerType(type.getIntOrFloatBitWidth());
    };
    Value bits = b.isFloat(from) ? cast(x, getBits(from)) : x;
    Value y = viewIntegers(b, bits, b.isFloat(to) ? getBits(to) : to);
    if (b.isRefused())
      return Lowered::refused();
    y = b.isFloat(to) ? cast(y, to) : y;
    y.setType(b.resultType());
    return y;
  }
  return b.refuse("expected integers, or numbers of one width, found " +
                  b.describe(from) + " viewed as " + b.describe(to));
}

// aten::item(Tensor self) -> Scalar
static Lowered lowerItem(Lowering &b) {
  return b.Cast(b.reshape(b.tensor("self"), ArrayRef<AffineExpr>()),
                b.resultElementType());
}

// aten::sym_size.int(Tensor self, int dim) -> SymInt
//
// For sizes without an expression; others are computed where they are read.
static Lowered lowerSymSize(Lowering &b) {
  Value x = b.tensor("self");
  return b.Squeeze(b.sizeOf(x, b.getAxis("dim", b.rankOf(x))), 0);
}

// aten::sym_numel(Tensor self) -> SymInt
static Lowered lowerSymNumel(Lowering &b) {
  return b.create("Size", b.scalarType(b.i64()), b.tensor("self"));
}

// aten::sym_stride.int(Tensor self, int dim) -> SymInt
static Lowered lowerSymStride(Lowering &b) {
  if (!b.getOp()->use_empty())
    return b.refuse("expected a stride in terms of sizes of the inputs, found "
                    "one that the program does not tell");
  return Value();
}

// aten::sym_storage_offset(Tensor self) -> SymInt
static Lowered lowerStorageOffset(Lowering &b) {
  if (!b.getOp()->use_empty())
    return b.refuse("expected the offset of a tensor in its memory to be "
                    "unused, found a use");
  return Value();
}

// aten::resize(Tensor self, SymInt[] size, *, MemoryFormat? memory_format=None)
//
// Takes the first elements in memory; any elements after them are
// uninitialized.
static Lowered lowerResize(Lowering &b) {
  Value x = b.tensor("self");
  RankedTensorType from = b.typeOf(x), to = b.resultType();
  if (!from.hasStaticShape() || !to.hasStaticShape())
    return b.refuse("expected constant sizes, found " + b.describe(from) +
                    " resized to " + b.describe(to));
  StringRef format = b.getString("memory_format", "contiguous_format");
  if (format != "contiguous_format")
    return b.refuse("expected 'memory_format' to be contiguous_format, found " +
                    format);
  if (b.getOp()->hasAttr(torch::TorchDialect::getStridesAttrName()))
    return b.refuse("expected a tensor whose elements fill its memory, found "
                    "other strides");
  int64_t have = from.getNumElements(), want = to.getNumElements();
  if (have == want)
    return b.reshape(x, to);
  x = b.reshape(x, b.constantDim(have));
  x = have > want ? b.Slice(x, 0, want, 0) : b.Pad(x, {0, want - have}, {});
  return b.reshape(x, to);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

// aten::slice.Tensor(Tensor self, int dim=0, SymInt? start=None,
//                    SymInt? end=None, SymInt step=1) -> Tensor
static Lowered lowerSlice(Lowering &b) {
  Value x = b.tensor("self");
  int64_t axis = b.getAxis("dim", b.rankOf(x));
  if (x.getType() == b.resultType() && b.constantSize(b.getExpr("step")) == 1 &&
      b.dimsOf(x)[axis])
    return x; // The slice is the whole tensor.
  return b.create("Slice", b.resultType(),
                  {x, buildBound(b, "start", 0),
                   buildBound(b, "end", std::numeric_limits<int64_t>::max()),
                   b.ints(axis), buildStep(b)});
}

// aten::narrow(Tensor self, int dim, SymInt start, SymInt length) -> Tensor
static Lowered lowerNarrow(Lowering &b) {
  Value x = b.tensor("self");
  int64_t axis = b.getAxis("dim", b.rankOf(x));
  Value start = buildBound(b, "start", 0);
  // A negative start counts from the end; start + length must not become 0.
  AffineExpr first = b.getExpr("start");
  torch::NumberExprs &numbers = b.getModule().getNumberExprs();
  auto fromEnd = [&] { return b.Add(start, b.sizeOf(x, axis)); };
  if (numbers.upperBound(first).value_or(0) < 0)
    start = fromEnd();
  else if (numbers.lowerBound(first).value_or(-1) < 0)
    start = b.Where(b.Less(start, b.ints(0)), fromEnd(), start);
  Value end = b.Add(start, b.dim1d(b.resultDims()[axis]));
  return b.create("Slice", b.resultType(),
                  {x, start, end, b.ints(axis), b.ints(1)});
}

// aten::narrow.Tensor(Tensor self, int dim, Tensor start, SymInt length)
static Lowered lowerNarrowTensor(Lowering &b) {
  Value x = b.tensor("self");
  int64_t axis = b.getAxis("dim", b.rankOf(x));
  Value start = b.reshape(b.tensor("start", b.i64()), b.constantDim(1));
  Value size = b.sizeOf(x, axis);
  start = b.Where(b.Less(start, b.ints(0)), b.Add(start, size), start);
  Value end = b.Add(start, b.dim1d(b.resultDims()[axis]));
  return b.create("Slice", b.resultType(),
                  {x, start, end, b.ints(axis), b.ints(1)});
}

// aten::select.int(Tensor self, int dim, SymInt index) -> Tensor
static Lowered lowerSelect(Lowering &b) {
  Value x = b.tensor("self");
  return b.Gather(x, b.number("index", b.i64()), b.getAxis("dim", b.rankOf(x)));
}

/// Splits into consecutive parts of static sizes along an axis, by one ONNX
/// node.
static Lowered splitInto(Lowering &b, Value x, int64_t axis,
                         ArrayRef<int64_t> sizes) {
  if (sizes.size() == 1)
    return x;
  SmallVector<Type> types;
  for (unsigned i = 0; i < sizes.size(); ++i) {
    Dims dims = b.dimsOf(x);
    dims[axis] = b.constantDim(sizes[i]);
    types.push_back(sym::getTensorType(dims, b.elementTypeOf(x)));
  }
  return Lowered(ValueRange(
      b.createOp("Split", types, {x, b.ints(sizes)}, b.attr("axis", axis))
          ->getResults()));
}

/// One slice per result between consecutive bounds, x[0:i], x[i:j], x[j:], for
/// any order of i and j.
static SmallVector<Value> sliceBetween(Lowering &b, Value x, int64_t axis,
                                       function_ref<Value(unsigned)> bound) {
  SmallVector<Value> parts;
  for (unsigned i = 0; i < b.getNumResults(); ++i)
    parts.push_back(
        b.create("Slice", b.resultType(i),
                 {x, bound(i), bound(i + 1), b.ints(axis), b.none()}));
  return parts;
}

/// Lowers tensor_split.indices with decreasing indices, whose parts overlap, or
/// with indices that may be after the end.
static Lowered sliceAtIndices(Lowering &b, Value x, int64_t axis) {
  const torch::Arguments &args = b.getArguments();
  SmallVector<Value> bounds = {b.ints(0)};
  if (auto literals = args.getInts("indices")) {
    for (int64_t index : *literals)
      bounds.push_back(b.ints(index));
  } else if (auto list = args.getList("indices")) {
    Value indices = b.intTensor("indices");
    for (int64_t i = 0; i < int64_t(list->size()); ++i)
      bounds.push_back(b.Gather(indices, b.ints(i), 0));
  }
  bounds.push_back(b.ints(std::numeric_limits<int64_t>::max()));
  if (bounds.size() != b.getNumResults() + 1)
    return b.refuse("expected 'indices' to make " + Twine(b.getNumResults()) +
                    " parts, found " + Twine(bounds.size() - 1));
  return sliceBetween(b, x, axis, [&](unsigned i) { return bounds[i]; });
}

/// Lowers all split operators, using the sizes in the result types.
static Lowered splitAlong(Lowering &b, int64_t axis) {
  Value x = b.tensor("self");
  if (b.isRefused() || axis >= b.rankOf(x))
    return b.refuseRank("self", "more than " + Twine(axis) + " dimensions",
                        b.rankOf(x));
  SmallVector<int64_t> sizes;
  bool allConstant = true;
  AffineExpr sum = b.constantDim(0);
  for (unsigned i = 0; i < b.getNumResults(); ++i) {
    AffineExpr dim = b.resultDims(i)[axis];
    std::optional<int64_t> size = b.constantSize(dim);
    allConstant &= size.has_value();
    sizes.push_back(size.value_or(0));
    sum = sum && dim ? sym::add(sum, dim) : AffineExpr();
  }
  // Parts that do not add up to the whole come from decreasing indices.
  if (b.has("indices") && (!sum || sum != b.dimsOf(x)[axis]))
    return sliceAtIndices(b, x, axis);
  if (allConstant)
    return splitInto(b, x, axis, sizes);
  SmallVector<Value> parts;
  SmallVector<Type> types;
  for (unsigned i = 0; i < b.getNumResults(); ++i) {
    parts.push_back(b.dim1d(b.resultDims(i)[axis]));
    types.push_back(b.resultType(i));
  }
  if (types.size() == 1)
    return x;
  return Lowered(ValueRange(
      b.createOp("Split", types, {x, b.Concat(parts, 0)}, b.attr("axis", axis))
          ->getResults()));
}

/// Lowers split, split_with_sizes, chunk, tensor_split, unsafe_*.
static Lowered lowerSplit(Lowering &b) {
  auto axis = torch::getSplitDim(b.getOp(), b.rankOf(b.tensor("self")));
  if (!axis)
    return b.refuse("expected a constant dimension to split, found one known "
                    "only at run time");
  // Indices may be after the end, so a size may be none that can be computed
  // from other sizes.
  auto isComputed = [&](unsigned i) {
    AffineExpr size = b.resultDims(i)[*axis];
    return size && b.getModule().getSymbols().canCompute(size);
  };
  if (b.has("indices") &&
      !llvm::all_of(llvm::seq(b.getNumResults()), isComputed))
    return sliceAtIndices(b, b.tensor("self"), *axis);
  return splitAlong(b, *axis);
}

// aten::tensor_split.tensor_indices_or_sections(Tensor self,
//     Tensor tensor_indices_or_sections, int dim=0) -> Tensor[]
static Lowered lowerTensorSplit(Lowering &b) {
  Value x = b.tensor("self");
  Value indices = b.tensor("tensor_indices_or_sections", b.i64());
  int64_t axis = b.getAxis("dim", b.rankOf(x));
  if (b.rankOf(indices) != 1)
    return lowerSplit(b);
  SmallVector<Value> bounds = {b.ints(0)};
  int64_t count = b.getNumResults();
  for (int64_t i = 0; i + 1 < count; ++i)
    bounds.push_back(b.Gather(indices, b.ints(i), 0));
  bounds.push_back(b.ints(std::numeric_limits<int64_t>::max()));
  return sliceBetween(b, x, axis, [&](unsigned i) { return bounds[i]; });
}

// aten::unbind.int(Tensor self, int dim=0) -> Tensor[]
static Lowered lowerUnbind(Lowering &b) {
  Value x = b.tensor("self");
  int64_t axis = b.getAxis("dim", b.rankOf(x));
  SmallVector<Value> parts;
  for (unsigned i = 0; i < b.getNumResults(); ++i)
    parts.push_back(b.Gather(x, b.scalar(int64_t(i), b.i64()), axis));
  return parts;
}

// aten::diagonal(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor
//
// Gathers the diagonal of the last two dimensions from the flattened matrix.
static Lowered lowerDiagonal(Lowering &b, StringRef self) {
  Value x = b.tensor(self);
  int64_t rank = b.rankOf(x), offset = b.getInt("offset");
  int64_t dim1 = b.getAxis("dim1", rank), dim2 = b.getAxis("dim2", rank);
  if (b.isRefused())
    return Lowered::refused();
  SmallVector<int64_t> perm = b.getOtherAxes(x, {dim1, dim2});
  perm.append({dim1, dim2});
  x = b.Transpose(x, perm);
  Value positions = buildDiagonal(b, x, offset, b.resultDims().back());
  Dims dims = b.dimsOf(x);
  AffineExpr columns = dims.pop_back_val();
  dims.back() = sym::mul(dims.back(), columns);
  return b.Gather(b.reshape(x, dims), positions, rank - 2);
}

// aten::unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)
static Lowered lowerUnfold(Lowering &b) {
  Value x = b.tensor("self");
  int64_t rank = b.rankOf(x), axis = b.getAxis("dimension", rank);
  int64_t size = b.getInt("size"), step = b.getInt("step");
  if (rank == 0)
    return b.Unsqueeze(x, 0);
  Value windows =
      b.Gather(x, buildWindows(b, b.resultDims()[axis], size, step), axis);
  // The window is the last dimension of the result.
  SmallVector<int64_t> perm = b.getOtherAxes(windows, axis + 1);
  perm.push_back(axis + 1);
  return b.Transpose(windows, perm);
}

// aten::diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None,
//            Tensor? append=None) -> Tensor
//
// With n = 0, neither `prepend` nor `append` is added.
static Lowered lowerDiff(Lowering &b) {
  Value x = b.tensor("self");
  int64_t n = b.getInt("n");
  if (n == 0)
    return x;
  int64_t axis = b.getAxis("dim", b.rankOf(x));
  SmallVector<Value> parts;
  if (Value prepend = b.optionalTensor("prepend"))
    parts.push_back(b.Cast(prepend, b.resultElementType()));
  parts.push_back(b.Cast(x, b.resultElementType()));
  if (Value append = b.optionalTensor("append"))
    parts.push_back(b.Cast(append, b.resultElementType()));
  x = b.Concat(parts, axis);
  constexpr int64_t end = std::numeric_limits<int64_t>::max();
  // At most as many times as there are elements.
  n = std::min(n, b.constantSize(b.dimsOf(x)[axis]).value_or(n));
  for (int64_t i = 0; i < n; ++i) {
    Value next = b.Slice(x, 1, end, axis), previous = b.Slice(x, 0, -1, axis);
    // Booleans differ where exactly one of them is true.
    x = b.isBool(b.elementTypeOf(x)) ? b.Xor(next, previous)
                                     : b.Sub(next, previous);
  }
  return x;
}

//===----------------------------------------------------------------------===//
// Concatenation and repetition
//===----------------------------------------------------------------------===//

// aten::cat(Tensor[] tensors, int dim=0) -> Tensor
static Lowered lowerCat(Lowering &b) {
  SmallVector<Value> tensors;
  int64_t rank = b.resultType().getRank();
  // PyTorch ignores empty 1-d tensors in a concatenation.
  for (Value tensor : b.tensors("tensors"))
    if (b.rankOf(tensor) == rank)
      tensors.push_back(b.Cast(tensor, b.resultElementType()));
  if (tensors.empty())
    return b.refuse("expected tensors of rank " + Twine(rank) +
                    " to concatenate, found none");
  return b.Concat(tensors, b.getAxis("dim", rank));
}

// aten::stack(Tensor[] tensors, int dim=0) -> Tensor
static Lowered lowerStack(Lowering &b) {
  int64_t axis = b.getAxis("dim", b.resultType().getRank());
  SmallVector<Value> tensors;
  for (Value tensor : b.tensors("tensors"))
    tensors.push_back(b.Unsqueeze(b.Cast(tensor, b.resultElementType()), axis));
  return b.Concat(tensors, axis);
}

// aten::repeat(Tensor self, SymInt[] repeats) -> Tensor
static Lowered lowerRepeat(Lowering &b, StringRef repeats) {
  Value x = b.tensor("self");
  auto list = b.getArguments().getList(repeats);
  if (!list)
    return b.refuseArgument(repeats, "a list of integers");
  int64_t rank = b.resultType().getRank();
  if (b.rankOf(x) < rank)
    x = b.Unsqueeze(x, b.integers(0, rank - b.rankOf(x)));
  Value counts = b.intTensor(repeats);
  // tile() may have fewer repeats than dimensions.
  if (int64_t missing = rank - int64_t(list->size()); missing > 0)
    counts = b.Concat({b.ints(SmallVector<int64_t>(missing, 1)), counts}, 0);
  return b.create("Tile", b.resultType(), {x, counts});
}

// aten::repeat_interleave.self_int(Tensor self, SymInt repeats, int? dim=None,
//                                  *, SymInt? output_size=None) -> Tensor
static Lowered lowerRepeatInterleave(Lowering &b) {
  Value x = b.tensor("self");
  int64_t axis = 0;
  if (!b.has("dim")) {
    Dims dims = b.dimsOf(x);
    x = b.reshape(x, sym::product(dims, b.getContext()));
  } else {
    axis = b.getAxis("dim", b.rankOf(x));
  }
  Dims dims = b.dimsOf(x);
  dims.insert(dims.begin() + axis + 1, b.getExpr("repeats"));
  Value repeated = b.expand(b.Unsqueeze(x, axis + 1),
                            sym::getTensorType(dims, b.elementTypeOf(x)));
  return b.reshape(repeated, b.resultType());
}

/// Reverses the elements along the axes.
static Value flip(Lowering &b, Value x, ArrayRef<int64_t> axes) {
  constexpr int64_t lowest = std::numeric_limits<int64_t>::min();
  return b.create("Slice", x.getType(),
                  {x, b.ints(SmallVector<int64_t>(axes.size(), -1)),
                   b.ints(SmallVector<int64_t>(axes.size(), lowest)),
                   b.ints(axes),
                   b.ints(SmallVector<int64_t>(axes.size(), -1))});
}

// aten::flip(Tensor self, int[] dims) -> Tensor
static Lowered lowerFlip(Lowering &b) {
  Value x = b.tensor("self");
  if (b.rankOf(x) == 0 || b.getInts("dims").empty())
    return x;
  return flip(b, x, b.getAxes("dims", b.rankOf(x)));
}

// aten::rot90(Tensor self, int k=1, int[] dims=[0, 1]) -> Tensor
static Lowered lowerRot90(Lowering &b) {
  Value x = b.tensor("self");
  SmallVector<int64_t> dims = b.getInts("dims", 2);
  int64_t quarters = ((b.getInt("k") % 4) + 4) % 4;
  for (int64_t &dim : dims)
    dim = dim < 0 ? dim + b.rankOf(x) : dim;
  if (quarters == 0)
    return x;
  if (quarters == 2)
    return flip(b, x, {std::min(dims[0], dims[1]), std::max(dims[0], dims[1])});
  return b.transpose(flip(b, x, dims[quarters == 1 ? 1 : 0]), dims[0], dims[1]);
}

// aten::roll(Tensor self, SymInt[1] shifts, int[1] dims=[]) -> Tensor
//
// Concatenates the last elements and the first ones. Slices clamp, so the shift
// is taken modulo the size.
static Lowered lowerRoll(Lowering &b) {
  Value x = b.tensor("self");
  auto shifts = b.getArguments().getList("shifts");
  SmallVector<int64_t> dims = b.getInts("dims");
  RankedTensorType type = b.typeOf(x);
  if (!shifts)
    return b.refuseArgument("shifts", "a list of integers");
  if (b.isRefused() || type.getRank() == 0)
    return x;
  if (dims.empty()) {
    x = b.flatten(x);
    dims.push_back(0);
  }
  if (shifts->size() != dims.size())
    return b.refuse(
        "expected as many elements in 'shifts' as in 'dims', found " +
        Twine(shifts->size()) + " and " + Twine(dims.size()));
  constexpr int64_t maximum = std::numeric_limits<int64_t>::max();
  for (auto [number, dim] : llvm::zip_equal(*shifts, dims)) {
    int64_t axis = dim < 0 ? dim + b.rankOf(x) : dim;
    if (axis < 0 || axis >= b.rankOf(x))
      return b.refuseArgument("dims",
                              "in range for rank " + Twine(b.rankOf(x)));
    AffineExpr shift = b.getExpr(number);
    auto size = b.constantSize(b.dimsOf(x)[axis]);
    std::optional<int64_t> constant = b.constantSize(shift);
    if (size == 0 || constant == 0)
      continue;
    Value tail, head;
    if (constant && (size || std::abs(*constant) == 1)) {
      if (size)
        constant = ((*constant % *size) + *size) % *size;
      if (constant == 0)
        continue;
      tail = b.Slice(x, -*constant, maximum, axis);
      head = b.Slice(x, 0, -*constant, axis);
    } else {
      // A remainder by an empty dimension is undefined.
      Value count = b.Max(b.sizeOf(x, axis), b.ints(1));
      Value start = b.Mod(b.Neg(b.dim1d(shift)), count);
      Dims part = b.dimsOf(x);
      part[axis] = {};
      Type partType = sym::getTensorType(part, b.elementTypeOf(x));
      tail = b.create("Slice", partType,
                      {x, start, b.ints(maximum), b.ints(axis), b.none()});
      head = b.create("Slice", partType,
                      {x, b.ints(0), start, b.ints(axis), b.none()});
    }
    Value rolled = b.Concat({tail, head}, axis);
    rolled.setType(x.getType());
    x = rolled;
  }
  return b.reshape(x, type);
}

const LoweringFn *torch_onnx::findMovingLowering(const torch::Schema *schema) {
  static const LoweringFn copy = lowerCopy, shape = lowerReshape,
                          size = lowerExpand, order = lowerPermutation,
                          parts = lowerSplit;
  const torch::OperatorTraits &traits = torch::getTraits(schema);
  if (traits.fold == torch::FoldKind::Identity ||
      traits.fold == torch::FoldKind::Cast ||
      traits.view == torch::ViewKind::Resolve)
    return &copy;
  if (traits.order)
    return &order;
  if (traits.view == torch::ViewKind::Split)
    return &parts;
  torch::Carry carry = torch::getCarry(schema);
  if (carry == torch::Carry::Expand)
    return &size;
  // Views without a type rule are left to torch-decompose.
  return carry == torch::Carry::Reshape && torch::hasTypeRule(schema) ? &shape
                                                                      : nullptr;
}

void torch_onnx::populateView(LoweringRegistry &r) {
  r.add({"aten.squeeze.default", "aten.squeeze.dim", "aten.squeeze.dims"},
        lowerSqueeze);
  r.add("aten.detach_.default", lowerCopy);
  r.add("prims.broadcast_in_dim.default", lowerBroadcastInDim);
  r.add("aten.slice.Tensor", lowerSlice);
  r.add("aten.narrow.default", lowerNarrow);
  r.add("aten.narrow.Tensor", lowerNarrowTensor);
  r.add("aten.select.int", lowerSelect);
  r.add("aten.tensor_split.tensor_indices_or_sections", lowerTensorSplit);
  r.add("aten.diff.default", lowerDiff);
  r.add("aten.unbind.int", lowerUnbind);
  r.add("aten.diagonal.default", lowerDiagonal, "self");
  r.add("aten.linalg_diagonal.default", lowerDiagonal, "A");
  r.add("aten.unfold.default", lowerUnfold);
  r.add("aten.cat.default", lowerCat);
  // aten::_shape_as_tensor(Tensor self) -> Tensor
  r.add("aten._shape_as_tensor.default", [](Lowering &b) -> Lowered {
    return b.shapeOf(b.typeOf(b.tensor("self")));
  });
  r.add({"aten._stack.default", "aten.stack.default"}, lowerStack);
  r.add("aten.repeat.default", lowerRepeat, "repeats");
  r.add("aten.tile.default", lowerRepeat, "dims");
  r.add("aten.repeat_interleave.self_int", lowerRepeatInterleave);
  r.add("aten.flip.default", lowerFlip);
  r.add("aten.fliplr.default",
        [](Lowering &b) -> Lowered { return flip(b, b.tensor("self"), 1); });
  r.add("aten.flipud.default",
        [](Lowering &b) -> Lowered { return flip(b, b.tensor("self"), 0); });
  r.add("aten.rot90.default", lowerRot90);
  r.add("aten.copy.default", lowerAssign);
  r.add({"aten.item.default", "aten._local_scalar_dense.default"}, lowerItem);
  r.add({"aten.resize.default", "aten.resize_as.default"}, lowerResize);
  r.add("aten.sym_numel.default", lowerSymNumel);
  r.add("aten.sym_size.int", lowerSymSize);
  r.add("aten.sym_storage_offset.default", lowerStorageOffset);
  r.add("aten.sym_stride.int", lowerSymStride);
  r.add("aten.view.dtype", lowerViewDtype);
  r.add("aten.roll.default", lowerRoll);
}
