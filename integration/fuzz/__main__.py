"""Runs the fuzzer: `python -m integration.fuzz --seconds 120 --seed 1 -j 2`.

Each failure is made small and printed as a program that runs by itself.  The exit
status says whether there was one.  What the compiler refuses is no failure: the
reasons are counted, the most frequent first.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from integration.common import pool
from integration.common.compiler import CompilerNotFound, find_compiler

#: Seconds for a batch.
TIMEOUT = 300.0


def reason(text: str) -> str:
    """A refusal without what differs from program to program."""
    text = re.sub(r" \(\d+ uses?\)", "", text)
    text = re.sub(r"(?<!\w)(dimension|size|axis|rank|input|operand) -?\d+", r"\1 N", text)
    return re.sub(r"(?<![\w.])-?\d+", "N", text)[:150]


class Fuzzer:
    """Hands out tasks and collects what they give."""

    def __init__(
        self, options: argparse.Namespace, quiet: Collection[str] = ()
    ) -> None:
        self.options = options
        #: Seeds whose failures are known: they are counted only.
        self.quiet = quiet
        self.kinds: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.torch: Counter[str] = Counter()
        #: What ONNX Runtime rounds otherwise, and what it does not run of nothing.
        self.runtime: Counter[str] = Counter()
        self.failures: list[str] = []
        #: What is wrong with each program that fails, by its seed.
        self.failed: dict[str, str] = {}
        self.known: Counter[str] = Counter()
        self.coarse: Counter[str] = Counter()
        self.extra: list[Any] = []
        self.started = time.monotonic()
        self.done = 0

    def tasks(self) -> Iterator[Any]:
        """Batches until the time or the number of programs is reached; what failed
        goes first."""
        from integration.fuzz.work import BATCH, Task, options_of  # noqa: PLC0415

        chosen = self.options
        number = chosen.first // BATCH
        begun = 0
        while True:
            if self.extra:
                yield self.extra.pop(0)
                continue
            late = chosen.seconds and time.monotonic() - self.started > chosen.seconds
            if late or (chosen.programs and begun >= chosen.programs):
                yield None
                continue
            options = options_of(f"{chosen.seed}/{number}") + tuple(chosen.X)
            first = number * BATCH
            seeds = tuple(f"{chosen.seed}/{first + k}" for k in range(BATCH))
            yield Task(seeds, options, without=tuple(filter(None, chosen.without.split(","))))
            number += 1
            begun += BATCH

    def collect(self, task: Any, result: Any) -> None:
        """Takes in what a task gave."""
        from integration.fuzz.minimize import coarse  # noqa: PLC0415
        from integration.fuzz.run import Outcome  # noqa: PLC0415
        from integration.fuzz.work import Task  # noqa: PLC0415

        if isinstance(result, pool.WorkerFailure):
            if result.kind == "exception":  # a defect of the fuzzer
                self.kinds["internal"] += 1
                self.failed[task.seeds[0]] = f"internal: {result.text}"
                print(f"{task.seeds}: {result.text}", flush=True)
                return
            if task.outcome or len(task.seeds) == 1:
                kind = "runtime crash" if result.kind == "crash" else "timeout"
                self.failed[task.seeds[0]] = f"{kind}: {result.text}"
                self.kinds[kind] += 1
                self.report(task, {"source": "", "key": "", "kind": kind, "detail": result.text})
                return
            self.extra += [Task((seed,), task.options) for seed in task.seeds]
            return
        if task.outcome:
            self.report(task, result)
            return
        for seed, outcome in result:
            self.done += 1
            self.kinds[outcome.kind] += 1
            if outcome.kind == "refused":
                self.refusals[reason(outcome.detail)] += 1
            elif outcome.kind == "torch":
                self.torch[reason(outcome.detail)] += 1
            elif outcome.kind in ("empty", "half"):
                self.runtime[f"{outcome.kind}: {reason(outcome.detail)} ({seed})"] += 1
            elif outcome.failed:
                self.failed[seed] = f"{outcome.kind}: {outcome.detail}"
                if seed in self.quiet:
                    continue
                key = coarse(outcome)
                self.coarse[key] += 1
                if outcome.kind != "wrong" and self.coarse[key] > 2:
                    continue  # the same message twice is enough
                small = Task((seed,), task.options, outcome, self.options.minimize)
                if self.options.minimize:
                    self.extra.append(small)
                else:
                    self.report(small, {"source": "", "key": "", "kind": outcome.kind,
                                        "detail": outcome.detail})  # fmt: skip

    def report(self, task: Any, result: dict[str, Any]) -> None:
        """Prints a failure, unless one like it has been printed."""
        key = result["key"]
        self.known[key] += 1
        if key and self.known[key] > 1:
            return
        kind = result.get("kind", task.outcome.kind if task.outcome else "?")
        alone = "" if result.get("alone", True) else ", only together with the rest of its batch"
        title = f"# {kind}{alone}: {result['detail']}\n# seed {task.seeds[0]}, "
        text = f"{title}{' '.join(task.options)}\n{result['source']}"
        self.failures.append(text)
        print(f"\n{text}", flush=True)
        if self.options.output:
            self.options.output.mkdir(parents=True, exist_ok=True)
            name = f"{kind}-{task.seeds[0].replace('/', '-')}.py".replace(" ", "-")
            (self.options.output / name).write_text(text)

    def run(self) -> dict[str, str]:
        """Runs all tasks; gives the failures by seed."""
        from integration.fuzz.work import perform  # noqa: PLC0415

        workers = [pool.Worker(perform) for _ in range(self.options.jobs)]
        tasks = self.tasks()
        working: dict[int, Any] = {}
        shown = time.monotonic()
        try:
            while True:
                for number, worker in enumerate(workers):
                    if worker.item is None:
                        task = next(tasks)
                        if task is not None:
                            working[number] = task
                            worker.start(task.text(), TIMEOUT + task.seconds)
                busy = [k for k, worker in enumerate(workers) if worker.item is not None]
                if not busy:
                    break
                nearest = min(workers[k].remaining() for k in busy)
                ready = wait([workers[k].connection for k in busy], nearest)
                for k in busy:
                    if workers[k].connection in ready or workers[k].remaining() == 0:
                        self.collect(working.pop(k), workers[k].result())
                if time.monotonic() - shown > 30:
                    shown = time.monotonic()
                    print(self.totals(), flush=True)
        finally:
            for worker in workers:
                worker.stop()
        self.summary()
        return self.failed

    def totals(self) -> str:
        """One line of figures."""
        seconds = time.monotonic() - self.started
        parts = ", ".join(f"{n} {kind}" for kind, n in self.kinds.most_common())
        return f"{self.done} programs in {seconds:.0f} s: {parts}"

    def summary(self) -> None:
        """The reasons of refusals, then the totals."""
        for title, table in (
            ("refused", self.refusals),
            ("torch.export", self.torch),
            ("ONNX Runtime", self.runtime),
        ):
            if table:
                print(f"\n{title}:")
                for text, count in table.most_common(self.options.reasons):
                    print(f"{count:6} {text}")
        print(f"\n{len(self.failures)} kinds of failure\n{self.totals()}")


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="integration.fuzz", description=__doc__)
    parser.add_argument("--seed", default="1", help="which programs; the same gives the same")
    parser.add_argument("--seconds", type=float, default=0, help="stop to begin programs then")
    parser.add_argument("--programs", type=int, default=0, help="stop after so many")
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("--show", action="store_true", help="print the program --first and run it")
    parser.add_argument("--minimize", type=float, default=60, help="seconds for a failure")
    parser.add_argument("--reasons", type=int, default=40, help="rows of the table of refusals")
    parser.add_argument("--output", type=Path, help="a folder that receives the failures")
    parser.add_argument(
        "--without", default="", help="words, with commas between: no programs with one of them"
    )
    parser.add_argument("-j", "--jobs", type=int, default=1)
    parser.add_argument("--compiler", help="the torch-onnx to test")
    parser.add_argument(
        "--evaluate", action="store_true", help="also run the models by torch-onnx-run"
    )
    parser.add_argument("-X", action="append", default=[], help="an option for the compiler")
    chosen = parser.parse_args(arguments)
    if chosen.evaluate:
        from integration.fuzz.evaluate import OPTION  # noqa: PLC0415

        chosen.X.append(OPTION)
    if not (chosen.seconds or chosen.programs or chosen.show):
        chosen.seconds = 60.0
    return chosen


def show(chosen: argparse.Namespace) -> int:
    """Prints one program and what becomes of it alone."""
    from dataclasses import replace  # noqa: PLC0415

    from integration.fuzz import work  # noqa: PLC0415
    from integration.fuzz.run import run_programs  # noqa: PLC0415

    work.silence()
    batch = chosen.first // work.BATCH
    options = work.options_of(f"{chosen.seed}/{batch}") + tuple(chosen.X)
    program = replace(work.generate(f"{chosen.seed}/{chosen.first}"), options=options)
    print(program.source())
    outcome = run_programs([program], options)[0]
    print(outcome)
    return int(outcome.failed)


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line."""
    chosen = parse(arguments)
    if chosen.compiler:
        os.environ["TORCH_ONNX"] = chosen.compiler
    os.environ |= {"OMP_NUM_THREADS": "1", "TORCH_CPP_LOG_LEVEL": "ERROR"}
    try:
        find_compiler()
    except CompilerNotFound as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if chosen.show:
        return show(chosen)
    return int(bool(Fuzzer(chosen).run()))


if __name__ == "__main__":
    sys.exit(main())
