"""Conditions on dynamic sizes that Python decides while a model is captured.

torch.export runs Python's `if` with the sizes of the example, so the program has one branch.
torch.export adds at most an assertion or a narrower range of the size, and an ONNX model checks
neither.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from unittest import mock

import torch

from torch_onnx_mlir._support.torch_internals import name_of_source

_OWN = (os.path.dirname(torch.__file__), os.path.dirname(os.path.dirname(__file__)))


def _in_terms_of_arguments(condition: torch.SymBool, is_true: bool) -> str:
    """The condition that holds for the example: `x.size(0) > 12`."""
    expression = condition.node.expr if is_true else ~condition.node.expr
    names = {}
    for symbol, sources in condition.node.shape_env.var_to_sources.items():
        for source in sources[:1]:
            argument = re.sub(r"^L\['(\w+)'\]", r"\1", name_of_source(source))
            names[str(symbol)] = re.sub(r"\.size\(\)\[(\d+)\]$", r".size(\1)", argument)
    return re.sub(r"\b\w+\b", lambda word: names.get(word[0], word[0]), str(expression))


@contextlib.contextmanager
def branches_recorded(conditions: list[str]) -> Iterator[None]:
    """Record the conditions that code outside of PyTorch decides by the example.

    Args:
        conditions: Takes each of them, with its place. A condition that holds for all sizes is
            left out.
    """
    decide: Callable[[torch.SymBool], bool] = torch.SymBool.__bool__
    capturing = threading.get_ident()

    def record(condition: torch.SymBool) -> bool:
        frame = sys._getframe(1)
        path = frame.f_code.co_filename
        is_own = path.startswith(_OWN) or threading.get_ident() != capturing
        environment = getattr(condition.node, "shape_env", None)
        if is_own or environment is None:
            return decide(condition)
        known = environment._maybe_evaluate_static(condition.node.expr)
        is_true = decide(condition)
        if known is None:
            text = f"{_in_terms_of_arguments(condition, is_true)} ({path}:{frame.f_lineno})"
            if text not in conditions:
                conditions.append(text)
        return is_true

    with mock.patch.object(torch.SymBool, "__bool__", record):
        yield
