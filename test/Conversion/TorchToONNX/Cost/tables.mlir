// No lowering writes a table of positions into the model that can be counted
// when it runs. (Constants of more than 100 different elements are printed as
// one string, which must not be there.)
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s --implicit-check-not='dense<"0x'

// CHECK-LABEL: func.func @unfold
// CHECK: onnx.Range
// CHECK: onnx.Gather
func.func @unfold(%x: tensor<100000xf32>) -> tensor<49951x100xf32> {
  %0 = torch.aten.unfold.default(%x, dimension=0, size=100, step=2) : (tensor<100000xf32>) -> tensor<49951x100xf32>
  return %0 : tensor<49951x100xf32>
}

// -----

// CHECK-LABEL: func.func @unfold_dynamic
// CHECK: %[[STARTS:.*]] = onnx.Range
// CHECK: %[[COLUMN:.*]] = onnx.Unsqueeze(%{{.*}})
// CHECK: %[[OFFSETS:.*]] = onnx.Constant dense<[0, 1, 2]>
// CHECK: %[[WINDOWS:.*]] = onnx.Add(%[[COLUMN]], %[[OFFSETS]])
// CHECK: %[[GATHERED:.*]] = onnx.Gather(%arg0, %[[WINDOWS]]) {axis = 1 : i64}
func.func @unfold_dynamic(%x: tensor<2x?xf32, #sym.dims<n>>) -> tensor<2x?x3xf32, #sym.dims<(n - 3) floordiv 2 + 1>> {
  %0 = torch.aten.unfold.default(%x, dimension=1, size=3, step=2) : (tensor<2x?xf32, #sym.dims<n>>) -> tensor<2x?x3xf32, #sym.dims<(n - 3) floordiv 2 + 1>>
  return %0 : tensor<2x?x3xf32, #sym.dims<(n - 3) floordiv 2 + 1>>
}

// -----

// CHECK-LABEL: func.func @diagonal
// CHECK: onnx.Range
func.func @diagonal(%x: tensor<100000x100000xf32>) -> tensor<99999xf32> {
  %0 = torch.aten.diagonal.default(%x, offset=1) : (tensor<100000x100000xf32>) -> tensor<99999xf32>
  return %0 : tensor<99999xf32>
}

// -----

// The shorter one of rows and columns, less the offset.
// CHECK-LABEL: func.func @diagonal_dynamic
// CHECK: onnx.Min
// CHECK: %[[LENGTH:.*]] = onnx.Max
// CHECK: onnx.Range(%{{.*}}, %[[LENGTH]], %{{.*}})
// CHECK: onnx.Gather
func.func @diagonal_dynamic(%x: tensor<?x?xf32, #sym.dims<n, m>>) -> tensor<?xf32, #sym.dims<d>> {
  %0 = torch.aten.diagonal.default(%x, offset=-2) : (tensor<?x?xf32, #sym.dims<n, m>>) -> tensor<?xf32, #sym.dims<d>>
  return %0 : tensor<?xf32, #sym.dims<d>>
}

// -----

// CHECK-LABEL: func.func @diagonal_scatter
// CHECK: onnx.ScatterElements
func.func @diagonal_scatter(%x: tensor<5000x5000xf32>, %y: tensor<5000xf32>) -> tensor<5000x5000xf32> {
  %0 = torch.aten.diagonal_scatter.default(%x, %y) : (tensor<5000x5000xf32>, tensor<5000xf32>) -> tensor<5000x5000xf32>
  return %0 : tensor<5000x5000xf32>
}

// -----

// CHECK-LABEL: func.func @slice_scatter
// CHECK: onnx.Range
// CHECK: onnx.ScatterElements
func.func @slice_scatter(%x: tensor<100000xf32>, %y: tensor<50000xf32>) -> tensor<100000xf32> {
  %0 = torch.aten.slice_scatter.default(%x, %y, step=2) : (tensor<100000xf32>, tensor<50000xf32>) -> tensor<100000xf32>
  return %0 : tensor<100000xf32>
}

// -----

// CHECK-LABEL: func.func @as_strided
// CHECK: onnx.Range
// CHECK: onnx.Gather
func.func @as_strided(%x: tensor<100000xf32>) -> tensor<50000x2xf32> {
  %0 = torch.aten.as_strided.default(%x, size=[50000, 2], stride=[1, 3]) : (tensor<100000xf32>) -> tensor<50000x2xf32>
  return %0 : tensor<50000x2xf32>
}

// -----

// Rows are repeated as often as they have elements, not compared with columns.
// CHECK-LABEL: func.func @tril_indices
// CHECK: onnx.CumSum
// CHECK: onnx.ScatterElements({{.*}}) {reduction = "add"}
func.func @tril_indices() -> tensor<2x50005000xi64> {
  %0 = torch.aten.tril_indices.default(row=10000, col=10000) : () -> tensor<2x50005000xi64>
  return %0 : tensor<2x50005000xi64>
}

// -----

// CHECK-LABEL: func.func @pdist
// CHECK: onnx.CumSum
// CHECK: onnx.Sub
func.func @pdist(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<(n * n - n) floordiv 2>> {
  %0 = torch.aten.pdist.default(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<(n * n - n) floordiv 2>>
  return %0 : tensor<?xf32, #sym.dims<(n * n - n) floordiv 2>>
}

// -----

// CHECK-LABEL: func.func @combinations
// CHECK: onnx.CumSum
func.func @combinations(%x: tensor<1000xf32>) -> tensor<499500x2xf32> {
  %0 = torch.aten.combinations.default(%x) : (tensor<1000xf32>) -> tensor<499500x2xf32>
  return %0 : tensor<499500x2xf32>
}

// -----

// CHECK-LABEL: func.func @repeat_interleave
// CHECK: onnx.CumSum
// CHECK: onnx.ScatterElements({{.*}}) {reduction = "add"}
// CHECK: onnx.CumSum
func.func @repeat_interleave(%x: tensor<1000xf32>, %n: tensor<1000xi64>) -> tensor<?xf32, #sym.dims<u>> {
  %0 = torch.aten.repeat_interleave.self_Tensor(%x, %n) : (tensor<1000xf32>, tensor<1000xi64>) -> tensor<?xf32, #sym.dims<u>>
  return %0 : tensor<?xf32, #sym.dims<u>>
}

// -----

// CHECK-LABEL: func.func @adaptive_avg_pool
// CHECK: onnx.Range
// CHECK: onnx.Where
// CHECK: onnx.ReduceSum
// CHECK: onnx.Div
func.func @adaptive_avg_pool(%x: tensor<1x1x100000xf32>) -> tensor<1x1x999xf32> {
  %0 = torch.aten.adaptive_avg_pool1d.default(%x, output_size=[999]) : (tensor<1x1x100000xf32>) -> tensor<1x1x999xf32>
  return %0 : tensor<1x1x999xf32>
}

// -----

// CHECK-LABEL: func.func @adaptive_max_pool
// CHECK: onnx.Range
// CHECK: onnx.ReduceMax
// CHECK: onnx.ReduceMax
// CHECK: onnx.ArgMax
// CHECK: onnx.ArgMax
func.func @adaptive_max_pool(%x: tensor<1x1x500x?xf32, #sym.dims<w>>) -> (tensor<1x1x7x9xf32>, tensor<1x1x7x9xi64>) {
  %0:2 = torch.aten.adaptive_max_pool2d.default(%x, output_size=[7, 9]) : (tensor<1x1x500x?xf32, #sym.dims<w>>) -> (tensor<1x1x7x9xf32>, tensor<1x1x7x9xi64>)
  return %0#0, %0#1 : tensor<1x1x7x9xf32>, tensor<1x1x7x9xi64>
}

// -----

// Many elements are searched by halves.
// CHECK-LABEL: func.func @searchsorted
// CHECK: onnx.Loop(
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %{{.*}}: tensor<i1>, %[[BEGIN:.*]]: tensor<9xi64>, %[[END:.*]]: tensor<9xi64>):
// CHECK: onnx.Less(%[[BEGIN]], %[[END]])
// CHECK: onnx.Gather(%arg0
// CHECK: onnx.GreaterOrEqual
func.func @searchsorted(%x: tensor<1000xf32>, %y: tensor<9xf32>) -> tensor<9xi64> {
  %0 = torch.aten.searchsorted.Tensor(%x, %y) : (tensor<1000xf32>, tensor<9xf32>) -> tensor<9xi64>
  return %0 : tensor<9xi64>
}

// -----

// Few are compared all at once.
// CHECK-LABEL: func.func @few
// CHECK-NOT: onnx.Loop
// CHECK: return
func.func @few(%x: tensor<10xf32>, %y: tensor<9xf32>) -> tensor<9xi64> {
  %0 = torch.aten.searchsorted.Tensor(%x, %y) : (tensor<10xf32>, tensor<9xf32>) -> tensor<9xi64>
  return %0 : tensor<9xi64>
}

// -----

// CHECK-LABEL: func.func @multi_margin_loss
// CHECK: onnx.Range
func.func @multi_margin_loss(%x: tensor<2x?xf32, #sym.dims<n>>, %t: tensor<2xi64>) -> tensor<f32> {
  %0 = torch.aten.multi_margin_loss.default(%x, %t) : (tensor<2x?xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @im2col
// CHECK: onnx.Range
func.func @im2col(%x: tensor<1x1x8x100000xf32>) -> tensor<1x9x599988xf32> {
  %0 = torch.aten.im2col.default(%x, [3, 3], [1, 1], [0, 0], [1, 1]) : (tensor<1x1x8x100000xf32>) -> tensor<1x9x599988xf32>
  return %0 : tensor<1x9x599988xf32>
}
