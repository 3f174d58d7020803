"""Converts a model, runs it in ONNX Runtime and judges the numbers.

The rule for floats: ONNX Runtime may be at most twice as far from torch's
float64 result as torch's own float32 result is, by the largest error of an
output.  Small models can be exact in float32 by luck, so that the allowance is
at least a few roundings of the largest value (`FLOOR`), and torch's error is the
larger one of both sets of inputs: over other inputs either error of a model can
be several times the other, with the same distribution of both.

Some models make of one rounding an error that has nothing to do with how exact their
operators are: a softmax of numbers in the thousands is a choice, and so is a topk.
torch's float32 may be near float64 by luck then.  A model that breaks the rule is run
in eager again, with the result of each inexact operator moved by a rounding at most.
Where that scatters as far, the failure is "rounding" instead of "wrong numbers", which
`known.tsv` has to expect of the model by name: it excuses no other one.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import onnx
import torch
from torch.utils import _pytree as pytree

from integration.common import compare, compiler, runtime
from integration.fuzz.judge import Perturbed
from integration.models.export import ExportRefusal, Prepared, prepare

#: Least allowance for an output, in float32 roundings of its largest value.
FLOOR = 8 * torch.finfo(torch.float32).eps

#: Runs in which eager's results are moved by a rounding, and the class of a failure
#: that they explain.
MOVED_RUNS = 6
ROUNDING = "rounding"


@dataclass
class Error:
    """Largest errors of one output against float64, and what was allowed."""

    inputs: int
    output: int
    torch32: float
    onnx: float
    allowed: float


@dataclass
class Outcome:
    """What became of a model."""

    failures: list[str] = field(default_factory=list)
    unsupported: dict[str, str] = field(default_factory=dict)
    errors: list[Error] = field(default_factory=list)
    #: Operators of the ONNX model and its functions and subgraphs.
    nodes: Counter[str] = field(default_factory=Counter)
    size: int = 0
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """All outputs for all sets of inputs are right."""
        return not self.failures

    @property
    def reason(self) -> str:
        """The class of the first failure: what stands before the first colon."""
        return self.failures[0].partition(":")[0] if self.failures else ""


KNOWN = Path(__file__).with_name("known.tsv")


def read_known() -> dict[str, str]:
    """Models that do not pass yet, and the class of their first failure."""
    lines = KNOWN.read_text().splitlines() if KNOWN.exists() else []
    return {name: reason for name, _, reason in (x.partition("\t") for x in lines)}


def write_known(known: dict[str, str]) -> None:
    """Replaces the list."""
    KNOWN.write_text("".join(f"{n}\t{known[n]}\n" for n in sorted(known)))


def _count(graph: onnx.GraphProto | onnx.FunctionProto, counts: Counter[str]) -> None:
    for node in graph.node:
        counts[node.op_type] += 1
        for attribute in node.attribute:
            for inner in (attribute.g, *attribute.graphs):
                _count(inner, counts)


def count_nodes(model: Path) -> Counter[str]:
    """Nodes of a model by operator, without reading its external data."""
    proto = onnx.load(model, load_external_data=False)
    counts: Counter[str] = Counter()
    _count(proto.graph, counts)
    for function in proto.functions:
        _count(function, counts)
    return counts


def _largest(difference: torch.Tensor) -> float:
    return difference.abs().max().item() if difference.numel() else 0.0


def _error32(float32: torch.Tensor, float64: torch.Tensor) -> float:
    """The largest error of torch's float32, where the result is finite."""
    if not float32.dtype.is_floating_point:
        return 0.0
    difference = float32.double() - float64
    return _largest(difference.masked_fill(~float64.isfinite(), 0.0))


def judge(
    actual: torch.Tensor, float32: torch.Tensor, float64: torch.Tensor, theirs: float
) -> tuple[str, Error | None]:
    """Why an output is wrong ("" if it is right) and, for floats, by how much.

    `theirs` is the error that torch's float32 has in this output.
    """
    if not float32.dtype.is_floating_point:
        mismatch = compare.compare(actual, float32)
        return (f"{mismatch.kind}: {mismatch.text}" if mismatch else ""), None
    mismatch = compare.compare(actual, float32, values=False)
    if mismatch:
        return f"{mismatch.kind}: {mismatch.text}", None
    wide = actual.double()
    special = ~float64.isfinite()
    if not torch.equal(wide.isfinite(), ~special):
        return "wrong numbers: not finite where float64 is, or the reverse", None
    ours = _largest((wide - float64).masked_fill(special, 0.0))
    floor = FLOOR * _largest(float64.masked_fill(special, 0.0))
    error = Error(0, 0, theirs, ours, max(2.0 * theirs, floor))
    if ours > error.allowed:
        return (
            f"wrong numbers: error {ours:.3g}, torch float32 has {theirs:.3g}, "
            f"allowed {error.allowed:.3g}",
            error,
        )
    return "", error


def moved_errors(prepared: Prepared, number: int) -> list[float]:
    """The error of each output over the inputs `number` when each inexact result of
    eager is moved by a rounding at most: the largest one of several runs."""
    exported = torch.export.load(prepared.program)
    module = exported.module()
    leaves, structure = pytree.tree_flatten(exported.example_inputs)
    fed = prepared.inputs[number]
    if len(leaves) != len(fed):  # numbers that the program is specialised on
        return []
    largest = [0.0] * len(prepared.float64[number])
    for seed in range(0, 2 * MOVED_RUNS, 2):  # odd ones drop small numbers, too
        args, kwargs = pytree.tree_unflatten([leaf.clone() for leaf in fed], structure)
        with torch.no_grad(), Perturbed(seed, roundings=1.0):
            results = pytree.tree_leaves(module(*args, **kwargs))
        tensors = [result for result in results if torch.is_tensor(result)]
        for index, (moved, exact) in enumerate(zip(tensors, prepared.float64[number])):
            if moved.shape == exact.shape:
                largest[index] = max(largest[index], _error32(moved, exact))
    return largest


def excuse(prepared: Prepared, outcome: Outcome) -> None:
    """Makes "rounding" of the failures, if roundings explain all of them."""
    broken = [error for error in outcome.errors if error.onnx > error.allowed]
    if len(broken) != len(outcome.failures):
        return
    texts = []
    for number in {error.inputs for error in broken}:
        moved = moved_errors(prepared, number)
        for error in broken:
            if error.inputs != number:
                continue
            if not moved or error.onnx > 2.0 * moved[error.output]:
                return
            texts.append(
                f"{ROUNDING}: error {error.onnx:.3g}, torch float32 has "
                f"{error.torch32:.3g}, moved by a rounding {moved[error.output]:.3g} "
                f"(inputs {number}, output {error.output})"
            )
    outcome.failures = texts


def _run(model: Path, prepared: Prepared, outcome: Outcome, threads: int) -> None:
    ways = runtime.run_both_ways(model, prepared.inputs, threads)
    theirs = [
        max(map(_error32, *sets))
        for sets in zip(zip(*prepared.float32), zip(*prepared.float64))
    ]
    for number, actual in ((n, a) for way in ways for n, a in enumerate(way)):
        references = zip(prepared.float32[number], prepared.float64[number])
        if len(actual) != len(prepared.float32[number]):
            outcome.failures.append(f"outputs: {len(actual)}")
            return
        for index, (float32, float64) in enumerate(references):
            problem, error = judge(
                actual[index], float32, float64, theirs[index]
            )
            if error:
                error.inputs, error.output = number, index
                outcome.errors.append(error)
            if problem:
                place = f"inputs {number}, output {index}"
                outcome.failures.append(f"{problem} ({place})")
    if outcome.failures:
        excuse(prepared, outcome)


def run(
    prepared: Prepared,
    keep: Path | None = None,
    options: tuple[str, ...] = (),
    threads: int = 1,
) -> Outcome:
    """The outcome of a prepared model; `keep` is a folder that receives it."""
    outcome = Outcome()
    with tempfile.TemporaryDirectory(prefix="torch-onnx-models-") as temporary:
        model = (keep or Path(temporary)) / prepared.program.with_suffix(".onnx").name
        conversion = compiler.convert(prepared.program, model, options)
        outcome.seconds = conversion.seconds
        if conversion.failure:
            outcome.unsupported = conversion.unsupported
            detail = " ".join(sorted(conversion.unsupported))
            detail = detail or conversion.first_error()
            outcome.failures.append(f"{conversion.failure}: {detail}")
            return outcome
        outcome.nodes = count_nodes(model)
        outcome.size = sum(
            f.stat().st_size for f in model.parent.glob(f"{model.name}*")
        )
        try:
            _run(model, prepared, outcome, threads)
        except runtime.RuntimeRefusal as error:
            outcome.failures.append(f"onnxruntime refuses: {error}")
    return outcome


def prepare_and_run(name: str) -> Outcome:
    """The outcome of a model; that torch.export refuses it is one."""
    try:
        return run(prepare(name))
    except ExportRefusal as refusal:
        return Outcome(failures=[f"torch.export: {refusal}"])
