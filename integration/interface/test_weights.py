"""Where weights go: every combination is loaded by ONNX Runtime and is right.

The model has what is folded when it may be: BatchNorm behind a convolution, a
weight used under two names, a weight that is used transposed, a constant that no
state dictionary has.
"""

from __future__ import annotations

import subprocess
from itertools import product
from pathlib import Path

import onnx
import pytest
import torch
from onnxruntime import InferenceSession
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.testing._internal.two_tensor import TwoTensor

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
            ["0", "2"],
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
        assert places <= {path.name for path in target.parent.glob(f"{target.name}.data")}
    else:
        # What was computed goes into the model.
        assert places <= {source.name}


def _names(model: nn.Module) -> set[str]:
    """Parameters and buffers that are read."""
    # No operator reads the number of batches; of a tied weight torch.export
    # keeps one name.
    unread = {"norm.num_batches_tracked", "first.weight"}
    # A buffer that is not persistent is in no state dictionary.
    return (set(model.state_dict()) | {"shift"}) - unread


@pytest.mark.parametrize("level", "02")
def test_given_by_the_user(
    level: str, compiler: str, model: nn.Module, source: Path
) -> None:
    """--weights=none: parameters and buffers are given when the model runs."""
    target = source.with_name(f"none-{level}.onnx")
    result = convert(source, target, ("--weights=none", f"-O{level}"))
    assert not result.failure, result.stderr
    names = [value.name for value in onnx.load(target).graph.input]
    assert names[0] == "image"
    assert set(names[1:]) == _names(model)

    session = Session(target)
    for factor in (1.0, 1.5):  # No value of the file may be left anywhere.
        changed = Everything().eval()
        changed.load_state_dict(
            {name: value * factor for name, value in model.state_dict().items()}
        )
        changed.shift, changed.constant = model.shift * factor, model.constant
        tensors = {**changed.state_dict(), "shift": changed.shift}
        given = [tensors[name] for name in names[1:]]
        torch.testing.assert_close(session.run([IMAGE, *given]), [changed(IMAGE)])


@pytest.mark.parametrize(
    ("weights", "level"), list(product(["auto", "external", "reference"], ["0", "2"]))
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
    names = _names(model)
    assert [value.name for value in graph.input][0] == "image"
    assert {value.name for value in graph.input[1:]} == names
    assert names <= {tensor.name for tensor in graph.initializer}

    session = InferenceSession(target, providers=["CPUExecutionProvider"])
    assert [value.name for value in session.get_inputs()] == ["image"]
    overridable = session.get_overridable_initializers()
    assert {value.name for value in overridable} == names
    tensors = {**model.state_dict(), "shift": model.shift}
    feeds: list[dict[str, torch.Tensor]] = [{}]
    feeds += [{name: tensors[name] * 1.5} for name in sorted(names)]
    feeds.append({name: tensors[name] * 1.5 for name in names})
    for feed in feeds:
        changed = Everything().eval()
        # Tied: one name in the program, two in the dictionary.
        both = {"first.weight": feed.get("second.weight")}
        tied = {name: value for name, value in both.items() if value is not None}
        state = {**model.state_dict(), **feed, **tied}
        changed.shift = state.pop("shift", model.shift)
        changed.load_state_dict(state)
        changed.constant = model.constant
        given = {"image": IMAGE, **feed}
        actual = session.run(None, {name: t.numpy() for name, t in given.items()})
        torch.testing.assert_close(torch.from_numpy(actual[0]), changed(IMAGE))


@pytest.mark.parametrize("kind", ["fake", "meta"])
def test_without_bytes(kind: str, compiler: str, model: nn.Module, tmp_path: Path) -> None:
    """A program whose weights have never been there, and a model for them."""
    class Net(Everything):
        def forward(self, image: torch.Tensor) -> torch.Tensor:
            features = self.norm(self.conv(image)).amax((2, 3))
            return self.second(self.first(features) + self.shift)

    if kind == "fake":
        with FakeTensorMode():
            program = torch.export.export(Net().eval(), (torch.randn(2, 3, 9, 9),))
    else:
        image = torch.randn(2, 3, 9, 9, device="meta")
        program = torch.export.export(Net().to("meta").eval(), (image,))
    source, target = tmp_path / "m.pt2", tmp_path / "m.onnx"
    torch.export.save(program, source)
    refused = convert(source, target, ())
    assert refused.failure and "--weights=none" in refused.stderr
    result = convert(source, target, ("--weights=none",))
    assert not result.failure, result.stderr
    names = [value.name for value in onnx.load(target).graph.input]
    assert {name for name in names[1:] if name != "first.weight"} == _names(model)
    real = Net().eval()
    real.load_state_dict(model.state_dict())
    real.shift = model.shift
    tensors = {**real.state_dict(), "shift": real.shift}
    given = [tensors[name] for name in names[1:]]
    torch.testing.assert_close(Session(target).run([IMAGE, *given]), [real(IMAGE)])


def test_reference_into_another_folder(compiler: str, source: Path, tmp_path: Path) -> None:
    """One error, not one for each weight."""
    result = convert(source, tmp_path / "m.onnx", ("--weights=reference", "--external-threshold=0"))
    assert result.failure
    assert result.stderr.count("error:") == 1, result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("weights", ["inline", "reference"])
def test_stages_resume(weights: str, compiler: str, source: Path, tmp_path: Path) -> None:
    """Each stage gives the same numbers as the whole, from where it lies."""
    target = source.with_name(f"stages-{weights}.onnx")
    stages = source.with_name(f"stages-{weights}")
    options = (f"--weights={weights}", "--external-threshold=0")
    for _ in range(2):  # The second time, everything is there already.
        result = convert(source, target, (*options, f"--save-stages={stages}"))
        assert not result.failure, result.stderr
    expected = Session(target).run([IMAGE])
    texts = sorted(stages.glob("*.mlir"))
    assert len(texts) > 8
    for text in texts:
        again = text.with_suffix(".onnx")
        result = convert(text, again, options)
        assert not result.failure, (text, result.stderr)
        torch.testing.assert_close(Session(again).run([IMAGE]), expected)
    # And with the tool for single passes, from another folder.
    opt = Path(compiler).with_name("torch-onnx-opt")
    done = subprocess.run(
        [opt, texts[0], "--torch-to-onnx-pipeline", "-o", stages / "all.mlir"],
        cwd=tmp_path, capture_output=True, text=True,
    )
    assert not done.returncode, done.stderr


def test_objects_in_place_of_weights(tmp_path: Path) -> None:
    """A subclass of Tensor, as torchao's, is stored as a pickle: what to do is said."""
    module = nn.Linear(3, 2, bias=False)
    pair = TwoTensor(torch.ones(2, 3), torch.ones(2, 3))
    module.weight = nn.Parameter(pair, requires_grad=False)
    program = torch.export.export(module, (torch.ones(1, 3),))
    torch.export.save(program, tmp_path / "m.pt2")
    result = convert(tmp_path / "m.pt2", tmp_path / "m.onnx")
    assert result.failure
    assert "weight 'weight'" in result.stderr and "uses the object itself" in result.stderr
    assert "program.run_decompositions({}) before torch.export.save" in result.stderr
    assert not (tmp_path / "m.onnx").exists()
    torch.export.save(program.run_decompositions({}), tmp_path / "m.pt2")
    result = convert(tmp_path / "m.pt2", tmp_path / "m.onnx")
    assert not result.failure, result.stderr
    x = torch.randn(1, 3)
    torch.testing.assert_close(Session(tmp_path / "m.onnx").run([x])[0], x.sum() * torch.ones(1, 2))


class Views(nn.Module):
    """Uses two weights, and the number of rows of one."""

    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Parameter(torch.randn(10, 4))
        self.register_buffer("shift", torch.randn(6, 4))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """A product with the table, and rows of both weights."""
        rows = torch.cat([self.table, self.shift, x]) * self.table.shape[0]
        return x @ self.table.mT, rows.flatten(0, 1)


@pytest.mark.parametrize("name", ["table", "shift"])
def test_example_that_is_a_view_of_a_weight(name: str, tmp_path: Path) -> None:
    """torch.export writes symbols for the sizes of that weight."""
    model = Views()
    program = torch.export.export(model, (getattr(model, name)[:3],))
    sizes = [node.meta["val"].shape for node in program.graph.nodes if node.op == "placeholder"]
    assert any(isinstance(size, torch.SymInt) for shape in sizes[:2] for size in shape)
    torch.export.save(program, tmp_path / "model.pt2")
    done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert not done.failure, done.stderr
    graph = onnx.load(tmp_path / "model.onnx").graph
    assert graph.output[1].type.tensor_type.shape.dim[0].dim_value == 4 * (10 + 6 + 3)
    x = torch.randn(3, 4)
    for ours, theirs in zip(Session(tmp_path / "model.onnx").run([x]), model(x), strict=True):
        torch.testing.assert_close(ours, theirs)
