"""Small programs, each for one kind of lowering, whose nodes bench/nodes.py compares.

Each is exported twice: with the sizes of its inputs (`NAME.static`) and with all
sizes of its first axis dynamic (`NAME.dynamic`).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from integration.common import cache


class _Function(nn.Module):
    """A function as a module."""

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *args: Tensor) -> object:
        """Applies the function."""
        return self.function(*args)


class UNet3d(nn.Module):
    """One level of a U-Net for volumes."""

    def __init__(self, is_trilinear: bool) -> None:
        super().__init__()
        self.down = nn.Sequential(nn.Conv3d(1, 4, 3, padding=1), nn.BatchNorm3d(4), nn.ReLU())
        self.low = nn.Sequential(nn.Conv3d(4, 8, 3, padding=1), nn.BatchNorm3d(8), nn.ReLU())
        self.up = nn.ConvTranspose3d(8, 4, 2, stride=2)
        self.reduce = nn.Conv3d(8, 4, 1)
        self.is_trilinear = is_trilinear
        self.out = nn.Conv3d(8, 2, 1)

    def forward(self, x: Tensor) -> Tensor:
        """A segmentation of (N, 1, D, H, W)."""
        skip = self.down(x)
        low = self.low(F.max_pool3d(skip, 2))
        if self.is_trilinear:
            up = self.reduce(F.interpolate(low, scale_factor=2.0, mode="trilinear"))
        else:
            up = self.up(low)
        return self.out(torch.cat([up, skip], 1))


def _stft(x: Tensor) -> Tensor:
    window = torch.hann_window(16)
    return torch.view_as_real(torch.stft(x, 16, 4, window=window, return_complex=True))


def _stft_magnitude(x: Tensor) -> Tensor:
    window = torch.hann_window(16)
    return torch.stft(x, 16, 4, window=window, return_complex=True).abs()


def _gelu_family(x: Tensor) -> tuple[Tensor, ...]:
    return (
        F.gelu(x),
        F.gelu(x, approximate="tanh"),
        F.silu(x),
        F.mish(x),
        F.hardswish(x),
        F.softplus(x),
        F.elu(x),
        F.celu(x),
        F.selu(x),
        F.logsigmoid(x),
        F.hardsigmoid(x),
        F.softsign(x),
        F.tanhshrink(x),
        F.relu6(x),
    )


def _complex_product(a: Tensor, b: Tensor) -> Tensor:
    product = torch.view_as_complex(a) * torch.view_as_complex(b)
    return torch.view_as_real(product)


def _rotary_complex(x: Tensor, angles: Tensor) -> Tensor:
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2))
    turned = pairs * torch.polar(torch.ones_like(angles), angles)
    return torch.view_as_real(turned).flatten(-2)


def _nested_cond(x: Tensor) -> Tensor:
    def inner(y: Tensor) -> Tensor:
        return torch.cond(y.mean() > 1, lambda z: z.sin() + 1, lambda z: z.cos() - 1, (y,))

    return torch.cond(x.sum() > 0, inner, lambda y: y * 2, (x,))


def _cdist_in_scan(x: Tensor) -> Tensor:
    from torch._higher_order_ops.scan import scan

    def step(carry: Tensor, row: Tensor) -> tuple[Tensor, Tensor]:
        distance = torch.cdist(carry, row[None])
        return carry + row, distance

    return scan(step, torch.zeros(3, x.shape[1]), x)[1]


def _normal(*shape: int) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(0))


_X = _normal(4, 6)
_POSITIVE = _X.abs() + 0.5
_I = torch.arange(-12, 12).reshape(4, 6)

#: Name -> function or module, and its inputs.
_SOURCES: dict[str, tuple[Callable[..., object], tuple[Tensor, ...]]] = {
    "unet_3d_trilinear": (UNet3d(True), (_normal(2, 1, 4, 8, 8),)),
    "unet_3d_transposed": (UNet3d(False), (_normal(2, 1, 4, 8, 8),)),
    "stft": (_stft, (_normal(2, 64),)),
    "stft_magnitude": (_stft_magnitude, (_normal(2, 64),)),
    "istft": (
        lambda x: torch.istft(torch.view_as_complex(x), 16, 4, window=torch.hann_window(16)),
        (_normal(2, 9, 12, 2),),
    ),
    "remainder": (torch.remainder, (_X, _POSITIVE)),
    "remainder_number": (lambda x: torch.remainder(x, 3.0), (_X,)),
    "remainder_integer": (lambda x: torch.remainder(x, 3), (_I,)),
    "fmod": (torch.fmod, (_X, _POSITIVE)),
    "fmod_number": (lambda x: torch.fmod(x, 3.0), (_X,)),
    "fmod_integer": (lambda x: torch.fmod(x, 3), (_I,)),
    "floor_divide": (lambda x: torch.div(x, 3.0, rounding_mode="floor"), (_X,)),
    "floor_divide_integer": (lambda x: torch.div(x, 3, rounding_mode="floor"), (_I,)),
    "gelu": (F.gelu, (_X,)),
    "gelu_tanh": (lambda x: F.gelu(x, approximate="tanh"), (_X,)),
    "silu": (F.silu, (_X,)),
    "mish": (F.mish, (_X,)),
    "hardswish": (F.hardswish, (_X,)),
    "hardsigmoid": (F.hardsigmoid, (_X,)),
    "softplus": (F.softplus, (_X,)),
    "elu": (F.elu, (_X,)),
    "celu": (lambda x: F.celu(x, 1.5), (_X,)),
    "selu": (F.selu, (_X,)),
    "logsigmoid": (F.logsigmoid, (_X,)),
    "softsign": (F.softsign, (_X,)),
    "tanhshrink": (F.tanhshrink, (_X,)),
    "hardshrink": (F.hardshrink, (_X,)),
    "softshrink": (F.softshrink, (_X,)),
    "relu6": (F.relu6, (_X,)),
    "hardtanh": (F.hardtanh, (_X,)),
    "threshold": (lambda x: F.threshold(x, 0.5, -1.0), (_X,)),
    "rrelu": (F.rrelu, (_X,)),
    "glu": (F.glu, (_X,)),
    "gelu_family": (_gelu_family, (_X,)),
    "einsum_batch": (lambda a, b: torch.einsum("bij,bjk->bik", a, b), (_normal(2, 3, 4), _normal(2, 4, 5))),
    "einsum_heads": (
        lambda a, b: torch.einsum("bqhd,bkhd->bhqk", a, b),
        (_normal(2, 3, 4, 5), _normal(2, 6, 4, 5)),
    ),
    "einsum_outer": (lambda a, b: torch.einsum("i,j->ij", a, b), (_normal(4), _normal(5))),
    "einsum_trace": (lambda a: torch.einsum("ii->", a), (_normal(4, 4),)),
    "einsum_diagonal": (lambda a: torch.einsum("ii->i", a), (_normal(4, 4),)),
    "einsum_bilinear": (
        lambda a, b, c: torch.einsum("bi,oij,bj->bo", a, b, c),
        (_normal(2, 3), _normal(5, 3, 4), _normal(2, 4)),
    ),
    "einsum_sum": (lambda a: torch.einsum("ijk->k", a), (_normal(2, 3, 4),)),
    "einsum_contract": (
        lambda a, b: torch.einsum("nchw,cd->ndhw", a, b),
        (_normal(2, 3, 4, 5), _normal(3, 6)),
    ),
    "repeat_interleave": (lambda x: x.repeat_interleave(3, 1), (_X,)),
    "repeat_interleave_flat": (lambda x: x.repeat_interleave(3), (_X,)),
    "repeat_interleave_tensor": (
        lambda x, n: torch.repeat_interleave(x, n, 0),
        (_X, torch.tensor([1, 2, 0, 3])),
    ),
    "complex_product": (_complex_product, (_normal(4, 6, 2), _normal(4, 6, 2))),
    "rotary_complex": (_rotary_complex, (_normal(4, 6), _normal(4, 3))),
    "rfft": (lambda x: torch.view_as_real(torch.fft.rfft(x)), (_normal(4, 16),)),
    "rfft_magnitude": (lambda x: torch.fft.rfft(x).abs(), (_normal(4, 16),)),
    "irfft": (lambda x: torch.fft.irfft(torch.fft.rfft(x)), (_normal(4, 16),)),
    "fft2": (lambda x: torch.fft.fft2(x).real, (_normal(2, 8, 8),)),
    "fft2_first": (lambda x: torch.fft.fft2(x).real, (_normal(7, 8),)),
    "nested_cond": (_nested_cond, (_X,)),
    "cdist": (torch.cdist, (_normal(4, 6), _normal(5, 6))),
    "cdist_1": (lambda a, b: torch.cdist(a, b, p=1.0), (_normal(4, 6), _normal(5, 6))),
    "cdist_scan": (_cdist_in_scan, (_normal(5, 6),)),
    "as_strided": (lambda x: torch.as_strided(x, (3, 3), (6, 2)), (_X,)),
    "as_strided_windows": (lambda x: torch.as_strided(x, (3, 4), (1, 1)), (_normal(8),)),
    "unfold": (lambda x: x.unfold(1, 3, 2), (_normal(4, 9),)),
    "var": (lambda x: torch.var(x, 1), (_X,)),
    "std_mean": (lambda x: torch.std_mean(x, 1), (_X,)),
    "norm": (lambda x: torch.linalg.vector_norm(x, dim=1), (_X,)),
    "logsumexp": (lambda x: torch.logsumexp(x, 1), (_X,)),
    "cosine_similarity": (F.cosine_similarity, (_X, _POSITIVE)),
    "normalize": (F.normalize, (_X,)),
    "argmax": (lambda x: x.argmax(1), (_X,)),
    "amax": (lambda x: x.amax(1), (_X,)),
    "max_dim": (lambda x: tuple(x.max(1)), (_X,)),
    "topk": (lambda x: tuple(x.topk(3, 1)), (_X,)),
    "cumsum": (lambda x: x.cumsum(1), (_X,)),
    "roll": (lambda x: torch.roll(x, 1, 1), (_X,)),
    "flip": (lambda x: torch.flip(x, [1]), (_X,)),
    "tril": (torch.tril, (_X,)),
    "masked_fill": (lambda x: x.masked_fill(x > 0, -1.0), (_X,)),
    "index_put": (lambda x: x.index_put((torch.tensor([0, 2]),), torch.zeros(6)), (_X,)),
    "index_select": (lambda x: x[:, torch.tensor([3, 1])], (_X,)),
    "scatter_add": (
        lambda x, i: torch.zeros_like(x).scatter_add(1, i, x),
        (_X, torch.arange(24).reshape(4, 6) % 6),
    ),
    "one_hot": (lambda x: F.one_hot(x, 5), (torch.tensor([0, 3, 4, 1]),)),
    "group_norm": (nn.GroupNorm(3, 6), (_normal(4, 6, 5),)),
    "instance_norm": (nn.InstanceNorm2d(3, affine=True), (_normal(2, 3, 4, 5),)),
    "rms_norm": (nn.RMSNorm(6), (_X,)),
    "pixel_unshuffle": (lambda x: F.pixel_unshuffle(x, 2), (_normal(2, 3, 4, 6),)),
    "pixel_shuffle": (lambda x: F.pixel_shuffle(x, 2), (_normal(2, 8, 3, 3),)),
    "adaptive_avg_pool2d": (lambda x: F.adaptive_avg_pool2d(x, 2), (_normal(2, 3, 6, 6),)),
    "bilinear": (nn.Bilinear(3, 4, 5), (_normal(2, 3), _normal(2, 4))),
    "interpolate": (lambda x: F.interpolate(x, scale_factor=2.0), (_normal(2, 3, 4, 4),)),
    "attention": (
        F.scaled_dot_product_attention,
        (_normal(2, 4, 5, 8), _normal(2, 4, 5, 8), _normal(2, 4, 5, 8)),
    ),
    "attention_causal": (
        lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True),
        (_normal(2, 4, 5, 8), _normal(2, 4, 5, 8), _normal(2, 4, 5, 8)),
    ),
    "lstm": (nn.LSTM(6, 5, batch_first=True), (_normal(2, 4, 6),)),
    "gru": (nn.GRU(6, 5, 2, bidirectional=True, batch_first=True), (_normal(2, 4, 6),)),
    "multihead_attention": (
        nn.MultiheadAttention(8, 2, batch_first=True),
        (_normal(2, 4, 8), _normal(2, 4, 8), _normal(2, 4, 8)),
    ),
    "transformer_layer": (nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), (_normal(2, 4, 8),)),
}
PROGRAMS = [f"{name}.{kind}" for name in _SOURCES for kind in ("static", "dynamic")]


def path(name: str) -> Path:
    """Where the .pt2 of a program is, once it is exported."""
    return cache.cache_folder("small", Path(__file__)) / f"{name}.pt2"


def prepare(name: str) -> Path:
    """The .pt2 of a program in the cache; raises what torch.export raises."""
    file = path(name)
    if file.exists():
        return file
    torch.manual_seed(0)
    base, kind = name.rsplit(".", 1)
    function, args = _SOURCES[base]
    module = function if isinstance(function, nn.Module) else _Function(function)
    shapes: tuple[object, ...] = tuple({0: torch.export.Dim.AUTO} for _ in args)
    if not isinstance(function, nn.Module):
        shapes = (shapes,)
    program = torch.export.export(
        module.eval(), args, dynamic_shapes=shapes if kind == "dynamic" else None, strict=False
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = cache.temporary_name(file)
    torch.export.save(program, temporary)
    temporary.replace(file)
    return file
