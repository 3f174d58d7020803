#!/usr/bin/env python3
# ===- update_dumps.py - regenerate the dumps of text tests ---------------=== #
#
# usage: update_dumps.py [--check] FILE.mlir...
# A dump is a block of CHECK lines that has every operation of a function: the
# lines define the values V0, V1, ... and end with the `return`. The script runs
# the first RUN line with FileCheck and replaces each dump by the current output.
# Other CHECK lines stay: they carry a meaning that somebody chose. Most lowerings
# have tests by value instead (utils/expect_values.py). Dumps are for results that
# no test can compare: random numbers, and operators that PyTorch lacks on a CPU.
# --check writes nothing, and fails if a dump differs.
#
# ===----------------------------------------------------------------------=== #

import argparse
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BIN = os.path.join(os.environ.get("TORCH_ONNX_BUILD", os.path.join(ROOT, "build")), "release", "bin")
SEPARATOR = re.compile(r"^// -----.*$", re.M)
LABEL = re.compile(r"^// CHECK-LABEL: func\.func @([\w$.]+)\b.*\n", re.M)
BLOCK = re.compile(r"(?:// CHECK: .*\n)*// CHECK: return.*\n")
DUMPED = re.compile(r"// CHECK: (?:%\[\[V\d+:\.\*\]\](?::\d+)? = |return )")


def output(path, text):
    """What the tool of the first RUN line with FileCheck prints."""
    run = re.search(r"^// RUN: torch-onnx-opt (.*?)\| FileCheck %s$", text, re.M)
    if not run:
        sys.exit(f"{path}: no RUN line 'torch-onnx-opt ... | FileCheck %s'")
    command = f"'{BIN}/torch-onnx-opt' {run[1]}".replace("%s", f"'{path}'")
    return subprocess.run(command, shell=True, capture_output=True, text=True, check=True).stdout


def dump(function):
    """The CHECK lines of a function without regions; unused constants are left out."""
    numbers, lines = {}, []
    for line in map(str.strip, function.split("\n")):
        found = re.match(r"(%\d+)(:\d+)? = (.*)$", line)
        define = ""
        if found:
            is_unused = len(re.findall(rf"{found[1]}\b", function)) == 1
            if is_unused and re.match(r"onnx\.(Constant|NoValue)\b", found[3]):
                continue
            numbers[found[1]] = f"V{len(numbers)}"
            define, line = f"%[[{numbers[found[1]]}:.*]]{found[2] or ''} = ", found[3]
        elif not line.startswith("return"):
            return None
        line = re.sub(r"%\d+", lambda use: f"%[[{numbers[use[0]]}]]", line)
        line = re.sub(r" : \(.*?\) -> (?=(?:tensor|\(|none)[^()]*\)?$)", " : {{.*}} -> ", line)
        lines.append(f"// CHECK: {define}{line}\n")
    return "".join(lines)


def update(path):
    """The new text of a test."""
    with open(path) as file:
        text = file.read()
    functions = {}
    for part, printed in enumerate(SEPARATOR.split(output(path, text))):
        for found in re.finditer(r"^  func\.func @([\w$.]+)\(.*\{\n((?:    .*\n)*?)  \}$", printed, re.M):
            functions[part, found[1]] = found[2].rstrip("\n")
    new, start = [], 0
    for label in LABEL.finditer(text):
        block = BLOCK.match(text, label.end())
        key = len(SEPARATOR.findall(text, 0, label.start())), label[1]
        if not block or key not in functions:
            continue
        if not all(DUMPED.match(line) for line in block[0].splitlines()):
            continue
        if lines := dump(functions[key]):
            new += [text[start:block.start()], lines]
            start = block.end()
    return text, "".join(new) + text[start:]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    options = parser.parse_args()
    status = 0
    for path in options.files:
        old, new = update(path)
        if old == new:
            continue
        if options.check:
            print(f"{path}: a dump differs", file=sys.stderr)
            status = 1
        else:
            with open(path, "w") as file:
                file.write(new)
    return status


if __name__ == "__main__":
    sys.exit(main())
