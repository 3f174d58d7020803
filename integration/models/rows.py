"""Models as rows of tables: a class, its configuration, its sizes, and its inputs.

The tables are in the other files (`zoo.py`, `decoders.py`, ...).  A program returns
all tensors that the model returns but caches.  The row is part of the name under
which a program is kept, so that a new row exports no other one again.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import importlib
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.export import Dim

from integration.models.registry import Model, Program, add
from integration.models.weights import rescale_

VOCABULARY = 100
LONGEST = 64

#: The names that most configurations of transformers have for their sizes.
USUAL = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 64,
}
PATCHES = {**USUAL, "image_size": 32, "patch_size": 8}
IDS = {
    "vocab_size": VOCABULARY,
    "pad_token_id": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
}
USUAL_TEXT = {**USUAL, **IDS, "max_position_embeddings": LONGEST}
GROUPED = {**USUAL_TEXT, "num_key_value_heads": 2}
STAGES = {"hidden_sizes": [8, 16, 24, 32], "depths": [1, 1, 1, 1]}
SOUND = {
    **USUAL,
    "conv_dim": (16, 16, 16),
    "conv_stride": (5, 2, 2),
    "conv_kernel": (10, 3, 3),
    "num_feat_extract_layers": 3,
    "num_conv_pos_embeddings": 16,
    "num_conv_pos_embedding_groups": 2,
}
ENCODER_DECODER = {
    **IDS,
    "d_model": 32,
    "encoder_layers": 2,
    "decoder_layers": 2,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 64,
    "decoder_ffn_dim": 64,
    "max_position_embeddings": LONGEST,
    "decoder_start_token_id": 0,
}

#: A size of an input: one number, or a dynamic one by its values in the two sets.
Size = int | tuple[int, int]
#: The number of samples.
BATCH = (2, 3)
#: The number of tokens.
LENGTH = (13, 21)


@dataclass(frozen=True)
class Input:
    """What a tensor is filled with, and its sizes."""

    kind: str
    shape: tuple[Size, ...]
    values: tuple[Any, ...] = ()

    def make(self, number: int, seed: int) -> torch.Tensor:
        """The tensor in a set of inputs, 0 or 1."""
        shape = [s[number] if isinstance(s, tuple) else s for s in self.shape]
        generator = torch.Generator().manual_seed(seed * 2 + number)
        if self.kind == "below":
            low, high = self.values
            return torch.randint(low, high, shape, generator=generator)
        if self.kind == "boxes":  # left, top, right, bottom
            corners = torch.randint(*self.values, shape, generator=generator)
            return corners.view(*shape[:-1], 2, 2).sort(-2).values.reshape(shape)
        if self.kind == "patches":  # row and column, from 1, then pixels
            patches = torch.randn(shape, generator=generator)
            places = torch.arange(shape[-2])
            patches[..., 0] = places // self.values[0] + 1
            patches[..., 1] = places % self.values[0] + 1
            return patches
        if self.kind == "normal":
            return torch.randn(shape, generator=generator)
        if self.kind == "uniform":
            return torch.rand(shape, generator=generator)
        if self.kind == "full":
            return torch.full(shape, self.values[0])
        if self.kind == "padding":
            batch, length = shape
            valid = length - torch.arange(batch).remainder(max(1, length // 2))
            return (torch.arange(length) < valid[:, None]).to(torch.int64)
        assert self.kind == "values"
        value = torch.tensor(self.values)
        return value.expand(*shape, *value.shape).clone()

    def dims(self) -> dict[int, Any]:
        """The dimensions that are dynamic."""
        pairs = enumerate(self.shape)
        return {axis: Dim.DYNAMIC for axis, size in pairs if isinstance(size, tuple)}


def ids(*shape: Size) -> Input:
    """Tokens above those that models keep for themselves."""
    return Input("below", shape, (3, VOCABULARY))


def below(low: int, high: int, *shape: Size) -> Input:
    """Whole numbers in a range."""
    return Input("below", shape, (low, high))


def normal(*shape: Size) -> Input:
    """Normal numbers."""
    return Input("normal", shape)


def uniform(*shape: Size) -> Input:
    """Numbers from 0 to 1."""
    return Input("uniform", shape)


def full(value: float, *shape: Size) -> Input:
    """One number everywhere."""
    return Input("full", shape, (value,))


def padding(*shape: Size) -> Input:
    """A mask with another number of zeros at the end of each row."""
    return Input("padding", shape)


def values(batch: Size, *what: Any) -> Input:
    """The same values for each sample."""
    return Input("values", (batch,), what)


TEXT_INPUTS = {"input_ids": ids(BATCH, LENGTH), "attention_mask": padding(BATCH, LENGTH)}
#: Where torch.export, or the model, fixes the length.
FIXED_TEXT_INPUTS = {"input_ids": ids(BATCH, 13), "attention_mask": padding(BATCH, 13)}


def tensors_of(result: Any) -> list[torch.Tensor]:
    """All tensors of a result; caches, which are objects, are left out."""
    found: list[torch.Tensor] = []

    def collect(value: Any) -> None:
        if isinstance(value, torch.Tensor):
            found.append(value)
        elif isinstance(value, Mapping):
            for name, element in value.items():
                if name != "past_key_values":
                    collect(element)
        elif isinstance(value, list | tuple):
            for element in value:
                collect(element)
        elif dataclasses.is_dataclass(value):
            for entry in dataclasses.fields(value):
                collect(getattr(value, entry.name))

    collect(result)
    return found


class Called(nn.Module):
    """A model that takes a dict of keywords and gives a flat tuple."""

    def __init__(self, module: nn.Module, method: str = "") -> None:
        super().__init__()
        self.model = module
        self.method = method
        self.dtype = torch.float32

    def forward(self, inputs: dict[str, torch.Tensor]) -> tuple[torch.Tensor, ...]:
        """The tensors of the result."""
        function = getattr(self.model, self.method) if self.method else self.model
        return tuple(tensors_of(self.call(function, **inputs)))

    def call(self, function: Any, *args: torch.Tensor, **kwargs: torch.Tensor) -> Any:
        """The result; in float64, the tensors that a model makes are so, too."""
        if self.dtype == torch.float32:
            return function(*args, **kwargs)
        torch.set_default_dtype(self.dtype)
        try:
            return function(*args, **kwargs)
        finally:
            torch.set_default_dtype(torch.float32)

    def double(self) -> Called:
        """In float64, for which the grouped products of experts have no kernel."""
        for child in self.modules():
            config = getattr(child, "config", None)
            if getattr(config, "_experts_implementation", None) == "grouped_mm":
                config._experts_implementation = "eager"
        self.dtype = torch.float64
        return super().double()


class CalledInOrder(Called):
    """The same, where the arguments have no names of their own."""

    def forward(self, inputs: dict[str, torch.Tensor]) -> tuple[torch.Tensor, ...]:
        """The tensors of the result."""
        return tuple(tensors_of(self.call(self.model, *inputs.values())))


def configure(config: str, sizes: Mapping[str, Any]) -> Any:
    """A configuration of transformers; {"Class": "FooConfig", ...} is one inside."""
    transformers = importlib.import_module("transformers")

    def value(given: Any) -> Any:
        if isinstance(given, Mapping) and "Class" in given:
            inner = {name: value(v) for name, v in given.items() if name != "Class"}
            return getattr(transformers, given["Class"])(**inner)
        return given

    return getattr(transformers, config)(**{k: value(v) for k, v in sizes.items()})


def create(kind: str, config: str, sizes: Mapping[str, Any], attention: str) -> nn.Module:
    """A model of transformers."""
    transformers = importlib.import_module("transformers")
    configuration = configure(config, sizes)
    if attention:
        configuration._attn_implementation = attention
    if getattr(configuration, "use_cache", False):
        configuration.use_cache = False
    created: nn.Module = getattr(transformers, kind)(configuration)
    return created


@contextlib.contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Random numbers that do not depend on what was made before."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        yield


@dataclass(frozen=True)
class Row:
    """All that a program is made of."""

    kind: str
    config: str
    sizes: Mapping[str, Any]
    inputs: Mapping[str, Input]
    #: "eager" or "sdpa"; "" is what the model takes by itself.
    attention: str = ""
    #: Another method than forward.
    method: str = ""


def program(module: nn.Module, inputs: Mapping[str, Input], name: str) -> Program:
    """A program over named inputs in two sets, whose sizes differ where they may."""
    seeds = {key: zlib.crc32(f"{name} {key}".encode()) for key in inputs}
    first, second = (
        {key: made.make(number, seeds[key]) for key, made in inputs.items()}
        for number in (0, 1)
    )
    dims = {key: made.dims() for key, made in inputs.items()}
    return Program(
        module,
        (first,),
        dynamic_shapes={"inputs": dims} if any(dims.values()) else None,
        second=((second,), {}),
    )


def _build(row: Row, name: str, is_full: bool) -> Program:
    with seeded(0):
        module = create(row.kind, row.config, row.sizes, row.attention)
    return program(Called(rescale_(module).eval(), row.method), row.inputs, name)


def add_row(name: str, row: Row) -> None:
    """Registers a model of transformers as zoo.NAME."""
    build = functools.partial(_build, row, name)
    add(Model(f"zoo.{name}", build, Path(__file__), repr(row)))
