"""Prints the steps of an export and their times.

`enable_log` and the functions beside it are those of torch.onnx up to PyTorch 2.5.
`enable_log()` sets the default `verbose=True` of all exports.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Literal

_enabled = False
_stream: Literal["stdout", "stderr"] = "stdout"


def enable_log() -> None:
    """Print what each export does, unless it is called with `verbose=False`."""
    global _enabled
    _enabled = True


def disable_log() -> None:
    """Undo `enable_log`."""
    global _enabled
    _enabled = False


def is_onnx_log_enabled() -> bool:
    """Whether `enable_log` was called."""
    return _enabled


def set_log_stream(stream_name: Literal["stdout", "stderr"] = "stdout") -> None:
    """Set the stream of the log.

    Args:
        stream_name: "stdout" or "stderr".

    Raises:
        ValueError: The name is another one.
    """
    global _stream
    if stream_name not in ("stdout", "stderr"):
        raise ValueError(f"stream_name cannot be {stream_name!r}; it is 'stdout' or 'stderr'")
    _stream = stream_name


def tell(*args: Any) -> None:
    """Print the arguments, joined without spaces, on the stream of the log."""
    print(*args, sep="", file=getattr(sys, _stream), flush=True)


def log(*args: Any) -> None:
    """Print the arguments as `tell` does, if `enable_log` was called."""
    if _enabled:
        tell(*args)


def teller(verbose: bool | None) -> Callable[[str], None]:
    """A function that prints a line about a step, if this is requested."""
    wanted = verbose
    if verbose is None:
        wanted = _enabled or sys.stdout.isatty()
    return lambda text: tell(f"[torch_onnx_mlir] {text}") if wanted else None


class Progress:
    """Prints the times of stages, if this is requested."""

    def __init__(self, progress: bool | Callable[[str, float], None] | None) -> None:
        self._progress = progress
        self.seconds: dict[str, float] = {}

    @contextlib.contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Times what is inside."""
        start = time.perf_counter()
        try:
            yield
        finally:
            seconds = time.perf_counter() - start
            self.seconds[name] = self.seconds.get(name, 0.0) + seconds
            if callable(self._progress):
                self._progress(name, seconds)
            elif self._progress or (
                self._progress is None and seconds >= 1 and sys.stderr.isatty()
            ):
                print(f"[torch_onnx_mlir] {name}: {seconds:.1f} s", file=sys.stderr)
