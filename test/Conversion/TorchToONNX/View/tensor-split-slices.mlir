// Indices of tensor_split that fall: the parts are slices that overlap.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @falling
// CHECK-NOT: onnx.Split
// CHECK: onnx.Constant dense<3> : tensor<1xi64>
// CHECK: onnx.Constant dense<1> : tensor<1xi64>
func.func @falling(%x: tensor<5xf32> {onnx.value = dense<[0xFF800000, 0x7FC00000, -1.5, 0x7F800000, 0.25]> : tensor<5xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0xFF800000, 0x7FC00000, -1.5]> : tensor<3xf32>},
        tensor<0xf32> {onnx.expected = dense<> : tensor<0xf32>},
        tensor<4xf32> {onnx.expected = dense<[0x7FC00000, -1.5, 0x7F800000, 0.25]> : tensor<4xf32>}) {
  %0:3 = torch.aten.tensor_split.indices(%x, [3, 1]) : (tensor<5xf32>) -> (tensor<3xf32>, tensor<0xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<3xf32>, tensor<0xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @rising
// CHECK: onnx.Split(%arg0, {{.*}}) : {{.*}} -> (tensor<1xf32>, tensor<2xf32>, tensor<2xf32>)
func.func @rising(%x: tensor<5xf32>) -> (tensor<1xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0:3 = torch.aten.tensor_split.indices(%x, [1, 3]) : (tensor<5xf32>) -> (tensor<1xf32>, tensor<2xf32>, tensor<2xf32>)
  return %0#0, %0#1, %0#2 : tensor<1xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----

// The indices may be after the end.
// CHECK-LABEL: func.func @dynamic
// CHECK-NOT: onnx.Split
// CHECK-COUNT-3: onnx.Slice(%arg0
func.func @dynamic(%x: tensor<?xf32, #sym.dims<n>>)
    -> (tensor<?xf32, #sym.dims<u0>>, tensor<?xf32, #sym.dims<u1>>, tensor<?xf32, #sym.dims<u2>>) {
  %0:3 = torch.aten.tensor_split.indices(%x, [1, 3]) : (tensor<?xf32, #sym.dims<n>>) -> (tensor<?xf32, #sym.dims<u0>>, tensor<?xf32, #sym.dims<u1>>, tensor<?xf32, #sym.dims<u2>>)
  return %0#0, %0#1, %0#2 : tensor<?xf32, #sym.dims<u0>>, tensor<?xf32, #sym.dims<u1>>, tensor<?xf32, #sym.dims<u2>>
}
