"""Makes a failing program small, as long as it fails in the same way."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import torch

from integration.fuzz.program import NAME, Program, Statement, evaluate, literal, run_eager
from integration.fuzz.run import Outcome, run_programs

#: Candidates that are tried together.
TOGETHER = 6

#: Options that say what is compared; the others are dropped if they do not matter.
KEPT = ("--mutations=outputs", "--target=ort")


def skeleton(program: Program) -> str:
    """What two programs that fail alike have in common: operators, not names."""
    lines = [re.sub(r"\b[xbvn]\d+\b", "v", s.text) for s in program.statements]
    return re.sub(r"-?\d+(\.\d+)?", "0", "; ".join(lines))


def same_way(outcome: Outcome, other: Outcome) -> bool:
    """Whether two programs fail for what looks like one reason."""
    if outcome.kind != other.kind:
        return False
    if outcome.kind in ("wrong", "outputs", "timeout", "run"):
        return True
    return coarse(outcome) == coarse(other)


def coarse(outcome: Outcome) -> str:
    """The message without names and numbers."""
    text = re.sub(r"'[^']*'", "''", outcome.detail)
    return f"{outcome.kind}: {re.sub(r'[0-9]+', '0', text)[:160]}"


class Minimizer:
    """Tries smaller programs until the time is over."""

    def __init__(self, program: Program, outcome: Outcome, seconds: float) -> None:
        self.program = program
        self.outcome = outcome
        self.deadline = time.monotonic() + seconds

    def over(self) -> bool:
        return time.monotonic() > self.deadline

    def _valid(self, program: Program) -> bool:
        try:
            for world in range(program.worlds):
                run_eager(program, world)
        except Exception:  # noqa: BLE001 - not a program
            return False
        return True

    def _failing(self, programs: list[Program]) -> Program | None:
        programs = [p for p in programs if self._valid(p)]
        if not programs:
            return None
        for program, outcome in zip(programs, run_programs(programs, programs[0].options)):
            if same_way(outcome, self.outcome):
                self.outcome = outcome
                return program
        return None

    def attempt(self, candidates: Iterable[Program]) -> bool:
        """Takes the first candidate that fails; False if none does."""
        together = TOGETHER if self.outcome.kind == "wrong" else 1
        waiting: list[Program] = []
        for candidate in candidates:
            if self.over():
                return False
            waiting.append(candidate)
            if len(waiting) == together:
                found = self._failing(waiting)
                waiting = []
                if found:
                    self.program = found
                    return True
        found = self._failing(waiting) if waiting else None
        if found:
            self.program = found
        return found is not None

    def run(self) -> Program:
        """The smallest program that was found."""
        self._settle()
        while not self.over():
            before = self.program
            for make in (self._outputs, self._cuts, self._drops, self._aliases, self._unused):
                while not self.over() and self.attempt(make()):
                    pass
            if self.program == before:
                break
        for make in (self._sizes, self._constants, self._values):
            while not self.over() and self.attempt(make()):
                pass
        self.attempt(self._unused())
        return self.program

    def _settle(self) -> None:
        """Fewest worlds and options."""
        program = self.program
        for option in program.options:
            if option not in KEPT:
                options = tuple(o for o in self.program.options if o != option)
                self.attempt([replace(self.program, options=options)])
        if program.worlds > 1 or any(program.dynamic.values()):
            self.attempt([self.program.in_world(w) for w in range(program.worlds)])
        worlds = self.program.worlds
        if worlds > 2:
            for world in range(1, worlds):
                inputs = {n: (t[0], t[world]) for n, t in self.program.inputs.items()}
                if self.attempt([replace(self.program, inputs=inputs)]):
                    break

    def _outputs(self) -> Iterator[Program]:
        if len(self.program.outputs) > 1:
            for name in self.program.outputs:
                yield replace(self.program, outputs=(name,))
            for name in self.program.outputs:
                rest = tuple(n for n in self.program.outputs if n != name)
                yield replace(self.program, outputs=rest)

    def _closed(self, program: Program) -> Program:
        """The program without statements and inputs that nothing needs, writes kept
        only to what is needed."""
        needed = set(program.outputs)
        kept: list[Statement] = []
        for statement in reversed(program.statements):
            if set(statement.defines) & needed or (not statement.defines and statement.uses & needed):
                kept.append(statement)
                needed |= statement.uses
        return self._trimmed(replace(program, statements=tuple(reversed(kept))))

    @staticmethod
    def _trimmed(program: Program) -> Program:
        used = set(program.outputs).union(*(s.uses for s in program.statements))
        inputs = {n: t for n, t in program.inputs.items() if n in used}
        if not inputs:
            inputs = dict(list(program.inputs.items())[:1])
        return replace(
            program,
            inputs=inputs,
            dynamic={n: d for n, d in program.dynamic.items() if n in inputs},
            buffers={n: t for n, t in program.buffers.items() if n in used},
        )

    def _unused(self) -> Iterator[Program]:
        for smaller in (self._closed(self.program), self._trimmed(self.program)):
            if smaller != self.program:
                yield smaller

    def _cuts(self) -> Iterator[Program]:
        """Inputs in place of what some statements compute, late ones first."""
        program = self.program
        for number in reversed(range(len(program.statements))):
            statement = program.statements[number]
            names = [n for n in statement.defines if n[0] == "v"]
            if not names or len(names) != len(statement.defines):
                continue
            try:
                values = [self._values_of(program, number, names, w) for w in range(program.worlds)]
            except Exception:  # noqa: BLE001 - not a program up to there
                continue
            rest = program.statements[:number] + program.statements[number + 1 :]
            renamed = {n: f"x{50 + int(n[1:])}" for n in names}
            inputs, dynamic = dict(program.inputs), dict(program.dynamic)
            for position, name in enumerate(names):
                tensors = [world[position] for world in values]
                inputs[renamed[name]] = tuple(literal(t) for t in tensors)
                dynamic[renamed[name]] = tuple(
                    d
                    for d in range(tensors[0].dim())
                    if program.dynamic and any(t.shape[d] != tensors[0].shape[d] for t in tensors)
                )
            cut = replace(program, inputs=inputs, dynamic=dynamic, statements=rest)
            yield self._closed(rename(cut, renamed))

    @staticmethod
    def _values_of(
        program: Program, number: int, names: list[str], world: int
    ) -> list[torch.Tensor]:
        part = replace(
            program, statements=program.statements[: number + 1], outputs=tuple(names)
        )
        return run_eager(part, world).outputs

    def _drops(self) -> Iterator[Program]:
        program = self.program
        count = len(program.statements)
        for size in (count // 2, count // 4, 1):
            if not size:
                continue
            for begin in reversed(range(0, count, size)):
                rest = program.statements[:begin] + program.statements[begin + size :]
                gone = {n for s in program.statements[begin : begin + size] for n in s.defines}
                outputs = tuple(n for n in program.outputs if n not in gone)
                if outputs:
                    yield self._trimmed(replace(program, statements=rest, outputs=outputs))

    def _aliases(self) -> Iterator[Program]:
        """An operand in place of a result."""
        program = self.program
        for number in reversed(range(len(program.statements))):
            statement = program.statements[number]
            if len(statement.defines) != 1:
                continue
            rest = program.statements[:number] + program.statements[number + 1 :]
            for operand in sorted(statement.uses):
                other = replace(program, statements=rest)
                yield self._trimmed(rename(other, {statement.defines[0]: operand}))

    def _sizes(self) -> Iterator[Program]:
        """Inputs and buffers of fewer elements."""
        program = self.program
        if program.worlds > 1:
            return
        for name, texts in program.inputs.items():
            for text in self._smaller(texts[0]):
                yield replace(program, inputs={**program.inputs, name: (text,)})
        for name, text in program.buffers.items():
            for smaller in self._smaller(text):
                yield replace(program, buffers={**program.buffers, name: smaller})

    @staticmethod
    def _smaller(text: str) -> Iterator[str]:
        value = evaluate(text)
        for dim in range(value.dim()):
            for size in (1, value.shape[dim] // 2, value.shape[dim] - 1):
                if 0 < size < value.shape[dim]:
                    yield literal(value.narrow(dim, 0, size))
        if value.dim() and ".permute" in text:
            yield literal(value)

    def _constants(self) -> Iterator[Program]:
        """Simpler numbers and fewer arguments in statements."""
        program = self.program
        for number, statement in enumerate(program.statements):
            for text in simpler(statement):
                changed = replace(statement, text=text)
                rest = (*program.statements[:number], changed, *program.statements[number + 1 :])
                yield replace(program, statements=rest)

    def _values(self) -> Iterator[Program]:
        """Inputs and buffers of simpler numbers."""
        program = self.program

        def all_simpler(texts: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
            tensors = [evaluate(t) for t in texts]
            makers: list[Callable[[torch.Tensor], torch.Tensor]] = [
                torch.zeros_like,
                torch.ones_like,
                lambda t: torch.arange(t.numel()).reshape(t.shape).to(t.dtype),
                lambda t: t.nan_to_num().round() if t.dtype.is_floating_point else t,
            ]
            # Further than what it is already would not end.
            for make in makers:
                made = tuple(literal(make(t)) for t in tensors)
                if made == texts:
                    return
                yield made

        for name, texts in program.inputs.items():
            for made in all_simpler(texts):
                yield replace(program, inputs={**program.inputs, name: made})
        for name, text in program.buffers.items():
            for made in all_simpler((text,)):
                yield replace(program, buffers={**program.buffers, name: made[0]})


def simpler(statement: Statement) -> Iterator[str]:
    """Texts of a line with one number or argument simplified."""
    head, equals, body = statement.text.partition(" = ")
    if not statement.defines:
        head, equals, body = "", "", statement.text
    for match in re.finditer(r"(?<![\w.])\d+(\.\d+)?(?![\w.])", body):
        for number in ("0", "1", "2"):
            if len(match[0]) > 1 or int(match[0]) > int(number):
                yield f"{head}{equals}{body[: match.start()]}{number}{body[match.end() :]}"
    for match in re.finditer(r", [\w.]+=[\w.'-]+|, -?[\w.]+(?=\)$)", body):
        yield f"{head}{equals}{body[: match.start()]}{body[match.end() :]}"


def rename(program: Program, names: dict[str, str]) -> Program:
    """The program with other names of variables."""

    def renamed(text: str) -> str:
        return NAME.sub(lambda match: names.get(match[0], match[0]), text)

    return replace(
        program,
        statements=tuple(
            Statement(renamed(s.text), tuple(names.get(n, n) for n in s.defines))
            for s in program.statements
        ),
        outputs=tuple(names.get(n, n) for n in program.outputs),
    )


def minimize(
    program: Program, outcome: Outcome, seconds: float = 60.0
) -> tuple[Program, Outcome]:
    """A smaller program that fails in the same way, and how."""
    minimizer = Minimizer(program, outcome, seconds)
    smallest = minimizer.run()
    return smallest, minimizer.outcome
