"""Many samples in one exported program.

torch.export needs about a second for a program whatever is in it, so that all
samples of an entry become one graph: its inputs are the tensors of all samples
one after the other, its outputs likewise.  Samples that torch.export cannot
take are found by halving and reported.
"""

from __future__ import annotations

import dataclasses
import io
from dataclasses import dataclass
from typing import Any

import torch
from torch.testing._internal.opinfo.core import OpInfo

from integration.common.targets import count_targets
from integration.ops.samples import Rejected, Sample, choose_dtype, collect, differ

#: torch.export grows faster than linearly with the size of the graph.
MAX_SAMPLES = 256


class Bundle(torch.nn.Module):
    """Calls every sample on its share of the inputs."""

    def __init__(self, samples: list[Sample]) -> None:
        super().__init__()
        self.samples = samples

    def forward(self, *tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
        outputs: list[torch.Tensor] = []
        begin = 0
        for sample in self.samples:
            end = begin + len(sample.tensors)
            outputs += sample.call(list(tensors[begin:end]))
            begin = end
        return tuple(outputs)


@dataclass
class Exported:
    """A bundle as bytes of a .pt2 file, and what it contains."""

    samples: list[Sample]
    program: bytes
    #: Operators of the graph, with the number of nodes of each.
    targets: dict[str, int]


def _check(program: torch.export.ExportedProgram, samples: list[Sample]) -> None:
    """Raises ValueError if torch itself gets other numbers from the program."""
    try:
        actual = program.module()(*(t.clone() for s in samples for t in s.tensors))
    except Exception:  # noqa: BLE001 - run-time checks of torch, not the program
        return
    begin = 0
    for sample in samples:
        for output in sample.outputs:
            found = actual[begin].detach().resolve_conj().resolve_neg()
            begin += 1
            if not sample.random and differ(found, output, tolerant=True):
                raise ValueError("the exported program differs from eager")


def export(samples: list[Sample]) -> Exported:
    """Exports and saves the samples as one program; raises what torch raises."""
    inputs = tuple(tensor.clone() for s in samples for tensor in s.tensors)
    with torch.no_grad():
        program = torch.export.export(Bundle(samples).eval(), inputs, strict=False)
        expected = sum(len(sample.outputs) for sample in samples)
        found = len(program.graph_signature.user_outputs)
        if found != expected:
            raise ValueError(f"{found} outputs were exported, not {expected}")
        _check(program, samples)
        file = io.BytesIO()
        torch.export.save(program, file)
    return Exported(samples, file.getvalue(), count_targets(program))


def _halve(
    samples: list[Sample], done: list[Exported], rejected: list[Rejected]
) -> None:
    """Exports as many samples together as possible."""
    try:
        done.append(export(samples))
        return
    except Exception as error:  # noqa: BLE001 - torch.export fails in many ways
        if len(samples) == 1:
            lines = str(error).strip().splitlines() or [""]
            reason = f"torch.export: {type(error).__name__}: {lines[0][:200]}"
            rejected.append(Rejected(samples[0].index, samples[0].text, reason))
            return
    middle = len(samples) // 2
    _halve(samples[:middle], done, rejected)
    _halve(samples[middle:], done, rejected)


def export_all(samples: list[Sample]) -> tuple[list[Exported], list[Rejected]]:
    """As few programs as possible, and the samples that are in none of them."""
    bundles: list[Exported] = []
    rejected: list[Rejected] = []
    for begin in range(0, len(samples), MAX_SAMPLES):
        parts: list[Exported] = []
        _halve(samples[begin : begin + MAX_SAMPLES], parts, rejected)
        if len(parts) > 1:
            try:
                parts = [export([sample for part in parts for sample in part.samples])]
            except Exception:  # noqa: BLE001 - good alone, not together: keep the parts
                pass
        bundles += parts
    return bundles, rejected


def record(
    name: str, dtype: str, bundles: list[Exported], rejected: list[Rejected]
) -> dict[str, Any]:
    """What is stored of an entry beside its programs: plain data and tensors."""
    return {
        "name": name,
        "dtype": dtype,
        "bundles": [
            {
                "file": f"{name}-{number}.pt2",
                "targets": exported.targets,
                "inputs": [
                    tensor.contiguous()
                    for s in exported.samples
                    for tensor in s.tensors
                ],
                "outputs": [
                    tensor.contiguous()
                    for s in exported.samples
                    for tensor in s.outputs
                ],
                "samples": [
                    {
                        "index": sample.index,
                        "text": sample.text,
                        "inputs": len(sample.tensors),
                        "outputs": len(sample.outputs),
                        "random": sample.random,
                    }
                    for sample in exported.samples
                ],
            }
            for number, exported in enumerate(bundles)
        ],
        "rejected": [dataclasses.asdict(sample) for sample in rejected],
    }


def prepare(info: OpInfo) -> tuple[dict[str, Any], list[bytes]]:
    """The record of an entry and its programs, in the order of its bundles."""
    taken, rejected = collect(info)
    bundles, refused = export_all(taken)
    dtype = str(choose_dtype(info)).removeprefix("torch.")
    stored = record(info.full_name, dtype, bundles, rejected + refused)
    return stored, [exported.program for exported in bundles]
