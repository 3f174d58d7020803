//===- WeightDialect.h - Weights that stay in their file --------*- C++ -*-===//
//
// The attributes of the weight dialect and the sizes of their elements.
// Reader.h reads elements, Views.h makes transposed and sliced weights,
// WeightStore.h knows the files.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_WEIGHT_IR_WEIGHTDIALECT_H
#define TORCH_ONNX_DIALECT_WEIGHT_IR_WEIGHTDIALECT_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"

#include <memory>
#include <optional>

namespace torch_onnx::weight {

class WeightStore;

/// What an ExprAttr computes.
enum class ExprKind : uint32_t { Add, Sub, Mul, Div, Cast, Concat };

/// The keyword of the textual form, "add" and so on.
llvm::StringRef stringifyExprKind(ExprKind kind);

/// Bytes of one element in a file and in ONNX's raw_data: 1 for i1, the width
/// in bytes for integers of 8 to 64 bits, floats of 8 to 64 bits and complex
/// numbers of them. 0 for every other type (index, i4, strings, ...).
int64_t getElementByteWidth(mlir::Type elementType);

/// Elements of a static shape; nothing when it is dynamic or the number of
/// elements overflows. A shape with a 0 has no elements, whatever else it has.
std::optional<int64_t> getNumElements(llvm::ArrayRef<int64_t> shape);

/// Bytes of all elements; nothing when the shape is not static, the element
/// type has no byte width, or the number overflows.
std::optional<int64_t> getCheckedByteSize(mlir::ShapedType type);

namespace detail {
/// One stride for each dimension, those that address nothing set to what
/// row-major order would have. Wrong numbers of strides pass through, for the
/// verifier to find.
llvm::SmallVector<int64_t> canonicalizeStrides(mlir::RankedTensorType type,
                                               llvm::ArrayRef<int64_t> strides);
} // namespace detail

} // namespace torch_onnx::weight

#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "torch-onnx/Dialect/Weight/IR/WeightAttrs.h.inc"

#endif // TORCH_ONNX_DIALECT_WEIGHT_IR_WEIGHTDIALECT_H
