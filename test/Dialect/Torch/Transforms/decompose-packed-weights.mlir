// Weights of 4 bits in the layout of the machine: integration/quantization/test_packed.py has the numbers.
//
// REQUIRES: libtorch
// RUN: torch-onnx-opt %s --torch-decompose 2>&1 | FileCheck %s
// RUN: env TORCH_ONNX_LIBTORCH_PLUGIN=/nowhere/missing.so torch-onnx-opt %s --torch-decompose | FileCheck %s --check-prefix=MISSING

// One warning for all.
// CHECK: warning: 'aten._weight_int4pack_mm_for_cpu.default': the weights are read as PyTorch packs them on this machine; on one with other vector instructions PyTorch packs otherwise
// CHECK-NOT: warning

// CHECK-LABEL: @product(
// CHECK: torch.aten.bitwise_and.Scalar(%{{.*}}, other=15)
// CHECK: torch.aten.__rshift__.Scalar(%{{.*}}, other=4)
// CHECK: %[[NUMBERS:.*]] = torch.aten.sub.Tensor(%{{.*}}, other=8) : (tensor<16x64xi8>) -> tensor<16x64xi8>
// CHECK: torch.torchao.dequantize_affine.default(%[[NUMBERS]], [1, 32],
// CHECK: torch.aten.mm.default(
// MISSING-LABEL: @product(
// MISSING: torch.not_decomposed = "expected a weight in rows and columns, found one that is packed by the vector instructions of the machine that it was packed on, which the program does not name; PyTorch could tell those of this machine: {{.*}}missing.so
func.func @product(%x: tensor<4x64xf16>, %w: tensor<16x32xui8>, %s: tensor<2x16x2xf16>) -> (tensor<4x16xf16>, tensor<4x16xf16>) {
  %0 = torch.aten._weight_int4pack_mm_for_cpu.default(%x, %w, 32, %s) : (tensor<4x64xf16>, tensor<16x32xui8>, tensor<2x16x2xf16>) -> tensor<4x16xf16>
  %1 = torch.aten._weight_int4pack_mm_for_cpu.default(%x, %w, 32, %s) : (tensor<4x64xf16>, tensor<16x32xui8>, tensor<2x16x2xf16>) -> tensor<4x16xf16>
  return %0, %1 : tensor<4x16xf16>, tensor<4x16xf16>
}

// A file may say anything.
// CHECK-LABEL: @sizes(
// CHECK: torch.not_decomposed = "expected rows by 16, groups of columns, and scales and zeros [groups, rows, 2], found tensor<16x32xui8> and tensor<3x16x2xf16>"
func.func @sizes(%x: tensor<4x64xf16>, %w: tensor<16x32xui8>, %s: tensor<3x16x2xf16>) -> tensor<4x16xf16> {
  %0 = torch.aten._weight_int4pack_mm_for_cpu.default(%x, %w, 32, %s) : (tensor<4x64xf16>, tensor<16x32xui8>, tensor<3x16x2xf16>) -> tensor<4x16xf16>
  return %0 : tensor<4x16xf16>
}

// CHECK-LABEL: @bytes(
// CHECK: torch.not_decomposed = "expected 'mat2' to have [rows, columns / 2] bytes, found tensor<16x32xi32>"
func.func @bytes(%x: tensor<4x64xf16>, %w: tensor<16x32xi32>, %s: tensor<2x16x2xf16>) -> tensor<4x16xf16> {
  %0 = torch.aten._weight_int4pack_mm_for_cpu.default(%x, %w, 32, %s) : (tensor<4x64xf16>, tensor<16x32xi32>, tensor<2x16x2xf16>) -> tensor<4x16xf16>
  return %0 : tensor<4x16xf16>
}
