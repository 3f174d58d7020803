// Numbers of occurrences, and indices that are repeated as often.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @bincount
// CHECK: onnx.ReduceMax(%arg0, {{.*}})
// CHECK: onnx.Add
// CHECK: onnx.Max
// CHECK: onnx.ScatterElements({{.*}}, %arg0, {{.*}}) {reduction = "add"}
func.func @bincount(%x: tensor<6xi64> {onnx.value = dense<[0, 5, 2, 2, 0, 2]> : tensor<6xi64>})
    -> (tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<[2, 0, 3, 0, 0, 1]> : tensor<6xi64>}) {
  %0 = torch.aten.bincount.default(%x, minlength=3) : (tensor<6xi64>) -> tensor<?xi64, #sym.dims<u0>>
  return %0 : tensor<?xi64, #sym.dims<u0>>
}

// -----

func.func @bincount_few(%x: tensor<6xi64> {onnx.value = dense<[0, 1, 1, 1, 0, 1]> : tensor<6xi64>})
    -> (tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<[2, 4, 0]> : tensor<3xi64>}) {
  %0 = torch.aten.bincount.default(%x, minlength=3) : (tensor<6xi64>) -> tensor<?xi64, #sym.dims<u0>>
  return %0 : tensor<?xi64, #sym.dims<u0>>
}

// -----

// CHECK-LABEL: func.func @bincount_weights
// CHECK: %[[V5:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i64} : {{.*}} -> tensor<4xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceMax(%[[V0]], %[[V1]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Add(%[[V2]], %[[V3]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Expand(%[[V5]], %[[V4]]) : {{.*}} -> tensor<?xf32, #sym.dims<u0>>
// CHECK: %[[V7:.*]] = onnx.ScatterElements(%[[V6]], %[[V0]], %arg1) {reduction = "add"} : {{.*}} -> tensor<?xf32, #sym.dims<u0>>
// CHECK: return %[[V7]] : tensor<?xf32, #sym.dims<u0>>
func.func @bincount_weights(%x: tensor<4xi32> {onnx.value = dense<[0, 0, 0, 1]> : tensor<4xi32>},
                            %y: tensor<4xf32> {onnx.value = dense<[1.75, -1.75, 0.75, -2.0]> : tensor<4xf32>})
    -> (tensor<?xf32, #sym.dims<u0>> {onnx.expected = dense<[0.75, -2.0]> : tensor<2xf32>}) {
  %0 = torch.aten.bincount.default(%x, %y) : (tensor<4xi32>, tensor<4xf32>) -> tensor<?xf32, #sym.dims<u0>>
  return %0 : tensor<?xf32, #sym.dims<u0>>
}

// -----

// Ones are put where the elements end; their sums are the indices.
// CHECK-LABEL: func.func @repeat_interleave
// CHECK: onnx.Add
// CHECK: onnx.CumSum(%arg0, {{.*}})
// CHECK: onnx.ScatterElements({{.*}}) {reduction = "add"}
// CHECK: onnx.Slice
func.func @repeat_interleave(%x: tensor<4xi64> {onnx.value = dense<[2, 0, 3, 1]> : tensor<4xi64>})
    -> (tensor<6xi64> {onnx.expected = dense<[0, 0, 2, 2, 2, 3]> : tensor<6xi64>}) {
  %0 = torch.aten.repeat_interleave.Tensor(%x, output_size=6) : (tensor<4xi64>) -> tensor<6xi64>
  return %0 : tensor<6xi64>
}

// -----

// CHECK-LABEL: func.func @repeat_interleave_unknown
// CHECK: onnx.ReduceSum(%arg0, {{.*}})
// CHECK: onnx.CumSum(%arg0, {{.*}})
// CHECK: onnx.ScatterElements({{.*}}) {reduction = "add"}
// CHECK: onnx.Slice
func.func @repeat_interleave_unknown(%x: tensor<4xi64> {onnx.value = dense<[2, 0, 3, 1]> : tensor<4xi64>})
    -> (tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<[0, 0, 2, 2, 2, 3]> : tensor<6xi64>}) {
  %0 = torch.aten.repeat_interleave.Tensor(%x) : (tensor<4xi64>) -> tensor<?xi64, #sym.dims<u0>>
  return %0 : tensor<?xi64, #sym.dims<u0>>
}

// -----

func.func @repeat_interleave_none(%x: tensor<4xi64> {onnx.value = dense<0> : tensor<4xi64>})
    -> (tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<> : tensor<0xi64>}) {
  %0 = torch.aten.repeat_interleave.Tensor(%x) : (tensor<4xi64>) -> tensor<?xi64, #sym.dims<u0>>
  return %0 : tensor<?xi64, #sym.dims<u0>>
}

// -----

// The least number of counts is known only at run time.
// CHECK-LABEL: func.func @bincount_count
// CHECK: %[[MORE:.*]] = onnx.Add(
// CHECK: %[[LEAST:.*]] = onnx.Unsqueeze(%arg1, %{{.*}}) : {{.*}} -> tensor<1xi64>
// CHECK: %[[SIZE:.*]] = onnx.Max(%[[MORE]], %[[LEAST]])
// CHECK: %[[START:.*]] = onnx.Expand(%{{.*}}, %[[SIZE]]) : {{.*}} -> tensor<?xi64, #sym.dims<u0>>
// CHECK: %[[Y:.*]] = onnx.ScatterElements(%[[START]], %arg0, %{{.*}}) {reduction = "add"}
// CHECK: return %[[Y]]
func.func @bincount_count(%x: tensor<6xi64> {onnx.value = dense<[1, 0, 1, 0, 0, 0]> : tensor<6xi64>},
                          %n: i64 {onnx.value = dense<1> : tensor<i64>})
    -> (tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<[4, 2]> : tensor<2xi64>}) {
  %0 = torch.aten.bincount.default(%x, minlength=%n) : (tensor<6xi64>, i64) -> tensor<?xi64, #sym.dims<u0>>
  return %0 : tensor<?xi64, #sym.dims<u0>>
}

// -----

// CHECK-LABEL: func.func @bincount_of_nothing_count
// CHECK: %[[SIZE:.*]] = onnx.Unsqueeze(%arg1, %{{.*}})
// CHECK: %[[Y:.*]] = onnx.Expand(%{{.*}}, %[[SIZE]]) : {{.*}} -> tensor<?xi64, #sym.dims<u0>>
// CHECK: return %[[Y]]
func.func @bincount_of_nothing_count(%x: tensor<0xi64> {onnx.value = dense<> : tensor<0xi64>},
                                     %n: i64 {onnx.value = dense<1> : tensor<i64>})
    -> (tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<0> : tensor<1xi64>}) {
  %0 = torch.aten.bincount.default(%x, minlength=%n) : (tensor<0xi64>, i64) -> tensor<?xi64, #sym.dims<u0>>
  return %0 : tensor<?xi64, #sym.dims<u0>>
}
