"""Random numbers of generators that the program makes itself, while models are captured.

A generator that `forward` makes has the same seed in each run, so the numbers that are drawn
from it are constants. torch.export would make an object of the generator, which no model has.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import torch
from torch._subclasses.fake_tensor import unset_fake_temporarily
from torch.fx.experimental.proxy_tensor import disable_proxy_modes_tracing
from torch.utils import _pytree as pytree

# Functions whose results depend on nothing but sizes, numbers and a generator.
_NAMES = ("rand", "randn", "randint", "randperm", "normal")


class _Made(torch.Generator):
    """A generator of the program."""


def _draw(of_torch: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    @functools.wraps(of_torch)
    def draw(*args: Any, **kwargs: Any) -> torch.Tensor:
        leaves = pytree.tree_leaves((args, kwargs))
        if not isinstance(kwargs.get("generator"), _Made) or any(
            isinstance(leaf, (torch.Tensor, torch.SymInt, torch.SymFloat)) for leaf in leaves
        ):
            return of_torch(*args, **kwargs)
        with unset_fake_temporarily(), disable_proxy_modes_tracing():
            numbers = of_torch(*args, **kwargs)
        result: torch.Tensor = torch.ops.aten.lift_fresh.default(numbers)
        return result

    return draw


@contextlib.contextmanager
def numbers_of_own_generators() -> Iterator[None]:
    """Numbers are constants if they are drawn from generators that the program makes."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.object(torch, "Generator", _Made))
        for name in _NAMES:
            stack.enter_context(mock.patch.object(torch, name, _draw(getattr(torch, name))))
        yield
