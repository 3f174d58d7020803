//===- LibTorchArguments.h - Operations as plain data -----------*- C++ -*-===//
//
// Converts the arguments of an operation to the plain data of the LibTorch
// plug-in (LibTorch/Interface.h).
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_LIBTORCHARGUMENTS_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_LIBTORCHARGUMENTS_H

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Dialect/Torch/Transforms/LibTorchTypes.h"

#include <deque>
#include <vector>

namespace torch_onnx::torch {

/// The arguments of an operation. Owns the data that they point to.
class LibTorchArguments {
public:
  explicit LibTorchArguments(OperatorOp op) : op(op), schema(op.getSchema()) {}
  virtual ~LibTorchArguments() = default;

  /// Returns false, with the reason in `error`, if an argument has no plain
  /// form.
  bool build();
  llvm::ArrayRef<libtorch::Value> getArgs() const { return args; }

  std::string error;

protected:
  /// Subclasses define how tensors and symbolic numbers are represented.
  virtual bool addOperand(mlir::Value value, libtorch::Value &into) = 0;
  bool add(mlir::Attribute attr, ArgKind kind, libtorch::Value &into);

private:
  OperatorOp op;
  const Schema *schema;
  unsigned nextOperand = 0;
  std::vector<libtorch::Value> args;
  // A deque keeps the addresses of its elements.
  std::deque<std::vector<libtorch::Value>> lists;
};

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_LIBTORCHARGUMENTS_H
