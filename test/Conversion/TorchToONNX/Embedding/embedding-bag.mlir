// Bags of rows: sums, means and extremes.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// The bag of an index is the number of offsets that are not behind it, less one.
// CHECK-LABEL: func.func @sum
// CHECK: onnx.ScatterElements({{.*}}, %arg2, {{.*}}) {reduction = "add"}
// CHECK: onnx.CumSum
// CHECK: onnx.Slice
// CHECK: onnx.Gather(%arg0, %arg1)
// CHECK: onnx.ScatterND({{.*}}) {reduction = "add"}
func.func @sum(%x: tensor<5x3xf32> {onnx.value = dense<[[-1.0, -0.75, -0.5], [-0.25, 0.0, 0.25], [0.5, 0.75, 1.0], [1.25, 1.5, 1.75], [2.0, 2.25, 2.5]]> : tensor<5x3xf32>},
               %y: tensor<4xi64> {onnx.value = dense<[4, 0, 4, 2]> : tensor<4xi64>},
               %z: tensor<2xi64> {onnx.value = dense<[0, 3]> : tensor<2xi64>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[3.0, 3.75, 4.5], [0.5, 0.75, 1.0]]> : tensor<2x3xf32>}) {
  %0:4 = torch.aten.embedding_bag.default(%x, %y, %z) : (tensor<5x3xf32>, tensor<4xi64>, tensor<2xi64>) -> (tensor<2x3xf32>, tensor<0xi64>, tensor<2xi64>, tensor<2xi64>)
  return %0#0 : tensor<2x3xf32>
}

// -----

// Divided by counts, of which none is zero.
// CHECK-LABEL: func.func @mean
// CHECK: onnx.ScatterElements({{.*}}, %arg2, {{.*}}) {reduction = "add"}
// CHECK: onnx.CumSum
// CHECK: onnx.Slice
// CHECK: onnx.Gather(%arg0, %arg1)
// CHECK: onnx.ScatterND({{.*}}) {reduction = "add"}
// CHECK: onnx.Max
func.func @mean(%x: tensor<5x3xf32> {onnx.value = dense<[[-1.0, -0.75, -0.5], [-0.25, 0.0, 0.25], [0.5, 0.75, 1.0], [1.25, 1.5, 1.75], [2.0, 2.25, 2.5]]> : tensor<5x3xf32>},
                %y: tensor<4xi64> {onnx.value = dense<[4, 0, 4, 2]> : tensor<4xi64>},
                %z: tensor<2xi64> {onnx.value = dense<[0, 4]> : tensor<2xi64>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.875, 1.125, 1.375], [0.0, 0.0, 0.0]]> : tensor<2x3xf32>}) {
  %0:4 = torch.aten._embedding_bag.default(%x, %y, %z, false, 1) : (tensor<5x3xf32>, tensor<4xi64>, tensor<2xi64>) -> (tensor<2x3xf32>, tensor<4xi64>, tensor<2xi64>, tensor<2xi64>)
  return %0#0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @mean_dynamic
// CHECK: onnx.ScatterElements({{.*}}, %arg2, {{.*}}) {reduction = "add"}
// CHECK: onnx.CumSum
// CHECK: onnx.Slice
// CHECK: onnx.Gather(%arg0, %arg1)
// CHECK: onnx.ScatterND({{.*}}) {reduction = "add"}
// CHECK: onnx.Max
func.func @mean_dynamic(%x: tensor<5x3xf32> {onnx.value = dense<[[-1.0, -0.75, -0.5], [-0.25, 0.0, 0.25], [0.5, 0.75, 1.0], [1.25, 1.5, 1.75], [2.0, 2.25, 2.5]]> : tensor<5x3xf32>},
                        %y: tensor<?xi64, #sym.dims<n>> {onnx.value = dense<[4, 0, 4, 2, 1]> : tensor<5xi64>},
                        %z: tensor<?xi64, #sym.dims<m>> {onnx.value = dense<[0, 0, 3]> : tensor<3xi64>})
    -> (tensor<?x3xf32, #sym.dims<m>> {onnx.expected = dense<[[0.0, 0.0, 0.0], [1.0, 1.25, 1.5], [0.125, 0.375, 0.625]]> : tensor<3x3xf32>}) {
  %0:4 = torch.aten.embedding_bag.default(%x, %y, %z, mode=1) : (tensor<5x3xf32>, tensor<?xi64, #sym.dims<n>>, tensor<?xi64, #sym.dims<m>>) -> (tensor<?x3xf32, #sym.dims<m>>, tensor<?xi64>, tensor<?xi64, #sym.dims<m>>, tensor<?xi64, #sym.dims<m>>)
  return %0#0 : tensor<?x3xf32, #sym.dims<m>>
}

// -----

func.func @mean_of_no_index(%x: tensor<5x3xf32> {onnx.value = dense<[[-1.0, -0.75, -0.5], [-0.25, 0.0, 0.25], [0.5, 0.75, 1.0], [1.25, 1.5, 1.75], [2.0, 2.25, 2.5]]> : tensor<5x3xf32>},
                            %y: tensor<?xi64, #sym.dims<n>> {onnx.value = dense<> : tensor<0xi64>},
                            %z: tensor<?xi64, #sym.dims<m>> {onnx.value = dense<0> : tensor<2xi64>})
    -> (tensor<?x3xf32, #sym.dims<m>> {onnx.expected = dense<0.0> : tensor<2x3xf32>}) {
  %0:4 = torch.aten.embedding_bag.default(%x, %y, %z, mode=1) : (tensor<5x3xf32>, tensor<?xi64, #sym.dims<n>>, tensor<?xi64, #sym.dims<m>>) -> (tensor<?x3xf32, #sym.dims<m>>, tensor<?xi64>, tensor<?xi64, #sym.dims<m>>, tensor<?xi64, #sym.dims<m>>)
  return %0#0 : tensor<?x3xf32, #sym.dims<m>>
}

// -----

// A bag of nothing but padding is zero.
// CHECK-LABEL: func.func @max_with_padding
// CHECK: onnx.ScatterElements({{.*}}, %arg2, {{.*}}) {reduction = "add"}
// CHECK: onnx.CumSum
// CHECK: onnx.Slice
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.ScatterND({{.*}}) {reduction = "add"}
// CHECK: onnx.ScatterND({{.*}}) {reduction = "max"}
func.func @max_with_padding(%x: tensor<5x3xf32> {onnx.value = dense<[[-2.0, -1.0, 0.0], [1.0, -2.0, -1.0], [0.0, 1.0, -2.0], [-1.0, 0.0, 1.0], [-2.0, -1.0, 0.0]]> : tensor<5x3xf32>},
                            %y: tensor<4xi64> {onnx.value = dense<[2, 0, 4, 1]> : tensor<4xi64>},
                            %z: tensor<3xi64> {onnx.value = dense<[0, 1, 1]> : tensor<3xi64>})
    -> (tensor<3x3xf32> {onnx.expected = dense<[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [1.0, -1.0, 0.0]]> : tensor<3x3xf32>}) {
  %0:4 = torch.aten._embedding_bag_forward_only.default(%x, %y, %z, false, 2, padding_idx=2) : (tensor<5x3xf32>, tensor<4xi64>, tensor<3xi64>) -> (tensor<3x3xf32>, tensor<4xi64>, tensor<3xi64>, tensor<3x3xi64>)
  return %0#0 : tensor<3x3xf32>
}

// -----

// The last offset is an end; the padding is counted from the end of the table.
// CHECK-LABEL: func.func @weights_and_last_offset
// CHECK: onnx.Slice
// CHECK: onnx.ScatterElements({{.*}}) {reduction = "add"}
// CHECK: onnx.CumSum
// CHECK: onnx.Gather(%arg0, %arg1)
// CHECK: onnx.Where
// CHECK: onnx.ScatterND({{.*}}) {reduction = "add"}
func.func @weights_and_last_offset(%x: tensor<5x3xf32> {onnx.value = dense<[[-1.0, -0.75, -0.5], [-0.25, 0.0, 0.25], [0.5, 0.75, 1.0], [1.25, 1.5, 1.75], [2.0, 2.25, 2.5]]> : tensor<5x3xf32>},
                                   %y: tensor<4xi64> {onnx.value = dense<[4, 0, 4, 2]> : tensor<4xi64>},
                                   %z: tensor<3xi64> {onnx.value = dense<[0, 3, 4]> : tensor<3xi64>},
                                   %w: tensor<4xf32> {onnx.value = dense<[0.5, -1.0, 2.0, 1.0]> : tensor<4xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[1.0, 0.75, 0.5], [0.5, 0.75, 1.0]]> : tensor<2x3xf32>}) {
  %0:4 = torch.aten.embedding_bag.padding_idx(%x, %y, %z, false, 0, false, %w, true, -1) : (tensor<5x3xf32>, tensor<4xi64>, tensor<3xi64>, tensor<4xf32>) -> (tensor<2x3xf32>, tensor<4xi64>, tensor<3xi64>, tensor<3xi64>)
  return %0#0 : tensor<2x3xf32>
}

// -----

// Rows that are looked up are brought to the norm, the others stay.
// CHECK-LABEL: func.func @renorm
// CHECK: onnx.Gather(%arg0, {{.*}})
// CHECK: onnx.ReduceL1
// CHECK: onnx.Where
// CHECK: onnx.ScatterND(%arg0, {{.*}})
func.func @renorm(%x: tensor<5x3xf32> {onnx.value = dense<[[-1.0, -0.75, -0.5], [-0.25, 0.0, 0.25], [0.5, 0.75, 1.0], [1.25, 1.5, 1.75], [2.0, 2.25, 2.5]]> : tensor<5x3xf32>},
                  %y: tensor<2x2xi64> {onnx.value = dense<[[4, 0], [4, 1]]> : tensor<2x2xi64>})
    -> (tensor<5x3xf32> {onnx.expected = dense<[[-0.22222221, -0.16666666, -0.111111104], [-0.25, 0.0, 0.25], [0.5, 0.75, 1.0], [1.25, 1.5, 1.75], [0.14814815, 0.16666667, 0.1851852]]> : tensor<5x3xf32>}) {
  %0 = torch.aten.embedding_renorm.default(%x, %y, 0.5, 1.0) : (tensor<5x3xf32>, tensor<2x2xi64>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

// CHECK-LABEL: func.func @renorm_of_three
// CHECK: onnx.Gather(%arg0, %arg1)
// CHECK: onnx.Pow
// CHECK: onnx.ReduceSum
// CHECK: onnx.Where
// CHECK: onnx.ScatterND(%arg0, {{.*}})
func.func @renorm_of_three(%x: tensor<5x3xf32> {onnx.value = dense<[[-1.0, -0.75, -0.5], [-0.25, 0.0, 0.25], [0.5, 0.75, 1.0], [1.25, 1.5, 1.75], [2.0, 2.25, 2.5]]> : tensor<5x3xf32>},
                           %y: tensor<2xi64> {onnx.value = dense<[4, 0]> : tensor<2xi64>})
    -> (tensor<5x3xf32> {onnx.expected = dense<[[-0.4323328, -0.32424963, -0.2161664], [-0.25, 0.0, 0.25], [0.5, 0.75, 1.0], [1.25, 1.5, 1.75], [0.30566522, 0.34387338, 0.38208154]]> : tensor<5x3xf32>}) {
  %0 = torch.aten.embedding_renorm.default(%x, %y, 0.5, 3.0) : (tensor<5x3xf32>, tensor<2xi64>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

// The norm of order 0 counts what is not 0, that of -inf is the least magnitude.
// CHECK-LABEL: func.func @renorm_of_zero
// CHECK: %[[G:.*]] = onnx.Gather(%arg0, %arg1) : (
// CHECK: %[[B:.*]] = onnx.Cast(%[[G]]) {to = i1}
// CHECK: %[[F:.*]] = onnx.Cast(%[[B]]) {to = f32}
// CHECK: onnx.ReduceSum(%[[F]],
func.func @renorm_of_zero(%x: tensor<5x3xf32> {onnx.value = dense<[[-1.75, 0.5, 0.5], [-1.25, 1.0, 1.5], [0.0, -1.0, 2.0], [-1.75, -0.5, 1.0], [-0.75, -0.25, -1.75]]> : tensor<5x3xf32>},
                          %y: tensor<2xi64> {onnx.value = dense<1> : tensor<2xi64>})
    -> (tensor<5x3xf32> {onnx.expected = dense<[[-1.75, 0.5, 0.5], [-0.20833331, 0.16666666, 0.24999999], [0.0, -1.0, 2.0], [-1.75, -0.5, 1.0], [-0.75, -0.25, -1.75]]> : tensor<5x3xf32>}) {
  %0 = torch.aten.embedding_renorm.default(%x, %y, 0.5, 0.0) : (tensor<5x3xf32>, tensor<2xi64>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

// CHECK-LABEL: func.func @renorm_of_minus_infinity
// CHECK: %[[G:.*]] = onnx.Gather(%arg0, %arg1) : (
// CHECK: %[[A:.*]] = onnx.Abs(%[[G]])
// CHECK: onnx.ReduceMin(%[[A]],
func.func @renorm_of_minus_infinity(%x: tensor<5x3xf32> {onnx.value = dense<[[1.5, 1.25, -1.75], [0.5, -1.25, -2.0], [1.0, 1.0, 0.5], [0.75, 0.75, 1.0], [0.25, 0.75, -1.25]]> : tensor<5x3xf32>},
                                    %y: tensor<2xi64> {onnx.value = dense<1> : tensor<2xi64>})
    -> (tensor<5x3xf32> {onnx.expected = dense<[[1.5, 1.25, -1.75], [0.5, -1.25, -2.0], [1.0, 1.0, 0.5], [0.75, 0.75, 1.0], [0.25, 0.75, -1.25]]> : tensor<5x3xf32>}) {
  %0 = torch.aten.embedding_renorm.default(%x, %y, 0.5, 0xFFF0000000000000 : f64) : (tensor<5x3xf32>, tensor<2xi64>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

// For the backward pass: the bag of each index, the size of each bag, and the
// index of the first row that has the largest element.
// CHECK-LABEL: func.func @training
// CHECK: %[[BAGS:.*]] = onnx.Squeeze(%{{.*}}) : (tensor<4x1xi64>, tensor<1xi64>) -> tensor<4xi64>
// CHECK: %[[SIZES:.*]] = onnx.Cast(%{{.*}}) {to = i64} : (tensor<2xf32>) -> tensor<2xi64>
// CHECK: %[[FIRST:.*]] = onnx.ScatterND({{.*}}) {reduction = "min"} : {{.*}} -> tensor<2x3xi64>
// CHECK: return %{{.*}}, %[[BAGS]], %[[SIZES]], %{{.*}} :
func.func @training(%x: tensor<5x3xf32> {onnx.value = dense<[[-2.0, -1.0, 0.0], [1.0, -2.0, -1.0], [0.0, 1.0, -2.0], [-1.0, 0.0, 1.0], [-2.0, -1.0, 0.0]]> : tensor<5x3xf32>},
                    %i: tensor<4xi64> {onnx.value = dense<[2, 0, 4, 1]> : tensor<4xi64>},
                    %o: tensor<2xi64> {onnx.value = dense<[0, 3]> : tensor<2xi64>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.0, 1.0, 0.0], [1.0, -2.0, -1.0]]> : tensor<2x3xf32>},
        tensor<4xi64> {onnx.expected = dense<[0, 0, 0, 1]> : tensor<4xi64>},
        tensor<2xi64> {onnx.expected = dense<[3, 1]> : tensor<2xi64>},
        tensor<2x3xi64> {onnx.expected = dense<[[2, 2, 0], [1, 1, 1]]> : tensor<2x3xi64>}) {
  %0:4 = torch.aten._embedding_bag.default(%x, %i, %o, false, 2) : (tensor<5x3xf32>, tensor<4xi64>, tensor<2xi64>) -> (tensor<2x3xf32>, tensor<4xi64>, tensor<2xi64>, tensor<2x3xi64>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<2x3xf32>, tensor<4xi64>, tensor<2xi64>, tensor<2x3xi64>
}
