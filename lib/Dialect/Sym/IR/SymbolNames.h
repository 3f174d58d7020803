//===- SymbolNames.h - Names of symbols in a context ------------*- C++ -*-===//
//
// Private to the library. Owned by the dialect object, so there is one for each
// MLIRContext; all functions may be called from any thread.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_SYM_IR_SYMBOLNAMES_H
#define TORCH_ONNX_LIB_DIALECT_SYM_IR_SYMBOLNAMES_H

#include "torch-onnx/Dialect/Sym/IR/SymDialect.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/RWMutex.h"

#include <optional>
#include <vector>

namespace torch_onnx::sym {

class SymbolNames {
public:
  /// The position of the symbol; the next free one when the name is new.
  unsigned intern(llvm::StringRef name);
  /// Empty when there is no symbol at the position.
  llvm::StringRef getName(unsigned position) const;
  unsigned size() const;

  /// The normal forms that were computed before (null = there is none).
  /// Expressions are never freed before the context, so entries never go stale.
  std::optional<mlir::AffineExpr> findNormal(mlir::AffineExpr expr) const;
  void insertNormal(mlir::AffineExpr expr, mlir::AffineExpr normal);

  /// The table of the context; loads the dialect when it is not loaded.
  static SymbolNames &get(mlir::MLIRContext *context);

private:
  mutable llvm::sys::SmartRWMutex<false> mutex;
  llvm::StringMap<unsigned> positions;
  /// Keys of `positions`, which do not move.
  std::vector<llvm::StringRef> names;

  mutable llvm::sys::SmartRWMutex<false> normalMutex;
  llvm::DenseMap<mlir::AffineExpr, mlir::AffineExpr> normals;
};

} // namespace torch_onnx::sym

#endif // TORCH_ONNX_LIB_DIALECT_SYM_IR_SYMBOLNAMES_H
