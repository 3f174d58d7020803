"""Functions of TorchScript that a model calls while it is captured."""

from __future__ import annotations

import contextlib
import inspect
import threading
from collections.abc import Iterator
from typing import Any
from unittest import mock

import torch


def _has_control_flow(function: Any) -> bool:
    graph = function.inlined_graph
    return any(graph.findNode(kind, True) is not None for kind in ("prim::If", "prim::Loop"))


@contextlib.contextmanager
def scripts_inlined(called: list[str]) -> Iterator[None]:
    """Scripted functions with branches or loops run as the Python functions that they were.

    TorchScript decides a condition on a symbolic size by the example and leaves no guard, so
    the program would be wrong for other sizes. torch.export guards conditions in Python.

    Args:
        called: Takes the names of these functions.
    """
    script = torch._C.ScriptFunction
    call = script.__call__
    capturing = threading.get_ident()

    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        source = inspect.getattr_static(self, "_torchdynamo_inline", None)
        if threading.get_ident() != capturing or source is None or not _has_control_flow(self):
            return call(self, *args, **kwargs)
        called.append(self.name)
        return source(*args, **kwargs)

    with mock.patch.object(script, "__call__", run):
        yield
