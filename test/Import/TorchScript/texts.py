# Strings are known at import, or only good for exceptions: a text with an unknown
# part is not compared.
#
# REQUIRES: torch, libtorch
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: torch-onnx-translate --import-torchscript known.pt --input-shapes='[4]f32' | FileCheck %s --check-prefix=KNOWN
# RUN: torch-onnx-translate --import-torchscript message.pt --input-shapes='[4]f32,int' 2>/dev/null | FileCheck %s --check-prefix=MESSAGE
# RUN: not torch-onnx-translate --import-torchscript compared.pt --input-shapes='[4]f32,int' 2>&1 | FileCheck %s --check-prefix=COMPARED
# RUN: not torch-onnx-translate --import-torchscript key.pt --input-shapes='[4]f32,int' 2>&1 | FileCheck %s --check-prefix=KEY
# RUN: not torch-onnx-translate --import-torchscript direction.pt --input-shapes='[4]f32,bool' 2>&1 | FileCheck %s --check-prefix=DIRECTION
# RUN: torch-onnx-translate --import-torchscript place.pt --input-shapes='[4]f32,int' 2>%t/place.txt | FileCheck %s --check-prefix=PLACE
# RUN: FileCheck %s --check-prefix=WARNING < %t/place.txt
# RUN: not torch-onnx-translate --import-torchscript wide.pt --input-shapes='[4]f32' 2>&1 | FileCheck %s --check-prefix=WIDE
# RUN: not torch-onnx-translate --import-torchscript endless.pt --input-shapes='[4]f32' 2>&1 | FileCheck %s --check-prefix=ENDLESS
# RUN: not torch-onnx-translate --import-torchscript absent.pt --input-shapes='[4]f32' 2>&1 | FileCheck %s --check-prefix=ABSENT

import os
import sys

from torch import Tensor

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
from scripts import save_script


# KNOWN-NOT: torch.if
# KNOWN: torch.aten.mul.Scalar({{.*}}, other=-179)
# KNOWN-NOT: torch.if
def known(x: Tensor):
    name = "encoder.layer.2"
    head, point, rest = name.rpartition(".")
    found = name.find("e", 1, 5) * 100 + name.count("e") * 7
    if not name.startswith("layer", 8) or name.endswith("2", 0, 4):
        found = 0
    if "%s-%d" % (head.title(), 3) != "Encoder.Layer-3" or f"{1.0}" != "1.":
        found = 0
    return x * (found - 100 + len(rest.zfill(3)) - 10 + 7)


# MESSAGE: torch.aten.add.Scalar
def message(x: Tensor, n: int):
    if n < 0:
        raise ValueError("found " + str(n) + f", {x.size(0)} and {n}")
    return x + n


# COMPARED: texts.py:[[#@LINE+2]]:0: error: the text of 'aten::format' (<a number that is known only at run time>) is known only at run time
def compared(x: Tensor, n: int):
    if f"{n}" == "3":
        x = x + 1
    return x


# KEY: error: 'aten::__getitem__' compares the text of 'aten::str' (<a number that is known only at run time>) is known only at run time and the string '3'
def key(x: Tensor, n: int):
    return {"3": x, "4": x + 1}[str(n)]


# DIRECTION: error: operand 1 of 'aten::sort.int' is a number that is known only at run time, expected a bool that is known at import
def direction(x: Tensor, p: bool):
    numbers = [3, 1, 2]
    numbers.sort(reverse=p)
    return x + numbers[0]


# The first equal number; that there is none raises.
# PLACE: arith.cmpi eq, %arg1
# PLACE: arith.select
# WARNING: warning: the program raises an exception here under a condition that is known only at run time
def place(x: Tensor, n: int):
    return x + [7, 5, 7].index(n)


# LibTorch would build a string of this size, and does not return in the next one. The
# rank keeps torch.jit from evaluating the calls.
# WIDE: error: operand 1 of 'aten::center' is the number 1099511627776 : i64, expected an int up to 1048576
def wide(x: Tensor):
    return x + len("a".center(x.dim() * 1099511627776))


# ENDLESS: error: operand 1 of 'aten::rsplit' is the string '', expected a string that is not empty
def endless(x: Tensor):
    separator = "b"
    if x.dim() == 1:
        separator = ""
    return x + len("abc".rsplit(separator))


# ABSENT: error: the program raises an exception for all values of these inputs
def absent(x: Tensor):
    return x + "abc".index("z")


save_script(
    known=known,
    message=message,
    compared=compared,
    key=key,
    direction=direction,
    place=place,
    wide=wide,
    endless=endless,
    absent=absent,
)
