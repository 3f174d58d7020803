"""Functions as modules, which is what torch.export captures."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch.nn import functional

# Where captures replace functions of PyTorch, and where others call them.
_PLACES: tuple[Any, ...] = (torch, torch.Tensor, functional, torch._C._nn)


class FunctionModule(torch.nn.Module):
    """A module around a function."""

    def __init__(
        self,
        function: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> None:
        """Create it.

        Args:
            function: The function.
            args: Example positional arguments, by which the signature of a function of C++ is
                found.
            kwargs: Example keyword arguments.
        """
        super().__init__()
        if not kwargs and args and isinstance(args[-1], dict):
            args, kwargs = args[:-1], args[-1]
        owner = getattr(function, "__self__", None)
        if isinstance(owner, torch.nn.Module):
            self.owner = owner  # so that its parameters are parameters
            self.train(owner.training)
        self.forward = _looked_up(function, args, kwargs or {})


def _looked_up(
    function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> Callable[..., Any]:
    """The function with a signature; one of PyTorch is looked up by its name at each call."""
    name = getattr(function, "__name__", "")
    place = next((place for place in _PLACES if getattr(place, name, None) is function), None)
    try:
        signature = inspect.signature(function)
    except ValueError:
        signature = _signature(name, args, kwargs)
    else:
        if place is None and hasattr(function, "__code__"):  # torch.export reads it.
            return function

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        found = function if place is None else getattr(place, name)
        return found(*args, **kwargs)

    vars(call)["__signature__"] = signature
    return call


def _signature(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> inspect.Signature:
    """The signature of a function of C++: the first one of its operator that fits arguments."""
    Parameter, empty = inspect.Parameter, inspect.Parameter.empty
    by_position, by_name = Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY
    for schema in torch._C._jit_get_schemas_for_operator(f"aten::{name}"):
        signature = inspect.Signature([
            Parameter(
                # As the documentation of functions calls it.
                "input" if argument.name == "self" else argument.name,
                by_name if argument.kwarg_only else by_position,
                default=None if argument.has_default_value() else empty,
            )
            for argument in schema.arguments
        ])  # fmt: skip
        try:
            signature.bind(*args, **kwargs)
        except TypeError:
            continue
        return signature
    names = [f"input_{place}" for place in range(len(args))]
    return inspect.Signature(
        [Parameter(name, by_position) for name in names] + [Parameter(name, by_name) for name in kwargs]
    )
