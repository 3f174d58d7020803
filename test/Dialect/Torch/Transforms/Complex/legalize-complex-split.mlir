// Parts of complex tensors where a tensor says, and what programs ask about
// memory beside them.
// RUN: torch-onnx-opt %s --torch-legalize-complex --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @indices
// CHECK-COUNT-2: torch.aten.tensor_split.tensor_indices_or_sections({{.*}} -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>)
func.func @indices(%z: tensor<5x2xcomplex<f32>>, %i: tensor<2xi64>) -> tensor<?x2xcomplex<f32>> {
  %0:3 = torch.aten.tensor_split.tensor_indices_or_sections(%z, %i) : (tensor<5x2xcomplex<f32>>, tensor<2xi64>) -> (tensor<?x2xcomplex<f32>>, tensor<?x2xcomplex<f32>>, tensor<?x2xcomplex<f32>>)
  return %0#1 : tensor<?x2xcomplex<f32>>
}

// -----

// A number is as many sections as there are results.
// CHECK-LABEL: func.func @sections
// CHECK-COUNT-2: torch.aten.tensor_split.sections({{.*}}sections=2
func.func @sections(%z: tensor<5x2xcomplex<f32>>, %n: tensor<i64>) -> tensor<?x2xcomplex<f32>> {
  %0:2 = torch.aten.tensor_split.tensor_indices_or_sections(%z, %n) : (tensor<5x2xcomplex<f32>>, tensor<i64>) -> (tensor<?x2xcomplex<f32>>, tensor<?x2xcomplex<f32>>)
  return %0#1 : tensor<?x2xcomplex<f32>>
}
