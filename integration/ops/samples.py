"""The samples of one OpInfo entry, with their tensors taken out.

An entry has samples in its main dtype, which are all of OpInfo's, and a few in
each other dtype of the ledger.  A `Sample` is a call of the entry's operator: all tensors (also those inside
lists and keyword arguments) are in `tensors`, everything else stays in the
frozen call.  After `collect` every sample runs eagerly and gives at least one
dense tensor; what does not is reported as `Rejected` with a reason.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy
import torch
from torch.testing._internal import common_methods_invocations
from torch.testing._internal.opinfo.core import (
    BinaryUfuncInfo,
    OpInfo,
    SampleInput,
    UnaryUfuncInfo,
)
from torch.utils import _pytree as pytree

#: float32 where the operator has it, else the first of these that it has.
DTYPES = (
    torch.float32,
    torch.int64,
    torch.complex64,
    torch.float8_e4m3fn,
    torch.float64,
    torch.bool,
)

#: What else an entry is tried in.
OTHER_DTYPES = (
    torch.float32,
    torch.float64,
    torch.float16,
    torch.bfloat16,
    torch.int64,
    torch.int32,
    torch.uint8,
    torch.bool,
    torch.complex64,
)

#: Samples of the main dtype.  Few entries have more, which are all combinations of
#: some lists: of those the ones that differ most are taken.
MANY = 512

#: Samples of a dtype that is not the main one, beside the special values.
FEW = 6

#: Of more calls than these the few are not chosen.
CHOICE = 256

#: Larger samples test 32-bit index overflow of CUDA kernels, not operators.
MAX_ELEMENTS = 1 << 20

#: Results of these are whatever is in memory: only dtype and shape are defined.
UNINITIALIZED = frozenset(
    "empty empty_like empty_permuted empty_strided new_empty new_empty_strided "
    "resize_ resize_as_".split()
)

#: Samplers whose small samples can agree by chance between two seeds.
SAMPLERS = frozenset(
    "bernoulli cauchy exponential geometric log_normal multinomial normal "
    "normal.in_place normal.number_mean rand_like randint randint_like randn "
    "randn_like uniform nn.functional.rrelu".split()
)

#: Seeds under which results must agree to count as deterministic.
SEEDS = range(4)


def _call_without_seed(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    return function(*args, **kwargs)


# OpInfo fixes the seed inside of dropout and its like, which hides that they are
# random; the name is looked up when they are called.
common_methods_invocations.wrapper_set_seed = _call_without_seed


@dataclass
class Sample:
    """One call of an operator."""

    index: int
    text: str
    #: The run of the entry that it belongs to: a dtype, or "dynamic".
    run: str
    tensors: list[torch.Tensor]
    function: Callable[..., Any]
    structure: pytree.TreeSpec
    constants: list[Any]
    outputs: list[torch.Tensor] = field(default_factory=list)
    #: Results differ from run to run: only dtype and shape can be compared.
    random: bool = False
    #: An elementwise operator at special, small and large values: every element
    #: counts by itself, however small it is.
    special: bool = False

    def call(self, tensors: list[torch.Tensor]) -> list[torch.Tensor]:
        """Runs the operator on other tensors and flattens what it returns."""
        remaining = iter(tensors)
        leaves = [
            next(remaining) if constant is _TENSOR else constant
            for constant in self.constants
        ]
        value, args, kwargs = pytree.tree_unflatten(leaves, self.structure)
        return flatten_outputs(self.function(value, *args, **kwargs))


@dataclass(frozen=True)
class Rejected:
    """A sample that cannot be part of the ledger."""

    index: int
    text: str
    run: str
    reason: str


class _Tensor:
    """Marks the place of a tensor in the frozen call."""


_TENSOR = _Tensor()


def flatten_outputs(result: Any) -> list[torch.Tensor]:
    """All tensors of a result; numbers become 0-d tensors, the rest is dropped."""
    outputs = []
    for leaf in pytree.tree_leaves(result):
        if isinstance(leaf, torch.Tensor):
            outputs.append(leaf)
        elif isinstance(leaf, bool | torch.SymBool):
            outputs.append(torch.scalar_tensor(leaf, dtype=torch.bool))
        elif isinstance(leaf, int | torch.SymInt):
            outputs.append(torch.scalar_tensor(leaf, dtype=torch.int64))
        elif isinstance(leaf, float | torch.SymFloat):
            outputs.append(torch.scalar_tensor(leaf, dtype=torch.float64))
    return outputs


def seed_everything(seed: int) -> None:
    """OpInfo draws from all three generators."""
    torch.manual_seed(seed)
    numpy.random.seed(seed)
    random.seed(seed)


def entries() -> dict[str, OpInfo]:
    """All entries of op_db under their full names ("linalg.norm.subgradients...")."""
    return {info.full_name: info for info in common_methods_invocations.op_db}


def choose_dtype(info: OpInfo) -> torch.dtype | None:
    """The dtype whose samples are taken; None if the entry has no CPU samples."""
    supported = info.supported_dtypes("cpu")
    return next((dtype for dtype in DTYPES if dtype in supported), None)


def other_dtypes(info: OpInfo) -> list[torch.dtype]:
    """The dtypes of which a few samples are taken."""
    supported = info.supported_dtypes("cpu") - {choose_dtype(info)}
    return [dtype for dtype in OTHER_DTYPES if dtype in supported]


def name_of(dtype: torch.dtype | None) -> str:
    """ "float32"; the name of a run."""
    return str(dtype).removeprefix("torch.")


def describe(value: Any) -> str:
    """A call argument in a few characters: f32[2, 3], [i64[4]], 'mean', ..."""
    if isinstance(value, torch.Tensor):
        dtype = str(value.dtype).removeprefix("torch.")
        layout = "" if value.layout == torch.strided else f" {value.layout}"
        return f"{dtype}{list(value.shape)}{layout}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(describe(item) for item in value) + "]"
    text = getattr(value, "__name__", None) or repr(value)
    return text if len(text) < 60 else text[:57] + "..."


def _describe_call(sample: SampleInput) -> str:
    parts = [describe(sample.input), *map(describe, sample.args)]
    parts += [f"{name}={describe(value)}" for name, value in sample.kwargs.items()]
    return ", ".join(parts)


def _private_copy(tensor: torch.Tensor) -> torch.Tensor:
    """A tensor that shares no memory: views and ties are not what is tested."""
    return tensor.detach().resolve_conj().resolve_neg().clone()


def _values_that_hurt(dtype: torch.dtype) -> torch.Tensor:
    """Values at which elementwise kernels and their ONNX twins like to differ."""
    if dtype.is_floating_point:
        inf, nan = float("inf"), float("nan")
        values = [nan, inf, -inf, -0.0, 0.0, 1e-4, -1e-7, 1e20]
        values += [0.5, 1.0, -1.0, 1.5, -2.5, 3.0, 88.0]
        return torch.tensor(values, dtype=dtype)
    if dtype == torch.bool:
        return torch.tensor([False, True])
    return torch.tensor([-7, -1, 0, 1, 2, 8]).to(dtype)


def _small_and_large(dtype: torch.dtype) -> torch.Tensor:
    """Values at which formulas lose digits, or leave the range of the dtype."""
    if not dtype.is_floating_point:
        if dtype == torch.bool:
            return torch.tensor([True])
        greatest = torch.iinfo(dtype).max
        return torch.tensor([greatest, greatest - 1, 3], dtype=dtype)
    sizes = [1e-2, 3e-4, 1e-5, 1e-7, 1e-12, 1e-20, 1e-30, 12.0, 300.0, 1e4, 1e7, 1e30]
    values = torch.tensor(sizes, dtype=torch.float64)
    return torch.cat([values, -values]).to(dtype)


def _extra_samples(info: OpInfo, dtype: torch.dtype) -> Iterator[SampleInput]:
    """Special values, an empty tensor and a 0-d one for elementwise operators."""
    if dtype.is_complex or dtype.is_floating_point and dtype.itemsize == 1:
        return
    hurting = _values_that_hurt(dtype)
    if isinstance(info, UnaryUfuncInfo):
        number = hurting[-1].clone()
        for tensor in (
            hurting,
            _small_and_large(dtype),
            hurting.new_ones(0, 3),
            number,
        ):
            kwargs, _ = info.sample_kwargs("cpu", dtype, tensor)
            yield SampleInput(tensor, kwargs=kwargs)
    elif isinstance(info, BinaryUfuncInfo):
        column = hurting.reshape(-1, 1)
        if "shift" in info.name or info.name in ("__rlshift__", "__rrshift__"):
            # Other shifts are undefined in C++.
            hurting = hurting[(hurting >= 0) & (hurting < 8 * dtype.itemsize)]
        if "_polynomial_" in info.name:
            # The degree becomes an integer and the number of steps, and of NaN
            # PyTorch returns a variable that it has never set.
            column = column[~column.isnan()].reshape(-1, 1)
            if dtype.is_floating_point:
                hurting = hurting[hurting.abs() < 100]
        yield SampleInput(column, args=(hurting,))
        yield SampleInput(hurting.new_ones(0, 3), args=(hurting.new_ones(1, 3),))
        yield SampleInput(hurting[-1].clone(), args=(hurting[-2].clone(),))


def _freeze(
    index: int, run: str, sample: SampleInput, function: Callable[..., Any]
) -> Sample:
    leaves, structure = pytree.tree_flatten((sample.input, sample.args, sample.kwargs))
    tensors = [_private_copy(leaf) for leaf in leaves if isinstance(leaf, torch.Tensor)]
    constants = [_TENSOR if isinstance(x, torch.Tensor) else x for x in leaves]
    text = _describe_call(sample)
    return Sample(index, text, run, tensors, function, structure, constants)


def _breaks_contract(sample: Sample, name: str) -> str | None:
    """What PyTorch forbids, does not check, and OpInfo passes."""
    # Edges are searched by bisection; only lists of them come in random order.
    if name == "histogramdd" and any(
        tensor.dim() == 1 and (tensor.diff() < 0).any() for tensor in sample.tensors
    ):
        return "edges that do not increase"
    return None


def run_eagerly(
    sample: Sample, seed: int, tensors: list[torch.Tensor] | None = None
) -> list[torch.Tensor]:
    """Eager results under a seed, on copies of the inputs, as private copies."""
    seed_everything(seed)
    tensors = [tensor.clone() for tensor in tensors or sample.tensors]
    with torch.no_grad():
        return [_private_copy(output) for output in sample.call(tensors)]


def differ(
    one: torch.Tensor,
    other: torch.Tensor,
    tolerant: bool = False,
    values: bool = True,
) -> bool:
    """Whether two results differ, bit for bit or by more than rounding."""
    if one.shape != other.shape or one.dtype != other.dtype:
        return True
    if not values:
        return False
    if one.dtype.itemsize == 1 and one.dtype.is_floating_point:
        one, other = one.float(), other.float()
    tolerances = {} if tolerant else {"rtol": 0.0, "atol": 0.0}
    try:
        torch.testing.assert_close(
            one, other, equal_nan=True, check_stride=False, **tolerances
        )
    except AssertionError:
        return True
    return False


def _results_differ(one: list[torch.Tensor], other: list[torch.Tensor]) -> bool:
    return any(differ(a, b) for a, b in zip(one, other, strict=True))


def _finish(sample: Sample, name: str) -> str | None:
    """Fills in the eager results; returns why the sample cannot be taken."""
    for tensor in sample.tensors:
        if tensor.layout != torch.strided:
            return f"input of layout {tensor.layout}"
    if sum(tensor.numel() for tensor in sample.tensors) > MAX_ELEMENTS:
        return "too large"
    if reason := _breaks_contract(sample, name):
        return reason
    try:
        sample.outputs = run_eagerly(sample, SEEDS[0])
    except Exception as error:  # noqa: BLE001 - OpInfo has samples that eager refuses
        return f"eager: {type(error).__name__}: {str(error).splitlines()[0][:200]}"
    if not sample.outputs:
        return "no tensor in the result"
    for output in sample.outputs:
        if output.layout != torch.strided:
            return f"result of layout {output.layout}"
    # The conversion of NaN to an integer is undefined in C++.
    if sample.special and any(
        tensor.dtype.is_floating_point and not tensor.isfinite().all()
        for tensor in sample.tensors
    ):
        kinds = [output.dtype for output in sample.outputs]
        if any(not (k.is_floating_point or k == torch.bool) for k in kinds):
            return "NaN to integer is undefined"
    sample.random = name in UNINITIALIZED | SAMPLERS or any(
        _results_differ(sample.outputs, run_eagerly(sample, seed)) for seed in SEEDS[1:]
    )
    return None


def _features(sample: Sample) -> Iterator[Hashable]:
    """What makes a call unlike others: ranks, kinds of sizes, other arguments."""
    leaves = pytree.tree_unflatten(sample.constants, sample.structure)
    yield str(sample.structure)
    for place, tensor in enumerate(sample.tensors):
        yield place, tensor.dim(), tensor.dtype
        yield place, tensor.numel() == 0, 1 in tensor.shape
    for place, leaf in enumerate(pytree.tree_leaves(leaves)):
        if leaf is not _TENSOR:
            yield place, describe(leaf)
    yield tuple(tuple(tensor.shape) for tensor in sample.tensors)


def diverse(samples: list[Sample], count: int) -> list[Sample]:
    """The samples in the order in which each adds most to those before it."""
    features = [set(_features(sample)) for sample in samples]
    remaining = dict(enumerate(features))
    chosen: list[Sample] = []
    while remaining and len(chosen) < count:
        best = max(remaining, key=lambda number: (len(remaining[number]), -number))
        seen = features[best]
        del remaining[best]
        for rest in remaining.values():
            rest -= seen
        chosen.append(samples[best])
    return chosen


def _frozen(
    info: OpInfo, dtype: torch.dtype, calls: Iterable[SampleInput], begin: int
) -> tuple[list[Sample], list[Rejected]]:
    """The calls with their tensors taken out, as far as these can be copied."""
    run = name_of(dtype)
    taken: list[Sample] = []
    rejected: list[Rejected] = []
    for index, call in enumerate(calls, begin):
        try:
            taken.append(_freeze(index, run, call, info.op))
        except Exception as error:  # noqa: BLE001 - layouts that cannot be copied
            reason = f"{type(error).__name__}: {error}"
            rejected.append(Rejected(index, _describe_call(call), run, reason))
    return taken, rejected


def collect(
    info: OpInfo, dtype: torch.dtype | None, count: int | None = None
) -> tuple[list[Sample], list[Rejected]]:
    """The samples of an entry that eager can run, and those that it cannot.

    Without a `count` all of them are taken, up to MANY.  With a `count` there are not more of OpInfo's samples, and what eager refuses
    makes place for another; the special values come on top.
    """
    if dtype is None:
        return [], [Rejected(0, "", name_of(None), "no samples on the CPU")]
    seed_everything(0)
    calls = info.sample_inputs("cpu", dtype, requires_grad=False)
    own = list(calls if count is None else itertools.islice(calls, CHOICE))
    candidates, rejected = _frozen(info, dtype, own, 0)
    if count is not None:
        candidates = diverse(candidates, 2 * count)
        rejected = []
    elif len(candidates) > MANY:
        chosen = {id(sample) for sample in diverse(candidates, MANY)}
        candidates = [sample for sample in candidates if id(sample) in chosen]
    taken: list[Sample] = []
    for sample in candidates:
        if len(taken) == count:
            break
        reason = _finish(sample, info.full_name)
        if reason is None:
            taken.append(sample)
        else:
            rejected.append(Rejected(sample.index, sample.text, sample.run, reason))
    if count is not None and taken:
        rejected = []  # others were found
    extra = _extra_samples(info, dtype)
    for sample in _frozen(info, dtype, extra, len(own))[0]:
        # An extra value that eager refuses is no loss.
        sample.special = True
        if _finish(sample, info.full_name) is None:
            taken.append(sample)
    return sorted(taken, key=lambda sample: sample.index), rejected
