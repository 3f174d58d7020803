"""The undocumented parts of PyTorch that the package uses.

Only `_PLACES` depends on the version of PyTorch: it lists the places of each internal, newest
place first.  An internal that a version lacks is None.  Code that uses it then works without
it, or reports that a model or a feature needs another version.

Versions newer than `NEWEST` are not tested.  With them, `torch.export.save` writes programs
into memory, which is public but slower, instead of the classes that it calls.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import logging
from typing import Any

import torch
from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode
from torch.utils import _pytree as pytree

from torch_onnx_mlir._support.torch_version import NEWEST

#: Major and minor version.
VERSION = tuple(map(int, torch.__version__.split("+")[0].split(".")[:2]))

_SCRIPT_EXPORTER = "torch.onnx._internal.torchscript_exporter"
_SERIALIZE = "torch._export.serde.serialize"
_PLACES: dict[str, tuple[str, ...]] = {
    # The exporter of TorchScript: symbolic functions (2.9 moved it).
    "globals_of_scripts": (f"{_SCRIPT_EXPORTER}._globals", "torch.onnx._globals"),
    "types_of_scripts": (f"{_SCRIPT_EXPORTER}._type_utils", "torch.onnx._type_utils"),
    "graphs_of_scripts": (f"{_SCRIPT_EXPORTER}.jit_utils", "torch.onnx._internal.jit_utils"),
    "symbolics_of_scripts": (
        f"{_SCRIPT_EXPORTER}.registration",
        "torch.onnx._internal.registration",
    ),
    "utils_of_scripts": (f"{_SCRIPT_EXPORTER}.utils", "torch.onnx.utils"),
    # Other parts of torch.onnx.
    "exporter_flags": ("torch.onnx._internal.exporter._flags",),  # 2.7
    "exportable_module": ("torch.onnx:ExportableModule",),  # 2.11
    "onnx_ops": ("torch.onnx.ops",),  # 2.8
    "encoded_attributes": ("torch.onnx.ops._symbolic_impl:EncodedAttrs",),  # 2.8
    "verification_info": ("torch.onnx.verification:VerificationInfo",),  # 2.7
    # torch.export.
    "export_flags": ("torch.onnx._flags",),
    "guard_or_false": ("torch.fx.experimental.symbolic_shapes:guard_or_false",),  # 2.7
    "sizes_of_one": ("torch.fx.experimental._config:backed_size_oblivious",),  # 2.7
    # Removed in 2.7: sym_max and sym_min by the sizes of the example.
    "choices_by_example": ("torch.fx.experimental.sym_node:alternate_impl_if_hinted_methods",),
    # True only for 2.6: transforms of dynamic sizes that fake tensors refuse.
    "refused_transforms": ("torch._subclasses.fake_impls:stride_incorrect_op",),
    "vmap": ("torch._functorch.predispatch",),  # 2.9
    # Came with 2.13, as did that torch.export.save writes the calls of torch.vmap.
    "written_vmap": ("torch._functorch.predispatch:_make_dual",),
    "index_under_vmap": ("torch._dynamo._trace_wrapped_higher_order_op:mod_index",),
    "with_modules_as_inputs": (
        "torch._export.non_strict_utils:_enable_graph_inputs_of_type_nn_module",  # 2.7
    ),
    "should_use_pickle": ("torch.export.pt2_archive._package:_should_use_pickle",),  # 2.9
    # What torch.export.save calls.
    "schema": ("torch._export.serde.schema",),
    "dtypes_of_schema": (f"{_SERIALIZE}:_TORCH_TO_SERIALIZE_DTYPE",),
    "enum_encoder": (f"{_SERIALIZE}:EnumEncoder",),
    "graph_serializer": (f"{_SERIALIZE}:GraphModuleSerializer",),
    "serialize_range_constraints": (f"{_SERIALIZE}:serialize_range_constraints",),
    "serialize_tensor_meta": (f"{_SERIALIZE}:serialize_tensor_meta",),
    "number_operators": (f"{_SERIALIZE}:_SYM_OPS", f"{_SERIALIZE}:_SYM_INT_OPS"),  # one set since 2.7
    "union": ("torch._export.serde.union:_Union",),
    "dim": ("torch.export.dynamic_shapes:_Dim", "torch.export:Dim"),  # a class since 2.7
    "derived_dim": ("torch.export.dynamic_shapes:_DerivedDim",),
    # Lowerings written with onnxscript.
    "signature_of_function": (
        "torch.onnx._internal.exporter._schemas:op_signature_from_function",
        "torch.onnx._internal.exporter._schemas:OpSignature.from_function",
    ),
    # Dtypes.
    "float4": ("torch:float4_e2m1fn_x2",),  # 2.8
}

#: What the quick serializer needs. Its classes have been the same since 2.9.
_SERIALIZER = (
    "schema",
    "dtypes_of_schema",
    "enum_encoder",
    "graph_serializer",
    "serialize_range_constraints",
    "serialize_tensor_meta",
    "union",
    "should_use_pickle",
    "with_modules_as_inputs",
)
_OLDEST_OF_SERIALIZER = (2, 9)


@functools.cache
def find(name: str) -> Any:
    """An internal of `_PLACES`, or None if this version of PyTorch lacks it."""
    for place in _PLACES[name]:
        module, _, attribute = place.partition(":")
        try:
            found: Any = importlib.import_module(module)
            for part in filter(None, attribute.split(".")):
                found = getattr(found, part)
            return found
        except (ImportError, AttributeError):
            continue
    return None


@functools.cache
def has_serializer() -> bool:
    """Whether the classes that torch.export.save calls are those that the package knows.

    Says so, once, where PyTorch is newer than what has been tried.
    """
    if VERSION > NEWEST:
        logging.getLogger("torch_onnx_mlir").warning(
            "PyTorch %s is newer than %d.%d, the newest version that this package was tested "
            "with: programs are passed to the compiler through torch.export.save, which takes "
            "longer",
            torch.__version__,
            *NEWEST,
        )
        return False
    return VERSION >= _OLDEST_OF_SERIALIZER and all(find(name) is not None for name in _SERIALIZER)


@functools.cache
def signature_attribute() -> str:
    """Where torch.onnx keeps the signature of a function of onnxscript."""
    from torch.onnx._internal.exporter import _building

    newer = "_pt_onnx_signature"
    return newer if newer in inspect.getsource(_building) else "signature"


def module_of(program: torch.export.ExportedProgram) -> torch.nn.Module:
    """The module of a program, without checks of its inputs, which came with 2.9."""
    options = inspect.signature(program.module).parameters
    return program.module(**({"check_guards": False} if "check_guards" in options else {}))


def children_of(spec: pytree.TreeSpec) -> list[pytree.TreeSpec]:
    """The structures of the parts of a container: an attribute before 2.9."""
    if hasattr(spec, "children"):
        return list(spec.children())
    return list(spec.children_specs)


def kind_of_hint(hint: Any) -> str:
    """"AUTO", "DYNAMIC" or "STATIC"; hints are members of an enumeration before 2.7."""
    return str(getattr(hint, "type", hint).name)


def name_of_source(source: Any) -> str:
    """Where a size comes from, `L['x'].size()[0]`: a method of the source in older versions."""
    name = source.name
    return str(name() if callable(name) else name)


def derived_dim(name: str, root: Any, function: Any) -> Any:
    """A dimension that is a function of another one; its class is a metaclass before 2.7."""
    kind = find("derived_dim")
    if issubclass(kind, type):
        return kind(name, (int,), {"root": root, "fn": function})
    return kind(name, root, function)


def holds(condition: bool | torch.SymBool) -> bool:
    """Whether a condition on sizes holds; False if it depends on the values of tensors."""
    if (guard_or_false := find("guard_or_false")) is not None:
        return bool(guard_or_false(condition))
    try:
        return bool(condition)
    except GuardOnDataDependentSymNode:
        return False


def require(name: str, what: str, since: str) -> Any:
    """An internal of `_PLACES`, which must exist.

    Args:
        name: Its name.
        what: What the caller wants to do.
        since: The first version of PyTorch that has it.

    Raises:
        NotImplementedError: This version lacks it. The message says what works nevertheless.
    """
    if (found := find(name)) is not None:
        return found
    raise NotImplementedError(
        f"{what} needs PyTorch {since} or newer, and {torch.__version__} is installed; export() of "
        "modules and of exported programs works with it"
    )
