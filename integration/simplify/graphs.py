"""Random small functions of the onnx dialect, made of what the simplifier rewrites.

Every value has sizes that are numbers or the symbols n and m. A graph is text and
the sizes that its inputs have for given numbers; it is a function of its seed.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import torch

Dim = int | str
DTYPES = {
    "f32": torch.float32,
    "f64": torch.float64,
    "i64": torch.int64,
    "i32": torch.int32,
    "i1": torch.bool,
}
#: Values of the symbols under which a graph is run.
SIZES = ({"n": 3, "m": 2}, {"n": 1, "m": 1}, {"n": 0, "m": 4})
#: Operators whose kernels choose which zero they give.
_LOSE_SIGN = ("Where", "Clip", "Max", "Min", "Relu", "Reduce", "Pool", "Conv", "Gemm", "MatMul")


@dataclass
class Value:
    """An SSA value: its name, element type and sizes."""

    name: str
    kind: str
    dims: tuple[Dim, ...]
    used: bool = False

    @property
    def type(self) -> str:
        """The type as text."""
        shape = "".join(f"{d if isinstance(d, int) else '?'}x" for d in self.dims)
        symbols = [d for d in self.dims if isinstance(d, str)]
        encoding = f", #sym.dims<{', '.join(symbols)}>" if symbols else ""
        return f"tensor<{shape}{self.kind}{encoding}>"


@dataclass
class Graph:
    """A random graph of `length` steps, which are an operator or a few."""

    seed: int
    length: int = 8
    values: list[Value] = field(default_factory=list)
    inputs: list[Value] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        for _ in range(self.random.randint(1, 3)):
            rank = self.random.choice((1, 2, 2, 3, 4))
            dims = tuple(self.random.choice((1, 2, 3, 4, "n", "m")) for _ in range(rank))
            kind = self.random.choice(("f32", "f32", "f32", "f64", "i64", "i32", "i1"))
            if self.random.random() < 0.2:  # an image
                kind, dims = "f32", (self.random.choice((1, "n")), 2, 3, 4)
            self.inputs.append(Value(f"%x{len(self.inputs)}", kind, dims))
        self.values += self.inputs
        steps = [getattr(self, name) for name in dir(self) if name.startswith("step_")]
        done = 0
        for _ in range(50 * self.length):
            if done == self.length:
                break
            before = len(self.lines)
            # Late values are taken more often: chains are what is rewritten.
            value = self.values[-1] if self.random.random() < 0.6 else self.random.choice(self.values)
            self.random.choice(steps)(value)
            done += len(self.lines) > before

    @property
    def outputs(self) -> list[Value]:
        """What nobody uses, so that single uses stay single."""
        return [v for v in self.values if not v.used and v not in self.inputs] or [self.values[-1]]

    @property
    def text(self) -> str:
        """The module."""
        arguments = ", ".join(f"{v.name}: {v.type}" for v in self.inputs)
        types = ", ".join(v.type for v in self.outputs)
        results = ", ".join(v.name for v in self.outputs)
        body = "\n".join(f"  {line}" for line in self.lines)
        return (
            f"func.func @main({arguments}) -> ({types}) {{\n  %none = onnx.NoValue() : () -> none\n"
            f"{body}\n  return {results} : {types}\n}}\n"
        )

    @property
    def keeps_signs(self) -> bool:
        """No kernel in it is free to choose the sign of a zero."""
        return not any(name in line for line in self.lines for name in _LOSE_SIGN)

    def feed(self, sizes: dict[str, int], special: bool) -> list[torch.Tensor]:
        """Inputs, with NaN and infinities or without."""
        generator = torch.Generator().manual_seed(self.seed)
        tensors = []
        for value in self.inputs:
            shape = [d if isinstance(d, int) else sizes[d] for d in value.dims]
            tensor = torch.randint(-4, 5, shape, generator=generator).double() / 2
            if special and value.kind.startswith("f"):
                pick = torch.randint(0, 8, shape, generator=generator)
                for number, constant in enumerate((torch.nan, torch.inf, -torch.inf, -0.0)):
                    tensor = torch.where(pick == number, constant, tensor)
            tensors.append(tensor.to(DTYPES[value.kind]))
        return tensors

    # --- Building ----------------------------------------------------------

    def _new(self, kind: str, dims: tuple[Dim, ...]) -> Value:
        value = Value(f"%v{len(self.lines)}", kind, dims)
        self.values.append(value)
        return value

    def _constant(self, text: str, kind: str, dims: tuple[int, ...]) -> Value:
        value = Value(f"%c{len(self.lines)}", kind, dims, used=True)
        self.lines.append(f"{value.name} = onnx.Constant dense<{text}> : {value.type}")
        return value

    def _ints(self, numbers: list[int]) -> Value:
        return self._constant(str(numbers), "i64", (len(numbers),)) if numbers else self._constant("", "i64", (0,))

    def _op(
        self, name: str, operands: list[Value | None], kind: str, dims: tuple[Dim, ...], attributes: str = ""
    ) -> Value:
        for operand in operands:
            if operand:
                operand.used = True
        names = ", ".join(v.name if v else "%none" for v in operands)
        types = ", ".join(v.type if v else "none" for v in operands)
        result = self._new(kind, dims)
        braces = f" {{{attributes}}}" if attributes else ""
        self.lines.append(f"{result.name} = onnx.{name}({names}){braces} : ({types}) -> {result.type}")
        return result

    def _number(self, kind: str) -> str:
        if kind == "i1":
            return self.random.choice(("true", "false"))
        text = self.random.choice(("0", "1", "2", "-1", "3"))
        if kind.startswith("f"):
            return self.random.choice((text + ".0", "-0.0", "0.5"))
        return text

    def _fits(self, dims: tuple[Dim, ...]) -> bool:
        size = 1
        for dim in dims:
            size *= 4 if isinstance(dim, str) else dim
        return len(dims) <= 5 and size <= 4096

    # --- Steps: each takes a value and adds an operator if it fits ---------

    def step_unary(self, x: Value) -> None:
        names = {"i1": ("Not", "Identity"), "i64": ("Neg", "Abs", "Sign", "Identity"), "i32": ("Neg", "Abs", "Sign")}
        name = self.random.choice(names.get(x.kind, ("Neg", "Abs", "Relu", "Floor", "Ceil", "Round", "Sign", "Identity")))
        self._op(name, [x], x.kind, x.dims)

    def step_twice(self, x: Value) -> None:
        """f(f(x))"""
        self.step_unary(x)
        name = self.lines[-1].split("onnx.")[1].split("(")[0]
        self._op(name, [self.values[-1]], x.kind, x.dims)

    def step_scalar(self, x: Value) -> None:
        """With a constant that may be neutral, of a few shapes, on either side."""
        names = ("And", "Or", "Xor") if x.kind == "i1" else ("Add", "Sub", "Mul", "Max", "Min", "Div")
        name = self.random.choice(names)
        if name == "Div" and not x.kind.startswith("f"):
            return
        dims: tuple[int, ...] = self.random.choice(((), (1,), (1,) * len(x.dims)))
        last = x.dims[-1] if x.dims else 1
        if isinstance(last, int) and self.random.random() < 0.3:
            dims = (last,)
        constant = self._constant(self._number(x.kind), x.kind, dims)
        operands: list[Value | None] = [x, constant] if self.random.random() < 0.6 else [constant, x]
        self._op(name, operands, x.kind, x.dims if len(x.dims) >= len(dims) else dims)

    def step_pair(self, x: Value) -> None:
        others = [v for v in self.values if v.kind == x.kind and v.dims == x.dims]
        y = self.random.choice(others)
        names = ("And", "Or", "Xor") if x.kind == "i1" else ("Add", "Sub", "Mul", "Max", "Min")
        self._op(self.random.choice(names), [x, y], x.kind, x.dims)

    def step_compare(self, x: Value) -> None:
        if x.kind != "i1":
            constant = self._constant(self._number(x.kind), x.kind, ())
            self._op(self.random.choice(("Less", "GreaterOrEqual", "Equal")), [x, constant], "i1", x.dims)

    def step_cast(self, x: Value) -> None:
        kinds = ["i1", "i32", "i64", "f32", "f64"]
        for kind in self.random.sample(kinds, 2):
            # NaN and what is out of range have no integer.
            if x.kind.startswith("f") and kind.startswith("i") and kind != "i1":
                continue
            x = self._op("Cast", [x], kind, x.dims, f"to = {kind}")

    def step_clip(self, x: Value) -> None:
        if x.kind == "i1":
            return
        dot = ".0" if x.kind.startswith("f") else ""
        low = self._constant(f"{self.random.randint(-2, 1)}{dot}", x.kind, ()) if self.random.random() < 0.7 else None
        high = self._constant(f"{self.random.randint(1, 3)}{dot}", x.kind, ()) if self.random.random() < 0.7 else None
        self._op("Clip", [x, low, high], x.kind, x.dims)

    def step_where(self, x: Value) -> None:
        conditions = [v for v in self.values if v.kind == "i1" and v.dims == x.dims]
        if conditions and self.random.random() < 0.7:
            condition = self.random.choice(conditions)
            if self.random.random() < 0.3:
                condition = self._op("Not", [condition], "i1", condition.dims)
        else:
            condition = self._constant(self._number("i1"), "i1", self.random.choice(((), (1,))))
        other = self._constant(self._number(x.kind), x.kind, ()) if self.random.random() < 0.5 else x
        operands: list[Value | None] = [condition, x, other] if self.random.random() < 0.5 else [condition, other, x]
        if x.dims:
            self._op("Where", operands, x.kind, x.dims)

    def step_transpose(self, x: Value) -> None:
        if len(x.dims) > 1:
            perm = self.random.sample(range(len(x.dims)), len(x.dims))
            text = ", ".join(map(str, perm))
            self._op("Transpose", [x], x.kind, tuple(x.dims[p] for p in perm), f"perm = array<i64: {text}>")

    def step_unsqueeze(self, x: Value) -> None:
        axis = self.random.randint(0, len(x.dims))
        dims = (*x.dims[:axis], 1, *x.dims[axis:])
        if self._fits(dims):
            self._op("Unsqueeze", [x, self._ints([axis])], x.kind, dims)

    def step_squeeze(self, x: Value) -> None:
        axes = [axis for axis, dim in enumerate(x.dims) if dim == 1]
        if axes:
            axis = self.random.choice(axes)
            given = self._ints([axis - len(x.dims) if self.random.random() < 0.3 else axis])
            self._op("Squeeze", [x, given], x.kind, (*x.dims[:axis], *x.dims[axis + 1 :]))

    def step_reshape(self, x: Value) -> None:
        """Two neighbours become one or change places; a 0 copies, a -1 is inferred."""
        numbers = [i for i in range(len(x.dims) - 1) if isinstance(x.dims[i], int) and isinstance(x.dims[i + 1], int)]
        if not numbers:
            return
        axis = self.random.choice(numbers)
        a, b = x.dims[axis], x.dims[axis + 1]
        assert isinstance(a, int) and isinstance(b, int)
        middle = self.random.choice(((a * b,), (b, a), (1, a * b)))
        dims = (*x.dims[:axis], *middle, *x.dims[axis + 2 :])
        shape, inferred = [], False
        for index, dim in enumerate(dims):
            if isinstance(dim, int) and (inferred or self.random.random() < 0.8):
                shape.append(dim)
            elif index < len(x.dims) and x.dims[index] == dim and (inferred or self.random.random() < 0.6):
                shape.append(0)
            elif not inferred:
                shape.append(-1)
                inferred = True
            else:
                return
        self._op("Reshape", [x, self._ints(shape)], x.kind, dims)

    def step_computed_reshape(self, x: Value) -> None:
        """The shape from the sizes, as exporters write it."""
        if not x.dims or len(x.dims) > 3:
            return
        pieces: list[Value | None] = []
        for axis in range(len(x.dims)):
            whole = self._op("Shape", [x], "i64", (len(x.dims),))
            pieces.append(self._op("Gather", [whole, self._ints([axis])], "i64", (1,)))
        pieces.insert(0, self._ints([1]))
        shape = self._op("Concat", pieces, "i64", (len(pieces),), "axis = 0 : i64")
        self._op("Reshape", [x, shape], x.kind, (1, *x.dims), "allowzero = 1 : i64")

    def step_slice(self, x: Value) -> None:
        axes = [axis for axis, dim in enumerate(x.dims) if isinstance(dim, int) and dim > 0]
        if axes:
            axis = self.random.choice(axes)
            size = x.dims[axis]
            assert isinstance(size, int)
            start, end, step = self.random.randint(0, size - 1), self.random.randint(1, size + 2), self.random.choice((1, 1, 1, 2, -1))
            picked = list(range(size))[start:end:step] if step > 0 else list(range(size))[start::-1]
            if picked:
                stop = end if step > 0 else -size - 1
                dims = (*x.dims[:axis], len(picked), *x.dims[axis + 1 :])
                steps = self._ints([step]) if step != 1 or self.random.random() < 0.3 else None
                self._op("Slice", [x, self._ints([start]), self._ints([stop]), self._ints([axis]), steps], x.kind, dims)

    def step_pieces(self, x: Value) -> None:
        """Slices that are all of an axis, put together again in some order."""
        axes = [axis for axis, dim in enumerate(x.dims) if isinstance(dim, int) and dim > 1]
        if axes:
            axis = self.random.choice(axes)
            size = x.dims[axis]
            assert isinstance(size, int)
            cut = self.random.randint(1, size - 1)
            pieces: list[Value | None] = []
            for start, end in ((0, cut), (cut, size)):
                dims = (*x.dims[:axis], end - start, *x.dims[axis + 1 :])
                pieces.append(self._op("Slice", [x, self._ints([start]), self._ints([end]), self._ints([axis]), None], x.kind, dims))
            if self.random.random() < 0.5:
                pieces.reverse()
            self._op("Concat", pieces, x.kind, x.dims, f"axis = {axis} : i64")

    def step_concat(self, x: Value) -> None:
        axes = [axis for axis, dim in enumerate(x.dims) if isinstance(dim, int)]
        if axes:
            axis = self.random.choice(axes)
            size = x.dims[axis]
            assert isinstance(size, int)
            count = self.random.randint(1, 2)
            dims = (*x.dims[:axis], size * count, *x.dims[axis + 1 :])
            if self._fits(dims):
                given = axis - len(dims) if self.random.random() < 0.3 else axis
                self._op("Concat", [x] * count, x.kind, dims, f"axis = {given} : i64")

    def step_pad(self, x: Value) -> None:
        if x.kind == "i1" or not x.dims:
            return
        pads = [0] * (2 * len(x.dims))
        dims = list(x.dims)
        for axis, dim in enumerate(x.dims):
            if isinstance(dim, int) and self.random.random() < 0.4:
                pads[axis], pads[axis + len(dims)] = self.random.randint(0, 2), self.random.randint(0, 1)
                dims[axis] = dim + pads[axis] + pads[axis + len(dims)]
        value = self._constant(self._number(x.kind), x.kind, ()) if self.random.random() < 0.5 else None
        if self._fits(tuple(dims)):
            self._op("Pad", [x, self._ints(pads), value, None], x.kind, tuple(dims))

    def step_expand(self, x: Value) -> None:
        shape = [1 if isinstance(d, str) or self.random.random() < 0.5 else d for d in x.dims]
        dims = list(x.dims)
        for axis, dim in enumerate(x.dims):
            if dim == 1 and self.random.random() < 0.5:
                shape[axis] = dims[axis] = self.random.choice((2, 3))
        if x.dims and self._fits(tuple(dims)):
            self._op("Expand", [x, self._ints([int(s) for s in shape])], x.kind, tuple(dims))

    def step_reduce(self, x: Value) -> None:
        """With keepdims, or the dimension is put back."""
        if x.kind == "i1" or not x.dims:
            return
        axis = self.random.randrange(len(x.dims))
        if isinstance(x.dims[axis], str) or x.dims[axis] == 0:
            return  # extremes of nothing are errors
        name = self.random.choice(("ReduceMax", "ReduceMin", "ReduceSum"))
        kept = (*x.dims[:axis], 1, *x.dims[axis + 1 :])
        if self.random.random() < 0.4:
            self._op(name, [x, self._ints([axis])], x.kind, kept)
            return
        gone = (*x.dims[:axis], *x.dims[axis + 1 :])
        reduced = self._op(name, [x, self._ints([axis])], x.kind, gone, "keepdims = 0 : i64")
        self._op("Unsqueeze", [reduced, self._ints([axis])], x.kind, kept)

    def step_matmul(self, x: Value) -> None:
        """A product of matrices, with a bias, perhaps of a transposed weight."""
        if x.kind not in ("f32", "f64") or len(x.dims) < 2 or isinstance(x.dims[-1], str):
            return
        inner, columns = x.dims[-1], self.random.choice((1, 2, 3))
        numbers = [[self.random.choice((-1.0, 0.5, 2.0)) for _ in range(columns)] for _ in range(inner)]
        if self.random.random() < 0.5:
            weight = self._constant(str(numbers), x.kind, (inner, columns))
        else:
            turned = [list(column) for column in zip(*numbers, strict=True)]
            weight = self._op("Transpose", [self._constant(str(turned), x.kind, (columns, inner))], x.kind, (inner, columns))
        product = self._op("MatMul", [x, weight], x.kind, (*x.dims[:-1], columns))
        if self.random.random() < 0.7:
            bias = self._constant(str([float(i) for i in range(columns)]), x.kind, (columns,))
            self._op("Add", [product, bias] if self.random.random() < 0.5 else [bias, product], x.kind, product.dims)

    def step_conv(self, x: Value) -> None:
        """Pad, Conv, a bias and BatchNormalization, or some of them."""
        if x.kind != "f32" or len(x.dims) != 4 or isinstance(x.dims[1], str):
            return
        height, width = x.dims[2], x.dims[3]
        if isinstance(height, str) or isinstance(width, str):
            return
        if self.random.random() < 0.5:
            x = self._op("Pad", [x, self._ints([0, 0, 1, 0, 0, 0, 1, 1]), None, None], x.kind, (*x.dims[:2], height + 2, width + 1))
            height, width = height + 2, width + 1
        if height < 2 or width < 2:
            return
        channels, inputs = self.random.choice((1, 2)), x.dims[1]
        weight = self._constant("0.5", "f32", (channels, int(inputs), 2, 2))
        dims = (x.dims[0], channels, height - 1, width - 1)
        y = self._op("Conv", [x, weight, None], "f32", dims)
        if self.random.random() < 0.4:
            y = self._op("Add", [y, self._constant("0.25", "f32", (channels, 1, 1))], "f32", dims)
        if self.random.random() < 0.6:
            scale, shift, mean, variance = (self._constant(text, "f32", (channels,)) for text in ("2.0", "-1.0", "0.5", "4.0"))
            for operand in (y,):
                operand.used = True
            result = self._new("f32", dims)
            self.lines.append(
                f"{result.name}, %s{len(self.lines)}, %t{len(self.lines)} = onnx.BatchNormalization({y.name}, {scale.name}, "
                f"{shift.name}, {mean.name}, {variance.name}) : ({y.type}, {', '.join([scale.type] * 4)}) -> ({result.type}, none, none)"
            )
