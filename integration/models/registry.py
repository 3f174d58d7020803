"""The vocabulary in which models are described.

A model is a function `build(full: bool) -> Program` under the @model decorator;
a function with an `attention` parameter is registered once for each of the
attention implementations of transformers.
"""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.export import Dim

#: Modules of this package that register models.
FAMILIES = (
    "basic",
    "vision",
    "text",
    "multimodal",
    "zoo",
    "decoders",
    "newer",
    "recent",
    "encoders",
    "pictures",
    "detection",
    "signals",
    "mixed",
    "libraries",
    "sizes",
)

Inputs = tuple[tuple[Any, ...], dict[str, Any]]


@dataclass
class Program:
    """A module in eval mode and all that torch.export needs to know about it."""

    module: nn.Module
    args: tuple[Any, ...]
    kwargs: dict[str, Any] = field(default_factory=dict)
    #: As torch.export takes it: by parameter name of forward.
    dynamic_shapes: dict[str, Any] | None = None
    #: Inputs of other sizes; only static programs have none.
    second: Inputs | None = None


@dataclass(frozen=True)
class Model:
    """A registered model."""

    name: str
    build: Callable[[bool], Program]
    #: The file that the program depends on, and what else it depends on, as text:
    #: a row of a table stays prepared when another row changes.
    source: Path
    row: str = ""


_MODELS: dict[str, Model] = {}


def model(
    name: str, attention: tuple[str, ...] = ()
) -> Callable[[Callable[..., Program]], Callable[..., Program]]:
    """Registers a builder as NAME, or as NAME.eager, NAME.sdpa, ..."""

    def register(build: Callable[..., Program]) -> Callable[..., Program]:
        source = Path(inspect.getfile(build))
        for kind in attention or ("",):
            full_name = f"{name}.{kind}" if kind else name
            function = functools.partial(build, attention=kind) if kind else build
            assert full_name not in _MODELS
            _MODELS[full_name] = Model(full_name, function, source)
        return build

    return register


def add(added: Model) -> None:
    """Registers a model that is not made by a function of its own."""
    assert added.name not in _MODELS
    _MODELS[added.name] = added


def models() -> dict[str, Model]:
    """All models by name."""
    for family in FAMILIES:
        importlib.import_module(f"integration.models.{family}")
    return _MODELS


def batch_dim() -> Dim:
    """The number of samples."""
    return Dim("batch", min=1, max=4096)


def sequence_dim(name: str = "sequence", maximum: int = 512) -> Dim:
    """The number of tokens, up to what a model has positions for."""
    return Dim(name, min=2, max=maximum)


def images(batch: int, height: int, width: int, channels: int = 3) -> torch.Tensor:
    """Normal pixels, the same for the same size."""
    generator = torch.Generator().manual_seed(batch * 1000003 + height * 1009 + width)
    return torch.randn(batch, channels, height, width, generator=generator)


def tokens(batch: int, length: int, vocabulary: int, low: int = 3) -> torch.Tensor:
    """Token ids (int64) above the ids that models keep for themselves."""
    generator = torch.Generator().manual_seed(batch * 1009 + length)
    return torch.randint(low, vocabulary, (batch, length), generator=generator)


def padding_mask(batch: int, length: int) -> torch.Tensor:
    """Ones (int64) with another number of zeros at the end of each row."""
    valid = length - torch.arange(batch).remainder(max(1, length // 2))
    return (torch.arange(length) < valid[:, None]).to(torch.int64)
