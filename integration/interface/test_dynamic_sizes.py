"""Sizes are what the export said: dynamic ones by name, the others fixed.

A model is called with sizes that it has and sizes that it does not have. What is
static must be refused by the runtime, not computed as something else.
"""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest
import torch
from torch.export import Dim

from integration.common.compiler import convert
from integration.common.runtime import RuntimeRefusal, Session

INPUTS = [(1, 3, 10, 10), (2, 3, 10, 10), (1, 3, 20, 20)]
DYNAMIC = {
    "static": {},
    "batch": {0: Dim("batch")},
    "image": {2: Dim("height", min=4), 3: Dim("width", min=4)},
}
ACCEPTED = {
    "static": [True, False, False],
    "batch": [True, True, False],
    "image": [True, False, True],
}
#: What they are called: torch.export keeps no name of a Dim.
NAMES = {
    "static": (),
    "batch": ("--dim=input.0=batch",),
    "image": ("--dim=input.2=height", "--dim=input.3=width"),
}
SIZES = {
    "static": [[1, 3, 10, 10], [1, 4, 8, 8]],
    "batch": [["batch", 3, 10, 10], ["batch", 4, 8, 8]],
    "image": [[1, 3, "height", "width"], [1, 4, "height - 2", "width - 2"]],
}


def save(model: torch.nn.Module, shapes: dict, path: Path) -> None:
    """Exports a model of one image with example sizes that are none of INPUTS."""
    sizes = [5 if dim in shapes else size for dim, size in enumerate(INPUTS[0])]
    program = torch.export.export(
        model, (torch.randn(sizes),), dynamic_shapes=(shapes or None,)
    )
    torch.export.save(program, path)


@pytest.mark.parametrize("kind", DYNAMIC)
def test_conv2d(kind: str, compiler: str, tmp_path: Path) -> None:
    """Three models of one convolution, each on three inputs."""
    conv = torch.nn.Conv2d(3, 4, 3).eval()
    source, target = tmp_path / "model.pt2", tmp_path / "model.onnx"
    save(conv, DYNAMIC[kind], source)
    result = convert(source, target, NAMES[kind])
    assert not result.failure, result.stderr
    assert sizes_of(target) == SIZES[kind]

    model = Session(target)
    for shape, accepted in zip(INPUTS, ACCEPTED[kind], strict=True):
        image = torch.randn(shape)
        if accepted:
            torch.testing.assert_close(model.run([image]), [conv(image)])
        else:
            with pytest.raises(RuntimeRefusal):
                model.run([image])


def test_dimension_is_fixed(compiler: str, tmp_path: Path) -> None:
    """--dim gives a dynamic size a number: others are refused from then on."""
    conv = torch.nn.Conv2d(3, 4, 3).eval()
    source, target = tmp_path / "model.pt2", tmp_path / "model.onnx"
    save(conv, DYNAMIC["batch"], source)
    result = convert(source, target, ("--dim=input.0=2",))
    assert not result.failure, result.stderr
    assert sizes_of(target) == [[2, 3, 10, 10], [2, 4, 8, 8]]
    model = Session(target)
    image = torch.randn(INPUTS[1])
    torch.testing.assert_close(model.run([image]), [conv(image)])
    with pytest.raises(RuntimeRefusal):
        model.run([torch.randn(INPUTS[0])])


def sizes_of(path: Path) -> list[list[int | str]]:
    """The declared sizes of the inputs and outputs of a model."""
    graph = onnx.load(path).graph
    return [
        [d.dim_param or d.dim_value for d in value.type.tensor_type.shape.dim]
        for value in [*graph.input, *graph.output]
    ]
