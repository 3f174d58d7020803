"""The vocabulary in which whole models are described."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from torch import nn

from integration.torchscript.snippet import Inputs

BOTH = ("trace", "script")


@dataclass(frozen=True)
class Program:
    """A module in eval mode and the sets of its positional arguments. Dimensions in which
    the sets differ are dynamic, where a trace does not fix them."""

    module: nn.Module
    sets: tuple[Inputs, ...]
    #: Tolerances of integer arithmetic: no comparison with float64.
    quantized: bool = False
    #: Of fifty integers, one may differ by 1, and of as many floats, one by this: runtimes
    #: quantize biases, and round numbers halfway between two steps in their own way.
    step: float = 0
    #: Eager's error in float32 counts so many times. Above 1 where positions that depend on
    #: data are sampled, which makes more of a rounding in front of them.
    sampled: float = 1


@dataclass(frozen=True)
class Model:
    """A registered model."""

    name: str
    build: Callable[[], Program]
    ways: tuple[str, ...] = BOTH


MODELS: dict[str, Model] = {}


def model(name: str, **settings: Any) -> Callable[[Callable[[], Program]], Callable[[], Program]]:
    """Registers a builder."""

    def register(build: Callable[[], Program]) -> Callable[[], Program]:
        assert name not in MODELS, name
        MODELS[name] = Model(name, build, **settings)
        return build

    return register
