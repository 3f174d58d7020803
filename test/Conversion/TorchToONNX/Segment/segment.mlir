// Reductions over runs of slices.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// The number of begins at or before a slice is the place of its segment. What
// is outside of all has a place before and one behind.
// CHECK-LABEL: func.func @sum
// CHECK: %[[ZEROS:.*]] = onnx.Constant dense<0.000000e+00> : tensor<5x2xf32>
// CHECK: %[[ENDS:.*]] = onnx.CumSum(%arg1
// CHECK: %[[OFFSETS:.*]] = onnx.Pad(%[[ENDS]],
// CHECK: %[[SLICES:.*]] = onnx.Constant dense<[0, 1, 2, 3, 4, 5]>
// CHECK: %[[LATER:.*]] = onnx.Greater({{.*}} -> tensor<6x4xi1>
// CHECK: %[[BEGUN:.*]] = onnx.Not(%[[LATER]])
// CHECK: %[[SEGMENT:.*]] = onnx.ReduceSum({{.*}} -> tensor<6xi64>
// CHECK: %[[INDEX:.*]] = onnx.Expand({{.*}} -> tensor<6x2xi64>
// CHECK: %[[ALL:.*]] = onnx.ScatterElements(%[[ZEROS]], %[[INDEX]], %arg0) {{.*}}reduction = "add"
// CHECK: %[[RESULT:.*]] = onnx.Slice(%[[ALL]]
// CHECK: return %[[RESULT]]
func.func @sum(%x: tensor<6x2xf32>, %lengths: tensor<3xi64>) -> tensor<3x2xf32> {
  %0 = torch.aten.segment_reduce.default(%x, "sum", lengths=%lengths) : (tensor<6x2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// Nothing has the initial mean.
// CHECK-LABEL: func.func @mean
// CHECK: %[[V20:.*]] = onnx.Slice(%arg1, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : {{.*}} -> tensor<3xi64>
// CHECK: %[[V25:.*]] = onnx.Slice(%arg1, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : {{.*}} -> tensor<3xi64>
// CHECK: %[[V26:.*]] = onnx.Sub(%[[V20]], %[[V25]]) : {{.*}} -> tensor<3xi64>
// CHECK: %[[V29:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V30:.*]] = onnx.Equal(%[[V26]], %[[V29]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V9:.*]] = onnx.Constant dense<5.000000e-01> : tensor<5xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1, 2, 3, 4, 5]> : tensor<6xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%[[V0]], %[[V1]]) : {{.*}} -> tensor<6x1xi64>
// CHECK: %[[V3:.*]] = onnx.Greater(%arg1, %[[V2]]) : {{.*}} -> tensor<6x4xi1>
// CHECK: %[[V4:.*]] = onnx.Not(%[[V3]]) : {{.*}} -> tensor<6x4xi1>
// CHECK: %[[V5:.*]] = onnx.Cast(%[[V4]]) {to = i64} : {{.*}} -> tensor<6x4xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.ReduceSum(%[[V5]], %[[V6]]) {keepdims = 0 : i64} : {{.*}} -> tensor<6xi64>
// CHECK: %[[V10:.*]] = onnx.ScatterElements(%[[V9]], %[[V7]], %arg0) {reduction = "add"} : {{.*}} -> tensor<5xf32>
// CHECK: %[[V15:.*]] = onnx.Slice(%[[V10]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V27:.*]] = onnx.Cast(%[[V26]]) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V28:.*]] = onnx.Div(%[[V15]], %[[V27]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V31:.*]] = onnx.Where(%[[V30]], %[[V15]], %[[V28]]) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V31]] : tensor<3xf32>
func.func @mean(%x: tensor<6xf32>, %offsets: tensor<4xi64>) -> tensor<3xf32> {
  %0 = torch.aten.segment_reduce.default(%x, "mean", offsets=%offsets, initial=0.5) : (tensor<6xf32>, tensor<4xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
