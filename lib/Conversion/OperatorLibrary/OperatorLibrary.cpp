//===- OperatorLibrary.cpp - Reading and applying a library ---------------===//
//
// See OperatorLibrary.h and Passes.td.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Conversion/OperatorLibrary.h"

#include "Definition.h"

#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"
#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Dialect/Weight/IR/Checksums.h"
#include "torch-onnx/Import/MLIR.h"
#include "torch-onnx/Support/ModelAttributes.h"
#include "torch-onnx/Support/ToolFiles.h"

#include "mlir/Parser/Parser.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

namespace torch_onnx {
#define GEN_PASS_DEF_APPLYOPERATORLIBRARY
#include "torch-onnx/Conversion/Passes.h.inc"
} // namespace torch_onnx

using namespace mlir;
using namespace torch_onnx;
using torch::OperatorOp;
using torch::TorchDialect;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

OperatorLibrary::OperatorLibrary(ArrayRef<std::string> files,
                                 ArrayRef<std::string> texts)
    : files(files), texts(texts) {}

OperatorLibrary::~OperatorLibrary() = default;

/// Checks the versions of the domains that nodes of the library belong to.
static LogicalResult checkImports(ModuleOp module) {
  Attribute attr = module->getAttr(onnx::kOpsetImportsAttr);
  if (!attr)
    return success();
  auto imports = dyn_cast<DictionaryAttr>(attr);
  bool isValid = imports && llvm::all_of(imports, [](NamedAttribute entry) {
                   auto version = dyn_cast<IntegerAttr>(entry.getValue());
                   return version && version.getType().isInteger(64) &&
                          version.getInt() > 0 && !entry.getName().empty();
                 });
  if (isValid)
    return success();
  return module.emitError("attribute '")
         << onnx::kOpsetImportsAttr << "' is " << attr
         << ", expected a dictionary from domains to versions (i64)";
}

LogicalResult OperatorLibrary::add(ModuleOp module) {
  if (!llvm::hasSingleElement(module.getBodyRegion()))
    return module.emitError("expected a module of one block");
  if (failed(checkImports(module)))
    return failure();
  bool isValid = true;
  llvm::StringSet<> names;
  for (Operation &op : module.getBodyRegion().front()) {
    auto func = dyn_cast<func::FuncOp>(op);
    if (!func) {
      op.emitError("expected functions, found '") << op.getName() << "'";
      isValid = false;
      continue;
    }
    FailureOr<OperatorDefinition> definition = readDefinition(func);
    if (failed(definition)) {
      isValid = false;
      continue;
    }
    if (!names.insert(func.getName()).second) {
      func.emitError("expected functions of different names, found two of '")
          << func.getName() << "'";
      isValid = false;
      continue;
    }
    if (definition->ownSchema) {
      StringRef text =
          func->getAttrOfType<StringAttr>(operatorAttrName).getValue().trim();
      auto [it, isNew] =
          schemas.try_emplace(definition->schema->getName().str(), text.str());
      if (!isNew && it->second != text) {
        func.emitError("'")
            << definition->schema->getName() << "' is given two schemas, '"
            << it->second << "' and '" << text << "'";
        isValid = false;
        continue;
      }
    }
    std::string target = definition->target;
    definitions[target].push_back(std::move(*definition));
  }
  return success(isValid);
}

LogicalResult OperatorLibrary::load(MLIRContext *context) {
  if (isLoaded)
    return success(*isLoaded);
  isLoaded = false;
  auto read = [&](std::unique_ptr<llvm::MemoryBuffer> buffer) {
    std::string name = buffer->getBufferIdentifier().str();
    auto text = makeSafeText(std::move(buffer), context->getDialectRegistry());
    if (!text) {
      mlir::emitError(FileLineColLoc::get(context, name, 0, 0))
          << llvm::toString(text.takeError());
      return false;
    }
    auto sources = std::make_shared<llvm::SourceMgr>();
    sources->AddNewSourceBuffer(std::move(*text), llvm::SMLoc());
    // The verifier would reject the types that a definition leaves open.
    ParserConfig config(context, /*verifyAfterParse=*/false);
    auto module = parseSourceFile<ModuleOp>(sources, config);
    if (!module || failed(add(*module)))
      return false;
    modules.push_back(std::move(module));
    return true;
  };
  bool isValid = true;
  for (const std::string &file : files) {
    auto input = ToolInput::open(file);
    if (!input) {
      isValid = false;
      mlir::emitError(UnknownLoc::get(context))
          << llvm::toString(input.takeError());
      continue;
    }
    isValid &= read(input->takeBuffer());
    weight::getChecksums(context).keep(input->share());
  }
  for (auto [index, text] : llvm::enumerate(texts))
    isValid &= read(llvm::MemoryBuffer::getMemBufferCopy(
        text, "operator library text " + std::to_string(index + 1)));
  if (isValid)
    for (const auto &[target, list] : definitions)
      for (const OperatorDefinition &definition : list)
        isValid &= succeeded(checkCalls(definition, *this));
  isLoaded = isValid;
  if (!isValid)
    definitions.clear();
  return success(isValid);
}

bool OperatorLibrary::defines(StringRef target) const {
  return definitions.find(target) != definitions.end();
}

ArrayRef<OperatorDefinition> OperatorLibrary::find(StringRef target) const {
  auto it = definitions.find(target);
  return it == definitions.end() ? ArrayRef<OperatorDefinition>()
                                 : ArrayRef<OperatorDefinition>(it->second);
}

LogicalResult OperatorLibrary::declare(ModuleOp module) const {
  StringRef name = TorchDialect::getOpSchemasAttrName();
  SmallVector<Attribute> all;
  if (auto given = module->getAttrOfType<ArrayAttr>(name))
    llvm::append_range(all, given);
  Builder b(module.getContext());
  for (const auto &[target, text] : schemas) {
    auto declared =
        llvm::find_if(all, [&, target = StringRef(target)](Attribute attr) {
          auto other = dyn_cast<StringAttr>(attr);
          auto schema =
              torch::Schema::parse(other ? other.getValue() : StringRef());
          if (!schema) {
            llvm::consumeError(schema.takeError());
            return false;
          }
          return (*schema)->getName() == target;
        });
    if (declared == all.end())
      all.push_back(b.getStringAttr(text));
    else if (cast<StringAttr>(*declared).getValue().trim() != text)
      return module.emitError("'")
             << target << "' has the schema '"
             << cast<StringAttr>(*declared).getValue()
             << "', but the operator library gives it '" << text << "'";
  }
  if (!all.empty())
    module->setAttr(name, b.getArrayAttr(all));
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct ApplyOperatorLibrary
    : torch_onnx::impl::ApplyOperatorLibraryBase<ApplyOperatorLibrary> {
  using ApplyOperatorLibraryBase::ApplyOperatorLibraryBase;
  ApplyOperatorLibrary(std::shared_ptr<OperatorLibrary> shared, bool declare)
      : library(std::move(shared)) {
    this->declare = declare;
  }

  void runOnOperation() override {
    if (!library)
      library = std::make_shared<OperatorLibrary>(
          SmallVector<std::string>(files.begin(), files.end()),
          SmallVector<std::string>(texts.begin(), texts.end()));
    if (failed(library->load(&getContext())))
      return signalPassFailure();
    if (declare) {
      if (failed(library->declare(getOperation())))
        signalPassFailure();
      return;
    }
    apply();
  }

private:
  void apply();

  std::shared_ptr<OperatorLibrary> library;
};
} // namespace

void ApplyOperatorLibrary::apply() {
  ModuleOp module = getOperation();
  SmallVector<OperatorOp> calls;
  module.walk([&](OperatorOp op) {
    if (library->defines(op.getTarget()))
      calls.push_back(op);
  });
  if (calls.empty())
    return;
  sym::Ranges ranges = sym::readRanges(module);
  // Reports each operator and reason once, as the conversion does.
  struct Failure {
    Location first;
    unsigned count = 0;
  };
  llvm::MapVector<std::pair<StringRef, StringRef>, Failure> failures;
  for (OperatorOp op : calls) {
    StringRef target = op.getTarget();
    Location location = op.getLoc();
    std::string reason;
    op->removeAttr(noDefinitionAttrName);
    switch (expandCall(op, *library, ranges, reason)) {
    case Expanded::Yes:
      break;
    case Expanded::NoMatch:
      op->setAttr(noDefinitionAttrName, StringAttr::get(&getContext(), reason));
      break;
    case Expanded::Refused:
      auto key = std::make_pair(
          target, StringAttr::get(&getContext(), reason).getValue());
      auto [it, isNew] = failures.insert({key, Failure{location}});
      ++it->second.count;
    }
  }
  for (const auto &[key, failure] : failures) {
    mlir::emitError(failure.first)
        << "unsupported operator '" << key.first << "' (" << failure.count
        << (failure.count == 1 ? " use" : " uses")
        << "): its definition is refused: " << key.second;
    signalPassFailure();
  }
}

std::unique_ptr<Pass>
torch_onnx::createApplyOperatorLibrary(std::shared_ptr<OperatorLibrary> library,
                                       bool declare) {
  return std::make_unique<ApplyOperatorLibrary>(std::move(library), declare);
}
