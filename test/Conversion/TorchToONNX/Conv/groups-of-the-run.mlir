// A number of groups that only the run knows: a Scan over the groups.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @conv
// CHECK: %[[SPLIT:.*]] = onnx.Reshape(%arg0, {{.*}} -> tensor<1x?x4x8x8xf32, #sym.dims<n>>
// CHECK: %[[X:.*]] = onnx.Transpose(%[[SPLIT]]) {perm = array<i64: 1, 0, 2, 3, 4>}
// CHECK: %[[W:.*]] = onnx.Reshape(%arg1, {{.*}} -> tensor<?x6x4x3x3xf32, #sym.dims<n>>
// CHECK: %[[B:.*]] = onnx.Reshape(%arg2, {{.*}} -> tensor<?x6xf32, #sym.dims<n>>
// CHECK: %[[Y:.*]] = onnx.Scan(%[[X]], %[[W]], %[[B]]) {num_scan_inputs = 3 : i64} : {{.*}} -> tensor<?x1x6x8x8xf32, #sym.dims<n>>
// CHECK: onnx.Conv(%{{.*}}, %{{.*}}, %{{.*}}) {pads = array<i64: 1, 1, 1, 1>} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<6xf32>)
// CHECK: %[[BACK:.*]] = onnx.Transpose(%[[Y]]) {perm = array<i64: 1, 0, 2, 3, 4>}
// CHECK: onnx.Reshape(%[[BACK]], {{.*}} -> tensor<1x?x8x8xf32, #sym.dims<6*n>>
func.func @conv(%x: tensor<1x?x8x8xf32, #sym.dims<4*n>>, %w: tensor<?x4x3x3xf32, #sym.dims<6*n>>, %b: tensor<?xf32, #sym.dims<6*n>>, %n: i64 {torch.exprs = #sym.dims<n>})
    -> tensor<1x?x8x8xf32, #sym.dims<6*n>> {
  %0 = torch.aten.conv2d.default(%x, %w, %b, padding=[1, 1], groups=%n) : (tensor<1x?x8x8xf32, #sym.dims<4*n>>, tensor<?x4x3x3xf32, #sym.dims<6*n>>, tensor<?xf32, #sym.dims<6*n>>, i64) -> tensor<1x?x8x8xf32, #sym.dims<6*n>>
  return %0 : tensor<1x?x8x8xf32, #sym.dims<6*n>>
}

// -----

// CHECK-LABEL: func.func @transposed
// CHECK: onnx.Scan({{.*}} {num_scan_inputs = 2 : i64} : {{.*}} -> tensor<?x1x6x16xf32, #sym.dims<n>>
// CHECK: onnx.ConvTranspose({{.*}} (tensor<1x4x8xf32>, tensor<4x6x2xf32>, none) -> tensor<1x6x16xf32>
func.func @transposed(%x: tensor<1x?x8xf32, #sym.dims<4*n>>, %w: tensor<?x6x2xf32, #sym.dims<4*n>>, %n: i64 {torch.exprs = #sym.dims<n>})
    -> tensor<1x?x16xf32, #sym.dims<6*n>> {
  %0 = torch.aten.conv_transpose1d.default(%x, %w, none, stride=[2], groups=%n) : (tensor<1x?x8xf32, #sym.dims<4*n>>, tensor<?x6x2xf32, #sym.dims<4*n>>, i64) -> tensor<1x?x16xf32, #sym.dims<6*n>>
  return %0 : tensor<1x?x16xf32, #sym.dims<6*n>>
}

// -----

func.func @any_number(%x: tensor<1x?x8xf32>, %w: tensor<?x1x2xf32>, %n: i64) -> tensor<1x?x7xf32> {
  // expected-error @+2 {{unsupported operator 'aten.conv1d.default' (1 use): expected 'groups' to be a size or a constant integer, found a number known only at run time}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.conv1d.default(%x, %w, groups=%n) : (tensor<1x?x8xf32>, tensor<?x1x2xf32>, i64) -> tensor<1x?x7xf32>
  return %0 : tensor<1x?x7xf32>
}

// -----

func.func @any_channels(%x: tensor<1x?x8x8xf32>, %w: tensor<?x1x2x2xf32>) -> tensor<1x?x7x7xf32> {
  // expected-error @+1 {{unsupported operator 'aten._conv_depthwise2d.default' (1 use): expected a constant or named number of channels}}
  %0 = torch.aten._conv_depthwise2d.default(%x, %w, [2, 2], none, [1, 1], [0, 0], [1, 1]) : (tensor<1x?x8x8xf32>, tensor<?x1x2x2xf32>) -> tensor<1x?x7x7xf32>
  return %0 : tensor<1x?x7x7xf32>
}
