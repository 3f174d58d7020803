"""--ops-library: branches and loops in definitions, against eager, for several sizes."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest
import torch
from torch import Tensor, nn

from integration.common.compiler import convert
from integration.common.runtime import Session


@torch.library.custom_op("loops::clip", mutates_args=())
def clip(x: Tensor, limit: Tensor, factor: float = 2.0) -> Tensor:
    """Scaled where its sum is above the limit; otherwise the limit is taken off, twice."""
    if x.sum() > limit:
        return x * factor
    return x - limit - limit if x[0, 0] > 0 else x - limit


@clip.register_fake
def _(x: Tensor, limit: Tensor, factor: float = 2.0) -> Tensor:
    return torch.empty_like(x)


@torch.library.custom_op("loops::powers", mutates_args=())
def powers(x: Tensor, w: Tensor, count: Tensor) -> tuple[Tensor, Tensor]:
    """What is multiplied by a matrix some times, and all that it was on the way."""
    values = []
    for _ in range(int(count)):
        values.append(x.clone())
        x = torch.tanh(x @ w)
    stack = torch.stack(values) if values else x.new_empty(0, *x.shape)
    return x.clone(), stack


@powers.register_fake
def _(x: Tensor, w: Tensor, count: Tensor) -> tuple[Tensor, Tensor]:
    size = torch.library.get_ctx().new_dynamic_size()
    return torch.empty_like(x), x.new_empty(size, *x.shape)


@torch.library.custom_op("loops::halvings", mutates_args=())
def halvings(x: Tensor) -> tuple[Tensor, Tensor]:
    """Halves until nothing is above 1, for each row by itself; and how often."""
    rows, counts = [], []
    for row in x:
        count = 0
        while row.max() > 1:
            row, count = row * 0.5, count + 1
        rows.append(row)
        counts.append(count)
    return torch.stack(rows), torch.tensor(counts)


@halvings.register_fake
def _(x: Tensor) -> tuple[Tensor, Tensor]:
    return torch.empty_like(x), x.new_empty(x.shape[0], dtype=torch.int64)


_LIBRARY = """
func.func @clip(%x: !torch.untyped, %limit: !torch.untyped) -> !torch.untyped attributes {
    torch.operator = "loops::clip(Tensor x, Tensor limit, float factor=2.) -> Tensor"} {
  %sum = torch.aten.sum.default(%x) : (!torch.untyped) -> !torch.untyped
  %c = torch.aten.gt.Tensor(%sum, %limit) : (!torch.untyped, !torch.untyped) -> !torch.untyped
  %r = CLIP_IF %c CLIP_TYPE -> !torch.untyped then {
    %a = torch.aten.mul.Scalar(%x, other=@factor) : (!torch.untyped) -> !torch.untyped
    YIELD(%a)
  } else {
    %less = torch.aten.sub.Tensor(%x, %limit) : (!torch.untyped, !torch.untyped) -> !torch.untyped
    %row = torch.aten.select.int(%x, dim=0, index=0) : (!torch.untyped) -> !torch.untyped
    %first = torch.aten.select.int(%row, dim=0, index=0) : (!torch.untyped) -> !torch.untyped
    %d = torch.aten.gt.Scalar(%first, other=0) : (!torch.untyped) -> !torch.untyped
    %s = CLIP_IF %d CLIP_TYPE -> !torch.untyped then {
      %b = onnx.Sub(%less, %limit) : (!torch.untyped, !torch.untyped) -> !torch.untyped
      YIELD(%b)
    } else {
      YIELD(%less)
    }
    YIELD(%s)
  }
  return %r : !torch.untyped
}

func.func @powers(%x: !torch.untyped, %w: !torch.untyped, %count: tensor<i64>)
    -> (!torch.untyped, !torch.untyped) attributes {
    torch.operator = "loops::powers(Tensor x, Tensor w, Tensor count) -> (Tensor, Tensor)"} {
  %none = onnx.NoValue() : () -> none
  %r, %all = onnx.Loop(%count, %none, %x)
      : (tensor<i64>, none, !torch.untyped) -> (!torch.untyped, !torch.untyped) {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %v: !torch.untyped):
    %p = torch.aten.matmul.default(%v, %w) : (!torch.untyped, !torch.untyped) -> !torch.untyped
    %t = torch.aten.tanh.default(%p) : (!torch.untyped) -> !torch.untyped
    %copy = onnx.Identity(%v) : (!torch.untyped) -> !torch.untyped
    onnx.Yield(%c, %t, %copy) : (tensor<i1>, !torch.untyped, !torch.untyped) -> ()
  }
  return %r, %all : !torch.untyped, !torch.untyped
}

func.func @halvings(%x: !torch.untyped) -> (!torch.untyped, !torch.untyped) attributes {
    torch.operator = "loops::halvings(Tensor x) -> (Tensor, Tensor)"} {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %rows, %counts = torch.scan() over (%x : !torch.untyped) -> !torch.untyped, !torch.untyped {
  ^bb0(%row: !torch.untyped):
    %r, %k = torch.while(%row, %zero)
        : (!torch.untyped, tensor<i64>) -> (!torch.untyped, tensor<i64>) while {
    ^bb0(%v: !torch.untyped, %i: tensor<i64>):
      %m = torch.aten.max.default(%v) : (!torch.untyped) -> !torch.untyped
      %c = torch.aten.gt.Scalar(%m, other=1) : (!torch.untyped) -> !torch.untyped
      torch.yield %c : !torch.untyped
    } do {
    ^bb0(%v: !torch.untyped, %i: tensor<i64>):
      %h = torch.aten.mul.Scalar(%v, other=0.5) : (!torch.untyped) -> !torch.untyped
      %j = torch.aten.add.Scalar(%i, other=1) : (tensor<i64>) -> !torch.untyped
      torch.yield %h, %j : !torch.untyped, !torch.untyped
    }
    torch.yield %r, %k : !torch.untyped, tensor<i64>
  }
  return %rows, %counts : !torch.untyped, !torch.untyped
}
"""


def write_library(path: Path, dialect: str) -> None:
    """The branches are operations of one dialect or of the other."""
    text = _LIBRARY
    if dialect == "torch":
        text = text.replace("CLIP_TYPE", ": (!torch.untyped)").replace("CLIP_IF", "torch.if")
        text = text.replace("YIELD(%", "torch.yield (%")
        lines = [
            line.replace("torch.yield (", "torch.yield ").replace(")", " : !torch.untyped")
            if "torch.yield (" in line
            else line
            for line in text.splitlines()
        ]
    else:
        lines = []
        for line in text.splitlines():
            if "CLIP_IF" in line:
                line = line.replace("CLIP_IF %c CLIP_TYPE", "onnx.If(%c) : (!torch.untyped)")
                line = line.replace("CLIP_IF %d CLIP_TYPE", "onnx.If(%d) : (!torch.untyped)")
            elif " YIELD(" in line:
                line = line.replace("YIELD(", "onnx.Yield(") + " : (!torch.untyped) -> ()"
            lines.append(line)
    path.write_text("\n".join(lines), encoding="utf-8")


class Clips(nn.Module):
    """The operator in a program with a branch of its own."""

    def forward(self, x: Tensor, limit: Tensor) -> Tensor:
        """Calls it twice, once in a branch."""
        y = clip(x, limit, 3.0)
        result: Tensor = torch.cond(
            limit > 0, lambda a, b: clip(a, b), lambda a, b: a + b, (y, limit)
        )
        return result


class Powers(nn.Module):
    """A captured weight."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.w = nn.Parameter(torch.randn(4, 4))

    def forward(self, x: Tensor, count: Tensor) -> tuple[Tensor, ...]:
        """What is stacked is used further on."""
        last, stack = powers(x, self.w, count)
        return last, stack, stack.sum(0)


class Halvings(nn.Module):
    """A loop in a loop."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        """Calls it."""
        return halvings(x * 2)


def build(
    folder: Path, dialect: str, module: nn.Module, inputs: tuple[Tensor, ...], options: tuple[str, ...] = ()
) -> Session:
    """Converts with sizes that the run chooses."""
    write_library(folder / "library.mlir", dialect)
    rows = torch.export.Dim("rows")
    shapes = tuple({0: rows} if x.dim() else None for x in inputs)
    with torch.no_grad():
        program = torch.export.export(module, inputs, dynamic_shapes=shapes)
    torch.export.save(program, folder / "model.pt2")
    done = convert(
        folder / "model.pt2",
        folder / "model.onnx",
        (f"--ops-library={folder / 'library.mlir'}", *options),
    )
    assert not done.failure, done.stderr
    return Session(folder / "model.onnx")


def compare(session: Session, module: nn.Module, *inputs: Tensor) -> None:
    """What is computed is what eager computes, dtypes and shapes too."""
    with torch.no_grad():
        expected = module(*inputs)
    expected = expected if isinstance(expected, tuple) else (expected,)
    for got, want in zip(session.run(list(inputs)), expected, strict=True):
        torch.testing.assert_close(got, want)


@pytest.mark.parametrize("level", ["-O0", "-O2"])
@pytest.mark.parametrize("dialect", ["onnx", "torch"])
def test_branches(dialect: str, level: str, tmp_path: Path) -> None:
    """Branches in branches, which use the arguments of the function."""
    module = Clips()
    limits = [torch.tensor(value) for value in (-100.0, 0.25, 100.0)]
    session = build(tmp_path, dialect, module, (torch.randn(3, 4), limits[0]), (level,))
    for size in (3, 1, 6):
        for limit in limits:
            for sign in (1, -1):
                compare(session, module, torch.rand(size, 4) * sign, limit)


def test_constant_branch(tmp_path: Path) -> None:
    """A branch whose condition is a constant of the call is no branch of the model."""
    (tmp_path / "library.mlir").write_text(
        """
        func.func @f(%x: !torch.untyped) -> !torch.untyped attributes {
            torch.operator = "loops::either(Tensor x, bool up) -> Tensor"} {
          %c = "onnx.Constant"() {torch.attributes = {value = @up}} : () -> tensor<i1>
          %r = onnx.If(%c) : (tensor<i1>) -> !torch.untyped then {
            %a = torch.aten.ceil.default(%x) : (!torch.untyped) -> !torch.untyped
            onnx.Yield(%a) : (!torch.untyped) -> ()
          } else {
            %a = torch.aten.floor.default(%x) : (!torch.untyped) -> !torch.untyped
            onnx.Yield(%a) : (!torch.untyped) -> ()
          }
          return %r : !torch.untyped
        }
        """
    )
    program = torch.export.export(Either(), (torch.randn(3),))
    torch.export.save(program, tmp_path / "model.pt2")
    done = convert(
        tmp_path / "model.pt2",
        tmp_path / "model.onnx",
        (f"--ops-library={tmp_path / 'library.mlir'}",),
    )
    assert not done.failure, done.stderr
    kinds = [node.op_type for node in onnx.load(tmp_path / "model.onnx").graph.node]
    assert sorted(kinds) == ["Ceil", "Floor", "Sub"]
    compare(Session(tmp_path / "model.onnx"), Either(), torch.randn(3) * 9)


@torch.library.custom_op("loops::either", mutates_args=())
def either(x: Tensor, up: bool) -> Tensor:
    """Up or down."""
    return x.ceil() if up else x.floor()


@either.register_fake
def _(x: Tensor, up: bool) -> Tensor:
    return torch.empty_like(x)


class Either(nn.Module):
    """Both."""

    def forward(self, x: Tensor) -> Tensor:
        """The distance."""
        return either(x, True) - either(x, False)


def test_loop(tmp_path: Path) -> None:
    """As many iterations as a tensor says, none as well."""
    module = Powers()
    session = build(tmp_path, "onnx", module, (torch.randn(3, 4), torch.tensor(2)))
    for size in (3, 1, 5):
        for count in (2, 1, 7, 0):
            compare(session, module, torch.randn(size, 4), torch.tensor(count))


def test_loop_in_loop(tmp_path: Path) -> None:
    """A loop for each row, each of as many iterations as its row needs."""
    module = Halvings()
    session = build(tmp_path, "torch", module, (torch.randn(3, 4),))
    for size in (3, 1, 6):
        compare(session, module, torch.randn(size, 4) * 20)
        compare(session, module, -torch.rand(size, 4))
