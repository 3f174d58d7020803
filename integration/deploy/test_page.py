"""The page of `--report=FILE.html` in a browser of the width of a phone."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import torch

from integration.deploy import chromium

pytestmark = pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium")

WIDTH = 480

# The elements outside of the boxes that scroll that end right of the window.
_CUT = """[...document.querySelectorAll("main *")].filter((element) =>
  element.getBoundingClientRect().right > innerWidth + 0.5
  && !element.parentElement.closest("#graph, #details, #stages, #operators")
).map((element) => element.outerHTML.slice(0, 80))"""

# What a reader sees of an element that is scrolled to.
_SEEN = """(() => {
  const box = document.getElementById("ID");
  box.scrollIntoView();
  const { width, height } = box.getBoundingClientRect();
  return [width, height, getComputedStyle(box).fontSize];
})()"""


class Layer(torch.nn.Module):
    """A layer with names that are long."""

    def __init__(self) -> None:
        super().__init__()
        self.projection_of_queries_and_keys = torch.nn.Linear(8, 8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.projection_of_queries_and_keys(x))


def test_width_of_a_phone(compiler: str, tmp_path: Path) -> None:
    """Nothing is cut, and each part has the whole width."""
    model = torch.nn.Sequential(*(Layer() for _ in range(6)))
    torch.export.save(torch.export.export(model, (torch.randn(2, 8),)), tmp_path / "model.pt2")
    name = "a_rather_long_name_of_an_output_of_a_model_that_is_not_short"
    options = ["-o", tmp_path / "model.onnx", f"--output-names={name}", "--report=page.html"]
    subprocess.run([compiler, tmp_path / "model.pt2", *options], cwd=tmp_path, check=True)
    with chromium.open_page() as page:
        page.send(
            "Emulation.setDeviceMetricsOverride",
            width=WIDTH, height=900, deviceScaleFactor=1, mobile=True,
        )
        page.open((tmp_path / "page.html").as_uri())
        # Modules are open from the beginning, and found as PyTorch spells them.
        assert page.evaluate("document.querySelectorAll('#graph rect').length") > 5
        page.evaluate(
            "document.getElementById('search').value = '3.projection_of_queries_and_keys';"
            "document.getElementById('search').dispatchEvent("
            "new KeyboardEvent('keydown', { key: 'Enter' }))"
        )
        assert page.evaluate("document.getElementById('found').textContent").startswith("1 of")
        assert page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [WIDTH, WIDTH]
        assert page.evaluate(_CUT) == []
        for part in ("summary", "graph", "details", "stages", "operators"):
            width, height, size = page.evaluate(_SEEN.replace("ID", part))
            assert width > 0.9 * WIDTH and height > 0, part
            assert float(size.removesuffix("px")) >= 12, part
        assert page.evaluate("document.getElementById('summary').innerText").count(name) == 1
