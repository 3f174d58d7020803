# ===- lit.cfg.py - configuration of the text tests -----------------------=== #
#
# A test is a .mlir, .test or .py file with RUN lines. It may use
#   torch-onnx, torch-onnx-opt, torch-onnx-translate, torch-onnx-reduce,
#   torch-onnx-run
#   FileCheck, not, split-file, count    from LLVM
#   %python                              the Python that has torch and onnx
#   %src_root, %integration              the source tree, its integration/ folder
#   %libtorch                            libtorch_cpu.so of that Python
# and ask for a feature with REQUIRES: or UNSUPPORTED: (torch, onnx,
# onnxruntime, libtorch, asan).
#
# TORCH_ONNX_CHECK_ROUNDTRIP=1 in the environment adds --verify-roundtrip to
# every torch-onnx-opt, so that each test also tests printers, parsers and
# bytecode.
#
# ===----------------------------------------------------------------------=== #

import os
import subprocess

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "Torch-ONNX"
config.test_format = lit.formats.ShTest(not llvm_config.use_lit_shell)
config.suffixes = [".mlir", ".test", ".py"]
config.excludes = ["Inputs", "lit.cfg.py", "lit.site.cfg.py", "__init__.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.torch_onnx_obj_root, "test")

llvm_config.with_system_environment(
    ["HOME", "TMP", "TEMP", "ASAN_SYMBOLIZER_PATH", "TORCH_ONNX_LIBTORCH"]
)
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("PATH", config.torch_onnx_tools_dir, append_path=True)

# LLVM's own libraries are not instrumented, so containers that cross the
# border look overflown (docs/HowTo/Build.md).
if config.torch_onnx_sanitize:
    config.available_features.add("asan")
    llvm_config.with_environment(
        "ASAN_OPTIONS", "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0"
    )
    llvm_config.with_environment("UBSAN_OPTIONS", "print_stacktrace=1:halt_on_error=1")

if config.torch_onnx_libtorch.upper() in ("ON", "1", "TRUE", "YES"):
    config.available_features.add("libtorch")

# Asked of the Python that the tests use, not of the one that runs lit.
probe = (
    "import importlib.util as u\n"
    "print(*[m for m in ('torch', 'onnx', 'onnxruntime') if u.find_spec(m)])\n"
    "torch = u.find_spec('torch')\n"
    "print(torch.submodule_search_locations[0] if torch else '')"
)
found = subprocess.run(
    [config.python_executable, "-c", probe], capture_output=True, text=True
)
features, _, torch_root = found.stdout.strip().partition("\n")
config.available_features.update(features.split())

config.substitutions += [
    ("%python", config.python_executable),
    ("%src_root", config.torch_onnx_src_root),
    ("%libtorch", os.path.join(torch_root, "lib", "libtorch_cpu.so")),
    ("%integration", os.path.join(config.torch_onnx_src_root, "integration")),
]

tool_dirs = [config.torch_onnx_tools_dir, config.llvm_tools_dir]
opt_args = []
if os.environ.get("TORCH_ONNX_CHECK_ROUNDTRIP", "0") not in ("", "0"):
    opt_args = ["--verify-roundtrip"]
    # A test that asks for it itself must not get the option twice. The first
    # matching substitution wins, so this one stands before the plain one.
    config.substitutions.append(
        (
            r"(?<![\w./-])torch-onnx-opt(?![\w-])(?=[^|;&]*--verify-roundtrip)",
            os.path.join(config.torch_onnx_tools_dir, "torch-onnx-opt"),
        )
    )

# A tool that this build does not have is left as it is: its tests fail with
# "command not found" and the others run.
llvm_config.add_tool_substitutions(
    [
        ToolSubst("torch-onnx-opt", extra_args=opt_args, unresolved="ignore"),
        ToolSubst("torch-onnx-translate", unresolved="ignore"),
        ToolSubst("torch-onnx-reduce", unresolved="ignore"),
        ToolSubst("torch-onnx-run", unresolved="ignore"),
        ToolSubst("torch-onnx", unresolved="ignore"),
        ToolSubst("FileCheck"),
        ToolSubst("not"),
        ToolSubst("split-file"),
        ToolSubst("count"),
    ],
    tool_dirs,
)
