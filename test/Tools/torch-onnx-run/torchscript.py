# Programs of torch.jit.save: a traced one knows its inputs, a scripted one is told
# by --input-shapes.
#
# REQUIRES: torch, libtorch
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: torch-onnx-run traced.pt --inputs=inputs.npz | FileCheck %s --check-prefix=VALUE
# RUN: torch-onnx-run scripted.pt --input-shapes='[3]f32,int' --inputs=inputs.npz | FileCheck %s --check-prefix=VALUE
# RUN: torch-onnx-run scripted.pt --input-shapes='[n]f32,2' --unroll=4 --inputs=inputs.npz | FileCheck %s --check-prefix=VALUE
# VALUE: tensor<3xf32> dense<[4.000000e+00, 8.000000e+00, 1.200000e+01]>
#
# RUN: not torch-onnx-run scripted.pt 2>&1 | FileCheck %s --check-prefix=UNKNOWN
# UNKNOWN: --input-shapes
# RUN: not torch-onnx-run scripted.pt --input-shapes='[3' 2>&1 | FileCheck %s --check-prefix=WRONG
# WRONG: error: --input-shapes:
# RUN: not torch-onnx-run scripted.pt --model=a 2>&1 | FileCheck %s --check-prefix=MODEL
# MODEL: error: scripted.pt: --model selects a program of torch.export.save; an archive of torch.jit.save holds one model
# RUN: not torch-onnx-run text.mlir --input-shapes='[3]f32' 2>&1 | FileCheck %s --check-prefix=TEXT
# TEXT: error: text.mlir: --input-shapes is for programs of torch.jit.save
import pathlib

import numpy
import torch


class Doubled(torch.nn.Module):
    def forward(self, x: torch.Tensor, times: int) -> torch.Tensor:
        for _ in range(times):
            x = x * 2
        return x


class Traced(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * 2 * 2


torch.jit.trace(Traced(), (torch.ones(3),)).save("traced.pt")
torch.jit.script(Doubled()).save("scripted.pt")
x = numpy.array([1, 2, 3], numpy.float32)
numpy.savez("inputs.npz", arr_0=x, arr_1=numpy.int64(2))
pathlib.Path("text.mlir").write_text("func.func @main() { return }")
