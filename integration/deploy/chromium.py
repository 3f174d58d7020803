"""A headless Chromium for a test, driven through its DevTools protocol over a pipe.

The pipe needs no port and no package: messages are JSON, each ends with a NUL byte.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

#: None where there is no browser.
PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser")

_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--remote-debugging-pipe", "--window-size=800,1000",
)


class Page:
    """One page of a browser."""

    def __init__(self, read: int, write: int, patience: float) -> None:
        self._read, self._write, self._patience = read, write, patience
        self._buffer = b""
        self._last = 0
        self._session: str | None = None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        attached = self.send("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """The result of a call of the protocol."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + self._patience
        while True:
            answer = json.loads(self._receive(method, end))
            if answer.get("id") == self._last:
                assert "error" not in answer, (method, answer["error"])
                return dict(answer["result"])

    def _receive(self, method: str, end: float) -> bytes:
        """The next message."""
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._read], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"Chromium has not answered {method} in {self._patience:.0f} s"
            data = os.read(self._read, 1 << 20)
            assert data, f"Chromium ended before it answered {method}"
            self._buffer += data
        message, _, self._buffer = self._buffer.partition(b"\0")
        return message

    def evaluate(self, expression: str) -> Any:
        """Evaluates a JavaScript expression and waits for its result if it is a promise."""
        answer = self.send(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def open(self, address: str) -> None:
        """Opens an address and waits until it is loaded."""
        self.send("Page.navigate", url=address)
        end = time.monotonic() + self._patience
        loaded = f"document.readyState == 'complete' && location.href == '{address}'"
        while not self.evaluate(loaded):
            assert time.monotonic() < end, f"{address} is not loaded"
            time.sleep(0.05)

    def screenshot(self, path: Path) -> None:
        """Writes a picture of the whole page."""
        answer = self.send("Page.captureScreenshot", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(answer["data"]))


@contextmanager
def open_page(patience: float = 120.0) -> Iterator[Page]:
    """A page of a new browser, which ends with the block."""
    assert PROGRAM is not None
    # Chromium reads commands from its descriptor 3 and writes answers to its descriptor 4.
    shell = ["sh", "-c", 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null', "sh"]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        program = [PROGRAM, *_FLAGS, f"--user-data-dir={profile}", "about:blank"]
        process = subprocess.Popen(
            shell + program, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert process.stdin is not None and process.stdout is not None
        try:
            yield Page(process.stdout.fileno(), process.stdin.fileno(), patience)
        finally:
            process.terminate()
            process.communicate(timeout=30)
