# Outputs: what is returned is flattened, and named by fields, keys and places.
#
# REQUIRES: torch, libtorch
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: torch-onnx-translate --import-torchscript keys.pt --input-shapes='[2]f32' | FileCheck %s --check-prefix=KEYS
# RUN: torch-onnx-translate --import-torchscript nested.pt --input-shapes='[2]f32' | FileCheck %s --check-prefix=NESTED
# RUN: torch-onnx-translate --import-torchscript fields.pt --input-shapes='[2]f32' | FileCheck %s --check-prefix=FIELDS
# RUN: torch-onnx-translate --import-torchscript numbers.pt --input-shapes='[n]f32' | FileCheck %s --check-prefix=NUMBERS
# RUN: torch-onnx-translate --import-torchscript sizes.pt --input-shapes='[2]f32,int' | FileCheck %s --check-prefix=SIZES

import os
import sys
from typing import Dict, List, NamedTuple, Optional, Tuple

from torch import Tensor

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
from scripts import save_script


# KEYS: -> (tensor<2xf32> {onnx.name = "logits"}, tensor<f32> {onnx.name = "loss"})
# KEYS: %[[LOGITS:.*]] = torch.aten.sin
# KEYS: %[[LOSS:.*]] = torch.aten.sum
# KEYS: return %[[LOGITS]], %[[LOSS]]
def keys(x: Tensor) -> Dict[str, Tensor]:
    return {"logits": x.sin(), "loss": x.sum()}


# None is no output, and a list of known length is one for each element.
# NESTED: -> (tensor<2xf32> {onnx.name = "output.0"}, tensor<2xf32> {onnx.name = "output.1.0"}, tensor<2xf32> {onnx.name = "output.1.1"}, tensor<f32> {onnx.name = "output.3.total"})
def nested(
    x: Tensor,
) -> Tuple[Tensor, List[Tensor], Optional[Tensor], Dict[str, Tensor]]:
    return x, [x.sin(), x.cos()], None, {"total": x.sum()}


class Boxes(NamedTuple):
    corners: Tensor
    scores: Tensor


# FIELDS: -> (tensor<2xf32> {onnx.name = "corners"}, tensor<f32> {onnx.name = "scores"})
def fields(x: Tensor) -> Boxes:
    return Boxes(x, x.sum())


# What torch.tensor() makes of numbers.
# NUMBERS: -> (i64 {onnx.name = "output.0"}, f32 {onnx.name = "output.1"}, i1 {onnx.name = "output.2"})
# NUMBERS: %[[N:.*]] = torch.aten.sym_size.int
# NUMBERS: arith.truncf
# NUMBERS: return %[[N]], %{{.*}}, %{{.*}} : i64, f32, i1
def numbers(x: Tensor) -> Tuple[int, float, bool]:
    return x.size(0), float(x.size(0)) / 2, x.dim() == 1


# Numbers of which the run decides how many there are: one tensor.
# SIZES: -> (tensor<?xi64, #sym.dims<{{.*}}>> {onnx.name = "output"})
# SIZES: torch.while
# SIZES: torch.aten.cat.default
def sizes(x: Tensor, n: int) -> List[int]:
    found: List[int] = []
    for i in range(n):
        found.append(i * 2)
    return found


save_script(keys=keys, nested=nested, fields=fields, numbers=numbers, sizes=sizes)
