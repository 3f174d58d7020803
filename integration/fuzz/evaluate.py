"""A second opinion beside ONNX Runtime: models run by the compiler's own evaluator.

`torch-onnx-run` evaluates what the compiler saves of a conversion as the last stage
in the onnx dialect.  Its results are judged as those of ONNX Runtime are, so both
together say who is at fault: the evaluator, the runtime or the model.
"""

from __future__ import annotations

import math
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch

from integration.common.compiler import find_compiler
from integration.common.runtime import FOREIGN, RuntimeRefusal

#: The option of a batch that asks for it; the compiler does not see it.
OPTION = "--evaluate"

#: Seconds for one model.
TIMEOUT = 120.0

_BY_ELEMENT_TYPE = {element: dtype for dtype, (_, element) in FOREIGN.items()}


def choose_stage(folder: Path) -> Path:
    """The last stage that the evaluator knows all operators of: operators in the form
    of an older opset are of no dialect."""
    stages = sorted(folder.glob("*.mlir"))
    if not stages:
        raise RuntimeRefusal("evaluator: the compiler has saved no stages")
    if "onnx.Custom" not in stages[-1].read_text():
        return stages[-1]
    for before, stage in zip(stages, stages[1:]):
        if "onnx-legalize-opset" in stage.name:
            return before
    return stages[-1]


def to_array(tensor: torch.Tensor) -> np.ndarray:
    """A tensor as numpy.savez takes it; elements that NumPy does not have are bytes."""
    tensor = tensor.detach().cpu().resolve_neg().contiguous()
    if tensor.is_complex():
        tensor = torch.view_as_real(tensor.resolve_conj()).contiguous()
    if tensor.dtype in FOREIGN:
        bits = tensor.view(FOREIGN[tensor.dtype][0]).numpy()
        return bits.view(f"V{tensor.dtype.itemsize}")
    return tensor.numpy()


def to_tensor(array: np.ndarray, element_type: int) -> torch.Tensor:
    """The inverse, of an output of this type in ONNX."""
    dtype = _BY_ELEMENT_TYPE.get(element_type)
    if dtype is None:
        return torch.from_numpy(np.ascontiguousarray(array).reshape(array.shape)).clone()
    if math.prod(array.shape) == 0:
        return torch.empty(array.shape, dtype=dtype)
    bits = torch.frombuffer(bytearray(array.tobytes()), dtype=torch.uint8)
    return bits.view(dtype).view(array.shape)


class Evaluator:
    """A converted model that is evaluated, with the interface of runtime.Session."""

    def __init__(self, model: Path, stages: Path) -> None:
        graph = onnx.load(model, load_external_data=False).graph
        weights = {tensor.name for tensor in graph.initializer}
        self.inputs = [value.name for value in graph.input if value.name not in weights]
        self.outputs = [value.name for value in graph.output]
        self._types = {v.name: v.type.tensor_type.elem_type for v in graph.output}
        self._stage = choose_stage(stages)
        self._tool = find_compiler().with_name("torch-onnx-run")

    def run(self, tensors: Sequence[torch.Tensor]) -> list[Any]:
        """Outputs in the order of the model; inputs are matched by position."""
        inputs, outputs = (self._stage.with_suffix(f".{name}.npz") for name in ("in", "out"))
        np.savez(inputs, *map(to_array, tensors))
        outputs.unlink(missing_ok=True)
        command = [self._tool, self._stage, f"--inputs={inputs}", f"--save={outputs}"]
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT, check=False
            )
        except subprocess.TimeoutExpired:
            raise RuntimeRefusal(f"evaluator: no result after {TIMEOUT:.0f} s") from None
        if done.returncode:
            text = done.stderr.decode(errors="replace")
            lines = [line for line in text.splitlines() if "error:" in line] or [text]
            raise RuntimeRefusal(f"evaluator: exit status {done.returncode}: {lines[0]}")
        # By position: names are made unique after the stage that is evaluated.
        with np.load(outputs) as arrays:
            return [
                to_tensor(arrays[name], self._types[output])
                for name, output in zip(arrays.files, self.outputs, strict=True)
            ]


def combine(runtime: Any, evaluator: Any) -> tuple[str, str]:
    """The kind and the detail of an outcome, from those of ONNX Runtime and of the evaluator.

    A failure of both is one of the model.  One of the evaluator alone is the kind
    "evaluator", one of the runtime alone keeps its kind.
    """
    if not evaluator.failed:
        right = "the evaluator is right, so the runtime is at fault: " if runtime.failed else ""
        return runtime.kind, right + runtime.detail
    if not runtime.failed:
        return "evaluator", f"evaluator {evaluator.kind}: {evaluator.detail}"
    return runtime.kind, f"the evaluator is wrong, too ({evaluator.kind}): {runtime.detail}"
