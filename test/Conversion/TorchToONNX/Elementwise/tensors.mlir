// Tensors as a whole.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @isclose
// CHECK: onnx.Equal(%arg0, %arg1)
// CHECK: onnx.Sub(%arg0, %arg1)
// CHECK: onnx.Abs
// CHECK: onnx.Mul(%arg1, {{.*}})
func.func @isclose(%x: tensor<8xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0x7F800000, 0xFF800000, 1.0, 1.0, -0.0, 100.0]> : tensor<8xf32>},
                   %y: tensor<8xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0, 1.05, 1.2, 0.0, 100.15]> : tensor<8xf32>})
    -> (tensor<8xi1> {onnx.expected = dense<[false, true, false, false, true, false, true, true]> : tensor<8xi1>}) {
  %0 = torch.aten.isclose.default(%x, %y, 0.001, 0.1) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  return %0 : tensor<8xi1>
}

// -----

// CHECK-LABEL: func.func @isin
// CHECK: onnx.Equal({{.*}}, %arg1)
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
func.func @isin(%x: tensor<2x3xi64> {onnx.value = dense<[[1, -9223372036854775808, -9223372036854775807], [9223372036854775807, -8, 9223372036854775806]]> : tensor<2x3xi64>},
                %y: tensor<4xi64> {onnx.value = dense<[-9223372036854775808, 0, 2, 9223372036854775807]> : tensor<4xi64>})
    -> (tensor<2x3xi1> {onnx.expected = dense<[[false, true, false], [true, false, false]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.isin.Tensor_Tensor(%x, %y) : (tensor<2x3xi64>, tensor<4xi64>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @isin_nothing
// CHECK: onnx.Constant dense<false> : tensor<i1>
func.func @isin_nothing(%x: tensor<3xi64> {onnx.value = dense<1> : tensor<3xi64>},
                        %y: tensor<0xi64> {onnx.value = dense<> : tensor<0xi64>})
    -> (tensor<3xi1> {onnx.expected = dense<false> : tensor<3xi1>}) {
  %0 = torch.aten.isin.Tensor_Tensor(%x, %y) : (tensor<3xi64>, tensor<0xi64>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

// CHECK-LABEL: func.func @allclose
// CHECK: onnx.IsNaN(%arg0)
// CHECK: onnx.Cast({{.*}}) {to = i32}
// CHECK: onnx.ReduceMin({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Cast({{.*}}) {to = i1}
func.func @allclose(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, 0x7F800000, 1.0], [2.0, 3.0, -0.0]]> : tensor<2x3xf32>},
                    %y: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, 0x7F800000, 1.05], [2.1, 3.0, 0.0]]> : tensor<2x3xf32>})
    -> (i1 {onnx.expected = dense<true> : tensor<i1>}) {
  %0 = torch.aten.allclose.default(%x, %y, 0.1, 0.01, equal_nan=true) : (tensor<2x3xf32>, tensor<2x3xf32>) -> i1
  return %0 : i1
}

// -----

func.func @allclose_far(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, 0x7F800000, 1.0], [2.0, 3.0, -0.0]]> : tensor<2x3xf32>},
                        %y: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, 0x7F800000, 1.05], [2.5, 3.0, 0.0]]> : tensor<2x3xf32>})
    -> (i1 {onnx.expected = dense<false> : tensor<i1>}) {
  %0 = torch.aten.allclose.default(%x, %y, 0.1, 0.01, equal_nan=true) : (tensor<2x3xf32>, tensor<2x3xf32>) -> i1
  return %0 : i1
}

// -----

// CHECK-LABEL: func.func @equal
// CHECK: onnx.Equal(%arg0, %arg1)
// CHECK: onnx.ReduceMin({{.*}}) {keepdims = 0 : i64}
func.func @equal(%x: tensor<2x3xf32> {onnx.value = dense<[[-2.75, 0x7FC00000, 0x7F800000], [2.75, -0.0, 0xFF800000]]> : tensor<2x3xf32>},
                 %y: tensor<2x3xf32> {onnx.value = dense<[[-2.0, -0.0, 0x7F800000], [0x7FC00000, 2.25, 0xFF800000]]> : tensor<2x3xf32>})
    -> (i1 {onnx.expected = dense<false> : tensor<i1>}) {
  %0 = torch.aten.equal.default(%x, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> i1
  return %0 : i1
}

// -----

// CHECK-LABEL: func.func @equal_dynamic
// CHECK: onnx.Equal(%arg0, %arg1)
// CHECK: onnx.ReduceMin({{.*}}) {keepdims = 0 : i64}
func.func @equal_dynamic(%x: tensor<?xi64, #sym.dims<n>> {onnx.value = dense<[0, 3]> : tensor<2xi64>},
                         %y: tensor<?xi64, #sym.dims<n>> {onnx.value = dense<[1, 3]> : tensor<2xi64>})
    -> (i1 {onnx.expected = dense<false> : tensor<i1>}) {
  %0 = torch.aten.equal.default(%x, %y) : (tensor<?xi64, #sym.dims<n>>, tensor<?xi64, #sym.dims<n>>) -> i1
  return %0 : i1
}

// -----

// Shapes that differ tell it.
// CHECK-LABEL: func.func @equal_shapes
func.func @equal_shapes(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, 0x7FC00000, 0xFF800000], [-0.0, 2.75, 3.0]]> : tensor<2x3xf32>},
                        %y: tensor<3x2xf32> {onnx.value = dense<[[0x7F800000, 0xFF800000], [-0.0, 2.5], [-0.25, 0x7FC00000]]> : tensor<3x2xf32>})
    -> (i1 {onnx.expected = dense<false> : tensor<i1>}) {
  %0 = torch.aten.equal.default(%x, %y) : (tensor<2x3xf32>, tensor<3x2xf32>) -> i1
  return %0 : i1
}

// -----

// CHECK-LABEL: func.func @number_in_tests
// CHECK: onnx.Equal
// CHECK: onnx.Cast({{.*}}) {to = i32}
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Cast({{.*}}) {to = i1}
func.func @number_in_tests(%x: tensor<2x3xi64> {onnx.value = dense<[[1, 2, 4], [5, 6, 7]]> : tensor<2x3xi64>})
    -> (tensor<i1> {onnx.expected = dense<true> : tensor<i1>}) {
  %0 = torch.aten.isin.Scalar_Tensor(3, %x, invert=true) : (tensor<2x3xi64>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

func.func @number_in_tests_found(%x: tensor<2x3xi64> {onnx.value = dense<[[1, 2, 4], [5, 3, 7]]> : tensor<2x3xi64>})
    -> (tensor<i1> {onnx.expected = dense<false> : tensor<i1>}) {
  %0 = torch.aten.isin.Scalar_Tensor(3, %x, invert=true) : (tensor<2x3xi64>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// CHECK-LABEL: func.func @elements_in_number
// CHECK: onnx.Equal(%arg0, {{.*}})
// CHECK: onnx.Not(
func.func @elements_in_number(%x: tensor<2x3xi64> {onnx.value = dense<[[1, 1, 3], [3, 1, 3]]> : tensor<2x3xi64>})
    -> (tensor<2x3xi1> {onnx.expected = dense<[[true, true, false], [false, true, false]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.isin.Tensor_Scalar(%x, 3, invert=true) : (tensor<2x3xi64>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// Integers are subtracted as floats, where differences do not wrap around.
// CHECK-LABEL: func.func @isclose_integers
// CHECK-DAG: %[[X:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK-DAG: %[[Y:.*]] = onnx.Cast(%arg1) {to = f32}
// CHECK: onnx.Sub(%[[X]], %[[Y]])
func.func @isclose_integers(%x: tensor<4xi8> {onnx.value = dense<[100, -128, 3, 5]> : tensor<4xi8>},
                            %y: tensor<4xi8> {onnx.value = dense<[-100, 127, 5, 3]> : tensor<4xi8>})
    -> (tensor<4xi1> {onnx.expected = dense<[false, false, true, true]> : tensor<4xi1>}) {
  %0 = torch.aten.isclose.default(%x, %y, 0.0, 100.0) : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

func.func @isclose_bytes(%x: tensor<4xui8> {onnx.value = dense<[3, 5, 255, 0]> : tensor<4xui8>},
                         %y: tensor<4xui8> {onnx.value = dense<[5, 3, 0, 255]> : tensor<4xui8>})
    -> (tensor<4xi1> {onnx.expected = dense<[true, true, false, false]> : tensor<4xi1>}) {
  %0 = torch.aten.isclose.default(%x, %y, 0.0, 2.0) : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

// If there may be no tests, marks are added: a maximum of nothing would be the
// lowest integer, which is true.
// CHECK-LABEL: func.func @isin_maybe_nothing
// CHECK: onnx.ReduceSum
func.func @isin_maybe_nothing(%x: tensor<3xi64> {onnx.value = dense<[0, 1, 1]> : tensor<3xi64>},
                              %y: tensor<?xi64, #sym.dims<s0>> {onnx.value = dense<> : tensor<0xi64>})
    -> (tensor<3xi1> {onnx.expected = dense<false> : tensor<3xi1>}) {
  %0 = torch.aten.isin.Tensor_Tensor(%x, %y) : (tensor<3xi64>, tensor<?xi64, #sym.dims<s0>>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}
