// Sorting and searching.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// NaN is the largest number, which TopK does not say.
// CHECK-LABEL: func.func @topk
// CHECK: %[[KEYS:.*]] = onnx.Where(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<3x8xi1>, tensor<f64>, tensor<3x8xf64>)
// CHECK: %{{.*}}, %[[INDICES:.*]] = onnx.TopK(%[[KEYS]], %{{.*}}) {axis = 1 : i64
// CHECK: onnx.GatherElements(%arg0, %[[INDICES]]) {axis = 1 : i64}
func.func @topk(%x: tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi64>) {
  %0:2 = torch.aten.topk.default(%x, 2) : (tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi64>)
  return %0#0, %0#1 : tensor<3x2xf32>, tensor<3x2xi64>
}

// -----

// NaN is behind everything, so the comparison is negated.
// CHECK-LABEL: func.func @bucketize
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]]) : {{.*}} -> tensor<3x1xf32>
// CHECK: %[[V2:.*]] = onnx.GreaterOrEqual(%arg1, %[[V1]]) : {{.*}} -> tensor<3x5xi1>
// CHECK: %[[V3:.*]] = onnx.Not(%[[V2]]) : {{.*}} -> tensor<3x5xi1>
// CHECK: %[[V4:.*]] = onnx.Cast(%[[V3]]) {to = i64} : {{.*}} -> tensor<3x5xi64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.ReduceSum(%[[V4]], %[[V5]]) {keepdims = 0 : i64} : {{.*}} -> tensor<3xi64>
// CHECK: return %[[V6]] : tensor<3xi64>
func.func @bucketize(%x: tensor<3xf32>, %e: tensor<5xf32>) -> tensor<3xi64> {
  %0 = torch.aten.bucketize.Tensor(%x, %e) : (tensor<3xf32>, tensor<5xf32>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @nonzero
// CHECK: %[[V0:.*]] = onnx.NonZero(%arg0) : {{.*}} -> tensor<2x?xi64, #sym.dims<u0>>
// CHECK: %[[V1:.*]] = onnx.Transpose(%[[V0]]) {perm = array<i64: 1, 0>} : {{.*}} -> tensor<?x2xi64, #sym.dims<u0>>
// CHECK: return %[[V1]] : tensor<?x2xi64, #sym.dims<u0>>
func.func @nonzero(%x: tensor<3x4xf32>) -> tensor<?x2xi64, #sym.dims<u0>> {
  %0 = torch.aten.nonzero.default(%x) : (tensor<3x4xf32>) -> tensor<?x2xi64, #sym.dims<u0>>
  return %0 : tensor<?x2xi64, #sym.dims<u0>>
}

// -----

// Runs of equal elements are counted in order. NaN is a run by itself, the first
// of the longest runs counts, and of its positions the last.
// CHECK-LABEL: func.func @mode
// CHECK: %{{.*}}, %[[ORDER:.*]] = onnx.TopK({{.*}}largest = 0
// CHECK: %[[SORTED:.*]] = onnx.GatherElements(%arg0, %[[ORDER]])
// CHECK: %[[SAME:.*]] = onnx.Equal({{.*}} -> tensor<3x7xi1>
// CHECK: %[[GROUP:.*]] = onnx.CumSum({{.*}} -> tensor<3x8xi64>
// CHECK: %[[COUNTS:.*]] = onnx.ScatterElements(%{{.*}}, %[[GROUP]], %{{.*}}) {axis = 1 : i64, reduction = "add"}
// CHECK: %[[COUNT:.*]] = onnx.GatherElements(%[[COUNTS]], %[[GROUP]])
// CHECK: %[[FIRST:.*]] = onnx.ArgMax(%[[COUNT]])
// CHECK: %[[POSITION:.*]] = onnx.GatherElements(%[[ORDER]], %[[FIRST]])
// CHECK: %[[VALUE:.*]] = onnx.GatherElements(%arg0, %[[POSITION]])
// CHECK: %[[NAN:.*]] = onnx.IsNaN(%[[VALUE]])
// CHECK: %[[LAST:.*]] = onnx.ArgMax({{.*}}select_last_index = 1
// CHECK: onnx.Where(%[[NAN]], %[[POSITION]], %[[LAST]])
func.func @mode(%x: tensor<3x8xf32>) -> (tensor<3xf32>, tensor<3xi64>) {
  %0:2 = torch.aten.mode.default(%x) : (tensor<3x8xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @one
// CHECK: %[[ZERO:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: return %arg0, %[[ZERO]]
func.func @one(%x: tensor<f32>) -> (tensor<f32>, tensor<i64>) {
  %0:2 = torch.aten.mode.default(%x) : (tensor<f32>) -> (tensor<f32>, tensor<i64>)
  return %0#0, %0#1 : tensor<f32>, tensor<i64>
}

// -----

// NaN is the largest number, above infinity: so keys are of double precision.
// CHECK-LABEL: func.func @sort
// CHECK: %[[NAN:.*]] = onnx.IsNaN(%arg0)
// CHECK: %[[WIDE:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[FINITE:.*]] = onnx.Min(%[[WIDE]],
// CHECK: %[[KEYS:.*]] = onnx.Where(%[[NAN]], %{{.*}}, %[[FINITE]])
// CHECK: %{{.*}}, %[[ORDER:.*]] = onnx.TopK(%[[KEYS]]
// CHECK: %[[VALUES:.*]] = onnx.GatherElements(%arg0, %[[ORDER]])
// CHECK: return %[[VALUES]], %[[ORDER]]
func.func @sort(%x: tensor<3x8xf32>) -> (tensor<3x8xf32>, tensor<3x8xi64>) {
  %0:2 = torch.aten.sort.default(%x) : (tensor<3x8xf32>) -> (tensor<3x8xf32>, tensor<3x8xi64>)
  return %0#0, %0#1 : tensor<3x8xf32>, tensor<3x8xi64>
}

// -----

// Integers are their own keys.
// CHECK-LABEL: func.func @integers
// CHECK: %[[VALUES:.*]], %[[ORDER:.*]] = onnx.TopK(%arg0
// CHECK: return %[[VALUES]], %[[ORDER]]
func.func @integers(%x: tensor<3x8xi64>) -> (tensor<3x8xi64>, tensor<3x8xi64>) {
  %0:2 = torch.aten.sort.default(%x) : (tensor<3x8xi64>) -> (tensor<3x8xi64>, tensor<3x8xi64>)
  return %0#0, %0#1 : tensor<3x8xi64>, tensor<3x8xi64>
}

// -----

// CHECK-LABEL: func.func @kthvalue_symbolic
// CHECK: %[[V8:.*]] = onnx.IsNaN(%arg0)
// CHECK: %[[V9:.*]] = onnx.Constant dense<0x7FF0000000000000> : tensor<f64>
// CHECK: %[[V5:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V6:.*]] = onnx.Constant dense<1.000000e+300> : tensor<f64>
// CHECK: %[[V7:.*]] = onnx.Min(%[[V5]], %[[V6]])
// CHECK: %[[V10:.*]] = onnx.Where(%[[V8]], %[[V9]], %[[V7]])
// CHECK: %[[V0:.*]] = onnx.Shape(%arg0)
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Squeeze(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Unsqueeze(%[[V2]], %[[V3]])
// CHECK: %Values, %Indices = onnx.TopK(%[[V10]], %[[V4]]) {axis = 0 : i64, largest = 0 : i64} : (tensor<?xf64, #sym.dims<n>>, tensor<1xi64>) -> (tensor<?xf64, #sym.dims<n>>, tensor<?xi64, #sym.dims<n>>)
// CHECK: %[[V11:.*]] = onnx.GatherElements(%arg0, %Indices)
// CHECK: %[[V12:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V13:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V14:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V15:.*]] = onnx.NoValue()
// CHECK: %[[V16:.*]] = onnx.Slice(%[[V11]], %[[V12]], %[[V13]], %[[V14]], %[[V15]])
// CHECK: %[[V17:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V18:.*]] = onnx.Squeeze(%[[V16]], %[[V17]])
// CHECK: %[[V19:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V20:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V21:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V22:.*]] = onnx.NoValue()
// CHECK: %[[V23:.*]] = onnx.Slice(%Indices, %[[V19]], %[[V20]], %[[V21]], %[[V22]])
// CHECK: %[[V24:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V25:.*]] = onnx.Squeeze(%[[V23]], %[[V24]])
// CHECK: return %[[V18]], %[[V25]] : tensor<f32>, tensor<i64>
func.func @kthvalue_symbolic(%x: tensor<?xf32, #sym.dims<n>>) -> (tensor<f32>, tensor<i64>) {
  %n = torch.aten.sym_size.int(%x, 0) : (tensor<?xf32, #sym.dims<n>>) -> i64
  %0:2 = torch.aten.kthvalue.default(%x, %n) : (tensor<?xf32, #sym.dims<n>>, i64) -> (tensor<f32>, tensor<i64>)
  return %0#0, %0#1 : tensor<f32>, tensor<i64>
}
