# Random programs of views and in-place operators: PyTorch runs each one as it
# is, and then what torch-functionalize makes of it. The results and the final
# values of the arguments have to be equal.
#
# REQUIRES: torch
# RUN: %python %s 1000 torch-onnx-opt

import random
import re
import subprocess
import sys

import torch

DTYPES = {torch.float32: "f32", torch.int64: "i64", torch.bool: "i1"}
DTYPES[torch.float64] = "f64"
DTYPES[torch.int32] = "i32"


def type_of(t):
    return "tensor<" + "".join(f"{n}x" for n in t.shape) + DTYPES[t.dtype] + ">"


def literal(value):
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(literal, value)) + "]"
    return str(value)


def lookup(target):
    _, op, overload = target.split(".")
    return getattr(getattr(torch.ops.aten, op), overload)


class Program:
    """Runs operators eagerly and writes them down."""

    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.values = {}  # name -> tensor
        self.types = {}  # name -> type where it is defined
        self.inputs = []
        for _ in range(2):
            shape = [rng.randint(1, 4) for _ in range(rng.randint(1, 3))]
            self.add_input(torch.arange(1.0, 1 + torch.Size(shape).numel()).reshape(shape))

    def add_input(self, tensor):
        name = f"%a{len(self.inputs)}"
        self.inputs.append((name, tensor.clone()))
        self.values[name] = tensor
        self.types[name] = type_of(tensor)

    def call(self, target, *args, attributes="", **kwargs):
        """Arguments that are strings are names of values."""
        concrete = [self.values[a] if isinstance(a, str) else a for a in args]
        named = {k: self.values[v] if isinstance(v, str) else v for k, v in kwargs.items()}
        results = lookup(target)(*concrete, **named)
        single = isinstance(results, torch.Tensor)
        results = [results] if single else list(results)
        schema = [a.name for a in lookup(target)._schema.arguments]
        # Operands in the order of the schema, everything by name.
        text = ", ".join(
            [f"{n}={a if isinstance(a, str) else literal(a)}" for n, a in zip(schema, args)]
            + [f"{n}={v if isinstance(v, str) else literal(v)}" for n, v in kwargs.items()]
        )
        base = f"%v{len(self.lines)}"
        names = [base] if single else [f"{base}#{i}" for i in range(len(results))]
        head = base if single else f"{base}:{len(results)}"
        tensors = [a for a in [*args, *kwargs.values()] if isinstance(a, str)]
        operands = ", ".join(self.types[a] for a in tensors)
        types = ", ".join(map(type_of, results))
        attributes = f" attributes {{{attributes}}}" if attributes else ""
        self.lines.append(f"  {head} = torch.{target}({text}){attributes} : ({operands}) -> ({types})")
        for name, result in zip(names, results):
            self.values[name] = result
            self.types[name] = type_of(result)
        return names

    def decided(self, target, name, *args):
        """A view or a copy: torch.export records strides, which decide."""
        t = self.values[name]
        result = lookup(target)(t, *args)
        same = result.untyped_storage().data_ptr() == t.untyped_storage().data_ptr()
        return self.call(target, name, *args, attributes=f"torch.is_view = {literal(same)}")

    def strided(self, name):
        """Every n-th element of the memory of a tensor that fills it."""
        rng, t = self.rng, self.values[name]
        dense = torch._prims_common.is_non_overlapping_and_dense_or_false(t)
        if not dense or t.dim() == 0 or t.numel() == 0:
            return [name]
        start, step = rng.randrange(t.numel()), rng.randint(1, 3)
        count = rng.randint(1, (t.numel() - 1 - start) // step + 1)
        attributes = []
        if t.storage_offset():
            attributes.append(f"torch.offset = {t.storage_offset()}")
        if not t.is_contiguous():
            attributes.append(f"torch.strides = {literal(t.stride())}")
        args = ([count], [step], t.storage_offset() + start)
        return self.call("aten.as_strided.default", name, *args, attributes=", ".join(attributes))

    def bits(self, name):
        """The same memory as numbers of another type."""
        t = self.values[name]
        other = {torch.float32: torch.int32, torch.int32: torch.float32}.get(t.dtype)
        if other is None:
            return [name]
        text = f"self={name}, dtype={DTYPES[other]}"
        result, base = t.view(other), f"%v{len(self.lines)}"
        types = f"({self.types[name]}) -> {type_of(result)}"
        self.lines.append(f"  {base} = torch.aten.view.dtype({text}) : {types}")
        self.values[base], self.types[base] = result, type_of(result)
        return [base]

    def out(self, name):
        """Writes the result of an operator to a tensor."""
        rng, t = self.rng, self.values[name]
        if t.dtype != torch.float32:
            return [name]
        memory = t.untyped_storage().data_ptr()
        others = [n for n, o in self.values.items() if o.shape == t.shape and o.dtype == t.dtype]
        other = rng.choice(others)
        # Where they overlap in part PyTorch refuses.
        if self.values[other].untyped_storage().data_ptr() == memory and other != name:
            (other,) = self.call("aten.clone.default", other)
        if rng.random() < 0.5:
            return self.call("aten.neg.out", other, out=name)
        return self.call("aten.add.out", other, other, out=name)

    def random_dim(self, t):
        return self.rng.randrange(-t.dim(), t.dim()) if t.dim() else 0

    def view(self, name):
        rng, t = self.rng, self.values[name]
        kind = rng.randrange(23)
        dim = self.random_dim(t)
        if kind == 0:
            return self.call("aten.alias.default", name)
        if kind == 1:
            return self.call("aten.unsqueeze.default", name, rng.randrange(t.dim() + 1))
        if kind == 2:
            return self.call("aten.squeeze.default", name)
        if kind == 3 and t.is_contiguous():
            return self.call("aten.view.default", name, [-1])
        if kind == 4:
            dims = list(range(t.dim()))
            rng.shuffle(dims)
            return self.call("aten.permute.default", name, dims)
        if kind == 5:
            return self.call("aten.dropout.default", name, 0.5, False)
        if kind == 6:
            return self.call("aten.expand.default", name, list(t.shape))
        if kind == 17:
            return self.decided("aten.reshape.default", name, [-1] if t.numel() else list(t.shape))
        if kind == 18:
            return self.decided("aten.contiguous.default", name)
        if kind == 19:
            return self.decided("aten.flatten.using_ints", name) if t.dim() else [name]
        if kind == 20:
            return self.strided(name)
        if kind == 21:
            return self.bits(name)
        if t.dim() == 0:
            return [name]
        size = t.shape[dim]
        if kind == 22 and size > 1 and t.dim() < 4:
            window = rng.randint(1, size)
            return self.call("aten.unfold.default", name, dim, window, rng.randint(window, size))
        if kind == 7:
            return self.call("aten.select.int", name, dim, rng.randrange(-size, size)) if size else [name]
        if kind == 8:
            start = rng.randrange(-size, size + 1)
            end = rng.choice([None, rng.randrange(-size, size + 1)])
            return self.call("aten.slice.Tensor", name, dim, start, end, rng.randint(1, 2))
        if kind == 9 and size:
            start = rng.randrange(-size, size)
            length = rng.randint(0, size - start % size)
            return self.call("aten.narrow.default", name, dim, start, length)
        if kind == 10 and size:
            return self.call("aten.unbind.int", name, dim)
        if kind == 11 and size:
            return self.call("aten.split.Tensor", name, rng.randint(1, size), dim)
        if kind == 12:
            return self.call("aten.chunk.default", name, rng.randint(1, 3), dim)
        if kind == 13:
            return self.call("aten.transpose.int", name, dim, self.random_dim(t))
        if kind == 14 and t.dim() > 1:
            dims = rng.sample(range(t.dim()), 2)
            return self.call("aten.diagonal.default", name, rng.randint(-1, 1), *dims)
        if kind == 15:
            return self.call("aten.movedim.int", name, dim, self.random_dim(t))
        if kind == 16 and size == 1:
            return self.call("aten.squeeze.dim", name, dim)
        return [name]

    def write(self, name):
        rng, t = self.rng, self.values[name]
        kind = rng.randrange(12)
        if kind == 0:
            return self.call("aten.add_.Scalar", name, rng.randint(1, 9))
        if kind == 1:
            return self.call("aten.neg_.default", name)
        if kind == 2:
            return self.call("aten.fill_.Scalar", name, rng.randint(1, 9))
        if kind == 3:
            return self.call("aten.gt_.Scalar", name, 3)
        if kind == 4 and t.dim():
            return self.call("aten.cumsum_.default", name, self.random_dim(t))
        if kind == 5 and t.dim() and t.dim() < 4:
            return self.call("aten.unsqueeze_.default", name, 0)
        if kind == 8:
            return self.out(name)
        if kind == 9 and t.dim() == 2 and 0 not in t.shape:
            return self.call("aten.fill_diagonal_.default", name, 3, rng.random() < 0.5)
        if kind == 10 and t.dim():
            return self.call("aten.transpose_.default", name, self.random_dim(t), self.random_dim(t))
        if kind == 11:
            return self.call("aten.squeeze_.default", name)
        # Another tensor of a shape that fits, memory of its own or not.
        others = [n for n, o in self.values.items() if o.shape == t.shape[t.dim() - o.dim():]]
        other = rng.choice(others)
        # PyTorch does not define the result when the two overlap in part.
        self_overlap = self.values[other].untyped_storage().data_ptr() == t.untyped_storage().data_ptr()
        if self_overlap and other != name:
            (other,) = self.call("aten.clone.default", other)
        can_cast = torch.can_cast(torch.result_type(t, self.values[other]), t.dtype)
        targets = ["aten.copy_.default", "aten.mul_.Tensor"][: 1 + can_cast]
        return self.call(rng.choice(targets), name, other)

    def step(self):
        name = self.rng.choice(list(self.values))
        if self.rng.random() < 0.5:
            self.view(name)
        elif self.rng.random() < 0.8:
            self.write(name)
        else:
            self.call("aten.clone.default", name)

    def text(self, outputs):
        args = ", ".join(f"{n}: {type_of(t)}" for n, t in self.inputs)
        types = ", ".join(self.types[o] for o in outputs)
        return "\n".join(
            [f"func.func @main({args}) -> ({types}) {{"]
            + self.lines
            + [f"  return {', '.join(outputs)} : {types}", "}"]
        )


def run(text, inputs):
    """Runs a functional program; returns results and mutated arguments."""
    env, arguments, mutated = {}, {}, []
    words = {"none": "None", "true": "True", "false": "False"}
    words |= {name: f"torch.{str(t).split('.')[1]}" for t, name in DTYPES.items()}
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("func.func"):
            arguments = dict(zip(re.findall(r"%\w+(?=:)", line), inputs))
            env.update({k: v.clone() for k, v in arguments.items()})
            mutated = re.findall(r'torch.mutates = "arg(\d+)"', line)
        elif line.startswith("return"):
            values = [env[v] for v in re.findall(r"%\w+(?:#\d+)?", line.split(" : ")[0])]
            count = len(values) - len(mutated)
            final = [t.clone() for t in inputs]
            for index, value in zip(mutated, values[count:]):
                final[int(index)] = value
            return values[:count], final
        elif line.startswith("%"):
            call = r"(%\w+)(?::\d+)? = torch\.([\w.]+)\((.*?)\)(?: attributes {.*})? :"
            result, target, args = re.match(call, line).groups()
            assert "_." not in target.replace("__", ""), f"in place: {line}"
            args = re.sub(r"(?<![%\w#.])([a-z]\w*)(?!\w*=)", lambda m: words.get(m[1], m[1]), args)
            args = re.sub(r"%\w+(?:#\d+)?", lambda m: f"env[{m[0]!r}]", args)
            # A value has no strides that a view could depend on.
            target = target.replace("aten.view.default", "aten.reshape.default")
            args = args.replace("size=", "shape=") if "reshape" in target else args
            if target.startswith("aten.as_strided"):
                # Addresses elements in their order.
                name = re.search(r"env\['(%\w+(?:#\d+)?)'\]", args)[1]
                env[name] = env[name].clone(memory_format=torch.contiguous_format)
            before = {k: (v, v._version) for k, v in env.items()}
            values = eval(f"call({args})", {"env": env, "torch": torch, "call": lookup(target)})
            assert all(v._version == n for v, n in before.values()), f"writes: {line}"
            if isinstance(values, torch.Tensor):
                env[result] = values
            else:
                env.update({f"{result}#{i}": v for i, v in enumerate(values)})
                env[result] = values[0]
    raise AssertionError("no return")


def same(got, want):
    """Whether two tensors have the same type and elements, of which NaN is one."""
    if got.shape != want.shape or got.dtype != want.dtype:
        return False
    return bool(((got == want) | (got.isnan() & want.isnan())).all())


def main(opt, count):
    texts, programs = [], []
    for seed in range(count):
        program = Program(random.Random(seed))
        for _ in range(14):
            program.step()
        names = list(program.values)
        outputs = program.rng.sample(names, min(6, len(names)))
        programs.append((seed, program, outputs))
        texts.append(program.text(outputs))
    done = subprocess.run(
        [*opt, "--torch-functionalize", "--split-input-file"],
        input="\n// -----\n".join(texts),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        sys.exit(done.stderr)
    outputs_text = done.stdout.split("// -----")
    for (seed, program, outputs), text, result in zip(programs, texts, outputs_text, strict=True):
        results, final = run(result, [t for _, t in program.inputs])
        expected = [program.values[o] for o in outputs]
        expected += [program.values[n] for n, _ in program.inputs]
        for got, want in zip(results + final, expected, strict=True):
            if not same(got, want):
                sys.exit(f"seed {seed}: {got} is not {want}\n{text}\n{result}")


main(sys.argv[2:], int(sys.argv[1]))
