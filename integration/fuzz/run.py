"""Exports, converts and runs programs, several at once, and says what became of each.

torch.export and the start of the compiler cost more than a small program, so that
several programs are one module.  What stops the whole is found by the lines that
a message names, or by halving.
"""

from __future__ import annotations

import io
import re
import shutil
import tempfile
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import onnx
import torch
from torch._export.serde.serialize import SerializeError
from torch.utils._sympy.value_ranges import ValueRanges

from integration.common import compiler, runtime
from integration.common.compare import compare
from integration.common.rounding import round_every_node
from integration.fuzz import evaluate
from integration.fuzz.judge import excused, judge, meets_nothing, perturbed_runs
from integration.fuzz.program import Program, Results, as_tensor, run_eager
from integration.fuzz.subset import subset

#: Outcomes that are defects.
FAILURES = (
    "crash",
    "timeout",
    "checker",
    "message",
    "load",
    "run",
    "outputs",
    "wrong",
    "optimizer",
    "evaluator",
)
#: Outcomes without a model that could be evaluated.
_WITHOUT_MODEL = ("crash", "timeout", "checker", "message", "refused", "torch")


@dataclass(frozen=True)
class Outcome:
    """What became of a program: "pass", "rounding", "refused", "torch" or a failure.

    "rounding": the numbers differ, but so do eager's own when results are moved by
    a few roundings.  "open": the elements that differ depend on a
    NaN in an operator that may pass it by.  "zero": ONNX Runtime loses the sign of a
    zero.  "optimizer": its optimizer breaks the model, which is right without it, and has
    to get another form.  "empty": one of its kernels refuses to run where there are no elements.  "half":
    it keeps halves in float32 from one operator to the next; the model is right where
    every operator rounds its results.  "evaluator": the compiler's evaluator is wrong, and
    ONNX Runtime is not.
    "torch": torch.export refuses it or changes its meaning.
    """

    kind: str
    detail: str = ""
    #: The world and the result that are wrong.
    world: int = 0
    result: int = -1

    @property
    def failed(self) -> bool:
        """Whether this is a defect of the compiler."""
        return self.kind in FAILURES


class Batch(torch.nn.Module):
    """Calls each program on its share of the inputs."""

    def __init__(self, programs: list[Program]) -> None:
        super().__init__()
        self.counts = [len(program.inputs) for program in programs]
        self.p = torch.nn.ModuleList(
            program.module(f"program_{number}") for number, program in enumerate(programs)
        )

    def forward(self, *tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """All outputs, one program after the other."""
        outputs: list[torch.Tensor] = []
        begin = 0
        for count, program in zip(self.counts, self.p):
            outputs += program(*tensors[begin : begin + count])
            begin += count
        return tuple(outputs)


class Stop(Exception):
    """Something stops a group of programs: the outcome if it is only one."""

    def __init__(self, outcome: Outcome, culprits: dict[int, str] | None = None) -> None:
        super().__init__(outcome.detail)
        self.outcome = outcome
        #: Positions of those that are known to be the reason, with their messages.
        self.culprits = culprits or {}


def one_line(text: str) -> str:
    """The text of a message on one line."""
    return " ".join(str(text).split())[:400]


def culprit(error: BaseException) -> int | None:
    """The position of the program in whose lines an exception was raised."""
    found = None
    trace = error.__traceback__
    while trace:
        match = re.fullmatch(r"program_(\d+)\.py", trace.tb_frame.f_code.co_filename)
        if match:
            found = int(match[1])
        trace = trace.tb_next
    inner = error.__cause__ or error.__context__
    return culprit(inner) if found is None and inner else found


class Declared(torch.fx.Interpreter):
    """Runs an exported program and sees which of its declared sizes do not hold: at
    sizes of 0 and 1 some of torch.export's static sizes do not."""

    def __init__(self, module: torch.fx.GraphModule) -> None:
        super().__init__(module)
        self.broken: set[int | None] = set()

    def run_node(self, n: torch.fx.Node) -> Any:
        """One node."""
        value = super().run_node(n)
        declared = n.meta.get("val")
        if isinstance(value, torch.Tensor) and isinstance(declared, torch.Tensor):
            pairs = zip(value.shape, declared.shape)
            if any(isinstance(d, int) and d != size for size, d in pairs):
                found = re.findall(r'File "program_(\d+)\.py"', n.meta.get("stack_trace") or "")
                self.broken.add(int(found[-1]) if found else None)
        return value


class Group:
    """Programs that are exported together."""

    def __init__(self, programs: list[Program], options: tuple[str, ...]) -> None:
        self.programs = programs
        self.options = tuple(option for option in options if option != evaluate.OPTION)
        self.evaluates = evaluate.OPTION in options
        self.expected: list[list[Results]] = [
            [run_eager(program, world) for world in range(program.worlds)]
            for program in programs
        ]
        self.counts = [len(results[0].outputs) for results in self.expected]
        self.outcomes: dict[int, Outcome] = {}
        program = self._export()
        self.module = program.module()
        self.state = {n: b.clone() for n, b in self.module.named_buffers()}
        self.alive = self._worlds()
        self._admit_zero(program)
        self._reset()  # The archive holds the buffers as well.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            file = io.BytesIO()
            try:
                torch.export.save(program, file)
            except SerializeError as error:  # abs() of a size, for one
                raise Stop(Outcome("torch", str(error).splitlines()[0])) from error
        self.archive = file.getvalue()

    def run(self, folder: Path) -> list[Outcome]:
        """The outcome of each program."""
        self._settle(folder, list(range(len(self.programs))))
        for position, outcome in list(self.outcomes.items()):
            if outcome.kind == "run" and meets_nothing(self.programs[position], outcome.world):
                kind = "empty"
            elif self._is_right(folder, position, optimized=False):
                kind = "optimizer"
            elif self._is_right(folder, position, rounded=True):
                kind = "half"
            else:
                continue
            self.outcomes[position] = Outcome(kind, outcome.detail, outcome.world)
        if self.evaluates:
            self._evaluate(folder)
        return [self.outcomes[k] for k in range(len(self.programs))]

    def _evaluate(self, folder: Path) -> None:
        """Evaluates all programs that have a model, and adds to their outcomes what that
        says of them."""
        runtime, self.outcomes = self.outcomes, {}
        self._settle(
            folder, [k for k, o in runtime.items() if o.kind not in _WITHOUT_MODEL], evaluated=True
        )
        for position, outcome in self.outcomes.items():
            kind, detail = evaluate.combine(runtime[position], outcome)
            chosen = outcome if kind == "evaluator" else runtime[position]
            runtime[position] = Outcome(kind, detail, chosen.world, chosen.result)
        self.outcomes = runtime

    def _settle(self, folder: Path, positions: list[int], **how: bool) -> None:
        """Finds the outcome of each of these programs."""
        pending = [sorted(positions)] if positions else []
        while pending:
            kept = pending.pop()
            try:
                self._run_some(folder, kept, **how)
                continue
            except Stop as stop:
                if len(kept) == 1:
                    detail = stop.culprits.get(kept[0], stop.outcome.detail)
                    kind, world = stop.outcome.kind, stop.outcome.world
                    if kind == "run" and world and self._contradicts(kept[0], world):
                        kind = "torch"
                    self.outcomes[kept[0]] = Outcome(kind, detail, world)
                    continue
                if stop.culprits:
                    for position, text in stop.culprits.items():
                        self.outcomes[position] = Outcome(stop.outcome.kind, text)
                    rest = [k for k in kept if k not in self.outcomes]
                    if rest:
                        pending.append(rest)
                    continue
            middle = len(kept) // 2
            pending += [kept[:middle], kept[middle:]]

    def _is_right(self, folder: Path, position: int, **how: bool) -> bool:
        """Whether a program that fails is right when its model is run in another way:
        as it is written, or with every half rounded (see _run_some)."""
        failure = self.outcomes[position]
        if failure.kind not in ("load", "run", "wrong"):
            return False
        del self.outcomes[position]
        try:
            self._run_some(folder, [position], **how)
            return not self.outcomes[position].failed
        except Stop:
            return False
        finally:
            self.outcomes[position] = failure

    def _run_some(
        self,
        folder: Path,
        kept: list[int],
        optimized: bool | None = None,
        rounded: bool = False,
        evaluated: bool = False,
    ) -> None:
        """Converts and runs some of the programs; raises Stop if one stops them.

        ONNX Runtime optimizes the model or does not, by default first the one and then the
        other; what is half precision is rounded after every node, or where ONNX Runtime
        does so.  Or the model is evaluated in place of that.
        """
        archive, model = folder / "batch.pt2", folder / "batch.onnx"
        content = self.archive
        if len(kept) < len(self.programs):
            content = subset(content, kept, self.counts)
        archive.write_bytes(content)
        stages = folder / "stages"
        if evaluated:
            shutil.rmtree(stages, ignore_errors=True)
        self._convert(archive, model, (f"--save-stages={stages}",) if evaluated else ())
        if "--target=onnx" in self.options and not evaluated:  # for other runtimes: valid is enough
            for position in kept:
                self.outcomes.setdefault(position, Outcome("pass"))
            return
        try:
            if rounded:
                onnx.save(round_every_node(onnx.load(model)), model)
            ways = (True, False) if optimized is None else (optimized,)
            sessions: list[Any] = (
                [evaluate.Evaluator(model, stages)]
                if evaluated
                else [runtime.Session(model, optimized=way) for way in ways]
            )
        except runtime.RuntimeRefusal as error:
            raise Stop(Outcome("load", one_line(error))) from None
        for number in range(max(len(self.alive[k]) for k in kept)):
            worlds = [w[min(number, len(w) - 1)] for w in self.alive]
            for session in sessions:
                self._run(session, kept, worlds)
        for position in kept:
            self.outcomes.setdefault(position, Outcome("pass"))

    def _inputs(self, worlds: list[int]) -> tuple[torch.Tensor, ...]:
        pairs = zip(self.programs, worlds)
        return tuple(tensor for program, world in pairs for tensor in program.world(world))

    def _export(self) -> torch.export.ExportedProgram:
        shapes = tuple(
            {dim: torch.export.Dim.AUTO for dim in program.dynamic.get(name, ())} or None
            for program in self.programs
            for name in program.inputs
        )
        inputs = self._inputs([0] * len(self.programs))
        try:
            with torch.no_grad():
                return torch.export.export(
                    Batch(self.programs).eval(),
                    inputs,
                    dynamic_shapes=(shapes,) if any(shapes) else None,
                    strict=False,
                )
        except Exception as error:  # noqa: BLE001 - torch.export fails in many ways
            lines = [x for x in str(error).splitlines() if x.strip()] or [""]
            text = f"export: {type(error).__name__}: {one_line(lines[0])}"
            number = culprit(error)
            culprits = {} if number is None else {number: text}
            raise Stop(Outcome("torch", text), culprits) from None

    def _reset(self) -> torch.nn.Module:
        """The exported module with the buffers that it began with."""
        for name, buffer in self.module.named_buffers():
            buffer.set_(self.state[name].clone())  # it may have another shape now
        return self.module

    def _contradicts(self, position: int, world: int) -> bool:
        """Whether the program does not have its declared sizes in a world."""
        worlds = [world if k == position else 0 for k in range(len(self.programs))]
        checker = Declared(self._reset())
        try:
            with torch.no_grad():
                checker.run(*self._inputs(worlds))
        except Exception:  # noqa: BLE001 - it has run before
            return False
        return bool(checker.broken & {position, None})

    def _worlds(self) -> list[list[int]]:
        """For each program the worlds that torch's own run of the export gets right."""

        def works(worlds: list[int]) -> list[bool] | str:
            module = self._reset()
            try:
                actual = module(*self._inputs(worlds))
            except Exception as error:  # noqa: BLE001 - guards, or a bug of torch
                return f"{type(error).__name__}: {one_line(str(error))}"
            right, begin = [], 0
            for position, world in enumerate(worlds):
                expected = self.expected[position][world].outputs
                found = [as_tensor(v) for v in actual[begin : begin + len(expected)]]
                begin += len(expected)
                right.append(self._agree(position, world, found))
            return right

        with torch.no_grad():
            first = works([0] * len(self.programs))
            if isinstance(first, str):
                raise Stop(Outcome("torch", f"run of the export: {first}"))
            culprits = {k: "the export has other results" for k, r in enumerate(first) if not r}
            if culprits:
                raise Stop(Outcome("torch", "the export has other results"), culprits)
            alive = [[0] for _ in self.programs]
            for world in range(1, max(p.worlds for p in self.programs)):
                wanted = [world if world < p.worlds else 0 for p in self.programs]
                right = works(wanted)
                for position, chosen in enumerate(wanted):
                    if not chosen:
                        continue
                    if isinstance(right, str):  # whose guard it is
                        alone = [0] * len(wanted)
                        alone[position] = chosen
                        single = works(alone)
                        good = not isinstance(single, str) and single[position]
                    else:
                        good = right[position]
                    if good:
                        alive[position].append(chosen)
        return alive

    def _admit_zero(self, program: torch.export.ExportedProgram) -> None:
        """Declares that sizes may be 0 where they are in some world.

        torch.export declares at least 2 for every size that is not like others; a
        program whose user admits 0 says so.
        """
        values = {node.name: node.meta.get("val") for node in program.graph.nodes}
        inputs = [values[str(name)] for name in program.graph_signature.user_inputs]
        ranges = program.range_constraints
        for number in range(max(len(worlds) for worlds in self.alive)):
            chosen = [w[min(number, len(w) - 1)] for w in self.alive]
            for tensor, value in zip(self._inputs(chosen), inputs, strict=True):
                for size, declared in zip(tensor.shape, value.shape, strict=True):
                    if size == 0 and isinstance(declared, torch.SymInt):
                        symbol = declared.node.expr
                        if symbol in ranges:
                            ranges[symbol] = ValueRanges(0, ranges[symbol].upper)

    def _agree(self, position: int, world: int, found: list[torch.Tensor]) -> bool:
        expected = self.expected[position][world].outputs
        wrong = [k for k, (a, b) in enumerate(zip(found, expected)) if compare(a, b)]
        if not wrong:
            return True
        if any(found[k].shape != expected[k].shape for k in wrong):
            return False
        if any(found[k].dtype != expected[k].dtype for k in wrong):
            return False
        runs = perturbed_runs(self.programs[position], world)
        return all(excused(found[k], expected[k], [r.outputs[k] for r in runs]) for k in wrong)

    def _convert(self, archive: Path, model: Path, more: tuple[str, ...]) -> None:
        conversion = compiler.convert(archive, model, (*self.options, *more), timeout=60)
        if not conversion.failure:
            return
        kind, text = conversion.failure, conversion.stderr
        if kind in ("crash", "timeout", "checker"):
            lines = [x for x in text.splitlines() if x.strip()]
            raise Stop(Outcome(kind, one_line(" | ".join(lines[:3]))))
        reasons: dict[int, str] = {}
        for line in text.splitlines():
            found = re.match(r"program_(\d+)\.py:\d+.*?error: (.*)", line)
            if found:
                reasons.setdefault(int(found[1]), one_line(found[2]))
        first = one_line(conversion.first_error())
        if "error:" not in text:
            raise Stop(Outcome("message", f"no error is named: {first}"))
        raise Stop(Outcome("refused", first.partition("error: ")[2] or first), reasons)

    def _run(self, session: Any, kept: list[int], worlds: list[int]) -> None:
        """Runs the model on one set of inputs for each program."""
        try:
            values = dict(zip(session.outputs, session.run(self._inputs(worlds))))
        except runtime.RuntimeRefusal as error:
            world = next((worlds[k] for k in kept if worlds[k]), 0)
            raise Stop(Outcome("run", one_line(error), world)) from None
        updates = {n: values.pop(n) for n in session.outputs if n.endswith(".updated")}
        outputs = list(values.values())
        wanted = sum(self.counts[k] for k in kept)
        if len(outputs) != wanted:
            raise Stop(Outcome("outputs", f"the model has {len(outputs)}, not {wanted}"))
        begin, first_input = 0, 0
        for position, world in enumerate(worlds):
            names = session.inputs[first_input : first_input + len(self.programs[position].inputs)]
            first_input += len(names)
            if position not in kept:
                continue
            actual: list[torch.Tensor | None] = [*outputs[begin : begin + self.counts[position]]]
            begin += self.counts[position]
            actual += [updates.get(f"{name}.updated") for name in names]
            for name in self.programs[position].buffers:
                actual.append(updates.get(f"p.{position}.{name}.updated"))
            self._judge(position, world, actual)

    def _judge(self, position: int, world: int, actual: list[torch.Tensor | None]) -> None:
        if position in self.outcomes and self.outcomes[position].failed:
            return
        program = self.programs[position]
        expected = self.expected[position][world]
        before = [*program.world(world), *(None for _ in expected.buffers)]
        state = program.module()
        for number, name in enumerate(program.buffers):
            before[len(expected.inputs) + number] = getattr(state, name)
        for index, wanted in enumerate(expected.all()):
            found = actual[index]
            if found is None:
                old = before[index - len(expected.outputs)]
                if "--mutations=outputs" not in self.options:
                    continue
                if old.shape == wanted.shape and not compare(old, wanted):
                    continue
                outcome = Outcome("wrong", "an update is lost", world, index)
                self.outcomes[position] = outcome
                return
            verdict, mismatch = judge(program, world, index, found, wanted)
            if verdict == "pass":
                continue
            if verdict == "wrong" and self._contradicts(position, world):
                verdict = "torch"
            self.outcomes[position] = Outcome(verdict, mismatch.text, world, index)
            if verdict in ("wrong", "torch"):
                return


def run_programs(programs: list[Program], options: tuple[str, ...]) -> list[Outcome]:
    """The outcome of each program."""
    outcomes: dict[int, Outcome] = {}
    pending = [list(range(len(programs)))] if programs else []
    while pending:
        chosen = pending.pop()
        torch._dynamo.reset()
        try:
            group = Group([programs[k] for k in chosen], options)
        except Stop as stop:  # torch.export takes not all of them
            if len(chosen) == 1:
                outcomes[chosen[0]] = stop.outcome
                continue
            if stop.culprits:
                for position, text in stop.culprits.items():
                    outcomes[chosen[position]] = Outcome(stop.outcome.kind, text)
                pending.append([k for k in chosen if k not in outcomes])
            else:
                middle = len(chosen) // 2
                pending += [chosen[:middle], chosen[middle:]]
            pending = [some for some in pending if some]
            continue
        with tempfile.TemporaryDirectory(prefix="torch-onnx-fuzz-") as folder:
            outcomes.update(zip(chosen, group.run(Path(folder))))
    return [outcomes[k] for k in range(len(programs))]
