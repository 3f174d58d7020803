// Largest and least elements, NaN before all others.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// Runtimes pass by NaN, so it is looked for.
// CHECK-LABEL: func.func @max
// CHECK: onnx.ReduceMax(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Min(%arg0, {{.*}})
// CHECK: onnx.ReduceSum({{.*}}, %{{.*}}) {keepdims = 0 : i64}
func.func @max(%x: tensor<2x3xf32> {onnx.value = dense<[[35.0, 43.75, 40.0], [33.75, 15.0, 47.5]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<47.5> : tensor<f32>}) {
  %0 = torch.aten.max.default(%x) : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @max_integers
// CHECK: onnx.ReduceMax(%arg0, {{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
func.func @max_integers(%x: tensor<2x3xi64> {onnx.value = dense<[[-9223372036854775807, 9223372036854775807, -9223372036854775808], [-8, 9223372036854775806, -2]]> : tensor<2x3xi64>})
    -> (tensor<i64> {onnx.expected = dense<9223372036854775807> : tensor<i64>}) {
  %0 = torch.aten.max.default(%x) : (tensor<2x3xi64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// CHECK-LABEL: func.func @min
// CHECK: onnx.ReduceMax({{.*}}, %{{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: onnx.Greater(
func.func @min(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[11.25, 42.5, 25.0], [-12.5, -30.0, 36.25]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<-30.0> : tensor<f32>}) {
  %0 = torch.aten.min.default(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @aminmax
// CHECK: onnx.ReduceMin(%arg0, {{.*}}) : {{.*}} -> tensor<2x1xi32>
// CHECK: onnx.ReduceMax(%arg0, {{.*}}) : {{.*}} -> tensor<2x1xi32>
func.func @aminmax(%x: tensor<2x3xi32> {onnx.value = dense<[[2147483646, 7, 2147483647], [3, -2147483647, -2147483648]]> : tensor<2x3xi32>})
    -> (tensor<2x1xi32> {onnx.expected = dense<[[7], [-2147483648]]> : tensor<2x1xi32>},
        tensor<2x1xi32> {onnx.expected = dense<[[2147483647], [3]]> : tensor<2x1xi32>}) {
  %0:2 = torch.aten.aminmax.default(%x, dim=-1, keepdim=true) : (tensor<2x3xi32>) -> (tensor<2x1xi32>, tensor<2x1xi32>)
  return %0#0, %0#1 : tensor<2x1xi32>, tensor<2x1xi32>
}

// -----

// CHECK-LABEL: func.func @aminmax_all
// CHECK: onnx.ReduceMin(%arg0, {{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i32>
// CHECK: onnx.ReduceMax(%arg0, {{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i32>
func.func @aminmax_all(%x: tensor<2x3xi32> {onnx.value = dense<[[-2147483647, 1, 0], [2147483647, -2147483648, 2147483646]]> : tensor<2x3xi32>})
    -> (tensor<i32> {onnx.expected = dense<-2147483648> : tensor<i32>},
        tensor<i32> {onnx.expected = dense<2147483647> : tensor<i32>}) {
  %0:2 = torch.aten.aminmax.default(%x) : (tensor<2x3xi32>) -> (tensor<i32>, tensor<i32>)
  return %0#0, %0#1 : tensor<i32>, tensor<i32>
}

// -----

// CHECK-LABEL: func.func @aminmax_private
// CHECK: %[[V0:.*]] = onnx.ReduceMin(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<0x7F800000> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Max(%arg0, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.ReduceSum(%[[V2]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V4:.*]] = onnx.Min(%[[V0]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.ReduceMax(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V6:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Min(%arg0, %[[V6]])
// CHECK: %[[V8:.*]] = onnx.ReduceSum(%[[V7]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V9:.*]] = onnx.Max(%[[V5]], %[[V8]])
// CHECK: return %[[V4]], %[[V9]] : tensor<f32>, tensor<f32>
func.func @aminmax_private(%x: tensor<2x3xf32>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = torch.aten._aminmax.default(%x) : (tensor<2x3xf32>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}
