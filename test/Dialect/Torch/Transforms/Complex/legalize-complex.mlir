// One case for each kind of rule. A complex value is two tensors, and pairs where
// it comes in or goes out.
//
// RUN: torch-onnx-opt %s --torch-legalize-complex --cse | FileCheck %s

!z = tensor<?x3xcomplex<f32>, #sym.dims<n>>

// What is real has no imaginary part. The names of arguments stay.
// CHECK-LABEL: func.func @arithmetic
// CHECK-SAME: (%[[X:.*]]: tensor<?x3x2xf32, #sym.dims<n>> {onnx.name = "x"}, %[[Y:.*]]: tensor<3xf32>) -> (tensor<?x3x2xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>)
// CHECK-DAG: %[[XR:.*]] = torch.aten.select.int(%[[X]], dim=-1, index=0)
// CHECK-DAG: %[[XI:.*]] = torch.aten.select.int(%[[X]], dim=-1, index=1)
// CHECK-DAG: %[[R:.*]] = torch.aten.mul.Tensor(%[[XR]], %[[Y]])
// CHECK-DAG: %[[I:.*]] = torch.aten.mul.Tensor(%[[XI]], %[[Y]])
// CHECK-DAG: %[[RR:.*]] = torch.aten.mul.Tensor(%[[R]], %[[XR]])
// CHECK-DAG: %[[II:.*]] = torch.aten.mul.Tensor(%[[I]], %[[XI]])
// CHECK-DAG: %[[PR:.*]] = torch.aten.sub.Tensor(%[[RR]], %[[II]])
// CHECK-DAG: %[[RI:.*]] = torch.aten.mul.Tensor(%[[R]], %[[XI]])
// CHECK-DAG: %[[IR:.*]] = torch.aten.mul.Tensor(%[[I]], %[[XR]])
// CHECK-DAG: %[[PI:.*]] = torch.aten.add.Tensor(%[[RI]], %[[IR]])
// CHECK-DAG: %[[A:.*]] = torch.aten.hypot.default(%[[PR]], %[[PI]])
// CHECK-DAG: %[[P:.*]] = torch.aten.stack.default([%[[PR]], %[[PI]]], dim=-1)
// CHECK: return %[[P]], %[[A]]
func.func @arithmetic(%x: !z {onnx.name = "x"}, %y: tensor<3xf32>) -> (!z, tensor<?x3xf32, #sym.dims<n>>) {
  %0 = torch.aten.mul.Tensor(%x, %y) : (!z, tensor<3xf32>) -> !z
  %1 = torch.aten.mul.Tensor(%0, %x) : (!z, !z) -> !z
  %2 = torch.aten.abs.default(%1) : (!z) -> tensor<?x3xf32, #sym.dims<n>>
  return %1, %2 : !z, tensor<?x3xf32, #sym.dims<n>>
}

// Pairs that are only passed on are not taken apart; a view is one of each part.
// CHECK-LABEL: func.func @views
// CHECK-SAME: (%[[X:.*]]: tensor<4x2xf32>)
// CHECK: %[[R:.*]] = torch.aten.select.int(%[[X]], dim=-1, index=0)
// CHECK: %[[VR:.*]] = torch.aten.view.default(%[[R]], [2, 2])
// CHECK: %[[I:.*]] = torch.aten.select.int(%[[X]], dim=-1, index=1)
// CHECK: %[[VI:.*]] = torch.aten.view.default(%[[I]], [2, 2])
// CHECK: %[[N:.*]] = torch.aten.neg.default(%[[VI]])
// CHECK: %[[P:.*]] = torch.aten.stack.default([%[[VR]], %[[N]]], dim=-1)
// CHECK: return %[[X]], %[[P]]
func.func @views(%x: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2x2x2xf32>) {
  %0 = torch.aten.view_as_complex.default(%x) : (tensor<4x2xf32>) -> tensor<4xcomplex<f32>>
  %1 = torch.aten.view_as_real.default(%0) : (tensor<4xcomplex<f32>>) -> tensor<4x2xf32>
  %2 = torch.aten.view.default(%0, [2, 2]) : (tensor<4xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  %3 = torch.aten._conj.default(%2) : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  %4 = torch.aten.view_as_real.default(%3) : (tensor<2x2xcomplex<f32>>) -> tensor<2x2x2xf32>
  return %1, %4 : tensor<4x2xf32>, tensor<2x2x2xf32>
}

// The same bytes; a part that nobody reads is not there.
// CHECK-LABEL: func.func @weights
// CHECK-DAG: torch.constant "w" #weight.file<"m.pt2", offset = 64, strides = [2, 4, 1]> : tensor<2x3x2xf32>
// CHECK-DAG: torch.constant dense<{{\[\[}}1.000000e+00, -2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf64>
// CHECK: torch.aten.select.int(%{{.*}}, dim=-1, index=1) : (tensor<2x2xf64>) -> tensor<2xf64>
// CHECK-NOT: torch.aten
// CHECK: return
func.func @weights() -> (tensor<2x3xcomplex<f32>>, tensor<2xf64>) {
  %w = torch.constant "w" #weight.file<"m.pt2", offset = 64, strides = [1, 2]> : tensor<2x3xcomplex<f32>> : tensor<2x3xcomplex<f32>>
  %c = torch.constant dense<[(1.0, -2.0), (3.0, 4.0)]> : tensor<2xcomplex<f64>> : tensor<2xcomplex<f64>>
  %0 = torch.aten.imag.default(%c) : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  return %w, %0 : tensor<2x3xcomplex<f32>>, tensor<2xf64>
}

// A bias is added to one product of each part.
// CHECK-LABEL: func.func @product
// CHECK: %[[RR:.*]] = torch.aten.linear.default(%[[XR:.*]], %[[WR:.*]], %[[BR:.*]]) :
// CHECK: %[[II:.*]] = torch.aten.linear.default(%[[XI:.*]], %[[WI:.*]]) :
// CHECK: %[[R:.*]] = torch.aten.sub.Tensor(%[[RR]], %[[II]])
// CHECK: %[[RI:.*]] = torch.aten.linear.default(%[[XR]], %[[WI]], %[[BI:.*]]) :
// CHECK: %[[IR:.*]] = torch.aten.linear.default(%[[XI]], %[[WR]]) :
// CHECK: %[[I:.*]] = torch.aten.add.Tensor(%[[RI]], %[[IR]])
// CHECK: torch.aten.stack.default([%[[R]], %[[I]]], dim=-1)
func.func @product(%x: tensor<2x3xcomplex<f32>>, %w: tensor<4x3xcomplex<f32>>, %b: tensor<4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>> {
  %0 = torch.aten.linear.default(%x, %w, %b) : (tensor<2x3xcomplex<f32>>, tensor<4x3xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  return %0 : tensor<2x4xcomplex<f32>>
}

// A number has parts; what is real writes zeros to the imaginary part.
// CHECK-LABEL: func.func @indexing
// CHECK: torch.aten.masked_fill.Scalar(%{{.*}}, %{{.*}}, value=1.000000e+00)
// CHECK: torch.aten.masked_fill.Scalar(%{{.*}}, %{{.*}}, value=-1.000000e+00)
// CHECK: torch.aten.index_put.default(%{{.*}}, [%{{.*}}], %arg3)
// CHECK: %[[ZERO:.*]] = torch.aten.zeros_like.default(%arg3)
// CHECK: torch.aten.index_put.default(%{{.*}}, [%{{.*}}], %[[ZERO]])
func.func @indexing(%x: tensor<4xcomplex<f32>>, %m: tensor<4xi1>, %i: tensor<2xi64>, %s: tensor<2xf32>) -> (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) {
  %0 = torch.aten.masked_fill.Scalar(%x, %m, value=dense<(1.0, -1.0)> : tensor<complex<f64>>) : (tensor<4xcomplex<f32>>, tensor<4xi1>) -> tensor<4xcomplex<f32>>
  %1 = torch.aten.index_put.default(%x, [%i], %s) : (tensor<4xcomplex<f32>>, tensor<2xi64>, tensor<2xf32>) -> tensor<4xcomplex<f32>>
  return %0, %1 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
}

// Sums are of the parts, norms of the moduli, truth is of both parts.
// CHECK-LABEL: func.func @reductions
// CHECK-COUNT-2: torch.aten.sum.dim_IntList(%{{.*}}, [1])
// CHECK: %[[A:.*]] = torch.aten.hypot.default
// CHECK: torch.aten.linalg_vector_norm.default(%[[A]], dim=[1])
// CHECK: %[[T:.*]] = torch.aten.logical_or.default
// CHECK: torch.aten.any.default(%[[T]])
// CHECK: %[[VR:.*]] = torch.aten.var.correction(%{{.*}}, [1]
// CHECK: %[[VI:.*]] = torch.aten.var.correction(%{{.*}}, [1]
// CHECK: torch.aten.add.Tensor(%[[VR]], %[[VI]])
func.func @reductions(%x: tensor<2x4xcomplex<f32>>) -> (tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<i1>, tensor<2xf32>) {
  %0 = torch.aten.sum.dim_IntList(%x, [1]) : (tensor<2x4xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %1 = torch.aten.linalg_vector_norm.default(%x, 2, [1]) : (tensor<2x4xcomplex<f32>>) -> tensor<2xf32>
  %2 = torch.aten.any.default(%x) : (tensor<2x4xcomplex<f32>>) -> tensor<i1>
  %3 = torch.aten.var.correction(%x, [1]) : (tensor<2x4xcomplex<f32>>) -> tensor<2xf32>
  return %0, %1, %2, %3 : tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<i1>, tensor<2xf32>
}

// CHECK-LABEL: func.func @comparison
// CHECK-COUNT-2: torch.aten.eq.Tensor
// CHECK: torch.aten.logical_and.default
// CHECK-COUNT-2: torch.aten.isnan.default
// CHECK: torch.aten.logical_or.default
func.func @comparison(%x: tensor<4xcomplex<f32>>, %y: tensor<4xcomplex<f32>>) -> (tensor<4xi1>, tensor<4xi1>) {
  %0 = torch.aten.eq.Tensor(%x, %y) : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  %1 = torch.aten.isnan.default(%x) : (tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func.func @creation
// CHECK: torch.aten.full.default([3], fill_value=0.000000e+00, dtype=f32)
// CHECK: torch.aten.full.default([3], fill_value=1.000000e+00, dtype=f32)
// CHECK: %[[ZERO:.*]] = torch.aten.zeros_like.default(%arg0)
// CHECK: torch.aten.stack.default([%arg0, %[[ZERO]]], dim=-1)
func.func @creation(%x: tensor<4xf32>) -> (tensor<4xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<4xcomplex<f32>>) {
  %0 = torch.aten.polar.default(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>
  %1 = torch.aten.full.default([3], fill_value=dense<(0.0, 1.0)> : tensor<complex<f64>>, dtype=complex<f32>) : () -> tensor<3xcomplex<f32>>
  %2 = torch.aten._to_copy.default(%x, dtype=complex<f32>) : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return %0, %1, %2 : tensor<4xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<4xcomplex<f32>>
}

// Functions are computed in double and rounded once.
// CHECK-LABEL: func.func @function
// CHECK: torch.aten.exp.default(%{{.*}}) : (tensor<4xf64>)
// CHECK-COUNT-2: torch.aten._to_copy.default(%{{.*}}, dtype=f32)
// CHECK-NOT: torch.aten._to_copy
func.func @function(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = torch.aten.exp.default(%x) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// Slices are scaled by the norms of their moduli, and powers of the base are
// taken at complex numbers in a row.
// CHECK-LABEL: func.func @scaled_and_spaced
// CHECK: torch.aten.linalg_vector_norm.default({{.*}}, ord=3.000000e+00, dim=[1], keepdim=true)
// CHECK: torch.aten.gt.Scalar({{.*}}, other=2.000000e+00)
// CHECK-COUNT-2: torch.aten.linspace.default({{.*}}steps=4
// CHECK-NOT: complex
// CHECK: return
func.func @scaled_and_spaced(%x: tensor<2x4xcomplex<f32>>) -> (tensor<2x4xcomplex<f32>>, tensor<4xcomplex<f32>>) {
  %0 = torch.aten.renorm.default(%x, 3, 0, 2) : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  %1 = torch.aten.logspace.default(start=dense<(1.0, 2.0)> : tensor<complex<f64>>, end=dense<(3.0, -1.0)> : tensor<complex<f64>>, steps=4, dtype=complex<f32>) : () -> tensor<4xcomplex<f32>>
  return %0, %1 : tensor<2x4xcomplex<f32>>, tensor<4xcomplex<f32>>
}

// Both parts have the mean, and half of the variance.
// CHECK-LABEL: func.func @drawn
// CHECK-COUNT-2: torch.aten.normal_functional.default({{.*}}, mean=1.000000e+00, std=1.4142135623730951)
// CHECK-COUNT-2: torch.aten.uniform.default
func.func @drawn(%x: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) {
  %0 = torch.aten.normal_functional.default(%x, 1.0, 2.0) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %1 = torch.aten.uniform.default(%x) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0, %1 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
}

// One number after the other along the axis.
// CHECK-LABEL: func.func @running_sum
// CHECK: torch.scan
// CHECK: torch.aten.log1p.default
// CHECK: torch.aten.atan2.default
func.func @running_sum(%x: tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>> {
  %0 = torch.aten.logcumsumexp.default(%x, 1) : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  return %0 : tensor<2x4xcomplex<f32>>
}

// A number is its own sum.
// CHECK-LABEL: func.func @running_sum_of_one
// CHECK-NOT: torch.scan
// CHECK: return
func.func @running_sum_of_one(%x: tensor<complex<f32>>) -> tensor<complex<f32>> {
  %0 = torch.aten.logcumsumexp.default(%x, 0) : (tensor<complex<f32>>) -> tensor<complex<f32>>
  return %0 : tensor<complex<f32>>
}
