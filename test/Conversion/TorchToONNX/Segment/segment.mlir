// Reductions over runs of slices.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

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
func.func @sum(%x: tensor<6x2xf32> {onnx.value = dense<[[1.5, -1.25], [1.75, -1.5], [1.25, -2.0], [-0.75, 0.75], [2.0, -2.0], [2.0, -0.75]]> : tensor<6x2xf32>},
               %lengths: tensor<3xi64> {onnx.value = dense<[2, 0, 4]> : tensor<3xi64>})
    -> (tensor<3x2xf32> {onnx.expected = dense<[[3.25, -2.75], [0.0, 0.0], [4.5, -4.0]]> : tensor<3x2xf32>}) {
  %0 = torch.aten.segment_reduce.default(%x, "sum", lengths=%lengths) : (tensor<6x2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// Nothing has the initial mean.
// CHECK-LABEL: func.func @mean
// CHECK: onnx.Slice
// CHECK: onnx.Cast({{.*}}) {to = i64}
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.ScatterElements({{.*}}, {{.*}}, %arg0) {reduction = "add"}
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.Where
func.func @mean(%x: tensor<6xf32> {onnx.value = dense<[-1.5, -0.5, -1.75, -1.25, 1.0, -1.5]> : tensor<6xf32>},
                %offsets: tensor<4xi64> {onnx.value = dense<[0, 2, 2, 6]> : tensor<4xi64>})
    -> (tensor<3xf32> {onnx.expected = dense<[-0.75, 0.5, -0.75]> : tensor<3xf32>}) {
  %0 = torch.aten.segment_reduce.default(%x, "mean", offsets=%offsets, initial=0.5) : (tensor<6xf32>, tensor<4xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
