// Softmax over one dimension.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @negative
// CHECK: onnx.Softmax(%arg0) {axis = 1 : i64}
func.func @negative(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7F800000, 0x7FC00000, -1.5], [-1.5, 3.25, 2.5]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0.0058417204, 0.6752111, 0.3189471]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.softmax.int(%x, -1) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @dtype
// CHECK: onnx.LogSoftmax({{.*}}) {axis = 0 : i64}
func.func @dtype(%x: tensor<3xf16> {onnx.value = dense<[13.75, 45.0, -48.75]> : tensor<3xf16>})
    -> (tensor<3xf32> {onnx.expected = dense<[-31.25, 0.0, -93.75]> : tensor<3xf32>}) {
  %0 = torch.aten.log_softmax.int(%x, 0, dtype=f32) : (tensor<3xf16>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @single
// CHECK: onnx.Softmax({{.*}}) {axis = 0 : i64}
func.func @single(%x: tensor<f32> {onnx.value = dense<1.5> : tensor<f32>})
    -> (tensor<f32> {onnx.expected = dense<1.0> : tensor<f32>}) {
  %0 = torch.aten.softmax.int(%x, 0) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Zeros where everything is -inf. The sum is NaN if an element is, which
// runtimes ignore in a maximum.
// CHECK-LABEL: func.func @safe
// CHECK: onnx.ReduceMax(%arg0, {{.*}})
// CHECK: onnx.ReduceSum(%arg0, {{.*}})
// CHECK: onnx.Constant dense<0.000000e+00> : tensor<f32>
func.func @safe(%x: tensor<?x3xf32> {onnx.value = dense<[[-0.0, 0x7F800000, 0x7FC00000], [-0.5, 1.25, 0xFF800000]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0.1480472, 0.85195273, 0.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten._safe_softmax.default(%x, 1) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// The axis of a kernel may be counted from the end, too.
// CHECK-LABEL: func.func @softmax_kernel
// CHECK: onnx.Softmax(%arg0) {axis = 1 : i64}
func.func @softmax_kernel(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-3.0, -1.0e+38, -0.5, 3.0], [0.75, -1.5, 2.0, 0x7FC00000], [-0.0, 0x7F800000, 0.25, 0xFF800000]], [[0.0, 0.5, 2.75, -2.5], [-1.5, 2.5, -0.25, 0.5], [1.0e+38, -1.75, 0.5, -3.25]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[0.015721634, 0x7FC00000, 0.06536164, 0x7FC00000], [0.6685009, 0x7FC00000, 0.7962678, 0x7FC00000], [0.31577745, 0x7FC00000, 0.1383706, 0x7FC00000]], [[0.0, 0.117723845, 0.86566126, 0.0463867], [0.0, 0.8698681, 0.043098733, 0.93170184], [1.0, 0.012408002, 0.09124002, 0.021911526]]]> : tensor<2x3x4xf32>}) {
  %0 = torch.aten._softmax.default(%x, -2, false) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @log_softmax_kernel
// CHECK: onnx.LogSoftmax(%arg0) {axis = 1 : i64}
func.func @log_softmax_kernel(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-23.75, 17.5, 16.25, 42.5], [-16.25, -23.75, -46.25, 15.0], [45.0, -36.25, 27.5, 25.0]], [[-35.0, -10.0, 48.75, -12.5], [31.25, 40.0, -10.0, 6.25], [46.25, 42.5, -41.25, -20.0]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[-68.75, 0.0, -11.250013, 0.0], [-61.25, -41.25, -73.750015, -27.5], [0.0, -53.75, -1.2993728e-05, -17.5]], [[-81.25, -52.578888, 0.0, -18.75], [-15.0, -2.5788898, -58.75, 0.0], [-3.576278e-07, -0.07888975, -90.0, -26.25]]]> : tensor<2x3x4xf32>}) {
  %0 = torch.aten._log_softmax.default(%x, -2, false) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// In the dtype that is asked for.
// CHECK-LABEL: func.func @special_log_softmax
// CHECK: onnx.LogSoftmax({{.*}}) {axis = 0 : i64}
func.func @special_log_softmax(%x: tensor<2x3xf32> {onnx.value = dense<[[13.75, -42.5, -8.75], [5.0, 47.5, 15.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf64> {onnx.expected = dense<[[-0.00015844877144615077, -90.0, -23.750000000048473], [-8.750158448771446, 0.0, -4.8473669521589036e-11]]> : tensor<2x3xf64>}) {
  %0 = torch.aten.special_log_softmax.default(%x, 0, dtype=f64) : (tensor<2x3xf32>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}
