// What the strides that a program records decide.
// RUN: torch-onnx-opt %s --torch-functionalize --split-input-file | FileCheck %s

// A column-major matrix: memory has the order of its transposed.
// CHECK-LABEL: func.func @column_major
func.func @column_major(%x: tensor<3x2xf32>) -> tensor<2x3xf32> {
  // CHECK: %[[P:.*]] = torch.aten.permute.default(%arg0, [1, 0]) : (tensor<3x2xf32>) -> tensor<2x3xf32>
  // CHECK: torch.aten.as_strided.default(%[[P]], [2, 3], [1, 2]) : (
  %0 = torch.aten.as_strided.default(%x, [2, 3], [1, 2]) attributes {torch.strides = [1, 3]} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Offsets count from where memory begins.
// CHECK-LABEL: func.func @offset
func.func @offset(%x: tensor<4xf32>) -> tensor<2xf32> {
  // CHECK: torch.aten.as_strided.default(%arg0, [2], [1], storage_offset=1) : (
  %0 = torch.aten.as_strided.default(%x, [2], [1], storage_offset=3) attributes {torch.offset = 2} : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Elements that do not fill their memory: refused by the lowering.
// CHECK-LABEL: func.func @gaps
func.func @gaps(%x: tensor<4xf32>) -> tensor<2xf32> {
  // CHECK: torch.aten.as_strided.default(%arg0, [2], [1]) attributes {torch.strides = [2]}
  %0 = torch.aten.as_strided.default(%x, [2], [1]) attributes {torch.strides = [2]} : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// A write goes back through the order of memory.
// CHECK-LABEL: func.func @written
func.func @written(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  // CHECK: %[[B:.*]] = torch.aten.neg.default
  %b = torch.aten.neg.default(%x) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %s = torch.aten.as_strided.default(%b, [3], [1]) attributes {torch.strides = [1, 3]} : (tensor<3x2xf32>) -> tensor<3xf32>
  // CHECK: %[[R:.*]] = torch.aten.relu.default
  // CHECK: %[[P:.*]] = torch.aten.permute.default(%[[B]], [1, 0])
  // CHECK: %[[W:.*]] = torch.aten.as_strided_scatter.default(%[[P]], %[[R]], [3], [1]) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: %[[Q:.*]] = torch.aten.permute.default(%[[W]], [1, 0])
  %0 = torch.aten.relu_.default(%s) : (tensor<3xf32>) -> tensor<3xf32>
  // CHECK: return %[[Q]]
  return %b : tensor<3x2xf32>
}

// -----

// A view or a copy, as the program says.
// CHECK-LABEL: func.func @recorded
func.func @recorded(%x: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %b = torch.aten.neg.default(%x) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %v = torch.aten.reshape.default(%b, [12]) attributes {torch.is_view = true} : (tensor<4x3xf32>) -> tensor<12xf32>
  // CHECK: %[[R:.*]] = torch.aten.relu.default
  // CHECK: %[[B:.*]] = torch.aten.view.default(%[[R]], [4, 3])
  %0 = torch.aten.relu_.default(%v) : (tensor<12xf32>) -> tensor<12xf32>
  // CHECK: %[[C:.*]] = torch.aten.contiguous.default(%[[B]])
  %c = torch.aten.contiguous.default(%b) attributes {torch.is_view = false} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK: %[[S:.*]] = torch.aten.sin.default(%[[B]])
  %t = torch.aten.type_as.default(%b, %x) attributes {torch.is_view = true} : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = torch.aten.sin_.default(%t) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK: return %[[S]], %[[C]]
  return %b, %c : tensor<4x3xf32>, tensor<4x3xf32>
}

// -----

// Windows that do not overlap; the last one has fewer than five elements.
// CHECK-LABEL: func.func @windows
func.func @windows(%x: tensor<7xf32>) -> tensor<7xf32> {
  // CHECK: %[[B:.*]] = torch.aten.neg.default
  %b = torch.aten.neg.default(%x) : (tensor<7xf32>) -> tensor<7xf32>
  %w = torch.aten.unfold.default(%b, dimension=0, size=2, step=5) : (tensor<7xf32>) -> tensor<2x2xf32>
  // CHECK: torch.aten.unflatten.int({{.*}}, sizes=[1, 5])
  // CHECK: %[[S:.*]] = torch.aten.slice_scatter.default(%[[B]], {{.*}}, start=0, end=5)
  // CHECK: %[[T:.*]] = torch.aten.slice_scatter.default(%[[S]], {{.*}}, start=5, end=7)
  %0 = torch.aten.relu_.default(%w) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: return %[[T]]
  return %b : tensor<7xf32>
}

// -----

// A string names an operator whose recorded strides are not certain. What only
// splits dimensions is a view whatever they are, and a write that nobody
// compares with the other tensor is what it is.
// CHECK-LABEL: func.func @uncertain
func.func @uncertain(%x: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<24xf32>) {
  %b = torch.aten.neg.default(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %v = torch.aten.reshape.default(%b, [4, 2, 3]) attributes {torch.is_view = "aten.floor_divide.default"} : (tensor<4x6xf32>) -> tensor<4x2x3xf32>
  // CHECK: %[[R:.*]] = torch.aten.relu.default
  // CHECK: %[[B:.*]] = torch.aten.view.default(%[[R]], [4, 6])
  %0 = torch.aten.relu_.default(%v) : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  %c = torch.aten.neg.default(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %f = torch.aten.reshape.default(%c, [24]) attributes {torch.is_view = "aten.floor_divide.default"} : (tensor<4x6xf32>) -> tensor<24xf32>
  // CHECK: %[[S:.*]] = torch.aten.sin.default
  %1 = torch.aten.sin_.default(%f) : (tensor<24xf32>) -> tensor<24xf32>
  // CHECK: return %[[B]], %[[S]]
  return %b, %f : tensor<4x6xf32>, tensor<24xf32>
}

// -----

// A smaller tensor is a view of the memory; a write through it changes the base.
// CHECK-LABEL: func.func @resize
func.func @resize(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x2xf32>) {
  // CHECK: %[[B:.*]] = torch.aten.neg.default
  %b = torch.aten.neg.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %d = torch.aten.detach.default(%b) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: %[[D:.*]] = torch.aten.detach.default(%[[B]])
  // CHECK: %[[V:.*]] = torch.aten.as_strided.default(%[[D]], [2, 2], [2, 1])
  %v = torch.aten.resize_.default(%d, [2, 2]) : (tensor<2x3xf32>) -> tensor<2x2xf32>
  // CHECK: %[[R:.*]] = torch.aten.relu.default(%[[V]])
  // CHECK: %[[W:.*]] = torch.aten.as_strided_scatter.default(%[[D]], %[[R]], [2, 2], [2, 1])
  %0 = torch.aten.relu_.default(%v) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: return %[[W]], %[[R]]
  return %b, %0 : tensor<2x3xf32>, tensor<2x2xf32>
}

// -----

// The same sizes, which change nothing; those that are larger; the functional
// operator on a column-major matrix.
// CHECK-LABEL: func.func @resize_others
func.func @resize_others(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<8xf32>, tensor<6xf32>) {
  // CHECK: %[[B:.*]] = torch.aten.neg.default(%arg0)
  %b = torch.aten.neg.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = torch.aten.resize_.default(%b, [2, 3]) attributes {torch.strides = [1, 2]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: %[[C:.*]] = torch.aten.clone.default(%arg0)
  %c = torch.aten.clone.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: %[[L:.*]] = torch.aten.resize.default(%[[C]], [8])
  %1 = torch.aten.resize_.default(%c, [8]) : (tensor<2x3xf32>) -> tensor<8xf32>
  // CHECK: %[[P:.*]] = torch.aten.permute.default(%arg0, [1, 0])
  // CHECK: %[[F:.*]] = torch.aten.resize.default(%[[P]], [6])
  %2 = torch.aten.resize.default(%x, [6]) attributes {torch.strides = [1, 2]} : (tensor<2x3xf32>) -> tensor<6xf32>
  // CHECK: return %[[B]], %[[L]], %[[F]]
  return %0, %1, %2 : tensor<2x3xf32>, tensor<8xf32>, tensor<6xf32>
}
