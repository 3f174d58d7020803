// Tests by value of batch-norm.mlir: what PyTorch returns is expected (utils/expect_values.py).
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// Statistics of the batch, which are computed by reductions: the mean and the
// reciprocal of the deviation are results.
// CHECK-LABEL: func.func @native_training
// CHECK: onnx.ReduceMean(%arg0, {{.*}})
// CHECK: onnx.Sub(%arg0, {{.*}})
// CHECK: onnx.Sqrt
// CHECK: onnx.Reciprocal
func.func @native_training(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-1.5, 0.0, -1.75, 1.75], [0.0, -2.0, -0.25, -1.5], [1.0, -2.0, -1.25, 1.0]], [[-1.75, -0.25, -1.25, 1.25], [0.25, 1.75, -1.25, 2.0], [2.0, 0.25, -2.0, -0.5]]]> : tensor<2x3x4xf32>},
                           %y: tensor<3xf32> {onnx.value = dense<[0.25, -0.75, 0.25]> : tensor<3xf32>},
                           %z: tensor<3xf32> {onnx.value = dense<[1.75, 0.0, -2.0]> : tensor<3xf32>},
                           %w: tensor<3xf32> {onnx.value = dense<[-0.5, 1.0, 0.25]> : tensor<3xf32>},
                           %u: tensor<3xf32> {onnx.value = dense<[0.5, 1.0, 2.0]> : tensor<3xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[1.5430052, 1.8352331, 1.4943006, 2.1761656], [-0.068568245, 1.0285237, 0.068568245, 0.7542507], [-1.7879041, -2.3237252, -2.18977, -1.7879041]], [[1.4943006, 1.7865285, 1.59171, 2.0787563], [-0.20570473, -1.0285237, 0.6171142, -1.1656601], [-1.609297, -1.9218594, -2.3237252, -2.0558147]]]> : tensor<2x3x4xf32>},
        tensor<3xf32> {onnx.expected = dense<[-0.4375, -0.125, -0.1875]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[0.77927417, 0.73139465, 0.7144281]> : tensor<3xf32>}) {
  %0:3 = torch.aten.native_batch_norm.default(%x, %y, %z, %w, %u, training=true, momentum=0.1, eps=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// The running statistics after this batch: their variance is the unbiased one.
// CHECK-LABEL: func.func @functional
// CHECK: onnx.ReduceMean(%arg0, {{.*}})
// CHECK: onnx.Sub(%arg0, {{.*}})
// CHECK: onnx.Mul
// CHECK: onnx.Reciprocal
func.func @functional(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[2.0, 1.0, 2.0, 0.25], [-0.5, 2.0, 1.25, 1.25], [-0.75, 0.5, 1.5, -0.5]], [[1.75, 1.25, 1.5, 0.0], [-1.5, -0.5, 0.0, -0.75], [-1.75, -1.0, 1.0, -0.25]]]> : tensor<2x3x4xf32>},
                      %y: tensor<3xf32> {onnx.value = dense<[-1.25, 0.0, -0.25]> : tensor<3xf32>},
                      %z: tensor<3xf32> {onnx.value = dense<[-0.25, 1.5, -2.0]> : tensor<3xf32>},
                      %w: tensor<3xf32> {onnx.value = dense<[-0.5, 0.75, -1.5]> : tensor<3xf32>},
                      %u: tensor<3xf32> {onnx.value = dense<[0.5, 1.0, 2.0]> : tensor<3xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[-1.6083875, 0.13034856, -1.6083875, 1.4344006], [1.5, 1.5, 1.5, 1.5], [-1.8544642, -2.1608553, -2.4059682, -1.9157424]], [[-1.1737034, -0.30433545, -0.73901945, 1.8690846], [1.5, 1.5, 1.5, 1.5], [-1.6093512, -1.793186, -2.2834117, -1.9770206]]]> : tensor<2x3x4xf32>},
        tensor<3xf32> {onnx.expected = dense<[1.21875, 0.15625, -0.15625]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[1.3909888, 0.8803576, 0.9804518]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[-0.15625, 0.63125, -1.23125]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[0.5158482, 1.092634, 1.8354911]> : tensor<3xf32>}) {
  %0:5 = torch.aten._native_batch_norm_legit_functional.default(%x, %y, %z, %w, %u, training=true, momentum=0.2, eps=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// What is reserved for the backward pass is empty.
// CHECK-LABEL: func.func @with_update
// CHECK: onnx.ReduceMean
// CHECK: onnx.Sub(%arg0, {{.*}})
// CHECK: onnx.Mul
// CHECK: onnx.Reciprocal
func.func @with_update(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-0.25, -1.5, -0.75, -0.25], [-1.25, 1.5, 2.0, 0.0], [-0.5, -1.25, 1.25, 0.0]], [[0.25, 1.0, 0.0, 1.5], [-0.5, -1.25, 0.0, 0.75], [-1.5, -0.25, 0.5, 1.0]]]> : tensor<2x3x4xf32>},
                       %y: tensor<3xf32> {onnx.value = dense<[1.5, 0.0, -2.0]> : tensor<3xf32>},
                       %z: tensor<3xf32> {onnx.value = dense<[1.0, -1.75, 0.5]> : tensor<3xf32>},
                       %w: tensor<3xf32> {onnx.value = dense<[0.0, 0.75, 2.0]> : tensor<3xf32>},
                       %u: tensor<3xf32> {onnx.value = dense<[0.5, 1.0, 2.0]> : tensor<3xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[0.5784254, -1.5294476, -0.26472378, 0.5784254], [-1.75, -1.75, -1.75, -1.75], [1.3718944, 2.9815454, -2.383958, 0.2987936]], [[1.4215746, 2.6862984, 1.0, 3.5294476], [-1.75, -1.75, -1.75, -1.75], [3.5180957, 0.83534396, -0.7743071, -1.8474078]]]> : tensor<2x3x4xf32>},
        tensor<3xf32> {onnx.expected = dense<[0.0, 0.15625, -0.09375]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[1.1241989, 0.8912162, 1.0731007]> : tensor<3xf32>},
        tensor<0xui8> {onnx.expected = dense<> : tensor<0xui8>}) {
  %0:4 = torch.aten._batch_norm_with_update.default(%x, %y, %z, %w, %u, momentum=0.1, eps=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xui8>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xui8>
}

// -----

// CHECK-LABEL: func.func @with_update_functional
// CHECK: onnx.ReduceMean
// CHECK: onnx.Add
// CHECK: onnx.Reciprocal
// CHECK: onnx.Mul
func.func @with_update_functional(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0.75, -1.0, -0.5, 1.75], [0.5, -1.25, -1.0, 0.75], [-1.75, 1.0, -0.5, 0.5]], [[-0.25, 0.5, 0.25, -0.25], [-1.25, -1.25, -0.25, 1.25], [1.0, -0.5, -0.25, -1.0]]]> : tensor<2x3x4xf32>},
                                  %y: tensor<3xf32> {onnx.value = dense<[-0.25, -1.0, 1.0]> : tensor<3xf32>},
                                  %z: tensor<3xf32> {onnx.value = dense<[1.25, 2.0, 0.25]> : tensor<3xf32>},
                                  %w: tensor<3xf32> {onnx.value = dense<[1.25, -1.5, 2.0]> : tensor<3xf32>},
                                  %u: tensor<3xf32> {onnx.value = dense<[0.5, 1.0, 2.0]> : tensor<3xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[1.0658361, 1.608635, 1.4535495, 0.75566536], [1.1565552, 2.9732056, 2.713684, 0.8970337], [-1.4607245, 1.5501506, -0.09214491, 1.0027187]], [[1.3760068, 1.1433789, 1.2209215, 1.3760068], [2.9732056, 2.9732056, 1.9351196, 0.37799072], [1.5501506, -0.09214491, 0.181571, -0.63957673]]]> : tensor<2x3x4xf32>},
        tensor<3xf32> {onnx.expected = dense<[0.15625, -0.3125, -0.1875]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[1.240683, 1.0380859, 1.0948637]> : tensor<3xf32>},
        tensor<0xui8> {onnx.expected = dense<> : tensor<0xui8>},
        tensor<3xf32> {onnx.expected = dense<[1.140625, -1.3812499, 1.78125]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[0.52310264, 1.0049107, 1.8941964]> : tensor<3xf32>}) {
  %0:6 = torch.aten._batch_norm_with_update_functional.default(%x, %y, %z, %w, %u, momentum=0.1, eps=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xui8>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xui8>, tensor<3xf32>, tensor<3xf32>
}
