//===- StridedCopy.cpp - Gathers a strided tensor -------------------------===//
//
// A range in row-major order consists of a few boxes. A box is copied row by
// row if rows are contiguous in memory, and tile by tile if another dimension
// is: reading or writing along one dimension only would use a fraction of every
// cache line and page.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Arithmetic/StridedCopy.h"

#include <algorithm>
#include <cstring>
#include <utility>

using namespace torch_onnx::arithmetic;
using llvm::ArrayRef;
using llvm::SmallVector;

StridedSource::StridedSource(const char *base, int64_t width,
                             ArrayRef<int64_t> shape,
                             ArrayRef<int64_t> elementStrides)
    : base(base), width(width) {
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1)
      continue;
    // Unsigned, because one step more than the verifier has checked may need 64
    // bits.
    if (!sizes.empty() && static_cast<uint64_t>(strides.back()) ==
                              static_cast<uint64_t>(elementStrides[i]) *
                                  static_cast<uint64_t>(shape[i])) {
      sizes.back() *= shape[i];
      strides.back() = elementStrides[i];
      continue;
    }
    sizes.push_back(shape[i]);
    strides.push_back(elementStrides[i]);
  }
  if (sizes.empty()) {
    sizes.push_back(1);
    strides.push_back(1);
  }
  inner.resize(sizes.size());
  int64_t count = 1;
  for (size_t i = sizes.size(); i-- > 0; count *= sizes[i])
    inner[i] = count;
}

void StridedSource::copy(int64_t first, int64_t count, char *out) const {
  if (count > 0)
    copyFrom(0, base, first, count, out);
}

int64_t StridedSource::getPieceSize(int64_t wanted, int64_t limit) const {
  // The dimension along which memory is densest; stride 0 counts only if there
  // is no other, as it reads nothing twice.
  size_t dense = sizes.size() - 1;
  for (size_t i = 0; i < sizes.size(); ++i)
    if (strides[i] != 0 && (strides[dense] == 0 || strides[i] < strides[dense]))
      dense = i;
  // Whole tiles of this dimension (see BoxCopier) and the dimensions after it:
  // two cache lines of floats. More are not faster.
  constexpr int64_t tile = 32;
  int64_t unit = inner[dense];
  if (dense + 1 < sizes.size()) {
    if (unit > limit / tile)
      return limit;
    unit *= std::min(tile, sizes[dense]);
  }
  return std::max(wanted - wanted % unit, std::min(unit, limit));
}

namespace {

/// A dimension of a box: the number of steps, and the elements per step in the
/// source and in the output.
struct BoxDim {
  int64_t size, from, to;
};

struct Bytes16 {
  uint64_t low, high;
};

/// Transposes squares of elements, as large as a vector of `bytes`, in
/// registers. Must be inlined, as only the caller's target may have such
/// vectors.
template <typename T, int bytes> class Transposer {
public:
  static constexpr int size = bytes / sizeof(T);

  /// Rows of the source are `fromStep` bytes apart, those of the output
  /// `toStep` bytes.
  [[gnu::always_inline]] static void
  transpose(const char *from, int64_t fromStep, void *to, int64_t toStep) {
    Vector rows[size];
    for (int i = 0; i < size; ++i)
      std::memcpy(&rows[i], from + i * fromStep, sizeof(Vector));
    // Interleaving the first half of the rows with the second half rotates the
    // bits of an element's index (row, column) by one. When row and column are
    // exchanged, the transposition is complete.
    for (int round = 1; round < size; round *= 2) {
      Vector mixed[size];
      for (int i = 0; i < size / 2; ++i)
        interleave(rows[i], rows[i + size / 2], mixed[2 * i], mixed[2 * i + 1],
                   std::make_integer_sequence<int, size>());
      std::memcpy(rows, mixed, sizeof(rows));
    }
    for (int i = 0; i < size; ++i)
      std::memcpy(static_cast<char *>(to) + i * toStep, &rows[i],
                  sizeof(Vector));
  }

private:
  typedef T Vector __attribute__((vector_size(bytes)));

  template <int... index>
  [[gnu::always_inline]] static void
  interleave(Vector a, Vector b, Vector &low, Vector &high,
             std::integer_sequence<int, index...>) {
    low = __builtin_shufflevector(
        a, b, (index % 2 ? size + index / 2 : index / 2)...);
    high = __builtin_shufflevector(
        a, b, ((index % 2 ? size : 0) + size / 2 + index / 2)...);
  }
};

/// Copies boxes of elements of type T, which may be unaligned in the source and
/// in the output.
template <typename T> class BoxCopier {
public:
  static void copy(const char *from, char *out, ArrayRef<BoxDim> dims) {
    BoxDim last = dims.back();
    SmallVector<BoxDim, 4> outer(dims.drop_back());
    if (last.from == 1 || outer.empty())
      return forEach(outer, from, out, [&](const char *from, char *out) {
        copyRow(from, out, last);
      });
    // The dimension along which memory is densest. Stride 0 is dense, too, as
    // it reads one element repeatedly.
    auto dense = std::min_element(
        outer.begin(), outer.end(),
        [](const BoxDim &a, const BoxDim &b) { return key(a) < key(b); });
    if (last.from == 0 || key(*dense) >= last.from)
      return forEach(outer, from, out, [&](const char *from, char *out) {
        copyRow(from, out, last);
      });
    BoxDim across = *dense;
    outer.erase(dense);
    forEach(outer, from, out, [&](const char *from, char *out) {
      transpose(from, out, across, last);
    });
  }

private:
  static constexpr int64_t width = sizeof(T);
  /// Elements of a tile in each direction: a cache line, so that whole lines of
  /// the source are read and whole lines of the output are written.
  static constexpr int64_t tile = 64 / width;
  /// Elements of a block of tiles. Each row of a block is in another page; 512
  /// pages on each side fit into the second-level TLB.
  static constexpr int64_t block = 512;

  static int64_t key(const BoxDim &dim) {
    return dim.from == 0 ? INT64_MAX : dim.from;
  }

  static void copyRow(const char *from, char *out, BoxDim dim) {
    if (dim.from == 1) {
      std::memcpy(out, from, dim.size * width);
      return;
    }
    if (dim.from == 0) {
      // Read once, so that the compiler recognizes a fill.
      T value;
      std::memcpy(&value, from, width);
      for (int64_t i = 0; i < dim.size; ++i)
        std::memcpy(out + i * width, &value, width);
      return;
    }
    for (int64_t i = 0; i < dim.size; ++i, from += dim.from * width)
      std::memcpy(out + i * width, from, width);
  }

  /// Calls `body` for every index of `dims`, the last one fastest.
  template <typename Body>
  static void forEach(ArrayRef<BoxDim> dims, const char *from, char *out,
                      Body body) {
    if (dims.empty())
      return body(from, out);
    BoxDim dim = dims.front();
    for (int64_t i = 0; i < dim.size; ++i)
      forEach(dims.drop_front(), from + i * dim.from * width,
              out + i * dim.to * width, body);
  }

  /// out[a][l] = from[a][l], where `across` is dense in the source, and `last`,
  /// whose step in the output is 1, is not.
  static void transpose(const char *from, char *out, BoxDim across,
                        BoxDim last) {
#ifdef __x86_64__
    if constexpr (width == 4) {
      static const bool hasWideVectors = __builtin_cpu_supports("avx512f") &&
                                         __builtin_cpu_supports("avx512bw");
      if (hasWideVectors)
        return transposeWide(from, out, across, last);
    }
#endif
    // All targets of clang have such vectors.
    transposeBy<16>(from, out, across, last);
  }

#ifdef __x86_64__
  /// Stores a cache line at once, which takes a third less time for f32.
  /// Narrower elements need more rounds, which costs more than it saves.
  [[gnu::target("avx512f,avx512bw")]] static void
  transposeWide(const char *from, char *out, BoxDim across, BoxDim last) {
    transposeBy<64>(from, out, across, last);
  }
#endif

  template <int bytes>
  [[gnu::always_inline]] static void transposeBy(const char *from, char *out,
                                                 BoxDim across, BoxDim last) {
    for (int64_t l = 0; l < last.size; l += block)
      for (int64_t a = 0; a < across.size; a += block) {
        int64_t lEnd = std::min(l + block, last.size);
        int64_t aEnd = std::min(a + block, across.size);
        for (int64_t ll = l; ll < lEnd; ll += tile)
          for (int64_t al = a; al < aEnd; al += tile) {
            const char *source =
                from + (al * across.from + ll * last.from) * width;
            char *target = out + (al * across.to + ll) * width;
            int64_t aCount = std::min(tile, aEnd - al);
            int64_t lCount = std::min(tile, lEnd - ll);
            if (width > 8 || aCount != tile || lCount != tile ||
                across.from != 1) {
              copyTile(source, target, aCount, lCount, across, last);
              continue;
            }
            // Rows of the source are pages apart, so the hardware does not
            // prefetch the lines below these.
            if (ll + 2 * tile <= lEnd)
              for (int64_t i = tile; i < 2 * tile; ++i)
                __builtin_prefetch(source + i * last.from * width);
            transposeTile<bytes>(source, last.from * width, target,
                                 across.to * width);
          }
      }
  }

  template <int bytes>
  [[gnu::always_inline]] static void
  transposeTile(const char *from, int64_t fromStep, char *to, int64_t toStep) {
    if constexpr (width <= 8) {
      using Square = Transposer<T, bytes>;
      for (int64_t a = 0; a < tile; a += Square::size)
        for (int64_t l = 0; l < tile; l += Square::size)
          Square::transpose(from + l * fromStep + a * width, fromStep,
                            to + a * toStep + l * width, toStep);
    }
  }

  /// Copies a tile at an edge, or of elements too wide for vectors.
  static void copyTile(const char *from, char *out, int64_t aCount,
                       int64_t lCount, BoxDim across, BoxDim last) {
    for (int64_t a = 0; a < aCount; ++a)
      for (int64_t l = 0; l < lCount; ++l)
        std::memcpy(out + (a * across.to + l) * width,
                    from + (l * last.from + a * across.from) * width, width);
  }
};

} // namespace

/// Copies dimension `dim` and the following ones, starting at `from`. The range
/// consists of the rest of a first step, whole steps, and a part of a last
/// step.
void StridedSource::copyFrom(size_t dim, const char *from, int64_t first,
                             int64_t count, char *out) const {
  int64_t step = inner[dim];
  int64_t index = first / step;
  int64_t rest = first % step;
  if (rest != 0) {
    int64_t part = std::min(count, step - rest);
    copyFrom(dim + 1, from + index * strides[dim] * width, rest, part, out);
    out += part * width;
    count -= part;
    ++index;
  }
  if (int64_t whole = count / step) {
    SmallVector<BoxDim, 4> dims;
    dims.push_back({whole, strides[dim], step});
    for (size_t i = dim + 1; i < sizes.size(); ++i)
      dims.push_back({sizes[i], strides[i], inner[i]});
    const char *begin = from + index * strides[dim] * width;
    switch (width) {
    case 1:
      BoxCopier<uint8_t>::copy(begin, out, dims);
      break;
    case 2:
      BoxCopier<uint16_t>::copy(begin, out, dims);
      break;
    case 4:
      BoxCopier<uint32_t>::copy(begin, out, dims);
      break;
    case 8:
      BoxCopier<uint64_t>::copy(begin, out, dims);
      break;
    default:
      BoxCopier<Bytes16>::copy(begin, out, dims);
      break;
    }
    out += whole * step * width;
    count -= whole * step;
    index += whole;
  }
  if (count > 0)
    copyFrom(dim + 1, from + index * strides[dim] * width, 0, count, out);
}
