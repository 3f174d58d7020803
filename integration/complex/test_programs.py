"""Models that compute with complex numbers give eager's numbers, at old and new opsets.

The parts of real architectures: rotary embeddings as Llama's first code has them,
the mixing of FNet, the filter of GFNet with its complex weight, spectrograms and
back.  Sizes that the program leaves open are tried at two values.  A complex input
or output is a real one with a last dimension of 2.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import onnx
import pytest
import torch
from torch import Tensor, nn
from torch.export import Dim

from integration.common import compare
from integration.common.compiler import convert
from integration.common.runtime import Session

#: The first without DFT and with the oldest operators, then without DFT, with it as
#: an operator with attributes, as one with inputs, and the newest that is common.
OPSETS = (11, 16, 17, 20, 23)


class Rotary(nn.Module):
    """Queries turned by angles that depend on the place."""

    turns: Tensor

    def __init__(self, size: int = 8, places: int = 64) -> None:
        super().__init__()
        rates = 1.0 / (10000.0 ** (torch.arange(0, size, 2).float() / size))
        angles = torch.outer(torch.arange(places).float(), rates)
        self.register_buffer("turns", torch.polar(torch.ones_like(angles), angles))

    def forward(self, query: Tensor) -> Tensor:
        """query: [batch, place, head, size]."""
        number = torch.view_as_complex(query.float().reshape(*query.shape[:-1], -1, 2))
        turns = self.turns[: query.shape[1]].view(1, query.shape[1], 1, -1)
        return torch.view_as_real(number * turns).flatten(3).type_as(query)


class ComputedRotary(Rotary):
    """The same where the angles are computed when the model runs."""

    def forward(self, query: Tensor) -> Tensor:
        """query: [batch, place, head, size]."""
        places = torch.arange(query.shape[1], dtype=torch.float32)
        rates = 1.0 / (10000.0 ** (torch.arange(0, query.shape[-1], 2).float() / query.shape[-1]))
        angles = torch.outer(places, rates)
        turns = torch.polar(torch.ones_like(angles), angles)[None, :, None]
        number = torch.view_as_complex(query.reshape(*query.shape[:-1], -1, 2))
        return torch.view_as_real(number * turns).flatten(3)


class FNet(nn.Module):
    """Tokens mixed by a transform of both dimensions."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(16)

    def forward(self, x: Tensor) -> Tensor:
        """x: [batch, token, feature]."""
        return self.norm(x + torch.fft.fft2(x, dim=(-2, -1)).real)


class GFNet(nn.Module):
    """A filter that is learned in the frequency domain."""

    def __init__(self, size: int = 8, channels: int = 6) -> None:
        super().__init__()
        shape = (size, size // 2 + 1, channels)
        self.weight = nn.Parameter(torch.randn(*shape, 2) * 0.5)
        self.complex_weight = nn.Parameter(torch.randn(shape, dtype=torch.complex64))

    def forward(self, x: Tensor) -> Tensor:
        """x: [batch, row, column, channel]."""
        rows, columns = x.shape[1:3]
        x = torch.fft.rfft2(x, dim=(1, 2), norm="ortho")
        x = x * torch.view_as_complex(self.weight) * self.complex_weight
        return torch.fft.irfft2(x, s=(rows, columns), dim=(1, 2), norm="ortho")


class Spectrogram(nn.Module):
    """Magnitude and phase of a signal, and the signal from them."""

    window: Tensor

    def __init__(self, size: int = 32, width: int | None = None) -> None:
        super().__init__()
        self.size = size
        self.register_buffer("window", torch.hann_window(width or size))

    def forward(self, signal: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """signal: [batch, sample]."""
        spectrum = torch.stft(
            signal,
            self.size,
            hop_length=self.size // 4,
            win_length=len(self.window),
            window=self.window,
            return_complex=True,
        )
        again = torch.istft(
            torch.polar(spectrum.abs(), spectrum.angle()),
            self.size,
            hop_length=self.size // 4,
            win_length=len(self.window),
            window=self.window,
        )
        return spectrum, spectrum.abs().clamp(min=1e-3).log(), again


class Convolution(nn.Module):
    """A convolution as long as the signal, through the frequency domain."""

    def forward(self, signal: Tensor, kernel: Tensor) -> Tensor:
        """Both: [batch, sample]."""
        size = 2 * signal.shape[-1]
        product = torch.fft.rfft(signal, n=size) * torch.fft.rfft(kernel, n=size)
        return torch.fft.irfft(product, n=size)[..., : signal.shape[-1]]


class FullConvolution(nn.Module):
    """A convolution of all lengths: what is padded is known by their sum only."""

    def forward(self, signal: Tensor, kernel: Tensor) -> Tensor:
        """Both: [batch, sample], of other lengths."""
        size = signal.shape[-1] + kernel.shape[-1] - 1
        product = torch.fft.rfft(signal, n=size) * torch.fft.rfft(kernel, n=size)
        return torch.fft.irfft(product, n=size)


class Autocorrelation(nn.Module):
    """A signal against itself at all delays. The length of the transform back is
    in no tensor, but its half and one more."""

    def forward(self, signal: Tensor) -> Tensor:
        """signal: [batch, sample]."""
        size = signal.shape[-1]
        power = torch.fft.rfft(signal, n=2 * size).abs() ** 2
        return torch.fft.irfft(power)[..., :size]


class ComplexInterface(nn.Module):
    """A complex linear layer with complex inputs and outputs."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(4, 6, dtype=torch.complex64))
        self.bias = nn.Parameter(torch.randn(4, dtype=torch.complex64))

    def forward(self, z: Tensor) -> tuple[Tensor, Tensor]:
        """z: [batch, feature]."""
        y = nn.functional.linear(z, self.weight, self.bias)
        return y, (y * y.conj()).real.sqrt()


TOKENS = {"batch": Dim("batch", min=1, max=64), "token": Dim("token", min=2, max=64)}
SAMPLES = Dim("sample", min=64, max=4096)

#: The model, its inputs, what of them is open, and inputs of other sizes.
CASES: dict[
    str, tuple[nn.Module, list[tuple[int, ...]], list[dict[int, Any]], list[tuple[int, ...]]]
] = {
    "rotary": (
        Rotary(),
        [(2, 5, 3, 8)],
        [{0: TOKENS["batch"], 1: TOKENS["token"]}],
        [(1, 9, 3, 8)],
    ),
    "rotary.computed": (
        ComputedRotary(),
        [(2, 5, 3, 8)],
        [{0: TOKENS["batch"], 1: TOKENS["token"]}],
        [(1, 9, 3, 8)],
    ),
    "fnet": (FNet(), [(2, 12, 16)], [{0: TOKENS["batch"], 1: TOKENS["token"]}], [(3, 7, 16)]),
    "gfnet": (GFNet(), [(2, 8, 8, 6)], [{0: TOKENS["batch"]}], [(5, 8, 8, 6)]),
    "spectrogram": (Spectrogram(), [(2, 200)], [{0: TOKENS["batch"], 1: SAMPLES}], [(1, 333)]),
    "spectrogram.narrow": (Spectrogram(64, 48), [(2, 400)], [{}], [(2, 400)]),
    "convolution": (
        Convolution(),
        [(2, 100), (2, 100)],
        [{1: SAMPLES}, {1: SAMPLES}],
        [(2, 129), (2, 129)],
    ),
    "convolution.full": (
        FullConvolution(),
        [(2, 100), (2, 9)],
        [{1: SAMPLES}, {1: Dim("tap", min=2, max=64)}],
        [(2, 81), (2, 16)],
    ),
    "autocorrelation": (
        Autocorrelation(),
        [(2, 100)],
        [{0: TOKENS["batch"], 1: SAMPLES}],
        [(3, 73)],
    ),
    "interface": (ComplexInterface(), [(3, 6)], [{0: TOKENS["batch"]}], [(1, 6)]),
}
COMPLEX_INPUTS = {"interface"}


def inputs(shapes: list[tuple[int, ...]], is_complex: bool) -> list[Tensor]:
    """Random tensors."""
    torch.manual_seed(0)
    dtype = torch.complex64 if is_complex else torch.float32
    return [torch.randn(shape, dtype=dtype) for shape in shapes]


def check(model: nn.Module, given: list[Tensor], session: Session) -> None:
    """Every output is eager's, as pairs where it is complex."""
    with torch.no_grad():
        expected = model(*given)
    expected = expected if isinstance(expected, tuple) else (expected,)
    for ours, theirs in zip(session.run(given), expected, strict=True):
        scale = theirs.abs().max().item()
        mismatch = compare.compare(ours, theirs, tolerances=(1.3e-5, 1e-5 * max(scale, 1)))
        assert mismatch is None, mismatch.text


@pytest.mark.parametrize("opset", OPSETS)
@pytest.mark.parametrize("name", CASES)
def test_program(name: str, opset: int, compiler: str, tmp_path: Path) -> None:
    """With the sizes of the export and with others."""
    model, shapes, dynamic, others = CASES[name]
    model = model.eval()
    given = inputs(shapes, name in COMPLEX_INPUTS)
    program = torch.export.export(model, tuple(given), dynamic_shapes=tuple(dynamic))
    torch.export.save(program, tmp_path / "model.pt2")
    target = tmp_path / "model.onnx"
    done = convert(tmp_path / "model.pt2", target, (f"--opset={opset}",))
    assert not done.failure, done.stderr
    session = Session(target)
    check(model, given, session)
    check(model, inputs(others, name in COMPLEX_INPUTS), session)


def test_names_and_pairs(compiler: str, tmp_path: Path) -> None:
    """The interface keeps its names, and has one dimension more."""
    model = ComplexInterface()
    given = (torch.randn(3, 6, dtype=torch.complex64),)
    torch.export.save(torch.export.export(model, given), tmp_path / "model.pt2")
    target = tmp_path / "model.onnx"
    assert not convert(tmp_path / "model.pt2", target).failure
    graph = onnx.load(target).graph
    sizes = {
        value.name: [dim.dim_value for dim in value.type.tensor_type.shape.dim]
        for value in (*graph.input, *graph.output)
    }
    assert list(sizes.values()) == [[3, 6, 2], [3, 4, 2], [3, 4]]
    assert graph.input[0].name == "z"


def test_weight_by_reference(compiler: str, tmp_path: Path) -> None:
    """A complex weight stays in the file of the program."""
    model = GFNet(64, 16)
    given = (torch.randn(2, 64, 64, 16),)
    torch.export.save(torch.export.export(model, given), tmp_path / "model.pt2")
    target = tmp_path / "model.onnx"
    done = convert(tmp_path / "model.pt2", target, ("--weights=reference",))
    assert not done.failure, done.stderr
    [weight] = [
        tensor
        for tensor in onnx.load(target, load_external_data=False).graph.initializer
        if tensor.name == "complex_weight"
    ]
    assert list(weight.dims) == [64, 33, 16, 2]
    location = {entry.key: entry.value for entry in weight.external_data}["location"]
    assert location == "model.pt2"
    check(model, list(given), Session(target))


@pytest.mark.parametrize("size", [1, 2, 3, 16, 30, 64, 97, 1024, 1500, 2048, 2310])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_sizes_of_transforms(
    size: int, dtype: torch.dtype, compiler: str, tmp_path: Path
) -> None:
    """Every form that a transform takes, there and back, by the size of the signal."""

    class Transforms(nn.Module):
        """All kernels along an axis that is not the last one."""

        def forward(self, x: Tensor, z: Tensor) -> tuple[Tensor, ...]:
            """Both: [2, size, 3]."""
            return (
                torch.fft.rfft(x, dim=1),
                torch.fft.fft(x, dim=1, norm="ortho"),
                torch.fft.fft(z, dim=1),
                torch.fft.ifft(z, dim=1),
                torch.fft.irfft(z, n=size, dim=1),
            )

    torch.manual_seed(0)
    shape = (2, size, 3)
    given = (torch.randn(shape, dtype=dtype), torch.randn(shape, dtype=dtype.to_complex()))
    model = Transforms()
    torch.export.save(torch.export.export(model, given), tmp_path / "model.pt2")
    for opset in (13, 17, 20):
        target = tmp_path / f"model.{opset}.onnx"
        done = convert(tmp_path / "model.pt2", target, (f"--opset={opset}",))
        assert not done.failure, done.stderr
        actual = Session(target).run(given)
        exact = model(given[0].to(torch.float64), given[1].to(torch.complex128))
        for ours, theirs in zip(actual, exact, strict=True):
            # Relative to the whole result, as of all transforms.
            error = (ours.double() - compare.as_onnx(theirs)).norm() / theirs.norm()
            assert error < (2e-6 if dtype == torch.float32 else 1e-14), (opset, error)


class TensorSplit(nn.Module):
    """Parts between indices in a tensor, and as many as a tensor says."""

    def forward(self, z: Tensor) -> tuple[Tensor, ...]:
        """z: [5, n]."""
        return (*z.tensor_split(torch.tensor([1, 4])), *z.tensor_split(torch.tensor(3)))


def test_tensor_split(tmp_path: Path) -> None:
    """The indices are known to the compiler as elements of a constant."""
    module = TensorSplit()
    z = torch.randn(5, 2, dtype=torch.complex64)
    torch.export.save(torch.export.export(module, (z,)), tmp_path / "model.pt2")
    result = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert not result.failure, result.stderr
    for got, expected in zip(
        Session(tmp_path / "model.onnx").run((z,)), module(z), strict=True
    ):
        torch.testing.assert_close(got, torch.view_as_real(expected), rtol=0, atol=0)
