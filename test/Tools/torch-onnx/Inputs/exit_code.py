# ===- exit_code.py - runs a command that must end with a given code ------=== #
#
# `not` tells failure from success; the codes of torch-onnx say more.
#
# ===----------------------------------------------------------------------=== #

import subprocess
import sys

code = subprocess.run(sys.argv[2:]).returncode
if code != int(sys.argv[1]):
    print(f"exit code {code}, expected {sys.argv[1]}")
    sys.exit(1)
