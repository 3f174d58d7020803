// RUN: torch-onnx-opt --onnx-simplify --split-input-file %s | FileCheck %s

// Positions are at least 0: the condition goes, and the mask is not broadcast to
// all queries any more, as the scores have a row for each.

// CHECK-LABEL: func.func @positions(
// CHECK-NOT: onnx.GreaterOrEqual
// CHECK: onnx.Where(%arg0, {{.*}} -> tensor<?x1x1x?xf32, #sym.dims<b, s>>
// CHECK: onnx.Add(%arg1, {{.*}} -> tensor<?x4x?x?xf32, #sym.dims<b, s, s>>
func.func @positions(%mask: tensor<?x1x1x?xi1, #sym.dims<b, s>>, %scores: tensor<?x4x?x?xf32, #sym.dims<b, s, s>>, %n: tensor<i64>) -> tensor<?x4x?x?xf32, #sym.dims<b, s, s>> {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %shape = onnx.Constant dense<[1, 1, -1, 1]> : tensor<4xi64>
  %f0 = onnx.Constant dense<0.0> : tensor<f32>
  %low = onnx.Constant dense<-3.0e38> : tensor<f32>
  %0 = onnx.Range(%zero, %n, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64, #sym.dims<s>>
  %1 = onnx.Reshape(%0, %shape) : (tensor<?xi64, #sym.dims<s>>, tensor<4xi64>) -> tensor<1x1x?x1xi64, #sym.dims<s>>
  %2 = onnx.GreaterOrEqual(%1, %zero) : (tensor<1x1x?x1xi64, #sym.dims<s>>, tensor<i64>) -> tensor<1x1x?x1xi1, #sym.dims<s>>
  %3 = onnx.And(%2, %mask) : (tensor<1x1x?x1xi1, #sym.dims<s>>, tensor<?x1x1x?xi1, #sym.dims<b, s>>) -> tensor<?x1x?x?xi1, #sym.dims<b, s, s>>
  %4 = onnx.Where(%3, %f0, %low) : (tensor<?x1x?x?xi1, #sym.dims<b, s, s>>, tensor<f32>, tensor<f32>) -> tensor<?x1x?x?xf32, #sym.dims<b, s, s>>
  %5 = onnx.Add(%scores, %4) : (tensor<?x4x?x?xf32, #sym.dims<b, s, s>>, tensor<?x1x?x?xf32, #sym.dims<b, s, s>>) -> tensor<?x4x?x?xf32, #sym.dims<b, s, s>>
  return %5 : tensor<?x4x?x?xf32, #sym.dims<b, s, s>>
}

// -----

// Not where the mask itself is the result, whose shape the condition gives.

// CHECK-LABEL: func.func @result(
// CHECK: onnx.GreaterOrEqual
// CHECK: onnx.And
func.func @result(%mask: tensor<?x1x?xi1, #sym.dims<b, s>>, %n: tensor<i64>) -> tensor<?x?x?xi1, #sym.dims<b, s, s>> {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %shape = onnx.Constant dense<[1, -1, 1]> : tensor<3xi64>
  %0 = onnx.Range(%zero, %n, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64, #sym.dims<s>>
  %1 = onnx.Reshape(%0, %shape) : (tensor<?xi64, #sym.dims<s>>, tensor<3xi64>) -> tensor<1x?x1xi64, #sym.dims<s>>
  %2 = onnx.GreaterOrEqual(%1, %zero) : (tensor<1x?x1xi64, #sym.dims<s>>, tensor<i64>) -> tensor<1x?x1xi1, #sym.dims<s>>
  %3 = onnx.And(%2, %mask) : (tensor<1x?x1xi1, #sym.dims<s>>, tensor<?x1x?xi1, #sym.dims<b, s>>) -> tensor<?x?x?xi1, #sym.dims<b, s, s>>
  return %3 : tensor<?x?x?xi1, #sym.dims<b, s, s>>
}

// -----

// Not where elements may be negative: an input, a range that goes down or begins
// below 0, positions less a number; and not where 0 does not fulfil it.

// CHECK-LABEL: func.func @negative(
// CHECK-COUNT-5: onnx.And
func.func @negative(%x: tensor<8xi64>, %n: tensor<i64>, %mask: tensor<8xi1>) -> (tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>) {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %seven = onnx.Constant dense<7> : tensor<i64>
  %minus = onnx.Constant dense<-1> : tensor<i64>
  %down = onnx.Range(%seven, %n, %minus) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<8xi64>
  %below = onnx.Range(%minus, %n, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<8xi64>
  %up = onnx.Range(%zero, %n, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<8xi64>
  %moved = onnx.Sub(%up, %n) : (tensor<8xi64>, tensor<i64>) -> tensor<8xi64>
  %0 = onnx.GreaterOrEqual(%x, %zero) : (tensor<8xi64>, tensor<i64>) -> tensor<8xi1>
  %1 = onnx.GreaterOrEqual(%down, %zero) : (tensor<8xi64>, tensor<i64>) -> tensor<8xi1>
  %2 = onnx.GreaterOrEqual(%below, %zero) : (tensor<8xi64>, tensor<i64>) -> tensor<8xi1>
  %3 = onnx.GreaterOrEqual(%moved, %zero) : (tensor<8xi64>, tensor<i64>) -> tensor<8xi1>
  %4 = onnx.GreaterOrEqual(%up, %one) : (tensor<8xi64>, tensor<i64>) -> tensor<8xi1>
  %5 = onnx.And(%mask, %0) : (tensor<8xi1>, tensor<8xi1>) -> tensor<8xi1>
  %6 = onnx.And(%mask, %1) : (tensor<8xi1>, tensor<8xi1>) -> tensor<8xi1>
  %7 = onnx.And(%mask, %2) : (tensor<8xi1>, tensor<8xi1>) -> tensor<8xi1>
  %8 = onnx.And(%mask, %3) : (tensor<8xi1>, tensor<8xi1>) -> tensor<8xi1>
  %9 = onnx.And(%mask, %4) : (tensor<8xi1>, tensor<8xi1>) -> tensor<8xi1>
  return %5, %6, %7, %8, %9 : tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>
}

// -----

// A choice by such a condition alone, as in a model without a mask; not where the
// condition gives the result its shape.

// CHECK-LABEL: func.func @choice(
// CHECK-SAME: %[[SCORES:.*]]: tensor<?x4x?x?xf32
// CHECK-NOT: onnx.GreaterOrEqual
// CHECK: %[[SUM:.*]] = onnx.Add(%[[SCORES]], {{.*}} : (tensor<?x4x?x?xf32, #sym.dims<b, s, s>>, tensor<f32>)
// CHECK: onnx.GreaterOrEqual
// CHECK: %[[WHERE:.*]] = onnx.Where
// CHECK: return %[[SUM]], %[[WHERE]]
func.func @choice(%scores: tensor<?x4x?x?xf32, #sym.dims<b, s, s>>, %n: tensor<i64>) -> (tensor<?x4x?x?xf32, #sym.dims<b, s, s>>, tensor<?xf32, #sym.dims<s>>) {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %shape = onnx.Constant dense<[1, 1, -1, 1]> : tensor<4xi64>
  %f1 = onnx.Constant dense<1.0> : tensor<f32>
  %low = onnx.Constant dense<-3.0e38> : tensor<f32>
  %0 = onnx.Range(%zero, %n, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64, #sym.dims<s>>
  %1 = onnx.Reshape(%0, %shape) : (tensor<?xi64, #sym.dims<s>>, tensor<4xi64>) -> tensor<1x1x?x1xi64, #sym.dims<s>>
  %2 = onnx.GreaterOrEqual(%1, %zero) : (tensor<1x1x?x1xi64, #sym.dims<s>>, tensor<i64>) -> tensor<1x1x?x1xi1, #sym.dims<s>>
  %3 = onnx.Where(%2, %f1, %low) : (tensor<1x1x?x1xi1, #sym.dims<s>>, tensor<f32>, tensor<f32>) -> tensor<1x1x?x1xf32, #sym.dims<s>>
  %4 = onnx.Add(%scores, %3) : (tensor<?x4x?x?xf32, #sym.dims<b, s, s>>, tensor<1x1x?x1xf32, #sym.dims<s>>) -> tensor<?x4x?x?xf32, #sym.dims<b, s, s>>
  %5 = onnx.GreaterOrEqual(%0, %zero) : (tensor<?xi64, #sym.dims<s>>, tensor<i64>) -> tensor<?xi1, #sym.dims<s>>
  %6 = onnx.Where(%5, %f1, %low) : (tensor<?xi1, #sym.dims<s>>, tensor<f32>, tensor<f32>) -> tensor<?xf32, #sym.dims<s>>
  return %4, %6 : tensor<?x4x?x?xf32, #sym.dims<b, s, s>>, tensor<?xf32, #sym.dims<s>>
}
