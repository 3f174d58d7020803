// Values with leading dimensions of size 1, which ATen's fake kernels accept. `x[i] = y` of Python
// removes them before the call.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @put_with_leading_dimension
// CHECK: onnx.Squeeze(%arg2, {{.*}}) : (tensor<1x2xf32>
// CHECK: onnx.ScatterND
func.func @put_with_leading_dimension(%x: tensor<3xf32>,
                                      %y: tensor<2xi64>,
                                      %z: tensor<1x2xf32>)
    -> (tensor<3xf32>) {
  %0 = torch.aten.index_put.default(%x, [%y], %z) : (tensor<3xf32>, tensor<2xi64>, tensor<1x2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// A mask without dimensions selects the whole tensor, or nothing.
// CHECK-LABEL: func.func @put_if
// CHECK: onnx.Where
// CHECK-NOT: onnx.ScatterND
func.func @put_if(%x: tensor<2x2xf32>,
                  %y: tensor<i1>,
                  %z: tensor<1x1x2xf32>)
    -> (tensor<2x2xf32>) {
  %0 = torch.aten.index_put.default(%x, [%y], %z) : (tensor<2x2xf32>, tensor<i1>, tensor<1x1x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
