"""Where weights go: every combination is loaded by ONNX Runtime and is right.

The model has what is folded when it may be: BatchNorm behind a convolution, a
weight used under two names, a weight that is used transposed, a constant that no
state dictionary has.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import onnx
import pytest
import torch
from onnxruntime import InferenceSession
from torch import nn

from integration.common.compiler import convert
from integration.common.runtime import Session


class Everything(nn.Module):
    """Parameters, buffers, a tied weight, a constant and a transient buffer."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, bias=False)
        self.norm = nn.BatchNorm2d(8)
        self.norm.running_mean.uniform_(-1, 1)  # type: ignore[union-attr]
        self.norm.running_var.uniform_(0.5, 2)  # type: ignore[union-attr]
        self.first = nn.Linear(8, 8)
        self.second = nn.Linear(8, 8)
        self.second.weight = self.first.weight
        self.register_buffer("shift", torch.randn(8), persistent=False)
        self.constant = torch.randn(8)

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        """From an image to eight numbers."""
        features = self.norm(self.conv(image)).amax((2, 3))
        return self.second(self.first(features) + self.shift) * self.constant


IMAGE = torch.randn(2, 3, 9, 9)


@pytest.fixture(scope="module", name="model")
def _model() -> nn.Module:
    return Everything().eval()


@pytest.fixture(scope="module", name="source")
def _source(model: nn.Module, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("weights") / "model.pt2"
    torch.export.save(torch.export.export(model, (IMAGE,)), path)
    return path


@pytest.mark.parametrize(
    ("weights", "threshold", "level"),
    list(
        product(
            ["auto", "inline", "external", "reference"],
            ["0", "1024", "1000000"],
            ["0", "1"],
        )
    ),
)
def test_places(
    weights: str,
    threshold: str,
    level: str,
    compiler: str,
    model: nn.Module,
    source: Path,
) -> None:
    """Into the model, beside it, or left where they are."""
    target = source.with_name(f"{weights}-{threshold}-{level}.onnx")
    options = (f"--weights={weights}", f"--external-threshold={threshold}", f"-O{level}")
    result = convert(source, target, options)
    assert not result.failure, result.stderr
    torch.testing.assert_close(Session(target).run([IMAGE]), [model(IMAGE)])
    places = {
        entry.value
        for tensor in onnx.load(target, load_external_data=False).graph.initializer
        for entry in tensor.external_data
        if entry.key == "location"
    }
    if weights in ("auto", "inline") or threshold == "1000000":
        assert not places
    elif weights == "external":
        assert places <= {f"{target.name}.data"}
    else:
        assert places <= {source.name, f"{target.name}.data"}


@pytest.mark.parametrize("level", "01")
def test_given_by_the_user(
    level: str, compiler: str, model: nn.Module, source: Path
) -> None:
    """--weights=none: the state dictionary is given when the model runs."""
    target = source.with_name(f"none-{level}.onnx")
    result = convert(source, target, ("--weights=none", f"-O{level}"))
    assert not result.failure, result.stderr
    names = [value.name for value in onnx.load(target).graph.input]
    assert names[0] == "image"
    # No operator reads the number of batches; of a tied weight torch.export
    # keeps one name.
    unread = {"norm.num_batches_tracked", "first.weight"}
    assert set(names[1:]) == set(model.state_dict()) - unread

    session = Session(target)
    for factor in (1.0, 1.5):  # No value of the file may be left anywhere.
        changed = Everything().eval()
        changed.load_state_dict(
            {name: value * factor for name, value in model.state_dict().items()}
        )
        changed.shift, changed.constant = model.shift, model.constant
        given = [changed.state_dict()[name] for name in names[1:]]
        torch.testing.assert_close(session.run([IMAGE, *given]), [changed(IMAGE)])


@pytest.mark.parametrize(
    ("weights", "level"), list(product(["auto", "external", "reference"], ["0", "1"]))
)
def test_overridden_by_the_user(
    weights: str, level: str, compiler: str, model: nn.Module, source: Path
) -> None:
    """--keep-initializers-as-inputs: the state dictionary is there, and may be
    replaced, all of it or one entry."""
    target = source.with_name(f"keep-{weights}-{level}.onnx")
    options = ("--keep-initializers-as-inputs", f"--weights={weights}", f"-O{level}")
    result = convert(source, target, (*options, "--external-threshold=0"))
    assert not result.failure, result.stderr

    graph = onnx.load(target, load_external_data=False).graph
    unread = {"norm.num_batches_tracked", "first.weight"}
    names = set(model.state_dict()) - unread
    assert [value.name for value in graph.input][0] == "image"
    assert {value.name for value in graph.input[1:]} == names
    assert names <= {tensor.name for tensor in graph.initializer}

    session = InferenceSession(target, providers=["CPUExecutionProvider"])
    assert [value.name for value in session.get_inputs()] == ["image"]
    overridable = session.get_overridable_initializers()
    assert {value.name for value in overridable} == names
    feeds: list[dict[str, torch.Tensor]] = [{}]
    feeds += [{name: model.state_dict()[name] * 1.5} for name in sorted(names)]
    feeds.append({name: model.state_dict()[name] * 1.5 for name in names})
    for feed in feeds:
        changed = Everything().eval()
        # Tied: one name in the program, two in the dictionary.
        both = {"first.weight": feed.get("second.weight")}
        tied = {name: value for name, value in both.items() if value is not None}
        changed.load_state_dict({**model.state_dict(), **feed, **tied})
        changed.shift, changed.constant = model.shift, model.constant
        given = {"image": IMAGE, **feed}
        actual = session.run(None, {name: t.numpy() for name, t in given.items()})
        torch.testing.assert_close(torch.from_numpy(actual[0]), changed(IMAGE))
