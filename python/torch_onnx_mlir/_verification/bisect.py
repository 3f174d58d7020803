"""Finding the pass of the compiler that makes a model wrong."""

from __future__ import annotations

import dataclasses
import os
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any

from torch_onnx_mlir import verification
from torch_onnx_mlir._compiler.settings import Settings
from torch_onnx_mlir._model.program import ONNXProgram, Program, convert
from torch_onnx_mlir.errors import ConversionError

# Options that the program after a pass has had its effect of already.
_DONE = ("--input-names", "--output-names", "--dim", "--weights", "--op-schema")


@dataclasses.dataclass
class Bisection:
    """What `bisect` found.

    Attributes:
        stage: The first stage whose program gives wrong numbers, such as
            "13-onnx-simplify"; None if none does.
        failures: What differs there, and what the evaluator of the compiler says of it.
        stages: The stages that were tried, in order.
        notes: Stages that could not be tried, and why.
    """

    stage: str | None = None
    failures: list[str] = dataclasses.field(default_factory=list)
    stages: list[str] = dataclasses.field(default_factory=list)
    notes: list[str] = dataclasses.field(default_factory=list)

    def __str__(self) -> str:
        if self.stage is None:
            lines = [f"right after each of {len(self.stages)} stages"]
        elif self.stage == self.stages[0]:
            lines = [
                f"wrong as soon as it was read ('{self.stage}'): in the import or in a lowering, "
                "not in a pass; verify() names the operator",
                *self.failures,
            ]
        else:
            lines = [f"wrong after '{self.stage}', right before", *self.failures]
        return "\n".join(lines + self.notes)


def _stages(program: Program, settings: Settings, folder: str) -> list[str]:
    """Files with the program after each pass, in order."""
    convert(program, settings.adding(f"--save-stages={folder}")).close()
    names = sorted(name for name in os.listdir(folder) if name.endswith(".mlir"))
    return [os.path.join(folder, name) for name in names]


def bisect(
    program: ONNXProgram,
    args: Sequence[Any] | None = None,
    kwargs: Mapping[str, Any] | None = None,
    *,
    rtol: float | None = None,
    atol: float | None = None,
) -> Bisection:
    """Find the pass of the compiler after which a program gives wrong numbers.

    The program after each pass is written to a folder, converted from there without
    optimizations, and compared with the PyTorch program.

    Args:
        program: A model that `export` made.
        args: Positional arguments; default: the example inputs of the program.
        kwargs: Keyword arguments.
        rtol: Relative tolerance; default: that of torch.testing for the type.
        atol: Absolute tolerance.

    Raises:
        ValueError: There is no exported program, or no inputs.
    """
    source = verification._source_of(program)
    args, kwargs = verification._arguments(source, args, kwargs)
    kept = Settings(program._settings.options).without("--weights")
    later = kept.without(*_DONE, "--input-shapes", "--unroll", "-O0").adding("-O0")
    result = Bisection()
    with tempfile.TemporaryDirectory() as folder:
        for path in _stages(source, kept, folder):
            name = os.path.basename(path).removesuffix(".mlir")
            try:
                conversion = convert(path, later)
            except ConversionError as error:
                result.notes.append(f"'{name}' could not be tried: {error}")
                continue
            result.stages.append(name)
            stage = ONNXProgram._from_conversion(conversion, source, Settings())
            checked = verification.Result()
            verification._compare_once(stage, source, args, kwargs, rtol, atol, checked)
            stage.release()
            conversion.close()
            if not checked.passed:
                result.stage = name
                opinion = [checked.second_opinion] if checked.second_opinion else []
                result.failures = checked.failures + opinion
                break
    return result
