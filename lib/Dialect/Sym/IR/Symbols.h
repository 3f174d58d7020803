//===- Symbols.h - The symbols of a context ---------------------*- C++ -*-===//
//
// Private to the library. Owned by the dialect object, so there is one table
// for each MLIRContext. All functions may be called from any thread.
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
  /// Returns the position of the symbol with a name (a StringAttr) or a
  /// function (a CallAttr), and adds it if it is new.
  unsigned intern(mlir::Attribute symbol);
  /// Null if there is no symbol at the position.
  mlir::Attribute getSymbol(unsigned position) const;
  unsigned size() const;

  /// The cached normal forms (null: there is none). Expressions live as long as
  /// the context, so entries never become stale.
  std::optional<mlir::AffineExpr> findNormal(mlir::AffineExpr expr) const;
  void insertNormal(mlir::AffineExpr expr, mlir::AffineExpr normal);

  /// The table of the context; loads the dialect if needed.
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
