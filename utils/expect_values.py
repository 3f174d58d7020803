#!/usr/bin/env python3
# ===- expect_values.py - expected values of text tests, by PyTorch -------=== #
#
# usage: expect_values.py [--fill] [--check] FILE.mlir|FOLDER...
# Runs the functions of a text test with PyTorch, operator by operator, and writes
# what they return as `onnx.expected` of their results. The pass onnx-evaluate then
# compares the converted function with PyTorch (docs/Rationale/Evaluator.md, "Tests
# by value"). A value of an argument is an attribute; a string is Python, and is
# replaced by the elements:
#
#   func.func @relu(%x: tensor<3xf32> {onnx.value = "[nan, -0.0, 2]"}) -> ...
#
# The names of Python's math and `torch` can be used. Functions with an argument
# without a value stay as they are; --fill gives such arguments small numbers.
# --check writes nothing, and fails if PyTorch returns something else than is
# expected (floats: torch.testing.assert_close).
#
# ===----------------------------------------------------------------------=== #

import argparse
import collections
import glob
import importlib
import math
import os
import re
import sys
import zlib

import torch

for module in ("torch.ao.quantization.fx._decomposed", "torchao.quantization"):
    try:  # registers operators
        importlib.import_module(module)
    except ImportError:
        pass

DTYPES = {
    "i1": torch.bool, "i8": torch.int8, "i16": torch.int16, "i32": torch.int32,
    "i64": torch.int64, "ui8": torch.uint8, "ui16": torch.uint16, "ui32": torch.uint32,
    "ui64": torch.uint64, "f16": torch.float16, "bf16": torch.bfloat16,
    "f32": torch.float32, "f64": torch.float64, "f8E4M3FN": torch.float8_e4m3fn,
    "f8E5M2": torch.float8_e5m2, "complex<f32>": torch.complex64,
    "complex<f64>": torch.complex128, "complex<f16>": torch.complex32,
}
NAMES = {dtype: name for name, dtype in DTYPES.items()}
#: Greater values are not written: nobody can read them.
MAX_ELEMENTS = 150
#: Sizes of symbols that --fill chooses; others are 2.
SIZES = {"m": 3, "s": 3}
TOKEN = re.compile(
    r'\s*(0x[0-9A-Fa-f]+ : f64|dense<.*?> : tensor<(?:[^<>]|<[^<>]*>)*>|"(?:[^"\\]|\\.)*"'
    r"|%[\w.]+(?:#\d+)?|-?\d+\.?\d*(?:[eE][-+]?\d+)?|[A-Za-z_][\w.]*|[][(),=])"
)


class Unsupported(Exception):
    """Why a function is left as it is."""


def closing(text, start):
    """The position after the bracket that closes the one at `start`."""
    depth, at = 0, start
    while at < len(text):
        char = text[at]
        if char == '"':
            at = text.index('"', at + 1)
        elif char in "([{<":
            depth += 1
        elif char in ")]}" or (char == ">" and text[at - 1] != "-"):
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    raise Unsupported("unbalanced brackets")


def split(text):
    """The parts of a list, at commas outside of brackets and strings."""
    parts, start, at = [], 0, 0
    while at < len(text):
        if text[at] == '"':
            at = text.index('"', at + 1)
        elif text[at] in "([{<":
            at = closing(text, at) - 1
        elif text[at] == ",":
            parts.append(text[start:at].strip())
            start = at + 1
        at += 1
    return [*parts, text[start:].strip()] if text.strip() else []


class Type:
    """A tensor type, or a scalar type (without dimensions)."""

    def __init__(self, text, aliases):
        self.text = text
        text = aliases.get(text, text)
        found = re.fullmatch(r"tensor<((?:[\d?]+x)*)([\w<>]+?)(?:, #sym\.dims<(.*)>)?>", text)
        self.is_scalar = not found
        self.dims = found[1].split("x")[:-1] if found else []
        name = found[2] if found else text
        if name not in DTYPES:
            raise Unsupported(f"type {text}")
        self.dtype = DTYPES[name]
        self.symbols = split(found[3]) if found and found[3] else []

    def shape(self):
        symbols = iter(self.symbols)
        names = collections.defaultdict(lambda: 2, SIZES)
        return [int(d) if d != "?" else
                eval(next(symbols, "n").replace("floordiv", "//"), {}, names) for d in self.dims]

    def admits(self, shape):
        return len(shape) == len(self.dims) and all(
            d in ("?", str(size)) for d, size in zip(self.dims, shape))


def element(value, dtype):
    """The text of one element."""
    if dtype == torch.bool:
        return str(bool(value)).lower()
    if dtype.is_complex:
        part = torch.float32 if dtype != torch.complex128 else torch.float64
        return f"({element(value.real, part)}, {element(value.imag, part)})"
    if not dtype.is_floating_point:
        return str(int(value))
    number = torch.tensor(value, dtype=torch.float64).to(dtype)
    if not math.isfinite(value):
        size = dtype.itemsize
        kind = {1: torch.uint8, 2: torch.uint16, 4: torch.uint32, 8: torch.uint64}[size]
        if value != value:
            number = torch.tensor(math.nan, dtype=dtype)
        return f"0x{number.view(kind).item():0{2 * size}X}"
    digits = next(d for d in range(1, 18)
                  if torch.equal(torch.tensor(float(f"{value:.{d}g}"), dtype=torch.float64).to(dtype), number))
    mantissa, _, exponent = repr(float(f"{value:.{digits}g}")).partition("e")
    return f"{mantissa if '.' in mantissa else mantissa + '.0'}{'e' + exponent if exponent else ''}"


def attribute(tensor):
    """A tensor as elements of MLIR."""
    dtype = tensor.dtype
    kind = "x".join([*map(str, tensor.shape), NAMES[dtype]])
    wide = tensor.to(torch.float64) if dtype.is_floating_point else (
        tensor.to(torch.complex128) if dtype.is_complex else tensor)

    def text(values):
        if isinstance(values, list):
            return "[" + ", ".join(map(text, values)) + "]"
        return element(values, dtype)

    flat = [element(v, dtype) for v in wide.flatten().tolist()]
    if not flat:
        return f"dense<> : tensor<{kind}>"
    same = len(set(flat)) == 1
    return f"dense<{flat[0] if same else text(wide.tolist())}> : tensor<{kind}>"


def parse_elements(text):
    """The tensor that `dense<...>` stands for."""
    inner = text[text.index("<") + 1:text.rindex("> : ")]
    kind = Type(text[text.rindex("> : ") + 4:], {})

    def number(found):
        size = kind.dtype.itemsize
        return repr(float(torch.frombuffer(bytearray(int(found[0], 16).to_bytes(size, "little")),
                                           dtype=kind.dtype)))

    inner = re.sub(r"0x[0-9A-Fa-f]+", number, inner)
    inner = re.sub(r"\((\S+), (\S+)\)", r"complex(\1, \2)", inner)
    if not inner:
        return torch.empty(kind.shape(), dtype=kind.dtype)
    return evaluate(inner.replace("true", "True").replace("false", "False"), kind.dtype,
                    kind.shape())


def evaluate(expression, dtype, shape=None):
    """The tensor that a Python expression stands for."""
    value = eval(expression, {**vars(math), "torch": torch})
    value = value.to(dtype) if isinstance(value, torch.Tensor) else torch.tensor(value, dtype=dtype)
    return value.broadcast_to(shape).contiguous() if shape is not None else value


def filled(kind, seed):
    """Small numbers for an argument that has no value."""
    generator = torch.Generator().manual_seed(zlib.crc32(seed.encode()))
    low, high = (-8, 9) if kind.dtype.is_floating_point else (0, 2)
    value = torch.randint(low, high, kind.shape(), generator=generator)
    return (value / 4 if kind.dtype.is_floating_point else value).to(kind.dtype)


class Arguments:
    """The arguments of an operator in the text of the torch dialect."""

    def __init__(self, text, values):
        self.tokens, self.values, at = [], values, 0
        while at < len(text.rstrip()):
            found = TOKEN.match(text, at)
            if not found:
                raise Unsupported(f"argument '{text[at:]}'")
            self.tokens.append(found[1])
            at = found.end()

    def parse(self):
        positional, named = [], {}
        while self.tokens:
            if len(self.tokens) > 1 and self.tokens[1] == "=":
                name = self.tokens.pop(0)
                self.tokens.pop(0)
                named[name] = self.one()
            else:
                positional.append(self.one())
            if self.tokens and self.tokens.pop(0) != ",":
                raise Unsupported("arguments")
        return positional, named

    def one(self):
        token = self.tokens.pop(0)
        if token == "[":
            items = []
            while self.tokens[0] != "]":
                items.append(self.one())
                if self.tokens[0] == ",":
                    self.tokens.pop(0)
            self.tokens.pop(0)
            return items
        words = {"none": None, "true": True, "false": False, **DTYPES}
        if token.startswith("%"):
            return self.values[token]
        if token.startswith("0x"):
            return parse_elements(f"dense<{token.split()[0]}> : tensor<f64>").item()
        if token.startswith("dense"):
            return parse_elements(token).item()
        if token.startswith('"'):
            return token[1:-1]
        if token in words:
            return words[token]
        try:
            return int(token)
        except ValueError:
            pass
        try:
            return float(token)
        except ValueError:
            raise Unsupported(f"argument '{token}'") from None


def flat(result):
    """The results of an operator: those of lists one by one."""
    if isinstance(result, (tuple, list)):
        for part in result:
            yield from flat(part)
    else:
        yield result


def run(body, values):
    """The values that the lines of a function return."""
    text = re.sub(r"^\s*//.*\n", "", body, flags=re.M)
    text = re.sub(r"\n\s+(?=:)", " ", text)
    for line in filter(None, map(str.strip, text.split("\n"))):
        if found := re.match(r"return( .*?)?( : .*)?$", line):
            return [values[name] for name in split(found[1] or "")]
        if found := re.match(r"(%\w+) = torch\.constant (dense<.*>) : tensor<.*?>$", line):
            values[found[1]] = parse_elements(found[2])
            continue
        found = re.match(r"(?:((?:%[\w.]+(?:, )?)+)(?::\d+)? = )?torch\.(\w+)\.(\w+)\.(\w+)\(", line)
        if not found:
            raise Unsupported(f"'{line}'")
        name, space, operator, overload = found.groups()
        end = closing(line, found.end() - 1)
        positional, named = Arguments(line[found.end():end - 1], values).parse()
        function = getattr(getattr(getattr(torch.ops, space), operator), overload)
        result = function(*positional, **named)
        results = list(flat(result))
        names = split(name or "")
        if len(names) == 1 and len(results) > 1:
            names = [f"{name}#{index}" for index in range(len(results))]
        values.update(zip(names, results))
    raise Unsupported("no return")


def attributes(text):
    """A type with attributes, as (type, {name: text})."""
    found = re.match(r"(.*?)\s*\{(.*)\}$", text, re.S)
    if not found:
        return text, {}
    pairs = (part.partition(" = ") for part in split(found[2]))
    return found[1], {name.strip(): value.strip() for name, _, value in pairs}


def with_attributes(kind, attrs):
    inner = ", ".join(f"{name} = {value}" if value else name for name, value in attrs.items())
    return f"{kind} {{{inner}}}" if inner else kind


def expected(value, kind):
    """What a result has to be, as a tensor of the declared type."""
    if not isinstance(value, torch.Tensor):
        value = torch.tensor(value, dtype=kind.dtype)
    if value.numel() > MAX_ELEMENTS:
        raise Unsupported(f"a result has more than {MAX_ELEMENTS} elements")
    if value.dtype != kind.dtype or not kind.admits(value.shape):
        raise Unsupported(f"PyTorch returns {value.dtype} {list(value.shape)}, not {kind.text}")
    return value


class Function:
    """A function of a test: its parts, and its new text."""

    def __init__(self, text, start, aliases):
        self.start = start
        self.name = re.match(r"func\.func (?:private )?@([\w$.]+)", text[start:])[1]
        self.open = text.index("(", start)
        close = closing(text, self.open)
        self.arguments = [part.split(": ", 1) for part in split(text[self.open + 1:close - 1])]
        found = re.compile(r"\s*->\s*").match(text, close)
        self.results, self.end = [], close
        if found and text[found.end()] == "(":
            self.end = closing(text, found.end())
            self.results = split(text[found.end() + 1:self.end - 1])
        elif found:
            self.end = text.index(" {", found.end())
            self.results = [text[found.end():self.end]]
        brace = text.index("{\n", self.end)
        indent = re.search(r"[ ]*\Z", text[:start])[0]
        self.body = text[brace + 2:text.index(f"\n{indent}}}", brace) + 1]
        self.aliases = aliases

    def compute(self, fill, check):
        """Fills in values; returns a new signature, or None."""
        attrs = [part for _, part in self.arguments] + self.results
        if not fill and not any("onnx.value" in a or "onnx.expected" in a for a in attrs):
            return None
        values, arguments = {}, []
        for index, (name, rest) in enumerate(self.arguments):
            text, attrs = attributes(rest)
            kind = Type(text, self.aliases)
            value = attrs.get("onnx.value")
            if value is None and not fill:
                return None
            if value is None and math.prod(kind.shape()) > MAX_ELEMENTS:
                raise Unsupported(f"{name} has more than {MAX_ELEMENTS} elements")
            if value is None:
                value = filled(kind, f"{self.name}{index}")
            elif value.startswith('"'):
                shape = kind.shape() if "?" not in kind.dims else None
                value = evaluate(value[1:-1], kind.dtype, shape)
            else:
                value = parse_elements(value)
            if not kind.admits(value.shape):
                raise Unsupported(f"the value of {name} has the shape {list(value.shape)}")
            attrs["onnx.value"] = attribute(value)
            values[name] = value.item() if kind.is_scalar else value.clone()
            arguments.append(f"{name}: {with_attributes(text, attrs)}")
        results = []
        for value, rest in zip(run(self.body, values), self.results):
            text, attrs = attributes(rest)
            kind = Type(text, self.aliases)
            if check and "onnx.expected" in attrs:
                torch.testing.assert_close(parse_elements(attrs["onnx.expected"]),
                                           expected(value, kind), equal_nan=True)
            else:
                attrs["onnx.expected"] = attribute(expected(value, kind))
            results.append(with_attributes(text, attrs))
        head = f"func.func @{self.name}("
        sep = ", " if len(head) + sum(map(len, arguments)) < 110 else ",\n" + " " * len(head)
        text = head + sep.join(arguments) + ")"
        glue = " " if len(text.split("\n")[-1]) + sum(map(len, results)) < 110 else "\n    "
        sep = ", " if sum(map(len, results)) < 110 else ",\n        "
        return text + f"{glue}-> (" + sep.join(results) + ")"


def rewrite(path, text, fill, check):
    """The new text of a test, and a message for each function that stays."""
    messages, changes = [], []
    for found in re.finditer(r"func\.func (?:private )?@", text):
        line = text.rfind("\n", 0, found.start()) + 1
        if "//" in text[line:found.start()]:
            continue
        name = text[found.end():].split("(")[0]
        try:
            # A later part of a file may define an alias again.
            aliases = re.findall(r"^(!\w+) = (tensor<.*>)$", text[:found.start()], re.M)
            function = Function(text, found.start(), dict(aliases))
            name = function.name
            signature = function.compute(fill, check)
        except Exception as error:  # PyTorch raises whatever it likes
            messages.append(f"{path}: @{name}: {type(error).__name__}: {' '.join(str(error).split())[:300]}")
            continue
        if signature and function.results:
            changes.append((function.start, function.end, signature))
    for start, end, signature in reversed(changes):
        text = text[:start] + signature + text[end:]
    return text, messages


def tests(paths):
    """The given files, and the tests with expected values below the given folders."""
    for path in paths:
        if os.path.isfile(path):
            yield path
        for name in sorted(glob.glob(os.path.join(path, "**", "*.mlir"), recursive=True)):
            with open(name) as file:
                if "onnx.expected" in file.read():
                    yield name


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", help="tests, or folders with tests by value")
    parser.add_argument("--fill", action="store_true", help="choose values where there are none")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    options = parser.parse_args()
    torch.set_num_threads(1)
    status = 0
    for path in tests(options.files):
        with open(path) as file:
            old = file.read()
        new, messages = rewrite(path, old, options.fill, options.check)
        for message in messages:
            print(message, file=sys.stderr)
        if options.check:
            status |= bool(messages)
        elif new != old:
            with open(path, "w") as file:
                file.write(new)
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
