"""Runs a function over many items in worker processes that may die.

torch.export can hang and a native runtime can crash; neither may take the
other items with it.  Unlike concurrent.futures, a dead or silent worker is
replaced and only the item that it worked on is reported as failed.
"""

from __future__ import annotations

import multiprocessing
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from integration.common import replay


@dataclass(frozen=True)
class WorkerFailure:
    """Takes the place of a result: "exception", "crash" or "timeout", and text."""

    kind: str
    text: str


def _serve(function: Callable[[str], Any], connection: Connection) -> None:
    """The loop of a worker: one item in, one result out."""
    while True:
        try:
            item = connection.recv()
        except EOFError:
            return
        with replay.recording() as found:
            try:
                result = function(item)
            except Exception:  # noqa: BLE001 - whatever it is, it is this item's result
                result = WorkerFailure("exception", traceback.format_exc())
        connection.send((result, found))


class Worker:
    """One process; used directly, it runs one item after the other."""

    def __init__(self, function: Callable[[str], Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self._function = function
        self.connection, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(function, theirs), daemon=True
        )
        self._process.start()
        theirs.close()
        self.item: str | None = None
        self._timeout = self._deadline = 0.0

    def start(self, item: str, timeout: float) -> None:
        """Sends an item, for which the worker has `timeout` seconds."""
        self.item = item
        self._timeout = timeout
        self._deadline = time.monotonic() + timeout
        self.connection.send(item)

    def remaining(self) -> float:
        """Seconds until the item in hand is overdue."""
        return max(0.0, self._deadline - time.monotonic())

    def result(self) -> Any:
        """The result of the item in hand; a failed worker restarts itself.

        Call this when the connection is ready or `remaining` is zero.
        """
        self.item = None
        if not self.connection.poll():
            failure = WorkerFailure("timeout", f"{self._timeout:.0f} s")
            replay.refuse(failure.kind)
            self._restart()
            return failure
        try:
            result, found = self.connection.recv()
            replay.adopt(found)
            return result
        except (EOFError, ConnectionResetError):
            replay.refuse("crash")
            self._process.join()
            code = self._process.exitcode
            self._restart()
            return WorkerFailure("crash", f"exit code {code}")

    def call(self, item: str, timeout: float) -> Any:
        """function(item), or a WorkerFailure."""
        self.start(item, timeout)
        wait([self.connection], self.remaining())
        return self.result()

    def stop(self) -> None:
        """Ends the process, whatever it does."""
        self.connection.close()
        self._process.kill()
        self._process.join()

    def _restart(self) -> None:
        self.stop()
        self.__init__(self._function)  # type: ignore[misc]


def run(
    function: Callable[[str], Any],
    items: Sequence[str],
    jobs: int = 1,
    timeout: float = 600.0,
) -> Iterator[tuple[str, Any]]:
    """Yields (item, function(item) or WorkerFailure) in the order of completion.

    `function` must be a module-level function; `timeout` is in seconds for one
    item, including the start of its worker.
    """
    waiting = deque(items)
    workers = [Worker(function) for _ in range(min(jobs, len(items)))]
    try:
        while True:
            for worker in workers:
                if worker.item is None and waiting:
                    worker.start(waiting.popleft(), timeout)
            busy = [worker for worker in workers if worker.item is not None]
            if not busy:
                return
            nearest = min(worker.remaining() for worker in busy)
            ready = wait([worker.connection for worker in busy], nearest)
            for worker in busy:
                if worker.connection in ready or worker.remaining() == 0:
                    assert worker.item is not None
                    item = worker.item
                    yield item, worker.result()
    finally:
        for worker in workers:
            worker.stop()
