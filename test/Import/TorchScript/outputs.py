# Outputs: what is returned is flattened, and named by fields, keys and places.
#
# REQUIRES: torch, libtorch
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: torch-onnx-translate --import-torchscript keys.pt --input-shapes='[2]f32' | FileCheck %s --check-prefix=KEYS
# RUN: torch-onnx-translate --import-torchscript nested.pt --input-shapes='[2]f32' | FileCheck %s --check-prefix=NESTED
# RUN: torch-onnx-translate --import-torchscript fields.pt --input-shapes='[2]f32' | FileCheck %s --check-prefix=FIELDS
# RUN: torch-onnx-translate --import-torchscript numbers.pt --input-shapes='[n]f32' | FileCheck %s --check-prefix=NUMBERS
# RUN: torch-onnx-translate --import-torchscript sizes.pt --input-shapes='[2]f32,int' | FileCheck %s --check-prefix=SIZES
# RUN: torch-onnx-translate --import-torchscript rows.pt --input-shapes='[n,3]f32' | FileCheck %s --check-prefix=ROWS
# RUN: torch-onnx-translate --import-torchscript rows.pt --input-shapes='[2,3]f32' | FileCheck %s --check-prefix=FIXED
# RUN: torch-onnx-translate --import-torchscript shapes.pt --input-shapes='[n,n]f32' | FileCheck %s --check-prefix=SHAPES
# RUN: torch-onnx-translate --import-torchscript pieces.pt --input-shapes='[n,3]f32' | FileCheck %s --check-prefix=PIECES

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


# Tensors of which the run decides how many there are: a sequence.
# ROWS: -> (!onnx.seq<tensor<3xf32>> {onnx.name = "output.0"}, tensor<f32> {onnx.name = "output.1"})
# ROWS: %[[X:.*]] = torch.aten.sin
# ROWS: %[[NONE:.*]] = onnx.NoValue
# ROWS: %[[LIST:.*]] = onnx.SplitToSequence(%[[X]], %[[NONE]]) {keepdims = 0 : i64}
# ROWS: return %[[LIST]],
# FIXED: -> (tensor<3xf32> {onnx.name = "output.0.0"}, tensor<3xf32> {onnx.name = "output.0.1"}, tensor<f32>
def rows(x: Tensor) -> Tuple[List[Tensor], Tensor]:
    return list(x.sin().unbind()), x.sum()


# Where each piece ends less where it begins is its size.
# PIECES: -> (!onnx.seq<tensor<?x3xf32>> {onnx.name = "output"})
# PIECES: %[[ENDS:.*]] = torch.aten.slice.Tensor(%[[BOUNDS:[^ ,]*]], start=1
# PIECES: %[[BEGINS:.*]] = torch.aten.slice.Tensor(%[[BOUNDS]], start=0, end=-1)
# PIECES: %[[LENGTHS:.*]] = torch.aten.sub.Tensor(%[[ENDS]], %[[BEGINS]])
# PIECES: onnx.SplitToSequence(%{{.*}}, %[[LENGTHS]]) {keepdims = 0 : i64}
def pieces(x: Tensor) -> List[Tensor]:
    return list(x.split(2))


# Tensors that differ in two dimensions: their elements in one, and their shapes.
# SHAPES: -> (!onnx.seq<tensor<?x?xf32>> {onnx.name = "output"})
# SHAPES: torch.while
# SHAPES: %[[PARTS:.*]] = onnx.SplitToSequence(%{{.*}}, %{{.*}}) {keepdims = 0 : i64}
# SHAPES: %[[ALL:.*]] = onnx.SplitToSequence(
# SHAPES: onnx.Loop(
# SHAPES: %[[PART:.*]] = onnx.SequenceAt(%[[PARTS]], %[[I:[^ ]*]])
# SHAPES: %[[SHAPE:.*]] = onnx.SequenceAt(%[[ALL]], %[[I]])
# SHAPES: onnx.Reshape(%[[PART]], %[[SHAPE]]) {allowzero = 1 : i64}
# SHAPES: onnx.SequenceInsert(
def shapes(x: Tensor) -> List[Tensor]:
    rows: List[Tensor] = []
    for i in range(x.size(0)):
        rows.append(x[i:, i:])
    return rows


save_script(
    shapes=shapes,
    keys=keys,
    nested=nested,
    fields=fields,
    numbers=numbers,
    sizes=sizes,
    rows=rows,
    pieces=pieces,
)
