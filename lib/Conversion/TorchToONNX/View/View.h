//===- View.h - Lowerings from the operator table ---------------*- C++ -*-===//
//
// Lowerings for operators without one of their own.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_VIEW_H
#define TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_VIEW_H

#include "Lowering.h"

namespace torch_onnx {

/// The lowering of a copy, a conversion, or a view that keeps the order of the
/// elements, permutes dimensions, expands or splits; null for other operators.
const LoweringFn *findMovingLowering(const torch::Schema *schema);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_VIEW_H
