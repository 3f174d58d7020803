"""Writes, aliases, strides and autocast: the model computes what eager computes.

Each program is exported, converted and run in ONNX Runtime; what eager gives is
compared, and, where the program updates a buffer or an input, so is the new value
as an output (--mutations=outputs).
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from integration.common.compiler import Conversion, convert
from integration.common.runtime import Session


class Program(nn.Module):
    """A function as a module."""

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *args: Tensor) -> object:
        """Calls it."""
        return self.function(*args)


def export(model: nn.Module, args: tuple[Tensor, ...], path: Path) -> None:
    """Saves a program; the arguments keep their values and strides."""
    copies = tuple(arg.clone(memory_format=torch.preserve_format) for arg in args)
    torch.export.save(torch.export.export(model, copies), path)


def check(
    model: nn.Module | Callable[..., object],
    args: tuple[Tensor, ...],
    folder: Path,
    *options: str,
    tolerance: float | None = None,
) -> Conversion:
    """Converts, runs and compares with eager."""
    if not isinstance(model, nn.Module):
        model = Program(model)
    export(model, args, folder / "model.pt2")
    done = convert(folder / "model.pt2", folder / "model.onnx", options)
    assert not done.failure, done.stderr
    actual = Session(folder / "model.onnx").run(args)
    copies = [arg.clone(memory_format=torch.preserve_format) for arg in args]
    with torch.no_grad():
        result = model(*copies)
    expected = list(result) if isinstance(result, tuple) else [result]
    assert len(actual) >= len(expected)
    for got, want in zip(actual, expected, strict=False):
        torch.testing.assert_close(got, want, rtol=tolerance, atol=tolerance)
    return done


def refused(
    model: nn.Module | Callable[..., object],
    args: tuple[Tensor, ...],
    folder: Path,
    *options: str,
) -> str:
    """Converts what has to be refused; returns why."""
    if not isinstance(model, nn.Module):
        model = Program(model)
    export(model, args, folder / "model.pt2")
    done = convert(folder / "model.pt2", folder / "model.onnx", options)
    assert done.failure and done.failure != "crash", done.stderr
    assert not (folder / "model.onnx").exists()
    return done.stderr


X = torch.tensor([1.0, 2.0])
MATRIX = torch.arange(6.0).reshape(2, 3)
SQUARE = torch.arange(4.0).reshape(2, 2)


# ---------------------------------------------------------------- out=


def out_of_view(x: Tensor) -> Tensor:
    y = torch.zeros(2)
    torch.mul(x, 3, out=y[:])
    return y + 1


def out_grows(x: Tensor) -> Tensor:
    y = torch.empty(0)
    torch.mul(x, 3, out=y)
    return y + 1


def out_of_two(x: Tensor) -> tuple[Tensor, Tensor]:
    values, indices = torch.zeros(2), torch.zeros(2, dtype=torch.int64)
    torch.max(x, 1, out=(values, indices))
    return values, indices


def out_casts(x: Tensor) -> Tensor:
    y = torch.zeros(2, dtype=torch.float64)
    torch.add(x, 1, out=y)
    return y


def out_of_factory(x: Tensor) -> Tensor:
    y = torch.zeros(4)
    torch.arange(4, out=y)
    torch.cat([x, x], out=y[:4])
    return y


def out_of_self(x: Tensor) -> Tensor:
    y = x.clone()
    torch.mul(y, y, out=y[:])
    return y


@pytest.mark.parametrize(
    ("function", "x"),
    [
        (out_of_view, X),
        (out_grows, X),
        (out_of_two, MATRIX),
        (out_casts, X),
        (out_of_factory, X),
        (out_of_self, X),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_out(function: Callable[..., object], x: Tensor, tmp_path: Path) -> None:
    """Operators that write to an argument of their own."""
    check(function, (x,), tmp_path)


class OutBuffer(nn.Module):
    """Writes to a buffer by out=."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("state", torch.zeros(2))

    def forward(self, x: Tensor) -> Tensor:
        """The new state, and one."""
        torch.mul(x, 3, out=self.state)
        return self.state + 1


def test_out_of_a_buffer(tmp_path: Path) -> None:
    """It is an update: dropped with a warning, an output, or an error."""
    done = check(OutBuffer(), (X,), tmp_path)
    assert done.stderr.count("warning") == 1
    assert "'state'" in done.stderr and "--mutations=outputs" in done.stderr
    done = check(OutBuffer(), (X,), tmp_path, "--mutations=outputs")
    assert "warning" not in done.stderr
    updated = Session(tmp_path / "model.onnx").run([X])[1]
    torch.testing.assert_close(updated, X * 3)
    (tmp_path / "model.onnx").unlink()
    assert "'state'" in refused(OutBuffer(), (X,), tmp_path, "--mutations=error")


@pytest.mark.parametrize("dtype", [torch.float64, torch.float16, torch.int64], ids=str)
def test_out_of_another_dtype(dtype: torch.dtype, tmp_path: Path) -> None:
    """Sums compute in the dtype of out, elements are cast to it."""

    def sums(x: Tensor) -> tuple[Tensor, ...]:
        total, product = torch.zeros(3, dtype=dtype), torch.zeros(3, dtype=dtype)
        running = torch.zeros(2, 3, dtype=dtype)
        joined = torch.zeros(4, 3, dtype=torch.float16)
        torch.sum(x, 0, out=total)
        torch.prod(x, 0, out=product)
        torch.cumsum(x, 0, out=running)
        torch.cat([x, x], out=joined)
        return total, product, running, joined

    check(sums, (MATRIX + 0.7,), tmp_path)


def test_out_of_another_dtype_is_refused(tmp_path: Path) -> None:
    """What others compute in differs from one to the other."""

    def amax_out(x: Tensor) -> Tensor:
        y = torch.zeros(3, dtype=torch.float64)
        torch.amax(x, 0, out=y)
        return y

    assert "computes elements of type" in refused(amax_out, (MATRIX,), tmp_path)


# ---------------------------------------------------------------- lists


def foreach_numbers(x: Tensor) -> tuple[Tensor, ...]:
    a, b = x.clone(), x[0].clone()
    torch._foreach_add_([a, b], 1.5)
    torch._foreach_mul_([a, b], [2.0, 3.0])
    torch._foreach_clamp_max_([a], 4.0)
    torch._foreach_maximum_([b], 5.0)
    return a, b


def foreach_tensors(x: Tensor) -> tuple[Tensor, ...]:
    a, b = x.clone(), x[0].clone()
    torch._foreach_add_([a, b], [x, x[1]], alpha=2)
    torch._foreach_maximum_([a], [x * 4])
    torch._foreach_lerp_([a, b], [x * 2, x[1]], 0.3)
    torch._foreach_addcmul_([a, b], [x * 2, x[1]], [x, x[0]], 0.3)
    torch._foreach_copy_([b], [x[1]])
    return (a, b, *torch._foreach_sqrt([a.abs(), b.abs()]))


def foreach_norms(x: Tensor) -> tuple[Tensor, ...]:
    lists = [x, x[0] - 1]
    orders = (torch._foreach_norm(lists, order) for order in (1, 2, float("inf"), 0, 3))
    return (
        *itertools.chain.from_iterable(orders),
        *torch._foreach_norm(lists, 2, dtype=torch.float64),
        *torch._foreach_norm([x.half()]),
    )


def foreach_views(x: Tensor) -> Tensor:
    y = x.clone()
    torch._foreach_mul_(list(y.unbind(0)), 2.0)
    torch._foreach_add_([y, y[0]], 1.0)
    return y


def parts_of_lists(x: Tensor) -> tuple[Tensor, ...]:
    y = x.clone()
    first, second = y.split(1)
    first.add_(1)
    second.mul_(3)
    for number, column in enumerate(y.unbind(1)):
        column.mul_(number)
    torch.unsafe_split(y, 1)[1].add_(7)
    return y, first


@pytest.mark.parametrize(
    "function",
    [foreach_numbers, foreach_tensors, foreach_norms, foreach_views, parts_of_lists],
    ids=lambda value: value.__name__,
)
def test_lists(function: Callable[..., object], tmp_path: Path) -> None:
    """Writes to tensors of a list, and to the tensors that a list was made of."""
    check(function, (MATRIX,), tmp_path)


def test_lists_of_views_are_refused(tmp_path: Path) -> None:
    """Each result is its operand or a view of it, which a read would show."""

    def raises(x: Tensor) -> tuple[Tensor, ...]:
        y, z = x.clone(), x[0].clone()
        torch.atleast_2d(y, z)[1].mul_(2)
        return y, z

    assert "'aten.atleast_2d.Sequence' returns a view" in refused(
        raises, (MATRIX,), tmp_path
    )


# ---------------------------------------------------------------- custom operators


@torch.library.custom_op("torch_onnx_test::acc_", mutates_args={"y"})
def acc_(y: Tensor, x: Tensor) -> None:
    """Adds to its argument."""
    y.add_(x)


@acc_.register_fake
def _(y: Tensor, x: Tensor) -> None:
    return None


@torch.library.custom_op("torch_onnx_test::both", mutates_args={"y"})
def both(y: Tensor, x: Tensor) -> Tensor:
    """Adds to its argument and returns something else."""
    y.add_(x)
    return x * 2


@both.register_fake
def _(y: Tensor, x: Tensor) -> Tensor:
    return torch.empty_like(x)


def uses_acc(x: Tensor) -> Tensor:
    y = x.clone()
    acc_(y, x)
    return y * 2


def uses_both(x: Tensor) -> Tensor:
    y = x.clone()
    z = both(y, x)
    return y * 2 + z


ACC = "--op-schema=torch_onnx_test::acc_(Tensor(a!) y, Tensor x) -> ()"


@pytest.mark.parametrize("options", [(), ("--unsupported=keep",)], ids=str)
def test_custom_operator_without_schema(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    """What has no results is there for what it writes."""
    assert "--op-schema=" in refused(uses_acc, (X,), tmp_path, *options)


def test_custom_operator_with_schema(tmp_path: Path) -> None:
    """What it writes is an output of its node, which the others read."""
    import onnx

    export(Program(uses_acc), (X,), tmp_path / "m.pt2")
    schemas = tmp_path / "schemas.txt"
    schemas.write_text("# ours\n\n" + ACC.removeprefix("--op-schema=") + "\n")
    for option in (ACC, f"--op-schema=@{schemas}"):
        done = convert(
            tmp_path / "m.pt2", tmp_path / "m.onnx", (option, "--unsupported=keep")
        )
        assert not done.failure, done.stderr
        assert "warning" not in done.stderr
        nodes = onnx.load(tmp_path / "m.onnx").graph.node
        custom = [node for node in nodes if node.domain == "pkg.torch.ops"]
        assert [node.op_type for node in custom] == [
            "torch_onnx_test.acc__functional.default"
        ]
        (mul,) = (node for node in nodes if node.op_type == "Mul")
        assert mul.input[0] == custom[0].output[0]


def test_custom_operator_with_results(tmp_path: Path) -> None:
    """Without a schema a warning says that writes are lost."""
    export(Program(uses_both), (X,), tmp_path / "m.pt2")
    keep = "--unsupported=keep"
    done = convert(tmp_path / "m.pt2", tmp_path / "m.onnx", (keep,))
    assert not done.failure and "kept without a schema" in done.stderr
    schema = "--op-schema=torch_onnx_test::both(Tensor(a!) y, Tensor x) -> Tensor"
    done = convert(tmp_path / "m.pt2", tmp_path / "m.onnx", (keep, schema))
    assert not done.failure and "warning" not in done.stderr


def test_schema_that_is_none(tmp_path: Path) -> None:
    """Wrong usage, which says what was expected."""
    export(Program(uses_acc), (X,), tmp_path / "m.pt2")
    done = convert(tmp_path / "m.pt2", tmp_path / "m.onnx", ("--op-schema=f(",))
    assert "expected NAMESPACE::OPERATOR" in done.stderr
    absent = f"--op-schema=@{tmp_path}/absent"
    done = convert(tmp_path / "m.pt2", tmp_path / "m.onnx", (absent,))
    assert "cannot open" in done.stderr


# ---------------------------------------------------------------- strides


def column_major(x: Tensor) -> Tensor:
    return x.t().relu().as_strided((2, 3), (1, 2))


def channels_last(x: Tensor) -> Tensor:
    return x.as_strided((2, 6), (1, 2))


def offset(x: Tensor) -> Tensor:
    return x[1:].as_strided((2,), (1,), 4)


def written(x: Tensor) -> Tensor:
    y = x.t().contiguous().t()
    y.as_strided((3,), (1,)).mul_(2)
    return y


@pytest.mark.parametrize(
    ("function", "x"),
    [
        (column_major, MATRIX),
        (
            channels_last,
            torch.arange(12.0).reshape(1, 2, 2, 3).to(memory_format=torch.channels_last),
        ),
        (offset, MATRIX),
        (written, MATRIX),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_strides(function: Callable[..., object], x: Tensor, tmp_path: Path) -> None:
    """as_strided addresses memory, in whatever order the elements are there."""
    check(function, (x,), tmp_path)


class StridedParameter(nn.Module):
    """Looks into the memory of a channels-last parameter."""

    def __init__(self) -> None:
        super().__init__()
        weight = torch.arange(24.0).reshape(2, 3, 2, 2)
        self.weight = nn.Parameter(weight.to(memory_format=torch.channels_last))

    def forward(self, x: Tensor) -> Tensor:
        """Every other element of its memory."""
        return self.weight.as_strided((2, 6), (2, 4)) + x


def test_strides_of_a_parameter(tmp_path: Path) -> None:
    """The archive has the strides of weights, too."""
    check(StridedParameter(), (torch.zeros(1),), tmp_path)


def test_strides_with_gaps_are_refused(tmp_path: Path) -> None:
    """Between the elements of the operand there are others, which are not known."""

    def gaps(x: Tensor) -> Tensor:
        return x[:, ::2].as_strided((3,), (1,))

    assert "as_strided" in refused(gaps, (MATRIX,), tmp_path)


# ---------------------------------------------------------------- views and writes


def windows(x: Tensor) -> Tensor:
    y = x.clone()
    y.unfold(0, 2, 3).add_(1)
    y.unfold(0, 2, 2).mul_(3)
    return y


def diagonals(x: Tensor) -> Tensor:
    y = x.clone()
    y.diagonal().mul_(3)
    y.diagonal(1).fill_(7)
    return y


def fill_diagonal(x: Tensor) -> Tensor:
    y = x.clone()
    y.t().fill_diagonal_(2.0)
    return y


def wrap_diagonal(x: Tensor) -> tuple[Tensor, ...]:
    results = []
    for rows in range(2, 9):
        y = torch.zeros(rows, 2) + x[0, 0]
        results.append(y.fill_diagonal_(5.0, wrap=True))
    return tuple(results)


def cube_diagonal(x: Tensor) -> Tensor:
    y = x.unsqueeze(-1).expand(2, 2, 2).clone()
    return y.fill_diagonal_(9.0)


def reshaped(x: Tensor) -> tuple[Tensor, ...]:
    y = x * 1
    y.reshape(4).add_(1)
    z = y.t().reshape(4)
    z.add_(5)
    return y, z


def flattened(x: Tensor) -> tuple[Tensor, ...]:
    y = x * 1
    y.flatten().add_(1)
    z = y.t().flatten()
    z.add_(5)
    return y, z


def contiguous(x: Tensor) -> tuple[Tensor, ...]:
    y = x * 1
    y.contiguous().add_(1)
    z = y.t().contiguous()
    z.add_(5)
    return y, z


def converted(x: Tensor) -> tuple[Tensor, ...]:
    y = x * 1
    y.to(torch.float32).add_(1)
    y.type_as(x).mul_(2)
    z = y.to(torch.float64)
    z.add_(5)
    return y, z


def shapes(x: Tensor) -> tuple[Tensor, ...]:
    y = x.clone()
    z = y.unsqueeze_(0)
    y.squeeze_(0)
    y.t_()
    z[0, 1] = 7.0
    return x + 1, y, z


@pytest.mark.parametrize(
    ("function", "x"),
    [
        (windows, torch.arange(5.0)),
        (diagonals, torch.arange(12.0).reshape(3, 4)),
        (fill_diagonal, torch.arange(15.0).reshape(5, 3)),
        (wrap_diagonal, SQUARE),
        (cube_diagonal, SQUARE),
        (reshaped, SQUARE),
        (flattened, SQUARE),
        (contiguous, SQUARE),
        (converted, SQUARE),
        (shapes, SQUARE),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_views(function: Callable[..., object], x: Tensor, tmp_path: Path) -> None:
    """Writes through views, and through what is a view or a copy by its strides."""
    check(function, (x,), tmp_path)


def test_parts_of_unknown_size(tmp_path: Path) -> None:
    """Parts begin where the sizes of those before them say, when the model runs."""

    def parts(x: Tensor) -> Tensor:
        y = x.clone()
        first, second = y.chunk(2, 1)
        first.add_(1)
        second.mul_(2)
        return y

    x = torch.ones(2, 6)
    shapes = (({1: torch.export.Dim.AUTO},),)
    program = torch.export.export(Program(parts), (x,), dynamic_shapes=shapes)
    torch.export.save(program, tmp_path / "model.pt2")
    done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert not done.failure, done.stderr
    for size in (6, 9, 2):
        x = torch.arange(2.0 * size).reshape(2, size)
        (actual,) = Session(tmp_path / "model.onnx").run([x])
        torch.testing.assert_close(actual, parts(x))


def test_shape_of_an_argument(tmp_path: Path) -> None:
    """An argument that is transposed in place is updated."""

    def transposes(x: Tensor) -> Tensor:
        x.transpose_(0, 1)
        x.add_(1)
        return x + 1

    done = check(transposes, (MATRIX,), tmp_path)
    assert "warning" in done.stderr
    check(transposes, (MATRIX,), tmp_path, "--mutations=outputs")
    updated = Session(tmp_path / "model.onnx").run([MATRIX])[1]
    torch.testing.assert_close(updated, MATRIX.t() + 1)


# ---------------------------------------------------------------- assertions


def test_assertions_are_reported(tmp_path: Path) -> None:
    """The report has what the model does not check."""

    def counts(x: Tensor) -> Tensor:
        count = x.nonzero().shape[0]
        torch._check(count >= 2)
        torch._check(count < 100)
        return torch.ones(count)

    report = tmp_path / "report.md"
    check(counts, (torch.ones(5),), tmp_path, f"--report={report}")
    text = report.read_text()
    assert "Not checked by the model" in text
    assert r"u0 \>= 2" in text  # as Markdown has it


def test_assumptions_about_sizes_are_reported(tmp_path: Path) -> None:
    """A branch on a size that stays dynamic holds for some sizes only, as the module of the
    program says; a bound, which is a range, and a branch that any size takes are no news."""

    def branches(x: Tensor) -> Tensor:
        if 8 * (x.shape[0] // 8) == 32 and x.shape[1] > 5:
            return x + torch.arange(x.shape[1])
        return x.sum(0, keepdim=True)

    auto = torch.export.Dim.AUTO
    shapes = (({0: auto, 1: auto},),)
    x = torch.ones(37, 9)
    program = torch.export.export(Program(branches), (x,), dynamic_shapes=shapes)
    with pytest.raises(Exception, match="Guard failed"):
        program.module()(torch.ones(41, 9))
    torch.export.save(program, tmp_path / "model.pt2")
    report = tmp_path / "report.json"
    done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx", (f"--report={report}",))
    assert not done.failure, done.stderr
    (condition,) = json.loads(report.read_text())["not_checked"]
    assert ".size(0) // 8" in condition and condition.endswith("== 32")
    assert f"warning: torch.export assumed that {condition}; the model does not" in done.stderr


@pytest.mark.parametrize("table", [None, "empty", "core"])
def test_prints_are_left_out(table: str | None, tmp_path: Path) -> None:
    """Decomposed, they are inside of with_effects."""

    def prints(x: Tensor) -> Tensor:
        torch.ops.aten._print("hello")
        return x + 1

    program = torch.export.export(Program(prints), (MATRIX,))
    if table is not None:
        program = program.run_decompositions({} if table == "empty" else None)
    torch.export.save(program, tmp_path / "model.pt2")
    done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert not done.failure, done.stderr
    (actual,) = Session(tmp_path / "model.onnx").run([MATRIX])
    torch.testing.assert_close(actual, MATRIX + 1)


def test_error_codes_are_not_checked(tmp_path: Path) -> None:
    """What linear algebra checks after run_decompositions() is in the report."""

    def inverses(x: Tensor) -> tuple[Tensor, Tensor]:
        square = x @ x.mT + torch.eye(x.shape[0])
        return torch.inverse(square), torch.linalg.solve(square, x)

    args = (torch.tensor([[1.0, 2], [3, 5]]),)
    program = torch.export.export(Program(inverses), args).run_decompositions()
    assert "with_effects" in str(program.graph)
    torch.export.save(program, tmp_path / "model.pt2")
    options = (f"--report={tmp_path / 'report.md'}",)
    done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx", options)
    assert not done.failure, done.stderr
    actual = Session(tmp_path / "model.onnx").run(args)
    for got, want in zip(actual, inverses(*args), strict=True):
        torch.testing.assert_close(got, want)
    assert "'linalg.inv' succeeds" in (tmp_path / "report.md").read_text()


# ---------------------------------------------------------------- autocast


class Mixed(nn.Module):
    """Linear layers in low precision, what follows as autocast has it."""

    def __init__(self, enabled: bool) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(4, 8), nn.Linear(8, 4)
        self.norm = nn.LayerNorm(8)
        self.enabled = enabled

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        """Low precision, promoted, and as in the program."""
        with torch.autocast("cpu", torch.bfloat16, enabled=self.enabled):
            y = torch.relu(self.first(x))
            joined = torch.cat([y, y.float()], 1)
            loss = torch.nn.functional.mse_loss(y, torch.zeros_like(y))
            with torch.autocast("cpu", enabled=False):
                plain = self.second(self.norm(y.float()))
            z = torch.softmax(self.second(self.norm(y.float())), -1)
        return z.float(), joined, loss, plain


@pytest.mark.parametrize("enabled", [True, False])
def test_autocast(enabled: bool, tmp_path: Path) -> None:
    """The casts of autocast are those of the policies for the CPU."""
    torch.manual_seed(0)
    check(
        Mixed(enabled).eval(),
        (torch.randn(3, 4),),
        tmp_path,
        "--target=ort",
        tolerance=2e-2,
    )


def test_autocast_of_another_device(tmp_path: Path) -> None:
    """Autocast of CUDA casts nothing on the CPU."""

    def matmul(x: Tensor) -> Tensor:
        with torch.autocast("cuda", torch.float16):
            return x @ x

    check(matmul, (SQUARE,), tmp_path)


def test_autocast_inside_of_an_operator_is_refused(tmp_path: Path) -> None:
    """Of einsum autocast casts the parts."""

    def einsum(x: Tensor) -> Tensor:
        with torch.autocast("cpu", torch.bfloat16):
            return torch.einsum("ij,jk->ik", x, x)

    assert "autocast casts inside of 'aten.einsum" in refused(
        einsum, (SQUARE,), tmp_path
    )


# ---------------------------------------------------------------- caches


def test_static_cache(tmp_path: Path) -> None:
    """A cache of fixed size, written in place, of transformers."""
    from transformers import GenerationConfig, LlamaConfig, LlamaForCausalLM
    from transformers.integrations.executorch import (
        TorchExportableModuleWithStaticCache,
    )

    torch.manual_seed(0)
    llama = LlamaForCausalLM(
        LlamaConfig(
            hidden_size=32,
            intermediate_size=64,
            num_hidden_layers=2,
            num_attention_heads=4,
            num_key_value_heads=2,
            vocab_size=50,
            max_position_embeddings=32,
        )
    ).eval()
    llama.generation_config = GenerationConfig(
        use_cache=True,
        cache_implementation="static",
        cache_config={"batch_size": 1, "max_cache_len": 16},
    )
    model = TorchExportableModuleWithStaticCache(llama)
    inputs = {"input_ids": torch.tensor([[3]]), "cache_position": torch.tensor([0])}
    program = torch.export.export(model, (), kwargs=inputs, strict=False)
    torch.export.save(program, tmp_path / "model.pt2")
    done = convert(
        tmp_path / "model.pt2", tmp_path / "model.onnx", ("--mutations=outputs",)
    )
    assert not done.failure, done.stderr

    session = Session(tmp_path / "model.onnx")
    actual = dict(
        zip(session.outputs, session.run(list(inputs.values())), strict=True)
    )
    eager = program.module()
    with torch.no_grad():
        logits = eager(**inputs)
    torch.testing.assert_close(actual[session.outputs[0]], logits, rtol=1e-4, atol=1e-5)
    caches = {
        name: buffer for name, buffer in eager.named_buffers() if "cache" in name
    }
    updated = {name for name in actual if name.endswith(".updated")}
    assert len(updated) >= 4
    for name in updated:
        buffer = caches.get(name.removesuffix(".updated"))
        if buffer is not None:
            torch.testing.assert_close(actual[name], buffer, rtol=1e-4, atol=1e-5)
