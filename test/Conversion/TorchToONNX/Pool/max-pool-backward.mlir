// Derivatives of pools and their inverses.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// What the windows give is added where their maximum was.
// CHECK-LABEL: func.func @max_pool2d
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<1x2x16xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, 2, 4]> : tensor<3xi64>
// CHECK: %[[V2:.*]] = onnx.Reshape(%arg2, %[[V1]]) : {{.*}} -> tensor<1x2x4xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<[1, 2, 4]> : tensor<3xi64>
// CHECK: %[[V4:.*]] = onnx.Reshape(%arg0, %[[V3]]) : {{.*}} -> tensor<1x2x4xf32>
// CHECK: %[[V5:.*]] = onnx.ScatterElements(%[[V0]], %[[V2]], %[[V4]]) {axis = 2 : i64, reduction = "add"} : {{.*}} -> tensor<1x2x16xf32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<[1, 2, 4, 4]> : tensor<4xi64>
// CHECK: %[[V7:.*]] = onnx.Reshape(%[[V5]], %[[V6]]) : {{.*}} -> tensor<1x2x4x4xf32>
// CHECK: return %[[V7]] : tensor<1x2x4x4xf32>
func.func @max_pool2d(%x: tensor<1x2x2x2xf32> {onnx.value = dense<[[[[-1.25, 2.0], [-1.0, 2.0]], [[1.25, 2.0], [2.0, -2.0]]]]> : tensor<1x2x2x2xf32>},
                      %y: tensor<1x2x4x4xf32> {onnx.value = dense<[[[[-1.0, 1.25, -1.0, 1.0], [1.0, -1.75, 1.5, 0.0], [2.0, 0.5, 1.5, 0.25], [1.25, -1.0, 0.25, -0.75]], [[-0.75, -1.75, -1.75, 0.75], [-1.0, -1.25, 2.0, 0.5], [0.25, 0.0, -1.25, 1.25], [-0.75, 1.5, -1.0, 1.25]]]]> : tensor<1x2x4x4xf32>},
                      %z: tensor<1x2x2x2xi64> {onnx.value = dense<[[[[1, 1], [0, 1]], [[1, 0], [0, 1]]]]> : tensor<1x2x2x2xi64>})
    -> (tensor<1x2x4x4xf32> {onnx.expected = dense<[[[[-1.0, 2.75, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]], [[4.0, -0.75, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]]> : tensor<1x2x4x4xf32>}) {
  %0 = torch.aten.max_pool2d_with_indices_backward.default(%x, %y, kernel_size=[2, 2], stride=[2, 2], padding=[0, 0], dilation=[1, 1], ceil_mode=false, indices=%z) : (tensor<1x2x2x2xf32>, tensor<1x2x4x4xf32>, tensor<1x2x2x2xi64>) -> tensor<1x2x4x4xf32>
  return %0 : tensor<1x2x4x4xf32>
}

// -----

// CHECK-LABEL: func.func @max_pool3d
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<1x1x32xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, 1, 4]> : tensor<3xi64>
// CHECK: %[[V2:.*]] = onnx.Reshape(%arg2, %[[V1]]) : {{.*}} -> tensor<1x1x4xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<[1, 1, 4]> : tensor<3xi64>
// CHECK: %[[V4:.*]] = onnx.Reshape(%arg0, %[[V3]]) : {{.*}} -> tensor<1x1x4xf32>
// CHECK: %[[V5:.*]] = onnx.ScatterElements(%[[V0]], %[[V2]], %[[V4]]) {axis = 2 : i64, reduction = "add"} : {{.*}} -> tensor<1x1x32xf32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<[1, 1, 2, 4, 4]> : tensor<5xi64>
// CHECK: %[[V7:.*]] = onnx.Reshape(%[[V5]], %[[V6]]) : {{.*}} -> tensor<1x1x2x4x4xf32>
// CHECK: return %[[V7]] : tensor<1x1x2x4x4xf32>
func.func @max_pool3d(%x: tensor<1x1x1x2x2xf32> {onnx.value = dense<[[[[[1.75, -0.5], [2.0, 1.5]]]]]> : tensor<1x1x1x2x2xf32>},
                      %y: tensor<1x1x2x4x4xf32> {onnx.value = dense<[[[[[-0.5, -0.75, 2.0, -1.25], [-0.25, -1.5, 1.25, -0.5], [-1.25, 0.5, 0.75, -1.0], [-1.75, -1.0, -1.0, 0.75]], [[-2.0, 0.0, 0.5, -0.75], [2.0, -2.0, -0.75, 0.5], [-2.0, 2.0, 0.5, 1.5], [0.0, -1.5, 1.0, -0.75]]]]]> : tensor<1x1x2x4x4xf32>},
                      %z: tensor<1x1x1x2x2xi64> {onnx.value = dense<[[[[[0, 1], [0, 0]]]]]> : tensor<1x1x1x2x2xi64>})
    -> (tensor<1x1x2x4x4xf32> {onnx.expected = dense<[[[[[5.25, -0.5, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]]]> : tensor<1x1x2x4x4xf32>}) {
  %0 = torch.aten.max_pool3d_with_indices_backward.default(%x, %y, kernel_size=[2, 2, 2], stride=[2, 2, 2], padding=[0, 0, 0], dilation=[1, 1, 1], ceil_mode=false, indices=%z) : (tensor<1x1x1x2x2xf32>, tensor<1x1x2x4x4xf32>, tensor<1x1x1x2x2xi64>) -> tensor<1x1x2x4x4xf32>
  return %0 : tensor<1x1x2x4x4xf32>
}

// -----

// CHECK-LABEL: func.func @adaptive_max_pool2d
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<1x2x16xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, 2, 4]> : tensor<3xi64>
// CHECK: %[[V2:.*]] = onnx.Reshape(%arg2, %[[V1]]) : {{.*}} -> tensor<1x2x4xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<[1, 2, 4]> : tensor<3xi64>
// CHECK: %[[V4:.*]] = onnx.Reshape(%arg0, %[[V3]]) : {{.*}} -> tensor<1x2x4xf32>
// CHECK: %[[V5:.*]] = onnx.ScatterElements(%[[V0]], %[[V2]], %[[V4]]) {axis = 2 : i64, reduction = "add"} : {{.*}} -> tensor<1x2x16xf32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<[1, 2, 4, 4]> : tensor<4xi64>
// CHECK: %[[V7:.*]] = onnx.Reshape(%[[V5]], %[[V6]]) : {{.*}} -> tensor<1x2x4x4xf32>
// CHECK: return %[[V7]] : tensor<1x2x4x4xf32>
func.func @adaptive_max_pool2d(%x: tensor<1x2x2x2xf32> {onnx.value = dense<[[[[1.0, 1.0], [2.0, 1.5]], [[1.75, -1.0], [-2.0, -1.25]]]]> : tensor<1x2x2x2xf32>},
                               %y: tensor<1x2x4x4xf32> {onnx.value = dense<[[[[2.0, -0.5, 1.25, -1.75], [0.25, 0.25, 0.25, -1.75], [-1.0, 0.25, -0.25, 1.5], [-1.25, -2.0, 2.0, 1.25]], [[0.75, 1.25, 0.0, 1.75], [0.5, 0.0, -0.5, 0.25], [-0.25, -0.25, 0.5, 0.75], [2.0, 0.0, -2.0, 1.0]]]]> : tensor<1x2x4x4xf32>},
                               %z: tensor<1x2x2x2xi64> {onnx.value = dense<[[[[0, 1], [1, 0]], [[0, 1], [0, 1]]]]> : tensor<1x2x2x2xi64>})
    -> (tensor<1x2x4x4xf32> {onnx.expected = dense<[[[[2.5, 3.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]], [[-0.25, -2.25, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]]> : tensor<1x2x4x4xf32>}) {
  %0 = torch.aten.adaptive_max_pool2d_backward.default(%x, %y, %z) : (tensor<1x2x2x2xf32>, tensor<1x2x4x4xf32>, tensor<1x2x2x2xi64>) -> tensor<1x2x4x4xf32>
  return %0 : tensor<1x2x4x4xf32>
}

// -----

// CHECK-LABEL: func.func @adaptive_max_pool3d
// CHECK: onnx.Shape(%arg0) {end = 2 : i64}
// CHECK: onnx.Concat({{.*}}) {axis = 0 : i64}
// CHECK: onnx.ScatterElements({{.*}}) {axis = 2 : i64, reduction = "add"}
func.func @adaptive_max_pool3d(%x: tensor<?x1x1x2x2xf32, #sym.dims<n>> {onnx.value = dense<[[[[[1.5, -1.5], [0.75, -1.0]]]], [[[[-0.25, -2.0], [0.5, -0.5]]]]]> : tensor<2x1x1x2x2xf32>},
                               %y: tensor<?x1x2x4x4xf32, #sym.dims<n>> {onnx.value = dense<[[[[[1.5, 0.75, 0.75, 0.5], [1.5, 0.5, -0.75, -2.0], [1.0, 0.75, 1.0, 1.25], [-0.25, -1.25, -1.5, 2.0]], [[1.5, -2.0, 1.25, 1.0], [-0.5, -1.75, -0.5, -1.5], [-1.5, 1.0, 1.0, 0.0], [-1.75, 0.0, -2.0, -1.5]]]], [[[[0.25, 2.0, 2.0, 1.0], [1.75, 1.5, -1.25, -1.0], [-0.5, -1.75, -1.25, -2.0], [0.25, 1.0, 1.0, 1.0]], [[0.0, 1.25, -1.0, -1.0], [-0.5, -1.75, -2.0, -1.0], [2.0, 1.25, 0.5, -1.0], [-0.25, 1.0, 0.5, 1.25]]]]]> : tensor<2x1x2x4x4xf32>},
                               %z: tensor<?x1x1x2x2xi64, #sym.dims<n>> {onnx.value = dense<[[[[[0, 3], [10, 15]]]], [[[[21, 3], [9, 31]]]]]> : tensor<2x1x1x2x2xi64>})
    -> (tensor<?x1x2x4x4xf32, #sym.dims<n>> {onnx.expected = dense<[[[[[1.5, 0.0, 0.0, -1.5], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.75, 0.0], [0.0, 0.0, 0.0, -1.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]], [[[[0.0, 0.0, 0.0, -2.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.5, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, -0.25, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, -0.5]]]]]> : tensor<2x1x2x4x4xf32>}) {
  %0 = torch.aten.adaptive_max_pool3d_backward.default(%x, %y, %z) : (tensor<?x1x1x2x2xf32, #sym.dims<n>>, tensor<?x1x2x4x4xf32, #sym.dims<n>>, tensor<?x1x1x2x2xi64, #sym.dims<n>>) -> tensor<?x1x2x4x4xf32, #sym.dims<n>>
  return %0 : tensor<?x1x2x4x4xf32, #sym.dims<n>>
}

// -----

// Elements are put where they came from, the others are 0.
// CHECK-LABEL: func.func @max_unpool3d
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<1x2x32xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, 2, 4]> : tensor<3xi64>
// CHECK: %[[V2:.*]] = onnx.Reshape(%arg1, %[[V1]]) : {{.*}} -> tensor<1x2x4xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<[1, 2, 4]> : tensor<3xi64>
// CHECK: %[[V4:.*]] = onnx.Reshape(%arg0, %[[V3]]) : {{.*}} -> tensor<1x2x4xf32>
// CHECK: %[[V5:.*]] = onnx.ScatterElements(%[[V0]], %[[V2]], %[[V4]]) {axis = 2 : i64} : {{.*}} -> tensor<1x2x32xf32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<[1, 2, 2, 4, 4]> : tensor<5xi64>
// CHECK: %[[V7:.*]] = onnx.Reshape(%[[V5]], %[[V6]]) : {{.*}} -> tensor<1x2x2x4x4xf32>
// CHECK: return %[[V7]] : tensor<1x2x2x4x4xf32>
func.func @max_unpool3d(%x: tensor<1x2x1x2x2xf32> {onnx.value = dense<[[[[[-1.5, 2.0], [2.0, -1.25]]], [[[-1.0, 2.0], [2.0, -1.25]]]]]> : tensor<1x2x1x2x2xf32>},
                        %y: tensor<1x2x1x2x2xi64> {onnx.value = dense<[[[[[1, 0], [1, 0]]], [[[1, 1], [1, 1]]]]]> : tensor<1x2x1x2x2xi64>})
    -> (tensor<1x2x2x4x4xf32> {onnx.expected = dense<[[[[[-1.25, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]], [[[0.0, -1.25, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]]]> : tensor<1x2x2x4x4xf32>}) {
  %0 = torch.aten.max_unpool3d.default(%x, %y, output_size=[2, 4, 4], stride=[2, 2, 2], padding=[0, 0, 0]) : (tensor<1x2x1x2x2xf32>, tensor<1x2x1x2x2xi64>) -> tensor<1x2x2x4x4xf32>
  return %0 : tensor<1x2x2x4x4xf32>
}

// -----

// CHECK-LABEL: func.func @fractional_max_pool3d
// CHECK: onnx.Gather({{.*}}) {axis = 2 : i64}
// CHECK: onnx.Cast({{.*}}) {to = i64}
// CHECK: onnx.GatherElements({{.*}}) {axis = 2 : i64}
// CHECK: onnx.ArgMax({{.*}}) {axis = 3 : i64}
// CHECK: onnx.Where
// CHECK: onnx.GatherElements({{.*}}) {axis = 3 : i64}
func.func @fractional_max_pool3d(%x: tensor<1x1x4x5x6xf32> {onnx.value = dense<[[[[[0.0, 31.0, 62.0, 93.0, 4.0, 35.0], [66.0, 97.0, 8.0, 39.0, 70.0, 101.0], [12.0, 43.0, 74.0, 105.0, 16.0, 47.0], [78.0, 109.0, 20.0, 51.0, 82.0, 113.0], [24.0, 55.0, 86.0, 117.0, 28.0, 59.0]], [[90.0, 1.0, 32.0, 63.0, 94.0, 5.0], [36.0, 67.0, 98.0, 9.0, 40.0, 71.0], [102.0, 13.0, 44.0, 75.0, 106.0, 17.0], [48.0, 79.0, 110.0, 21.0, 52.0, 83.0], [114.0, 25.0, 56.0, 87.0, 118.0, 29.0]], [[60.0, 91.0, 2.0, 33.0, 64.0, 95.0], [6.0, 37.0, 68.0, 99.0, 10.0, 41.0], [72.0, 103.0, 14.0, 45.0, 76.0, 107.0], [18.0, 49.0, 80.0, 111.0, 22.0, 53.0], [84.0, 115.0, 26.0, 57.0, 88.0, 119.0]], [[30.0, 61.0, 92.0, 3.0, 34.0, 65.0], [96.0, 7.0, 38.0, 69.0, 100.0, 11.0], [42.0, 73.0, 104.0, 15.0, 46.0, 77.0], [108.0, 19.0, 50.0, 81.0, 112.0, 23.0], [54.0, 85.0, 116.0, 27.0, 58.0, 89.0]]]]]> : tensor<1x1x4x5x6xf32>},
                                 %y: tensor<1x1x3xf32> {onnx.value = dense<[[[0.2, 0.9, 0.5]]]> : tensor<1x1x3xf32>})
    -> (tensor<1x1x2x3x3xf32> {onnx.expected = dense<[[[[[97.0, 98.0, 101.0], [102.0, 105.0, 106.0], [114.0, 117.0, 118.0]], [[96.0, 99.0, 100.0], [103.0, 104.0, 107.0], [115.0, 116.0, 119.0]]]]]> : tensor<1x1x2x3x3xf32>},
        tensor<1x1x2x3x3xi64> {onnx.expected = dense<[[[[[7, 38, 11], [42, 15, 46], [54, 27, 58]], [[96, 69, 100], [73, 104, 77], [85, 116, 89]]]]]> : tensor<1x1x2x3x3xi64>}) {
  %0:2 = torch.aten.fractional_max_pool3d.default(%x, kernel_size=[2, 2, 2], output_size=[2, 3, 3], random_samples=%y) : (tensor<1x1x4x5x6xf32>, tensor<1x1x3xf32>) -> (tensor<1x1x2x3x3xf32>, tensor<1x1x2x3x3xi64>)
  return %0#0, %0#1 : tensor<1x1x2x3x3xf32>, tensor<1x1x2x3x3xi64>
}

// -----

// CHECK-LABEL: func.func @fractional_max_pool2d_backward
// CHECK: %[[I:.*]] = onnx.Reshape(%arg2, %{{.*}}) : {{.*}} -> tensor<1x2x4xi64>
// CHECK: %[[G:.*]] = onnx.Reshape(%arg0, %{{.*}}) : {{.*}} -> tensor<1x2x4xf32>
// CHECK: onnx.ScatterElements(%{{.*}}, %[[I]], %[[G]]) {axis = 2 : i64, reduction = "add"} : {{.*}} -> tensor<1x2x25xf32>
func.func @fractional_max_pool2d_backward(%x: tensor<1x2x2x2xf32> {onnx.value = dense<[[[[-1.25, 0.25], [-1.75, -0.5]], [[1.75, -2.0], [0.75, 1.25]]]]> : tensor<1x2x2x2xf32>},
                                          %y: tensor<1x2x5x5xf32> {onnx.value = dense<[[[[0.5, -0.25, -0.25, 1.25, -1.0], [-2.0, -1.25, -1.0, -1.75, -0.75], [-1.25, 0.25, 1.75, 0.75, -0.5], [-0.5, -1.75, 0.5, -0.75, 0.0], [-1.25, 0.25, -0.5, 1.5, 1.0]], [[-1.5, 0.75, -1.0, -1.5, 0.75], [1.75, 0.25, 0.25, -2.0, 1.0], [0.5, 1.5, 1.0, -1.5, 1.0], [2.0, -1.0, 1.0, 1.0, -0.25], [-1.25, 0.0, 0.0, -1.5, -1.0]]]]> : tensor<1x2x5x5xf32>},
                                          %z: tensor<1x2x2x2xi64> {onnx.value = dense<[[[[1, 1], [0, 0]], [[0, 1], [0, 0]]]]> : tensor<1x2x2x2xi64>})
    -> (tensor<1x2x5x5xf32> {onnx.expected = dense<[[[[-2.25, -1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]], [[3.75, -2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]]]]> : tensor<1x2x5x5xf32>}) {
  %0 = torch.aten.fractional_max_pool2d_backward.default(%x, %y, kernel_size=[2, 2], output_size=[2, 2], indices=%z) : (tensor<1x2x2x2xf32>, tensor<1x2x5x5xf32>, tensor<1x2x2x2xi64>) -> tensor<1x2x5x5xf32>
  return %0 : tensor<1x2x5x5xf32>
}

// -----

// CHECK-LABEL: func.func @fractional_max_pool3d_backward
// CHECK: onnx.ScatterElements(%{{.*}}) {axis = 2 : i64, reduction = "add"} : {{.*}} -> tensor<1x1x32xf32>
func.func @fractional_max_pool3d_backward(%x: tensor<1x1x1x2x2xf32> {onnx.value = dense<[[[[[0.5, -2.0], [0.0, 1.75]]]]]> : tensor<1x1x1x2x2xf32>},
                                          %y: tensor<1x1x2x4x4xf32> {onnx.value = dense<[[[[[-0.25, -1.0, -1.25, 0.25], [-1.25, -2.0, -0.5, -1.5], [1.0, -2.0, 1.25, -1.5], [-0.75, 2.0, 1.25, -1.5]], [[-0.5, -1.75, -2.0, 2.0], [1.25, 1.75, 1.5, -1.25], [0.0, -1.0, 1.0, 0.75], [1.5, 1.0, 2.0, -2.0]]]]]> : tensor<1x1x2x4x4xf32>},
                                          %z: tensor<1x1x1x2x2xi64> {onnx.value = dense<[[[[[0, 1], [0, 1]]]]]> : tensor<1x1x1x2x2xi64>})
    -> (tensor<1x1x2x4x4xf32> {onnx.expected = dense<[[[[[0.5, -0.25, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]]]> : tensor<1x1x2x4x4xf32>}) {
  %0 = torch.aten.fractional_max_pool3d_backward.default(%x, %y, kernel_size=[2, 2, 2], output_size=[1, 2, 2], indices=%z) : (tensor<1x1x1x2x2xf32>, tensor<1x1x2x4x4xf32>, tensor<1x1x1x2x2xi64>) -> tensor<1x1x2x4x4xf32>
  return %0 : tensor<1x1x2x4x4xf32>
}
