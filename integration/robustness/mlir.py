"""Bytecode and text of MLIR that no compiler wrote."""

from __future__ import annotations

import random
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from integration.common.compiler import find_compiler
from integration.robustness.archives import Variant

_SIMPLE = """
module {
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = onnx.Relu(%x) : (tensor<2xf32>) -> tensor<2xf32> loc("a.py":1:2)
    %1 = onnx.Add(%0, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}
"""


def _bytecode(text: str) -> bytes:
    opt = find_compiler().with_name("torch-onnx-opt")
    with tempfile.TemporaryDirectory() as name:
        # Where an operation has no location, it is this one.
        (Path(name) / "program.py").write_text(text)
        subprocess.run([opt, "program.py", "-emit-bytecode", "-o", "a.mlirbc"], check=True, cwd=name)
        return (Path(name) / "a.mlirbc").read_bytes()


def bytecode() -> Iterator[Variant]:
    """Mutants of bytecode: upstream's reader crashes and hangs on many."""
    content = _bytecode(_SIMPLE)
    yield Variant("intact", content, False)
    size = len(content)
    for cut in sorted({size * n // 16 for n in range(1, 16)} | {4, 5, 8, size - 1}):
        yield Variant(f"first {cut} of {size} bytes", content[:cut])
    rng = random.Random(0)
    for index in range(160):
        changed = bytearray(content)
        kind = rng.randrange(4)
        for _ in range(rng.choice((1, 1, 2, 4))):
            at = rng.randrange(4, size)
            if kind == 0:
                changed[at] ^= 1 << rng.randrange(8)
            elif kind == 1:
                changed[at] = rng.choice((0, 1, 0x7F, 0x80, 0xFE, 0xFF))
            elif kind == 2:
                changed[at : at + 8] = rng.randbytes(8)
            else:
                length = rng.randrange(1, 16)
                del changed[at : at + length]
        # Messages name the place that the file says.
        if b"program.py" in changed:
            yield Variant(f"mutant {index}", bytes(changed), False)


def text() -> Iterator[Variant]:
    """What upstream's parser does not survive, and what it does."""

    def make(name: str, content: str | bytes, refused: bool = True) -> Variant:
        data = content.encode() if isinstance(content, str) else content
        return Variant(name, data, refused, ".mlir")

    def attribute(content: str) -> str:
        return "module attributes {onnx.a = " + content + "} " + _SIMPLE.strip()[len("module ") :]

    yield make("intact", _SIMPLE, False)
    for name, content in {
        "array of index": "array<index: 0>",
        "array of index, spread": "array // x\n <\n// y\n index : 0>",
        "array of an alias": "array<!t: 0>",
        "empty array of index": "array<index>",
    }.items():
        yield make(name, "!t = index\n" + attribute(content))
    many = 200_000
    for name, content in {
        "arrays": "[" * many + "]" * many,
        "open arrays": "[" * many,
        "dictionaries": "{a = " * many + "}" * many,
        "tuples": "tuple<" * many + ">" * many,
        "tensors": "tensor<" * many,
        "complex": "complex<" * many,
        "signs": "affine_map<(d0) -> (" + "-" * many + "d0)>",
        "spread signs": "affine_map<(d0) -> (" + "- " * many + "d0)>",
        "parentheses": "affine_map<(d0) -> (" + "(" * many + "d0" + ")" * many + ")>",
        "elements": "dense<" + "[" * many + "1" + "]" * many + "> : tensor<1xi64>",
    }.items():
        yield make(f"nested {name}", attribute(content))
    yield make("nested regions", "module {" * many)
    chain = "#a0 = [0]\n" + "".join(f"#a{i} = [#a{i - 1}]\n" for i in range(1, 20_000))
    yield make("a chain of aliases", chain + attribute("#a19999"))
    # In a string and in a comment it is text.
    harmless = '"array<index: 0> ' + "[" * 1000 + '\\"" // array<index: 0> ' + "(" * 1000 + "\n"
    yield make("harmless", attribute(harmless), False)
    yield make("a short run of aliases", "#a0 = [0]\n#a1 = [#a0]\n" + attribute("[#a1, #a1, array<i64: 0>]"), False)
    for name, escape in {"C1": "\u009b", "direction": "\u202e", "ESC": "\x1b", "NUL": "\0"}.items():
        yield make(name, attribute(f'"{escape}"'))
    yield make("not UTF-8", attribute('"x"').encode().replace(b'"x"', b'"\xff"'))


def foreign_text() -> Iterator[Variant]:
    """A program whose strings are no UTF-8 once they are read."""
    named = _SIMPLE.replace("%x: tensor<2xf32>)", '%x: tensor<2xf32> {onnx.name = "a\\FF"})')
    yield Variant("the name of an input", named.encode(), True, ".mlir")
