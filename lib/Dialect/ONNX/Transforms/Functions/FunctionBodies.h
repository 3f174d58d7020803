//===- FunctionBodies.h - Shared contents of function calls -----*- C++ -*-===//
//
// Encodes a part of a graph as a list of words with everything that calls of a
// function share: operators, the kinds of their attributes, element types,
// ranks, and which value of the part each operand is. Parts with equal lists
// become calls of one function. The list has no sizes, no values from outside,
// and no values of attributes that can become attributes of the function. Used
// by onnx-outline-functions.
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

/// A call to be outlined.
struct Body {
  ModuleCalls *graph;
  ModuleCall *call;
  llvm::ArrayRef<mlir::Operation *> nodes;
  /// Uses of values from outside, in order.
  std::vector<mlir::OpOperand *> uses = {};
  /// The attributes whose values are not in the list of words, in order.
  struct AttributeUse {
    mlir::Operation *op;
    mlir::StringAttr name;
    mlir::Attribute value;
  };
  std::vector<AttributeUse> attributes = {};
};

/// Returns the list of words of a body and fills its uses of values and
/// attributes.
std::vector<uintptr_t> writeBody(Body &body);

/// A hash of everything that a node shares with its counterparts in other
/// calls.
size_t hashNode(mlir::Operation *op);

/// Attributes of a node, each with the attribute of the surrounding function
/// that it refers to.
using References =
    llvm::ArrayRef<std::pair<mlir::StringAttr, mlir::StringAttr>>;

/// Replaces a node by one whose attributes refer to attributes of the
/// surrounding function.
mlir::Operation *withReferences(mlir::OpBuilder &builder, mlir::Operation *op,
                                References references);

/// Replaces the references of an operation by their values in `values`.
/// References in `outer` become references to attributes of another function.
/// Returns the operation, which may be a new one.
mlir::Operation *bindReferences(mlir::OpBuilder &builder, mlir::Operation *op,
                                mlir::DictionaryAttr values,
                                mlir::DictionaryAttr outer);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_FUNCTIONBODIES_H
