//===- Export.cpp - Writes an onnx dialect module as a model --------------===//
//
// Plans, lays out, checks, writes and renames, in this order, so that no file
// gets its name before everything is known to be valid.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Target/ONNX/Export.h"

#include "ByteSink.h"
#include "ModelFiles.h"
#include "ModelWriter.h"
#include "WeightPlan.h"

#include "torch-onnx/Dialect/ONNX/Transforms/PreparedModule.h"
#include "torch-onnx/Dialect/Weight/IR/Checksums.h"
#include "torch-onnx/ONNXProto/ONNXProto.h"

#include "llvm/Support/Path.h"

#include <limits>
#include <memory>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// protobuf cannot read messages of 2 GiB or more.
static constexpr uint64_t kMaxModelSize = std::numeric_limits<int32_t>::max();

namespace {

/// A model with a final layout: all lengths and offsets are known, and only the
/// bytes of weights have to be copied.
struct LaidOutModel {
  std::unique_ptr<WeightPlan> plan;
  std::unique_ptr<ModelWriter> writer;
};

} // namespace

/// At the location of the module, but without its text, which may be huge.
static InFlightDiagnostic emitModelError(ModuleOp module,
                                         const Twine &message) {
  return mlir::emitError(module.getLoc(), message);
}

static LogicalResult report(ModuleOp module, llvm::Error error) {
  if (!error)
    return success();
  return emitModelError(module, llvm::toString(std::move(error)));
}

static SmallVector<ConstantOp, 0> getInitializers(ModuleOp module) {
  SmallVector<ConstantOp, 0> constants;
  if (auto main = module.lookupSymbol<func::FuncOp>(kEntryName))
    if (!main.isExternal())
      llvm::append_range(constants, main.front().getOps<ConstantOp>());
  return constants;
}

static LogicalResult layOut(ModuleOp module, StringRef path,
                            const ExportOptions &options,
                            const WeightPlan::Policy &policy,
                            LaidOutModel &model) {
  model.plan = WeightPlan::create(getInitializers(module), path, policy);
  if (!model.plan)
    return failure();
  model.writer = std::make_unique<ModelWriter>(module, *model.plan, options,
                                               ModelWriter::Form::Model);
  return model.writer->write();
}

/// Lays the model out by `options`. A model that is too large for one file is
/// laid out again with a data file, unless that is excluded.
static LogicalResult layOut(ModuleOp module, StringRef path,
                            const ExportOptions &options, LaidOutModel &model) {
  // A pass that found a damaged weight has continued without its values.
  if (failed(report(module,
                    weight::getChecksums(module.getContext()).getDamage())))
    return failure();
  WeightPlan::Policy policy;
  policy.reference = options.weights == WeightsMode::Reference;
  policy.external = options.weights == WeightsMode::External;
  policy.dataName = options.dataName;
  policy.threshold = options.externalThreshold;
  policy.namesComputed = options.namesComputed;
  if (failed(layOut(module, path, options, policy, model)))
    return failure();
  bool mayRetry = options.weights != WeightsMode::Inline &&
                  options.weights != WeightsMode::External;
  if (model.writer->bytes().size() > kMaxModelSize && mayRetry) {
    policy.external = true;
    if (failed(layOut(module, path, options, policy, model)))
      return failure();
  }
  if (uint64_t size = model.writer->bytes().size(); size > kMaxModelSize)
    return emitModelError(module, "the model takes ")
           << size << " bytes in one file, protobuf allows " << kMaxModelSize
           << (options.weights == WeightsMode::Inline
                   ? "; its weights must be external"
                   : " and its weights are elsewhere already");
  return success();
}

/// Runs the onnx checker on the model without the bytes of its weights: each
/// initializer of more than 1 KiB is replaced by a graph input of the same name
/// and type.
///
/// The checker treats both alike: names, the order of nodes, operator schemas,
/// and the inference of types and shapes only depend on the type of an
/// initializer. There are three differences. Shape inference may use the value
/// of an initializer (a shape, axes, pads), but these are short and kept. The
/// number of bytes of a tensor is not checked, but we compute it from the type,
/// and writers of weights write exactly as many. The existence of external
/// files is not checked, but the plan of the weights has done this. So the
/// check needs no copy of the weights, and no file has to exist before it.
static LogicalResult check(ModuleOp module, const LaidOutModel &model,
                           const ExportOptions &options) {
  std::vector<char> skeleton;
  {
    ModelWriter writer(module, *model.plan, options,
                       ModelWriter::Form::Skeleton);
    if (failed(writer.write()))
      return failure();
    skeleton = writer.bytes().takeBytes();
  }
  std::string error;
  if (checkModel(skeleton, /*full=*/true, error))
    return success();
  return emitModelError(module, "the onnx checker refuses the model: ")
         << error;
}

static LogicalResult writeModel(LaidOutModel &model, ByteSink &sink) {
  return model.writer->bytes().stream(
      [&](ArrayRef<char> piece) { sink.write(piece); },
      [&](unsigned index) {
        const PlannedWeight &weight = model.plan->weights()[index];
        return writeElements(weight.op, weight.value, sink);
      });
}

static std::string getDataPath(StringRef path, const WeightPlan &plan) {
  SmallString<256> dataPath(llvm::sys::path::parent_path(path));
  llvm::sys::path::append(dataPath, plan.dataFileName());
  return dataPath.str().str();
}

static void fillResult(const LaidOutModel &model, const ExportOptions &options,
                       StringRef path, ExportResult *result) {
  if (!result)
    return;
  const WeightPlan &plan = *model.plan;
  result->modelBytes = model.writer->bytes().size();
  result->dataBytes = plan.dataFileBytes();
  result->inlineBytes = plan.insideBytes();
  result->referencedBytes = plan.sourceFileBytes();
  result->initializers = plan.weights().size();
  result->dataPath = plan.dataFileBytes() ? getDataPath(path, plan) : "";
  result->checked = options.check;
}

LogicalResult onnx::exportToFile(ModuleOp module, StringRef path,
                                 const ExportOptions &options,
                                 ExportResult *result) {
  LaidOutModel model;
  if (failed(layOut(module, path, options, model)) ||
      (options.check && failed(check(module, model, options))))
    return failure();
  fillResult(model, options, path, result);

  auto file = AtomicFile::create(path);
  if (!file)
    return report(module, file.takeError());
  std::unique_ptr<AtomicFile> data;
  if (uint64_t size = model.plan->dataFileBytes()) {
    if (!(*file)->isFile())
      return emitModelError(module, "weights cannot be external to a model "
                                    "that goes to a device or a pipe");
    auto created = AtomicFile::create(getDataPath(path, *model.plan));
    if (!created)
      return report(module, created.takeError());
    data = std::move(*created);
    data->reserve(size);
    FileSink sink(*data, options.stop);
    if (failed(model.plan->writeDataFile(sink)))
      return failure();
  }
  (*file)->reserve(model.writer->bytes().size());
  FileSink sink(**file, options.stop);
  if (failed(writeModel(model, sink)))
    return failure();
  if (options.stop && options.stop->isRequested())
    return emitModelError(module, "was stopped before it was written");
  return report(module,
                publishModel(**file, data.get(), model.plan->dataHash()));
}

LogicalResult onnx::exportToStream(ModuleOp module, llvm::raw_ostream &output,
                                   const ExportOptions &options,
                                   ExportResult *result) {
  LaidOutModel model;
  if (failed(layOut(module, "-", options, model)) ||
      (options.check && failed(check(module, model, options))))
    return failure();
  fillResult(model, options, "-", result);
  if (model.plan->dataFileBytes())
    return emitModelError(module,
                          "weights cannot be external to a model that goes "
                          "to a stream");
  StreamSink sink(output);
  return writeModel(model, sink);
}

SmallVector<ElementsAttr> onnx::getInitializerValues(ModuleOp module) {
  return llvm::map_to_vector(getInitializers(module), [](ConstantOp op) {
    return cast<ElementsAttr>(op.getValue());
  });
}

LogicalResult onnx::writeInitializer(ModuleOp module, ElementsAttr value,
                                     llvm::raw_ostream &output) {
  StreamSink sink(output);
  return writeElements(module, value, sink);
}
