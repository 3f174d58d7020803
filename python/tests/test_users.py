"""Code as users write it, in ways of passing arguments and of returning values that other tests
do not have; torch.onnx.export is the oracle where it takes the same."""

from __future__ import annotations

import dataclasses
import pathlib
import warnings
from typing import Any, NamedTuple

import onnx
import pytest
import torch
import torch_onnx_mlir
from torch import nn
from torch_onnx_mlir import verification
from torch_onnx_mlir.errors import OnnxExporterWarning

from .models import Mlp


def shapes(values: Any) -> dict[str, list[Any]]:
    return {
        value.name: [dim.dim_param or dim.dim_value for dim in value.type.tensor_type.shape.dim]
        for value in values
    }


class Denoiser(nn.Module):
    """As the conversion script of diffusers exports it: four arguments, one of them a bool."""

    def __init__(self) -> None:
        super().__init__()
        self.image, self.time, self.text = nn.Conv2d(4, 4, 3, 1, 1), nn.Linear(1, 4), nn.Linear(8, 4)

    def forward(self, sample: Any, timestep: Any, states: Any, return_dict: bool = True) -> Any:
        bias = self.time(timestep[:, None]) + self.text(states).mean(1)
        y = self.image(sample) + bias[:, :, None, None]
        return {"sample": y} if return_dict else (y,)


def test_axes_that_the_model_fixes(tmp_path: pathlib.Path) -> None:
    """With dynamo=False axes are wishes: the channels of a convolution are named in many scripts."""
    args = (torch.randn(2, 4, 8, 8), torch.randn(2), torch.randn(2, 5, 8), False)
    axes = {
        "sample": {0: "batch", 1: "channels", 2: "height", 3: "width"},
        "timestep": {0: "batch"},
        "states": {0: "batch", 1: "sequence"},
    }
    path = tmp_path / "model.onnx"
    model = Denoiser().eval()
    with pytest.warns(OnnxExporterWarning, match=r"dimension 1 of 'sample' \(channels\), which is 4"):
        program = torch_onnx_mlir.export(
            model, args, path, input_names=["sample", "timestep", "states"],
            output_names=["out_sample"], dynamic_axes=axes, dynamo=False,
        )  # fmt: skip
    graph = onnx.load(path).graph
    assert shapes(graph.input)["sample"] == ["batch", 4, "height", "width"]
    assert shapes(graph.output) == {"out_sample": ["batch", 4, "height", "width"]}
    other = (torch.randn(3, 4, 6, 10), torch.randn(3), torch.randn(3, 2, 8), False)
    torch.testing.assert_close(program(*other)[0], model(*other)[0], rtol=1e-4, atol=1e-5)
    # With dynamo=True, too, where torch.onnx refuses the model.
    with pytest.warns(OnnxExporterWarning, match="dimension 1 of 'sample'"):
        torch_onnx_mlir.export(model, args, dynamic_axes=axes)


def test_axes_that_all_can_be_had_bring_no_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", OnnxExporterWarning)
        torch_onnx_mlir.export(
            Mlp().eval(), torch.randn(1, 64), input_names=["x"], dynamic_axes={"x": {0: "batch"}},
            dynamo=False,
        )  # fmt: skip


def test_legacy_arguments_are_deprecated() -> None:
    """With the words of torch.onnx, by which callers filter."""
    with pytest.warns(DeprecationWarning, match="You are using the legacy TorchScript-based ONNX export"):
        torch_onnx_mlir.export(Mlp().eval(), torch.randn(1, 64), dynamo=False)


class Pair(NamedTuple):
    first: torch.Tensor
    second: tuple[torch.Tensor, torch.Tensor]


class Inner(NamedTuple):
    first: torch.Tensor


@pytest.mark.parametrize("registered", [False, True])
def test_named_tuples(registered: bool) -> None:
    """PyTorch writes named tuples only of registered types; their fields are names here."""
    kind: Any = Pair
    if registered:
        kind = type("Registered", (Pair,), {"__module__": __name__})
        torch.utils._pytree._register_namedtuple(kind, serialized_type_name="tests.Registered")

    class Model(nn.Module):
        def forward(self, x: torch.Tensor, given: Any) -> Any:
            return kind(x + given.first, (x * 2, x - 1))

    args = (torch.randn(2, 3), Inner(torch.ones(3)))
    program = torch_onnx_mlir.export(Model(), args)
    names = [value.name for value in program.model_proto.graph.output]
    assert len(names) == 3
    if not registered:
        assert names == ["first", "second.0", "second.1"]
    found = program(*args)
    torch.testing.assert_close(found[0], args[0] + 1)
    assert type(found.structured).__name__ == kind.__name__
    torch.testing.assert_close(found.structured.second[1], args[0] - 1)


@dataclasses.dataclass
class Found:
    score: torch.Tensor
    label: torch.Tensor | None
    box: tuple[torch.Tensor, torch.Tensor]


class Bag:
    def __init__(self, *parts: torch.Tensor) -> None:
        self.parts = parts


def test_types_that_pytorch_cannot_write() -> None:
    """torch.return_types, and what is registered without a name for files."""
    torch.export.register_dataclass(Found)
    torch.utils._pytree.register_pytree_node(
        Bag, lambda bag: (list(bag.parts), None), lambda parts, _: Bag(*parts)
    )

    class Model(nn.Module):
        def forward(self, x: torch.Tensor, given: Any) -> Any:
            found = Found(given.score * x, None, (x + 1, x + 2))
            return {"most": x.max(1), "sorted": x.sort(0), "found": found, "bag": Bag(x, -x)}

    x = torch.randn(3, 3)
    args = (x, Found(torch.ones(3), None, (x, x)))
    program = torch_onnx_mlir.export(Model(), args)
    assert [value.name for value in program.model_proto.graph.output] == [
        "most.values", "most.indices", "sorted.values", "sorted.indices",
        "found.score", "found.box.0", "found.box.1", "bag.0", "bag.1",
    ]  # fmt: skip
    found = program(*args).structured
    assert isinstance(found["most"], torch.return_types.max)
    torch.testing.assert_close(found["most"].indices, x.max(1).indices)
    assert found["found"].label is None
    torch.testing.assert_close(found["found"].box[1], x + 2)
    torch.testing.assert_close(found["bag"].parts[1], -x)


def test_a_type_that_pytorch_cannot_write_alone() -> None:
    class Model(nn.Module):
        def forward(self, x: torch.Tensor) -> Any:
            return x.topk(2)

    x = torch.randn(3, 3)
    program = torch_onnx_mlir.export(Model(), (x,))
    assert [value.name for value in program.model_proto.graph.output] == ["values", "indices"]
    assert torch.equal(program(x).structured.values, x.topk(2).values)


def test_numbers_that_are_returned() -> None:
    """An int is int64, a float what torch.tensor() makes of it, as in torch.onnx."""

    class Model(nn.Module):
        def forward(self, x: torch.Tensor) -> Any:
            return x.shape[0], x.shape[0] / 3, x * (x.shape[0] / 7)

    x = torch.ones(5, 2)
    dynamic = ({0: torch.export.Dim.DYNAMIC},)
    program = torch_onnx_mlir.export(Model(), (x,), dynamic_shapes=dynamic)
    size, third, scaled = program(torch.ones(4, 2))
    assert size.dtype == torch.int64 and size.item() == 4
    torch.testing.assert_close(third, torch.tensor(4 / 3), rtol=0, atol=0)
    torch.testing.assert_close(scaled, torch.ones(4, 2) * (4 / 7))
    assert verification.verify(program).passed
    torch_onnx_mlir.testing.assert_onnx_program(program)


def test_outputs_that_are_none_have_no_name() -> None:
    class Model(nn.Module):
        def forward(self, x: torch.Tensor, cache: Any = None) -> Any:
            return x + 1, cache, {"hidden": x * 2, "attentions": None}

    x = torch.randn(2, 3)
    program = torch_onnx_mlir.export(Model(), (x,), output_names=["sum"])
    assert [value.name for value in program.model_proto.graph.output] == ["sum", "hidden"]
    structured = program(x).structured
    assert structured[1] is None and structured[2]["attentions"] is None


def test_variadic_arguments() -> None:
    class Model(nn.Module):
        def forward(self, x: torch.Tensor, *more: torch.Tensor, **named: torch.Tensor) -> Any:
            return x + more[0] * named["scale"] - more[1]

    args, kwargs = (torch.ones(2), torch.ones(2) * 3, torch.ones(2)), {"scale": torch.full((1,), 2.0)}
    program = torch_onnx_mlir.export(Model(), args, kwargs=kwargs)
    peer = torch.onnx.export(Model(), args, kwargs=kwargs, dynamo=True, verbose=False)
    assert peer is not None
    names = [value.name for value in program.model_proto.graph.input]
    # Some versions of torch.export call the argument "named_scale".
    of_program = program.exported_program.graph_signature.user_inputs
    if of_program[-1] == "scale":
        assert names == [value.name for value in peer.model.graph.inputs]
    assert names == list(of_program)
    torch.testing.assert_close(program(*args, **kwargs)[0], torch.full((2,), 6.0))


def test_values_are_as_before_for_the_same_weight_twice() -> None:
    class Tied(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.first, self.second = nn.Linear(40, 40), nn.Linear(40, 40)
            self.second.weight = self.first.weight

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.second(self.first(x))

    x = torch.randn(2, 40)
    program = torch_onnx_mlir.export(Tied().eval(), (x,), verify=True)
    sizes = [len(value.raw_data) for value in program.model_proto.graph.initializer]
    assert sizes.count(40 * 40 * 4) == 1




class Encoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
        self.layers = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        result: torch.Tensor = self.layers(x, mask=torch.full((6, 6), -torch.inf).triu(1))
        return result


def likelihoods(x: torch.Tensor) -> Any:
    normal = torch.distributions.Normal(x, x.exp(), validate_args=True)
    classes = torch.distributions.Categorical(logits=x)
    return normal.log_prob(x * 2), classes.log_prob(x.argmax(-1)), classes.entropy()


def correlations(x: torch.Tensor) -> Any:
    rows = x[0]
    return (
        rows.cov(), torch.cov(rows, correction=0), torch.corrcoef(rows), rows[0].cov(),
        rows[0].corrcoef(), rows[:, :1].cov(),
    )  # fmt: skip


@pytest.mark.parametrize(
    "model",
    [
        Encoder(),
        likelihoods,
        correlations,
        lambda x: nn.functional.gaussian_nll_loss(x, x * 2, x.abs()),
    ],
    ids=["transformer", "distributions", "correlations", "gaussian_nll_loss"],
)
def test_values_that_pytorch_only_checks(model: Any) -> None:
    """Conditions on values that change no result do not refuse a model."""
    model = model.eval() if isinstance(model, nn.Module) else model
    x = torch.randn(2, 6, 8)
    # torch.compile, which other tests call, sets it as well.
    validates = torch.distributions.Distribution._validate_args
    found, expected = torch_onnx_mlir.export(model, (x,))(x), model(x)
    expected = expected if isinstance(expected, tuple) else (expected,)
    for one, other in zip(found, expected, strict=True):
        torch.testing.assert_close(one, other, equal_nan=True)
    assert torch.distributions.Distribution._validate_args is validates
    assert "cov" not in vars(torch.Tensor)


def test_compiled_module() -> None:
    """Names and dynamic sizes are those of the module that torch.compile wraps."""
    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU()).eval()
    compiled: Any = torch.compile(model, backend="eager")
    x = torch.randn(2, 3)
    program = torch_onnx_mlir.export(compiled, (x,), dynamic_shapes={"input": {0: "batch"}})
    assert [value.name for value in program.model_proto.graph.input] == ["input"]
    assert "0.weight" in {each.name for each in program.model_proto.graph.initializer}
    torch.testing.assert_close(program(x[:1])[0], model(x[:1]))


def test_functions_on_trees_take_the_outputs() -> None:
    class Model(nn.Module):
        def forward(self, x: torch.Tensor) -> Any:
            return {"sum": x.sum(), "more": [x + 1, x - 1]}

    x = torch.randn(2, 3)
    outputs = torch_onnx_mlir.export(Model(), (x,))(x)
    shapes = torch.utils._pytree.tree_map(lambda value: list(value.shape), outputs)
    assert shapes == ([], [2, 3], [2, 3])
