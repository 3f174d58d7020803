// RUN: torch-onnx-opt --split-input-file --convert-torch-to-onnx %s --verify-diagnostics | FileCheck %s

// Functions of sizes are computed where their values are needed, here where a
// tensor is expanded to the shape of another one.

// CHECK-LABEL: func.func @scaled(
// CHECK: %[[N:.*]] = onnx.Shape(
// CHECK: %[[F:.*]] = onnx.Cast(%[[N]]) {to = f64}
// CHECK: %[[X:.*]] = onnx.Mul({{.*}}%[[F]]
// CHECK: onnx.Less(%[[X]]
// CHECK-DAG: onnx.Ceil(%[[X]])
// CHECK-DAG: onnx.Floor(%[[X]])
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}to = i64
// CHECK: onnx.Expand
func.func @scaled(%x: tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<trunc(1.7*n)>> {
  %0 = torch.aten.sum.default(%x) : (tensor<?xf32, #sym.dims<n>>) -> tensor<f32>
  %1 = torch.aten.sym_size.int(%x, dim=0) attributes {torch.exprs = #sym.dims<trunc(1.7*n)>} : (tensor<?xf32, #sym.dims<n>>) -> i64
  %2 = torch.aten.expand.default(%0, [%1]) : (tensor<f32>, i64) -> tensor<?xf32, #sym.dims<trunc(1.7*n)>>
  return %2 : tensor<?xf32, #sym.dims<trunc(1.7*n)>>
}

// -----

// Of a number that is read, too.

// CHECK-LABEL: func.func @computed(
// CHECK-SAME: %[[K:.*]]: tensor<i64>
// CHECK: %[[U:.*]] = onnx.Unsqueeze(%[[K]]
// CHECK: %[[N:.*]] = onnx.Max({{.*}}%[[U]]
// CHECK: onnx.Expand({{.*}}%[[N]])
func.func @computed(%k: i64 {torch.exprs = #sym.dims<u0>}) -> tensor<?xf32, #sym.dims<Max(2, u0)>> {
  %two = arith.constant 2 : i64
  %n = arith.maxsi %k, %two {torch.exprs = #sym.dims<Max(2, u0)>} : i64
  %0 = torch.aten.ones.default([%n]) : (i64) -> tensor<?xf32, #sym.dims<Max(2, u0)>>
  return %0 : tensor<?xf32, #sym.dims<Max(2, u0)>>
}

// -----

// Of a function that nobody knows, the number is where its symbol comes from.

// CHECK-LABEL: func.func @unknown(
// CHECK: %[[S:.*]] = onnx.Mul(%arg0, %arg0)
// CHECK: %[[U:.*]] = onnx.Unsqueeze(%[[S]]
// CHECK: onnx.Expand({{.*}}%[[U]])
func.func @unknown(%k: i64) -> tensor<?xf32, #sym.dims<Unknown(u0)>> {
  %n = arith.muli %k, %k {torch.exprs = #sym.dims<Unknown(u0)>} : i64
  %0 = torch.aten.ones.default([%n]) : (i64) -> tensor<?xf32, #sym.dims<Unknown(u0)>>
  return %0 : tensor<?xf32, #sym.dims<Unknown(u0)>>
}
