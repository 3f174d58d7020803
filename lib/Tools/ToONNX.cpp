//===- ToONNX.cpp - The translation --to-onnx -----------------------------===//
//
// Translates a module prepared by onnx-prepare-for-export to ONNX.
//
//===----------------------------------------------------------------------===//

#include "Translations.h"

#include "torch-onnx/Import/MLIR.h"
#include "torch-onnx/Pipelines/Registration.h"
#include "torch-onnx/Target/ONNX/Export.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace torch_onnx;
namespace cl = llvm::cl;

namespace {

struct ToONNXOptions {
  cl::opt<WeightsMode> weights{"weights",
                               cl::desc("Where --to-onnx stores the weights"),
                               cl::init(WeightsMode::Auto)};
  cl::opt<DataName> dataName{"data-name",
                             cl::desc("Name of the file of external weights"),
                             cl::init(DataName::Model)};
  cl::opt<uint64_t> threshold{
      "external-threshold",
      cl::desc("Always store tensors of at most this size in the model"),
      cl::init(onnx::ExportOptions().externalThreshold)};
  cl::opt<bool> noCheck{"no-check", cl::desc("Do not run the onnx checker")};
  cl::opt<bool> noValueInfo{
      "no-value-info", cl::desc("Leave out the types of intermediate values")};
  cl::opt<bool> stackTraces{"stack-traces",
                            cl::desc("Write the source lines of nodes")};
  cl::opt<bool> moduleScopes{"module-scopes",
                             cl::desc("Write the modules of nodes")};
};

} // namespace

static bool writtenModel = false;

bool torch_onnx::hasWrittenModel() { return writtenModel; }

void torch_onnx::registerToONNXTranslation(StringRef (*getOutputPath)()) {
  static ToONNXOptions flags;
  // Upstream's registration for translations from MLIR would parse the file
  // itself.
  static TranslateRegistration registration(
      "to-onnx", "translate a prepared onnx dialect module to an ONNX model",
      [=](const std::shared_ptr<llvm::SourceMgr> &sources,
          llvm::raw_ostream &output, MLIRContext *context) -> LogicalResult {
        DialectRegistry registry;
        registerDialects(registry);
        context->appendDialectRegistry(registry);
        const llvm::MemoryBuffer *file =
            sources->getMemoryBuffer(sources->getMainFileID());
        auto text = makeSafeText(
            llvm::MemoryBuffer::getMemBuffer(file->getMemBufferRef()),
            registry);
        if (!text)
          return mlir::emitError(UnknownLoc::get(context),
                                 file->getBufferIdentifier() + ": " +
                                     llvm::toString(text.takeError()));
        // Diagnostics show lines of `sources`; bytecode has none.
        auto parsed = std::make_shared<llvm::SourceMgr>();
        parsed->AddNewSourceBuffer(std::move(*text), llvm::SMLoc());
        OwningOpRef<ModuleOp> owner =
            parseSourceFile<ModuleOp>(parsed, ParserConfig(context));
        if (!owner)
          return failure();
        ModuleOp module = *owner;
        onnx::ExportOptions options;
        options.weights = flags.weights;
        options.dataName = flags.dataName;
        options.externalThreshold = flags.threshold;
        options.check = !flags.noCheck;
        options.valueInfo = !flags.noValueInfo;
        options.stackTraces = flags.stackTraces;
        options.moduleScopes = flags.moduleScopes;
        StringRef path = getOutputPath();
        if (path == "-")
          return onnx::exportToStream(module, output, options);
        LogicalResult result = onnx::exportToFile(module, path, options);
        writtenModel |= succeeded(result);
        return result;
      });
}
