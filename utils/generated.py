"""What the generators (utils/gen_*.py) have in common: write a file, or check it."""

import argparse
import itertools
import pathlib
import sys
from collections.abc import Callable

ROOT = pathlib.Path(__file__).resolve().parents[1]


def main(path: pathlib.Path, make: Callable[[], str], description: str) -> int:
    """Writes what `make` returns to `path`; with --check only compares the two."""
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    text = make()
    if not check:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return 0
    old = path.read_text() if path.exists() else ""
    if old == text:
        return 0
    name, script = path.relative_to(ROOT), pathlib.Path(sys.argv[0]).name
    print(f"{name} is out of date: run utils/{script}")
    # A banner names the version of the library that the numbers come from.
    lines = itertools.zip_longest(old.splitlines(), text.splitlines(), fillvalue="")
    before, now = next((pair for pair in lines if pair[0] != pair[1]), ("", ""))
    print(f"    {before[:100]}\n    should be\n    {now[:100]}")
    return 1
