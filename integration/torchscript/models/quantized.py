"""Modules of torch.ao.quantization: packed weights, operators of `quantized::`."""

from __future__ import annotations

import warnings

import torch
from torch import Tensor, nn
from torch.ao import quantization

from integration.models.registry import images
from integration.models.weights import rescale_
from integration.torchscript.models.registry import Program, model
from integration.torchscript.snippet import normal


# The transposed convolutions of oneDNN, which the engine "x86" selects, are wrong in PyTorch
# 2.13: their results are not near those of the dequantized operands.
if "fbgemm" in torch.backends.quantized.supported_engines:
    torch.backends.quantized.engine = "fbgemm"


def _dynamic(module: nn.Module, *kinds: type[nn.Module]) -> nn.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return quantization.quantize_dynamic(rescale_(module).eval(), set(kinds), torch.qint8)


@model("quantized_dynamic_linear")
def quantized_dynamic_linear() -> Program:
    """Weights of int8; activations by the range of each run."""
    module = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))
    sets = ((normal(3, 8),), (normal(5, 8),))
    return Program(_dynamic(module, nn.Linear), sets, quantized=True)


class LastState(nn.Module):
    """What an LSTM gives."""

    def __init__(self) -> None:
        super().__init__()
        self.lstm = nn.LSTM(8, 8)
        self.head = nn.Linear(8, 3)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.lstm(x)[0][-1])


@model("quantized_dynamic_lstm")
def quantized_dynamic_lstm() -> Program:
    """An LSTM with weights of int8."""
    sets = ((normal(4, 2, 8),), (normal(6, 3, 8),))
    return Program(_dynamic(LastState(), nn.LSTM, nn.Linear), sets, quantized=True)


class Bidirectional(nn.Module):
    """Two layers of a recurrent module in both directions, called with a state."""

    def __init__(self, kind: type[nn.LSTM | nn.GRU]) -> None:
        super().__init__()
        self.rnn = kind(6, 8, num_layers=2, bidirectional=True, batch_first=True)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        first = self.rnn(x)
        second = self.rnn(x * 0.5, first[1])
        last = second[1]
        return second[0], last[0] if isinstance(last, tuple) else last


@model("quantized_dynamic_bidirectional_lstm", ways=("trace",))
def quantized_dynamic_bidirectional_lstm() -> Program:
    """States are handed from one call to the next."""
    sets = ((normal(2, 4, 6),), (normal(3, 7, 6),))
    return Program(_dynamic(Bidirectional(nn.LSTM), nn.LSTM), sets, quantized=True)


@model("quantized_dynamic_gru", ways=("trace",))
def quantized_dynamic_gru() -> Program:
    """The same of a GRU."""
    sets = ((normal(2, 4, 6),), (normal(3, 7, 6),))
    return Program(_dynamic(Bidirectional(nn.GRU), nn.GRU), sets, quantized=True)


class ScriptedGRU(nn.Module):
    """What a GRU gives."""

    def __init__(self) -> None:
        super().__init__()
        self.gru = nn.GRU(8, 8, num_layers=2)

    def forward(self, x: Tensor) -> Tensor:
        return self.gru(x)[0]


@model("quantized_dynamic_scripted_gru")
def quantized_dynamic_scripted_gru() -> Program:
    """Two layers in one direction."""
    sets = ((normal(4, 2, 8),), (normal(6, 3, 8),))
    return Program(_dynamic(ScriptedGRU(), nn.GRU), sets, quantized=True)


@model("half_dynamic_lstm")
def half_dynamic_lstm() -> Program:
    """An LSTM and a linear layer with weights of f16."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = quantization.quantize_dynamic(
            rescale_(LastState()).eval(), {nn.LSTM, nn.Linear}, torch.float16
        )
    return Program(module, ((normal(4, 2, 8),), (normal(6, 3, 8),)), quantized=True)


class Cells(nn.Module):
    """Cells in a loop of the program."""

    def __init__(self) -> None:
        super().__init__()
        self.lstm = nn.LSTMCell(8, 8)
        self.gru = nn.GRUCell(8, 8)
        self.rnn = nn.RNNCell(8, 8)
        self.relu = nn.RNNCell(8, 8, nonlinearity="relu")

    def forward(self, x: Tensor) -> Tensor:
        h, c = x[0], x[0]
        for step in x.unbind(0):
            h, c = self.lstm(step, (h, c))
            h = self.relu(h, self.rnn(step, self.gru(h, c)))
        return h


@model("quantized_dynamic_cells")
def quantized_dynamic_cells() -> Program:
    """LSTM, GRU, tanh and relu."""
    kinds = (nn.LSTMCell, nn.GRUCell, nn.RNNCell)
    sets = ((normal(4, 2, 8),), (normal(4, 3, 8),))
    return Program(_dynamic(Cells(), *kinds), sets, quantized=True)


class Convolutional(nn.Module):
    """Convolutions, an addition, pools, and a classifier between stubs."""

    def __init__(self) -> None:
        super().__init__()
        self.quant = quantization.QuantStub()
        self.conv1 = nn.Conv2d(3, 8, 3, 2, 1)
        self.bn1 = nn.BatchNorm2d(8)
        self.relu1 = nn.ReLU()
        self.conv2 = nn.Conv2d(8, 8, 3, 1, 1)
        self.add = torch.ao.nn.quantized.FloatFunctional()
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(8, 5)
        self.dequant = quantization.DeQuantStub()

    def forward(self, x: Tensor) -> Tensor:
        x = self.relu1(self.bn1(self.conv1(self.quant(x))))
        x = self.add.add(self.conv2(x), x)
        x = torch.flatten(self.pool(x), 1)
        return self.dequant(self.fc(x))


def _static() -> nn.Module:
    module = rescale_(Convolutional()).eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = quantization.fuse_modules(module, [["conv1", "bn1", "relu1"]])
        module.qconfig = quantization.get_default_qconfig("x86")
        prepared = quantization.prepare(module)
        for seed in range(3):
            prepared(images(2, 32, 32 + 2 * seed))
        return quantization.convert(prepared)


@model("quantized_static")
def quantized_static() -> Program:
    """Everything between the stubs in int8."""
    sets = ((images(2, 32, 32),), (images(3, 40, 34),))
    return Program(_static(), sets, quantized=True)


class Decoder(nn.Module):
    """Transposed convolutions, interpolations, normalizations, and tensors that are joined."""

    def __init__(self, upsample: nn.Module) -> None:
        super().__init__()
        self.quant = quantization.QuantStub()
        self.conv = nn.Conv2d(3, 4, 3, padding=1)
        self.relu = nn.ReLU(inplace=True)
        self.join = torch.ao.nn.quantized.FloatFunctional()
        self.upsample = upsample
        self.up = nn.ConvTranspose2d(8, 4, 3, stride=2, padding=1, output_padding=1)
        self.norms = nn.Sequential(nn.GroupNorm(2, 4), nn.InstanceNorm2d(4, affine=True))
        self.activations = nn.Sequential(nn.Hardswish(), nn.ELU(), nn.LeakyReLU(0.1))
        self.dequant = quantization.DeQuantStub()

    def forward(self, x: Tensor) -> Tensor:
        x = self.relu(self.conv(self.quant(x)))
        x = self.upsample(self.join.cat([x, torch.sigmoid(x)], 1))
        x = torch.cat([x, x], 1).chunk(2, 1)[0]
        return self.dequant(self.activations(self.norms(self.up(x))))


def _decoder(upsample: nn.Module) -> Program:
    module = rescale_(Decoder(upsample)).eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module.qconfig = quantization.get_default_qconfig("fbgemm")
        # Its channels are not in the first dimension of its weight.
        module.up.qconfig = quantization.QConfig(
            quantization.default_observer, quantization.default_weight_observer
        )
        prepared = quantization.prepare(module)
        prepared(images(2, 12, 12))
        sets = ((images(2, 12, 12),), (images(3, 10, 14),))
        return Program(quantization.convert(prepared), sets, quantized=True, step=0.2)


@model("quantized_decoder_nearest")
def quantized_decoder_nearest() -> Program:
    """An interpolation that moves elements."""
    return _decoder(nn.Upsample(scale_factor=2))


@model("quantized_decoder_bilinear")
def quantized_decoder_bilinear() -> Program:
    """An interpolation that is rounded."""
    return _decoder(nn.Upsample(scale_factor=2, mode="bilinear"))


class Transposed(nn.Module):
    """Transposed convolutions of all ranks."""

    def __init__(self) -> None:
        super().__init__()
        modules = torch.ao.nn.quantized
        self.layers = nn.ModuleList()
        for seed, kind in enumerate(
            (modules.ConvTranspose1d, modules.ConvTranspose2d, modules.ConvTranspose3d)
        ):
            layer = kind(4, 6, 3, stride=2, padding=1, output_padding=1, groups=2)
            weight = normal(4, 3, *[3] * (seed + 1))
            layer.set_weight_bias(
                torch.quantize_per_tensor(weight, 0.03, 0, torch.qint8), normal(6)
            )
            layer.scale, layer.zero_point = 0.0613, 120
            self.layers.append(layer)

    def forward(self, x: Tensor) -> list[Tensor]:
        q = torch.quantize_per_tensor(x, 0.031, 130, torch.quint8)
        results = []
        for layer in self.layers:
            results.append(layer(q).dequantize())
            q = q.unsqueeze(-1)
        return results


@model("quantized_transposed")
def quantized_transposed() -> Program:
    """Groups and output paddings."""
    sets = ((normal(2, 4, 5),), (normal(3, 4, 7),))
    return Program(Transposed().eval(), sets, quantized=True, step=0.062)


class Functions(nn.Module):
    """Functions of torch.ops.quantized, whose results have parameters of their own."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Buffer(normal(4) * 0.2 + 1)
        self.bias = nn.Buffer(normal(4))
        self.rows = nn.Buffer(normal(5) * 0.2 + 1)
        self.variance = nn.Buffer(normal(4).abs() + 0.5)

    def forward(self, x: Tensor) -> list[Tensor]:
        q = torch.quantize_per_tensor(x, 0.0317, 130, torch.quint8)
        ops = torch.ops.quantized
        mean, variance = self.bias, self.variance
        results = [
            ops.instance_norm(q, self.weight, self.bias, 1e-5, 0.0371, 120),
            ops.group_norm(q, 2, self.weight, self.bias, 1e-5, 0.0371, 120),
            ops.group_norm(q, 4, None, None, 1e-5, 0.0371, 120),
            ops.layer_norm(q, [5], self.rows, None, 1e-5, 0.0371, 120),
            ops.batch_norm2d(q, self.weight, self.bias, mean, variance, 1e-5, 0.0371, 120),
            ops.batch_norm2d_relu(q, self.weight, mean, mean, variance, 1e-5, 0.0371, 3),
            ops.elu(q, 0.0291, 100, 0.7, 1.0, 1.0),
            ops.celu(q, 0.0291, 100, 0.7),
            ops.hardswish(q, 0.0293, 90),
            ops.softmax(q, 1, 1 / 256, 0),
            ops.leaky_relu(q, 0.13, False, 0.0293, 90),
            ops.prelu(q, torch.quantize_per_tensor(self.bias, 0.01, 99, torch.quint8), 0.0293, 90),
            ops.matmul(q, q.transpose(2, 3), 0.1117, 100),
            ops.relu6(q),
            ops.clamp(q, -0.33, 0.47),
            ops.threshold(q, 0.25, -0.33),
            ops.max_pool2d(q, [2, 2], [1, 1], [0, 0], [1, 1], False),
            ops.cat_relu([q, q], 1, 0.0513, 7),
            ops.add_scalar(q, 1.23),
            ops.add_scalar_relu(q, -0.33),
            ops.add(q, 30.0),
            ops.add(q, -40.0),
            ops.mul_scalar(q, 2.3),
            ops.mul(q, -1.7),
            ops.mul_scalar_relu(q, -1.7),
            ops.mul_scalar(q, 0.0),
        ]
        return [r.dequantize() for r in results] + [r.int_repr() for r in results]


@model("quantized_functions")
def quantized_functions() -> Program:
    """The same kernels, as far as they round alike."""
    sets = ((normal(2, 4, 3, 5),), (normal(3, 4, 6, 5),))
    return Program(Functions().eval(), sets, quantized=True, step=0.12)


class Operators(nn.Module):
    """Operators of ATen that have kernels for quantized tensors."""

    def __init__(self) -> None:
        super().__init__()
        self.grid = nn.Buffer(normal(1, 4, 4, 2) * 0.7)

    def forward(self, x: Tensor) -> list[Tensor]:
        q = torch.quantize_per_tensor(x, 0.0317, 131, torch.quint8)
        first, second = torch.chunk(q, 2, 1)
        results = [
            torch.cat([q, torch.ops.quantized.add(q, q, 0.07, 99)], 1),
            torch.stack([q, q], 1),
            first,
            second,
            q.split([1, 3], 1)[1],
            torch.cat(q[:, :2].unbind(1)),
            q.topk(2)[0],
            q.sort(-1, True)[0],
            q.max(1)[0],
            q.min(),
            q.flip(1),
            q.permute(0, 2, 3, 1).contiguous(),
            q[:, torch.tensor([2, 0])],
            q.masked_fill(q > 0, 0.37),
            nn.functional.pad(q, [1, 2], value=0.37),
            nn.functional.pad(q, [1, 1, 1, 1], "reflect"),
            nn.functional.gelu(q),
            nn.functional.leaky_relu(q, 0.13),
            nn.functional.hardtanh(q, -0.33, 0.47),
            nn.functional.threshold(q, 0.15, 0.2),
            nn.functional.interpolate(q, scale_factor=2.0),
            nn.functional.interpolate(q.unsqueeze(0), scale_factor=2.0),
            nn.functional.interpolate(q, scale_factor=1.5, mode="nearest-exact"),
            nn.functional.interpolate(q, scale_factor=2.0, mode="bilinear"),
            nn.functional.interpolate(q, size=[5, 7], mode="bilinear", align_corners=True),
            nn.functional.grid_sample(q, self.grid.expand(x.size(0), 4, 4, 2), align_corners=False),
            nn.functional.channel_shuffle(q, 2),
            nn.functional.pixel_shuffle(q, 2),
            torch.tanh(q),
            nn.functional.hardsigmoid(q.clone(), inplace=True),
        ]
        return [r.dequantize() for r in results] + [r.int_repr() for r in results]


@model("quantized_operators")
def quantized_operators() -> Program:
    """All results are quantized, of lists, too."""
    sets = ((normal(2, 4, 3, 5),), (normal(3, 4, 6, 5),))
    return Program(Operators().eval(), sets, quantized=True, step=0.032)


class Writes(nn.Module):
    """What is written to a view changes all tensors of the memory."""

    def forward(self, x: Tensor) -> list[Tensor]:
        q = torch.quantize_per_tensor(x, 0.0317, 130, torch.quint8)
        before = q.dequantize()
        q[0] = x[1] * 0.37
        rows = q.view(x.size(0), -1)
        row = rows[0]
        rows.relu_()
        row[:2].fill_(0.37)
        other = nn.functional.hardtanh_(q.clone(), -0.33, 0.47)
        return [before, q.dequantize(), rows.dequantize(), row.int_repr(), other.dequantize()]


@model("quantized_writes")
def quantized_writes() -> Program:
    """In-place operators round."""
    return Program(Writes().eval(), ((normal(2, 4, 3),), (normal(3, 4, 5),)), quantized=True)


class Conversions(nn.Module):
    """Parameters for each channel, or from the range of each run."""

    def __init__(self) -> None:
        super().__init__()
        self.scales = nn.Buffer(torch.tensor([0.1, 0.2, 0.05, 0.4]))
        self.zeros = nn.Buffer(torch.tensor([0, 5, -3, 100]))

    def forward(self, x: Tensor) -> list[Tensor]:
        channels = torch.quantize_per_channel(x, self.scales, self.zeros, 1, torch.qint8)
        results = [channels, channels.clone()]
        for reduced in [False, True]:
            results.append(torch.quantize_per_tensor_dynamic(x, torch.quint8, reduced))
            results.append(torch.quantize_per_tensor_dynamic(x, torch.qint8, reduced))
        results.append(torch.quantize_per_tensor(x, x.abs().max() / 99 + 0.01, x.abs().max().long(), torch.quint8))
        results.append(torch.relu(results[-1]))
        return [r.dequantize() for r in results] + [r.int_repr() for r in results]


@model("quantized_conversions")
def quantized_conversions() -> Program:
    """Ranges around zero, on one side of it, and too small for their scale."""
    x = normal(2, 4, 3)
    sets = tuple((y,) for y in (x, x + 9, x - 9, x * 1e-3, x * 1e-3 - 0.01, x * 0, normal(3, 4, 5)))
    return Program(Conversions().eval(), sets, quantized=True)


class Kinds(nn.Module):
    """What a quantized tensor says of itself, and results of branches."""

    def forward(self, x: Tensor) -> Tensor:
        q = torch.quantize_per_tensor(x, 0.5, 3, torch.quint8)
        if bool(x.sum() > 0):
            q = torch.relu(q)
        if q.dtype == torch.quint8 and not q.is_floating_point() and q.element_size() == 1:
            return q.cpu().to(torch.quint8).mean(1).dequantize()
        return x


@model("quantized_kinds", ways=("script",))
def quantized_kinds() -> Program:
    """Answered at import."""
    x = normal(2, 5)
    return Program(Kinds().eval(), ((x,), (-x,), (normal(3, 5),)), quantized=True)


class FakeQuantized(nn.Module):
    """What quantization-aware training has before the conversion."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3)
        self.scale = nn.Buffer(torch.tensor(0.05))
        self.zero = nn.Buffer(torch.tensor(3, dtype=torch.int32))

    def forward(self, x: Tensor) -> Tensor:
        x = torch.fake_quantize_per_tensor_affine(x, self.scale, self.zero, 0, 255)
        weight = torch.fake_quantize_per_tensor_affine(self.conv.weight, 0.01, 0, -128, 127)
        return nn.functional.conv2d(x, weight, self.conv.bias)


@model("fake_quantized")
def fake_quantized() -> Program:
    """Rounded in float."""
    module = rescale_(FakeQuantized()).eval()
    return Program(module, ((images(2, 8, 8),), (images(1, 9, 12),)), quantized=True)
