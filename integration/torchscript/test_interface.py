"""What users ask of the models that they get from TorchScript: one loop whatever its number
of iterations, names, weights, updates of buffers, and messages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import onnx
import pytest
import torch
from torch import Tensor, nn

from integration.common.compiler import convert
from integration.common.runtime import Session
from integration.torchscript.known import LEGACY
from integration.torchscript.snippet import normal
from integration.torchscript.snippets import SNIPPETS
from integration.torchscript.snippets.loops import RepeatFixed

pytestmark = [
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.skipif(LEGACY, reason="options of the compiler"),
]


def _save(program: object, folder: Path, *example: Tensor) -> Path:
    """Traced with an example, scripted without one."""
    path = folder / "model.pt"
    if example:
        made = torch.jit.trace(program, example, check_trace=False)
    else:
        made = torch.jit.script(program)
    torch.jit.save(made, str(path))
    return path


def _convert(source: Path, *options: str) -> Path:
    target = source.with_suffix(".onnx")
    done = convert(source, target, options)
    assert not done.failure, done.stderr
    return target


def _structure(graph: onnx.GraphProto) -> Iterator[str]:
    """Operators with their inputs and outputs, in all graphs; constants without values."""
    for node in graph.node:
        yield f"{node.op_type} {list(node.input)} {list(node.output)}"
        for attribute in node.attribute:
            yield from _structure(attribute.g)


def _repeat(times: int, folder: Path, *example: Tensor) -> list[str]:
    folder.mkdir()
    module = RepeatFixed(times).eval()
    source = _save(module, folder, *example)
    options = () if example else ("--input-shapes=[1,3,?,?]f32",)
    model = _convert(source, *options)
    (actual,) = Session(model).run([normal(1, 3, 8, 8)])
    torch.testing.assert_close(actual, module(normal(1, 3, 8, 8)))
    return list(_structure(onnx.load(model).graph))


def test_one_loop_for_every_number(tmp_path: Path) -> None:
    """A scripted loop is the same graph for each number of iterations; a traced one is as
    many convolutions."""
    first, *others = (_repeat(n, tmp_path / f"script{n}") for n in (2, 3, 5, 50))
    assert sum(line.startswith("Loop") for line in first) == 1
    assert sum(line.startswith("Conv") for line in first) == 1
    assert all(other == first for other in others)
    for times in (2, 3):
        traced = _repeat(times, tmp_path / f"trace{times}", normal(1, 3, 8, 8))
        assert not any(line.startswith("Loop") for line in traced)
        assert sum(line.startswith("Conv") for line in traced) == times


def test_unrolled_on_request(tmp_path: Path) -> None:
    """--unroll takes loops of constant length up to a number of iterations."""
    for times, unrolled in ((4, True), (5, False)):
        folder = tmp_path / str(times)
        folder.mkdir()
        source = _save(RepeatFixed(times).eval(), folder)
        model = _convert(source, "--input-shapes=[1,3,?,?]f32", "--unroll=4")
        found = list(_structure(onnx.load(model).graph))
        assert any(line.startswith("Loop") for line in found) is not unrolled


def _sizes(value: onnx.ValueInfoProto) -> list[str | int]:
    dims = value.type.tensor_type.shape.dim
    return [dim.dim_param or dim.dim_value for dim in dims]


def test_names(tmp_path: Path) -> None:
    """Inputs have Python's names, dimensions those of --input-shapes."""

    def forward(image: Tensor, other: Tensor) -> tuple[Tensor, Tensor]:
        return torch.cat([image, other], 1), image.flatten(0, 1)

    source = _save(forward, tmp_path)
    model = _convert(source, "--input-shapes=[batch,length,4]f32,[batch,2,4]f32")
    graph = onnx.load(model).graph
    assert [value.name for value in graph.input] == ["image", "other"]
    assert list(map(_sizes, graph.input)) == [["batch", "length", 4], ["batch", 2, 4]]
    first, second = map(_sizes, graph.output)
    assert first == ["batch", "length + 2", 4]
    assert second[1:] == [4]


def test_structured_names(tmp_path: Path) -> None:
    """Parts of tuples and dicts are inputs of their own, named after their places."""

    def forward(batch: dict[str, Tensor], pair: tuple[Tensor, Tensor]) -> Tensor:
        return batch["image"] * batch["mask"] + pair[0] - pair[1]

    source = _save(forward, tmp_path)
    shapes = "{image: [n,3]f32, mask: [3]f32},([3]f32, [n,3]f32)"
    graph = onnx.load(_convert(source, f"--input-shapes={shapes}")).graph
    names = [value.name for value in graph.input]
    assert len(set(names)) == 4
    assert "image" in names[0]
    assert "mask" in names[1]
    assert all("pair" in name for name in names[2:])


def test_trace_knows_its_inputs(tmp_path: Path) -> None:
    """Without --input-shapes the sizes are those of the example."""
    source = _save(nn.Linear(4, 3), tmp_path, normal(2, 4))
    (value,) = onnx.load(_convert(source)).graph.input
    assert _sizes(value) == [2, 4]
    (value,) = onnx.load(_convert(source, "--input-shapes=[n,4]f32")).graph.input
    assert _sizes(value) == ["n", 4]


class _Asks(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x.sum(0) if x.dim() == 3 else x


def test_script_asks_for_shapes(tmp_path: Path) -> None:
    """A message says which option is missing, where a rank is asked for."""
    source = _save(_Asks(), tmp_path)
    done = convert(source, tmp_path / "model.onnx")
    assert done.failure == "conversion"
    assert "--input-shapes" in done.stderr
    assert not (tmp_path / "model.onnx").exists()


@pytest.mark.parametrize(
    "shapes",
    [
        "[2,4",
        "[2,4]",
        "[2,4]f31",
        "[2,-4]f32",
        "[2,4]f32,[3]f32",
        "([2,4]f32",
        "list([2,4]f32)",
        "{a: [2,4]f32}",
        "[2,4]f32]",
        "f32",
        "[99999999999999999999]f32",
    ],
)
def test_wrong_shapes(shapes: str, tmp_path: Path) -> None:
    """A description that is wrong, or of other inputs, is an error that shows it."""
    source = _save(nn.Linear(4, 3), tmp_path)
    done = convert(source, tmp_path / "model.onnx", (f"--input-shapes={shapes}",))
    assert done.failure == "conversion", done
    assert "error" in done.stderr
    assert not (tmp_path / "model.onnx").exists()


class _Tied(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.encoder = nn.Embedding(50, 40)
        self.decoder = nn.Linear(40, 50, bias=False)
        self.decoder.weight = self.encoder.weight
        self.scale = nn.Buffer(torch.full((40,), 0.5))

    def forward(self, tokens: Tensor) -> Tensor:
        return self.decoder(self.encoder(tokens) * self.scale)


def test_weights(tmp_path: Path) -> None:
    """Initializers have the names of the state dict, and tied weights are one."""
    source = _save(_Tied(), tmp_path)
    model = onnx.load(_convert(source, "--input-shapes=[n]i64"))
    names = {tensor.name for tensor in model.graph.initializer}
    assert names & {"encoder.weight", "decoder.weight"}
    assert "scale" in names
    large = [t for t in model.graph.initializer if len(t.dims) == 2]
    assert len(large) == 1


def test_referenced_weights(tmp_path: Path) -> None:
    """--weights=reference points into the archive, and the model runs beside it."""
    module = _Tied()
    source = _save(module, tmp_path)
    model = _convert(source, "--input-shapes=[n]i64", "--weights=reference")
    assert model.stat().st_size < 4000
    tensors = onnx.load(model, load_external_data=False).graph.initializer
    locations = {e.value for t in tensors for e in t.external_data if e.key == "location"}
    assert locations == {source.name}
    tokens = torch.tensor([3, 7, 1])
    torch.testing.assert_close(Session(model).run([tokens])[0], module(tokens))


def test_updates(tmp_path: Path) -> None:
    """A buffer that is written is dropped with a warning, an output or a state."""
    snippet = SNIPPETS["counter"]
    x = snippet.sets[0][0]
    module = snippet.build()
    results = [result.clone() for result in module(x.clone())]
    source = _save(snippet.build(), tmp_path)
    shapes = "--input-shapes=[?,3]f32"
    done = convert(source, tmp_path / "model.onnx", (shapes,))
    assert "warning" in done.stderr
    assert "count" in done.stderr
    session = Session(_convert(source, shapes, "--mutations=outputs"))
    *actual, update = session.run([x])
    for ours, theirs in zip([*actual, update], [*results, module.count], strict=True):
        torch.testing.assert_close(ours, theirs)
    session = Session(_convert(source, shapes, "--mutations=state"))
    *actual, update = session.run([x, torch.zeros(3)])
    torch.testing.assert_close(update, module.count)
    done = convert(source, tmp_path / "model.onnx", (shapes, "--mutations=error"))
    assert done.failure == "conversion"


class _Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Linear(4, 4)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(self.inner(x))


class _Nested(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([_Block(), _Block()])

    def forward(self, x: Tensor) -> Tensor:
        for block in self.blocks:
            x = block(x)
        return x


@pytest.mark.parametrize("traced", [False, True])
def test_module_paths(traced: bool, tmp_path: Path) -> None:
    """Nodes say which module they are of."""
    source = _save(_Nested(), tmp_path, *([normal(2, 4)] if traced else []))
    model = onnx.load(_convert(source, "--input-shapes=[2,4]f32"))
    texts = [f"{node.name} {node.metadata_props}" for node in model.graph.node]
    for place in (0, 1):
        assert any(f"blocks.{place}" in text for text in texts)
