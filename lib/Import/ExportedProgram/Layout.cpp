//===- Layout.cpp - Memory layouts of tensors -----------------------------===//
//
// See Layout.h.
//
//===----------------------------------------------------------------------===//

#include "Layout.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace torch_onnx;

static Answer isEqual(AffineExpr x, AffineExpr y) {
  if (sym::isKnownEqual(x, y))
    return Answer::Yes;
  if (!x || !y)
    return Answer::Unknown;
  std::optional<int64_t> difference = sym::getConstant(sym::sub(x, y));
  return difference && *difference != 0 ? Answer::No : Answer::Unknown;
}

static bool isOne(AffineExpr size) { return sym::getConstant(size) == 1; }

static bool isEmpty(ArrayRef<AffineExpr> sizes) {
  return llvm::any_of(
      sizes, [](AffineExpr size) { return sym::getConstant(size) == 0; });
}

Answer torch_onnx::isInOrder(const Layout &layout, ArrayRef<int64_t> axes) {
  if (isEmpty(layout.sizes))
    return Answer::Yes;
  if (axes.empty())
    return Answer::Yes;
  Answer answer = Answer::Yes;
  AffineExpr expected = getAffineConstantExpr(1, layout.sizes[0].getContext());
  for (int64_t axis : llvm::reverse(axes)) {
    if (isOne(layout.sizes[axis]))
      continue;
    Answer same = isEqual(layout.strides[axis], expected);
    // If the size turns out to be 1, the stride does not matter.
    if (same == Answer::No && !sym::getConstant(layout.sizes[axis]))
      same = Answer::Unknown;
    if (same == Answer::No)
      return Answer::No;
    if (same == Answer::Unknown)
      answer = Answer::Unknown;
    expected = sym::mul(expected, layout.sizes[axis]);
  }
  return answer;
}

Answer torch_onnx::isRowMajor(const Layout &layout) {
  return isInOrder(layout,
                   llvm::to_vector(llvm::seq<int64_t>(0, layout.sizes.size())));
}

Answer torch_onnx::isReshapeView(const Layout &from, ArrayRef<AffineExpr> to) {
  if (isRowMajor(from) == Answer::Yes || isEmpty(from.sizes))
    return Answer::Yes;
  MLIRContext *ctx = from.sizes[0].getContext();
  AffineExpr one = getAffineConstantExpr(1, ctx);
  int64_t next = int64_t(to.size()) - 1;
  AffineExpr base = from.strides.back(), elements = one, taken = one;
  for (int64_t axis = int64_t(from.sizes.size()) - 1; axis >= 0; --axis) {
    elements = sym::mul(elements, from.sizes[axis]);
    if (axis > 0) {
      if (isOne(from.sizes[axis - 1]))
        continue;
      Answer joined = isEqual(from.strides[axis - 1], sym::mul(elements, base));
      if (joined == Answer::Yes)
        continue;
      if (joined == Answer::Unknown || !sym::getConstant(from.sizes[axis - 1]))
        return Answer::Unknown;
    }
    // The result dimensions that cover this piece of memory.
    while (next >= 0) {
      if (!to[next])
        return Answer::Unknown;
      if (!isOne(to[next])) {
        if (isEqual(taken, elements) == Answer::Yes)
          break;
        auto size = sym::getConstant(elements), part = sym::getConstant(taken);
        if (size && part && *part >= *size)
          break;
      }
      taken = sym::mul(taken, to[next--]);
    }
    Answer fits = isEqual(taken, elements);
    if (fits != Answer::Yes)
      return fits;
    if (axis > 0) {
      base = from.strides[axis - 1];
      elements = taken = one;
    }
  }
  return next < 0 ? Answer::Yes : Answer::No;
}

bool torch_onnx::haveSameStrides(const Layout &a, const Layout &b) {
  if (a.sizes.size() != b.sizes.size())
    return false;
  if (isEmpty(a.sizes))
    return true;
  for (auto [size, x, y] : llvm::zip_equal(a.sizes, a.strides, b.strides))
    if (!isOne(size) && !sym::isKnownEqual(x, y))
      return false;
  return true;
}

bool torch_onnx::isLaidOutAlike(ArrayRef<const Layout *> operands,
                                const Layout &result) {
  return llvm::all_of(operands, [&](const Layout *operand) {
    if (llvm::all_of(operand->sizes, isOne))
      return true;
    return operand->sizes.size() == result.sizes.size() &&
           llvm::all_of(llvm::zip_equal(operand->sizes, result.sizes),
                        [](auto sizes) {
                          auto [x, y] = sizes;
                          return sym::isKnownEqual(x, y);
                        }) &&
           haveSameStrides(*operand, result);
  });
}

std::optional<Layout>
torch_onnx::getElementwiseLayout(ArrayRef<const Layout *> operands,
                                 const Layout &result) {
  int64_t rank = result.sizes.size();
  SmallVector<int64_t> sizes;
  for (AffineExpr size : result.sizes) {
    std::optional<int64_t> number = sym::getConstant(size);
    if (!number)
      return std::nullopt;
    sizes.push_back(*number);
  }
  // Strides over the sizes of the result; 0 where an operand is broadcast.
  SmallVector<SmallVector<int64_t>> strides;
  for (const Layout *operand : operands) {
    int64_t added = rank - int64_t(operand->sizes.size());
    if (added < 0)
      return std::nullopt;
    SmallVector<int64_t> &own = strides.emplace_back(added, 0);
    for (auto [size, stride] :
         llvm::zip_equal(operand->sizes, operand->strides)) {
      auto number = sym::getConstant(size), step = sym::getConstant(stride);
      if (!number || !step)
        return std::nullopt;
      bool isBroadcast = *number == 1 && sizes[own.size()] != 1;
      own.push_back(isBroadcast ? 0 : *step);
    }
  }
  // 1: `inner` must be outside of `outer`; -1: it must not; 0: no operand
  // decides.
  auto compare = [&](int64_t inner, int64_t outer) {
    for (ArrayRef<int64_t> own : strides) {
      if (own[inner] == 0 || own[outer] == 0)
        continue;
      if (own[inner] != own[outer])
        return own[inner] < own[outer] ? -1 : 1;
      if (sizes[inner] > sizes[outer])
        return 1;
    }
    return 0;
  };
  // An insertion sort over dimensions, innermost first, as in PyTorch. The
  // comparison is not an order, so another sort may give another result.
  SmallVector<int64_t> dims =
      llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, rank)));
  for (int64_t i = 1; i < rank; ++i) {
    int64_t at = i;
    for (int64_t j = i - 1; j >= 0; --j) {
      int order = compare(dims[j], dims[at]);
      if (order < 0)
        break;
      if (order > 0) {
        std::swap(dims[j], dims[at]);
        at = j;
      }
    }
  }
  Layout layout = result;
  if (rank == 0)
    return layout;
  MLIRContext *ctx = result.sizes[0].getContext();
  layout.offset = getAffineConstantExpr(0, ctx);
  AffineExpr stride = getAffineConstantExpr(1, ctx);
  for (int64_t dim : dims) {
    layout.strides[dim] = stride;
    stride = sym::mul(stride, layout.sizes[dim]);
  }
  return layout;
}
