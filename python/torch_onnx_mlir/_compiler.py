"""The boundary to the compiler.

A `Conversion` takes an exported program and the options of the tool `torch-onnx`,
and gives the ONNX model as files or as bytes.  Nothing else in the package knows
how the compiler is run.

Here it is run as a process of its own, on an archive in a temporary folder.  The
tool is found by the environment variable TORCH_ONNX, beside the package, or on PATH.
"""

from __future__ import annotations

import json
import mmap
import os
import pathlib
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import torch

from torch_onnx_mlir.errors import CompilerError

_TOOL = "torch-onnx"
# Exit statuses of the tool.
_REFUSED = 1
_WRONG_USAGE = 2


class Message(NamedTuple):
    """What the compiler says about a place in the program."""

    severity: str  # "error" | "warning" | "note" | "remark"
    location: str  # "FILE:LINE", or the name of the model
    text: str


def _find_tool() -> str:
    """The path of the compiler."""
    if path := os.environ.get("TORCH_ONNX"):
        return path
    beside = pathlib.Path(__file__).parent / "bin" / _TOOL
    if beside.exists():
        return str(beside)
    if found := shutil.which(_TOOL):
        return found
    raise CompilerError(
        f"the compiler '{_TOOL}' was not found: it is not beside the package and not on "
        "PATH; the environment variable TORCH_ONNX can name it"
    )


def get_version() -> str:
    """The version of the compiler, as in "torch-onnx 0.1.0"."""
    tool = _find_tool()
    done = subprocess.run([tool, "--version"], capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    if done.returncode != 0 or not lines:
        raise CompilerError(f"'{tool} --version' failed: {done.stderr.strip()}")
    return lines[0]


class Conversion:
    """One conversion of a program to an ONNX model.

    Args:
        program: The program, or the path of a .pt2 file.
        arguments: Options of the tool, without the model and without `-o`.
    """

    def __init__(
        self,
        program: torch.export.ExportedProgram | os.PathLike[str] | str,
        arguments: Sequence[str],
    ) -> None:
        self._tool = _find_tool()
        self._arguments = list(arguments)
        self._folder = tempfile.TemporaryDirectory(prefix="torch-onnx-", ignore_cleanup_errors=True)
        self._runs = 0
        self._maps: dict[str, memoryview] = {}
        self._output = ""
        self.messages: list[Message] = []
        self.report: dict[str, Any] = {}
        if isinstance(program, torch.export.ExportedProgram):
            self._model = os.path.join(self._folder.name, "model.pt2")
            with warnings.catch_warnings():
                # About sample inputs that are not written, and the like.
                warnings.simplefilter("ignore")
                torch.export.save(program, self._model)
        else:
            self._model = os.fspath(program)

    def run(self, on_message: Callable[[Message], None] | None = None) -> bool:
        """Convert the program.

        Args:
            on_message: Called with each message of the compiler.

        Returns:
            False if the program was refused; `messages` says why.

        Raises:
            CompilerError: The compiler crashed.
            ValueError: An option has a value that it cannot have.
        """
        self._output = self._new_output()
        succeeded, self.report = self._run(self._output, [])
        self.messages = [
            Message(m["severity"], self._place(m["location"]), m["text"])
            for m in self.report.get("messages", [])
        ]
        if on_message is not None:
            for message in self.messages:
                on_message(message)
        return succeeded

    def save(
        self, path: str | os.PathLike[str], arguments: Sequence[str] = ()
    ) -> list[str]:
        """Write the model.

        Args:
            path: Where the model goes.
            arguments: `--weights=inline|external|none|auto`, `--external-threshold=N`.

        Returns:
            The files that were written: the model, and its data if that is beside it.
        """
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
        """The model as the bytes of a ModelProto.

        Args:
            weights: "inline": in the bytes; "none": parameters and buffers are inputs;
                "reference": large ones are external data whose location is a key of
                `storages`.
        """
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
        """The bytes of large weights by the location that external data names."""
        return self._maps

    def close(self) -> None:
        """Release what the conversion holds; views of `storages` stay valid."""
        self._maps = {}
        self._folder.cleanup()

    def _place(self, location: str) -> str:
        """A location for callers, who do not know the temporary archive."""
        return "" if location.startswith(self._folder.name) else location

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
        command = [self._tool, self._model, "-o", output, f"--report={report}"]
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
