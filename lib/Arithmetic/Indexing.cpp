//===- Indexing.cpp - Gathers, scatters, orders of elements ---------------===//
//
// See Indexing.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Arithmetic/Indexing.h"

#include "Elements.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::arithmetic;

//===----------------------------------------------------------------------===//
// Gathers and scatters
//===----------------------------------------------------------------------===//

/// Calls `visit(i, offset)` for index number `i`, with the offset of the
/// element of `x` that it denotes along `axis`. Returns false if the indices do
/// not fit.
template <typename Visit>
static bool forEachIndex(const Tensor &x, const Tensor &indices, int64_t axis,
                         Visit visit) {
  auto picks = getIntegers(indices);
  if (!picks || axis < 0 || axis >= x.getRank() ||
      indices.getRank() != x.getRank())
    return false;
  for (int64_t i = 0; i < x.getRank(); ++i)
    if (i != axis && indices.getShape()[i] > x.getShape()[i])
      return false;
  SmallVector<int64_t> strides = getRowMajorStrides(x.getShape());
  SmallVector<int64_t> steps = getRowMajorStrides(indices.getShape());
  int64_t size = x.getShape()[axis];
  for (auto [flat, pick] : llvm::enumerate(*picks)) {
    pick = pick < 0 ? pick + size : pick;
    if (pick < 0 || pick >= size)
      return false;
    int64_t offset = pick * strides[axis];
    for (int64_t i = 0; i < x.getRank(); ++i)
      if (i != axis)
        offset += static_cast<int64_t>(flat) / steps[i] %
                  indices.getShape()[i] * strides[i];
    visit(static_cast<int64_t>(flat), offset);
  }
  return true;
}

/// The offset of the element or slice that a tuple of indices denotes; nullopt
/// if one is out of range.
static std::optional<int64_t> getOffset(ArrayRef<int64_t> tuple,
                                        ArrayRef<int64_t> shape,
                                        ArrayRef<int64_t> strides) {
  int64_t offset = 0;
  for (auto [pick, size, stride] : llvm::zip_first(tuple, shape, strides)) {
    int64_t place = pick < 0 ? pick + size : pick;
    if (place < 0 || place >= size)
      return std::nullopt;
    offset += place * stride;
  }
  return offset;
}

std::optional<Tensor> arithmetic::gatherElements(const Tensor &x,
                                                 const Tensor &indices,
                                                 int64_t axis) {
  Tensor result(indices.getShape(), x.getElementType());
  int64_t width = x.getWidth();
  if (!forEachIndex(x, indices, axis, [&](int64_t i, int64_t offset) {
        std::memcpy(result.data() + i * width, x.data() + offset * width,
                    width);
      }))
    return std::nullopt;
  return result;
}

std::optional<Tensor> arithmetic::gatherND(const Tensor &x,
                                           const Tensor &indices,
                                           int64_t batchDims) {
  auto picks = getIntegers(indices);
  if (!picks || batchDims < 0 || indices.getRank() <= batchDims)
    return std::nullopt;
  int64_t length = indices.getShape().back();
  if (batchDims + length > x.getRank() ||
      x.getShape().take_front(batchDims) !=
          indices.getShape().take_front(batchDims))
    return std::nullopt;
  SmallVector<int64_t> shape(indices.getShape().drop_back());
  llvm::append_range(shape, x.getShape().drop_front(batchDims + length));
  auto type = RankedTensorType::get(shape, x.getElementType());
  std::optional<int64_t> run =
      getNumElements(x.getShape().drop_front(batchDims + length));
  std::optional<int64_t> count = getNumElements(indices.getShape().drop_back());
  std::optional<int64_t> batches =
      getNumElements(x.getShape().take_front(batchDims));
  if (!getMemorySize(type) || !run || !count || !batches)
    return std::nullopt;
  Tensor result(type);
  SmallVector<int64_t> strides = getRowMajorStrides(x.getShape());
  int64_t bytes = *run * x.getWidth();
  for (int64_t tuple = 0; tuple < *count; ++tuple) {
    int64_t batch =
        tuple / (*count / *batches) * (batchDims ? strides[batchDims - 1] : 0);
    std::optional<int64_t> offset =
        getOffset(ArrayRef(*picks).slice(tuple * length, length),
                  x.getShape().drop_front(batchDims),
                  ArrayRef(strides).drop_front(batchDims));
    if (!offset)
      return std::nullopt;
    if (bytes)
      std::memcpy(result.data() + tuple * bytes,
                  x.data() + (batch + *offset) * x.getWidth(), bytes);
  }
  return result;
}

/// Writes `count` elements of `updates` to `result`, starting at element `at`.
static void put(Tensor &result, int64_t at, const Tensor &updates, int64_t from,
                int64_t count, Update update, bool *isDefined) {
  int64_t width = result.getWidth();
  char *to = result.data() + at * width;
  const char *source = updates.data() + from * width;
  if (count == 0)
    return;
  if (!update)
    std::memcpy(to, source, count * width);
  else if (compute(*update, result.getElementType(), to, source, count, to) >=
           0)
    *isDefined = false;
}

static bool canUpdate(const Tensor &x, const Tensor &updates, Update update) {
  return x.getElementType() == updates.getElementType() &&
         (!update || isDefined(*update, x.getElementType()));
}

std::optional<Tensor> arithmetic::scatterElements(const Tensor &x,
                                                  const Tensor &indices,
                                                  const Tensor &updates,
                                                  int64_t axis, Update update,
                                                  bool *isDefined) {
  Tensor result = x;
  if (indices.getShape() != updates.getShape() ||
      !canUpdate(x, updates, update) ||
      !forEachIndex(x, indices, axis, [&](int64_t i, int64_t offset) {
        put(result, offset, updates, i, 1, update, isDefined);
      }))
    return std::nullopt;
  return result;
}

std::optional<Tensor> arithmetic::scatterND(const Tensor &x,
                                            const Tensor &indices,
                                            const Tensor &updates,
                                            Update update, bool *isDefined) {
  auto picks = getIntegers(indices);
  if (!picks || indices.getRank() == 0 ||
      indices.getShape().back() > x.getRank() || !canUpdate(x, updates, update))
    return std::nullopt;
  int64_t length = indices.getShape().back();
  SmallVector<int64_t> shape(indices.getShape().drop_back());
  llvm::append_range(shape, x.getShape().drop_front(length));
  std::optional<int64_t> count = getNumElements(indices.getShape().drop_back());
  std::optional<int64_t> run = getNumElements(x.getShape().drop_front(length));
  if (ArrayRef<int64_t>(shape) != updates.getShape() || !count || !run)
    return std::nullopt;
  Tensor result = x;
  SmallVector<int64_t> strides = getRowMajorStrides(x.getShape());
  for (int64_t tuple = 0; tuple < *count; ++tuple) {
    std::optional<int64_t> offset = getOffset(
        ArrayRef(*picks).slice(tuple * length, length), x.getShape(), strides);
    if (!offset)
      return std::nullopt;
    put(result, *offset, updates, tuple * *run, *run, update, isDefined);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Conditions and orders
//===----------------------------------------------------------------------===//

std::optional<Tensor> arithmetic::nonZero(const Tensor &x) {
  std::optional<Tensor> isZero = compute(UnaryOp::LogicalNot, x);
  if (!isZero)
    return std::nullopt;
  SmallVector<int64_t> places;
  for (auto [index, byte] : llvm::enumerate(isZero->getBytes()))
    if (!byte)
      places.push_back(index);
  int64_t count = places.size();
  Tensor result({x.getRank(), count},
                IntegerType::get(x.getType().getContext(), 64));
  SmallVector<int64_t> strides = getRowMajorStrides(x.getShape());
  for (int64_t dim = 0; dim < x.getRank(); ++dim)
    for (int64_t i = 0; i < count; ++i)
      result.set<int64_t>(dim * count + i,
                          places[i] / strides[dim] % x.getShape()[dim]);
  return result;
}

/// a < b, where NaN is the greatest.
template <typename T> static bool isLess(T a, T b) {
  return a < b || (a == a && b != b);
}

std::optional<Tensor> arithmetic::argSort(const Tensor &x, int64_t axis,
                                          int64_t count, bool isDescending) {
  if (!isComputable(x.getElementType()) || axis < 0 || axis >= x.getRank() ||
      count < 0 || count > x.getShape()[axis])
    return std::nullopt;
  AxisSizes sizes = getAxisSizes(x.getShape(), axis);
  SmallVector<int64_t> shape(x.getShape());
  shape[axis] = count;
  Tensor result(shape, IntegerType::get(x.getType().getContext(), 64));
  SmallVector<int64_t> order(sizes.size);
  dispatch(x.getElementType(), [&](auto element) {
    using Element = decltype(element);
    for (int64_t row = 0; row < sizes.outer * sizes.inner; ++row) {
      int64_t outer = row / sizes.inner, inner = row % sizes.inner;
      auto get = [&](int64_t i) {
        return loadElement<Element>(
            x.data(), (outer * sizes.size + i) * sizes.inner + inner);
      };
      std::iota(order.begin(), order.end(), 0);
      llvm::sort(order, [&](int64_t a, int64_t b) {
        auto p = get(isDescending ? b : a), q = get(isDescending ? a : b);
        return isLess(p, q) || (!isLess(q, p) && a < b);
      });
      for (int64_t i = 0; i < count; ++i)
        result.set<int64_t>((outer * count + i) * sizes.inner + inner,
                            order[i]);
    }
  });
  return result;
}

std::optional<Tensor> arithmetic::argExtreme(const Tensor &x, int64_t axis,
                                             bool isGreatest) {
  if (!isComputable(x.getElementType()) || axis < 0 || axis >= x.getRank() ||
      x.getShape()[axis] == 0)
    return std::nullopt;
  AxisSizes sizes = getAxisSizes(x.getShape(), axis);
  SmallVector<int64_t> shape(x.getShape());
  shape[axis] = 1;
  Tensor result(shape, IntegerType::get(x.getType().getContext(), 64));
  dispatch(x.getElementType(), [&](auto element) {
    using Element = decltype(element);
    for (int64_t row = 0; row < sizes.outer * sizes.inner; ++row) {
      int64_t first =
          row / sizes.inner * sizes.size * sizes.inner + row % sizes.inner;
      auto best = loadElement<Element>(x.data(), first);
      int64_t place = 0;
      for (int64_t i = 1; i < sizes.size && best == best; ++i) {
        auto next = loadElement<Element>(x.data(), first + i * sizes.inner);
        if (next != next || (isGreatest ? best < next : next < best)) {
          best = next;
          place = i;
        }
      }
      result.set<int64_t>(row, place);
    }
  });
  return result;
}

/// Returns a comparison of two elements, whose result is less than, equal to or
/// greater than 0.
static std::function<int(int64_t, int64_t)>
getOrder(const Tensor &x,
         llvm::function_ref<bool(const void *, const void *)> less) {
  Type type = x.getElementType();
  if (isComputable(type))
    return dispatch(type, [&](auto element) {
      using Element = decltype(element);
      return std::function<int(int64_t, int64_t)>([&x](int64_t a, int64_t b) {
        auto p = loadElement<Element>(x.data(), a);
        auto q = loadElement<Element>(x.data(), b);
        return isLess(p, q) ? -1 : isLess(q, p) ? 1 : 0;
      });
    });
  if (isa<IntegerType, FloatType, ComplexType>(type))
    return nullptr;
  return [&x, less](int64_t a, int64_t b) {
    const void *p = x.get<const void *>(a), *q = x.get<const void *>(b);
    return less(p, q) ? -1 : less(q, p) ? 1 : 0;
  };
}

std::optional<UniqueSlices> arithmetic::findUnique(
    const Tensor &x, bool isSorted,
    llvm::function_ref<bool(const void *, const void *)> less) {
  auto compare = getOrder(x, less);
  if (!compare || x.getRank() == 0)
    return std::nullopt;
  int64_t count = x.getShape()[0];
  int64_t run = count == 0 ? 0 : x.getNumElements() / count;
  auto compareSlices = [&](int64_t a, int64_t b) {
    for (int64_t i = 0; i < run; ++i)
      if (int order = compare(a * run + i, b * run + i))
        return order;
    return 0;
  };
  SmallVector<int64_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](int64_t a, int64_t b) {
    int difference = compareSlices(a, b);
    return difference < 0 || (difference == 0 && a < b);
  });
  UniqueSlices result;
  result.inverse.resize(count);
  for (int64_t i = 0; i < count; ++i) {
    if (i == 0 || compareSlices(order[i - 1], order[i]) != 0) {
      result.first.push_back(order[i]);
      result.counts.push_back(0);
    }
    ++result.counts.back();
    result.inverse[order[i]] = result.first.size() - 1;
  }
  if (isSorted)
    return result;
  // Sorts by first positions: `rank[i]` is the new number of distinct slice
  // `i`.
  int64_t distinct = result.first.size();
  SmallVector<int64_t> byPlace(distinct), rank(distinct);
  std::iota(byPlace.begin(), byPlace.end(), 0);
  llvm::sort(byPlace, [&](int64_t a, int64_t b) {
    return result.first[a] < result.first[b];
  });
  UniqueSlices sorted;
  for (auto [place, old] : llvm::enumerate(byPlace)) {
    rank[old] = place;
    sorted.first.push_back(result.first[old]);
    sorted.counts.push_back(result.counts[old]);
  }
  for (int64_t old : result.inverse)
    sorted.inverse.push_back(rank[old]);
  return sorted;
}
