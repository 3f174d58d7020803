"""Small programs: modules that are called again, tied, cut, shared or branched on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import onnx
import pytest
import torch
from torch import nn

from integration.common.compiler import convert
from integration.functions.compare import calls, check

X = torch.randn(2, 4)


class Block(nn.Module):
    """A linear layer with a residual."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(4)
        self.linear = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + torch.relu(self.linear(self.norm(x)))


class Again(nn.Module):
    """One module called four times, one of them after another node."""

    def __init__(self) -> None:
        super().__init__()
        self.block = Block()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for _ in range(3):
            x = self.block(x)
        return self.block(x * 2)


class Tied(nn.Module):
    """Two modules with one weight."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.second = nn.Linear(4, 4)
        self.second.weight = self.first.weight

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.second(torch.tanh(self.first(x)))


class Shifted(nn.Module):
    """Computes the same of `table` in each of its instances."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.randn(4))

    def forward(self, x: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
        turned = torch.sin(table)
        return torch.tanh(x * self.scale + turned) - turned


class Shares(nn.Module):
    """What its layers share is computed once, by whoever calls them."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Shifted() for _ in range(3))

    def forward(self, x: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x, table)
        return x


class Fused(nn.Module):
    """A convolution and a normalisation become one node, of the convolution."""

    def __init__(self) -> None:
        super().__init__()
        self.convs = nn.ModuleList(nn.Conv2d(4, 4, 1) for _ in range(2))
        self.norms = nn.ModuleList(nn.BatchNorm2d(4) for _ in range(2))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x[:, :, None, None]
        for conv, norm in zip(self.convs, self.norms):
            x = torch.relu(norm(conv(x)))
        return x


class Cut(nn.Module):
    """A node outside is between two of the module `both`."""

    class Both(nn.Module):
        """Calls back."""

        def forward(self, x: torch.Tensor, between: Any) -> torch.Tensor:
            return torch.tanh(between(torch.exp(x)))

    def __init__(self) -> None:
        super().__init__()
        self.both = Cut.Both()
        self.between = nn.Softmax(-1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.both(x, self.between))


class Branch(nn.Module):
    """A module with a branch, which is a part of it as a whole."""

    class Chooses(nn.Module):
        """Chooses at run time."""

        def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            return torch.cond(
                x.sum() > 0, lambda x, y: x * y, lambda x, y: torch.sin(x) - y, (x, y)
            ) * y

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Branch.Chooses() for _ in range(2))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = torch.exp(x)
        for layer in self.layers:
            x = layer(x, y) + 1
        return x


class Sizes(nn.Module):
    """One function for several sizes and attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.up = nn.Linear(4, 16)
        self.down = nn.Linear(16, 4)
        self.first = nn.LeakyReLU(0.1)
        self.second = nn.LeakyReLU(0.2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.second(self.down(self.first(self.up(x))))


class Strides(nn.Module):
    """Blocks that differ in numbers, lists and texts, and pass them on to what is inside."""

    class Block(nn.Module):
        """A convolution, a pooling and an activation."""

        def __init__(self, stride: int, padding: int, slope: float, mode: str) -> None:
            super().__init__()
            self.conv = nn.Conv2d(1, 1, 3, stride=stride, padding=padding)
            self.pool = nn.MaxPool2d(3, stride=1, padding=padding % 2)
            self.act = nn.LeakyReLU(slope)
            self.up = nn.Upsample(scale_factor=2, mode=mode)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.softmax(self.up(self.act(self.pool(self.conv(x)))), dim=-1)

    def __init__(self) -> None:
        super().__init__()
        self.first = Strides.Block(1, 2, 0.1, "nearest")
        self.second = Strides.Block(2, 3, 0.2, "nearest")
        self.third = Strides.Block(1, 1, 0.1, "bilinear")

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = torch.nn.functional.pad(x, (3, 3, 5, 5))[None, None]
        return torch.tanh(self.third(self.second(self.first(x))))


#: The nodes of the graph, in order.
CASES = {
    "again": (Again(), (X,), ["Block"] * 3 + ["Mul", "Block"]),
    "tied": (Tied(), (X,), ["Linear", "Tanh", "Linear"]),
    "shares": (Shares(), (X, X + 1), ["Sin"] + ["Shifted"] * 3),
    "fused": (Fused(), (X,), None),
    "cut": (Cut(), (X,), ["Exp", "Softmax", "Tanh", "Relu"]),
    "branch": (Branch(), (X,), ["Exp", "Chooses", "Add", "Chooses", "Add"]),
    "sizes": (Sizes(), (X,), ["Linear", "LeakyReLU", "Linear", "LeakyReLU"]),
    "strides": (Strides(), (X,), None),
}


@pytest.mark.parametrize("name", CASES)
def test_program(name: str, compiler: str, tmp_path: Path) -> None:
    """The graph is what the module says, and computes the same."""
    module, args, nodes = CASES[name]
    program = tmp_path / "m.pt2"
    torch.export.save(torch.export.export(module.eval(), args), program)
    model = check(program, [list(args), [-arg for arg in args]], tmp_path)
    if nodes is not None:
        assert calls(model.graph) == nodes
    names = {(function.domain, function.name) for function in model.functions}
    assert len(names) == len(model.functions)


@pytest.mark.parametrize("way", ["trace", "script"])
def test_torchscript(way: str, compiler: str, tmp_path: Path) -> None:
    """A program of TorchScript knows the classes and the calls as well."""
    module = Again().eval()
    script = torch.jit.trace(module, X) if way == "trace" else torch.jit.script(module)
    torch.jit.save(script, tmp_path / "m.pt")
    options = ("--input-shapes=[2,4]f32", "--unroll=3")
    model = check(tmp_path / "m.pt", [[X]], tmp_path, options)
    assert calls(model.graph) == CASES["again"][2]
    assert "pkg.torch.nn.modules.linear" in {f.domain for f in model.functions}


@pytest.mark.parametrize("opset", [15, 18, 23])
def test_opsets(opset: int, compiler: str, tmp_path: Path) -> None:
    """Functions of every version of the file format that has them."""
    program = tmp_path / "m.pt2"
    torch.export.save(torch.export.export(Again().eval(), (X,)), program)
    model = check(program, [[X]], tmp_path, (f"--opset={opset}",))
    assert "Block" in calls(model.graph)
    onnx.checker.check_model(model, full_check=True)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("--functions=all", "'all' is none of 'none', 'modules', 'blocks'"),
        ("--function-class=Linear", "--function-class is for --functions=modules"),
        (
            "--functions=blocks --function-class=Linear",
            "--function-class is for --functions=modules",
        ),
    ],
)
def test_wrong_option(option: str, message: str, compiler: str, tmp_path: Path) -> None:
    """One message, and nothing is written."""
    done = convert(tmp_path / "m.pt2", tmp_path / "m.onnx", tuple(option.split()))
    assert done.stderr.count("\n") <= 2 and message in done.stderr
    assert not (tmp_path / "m.onnx").exists()
