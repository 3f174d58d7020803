// Elements of 4 bits are two in a byte, the first in the low half. The file
// format has them from version 11 on, whatever the opset; no operator of an
// opset before 23 takes them, so that a weight that is an output is an
// initializer under the output's name.
//
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %python -c "open('w.bin', 'wb').write(bytes(range(256)) * 8)"
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=20" --onnx-prepare-for-export %s -o in.mlir
// RUN: torch-onnx-translate --to-onnx in.mlir -o m.onnx
// RUN: %python %S/Inputs/dump_onnx.py m.onnx | FileCheck %s
// RUN: torch-onnx-opt --onnx-prepare-for-export=weights-mode=reference in.mlir -o ref.mlir
// RUN: torch-onnx-translate --to-onnx ref.mlir -o ref.onnx --weights=reference
// RUN: %python %S/Inputs/dump_onnx.py ref.onnx | FileCheck %s --check-prefix=REF
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=23 target=onnx" --onnx-prepare-for-export %s | FileCheck %s --check-prefix=LATER
// REQUIRES: onnx

// CHECK: ir 11, opset
// CHECK-DAG: initializer odd: float4e2m1[3] = [0.5, -6.0, 1.0]
// CHECK-DAG: initializer halves: float4e2m1[2, 4] = {{\[\[}}0.0, 0.0, 0.5, 0.0], [1.0, 0.0, 1.5, 0.0]]
// CHECK-DAG: initializer turned: float4e2m1[4, 2] = {{\[\[}}0.0, 0.0], [1.0, 0.0], [0.5, 0.0], [1.5, 0.0]]
// CHECK-NOT: node
// REF: initializer large: float4e2m1[32, 128] external location=w.bin offset=0 length=2048
// LATER: onnx.ir_version = 11
// LATER: onnx.Identity

module attributes {onnx.opset = 20 : i64} {
  func.func @main() -> (
      tensor<3xf4E2M1FN> {onnx.name = "odd"},
      tensor<2x4xf4E2M1FN> {onnx.name = "halves"},
      tensor<4x2xf4E2M1FN> {onnx.name = "turned"},
      tensor<32x128xf4E2M1FN> {onnx.name = "large"}) {
    %0 = onnx.Constant dense<[0.5, -6.0, 1.0]> : tensor<3xf4E2M1FN>
    %1 = onnx.Constant {name = "w"} #weight.expr<unpack, [#weight.file<"w.bin", offset = 0> : tensor<2x2xui8>]> : tensor<2x4xf4E2M1FN>
    %2 = onnx.Constant #weight.expr<unpack, [#weight.file<"w.bin", offset = 0, strides = [1, 2]> : tensor<2x2xui8>]> : tensor<4x2xf4E2M1FN>
    %3 = onnx.Constant #weight.expr<unpack, [#weight.file<"w.bin", offset = 0> : tensor<32x64xui8>]> : tensor<32x128xf4E2M1FN>
    return %0, %1, %2, %3 : tensor<3xf4E2M1FN>, tensor<2x4xf4E2M1FN>, tensor<4x2xf4E2M1FN>, tensor<32x128xf4E2M1FN>
  }
}
