//===- AllOps.td - Every onnx operator ---------------------*- tablegen -*-===//
//
// All families at once, for the test that compares the definitions with the
// schemas of ONNX. No code is generated from it.
//
//===----------------------------------------------------------------------===//

include "torch-onnx/Dialect/ONNX/IR/ActivationOps.td"
include "torch-onnx/Dialect/ONNX/IR/AttentionOps.td"
include "torch-onnx/Dialect/ONNX/IR/ControlOps.td"
include "torch-onnx/Dialect/ONNX/IR/CoreOps.td"
include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.td"
include "torch-onnx/Dialect/ONNX/IR/FftOps.td"
include "torch-onnx/Dialect/ONNX/IR/ImageOps.td"
include "torch-onnx/Dialect/ONNX/IR/IndexOps.td"
include "torch-onnx/Dialect/ONNX/IR/LinearOps.td"
include "torch-onnx/Dialect/ONNX/IR/LogicalOps.td"
include "torch-onnx/Dialect/ONNX/IR/NNOps.td"
include "torch-onnx/Dialect/ONNX/IR/QuantOps.td"
include "torch-onnx/Dialect/ONNX/IR/RandomOps.td"
include "torch-onnx/Dialect/ONNX/IR/RecurrentOps.td"
include "torch-onnx/Dialect/ONNX/IR/ReduceOps.td"
include "torch-onnx/Dialect/ONNX/IR/SequenceOps.td"
include "torch-onnx/Dialect/ONNX/IR/StringOps.td"
include "torch-onnx/Dialect/ONNX/IR/TensorOps.td"
