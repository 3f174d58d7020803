// Packed weights of 4 bits: integration/quantization/test_packed.py has the numbers.
//
// REQUIRES: libtorch
// RUN: torch-onnx-opt %s --torch-decompose 2>&1 | FileCheck %s
// RUN: env TORCH_ONNX_LIBTORCH_PLUGIN=/nowhere/missing.so torch-onnx-opt %s --torch-decompose | FileCheck %s --check-prefix=MISSING

// One warning for all.
// CHECK: warning: 'aten._weight_int4pack_mm_for_cpu.default': the weights are read in PyTorch's packing for this machine; machines with other vector instructions use another packing
// CHECK: warning: 'aten._weight_int4pack_mm.default': the weights are read in the tiles of NVIDIA's processors (m16n8k16); AMD's processors, which programs also call 'cuda', use another packing
// CHECK-NOT: warning

// CHECK-LABEL: @product(
// CHECK: torch.aten.bitwise_and.Scalar(%{{.*}}, other=15)
// CHECK: torch.aten.__rshift__.Scalar(%{{.*}}, other=4)
// CHECK: %[[NUMBERS:.*]] = torch.aten.sub.Tensor(%{{.*}}, other=8) : (tensor<16x64xi8>) -> tensor<16x64xi8>
// CHECK: torch.torchao.dequantize_affine.default(%[[NUMBERS]], [1, 32],
// CHECK: torch.aten.mm.default(
// MISSING-LABEL: @product(
// MISSING: torch.not_decomposed = "expected a weight in rows and columns, found a packed weight, whose layout depends on the vector instructions of the machine that packed it, which the program does not record; PyTorch knows the layout of this machine, but cannot be loaded: {{.*}}missing.so
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

// CHECK-LABEL: @tiles(
// CHECK-COUNT-8: torch.aten.__rshift__.Scalar(
// CHECK: torch.aten.permute.default(%{{.*}}, [0, 2, 1, 4, 6, 3, 5]) : (tensor<4x1x8x4x2x2x4xi32>)
// CHECK: torch.torchao.dequantize_affine.default(%{{.*}}, [1, 32],
// CHECK: torch.aten.mm.default(
// MISSING-LABEL: @tiles(
// MISSING: torch.aten.mm.default(
func.func @tiles(%x: tensor<4x64xbf16>, %w: tensor<4x1x32x2xi32>, %s: tensor<2x32x2xbf16>) -> tensor<4x32xbf16> {
  %0 = torch.aten._weight_int4pack_mm.default(%x, %w, 32, %s) attributes {torch.device = "cuda"} : (tensor<4x64xbf16>, tensor<4x1x32x2xi32>, tensor<2x32x2xbf16>) -> tensor<4x32xbf16>
  return %0 : tensor<4x32xbf16>
}

// Other backends have other orders in the same shape.
// CHECK-LABEL: @other_device(
// CHECK: torch.not_decomposed = "expected a weight in rows and columns, or in the tiles of NVIDIA's processors, found a weight packed for the device 'mps', which has another order in the same shape; quantize with a layout that is not packed"
func.func @other_device(%x: tensor<4x64xbf16>, %w: tensor<4x1x32x2xi32>, %s: tensor<2x32x2xbf16>) -> tensor<4x32xbf16> {
  %0 = torch.aten._weight_int4pack_mm.default(%x, %w, 32, %s) attributes {torch.device = "mps"} : (tensor<4x64xbf16>, tensor<4x1x32x2xi32>, tensor<2x32x2xbf16>) -> tensor<4x32xbf16>
  return %0 : tensor<4x32xbf16>
}

// CHECK-LABEL: @no_device(
// CHECK: torch.not_decomposed = "expected a weight in rows and columns, or in the tiles of NVIDIA's processors, found a weight packed for a device that the program does not name, which has another
func.func @no_device(%x: tensor<4x64xbf16>, %w: tensor<4x1x32x2xi32>, %s: tensor<2x32x2xbf16>) -> tensor<4x32xbf16> {
  %0 = torch.aten._weight_int4pack_mm.default(%x, %w, 32, %s) : (tensor<4x64xbf16>, tensor<4x1x32x2xi32>, tensor<2x32x2xbf16>) -> tensor<4x32xbf16>
  return %0 : tensor<4x32xbf16>
}

// CHECK-LABEL: @threads(
// CHECK: torch.not_decomposed = "expected 'mat2' to have [rows / 8, columns / tile, 32, 1, 2 or 4] elements of type i32, found tensor<4x1x64x1xi32>"
func.func @threads(%x: tensor<4x64xbf16>, %w: tensor<4x1x64x1xi32>, %s: tensor<2x32x2xbf16>) -> tensor<4x32xbf16> {
  %0 = torch.aten._weight_int4pack_mm.default(%x, %w, 32, %s) attributes {torch.device = "cuda"} : (tensor<4x64xbf16>, tensor<4x1x64x1xi32>, tensor<2x32x2xbf16>) -> tensor<4x32xbf16>
  return %0 : tensor<4x32xbf16>
}

// CHECK-LABEL: @rows(
// CHECK: torch.not_decomposed = "expected rows by 8, groups of columns, and scales and zeros [groups, rows, 2], found tensor<4x1x32x2xi32> and tensor<2x24x2xbf16>"
func.func @rows(%x: tensor<4x64xbf16>, %w: tensor<4x1x32x2xi32>, %s: tensor<2x24x2xbf16>) -> tensor<4x24xbf16> {
  %0 = torch.aten._weight_int4pack_mm.default(%x, %w, 32, %s) attributes {torch.device = "cuda"} : (tensor<4x64xbf16>, tensor<4x1x32x2xi32>, tensor<2x24x2xbf16>) -> tensor<4x24xbf16>
  return %0 : tensor<4x24xbf16>
}

// The kernel reads bf16, whatever it is given.
// CHECK-LABEL: @scales(
// CHECK: torch.not_decomposed = "expected 'qScaleAndZeros' to have elements of type bf16, found f32"
func.func @scales(%x: tensor<4x64xbf16>, %w: tensor<4x1x32x2xi32>, %s: tensor<2x32x2xf32>) -> tensor<4x32xbf16> {
  %0 = torch.aten._weight_int4pack_mm.default(%x, %w, 32, %s) attributes {torch.device = "cuda"} : (tensor<4x64xbf16>, tensor<4x1x32x2xi32>, tensor<2x32x2xf32>) -> tensor<4x32xbf16>
  return %0 : tensor<4x32xbf16>
}
