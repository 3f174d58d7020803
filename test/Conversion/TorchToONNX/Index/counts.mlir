// Numbers of occurrences, and indices that are repeated as often.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @bincount
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMax(%arg0, %[[V0]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Add(%[[V1]], %[[V2]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Max(%[[V3]], %[[V4]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Expand(%[[V6]], %[[V5]]) : {{.*}} -> tensor<?xi64, #sym.dims<u0>>
// CHECK: %[[V9:.*]] = onnx.Constant dense<1> : tensor<6xi64>
// CHECK: %[[V10:.*]] = onnx.ScatterElements(%[[V7]], %arg0, %[[V9]]) {reduction = "add"} : {{.*}} -> tensor<?xi64, #sym.dims<u0>>
// CHECK: %[[V8:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: return %[[V10]] : tensor<?xi64, #sym.dims<u0>>
func.func @bincount(%x: tensor<6xi64>) -> tensor<?xi64, #sym.dims<u0>> {
  %0 = torch.aten.bincount.default(%x, minlength=3) : (tensor<6xi64>) -> tensor<?xi64, #sym.dims<u0>>
  return %0 : tensor<?xi64, #sym.dims<u0>>
}

// -----

// CHECK-LABEL: func.func @bincount_weights
// CHECK: %[[V5:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i64} : {{.*}} -> tensor<4xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceMax(%[[V0]], %[[V1]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Add(%[[V2]], %[[V3]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Expand(%[[V5]], %[[V4]]) : {{.*}} -> tensor<?xf32, #sym.dims<u0>>
// CHECK: %[[V7:.*]] = onnx.ScatterElements(%[[V6]], %[[V0]], %arg1) {reduction = "add"} : {{.*}} -> tensor<?xf32, #sym.dims<u0>>
// CHECK: return %[[V7]] : tensor<?xf32, #sym.dims<u0>>
func.func @bincount_weights(%x: tensor<4xi32>, %y: tensor<4xf32>) -> tensor<?xf32, #sym.dims<u0>> {
  %0 = torch.aten.bincount.default(%x, %y) : (tensor<4xi32>, tensor<4xf32>) -> tensor<?xf32, #sym.dims<u0>>
  return %0 : tensor<?xf32, #sym.dims<u0>>
}

// -----

// Ones are put where the elements end; their sums are the indices.
// CHECK-LABEL: func.func @repeat_interleave
// CHECK: %[[V4:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V0:.*]] = onnx.Constant dense<6> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V5:.*]] = onnx.Add(%[[V0]], %[[V3]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Expand(%[[V4]], %[[V5]]) : {{.*}} -> tensor<7xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V2:.*]] = onnx.CumSum(%arg0, %[[V1]]) : {{.*}} -> tensor<4xi64>
// CHECK: %[[V7:.*]] = onnx.Shape(%[[V2]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.Expand(%[[V3]], %[[V7]]) : {{.*}} -> tensor<4xi64>
// CHECK: %[[V9:.*]] = onnx.ScatterElements(%[[V6]], %[[V2]], %[[V8]]) {reduction = "add"} : {{.*}} -> tensor<7xi64>
// CHECK: %[[V10:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V11:.*]] = onnx.CumSum(%[[V9]], %[[V10]]) : {{.*}} -> tensor<7xi64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V13:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V14:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V16:.*]] = onnx.Slice(%[[V11]], %[[V12]], %[[V13]], %[[V14]], %{{.*}}) : {{.*}} -> tensor<6xi64>
// CHECK: return %[[V16]] : tensor<6xi64>
func.func @repeat_interleave(%x: tensor<4xi64>) -> tensor<6xi64> {
  %0 = torch.aten.repeat_interleave.Tensor(%x, output_size=6) : (tensor<4xi64>) -> tensor<6xi64>
  return %0 : tensor<6xi64>
}

// -----

// CHECK-LABEL: func.func @repeat_interleave_unknown
// CHECK: %[[V5:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceSum(%arg0, %[[V0]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V6:.*]] = onnx.Add(%[[V1]], %[[V4]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Expand(%[[V5]], %[[V6]]) : {{.*}} -> tensor<?xi64, #sym.dims<u0 + 1>>
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.CumSum(%arg0, %[[V2]]) : {{.*}} -> tensor<4xi64>
// CHECK: %[[V8:.*]] = onnx.Shape(%[[V3]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V9:.*]] = onnx.Expand(%[[V4]], %[[V8]]) : {{.*}} -> tensor<4xi64>
// CHECK: %[[V10:.*]] = onnx.ScatterElements(%[[V7]], %[[V3]], %[[V9]]) {reduction = "add"} : {{.*}} -> tensor<?xi64, #sym.dims<u0 + 1>>
// CHECK: %[[V11:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V12:.*]] = onnx.CumSum(%[[V10]], %[[V11]]) : {{.*}} -> tensor<?xi64, #sym.dims<u0 + 1>>
// CHECK: %[[V13:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V14:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V15:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V17:.*]] = onnx.Slice(%[[V12]], %[[V13]], %[[V14]], %[[V15]], %{{.*}}) : {{.*}} -> tensor<?xi64, #sym.dims<u0>>
// CHECK: return %[[V17]] : tensor<?xi64, #sym.dims<u0>>
func.func @repeat_interleave_unknown(%x: tensor<4xi64>) -> tensor<?xi64, #sym.dims<u0>> {
  %0 = torch.aten.repeat_interleave.Tensor(%x) : (tensor<4xi64>) -> tensor<?xi64, #sym.dims<u0>>
  return %0 : tensor<?xi64, #sym.dims<u0>>
}

// -----

// The least number of counts is one that only the run knows.
// CHECK-LABEL: func.func @bincount_count
// CHECK: %[[MORE:.*]] = onnx.Add(
// CHECK: %[[LEAST:.*]] = onnx.Unsqueeze(%arg1, %{{.*}}) : {{.*}} -> tensor<1xi64>
// CHECK: %[[SIZE:.*]] = onnx.Max(%[[MORE]], %[[LEAST]])
// CHECK: %[[START:.*]] = onnx.Expand(%{{.*}}, %[[SIZE]]) : {{.*}} -> tensor<?xi64, #sym.dims<u0>>
// CHECK: %[[Y:.*]] = onnx.ScatterElements(%[[START]], %arg0, %{{.*}}) {reduction = "add"}
// CHECK: return %[[Y]]
func.func @bincount_count(%x: tensor<6xi64>, %n: i64) -> tensor<?xi64, #sym.dims<u0>> {
  %0 = torch.aten.bincount.default(%x, minlength=%n) : (tensor<6xi64>, i64) -> tensor<?xi64, #sym.dims<u0>>
  return %0 : tensor<?xi64, #sym.dims<u0>>
}

// -----

// CHECK-LABEL: func.func @bincount_of_nothing_count
// CHECK: %[[SIZE:.*]] = onnx.Unsqueeze(%arg1, %{{.*}})
// CHECK: %[[Y:.*]] = onnx.Expand(%{{.*}}, %[[SIZE]]) : {{.*}} -> tensor<?xi64, #sym.dims<u0>>
// CHECK: return %[[Y]]
func.func @bincount_of_nothing_count(%x: tensor<0xi64>, %n: i64) -> tensor<?xi64, #sym.dims<u0>> {
  %0 = torch.aten.bincount.default(%x, minlength=%n) : (tensor<0xi64>, i64) -> tensor<?xi64, #sym.dims<u0>>
  return %0 : tensor<?xi64, #sym.dims<u0>>
}
