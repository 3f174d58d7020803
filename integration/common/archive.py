"""The members of a .pt2 archive, to be changed and written again."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any


class Archive:
    """The members of an archive by their full names, in their order."""

    def __init__(self, content: bytes) -> None:
        self.members: dict[str, bytes] = {}
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                self.members[name] = archive.read(name)
        self.root = next(iter(self.members)).split("/")[0]

    def name(self, suffix: str) -> str:
        """The full name of a member."""
        return f"{self.root}/{suffix}"

    def json(self, suffix: str) -> Any:
        """A fresh copy of a JSON member."""
        return json.loads(self.members[self.name(suffix)])

    def replaced(self, suffix: str, content: Any) -> bytes:
        """The archive with one other member; what is not bytes becomes JSON."""
        if not isinstance(content, bytes):
            content = json.dumps(content).encode()
        return pack(self.members | {self.name(suffix): content})

    def without(self, suffix: str) -> bytes:
        """The archive without one member."""
        name = self.name(suffix)
        return pack({k: v for k, v in self.members.items() if k != name})


def pack(
    members: dict[str, bytes], compression: int = zipfile.ZIP_STORED, zip64: bool = False
) -> bytes:
    """An archive of these members."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, content in members.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = compression
            with archive.open(info, "w", force_zip64=zip64) as member:
                member.write(content)
    return buffer.getvalue()
