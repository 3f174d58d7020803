// Divisors and neighbours.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// Euclid's algorithm, as long as any element has a remainder. Narrow integers
// are computed in wider ones, of which there is a kernel.
// CHECK-LABEL: func.func @gcd
// CHECK: %[[Y:.*]] = onnx.Abs({{.*}} -> tensor<4xi32>
// CHECK: %[[WIDE:.*]] = onnx.Expand(%[[Y]], {{.*}} -> tensor<3x4xi32>
// CHECK: %[[GOESON:.*]] = onnx.Greater
// CHECK: %[[X:.*]] = onnx.Abs({{.*}} -> tensor<3x4xi32>
// CHECK: %[[STATES:.*]]:2 = onnx.Loop(%{{.*}}, %[[GOESON]], %[[X]], %[[WIDE]])
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %{{.*}}: tensor<i1>, %[[A:.*]]: tensor<3x4xi32>, %[[B:.*]]: tensor<3x4xi32>)
// CHECK: %[[DONE:.*]] = onnx.Equal(%[[B]]
// CHECK: %[[SAFE:.*]] = onnx.Where(%[[DONE]], %{{.*}}, %[[B]])
// CHECK: %[[REST:.*]] = onnx.Mod(%[[A]], %[[SAFE]]) :
// CHECK: onnx.Cast(%[[STATES]]#0) {to = i16}
func.func @gcd(%x: tensor<3x4xi16>, %y: tensor<4xi16>) -> tensor<3x4xi16> {
  %0 = torch.aten.gcd.default(%x, %y) : (tensor<3x4xi16>, tensor<4xi16>) -> tensor<3x4xi16>
  return %0 : tensor<3x4xi16>
}

// -----

// The product may wrap around, its magnitude counts.
// CHECK-LABEL: func.func @lcm
// CHECK: %[[GCD:.*]]:2 = onnx.Loop
// CHECK: %[[SAFE:.*]] = onnx.Max(%[[GCD]]#0
// CHECK: %[[PART:.*]] = onnx.Div(%{{.*}}, %[[SAFE]])
// CHECK: %[[PRODUCT:.*]] = onnx.Mul(%[[PART]]
// CHECK: %[[RESULT:.*]] = onnx.Abs(%[[PRODUCT]])
// CHECK: return %[[RESULT]]
func.func @lcm(%x: tensor<3xi64>, %y: tensor<3xi64>) -> tensor<3xi64> {
  %0 = torch.aten.lcm.default(%x, %y) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// Unsigned numbers are their own magnitude.
// CHECK-LABEL: func.func @bytes
// CHECK-NOT: onnx.Abs
// CHECK: return
func.func @bytes(%x: tensor<3xui8>, %y: tensor<3xui8>) -> tensor<3xui8> {
  %0 = torch.aten.lcm.default(%x, %y) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  return %0 : tensor<3xui8>
}

// -----

// A step in double precision, rounded to the neighbour in single precision.
// CHECK-LABEL: func.func @nextafter
// CHECK: %[[SAME:.*]] = onnx.Equal(%arg0, %arg1)
// CHECK: %[[X:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Constant dense<7.4505805969238281E-8> : tensor<f64>
// CHECK: %[[SUM:.*]] = onnx.Add
// CHECK: %[[NEXT:.*]] = onnx.Cast(%{{.*}}) {to = f32}
// CHECK: onnx.Where(%[[SAME]], %arg1,
func.func @nextafter(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.nextafter.default(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Eight bits: 1.25 * 2^-8 of the number, and at least most of the smallest one.
// CHECK-LABEL: func.func @nextafter_bf16
// CHECK: onnx.Constant dense<{{4.8828125E-3|0.0048828125}}> : tensor<f64>
// CHECK: onnx.Constant dense<6.8876622118493{{.*}}E-41> : tensor<f64>
// CHECK: onnx.Cast({{.*}}{to = f32}
// CHECK: onnx.Cast({{.*}}{to = bf16}
func.func @nextafter_bf16(%x: tensor<3xbf16>, %y: tensor<3xbf16>) -> tensor<3xbf16> {
  %0 = torch.aten.nextafter.default(%x, %y) : (tensor<3xbf16>, tensor<3xbf16>) -> tensor<3xbf16>
  return %0 : tensor<3xbf16>
}
