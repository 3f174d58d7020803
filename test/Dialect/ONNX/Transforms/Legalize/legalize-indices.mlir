// RUN: torch-onnx-opt --onnx-legalize-opset="opset=10 target=onnx" --split-input-file %s | FileCheck %s
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=11 target=onnx" --split-input-file %s | FileCheck %s --check-prefix=NEW

// Gathers and scatters before 11: along one axis, and by indices from 0 on.

// CHECK-LABEL: @gather
// NEW-LABEL: @gather
func.func @gather(%x: tensor<5x2xf32>, %d: tensor<?x2xf32, #sym.dims<n>>, %i: tensor<3xi64>, %y: tensor<5xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x2xf32>) {
  // CHECK: %[[L:.*]] = onnx.Less(%arg2
  // CHECK: %[[I:.*]] = onnx.Where(%[[L]], %{{.*}}, %arg2)
  // CHECK: onnx.Custom(%arg0, %[[I]]) {domain = "", node_attributes = {axis = 0 : i64}, op_type = "Gather"}
  // NEW: onnx.Gather(%arg0, %arg2)
  %0 = onnx.Gather(%x, %i) : (tensor<5x2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  // Constants that are in order, whatever is done with them.
  %c = onnx.Constant dense<[0, 4, 2]> : tensor<3xi32>
  %w = onnx.Cast(%c) {to = i64} : (tensor<3xi32>) -> tensor<3xi64>
  // CHECK: onnx.Gather(%arg0, %{{.*}}) :
  %1 = onnx.Gather(%x, %w) : (tensor<5x2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  // The last of an unknown number.
  %last = onnx.Constant dense<-1> : tensor<i64>
  // CHECK: %[[SIZE:.*]] = onnx.Custom(%{{.*}}) {domain = "", node_attributes = {axes = array<i64: 0>}, op_type = "Squeeze"} : (tensor<1xi64>) -> tensor<i64>
  // CHECK: %[[A:.*]] = onnx.Add(%{{.*}}, %[[SIZE]])
  // CHECK-NEXT: onnx.Custom(%arg1, %[[A]]) {{.*}}op_type = "Gather"
  // NEW: onnx.Gather(%arg1
  %2 = onnx.Gather(%d, %last) : (tensor<?x2xf32, #sym.dims<n>>, tensor<i64>) -> tensor<2xf32>
  // Indices that an operator gives.
  %k = onnx.Constant dense<2> : tensor<1xi64>
  %3, %top = onnx.TopK(%y, %k) : (tensor<5xf32>, tensor<1xi64>) -> (tensor<2xf32>, tensor<2xi64>)
  // CHECK: %[[T:.*]]:2 = onnx.Custom(%arg3, %{{.*}}op_type = "TopK"
  // CHECK: onnx.Gather(%arg3, %[[T]]#1)
  %4 = onnx.Gather(%y, %top) : (tensor<5xf32>, tensor<2xi64>) -> tensor<2xf32>
  // What cannot be read is not known.
  %far = onnx.Constant #weight.file<"nowhere.bin", offset = 0> : tensor<3xi64>
  // CHECK: %[[FAR:.*]] = onnx.Constant #weight.file
  // CHECK: %[[W:.*]] = onnx.Where(%{{.*}}, %{{.*}}, %[[FAR]])
  // CHECK: onnx.Custom(%arg0, %[[W]]) {{.*}}op_type = "Gather"
  %5 = onnx.Gather(%x, %far) : (tensor<5x2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<3x2xf32>, tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x2xf32>
}

// -----

// CHECK-LABEL: @elements
// NEW-LABEL: @elements
func.func @elements(%x: tensor<2x4xf32>, %v: tensor<4xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2x4xf32>) {
  %i = onnx.Constant dense<[[0, 3], [1, 1]]> : tensor<2x2xi64>
  %j = onnx.Constant dense<[3, 0]> : tensor<2xi64>
  // Row times 4 and column.
  // CHECK: %[[FLAT:.*]] = onnx.Reshape(%arg0, {{.*}} -> tensor<8xf32>
  // CHECK: %[[ROWS:.*]] = onnx.Mul(%{{.*}}, %{{.*}}) : (tensor<2x1xi64>, tensor<i64>) -> tensor<2x1xi64>
  // CHECK: %[[P:.*]] = onnx.Add(%[[ROWS]], %{{.*}}) : (tensor<2x1xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
  // CHECK: onnx.Custom(%[[FLAT]], %[[P]]) {{.*}}op_type = "Gather"
  // NEW: onnx.GatherElements
  %0 = onnx.GatherElements(%x, %i) {axis = -1 : i64} : (tensor<2x4xf32>, tensor<2x2xi64>) -> tensor<2x2xf32>
  // CHECK: onnx.Custom(%arg1, %{{.*}}) {domain = "", node_attributes = {axis = 0 : i64}, op_type = "Gather"}
  // NEW: onnx.GatherElements
  %1 = onnx.GatherElements(%v, %j) : (tensor<4xf32>, tensor<2xi64>) -> tensor<2xf32>
  // CHECK: onnx.Custom(%arg0, %{{.*}}, %{{.*}}) {domain = "", node_attributes = {axis = 1 : i64}, op_type = "Scatter"}
  // NEW: onnx.ScatterElements
  %2 = onnx.ScatterElements(%x, %i, %0) {axis = -1 : i64} : (tensor<2x4xf32>, tensor<2x2xi64>, tensor<2x2xf32>) -> tensor<2x4xf32>
  return %0, %1, %2 : tensor<2x2xf32>, tensor<2xf32>, tensor<2x4xf32>
}

// -----

// CHECK-LABEL: @positions
// NEW-LABEL: @positions
func.func @positions(%x: tensor<?x4x3xf32, #sym.dims<n>>, %i: tensor<5x2xi64>, %u: tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<?x4x3xf32, #sym.dims<n>>) {
  // Rows of a matrix, as 4 * i + j.
  // CHECK: %[[ROWS:.*]] = onnx.Reshape(%arg0, {{.*}} -> tensor<?x3xf32, #sym.dims<4*n>>
  // CHECK: %[[SIZES:.*]] = onnx.Slice({{.*}} -> tensor<2xi64>
  // CHECK: %[[FROM_END:.*]] = onnx.Add(%arg1, %[[SIZES]])
  // CHECK: %[[I:.*]] = onnx.Where(%{{.*}}, %[[FROM_END]], %arg1)
  // CHECK: %[[STRIDES:.*]] = onnx.Constant dense<[4, 1]> : tensor<2xi64>
  // CHECK: %[[TERMS:.*]] = onnx.Mul(%[[I]], %[[STRIDES]])
  // CHECK: %[[P:.*]] = onnx.Custom(%[[TERMS]]) {{.*}}op_type = "ReduceSum"} : (tensor<5x2xi64>) -> tensor<5xi64>
  // CHECK: onnx.Custom(%[[ROWS]], %[[P]]) {{.*}}op_type = "Gather"
  // NEW: onnx.GatherND
  %0 = onnx.GatherND(%x, %i) : (tensor<?x4x3xf32, #sym.dims<n>>, tensor<5x2xi64>) -> tensor<5x3xf32>
  // One address for each element of a row.
  // CHECK: %[[MATRIX:.*]] = onnx.Reshape(%arg0
  // CHECK: %[[WIDE:.*]] = onnx.Expand({{.*}} : (tensor<5x1xi64>, tensor<2xi64>) -> tensor<5x3xi64>
  // CHECK: %[[S:.*]] = onnx.Custom(%[[MATRIX]], %[[WIDE]], %{{.*}}) {domain = "", node_attributes = {axis = 0 : i64}, op_type = "Scatter"}
  // CHECK: onnx.Reshape(%[[S]], {{.*}} -> tensor<?x4x3xf32, #sym.dims<n>>
  // NEW: onnx.ScatterND
  %1 = onnx.ScatterND(%x, %i, %u) : (tensor<?x4x3xf32, #sym.dims<n>>, tensor<5x2xi64>, tensor<5x3xf32>) -> tensor<?x4x3xf32, #sym.dims<n>>
  return %0, %1 : tensor<5x3xf32>, tensor<?x4x3xf32, #sym.dims<n>>
}
