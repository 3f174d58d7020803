// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s

// Arithmetic and functions of numbers.

// CHECK-LABEL: @unary
func.func @unary(%x: tensor<?x3xf32>, %i: tensor<4xi32>) {
  // CHECK-NEXT: onnx.Abs(%arg1) : (tensor<4xi32>) -> tensor<4xi32>
  %0 = onnx.Abs(%i) : (tensor<4xi32>) -> tensor<4xi32>
  // CHECK-NEXT: onnx.Acos(%arg0) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = onnx.Acos(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %2 = onnx.Acosh(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %3 = onnx.Asin(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %4 = onnx.Asinh(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %5 = onnx.Atan(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %6 = onnx.Atanh(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %7 = onnx.Ceil(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %8 = onnx.Cos(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %9 = onnx.Cosh(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %10 = onnx.Erf(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %11 = onnx.Exp(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %12 = onnx.Floor(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %13 = onnx.Log(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %14 = onnx.Neg(%i) : (tensor<4xi32>) -> tensor<4xi32>
  %15 = onnx.Reciprocal(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %16 = onnx.Round(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %17 = onnx.Sign(%i) : (tensor<4xi32>) -> tensor<4xi32>
  %18 = onnx.Sin(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %19 = onnx.Sinh(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %20 = onnx.Sqrt(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %21 = onnx.Tan(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  // CHECK: onnx.Tanh(%arg0) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %22 = onnx.Tanh(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return
}

// CHECK-LABEL: @binary
func.func @binary(%x: tensor<?x3xf32>, %y: tensor<3xf32>, %u: tensor<2xui8>, %i: tensor<i64>) {
  // CHECK-NEXT: onnx.Add(%arg0, %arg1) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  %0 = onnx.Add(%x, %y) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  %1 = onnx.Div(%x, %y) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  // CHECK: onnx.Mod(%arg0, %arg1) {fmod = 1 : i64} : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  %2 = onnx.Mod(%x, %y) {fmod = 1 : i64} : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  // A default is not printed.
  // CHECK-NEXT: onnx.Mod(%arg2, %arg2) : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xui8>
  %3 = onnx.Mod(%u, %u) {fmod = 0 : i64} : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xui8>
  %4 = onnx.Mul(%x, %y) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  // CHECK: onnx.Pow(%arg0, %arg3) : (tensor<?x3xf32>, tensor<i64>) -> tensor<?x3xf32>
  %5 = onnx.Pow(%x, %i) : (tensor<?x3xf32>, tensor<i64>) -> tensor<?x3xf32>
  %6 = onnx.Sub(%x, %y) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  return
}

// CHECK-LABEL: @variadic
func.func @variadic(%x: tensor<2xf32>) {
  // CHECK-NEXT: onnx.Max(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
  %0 = onnx.Max(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = onnx.Mean(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = onnx.Min(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // CHECK: onnx.Sum(%arg0, %arg0, %arg0) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = onnx.Sum(%x, %x, %x) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
