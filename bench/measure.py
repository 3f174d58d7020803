"""Runs whole processes and says what they cost.

The processor time and memory of a process are what the kernel booked for it
(wait4), with its imports, its start and its end. The memory that wait4 tells is
never below that of the process which started it, so a small process of its own
starts what is measured.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
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


#: Starts a command and writes to a file descriptor how it ended: exit status,
#: seconds of processor and of the clock, memory.
_LAUNCHER = """
import os, sys, time
started = time.perf_counter()
process = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(process, 0)
wall = time.perf_counter() - started
code = os.waitstatus_to_exitcode(status)
cost = code, usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss
os.write(int(sys.argv[1]), " ".join(map(str, cost)).encode())
"""


def run(command: Sequence[str | Path]) -> Cost:
    """Runs a command; its output is kept for the error message."""
    words = [str(word) for word in command]
    reader, writer = os.pipe()
    with open(reader) as report:
        launcher = [sys.executable, "-I", "-S", "-c", _LAUNCHER, str(writer)]
        try:
            done = subprocess.run(
                [*launcher, *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                pass_fds=[writer],
            )
        finally:
            os.close(writer)
        figures = report.read().split()
    text = done.stdout.decode(errors="replace")
    code = int(figures[0]) if figures else done.returncode
    if code:
        lines = "\n".join(text.splitlines()[-5:])
        raise Failed(f"{Path(words[0]).name}: exit status {code}\n{lines}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Cost(float(figures[1]), float(figures[2]), int(figures[3]) * unit, text)


def median(costs: Sequence[Cost]) -> Cost:
    """The medians of each quantity, and the greatest memory."""
    return Cost(
        statistics.median(cost.cpu for cost in costs),
        statistics.median(cost.wall for cost in costs),
        max(cost.memory for cost in costs),
        costs[-1].stdout,
    )
