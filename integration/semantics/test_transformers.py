"""Kernels of attention and of whole transformer layers, which programs have in place of the modules.

Those of layers where no derivative is needed, and those of derivatives where a program trains.
Eager runs the same kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import Tensor, nn
from torch.export.experimental import _export_forward_backward

from integration.common.compiler import convert
from integration.common.runtime import Session
from integration.semantics.cases import assert_results, session_of

HEADS, WIDTH = 4, 16


def tokens(samples: int, length: int) -> Tensor:
    """Some of each sample."""
    generator = torch.Generator().manual_seed(samples + length)
    return torch.randn(samples, length, WIDTH, generator=generator)


def padding(samples: int, length: int) -> Tensor:
    """True at the end of each sample but the first, more of it in each."""
    return torch.arange(length) >= length - torch.arange(samples).unsqueeze(1)


class Attention(nn.Module):
    """The kernel of nn.MultiheadAttention."""

    def __init__(self, kind: int | None = None, average: bool = True) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.layer = nn.MultiheadAttention(WIDTH, HEADS, batch_first=True)
        nn.init.normal_(self.layer.in_proj_bias)
        nn.init.normal_(self.layer.out_proj.bias)
        self.kind, self.average = kind, average

    def call(self, q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> tuple[Tensor, Tensor]:
        """Calls it, with all arguments."""
        layer = self.layer
        return torch._native_multi_head_attention(
            q, k, v, WIDTH, HEADS, layer.in_proj_weight, layer.in_proj_bias,
            layer.out_proj.weight, layer.out_proj.bias, mask, True, self.average, self.kind,
        )

    def forward(self, x: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Of tokens among themselves."""
        return self.call(x, x, x, mask)


class Cross(Attention):
    """Three different tensors."""

    def forward(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        """What the queries see, without the weights."""
        return self.call(q, k, v, None)[0]


class Layer(nn.Module):
    """The kernel of nn.TransformerEncoderLayer."""

    def __init__(self, gelu: bool, norm_first: bool, kind: int | None = None) -> None:
        super().__init__()
        torch.manual_seed(1)
        self.layer = nn.TransformerEncoderLayer(WIDTH, HEADS, 24, layer_norm_eps=1e-3)
        self.gelu, self.norm_first, self.kind = gelu, norm_first, kind
        for name, value in self.layer.named_parameters():
            if "norm" in name or "bias" in name:
                nn.init.normal_(value)

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """Calls it, with all arguments."""
        layer, attention = self.layer, self.layer.self_attn
        return torch._transformer_encoder_layer_fwd(
            x, WIDTH, HEADS, attention.in_proj_weight, attention.in_proj_bias,
            attention.out_proj.weight, attention.out_proj.bias, self.gelu, self.norm_first,
            layer.norm1.eps, layer.norm1.weight, layer.norm1.bias, layer.norm2.weight,
            layer.norm2.bias, layer.linear1.weight, layer.linear1.bias, layer.linear2.weight,
            layer.linear2.bias, mask, self.kind,
        )


def square(samples: int, length: int) -> Tensor:
    """A token sees those before it; as numbers, of which 0 is false."""
    return torch.ones(length, length).triu(1) * samples


#: The module, and its inputs for a number of samples and of tokens.
CASES: dict[str, tuple[Callable[[], nn.Module], Callable[[int, int], tuple[Tensor, ...]]]] = {
    "attention": (Attention, lambda n, t: (tokens(n, t),)),
    "weights of each head": (lambda: Attention(average=False), lambda n, t: (tokens(n, t),)),
    "padding": (lambda: Attention(1), lambda n, t: (tokens(n, t), padding(n, t))),
    "order": (lambda: Attention(0), lambda n, t: (tokens(n, t), square(n, t))),
    "mask of all": (
        lambda: Attention(2, average=False),
        lambda n, t: (tokens(n, t), padding(n, t)[:, None, None].repeat(1, HEADS, t, 1)),
    ),
    "cross": (Cross, lambda n, t: (tokens(n, t), tokens(n, t) + 1, tokens(n, t).cos())),
    "layer": (lambda: Layer(False, False), lambda n, t: (tokens(n, t),)),
    "layer, norm first": (lambda: Layer(True, True), lambda n, t: (tokens(n, t),)),
    "layer with padding": (
        lambda: Layer(True, False, 1), lambda n, t: (tokens(n, t), padding(n, t))
    ),
}


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
@pytest.mark.parametrize("name", CASES)
@pytest.mark.usefixtures("compiler")
def test_kernel(name: str, dynamic: bool, tmp_path: Path) -> None:
    """The kernel's numbers; samples that are padding as a whole are NaN there and here."""
    make, of = CASES[name]
    module, inputs = make().eval(), of(3, 5)
    sizes = None
    if dynamic:
        n, t = torch.export.Dim("n"), torch.export.Dim("t")
        known = {"order": (t, t), "mask of all": (n, HEADS, t, t)}.get(name, (n, t))
        mask = tuple(dict(enumerate(known)) for _ in inputs[1:])
        sizes = ({0: n, 1: t}, *mask)
    with torch.no_grad():
        session = session_of(module, inputs, tmp_path, dynamic=sizes)
        for given in [inputs, of(5, 4), of(1, 9)] if dynamic else [inputs]:
            expected = module(*given)
            actual = session.run(given)
            want = expected if isinstance(expected, tuple) else (expected,)
            assert len(actual) == len(want)
            for x, y in zip(actual, want, strict=True):
                torch.testing.assert_close(x, y, equal_nan=True)


class Masked(nn.Module):
    """A softmax along another dimension than the last."""

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Of rank 3, with a mask of its shape."""
        return torch._masked_softmax(x, mask, 1, 2)


class Parts(nn.Module):
    """Queries, keys and values of all heads."""

    def forward(self, x: Tensor, bias: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Scaled queries, keys and values."""
        return torch._transform_bias_rescale_qkv(x, bias, HEADS)


@pytest.mark.parametrize(
    ("module", "inputs"),
    [
        (Masked(), (tokens(2, 3), torch.arange(96).reshape(2, 3, WIDTH) % 5 > 2)),
        (Parts(), (tokens(2, 3).repeat(1, 1, 3), torch.arange(3.0 * WIDTH))),
    ],
    ids=["softmax", "parts"],
)
@pytest.mark.usefixtures("compiler")
def test_part(module: nn.Module, inputs: tuple[Tensor, ...], tmp_path: Path) -> None:
    """The operators that the kernels are made of."""
    assert_results(session_of(module, inputs, tmp_path), inputs, module(*inputs))


def hidden(*sizes: int) -> Tensor:
    """A mask to add, in which the third query sees no key."""
    mask = tokens(2, 3).reshape(-1)[: sizes[-2] * sizes[-1]].reshape(sizes).clone()
    mask[..., 2, :] = -torch.inf
    return mask


#: Keyword arguments of the kernel for CPUs.
ARGUMENTS: dict[str, dict[str, object]] = {
    "plain": {},
    "causal": {"is_causal": True},
    "scaled": {"scale": 0.3},
    "masked": {"attn_mask": hidden(1, 1, 5, 7)},
}


class Derivative(nn.Module):
    """Attention for CPUs, all of its results, and its derivatives."""

    def __init__(self, arguments: dict[str, object]) -> None:
        super().__init__()
        self.arguments = arguments

    def forward(self, q: Tensor, k: Tensor, v: Tensor, grad: Tensor) -> tuple[Tensor, ...]:
        """All of them."""
        aten, arguments = torch.ops.aten, dict(self.arguments)
        output, sums = aten._scaled_dot_product_flash_attention_for_cpu(q, k, v, **arguments)
        is_causal = arguments.pop("is_causal", False)
        gradients = aten._scaled_dot_product_flash_attention_for_cpu_backward(
            grad, q, k, v, output, sums, 0.0, is_causal, **arguments
        )
        return (output, sums, *gradients)


@pytest.mark.parametrize("name", ARGUMENTS)
@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
@pytest.mark.usefixtures("compiler")
def test_derivative(name: str, dynamic: bool, tmp_path: Path) -> None:
    """Of queries, keys and values, also where a query sees nothing."""

    def of(samples: int, queries: int, keys: int) -> tuple[Tensor, ...]:
        sizes = (queries, keys, keys, queries)
        return tuple(
            (tokens(samples * 2, n) + i).reshape(samples, 2, n, WIDTH).sin()
            for i, n in enumerate(sizes)
        )

    module, inputs = Derivative(ARGUMENTS[name]), of(3, 5, 7)
    sizes = None
    if dynamic:
        n = torch.export.Dim("n")
        q, k = (torch.export.Dim(x) for x in "qk")
        if name == "masked":
            q, k = (torch.export.Dim.STATIC,) * 2
        sizes = tuple({0: n, 2: size} for size in (q, k, k, q))
    session = session_of(module, inputs, tmp_path, dynamic=sizes)
    assert_results(session, inputs, module(*inputs))
    if dynamic:
        other = of(2, 5, 7) if name == "masked" else of(4, 6, 3)
        assert_results(session, other, module(*other), " of other sizes")


class Loss(nn.Module):
    """A transformer with a loss, whose attention has a mask or not."""

    def __init__(self, causal: bool) -> None:
        super().__init__()
        torch.manual_seed(2)
        self.table = nn.Embedding(10, WIDTH)
        self.layer = nn.TransformerEncoderLayer(WIDTH, HEADS, 24, dropout=0, batch_first=True)
        self.mask = nn.Transformer.generate_square_subsequent_mask(5) if causal else None

    def forward(self, x: Tensor) -> Tensor:
        """The loss."""
        y = self.layer(self.table(x), src_mask=self.mask, is_causal=self.mask is not None)
        return y.logsumexp(-1).square().mean()


@pytest.mark.parametrize("causal", [False, True], ids=["all", "causal"])
@pytest.mark.usefixtures("compiler")
def test_training_step(causal: bool, tmp_path: Path) -> None:
    """The loss and its derivatives in the parameters."""
    net, inputs = Loss(causal), (torch.arange(10).reshape(2, 5) * 7 % 10,)
    step = _export_forward_backward(torch.export.export(net, inputs))
    assert any("attention_for_cpu_backward" in str(node.target) for node in step.graph.nodes)
    torch.export.save(step, tmp_path / "model.pt2")
    result = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert not result.failure, result.stderr
    session = Session(tmp_path / "model.onnx")
    for given in (inputs, (inputs[0].flip(1),)):
        loss = net(*given)
        expected = [loss.detach(), *torch.autograd.grad(loss, list(net.parameters()))]
        for actual, wanted in zip(session.run(given), expected, strict=True):
            torch.testing.assert_close(actual, wanted, rtol=1e-4, atol=1e-5)


@pytest.mark.usefixtures("compiler")
def test_dropout_is_refused(tmp_path: Path) -> None:
    """A derivative for weights that were drawn cannot be computed anew."""
    aten = torch.ops.aten

    class Drawn(nn.Module):
        def forward(self, q: Tensor) -> Tensor:
            return aten._scaled_dot_product_flash_attention_for_cpu_backward(
                q, q, q, q, q, q[..., 0], 0.5, False
            )[0]

    program = torch.export.export(Drawn(), (tokens(2, 3).reshape(2, 1, 3, WIDTH),))
    torch.export.save(program, tmp_path / "model.pt2")
    result = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert "its rule expects 'dropout_p' to be 0" in result.stderr
