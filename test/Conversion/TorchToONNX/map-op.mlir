// Operators that become the user's nodes.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx='map-ops=my::op=my.domain:Op:3,aten::silu=com.microsoft:QuickGelu' | FileCheck %s
// RUN: not torch-onnx-opt %s --convert-torch-to-onnx='map-ops=my::op' 2>&1 | FileCheck %s --check-prefix=TEXT

// TEXT: 'my::op' is not NAMESPACE::OPERATOR=DOMAIN:NAME or NAMESPACE::OPERATOR=DOMAIN:NAME:VERSION

// CHECK: onnx.opset_imports = {my.domain = 3 : i64}
// CHECK: onnx.Custom(%arg0, %arg1)
// CHECK-SAME: domain = "my.domain"
// CHECK-SAME: node_attributes = {alpha = 5.000000e-01 : f32, flags = array<i64: 1, 2>, mode = "fast", on = 1 : i64}
// CHECK-SAME: op_type = "Op"
// CHECK: onnx.Custom(%{{.*}}) {{.*}}domain = "com.microsoft"
module attributes {torch.op_schemas = ["my::op(Tensor x, Tensor y, float alpha, int[] flags, str mode, bool on, int? missing) -> Tensor"]} {
  func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
    %0 = torch.my.op.default(x=%x, y=%y, alpha=0.5, flags=[1, 2], mode="fast", on=true, missing=none) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %1 = torch.aten.silu.default(%0) : (tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
