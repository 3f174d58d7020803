"""What the evaluator of the compiler says where ONNX Runtime and PyTorch differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch_onnx_mlir
from torch_onnx_mlir import errors
from torch_onnx_mlir._model import runtime
from torch_onnx_mlir._verification import bisect, second_opinion

from .features import overriding
from .models import Mlp
from .test_verification import spoil

X = torch.randn(4, 64)


def moved(tensor: torch.Tensor, amount: float = 0.5) -> torch.Tensor:
    """A tensor in which one element is wrong."""
    wrong = tensor.clone()
    wrong.view(-1)[0] += amount
    return wrong


@pytest.fixture
def wrong_runtime(monkeypatch: pytest.MonkeyPatch) -> None:
    """ONNX Runtime adds 0.5 to an element of each output."""
    right = runtime.run

    def run(*args: Any) -> list[Any]:
        return [moved(value) for value in right(*args)]

    monkeypatch.setattr(runtime, "run", run)


@pytest.mark.usefixtures("wrong_runtime")
def test_runtime_at_fault() -> None:
    program = torch_onnx_mlir.export(Mlp().eval(), (X,), dynamic_shapes=({0: "batch"},))
    result = torch_onnx_mlir.verify(program, error=False)
    name = program.model.graph.outputs[0].name
    assert result.second_opinion.startswith(
        "the runtime is at fault: the compiler's evaluator agrees with PyTorch "
        f"(output '{name}': largest difference "
    )
    assert str(result).count(result.second_opinion) == 1


def test_right_models_need_no_opinion() -> None:
    program = torch_onnx_mlir.export(Mlp().eval(), (X,))
    assert torch_onnx_mlir.verify(program).second_opinion == ""


def with_wrong_kernel(check: Callable[[torch_onnx_mlir.ONNXProgram], None]) -> None:
    """Check a program after PyTorch has got another kernel for an operator of it."""

    class Chain(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return (x.exp().erf() + 1).sqrt()

    program = torch_onnx_mlir.export(Chain(), (X,))
    library = torch.library.Library("aten", "IMPL")
    try:
        library.impl("erf", lambda x: torch.tanh(x) * 3, "CPU", **overriding(library))
        check(program)
    finally:
        library._destroy()


def test_model_at_fault() -> None:
    def check(program: torch_onnx_mlir.ONNXProgram) -> None:
        with pytest.raises(errors.VerificationError, match="the model is at fault") as caught:
            torch_onnx_mlir.verify(program)
        assert "agrees with ONNX Runtime (output '" in str(caught.value)

    with_wrong_kernel(check)


def test_bisect_has_the_opinion() -> None:
    def check(program: torch_onnx_mlir.ONNXProgram) -> None:
        found = bisect.bisect(program)
        assert found.failures[-1].startswith("the model is at fault")

    with_wrong_kernel(check)


def test_neither_agrees() -> None:
    class Random(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x + torch.rand_like(x)

    result = torch_onnx_mlir.verify(torch_onnx_mlir.export(Random(), (X,)), error=False)
    assert result.second_opinion.startswith("the compiler's evaluator agrees with neither")


def test_changed_models_are_not_evaluated() -> None:
    program = torch_onnx_mlir.export(Mlp().eval(), (X,))
    spoil(program)
    result = torch_onnx_mlir.verify(program, error=False)
    assert "cannot tell which one is right: the model was changed" in result.second_opinion


def test_slow_evaluations_stop() -> None:
    program = torch_onnx_mlir.export(Mlp().eval(), (X,))
    with pytest.raises(errors.CompilerError, match="takes more than -1 seconds"):
        program._evaluate(-1.0, (X,), {})
    assert torch.allclose(program._evaluate(60.0, (X,), {})[0], program(X)[0], atol=1e-5)


@pytest.mark.parametrize(
    "dtype",
    [torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.uint8],
)
def test_dtypes(dtype: torch.dtype) -> None:
    class Sum(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            return x + y, x == y

    x, y = torch.arange(6).view(2, 3).to(dtype), torch.tensor(2).to(dtype)
    program = torch_onnx_mlir.export(Sum(), (x, y))
    total, equal = program._evaluate(60.0, (x, y), {})
    assert total.dtype == dtype and torch.equal(total, x + y)
    assert torch.equal(equal, x == y)


def output(runtime_value: torch.Tensor, expected: torch.Tensor, number: int = 0) -> Any:
    return second_opinion.Output(f"y{number}", number, runtime_value, expected)


def ask(values: list[torch.Tensor], *wrong: Any) -> str:
    """The opinion where values are equal or not."""
    return second_opinion.find(
        lambda: values,
        wrong,
        lambda value, number: torch.equal(value, wrong[number].expected),
        torch.equal,
    )


def test_the_worst_output_is_named() -> None:
    right = torch.zeros(3)
    first, second = output(moved(right, 1.0), right), output(moved(right, 2.0), right, 1)
    assert "runtime is at fault" in ask([right, right], first, second)
    text = ask([right, second.runtime], first, second)
    assert "model is at fault" in text and "(output 'y1': largest difference from PyTorch 2)" in text
    text = ask([moved(right, 3.0), second.runtime], first, second)
    assert "agrees with neither (output 'y0'" in text
    assert "from PyTorch 3, from ONNX Runtime 2)" in text


def test_differences_without_a_number() -> None:
    right = torch.tensor([torch.nan, torch.inf, 1.0])
    assert second_opinion._distance(right, right) == 0.0
    assert second_opinion._distance(right, torch.ones(3)) == float("inf")
    assert second_opinion._distance(right, right[:2]) == float("inf")
    wrong = output(torch.ones(3), right)
    assert "fewer outputs" in ask([], wrong)

    def fail() -> list[Any]:
        raise errors.CompilerError("'onnx.Custom' op\nis not evaluated")

    text = second_opinion.find(fail, [wrong], lambda *_: True, torch.equal)
    assert text.endswith("cannot tell which one is right: 'onnx.Custom' op is not evaluated")
