#!/usr/bin/env python3
# ===- run_fuzzers.py - a short run of every fuzzer ------------------------=== #
#
# usage: run_fuzzers.py [--json FILE] [--seconds N] [--jobs N] LIST
# LIST is what CMake writes of all torch_onnx_add_fuzzer: one line a fuzzer, its
# path, a tab, and the folder of its seeds or nothing. Each fuzzer first reads all
# seeds, then tries new inputs for N seconds; inputs that fail are left in the
# folder artifacts beside it. Of each other they know nothing: --jobs run at a time.
#
# ===----------------------------------------------------------------------=== #

import argparse
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor


def run(fuzzer, corpus_folder, seconds):
    """True when the fuzzer found nothing."""
    folder, name = os.path.split(fuzzer)
    artifacts = os.path.join(folder, "artifacts", name + "-")
    os.makedirs(os.path.dirname(artifacts), exist_ok=True)
    seeds = [corpus_folder] if os.path.isdir(corpus_folder) else []
    if corpus_folder and not seeds:
        print(f"{name}: FAILED, there is no folder {corpus_folder}")
        return False
    with tempfile.TemporaryDirectory() as corpus:
        command = [fuzzer, corpus, *seeds, f"-max_total_time={seconds}",
                   "-rss_limit_mb=2048", "-timeout=10", "-print_final_stats=1",
                   "-verbosity=0", f"-artifact_prefix={artifacts}"]
        done = subprocess.run(command, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = done.stdout.decode(errors="replace")
    shown = f"{text[-8000:]}\n" if done.returncode else ""
    sys.stdout.write(f"{shown}{name}: {'FAILED' if done.returncode else 'ok'}\n")
    sys.stdout.flush()
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", help="write the counts here")
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("list")
    options = parser.parse_args()
    with open(options.list) as file:
        fuzzers = [line.rstrip("\n").split("\t") for line in file if line.strip()]
    with ThreadPoolExecutor(options.jobs) as executor:
        results = list(executor.map(lambda each: run(*each, options.seconds), fuzzers))
    counts = {"passed": results.count(True), "failed": results.count(False), "skipped": []}
    print(f"fuzzers: {counts['passed']} passed, {counts['failed']} failed")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(counts, file)
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
