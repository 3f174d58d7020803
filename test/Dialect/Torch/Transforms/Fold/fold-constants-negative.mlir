// RUN: torch-onnx-opt %s --torch-fold-constants | FileCheck %s
// RUN: torch-onnx-opt %s --torch-fold-constants=weight-views=contiguous | FileCheck %s --check-prefixes=CHECK,CONTIGUOUS

// CHECK-LABEL: func.func @random
// CHECK: torch.aten.rand.default
// CHECK: torch.aten.bernoulli.p
func.func @random() -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = torch.aten.rand.default([2]) : () -> tensor<2xf32>
  %1 = torch.constant dense<0.5> : tensor<2xf32> : tensor<2xf32>
  %2 = torch.aten.bernoulli.p(%1, 0.5) : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %2 : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @big
// CHECK: torch.aten.ones.default
// CHECK: torch.aten.arange.default
// CHECK: torch.aten.expand.default
func.func @big() -> (tensor<1000x1000xf32>, tensor<100000xi64>, tensor<1000x1000xf32>) {
  %0 = torch.aten.ones.default([1000, 1000]) : () -> tensor<1000x1000xf32>
  %1 = torch.aten.arange.default(100000) : () -> tensor<100000xi64>
  %2 = torch.constant dense<1.0> : tensor<1xf32> : tensor<1xf32>
  %3 = torch.aten.expand.default(%2, [1000, 1000]) : (tensor<1xf32>) -> tensor<1000x1000xf32>
  return %0, %1, %3 : tensor<1000x1000xf32>, tensor<100000xi64>, tensor<1000x1000xf32>
}

// What eager throws at, or what C++ leaves open, is not folded.
// CHECK-LABEL: func.func @undefined
// CHECK: torch.aten.floor_divide.default
// CHECK: torch.aten._to_copy.default
func.func @undefined() -> (tensor<2xi64>, tensor<2xi32>) {
  %0 = torch.constant dense<[1, 0]> : tensor<2xi64> : tensor<2xi64>
  %1 = torch.aten.floor_divide.default(%0, %0) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %2 = torch.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32> : tensor<2xf32>
  %3 = torch.aten._to_copy.default(%2, dtype=i32) : (tensor<2xf32>) -> tensor<2xi32>
  return %1, %3 : tensor<2xi64>, tensor<2xi32>
}

// The constant is written through its view later.
// CHECK-LABEL: func.func @in_place
// CHECK: torch.aten.view.default
// CHECK: torch.aten.add_.Tensor
func.func @in_place() -> tensor<2xi64> {
  %0 = torch.constant dense<[1, 0]> : tensor<2xi64> : tensor<2xi64>
  %1 = torch.aten.view.default(%0, [2]) : (tensor<2xi64>) -> tensor<2xi64>
  %2 = torch.aten.add_.Tensor(%1, 1) : (tensor<2xi64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// A weight with another use, or tied to another one, would be there twice.
// CHECK-LABEL: func.func @used_twice
// CHECK: torch.aten.t.default
func.func @used_twice() -> (tensor<1024x1024xf32>, tensor<1024x1024xf32>) {
  %0 = torch.constant "a" #weight.file<"w.pt2", offset = 0> : tensor<1024x1024xf32> : tensor<1024x1024xf32>
  %1 = torch.aten.t.default(%0) : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %0, %1 : tensor<1024x1024xf32>, tensor<1024x1024xf32>
}

// CHECK-LABEL: func.func @tied
// CHECK: torch.aten.t.default
func.func @tied() -> (tensor<1024x1024xf32>, tensor<1024x1024xf32>) {
  %0 = torch.constant "b" #weight.file<"w.pt2", offset = 64> : tensor<1024x1024xf32> : tensor<1024x1024xf32>
  %1 = torch.constant "c" #weight.file<"w.pt2", offset = 64> : tensor<1024x1024xf32> : tensor<1024x1024xf32>
  %2 = torch.aten.t.default(%0) : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %1, %2 : tensor<1024x1024xf32>, tensor<1024x1024xf32>
}

// CHECK-LABEL: func.func @expanded_weight
// CHECK: torch.aten.expand.default
func.func @expanded_weight() -> tensor<64x1024xf32> {
  %0 = torch.constant "d" #weight.file<"w.pt2", offset = 0> : tensor<1024xf32> : tensor<1024xf32>
  %1 = torch.aten.expand.default(%0, [64, 1024]) : (tensor<1024xf32>) -> tensor<64x1024xf32>
  return %1 : tensor<64x1024xf32>
}

// The dtype of the type is not the one that eager computes.
// CHECK-LABEL: func.func @wrong_type
// CHECK: torch.aten.add.Tensor
func.func @wrong_type() -> tensor<2xi32> {
  %0 = torch.constant dense<[1, 0]> : tensor<2xi64> : tensor<2xi64>
  %1 = torch.aten.add.Tensor(%0, %0) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}

// CHECK-LABEL: func.func @transposed
// CONTIGUOUS: torch.aten.t.default
// CONTIGUOUS-NOT: torch.aten.view.default
func.func @transposed() -> (tensor<8x1024xf32>, tensor<64x128xf32>) {
  %0 = torch.constant "e" #weight.file<"w.pt2", offset = 0> : tensor<1024x8xf32> : tensor<1024x8xf32>
  %1 = torch.aten.t.default(%0) : (tensor<1024x8xf32>) -> tensor<8x1024xf32>
  %2 = torch.constant "f" #weight.file<"w.pt2", offset = 4096> : tensor<1024x8xf32> : tensor<1024x8xf32>
  %3 = torch.aten.view.default(%2, [64, 128]) : (tensor<1024x8xf32>) -> tensor<64x128xf32>
  return %1, %3 : tensor<8x1024xf32>, tensor<64x128xf32>
}

// Elements that may be there, and writes, whatever they return.
// CHECK-LABEL: func.func @something
// CHECK: torch.aten.relu.default
// CHECK: torch.aten.sum.dim_IntList
func.func @something(%x: tensor<0x?xf32>, %y: tensor<0x2xf32>) -> (tensor<0x?xf32>, tensor<2xf32>) {
  %0 = torch.aten.relu.default(%x) : (tensor<0x?xf32>) -> tensor<0x?xf32>
  %1 = torch.aten.sum.dim_IntList(%y, [0]) : (tensor<0x2xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<0x?xf32>, tensor<2xf32>
}
// CHECK-LABEL: func.func @writes
// CHECK: torch.aten.relu_.default
func.func @writes(%x: tensor<0x2xf32>) -> tensor<0x2xf32> {
  %0 = torch.aten.relu_.default(%x) : (tensor<0x2xf32>) -> tensor<0x2xf32>
  return %0 : tensor<0x2xf32>
}
