"""Torch-ONNX: a compiler from PyTorch programs to ONNX models.

    program = torch_onnx_mlir.export(model, (image,), dynamic_shapes=({0: "batch"},))
    program.save("model.onnx")

`export` takes what torch.onnx.export takes.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

from torch_onnx_mlir._compatibility import torch_names as _names
from torch_onnx_mlir._support.interrupts import whole_imports
from torch_onnx_mlir._support.torch_version import check_torch

__version__ = "0.1.0"
# What models say of their making.
producer_name = "torch-onnx"
producer_version = __version__

sys.meta_path.append(_names.Finder)


# Imported when they are asked for: the tools of the package need none of them, and
# PyTorch takes half a second.
def __getattr__(name: str) -> Any:
    if name == "__all__":
        # `import *` asks for all of them: not those that this version of PyTorch lacks.
        return [n for n in sorted(_names.declared()) if hasattr(sys.modules[__name__], n)]
    home = _names.declared().get(name, "")
    if home == __name__ or name in _names.TORCH_MODULES:
        try:
            return importlib.import_module(f"{__name__}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"torch.onnx.{name}":
                raise
            text = f"this version of PyTorch has no torch.onnx.{name}, which is torch's own"
            raise AttributeError(text, name=name) from None
    if not home:
        raise _names.missing("", name)
    check_torch()
    with whole_imports():  # PyTorch may be imported here.
        try:
            value = getattr(importlib.import_module(home), name)
        except NotImplementedError as error:  # This version of PyTorch lacks what it needs.
            raise AttributeError(str(error), name=name) from None
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_names.declared()})
