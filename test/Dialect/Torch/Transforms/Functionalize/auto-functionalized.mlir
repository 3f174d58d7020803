// Custom operators that write, as torch.export writes them down after
// run_decompositions().
// RUN: torch-onnx-opt %s --torch-functionalize --split-input-file | FileCheck %s
// RUN: not torch-onnx-opt %s --torch-functionalize --convert-torch-to-onnx --split-input-file 2>&1 | FileCheck %s --check-prefix=REASON

// The program tells what is written, but not the kinds of the other arguments.

// CHECK: module attributes {torch.op_schemas = ["my::acc_(Tensor(a0!)? y, Any x) -> ()"]}
// CHECK-LABEL: func.func @writes(
// CHECK-SAME: %[[X:.*]]: tensor<3x4xf32>, %[[Y:.*]]: tensor<3x4xf32>)
// CHECK: %[[COPY:.*]] = torch.aten.clone.default(%[[Y]])
// CHECK: %[[NEW:.*]] = torch.my.acc__functional.default(y=%[[COPY]], x=%[[X]])
// CHECK: return %[[Y]], %[[NEW]]
module {
  func.func @writes(%x: tensor<3x4xf32>, %y: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
    %0:2 = torch.higher_order.auto_functionalized_v2("torch.ops.my.acc_.default", x=%x, _y_base_index=0, _all_bases=[%y]) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (none, tensor<3x4xf32>)
    return %y, %0#1 : tensor<3x4xf32>, tensor<3x4xf32>
  }
}

// -----

// Two bases, one of which is written through a slice; a result; None.

// CHECK: torch.op_schemas = ["my::both(Tensor(a0!)? a, Tensor(a1!)? b, Tensor(a2!)? c, Any x, Any f) -> Tensor"]
// CHECK-LABEL: func.func @slices(
// CHECK-SAME: %[[A:.*]]: tensor<3x4xf32>, %[[B:.*]]: tensor<3x4xf32>)
// CHECK: %[[CA:.*]] = torch.aten.clone.default(%[[A]])
// CHECK: %[[CB:.*]] = torch.aten.clone.default(%[[B]])
// CHECK: %[[S:.*]] = torch.aten.slice.Tensor(%[[CB]], start=1, end=3)
// CHECK-SAME: -> tensor<2x4xf32>
// CHECK: %[[R:.*]]:3 = torch.my.both_functional.default(a=%[[CA]], b=%[[S]], c=none, x=%[[A]], f=3.000000e+00)
// CHECK: %[[NB:.*]] = torch.aten.slice_scatter.default(%[[CB]], %[[R]]#2, start=1, end=3)
// CHECK: return %[[R]]#0, %[[R]]#1, %[[NB]]
module {
  func.func @slices(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> (tensor<4xf32>, tensor<3x4xf32>, tensor<3x4xf32>) {
    %0:3 = torch.higher_order.auto_functionalized_v2("torch.ops.my.both.default", x=%a, f=3.0, _a_base_index=0, _a_alias=true, _b_base_index=1, _b_slice_dim=0, _b_slice_start=1, _b_slice_end=3, _c_base_index=none, _all_bases=[%a, %b]) : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<4xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
    return %0#0, %0#1, %0#2 : tensor<4xf32>, tensor<3x4xf32>, tensor<3x4xf32>
  }
}

// -----

// Of version one the schema has to say it.

// CHECK-LABEL: func.func @first(
// CHECK: %[[COPY:.*]] = torch.aten.clone.default(%arg1)
// CHECK: %[[NEW:.*]] = torch.my.acc_{{.*}}functional.default(x=%arg0, y=%[[COPY]])
// CHECK: return %[[NEW]]
module attributes {torch.op_schemas = ["my::acc_(Tensor(a!) y, Tensor x) -> ()"]} {
  func.func @first(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
    %0:2 = torch.higher_order.auto_functionalized("torch.ops.my.acc_.default", y=%y, x=%x) : (tensor<4xf32>, tensor<4xf32>) -> (none, tensor<4xf32>)
    return %0#1 : tensor<4xf32>
  }
}

// -----

// A view by strides of memory in row-major order.

// CHECK-LABEL: func.func @strided(
// CHECK: %[[COPY:.*]] = torch.aten.clone.default(%arg1)
// CHECK: %[[VIEW:.*]] = torch.aten.as_strided.default(%[[COPY]], [3], [4], storage_offset=1)
// CHECK: %[[NEW:.*]] = torch.my.acc_{{.*}}functional.default(y=%[[VIEW]], x=%arg0)
// CHECK: %[[ALL:.*]] = torch.aten.as_strided_scatter.default(%[[COPY]], %[[NEW]], [3], [4], storage_offset=1)
// CHECK: return %[[ALL]]
func.func @strided(%x: tensor<3xf32>, %y: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0:2 = torch.higher_order.auto_functionalized_v2("torch.ops.my.acc_.default", x=%x, _y_base_index=0, _y_size=[3], _y_stride=[4], _y_storage_offset=1, _all_bases=[%y]) : (tensor<3xf32>, tensor<3x4xf32>) -> (none, tensor<3x4xf32>)
  return %0#1 : tensor<3x4xf32>
}

// -----

// What cannot be replaced stays, with the reason.

// CHECK-LABEL: func.func @stays(
// CHECK-COUNT-6: torch.higher_order.auto_functionalized
// REASON: 'higher_order.auto_functionalized' (1 use): no lowering to ONNX; which arguments 'my.acc_.default' writes is unknown; declare it with --op-schema
// REASON: 'higher_order.auto_functionalized_v2' (1 use): no lowering to ONNX; 'my.acc_.default' writes to 'y', a view by strides, expected a tensor in row-major order, found the result of 'aten.t.default'
// REASON: no lowering to ONNX; expected '_y_base_index' to be one of the bases
// REASON: no lowering to ONNX; 'my.acc_.default' writes to 'y', expected a slice with constant bounds within its tensor
// REASON: no lowering to ONNX; expected an operator as its first argument
// REASON: no lowering to ONNX; a result that is None is used
module {
  func.func @stays(%x: tensor<3x4xf32>, %y: tensor<3x4xf32>) -> (tensor<3x4xf32>, none) {
    %0:2 = torch.higher_order.auto_functionalized("torch.ops.my.acc_.default", y=%y, x=%x) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (none, tensor<3x4xf32>)
    %1:2 = torch.higher_order.auto_functionalized_v2("torch.ops.my.acc_.default", x=%x, _y_base_index=0, _y_size=[4], _y_stride=[1], _y_storage_offset=4, _all_bases=[%y]) attributes {torch.strides = "aten.t.default"} : (tensor<3x4xf32>, tensor<3x4xf32>) -> (none, tensor<3x4xf32>)
    %2:2 = torch.higher_order.auto_functionalized_v2("torch.ops.my.acc_.default", x=%x, _y_base_index=1, _all_bases=[%y]) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (none, tensor<3x4xf32>)
    %3:2 = torch.higher_order.auto_functionalized_v2("torch.ops.my.acc_.default", x=%x, _y_base_index=0, _y_slice_dim=0, _y_slice_start=1, _y_slice_end=4, _all_bases=[%y]) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (none, tensor<3x4xf32>)
    %4:2 = torch.higher_order.auto_functionalized_v2(none, x=%x, _y_base_index=0, _all_bases=[%y]) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (none, tensor<3x4xf32>)
    %5:2 = torch.higher_order.auto_functionalized_v2("torch.ops.my.acc_.default", x=%x, _y_base_index=0, _all_bases=[%y]) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (none, tensor<3x4xf32>)
    return %1#1, %5#0 : tensor<3x4xf32>, none
  }
}
