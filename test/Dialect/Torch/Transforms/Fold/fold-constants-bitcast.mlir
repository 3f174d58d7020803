// The bytes of a weight in a file as elements of another type of their width,
// and views of that, are the same bytes.
//
// RUN: torch-onnx-opt %s --torch-fold-constants | FileCheck %s

// CHECK-LABEL: func.func @same_width
// CHECK-NEXT: torch.constant #weight.file<"m", offset = 8> : tensor<2x3xi32>
// CHECK-NEXT: torch.constant #weight.file<"m", offset = 4, strides = [1, 3]> : tensor<3x2xvector<2xf4E2M1FN>>
// CHECK-NEXT: return
func.func @same_width() -> (tensor<2x3xi32>, tensor<3x2xvector<2xf4E2M1FN>>) {
  %0 = torch.constant #weight.file<"m", offset = 8> : tensor<2x3xf32> : tensor<2x3xf32>
  %1 = torch.aten.view.dtype(%0, dtype=i32) : (tensor<2x3xf32>) -> tensor<2x3xi32>
  %2 = torch.constant #weight.file<"m", offset = 4> : tensor<2x3xui8> : tensor<2x3xui8>
  %3 = torch.aten.view.dtype(%2, dtype=vector<2xf4E2M1FN>) : (tensor<2x3xui8>) -> tensor<2x3xvector<2xf4E2M1FN>>
  %4 = torch.aten.t.default(%3) : (tensor<2x3xvector<2xf4E2M1FN>>) -> tensor<3x2xvector<2xf4E2M1FN>>
  return %1, %4 : tensor<2x3xi32>, tensor<3x2xvector<2xf4E2M1FN>>
}

// A boolean that is read is 0 or 1, whatever its byte is; another width has
// other sizes; and what is computed of a weight has no bytes yet.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-3: torch.aten.view.dtype
func.func @others() -> (tensor<2xui8>, tensor<4xi16>, tensor<2xi32>) {
  %0 = torch.constant #weight.file<"m", offset = 0> : tensor<2xi1> : tensor<2xi1>
  %1 = torch.aten.view.dtype(%0, dtype=ui8) : (tensor<2xi1>) -> tensor<2xui8>
  %2 = torch.constant #weight.file<"m", offset = 0> : tensor<2xf32> : tensor<2xf32>
  %3 = torch.aten.view.dtype(%2, dtype=i16) : (tensor<2xf32>) -> tensor<4xi16>
  %4 = torch.constant #weight.expr<cast, [#weight.file<"m", offset = 0> : tensor<2xf16>]> : tensor<2xf32> : tensor<2xf32>
  %5 = torch.aten.view.dtype(%4, dtype=i32) : (tensor<2xf32>) -> tensor<2xi32>
  return %1, %3, %5 : tensor<2xui8>, tensor<4xi16>, tensor<2xi32>
}
