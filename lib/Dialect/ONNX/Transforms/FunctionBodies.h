//===- FunctionBodies.h - What calls of a function share --------*- C++ -*-===//
//
// A part of a graph as a list of words that says all that a function shares:
// operators, the kinds of their attributes, element types, ranks, and which
// value of the part each operand is. Parts with equal lists are calls of one
// function. In the list are neither sizes, nor values from outside, nor the
// values of attributes that can be attributes of the function. Used by
// onnx-outline-functions.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_FUNCTIONBODIES_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_FUNCTIONBODIES_H

#include "ModuleCalls.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

#include <cstdint>
#include <vector>

namespace torch_onnx::onnx {

/// A call that is to be outlined.
struct Body {
  ModuleCalls *graph;
  ModuleCall *call;
  llvm::ArrayRef<mlir::Operation *> nodes;
  /// Uses of values from outside, in order.
  std::vector<mlir::OpOperand *> uses = {};
  /// Attributes whose values are not in the list of words, in order.
  struct AttributeUse {
    mlir::Operation *op;
    mlir::StringAttr name;
    mlir::Attribute value;
  };
  std::vector<AttributeUse> attributes = {};
};

/// Writes a body down, and fills its uses of values and attributes.
std::vector<uintptr_t> writeBody(Body &body);

/// What a node has in common with the nodes in its place in other calls.
size_t hashNode(mlir::Operation *op);

/// Attributes of a node by name, and the attributes of the function around it
/// that their values are.
using References =
    llvm::ArrayRef<std::pair<mlir::StringAttr, mlir::StringAttr>>;

/// Replaces a node by one whose attributes have the values of attributes of the
/// function around it.
mlir::Operation *withReferences(mlir::OpBuilder &builder, mlir::Operation *op,
                                References references);

/// Gives the references of an operation the values that `values` has for them.
/// Those in `outer` become references to attributes of another function.
/// Returns the operation, which may be another one.
mlir::Operation *bindReferences(mlir::OpBuilder &builder, mlir::Operation *op,
                                mlir::DictionaryAttr values,
                                mlir::DictionaryAttr outer);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_FUNCTIONBODIES_H
