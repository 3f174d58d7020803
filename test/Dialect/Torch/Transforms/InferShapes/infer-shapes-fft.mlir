// Types of Fourier transforms.
//
// RUN: torch-onnx-opt %s --split-input-file --torch-infer-shapes --verify-diagnostics | FileCheck %s

!x = tensor<?x12xf32, #sym.dims<n>>
!z = tensor<?x12xcomplex<f64>, #sym.dims<n>>

// CHECK-LABEL: func.func @kernels
// CHECK: torch.aten._fft_r2c.default{{.*}} -> tensor<?x12xcomplex<f32>, #sym.dims<n floordiv 2 + 1>>
// CHECK: torch.aten._fft_c2c.default{{.*}} -> tensor<?x12xcomplex<f64>, #sym.dims<n>>
// CHECK: torch.aten._fft_c2r.default{{.*}} -> tensor<?x22xf64, #sym.dims<n>>
func.func @kernels(%x: !x, %z: !z) -> (!torch.untyped, !torch.untyped, !torch.untyped) {
  %0 = torch.aten._fft_r2c.default(%x, [1, 0], 0, true) : (!x) -> !torch.untyped
  %1 = torch.aten._fft_c2c.default(%z, [0], 0, true) : (!z) -> !torch.untyped
  %2 = torch.aten._fft_c2r.default(%z, [1], 0, 22) : (!z) -> !torch.untyped
  return %0, %1, %2 : !torch.untyped, !torch.untyped, !torch.untyped
}

// CHECK-LABEL: func.func @transforms
// CHECK: torch.aten.fft_fft.default{{.*}} -> tensor<?x12xcomplex<f32>, #sym.dims<n>>
// CHECK: torch.aten.fft_rfft.default{{.*}} -> tensor<?x5xcomplex<f32>, #sym.dims<n>>
// CHECK: torch.aten.fft_hfft.default{{.*}} -> tensor<?x12xf64, #sym.dims<2*n - 2>>
// CHECK: torch.aten.fft_rfft2.default{{.*}} -> tensor<?x7xcomplex<f32>, #sym.dims<n>>
// CHECK: torch.aten.fft_irfftn.default{{.*}} -> tensor<4x9xf64>
// CHECK: torch.aten.fft_fftfreq.default{{.*}} -> tensor<7xf32>
// CHECK: torch.aten.fft_rfftfreq.default{{.*}} -> tensor<4xf32>
// CHECK: torch.aten.polar.default{{.*}} -> tensor<?x12xcomplex<f32>, #sym.dims<n>>
func.func @transforms(%x: !x, %z: !z) {
  %0 = torch.aten.fft_fft.default(%x) : (!x) -> !torch.untyped
  %1 = torch.aten.fft_rfft.default(%x, 8) : (!x) -> !torch.untyped
  %2 = torch.aten.fft_hfft.default(%z, dim=0) : (!z) -> !torch.untyped
  %3 = torch.aten.fft_rfft2.default(%x) : (!x) -> !torch.untyped
  %4 = torch.aten.fft_irfftn.default(%z, [4, 9]) : (!z) -> !torch.untyped
  %5 = torch.aten.fft_fftfreq.default(7) : () -> !torch.untyped
  %6 = torch.aten.fft_rfftfreq.default(7) : () -> !torch.untyped
  %7 = torch.aten.polar.default(%x, %x) : (!x, !x) -> !torch.untyped
  return
}

// CHECK-LABEL: func.func @short_time
// CHECK: torch.aten.stft.center{{.*}} -> tensor<2x9x?xcomplex<f32>, #sym.dims<n floordiv 4 + 1>>
// CHECK: torch.aten.istft.default{{.*}} -> tensor<2x?xf32, #sym.dims<4*(n floordiv 4)>>
func.func @short_time(%x: tensor<2x?xf32, #sym.dims<n>>) -> !torch.untyped {
  %0 = torch.aten.stft.center(%x, 16, return_complex=true) : (tensor<2x?xf32, #sym.dims<n>>) -> !torch.untyped
  %1 = torch.aten.istft.default(%0, 16) : (!torch.untyped) -> !torch.untyped
  return %1 : !torch.untyped
}

// -----

func.func @complex(%z: tensor<4xcomplex<f32>>) -> !torch.untyped {
  // expected-error @+1 {{'aten.fft_rfft.default' does not fit its operands: expected 'self' to have real elements, found complex<f32>}}
  %0 = torch.aten.fft_rfft.default(%z) : (tensor<4xcomplex<f32>>) -> !torch.untyped
  return %0 : !torch.untyped
}
