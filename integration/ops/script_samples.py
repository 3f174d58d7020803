"""The samples of an entry as TorchScript: traced, and scripted from a text that calls them.

What torch.jit does not take, or computes otherwise than eager mode, is reported as
rejected.
"""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils import _pytree as pytree

from integration.ops import samples
from integration.ops.samples import Rejected, Sample, choose_dtype, collect, differ
from integration.ops.scripts import WAYS, bundle
from integration.torchscript import generated

#: Samples of an entry, unless all are asked for: those that differ most, and one of
#: special values.
FEW = 4


class NoSource(ValueError):
    """No call in TorchScript is the call of a sample."""


class _Traced(nn.Module):
    """Calls a sample."""

    def __init__(self, sample: Sample) -> None:
        super().__init__()
        self._sample = sample

    def forward(self, *tensors: Tensor) -> tuple[Tensor, ...]:
        """The tensors of its result."""
        return tuple(self._sample.call(list(tensors)))


def _trace(sample: Sample) -> torch.jit.ScriptModule:
    inputs = tuple(tensor.clone() for tensor in sample.tensors)
    return torch.jit.trace(_Traced(sample).eval(), inputs, check_trace=False)


def _names(sample: Sample, name: str) -> list[str]:
    """How TorchScript may call the operator of an entry: functions, then the method."""
    found = []
    for path in (f"torch.{name}", f"torch.ops.aten.{name}"):
        value: Any = torch
        for part in path.split(".")[1:]:
            value = getattr(value, part, None)
        if callable(value):
            found.append(path)
    if hasattr(Tensor, name):
        found.append(f".{name}")
    return found


def _text(sample: Sample, name: str) -> str:
    """The call as text."""
    leaves = iter(sample.tensors)
    full = [next(leaves) if leaf is samples._TENSOR else leaf for leaf in sample.constants]
    first, args, kwargs = pytree.tree_unflatten(full, sample.structure)
    names = (f"a{place}" for place in range(len(sample.tensors)))
    if not name.startswith("."):
        return generated.call(name, (first, *args), kwargs, names)
    if not isinstance(first, Tensor):
        raise NoSource("a method of no tensor")
    return generated.call(f"{next(names)}{name}", args, kwargs, names)


def _script(sample: Sample, name: str) -> torch.jit.ScriptModule:
    """The first call that torch.jit takes and that gives eager's results."""
    reason: Exception = NoSource("no function of torch or method has the name")
    for path in _names(sample, name):
        try:
            line = f"return {_text(sample, path)}"
            made = torch.jit.script(generated.module([line], len(sample.tensors)).eval())
            _check(made, sample)
            return made
        except Exception as error:  # noqa: BLE001 - torch.jit fails in many ways
            reason = error
    raise reason


def _call(module: Callable[..., Any], sample: Sample) -> list[Tensor]:
    """The results; a float is float32 outside of a model, as torch.tensor() gives it."""
    samples.seed_everything(samples.SEEDS[0])
    with torch.no_grad():
        results = module(*(tensor.clone() for tensor in sample.tensors))
    leaves = pytree.tree_leaves(results)
    leaves = [torch.tensor(leaf) if isinstance(leaf, float) else leaf for leaf in leaves]
    return samples.flatten_outputs(leaves)


def _check(module: torch.jit.ScriptModule, sample: Sample) -> None:
    """Raises ValueError if TorchScript gives another result than eager mode."""
    found = _call(module, sample)
    if len(found) != len(sample.outputs):
        raise ValueError(f"{len(found)} results instead of {len(sample.outputs)}")
    for place, ours in enumerate(found):
        theirs = sample.outputs[place]
        ours = ours.detach().resolve_conj().resolve_neg()
        if ours.dim() == 0 and (ours.dtype, theirs.dtype) == (torch.float32, torch.float64):
            theirs = sample.outputs[place] = theirs.to(torch.float32)
        if differ(ours, theirs, tolerant=True, values=not sample.random):
            raise ValueError("the result differs from that of eager mode")


def _compile(taken: list[Sample], way: str, name: str) -> tuple[list[Any], list[Rejected]]:
    """Pairs of a sample and its module, and the samples that torch.jit does not take."""
    done, rejected = [], []
    for sample in taken:
        try:
            with warnings.catch_warnings(), torch.no_grad():
                warnings.simplefilter("ignore")
                if way == "trace":
                    module = _trace(sample)
                    _check(module, sample)
                else:
                    module = _script(sample, name)
            done.append((sample, module))
        except Exception as error:  # noqa: BLE001 - torch.jit fails in many ways
            lines = str(error).strip().splitlines() or [""]
            reason = f"torch.jit: {type(error).__name__}: {lines[0][:200]}"
            rejected.append(Rejected(sample.index, sample.text, way, reason))
    return done, rejected


def prepare(name: str, every: bool) -> tuple[dict[str, Any], list[bytes]]:
    """The record of an entry and its files, in the form of integration.ops.bundle: a run
    for each way, samples of the main dtype, all or a few."""
    info = samples.entries()[name]
    main = choose_dtype(info)
    taken, refused = collect(info, main)
    if not every:
        chosen = samples.diverse([s for s in taken if not s.special], FEW)
        chosen += [sample for sample in taken if sample.special][:1]
        taken = sorted(chosen, key=lambda sample: sample.index)
    bundles: list[dict[str, Any]] = []
    files: list[bytes] = []
    rejected: list[dict[str, Any]] = []
    for way in WAYS:
        for one in refused:
            rejected.append(dataclasses.asdict(dataclasses.replace(one, run=way)))
        done, more = _compile(taken, way, info.name)
        rejected += map(dataclasses.asdict, more)
        if not done:
            continue
        members = [module for _, module in done]
        files.append(bundle(members, [sample.tensors for sample, _ in done], way))
        inputs = [tensor.contiguous() for sample, _ in done for tensor in sample.tensors]
        outputs = [tensor.contiguous() for sample, _ in done for tensor in sample.outputs]
        bundles.append(
            {
                "file": f"{name}-{way}.ts",
                "way": way,
                "targets": {},
                "rounds": [{"title": "", "inputs": inputs, "outputs": outputs}],
                "samples": [
                    {
                        "index": sample.index,
                        "text": sample.text,
                        "run": way,
                        "dtype": sample.run,
                        "inputs": len(sample.tensors),
                        "outputs": len(sample.outputs),
                        "random": sample.random,
                        "special": sample.special,
                    }
                    for sample, _ in done
                ],
            }
        )
    dtype = samples.name_of(main)
    record = {"name": name, "dtype": dtype, "bundles": bundles, "rejected": rejected}
    return record, files
