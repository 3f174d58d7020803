// RUN: torch-onnx-opt --split-input-file --convert-torch-to-onnx %s --verify-diagnostics | FileCheck %s

// Arithmetic that is not made of sizes: every operation of the arith and math
// dialects that a pass or the importer builds, and what they fold to.

// CHECK-LABEL: func.func @integers(
// CHECK: onnx.Add
// CHECK: onnx.Sub
// CHECK: onnx.Mul
// CHECK: onnx.Div
// CHECK: onnx.Mod{{.*}}fmod = 1
// CHECK: onnx.Max
// CHECK: onnx.Min
// CHECK: onnx.BitwiseAnd
// CHECK: onnx.BitwiseOr
// CHECK: onnx.BitwiseXor
// CHECK: onnx.BitShift{{.*}}direction = "LEFT"
// CHECK: onnx.BitShift{{.*}}direction = "RIGHT"
func.func @integers(%x: i64, %y: i64) -> i64 {
  %0 = arith.addi %x, %y : i64
  %1 = arith.subi %0, %y : i64
  %2 = arith.muli %1, %y : i64
  %3 = arith.divsi %2, %y : i64
  %4 = arith.remsi %3, %y : i64
  %5 = arith.maxsi %4, %y : i64
  %6 = arith.minsi %5, %y : i64
  %7 = arith.andi %6, %y : i64
  %8 = arith.ori %7, %y : i64
  %9 = arith.xori %8, %y : i64
  %10 = arith.shli %9, %y : i64
  %11 = arith.shrsi %10, %y : i64
  return %11 : i64
}

// Python's // rounds down, so Div, which rounds towards zero, gets a multiple.

// CHECK-LABEL: func.func @quotients(
// CHECK-SAME: %[[X:.*]]: tensor<i64>, %[[Y:.*]]: tensor<i64>)
// CHECK: %[[MOD:.*]] = onnx.Mod(%[[X]], %[[Y]]) :
// CHECK: %[[SUB:.*]] = onnx.Sub(%[[X]], %[[MOD]])
// CHECK: onnx.Div(%[[SUB]], %[[Y]])
// CHECK: onnx.Neg
func.func @quotients(%x: i64, %y: i64) -> (i64, i64) {
  %0 = arith.floordivsi %x, %y : i64
  %1 = arith.ceildivsi %x, %y : i64
  return %0, %1 : i64, i64
}

// CHECK-LABEL: func.func @conditions(
// CHECK: onnx.Less(
// CHECK: onnx.Equal(
// CHECK: onnx.Not(
// CHECK: onnx.And(
// CHECK: onnx.Or(
// CHECK: %[[X:.*]] = onnx.Xor(
// CHECK: %[[N:.*]] = onnx.Not(%[[X]])
// CHECK: onnx.Where(%[[N]],
func.func @conditions(%x: i64, %y: i64) -> i64 {
  %0 = arith.cmpi slt, %x, %y : i64
  %1 = arith.cmpi ne, %x, %y : i64
  %2 = arith.andi %0, %1 : i1
  %3 = arith.ori %2, %1 : i1
  %4 = arith.xori %3, %0 : i1
  %true = arith.constant true
  %5 = arith.xori %4, %true : i1
  %6 = arith.select %5, %x, %y : i64
  return %6 : i64
}

// CHECK-LABEL: func.func @floats(
// CHECK: onnx.Cast{{.*}}to = f64
// CHECK: onnx.Div
// CHECK: onnx.Sqrt
// CHECK: onnx.Pow
// CHECK: onnx.Floor
// CHECK: onnx.Neg
// CHECK: onnx.Greater
// CHECK: onnx.Cast{{.*}}to = i64
func.func @floats(%x: i64, %y: f64) -> (i64, i1) {
  %0 = arith.sitofp %x : i64 to f64
  %1 = arith.divf %0, %y : f64
  %2 = math.sqrt %1 : f64
  %3 = math.powf %2, %y : f64
  %4 = math.floor %3 : f64
  %5 = arith.negf %4 : f64
  %6 = arith.cmpf ogt, %5, %y : f64
  %7 = arith.fptosi %5 : f64 to i64
  return %7, %6 : i64, i1
}

// CHECK-LABEL: func.func @functions(
// CHECK: onnx.Cos
// CHECK: onnx.Cosh
// CHECK: onnx.Sin
// CHECK: onnx.Sinh
// CHECK: onnx.Tan
// CHECK: onnx.Tanh
// CHECK: onnx.Asin
// CHECK: onnx.Acos
// CHECK: onnx.Atan
// CHECK: onnx.Abs
// CHECK: onnx.Round
// CHECK: onnx.Mod{{.*}}fmod = 1
func.func @functions(%x: f64, %y: f64) -> f64 {
  %0 = math.cos %x : f64
  %1 = math.cosh %0 : f64
  %2 = math.sin %1 : f64
  %3 = math.sinh %2 : f64
  %4 = math.tan %3 : f64
  %5 = math.tanh %4 : f64
  %6 = math.asin %5 : f64
  %7 = math.acos %6 : f64
  %8 = math.atan %7 : f64
  %9 = math.absf %8 : f64
  %10 = math.roundeven %9 : f64
  %11 = arith.remf %10, %y : f64
  return %11 : f64
}

// Powers of two have whole logarithms, also those for which the quotient of
// logarithms is not whole.

// CHECK-LABEL: func.func @logarithm(
// CHECK-SAME: %[[X:.*]]: tensor<f64>)
// CHECK: onnx.Log(%[[X]])
// CHECK: %[[Q:.*]] = onnx.Div
// CHECK: %[[W:.*]] = onnx.Round(%[[Q]])
// CHECK: %[[P:.*]] = onnx.Pow({{.*}}, %[[W]])
// CHECK: %[[E:.*]] = onnx.Equal(%[[P]], %[[X]])
// CHECK: onnx.Where(%[[E]], %[[W]], %[[Q]])
func.func @logarithm(%x: f64) -> f64 {
  %0 = math.log2 %x : f64
  return %0 : f64
}

// A power of integers is made of products: six squares for 63 bits.

// CHECK-LABEL: func.func @power(
// CHECK-NOT: onnx.Pow
// CHECK: onnx.Abs
func.func @power(%x: i64, %y: i64) -> i64 {
  %0 = math.ipowi %x, %y : i64
  %1 = math.absi %0 : i64
  return %1 : i64
}

// -----

// A condition that the ranges settle is no condition.

// CHECK-LABEL: func.func @settled(
// CHECK-NOT: onnx.Where
module attributes {sym.ranges = {n = array<i64: 2, 100>}} {
func.func @settled(%x: tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n floordiv 2>> {
  %zero = arith.constant 0 : i64
  %two = arith.constant 2 : i64
  %far = arith.constant 9223372036854775807 : i64
  %n = torch.aten.sym_size.int(%x, dim=0) : (tensor<?xf32, #sym.dims<n>>) -> i64
  %half = arith.floordivsi %n, %two : i64
  %negative = arith.cmpi slt, %half, %zero : i64
  %end = arith.select %negative, %far, %half : i64
  %0 = torch.aten.slice.Tensor(%x, dim=0, start=0, end=%end) : (tensor<?xf32, #sym.dims<n>>, i64) -> tensor<?xf32, #sym.dims<n floordiv 2>>
  return %0 : tensor<?xf32, #sym.dims<n floordiv 2>>
}
}

// -----

func.func @unsigned(%x: i64, %y: i64) -> i64 {
  // expected-error @+1 {{unsupported operator 'arith.divui' (1 use): no conversion to ONNX}}
  %0 = arith.divui %x, %y : i64
  return %0 : i64
}
