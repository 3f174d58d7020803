"""What the package does in place of the plug-in, with any version of PyTorch."""

from __future__ import annotations

import ctypes
import os
import pathlib
import subprocess
import sys
import textwrap

import pytest
import torch
import torch_onnx_mlir
from torch_onnx_mlir._compiler import library as _library
from torch_onnx_mlir._compiler import services as _services
from torch_onnx_mlir._compiler.services import ToC, Value

X = torch.linspace(-1, 1, 12).view(3, 4)


def values(*items: object) -> tuple[list[Value], ToC]:
    """Arguments of an operator, and what they point to."""
    to_c = ToC()
    return list(to_c.array(items)), to_c


def evaluate(name: str, *items: object) -> list[torch.Tensor]:
    args, _kept = values(*items)
    return [result.clone() for result in _services.evaluate(name, args)]


def run(code: str, **environment: str) -> str:
    """What a program prints that has no plug-in."""
    variables = {**os.environ, "TORCH_ONNX_LIBTORCH_PLUGIN": "/nowhere/missing.so", **environment}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_operators_are_computed() -> None:
    torch.testing.assert_close(evaluate("aten.add.Tensor", X, X, 2)[0], X + 2 * X)
    torch.testing.assert_close(evaluate("aten.mul.Tensor", X, 2.0)[0], X * 2)
    torch.testing.assert_close(evaluate("aten.sum.dim_IntList", X.t(), [0], True)[0], X.sum(1)[None])
    (made,) = evaluate("aten.full.default", [2, 3], 1, torch.bfloat16, torch.strided)
    assert made.dtype == torch.bfloat16 and made.shape == (2, 3)
    assert len(evaluate("aten.max.dim", X, 0)) == 2
    assert evaluate("aten.add.Tensor", X[:0], 1)[0].shape == (0, 4)
    complex_ = torch.view_as_complex(X.view(3, 2, 2))
    torch.testing.assert_close(evaluate("aten.mul.Tensor", complex_, 2j)[0], complex_ * 2j)


@pytest.mark.parametrize(
    ("name", "arguments", "reason"),
    [
        ("aten.add_.Tensor", (X, X), "writes to an argument"),
        ("aten.rand.default", ([2],), "draws random numbers"),
        ("aten.empty.memory_format", ([2],), "uninitialized memory"),
        ("aten.nothing.default", (X,), "has no operator 'aten.nothing.default'"),
        ("aten.add", (X,), "namespace.operator.overload"),
        ("aten.neg.default", (X, X), "takes 1 arguments, not 2"),
        ("aten.to_sparse.default", (X,), "not a dense tensor"),
    ],
)
def test_operators_are_refused(name: str, arguments: tuple[object, ...], reason: str) -> None:
    args, _kept = values(*arguments)
    with pytest.raises(_services.Refusal, match=reason):
        ToC().array(_services.evaluate(name, args))


def test_number_of_threads_is_as_before() -> None:
    before = torch.get_num_threads()
    evaluate("aten.neg.default", X)
    assert torch.get_num_threads() == before


DECOMPOSED = """
    import torch
    from torch_onnx_mlir import export
    from torch_onnx_mlir._compiler import services as _services

    count = 0
    answer = _services._answer

    def counted(*arguments):
        global count
        count += 1
        return answer(*arguments)

    _services._answer = counted
    class Model(torch.nn.Module):
        def forward(self, x):
            return torch.gradient(x)

    x = torch.linspace(-1, 1, 12).view(3, 4)
    model = export(torch.export.export(Model(), (x,)), verify=True)
    print(count, sorted({node.op_type for node in model.model.graph}))
"""


def test_operators_are_taken_apart_as_by_the_plug_in() -> None:
    count, _, nodes = run(DECOMPOSED).partition(" ")
    assert int(count) > 0
    if _library.plugin_version() == _library.torch_minor():
        variables = {k: v for k, v in os.environ.items() if k != "TORCH_ONNX_LIBTORCH_PLUGIN"}
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(DECOMPOSED)],
            env=variables, capture_output=True, text=True, check=True,
        )
        assert done.stdout == f"0 {nodes}"


def recorder(answer: int, calls: list[str]) -> _services.Recorder:
    """A compiler that wants every operator, whose results are all float32[n, 4], and that
    answers every question in one way."""
    result, kept = symbolic(to_c := ToC(), (0, 4), (1, 0)), to_c
    kinds = {name: kind for name, kind in _services.Recorder._fields_}

    def record(_: object, name: int, size: int, args: object, count: int, *then: object) -> int:
        on_result, _on_error, user = then
        calls.append(ctypes.string_at(name, size).decode())
        assert kept
        on_result(user, 0, ctypes.byref(result))
        return 1

    return _services.Recorder(
        is_wanted=kinds["is_wanted"](lambda *_: 1),
        record=kinds["record"](record),
        compare=kinds["compare"](lambda *_: answer),
        print=kinds["print"](lambda _, size, on_text, user: on_text(user, TEXT, 1)),
    )


TEXT = ctypes.addressof(NAME := ctypes.create_string_buffer(b"n"))


def symbolic(to_c: ToC, sizes: tuple[int, ...], flags: tuple[int, ...]) -> Value:
    """A tensor of float32 without elements."""
    tensor = to_c.keep(
        _services.Tensor(
            dtype=6,
            rank=len(sizes),
            sizes=(ctypes.c_int64 * len(sizes))(*sizes),
            is_symbolic=(ctypes.c_ubyte * len(flags))(*flags),
        )
    )
    return Value(tag=_services.TENSOR, integer=0, tensor=ctypes.pointer(tensor))


def take_apart(name: str, answer: int, flags: tuple[int, ...], *others: object) -> list[str]:
    """What an operator calls, of a tensor [4, 4] and other arguments."""
    calls: list[str] = []
    to_c = ToC()
    args = [symbolic(to_c, (4, 4), flags), *to_c.array(others)]
    from torch_onnx_mlir._compiler.recorder import Session

    Session(recorder(answer, calls)).run(name, args)
    return calls


def test_calls_are_recorded() -> None:
    assert take_apart("aten.relu6.default", 2, (1, 0)) == ["aten.hardtanh.default"]
    assert take_apart("aten.square.default", 2, (0, 0)) == ["aten.pow.Tensor_Scalar"]


@pytest.mark.parametrize(
    ("name", "others", "reason"),
    [
        ("aten.relu.default", (), "does not express it by other operators"),
        ("aten.nothing.default", (), "has no operator"),
        ("aten.square_.default", (), "writes to an argument"),
    ],
)
def test_what_cannot_be_known_is_refused(name: str, others: tuple[object, ...], reason: str) -> None:
    with pytest.raises(Exception, match=reason):
        take_apart(name, 2, (1, 0), *others)


def test_conditions_on_sizes() -> None:
    from torch_onnx_mlir._compiler import recorder as _recorder

    known, unknown = _recorder._Condition(1, "a"), _recorder._Condition(2, "n < 2")
    assert known.guard_bool("", 0) and not known.sym_not().guard_bool("", 0)
    assert known.or_(unknown).guard_bool("", 0)
    for refused in (unknown, known.and_(unknown), unknown.sym_not()):
        with pytest.raises(_services.Refusal, match="depends on whether .*n < 2"):
            refused.guard_bool("", 0)
        with pytest.raises(_services.Refusal):
            refused.guard_or_false("", 0)
        assert not refused.statically_known_true("", 0)
    compiler = _recorder._Compiler(recorder(2, []))
    size = _recorder._SizeNode(compiler, _services.Size(0, 1))
    with pytest.raises(_services.Refusal, match="depends on the value of n"):
        size.guard_int("", 0)
    with pytest.raises(_services.Refusal, match="as with real numbers"):
        size.truediv(size)


def test_torch_script_says_what_works_without_a_plug_in(tmp_path: pathlib.Path) -> None:
    text = run(f"""
        import torch, warnings
        warnings.simplefilter("ignore")
        from torch_onnx_mlir._compiler.conversion import Conversion
        torch.jit.script(torch.nn.ReLU()).save({str(tmp_path / 'model.pt')!r})
        conversion = Conversion({str(tmp_path / 'model.pt')!r}, [])
        conversion.run()
        print(conversion.messages[0].text)
    """)
    assert f"not available for PyTorch {torch.__version__.split('+')[0]}" in text, text
    assert "exported programs (.pt2) do not need it" in text


def test_plug_in_of_another_version_is_not_loaded(tmp_path: pathlib.Path) -> None:
    """A library with a plug-in for another version beside it."""
    library = pathlib.Path(os.environ.get("TORCH_ONNX_LIBRARY", ""))
    if not library.is_file():
        library = _library._path()
    (tmp_path / library.name).symlink_to(library)
    (tmp_path / "torch-version.json").write_text('{"torch": "1.99"}')
    text = run(
        """
        import os
        del os.environ["TORCH_ONNX_LIBTORCH_PLUGIN"]
        from torch_onnx_mlir._compiler import library as _library
        _library.load()
        print(os.environ["TORCH_ONNX_LIBTORCH_PLUGIN"])
        """,
        TORCH_ONNX_LIBRARY=str(tmp_path / library.name),
    )
    assert text.strip().endswith(f"torch-onnx-libtorch-{_library.torch_minor()}.so")


def test_commands_without_torch() -> None:
    """`pip install --no-deps`: the library alone converts files."""
    text = run("""
        import importlib.metadata, sys

        def version(name):
            raise importlib.metadata.PackageNotFoundError(name)

        importlib.metadata.version = version
        sys.modules["torch"] = None
        from torch_onnx_mlir._compiler import library as _library
        sys.exit(_library.run_tool("torch-onnx", ["--version"]))
    """)
    assert text.startswith("torch-onnx ")


def test_wheel_of_another_processor(tmp_path: pathlib.Path) -> None:
    foreign = tmp_path / "libtorch_onnx.so"
    data = bytearray(_library._path().read_bytes()[:4096])
    data[18:20] = (243).to_bytes(2, "little")  # RISC-V
    foreign.write_bytes(data)
    text = run(
        """
        import torch_onnx_mlir
        try:
            torch_onnx_mlir.get_version()
        except torch_onnx_mlir.OnnxExporterError as error:
            print(error)
        """,
        TORCH_ONNX_LIBRARY=str(foreign),
    )
    assert "is built for another processor" in text and "pip install" in text


def test_services_without_a_function_are_refused() -> None:
    library = _library.load()
    incomplete = _services.Services(torch_version=b"2.0")
    assert library.torchOnnxSetTorchServices(ctypes.byref(incomplete)) == _library.FAILED
    # Those of the package stay.
    assert torch_onnx_mlir.get_version()
