# ===- runtime.py - models of ours in ONNX Runtime --------------------=== #
#
# RUN: rm -rf %t && mkdir -p %t && %python %s %t torch-onnx
# REQUIRES: onnx, onnxruntime
#
# Loads what every weights mode wrote and compares numbers; then a model with
# every construct that has its own form in the file: subgraphs, a function, a
# node in a foreign name space of ours, optional inputs and outputs.
#
# ===----------------------------------------------------------------------=== #

import os
import subprocess
import sys

import numpy as np
import onnxruntime as ort

folder, tool = sys.argv[1:]
os.chdir(folder)

WEIGHTS = """
module {
  func.func @main(%x: tensor<?x64xf32, #sym.dims<batch>> {onnx.name = "x"}) -> tensor<?x48xf32, #sym.dims<batch>> {
    %w = onnx.Constant {name = "fc.weight"} #weight.file<"w.bin", offset = 12, strides = [1, 64]> : tensor<64x48xf32>
    %v = onnx.Constant {name = "scale"} #weight.file<"w.bin", offset = 12> : tensor<48xf32>
    %h = onnx.Constant {name = "half"} #weight.expr<cast, [#weight.file<"w.bin", offset = 12> : tensor<1024xf32>]> : tensor<1024xf16>
    %i = onnx.Constant dense<[3]> : tensor<1xi64>
    %0 = onnx.MatMul(%x, %w) : (tensor<?x64xf32, #sym.dims<batch>>, tensor<64x48xf32>) -> tensor<?x48xf32, #sym.dims<batch>>
    %1 = onnx.Mul(%0, %v) : (tensor<?x48xf32, #sym.dims<batch>>, tensor<48xf32>) -> tensor<?x48xf32, #sym.dims<batch>>
    %2 = onnx.Gather(%h, %i) : (tensor<1024xf16>, tensor<1xi64>) -> tensor<1xf16>
    %3 = onnx.Cast(%2) {to = f32} : (tensor<1xf16>) -> tensor<1xf32>
    %4 = onnx.Add(%1, %3) : (tensor<?x48xf32, #sym.dims<batch>>, tensor<1xf32>) -> tensor<?x48xf32, #sym.dims<batch>>
    return %4 : tensor<?x48xf32, #sym.dims<batch>>
  }
}
"""

CONSTRUCTS = """
module {
  func.func private @twice(%a: tensor<2xf32> {onnx.name = "a"}) -> tensor<2xf32>
      attributes {onnx.domain = "my.fns"} {
    %c = onnx.Constant dense<2.0> : tensor<f32>
    %0 = onnx.Mul(%a, %c) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @main(%x: tensor<2xf32> {onnx.name = "x"}, %c: tensor<i1> {onnx.name = "c"}, %n: tensor<i64> {onnx.name = "n"})
      -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1x1x1x1xf32>) {
    %0 = call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
    %1 = onnx.If(%c) : (tensor<i1>) -> tensor<2xf32> then {
      onnx.Yield(%x) : (tensor<2xf32>) -> ()
    } else {
      %k = onnx.Constant dense<[3.0, 4.0]> : tensor<2xf32>
      onnx.Yield(%k) : (tensor<2xf32>) -> ()
    }
    %none = onnx.NoValue() : () -> none
    %2 = onnx.Loop(%n, %none, %x) : (tensor<i64>, none, tensor<2xf32>) -> tensor<2xf32> {
    ^bb0(%i: tensor<i64>, %cc: tensor<i1>, %v: tensor<2xf32>):
      %s = onnx.Add(%v, %0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      onnx.Yield(%cc, %s) : (tensor<i1>, tensor<2xf32>) -> ()
    }
    %low = onnx.Constant dense<5.0> : tensor<f32>
    %3 = onnx.Clip(%2, %low, %none) : (tensor<2xf32>, tensor<f32>, none) -> tensor<2xf32>
    %p = onnx.Constant dense<1.5> : tensor<1x1x3x3xf32>
    %4, %unused = onnx.MaxPool(%p) {kernel_shape = array<i64: 3, 3>} : (tensor<1x1x3x3xf32>) -> (tensor<1x1x1x1xf32>, tensor<1x1x1x1xi64>)
    return %0, %1, %3, %x, %0, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1x1x1x1xf32>
  }
}
"""


def convert(text, name, *options):
    with open("model.mlir", "w") as f:
        f.write(text)
    subprocess.run([tool, "model.mlir", "-o", name, *options], check=True)
    options = ort.SessionOptions()
    options.log_severity_level = 2
    return ort.InferenceSession(name, options, providers=["CPUExecutionProvider"])


def check(got, expected):
    np.testing.assert_allclose(got, np.asarray(expected, got.dtype), rtol=1e-5)


rng = np.random.default_rng(0)
data = rng.standard_normal(48 * 64).astype(np.float32)
with open("w.bin", "wb") as f:
    f.write(b"\xff" * 12 + data.tobytes())
weight = data.reshape(48, 64)

for mode in ("auto", "inline", "external", "reference"):
    for opset in (17, 21, 24):
        session = convert(WEIGHTS, f"{mode}.onnx", f"--weights={mode}", f"--opset={opset}")
        assert session.get_inputs()[0].shape == ["batch", 64]
        assert session.get_outputs()[0].shape == ["batch", 48]
        for batch in (1, 5):
            x = rng.standard_normal((batch, 64)).astype(np.float32)
            (y,) = session.run(None, {"x": x})
            expected = (x @ weight.T) * data[:48] + np.float32(np.float16(data[3]))
            np.testing.assert_allclose(y, expected, rtol=1e-4, atol=1e-4)
assert os.path.getsize("external.onnx") < 4096
assert os.path.getsize("reference.onnx") < 8192
assert not os.path.exists("reference.onnx.data")

session = convert(CONSTRUCTS, "constructs.onnx")
x = np.array([1, 2], np.float32)
for condition in (True, False):
    twice, branch, loop, same, again, pool = session.run(
        None, {"x": x, "c": np.array(condition), "n": np.array(3)}
    )
    check(twice, [2, 4])
    check(branch, [1, 2] if condition else [3, 4])
    check(loop, [7, 14])
    check(same, [1, 2])
    check(again, [2, 4])
    check(pool, [[[[1.5]]]])
