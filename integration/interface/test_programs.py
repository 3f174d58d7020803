"""Programs and archives of every kind that torch.export makes: each gives what eager gives.

Draft exports, strict and non-strict ones, decomposed and captured again, several programs in
one archive, trees as inputs and outputs, constants, and programs with hardly anything in them.
"""

from __future__ import annotations

import collections
import dataclasses
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch._decomp import decomposition_table, get_decompositions
from torch.export import Dim, ExportedProgram, draft_export, export, unflatten
from torch.export.pt2_archive._package import package_pt2
from torch.utils import _pytree as pytree

from integration.common.compiler import Conversion, convert
from integration.common.runtime import Session

X = torch.arange(12.0).reshape(3, 4) / 5 - 0.7
LONG = torch.arange(20.0).reshape(5, 4) / 9 - 1.2


class Model(nn.Module):
    """Weights, buffers of both kinds, a constant of the module and one of the code."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.linear = nn.Linear(4, 4)
        self.norm = nn.LayerNorm(4)
        self.register_buffer("shift", torch.rand(4), persistent=False)
        self.scale = torch.tensor([1.0, 2.0, 3.0, 4.0])

    def forward(self, x: Tensor) -> Tensor:
        """Uses all of them."""
        y = self.norm(self.linear(x)).relu() * self.scale + self.shift
        return y + torch.tensor([1.0, 0.0, -1.0, 0.0]) + torch.tensor(3.0)


class Twice(nn.Module):
    """A module that is called twice, under two names."""

    def __init__(self) -> None:
        super().__init__()
        self.first = Model()
        self.second = self.first

    def forward(self, x: Tensor) -> Tensor:
        """Calls it."""
        result: Tensor = self.first(x) - self.second(x.flip(0))
        return result


class DataDependent(nn.Module):
    """A number that only the run knows decides how much there is."""

    def forward(self, x: Tensor) -> Tensor:
        """Nothing of it is known when the program is captured."""
        count: Any = (x > 0).sum().item()
        return x[: count % 3 + 1] * 2


def quietly(make: Callable[[], ExportedProgram]) -> ExportedProgram:
    """Without the warnings of the ways that torch has left behind."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return make()


def compare(model: Path, inputs: tuple[Any, ...], expected: object) -> None:
    """Runs the model on the tensors in `inputs`."""
    leaves = [x for x in pytree.tree_leaves(inputs) if isinstance(x, Tensor)]
    actual = Session(model).run(leaves)
    # A number of Python's is what torch.tensor() makes of it.
    wanted = [torch.as_tensor(x) for x in pytree.tree_leaves(expected) if x is not None]
    assert len(actual) == len(wanted)
    for got, want in zip(actual, wanted, strict=True):
        torch.testing.assert_close(got, want.detach())


def save_and_convert(program: ExportedProgram, folder: Path, *options: str) -> Conversion:
    """The conversion of an archive with one program."""
    torch.export.save(program, folder / "model.pt2")
    done = convert(folder / "model.pt2", folder / "model.onnx", options)
    assert not done.failure, done.stderr
    return done


ROWS = {"dynamic_shapes": ({0: Dim("rows")},)}


def _again(strict: bool) -> ExportedProgram:
    program = export(Model().eval(), (X,), **ROWS, strict=strict)
    return export(program.module(), (X,), **ROWS, strict=strict)


def _unflattened() -> ExportedProgram:
    program = export(Twice().eval(), (X,), preserve_module_call_signature=("first",))
    return export(unflatten(program), (X,))


KINDS: dict[str, tuple[nn.Module, Callable[[], ExportedProgram]]] = {
    "strict": (Model(), lambda: export(Model().eval(), (X,), **ROWS, strict=True)),
    "not strict": (Model(), lambda: export(Model().eval(), (X,), **ROWS, strict=False)),
    "draft": (Model(), lambda: draft_export(Model().eval(), (X,), **ROWS)),
    "draft, data-dependent": (DataDependent(), lambda: draft_export(DataDependent(), (X,))),
    "decomposed": (Model(), lambda: export(Model(), (X,), **ROWS).run_decompositions()),
    "functional": (Model(), lambda: export(Model(), (X,), **ROWS).run_decompositions({})),
    "decomposed by a table": (
        Model(),
        lambda: export(Model(), (X,), **ROWS).run_decompositions(
            get_decompositions([torch.ops.aten.addmm, torch.ops.aten.native_layer_norm])
        ),
    ),
    "decomposed by all": (
        Model(),
        lambda: export(Model(), (X,), **ROWS).run_decompositions(dict(decomposition_table)),
    ),
    "decomposed twice": (
        Model(),
        lambda: export(Model(), (X,)).run_decompositions({}).run_decompositions(),
    ),
    "captured again": (Model(), lambda: _again(strict=False)),
    "captured again, strict": (Model(), lambda: _again(strict=True)),
    "in training mode": (Model(), lambda: export(Model().train(), (X,), **ROWS)),
    "with gradients": (Model(), lambda: export(Model(), (X.clone().requires_grad_(),))),
    "a call kept": (
        Twice(),
        lambda: export(Twice(), (X,), preserve_module_call_signature=("first", "second")),
    ),
    "unflattened": (Twice(), _unflattened),
}


@pytest.mark.parametrize("kind", KINDS)
def test_kinds(kind: str, tmp_path: Path) -> None:
    """The program is captured in each way; the last case has another number of rows."""
    model, make = KINDS[kind]
    torch._dynamo.reset()
    program = quietly(make)
    save_and_convert(program, tmp_path)
    is_dynamic = any(not isinstance(n, int) for n in next(
        node.meta["val"] for node in reversed(program.graph.find_nodes(op="placeholder"))
    ).shape)  # fmt: skip
    for x in (X, -X, LONG) if is_dynamic else (X, -X):
        with torch.no_grad():
            compare(tmp_path / "model.onnx", (x,), model(x))


class Half(nn.Module):
    """Another method of a model."""

    def __init__(self, model: Model) -> None:
        super().__init__()
        self.model = model

    def forward(self, x: Tensor) -> Tensor:
        """Shares its weights."""
        result: Tensor = self.model.linear(x) * self.model.scale
        return result


def test_several_methods(tmp_path: Path) -> None:
    """Each of them has a name, which the message says; they share the archive, not the weights."""
    model = Model().eval()
    methods: dict[str, nn.Module] = {"prefill": model, "decode": Half(model)}
    programs = {name: export(method, (X,)) for name, method in methods.items()}
    package_pt2(tmp_path / "model.pt2", exported_programs=programs)
    done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert done.failure and "--model" in done.stderr
    assert all(name in done.stderr for name in methods)
    for name, method in methods.items():
        done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx", ["--model", name])
        assert not done.failure, done.stderr
        with torch.no_grad():
            compare(tmp_path / "model.onnx", (X,), method(X))


def test_one_method_with_a_name(tmp_path: Path) -> None:
    """There is nothing to choose."""
    package_pt2(tmp_path / "model.pt2", exported_programs={"decode": export(Model(), (X,))})
    done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert not done.failure, done.stderr
    with torch.no_grad():
        compare(tmp_path / "model.onnx", (X,), Model()(X))


Pair = collections.namedtuple("Pair", ["first", "second"])


@dataclasses.dataclass
class Point:
    """A class of the user's."""

    x: Tensor
    y: Tensor


pytree._register_namedtuple(Pair, serialized_type_name=f"{__name__}.Pair")
torch.export.register_dataclass(Point, serialized_type_name=f"{__name__}.Point")


class Trees(nn.Module):
    """All tensors are in containers."""

    def forward(self, d: dict[str, Any], pair: Any, *, point: Point) -> object:
        """Some inputs are used twice, one is not."""
        first = {"z": d["a"] + pair.first, "y": (pair.second, [point.x * point.y])}
        return first, Pair(pair.first, d["b"]["c"]), Point(point.x, point.x - point.y)


def test_trees(tmp_path: Path) -> None:
    """Leaves in the order of the trees, which dicts keep."""
    args = ({"b": {"c": X * 2}, "a": X}, Pair(X * 3, X * 4))
    kwargs = {"point": Point(X * 5, X * 6)}
    program = export(Trees(), args, kwargs)
    save_and_convert(program, tmp_path)
    session = Session(tmp_path / "model.onnx")
    assert session.inputs == ["d_b_c", "d_a", "pair_first", "pair_second", "point_x", "point_y"]
    compare(tmp_path / "model.onnx", (args, kwargs), Trees()(*args, **kwargs))


class Nothing(nn.Module):
    """Programs with hardly anything in them."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind
        self.weight = nn.Parameter(X)

    def forward(self, *args: Tensor) -> object:
        """What the kind says."""
        if self.kind == "an input":
            return args[0]
        if self.kind == "an input twice":
            return args[0], args[0], args[0].detach()
        if self.kind == "a weight":
            return self.weight
        if self.kind == "a weight and a view of it":
            return self.weight, self.weight.t(), args[0] + 1
        if self.kind == "no input":
            return torch.arange(4), torch.zeros(2)
        if self.kind == "numbers":
            return 3, args[0], None, 2.5, True
        if self.kind == "an input that is not used":
            return args[1] * 2
        return torch.empty(0, 3), args[0][:0]


NOTHING = {
    "an input": (X,),
    "an input twice": (X,),
    "a weight": (),
    "a weight and a view of it": (X,),
    "no input": (),
    "numbers": (X,),
    "an input that is not used": (X, LONG),
    "no elements": (X,),
}


@pytest.mark.parametrize("kind", NOTHING)
def test_hardly_anything(kind: str, tmp_path: Path) -> None:
    """Each output is there, under a name of its own."""
    args = NOTHING[kind]
    save_and_convert(export(Nothing(kind), args), tmp_path)
    session = Session(tmp_path / "model.onnx")
    assert len(set(session.outputs)) == len(session.outputs)
    assert len(session.inputs) == len(args)
    compare(tmp_path / "model.onnx", args, Nothing(kind)(*args))
