//===- Float4.cpp - Operators on pairs of f4E2M1FN ------------------------===//
//
// See Float4.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Inference/Float4.h"

#include "torch-onnx/Arithmetic/Shapes.h"
#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

bool torch::movesFloat4Pairs(const Schema *schema) {
  return getElements(schema).isGiven() && !getTraits(schema).sums;
}

bool torch::isFloat4PairTensor(Type type) {
  return arithmetic::isFloat4Pair(getElementTypeOrSelf(type));
}

bool torch::hasFloat4Pairs(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isFloat4PairTensor) ||
         llvm::any_of(op->getResultTypes(), isFloat4PairTensor);
}
