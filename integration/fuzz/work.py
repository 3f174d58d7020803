"""What a worker process of the fuzzer does: a batch, or the reduction of a failure."""

from __future__ import annotations

import json
import logging
import random
import warnings
from dataclasses import asdict, dataclass, replace
from typing import Any

import torch

from integration.fuzz.generate import generate
from integration.fuzz.minimize import minimize, skeleton
from integration.fuzz.program import Program, run_eager
from integration.fuzz.run import Outcome, run_programs

#: Programs in one exported module.
BATCH = 12


def options_of(seed: str) -> tuple[str, ...]:
    """Options of the compiler for a batch, mostly the defaults."""
    r = random.Random(f"options {seed}")
    options = ["--target=onnx" if r.random() < 0.04 else "--target=ort"]
    if r.random() < 0.9:
        options.append("--mutations=outputs")
    if r.random() < 0.4:
        options.append(f"-O{r.choice((0, 1, 3))}")
    if r.random() < 0.4:
        options.append(f"--opset={r.choice((9, 10, 11, 12, *range(13, 21), 22, 23, 24, 25, 26))}")
    if r.random() < 0.3:
        options.append(f"--weights={r.choice(('inline', 'external', 'reference'))}")
        if options[-1] != "--weights=inline":
            options.append("--external-threshold=0")
    return tuple(options)


@dataclass(frozen=True)
class Task:
    """Programs by their seeds, to be run or, if there is an outcome, made smaller."""

    seeds: tuple[str, ...]
    options: tuple[str, ...]
    outcome: Outcome | None = None
    seconds: float = 60.0
    #: Programs with one of these words are left out.
    without: tuple[str, ...] = ()

    def text(self) -> str:
        """The task as an item of a worker."""
        return json.dumps(asdict(self))


def valid(program: Program) -> bool:
    """Whether eager runs the program in all worlds."""
    try:
        for world in range(program.worlds):
            run_eager(program, world)
    except Exception:  # noqa: BLE001 - eager raises many things
        return False
    return True


def silence() -> None:
    """torch.export and ONNX Runtime say much about programs of this kind."""
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    torch.set_num_threads(1)


def perform(text: str) -> Any:
    """Runs a task; a list of (seed, outcome), or the smaller program."""
    silence()
    data = json.loads(text)
    options = tuple(data["options"])
    programs = [replace(generate(seed), options=options) for seed in data["seeds"]]
    if data["outcome"]:
        return reduce(programs[0], Outcome(**data["outcome"]), data["seconds"])
    if data["without"]:
        programs = [p for p in programs if not any(w in p.text() for w in data["without"])]
    good = [valid(program) for program in programs]
    outcomes = iter(run_programs([p for p, ok in zip(programs, good) if ok], options))
    return [
        (program.seed, next(outcomes) if ok else Outcome("invalid"))
        for program, ok in zip(programs, good)
    ]


def reduce(program: Program, outcome: Outcome, seconds: float) -> dict[str, Any]:
    """The smaller program as text, and its kind of failure."""
    found = run_programs([program], program.options)[0]
    if not found.failed:
        return {"alone": False, "source": program.source(), "key": "", "detail": outcome.detail}
    smallest, why = minimize(program, found, seconds)
    return {
        "alone": True,
        "source": smallest.source(),
        "key": skeleton(smallest),
        "kind": why.kind,
        "detail": why.detail,
    }
