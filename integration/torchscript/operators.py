"""Programs that call the operators of TorchScript on numbers, strings, lists and dicts.

The table is LibTorch's own: every schema of `aten` and `prim` without tensors. An operator
is called with attributes of the module, which are known when the model is made (torch.jit
folds calls of literals itself), and with numbers that are inputs.
"""

from __future__ import annotations

import functools
import itertools
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import nn

from integration.torchscript import generated

#: Values to choose from: the first ones that an operator takes.
VALUES: dict[str, list[Any]] = {
    "int": [3, 2, -7, 0, 65],
    "float": [0.75, -2.5, 3.5, 1.0],
    "bool": [True, False],
    "str": ["abcb", "b", "Hello World", "42"],
    "Optional[int]": [1, None],
    "Optional[str]": ["b", None],
    "List[int]": [[3, 1, 2, 3], [1]],
    "List[float]": [[0.5, -1.5, 2.5], [0.75]],
    "List[bool]": [[True, False], [True]],
    "List[str]": [["b", "abcb", "a"], ["b"]],
    "Dict[str, int]": [{"b": 5, "a": 7}],
    "Dict[int, int]": [{3: 5, 1: 7}],
    "Dict[float, int]": [{0.75: 5, 2.0: 7}],
    "Dict[bool, int]": [{True: 5, False: 7}],
    "List[Tuple[str, int]]": [[("b", 5), ("a", 7)]],
    "List[Tuple[int, int]]": [[(3, 5), (1, 7)]],
    "List[Tuple[float, int]]": [[(0.75, 5), (2.0, 7)]],
    "List[Tuple[bool, int]]": [[(True, 5), (False, 7)]],
}

#: Calls of operators that do not end on some of these values.
_WIDTHS: list[list[Any]] = [["abcb", 9, "*"], ["abcb", 8, " "], ["abcb", 2, "*"]]
CALLS: dict[str, list[list[Any]]] = {
    "aten::center": _WIDTHS,
    "aten::ljust": _WIDTHS,
    "aten::rjust": _WIDTHS,
    "aten::split": [["abcb", "b", -1], ["a b  c", None, -1], ["abcb", "b", 1]],
    "aten::rsplit": [["abcb", "b", -1], ["abcb", "b", 1]],
    "aten::replace": [["abcb", "b", "xy", -1], ["abcb", "b", "", -1], ["abcb", "b", "x", 1]],
}

#: Numbers of calls for each overload.
MANY = 3

#: What has no meaning in a model, or none outside of the interpreter.
NOT_CALLED = re.compile(
    r"aten::(_cufft.*|_nnpack_available|_get_cpu_capability|_print|save|manual_seed|hash|warn|"
    r"is_vulkan_available|_use_cudnn.*|has_torch_function|_get_tracing_state|_assert_scalar|"
    r"sym_constrain.*|set_grad_enabled|get_autocast_dtype|is_.*|_size_if_not_equal|format|"
    r"percentFormat|_unwrap_optional|__is__|__isnot__|can_cast|promote_types|result_type|"
    r"device|get_gradients)|"
    r"prim::(?!abs$|max$|min$|rangelist$|StringIndex$).*"
)


@dataclass
class Overload:
    """An overload, and the arguments with which it is called."""

    name: str
    overload: str
    types: list[str]
    written: list[bool]
    returns: list[str]
    calls: list[list[Any]] = field(default_factory=list)

    @property
    def title(self) -> str:
        """ "aten::add.int" """
        return f"{self.name}.{self.overload}" if self.overload else self.name


def literal(value: Any) -> str:
    """A value as the program has it."""
    if isinstance(value, dict):
        items = [f"{literal(key)}: {literal(item)}" for key, item in value.items()]
        return "{" + ", ".join(items) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(literal, value))},)"
    return generated.literal(value)


class _Program:
    """The lines of a forward, and the attributes that they read."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.attributes: dict[str, Any] = {}
        self._names = itertools.count()

    def argument(self, value: Any) -> str:
        """A value that torch.jit does not know."""
        if value is None or isinstance(value, list | dict):
            return literal(value)
        name = f"v{next(self._names)}"
        self.attributes[name] = value
        return f"self.{name}"

    def call(self, overload: Overload, arguments: list[str]) -> str:
        """A call; the name of a tuple of the results and of the written arguments."""
        number = next(self._names)
        results = []
        for place, text in enumerate(arguments):
            if overload.written[place]:
                results.append(f"w{number}_{place}")
                self.lines.append(f"{results[-1]} = {text}")
                arguments = [*arguments]
                arguments[place] = results[-1]
        operator = overload.name.replace("::", ".")
        text = f"torch.ops.{operator}({', '.join(arguments)})"
        if overload.returns:
            results.insert(0, f"r{number}")
            text = f"r{number} = {text}"
        self.lines += [text, f"t{number} = ({''.join(f'{name}, ' for name in results)})"]
        return f"t{number}"

    def script(self, result: str, parameters: str = "") -> torch.jit.ScriptModule:
        """The module."""
        body = "".join(f"    {line}\n" for line in [*self.lines, f"return {result}"])
        forward = generated.function(f"def forward(self{parameters}):\n{body}", "forward")
        made = type("Generated", (nn.Module,), {"forward": forward})()
        for name, value in self.attributes.items():
            setattr(made, name, value)
        return torch.jit.script(made.eval())


def _is_right_overload(scripted: torch.jit.ScriptModule, overload: Overload) -> bool:
    wanted = f"{overload.title}("
    return any(
        node.kind() == overload.name and node.schema().startswith(wanted)
        for node in scripted.graph.nodes()
    )


def run(overload: Overload, values: list[Any]) -> Any:
    """The results and the written arguments. Raises what TorchScript raises."""
    program = _Program()
    result = program.call(overload, [program.argument(value) for value in values])
    scripted = program.script(result)
    if not _is_right_overload(scripted, overload):
        raise LookupError(f"{overload.title} is not what a program calls")
    return scripted()


def _is_finite(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return not isinstance(value, list | tuple) or all(map(_is_finite, value))


def _find_calls(overload: Overload) -> None:
    lists = [VALUES[kind] for kind in overload.types]
    choice = CALLS.get(overload.name, itertools.product(*lists))
    for values in itertools.islice(choice, 60):
        try:
            if not _is_finite(run(overload, list(values))):
                continue
        except LookupError:
            return
        except Exception:  # noqa: BLE001 - not a value for this operator
            continue
        overload.calls.append(list(values))
        if len(overload.calls) == MANY:
            return


def _type_of(text: str) -> str:
    """`t` stands for an int."""
    return re.sub(r"\bt(Val)?\b", "int", text)


@functools.cache
def overloads() -> dict[str, list[Overload]]:
    """All that can be called, by the name of the operator."""
    found: dict[str, list[Overload]] = {}
    for schema in torch._C._jit_get_all_schemas():
        if not re.match("(aten|prim)::", schema.name) or NOT_CALLED.fullmatch(schema.name):
            continue
        types = [_type_of(str(a.type)) for a in schema.arguments]
        returns = [_type_of(str(r.type)) for r in schema.returns]
        if not all(kind in VALUES for kind in types) or "Tensor" in str(returns):
            continue
        written = [bool(a.alias_info and a.alias_info.is_write) for a in schema.arguments]
        found.setdefault(schema.name, []).append(
            Overload(schema.name, schema.overload_name, types, written, returns)
        )
    return found


def calls(name: str) -> list[Overload]:
    """The overloads of an operator that programs call, with arguments."""
    for overload in overloads()[name]:
        if not overload.calls:
            _find_calls(overload)
    return [overload for overload in overloads()[name] if overload.calls]


def _outputs(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Expressions for the outputs of a model, and what they give: a string is compared
    with what it is."""
    if isinstance(value, tuple):
        for place, item in enumerate(value):
            yield from _outputs(item, f"{name}[{place}]")
    elif isinstance(value, dict):
        yield from _outputs(list(value.values()), f"list({name}.values())")
        yield from _outputs(list(value), f"list({name}.keys())")
    elif isinstance(value, str) or value is None:
        operator = "is" if value is None else "=="
        yield f"{name} {operator} {literal(value)}", True
    elif isinstance(value, list):
        yield f"len({name})", len(value)
        for place, item in enumerate(value):
            yield from _outputs(item, f"{name}[{place}]")
    else:
        yield name, value


def known(chosen: list[Overload]) -> tuple[torch.jit.ScriptModule, list[Any]]:
    """A program without inputs, with all calls of the overloads, and its results."""
    program = _Program()
    outputs: list[tuple[str, Any]] = []
    for overload in chosen:
        for values in overload.calls:
            result = program.call(overload, [program.argument(value) for value in values])
            outputs += _outputs(run(overload, values), result)
    text = "".join(f"{name}, " for name, _ in outputs)
    return program.script(f"({text})"), [value for _, value in outputs]


Sets = list[tuple[Any, ...]]


def open_(overload: Overload) -> tuple[torch.jit.ScriptModule, Sets] | None:
    """A program whose numbers are inputs, and the sets of them; the rest is as in the
    first call. None where there are no numbers, or where the result is text."""
    places = [p for p, kind in enumerate(overload.types) if kind in ("int", "float", "bool")]
    first = overload.calls[0]
    if not places or any("str" in kind or "Dict" in kind for kind in overload.returns):
        return None
    kinds = [overload.types[place] for place in places]
    parameters = "".join(f", a{place}: {kind}" for place, kind in zip(places, kinds))
    program = _Program()
    arguments = [
        f"a{place}" if place in places else program.argument(value)
        for place, value in enumerate(first)
    ]
    scripted = program.script(program.call(overload, arguments), parameters)
    sets = []
    for values in overload.calls:
        chosen = tuple(values[place] for place in places)
        try:
            scripted(*chosen)
        except RuntimeError:
            continue
        sets.append(chosen)
    return (scripted, sets) if sets else None
