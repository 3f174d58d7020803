"""The parts of an exported program that the compiler reads, without a file.

torch.export.save writes the graph as JSON, one table of weights, one of constants,
and their bytes.  Here are the same texts, and the addresses of the storages in place
of the bytes: no weight is copied.
"""

from __future__ import annotations

import ctypes
import json
from typing import Any

import torch
from torch._subclasses.fake_tensor import FakeTensor
from torch.utils._python_dispatch import is_traceable_wrapper_subclass

from torch_onnx_mlir._compiler.serialize import dtype_of, serialize, without_collection
from torch_onnx_mlir._support import torch_internals as _torch

#: Texts that end in so many spaces are parsed where they are.
_ROOM = b" " * 64


def _is_subclass(value: torch.Tensor) -> bool:
    """Whether torch.export.save pickles a tensor in place of writing its storage."""
    should_use_pickle = _torch.find("should_use_pickle")
    if should_use_pickle is not None:
        return bool(should_use_pickle(value))
    return type(value) not in (torch.Tensor, torch.nn.Parameter, torch.nn.Buffer)


class Parts:
    """Texts and storages of a program.  The storages stay alive with this object."""

    #: JSON, as `models/NAME.json` of an archive.
    program: bytearray
    #: JSON, as `NAME_weights_config.json` and `NAME_constants_config.json`.
    weights: bytes
    constants: bytes
    #: Storages on the CPU by the names that the tables have; None: one without bytes.
    storages: dict[str, torch.UntypedStorage | None]

    def __init__(self, program: torch.export.ExportedProgram) -> None:
        self.storages = {}
        # The storage keeps its key from being that of another one.
        self._names: dict[int, tuple[str, torch.UntypedStorage]] = {}
        with without_collection():
            self.weights = self._table(dict(program.state_dict))
            self.constants = self._table(dict(program.constants))
            self.program = serialize(program)
        self.program += _ROOM

    def _table(self, values: dict[str, Any]) -> bytes:
        config: dict[str, Any] = {}
        while values:
            name, value = values.popitem()
            config[name] = self._entry(value)
            if is_traceable_wrapper_subclass(value):
                # The program takes what a subclass is made of out of it, by attribute.
                attributes, _ = value.__tensor_flatten__()
                values |= {f"{name}.{attribute}": getattr(value, attribute) for attribute in attributes}
        return json.dumps({"config": config}).encode() + _ROOM

    def _entry(self, value: Any) -> dict[str, Any]:
        is_plain = (
            isinstance(value, torch.Tensor)
            and not is_traceable_wrapper_subclass(value)
            and value.layout == torch.strided
            and (isinstance(value, FakeTensor) or not _is_subclass(value))
        )
        if not is_plain:
            return {"path_name": "", "use_pickle": True, "tensor_meta": None}
        if value.is_conj() or value.is_neg():
            # Views that are computed when they are read.
            value = value.detach().resolve_conj().resolve_neg()
        meta = {
            "dtype": dtype_of(value.dtype),
            "sizes": [{"as_int": int(size)} for size in value.shape],
            "strides": [{"as_int": int(stride)} for stride in value.stride()],
            "storage_offset": {"as_int": int(value.storage_offset())},
        }
        return {"path_name": self._storage(value), "use_pickle": False, "tensor_meta": meta}

    def _storage(self, value: torch.Tensor) -> str:
        """The name of the storage of a tensor; one without bytes if it has none."""
        if isinstance(value, FakeTensor) or value.device.type == "meta":
            name = "absent"
            self.storages.setdefault(name, None)
            return name
        storage = value.untyped_storage()
        key = storage._cdata
        if key not in self._names:
            name = f"storage_{len(self._names)}"
            self._names[key] = (name, storage)
            is_here = storage.device.type == "cpu"
            self.storages[name] = storage if is_here else storage.cpu()  # type: ignore[no-untyped-call]
        return self._names[key][0]

    def forget_program(self) -> None:
        """Release the text of the program, which the compiler has read."""
        self.program = bytearray()


def view(storage: torch.UntypedStorage | None) -> memoryview:
    """The bytes of a storage, which lives as long as the view."""
    if storage is None or not storage.nbytes():
        return memoryview(b"")
    # ctypes has a type for each size and keeps it: not for those that nobody looks at.
    array = (ctypes.c_ubyte * storage.nbytes()).from_address(storage.data_ptr())
    array.storage = storage  # type: ignore[attr-defined]
    return memoryview(array).cast("B")
