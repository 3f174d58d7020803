//===- TorchDialect.h - The torch dialect -----------------------*- C++ -*-===//
//
// Includes what TableGen makes of TorchDialect.td: the dialect, its attributes,
// its type and its few operations.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_IR_TORCHDIALECT_H
#define TORCH_ONNX_DIALECT_TORCH_IR_TORCHDIALECT_H

#include "torch-onnx/Dialect/Torch/IR/Schema.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h.inc"

namespace torch_onnx::torch {
/// A string attribute of an operator without a lowering: why torch-decompose
/// left it. A phrase that completes "no lowering to ONNX; ...".
inline constexpr llvm::StringLiteral notDecomposedAttrName =
    "torch.not_decomposed";

/// A string attribute of an operator with complex values: why
/// torch-legalize-complex left it. Empty where the reason is another operator
/// that it left.
inline constexpr llvm::StringLiteral notLegalizedAttrName =
    "torch.not_legalized";

namespace detail {
/// A name with what it was resolved to when the attribute was made.
struct TargetAttrStorage final : mlir::AttributeStorage {
  using KeyTy = std::tuple<llvm::StringRef>;

  TargetAttrStorage(llvm::StringRef name, const Schema *schema)
      : name(name), schema(schema) {}

  KeyTy getAsKey() const { return KeyTy(name); }
  bool operator==(const KeyTy &key) const { return key == getAsKey(); }
  static llvm::hash_code hashKey(const KeyTy &key) {
    return llvm::hash_value(std::get<0>(key));
  }
  static TargetAttrStorage *
  construct(mlir::AttributeStorageAllocator &allocator, const KeyTy &key);

  llvm::StringRef name;
  const Schema *schema;
};
} // namespace detail
} // namespace torch_onnx::torch

#define GET_ATTRDEF_CLASSES
#include "torch-onnx/Dialect/Torch/IR/TorchAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "torch-onnx/Dialect/Torch/IR/TorchTypes.h.inc"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/Torch/IR/TorchOps.h.inc"

#endif // TORCH_ONNX_DIALECT_TORCH_IR_TORCHDIALECT_H
