"""Texts of errors, and descriptions of programs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from torch_onnx_mlir._compiler.conversion import Message
from torch_onnx_mlir._model import models as _model
from torch_onnx_mlir.errors import ConversionError, UnsupportedOperatorsError

if TYPE_CHECKING:
    from torch_onnx_mlir._model.program import ONNXProgram

_UNSUPPORTED = re.compile(r"unsupported operator '(?P<name>[^']+)'")
_ADVICE = """\
What to do:
  - unsupported="keep" keeps such operators as nodes of the domain pkg.torch.ops, for a
    runtime with kernels for them
  - custom_translation_table={torch.ops.my.op.default: function} defines a lowering of an
    operator, written with onnxscript
  - fallback=True passes a refused program to torch.onnx.export
  - report=True writes a report with the whole program to artifacts_dir"""


# Options of the tool, and the parameters of `export` that replace them in messages.
_PARAMETERS = (
    (re.compile(r"--op-schema=('[^']*')"), r"op_schemas=[\1]"),
    (re.compile(r"--op-schema\b"), "op_schemas"),
    (re.compile(r"--ops-library\b"), "ops_library"),
    (re.compile(r"--input-shapes='[^']*'"), "args=(...)"),
    (re.compile(r"--input-shapes\b"), "args"),
    (re.compile(r"--unroll\b"), "unroll"),
    (re.compile(r"--(mutations|target|unsupported)=(\w+)"), r'\1="\2"'),
    (re.compile(r"--dim=(.+?)(?= is |$)"), r"dims '\1'"),
)


def text_for_python(text: str) -> str:
    """Replace the options of the tool in a text by parameters of `export`."""
    for pattern, parameter in _PARAMETERS:
        text = pattern.sub(parameter, text)
    return text


def for_python(messages: Sequence[Message]) -> list[Message]:
    """Replace the options of the tool in messages by parameters of `export`."""
    return [message._replace(text=text_for_python(message.text)) for message in messages]


def unsupported_operators(messages: Sequence[Message]) -> list[str]:
    """The unsupported operators in messages, without repetitions."""
    names = [
        match["name"]
        for message in messages
        if message.severity == "error" and (match := _UNSUPPORTED.search(message.text))
    ]
    return list(dict.fromkeys(names))


def format_message(message: Message) -> str:
    """A message in one line, in the form of compilers."""
    place = f"{message.location}: " if message.location else ""
    return f"{place}{message.severity}: {message.text}"


def refusal(messages: Sequence[Message], report: Mapping[str, Any]) -> ConversionError:
    """The error for a program that the compiler refused."""
    errors = [message for message in messages if message.severity == "error"]
    lines = [f"  {format_message(m)}" for m in messages if m.severity in ("error", "note")]
    names = unsupported_operators(messages)
    if not names:
        text = "\n".join(["the program cannot be converted to ONNX:", *lines])
        return ConversionError(text, messages, report)
    what = "1 operator" if len(names) == 1 else f"{len(names)} operators"
    verb = "is" if len(names) == 1 else "are"
    head = f"{what} of the program {verb} not supported: {', '.join(names)}"
    if len(errors) > len(names):
        head += f" ({len(errors)} errors in all)"
    text = "\n".join([head, *lines, "", _ADVICE])
    return UnsupportedOperatorsError(text, messages, report, names)


def bytes_text(count: int) -> str:
    """A number of bytes with a suitable unit."""
    size = float(count)
    for unit in ("B", "KB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"


def describe(program: ONNXProgram) -> str:
    """A short description of a program: its interface, operators and weights."""
    summary = program._summary()
    opsets = ", ".join(
        f"{domain or 'ai.onnx'} {version}" for domain, version in summary.opsets.items()
    )
    counts = Counter(summary.operators)
    operators = ", ".join(f"{name} {count}" for name, count in counts.most_common(12))
    if len(counts) > 12:
        operators += f", and {len(counts) - 12} more"
    number = len(summary.operators)
    lines = [
        "ONNXProgram(",
        f"  opset: {opsets}",
        *(f"  input: {v.name}: {_model.type_text(v)}" for v in program._input_values()),
        *(f"  output: {v.name}: {_model.type_text(v)}" for v in program._interface().graph.output),
        f"  nodes: {number}" + (f" ({operators})" if operators else ""),
        f"  weights: {len(summary.weights)}, {bytes_text(sum(summary.weights.values()))}",
        ")",
    ]
    return "\n".join(lines)
