//===- LegalizePairs.h - Lowering of tensors of pairs -----------*- C++ -*-===//
//
// The walk of torch-legalize-complex and torch-legalize-float4, in program
// order. Both replace operators on pairs of numbers by operators on numbers. An
// operator that cannot be replaced is kept, with the reason; the conversion
// reports all such operators.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_LEGALIZEPAIRS_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_LEGALIZEPAIRS_H

#include "torch-onnx/Dialect/Sym/IR/Ranges.h"
#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace torch_onnx::torch {

class LegalizePairs {
protected:
  /// The words of the errors "a function with KIND" and "expected EXPECTED,
  /// found FOUND".
  LegalizePairs(llvm::StringRef kind, llvm::StringRef expected,
                llvm::StringRef found)
      : kind(kind), expected(expected), found(found) {}
  virtual ~LegalizePairs() = default;

  /// Returns false after an error.
  bool legalizeModule(mlir::ModuleOp module);
  void legalizeOperator(OperatorOp op);

  virtual bool isPairs(mlir::Type type) const = 0;
  /// Whether an operator uses pairs that its types do not show.
  virtual bool usesPairs(mlir::Operation *op) const = 0;
  /// Whether a value is a result of a kept operator.
  virtual bool isKept(mlir::Value value) const = 0;
  /// The same bytes as numbers; null for other kinds of attributes.
  virtual mlir::ElementsAttr getNumbers(mlir::ElementsAttr pairs) const = 0;
  /// Changes the type of a value whose producer gives numbers from now on: an
  /// argument, a constant, a result of a branch or a loop.
  virtual void convert(mlir::Value value) = 0;
  /// Converts the operands of a branch, a loop or a terminator, unless
  /// convert() has changed all uses.
  virtual void convertOperands(mlir::Operation *op) {}
  /// Whether a branch or a loop can be converted; emits an error if not.
  virtual bool checkControlFlow(mlir::Operation *op) { return true; }
  /// Replaces the results of an operator. On failure, returns the reason.
  virtual std::optional<std::string> rewrite(OperatorOp op,
                                             const sym::Ranges &ranges) = 0;
  /// Forgets the values of a function.
  virtual void clear() = 0;

private:
  bool hasPairs(mlir::Operation *op) const;
  bool legalizeFunction(mlir::func::FuncOp func);
  bool legalizeBlock(mlir::Block &block);
  bool legalizeControlFlow(mlir::Operation *op);
  void convertAll(mlir::ValueRange values);

  llvm::StringRef kind, expected, found;
  mlir::ModuleOp module;
  std::optional<sym::Ranges> ranges;
  llvm::SmallVector<OperatorOp> replaced;
};

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_LEGALIZEPAIRS_H
