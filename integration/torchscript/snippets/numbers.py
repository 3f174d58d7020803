"""Numbers of Python and strings: integer division, mathematics, conversions, formats."""

from __future__ import annotations

import math
from typing import List, Tuple  # noqa: UP035 - what TorchScript reads

import torch
from torch import Tensor, nn

from integration.torchscript.snippet import counting, normal, snippet


@snippet((7, 3), (-7, 3), (7, -3), (-7, -3), (-6, 3), (0, -5))
def integer_division(a: int, b: int) -> Tuple[int, int, float, int]:
    return a // b, a % b, a / b, -(a // b) * b


@snippet((7.5, 2.0), (-7.5, 2.0), (7.5, -2.5), (-7.5, -0.5))
def float_division(a: float, b: float) -> Tuple[float, float, float]:
    return a // b, a % b, a / b


@snippet((7, 2.5), (-7, 2.5), (7, -2.0))
def mixed_division(a: int, b: float) -> Tuple[float, float, float, float]:
    return a // b, b // a, a % b, a / b


@snippet((5, 3), (-5, 3), (4, -4))
def integer_operators(a: int, b: int) -> Tuple[int, int, int, int, int, int]:
    return a & b, a | b, a ^ b, a << 2, a >> 1, -a


@snippet((5, 3), (-5, 3), (4, -4), (0, 0))
def comparisons(a: int, b: int) -> Tuple[bool, bool, bool, bool, bool, bool]:
    return a < b, a <= b, a == b, a != b, a > b, a >= b


@snippet((5, 3), (-5, 3), (-4, -4))
def absolute_and_extrema(a: int, b: int) -> Tuple[int, int, int, float]:
    return abs(a), min(a, b), max(a, b), abs(a * 0.5)


@snippet((2, 3), (-3, 2), (5, 0))
def powers(a: int, b: int) -> Tuple[float, float, float]:
    return float(a**b), (a + 0.5) ** b, math.pow(float(a), float(b))


@snippet((2.5,), (7.25,), (0.5,))
def mathematics(x: float) -> Tuple[float, float, float, float, float]:
    return math.sqrt(x), math.log(x), math.exp(x), math.sin(x), math.atan2(x, 2.0)


@snippet((2.5,), (-2.5,), (3.5,), (-0.4,), (7.0,))
def roundings(x: float) -> Tuple[int, int, float, int]:
    return math.floor(x), math.ceil(x), float(round(x)), int(x)


@snippet((2.5,), (-2.5,), (1e30,))
def predicates(x: float) -> Tuple[bool, bool, bool]:
    return math.isnan(x), math.isinf(x * 1e300 * 1e10), bool(x)


@snippet((7,), (0,), (-3,))
def conversions(n: int) -> Tuple[float, bool, int, int]:
    return float(n), bool(n), int(float(n) * 0.5), int(n > 2)


@snippet((normal(4, 6) * 5,), (normal(5, 3) * 5,))
def int_of_tensor(x: Tensor) -> Tuple[int, int]:
    return int(x[0, 1]), int(x.sum())


@snippet((normal(4, 6) * 5,), (normal(5, 3) * 5,))
def float_of_tensor(x: Tensor) -> Tuple[float, float, Tensor]:
    first = float(x[0, 1])
    return first, x.sum().item(), x * first


@snippet((torch.tensor([3, 0]),), (torch.tensor([0, 2]),))
def bool_of_tensor(x: Tensor) -> Tuple[bool, bool]:
    return bool(x[0]), bool((x > 0).all())


@snippet((torch.tensor([3, 7]),), (torch.tensor([2, 5]),))
def item_as_size(x: Tensor) -> Tensor:
    rows = int(x[0])
    columns = x[1].item()
    return torch.zeros(rows, int(columns)) + rows


@snippet((counting(3, 8),), (counting(5, 12),))
def halves_of_sizes(x: Tensor) -> Tensor:
    half = x.shape[-1] // 2
    return torch.cat([-x[..., half:], x[..., :half]], dim=-1)


@snippet((counting(3, 8),), (counting(5, 13),))
def float_of_size(x: Tensor) -> Tensor:
    size = int(x.size(1) * 0.7)
    scale = 1.0 / math.sqrt(x.size(0))
    return x[:, :size] * scale


@snippet((counting(3, 8),), (counting(5, 13),))
def ceiling_of_size(x: Tensor) -> Tensor:
    size = math.ceil(x.size(1) / 3)
    return x[:, : -(-size // 1)] + math.floor(x.size(0) / 2)


@snippet((counting(3, 8),), (counting(5, 13),))
def padding_to_multiple(x: Tensor) -> Tensor:
    missing = (4 - x.size(1) % 4) % 4
    return torch.nn.functional.pad(x, [0, missing], value=1.0)


@snippet((normal(3, 4), 2, 0.5), (normal(5, 4), -3, 1.5))
def numbers_and_tensors(x: Tensor, n: int, f: float) -> Tuple[Tensor, Tensor, Tensor, Tensor]:
    return x * n + f, n - x, f / x.exp(), x.to(torch.long) // n


@snippet((torch.tensor([3, 7]), 2, 0.5), (torch.tensor([-3, 7, 1]), -3, 1.5))
def promotion(x: Tensor, n: int, f: float) -> Tuple[Tensor, Tensor, Tensor]:
    return x * n, x * f, torch.tensor(n) * f


@snippet((3, 1.5, True), (-2, 0.25, False))
def tensors_of_numbers(n: int, f: float, b: bool) -> Tuple[Tensor, Tensor, Tensor, Tensor]:
    return torch.tensor(n), torch.tensor([f, 2.0]), torch.tensor([n, n * 2]), torch.tensor(b)


@snippet((normal(3, 4), 4), (normal(5, 4), 7), (normal(1, 4), 1))
def factories(x: Tensor, n: int) -> Tuple[Tensor, Tensor, Tensor, Tensor]:
    return (
        torch.arange(n),
        torch.full([x.size(0), n], 0.5),
        torch.linspace(0.0, 1.0, n),
        torch.eye(n)[:, :2],
    )


@snippet((normal(3, 4),), (normal(5, 4),), arguments=("bilinear",))
class Strings(nn.Module):
    """Attributes and arguments that are strings."""

    def __init__(self, mode: str) -> None:
        super().__init__()
        self.mode = mode

    def forward(self, x: Tensor) -> Tensor:
        name = self.mode.upper()
        if name.startswith("BI") and self.mode in ["bilinear", "bicubic"]:
            x = x + len(name)
        if "_".join(["a", "b"]) == "a_b" and "x{}".format(3) == "x3":
            x = x * 2
        if name.lower() != self.mode or self.mode[0] != "b" or "linear" not in self.mode:
            raise ValueError(f"unknown mode {self.mode}")
        return x


@snippet((normal(3, 4),), (normal(5, 4),))
def string_methods(x: Tensor) -> Tensor:
    words = "encoder.layer.2".split(".")
    if words[-1].isdigit() and int(words[2]) == 2:
        x = x + len(words)
    key = words[0] + "/" + words[1].replace("l", "L")
    if key == "encoder/Layer" and key.find("/") == 7 and key.endswith("er"):
        x = x * 3
    if key.strip("e") == "ncoder/Layer" and key.count("e") == 3:
        x = x - 1
    return x


@snippet((normal(2, 3, 4),), (normal(2, 5, 4),))
def equation_string(x: Tensor) -> Tensor:
    equation = "bij,bkj->bik"
    return torch.einsum(equation, [x, x])


@snippet((5,), (12,), (1,))
def collatz(n: int) -> Tuple[int, List[int]]:
    steps = 0
    numbers = [n]
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        numbers.append(n)
        steps += 1
    return steps, numbers


@snippet((48, 18), (17, 5), (5, 0))
def greatest_divisor(a: int, b: int) -> int:
    while b != 0:
        a, b = b, a % b
    return a


@snippet((normal(6),), (normal(9),))
def divmod_of_size(x: Tensor) -> Tuple[int, int]:
    return divmod(x.size(0), 4)


@snippet((normal(6),), (normal(9),))
def constants(x: Tensor) -> Tensor:
    return x.clamp(-math.pi, math.inf) * math.e + float("-inf") * 0.0 * 0.0 if False else x * math.pi


@snippet((normal(3, 4),), (normal(5, 4),))
def dtype_arguments(x: Tensor) -> Tuple[Tensor, Tensor]:
    kind = torch.float64 if x.size(1) == 4 else torch.float16
    y = x.to(kind)
    return y, torch.zeros(2, dtype=y.dtype, device=y.device)


@snippet((normal(3, 4),), (normal(5, 4),))
def numel_and_element_size(x: Tensor) -> Tuple[int, int, int, int]:
    return x.numel(), x.dim(), len(x), x.shape[-1] * x.size(-2)


@snippet((normal(3, 4),), (normal(5, 4),), (normal(2, 4),))
def ranges_to_floats(x: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Ints of 64 bits are counted after truncation, other ones before."""
    n = x.size(0)
    return (
        torch.arange(n, 8.5, 1.5, dtype=torch.int64),
        torch.arange(n, 8.5, 1.5, dtype=torch.int32),
        torch.arange(-8.7, n, 2.9, dtype=torch.int64),
        torch.arange(-8.7, n, 2.9, dtype=torch.int32),
        torch.arange(n, -8.5, -1.5, dtype=torch.int64),
        torch.arange(n, -8.5, -1.5, dtype=torch.int32),
    )


@snippet((normal(5, 4), normal(2)), (normal(2, 4), normal(3)), (normal(1, 4), normal(0)))
def split_after_the_end(x: Tensor, y: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    a, b, c = x.tensor_split([1, 3])
    d, e = x.tensor_split([y.size(0)])
    return a, b, c, d, e


@snippet((normal(5, 4),), (normal(2, 6),))
def positions(x: Tensor) -> Tuple[Tensor, Tensor]:
    return torch._dim_arange(x, 1), torch._dim_arange(x, -2)


@snippet((2, 3.5), (-7, -2.25), (0, -0.0))
def rare_functions(n: int, x: float) -> Tuple[float, float, float, float, float, int]:
    return (
        math.copysign(2.5, x),
        math.fmod(x, 1.5),
        math.fabs(x),
        math.degrees(x),
        math.copysign(float(n), -1.0),
        math.gcd(n, 12),
    )


@snippet((normal(2, 3),), (normal(4, 3),))
def rare_functions_of_literals(x: Tensor) -> Tensor:
    numbers = [
        math.copysign(2.5, -0.0),
        math.fmod(-7.5, 2.0),
        math.fmod(7.5, -2.0),
        math.remainder(7.5, 2.0),
        math.fabs(-3.25),
        math.radians(30.0),
        float(math.gcd(-8, 12)),
    ]
    return x.sum() * torch.tensor(numbers)


@snippet((normal(2, 3),), (normal(4, 3),))
def promoted_dtypes(x: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor, int]:
    half, whole = x.half(), x.long()
    return (
        torch.zeros(2, dtype=torch.promote_types(half.dtype, whole.dtype)),
        torch.zeros(2, dtype=torch.result_type(whole, 2.5)),
        torch.zeros(2, dtype=torch.result_type(half, x.sum())),
        torch.zeros(2, dtype=torch.result_type(whole > 0, 3)),
        x.element_size() + 10 * half.element_size() + 100 * whole.element_size(),
    )
