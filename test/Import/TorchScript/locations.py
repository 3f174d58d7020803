# A location is the path of the module and the Python line.
#
# REQUIRES: torch, libtorch
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: torch-onnx-translate --import-torchscript script.pt --input-shapes='[2,4]f32' --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=SCRIPT
# RUN: torch-onnx-translate --import-torchscript trace.pt --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=TRACE

import os
import sys

import torch
from torch import Tensor, nn

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
from scripts import save_script, save_trace


def twice(x: Tensor):
    # SCRIPT-DAG: torch.aten.exp.default{{.*}} loc("blocks.1"({{.*}}locations.py":[[#@LINE+1]]:0))
    return x.exp()


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    # The line inside of PyTorch is that of the operator; the path is the module's.
    # SCRIPT-DAG: torch.aten.linear.default{{.*}} loc("blocks.0.layer"({{.*}}torch/nn/modules/linear.py":{{[0-9]+}}:0))
    # SCRIPT-DAG: torch.aten.linear.default{{.*}} loc("blocks.1.layer"(
    # TRACE-DAG: torch.aten.linear.default{{.*}} loc("blocks.0.layer"({{.*}}locations.py":[[#@LINE+2]]:0))
    def forward(self, x: Tensor):
        return twice(self.layer(x))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.Sequential(Block(), Block())

    # The root module has no path.
    # SCRIPT-DAG: torch.aten.sin.default{{.*}} loc({{"[^"(]*}}locations.py":[[#@LINE+3]]:0)
    # TRACE-DAG: torch.aten.sin.default{{.*}} loc({{"[^"(]*}}locations.py":[[#@LINE+2]]:0)
    def forward(self, x: Tensor):
        return self.blocks(x.sin())


# SCRIPT-DAG: @main(%{{.*}}: tensor<2x4xf32> {onnx.name = "x"} loc("x"("script.pt":0:0)))
save_script(script=Model())
save_trace("trace", Model(), torch.randn(2, 4))
