//===- DecomposePackedWeights.cpp - Packed 4-bit weights ------------------===//
//
// Products with 4-bit weights in the layouts of ATen's kernels.
//
// On the CPU (ATen/native/cpu/int4mm_kernel.cpp), weights are packed in blocks
// of rows. A block stores the numbers of one column next to each other, two in
// a byte. The number of rows in a block, and the pairs that share a byte,
// depend on the vector instructions of the machine, and programs do not record
// them. The layout of LibTorch on this machine is assumed, with a warning.
//
// On GPUs (ATen/native/cuda/int4mm.cu), weights are packed in the tiles of
// NVIDIA's tensor cores, which are fixed. Other backends use other orders in
// the same shape, so the program must name the device.
//
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"

#include "torch-onnx/Dialect/Torch/IR/Device.h"
#include "torch-onnx/Dialect/Torch/Transforms/FoldConstants.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/LibTorch/Loader.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/ScopedPrinter.h"

#include <array>
#include <numeric>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

namespace {

/// The byte layout of a matrix [rows, columns] of 4-bit numbers. In a last
/// block with fewer rows, adjacent rows share a byte.
struct Packing {
  /// The number of rows of a block.
  int64_t blockRows = 0;
  /// Row i shares a byte with row i + blockRows / 2, otherwise with the
  /// adjacent row. The row with the smaller index has the lower 4 bits.
  bool pairsHalves = false;

  /// The byte of a number, and whether the number is in the upper 4 bits.
  std::pair<int64_t, bool> locate(int64_t row, int64_t column, int64_t rows,
                                  int64_t columns) const {
    int64_t first = row / blockRows * blockRows;
    int64_t size = std::min(blockRows, rows - first), inBlock = row - first;
    bool halves = pairsHalves && size == blockRows;
    int64_t pair = halves ? inBlock % (size / 2) : inBlock / 2;
    bool isUpper = halves ? inBlock >= size / 2 : inBlock % 2;
    return {(first * columns + column * size) / 2 + pair, isUpper};
  }

  /// The number at a position, 0 to 15.
  int64_t read(const arithmetic::Tensor &bytes, int64_t row, int64_t column,
               int64_t rows, int64_t columns) const {
    auto [byte, isUpper] = locate(row, column, rows, columns);
    return bytes.get<uint8_t>(byte) >> (isUpper ? 4 : 0) & 15;
  }
};

/// CUDA's layout of a matrix as words [row tiles, column tiles, 32, words] of
/// i32. A tile has 8 rows, and 32 columns for each of its words. Thread 4 r + c
/// of 32 has the numbers of row r in columns 2 c and 2 c + 1 of every 8. In
/// each word the numbers of the 4 even columns are first, in the lower bits.
struct Tiles {
  static constexpr int64_t rows = 8, threadsOfRow = 4, wordColumns = 32;
  /// The words of a tile in each thread: 1, 2 or 4.
  int64_t words = 0;

  int64_t getColumns() const { return words * wordColumns; }

  /// The number at a position, 0 to 15.
  int64_t read(const arithmetic::Tensor &elements, int64_t row, int64_t column,
               int64_t, int64_t columns) const {
    int64_t tile =
        row / rows * (columns / getColumns()) + column / getColumns();
    int64_t word = column % getColumns() / wordColumns;
    int64_t inWord = column % wordColumns, inPair = inWord % 8;
    int64_t thread = row % rows * threadsOfRow + inPair / 2;
    int64_t place = inPair % 2 * 4 + inWord / 8;
    int64_t index = (tile * rows * threadsOfRow + thread) * words + word;
    return uint32_t(elements.get<int32_t>(index)) >> 4 * place & 15;
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// The layout of the CPU
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral kPack =
    "aten._convert_weight_to_int4pack_for_cpu.default";

/// Packs a matrix with LibTorch; empty after a failure.
static std::vector<uint8_t> packWithLibTorch(ArrayRef<int32_t> matrix,
                                             int64_t rows, int64_t columns) {
  const libtorch::Api *api = libtorch::getApi();
  if (!api)
    return {};
  std::array<int64_t, 2> sizes = {rows, columns};
  libtorch::Tensor tensor{libtorch::DType::Int32, 2, sizes.data(),
                          /*strides=*/nullptr, matrix.data()};
  std::array<libtorch::Value, 2> args;
  args[0].tag = libtorch::Tag::Tensor;
  args[0].tensor = &tensor;
  // The layout does not depend on the tiles.
  args[1].tag = libtorch::Tag::Int;
  args[1].integer = 8;
  std::vector<uint8_t> bytes;
  api->evaluate(
      kPack.data(), kPack.size(), args.data(), args.size(),
      [](void *user, size_t, const libtorch::Value *result) {
        if (result->tag != libtorch::Tag::Tensor ||
            result->tensor->dtype != libtorch::DType::UInt8)
          return;
        const int64_t *sizes = result->tensor->sizes;
        int64_t count = std::accumulate(sizes, sizes + result->tensor->rank,
                                        int64_t(1), std::multiplies<>());
        auto *data = static_cast<const uint8_t *>(result->tensor->data);
        static_cast<std::vector<uint8_t> *>(user)->assign(data, data + count);
      },
      [](void *, const char *, size_t) {}, &bytes);
  return bytes;
}

/// The layout in which LibTorch packs all numbers of a matrix with blocks and a
/// remainder. Nothing if no known layout matches.
static std::optional<Packing> findPacking() {
  constexpr int64_t rows = 176, columns = 6;
  std::vector<int32_t> matrix(rows * columns);
  for (auto [i, number] : llvm::enumerate(matrix))
    number = (i * i / 7 + i) % 16;
  std::vector<uint8_t> bytes = packWithLibTorch(matrix, rows, columns);
  if (bytes.size() * 2 != matrix.size())
    return std::nullopt;
  for (int64_t blockRows : {16, 32, 64, 128})
    for (bool pairsHalves : {false, true}) {
      Packing packing{blockRows, pairsHalves};
      auto isAt = [&](int64_t i) {
        auto [byte, isUpper] =
            packing.locate(i / columns, i % columns, rows, columns);
        return (bytes[byte] >> (isUpper ? 4 : 0) & 15) == matrix[i];
      };
      if (llvm::all_of(llvm::seq<int64_t>(0, rows * columns), isAt))
        return packing;
    }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Unpacking
//===----------------------------------------------------------------------===//

/// Unpacks the flat bytes of whole blocks to [rows, columns] numbers of 0 to
/// 15.
static Value unpackBlocks(TorchBuilder &b, Value bytes, int64_t rows,
                          int64_t columns, Packing packing) {
  int64_t blocks = rows / packing.blockRows, pairs = packing.blockRows / 2;
  Value x = b.view(bytes, {blocks, columns, pairs});
  Value lower = b.call("aten.bitwise_and.Scalar", {x, 15});
  Value upper = b.call("aten.__rshift__.Scalar", {x, 4});
  x = b.stack({lower, upper}, packing.pairsHalves ? 2 : 3);
  x = b.view(x, {blocks, columns, packing.blockRows});
  x = b.transpose(x, 1, 2);
  return b.reshape(x, {rows, columns});
}

/// Unpacks bytes with a remainder of rows.
static Value unpack(TorchBuilder &b, Value packed, int64_t rows,
                    int64_t columns, const Packing &packing) {
  Value bytes = b.view(packed, {rows * columns / 2});
  int64_t rest = rows % packing.blockRows, whole = rows - rest;
  SmallVector<Value> parts;
  auto addPart = [&](int64_t first, int64_t count, Packing packing) {
    if (count == 0)
      return;
    Value part =
        b.slice(bytes, 0, first * columns / 2, (first + count) * columns / 2);
    parts.push_back(unpackBlocks(b, part, count, columns, packing));
  };
  addPart(0, whole, packing);
  addPart(whole, rest, {rest, /*pairsHalves=*/false});
  return parts.size() == 1 ? parts.front() : b.cat(parts, 0);
}

/// Unpacks words in tiles.
static Value unpack(TorchBuilder &b, Value packed, int64_t rows,
                    int64_t columns, const Tiles &tiles) {
  SmallVector<Value> numbers;
  for (int64_t place = 0; place < 8; ++place) {
    Value word = b.call("aten.__rshift__.Scalar", {packed, 4 * place});
    numbers.push_back(b.call("aten.bitwise_and.Scalar", {word, 15}));
  }
  Value x = b.stack(numbers, 4);
  int64_t rowTiles = rows / Tiles::rows,
          columnTiles = columns / tiles.getColumns();
  // Row tile, column tile, row, pair of columns, word, odd column, eight.
  x = b.view(x, {rowTiles, columnTiles, Tiles::rows, Tiles::threadsOfRow,
                 tiles.words, 2, 4});
  x = b.permute(x, {0, 2, 1, 4, 6, 3, 5});
  return b.reshape(x, {rows, columns});
}

/// The numbers of -8 to 7 that a packed matrix represents. For a constant whose
/// bytes are available, the result is a constant with one byte for each number.
template <typename LayoutT>
static Value unpackNumbers(TorchBuilder &b, Value packed, int64_t rows,
                           int64_t columns, const LayoutT &layout) {
  Type i8 = b.getBuilder().getIntegerType(8);
  ElementsAttr elements = getConstantElements(packed);
  std::optional<arithmetic::Tensor> words =
      elements ? weight::readTensor(elements) : std::nullopt;
  if (!words)
    return b.sub(b.cast(unpack(b, packed, rows, columns, layout), i8), 8);
  arithmetic::Tensor numbers({rows, columns}, i8);
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column)
      numbers.set<int8_t>(row * columns + column,
                          layout.read(*words, row, column, rows, columns) - 8);
  return ConstantOp::create(b.getBuilder(), b.getLoc(), numbers.getType(),
                            /*name=*/StringAttr(), numbers.toAttr());
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

/// self * (number * scale + zero)^T, in f32; [groups, rows, 2] has the scales
/// and zeros of groups of columns.
static Value multiply(TorchBuilder &b, const Arguments &args, Value numbers,
                      int64_t groupSize) {
  if (b.isRefused())
    return Value();
  Builder &types = b.getBuilder();
  Type f32 = types.getF32Type(), i8 = types.getIntegerType(8);
  Value x = args.getValue("self");
  Value parameters = b.cast(args.getValue("qScaleAndZeros"), f32);
  auto getParameter = [&](int64_t index) {
    Value groups = b.select(parameters, 2, index);
    return b.transpose(groups, 0, 1);
  };
  Value weight =
      b.call("torchao.dequantize_affine.default",
             {numbers,
              ArrayRef<int64_t>{1, groupSize},
              getParameter(0),
              {"zero_point",
               ArgumentSpec(Attribute(NoneAttr::get(types.getContext())))},
              {"input_dtype", i8},
              {"quant_min", -8},
              {"quant_max", 7}});
  ArrayRef<int64_t> sizes = b.getType(numbers).getShape();
  weight = b.view(weight, {sizes[0], -1, groupSize});
  weight = b.add(weight, b.unsqueeze(getParameter(1), 2));
  weight = b.view(weight, sizes);
  Value product = b.binary("mm", b.cast(x, f32), b.transpose(weight, 0, 1));
  return b.cast(product, b.getType(x).getElementType());
}

/// Whether there are scales and zeros for each row and group of columns;
/// refuses the operator otherwise.
static bool checkGroups(TorchBuilder &b, const Arguments &args, int64_t rows,
                        int64_t columns, int64_t multipleOfRows) {
  std::optional<int64_t> groupSize = args.getInt("qGroupSize");
  RankedTensorType type = b.getType(args.getValue("qScaleAndZeros"));
  if (groupSize && *groupSize >= 1 && rows > 0 && rows % multipleOfRows == 0 &&
      columns > 0 && columns % *groupSize == 0 &&
      type.getShape() == ArrayRef<int64_t>{columns / *groupSize, rows, 2})
    return true;
  b.refuse("expected rows by " + Twine(multipleOfRows) +
           ", groups of columns, and scales and zeros [groups, rows, 2], "
           "found " +
           llvm::to_string(args.getValue("mat2").getType()) + " and " +
           llvm::to_string(type));
  return false;
}

// aten::_weight_int4pack_mm_for_cpu(Tensor self, Tensor mat2, int qGroupSize,
//   Tensor qScaleAndZeros) -> Tensor
static Decomposed multiplyBlocks(TorchBuilder &b, const Arguments &args) {
  Value packed = args.getValue("mat2");
  RankedTensorType type = b.getType(packed);
  if (!type.hasStaticShape() || type.getRank() != 2 ||
      !type.getElementType().isUnsignedInteger(8))
    return b.refuse(
        "expected 'mat2' to have [rows, columns / 2] bytes, found " +
        llvm::to_string(type));
  int64_t rows = type.getDimSize(0), columns = type.getDimSize(1) * 2;
  if (!checkGroups(b, args, rows, columns, /*multipleOfRows=*/16))
    return Value();
  static const std::optional<Packing> packing = findPacking();
  if (!packing)
    return b.refuse(
        "expected a weight in rows and columns, found a packed weight, "
        "whose layout depends on the vector instructions of the machine "
        "that packed it, which the program does not record" +
        (libtorch::getApi() ? Twine()
                            : "; PyTorch knows the layout of this "
                              "machine, but cannot be loaded: " +
                                  libtorch::getLoadError()));
  return multiply(b, args, unpackNumbers(b, packed, rows, columns, *packing),
                  *args.getInt("qGroupSize"));
}

// aten::_weight_int4pack_mm(Tensor self, Tensor mat2, int qGroupSize,
//   Tensor qScaleAndZeros) -> Tensor
//
// Eager rounds the weights to bf16 before the product; this rule does not.
static Decomposed multiplyTiles(TorchBuilder &b, const Arguments &args) {
  Value packed = args.getValue("mat2");
  RankedTensorType type = b.getType(packed);
  auto device = args.getOp()->getAttrOfType<StringAttr>(kDeviceAttrName);
  if (!device || device.getValue() != "cuda")
    return b.refuse("expected a weight in rows and columns, or in the tiles of "
                    "NVIDIA's processors, found a weight packed for " +
                    (device ? "the device '" + device.getValue() + "'"
                            : "a device that the program does not name") +
                    ", which has another order in the same shape; quantize "
                    "with a layout that is not packed");
  ArrayRef<int64_t> sizes = type.getShape();
  if (!type.hasStaticShape() || !type.getElementType().isSignlessInteger(32) ||
      sizes.size() != 4 || sizes[2] != 32 ||
      !llvm::is_contained({1, 2, 4}, sizes[3]))
    return b.refuse("expected 'mat2' to have [rows / 8, columns / tile, 32, 1, "
                    "2 or 4] elements of type i32, found " +
                    llvm::to_string(type));
  for (StringRef name : {"self", "qScaleAndZeros"})
    if (Type element = b.getType(args.getValue(name)).getElementType();
        !element.isBF16())
      return b.refuse("expected '" + name +
                      "' to have elements of type bf16, found " +
                      llvm::to_string(element));
  Tiles tiles = {sizes[3]};
  int64_t rows = sizes[0] * Tiles::rows,
          columns = sizes[1] * tiles.getColumns();
  if (!checkGroups(b, args, rows, columns, Tiles::rows))
    return Value();
  return multiply(b, args, unpackNumbers(b, packed, rows, columns, tiles),
                  *args.getInt("qGroupSize"));
}

void torch::addPackedWeightDecompositions(Decompositions &rules) {
  rules.insert(
      "aten._weight_int4pack_mm_for_cpu.default",
      Decomposition(multiplyBlocks)
          .assuming(
              "the weights are read in PyTorch's packing for this machine; "
              "machines with other vector instructions use another packing"));
  rules.insert("aten._weight_int4pack_mm.default",
               Decomposition(multiplyTiles)
                   .assuming("the weights are read in the tiles of NVIDIA's "
                             "processors (m16n8k16); AMD's processors, which "
                             "programs also call 'cuda', use another packing"));
}
