# ===- legalize-runtime.py - the numbers of old opsets ----------------=== #
#
# RUN: rm -rf %t && mkdir -p %t && %python %s %t torch-onnx
# REQUIRES: onnx, onnxruntime
#
# One program at opsets 9 to 12 and at 26, where nothing is rewritten: ONNX
# Runtime has to compute the same, bit for bit, of numbers that are special and
# of sizes that are 0. What is summed in another order is of whole numbers.
#
# ===----------------------------------------------------------------------=== #

import os
import subprocess
import sys

import numpy as np
import onnxruntime as ort

folder, tool = sys.argv[1:]
os.chdir(folder)

PROGRAM = """
module {
  func.func @main(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.name = "x"}, %i: tensor<?x2xi64, #sym.dims<m>> {onnx.name = "i"},
                  %a: tensor<1xi64> {onnx.name = "a"}, %b: tensor<1xi64> {onnx.name = "b"}, %k: tensor<i64> {onnx.name = "k"})
      -> (tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xi1, #sym.dims<n>>, tensor<?x4xi1, #sym.dims<n>>, tensor<?x4xi1, #sym.dims<n>>,
          tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xi64, #sym.dims<n>>,
          tensor<?xi64>, tensor<?xf32, #sym.dims<m>>, tensor<?x4xf32, #sym.dims<n>>, tensor<?x2x4xf32, #sym.dims<m>>,
          tensor<?x2xi64, #sym.dims<m>>, tensor<?x6xi64, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xi64, #sym.dims<n>>,
          tensor<?x2x5xf32, #sym.dims<m>>, tensor<?x4xf32, #sym.dims<n>>, tensor<?x2xf32, #sym.dims<m>>) {
    %none = onnx.NoValue() : () -> none
    %zero = onnx.Constant dense<0.0> : tensor<f32>
    %0 = onnx.Constant dense<0> : tensor<i64>
    %1 = onnx.Constant dense<1> : tensor<i64>
    %axis0 = onnx.Constant dense<0> : tensor<1xi64>
    %axis1 = onnx.Constant dense<1> : tensor<1xi64>
    %back = onnx.Constant dense<-2> : tensor<1xi64>
    %round = onnx.Round(%x) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>>
    %equal = onnx.Equal(%x, %round) : (tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xi1, #sym.dims<n>>
    %not_less = onnx.GreaterOrEqual(%x, %zero) : (tensor<?x4xf32, #sym.dims<n>>, tensor<f32>) -> tensor<?x4xi1, #sym.dims<n>>
    %inf = onnx.IsInf(%x) {detect_positive = 0 : i64} : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xi1, #sym.dims<n>>
    %part = onnx.Slice(%x, %a, %b, %axis0, %none) : (tensor<?x4xf32, #sym.dims<n>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<?x4xf32>
    %backward = onnx.Slice(%x, %a, %b, %axis0, %back) : (tensor<?x4xf32, #sym.dims<n>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x4xf32>
    %low = onnx.Clip(%x, %zero, %none) : (tensor<?x4xf32, #sym.dims<n>>, tensor<f32>, none) -> tensor<?x4xf32, #sym.dims<n>>
    %sum = onnx.CumSum(%low, %0) {reverse = 1 : i64} : (tensor<?x4xf32, #sym.dims<n>>, tensor<i64>) -> tensor<?x4xf32, #sym.dims<n>>
    %wide = onnx.Shape(%x) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<2xi64>
    %ones = onnx.ConstantOfShape(%wide) {value = dense<3> : tensor<1xi64>} : (tensor<2xi64>) -> tensor<?x4xi64, #sym.dims<n>>
    %count = onnx.CumSum(%ones, %0) {exclusive = 1 : i64} : (tensor<?x4xi64, #sym.dims<n>>, tensor<i64>) -> tensor<?x4xi64, #sym.dims<n>>
    %seven = onnx.Constant dense<7> : tensor<i64>
    %range = onnx.Range(%seven, %k, %k) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
    %picked = onnx.GatherND(%x, %i) : (tensor<?x4xf32, #sym.dims<n>>, tensor<?x2xi64, #sym.dims<m>>) -> tensor<?xf32, #sym.dims<m>>
    %put = onnx.ScatterND(%x, %i, %picked) : (tensor<?x4xf32, #sym.dims<n>>, tensor<?x2xi64, #sym.dims<m>>, tensor<?xf32, #sym.dims<m>>) -> tensor<?x4xf32, #sym.dims<n>>
    %rows = onnx.Gather(%x, %i) : (tensor<?x4xf32, #sym.dims<n>>, tensor<?x2xi64, #sym.dims<m>>) -> tensor<?x2x4xf32, #sym.dims<m>>
    %rest = onnx.Mod(%i, %k) : (tensor<?x2xi64, #sym.dims<m>>, tensor<i64>) -> tensor<?x2xi64, #sym.dims<m>>
    %pads = onnx.Constant dense<[0, 3, 0, -1]> : tensor<4xi64>
    %fill = onnx.Constant dense<9> : tensor<i64>
    %padded = onnx.Pad(%count, %pads, %fill, %none) : (tensor<?x4xi64, #sym.dims<n>>, tensor<4xi64>, tensor<i64>, none) -> tensor<?x6xi64, #sym.dims<n>>
    %three = onnx.Constant dense<3> : tensor<1xi64>
    %top:2 = onnx.TopK(%round, %three) {largest = 0 : i64} : (tensor<?x4xf32, #sym.dims<n>>, tensor<1xi64>) -> (tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xi64, #sym.dims<n>>)
    %five = onnx.Constant dense<5> : tensor<i64>
    %values = onnx.Constant dense<[0.0, 1.0]> : tensor<2xf32>
    %hot = onnx.OneHot(%i, %five, %values) : (tensor<?x2xi64, #sym.dims<m>>, tensor<i64>, tensor<2xf32>) -> tensor<?x2x5xf32, #sym.dims<m>>
    %less = onnx.Relu(%x) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>>
    %clipped = onnx.Clip(%x, %none, %zero) : (tensor<?x4xf32, #sym.dims<n>>, none, tensor<f32>) -> tensor<?x4xf32, #sym.dims<n>>
    %elements = onnx.GatherElements(%x, %i) {axis = -1 : i64} : (tensor<?x4xf32, #sym.dims<n>>, tensor<?x2xi64, #sym.dims<m>>) -> tensor<?x2xf32, #sym.dims<m>>
    return %round, %equal, %not_less, %inf, %part, %backward, %low, %sum, %count, %range, %picked, %put, %rows, %rest, %padded, %top#0, %top#1, %hot, %clipped, %elements
        : tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xi1, #sym.dims<n>>, tensor<?x4xi1, #sym.dims<n>>, tensor<?x4xi1, #sym.dims<n>>,
          tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xi64, #sym.dims<n>>,
          tensor<?xi64>, tensor<?xf32, #sym.dims<m>>, tensor<?x4xf32, #sym.dims<n>>, tensor<?x2x4xf32, #sym.dims<m>>,
          tensor<?x2xi64, #sym.dims<m>>, tensor<?x6xi64, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xi64, #sym.dims<n>>,
          tensor<?x2x5xf32, #sym.dims<m>>, tensor<?x4xf32, #sym.dims<n>>, tensor<?x2xf32, #sym.dims<m>>
  }
}
"""

with open("program.mlir", "w") as file:
    file.write(PROGRAM)


def load(opset):
    name = f"{opset}.onnx"
    subprocess.run([tool, "program.mlir", "-o", name, f"--opset={opset}"], check=True)
    return ort.InferenceSession(name, providers=["CPUExecutionProvider"])


SPECIAL = np.array(
    [
        [0.5, 1.5, 2.5, -0.5],
        [-1.5, -2.5, 0.49999997, -0.49999997],
        [8388607.5, 8388609.0, -8388607.5, 3e38],
        [0.0, -0.0, np.inf, -np.inf],
        [np.nan, 1e-45, -1e-45, 0.50000006],
    ],
    np.float32,
)
WHOLE = np.arange(-12, 12, dtype=np.float32).reshape(6, 4)
INDICES = np.array([[0, 1], [-1, -4], [2, 3], [-2, 0]])


def cases():
    few = INDICES[:0]
    for start, end in ((0, 3), (-4, 100), (2, -100), (-1, 1), (100, 0), (-100, 2), (3, -1)):
        for step in (2, -3):
            yield WHOLE, INDICES, start, end, step
    yield SPECIAL, INDICES, 0, 2, 5
    yield WHOLE[:0], few, 0, 2, 1
    yield WHOLE[:1], few, 5, -5, -1


sessions = {opset: load(opset) for opset in (9, 10, 11, 12, 26)}
outputs = [output.name for output in sessions[26].get_outputs()]
for x, i, start, end, step in cases():
    feed = {"x": x, "i": i, "a": np.array([start]), "b": np.array([end]), "k": np.array(step)}
    results = {opset: session.run(None, feed) for opset, session in sessions.items()}
    for opset in (9, 10, 11, 12):
        for number, (old, new) in enumerate(zip(results[opset], results[26])):
            # What is the smallest of NaNs is open, and which of them.
            if np.isnan(x).any() and outputs[number] in outputs[15:17]:
                old, new = old[:4], new[:4]
            message = f"opset {opset}, result {number}, case {start} {end} {step}"
            assert old.dtype == new.dtype and old.shape == new.shape, message
            np.testing.assert_array_equal(old, new, message)
            if number == 0:
                # Zeros have the sign of what was rounded, if that was not 0.
                signs = np.signbit(np.stack((old, new))[:, x != 0])
                np.testing.assert_array_equal(signs[0], signs[1], message)
