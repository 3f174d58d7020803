// RUN: torch-onnx-opt %s --torch-batch-vmap --split-input-file | FileCheck %s

// What does not depend on the batch is computed once; axes count from the
// second dimension on.
// CHECK-LABEL: func.func @whole
// CHECK-SAME: %[[X:.*]]: tensor<9x2x4xf32>, %[[W:.*]]: tensor<4xf32>
// CHECK-NOT: torch.scan
// CHECK: %[[C:.*]] = torch.aten.cos.default(%[[W]]) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: %[[M:.*]] = torch.aten.mul.Tensor(%[[X]], %[[C]]) : (tensor<9x2x4xf32>, tensor<4xf32>) -> tensor<9x2x4xf32>
// CHECK: %[[S:.*]] = torch.aten.sum.dim_IntList(%[[M]], [2])
// CHECK: %[[T:.*]] = torch.aten.softmax.int(%[[S]], dim=1)
// CHECK: return %[[T]]
func.func @whole(%x: tensor<9x2x4xf32>, %w: tensor<4xf32>) -> tensor<9x2xf32> {
  %r = torch.scan() over (%x : tensor<9x2x4xf32>) attributes {torch.vmap} -> tensor<9x2xf32> {
  ^bb0(%a: tensor<2x4xf32>):
    %c = torch.aten.cos.default(%w) : (tensor<4xf32>) -> tensor<4xf32>
    %m = torch.aten.mul.Tensor(%a, %c) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
    %s = torch.aten.sum.dim_IntList(%m, [-1]) : (tensor<2x4xf32>) -> tensor<2xf32>
    %t = torch.aten.softmax.int(%s, dim=0) : (tensor<2xf32>) -> tensor<2xf32>
    torch.yield %t : tensor<2xf32>
  }
  return %r : tensor<9x2xf32>
}

// -----

// A loop that was no vmap keeps its order and its memory.
// CHECK-LABEL: func.func @map
// CHECK: torch.scan
func.func @map(%x: tensor<9x4xf32>) -> tensor<9x4xf32> {
  %r = torch.scan() over (%x : tensor<9x4xf32>) -> tensor<9x4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %m = torch.aten.cos.default(%a) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %m : tensor<4xf32>
  }
  return %r : tensor<9x4xf32>
}

// -----

// A number of each element has one dimension now and would decide the dtype; it
// is cast to the one that the program has.
// CHECK-LABEL: func.func @promotion
// CHECK-SAME: %[[X:.*]]: tensor<9xf64>, %[[Y:.*]]: tensor<4xf32>
// CHECK: %[[U:.*]] = torch.aten.unsqueeze.default(%[[X]], dim=1)
// CHECK: %[[C:.*]] = torch.aten._to_copy.default(%[[U]], dtype=f32)
// CHECK: torch.aten.add.Tensor(%[[C]], %[[Y]]) : (tensor<9x1xf32>, tensor<4xf32>) -> tensor<9x4xf32>
func.func @promotion(%x: tensor<9xf64>, %y: tensor<4xf32>) -> tensor<9x4xf32> {
  %r = torch.scan() over (%x : tensor<9xf64>) attributes {torch.vmap} -> tensor<9x4xf32> {
  ^bb0(%a: tensor<f64>):
    %m = torch.aten.add.Tensor(%a, %y) : (tensor<f64>, tensor<4xf32>) -> tensor<4xf32>
    torch.yield %m : tensor<4xf32>
  }
  return %r : tensor<9x4xf32>
}

// -----

// Operands of one dtype need no cast.
// CHECK-LABEL: func.func @one_dtype
// CHECK-NOT: _to_copy
// CHECK: torch.aten.add.Tensor
func.func @one_dtype(%x: tensor<9xf32>, %y: tensor<4xf32>) -> tensor<9x4xf32> {
  %r = torch.scan() over (%x : tensor<9xf32>) attributes {torch.vmap} -> tensor<9x4xf32> {
  ^bb0(%a: tensor<f32>):
    %m = torch.aten.add.Tensor(%a, %y) : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
    torch.yield %m : tensor<4xf32>
  }
  return %r : tensor<9x4xf32>
}

// -----

// The innermost first. Sizes are those of the tensors.
// CHECK-LABEL: func.func @nested
// CHECK-SAME: %[[Q:.*]]: tensor<?xi64, #sym.dims<q>>, %[[K:.*]]: tensor<?xi64, #sym.dims<k>>
// CHECK-NOT: torch.scan
// CHECK: %[[U:.*]] = torch.aten.unsqueeze.default(%[[Q]], dim=1)
// CHECK: %[[R:.*]] = torch.aten.le.Tensor(%[[K]], %[[U]])
// CHECK-SAME: -> tensor<?x?xi1, #sym.dims<q, k>>
// CHECK: return %[[R]]
func.func @nested(%q: tensor<?xi64, #sym.dims<q>>, %k: tensor<?xi64, #sym.dims<k>>)
    -> tensor<?x?xi1, #sym.dims<q, k>> {
  %r = torch.scan() over (%q : tensor<?xi64, #sym.dims<q>>) attributes {torch.vmap} -> tensor<?x?xi1, #sym.dims<q, k>> {
  ^bb0(%a: tensor<i64>):
    %s = torch.scan() over (%k : tensor<?xi64, #sym.dims<k>>) attributes {torch.vmap} -> tensor<?xi1, #sym.dims<k>> {
    ^bb0(%b: tensor<i64>):
      %c = torch.aten.le.Tensor(%b, %a) : (tensor<i64>, tensor<i64>) -> tensor<i1>
      torch.yield %c : tensor<i1>
    }
    torch.yield %s : tensor<?xi1, #sym.dims<k>>
  }
  return %r : tensor<?x?xi1, #sym.dims<q, k>>
}

// -----

// Where both have the batch, its number is an index; what indices that are not
// in front make moves behind the dimensions before it.
// CHECK-LABEL: func.func @index
// CHECK: torch.aten.arange.default(end=3, dtype=i64)
// CHECK: torch.aten.index.Tensor
// CHECK: torch.aten.permute.default({{.*}}, [0, 2, 1, 3])
func.func @index(%x: tensor<3x5x6x7xf32>, %i: tensor<3x2xi64>) -> tensor<3x5x2x7xf32> {
  %r = torch.scan() over (%x, %i : tensor<3x5x6x7xf32>, tensor<3x2xi64>) attributes {torch.vmap} -> tensor<3x5x2x7xf32> {
  ^bb0(%a: tensor<5x6x7xf32>, %b: tensor<2xi64>):
    %m = torch.aten.index.Tensor(%a, [#torch.none, %b]) : (tensor<5x6x7xf32>, tensor<2xi64>) -> tensor<5x2x7xf32>
    torch.yield %m : tensor<5x2x7xf32>
  }
  return %r : tensor<3x5x2x7xf32>
}

// -----

// One operator without a rule is a loop of its own.
// CHECK-LABEL: func.func @one_loop
// CHECK: torch.aten.mul.Tensor({{.*}}) : (tensor<3x4xf32>) -> tensor<3x4xf32>
// CHECK: torch.scan() over
// CHECK-NEXT: ^bb0
// CHECK-NEXT: torch.aten.histc.default
// CHECK-NEXT: torch.yield
// CHECK: torch.aten.cumsum.default({{.*}}, dim=1)
func.func @one_loop(%x: tensor<3x4xf32>) -> tensor<3x5xf32> {
  %r = torch.scan() over (%x : tensor<3x4xf32>) attributes {torch.vmap} -> tensor<3x5xf32> {
  ^bb0(%a: tensor<4xf32>):
    %b = torch.aten.mul.Tensor(%a, 2) : (tensor<4xf32>) -> tensor<4xf32>
    %h = torch.aten.histc.default(%b, 5) : (tensor<4xf32>) -> tensor<5xf32>
    %c = torch.aten.cumsum.default(%h, dim=-1) : (tensor<5xf32>) -> tensor<5xf32>
    torch.yield %c : tensor<5xf32>
  }
  return %r : tensor<3x5xf32>
}

// -----

// Two of them stay one loop.
// CHECK-LABEL: func.func @two
// CHECK-NEXT: torch.scan() over
// CHECK-NEXT: ^bb0
// CHECK-NEXT: torch.aten.mul.Tensor
func.func @two(%x: tensor<3x4xf32>) -> tensor<3x5xf32> {
  %r = torch.scan() over (%x : tensor<3x4xf32>) attributes {torch.vmap} -> tensor<3x5xf32> {
  ^bb0(%a: tensor<4xf32>):
    %b = torch.aten.mul.Tensor(%a, 2) : (tensor<4xf32>) -> tensor<4xf32>
    %h = torch.aten.histc.default(%b, 5) : (tensor<4xf32>) -> tensor<5xf32>
    %c = torch.aten.histc.default(%h, 5) : (tensor<5xf32>) -> tensor<5xf32>
    torch.yield %c : tensor<5xf32>
  }
  return %r : tensor<3x5xf32>
}

// -----

// Other random numbers for each element.
// CHECK-LABEL: func.func @random
// CHECK: torch.scan
func.func @random(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %r = torch.scan() over (%x : tensor<3x4xf32>) attributes {torch.vmap} -> tensor<3x4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %n = torch.aten.rand.default([4]) : () -> tensor<4xf32>
    %b = torch.aten.mul.Tensor(%a, %n) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    torch.yield %b : tensor<4xf32>
  }
  return %r : tensor<3x4xf32>
}

// -----

// Other weights for each element: the elements are groups of channels, or, where
// the input is the same for all, further channels.
// CHECK-LABEL: func.func @convolutions
// CHECK-NOT: torch.scan
// CHECK: torch.aten.flatten.using_ints(%{{.*}}, start_dim=1, end_dim=2) : (tensor<2x3x4x8x8xf32>) -> tensor<2x12x8x8xf32>
// CHECK: torch.aten.flatten.using_ints(%arg1, end_dim=1) : (tensor<3x6x2x3x3xf32>) -> tensor<18x2x3x3xf32>
// CHECK: torch.aten.conv2d.default({{.*}}groups=6) : (tensor<2x12x8x8xf32>, tensor<18x2x3x3xf32>) -> tensor<2x18x6x6xf32>
// CHECK: torch.aten.conv2d.default(%arg2, {{.*}} : (tensor<2x4x8x8xf32>, tensor<15x4x3x3xf32>) -> tensor<2x15x6x6xf32>
// CHECK: torch.aten.reshape.default(%{{.*}}, [2, 3, 5, 6, 6])
// CHECK: return
func.func @convolutions(%x: tensor<3x2x4x8x8xf32>, %w: tensor<3x6x2x3x3xf32>, %y: tensor<2x4x8x8xf32>, %v: tensor<3x5x4x3x3xf32>) -> (tensor<3x2x6x6x6xf32>, tensor<3x2x5x6x6xf32>) {
  %r:2 = torch.scan() over (%x, %w, %v : tensor<3x2x4x8x8xf32>, tensor<3x6x2x3x3xf32>, tensor<3x5x4x3x3xf32>) attributes {torch.vmap} -> tensor<3x2x6x6x6xf32>, tensor<3x2x5x6x6xf32> {
  ^bb0(%a: tensor<2x4x8x8xf32>, %b: tensor<6x2x3x3xf32>, %c: tensor<5x4x3x3xf32>):
    %d = torch.aten.conv2d.default(%a, %b, groups=2) : (tensor<2x4x8x8xf32>, tensor<6x2x3x3xf32>) -> tensor<2x6x6x6xf32>
    %e = torch.aten.conv2d.default(%y, %c) : (tensor<2x4x8x8xf32>, tensor<5x4x3x3xf32>) -> tensor<2x5x6x6xf32>
    torch.yield %d, %e : tensor<2x6x6x6xf32>, tensor<2x5x6x6xf32>
  }
  return %r#0, %r#1 : tensor<3x2x6x6x6xf32>, tensor<3x2x5x6x6xf32>
}

// -----

// Factors of a normalization that computes in a wider type than its tensors
// have, and a batch whose size is not known: the number of groups would not be.
// CHECK-LABEL: func.func @not_batched
// CHECK: torch.scan
// CHECK: torch.aten.layer_norm.default
// CHECK: torch.scan
// CHECK: torch.aten.conv1d.default
func.func @not_batched(%x: tensor<3x2x4xf16>, %w: tensor<3x4xf16>, %y: tensor<?x2x4x8xf32, #sym.dims<s0>>, %v: tensor<?x5x4x3xf32, #sym.dims<s0>>) -> (tensor<3x2x4xf16>, tensor<?x2x5x6xf32, #sym.dims<s0>>) {
  %r = torch.scan() over (%x, %w : tensor<3x2x4xf16>, tensor<3x4xf16>) attributes {torch.vmap} -> tensor<3x2x4xf16> {
  ^bb0(%a: tensor<2x4xf16>, %b: tensor<4xf16>):
    %d = torch.aten.layer_norm.default(%a, [4], %b) : (tensor<2x4xf16>, tensor<4xf16>) -> tensor<2x4xf16>
    torch.yield %d : tensor<2x4xf16>
  }
  %s = torch.scan() over (%y, %v : tensor<?x2x4x8xf32, #sym.dims<s0>>, tensor<?x5x4x3xf32, #sym.dims<s0>>) attributes {torch.vmap} -> tensor<?x2x5x6xf32, #sym.dims<s0>> {
  ^bb0(%a: tensor<2x4x8xf32>, %b: tensor<5x4x3xf32>):
    %d = torch.aten.conv1d.default(%a, %b) : (tensor<2x4x8xf32>, tensor<5x4x3xf32>) -> tensor<2x5x6xf32>
    torch.yield %d : tensor<2x5x6xf32>
  }
  return %r, %s : tensor<3x2x4xf16>, tensor<?x2x5x6xf32, #sym.dims<s0>>
}
