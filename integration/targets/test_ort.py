"""`--target=ort`: what it makes loads and runs in ONNX Runtime, and is right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from integration.common.compiler import convert
from integration.common.function import check
from integration.common.runtime import Session
from integration.targets import ort
from integration.targets.nodes import LEFT_OUT, RECIPES, operators

pytestmark = pytest.mark.usefixtures("compiler")


def test_every_operator_has_a_recipe() -> None:
    """A new operator of the dialect comes with its recipe."""
    assert set(operators()) == set(RECIPES) | LEFT_OUT
    assert not set(RECIPES) & LEFT_OUT


def test_loads_or_is_refused() -> None:
    """Every operator in every element type, at five opsets."""
    refused, failed = ort.measure()
    assert not failed
    assert refused == ort.read_table()


def _run(folder: Path, text: str, inputs: list[torch.Tensor]) -> list[torch.Tensor]:
    source, model = folder / "program.mlir", folder / "program.onnx"
    source.write_text(text)
    result = convert(source, model)
    assert not result.failure, result.stderr
    return Session(model).run(inputs)


_SPECIAL = [0.0, -0.0, 1.0, -1.0, torch.inf, -torch.inf, torch.nan, 1e-300, 1e300, -1e300]


def _numbers() -> torch.Tensor:
    """Of all sizes: from 1e-20 to 1e20, many about 1, a hyperbola's limits."""
    generator = torch.Generator().manual_seed(0)
    size = torch.rand(4000, generator=generator, dtype=torch.float64)
    sign = torch.where(torch.rand(4000, generator=generator) < 0.5, -1.0, 1.0)
    spread = 10 ** (size * 40 - 20)
    return torch.cat(
        [
            torch.tensor(_SPECIAL, dtype=torch.float64),
            torch.tensor([709.5, -709.5, 711.0, -711.0], dtype=torch.float64),
            spread * sign,
            (size * 4 - 2),
            1 + sign * spread.clamp(max=0.1),
        ]
    )


#: f64 functions without a kernel, and how many units in the last place eager and
#: the formula may be apart: either is wrong by one or two.
_FUNCTIONS = {
    "Acos": torch.acos,
    "Acosh": torch.acosh,
    "Asin": torch.asin,
    "Asinh": torch.asinh,
    "Atan": torch.atan,
    "Atanh": torch.atanh,
    "Cosh": torch.cosh,
    "Erf": torch.erf,
    "Mish": torch.nn.functional.mish,
    "Sinh": torch.sinh,
    "Softplus": lambda x: torch.logaddexp(x, torch.zeros_like(x)),
    "Tan": lambda x: torch.sin(x) / torch.cos(x),
}


@pytest.mark.parametrize("name", sorted(_FUNCTIONS))
def test_f64(name: str, tmp_path: Path) -> None:
    """The definitions in f64 have the digits of eager's kernels."""
    x = _numbers()
    if name in ("Tan", "Mish"):  # the argument's reduction is the runtime's
        x = x[(x.abs() < 1e5) | x.isnan()]
    type_ = f"tensor<{len(x)}xf64>"
    text = (
        f"func.func @main(%x: {type_}) -> {type_} {{\n"
        f"  %y = onnx.{name}(%x) : ({type_}) -> {type_}\n"
        f"  return %y : {type_}\n}}\n"
    )
    (actual,) = _run(tmp_path, text, [x])
    expected = _FUNCTIONS[name](x)
    # At a pole, the digits of the cosine are those of its own kernel.
    rtol = 1e-10 if name == "Tan" else 4e-15
    torch.testing.assert_close(actual, expected, rtol=rtol, atol=0, equal_nan=True)
    zero = x == 0
    assert torch.equal(actual[zero].signbit(), expected[zero].signbit())


@pytest.mark.parametrize("dtype", [torch.float64, torch.int64, torch.bool, torch.uint32])
@pytest.mark.parametrize("scale", [1.0, 0.6, 2.3, 3.0])
@pytest.mark.parametrize("mode", ["floor", "round_prefer_floor", "ceil"])
def test_nearest(dtype: torch.dtype, scale: float, mode: str, tmp_path: Path) -> None:
    """Resize to the nearest by gathers, with a size that is not known."""
    element = {torch.float64: "f64", torch.int64: "i64", torch.bool: "i1", torch.uint32: "ui32"}

    def text(kind: str) -> str:
        x = f"tensor<2x?x5x{kind}, #sym.dims<n>>"
        y = f"tensor<2x?x{int(5 * scale)}x{kind}, #sym.dims<m>>"
        return (
            f"func.func @main(%x: {x}) -> {y} {{\n"
            "  %none = onnx.NoValue() : () -> none\n"
            f"  %scales = onnx.Constant dense<[{scale}, {scale}]> : tensor<2xf32>\n"
            "  %y = onnx.Resize(%x, %none, %scales, %none) {axes = array<i64: 1, 2>, "
            f'coordinate_transformation_mode = "asymmetric", nearest_mode = "{mode}"}} '
            f": ({x}, none, tensor<2xf32>, none) -> {y}\n  return %y : {y}\n}}\n"
        )

    x = (torch.arange(70).reshape(2, 7, 5) % 13).to(dtype)
    (actual,) = _run(tmp_path, text(element[dtype]), [x])
    (expected,) = _run(tmp_path, text("f32"), [x.to(torch.float32)])
    assert actual.dtype == dtype
    torch.testing.assert_close(actual.to(torch.float32), expected, rtol=0, atol=0)


def test_where_of_bool(tmp_path: Path) -> None:
    """Logic, for all combinations and for constants of either kind."""
    flag = torch.tensor([False, True])
    condition, x, y = (t.flatten() for t in torch.meshgrid(flag, flag, flag, indexing="ij"))
    t = "tensor<8xi1>"
    text = (
        f"func.func @main(%c: {t}, %x: {t}, %y: {t}) -> ({t}, {t}, {t}, {t}, {t}) {{\n"
        "  %yes = onnx.Constant dense<true> : tensor<i1>\n"
        "  %no = onnx.Constant dense<false> : tensor<i1>\n"
        + "".join(
            f"  %{i} = onnx.Where(%c, {a}, {b}) : ({t}, {ta}, {tb}) -> {t}\n"
            for i, (a, ta, b, tb) in enumerate(
                [
                    ("%x", t, "%y", t),
                    ("%yes", "tensor<i1>", "%y", t),
                    ("%no", "tensor<i1>", "%y", t),
                    ("%x", t, "%yes", "tensor<i1>"),
                    ("%x", t, "%no", "tensor<i1>"),
                ]
            )
        )
        + f"  return %0, %1, %2, %3, %4 : {t}, {t}, {t}, {t}, {t}\n}}\n"
    )
    yes, no = torch.tensor(True), torch.tensor(False)
    expected = [torch.where(condition, *pair) for pair in ((x, y), (yes, y), (no, y), (x, yes), (x, no))]
    for actual, wanted in zip(_run(tmp_path, text, [condition, x, y]), expected, strict=True):
        assert torch.equal(actual, wanted)


#: Operators over windows, the sizes of the weight (of a pool none), and attributes as text.
_WINDOWS = [
    ("Conv", (4, 3, 3, 2), 'auto_pad = "SAME_UPPER", strides = array<i64: 2, 3>'),
    ("Conv", (4, 3, 4, 2), 'auto_pad = "SAME_LOWER", strides = array<i64: 1, 2>'),
    ("Conv", (4, 3, 3, 2), 'auto_pad = "VALID", strides = array<i64: 2, 1>'),
    ("Conv", (6, 1, 2, 1), "group = 3 : i64, pads = array<i64: 0, 2, 3, 1>"),
    ("ConvTranspose", (3, 4, 3, 4), 'auto_pad = "SAME_UPPER", strides = array<i64: 2, 3>'),
    ("ConvTranspose", (3, 4, 3, 2), 'auto_pad = "SAME_LOWER", strides = array<i64: 2, 1>'),
    (
        "ConvTranspose",
        (3, 1, 3, 4),
        "group = 3 : i64, output_shape = array<i64: 14, 13>, strides = array<i64: 2, 2>",
    ),
    (
        "ConvTranspose",
        (3, 4, 3, 2),
        "output_padding = array<i64: 1, 2>, pads = array<i64: 0, 1, 2, 0>, strides = array<i64: 2, 3>",
    ),
    ("AveragePool", (), 'auto_pad = "SAME_UPPER", kernel_shape = array<i64: 3, 4>'),
    (
        "AveragePool",
        (),
        'auto_pad = "SAME_LOWER", kernel_shape = array<i64: 2, 3>, strides = array<i64: 3, 2>',
    ),
    (
        "AveragePool",
        (),
        "count_include_pad = 1 : i64, kernel_shape = array<i64: 3, 2>, pads = array<i64: 2, 0, 1, 1>",
    ),
    (
        "AveragePool",
        (),
        "ceil_mode = 1 : i64, kernel_shape = array<i64: 3, 3>, pads = array<i64: 1, 0, 0, 1>, strides = array<i64: 2, 2>",
    ),
    ("AveragePool", (), "dilations = array<i64: 2, 3>, kernel_shape = array<i64: 3, 2>"),
]


@pytest.mark.parametrize("name, weight, attributes", _WINDOWS)
def test_windows(name: str, weight: tuple[int, ...], attributes: str, tmp_path: Path) -> None:
    """In f64, with sizes of the result that are known and not, as the kernel of f32 has it."""
    image = (2, 3, 7, 6)
    generator = torch.Generator().manual_seed(0)
    inputs = [
        torch.randn(sizes, generator=generator, dtype=torch.float64)
        for sizes in (image, weight)
        if sizes
    ]

    def run(kind: str, sizes: tuple[int, ...] | None) -> torch.Tensor:
        x, w = (f"tensor<{'x'.join(map(str, s))}x{kind}>" for s in (image, weight or (0,)))
        y = f"tensor<{'x'.join(map(str, sizes or '????'))}x{kind}>"
        values, types = ("%x, %w, %none", f"{x}, {w}, none") if weight else ("%x", x)
        text = (
            f"func.func @main(%x: {x}{f', %w: {w}' if weight else ''}) -> {y} {{\n"
            "  %none = onnx.NoValue() : () -> none\n"
            f"  %y = onnx.{name}({values}) {{{attributes}}} : ({types}) -> {y}\n"
            f"  return %y : {y}\n}}\n"
        )
        dtype = torch.float32 if kind == "f32" else torch.float64
        return _run(tmp_path, text, [i.to(dtype) for i in inputs])[0]

    expected = run("f32", None)
    for sizes in (None, tuple(expected.shape)):
        actual = run("f64", sizes)
        assert actual.dtype == torch.float64
        torch.testing.assert_close(actual.to(torch.float32), expected)


@pytest.mark.parametrize(
    "function",
    [
        lambda x, v: torch.mv(x[0].t(), v),
        lambda x, v: torch.matmul(x.mT, v),
        lambda x, v: torch.matmul(x.mT.exp() * 2 + v, v),
        lambda x, v: torch.matmul(x.mT.double(), v.double()),
        lambda x, v: torch.matmul(v, x),
    ],
)
def test_transposed_matrix_by_vector(
    function: Callable[..., torch.Tensor], tmp_path: Path
) -> None:
    """ONNX Runtime's optimizer makes one operator of the two, with wrong numbers."""
    v = torch.linspace(-1, 2, 5)
    examples = (torch.randn(2, 5, 4), v)
    check(function, examples, examples, tmp_path)
