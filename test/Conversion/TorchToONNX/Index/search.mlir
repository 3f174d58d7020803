// Sorting and searching.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// NaN is the largest number, which TopK does not say.
// CHECK-LABEL: func.func @topk
// CHECK: %[[KEYS:.*]] = onnx.Where(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<3x8xi1>, tensor<f64>, tensor<3x8xf64>)
// CHECK: %{{.*}}, %[[INDICES:.*]] = onnx.TopK(%[[KEYS]], %{{.*}}) {axis = 1 : i64
// CHECK: onnx.GatherElements(%arg0, %[[INDICES]]) {axis = 1 : i64}
func.func @topk(%x: tensor<3x8xf32> {onnx.value = dense<[[-1.5, -2.0, 0xFF800000, 1.0, 2.0, 1.25, 0.0, -0.5], [0.0, 0.75, 0x7FC00000, -0.75, -2.0, 0x7F800000, -1.5, -2.5], [1.25, 1.5, -1.25, -1.75, 2.0, 0.25, -2.0, 0.5]]> : tensor<3x8xf32>})
    -> (tensor<3x2xf32> {onnx.expected = dense<[[2.0, 1.25], [0x7FC00000, 0x7F800000], [2.0, 1.5]]> : tensor<3x2xf32>},
        tensor<3x2xi64> {onnx.expected = dense<[[4, 5], [2, 5], [4, 1]]> : tensor<3x2xi64>}) {
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
func.func @bucketize(%x: tensor<3xf32> {onnx.value = dense<[-1.75, 0x7FC00000, 0.25]> : tensor<3xf32>},
                     %e: tensor<5xf32> {onnx.value = dense<[-2.0, -1.75, -0.25, 0.25, 0.5]> : tensor<5xf32>})
    -> (tensor<3xi64> {onnx.expected = dense<[1, 5, 3]> : tensor<3xi64>}) {
  %0 = torch.aten.bucketize.Tensor(%x, %e) : (tensor<3xf32>, tensor<5xf32>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @nonzero
// CHECK: %[[V0:.*]] = onnx.NonZero(%arg0) : {{.*}} -> tensor<2x?xi64, #sym.dims<u0>>
// CHECK: %[[V1:.*]] = onnx.Transpose(%[[V0]]) {perm = array<i64: 1, 0>} : {{.*}} -> tensor<?x2xi64, #sym.dims<u0>>
// CHECK: return %[[V1]] : tensor<?x2xi64, #sym.dims<u0>>
func.func @nonzero(%x: tensor<3x4xf32> {onnx.value = dense<[[-1.25, -2.0, 0.0, -1.25], [-1.0, -0.75, -2.0, 2.0], [1.75, 0.25, -1.25, 1.75]]> : tensor<3x4xf32>})
    -> (tensor<?x2xi64, #sym.dims<u0>> {onnx.expected = dense<[[0, 0], [0, 1], [0, 3], [1, 0], [1, 1], [1, 2], [1, 3], [2, 0], [2, 1], [2, 2], [2, 3]]> : tensor<11x2xi64>}) {
  %0 = torch.aten.nonzero.default(%x) : (tensor<3x4xf32>) -> tensor<?x2xi64, #sym.dims<u0>>
  return %0 : tensor<?x2xi64, #sym.dims<u0>>
}

// -----

// Runs of equal elements are counted in order. NaN is a run by itself, the first
// of the longest runs counts, and of its positions the last.
// CHECK-LABEL: func.func @mode
// CHECK: onnx.TopK
// CHECK: onnx.GatherElements(%arg0, {{.*}})
// CHECK: onnx.CumSum
// CHECK: onnx.ScatterElements({{.*}}) {axis = 1 : i64, reduction = "add"}
// CHECK: onnx.ArgMax
// CHECK: onnx.IsNaN
func.func @mode(%x: tensor<3x8xf32> {onnx.value = dense<[[1.0, 2.0, 2.0, 1.0, 3.0, 4.0, 5.0, 6.0], [7.0, 7.0, 7.0, 1.0, 1.0, 1.0, 1.0, 0.0], [3.0, 2.0, 1.0, 0.0, -1.0, -2.0, -3.0, -4.0]]> : tensor<3x8xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[1.0, 1.0, -4.0]> : tensor<3xf32>},
        tensor<3xi64> {onnx.expected = dense<[3, 6, 7]> : tensor<3xi64>}) {
  %0:2 = torch.aten.mode.default(%x) : (tensor<3x8xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @one
// CHECK: %[[ZERO:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: return %arg0, %[[ZERO]]
func.func @one(%x: tensor<f32> {onnx.value = dense<-1.25> : tensor<f32>})
    -> (tensor<f32> {onnx.expected = dense<-1.25> : tensor<f32>}, tensor<i64> {onnx.expected = dense<0> : tensor<i64>}) {
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
func.func @sort(%x: tensor<3x8xf32> {onnx.value = dense<[[0.25, 0.5, -1.5, 0.5, -2.0, -2.0, 1.0, 1.5], [1.5, -0.25, -0.25, 2.0, -2.0, 1.75, -1.25, -1.75], [1.75, -0.75, 0.5, -1.75, -1.75, 1.75, 1.0, 1.5]]> : tensor<3x8xf32>})
    -> (tensor<3x8xf32> {onnx.expected = dense<[[-2.0, -2.0, -1.5, 0.25, 0.5, 0.5, 1.0, 1.5], [-2.0, -1.75, -1.25, -0.25, -0.25, 1.5, 1.75, 2.0], [-1.75, -1.75, -0.75, 0.5, 1.0, 1.5, 1.75, 1.75]]> : tensor<3x8xf32>},
        tensor<3x8xi64> {onnx.expected = dense<[[4, 5, 2, 0, 1, 3, 6, 7], [4, 7, 6, 1, 2, 0, 5, 3], [3, 4, 1, 2, 6, 7, 0, 5]]> : tensor<3x8xi64>}) {
  %0:2 = torch.aten.sort.default(%x) : (tensor<3x8xf32>) -> (tensor<3x8xf32>, tensor<3x8xi64>)
  return %0#0, %0#1 : tensor<3x8xf32>, tensor<3x8xi64>
}

// -----

// Integers are their own keys.
// CHECK-LABEL: func.func @integers
// CHECK: %[[VALUES:.*]], %[[ORDER:.*]] = onnx.TopK(%arg0
// CHECK: return %[[VALUES]], %[[ORDER]]
func.func @integers(%x: tensor<3x8xi64> {onnx.value = dense<[[1, 1, 0, 0, 1, 0, 0, 0], [1, 1, 1, 1, 1, 1, 1, 0], [1, 1, 0, 0, 0, 1, 0, 0]]> : tensor<3x8xi64>})
    -> (tensor<3x8xi64> {onnx.expected = dense<[[0, 0, 0, 0, 0, 1, 1, 1], [0, 1, 1, 1, 1, 1, 1, 1], [0, 0, 0, 0, 0, 1, 1, 1]]> : tensor<3x8xi64>},
        tensor<3x8xi64> {onnx.expected = dense<[[2, 3, 5, 6, 7, 0, 1, 4], [7, 0, 1, 2, 3, 4, 5, 6], [2, 3, 4, 6, 7, 0, 1, 5]]> : tensor<3x8xi64>}) {
  %0:2 = torch.aten.sort.default(%x) : (tensor<3x8xi64>) -> (tensor<3x8xi64>, tensor<3x8xi64>)
  return %0#0, %0#1 : tensor<3x8xi64>, tensor<3x8xi64>
}

// -----

// CHECK-LABEL: func.func @kthvalue_symbolic
// CHECK: onnx.IsNaN(%arg0)
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Min
// CHECK: onnx.Where
// CHECK: onnx.TopK({{.*}}) {axis = 0 : i64, largest = 0 : i64}
// CHECK: onnx.GatherElements
func.func @kthvalue_symbolic(%x: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<[2.0, -1.0, 5.0, 0.5]> : tensor<4xf32>})
    -> (tensor<f32> {onnx.expected = dense<5.0> : tensor<f32>}, tensor<i64> {onnx.expected = dense<2> : tensor<i64>}) {
  %n = torch.aten.sym_size.int(%x, 0) : (tensor<?xf32, #sym.dims<n>>) -> i64
  %0:2 = torch.aten.kthvalue.default(%x, %n) : (tensor<?xf32, #sym.dims<n>>, i64) -> (tensor<f32>, tensor<i64>)
  return %0#0, %0#1 : tensor<f32>, tensor<i64>
}

// -----

func.func @kthvalue_nan(%x: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<[2.0, 0x7FC00000, 0xFF800000]> : tensor<3xf32>})
    -> (tensor<f32> {onnx.expected = dense<0x7FC00000> : tensor<f32>},
        tensor<i64> {onnx.expected = dense<1> : tensor<i64>}) {
  %n = torch.aten.sym_size.int(%x, 0) : (tensor<?xf32, #sym.dims<n>>) -> i64
  %0:2 = torch.aten.kthvalue.default(%x, %n) : (tensor<?xf32, #sym.dims<n>>, i64) -> (tensor<f32>, tensor<i64>)
  return %0#0, %0#1 : tensor<f32>, tensor<i64>
}
