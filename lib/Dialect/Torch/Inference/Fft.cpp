//===- Fft.cpp - Types of Fourier transforms ------------------------------===//
//
// A spectrum is complex. The spectrum of a real signal may be stored as its
// first n / 2 + 1 elements.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// n / 2 + 1
static AffineExpr getHalf(AffineExpr n) {
  return n ? sym::add(sym::floorDiv(n, 2), 1) : AffineExpr();
}

/// The complex type whose parts are of `type`.
static Type toComplex(Type type) {
  return type && !isa<ComplexType>(type) ? Type(ComplexType::get(type)) : type;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

// aten::_fft_c2c(Tensor self, SymInt[] dim, int normalization, bool forward)
static Inferred inferComplexToComplex(Inference &b) {
  RankedTensorType x = b.tensor("self");
  if (!isa<ComplexType>(x.getElementType()))
    return b.invalidElements("self", "complex elements", x.getElementType());
  b.getGivenAxes("dim", x.getRank());
  return b.type(x, x.getElementType());
}

// aten::_fft_r2c(Tensor self, int[] dim, int normalization, bool onesided)
static Inferred inferRealToComplex(Inference &b) {
  RankedTensorType x = b.tensor("self");
  if (!b.isFloat(x.getElementType()))
    return b.invalidElements("self", "floating-point elements",
                             x.getElementType());
  Dims dims = b.dimsOf(x);
  SmallVector<int64_t> axes = b.getGivenAxes("dim", x.getRank());
  if (b.hasFailed())
    return {};
  if (b.getBool("onesided") && !axes.empty())
    dims[axes.back()] = getHalf(dims[axes.back()]);
  return b.type(dims, toComplex(x.getElementType()));
}

// aten::_fft_c2r(Tensor self, int[] dim, int normalization,
//                SymInt last_dim_size)
static Inferred inferComplexToReal(Inference &b) {
  RankedTensorType x = b.tensor("self");
  if (!isa<ComplexType>(x.getElementType()))
    return b.invalidElements("self", "complex elements", x.getElementType());
  Dims dims = b.dimsOf(x);
  SmallVector<int64_t> axes = b.getGivenAxes("dim", x.getRank());
  if (b.hasFailed())
    return {};
  if (axes.empty())
    return b.invalidArgument("dim", "a list of one or more dimensions");
  dims[axes.back()] = b.getExpr("last_dim_size");
  return b.type(dims, b.toReal(x.getElementType()));
}

//===----------------------------------------------------------------------===//
// Transforms
//===----------------------------------------------------------------------===//

namespace {
/// The complete spectra of a transform along its last axis.
enum class Spectrum { Whole, HalfOut, HalfIn };
} // namespace

/// The result type for a signal with the sizes `dims`.
static Inferred finish(Inference &b, RankedTensorType x, Dims dims,
                       int64_t last, Spectrum spectrum) {
  if (b.hasFailed())
    return {};
  Type real = b.toFloat(b.toReal(x.getElementType()));
  if (spectrum == Spectrum::HalfIn)
    return b.type(dims, real);
  if (spectrum == Spectrum::HalfOut) {
    if (isa<ComplexType>(x.getElementType()))
      return b.invalidElements("self", "real elements", x.getElementType());
    dims[last] = getHalf(dims[last]);
  }
  return b.type(dims, toComplex(real));
}

/// The default size of the signal for the given half of a spectrum.
static AffineExpr getDefaultSize(AffineExpr half, Spectrum spectrum) {
  if (!half || spectrum != Spectrum::HalfIn)
    return half;
  return sym::mul(sym::add(half, -1), 2);
}

// aten::fft_fft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None)
static TypeRule transforming(Spectrum spectrum) {
  return [spectrum](Inference &b) -> Inferred {
    RankedTensorType x = b.tensor("self");
    Dims dims = b.dimsOf(x);
    int64_t axis = b.axis("dim", x);
    if (b.hasFailed() || dims.empty())
      return b.invalidRank("self", "1 or more dimensions", dims.size());
    dims[axis] =
        b.has("n") ? b.getExpr("n") : getDefaultSize(dims[axis], spectrum);
    return finish(b, x, dims, axis, spectrum);
  };
}

// aten::fft_fftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm)
static TypeRule transformingMany(Spectrum spectrum) {
  return [spectrum](Inference &b) -> Inferred {
    RankedTensorType x = b.tensor("self");
    Dims dims = b.dimsOf(x);
    Dims sizes;
    if (b.has("s"))
      sizes =
          b.getArguments().getInt("s") ? Dims{b.getExpr("s")} : b.exprs("s");
    SmallVector<int64_t> axes;
    int64_t rank = x.getRank(), count = sizes.size();
    if (b.has("dim"))
      axes = b.getGivenAxes("dim", rank);
    else if (!b.has("s"))
      axes = llvm::to_vector(llvm::seq(rank));
    else if (count <= rank)
      axes = llvm::to_vector(llvm::seq(rank - count, rank));
    if (b.hasFailed())
      return {};
    if (b.has("s") && axes.size() != sizes.size())
      return b.invalid("expected 's' to have a size for each of 'dim', found " +
                       Twine(count) + " for " + Twine(axes.size()));
    if (axes.empty() && spectrum != Spectrum::Whole)
      return b.invalid("expected one or more dimensions to transform, found "
                       "none");
    for (auto [index, axis] : llvm::enumerate(axes)) {
      bool isLast = index + 1 == axes.size();
      if (b.has("s") && b.constantSize(sizes[index]) != -1)
        dims[axis] = sizes[index];
      else if (isLast)
        dims[axis] = getDefaultSize(dims[axis], spectrum);
    }
    return finish(b, x, dims, axes.empty() ? 0 : axes.back(), spectrum);
  };
}

/// The frequencies of a spectrum or of its half.
static TypeRule inferFrequencies(bool isHalf) {
  return [isHalf](Inference &b) -> Inferred {
    AffineExpr n = b.getExpr("n");
    Type dtype = b.getDtype();
    return b.type(isHalf ? getHalf(n) : n, dtype ? dtype : b.f32());
  };
}

//===----------------------------------------------------------------------===//
// Short-time transforms
//===----------------------------------------------------------------------===//

static int64_t getStep(Inference &b, int64_t size) {
  int64_t step = b.getInt("hop_length", size / 4);
  if (!b.hasFailed() && (size < 1 || step < 1))
    b.invalid("expected a positive 'n_fft' and 'hop_length', found " +
              Twine(size) + " and " + Twine(step));
  return step;
}

// aten::stft.center(Tensor self, int n_fft, int? hop_length=None,
//     int? win_length=None, Tensor? window=None, bool center=True, ...)
static Inferred inferStft(Inference &b) {
  RankedTensorType x = b.tensor("self"), window = b.optionalTensor("window");
  int64_t size = b.getInt("n_fft"), step = getStep(b, size);
  Dims dims = b.dimsOf(x);
  if (b.hasFailed() || dims.empty() || dims.size() > 2)
    return b.invalidRank("self", "1 or 2 dimensions", dims.size());
  Promotion promotion;
  promotion.addTensor(x);
  if (window)
    promotion.addTensor(window);
  Type type = promotion.get();
  bool isComplex = isa<ComplexType>(type);
  AffineExpr length = dims.back();
  if (length && b.getBool("center"))
    length = sym::add(length, 2 * (size / 2));
  dims.pop_back();
  bool isOneSided = b.getBool("onesided", !isComplex);
  dims.push_back(b.size(isOneSided ? size / 2 + 1 : size));
  dims.push_back(length
                     ? sym::add(sym::floorDiv(sym::add(length, -size), step), 1)
                     : AffineExpr());
  if (b.getBool("return_complex", isComplex))
    return b.type(dims, toComplex(type));
  dims.push_back(b.size(2));
  return b.type(dims, b.toReal(type));
}

// aten::istft(Tensor self, int n_fft, int? hop_length=None,
//     int? win_length=None, Tensor? window=None, bool center=True,
//     bool normalized=False, bool? onesided=None, int? length=None,
//     bool return_complex=False) -> Tensor
static Inferred inferInverseStft(Inference &b) {
  RankedTensorType x = b.tensor("self");
  int64_t size = b.getInt("n_fft"), step = getStep(b, size);
  Dims dims = b.dimsOf(x);
  if (b.hasFailed() || dims.size() < 2 || dims.size() > 3)
    return b.invalidRank("self", "2 or 3 dimensions", dims.size());
  if (!isa<ComplexType>(x.getElementType()))
    return b.invalidElements("self", "complex elements", x.getElementType());
  AffineExpr frames = dims.back(), length;
  if (b.has("length"))
    length = b.getExpr("length");
  else if (frames)
    length = sym::add(sym::mul(sym::add(frames, -1), step),
                      b.getBool("center") ? size - 2 * (size / 2) : size);
  dims.pop_back();
  dims.back() = length;
  bool isComplex = b.getBool("return_complex");
  return b.type(dims,
                isComplex ? x.getElementType() : b.toReal(x.getElementType()));
}

void torch_onnx::torch::populateFftOperators(OperatorTable &r) {
  r.add("aten._fft_c2c.default", inferComplexToComplex);
  r.add("aten._fft_r2c.default", inferRealToComplex);
  r.add("aten._fft_c2r.default", inferComplexToReal);
  r.add({"aten.fft_fft.default", "aten.fft_ifft.default"},
        transforming(Spectrum::Whole));
  r.add({"aten.fft_rfft.default", "aten.fft_ihfft.default"},
        transforming(Spectrum::HalfOut));
  r.add({"aten.fft_irfft.default", "aten.fft_hfft.default"},
        transforming(Spectrum::HalfIn));
  r.add({"aten.fft_fft2.default", "aten.fft_fftn.default",
         "aten.fft_ifft2.default", "aten.fft_ifftn.default"},
        transformingMany(Spectrum::Whole));
  r.add({"aten.fft_rfft2.default", "aten.fft_rfftn.default",
         "aten.fft_ihfft2.default", "aten.fft_ihfftn.default"},
        transformingMany(Spectrum::HalfOut));
  r.add({"aten.fft_irfft2.default", "aten.fft_irfftn.default",
         "aten.fft_hfft2.default", "aten.fft_hfftn.default"},
        transformingMany(Spectrum::HalfIn));
  r.add({"aten.stft.center", "aten.stft.default"}, inferStft);
  r.add("aten.istft.default", inferInverseStft);
  r.add("aten.fft_fftfreq.default", inferFrequencies(/*isHalf=*/false));
  r.add("aten.fft_rfftfreq.default", inferFrequencies(/*isHalf=*/true));
}
