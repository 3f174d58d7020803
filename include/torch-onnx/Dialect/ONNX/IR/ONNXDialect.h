//===- ONNXDialect.h - The onnx dialect and its types -----------*- C++ -*-===//
//
// The dialect and the types !onnx.str, !onnx.seq<T> and !onnx.opt<T>. Operators
// are in one header for each family: <Family>Ops.h.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_ONNXDIALECT_H
#define TORCH_ONNX_DIALECT_ONNX_IR_ONNXDIALECT_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/Types.h"

#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/ONNXTypes.h.inc"

#endif // TORCH_ONNX_DIALECT_ONNX_IR_ONNXDIALECT_H
