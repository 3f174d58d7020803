// Regions of autocast whose casts are not known.
// RUN: torch-onnx-opt %s --torch-inline-regions --split-input-file --verify-diagnostics

// einsum calls bmm, which autocast knows.
func.func @composite(%x: tensor<4x4xf32>) -> tensor<4x4xbf16> {
  %r = torch.higher_order.wrap_with_autocast(a="cpu", b=bf16, c=true, d=none, e=%x) {
  ^bb0(%a: tensor<4x4xf32>):
    // expected-error@+2 {{autocast casts inside of 'aten.einsum.default', where the casts are not known}}
    // expected-note@+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
    %0 = torch.aten.einsum.default(equation="ij,jk->ik", tensors=[%a, %a]) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xbf16>
    torch.yield %0 : tensor<4x4xbf16>
  } : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  return %r : tensor<4x4xbf16>
}

// -----

func.func @unexplained(%x: tensor<4x4xf32>) -> tensor<4x4xbf16> {
  %r = torch.higher_order.wrap_with_autocast(a="cpu", b=bf16, c=true, d=none, e=%x) {
  ^bb0(%a: tensor<4x4xf32>):
    // expected-error@+2 {{'aten.relu.default' in a region of autocast is declared to give 'bf16', its operands after the casts give 'f32'}}
    // expected-note@+1 {{run_decompositions}}
    %0 = torch.aten.relu.default(%a) : (tensor<4x4xf32>) -> tensor<4x4xbf16>
    torch.yield %0 : tensor<4x4xbf16>
  } : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  return %r : tensor<4x4xbf16>
}

// -----

func.func @device(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{a region of autocast for the device 'xpu', whose casts are not known}}
  %r = torch.higher_order.wrap_with_autocast(a="xpu", b=bf16, c=true, d=none, e=%x) {
  ^bb0(%a: tensor<4xf32>):
    torch.yield %a : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @two_devices(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = torch.higher_order.wrap_with_autocast(a="cpu", b=bf16, c=true, d=none, e=%x) {
  ^bb0(%a: tensor<4xf32>):
    // expected-error@+1 {{autocast of one device in that of another}}
    %s = torch.higher_order.wrap_with_autocast(a="cuda", b=f16, c=false, d=none, e=%a) {
    ^bb0(%c: tensor<4xf32>):
      torch.yield %c : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %s : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
