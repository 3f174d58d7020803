//===- WeightPlan.cpp - Placement of the bytes of weights -----------------===//
//
// See WeightPlan.h.
//
//===----------------------------------------------------------------------===//

#include "WeightPlan.h"

#include "ModelFiles.h"

#include "torch-onnx/Dialect/ONNX/IR/ImageOps.h"
#include "torch-onnx/Dialect/Weight/IR/Checksums.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Support/Printable.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// Tensors of at least this many bytes are aligned to pages, so that a reader
/// can map them; smaller ones to cache lines, for vector loads.
static constexpr uint64_t kPageAlignedSize = 1 << 20;
static constexpr uint64_t kPageAlignment = 4096;
static constexpr uint64_t kAlignment = 64;

static uint64_t getAlignment(uint64_t bytes) {
  return bytes >= kPageAlignedSize ? kPageAlignment : kAlignment;
}

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

/// The real path of the folder of a file, plus the file's name, because a link
/// at the file itself must not be followed.
static std::error_code getRealPath(StringRef file,
                                   SmallVectorImpl<char> &real) {
  SmallString<256> absolute(file);
  if (std::error_code error = fs::make_absolute(absolute))
    return error;
  if (std::error_code error = fs::real_path(path::parent_path(absolute), real))
    return error;
  path::append(real, path::filename(absolute));
  return {};
}

FailureOr<StringRef> WeightPlan::getLocation(Operation *op, StringRef file,
                                             bool isInMemory) {
  // One error per file, because all of its weights would have the same.
  auto [it, isNew] = sourceLocations.try_emplace(file);
  if (!isNew && it->second.empty())
    return failure();
  if (!isNew)
    return StringRef(it->second);

  auto refuse = [&](const Twine &reason) -> InFlightDiagnostic {
    return op->emitError() << "weights cannot be referenced in '" << file
                           << "': " << reason;
  };
  if (isInMemory && modelPath.empty()) {
    // For a reader that has the same storage.
    it->second = file.str();
    return StringRef(it->second);
  }
  if (isInMemory)
    return refuse("it is in the memory of a process");
  if (modelPath.empty())
    return refuse("the model goes to a stream, which is in no folder");
  SmallString<256> real, model;
  if (std::error_code error = getRealPath(file, real))
    return refuse(error.message());
  if (std::error_code error = getRealPath(modelPath, model))
    return refuse(error.message());
  // The onnx checker refuses all of these.
  if (fs::is_symlink_file(real))
    return refuse("it is a symbolic link, which readers of ONNX do not follow");
  StringRef folder = path::parent_path(model);
  StringRef location = real;
  if (!location.consume_front(folder) ||
      !(folder.ends_with("/") || location.consume_front("/")))
    return refuse("it must be in the folder of the model '" + modelPath +
                  "' or below it");
  if (location.contains(".."))
    return refuse("its name contains '..', which readers of ONNX refuse");
  it->second = location.str();
  return StringRef(it->second);
}

/// Axes, sizes, scales: readers infer shapes from their values, and refuse a
/// model with such values in a file. The compiler creates them, but a weight
/// with the same numbers may share the initializer.
static bool isArgument(PlannedWeight &weight) {
  constexpr uint64_t fewBytes = 1024;
  ShapedType type = weight.value.getShapedType();
  if (type.getRank() > 1 || weight.bytes > fewBytes)
    return false;
  return isa<DenseElementsAttr>(weight.value) ||
         type.getElementType().isInteger(64) ||
         llvm::any_of(weight.op->getUsers(),
                      [](Operation *user) { return isa<ResizeOp>(user); });
}

LogicalResult WeightPlan::place(PlannedWeight &weight, const Policy &policy) {
  weight::FileRange range;
  bool isFile = weight::isContiguousFile(weight.value, range);
  // Values that the compiler provides by name, and values in a file or in
  // memory.
  bool isNamed = policy.reference && policy.namesComputed &&
                 !(isFile && range.file->isInMemory());
  bool reference = policy.reference && isFile && !isNamed;
  if (weight.bytes <= policy.threshold || isArgument(weight) ||
      (!isNamed && !reference && !policy.external)) {
    inside += weight.bytes;
    return success();
  }
  if (isNamed || reference)
    sourceFile += weight.bytes;
  if (isNamed) {
    std::string name = "computed:" + std::to_string(&weight - planned.data());
    weight.place = PlannedWeight::SourceFile;
    weight.location = sourceLocations.try_emplace(name, name).first->second;
    return success();
  }
  if (reference) {
    FailureOr<StringRef> location =
        getLocation(weight.op, range.file->path(), range.file->isInMemory());
    if (failed(location))
      return failure();
    weight.place = PlannedWeight::SourceFile;
    weight.location = *location;
    weight.offset = range.offset;
    return success();
  }

  weight.place = PlannedWeight::DataFile;
  auto [it, isNew] = dataOffsets.try_emplace(weight.value);
  if (isNew) {
    it->second = llvm::alignTo(dataFile, getAlignment(weight.bytes));
    dataFile = it->second + weight.bytes;
  }
  weight.isShared = !isNew;
  weight.offset = it->second;
  return success();
}

LogicalResult WeightPlan::nameDataFile(DataName name) {
  SmallVector<uint64_t> contents;
  for (PlannedWeight &weight : planned) {
    if (weight.place != PlannedWeight::DataFile || weight.isShared)
      continue;
    auto digest = weight::getContentDigest(weight.value);
    if (!digest)
      return weight.op.emitError() << llvm::toString(digest.takeError());
    contents.append({weight.offset, weight.bytes, *digest});
  }
  hash = getHashText(llvm::xxh3_64bits(
      llvm::ArrayRef(reinterpret_cast<const uint8_t *>(contents.data()),
                     contents.size() * sizeof(uint64_t))));
  dataFile += getDataStamp(hash).size();
  dataLocation = getDataFileName(path::filename(modelPath), name, hash);
  if (!llvm::json::isUTF8(dataLocation))
    return planned.front().op->getParentOfType<ModuleOp>().emitError("'")
           << getPrintable(dataLocation)
           << "', the name of the file of weights, is not UTF-8, which ONNX "
              "requires; choose another name for the model";
  for (PlannedWeight &weight : planned)
    if (weight.place == PlannedWeight::DataFile)
      weight.location = dataLocation;
  return success();
}

std::unique_ptr<WeightPlan> WeightPlan::create(ArrayRef<ConstantOp> constants,
                                               StringRef path,
                                               const Policy &policy) {
  std::unique_ptr<WeightPlan> plan(new WeightPlan());
  if (path != "-")
    plan->modelPath = path.str();
  bool failedAny = false;
  plan->planned.reserve(constants.size());
  for (ConstantOp op : constants) {
    PlannedWeight &weight = plan->planned.emplace_back();
    weight.op = op;
    weight.value = cast<ElementsAttr>(op.getValue());
    if (!isa<DenseStringElementsAttr>(weight.value)) {
      ShapedType type = weight.value.getShapedType();
      std::optional<int64_t> bytes = weight::getStoredByteSize(type);
      if (!bytes) {
        op.emitError("weights of type ") << type << " cannot be written";
        failedAny = true;
        continue;
      }
      weight.bytes = *bytes;
    }
    failedAny |= failed(plan->place(weight, policy));
  }
  if (failedAny ||
      (plan->dataFile && failed(plan->nameDataFile(policy.dataName))))
    return nullptr;
  return plan;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

LogicalResult onnx::writeElements(Operation *op, ElementsAttr value,
                                  ByteSink &sink) {
  weight::FileRange range;
  if (weight::isContiguousFile(value, range)) {
    StringRef name;
    value.walk([&](weight::FileAttr file) { name = file.getFile(); });
    llvm::Error error =
        weight::getChecksums(op->getContext())
            .verifyWhile(name, range.offset, range.length,
                         [&](Checksum *checksum) {
                           sink.copyRange(*range.file, range.offset,
                                          range.length, checksum);
                         });
    if (error)
      return op->emitError() << llvm::toString(std::move(error));
    return success();
  }

  LogicalResult result = weight::forEachBlock(
      value,
      [&](ArrayRef<char> block) -> LogicalResult {
        sink.write(block);
        // The owner of the sink reports its error; the remaining weights need
        // not be written.
        return success(!sink.hasFailed());
      },
      [op] { return op->emitError(); }, sink.tell());
  weight::releasePages(value);
  return result;
}

LogicalResult WeightPlan::writeDataFile(ByteSink &sink) const {
  static constexpr char kZeros[kPageAlignment] = {};
  uint64_t position = 0;
  for (const PlannedWeight &weight : planned) {
    if (weight.place != PlannedWeight::DataFile || weight.isShared)
      continue;
    ConstantOp op = weight.op;
    sink.write(ArrayRef<char>(kZeros, weight.offset - position));
    if (failed(writeElements(op, weight.value, sink)))
      return failure();
    position = weight.offset + weight.bytes;
  }
  std::string stamp = getDataStamp(hash);
  sink.write(ArrayRef<char>(stamp.data(), stamp.size()));
  return success();
}
