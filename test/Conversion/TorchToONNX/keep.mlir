// RUN: torch-onnx-opt --convert-torch-to-onnx=unsupported=keep %s | FileCheck %s

// The whole call is kept, exactly: names, None, doubles, lists of mixed kinds.

// CHECK-LABEL: func.func @call(
// CHECK: onnx.Custom(%{{.*}}, %{{.*}}) {domain = "pkg.torch.ops",
// CHECK-SAME: p = 1.000000e-01 : f32
// CHECK-SAME: torch_arguments = "[{\22name\22:\22x\22,\22value\22:{\22input\22:0}},{\22name\22:\22mask\22,\22value\22:null},{\22name\22:\22p\22,\22value\22:0.10000000000000001},{\22name\22:\22sizes\22,\22value\22:[2,{\22input\22:1},null]},{\22name\22:\22dtype\22,\22value\22:{\22dtype\22:\22bf16\22}}]"
// CHECK-SAME: op_type = "my.op.default"
func.func @call(%x: tensor<2xf32>, %n: i64) -> tensor<2xf32> {
  %0 = torch.my.op.default(x=%x, mask=none, p=0.1, sizes=[2, %n, none], dtype=bf16) : (tensor<2xf32>, i64) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
