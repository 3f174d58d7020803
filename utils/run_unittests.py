#!/usr/bin/env python3
# ===- run_unittests.py - run GoogleTest programs, count over all ---------=== #
#
# usage: run_unittests.py [--json FILE] [--jobs N] PROGRAM...
# Runs each program, N at a time, shows the output of those that fail, and closes
# with one line over all of them. A program that crashes counts as one failed test
# more than the ones it reported.
#
# ===----------------------------------------------------------------------=== #

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor


def run(program):
    """Returns what passed and failed of one program, and (test, reason) of skipped ones."""
    env = dict(os.environ)
    env.setdefault("ASAN_OPTIONS", "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0")
    env.setdefault("UBSAN_OPTIONS", "print_stacktrace=1:halt_on_error=1")
    handle, report = tempfile.mkstemp(suffix=".json")
    os.close(handle)
    start = time.monotonic()
    try:
        done = subprocess.run(
            [program, f"--gtest_output=json:{report}"],
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        try:
            with open(report) as file:
                result = json.load(file)
            tests = [t for s in result["testsuites"] for t in s["testsuite"]]
            failed = sum(1 for t in tests if t.get("failures"))
            skipped = [
                (f"{t['classname']}.{t['name']}", " ".join(s["message"] for s in t.get("skipped", [])))
                for t in tests
                if t.get("result") == "SKIPPED"
            ]
            passed = len(tests) - failed - len(skipped)
        except (ValueError, KeyError):  # the program ended before its report
            passed = failed = 0
            skipped = []
        if done.returncode and not failed:
            failed = 1
    finally:
        os.unlink(report)
    text = ""
    if failed:
        text = done.stdout.decode(errors="replace")
        if done.returncode < 0:
            text += f"{program}: ended by signal {-done.returncode}\n"
    name = os.path.basename(program)
    seconds = time.monotonic() - start
    text += f"{name}: {passed} passed, {failed} failed ({seconds:.1f} s)\n"
    sys.stdout.write(text)  # at once: others are running
    sys.stdout.flush()
    return passed, failed, skipped


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", help="write the counts here")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    with ThreadPoolExecutor(options.jobs) as executor:
        results = list(executor.map(run, options.programs))
    passed = sum(result[0] for result in results)
    failed = sum(result[1] for result in results)
    skipped = [skip for result in results for skip in result[2]]
    print(f"unit tests: {passed} passed, {failed} failed, {len(skipped)} skipped")
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"passed": passed, "failed": failed, "skipped": skipped}, file)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
