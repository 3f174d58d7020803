// RUN: torch-onnx-opt --torch-canonicalize %s | FileCheck %s

// CHECK-LABEL: @aliases
func.func @aliases(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>) -> tensor<3x4xf32> {
  // CHECK-NEXT: torch.aten.mul.Tensor(%arg0, %arg1)
  %0 = torch.aten.multiply.Tensor(%x, %y) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK-NEXT: torch.aten.div.Tensor_mode(%{{.*}}, %arg1, rounding_mode="floor")
  %1 = torch.aten.divide.Tensor_mode(%0, %y, rounding_mode="floor") : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK-NEXT: torch.aten.clamp.default(%{{.*}}, min=0)
  %2 = torch.aten.clip.default(%1, min=0) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  // In place, and with out=.
  // CHECK-NEXT: torch.aten.acos_.default
  %3 = torch.aten.arccos_.default(%2) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK-NEXT: torch.aten.maximum.out(%{{.*}}, %arg1, %{{.*}})
  %4 = torch.aten.max.out(%3, %y, out=%2) : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  // The names of arguments are those of the operator.
  // CHECK-NEXT: torch.aten.transpose.int(%{{.*}}, dim0=0, dim1=1)
  %5 = torch.aten.swapaxes.default(%4, axis0=0, axis1=1) : (tensor<4x3xf32>) -> tensor<3x4xf32>
  return %5 : tensor<3x4xf32>
}

// Python's operators of bits, in place as well. Those that shift are none: they take
// floats, too.
// CHECK-LABEL: @bits
func.func @bits(%x: tensor<3xi1>, %y: tensor<3xi1>) -> tensor<3xi1> {
  // CHECK-NEXT: torch.aten.bitwise_or.Tensor
  %0 = torch.aten.__or__.Tensor(%x, %y) : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  // CHECK-NEXT: torch.aten.bitwise_or_.Tensor
  %1 = torch.aten.__ior__.Tensor(%0, %y) : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  // CHECK-NEXT: torch.aten.bitwise_and_.Tensor
  %2 = torch.aten.__iand__.Tensor(%1, %y) : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  // CHECK-NEXT: torch.aten.bitwise_xor_.Tensor
  %3 = torch.aten.__ixor__.Tensor(%2, %y) : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  // CHECK-NEXT: torch.aten.__ilshift__.Tensor
  %4 = torch.aten.__ilshift__.Tensor(%3, %y) : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return %4 : tensor<3xi1>
}

// Operators of prims: ATen's may have more arguments, and names of their own.
// CHECK-LABEL: @prims
func.func @prims(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>) -> tensor<3x4xf32> {
  // CHECK-NEXT: torch.aten.add.Tensor(%arg0, %arg1) :
  %0 = torch.prims.add.default(%x, %y) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK-NEXT: torch.aten.permute.default(%{{.*}}, [1, 0])
  %1 = torch.prims.transpose.default(%0, [1, 0]) : (tensor<4x3xf32>) -> tensor<3x4xf32>
  // Of integers it is another function: no other name.
  // CHECK-NEXT: torch.prims.div.default
  %2 = torch.prims.div.default(%1, %1) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %2 : tensor<3x4xf32>
}

// Other overloads of a name that has aliases among them, operators that are the
// same for some arguments only, operators that nobody knows: they stay.
// CHECK-LABEL: @others
func.func @others(%x: tensor<4x3xf32>) -> (tensor<f32>, tensor<1x1xf32>) {
  // CHECK-NEXT: torch.aten.max.default(%arg0)
  %0 = torch.aten.max.default(%x) : (tensor<4x3xf32>) -> tensor<f32>
  %1 = torch.aten.view.default(%x, [1, 4, 3]) : (tensor<4x3xf32>) -> tensor<1x4x3xf32>
  // CHECK: torch.aten.adaptive_avg_pool2d.default
  %2 = torch.aten.adaptive_avg_pool2d.default(%1, [1, 1]) : (tensor<1x4x3xf32>) -> tensor<1x1x1xf32>
  // CHECK-NEXT: torch.aten.view_copy.default
  %3 = torch.aten.view_copy.default(%2, [1, 1]) : (tensor<1x1x1xf32>) -> tensor<1x1xf32>
  // CHECK-NEXT: torch.my.multiply.default
  %4 = torch.my.multiply.default(x=%3) : (tensor<1x1xf32>) -> tensor<1x1xf32>
  return %0, %4 : tensor<f32>, tensor<1x1xf32>
}

// A shorter form of an operator gives its first results.
// CHECK-LABEL: @short_form
func.func @short_form(%x: tensor<4xf32>, %on: tensor<1xi64>, %low: tensor<f32>, %scale: tensor<1xf32>, %zero: tensor<1xi32>) -> tensor<4xf32> {
  // CHECK-NEXT: %[[R:.*]]:2 = torch.aten._fused_moving_avg_obs_fq_helper.default(%arg0, %arg1, %arg1, %arg2, %arg2, %arg3, %arg4, averaging_const=2.500000e-01, quant_min=0, quant_max=255, ch_axis=-1)
  // CHECK-SAME: -> (tensor<4xf32>, none)
  // CHECK-NEXT: return %[[R]]#0
  %0 = torch.aten.fused_moving_avg_obs_fake_quant.default(%x, %on, %on, %low, %low, %scale, %zero, 0.25, 0, 255, -1)
      : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<f32>, tensor<f32>, tensor<1xf32>, tensor<1xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
