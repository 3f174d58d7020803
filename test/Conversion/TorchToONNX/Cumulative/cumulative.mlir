// Running sums, products and extremes.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @cumsum
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.CumSum(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<2x3xf32>
func.func @cumsum(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.cumsum.default(%x, dim=-1) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @cumsum_bool
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V2:.*]] = onnx.CumSum(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<3xi64>
func.func @cumsum_bool(%x: tensor<3xi1>) -> tensor<3xi64> {
  %0 = torch.aten.cumsum.default(%x, dim=0) : (tensor<3xi1>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// All prefixes at once.
// CHECK-LABEL: func.func @cumprod
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1, 2]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.LessOrEqual(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Unsqueeze(%arg0, %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Where(%[[V3]], %[[V5]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V9:.*]] = onnx.ReduceProd(%[[V7]], %[[V8]]) {keepdims = 0 : i64}
// CHECK: return %[[V9]] : tensor<2x3xf32>
func.func @cumprod(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.cumprod.default(%x, dim=1) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @cummax
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1, 2]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.LessOrEqual(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Unsqueeze(%arg0, %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<-9223372036854775808> : tensor<i64>
// CHECK: %[[V7:.*]] = onnx.Where(%[[V3]], %[[V5]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V9:.*]] = onnx.ReduceMax(%[[V7]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Equal(%[[V5]], %[[V9]])
// CHECK: %[[V11:.*]] = onnx.And(%[[V10]], %[[V3]])
// CHECK: %[[V12:.*]] = onnx.Cast(%[[V11]]) {to = i32}
// CHECK: %[[V13:.*]] = onnx.ArgMax(%[[V12]]) {axis = 1 : i64, keepdims = 0 : i64, select_last_index = 1 : i64}
// CHECK: %[[V14:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V15:.*]] = onnx.Squeeze(%[[V9]], %[[V14]])
// CHECK: return %[[V15]], %[[V13]] : tensor<3xi64>, tensor<3xi64>
func.func @cummax(%x: tensor<3xi64>) -> (tensor<3xi64>, tensor<3xi64>) {
  %0:2 = torch.aten.cummax.default(%x, dim=0) : (tensor<3xi64>) -> (tensor<3xi64>, tensor<3xi64>)
  return %0#0, %0#1 : tensor<3xi64>, tensor<3xi64>
}

// -----

// The last NaN comes before all others. Its position tells the value.
// CHECK-LABEL: func.func @nan
// CHECK: %[[EXTREME:.*]] = onnx.ReduceMax
// CHECK: onnx.Equal(%[[VALUES:.*]], %[[EXTREME]])
// CHECK: %[[ONE:.*]] = onnx.Cast(%{{.*}}) {to = i32}
// CHECK: onnx.IsNaN(%[[VALUES]])
// CHECK: %[[TWO:.*]] = onnx.Constant dense<2> : tensor<i32>
// CHECK: %[[RANK:.*]] = onnx.Where(%{{.*}}, %[[TWO]], %[[ONE]])
// CHECK: %[[INDEX:.*]] = onnx.ArgMax(%[[RANK]])
// CHECK: %[[RESULT:.*]] = onnx.GatherElements(%arg0, %[[INDEX]])
// CHECK: return %[[RESULT]], %[[INDEX]]
func.func @nan(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xi64>) {
  %0:2 = torch.aten.cummax.default(%x, dim=0) : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi64>
}
