// Bitwise operators before opset 18 keep the values of results.
// RUN: torch-onnx-opt %s --onnx-evaluate -o /dev/null
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=17 target=ort' --onnx-evaluate -o /dev/null
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=17 target=ort' | FileCheck %s
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=18 target=ort' | FileCheck %s --check-prefix=NEW

// Digits of 4 bits are looked up in a table.
// CHECK-LABEL: func.func @bitwise
// CHECK-NOT: onnx.Bitwise
// CHECK: onnx.Gather({{.*}} : (tensor<256xi64>, tensor<4x16xi64>) -> tensor<4x16xi64>
// NEW-LABEL: func.func @bitwise
// NEW: onnx.BitwiseAnd
// NEW: onnx.BitwiseOr
// NEW: onnx.BitwiseXor
func.func @bitwise(%x: tensor<4xi64> {onnx.value = dense<[0, -9223372036854775808, 5, -2]> : tensor<4xi64>},
                   %y: tensor<i64> {onnx.value = dense<-9223372036854775803> : tensor<i64>},
                   %z: tensor<3xi8> {onnx.value = dense<[-128, 127, -3]> : tensor<3xi8>},
                   %w: tensor<3xi8> {onnx.value = dense<[-1, -128, 5]> : tensor<3xi8>},
                   %u: tensor<2xui16> {onnx.value = dense<[65535, 43690]> : tensor<2xui16>},
                   %v: tensor<2xui16> {onnx.value = dense<[21845, 13107]> : tensor<2xui16>})
    -> (tensor<4xi64> {onnx.expected = dense<[0, -9223372036854775808, 5, -9223372036854775804]> : tensor<4xi64>},
        tensor<3xi8> {onnx.expected = dense<[-1, -1, -3]> : tensor<3xi8>},
        tensor<2xui16> {onnx.expected = dense<[43690, 39321]> : tensor<2xui16>}) {
  %0 = onnx.BitwiseAnd(%x, %y) : (tensor<4xi64>, tensor<i64>) -> tensor<4xi64>
  %1 = onnx.BitwiseOr(%z, %w) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %2 = onnx.BitwiseXor(%u, %v) : (tensor<2xui16>, tensor<2xui16>) -> tensor<2xui16>
  return %0, %1, %2 : tensor<4xi64>, tensor<3xi8>, tensor<2xui16>
}

// Numbers of ui64 are combined as the i64 of the same bits.
// CHECK-LABEL: func.func @wide
// CHECK-NOT: onnx.Bitwise
// CHECK: onnx.Cast({{.*}} : (tensor<4xui64>) -> tensor<4xi64>
// NEW-LABEL: func.func @wide
// NEW-NEXT: onnx.BitwiseAnd
// NEW-NEXT: onnx.BitwiseOr
// NEW-NEXT: onnx.BitwiseXor
// NEW-NEXT: onnx.BitwiseNot
func.func @wide(%x: tensor<4xui64> {onnx.value = dense<[0, 18446744073709551615, 9223372036854775808, 17361641481138401520]> : tensor<4xui64>},
                %y: tensor<4xui64> {onnx.value = dense<[18446744073709551615, 18446744073709551614, 9223372036854775813, 18374966859414961920]> : tensor<4xui64>})
    -> (tensor<4xui64> {onnx.expected = dense<[0, 18446744073709551614, 9223372036854775808, 17294086455919964160]> : tensor<4xui64>},
        tensor<4xui64> {onnx.expected = dense<[18446744073709551615, 18446744073709551615, 9223372036854775813, 18442521884633399280]> : tensor<4xui64>},
        tensor<4xui64> {onnx.expected = dense<[18446744073709551615, 1, 5, 1148435428713435120]> : tensor<4xui64>},
        tensor<4xui64> {onnx.expected = dense<[18446744073709551615, 0, 9223372036854775807, 1085102592571150095]> : tensor<4xui64>}) {
  %0 = onnx.BitwiseAnd(%x, %y) : (tensor<4xui64>, tensor<4xui64>) -> tensor<4xui64>
  %1 = onnx.BitwiseOr(%x, %y) : (tensor<4xui64>, tensor<4xui64>) -> tensor<4xui64>
  %2 = onnx.BitwiseXor(%x, %y) : (tensor<4xui64>, tensor<4xui64>) -> tensor<4xui64>
  %3 = onnx.BitwiseNot(%x) : (tensor<4xui64>) -> tensor<4xui64>
  return %0, %1, %2, %3 : tensor<4xui64>, tensor<4xui64>, tensor<4xui64>, tensor<4xui64>
}
