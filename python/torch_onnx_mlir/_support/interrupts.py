"""Interrupts (Ctrl-C) that wait until an import is complete.

PyTorch imports parts of itself when they are first used.  A module whose import is cut
off is imported again by the next use, and registers its operators a second time, which
is an error from then on.
"""

from __future__ import annotations

import _thread
import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType

_IMPORT = "<frozen importlib._bootstrap>"
# Seconds until an interrupt that came during an import comes again.
_PAUSE = 0.05


def _is_importing(frame: FrameType | None, outermost: FrameType) -> bool:
    while frame is not None and frame is not outermost:
        if frame.f_code.co_filename == _IMPORT:
            return True
        frame = frame.f_back
    return False


@contextlib.contextmanager
def whole_imports() -> Iterator[None]:
    """Inside, an interrupt comes after the import that it meets."""
    former = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(former):
        yield
        return
    # That of the caller of the `with` block: what imports the caller does not count.
    outermost = sys._getframe(2)

    def handler(number: int, frame: FrameType | None) -> None:
        if _is_importing(frame, outermost):
            timer = threading.Timer(_PAUSE, _thread.interrupt_main)
            timer.daemon = True
            timer.start()
        else:
            former(number, frame)

    signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)
