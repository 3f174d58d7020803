"""The JSON of an exported program, which torch.export.save writes.

It comes from the classes that torch.export.save calls itself, with less work: a deep
copy of the program in a canonical form, as a test of itself, is left out, which takes
twice as long as all the rest; so is a text of the program for a log; descriptions of
tensors are shared; and arguments of common kinds are written without objects in between.
Each node is text before the next one is looked at, so that the objects of one node are in
memory, and not those of the program.  The result is the same, which tests compare, but for
the lines of code in stack traces, which nobody reads: a fifth of the text.
"""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import gc
import io
import json
import math
import re
import sys
import threading
import warnings
import zipfile
from collections import namedtuple
from collections.abc import Iterator, Mapping
from typing import Any
from unittest import mock

import torch
from torch._export.serde import schema
from torch.utils import _pytree as pytree

from torch_onnx_mlir._support import torch_internals as _torch

_TORCH_TO_SERIALIZE_DTYPE: dict[torch.dtype, Any] = _torch.find("dtypes_of_schema") or {}
EnumEncoder: Any = _torch.find("enum_encoder")
GraphModuleSerializer: Any = _torch.find("graph_serializer")
serialize_range_constraints: Any = _torch.find("serialize_range_constraints")
serialize_tensor_meta: Any = _torch.find("serialize_tensor_meta")
_Union: Any = _torch.find("union")
_with_modules_as_inputs: Any = _torch.find("with_modules_as_inputs")

# Numbers that JSON does not have, as the schema writes them.
_SPECIAL = {"inf": "Infinity", "-inf": "-Infinity", "nan": "NaN"}
# What Python's constants are called; lists of them have an "s" behind.
_KINDS: dict[type, str] = {
    bool: "as_bool",
    int: "as_int",
    float: "as_float",
    str: "as_string",
}


@contextlib.contextmanager
def without_collection() -> Iterator[None]:
    """Many small objects are made and none is garbage: each collection would walk over
    all objects of the process in vain, a third of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextlib.contextmanager
def _without_text(module: torch.fx.GraphModule) -> Iterator[None]:
    """The serializer asks for the text of a module, for a log: a fifth of the time."""
    module.__dict__["print_readable"] = lambda **_: ""
    try:
        yield
    finally:
        module.__dict__.pop("print_readable", None)


def dtype_of(dtype: torch.dtype) -> int | str:
    """A dtype as the schema has it, or by its name if the schema has no number for it.

    torch.export.save refuses such a dtype, so that no archive has a name here.  A name
    stays what it means; any number that is free today may be another dtype tomorrow.
    """
    number = _TORCH_TO_SERIALIZE_DTYPE.get(dtype)
    return str(dtype).removeprefix("torch.") if number is None else number.value


class _Bytes:
    """A tensor with a dtype that the schema has in place of its own."""

    dtype = torch.uint8

    def __init__(self, tensor: torch.Tensor) -> None:
        self._tensor = tensor

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tensor, name)


def _allow_all_dtypes(serializer: Any) -> None:
    describe = serializer.serialize_tensor_output

    def describe_any(name: str, tensor: torch.Tensor) -> schema.TensorArgument:
        if tensor.dtype in _TORCH_TO_SERIALIZE_DTYPE:
            described: schema.TensorArgument = describe(name, tensor)
            return described
        stand_in: Any = _Bytes(tensor)
        meta: Any = serialize_tensor_meta(stand_in)
        meta.dtype = dtype_of(tensor.dtype)
        serializer.graph_state.tensor_values[name] = meta
        return schema.TensorArgument(name=name)

    vars(serializer)["serialize_tensor_output"] = describe_any


class _Ready(dict[str, Any]):
    """What is written as it is."""


def _of_number(value: Any) -> Any:
    """What tells sizes apart: a number, or an expression."""
    return value if isinstance(value, int) else value.node.expr


def _share_types(serializer: Any) -> None:
    """Let tensors of one type share its description: programs have few types."""
    describe = serializer.serialize_tensor_output
    values = serializer.graph_state.tensor_values
    known: dict[Any, schema.TensorMeta] = {}

    def describe_once(name: str, tensor: torch.Tensor) -> schema.TensorArgument:
        is_main = serializer.graph_state.tensor_values is values
        described: schema.TensorArgument
        if not is_main or name in values or tensor.layout is not torch.strided:
            described = describe(name, tensor)
            return described
        key = (
            tensor.dtype,
            tensor.requires_grad,
            tensor.device,
            tensor.layout,
            tuple(map(_of_number, tensor.shape)),
            tuple(map(_of_number, tensor.stride())),
            _of_number(tensor.storage_offset()),
        )
        if key not in known:
            described = describe(name, tensor)
            known[key] = values[name]
            return described
        values[name] = known[key]
        return schema.TensorArgument(name=name)

    vars(serializer)["serialize_tensor_output"] = describe_once


def _shorten_arguments(serializer: Any) -> None:
    """Write arguments of common kinds as they are in JSON.  The serializer makes three
    objects of each, and imports the whole of torch._inductor to ask for its kinds."""
    write = serializer.serialize_input
    kinds_of_numbers = {bool, int, float}
    duplicates = serializer.duplicate_getitem_nodes

    def name_of_tensor(arg: Any) -> str | None:
        if not isinstance(arg, torch.fx.Node) or arg.op == "get_attr":
            return None
        return arg.name if isinstance(arg.meta.get("val"), torch.Tensor) else None

    def size(arg: Any) -> dict[str, Any] | None:
        if type(arg) is int:
            return {"as_int": arg}
        if isinstance(arg, torch.fx.Node) and arg.name in serializer.graph_state.sym_int_values:
            return {"as_name": arg.name}
        return None

    def common(arg: Any) -> dict[str, Any] | None:
        kind = type(arg)
        if kind in _KINDS:
            # Numbers that JSON does not have are written by their names.
            return _Ready({_KINDS[kind]: arg}) if kind is not float else {"as_float": arg}
        if arg is None:
            return _Ready(as_none=True)
        if (name := name_of_tensor(arg)) is not None:
            return _Ready(as_tensor={"name": duplicates.get(name, name)})
        if isinstance(arg, torch.fx.Node):
            return None if (number := size(arg)) is None else _Ready(as_sym_int=number)
        if kind is torch.dtype:
            return {"as_scalar_type": dtype_of(arg)}
        if not isinstance(arg, (list, tuple)) or not arg:
            return None
        kinds = {type(item) for item in arg}
        if len(kinds) == 1 and (of_all := kinds.pop()) in _KINDS:
            return {f"{_KINDS[of_all]}s": list(arg)}
        sizes = [size(item) for item in arg]
        if None not in sizes:
            return _Ready(as_sym_ints=sizes)
        names = [name_of_tensor(item) for item in arg]
        if None not in names:
            return _Ready(as_tensors=[{"name": name} for name in names])
        if kinds_of_numbers & {type(item) for item in arg} and any(names):
            # What a while_loop begins with, (0, x): torch.export.save refuses it, and
            # has no kind of list for it.
            items = [common(item) for item in arg]
            return None if None in items else {"as_arguments": items}
        return None

    def write_quickly(arg: Any, arg_type: Any | None = None) -> Any:
        found = common(arg)
        return write(arg, arg_type) if found is None else found

    vars(serializer)["serialize_input"] = write_quickly


def _shorten_values(serializer: Any) -> None:
    """Write inputs and results that are one tensor as they are in JSON."""
    write_outputs = serializer.serialize_outputs
    write_placeholder = serializer.handle_placeholder

    def tensor(node: torch.fx.Node) -> _Ready:
        described = serializer.serialize_tensor_output(node.name, node.meta["val"])
        return _Ready(as_tensor={"name": described.name})

    def outputs(node: torch.fx.Node) -> Any:
        if (
            isinstance(node.target, torch._ops.OpOverload)
            and isinstance(node.meta.get("val"), torch.Tensor)
            and len(node.target._schema.returns) == 1
        ):
            return [tensor(node)]
        return write_outputs(node)

    def placeholder(node: torch.fx.Node) -> None:
        if isinstance(node.meta.get("val"), torch.Tensor):
            inputs: list[Any] = serializer.graph_state.inputs
            inputs.append(tensor(node))
        else:
            write_placeholder(node)

    vars(serializer)["serialize_outputs"] = outputs
    vars(serializer)["handle_placeholder"] = placeholder


def _shorten_traces(serializer: Any) -> None:
    """Write of a stack trace where its frames are, without the code that is there."""
    write = serializer.serialize_metadata
    known: dict[str, str] = {}

    def metadata(node: torch.fx.Node) -> dict[str, str]:
        values: dict[str, str] = write(node)
        if trace := values.get("stack_trace"):
            if trace not in known:
                frames = (line for line in trace.splitlines() if line.lstrip().startswith('File "'))
                known[trace] = "\n".join(frames)
            values["stack_trace"] = known[trace]
        return values

    vars(serializer)["serialize_metadata"] = metadata


def _can_write(spec: pytree.TreeSpec) -> bool:
    """Whether torch.export.save writes a container of this type."""
    leaf = pytree.tree_structure(0)
    try:
        pytree.treespec_dumps(
            pytree.TreeSpec(spec.type, spec.context, [leaf] * len(_torch.children_of(spec)))
        )
    except (NotImplementedError, TypeError, ValueError):
        return False
    return True


def _fields_of(spec: pytree.TreeSpec) -> list[str] | None:
    """The names of the parts of a container, or None."""
    fields: Any = None
    if spec.type is namedtuple:
        fields = spec.context._fields
    elif dataclasses.is_dataclass(spec.type):  # Fields that are None are no parts of it.
        fields = spec.context[0] if isinstance(spec.context, list) and spec.context else None
    elif isinstance(spec.type, type) and issubclass(spec.type, tuple):  # torch.return_types
        fields = getattr(spec.type, "__match_args__", None)
    if not isinstance(fields, (list, tuple)) or len(fields) != len(_torch.children_of(spec)):
        return None
    return list(fields) if all(isinstance(field, str) for field in fields) else None


def _with_known_types(spec: pytree.TreeSpec) -> pytree.TreeSpec:
    """The structure with a dict or a list in place of each container that cannot be written.

    torch.export.save refuses named tuples, data classes and other types that are registered
    without a name for files, torch.return_types among them, as torch.export.load could not
    make them; for the compiler only the names of fields count.
    """
    if spec.is_leaf():
        return spec
    children = [_with_known_types(child) for child in _torch.children_of(spec)]
    if spec.type in (tuple, list) or _can_write(spec):
        return pytree.TreeSpec(spec.type, spec.context, children)
    if fields := _fields_of(spec):
        return pytree.TreeSpec(dict, fields, children)
    return pytree.TreeSpec(list, None, children)


def _allow_all_types(serializer: Any) -> None:
    write = serializer.serialize_treespec
    vars(serializer)["serialize_treespec"] = lambda spec: write(_with_known_types(spec))


class _Plain:
    """Objects of the schema as dicts and lists."""

    def __call__(self, value: Any) -> Any:
        kind = type(value)
        if kind is str or kind is int or kind is bool or kind is _Ready or value is None:
            return value
        if kind is list or kind is tuple:
            return [self(item) for item in value]
        if kind is dict:
            return {key: self(item) for key, item in value.items()}
        if kind is float:
            return value if math.isfinite(value) else _SPECIAL[str(value)]
        if isinstance(value, _Union):
            fields = vars(value)
            tag = str(fields["_type"])
            return {tag: self(fields[tag])}
        if dataclasses.is_dataclass(value):
            return {key: self(item) for key, item in vars(value).items()}
        return value


class _Text:
    """The JSON, which grows: what a part is made of can go as soon as it is written."""

    def __init__(self) -> None:
        self.text = bytearray()
        self._encode = EnumEncoder(allow_nan=False).encode
        self._plain = _Plain()
        # The same object again is the same text again.
        self._shared: dict[int, tuple[Any, bytes]] = {}

    def open(self, bracket: bytes) -> None:
        """Begin an object or a list."""
        self.text += bracket

    def close(self, bracket: bytes) -> None:
        """End it; a member may follow."""
        if self.text.endswith(b","):
            del self.text[-1:]
        self.text += bracket + b","

    def key(self, key: str) -> None:
        """The name of the member that follows."""
        self.text += self._encode(key).encode() + b":"

    def _item(self, value: Any) -> bytes:
        text: str = self._encode(self._plain(value))
        return text.encode() + b","

    def write(self, value: Any) -> None:
        """An item of a list, or the value of a member."""
        self.text += self._item(value)

    def write_shared(self, value: Any) -> None:
        """One that may be written again."""
        if id(value) not in self._shared:
            # Kept, so that no other object gets its place in memory.
            self._shared[id(value)] = (value, self._item(value))
        self.text += self._shared[id(value)][1]

    def members(self, values: Mapping[str, Any]) -> None:
        """All members of a mapping."""
        for key, value in values.items():
            self.key(key)
            self.write(value)


class _Nodes(list[schema.Node]):
    """The nodes of the graph, each of them written when it is complete, and not kept."""

    def __init__(self, text: _Text) -> None:
        super().__init__()
        self._text = text

    def append(self, node: schema.Node) -> None:
        """Write a node."""
        self._text.write(node)


def _of_numbers(value: Any) -> Any:
    """The same value with the names that newer versions write for numbers that JSON does not
    have."""
    if isinstance(value, float) and not math.isfinite(value):
        return _SPECIAL[str(value)]
    if isinstance(value, dict):
        return {key: _of_numbers(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_of_numbers(item) for item in value]
    return value


@contextlib.contextmanager
def _special_numbers_named() -> Iterator[None]:
    """torch.export.save writes infinities and NaN by name; some versions refuse to write NaN."""
    module = sys.modules[schema.__name__.rpartition(".")[0] + ".serialize"]
    to_values: Any = getattr(module, "_dataclass_to_dict", None)
    if not hasattr(module, "_to_json_bytes") or isinstance(to_values(math.nan), str):
        yield
        return

    def to_bytes(content: Any) -> bytes:
        return json.dumps(_of_numbers(to_values(content)), cls=EnumEncoder).encode()

    with mock.patch.object(module, "_to_json_bytes", to_bytes):
        yield


@contextlib.contextmanager
def _field_names_in_lower_case() -> Iterator[None]:
    """torch.export.save of some versions misspells a field of arguments, `as_sym_Float`."""
    create_of_torch: Any = schema.Argument.create

    def create(**fields: Any) -> Any:
        return create_of_torch(**{name.lower(): value for name, value in fields.items()})

    with mock.patch.object(schema.Argument, "create", create):
        yield


# It registers how fake tensors are pickled, and refuses to do so twice.
_saving = threading.Lock()


def _of_one_element(value: Any) -> Any:
    """A tensor with the same sizes, whose storage has at most one element.

    Values that are not plain tensors are returned unchanged.
    """
    if type(value) not in (torch.Tensor, torch.nn.Parameter) or value.layout != torch.strided:
        return value
    # A tensor without elements needs an empty storage: its address is 0, and PyTorch subtracts
    # the address of the storage from it.
    empty = torch.empty(() if value.numel() else value.shape, dtype=value.dtype)
    small = empty.expand(value.shape)
    if isinstance(value, torch.nn.Parameter):
        return torch.nn.Parameter(small, requires_grad=value.requires_grad)
    return small


def _with_known_signature(entry: torch.export.ModuleCallEntry) -> torch.export.ModuleCallEntry:
    """How a module is called, with containers that can be written."""
    if entry.signature is None:
        return entry
    signature = dataclasses.replace(
        entry.signature,
        in_spec=_with_known_types(entry.signature.in_spec),
        out_spec=_with_known_types(entry.signature.out_spec),
    )
    return dataclasses.replace(entry, signature=signature)


def serialize_by_save(program: torch.export.ExportedProgram) -> bytearray:
    """The JSON that torch.export.save writes: slower, and with documented functions only."""
    # The JSON does not depend on the bytes of the weights, which save() would copy.
    without_weights = copy.copy(program)
    state, constants = program.state_dict, program.constants
    without_weights._state_dict = {name: _of_one_element(value) for name, value in state.items()}
    without_weights._constants = {name: _of_one_element(value) for name, value in constants.items()}
    without_weights._module_call_graph = [
        _with_known_signature(entry) for entry in program.module_call_graph
    ]
    file = io.BytesIO()
    with (
        _saving,
        warnings.catch_warnings(),
        _special_numbers_named(),
        _field_names_in_lower_case(),
    ):
        warnings.simplefilter("ignore")  # torch's own, about what it will change
        torch.export.save(without_weights, file)
    with zipfile.ZipFile(file) as archive:
        (member,) = (
            name
            for name in archive.namelist()
            if name == "serialized_exported_program.json"  # up to 2.7
            or re.fullmatch(r"(.*/)?models/[^/]*\.json", name)
        )
        text = archive.read(member)
    if b"Infinity" in text or b"NaN" in text:
        text = json.dumps(_of_numbers(json.loads(text))).encode()
    return bytearray(text)


def serialize(program: torch.export.ExportedProgram) -> bytearray:
    """The JSON of a program, as `models/NAME.json` of an archive."""
    if not _torch.has_serializer():
        return serialize_by_save(program)
    text = _Text()
    with (
        without_collection(),
        _without_text(program.graph_module),
        _with_modules_as_inputs(program.example_inputs),
    ):
        serializer = GraphModuleSerializer(program.graph_signature, program.module_call_graph)
        _allow_all_dtypes(serializer)
        _share_types(serializer)
        _shorten_arguments(serializer)
        _shorten_values(serializer)
        _shorten_traces(serializer)
        _allow_all_types(serializer)
        serializer.graph_state.nodes = _Nodes(text)
        text.open(b'{"graph_module":{"graph":{"nodes":[')
        try:
            module = serializer.serialize(program.graph_module)
        finally:
            # Its methods of above hold it, and it holds them: what it has goes now.
            vars(serializer).clear()
        text.close(b"]")
        others = {"nodes", "tensor_values"}
        text.members({k: v for k, v in vars(module.graph).items() if k not in others})
        text.key("tensor_values")
        text.open(b"{")
        for name, meta in module.graph.tensor_values.items():
            text.key(name)
            text.write_shared(meta)
        text.close(b"}")
        text.close(b"}")
        text.members({k: v for k, v in vars(module).items() if k != "graph"})
        text.close(b"}")
        text.members(
            {
                "opset_version": {},
                "range_constraints": serialize_range_constraints(program.range_constraints),
                "schema_version": schema.SchemaVersion(
                    major=schema.SCHEMA_VERSION[0], minor=schema.SCHEMA_VERSION[1]
                ),
                "verifiers": [verifier.dialect for verifier in program.verifiers],
                "torch_version": torch.__version__,
                "guards_code": program._guards_code,
            }
        )
        text.close(b"}")
    del text.text[-1:]
    return text.text
