// Powers of integers are products, which wrap around; not too many of them.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file --verify-diagnostics -o /dev/null

// CHECK-LABEL: func.func @powers
// CHECK: %[[X:.*]] = onnx.Unsqueeze(%arg0, {{.*}}) : {{.*}} -> tensor<2x1xi64>
// CHECK: %[[SQUARE:.*]] = onnx.Mul(%[[X]], %[[X]]) : {{.*}} -> tensor<2x1xi64>
// CHECK: onnx.Concat(%[[SQUARE]], %[[X]], {{.*}}) {axis = 1 : i64} : {{.*}} -> tensor<2x3xi64>
func.func @powers(%x: tensor<2xi64> {onnx.value = dense<[6, -9223372036854775808]> : tensor<2xi64>})
    -> (tensor<2x3xi64> {onnx.expected = dense<[[36, 6, 1], [0, -9223372036854775808, 1]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.vander.default(%x, N=3) : (tensor<2xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

func.func @too_many(%x: tensor<2xi64>) -> tensor<2x65xi64> {
  // expected-error@+2 {{unsupported operator 'aten.vander.default' (1 use): expected at most 64 powers of integers, found 65}}
  // expected-note@below {{program.run_decompositions}}
  %0 = torch.aten.vander.default(%x, N=65) : (tensor<2xi64>) -> tensor<2x65xi64>
  return %0 : tensor<2x65xi64>
}
