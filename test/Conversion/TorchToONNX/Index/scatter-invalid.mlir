// Parts that do not fit are refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @rank(%x: tensor<3x4xf32>, %y: tensor<3xf32>) -> tensor<3x4xf32> {
  // expected-error @below {{unsupported operator 'aten.slice_scatter.default' (1 use): expected 'src' to have 2 dimensions, found 1}}
  %0 = torch.aten.slice_scatter.default(%x, %y, 1, 1, 2) : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @strides(%x: tensor<8xf32>) -> tensor<2x2xf32> {
  // expected-error @below {{unsupported operator 'aten.as_strided.default' (1 use): expected 'size' and 'stride' to be lists of one length, found [2, 2] and [1]}}
  %0 = torch.aten.as_strided.default(%x, [2, 2], [1]) : (tensor<8xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

func.func @beyond(%x: tensor<8xf32>) -> tensor<2x2xf32> {
  // expected-error @below {{unsupported operator 'aten.as_strided.default' (1 use): expected a strided view inside its tensor, found one that reaches beyond its end by 3}}
  %0 = torch.aten.as_strided.default(%x, [2, 2], [6, 2], 2) : (tensor<8xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

func.func @far_beyond(%x: tensor<8xf32>) -> tensor<2x2xf32> {
  // expected-error @below {{unsupported operator 'aten.as_strided.default' (1 use): expected a strided view inside its tensor, found one whose last position needs more than 64 bits}}
  %0 = torch.aten.as_strided.default(%x, [2, 2], [1, 1], 9223372036854775807) : (tensor<8xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

func.func @negative(%x: tensor<8xf32>) -> tensor<2x2xf32> {
  // expected-error @below {{unsupported operator 'aten.as_strided.default' (1 use): expected strides of 0 or more, found -1}}
  %0 = torch.aten.as_strided.default(%x, [2, 2], [1, -1], 1) : (tensor<8xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

func.func @reduction(%x: tensor<3xf32>, %y: tensor<2xi64>, %z: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error @below {{unsupported operator 'aten.scatter_reduce.two' (1 use): expected 'reduce' to be 'sum', 'prod', 'mean', 'amax' or 'amin', found 'median'}}
  %0 = torch.aten.scatter_reduce.two(%x, 0, %y, %z, "median") : (tensor<3xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @memory(%x: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error @below {{unsupported operator 'aten.as_strided.default' (1 use): expected a tensor whose elements fill its memory, found strides that leave gaps or overlap}}
  %0 = torch.aten.as_strided.default(%x, [2], [1]) attributes {torch.strides = [2]} : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @uncertain_memory(%x: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error @below {{unsupported operator 'aten.as_strided.default' (1 use): expected known strides, found the recorded strides of the result of 'aten.xlogy.Tensor', which may differ from those of eager}}
  %0 = torch.aten.as_strided.default(%x, [2], [1]) attributes {torch.strides = "aten.xlogy.Tensor"} : (tensor<4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// What functionalization makes of a view of another part of the memory.
func.func @before(%x: tensor<2xf32>) -> tensor<1xf32> {
  // expected-error @below {{unsupported operator 'aten.as_strided.default' (1 use): expected a strided view inside its tensor, found one that begins 1 before it}}
  %0 = torch.aten.as_strided.default(%x, [1], [1], storage_offset=-1) : (tensor<2xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
