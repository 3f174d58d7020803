// An operator whose name is markup and escape sequences: see report.mlir.
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "torch.operator"(%x) <{target = #torch.target<"my.<script>alert(1)</script> [a](https://b.c) `d` | www.e.f \1B[31m\C2\9B\E2\80\AE\FF">, args = [#torch.operand]}> : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
