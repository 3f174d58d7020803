#!/usr/bin/env python3
"""Lists the public names of torch.onnx, and the versions of PyTorch that have them.

    utils/list_torch_onnx_names.py WHEEL... > python/tests/torch_onnx_names.txt

A wheel is one of PyTorch, for any platform; those of macOS are the smallest:

    pip download --no-deps --only-binary=:all: --platform macosx_14_0_arm64 torch==2.14.1

Only torch/onnx/*.py of it is read, and nothing is run. A name is public if no part of
it begins with an underscore, and `__all__` of its module has it, or, where that says
nothing, it is defined in the module. Members of public classes are names, too.
python/tests/test_torch_onnx_names.py says what the package has for each.
"""

from __future__ import annotations

import ast
import pathlib
import sys
import zipfile
from collections import defaultdict
from collections.abc import Iterator

Definition = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


def _fields(function: ast.FunctionDef) -> Iterator[str]:
    """The fields of `self` that a function sets."""
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            if isinstance(node.value, ast.Name) and node.value.id == "self":
                yield node.attr


class Tree:
    """The modules of torch.onnx in one wheel.

    Args:
        wheel: The path of the wheel.
    """

    def __init__(self, wheel: str) -> None:
        self.version = tuple(map(int, pathlib.Path(wheel).name.split("-")[1].split(".")[:2]))
        self._modules: dict[str, ast.Module] = {}
        self._packages: set[str] = set()
        with zipfile.ZipFile(wheel) as archive:
            for path in archive.namelist():
                if path.startswith("torch/onnx/") and path.endswith(".py"):
                    name = path.removesuffix(".py").replace("/", ".")
                    if name.endswith(".__init__"):
                        name = name.removesuffix(".__init__")
                        self._packages.add(name)
                    self._modules[name] = ast.parse(archive.read(path))

    def public_modules(self) -> list[str]:
        """torch.onnx, and the modules in it without an underscore."""
        return [name for name in self._modules if "._" not in name]

    def _source(self, module: str, node: ast.ImportFrom) -> str:
        """The absolute name of the module that a statement imports from."""
        if not node.level:
            return node.module or ""
        parts = module.split(".")
        parts = parts[: len(parts) - node.level + (module in self._packages)]
        return ".".join([*parts, *filter(None, [node.module])])

    def bound(self, module: str) -> dict[str, Definition | str]:
        """The names that a module has: a definition, or "MODULE.NAME" of an import
        from torch.onnx."""
        names: dict[str, Definition | str] = {}
        for node in self._modules[module].body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                names[node.name] = node
            elif isinstance(node, (ast.Assign, ast.AnnAssign)):
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    if isinstance(target, ast.Name):
                        names[target.id] = node
            elif isinstance(node, ast.ImportFrom):
                source = self._source(module, node)
                for alias in node.names:
                    if alias.name == "*":
                        names |= {name: f"{source}.{name}" for name in self.public(source)}
                    elif source.startswith(("torch.onnx", "torch._C._onnx")):
                        names[alias.asname or alias.name] = f"{source}.{alias.name}"
        return names

    def public(self, module: str) -> list[str]:
        """The public names of a module."""
        bound = self.bound(module)
        names = {
            name
            for name, what in bound.items()
            # What other modules import is theirs, but for torch.onnx itself.
            if module == "torch.onnx" or not isinstance(what, str)
        }
        star = [n for n in self._modules[module].body if isinstance(n, ast.ImportFrom)]
        if any(alias.name == "*" for node in star for alias in node.names):
            names = set(bound)
        declared = bound.get("__all__")
        if isinstance(declared, (ast.Assign, ast.AnnAssign)) and declared.value is not None:
            listed = set(ast.literal_eval(declared.value))
            names = listed | (names if module == "torch.onnx" or not listed else set())
        return sorted(name for name in names if not name.startswith("_"))

    def members(self, module: str, name: str) -> Iterator[str]:
        """The public members of a class, those of its base classes included."""
        what = self.bound(module).get(name)
        if isinstance(what, str) and what not in self._modules:
            module, _, name = what.rpartition(".")
            if module in self._modules:
                yield from self.members(module, name)
        elif isinstance(what, ast.ClassDef):
            for base in what.bases:
                if isinstance(base, ast.Name):
                    yield from self.members(module, base.id)
            for node in what.body:
                if isinstance(node, ast.FunctionDef):
                    yield node.name
                    if node.name == "__init__":
                        yield from _fields(node)
                elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    yield node.target.id

    def names(self) -> Iterator[str]:
        """All public names, without the "torch.onnx." that they begin with."""
        for module in self.public_modules():
            prefix = module.removeprefix("torch.onnx").removeprefix(".")
            if prefix:
                yield prefix
            for name in self.public(module):
                full = f"{prefix}.{name}" if prefix else name
                yield full
                for member in self.members(module, name):
                    if not member.startswith("_"):
                        yield f"{full}.{member}"


def ranges(versions: set[tuple[int, ...]], known: list[tuple[int, ...]]) -> str:
    """Versions as text: "2.1-2.6 2.13"."""
    parts: list[list[tuple[int, ...]]] = []
    for place, version in enumerate(known):
        if version not in versions:
            continue
        if parts and place and parts[-1][-1] == known[place - 1]:
            parts[-1].append(version)
        else:
            parts.append([version])
    text = [".".join(map(str, version)) for part in parts for version in (part[0], part[-1])]
    pairs = zip(text[::2], text[1::2], strict=True)
    return " ".join(first if first == last else f"{first}-{last}" for first, last in pairs)


def main() -> None:
    """Print the list."""
    found: dict[str, set[tuple[int, ...]]] = defaultdict(set)
    trees = [Tree(wheel) for wheel in sys.argv[1:]]
    known = sorted(tree.version for tree in trees)
    for tree in trees:
        for name in tree.names():
            found[name].add(tree.version)
    print("# The public names of torch.onnx, and the versions of PyTorch that have them, of")
    print(f"# {', '.join('.'.join(map(str, version)) for version in known)}.")
    print("# Written by utils/list_torch_onnx_names.py; do not edit.")
    for name, versions in sorted(found.items()):
        print(name, ranges(versions, known))


if __name__ == "__main__":
    main()
