//===- SymbolSources.h - Sizes at run time ----------------------*- C++ -*-===//
//
// Records where each symbol of the program can be read at run time (a dimension
// of a tensor, or a number), and computes dimension expressions from these
// sources. It is filled in program order, so a recorded source dominates all
// later uses.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_SYMBOLSOURCES_H
#define TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_SYMBOLSOURCES_H

#include "ScopedMap.h"

#include "torch-onnx/Dialect/ONNX/Utils/ONNXBuilder.h"
#include "torch-onnx/Dialect/Sym/IR/SymDialect.h"

#include "llvm/ADT/DenseMap.h"

namespace torch_onnx {

/// Where a symbol is read: the dimension `axis` of `value`, which is
/// `scale * symbol + offset`; or the 0-d number `value` (axis -1).
struct Source {
  mlir::Value value;
  int64_t axis = -1;
  int64_t scale = 1;
  int64_t offset = 0;
};

class SymbolSources {
public:
  /// Adds the dimensions of a tensor that dominates all later operations. A
  /// dimension `c*s + k` with a new symbol `s` also becomes a source of `s`.
  void addTensor(mlir::Value tensor);

  /// `scalar` (0-d i64 tensor) is the value of `symbol`.
  void addScalar(mlir::AffineExpr symbol, mlir::Value scalar);

  /// True when every symbol of `expr` has a source or is a function of such
  /// symbols (Sym/IR/Functions.h).
  bool canCompute(mlir::AffineExpr expr) const;

  /// The value of `expr` as a 1-d i64 tensor of one element, or null.
  mlir::Value compute(onnx::ONNXBuilder &b, mlir::AffineExpr expr);

  /// All of `dims` as a 1-d i64 tensor, or null. Adjacent dimensions of one
  /// tensor are read by one Shape.
  mlir::Value computeShape(onnx::ONNXBuilder &b,
                           llvm::ArrayRef<mlir::AffineExpr> dims);

  /// Forgets what was computed since the last commit(), because the caller
  /// erases these operations.
  void rollBack();
  void commit() { recent.clear(); }

  /// Forgets in its destructor what was computed in a region.
  class Scope {
  public:
    explicit Scope(SymbolSources &symbols)
        : sources(symbols.sources), computed(symbols.computed) {}

  private:
    ScopedMap<mlir::AffineExpr, Source>::Scope sources;
    ScopedMap<mlir::AffineExpr, mlir::Value>::Scope computed;
  };

private:
  friend class Scope;

  bool canCompute(sym::CallAttr call) const;
  mlir::Value compute(onnx::ONNXBuilder &b, mlir::Attribute number);

  ScopedMap<mlir::AffineExpr, Source> sources;
  ScopedMap<mlir::AffineExpr, mlir::Value> computed;
  /// The keys added since commit().
  llvm::SmallVector<mlir::AffineExpr> recent;
};

/// x to the power of y >= 0, by squaring: exact if the result fits into 63
/// bits, unlike runtimes, which compute powers in floating point.
mlir::Value buildIntegerPower(onnx::ONNXBuilder &b, mlir::Value x,
                              mlir::Value y);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_SYMBOLSOURCES_H
