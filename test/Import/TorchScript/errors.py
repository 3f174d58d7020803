# Programs that are refused: the line, what was found, and what to do.
#
# REQUIRES: torch, libtorch
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: not torch-onnx-translate --import-torchscript ranks.pt --input-shapes='[n]f32,bool' 2>&1 | FileCheck %s --check-prefix=RANKS
# RUN: torch-onnx-translate --import-torchscript unused.pt --input-shapes='[n]f32,bool' | FileCheck %s --check-prefix=UNUSED
# RUN: not torch-onnx-translate --import-torchscript keys.pt --input-shapes='[n]f32,bool' 2>&1 | FileCheck %s --check-prefix=KEYS
# RUN: not torch-onnx-translate --import-torchscript carried.pt --input-shapes='[n]f32,int' 2>&1 | FileCheck %s --check-prefix=CARRIED
# RUN: not torch-onnx-translate --import-torchscript returned.pt --input-shapes='[n,n]f32,int' 2>&1 | FileCheck %s --check-prefix=RETURNED
# RUN: not torch-onnx-translate --import-torchscript deep.pt --input-shapes='[2]f32,int' 2>&1 | FileCheck %s --check-prefix=DEEP
# RUN: torch-onnx-translate --import-torchscript deep.pt --input-shapes='[2]f32,1' | FileCheck %s --check-prefix=UNROLLED
# RUN: not torch-onnx-translate --import-torchscript rank.pt 2>&1 | FileCheck %s --check-prefix=OPEN
# RUN: not torch-onnx-translate --import-torchscript rank.pt --input-shapes='[2]f32,[2]f32' 2>&1 | FileCheck %s --check-prefix=MANY
# RUN: not torch-onnx-translate --import-torchscript ranks.pt --input-shapes='[2]f32' 2>&1 | FileCheck %s --check-prefix=FEW
# RUN: not torch-onnx-translate --import-torchscript rank.pt --input-shapes='[2]f33' 2>&1 | FileCheck %s --check-prefix=TEXT
# RUN: not torch-onnx-translate --import-torchscript manager.pt --input-shapes='[2]f32' 2>&1 | FileCheck %s --check-prefix=MANAGER
# RUN: not torch-onnx-translate --import-torchscript quantized.pt --input-shapes='[2,4]f32' 2>&1 | FileCheck %s --check-prefix=QUANTIZED

import os
import sys
from typing import Any, Dict, List

import torch
from torch import Tensor, nn

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
from scripts import save_script


# RANKS: errors.py:[[#@LINE+5]]:0: error: the value is a tensor
# RANKS-SAME: because the branch is decided at run time; expected the same kind, dtype and rank in both
def ranks(x: Tensor, p: bool):
    if p:
        x = x.sum()
    return x.sin()


# What is never used is no error.
# UNUSED: return %{{.*}} : tensor<?xf32, #sym.dims<n>>
def unused(x: Tensor, p: bool):
    y = x
    if p:
        y = x.sum()
    if x.dim() == 2:
        x = y
    return x


# KEYS: error: the dictionary has different keys in two cases
def keys(x: Tensor, p: bool):
    table: Dict[str, Tensor] = {}
    if p:
        table["a"] = x
    return table["a"]


# CARRIED: errors.py:[[#@LINE+4]]:0: error: the value is a tensor
# CARRIED-SAME: because the loop is decided at run time
def carried(x: Tensor, n: int):
    for _ in range(n):
        x = x.unsqueeze(0).sin()
    return x


# RETURNED: errors.py:[[#@LINE+3]]:0: error: the list has a length that is known only at run time, and its elements are not tensors of one dtype and rank
def returned(x: Tensor, n: int) -> List[Tensor]:
    rows: List[Tensor] = [x]
    for i in range(n):
        rows.append(x.sum(0))
    return rows


# Each loop multiplies the interpretations of its body: the limit is met at once.
# DEEP: errors.py:[[#]]:0: error: loops are nested more than 8 deep
# UNROLLED-NOT: torch.while
# UNROLLED: torch.aten.sin.default
def _nest(depth):
    lines = ["def deep(x: Tensor, n: int):"]
    lines += ["    " * level + f"for i{level} in range(n):" for level in range(1, depth + 1)]
    lines += ["    " * (depth + 1) + "x = x.sin()", "    return x"]
    path = os.path.join(os.getcwd(), "errors.py")
    with open(path, "w") as file:
        file.write("from torch import Tensor\n" + "\n".join(lines) + "\n")
    space = {"__name__": "errors"}
    exec(compile(open(path).read(), path, "exec"), space)
    return space["deep"]


# OPEN: errors.py:[[#@LINE+4]]:0: error: {{.*}}; the types of the inputs are not known: give them with --input-shapes='[1,3,?,?]f32,...'
# MANY: rank.pt:0:0: error: --input-shapes has 2 inputs, 'forward' takes 1
# TEXT: error: --input-shapes: {{.*}}f33
def rank(x: Tensor):
    return x + x.dim()


# FEW: ranks.pt:0:0: error: --input-shapes has 1 inputs, 'forward' also needs 'p'


# MANAGER: error: the context manager '__torch__.Manager' is not supported
@torch.jit.script
class Manager:
    def __init__(self, n: int):
        self.n = n

    def __enter__(self):
        self.n += 1

    def __exit__(self, type: Any, value: Any, trace: Any):
        self.n -= 1


def manager(x: Tensor):
    with Manager(3):
        return x.sin()


class Quantized(nn.Module):
    def __init__(self):
        super().__init__()
        weight = torch.quantize_per_channel(
            torch.randn(3, 4), torch.ones(3), torch.zeros(3), 0, torch.quint4x2
        )
        self.register_buffer("weight", weight)

    # QUANTIZED: error: {{.*}}: storages of class 'torch.QUInt4x2Storage' are not read
    def forward(self, x: Tensor):
        return x @ self.weight.dequantize().t()


save_script(
    ranks=ranks,
    unused=unused,
    keys=keys,
    carried=carried,
    returned=returned,
    deep=_nest(19),
    rank=rank,
    manager=manager,
    quantized=Quantized(),
)
