"""Archives that are damaged or lie about their members."""

from __future__ import annotations

import io
import random
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from integration.common.archive import Archive, pack
from integration.robustness.base import load


@dataclass(frozen=True)
class Variant:
    """A hostile file."""

    name: str
    content: bytes
    #: It must be refused; else it may also be converted, when what was done to
    #: it does not matter.
    refused: bool = True
    #: What the file is called: the compiler goes by it where the content tells nothing.
    suffix: str = ".pt2"


def _end(content: bytes) -> int:
    return content.rindex(b"PK\x05\x06")


def _directory(content: bytes) -> tuple[int, int]:
    """First and last byte (exclusive) of the central directory."""
    size, offset = struct.unpack_from("<II", content, _end(content) + 12)
    return offset, offset + size


def _entries(content: bytes) -> list[int]:
    at, last = _directory(content)
    found = []
    while at < last:
        found.append(at)
        name, extra, comment = struct.unpack_from("<HHH", content, at + 28)
        at += 46 + name + extra + comment
    return found


def _patched(content: bytes, at: int, form: str, value: int) -> bytes:
    changed = bytearray(content)
    struct.pack_into("<" + form, changed, at, value)
    return bytes(changed)


def truncations() -> Iterator[Variant]:
    """The end is missing."""
    content = load(rich=False)
    size = len(content)
    first, last = _directory(content)
    cuts = {0, 1, 3, 4, 21, 22, 30, 63, 64, first - 1, first, first + 1, last - 1, last}
    cuts |= {size - n for n in (1, 2, 4, 8, 21, 22, 23)}
    cuts |= {size * n // 24 for n in range(1, 24)}
    for cut in sorted(cuts):
        yield Variant(f"first {cut} of {size} bytes", content[:cut])


def bit_flips() -> Iterator[Variant]:
    """One bit of the directory or of a local header is wrong."""
    content = load(rich=False)
    rng = random.Random(0)
    first, _ = _directory(content)
    places = [rng.randrange(first, len(content)) for _ in range(100)]
    headers = [struct.unpack_from("<I", content, at + 42)[0] for at in _entries(content)]
    places += [rng.choice(headers) + rng.randrange(30) for _ in range(30)]
    for at in places:
        bit = 1 << rng.randrange(8)
        changed = bytearray(content)
        changed[at] ^= bit
        yield Variant(f"byte {at} ^ {bit:#x}", bytes(changed), refused=False)


def _payloads(content: bytes) -> list[tuple[str, int, int]]:
    """Name, first byte and size of the content of each member."""
    with zipfile.ZipFile(io.BytesIO(content)) as zip:
        infos = zip.infolist()
    found = []
    for info in infos:
        name, extra = struct.unpack_from("<HH", content, info.header_offset + 26)
        found.append((info.filename, info.header_offset + 30 + name + extra, info.file_size))
    return found


def damage() -> Iterator[Variant]:
    """One bit of the content of a member is wrong, or its header puts it elsewhere."""
    content = load(rich=False)
    rng = random.Random(1)
    used = ("model.json", "_config.json", "archive_format", "byteorder")
    for name, start, size in _payloads(content):
        is_used = name.endswith(used) or "/weights/weight_" in name
        for _ in range(6):
            changed = bytearray(content)
            changed[start + rng.randrange(size)] ^= 1 << rng.randrange(8)
            yield Variant(f"a bit of {name}", bytes(changed), is_used)
    for entry in _entries(content):
        at = struct.unpack_from("<I", content, entry + 42)[0] + 28
        length = struct.unpack_from("<H", content, at)[0]
        for value in (0, length - 1, length + 1, length + 4, length + 12, length + 16, length + 64):
            changed = _patched(content, at, "H", value)
            yield Variant(f"header at {at}: extra length {value}", changed, value != length)
    archive = Archive(content)
    # The checksum is right, and the program is another one.
    name = archive.name("models/model.json")
    yield Variant("checked again", archive.replaced("models/model.json", archive.members[name]), False)


def lies() -> Iterator[Variant]:
    """Numbers of the directory that are false."""
    content = load(rich=False)
    end = _end(content)
    count = len(_entries(content))
    for field, at, form in (
        ("disk", 4, "H"),
        ("entries here", 8, "H"),
        ("entries", 10, "H"),
        ("directory size", 12, "I"),
        ("directory offset", 16, "I"),
        ("comment length", 20, "H"),
    ):
        true = struct.unpack_from("<" + form, content, end + at)[0]
        limit = 0xFFFF if form == "H" else 0xFFFFFFFF
        for value in {true + 1, max(0, true - 1), limit, limit - 1, limit // 2} - {true}:
            # The greatest value refers to the zip64 record, which torch writes.
            changed = _patched(content, end + at, form, value)
            yield Variant(f"{field} {value}", changed, refused=value != limit)
    for index in (0, count // 2, count - 1):
        entry = _entries(content)[index]
        for field, at, form in (
            ("method", 10, "H"),
            ("compressed size", 20, "I"),
            ("size", 24, "I"),
            ("name length", 28, "H"),
            ("extra length", 30, "H"),
            ("comment length", 32, "H"),
            ("disk", 34, "H"),
            ("offset", 42, "I"),
        ):
            true = struct.unpack_from("<" + form, content, entry + at)[0]
            limit = 0xFFFF if form == "H" else 0xFFFFFFFF
            for value in {true + 1, limit, limit - 1} - {true}:
                changed = _patched(content, entry + at, form, value)
                # A member may end before the next one begins.
                yield Variant(f"entry {index}: {field} {value}", changed)
        both = _patched(content, entry + 20, "I", 0xFFFF0000)
        yield Variant(
            f"entry {index}: both sizes huge", _patched(both, entry + 24, "I", 0xFFFF0000)
        )
        # Encrypted.
        yield Variant(
            f"entry {index}: encrypted", _patched(content, entry + 8, "H", 1), refused=index == 0
        )
    entries = _entries(content)
    offset = struct.unpack_from("<I", content, entries[0] + 42)[0]
    yield Variant("two entries, one header", _patched(content, entries[1] + 42, "I", offset))
    yield Variant("two end records", content + content[end:], refused=False)
    yield Variant("bytes after the end", content + b"\0")
    yield Variant("bytes before the start", b"#!/bin/sh\n" + content)
    yield from _zip64_lies(content)


def _zip64_lies(content: bytes) -> Iterator[Variant]:
    end = _end(content)
    count = len(_entries(content))
    offset, last = _directory(content)
    size = last - offset
    huge = (1 << 64) - 1

    def directory(
        n: int = count, length: int = size, start: int = offset, record: int = end,
        length_of_record: int = 44, disks: int = 1,
    ) -> bytes:
        return (
            content[:end]
            + b"PK\x06\x06"
            + struct.pack("<QHHII", length_of_record, 45, 45, 0, 0)
            + struct.pack("<QQQQ", n, n, length, start)
            + b"PK\x06\x07"
            + struct.pack("<IQI", 0, record, disks)
            + b"PK\x05\x06"
            + struct.pack("<HH", 0, 0)
            + b"\xff" * 12
            + b"\0\0"
        )

    yield Variant("zip64: as it should be", directory(), refused=False)
    for value in (0, count - 1, count + 1, 1 << 32, 1 << 62, huge):
        yield Variant(f"zip64: {value} entries", directory(n=value))
    for value in (0, size - 1, size + 1, 1 << 40, huge - offset + 1, huge):
        yield Variant(f"zip64: directory of {value} bytes", directory(length=value))
    for value in (0, offset - 1, offset + 1, 1 << 63, huge - size + 1, huge):
        yield Variant(f"zip64: directory at {value}", directory(start=value))
    for value in (0, end - 1, end + 1, 1 << 63, huge):
        yield Variant(f"zip64: record at {value}", directory(record=value))
    for value in (0, 43, 1 << 40, huge):
        yield Variant(f"zip64: record of {value} bytes", directory(length_of_record=value))
    # Sizes of one member in its zip64 field.
    members = Archive(content).members
    wide = pack(members, zip64=True)
    yield Variant("zip64: sizes as they should be", wide, refused=False)
    entry = _entries(wide)[0]
    name = struct.unpack_from("<H", wide, entry + 28)[0]
    for value in (1 << 31, 1 << 40, 1 << 63, huge):
        # Claim that both sizes are in a field that says `value`.
        changed = _patched(_patched(wide, entry + 20, "I", 0xFFFFFFFF), entry + 24, "I", 0xFFFFFFFF)
        field = struct.pack("<HHQQ", 1, 16, value, value)
        tail = entry + 46 + name
        extra = struct.unpack_from("<H", wide, entry + 30)[0]
        changed = changed[:tail] + field + changed[tail + extra :]
        changed = _patched(changed, entry + 30, "H", len(field))
        grown = len(field) - extra
        changed = _patched(changed, _end(changed) + 12, "I", _directory(wide)[1] - _directory(wide)[0] + grown)
        yield Variant(f"zip64: member of {value} bytes", changed)


def members() -> Iterator[Variant]:
    """Missing, foreign, compressed and oddly named members."""
    archive = Archive(load(rich=False))
    needed = ("archive_format", "models/model.json", "model_weights_config.json")
    for name in archive.members:
        suffix = name.removeprefix(archive.root + "/")
        refused = suffix.endswith(needed) or "/weight_" in suffix
        yield Variant(f"without {suffix}", archive.without(suffix), refused)
        yield Variant(f"empty {suffix}", archive.replaced(suffix, b""), refused)
    yield Variant("compressed", pack(archive.members, zipfile.ZIP_DEFLATED))
    for name in archive.members:
        if "/weight_" in name:  # one member alone
            buffer = io.BytesIO()
            with zipfile.ZipFile(buffer, "w") as out:
                for other, data in archive.members.items():
                    kind = zipfile.ZIP_DEFLATED if other == name else zipfile.ZIP_STORED
                    out.writestr(zipfile.ZipInfo(other), data, kind)
            yield Variant(f"compressed {name}", buffer.getvalue())
    yield Variant("no members", pack({}))
    yield Variant("archive_format of another kind", archive.replaced("archive_format", b"pt3"))
    yield Variant("big-endian weights", archive.replaced("byteorder", b"big"))
    for odd in ("../escape", "/etc/passwd", "a\\b", "C:x", "\x1b[31m", "", "a" * 60000):
        content = pack(archive.members | {odd: b"x"})
        yield Variant(f"one more member {odd[:20]!r}", content, refused=False)
        content = pack({f"{odd}/{name}": data for name, data in archive.members.items()})
        yield Variant(f"below {odd[:20]!r}", content, refused=False)
    models = {archive.name(f"models/{i}.json"): b"{}" for i in range(2000)}
    yield Variant("2000 more models", pack(archive.members | models))
    many = {archive.name(f"data/weights/x{i}"): b"" for i in range(60000)}
    yield Variant("60000 more members", pack(archive.members | many), refused=False)
    twice = io.BytesIO()
    with zipfile.ZipFile(twice, "w") as out:
        for _ in range(2):
            for name, data in archive.members.items():
                out.writestr(zipfile.ZipInfo(name), data)
    yield Variant("all members twice", twice.getvalue())


def foreign() -> Iterator[Variant]:
    """Files of another kind, and of older layouts."""
    archive = Archive(load(rich=False))
    program = archive.members[archive.name("models/model.json")]
    for name, content in {
        "text": b"hello\n" * 100,
        "ELF": b"\x7fELF" + bytes(200),
        "zeros": bytes(100000),
        "pickle": b"\x80\x02ctorch\nload\n.",
        "gzip": b"\x1f\x8b\x08\0" + zlib.compress(program),
        "only PK": b"PK\x03\x04",
        "MLIR text": b"module { func.func @main() { return } ",
        "bytecode": b"ML\xefR" + bytes(100),
        "long line": b"%" * 1_000_000,
    }.items():
        yield Variant(name, content)
    old = {
        "serialized_exported_program.json": program,
        "serialized_state_dict.pt": b"x",
        "serialized_constants.pt": b"x",
        "serialized_example_inputs.pt": b"x",
        "version": b"5.3",
    }
    yield Variant("PyTorch 2.5 to 2.7", pack(old))
    middle = {
        "p/archive_format": b"pt2",
        "p/archive_version": b"0",
        "p/models/model.json": program,
        "p/data/weights/model.pt": b"x",
        "p/data/constants/model.pt": b"x",
        "p/byteorder": b"little",
    }
    yield Variant("PyTorch 2.8", pack(middle))
    script = {"m/data.pkl": b"\x80\x02.", "m/code/__torch__.py": b"", "m/constants.pkl": b"\x80\x02.",
              "m/version": b"6\n"}
    yield Variant("TorchScript", pack(script))
    yield Variant("checkpoint", pack({"m/data.pkl": b"\x80\x02.", "m/data/0": b"1234"}))
    inductor = {"m/archive_format": b"pt2", "m/archive_version": b"0", "m/data/aotinductor/m/a.so": b""}
    yield Variant("AOTInductor package", pack(inductor))
    yield Variant("wheel", pack({"a/__init__.py": b"", "a-1.dist-info/METADATA": b"Name: a"}))
