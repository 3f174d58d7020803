//===- OperatorLibrary.h - The user's definitions of operators --*- C++ -*-===//
//
// The definitions given by --ops-library: functions in MLIR text that define
// one torch operator each, by operations of the onnx dialect or other torch
// operators. docs/HowTo/OperatorLibrary.md describes the text.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_CONVERSION_OPERATORLIBRARY_H
#define TORCH_ONNX_CONVERSION_OPERATORLIBRARY_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/Pass.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace torch_onnx {

#define GEN_PASS_DECL_APPLYOPERATORLIBRARY
#include "torch-onnx/Conversion/Passes.h.inc"

/// A string attribute of an operator with the reason why no definition fits: a
/// phrase that completes "no lowering to ONNX; ...".
inline constexpr llvm::StringLiteral noDefinitionAttrName =
    "torch.no_definition";

struct OperatorDefinition;

/// The definitions of several files and texts.
class OperatorLibrary {
public:
  OperatorLibrary(llvm::ArrayRef<std::string> files,
                  llvm::ArrayRef<std::string> texts);
  ~OperatorLibrary();

  /// Reads and checks everything on the first call. Each mistake is an error at
  /// its line. The context has to outlive the library.
  mlir::LogicalResult load(mlir::MLIRContext *context);

  /// Whether a loaded library defines the operator, named like `my.op.default`.
  bool defines(llvm::StringRef target) const;

  /// The definitions of an operator, in the order in which they are tried.
  llvm::ArrayRef<OperatorDefinition> find(llvm::StringRef target) const;

  /// Adds the schemas of operators unknown to LibTorch to the module. It is an
  /// error if the module has another schema for such an operator.
  mlir::LogicalResult declare(mlir::ModuleOp module) const;

private:
  mlir::LogicalResult add(mlir::ModuleOp module);

  std::vector<std::string> files, texts;
  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> modules;
  /// By operator.
  std::map<std::string, std::vector<OperatorDefinition>, std::less<>>
      definitions;
  /// Texts of schemas, by the name in the program.
  std::map<std::string, std::string, std::less<>> schemas;
  std::optional<bool> isLoaded;
};

/// Creates the pass with a library that several passes share. With `declare` it
/// only adds the schemas to the module.
std::unique_ptr<mlir::Pass>
createApplyOperatorLibrary(std::shared_ptr<OperatorLibrary> library,
                           bool declare);

} // namespace torch_onnx

#endif // TORCH_ONNX_CONVERSION_OPERATORLIBRARY_H
