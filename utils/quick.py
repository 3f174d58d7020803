#!/usr/bin/env python3
# ===- quick.py - build what changed, run the tests that depend on it -----=== #
#
# usage: quick.py [--base REF] [--jobs N] [--list]
# Takes the files that differ from REF (default: the last commit, or the one
# before it when nothing is uncommitted), builds the tools, and runs
#   - the source checks;
#   - the text tests in the folders of test/ that mirror the changed files, those
#     that changed themselves, and those that name a changed operator;
#   - the unit tests in the folders of unittests/ that mirror the changed files;
#     the test of unusable arguments takes the changed operators only, if all
#     changes of lowerings belong to some operator;
#   - the samples of the changed operators in PyTorch's database, converted and
#     run (integration/ops/ledger.py), where they are prepared;
#   - Python tests that changed.
# An operator has changed when the function that lowers, types or decomposes it
# has, or a function of the same file that this function calls. --list prints the
# choice and runs nothing. This is for the work on one thing: `make check` runs
# all tests.
#
# ===----------------------------------------------------------------------=== #

import argparse
import functools
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from check import cmake_variable, lit_program

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RELEASE = os.path.join(os.environ.get("TORCH_ONNX_BUILD", os.path.join(ROOT, "build")), "release")
OPERATOR = re.compile(r'"((?:aten|prims|torchao|quantized_decomposed)\.\w+)\.\w+"')
#: So many tests of one kind at most: more of them are a matter of `make check`.
MAX_TEXT_TESTS = 150
MAX_ENTRIES = 40


def git(*command):
    done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"git {' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def changed_files(base):
    """The files that differ from a commit, new ones included."""
    names = git("diff", "--name-only", "--diff-filter=d", base).split("\n")
    names += git("ls-files", "-o", "--exclude-standard").split("\n")
    return sorted({name for name in names if name})


def changed_lines(base, name):
    """The numbers of the changed lines of a file."""
    lines = set()
    for hunk in re.finditer(r"^@@ \S+ \+(\d+)(?:,(\d+))? @@", git("diff", "-U0", base, "--", name), re.M):
        first, count = int(hunk[1]), int(hunk[2] or 1)
        lines.update(range(first, first + max(count, 1)))
    return lines


def definitions(text):
    """The top-level definitions of a C++ file, as (name, first line, text)."""
    found, begin, body = [], 1, []
    for number, line in enumerate(text.split("\n"), 1):
        body.append(line)
        if line.startswith("}"):
            whole = "\n".join(body)
            names = re.findall(r"^(?!//)[^\n/]*?\b(\w+)\(", whole, re.M)
            found.append((names[0] if names else "", begin, whole))
            begin, body = number + 1, []
    return found


class Source:
    """A C++ file: its words, and the words of each function."""

    def __init__(self, name):
        with open(os.path.join(ROOT, name), errors="replace") as file:
            self.text = file.read()
        self.words = set(re.findall(r"\w+", self.text))
        self.parts = [(function, first, first + body.count("\n"), set(re.findall(r"\w+", body)))
                      for function, first, body in definitions(self.text)
                      if function and not function.startswith("populate")]

    def with_callers(self, changed):
        """Adds the functions that call a changed function."""
        size = -1
        while size != len(changed):
            size = len(changed)
            changed |= {function for function, _, _, words in self.parts if words & changed}
        return changed

    def operators(self, functions, lines=frozenset()):
        """The operators of the rows in these lines, and of rows that name a function."""
        operators = set()
        numbered = self.text.split("\n")
        for number, line in enumerate(numbered, 1):
            found = OPERATOR.findall(line)
            # A row may go over several lines.
            row, last = line, number
            while found and not re.search(r"[;}]", row) and last < min(number + 3, len(numbered)):
                row += numbered[last]
                last += 1
            if number in lines or (found and functions & set(re.findall(r"\w+", row))):
                operators.update(found)
        return operators

    def operators_of_statements(self, functions):
        """The operators of the statements that name a function."""
        operators = set()
        for statement in self.text.split(";"):
            if functions & set(re.findall(r"\w+", statement)):
                operators.update(OPERATOR.findall(statement))
        return operators


@functools.cache
def sources(pattern):
    return {name: Source(name) for name in git("ls-files", "--", pattern).split()}


def changed_operators(base, name):
    """The operators whose lowering, type rule or decomposition a change touches."""
    source = Source(name)
    lines = changed_lines(base, name) or set(range(1, source.text.count("\n") + 2))
    changed = source.with_callers({
        function for function, first, last, _ in source.parts
        if any(first <= number <= last for number in lines)})
    # Lists of operators are longer than a row; loops build their names.
    operators = (source.operators(changed, lines) or source.operators_of_statements(changed)
                 or set(OPERATOR.findall(source.text)))
    # Functions that a header of the folder declares have callers in other files.
    folder = os.path.dirname(name)
    headers = set().union(*(header.words for header in sources(f"{folder}/*.h").values()))
    headers |= set().union(*(header.words for header in sources(f"{os.path.dirname(folder)}/*.h").values()))
    shared, seen = changed & headers, set()
    while shared - seen:
        seen |= shared
        for other in sources(f"{os.path.dirname(folder)}/*.cpp").values():
            if other.words & seen:
                found = other.with_callers(set(seen))
                operators |= other.operators(found)
                shared |= found & headers
    return operators


def mirrored(name, top):
    """The folder below `top` that mirrors the folder of a source, if there is one."""
    parts = name.split("/")
    if parts[0] == "include":
        parts = ["lib", *parts[2:]]
    if parts[0] != "lib":
        return None
    folder = parts[1:-1]
    while len(folder) > 1:
        path = "/".join([top, *folder])
        if os.path.isdir(os.path.join(ROOT, path)):
            return path
        folder.pop()
    return None


def text_tests(files, operators):
    """Folders and files of text tests."""
    chosen = {mirrored(name, "test") for name in files} - {None}
    chosen |= {n for n in files if n.startswith("test/") and n.endswith((".mlir", ".test", ".py"))}
    if operators:
        pattern = r"torch\.(" + "|".join(re.escape(op) for op in sorted(operators)) + r")\."
        done = subprocess.run(["git", "grep", "-lE", pattern, "--", "test"], cwd=ROOT,
                              capture_output=True, text=True)
        chosen |= set(done.stdout.split()[:MAX_TEXT_TESTS])
    outer = [path for path in chosen if not any(path.startswith(f"{o}/") for o in chosen)]
    return sorted(outer)


def unit_programs(files):
    """The test programs of the folders that mirror the changed files."""
    programs = set()
    for name in files:
        folder = os.path.dirname(name) if name.startswith("unittests/") else mirrored(name, "unittests")
        path = os.path.join(ROOT, folder or "", "CMakeLists.txt")
        if folder and folder != "unittests" and os.path.exists(path):
            with open(path) as file:
                programs.update(re.findall(r"torch_onnx_add_unittest\((\w+)", file.read()))
    return sorted(programs)


def ledger_entries(operators):
    """The entries of PyTorch's operator database that are named as operators are."""
    sys.path.insert(0, ROOT)
    from integration.ops import store

    names = {op.split(".")[1].strip("_").removesuffix("_backward") for op in operators}
    entries = [entry for entry in store.prepared() if entry.split(".")[-1] in names]
    return entries[:MAX_ENTRIES]


def check_build(release):
    """Ends the program if the build folder belongs to another checkout."""
    try:
        source = cmake_variable(release, "CMAKE_HOME_DIRECTORY")
    except OSError:
        sys.exit(f"{release} is no build folder; run cmake --preset release")
    if os.path.realpath(source) != os.path.realpath(ROOT):
        sys.exit(f"{release} builds {source}, not {ROOT}; see TORCH_ONNX_BUILD")


def run(title, command, env=None):
    """Run a command; prints its output when it fails."""
    start = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **(env or {})},
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)
    print(f"{'FAILED' if done.returncode else 'ok':7} {title} ({time.monotonic() - start:.1f} s)",
          flush=True)
    if done.returncode:
        print(done.stdout[-6000:] + done.stderr[-3000:])
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--base", help="compare with this commit")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--list", action="store_true", help="only print the choice")
    options = parser.parse_args()

    base = options.base or ("HEAD" if git("status", "--porcelain").strip() else "HEAD~1")
    files = changed_files(base)
    operators, is_exact = set(), True
    for name in files:
        if name.startswith(("lib/", "include/")) and name.endswith((".cpp", ".h", ".inc")):
            found = changed_operators(base, name)
            operators |= found
            is_exact &= bool(found)
    texts, programs, entries = text_tests(files, operators), unit_programs(files), ledger_entries(operators)
    pythons = [n for n in files if re.search(r"(^|/)test_\w+\.py$", n) and not n.startswith("test/")]
    print(f"{len(files)} files differ from {base}")
    for title, chosen in (("operators", sorted(operators)), ("text tests", texts),
                          ("unit tests", programs), ("entries of the ledger", entries),
                          ("Python tests", pythons)):
        print(f"  {title}: {', '.join(chosen) or 'none'}")
    if options.list:
        return 0

    check_build(RELEASE)
    tools = ["torch-onnx", "torch-onnx-opt", "torch-onnx-translate"]
    if any(n.startswith("python/") for n in pythons):
        tools.append("TorchOnnxCAPI")
    env = {"TORCH_ONNX": os.path.join(RELEASE, "bin", "torch-onnx"),
           "TORCH_ONNX_BIN": os.path.join(RELEASE, "bin"), "OMP_NUM_THREADS": "1",
           "PYTHONPATH": os.path.join(ROOT, "python"), "HF_HUB_OFFLINE": "1",
           "TORCH_ONNX_LIBRARY": os.path.join(RELEASE, "lib", "libtorch_onnx.so")}
    # Half a minute on one core, beside the build and the tests.
    checks = ThreadPoolExecutor().submit(run, "source checks", [sys.executable, "utils/check_source.py"])
    ok = True
    if not run("build", ["ninja", "-C", RELEASE, f"-j{options.jobs}", *tools, *programs]):
        return 1
    lit = [sys.executable, lit_program("release"), "-sv", "--timeout=300"]
    lit_env = {"TORCH_ONNX_TEST_OPERATORS": ",".join(sorted(operators))} if is_exact and operators else {}
    for title, suite, chosen in (("text tests", "test", texts), ("unit tests", "unittests", programs)):
        if not chosen:
            continue
        paths = [os.path.join(RELEASE, "test", os.path.relpath(p, "test")) for p in chosen]
        if suite == "unittests":
            paths = ["--filter", "|".join(chosen), os.path.join(RELEASE, suite)]
        ok &= run(title, [*lit, *paths], lit_env)
    if entries:
        ok &= run("ledger", [sys.executable, "-m", "integration.ops.ledger", "--only",
                             ",".join(entries), f"-j{options.jobs}"], env)
    if pythons:
        ok &= run("Python tests", [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
                                   "-n", str(options.jobs), *pythons], env)
    return 0 if checks.result() and ok else 1


if __name__ == "__main__":
    sys.exit(main())
