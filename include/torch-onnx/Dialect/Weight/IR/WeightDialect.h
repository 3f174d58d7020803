//===- WeightDialect.h - Weights that stay in their file --------*- C++ -*-===//
//
// The attributes of the weight dialect and the sizes of their elements.
// Reader.h reads elements, Views.h transposes and slices weights, WeightStore.h
// opens the files.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_WEIGHT_IR_WEIGHTDIALECT_H
#define TORCH_ONNX_DIALECT_WEIGHT_IR_WEIGHTDIALECT_H

#include "torch-onnx/Arithmetic/Shapes.h"

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"

#include <memory>
#include <optional>

namespace torch_onnx::weight {

class WeightStore;

/// The operation of an ExprAttr.
enum class ExprKind : uint32_t {
  Add,
  Sub,
  Mul,
  Div,
  Cast,
  Concat,
  Reshape,
  Unpack
};

/// The keyword of the textual form, such as "add".
llvm::StringRef stringifyExprKind(ExprKind kind);

using arithmetic::getCheckedByteSize;
using arithmetic::getElementByteWidth;
using arithmetic::getNumElements;

namespace detail {
/// Returns one stride for each dimension. Strides that do not affect addresses
/// become those of row-major order. A wrong number of strides is returned
/// unchanged; the verifier reports it.
llvm::SmallVector<int64_t> canonicalizeStrides(mlir::RankedTensorType type,
                                               llvm::ArrayRef<int64_t> strides);
} // namespace detail

} // namespace torch_onnx::weight

#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "torch-onnx/Dialect/Weight/IR/WeightAttrs.h.inc"

#endif // TORCH_ONNX_DIALECT_WEIGHT_IR_WEIGHTDIALECT_H
