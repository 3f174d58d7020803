"""What Python computes with sizes is computed when the model runs, exactly.

Every operator of torch.export's symbolic numbers, at sizes other than those of
the export: remainders and quotients of negative numbers round down, shifts and
powers are integers, `/` is a float.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import Tensor
from torch.export import Dim

from integration.common.compiler import convert
from integration.common.runtime import Session

SIZES = (5, 2, 3, 4, 7, 12)

#: Of a tensor `x` and its first size `n`; every one gives a tensor.
CASES: dict[str, Callable[[Tensor, int], Tensor]] = {
    "neg": lambda x, n: x + (-n),
    "slice from the end": lambda x, n: x[-(n // 2):],
    "slice by a remainder": lambda x, n: x[n % 2:],
    "mod": lambda x, n: x + (n % 3),
    "mod of a negative number": lambda x, n: x + (-n % 3),
    "mod by a negative number": lambda x, n: x + (n % -3),
    "floordiv of a negative number": lambda x, n: x + (-n // 2),
    "floordiv by a negative number": lambda x, n: x + (n // -2),
    "pow": lambda x, n: x + n**3,
    "lshift": lambda x, n: x + (n << 2),
    "rshift": lambda x, n: x + ((n + 5) >> 1),
    "rshift of a negative number": lambda x, n: x + ((-n) >> 1),
    "truediv": lambda x, n: x * (n / 3),
    "sym_float": lambda x, n: x * (torch.sym_float(n) + 0.5),
    "sym_int of a negative float": lambda x, n: x + torch.sym_int(-n / 2),
    "trunc": lambda x, n: x + math.trunc(n / 2),
    "sqrt": lambda x, n: x / torch.sym_sqrt(n),
    "power of a float": lambda x, n: x / (n + 0.0) ** 0.5,
    "max": lambda x, n: x + torch.sym_max(n, 4),
    "min": lambda x, n: x + torch.sym_min(n - 3, 1),
    "size": lambda x, n: torch.ones(n * 2 + 1, n % 4 + 1),
    "narrow from the end": lambda x, n: x.narrow(0, -(n // 2), n // 2),
    "write to a part": lambda x, n: _add_to_part(x, n),
    "full of a number": lambda x, n: torch.full((2,), n // 2),
    "arange to a number": lambda x, n: torch.arange(n * 3 % 5 + 1),
    "arange from the negative": lambda x, n: torch.arange(-n, n, 2),
}


def _add_to_part(x: Tensor, n: int) -> Tensor:
    y = x.clone()
    y.narrow(0, n // 2, n - n // 2).add_(1)
    return y


class _Program(torch.nn.Module):
    def __init__(self, function: Callable[[Tensor, int], Tensor]) -> None:
        super().__init__()
        self.function = function

    def forward(self, x: Tensor) -> Tensor:
        return self.function(x, x.shape[0])


def _session(
    program: torch.nn.Module, x: Tensor, folder: Path, dynamic: object = None
) -> Session:
    """The converted program."""
    exported = torch.export.export(program, (x,), dynamic_shapes=dynamic)
    source, target = folder / "model.pt2", folder / "model.onnx"
    torch.export.save(exported, source)
    result = convert(source, target)
    assert not result.failure, result.stderr
    return Session(target)


@pytest.mark.parametrize("name", CASES)
def test_number(name: str, compiler: str, tmp_path: Path) -> None:
    """The model and eager agree at every size."""
    program = _Program(CASES[name])
    model = _session(program, torch.randn(6, 3), tmp_path, ({0: Dim.DYNAMIC},))
    for size in SIZES:
        x = torch.randn(size, 3)
        torch.testing.assert_close(model.run([x]), [program(x)])


def test_arange_of_large_integers(compiler: str, tmp_path: Path) -> None:
    """Integers that no double holds are not rounded."""

    class Large(torch.nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return torch.arange(2**53 + 1, 2**53 + 4) + x

    x = torch.tensor(0)
    assert torch.equal(_session(Large(), x, tmp_path).run([x])[0], Large()(x))


class _Quotients(torch.nn.Module):
    def forward(self, x: Tensor) -> tuple[float, Tensor]:
        quotient = x.shape[0] / 3
        return quotient, torch.arange(4, dtype=torch.float64) * quotient


def test_fraction_as_output(compiler: str, tmp_path: Path) -> None:
    """It is single precision outside, as torch.tensor() gives it, and double inside."""
    session = _session(_Quotients(), torch.randn(5, 3), tmp_path, ({0: Dim.DYNAMIC},))
    for size in SIZES:
        expected = _Quotients()(torch.zeros(size, 3))
        for value, number in zip(session.run([torch.zeros(size, 3)]), expected):
            torch.testing.assert_close(value, torch.as_tensor(number))
