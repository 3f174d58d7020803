"""The page of `ONNXProgram.show()` and of `torch-onnx --report=FILE.html`.

Its script is run by node, in as much of a browser as it uses (page/run.js).
"""

from __future__ import annotations

import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
from typing import Any

import pytest
import torch
import torch_onnx_mlir

from .conftest import ROOT
from .models import Mlp, Unsupported

X = torch.randn(4, 64)
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="there is no node to run scripts of pages")


class Layer(torch.nn.Module):
    """As in a decoder: a mask that all layers share, a sum around them."""

    def __init__(self) -> None:
        super().__init__()
        self.attention = torch.nn.Linear(64, 64)
        self.mlp = Mlp()
        self.out = torch.nn.Linear(8, 64)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        x = x + torch.softmax(self.attention(x) + mask, -1)
        return x + self.out(self.mlp(x))


class Stack(torch.nn.Module):
    """As many layers as are asked for."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.layers = torch.nn.ModuleList(Layer() for _ in range(count))

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x, mask * 2)
        return x


class Checker(html.parser.HTMLParser):
    """Elements that close in the order that they were opened in; what they refer to."""

    VOID = ("meta", "input", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_page(path: pathlib.Path) -> str:
    """That a page is well-formed and asks no network; its text."""
    text = path.read_text(encoding="utf-8")
    checker = Checker(text)
    assert checker.open == []
    assert not {"src", "href", "action"} & {name for name, _ in checker.attributes}
    outside = re.sub(r'<script id="data".*?</script>', "", text, flags=re.DOTALL)
    assert not re.search(r"https?:|//cdn|url\(|@import|fetch\(|XMLHttp|import\(", outside)
    assert "default-src 'none'" in outside
    return text


def run(path: pathlib.Path, *actions: str) -> dict[str, Any]:
    """What a page shows after what a user does."""
    assert NODE is not None
    script = pathlib.Path(__file__).parent / "page" / "run.js"
    done = subprocess.run(
        [NODE, str(script), str(path), *actions], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    shown: dict[str, Any] = json.loads(done.stdout)
    return shown


def names(shown: dict[str, Any]) -> list[str]:
    """The names of all boxes."""
    return [box["name"] for box in shown["boxes"]]


def check_boxes(shown: dict[str, Any]) -> None:
    """No box overlaps another one, unless one is a module around the other."""

    def within(a: dict[str, Any], b: dict[str, Any]) -> bool:
        return bool(
            b["x"] <= a["x"] and b["y"] <= a["y"]
            and a["x"] + a["w"] <= b["x"] + b["w"] + 1e-6
            and a["y"] + a["h"] <= b["y"] + b["h"] + 1e-6
        )

    boxes = shown["boxes"]
    for place, a in enumerate(boxes):
        for b in boxes[:place]:
            apart = (
                a["x"] >= b["x"] + b["w"] or b["x"] >= a["x"] + a["w"]
                or a["y"] >= b["y"] + b["h"] or b["y"] >= a["y"] + a["h"]
            )
            assert apart or within(a, b) or within(b, a), (a["name"], b["name"])


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The page of a model of eight layers."""
    program = torch_onnx_mlir.export(
        Stack(8).eval(), (X, torch.zeros(64)), dynamic_shapes=({0: "rows"}, None), verify=True
    )
    path = tmp_path_factory.mktemp("page") / "stack.html"
    assert program.show(path) == str(path)
    return path


def test_page(stack: pathlib.Path) -> None:
    text = check_page(stack)
    (data,) = re.findall(r'<script id="data"[^>]*>(.*?)</script>', text, re.DOTALL)
    content = json.loads(data)
    nodes = content["model"]["nodes"]
    assert {node["name"] for node in nodes} >= {"/layers.0/attention/Gemm", "/layers.2/Softmax"}
    (line,) = {n["line"].rsplit(":", 1)[0] for n in nodes if n["name"] == "/layers.0/Softmax"}
    assert line == __file__
    stages = [stage["name"] for stage in content["report"]["stages"]]
    assert stages[:2] == ["capture", "read"]
    assert content["report"]["operators_read"]["aten.linear.default"] == 32


@needs_node
def test_graph(stack: pathlib.Path, tmp_path: pathlib.Path) -> None:
    shown = run(stack)
    assert {"layers.0", "layers.1", "layers.7", "x", "mask"} < set(names(shown))
    assert "/layers.0/Softmax" not in names(shown)
    check_boxes(shown)
    opened = run(stack, "click:layers.0")
    assert "/layers.0/Softmax" in names(opened)
    assert "/layers.1/Softmax" not in names(opened)
    assert "layers.0/attention" in names(opened)
    check_boxes(opened)
    whole = run(stack, "open-all")
    assert "/layers.2/mlp/first/Gemm" in names(whole)
    check_boxes(whole)
    assert names(run(stack, "open-all", "close-all")) == names(shown)
    # From the inputs, from each layer to the next, and to the output.
    assert shown["lines"] >= 10
    # So is a module with most of the nodes of the model, whatever is beside it.
    class Wrapped(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = Stack(8)
            self.head = torch.nn.Linear(64, 3)

        def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
            return self.head(self.model(x, mask))

    wrapped = torch_onnx_mlir.export(Wrapped().eval(), (X, torch.zeros(64)))
    page = pathlib.Path(wrapped.show(tmp_path / "wrapped.html"))
    assert {"model", "model/layers.0", "model/layers.7", "head"} < set(names(run(page)))
    # Modules are found as PyTorch spells them.
    found = run(page, "search:model.layers.7.mlp.first")
    assert found["shown"]["found"] == "1 of 2"
    assert "model/layers.7/mlp/first" in names(found)
    # A model of a few nodes is open from the beginning.
    small = torch_onnx_mlir.export(Stack(1).eval(), (X, torch.zeros(64)))
    assert "/layers.0/Softmax" in names(run(pathlib.Path(small.show(tmp_path / "small.html"))))


@needs_node
def test_functions(stack: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """A call of a function opens like a module, and its nodes have edges to those outside."""
    program = torch_onnx_mlir.export(
        Stack(8).eval(), (X, torch.zeros(64)), dynamic_shapes=({0: "rows"}, None), functions="modules"
    )
    assert {function.name for function in program.model.functions.values()} >= {"Layer", "Mlp"}
    page = pathlib.Path(program.show(tmp_path / "functions.html"))
    closed = run(page)
    assert {"layers.0", "layers.7"} < set(names(closed))
    opened = run(page, "click:layers.1")
    check_boxes(opened)
    assert {"/layers.1/Softmax", "layers.1/mlp"} < set(names(opened))
    assert "/layers.0/Softmax" not in names(opened)
    assert opened["lines"] > closed["lines"]
    assert "domain pkg.torch" in opened["shown"]["details"]
    # As many nodes as in the model without functions.
    def count(path: pathlib.Path) -> int:
        return sum(box["kind"] in ("node", "node chosen") for box in run(path, "open-all")["boxes"])

    assert count(page) == count(stack)
    assert "functions" in closed["shown"]["summary"]


@needs_node
def test_details(stack: pathlib.Path) -> None:
    shown = run(stack, "click:layers.0", "click:layers.0/attention", "click:/layers.0/attention/Gemm")
    details = shown["shown"]["details"]
    for part in ("transB", "layers.0.attention.weight", "float32[64, 64], 16.4 KB", "Used by"):
        assert part in details
    assert "float32[rows, 64]" in details
    found = run(stack, "search:softmax", "search:softmax")
    assert found["shown"]["found"] == "2 of 8"
    assert "/layers.1/Softmax" in names(found)
    gone = run(stack, "click:layers.0", "go:/layers.2/Softmax")
    assert "/layers.2/Softmax" in gone["shown"]["details"]


@needs_node
def test_what_was_done(stack: pathlib.Path) -> None:
    shown = run(stack)["shown"]
    assert "x: float32[rows, 64]" in shown["summary"]
    # Each output once, with its size.
    (outputs,) = re.findall(r"<th>outputs</th><td>(.*?)</td>", shown["summary"])
    assert re.fullmatch(r"<span[^<>]*>add_\d+: float32\[rows, 64\]</span>", outputs)
    assert "ai.onnx 20" in shown["summary"]
    assert "against PyTorch" in shown["summary"]
    assert "onnx-prepare-for-export" in shown["stages"]
    assert "aten.softmax.int" in shown["operators"]
    assert "Softmax" in shown["operators"]


@needs_node
def test_many_layers(tmp_path: pathlib.Path) -> None:
    """Hundreds of nodes are laid out when all modules are open."""
    program = torch_onnx_mlir.export(Stack(64).eval(), (X, torch.zeros(64)))
    program.show(tmp_path / "page.html")
    shown = run(tmp_path / "page.html", "open-all")
    assert len(shown["boxes"]) > 64 * 10
    check_boxes(shown)


def test_changed_models(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = torch_onnx_mlir.export(Mlp().eval(), (X,))
    program.model.graph[0].name = "</script>&<b>"
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    path = pathlib.Path(program.show())
    assert opened == [f"file://{path}"]
    text = check_page(path)
    path.unlink()
    assert text.count("</script>") == 2
    assert '"first.weight"' in text
    assert '"float32[64, 32]",8192' in text or '"float32[32, 64]",8192' in text
    made = torch_onnx_mlir.ONNXProgram(program.model)
    check_page(pathlib.Path(made.show(tmp_path / "made.html")))
    isolated = torch_onnx_mlir.export(Mlp().eval(), (X,), isolate=True)
    check_page(pathlib.Path(isolated.show(tmp_path / "isolated.html")))


def test_the_tool(tmp_path: pathlib.Path) -> None:
    for model, x, status in ((Mlp(), X, 0), (Unsupported(), torch.eye(3), 1)):
        torch.export.save(torch.export.export(model.eval(), (x,)), tmp_path / "model.pt2")
        done = subprocess.run(
            [sys.executable, "-m", "torch_onnx_mlir", "model.pt2", "-o", "model.onnx",
             "--report=page.html"],
            cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT / "python")}, check=False, capture_output=True,
        )
        assert done.returncode == status, done.stderr
        check_page(tmp_path / "page.html")
        if NODE is None:
            continue
        shown = run(tmp_path / "page.html")
        if status == 0:
            assert not shown["isHidden"]
            assert "/first/Gemm" in names(shown)
            assert "passed" in shown["shown"]["summary"]
        else:
            assert shown["isHidden"]
            assert "aten.poisson" in shown["shown"]["messages"]
