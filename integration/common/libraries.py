"""timm, torchvision, diffusers and torchao, which only the export of some models needs.

They lie in a folder of the environment that Python does not look into by itself
(utils/setup.sh makes it of utils/requirements-models.txt): torchvision from the
package registry has operators for CUDA only, and transformers, which imports
torchvision wherever it finds it, would not start with it.
"""

from __future__ import annotations

import ctypes
import functools
import importlib
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = Path(sys.prefix) / "libraries"


def _loads(folder: Path) -> bool:
    """Whether torchvision's own operators are for this build of torch."""
    try:
        for library in folder.glob("_C*.so"):
            ctypes.CDLL(str(library))
            return True
    except OSError:
        pass
    return False


def _has_operators() -> bool:
    """In place of torchvision's own question: a function, which torch.jit.script reads."""
    return True


@functools.cache
def _prepare() -> Any:
    """Makes the folder known; what it returns must live as long as the process."""
    if FOLDER.is_dir():
        sys.path.append(str(FOLDER))
        importlib.invalidate_caches()
    spec = find_spec("torchvision")
    if spec is None or spec.origin is None or _loads(Path(spec.origin).parent):
        return None
    from integration.torchvision_ops.references import register

    operators = register(described=("nms",))  # by torchvision's Python code
    operators.define("qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    extension = importlib.import_module("torchvision.extension")
    extension._has_ops = _has_operators
    return operators


def torchvision_operators() -> Any:
    """The operators of torchvision, whether it is installed or not; they are there as long as
    the result lives. One process can define them once."""
    operators = _prepare()
    if operators is not None:
        importlib.import_module("torchvision")  # describes the others
        return operators
    from integration.torchvision_ops.references import register

    return register()


def use(name: str) -> ModuleType:
    """Imports one of the libraries."""
    _prepare()
    return importlib.import_module(name)
