// Integers are added and multiplied in their own dtype.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @cumulative_x
// CHECK: onnx.Slice(%arg1, {{.*}})
// CHECK: onnx.Cast({{.*}}) {to = i64}
// CHECK: onnx.CumSum
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @cumulative_x(%y: tensor<4xui8> {onnx.value = dense<[250, 10, 3, 7]> : tensor<4xui8>},
                        %x: tensor<4xui8> {onnx.value = dense<[5, 3, 200, 255]> : tensor<4xui8>})
    -> (tensor<3xf32> {onnx.expected = dense<[124.0, 124.5, 143.5]> : tensor<3xf32>}) {
  %0 = torch.aten.cumulative_trapezoid.x(%y, %x) : (tensor<4xui8>, tensor<4xui8>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @trapezoid_dx
// CHECK: onnx.Cast(%arg0) {to = i64}
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.Slice(%arg0, {{.*}})
// CHECK: onnx.Cast({{.*}}) {to = i8}
func.func @trapezoid_dx(%y: tensor<4xi8> {onnx.value = dense<[100, 127, -128, 3]> : tensor<4xi8>})
    -> (tensor<f32> {onnx.expected = dense<50.5> : tensor<f32>}) {
  %0 = torch.aten.trapezoid.dx(%y) : (tensor<4xi8>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Floats are summed up in double precision, as by cumsum.
// CHECK-LABEL: func.func @cumulative_float
// CHECK: onnx.Slice
// CHECK: onnx.Cast({{.*}}) {to = f64}
// CHECK: onnx.CumSum
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @cumulative_float(%y: tensor<4xf32> {onnx.value = dense<[0.5, -1.0, 0.75, 0.25]> : tensor<4xf32>},
                            %x: tensor<4xf32> {onnx.value = dense<[0.25, -0.25, 0.25, 0.5]> : tensor<4xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0.125, 0.0625, 0.1875]> : tensor<3xf32>}) {
  %0 = torch.aten.cumulative_trapezoid.x(%y, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
