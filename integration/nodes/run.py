"""Evaluates the node tests of onnx, and compares.

`python -m integration.nodes.run [--only OPERATOR,...] [--passes=...] [--update] [-v]` writes each
test as text (text.py), evaluates it with `onnx-evaluate`, and compares the outcomes
with known.tsv, which lists the tests that do not pass, each with the reason. Prints
the score of each operator that does not pass all of its tests.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
import warnings
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from integration.common.compiler import find_compiler
from integration.inference.text import Unsupported, schema_of
from integration.nodes.text import write

ROOT = Path(__file__).resolve().parents[2]
TABLE = Path(__file__).with_name("known.tsv")

#: Those of onnx's own runner.
RELATIVE, ABSOLUTE = 1e-3, 1e-7


@dataclass
class Test:
    """A node test: its text, or why there is none."""

    name: str
    operator: str
    text: str | None
    outcome: str = ""


def collect(only: set[str] | None = None) -> list[Test]:
    """All tests of operators of the dialect, in the order of their names."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from onnx.backend.test.case.node import collect_testcases  # noqa: PLC0415

        cases = {case.name: case for case in collect_testcases(None)}
    operators = {}
    for name, case in cases.items():
        if "_expanded" not in name:
            operators[name] = [node for node in case.model.graph.node if node.op_type != "Constant"]
    tests = []
    for name in sorted(cases):
        plain = name.split("_expanded")[0]
        nodes = operators.get(plain) or list(cases[name].model.graph.node)
        # The last node is what the test is about: those before it make sequences.
        node = nodes[-1] if nodes else cases[name].model.graph.node[-1]
        if node.domain not in ("", "ai.onnx") or (only and node.op_type not in only):
            continue
        try:
            schema_of(node.op_type)
        except Unsupported:
            continue  # Newer than the dialect, or gone.
        test = Test(name, node.op_type, None)
        try:
            test.text = write(cases[name])
        except Unsupported as error:
            test.outcome = f"no text: {error}"
        tests.append(test)
    return tests


def evaluate(tests: list[Test], folder: Path, passes: Sequence[str] = ()) -> None:
    """Fills in the outcomes: "" for a test that passes, else its first error. Other
    passes may run before the evaluation."""
    opt = Path(find_compiler()).with_name("torch-onnx-opt")
    folder.mkdir(parents=True, exist_ok=True)
    by_operator = defaultdict(list)
    for test in tests:
        if test.text is not None:
            by_operator[test.operator].append(test)
    for operator, group in by_operator.items():
        path = folder / f"{operator}.mlir"
        starts, line = {}, 1
        chunks = []
        for test in group:
            starts[line] = test
            chunk = test.text + "\n\n// -----\n\n"
            chunks.append(chunk)
            line += chunk.count("\n")
        path.write_text("".join(chunks))
        done = subprocess.run(
            [
                str(opt),
                "--split-input-file",
                *passes,
                f"--onnx-evaluate=relative={RELATIVE} absolute={ABSOLUTE}",
                str(path),
                "-o",
                "/dev/null",
            ],
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        errors = re.findall(r":(\d+)(?: offset :(\d+))?:\d+: error: (.*)", done.stderr)
        for first, offset, message in errors:
            at = int(first) + (int(offset) - 1 if offset else 0)
            test = starts[max(start for start in starts if start <= at)]
            test.outcome = test.outcome or re.sub(r"\s+", " ", message)
        if done.returncode < 0:
            for test in group:
                test.outcome = test.outcome or f"the process died by signal {-done.returncode}"
        elif done.returncode and not errors:
            raise RuntimeError(f"{path}: {done.stderr}")


def read_table() -> dict[str, str]:
    """Test -> reason."""
    rows = [line.split("\t") for line in TABLE.read_text().splitlines()[1:]] if TABLE.exists() else []
    return {name: reason for name, reason in rows}


def score(tests: list[Test]) -> str:
    """A line for each operator with failures, and the total."""
    passed, total = Counter(), Counter()
    for test in tests:
        total[test.operator] += 1
        passed[test.operator] += not test.outcome
    lines = [
        f"{operator:<28}{passed[operator]:>4} of {total[operator]:>4}"
        for operator in sorted(total)
        if passed[operator] < total[operator]
    ]
    whole = sum(passed[operator] == total[operator] for operator in total)
    lines.append(
        f"{sum(passed.values())} of {sum(total.values())} tests pass; "
        f"{whole} of {len(total)} operators pass all"
    )
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", help="operators, with commas between them")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "nodes")
    parser.add_argument(
        "--passes",
        default="",
        help="options of torch-onnx-opt for passes before the evaluation; the table is not compared then",
    )
    parser.add_argument("--update", action="store_true", help="rewrite known.tsv")
    parser.add_argument("-v", "--verbose", action="store_true", help="print each error")
    args = parser.parse_args()
    tests = collect(set(args.only.split(",")) if args.only else None)
    evaluate(tests, args.folder, shlex.split(args.passes))
    known = read_table()
    if args.verbose:
        for test in tests:
            if test.outcome:
                print(f"{test.name}: {test.outcome}")
    print(score(tests))
    if args.passes:
        return 0
    if args.update:
        rows = [f"{test.name}\t{known.get(test.name, test.outcome)}" for test in tests if test.outcome]
        TABLE.write_text("\n".join(["test\treason", *rows]) + "\n")
        return 0
    wrong = [test for test in tests if bool(test.outcome) != (test.name in known)]
    for test in wrong:
        print(f"{test.name}: {test.outcome or 'passes, but known.tsv lists it'}", file=sys.stderr)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
