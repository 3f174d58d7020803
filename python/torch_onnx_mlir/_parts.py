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
from torch._export.serde.serialize import _TORCH_TO_SERIALIZE_DTYPE
from torch._subclasses.fake_tensor import FakeTensor
from torch.export.pt2_archive._package import _should_use_pickle

from torch_onnx_mlir._serialize import serialize


class Parts:
    """Texts and storages of a program.  The storages stay alive with this object."""

    #: JSON, as `models/NAME.json` of an archive.
    program: bytes
    #: JSON, as `NAME_weights_config.json` and `NAME_constants_config.json`.
    weights: bytes
    constants: bytes
    #: Bytes by the names that the tables have.
    storages: dict[str, memoryview]

    def __init__(self, program: torch.export.ExportedProgram) -> None:
        self.storages = {}
        self._names: dict[int, str] = {}
        self.weights = self._table(dict(program.state_dict))
        self.constants = self._table(dict(program.constants))
        self.program = serialize(program)

    def _table(self, values: dict[str, Any]) -> bytes:
        config = {name: self._entry(value) for name, value in values.items()}
        return json.dumps({"config": config}).encode()

    def _entry(self, value: Any) -> dict[str, Any]:
        is_plain = (
            isinstance(value, torch.Tensor)
            and value.layout == torch.strided
            and (isinstance(value, FakeTensor) or not _should_use_pickle(value))
        )
        if not is_plain:
            return {"path_name": "", "use_pickle": True, "tensor_meta": None}
        # Views that are computed when they are read.
        value = value.detach().resolve_conj().resolve_neg()
        meta = {
            "dtype": _TORCH_TO_SERIALIZE_DTYPE[value.dtype].value,
            "sizes": [{"as_int": int(size)} for size in value.shape],
            "strides": [{"as_int": int(stride)} for stride in value.stride()],
            "storage_offset": {"as_int": int(value.storage_offset())},
        }
        return {"path_name": self._storage(value), "use_pickle": False, "tensor_meta": meta}

    def _storage(self, value: torch.Tensor) -> str:
        """The name of the storage of a tensor; one without bytes if it has none."""
        if isinstance(value, FakeTensor) or value.device.type == "meta":
            name = "absent"
            self.storages.setdefault(name, memoryview(b""))
            return name
        storage = value.untyped_storage()
        key = storage._cdata
        if key not in self._names:
            name = self._names[key] = f"storage_{len(self._names)}"
            self.storages[name] = _view(storage)
        return self._names[key]


def _view(storage: torch.UntypedStorage) -> memoryview:
    """The bytes of a storage, which lives as long as the view; of one on another device
    a copy."""
    if storage.device.type != "cpu":
        storage = storage.cpu()  # type: ignore[no-untyped-call]
    size = storage.nbytes()
    if not size:
        return memoryview(b"")
    array = (ctypes.c_ubyte * size).from_address(storage.data_ptr())
    array.storage = storage  # type: ignore[attr-defined]
    return memoryview(array).cast("B")
