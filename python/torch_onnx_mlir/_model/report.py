"""The Markdown report of an export, in the form of torch.onnx's."""

from __future__ import annotations

import dataclasses
import datetime
import os
import pathlib
import re
import traceback
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import torch

from torch_onnx_mlir._capture.exported_program import Attempt
from torch_onnx_mlir._compiler.conversion import Message
from torch_onnx_mlir._support.messages import format_message, unsupported_operators

if TYPE_CHECKING:
    from torch_onnx_mlir._model.program import ONNXProgram

_ESCAPE = re.compile(r"\x1B[@-_][0-?]*[ -/]*[@-~]")
_MARKS = {None: "⚪", True: "✅", False: "❌"}


@dataclasses.dataclass
class Status:
    """Which steps succeeded; None are those that did not run."""

    non_strict: bool | None = None
    strict: bool | None = None
    conversion: bool | None = None
    checker: bool | None = None
    runtime: bool | None = None
    accuracy: bool | None = None

    def outcome(self) -> str:
        """The end of the report's file name."""
        if not (self.non_strict or self.strict):
            return "pt_export"
        for step in ("conversion", "checker", "runtime", "accuracy"):
            if getattr(self, step) is False:
                return step
        return "strategies" if self.non_strict is False else "success"

    def lines(self) -> list[str]:
        """The steps with their marks."""
        steps = (
            (self.non_strict, "Obtain model graph with `torch.export.export(..., strict=False)`"),
            (self.strict, "Obtain model graph with `torch.export.export(..., strict=True)`"),
            (self.conversion, "Translate the graph into ONNX"),
            (self.checker, "Run `onnx.checker` on the ONNX model"),
            (self.runtime, "Execute the model with ONNX Runtime"),
            (self.accuracy, "Validate model output accuracy"),
        )
        return [f"{_MARKS[status]} {text}" for status, text in steps]


@dataclasses.dataclass
class Report:
    """What is collected while a model is exported."""

    folder: pathlib.Path
    timestamp: str = dataclasses.field(
        default_factory=lambda: datetime.datetime.now().strftime("%Y-%m-%d_%H-%M-%S-%f")
    )
    status: Status = dataclasses.field(default_factory=Status)
    attempts: Sequence[Attempt] = ()
    program: torch.export.ExportedProgram | None = None
    messages: Sequence[Message] = ()
    compiler: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    seconds: dict[str, float] = dataclasses.field(default_factory=dict)
    verification: str = ""

    def stage_table(self) -> str:
        """The time of each stage, the compiler's own ones below its own."""
        lines = [f"{seconds:10.3f} s  {stage}" for stage, seconds in self.seconds.items()]
        lines += [
            f"{stage['seconds']:10.3f} s    {stage['name']}"
            for stage in self.compiler.get("stages", [])
        ]
        return "\n".join(lines)

    def _errors(self) -> list[str]:
        blocks = []
        for attempt in self.attempts:
            if attempt.error is not None:
                text = "".join(traceback.format_exception(attempt.error))
                # What torch.export had of the model when it failed.
                text += str(getattr(attempt.error, "partial_fx_graph", ""))
                blocks.append(f"# {attempt.description}\n{_ESCAPE.sub('', text)}")
        blocks += [format_message(message) for message in self.messages]
        return blocks or ["No errors"]

    def write(self, onnx_program: ONNXProgram | None, profile: bool) -> pathlib.Path:
        """Write the report.

        Args:
            onnx_program: The result, if there is one.
            profile: Whether the times of the stages are part of it.

        Returns:
            Its path.
        """
        outcome = self.status.outcome()
        title = "Conversion Error Report" if outcome == "pt_export" else "Conversion Report"
        parts = [f"# PyTorch ONNX {title}", _fence("\n".join(self.status.lines()))]
        parts += ["## Error messages", _fence("\n\n".join(self._errors()), "pytb")]
        if self.program is not None:
            parts += ["## Exported program"]
            parts += [_fence(_ESCAPE.sub("", str(self.program)), "python")]
        if onnx_program is not None:
            parts += ["## ONNX model", _fence(repr(onnx_program))]
        if self.compiler:
            parts += ["## Analysis", *self._analysis()]
        if self.verification:
            parts += ["## Verification results", self.verification]
        if profile:
            parts += ["## Profiling result", _fence(self.stage_table())]
        path = self.folder / f"onnx_export_{self.timestamp}_{outcome}.md"
        path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
        return path

    def _analysis(self) -> list[str]:
        parts = []
        for key, title in (("operators_read", "PyTorch"), ("operators_written", "ONNX")):
            if counts := self.compiler.get(key):
                rows = [f"| {_code(name)} | {count} |" for name, count in counts.items()]
                parts.append("\n".join([f"| {title} operator | count |", "|---|---|", *rows]))
        if names := unsupported_operators(self.messages):
            rows = [f"- {_code(name)}" for name in names]
            parts.append("\n".join(["Operators that are not supported:", "", *rows]))
        if conditions := self.compiler.get("not_checked"):
            rows = [f"- {_code(condition)}" for condition in conditions]
            head = "Not checked by the model (the program stops where one of these does not hold):"
            parts.append("\n".join([head, "", *rows]))
        return parts


def _printable(text: str) -> str:
    """The text with what a terminal or an editor may not show as escapes: controls, marks
    of direction, invisible characters."""
    return "".join(c if c in "\n\t" or c.isprintable() else f"\\u{{{ord(c):X}}}" for c in text)


def _marks(text: str, least: int) -> str:
    """More backticks than are in the text, so that it cannot end its code."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    return "`" * max(least, longest + 1)


def _fence(text: str, language: str = "") -> str:
    text = _printable(text)
    marks = _marks(text, 3)
    return f"{marks}{language}\n{text}\n{marks}"


def _code(name: str) -> str:
    """A name as code in a cell of a table."""
    name = _printable(name).replace("\n", " ").replace("|", "\\|")
    marks = _marks(name, 1)
    space = " " if "`" in name else ""
    return f"{marks}{space}{name}{space}{marks}"


def dump(program: torch.export.ExportedProgram, report: Report) -> str:
    """Save the captured program beside the report; the path."""
    path = os.fspath(report.folder / f"onnx_export_{report.timestamp}.pt2")
    torch.export.save(program, path)
    return path
