//===- SymbolSources.h - Sizes at run time ----------------------*- C++ -*-===//
//
// Knows for every symbol of the program where its value can be read at run
// time - a dimension of some tensor, or a number - and computes dimension
// expressions from there. Built while the lowering walks in program order, so
// that what it knows always dominates the place where it is used.
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
  /// Learns from the dimensions of a tensor that dominates all that follows.
  /// A dimension `c*s + k` of a symbol not met before is a source of `s` too.
  void addTensor(mlir::Value tensor);

  /// `scalar` (0-d i64 tensor) is the value of `symbol`.
  void addScalar(mlir::AffineExpr symbol, mlir::Value scalar);

  /// True when every symbol of `expr` has a source, or is a function of symbols
  /// that have (Sym/IR/Functions.h).
  bool canCompute(mlir::AffineExpr expr) const;

  /// The value of `expr` as a 1-d i64 tensor of one element, or null.
  mlir::Value compute(onnx::ONNXBuilder &b, mlir::AffineExpr expr);

  /// All of `dims` as a 1-d i64 tensor, or null. Neighbours that come from
  /// neighbouring dimensions of one tensor are read at once.
  mlir::Value computeShape(onnx::ONNXBuilder &b,
                           llvm::ArrayRef<mlir::AffineExpr> dims);

  /// Forgets what was computed since the last commit(), whose operations are
  /// to be erased.
  void rollBack();
  void commit() { recent.clear(); }

  /// Forgets what was computed inside of a region when it is left.
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
  /// The keys that are new since commit().
  llvm::SmallVector<mlir::AffineExpr> recent;
};

/// x to the power of y >= 0, bit by bit of y: exact as far as the result has 63
/// bits, which the powers of a runtime that go through floats are not.
mlir::Value buildIntegerPower(onnx::ONNXBuilder &b, mlir::Value x,
                              mlir::Value y);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_SYMBOLSOURCES_H
