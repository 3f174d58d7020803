"""Compares a model's results with eager's, and knows what rounding may change.

A result that differs from eager by more than torch.testing.assert_close allows
is not yet wrong: a program may amplify the last bit of a value without bound, by
a division, a comparison or a floor.  Such a program is run again with every
result of an inexact operator moved by a few roundings, which are found by doing
the operator in float64, too.  What these runs scatter by is allowed, and so is what
the whole program gives in float64.
"""

from __future__ import annotations

import contextlib
import math
import random
from typing import Any

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_map

from integration.common.compare import Mismatch, compare, default_tolerances
from integration.fuzz.program import Program, Results, run_eager

#: Perturbed runs, roundings by which results are moved, and how much further than
#: the perturbed runs a result may be.
RUNS = 12
#: Further runs in which all elements of a result err in the same direction, as those
#: of another order of the same operations do.
ALIKE = 6
ROUNDINGS = 4.0
MARGIN = 4.0

#: Operators whose result depends on the order of their terms.
_SUMS = (
    "sum", "mean", "mm", "conv", "norm", "softmax", "cum", "var", "std", "dot", "linear", "prod",
    "pool", "attention", "logsumexp", "addmv", "trapz", "interpolate", "upsample", "cdist", "loss",
    "index_add", "scatter_add", "index_put", "scatter_reduce", "dist", "mv", "trilinear", "einsum",
)  # fmt: skip

_HALVES = (torch.float16, torch.bfloat16)

#: Those of them whose weights are polynomials of positions: an error of a weight is
#: relative to 1, not to the weight, and so that of the result to the largest operand.
_WEIGHTED = ("interpolate", "upsample", "grid_sampler")

#: Operators that runtimes approximate, well within the tolerance of one operator but
#: not in all digits where the result is small.
_APPROXIMATE = ("sigmoid", "silu", "gelu", "mish", "softplus", "erf", "tanh", "glu", "elu")

#: Operators whose results are rounded in float64 as well, beside those above.
_ROUNDED = (
    "exp", "log", "sin", "cos", "tan", "sqrt", "pow", "div", "reciprocal", "hypot", "gamma", "i0",
    "sinc", "softsign", "lerp", "addc", "angle", "deg2rad",
)  # fmt: skip

#: Operators whose error is relative to their operands: the larger one plus a logarithm.
_RELATIVE_TO_OPERANDS = ("logaddexp",)


def _largest(args: Any) -> torch.Tensor:
    """The largest magnitude among the operands of an elementwise operator, at least 1."""
    largest = torch.ones((), dtype=torch.float64)
    for value in args:
        if isinstance(value, torch.Tensor):
            largest = torch.maximum(largest, value.double().abs())
    return largest


def _wide(value: Any) -> Any:
    if isinstance(value, torch.Tensor):  # a copy, which may be written
        wide = torch.float64 if value.dtype.is_floating_point else value.dtype
        return value.to(wide, copy=True)
    if isinstance(value, torch.dtype) and value.is_floating_point:
        return torch.float64
    return value


class Perturbed(TorchDispatchMode):
    """Moves every inexact result by a few roundings, at most `roundings`."""

    supports_higher_order_operators = True

    def __init__(self, seed: int, roundings: float = ROUNDINGS) -> None:
        super().__init__()
        self._roundings = roundings
        self._random = torch.Generator().manual_seed(seed)
        #: Whether what is nothing but rounding becomes zero, which small errors never hit.
        self._snaps = seed % 2 == 1
        #: Whether the elements of a result are moved alike.
        self._alike = seed >= RUNS
        #: Memory of halves that are rounded: ONNX Runtime, which computes them in
        #: float32, drops the cast to a half between some of its kernels.
        self._rounded: set[int] = set()
        random.seed(seed)

    def _noise(self, like: torch.Tensor, scale: float) -> torch.Tensor:
        shape = () if self._alike else like.shape
        uniform = torch.rand(shape, generator=self._random, dtype=torch.float64).expand(like.shape)
        return (2 * uniform - 1) * scale

    def _moved(self, value: Any) -> Any:
        """An operand of a sum, moved by a rounding of itself."""
        if not isinstance(value, torch.Tensor) or not value.dtype.is_floating_point:
            return _wide(value)
        eps = torch.finfo(value.dtype).eps
        wide = _wide(value)
        whole = bool(((wide == wide.round()) & (wide.abs() < 1024)).all())
        return wide if whole else wide * (1 + self._noise(wide, eps))

    def _is_rounded(self, value: Any) -> bool:
        if not isinstance(value, torch.Tensor) or value.dtype not in _HALVES:
            return False
        return value.untyped_storage().data_ptr() in self._rounded

    def _unrounded(self, value: Any) -> Any:
        """A half as one of its readers may see it."""
        if not self._is_rounded(value):
            return value
        wide = value.double()
        moved = wide * (1 + self._noise(wide, torch.finfo(value.dtype).eps))
        return torch.where(wide.isfinite(), moved, wide).to(value.dtype)

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        kwargs = kwargs or {}
        if not isinstance(func, torch._ops.OpOverload):  # branches and loops
            return func(*args, **kwargs)
        returns = [r for r in func._schema.returns if r.alias_info is None]
        writes = func._schema.is_mutable
        if not writes and not returns:  # a view
            return func(*args, **kwargs)
        name = func._schema.name
        many = any(word in name for word in _SUMS)
        scale = _largest(args) if any(w in name for w in _RELATIVE_TO_OPERANDS) else None
        widen = self._moved if many else _wide
        wide_halves = any(map(self._is_rounded, tree_flatten((args, kwargs))[0]))
        if not writes:
            args, kwargs = tree_map(self._unrounded, args), tree_map(self._unrounded, kwargs)
        try:
            wide = func(*tree_map(widen, args), **tree_map(widen, kwargs))
            unmoved = func(*tree_map(_wide, args), **tree_map(_wide, kwargs)) if many else wide
        except Exception:  # noqa: BLE001 - not for float64: then nothing is known of it
            wide = unmoved = None
        result = func(*args, **kwargs)
        mine = result if isinstance(result, (tuple, list)) else [result]
        theirs = wide if isinstance(wide, (tuple, list)) else [wide] * len(mine)
        exacts = unmoved if isinstance(unmoved, (tuple, list)) else [unmoved] * len(mine)
        approximate = any(word in name for word in _APPROXIMATE)
        rounded = many or approximate or any(word in name for word in _ROUNDED)
        weighted = any(word in name for word in _WEIGHTED)
        for ours, moved, exact in zip(mine, theirs, exacts):
            if weighted and isinstance(moved, torch.Tensor) and moved.numel():
                eps = self._roundings * torch.finfo(ours.dtype).eps
                largest = args[0].double().abs().nan_to_num(0.0, 0.0, 0.0).amax()
                moved = moved + self._noise(moved, eps * float(largest))
            error = self._error(ours, moved, exact, scale)
            self._move(ours, moved, approximate, rounded, error)
            if wide_halves and isinstance(ours, torch.Tensor):
                self._rounded.add(ours.untyped_storage().data_ptr())
        return result

    def _error(
        self, ours: Any, moved: Any, exact: Any, scale: torch.Tensor | None
    ) -> torch.Tensor | None:
        """How far roundings of the operands take a result; None where it is relative to
        the result."""
        if not isinstance(ours, torch.Tensor) or not ours.dtype.is_floating_point:
            return None
        if scale is not None:
            return scale * torch.finfo(ours.dtype).eps
        if moved is exact or not isinstance(moved, torch.Tensor) or moved.shape != exact.shape:
            return None
        return (moved.double() - exact.double()).abs().nan_to_num(0.0, 0.0, 0.0)

    def _move(
        self, ours: Any, exact: Any, approximate: bool, rounded: bool, error: torch.Tensor | None
    ) -> None:
        """Replaces a result by the exact one and an error of a few roundings."""
        if not isinstance(ours, torch.Tensor) or not ours.dtype.is_floating_point:
            return
        if not isinstance(exact, torch.Tensor) or exact.shape != ours.shape:
            exact = ours.double()
            inexact = torch.ones_like(ours, dtype=torch.bool)
        else:
            exact = exact.double()
            finite = exact.isfinite() & ours.isfinite()
            # Nothing is wider than float64.
            inexact = finite & ((exact != ours.double()) | (rounded and ours.dtype == torch.float64))
        if not bool(inexact.any()) or ours._is_view() and ours.stride() and 0 in ours.stride():
            return
        scale = self._roundings * torch.finfo(ours.dtype).eps
        moved = exact * (1 + self._noise(exact, scale))
        if approximate:
            eps = max(torch.finfo(torch.float32).eps, torch.finfo(ours.dtype).eps / 8)
            moved = moved + self._noise(exact, 0.0 if ours.dtype == torch.float64 else eps)
        if error is not None and self._snaps:
            moved = torch.where(exact.abs() <= self._roundings * error, 0.0, moved)
        ours.copy_(torch.where(inexact, moved.to(ours.dtype), ours))
        if ours.dtype in _HALVES:
            self._rounded.add(ours.untyped_storage().data_ptr())


#: Operators whose kernels in ONNX Runtime may pass NaN by, where ONNX does not say
#: what they do: MaxPool, and ScatterElements with an extreme for its reduction.
_PASS_NAN = ("max_pool", "scatter_reduce", "index_reduce")


class OpenNaN(TorchDispatchMode):
    """Passes NaN by where ONNX Runtime's kernels may: what they do depends on where it
    stands among the others."""

    supports_higher_order_operators = True

    def __init__(self, number: float) -> None:
        super().__init__()
        self._number = number
        self.met = False

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        if any(word in str(func) for word in _PASS_NAN):
            passed = tuple(map(self._passed, args))
            if func._schema.is_mutable:
                args[0].copy_(passed[0])
                passed = (args[0], *passed[1:])
            args = passed
        return func(*args, **(kwargs or {}))

    def _passed(self, value: Any) -> Any:
        if not isinstance(value, torch.Tensor) or not value.dtype.is_floating_point:
            return value
        if not bool((value.isnan() | value.isneginf()).any()):
            return value
        self.met = True
        # MaxPool begins with the least finite number.
        return value.nan_to_num(self._number, math.inf, torch.finfo(value.dtype).min)


def open_runs(program: Program, world: int) -> list[Results]:
    """Results of a program that differ from eager's in what is nobody's promise: NaN
    in a pool of the largest."""
    runs = []
    for number in (-math.inf, math.inf, 0.0):
        with OpenNaN(number) as mode:
            results = run_eager(program, world)
        if not mode.met:
            break
        runs.append(results)
    return runs


def is_open(actual: torch.Tensor, expected: torch.Tensor, runs: list[torch.Tensor]) -> bool:
    """Whether the result is eager's but for elements that the runs differ in."""
    if not runs or any(run.shape != expected.shape for run in runs):
        return False
    same = torch.isclose(
        actual.double(), expected.double(), *default_tolerances(expected.dtype), equal_nan=True
    )
    for run in runs:
        same |= (run != expected) & ~(run.isnan() & expected.isnan())
    return bool(same.all())


class MeetsNothing(TorchDispatchMode):
    """Sees whether a result has no elements."""

    supports_higher_order_operators = True

    def __init__(self) -> None:
        super().__init__()
        self.met = False

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        result = func(*args, **(kwargs or {}))
        for value in tree_flatten((args, result))[0]:
            if isinstance(value, torch.Tensor):
                self.met = self.met or not value.numel()
        return result


def meets_nothing(program: Program, world: int) -> bool:
    """Whether some value of the program has no elements."""
    with MeetsNothing() as mode:
        run_eager(program, world)
    return mode.met


class SignsOfZeros(TorchDispatchMode):
    """Makes -0.0 of each 0.0 that is a sum or an average of -0.0 ("sums"), or a loss ("losses"); or
    every -0.0 that is computed a 0.0 ("all")."""

    supports_higher_order_operators = True

    def __init__(self, which: str) -> None:
        super().__init__()
        self._which = which

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        kwargs = kwargs or {}
        result = func(*args, **kwargs)
        name = func._schema.name
        for value in tree_flatten(result)[0]:
            if not isinstance(value, torch.Tensor) or not value.dtype.is_floating_point:
                continue
            if self._which == "all":
                value.masked_fill_(value == 0, 0.0)
            elif self._which == "losses" and "nll_loss" in name:
                value.masked_fill_(value == 0, -0.0)
            elif self._which == "sums" and (
                name in ("aten::sum", "aten::cumsum", "aten::mean") or "avg_pool" in name
            ):
                others = {k: v for k, v in kwargs.items() if k not in ("dtype", "out")}
                negative = (args[0] == 0) & args[0].double().signbit()
                count = func(*((~negative).double(), *args[1:]), **others)
                if args[0].numel():
                    value.masked_fill_((value == 0) & (count == 0), -0.0)
        return result


class Emulation(TorchDispatchMode):
    """Computes the operators `names` as ONNX Runtime's kernels do."""

    supports_higher_order_operators = True

    names: tuple[str, ...] = ()

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        kwargs = kwargs or {}
        if func._schema.name.removeprefix("aten::") in self.names:
            return self.compute(func, args, kwargs)
        return func(*args, **kwargs)

    def compute(self, func: Any, args: Any, kwargs: Any) -> Any:
        """The result of one of the operators."""
        raise NotImplementedError


class Weightless(Emulation):
    """Interpolates without the terms whose weight is 0: eager makes NaN of 0 * inf, of
    which kernels see as many as they have neighbours to look at."""

    names = ("upsample_linear1d", "upsample_bilinear2d", "upsample_trilinear3d")

    def compute(self, func: Any, args: Any, kwargs: Any) -> Any:
        x = args[0]
        result = func(x.nan_to_num(0.0, 0.0, 0.0), *args[1:], **kwargs)

        def counts(where: torch.Tensor) -> torch.Tensor:
            return func(where.to(x.dtype), *args[1:], **kwargs) != 0

        above, below = counts(x == math.inf), counts(x == -math.inf)
        result = result.masked_fill(above, math.inf).masked_fill(below, -math.inf)
        return result.masked_fill(counts(x.isnan()) | above & below, math.nan)


class PlainSoftmax(Emulation):
    """Has NaN where all scores of an attention are -inf, in place of zeros."""

    names = ("_safe_softmax",)

    def compute(self, func: Any, args: Any, kwargs: Any) -> Any:
        return torch.softmax(*args, **kwargs)


class ShortSigmoid(Emulation):
    """Has 0 for the sigmoid below -18, where eager has an exponential."""

    names = ("sigmoid", "silu")

    def compute(self, func: Any, args: Any, kwargs: Any) -> Any:
        result = func(*args, **kwargs)
        if args[0].dtype == torch.float64:
            return result
        return result.masked_fill(args[0] < -18, 0.0)


class SignlessNaN(Emulation):
    """Takes every NaN for a positive one: ONNX has no operator that sees its sign."""

    names = ("copysign", "signbit")

    def compute(self, func: Any, args: Any, kwargs: Any) -> Any:
        sign = args[-1]
        if isinstance(sign, torch.Tensor) and sign.dtype.is_floating_point:
            args = (*args[:-1], torch.where(sign.isnan(), sign.abs(), sign))
        return func(*args, **kwargs)


class SumsInDouble(Emulation):
    """Adds and multiplies integers in double precision, up to the largest integer."""

    names = ("sum", "prod")

    def compute(self, func: Any, args: Any, kwargs: Any) -> Any:
        result = func(*args, **kwargs)
        if result.dtype != torch.int64:
            return result
        total = func(args[0].double(), *args[1:])
        limits = torch.iinfo(torch.int64)
        inside = (total > float(limits.min)) & (total < float(limits.max))
        extreme = torch.where(total > 0, limits.max, limits.min)
        return result.copy_(torch.where(inside, total.where(inside, 0.0).long(), extreme))


class PlainVariance(Emulation):
    """Squares deviations from the mean in float32 and not in float64, where they overflow,
    and hands on a mean that is infinite, of which eager makes NaN."""

    names = ("var", "std", "var_mean", "std_mean")

    def compute(self, func: Any, args: Any, kwargs: Any) -> Any:
        result = func(*args, **kwargs)
        name = func._schema.name
        if func._overloadname != "correction":
            return result
        x = args[0].float() if args[0].dtype in _HALVES else args[0]
        dims = args[1] if len(args) > 1 and args[1] else list(range(x.dim()))
        correction, keep = kwargs.get("correction"), kwargs.get("keepdim", False)
        count = math.prod(x.shape[d] for d in dims)
        mean = x.mean(dims, keepdim=True) if dims else x
        squares = ((x - mean) ** 2).sum(dims, keepdim=keep) if dims else (x - mean) ** 2
        found = squares / max(count - (1 if correction is None else correction), 0)
        found = found.sqrt() if "std" in name else found
        if not name.endswith("_mean"):
            return found.to(result.dtype)
        average = mean if keep else mean.reshape(result[1].shape)
        return found.to(result[0].dtype), average.to(result[1].dtype)


class PlainGroupNorm(Emulation):
    """The same for the variance of groups, for which eager subtracts two means."""

    names = ("native_group_norm",)

    def compute(self, func: Any, args: Any, kwargs: Any) -> Any:
        x, weight, bias, batch, channels, _, groups, eps = args
        result = func(*args, **kwargs)
        wide = x.float() if x.dtype in _HALVES else x
        grouped = wide.reshape(batch * groups, -1)
        centred = grouped - grouped.mean(1, keepdim=True)
        variance = (centred**2).mean(1, keepdim=True)
        found = (centred * (variance + eps).rsqrt()).reshape(batch, channels, -1)
        if weight is not None:
            found = found * weight[:, None]
        if bias is not None:
            found = found + bias[:, None]
        return (found.reshape(x.shape).to(x.dtype), *result[1:])


def alternatives(program: Program, world: int) -> dict[str, list[Results]]:
    """Results of the program with what ONNX Runtime does in place of what eager does,
    where the documentation says so (docs/Rationale/Numbers.md and Runtimes.md).

    "open": what eager has two answers for.  Its kernel of four dimensions gives 0 for a
    query with NaN and its formula for others NaN; interpolation reads neighbours that do
    not count; integers are added in double precision, squares of deviations in single;
    the sigmoid of large negative numbers is 0.
    "zero": ONNX Runtime's Where does not keep signs of zeros, and its sums
    begin with the first term; no operator of ONNX sees the sign of NaN.
    """
    found: dict[str, list[Results]] = {"open": [], "zero": []}

    def add(kind: str, *modes: Any) -> None:
        try:
            with contextlib.ExitStack() as stack:
                for mode in modes:
                    stack.enter_context(mode)
                found[kind].append(run_eager(program, world))
        except RuntimeError:  # an expanded value cannot be written
            pass

    text = program.text()
    if "attention" in text:
        add("open", sdpa_kernel(SDPBackend.MATH))
        add("open", sdpa_kernel(SDPBackend.MATH), PlainSoftmax())
    if "interpolate" in text or "upsample" in text:
        add("open", Weightless())
    if ".var" in text or ".std" in text:
        add("open", PlainVariance())
    if "group_norm" in text:
        add("open", PlainGroupNorm())
    if "sigmoid" in text or "silu" in text:
        add("open", ShortSigmoid())
    add("open", SumsInDouble())
    if "copysign" in text or "signbit" in text:
        add("zero", SignlessNaN())
    for which in ("all", "losses", "sums"):
        add("zero", SignsOfZeros(which))
    return found


def is_among(actual: torch.Tensor, choices: list[torch.Tensor]) -> bool:
    """Whether each element is that of one of the choices."""
    same = torch.zeros_like(actual, dtype=torch.bool)
    for choice in choices:
        if choice.shape != actual.shape:
            return False
        if choice.dtype.is_floating_point:
            tolerances = default_tolerances(choice.dtype)
            same |= torch.isclose(actual, choice, *tolerances, equal_nan=True)
        else:
            same |= actual == choice
    return bool(same.all())


def perturbed_runs(program: Program, world: int) -> list[Results]:
    """Results of a program under small errors."""
    runs = []
    for seed in range(RUNS + ALIKE):
        with Perturbed(seed):
            runs.append(run_eager(program, world))
    return runs


def wide_run(program: Program, world: int) -> Results | None:
    """Results of the program in float64; None where it is not a program then."""
    default = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        return run_eager(program.widened(), world)
    except Exception:  # noqa: BLE001 - operands of unlike dtypes, views of bytes
        return None
    finally:
        torch.set_default_dtype(default)


def excused(
    actual: torch.Tensor,
    expected: torch.Tensor,
    runs: list[torch.Tensor],
    exact: torch.Tensor | None = None,
) -> bool:
    """Whether perturbed runs, or a run in float64, explain that `actual` is not
    `expected`."""
    if any(run.shape != expected.shape for run in runs):
        return False
    if not expected.dtype.is_floating_point:
        # Anything between what the runs give, and a little more where that is more than
        # one step.
        each = torch.stack([expected, *runs]).double()
        least, most = each.amin(0), each.amax(0)
        width = (most - least).where(most - least > 1, 0.0)
        found = actual.double()
        same = (actual == expected) | (
            (most > least) & (found >= least - MARGIN * width) & (found <= most + MARGIN * width)
        )
        if exact is not None and exact.shape == actual.shape:
            same |= actual == exact
        return bool(same.all())
    wide = expected.double()
    relative, absolute = default_tolerances(expected.dtype)
    spread = torch.zeros_like(wide)
    changes = torch.zeros_like(wide, dtype=torch.bool)
    for run in runs:
        other = run.double()
        changes |= other.isfinite() != wide.isfinite()
        changes |= other.isnan() != wide.isnan()
        spread = torch.maximum(spread, (other - wide).abs().nan_to_num(0.0, 0.0, 0.0))
    error = (actual.double() - wide).abs()
    close = wide.isfinite() & (error <= absolute + relative * wide.abs() + MARGIN * spread)
    same = (actual.double() == wide) | (actual.isnan() & expected.isnan())
    if exact is not None and exact.shape == actual.shape:
        # Nearer to the truth than eager, which may overflow where a runtime does
        # not: it computes halves in float32.
        truth = exact.double().to(expected.dtype).double()
        same |= torch.isclose(actual.double(), truth, relative, absolute, equal_nan=True)
    return bool((close | same | changes).all())


def has_open_shape(
    actual: torch.Tensor, expected: torch.Tensor, runs: list[torch.Tensor]
) -> bool:
    """Whether perturbed runs have other sizes wherever `actual` has, and all its elements
    are those of some run: rounding decides how many distinct numbers there are."""
    if any(run.dim() != actual.dim() for run in (expected, *runs)):
        return False
    for dim, size in enumerate(actual.shape):
        sizes = {run.shape[dim] for run in (expected, *runs)}
        if size != expected.shape[dim] and len(sizes) == 1:
            return False
    if all(run.shape == expected.shape for run in runs):
        return False
    known = torch.cat([run.double().flatten() for run in (expected, *runs)])
    relative, absolute = default_tolerances(expected.dtype)
    each = actual.double().flatten()[:, None]
    near = torch.isclose(each, known, MARGIN * relative, MARGIN * absolute, equal_nan=True)
    return bool(near.any(1).all())


def judge(
    program: Program, world: int, index: int, actual: torch.Tensor, expected: torch.Tensor
) -> tuple[str, Mismatch | None]:
    """The outcome of a result, by its index in Results.all()."""
    mismatch = compare(actual, expected)
    if mismatch is None:
        return "pass", None
    if mismatch.kind == "dtype":
        return "wrong", mismatch
    runs = [results.all()[index] for results in perturbed_runs(program, world)]
    if has_open_shape(actual, expected, runs):
        return "rounding", mismatch
    if mismatch.kind != "wrong numbers":
        return "wrong", mismatch
    wide = wide_run(program, world)
    if excused(actual, expected, runs, wide.all()[index] if wide else None):
        return "rounding", mismatch
    runs = [results.all()[index] for results in open_runs(program, world)]
    if is_open(actual, expected, runs):
        return "open", mismatch
    for kind, others in alternatives(program, world).items():
        if is_among(actual, [expected, *(results.all()[index] for results in others)]):
            return kind, mismatch
    return "wrong", mismatch
