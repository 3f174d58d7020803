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
        try:
            result = function(item)
        except Exception:  # noqa: BLE001 - whatever it is, it is this item's result
            result = WorkerFailure("exception", traceback.format_exc())
        connection.send(result)


class _Worker:
    """One process and the item that it has in hand."""

    def __init__(self, function: Callable[[str], Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(
            target=_serve, args=(function, theirs), daemon=True
        )
        self.process.start()
        theirs.close()
        self.item: str | None = None
        self.deadline = 0.0

    def start(self, item: str, timeout: float) -> None:
        self.item = item
        self.deadline = time.monotonic() + timeout
        self.connection.send(item)

    def stop(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.join()


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
    workers: list[_Worker] = []
    try:
        while waiting or any(worker.item for worker in workers):
            while waiting and len(workers) < jobs:
                workers.append(_Worker(function))
            for worker in workers:
                if worker.item is None and waiting:
                    worker.start(waiting.popleft(), timeout)
            busy = [worker for worker in workers if worker.item is not None]
            nearest = min(worker.deadline for worker in busy) - time.monotonic()
            ready = wait([worker.connection for worker in busy], max(0.0, nearest))
            for worker in busy:
                assert worker.item is not None
                if worker.connection in ready:
                    item = worker.item
                    try:
                        result = worker.connection.recv()
                        worker.item = None
                    except (EOFError, ConnectionResetError):
                        worker.process.join()
                        code = worker.process.exitcode
                        result = WorkerFailure("crash", f"exit code {code}")
                        worker.stop()
                        workers.remove(worker)
                    yield item, result
                elif time.monotonic() > worker.deadline:
                    worker.stop()
                    workers.remove(worker)
                    yield worker.item, WorkerFailure("timeout", f"{timeout:.0f} s")
    finally:
        for worker in workers:
            worker.stop()
