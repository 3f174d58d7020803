"""Functions and classes of torch.onnx in torch 2.1 to 2.6, implemented with `export`.

All of them are deprecated; they exist so that older code runs.
"""

from __future__ import annotations

import contextlib
import dataclasses
import inspect
import logging
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import torch
from torch._library.custom_ops import CustomOpDef
from torch._ops import OpOverload, OpOverloadPacket
from torch._subclasses.fake_tensor import FakeTensorMode

from torch_onnx_mlir._capture import dynamic_shapes as _dynamic_shapes
from torch_onnx_mlir._compiler.conversion import has_operator
from torch_onnx_mlir._export import export
from torch_onnx_mlir._lowerings import definitions as _definitions
from torch_onnx_mlir._lowerings.translation import Variants, qualified_name
from torch_onnx_mlir._model import runtime as _runtime
from torch_onnx_mlir._model.program import ONNXProgram, ONNXProgramSerializer
from torch_onnx_mlir.errors import (
    InvalidExportOptionsError,
    OnnxExporterError,
    OnnxExporterWarning,
    RegistrationError,
)

if TYPE_CHECKING:
    import onnxruntime as ort

# What torch 2.1 called the result, and how it was saved.
ExportOutput = ONNXProgram
ExportOutputSerializer = ONNXProgramSerializer


@dataclasses.dataclass
class DiagnosticOptions:
    """The options of messages.

    Attributes:
        verbosity_level: A level of the module logging; DEBUG prints each step.
        warnings_as_errors: Whether a warning is an error.
    """

    verbosity_level: int = logging.INFO
    warnings_as_errors: bool = False


@dataclasses.dataclass(frozen=True)
class ONNXFakeContext:
    """The mode in which the tensors of a model have no data.

    Attributes:
        fake_mode: The mode of torch.
        state_dict_paths: Not used.
    """

    fake_mode: FakeTensorMode
    state_dict_paths: tuple[str, ...] | None = None


@contextlib.contextmanager
def enable_fake_mode() -> Iterator[ONNXFakeContext]:
    """Tensors that are created in this context have no data, so large models take no memory.

    Set the weights of the program with `apply_weights`, or save it without weights.
    """
    from torch.fx.experimental.symbolic_shapes import ShapeEnv

    shape_env = ShapeEnv(allow_scalar_outputs=False, allow_dynamic_output_shape_ops=False)
    mode = FakeTensorMode(allow_non_fake_inputs=True, shape_env=shape_env)
    with mode:
        yield ONNXFakeContext(mode)


class OnnxRegistry:
    """Custom lowerings of operators, for `ExportOptions`."""

    _OPSET = 18

    def __init__(self) -> None:
        # By names of operators, and whether they are for complex arguments.
        self._functions: dict[tuple[str, bool], list[Callable[..., Any] | str]] = {}

    @property
    def opset_version(self) -> int:
        """The opset of converted programs: 18, as in these versions."""
        return self._OPSET

    @staticmethod
    def _check(namespace: Any, op_name: str | None, overload: str | None) -> str:
        """The qualified name of an operator.

        Raises:
            ValueError: A part of the name is not an identifier.
        """
        if not isinstance(namespace, str):
            qualified, overload = qualified_name(namespace)
            namespace, op_name = qualified.split("::")
        overload, op_name = overload or "default", op_name or ""
        for part in (namespace, op_name, overload):
            if not part.isidentifier():
                raise ValueError(f"'{part}' cannot be part of the name of an operator")
        return f"{namespace}::{op_name}.{overload}"

    def register_op(
        self,
        function: Callable[..., Any] | str,
        namespace: str | OpOverload[..., Any] | OpOverloadPacket[..., Any] | CustomOpDef,
        op_name: str | None = None,
        overload: str | None = None,
        is_complex: bool = False,
    ) -> None:
        """Register a lowering of an operator.

        Args:
            function: An onnxscript function, or a definition in MLIR text.
            namespace: As in "aten", or the operator itself: `torch.ops.aten.add`.
            op_name: As in "add".
            overload: As in "Tensor"; that of the default overload serves all overloads
                without one of their own.
            is_complex: Whether it is for calls with complex arguments. It gets a complex
                tensor as a real one whose last dimension has the real and the imaginary part.

        Raises:
            RegistrationError: The text defines another operator, or is for complex
                arguments.
            ValueError: The name is invalid.
        """
        name = self._check(namespace, op_name, overload)
        if isinstance(function, str):
            if is_complex:
                raise RegistrationError(
                    f"a text cannot define '{name}' only for complex arguments: give a function, "
                    "or a text with torch.guard"
                )
            _definitions.check(function, name)
        self._functions.setdefault((name, is_complex), []).insert(0, function)

    def get_op_functions(
        self, namespace: str, op_name: str, overload: str | None = None
    ) -> list[Callable[..., Any] | str] | None:
        """The functions registered for an operator, the last one first.

        The compiler's own lowerings are not Python functions: the list is empty for an
        operator that only the compiler converts.  None for an unknown operator.
        """
        name = self._check(namespace, op_name, overload)
        known = [f for key in ((name, False), (name, True)) for f in self._functions.get(key, ())]
        if known:
            return known
        return [] if has_operator(name.replace("::", ".")) else None

    def is_registered_op(
        self, namespace: str, op_name: str, overload: str | None = None
    ) -> bool:
        """Whether an operator is converted: by a registered function, or by the compiler."""
        return self.get_op_functions(namespace, op_name, overload) is not None

    def _table(self) -> dict[Any, Any]:
        """The functions by operators; a warning names operators that do not exist."""
        table: dict[Any, Any] = {}
        for name in dict.fromkeys(name for name, _ in self._functions):
            operator, overload = name.rsplit(".", 1)
            namespace, op_name = operator.split("::")
            packet = getattr(getattr(torch.ops, namespace), op_name, None)
            if packet is None or overload not in ("default", *packet.overloads()):
                warnings.warn(
                    f"there is no operator '{name}': its registration by register_op() is ignored",
                    OnnxExporterWarning,
                    stacklevel=3,
                )
                continue
            real, of_complex = (
                functions[0] if (functions := self._functions.get((name, is_complex))) else None
                for is_complex in (False, True)
            )
            table[packet if overload == "default" else getattr(packet, overload)] = (
                Variants(real, of_complex) if callable(of_complex) else real
            )
        return table


@dataclasses.dataclass
class ExportOptions:
    """The options of `dynamo_export`.

    Attributes:
        dynamic_shapes: True: every dimension may be dynamic; False or None: none is.
        op_level_debug: Not used.
        fake_context: That of `enable_fake_mode`; not needed.
        onnx_registry: Decides the opset.
        diagnostic_options: How much is said.
    """

    dynamic_shapes: bool | None = None
    op_level_debug: bool | None = dataclasses.field(default=None, kw_only=True)
    fake_context: ONNXFakeContext | None = dataclasses.field(default=None, kw_only=True)
    onnx_registry: OnnxRegistry | None = dataclasses.field(default=None, kw_only=True)
    diagnostic_options: DiagnosticOptions = dataclasses.field(
        default_factory=DiagnosticOptions, kw_only=True
    )


class ONNXRuntimeOptions:
    """How a session is made; `ONNXProgram.initialize_inference_session` takes it.

    Args:
        session_options: Those of ONNX Runtime.
        execution_providers: Names of providers, or pairs of names and options.
        execution_provider_options: Options of each provider.
    """

    def __init__(
        self,
        *,
        session_options: Sequence[ort.SessionOptions] | ort.SessionOptions | None = None,
        execution_providers: Sequence[Any] | None = None,
        execution_provider_options: Sequence[dict[str, Any]] | None = None,
    ) -> None:
        if isinstance(session_options, Sequence):
            session_options = session_options[0] if session_options else None
        self.session_options = session_options
        self.execution_providers = execution_providers
        self.execution_provider_options = execution_provider_options

    def __call__(self, model: str | bytes) -> ort.InferenceSession:
        """A session for a model."""
        return _runtime.default_session(
            model,
            session_options=self.session_options,
            providers=self.execution_providers,
            provider_options=self.execution_provider_options,
        )


def is_onnxrt_backend_supported() -> bool:
    """Whether torch.compile has the backend "onnxrt", which newer versions of PyTorch lack."""
    return "onnxrt" in torch.compiler.list_backends(exclude_tags=())


def _all_automatic(model: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    forward = model.forward if isinstance(model, torch.nn.Module) else model
    bound = dict(inspect.signature(forward).bind(*args, **kwargs).arguments)
    return _dynamic_shapes.all_automatic(bound)


def dynamo_export(
    model: torch.nn.Module | Callable[..., Any] | torch.export.ExportedProgram,
    /,
    *model_args: Any,
    export_options: ExportOptions | None = None,
    **model_kwargs: Any,
) -> ONNXProgram:
    """The former name of `export`, in torch 2.1 to 2.6.

    Args:
        model: As in `export`.
        model_args: Example positional arguments.
        export_options: Dynamic shapes, the opset, and how much is said.
        model_kwargs: Example keyword arguments.

    Raises:
        InvalidExportOptionsError: `export_options` are of another type.
    """
    warnings.warn("dynamo_export is deprecated: use export", DeprecationWarning, stacklevel=2)
    options = ExportOptions() if export_options is None else export_options
    if not isinstance(options, ExportOptions):
        raise InvalidExportOptionsError(
            f"export_options must be an ExportOptions, not a {type(options).__name__}"
        )
    dynamic_shapes = None
    if options.dynamic_shapes and not isinstance(model, torch.export.ExportedProgram):
        dynamic_shapes = _all_automatic(model, model_args, model_kwargs)
    registry = options.onnx_registry or OnnxRegistry()
    diagnostics = options.diagnostic_options
    with warnings.catch_warnings():
        if diagnostics.warnings_as_errors:
            warnings.simplefilter("error", OnnxExporterWarning)
        try:
            return export(
                model,
                model_args,
                kwargs=model_kwargs,
                dynamic_shapes=dynamic_shapes,
                opset_version=registry.opset_version,
                custom_translation_table=registry._table(),
                verbose=True if diagnostics.verbosity_level <= logging.DEBUG else None,
            )
        except OnnxExporterWarning as warning:
            raise OnnxExporterError(str(warning)) from warning
