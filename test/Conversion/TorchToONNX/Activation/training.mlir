// What an activation gives the backward pass.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx | FileCheck %s

// CHECK-LABEL: func.func @buffer_of_the_cpu(
// CHECK: %[[ABS:.*]] = onnx.Abs(%arg0)
// CHECK: %[[NEG:.*]] = onnx.Neg(%[[ABS]])
// CHECK: %[[EXP:.*]] = onnx.Exp(%[[NEG]])
// CHECK: return %{{.*}}, %[[EXP]]
func.func @buffer_of_the_cpu(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0:2 = torch.aten.log_sigmoid_forward.default(%x) : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @buffer_of_others(
// CHECK-NOT: onnx.Exp
// CHECK: tensor<0xf32>
func.func @buffer_of_others(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<0xf32>) {
  %0:2 = torch.aten.log_sigmoid_forward.default(%x) : (tensor<3xf32>) -> (tensor<3xf32>, tensor<0xf32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<0xf32>
}
