"""torch.vmap by batching rules: the elements of a batch at once.

Each program is exported once with a dynamic batch where torch.export allows it,
and run on batches of other sizes, 1 and 0 included. The model has as many loops as
the case says, mostly none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import onnx
import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.utils import _pytree as pytree
from transformers import masking_utils

from integration.common.function import Function
from integration.semantics.cases import Case, assert_results, session_of

_AUTO = torch.export.Dim.AUTO


@dataclass
class BatchCase(Case):
    """A program with a batch in the first dimension of its first inputs."""

    batched: int
    loops: int
    sizes: list[int] = field(default_factory=lambda: [5, 1, 0])


CASES: list[BatchCase] = []


def case(
    *inputs: Tensor,
    batched: int | None = None,
    loops: int = 0,
    sizes: list[int] | None = None,
) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Registers a function of tensors, of which the first `batched` have the batch."""

    def register(function: Callable[..., object]) -> Callable[..., object]:
        count = len(inputs) if batched is None else batched
        made = BatchCase(function.__name__, function, inputs, count, loops)
        if sizes is not None:
            made.sizes = sizes
        CASES.append(made)
        return function

    return register


torch.manual_seed(2)
X = torch.randn(3, 4)
Y = torch.randn(3, 4)
CUBE = torch.randn(3, 2, 4)
W = torch.randn(4, 4)
V = torch.randn(4)
NUMBER = torch.tensor(2.5)
ROW = torch.tensor([0, 2, 1])
GRID = torch.tensor([[0, 2, 1], [1, 1, 3], [3, 0, 0]])
vmap = torch.vmap

# Operands that broadcast, and their dtypes.


@case(CUBE, V, batched=1)
def broadcasts(x: Tensor, v: Tensor) -> object:
    return vmap(lambda a: (a * v + a[0]).sin() / (a[:, :1] + 3))(x)


@case(torch.tensor([1.5, -2.0, 3.0]), V.double(), batched=1)
def scalar_with_double(x: Tensor, v: Tensor) -> object:
    return vmap(lambda a: a * v)(x)


@case(torch.tensor([1, 2, 3]), torch.tensor(2.5), batched=1)
def integer_scalar_with_float(x: Tensor, y: Tensor) -> object:
    return vmap(lambda a: (a * y, a / y, a > y, torch.where(a > 1, a, y)))(x)


@case(torch.tensor([1.5, 2.5, 3.0], dtype=torch.float64), V, batched=1)
def double_scalar_with_float(x: Tensor, v: Tensor) -> object:
    # A tensor without dimensions does not count beside one that has them.
    return vmap(lambda a: (a + v, a < v, torch.maximum(a, v), a**v.abs()))(x)


@case(torch.tensor([300, 2, -1], dtype=torch.int64), torch.arange(4, dtype=torch.int8), batched=1)
def wide_scalar_with_bytes(x: Tensor, v: Tensor) -> object:
    return vmap(lambda a: (a + v, torch.bitwise_and(a, v), a == v))(x)


@case(torch.tensor([1, 2, 3], dtype=torch.int32), torch.tensor(7), batched=1)
def two_scalars(x: Tensor, y: Tensor) -> object:
    return vmap(lambda a: (a + y, a * 2, a * 2.5))(x)


@case(X, torch.tensor([True, False, True]))
def where_with_numbers(x: Tensor, c: Tensor) -> object:
    return (
        vmap(lambda a, c: (torch.where(c, a, 0.0), a.masked_fill(a > 0, 7), c & (a > 0)))(x, c),
    )  # fmt: skip


@case(X)
def casts_and_copies(x: Tensor) -> object:
    return vmap(lambda a: (
        a.int() // 2, a.double().clone(), F.gelu(a), torch.zeros_like(a) + 1,
        a.new_ones(2, 3) + a[0],
    ))(x)  # fmt: skip


@case(X, Y)
def in_place(x: Tensor, y: Tensor) -> object:
    return vmap(lambda a, b: a.clone().add_(b).mul_(2)[:2].neg_())(x, y)


# Reductions and what goes along an axis.


@case(CUBE)
def reductions(x: Tensor) -> object:
    def f(a: Tensor) -> object:
        return (
            a.sum(), a.sum(-1), a.mean(0, keepdim=True), a.amax(), a.max(),
            *a.min(dim=-1),
            a.prod(), a.prod(-1), a.argmax(), a.argmax(-1, keepdim=True), a.var(),
            a.std(-1),
            a.norm(), a.logsumexp(0), (a > 0).any(), (a > 0).all(-1), a.count_nonzero(),
            a.std((0, 1)),
        )  # fmt: skip

    return vmap(f)(x)


@case(torch.randn(3), sizes=[])
def reductions_of_numbers(x: Tensor) -> object:
    return vmap(lambda a: (
        a.sum(), a.sum(0), a.mean(-1, keepdim=True), a.softmax(0), a.max(), a.prod(),
        a.argmax(), a.cumsum(0), (a > 0).any(),
    ))(x)  # fmt: skip


@case(CUBE)
def along_axes(x: Tensor) -> object:
    def f(a: Tensor) -> object:
        return (
            a.softmax(-1), a.log_softmax(0), a.cumsum(-1), a.sort(-1).values,
            a.topk(2).values,
            a.flip(0), a.roll(1, -1), a.tril(), a.diagonal(), F.pad(a, (1, 2)),
            F.glu(a),
        )  # fmt: skip

    return vmap(f)(x)


@case(CUBE, sizes=[])
def more_along_axes(x: Tensor) -> object:
    def f(a: Tensor) -> object:
        return (
            *torch.std_mean(a, -1), *torch.var_mean(a, (0, 1)), a.nanmedian(-1).values,
            a.sort(stable=True, dim=0).indices,
            F.pixel_shuffle(a.view(4, 1, 2), 2), a.triu(1), a.index_fill(-1, torch.tensor([1]), 7.0),
        )  # fmt: skip

    return vmap(f)(x)


# Views.


@case(CUBE, sizes=[])
def parts(x: Tensor) -> object:
    def f(a: Tensor) -> object:
        return (
            *a.tensor_split(3, -1), *a.tensor_split((1, 2), -1), *torch.unsafe_split(a, 3, -1),
            *torch.unsafe_chunk(a, 2, -1), a.narrow(-1, -3, 2), torch.atleast_3d(a),
            torch.diagonal_scatter(a, a[:, 0]), torch.diagonal_scatter(a, a[0, :2], 1, -2, -1),
            a.select_scatter(a[0], 0, 1), a[0].select_scatter(a[1, 0], 0, -1),
            a.slice_scatter(a[:, :2], -1, 1, 3), a.index_copy(-1, torch.tensor([2, 0]), a[:, :2]),
        )  # fmt: skip

    return vmap(f)(x)


@case(CUBE)
def views(x: Tensor) -> object:
    def f(a: Tensor) -> object:
        return (
            a.view(-1), a.reshape(4, -1), a.t(), a.transpose(-1, 0),
            a.permute(1, 0)[None],
            a.unsqueeze(-1).squeeze(-1), a[None].squeeze(), a.flatten(),
            a.unflatten(-1, (2, -1)),
            a.expand(5, -1, -1), a.repeat(2, 1, 3), a.select(-1, 1), a[:, 1:-1],
            a.movedim(0, -1),
            a.unfold(-1, 2, 1), a.split(2, -1)[1], a.chunk(2, 1)[0], a.unbind(-1)[2],
            a.expand_as(a),
        )  # fmt: skip

    return vmap(f)(x)


@case(X, V, batched=1, sizes=[])
def joins(x: Tensor, v: Tensor) -> object:
    return vmap(lambda a: (
        torch.cat([a, v]), torch.stack([v, a], -1), torch.stack([a[0], a[1]]),
        torch.cat([v[None], a[None]], 0),
    ))(x)  # fmt: skip


@case(X, sizes=[5, 1])
def other_dimensions(x: Tensor) -> object:
    # Of other out_dims torch 2.13 exports few.
    return vmap(lambda a: a * 2, in_dims=0)(x), vmap(lambda a: a.sum(0), in_dims=1)(x)


@case(X, sizes=[5, 1])
def what_is_the_same_for_all(x: Tensor) -> object:
    return vmap(lambda a: (torch.arange(3), a, torch.ones(2)), out_dims=(0, 1, 0))(x)


# Products.


@case(CUBE, W, V, batched=1, sizes=[5, 1])  # ONNX Runtime refuses to broadcast to 0
def products_with_weights(x: Tensor, w: Tensor, v: Tensor) -> object:
    def f(a: Tensor) -> object:
        return (
            a @ w, a[0] @ w, a @ v, torch.dot(a[0], v), F.linear(a, w, v),
            F.linear(a[0], w), w @ a.t(), torch.addmm(v, a, w),
        )  # fmt: skip

    return vmap(f)(x)


@case(torch.randn(3, 2, 4), torch.randn(3, 4, 5), torch.randn(3, 4), torch.randn(3, 5))
def products_of_batches(x: Tensor, y: Tensor, u: Tensor, z: Tensor) -> object:
    def f(a: Tensor, b: Tensor, u: Tensor, z: Tensor) -> object:
        return (
            a @ b, u @ b, a @ u, u @ u, F.linear(a, b.t(), z), F.linear(u, b.t(), z),
            torch.einsum("ij,jk->ki", a, b), torch.bmm(a[None], b[None]),
            torch.outer(u, z), torch.matmul(a[None, None], b[None]),
        )  # fmt: skip

    return vmap(f)(x, y, u, z)


@case(torch.randn(3, 4, 5), torch.randn(2, 4), batched=1, sizes=[5, 1])
def batched_weights(w: Tensor, x: Tensor) -> object:
    # An ensemble: one input, a batch of weights.
    return vmap(lambda w: (x @ w).relu() @ w.t())(w)


@case(torch.randn(3, 2, 3, 8, 8), torch.randn(4, 3, 3, 3), batched=1, sizes=[])
def layers(x: Tensor, w: Tensor) -> object:
    def f(a: Tensor) -> object:
        y = F.conv2d(a, w, padding=1)
        y = F.max_pool2d(F.group_norm(y, 2), 2)
        return (
            F.layer_norm(y, (4,)).mean((-1, -2)), F.avg_pool2d(a[0], 2),
            F.conv2d(a[0], w),
        )  # fmt: skip

    return vmap(f)(x)


@case(torch.randn(3, 2, 5, 4), sizes=[5, 1])
def attention(x: Tensor) -> object:
    return vmap(lambda a: F.scaled_dot_product_attention(a, a, a))(x)


@case(torch.randn(3, 2, 4, 5), torch.randn(3, 2, 1, 4, 4), sizes=[])
def attention_with_masks(x: Tensor, mask: Tensor) -> object:
    def attend(a: Tensor, m: Tensor) -> object:
        heads = a.unsqueeze(1)
        return (
            F.scaled_dot_product_attention(heads, heads, heads, m),
            F.scaled_dot_product_attention(heads, heads, heads, a[0, :, :4]),
            F.scaled_dot_product_attention(a, a, a, a[:, :, :4]),
        )  # fmt: skip

    return vmap(attend)(x, mask)


@case(torch.randn(3, 2, 4, 5), torch.rand(3, 4) + 0.5, torch.randn(3, 4), sizes=[])
def normalizations_by_weights(x: Tensor, w: Tensor, v: Tensor) -> object:
    def normalize(a: Tensor, w: Tensor, v: Tensor) -> object:
        return (
            F.batch_norm(a, v, w, w * 2, v + 1), F.batch_norm(a, v, w), F.batch_norm(a, v, w, bias=w),
            F.group_norm(a, 2, w, v), F.layer_norm(a.transpose(1, 2), (4,), w, v),
            F.layer_norm(a.transpose(1, 2), (4,), w), F.prelu(a, v), F.prelu(a, v[:1]),
        )  # fmt: skip

    return vmap(normalize)(x, w, v)


@case(torch.randn(3, 2, 4, 5), torch.rand(3, 2, 3, 3, 2) * 2 - 1, sizes=[])
def images(x: Tensor, grid: Tensor) -> object:
    def sample(a: Tensor, g: Tensor) -> object:
        return (
            F.grid_sample(a.unsqueeze(1), g, align_corners=False), F.pad(a, (1, 2), mode="reflect"),
            F.pad(a[0], (2, 0), mode="replicate"), F.adaptive_avg_pool2d(a, (2, 3)),
        )  # fmt: skip

    return vmap(sample)(x, grid)


@case(CUBE, W, batched=1, sizes=[])
def pairs_of_tensors(x: Tensor, w: Tensor) -> object:
    def compare(a: Tensor, w: Tensor) -> object:
        return (
            torch.cdist(a, w), torch.cdist(w, a, p=1.0), F.cosine_similarity(a, w[:2], dim=-1),
            F.cosine_similarity(a[0], w, dim=1), torch.linalg.cross(a[:, :3], w[:2, :3]),
            a.ravel(), torch.broadcast_tensors(a[0], w),
        )  # fmt: skip

    return vmap(compare, in_dims=(0, None))(x, w)


@case(CUBE, CUBE.sigmoid(), sizes=[])
def losses(x: Tensor, y: Tensor) -> object:
    def compare(a: Tensor, b: Tensor) -> object:
        return (
            F.mse_loss(a, b), F.l1_loss(a, b[0], reduction="sum"), F.huber_loss(a, b, reduction="none"),
            F.smooth_l1_loss(a[0], b), F.binary_cross_entropy(a.sigmoid(), b, weight=b[0]),
            F.soft_margin_loss(a, b.sign()),
        )  # fmt: skip

    return vmap(compare)(x, y)


# Indices. torch.export makes item() of indices without dimensions, which vmap
# refuses, unless it is told not to.


def at(x: Tensor, *indices: Tensor | None) -> Tensor:
    """`x[indices]`, where None is a whole dimension."""
    return torch.ops.aten.index.Tensor(x, list(indices))


@case(CUBE, ROW, batched=1, sizes=[])
def same_indices(x: Tensor, i: Tensor) -> object:
    return vmap(lambda a: (
        at(a, None, i), at(a, i % 2, i), a.index_select(-1, i), at(a[0], i),
        at(a.t(), i),
    ))(x)  # fmt: skip


@case(GRID, torch.randn(5, 4, 6), batched=1, sizes=[])
def other_indices(i: Tensor, x: Tensor) -> object:
    def f(i: Tensor) -> object:
        return (
            at(x, i), at(x, i, None, i), at(x, i.select(0, 0), i), F.embedding(i, x[0]),
            x.index_select(1, i),
        )  # fmt: skip

    return vmap(f)(i)


@case(GRID, torch.randn(3, 4, 5, 6), sizes=[])
def both_have_the_batch(i: Tensor, x: Tensor) -> object:
    def f(i: Tensor, a: Tensor) -> object:
        return (
            at(a, i), at(a, None, i), at(a, None, i, i), at(a, i, None, i),
            at(a, None, None, i), at(a, i.select(0, 0)), at(a, None, i.select(0, 1)),
            F.embedding(i, a[0]), at(a, None, i.unsqueeze(1), i),
        )  # fmt: skip

    return vmap(f)(i, x)


@case(GRID, torch.randn(3, 4), sizes=[])
def gathers_and_scatters(i: Tensor, x: Tensor) -> object:
    def f(i: Tensor, a: Tensor) -> object:
        return (
            a.gather(0, i), torch.zeros(4).scatter(0, i, a[:3]),
            a.scatter_add(0, i, a[:3]),
            a.scatter(-1, i, 2.0), a.index_put((i,), a[0], accumulate=True),
            a.index_add(0, torch.tensor([1, 3]), a[:2]),
            F.one_hot(i, 5), torch.bucketize(a, torch.tensor([-0.5, 0.5])),
        )  # fmt: skip

    return vmap(f)(i, x)


# Levels.


@case(torch.randn(3, 4), torch.randn(2, 4), batched=1, sizes=[5, 1])
def pairs(x: Tensor, y: Tensor) -> object:
    distance = vmap(vmap(lambda a, b: (a - b).pow(2).sum().sqrt(), (None, 0)), (0, None))
    return distance(x, y), vmap(vmap(torch.dot, (None, 0)), (0, None))(x, y)


@case(torch.arange(6), torch.arange(5), torch.randint(0, 2, (2, 5)).bool(), batched=1, sizes=[2, 1])
def masks(q: Tensor, k: Tensor, padding: Tensor) -> object:
    def mask(b: Tensor, h: Tensor, q: Tensor, k: Tensor) -> Tensor:
        return (k <= q) & (k > q - 3) & at(padding, b, k) & (h >= 0)

    function = mask
    for level in (3, 2, 1, 0):
        dims = tuple(0 if i == level else None for i in range(4))
        function = vmap(function, in_dims=dims, out_dims=0)
    return function(torch.arange(2), torch.arange(1), q, k)


@case(torch.randn(3, 4), torch.randn(2, 4), sizes=[], batched=1)
def sizes_inside(x: Tensor, y: Tensor) -> object:
    return (
        vmap(lambda a: vmap(lambda b: (a * b).view(-1, 2) / a.shape[0] + b.numel())(y))(x),
    )  # fmt: skip


# One operator without a rule, and several.


@case(torch.rand(3, 4), loops=1, sizes=[])
def one_without_a_rule(x: Tensor) -> object:
    return vmap(lambda a: torch.histc(a * 2, 4, 0.0, 2.0).cumsum(0) + 1)(x)


@case(torch.rand(3, 4), loops=1, sizes=[])
def several_without_a_rule(x: Tensor) -> object:
    return (
        vmap(lambda a: torch.histc(torch.histc(a * 2, 4, 0.0, 2.0) + 1, 4, 0.0, 3.0))(x),
    )  # fmt: skip


def _count_loops(graph: onnx.GraphProto) -> int:
    count = 0
    for node in graph.node:
        count += node.op_type in ("Scan", "Loop")
        for attribute in node.attribute:
            count += _count_loops(attribute.g) if attribute.HasField("g") else 0
    return count


def _resize(x: Tensor, size: int) -> Tensor:
    return x[torch.arange(size) % len(x)] if size else x[:0]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_vmap(case: BatchCase, tmp_path: Path) -> None:
    """The model gives what eager gives, for batches of all sizes, without a loop."""
    model = Function(case.function).eval()
    shapes = None
    if case.sizes:
        dynamic = ({0: _AUTO} if i < case.batched else {} for i in range(len(case.inputs)))
        shapes = (tuple(dynamic),)
    session = session_of(model, case.inputs, tmp_path, dynamic=shapes)
    assert _count_loops(onnx.load(tmp_path / "model.onnx").graph) == case.loops
    inputs = [case.inputs]
    for size in case.sizes:
        resized = tuple(_resize(x, size) for x in case.inputs[: case.batched])
        inputs.append(resized + case.inputs[case.batched :])
    for given in inputs:
        if len(given[0]):
            expected = pytree.tree_leaves(model(*given))
        else:  # which eager does not take
            one = tuple(_resize(x, 1) for x in case.inputs[: case.batched])
            expected = pytree.tree_leaves(model(*one, *given[case.batched :]))
            expected = [x[:0] for x in expected]
        assert_results(session, given, expected, f" of a batch of {len(given[0])}")


class Masks(nn.Module):
    """Masks as models of transformers make them when they are given a function.

    Padding is one of the functions: what transformers makes of `attention_mask`
    (`padding[b, k]`) cannot be saved by torch 2.13.
    """

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def forward(self, x: Tensor, attention_mask: Tensor) -> Tensor:
        """A mask of 4 dimensions for the sizes of `x`."""
        causal = masking_utils.causal_mask_function
        function = causal
        if self.kind == "sliding":
            function = masking_utils.sliding_window_causal_mask_function(3)
        elif self.kind == "padded":
            function = masking_utils.and_masks(
                causal, lambda b, h, q, k: at(attention_mask, b, k)
            )
        elif self.kind == "packed":
            sequence = attention_mask.cumsum(-1) // 3
            function = masking_utils.and_masks(
                causal, lambda b, h, q, k: at(sequence, b, q) == at(sequence, b, k)
            )
        elif self.kind == "or":
            function = masking_utils.or_masks(causal, lambda b, h, q, k: k < 2 + b)
        return masking_utils.sdpa_mask(
            x.shape[0], x.shape[1], x.shape[1], mask_function=function,
            allow_is_causal_skip=False, use_vmap=True,
        )  # fmt: skip


#: The nodes of each mask, which are those of the function and of its operands.
NODES = {"causal": 10, "sliding": 17, "padded": 22, "packed": 31, "or": 17}


@pytest.mark.parametrize("kind", NODES)
def test_masks_of_transformers(kind: str, tmp_path: Path) -> None:
    """Four nested levels are a handful of operators, and no loop."""
    model = Masks(kind).eval()
    inputs = torch.randn(2, 6), torch.tensor([[True] * 6, [False] * 2 + [True] * 4])
    shapes = ({0: _AUTO, 1: _AUTO}, {0: _AUTO, 1: _AUTO})
    session = session_of(model, inputs, tmp_path, dynamic=shapes)
    graph = onnx.load(tmp_path / "model.onnx").graph
    assert _count_loops(graph) == 0
    assert len(graph.node) <= NODES[kind], [node.op_type for node in graph.node]
    for rows, columns in ((2, 6), (1, 6), (3, 9), (4, 2)):
        x = torch.randn(rows, columns)
        mask = torch.rand(rows, columns) > 0.3
        assert_results(session, (x, mask), model(x, mask))
