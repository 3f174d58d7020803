#!/usr/bin/env python3
# ===- run_fuzzers.py - a short run of every fuzzer ------------------------=== #
#
# usage: run_fuzzers.py [--json FILE] [--seconds N] FOLDER
# FOLDER holds the fuzzers (torch_onnx_add_fuzzer in cmake/TorchOnnx.cmake) and
# beside each an optional <name>.corpus file, one line with the folder of its
# seeds. Each fuzzer first reads all seeds, then tries new inputs for N seconds;
# inputs that fail are left in FOLDER/artifacts.
#
# ===----------------------------------------------------------------------=== #

import argparse
import json
import os
import subprocess
import sys
import tempfile


def run(fuzzer, seconds):
    """True when the fuzzer found nothing."""
    folder, name = os.path.split(fuzzer)
    artifacts = os.path.join(folder, "artifacts", name + "-")
    os.makedirs(os.path.dirname(artifacts), exist_ok=True)
    seeds = []
    if os.path.exists(fuzzer + ".corpus"):
        with open(fuzzer + ".corpus") as file:
            seeds = [path for path in file.read().split("\n") if os.path.isdir(path)]
    with tempfile.TemporaryDirectory() as corpus:
        command = [fuzzer, corpus, *seeds, f"-max_total_time={seconds}",
                   "-rss_limit_mb=2048", "-timeout=10", "-print_final_stats=1",
                   "-verbosity=0", f"-artifact_prefix={artifacts}"]
        done = subprocess.run(command, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = done.stdout.decode(errors="replace")
    if done.returncode:
        print(text[-8000:])
    print(f"{name}: {'FAILED' if done.returncode else 'ok'}", flush=True)
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", help="write the counts here")
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("folder")
    options = parser.parse_args()
    found = []
    if os.path.isdir(options.folder):
        paths = [os.path.join(options.folder, n) for n in sorted(os.listdir(options.folder))]
        found = [p for p in paths if os.path.isfile(p) and os.access(p, os.X_OK)]
    results = [run(path, options.seconds) for path in found]
    counts = {"passed": results.count(True), "failed": results.count(False), "skipped": 0}
    print(f"fuzzers: {counts['passed']} passed, {counts['failed']} failed")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(counts, file)
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
