//===- Linear.cpp - Types of matrix products ------------------------------===//
//
// Contracted dimensions must be equal, and batch dimensions broadcast. All
// operands and the result have the same dtype.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// The shape of numpy's matmul.
static Dims multiply(Inference &b, ArrayRef<AffineExpr> x,
                     ArrayRef<AffineExpr> y) {
  if (x.empty() || y.empty()) {
    b.invalid("expected operands of 1 or more dimensions, found " +
              Twine(x.size()) + " and " + Twine(y.size()));
    return {};
  }
  b.unify(x.back(), y.size() == 1 ? y[0] : y[y.size() - 2]);
  auto batch = [](ArrayRef<AffineExpr> dims) {
    return dims.drop_back(std::min<size_t>(2, dims.size()));
  };
  Dims dims = b.broadcast(batch(x), batch(y));
  if (x.size() > 1)
    dims.push_back(x[x.size() - 2]);
  if (y.size() > 1)
    dims.push_back(y.back());
  return dims;
}

/// The product of two arguments; `lhsRank` and `rhsRank` are the ranks that the
/// operator requires, -1 for any.
static TypeRule product(StringRef lhs, StringRef rhs, int64_t lhsRank = -1,
                        int64_t rhsRank = -1) {
  return [=](Inference &b) -> Inferred {
    RankedTensorType x = b.tensor(lhs), y = b.tensor(rhs);
    if (b.hasFailed())
      return {};
    if (lhsRank >= 0 && x.getRank() != lhsRank)
      return b.invalidRank(lhs, Twine(lhsRank) + " dimensions", x.getRank());
    if (rhsRank >= 0 && y.getRank() != rhsRank)
      return b.invalidRank(rhs, Twine(rhsRank) + " dimensions", y.getRank());
    Dims dims = multiply(b, b.dimsOf(x), b.dimsOf(y));
    Type dtype = b.getDtype("out_dtype");
    return b.type(dims, dtype ? dtype : x.getElementType());
  };
}

// aten::addbmm(Tensor self, Tensor batch1, Tensor batch2, ...) -> Tensor
static Inferred inferAddBmm(Inference &b) {
  RankedTensorType x = b.tensor("batch1"), y = b.tensor("batch2");
  if (b.hasFailed() || x.getRank() != 3 || y.getRank() != 3)
    return b.invalidRanks("batch1", "batch2", "3 dimensions", x, y);
  return b.type({b.dimsOf(x)[1], b.dimsOf(y)[2]}, x.getElementType());
}

// aten::_trilinear(Tensor i1, Tensor i2, Tensor i3, int[] expand1,
//   int[] expand2, int[] expand3, int[] sumdim, int unroll_dim=1) -> Tensor
static Inferred inferTrilinear(Inference &b) {
  Dims dims;
  for (auto [name, expand] :
       {std::pair("i1", "expand1"), std::pair("i2", "expand2"),
        std::pair("i3", "expand3")}) {
    Dims operand = b.dimsOf(b.tensor(name));
    for (int64_t axis : b.getInts(expand)) {
      if (axis < 0 || axis > int64_t(operand.size()))
        return b.invalidArgument(expand, "in range for rank " +
                                             Twine(operand.size() + 1));
      operand.insert(operand.begin() + axis, b.size(1));
    }
    dims = b.broadcast(dims, operand);
  }
  SmallVector<int64_t> sums = b.getInts("sumdim");
  if (b.hasFailed())
    return {};
  llvm::sort(sums, std::greater<>());
  for (int64_t axis : sums) {
    if (axis < 0 || axis >= int64_t(dims.size()))
      return b.invalidArgument("sumdim",
                               "in range for rank " + Twine(dims.size()));
    dims.erase(dims.begin() + axis);
  }
  return b.type(dims, b.tensor("i1").getElementType());
}

// aten::_scaled_mm(Tensor self, Tensor mat2, ..., ScalarType? out_dtype=None,
//   bool use_fast_accum=False) -> Tensor
static Inferred inferScaledMatMul(Inference &b) {
  RankedTensorType x = b.tensor("self"), y = b.tensor("mat2");
  if (b.hasFailed() || x.getRank() != 2 || y.getRank() != 2)
    return b.invalidRanks("self", "mat2", "2 dimensions", x, y);
  Type dtype = b.getDtype("out_dtype");
  return b.type({b.dimsOf(x)[0], b.dimsOf(y)[1]},
                dtype ? dtype : x.getElementType());
}

// aten::linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor
static Inferred inferLinear(Inference &b) {
  RankedTensorType x = b.tensor("input"), w = b.tensor("weight");
  Dims dims = b.dimsOf(x), rows = b.dimsOf(w);
  if (dims.empty())
    return b.invalidRank("input", "1 or more dimensions", dims.size());
  if (rows.empty() || rows.size() > 2)
    return b.invalidRank("weight", "1 or 2 dimensions", rows.size());
  b.unify(dims.back(), rows.back());
  dims.pop_back();
  if (rows.size() == 2)
    dims.push_back(rows[0]);
  return b.type(dims, x.getElementType());
}

// aten::bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias)
static Inferred inferBilinear(Inference &b) {
  RankedTensorType x = b.tensor("input1"), w = b.tensor("weight");
  if (b.hasFailed() || x.getRank() == 0)
    return b.invalidRank("input1", "1 or more dimensions", x.getRank());
  if (w.getRank() != 3)
    return b.invalidRank("weight", "3 dimensions", w.getRank());
  Dims dims = b.dimsOf(x);
  dims.back() = b.dimsOf(w)[0];
  return b.type(dims, x.getElementType());
}

/// outer, ger, addr: [n] x [m] -> [n, m].
static TypeRule outer(StringRef lhs, StringRef rhs) {
  return [=](Inference &b) -> Inferred {
    RankedTensorType x = b.tensor(lhs), y = b.tensor(rhs);
    if (b.hasFailed() || x.getRank() != 1 || y.getRank() != 1)
      return b.invalidRanks(lhs, rhs, "1 dimension", x, y);
    SmallVector<StringRef> names = {lhs, rhs};
    if (b.has("self"))
      names.push_back("self");
    return b.type({b.dimsOf(x)[0], b.dimsOf(y)[0]}, b.promote(names));
  };
}

// aten::inner(Tensor self, Tensor other) -> Tensor
static Inferred inferInner(Inference &b) {
  RankedTensorType x = b.tensor("self"), y = b.tensor("other");
  Dims dims = b.dimsOf(x), rest = b.dimsOf(y);
  if (dims.empty() || rest.empty())
    return b.type(b.broadcast(dims, rest), b.promote({"self", "other"}));
  b.unify(dims.back(), rest.back());
  dims.pop_back();
  dims.append(rest.begin(), rest.end() - 1);
  return b.type(dims, x.getElementType());
}

// aten::tensordot(Tensor self, Tensor other, int[] dims_self,
//   int[] dims_other) -> Tensor
static Inferred inferTensorDot(Inference &b) {
  RankedTensorType x = b.tensor("self"), y = b.tensor("other");
  SmallVector<int64_t> xAxes = b.getGivenAxes("dims_self", x.getRank());
  SmallVector<int64_t> yAxes = b.getGivenAxes("dims_other", y.getRank());
  Dims dims = b.reduce(x, xAxes, /*keepDims=*/false);
  llvm::append_range(dims, b.reduce(y, yAxes, /*keepDims=*/false));
  return b.type(dims, x.getElementType());
}

/// chain_matmul, linalg_multi_dot: the first and last operand may be vectors.
static TypeRule chain(StringRef name) {
  return [name](Inference &b) -> Inferred {
    SmallVector<RankedTensorType> factors = b.tensors(name);
    if (b.hasFailed() || factors.empty() || !factors[0])
      return b.invalidArgument(name, "a list of matrices");
    Dims dims = b.dimsOf(factors[0]);
    for (RankedTensorType factor : llvm::drop_begin(factors)) {
      if (b.hasFailed() || !factor)
        return {};
      dims = multiply(b, dims, b.dimsOf(factor));
    }
    return b.type(dims, factors[0].getElementType());
  };
}

// aten::kron(Tensor self, Tensor other) -> Tensor
static Inferred inferKron(Inference &b) {
  RankedTensorType x = b.tensor("self"), y = b.tensor("other");
  Dims dims = b.dimsOf(x), other = b.dimsOf(y);
  if (dims.size() < other.size())
    std::swap(dims, other);
  size_t offset = dims.size() - other.size();
  for (auto [index, dim] : llvm::enumerate(other))
    dims[offset + index] = sym::mul(dims[offset + index], dim);
  // Both operands have the same rank when they are multiplied, so a 0-d tensor
  // has the same priority in type promotion.
  Promotion promotion;
  for (RankedTensorType operand : {x, y})
    if (operand)
      promotion.addTensor(b.type(dims, operand.getElementType()));
  return b.type(dims, promotion.get());
}

/// The batch dimensions of square matrices.
static Inferred inferDeterminant(Inference &b) {
  RankedTensorType x = b.firstTensor();
  if (b.hasFailed() || x.getRank() < 2)
    return b.invalidRank(b.has("A") ? "A" : "self", "2 or more dimensions",
                         x.getRank());
  return b.type(b.dimsOf(x).drop_back(2), x.getElementType());
}

// aten::linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet)
static Inferred inferSignAndLogDet(Inference &b) {
  RankedTensorType x = b.firstTensor();
  if (b.hasFailed() || x.getRank() < 2)
    return b.invalidRank(b.has("A") ? "A" : "self", "2 or more dimensions",
                         x.getRank());
  auto sign = b.type(b.dimsOf(x).drop_back(2), x.getElementType());
  return {sign, b.type(sign, b.toReal(x.getElementType()))};
}

// aten::linalg_vecdot(Tensor x, Tensor y, *, int dim=-1) -> Tensor
static Inferred inferVecDot(Inference &b) {
  Dims dims = b.broadcast({"x", "y"});
  int64_t axis = b.getAxis("dim", dims.size());
  if (b.hasFailed() || dims.empty())
    return b.invalid(
        "expected 'x' and 'y' to have 1 or more dimensions, found 0");
  dims.erase(dims.begin() + axis);
  return b.type(dims, b.promote({"x", "y"}));
}

/// Multiplies groups of rows by one matrix each; `offsets` divides the rows
/// into groups. With as many matrices, it is a batched product.
static TypeRule grouped(StringRef lhs, StringRef rhs, StringRef offsets) {
  return [=](Inference &b) -> Inferred {
    RankedTensorType x = b.tensor(lhs), y = b.tensor(rhs);
    RankedTensorType ends = b.optionalTensor(offsets);
    if (x.getRank() < 2 || x.getRank() > 3)
      return b.invalidRank(lhs, "2 or 3 dimensions", x.getRank());
    if (y.getRank() < 2 || y.getRank() > 3)
      return b.invalidRank(rhs, "2 or 3 dimensions", y.getRank());
    if (ends && ends.getRank() != 1)
      return b.invalidRank(offsets, "1 dimension", ends.getRank());
    if (!ends && (x.getRank() == 2 || y.getRank() == 2))
      return b.invalidArgument(offsets,
                               "a tensor for operands of 2 dimensions");
    Dims left = b.dimsOf(x), right = b.dimsOf(y);
    // For two matrices, the groups are in the dimension that is summed over.
    if (left.size() == 3 || right.size() == 3)
      b.unify(left.back(), right[right.size() - 2]);
    Dims dims = {left[left.size() - 2], right.back()};
    if (left.size() == right.size())
      dims.insert(dims.begin(), left.size() == 3 ? left[0] : b.dimsOf(ends)[0]);
    Type dtype = b.getDtype("out_dtype");
    return b.type(dims, dtype ? dtype : x.getElementType());
  };
}

void torch_onnx::torch::populateLinearOperators(OperatorTable &r) {
  r.add("aten.matmul.default", product("self", "other"));
  r.add({"aten.mm.default", "aten.mm.dtype"}, product("self", "mat2", 2, 2));
  r.add({"aten.bmm.default", "aten.bmm.dtype"}, product("self", "mat2", 3, 3));
  r.add({"aten.addmm.default", "aten.addmm.dtype"},
        product("mat1", "mat2", 2, 2));
  r.add({"aten.baddbmm.default", "aten.baddbmm.dtype"},
        product("batch1", "batch2", 3, 3));
  r.add("aten._grouped_mm.default", grouped("self", "mat2", "offs"));
  r.add("transformers.grouped_mm_fallback.default",
        grouped("input", "weight", "offs"));
  r.add("aten._addmm_activation.default", product("mat1", "mat2", 2, 2));
  r.add("aten._trilinear.default", inferTrilinear);
  r.add({"aten._scaled_mm.default", "aten._scaled_mm_v2.default"},
        inferScaledMatMul);
  r.add("aten.addbmm.default", inferAddBmm);
  r.add("aten.addmv.default", product("mat", "vec", 2, 1));
  r.add("aten.mv.default", product("self", "vec", 2, 1));
  r.add("aten.dot.default", product("self", "tensor", 1, 1));
  r.add("aten.vdot.default", product("self", "other", 1, 1));
  r.add("aten.linear.default", inferLinear);
  r.add("aten.bilinear.default", inferBilinear);
  r.add("aten.addr.default", outer("vec1", "vec2"));
  r.add("aten.outer.default", outer("self", "vec2"));
  r.add("aten.inner.default", inferInner);
  r.add("aten.tensordot.default", inferTensorDot);
  r.add("aten.chain_matmul.default", chain("matrices"));
  r.add("aten.linalg_multi_dot.default", chain("tensors"));
  r.add("aten.kron.default", inferKron);
  r.add("aten.linalg_matrix_power.default", inferSame);
  r.add({"aten.linalg_det.default", "aten.logdet.default"}, inferDeterminant);
  r.add("aten.linalg_slogdet.default", inferSignAndLogDet);
  r.add("aten.linalg_vecdot.default", inferVecDot);
  r.mark({"aten.matmul.default", "aten.mm.default", "aten.mm.dtype",
          "aten.bmm.default", "aten.bmm.dtype", "aten.addmm.default",
          "aten.addmm.dtype", "aten.addbmm.default", "aten.baddbmm.default",
          "aten.baddbmm.dtype", "aten.addmv.default", "aten.mv.default",
          "aten.linear.default", "aten.tensordot.default",
          "aten.linalg_vecdot.default"},
         &OperatorTraits::recordsStrides);
}
