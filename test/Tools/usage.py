# Wrong usage of the tools that have LLVM's options: what a message repeats is
# escaped.
#
# RUN: %python %s | FileCheck %s

import subprocess

WRONG = [
    ["--no\x1b[31mred"],
    ["--pass-pipeline=builtin.module(\x1b[31m)"],
    ["-o=\x1b[31m", "--none"],
    ["--non\u202ee"],
    ["in", "--", "\x1b[31m"],
]
for tool in ("torch-onnx-opt", "torch-onnx-translate", "torch-onnx-reduce"):
    for arguments in WRONG:
        done = subprocess.run([tool, *arguments], capture_output=True, check=False, stdin=subprocess.DEVNULL)
        print(done.returncode, done.stderr.decode().splitlines()[:1])
        assert b"\x1b" not in done.stderr and "\u202e" not in done.stderr.decode()

# CHECK: 1 ["torch-onnx-opt: error: the option '--no\\x1B[31mred' has a character that a terminal may not show"]
# CHECK: 1 ["torch-onnx-opt: error: the option '--pass-pipeline=builtin.module(\\x1B[31m)' has
# CHECK: 1 ["torch-onnx-opt: error: the option '-o=
# CHECK: 1 ["torch-onnx-opt: error: the option '--non\\u{202E}e' has
# CHECK: 1 [
# CHECK: 1 ["torch-onnx-translate: error: the option '--no
# CHECK: 1 ["torch-onnx-reduce: error: the option '--no
