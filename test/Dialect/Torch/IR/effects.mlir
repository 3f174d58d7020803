// What may be removed and what may be merged.
// RUN: torch-onnx-opt %s --cse --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @effects
func.func @effects(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  // Equal operators are one, unused ones none.
  // CHECK: %[[N:.*]] = torch.aten.neg.default
  // CHECK-NOT: torch.aten.neg.default
  // CHECK-NOT: torch.aten.exp.default
  %0 = torch.aten.neg.default(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = torch.aten.neg.default(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %2 = torch.aten.exp.default(%x) : (tensor<3xf32>) -> tensor<3xf32>
  // Random numbers are drawn twice, but not for nobody.
  // CHECK: %[[A:.*]] = torch.aten.rand_like.default
  // CHECK: %[[B:.*]] = torch.aten.rand_like.default
  // CHECK-NOT: torch.aten.rand_like.default
  %3 = torch.aten.rand_like.default(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %4 = torch.aten.rand_like.default(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %5 = torch.aten.rand_like.default(%x) : (tensor<3xf32>) -> tensor<3xf32>
  // A write stays.
  // CHECK: torch.aten.relu_.default
  %6 = torch.aten.relu_.default(%x) : (tensor<3xf32>) -> tensor<3xf32>
  // An operator without a schema may have any effect, but not Python's own.
  // CHECK: torch.my.counter.default
  // CHECK: torch.my.counter.default
  // CHECK: torch.aten.mul.out
  // CHECK-NOT: torch._operator.ge
  %7 = torch.my.counter.default(x=%x) : (tensor<3xf32>) -> tensor<3xf32>
  %8 = torch.my.counter.default(x=%x) : (tensor<3xf32>) -> tensor<3xf32>
  %9 = torch.aten.mul.out(%x, %x, out=%x) : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %s = torch.aten.sym_size.int(%x, dim=0) : (tensor<3xf32>) -> i64
  %10 = torch._operator.ge(a=%s, b=2) : (i64) -> i1
  // CHECK: return %[[N]], %[[N]], %[[A]], %[[B]]
  return %0, %1, %3, %4 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}
