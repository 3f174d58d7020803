//===- Pipelines.cpp - Pipelines of passes --------------------------------===//
//
// See Pipelines.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Pipelines/Pipelines.h"

#include "torch-onnx/Conversion/OperatorLibrary.h"
#include "torch-onnx/Conversion/OperatorMapping.h"
#include "torch-onnx/Conversion/TorchToONNX.h"
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h"
#include "torch-onnx/Dialect/ONNX/Transforms/PreparedModule.h"
#include "torch-onnx/Dialect/Torch/Transforms/Decompose.h"
#include "torch-onnx/ONNXProto/ONNXProto.h"
#include "torch-onnx/Transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace mlir;
using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// User passes
//===----------------------------------------------------------------------===//

/// The points at which user passes can run, and their invariants. Also
/// documented in --help and docs/HowTo/PassPlugin.md.
namespace points {
/// The imported program.
constexpr llvm::StringLiteral import = "import";
/// The torch dialect before the conversion: functional, typed, without complex
/// numbers, and only with operators that have a lowering.
constexpr llvm::StringLiteral torch = "torch";
/// The onnx dialect after the conversion.
constexpr llvm::StringLiteral onnx = "onnx";
/// The final operators and versions; nothing is named yet.
constexpr llvm::StringLiteral final = "final";
} // namespace points

/// Adds the passes of `text`, "POINT:PIPELINE", if it is for this point, or for
/// any point if `point` is empty.
static llvm::Error addPasses(OpPassManager &manager, StringRef text,
                             StringRef point) {
  auto [name, pipeline] = text.split(':');
  name = name.trim();
  const StringRef names[] = {points::import, points::torch, points::onnx,
                             points::final};
  ArrayRef<StringRef> known = names;
  if (!llvm::is_contained(known, name) || pipeline.trim().empty())
    return llvm::createStringError("expected POINT:PIPELINE with one of the "
                                   "points " +
                                   llvm::join(known, ", ") + ", found '" +
                                   text + "'");
  if (!point.empty() && point != name)
    return llvm::Error::success();
  std::string errors;
  llvm::raw_string_ostream stream(errors);
  if (succeeded(parsePassPipeline(pipeline, manager, stream)))
    return llvm::Error::success();
  // Only the message of a source excerpt.
  StringRef reason = errors;
  if (size_t at = reason.find("error: "); at != StringRef::npos)
    reason = reason.substr(at + strlen("error: "));
  return llvm::createStringError("'" + text + "': " + reason.split('\n').first);
}

llvm::Error torch_onnx::checkPassesAt(StringRef text) {
  OpPassManager manager(ModuleOp::getOperationName());
  return addPasses(manager, text, "");
}

//===----------------------------------------------------------------------===//
// The pipeline
//===----------------------------------------------------------------------===//

llvm::Error
torch_onnx::buildTorchToONNXPipeline(OpPassManager &manager,
                                     const PipelineOptions &options) {
  for (const std::string &text : options.passesAt)
    if (llvm::Error error = checkPassesAt(text))
      return error;
  auto addPassesAt = [&](StringRef point) {
    for (const std::string &text : options.passesAt)
      llvm::cantFail(addPasses(manager, text, point));
  };
  auto assign = [](auto &to, const auto &from) {
    to.assign(from.begin(), from.end());
  };
  if (!options.opSchemas.empty()) {
    torch::DeclareOperatorsOptions declare;
    assign(declare.schemas, options.opSchemas);
    manager.addPass(torch::createDeclareOperators(declare));
  }
  std::shared_ptr<OperatorLibrary> library;
  if (!options.opsLibraries.empty() || !options.opsLibraryTexts.empty()) {
    library = std::make_shared<OperatorLibrary>(
        SmallVector<std::string>(options.opsLibraries.begin(),
                                 options.opsLibraries.end()),
        SmallVector<std::string>(options.opsLibraryTexts.begin(),
                                 options.opsLibraryTexts.end()));
    manager.addPass(createApplyOperatorLibrary(library, /*declare=*/true));
  }
  addPassesAt(points::import);
  if (!options.inputNames.empty() || !options.outputNames.empty()) {
    NameInterfaceOptions names;
    assign(names.inputs, options.inputNames);
    assign(names.outputs, options.outputNames);
    manager.addPass(createNameInterface(names));
  }
  if (!options.dims.empty()) {
    BindDimsOptions bind;
    assign(bind.dims, options.dims);
    manager.addPass(createBindDims(bind));
  }
  // Before all other passes, because no pass may use a value that the user will
  // replace.
  torch::LiftWeightsOptions lift;
  lift.keepValues = options.initializersAsInputs;
  if (options.weights == WeightsMode::None || options.initializersAsInputs)
    manager.addPass(torch::createLiftWeights(lift));
  manager.addPass(torch::createCanonicalize());
  manager.addPass(torch::createInlineRegions());
  manager.addPass(torch::createStructureControlFlow());
  manager.addPass(torch::createFunctionalize());
  torch::ResolveMutationsOptions resolve;
  resolve.mutations = options.mutations;
  manager.addPass(torch::createResolveMutations(resolve));
  manager.addPass(createCSEPass());
  manager.addPass(torch::createInferShapes());
  manager.addPass(createUnifyDims());
  SmallVector<OperatorMapping> mappings;
  for (const std::string &text : options.mapOps) {
    // The conversion reports errors in it.
    if (auto mapping = OperatorMapping::parse(text))
      mappings.push_back(std::move(*mapping));
    else
      llvm::consumeError(mapping.takeError());
  }
  auto isLegal = [mappings](StringRef target) {
    return hasLowering(target) ||
           llvm::any_of(mappings, [&](const OperatorMapping &mapping) {
             return mapping.matches(target);
           });
  };
  // User definitions have precedence over the compiler's. They may use
  // operators that are decomposed, and decompositions may use defined
  // operators.
  if (library) {
    manager.addPass(createApplyOperatorLibrary(library, /*declare=*/false));
    manager.addPass(
        torch::createDecompose([isLegal, library](StringRef target) {
          return isLegal(target) || library->defines(target);
        }));
    manager.addPass(createApplyOperatorLibrary(library, /*declare=*/false));
  }
  manager.addPass(torch::createDecompose(isLegal));
  manager.addPass(torch::createBatchVmap());
  torch::LegalizeComplexOptions complex;
  if (!hasOperator("DFT", options.opset))
    complex.dft = DftUse::Never;
  manager.addPass(torch::createLegalizeComplex(complex));
  addPassesAt(points::torch);
  if (options.optLevel > 0) {
    // With weights by reference, only a contiguous view costs nothing.
    torch::FoldConstantsOptions fold;
    if (options.weights == WeightsMode::Reference)
      fold.weightViews = WeightViews::Contiguous;
    if (options.optLevel > 2)
      fold.useLibTorch = LibTorchUse::Always;
    manager.addPass(torch::createFoldConstants(fold));
  }
  // Views of weights must be folded while an element is a byte.
  manager.addPass(torch::createLegalizeFloat4());
  ConvertTorchToONNXOptions convert;
  convert.opset = options.opset.getValue();
  convert.unsupported = options.unsupported;
  assign(convert.mapOps, options.mapOps);
  manager.addPass(createConvertTorchToONNX(convert));
  addPassesAt(points::onnx);
  if (options.optLevel > 0) {
    onnx::SimplifyOptions simplify;
    simplify.weightsMode = options.weights;
    simplify.fuse = options.optLevel > 1;
    manager.addPass(createCSEPass());
    manager.addPass(onnx::createDeduplicate());
    manager.addPass(onnx::createSimplify(simplify));
    manager.addPass(createCSEPass());
    manager.addPass(onnx::createDeduplicate());
  }
  onnx::LegalizeOpsetOptions legalize;
  legalize.opset = options.opset.getValue();
  legalize.target = options.target;
  manager.addPass(onnx::createLegalizeOpset(legalize));
  // Folds casts of one value and constants that legalization built for each
  // user, and older forms computed from weights.
  if (options.optLevel > 0) {
    onnx::FoldWeightsOptions fold;
    fold.weightsMode = options.weights;
    fold.fuse = options.optLevel > 1;
    manager.addPass(createCSEPass());
    manager.addPass(onnx::createFoldWeights(fold));
  }
  if (options.optLevel > 0 && options.weights != WeightsMode::Reference)
    manager.addPass(onnx::createPackWeights());
  addPassesAt(points::final);
  // Last, so that functions do not prevent optimizations.
  if (options.functions != FunctionsMode::None) {
    onnx::OutlineFunctionsOptions outline;
    outline.blocks = options.functions == FunctionsMode::Blocks;
    assign(outline.classes, options.functionClasses);
    manager.addPass(onnx::createOutlineFunctions(outline));
  }
  if (options.opset < onnx::kFirstFunctionOpset)
    manager.addPass(onnx::createInlineFunctions());
  onnx::PrepareForExportOptions prepare;
  prepare.weightsMode = options.weights;
  prepare.opset = options.opset.getValue();
  prepare.nodeMetadata = options.nodeMetadata;
  manager.addPass(onnx::createPrepareForExport(prepare));
  return llvm::Error::success();
}

void torch_onnx::registerPipelines() {
  // Like PassPipelineRegistration, but for a pipeline that may fail.
  using ErrorHandler = function_ref<LogicalResult(const Twine &)>;
  registerPassPipeline(
      "torch-to-onnx-pipeline",
      "what torch-onnx does between import and export",
      [](OpPassManager &manager, StringRef text, ErrorHandler onError) {
        if (manager.getOpAnchorName() != ModuleOp::getOperationName())
          return onError("torch-to-onnx-pipeline runs on '" +
                         ModuleOp::getOperationName() + "', not on '" +
                         manager.getOpAnchorName() + "'");
        PipelineOptions options;
        if (failed(options.parseFromString(text)))
          return failure();
        if (llvm::Error error = buildTorchToONNXPipeline(manager, options))
          return onError(llvm::toString(std::move(error)));
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> print) {
        print(PipelineOptions());
      });
}
