"""flex_attention: torch.export makes an operator of it that cannot be written."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor, nn
from torch.nn.attention import flex_attention as flex

import torch_onnx_mlir

if not hasattr(flex, "setup_compilation_env"):
    pytest.skip(
        "torch.export of this version does not take flex_attention apart", allow_module_level=True
    )


def exported(program: torch.export.ExportedProgram) -> torch_onnx_mlir.ONNXProgram:
    """The model of a program; the test is skipped if this PyTorch cannot write its parts."""
    try:
        return torch_onnx_mlir.export(program)
    except torch_onnx_mlir.errors.ConversionError as error:
        if "aten.size.default" in str(error):
            pytest.skip("torch.vmap fixes dynamic sizes")
        if "torch._functorch.predispatch" in str(error):
            pytest.skip("torch.export.save cannot write torch.vmap in branches")
        raise


class Attention(nn.Module):
    """Attention with scores and masks of several kinds."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind
        torch.manual_seed(0)
        self.bias = nn.Parameter(torch.randn(4))
        self.table = nn.Parameter(torch.randn(4, 12, 12))

    def forward(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor | tuple[Tensor, Tensor]:
        """What flex_attention gives."""
        length = q.shape[2]
        if self.kind == "plain":
            return flex.flex_attention(q, k, v)
        if self.kind == "bias":  # reads parameters by the numbers of head, row and column

            def score(s: Tensor, b: Tensor, h: Tensor, i: Tensor, j: Tensor) -> Tensor:
                return s + self.bias[h] * (i - j) + self.table[h, i, j]

            return flex.flex_attention(q, k, v, score_mod=score)
        if self.kind == "softcap":
            return flex.flex_attention(
                q, k, v, score_mod=lambda s, b, h, i, j: 5 * torch.tanh(s / 5), scale=0.3
            )
        if self.kind == "grouped":
            return flex.flex_attention(q, k[:, :2], v[:, :2], enable_gqa=True)
        if self.kind == "masked":  # the first row of each head sees nothing
            mask = flex.create_block_mask(
                lambda b, h, i, j: i > j, None, None, length, length, device="cpu"
            )
            return flex.flex_attention(q, k, v, block_mask=mask)
        mask = flex.create_block_mask(
            lambda b, h, i, j: (i >= j) & (i - j < 3 + h), 1, 4, length, length, device="cpu"
        )
        return flex.flex_attention(
            q, k, v, score_mod=lambda s, b, h, i, j: s * (h + 1), block_mask=mask, return_lse=True
        )


KINDS = ["plain", "bias", "softcap", "grouped", "masked", "window"]


@pytest.mark.parametrize("kind", KINDS)
def test_flex_attention(kind: str) -> None:
    """Scores and masks are computed at once: no loop is in the model."""
    model = Attention(kind).eval()
    torch.manual_seed(1)
    q, k, v = (torch.randn(2, 4, 12, 8) for _ in range(3))
    program = torch_onnx_mlir.export(model, (q, k, v))
    assert not {"Scan", "Loop", "If"} & {node.op_type for node in program.model.graph}
    with torch.no_grad():
        expected = model(q, k, v)
    results = program(q, k, v)
    wanted = [expected] if isinstance(expected, Tensor) else list(expected)
    for actual, want in zip(results, wanted, strict=True):
        torch.testing.assert_close(actual, want)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_flex_attention_in_an_exported_program(kind: str, strict: bool) -> None:
    """A program that torch.export has captured has the operator; its sizes stay symbols."""
    model = Attention(kind).eval()
    torch.manual_seed(1)
    q, k, v = (torch.randn(2, 4, 12, 8) for _ in range(3))
    torch._dynamo.reset()
    is_dynamic = kind != "bias"  # it has a table of one size
    dynamic = ({0: torch.export.Dim.AUTO, 2: torch.export.Dim.AUTO},) * 3 if is_dynamic else None
    captured = torch.export.export(model, (q, k, v), strict=strict, dynamic_shapes=dynamic)
    before = str(captured.graph)
    assert "flex_attention" in before
    program = exported(captured)
    assert str(captured.graph) == before
    assert not {"Scan", "Loop", "If"} & {node.op_type for node in program.model.graph}
    for batch, length in [(2, 12), (3, 17), (1, 1)] if is_dynamic else [(2, 12)]:
        q, k, v = (torch.randn(batch, 4, length, 8) for _ in range(3))
        with torch.no_grad():
            expected = model(q, k, v)
        wanted = [expected] if isinstance(expected, Tensor) else list(expected)
        for actual, want in zip(program(q, k, v), wanted, strict=True):
            torch.testing.assert_close(actual, want)


class Branches(nn.Module):
    """Attention in one branch, with another score."""

    def forward(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        """What flex_attention gives."""

        def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
            result: Tensor = flex.flex_attention(
                q, k, v, score_mod=lambda s, b, h, i, j: s - (i - j).abs() * (b + 1)
            )
            return result

        first: Tensor = flex.flex_attention(q, k, v, score_mod=lambda s, b, h, i, j: s * 2)
        branch: Tensor = torch.cond(q.sum() > 0, attend, lambda q, k, v: v.sin(), (q, k, v))
        return first + branch


def test_flex_attention_in_a_branch() -> None:
    """The operator is replaced in graphs inside of the graph, too, each call by its own."""
    q, k, v = (torch.randn(2, 4, 12, 8) for _ in range(3))
    captured = torch.export.export(Branches(), (q.abs(), k, v), strict=True)
    program = exported(captured)
    for sign in (1, -1):
        x = q.abs() * sign
        (actual,) = program(x, k, v)
        torch.testing.assert_close(actual, Branches()(x, k, v))


class Mask(nn.Module):
    """A mask by a function that reads a tensor, as transformers makes them."""

    def forward(self, x: Tensor, padding: Tensor) -> Tensor:
        """The mask for the rows and columns of `x`."""
        from transformers import masking_utils  # noqa: PLC0415 - optional

        mask: Tensor = masking_utils.sdpa_mask(
            x.shape[0], x.shape[1], x.shape[1], attention_mask=padding,
            allow_is_causal_skip=False, use_vmap=True,
        )  # fmt: skip
        return mask


def test_mask_with_padding() -> None:
    """What is read by numbers of elements is a Gather."""
    pytest.importorskip("transformers")
    x, padding = torch.randn(2, 5), torch.tensor([[True] * 5, [False] * 2 + [True] * 3])
    dynamic = ({0: "batch", 1: "length"}, {0: "batch", 1: "length"})
    program = torch_onnx_mlir.export(Mask(), (x, padding), dynamic_shapes=dynamic)
    assert "Scan" not in {node.op_type for node in program.model.graph}
    for rows, columns in ((2, 5), (3, 7), (1, 1)):
        x, padding = torch.randn(rows, columns), torch.rand(rows, columns) > 0.4
        (actual,) = program(x, padding)
        torch.testing.assert_close(actual, Mask()(x, padding))
