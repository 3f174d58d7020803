// Writes of slices by index.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// Slices along the first dimension need no index for each element.
// CHECK-LABEL: func.func @add
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%arg1, %[[V2]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Mul(%arg2, %[[V0]])
// CHECK: %[[V4:.*]] = onnx.ScatterND(%arg0, %[[V3]], %[[V1]]) {reduction = "add"}
// CHECK: return %[[V4]] : tensor<3x4xf32>
func.func @add(%x: tensor<3x4xf32> {onnx.value = dense<[[-1.25, 0.25, 1.75, 0.5], [-0.25, -0.75, 2.0, 1.0], [1.5, -1.5, -1.25, 0.0]]> : tensor<3x4xf32>},
               %y: tensor<2xi64> {onnx.value = dense<1> : tensor<2xi64>},
               %z: tensor<2x4xf32> {onnx.value = dense<[[-1.5, -2.0, -1.0, -1.75], [0.75, 1.0, 1.25, -0.25]]> : tensor<2x4xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[-1.25, 0.25, 1.75, 0.5], [-1.75, -2.75, 2.5, -3.0], [1.5, -1.5, -1.25, 0.0]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.index_add.default(%x, 0, %y, %z, alpha=2) : (tensor<3x4xf32>, tensor<2xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @add_columns
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg1, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<[3, 2]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Expand(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.ScatterElements(%arg0, %[[V3]], %arg2) {axis = 1 : i64, reduction = "add"}
// CHECK: return %[[V4]] : tensor<3x4xf32>
func.func @add_columns(%x: tensor<3x4xf32> {onnx.value = dense<[[0.0, 1.0, -0.5, 1.75], [-0.75, 0.0, 0.5, 1.75], [-1.0, 0.0, 0.0, 1.5]]> : tensor<3x4xf32>},
                       %y: tensor<2xi64> {onnx.value = dense<0> : tensor<2xi64>},
                       %z: tensor<3x2xf32> {onnx.value = dense<[[-2.0, -1.75], [-1.5, 2.0], [0.5, -0.25]]> : tensor<3x2xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[-3.75, 1.0, -0.5, 1.75], [-0.25, 0.0, 0.5, 1.75], [-0.75, 0.0, 0.0, 1.5]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.index_add.default(%x, -1, %y, %z) : (tensor<3x4xf32>, tensor<2xi64>, tensor<3x2xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @add_columns_dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg1, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Shape(%arg0) {end = 1 : i64}
// CHECK: %[[V3:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Concat(%[[V2]], %[[V3]]) {axis = 0 : i64}
// CHECK: %[[V5:.*]] = onnx.Expand(%[[V1]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.ScatterElements(%arg0, %[[V5]], %arg2) {axis = 1 : i64, reduction = "add"}
// CHECK: return %[[V6]] : tensor<?x4xf32, #sym.dims<n>>
func.func @add_columns_dynamic(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[-0.5, -0.75, -0.75, 0.25], [0.75, -1.75, 0.75, -0.75]]> : tensor<2x4xf32>},
                               %y: tensor<2xi64> {onnx.value = dense<0> : tensor<2xi64>},
                               %z: tensor<?x2xf32, #sym.dims<n>> {onnx.value = dense<[[-0.5, -0.75], [1.0, -1.5]]> : tensor<2x2xf32>})
    -> (tensor<?x4xf32, #sym.dims<n>> {onnx.expected = dense<[[-1.75, -0.75, -0.75, 0.25], [0.25, -1.75, 0.75, -0.75]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.index_add.default(%x, -1, %y, %z) : (tensor<?x4xf32, #sym.dims<n>>, tensor<2xi64>, tensor<?x2xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @copy
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg1, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.ScatterND(%arg0, %[[V1]], %arg2) : (
// CHECK: return %[[V2]] : tensor<3x4xf32>
func.func @copy(%x: tensor<3x4xf32> {onnx.value = dense<[[0.75, -1.5, 1.5, 2.0], [-1.0, -0.25, -0.5, 2.0], [1.25, -1.5, -1.0, 0.75]]> : tensor<3x4xf32>},
                %y: tensor<2xi64> {onnx.value = dense<1> : tensor<2xi64>},
                %z: tensor<2x4xf32> {onnx.value = dense<[[1.0, 0.5, 0.75, -1.0], [0.0, 0.75, 1.25, 1.25]]> : tensor<2x4xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[0.75, -1.5, 1.5, 2.0], [0.0, 0.75, 1.25, 1.25], [1.25, -1.5, -1.0, 0.75]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.index_copy.default(%x, 0, %y, %z) : (tensor<3x4xf32>, tensor<2xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @copy_columns
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg1, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<[3, 2]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Expand(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.ScatterElements(%arg0, %[[V3]], %arg2) {axis = 1 : i64}
// CHECK: return %[[V4]] : tensor<3x4xf32>
func.func @copy_columns(%x: tensor<3x4xf32> {onnx.value = dense<[[1.25, 1.25, 0.75, -1.0], [0.25, 1.75, 1.25, -1.5], [0.75, -0.25, 1.0, 0.25]]> : tensor<3x4xf32>},
                        %y: tensor<2xi64> {onnx.value = dense<1> : tensor<2xi64>},
                        %z: tensor<3x2xf32> {onnx.value = dense<[[0.75, 1.25], [-1.25, 0.25], [-1.5, 0.0]]> : tensor<3x2xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[1.25, 1.25, 0.75, -1.0], [0.25, 0.25, 1.25, -1.5], [0.75, 0.0, 1.0, 0.25]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.index_copy.default(%x, 1, %y, %z) : (tensor<3x4xf32>, tensor<2xi64>, tensor<3x2xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @fill
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%arg1, %[[V1]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e-01> : tensor<2x4xf32>
// CHECK: %[[V3:.*]] = onnx.ScatterND(%arg0, %[[V2]], %[[V0]]) : (
// CHECK: return %[[V3]] : tensor<3x4xf32>
func.func @fill(%x: tensor<3x4xf32> {onnx.value = dense<[[-0.25, 0.0, -1.75, -0.75], [0.75, 1.5, 1.5, 0.75], [-1.25, 1.0, -0.5, -1.75]]> : tensor<3x4xf32>},
                %y: tensor<2xi64> {onnx.value = dense<[1, 0]> : tensor<2xi64>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[0.5, 0.5, 0.5, 0.5], [0.5, 0.5, 0.5, 0.5], [-1.25, 1.0, -0.5, -1.75]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.index_fill.int_Scalar(%x, 0, %y, 0.5) : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @fill_columns
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%arg1, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<[3, 2]> : tensor<2xi64>
// CHECK: %[[V5:.*]] = onnx.Expand(%[[V3]], %[[V4]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<[3, 2]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Expand(%arg2, %[[V0]])
// CHECK: %[[V6:.*]] = onnx.ScatterElements(%arg0, %[[V5]], %[[V1]]) {axis = 1 : i64}
// CHECK: return %[[V6]] : tensor<3x4xf32>
func.func @fill_columns(%x: tensor<3x4xf32> {onnx.value = dense<[[1.75, 0.5, -0.5, 1.5], [-1.5, 1.0, -1.75, -2.0], [-1.5, -0.25, -1.0, 0.5]]> : tensor<3x4xf32>},
                        %y: tensor<2xi64> {onnx.value = dense<[0, 1]> : tensor<2xi64>},
                        %z: tensor<f32> {onnx.value = dense<0.75> : tensor<f32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[0.75, 0.75, -0.5, 1.5], [0.75, 0.75, -1.75, -2.0], [0.75, 0.75, -1.0, 0.5]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.index_fill.int_Tensor(%x, 1, %y, %z) : (tensor<3x4xf32>, tensor<2xi64>, tensor<f32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @reduce
// CHECK: onnx.IsNaN(%arg0)
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.ScatterElements({{.*}}) {axis = 1 : i64, reduction = "max"}
// CHECK: onnx.Cast({{.*}}) {to = i1}
// CHECK: onnx.ScatterElements(%arg0, {{.*}}, %arg2) {axis = 1 : i64, reduction = "min"}
// CHECK: onnx.Where
func.func @reduce(%x: tensor<3x4xf32> {onnx.value = dense<[[1.25, -1.75, 1.25, -1.25], [2.0, -0.75, -1.25, -0.5], [-2.0, -1.25, 2.0, 0.75]]> : tensor<3x4xf32>},
                  %y: tensor<2xi64> {onnx.value = dense<[3, 0]> : tensor<2xi64>},
                  %z: tensor<3x2xf32> {onnx.value = dense<[[0x7FC00000, -5.0], [5.0, 0.0], [0.25, -9.0]]> : tensor<3x2xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[-5.0, -1.75, 1.25, 0x7FC00000], [0.0, -0.75, -1.25, -0.5], [-9.0, -1.25, 2.0, 0.25]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.index_reduce.default(%x, 1, %y, %z, "amin") : (tensor<3x4xf32>, tensor<2xi64>, tensor<3x2xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// One is written first.
// CHECK-LABEL: func.func @reduce_without_self
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg1, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<[2, 4]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Expand(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<2x4xf32>
// CHECK: %[[V5:.*]] = onnx.ScatterElements(%arg0, %[[V3]], %[[V4]]) : (
// CHECK: %[[V6:.*]] = onnx.ScatterElements(%[[V5]], %[[V3]], %arg2) {reduction = "mul"}
// CHECK: return %[[V6]] : tensor<3x4xf32>
func.func @reduce_without_self(%x: tensor<3x4xf32> {onnx.value = dense<[[0.0, 1.25, -0.25, 1.75], [-2.0, 1.75, -0.25, -0.25], [-1.5, 0.0, 1.75, -2.0]]> : tensor<3x4xf32>},
                               %y: tensor<2xi64> {onnx.value = dense<1> : tensor<2xi64>},
                               %z: tensor<2x4xf32> {onnx.value = dense<[[-0.5, 0.75, 1.5, -1.25], [1.5, -1.5, 1.5, -0.5]]> : tensor<2x4xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[0.0, 1.25, -0.25, 1.75], [-0.75, -1.125, 2.25, 0.625], [-1.5, 0.0, 1.75, -2.0]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.index_reduce.default(%x, 0, %y, %z, "prod", include_self=false) : (tensor<3x4xf32>, tensor<2xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// By the position among all elements.
// CHECK-LABEL: func.func @put
// CHECK: %[[V2:.*]] = onnx.Constant dense<12> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Reshape(%arg0, %[[V2]]) : (
// CHECK: %[[V4:.*]] = onnx.Constant dense<4> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Reshape(%arg1, %[[V4]]) : (
// CHECK: %[[V0:.*]] = onnx.Constant dense<4> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg2, %[[V0]]) : (
// CHECK: %[[V6:.*]] = onnx.ScatterElements(%[[V3]], %[[V5]], %[[V1]]) {reduction = "add"}
// CHECK: %[[V7:.*]] = onnx.Constant dense<[3, 4]> : tensor<2xi64>
// CHECK: %[[V8:.*]] = onnx.Reshape(%[[V6]], %[[V7]]) : (
// CHECK: return %[[V8]] : tensor<3x4xf32>
func.func @put(%x: tensor<3x4xf32> {onnx.value = dense<[[0.5, -0.75, 2.0, 0.75], [-1.25, -1.0, -0.25, -2.0], [-0.75, 0.75, -1.25, 0.75]]> : tensor<3x4xf32>},
               %y: tensor<2x2xi64> {onnx.value = dense<0> : tensor<2x2xi64>},
               %z: tensor<2x2xf32> {onnx.value = dense<[[0.5, -1.75], [2.0, 1.25]]> : tensor<2x2xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[2.5, -0.75, 2.0, 0.75], [-1.25, -1.0, -0.25, -2.0], [-0.75, 0.75, -1.25, 0.75]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.put.default(%x, %y, %z, true) : (tensor<3x4xf32>, tensor<2x2xi64>, tensor<2x2xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
