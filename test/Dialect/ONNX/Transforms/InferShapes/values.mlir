// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// What is computed from shapes is followed: the size of a ConstantOfShape tells
// the value.

// CHECK-LABEL: @values
func.func @values(%x: tensor<?x12x?xf32, #sym.dims<n, m>>) {
  %none = onnx.NoValue() : () -> none
  %shape = onnx.Shape(%x) : (tensor<?x12x?xf32, #sym.dims<n, m>>) -> tensor<3xi64>
  %zero = onnx.Constant dense<0> : tensor<1xi64>
  %one = onnx.Constant dense<1> : tensor<1xi64>
  %two = onnx.Constant dense<2> : tensor<1xi64>
  %three = onnx.Constant dense<3> : tensor<1xi64>
  %last = onnx.Constant dense<-1> : tensor<i64>
  %n = onnx.Slice(%shape, %zero, %one, %none, %none) : (tensor<3xi64>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<1xi64>
  %m = onnx.Gather(%shape, %last) : (tensor<3xi64>, tensor<i64>) -> tensor<i64>
  %m1 = onnx.Unsqueeze(%m, %zero) : (tensor<i64>, tensor<1xi64>) -> tensor<1xi64>
  %sum = onnx.Add(%n, %m1) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %product = onnx.Mul(%n, %three) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %half = onnx.Div(%m1, %two) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  // CHECK: onnx.ConstantOfShape({{.*}} -> tensor<?x?x?xf32, #sym.dims<m + n, 3*n, m floordiv 2>>
  %0 = onnx.Concat(%sum, %product, %half) {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
  %1 = onnx.ConstantOfShape(%0) : (tensor<3xi64>) -> tensor<?x?x?xf32>
  // A difference may be negative, and rounds towards zero then.
  // CHECK: onnx.ConstantOfShape({{.*}} -> tensor<?xf32>
  %difference = onnx.Sub(%n, %one) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %2 = onnx.Div(%difference, %two) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %3 = onnx.ConstantOfShape(%2) : (tensor<1xi64>) -> tensor<?xf32>
  // CHECK: onnx.ConstantOfShape({{.*}} -> tensor<?xf32, #sym.dims<12*m*n>>
  %size = onnx.Size(%x) : (tensor<?x12x?xf32, #sym.dims<n, m>>) -> tensor<i64>
  %4 = onnx.Reshape(%size, %one) : (tensor<i64>, tensor<1xi64>) -> tensor<1xi64>
  %5 = onnx.ConstantOfShape(%4) : (tensor<1xi64>) -> tensor<?xf32>
  // CHECK: onnx.ConstantOfShape({{.*}} -> tensor<?x12x?xf32, #sym.dims<m, n>>
  %backwards = onnx.Constant dense<[2, 1, 0]> : tensor<3xi64>
  %6 = onnx.Gather(%shape, %backwards) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %7 = onnx.ConstantOfShape(%6) : (tensor<3xi64>) -> tensor<?x?x?xf32>
  // As exporters write Expand: -1 stands for the size that is there.
  // CHECK: onnx.Expand({{.*}} -> tensor<?x12x5xf32, #sym.dims<n>>
  %8 = onnx.Constant dense<[-1, -1, 5]> : tensor<3xi64>
  %9 = onnx.Constant dense<-1> : tensor<i64>
  %10 = onnx.Equal(%8, %9) : (tensor<3xi64>, tensor<i64>) -> tensor<3xi1>
  %11 = onnx.Where(%10, %shape, %8) : (tensor<3xi1>, tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %12 = onnx.ConstantOfShape(%one) : (tensor<1xi64>) -> tensor<1xf32>
  %13 = onnx.Expand(%12, %11) : (tensor<1xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  // CHECK: onnx.ConstantOfShape({{.*}} -> tensor<?xf32, #sym.dims<12*m*n>>
  %14 = onnx.ReduceProd(%shape, %none) {keepdims = 0 : i64} : (tensor<3xi64>, none) -> tensor<i64>
  %15 = onnx.Cast(%14) {to = i32} : (tensor<i64>) -> tensor<i32>
  %16 = onnx.Cast(%15) {to = i64} : (tensor<i32>) -> tensor<i64>
  %17 = onnx.Unsqueeze(%16, %zero) : (tensor<i64>, tensor<1xi64>) -> tensor<1xi64>
  %18 = onnx.ConstantOfShape(%17) : (tensor<1xi64>) -> tensor<?xf32>
  // CHECK: onnx.ConstantOfShape({{.*}} -> tensor<12x?xf32, #sym.dims<m>>
  %split = onnx.Constant dense<[1, 2]> : tensor<2xi64>
  %19:2 = onnx.Split(%shape, %split) : (tensor<3xi64>, tensor<2xi64>) -> (tensor<1xi64>, tensor<2xi64>)
  %20 = onnx.ConstantOfShape(%19#1) : (tensor<2xi64>) -> tensor<?x?xf32>
  // CHECK: onnx.ConstantOfShape({{.*}} -> tensor<?xf32, #sym.dims<n>>
  %21 = onnx.Max(%n, %zero) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %22 = onnx.ConstantOfShape(%21) : (tensor<1xi64>) -> tensor<?xf32>
  // A list of one number, in a ConstantOfShape.
  // CHECK: onnx.ConstantOfShape({{.*}} -> tensor<3x2xf32>
  %23 = onnx.ConstantOfShape(%two) {value = dense<3> : tensor<1xi64>} : (tensor<1xi64>) -> tensor<2xi64>
  %less = onnx.Constant dense<[0, -1]> : tensor<2xi64>
  %24 = onnx.Add(%23, %less) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %25 = onnx.Identity(%24) : (tensor<2xi64>) -> tensor<2xi64>
  %26 = onnx.ConstantOfShape(%25) : (tensor<2xi64>) -> tensor<?x?xf32>
  return
}
