"""What library code asks before it computes: ranks, dtypes, devices, types; raise and assert."""

import warnings
from typing import List, Optional, Tuple, Union  # noqa: UP035 - what TorchScript reads

import torch
from torch import Tensor, nn

from integration.torchscript.snippet import normal, snippet


@snippet((normal(3, 4),), (normal(5, 4),), ifs=0)
def raise_by_rank(x: Tensor) -> Tensor:
    if x.dim() != 2:
        raise ValueError(f"expected a matrix, got {x.dim()} dimensions of {x.shape}")
    return x * 2


@snippet((normal(3, 4),), (normal(5, 4),), ifs=0)
def raise_by_static_size(x: Tensor) -> Tensor:
    if x.shape[1] != 4:
        raise RuntimeError("expected 4 columns, got {}".format(x.shape[1]))
    return x * 2


@snippet((normal(4, 4),), (normal(6, 4),), ifs=0, warning="raise|exception|assert|check")
def raise_by_dynamic_size(x: Tensor) -> Tensor:
    if x.shape[0] % 2 != 0:
        raise RuntimeError("expected an even number of rows")
    return x * 2


@snippet((normal(4, 4).abs(),), (normal(6, 4).abs(),), ifs=0, warning="raise|exception|assert|check")
def assert_by_value(x: Tensor) -> Tensor:
    assert bool((x >= 0).all()), "expected no negative numbers"
    return x.sqrt()


@snippet((normal(4, 6),), (normal(2, 6),), ifs=0, warning="tensors that are not empty")
def reshaped_unless_empty(x: Tensor) -> Tensor:
    # torchvision's BoxCoder: the ranks differ.
    boxes = x * 2
    if x.size(0) > 0:
        boxes = boxes.reshape(x.size(0), -1, 3)
    return boxes.reshape(-1, 3)


@snippet((normal(4, 4), 2), (normal(6, 4), 1), warning="raise|exception|assert|check")
def raise_in_last_case(x: Tensor, kind: int) -> Tensor:
    if kind == 1:
        y = x + 1
    elif kind == 2:
        y = x * 2
    else:
        raise NotImplementedError(f"kind {kind}")
    return y


@snippet((normal(4, 4), 2), (normal(6, 4), 1))
def raise_in_loop(x: Tensor, n: int) -> Tensor:
    for i in range(n):
        if i > 7:
            raise RuntimeError("too many steps")
        x = x + i
    return x


@snippet((normal(3, 4),), (normal(5, 4),), ifs=0)
def questions(x: Tensor) -> Tensor:
    if x.is_cuda or x.is_sparse or x.is_quantized or x.is_complex() or x.requires_grad:
        x = x + 100
    if x.is_floating_point() and x.dtype == torch.float32 and x.device.type == "cpu":
        x = x * 2
    if x.is_contiguous() and not x.is_nested:
        x = x + 1
    return x


@snippet((normal(3, 4),), (normal(5, 4),), ifs=0)
def dtype_in_tuple(x: Tensor) -> Tensor:
    if x.dtype in (torch.float16, torch.bfloat16):
        x = x.float()
    if x.dtype != torch.float64:
        x = x * 2
    return x


@snippet((normal(3, 4),), (normal(5, 4),), arguments=(0.5,))
class DropoutByHand(nn.Module):
    """The training flag, inside and of a layer."""

    def __init__(self, p: float) -> None:
        super().__init__()
        self.p = p
        self.layer = nn.Dropout(p)

    def forward(self, x: Tensor) -> Tensor:
        if self.training:
            x = x * (torch.rand_like(x) > self.p)
        x = self.layer(x)
        return nn.functional.dropout(x, self.p, self.training) * 2


@snippet((normal(3, 4),), (normal(5, 4),))
class UnionByDefault(nn.Module):
    """An argument of two types."""

    def forward(self, x: Tensor, axis: Union[int, List[int]] = 1) -> Tensor:
        if isinstance(axis, int):
            return x.sum(axis)
        return x.sum(axis) * 2


@snippet((normal(3, 4), 2), (normal(5, 4), 3))
def type_of_tuple(x: Tensor, n: int) -> Tensor:
    sizes = _pair(n)
    return torch.ones(sizes[0], sizes[1]) + x[0, 0]


def _pair(value: Union[int, Tuple[int, int]]) -> Tuple[int, int]:
    if isinstance(value, int):
        return (value, value)
    return value


@snippet(
    (normal(3, 4), "mean", 1, 0.5, True), (normal(5, 4), "mean", 1, 0.5, True), fixed=(1, 2, 3, 4), ifs=0
)
def fixed_arguments(x: Tensor, mode: str, axis: int, factor: float, keep: bool) -> Tensor:
    if mode == "sum":
        y = x.sum(axis)
    elif mode == "mean":
        y = x.mean(axis, keepdim=keep)
    else:
        raise ValueError(mode)
    return y * factor


@snippet(
    (normal(3, 4), None, "none"), (normal(5, 4), None, "none"), fixed=(1, 2),
    shapes="[?,4]f32,default,default", ifs=0,
)
class DeclaredDefaults(nn.Module):
    """`default` stands for what the code declares."""

    def forward(
        self, x: Tensor, bias: Optional[Tensor] = None, activation: str = "none"
    ) -> Tensor:
        if bias is not None:
            x = x + bias
        if activation == "relu":
            return x.relu()
        return x * 2


@snippet((normal(3, 4),), (normal(5, 4),))
def warns_and_prints(x: Tensor) -> Tensor:
    if x.size(0) > 4:
        warnings.warn("many rows")
    print("rows", x.size(0))
    return x * 2


@snippet((normal(3, 4),), (normal(5, 4),))
class UnusedMethod(nn.Module):
    """A method of Python behind a condition that is never true."""

    def __init__(self) -> None:
        super().__init__()
        self.use_python = False

    @torch.jit.unused
    def by_python(self, x: Tensor) -> Tensor:
        return torch.from_numpy(x.numpy() * 2)

    def forward(self, x: Tensor) -> Tensor:
        if self.use_python:
            return self.by_python(x)
        return x * 2


@snippet((normal(3, 4),), (normal(5, 4),))
def without_gradients(x: Tensor) -> Tensor:
    with torch.no_grad():
        y = x * 2
    return y.detach() + x


@snippet((normal(2, 3, 8, 8),), (normal(2, 3, 9, 7),))
class Resize(nn.Module):
    """Interpolation with the arguments that models pass on, most of them None."""

    def forward(
        self, x: Tensor, size: Optional[List[int]] = None, factor: Optional[float] = None
    ) -> Tensor:
        if size is None and factor is None:
            factor = 2.0
        return nn.functional.interpolate(
            x, scale_factor=factor, mode="bilinear", align_corners=False
        )


@snippet((normal(2, 3, 8, 8),), (normal(2, 3, 9, 7),))
def crop_to_match(x: Tensor) -> Tensor:
    y = nn.functional.avg_pool2d(x, 2)
    y = nn.functional.interpolate(y, scale_factor=2.0, mode="nearest")
    if y.shape[2] != x.shape[2] or y.shape[3] != x.shape[3]:
        y = nn.functional.interpolate(y, size=x.shape[2:], mode="bilinear", align_corners=True)
    return y + x


@snippet((normal(4, 3), normal(4, 3)), (normal(6, 3), normal(6, 3)), ifs=0)
def equal_sizes_asserted(x: Tensor, y: Tensor) -> Tensor:
    torch._assert(x.dim() == y.dim(), "ranks differ")
    assert x.shape[1] == y.shape[1]
    return x @ y.t()


@snippet((normal(3, 4),))
def contiguous_known(x: Tensor) -> Tensor:
    y = x.t()
    if y.is_contiguous() or not x.is_contiguous() or y.contiguous().exp().is_contiguous():
        x = x + 1
    if x.unsqueeze(0).transpose(0, 1).is_contiguous():
        x = x * 3
    if y.exp().t().is_contiguous():
        x = x - 4
    return x


@snippet((normal(3, 4),), (normal(5, 4),), warning="whether a tensor is contiguous")
def contiguous_unknown(x: Tensor) -> Tensor:
    y = x[:, 1:]
    if y.is_contiguous():
        return y.view(-1)
    return y.reshape(-1)
