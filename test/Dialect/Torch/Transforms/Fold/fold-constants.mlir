// RUN: torch-onnx-opt %s --torch-fold-constants | FileCheck %s

// Positions and masks, as exported programs compute them: one walk folds the
// chain, and nothing is left of the way there.
// CHECK-LABEL: func.func @chain
// CHECK-NEXT: %[[C:.*]] = torch.constant dense<[{{\[}}false, false, false], [true, false, false], [true, true, false]]> : tensor<3x3xi1>
// CHECK-NEXT: return %[[C]]
func.func @chain() -> tensor<3x3xi1> {
  %0 = torch.aten.arange.default(3) : () -> tensor<3xi64>
  %1 = torch.aten.add.Tensor(%0, 1) : (tensor<3xi64>) -> tensor<3xi64>
  %2 = torch.aten.sub.Tensor(%1, 1) : (tensor<3xi64>) -> tensor<3xi64>
  %3 = torch.aten.unsqueeze.default(%2, -1) : (tensor<3xi64>) -> tensor<3x1xi64>
  %4 = torch.aten.lt.Tensor(%0, %3) : (tensor<3xi64>, tensor<3x1xi64>) -> tensor<3x3xi1>
  return %4 : tensor<3x3xi1>
}

// CHECK-LABEL: func.func @where
// CHECK-NEXT: %[[C:.*]] = torch.constant dense<[0.000000e+00, 0xFF800000]> : tensor<2xf32>
// CHECK-NEXT: return %[[C]]
func.func @where() -> tensor<2xf32> {
  %0 = torch.constant dense<[true, false]> : tensor<2xi1> : tensor<2xi1>
  %1 = torch.aten.scalar_tensor.default(0xFFF0000000000000 : f64, dtype=f32) : () -> tensor<f32>
  %2 = torch.aten.where.ScalarSelf(%0, 0.0, %1) : (tensor<2xi1>, tensor<f32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// A lifted constant keeps its name through what only hands it on.
// CHECK-LABEL: func.func @identity
// CHECK-NEXT: %[[C:.*]] = torch.constant "lifted" dense<7> : tensor<i64>
// CHECK-NEXT: return %[[C]]
func.func @identity() -> tensor<i64> {
  %0 = torch.constant "lifted" dense<7> : tensor<i64> : tensor<i64>
  %1 = torch.aten.lift_fresh.default(%0) : (tensor<i64>) -> tensor<i64>
  %2 = torch.aten.detach.default(%1) : (tensor<i64>) -> tensor<i64>
  %3 = torch.aten._to_copy.default(%2, dtype=i64) : (tensor<i64>) -> tensor<i64>
  return %3 : tensor<i64>
}

// Only the shape of the operand matters.
// CHECK-LABEL: func.func @like
// CHECK-NEXT: %[[C:.*]] = torch.constant dense<1> : tensor<2x2xi64>
// CHECK-NEXT: return %[[C]]
func.func @like(%x: tensor<2x2xf32>) -> tensor<2x2xi64> {
  %0 = torch.aten.ones_like.default(%x, dtype=i64) : (tensor<2x2xf32>) -> tensor<2x2xi64>
  return %0 : tensor<2x2xi64>
}

// A view of a weight is the same bytes with other strides, of whatever size.
// CHECK-LABEL: func.func @weights
// CHECK-DAG: #weight.file<"w.pt2", offset = 64, strides = [1, 1024]> : tensor<1024x1024xf32>
// CHECK-DAG: #weight.file<"w.pt2", offset = 4194368> : tensor<512x1024xf32>
// CHECK-DAG: #weight.file<"w.pt2", offset = 6291520> : tensor<512x1024xf32>
// CHECK-NOT: torch.aten
func.func @weights() -> (tensor<1024x1024xf32>, tensor<512x1024xf32>, tensor<512x1024xf32>) {
  %0 = torch.constant "a" #weight.file<"w.pt2", offset = 64> : tensor<1024x1024xf32> : tensor<1024x1024xf32>
  %1 = torch.aten.t.default(%0) : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %2 = torch.constant "b" #weight.file<"w.pt2", offset = 4194368> : tensor<1024x1024xf32> : tensor<1024x1024xf32>
  %3 = torch.aten.slice.Tensor(%2, dim=0, start=0, end=512) : (tensor<1024x1024xf32>) -> tensor<512x1024xf32>
  %4 = torch.aten.slice.Tensor(%2, dim=0, start=512, end=9223372036854775807) : (tensor<1024x1024xf32>) -> tensor<512x1024xf32>
  return %1, %3, %4 : tensor<1024x1024xf32>, tensor<512x1024xf32>, tensor<512x1024xf32>
}

// CHECK-LABEL: func.func @split
// CHECK-NEXT: torch.constant #weight.file<"w.pt2", offset = 0, strides = [1024, 1]> : tensor<1024x512xf32>
// CHECK-NEXT: torch.constant #weight.file<"w.pt2", offset = 2048, strides = [1024, 1]> : tensor<1024x512xf32>
// CHECK-NEXT: return
func.func @split() -> (tensor<1024x512xf32>, tensor<1024x512xf32>) {
  %0 = torch.constant "a" #weight.file<"w.pt2", offset = 0> : tensor<1024x1024xf32> : tensor<1024x1024xf32>
  %1:2 = torch.aten.split.Tensor(%0, 512, 1) : (tensor<1024x1024xf32>) -> (tensor<1024x512xf32>, tensor<1024x512xf32>)
  return %1#0, %1#1 : tensor<1024x512xf32>, tensor<1024x512xf32>
}

// Nothing has to be computed where there are no elements, whatever the operands.
// CHECK-LABEL: func.func @nothing
// CHECK-SAME: %[[X:.*]]: tensor<0x3xf32>
// CHECK-DAG: %[[E:.*]] = torch.constant dense<> : tensor<0x2xf32>
// CHECK-DAG: %[[H:.*]] = torch.constant dense<> : tensor<2x0xf32>
// CHECK-DAG: %[[PARTS:.*]]:2 = torch.aten.split_with_sizes.default(%{{.*}}, [0, 3], dim=1)
// CHECK-NOT: torch.aten
// CHECK: return %[[E]], %[[H]], %[[PARTS]]#1
func.func @nothing(%x: tensor<0x3xf32>, %w: tensor<3x2xf32>, %y: tensor<2x3xf32>)
    -> (tensor<0x2xf32>, tensor<2x0xf32>, tensor<2x3xf32>) {
  %0 = torch.aten.mm.default(%x, %w) : (tensor<0x3xf32>, tensor<3x2xf32>) -> tensor<0x2xf32>
  %1 = torch.aten.relu.default(%0) : (tensor<0x2xf32>) -> tensor<0x2xf32>
  %2, %3 = torch.aten.split_with_sizes.default(%y, [0, 3], 1) : (tensor<2x3xf32>) -> (tensor<2x0xf32>, tensor<2x3xf32>)
  return %1, %2, %3 : tensor<0x2xf32>, tensor<2x0xf32>, tensor<2x3xf32>
}

// -----

// A condition that is known: what the other branch holds need not have a
// lowering.
// CHECK-LABEL: func.func @taken_branch
// CHECK-NOT: torch.if
// CHECK-NOT: torch.my
// CHECK: %[[R:.*]] = torch.aten.sin.default(%arg0)
// CHECK: return %[[R]]
func.func @taken_branch(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = torch.constant dense<1.0> : tensor<1xf32> : tensor<1xf32>
  %d = torch.aten.gt.Scalar(%c, 2) : (tensor<1xf32>) -> tensor<1xi1>
  %r = torch.if %d : (tensor<1xi1>) -> tensor<4xf32> then {
    %a = torch.my.op.default(x=%x) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %a : tensor<4xf32>
  } else {
    %b = torch.aten.sin.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @unknown_branch
// CHECK: torch.if
func.func @unknown_branch(%d: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = torch.if %d : (tensor<i1>) -> tensor<4xf32> then {
    torch.yield %x : tensor<4xf32>
  } else {
    %b = torch.aten.sin.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
