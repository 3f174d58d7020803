"""Names of torch.onnx, of PyTorch 2.1 and newer: which modules are torch's own, and which
names are not there, with the reason.

`__init__.pyi` says where the other names are defined. A test compares all of them with a
list of the public names of torch.onnx.
"""

from __future__ import annotations

import ast
import functools
import importlib
import pathlib
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

_PACKAGE = "torch_onnx_mlir."

# Modules of torch.onnx that are used as they are: symbolic functions call them.
TORCH_MODULES = frozenset(
    ("operators", "ops", "symbolic_helper", *(f"symbolic_opset{n}" for n in range(7, 21)))
)
# What the package has beyond torch.onnx.
OWN = frozenset(("Bisection", "bisect", "compare", "extract", "get_version", "patch", "verify"))

_NO_LOG = "there is no log of diagnostics: report=True writes a report, and messages are warnings"
_NO_OPTIONS = (
    "verify() takes rtol= and atol=, and runs ONNX Runtime; testing.assert_onnx_program() takes "
    'backend="reference", and a session for other providers is made by '
    "initialize_inference_session()"
)
_NO_GRAPH = (
    "it cuts a graph of TorchScript, and models are not made from one: verify() names the "
    "first node that differs, bisect() the pass that causes it, and extract() cuts a part out"
)
# By name, without "torch.onnx.": why a name is not there, and what to use in its place.
NOT_HERE = {
    "ExportTypes": "a model is written as a file, not as an archive: pack the files that save() "
    "returns",
    "ONNXProgram.diagnostic_context": _NO_LOG,
    "ONNXProgram.fake_context": "enable_fake_mode() gives the context: keep it where it is used",
    "ONNXProgram.save_diagnostics": _NO_LOG,
    "OnnxExporterError.export_output": "a program that is refused gives no model: `messages` and "
    "`report` of a ConversionError say why it was refused",
    "OnnxExporterError.onnx_program": "a program that is refused gives no model: `messages` and "
    "`report` of a ConversionError say why it was refused",
    "SymbolicContext": "PyTorch has removed it: a symbolic function takes `g`, which has "
    "`params_dict`, `env`, `original_node` and `block`",
    "symbolic_caffe2": "PyTorch has no Caffe2 any more: lowerings for ONNX are in symbolic_opset9",
    "symbolic_helper.is_caffe2_aten_fallback": "PyTorch has no Caffe2 any more: it was False",
    "symbolic_opset9.overload_by_arg_count": "PyTorch has removed it: a symbolic function takes "
    "`*args`, and looks at how many there are",
    "verification.GraphInfo": _NO_GRAPH,
    "verification.GraphInfoPrettyPrinter": _NO_GRAPH,
    "verification.OnnxBackend": _NO_OPTIONS,
    "verification.OnnxTestCaseRepro": _NO_GRAPH,
    "verification.VerificationOptions": _NO_OPTIONS,
    "verification.check_export_model_diff": "it compares two graphs of TorchScript: compare() "
    "runs two models on the same inputs",
    "verification.find_mismatch": _NO_GRAPH,
    "verification.verify_aten_graph": _NO_GRAPH,
}


@functools.cache
def declared() -> dict[str, str]:
    """The names of the package in `__init__.pyi`, and the module that has each."""
    text = pathlib.Path(__file__).parents[1].joinpath("__init__.pyi").read_text("utf-8")
    homes = dict.fromkeys(("producer_name", "producer_version"), "torch_onnx_mlir")
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            home = "torch.onnx" if node.module.startswith("torch.") else node.module
            homes |= dict.fromkeys((alias.name for alias in node.names), home)
    return homes


def missing(owner: str, name: str) -> AttributeError:
    """The error for a name that a module or a class does not have.

    Args:
        owner: As in "verification"; "" is the package.
        name: The name.
    """
    own = f"{owner}.{name}" if owner else name
    module = f"{_PACKAGE}{owner}".rstrip(".")
    text = f"module '{module}' has no attribute '{name}'"
    if reason := NOT_HERE.get(own):
        text = f"'torch.onnx.{own}' has no equivalent in torch_onnx_mlir; {reason}"
    return AttributeError(text, name=name)


class Absent:
    """A member that ONNXProgram of torch.onnx had, and ours does not."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type) -> Any:
        """Refuse to be read.

        Raises:
            AttributeError: Always, with the reason.
        """
        raise missing("ONNXProgram", self._name)


class Finder:
    """Finds modules that are torch's own, and says why others do not exist.

    `from MODULE import NAME` hides the text of an AttributeError; it does not hide that
    of an ImportError here, if the module has a `__path__`.
    """

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module of torch, as sys.meta_path has it.

        Raises:
            ImportError: The name is one of torch.onnx that this package does not have.
        """
        own = name.removeprefix(_PACKAGE)
        if own != name and own in NOT_HERE:
            raise ImportError(str(missing("", own)), name=name)
        # A Finder is a loader, too, without the methods that only `runpy` asks for.
        loader: Any = cls
        return ModuleSpec(name, loader) if own != name and own in TORCH_MODULES else None

    @staticmethod
    def create_module(spec: ModuleSpec) -> None:
        """Leaves it to Python to make a module, which `exec_module` replaces."""

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        """Put the module of torch in the place of the module."""
        own = module.__name__
        sys.modules[own] = importlib.import_module(f"torch.onnx.{own.removeprefix(_PACKAGE)}")
