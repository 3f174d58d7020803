# Exceptions: a model cannot raise. A block that raises is not taken, and one
# warning names all places, however often they are interpreted.
#
# REQUIRES: torch, libtorch
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: torch-onnx-translate --import-torchscript unknown.pt --input-shapes='[n,4]f32,int' 2>%t/unknown.txt | FileCheck %s --check-prefix=UNKNOWN
# RUN: FileCheck %s --check-prefix=WARNING --implicit-check-not=warning: < %t/unknown.txt
# RUN: torch-onnx-translate --import-torchscript known.pt --input-shapes='[n,4]f32' 2>&1 | FileCheck %s --check-prefix=KNOWN --implicit-check-not=warning:
# RUN: not torch-onnx-translate --import-torchscript known.pt --input-shapes='[4]f32' 2>&1 | FileCheck %s --check-prefix=ALWAYS

import os
import sys

from torch import Tensor

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
from scripts import save_script


# WARNING: exceptions.py:[[#@LINE+9]]:0: warning: the program raises an exception here under a condition that is known only at run time; the model does not check it
# WARNING: exceptions.py:[[#@LINE+11]]:0: note: and here
# UNKNOWN: torch.while
# UNKNOWN-NOT: torch.if
# UNKNOWN: %[[Y:.*]] = torch.aten.sin.default(%[[X:.*]])
# UNKNOWN-NOT: torch.if
# UNKNOWN: torch.yield %{{.*}}, %[[Y]]
def unknown(x: Tensor, n: int):
    for i in range(n):
        if x.size(0) > 100:
            raise ValueError("too many rows")
        x = x.sin()
        assert bool((x > 0).all()), "negative"
    return x


# KNOWN: torch.aten.cos.default
# ALWAYS: error: the program raises an exception for all values of these inputs
def known(x: Tensor):
    if x.dim() != 2:
        raise ValueError("expected a matrix")
    return x.cos()


save_script(unknown=unknown, known=known)
