"""The switches that torch.onnx had for its log, up to PyTorch 2.5.

`enable_log()` is `verbose=True` of all exports that do not say otherwise.
"""

from __future__ import annotations

import sys
from typing import Any, Literal

_enabled = False
_stream: Literal["stdout", "stderr"] = "stdout"


def enable_log() -> None:
    """Print what each export does, unless it is called with `verbose=False`."""
    global _enabled
    _enabled = True


def disable_log() -> None:
    """Take back `enable_log`."""
    global _enabled
    _enabled = False


def is_onnx_log_enabled() -> bool:
    """Whether `enable_log` was called."""
    return _enabled


def set_log_stream(stream_name: Literal["stdout", "stderr"] = "stdout") -> None:
    """Set where lines of the log go.

    Args:
        stream_name: "stdout" or "stderr".

    Raises:
        ValueError: It is another one.
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
