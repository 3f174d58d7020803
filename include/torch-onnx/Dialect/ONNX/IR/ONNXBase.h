//===- ONNXBase.h - Common includes of onnx operators -----------*- C++ -*-===//
//
// Included by the <Family>Ops.h headers; there is no reason to include it from
// anywhere else.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_ONNXBASE_H
#define TORCH_ONNX_DIALECT_ONNX_IR_ONNXBASE_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"

namespace torch_onnx::onnx {
/// Through this class type rules read operands and add results; see
/// TypeInference.h.
class TypeInference;
bool areCompatible(mlir::TypeRange inferred, mlir::TypeRange declared);
} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_IR_ONNXBASE_H
