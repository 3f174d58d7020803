#!/usr/bin/env python3
# ===- compare_builds.py - the same bytes from two builds ------------------=== #
#
# usage: compare_builds.py [--json FILE] [--jobs N] [--only REGEX] BIN BIN [PT2...]
# BIN are folders of tools, such as build/release/bin and build/gcc/bin. Runs both on
#   - every test in test/ whose first command is torch-onnx-opt, as the test does;
#   - every program that the integration tests have prepared (or those given),
#     at the newest and at an old opset;
# and compares what they print, their exit status, models and data. What differs is
# listed with its first line that does; docs/Rationale/SameBytes.md says where to look.
#
# ===----------------------------------------------------------------------=== #

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = Path(os.environ.get("TORCH_ONNX_CACHE", Path.home() / ".cache" / "torch-onnx"))
# The second one goes through nearly all that onnx-legalize-opset can do.
OPTIONS = ([], ["--opset=9", "--target=onnx"])
TIMEOUT = 600


def run(folder, command, workdir):
    """What a command of one build leaves: its output and its files."""
    command = [str(folder / command[0]), *command[1:]]
    done = subprocess.run(
        command, cwd=workdir, capture_output=True, timeout=TIMEOUT, check=False
    )
    result = {"exit status": b"%d" % done.returncode, "stdout": done.stdout}
    # A usage message has the name of the program, a warning of LibTorch the time.
    stderr = done.stderr.replace(os.fsencode(folder), b"")
    result["stderr"] = re.sub(rb"\[W\d+ [\d:.]+ ", b"[W ", stderr)
    for path in sorted(Path(workdir).iterdir()):
        result[path.name] = path.read_bytes()
        path.unlink()
    return result


def differences(folders, command):
    """Where the two builds differ, one line each."""
    with tempfile.TemporaryDirectory() as workdir:
        first, second = (run(folder, command, workdir) for folder in folders)
    found = []
    for key in sorted(first.keys() | second.keys()):
        old, new = first.get(key, b""), second.get(key, b"")
        if old == new:
            continue
        lines = zip(old.split(b"\n"), new.split(b"\n"))
        number, pair = next(
            ((i, pair) for i, pair in enumerate(lines, 1) if pair[0] != pair[1]),
            (0, (b"", b"")),
        )
        text = " | ".join(line[:120].decode(errors="replace") for line in pair)
        found.append(f"{key}:{number}: {text}")
    return found


def test_commands():
    """(name, command) of the tests that print what torch-onnx-opt makes."""
    for path in sorted((ROOT / "test").rglob("*.mlir")):
        text = re.sub(r"\\\n//\s*RUN:", "", path.read_text(errors="replace"))
        runs = re.findall(r"^//\s*RUN:\s*(.*)", text, re.MULTILINE)
        for number, line in enumerate(runs, 1):
            first = line.split("|")[0].split("2>")[0].strip()
            first = first.removeprefix("not ")
            if not first.startswith("torch-onnx-opt ") or re.search(r"%[tSTp]|[<>;&]", first):
                continue
            # Both print their times or their pointers.
            if "--mlir-timing" in first:
                continue
            command = shlex.split(first.replace("%s", shlex.quote(str(path))))
            yield f"{path.relative_to(ROOT)} RUN {number}", command


def program_commands(programs):
    for path in programs:
        for options in OPTIONS:
            name = " ".join([path.parent.name + "/" + path.name, *options])
            yield name, ["torch-onnx", str(path), "-o", "model.onnx", *options]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--json")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", help="regular expression of names")
    parser.add_argument("folders", nargs=2, type=Path, metavar="BIN")
    parser.add_argument("programs", nargs="*", type=Path, metavar="PT2")
    options = parser.parse_args()
    folders = [folder.resolve() for folder in options.folders]
    programs = [path.resolve() for path in options.programs]
    commands = []
    if not programs:
        commands = list(test_commands())
        programs = sorted(CACHE.glob("models-*/*.pt2")) + sorted(CACHE.glob("ops-*/*.pt2"))
    commands += program_commands(programs)
    commands = [item for item in commands if re.search(options.only, item[0])]
    failed = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        found = pool.map(lambda item: differences(folders, item[1]), commands)
        for (name, _), lines in zip(commands, found):
            failed += bool(lines)
            print(*(f"{name}: {line}" for line in lines), sep="\n", end="\n" if lines else "")
    print(f"{len(commands) - failed} the same, {failed} not")
    if options.json:
        counts = {"passed": len(commands) - failed, "failed": failed, "skipped": []}
        Path(options.json).write_text(json.dumps(counts))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
