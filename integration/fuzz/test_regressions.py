"""Programs that the fuzzer found to be wrong, as they were after they became small.

Each is a function of its inputs; what it returns and what it writes must be the
same in the converted model.  A row is the function, its inputs and, where sizes
are dynamic, further inputs.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F

from integration.common.compare import compare
from integration.common.compiler import convert
from integration.common.runtime import Session

INF, NAN = math.inf, math.nan

Row = tuple[Callable[..., object], tuple[torch.Tensor, ...], tuple[tuple[torch.Tensor, ...], ...]]
ROWS: list[Row] = []


def row(*inputs: torch.Tensor, further: tuple[tuple[torch.Tensor, ...], ...] = ()) -> Callable:
    """Registers a program with its inputs; with `further` inputs its sizes are dynamic."""

    def register(function: Callable[..., object]) -> Callable[..., object]:
        ROWS.append((function, inputs, further))
        return function

    return register


@row(torch.tensor([1.0, -2.0]))
def chain_of_writes(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Not a bug: shows that the test compares writes to inputs."""
    y = x.view(2, 1)
    y.mul_(2)
    return F.relu(y), x


@row(torch.tensor([[1.0, 2.0, float("inf")], [1.0, 2.0, 5.0]]))
def trapezoid_with_an_infinite_end(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """The sum without half of each end: inf - inf, where areas have inf."""
    return torch.trapezoid(x), torch.trapezoid(x, dx=0.5, dim=0), torch.trapezoid(x[:, :1])


@row(torch.zeros(0, 0, 2, 1), torch.ones(3, 2))
def product_of_nothing(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """ONNX Runtime's fusion of transposes and products fails without elements."""
    return x.permute(0, 1, 3, 2) @ y.t()


@row(torch.zeros(2, 1, 1))
def pad_between_transposes(x: torch.Tensor) -> torch.Tensor:
    """ONNX Runtime moves transposes over a Pad whose axes it does not look at."""
    return F.pad(x.permute(2, 1, 0), (1, 0)).permute(2, 1, 0)


@row(torch.tensor([[1.0, NAN, 3.0, INF, 0.0], [INF, 2.0, -INF, NAN, 1.0], [3.0, 1.0, 2.0, 0.0, 5.0]]))
def order_of_nan(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """NaN is the largest number, and the extreme of what it is among."""
    largest, where = x.topk(2, 1)
    least, _ = torch.topk(x, 3, 0, largest=False)
    pooled, position = F.adaptive_max_pool1d(x[None], 3, return_indices=True)
    return largest, where, least, pooled, position, x.norm(INF, 1), x.norm(-INF, 0)


@row(torch.tensor([[0.5, NAN], [INF, 1.0], [-INF, -INF], [1.0, 2.0]]).double())
def logarithms_in_f64(x: torch.Tensor) -> torch.Tensor:
    """ONNX Runtime's kernel has numbers beside NaN."""
    return x.log_softmax(1)


@row(torch.tensor([[[0.5, 1.0, 2.0], [-0.5, 0.1, 0.2], [1.0, NAN, 2.0]]]))
def causal_nan(x: torch.Tensor) -> torch.Tensor:
    """A score that is NaN stays so in eager's formula for three dimensions."""
    return F.scaled_dot_product_attention(x, x, x, is_causal=True)


@row(torch.tensor([[[1.0, 2.0], [INF, 4.0], [3.0, NAN]]]))
def channels_of_lines(x: torch.Tensor) -> torch.Tensor:
    """ONNX Runtime interpolates lines between channels as well."""
    return F.interpolate(x, scale_factor=2.0, mode="linear")


@row(torch.tensor([-3.0, -0.5, 2.0]))
def fraction_of_whole_numbers(x: torch.Tensor) -> torch.Tensor:
    """0.0, not -0.0."""
    return 1 // x.frac()


@row(torch.zeros(3, 0), further=((torch.zeros(4, 0),),))
def norm_of_nothing(x: torch.Tensor) -> torch.Tensor:
    """ONNX Runtime's kernel refuses to divide by a size of 0."""
    return F.layer_norm(x, (0,))


@row(torch.tensor([[NAN, 1.0, NAN, -0.0], [0.0, 1.0, INF, -INF]]).double())
def distinct_nan(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Each NaN is distinct, and larger than infinity."""
    single = torch.unique(x.float(), return_inverse=True, return_counts=True)
    double = torch.unique(x, return_inverse=True, return_counts=True)
    return *single, *double, *x.sort(1, descending=True), *x.sort(0)


@row(torch.tensor([[[3.402, 0.182]], [[2.202, -2.55]], [[2.682, 2.562]]]))
def groups_far_from_zero(x: torch.Tensor) -> torch.Tensor:
    """The mean of the squares less the square of the mean has few digits."""
    return F.group_norm(x, 1)


@row(torch.tensor([-2.083, -0.865, 0.5, 1.0]), torch.tensor([-1.0, -2.0, -1.0, 3.0]))
def signs_of_whole_quotients(x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """-0.865 // -1 is 0.0."""
    return 1 / (x // -1), 1 / (x // y), 1 / (x // 2)


@row(torch.tensor([[1e-30], [-1e30]]))
def norms_of_one_element(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """A square would underflow or overflow."""
    small, large = x.norm(2, 1), x[:1].norm(3)
    return small * torch.tensor([1e30, 1e-30]), large * 1e30


@row(torch.tensor([[[[0.5, 1.0], [2.0, -3.0]]]]))
def attention_of_scaled_values(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """ONNX Runtime's optimizer removes a scale that it needs."""
    y = x / 0.75
    masked = F.scaled_dot_product_attention(y, y, y, attn_mask=y @ y.mT > 0)
    return F.scaled_dot_product_attention(y, y, y), masked


@row(torch.ones(2, 3, 0), further=((torch.ones(3, 3, 0),),))
def scaled_product_of_nothing(x: torch.Tensor) -> torch.Tensor:
    """ONNX Runtime's kernel leaves what was in the memory."""
    return (x @ x.mT / 3).softmax(-1)


@row(torch.ones(1, 2, 4, 4), further=((torch.ones(1, 2, 3, 1),),))
def areas_of_nothing(x: torch.Tensor) -> torch.Tensor:
    """No window is as large as the image divided by no windows."""
    return F.interpolate(x, scale_factor=0.5, mode="area")


@row(torch.tensor([[INF, NAN, INF, 1.0], [NAN, NAN, NAN, NAN], [-INF, INF, NAN, INF]]))
def medians_beside_nan(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """A median that is infinite is at an infinity, not at a NaN."""
    values, where = x.nanmedian(1)
    return values, x.gather(1, where[:, None]), x.double().nanmedian(1)[0], x.nanmedian()


@row(torch.tensor([[[[0.0, NAN, 1.0], [NAN, 2.0, 3.0], [-INF, -INF, -INF]]]]))
def fractional_pool_of_nan(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """The last NaN of a window is its largest."""
    samples = torch.tensor([[[0.3, 0.6]]])
    return torch.ops.aten.fractional_max_pool2d(x, [2, 2], [2, 2], samples)


@row(torch.linspace(0, 1, 100001))
def many_areas(x: torch.Tensor) -> torch.Tensor:
    """Running sums are double precision, as in cumsum."""
    return torch.cumulative_trapezoid(x)


@row(torch.tensor([[[1.0, INF, -2.0]]]))
def padding_behind_products(x: torch.Tensor) -> torch.Tensor:
    """More than runtimes take, and nothing is cut off."""
    weight, bias = torch.tensor([[[0.5, 2.0]]]), torch.tensor([0.25])
    return F.conv_transpose1d(x, weight, bias, stride=2, dilation=4, output_padding=3)


@row(
    torch.tensor([1, 3, 0, 2, 1]),
    torch.tensor([0, 0, 2, 5]),
    further=((torch.tensor([1, 3, 2]), torch.tensor([0, 1, 1])),),
)
def bags(x: torch.Tensor, offsets: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Empty ones, at the end as well."""
    weight = torch.arange(8.0).view(4, 2)
    return tuple(F.embedding_bag(x, weight, offsets, mode=m) for m in ("sum", "mean", "max"))


@row(torch.tensor([[0.5, NAN, 1.0], [1.0, INF, 0.0], [0.0, 1.0, 2.0]]).double(), torch.tensor([0, 2, 1]))
def losses_of_doubles(x: torch.Tensor, labels: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """ONNX Runtime has them, and gives numbers beside NaN."""
    each = F.cross_entropy(x, labels, reduction="none")
    return each, F.nll_loss(x[2:], labels[2:]), F.cross_entropy(x[2:], labels[2:], torch.ones(3).double())


@row(torch.tensor([2, -2, 1, -1, 5]))
def integers_below_one(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """1 / x is rounded before it is multiplied."""
    one = torch.tensor(1)
    return torch.fmod(one, x), torch.div(1, x, rounding_mode="trunc") * x, 1 // x * 3, one % x


@row(torch.arange(24.0).view(2, 3, 4) / 10, further=((torch.zeros(0, 3, 4),),))
def products_of_batches_behind(x: torch.Tensor) -> torch.Tensor:
    """ONNX Runtime divides by the size of the first dimension, and ends with it."""
    return ((x.transpose(0, 1) * 0.5) @ x.permute(1, 2, 0)).softmax(-1)


@row(torch.full((1, 2, 3), 6e4, dtype=torch.float16), further=((torch.ones(1, 2, 0).half(),),))
def averages_of_nothing(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Not 0; and halves whose sum is none."""
    return F.adaptive_avg_pool1d(x, 1), F.adaptive_avg_pool2d(x.float()[None], (1, 1)), x.mean(-1)


@row(torch.arange(24.0).view(1, 2, 3, 4), further=((torch.arange(40.0).view(1, 2, 5, 4),),))
def factors_of_known_and_unknown_sizes(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """A known size has a ratio, an unknown one the factor: the same for both."""
    modes = ("bilinear", "bicubic", "nearest", "nearest-exact")
    doubled = tuple(F.interpolate(x, scale_factor=2, mode=m) for m in modes)
    return *doubled, *(F.interpolate(x, scale_factor=(2, 1), mode=m) for m in modes)


@row(torch.arange(24).view(2, 4, 3), torch.arange(6.0).view(3, 2))
def products_of_cast_batches(x: torch.Tensor, w: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """ONNX Runtime's fusion of products and transposes ends the process."""
    single, half = x.permute(1, 0, 2).float(), (x.half() / 8).transpose(0, 1)
    return single @ w, half @ w.half(), (half.float() * 0.5) @ w


@row(torch.tensor([[2**63 - 2], [-(2**63) + 1]]))
def sums_of_one(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """ONNX Runtime adds integers in double precision."""
    return x.sum(1), x.prod(1, keepdim=True), x[:1].sum()


@row(torch.arange(48.0).view(1, 2, 4, 6), further=((torch.arange(72.0).view(1, 2, 6, 6),),))
def windows_that_leave_out(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """ceil_mode drops a window that would begin behind the end, in both dimensions."""
    pools = (F.avg_pool2d(x, 1, 2, ceil_mode=True), F.max_pool2d(x, 2, 3, ceil_mode=True))
    return *pools, F.avg_pool2d(x, (2, 1), (2, 4), ceil_mode=True, count_include_pad=False)


@row(torch.arange(6.0).view(2, 3).bfloat16(), torch.tensor([[True, False, True], [False, False, True]]))
def masks_of_halves(x: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """ONNX selects by a mask in all types but bf16."""
    return x[mask], x.masked_select(mask[0])


@row(torch.zeros(2, 0, 4), torch.zeros(3, 0, 2))
def convolution_of_no_channels(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    """Has none, whatever the weight says."""
    return F.conv1d(x, w)


@row(torch.tensor([1.0, -1.0, 2.0]))
def writes_to_slices_that_are_empty(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """A slice that ends before it begins has no elements, and nothing is inserted."""
    y, z = x[x > 0], x[x > 0]
    y[1:-18] = 0
    z[-1:-1] = 0
    return y, z


@row(torch.arange(48.0).view(3, 4, 4).half() / 64, torch.tensor([3.0, -1.0, 2.0]).half())
def products_of_doubled_operands(x: torch.Tensor, a: torch.Tensor) -> torch.Tensor:
    """ONNX Runtime moves a transpose over a Concat of one value twice, and ends."""
    sums = x.permute(2, 0, 1).sum(-1, keepdim=True).permute(2, 1, 0)
    return a @ torch.cat([sums, sums], 0)


@pytest.mark.parametrize("number", range(len(ROWS)), ids=[r[0].__name__ for r in ROWS])
def test_regression(number: int, compiler: str, tmp_path: Path) -> None:
    """The model gives what eager gives, for all sets of inputs."""
    function, inputs, further = ROWS[number]

    class Model(torch.nn.Module):
        def forward(self, *tensors: torch.Tensor) -> object:
            return function(*tensors)

    names = list(inspect.signature(function).parameters)
    assert len(names) == len(inputs)
    shapes = None
    if further:
        # Sizes of 0 are declared, which is how the compiler knows of them.
        shapes = (tuple(
            {d: torch.export.Dim(f"size_{k}_{d}", min=0)
             if any(other[k].shape[d] == 0 for other in further)
             else torch.export.Dim.AUTO
             for d in range(t.dim())
             if any(other[k].shape[d] != t.shape[d] for other in further)} or None
            for k, t in enumerate(inputs)
        ),)  # fmt: skip
    with torch.no_grad():
        program = torch.export.export(
            Model(), tuple(t.clone() for t in inputs), dynamic_shapes=shapes, strict=False
        )
    source, target = tmp_path / "model.pt2", tmp_path / "model.onnx"
    torch.export.save(program, source)
    result = convert(source, target, ("--target=ort", "--mutations=outputs"))
    assert not result.failure, result.stderr
    session = Session(target)
    for tensors in (inputs, *further):
        eager = [t.clone() for t in tensors]
        returned = function(*eager)
        expected = list(returned) if isinstance(returned, tuple) else [returned]
        found = dict(zip(session.outputs, session.run(tensors)))
        updates = {n: found.pop(n) for n in list(found) if n.endswith(".updated")}
        for ours, theirs in zip(found.values(), expected, strict=True):
            mismatch = compare(ours, torch.as_tensor(theirs))
            assert mismatch is None, mismatch
        for name, before, after in zip(session.inputs, tensors, eager):
            ours = updates.get(f"{name}.updated", before)
            mismatch = compare(ours, after)
            assert mismatch is None, f"{name}: {mismatch}"
