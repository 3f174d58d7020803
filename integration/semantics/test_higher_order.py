"""Every higher-order operator of torch's own database, and regions that programs are wrapped in.

Each sample is captured with and without gradients, strictly and not. What torch.export makes of
it gives what eager gives, or is refused with the name of an operator that has no lowering. What
torch.export cannot capture is listed: `flex_attention` reaches the compiler in the process of the
Python package only, whose tests have it.
"""

from __future__ import annotations

import copy
import functools
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch._higher_order_ops.run_const_graph import run_const_graph
from torch.fx.experimental.proxy_tensor import make_fx
from torch.testing._internal.hop_db import hop_db
from torch.utils import _pytree as pytree
from torch.utils.checkpoint import checkpoint

from integration.common.compiler import convert
from integration.common.runtime import Session

#: Refused, with what the message names.
REFUSED = {
    # Of the test, without a kernel for any runtime.
    "auto_functionalize": "testlib.mutating_custom_op",
    # A text in the assembly of a GPU.
    "inline_asm_elementwise": "higher_order.inline_asm_elementwise",
}
#: What torch.export 2.13 does not capture, nor anything else on a CPU.
NOT_CAPTURED = {
    "flex_attention": "its functions would be inputs of the program",
    "flex_attention_backward": "its functions would be inputs of the program",
    "invoke_quant": "Node.meta invoke_quant is missing val field",
    "local_map_hop": "not an allowed operator type",
}
#: The backward pass of a hook, which dynamo does not know.
NOT_STRICT = {"register_hook"}

OPERATORS = {f"{info.name}.{info.variant_test_name}": info for info in hop_db}


class Program(nn.Module):
    """A function with keywords."""

    def __init__(self, function: Any, keywords: dict[str, Any]) -> None:
        super().__init__()
        self.function = function
        self.keywords = keywords

    def forward(self, *args: Any) -> Any:
        """Calls it."""
        return self.function(*args, **self.keywords)


def _tensors(tree: object) -> list[Tensor]:
    return [x.detach().clone() for x in pytree.tree_leaves(tree) if isinstance(x, Tensor)]


def _scale(factor: int, value: Any) -> Any:
    if not isinstance(value, Tensor) or not value.is_floating_point():
        return value
    return (value.detach() * factor).requires_grad_(value.requires_grad)


def _check(model: nn.Module, args: tuple[Any, ...], folder: Path, strict: bool) -> str:
    """Captures, converts and compares; returns the messages of a refusal."""
    torch._dynamo.reset()
    program = torch.export.export(model, copy.deepcopy(args), strict=strict)
    torch.export.save(program, folder / "model.pt2")
    done = convert(folder / "model.pt2", folder / "model.onnx")
    if done.failure:
        assert done.failure != "crash", done.stderr
        return done.stderr
    session = Session(folder / "model.onnx")
    for factor in (1, -1):
        given = pytree.tree_map(functools.partial(_scale, factor), args)
        with torch.no_grad():
            expected = _tensors(model(*copy.deepcopy(given)))
        actual = session.run(_tensors(given))
        assert len(actual) >= len(expected)
        for got, want in zip(actual, expected, strict=False):
            torch.testing.assert_close(got, want, equal_nan=True)
    return ""


CAPTURED = [
    (name, strict)
    for name, info in OPERATORS.items()
    for strict in (False, True)
    if info.name not in NOT_CAPTURED and not (strict and info.name in NOT_STRICT)
]


@pytest.mark.parametrize("gradients", [False, True], ids=["", "gradients"])
@pytest.mark.parametrize(("name", "strict"), CAPTURED)
def test_operators_of_torch(name: str, gradients: bool, strict: bool, tmp_path: Path) -> None:
    """A sample of the database."""
    info = OPERATORS[name]
    sample = next(iter(info.sample_inputs("cpu", torch.float32, requires_grad=False)))
    model = Program(info.op, sample.kwargs)
    with torch.set_grad_enabled(gradients):
        message = _check(model, (sample.input, *sample.args), tmp_path, strict)
    if info.name in REFUSED:
        assert f"unsupported operator '{REFUSED[info.name]}" in message
    else:
        assert not message


@pytest.mark.parametrize("name", [n for n in OPERATORS if n.split(".")[0] in NOT_CAPTURED])
def test_what_torch_does_not_capture(name: str) -> None:
    """When torch.export can, there is something to convert."""
    info = OPERATORS[name]
    sample = next(iter(info.sample_inputs("cpu", torch.float32, requires_grad=False)))
    with pytest.raises(Exception):  # noqa: B017, PT011 - another one for each operator
        torch.export.export(Program(info.op, sample.kwargs), (sample.input, *sample.args))


class Regions(nn.Module):
    """What a part of a program may be wrapped in."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.kind = kind
        self.linear = nn.Linear(4, 4)
        self.register_buffer("state", torch.zeros(4))

    def part(self, x: Tensor) -> Tensor:
        """What is wrapped."""
        result: Tensor = self.linear(x).sin() + x
        return result

    def forward(self, x: Tensor) -> object:
        """The part in its region, between other operations."""
        x = x + 1
        if self.kind == "no_grad":
            with torch.no_grad():
                y = self.part(x)
        elif self.kind == "nested":
            with torch.no_grad():
                y = self.part(x)
                with torch.enable_grad():
                    y = y * self.part(y)
        elif self.kind == "no_grad with a write":
            with torch.no_grad():
                self.state.add_(x.sum(0))
                y = self.part(x) * self.state
        elif self.kind == "autocast":
            with torch.autocast("cpu", dtype=torch.bfloat16):
                y = self.part(x)
        elif self.kind == "autocast, no_grad":
            with torch.autocast("cpu", dtype=torch.bfloat16), torch.no_grad():
                y = self.part(x)
            with torch.autocast("cpu", enabled=False):
                y = y + self.part(x)
        else:
            y = checkpoint(self.part, x, use_reentrant=False)
        return y.float() * 2


REGIONS = [
    "autocast",
    "autocast, no_grad",
    "checkpoint",
    "nested",
    "no_grad",
    "no_grad with a write",
]


def _load(program: torch.export.ExportedProgram, decomposed: bool, folder: Path) -> Session:
    """The model of a program, in the runtime."""
    if decomposed:
        program = program.run_decompositions()
    torch.export.save(program, folder / "model.pt2")
    done = convert(folder / "model.pt2", folder / "model.onnx")
    assert not done.failure, done.stderr
    return Session(folder / "model.onnx")


@pytest.mark.parametrize("decomposed", [False, True], ids=["", "decomposed"])
@pytest.mark.parametrize("kind", REGIONS)
def test_regions(kind: str, decomposed: bool, tmp_path: Path) -> None:
    """Regions are inlined; those of autocast with the casts that they make."""
    model = Regions(kind).eval()
    x = torch.randn(3, 4)
    program = torch.export.export(copy.deepcopy(model), (x,))
    session = _load(program, decomposed, tmp_path)
    # Sums of products of bfloat16 are rounded at another place in ONNX Runtime.
    tolerance = {"rtol": 2e-2, "atol": 3e-2} if "autocast" in kind else {}
    for given in (x, -x * 2):
        with torch.no_grad():
            want = copy.deepcopy(model)(given)
        torch.testing.assert_close(session.run([given])[0], want, **tolerance)


class Layers(nn.Module):
    """Operators that autocast casts to the lower dtype, to none and to the widest."""

    def __init__(self) -> None:
        super().__init__()
        self.conv, self.norm = nn.Conv2d(3, 4, 3), nn.LayerNorm(6)
        self.linear = nn.Linear(6, 5)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """A product of states, a sum, and states of two dtypes."""
        x = self.linear(self.norm(torch.relu(self.conv(x))))
        with torch.autocast("cpu", enabled=False):
            exact = x.float() @ x.float().transpose(-1, -2)
        scores = torch.softmax(x, -1) @ x.transpose(-1, -2)
        return scores + exact, x.sum(), torch.cat([x, x.float()], -1)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
def test_autocast_around_export(dtype: torch.dtype, tmp_path: Path) -> None:
    """The program has no region; the casts follow from the types that it declares."""
    torch.manual_seed(0)
    model = Layers().eval()
    x = torch.randn(2, 3, 8, 8)
    with torch.autocast("cpu", dtype=dtype):
        program = torch.export.export(model, (x,), dynamic_shapes=({0: torch.export.Dim.DYNAMIC},))
    session = _load(program, False, tmp_path)
    for given in (x, torch.randn(3, 3, 8, 8)):
        with torch.no_grad(), torch.autocast("cpu", dtype=dtype):
            want = model(given)
        assert [y.dtype for y in want] == [torch.float32, dtype, torch.float32]
        # Sums are rounded at another place in ONNX Runtime.
        for got, expected in zip(session.run([given]), want, strict=True):
            torch.testing.assert_close(got, expected, rtol=2e-2, atol=5e-2)


class ConstantPart(nn.Module):
    """A part that depends on weights alone, split off as torch.compile does it."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.first = nn.Parameter(torch.randn(4, 4))
        self.second = nn.Parameter(torch.randn(4, 4))
        part = make_fx(lambda a, b: (a @ b, (a + b).relu()), tracing_mode="fake")
        self.part = part(self.first.detach(), self.second.detach())

    def forward(self, x: Tensor) -> Tensor:
        """Two results of the part, and the weight itself."""
        product, positive = run_const_graph(self.part, (self.first, self.second))
        result: Tensor = x @ product + positive.sum(0) - self.second[0]
        return result


@pytest.mark.parametrize("decomposed", [False, True], ids=["", "decomposed"])
def test_constant_part(decomposed: bool, tmp_path: Path) -> None:
    """It is inlined, and folded like all that depends on weights alone."""
    model = ConstantPart()
    rows = torch.export.Dim("rows")
    program = torch.export.export(model, (torch.randn(3, 4),), dynamic_shapes=({0: rows},))
    assert "run_const_graph" in str(program.graph)
    session = _load(program, decomposed, tmp_path)
    for size in (3, 1, 7):
        x = torch.randn(size, 4)
        with torch.no_grad():
            torch.testing.assert_close(session.run([x])[0], model(x))
