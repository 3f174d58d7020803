"""Files of TorchScript that hold many samples, and can be cut down to some of them.

Each sample is a submodule of its own. OpInfo is not needed to read them.
"""

from __future__ import annotations

import io
import warnings
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

import torch
from torch import Tensor, nn

from integration.ops import truth
from integration.torchscript import generated
from integration.torchscript.snippet import describe

WAYS = ("trace", "script")


class _Members(nn.Module):
    """The compiled samples, each with its share of the inputs."""

    def __init__(self, members: Sequence[torch.jit.ScriptModule], counts: Sequence[int]) -> None:
        super().__init__()
        self.counts = list(counts)
        for place, member in enumerate(members):
            setattr(self, f"m{place}", member)

    def forward(self, *tensors: Tensor) -> tuple[Any, ...]:
        """Their results."""
        begin, results = 0, []
        for place, count in enumerate(self.counts):
            results.append(getattr(self, f"m{place}")(*tensors[begin : begin + count]))
            begin += count
        return tuple(results)


def _save(module: torch.jit.ScriptModule) -> bytes:
    file = io.BytesIO()
    torch.jit.save(module, file)
    return file.getvalue()


def bundle(members: Sequence[torch.jit.ScriptModule], shares: Sequence[Sequence[Tensor]], way: str) -> bytes:
    """One file of all members."""
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        if way == "trace":
            inputs = tuple(tensor for share in shares for tensor in share)
            made = _Members(members, [len(share) for share in shares]).eval()
            return _save(torch.jit.trace(made, inputs, check_trace=False))
        lines, place = [], 0
        for number, share in enumerate(shares):
            names = [f"a{place + step}" for step in range(len(share))]
            lines.append(f"r{number} = self.m{number}({', '.join(names)})")
            place += len(share)
        results = "".join(f"r{number}, " for number in range(len(shares)))
        made = generated.module([*lines, f"return ({results})"], place, members)
        return _save(torch.jit.script(made.eval()))


def options(inputs: Sequence[Tensor], way: str) -> tuple[str, ...]:
    """What the compiler has to know; a trace says it itself."""
    if way == "trace":
        return ()
    shapes = ",".join(describe([tensor]) for tensor in inputs)
    return (f"--input-shapes={shapes}",) if shapes else ()


class ScriptProgram:
    """A file whose samples can be taken apart (as common.subprogram.Program does)."""

    def __init__(self, content: bytes, record: dict[str, Any], way: str) -> None:
        self._module = torch.jit.load(io.BytesIO(content))
        self._way = way
        begin = 0
        #: Of each output the number of its sample.
        self._owners: list[int] = []
        self._shares: list[list[Tensor]] = []
        inputs = record["rounds"][0]["inputs"]
        for number, sample in enumerate(record["samples"]):
            self._owners += [number] * sample["outputs"]
            self._shares.append(inputs[begin : begin + sample["inputs"]])
            begin += sample["inputs"]

    def _numbers(self, outputs: Collection[int]) -> list[int]:
        return list(dict.fromkeys(self._owners[place] for place in outputs))

    def widened(self, outputs: Collection[int]) -> list[Tensor] | None:
        """The results of the only sample with these outputs in float64; None if an
        operator has no kernel."""
        (number,) = self._numbers(outputs)
        member = getattr(self._module, f"m{number}")
        return truth.evaluate_script(member, self._shares[number])

    def targets(self, outputs: Collection[int]) -> Counter[str]:
        """The operators that these outputs need ("aten.add.Tensor"), with their nodes."""
        counts: Counter[str] = Counter()
        for number in self._numbers(outputs):
            graph = getattr(self._module, f"m{number}").inlined_graph
            _count(graph, counts)
        return counts

    def cut(self, outputs: Collection[int]) -> bytes:
        """A file of the samples with these outputs."""
        numbers = self._numbers(outputs)
        members = [getattr(self._module, f"m{number}") for number in numbers]
        return bundle(members, [self._shares[number] for number in numbers], self._way)


def _count(block: Any, counts: Counter[str]) -> None:
    for node in block.nodes():
        namespace, _, name = node.kind().partition("::")
        schema = node.schema()
        overload = ""
        if schema != "(no schema)":
            overload = schema.partition("(")[0].partition(".")[2]
        counts[f"{namespace}.{name}.{overload or 'default'}"] += 1
        for inner in node.blocks():
            _count(inner, counts)
