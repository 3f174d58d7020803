#!/usr/bin/env python3
"""Writes seeds for fuzz-script: pickles that torch.jit.save writes.

Usage: make_script_corpus.py FOLDER
"""

import enum
import io
import linecache
import pathlib
import sys
import zipfile
from typing import Dict, List, NamedTuple, Optional, Tuple

import torch
import torch.ao.nn.quantized


class Color(enum.Enum):
    """A value that is not its place in the enumeration."""

    RED = 5


class Pair(NamedTuple):
    """Becomes a tuple."""

    number: int
    tensor: torch.Tensor


class Attributes(torch.nn.Module):
    """An attribute of each type."""

    ints: List[int]
    reals: List[float]
    flags: List[bool]
    texts: List[str]
    tensors: List[torch.Tensor]
    nested: List[List[int]]
    table: Dict[str, int]
    absent: Optional[int]
    values: Tuple[int, str, float, bool]
    pair: Pair

    def __init__(self) -> None:
        super().__init__()
        self.ints = [1, 300, 70000, -1, 1 << 40]
        self.reals = [1.5, float("inf")]
        self.flags = [True, False]
        self.texts = ["a", "b"]
        self.tensors = [torch.ones(2), torch.zeros(3)]
        self.nested = [[1], []]
        self.table = {"x": 1, "y": 2}
        self.absent = None
        self.values = (1, "s", 2.5, True)
        self.pair = Pair(3, torch.ones(1))
        self.color = Color.RED
        self.number = complex(1, -2)
        self.device = torch.device("cuda:0")
        self.first = torch.nn.Linear(2, 2)
        self.second = torch.nn.Linear(2, 2)
        self.second.weight = self.first.weight
        self.register_buffer("view", self.first.weight.detach().t()[1])
        self.register_buffer("halves", torch.ones(2, dtype=torch.float16))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Uses what would be removed otherwise."""
        if self.color == Color.RED:
            x = x + self.tensors[0]
        return self.first(x) + self.second(x) + self.pair.tensor


def quantize(per_axis: bool) -> torch.nn.Module:
    """A linear layer whose weight is quantized."""
    layer = torch.ao.nn.quantized.Linear(2, 3)
    weight = torch.ones(3, 2)
    if per_axis:
        scales, zeros = torch.ones(3).double(), torch.zeros(3).long()
        weight = torch.quantize_per_channel(weight, scales, zeros, 0, torch.qint8)
    else:
        weight = torch.quantize_per_tensor(weight, 0.5, 3, torch.qint8)
    layer.set_weight_bias(weight, torch.ones(3))
    return layer


class Constants(torch.nn.Module):
    """Two tensors in the code."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Becomes constants of the trace."""
        return x * torch.tensor([1.0, 2.0]) + torch.tensor([[3], [4]])


SOURCE = """def f(x):
    y = x + 1
    for i in range(3):
        y = y * 2
    return y
"""


def script_function() -> torch.jit.ScriptFunction:
    """A function whose lines are in no file of this machine."""
    linecache.cache["f.py"] = (len(SOURCE), None, SOURCE.splitlines(True), "f.py")
    scope: dict = {"__name__": "__main__"}
    exec(compile(SOURCE, "f.py", "exec"), scope)  # pylint: disable=exec-used
    return torch.jit.script(scope["f"])


def main(folder: pathlib.Path) -> None:
    """A pickle of each kind."""
    folder.mkdir(parents=True, exist_ok=True)
    ones = torch.ones(1, 2)
    programs = {
        "attributes": (torch.jit.script(Attributes()), "data.pkl"),
        "constants": (torch.jit.trace(Constants(), ones), "constants.pkl"),
        "empty": (torch.jit.script(Constants()), "data.pkl"),
        "inputs": (torch.jit.trace(Constants(), ones), "traced_inputs.pkl"),
        "lstm": (torch.jit.script(torch.nn.LSTM(2, 3)), "data.pkl"),
        "per-axis": (torch.jit.script(quantize(True)), "data.pkl"),
        "per-tensor": (torch.jit.script(quantize(False)), "data.pkl"),
        "lines": (script_function(), "code/__torch__.py.debug_pkl"),
    }
    for name, (program, member) in programs.items():
        buffer = io.BytesIO()
        torch.jit.save(program, buffer)
        with zipfile.ZipFile(buffer) as archive:
            (folder / name).write_bytes(archive.read(f"archive/{member}"))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
