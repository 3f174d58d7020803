// Rules of the compiler, and what the pass leaves alone. LibTorch is not there.
//
// RUN: env TORCH_ONNX_LIBTORCH_PLUGIN=/nowhere/missing.so torch-onnx-opt %s --torch-decompose | FileCheck %s
// RUN: env TORCH_ONNX_LIBTORCH_PLUGIN=/nowhere/missing.so torch-onnx-opt %s --torch-decompose --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC
// RUN: env TORCH_ONNX_LIBTORCH_PLUGIN=/nowhere/missing.so torch-onnx-opt %s --torch-decompose='keep-lowered=false legal-ops=aten.mul.Tensor,aten.sum.dim_IntList' | FileCheck %s --check-prefix=NAMED

!x = tensor<2x3xf32>

// A formula; each part has the location of the whole.
// CHECK-LABEL: func.func @softmax_backward
// CHECK-SAME: (%[[G:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<2x3xf32>)
// CHECK: %[[P:.*]] = torch.aten.mul.Tensor(%[[G]], %[[Y]])
// CHECK: %[[S:.*]] = torch.aten.sum.dim_IntList(%[[P]], [-1], keepdim=true) : (tensor<2x3xf32>) -> tensor<2x1xf32>
// CHECK: %[[Q:.*]] = torch.aten.mul.Tensor(%[[Y]], %[[S]])
// CHECK: %[[R:.*]] = torch.aten.sub.Tensor(%[[P]], %[[Q]])
// CHECK: return %[[R]]
// LOC-LABEL: func.func @softmax_backward
// LOC-COUNT-4: torch.aten.{{(mul|sum|sub)}}{{.*}} loc(#[[LINE:.*]])
// LOC: #[[LINE]] = loc("head"
// Nothing takes effect when a part would be left over.
// NAMED-LABEL: func.func @softmax_backward
// NAMED-NEXT: torch.aten._softmax_backward_data.default
// NAMED-SAME: torch.not_decomposed = "its decomposition calls 'aten.sub.Tensor', which has no lowering"
// NAMED-NEXT: return
func.func @softmax_backward(%g: !x, %y: !x) -> !x {
  %0 = torch.aten._softmax_backward_data.default(%g, %y, -1, input_dtype=f32) : (!x, !x) -> !x loc("head"("model.py":3:0))
  return %0 : !x
}

// The result is cast to the type of the input.
// CHECK-LABEL: func.func @log_softmax_backward
// CHECK: torch.aten.exp.default(%arg1)
// CHECK: %[[R:.*]] = torch.aten._to_copy.default(%{{.*}}, dtype=f16)
// CHECK: return %[[R]]
func.func @log_softmax_backward(%g: !x, %y: !x) -> tensor<2x3xf16> {
  %0 = torch.aten._log_softmax_backward_data.default(%g, %y, 1, input_dtype=f16) : (!x, !x) -> tensor<2x3xf16>
  return %0 : tensor<2x3xf16>
}

// Eager has one kernel for it, which rounds half precision at the end.
// CHECK-LABEL: func.func @half_tanh_backward
// CHECK-DAG: %[[G:.*]] = torch.aten._to_copy.default(%arg0, dtype=f32)
// CHECK-DAG: %[[Y:.*]] = torch.aten._to_copy.default(%arg1, dtype=f32)
// CHECK: %[[R:.*]] = torch.aten.mul.Tensor(%[[G]], %{{.*}}) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK: %[[H:.*]] = torch.aten._to_copy.default(%[[R]], dtype=bf16)
// CHECK: return %[[H]]
func.func @half_tanh_backward(%g: tensor<2x3xbf16>, %y: tensor<2x3xbf16>) -> tensor<2x3xbf16> {
  %0 = torch.aten.tanh_backward.default(%g, %y) : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<2x3xbf16>
  return %0 : tensor<2x3xbf16>
}

// CHECK-LABEL: func.func @half_softmax_backward
// CHECK: torch.aten.sum.dim_IntList({{.*}} : (tensor<2x3xf32>) -> tensor<2x1xf32>
// CHECK: %[[R:.*]] = torch.aten.sub.Tensor({{.*}} -> tensor<2x3xf32>
// CHECK: %[[H:.*]] = torch.aten._to_copy.default(%[[R]], dtype=f16)
// CHECK: return %[[H]]
func.func @half_softmax_backward(%g: tensor<2x3xf16>, %y: tensor<2x3xf16>) -> tensor<2x3xf16> {
  %0 = torch.aten._softmax_backward_data.default(%g, %y, 1, input_dtype=f16) : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  return %0 : tensor<2x3xf16>
}

// Operands of two types are promoted as they are by themselves.
// CHECK-LABEL: func.func @mixed_backward
// CHECK: %[[Y:.*]] = torch.aten._to_copy.default(%arg1, dtype=f32)
// CHECK: %[[R:.*]] = torch.aten.mul.Tensor(%{{.*}}, %[[Y]])
// CHECK: return %[[R]]
func.func @mixed_backward(%g: tensor<2x3xf32>, %y: tensor<2x3xf16>) -> tensor<2x3xf32> {
  %0 = torch.aten.sigmoid_backward.default(%g, %y) : (tensor<2x3xf32>, tensor<2x3xf16>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Two results, in this order, and no bias.
// CHECK-LABEL: func.func @lstm_cell
// CHECK: %[[H:.*]] = torch.aten.linear.default(%arg1, %arg4)
// CHECK: %[[X:.*]] = torch.aten.linear.default(%arg0, %arg3)
// CHECK: %[[SUM:.*]] = torch.aten.add.Tensor(%[[H]], %[[X]])
// CHECK: %[[G:.*]]:4 = torch.aten.chunk.default(%[[SUM]], chunks=4, dim=1)
// CHECK: %[[F:.*]] = torch.aten.sigmoid.default(%[[G]]#1)
// CHECK: torch.aten.mul.Tensor(%[[F]], %arg2)
// CHECK: %[[CELL:.*]] = torch.aten.add.Tensor
// CHECK: %[[TANH:.*]] = torch.aten.tanh.default(%[[CELL]])
// CHECK: %[[OUT:.*]] = torch.aten.mul.Tensor(%{{.*}}, %[[TANH]])
// CHECK: return %[[OUT]], %[[CELL]]
!h = tensor<?x4xf32, #sym.dims<batch>>
!in = tensor<?x3xf32, #sym.dims<batch>>
func.func @lstm_cell(%x: !in, %h: !h, %c: !h, %w: tensor<16x3xf32>, %u: tensor<16x4xf32>) -> (!h, !h) {
  %0:2 = torch.aten.lstm_cell.default(%x, [%h, %c], %w, %u) : (!in, !h, !h, tensor<16x3xf32>, tensor<16x4xf32>) -> (!h, !h)
  return %0#0, %0#1 : !h, !h
}

// The halves of an odd size: the second one is shorter, in the inverse longer.
// CHECK-LABEL: func.func @fftshift
// CHECK: %[[B:.*]] = torch.aten.slice.Tensor(%arg0, dim=1, start=2)
// CHECK: %[[A:.*]] = torch.aten.slice.Tensor(%arg0, dim=1, start=0, end=2)
// CHECK: %[[R:.*]] = torch.aten.cat.default([%[[B]], %[[A]]], dim=1)
// CHECK: %[[B:.*]] = torch.aten.slice.Tensor(%[[R]], dim=1, start=1)
// CHECK: %[[A:.*]] = torch.aten.slice.Tensor(%[[R]], dim=1, start=0, end=1)
// CHECK: torch.aten.cat.default([%[[B]], %[[A]]], dim=1)
func.func @fftshift(%x: !x) -> !x {
  %0 = torch.aten.fft_fftshift.default(%x, [1]) : (!x) -> !x
  %1 = torch.aten.fft_ifftshift.default(%0, [1]) : (!x) -> !x
  return %1 : !x
}

// A size becomes a value where an operator asks for it.
// CHECK-LABEL: func.func @fftshift_symbolic
// CHECK: %[[N:.*]] = torch.aten.sym_size.int(%arg0, dim=0)
// CHECK: %[[HALF:.*]] = arith.floordivsi %[[N]], %{{.*}}
// CHECK: torch.aten.slice.Tensor(%arg0, start=%[[HALF]])
// CHECK: torch.aten.cat.default({{.*}}) -> tensor<?xf32, #sym.dims<n>>
func.func @fftshift_symbolic(%x: tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>> {
  %0 = torch.aten.fft_ifftshift.default(%x) : (tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>>
  return %0 : tensor<?xf32, #sym.dims<n>>
}

// CHECK-LABEL: func.func @cov
// CHECK: %[[SUM:.*]] = torch.aten.sum.dim_IntList(%arg0, [1], keepdim=true)
// CHECK: %[[MEAN:.*]] = torch.aten.div.Tensor(%[[SUM]], other=7)
// CHECK: %[[D:.*]] = torch.aten.sub.Tensor(%arg0, %[[MEAN]])
// CHECK: %[[T:.*]] = torch.aten.t.default(%[[D]])
// CHECK: %[[P:.*]] = torch.aten.mm.default(%[[D]], %[[T]])
// CHECK: torch.aten.div.Tensor(%[[P]], other=5)
func.func @cov(%x: tensor<3x7xf32>) -> tensor<3x3xf32> {
  %0 = torch.aten.cov.default(%x, correction=2) : (tensor<3x7xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// The number of observations may be known only at run time.
// CHECK-LABEL: func.func @cov_symbolic
// CHECK: %[[N:.*]] = torch.aten.sym_size.int(%arg0, dim=1)
// CHECK: torch.aten.div.Tensor(%{{.*}}, %[[N]])
// CHECK: %[[P:.*]] = torch.aten.mm.default
// CHECK: %[[F:.*]] = arith.subi %[[N]], %{{.*}}
// CHECK: %[[M:.*]] = arith.maxsi %[[F]], %{{.*}}
// CHECK: torch.aten.div.Tensor(%[[P]], %[[M]])
func.func @cov_symbolic(%x: tensor<3x?xf32>) -> tensor<3x3xf32> {
  %0 = torch.aten.cov.default(%x) : (tensor<3x?xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// The weights of columns; the divisor is computed, and not negative.
// CHECK-LABEL: func.func @cov_weighted
// CHECK: %[[W:.*]] = torch.aten.mul.Tensor(%arg1, %arg2)
// CHECK-DAG: %[[TOTAL:.*]] = torch.aten.sum.default(%[[W]])
// CHECK-DAG: torch.aten.mul.Tensor(%arg0, %[[W]])
// CHECK-DAG: torch.aten.mul.Tensor(%[[W]], %arg2)
// CHECK-DAG: %[[PRODUCTS:.*]] = torch.aten.mm.default
// CHECK: %[[DIVISOR:.*]] = torch.aten.clamp_min.default({{.*}}min=0)
// CHECK: torch.aten.div.Tensor(%[[PRODUCTS]], %[[DIVISOR]])
func.func @cov_weighted(%x: tensor<3x7xf32>, %f: tensor<7xi64>, %a: tensor<7xf32>) -> tensor<3x3xf32> {
  %0 = torch.aten.cov.default(%x, fweights=%f, aweights=%a) : (tensor<3x7xf32>, tensor<7xi64>, tensor<7xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// CHECK-LABEL: func.func @refused_by_rules
// CHECK-NEXT: torch.aten.lstm_cell.default
// CHECK-SAME: torch.not_decomposed = "its rule expects 'hx' to have 2 tensors, found 1"
// CHECK-NEXT: return
func.func @refused_by_rules(%h: tensor<2x4xf32>, %i: tensor<16x4xf32>) -> tensor<2x4xf32> {
  %0:2 = torch.aten.lstm_cell.default(%h, [%h], %i, %i) : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<16x4xf32>, tensor<16x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  return %0#0 : tensor<2x4xf32>
}

// Rules read tensors where the schema has tensors, and constants elsewhere; a
// list that is not constant is not an absent one.
// CHECK-LABEL: func.func @other_arguments
// CHECK-NEXT: torch.aten.sigmoid_backward.default
// CHECK-SAME: torch.not_decomposed = "its rule expects 'output' to be a tensor, found 2"
// CHECK-NEXT: torch.aten.lstm_cell.default
// CHECK-SAME: torch.not_decomposed = "its rule expects 'b_ih' to be a tensor, found 1.000000e+00"
// CHECK-NEXT: torch.aten.fft_fftshift.default
// CHECK-SAME: torch.not_decomposed = "its rule expects 'dim' to be a constant, found a list with a number known only at run time"
// CHECK-NEXT: torch.aten.fft_fftshift.default
// CHECK-SAME: torch.not_decomposed = "its rule expects dimensions in range for rank 2, found 2"
// CHECK-NEXT: return
func.func @other_arguments(%x: !x, %h: tensor<2x4xf32>, %w: tensor<16x4xf32>, %axis: i64) -> (!x, tensor<2x4xf32>, !x, !x) {
  %0 = torch.aten.sigmoid_backward.default(%x, 2) : (!x) -> !x
  %1:2 = torch.aten.lstm_cell.default(%h, [%h, %h], %w, %w, 1.0) : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<16x4xf32>, tensor<16x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  %2 = torch.aten.fft_fftshift.default(%x, [%axis]) : (!x, i64) -> !x
  %3 = torch.aten.fft_fftshift.default(%x, [2]) : (!x) -> !x
  return %0, %1#0, %2, %3 : !x, tensor<2x4xf32>, !x, !x
}

// The conjugates in their formulas are missing in the rules.
// CHECK-LABEL: func.func @complex
// CHECK-COUNT-3: torch.not_decomposed = "its rule expects real elements, found complex<f32>"
func.func @complex(%x: tensor<2x3xcomplex<f32>>) -> (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>, tensor<2x2xcomplex<f32>>) {
  %0 = torch.aten.sigmoid_backward.default(%x, %x) : (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %1 = torch.aten.tanh_backward.default(%x, %x) : (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %2 = torch.aten.cov.default(%x) : (tensor<2x3xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  return %0, %1, %2 : tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>, tensor<2x2xcomplex<f32>>
}

// What is built must have the type that the program declares.
// CHECK-LABEL: func.func @other_type
// CHECK: torch.aten.sigmoid_backward.default
// CHECK-SAME: torch.not_decomposed = "its decomposition has the type tensor<2x3xf32>, expected tensor<2x3xf16>"
func.func @other_type(%g: !x, %y: !x) -> tensor<2x3xf16> {
  %0 = torch.aten.sigmoid_backward.default(%g, %y) : (!x, !x) -> tensor<2x3xf16>
  return %0 : tensor<2x3xf16>
}

// A composite operator that has a lowering; one that nobody can decompose; one
// that is unknown; one that draws random numbers; one that writes. None of them
// asks LibTorch, so none of them knows that it is missing.
// CHECK-LABEL: func.func @untouched
// CHECK-NEXT: torch.aten.linear.default(%arg0, %arg1) :
// CHECK-NEXT: torch.aten.to_mkldnn.default(%arg0) :
// CHECK-NEXT: torch.mine.op.default(x=%arg0) :
// CHECK-NEXT: torch.aten.rrelu_.default(%arg0, training=true) :
// CHECK-NEXT: torch.aten._thnn_fused_gru_cell.default
// CHECK-NOT: not_decomposed
// CHECK-NEXT: return
func.func @untouched(%x: !x, %w: tensor<4x3xf32>, %a: tensor<2x12xf32>, %h: tensor<2x4xf32>) -> (tensor<2x4xf32>, !x, !x) {
  %0 = torch.aten.linear.default(%x, %w) : (!x, tensor<4x3xf32>) -> tensor<2x4xf32>
  %1 = torch.aten.to_mkldnn.default(%x) : (!x) -> !x
  %2 = torch.mine.op.default(x=%x) : (!x) -> !x
  %3 = torch.aten.rrelu_.default(%x, training=true) : (!x) -> !x
  %4:2 = torch.aten._thnn_fused_gru_cell.default(%a, %a, %h) : (tensor<2x12xf32>, tensor<2x12xf32>, tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x20xf32>)
  return %0, %1, %2 : tensor<2x4xf32>, !x, !x
}

// Composite operators without a lowering: the draws of the one are its own, the
// other writes. LibTorch is not asked.
// NAMED-LABEL: func.func @random_and_in_place
// NAMED-NEXT: torch.aten.dropout.default(%arg0, p=5.000000e-01, train=true) :
// NAMED-NEXT: torch.aten.square_.default(%{{.*}}) :
// NAMED-NEXT: return
func.func @random_and_in_place(%x: !x) -> !x {
  %0 = torch.aten.dropout.default(%x, 0.5, true) : (!x) -> !x
  %1 = torch.aten.square_.default(%0) : (!x) -> !x
  return %1 : !x
}

// The kernels of other processors.
// CHECK-LABEL: func.func @attention(
// CHECK: torch.aten.scaled_dot_product_attention.default(%arg0, %arg0, %arg0, %arg1, scale=5.000000e-01) :
// CHECK: torch.aten.scaled_dot_product_attention.default(%arg0, %arg0, %arg0, is_causal=true) :
func.func @attention(%q: tensor<2x3x5x8xf32>, %m: tensor<5x5xf32>) -> (tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>) {
  %0:4 = torch.aten._scaled_dot_product_efficient_attention.default(%q, %q, %q, %m, false, scale=0.5)
      : (tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>, tensor<5x5xf32>) -> (tensor<2x3x5x8xf32>, tensor<2x3x32xf32>, tensor<i64>, tensor<i64>)
  %1:9 = torch.aten._scaled_dot_product_flash_attention.default(%q, %q, %q, 0.0, true)
      : (tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>) -> (tensor<2x3x5x8xf32>, tensor<2x3x5xf32>, none, none, i64, i64, tensor<2xui64>, tensor<0xui64>, none)
  return %0#0, %1#0 : tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>
}

// The CPU's gives the backward pass the logarithm of the sum, others the state
// of a generator as well.
// CHECK-LABEL: func.func @attention_for_training(
// CHECK: %[[LOGITS:.*]] = torch.aten.masked_fill.Scalar(
// CHECK: %[[SUM:.*]] = torch.aten.logsumexp.default(%[[LOGITS]], [-1])
// CHECK: %[[NONE:.*]] = torch.aten.eq.Scalar(%[[SUM]],
// CHECK: %[[RESULT:.*]] = torch.aten.masked_fill.Scalar(%[[SUM]], %[[NONE]],
// CHECK: return %{{.*}}, %[[RESULT]]
func.func @attention_for_training(%q: tensor<2x3x5x8xf32>) -> (tensor<2x3x5x8xf32>, tensor<2x3x5xf32>) {
  %0:2 = torch.aten._scaled_dot_product_flash_attention_for_cpu.default(%q, %q, %q, 0.0, true)
      : (tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>) -> (tensor<2x3x5x8xf32>, tensor<2x3x5xf32>)
  return %0#0, %0#1 : tensor<2x3x5x8xf32>, tensor<2x3x5xf32>
}

// This kernel adds a mask of booleans.
// CHECK-LABEL: func.func @attention_math(
// CHECK: %[[MASK:.*]] = torch.aten._to_copy.default(%arg1, dtype=f32)
// CHECK: %[[RESULT:.*]] = torch.aten.scaled_dot_product_attention.default(%arg0, %arg0, %arg0, %[[MASK]], scale=5.000000e-01)
// CHECK: torch.aten.add.Tensor(%{{.*}}, %[[MASK]])
// CHECK: %[[SHARES:.*]] = torch.aten._safe_softmax.default(
// CHECK: return %[[RESULT]], %[[SHARES]]
func.func @attention_math(%q: tensor<2x3x5x8xf32>, %m: tensor<5x5xi1>) -> (tensor<2x3x5x8xf32>, tensor<2x3x5x5xf32>) {
  %0:2 = torch.aten._scaled_dot_product_attention_math.default(%q, %q, %q, %m, scale=0.5)
      : (tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>, tensor<5x5xi1>) -> (tensor<2x3x5x8xf32>, tensor<2x3x5x5xf32>)
  return %0#0, %0#1 : tensor<2x3x5x8xf32>, tensor<2x3x5x5xf32>
}

// CHECK-LABEL: func.func @attention_math_dropout(
// CHECK: torch.not_decomposed = "its rule expects 'dropout_mask' to be None, found a tensor"
// CHECK: torch.not_decomposed = "its rule expects that only the first result is used where 'dropout_p' is not 0, found a use of the second one"
// CHECK: torch.not_decomposed = "its rule expects that only the first result is used where 'enable_gqa' is true, found a use of the second one"
func.func @attention_math_dropout(%q: tensor<2x3x5x8xf32>, %m: tensor<5x5xi1>) -> (tensor<2x3x5x8xf32>, tensor<2x3x5x5xf32>, tensor<2x3x5x5xf32>) {
  %0:2 = torch.aten._scaled_dot_product_attention_math.default(%q, %q, %q, none, 0.5, false, %m)
      : (tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>, tensor<5x5xi1>) -> (tensor<2x3x5x8xf32>, tensor<2x3x5x5xf32>)
  %1:2 = torch.aten._scaled_dot_product_attention_math.default(%q, %q, %q, none, 0.5)
      : (tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>) -> (tensor<2x3x5x8xf32>, tensor<2x3x5x5xf32>)
  %2:2 = torch.aten._scaled_dot_product_attention_math.default(%q, %q, %q, enable_gqa=true)
      : (tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>) -> (tensor<2x3x5x8xf32>, tensor<2x3x5x5xf32>)
  return %0#0, %1#1, %2#1 : tensor<2x3x5x8xf32>, tensor<2x3x5x5xf32>, tensor<2x3x5x5xf32>
}

// CHECK-LABEL: func.func @attention_of_others_for_training(
// CHECK: torch.not_decomposed = "its rule expects that only the first result is used, found a use of one for the backward pass"
func.func @attention_of_others_for_training(%q: tensor<2x3x5x8xf32>) -> (tensor<2x3x5x8xf32>, tensor<2x3x32xf32>) {
  %0:4 = torch.aten._scaled_dot_product_efficient_attention.default(%q, %q, %q, none, true)
      : (tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>) -> (tensor<2x3x5x8xf32>, tensor<2x3x32xf32>, tensor<i64>, tensor<i64>)
  return %0#0, %0#1 : tensor<2x3x5x8xf32>, tensor<2x3x32xf32>
}

// What was dropped is in the state of a generator.
// CHECK-LABEL: func.func @attention_dropout(
// CHECK: torch.not_decomposed = "its rule expects 'dropout_p' to be 0, found 5.000000e-01"
func.func @attention_dropout(%q: tensor<2x3x5x8xf32>, %s: tensor<2x3x5xf32>) -> tensor<2x3x5x8xf32> {
  %0:3 = torch.aten._scaled_dot_product_flash_attention_for_cpu_backward.default(%q, %q, %q, %q, %q, %s, 0.5, false)
      : (tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>, tensor<2x3x5x8xf32>)
  return %0#0 : tensor<2x3x5x8xf32>
}

// CHECK-LABEL: func.func @attention_of_unknown_width(
// CHECK: torch.not_decomposed = "its rule expects 'query' to have a constant last dimension where 'scale' is None"
func.func @attention_of_unknown_width(%q: tensor<2x3x5x?xf32, #sym.dims<e>>) -> tensor<2x3x5xf32> {
  %0:2 = torch.aten._scaled_dot_product_flash_attention_for_cpu.default(%q, %q, %q)
      : (tensor<2x3x5x?xf32, #sym.dims<e>>, tensor<2x3x5x?xf32, #sym.dims<e>>, tensor<2x3x5x?xf32, #sym.dims<e>>) -> (tensor<2x3x5x?xf32, #sym.dims<e>>, tensor<2x3x5xf32>)
  return %0#1 : tensor<2x3x5xf32>
}

// CHECK-LABEL: func.func @missing_plug_in
// CHECK: torch.aten.mish_backward.default
// CHECK-SAME: torch.not_decomposed = "LibTorch, which may express it by other operators, cannot be loaded: {{.*}}missing.so
func.func @missing_plug_in(%g: !x, %y: !x) -> !x {
  %0 = torch.aten.mish_backward.default(%g, %y) : (!x, !x) -> !x
  return %0 : !x
}

// CHECK-LABEL: func.func @dim_arange
// CHECK: %[[N:.*]] = torch.aten.sym_size.int(%arg0, dim=0)
// CHECK: torch.aten.arange.default(%[[N]]) : (i64) -> tensor<?xi64, #sym.dims<n>>
func.func @dim_arange(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<?xi64, #sym.dims<n>> {
  %0 = torch.aten._dim_arange.default(%x, -2) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?xi64, #sym.dims<n>>
  return %0 : tensor<?xi64, #sym.dims<n>>
}
