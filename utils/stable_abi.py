#!/usr/bin/env python3
#===- stable_abi.py - What PyTorch's stable ABI offers the compiler -------===#
#
#   python utils/stable_abi.py [PYTHON...]
#
# Prints the facts of docs/Rationale/ConstantFolding.md about the C functions that
# keep their form in all versions of PyTorch (torch/csrc/stable). For the PyTorch of
# this interpreter, and of each other one: how many operators
# torch_call_dispatcher can call by the types of their schemas, and two calls as
# a proof. For each other one also the operators that can be called with both
# versions, but have another schema there. utils/torch_versions.py --keep makes
# environments of other versions.
#
#===----------------------------------------------------------------------===#

import collections
import ctypes
import json
import pathlib
import subprocess
import sys

# The cases of to_ivalue and from_ivalue in torch/csrc/shim_common.cpp.
KINDS = {"TensorType", "IntType", "SymIntType", "FloatType", "BoolType", "ScalarTypeType",
         "DeviceObjType", "LayoutType", "MemoryFormatType", "StringType"}


def kind(type_):
    """The kind of a type, or of the elements of an optional value or a list."""
    while type_.kind() in ("OptionalType", "ListType"):
        type_ = type_.getElementType()
    return type_.kind()


def call(library, name, overload, numbers):
    """The exit code of a call with two tensors and then numbers."""
    stack = (ctypes.c_uint64 * 8)()
    data = (ctypes.c_float * 2)(1, 2)
    size, stride = (ctypes.c_int64 * 1)(2), (ctypes.c_int64 * 1)(1)
    for index in range(2):
        tensor = ctypes.c_void_p()
        failed = library.aoti_torch_create_tensor_from_blob(
            data, ctypes.c_int64(1), size, stride, ctypes.c_int64(0),
            library.aoti_torch_dtype_float32(), library.aoti_torch_device_type_cpu(), 0,
            ctypes.byref(tensor))
        assert not failed
        stack[index] = tensor.value
    stack[2 : 2 + len(numbers)] = numbers
    return library.aoti_torch_call_dispatcher(name, overload, stack)


def facts():
    """The facts about the PyTorch of this interpreter."""
    import torch

    folder = pathlib.Path(torch.__file__).parent / "lib"
    library = ctypes.CDLL(str(folder / "libtorch_cpu.so"))
    schemas, refused, why = {}, 0, collections.Counter()
    for schema in torch._C._jit_get_all_schemas():
        name = schema.name + ("." if schema.overload_name else "") + schema.overload_name
        if (not name.startswith("aten::") or schema.is_mutable
                or not torch._C._dispatch_has_kernel(name)):
            continue
        kinds = {kind(value.type) for value in [*schema.arguments, *schema.returns]} - KINDS
        kinds -= {"GeneratorType"}  # None is passed.
        if kinds:
            refused += 1
            why.update(kinds)
        else:
            schemas[name] = [
                *([str(a.type), repr(a.default_value)] for a in schema.arguments),
                *(str(r.type) for r in schema.returns)]
    return {
        "version": torch.__version__,
        "schemas": schemas,
        "refused": refused,
        "why": dict(why.most_common()),
        "mul": call(library, b"aten::mul", b"Tensor", []),
        "add": call(library, b"aten::add", b"Tensor", [1]),
    }


def main():
    if sys.argv[1:] == ["--json"]:
        print(json.dumps(facts()))
        return
    own = None
    for python in [sys.executable, *sys.argv[1:]]:
        done = subprocess.run([python, __file__, "--json"], check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL)
        found = json.loads(done.stdout)
        own = own or found
        schemas = found["schemas"]
        print(f"PyTorch {found['version']}: {len(schemas)} operators can be called, "
              f"{found['refused']} cannot, because of {found['why']}")
        for name, code in (("mul.Tensor", found["mul"]), ("add.Tensor", found["add"])):
            print(f"  aten::{name} {'is refused' if code else 'is computed'}")
        both = sorted(schemas.keys() & own["schemas"].keys())
        other = [name for name in both if schemas[name] != own["schemas"][name]]
        if found is not own:
            print(f"  {len(other)} of {len(both)} operators have another schema than in "
                  f"{own['version']}: {', '.join(other)}")


if __name__ == "__main__":
    main()
