#!/usr/bin/env python3
"""Draws docs/figures/conversion.svg from the numbers in bench/results.json.

    utils/gen_figures.py            writes the picture
    utils/gen_figures.py --check    fails when the file is out of date

A line for each model, a dot for each process at its processor time. The scale
is logarithmic, so that the same length is the same factor everywhere. The
numbers are those that `python -m bench.run --json` leaves.
"""

from __future__ import annotations

import json
import math
import sys
from typing import Any

import generated

NUMBERS = generated.ROOT / "bench" / "results.json"
PICTURE = generated.ROOT / "docs" / "figures" / "conversion.svg"

#: Process -> what it is called, and its colour on light and on dark paper.
DOTS = {
    "cp": ("cp of the .pt2", "#8c959f"),
    "reference": ("torch-onnx, weights by reference", "#1a7f37"),
    "copied": ("torch-onnx, weights copied", "#4493f8"),
    "peer": ("torch.onnx.export", "#d1572b"),
}
NAMES = {
    "resnet50": "ResNet-50",
    "vit_b16": "ViT-B/16",
    "bert_base": "BERT-base",
    "gpt2": "GPT-2",
    "llama_16": "Llama, 16 layers",
    "llama_32": "Llama, 32 layers",
    "mlp_2048": "MLP, 2,048 layers",
    "linear_5120": "25 × Linear(5120)",
}
LEFT, RIGHT, TOP, STEP, WIDTH = 150, 60, 58, 30, 860
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.quiet { fill: #59636e; font-size: 12px }
.rule { stroke: #d1d9e0 } .span { stroke: #b7bfc8; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc } .quiet { fill: #9198a1 }
  .rule { stroke: #3d444d } .span { stroke: #656c76 }
}
"""


def _seconds(value: float) -> str:
    return f"{value:g} s" if value >= 1 else f"{value * 1e3:g} ms"


def draw(models: list[dict[str, Any]]) -> str:
    """The picture; models that were not compared are left out."""
    rows = [
        (NAMES[model["model"]], {name: model["results"][name]["cost"]["cpu"] for name in DOTS})
        for model in models
        if model["model"] in NAMES and all(name in model["results"] for name in DOTS)
    ]
    values = [value for _, row in rows for value in row.values()]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    bottom = TOP + STEP * len(rows)

    def place(value: float) -> float:
        share = (math.log10(value) - low) / (high - low)
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{bottom + 34}" '
        f'viewBox="0 0 {WIDTH} {bottom + 34}" role="img">',
        "<title>Processor time of a conversion, whole processes</title>",
        f"<style>{STYLE}</style>",
    ]
    at = 20.0
    for title, colour in DOTS.values():
        lines.append(f'<circle cx="{at}" cy="20" r="6" fill="{colour}"/>')
        lines.append(f'<text x="{at + 11}" y="24">{title}</text>')
        at += 34 + 7 * len(title)
    for power in range(low, high + 1):
        x = place(10.0**power)
        lines.append(f'<path class="rule" d="M{x} {TOP - 14}V{bottom}"/>')
        lines.append(
            f'<text class="quiet" x="{x}" y="{bottom + 18}" text-anchor="middle">'
            f"{_seconds(10.0**power)}</text>"
        )
    for index, (title, row) in enumerate(rows):
        y = TOP + STEP * index + 6
        lines.append(f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{title}</text>')
        begin, end = place(row["reference"]), place(row["peer"])
        lines.append(f'<path class="span" d="M{begin} {y}H{end}"/>')
        for name, (_, colour) in DOTS.items():
            lines.append(f'<circle cx="{place(row[name])}" cy="{y}" r="6" fill="{colour}"/>')
        ratio = row["peer"] / row["reference"]
        lines.append(f'<text class="quiet" x="{end + 12}" y="{y + 4}">{ratio:.0f} ×</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def picture() -> str:
    """The picture of the numbers as they are."""
    return draw(json.loads(NUMBERS.read_text())["models"])


if __name__ == "__main__":
    sys.exit(generated.main(PICTURE, picture, __doc__))
