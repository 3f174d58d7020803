"""Training that knows of quantization: fused observers and what they update."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from integration.common.compiler import convert
from integration.common.runtime import Session

INF = float("inf")
#: Ranges and their numbers: halves between two integers, tiny and huge ones, on one side of 0.
SCALES = (1.0, 1e-4, 3e-6, 1e-30, 0.0, 255.0, 1e4)


class Observer(nn.Module):
    """The operator with all that it reads and writes."""

    def __init__(self, rows: int | None, low: int, high: int, symmetric: bool) -> None:
        super().__init__()
        self.settings = (0.25, low, high, 0 if rows else -1, rows is not None, symmetric)
        shape = (rows,) if rows else ()
        self.register_buffer("observed", torch.tensor([1]))
        self.register_buffer("quantized", torch.tensor([1]))
        self.register_buffer("low", torch.full(shape, INF))
        self.register_buffer("high", torch.full(shape, -INF))
        self.register_buffer("scale", torch.full((rows or 1,), 0.5))
        self.register_buffer("zero", torch.full((rows or 1,), 3, dtype=torch.int32))

    def state(self) -> list[Tensor]:
        """The buffers that are written, in the order of their names."""
        return [self.high.clone(), self.low.clone(), self.scale.clone(), self.zero.clone()]

    def forward(self, x: Tensor) -> Tensor:
        """Observes and quantizes."""
        return torch.fused_moving_avg_obs_fake_quant(
            x, self.observed, self.quantized, self.low, self.high, self.scale, self.zero,
            *self.settings,
        )


class Whole(Observer):
    """The operator beneath, with the mask."""

    def forward(self, x: Tensor) -> Any:
        """Both results."""
        output, mask = torch._fused_moving_avg_obs_fq_helper(  # noqa: SLF001
            x, self.observed, self.quantized, self.low, self.high, self.scale, self.zero,
            *self.settings,
        )
        return output, mask


def run(model: Observer, x: Tensor, folder: Path, decomposed: bool) -> Session:
    """The updates are inputs and outputs."""
    program = torch.export.export(
        model, (x,), dynamic_shapes=({x.dim() - 1: torch.export.Dim("n", min=1)},)
    )
    if decomposed:
        program = program.run_decompositions()
    torch.export.save(program, folder / "model.pt2")
    done = convert(folder / "model.pt2", folder / "model.onnx", ("--mutations=outputs",))
    assert not done.failure, done.stderr
    return Session(folder / "model.onnx")


def check(model: Observer, session: Session, x: Tensor) -> None:
    """Outputs and updates are eager's, to the last bit."""
    before = {name: value.clone() for name, value in model.state_dict().items()}
    expected = model(x)
    expected = [expected] if isinstance(expected, Tensor) else list(expected)
    found = dict(zip(session.outputs, session.run([x]), strict=True))
    updates = [found.pop(f"{name}.updated") for name in ("high", "low", "scale", "zero")]
    for got, want in zip(updates, model.state(), strict=True):
        torch.testing.assert_close(got, want, rtol=0, atol=0, equal_nan=True)
    for got, want in zip(found.values(), expected, strict=True):
        torch.testing.assert_close(got, want, rtol=0, atol=0)
    model.load_state_dict(before)


RANGES = [(0, 255), (-128, 127), (0, 127), (-8, 7)]


@pytest.mark.parametrize("symmetric", [False, True], ids=["", "symmetric"])
@pytest.mark.parametrize("bounds", RANGES, ids=str)
@pytest.mark.parametrize("rows", [None, 3])
def test_observer(
    rows: int | None, bounds: tuple[int, int], symmetric: bool, tmp_path: Path
) -> None:
    """The first range, and one that follows another."""
    torch.manual_seed(0)
    model = Observer(rows, *bounds, symmetric)
    x = torch.randn(3, 2, 8)
    session = run(model, x, tmp_path, decomposed=False)
    for scale in SCALES:
        for part in (x, x.abs(), -x.abs(), torch.randint(-9, 9, (3, 2, 5)) / 2):
            check(model, session, part * scale)
    # Halves of a step at the zero point.
    check(model, session, torch.tensor([-7.0, 7.0]).expand(3, 2, 2))
    check(model, session, torch.tensor([-142.0, 198.0]).expand(3, 2, 2))


@pytest.mark.parametrize("decomposed", [False, True], ids=["", "decomposed"])
@pytest.mark.parametrize("switches", [(1, 1), (0, 1), (1, 0), (0, 0)], ids=str)
@pytest.mark.parametrize("rows", [None, 3])
def test_switches(
    rows: int | None, switches: tuple[int, int], decomposed: bool, tmp_path: Path
) -> None:
    """What is switched off changes nothing; the mask as well."""
    torch.manual_seed(1)
    model = Whole(rows, -128, 127, True)
    model.low.fill_(-1.5)
    model.high.fill_(0.75)
    model.observed.fill_(switches[0])
    model.quantized.fill_(switches[1])
    x = torch.randn(3, 8)
    session = run(model, x, tmp_path, decomposed)
    for factor in (1, 4):
        check(model, session, x * factor)


class Trained(nn.Module):
    """A layer as torch.ao.quantization prepares it for training."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(2)
        self.linear = torch.ao.nn.qat.Linear(
            4, 5, qconfig=torch.ao.quantization.get_default_qat_qconfig("x86")
        )
        self.after = self.linear.qconfig.activation()

    def forward(self, x: Tensor) -> Tensor:
        """Quantized weights and results."""
        result: Tensor = self.after(self.linear(x))
        return result


def test_trained_layer(tmp_path: Path) -> None:
    """A model in training; with the updates dropped it computes the same."""
    model = Trained()
    x = torch.randn(6, 4)
    for _ in range(3):
        model(x * 2)
    program = torch.export.export(model, (x,))
    torch.export.save(program, tmp_path / "model.pt2")
    done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert not done.failure, done.stderr
    (found,) = Session(tmp_path / "model.onnx").run([x])
    with torch.no_grad():
        torch.testing.assert_close(found, model(x))


def test_first_range_of_rows(tmp_path: Path) -> None:
    """Buffers that the first call would resize are refused."""
    model = Observer(3, -128, 127, True)
    for name in ("low", "high"):
        setattr(model, name, torch.empty(0))
    torch.export.save(torch.export.export(model, (torch.randn(3, 4),)), tmp_path / "model.pt2")
    done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert done.failure in ("conversion", "unsupported operator")
    assert "_fused_moving_avg_obs_fq_helper" in done.stderr
