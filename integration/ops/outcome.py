"""Converts and runs the programs of one entry and says what became of its samples.

A program holds many samples, of which one can make the compiler or the runtime
refuse all.  It is then cut until the samples that are refused are by themselves.
"""

from __future__ import annotations

import functools
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import onnx
import torch

from integration.common import cache, compare, compiler, runtime
from integration.common.submodel import submodel
from integration.common.subprogram import Program
from integration.ops import factors, scripts, truth
from integration.ops.store import ALL_SCRIPTS, EXPORTED, SCRIPTS, folder

#: Reason classes, the worst first: an entry has the worst of its samples.
REASONS = (
    "crash",
    "timeout",
    "conversion",
    "checker",
    "onnxruntime crash",
    "onnxruntime refuses",
    "inputs",
    "outputs",
    "dtype",
    "shape",
    "wrong numbers",
    "unsupported operator",
    "torch.export cannot",
    "torch.jit cannot",
    "not prepared",
)


ROOT = Path(__file__).resolve().parents[2]

#: Wider (relative, absolute) tolerances of float32 by entry and run, and why.  Only
#: for sums whose terms are much larger than their result, so that the order of the
#: additions shows: the error must be as small against float64 as torch's own.
TOLERANCES = {
    # 360 terms, of results up to 388 torch is 4.0e-5 off, ONNX Runtime 5.9e-5.
    ("fft.hfft2", "complex64"): (1.3e-6, 1e-4),
    # 864 terms, of results up to 474 torch is 6.1e-5 off, ONNX Runtime 6.3e-5.
    ("fft.hfft2", "dynamic"): (1.3e-6, 1e-4),
    # Of results up to 868 torch is 4.4e-4 off, ONNX Runtime 7.5e-5.
    ("nn.functional.conv3d", "complex64"): (1.3e-6, 1e-4),
    # 64 terms, their magnitudes sum to 1273: torch is 6.6e-5 off, ONNX Runtime 4.2e-5.
    ("nn.functional.conv3d", "float32"): (1.3e-6, 1e-4),
    # 9 terms, elements up to 857: torch is 1.3e-4 off, ONNX Runtime 1.2e-4.
    ("nn.functional.conv3d", "dynamic"): (1.3e-6, 2e-4),
    # 27 terms, elements up to 668: torch is 6.1e-5 off, ONNX Runtime 7.5e-5.
    ("nn.functional.conv_transpose2d", "dynamic"): (1.3e-6, 1e-4),
    # 81 terms, elements up to 1701: torch is 4.7e-4 off, ONNX Runtime 4.8e-4.
    ("nn.functional.conv_transpose3d", "dynamic"): (1.3e-6, 7e-4),
    # Softmax of logits of some hundreds, whose rounding is 3e-5: of 892 torch is
    # 0.012 off and ONNX Runtime 0.030, of 260 they are 9e-4 and 3e-4 off.
    ("nn.functional.multi_head_attention_forward", "float32"): (1e-4, 1e-4),
    # The same with smaller logits: torch is 1.7e-5 off, of elements up to 9, and so
    # is ONNX Runtime; from each other they are 2.5e-5 away.
    ("nn.functional.scaled_dot_product_attention", "float32"): (1e-5, 2e-5),
    # Torch is 1.1e-5 off, ONNX Runtime 1.7e-5, of elements up to 9.
    ("nn.functional.scaled_dot_product_attention", "dynamic"): (1.3e-6, 2e-5),
}

#: Those of half precision by entry and run, and why: where steps that eager rounds
#: one by one, and the model as well, enlarge what the rounding before them left.
HALF_TOLERANCES = {
    # Softmax of logits of some tens, which are rounded: of 1.43e-4 torch is 1.9e-5
    # off and ONNX Runtime 5.7e-6.
    ("nn.functional.multi_head_attention_forward", "float16"): (1e-3, 2e-5),
    # Of 3.4e-5 torch is 3.0e-4 off and ONNX Runtime 2.8e-5.
    ("nn.functional.multi_head_attention_forward", "bfloat16"): (1.6e-2, 4e-4),
}

#: Samples for which eager does not say what the result is at these sizes, with the
#: reason.  They are not compared there.
UNDEFINED = {
    ("linalg.cholesky_ex", "larger sizes"): ((0, 8, 12), "not positive definite"),
    ("linalg.cholesky_ex", "sizes of 1"): ((0, 8, 12), "not positive definite"),
    ("linalg.ldl_solve", "larger sizes"): ((0, 4, 6), "pivots of no factorization"),
    ("addmv", "sizes of 0"): ((3, 4), "the shape is that of the first operand"),
    ("bincount", "sizes of 0"): ((4, 14), "the dtype is not what the program says"),
    ("nn.functional.multi_margin_loss", "sizes of 0"): ((3, 6), "nothing is written"),
    ("nn.functional.multilabel_margin_loss", "sizes of 0"): (
        (4, 5),
        "nothing is written",
    ),
    ("nn.functional.scaled_dot_product_attention", "sizes of 0"): (
        (16,),
        "the shape is that of the first operand",
    ),
    ("nn.functional.conv1d", "sizes of 0"): ((1, 4), "channels are those of the input"),
    ("nn.functional.conv2d", "sizes of 0"): ((4,), "channels are those of the input"),
    ("repeat_interleave", "sizes of 0"): ((4,), "output_size is not the sum"),
    ("squeeze", "sizes of 1"): ((0, 5), "the rank is not what the program says"),
    ("squeeze.multiple", "sizes of 1"): ((4,), "the rank is not what the program says"),
    ("squeeze_copy", "sizes of 1"): ((0, 5), "the rank is not what the program says"),
}

#: Outputs that hold the place of one of several equal values, which PyTorch leaves
#: open: any place of the same value in the operand, the only one, is right, but for
#: sorts that are said to be stable.
ANY_OF_EQUAL = {
    "argsort": 0,
    "kthvalue": 1,
    "median": 1,
    "mode": 1,
    "nanmedian": 1,
    "sort": 1,
    "topk": 1,
}

#: Entries whose results of 8 bits are the largest number or NaN where they do not
#: fit: eager saturates where oneDNN has a kernel for the processor, and casts where
#: it has none.  Models saturate, as ONNX's Cast does by default.
SATURATING = frozenset({"torch._scaled_mm", "torch._scaled_mm_v2"})

#: Entries whose operands may be nearly singular, or have large elements that cancel, so
#: that no algorithm gives more digits than the operand lets it: the error against
#: float64 is at most ten times eager's. Of one matrix LAPACK, which adds without
#: rounding the products, may be that much luckier: 2.7e-2 off and ours 2.5e-1, of
#: elements up to 2.5e3; of the next one 1.1 and ours 5.3e-1, of 1.6e3.
CONDITIONED = frozenset(
    {
        "linalg.householder_product",
        "linalg.pinv.singular",
        "linalg.tensorinv",
        "linalg.tensorsolve",
        "triangular_solve",
    }
)

#: How often a program is cut in two; what is still refused then is refused whole.
CUTS = 24

#: Wider (relative, absolute) tolerances at special values by entry and run, and why.
SPECIAL_TOLERANCES = {
    # ONNX Runtime's operator is a quotient of polynomials, 3.5e-8 off at -12 and 0
    # below -18. Models are full of it (docs/Rationale/Numbers.md).
    ("sigmoid", "float32"): (1.3e-6, 4e-8),
    ("nn.functional.silu", "float32"): (1.3e-6, 5e-7),
    # x - tanh(x), as the program says: what the rounding of tanh(x) leaves of x^3/3.
    ("nn.functional.tanhshrink", "float32"): (1.3e-6, 1e-9),
    ("nn.functional.tanhshrink", "float64"): (1e-7, 2e-23),
    ("nn.functional.tanhshrink", "dynamic"): (1.3e-6, 2e-11),
    # (1 + erf) / 2, as eager has it: what the rounding of erf leaves of 0.006.
    ("special.ndtr", "float32"): (1.3e-6, 3e-8),
    ("special.ndtr", "dynamic"): (1.3e-6, 3e-8),
    # Zeros of sin(pi x), where ONNX Runtime's sine of the rounded pi is 0.
    ("sinc", "float64"): (1e-7, 4e-17),
    # Eager's phase is that of float32 at -300 and below, where it is 2e-3 off; at
    # -2.5 it is 2.4e-7 off in float64, too. mpmath has -0.1123250677, ours is
    # -0.1123250648.
    ("special.airy_ai", "float32"): (1.3e-6, 2.2e-3),
    ("special.airy_ai", "dynamic"): (1.3e-6, 2.5e-7),
    # Of -7, near a zero, eager is 2.3e-8 off in float64, too; ours is 7e-11 off.
    ("special.bessel_j1", "int32"): (1.3e-6, 3e-8),
    ("special.bessel_j1", "int64"): (1.3e-6, 3e-8),
    # cos(88.5 acos(x)) for x = -1e-7: eager is 1.1e-5 off, ours 3.8e-6.
    ("special.chebyshev_polynomial_v", "float32"): (1.6e-5, 1e-37),
    ("special.chebyshev_polynomial_w", "float32"): (1.6e-5, 1e-37),
    # A zero of the polynomial, which the recurrence hits and eager's cosine misses.
    ("special.chebyshev_polynomial_v", "float64"): (1e-7, 1.1e-14),
}


@dataclass(frozen=True)
class Failure:
    """Why a sample does not pass."""

    reason: str
    detail: str
    sample: int = -1
    text: str = ""


def portable(message: str) -> str:
    """A message on one line and without the paths of this machine."""
    message = message.partition("error: ")[2] or message
    for place in (*map(folder, (EXPORTED, SCRIPTS, ALL_SCRIPTS)), ROOT):
        message = message.replace(f"{place}/", "")
    return " ".join(message.split())[:240]


@dataclass
class Outcome:
    """What became of an entry in one run: of one dtype, or with dynamic sizes."""

    name: str
    run: str
    #: Samples of OpInfo and ours, those that torch.export took, those that pass.
    total: int = 0
    exported: int = 0
    passed: int = 0
    failures: list[Failure] = field(default_factory=list)
    #: Operators that the compiler refused.
    unsupported: dict[str, str] = field(default_factory=dict)
    #: Samples that are not in any program: not the compiler's fault.
    rejected: list[Failure] = field(default_factory=list)
    #: Of elements that are not eager's, but are as right: the largest errors of eager and
    #: of the model, by samples.
    as_right: dict[int, tuple[float, float]] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """All samples that torch.export takes give torch's results."""
        return self.exported > 0 and not self.failures

    @property
    def worst(self) -> Failure | None:
        """The failure that stands for the entry."""
        if self.ok:
            return None
        if not self.failures:
            return self.rejected[0] if self.rejected else Failure("not prepared", "")
        return min(self.failures, key=lambda f: (REASONS.index(f.reason), f.sample))

    @property
    def detail(self) -> str:
        """One line that explains the worst failure, without tabs; if there is none, which
        samples are not eager's by the tolerances, and the errors of both."""
        worst = self.worst
        if worst is None:
            if not self.as_right:
                return ""
            eager, model = (max(errors) for errors in zip(*self.as_right.values(), strict=True))
            return (
                f"{len(self.as_right)} not as in eager, which is {eager:.2g} units in the last "
                f"place off, the model {model:.2g}"
            )
        if worst.reason == "unsupported operator":
            return " ".join(sorted(self.unsupported))
        if not self.failures:
            return f"sample {worst.sample}: {portable(worst.detail)}"
        same = sum(failure.reason == worst.reason for failure in self.failures)
        where = f"sample {worst.sample} ({same} of {self.exported}): "
        text = portable(worst.detail)
        return text if worst.sample < 0 else where + text

#: How the compiler counts the nodes of an operator that it refuses.
_USES = re.compile(r"\((\d+) uses?\)")


@dataclass
class _Part:
    """Some samples of a program, by their place in it, and their outputs in it."""

    samples: list[dict[str, Any]]

    @property
    def outputs(self) -> list[int]:
        """The numbers of the outputs in the whole program."""
        return [number for s in self.samples for number in s["places"]]

    def split(self) -> tuple[_Part, _Part]:
        """Two smaller parts: by runs, else by halves."""
        first = self.samples[0]["run"]
        middle = sum(sample["run"] == first for sample in self.samples)
        if middle == len(self.samples):
            middle //= 2
        return _Part(self.samples[:middle]), _Part(self.samples[middle:])


def _samples(bundle: dict[str, Any]) -> list[dict[str, Any]]:
    """The samples of a program, each with its place and those of its outputs."""
    result, begin, first = [], 0, 0
    for place, sample in enumerate(bundle["samples"]):
        end = begin + sample["outputs"]
        last = first + sample.get("inputs", 0)
        inputs = range(first, last) if "inputs" in sample else range(place, place + 1)
        places = {"place": place, "places": range(begin, end), "inputs": inputs}
        result.append({**sample, **places})
        begin, first = end, last
    return result


#: The same of float64, everywhere: eager's own error, against 40 digits of mpmath.
#: Ours is below 1e-14 (integration/numerics/test_special_doubles.py).
EAGER_ERRORS = {
    ("special.airy_ai", "float64"): (1e-7, 3e-6),
    ("special.bessel_j0", "float64"): (1e-7, 4e-7),
    ("special.bessel_j1", "float64"): (1e-7, 4e-7),
    ("special.bessel_y0", "float64"): (1e-7, 4e-7),
    ("special.bessel_y1", "float64"): (1e-7, 8e-7),
}


def _allowed(
    name: str, sample: dict[str, Any], dtype: torch.dtype
) -> tuple[float, float] | None:
    """The relative and absolute tolerance of an output, None for the default."""
    run = sample.get("dtype", sample["run"])
    if dtype.is_complex:
        return TOLERANCES.get((name, run))
    if not dtype.is_floating_point or dtype.itemsize == 1:
        return None
    if tolerances := HALF_TOLERANCES.get((name, run)):
        return tolerances if dtype in truth.NARROW else None
    if dtype == torch.float64 and (name, run) in EAGER_ERRORS:
        return EAGER_ERRORS[name, run]
    if sample["special"]:
        relative, _ = compare.default_tolerances(dtype)
        least = torch.finfo(dtype).tiny
        return SPECIAL_TOLERANCES.get((name, run), (relative, least))
    return TOLERANCES.get((name, run)) if dtype == torch.float32 else None


def _distinct(places: torch.Tensor, axis: int) -> bool:
    """No place stands twice along the axis."""
    ordered = places.sort(axis).values
    return not (ordered.diff(dim=axis) == 0).any()


def same_elements(ours: torch.Tensor, theirs: torch.Tensor, operand: torch.Tensor) -> bool:
    """Whether both hold the places of equal elements along an axis of the operand.

    The axis need not be one of the places, which keep it with a size of 1 then.
    """
    if not operand.dim():
        return torch.equal(ours, theirs)
    for axis in range(operand.dim()):
        whole = ours.dim() == operand.dim()
        found, expected = (p if whole else p.unsqueeze(axis) for p in (ours, theirs))
        other = [a for a in range(operand.dim()) if a != axis]
        size = operand.shape[axis]
        if [found.shape[a] for a in other] != [operand.shape[a] for a in other]:
            continue
        if not all(((p >= 0) & (p < size)).all() for p in (found, expected)):
            continue
        mine, its = (operand.gather(axis, p) for p in (found, expected))
        equal = (mine == its) | ((mine != mine) & (its != its))
        if equal.all() and _distinct(found, axis):
            return True
    return False


def saturate(ours: torch.Tensor, theirs: torch.Tensor) -> torch.Tensor:
    """Eager's results of 8 bits, ours where they are not finite and ours the largest."""
    if theirs.dtype.itemsize > 1 or ours.dtype != theirs.dtype or ours.shape != theirs.shape:
        return theirs
    mine, its = ours.float(), theirs.float()
    is_largest = mine.abs() == torch.finfo(ours.dtype).max
    return torch.where(~its.isfinite() & is_largest, mine, its).to(theirs.dtype)


def _compare_sample(
    name: str,
    sample: dict[str, Any],
    actual: list[torch.Tensor],
    given: dict[str, Any],
    widened: Callable[[], list[torch.Tensor] | None],
    outcome: Outcome,
) -> Failure | None:
    """Compares the results of a sample, which are all that `actual` holds.

    Elements of half and single precision are what eager gives, or `widened`, the
    outputs of the sample in float64, as exact as float32 is and rounded once. The
    outcome gets a note of the latter.
    """
    title, expected = given["title"], given["outputs"]
    pairs = zip(actual, [expected[n] for n in sample["places"]], strict=True)
    for number, (ours, theirs) in enumerate(pairs):
        tolerances = _allowed(name, sample, theirs.dtype)
        if name in SATURATING:
            theirs = saturate(ours, theirs)
        defined = not sample["random"] and not factors.is_free(name, number)
        mismatch = compare.compare(ours, theirs, defined, tolerances)
        if mismatch and mismatch.kind == "wrong numbers":
            stable = "stable=True" in sample["text"]
            if ANY_OF_EQUAL.get(name) == number and not stable:
                operand = given["inputs"][sample["inputs"][0]]
                if same_elements(ours, theirs, operand):
                    mismatch = None
            elif ours.dtype in (*truth.NARROW, torch.float32) and (exact := widened()):
                single = _allowed(name, sample, torch.float32)
                single = single or compare.default_tolerances(torch.float32)
                good = truth.is_rounded_once(ours, exact[number], *single)
                near = torch.where(good, ours, compare.as_onnx(theirs))
                if theirs.is_complex():
                    near = torch.complex(near[..., 0], near[..., 1])
                mismatch = compare.compare(ours, near, tolerances=tolerances)
                if mismatch and name in CONDITIONED:
                    if truth.is_as_near(ours, compare.as_onnx(theirs), exact[number]):
                        mismatch = None
                if not mismatch:
                    eager, model = outcome.as_right.get(sample["index"], (0.0, 0.0))
                    outcome.as_right[sample["index"]] = (
                        max(eager, truth.units_off(compare.as_onnx(theirs), exact[number])),
                        max(model, truth.units_off(ours, exact[number])),
                    )
        if mismatch:
            where = f"{title}: output {number}" if title else f"output {number}"
            detail = f"{where}: {mismatch.text}"
            return Failure(mismatch.kind, detail, sample["index"], sample["text"])
    if name in factors.FACTORS:
        return _check_factors(name, sample, actual, given)
    return None


def _check_factors(
    name: str, sample: dict[str, Any], actual: list[torch.Tensor], given: dict[str, Any]
) -> Failure | None:
    """Holds factors, of which dtype and shape are right, against their operand."""
    expected = [given["outputs"][n] for n in sample["places"]]
    numbers = [
        torch.complex(ours[..., 0], ours[..., 1]) if theirs.is_complex() else ours
        for ours, theirs in zip(actual, expected, strict=True)
    ]
    operand = given["inputs"][sample["inputs"][0]]
    wrong = factors.check(name, numbers, operand, sample["text"])
    if wrong is None:
        return None
    detail = f"{given['title']}: {wrong}" if given["title"] else wrong
    return Failure("wrong numbers", detail, sample["index"], sample["text"])


def _is_random(target: str) -> bool:
    """Whether an operator ("aten.rand.default") draws random numbers."""
    namespace, _, rest = target.partition(".")
    packet, _, overload = rest.partition(".")
    operator = getattr(getattr(getattr(torch.ops, namespace), packet, None), overload, None)
    tags = getattr(operator, "tags", ())
    return torch.Tag.nondeterministic_seeded in tags


class _Runner:
    """Converts and runs one program of an entry."""

    def __init__(
        self,
        name: str,
        bundle: dict[str, Any],
        files: Path,
        keep: Path,
        options: tuple[str, ...],
        outcomes: dict[str, Outcome],
    ) -> None:
        self._name = name
        self._bundle = bundle
        self._file = files / bundle["file"]
        self._keep = keep
        self._options = options
        self._outcomes = outcomes
        self._whole: Any = None
        self._parts = 0
        self._cuts = 0

    def run(self, runs: Collection[str] | None) -> None:
        """Adds what happens to the samples of these runs to their outcomes."""
        samples = _samples(self._bundle)
        wanted = [s for s in samples if runs is None or s["run"] in runs]
        if wanted:
            self._run(_Part(wanted), whole=len(wanted) == len(samples))

    def _program(self) -> Any:
        """A Program, or a ScriptProgram, which has the same methods."""
        if self._whole is None:
            content = self._file.read_bytes()
            if self._way:
                self._whole = scripts.ScriptProgram(content, self._bundle, self._way)
            else:
                self._whole = Program(content)
        return self._whole

    @property
    def _way(self) -> str:
        """How TorchScript was made, "" for an exported program."""
        return self._bundle.get("way", "")

    def _inputs(self, part: _Part, given: dict[str, Any]) -> list[torch.Tensor]:
        """What the model of a part is run with: a file of TorchScript that is cut has only
        the inputs of its samples."""
        if not self._way:
            return given["inputs"]
        return [given["inputs"][n] for sample in part.samples for n in sample["inputs"]]

    def _fail(self, part: _Part, reason: str, detail: str) -> None:
        for sample in part.samples:
            failure = Failure(reason, detail, sample["index"], sample["text"])
            self._outcomes[sample["run"]].failures.append(failure)

    def _run(self, part: _Part, whole: bool = False) -> None:
        model = self._keep / self._file.with_suffix(".onnx").name
        source = self._file
        if not whole:
            self._parts += 1
            number = f".{self._parts}" if self._parts > 1 else ""
            model = model.with_suffix(f"{number}.onnx")
            source = model.with_suffix(self._file.suffix)
            source.write_bytes(self._program().cut(part.outputs))
        options = self._options
        if self._way:
            inputs = self._inputs(part, self._bundle["rounds"][0])
            options = (*scripts.options(inputs, self._way), *options)
        conversion = compiler.convert(source, model, options)
        if conversion.failure == "unsupported operator":
            self._without(part, conversion)
        elif conversion.failure and self._split(part):
            pass
        elif conversion.failure:
            self._fail(part, conversion.failure, conversion.first_error())
        else:
            self._execute(part, model)

    def _split(self, part: _Part) -> bool:
        """Runs two halves; false for one sample, and when it took too long already."""
        if len(part.samples) == 1 or self._cuts == CUTS:
            return False
        self._cuts += 1
        for half in part.split():
            self._run(half)
        return True

    def _without(self, part: _Part, conversion: compiler.Conversion) -> None:
        """What the refused operators do not hold up is tried without them."""
        targets = [self._program().targets(s["places"]) for s in part.samples]
        nodes = sum(targets, Counter())
        # An operator that is refused in some places only says nothing about the
        # samples that use it; nor does one that comes from a decomposition.
        clear = all(
            match and nodes[operator] == int(match[1])
            for operator, reason in conversion.unsupported.items()
            for match in [_USES.match(reason)]
        )
        if not clear and self._split(part):
            return
        others = []
        for sample, used in zip(part.samples, targets, strict=True):
            outcome = self._outcomes[sample["run"]]
            uses = {
                operator: reason
                for operator, reason in conversion.unsupported.items()
                if operator in used or not clear
            }
            outcome.unsupported.update(uses)
            if uses:
                self._fail(_Part([sample]), conversion.failure, conversion.first_error())
            else:
                others.append(sample)
        if others:
            self._run(_Part(others))

    def _execute(self, part: _Part, model: Path) -> None:
        """Runs the model on all rounds of inputs, both ways, and compares."""
        inputs = [self._inputs(part, given) for given in self._bundle["rounds"]]
        try:
            ways = runtime.run_both_ways(model, inputs)
        except runtime.RuntimeRefusal as error:
            if str(error).startswith("inputs:"):
                self._fail(part, "inputs", str(error))
            else:
                self._execute_one_by_one(part, model)
            return
        self._judge(part, ways)

    def _widened(
        self, sample: dict[str, Any], inputs: list[torch.Tensor]
    ) -> list[torch.Tensor] | None:
        """The outputs of a sample in float64."""
        if self._way:
            return self._program().widened(sample["places"])
        return truth.evaluate(self._program().cut(sample["places"]), inputs)

    def _is_defined(self, sample: dict[str, Any], given: dict[str, Any]) -> bool:
        """Whether eager says what the result is in this round."""
        undefined, _ = UNDEFINED.get((self._name, given["title"]), ((), ""))
        return sample["run"] != "dynamic" or sample["index"] not in undefined

    def _draws(self, sample: dict[str, Any]) -> bool:
        """Whether an operator of the sample draws random numbers.

        At the sizes of the sample they may make no difference, at others they do.
        """
        return any(map(_is_random, self._program().targets(sample["places"])))

    def _judge(self, part: _Part, ways: list[list[list[torch.Tensor]]]) -> None:
        """Compares the results of each round of inputs, of one way to run the model or
        of both."""
        if any(len(results) != len(part.outputs) for actual in ways for results in actual):
            text = f"the model has {len(ways[0][0])}, not {len(part.outputs)}"
            self._fail(part, "outputs", text)
            return
        begin = 0
        for sample in part.samples:
            end = begin + len(sample["places"])
            outcome = self._outcomes[sample["run"]]
            failures = (
                _compare_sample(
                    self._name,
                    sample,
                    results[begin:end],
                    given,
                    functools.partial(self._widened, sample, given["inputs"]),
                    outcome,
                )
                for actual in ways
                for given, results in zip(self._bundle["rounds"], actual, strict=True)
                if self._is_defined(sample, given)
            )
            failure = next(filter(None, failures), None)
            if failure and failure.reason == "wrong numbers" and self._draws(sample):
                failure = None
            if failure:
                outcome.failures.append(failure)
            else:
                outcome.passed += 1
            begin = end

    def _execute_one_by_one(self, part: _Part, model: Path) -> None:
        """Runs each sample as a part of the model: one of them is refused."""
        whole = onnx.load(model)
        names = [output.name for output in whole.graph.output]
        begin = refused = 0
        for sample in part.samples:
            one = _Part([sample])
            end = begin + len(sample["places"])
            piece = submodel(whole, names[begin:end])
            begin = end
            ways: list[list[list[torch.Tensor]]] = []
            title = ""
            try:
                for optimized in (True, False):
                    session = runtime.Session(
                        piece.SerializeToString(), optimized=optimized
                    )
                    actual = []
                    for given in self._bundle["rounds"]:
                        if not self._is_defined(sample, given):
                            refused += 1  # Nobody knows whether it is for this sample.
                            actual.append(given["outputs"][: len(sample["places"])])
                            continue
                        title = f"{given['title']}: " if given["title"] else ""
                        actual.append(session.run(self._inputs(part, given)))
                    ways.append(actual)
            except runtime.RuntimeRefusal as error:
                refused += 1
                self._fail(one, "onnxruntime refuses", f"{title}{error}")
            else:
                self._judge(one, ways)
        if not refused:
            for run in {sample["run"] for sample in part.samples}:
                self._outcomes[run].failures.append(
                    Failure("onnxruntime refuses", "only all samples together")
                )


def _runs(record: dict[str, Any]) -> list[str]:
    bundles = record["bundles"]
    found = dict.fromkeys(s["run"] for bundle in bundles for s in bundle["samples"])
    return list(found | dict.fromkeys(r["run"] for r in record["rejected"]))


def runs_of(name: str, kind: str = EXPORTED) -> list[str]:
    """The runs of a prepared entry: its dtypes, the main one first, and "dynamic"; or the
    ways to TorchScript."""
    return _runs(cache.load(folder(kind) / f"{name}.pt"))


def run(
    item: str,
    keep: Path | None = None,
    options: tuple[str, ...] = (),
    runs: Collection[str] | None = None,
    kind: str = EXPORTED,
) -> dict[str, Outcome]:
    """The outcomes of an entry by its runs, all or those that are given.

    `item` is the name of an entry, or "NAME@RUN" for one of its runs; `keep` is a
    folder that receives the models; `kind` is what the samples are prepared as.
    """
    name, _, only = item.partition("@")
    runs = [only] if only else runs
    record = cache.load(folder(kind) / f"{name}.pt")
    outcomes = {
        run: Outcome(name, run)
        for run in _runs(record)
        if runs is None or run in runs
    }
    for r in record["rejected"]:
        if r["run"] in outcomes:
            reason = "torch.export cannot" if kind == EXPORTED else "torch.jit cannot"
            failure = Failure(reason, r["reason"], r["index"], r["text"])
            outcomes[r["run"]].rejected.append(failure)
            outcomes[r["run"]].total += 1
    for bundle in record["bundles"]:
        for sample in bundle["samples"]:
            if sample["run"] in outcomes:
                outcomes[sample["run"]].exported += 1
                outcomes[sample["run"]].total += 1
    with tempfile.TemporaryDirectory(prefix="torch-onnx-ops-") as temporary:
        for bundle in record["bundles"]:
            place = keep or Path(temporary)
            _Runner(name, bundle, folder(kind), place, options, outcomes).run(runs)
    return outcomes
