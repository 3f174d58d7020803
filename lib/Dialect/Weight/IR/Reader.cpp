//===- Reader.cpp - Reads the elements of any elements attribute ----------===//
//
// Elements in memory (a mapped file, a dense attribute, a resource) become a
// strided source; broadcasting and slicing are strides. Expressions are
// evaluated block by block over sources and nested expressions.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Weight/IR/Reader.h"

#include "torch-onnx/Arithmetic/Kernels.h"
#include "torch-onnx/Arithmetic/StridedCopy.h"
#include "torch-onnx/Dialect/Weight/IR/Checksums.h"
#include "torch-onnx/Dialect/Weight/IR/WeightStore.h"
#include "torch-onnx/Support/AtomicFile.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::weight;
using arithmetic::StridedSource;

static_assert(llvm::endianness::native == llvm::endianness::little,
              "files and ONNX are little-endian; swapping is not implemented");

/// The block size of an expression in bytes: a few blocks fit into the cache.
static constexpr int64_t expressionBlock = int64_t(64) << 10;
/// The piece size of forEachBlock() in bytes. A piece is still in the L2 cache
/// when it is written. A source may need larger pieces.
static constexpr int64_t writingBlock = int64_t(1) << 18;
static constexpr int64_t largestWritingBlock = int64_t(16) << 20;

int64_t weight::getByteSize(ShapedType type) {
  return getCheckedByteSize(type).value_or(INT64_MAX);
}

bool weight::isHalfByte(Type type) {
  return type.isIntOrFloat() && type.getIntOrFloatBitWidth() == 4;
}

std::optional<int64_t> weight::getStoredByteSize(ShapedType type) {
  if (!isHalfByte(type.getElementType()))
    return getCheckedByteSize(type);
  std::optional<int64_t> count =
      type.hasRank() ? getNumElements(type.getShape()) : std::nullopt;
  return count ? std::optional(*count / 2 + *count % 2) : std::nullopt;
}

namespace {

/// The elements of one attribute, broadcast to a shape.
class Operand {
public:
  bool isBool() const {
    return attr.getShapedType().getElementType().isInteger(1);
  }

  /// The bytes from element `first` on if reading only copies them, else null.
  const char *getPacked(int64_t first) const {
    return source && !isBool() ? source->getPacked(first) : nullptr;
  }

  ElementsAttr attr;
  SmallVector<int64_t> shape;
  /// The elements in memory, if available.
  std::optional<StridedSource> source;
  /// Keeps the memory of `source` alive.
  std::shared_ptr<const MappedFile> file;
  SmallVector<char, 0> cache;
};

class Evaluator {
public:
  explicit Evaluator(MLIRContext *context) : context(context) {}

  /// Prepares reading `attr`, broadcast to a shape.
  LogicalResult prepare(ElementsAttr attr, ArrayRef<int64_t> shape,
                        Operand &operand);
  /// Reads elements starting at the flat index `first` of the operand's shape.
  LogicalResult read(const Operand &operand, int64_t first, int64_t count,
                     char *out);
  /// Computes all elements, so that the operand has a source.
  LogicalResult cacheAll(Operand &operand);

  /// Fails with a message made of these pieces. Types are quoted.
  template <typename... Pieces> LogicalResult fail(const Pieces &...pieces) {
    llvm::raw_string_ostream os(message);
    (append(os, pieces), ...);
    return failure();
  }
  /// The message of the last failure.
  llvm::Error takeError() { return llvm::createStringError(message); }

private:
  LogicalResult prepareFile(FileAttr attr, Operand &operand);
  LogicalResult prepareMemory(ElementsAttr attr, ArrayRef<char> bytes,
                              Operand &operand);
  LogicalResult readExpr(ExprAttr expr, int64_t first, int64_t count,
                         char *out);
  LogicalResult readConcat(ExprAttr expr, int64_t first, int64_t count,
                           char *out);
  LogicalResult readBroadcast(const Operand &operand, int64_t first,
                              int64_t count, char *out);

  template <typename T>
  static void append(llvm::raw_ostream &os, const T &piece) {
    if constexpr (std::is_base_of_v<Type, T>)
      os << '\'' << piece << '\'';
    else
      os << piece;
  }

  MLIRContext *context;
  std::string message;
};

} // namespace

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

LogicalResult Evaluator::prepare(ElementsAttr attr, ArrayRef<int64_t> shape,
                                 Operand &operand) {
  operand.attr = attr;
  operand.shape.assign(shape.begin(), shape.end());
  if (auto file = dyn_cast<FileAttr>(attr))
    return prepareFile(file, operand);
  if (isa<ExprAttr>(attr))
    return success();
  if (auto dense = dyn_cast<DenseElementsAttr>(attr)) {
    // Bools may be packed, so they are read one by one.
    if (!isa<DenseIntOrFPElementsAttr>(attr))
      return fail("elements of type ", attr.getShapedType().getElementType(),
                  " have no bytes");
    if (operand.isBool())
      return success();
    ArrayRef<char> bytes = dense.getRawData();
    if (dense.isSplat()) {
      SmallVector<int64_t> zeros(shape.size(), 0);
      operand.source.emplace(
          bytes.data(),
          getElementByteWidth(attr.getShapedType().getElementType()), shape,
          zeros);
      return success();
    }
    return prepareMemory(attr, bytes, operand);
  }
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(attr)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return fail("the resource '", resource.getRawHandle().getKey(),
                  "' has no data");
    return prepareMemory(attr, blob->getData(), operand);
  }
  return fail("cannot read elements of this kind of attribute: ",
              attr.getAbstractAttribute().getName());
}

LogicalResult Evaluator::prepareMemory(ElementsAttr attr, ArrayRef<char> bytes,
                                       Operand &operand) {
  ShapedType type = attr.getShapedType();
  int64_t size = getByteSize(type);
  if (static_cast<uint64_t>(size) != bytes.size())
    return fail(Type(type), " has ", size, " bytes, its data has ",
                bytes.size());
  operand.source.emplace(
      bytes.data(), getElementByteWidth(type.getElementType()), operand.shape,
      *arithmetic::getBroadcastStrides(type.getShape(), operand.shape));
  return success();
}

LogicalResult Evaluator::prepareFile(FileAttr attr, Operand &operand) {
  auto file = getWeightStore(context).open(attr.getFile());
  if (!file)
    return fail(llvm::toString(file.takeError()));
  // The verifier has checked that offset + extent does not overflow.
  uint64_t size = (*file)->bytes().size();
  uint64_t end = static_cast<uint64_t>(attr.getOffset()) +
                 static_cast<uint64_t>(attr.getExtent());
  if (end > size)
    return fail("a weight ends at byte ", end, " of '", attr.getFile(),
                "', which has only ", size, " bytes");
  operand.file = std::move(*file);
  operand.source.emplace(
      operand.file->bytes().data() + attr.getOffset(),
      getElementByteWidth(attr.getType().getElementType()), operand.shape,
      *arithmetic::getBroadcastStrides(attr.getType().getShape(), operand.shape,
                                       attr.getStrides()));
  return success();
}

LogicalResult Evaluator::cacheAll(Operand &operand) {
  ShapedType type = operand.attr.getShapedType();
  Operand whole;
  if (failed(prepare(operand.attr, type.getShape(), whole)))
    return failure();
  operand.cache.resize_for_overwrite(getByteSize(type));
  if (failed(read(whole, 0, type.getNumElements(), operand.cache.data())))
    return failure();
  return prepareMemory(operand.attr, operand.cache, operand);
}

LogicalResult Evaluator::read(const Operand &operand, int64_t first,
                              int64_t count, char *out) {
  if (operand.source) {
    operand.source->copy(first, count, out);
    if (operand.isBool())
      for (int64_t i = 0; i < count; ++i)
        out[i] = out[i] != 0;
    return success();
  }
  if (ArrayRef<int64_t>(operand.shape) !=
      operand.attr.getShapedType().getShape())
    return readBroadcast(operand, first, count, out);
  if (auto expr = dyn_cast<ExprAttr>(operand.attr))
    return readExpr(expr, first, count, out);
  auto bools =
      cast<DenseElementsAttr>(operand.attr).value_begin<bool>() + first;
  for (int64_t i = 0; i < count; ++i, ++bools)
    out[i] = *bools;
  return success();
}

/// Reads an operand that is broadcast, too large to cache and not a source.
/// Contiguous runs of the operand that are also runs of the result are read at
/// once.
LogicalResult Evaluator::readBroadcast(const Operand &operand, int64_t first,
                                       int64_t count, char *out) {
  ShapedType type = operand.attr.getShapedType();
  int64_t width = getElementByteWidth(type.getElementType());
  SmallVector<int64_t> strides =
      *arithmetic::getBroadcastStrides(type.getShape(), operand.shape);
  // The trailing dimensions that are not broadcast.
  int64_t run = 1;
  size_t outer = operand.shape.size();
  while (outer > 0 && strides[outer - 1] == run)
    run *= operand.shape[--outer];

  Operand same;
  if (failed(prepare(operand.attr, type.getShape(), same)))
    return failure();
  while (count > 0) {
    int64_t index = first / run, within = first % run, from = within;
    for (size_t i = outer; i-- > 0; index /= operand.shape[i])
      from += index % operand.shape[i] * strides[i];
    int64_t part = std::min(count, run - within);
    if (failed(read(same, from, part, out)))
      return failure();
    first += part;
    count -= part;
    out += part * width;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// The function of a binary element-wise expression.
static arithmetic::BinaryOp getOperation(ExprKind kind) {
  switch (kind) {
  case ExprKind::Add:
    return arithmetic::BinaryOp::Add;
  case ExprKind::Sub:
    return arithmetic::BinaryOp::Sub;
  case ExprKind::Mul:
    return arithmetic::BinaryOp::Mul;
  case ExprKind::Div:
    return arithmetic::BinaryOp::Div;
  case ExprKind::Cast:
  case ExprKind::Concat:
  case ExprKind::Reshape:
  case ExprKind::Unpack:
    break;
  }
  llvm_unreachable("no function of two operands");
}

LogicalResult Evaluator::readExpr(ExprAttr expr, int64_t first, int64_t count,
                                  char *out) {
  if (expr.getKind() == ExprKind::Concat)
    return readConcat(expr, first, count, out);
  if (expr.getKind() == ExprKind::Reshape) {
    ElementsAttr attr = expr.getOperands().front();
    Operand operand;
    if (failed(prepare(attr, attr.getShapedType().getShape(), operand)))
      return failure();
    return read(operand, first, count, out);
  }

  Type elementType = expr.getType().getElementType();
  int64_t width = getElementByteWidth(elementType);
  int64_t widest = width;
  SmallVector<Operand, 2> operands(expr.getOperands().size());
  for (auto [attr, operand] : llvm::zip_equal(expr.getOperands(), operands)) {
    if (failed(prepare(attr, expr.getType().getShape(), operand)))
      return failure();
    ShapedType type = attr.getShapedType();
    widest = std::max(widest, getElementByteWidth(type.getElementType()));
    // A small operand that would be recomputed for every run of the result is
    // computed once.
    if (!operand.source && type.getShape() != expr.getType().getShape() &&
        type.getNumElements() <= std::max<int64_t>(count, 4096) &&
        failed(cacheAll(operand)))
      return failure();
  }

  int64_t block = expressionBlock / widest;
  SmallVector<char, 0> buffers[2];
  auto getBlock = [&](unsigned index, int64_t part) -> const char * {
    if (const char *packed = operands[index].getPacked(first))
      return packed;
    SmallVector<char, 0> &buffer = buffers[index];
    buffer.resize_for_overwrite(part * widest);
    if (failed(read(operands[index], first, part, buffer.data())))
      return nullptr;
    return buffer.data();
  };
  while (count > 0) {
    int64_t part = std::min(block, count);
    const char *lhs = getBlock(0, part);
    if (!lhs)
      return failure();
    if (expr.getKind() == ExprKind::Cast) {
      Type from = operands[0].attr.getShapedType().getElementType();
      int64_t bad = -1;
      if (from == elementType)
        std::memcpy(out, lhs, part * width);
      else
        bad = arithmetic::convert(from, elementType, lhs, part, out);
      if (bad >= 0)
        return fail("element ", first + bad, " of a constant of ", from,
                    " cannot be converted to ", elementType);
    } else {
      const char *rhs = getBlock(1, part);
      if (!rhs)
        return failure();
      arithmetic::compute(getOperation(expr.getKind()), elementType, lhs, rhs,
                          part, out);
    }
    first += part;
    count -= part;
    out += part * width;
  }
  return success();
}

LogicalResult Evaluator::readConcat(ExprAttr expr, int64_t first, int64_t count,
                                    char *out) {
  ArrayRef<int64_t> shape = expr.getType().getShape();
  int64_t width = getElementByteWidth(expr.getType().getElementType());
  int64_t inner = 1;
  for (int64_t size : shape.drop_front(expr.getAxis() + 1))
    inner *= size;
  // Each index before the axis has a piece of every operand; ends[k] is the end
  // of the piece of operand k.
  SmallVector<Operand, 2> operands(expr.getOperands().size());
  SmallVector<int64_t> ends;
  int64_t row = 0;
  for (auto [attr, operand] : llvm::zip_equal(expr.getOperands(), operands)) {
    ArrayRef<int64_t> part = attr.getShapedType().getShape();
    row += part[expr.getAxis()] * inner;
    ends.push_back(row);
    if (!llvm::is_contained(part, 0) && failed(prepare(attr, part, operand)))
      return failure();
  }
  while (count > 0) {
    int64_t outer = first / row, within = first % row;
    size_t k = llvm::upper_bound(ends, within) - ends.begin();
    int64_t begin = k == 0 ? 0 : ends[k - 1];
    int64_t piece = ends[k] - begin;
    int64_t part = std::min(count, ends[k] - within);
    if (failed(read(operands[k], outer * piece + within - begin, part, out)))
      return failure();
    first += part;
    count -= part;
    out += part * width;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

/// Reports an error through the caller's emitter.
static LogicalResult report(ElementsAttr attr, llvm::Error error,
                            EmitError emitErrorFn) {
  if (!error)
    return success();
  std::string message = llvm::toString(std::move(error));
  if (emitErrorFn)
    return emitErrorFn() << message;
  return emitError(UnknownLoc::get(attr.getContext())) << message;
}

/// Verifies the archive members that contain the elements by their CRC-32.
static llvm::Error verifyFiles(ElementsAttr attr) {
  llvm::Error error = llvm::Error::success();
  attr.walk([&](FileAttr file) {
    if (!error)
      error = getChecksums(file.getContext())
                  .verify(file.getFile(), file.getOffset(), file.getExtent());
  });
  return error;
}

llvm::Error weight::tryReadElements(ElementsAttr attr, int64_t first,
                                    int64_t count, MutableArrayRef<char> out) {
  Evaluator evaluator(attr.getContext());
  if (count == attr.getShapedType().getNumElements())
    if (llvm::Error error = verifyFiles(attr))
      return error;
  auto read = [&]() -> LogicalResult {
    ShapedType type = attr.getShapedType();
    if (!getCheckedByteSize(type))
      return evaluator.fail("a constant of ", Type(type),
                            " cannot be read as bytes");
    int64_t width = getElementByteWidth(type.getElementType());
    int64_t total = type.getNumElements();
    if (first < 0 || count < 0 || first > total || count > total - first ||
        static_cast<uint64_t>(count * width) != out.size())
      return evaluator.fail(count, " elements from element ", first,
                            " on do not fit ", Type(type), " or the buffer of ",
                            out.size(), " bytes");
    if (count == 0)
      return success();
    // A model has thousands of biases. Mapping each would map the surrounding
    // pages.
    FileRange range;
    constexpr size_t fewBytes = 4096;
    if (out.size() <= fewBytes && isContiguousFile(attr, range))
      return range.file->read(range.offset + first * width, out)
                 ? success()
                 : evaluator.fail("cannot read ", range.file->path());
    Operand operand;
    if (failed(evaluator.prepare(attr, type.getShape(), operand)))
      return failure();
    return evaluator.read(operand, first, count, out.data());
  };
  if (failed(read()))
    return evaluator.takeError();
  return llvm::Error::success();
}

LogicalResult weight::readElements(ElementsAttr attr, int64_t first,
                                   int64_t count, MutableArrayRef<char> out,
                                   EmitError emitErrorFn) {
  return report(attr, tryReadElements(attr, first, count, out), emitErrorFn);
}

std::optional<arithmetic::Tensor> weight::readTensor(ElementsAttr attr) {
  auto type = dyn_cast<RankedTensorType>(attr.getShapedType());
  if (!type || !getCheckedByteSize(type))
    return std::nullopt;
  arithmetic::Tensor tensor(type);
  if (llvm::Error error = tryReadElements(attr, 0, tensor.getNumElements(),
                                          tensor.getMutableBytes())) {
    // The caller that needs the bytes reports the error.
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  return tensor;
}

/// Packs the bytes of 4-bit elements, given one element per byte, two to a
/// byte.
static LogicalResult
forEachPackedBlock(DenseElementsAttr attr,
                   function_ref<LogicalResult(ArrayRef<char>)> consume) {
  SmallVector<char, 0> packed;
  packed.reserve(attr.getNumElements() / 2 + 1);
  bool hasHalf = false;
  auto pack = [&](const APInt &bits) {
    auto half = static_cast<uint8_t>(bits.getZExtValue());
    if (hasHalf)
      packed.back() |= static_cast<char>(half << 4);
    else
      packed.push_back(static_cast<char>(half));
    hasHalf = !hasHalf;
  };
  if (isa<FloatType>(attr.getElementType()))
    for (const APFloat &number : attr.getValues<APFloat>())
      pack(number.bitcastToAPInt());
  else
    for (const APInt &number : attr.getValues<APInt>())
      pack(number);
  return packed.empty() ? success() : consume(packed);
}

/// forEachBlock() for 4-bit elements: packs the elements of the operand.
static LogicalResult
forEachPackedBlock(ExprAttr attr,
                   function_ref<LogicalResult(ArrayRef<char>)> consume,
                   EmitError emitErrorFn) {
  ElementsAttr from = attr.getOperands().front();
  bool isUnsigned = attr.getType().getElementType().isUnsignedInteger();
  bool isFromUnsigned =
      from.getShapedType().getElementType().isUnsignedInteger();
  int low = isUnsigned ? 0 : -8, high = isUnsigned ? 15 : 7;
  // A block may have an odd number of elements.
  bool hasHalf = false;
  uint8_t half = 0;
  int64_t position = 0;
  SmallVector<char, 0> packed;
  auto pack = [&](ArrayRef<char> block) -> LogicalResult {
    packed.clear();
    packed.reserve(block.size() / 2 + 1);
    for (char byte : block) {
      int number = isFromUnsigned ? int(uint8_t(byte)) : int(int8_t(byte));
      if (number < low || number > high)
        return report(attr,
                      llvm::createStringError(
                          ("element " + Twine(position) + " of a constant is " +
                           Twine(number) + ", which 4 bits do not hold")
                              .str()),
                      emitErrorFn);
      ++position;
      uint8_t bits = uint8_t(number) & 15;
      if (hasHalf)
        packed.push_back(char(half | uint8_t(bits << 4)));
      half = bits;
      hasHalf = !hasHalf;
    }
    return packed.empty() ? success() : consume(packed);
  };
  if (failed(weight::forEachBlock(from, pack, emitErrorFn)))
    return failure();
  return hasHalf ? consume(ArrayRef<char>(reinterpret_cast<char *>(&half), 1))
                 : success();
}

LogicalResult
weight::forEachBlock(ElementsAttr attr,
                     function_ref<LogicalResult(ArrayRef<char>)> consume,
                     EmitError emitErrorFn, uint64_t position) {
  if (auto expr = dyn_cast<ExprAttr>(attr);
      expr && expr.getKind() == ExprKind::Unpack)
    return forEachBlock(expr.getOperands().front(), consume, emitErrorFn,
                        position);
  else if (expr && isHalfByte(expr.getType().getElementType()))
    return forEachPackedBlock(expr, consume, emitErrorFn);
  if (auto dense = dyn_cast<DenseElementsAttr>(attr);
      dense && isHalfByte(attr.getElementType()))
    return forEachPackedBlock(dense, consume);
  if (llvm::Error error = verifyFiles(attr))
    return report(attr, std::move(error), emitErrorFn);
  FileRange range;
  if (isContiguousFile(attr, range)) {
    for (ArrayRef<char> bytes = range.bytes(); !bytes.empty();) {
      size_t part = std::min<size_t>(largestWritingBlock, bytes.size());
      if (failed(consume(bytes.take_front(part))))
        return failure();
      bytes = bytes.drop_front(part);
    }
    return success();
  }

  Evaluator evaluator(attr.getContext());
  auto fail = [&] { return report(attr, evaluator.takeError(), emitErrorFn); };
  ShapedType type = attr.getShapedType();
  std::optional<int64_t> size = getCheckedByteSize(type);
  if (!size) {
    (void)evaluator.fail("a constant of ", Type(type),
                         " cannot be read as bytes");
    return fail();
  }
  if (*size == 0)
    return success();
  Operand operand;
  if (failed(evaluator.prepare(attr, type.getShape(), operand)))
    return fail();
  int64_t width = getElementByteWidth(type.getElementType());
  int64_t block = writingBlock / width;
  if (operand.source)
    block = operand.source->getPieceSize(block, largestWritingBlock / width);
  block = std::min(block, type.getNumElements());
  constexpr size_t pageSize = AtomicFile::pageSize;
  SmallVector<char, 0> buffer;
  buffer.resize_for_overwrite(block * width + 2 * pageSize);
  char *pages = reinterpret_cast<char *>(
      llvm::alignAddr(buffer.data(), llvm::Align(pageSize)));
  for (int64_t first = 0, total = type.getNumElements(); first < total;) {
    int64_t part = std::min(block, total - first);
    char *out = pages + (position + first * width) % pageSize;
    if (failed(evaluator.read(operand, first, part, out)))
      return fail();
    if (failed(consume(ArrayRef<char>(out, part * width))))
      return failure();
    first += part;
  }
  return success();
}

void weight::releasePages(ElementsAttr attr) {
  attr.walk([](FileAttr attr) {
    auto file = getWeightStore(attr.getContext()).open(attr.getFile());
    if (!file)
      return llvm::consumeError(file.takeError());
    (*file)->release();
  });
}

bool weight::isContiguousFile(ElementsAttr attr, FileRange &range) {
  if (auto expr = dyn_cast<ExprAttr>(attr);
      expr && expr.getKind() == ExprKind::Unpack)
    return isContiguousFile(expr.getOperands().front(), range);
  auto fileAttr = dyn_cast<FileAttr>(attr);
  if (!fileAttr || !fileAttr.isContiguous() || fileAttr.getExtent() == 0)
    return false;
  auto file = getWeightStore(attr.getContext()).open(fileAttr.getFile());
  if (!file) {
    llvm::consumeError(file.takeError());
    return false;
  }
  uint64_t offset = fileAttr.getOffset(), length = fileAttr.getExtent();
  uint64_t size = (*file)->bytes().size();
  if (offset > size || length > size - offset)
    return false;
  if (fileAttr.getType().getElementType().isInteger(1) &&
      llvm::any_of((*file)->bytes().slice(offset, length),
                   [](char byte) { return byte != 0 && byte != 1; }))
    return false;
  range = {std::move(*file), offset, length};
  return true;
}
