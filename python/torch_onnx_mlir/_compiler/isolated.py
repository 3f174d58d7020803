"""Conversions in a process of their own, for `export(isolate=True)`.

The program goes to an archive in a temporary folder, which the tool torch-onnx
reads: a crash of the compiler is an exception here, and the memory that it takes is
given back.  The interface is that of `_compiler.Conversion`.
"""

from __future__ import annotations

import json
import mmap
import os
import subprocess
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from torch_onnx_mlir._compiler.conversion import Conversion, Message
from torch_onnx_mlir._support.paths import TemporaryFolder
from torch_onnx_mlir.errors import CompilerError

#: The tool of this package, in the Python that runs.
_TOOL = (sys.executable, "-m", "torch_onnx_mlir")
# Exit statuses of the tool.
_REFUSED = 1
_WRONG_USAGE = 2


class IsolatedConversion(Conversion):
    """A conversion of which each file is written by a process of its own."""

    def __init__(
        self,
        program: torch.export.ExportedProgram | os.PathLike[str] | str,
        arguments: Sequence[str],
    ) -> None:
        self._arguments = list(arguments)
        self._folder = TemporaryFolder()
        self._runs = 0
        self._maps: dict[str, memoryview] = {}
        self._messages: list[Message] = []
        self._report: dict[str, Any] = {}
        if isinstance(program, torch.export.ExportedProgram):
            self._model = os.path.join(self._folder.name, "model.pt2")
            with warnings.catch_warnings():
                # About sample inputs that are not written, and the like.
                warnings.simplefilter("ignore")
                torch.export.save(program, self._model)
        else:
            self._model = os.fspath(program)

    def run(self, on_message: Callable[[Message], None] | None = None) -> bool:
        """As in the base class.

        Raises:
            CompilerError: The compiler crashed.
        """
        succeeded, self._report = self._run(self._new_output(), [])
        self._messages = [
            Message(m["severity"], self._place(m["location"]), m["text"])
            for m in self._report.get("messages", [])
        ]
        if on_message is not None:
            for message in self.messages:
                on_message(message)
        return succeeded

    @property
    def messages(self) -> list[Message]:
        return self._messages

    @property
    def report(self) -> dict[str, Any]:
        return self._report

    def save(self, path: str | os.PathLike[str], arguments: Sequence[str] = ()) -> list[str]:
        path = os.fspath(path)
        succeeded, report = self._run(path, arguments)
        if not succeeded:
            texts = "; ".join(m["text"] for m in report.get("messages", []))
            raise CompilerError(f"'{path}' was not written: {texts}")
        files = [path]
        if data := report["output"].get("data_path"):
            files.append(data)
        return files

    def serialize(self, weights: str = "inline") -> bytes:
        if weights not in ("inline", "none", "reference"):
            raise ValueError(f"weights cannot be '{weights}'")
        path = self._new_output()
        written = "external" if weights == "reference" else weights
        for file in self.save(path, [f"--weights={written}"])[1:]:
            with open(file, "rb") as data:
                content = mmap.mmap(data.fileno(), 0, access=mmap.ACCESS_READ)
            self._maps[os.path.basename(file)] = memoryview(content)
        with open(path, "rb") as model:
            return model.read()

    @property
    def storages(self) -> Mapping[str, memoryview]:
        return self._maps

    def __del__(self) -> None:
        """The folder removes itself."""

    def close(self) -> None:
        self._maps = {}
        self._folder.cleanup()

    def _place(self, location: str) -> str:
        """A location for callers, who do not know the temporary archive."""
        return "" if location.startswith(self._folder.name) else location

    def evaluate(self, inputs: Sequence[torch.Tensor], seconds: float) -> list[Any]:
        raise CompilerError("a conversion with isolate=True cannot be evaluated")

    def to_mlir(self) -> str:
        raise CompilerError("a conversion with isolate=True has no MLIR")

    def _new_output(self) -> str:
        """A path in a folder of its own, so that no model replaces another's data."""
        self._runs += 1
        folder = os.path.join(self._folder.name, str(self._runs))
        os.mkdir(folder)
        return os.path.join(folder, "model.onnx")

    def _run(self, output: str, arguments: Sequence[str]) -> tuple[bool, dict[str, Any]]:
        """Run the tool; whether it wrote the model, and its report."""
        report = os.path.join(self._folder.name, "report.json")
        names = {argument.split("=")[0] for argument in arguments}
        kept = [a for a in self._arguments if a.split("=")[0] not in names]
        command = [*_TOOL, self._model, "-o", output, f"--report={report}"]
        done = subprocess.run(
            [*command, *kept, *arguments], capture_output=True, text=True, check=False
        )
        if done.returncode == _WRONG_USAGE:
            raise ValueError(done.stderr.strip())
        if done.returncode not in (0, _REFUSED):
            raise CompilerError(
                f"the compiler ended with status {done.returncode}: {done.stderr.strip()}"
            )
        if not os.path.exists(report):
            raise CompilerError(f"the compiler wrote no report: {done.stderr.strip()}")
        with open(report, encoding="utf-8") as file:
            content: dict[str, Any] = json.load(file)
        os.unlink(report)
        return done.returncode == 0, content
