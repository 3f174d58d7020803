"""Strides: what torch.export records of them, what eager has, what the model does.

torch.export computes the strides that an archive records with meta functions and
Python references, some of which lay out a new tensor unlike the kernel.  Whether
reshape is a view depends on it, and so does what a write through it changes.
The rows of operators (recordsStrides in OperatorTable.h) say which records are
believed; the first test measures those, the second one writes.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
from torch import Tensor
from torch.fx.experimental.proxy_tensor import make_fx
from torch.testing._internal.common_methods_invocations import op_db
from torch.utils._pytree import tree_flatten, tree_unflatten

from integration.common.compiler import convert
from integration.common.runtime import Session
from integration.semantics.test_effects import Program, export

ROOT = Path(__file__).resolve().parents[2]


def transposed(t: Tensor, first: int, second: int) -> Tensor:
    """The same numbers with two dimensions swapped in memory."""
    return t.transpose(first, second).contiguous().transpose(first, second)


def with_gaps(t: Tensor) -> Tensor:
    """The same numbers with others between them."""
    return torch.stack([t, t], -1)[..., 0]


def channels_last(t: Tensor) -> Tensor:
    """The same numbers with dimension 1 innermost in memory."""
    return t.movedim(1, -1).contiguous().movedim(-1, 1) if t.dim() > 2 else t


def expanded(t: Tensor) -> Tensor:
    """The first row in place of all."""
    return t[:1].expand(t.shape) if t.shape[0] > 1 else t


LAYOUTS: list[Callable[[Tensor], Tensor]] = [
    lambda t: t.contiguous(),
    lambda t: transposed(t, 0, -1),
    lambda t: transposed(t, -2, -1) if t.dim() > 1 else t,
    channels_last,
    with_gaps,
]


def strides(t: Tensor) -> list[int]:
    """The strides that say something."""
    return [s for n, s in zip(t.shape, t.stride(), strict=True) if n != 1]


class Strides(torch.fx.Interpreter):
    """Runs a traced function and holds strides against the recorded ones."""

    def __init__(self, module: torch.fx.GraphModule, named: str) -> None:
        super().__init__(module)
        self.named = named
        self.seen = 0
        self.wrong: list[str] = []

    def run_node(self, n: torch.fx.Node) -> object:
        """One operator; those of another name only make its operands."""
        result = super().run_node(n)
        if n.op != "call_function" or f".{self.named}." not in f".{n.target}":
            return result
        made, recorded = tree_flatten(result)[0], tree_flatten(n.meta["val"])[0]
        for ours, theirs in zip(made, recorded, strict=True):
            if not isinstance(ours, Tensor) or ours.numel() < 2:
                continue
            self.seen += 1
            if ours.shape == theirs.shape and strides(ours) != strides(theirs):
                self.wrong.append(f"{n.target}: {theirs.stride()}, eager {ours.stride()}")
        return result


def samples(op: object) -> Iterator[tuple[list[object], object]]:
    """Samples of an operator with tensors in several layouts."""
    dtype = torch.float32 if torch.float32 in op.dtypes else torch.int64  # type: ignore[attr-defined]
    rng = random.Random(0)
    inputs = op.sample_inputs("cpu", dtype)  # type: ignore[attr-defined]
    some = list(itertools.islice(inputs, 60))
    for sample in rng.sample(some, min(len(some), 6)):
        flat, spec = tree_flatten((sample.input, sample.args, sample.kwargs))
        if any(isinstance(x, Tensor) and x.layout != torch.strided for x in flat):
            continue
        mixed = (rng.choices([*LAYOUTS, expanded], k=len(flat)) for _ in range(3))
        for layouts in [*([k] * len(flat) for k in LAYOUTS), *mixed]:
            yield [
                change(x).detach() if isinstance(x, Tensor) and x.dim() else x
                for x, change in zip(flat, layouts, strict=True)
            ], spec


def believed() -> list[str]:
    """The names of operators whose rows have OperatorTraits::recordsStrides."""
    names: set[str] = set()
    for path in sorted((ROOT / "lib/Dialect/Torch/Inference").glob("*.cpp")):
        marks = r"mark\(\s*\{([^}]*)\},\s*&OperatorTraits::recordsStrides"
        for targets in re.findall(marks, path.read_text()):
            names.update(re.findall(r'"aten\.(\w+)\.\w+"', targets))
    return sorted(names)


def test_records_that_are_believed() -> None:
    """Operators whose recorded strides are believed have them in eager."""
    names = believed()
    assert len(names) > 80
    seen, wrong = dict.fromkeys(names, 0), []
    for op in op_db:
        name = {"__getitem__": "index"}.get(op.name, op.name.rpartition(".")[2])
        aten = op.aten_name or name
        found = [n for n in names if n in (name, aten, f"linalg_{name}", f"_safe_{name}")]
        if not found or op.name.startswith(("masked.", "ops.", "_refs", "fft")):
            continue
        for flat, spec in samples(op):
            at = [k for k, x in enumerate(flat) if isinstance(x, Tensor)]

            def call(*tensors: Tensor) -> object:
                values = list(flat)  # noqa: B023 - called at once
                for k, tensor in zip(at, tensors, strict=True):  # noqa: B023
                    values[k] = tensor
                first, args, kwargs = tree_unflatten(values, spec)  # noqa: B023
                return op(first, *args, **kwargs)  # noqa: B023

            tensors = [flat[k] for k in at]
            try:
                with torch.no_grad():
                    traced = make_fx(call, tracing_mode="fake", pre_dispatch=True)(*tensors)
                    for each in found:
                        runs = Strides(traced, each)
                        runs.run(*tensors)
                        seen[each] += runs.seen
                        wrong += runs.wrong
            except (RuntimeError, TypeError, ValueError, NotImplementedError):
                continue  # Not with these strides.
    assert not wrong, wrong
    # Some samples give numbers only, which have no strides.
    assert sum(count > 0 for count in seen.values()) > 0.9 * len(names), seen


# ---------------------------------------------------------------- writes

A = (torch.arange(250.0) + 1).reshape(5, 10, 5)
B = (torch.arange(50.0) % 7 + 1).reshape(10, 5)
M = (torch.arange(12.0) + 1).reshape(3, 4)

OPERANDS = {
    "broadcast": (transposed(A, 0, 2), transposed(B, 0, 1)),
    "rows-columns": (M, transposed(M + 1, 0, 1)),
    "columns-rows": (transposed(M + 1, 0, 1), M),
    "number": (transposed(M, 0, 1), torch.tensor(2.0)),
    "gaps": (with_gaps(M), transposed(M + 1, 0, 1)),
    "expanded": (M[:1].expand(3, 4), transposed(M + 1, 0, 1)),
}

OPERATORS: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "floor_divide": torch.floor_divide,
    "add": torch.add,
    "xlogy": torch.xlogy,
    "div_mode": lambda a, b: torch.div(a, b, rounding_mode="floor"),
    "copysign": torch.copysign,
    "logaddexp": torch.logaddexp,
    "clamp": lambda a, b: torch.clamp(a, b, b + 1),
    "where": lambda a, b: torch.where(a > b, a, b),
    "ldexp": torch.ldexp,
    "masked_fill": lambda a, b: a.masked_fill(b > 3, 0.0),
    "twice": lambda a, b: (a // b) + a,
}

#: Of these torch.export does not lose the copies, as it does those of contiguous().
VIEWS: dict[str, Callable[[Tensor], Tensor]] = {
    "reshape": lambda y: y.reshape(-1),
    "flatten": lambda y: y.flatten(),
    "transposed": lambda y: y.transpose(0, -1).reshape(-1),
    "moved": lambda y: y.movedim(0, -1).detach().flatten(),
    "as_strided": lambda y: y.as_strided((3,), (2,)),
    "transposed as_strided": lambda y: y.transpose(0, -1).as_strided((3,), (2,), 1),
}


@pytest.mark.parametrize("operator", OPERATORS)
def test_writes(operator: str, tmp_path: Path) -> None:
    """A write changes the other tensor where it does so in eager, or is refused."""
    refused = 0
    # Each pair of operands and view is tested with a third of the operators.
    pairs = itertools.product(OPERANDS.values(), VIEWS.values())
    first = list(OPERATORS).index(operator) % 3
    for operands, view in itertools.islice(pairs, first, None, 3):

        def function(a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
            made = OPERATORS[operator](a, b)
            looked = view(made)  # noqa: B023 - exported at once
            looked.add_(1.0)
            return made, looked

        # export() of the other tests loses gaps and expanded dimensions.
        program = torch.export.export(Program(function), operands)
        torch.export.save(program, tmp_path / "model.pt2")
        done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
        if done.failure:
            assert "may differ from those of eager" in done.stderr, done.stderr
            refused += 1
            continue
        actual = Session(tmp_path / "model.onnx").run(operands)
        for ours, theirs in zip(actual, function(*operands), strict=True):
            torch.testing.assert_close(ours, theirs)
    # ldexp is several kernels.
    assert refused <= (len(OPERANDS) * len(VIEWS) if operator == "ldexp" else 0)


def test_what_indices_lay_out(tmp_path: Path) -> None:
    """What is read lies like the indices; the record has it in their order."""

    def function(x: Tensor, places: Tensor) -> tuple[Tensor, Tensor]:
        read = x[places]
        looked = read.t().contiguous()
        looked.add_(1.0)
        return read, looked

    places = torch.tensor([[0, 1, 0], [2, 1, 3]])
    for chosen, refuses in ((places, False), (transposed(places, 0, 1), True)):
        program = torch.export.export(Program(function), (A[0, 0], chosen))
        torch.export.save(program, tmp_path / "model.pt2")
        done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
        if refuses:
            assert "'aten.index.Tensor' may differ from those of eager" in done.stderr, done.stderr
            continue
        assert not done.failure, done.stderr
        actual = Session(tmp_path / "model.onnx").run((A[0, 0], chosen))
        for ours, theirs in zip(actual, function(A[0, 0], chosen), strict=True):
            torch.testing.assert_close(ours, theirs)


def test_others_are_refused(tmp_path: Path) -> None:
    """Where strides are not certain, a write that shows it is refused."""

    def shows(x: Tensor) -> tuple[Tensor, Tensor]:
        y = torch.nn.functional.logsigmoid(x)
        z = y.reshape(-1)
        z.add_(1.0)
        return y, z

    def hides(x: Tensor) -> Tensor:
        z = torch.nn.functional.logsigmoid(x).reshape(-1)
        return z.add_(1.0)

    x = transposed(M, 0, 1)
    export(Program(shows), (x,), tmp_path / "model.pt2")
    done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert "'aten.log_sigmoid.default' may differ from those of eager" in done.stderr
    assert "run_decompositions" not in done.stderr
    export(Program(hides), (x,), tmp_path / "model.pt2")
    done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert not done.failure, done.stderr
    (actual,) = Session(tmp_path / "model.onnx").run((x,))
    torch.testing.assert_close(actual, hides(x))
