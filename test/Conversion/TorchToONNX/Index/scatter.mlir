// Writes by index.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @add
// CHECK: onnx.ScatterElements(%arg0, %arg1, %arg2) {axis = 1 : i64, reduction = "add"}
func.func @add(%x: tensor<3x4xf32> {onnx.value = dense<[[-1.25, 0.25, 1.75, 0.5], [-0.25, -0.75, 2.0, 1.0], [1.5, -1.5, -1.25, 0.0]]> : tensor<3x4xf32>},
               %i: tensor<3x2xi64> {onnx.value = dense<1> : tensor<3x2xi64>},
               %s: tensor<3x2xf32> {onnx.value = dense<[[-1.5, -2.0], [-1.0, -1.75], [0.75, 1.0]]> : tensor<3x2xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[-1.25, -3.25, 1.75, 0.5], [-0.25, -3.5, 2.0, 1.0], [1.5, 0.25, -1.25, 0.0]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.scatter_add.default(%x, 1, %i, %s) : (tensor<3x4xf32>, tensor<3x2xi64>, tensor<3x2xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// A source larger than its index.
// CHECK-LABEL: func.func @corner
// CHECK: onnx.Slice
// CHECK: onnx.ScatterElements
func.func @corner(%x: tensor<3x4xf32> {onnx.value = dense<[[-1.25, 0.25, 1.5, -1.0], [-0.75, 0.75, -1.25, -1.5], [0.5, -0.5, 2.0, -2.0]]> : tensor<3x4xf32>},
                  %i: tensor<3x2xi64> {onnx.value = dense<[[1, 0], [1, 1], [0, 0]]> : tensor<3x2xi64>},
                  %s: tensor<3x4xf32> {onnx.value = dense<[[-2.0, -0.25, -2.0, 1.75], [0.25, -1.5, -2.0, -1.0], [1.5, -0.75, -1.0, 0.5]]> : tensor<3x4xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[-0.25, -2.0, 1.5, -1.0], [-0.75, -1.5, -1.25, -1.5], [-0.75, -0.5, 2.0, -2.0]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.scatter.src(%x, 1, %i, %s) : (tensor<3x4xf32>, tensor<3x2xi64>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @slice
// CHECK: onnx.Slice
// CHECK: onnx.Slice
// CHECK: onnx.Concat{{.*}} {axis = 1 : i64}
func.func @slice(%x: tensor<3x8xf32> {onnx.value = dense<[[-0.5, 1.0, 1.5, -2.0, -1.5, 0.25, -0.5, -2.0], [1.25, 2.0, -0.5, -2.0, -2.0, -1.0, 0.25, 1.25], [-1.5, -0.5, -0.5, 1.5, -0.5, -0.75, -1.25, 2.0]]> : tensor<3x8xf32>},
                 %s: tensor<3x2xf32> {onnx.value = dense<[[-2.0, 2.0], [-1.5, 0.5], [1.25, 1.75]]> : tensor<3x2xf32>})
    -> (tensor<3x8xf32> {onnx.expected = dense<[[-0.5, 1.0, -2.0, 2.0, -1.5, 0.25, -0.5, -2.0], [1.25, 2.0, -1.5, 0.5, -2.0, -1.0, 0.25, 1.25], [-1.5, -0.5, 1.25, 1.75, -0.5, -0.75, -1.25, 2.0]]> : tensor<3x8xf32>}) {
  %0 = torch.aten.slice_scatter.default(%x, %s, 1, 2, 4) : (tensor<3x8xf32>, tensor<3x2xf32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}

// -----

// To the end of a dimension of constant size, from where only the run knows: there
// is nothing behind.
// CHECK-LABEL: func.func @slice_to_end
// CHECK: onnx.Slice
// CHECK-NOT: onnx.Slice
// CHECK: onnx.Concat(%{{.*}}, %arg1) {axis = 0 : i64}
func.func @slice_to_end(%x: tensor<16x3xf32> {onnx.value = dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0], [12.0, 13.0, 14.0], [15.0, 16.0, 17.0], [18.0, 19.0, 20.0], [21.0, 22.0, 23.0], [24.0, 25.0, 26.0], [27.0, 28.0, 29.0], [30.0, 31.0, 32.0], [33.0, 34.0, 35.0], [36.0, 37.0, 38.0], [39.0, 40.0, 41.0], [42.0, 43.0, 44.0], [45.0, 46.0, 47.0]]> : tensor<16x3xf32>},
                        %s: tensor<?x3xf32, #sym.dims<-u0 + 16>> {onnx.value = dense<1.0> : tensor<15x3xf32>},
                        %n: i64 {torch.exprs = #sym.dims<u0>, onnx.value = dense<1> : tensor<i64>})
    -> (tensor<16x3xf32> {onnx.expected = dense<[[0.0, 1.0, 2.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]> : tensor<16x3xf32>}) {
  %0 = torch.aten.slice_scatter.default(%x, %s, start=%n, end=9223372036854775807) : (tensor<16x3xf32>, tensor<?x3xf32, #sym.dims<-u0 + 16>>, i64) -> tensor<16x3xf32>
  return %0 : tensor<16x3xf32>
}

// -----

// The bounds may lie in any order: what is behind begins after the source.
// CHECK-LABEL: func.func @slice_of_any_order
// CHECK: onnx.Slice
// CHECK: %[[SIZE:.*]] = onnx.Shape(%arg1) {end = 1 : i64} : {{.*}} -> tensor<1xi64>
// CHECK: %[[END:.*]] = onnx.Add(%{{.*}}, %[[SIZE]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[BEHIND:.*]] = onnx.Slice(%arg0, %[[END]]
// CHECK: onnx.Concat(%{{.*}}, %arg1, %[[BEHIND]]) {axis = 0 : i64}
func.func @slice_of_any_order(%x: tensor<16x3xf32> {onnx.value = dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0], [12.0, 13.0, 14.0], [15.0, 16.0, 17.0], [18.0, 19.0, 20.0], [21.0, 22.0, 23.0], [24.0, 25.0, 26.0], [27.0, 28.0, 29.0], [30.0, 31.0, 32.0], [33.0, 34.0, 35.0], [36.0, 37.0, 38.0], [39.0, 40.0, 41.0], [42.0, 43.0, 44.0], [45.0, 46.0, 47.0]]> : tensor<16x3xf32>},
                              %s: tensor<?x3xf32, #sym.dims<u2>> {onnx.value = dense<1.0> : tensor<5x3xf32>},
                              %n: i64 {onnx.value = dense<-9> : tensor<i64>},
                              %m: i64 {onnx.value = dense<12> : tensor<i64>})
    -> (tensor<16x3xf32> {onnx.expected = dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0], [12.0, 13.0, 14.0], [15.0, 16.0, 17.0], [18.0, 19.0, 20.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [36.0, 37.0, 38.0], [39.0, 40.0, 41.0], [42.0, 43.0, 44.0], [45.0, 46.0, 47.0]]> : tensor<16x3xf32>}) {
  %0 = torch.aten.slice_scatter.default(%x, %s, start=%n, end=%m) : (tensor<16x3xf32>, tensor<?x3xf32, #sym.dims<u2>>, i64, i64) -> tensor<16x3xf32>
  return %0 : tensor<16x3xf32>
}

// -----

// A step that is a size.
// CHECK-LABEL: func.func @slice_step_of_size
// CHECK: %[[POSITIONS:.*]] = onnx.Slice
// CHECK: onnx.ScatterElements(%arg0, %{{.*}}, %arg1)
module attributes {sym.ranges = {n = array<i64: 0, 8>}} {
func.func @slice_step_of_size(%x: tensor<7xf32> {onnx.value = dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<7xf32>},
                              %s: tensor<?xf32, #sym.dims<s>> {onnx.value = dense<[-1.0, -2.0]> : tensor<2xf32>},
                              %y: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<0.0> : tensor<4xf32>},
                              %n: i64 {torch.exprs = #sym.dims<n>, onnx.value = dense<4> : tensor<i64>})
    -> (tensor<7xf32> {onnx.expected = dense<[0.0, -1.0, 2.0, 3.0, 4.0, -2.0, 6.0]> : tensor<7xf32>}) {
  %0 = torch.aten.slice_scatter.default(%x, %s, start=1, step=%n) : (tensor<7xf32>, tensor<?xf32, #sym.dims<s>>, i64) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
}

// -----

// A step far beyond the size.
// CHECK-LABEL: func.func @slice_large_step
func.func @slice_large_step(%x: tensor<3xf32> {onnx.value = dense<[0.0, 1.0, 2.0]> : tensor<3xf32>},
                              %s: tensor<1xf32> {onnx.value = dense<-1.0> : tensor<1xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0.0, -1.0, 2.0]> : tensor<3xf32>}) {
  %0 = torch.aten.slice_scatter.default(%x, %s, start=1, step=4611686018427387904) : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @select
// CHECK: onnx.Constant dense<{{.*}}[false], [true], [false]{{.*}}> : tensor<3x1xi1>
// CHECK: onnx.Where
func.func @select(%x: tensor<3x8xf32> {onnx.value = dense<[[1.5, -1.0, -1.75, 1.0, -0.25, 2.0, -1.25, -0.5], [-0.75, 1.0, 1.25, 0.5, -1.25, -1.5, 0.75, 1.0], [2.0, 1.25, 0.25, 0.0, -0.25, 1.0, 1.25, 0.75]]> : tensor<3x8xf32>},
                  %s: tensor<8xf32> {onnx.value = dense<[2.0, 0.75, 0.0, 1.0, -2.0, -2.0, 1.0, -1.5]> : tensor<8xf32>})
    -> (tensor<3x8xf32> {onnx.expected = dense<[[1.5, -1.0, -1.75, 1.0, -0.25, 2.0, -1.25, -0.5], [2.0, 0.75, 0.0, 1.0, -2.0, -2.0, 1.0, -1.5], [2.0, 1.25, 0.25, 0.0, -0.25, 1.0, 1.25, 0.75]]> : tensor<3x8xf32>}) {
  %0 = torch.aten.select_scatter.default(%x, %s, 0, -2) : (tensor<3x8xf32>, tensor<8xf32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}

// -----

// CHECK-LABEL: func.func @value
// CHECK: onnx.ScatterElements(%arg0, %arg1, {{.*}}) {axis = 1 : i64}
func.func @value(%x: tensor<3x4xf32> {onnx.value = dense<[[-0.0, 0xFF800000, 0.0, -2.5], [1.75, 0.5, 1.0e+38, -1.0e+38], [0x7F800000, 0.0, 0x7FC00000, -2.5]]> : tensor<3x4xf32>},
                 %y: tensor<3x2xi64> {onnx.value = dense<[[0, 0], [0, 1], [0, 1]]> : tensor<3x2xi64>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[0.5, 0xFF800000, 0.0, -2.5], [0.5, 0.5, 1.0e+38, -1.0e+38], [0.5, 0.5, 0x7FC00000, -2.5]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.scatter.value(%x, -1, %y, 0.5) : (tensor<3x4xf32>, tensor<3x2xi64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @value_dynamic
// CHECK: onnx.ScatterElements(%arg0, %arg1, {{.*}}) {axis = 1 : i64}
func.func @value_dynamic(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[2.5, 0x7FC00000, -0.0, 0x7F800000], [0.0, -3.25, 2.25, 0xFF800000]]> : tensor<2x4xf32>},
                         %y: tensor<?x1xi64, #sym.dims<n>> {onnx.value = dense<0> : tensor<2x1xi64>})
    -> (tensor<?x4xf32, #sym.dims<n>> {onnx.expected = dense<[[0.5, 0x7FC00000, -0.0, 0x7F800000], [0.5, -3.25, 2.25, 0xFF800000]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.scatter.value(%x, -1, %y, 0.5) : (tensor<?x4xf32, #sym.dims<n>>, tensor<?x1xi64, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @reduce
// CHECK: onnx.ScatterElements(%arg0, %arg1, %arg2) {reduction = "mul"}
func.func @reduce(%x: tensor<3x4xf32> {onnx.value = dense<[[0x7F800000, 0.5, 0.0, 1.0e+38], [0xFF800000, -3.25, 2.5, -0.0], [-1.0e+38, 0.5, 0x7FC00000, 2.25]]> : tensor<3x4xf32>},
                  %y: tensor<2x4xi64> {onnx.value = dense<[[1, 1, 1, 0], [0, 0, 1, 1]]> : tensor<2x4xi64>},
                  %z: tensor<2x4xf32> {onnx.value = dense<[[-1.5, -2.25, -0.0, 0.0], [-0.75, 0x7F800000, 0xFF800000, 0x7FC00000]]> : tensor<2x4xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[0xFF800000, 0x7F800000, 0.0, 0.0], [0x7F800000, 7.3125, 0x7FC00000, 0x7FC00000], [-1.0e+38, 0.5, 0x7FC00000, 2.25]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.scatter.reduce(%x, 0, %y, %z, reduce="multiply") : (tensor<3x4xf32>, tensor<2x4xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @value_reduce
// CHECK: onnx.ScatterElements(%arg0, %arg1, {{.*}}) {axis = 1 : i64, reduction = "add"}
func.func @value_reduce(%x: tensor<3x4xf32> {onnx.value = dense<[[1.0e+38, 0x7FC00000, 0.5, 2.5], [0.5, 0.0, -0.0, -3.25], [0x7F800000, -1.0e+38, 0xFF800000, 2.5]]> : tensor<3x4xf32>},
                        %y: tensor<3x2xi64> {onnx.value = dense<[[1, 1], [1, 1], [0, 0]]> : tensor<3x2xi64>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[1.0e+38, 0x7FC00000, 0.5, 2.5], [0.5, 4.0, -0.0, -3.25], [0x7F800000, -1.0e+38, 0xFF800000, 2.5]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.scatter.value_reduce(%x, 1, %y, 2.0, reduce="add") : (tensor<3x4xf32>, tensor<3x2xi64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @two
// CHECK: onnx.IsNaN(%arg0)
// CHECK: onnx.ScatterElements({{.*}}, %arg1, {{.*}}) {axis = 1 : i64, reduction = "max"}
// CHECK: onnx.ScatterElements(%arg0, %arg1, %arg2) {axis = 1 : i64, reduction = "max"}
func.func @two(%x: tensor<3x4xf32> {onnx.value = dense<[[1.0e+38, -0.0, 3.25, 0.5], [0x7FC00000, 0xFF800000, 0x7F800000, -3.0], [0.0, 1.5, -1.0e+38, 0.25]]> : tensor<3x4xf32>},
               %y: tensor<3x2xi64> {onnx.value = dense<[[3, 1], [2, 2], [1, 3]]> : tensor<3x2xi64>},
               %z: tensor<3x2xf32> {onnx.value = dense<[[-2.5, 0xFF800000], [0x7F800000, 0x7FC00000], [-0.0, 0.75]]> : tensor<3x2xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[1.0e+38, -0.0, 3.25, 0.5], [0x7FC00000, 0xFF800000, 0x7FC00000, -3.0], [0.0, 1.5, -1.0e+38, 0.75]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.scatter_reduce.two(%x, 1, %y, %z, "amax") : (tensor<3x4xf32>, tensor<3x2xi64>, tensor<3x2xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// What was there does not count: zero is written first, then sums are divided by
// counts.
// CHECK-LABEL: func.func @two_mean
// CHECK: onnx.ScatterElements(%arg0, %arg1, {{.*}}) {axis = 1 : i64}
// CHECK: onnx.ScatterElements({{.*}}, %arg1, %arg2) {axis = 1 : i64, reduction = "add"}
// CHECK: onnx.Max
// CHECK: onnx.Div
func.func @two_mean(%x: tensor<3x4xf32> {onnx.value = dense<[[1.25, -0.75, -0.75, 1.0], [-2.0, 2.0, 1.75, -2.0], [-0.25, -1.5, 0.25, -1.0]]> : tensor<3x4xf32>},
                    %y: tensor<3x2xi64> {onnx.value = dense<[[0, 0], [3, 1], [2, 2]]> : tensor<3x2xi64>},
                    %z: tensor<3x2xf32> {onnx.value = dense<[[1.0, 4.0], [5.0, 0x7FC00000], [3.0, 0x7F800000]]> : tensor<3x2xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[2.5, -0.75, -0.75, 1.0], [-2.0, 0x7FC00000, 1.75, 5.0], [-0.25, -1.5, 0x7F800000, -1.0]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.scatter_reduce.two(%x, 1, %y, %z, "mean", include_self=false) : (tensor<3x4xf32>, tensor<3x2xi64>, tensor<3x2xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// The kernel behind index_put, which programs call by its own name.
// CHECK-LABEL: func.func @index_put_impl
// CHECK: onnx.ScatterND(%arg0, %{{.*}}, %{{.*}}) {reduction = "add"}
func.func @index_put_impl(%x: tensor<5x2xf32> {onnx.value = dense<[[0.5, 1.0], [0.25, 1.75], [0.5, 0.5], [0.5, 0.75], [1.25, 1.25]]> : tensor<5x2xf32>},
                          %i: tensor<3xi64> {onnx.value = dense<[0, 0, 1]> : tensor<3xi64>},
                          %v: tensor<3x2xf32> {onnx.value = dense<[[-1.5, 0.0], [-1.25, 1.75], [-0.25, 1.75]]> : tensor<3x2xf32>})
    -> (tensor<5x2xf32> {onnx.expected = dense<[[-2.25, 2.75], [0.0, 3.5], [0.5, 0.5], [0.5, 0.75], [1.25, 1.25]]> : tensor<5x2xf32>}) {
  %0 = torch.aten._index_put_impl.default(%x, [%i], %v, true, true) : (tensor<5x2xf32>, tensor<3xi64>, tensor<3x2xf32>) -> tensor<5x2xf32>
  return %0 : tensor<5x2xf32>
}
