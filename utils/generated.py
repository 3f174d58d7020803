"""What the generators (utils/gen_*.py) have in common: write a file, or check it."""

import argparse
import itertools
import pathlib
import sys
from collections.abc import Callable

ROOT = pathlib.Path(__file__).resolve().parents[1]


def main(path: pathlib.Path, make: Callable[[], str], description: str) -> int:
    """Writes what `make` returns to `path`; with --check only compares the two."""
    return main_files(lambda: {path: make()}, description)


def main_files(make: Callable[[], dict[pathlib.Path, str]], description: str) -> int:
    """The same for a generator of several files: their texts by path."""
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    stale = 0
    for path, text in make().items():
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        elif not is_current(path, text):
            stale = 1
    return stale


def is_current(path: pathlib.Path, text: str) -> bool:
    """Whether the file has this text; prints the first different line if not."""
    old = path.read_text() if path.exists() else ""
    if old == text:
        return True
    name, script = path.relative_to(ROOT), pathlib.Path(sys.argv[0]).name
    print(f"{name} is out of date: run utils/{script}")
    # A banner names the version of the library that the numbers come from.
    lines = itertools.zip_longest(old.splitlines(), text.splitlines(), fillvalue="")
    before, now = next((pair for pair in lines if pair[0] != pair[1]), ("", ""))
    print(f"    {before[:100]}\n    should be\n    {now[:100]}")
    return False
