"""Why a graph of ours may have more nodes than a peer's: the one table.

A row is about operators of the program, each call of which may take some nodes more
because fewer give other numbers for some size or value, or take longer.
docs/Rationale/Budgets.md has the same table: `python -m bench.node_reasons` prints it,
and integration/numerics/test_nodes.py compares the two.
"""

from __future__ import annotations

import fnmatch
import json
import re
import zipfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Reason:
    """What some operators take more, and why."""

    #: What the table calls them.
    what: str
    #: Patterns of the operators' names.
    targets: tuple[str, ...]
    #: The nodes of one call, ours and the best peer's.
    ours: int
    theirs: int
    why: str
    #: Patterns of operators of which the program has to have one, too.
    beside: tuple[str, ...] = ()

    @property
    def more(self) -> int:
        """Nodes that each call may take more."""
        return self.ours - self.theirs


_COMPLEX = (
    "aten.view_as_complex.*",
    "aten.complex.*",
    "aten.polar.*",
    "aten.*fft*",
    "aten.stft.*",
)

REASONS = [
    Reason(
        "`max`, `min` along an axis",
        ("aten.amax.*", "aten.amin.*", "aten.max.*", "aten.min.*"),
        4,
        1,
        "`ReduceMax` and `ReduceMin` ignore NaN",
    ),
    Reason(
        "`argmax`, `argmin`, positions of `max`, `min`",
        ("aten.argmax.*", "aten.argmin.*", "aten.max.dim", "aten.min.dim"),
        7,
        1,
        "`ArgMax` and `ArgMin` also ignore NaN; a form of 5 nodes in double precision takes"
        " three times the time",
    ),
    Reason(
        "`topk`, `sort`, `argsort`",
        ("aten.topk.*", "aten.sort.*", "aten.argsort.*"),
        6,
        1,
        "`TopK` puts NaN at arbitrary positions",
    ),
    Reason(
        "`remainder` of floats",
        ("aten.remainder.*",),
        6,
        4,
        "`x - floor(x / y) * y` has no correct digit for a large quotient, and is NaN"
        " for an infinite divisor",
    ),
    Reason(
        "`floor_divide`",
        ("aten.floor_divide.*", "aten.div.Tensor_mode", "aten.div.Scalar_mode"),
        7,
        2,
        "the quotient is rounded before `Floor`: 1 // 0.1 is 9; integers (5 : 4) go"
        " through f32, which does not hold them",
    ),
    Reason(
        "`fmod` of `i64`",
        ("aten.fmod.*",),
        3,
        1,
        "runtimes compute `Mod` of integers in double precision",
    ),
    Reason(
        "`elu`, `celu`, `selu`",
        ("aten.elu.*", "aten.celu.*", "aten.selu.*"),
        8,
        1,
        "runtimes subtract one from an exponential: no correct digit near zero",
    ),
    Reason(
        "`logsigmoid`",
        ("aten.log_sigmoid.*", "aten.logsigmoid.*"),
        3,
        2,
        "`Log(Sigmoid(x))` is -inf below -88",
    ),
    Reason(
        "`cumsum` of floats",
        ("aten.cumsum.*",),
        3,
        1,
        "PyTorch adds in double precision",
    ),
    Reason(
        "positions of an embedding, from the logarithm of zero",
        ("aten.log.*",),
        8,
        0,
        "an infinity that is cast to an integer has no defined value, so what follows"
        " the cast is not folded",
        ("aten.embedding.*",),
    ),
    Reason(
        "`abs` of complex numbers",
        ("aten.abs.*",),
        13,
        1,
        "squares overflow in f32, and an infinite part beside NaN gives infinity",
        _COMPLEX,
    ),
    Reason(
        "`stft`",
        ("aten.stft.*",),
        8,
        5,
        "a product with a matrix has more correct digits than ONNX Runtime's `STFT`"
        " and is faster ([Complex](Complex.md))",
    ),
    Reason(
        "`fft*` of a dynamic size, or of a size above 32 that is not a power of two",
        ("aten.fft_*",),
        18,
        9,
        "12 nodes compute a matrix of cosines and sines once, for all layers; ONNX"
        " Runtime's `DFT` loses two digits and takes many times the time",
    ),
    Reason(
        "`einsum` of four dimensions",
        ("aten.einsum.*",),
        3,
        1,
        "`Transpose` and `MatMul` take a third to a half of the time of ONNX Runtime's"
        " `Einsum`",
    ),
    Reason(
        "`adaptive_avg_pool2d` to one element, of sizes that may be 0",
        ("aten.adaptive_avg_pool*",),
        11,
        1,
        "the mean of an empty tensor is NaN, but `ReduceMean` gives 0",
    ),
    Reason(
        "`scatter_add`",
        ("aten.scatter_add.*",),
        5,
        3,
        "the sizes of the source may be larger than those of the index",
    ),
]


def _is_among(target: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch.fnmatch(target, pattern) for pattern in patterns)


def count_targets(program: Path) -> Counter[str]:
    """Calls of operators in a .pt2 and in its subgraphs."""
    counts: Counter[str] = Counter()

    def visit(value: object) -> None:
        if isinstance(value, dict):
            target = value.get("target")
            if isinstance(target, str):
                counts[re.sub(r"^torch\.ops\.|^_operator\.", "", target)] += 1
            for item in value.values():
                visit(item)
        elif isinstance(value, list):
            for item in value:
                visit(item)

    with zipfile.ZipFile(program) as archive:
        for name in archive.namelist():
            if name.endswith("models/model.json"):
                visit(json.loads(archive.read(name))["graph_module"])
    return counts


def explain(targets: Counter[str]) -> dict[str, int]:
    """The reasons that hold for calls of these operators -> nodes that they allow."""
    found = {}
    for reason in REASONS:
        calls = sum(n for t, n in targets.items() if _is_among(t, reason.targets))
        if reason.beside and not any(_is_among(t, reason.beside) for t in targets):
            continue
        if calls:
            found[reason.what] = calls * reason.more
    return found


def table() -> str:
    """The reasons as Markdown."""
    lines = ["| operator | ours : theirs | reason |", "| --- | --- | --- |"]
    lines += [f"| {r.what} | {r.ours} : {r.theirs} | {r.why} |" for r in REASONS]
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
