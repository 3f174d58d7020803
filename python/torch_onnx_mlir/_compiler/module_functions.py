"""Which modules become functions of the model."""

from __future__ import annotations

from collections.abc import Collection

import torch

MODES = ("none", "modules", "blocks")

Functions = str | bool | Collection[type[torch.nn.Module] | str]


def function_options(functions: Functions | None, former: Functions | None) -> list[str]:
    """The options of the compiler for `functions` of export(), and for what torch.onnx
    called `export_modules_as_functions`.

    Raises:
        ValueError: It is none of the values that it can have.
    """
    name = "functions"
    if functions is None:
        functions, name = former, "export_modules_as_functions"
    elif former:
        raise ValueError("functions and export_modules_as_functions cannot both be given")
    if functions is None or functions is False or functions == "none":
        return []
    if functions is True or functions == "modules":
        return ["--functions=modules"]
    if functions == "blocks":
        return ["--functions=blocks"]
    kinds = [functions] if isinstance(functions, (str, type)) else functions
    if isinstance(functions, str) or not isinstance(kinds, Collection):
        raise ValueError(
            f"{name} cannot be {functions!r}; it is one of {', '.join(MODES)}, or a set of "
            "classes of modules"
        )
    names = []
    for kind in kinds:
        if isinstance(kind, type) and issubclass(kind, torch.nn.Module):
            names.append(f"{kind.__module__}.{kind.__qualname__}")
        elif isinstance(kind, str) and kind:
            names.append(kind)
        else:
            raise ValueError(f"{name} has {kind!r}, which is not a class of modules")
    if not names:
        return []
    return ["--functions=modules", *(f"--function-class={name}" for name in sorted(names))]
