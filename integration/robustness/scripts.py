"""TorchScript archives that are damaged, and code that is hostile."""

from __future__ import annotations

import io
import random
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path

import torch
from torch import Tensor, nn

from integration.common import cache
from integration.common.archive import Archive, pack
from integration.robustness.archives import Variant, _directory, _entries, _payloads

_MISSING = (
    "data.pkl", "constants.pkl", "version", "data/0", "data/1", "code/__torch__/integration/robustness/scripts.py",
)


@torch.jit.script
def _repeat(x: Tensor, n: int) -> Tensor:
    for _ in range(n):
        x = torch.tanh(x)
    return x


class _Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(4, 4))
        self.register_buffer("bias", torch.ones(4))

    def forward(self, x: Tensor) -> Tensor:
        return _repeat(x @ self.weight + self.bias, 3)


def load_script() -> bytes:
    """A traced module with a scripted function, as torch wrote it."""
    folder = cache.cache_folder("robustness", Path(__file__))
    path = folder / "net.pt"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        temporary = cache.temporary_name(path)
        torch.manual_seed(0)
        torch.jit.trace(_Net().eval(), torch.randn(2, 4)).save(temporary)
        temporary.replace(path)
    return path.read_bytes()


def _variant(name: str, content: bytes, refused: bool = True) -> Variant:
    return Variant(name, content, refused, ".pt")


def _twice(archive: Archive) -> bytes:
    twice = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(twice, "w") as out:
        warnings.simplefilter("ignore")
        for name, data in [*archive.members.items()] * 2:
            out.writestr(zipfile.ZipInfo(name), data)
    return twice.getvalue()


def script_archives() -> Iterator[Variant]:
    """Damage: the end is missing, a bit is wrong, members are missing or twice."""
    content = load_script()
    yield _variant("intact", content, refused=False)
    size = len(content)
    first, last = _directory(content)
    cuts = {0, 3, 4, 30, first - 1, first, last, size - 1, size - 22}
    for cut in sorted(cuts | {size * n // 16 for n in range(1, 16)}):
        yield _variant(f"first {cut} of {size} bytes", content[:cut])
    rng = random.Random(2)
    with zipfile.ZipFile(io.BytesIO(content)) as zip:
        lengths = {info.filename: info.compress_size for info in zip.infolist()}
    for name, start, _ in _payloads(content):
        length = lengths[name]
        # The others are read for lines and types only, or not at all.
        is_used = name.split("/", 1)[1] in _MISSING
        for _ in range(6 if length else 0):
            changed = bytearray(content)
            changed[start + rng.randrange(length)] ^= 1 << rng.randrange(8)
            yield _variant(f"a bit of {name}", bytes(changed), is_used)
    for _ in range(80):
        changed = bytearray(content)
        changed[rng.randrange(first, size)] ^= 1 << rng.randrange(8)
        yield _variant("a bit of the directory", bytes(changed), refused=False)
    for index, entry in enumerate(_entries(content)):
        for at in (10, 16, 20, 24, 42):  # method, CRC-32, sizes, offset
            changed = bytearray(content)
            changed[entry + at] ^= 0xFF
            yield _variant(f"entry {index}: byte {at}", bytes(changed), refused=False)
    archive = Archive(content)
    for name in archive.members:
        suffix = name.removeprefix(archive.root + "/")
        yield _variant(f"without {suffix}", archive.without(suffix), suffix in _MISSING)
        yield _variant(f"empty {suffix}", archive.replaced(suffix, b""), suffix in _MISSING)
    # Members below the second root are none of the program's.
    other = {"other" + name.removeprefix(archive.root): data for name, data in archive.members.items()}
    yield _variant("two roots", pack(archive.members | other), refused=False)
    halves = {name: data for name, data in other.items() if "/data" in name}
    rest = {name: data for name, data in archive.members.items() if "/data" not in name}
    yield _variant("two roots, one program", pack(rest | halves))
    yield _variant("all members twice", _twice(archive))
    for version in (b"0", b"-1", b"11", b"x" * 1000, b"99999999999999999999", b"\x1b[31m"):
        yield _variant(f"version {version[:20]!r}", archive.replaced("version", version))
    yield _variant("big-endian", archive.replaced("byteorder", b"big"))
    bomb = zipfile.ZipInfo(archive.name("code/__torch__/bomb.py"))
    bomb.compress_type = zipfile.ZIP_DEFLATED
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as out:
        for name, data in archive.members.items():
            out.writestr(zipfile.ZipInfo(name), data)
        out.writestr(bomb, b" " * (300 << 20))
    yield _variant("code of 300 MB", buffer.getvalue())


def _program(body: str, more: str = "", members: str = "") -> bytes:
    """The archive with another body of `forward`, each line indented by it."""
    archive = Archive(load_script())
    name = next(n for n in archive.members if n.endswith("robustness/scripts.py"))
    code = archive.members[name].decode()
    head = code[: code.index("def forward(self")]
    kind = "__torch__.integration.robustness.scripts._Net"
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    text = f"{head.rstrip(' ')}{members}  def forward(self: {kind},\n    x: Tensor) -> Tensor:\n{lines}{more}"
    return archive.replaced(name.removeprefix(archive.root + "/"), text.encode())


def script_code() -> Iterator[Variant]:
    """Code that is no TorchScript, calls what is not there, or nests too deep."""
    archive = Archive(load_script())
    suffix = "code/__torch__/integration/robustness/scripts.py"
    code = archive.members[archive.name(suffix)]
    yield _variant("another body", _program("return torch.sin(x)"), refused=False)
    for name, text in {
        "white space": b" \n ",
        "text": b"hello\n" * 100,
        "zero bytes": bytes(1000),
        "cut": code[: len(code) // 2],
        "not UTF-8": code.replace(b"matmul", b"mat\xff\xfemul"),
        "NUL": code.replace(b"matmul", b"mat\0mul"),
        "control characters": code.replace(b"matmul", b"mat\x1b[31mmul"),
        "another class": code.replace(b"class _Net", b"class Net"),
        "no forward": code.replace(b"def forward", b"def backward"),
        "open brackets": b"(" * 100_000,
        "UTF-16": code.decode().encode("utf-16"),
        "Python": b"import os\nos.system('true')\n",
    }.items():
        yield _variant(f"code: {name}", archive.replaced(suffix, text))
    for name, text in {
        "CRLF": code.replace(b"\n", b"\r\n"),
        "class twice": code + code,
        "long comment": b"#" * 5_000_000 + b"\n" + code,
    }.items():
        yield _variant(f"code: {name}", archive.replaced(suffix, text), refused=False)
    bodies = {
        "unknown operator": "return torch.nonexistent(x)",
        "unknown library": "return ops.my.op(x)",
        "unknown name": "return y",
        "unknown function": "return __torch__.nothing(x)",
        "unknown constant": "return torch.add(x, CONSTANTS.c99)",
        "negative constant": "return torch.add(x, CONSTANTS.c-1)",
        "unknown attribute": "return self.nothing",
        "wrong type": 'return torch.add("a", x)',
        "wrong result": "return 3",
        "wrong rank": "return torch.matmul(torch.sum(x), x)",
        "no result": "pass",
        "itself": "return (self).forward(x, )",
        "always raises": 'ops.prim.RaiseException("\\x1b[31m")\nreturn x',
        "endless": "while True:\n  x = torch.sin(x)\nreturn x",
        "huge count": f"y = x\nfor _0 in range({2**62}):\n  y = torch.unsqueeze(y, 0)\nreturn y",
        "division by zero": "return torch.add(x, 1 // 0)",
        "huge list": f"return torch.zeros([{2**62}, {2**62}, 4])",
        "growing list": f"l = [1, 2]\nfor _0 in range({2**40}):\n  l = torch.add(l, l)\nreturn torch.reshape(x, l)",
        "long string": f'return torch.add(x, torch.len(torch.mul("a", {2**40})))',
        "parentheses": "return " + "(" * 100_000 + "x" + ")" * 100_000,
        "lists": "y = " + "[" * 50_000 + "]" * 50_000 + "\nreturn x",
        "calls": "return " + "torch.sin(" * 20_000 + "x" + ")" * 20_000,
        "operators": "return " + " + ".join(["x"] * 50_000),
        "minus": "return " + "-" * 100_000 + "x",
        "blocks": "".join(" " * n + "if bool(torch.sum(x)):\n" for n in range(3000)) + " " * 3000 + "pass\nreturn x",
        "long name": "return torch." + "a" * 1_000_000 + "(x)",
        "type": "y = annotate(" + "List[" * 20_000 + "int" + "]" * 20_000 + ", [])\nreturn x",
    }
    for name, body in bodies.items():
        # What ends is right or refused.
        may_be_right = name in {"endless", "calls", "operators", "minus", "parentheses", "blocks", "lists", "type"}
        yield _variant(f"body: {name}", _program(body), not may_be_right)
    loops = "y = x\n" + "".join("  " * n + f"for _{n} in range(3):\n" for n in range(40))
    yield _variant("40 loops", _program(loops + "  " * 40 + "y = torch.sin(y)\nreturn y"), refused=False)
    doubled = "y = x\n" + "".join(
        "  " * n + f"for _{n} in range(4000):\n" for n in range(4)
    ) + "  " * 4 + "y = torch.unsqueeze(y, 0)\nreturn y"
    yield _variant("unrolled loops", _program(doubled))
    functions = "".join(
        f"def f{n}(x: Tensor) -> Tensor:\n  y = __torch__.integration.robustness.scripts.f{n - 1}(x, )\n"
        f"  return __torch__.integration.robustness.scripts.f{n - 1}(y, )\n" if n
        else "def f0(x: Tensor) -> Tensor:\n  return torch.sin(x)\n" for n in range(40)
    )
    call = "return __torch__.integration.robustness.scripts.f39(x, )"
    yield _variant("2^39 calls", _program(call, functions))


def script_names() -> Iterator[Variant]:
    """Names of attributes, keys and files that would steer a terminal."""
    archive = Archive(load_script())
    pickle = archive.members[archive.name("data.pkl")]
    for odd in (b"we\x1b[2Jt", b"we\0ght", b"we\nght", b"\xff\xfeight", b"\xe2\x80\xaegt"):
        padded = odd.ljust(6, b"x")
        yield _variant(
            f"attribute {odd!r}",
            archive.replaced("data.pkl", pickle.replace(b"weight", padded)),
        )
        yield _variant(
            f"class {odd!r}",
            archive.replaced("data.pkl", pickle.replace(b"_Net", padded[:4])),
        )
    for root in ("\x1b[31m", "../..", "a\nb", "x" * 60000):
        content = pack({root + n.removeprefix(archive.root): d for n, d in archive.members.items()})
        yield _variant(f"root {root[:20]!r}", content, refused=False)
    rng = random.Random(3)
    for index in range(60):
        changed = bytearray(pickle)
        for _ in range(1 + index % 3):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        yield _variant(f"pickle {index}", archive.replaced("data.pkl", bytes(changed)), refused=False)
    traced = archive.members[archive.name("traced_inputs.pkl")]
    for index in range(20):
        changed = bytearray(traced)
        changed[rng.randrange(len(changed))] = rng.randrange(256)
        yield _variant(f"inputs {index}", archive.replaced("traced_inputs.pkl", bytes(changed)), refused=False)
    suffix = "code/__torch__/integration/robustness/scripts.py"
    code = archive.members[archive.name(suffix)]
    for index in range(60):
        changed = bytearray(code)
        for _ in range(1 + index % 3):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        yield _variant(f"code {index}", archive.replaced(suffix, bytes(changed)), refused=False)
    for index in range(20):
        lines = code.split(b"\n")
        rng.shuffle(lines) if index % 2 else lines.pop(rng.randrange(len(lines)))
        yield _variant(f"lines {index}", archive.replaced(suffix, b"\n".join(lines)), refused=False)
