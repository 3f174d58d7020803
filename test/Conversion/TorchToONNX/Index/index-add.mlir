// Writes of slices by index.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// Slices along the first dimension need no index for each element.
// CHECK-LABEL: func.func @add
// CHECK: onnx.Mul(%arg2, {{.*}})
// CHECK: onnx.ScatterND(%arg0, {{.*}}) {reduction = "add"}
func.func @add(%x: tensor<3x4xf32> {onnx.value = dense<[[-0.0, 2.75, 0x7F800000, 1.25], [0.5, 1.25, 0x7FC00000, -2.0], [0xFF800000, -1.0e+38, 0.0, 1.0e+38]]> : tensor<3x4xf32>},
               %y: tensor<2xi64> {onnx.value = dense<[2, 1]> : tensor<2xi64>},
               %z: tensor<2x4xf32> {onnx.value = dense<[[1.5, 0x7F800000, 0x7FC00000, 0.0], [-0.0, 0xFF800000, 1.0, -3.0]]> : tensor<2x4xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[-0.0, 2.75, 0x7F800000, 1.25], [0.5, 0xFF800000, 0x7FC00000, -8.0], [0xFF800000, 0x7F800000, 0x7FC00000, 1.0e+38]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.index_add.default(%x, 0, %y, %z, alpha=2) : (tensor<3x4xf32>, tensor<2xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @add_columns
// CHECK: onnx.ScatterElements(%arg0, {{.*}}, %arg2) {axis = 1 : i64, reduction = "add"}
func.func @add_columns(%x: tensor<3x4xf32> {onnx.value = dense<[[0.5, 1.0e+38, -0.0, 0.5], [-3.25, 0.75, 0xFF800000, -1.0e+38], [-0.25, 0.0, 0x7F800000, 0x7FC00000]]> : tensor<3x4xf32>},
                       %y: tensor<2xi64> {onnx.value = dense<1> : tensor<2xi64>},
                       %z: tensor<3x2xf32> {onnx.value = dense<[[0x7F800000, -0.0], [0xFF800000, 0.5], [0x7FC00000, 0.25]]> : tensor<3x2xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[0.5, 0x7F800000, -0.0, 0.5], [-3.25, 0xFF800000, 0xFF800000, -1.0e+38], [-0.25, 0x7FC00000, 0x7F800000, 0x7FC00000]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.index_add.default(%x, -1, %y, %z) : (tensor<3x4xf32>, tensor<2xi64>, tensor<3x2xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @add_columns_dynamic
// CHECK: onnx.ScatterElements(%arg0, {{.*}}, %arg2) {axis = 1 : i64, reduction = "add"}
func.func @add_columns_dynamic(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[-0.75, -0.0, 2.5, 0xFF800000], [0.0, -1.75, 0x7FC00000, 0x7F800000]]> : tensor<2x4xf32>},
                               %y: tensor<2xi64> {onnx.value = dense<0> : tensor<2xi64>},
                               %z: tensor<?x2xf32, #sym.dims<n>> {onnx.value = dense<[[0x7F800000, 0x7FC00000], [-2.0, 1.0]]> : tensor<2x2xf32>})
    -> (tensor<?x4xf32, #sym.dims<n>> {onnx.expected = dense<[[0x7FC00000, -0.0, 2.5, 0xFF800000], [-1.0, -1.75, 0x7FC00000, 0x7F800000]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.index_add.default(%x, -1, %y, %z) : (tensor<?x4xf32, #sym.dims<n>>, tensor<2xi64>, tensor<?x2xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @copy
// CHECK: onnx.ScatterND(%arg0, {{.*}}, %arg2) : (
func.func @copy(%x: tensor<3x4xf32> {onnx.value = dense<[[-1.0e+38, 1.25, -0.5, 0x7F800000], [0.0, 0x7FC00000, -0.0, 0.5], [0.5, 0xFF800000, 1.0e+38, 1.5]]> : tensor<3x4xf32>},
                %y: tensor<2xi64> {onnx.value = dense<[1, 0]> : tensor<2xi64>},
                %z: tensor<2x4xf32> {onnx.value = dense<[[0xFF800000, 0x7FC00000, -1.75, 0.0], [0x7F800000, -0.0, -2.0, -2.5]]> : tensor<2x4xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[0x7F800000, -0.0, -2.0, -2.5], [0xFF800000, 0x7FC00000, -1.75, 0.0], [0.5, 0xFF800000, 1.0e+38, 1.5]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.index_copy.default(%x, 0, %y, %z) : (tensor<3x4xf32>, tensor<2xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @copy_columns
// CHECK: onnx.ScatterElements(%arg0, {{.*}}, %arg2) {axis = 1 : i64}
func.func @copy_columns(%x: tensor<3x4xf32> {onnx.value = dense<[[-2.25, 0.0, 0x7F800000, 0.5], [0x7FC00000, 1.0, 1.0, -1.25], [-0.0, 0xFF800000, -1.0e+38, 1.0e+38]]> : tensor<3x4xf32>},
                        %y: tensor<2xi64> {onnx.value = dense<[0, 1]> : tensor<2xi64>},
                        %z: tensor<3x2xf32> {onnx.value = dense<[[0x7FC00000, 0.0], [0x7F800000, -2.25], [-0.0, 0xFF800000]]> : tensor<3x2xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[0x7FC00000, 0.0, 0x7F800000, 0.5], [0x7F800000, -2.25, 1.0, -1.25], [-0.0, 0xFF800000, -1.0e+38, 1.0e+38]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.index_copy.default(%x, 1, %y, %z) : (tensor<3x4xf32>, tensor<2xi64>, tensor<3x2xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @fill
// CHECK: onnx.ScatterND(%arg0, {{.*}}) : (
func.func @fill(%x: tensor<3x4xf32> {onnx.value = dense<[[0x7FC00000, -2.75, 0.5, 0xFF800000], [2.0, 1.0e+38, 0x7F800000, 1.5], [-0.0, -1.0e+38, 1.0, 0.0]]> : tensor<3x4xf32>},
                %y: tensor<2xi64> {onnx.value = dense<1> : tensor<2xi64>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[0x7FC00000, -2.75, 0.5, 0xFF800000], [0.5, 0.5, 0.5, 0.5], [-0.0, -1.0e+38, 1.0, 0.0]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.index_fill.int_Scalar(%x, 0, %y, 0.5) : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @fill_columns
// CHECK: onnx.ScatterElements(%arg0, {{.*}}) {axis = 1 : i64}
func.func @fill_columns(%x: tensor<3x4xf32> {onnx.value = dense<[[-0.0, 1.875, 2.875, 0.125], [-2.625, 0.75, 2.375, 0.875], [0.75, -2.0, 2.125, -0.125]]> : tensor<3x4xf32>},
                        %y: tensor<2xi64> {onnx.value = dense<[1, 0]> : tensor<2xi64>},
                        %z: tensor<f32> {onnx.value = dense<-2.375> : tensor<f32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[-2.375, -2.375, 2.875, 0.125], [-2.375, -2.375, 2.375, 0.875], [-2.375, -2.375, 2.125, -0.125]]> : tensor<3x4xf32>}) {
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
// CHECK: onnx.ScatterElements(%arg0, {{.*}}) : (
// CHECK: onnx.ScatterElements({{.*}}, %arg2) {reduction = "mul"}
func.func @reduce_without_self(%x: tensor<3x4xf32> {onnx.value = dense<[[0x7FC00000, 0xFF800000, -2.5, -1.0e+38], [-0.75, 0.0, 0.5, -2.5], [1.0e+38, 0.5, -0.0, 0x7F800000]]> : tensor<3x4xf32>},
                               %y: tensor<2xi64> {onnx.value = dense<[0, 1]> : tensor<2xi64>},
                               %z: tensor<2x4xf32> {onnx.value = dense<[[-0.0, 0x7FC00000, 0x7F800000, 0.0], [2.0, 0.75, 0xFF800000, 0.5]]> : tensor<2x4xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[-0.0, 0x7FC00000, 0x7F800000, 0.0], [2.0, 0.75, 0xFF800000, 0.5], [1.0e+38, 0.5, -0.0, 0x7F800000]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.index_reduce.default(%x, 0, %y, %z, "prod", include_self=false) : (tensor<3x4xf32>, tensor<2xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// By the position among all elements.
// CHECK-LABEL: func.func @put
// CHECK: onnx.ScatterElements({{.*}}) {reduction = "add"}
func.func @put(%x: tensor<3x4xf32> {onnx.value = dense<[[-0.0, 0.25, -1.75, -0.25], [0.0, 0.5, 1.0e+38, 0x7FC00000], [-0.25, -1.0e+38, 0x7F800000, 0xFF800000]]> : tensor<3x4xf32>},
               %y: tensor<2x2xi64> {onnx.value = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>},
               %z: tensor<2x2xf32> {onnx.value = dense<[[2.25, 0x7FC00000], [0x7F800000, 3.25]]> : tensor<2x2xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[0x7F800000, 0x7FC00000, -1.75, -0.25], [0.0, 0.5, 1.0e+38, 0x7FC00000], [-0.25, -1.0e+38, 0x7F800000, 0xFF800000]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.put.default(%x, %y, %z, true) : (tensor<3x4xf32>, tensor<2x2xi64>, tensor<2x2xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
