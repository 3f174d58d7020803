//===- DecomposeFft.cpp - Fourier transforms by three kernels -------------===//
//
// fft_*, stft and istft: padding, slicing, scaling and conjugation around the
// kernels _fft_c2c, _fft_r2c and _fft_c2r. LibTorch would decompose them in the
// same way, but only for constant sizes.
//
// Source: ATen/native/SpectralOps.cpp.
//
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"
#include "Matrices.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

static AffineExpr constant(TorchBuilder &b, int64_t value) {
  return getAffineConstantExpr(value, b.getBuilder().getContext());
}

/// Normalizes an axis of a tensor of `rank`.
static int64_t getAxis(TorchBuilder &b, int64_t axis, int64_t rank) {
  if (axis >= -rank && axis < rank)
    return axis < 0 ? axis + rank : axis;
  b.refuse("its rule expects dimensions in range for rank " + Twine(rank) +
           ", found " + Twine(axis));
  return 0;
}

/// n / 2 + 1
static AffineExpr getHalf(AffineExpr n) {
  return n ? sym::add(sym::floorDiv(n, 2), 1) : AffineExpr();
}

//===----------------------------------------------------------------------===//
// Helpers of the transforms
//===----------------------------------------------------------------------===//

/// Casts the signal to a floating or complex dtype. CPUs have no kernel for
/// half precision.
static Value promote(TorchBuilder &b, Value x, bool isComplex) {
  Type type = b.getType(x).getElementType();
  if (isa<IntegerType>(type))
    type = b.getBuilder().getF32Type();
  auto complex = dyn_cast<ComplexType>(type);
  Type real = complex ? complex.getElementType() : type;
  if (!real.isF32() && !real.isF64())
    return b.refuse(
        "its rule expects elements of single or double precision, found " +
        llvm::to_string(type));
  return b.cast(x, isComplex ? Type(ComplexType::get(real)) : type);
}

/// The code of a normalization for the kernels: 0 none, 1 the square root of
/// the number of elements, 2 the number (ATen/native/SpectralOpsUtils.h).
static int64_t getNormalization(TorchBuilder &b, const Arguments &args,
                                bool isForward) {
  StringRef norm = args.getString("norm").value_or("backward");
  if (norm == "ortho")
    return 1;
  if (norm != "backward" && norm != "forward")
    b.refuse("its rule expects 'norm' to be 'backward', 'ortho' or 'forward', "
             "found " +
             args.describe("norm"));
  return isForward == (norm == "backward") ? 0 : 2;
}

/// matrices::resize() for a non-negative axis.
static Value resize(TorchBuilder &b, Value x, int64_t axis, AffineExpr size) {
  if (b.isRefused())
    return {};
  int64_t rank = b.getType(x).getRank();
  if (!b.requireKnown(matrices::sizeOf(x, axis - rank)))
    return {};
  return matrices::resize(b, x, axis - rank, size);
}

static Value transform(TorchBuilder &b, Value x, ArrayRef<int64_t> axes,
                       int64_t normalization, bool isForward) {
  if (axes.empty())
    return x;
  return b.call("aten._fft_c2c.default", {x, axes, normalization, isForward});
}

static Value fromReal(TorchBuilder &b, Value x, ArrayRef<int64_t> axes,
                      int64_t normalization, bool isOneSided) {
  return b.call("aten._fft_r2c.default", {x, axes, normalization, isOneSided});
}

static Value toReal(TorchBuilder &b, Value x, ArrayRef<int64_t> axes,
                    int64_t normalization, AffineExpr size) {
  return b.call("aten._fft_c2r.default",
                {x, axes, normalization, b.size(size)});
}

//===----------------------------------------------------------------------===//
// fft_*
//===----------------------------------------------------------------------===//

namespace {
/// The transform along the last axis: complex to complex, real to half a
/// spectrum, or half a spectrum to real.
enum class Spectrum { Whole, HalfOut, HalfIn };

/// The axes of a transform and the sizes of the signal along them.
struct Extent {
  SmallVector<int64_t> axes;
  SmallVector<AffineExpr> sizes;
  /// The size of the real signal along the last axis.
  AffineExpr last;
};
} // namespace

/// The extent given by `n` and `dim`, or by `s` and `dim`.
static Extent getExtent(TorchBuilder &b, const Arguments &args, Value x,
                        Spectrum spectrum) {
  Extent extent;
  SmallVector<AffineExpr> dims = sym::getDims(b.getType(x));
  int64_t rank = dims.size();
  NumberExprs &numbers = b.getNumbers();
  SmallVector<AffineExpr> given;
  bool isOne = args.getOp().getSchema()->findArg("n").has_value();
  bool isGiven = args.has(isOne ? "n" : "s");
  if (isOne) {
    extent.axes.push_back(getAxis(b, require(b, args.getInt("dim")), rank));
    if (isGiven)
      given.push_back(numbers.get(args, "n"));
  } else {
    if (auto list = args.getList("s"))
      for (OpFoldResult size : *list)
        given.push_back(numbers.get(size));
    else if (isGiven)
      given.push_back(numbers.get(args, "s"));
    if (args.has("dim")) {
      std::optional<int64_t> one = args.getInt("dim");
      extent.axes =
          one ? SmallVector<int64_t>{*one} : require(b, args.getInts("dim"));
      for (int64_t &axis : extent.axes)
        axis = getAxis(b, axis, rank);
    } else {
      int64_t first = isGiven ? rank - int64_t(given.size()) : 0;
      for (int64_t axis = std::max<int64_t>(first, 0); axis < rank; ++axis)
        extent.axes.push_back(axis);
    }
  }
  bool isEmpty = extent.axes.empty() && spectrum != Spectrum::Whole;
  if (isEmpty || (isGiven && given.size() != extent.axes.size()))
    b.refuse(
        "its rule expects a size for each of one or more dimensions, found "
        "others");
  if (b.isRefused())
    return extent;
  for (auto [index, axis] : llvm::enumerate(extent.axes)) {
    AffineExpr size = isGiven ? given[index] : dims[axis];
    bool isKept = !isGiven || sym::getConstant(size) == -1;
    if (isKept)
      size = dims[axis];
    if (index + 1 == extent.axes.size()) {
      extent.last = size;
      if (spectrum == Spectrum::HalfIn && size) {
        if (isKept)
          extent.last = sym::mul(sym::add(size, -1), 2);
        size = getHalf(extent.last);
      }
    }
    if (!b.requireKnown(size))
      return extent;
    std::optional<int64_t> least =
        sym::getConstant(index + 1 == extent.axes.size() ? extent.last : size);
    if (least && *least < 1)
      b.refuse("its rule expects a signal of one or more elements, found " +
               Twine(*least));
    extent.sizes.push_back(size);
  }
  return extent;
}

/// A transform of one or several dimensions. For an `h` transform the signal is
/// half a spectrum itself: it is the transform in the other direction, of the
/// conjugate.
static Decomposed fft(TorchBuilder &b, const Arguments &args, Spectrum spectrum,
                      bool isForward) {
  Value x = promote(b, args.getValue("self"),
                    /*isComplex=*/spectrum != Spectrum::HalfOut);
  if (b.isRefused())
    return Value();
  Extent extent = getExtent(b, args, x, spectrum);
  if (b.isRefused())
    return Value();
  for (auto [axis, size] : llvm::zip_equal(extent.axes, extent.sizes))
    x = resize(b, x, axis, size);
  int64_t normalization = getNormalization(b, args, isForward);
  switch (spectrum) {
  case Spectrum::Whole:
    return transform(b, x, extent.axes, normalization, isForward);
  case Spectrum::HalfOut:
    if (isForward)
      return fromReal(b, x, extent.axes, normalization, /*isOneSided=*/true);
    x = matrices::conj(b, fromReal(b, x, extent.axes.back(), normalization,
                                   /*isOneSided=*/true));
    return transform(b, x, ArrayRef(extent.axes).drop_back(), normalization,
                     /*isForward=*/false);
  case Spectrum::HalfIn:
    if (!isForward)
      return toReal(b, x, extent.axes, normalization, extent.last);
    x = transform(b, x, ArrayRef(extent.axes).drop_back(), normalization,
                  /*isForward=*/true);
    return toReal(b, matrices::conj(b, x), extent.axes.back(), normalization,
                  extent.last);
  }
  llvm_unreachable("all spectra");
}

//===----------------------------------------------------------------------===//
// Frequencies and shifts
//===----------------------------------------------------------------------===//

// aten::fft_fftfreq(int n, float d=1., *, ScalarType? dtype=None, ...)
//   -> Tensor
// aten::fft_rfftfreq: the first half
//
// 0, 1, ... and, for a whole spectrum, ..., -2, -1, divided by n * d.
static DecomposeFn frequencies(bool isHalf) {
  return [isHalf](TorchBuilder &b, const Arguments &args) -> Value {
    int64_t n = require(b, args.getInt("n"));
    double step = require(b, args.getFloat("d"));
    Type dtype = args.getDtype("dtype");
    if (!dtype)
      dtype = b.getBuilder().getF32Type();
    if (b.isRefused())
      return {};
    auto range = [&](int64_t first, int64_t end) {
      return b.call("aten.arange.start", {first, end, {"dtype", dtype}});
    };
    // The half rounded up, without an overflow of n + 1.
    Value counts = range(0, isHalf ? n / 2 + 1 : n / 2 + n % 2);
    if (!isHalf)
      counts = b.cat({counts, range(-(n / 2), 0)});
    return b.mul(counts, 1 / (double(n) * step));
  };
}

// aten::fft_fftshift(Tensor self, int[1]? dim=None) -> Tensor
// aten::fft_ifftshift(Tensor self, int[1]? dim=None) -> Tensor
//
// Swaps the halves of each axis; `split` gives the start of the second half.
static DecomposeFn swapHalves(AffineExpr (*split)(AffineExpr, int64_t)) {
  return [split](TorchBuilder &b, const Arguments &args) -> Value {
    Value x = args.getValue("self");
    SmallVector<AffineExpr> sizes = sym::getDims(b.getType(x));
    int64_t rank = sizes.size();
    SmallVector<int64_t> axes = args.has("dim")
                                    ? require(b, args.getInts("dim"))
                                    : llvm::to_vector(llvm::seq(rank));
    for (int64_t axis : axes) {
      int64_t index = getAxis(b, axis, rank);
      if (b.isRefused())
        return {};
      CallArgument middle = b.size(split(sizes[index], 2));
      Value second = b.call("aten.slice.Tensor", {x, axis, middle});
      x = b.cat({second, b.slice(x, axis, 0, middle)}, axis);
    }
    return x;
  };
}

//===----------------------------------------------------------------------===//
// Short-time transforms
//===----------------------------------------------------------------------===//

namespace {
/// Shared by stft and istft.
struct Frames {
  int64_t size = 0;
  int64_t step = 0;
  /// A window of `size` elements; null if it is 1 everywhere.
  Value window;
};
} // namespace

static Frames getFrames(TorchBuilder &b, const Arguments &args) {
  Frames frames;
  frames.size = require(b, args.getInt("n_fft"));
  frames.step = args.has("hop_length") ? require(b, args.getInt("hop_length"))
                                       : frames.size / 4;
  int64_t width = args.has("win_length") ? require(b, args.getInt("win_length"))
                                         : frames.size;
  frames.window = args.getValue("window");
  if (b.isRefused())
    return frames;
  if (frames.size <= 0 || frames.step <= 0) {
    b.refuse("expected 'n_fft' and 'hop_length' to be positive, found " +
             Twine(frames.size) + " and " + Twine(frames.step));
    return frames;
  }
  if (width <= 0 || width > frames.size) {
    b.refuse("expected 'win_length' to be 1 to " + Twine(frames.size) +
             ", found " + Twine(width));
    return frames;
  }
  if (frames.window) {
    RankedTensorType type = b.getType(frames.window);
    if (type.getRank() != 1 || type.getDimSize(0) != width) {
      b.refuse("expected 'window' to be a vector of " + Twine(width) +
               " elements, found " + llvm::to_string(type));
      return frames;
    }
  }
  if (width == frames.size)
    return frames;
  if (!frames.window)
    frames.window =
        b.call("aten.ones.default", {ArrayRef<int64_t>(width),
                                     {"dtype", b.getBuilder().getF32Type()}});
  int64_t left = (frames.size - width) / 2;
  frames.window = b.pad(frames.window, {left, frames.size - width - left});
  return frames;
}

// aten::stft.center(Tensor self, int n_fft, int? hop_length=None,
//     int? win_length=None, Tensor? window=None, bool center=True,
//     str pad_mode="reflect", bool normalized=False, bool? onesided=None,
//     bool? return_complex=None, bool? align_to_window=None) -> Tensor
// aten::stft: the same without center and pad_mode
static Decomposed stft(TorchBuilder &b, const Arguments &args) {
  Value x = args.getValue("self");
  Frames frames = getFrames(b, args);
  if (args.getBool("align_to_window").value_or(false))
    b.refuse("its rule expects 'align_to_window' to be false, found true");
  if (b.isRefused())
    return Value();
  bool isOne = b.getType(x).getRank() == 1;
  if (isOne)
    x = b.unsqueeze(x, 0);
  if (args.getBool("center").value_or(false)) {
    int64_t pad = frames.size / 2;
    StringRef mode = args.getString("pad_mode").value_or("reflect");
    x = b.unsqueeze(x, 0);
    x = b.call("aten.pad.default",
               {x, ArrayRef<int64_t>({pad, pad}),
                OpFoldResult(b.getBuilder().getStringAttr(mode))});
    x = b.squeeze(x, 0);
  }
  x = b.call("aten.unfold.default", {x, -1, frames.size, frames.step});
  if (frames.window)
    x = b.mul(x, frames.window);
  if (b.isRefused())
    return Value();
  bool isComplex = matrices::isComplex(x);
  bool isOneSided = args.getBool("onesided").value_or(!isComplex);
  int64_t normalization = args.getBool("normalized").value_or(false) ? 1 : 0;
  if (isComplex && isOneSided)
    return b.refuse(
        "its rule expects a real signal and window where 'onesided' is "
        "true, found complex ones");
  x = isComplex ? transform(b, x, 2, normalization, /*isForward=*/true)
                : fromReal(b, x, 2, normalization, isOneSided);
  x = b.transpose(x, 1, 2);
  if (isOne)
    x = b.squeeze(x, 0);
  // Complex input gives complex results; for real input the argument decides.
  if (args.getBool("return_complex").value_or(isComplex))
    return x;
  return b.unary("view_as_real", x);
}

/// A larger overlap of frames at one position is refused, because each frame
/// adds a node.
static constexpr int64_t maxOverlap = 64;

/// The number of elements that complete the last part of a frame, if frames are
/// divided into parts of `step` elements.
static int64_t getRest(const Frames &frames) {
  return llvm::alignTo(frames.size, frames.step) - frames.size;
}

/// The sum of frames ([batch, frame, element]), each shifted by `step` from the
/// previous frame, and then getRest() zeros. Parts of `step` elements are
/// shifted by whole frames.
static Value overlapAdd(TorchBuilder &b, Value x, const Frames &frames) {
  int64_t numParts = llvm::divideCeil(frames.size, frames.step);
  if (numParts > maxOverlap)
    return b.refuse("its rule expects at most " + Twine(maxOverlap) +
                    " frames over one place, found " + Twine(numParts));
  if (int64_t rest = getRest(frames))
    x = b.pad(x, {0, rest});
  Value sum;
  for (int64_t part = 0; part < numParts; ++part) {
    int64_t begin = part * frames.step;
    Value piece = b.slice(x, 2, begin, begin + frames.step);
    piece = b.pad(piece, {0, 0, part, numParts - 1 - part});
    sum = sum ? b.add(sum, piece) : piece;
  }
  return b.flatten(sum, 1, 2);
}

// aten::istft(Tensor self, int n_fft, int? hop_length=None,
//     int? win_length=None, Tensor? window=None, bool center=True,
//     bool normalized=False, bool? onesided=None, int? length=None,
//     bool return_complex=False) -> Tensor
static Decomposed istft(TorchBuilder &b, const Arguments &args) {
  Value x = args.getValue("self");
  Frames frames = getFrames(b, args);
  if (b.isRefused())
    return Value();
  if (!matrices::isComplex(x))
    return b.refuse("its rule expects a complex spectrum, found a real one");
  bool isOne = b.getType(x).getRank() == 2;
  if (isOne)
    x = b.unsqueeze(x, 0);
  if (b.isRefused())
    return Value();
  SmallVector<AffineExpr> dims = sym::getDims(b.getType(x));
  if (dims.size() != 3 || !dims[2])
    return b.refuse(
        "its rule expects a known number of frames, found one known only "
        "at run time");
  bool isOneSided =
      args.getBool("onesided").value_or(dims[1] != constant(b, frames.size));
  int64_t normalization = args.getBool("normalized").value_or(false) ? 1 : 2;
  x = b.transpose(x, 1, 2);
  if (args.getBool("return_complex").value_or(false)) {
    x = transform(b, x, 2, normalization, /*isForward=*/false);
  } else {
    if (!isOneSided)
      x = b.slice(x, 2, 0, frames.size / 2 + 1);
    x = toReal(b, x, 2, normalization, constant(b, frames.size));
  }
  if (b.isRefused())
    return Value();
  Type type = b.getType(x).getElementType();
  auto complex = dyn_cast<ComplexType>(type);
  if (!frames.window)
    frames.window =
        b.call("aten.ones.default",
               {ArrayRef<int64_t>(frames.size),
                {"dtype", complex ? complex.getElementType() : type}});
  x = overlapAdd(b, b.mul(x, frames.window), frames);
  // The sum of the squared windows at each position.
  Value squares = b.mul(frames.window, frames.window);
  Value cover = matrices::expand(
      b, squares, {constant(b, 1), dims[2], constant(b, frames.size)});
  cover = overlapAdd(b, cover, frames);

  AffineExpr length =
      sym::add(sym::mul(sym::add(dims[2], -1), frames.step), frames.size);
  int64_t start = args.getBool("center").value_or(true) ? frames.size / 2 : 0;
  auto fromEnd = [&](int64_t count) {
    count += getRest(frames);
    return CallArgument(count == 0 ? std::numeric_limits<int64_t>::max()
                                   : -count);
  };
  // As many elements are removed at the end as at the front.
  CallArgument last = fromEnd(start);
  AffineExpr missing;
  if (args.has("length")) {
    int64_t end = start + require(b, args.getInt("length"));
    last = end;
    missing = sym::sub(constant(b, end), length);
    std::optional<int64_t> most = b.getNumbers().upperBound(missing),
                           least = b.getNumbers().lowerBound(missing);
    if (most && *most <= 0)
      missing = {};
    else if (!least || *least < 0)
      b.refuse("its rule expects a signal that is known to be longer, or not, "
               "than 'length', found one that is not");
    if (missing)
      last = fromEnd(0);
  }
  x = b.slice(x, 1, start, last);
  cover = b.slice(cover, 1, start, last);
  x = b.div(x, cover);
  if (isOne)
    x = b.squeeze(x, 0);
  if (missing) {
    x = b.pad(x, b.sizes({constant(b, 0), missing}));
  }
  return x;
}

void torch::addFftDecompositions(Decompositions &r) {
  auto add = [&](const Twine &name, DecomposeFn rule) {
    r.insert(("aten." + name).str(),
             Decomposition(std::move(rule)).withSizes());
  };
  auto addTransform = [&](StringRef name, Spectrum spectrum, bool isForward) {
    for (StringRef axes : {"", "2", "n"})
      add("fft_" + name + axes + ".default",
          [=](TorchBuilder &b, const Arguments &args) {
            return fft(b, args, spectrum, isForward);
          });
  };
  addTransform("fft", Spectrum::Whole, /*isForward=*/true);
  addTransform("ifft", Spectrum::Whole, /*isForward=*/false);
  addTransform("rfft", Spectrum::HalfOut, /*isForward=*/true);
  addTransform("ihfft", Spectrum::HalfOut, /*isForward=*/false);
  addTransform("irfft", Spectrum::HalfIn, /*isForward=*/false);
  addTransform("hfft", Spectrum::HalfIn, /*isForward=*/true);
  add("fft_fftfreq.default", frequencies(/*isHalf=*/false));
  add("fft_rfftfreq.default", frequencies(/*isHalf=*/true));
  add("fft_fftshift.default", swapHalves(sym::ceilDiv));
  add("fft_ifftshift.default", swapHalves(sym::floorDiv));
  add("stft.center", stft);
  add("stft.default", stft);
  add("istft.default", istft);
}
