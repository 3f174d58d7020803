//===- Matrices.cpp - Algorithms of linear algebra ------------------------===//
//
// See Matrices.h. The algorithms that need no iteration until convergence: LU,
// Cholesky, substitution.
//
//===----------------------------------------------------------------------===//

#include "Matrices.h"

#include "torch-onnx/Dialect/Sym/IR/Functions.h"

#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;
using namespace torch_onnx::torch::matrices;

//===----------------------------------------------------------------------===//
// Elements and sizes
//===----------------------------------------------------------------------===//

bool matrices::isComplex(Value x) {
  return x && isa<ComplexType>(TorchBuilder::getType(x).getElementType());
}

Type matrices::getRealType(Value x) {
  Type type = x ? TorchBuilder::getType(x).getElementType() : Type();
  auto complex = dyn_cast_if_present<ComplexType>(type);
  return complex ? complex.getElementType() : type;
}

bool matrices::isSingle(Value x) {
  Type type = getRealType(x);
  return type && type.isF32();
}

double matrices::getEpsilon(Value x) {
  return isSingle(x) ? std::numeric_limits<float>::epsilon()
                     : std::numeric_limits<double>::epsilon();
}

bool matrices::isEmpty(Value x) {
  return x && llvm::is_contained(TorchBuilder::getType(x).getShape(), 0);
}

int64_t matrices::getRank(Value x) {
  return x ? TorchBuilder::getType(x).getRank() : 0;
}

AffineExpr matrices::sizeOf(Value x, int64_t axis) {
  if (!x)
    return {};
  SmallVector<AffineExpr> dims = sym::getDims(TorchBuilder::getType(x));
  int64_t index = int64_t(dims.size()) + axis;
  return index < 0 ? AffineExpr() : dims[index];
}

AffineExpr matrices::smaller(TorchBuilder &b, AffineExpr x, AffineExpr y) {
  if (!x || !y || x == y)
    return x && y ? x : AffineExpr();
  AffineExpr difference = sym::sub(x, y);
  if (b.getNumbers().upperBound(difference).value_or(1) <= 0)
    return x;
  if (b.getNumbers().lowerBound(difference).value_or(-1) >= 0)
    return y;
  return {};
}

AffineExpr matrices::getDeclared(const Arguments &args, unsigned result,
                                 int64_t axis) {
  auto type =
      dyn_cast<RankedTensorType>(args.getOp()->getResult(result).getType());
  if (!type || type.getRank() < -axis)
    return {};
  return sym::getDims(type)[type.getRank() + axis];
}

void matrices::requireMatrices(TorchBuilder &b, Value x, StringRef name) {
  if (!x)
    b.refuse("its rule expects '" + name + "' to be a tensor, found None");
  if (b.isRefused())
    return;
  if (getRank(x) < 2)
    b.refuse("its rule expects '" + name +
             "' to have 2 or more dimensions, found " + Twine(getRank(x)));
  Type type = getRealType(x);
  if (type.isF32() || type.isF64())
    return;
  b.refuse("its rule expects '" + name +
           "' to have elements of single or double precision, found " +
           llvm::to_string(b.getType(x).getElementType()));
}

bool matrices::getFlag(TorchBuilder &b, const Arguments &args, StringRef name) {
  std::optional<bool> flag = args.getBool(name);
  if (!flag)
    b.refuse("its rule expects '" + name + "' to be a boolean, found " +
             args.describe(name));
  return flag.value_or(false);
}

static StringRef getNameOrFirst(const Arguments &args, StringRef name) {
  return name.empty() ? args.getOp().getSchema()->getArgs().front().name : name;
}

Value matrices::getMatrices(TorchBuilder &b, const Arguments &args,
                            StringRef name) {
  name = getNameOrFirst(args, name);
  Value x = args.getValue(name);
  requireMatrices(b, x, name);
  return b.isRefused() ? Value() : x;
}

Value matrices::getSquare(TorchBuilder &b, const Arguments &args,
                          StringRef name) {
  Value x = getMatrices(b, args, name);
  AffineExpr rows = x ? sizeOf(x, -2) : AffineExpr();
  AffineExpr columns = x ? sizeOf(x, -1) : AffineExpr();
  std::optional<int64_t> difference =
      rows && columns ? sym::getConstant(sym::sub(rows, columns)) : 0;
  if (difference.value_or(0) != 0)
    b.refuse("its rule expects '" + getNameOrFirst(args, name) +
             "' to be square matrices, found " + sym::toString(rows) + " by " +
             sym::toString(columns));
  return b.isRefused() ? Value() : x;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

Value matrices::conj(TorchBuilder &b, Value x) {
  return isComplex(x) ? b.unary("conj_physical", x) : x;
}

Value matrices::adjoint(TorchBuilder &b, Value x) {
  return conj(b, b.transpose(x));
}

Value matrices::slice(TorchBuilder &b, Value x, int64_t axis, AffineExpr begin,
                      AffineExpr end) {
  SmallVector<CallArgument> call = {x, axis, b.size(begin)};
  if (end)
    call.push_back(b.size(end));
  return b.call("aten.slice.Tensor", call);
}

Value matrices::firstOf(TorchBuilder &b, Value x, int64_t axis, AffineExpr end,
                        AffineExpr declared) {
  if (!b.requireKnown(end))
    return {};
  AffineExpr size = sizeOf(x, axis);
  if (size && smaller(b, size, end) == size)
    return x;
  x = slice(b, x, axis, getAffineConstantExpr(0, end.getContext()), end);
  if (b.isRefused() || sizeOf(x, axis) || !size)
    return x;
  // The declared size, or the size that torch.export would declare.
  if (!declared)
    declared = sym::getSize(sym::call(
        sym::Function::Min, {sym::getNumber(size), sym::getNumber(end)}));
  SmallVector<AffineExpr> dims = sym::getDims(b.getType(x));
  dims[dims.size() + axis] = declared;
  x.setType(sym::getTensorType(dims, b.getType(x).getElementType()));
  b.useSizesOf(x);
  return x;
}

Value matrices::resize(TorchBuilder &b, Value x, int64_t axis,
                       AffineExpr size) {
  AffineExpr old = sizeOf(x, axis);
  if (old && old == size)
    return x;
  if (!b.requireKnown(size))
    return {};
  std::optional<int64_t> most, least;
  AffineExpr missing = old ? sym::sub(size, old) : AffineExpr();
  if (missing) {
    most = b.getNumbers().upperBound(missing);
    least = b.getNumbers().lowerBound(missing);
  }
  // If neither size is known to be larger, add enough zeros for both cases.
  bool isCut = !least || *least < 0;
  if (!most || *most > 0) {
    SmallVector<OpFoldResult> pad(
        -2 * axis, OpFoldResult(b.getBuilder().getI64IntegerAttr(0)));
    pad.back() = b.size(isCut ? size : missing);
    x = b.pad(x, pad);
  }
  if (isCut)
    x = slice(b, x, axis, getAffineConstantExpr(0, size.getContext()), size);
  return x;
}

Value matrices::shift(TorchBuilder &b, Value x, int64_t axis, AffineExpr size,
                      bool isNext) {
  SmallVector<int64_t> pad(-2 * axis, 0);
  pad[pad.size() - (isNext ? 1 : 2)] = 1;
  Value padded = b.pad(x, pad);
  AffineExpr begin = getAffineConstantExpr(isNext, size.getContext());
  return slice(b, padded, axis, begin, begin + size);
}

Value matrices::expand(TorchBuilder &b, Value x, ArrayRef<AffineExpr> dims) {
  if (b.isRefused() || ArrayRef(sym::getDims(b.getType(x))) == dims)
    return x;
  return b.expand(x, b.sizes(dims));
}

std::pair<Value, Value> matrices::broadcastBatches(TorchBuilder &b, Value x,
                                                   int64_t xRank, Value y,
                                                   int64_t yRank) {
  if (getRank(x) < xRank || getRank(y) < yRank) {
    b.refuse("its rule expects batches of matrices, found tensors of " +
             Twine(getRank(x)) + " and " + Twine(getRank(y)) + " dimensions");
    return {};
  }
  SmallVector<AffineExpr> xDims = sym::getDims(b.getType(x)),
                          yDims = sym::getDims(b.getType(y));
  ArrayRef<AffineExpr> xBatch = ArrayRef(xDims).drop_back(xRank),
                       yBatch = ArrayRef(yDims).drop_back(yRank);
  if (xBatch == yBatch)
    return {x, y};
  // The type rule of a broadcasting call computes the sizes.
  auto withoutLast = [&](Value value, int64_t rank) {
    for (int64_t i = 0; i < rank; ++i)
      value = b.sum(value, -1);
    return value;
  };
  Value both = b.add(withoutLast(x, xRank), withoutLast(y, yRank));
  if (b.isRefused())
    return {};
  SmallVector<AffineExpr> batch = sym::getDims(b.getType(both));
  auto expanded = [&](Value value, ArrayRef<AffineExpr> dims, int64_t rank) {
    SmallVector<AffineExpr> all(batch);
    llvm::append_range(all, dims.take_back(rank));
    return expand(b, value, all);
  };
  x = expanded(x, xDims, xRank);
  return {x, expanded(y, yDims, yRank)};
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Value matrices::positions(TorchBuilder &b, AffineExpr size) {
  Type type = b.getBuilder().getI64Type();
  Value x = b.call("aten.arange.default", {b.size(size), {"dtype", type}});
  // The type rule has no expression of numbers that were just built.
  if (!b.isRefused() && !sizeOf(x, -1)) {
    x.setType(sym::getTensorType(size, type));
    b.useSizesOf(x);
  }
  return x;
}

Value matrices::takeAlong(TorchBuilder &b, Value x, int64_t axis,
                          Value indices) {
  return b.call("aten.take_along_dim.default", {x, indices, axis});
}

Value matrices::takeRows(TorchBuilder &b, Value x, Value order) {
  if (getRank(order) == 1)
    return b.indexSelect(x, -2, order);
  return takeAlong(b, x, -2, b.unsqueeze(order, -1));
}

Value matrices::outer(TorchBuilder &b, Value x, Value y) {
  return b.mul(b.unsqueeze(x, -1), b.unsqueeze(y, -2));
}

Value matrices::diagonal(TorchBuilder &b, Value x) {
  return b.call("aten.diagonal.default", {x, 0, -2, -1});
}

Value matrices::identityLike(TorchBuilder &b, Value x) {
  Value ones = b.unary("ones_like", x);
  return b.unary("tril", b.unary("triu", ones));
}

Value matrices::fromLower(TorchBuilder &b, Value a, bool isHermitian) {
  Value strict = b.call("aten.tril.default", {a, -1});
  Value onDiagonal = b.unary("tril", b.unary("triu", a));
  if (isHermitian && isComplex(a))
    onDiagonal = b.mul(b.add(onDiagonal, conj(b, onDiagonal)), 0.5);
  Value upper = b.transpose(strict);
  return b.add(b.add(strict, isHermitian ? conj(b, upper) : upper), onDiagonal);
}

Value matrices::permutation(TorchBuilder &b, Value order, Type type) {
  Value rows = b.unsqueeze(positions(b, sizeOf(order, -1)), -1);
  Value isOne = b.compare("eq", b.unsqueeze(order, -2), rows);
  return b.cast(isOne, type);
}

Value matrices::realOf(TorchBuilder &b, Value x) {
  return isComplex(x) ? b.unary("real", x) : x;
}

Value matrices::firstPlace(TorchBuilder &b, Value holds) {
  // One more element, because there may be none.
  Type type = b.getBuilder().getI32Type();
  SmallVector<int64_t> one(2, 0);
  one[1] = 1;
  Value all = b.pad(b.cast(holds, type), one);
  Value first = b.cast(b.call("aten.argmax.default", {all, -1}), type);
  return b.mul(b.add(first, 1), b.call("aten.any.dim", {holds, -1}));
}

//===----------------------------------------------------------------------===//
// LU
//===----------------------------------------------------------------------===//

/// The order after swapping rows `k` and `p`, which are `old` and `next`.
static Value swapRows(TorchBuilder &b, Value rows, Value order, Value k,
                      Value p, Value old, Value next) {
  Value isOther = b.compare("eq", rows, p);
  Value isThis = b.compare("eq", rows, k);
  Value other = b.where(isOther, old, order);
  return b.where(isThis, next, other);
}

Value matrices::getSteps(TorchBuilder &b, AffineExpr steps, AffineExpr n,
                         AffineExpr m, AffineExpr declared) {
  if (!steps)
    steps = smaller(b, n, m);
  Value all = positions(b, steps ? steps : n);
  if (!steps)
    all = firstOf(b, all, -1, m, declared);
  return b.unsqueeze(all, -1);
}

Value matrices::getPivotSize(TorchBuilder &b, Value x) {
  if (!isComplex(x))
    return b.unary("abs", x);
  return b.add(b.unary("abs", realOf(b, x)),
               b.unary("abs", b.unary("imag", x)));
}

Lu matrices::factorLu(TorchBuilder &b, Value a, AffineExpr steps,
                      AffineExpr declared) {
  AffineExpr m = sizeOf(a, -2), n = sizeOf(a, -1);
  Value rows = positions(b, m);
  if (b.isRefused())
    return {};
  SmallVector<AffineExpr> dims = sym::getDims(b.getType(a));
  dims.pop_back();
  Value order = expand(b, rows, dims);
  Value isDone = b.compare("lt", order, 0);
  Value xs = getSteps(b, steps, n, m, declared);
  SmallVector<Value> results = b.scan(
      {a, order, isDone}, xs, /*numStacked=*/3,
      [&](ValueRange args) -> SmallVector<Value> {
        Value a = args[0], order = args[1], isDone = args[2], k = args[3];
        Value column = b.squeeze(b.indexSelect(a, -1, k), -1);
        Value sizes = getPivotSize(b, takeAlong(b, column, -1, order));
        sizes = b.where(b.compare("lt", rows, k), -1, sizes);
        Value p = b.call("aten.argmax.default", {sizes, -1, true});
        Value row = takeAlong(b, order, -1, p);
        order =
            swapRows(b, rows, order, k, p, b.indexSelect(order, -1, k), row);
        isDone = b.logicalOr(isDone, b.compare("eq", rows, row));
        Value pivot = takeAlong(b, column, -1, row);
        Value pivotRow = takeRows(b, a, row);
        // Without a pivot no elements of the column are eliminated.
        Value isKept = b.logicalOr(isDone, b.compare("eq", pivot, 0));
        Value factors = b.where(isKept, 0, b.div(column, pivot));
        a = b.sub(a, b.mul(b.unsqueeze(factors, -1), pivotRow));
        return {a,
                order,
                isDone,
                factors,
                b.squeeze(pivotRow, -2),
                b.squeeze(p, -1)};
      });
  Lu lu;
  lu.order = results[1];
  lu.lower = takeRows(b, b.movedim(results[3], 0, -1), lu.order);
  lu.upper = b.unary("triu", b.movedim(results[4], 0, -2));
  lu.swaps = b.movedim(results[5], 0, -1);
  return lu;
}

Value matrices::packLu(TorchBuilder &b, const Lu &lu) {
  Value lower = resize(b, lu.lower, -1, sizeOf(lu.upper, -1));
  return b.add(lower, resize(b, lu.upper, -2, sizeOf(lu.lower, -2)));
}

Value matrices::toPivots(TorchBuilder &b, Value swaps) {
  return b.cast(b.add(swaps, 1), b.getBuilder().getI32Type());
}

Value matrices::toOrder(TorchBuilder &b, Value pivots, AffineExpr m) {
  if (!pivots || getRank(pivots) == 0)
    b.refuse("its rule expects pivots to have 1 or more dimensions, found 0");
  Value swaps = b.sub(b.cast(pivots, b.getBuilder().getI64Type()), 1);
  Value rows = positions(b, m);
  if (b.isRefused())
    return {};
  SmallVector<AffineExpr> dims = sym::getDims(b.getType(pivots));
  dims.back() = m;
  Value order = expand(b, rows, dims);
  Value steps = b.unsqueeze(positions(b, sizeOf(pivots, -1)), -1);
  Value xs = b.movedim(swaps, -1, 0);
  SmallVector<Value> results =
      b.scan(order, {steps, xs}, /*numStacked=*/0,
             [&](ValueRange args) -> SmallVector<Value> {
               Value order = args[0], k = args[1];
               Value p = b.unsqueeze(args[2], -1);
               Value next = takeAlong(b, order, -1, p);
               return {swapRows(b, rows, order, k, p,
                                b.indexSelect(order, -1, k), next)};
             });
  return results.front();
}

Value matrices::findZeroPivot(TorchBuilder &b, Value upper) {
  return firstPlace(b, b.compare("eq", diagonal(b, upper), 0));
}

Value matrices::parity(TorchBuilder &b, const Lu &lu) {
  Value steps = positions(b, sizeOf(lu.swaps, -1));
  Value count = b.sum(b.compare("ne", lu.swaps, steps), -1);
  Value odd = b.call("aten.remainder.Scalar", {count, 2});
  Value sign = b.rsub(b.mul(odd, 2), 1);
  return b.cast(sign, getRealType(lu.upper));
}

//===----------------------------------------------------------------------===//
// Substitution
//===----------------------------------------------------------------------===//

Value matrices::solveTriangular(TorchBuilder &b, Value a, Value rhs,
                                Triangle triangle) {
  std::tie(a, rhs) = broadcastBatches(b, a, 2, rhs, 2);
  Value columns = triangle.isUpper ? b.call("aten.triu.default", {a, 1})
                                   : b.call("aten.tril.default", {a, -1});
  SmallVector<Value> xs = {b.unsqueeze(positions(b, sizeOf(a, -1)), -1),
                           b.movedim(columns, -1, 0)};
  if (!triangle.isUnit)
    xs.push_back(b.movedim(diagonal(b, a), -1, 0));
  if (triangle.isUpper)
    for (Value &x : xs)
      x = b.flip(x, 0);
  SmallVector<Value> results = b.scan(
      rhs, xs, /*numStacked=*/1, [&](ValueRange args) -> SmallVector<Value> {
        Value rest = args[0], row = b.indexSelect(rest, -2, args[1]);
        if (!triangle.isUnit)
          row = b.div(row, b.unsqueeze(b.unsqueeze(args[3], -1), -1));
        rest = b.sub(rest, b.mul(b.unsqueeze(args[2], -1), row));
        return {rest, b.squeeze(row, -2)};
      });
  Value x = results[1];
  if (triangle.isUpper)
    x = b.flip(x, 0);
  return b.movedim(x, 0, -2);
}

Solution matrices::solve(TorchBuilder &b, Value a, Value rhs) {
  std::tie(a, rhs) = broadcastBatches(b, a, 2, rhs, 2);
  // Elimination of [A | B] leaves [U | L^-1 P^T B].
  AffineExpr n = sizeOf(a, -1);
  Lu lu = factorLu(b, b.cat({a, rhs}, -1), n);
  if (b.isRefused())
    return {};
  AffineExpr zero = getAffineConstantExpr(0, n.getContext());
  Value all = lu.upper;
  lu.upper = slice(b, all, -1, zero, n);
  Value x =
      solveTriangular(b, lu.upper, slice(b, all, -1, n, {}), {.isUpper = true});
  return {x, lu};
}

//===----------------------------------------------------------------------===//
// Cholesky
//===----------------------------------------------------------------------===//

Cholesky matrices::factorCholesky(TorchBuilder &b, Value a) {
  Value rows = positions(b, sizeOf(a, -1)), steps = b.unsqueeze(rows, -1);
  SmallVector<Value> results = b.scan(
      a, steps, /*numStacked=*/2, [&](ValueRange args) -> SmallVector<Value> {
        Value a = args[0], k = args[1];
        Value column = b.squeeze(b.indexSelect(a, -1, k), -1);
        Value pivot = realOf(b, b.indexSelect(column, -1, k));
        Value isPositive = b.compare("gt", pivot, 0);
        Value root = b.unary("sqrt", pivot);
        Value l = b.where(b.compare("lt", rows, k), 0, b.div(column, root));
        a = b.sub(a, outer(b, l, conj(b, l)));
        return {a, l, b.squeeze(isPositive, -1)};
      });
  Value isWrong = b.logicalNot(b.movedim(results[2], 0, -1));
  return {b.movedim(results[1], 0, -1), firstPlace(b, isWrong)};
}

Value matrices::solveCholesky(TorchBuilder &b, Value lower, Value rhs) {
  Value y = solveTriangular(b, lower, rhs, {.isUpper = false});
  return solveTriangular(b, adjoint(b, lower), y, {.isUpper = true});
}
