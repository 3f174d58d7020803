// RUN: torch-onnx-opt %s --onnx-evaluate --split-input-file -o /dev/null
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=11 target=ort' --onnx-evaluate --split-input-file -o /dev/null
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=17 target=ort' --onnx-evaluate --split-input-file -o /dev/null
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=11 target=ort' --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=18 target=ort' --split-input-file | FileCheck %s --check-prefix=NEW
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=9 target=ort' --split-input-file | FileCheck %s --check-prefix=NINE

// Legalization for older opsets keeps the values of results.

// ONNX Runtime had no kernel of f64.
// CHECK-LABEL: func.func @clip_double
// CHECK-NOT: onnx.Clip
// NEW-LABEL: func.func @clip_double
// NEW-COUNT-2: onnx.Clip
func.func @clip_double(%x: tensor<4xf64> {onnx.value = dense<[-2.0, 0.1, 5.0, 0x7FF8000000000000]> : tensor<4xf64>})
    -> (tensor<4xf64> {onnx.expected = dense<[-1.5, 0.1, 3.0, 0x7FF8000000000000]> : tensor<4xf64>},
        tensor<4xf64> {onnx.expected = dense<[-1.5, 0.1, 5.0, 0x7FF8000000000000]> : tensor<4xf64>}) {
  %low = onnx.Constant dense<-1.5> : tensor<f64>
  %high = onnx.Constant dense<3.0> : tensor<f64>
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Clip(%x, %low, %high) : (tensor<4xf64>, tensor<f64>, tensor<f64>) -> tensor<4xf64>
  %1 = onnx.Clip(%x, %low, %none) : (tensor<4xf64>, tensor<f64>, none) -> tensor<4xf64>
  return %0, %1 : tensor<4xf64>, tensor<4xf64>
}

// -----

// Bytes of 0 and 1 are padded.
// CHECK-LABEL: func.func @pad_bool
// CHECK: onnx.Pad({{.*}} -> tensor<4xui8>
// NEW-LABEL: func.func @pad_bool
// NEW: onnx.Pad({{.*}} -> tensor<4xi1>
func.func @pad_bool(%x: tensor<2xi1> {onnx.value = dense<[false, true]> : tensor<2xi1>})
    -> (tensor<4xi1> {onnx.expected = dense<[true, false, true, true]> : tensor<4xi1>}) {
  %pads = onnx.Constant dense<1> : tensor<2xi64>
  %yes = onnx.Constant dense<true> : tensor<i1>
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Pad(%x, %pads, %yes, %none) : (tensor<2xi1>, tensor<2xi64>, tensor<i1>, none) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

// CHECK-LABEL: func.func @bitwise_not
// CHECK-NOT: onnx.BitwiseNot
// NEW-LABEL: func.func @bitwise_not
// NEW-COUNT-3: onnx.BitwiseNot
func.func @bitwise_not(%x: tensor<3xi64> {onnx.value = dense<[0, -9223372036854775808, 5]> : tensor<3xi64>},
                       %y: tensor<2xi8> {onnx.value = dense<[-128, 7]> : tensor<2xi8>},
                       %z: tensor<3xui8> {onnx.value = dense<[0, 255, 128]> : tensor<3xui8>})
    -> (tensor<3xi64> {onnx.expected = dense<[-1, 9223372036854775807, -6]> : tensor<3xi64>},
        tensor<2xi8> {onnx.expected = dense<[127, -8]> : tensor<2xi8>},
        tensor<3xui8> {onnx.expected = dense<[255, 0, 127]> : tensor<3xui8>}) {
  %0 = onnx.BitwiseNot(%x) : (tensor<3xi64>) -> tensor<3xi64>
  %1 = onnx.BitwiseNot(%y) : (tensor<2xi8>) -> tensor<2xi8>
  %2 = onnx.BitwiseNot(%z) : (tensor<3xui8>) -> tensor<3xui8>
  return %0, %1, %2 : tensor<3xi64>, tensor<2xi8>, tensor<3xui8>
}

// -----

// A start before the first element is clamped to it, not to one before it.
// NINE-LABEL: func.func @slice_backwards
// NINE: onnx.Custom(%arg0, %{{.*}}) {{.*}}op_type = "Gather"} : (tensor<3xf32>, tensor<1xi64>)
func.func @slice_backwards(%x: tensor<3xf32> {onnx.value = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>})
    -> (tensor<1xf32> {onnx.expected = dense<1.0> : tensor<1xf32>}) {
  %start = onnx.Constant dense<-10> : tensor<1xi64>
  %end = onnx.Constant dense<-9223372036854775808> : tensor<1xi64>
  %axis = onnx.Constant dense<0> : tensor<1xi64>
  %step = onnx.Constant dense<-1> : tensor<1xi64>
  %0 = onnx.Slice(%x, %start, %end, %axis, %step) : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

// NINE-LABEL: func.func @nonzero_double
// NINE: onnx.NonZero({{.*}}) : (tensor<4xi1>)
// CHECK-LABEL: func.func @nonzero_double
// CHECK: onnx.NonZero({{.*}}) : (tensor<4xi1>)
func.func @nonzero_double(%x: tensor<4xf64> {onnx.value = dense<[0.0, -0.0, 0x7FF8000000000000, 2.0]> : tensor<4xf64>})
    -> (tensor<1x2xi64> {onnx.expected = dense<[[2, 3]]> : tensor<1x2xi64>}) {
  %0 = onnx.NonZero(%x) : (tensor<4xf64>) -> tensor<1x2xi64>
  return %0 : tensor<1x2xi64>
}
