// RUN: torch-onnx-opt --onnx-deduplicate %s | FileCheck %s

// Files need not be there: the same place is the same weight.

// CHECK-LABEL: func.func @main(
// CHECK: %[[A:.*]] = onnx.Constant {name = "a"} dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK: %[[C:.*]] = onnx.Constant {name = "later"} dense<3> : tensor<i64>
// CHECK: %[[W:.*]] = onnx.Constant {name = "embedding"} #weight.file<"m.pt2", offset = 8>
// CHECK: %[[T:.*]] = onnx.Constant #weight.file<"m.pt2", offset = 8, strides = [1, 2]>
// CHECK: %[[E:.*]] = onnx.Constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf64>
// CHECK: %[[Z:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[M:.*]] = onnx.Constant dense<-0.000000e+00> : tensor<f32>
// CHECK: return %[[A]], %[[A]], %[[C]], %[[C]], %[[W]], %[[W]], %[[T]], %[[E]], %[[Z]], %[[M]]
func.func @main() -> (tensor<2xf32>, tensor<2xf32>, tensor<i64>, tensor<i64>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf64>, tensor<f32>, tensor<f32>) {
  %a = onnx.Constant {name = "a"} dense<[1.0, 2.0]> : tensor<2xf32>
  %b = onnx.Constant {name = "b"} dense<[1.0, 2.0]> : tensor<2xf32>
  %c = onnx.Constant dense<3> : tensor<i64>
  %d = onnx.Constant {name = "later"} dense<3> : tensor<i64>
  %w = onnx.Constant {name = "embedding"} #weight.file<"m.pt2", offset = 8> : tensor<2x2xf32>
  %v = onnx.Constant {name = "decoder"} #weight.file<"m.pt2", offset = 8> : tensor<2x2xf32>
  %t = onnx.Constant #weight.file<"m.pt2", offset = 8, strides = [1, 2]> : tensor<2x2xf32>
  %e = onnx.Constant dense<[1.0, 2.0]> : tensor<2xf64>
  %z = onnx.Constant dense<0.0> : tensor<f32>
  %m = onnx.Constant dense<-0.0> : tensor<f32>
  return %a, %b, %c, %d, %w, %v, %t, %e, %z, %m : tensor<2xf32>, tensor<2xf32>, tensor<i64>, tensor<i64>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf64>, tensor<f32>, tensor<f32>
}

// Constants of the branches of an If become one at the top.

// CHECK-LABEL: func.func @subgraphs(
// CHECK-NEXT: %[[C:.*]] = onnx.Constant dense<1.000000e+00> : tensor<2xf32>
// CHECK-NEXT: onnx.If
// CHECK-NOT: onnx.Constant
// CHECK: return
func.func @subgraphs(%p: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = onnx.If(%p) : (tensor<i1>) -> tensor<2xf32> then {
    %c = onnx.Constant dense<1.0> : tensor<2xf32>
    %1 = onnx.Add(%x, %c) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    onnx.Yield(%1) : (tensor<2xf32>) -> ()
  } else {
    %c = onnx.Constant dense<1.0> : tensor<2xf32>
    %1 = onnx.Sub(%x, %c) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    onnx.Yield(%1) : (tensor<2xf32>) -> ()
  }
  return %0 : tensor<2xf32>
}
