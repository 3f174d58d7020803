"""`python -m integration.robustness [GROUP ...] [--keep DIR]`: all variants and
every promise they break; kept are the files that break one."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from integration.common.compiler import find_compiler
from integration.robustness import archives, mlir, programs, scripts, sizes
from integration.robustness.archives import Variant
from integration.robustness.check import run, violations

GROUPS: dict[str, Callable[[], Iterator[Variant]]] = {
    function.__name__: function
    for function in (
        archives.truncations, archives.bit_flips, archives.damage, archives.lies,
        archives.members, archives.foreign, mlir.bytecode, mlir.foreign_text, programs.text, programs.wrong_types, programs.arms,
        programs.values, scripts.script_archives, scripts.script_code, scripts.script_names, sizes.weights, sizes.sizes, sizes.subgraphs,
    )
} | {"mlir_text": mlir.text}


def check_group(compiler: str, group: str, keep: Path | None = None) -> tuple[int, list[str]]:
    """The number of variants of a group, and what went wrong."""
    found: list[str] = []
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for count, variant in enumerate(GROUPS[group](), 1):
            model = Path(folder) / f"hostile{variant.suffix}"
            model.write_bytes(variant.content)
            broken = violations(model, run(compiler, model), variant.refused)
            if not broken:
                continue
            where = ""
            if keep:
                kept = keep / f"{group}-{count}{variant.suffix}"
                kept.write_bytes(variant.content)
                where = f" [{kept}]"
            found.append(f"{group}: {variant.name[:100]}{where}: {'; '.join(broken)}")
    return count, found


def main() -> int:
    """Command line entry point."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", help=", ".join(GROUPS))
    parser.add_argument("--keep", type=Path, help="folder for files that break a promise")
    arguments = parser.parse_args()
    compiler = str(find_compiler())
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
    total = failed = 0
    for group in arguments.groups or GROUPS:
        started = time.monotonic()
        count, found = check_group(compiler, group, arguments.keep)
        print(f"{group}: {count} files, {len(found)} bad, {time.monotonic() - started:.0f} s", flush=True)
        for line in found:
            print("  " + line, flush=True)
        total += count
        failed += len(found)
    print(f"{total - failed} of {total} files are refused or converted as promised")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
