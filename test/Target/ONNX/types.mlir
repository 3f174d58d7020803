// Element types, dimensions and the types that are no tensors.
//
// RUN: torch-onnx-opt --onnx-prepare-for-export %s | torch-onnx-translate --to-onnx -o %t.onnx
// RUN: %python %S/Inputs/dump_onnx.py %t.onnx | FileCheck %s
// REQUIRES: onnx

module attributes {onnx.opset = 21 : i64} {
  func.func @main(
      // CHECK: input scalar: float[]
      %0: tensor<f32> {onnx.name = "scalar"},
      // CHECK-NEXT: input dims: float[batch, 3, ?, 2*batch + seq]
      %1: tensor<?x3x?x?xf32, #sym.dims<batch, ?, 2*batch + seq>> {onnx.name = "dims"},
      // CHECK-NEXT: input functions: float[floor(0.7*batch), trunc(0.7*seq), 2*Max(1, seq) + 1, "batch size"]
      %functions: tensor<?x?x?x?xf32, #sym.dims<floor(0.7*batch), trunc(0.7*float(seq)), 1 + 2*Max(seq, 1), "batch size">> {onnx.name = "functions"},
      // CHECK-NEXT: input unknown: float[?, ?]
      %2: tensor<?x?xf32> {onnx.name = "unknown"},
      // CHECK-NEXT: input a: bool[0]
      %3: tensor<0xi1> {onnx.name = "a"},
      // CHECK-NEXT: input b: int8[1]
      %4: tensor<1xi8> {onnx.name = "b"},
      // CHECK-NEXT: input c: int16[1]
      %5: tensor<1xi16> {onnx.name = "c"},
      // CHECK-NEXT: input d: int32[1]
      %6: tensor<1xi32> {onnx.name = "d"},
      // CHECK-NEXT: input e: int64[1]
      %7: tensor<1xi64> {onnx.name = "e"},
      // CHECK-NEXT: input f: uint8[1]
      %8: tensor<1xui8> {onnx.name = "f"},
      // CHECK-NEXT: input g: uint16[1]
      %9: tensor<1xui16> {onnx.name = "g"},
      // CHECK-NEXT: input h: uint32[1]
      %10: tensor<1xui32> {onnx.name = "h"},
      // CHECK-NEXT: input i: uint64[1]
      %11: tensor<1xui64> {onnx.name = "i"},
      // CHECK-NEXT: input j: float16[1]
      %12: tensor<1xf16> {onnx.name = "j"},
      // CHECK-NEXT: input k: bfloat16[1]
      %13: tensor<1xbf16> {onnx.name = "k"},
      // CHECK-NEXT: input l: double[1]
      %14: tensor<1xf64> {onnx.name = "l"},
      // CHECK-NEXT: input m: complex64[1]
      %15: tensor<1xcomplex<f32>> {onnx.name = "m"},
      // CHECK-NEXT: input n: complex128[1]
      %16: tensor<1xcomplex<f64>> {onnx.name = "n"},
      // CHECK-NEXT: input o: float8e4m3fn[1]
      %17: tensor<1xf8E4M3FN> {onnx.name = "o"},
      // CHECK-NEXT: input p: float8e4m3fnuz[1]
      %18: tensor<1xf8E4M3FNUZ> {onnx.name = "p"},
      // CHECK-NEXT: input q: float8e5m2[1]
      %19: tensor<1xf8E5M2> {onnx.name = "q"},
      // CHECK-NEXT: input r: float8e5m2fnuz[1]
      %20: tensor<1xf8E5M2FNUZ> {onnx.name = "r"},
      // CHECK-NEXT: input s: uint4[1]
      %21: tensor<1xui4> {onnx.name = "s"},
      // CHECK-NEXT: input t: int4[1]
      %22: tensor<1xi4> {onnx.name = "t"},
      // CHECK-NEXT: input u: string[2]
      %23: tensor<2x!onnx.str> {onnx.name = "u"},
      // CHECK-NEXT: input v: seq(float[batch])
      %24: !onnx.seq<tensor<?xf32, #sym.dims<batch>>> {onnx.name = "v"},
      // CHECK-NEXT: input w: optional(float[1])
      %25: !onnx.opt<tensor<1xf32>> {onnx.name = "w"})
      // CHECK-NEXT: output y: bool[]
      -> (tensor<i1> {onnx.name = "y"}, tensor<1x!onnx.str>) {
    %has = onnx.OptionalHasElement(%25) : (!onnx.opt<tensor<1xf32>>) -> tensor<i1>
    // CHECK: initializer /constant: string[1] = ['text']
    %text = onnx.Constant dense<"text"> : tensor<1x!onnx.str>
    return %has, %text : tensor<i1>, tensor<1x!onnx.str>
  }
}
// CHECK: canonical True
