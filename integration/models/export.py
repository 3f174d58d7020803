"""Exports models and stores what torch computes with them.

`python -m integration.models.export [NAME ...] [--full]` fills the cache; the
tests and `integration.models.run` do it on demand.  For a model the cache
receives NAME.pt2 and NAME.pt: both sets of inputs, and the outputs of the same
weights in float32 and in float64; or, when torch.export refuses the model,
NAME.pt with what it says.
"""

from __future__ import annotations

import argparse
import hashlib
import logging
import sys
import time
import traceback
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch.export.graph_signature import InputKind, SymIntArgument, TensorArgument
from torch.utils import _pytree as pytree

from integration.common import cache
from integration.common.targets import count_targets
from integration.models.registry import Inputs, Model, Program, models


class ExportRefusal(RuntimeError):
    """torch.export does not take a model."""


@dataclass(frozen=True)
class Prepared:
    """A model in the cache."""

    name: str
    program: Path
    #: Per set of inputs, in the order of the program's inputs.
    inputs: list[list[torch.Tensor]]
    #: Per set of inputs, in the order of the program's outputs.
    float32: list[list[torch.Tensor]]
    float64: list[list[torch.Tensor]]
    #: Operators of the program, with the number of nodes of each.
    targets: dict[str, int]
    #: Seconds that torch.export.export and torch.export.save took.
    seconds: float


def stem(model: Model, full: bool) -> str:
    """The file name of a model in one of its sizes."""
    row = hashlib.sha256(model.row.encode()).hexdigest()[:8]
    name = f"{model.name}-{row}" if model.row else model.name
    return f"{name}-full" if full else name


def folder(model: Model) -> Path:
    """The cache folder of a model's family."""
    here = Path(__file__).parent
    sources = [model.source, here / "weights.py", here / "registry.py"]
    return cache.cache_folder("models", *sources, Path(__file__))


def _tensors(value: Any) -> list[torch.Tensor]:
    return [leaf for leaf in pytree.tree_leaves(value) if torch.is_tensor(leaf)]


def _fed(exported: torch.export.ExportedProgram, inputs: Inputs) -> list[torch.Tensor]:
    """What the ONNX model is fed: the tensors, and the numbers that the program
    was not specialised on as 0-d tensors."""
    specs = exported.graph_signature.input_specs
    arguments = [spec.arg for spec in specs if spec.kind == InputKind.USER_INPUT]
    leaves = pytree.tree_leaves(inputs)
    if len(arguments) != len(leaves):
        raise ValueError(f"{len(leaves)} inputs, the program has {len(arguments)}")
    return [
        torch.as_tensor(leaf)
        for argument, leaf in zip(arguments, leaves)
        if isinstance(argument, TensorArgument | SymIntArgument)
    ]


def _widen(value: Any) -> Any:
    def to_double(leaf: Any) -> Any:
        floating = torch.is_tensor(leaf) and leaf.is_floating_point()
        return leaf.double() if floating else leaf

    return pytree.tree_map(to_double, value)


def _evaluate(module: torch.nn.Module, inputs: Inputs) -> list[torch.Tensor]:
    args, kwargs = pytree.tree_map(
        lambda leaf: leaf.clone() if torch.is_tensor(leaf) else leaf, inputs
    )
    with torch.no_grad():
        return [output.clone() for output in _tensors(module(*args, **kwargs))]


def _to_program(built: Program) -> torch.export.ExportedProgram:
    with torch.no_grad():
        return torch.export.export(
            built.module,
            built.args,
            built.kwargs,
            dynamic_shapes=built.dynamic_shapes,
            strict=False,
        )


def _reason(error: BaseException) -> str:
    """What torch.export says without its advice and its stack traces."""
    while error.__cause__ is not None:
        error = error.__cause__
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0] if lines else ''}"


def _export(model: Model, full: bool) -> None:
    """Writes the program first: a model is there when its references are."""
    torch.manual_seed(0)
    built = model.build(full)
    sets = [(built.args, built.kwargs)]
    if built.second is not None:
        sets.append(built.second)
    float32 = [_evaluate(built.module, inputs) for inputs in sets]

    target = folder(model)
    target.mkdir(parents=True, exist_ok=True)
    references = target / f"{stem(model, full)}.pt"
    started = time.monotonic()
    try:
        exported = _to_program(built)
    except Exception as error:  # noqa: BLE001 - torch.export fails in many ways
        record = {"refusal": _reason(error)}
        cache.save_atomically(record, references)
        return
    file = target / f"{stem(model, full)}.pt2"
    temporary = cache.temporary_name(file)
    torch.export.save(exported, temporary)
    seconds = time.monotonic() - started
    temporary.replace(file)

    module = built.module.double()
    record = {
        "inputs": [_fed(exported, inputs) for inputs in sets],
        "float32": float32,
        "float64": [_evaluate(module, _widen(inputs)) for inputs in sets],
        "targets": count_targets(exported),
        "seconds": seconds,
    }
    cache.save_atomically(record, references)


def prepare(name: str, full: bool = False) -> Prepared:
    """The model from the cache, exported first if it is not there.

    Raises ExportRefusal for a model that torch.export does not take.
    """
    model = models()[name]
    record = folder(model) / f"{stem(model, full)}.pt"
    if not record.exists():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            _export(model, full)
    content = cache.load(record)
    if "refusal" in content:
        raise ExportRefusal(content["refusal"])
    program = folder(model) / f"{stem(model, full)}.pt2"
    return Prepared(name=name, program=program, **content)


def main() -> int:
    """Command line entry point."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="all models if none is given")
    parser.add_argument("--full", action="store_true", help="the real sizes")
    parser.add_argument("-v", "--verbose", action="store_true")
    arguments = parser.parse_args()
    logging.disable(logging.ERROR)
    failed = 0
    for name in arguments.names or sorted(models()):
        started = time.monotonic()
        try:
            prepared = prepare(name, arguments.full)
        except Exception as error:  # noqa: BLE001 - torch.export fails in many ways
            failed += 1
            text = str(error).strip().splitlines()
            print(f"{name}: {type(error).__name__}: {' '.join(text[:3])}", flush=True)
            if arguments.verbose:
                traceback.print_exc()
            continue
        size = prepared.program.stat().st_size / 1e6
        seconds = time.monotonic() - started
        nodes = sum(prepared.targets.values())
        print(f"{name}: {nodes} nodes, {size:.1f} MB, {seconds:.1f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
