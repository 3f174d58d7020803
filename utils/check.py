#!/usr/bin/env python3
# ===- check.py - all tests, one summary -----------------------------------=== #
#
# usage: check.py [--jobs N] [--at-once N] [--only SUITE,...] [--skip SUITE,...]
# Runs the suites below in their order, two at once, so that no core waits for the last
# test of a suite or for a linker, and goes on after a failure. Each writes its whole output to build/check/<suite>.log; of a
# failed one the end is shown; of one that takes long its last line, now and then.
# Closes with a table, the failed tests by name, each with the first line of what it
# says, and the line "N passed, N failed" over all tests of all suites. A suite that
# ends badly without a failed test counts as one failed test, and so does a test that
# is skipped for a reason that SKIPS does not have.
#
# A suite that has passed does not run again while nothing that it depends on has
# changed (suite_results.py); with TORCH_ONNX_TEST_ALL=1 all run.
#
# "--only gcc" stands for the suites of a second build, by g++: its tests, and that it
# writes the bytes that the first one writes. They run only when they are asked for.
#
# What the integration tests need of PyTorch is prepared once, by the suite
# "prepare", and kept in the cache folder.
#
# Runs in the environment of utils/env.sh (`make check` sees to that).
#
# ===----------------------------------------------------------------------=== #

import argparse
import glob
import json
import os
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

import suite_results

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.environ.get("TORCH_ONNX_BUILD", os.path.join(ROOT, "build"))
OUT = os.path.join(BUILD, "check")
FUZZ_SECONDS = int(os.environ.get("TORCH_ONNX_FUZZ_SECONDS", "30"))
TAIL = 60
# Seconds between two lines about a suite that is running.
INTERVAL = 30
# Why a test may be skipped, as regular expressions: only for what the platform does
# not have.
SKIPS = (
    r"root reads everything",  # no permission keeps root from a file
    r"there is no node to run scripts of pages",  # which set-up does not install
    r"no other version of PyTorch is installed",  # 5 GB, which set-up does not install
    r"products of ui8 and i8 saturate on this processor",  # x86 without VNNI
    r"there is no Chromium or no onnxruntime-web",  # as on Ubuntu, where set-up says so
    r"there are no headers of ONNX Runtime",  # on systems without Debian's packages
    r"needs \d GB of (memory|disk)",
    r"there is no plug-in for this version of PyTorch",  # TorchScript needs it
)
SANITIZER_ENV = {
    # LLVM's own libraries are not instrumented (docs/HowTo/Build.md).
    "ASAN_OPTIONS": "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0",
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
}


class Suite:
    """One row of the summary: commands run in order, until one fails, and the
    files they leave their counts in."""

    def __init__(self, name, needs=(), env=None, steps=(), results=(), exists=None,
                 asked=False, preset=None, unread=()):
        self.name = name
        self.asked = asked  # does not run unless it is named
        self.preset = preset  # of the build that it tests; without one it always runs
        self.unread = unread  # folders and suffixes of files that it does not read
        self.needs = needs  # suites that must have passed
        self.env = env or {}
        self.steps = steps  # commands, or callables that return commands
        self.results = results  # .json of our runners, .xml of lit and pytest
        self.exists = exists  # a pattern: without such a file nothing to run
        self.passed = self.failed = self.skipped = 0
        self.failures = []  # a line each, of results that name their tests
        self.seconds = 0.0
        self.status = ""

    @property
    def log(self):
        return os.path.join(OUT, self.name + ".log")

    def run(self):
        """Runs the steps, or takes the counts of a run that passed."""
        start = time.monotonic()
        key = self.preset and suite_results.inputs_hash(
            self.name, ROOT, os.path.join(BUILD, self.preset), self.unread, self.env)
        counts = key and suite_results.load(key)
        if counts:
            self.passed, self.skipped = counts["passed"], counts["skipped"]
            self.status = "ok, has passed before"
        else:
            self.run_steps(start)
            if key and self.status == "ok":
                suite_results.keep(key, {"passed": self.passed, "skipped": self.skipped})
        self.seconds = time.monotonic() - start

    def run_steps(self, start):
        for path in self.results:
            if os.path.exists(path):
                os.unlink(path)
        code = 0
        with open(self.log, "w") as log:
            for step in self.steps:
                for command in step() if callable(step) else [step]:
                    log.write("$ " + " ".join(command) + "\n")
                    log.flush()
                    process = subprocess.Popen(
                        command,
                        cwd=ROOT,
                        env={**os.environ, **self.env},
                        stdin=subprocess.DEVNULL,
                        stdout=log,
                        stderr=subprocess.STDOUT,
                    )
                    code = self.wait(process, start) or code
                if code:
                    break
        for path in self.results:
            self.count(path)
        if code and not self.failed:
            self.failed = 1
        if not self.results and not code:
            self.passed = 1
        self.status = "FAILED" if self.failed else "ok"
        if not self.passed + self.failed + self.skipped:
            self.status = "no tests"

    def wait(self, process, start):
        """The exit status of a process; says now and then how far it is."""
        while True:
            try:
                return process.wait(INTERVAL)
            except subprocess.TimeoutExpired:
                seconds = time.monotonic() - start
                print(f"   {self.name}: {seconds:.0f} s: {self.last_line()}", flush=True)

    def last_line(self):
        with open(self.log, "rb") as log:
            log.seek(max(0, os.path.getsize(self.log) - 1000))
            lines = log.read().decode(errors="replace").split("\n")
        return next((line.strip()[-100:] for line in lines[::-1] if line.strip()), "")

    def skip(self, test, reason):
        """Counts a skipped test: as failed, where it should have run."""
        if any(re.search(pattern, reason) for pattern in SKIPS):
            self.skipped += 1
        else:
            self.failed += 1
            self.failures.append(f"{test}: skipped without need: {first_line(reason)}")

    def count(self, path):
        """Adds the numbers of one result file."""
        try:
            if path.endswith(".json"):
                with open(path) as file:
                    counts = json.load(file)
                self.passed += counts["passed"]
                self.failed += counts["failed"]
                for test, reason in counts["skipped"]:
                    self.skip(test, reason)
                return
            root = ElementTree.parse(path).getroot()
            for case in root.iter("testcase"):
                for skipped in case.iter("skipped"):
                    reason = (skipped.get("message") or "") + (skipped.text or "")
                    self.skip(case.get("name"), reason)
                for bad in (*case.iter("failure"), *case.iter("error")):
                    test = f"{case.get('classname')}::{case.get('name')}"
                    text = bad.get("message") or bad.text or ""
                    self.failures.append(f"{test}: {first_line(text)}")
            for suite in root.iter("testsuite"):
                total = int(suite.get("tests", 0))
                bad = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
                skipped = int(suite.get("skipped", 0))
                self.passed += total - bad - skipped
                self.failed += bad
        except (OSError, ValueError, KeyError, ElementTree.ParseError) as error:
            print(f"  no results: {error}")
            self.failed += 1

    def show_tail(self):
        with open(self.log, errors="replace") as log:
            lines = log.read().splitlines()
        if len(lines) > TAIL:
            print(f"  ... {len(lines) - TAIL} lines more in {relative(self.log)}")
        print(*("  | " + line for line in lines[-TAIL:]), sep="\n")


def first_line(text):
    return next((line.strip()[:200] for line in text.splitlines() if line.strip()), "")


def relative(path):
    return os.path.relpath(path, ROOT)


def out(name):
    return os.path.join(OUT, name)


def configure(preset):
    """Commands that configure a preset, where that is not done already."""
    folder = os.path.join(BUILD, preset)
    stamp = os.path.join(folder, ".configured")
    inputs = ["CMakePresets.json", "utils/versions.env", "utils/requirements.txt"]
    newest = max(os.path.getmtime(os.path.join(ROOT, i)) for i in inputs)
    if os.path.exists(stamp) and os.path.getmtime(stamp) >= newest:
        return []
    return [["cmake", "--preset", preset, "--fresh"], ["touch", stamp]]


def cmake_variable(folder, name):
    """A variable that the build in a folder was configured with; None if it has none."""
    with open(os.path.join(folder, "CMakeCache.txt")) as cache:
        for line in cache:
            if line.startswith(name + ":"):
                return line.split("=", 1)[1].strip()
    return None


def lit_program(preset):
    """The lit that a build was configured with."""
    default = f"/usr/lib/llvm-{os.environ.get('LLVM_MAJOR', '22')}/bin/lit"
    return cmake_variable(os.path.join(BUILD, preset), "LLVM_EXTERNAL_LIT") or default


def lit(preset, name, folder="test", timeout=300):
    """The command that runs a test suite of lit; it limits each test to `timeout` s."""
    xml = out(name + ".xml")
    return [[sys.executable, lit_program(preset), "-sv", f"--timeout={timeout}",
             f"--xunit-xml-output={xml}", os.path.join(BUILD, preset, folder)]]


def unit(preset, name):
    return lit(preset, name, "unittests", timeout=900)


def fuzz(preset, name, jobs):
    runner = os.path.join(ROOT, "utils", "run_fuzzers.py")
    return [[sys.executable, runner, "--json", out(name + ".json"), "--seconds",
             str(FUZZ_SECONDS), "--jobs", str(jobs), os.path.join(BUILD, preset, "fuzzers", "list.txt")]]


def suites(jobs):
    release = os.path.join(BUILD, "release")
    ninja = ["ninja", "-C", release, f"-j{jobs}", "all", "unittests"]
    asan = ["ninja", "-C", os.path.join(BUILD, "asan"), f"-j{jobs}", "all", "unittests"]
    gcc = ["ninja", "-C", os.path.join(BUILD, "gcc"), f"-j{jobs}", "all", "unittests"]
    compare = [sys.executable, os.path.join(ROOT, "utils", "compare_builds.py"),
               "--jobs", str(jobs), "--json", out("same-bytes.json"),
               os.path.join(release, "bin"), os.path.join(BUILD, "gcc", "bin")]
    tools = {
        "TORCH_ONNX": os.path.join(release, "bin", "torch-onnx"),
        "TORCH_ONNX_BIN": os.path.join(release, "bin"),
        "PATH": os.path.join(release, "bin") + os.pathsep + os.environ["PATH"],
        # One process per core already; and no model hub is asked.
        "OMP_NUM_THREADS": "1",
        "HF_HUB_OFFLINE": "1",
    }
    # Neighbours, which share fixtures, run in one process as long as both are busy.
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
              "-n", str(jobs), "--dist", "worksteal", f"--junitxml={out('integration.xml')}",
              "--durations=10", "integration"]
    # The package in the source tree, over the library of the build.
    package = {**tools, "PYTHONPATH": os.path.join(ROOT, "python"),
               "TORCH_ONNX_LIBRARY": os.path.join(release, "lib", "libtorch_onnx.so")}
    python = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
              "-n", str(jobs), f"--junitxml={out('python.xml')}", "python/tests"]
    wheel = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
             f"--junitxml={out('wheel.xml')}", "python/packaging_tests"]
    versions = [sys.executable, os.path.join(ROOT, "utils", "torch_versions.py"),
                "--if-installed", "--files", "small", "--jobs", str(jobs),
                "--json", out("versions.json")]
    prepare = [sys.executable, "-m", "integration.prepare", "--jobs", str(jobs)]
    # The same tests, and each input is written and read again; lit-asan runs the
    # tests without that.
    roundtrip = {"TORCH_ONNX_CHECK_ROUNDTRIP": "1"}
    source = [sys.executable, os.path.join(ROOT, "utils", "check_source.py"),
              "--json", out("source.json")]
    # The programs stand for the sources that they were built from.
    built = ("lib/", "tools/", "bench/", "examples/", "docs/", "python/", ".md")
    texts = {"unread": ("include/", "unittests/", *built)}
    units = {"unread": ("include/", "test/", "integration/", *built)}
    return [
        Suite("source", steps=[source], results=[out("source.json")]),
        Suite("build", steps=[lambda: configure("release"), ninja]),
        Suite("prepare", [], tools, [prepare]),
        Suite("lit", ["build"], roundtrip, [lambda: lit("release", "lit")],
              [out("lit.xml")], preset="release", **texts),
        Suite("unit", ["build"], steps=[lambda: unit("release", "unit")],
              results=[out("unit.xml")], preset="release", **units),
        Suite("python", ["build"], package, [python], [out("python.xml")], preset="release",
              unread=("lib/", "tools/", "bench/", "test/", "unittests/", "integration/")),
        Suite("versions", ["build"], package, [versions], [out("versions.json")]),
        Suite("wheel", ["build"], steps=[wheel], results=[out("wheel.xml")], preset="release",
              unread=("bench/", "test/", "unittests/", "integration/")),
        Suite("integration", ["build", "prepare"], tools, [pytest],
              [out("integration.xml")], exists="integration/**/test_*.py", preset="release",
              unread=("bench/", "test/", "unittests/", "python/tests/")),
        Suite("build-asan", steps=[lambda: configure("asan"), asan]),
        Suite("lit-asan", ["build-asan"], SANITIZER_ENV,
              [lambda: lit("asan", "lit-asan")], [out("lit-asan.xml")], preset="asan", **texts),
        Suite("unit-asan", ["build-asan"], SANITIZER_ENV,
              [lambda: unit("asan", "unit-asan")], [out("unit-asan.xml")], preset="asan",
              **units),
        Suite("fuzz", ["build-asan"], SANITIZER_ENV,
              [lambda: fuzz("asan", "fuzz", jobs)], [out("fuzz.json")]),
        Suite("build-gcc", steps=[lambda: configure("gcc"), gcc], asked=True),
        Suite("lit-gcc", ["build-gcc"], steps=[lambda: lit("gcc", "lit-gcc")],
              results=[out("lit-gcc.xml")], asked=True),
        Suite("unit-gcc", ["build-gcc"], steps=[lambda: unit("gcc", "unit-gcc")],
              results=[out("unit-gcc.xml")], asked=True),
        Suite("same-bytes", ["build", "build-gcc", "prepare"], steps=[compare],
              results=[out("same-bytes.json")], asked=True),
    ]


def run_suites(chosen, at_once):
    """Runs suites, `at_once` at a time, each after those that it needs."""
    waiting, running = list(chosen), {}
    with ThreadPoolExecutor(at_once) as executor:
        while waiting or running:
            unfinished = {s.name for s in (*waiting, *running.values())}
            for suite in [s for s in waiting if not unfinished & set(s.needs)]:
                if len(running) < at_once:
                    waiting.remove(suite)
                    running[executor.submit(run_suite, suite, chosen)] = suite
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                future.result()
                show_result(running.pop(future))


def run_suite(suite, chosen):
    """Runs one suite, unless one that it needs has failed or it has no tests."""
    bad = [s.name for s in chosen if s.name in suite.needs and s.failed]
    if bad:
        suite.status, suite.failed = f"not run: {bad[0]} failed", 1
    elif suite.exists and not glob.glob(suite.exists, root_dir=ROOT, recursive=True):
        suite.status = "nothing there"
    else:
        print(f"== {suite.name} ...", flush=True)
        suite.run()


def show_result(suite):
    line = f"== {suite.name}: {suite.status}, {suite.passed} passed"
    print(f"{line}, {suite.failed} failed ({suite.seconds:.1f} s)", flush=True)
    if suite.failed and os.path.exists(suite.log) and suite.seconds:
        suite.show_tail()


#: What "--only gcc" stands for.
GCC = {"build", "build-gcc", "lit-gcc", "unit-gcc", "prepare", "same-bytes"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--at-once", type=int, default=2, help="suites that run at once")
    parser.add_argument("--only", default="", help="suites, with commas between")
    parser.add_argument("--skip", default="", help="suites, with commas between")
    options = parser.parse_args()
    os.makedirs(OUT, exist_ok=True)

    chosen = suites(options.jobs)
    names = {s.name for s in chosen}
    only = set(filter(None, options.only.split(",")))
    if "gcc" in only:
        only = only - {"gcc"} | GCC
    skip = set(filter(None, options.skip.split(",")))
    if (only | skip) - names:
        parser.error(f"no such suite; there are: {', '.join(s.name for s in chosen)}")
    chosen = [s for s in chosen if s.name not in skip
              and (s.name in only or not only and not s.asked)]

    start = time.monotonic()
    run_suites(chosen, options.at_once)

    row = "{:<15} {:>8} {:>8} {:>8} {:>9}  {}"
    print("\n" + row.format("suite", "passed", "failed", "skipped", "seconds", ""))
    for s in chosen:
        print(row.format(s.name, s.passed, s.failed, s.skipped,
                         f"{s.seconds:.1f}", s.status))
    for s in chosen:
        for failure in s.failures:
            print(f"{s.name}: {failure}")
    passed = sum(s.passed for s in chosen)
    failed = sum(s.failed for s in chosen)
    print(f"all suites in {time.monotonic() - start:.0f} s, logs in {relative(OUT)}/")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
