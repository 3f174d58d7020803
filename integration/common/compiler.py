"""Finds and runs the compiler under test: `torch-onnx MODEL.pt2 -o MODEL.onnx`."""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from integration.common import forked, replay

_ROOT = Path(__file__).resolve().parents[2]

#: error: unsupported operator 'aten.foo.default' (3 uses) at file.py:12: reason
_UNSUPPORTED = re.compile(r"unsupported operator\W+([\w.:]+)['\"`]?(.*)")


class CompilerNotFound(RuntimeError):
    """There is no compiler to test."""


def find_compiler() -> Path:
    """$TORCH_ONNX, else the newest build of this tree, else the one on the PATH."""
    explicit = os.environ.get("TORCH_ONNX")
    if explicit:
        path = Path(explicit).resolve()
        if not os.access(path, os.X_OK):
            raise CompilerNotFound(f"$TORCH_ONNX is not a program: {path}")
        return path
    builds = [
        _ROOT / "build" / kind / "bin" / "torch-onnx" for kind in ("release", "dev")
    ]
    there = [path for path in builds if path.exists()]
    if there:
        return max(there, key=lambda path: path.stat().st_mtime)
    found = shutil.which("torch-onnx")
    if found is None:
        raise CompilerNotFound(
            "build torch-onnx, or name it by --compiler or $TORCH_ONNX"
        )
    return Path(found)


@functools.cache
def compiler_hash() -> str:
    """Hashes of the compiler under test and its libraries; empty without a compiler."""
    try:
        program = find_compiler()
    except CompilerNotFound:
        return ""
    libraries = sorted(program.parent.parent.glob("lib/*.so"))
    return " ".join(replay.hash_of(path) for path in (program, *libraries))


@dataclass
class Conversion:
    """What one run of the compiler gave."""

    #: "" when a model was written, else "crash", "timeout", "unsupported
    #: operator", "checker" or "conversion".
    failure: str
    seconds: float
    stderr: str
    #: Operators that are refused, with the rest of the message.
    unsupported: dict[str, str] = field(default_factory=dict)

    def first_error(self) -> str:
        """The first line of stderr that says error, or its last line."""
        lines = [line.strip() for line in self.stderr.splitlines() if line.strip()]
        errors = [line for line in lines if "error:" in line]
        return (errors or lines[-1:] or ["no message"])[0]


def parse_unsupported(stderr: str) -> dict[str, str]:
    """Operators that the compiler refused, and why."""
    found: dict[str, str] = {}
    for line in stderr.splitlines():
        match = _UNSUPPORTED.search(line)
        if match:
            operator = match[1].rstrip(".:").replace("::", ".")
            found.setdefault(operator, match[2].strip(" :"))
    return found


def run(arguments: list[str], timeout: float = 120.0) -> tuple[int, str]:
    """The exit code and the messages; raises TimeoutExpired after `timeout` s."""
    process = forked.run(find_compiler(), arguments, timeout)
    return process.returncode, process.stderr.decode(errors="replace")


def convert(
    model: Path, output: Path, options: tuple[str, ...] = (), timeout: float = 120.0
) -> Conversion:
    """Runs the compiler; never raises for what the compiler does."""
    arguments = [str(model), "-o", str(output), *options]
    started = time.perf_counter()
    try:
        with replay.observed(arguments) as answer:
            code, stderr = run(arguments, timeout)
            answer(code, stderr)
    except subprocess.TimeoutExpired:
        return Conversion("timeout", timeout, f"error: no result after {timeout:.0f} s")
    seconds = time.perf_counter() - started
    if code == 0:
        failure = "" if output.exists() else "conversion"
        return Conversion(failure, seconds, stderr)
    unsupported = parse_unsupported(stderr)
    if code < 0 or code > 2:
        failure = "crash"
        stderr = f"error: exit code {code}\n{stderr}"
    elif unsupported:
        failure = "unsupported operator"
    elif "checker" in stderr:
        failure = "checker"
    else:
        failure = "conversion"
    return Conversion(failure, seconds, stderr, unsupported)
