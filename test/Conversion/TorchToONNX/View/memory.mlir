// Operators about numbers and memory.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @item
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<f32>
// CHECK: onnx.Cast({{.*}}) {to = f64} : {{.*}} -> tensor<f64>
func.func @item(%x: tensor<1x1xf32> {onnx.value = dense<1.0> : tensor<1x1xf32>})
    -> (f64 {onnx.expected = dense<1.0> : tensor<f64>}) {
  %0 = torch.aten.item.default(%x) : (tensor<1x1xf32>) -> f64
  return %0 : f64
}

// -----

// CHECK-LABEL: func.func @local_scalar_dense
// CHECK: onnx.Cast(%arg0) {to = i64} : {{.*}} -> tensor<i64>
func.func @local_scalar_dense(%x: tensor<i32> {onnx.value = dense<-2147483648> : tensor<i32>})
    -> (i64 {onnx.expected = dense<-2147483648> : tensor<i64>}) {
  %0 = torch.aten._local_scalar_dense.default(%x) : (tensor<i32>) -> i64
  return %0 : i64
}

// -----

// CHECK-LABEL: func.func @shape_as_tensor
func.func @shape_as_tensor(%x: tensor<2x3xf32> {onnx.value = dense<[[1.75, 0x7FC00000, -0.0], [0x7F800000, 0.25, 0xFF800000]]> : tensor<2x3xf32>})
    -> (tensor<2xi64> {onnx.expected = dense<[2, 3]> : tensor<2xi64>}) {
  %0 = torch.aten._shape_as_tensor.default(%x) : (tensor<2x3xf32>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

// CHECK-LABEL: func.func @shape_as_tensor_dynamic
// CHECK: onnx.Shape(%arg0) : {{.*}} -> tensor<2xi64>
func.func @shape_as_tensor_dynamic(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[1.0, 0x7F800000, -0.0], [0xFF800000, 0x7FC00000, 2.25]]> : tensor<2x3xf32>})
    -> (tensor<2xi64> {onnx.expected = dense<[2, 3]> : tensor<2xi64>}) {
  %0 = torch.aten._shape_as_tensor.default(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

// The first elements in memory.
// CHECK-LABEL: func.func @resize
// CHECK: onnx.Slice({{.*}}) : {{.*}} -> tensor<4xf32>
// CHECK: onnx.Reshape({{.*}}) : {{.*}} -> tensor<2x2xf32>
func.func @resize(%x: tensor<2x3xf32> {onnx.value = dense<[[0xFF800000, -0.5, 2.25], [-0.0, 0x7F800000, 0x7FC00000]]> : tensor<2x3xf32>})
    -> (tensor<2x2xf32> {onnx.expected = dense<[[0xFF800000, -0.5], [2.25, -0.0]]> : tensor<2x2xf32>}) {
  %0 = torch.aten.resize.default(%x, size=[2, 2]) : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// What follows them is not initialised in PyTorch.
// CHECK-LABEL: func.func @resize_larger
// CHECK: onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: onnx.Pad(%arg0, {{.*}}) : {{.*}} -> tensor<4xf32>
// CHECK: onnx.Reshape({{.*}}) : {{.*}} -> tensor<2x2xf32>
func.func @resize_larger(%x: tensor<3xf32> {onnx.value = dense<[-1.0, -1.75, 2.0]> : tensor<3xf32>}) -> tensor<2x2xf32> {
  %0 = torch.aten.resize.default(%x, size=[2, 2]) : (tensor<3xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @resize_as
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<6xf32>
func.func @resize_as(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.0, -1.25, 0x7F800000], [0xFF800000, 0x7FC00000, -2.0]]> : tensor<2x3xf32>},
                     %y: tensor<6xf32> {onnx.value = dense<[0x7F800000, 0x7FC00000, 2.75, 0xFF800000, -0.0, 1.75]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[-0.0, -1.25, 0x7F800000, 0xFF800000, 0x7FC00000, -2.0]> : tensor<6xf32>}) {
  %0 = torch.aten.resize_as.default(%x, %y) : (tensor<2x3xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @view_copy_dtype
// CHECK: onnx.Cast(%arg0) {to = i32}
// CHECK: onnx.Mod(%arg0, {{.*}})
// CHECK: onnx.Sub(%arg0, {{.*}})
// CHECK: onnx.Div
func.func @view_copy_dtype(%x: tensor<2xi64> {onnx.value = dense<[4294967298, -3]> : tensor<2xi64>})
    -> (tensor<4xi32> {onnx.expected = dense<[2, 1, -3, -1]> : tensor<4xi32>}) {
  %0 = torch.aten.view.dtype(%x, dtype=i32) : (tensor<2xi64>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// Nobody reads where it begins, which ONNX could not tell.
// CHECK-LABEL: func.func @storage_offset
// CHECK: return %arg0 : tensor<2x3xf32>
func.func @storage_offset(%x: tensor<2x3xf32> {onnx.value = dense<[[0.75, 1.5, 1.0], [0.25, 0.75, 0.75]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.75, 1.5, 1.0], [0.25, 0.75, 0.75]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.sym_storage_offset.default(%x) : (tensor<2x3xf32>) -> i64
  return %x : tensor<2x3xf32>
}
