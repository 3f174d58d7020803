"""Runs whole processes and says what they cost.

The processor time and memory of a process are what the kernel booked for it
(wait4), with its imports, its start and its end. A process inherits the memory
mark of the one that started it, so this module must stay in a small process:
nothing that imports it may import torch or numpy.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path


class Failed(RuntimeError):
    """A measured process did not end with 0."""


@dataclass(frozen=True)
class Cost:
    """What a process took: seconds and bytes."""

    cpu: float
    wall: float
    memory: int
    stdout: str = ""


@dataclass
class Result:
    """What a process did to one model."""

    cost: Cost
    #: The model with the file of its weights.
    output_bytes: int = 0
    nodes: int | None = None
    #: Milliseconds of a run of the result in ONNX Runtime.
    latency: float | None = None


@dataclass
class Row:
    """One model; processes that failed have no result."""

    model: str
    program_bytes: int
    graph_bytes: int
    results: dict[str, Result] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)


def run(command: Sequence[str | Path]) -> Cost:
    """Runs a command; its output is kept for the error message."""
    words = [str(word) for word in command]
    started = time.perf_counter()
    process = subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert process.stdout is not None
    output = process.stdout.read()
    # The pipe is closed at the end of the process; only then its usage is whole.
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    text = output.decode(errors="replace")
    if process.returncode:
        lines = "\n".join(text.splitlines()[-5:])
        raise Failed(f"{Path(words[0]).name}: exit status {process.returncode}\n{lines}")
    unit = 1 if sys.platform == "darwin" else 1024
    cpu = usage.ru_utime + usage.ru_stime
    return Cost(cpu, wall, usage.ru_maxrss * unit, text)


def median(costs: Sequence[Cost]) -> Cost:
    """The medians of each quantity, and the greatest memory."""
    return Cost(
        statistics.median(cost.cpu for cost in costs),
        statistics.median(cost.wall for cost in costs),
        max(cost.memory for cost in costs),
        costs[-1].stdout,
    )
