//===- DecomposePackedWeights.cpp - Weights of 4 bits on the CPU ----------===//
//
// Products with weights of 4 bits in the layout of ATen's CPU kernels
// (ATen/native/cpu/int4mm_kernel.cpp): blocks of rows, of which a block has the
// numbers of one column side by side, two in a byte. How many rows a block has
// and which two share a byte is a matter of the vector instructions of the
// machine, and no program says it. What LibTorch packs here tells what eager
// reads here; one warning says that this was assumed.
//
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"

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

/// How a matrix [rows, columns] of numbers of 4 bits becomes bytes. A last
/// block with fewer rows pairs neighbours.
struct Packing {
  /// The rows of a block.
  int64_t blockRows = 0;
  /// Row i shares a byte with row i + blockRows / 2, otherwise with its
  /// neighbour. The one with the smaller index has the lower 4 bits.
  bool pairsHalves = false;

  /// The byte of a number, and whether it has the upper 4 bits.
  std::pair<int64_t, bool> locate(int64_t row, int64_t column, int64_t rows,
                                  int64_t columns) const {
    int64_t first = row / blockRows * blockRows;
    int64_t size = std::min(blockRows, rows - first), inBlock = row - first;
    bool halves = pairsHalves && size == blockRows;
    int64_t pair = halves ? inBlock % (size / 2) : inBlock / 2;
    bool isUpper = halves ? inBlock >= size / 2 : inBlock % 2;
    return {(first * columns + column * size) / 2 + pair, isUpper};
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// The layout
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral kPack =
    "aten._convert_weight_to_int4pack_for_cpu.default";

/// What LibTorch makes of a matrix; empty after a failure.
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

/// The layout by which LibTorch packs all numbers of a matrix with blocks and
/// a rest. Nothing where no layout that is known does.
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

/// The [rows, columns] numbers of 0 to 15 in the flat bytes of whole blocks.
static Value unpackBlocks(TorchBuilder &b, Value bytes, int64_t rows,
                          int64_t columns, Packing packing) {
  int64_t blocks = rows / packing.blockRows, pairs = packing.blockRows / 2;
  Value x = b.call("aten.view.default",
                   {bytes, ArrayRef<int64_t>{blocks, columns, pairs}});
  Value lower = b.call("aten.bitwise_and.Scalar", {x, 15});
  Value upper = b.call("aten.__rshift__.Scalar", {x, 4});
  x = b.call("aten.stack.default",
             {CallArgument::list({lower, upper}), packing.pairsHalves ? 2 : 3});
  x = b.call("aten.view.default",
             {x, ArrayRef<int64_t>{blocks, columns, packing.blockRows}});
  x = b.call("aten.transpose.int", {x, 1, 2});
  return b.call("aten.reshape.default", {x, ArrayRef<int64_t>{rows, columns}});
}

/// The numbers of -8 to 7 that a matrix of the run stands for.
static Value unpack(TorchBuilder &b, Value packed, int64_t rows,
                    int64_t columns, const Packing &packing) {
  Value bytes = b.call("aten.view.default",
                       {packed, ArrayRef<int64_t>{rows * columns / 2}});
  int64_t rest = rows % packing.blockRows, whole = rows - rest;
  SmallVector<Value> parts;
  auto addPart = [&](int64_t first, int64_t count, Packing packing) {
    if (count == 0)
      return;
    Value part = b.call("aten.slice.Tensor", {bytes, 0, first * columns / 2,
                                              (first + count) * columns / 2});
    parts.push_back(unpackBlocks(b, part, count, columns, packing));
  };
  addPart(0, whole, packing);
  addPart(whole, rest, {rest, /*pairsHalves=*/false});
  Value numbers = parts.size() == 1 ? parts.front()
                                    : b.call("aten.cat.default",
                                             {CallArgument::list(parts), 0});
  return b.sub(b.cast(numbers, b.getBuilder().getIntegerType(8)), 8);
}

/// The same of a constant, as a constant of as many bytes as there are numbers;
/// null for one whose bytes are not at hand.
static Value unpackConstant(TorchBuilder &b, Value packed, int64_t rows,
                            int64_t columns, const Packing &packing) {
  ElementsAttr elements = getConstantElements(packed);
  std::optional<arithmetic::Tensor> bytes =
      elements ? weight::readTensor(elements) : std::nullopt;
  if (!bytes)
    return {};
  arithmetic::Tensor numbers({rows, columns}, b.getBuilder().getIntegerType(8));
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column) {
      auto [byte, isUpper] = packing.locate(row, column, rows, columns);
      int8_t number = bytes->get<uint8_t>(byte) >> (isUpper ? 4 : 0) & 15;
      numbers.set<int8_t>(row * columns + column, number - 8);
    }
  return ConstantOp::create(b.getBuilder(), b.getLoc(), numbers.getType(),
                            /*name=*/StringAttr(), numbers.toAttr());
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

// aten::_weight_int4pack_mm_for_cpu(Tensor self, Tensor mat2, int qGroupSize,
//   Tensor qScaleAndZeros) -> Tensor
//
// self * ((number - 8) * scale + zero)^T, in f32; [groups, rows, 2] scales and
// zeros are those of groups of columns.
static Decomposed multiplyPacked(TorchBuilder &b, const Arguments &args) {
  Value x = args.getValue("self"), packed = args.getValue("mat2");
  Value parameters = args.getValue("qScaleAndZeros");
  std::optional<int64_t> groupSize = args.getInt("qGroupSize");
  RankedTensorType xType = b.getType(x), packedType = b.getType(packed),
                   parameterType = b.getType(parameters);
  auto refuse = [&](const Twine &reason) {
    b.refuse(reason);
    return Value();
  };
  if (!packedType.hasStaticShape() || packedType.getRank() != 2 ||
      !packedType.getElementType().isUnsignedInteger(8))
    return refuse("expected 'mat2' to have [rows, columns / 2] bytes, found " +
                  llvm::to_string(packedType));
  int64_t rows = packedType.getDimSize(0),
          columns = packedType.getDimSize(1) * 2;
  if (!groupSize || *groupSize < 1 || rows == 0 || rows % 16 != 0 ||
      columns == 0 || columns % *groupSize != 0 ||
      parameterType.getShape() !=
          ArrayRef<int64_t>{columns / *groupSize, rows, 2})
    return refuse("expected rows by 16, groups of columns, and scales and "
                  "zeros [groups, rows, 2], found " +
                  llvm::to_string(packedType) + " and " +
                  llvm::to_string(parameterType));
  static const std::optional<Packing> packing = findPacking();
  if (!packing)
    return refuse("expected a weight in rows and columns, found one that is "
                  "packed by the vector instructions of the machine that it "
                  "was packed on, which the program does not name" +
                  (libtorch::getApi() ? Twine()
                                      : "; PyTorch could tell those of this "
                                        "machine: " +
                                            libtorch::getLoadError()));

  Builder &types = b.getBuilder();
  Type f32 = types.getF32Type(), i8 = types.getIntegerType(8);
  Value numbers = unpackConstant(b, packed, rows, columns, *packing);
  if (!numbers)
    numbers = unpack(b, packed, rows, columns, *packing);
  parameters = b.cast(parameters, f32);
  auto getParameter = [&](int64_t index) {
    Value groups = b.call("aten.select.int", {parameters, 2, index});
    return b.call("aten.transpose.int", {groups, 0, 1});
  };
  Value weight =
      b.call("torchao.dequantize_affine.default",
             {numbers,
              ArrayRef<int64_t>{1, *groupSize},
              getParameter(0),
              {"zero_point",
               ArgumentSpec(Attribute(NoneAttr::get(types.getContext())))},
              {"input_dtype", i8},
              {"quant_min", -8},
              {"quant_max", 7}});
  weight = b.call("aten.view.default",
                  {weight, ArrayRef<int64_t>{rows, -1, *groupSize}});
  weight =
      b.add(weight, b.call("aten.unsqueeze.default", {getParameter(1), 2}));
  weight =
      b.call("aten.view.default", {weight, ArrayRef<int64_t>{rows, columns}});
  Value product =
      b.call("aten.mm.default",
             {b.cast(x, f32), b.call("aten.transpose.int", {weight, 0, 1})});
  return b.cast(product, xType.getElementType());
}

static constexpr llvm::StringLiteral kMultiply =
    "aten._weight_int4pack_mm_for_cpu.default";

StringRef torch::getAssumption(StringRef target) {
  return target == kMultiply
             ? "the weights are read as PyTorch packs them on this machine; on "
               "one with other vector instructions PyTorch packs otherwise"
             : "";
}

void torch::addPackedWeightDecompositions(OperatorMap<DecomposeFn> &rules) {
  rules.insert(kMultiply, multiplyPacked);
}
