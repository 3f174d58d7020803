//===- Factory.cpp - Types of factory operators ---------------------------===//
//
// Sizes and dtype are arguments. A missing dtype is the default dtype, or the
// dtype of a number or a tensor argument.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"
#include "Shapes.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// The result has the given sizes and dtype.
TypeRule torch_onnx::torch::sized(Type (*defaultType)(Inference &b)) {
  return [defaultType](Inference &b) -> Inferred {
    Dims dims = b.exprs("size");
    Type dtype = b.getDtype();
    return b.type(dims, dtype ? dtype : defaultType(b));
  };
}

static Type getOfSelf(Inference &b) {
  return b.tensor("self").getElementType();
}
static Type getOfFill(Inference &b) { return b.promote({"fill_value"}); }

/// The result has the shape of another tensor, and its dtype unless one is
/// given.
Inferred torch_onnx::torch::inferLike(Inference &b) {
  RankedTensorType x = b.tensor("self");
  Type dtype = b.getDtype();
  return b.type(x, dtype ? dtype : x.getElementType());
}

/// The result has one dimension, whose size is an argument.
TypeRule torch_onnx::torch::vector(StringRef name,
                                   Type (*defaultType)(Inference &b)) {
  return [=](Inference &b) -> Inferred {
    Type dtype = b.getDtype();
    return b.type(b.getExpr(name), dtype ? dtype : defaultType(b));
  };
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

// aten::arange.start_step(Scalar start, Scalar end, Scalar step=1, *, ...)
//
// ceil((end - start) / step) elements; floats are computed in double.
static Inferred inferArange(Inference &b) {
  const Arguments &args = b.getArguments();
  Type dtype = b.getDtype();
  if (!dtype) {
    dtype = b.promote({"start", "end", "step"});
    dtype = b.isIntegral(dtype) ? b.i64() : b.f32();
  }
  auto count = [&]() -> AffineExpr {
    auto isFloat = [&](StringRef name) {
      return isa_and_present<FloatAttr>(args.getAttr(name));
    };
    if (isFloat("start") || isFloat("end") || isFloat("step")) {
      if (b.isIntegral(dtype)) // Rounded before or after: versions differ.
        return {};
      double start = args.getFloat("start").value_or(0);
      double step = args.getFloat("step").value_or(1);
      std::optional<double> end = args.getFloat("end");
      double length = end ? std::ceil((*end - start) / step) : -1;
      bool isLiteral = (!b.has("start") || args.getFloat("start")) &&
                       (!b.has("step") || args.getFloat("step")) && end;
      if (!isLiteral || !(length >= 0 && length < 0x1p62))
        return {};
      return b.size(int64_t(length));
    }
    AffineExpr start = b.has("start") ? b.getExpr("start") : b.size(0);
    AffineExpr length = sym::sub(b.getExpr("end"), start);
    std::optional<int64_t> step =
        b.constantSize(b.has("step") ? b.getExpr("step") : b.size(1));
    if (!step || *step == 0 || *step == std::numeric_limits<int64_t>::min())
      return {};
    if (*step < 0)
      length = sym::mul(length, -1);
    if (!b.isAtLeast(length, b.size(0)))
      return {};
    return sym::ceilDiv(length, std::abs(*step));
  };
  return b.type(count(), dtype);
}

// aten::_dim_arange(Tensor like, int dim) -> Tensor
//
// The positions along a dimension.
static Inferred inferDimArange(Inference &b) {
  RankedTensorType x = b.tensor("like");
  int64_t axis = b.axis("dim", x);
  if (b.hasFailed() || x.getRank() == 0)
    return b.invalidRank("like", "1 or more dimensions", x.getRank());
  return b.type(b.dimsOf(x)[axis], b.i64());
}

// aten::range.step(Scalar start, Scalar end, Scalar step=1, ...) -> Tensor
//
// Includes the end. The elements are floats unless a dtype is given.
static Inferred inferRange(Inference &b) {
  const Arguments &args = b.getArguments();
  Type dtype = b.getDtype();
  std::optional<double> start = args.getFloat("start"),
                        end = args.getFloat("end");
  std::optional<double> step =
      b.has("step") ? args.getFloat("step") : std::optional(1.0);
  AffineExpr size;
  if (start && end && step) {
    double length = std::floor((*end - *start) / *step) + 1;
    if (length >= 0 && length < 0x1p62)
      size = b.size(int64_t(length));
  }
  return b.type(size, dtype ? dtype : b.f32());
}

/// linspace, logspace: the result is float for numbers of any kind.
static Inferred inferLinspace(Inference &b) {
  Type dtype = b.getDtype();
  if (!dtype)
    dtype = isa<ComplexType>(b.promote({"start", "end"}))
                ? Type(ComplexType::get(b.f32()))
                : b.f32();
  return b.type(b.getExpr("steps"), dtype);
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

// aten::eye.m(SymInt n, SymInt m, *, ScalarType? dtype=None, ...) -> Tensor
static Inferred inferEye(Inference &b) {
  Type dtype = b.getDtype();
  return b.type({b.getExpr("n"), b.getExpr(b.has("m") ? "m" : "n")},
                dtype ? dtype : b.f32());
}

/// The length of the diagonal of a matrix; null if unknown.
static AffineExpr getDiagonal(Inference &b, AffineExpr rows, AffineExpr columns,
                              int64_t offset) {
  rows = sym::add(rows, std::min<int64_t>(offset, 0));
  columns = sym::add(columns, -std::max<int64_t>(offset, 0));
  AffineExpr length = b.isAtLeast(columns, rows)   ? rows
                      : b.isAtLeast(rows, columns) ? columns
                                                   : AffineExpr();
  return b.isAtLeast(length, b.size(0)) ? length : AffineExpr();
}

// aten::diag(Tensor self, int diagonal=0) -> Tensor
static Inferred inferDiag(Inference &b) {
  RankedTensorType x = b.tensor("self");
  int64_t offset = b.getInt("diagonal");
  Dims dims = b.dimsOf(x);
  if (dims.size() == 1) {
    AffineExpr size = sym::add(dims[0], std::abs(offset));
    return b.type({size, size}, x.getElementType());
  }
  if (b.hasFailed() || dims.size() != 2)
    return b.invalidRank("self", "1 or 2 dimensions", dims.size());
  return b.type(getDiagonal(b, dims[0], dims[1], offset), x.getElementType());
}

// aten::diagflat(Tensor self, int offset=0) -> Tensor
static Inferred inferDiagFlat(Inference &b) {
  RankedTensorType x = b.tensor("self");
  AffineExpr size =
      sym::add(b.product(b.dimsOf(x)), std::abs(b.getInt("offset")));
  return b.type({size, size}, x.getElementType());
}

// aten::diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1)
static Inferred inferDiagEmbed(Inference &b) {
  RankedTensorType x = b.tensor("self");
  Dims dims = b.dimsOf(x);
  int64_t rank = int64_t(dims.size()) + 1;
  int64_t first = b.getAxis("dim1", rank);
  int64_t second = b.getAxis("dim2", rank);
  int64_t offset = b.getInt("offset");
  if (b.hasFailed() || dims.empty())
    return b.invalidRank("self", "1 or more dimensions", dims.size());
  if (first == second)
    return b.invalid("expected 'dim1' and 'dim2' to differ, found " +
                     Twine(first) + " for both");
  AffineExpr size = sym::add(dims.pop_back_val(), std::abs(offset));
  dims.insert(dims.begin() + std::min(first, second), size);
  dims.insert(dims.begin() + std::max(first, second), size);
  return b.type(dims, x.getElementType());
}

// aten::tril_indices(int row, int col, int offset=0, *, ScalarType? dtype)
static Inferred inferTriangleIndices(Inference &b, bool isLower) {
  int64_t rows = b.getInt("row"), columns = b.getInt("col");
  int64_t offset = b.getInt("offset");
  Type dtype = b.getDtype();
  if (b.hasFailed() || rows < 0 || columns < 0)
    return b.invalid("expected 'row' and 'col' to be 0 or more, found " +
                     Twine(rows) + " and " + Twine(columns));
  constexpr int64_t maxRows = 1 << 20;
  AffineExpr size;
  if (rows <= maxRows && columns <= maxRows && std::abs(offset) <= maxRows) {
    int64_t count = 0;
    for (int64_t row = 0; row < rows; ++row) {
      int64_t below = std::clamp<int64_t>(row + offset + isLower, 0, columns);
      count += isLower ? below : columns - below;
    }
    size = b.size(count);
  }
  return b.type({b.size(2), size}, dtype ? dtype : b.i64());
}

// aten::vander(Tensor x, int? N=None, bool increasing=False) -> Tensor
// aten::linalg_vander(Tensor x, *, SymInt? N=None) -> Tensor
static Inferred inferVander(Inference &b) {
  RankedTensorType x = b.tensor("x");
  Dims dims = b.dimsOf(x);
  if (dims.empty())
    dims.push_back(b.size(1));
  dims.push_back(b.has("N") ? b.getExpr("N") : dims.back());
  return b.type(dims, b.toSum(x.getElementType()));
}

void torch_onnx::torch::populateFactoryOperators(OperatorTable &r) {
  // From sizes, or from the shape of a tensor.
  auto made = [](FoldKind fold) -> OperatorTraits {
    return {.elements = ArgNames::none(), .fold = fold};
  };
  auto like = [](FoldKind fold) -> OperatorTraits {
    return {.elements = ArgNames::none(), .carry = Carry::Each, .fold = fold};
  };
  r.add({"aten.empty.memory_format", "aten.empty_permuted.default",
         "aten.empty_strided.default"},
        sized(getF32), made(FoldKind::Empty));
  r.add("aten.ones.default", sized(getF32), made(FoldKind::Ones));
  r.add("aten.zeros.default", sized(getF32), made(FoldKind::Zeros));
  r.add({"aten.new_empty.default", "aten.new_empty_strided.default"},
        sized(getOfSelf), made(FoldKind::Empty));
  r.add("aten.new_ones.default", sized(getOfSelf), made(FoldKind::Ones));
  r.add("aten.new_zeros.default", sized(getOfSelf), made(FoldKind::Zeros));
  r.add("aten.empty_like.default", inferLike, like(FoldKind::Empty));
  r.add("aten.ones_like.default", inferLike, like(FoldKind::Ones));
  r.add("aten.zeros_like.default", inferLike, like(FoldKind::Zeros));
  r.add("aten.zero.default", inferSame, like(FoldKind::Zeros));
  r.add("aten.full.default", sized(getOfFill),
        {.elements = {"fill_value"}, .fold = FoldKind::Full});
  r.add(
      "aten.new_full.default", sized(getOfSelf),
      {.elements = {"fill_value"}, .shapes = {"self"}, .fold = FoldKind::Full});
  r.add("aten.full_like.default", inferLike,
        {.elements = {"fill_value"},
         .shapes = {"self"},
         .carry = Carry::Each,
         .fold = FoldKind::Full});
  r.add("aten.fill.Tensor", inferSame,
        {.elements = {"value"}, .shapes = {"self"}, .carry = Carry::Each});
  r.add("aten.fill.Scalar", inferSame,
        {.elements = {"value"},
         .shapes = {"self"},
         .carry = Carry::Each,
         .fold = FoldKind::Full});
  r.add("aten.scalar_tensor.default",
        [](Inference &b) -> Inferred {
          Type dtype = b.getDtype();
          return b.scalar(dtype ? dtype : b.f32());
        },
        {.elements = {"s"}, .fold = FoldKind::Full});
  r.add({"aten.tril.default", "aten.triu.default"}, inferSame,
        {.elements = {"self"}, .carry = Carry::Last});

  r.add({"aten.arange.default", "aten.arange.start", "aten.arange.start_step"},
        inferArange, {.fold = FoldKind::Arange});
  r.add("aten._dim_arange.default", inferDimArange);
  r.add({"aten.range.default", "aten.range.step"}, inferRange);
  r.add({"aten.linspace.Scalar_Tensor", "aten.linspace.Tensor_Scalar",
         "aten.linspace.Tensor_Tensor", "aten.linspace.default"},
        inferLinspace, {.elements = {"start", "end"}, .sums = true});
  r.add({"aten.logspace.Scalar_Tensor", "aten.logspace.Tensor_Scalar",
         "aten.logspace.Tensor_Tensor", "aten.logspace.default"},
        inferLinspace);
  r.add({"aten.bartlett_window.default", "aten.bartlett_window.periodic",
         "aten.blackman_window.default", "aten.blackman_window.periodic",
         "aten.hamming_window.default", "aten.hamming_window.periodic",
         "aten.hamming_window.periodic_alpha",
         "aten.hamming_window.periodic_alpha_beta", "aten.hann_window.default",
         "aten.hann_window.periodic", "aten.kaiser_window.beta",
         "aten.kaiser_window.default", "aten.kaiser_window.periodic"},
        vector("window_length", getF32));

  r.add({"aten.eye.default", "aten.eye.m"}, inferEye, made(FoldKind::None));
  r.add("aten.diag.default", inferDiag, {.elements = {"self"}});
  r.add("aten.diagflat.default", inferDiagFlat, {.elements = {"self"}});
  r.add("aten.diag_embed.default", inferDiagEmbed, {.elements = {"self"}});
  r.add("aten.tril_indices.default",
        [](Inference &b) { return inferTriangleIndices(b, true); });
  r.add("aten.triu_indices.default",
        [](Inference &b) { return inferTriangleIndices(b, false); });
  r.add({"aten.linalg_vander.default", "aten.vander.default"}, inferVander);
  r.mark({"aten.tril.default", "aten.triu.default", "aten.zeros_like.default",
          "aten.ones_like.default", "aten.full_like.default",
          "aten.empty_like.default", "aten.new_zeros.default",
          "aten.new_ones.default", "aten.new_full.default",
          "aten.new_empty.default"},
         &OperatorTraits::recordsStrides);
}
