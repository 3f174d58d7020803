//===- Metadata.h - Locations from node metadata ----------------*- C++ -*-===//
//
// Turns `stack_trace` and `nn_module_stack` of a node into the location that
// the operation keeps until it is emitted: NameLoc(module path,
// FileLineColLoc(Python source line)).
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_METADATA_H
#define TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_METADATA_H

#include "Json.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringMap.h"

#include <map>
#include <string>

namespace torch_onnx {

/// The module path of a node: `encoder.layer.0.attention`; empty at the root.
llvm::StringRef getModulePath(llvm::StringRef nnModuleStack);

/// The innermost frame of a Python stack trace that is the user's own code:
/// not inside PyTorch. Falls back to the innermost frame.
std::optional<std::pair<llvm::StringRef, unsigned>>
getSourceLine(llvm::StringRef stackTrace);

class LocationImporter {
public:
  explicit LocationImporter(mlir::Location file) : file(file) {}

  mlir::Location get(Json metadata);
  mlir::Location getFile() const { return file; }
  /// The classes of the modules that occurred, by path: kModulesAttr.
  mlir::DictionaryAttr getModules() const;

private:
  struct NamedPath {
    /// Null without a stack.
    mlir::StringAttr path;
    /// The module calls around a node, outermost first, `b@1;b.norm@1`; null if
    /// the path identifies them.
    mlir::StringAttr calls;
  };
  const NamedPath &getPath(llvm::StringRef nnModuleStack);

  mlir::Location file;
  // Thousands of nodes share a few hundred texts.
  llvm::StringMap<mlir::LocationAttr> sourceLines;
  llvm::StringMap<NamedPath> paths;
  std::map<std::string, std::string> modules;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_METADATA_H
