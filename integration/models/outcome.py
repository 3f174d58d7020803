"""Converts a model, runs it in ONNX Runtime and judges the numbers.

The rule for floats: ONNX Runtime may be at most twice as far from torch's
float64 result as torch's own float32 result is, by the largest error of an
output.  Small models can be exact in float32 by luck, so that the allowance is
at least a few roundings of the largest value (`FLOOR`), and torch's error is the
larger one of both sets of inputs: over other inputs either error of a model can
be several times the other, with the same distribution of both.

The largest error of one set of inputs is a matter of luck: of a model of some layers
either one is several times the other on one set, and the reverse on the next.  A model
that breaks the rule is therefore held to it on more inputs of the same sizes, by the
medians of both errors.

Some models make of one rounding an error that has nothing to do with how exact their
operators are: a softmax of numbers in the thousands is a choice, and so is a topk.
A model that breaks the rule on more inputs as well is run in eager again, with the
result of each inexact operator moved by a rounding at most.  Where that scatters as
far, the failure is "rounding" instead of "wrong numbers", which `known.tsv` has to
expect of the model by name: it excuses no other one.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import onnx
import torch
from torch.utils import _pytree as pytree

from integration.common import compare, compiler, runtime
from integration.fuzz.judge import Perturbed
from integration.models.export import ExportRefusal, Prepared, prepare
from integration.models.registry import models
from integration.ops import truth

#: Least allowance for an output, in float32 roundings of its largest value.
FLOOR = 8 * torch.finfo(torch.float32).eps

#: Further inputs for a model that breaks the rule, which may be broken by so much where
#: it holds on those.
FURTHER = 9
LUCK = 4.0
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


def _eager(prepared: Prepared) -> Callable[[list[torch.Tensor]], list[torch.Tensor]] | None:
    """torch's float32 results for inputs; None where a program is specialised on numbers
    that are among them."""
    import transformers.integrations.moe  # noqa: F401  It registers operators of programs.

    exported = torch.export.load(prepared.program)
    module = exported.module()
    leaves, structure = pytree.tree_flatten(exported.example_inputs)
    if len(leaves) != len(prepared.inputs[0]):
        return None

    def run(inputs: list[torch.Tensor]) -> list[torch.Tensor]:
        args, kwargs = pytree.tree_unflatten([leaf.clone() for leaf in inputs], structure)
        results = pytree.tree_leaves(module(*args, **kwargs))
        return [result for result in results if torch.is_tensor(result)]

    return run


def shuffled(inputs: list[torch.Tensor], seed: int) -> list[torch.Tensor]:
    """Other inputs of the same sizes: the elements of each, in another order. Masks stay,
    as not every mask is one that a model takes."""
    generator = torch.Generator().manual_seed(seed)
    return [
        x.flatten()[torch.randperm(x.numel(), generator=generator)].view_as(x)
        if x.is_floating_point() or (x.numel() and x.dtype != torch.bool and x.max() > 1)
        else x
        for x in inputs
    ]


def median_errors(
    prepared: Prepared, model: Path, number: int, threads: int
) -> list[tuple[float, float]] | None:
    """The medians of the errors of torch's float32 and of the model, of each output, over
    further inputs like the set `number`: the larger one of both ways to run the model.
    None where torch computes no float64."""
    eager = _eager(prepared)
    if eager is None:
        return None
    program = prepared.program.read_bytes()
    sessions = [runtime.Session(model, threads, way) for way in (True, False)]
    errors: list[list[list[float]]] = []
    for seed in range(FURTHER):
        inputs = shuffled(prepared.inputs[number], seed)
        try:
            with torch.no_grad():
                float32 = eager(inputs)
        except (RuntimeError, IndexError, ValueError):
            return None  # The order of the elements means something.
        float64 = truth.evaluate(program, inputs)
        if float64 is None:
            return None
        ways = [float32, *(session.run(inputs) for session in sessions)]
        errors.append([list(map(_error32, way, float64)) for way in ways])
    medians = torch.tensor(errors, dtype=torch.float64).median(0).values
    return list(zip(medians[0].tolist(), medians[1:].amax(0).tolist(), strict=True))


def moved_errors(prepared: Prepared, number: int) -> list[float]:
    """The error of each output over the inputs `number` when each inexact result of
    eager is moved by a rounding at most: the largest one of several runs."""
    eager = _eager(prepared)
    if eager is None:
        return []
    largest = [0.0] * len(prepared.float64[number])
    for seed in range(0, 2 * MOVED_RUNS, 2):  # odd ones drop small numbers, too
        with torch.no_grad(), Perturbed(seed, roundings=1.0):
            tensors = eager(prepared.inputs[number])
        for index, (moved, exact) in enumerate(zip(tensors, prepared.float64[number])):
            if moved.shape == exact.shape:
                largest[index] = max(largest[index], _error32(moved, exact))
    return largest


def holds_on_more_inputs(
    model: Path, prepared: Prepared, outcome: Outcome, threads: int
) -> bool:
    """Whether all failures are errors, and none of them is the rule on further inputs."""
    broken = [error for error in outcome.errors if error.onnx > error.allowed]
    if len(broken) != len(outcome.failures):
        return False
    if any(error.onnx > LUCK * error.allowed for error in broken):
        return False
    for number in {error.inputs for error in broken}:
        medians = median_errors(prepared, model, number, threads)
        if medians is None:
            return False
        for error in broken:
            eager, ours = medians[error.output]
            if error.inputs == number and not ours <= 2.0 * eager:
                return False
    return True


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
    if outcome.failures and holds_on_more_inputs(model, prepared, outcome, threads):
        outcome.failures.clear()
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
