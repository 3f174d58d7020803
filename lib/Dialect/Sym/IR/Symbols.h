//===- Symbols.h - The symbols of a context ---------------------*- C++ -*-===//
//
// Private to the library. Owned by the dialect object, so there is one for each
// MLIRContext; all functions may be called from any thread.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_SYM_IR_SYMBOLS_H
#define TORCH_ONNX_LIB_DIALECT_SYM_IR_SYMBOLS_H

#include "torch-onnx/Dialect/Sym/IR/SymDialect.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/RWMutex.h"

#include <optional>
#include <vector>

namespace torch_onnx::sym {

class Symbols {
public:
  /// The position of the symbol that has a name (a StringAttr) or is a function
  /// (a CallAttr); the next free one when it is new.
  unsigned intern(mlir::Attribute symbol);
  /// Null when there is no symbol at the position.
  mlir::Attribute getSymbol(unsigned position) const;
  unsigned size() const;

  /// The normal forms that were computed before (null = there is none).
  /// Expressions are never freed before the context, so entries never go stale.
  std::optional<mlir::AffineExpr> findNormal(mlir::AffineExpr expr) const;
  void insertNormal(mlir::AffineExpr expr, mlir::AffineExpr normal);

  /// The table of the context; loads the dialect when it is not loaded.
  static Symbols &get(mlir::MLIRContext *context);

private:
  mutable llvm::sys::SmartRWMutex<false> mutex;
  llvm::DenseMap<mlir::Attribute, unsigned> positions;
  std::vector<mlir::Attribute> symbols;

  mutable llvm::sys::SmartRWMutex<false> normalMutex;
  llvm::DenseMap<mlir::AffineExpr, mlir::AffineExpr> normals;
};

} // namespace torch_onnx::sym

#endif // TORCH_ONNX_LIB_DIALECT_SYM_IR_SYMBOLS_H
