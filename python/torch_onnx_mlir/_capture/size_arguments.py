"""Dynamic sizes for arguments that PyTorch takes as numbers, while models are captured.

The operators of ATen take the window of a pool, the length of `istft`, the steps of
`linspace` and the classes of `one_hot` as numbers, so that PyTorch fixes a size that is
given for them, as in `avg_pool2d(x, x.shape[2:])`.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import torch
from torch.fx.experimental.symbolic_shapes import statically_known_true
from torch.nn import functional

_sym_max: Any = torch.sym_max
_sym_min: Any = torch.sym_min


def _is_same(size: Any, other: Any) -> bool:
    """Whether two sizes are one expression. Comparing them would fix their values."""
    if isinstance(size, torch.SymInt) and isinstance(other, torch.SymInt):
        return bool(size.node.expr == other.node.expr)
    return isinstance(size, int) and isinstance(other, int) and size == other


def _as_list(value: Any, axes: int) -> list[Any]:
    values = list(value) if isinstance(value, (list, tuple)) else [value]
    return values * axes if len(values) == 1 else values


_MAX_ARGUMENTS = ("stride", "padding", "dilation", "ceil_mode")
_MEAN_ARGUMENTS = ("stride", "padding", "ceil_mode", "count_include_pad", "divisor_override")


def _pool(name: str, axes: int, of_torch: Callable[..., torch.Tensor]) -> Callable[..., Any]:
    """A pool whose window may be the size of a dimension.

    Such a window has one position, whatever its stride is.
    """
    is_max = name.startswith("max")
    reduce: Callable[..., torch.Tensor] = torch.amax if is_max else torch.mean
    names = _MAX_ARGUMENTS if is_max else _MEAN_ARGUMENTS

    @functools.wraps(of_torch)
    def pool(input: torch.Tensor, kernel_size: Any, *args: Any, **kwargs: Any) -> torch.Tensor:
        window = _as_list(kernel_size, axes)
        given = dict(zip(names, args, strict=False)) | kwargs
        sizes = input.shape[-axes:]
        whole = [axis for axis, size in enumerate(window) if isinstance(size, torch.SymInt)]
        if (
            not whole
            or any(not _is_same(window[axis], sizes[axis]) for axis in whole)
            or any(_as_list(given.get("padding", 0), axes))
            or any(step != 1 for step in _as_list(given.get("dilation", 1), axes))
            or given.get("divisor_override") is not None
        ):
            return of_torch(input, kernel_size, *args, **kwargs)
        result = reduce(input, dim=[axis - axes for axis in whole], keepdim=True)
        if len(whole) == axes:
            return result
        stride = _as_list(given.get("stride") or window, axes)
        for axis in whole:
            window[axis] = stride[axis] = 1
        return of_torch(result, window, **(given | {"stride": stride}))

    return pool


def _istft(of_torch: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    """torch.istft, which cuts the signal to a length or adds zeros to it."""

    @functools.wraps(of_torch)
    def istft(
        input: torch.Tensor,
        n_fft: int,
        hop_length: int | None = None,
        win_length: int | None = None,
        window: torch.Tensor | None = None,
        center: bool = True,
        normalized: bool = False,
        onesided: bool | None = None,
        length: Any = None,
        return_complex: bool = False,
    ) -> torch.Tensor:
        options = (normalized, onesided)
        if not isinstance(length, torch.SymInt):
            return of_torch(
                input, n_fft, hop_length, win_length, window, center, *options, length,
                return_complex,
            )  # fmt: skip
        signal = of_torch(
            input, n_fft, hop_length, win_length, window, False, *options, None, return_complex
        )
        start = n_fft // 2 if center else 0
        padding: Any = (0, length)
        return functional.pad(signal, padding).narrow(-1, start, length)

    return istft


def _spaced(of_torch: Callable[..., torch.Tensor], is_log: bool) -> Callable[..., torch.Tensor]:
    """torch.linspace and torch.logspace, as ATen's kernels compute them: the first half from
    the start, the second half from the end (ATen/native/cpu/RangeFactoriesKernel.cpp).

    PyTorch's functions are called for half precision, because the kernels round short and long
    results differently.
    """

    @functools.wraps(of_torch)
    def spaced(start: Any, end: Any, steps: Any, *args: Any, **kwargs: Any) -> torch.Tensor:
        dtype = kwargs.get("dtype") or torch.get_default_dtype()
        if (
            not isinstance(steps, torch.SymInt)
            or any(isinstance(limit, torch.Tensor) and limit.dim() for limit in (start, end))
            or dtype not in (torch.float32, torch.float64)
            or kwargs.get("out") is not None
        ):
            return of_torch(start, end, steps, *args, **kwargs)
        base = kwargs.pop("base", args[0] if args else 10.0)
        count: Any = steps
        start, end = (
            limit.to(dtype) if isinstance(limit, torch.Tensor) else limit for limit in (start, end)
        )
        index = torch.arange(count, **(kwargs | {"dtype": dtype}))
        step = (end - start) / _sym_max(count - 1, 1)
        half = _sym_max(count // 2, 1)
        values = torch.where(index < half, start + index * step, end - (count - 1 - index) * step)
        return torch.pow(base, values) if is_log else values

    return spaced


def _one_hot(of_torch: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    """one_hot of a number of classes that is known only at run time.

    It may be -1, for the largest element plus 1.
    """

    @functools.wraps(of_torch)
    def one_hot(tensor: torch.Tensor, num_classes: Any = -1) -> torch.Tensor:
        is_tensor = isinstance(num_classes, torch.Tensor)
        classes: Any = num_classes.item() if is_tensor else num_classes
        if not isinstance(classes, torch.SymInt):
            return of_torch(tensor, num_classes)
        count: Any = classes
        if not statically_known_true(count >= 0):
            found = torch.cat([tensor.flatten(), tensor.new_full((1,), -1)]).max() + 1
            given = torch.scalar_tensor(count, dtype=torch.int64, device=tensor.device)
            count = torch.where(given < 0, found, given).item()
            torch._check(count >= 0)  # type: ignore[no-untyped-call]
        positions = torch.arange(count, device=tensor.device)
        return (tensor.unsqueeze(-1) == positions).to(torch.int64)

    return one_hot


def _count_windows(of_torch: Callable[..., Any]) -> Callable[..., Any]:
    """The number of windows of a pool, for every size.

    In ceil_mode PyTorch asks whether the last window starts in the padding at the end, so
    that the answer for the example would be a part of all sizes computed from the result.
    """

    @functools.wraps(of_torch)
    def count_windows(
        size: Any, kernel: int, before: int, after: int, stride: int, dilation: int, ceil_mode: bool
    ) -> Any:
        if not ceil_mode or not isinstance(size, torch.SymInt):
            return of_torch(size, kernel, before, after, stride, dilation, ceil_mode)
        span = dilation * (kernel - 1) + 1
        count: Any = (size + before + after - span + stride - 1) // stride + 1
        return _sym_min(count, (size + before - 1) // stride + 1)

    return count_windows


@contextlib.contextmanager
def sizes_as_arguments() -> Iterator[None]:
    """Pools, istft, linspace and one_hot take sizes of the program."""
    pools = [(torch, f"max_pool{n}d", n) for n in (1, 2, 3)]
    pools += [(torch, "avg_pool1d", 1), (functional, "avg_pool1d", 1)]
    pools += [(place, f"avg_pool{n}d", n) for place in (functional, torch._C._nn) for n in (2, 3)]
    with contextlib.ExitStack() as stack:
        for place, name, axes in pools:
            pool = _pool(name, axes, getattr(place, name))
            stack.enter_context(mock.patch.object(place, name, pool))
        name = "pooling_output_shape_pad_lr"
        meta: Any = torch._meta_registrations
        stack.enter_context(mock.patch.object(meta, name, _count_windows(getattr(meta, name))))
        istft = _istft(torch.istft)
        stack.enter_context(mock.patch.object(torch, "istft", istft))
        stack.enter_context(mock.patch.object(torch.Tensor, "istft", istft))
        for name in ("linspace", "logspace"):
            spaced = _spaced(getattr(torch, name), name == "logspace")
            stack.enter_context(mock.patch.object(torch, name, spaced))
        one_hot = _one_hot(functional.one_hot)
        for place in (functional, torch._C._nn):
            stack.enter_context(mock.patch.object(place, "one_hot", one_hot))
        yield
