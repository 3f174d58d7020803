"""Functions of torch.autograd with a `symbolic` of their own, in captured programs.

torch.export traces through a torch.autograd.Function, so that the program has the
operators of its `forward` and nothing of the function.  While a model is captured,
`forward` of those that have a static method `symbolic` is therefore one operator,
whose lowering is that method.  Run, the operator is `forward`.
"""

from __future__ import annotations

import contextlib
import dataclasses
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from torch._subclasses.fake_tensor import FakeTensor
from torch.autograd.function import Function, FunctionCtx
from torch.fx.experimental.symbolic_shapes import free_unbacked_symbols

from torch_onnx_mlir._lowerings.symbolic import Graph, SymbolicFunction
from torch_onnx_mlir.errors import OnnxExporterWarning, RegistrationError

_NAMESPACE = "torch_onnx_mlir_function"
# Captures change classes, which all threads see.
_lock = threading.RLock()


@dataclasses.dataclass
class _Call:
    """One call of a function in a program.

    Attributes:
        function: The class.
        forward: Its method, as it is without us.
        arguments: What it was called with; tensors are missing.
        tensors: The places of tensors among the arguments.
        weights: The values of these tensors, as far as they are weights of the model.
        outputs: What it returned; tensors are missing.
    """

    function: type[Function]
    forward: Callable[..., Any]
    arguments: list[Any]
    tensors: list[int]
    weights: list[torch.Tensor | None]
    outputs: list[Any] = dataclasses.field(default_factory=list)
    is_single: bool = True

    def run(self, tensors: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        """The tensors that `forward` returns."""
        arguments = list(self.arguments)
        for place, tensor in zip(self.tensors, tensors, strict=True):
            arguments[place] = tensor
        context = FunctionCtx()
        context.needs_input_grad = (False,) * len(arguments)  # type: ignore[attr-defined]
        if _takes_context(self.function):
            arguments.insert(0, context)
        with torch.no_grad():
            result = self.forward(*arguments)
        if getattr(context, "dirty_tensors", ()):
            raise RegistrationError(
                f"the function '{self.function.__name__}' has a 'symbolic', but it writes to its "
                "arguments; ONNX operators cannot write to arguments"
            )
        self.is_single = not isinstance(result, tuple)
        outputs = [result] if self.is_single else list(result)
        self.outputs = [None if isinstance(o, torch.Tensor) else o for o in outputs]
        found = [output for output in outputs if isinstance(output, torch.Tensor)]
        # An operator returns other tensors than it takes.
        taken = {id(tensor) for tensor in tensors}
        return [tensor.clone() if id(tensor) in taken else tensor for tensor in found]


_calls: list[_Call] = []
_library = torch.library.Library(_NAMESPACE, "FRAGMENT")  # type: ignore[no-untyped-call]
_library.define(  # type: ignore[no-untyped-call]
    "call(int function, Tensor[] tensors) -> Tensor[]"
)


def _run(function: int, tensors: list[torch.Tensor]) -> list[torch.Tensor]:
    if function >= len(_calls):
        raise RuntimeError(
            "the program calls a function of torch.autograd that exists only in the process that "
            "captured it"
        )
    return _calls[function].run(tensors)


def _run_without_numbers(function: int, tensors: list[torch.Tensor]) -> list[torch.Tensor]:
    """The same on fake tensors.

    Numbers that `forward` reads from weights (`scale.item()`) are known.  Those that it reads
    from other tensors are symbols that only it uses: the program does not have them, unless
    they are sizes.
    """
    fakes = [tensor for tensor in tensors if isinstance(tensor, FakeTensor)]
    environment = fakes[0].fake_mode.shape_env if fakes else None
    if environment is None:
        return _run(function, tensors)
    pending = environment.pending_fresh_unbacked_symbols
    before = set(pending)
    constants = [getattr(tensor, "constant", None) for tensor in tensors]
    for tensor, weight in zip(tensors, _calls[function].weights, strict=True):
        if isinstance(tensor, FakeTensor) and weight is not None:
            tensor.constant = weight
    try:
        results = _run(function, tensors)
    finally:
        for tensor, constant in zip(tensors, constants, strict=True):
            if isinstance(tensor, FakeTensor):
                tensor.constant = constant
    used = before | free_unbacked_symbols(results)
    pending[:] = [symbol for symbol in pending if symbol in used]
    return results


torch.library.impl(f"{_NAMESPACE}::call", "CompositeExplicitAutograd", _run, lib=_library)
torch.library.register_fake(f"{_NAMESPACE}::call", _run_without_numbers, lib=_library)
_CALL = torch.ops.torch_onnx_mlir_function.call.default


class _Method(SymbolicFunction):
    """The methods `symbolic` of functions as the lowering of their calls."""

    def called(self, graph: Graph, node: torch.fx.Node) -> tuple[Callable[..., Any], list[Any]]:
        number, tensors = node.args
        call = _calls[number]  # type: ignore[index]
        # As torch.onnx does it: values for tensors, Python's own for others.
        arguments = list(call.arguments)
        for place, tensor in zip(call.tensors, tensors, strict=True):  # type: ignore[arg-type]
            arguments[place] = graph.value_of(tensor)
        return call.function.symbolic, arguments  # type: ignore[attr-defined]


def lowering(opset: int) -> dict[Callable[..., Any], SymbolicFunction]:
    """The lowering of the operator that stands for functions."""
    return {_CALL: _Method(None, opset)}


def function_called_by(node: torch.fx.Node) -> type[Function] | None:
    """The function of which a node is a call."""
    return _calls[node.args[0]].function if node.target is _CALL else None  # type: ignore[index]


_LITERALS = (bool, int, float, str, torch.dtype, type(None))


def arguments_of(node: torch.fx.Node) -> tuple[Any, ...]:
    """The arguments of a node of a program.  Two calls of a function with equal arguments have
    equal ones here, not the numbers of the calls."""
    if node.target is not _CALL:
        return node.args, node.kwargs
    number, tensors = node.args
    call = _calls[number]  # type: ignore[index]
    if not all(isinstance(argument, _LITERALS) for argument in call.arguments):
        return node.args, node.kwargs
    return id(call.function), call.arguments, call.tensors, tensors


def has_calls(program: torch.export.ExportedProgram) -> bool:
    """Whether a program has calls of functions, which nobody else knows."""
    return any(
        node.target is _CALL
        for module in program.graph_module.modules()
        if isinstance(module, torch.fx.GraphModule)
        for node in module.graph.nodes
    )


def _takes_context(function: type[Function]) -> bool:
    """Whether `forward` takes the context; else there is another method that does."""
    return function.setup_context == Function.setup_context


class _Weights:
    """The weights of a model, by the tensors that stand for them while it is captured."""

    def __init__(self, model: torch.nn.Module) -> None:
        self._model = model
        self._values = {
            name: tensor.detach()
            for name, tensor in self._tensors()
            if not isinstance(tensor, FakeTensor) and tensor.device.type != "meta"
        }
        self._known: dict[int, torch.Tensor] = {}

    def _tensors(self) -> Iterator[tuple[str, torch.Tensor]]:
        yield from self._model.named_parameters(remove_duplicate=False)
        yield from self._model.named_buffers(remove_duplicate=False)

    def find(self, tensor: torch.Tensor) -> torch.Tensor | None:
        """The weight that is `tensor` in the capture."""
        if id(tensor) not in self._known:
            self._known = {id(t): self._values[n] for n, t in self._tensors() if n in self._values}
        return self._known.get(id(tensor))


def _operator_of(
    function: type[Function], forward: Callable[..., Any], weights: _Weights
) -> Callable[..., Any]:
    """What `forward` is while models are captured."""
    has_context = _takes_context(function)

    def wrapper(*given: Any) -> Any:
        arguments = list(given[1:] if has_context else given)
        places = [p for p, a in enumerate(arguments) if isinstance(a, torch.Tensor)]
        if not any(isinstance(arguments[place], FakeTensor) for place in places):
            return forward(*given)
        constants = [None if p in places else a for p, a in enumerate(arguments)]
        if any(_is_dynamic(constant) for constant in constants):
            warnings.warn(
                f"'symbolic' of '{function.__name__}' is ignored, because an argument depends on "
                "a dynamic size or is a list of tensors; the operators inside the function are "
                "exported instead",
                OnnxExporterWarning,
                stacklevel=2,
            )
            return forward(*given)
        values = [weights.find(arguments[place]) for place in places]
        call = _Call(function, forward, constants, places, values)
        _calls.append(call)
        results = iter(_CALL(len(_calls) - 1, [arguments[place] for place in places]))
        outputs = [next(results) if o is None else o for o in call.outputs]
        return outputs[0] if call.is_single else tuple(outputs)

    return wrapper


def _is_dynamic(constant: Any) -> bool:
    if isinstance(constant, (list, tuple)):
        return any(_is_dynamic(item) for item in constant)
    return isinstance(constant, (torch.SymInt, torch.SymFloat, torch.SymBool, torch.Tensor))


def _subclasses(base: type[Function]) -> Iterator[type[Function]]:
    for derived in base.__subclasses__():
        yield derived
        yield from _subclasses(derived)


@contextlib.contextmanager
def functions_kept(model: torch.nn.Module) -> Iterator[None]:
    """Inside, a program that is captured of the model has one operator for each call of a
    function that has a `symbolic`."""
    with _lock:
        found = [f for f in _subclasses(Function) if callable(getattr(f, "symbolic", None))]
        # Those of base classes are looked up before any is replaced.
        weights = _Weights(model)
        before = [(f, f.__dict__.get("forward"), f.forward) for f in dict.fromkeys(found)]
        try:
            for function, _, forward in before:
                setattr(function, "forward", staticmethod(_operator_of(function, forward, weights)))
            yield
        finally:
            for function, own, _ in before:
                if own is None:
                    delattr(function, "forward")
                else:
                    setattr(function, "forward", own)
