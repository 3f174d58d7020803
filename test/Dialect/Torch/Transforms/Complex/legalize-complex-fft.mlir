// Which form a Fourier transform takes.
//
// RUN: torch-onnx-opt %s --torch-legalize-complex --cse | FileCheck %s
// RUN: torch-onnx-opt %s --torch-legalize-complex=dft=never --cse | FileCheck %s --check-prefix=NEVER
// RUN: torch-onnx-opt %s --torch-legalize-complex=dft=always --cse | FileCheck %s --check-prefix=ALWAYS

// A small one is a product with a constant, whatever its size is.
// CHECK-LABEL: func.func @small
// CHECK: %[[T:.*]] = torch.constant dense<{{.*}}> : tensor<3x4xf32>
// CHECK: %[[Y:.*]] = torch.aten.matmul.default(%arg0, %[[T]]) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// CHECK: torch.aten.unflatten.int(%[[Y]], dim=-1, sizes=[-1, 2]) : (tensor<2x4xf32>) -> tensor<2x2x2xf32>
// ALWAYS-LABEL: func.func @small
// ALWAYS: %[[X:.*]] = torch.aten.unsqueeze.default(%arg0, dim=-1)
// ALWAYS: torch.dft %[[X]] along 1 onesided : (tensor<2x3x1xf32>) -> tensor<2x2x2xf32>
func.func @small(%x: tensor<2x3xf32>) -> tensor<2x2xcomplex<f32>> {
  %0 = torch.aten._fft_r2c.default(%x, [1], 0, true) : (tensor<2x3xf32>) -> tensor<2x2xcomplex<f32>>
  return %0 : tensor<2x2xcomplex<f32>>
}

// The inverse is the forward one of the conjugate.
// CHECK-LABEL: func.func @inverse
// CHECK: %[[C:.*]] = torch.constant dense<[1.000000e+00, -1.000000e+00]> : tensor<2xf32>
// CHECK: %[[X:.*]] = torch.aten.mul.Tensor(%arg0, %[[C]])
// CHECK: %[[Y:.*]] = torch.dft %[[X]] along 1 : (tensor<2x64x3x2xf32>) -> tensor<2x64x3x2xf32>
// CHECK: %[[S:.*]] = torch.constant dense<[1.562500e-02, -1.562500e-02]> : tensor<2xf32>
// CHECK: %[[Z:.*]] = torch.aten.mul.Tensor(%[[Y]], %[[S]])
// CHECK: return %[[Z]]
// NEVER-LABEL: func.func @inverse
// NEVER-NOT: torch.dft
// NEVER: torch.aten.matmul.default(%{{.*}}) : (tensor<2x3x128xf32>, tensor<128x128xf32>) -> tensor<2x3x128xf32>
// NEVER: torch.aten.transpose.int(%{{.*}}, dim0=1, dim1=2) : (tensor<2x3x64x2xf32>) -> tensor<2x64x3x2xf32>
func.func @inverse(%x: tensor<2x64x3xcomplex<f32>>) -> tensor<2x64x3xcomplex<f32>> {
  %0 = torch.aten._fft_c2c.default(%x, [1], 2, false) : (tensor<2x64x3xcomplex<f32>>) -> tensor<2x64x3xcomplex<f32>>
  return %0 : tensor<2x64x3xcomplex<f32>>
}

// Half a spectrum, weighted, and zeros.
// CHECK-LABEL: func.func @to_real
// CHECK: %[[X:.*]] = torch.aten.mul.Tensor(%arg0, %{{.*}}) : (tensor<33x2xf64>, tensor<33x2xf64>)
// CHECK: %[[P:.*]] = torch.aten.constant_pad_nd.default(%[[X]], [0, 0, 0, 31]) : (tensor<33x2xf64>) -> tensor<64x2xf64>
// CHECK: %[[Y:.*]] = torch.dft %[[P]] along 0
// CHECK: %[[R:.*]] = torch.aten.select.int(%[[Y]], dim=-1, index=0)
// CHECK: return %[[R]]
func.func @to_real(%x: tensor<33xcomplex<f64>>) -> tensor<64xf64> {
  %0 = torch.aten._fft_c2r.default(%x, [0], 0, 64) : (tensor<33xcomplex<f64>>) -> tensor<64xf64>
  return %0 : tensor<64xf64>
}

// A table of a size known only at run time is computed in double.
// CHECK-LABEL: func.func @dynamic
// CHECK: %[[N:.*]] = torch.aten.sym_size.int(%arg0, dim=0)
// CHECK-NOT: remainder
// CHECK: torch.aten.cos.default(%{{.*}}) : (tensor<?x?xf64>) -> tensor<?x?xf64>
// CHECK: torch.aten.matmul.default(%arg0, %{{.*}}) : (tensor<?xf32, #sym.dims<n>>, tensor<?x?xf32>)
// CHECK: return %{{.*}} : tensor<?x2xf32, #sym.dims<n floordiv 2 + 1>>
// ALWAYS-LABEL: func.func @dynamic
// ALWAYS: torch.dft %{{.*}} along 0 onesided : (tensor<?x1xf32, #sym.dims<n>>) -> tensor<?x2xf32, #sym.dims<n floordiv 2 + 1>>
func.func @dynamic(%x: tensor<?xf32, #sym.dims<n>>) -> tensor<?xcomplex<f32>, #sym.dims<n floordiv 2 + 1>> {
  %0 = torch.aten._fft_r2c.default(%x, [0], 1, true) : (tensor<?xf32, #sym.dims<n>>) -> tensor<?xcomplex<f32>, #sym.dims<n floordiv 2 + 1>>
  return %0 : tensor<?xcomplex<f32>, #sym.dims<n floordiv 2 + 1>>
}

// In double precision the angles are reduced first, as integers.
// CHECK-LABEL: func.func @dynamic_double
// CHECK: torch.aten.remainder.Tensor(%{{.*}}) : (tensor<?x?xi64>, tensor<i64>) -> tensor<?x?xi64>
func.func @dynamic_double(%x: tensor<?xf64, #sym.dims<n>>) -> tensor<?xcomplex<f64>, #sym.dims<n floordiv 2 + 1>> {
  %0 = torch.aten._fft_r2c.default(%x, [0], 1, true) : (tensor<?xf64, #sym.dims<n>>) -> tensor<?xcomplex<f64>, #sym.dims<n floordiv 2 + 1>>
  return %0 : tensor<?xcomplex<f64>, #sym.dims<n floordiv 2 + 1>>
}

// 1500 = 30 * 50, by the parts.
// CHECK-LABEL: func.func @factors
// CHECK-COUNT-2: torch.aten.matmul.default(%{{.*}}) : (tensor<30x60xf32>, tensor<60x50xf32>)
// CHECK-COUNT-2: torch.aten.matmul.default(%{{.*}}) : (tensor<30x100xf32>, tensor<100x50xf32>)
// CHECK-NOT: matmul
func.func @factors(%x: tensor<1500xcomplex<f32>>) -> tensor<1500xcomplex<f32>> {
  %0 = torch.aten._fft_c2c.default(%x, [0], 0, true) : (tensor<1500xcomplex<f32>>) -> tensor<1500xcomplex<f32>>
  return %0 : tensor<1500xcomplex<f32>>
}

// The real part alone is read: no pairs, and nothing is transposed.
// CHECK-LABEL: func.func @parts
// CHECK-NOT: stack
// CHECK-NOT: transpose
// CHECK: %[[A:.*]] = torch.aten.matmul.default(%arg0, %{{.*}}) : (tensor<2x6x5xf32>, tensor<5x5xf32>)
// CHECK: %[[B:.*]] = torch.aten.matmul.default(%arg0, %{{.*}}) : (tensor<2x6x5xf32>, tensor<5x5xf32>)
// CHECK: %[[X:.*]] = torch.aten.cat.default([%[[A]], %[[B]]], dim=1)
// CHECK: %[[Y:.*]] = torch.aten.matmul.default(%{{.*}}, %[[X]]) : (tensor<6x12xf32>, tensor<2x12x5xf32>)
// CHECK: return %[[Y]]
func.func @parts(%x: tensor<2x6x5xf32>) -> tensor<2x6x5xf32> {
  %0 = torch.aten._fft_r2c.default(%x, [1, 2], 0, false) : (tensor<2x6x5xf32>) -> tensor<2x6x5xcomplex<f32>>
  %1 = torch.aten.real.default(%0) : (tensor<2x6x5xcomplex<f32>>) -> tensor<2x6x5xf32>
  return %1 : tensor<2x6x5xf32>
}

// Moved before they are read as pairs: pairs.
// CHECK-LABEL: func.func @moved_pairs
// CHECK: torch.aten.matmul.default(%arg0, %{{.*}}) : (tensor<2x3xf32>, tensor<3x6xf32>)
// CHECK-NOT: matmul
func.func @moved_pairs(%x: tensor<2x3xf32>) -> tensor<3x2x2xf32> {
  %0 = torch.aten._fft_r2c.default(%x, [1], 0, false) : (tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
  %1 = torch.aten.t.default(%0) : (tensor<2x3xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  %2 = torch.aten.view_as_real.default(%1) : (tensor<3x2xcomplex<f32>>) -> tensor<3x2x2xf32>
  return %2 : tensor<3x2x2xf32>
}

// Half a spectrum of parts becomes numbers by one product.
// CHECK-LABEL: func.func @parts_to_real
// CHECK-NOT: stack
// CHECK: torch.aten.matmul.default(%{{.*}}) : (tensor<4x6xf32>, tensor<6x2xf32>)
func.func @parts_to_real(%re: tensor<3x2xf32>, %im: tensor<3x2xf32>) -> tensor<4x2xf32> {
  %0 = torch.aten.complex.default(%re, %im) : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xcomplex<f32>>
  %1 = torch.aten._fft_c2r.default(%0, [0], 2, 4) : (tensor<3x2xcomplex<f32>>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}
