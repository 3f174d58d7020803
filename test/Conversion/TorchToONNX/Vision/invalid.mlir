// What is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @threshold(%b: tensor<6x4xf32>, %s: tensor<6xf32>) -> tensor<?xi64> {
  // expected-error @below {{unsupported operator 'torchvision.nms.default' (1 use): expected 'iou_threshold' to be between 0 and 1, found 1.5}}
  %0 = torch.torchvision.nms.default(%b, %s, 1.5) : (tensor<6x4xf32>, tensor<6xf32>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// -----

func.func @double(%b: tensor<6x4xf64>, %s: tensor<6xf64>) -> tensor<?xi64> {
  // expected-error @below {{unsupported operator 'torchvision.nms.default' (1 use): expected 'dets' to have floats of 32 bits or less, found f64}}
  %0 = torch.torchvision.nms.default(%b, %s, 0.5) : (tensor<6x4xf64>, tensor<6xf64>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// -----

func.func @argmax(%x: tensor<2x3x8x9xf32>, %r: tensor<7x5xf32>) -> tensor<7x3x3x2xi32> {
  // expected-error @below {{unsupported operator 'torchvision.roi_pool.default' (1 use): expected result #1, which is for the backward pass, to be unused, found a use}}
  %0:2 = torch.torchvision.roi_pool.default(%x, %r, 0.5, 3, 2) : (tensor<2x3x8x9xf32>, tensor<7x5xf32>) -> (tensor<7x3x3x2xf32>, tensor<7x3x3x2xi32>)
  return %0#1 : tensor<7x3x3x2xi32>
}

// -----

func.func @half(%x: tensor<2x12x8x9xf16>, %r: tensor<7x5xf16>) -> tensor<7x2x3x2xf16> {
  // expected-error @below {{unsupported operator 'torchvision.ps_roi_pool.default' (1 use): expected 'input' to have elements of float32 or float64, found f16}}
  %0:2 = torch.torchvision.ps_roi_pool.default(%x, %r, 0.5, 3, 2) : (tensor<2x12x8x9xf16>, tensor<7x5xf16>) -> (tensor<7x2x3x2xf16>, tensor<7x2x3x2xi32>)
  return %0#0 : tensor<7x2x3x2xf16>
}

// -----

func.func @mapping(%x: tensor<2x12x8x9xf32>, %r: tensor<7x5xf32>) -> tensor<7x2x3x2xi32> {
  // expected-error @below {{unsupported operator 'torchvision.ps_roi_pool.default' (1 use): expected result #1, which is for the backward pass, to be unused, found a use}}
  %0:2 = torch.torchvision.ps_roi_pool.default(%x, %r, 0.5, 3, 2) : (tensor<2x12x8x9xf32>, tensor<7x5xf32>) -> (tensor<7x2x3x2xf32>, tensor<7x2x3x2xi32>)
  return %0#1 : tensor<7x2x3x2xi32>
}
