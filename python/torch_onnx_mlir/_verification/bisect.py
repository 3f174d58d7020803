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
        stage: The stage whose program gives wrong numbers while the stage before it gives
            right ones, such as "13-onnx-simplify"; None if the last stage is right.
        failures: What differs there, and what the evaluator of the compiler says of it.
        stages: All stages, in order.
        notes: Stages that could not be tried, and why.
    """

    stage: str | None = None
    failures: list[str] = dataclasses.field(default_factory=list)
    stages: list[str] = dataclasses.field(default_factory=list)
    notes: list[str] = dataclasses.field(default_factory=list)

    def __str__(self) -> str:
        if self.stage is None:
            lines = [f"right after the last of {len(self.stages)} stages"]
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


def _name_of(path: str) -> str:
    """The name of the stage in a file."""
    return os.path.basename(path).removesuffix(".mlir")


def bisect(
    program: ONNXProgram,
    args: Sequence[Any] | None = None,
    kwargs: Mapping[str, Any] | None = None,
    *,
    rtol: float | None = None,
    atol: float | None = None,
) -> Bisection:
    """Find the pass of the compiler after which a program gives wrong numbers.

    The program after each pass is written to a folder. A binary search converts some of
    them from there without optimizations, and compares them with the PyTorch program.

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

    def failures_of(path: str) -> list[str] | None:
        """What is wrong with the program of a stage; None if it could not be tried."""
        try:
            conversion = convert(path, later)
        except ConversionError as error:
            result.notes.append(f"'{_name_of(path)}' could not be tried: {error}")
            return None
        stage = ONNXProgram._from_conversion(conversion, source, Settings())
        checked = verification.Result()
        verification._compare_once(stage, source, args, kwargs, rtol, atol, checked)
        stage.release()
        conversion.close()
        if checked.passed:
            return []
        return checked.failures + ([checked.second_opinion] if checked.second_opinion else [])

    with tempfile.TemporaryDirectory() as folder:
        paths = _stages(source, kept, folder)
        result.stages = [_name_of(path) for path in paths]
        # The first wrong stage is at `right` or later.  If one was found, it is at `wrong` or
        # earlier.
        right, wrong = 0, len(paths)
        while right < wrong:
            # The last stage first, as it is the model of the caller.
            middle = (right + wrong) // 2 if result.stage else wrong - 1
            failures = failures_of(paths[middle])
            if failures == []:
                right = middle + 1
            elif failures is None:
                del paths[middle]
                wrong -= 1
            else:
                wrong, result.stage, result.failures = middle, _name_of(paths[middle]), failures
    return result
