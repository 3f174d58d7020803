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
from integration.ops import dynamic
from integration.ops.samples import (
    FEW,
    Rejected,
    Sample,
    choose_dtype,
    collect,
    differ,
    name_of,
    other_dtypes,
)

#: The name of the run in which all sizes are dynamic.
DYNAMIC = "dynamic"

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
    rounds: list[dynamic.Round]
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


def export(samples: list[Sample], dynamic_sizes: bool = False) -> Exported:
    """Exports and saves the samples as one program; raises what torch raises."""
    inputs = tuple(tensor.clone() for s in samples for tensor in s.tensors)
    with torch.no_grad():
        program = torch.export.export(
            Bundle(samples).eval(),
            inputs,
            dynamic_shapes=dynamic.shapes(inputs) if dynamic_sizes else None,
            strict=False,
        )
        outputs = [output for sample in samples for output in sample.outputs]
        found = len(program.graph_signature.user_outputs)
        if found != len(outputs):
            raise ValueError(f"{found} outputs were exported, not {len(outputs)}")
        _check(program, samples)
        rounds: list[dynamic.Round] = [("", list(inputs), outputs)]
        if dynamic_sizes:
            rounds = dynamic.vary(program, samples)
        file = io.BytesIO()
        torch.export.save(program, file)
    return Exported(samples, file.getvalue(), rounds, count_targets(program))


def _halve(
    samples: list[Sample],
    dynamic_sizes: bool,
    done: list[Exported],
    rejected: list[Rejected],
) -> None:
    """Exports as many samples together as possible."""
    try:
        done.append(export(samples, dynamic_sizes))
        return
    except Exception as error:  # noqa: BLE001 - torch.export fails in many ways
        if len(samples) == 1:
            (one,) = samples
            lines = str(error).strip().splitlines() or [""]
            reason = f"torch.export: {type(error).__name__}: {lines[0][:200]}"
            rejected.append(Rejected(one.index, one.text, one.run, reason))
            return
    middle = len(samples) // 2
    _halve(samples[:middle], dynamic_sizes, done, rejected)
    _halve(samples[middle:], dynamic_sizes, done, rejected)


def export_all(
    samples: list[Sample], dynamic_sizes: bool = False
) -> tuple[list[Exported], list[Rejected]]:
    """As few programs as possible, and the samples that are in none of them."""
    bundles: list[Exported] = []
    rejected: list[Rejected] = []
    for begin in range(0, len(samples), MAX_SAMPLES):
        parts: list[Exported] = []
        part = samples[begin : begin + MAX_SAMPLES]
        _halve(part, dynamic_sizes, parts, rejected)
        if len(parts) > 1:
            try:
                good = [sample for part in parts for sample in part.samples]
                parts = [export(good, dynamic_sizes)]
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
                "rounds": [
                    {
                        "title": title,
                        "inputs": [tensor.contiguous() for tensor in inputs],
                        "outputs": [tensor.contiguous() for tensor in outputs],
                    }
                    for title, inputs, outputs in exported.rounds
                ],
                "samples": [
                    {
                        "index": sample.index,
                        "text": sample.text,
                        "run": sample.run,
                        "outputs": len(sample.outputs),
                        "random": sample.random,
                        "special": sample.special,
                    }
                    for sample in exported.samples
                ],
            }
            for number, exported in enumerate(bundles)
        ],
        "rejected": [dataclasses.asdict(sample) for sample in rejected],
    }


def prepare(info: OpInfo, vary: bool = True) -> tuple[dict[str, Any], list[bytes]]:
    """The record of an entry and its programs, in the order of its bundles.

    All samples of the main dtype, then a few in each other dtype, then, with
    `vary`, a few of the main one with dynamic sizes.
    """
    main = choose_dtype(info)
    taken, rejected = collect(info, main)
    bundles, refused = export_all(taken)
    # Few complex samples are converted: they would hold up those beside them.
    real: list[Sample] = []
    complex_: list[Sample] = []
    for dtype in other_dtypes(info):
        few, more = collect(info, dtype, FEW)
        (complex_ if dtype.is_complex else real).extend(few)
        refused += more
    few = dynamic.choose(info.full_name, taken)
    few = [dataclasses.replace(sample, run=DYNAMIC) for sample in few]
    if not vary:
        reason = "eager crashes at other sizes"
        refused += [Rejected(s.index, s.text, s.run, reason) for s in few]
        few = []
    for given, dynamic_sizes in (real, False), (complex_, False), (few, True):
        more_bundles, more = export_all(given, dynamic_sizes)
        bundles += more_bundles
        refused += more
    stored = record(info.full_name, name_of(main), bundles, rejected + refused)
    return stored, [exported.program for exported in bundles]
