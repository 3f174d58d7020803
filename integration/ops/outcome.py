"""Converts and runs the programs of one entry and says what became of its samples."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import onnx
import torch

from integration.common import cache, compare, compiler, runtime
from integration.common.submodel import submodel
from integration.ops.store import folder

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
    "not prepared",
)


ROOT = Path(__file__).resolve().parents[2]

#: Wider (relative, absolute) tolerances for float32, and why.  Only for sums whose
#: terms are much larger than their result, so that the order of the additions
#: shows: the error must be as small against float64 as torch's own.
TOLERANCES = {
    # Elements up to 367, one of 0.8: torch is 5.4e-5 off, ONNX Runtime 2.6e-5.
    "addbmm": (1.3e-6, 1e-4),
    # 64 terms, their magnitudes sum to 1273: torch is 6.6e-5 off, ONNX Runtime 4.2e-5.
    "nn.functional.conv3d": (1.3e-6, 1e-4),
    # Softmax of logits of some hundreds, whose rounding is 3e-5: of 892 torch is
    # 0.012 off and ONNX Runtime 0.030, of 260 they are 9e-4 and 3e-4 off.
    "nn.functional.multi_head_attention_forward": (1e-4, 1e-4),
    # The same with smaller logits: torch is 1.7e-5 off, of elements up to 9; from it
    # ONNX Runtime is 2.5e-5 away.
    "nn.functional.scaled_dot_product_attention": (1e-5, 2e-5),
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
    message = message.replace(f"{folder()}/", "").replace(f"{ROOT}/", "")
    return " ".join(message.split())[:240]


@dataclass
class Outcome:
    """What became of an entry."""

    name: str
    dtype: str = ""
    #: Samples of OpInfo and ours, those that torch.export took, those that pass.
    total: int = 0
    exported: int = 0
    passed: int = 0
    failures: list[Failure] = field(default_factory=list)
    #: Operators that the compiler refused, in all programs of the entry.
    unsupported: dict[str, str] = field(default_factory=dict)
    #: Samples that are not in any program: not the compiler's fault.
    rejected: list[Failure] = field(default_factory=list)
    seconds: float = 0.0

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
        """One line that explains the worst failure, without tabs."""
        worst = self.worst
        if worst is None:
            return ""
        if worst.reason == "unsupported operator":
            return " ".join(sorted(self.unsupported))
        if not self.failures:
            return f"sample {worst.sample}: {portable(worst.detail)}"
        same = sum(failure.reason == worst.reason for failure in self.failures)
        where = f"sample {worst.sample} ({same} of {self.exported}): "
        text = portable(worst.detail)
        return text if worst.sample < 0 else where + text


def _samples(bundle: dict[str, Any]) -> list[dict[str, Any]]:
    """The samples of a program, each with its slice of the outputs."""
    result, begin = [], 0
    for sample in bundle["samples"]:
        end = begin + sample["outputs"]
        result.append({**sample, "slice": slice(begin, end)})
        begin = end
    return result


def _compare_sample(
    name: str,
    sample: dict[str, Any],
    actual: list[torch.Tensor],
    expected: list[torch.Tensor],
) -> Failure | None:
    place = sample["slice"]
    tolerances = TOLERANCES.get(name)
    pairs = zip(actual[place], expected[place], strict=True)
    for number, (ours, theirs) in enumerate(pairs):
        mismatch = compare.compare(ours, theirs, not sample["random"], tolerances)
        if mismatch:
            detail = f"output {number}: {mismatch.text}"
            return Failure(mismatch.kind, detail, sample["index"], sample["text"])
    return None


def _run_bundle(
    bundle: dict[str, Any], model: Path, outcome: Outcome, options: tuple[str, ...]
) -> None:
    """Converts one program, runs it, and adds what happened to the outcome."""
    samples = _samples(bundle)

    def fail_all(reason: str, detail: str) -> None:
        for sample in samples:
            failure = Failure(reason, detail, sample["index"], sample["text"])
            outcome.failures.append(failure)

    conversion = compiler.convert(folder() / bundle["file"], model, options)
    outcome.seconds += conversion.seconds
    if conversion.failure:
        outcome.unsupported.update(conversion.unsupported)
        fail_all(conversion.failure, conversion.first_error())
        return
    expected = bundle["outputs"]
    try:
        actual = runtime.Session(model).run(bundle["inputs"])
    except runtime.RuntimeRefusal as error:
        if str(error).startswith("inputs:"):
            fail_all("inputs", str(error))
        else:
            _run_one_by_one(bundle, model, outcome)
        return
    if len(actual) != len(expected):
        fail_all("outputs", f"the model has {len(actual)}, not {len(expected)}")
        return
    for sample in samples:
        failure = _compare_sample(outcome.name, sample, actual, expected)
        if failure:
            outcome.failures.append(failure)
        else:
            outcome.passed += 1


def _run_one_by_one(bundle: dict[str, Any], model: Path, outcome: Outcome) -> None:
    """Runs each sample as a part of the model: one of them is refused."""
    whole = onnx.load(model)
    names = [output.name for output in whole.graph.output]
    actual = [torch.empty(0)] * len(names)
    refused = 0
    for sample in _samples(bundle):
        place = sample["slice"]
        part = submodel(whole, names[place])
        try:
            session = runtime.Session(part.SerializeToString())
            actual[place] = session.run(bundle["inputs"])
        except runtime.RuntimeRefusal as error:
            failure = Failure(
                "onnxruntime refuses", str(error), sample["index"], sample["text"]
            )
        else:
            failure = _compare_sample(outcome.name, sample, actual, bundle["outputs"])
        if failure:
            outcome.failures.append(failure)
            refused += failure.reason == "onnxruntime refuses"
        else:
            outcome.passed += 1
    if not refused:
        outcome.failures.append(
            Failure("onnxruntime refuses", "only all samples together")
        )


def run(
    name: str, keep: Path | None = None, options: tuple[str, ...] = ()
) -> Outcome:
    """The outcome of an entry; `keep` is a folder that receives the models."""
    outcome = Outcome(name)
    stored = folder() / f"{name}.pt"
    if not stored.exists():
        return outcome
    record = cache.load(stored)
    outcome.dtype = record["dtype"]
    outcome.rejected = [
        Failure("torch.export cannot", r["reason"], r["index"], r["text"])
        for r in record["rejected"]
    ]
    outcome.exported = sum(len(bundle["samples"]) for bundle in record["bundles"])
    outcome.total = outcome.exported + len(outcome.rejected)
    with tempfile.TemporaryDirectory(prefix="torch-onnx-ops-") as temporary:
        for bundle in record["bundles"]:
            file = Path(bundle["file"]).with_suffix(".onnx").name
            model = (keep or Path(temporary)) / file
            _run_bundle(bundle, model, outcome, options)
            if keep is None:
                model.unlink(missing_ok=True)
    return outcome
