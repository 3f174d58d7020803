#!/usr/bin/env python3
# ===- mutants.py - are changes of lowerings caught by the text tests? -----=== #
#
# usage: mutants.py [--count N] [--seed S] [--build DIR] [--jobs N] [--list]
#                   [--only REGEX]
# Changes one constant or operator of a lowering (lib/Conversion/TorchToONNX),
# builds torch-onnx-opt, and runs the text tests that `make quick` runs after such
# a change (utils/quick.py). A mutant is caught if a test fails. Does so N times,
# each time from the committed text, and prints a table. The choice depends on the
# seed and the sources alone: at most one mutant for each function, so that no
# large family dominates. --only chooses files by their path; --list builds nothing.
#
# The sources of lowerings must be committed; every file is restored by git, also
# after an interrupt. Take a build folder that nobody else uses meanwhile. A mutant
# that does not compile is replaced by the next one.
#
# ===----------------------------------------------------------------------=== #

import argparse
import os
import random
import re
import subprocess
import sys
import time

import quick
from check import lit_program

SOURCES = "lib/Conversion/TorchToONNX"
#: Calls of the builder and what replaces them.
SWAPS = {
    "Add": "Sub", "Sub": "Add", "Mul": "Div", "Div": "Mul", "Max": "Min", "Min": "Max",
    "And": "Or", "Or": "And", "Less": "LessOrEqual", "LessOrEqual": "Less",
    "Greater": "GreaterOrEqual", "GreaterOrEqual": "Greater", "Floor": "Ceil",
    "Ceil": "Floor", "Sin": "Cos", "Cos": "Sin", "ReduceSum": "ReduceMax",
    "ReduceMax": "ReduceMin", "ReduceMin": "ReduceMax",
}
CALL = re.compile(r"(?<=\bb\.)(" + "|".join(SWAPS) + r")(?=\()")
#: Numbers of the program, not those of the compiler: they go into constants.
NUMBER = re.compile(
    r"(?<=\bb\.)(?:scalar|ints|Unsqueeze|Squeeze|full|number|ReduceSum|Gather|Slice|Concat)\("
    r"[^;\n]*?(?<![\w.])(\d+(?:\.\d+)?(?:[eE]-?\d+)?)(?![\w.]|\.\d)")


class Mutant:
    """A change of one place of a file."""

    def __init__(self, name, text, start, end, new, function):
        self.name, self.start, self.end, self.new = name, start, end, new
        self.line = text.count("\n", 0, start) + 1
        self.old, self.function = text[start:end], function

    def describe(self):
        where = f"{os.path.relpath(self.name, SOURCES)}:{self.line}"
        return f"{where} {self.function}: {self.old} -> {self.new}"


def other_number(text):
    """Another number of the same type."""
    if re.fullmatch(r"\d+", text):
        return str(int(text) + 1)
    return repr(float(text) * 1.5 + (float(text) == 0))


def mutants_of(name):
    """All mutants of a file."""
    with open(os.path.join(quick.ROOT, name)) as file:
        text = file.read()
    begin = 0
    for function, _, body in quick.definitions(text):
        code = re.sub(r'//[^\n]*|"(?:[^"\\\n]|\\.)*"', lambda m: " " * len(m[0]), body)
        found = [(m.start(1), m.end(1), SWAPS[m[1]]) for m in CALL.finditer(code)]
        found += [(m.start(1), m.end(1), other_number(m[1])) for m in NUMBER.finditer(code)]
        if function and not function.startswith("populate"):
            for start, end, new in sorted(found):
                yield Mutant(name, text, begin + start, begin + end, new, function)
        begin += len(body) + 1


def choose(seed, only):
    """Mutants in the order in which they are tried: one for each function."""
    names = sorted(quick.git("ls-files", "--", SOURCES).split())
    functions = {}
    for name in names:
        if name.endswith(".cpp") and re.search(only, name):
            for mutant in mutants_of(name):
                functions.setdefault((name, mutant.function), []).append(mutant)
    generator = random.Random(seed)
    keys = sorted(functions)
    generator.shuffle(keys)
    return [generator.choice(functions[key]) for key in keys]


def run_tests(release, tests):
    """The tests that fail."""
    paths = [os.path.join(release, "test", os.path.relpath(path, "test")) for path in tests]
    done = subprocess.run([sys.executable, lit_program("release"), "-q", "--timeout=300", *paths],
                          cwd=quick.ROOT, capture_output=True, text=True)
    if done.returncode > 1:
        sys.exit(f"lit fails:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return sorted(set(re.findall(r"^\s*(?:FAIL|TIMEOUT|UNRESOLVED): Torch-ONNX :: (\S+)",
                                 done.stdout, re.M)))


def build(release, jobs):
    return subprocess.run(["ninja", "-C", release, f"-j{jobs}", "torch-onnx-opt"],
                          capture_output=True, text=True).returncode == 0


def try_mutant(mutant, release, jobs):
    """Returns the selected tests and the failed tests; None if it does not compile."""
    path = os.path.join(quick.ROOT, mutant.name)
    with open(path) as file:
        text = file.read()
    try:
        with open(path, "w") as file:
            file.write(text[:mutant.start] + mutant.new + text[mutant.end:])
        operators = quick.changed_operators("HEAD", mutant.name)
        tests = quick.text_tests([mutant.name], operators)
        if not build(release, jobs):
            return None
        return tests, run_tests(release, tests)
    finally:
        quick.git("checkout", "--", mutant.name)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", default=quick.RELEASE, help="a release build folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", help="files whose path matches")
    parser.add_argument("--list", action="store_true", help="only print the mutants")
    options = parser.parse_args()

    mutants = choose(options.seed, options.only)
    if options.list:
        for mutant in mutants[:options.count]:
            print(mutant.describe())
        return 0
    if quick.git("status", "--porcelain", "--", "lib", "include").strip():
        sys.exit("mutants.py needs committed sources: lib/ or include/ has changes")
    quick.check_build(options.build)
    if not build(options.build, options.jobs):
        sys.exit("the build fails without a mutant")

    tried = caught = 0
    for mutant in mutants:
        if tried == options.count:
            break
        start = time.monotonic()
        outcome = try_mutant(mutant, options.build, options.jobs)
        if outcome is None:
            print(f"-       {mutant.describe()} (does not compile)", flush=True)
            continue
        tests, failed = outcome
        tried += 1
        caught += bool(failed)
        word = "caught" if failed else "MISSED"
        print(f"{word:7} {mutant.describe()} ({len(failed)} tests fail, "
              f"{time.monotonic() - start:.0f} s; {' '.join(failed[:2]) or ' '.join(tests[:2])})",
              flush=True)
    build(options.build, options.jobs)
    print(f"{caught} of {tried} mutants are caught")
    return 0


if __name__ == "__main__":
    sys.exit(main())
