// What only PyTorch's types allow stays, with a reason that the conversion
// reports.
//
// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics --torch-infer-shapes --torch-legalize-float4 --convert-torch-to-onnx

!p = tensor<4x6xvector<2xf4E2M1FN>>

func.func @arithmetic(%x: !p) -> !p {
  // expected-error @below {{unsupported operator 'aten.add.Tensor' (1 use): expected an operator that moves pairs of numbers of float4_e2m1fn_x2 as they are, with which PyTorch computes nothing, found another one}}
  %0 = torch.aten.add.Tensor(%x, %x) : (!p, !p) -> !p
  // What reads the result of it is not reported.
  %1 = torch.aten.t.default(%0) : (!p) -> tensor<6x4xvector<2xf4E2M1FN>>
  %2 = torch.aten.t.default(%1) : (tensor<6x4xvector<2xf4E2M1FN>>) -> !p
  return %2 : !p
}

// -----

!p = tensor<4x6xvector<2xf4E2M1FN>>

func.func @conversion(%x: !p) -> tensor<4x6xf32> {
  // expected-error @below {{unsupported operator 'aten._to_copy.default' (1 use): expected the dtype float4_e2m1fn_x2, which PyTorch converts to no other one, found f32}}
  %0 = torch.aten._to_copy.default(%x, dtype=f32) : (!p) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

func.func @conversion_to(%x: tensor<4x6xf32>) -> tensor<4x6xvector<2xf4E2M1FN>> {
  // expected-error @below {{unsupported operator 'aten._to_copy.default' (1 use): expected 'self' to be a tensor of float4_e2m1fn_x2, found tensor<4x6xf32>}}
  %0 = torch.aten._to_copy.default(%x, dtype=vector<2xf4E2M1FN>) : (tensor<4x6xf32>) -> tensor<4x6xvector<2xf4E2M1FN>>
  return %0 : tensor<4x6xvector<2xf4E2M1FN>>
}

// -----

!p = tensor<4x6xvector<2xf4E2M1FN>>

func.func @flattened_roll(%x: !p) -> !p {
  // expected-error @below {{unsupported operator 'aten.roll.default' (1 use): expected 'dims' to be constant dimensions, found an empty list}}
  %0 = torch.aten.roll.default(%x, [1]) : (!p) -> !p
  return %0 : !p
}

// -----

!p = tensor<4x6xvector<2xf4E2M1FN>>

func.func @booleans(%x: !p) -> tensor<4x6xi1> {
  // expected-error @below {{unsupported operator 'aten.view.dtype' (1 use): expected 'dtype' to be a number of 8, 16, 32 or 64 bits for the bytes of float4_e2m1fn_x2, found i1}}
  %0 = torch.aten.view.dtype(%x, dtype=i1) : (!p) -> tensor<4x6xi1>
  return %0 : tensor<4x6xi1>
}

// -----

!v = tensor<6xvector<2xf4E2M1FN>>

// The slices of a vector would be single numbers.
func.func @slices(%x: !v, %i: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{expected tensors of float4_e2m1fn_x2 of 2 or more dimensions in a loop that slices or stacks them, found one of 1}}
  %c = torch.scan(%i : tensor<f32>) over (%x : !v) -> tensor<f32> {
  ^bb0(%a: tensor<f32>, %b: tensor<vector<2xf4E2M1FN>>):
    torch.yield %a : tensor<f32>
  }
  return %c : tensor<f32>
}

// -----

!p = tensor<4x6xvector<2xf4E2M1FN>>

func.func @foreign(%x: !p) {
  // expected-error @below {{expected no float4_e2m1fn_x2, found some}}
  %0 = builtin.unrealized_conversion_cast %x : !p to i64
  return
}
