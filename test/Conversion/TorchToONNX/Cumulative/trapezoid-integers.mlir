// Integers are added and multiplied in their own dtype.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @cumulative_x
// CHECK: %[[V16:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V17:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V18:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V19:.*]] = onnx.NoValue()
// CHECK: %[[V20:.*]] = onnx.Slice(%arg1, %[[V16]], %[[V17]], %[[V18]], %[[V19]])
// CHECK: %[[V11:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V13:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V14:.*]] = onnx.NoValue()
// CHECK: %[[V15:.*]] = onnx.Slice(%arg1, %[[V11]], %[[V12]], %[[V13]], %[[V14]])
// CHECK: %[[V21:.*]] = onnx.Sub(%[[V20]], %[[V15]])
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.NoValue()
// CHECK: %[[V5:.*]] = onnx.Slice(%arg0, %[[V1]], %[[V2]], %[[V3]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V9:.*]] = onnx.NoValue()
// CHECK: %[[V10:.*]] = onnx.Slice(%arg0, %[[V6]], %[[V7]], %[[V8]], %[[V9]])
// CHECK: %[[V22:.*]] = onnx.Add(%[[V5]], %[[V10]])
// CHECK: %[[V23:.*]] = onnx.Mul(%[[V21]], %[[V22]])
// CHECK: %[[V24:.*]] = onnx.Cast(%[[V23]]) {to = i64}
// CHECK: %[[V25:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V26:.*]] = onnx.CumSum(%[[V24]], %[[V25]])
// CHECK: %[[V27:.*]] = onnx.Cast(%[[V26]]) {to = f32}
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V28:.*]] = onnx.Mul(%[[V27]], %[[V0]])
// CHECK: return %[[V28]] : tensor<3xf32>
func.func @cumulative_x(%y: tensor<4xui8>, %x: tensor<4xui8>) -> tensor<3xf32> {
  %0 = torch.aten.cumulative_trapezoid.x(%y, %x) : (tensor<4xui8>, tensor<4xui8>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @trapezoid_dx
// CHECK: %[[V21:.*]] = onnx.Cast(%arg0) {to = i64}
// CHECK: %[[V22:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V23:.*]] = onnx.ReduceSum(%[[V21]], %[[V22]]) {keepdims = 0 : i64}
// CHECK: %[[V24:.*]] = onnx.Cast(%[[V23]]) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.NoValue()
// CHECK: %[[V5:.*]] = onnx.Slice(%arg0, %[[V1]], %[[V2]], %[[V3]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Cast(%[[V5]]) {to = i64}
// CHECK: %[[V7:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.ReduceSum(%[[V6]], %[[V7]]) {keepdims = 0 : i64}
// CHECK: %[[V9:.*]] = onnx.Cast(%[[V8]]) {to = i8}
// CHECK: %[[V10:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V11:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V13:.*]] = onnx.NoValue()
// CHECK: %[[V14:.*]] = onnx.Slice(%arg0, %[[V10]], %[[V11]], %[[V12]], %[[V13]])
// CHECK: %[[V15:.*]] = onnx.Cast(%[[V14]]) {to = i64}
// CHECK: %[[V16:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V17:.*]] = onnx.ReduceSum(%[[V15]], %[[V16]]) {keepdims = 0 : i64}
// CHECK: %[[V18:.*]] = onnx.Cast(%[[V17]]) {to = i8}
// CHECK: %[[V19:.*]] = onnx.Add(%[[V9]], %[[V18]])
// CHECK: %[[V20:.*]] = onnx.Cast(%[[V19]]) {to = f32}
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V25:.*]] = onnx.Mul(%[[V20]], %[[V0]])
// CHECK: %[[V26:.*]] = onnx.Sub(%[[V24]], %[[V25]])
// CHECK: %[[V27:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V28:.*]] = onnx.Mul(%[[V26]], %[[V27]])
// CHECK: return %[[V28]] : tensor<f32>
func.func @trapezoid_dx(%y: tensor<4xi8>) -> tensor<f32> {
  %0 = torch.aten.trapezoid.dx(%y) : (tensor<4xi8>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Floats are summed up in double precision, as by cumsum.
// CHECK-LABEL: func.func @cumulative_float
// CHECK: %[[V16:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V17:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V18:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V20:.*]] = onnx.Slice(%arg1, %[[V16]], %[[V17]], %[[V18]], %{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V11:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V13:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V15:.*]] = onnx.Slice(%arg1, %[[V11]], %[[V12]], %[[V13]], %{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V21:.*]] = onnx.Sub(%[[V20]], %[[V15]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Slice(%arg0, %[[V1]], %[[V2]], %[[V3]], %{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V10:.*]] = onnx.Slice(%arg0, %[[V6]], %[[V7]], %[[V8]], %{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V22:.*]] = onnx.Add(%[[V5]], %[[V10]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V23:.*]] = onnx.Mul(%[[V21]], %[[V22]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V24:.*]] = onnx.Mul(%[[V23]], %[[V0]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V25:.*]] = onnx.Cast(%[[V24]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V26:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V27:.*]] = onnx.CumSum(%[[V25]], %[[V26]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V28:.*]] = onnx.Cast(%[[V27]]) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V28]] : tensor<3xf32>
func.func @cumulative_float(%y: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<3xf32> {
  %0 = torch.aten.cumulative_trapezoid.x(%y, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
