// Observers of training: no LibTorch is asked; integration/quantization/test_observers.py has the numbers.
// RUN: env TORCH_ONNX_LIBTORCH_PLUGIN=/nowhere/missing.so torch-onnx-opt %s --torch-decompose | FileCheck %s
// RUN: env TORCH_ONNX_LIBTORCH_PLUGIN=/nowhere/missing.so torch-onnx-opt %s --torch-decompose --convert-torch-to-onnx --verify-diagnostics -o /dev/null

// The range of the tensor, the one that is followed, the parameters, the numbers.
// CHECK-LABEL: @tensor(
// CHECK: torch.aten.amax.default(%arg0, [0, 1])
// CHECK: %[[FIRST:.*]] = torch.aten.isinf.default(%arg2)
// CHECK: %[[MIN:.*]] = torch.aten.amin.default(%arg0, [0, 1])
// CHECK: %[[NEXT:.*]] = torch.aten.where.self(%[[FIRST]], %[[MIN]],
// CHECK: %[[LOW:.*]] = torch.aten.where.self(%{{.*}}, %[[NEXT]], %arg2)
// CHECK: torch.aten._fake_quantize_per_tensor_affine_cachemask_tensor_qparams.default(%arg0, %{{.*}}, %{{.*}}, %arg1, quant_min=0, quant_max=255)
// CHECK: return %{{.*}}, %[[LOW]]
func.func @tensor(%x: tensor<2x?xf32, #sym.dims<n>>, %on: tensor<1xi64>, %low: tensor<f32>, %high: tensor<f32>, %scale: tensor<1xf32>, %zero: tensor<1xi32>)
    -> (tensor<2x?xf32, #sym.dims<n>>, tensor<f32>, tensor<1xi32>) {
  %0:6 = torch.aten._fused_moving_avg_obs_fq_helper_functional.default(%x, %on, %on, %low, %high, %scale, %zero, 0.25, 0, 255, -1)
      : (tensor<2x?xf32, #sym.dims<n>>, tensor<1xi64>, tensor<1xi64>, tensor<f32>, tensor<f32>, tensor<1xf32>, tensor<1xi32>)
      -> (tensor<2x?xf32, #sym.dims<n>>, none, tensor<f32>, none, none, tensor<1xi32>)
  return %0#0, %0#2, %0#5 : tensor<2x?xf32, #sym.dims<n>>, tensor<f32>, tensor<1xi32>
}

// CHECK-LABEL: @rows(
// CHECK: torch.aten.amin.default(%arg0, [1])
// CHECK: torch.aten.fake_quantize_per_channel_affine_cachemask.default(%arg0, %{{.*}}, %{{.*}}, axis=0, quant_min=-128, quant_max=127)
func.func @rows(%x: tensor<3x4xf32>, %on: tensor<1xi64>, %low: tensor<3xf32>, %scale: tensor<3xf32>, %zero: tensor<3xi32>) -> tensor<3x4xf32> {
  %0:6 = torch.aten._fused_moving_avg_obs_fq_helper_functional.default(%x, %on, %on, %low, %low, %scale, %zero, 0.25, -128, 127, 0, true, true)
      : (tensor<3x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xi32>)
      -> (tensor<3x4xf32>, none, none, none, none, none)
  return %0#0 : tensor<3x4xf32>
}

// Buffers that the first call resizes; another dimension; numbers of f16.
// CHECK-LABEL: @refused(
// CHECK-COUNT-3: torch.aten._fused_moving_avg_obs_fq_helper_functional.default
func.func @refused(%x: tensor<3x4xf32>, %h: tensor<3x4xf16>, %on: tensor<1xi64>, %none: tensor<0xf32>, %low: tensor<3xf32>, %one: tensor<1xf32>, %scale: tensor<3xf32>, %zero: tensor<3xi32>, %z: tensor<1xi32>) -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf16>) {
  // expected-error@below {{its rule expects 'running_min' to have 3 elements as the observer has seen before, found tensor<0xf32>}}
  %0:6 = torch.aten._fused_moving_avg_obs_fq_helper_functional.default(%x, %on, %on, %none, %none, %scale, %zero, 0.25, -128, 127, 0, true, true)
      : (tensor<3x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<0xf32>, tensor<0xf32>, tensor<3xf32>, tensor<3xi32>)
      -> (tensor<3x4xf32>, none, none, none, none, none)
  // expected-error@below {{its rule expects one scale for each index of dimension 0 of 2 or more, found dimension 1 of 2}}
  %1:6 = torch.aten._fused_moving_avg_obs_fq_helper_functional.default(%x, %on, %on, %low, %low, %scale, %zero, 0.25, -128, 127, 1, true, true)
      : (tensor<3x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xi32>)
      -> (tensor<3x4xf32>, none, none, none, none, none)
  // expected-error@below {{its rule expects 'self' to have f32 elements, found f16}}
  %2:6 = torch.aten._fused_moving_avg_obs_fq_helper_functional.default(%h, %on, %on, %one, %one, %one, %z, 0.25, -128, 127, -1)
      : (tensor<3x4xf16>, tensor<1xi64>, tensor<1xi64>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xi32>)
      -> (tensor<3x4xf16>, none, none, none, none, none)
  return %0#0, %1#0, %2#0 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf16>
}

// Ranges that are too wide, and bounds that are no numbers of 32 bits.
// CHECK-LABEL: @range(
// CHECK-COUNT-2: torch.aten._fused_moving_avg_obs_fq_helper_functional.default
func.func @range(%x: tensor<3x4xf32>, %on: tensor<1xi64>, %one: tensor<1xf32>, %z: tensor<1xi32>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  // expected-error@below {{its rule expects a range of 3 to 2^24 integers, found [0, 16777217]}}
  %0:6 = torch.aten._fused_moving_avg_obs_fq_helper_functional.default(%x, %on, %on, %one, %one, %one, %z, 0.25, 0, 16777217, -1)
      : (tensor<3x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xi32>)
      -> (tensor<3x4xf32>, none, none, none, none, none)
  // expected-error@below {{its rule expects a range of 3 to 2^24 integers, found [9223372036854775707, 9223372036854775807]}}
  %1:6 = torch.aten._fused_moving_avg_obs_fq_helper_functional.default(%x, %on, %on, %one, %one, %one, %z, 0.25, 9223372036854775707, 9223372036854775807, -1)
      : (tensor<3x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xi32>)
      -> (tensor<3x4xf32>, none, none, none, none, none)
  return %0#0, %1#0 : tensor<3x4xf32>, tensor<3x4xf32>
}
