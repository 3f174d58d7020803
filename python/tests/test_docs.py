"""The examples of the documentation: each Python block of the pages runs.

The blocks of one page run in order, in one namespace and in a temporary folder.  The
README files and the page on TorchScript show calls only: `model` and `image` are there
before their first block.
A block marked ```output is part of what the block before it printed; `...` stands for
any text.
A block that cannot run is marked ```python skip, and the paragraph before it says
why, beginning with "Not run as a test:".
"""

from __future__ import annotations

import inspect
import os
import pathlib
import re
import sys
import types
from typing import NamedTuple

import pytest
import torch
import torch_onnx_mlir

from .conftest import ROOT
from .features import NO_PLUGIN, has_plugin

READMES = [ROOT / "README.md", ROOT / "python" / "README.md"]
SCRIPTS = ROOT / "docs" / "HowTo" / "TorchScript.md"
PAGES = [*READMES, *sorted((ROOT / "docs" / "python").glob("*.md")), SCRIPTS]
_FENCE = re.compile(r"^```(?P<info>\S.*)\n(?P<code>(?s:.*?))^```$", re.MULTILINE)
_REASON = re.compile(r"Not run as a test: \w[^\n]*(?:\n[^\n]+)*\n\n\Z")


class Block(NamedTuple):
    """A block of code or of its output."""

    line: int  # the first line of the code, counted from 1
    code: str
    skipped: bool = False
    has_reason: bool = False
    is_output: bool = False


class Model(torch.nn.Module):
    """What these pages call `model`."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = torch.nn.Conv2d(3, 4, 3)

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        return self.conv(image).relu().mean((2, 3))


def blocks(text: str) -> list[Block]:
    """The Python blocks of a page and what they print."""
    found = []
    for match in _FENCE.finditer(text):
        kind, *marks = match["info"].split()
        line = text.count("\n", 0, match.start("code")) + 1
        if kind == "output":
            found.append(Block(line, match["code"], is_output=True))
        if kind != "python":
            continue
        assert marks in ([], ["skip"]), f"unknown mark of a block: {match['info']}"
        found.append(
            Block(
                line=line,
                code=match["code"],
                skipped=bool(marks),
                has_reason=_REASON.search(text[: match.start()]) is not None,
            )
        )
    return found


def matches(expected: str, printed: str) -> bool:
    """Whether the text of an output block is in what was printed."""
    parts = [re.escape(part) for part in expected.strip().split("...")]
    return re.search(".*?".join(parts), printed, re.DOTALL) is not None


def lacking(page: pathlib.Path, code: str) -> str | None:
    """Why a block cannot run with this version of PyTorch; None if it can."""
    if (page == SCRIPTS or "torch.jit." in code) and not has_plugin():
        return NO_PLUGIN
    if "torch.onnx.ops" in code and not hasattr(torch.onnx, "ops"):
        return "PyTorch has no torch.onnx.ops"
    return None


def test_there_are_pages() -> None:
    names = {page.name for page in PAGES}
    assert {"Start.md", "Migrating.md", "CustomOperators.md", "BigModels.md"} <= names
    assert {"LanguageModels.md", "Checking.md", "FromC.md"} <= names


def test_finding_blocks() -> None:
    text = "a\n\n```python\nx = 1\n```\n\n```sh\nls\n```\n\n```python skip\ny\n```\n"
    assert blocks(text) == [Block(4, "x = 1\n", False, False), Block(12, "y\n", True, False)]
    reason = "Not run as a test: it needs a GPU.\n\n```python skip\ny\n```\n"
    assert blocks(reason)[0].has_reason
    assert blocks("```output\n1\n```\n") == [Block(2, "1\n", is_output=True)]
    assert matches("a ... c", "0\na b c\n")
    assert not matches("a c", "a b c")


def test_all_parameters_are_documented() -> None:
    """The tables of Migrating.md have each parameter of `export`, and no other."""
    text = (ROOT / "docs" / "python" / "Migrating.md").read_text(encoding="utf-8")
    section = text[text.index("## The parameters") : text.index("## The program")]
    rows = re.findall(r"^\| (`.*?`) \|", section, re.MULTILINE)
    documented = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(documented) == sorted(inspect.signature(torch_onnx_mlir.export).parameters)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore::FutureWarning")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_page(
    page: pathlib.Path,
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    # For isolate=True, which starts a Python of its own; a relative path is none here.
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "python"), prepend=os.pathsep)
    # A module, in which onnxscript looks for the names that functions use.
    module = types.ModuleType(f"page_{page.stem}")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    namespace = vars(module)
    if page in (*READMES, SCRIPTS):
        namespace |= {"model": Model().eval(), "image": torch.randn(2, 3, 16, 16)}
        namespace |= {"torch": torch}
    left_out = None
    for number, block in enumerate(blocks(page.read_text(encoding="utf-8"))):
        if (reason := lacking(page, block.code)) is not None:
            left_out = reason
            continue
        if block.is_output:
            printed = capsys.readouterr().out
            assert matches(block.code, printed), f"{page}:{block.line}: it prints\n{printed}"
            continue
        capsys.readouterr()
        if block.skipped:
            assert block.has_reason, f"{page}:{block.line}: no reason for `skip`"
            continue
        # A file, as onnxscript reads the source of functions; with the lines of the page.
        path = tmp_path / f"{page.stem}_{number}.py"
        path.write_text("\n" * (block.line - 1) + block.code, encoding="utf-8")
        code = compile(path.read_text(encoding="utf-8"), path, "exec", dont_inherit=True)
        exec(code, namespace)
    if left_out is not None:
        pytest.skip(left_out)
