// Windows at places that samples tell.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// An image by itself reads the first of more samples.
// CHECK-LABEL: func.func @more_samples
// CHECK: onnx.Slice(%arg1, {{.*}} -> tensor<1x3x2xf32>
// CHECK: return
func.func @more_samples(%x: tensor<3x8x9xf32>, %s: tensor<4x3x2xf32>) -> tensor<3x4x5xf32> {
  %0:2 = torch.aten.fractional_max_pool2d.default(%x, [2, 3], [4, 5], %s) : (tensor<3x8x9xf32>, tensor<4x3x2xf32>) -> (tensor<3x4x5xf32>, tensor<3x4x5xi64>)
  return %0#0 : tensor<3x4x5xf32>
}

// -----

// The sample of the columns comes first.
// CHECK-LABEL: func.func @fractional
// CHECK: onnx.Gather(%arg1, {{.*}})
// CHECK: onnx.GatherElements
// CHECK: onnx.IsNaN
// The last NaN, if there is one.
// CHECK: onnx.Cast({{.*}}) {to = i32}
// CHECK: onnx.ArgMax({{.*}}) {axis = 3 : i64, select_last_index = 1 : i64}
// CHECK: onnx.ArgMax
func.func @fractional(%x: tensor<1x1x8x9xf32> {onnx.value = dense<[[[[0.0, 31.0, 62.0, 21.0, 52.0, 11.0, 42.0, 1.0, 32.0], [63.0, 22.0, 53.0, 12.0, 43.0, 2.0, 33.0, 64.0, 23.0], [54.0, 13.0, 44.0, 3.0, 34.0, 65.0, 24.0, 55.0, 14.0], [45.0, 4.0, 35.0, 66.0, 25.0, 56.0, 15.0, 46.0, 5.0], [36.0, 67.0, 26.0, 57.0, 16.0, 47.0, 6.0, 37.0, 68.0], [27.0, 58.0, 17.0, 48.0, 7.0, 38.0, 69.0, 28.0, 59.0], [18.0, 49.0, 8.0, 39.0, 70.0, 29.0, 60.0, 19.0, 50.0], [9.0, 40.0, 71.0, 30.0, 61.0, 20.0, 51.0, 10.0, 41.0]]]]> : tensor<1x1x8x9xf32>},
                      %s: tensor<1x1x2xf32> {onnx.value = dense<[[[0.3, 0.8]]]> : tensor<1x1x2xf32>})
    -> (tensor<1x1x4x5xf32> {onnx.expected = dense<[[[[63.0, 62.0, 52.0, 52.0, 64.0], [54.0, 66.0, 66.0, 65.0, 55.0], [67.0, 67.0, 57.0, 69.0, 69.0], [71.0, 71.0, 70.0, 70.0, 60.0]]]]> : tensor<1x1x4x5xf32>},
        tensor<1x1x4x5xi64> {onnx.expected = dense<[[[[9, 2, 4, 4, 16], [18, 30, 30, 23, 25], [37, 37, 39, 51, 51], [65, 65, 58, 58, 60]]]]> : tensor<1x1x4x5xi64>}) {
  %0:2 = torch.aten.fractional_max_pool2d.default(%x, [2, 3], [4, 5], %s) : (tensor<1x1x8x9xf32>, tensor<1x1x2xf32>) -> (tensor<1x1x4x5xf32>, tensor<1x1x4x5xi64>)
  return %0#0, %0#1 : tensor<1x1x4x5xf32>, tensor<1x1x4x5xi64>
}

// -----

// A size and a number of windows that are known only at run time: the step
// between the windows is computed from both.
// CHECK-LABEL: func.func @dynamic
// CHECK: onnx.Shape
// CHECK: onnx.Div({{.*}}) : {{.*}} -> tensor<f32>
// CHECK: onnx.GatherElements
func.func @dynamic(%x: tensor<?x1x?x5xf32, #sym.dims<n, h>> {onnx.value = dense<[[[[0.0, 7.0, 14.0, 21.0, 28.0], [31.0, 38.0, 5.0, 12.0, 19.0], [22.0, 29.0, 36.0, 3.0, 10.0], [13.0, 20.0, 27.0, 34.0, 1.0], [4.0, 11.0, 18.0, 25.0, 32.0], [35.0, 2.0, 9.0, 16.0, 23.0], [26.0, 33.0, 0.0, 7.0, 14.0]]]]> : tensor<1x1x7x5xf32>},
                   %s: tensor<?x1x2xf32, #sym.dims<n>> {onnx.value = dense<[[[0.3, 0.8]]]> : tensor<1x1x2xf32>},
                   %rows: tensor<?xf32, #sym.dims<k>> {onnx.value = dense<0.0> : tensor<3xf32>})
    -> (tensor<?x1x?x2xf32, #sym.dims<n, k>> {onnx.expected = dense<[[[[38.0, 28.0], [36.0, 36.0], [35.0, 23.0]]]]> : tensor<1x1x3x2xf32>},
        tensor<?x1x?x2xi64, #sym.dims<n, k>> {onnx.expected = dense<[[[[6, 4], [12, 12], [25, 29]]]]> : tensor<1x1x3x2xi64>}) {
  %k = torch.aten.sym_size.int(%rows, 0) : (tensor<?xf32, #sym.dims<k>>) -> i64
  %0:2 = torch.aten.fractional_max_pool2d.default(%x, [2, 3], [%k, 2], %s) : (tensor<?x1x?x5xf32, #sym.dims<n, h>>, i64, tensor<?x1x2xf32, #sym.dims<n>>) -> (tensor<?x1x?x2xf32, #sym.dims<n, k>>, tensor<?x1x?x2xi64, #sym.dims<n, k>>)
  return %0#0, %0#1 : tensor<?x1x?x2xf32, #sym.dims<n, k>>, tensor<?x1x?x2xi64, #sym.dims<n, k>>
}
