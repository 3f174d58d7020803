# Inputs from arrays or random numbers, outputs printed or compared, values by
# name.
#
# RUN: %python %s %t
# RUN: torch-onnx-run %t/model.mlir --inputs=%t/inputs.npz --print=%%1 | FileCheck %s
# CHECK: %1: tensor<4xf32> dense<[2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00]>
# CHECK-NEXT: y: tensor<4xf32> dense<[4.000000e+00, 6.000000e+00, 8.000000e+00, 1.000000e+01]>
# CHECK-NEXT: result1: tensor<i64> dense<4>
#
# RUN: torch-onnx-run %t/model.mlir --inputs=%t/inputs.npz --limit=2 | FileCheck %s --check-prefix=LIMIT
# LIMIT: y: tensor<4xf32> dense<[4.000000e+00, 6.000000e+00]> ...
#
# RUN: torch-onnx-run %t/model.mlir --inputs=%t/inputs.npz --expect=%t/right.npz
# RUN: not torch-onnx-run %t/model.mlir --inputs=%t/inputs.npz --expect=%t/wrong.npz 2>&1 | FileCheck %s --check-prefix=WRONG
# WRONG: error: output 'y': 1 of 4 elements differ; element 3 is dense<1.000000e+01> : tensor<f32>, expected dense<1.100000e+01> : tensor<f32>
#
# Outputs that are written are read by numpy, and by the tool.
# RUN: torch-onnx-run %t/model.mlir --inputs=%t/inputs.npz --save=%t/saved.npz | count 0
# RUN: torch-onnx-run %t/model.mlir --inputs=%t/inputs.npz --expect=%t/saved.npz
# RUN: torch-onnx-run %t/types.mlir --save=%t/all-types.npz
# RUN: %python -c "import numpy, sys; f = numpy.load(sys.argv[1]); print(f.files, *((f[n].dtype.str, f[n].tolist()) for n in f.files))" %t/all-types.npz | FileCheck %s --check-prefix=SAVED
# SAVED: ['result0', 'result1', 'result2[0]', 'result2[1]'] ('|V2', [b'\x80?', b'\x00@']) ('|b1', {{\[\[}}True, False]]) ('<i8', 3) ('<i8', 4)
#
# Random numbers are those of the seed.
# RUN: torch-onnx-run %t/static.mlir --seed=3 > %t/first
# RUN: torch-onnx-run %t/static.mlir --seed=3 > %t/second
# RUN: cmp %t/first %t/second
# RUN: torch-onnx-run %t/static.mlir --seed=4 > %t/third
# RUN: not cmp %t/first %t/third
#
# RUN: not torch-onnx-run %t/model.mlir 2>&1 | FileCheck %s --check-prefix=DYNAMIC
# DYNAMIC: error: input 'x' has dynamic sizes; pass it with --inputs, or set its sizes with --dim
# RUN: not torch-onnx-run %t/model.mlir --inputs=%t/types.npz 2>&1 | FileCheck %s --check-prefix=TYPE
# TYPE: error: x: the elements are '<f8', expected f32
# RUN: not torch-onnx-run %t/model.mlir --inputs=%t/columns.npz 2>&1 | FileCheck %s --check-prefix=COLUMNS
# COLUMNS: error: x: the array is in column-major order; save its numpy.ascontiguousarray()
# RUN: not torch-onnx-run %t/model.mlir --inputs=%t/cut.npy 2>&1 | FileCheck %s --check-prefix=CUT
# CUT: error: x: the array has 12 bytes, which do not fit its shape
# RUN: not torch-onnx-run %t/model.mlir --inputs=%t/model.mlir 2>&1 | FileCheck %s --check-prefix=NOARRAY
# NOARRAY: error: x: this is not a NumPy array
#
# Inputs are not overwritten.
# RUN: not torch-onnx-run %t/model.mlir --inputs=%t/inputs.npz --save=%t/inputs.npz 2>&1 | FileCheck %s --check-prefix=INPUT
# RUN: not torch-onnx-run %t/model.mlir --inputs=%t/inputs.npz --expect=%t/right.npz --save=%t/right.npz 2>&1 | FileCheck %s --check-prefix=INPUT
# INPUT: error: {{.*}}.npz: is an input, which is not overwritten
# RUN: torch-onnx-run %t/model.mlir --inputs=%t/inputs.npz --expect=%t/right.npz
import sys
from pathlib import Path

import numpy

folder = Path(sys.argv[1])
folder.mkdir(exist_ok=True)
MODEL = """
func.func @main(%x: tensor<SIZExf32> {onnx.name = "x"}) -> (tensor<SIZExf32> {onnx.name = "y"}, tensor<i64>) {
  %0 = onnx.Constant dense<1.0> : tensor<f32>
  %1 = onnx.Add(%x, %0) : (tensor<SIZExf32>, tensor<f32>) -> tensor<SIZExf32>
  %2 = onnx.Add(%1, %1) : (tensor<SIZExf32>, tensor<SIZExf32>) -> tensor<SIZExf32>
  %3 = onnx.Size(%x) : (tensor<SIZExf32>) -> tensor<i64>
  return %2, %3 : tensor<SIZExf32>, tensor<i64>
}
"""
(folder / "model.mlir").write_text(MODEL.replace("SIZE", "?"))
(folder / "types.mlir").write_text("""
func.func @main() -> (tensor<2xbf16>, tensor<1x2xi1>, !onnx.seq<tensor<i64>>) {
  %0 = onnx.Constant dense<[1.0, 2.0]> : tensor<2xbf16>
  %1 = onnx.Constant dense<[[true, false]]> : tensor<1x2xi1>
  %2 = onnx.Constant dense<3> : tensor<i64>
  %3 = onnx.Constant dense<4> : tensor<i64>
  %4 = onnx.SequenceConstruct(%2, %3) : (tensor<i64>, tensor<i64>) -> !onnx.seq<tensor<i64>>
  return %0, %1, %4 : tensor<2xbf16>, tensor<1x2xi1>, !onnx.seq<tensor<i64>>
}
""")
(folder / "static.mlir").write_text(MODEL.replace("SIZE", "4"))
x = numpy.array([1, 2, 3, 4], numpy.float32)
y = 2 * (x + 1)
numpy.savez(folder / "inputs.npz", x=x)
numpy.savez_compressed(folder / "right.npz", y=y, result1=numpy.int64(4))
numpy.savez(folder / "wrong.npz", y=y + (x == 4), result1=numpy.int64(4))
numpy.savez(folder / "types.npz", x=x.astype(numpy.float64))
numpy.savez(folder / "columns.npz", x=numpy.asfortranarray(numpy.ones((2, 2), numpy.float32)))
numpy.save(folder / "cut.npy", x)
(folder / "cut.npy").write_bytes((folder / "cut.npy").read_bytes()[:-4])
