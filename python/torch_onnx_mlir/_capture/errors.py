"""Why torch.export could not capture a model, in a few lines.

The messages of torch.export are pages long. The text here says what it could not do,
at which line of the model, and what to do; the report has the pages.
"""

from __future__ import annotations

import os
import re
import sysconfig
import traceback
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import torch

from torch_onnx_mlir._capture.exported_program import Attempt
from torch_onnx_mlir._support.torch_internals import name_of_source

_ESCAPE = re.compile(r"\x1B[@-_][0-?]*[ -/]*[@-~]")
# Folders of code between the call of `export` and the model.
_TORCH = os.path.join(os.path.dirname(torch.__file__), "")
_PACKAGE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "")
_PYTHON = os.path.join(sysconfig.get_path("stdlib"), "")


class _Kind(NamedTuple):
    """A kind of error: how its message is recognized, and what is said in its place."""

    pattern: re.Pattern[str]
    what: str  # with groups of the pattern, and {size}; "" is what the message itself lists
    advice: str


_KINDS = (
    _Kind(
        re.compile(r"Could not guard on data-dependent expression (.+?) \(unhinted"),
        r"a condition of Python depends on the values of tensors (\1)",
        "compute both sides and choose with torch.where, or write the branch with torch.cond. If "
        "the condition is the same for all inputs, state it with torch._check(condition) before",
    ),
    _Kind(
        re.compile(r"Could not extract specialized integer from data-dependent expression (\S+)"),
        r"a number of Python depends on the values of tensors (\1)",
        "keep it a tensor, or state its range with torch._check(number >= 0)",
    ),
    _Kind(
        re.compile(r"^(-?\d+) not in range (\[.+\])"),
        r"an example input has a dimension of size \1, and the range of its Dim is \2",
        "use an example with a size in that range, or another range for the Dim",
    ),
    _Kind(
        re.compile(r"^(-?\d+) not in VR\[(.+?), (.+?)\]"),
        r"{size} is \1 in the example, and the model requires a size from \2 to \3",
        "use an example with such a size; if the model allows no other size, leave the dimension "
        "out of dynamic_shapes or dynamic_axes",
    ),
    _Kind(
        re.compile(r"Detected mismatch between the structure of `inputs` and `dynamic_shapes`"),
        "",
        "give dynamic_shapes an entry for each argument of the model: None for an argument "
        "without dynamic dimensions",
    ),
    _Kind(
        re.compile(r"Found the following conflicts between user-specified|Constraints violated"),
        "",
        "leave the dimension out of dynamic_shapes or dynamic_axes, or give it Dim.AUTO; or change "
        "the code that fixes its size, such as a reshape to numbers",
    ),
    _Kind(
        re.compile(r"keys must be the arg names (\[.*?\]) of `inputs`, but here they are (\[.*?\])"),
        r"the keys of dynamic_shapes are \2, and the arguments given to the model are \1",
        "give dynamic_shapes an entry for each of these arguments, by the name of its parameter, "
        "which input_names does not change: None for an argument without dynamic dimensions",
    ),
    _Kind(
        re.compile(r"(\S+)\.size\(\)\[(\d+)\] = (\d+) is not equal to (\S+)\.size\(\)\[(\d+)\] = (\d+)"),
        r"one Dim stands for dimension \2 of \1, which is \3 in the example, and for dimension \5 "
        r"of \4, which is \6",
        "use a Dim for each of these dimensions, or an example in which they are equal",
    ),
    _Kind(
        re.compile(r"Expected shape\[(\d+)\] = (\d+) of input Tensor to be of the form (.+), where"),
        r"an example input has a dimension \1 of size \2, and its Dim is \3",
        "use an example with a size of this form",
    ),
    _Kind(
        re.compile(r"Static shape constraint of (\S+) does not match input size of (\d+), for (.+)"),
        r"a dimension has the fixed size \1, and the size \2 in the example: \3",
        "use the size of the example, or a name or a Dim for a dynamic dimension",
    ),
    _Kind(
        re.compile(
            r"^(missing a required (\w+-only )?argument|got an unexpected keyword argument"
            r"|too many positional arguments|multiple values for argument)"
        ),
        "",
        "give arguments with which model(*args, **kwargs) runs",
    ),
    _Kind(
        re.compile(r"Unsupported input type <class '(.+?)'>"),
        r"an argument has the type \1, which torch.export does not take",
        "give tensors, numbers, texts, and lists, tuples and dicts of these: torch.from_numpy(x) "
        "for an array x; for classes of your own see torch.export.register_dataclass",
    ),
    _Kind(
        re.compile(r"__torch__\.torch\.classes\.quantized\.(\w+) .*'__obj_flatten__'"),
        r"it has modules of torch.ao.quantization, whose packed weights (\1) torch.export does not "
        "take",
        "export the trace of the model: torch_onnx_mlir.export(torch.jit.trace(model, args), args)",
    ),
    _Kind(
        re.compile(r"0/1 specialized due to hint of 1"),
        "",
        "the results of squeeze, or of an operation that broadcasts, have another shape for the "
        "size 1 of the example than for other sizes: use an example with a size of 2 or more, give "
        "squeeze the dimensions that it removes, or leave the dimension out of dynamic_shapes or "
        "dynamic_axes",
    ),
)
_MOST_ITEMS = 4  # of a list in a message that is not known
_DEFAULT_ADVICE = (
    "run the model itself on the same arguments. If it runs, the error is one of torch.export: "
    "torch.export.export(model, args) gives the same one"
)


def explain(attempts: Sequence[Attempt]) -> str:
    """What failed, where in the model, and what to do, a line each.

    Args:
        attempts: The ways that were tried, each with an error.
    """
    errors = [attempt.error for attempt in attempts if attempt.error is not None]
    text = _ESCAPE.sub("", str(errors[0]))
    what, advice = _summary(errors[0]), _DEFAULT_ADVICE
    known = False
    for kind in _KINDS:
        if match := kind.pattern.search(text):
            what, advice, known = match.expand(kind.what) or _items(text), kind.advice, True
            what = what.replace("{size}", _size(errors[0]))
    if fixes := re.search(r"Suggested fixes:\n((?: +.+\n?)+)", text):
        advice = f"as torch.export suggests, {'; '.join(fixes[1].split(chr(10))).strip('; ')}"
    lines = [f"torch.export could not capture the model: {what}"]
    if (place := next(filter(None, map(_place, errors)), None)) is not None:
        lines.append(f"  {place}")
    lines.append(f"What to do: {advice}.")
    if not known:
        others = {a.description: _summary(a.error) for a in attempts[1:] if a.error is not None}
        lines += [f"{how} failed as well: {why}" for how, why in others.items() if why != what]
    return "\n".join(lines)


def _summary(error: BaseException) -> str:
    """The type of an error and the first line of its message, with a list that it announces."""
    text = _ESCAPE.sub("", str(error))
    first, *items = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    if first.endswith(":") and items:
        more = ["..."] if len(items) > _MOST_ITEMS else []
        first = f"{first} {'; '.join(items[:_MOST_ITEMS] + more)}"
    return f"{type(error).__name__}: {first}" if first else type(error).__name__


def _size(error: BaseException) -> str:
    """The size of an input whose range an error is about: the tracer of torch has its name."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        variables = frame.f_locals
        sources = getattr(variables.get("self"), "var_to_sources", None)
        if not isinstance(sources, dict) or not (found := sources.get(variables.get("symbol"))):
            continue
        text = name_of_source(found[0])
        if match := re.fullmatch(r"L\['(\w+)'\](.*)\.size\(\)\[(\d+)\]", text):
            return match.expand(r"dimension \3 of '\1\2'")
    return "a dynamic dimension of an input"


def _items(text: str) -> str:
    """All items of the list in a message, or its first line."""
    items = re.findall(r"^ *- (.+)", text, re.MULTILINE)
    return "; ".join(items) or text.splitlines()[0]


def _frames(error: BaseException | None) -> Iterator[traceback.FrameSummary]:
    """The frames of an error and of its causes, the innermost one first."""
    while error is not None:
        yield from reversed(traceback.extract_tb(error.__traceback__))
        error = error.__cause__ or error.__context__


def _place(error: BaseException) -> str | None:
    """The innermost line of the model in the trace of an error, or in the part of its
    message where the tracer of torch names it."""
    for frame in _frames(error):
        if _is_of_the_model(frame.filename):
            return f"{frame.filename}:{frame.lineno}, in {frame.name}: {frame.line}"
    _, separator, told = str(error).rpartition("from user code:")
    if not separator:  # Any stack traces are those of PyTorch.
        return None
    found = re.findall(r'File "([^"]+)", line (\d+), in (\S+)\n\s*(.+)', told)
    for file, line, function, code in reversed(found):
        if _is_of_the_model(file):
            return f"{file}:{line}, in {function}: {code}"
    return None


def _is_of_the_model(file: str) -> bool:
    if file.startswith(("<", _TORCH, _PACKAGE)):
        return False
    return not file.startswith(_PYTHON) or f"{os.sep}site-packages{os.sep}" in file
