//===- Linear.cpp - Lowerings of products of vectors and matrices ---------===//
//
// Uses Gemm where it saves a node for an addition or for the transposition of
// the weight, else MatMul. Integers are multiplied in i32 or wider, where they
// wrap around as in their own type.
//
//===----------------------------------------------------------------------===//

#include "Linear.h"
#include "Reduce/Reduce.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;
using namespace torch_onnx;

/// MatMul does not support narrow integers.
static Type getProductType(Lowering &b, Type type) {
  return b.isInt(type) && type.getIntOrFloatBitWidth() < 32
             ? Type(b.getBuilder().getI32Type())
             : type;
}

/// The product of operands that may be empty, as matrices, because runtimes
/// refuse empty vectors. Some also refuse to broadcast to an empty batch;
/// expanding the weights to avoid that would make every other run slower.
static Value multiplyMayBeEmpty(Lowering &b, Value x, Value y) {
  int64_t rank = b.rankOf(x), otherRank = b.rankOf(y);
  if (rank == 1)
    x = b.Unsqueeze(x, 0);
  if (otherRank == 1)
    y = b.Unsqueeze(y, 1);
  Value product = b.MatMul(x, y);
  SmallVector<int64_t> ones;
  if (rank == 1)
    ones.push_back(b.rankOf(product) - 2);
  if (otherRank == 1)
    ones.push_back(b.rankOf(product) - 1);
  return ones.empty() ? product : b.Squeeze(product, ones);
}

Value torch_onnx::buildMatMul(Lowering &b, Value x, Value y) {
  Type type = b.elementTypeOf(x);
  if (b.isBool(type) || b.isComplex(type))
    b.refuse("expected matrices of integer or floating-point elements, found " +
             b.describe(type));
  if (b.isRefused())
    return x;
  Type wide = getProductType(b, type);
  x = b.Cast(x, wide);
  y = b.Cast(y, wide);
  bool mayFail = b.rankOf(x) != 0 && b.rankOf(y) != 0 &&
                 (mayBeEmpty(b, x) || mayBeEmpty(b, y));
  Value product = mayFail ? multiplyMayBeEmpty(b, x, y) : b.MatMul(x, y);
  return b.Cast(product, type);
}

/// True when Gemm's f32 attribute represents the factor in the precision of
/// `type`.
static bool fitsGemm(Type type, double factor) {
  return !type.isF64() || double(float(factor)) == factor;
}

/// True when eager's BLAS routine skips the product: for an alpha of 0 it
/// returns `beta * self`, also if the matrices have infinities and NaN. Other
/// types have kernels that multiply.
static bool skipsProduct(Lowering &b) {
  // The declared type: half precision is computed in f32.
  Type type = getElementTypeOrSelf(b.getOp()->getResult(0).getType());
  return (type.isF32() || type.isF64()) &&
         b.getArguments().getFloat("alpha") == 0.0;
}

/// `beta * self` in the shape of the result.
static Value buildScaledSelf(Lowering &b) {
  Type type = b.resultElementType();
  std::optional<double> beta = b.getArguments().getFloat("beta");
  if (beta == 0.0)
    return b.full(b.scalar(0, type), b.resultType());
  Value self = b.tensor("self", type);
  if (beta != 1.0)
    self = b.Mul(self, b.number("beta", type));
  return b.expand(self, b.resultType());
}

/// `beta * self + alpha * product`. If beta is 0, `self` is ignored even where
/// it is NaN.
static Value buildBlend(Lowering &b, Value product) {
  Type type = b.resultElementType();
  if (b.getArguments().getFloat("alpha") != 1.0)
    product = b.Mul(product, b.number("alpha", type));
  std::optional<double> beta = b.getArguments().getFloat("beta");
  if (beta == 0.0)
    return product;
  Value self = b.tensor("self", type);
  if (beta != 1.0)
    self = b.Mul(self, b.number("beta", type));
  return b.Add(self, product);
}

//===----------------------------------------------------------------------===//
// Products of two operands
//===----------------------------------------------------------------------===//

// aten::linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor
//
// An input of rank 2 becomes a Gemm, which reads the weight as PyTorch stores
// it; higher ranks become a MatMul with the transposed weight.
static Lowered lowerLinear(Lowering &b) {
  Value x = b.tensor("input"), weight = b.tensor("weight");
  Value bias = b.optionalTensor("bias");
  if (b.rankOf(x) == 2 && b.rankOf(weight) == 2 &&
      b.isFloat(b.elementTypeOf(x)) && (!bias || b.rankOf(bias) <= 1))
    return b.Gemm(x, weight, bias, /*transA=*/false, /*transB=*/true);
  Value product = buildMatMul(
      b, x, b.rankOf(weight) == 2 ? b.Transpose(weight, {1, 0}) : weight);
  return bias ? b.Add(product, bias) : product;
}

/// Lowers matmul, mm, bmm, mv and dot, which all agree with MatMul.
static Lowered lowerMatMul(Lowering &b, StringRef lhs, StringRef rhs) {
  Type type = b.resultElementType();
  return buildMatMul(b, b.tensor(lhs, type), b.tensor(rhs, type));
}

// aten::outer(Tensor self, Tensor vec2) -> Tensor
static Lowered lowerOuter(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.Unsqueeze(b.tensor("self", type), 1), y = b.tensor("vec2", type);
  return b.isBool(type) ? b.And(x, y) : b.Mul(x, y);
}

// aten::inner(Tensor self, Tensor other) -> Tensor
//
// Contracts the last dimensions.
static Lowered lowerInner(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.tensor("self", type), y = b.tensor("other", type);
  int64_t rank = b.rankOf(y);
  if (b.rankOf(x) == 0 || rank == 0)
    return b.Mul(x, y);
  if (rank <= 2)
    return buildMatMul(b, x, rank == 2 ? b.Transpose(y, {1, 0}) : y);
  Dims dims = b.dimsOf(y);
  AffineExpr inner = dims.pop_back_val();
  Value rows = b.reshape(y, {sym::product(dims, b.getContext()), inner});
  return b.reshape(buildMatMul(b, x, b.Transpose(rows, {1, 0})),
                   b.resultType());
}

// aten::linalg_vecdot(Tensor x, Tensor y, *, int dim=-1) -> Tensor
static Lowered lowerVecDot(Lowering &b) {
  Type type = b.resultElementType();
  if (b.isComplex(type))
    return b.refuseResult("real elements");
  Value product = b.Mul(b.tensor("x", type), b.tensor("y", type));
  return b.ReduceSum(product, b.getAxis("dim", b.rankOf(product)),
                     /*keepDims=*/false);
}

// aten::kron(Tensor self, Tensor other) -> Tensor
//
// Each dimension of the result consists of a dimension of `self` (outer) and
// one of `other` (inner).
static Lowered lowerKron(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.tensor("self", type), y = b.tensor("other", type);
  int64_t rank = b.resultType().getRank();
  auto interleave = [&](Value value, int64_t offset) {
    SmallVector<int64_t> axes;
    int64_t missing = rank - b.rankOf(value);
    for (int64_t i = 0; i < rank; ++i) {
      if (i < missing || offset == 0)
        axes.push_back(2 * i);
      if (i < missing || offset == 1)
        axes.push_back(2 * i + 1);
    }
    return b.Unsqueeze(value, axes);
  };
  Value lhs = interleave(x, 1), rhs = interleave(y, 0);
  Value product = b.isBool(type) ? b.And(lhs, rhs) : b.Mul(lhs, rhs);
  return b.reshape(product, b.resultType());
}

// aten::tensordot(Tensor self, Tensor other, int[] dims_self,
//                 int[] dims_other) -> Tensor
//
// Computed as one matrix product. A contracted dimension of size 1 broadcasts.
static Lowered lowerTensorDot(Lowering &b) {
  Type type = b.resultElementType();
  Value operands[2] = {b.tensor("self", type), b.tensor("other", type)};
  SmallVector<int64_t> contracted[2] = {b.getInts("dims_self"),
                                        b.getInts("dims_other")};
  for (int side : {0, 1})
    for (int64_t &dim : contracted[side])
      dim = dim < 0 ? dim + b.rankOf(operands[side]) : dim;
  for (int side : {0, 1}) {
    SmallVector<int64_t> sums;
    for (auto [dim, other] : llvm::zip(contracted[side], contracted[1 - side]))
      if (b.constantSize(b.dimsOf(operands[side])[dim]) != 1 &&
          b.constantSize(b.dimsOf(operands[1 - side])[other]) == 1)
        sums.push_back(dim);
    if (!sums.empty())
      operands[side] =
          buildReduce(b, "ReduceSum", operands[side], sums, /*keepDims=*/true);
  }
  for (int side : {0, 1}) {
    Value x = operands[side];
    SmallVector<int64_t> perm;
    Dims dims = b.dimsOf(x), kept, reduced;
    for (int64_t i = 0; i < b.rankOf(x); ++i)
      if (!llvm::is_contained(contracted[side], i))
        perm.push_back(i), kept.push_back(dims[i]);
    for (int64_t dim : contracted[side])
      reduced.push_back(dims[dim]);
    perm.insert(side == 0 ? perm.end() : perm.begin(), contracted[side].begin(),
                contracted[side].end());
    AffineExpr outer = sym::product(kept, b.getContext());
    AffineExpr inner = sym::product(reduced, b.getContext());
    Dims matrix = {outer, inner};
    if (side == 1)
      std::swap(matrix[0], matrix[1]);
    operands[side] = b.reshape(b.Transpose(x, perm), matrix);
  }
  return b.reshape(buildMatMul(b, operands[0], operands[1]), b.resultType());
}

// aten::_scaled_mm(Tensor self, Tensor mat2, Tensor scale_a, Tensor scale_b,
//   Tensor? bias=None, Tensor? scale_result=None, ScalarType? out_dtype=None,
//   bool use_fast_accum=False) -> Tensor
// aten::_scaled_mm_v2(Tensor self, Tensor mat2, Tensor[] scale_a,
//   int[] recipe_a, int[] swizzle_a, Tensor[] scale_b, ...) -> Tensor
//
// 8-bit operands are scaled in f32: by one factor, or by one per row of the
// first and column of the second operand.
static Lowered lowerScaledMatMul(Lowering &b, bool isList) {
  auto scale = [&](StringRef operand, StringRef name) -> Value {
    Value x = b.tensor(operand, b.f32()), factor;
    if (isList) {
      SmallVector<Value> factors = b.tensors(name);
      if (factors.size() == 1)
        factor = factors.front();
      else
        b.refuse("expected one scale for '" + operand + "', found " +
                 Twine(factors.size()));
    } else {
      factor = b.tensor(name);
    }
    if (!factor || b.isRefused()) {
      b.refuseArgument(name, "a tensor");
      return x;
    }
    Dims dims = b.dimsOf(x), scales = b.dimsOf(factor);
    bool isRow = operand == "self";
    bool isWhole = llvm::all_of(
        scales, [&](AffineExpr dim) { return b.constantSize(dim) == 1; });
    bool isEach = scales.size() == 2 &&
                  b.constantSize(scales[isRow ? 1 : 0]) == 1 &&
                  sym::isKnownEqual(scales[isRow ? 0 : 1], dims[isRow ? 0 : 1]);
    if (!isWhole && !isEach)
      b.refuse("expected one scale for '" + operand +
               "' or one for each row or column, found " +
               b.describe(b.typeOf(factor)));
    return b.Mul(x, b.Cast(factor, b.f32()));
  };
  auto isPlain = [&](StringRef name) {
    return !isList ||
           llvm::all_of(b.getInts(name), [](int64_t v) { return v == 0; });
  };
  for (StringRef name : {"swizzle_a", "swizzle_b"})
    if (!isPlain(name))
      return b.refuseArgument(name, "a list of zeros");
  Value x = scale("self", "scale_a"), y = scale("mat2", "scale_b");
  if (b.isRefused())
    return Lowered::refused();
  Value product = b.MatMul(x, y);
  if (Value bias = b.optionalTensor("bias"))
    product = b.Add(product, b.Cast(bias, b.f32()));
  if (!isList && b.has("scale_result") &&
      b.resultElementType().getIntOrFloatBitWidth() == 8)
    product = b.Div(product, b.tensor("scale_result", b.f32()));
  return b.Cast(product, b.resultElementType());
}

// aten::_trilinear(Tensor i1, Tensor i2, Tensor i3, int[] expand1,
//   int[] expand2, int[] expand3, int[] sumdim, int unroll_dim=1) -> Tensor
//
// The product of three operands with inserted dimensions of size 1, summed
// along some dimensions.
static Lowered lowerTrilinear(Lowering &b) {
  SmallVector<Value> operands;
  SmallVector<SmallVector<int64_t>> inserted;
  int64_t rank = 0;
  for (auto [name, expand] :
       {std::pair("i1", "expand1"), std::pair("i2", "expand2"),
        std::pair("i3", "expand3")}) {
    operands.push_back(b.tensor(name, b.resultElementType()));
    inserted.push_back(b.getInts(expand));
    rank = b.rankOf(operands.back()) + int64_t(inserted.back().size());
  }
  std::string equation;
  auto addLetters = [&](ArrayRef<int64_t> absent) {
    for (int64_t axis = 0; axis < rank; ++axis)
      if (!llvm::is_contained(absent, axis))
        equation += char('a' + axis);
  };
  for (auto [i, absent] : llvm::enumerate(inserted)) {
    if (i != 0)
      equation += ",";
    addLetters(absent);
  }
  equation += "->";
  addLetters(b.getInts("sumdim"));
  if (b.isRefused() || rank > 26)
    return b.refuse(
        "expected operands that broadcast to at most 26 dimensions, found " +
        Twine(rank));
  return buildEinsum(b, operands, equation);
}

//===----------------------------------------------------------------------===//
// Products with an addition
//===----------------------------------------------------------------------===//

// aten::addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1,
//             Scalar alpha=1) -> Tensor
static Lowered lowerAddmm(Lowering &b) {
  if (skipsProduct(b))
    return buildScaledSelf(b);
  Type type = b.resultElementType();
  Value x = b.tensor("mat1", type), y = b.tensor("mat2", type);
  std::optional<double> alpha = b.getArguments().getFloat("alpha");
  std::optional<double> beta = b.getArguments().getFloat("beta");
  // ONNX Runtime ignores beta when the inner dimension is empty.
  bool isOfNothing = b.constantSize(b.dimsOf(x)[1]) == 0;
  if (b.isFloat(type) && alpha && beta && fitsGemm(type, *alpha) &&
      fitsGemm(type, *beta) && !isOfNothing) {
    if (*beta == 0)
      return b.Gemm(x, y, Value(), false, false, *alpha);
    return b.Gemm(x, y, b.tensor("self", type), false, false, *alpha, *beta);
  }
  return buildBlend(b, buildMatMul(b, x, y));
}

// aten::_addmm_activation(Tensor self, Tensor mat1, Tensor mat2, *,
//   Scalar beta=1, Scalar alpha=1, bool use_gelu=False) -> Tensor
//
// Whether gelu is approximated by tanh depends on the device.
static Lowered lowerAddmmActivation(Lowering &b) {
  if (b.getBool("use_gelu"))
    return b.refuseArgument("use_gelu", "false");
  Lowered sum = lowerAddmm(b);
  return b.isRefused() ? sum : Lowered(b.Relu(sum.getValues()[0]));
}

// aten::baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1,
//               Scalar alpha=1) -> Tensor
//
// For small matrices eager's kernel multiplies by an alpha of 0, for large ones
// BLAS skips the product. The product is always computed here.
static Lowered lowerBaddbmm(Lowering &b) {
  Type type = b.resultElementType();
  return buildBlend(
      b, buildMatMul(b, b.tensor("batch1", type), b.tensor("batch2", type)));
}

// aten::addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1,
//              Scalar alpha=1) -> Tensor
static Lowered lowerAddbmm(Lowering &b) {
  if (skipsProduct(b))
    return buildScaledSelf(b);
  Type type = b.resultElementType();
  Value products =
      buildMatMul(b, b.tensor("batch1", type), b.tensor("batch2", type));
  return buildBlend(
      b, buildReduce(b, "ReduceSum", products, 0, /*keepDims=*/false));
}

// aten::addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1,
//             Scalar alpha=1) -> Tensor
static Lowered lowerAddmv(Lowering &b) {
  if (skipsProduct(b))
    return buildScaledSelf(b);
  Type type = b.resultElementType();
  return buildBlend(
      b, buildMatMul(b, b.tensor("mat", type), b.tensor("vec", type)));
}

// aten::addr(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1,
//            Scalar alpha=1) -> Tensor
static Lowered lowerAddr(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.Unsqueeze(b.tensor("vec1", type), 1);
  Value y = b.tensor("vec2", type);
  if (!b.isBool(type))
    return buildBlend(b, b.Mul(x, y));
  Value product = b.And(b.And(x, y), b.number("alpha", type));
  return b.Or(b.And(b.tensor("self"), b.number("beta", type)), product);
}

/// The bilinear form as a product of two matrices, with the weight as [in1, out
/// * in2]: runtimes fail to broadcast over a batch that may be empty.
static Value buildBilinearOfRows(Lowering &b, Value x, Value y) {
  Value weight = b.tensor("weight");
  Dims sizes = b.dimsOf(weight), rows = b.dimsOf(x);
  AffineExpr out = sizes[0], in1 = rows.pop_back_val();
  AffineExpr count = sym::product(rows, b.getContext());
  Value flat = b.reshape(x, {count, in1});
  Value matrix =
      b.reshape(b.Transpose(weight, {1, 0, 2}), {in1, sym::mul(out, sizes[2])});
  rows.append({out, sizes[2]});
  Value forms = b.reshape(buildMatMul(b, flat, matrix), rows);
  int64_t axis = b.rankOf(forms) - 1;
  Value product = b.ReduceSum(b.Mul(forms, b.Unsqueeze(y, axis - 1)), axis,
                              /*keepDims=*/false);
  Value bias = b.optionalTensor("bias");
  return bias ? b.Add(product, bias) : product;
}

// aten::bilinear(Tensor input1, Tensor input2, Tensor weight,
//                Tensor? bias=None) -> Tensor
//
// One matrix per output feature, multiplied by both vectors.
static Lowered lowerBilinear(Lowering &b) {
  Value x = b.tensor("input1"), y = b.tensor("input2");
  int64_t rank = b.rankOf(x);
  // An empty batch does not broadcast with the features.
  if (llvm::is_contained(b.resultType().getShape(), int64_t(0)))
    return b.constant(
        DenseElementsAttr::get(b.resultType(), ArrayRef<Attribute>()));
  if (mayBeEmpty(b, x))
    return buildBilinearOfRows(b, x, y);
  Value row = b.Unsqueeze(x, {rank - 1, rank});        // [.., 1, 1, in1]
  Value column = b.Unsqueeze(y, {rank - 1, rank + 1}); // [.., 1, in2, 1]
  Value product =
      buildMatMul(b, buildMatMul(b, row, b.tensor("weight")), column);
  product = b.Squeeze(product, {rank, rank + 1});
  Value bias = b.optionalTensor("bias");
  return bias ? b.Add(product, bias) : product;
}

//===----------------------------------------------------------------------===//
// Chains, powers and determinants
//===----------------------------------------------------------------------===//

/// The product of all matrices in the order that needs the fewest
/// multiplications, as far as sizes are constant.
static Lowered lowerMultiDot(Lowering &b, StringRef name) {
  SmallVector<Value> matrices = b.tensors(name);
  if (matrices.empty())
    return b.refuseArgument(name, "a list of matrices");
  size_t count = matrices.size();
  auto getSize = [&](size_t i) -> double {
    Value matrix = matrices[std::min(i, count - 1)];
    Dims dims = b.dimsOf(matrix);
    if (dims.size() == 1)
      return i == 0 || i == count
                 ? 1.0
                 : double(b.constantSize(dims[0]).value_or(64));
    return double(b.constantSize(dims[i == count ? 1 : 0]).value_or(64));
  };
  SmallVector<SmallVector<double>> cost(count, SmallVector<double>(count, 0.0));
  SmallVector<SmallVector<size_t>> split(count, SmallVector<size_t>(count, 0));
  for (size_t length = 1; length < count; ++length)
    for (size_t i = 0; i + length < count; ++i) {
      size_t j = i + length;
      cost[i][j] = std::numeric_limits<double>::infinity();
      for (size_t k = i; k < j; ++k) {
        double total = cost[i][k] + cost[k + 1][j] +
                       getSize(i) * getSize(k + 1) * getSize(j + 1);
        if (total < cost[i][j])
          cost[i][j] = total, split[i][j] = k;
      }
    }
  std::function<Value(size_t, size_t)> multiply = [&](size_t i, size_t j) {
    if (i == j)
      return matrices[i];
    size_t k = split[i][j];
    Value lhs = multiply(i, k);
    return buildMatMul(b, lhs, multiply(k + 1, j));
  };
  return multiply(0, count - 1);
}

// aten::matrix_power(Tensor self, int n) -> Tensor
static Lowered lowerMatrixPower(Lowering &b) {
  Value x = b.tensor("self");
  int64_t exponent = b.getInt("n");
  if (exponent < 0)
    return b.refuseArgument("n", "0 or more");
  if (exponent == 0) {
    int64_t size = b.getStaticSize(x, b.rankOf(x) - 1);
    if (b.isRefused())
      return Lowered::refused();
    auto type = RankedTensorType::get({size, size}, b.elementTypeOf(x));
    Value zeros = b.full(b.scalar(0, b.elementTypeOf(x)), type);
    return b.expand(b.create("EyeLike", type, zeros), b.resultType());
  }
  Value result;
  for (Value power = x;; power = buildMatMul(b, power, power)) {
    if (exponent & 1)
      result = result ? buildMatMul(b, result, power) : power;
    exponent >>= 1;
    if (exponent == 0)
      return result;
  }
}

/// The square matrices whose determinants are computed.
static Value getMatrices(Lowering &b) {
  Value x = b.tensor(b.has("A") ? "A" : "self");
  if (b.isComplex(b.elementTypeOf(x)))
    b.refuseElements(b.has("A") ? "A" : "self", "real elements",
                     b.elementTypeOf(x));
  return x;
}

static Value buildDet(Lowering &b, Value matrices) {
  Dims dims = b.dimsOf(matrices);
  dims = dims.drop_back(2);
  return b.create("Det", sym::getTensorType(dims, b.elementTypeOf(matrices)),
                  matrices);
}

/// The sign of a determinant and the logarithm of its absolute value.
///
/// The determinant of a large matrix overflows or underflows. Rows are
/// therefore divided by their length, so that it is at most 1 (Hadamard's
/// inequality), and the logarithms of the divisors are added. Dividing twice
/// keeps the squares of large and small elements in range.
static std::pair<Value, Value> buildSLogDet(Lowering &b) {
  Value x = getMatrices(b);
  int64_t rank = b.rankOf(x);
  if (rank < 2) {
    b.refuseRank(b.has("A") ? "A" : "self", "2 or more dimensions", rank);
    return {x, x};
  }
  // The determinant of n random directions is about exp(-n / 2).
  constexpr int64_t maxRows = 128;
  auto rows = b.constantSize(b.dimsOf(x)[rank - 1]);
  if (rows && *rows > maxRows)
    b.refuse("expected matrices of at most " + Twine(maxRows) +
             " rows, found " + Twine(*rows));
  Type type = b.elementTypeOf(x);
  Value one = b.scalar(1, type), zero = b.scalar(0, type), logarithms;
  auto normalize = [&](Value norm) {
    norm = b.Where(b.Equal(norm, zero), one, norm);
    x = b.Div(x, norm);
    Value logarithm = b.ReduceSum(b.Log(norm), {rank - 2, rank - 1},
                                  /*keepDims=*/false);
    logarithms = logarithms ? b.Add(logarithms, logarithm) : logarithm;
  };
  normalize(b.reduce("ReduceMax", b.Abs(x), rank - 1, /*keepDims=*/true));
  normalize(b.reduce("ReduceL2", x, rank - 1, /*keepDims=*/true));
  Value det = buildDet(b, x);
  return {b.Sign(det), b.Add(b.Log(b.Abs(det)), logarithms)};
}

// aten::linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet)
static Lowered lowerSLogDet(Lowering &b) { return buildSLogDet(b); }

// aten::logdet(Tensor self) -> Tensor
//
// The logarithm of the sign is 0, or NaN if the sign is negative.
static Lowered lowerLogDet(Lowering &b) {
  auto [sign, logarithm] = buildSLogDet(b);
  if (b.isRefused())
    return Lowered::refused();
  return b.Add(b.Log(sign), logarithm);
}

void torch_onnx::populateLinear(LoweringRegistry &r) {
  // A plain product is rounded once in any dtype. Lowerings that add more than
  // a bias compute in opmath, so that the product is not rounded first.
  WrappedLowerings wide(r, inOpMath);
  r.add("aten._scaled_mm.default", lowerScaledMatMul, /*isList=*/false);
  r.add("aten._scaled_mm_v2.default", lowerScaledMatMul, /*isList=*/true);
  wide.add("aten.addbmm.default", lowerAddbmm);
  r.add("aten._addmm_activation.default", lowerAddmmActivation);
  r.add("aten._trilinear.default", lowerTrilinear);
  r.add({"aten.addmm.default", "aten.addmm.dtype"}, lowerAddmm);
  wide.add("aten.addmv.default", lowerAddmv);
  wide.add("aten.addr.default", lowerAddr);
  wide.add({"aten.baddbmm.default", "aten.baddbmm.dtype"}, lowerBaddbmm);
  wide.add("aten.bilinear.default", lowerBilinear);
  r.add({"aten.bmm.default", "aten.bmm.dtype", "aten.mm.default",
         "aten.mm.dtype"},
        lowerMatMul, "self", "mat2");
  r.add("aten.chain_matmul.default", lowerMultiDot, "matrices");
  r.add("aten.linalg_det.default",
        [](Lowering &b) { return Lowered(buildDet(b, getMatrices(b))); });
  r.add("aten.dot.default", lowerMatMul, "self", "tensor");
  r.add("aten.outer.default", lowerOuter);
  r.add("aten.inner.default", lowerInner);
  r.add("aten.kron.default", lowerKron);
  r.add({"aten.matmul.default", "aten.vdot.default"}, lowerMatMul, "self",
        "other");
  r.add("aten.linalg_matrix_power.default", lowerMatrixPower);
  r.add("aten.linalg_multi_dot.default", lowerMultiDot, "tensors");
  r.add("aten.linalg_slogdet.default", lowerSLogDet);
  wide.add("aten.linalg_vecdot.default", lowerVecDot);
  r.add("aten.linear.default", lowerLinear);
  r.add("aten.logdet.default", lowerLogDet);
  r.add("aten.mv.default", lowerMatMul, "self", "vec");
  r.add("aten.tensordot.default", lowerTensorDot);
}
