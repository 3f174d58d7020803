"""`export`: from a PyTorch model to an ONNX model in one call."""

from __future__ import annotations

import contextlib
import inspect
import os
import pathlib
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import IO, Any, Literal

import torch
from torch._dynamo import OptimizedModule
from torch.onnx import OperatorExportTypes, TrainingMode

from torch_onnx_mlir._capture import dynamic_shapes as _dynamic_shapes
from torch_onnx_mlir._capture import torchscript as _script
from torch_onnx_mlir._capture.errors import explain
from torch_onnx_mlir._capture.exported_program import Attempt, agrees, capture
from torch_onnx_mlir._capture.function_module import FunctionModule
from torch_onnx_mlir._capture.inputs import split_args
from torch_onnx_mlir._capture.rewrites import without_composites, without_subclasses, without_vmap
from torch_onnx_mlir._compatibility.fallback import hand_over
from torch_onnx_mlir._compatibility.older_arguments import accept_former
from torch_onnx_mlir._compiler import library as _library
from torch_onnx_mlir._compiler.conversion import Conversion
from torch_onnx_mlir._compiler.module_functions import Functions
from torch_onnx_mlir._compiler.settings import Settings
from torch_onnx_mlir._lowerings import autograd_functions as _functions
from torch_onnx_mlir._lowerings.symbolic import registered_lowerings, without_writes
from torch_onnx_mlir._lowerings.torch_onnx_ops import lowerings
from torch_onnx_mlir._lowerings.translation import (
    Calls,
    kept_operators,
    of_the_program,
)
from torch_onnx_mlir._model import metadata as _metadata
from torch_onnx_mlir._model import report as _report
from torch_onnx_mlir._model.program import ONNXProgram, Program, lacks_values, start
from torch_onnx_mlir._options import ExportableModule, Options
from torch_onnx_mlir._support import torch_internals as _torch
from torch_onnx_mlir._support.lazy_modules import onnx
from torch_onnx_mlir._support.log import Progress, teller
from torch_onnx_mlir._support.messages import for_python, format_message, refusal
from torch_onnx_mlir.errors import (
    ConversionError,
    OnnxExporterWarning,
    RegistrationError,
    TorchExportError,
    UnsupportedModelError,
    VerificationError,
)

# Begins as torch.onnx says it.
_LEGACY = (
    "You are using the legacy TorchScript-based ONNX export's arguments (dynamo=False), which "
    "torch.onnx deprecates. The model is converted as with dynamo=True."
)

# As torch.onnx says it, for those who filter warnings by their text.
_DYNAMIC_AXES = (
    "from_dynamic_axes_to_dynamic_shapes is deprecated and will be removed in a future release. "
    "This function converts 'dynamic_axes' format (including custom axis names) to "
    "'dynamic_shapes' format. Instead of relying on this conversion, provide 'dynamic_shapes' "
    "directly with custom names."
)

# What `torch.onnx.is_in_onnx_export()` looks at: a module, and the name of a flag in it.
_flags: Any = _torch.find("exporter_flags")
_FLAG = "_is_onnx_exporting"
if _flags is None:
    _flags, _FLAG = _torch.find("globals_of_scripts").GLOBALS, "_in_onnx_export"

# How many exports run, and whether one of torch.onnx did before the first of them.
_exports = 0
_was_exporting = False


@contextlib.contextmanager
def _mode(model: Any, training: Any, dynamo: bool) -> Iterator[None]:
    """The model in the mode that is asked for, and back in its own afterwards.

    With `dynamo` EVAL, which is the default, leaves the mode as it is: so does torch.onnx.
    """
    wanted: bool | None = None
    if training == TrainingMode.TRAINING:
        wanted = True
    elif training == TrainingMode.EVAL and not dynamo:
        wanted = False
    if isinstance(model, _script.KINDS):
        wanted = None  # Its own class does that.
    if (
        wanted is None
        or not isinstance(model, torch.nn.Module)
        or all(module.training == wanted for module in model.modules())
    ):
        yield
        return
    before = {module: module.training for module in model.modules()}
    model.train(wanted)
    try:
        yield
    finally:
        for module, mode in before.items():
            module.training = mode


def _in_order_of(
    forward: Callable[..., Any], kwargs: Mapping[str, Any]
) -> dict[str, Any]:
    """The keyword arguments in the order of the parameters."""
    order = {name: place for place, name in enumerate(inspect.signature(forward).parameters)}
    return dict(sorted(kwargs.items(), key=lambda item: order.get(item[0], len(order))))


@accept_former
def export(
    model: torch.nn.Module
    | torch.export.ExportedProgram
    | torch.jit.ScriptModule
    | torch.jit.ScriptFunction[Any, Any]
    | Callable[..., Any]
    | os.PathLike[str]
    | str,
    args: tuple[Any, ...] | torch.Tensor = (),
    f: str | os.PathLike[str] | IO[bytes] | None = None,
    *,
    kwargs: dict[str, Any] | None = None,
    verbose: bool | None = None,
    input_names: Sequence[str] | None = None,
    output_names: Sequence[str] | None = None,
    opset_version: int | Literal["auto"] | None = None,
    dynamo: bool = True,
    external_data: bool = True,
    dynamic_shapes: dict[str, Any] | tuple[Any, ...] | list[Any] | None = None,
    custom_translation_table: (
        dict[Callable[..., Any], Callable[..., Any] | Sequence[Callable[..., Any]] | str] | None
    ) = None,
    report: bool = False,
    optimize: bool = True,
    verify: bool | str = False,
    profile: bool = False,
    dump_exported_program: bool = False,
    artifacts_dir: str | os.PathLike[str] = ".",
    export_params: bool = True,
    keep_initializers_as_inputs: bool = False,
    dynamic_axes: Mapping[str, Mapping[int, str]] | Mapping[str, Sequence[int]] | None = None,
    training: TrainingMode = TrainingMode.EVAL,
    operator_export_type: OperatorExportTypes = OperatorExportTypes.ONNX,
    do_constant_folding: bool = True,
    custom_opsets: Mapping[str, int] | None = None,
    export_modules_as_functions: bool | Collection[type[torch.nn.Module]] = False,
    autograd_inlining: bool = True,
    weights: str | None = None,
    data_name: str = "model",
    weights_from: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
    weight_names: Mapping[str, str] | None = None,
    target: str = "ort",
    unsupported: str | None = None,
    mutations: str = "drop",
    op_schemas: Sequence[str] = (),
    ops_library: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
    dims: Mapping[str, str | int] | Sequence[str] | None = None,
    metadata: str = "modules",
    progress: bool | Callable[[str, float], None] | None = None,
    fallback: bool = False,
    isolate: bool = False,
    unroll: int = 0,
    functions: Functions | None = None,
) -> ONNXProgram:
    """Convert a PyTorch model to ONNX.

    The arguments up to `autograd_inlining` are those of torch.onnx.export, with the same
    meaning.  The other arguments are additions.

    Args:
        model: A module, a function, an exported program, an ExportableModule, a module
            or a function of TorchScript, or the path of a .pt2 file or of a .pt file of
            torch.jit.save.
        args: Example positional arguments: a tuple, which may end with a dict of
            keyword arguments, or a single tensor.  Tensors become inputs, other values
            become constants.
        f: The file of the model.  Without it, no file is written; use `save` of the result.
        kwargs: Example keyword arguments.
        verbose: True prints the steps; None prints them only on a terminal.
        input_names: Names of the inputs, in order; default: those of the parameters.
        output_names: Names of the outputs, in order.
        opset_version: The ONNX opset, 9 to 26, or "auto", which depends on `target`; default: 20.
        dynamo: Does not select another exporter.  With False, `training` sets the mode of
            the model, weights are stored in the model if it stays below 2 GB, and
            `export_params=False` makes them inputs.
        external_data: True: weights are stored in a file beside the model.  False: only if
            the model would have 2 GB or more.
        dynamic_shapes: As in torch.export.export.  A string is also allowed for a
            dimension: its name.
        custom_translation_table: Custom lowerings, by operator (`torch.ops.my.op.default`):
            functions written with onnxscript, or MLIR text as in `ops_library`.  Of a list of
            functions, the first whose annotations take the call's tensors is used.
        report: Whether to write a report in Markdown to `artifacts_dir`.
        optimize: False: no fusions, and no constant folding.
        verify: Run the model with ONNX Runtime and compare it with the PyTorch program,
            for the example inputs and for other sizes.  A difference is an error, or a
            warning with "warn".
        profile: Whether to print the time of each stage, or write it to the report if
            there is one.
        dump_exported_program: Whether to save the captured program to `artifacts_dir`.
        artifacts_dir: The folder for reports and programs.
        export_params: False: `f` is written without weights.
        keep_initializers_as_inputs: Whether weights are inputs with default values in `f`.
        dynamic_axes: Dynamic dimensions by the names of inputs.  Prefer `dynamic_shapes`.
        training: Deprecated.  TRAINING exports in training mode.  For TorchScript modules,
            EVAL exports in evaluation mode, and PRESERVE keeps the mode of the module.
        operator_export_type: Deprecated.  Every value except ONNX means
            `unsupported="keep"`.
        do_constant_folding: False means `optimize=False`.
        custom_opsets: Versions of the domains of custom operators.
        export_modules_as_functions: Deprecated.  Prefer `functions`.
        autograd_inlining: Deprecated, without effect.
        weights: "auto", "inline", "external", "reference" or "none", instead of
            `external_data`.
        data_name: The name of the file of weights beside the model: "model" for
            `MODEL.onnx.data`, "hash" for `MODEL.onnx.HASH.data`.
        weights_from: Files with the values of weights whose bytes the program lacks
            (because of FakeTensorMode or the meta device): a safetensors file, an index of
            such files (.json), a .pt2, or a state dictionary (.pt).
        weight_names: Names of weights in these files, by their names in the program.
            `{"model.*": "*"}` replaces a prefix of names.
        target: The runtime.  "ort" writes a model that ONNX Runtime's CPU provider runs,
            "onnx" uses all types of the standard.
        unsupported: How to handle operators without an equivalent in ONNX: "error", or
            "keep" for nodes of the domain pkg.torch.ops.
        mutations: How to export updates of buffers and inputs: "drop", "outputs",
            "state" (inputs and outputs) or "error".
        op_schemas: Schemas of custom operators, in the notation of torch.library.define:
            "my::acc_(Tensor(a!) y, Tensor x) -> ()".
        ops_library: Files of MLIR text that define operators by operators of ONNX or
            other operators of PyTorch (docs/HowTo/OperatorLibrary.md).
        dims: Sizes or names of dynamic dimensions, by symbol or `INPUT.AXIS`:
            `{"x.0": "batch", "s77": 4}`.
        metadata: "modules": each node has its modules and its node in the program.
            "all": also the text and the stack trace of the program's node, and the
            signature of the program, as torch.onnx writes them.
        progress: True prints the time of each stage on stderr.  None does so on a terminal,
            for long stages only.  A function is called with each stage and its seconds.
        fallback: If the program is refused, pass it to torch.onnx.export, with a warning.
        isolate: Run the compiler in a separate process, on a file, so that a crash becomes
            an exception.
        unroll: Unroll each loop of a TorchScript module that has at most this number of
            iterations.  Other loops become a Loop.
        functions: The parts that become functions of the model.  "modules": modules; calls
            of equal modules share a function.  A set of classes: only modules of these
            classes.  "blocks": repeated parts of the graph.  "none": nothing, and onnxscript
            functions of `custom_translation_table` are inlined.  The default keeps those
            of them that ONNX takes at the opset of the model, and makes no others.

    Returns:
        The model, with the program that it was converted from.

    Raises:
        TorchExportError: torch.export could not capture the model.
        UnsupportedOperatorsError: The program has operators without an equivalent in ONNX.
            The message names each of them, with its Python line.
        ConversionError: The program was refused for other reasons.
        VerificationError: `verify` found a difference.
        RegistrationError: A lowering of `custom_translation_table` failed, or one of its
            texts or a file of `ops_library` is invalid.
        UnsupportedModelError: The model is of a kind that is not supported.
        ValueError: An argument has an invalid value.
    """
    given = Options(**locals())
    given.check()
    if not dynamo and not isinstance(model, (torch.export.ExportedProgram, ExportableModule)):
        warnings.warn(_LEGACY, DeprecationWarning, stacklevel=3)
    if isinstance(model, ExportableModule) and not args and not kwargs:
        _take_examples(given)
    job = _Job(given)
    program: Program | None = None
    # `torch.onnx.is_in_onnx_export()` is true from here on, and until the last thread is done.
    # Nothing is called for it: an interrupt comes where something is, and would leave it so.
    global _exports, _was_exporting
    if _exports == 0:
        _was_exporting = getattr(_flags, _FLAG)
    _exports += 1
    try:
        vars(_flags)[_FLAG] = True
        with _mode(model, training, dynamo):
            program, strategy, symbols = job.capture()
            program = job.lower(program)
            try:
                onnx_program = job.convert(program, symbols)
            except ConversionError:
                script = job.trace("the captured program cannot be converted", 4)
                if script is None:
                    raise
                program, strategy = script, "torch.jit.trace"
                onnx_program = job.convert(program, {})
    except (ConversionError, RegistrationError, TorchExportError, UnsupportedModelError) as error:
        if not fallback:
            raise
        onnx_program = hand_over(error, program, given)
        strategy = onnx_program._capture_strategy
    finally:
        _exports -= 1
        if _exports == 0:
            vars(_flags)[_FLAG] = _was_exporting
    onnx_program._capture_strategy = strategy
    onnx_program._seconds = job.progress.seconds
    if custom_opsets:
        _set_versions(onnx_program, custom_opsets)
    if metadata == "all" and (source := onnx_program.exported_program) is not None:
        _metadata.add(onnx_program.model, source)
    failure = job.verify(onnx_program) if verify else None
    job.finish(onnx_program)
    if failure and verify == "warn":
        warnings.warn(failure, OnnxExporterWarning, stacklevel=3)
    elif failure:
        raise VerificationError(failure)
    if f is not None:
        job.save(onnx_program)
    return onnx_program


def _take_examples(given: Options) -> None:
    """Take what the caller left out from an ExportableModule."""
    own: Any = given.model
    given.args, given.kwargs = own.example_arguments()
    for name in ("input_names", "output_names", "dynamic_shapes"):
        if getattr(given, name) is None:
            setattr(given, name, getattr(own, name)())


def _set_versions(program: ONNXProgram, versions: Mapping[str, int]) -> None:
    """The versions of the domains that the model uses."""
    known = program._summary().opsets
    for domain, version in versions.items():
        if domain in known and known[domain] != version:
            program.model.opset_imports[domain] = version


class _Job:
    """The steps of one export, and what they leave for the report."""

    def __init__(self, given: Options) -> None:
        self._given = given
        self.tell = teller(given.verbose)
        self.progress = Progress(given.progress)
        self.report = _report.Report(pathlib.Path(given.artifacts_dir))
        self.report.seconds = self.progress.seconds
        if given.report or given.profile or given.dump_exported_program:
            self.report.folder.mkdir(parents=True, exist_ok=True)
        self.calls: Calls | None = None  # lowerings of the caller's own
        self.inline = False  # whether functions in these become nodes
        self.other_axes: set[str] = set()  # names in dynamic_axes that no input has
        # What was captured: a module and its example arguments.
        self._module: tuple[torch.nn.Module, tuple[Any, ...], dict[str, Any]] | None = None

    def capture(self) -> tuple[Program, str | None, dict[str, str]]:
        """The program of a model, how it was captured, and the names of its symbols."""
        model = self._given.model
        if self._given.is_script:
            return self._take_script(model), None, {}
        if isinstance(model, (str, os.PathLike, torch.export.ExportedProgram)):
            return self._take_program()
        if isinstance(model, type):
            raise UnsupportedModelError(
                f"the class {model.__name__} cannot be exported; give an object of it: "
                f"{model.__name__}(...)"
            )
        if not callable(model):
            raise UnsupportedModelError(
                f"an object of the type {type(model).__name__} cannot be exported; give a module, "
                "a function, an exported program or the path of a file"
            )
        return self._capture_module()

    def _take_script(self, model: Any) -> _script.Script:
        given = self._given
        with self.progress.stage("capture"):
            script = _script.Script(model, given.training)
            self.other_axes = script.take(
                given.args,
                given.kwargs,
                given.dynamic_shapes,
                given.dynamic_axes,
                given.input_names,
            )
        self.report.status.non_strict = True
        return script

    def _take_program(self) -> tuple[Program, None, dict[str, str]]:
        """An exported program, or the path of one, which is loaded only where needed."""
        given = self._given
        program = given.model
        path = None if isinstance(program, torch.export.ExportedProgram) else program
        if path is not None and not os.path.exists(path):
            raise FileNotFoundError(f"there is no file '{os.fspath(path)}'")
        self.report.status.non_strict = True
        if path is not None:
            if not (given.dynamic_shapes or given.report):
                return path, None, {}
            program = torch.export.load(path)
        self.report.program = program
        names = _dynamic_shapes.names_of_symbols(program, given.dynamic_shapes, None)
        return path or program, None, names

    def _capture_module(self) -> tuple[Program, str, dict[str, str]]:
        given = self._given
        module, args, kwargs = given.model, given.args, given.kwargs
        if isinstance(module, OptimizedModule):  # torch.compile() hides the names of parameters
            module = module._orig_mod
        if not isinstance(module, torch.nn.Module):
            examples = (args,) if isinstance(args, torch.Tensor) else tuple(args)
            module = FunctionModule(module, examples, kwargs)
        elif module.training:
            warnings.warn(
                "Exporting a model while it is in training mode. Please ensure that this is "
                "intended, as it may lead to different behavior during inference. Calling "
                "model.eval() before export is recommended.",
                UserWarning,
                stacklevel=5,
            )
        args, kwargs = split_args(args, kwargs, module.forward)
        if given.dynamic_axes is not None or not given.dynamo:
            kwargs = _in_order_of(module.forward, kwargs)
        dynamic_shapes = given.dynamic_shapes
        if dynamic_shapes is None and given.dynamic_axes:
            if given.dynamo:
                warnings.warn(_DYNAMIC_AXES, DeprecationWarning, stacklevel=5)
            dynamic_shapes, self.other_axes = _dynamic_shapes.from_dynamic_axes(
                module.forward, args, kwargs, given.dynamic_axes, given.input_names or ()
            )
        dynamic_shapes = _dynamic_shapes.checked(dynamic_shapes, module.forward, args, kwargs)
        with self.progress.stage("capture"):
            attempts = self._attempt(module, args, kwargs, dynamic_shapes)
            program = attempts[-1].program
            if program is not None and dynamic_shapes:
                _dynamic_shapes.warn_of_fixed_axes(program, dynamic_shapes, module.forward)
        self.report.attempts = attempts
        self.report.status.non_strict = attempts[0].program is not None
        if len(attempts) > 1:
            self.report.status.strict = attempts[1].program is not None
        self._module = module, args, kwargs
        reason = "torch.export could not capture the model" if program is None else None
        if dynamic_shapes and attempts[-1].script_functions:
            functions = ", ".join(dict.fromkeys(attempts[-1].script_functions))
            reason = f"torch.export has no branches and loops for those of TorchScript ({functions})"
        if reason is not None and (script := self.trace(reason, 6)) is not None:
            return script, "torch.jit.trace", {}
        if program is None:
            raise self._not_captured(attempts)
        if branches := attempts[-1].branches:
            more = f", and {len(branches) - 3} more" if len(branches) > 3 else ""
            warnings.warn(
                "Python decided conditions on dynamic sizes by the example: "
                f"{', '.join(branches[:3])}{more}. The model does not check that they hold.",
                OnnxExporterWarning,
                stacklevel=5,
            )
        self.report.program = program
        names = _dynamic_shapes.names_of_symbols(program, dynamic_shapes, module.forward)
        return program, attempts[-1].strategy, names

    def trace(self, reason: str, stacklevel: int) -> _script.Script | None:
        """The trace of the module, which torch.onnx exports with dynamo=False.

        Args:
            reason: Why the captured program is not used, for the warning.
            stacklevel: How far the caller of `export` is away.

        Returns:
            None without dynamo=False, and where the module cannot be traced.
        """
        given = self._given
        if given.dynamo or given.fallback or self._module is None:
            return None
        module, args, kwargs = self._module
        bound = inspect.signature(module.forward).bind(*args, **kwargs)
        if bound.kwargs or given.own_functions or not _library.has_plugin():
            return None
        traced = _script.trace(module, bound.args)
        if traced is None:
            return None
        warnings.warn(
            f"{reason}, so the model is traced (torch.jit.trace), as torch.onnx.export does with "
            "dynamo=False: branches and numbers that depend on the values of tensors are those of "
            "the example",
            OnnxExporterWarning,
            stacklevel=stacklevel,
        )
        return self._take_script(traced)

    def _attempt(
        self,
        module: torch.nn.Module,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        dynamic_shapes: Any,
    ) -> list[Attempt]:
        """The attempts to capture a module; the last one has the program, if one has it."""
        shapes = _dynamic_shapes.with_dims(dynamic_shapes)
        for example in _dynamic_shapes.examples(shapes, module.forward, args, kwargs):
            attempts = capture(module, *example, shapes, self.tell)
            found = attempts[-1].program
            if found is None:
                continue
            if example[0] is args:
                break
            if agrees(found, module, args, kwargs):
                found.example_inputs = args, kwargs
                break
        if attempts[-1].program is None and _dynamic_shapes.has_names(dynamic_shapes):
            shapes = _dynamic_shapes.with_dims(dynamic_shapes, torch.export.Dim.AUTO)
            again = capture(module, args, kwargs, shapes, self.tell)
            if again[-1].program is not None:
                return again
        return attempts

    def lower(self, program: Program) -> Program:
        """Prepare the lowerings that are Python functions; the compiler has those in MLIR text."""
        given = self._given
        if given.dump_exported_program and isinstance(program, torch.export.ExportedProgram):
            self.tell(f"ExportedProgram has been saved to '{_report.dump(program, self.report)}'.")
        if isinstance(program, _script.Script):
            return program
        if given.own_functions and not isinstance(program, torch.export.ExportedProgram):
            program = torch.export.load(program)
        if not isinstance(program, torch.export.ExportedProgram):
            return program
        program = without_writes(without_subclasses(without_vmap(program)), given.opset)
        # A definition in MLIR text counts more than a symbolic function.
        others = lowerings(program, given.opset) | _functions.lowering(given.opset)
        others |= registered_lowerings(program, given.opset)
        defined = given.definitions.operators
        table = {op: function for op, function in others.items() if op not in defined}
        table |= given.own_functions
        program = without_composites(program, {*table, *defined})
        self.calls = Calls(program, table, outlined=bool(given.outlining))
        self.inline = given.functions is not None and not given.outlining
        return program

    def _not_captured(self, attempts: Sequence[Attempt]) -> TorchExportError:
        text = explain(attempts)
        if path := self._write_report(None):
            text += f"\nError report has been saved to '{path}'."
        else:
            text += "\nreport=True writes the whole messages and stack traces to a file."
        error = TorchExportError(text)
        error.__cause__ = attempts[0].error
        return error

    def convert(self, program: Program, symbols: Mapping[str, str]) -> ONNXProgram:
        """Run the compiler.

        Args:
            program: The program.
            symbols: The names of its symbols.
        """
        given = self._given
        options = [*given.of_compiler(), *given.of_program(program, symbols, self.other_axes)]
        if isinstance(program, _script.Script):
            options += program.options + ([f"--unroll={given.unroll}"] if given.unroll else [])
        settings = Settings(tuple(options), given.isolate)
        if lacks_values(program, settings):
            settings = settings.adding("--weights=none")
        self.tell("Translate the graph into ONNX...")
        with self.progress.stage("convert"):
            if self.calls:
                conversion, succeeded = self._start_with_calls(self.calls, settings)
            else:
                conversion, succeeded = start(program, settings)
        messages = for_python(of_the_program(conversion.messages))
        self.report.messages = messages
        self.report.compiler = conversion.report
        self.report.status.conversion = succeeded
        self.tell(f"Translate the graph into ONNX... {'✅' if succeeded else '❌'}")
        if not succeeded:
            error = refusal(messages, conversion.report)
            conversion.close()
            if path := self._write_report(None):
                error.args = (f"{error}\nError report has been saved to '{path}'.",)
            if attempts := [a for a in self.report.attempts if a.error is not None]:
                error.__cause__ = attempts[0].error
            raise error
        self.report.status.checker = True  # by the compiler itself
        for message in messages:
            if message.severity == "warning":
                warnings.warn(format_message(message), OnnxExporterWarning, stacklevel=4)
        onnx_program = ONNXProgram._from_conversion(conversion, program, settings)
        if self.calls:
            self.calls.build(onnx_program.model, self.inline)
        return onnx_program

    @staticmethod
    def _start_with_calls(calls: Calls, settings: Settings) -> tuple[Conversion, bool]:
        """Run the compiler on a program with calls, which it has to keep.

        As it keeps all operators then, a program with others is refused by a second run.
        """
        settings = settings.adding(*calls.options)
        conversion, succeeded = start(calls.program, settings.replacing("--unsupported=keep"))
        if succeeded and "--unsupported=error" in settings:
            model = onnx.ModelProto.FromString(conversion.serialize("reference"))
            if kept_operators(model):
                conversion.close()
                return start(calls.program, settings)
        return conversion, succeeded

    def verify(self, program: ONNXProgram) -> str | None:
        """Compare with the PyTorch program; what is wrong, or None."""
        from torch_onnx_mlir import verification

        args, kwargs = self._given.args, self._given.kwargs
        source = program._script or program.exported_program
        if source is None:
            warnings.warn(
                "a model of the TorchScript exporter cannot be verified, because there is no "
                "program to compare it with",
                OnnxExporterWarning,
                stacklevel=4,
            )
            return None
        if source.example_inputs is not None:
            args, kwargs = source.example_inputs
        else:
            args = (args,) if isinstance(args, torch.Tensor) else args
        self.tell("Execute the model with ONNX Runtime...")
        with self.progress.stage("verify"):
            result = verification.verify(program, args, kwargs, error=False)
        self.report.status.runtime = result.ran
        self.report.status.accuracy = result.passed if result.ran else None
        self.report.verification = program._verification = str(result)
        self.tell(f"Execute the model with ONNX Runtime... {'✅' if result.passed else '❌'}")
        program.release()
        return None if result.passed else str(result)

    def finish(self, program: ONNXProgram) -> None:
        """Write or print what was asked for."""
        if self._given.report:
            self._write_report(program)
        elif self._given.profile:
            print(self.report.stage_table())

    def save(self, program: ONNXProgram) -> None:
        """Write the model to `f`."""
        given = self._given
        weights, external_data = given.weights, given.external_data and given.dynamo
        if not isinstance(given.f, (str, os.PathLike)):
            warnings.warn(
                "Saving ONNX model to a BytesIO object is deprecated. "
                "Please use a file path instead.",
                DeprecationWarning,
                stacklevel=4,
            )
            weights, external_data = weights or "inline", False
        are_inputs = bool(given.keep_initializers_as_inputs)
        with self.progress.stage("write"):
            program.save(
                given.f,
                include_initializers=given.export_params,
                keep_initializers_as_inputs=are_inputs or not (given.dynamo or given.export_params),
                external_data=external_data,
                weights=weights,
            )

    def _write_report(self, program: ONNXProgram | None) -> pathlib.Path | None:
        if not self._given.report:
            return None
        path = self.report.write(program, self._given.profile)
        self.tell(f"Export report has been saved to '{path}'.")
        return path
