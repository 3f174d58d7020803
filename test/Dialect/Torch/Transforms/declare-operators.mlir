// RUN: torch-onnx-opt %s --torch-declare-operators='schemas={"my::acc_(Tensor(a!) y, Tensor x) -> ()"}' | FileCheck %s
// RUN: not torch-onnx-opt %s --torch-declare-operators=schemas=nothing 2>&1 | FileCheck %s --check-prefix=ERROR

// After the schemas that the module has.

// CHECK: module attributes {torch.op_schemas = ["my::f(Tensor x) -> Tensor", "my::acc_(Tensor(a!) y, Tensor x) -> ()"]}
// ERROR: error: 'nothing' is not a schema: expected NAMESPACE::OPERATOR(ARGUMENTS) -> RETURNS
module attributes {torch.op_schemas = ["my::f(Tensor x) -> Tensor"]} {
}
