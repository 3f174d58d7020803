"""Runs torch-onnx in a copy of this process, which has LibTorch already.

A process of its own would load LibTorch for each TorchScript program and for
each fold that needs it: 0.2 s, most of the time of such a conversion.  The
shared library of the same build has the tool's own main function
(`torchOnnxRunNamedTool`), and a crash ends only the copy.
"""

from __future__ import annotations

import ctypes
import functools
import os
import select
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path


@functools.cache
def library_of(tool: Path) -> ctypes.CDLL | None:
    """The shared library of the build that a tool belongs to; None without one."""
    import torch  # noqa: F401  So that the copies need not load it.

    path = tool.parent.parent / "lib" / "libtorch_onnx.so"
    return ctypes.CDLL(str(path)) if path.exists() else None


def _become(library: ctypes.CDLL, command: Sequence[str], stderr: int) -> None:
    """Runs the tool in this process, with this process's streams, and ends it."""
    status = 127
    try:
        null = os.open(os.devnull, os.O_RDWR)
        for target, source in ((0, null), (1, null), (2, stderr)):
            os.dup2(source, target)
        argv = (ctypes.c_char_p * len(command))(*map(os.fsencode, command))
        status = library.torchOnnxRunNamedTool(b"torch-onnx", len(command), argv)
    finally:
        os._exit(status)


def run(
    tool: Path, arguments: Sequence[str], timeout: float
) -> subprocess.CompletedProcess[bytes]:
    """Runs `tool` with these arguments; raises TimeoutExpired after `timeout` s."""
    command = [str(tool), *arguments]
    library = library_of(tool)
    if library is None:
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    with tempfile.TemporaryFile() as stderr:
        child = os.fork()
        if child == 0:
            _become(library, command, stderr.fileno())
        ended = os.pidfd_open(child)
        try:
            if not select.select([ended], [], [], timeout)[0]:
                os.kill(child, signal.SIGKILL)
                raise subprocess.TimeoutExpired(command, timeout)
        finally:
            os.close(ended)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        stderr.seek(0)
        return subprocess.CompletedProcess(command, status, b"", stderr.read())
