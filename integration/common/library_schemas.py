"""The schemas of libraries' operators, as the compiler's table has them."""

from __future__ import annotations

from pathlib import Path

_FILE = Path(__file__).resolve().parents[2] / "utils" / "library_schemas.txt"


def schemas(namespace: str) -> list[str]:
    """`name(arguments) -> returns` for each operator of a library."""
    lines = _FILE.read_text().splitlines()
    return [line.split("::")[1] for line in lines if line.startswith(f"{namespace}::")]
