//===- TorchDialect.h - The torch dialect -----------------------*- C++ -*-===//
//
// Includes the code that TableGen generates from TorchDialect.td: the dialect,
// its attributes, its type and its operations.
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
/// A string attribute of an operator without a lowering: the reason why
/// torch-decompose did not replace it. The text completes "no lowering to ONNX;
/// ...".
inline constexpr llvm::StringLiteral notDecomposedAttrName =
    "torch.not_decomposed";

/// A string attribute of an operator with complex values: the reason why
/// torch-legalize-complex did not replace it. Empty if the reason is another
/// operator that it did not replace.
inline constexpr llvm::StringLiteral notLegalizedAttrName =
    "torch.not_legalized";

namespace detail {
/// A name and its resolution when the attribute was created.
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
