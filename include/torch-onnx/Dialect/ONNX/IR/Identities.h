//===- Identities.h - Operations that give an operand back ------*- C++ -*-===//
//
// Which operations change nothing, by their types and by the values of constant
// operands. `fold` of the operations asks here, and so does onnx-simplify,
// which also reads constants from files.
//
// What is given back is so bit by bit. For floats that excludes x + 0.0, as
// -0.0 + 0.0 is 0.0; x - 0.0 and x + (-0.0) are exact.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_IDENTITIES_H
#define TORCH_ONNX_DIALECT_ONNX_IR_IDENTITIES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace torch_onnx::onnx {

/// Values of constants: of those in memory; weights in files are not read.
class ConstantReader {
public:
  virtual ~ConstantReader() = default;

  /// The elements of a constant; null for any other value, and for what is not
  /// read.
  virtual mlir::DenseElementsAttr getElements(mlir::Value value) const;

  /// The elements of a constant of signless integers, sign-extended; nothing if
  /// there are more than a few thousand.
  std::optional<llvm::SmallVector<int64_t>> getInts(mlir::Value value) const;
  /// Axes in [0, rank) of a constant that may count from the end.
  std::optional<llvm::SmallVector<int64_t>> getAxes(mlir::Value value,
                                                    int64_t rank) const;
  /// The one number that all elements of a constant are; floats in double.
  /// Nothing for integers that a double cannot hold.
  std::optional<double> getSplat(mlir::Value value) const;
};

/// The one number that all elements are; floats in double. Nothing for 64-bit
/// integers that a double cannot hold, for complex numbers, and for elements
/// that differ.
std::optional<double> getSplatNumber(mlir::DenseElementsAttr elements);

/// Every dimension of the ranked tensor is a number or an expression.
bool hasKnownDims(mlir::Type type);
/// Equal types that prove equal shapes.
bool isSameKnownType(mlir::Type a, mlir::Type b);

/// Operand `kept` of a binary operator if it has the type of the result and the
/// other one is neutral and does not broadcast it; null otherwise.
mlir::Value getUnlessNeutral(mlir::Operation *op, unsigned kept,
                             llvm::function_ref<bool(mlir::Value)> isNeutral);

/// The value that the first result of `op` is bit by bit, and has the type of;
/// null if there is none.
mlir::Value getIdentity(mlir::Operation *op, const ConstantReader &constants);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_IR_IDENTITIES_H
