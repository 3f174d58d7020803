#!/usr/bin/env python3
"""Finds the functions that conversions call, for the linker to put side by side.

usage: order_functions.py LIBRARY -o FILE [--torch-python PYTHON]

A page of a library comes into memory with its neighbours, so functions that are
called now and then hold ten times their own size.  This script converts some small
programs with LIBRARY under valgrind, and writes the names of the functions that ran
to FILE, one on a line, as lld's --symbol-ordering-file takes them: those that most
programs need come first.  PYTHON has PyTorch, which captures the programs; the
conversions run in the Python of the script, without it (lib/CAPI/CMakeLists.txt,
docs/Rationale/Linking.md).
"""

from __future__ import annotations

import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))


def capture(folder: pathlib.Path) -> None:
    """Write programs as the package hands them over, and as archives."""
    import torch
    from order_functions_programs import programs
    from torch_onnx_mlir._compiler.program_view import Parts, view

    for number, (module, arguments, sizes) in enumerate(programs()):
        with torch.no_grad():
            program = torch.export.export(module.eval(), arguments, dynamic_shapes=sizes)
        torch.export.save(program, folder / f"{number}.pt2")
        parts = Parts(program)
        place = folder / f"{number}.parts"
        place.mkdir()
        for name in ("program", "weights", "constants"):
            (place / f"{name}.json").write_bytes(getattr(parts, name))
        for name, storage in parts.storages.items():
            (place / name).write_bytes(view(storage))


def convert(folder: pathlib.Path) -> None:
    """Convert what `capture` has written, from memory and from the archives."""
    import ctypes

    from torch_onnx_mlir._compiler import library as _library

    library = _library.load()
    poll = _library.Poll(lambda _: 0)
    for parts in sorted(folder.glob("*.parts")):
        json = {path.stem: path.read_bytes() for path in parts.glob("*.json")}
        data = {path.name: path.read_bytes() for path in parts.glob("storage_*")}
        storages = (_library.Storage * len(data))()
        for entry, (name, content) in zip(storages, data.items(), strict=True):
            entry.name, entry.size = name.encode(), len(content)
            entry.data = ctypes.cast(content, ctypes.c_void_p)
        texts = {name: ctypes.cast(text, ctypes.c_void_p) for name, text in json.items()}
        sizes = {f"{name}_size": len(text) for name, text in json.items()}
        options = ["--opset=20", "--target=ort", "--module-scopes"]
        handle = library.torchOnnxConversionCreate(_library.string_array(options), len(options))
        program = _library.Program(
            name=b"program",
            program=texts["program"],
            weights=json["weights"],
            constants=json["constants"],
            **sizes,
            storages=storages,
            storage_count=len(storages),
        )
        library.torchOnnxConversionSetProgram(handle, program)
        library.torchOnnxConversionSetPoll(handle, poll, None)
        assert library.torchOnnxConversionRun(handle, _library.OnMessage(), None) == 0
        path = str(folder / "model.onnx").encode()
        external = _library.WEIGHTS["external"]
        assert library.torchOnnxConversionSave(handle, path, external, 1024) == 0
        bytes_, size = ctypes.c_void_p(), ctypes.c_size_t()
        inline = _library.WEIGHTS["inline"]
        library.torchOnnxConversionSerialize(
            handle, inline, 1024, ctypes.byref(bytes_), ctypes.byref(size)
        )
        library.torchOnnxConversionGetReport(handle)
        library.torchOnnxConversionDestroy(handle)
    for archive in sorted(folder.glob("*.pt2")):
        line = [str(archive), "-o", str(folder / "model.onnx")]
        handle = library.torchOnnxConversionCreate(_library.string_array(line), len(line))
        assert library.torchOnnxConversionRun(handle, _library.OnMessage(), None) == 0
        library.torchOnnxConversionDestroy(handle)


def functions(profile: pathlib.Path, library: pathlib.Path) -> set[str]:
    """The functions of a library that a profile of callgrind has seen running."""
    names: dict[str, str] = {}
    objects: dict[str, str] = {}
    current = ""
    found: set[str] = set()
    # "fn=(12) name" names a function of the object of the last "ob=(3) path" and gives it a
    # number, which stands for both from then on; "cfn" and "cob" are of a call.
    for line in profile.read_text().splitlines():
        match = re.fullmatch(r"(c?fn|c?ob)=\((\d+)\)(?: (.*))?", line)
        if match is None:
            continue
        kind, number, name = match.groups()
        table = names if kind.endswith("fn") else objects
        if name is not None:
            table[number] = name
        if kind == "ob":
            current = objects[number]
        elif kind == "fn" and pathlib.Path(current).name == library.name:
            # Deeper calls of a recursive function are "name'2".
            found.add(re.sub(r"'\d+$", "", names[number]))
    return {name for name in found if re.fullmatch(r"[A-Za-z_][\w.$]*", name)}


def main() -> int:
    """Command line entry point."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("library", type=pathlib.Path, nargs="?")
    parser.add_argument("-o", dest="output", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--torch-python", default=sys.executable, metavar="PYTHON")
    parser.add_argument("--capture", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--convert", type=pathlib.Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.capture:
        capture(options.capture)
        return 0
    if options.convert:
        convert(options.convert)
        return 0
    if not options.library or not options.output:
        parser.error("which library, and where to?")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment = os.environ | {"TORCH_ONNX_LIBRARY": str(options.library.resolve())}
        # pip hides the packages of the Python that it builds with.
        environment.pop("PYTHONPATH", None)
        profile = folder / "profile"
        # A profile for each conversion.
        valgrind = ("valgrind", "--tool=callgrind", "--demangle=no", "--quiet",
                    "--dump-after=torchOnnxConversionDestroy")  # fmt: skip
        for command in (
            (options.torch_python, "-W", "ignore", __file__, "--capture", folder),
            (*valgrind, f"--callgrind-out-file={profile}", sys.executable, __file__,
             "--convert", folder),
        ):  # fmt: skip
            done = subprocess.run(command, env=environment, capture_output=True, check=False)
            if done.returncode != 0:
                print(done.stderr.decode(errors="replace")[-4000:], file=sys.stderr)
                print(
                    "order_functions: a program was not converted; with "
                    "TORCH_ONNX_ORDER_FUNCTIONS=OFF the library is built without an order",
                    file=sys.stderr,
                )
                return 1
        counts = collections.Counter(
            name
            for part in folder.glob("profile*")
            for name in functions(part, options.library)
        )
    order = sorted(counts, key=lambda name: (-counts[name], name))
    options.output.write_text("".join(f"{name}\n" for name in order))
    print(f"{options.output.name}: {len(order)} functions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
