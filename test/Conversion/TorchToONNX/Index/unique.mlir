// Distinct elements and positions of those that are not 0.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @unique
// CHECK: onnx.Unique({{.*}}) : {{.*}} -> (tensor<?xi64, #sym.dims<u0>>, none, tensor<6xi64>, none)
func.func @unique(%x: tensor<2x3xi32> {onnx.value = dense<[[0, 2147483647, 2147483646], [-2147483648, -2147483647, -8]]> : tensor<2x3xi32>})
    -> (tensor<?xi32, #sym.dims<u0>> {onnx.expected = dense<[-2147483648, -2147483647, -8, 0, 2147483646, 2147483647]> : tensor<6xi32>},
        tensor<2x3xi64> {onnx.expected = dense<[[3, 5, 4], [0, 1, 2]]> : tensor<2x3xi64>}) {
  %0:2 = torch.aten._unique.default(%x, sorted=true, return_inverse=true) : (tensor<2x3xi32>) -> (tensor<?xi32, #sym.dims<u0>>, tensor<2x3xi64>)
  return %0#0, %0#1 : tensor<?xi32, #sym.dims<u0>>, tensor<2x3xi64>
}

// -----

// Floats are sorted, as each NaN is distinct: a run begins where an element
// differs from the one before it.
// CHECK-LABEL: func.func @unique2
// CHECK-NOT: onnx.Unique
// CHECK: onnx.IsNaN
// CHECK: onnx.TopK({{.*}}) {axis = 0 : i64, largest = 0 : i64}
// CHECK: onnx.GatherElements
// CHECK: onnx.NonZero
// CHECK: onnx.CumSum
// CHECK: onnx.ScatterElements
func.func @unique2(%x: tensor<2x3xf32> {onnx.value = dense<[[2.0, -1.0, 2.0], [0.5, -1.0, 2.0]]> : tensor<2x3xf32>})
    -> (tensor<?xf32, #sym.dims<u0>> {onnx.expected = dense<[-1.0, 0.5, 2.0]> : tensor<3xf32>},
        tensor<2x3xi64> {onnx.expected = dense<[[2, 0, 2], [1, 0, 2]]> : tensor<2x3xi64>},
        tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<[2, 1, 3]> : tensor<3xi64>}) {
  %0:3 = torch.aten._unique2.default(%x, sorted=true, return_inverse=true, return_counts=true) : (tensor<2x3xf32>) -> (tensor<?xf32, #sym.dims<u0>>, tensor<2x3xi64>, tensor<?xi64, #sym.dims<u0>>)
  return %0#0, %0#1, %0#2 : tensor<?xf32, #sym.dims<u0>>, tensor<2x3xi64>, tensor<?xi64, #sym.dims<u0>>
}

// -----

// What is not asked for is empty.
// CHECK-LABEL: func.func @unique2_counts
// CHECK: %[[Y:.*]], %{{.*}}, %{{.*}}, %[[COUNTS:.*]] = onnx.Unique(%arg0) : {{.*}} -> (tensor<?xi64, #sym.dims<u0>>, none, none, tensor<?xi64, #sym.dims<u0>>)
// CHECK: %[[NONE:.*]] = onnx.Constant dense<0> : tensor<0xi64>
// CHECK: return %[[Y]], %[[NONE]], %[[COUNTS]] : tensor<?xi64, #sym.dims<u0>>, tensor<0xi64>, tensor<?xi64, #sym.dims<u0>>
func.func @unique2_counts(%x: tensor<6xi64> {onnx.value = dense<[1, 1, 0, 0, 0, 1]> : tensor<6xi64>})
    -> (tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<[0, 1]> : tensor<2xi64>},
        tensor<0xi64> {onnx.expected = dense<> : tensor<0xi64>},
        tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<3> : tensor<2xi64>}) {
  %0:3 = torch.aten._unique2.default(%x, sorted=true, return_inverse=false, return_counts=true) : (tensor<6xi64>) -> (tensor<?xi64, #sym.dims<u0>>, tensor<0xi64>, tensor<?xi64, #sym.dims<u0>>)
  return %0#0, %0#1, %0#2 : tensor<?xi64, #sym.dims<u0>>, tensor<0xi64>, tensor<?xi64, #sym.dims<u0>>
}

// -----

// CHECK-LABEL: func.func @unique_dim
// CHECK: onnx.Unique(%arg0) {axis = 0 : i64} : {{.*}} -> (tensor<?x2xf32, #sym.dims<u0>>, none, tensor<3xi64>, tensor<?xi64, #sym.dims<u0>>)
func.func @unique_dim(%x: tensor<3x2xf32> {onnx.value = dense<[[0xFF800000, -2.25], [-0.0, 0x7F800000], [-2.0, 0x7FC00000]]> : tensor<3x2xf32>})
    -> (tensor<?x2xf32, #sym.dims<u0>> {onnx.expected = dense<[[0xFF800000, -2.25], [-2.0, 0x7FC00000], [-0.0, 0x7F800000]]> : tensor<3x2xf32>},
        tensor<3xi64> {onnx.expected = dense<[0, 2, 1]> : tensor<3xi64>},
        tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<1> : tensor<3xi64>}) {
  %0:3 = torch.aten.unique_dim.default(%x, dim=-2, sorted=true, return_inverse=true, return_counts=true) : (tensor<3x2xf32>) -> (tensor<?x2xf32, #sym.dims<u0>>, tensor<3xi64>, tensor<?xi64, #sym.dims<u0>>)
  return %0#0, %0#1, %0#2 : tensor<?x2xf32, #sym.dims<u0>>, tensor<3xi64>, tensor<?xi64, #sym.dims<u0>>
}

// -----

// A run begins where an element differs from the one before it.
// CHECK-LABEL: func.func @unique_consecutive
// CHECK: onnx.Slice
// CHECK: onnx.NonZero
// CHECK: onnx.Gather(%arg0, {{.*}})
// CHECK: onnx.Cast({{.*}}) {to = i64}
// CHECK: onnx.CumSum
func.func @unique_consecutive(%x: tensor<6xi64> {onnx.value = dense<[3, 3, 1, 3, 3, 3]> : tensor<6xi64>})
    -> (tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<[3, 1, 3]> : tensor<3xi64>},
        tensor<6xi64> {onnx.expected = dense<[0, 0, 1, 2, 2, 2]> : tensor<6xi64>},
        tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<[2, 1, 3]> : tensor<3xi64>}) {
  %0:3 = torch.aten.unique_consecutive.default(%x, return_inverse=true, return_counts=true) : (tensor<6xi64>) -> (tensor<?xi64, #sym.dims<u0>>, tensor<6xi64>, tensor<?xi64, #sym.dims<u0>>)
  return %0#0, %0#1, %0#2 : tensor<?xi64, #sym.dims<u0>>, tensor<6xi64>, tensor<?xi64, #sym.dims<u0>>
}

// -----

// Slices differ where any of their elements does.
// CHECK-LABEL: func.func @unique_consecutive_dim
// CHECK: onnx.Slice
// CHECK: onnx.Cast({{.*}}) {to = i32}
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Cast({{.*}}) {to = i1}
// CHECK: onnx.NonZero
// CHECK: onnx.CumSum
func.func @unique_consecutive_dim(%x: tensor<3x2xf32> {onnx.value = dense<[[1.0, 2.0], [1.0, 2.0], [1.0, 3.0]]> : tensor<3x2xf32>})
    -> (tensor<?x2xf32, #sym.dims<u0>> {onnx.expected = dense<[[1.0, 2.0], [1.0, 3.0]]> : tensor<2x2xf32>},
        tensor<3xi64> {onnx.expected = dense<[0, 0, 1]> : tensor<3xi64>},
        tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<[2, 1]> : tensor<2xi64>}) {
  %0:3 = torch.aten.unique_consecutive.default(%x, return_inverse=true, return_counts=true, dim=0) : (tensor<3x2xf32>) -> (tensor<?x2xf32, #sym.dims<u0>>, tensor<3xi64>, tensor<?xi64, #sym.dims<u0>>)
  return %0#0, %0#1, %0#2 : tensor<?x2xf32, #sym.dims<u0>>, tensor<3xi64>, tensor<?xi64, #sym.dims<u0>>
}

// -----

// CHECK-LABEL: func.func @unique_dim_consecutive
// CHECK: onnx.Equal({{.*}}) : {{.*}} -> tensor<2x2xi1>
// CHECK: onnx.ReduceMax({{.*}}, %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<2xi32>
// CHECK: onnx.NonZero({{.*}}) : {{.*}} -> tensor<1x?xi64, #sym.dims<u0>>
func.func @unique_dim_consecutive(%x: tensor<2x3xf32> {onnx.value = dense<[[2.625, -0.125, -0.625], [-0.0, 0.0, -1.25]]> : tensor<2x3xf32>})
    -> (tensor<2x?xf32, #sym.dims<u0>> {onnx.expected = dense<[[2.625, -0.125, -0.625], [-0.0, 0.0, -1.25]]> : tensor<2x3xf32>},
        tensor<3xi64> {onnx.expected = dense<[0, 1, 2]> : tensor<3xi64>},
        tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<1> : tensor<3xi64>}) {
  %0:3 = torch.aten.unique_dim_consecutive.default(%x, dim=1, return_inverse=true, return_counts=true) : (tensor<2x3xf32>) -> (tensor<2x?xf32, #sym.dims<u0>>, tensor<3xi64>, tensor<?xi64, #sym.dims<u0>>)
  return %0#0, %0#1, %0#2 : tensor<2x?xf32, #sym.dims<u0>>, tensor<3xi64>, tensor<?xi64, #sym.dims<u0>>
}

// -----

// A vector of positions for each dimension.
// CHECK-LABEL: func.func @nonzero_numpy
// CHECK: onnx.NonZero(%arg0) : {{.*}} -> tensor<2x?xi64, #sym.dims<u0>>
func.func @nonzero_numpy(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, -0.0, -2.75], [0x7F800000, 0xFF800000, -3.25]]> : tensor<2x3xf32>})
    -> (tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<[0, 0, 1, 1, 1]> : tensor<5xi64>},
        tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<[0, 2, 0, 1, 2]> : tensor<5xi64>}) {
  %0:2 = torch.aten.nonzero_numpy.default(%x) : (tensor<2x3xf32>) -> (tensor<?xi64, #sym.dims<u0>>, tensor<?xi64, #sym.dims<u0>>)
  return %0#0, %0#1 : tensor<?xi64, #sym.dims<u0>>, tensor<?xi64, #sym.dims<u0>>
}

// -----

// CHECK-LABEL: func.func @where
// CHECK: onnx.NonZero(%arg0) : {{.*}} -> tensor<2x?xi64, #sym.dims<u0>>
func.func @where(%x: tensor<2x3xi1> {onnx.value = dense<[[true, false, true], [true, true, true]]> : tensor<2x3xi1>})
    -> (tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<[0, 0, 1, 1, 1]> : tensor<5xi64>},
        tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<[0, 2, 0, 1, 2]> : tensor<5xi64>}) {
  %0:2 = torch.aten.where.default(%x) : (tensor<2x3xi1>) -> (tensor<?xi64, #sym.dims<u0>>, tensor<?xi64, #sym.dims<u0>>)
  return %0#0, %0#1 : tensor<?xi64, #sym.dims<u0>>, tensor<?xi64, #sym.dims<u0>>
}

// -----

// As many rows as are asked for, filled up behind the last position.
// CHECK-LABEL: func.func @nonzero_static
// CHECK: onnx.Constant dense<-7> : tensor<4x2xi64>
// CHECK: onnx.Constant dense<4> : tensor<1xi64>
// CHECK: onnx.Constant dense<-7> : tensor<i64>
func.func @nonzero_static(%x: tensor<2x3xf32> {onnx.value = dense<[[0xFF800000, -0.0, -1.0], [-1.75, 0x7F800000, 0x7FC00000]]> : tensor<2x3xf32>})
    -> (tensor<4x2xi64> {onnx.expected = dense<[[0, 0], [0, 2], [1, 0], [1, 1]]> : tensor<4x2xi64>}) {
  %0 = torch.aten.nonzero_static.default(%x, size=4, fill_value=-7) : (tensor<2x3xf32>) -> tensor<4x2xi64>
  return %0 : tensor<4x2xi64>
}

// -----

// CHECK-LABEL: func.func @nonzero_static_fewer
// CHECK: onnx.Constant dense<-1> : tensor<2x2xi64>
// CHECK: onnx.Constant dense<2> : tensor<1xi64>
// CHECK: onnx.Constant dense<-1> : tensor<i64>
func.func @nonzero_static_fewer(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[0xFF800000, 0x7F800000, -0.0], [2.0, 0.75, 0x7FC00000]]> : tensor<2x3xf32>})
    -> (tensor<2x2xi64> {onnx.expected = dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>}) {
  %0 = torch.aten.nonzero_static.default(%x, size=2) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<2x2xi64>
  return %0 : tensor<2x2xi64>
}

// -----

// The number of rows is known only at run time.
// CHECK-LABEL: func.func @nonzero_static_count
// CHECK: %[[SIZE:.*]] = onnx.Unsqueeze(%arg1, %{{.*}}) : {{.*}} -> tensor<1xi64>
// CHECK: %[[SHAPE:.*]] = onnx.Concat(%[[SIZE]], %{{.*}}) {axis = 0 : i64}
// CHECK: %[[FILLER:.*]] = onnx.Expand(%{{.*}}, %[[SHAPE]])
// CHECK: %[[ALL:.*]] = onnx.Concat(%{{.*}}, %[[FILLER]]) {axis = 0 : i64}
// CHECK: %[[Y:.*]] = onnx.Slice(%[[ALL]], %{{.*}}, %[[SIZE]], %{{.*}}) : {{.*}} -> tensor<?x2xi64, #sym.dims<u0>>
// CHECK: return %[[Y]]
func.func @nonzero_static_count(%x: tensor<2x3xf32> {onnx.value = dense<[[0.0, -1.25, 2.0], [0.25, 0.5, -1.75]]> : tensor<2x3xf32>},
                                %n: i64 {onnx.value = dense<1> : tensor<i64>})
    -> (tensor<?x2xi64, #sym.dims<u0>> {onnx.expected = dense<[[0, 1]]> : tensor<1x2xi64>}) {
  %0 = torch.aten.nonzero_static.default(%x, size=%n, fill_value=-7) : (tensor<2x3xf32>, i64) -> tensor<?x2xi64, #sym.dims<u0>>
  return %0 : tensor<?x2xi64, #sym.dims<u0>>
}

// -----

// Slices of nothing, of sizes known only at run time.
// CHECK-LABEL: func.func @unique_dim_of_nothing
// CHECK: %[[SHAPE:.*]] = onnx.Shape(%arg0)
// CHECK: %[[X:.*]] = onnx.Reshape(%arg0, %[[SHAPE]]) {allowzero = 1 : i64}
// CHECK: return %[[X]]
func.func @unique_dim_of_nothing(%x: tensor<0x?xf32, #sym.dims<n>> {onnx.value = dense<> : tensor<0x2xf32>})
    -> (tensor<?x?xf32, #sym.dims<u0, n>> {onnx.expected = dense<> : tensor<0x2xf32>}) {
  %0:3 = torch.aten.unique_dim.default(%x, dim=0, sorted=true, return_inverse=false, return_counts=false) : (tensor<0x?xf32, #sym.dims<n>>) -> (tensor<?x?xf32, #sym.dims<u0, n>>, tensor<0xi64>, tensor<0xi64>)
  return %0#0 : tensor<?x?xf32, #sym.dims<u0, n>>
}
