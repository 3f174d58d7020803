"""The result of an export: a model that can be run, inspected, changed and saved."""

from __future__ import annotations

import contextlib
import copy
import gc
import os
import tempfile
import warnings
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, Protocol

import torch
from torch._subclasses.fake_tensor import unset_fake_temporarily

from torch_onnx_mlir._capture import inputs as _inputs
from torch_onnx_mlir._capture.rewrites import all_numbers, writable
from torch_onnx_mlir._capture.torchscript import Script
from torch_onnx_mlir._compatibility import torch_names as _names
from torch_onnx_mlir._compiler.conversion import Conversion, make_page
from torch_onnx_mlir._compiler.isolated import IsolatedConversion
from torch_onnx_mlir._compiler.settings import Settings
from torch_onnx_mlir._model import models as _model
from torch_onnx_mlir._model import runtime as _runtime
from torch_onnx_mlir._support.lazy_modules import ir, onnx
from torch_onnx_mlir._support.messages import describe, for_python, refusal, text_for_python
from torch_onnx_mlir._support.paths import TemporaryFolder, check_destination, written_whole
from torch_onnx_mlir.errors import CompilerError, ConversionError, OnnxExporterWarning

if TYPE_CHECKING:
    import onnxruntime as ort

Program = torch.export.ExportedProgram | Script | os.PathLike[str] | str

REFERENCE = (
    'weights="reference" leaves weights in the files that they are in, and those of this model '
    "are in memory: save the program with torch.export.save (TorchScript with torch.jit.save) "
    "and export the "
    "path of the .pt2 (.pt), "
    'give weights_from= to a model of FakeTensorMode, or take weights="external"'
)


class ONNXProgramSerializer(Protocol):
    """A custom file format for `ONNXProgram.save`."""

    def serialize(self, onnx_program: ONNXProgram, destination: IO[bytes]) -> None:
        """Write a program.

        Args:
            onnx_program: The program.
            destination: A file that is open in binary mode.
        """


def has_weights(program: torch.export.ExportedProgram) -> bool:
    """False if a weight has no bytes (FakeTensorMode or the meta device)."""
    weights = [*program.state_dict.values(), *program.constants.values()]
    return not any(
        isinstance(w, torch._subclasses.FakeTensor) or w.device.type == "meta"
        for w in weights
        if isinstance(w, torch.Tensor)
    )


def lacks_values(program: Program, settings: Settings) -> bool:
    """Whether weights have no bytes, and no file provides them."""
    return (
        isinstance(program, torch.export.ExportedProgram)
        and not settings.sets("--weights-from")
        and not has_weights(program)
    )


def _refuse_sparse(program: torch.export.ExportedProgram) -> None:
    """Refuse weights and inputs that are not dense.

    Raises:
        ConversionError: A weight or an input is not dense. The message names all of them.
    """
    signature = program.graph_signature
    names = {**signature.inputs_to_parameters, **signature.inputs_to_buffers}
    names |= signature.inputs_to_lifted_tensor_constants
    lines = []
    for node in program.graph.find_nodes(op="placeholder"):
        layout = getattr(node.meta.get("val"), "layout", torch.strided)
        if layout == torch.strided:
            continue
        kind = f"{'sparse ' if 'sparse' in str(layout) else ''}({layout})"
        what = "weight" if node.name in names else "input"
        lines.append(f"  {what} '{names.get(node.name, node.name)}' is {kind}")
    if lines:
        raise ConversionError(
            "\n".join(
                [
                    "the program has tensors that are not dense, which ONNX does not support; "
                    "convert them with .to_dense() before the export:",
                    *lines,
                ]
            )
        )


def start(program: Program, settings: Settings) -> tuple[Conversion, bool]:
    """Run a conversion. Returns it, and whether it succeeded.

    Raises:
        ConversionError: PyTorch cannot serialize the program for the compiler.
        ValueError: An option has an invalid value.
    """
    # Takes a second to import, which whoever captures or writes programs pays anyway.
    from torch._export.serde.serialize import SerializeError

    with unset_fake_temporarily():  # the export may be inside of a FakeTensorMode
        try:
            if isinstance(program, torch.export.ExportedProgram):
                _refuse_sparse(program)
                program = writable(program)
            kind = IsolatedConversion if settings.isolate else Conversion
            with all_numbers():
                conversion = kind(program, settings.options)
        except (AssertionError, KeyError, NotImplementedError, SerializeError) as error:
            reason = f"{type(error).__name__}: {error}"
            if error.__cause__ is not None:
                reason += f" ({error.__cause__})"
            raise ConversionError(
                "the program has a part that torch.export.save cannot write, so the compiler "
                f"cannot read it: {reason}"
            ) from error
        try:
            succeeded = conversion.run()
        except ValueError as error:
            raise ValueError(text_for_python(str(error))) from None
    return conversion, succeeded


def convert(program: Program, settings: Settings) -> Conversion:
    """Run a conversion, which must succeed.

    Raises:
        ConversionError: The program was refused.
    """
    conversion, succeeded = start(program, settings)
    if not succeeded:
        error = refusal(for_python(conversion.messages), conversion.report)
        conversion.close()
        raise error
    return conversion


class ONNXProgram(torch.onnx.ONNXProgram):
    """An ONNX model together with the PyTorch program that it was converted from.

    `export` returns an ONNXProgram.  It can also be constructed from any onnx_ir model:

    Args:
        model: The model.
        exported_program: A PyTorch program that computes the same, or None.
    """

    def __init__(
        self, model: ir.Model, exported_program: torch.export.ExportedProgram | None = None
    ) -> None:
        # The base class is there for isinstance(); all of its members are replaced.
        self._begin(model, exported_program)

    def _begin(self, model: ir.Model | None, source: Program | None) -> None:
        self._ir = model
        self._conversion: Conversion | None = None
        self._source = source
        self._settings = Settings()
        self._proto: onnx.ModelProto | None = None
        self._structure: Callable[[Sequence[torch.Tensor]], Any] | None = None
        self._inference_session: ort.InferenceSession | None = None
        self._tempdir: TemporaryFolder | None = None  # type: ignore[assignment]
        self._capture_strategy: str | None = None
        # What `export` knows of itself, for `show`.
        self._seconds: Mapping[str, float] = {}
        self._verification = ""

    @classmethod
    def _from_conversion(
        cls, conversion: Conversion, source: Program, settings: Settings
    ) -> ONNXProgram:
        """A program over a conversion that succeeded."""
        self = cls.__new__(cls)
        self._begin(None, source)
        self._conversion = conversion
        self._settings = settings
        if lacks_values(source, settings):
            assert isinstance(source, torch.export.ExportedProgram)
            self._ir = _without_values(conversion, source)
        return self

    diagnostic_context = _names.Absent()
    fake_context = _names.Absent()
    save_diagnostics = _names.Absent()

    # What it is made of.

    @property
    def _script(self) -> Script | None:
        """The program, if it is a TorchScript program."""
        return self._source if isinstance(self._source, Script) else None

    @property
    def exported_program(self) -> torch.export.ExportedProgram | None:
        """The PyTorch program. The program of a path is loaded on first use.

        None for a TorchScript module, which has no such program.
        """
        if isinstance(self._source, Script):
            return None
        if self._source is None or isinstance(self._source, torch.export.ExportedProgram):
            return self._source
        self._source = torch.export.load(self._source)
        return self._source

    @exported_program.setter
    def exported_program(self, program: torch.export.ExportedProgram | None) -> None:
        self._source = program
        self._structure = None

    @property
    def model_signature(self) -> torch.export.ExportGraphSignature | None:
        """The signature of the PyTorch program; None without a program."""
        program = self.exported_program
        return None if program is None else program.graph_signature

    @property
    def model(self) -> ir.Model:
        """The model as a mutable onnx_ir.Model, created on first use.

        Its weights are views of the compiler's memory.  From then on every method uses this
        model, with its changes.  An existing session ends, because the model may change.
        """
        self._inference_session = None
        if self._ir is None:
            conversion = self._compiled()
            content = conversion.serialize("reference")
            self._ir = _model.read(content, conversion.storages)
            self._proto = None
        return self._ir

    @model.setter
    def model(self, model: ir.Model) -> None:
        self._ir = model
        self._proto = None
        self._inference_session = None

    @property
    def model_proto(self) -> onnx.ModelProto:
        """A new ModelProto of the model, with the weights inside.

        Raises:
            ValueError: Weights have no values yet.
        """
        proto: onnx.ModelProto
        if self._ir is None and not self._is_large():
            proto = onnx.ModelProto.FromString(self._compiled().serialize("inline"))
        else:
            _model.check_values(self.model)
            proto = ir.serde.serialize_model(self.model)
        return proto

    def _compiled(self) -> Conversion:
        if self._conversion is None:
            raise RuntimeError("the program was not made by a conversion")
        return self._conversion

    def _interface(self) -> onnx.ModelProto:
        """The model without large weights, for inspection only."""
        if self._ir is not None:
            graph = self._ir.graph
            return onnx.ModelProto(
                graph=onnx.GraphProto(
                    input=[ir.serde.serialize_value(value) for value in graph.inputs],
                    output=[ir.serde.serialize_value(value) for value in graph.outputs],
                )
            )
        if self._proto is None:
            self._proto = onnx.ModelProto.FromString(self._compiled().serialize("reference"))
        return self._proto

    def _input_values(self) -> list[onnx.ValueInfoProto]:
        """The inputs without default values."""
        proto = self._interface()
        weights = {tensor.name for tensor in proto.graph.initializer}
        if self._ir is not None:
            weights = set(self._ir.graph.initializers)
        return [value for value in proto.graph.input if value.name not in weights]

    def _summary(self) -> _model.Summary:
        if self._ir is not None:
            return _model.summary_of(self._ir)
        return _model.summary_of_proto(self._interface())

    def _is_large(self) -> bool:
        if self._ir is not None:
            return _model.initializer_bytes(self._ir) > _model.LARGE_MODEL
        return sum(self._summary().weights.values()) > _model.LARGE_MODEL

    def _unchanged(self) -> Conversion | None:
        """The conversion, unless the model may have changed since."""
        return self._conversion if self._ir is None else None

    def __repr__(self) -> str:
        return describe(self)

    # Running it.

    def __call__(self, *args: Any, **kwargs: Any) -> _inputs.Outputs:
        """Run the model with ONNX Runtime on arguments of the module.

        Returns:
            A tuple of all outputs. Its `structured` has the structure of the module's results.

        Raises:
            TypeError: The arguments are not those of the model.
        """
        feed = self._feed(args, kwargs)
        if self._inference_session is None:
            self.initialize_inference_session()
        assert self._inference_session is not None
        return self._outputs(_runtime.run(self._inference_session, feed))

    def _feed(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, ort.OrtValue]:
        """The inputs of the model by name."""
        values = self._input_values()
        source = self._script or self.exported_program
        inputs = _inputs.flatten(source, args, kwargs, [v.name for v in values])
        return {
            value.name: _runtime.to_ort(given, value.type.tensor_type.elem_type)
            for value, given in zip(values, inputs, strict=True)
        }

    def _evaluate(
        self, seconds: float, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> list[Any]:
        """Run the model with the evaluator of the compiler, with a time limit in seconds.

        Raises:
            CompilerError: The model cannot be evaluated, or was changed after its conversion.
        """
        conversion = self._unchanged()
        if conversion is None:
            raise CompilerError("the model was changed after its conversion")
        feed = self._feed(args, kwargs)  # the memory of the inputs
        inputs = [_runtime.from_ort(value) for value in feed.values()]
        return conversion.evaluate(inputs, seconds)

    def call_reference(self, *args: Any, **kwargs: Any) -> _inputs.Outputs:
        """Run the model with the reference evaluator of onnx."""
        from onnx.reference import ReferenceEvaluator

        names = [value.name for value in self._input_values()]
        source = self._script or self.exported_program
        inputs = _inputs.flatten(source, args, kwargs, names)
        feed = {
            name: _runtime.to_numpy(given) for name, given in zip(names, inputs, strict=True)
        }
        results = ReferenceEvaluator(self.model_proto).run(None, feed)
        return self._outputs([_runtime.from_numpy(result) for result in results])

    def _outputs(self, values: list[torch.Tensor]) -> _inputs.Outputs:
        if (script := self._script) is not None:
            return _inputs.Outputs(values, lambda outputs: _structured(script, outputs))
        program = self.exported_program
        if program is not None and self._structure is None:
            self._structure = _inputs.structure_of(program)
        return _inputs.Outputs(values, self._structure)

    def adapt_torch_inputs_to_onnx(
        self, *model_args: Any, model_with_state_dict: Any = None, **model_kwargs: Any
    ) -> list[Any]:
        """The inputs of the model, in order, from the arguments of the module.

        Args:
            model_args: Positional arguments of the module.
            model_with_state_dict: Ignored, because the weights are in the model.
            model_kwargs: Keyword arguments of the module.

        Raises:
            TypeError: The arguments are not those of the model.
        """
        names = [value.name for value in self._input_values()]
        source = self._script or self.exported_program
        inputs = _inputs.flatten(source, model_args, model_kwargs, names)
        return [_runtime.real(value) for value in inputs]

    def adapt_torch_outputs_to_onnx(
        self, model_outputs: Any, model_with_state_dict: Any = None
    ) -> list[torch.Tensor]:
        """The outputs of the model for the results `model_outputs` of the module.

        Args:
            model_outputs: The results of the module.
            model_with_state_dict: Ignored.
        """
        return _runtime.outputs_of(model_outputs)

    def compute_values(
        self,
        value_names: Sequence[str],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> tuple[torch.Tensor, ...]:
        """Compute values inside the model.

        Args:
            value_names: The names of the values.
            args: Positional arguments of the module.
            kwargs: Keyword arguments of the module.

        Returns:
            The values, in the order of `value_names`.

        Raises:
            ValueError: The model has no value with one of these names.
        """
        model = self.model
        values = _model.named_values(model)
        for name in value_names:
            if name not in values:
                raise ValueError(f"the model has no value '{name}'")
        self.release()
        outputs = list(model.graph.outputs)
        model.graph.outputs.clear()
        model.graph.outputs.extend(values[name] for name in dict.fromkeys(value_names))
        try:
            results = dict(
                zip(dict.fromkeys(value_names), self(*args, **(kwargs or {})), strict=True)
            )
        finally:
            model.graph.outputs.clear()
            model.graph.outputs.extend(outputs)
            self.release()
        return tuple(results[name] for name in value_names)

    def initialize_inference_session(
        self,
        initializer: Callable[..., ort.InferenceSession] = _runtime.default_session,
        **options: Any,
    ) -> None:
        """Create the session that `__call__` uses.

        Args:
            initializer: A function that creates a session. Its argument is the model: its
                bytes, or the path of a large model.
            options: Further arguments of the initializer. The default initializer takes
                `session_options`, `providers` and `provider_options`.
        """
        self.release()
        if self._is_large():
            self._tempdir = TemporaryFolder()
            path = os.path.join(self._tempdir.name, "model.onnx")
            self.save(path, external_data=True)
            self._inference_session = initializer(path, **options)
            return
        if (conversion := self._unchanged()) is not None:
            content = conversion.serialize("inline")
        else:
            content = self.model_proto.SerializeToString()
        self._inference_session = initializer(content, **options)

    def to_mlir(self) -> str:
        """The model as MLIR text in the onnx dialect of torch-onnx-opt, with locations."""
        return self._compiled().to_mlir()

    def show(self, path: str | os.PathLike[str] | None = None) -> str:
        """Write a page for a browser: the model as a graph that can be expanded by module,
        with shapes and Python lines, and the report of its conversion.

        The page is one file and needs no network.

        Args:
            path: The file of the page.  Without it, a temporary file is written and opened
                in the browser.

        Returns:
            The path of the page.
        """
        report = {} if self._conversion is None else self._conversion.report
        captured = [
            {"name": name, "seconds": seconds}
            for name, seconds in self._seconds.items()
            if name == "capture"
        ]
        report["stages"] = [*captured, *report.get("stages", [])]
        if self._verification:
            report["verification"] = self._verification
        if self._unchanged() is None:
            model = _model.without_bytes(self.model)
        else:
            with self._variant("--stack-traces") as variant:
                model = variant.serialize("reference")
        page = make_page(report, model)
        opens = path is None
        if path is None:
            handle, path = tempfile.mkstemp(prefix="torch-onnx-", suffix=".html")
            os.close(handle)
        with written_whole(path, self._source_files()) as whole, open(whole, "wb") as file:
            file.write(page)
        if opens:
            webbrowser.open(f"file://{os.fspath(path)}")
        return os.fspath(path)

    def release(self) -> None:
        """Close the session and release its memory."""
        if self._inference_session is not None:
            self._inference_session = None
            gc.collect()
        if self._tempdir is not None:
            self._tempdir.cleanup()
            self._tempdir = None

    # Changing it.

    def optimize(self) -> None:
        """Optimize the model in place. A model of `export` is already optimized."""
        self.release()
        if self._unchanged() is not None and self._source is not None:
            if "-O0" in self._settings:
                self._convert_anew(self._source, self._settings.without("-O0"))
            return
        if self._conversion is not None and "-O0" not in self._settings:
            return
        from onnxscript import optimizer

        optimizer.optimize_ir(self.model)

    def _convert_anew(self, source: Program, settings: Settings) -> None:
        conversion = convert(source, settings)
        if self._conversion is not None:
            self._conversion.close()
        self._conversion = conversion
        self._source = source
        self._settings = settings
        self._proto = None

    def apply_weights(self, state_dict: Mapping[str, torch.Tensor]) -> None:
        """Set the values of weights, also after an export in fake mode.

        The model is converted again, because it may contain values computed from the old
        weights.  If `model` was changed, the values of its initializers are replaced instead.

        Args:
            state_dict: Tensors by the names of parameters and buffers.

        Raises:
            ValueError: The shape of a tensor differs from that of its weight.
        """
        self.release()
        if self._unchanged() is not None:
            self._convert_with(state_dict)
            return
        for name, weight in state_dict.items():
            value = self.model.graph.initializers.get(name)
            if value is None:
                _warn_of_unknown(name)
                continue
            if value.shape is not None and list(value.shape) != list(weight.shape):
                raise ValueError(
                    f"weight '{name}' has the shape {value.shape}, not {list(weight.shape)}"
                )
            value.const_value = _model.tensor_of(weight, name)

    def _convert_with(self, state_dict: Mapping[str, torch.Tensor]) -> None:
        if (script := self._script) is not None:
            other, unknown = script.with_weights(state_dict)
            for name in unknown:
                _warn_of_unknown(name)
            self._convert_anew(other, self._settings)
            return
        program = self.exported_program
        assert program is not None
        program = copy.copy(program)
        program._state_dict = dict(program.state_dict)
        program._constants = dict(program.constants)
        for name, weight in state_dict.items():
            home = program._state_dict if name in program._state_dict else program._constants
            before = home.get(name)
            if not isinstance(before, torch.Tensor):
                _warn_of_unknown(name)
                continue
            if before.shape != weight.shape:
                raise ValueError(
                    f"weight '{name}' has the shape {list(before.shape)}, "
                    f"not {list(weight.shape)}"
                )
            weight = weight.detach().to(before.dtype)
            home[name] = torch.nn.Parameter(weight, before.requires_grad) if isinstance(
                before, torch.nn.Parameter
            ) else weight
        self._convert_anew(program, self._settings)

    def rename_axes(self, rename_mapping: Mapping[str | ir.SymbolicDim, str]) -> None:
        """Rename dynamic dimensions, also in sums and products.

        Args:
            rename_mapping: New names by old ones, or by dimensions as
                `model.graph.inputs[0].shape[0]`.
        """
        _model.rename_axes(self.model, rename_mapping)

    # Saving it.

    def save(  # type: ignore[override]  # the base class returns nothing
        self,
        destination: str | os.PathLike[str] | IO[bytes],
        *,
        include_initializers: bool = True,
        keep_initializers_as_inputs: bool = False,
        external_data: bool | None = None,
        weights: str | None = None,
        external_threshold: int = _model.EXTERNAL_THRESHOLD,
        model_state: Mapping[str, torch.Tensor] | os.PathLike[str] | str | None = None,
        serializer: ONNXProgramSerializer | None = None,
    ) -> list[str]:
        """Write the model.

        Args:
            destination: The path of the model, or a file that is open in binary mode.
            include_initializers: Whether weights are written.
            keep_initializers_as_inputs: Whether weights are also inputs, which a caller of
                the model can set.
            external_data: Whether weights are written to a file beside the model.  None: only
                if the model would be too large.
            weights: "auto", "inline", "external", "reference" or "none", instead of the
                three arguments before.
            external_threshold: Weights of at most this number of bytes are always in the model.
            model_state: Values of weights, by name or in a file of torch.save or safetensors.
                The program keeps them, as with `apply_weights`.
            serializer: Writes the model instead; the other arguments are ignored.

        Returns:
            The files that were written.

        Raises:
            TypeError: `destination` is neither a path nor a binary file, or `external_data` is
                requested without a path.
            ValueError: Weights have no values yet.
            OSError: The folder of `destination` does not exist.
        """
        if model_state is not None:
            self.apply_weights(_state_of(model_state))
        check_destination(destination, "destination")
        if serializer is not None:
            if not isinstance(destination, (str, os.PathLike)):
                serializer.serialize(self, destination)
                return []
            with (
                written_whole(destination, self._source_files()) as path,
                open(path, "wb") as written,
            ):
                serializer.serialize(self, written)
            return [os.fspath(destination)]
        if not isinstance(destination, (str, os.PathLike)):
            if external_data or weights in ("external", "reference"):
                raise TypeError("weights beside the model need a path for the model")
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "model.onnx")
                self.save(
                    path,
                    include_initializers=include_initializers,
                    keep_initializers_as_inputs=keep_initializers_as_inputs,
                    weights=weights,
                )
                with open(path, "rb") as file:
                    destination.write(file.read())
            return []
        if weights == "none":
            include_initializers, keep_initializers_as_inputs = False, True
        if weights is None:
            weights = "external" if external_data else "auto"
        if weights == "reference":
            return self._save_reference(
                destination,
                external_threshold,
                has_defaults=include_initializers and keep_initializers_as_inputs,
            )
        if self._unchanged() is None:
            external = weights == "external" or (weights == "auto" and self._is_large())
            return _model.save(
                self.model,
                destination,
                include_initializers=include_initializers,
                keep_initializers_as_inputs=keep_initializers_as_inputs,
                external_data=external,
                threshold=external_threshold,
                sources=self._source_files(),
            )
        placement = [f"--weights={weights}", f"--external-threshold={external_threshold}"]
        if include_initializers and not keep_initializers_as_inputs:
            return self._compiled().save(destination, placement)
        if include_initializers:
            with self._variant("--keep-initializers-as-inputs") as variant:
                return variant.save(destination, placement)
        with self._variant("--weights=none") as variant:
            if keep_initializers_as_inputs:
                return variant.save(destination, ["--weights=none"])
            proto = onnx.ModelProto.FromString(variant.serialize("none"))
        names = {value.name for value in self._input_values()}
        inputs = [value for value in proto.graph.input if value.name in names]
        del proto.graph.input[:]
        proto.graph.input.extend(inputs)
        with written_whole(destination, self._source_files()) as path:
            onnx.save(proto, path)
        return [os.fspath(destination)]

    def _source_files(self) -> list[str]:
        """The files that the model was made from."""
        files = []
        if isinstance(self._source, (str, os.PathLike)):
            files.append(os.fspath(self._source))
        return files + self._settings.values_of("--weights-from", "--ops-library")

    def _save_reference(
        self, destination: str | os.PathLike[str], threshold: int, has_defaults: bool
    ) -> list[str]:
        """Write the model without its weights, which stay in their files.

        Raises:
            ValueError: The weights are not in files, or the model was changed.
        """
        if self._unchanged() is None:
            raise ValueError(
                'weights="reference" is for an unchanged model, and this model may have changed '
                'since its conversion (`model`, `metadata="all"`, lowerings in Python); use '
                'weights="external"'
            )
        is_in_memory = isinstance(self._source, torch.export.ExportedProgram) or (
            self._script is not None and self._script.is_temporary
        )
        if is_in_memory and not self._settings.sets("--weights-from"):
            raise ValueError(REFERENCE)
        options = ["--weights=reference"]
        options += ["--keep-initializers-as-inputs"] if has_defaults else []
        with self._variant(*options) as variant:
            return variant.save(
                destination, ["--weights=reference", f"--external-threshold={threshold}"]
            )

    @contextlib.contextmanager
    def _variant(self, *arguments: str) -> Iterator[Conversion]:
        """The program, converted again with further options."""
        assert self._source is not None
        if all(argument in self._settings for argument in arguments):
            yield self._compiled()
            return
        conversion = convert(self._source, self._settings.replacing(*arguments))
        try:
            yield conversion
        finally:
            conversion.close()


def _structured(script: Script, outputs: Sequence[torch.Tensor]) -> Any:
    structure = script.structure()
    if structure is None:
        raise ValueError("without example inputs the structure of the outputs is unknown")
    return structure(outputs)


def _without_values(conversion: Conversion, program: torch.export.ExportedProgram) -> ir.Model:
    """The model of a program in fake mode: its weights are initializers without values."""
    proto = onnx.ModelProto.FromString(conversion.serialize("none"))
    model = ir.serde.deserialize_model(proto)
    count = _inputs.input_count(program)
    weights = list(model.graph.inputs)[count:]
    del model.graph.inputs[count:]
    for value in weights:
        model.graph.initializers.add(value)
    return model


def _state_of(
    state: Mapping[str, torch.Tensor] | os.PathLike[str] | str,
) -> Mapping[str, torch.Tensor]:
    """Weights by name, of a mapping or of a file, which is mapped and not read."""
    if isinstance(state, Mapping):
        return state
    if os.fspath(state).endswith(".safetensors"):
        from safetensors.torch import load_file

        loaded: Mapping[str, torch.Tensor] = load_file(state)
        return loaded
    loaded = torch.load(state, map_location="cpu", mmap=True, weights_only=True)
    return loaded


def _warn_of_unknown(name: str) -> None:
    warnings.warn(
        f"Weight '{name}' not found in the model. Skipped applying.",
        category=OnnxExporterWarning,
        stacklevel=3,
    )
