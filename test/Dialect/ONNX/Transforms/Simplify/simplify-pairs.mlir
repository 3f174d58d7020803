// RUN: torch-onnx-opt --onnx-simplify --split-input-file %s | FileCheck %s

// A product of complex numbers: all parts keep their dimension.

// CHECK-LABEL: func.func @product(
// CHECK: %[[A:.*]]:2 = onnx.Split(%arg0, {{.*}} -> (tensor<?x1xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>)
// CHECK: %[[B:.*]]:2 = onnx.Split(%arg1,
// CHECK-DAG: onnx.Mul(%[[A]]#0, %[[B]]#0)
// CHECK-DAG: onnx.Mul(%[[A]]#1, %[[B]]#1)
// CHECK: %[[RE:.*]] = onnx.Sub
// CHECK: %[[IM:.*]] = onnx.Add
// CHECK: onnx.Concat(%[[RE]], %[[IM]])
// CHECK-NOT: onnx.Unsqueeze
func.func @product(%a: tensor<?x2xf32, #sym.dims<n>>, %b: tensor<?x2xf32, #sym.dims<n>>) -> tensor<?x2xf32, #sym.dims<n>> {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %last = onnx.Constant dense<-1> : tensor<1xi64>
  %ar = onnx.Gather(%a, %zero) {axis = 1 : i64} : (tensor<?x2xf32, #sym.dims<n>>, tensor<i64>) -> tensor<?xf32, #sym.dims<n>>
  %ai = onnx.Gather(%a, %one) {axis = 1 : i64} : (tensor<?x2xf32, #sym.dims<n>>, tensor<i64>) -> tensor<?xf32, #sym.dims<n>>
  %br = onnx.Gather(%b, %zero) {axis = -1 : i64} : (tensor<?x2xf32, #sym.dims<n>>, tensor<i64>) -> tensor<?xf32, #sym.dims<n>>
  %bi = onnx.Gather(%b, %one) {axis = -1 : i64} : (tensor<?x2xf32, #sym.dims<n>>, tensor<i64>) -> tensor<?xf32, #sym.dims<n>>
  %0 = onnx.Mul(%ar, %br) : (tensor<?xf32, #sym.dims<n>>, tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>>
  %1 = onnx.Mul(%ai, %bi) : (tensor<?xf32, #sym.dims<n>>, tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>>
  %2 = onnx.Sub(%0, %1) : (tensor<?xf32, #sym.dims<n>>, tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>>
  %3 = onnx.Mul(%ar, %bi) : (tensor<?xf32, #sym.dims<n>>, tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>>
  %4 = onnx.Mul(%ai, %br) : (tensor<?xf32, #sym.dims<n>>, tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>>
  %5 = onnx.Add(%3, %4) : (tensor<?xf32, #sym.dims<n>>, tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>>
  %6 = onnx.Unsqueeze(%2, %last) : (tensor<?xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<?x1xf32, #sym.dims<n>>
  %7 = onnx.Unsqueeze(%5, %last) : (tensor<?xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<?x1xf32, #sym.dims<n>>
  %8 = onnx.Concat(%6, %7) {axis = 1 : i64} : (tensor<?x1xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>) -> tensor<?x2xf32, #sym.dims<n>>
  return %8 : tensor<?x2xf32, #sym.dims<n>>
}

// -----

// A row of constants gets the dimension for nothing, and a number needs none.

// CHECK-LABEL: func.func @constants(
// CHECK: %[[TWO:.*]] = onnx.Constant dense<2.0{{.*}}> : tensor<f32>
// CHECK: %[[A:.*]]:2 = onnx.Split(%arg0
// CHECK: %[[C:.*]] = onnx.Constant dense<{{.*}}> : tensor<3x1xf32>
// CHECK-DAG: %[[RE:.*]] = onnx.Mul(%[[A]]#0, %[[C]])
// CHECK-DAG: %[[IM:.*]] = onnx.Mul(%[[A]]#1, %[[TWO]])
// CHECK: onnx.Concat(%[[RE]], %[[IM]])
func.func @constants(%a: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %last = onnx.Constant dense<-1> : tensor<1xi64>
  %c = onnx.Constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %two = onnx.Constant dense<2.0> : tensor<f32>
  %ar = onnx.Gather(%a, %zero) {axis = 1 : i64} : (tensor<3x2xf32>, tensor<i64>) -> tensor<3xf32>
  %ai = onnx.Gather(%a, %one) {axis = 1 : i64} : (tensor<3x2xf32>, tensor<i64>) -> tensor<3xf32>
  %0 = onnx.Mul(%ar, %c) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %1 = onnx.Mul(%ai, %two) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = onnx.Unsqueeze(%0, %last) : (tensor<3xf32>, tensor<1xi64>) -> tensor<3x1xf32>
  %3 = onnx.Unsqueeze(%1, %last) : (tensor<3xf32>, tensor<1xi64>) -> tensor<3x1xf32>
  %4 = onnx.Concat(%2, %3) {axis = 1 : i64} : (tensor<3x1xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
  return %4 : tensor<3x2xf32>
}

// -----

// Three other operands would need an Unsqueeze each.

// CHECK-LABEL: func.func @others(
// CHECK-COUNT-2: onnx.Gather
// CHECK-COUNT-2: onnx.Unsqueeze
// CHECK-NOT: onnx.Unsqueeze
func.func @others(%a: tensor<3x2xf32>, %c: tensor<3xf32>, %s: tensor<3xf32>, %t: tensor<3xf32>) -> tensor<3x2xf32> {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %last = onnx.Constant dense<-1> : tensor<1xi64>
  %ar = onnx.Gather(%a, %zero) {axis = 1 : i64} : (tensor<3x2xf32>, tensor<i64>) -> tensor<3xf32>
  %ai = onnx.Gather(%a, %one) {axis = 1 : i64} : (tensor<3x2xf32>, tensor<i64>) -> tensor<3xf32>
  %0 = onnx.Mul(%ar, %c) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %1 = onnx.Mul(%ai, %s) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %2 = onnx.Add(%1, %t) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %3 = onnx.Unsqueeze(%0, %last) : (tensor<3xf32>, tensor<1xi64>) -> tensor<3x1xf32>
  %4 = onnx.Unsqueeze(%2, %last) : (tensor<3xf32>, tensor<1xi64>) -> tensor<3x1xf32>
  %5 = onnx.Concat(%3, %4) {axis = 1 : i64} : (tensor<3x1xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
  return %5 : tensor<3x2xf32>
}

// -----

// Parts with other uses stay as they are, so that nothing is saved.

// CHECK-LABEL: func.func @used(
// CHECK-COUNT-2: onnx.Gather
// CHECK-NOT: onnx.Split
// CHECK-COUNT-2: onnx.Unsqueeze
func.func @used(%a: tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %last = onnx.Constant dense<-1> : tensor<1xi64>
  %ar = onnx.Gather(%a, %zero) {axis = 1 : i64} : (tensor<3x2xf32>, tensor<i64>) -> tensor<3xf32>
  %ai = onnx.Gather(%a, %one) {axis = 1 : i64} : (tensor<3x2xf32>, tensor<i64>) -> tensor<3xf32>
  %0 = onnx.Mul(%ar, %ai) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %1 = onnx.Add(%ar, %ai) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %2 = onnx.Unsqueeze(%0, %last) : (tensor<3xf32>, tensor<1xi64>) -> tensor<3x1xf32>
  %3 = onnx.Unsqueeze(%1, %last) : (tensor<3xf32>, tensor<1xi64>) -> tensor<3x1xf32>
  %4 = onnx.Concat(%2, %3) {axis = 1 : i64} : (tensor<3x1xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
  return %4, %ar, %ai, %0 : tensor<3x2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// Not where the results are joined along another axis.

// CHECK-LABEL: func.func @other_axis(
// CHECK-NOT: onnx.Split
// CHECK-COUNT-2: onnx.Unsqueeze
func.func @other_axis(%a: tensor<3x2xf32>) -> tensor<2x3xf32> {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %first = onnx.Constant dense<0> : tensor<1xi64>
  %ar = onnx.Gather(%a, %zero) {axis = 1 : i64} : (tensor<3x2xf32>, tensor<i64>) -> tensor<3xf32>
  %ai = onnx.Gather(%a, %one) {axis = 1 : i64} : (tensor<3x2xf32>, tensor<i64>) -> tensor<3xf32>
  %0 = onnx.Mul(%ar, %ai) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %1 = onnx.Add(%ar, %ai) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %2 = onnx.Unsqueeze(%0, %first) : (tensor<3xf32>, tensor<1xi64>) -> tensor<1x3xf32>
  %3 = onnx.Unsqueeze(%1, %first) : (tensor<3xf32>, tensor<1xi64>) -> tensor<1x3xf32>
  %4 = onnx.Concat(%2, %3) {axis = 0 : i64} : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  return %4 : tensor<2x3xf32>
}
