// RUN: torch-onnx-opt --onnx-prepare-for-export --split-input-file %s | FileCheck %s
// RUN: torch-onnx-opt --onnx-prepare-for-export=weights-mode=reference --split-input-file %s | FileCheck %s --check-prefix=REF
// RUN: torch-onnx-opt --onnx-prepare-for-export --onnx-prepare-for-export --split-input-file %s | FileCheck %s

// Names: inputs and outputs win, then initializers, then nodes in order.

// CHECK: module attributes {onnx.ir_version = 10 : i64, onnx.opset = 21 : i64}
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32> {onnx.name = "x"}, %{{.*}}: tensor<2xf32> {onnx.name = "x_1"}, %{{.*}}: tensor<2xf32> {onnx.name = "input_2"}
// CHECK-SAME: -> (tensor<2xf32> {onnx.name = "/Relu_output_0"}, tensor<2xf32> {onnx.name = "x_2"}, tensor<2xf32> {onnx.name = "output_2"})
module attributes {onnx.opset = 21 : i64} {
  func.func @main(%x: tensor<2xf32> {onnx.name = "x"}, %y: tensor<2xf32> {onnx.name = "x"}, %z: tensor<2xf32>)
      -> (tensor<2xf32> {onnx.name = "/Relu_output_0"}, tensor<2xf32> {onnx.name = "x"}, tensor<2xf32>) {
    // CHECK: onnx.Constant {name = "x", onnx.value_names = ["x_3"]}
    // CHECK: onnx.Constant {name = "b", onnx.value_names = ["b"]}
    // CHECK: onnx.Constant {name = "b", onnx.value_names = ["b_1"]}
    // CHECK: onnx.Constant {onnx.value_names = ["/constant"]}
    // CHECK-NOT: unused
    %a = onnx.Constant {name = "x"} dense<1.0> : tensor<f32>
    %unused = onnx.Constant {name = "unused"} dense<1.0> : tensor<2xf32>
    // CHECK: onnx.Relu(%[[X]]) {onnx.node_name = "/Relu", onnx.value_names = ["/Relu_output_0_1"]}
    %0 = onnx.Relu(%x) : (tensor<2xf32>) -> tensor<2xf32>
    %b = onnx.Constant {name = "b"} dense<2.0> : tensor<f32>
    // CHECK: onnx.Relu({{.*}}) {onnx.node_name = "/Relu_1", onnx.value_names = ["/Relu_output_0"]}
    %1 = onnx.Relu(%0) : (tensor<2xf32>) -> tensor<2xf32>
    %c = onnx.Constant {name = "b"} dense<3.0> : tensor<f32>
    %d = onnx.Constant dense<4.0> : tensor<f32>
    // CHECK: onnx.Sum({{.*}}) {onnx.node_name = "/Sum", onnx.value_names = ["x_2"]}
    %2 = onnx.Sum(%a, %b, %c, %d, %y) : (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
    // CHECK: onnx.Relu({{.*}}) {onnx.node_name = "/Relu_2", onnx.value_names = ["output_2"]}
    %3 = onnx.Relu(%2) : (tensor<2xf32>) -> tensor<2xf32>
    return %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
}

// -----

// Module paths; a number stays with the list that it counts in.

// CHECK: onnx.opset_imports = {kept = 3 : i64, my.domain = 1 : i64}
// CHECK-LABEL: func.func @main(
// CHECK: onnx.node_name = "/encoder/layer.0/attention/Relu", onnx.value_names = ["/encoder/layer.0/attention/Relu_output_0"]
// CHECK: onnx.node_name = "/encoder/layer.0/attention/Relu_1", onnx.value_names = ["/encoder/layer.0/attention/Relu_1_output_0"]
// CHECK: onnx.node_name = "/layers.0.1/my.op", onnx.value_names = ["output_0"]
module attributes {onnx.opset = 21 : i64, onnx.opset_imports = {kept = 3 : i64}} {
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = onnx.Relu(%x) : (tensor<2xf32>) -> tensor<2xf32> loc("encoder.layer.0.attention"("a.py":1:0))
    %1 = onnx.Relu(%0) : (tensor<2xf32>) -> tensor<2xf32> loc("encoder.layer.0.attention"("a.py":2:0))
    %2 = onnx.Custom(%1) {domain = "my.domain", op_type = "my.op"} : (tensor<2xf32>) -> tensor<2xf32> loc("layers.0.1")
    return %2 : tensor<2xf32>
  }
}

// -----

// Outputs that are inputs, initializers or returned before.

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32> {onnx.name = "x"}, %[[S:.*]]: tensor<2xf32> {onnx.name = "same"}
// CHECK: %[[C:.*]] = onnx.Constant
// CHECK: %[[R:.*]] = onnx.Relu
// CHECK-SAME: onnx.value_names = ["r"]
// CHECK: %[[I0:.*]] = onnx.Identity(%[[X]]) {{.*}}onnx.value_names = ["a"]
// CHECK: %[[I1:.*]] = onnx.Identity(%[[C]]) {{.*}}onnx.value_names = ["c"]
// CHECK: %[[I2:.*]] = onnx.Identity(%[[R]]) {{.*}}onnx.value_names = ["r2"]
// CHECK: return %[[R]], %[[I0]], %[[I1]], %[[I2]], %[[S]]
module attributes {onnx.opset = 21 : i64} {
  func.func @main(%x: tensor<2xf32> {onnx.name = "x"}, %s: tensor<2xf32> {onnx.name = "same"})
      -> (tensor<2xf32> {onnx.name = "r"}, tensor<2xf32> {onnx.name = "a"}, tensor<2xf32> {onnx.name = "c"}, tensor<2xf32> {onnx.name = "r2"}, tensor<2xf32> {onnx.name = "same"}) {
    %c = onnx.Constant {name = "w"} dense<1.0> : tensor<2xf32>
    %r = onnx.Relu(%x) : (tensor<2xf32>) -> tensor<2xf32>
    return %r, %x, %c, %r, %s : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
}

// -----

// Optional outputs that nobody uses have no name; required ones have.

// CHECK-LABEL: func.func @main(
// CHECK: onnx.MaxPool{{.*}}onnx.value_names = ["/MaxPool_output_0", ""]
// CHECK: onnx.MaxPool{{.*}}onnx.value_names = ["/MaxPool_1_output_0", "output_1"]
// CHECK: onnx.TopK{{.*}}onnx.value_names = ["/TopK_output_0", "output_0"]
module attributes {onnx.opset = 21 : i64} {
  func.func @main(%x: tensor<1x1x4xf32>, %k: tensor<1xi64>) -> (tensor<?x?x?xi64>, tensor<1x1x2xi64>) {
    %0, %i0 = onnx.MaxPool(%x) {kernel_shape = array<i64: 2>} : (tensor<1x1x4xf32>) -> (tensor<1x1x3xf32>, tensor<1x1x3xi64>)
    %1, %i1 = onnx.MaxPool(%0) {kernel_shape = array<i64: 2>} : (tensor<1x1x3xf32>) -> (tensor<1x1x2xf32>, tensor<1x1x2xi64>)
    %v, %i = onnx.TopK(%1, %k) : (tensor<1x1x2xf32>, tensor<1xi64>) -> (tensor<?x?x?xf32>, tensor<?x?x?xi64>)
    return %i, %i1 : tensor<?x?x?xi64>, tensor<1x1x2xi64>
  }
}

// -----

// A transposed view of a file, if its bytes are to stay there; other views are
// left to be copied.

// CHECK-LABEL: func.func @main() ->
// CHECK: onnx.Constant {name = "t", {{.*}}} #weight.file<"w.bin", offset = 8, strides = [1, 2, 6]> : tensor<2x3x4xf32>
// CHECK-NOT: onnx.Transpose
// REF-LABEL: func.func @main() ->
// REF: onnx.Constant {name = "sliced", {{.*}}} #weight.file<"w.bin", offset = 0, strides = [2]> : tensor<2xf32>
// REF: %[[B:.*]] = onnx.Constant {name = "t", {{.*}}} #weight.file<"w.bin", offset = 8> : tensor<4x3x2xf32>
// REF: onnx.Transpose(%[[B]]) {{.*}}perm = array<i64: 2, 1, 0>} : (tensor<4x3x2xf32>) -> tensor<2x3x4xf32>
// REF: %[[B:.*]] = onnx.Constant {{.*}} #weight.file<"w.bin", offset = 8> : tensor<1x3x4xf32>
// REF: onnx.Transpose(%[[B]]) {{.*}}perm = array<i64: 2, 0, 1>} : (tensor<1x3x4xf32>) -> tensor<4x1x3xf32>
module attributes {onnx.opset = 21 : i64} {
  func.func @main() -> (tensor<2xf32>, tensor<2x3x4xf32>, tensor<4x1x3xf32>) {
    %0 = onnx.Constant {name = "sliced"} #weight.file<"w.bin", offset = 0, strides = [2]> : tensor<2xf32>
    %1 = onnx.Constant {name = "t"} #weight.file<"w.bin", offset = 8, strides = [1, 2, 6]> : tensor<2x3x4xf32>
    %2 = onnx.Constant {name = "u"} #weight.file<"w.bin", offset = 8, strides = [1, 12, 4]> : tensor<4x1x3xf32>
    return %0, %1, %2 : tensor<2xf32>, tensor<2x3x4xf32>, tensor<4x1x3xf32>
  }
}

// -----

// Inputs with a value become constants that say so, in their order and with
// their names. Such a one keeps its shape: nothing is transposed behind it.

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %arg0: tensor<2x3xf32> {onnx.name = "x"}, %arg1: tensor<3xf32> {onnx.name = "y"})
// CHECK-NEXT: %[[W:.*]] = onnx.Constant {name = "w", onnx.is_input, onnx.value_names = ["w"]} #weight.file<"w.bin", offset = 8, strides = [1, 2]> : tensor<2x3xf32>
// CHECK-NEXT: %[[B:.*]] = onnx.Constant {name = "b", onnx.is_input, onnx.value_names = ["b"]} dense<2.0
// CHECK-NEXT: %[[C:.*]] = onnx.Constant {onnx.value_names
// CHECK-NEXT: onnx.Add(%arg0, %[[W]])
// REF-LABEL: func.func @main(
// REF-SAME: %arg0: tensor<2x3xf32> {onnx.name = "x"}, %arg1: tensor<3xf32> {onnx.name = "y"})
// REF: onnx.is_input, {{.*}} #weight.file<"w.bin", offset = 8, strides = [1, 2]> : tensor<2x3xf32>
// REF-NOT: onnx.Transpose
// REF: return
module attributes {onnx.opset = 21 : i64} {
  func.func @main(%x: tensor<2x3xf32> {onnx.name = "x"}, %w: tensor<2x3xf32> {onnx.name = "w", onnx.default = #weight.file<"w.bin", offset = 8, strides = [1, 2]> : tensor<2x3xf32>},
                  %y: tensor<3xf32> {onnx.name = "y"}, %b: tensor<3xf32> {onnx.name = "b", onnx.default = dense<2.0> : tensor<3xf32>},
                  %unused: tensor<3xf32> {onnx.name = "unused", onnx.default = dense<2.0> : tensor<3xf32>}) -> (tensor<2x3xf32>, tensor<3xf32>) {
    %c = onnx.Constant dense<2.0> : tensor<3xf32>
    %0 = onnx.Add(%x, %w) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %1 = onnx.Add(%0, %b) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %2 = onnx.Add(%1, %c) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    return %2, %y : tensor<2x3xf32>, tensor<3xf32>
  }
}

// -----

// Below opset 11 a size of a slice that is not known has a name.

// CHECK-LABEL: @slices
// CHECK: onnx.Slice{{.*}} -> tensor<?x2xf32, #sym.dims<"/Slice_output_0_size_0">>
module attributes {onnx.opset = 10 : i64} {
  func.func @slices(%x: tensor<?x2xf32, #sym.dims<n>>, %i: tensor<1xi64>) -> tensor<?x2xf32> {
    %none = onnx.NoValue() : () -> none
    %0 = onnx.Slice(%x, %i, %i, %none, %none) : (tensor<?x2xf32, #sym.dims<n>>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<?x2xf32>
    %1 = onnx.Neg(%0) : (tensor<?x2xf32>) -> tensor<?x2xf32>
    return %1 : tensor<?x2xf32>
  }
}

// -----

// CHECK-LABEL: @newer_slices
// CHECK: onnx.Slice{{.*}} -> tensor<?x2xf32>
module attributes {onnx.opset = 11 : i64} {
  func.func @newer_slices(%x: tensor<?x2xf32, #sym.dims<n>>, %i: tensor<1xi64>) -> tensor<?x2xf32> {
    %none = onnx.NoValue() : () -> none
    %0 = onnx.Slice(%x, %i, %i, %none, %none) : (tensor<?x2xf32, #sym.dims<n>>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<?x2xf32>
    %1 = onnx.Neg(%0) : (tensor<?x2xf32>) -> tensor<?x2xf32>
    return %1 : tensor<?x2xf32>
  }
}
