// Parts, repetitions and sizes that cannot be expressed are refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @offset(%x: tensor<2x3xf32>) -> i64 {
  // expected-error @+2 {{unsupported operator 'aten.sym_storage_offset.default' (1 use): expected the offset of a tensor in its memory to be unused, found a use}}
  // expected-note @+1 {{run_decompositions}}
  %0 = torch.aten.sym_storage_offset.default(%x) : (tensor<2x3xf32>) -> i64
  return %0 : i64
}

// -----

// The elements in memory have to be known.
func.func @resize(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<2x2xf32> {
  // expected-error @+1 {{unsupported operator 'aten.resize.default' (1 use): expected constant sizes, found tensor<?x3xf32, #sym.dims<n>> resized to tensor<2x2xf32>}}
  %0 = torch.aten.resize.default(%x, size=[2, 2]) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

func.func @cat_of_nothing(%x: tensor<0xf32>) -> tensor<0x3xf32> {
  // expected-error @+1 {{unsupported operator 'aten.cat.default' (1 use): expected tensors of rank 2 to concatenate, found none}}
  %0 = torch.aten.cat.default([%x, %x]) : (tensor<0xf32>, tensor<0xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// -----

func.func @no_tensors() -> tensor<0xf32> {
  // expected-error @+1 {{unsupported operator 'aten.hstack.default' (1 use): it does not fit its operands: expected one or more tensors to concatenate, found none}}
  %0 = torch.aten.hstack.default([]) : () -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

// -----

func.func @roll(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{unsupported operator 'aten.roll.default' (1 use): expected as many elements in 'shifts' as in 'dims', found 2 and 1}}
  %0 = torch.aten.roll.default(%x, shifts=[1, 2], dims=[0]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @combinations(%x: tensor<3xf32>) -> tensor<0xf32> {
  // expected-error @+2 {{unsupported operator 'aten.combinations.default' (1 use): expected 'r' to be positive, found 0}}
  // expected-note @+1 {{run_decompositions}}
  %0 = torch.aten.combinations.default(%x, r=0) : (tensor<3xf32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

// -----

func.func @depth(%x: tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  // expected-error @+1 {{unsupported operator 'aten.dsplit.int' (1 use): it does not fit its operands: expected 'self' to have more than 2 dimensions, found 2}}
  %0:2 = torch.aten.dsplit.int(%x, sections=2) : (tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  return %0#0, %0#1 : tensor<2x2xf32>, tensor<2x2xf32>
}

// -----

// Cast of ONNX has no complex numbers.
func.func @to_complex(%x: tensor<4xf32>) -> tensor<4xcomplex<f32>> {
  // expected-error @below {{unsupported operator 'aten._to_copy.default' (1 use): expected real elements to cast, found complex ones}}
  %0 = torch.aten._to_copy.default(%x, dtype=complex<f32>) : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

func.func @places(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // expected-error @below {{expected places that rise up to 1, found 0}}
  %0 = torch.prims.broadcast_in_dim.default(%x, [3, 2], [1, 0]) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
