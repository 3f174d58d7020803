//===- Identities.h - Operations that return an operand ---------*- C++ -*-===//
//
// Finds operations that return an operand unchanged, from their types and the
// values of constant operands. Used by `fold` of the operations and by
// onnx-simplify, which also reads constants from files.
//
// The result must equal the operand bit by bit. For floats this excludes x +
// 0.0, because -0.0 + 0.0 is 0.0; x - 0.0 and x + (-0.0) are exact.
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

/// Reads constants in memory, but not weights in files.
class ConstantReader {
public:
  virtual ~ConstantReader() = default;

  /// The elements of a constant; null for other values and for constants that
  /// are not read.
  virtual mlir::DenseElementsAttr getElements(mlir::Value value) const;

  /// The elements of a constant of signless integers, sign-extended; nullopt if
  /// there are more than a few thousand.
  std::optional<llvm::SmallVector<int64_t>> getInts(mlir::Value value) const;
  /// The axes in a constant, normalized to [0, rank).
  std::optional<llvm::SmallVector<int64_t>> getAxes(mlir::Value value,
                                                    int64_t rank) const;
  /// The value of a splat constant, floats as double. nullopt for integers that
  /// a double cannot represent.
  std::optional<double> getSplat(mlir::Value value) const;
};

/// The value of splat elements, floats as double. nullopt for 64-bit integers
/// that a double cannot represent, complex numbers and other elements.
std::optional<double> getSplatNumber(mlir::DenseElementsAttr elements);

/// True if every dimension of the ranked tensor is a number or an expression.
bool hasKnownDims(mlir::Type type);
/// True if the types are equal and prove equal shapes.
bool isSameKnownType(mlir::Type a, mlir::Type b);

/// Operand `kept` of a binary operator if it has the type of the result and the
/// other operand is neutral and does not broadcast it; null otherwise.
mlir::Value getUnlessNeutral(mlir::Operation *op, unsigned kept,
                             llvm::function_ref<bool(mlir::Value)> isNeutral);

/// The value that equals the first result of `op` bit by bit and has its type;
/// null if there is none.
mlir::Value getIdentity(mlir::Operation *op, const ConstantReader &constants);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_IR_IDENTITIES_H
