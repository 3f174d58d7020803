"""What a model costs: its size and its memory follow those of inputs and outputs.

Operators that pick or compare elements are converted for long inputs.  The model
may hold no table of the length of its input, and running it may take no memory
in the square of that; numbers are eager's.  The same programs are converted with
dynamic sizes.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy
import pytest
import torch
from torch.export import Dim

from integration.common.compiler import convert

#: A model without weights: nodes, names and locations.
MAX_BYTES = 64 << 10
#: Of the runtime itself, beside copies of what goes in and comes out.
MEGABYTES = 96
COPIES = 24

#: Runs a model and says how much more memory that took than loading it.
RUN = """
import sys
import numpy
import onnxruntime

def peak():
    with open("/proc/self/status") as status:
        return next(int(l.split()[1]) for l in status if l.startswith("VmHWM"))

folder = sys.argv[1]
arrays = numpy.load(folder + "/inputs.npz")
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
options.log_severity_level = 3
session = onnxruntime.InferenceSession(folder + "/model.onnx", options)
names = [x.name for x in session.get_inputs()]
inputs = {name: arrays[f"arr_{i}"] for i, name in enumerate(names)}
before = peak()
outputs = session.run(None, inputs)
print(peak() - before)
numpy.savez(folder + "/outputs.npz", *outputs)
"""

N = 100_000
Case = tuple[Callable[..., object], tuple[torch.Tensor, ...]]


def numbers(*shape: int) -> torch.Tensor:
    """Normal numbers that are the same in every run."""
    return torch.randn(*shape, generator=torch.Generator().manual_seed(0))


def sorted_numbers(count: int) -> torch.Tensor:
    """As they are searched."""
    return numbers(count).sort().values


CASES: dict[str, Case] = {
    "cumprod": (lambda x: x.cumprod(0), (1 + numbers(N) * 1e-3,)),
    "cumsum": (lambda x: x.cumsum(0), (numbers(N),)),
    "cummax": (lambda x: tuple(x.cummax(0)), (numbers(N),)),
    "cummin": (lambda x: tuple(x.cummin(1)), (numbers(2, N),)),
    "logcumsumexp": (lambda x: x.logcumsumexp(0), (numbers(N),)),
    "unfold": (lambda x: x.unfold(0, 16, 8), (numbers(N),)),
    "as_strided": (lambda x: x.as_strided((N // 4, 2), (3, 1)), (numbers(N),)),
    "diagonal": (lambda x: x.diagonal(1), (numbers(1000, 1000),)),
    "diagonal_scatter": (
        lambda x, y: x.diagonal_scatter(y),
        (numbers(1000, 1000), numbers(1000)),
    ),
    "slice_scatter": (
        lambda x, y: x.slice_scatter(y, step=2),
        (numbers(N), numbers(N // 2)),
    ),
    "pdist": (torch.nn.functional.pdist, (numbers(1000, 3),)),
    "tril_indices": (lambda x: x + torch.tril_indices(999, 888), (numbers(1),)),
    "roll": (lambda x: x.roll(777, 0), (numbers(N),)),
    "repeat_interleave": (
        lambda x, n: x.repeat_interleave(n, output_size=N),
        (numbers(N // 2), torch.full((N // 2,), 2)),
    ),
    "searchsorted": (
        torch.searchsorted,
        (sorted_numbers(N), numbers(N)),
    ),
    "bucketize": (torch.bucketize, (numbers(N), sorted_numbers(1000))),
    "mode": (
        lambda x: x.mode(0).values,
        (torch.arange(N) * 7919 % 5003,),
    ),
    "histogram": (
        lambda x: x.histogram(1000, range=(-4.0, 4.0)).hist,
        (numbers(N),),
    ),
    "segment_reduce": (
        lambda x, n: torch.segment_reduce(x, "sum", lengths=n, unsafe=True),
        (numbers(N), torch.full((N // 2,), 2)),
    ),
    "adaptive_avg_pool1d": (
        lambda x: torch.nn.functional.adaptive_avg_pool1d(x, 999),
        (numbers(1, 1, N),),
    ),
    "adaptive_max_pool2d": (
        lambda x: torch.nn.functional.adaptive_max_pool2d(
            x, (99, 97), return_indices=True
        ),
        (numbers(1, 1, 400, 500),),
    ),
    "im2col": (
        lambda x: torch.nn.functional.unfold(x, 3),
        (numbers(1, 1, 8, N // 8),),
    ),
    "multi_margin_loss": (
        torch.nn.functional.multi_margin_loss,
        (numbers(2, N), torch.tensor([1, 5])),
    ),
    "linspace": (lambda x: x + torch.linspace(0, 1, N), (numbers(1),)),
}

#: A constant that only the compiler can make, which may be as long.
TABLES = {"linspace"}


class Program(torch.nn.Module):
    """A function as a module."""

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *inputs: torch.Tensor) -> object:
        return self.function(*inputs)


#: torch.export takes it for constant sizes only.
STATIC = {"histogram"}

RUNS = [(name, False) for name in CASES]
RUNS += [(name, True) for name in CASES if name not in STATIC]


@pytest.mark.parametrize(("name", "dynamic"), RUNS)
def test_cost_is_linear(
    name: str, dynamic: bool, compiler: str, tmp_path: Path
) -> None:
    """Of the model on the disk and when it runs."""
    function, inputs = CASES[name]
    shapes = tuple({axis: Dim.AUTO for axis in range(x.dim())} for x in inputs)
    program = torch.export.export(
        Program(function), inputs, dynamic_shapes=(shapes,) if dynamic else None
    )
    torch.export.save(program, tmp_path / "model.pt2")
    result = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert not result.failure, result.stderr
    bound = MAX_BYTES + (8 * N if name in TABLES else 0)
    assert (tmp_path / "model.onnx").stat().st_size < bound

    numpy.savez(tmp_path / "inputs.npz", *(x.numpy() for x in inputs))
    command = [sys.executable, "-c", RUN, str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    expected = torch.utils._pytree.tree_leaves(function(*inputs))
    outputs = numpy.load(tmp_path / "outputs.npz")
    actual = [torch.from_numpy(outputs[f"arr_{i}"]) for i in range(len(expected))]
    torch.testing.assert_close(actual, expected)
    data = sum(x.nbytes for x in [*inputs, *expected])
    assert int(run.stdout) << 10 < COPIES * data + (MEGABYTES << 20)
