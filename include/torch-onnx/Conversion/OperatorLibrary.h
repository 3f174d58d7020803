//===- OperatorLibrary.h - The user's definitions of operators --*- C++ -*-===//
//
// What --ops-library says: functions in MLIR text, each the definition of one
// torch operator by operations of the onnx dialect or by other torch operators.
// docs/HowTo/OperatorLibrary.md describes the text.
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

/// A string attribute of an operator: why none of its definitions fits. A
/// phrase that completes "no lowering to ONNX; ...".
inline constexpr llvm::StringLiteral noDefinitionAttrName =
    "torch.no_definition";

struct OperatorDefinition;

/// All definitions of some files and texts.
class OperatorLibrary {
public:
  OperatorLibrary(llvm::ArrayRef<std::string> files,
                  llvm::ArrayRef<std::string> texts);
  ~OperatorLibrary();

  /// Reads and checks everything when it is called for the first time. Each
  /// mistake is an error at its line. The context has to outlive the library.
  mlir::LogicalResult load(mlir::MLIRContext *context);

  /// Of a library that was loaded: whether there is a definition of the
  /// operator `my.op.default`.
  bool defines(llvm::StringRef target) const;

  /// In the order in which they are tried.
  llvm::ArrayRef<OperatorDefinition> find(llvm::StringRef target) const;

  /// Tells the module the schemas of the operators that LibTorch does not have.
  /// An error where it has another schema for one of them.
  mlir::LogicalResult declare(mlir::ModuleOp module) const;

private:
  mlir::LogicalResult add(mlir::ModuleOp module);

  std::vector<std::string> files, texts;
  std::vector<mlir::OwningOpRef<mlir::ModuleOp>> modules;
  /// By the operator that is defined.
  std::map<std::string, std::vector<OperatorDefinition>, std::less<>>
      definitions;
  /// Texts of schemas, by the operator as the program calls it.
  std::map<std::string, std::string, std::less<>> schemas;
  std::optional<bool> isLoaded;
};

/// The pass with a library that several passes share. With `declare` it tells
/// the module the schemas, and replaces nothing.
std::unique_ptr<mlir::Pass>
createApplyOperatorLibrary(std::shared_ptr<OperatorLibrary> library,
                           bool declare);

} // namespace torch_onnx

#endif // TORCH_ONNX_CONVERSION_OPERATORLIBRARY_H
