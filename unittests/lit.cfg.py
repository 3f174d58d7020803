# ===- lit.cfg.py - configuration of the unit tests -----------------------=== #
#
# lit finds the GoogleTest programs of the build, runs them in shards, and
# reports each test by its name:
#   GTEST_FILTER="Opaque*" lit -sv build/release/unittests --filter SymTests
#
# ===----------------------------------------------------------------------=== #

import os

import lit.formats

config.name = "Torch-ONNX-Unit"
config.test_format = lit.formats.GoogleTest(config.torch_onnx_unittests_dir, "Tests")
config.test_source_root = config.torch_onnx_unittests
config.test_exec_root = config.torch_onnx_unittests
# Tests read variables of ours (TORCH_ONNX_TEST_OPERATOR) and of the sanitizers.
config.environment.update(os.environ)

if config.torch_onnx_sanitize:
    # LLVM's own libraries are not instrumented (docs/HowTo/Build.md).
    config.environment.setdefault(
        "ASAN_OPTIONS", "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0"
    )
    config.environment.setdefault("UBSAN_OPTIONS", "print_stacktrace=1:halt_on_error=1")
