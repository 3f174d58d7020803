"""Runs the compiler on one file and says which promises it broke.

The promises (for any input): it ends by itself within 10 seconds and 500 MB,
with exit status 0 or 1; on 1 it says `error:` and where, and leaves no file
behind; on 0 there is the model and nothing else. Nothing it prints can steer a
terminal.
"""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

SECONDS = 10.0
MEGABYTES = 500.0

#: The model's name, or the Python line that a node came from.
_PLACE = re.compile(r"\.py:\d+")

_PEAK = re.compile(r"^VmHWM:\s+(\d+) kB$", re.MULTILINE)


@dataclass(frozen=True)
class Run:
    """One run of the compiler."""

    status: int
    seconds: float
    megabytes: float
    stderr: str
    #: What is in the output folder afterwards.
    left: tuple[str, ...]
    output: bytes


def _peak_memory(pid: int) -> float:
    """The greatest memory of a process so far in MB; 0 when it has ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    found = _PEAK.search(status)
    return int(found[1]) * 1024 / 1e6 if found else 0.0


def _limit(pid: int) -> None:
    """The machine is to survive a failure. A `preexec_fn` would set the limits before
    the compiler begins, and cost a copy of the page tables of pytest, with torch in it."""
    try:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
        resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
    except ProcessLookupError:
        pass  # It has ended.


def run(compiler: str, model: Path, options: tuple[str, ...] = ()) -> Run:
    """Runs the compiler with an empty folder to write to."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        output = folder / "out" / "model.onnx"
        output.parent.mkdir()
        with (folder / "stderr").open("w+b") as stderr:
            started = time.monotonic()
            process = subprocess.Popen(
                [compiler, str(model), "-o", str(output), *options],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
            )
            _limit(process.pid)
            megabytes = 0.0
            while True:
                # The greatest memory that wait4 tells is never below that of the
                # process which started this one: of pytest, with torch in it.
                megabytes = max(megabytes, _peak_memory(process.pid))
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                seconds = time.monotonic() - started
                if pid:
                    break
                if seconds > 3 * SECONDS:
                    process.kill()
                    _, status, usage = os.wait4(process.pid, 0)
                    break
                time.sleep(0.002)
            process.returncode = os.waitstatus_to_exitcode(status)
            stderr.seek(0)
            text = stderr.read(1 << 20).decode(errors="replace")
        left = tuple(sorted(path.name for path in output.parent.iterdir()))
        return Run(
            process.returncode,
            # Other processes have the processor, too: count what was used.
            min(seconds, max(usage.ru_utime + usage.ru_stime, seconds - SECONDS)),
            megabytes,
            text,
            left,
            output.read_bytes() if output.exists() else b"",
        )


def violations(model: Path, result: Run, refused: bool) -> list[str]:
    """What `result` has against the promises; `refused`: status 0 is wrong."""
    found = []
    if result.status < 0:
        found.append(f"killed by {signal.Signals(-result.status).name}")
    elif result.status > 1:
        found.append(f"exit status {result.status}")
    elif result.status == 0 and refused:
        found.append("accepted")
    if result.seconds > SECONDS:
        found.append(f"took {result.seconds:.1f} s")
    if result.megabytes > MEGABYTES:
        found.append(f"used {result.megabytes:.0f} MB")
    if result.status == 0:
        if result.left != ("model.onnx",):
            found.append(f"exit status 0 and left {result.left}")
    else:
        if result.left:
            found.append(f"left {', '.join(result.left)} behind")
        errors = [line for line in result.stderr.splitlines() if "error:" in line]
        if not any(str(model) in line or _PLACE.search(line) for line in errors):
            found.append("no error that names a place")
    if any(c < " " and c not in "\n\t" for c in result.stderr):
        found.append("control characters on stderr")
    if len(result.stderr) > 1_000_000:
        found.append(f"{len(result.stderr)} characters on stderr")
    if found and result.stderr:
        found.append("stderr: " + ascii("\n".join(result.stderr.splitlines()[:2]))[:400])
    return found
