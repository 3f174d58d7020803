"""The arguments of `export`, and the options of the compiler that follow from them."""

from __future__ import annotations

import dataclasses
import functools
import os
import re
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Literal

import torch
from torch.onnx import OperatorExportTypes, TrainingMode

from torch_onnx_mlir._capture import dynamic_shapes as _dynamic_shapes
from torch_onnx_mlir._capture import inputs as _inputs
from torch_onnx_mlir._capture import torchscript as _script
from torch_onnx_mlir._compiler.module_functions import Functions, function_options
from torch_onnx_mlir._lowerings.definitions import Definitions
from torch_onnx_mlir._lowerings.translation import Variants, by_overload
from torch_onnx_mlir._model.program import REFERENCE, Program
from torch_onnx_mlir._support import torch_internals as _torch
from torch_onnx_mlir._support.paths import check_destination
from torch_onnx_mlir.errors import OnnxExporterWarning

DEFAULT_OPSET = 20
AUTO_OPSET = 21  # the oldest one that "auto" may take: for it lowerings are looked up
OPSETS = range(9, 27)

# A class that no model has where PyTorch lacks it.
ExportableModule: Any = _torch.find("exportable_module") or type("ExportableModule", (), {})

# The values of arguments that are one of a few.
_CHOICES = {
    "weights": ("auto", "inline", "external", "reference", "none"),
    "data_name": ("model", "hash"),
    "target": ("ort", "onnx"),
    "unsupported": ("error", "keep"),
    "metadata": ("modules", "all"),
    "mutations": ("drop", "outputs", "state", "error"),
}


@dataclasses.dataclass
class Options:
    """The arguments of one call of `export`, which documents them."""

    model: Any
    args: Any
    f: Any
    kwargs: dict[str, Any] | None
    verbose: bool | None
    input_names: Sequence[str] | None
    output_names: Sequence[str] | None
    opset_version: int | Literal["auto"] | None
    dynamo: bool
    external_data: bool
    dynamic_shapes: dict[str, Any] | tuple[Any, ...] | list[Any] | None
    custom_translation_table: (
        dict[Callable[..., Any], Callable[..., Any] | Sequence[Callable[..., Any]] | str] | None
    )
    report: bool
    optimize: bool
    verify: bool | str
    profile: bool
    dump_exported_program: bool
    artifacts_dir: str | os.PathLike[str]
    export_params: bool
    keep_initializers_as_inputs: bool
    dynamic_axes: Mapping[str, Mapping[int, str]] | Mapping[str, Sequence[int]] | None
    training: TrainingMode
    operator_export_type: OperatorExportTypes
    do_constant_folding: bool
    custom_opsets: Mapping[str, int] | None
    export_modules_as_functions: bool | Collection[type[torch.nn.Module]]
    autograd_inlining: bool
    weights: str | None
    data_name: str
    weights_from: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]
    weight_names: Mapping[str, str] | None
    target: str
    unsupported: str | None
    mutations: str
    op_schemas: Sequence[str]
    ops_library: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]
    dims: Mapping[str, str | int] | Sequence[str] | None
    metadata: str
    progress: bool | Callable[[str, float], None] | None
    fallback: bool
    isolate: bool
    unroll: int
    functions: Functions | None

    def __post_init__(self) -> None:
        if isinstance(self.args, Mapping) and not self.kwargs:
            self.args, self.kwargs = (), dict(self.args)
        elif self.args is None:
            self.args = ()
        elif not isinstance(self.args, (torch.Tensor, Sequence, Iterator)) or isinstance(
            self.args, (str, bytes)
        ):
            raise TypeError(
                f"args must be a tuple of arguments or a tensor, not {type(self.args).__name__}"
            )
        if self.kwargs is not None and not isinstance(self.kwargs, Mapping):
            raise TypeError(
                f"kwargs must be a dict of arguments by name, not {type(self.kwargs).__name__}"
            )

    def check(self) -> None:
        """Refuse invalid arguments before the capture.

        Raises:
            ValueError: An argument has an invalid value, or two arguments contradict each other.
            RegistrationError: A text cannot define an operator.
            TypeError: A lowering is neither a function nor a text.
        """
        if not hasattr(self.opset, "__index__") or self.opset not in OPSETS:
            valid = f"{OPSETS[0]} to {OPSETS[-1]}"
            raise ValueError(f'opset_version must be {valid} or "auto", not {self.opset!r}')
        for name, choices in _CHOICES.items():
            _check_choice(name, getattr(self, name), choices)
        if isinstance(self.verify, str):
            _check_choice("verify", self.verify, ("warn", "error"))
        for function in (self.custom_translation_table or {}).values():
            if not isinstance(function, Sequence) or isinstance(function, str):
                continue
            if not function or not all(map(callable, function)):
                raise TypeError(
                    "a value of custom_translation_table must be a function, a list of "
                    "functions or MLIR text"
                )
        if self.weights == "reference" and not self.weight_files and not self.is_path:
            raise ValueError(REFERENCE)
        captures = not isinstance(self.model, torch.export.ExportedProgram)
        if not self.dynamo and self.dynamic_shapes and captures:
            raise ValueError("dynamic_shapes needs dynamo=True; with dynamo=False use dynamic_axes")
        if self.unroll and not self.is_script:
            raise ValueError("unroll is for TorchScript modules; other programs have no loops")
        if self.own_functions and self.is_script:
            raise ValueError(
                "custom_translation_table has a function, which is not supported for "
                "TorchScript; use a definition in MLIR text (ops_library)"
            )
        for file in self.weight_files:
            if not isinstance(file, (str, os.PathLike)):
                raise TypeError(
                    "weights_from takes paths of files, not objects of the type "
                    f"{type(file).__name__}; apply_weights() of the result takes tensors"
                )
        if self.f is not None:
            check_destination(self.f, "f")
        _names(self.input_names, "input", None)
        _names(self.output_names, "output", None)
        if self.weights == "none" and self.weight_files:
            raise ValueError('weights_from gives values, which weights="none" leaves out')
        _ = self.definitions, self.outlining  # They check the arguments that they are made from.

    @property
    def opset(self) -> int:
        """The opset that lowerings are looked up for."""
        if self.opset_version == "auto":
            return AUTO_OPSET
        return DEFAULT_OPSET if self.opset_version is None else self.opset_version

    @property
    def is_path(self) -> bool:
        """Whether the model is a file."""
        return isinstance(self.model, (str, os.PathLike))

    @functools.cached_property
    def is_script(self) -> bool:
        """Whether the model is one of TorchScript, in memory or in a file."""
        return isinstance(self.model, _script.KINDS) or _script.is_archive(self.model)

    @property
    def weight_files(self) -> Sequence[str | os.PathLike[str]]:
        """The files of `weights_from`."""
        files = self.weights_from
        is_list = isinstance(files, Sequence) and not isinstance(files, (str, bytes))
        return files if is_list else [files]  # type: ignore[return-value,list-item]

    @functools.cached_property
    def _translations(self) -> Mapping[Any, Any]:
        return by_overload(self.custom_translation_table or {})

    @functools.cached_property
    def own_functions(self) -> dict[Callable[..., Any], Any]:
        """The lowerings of the caller that are Python functions, by operator."""
        return {
            operator: function
            for operator, function in self._translations.items()
            if not isinstance(function, str)
        }

    @functools.cached_property
    def definitions(self) -> Definitions:
        """The lowerings of the caller that are MLIR text."""
        table = {k: v.real if isinstance(v, Variants) else v for k, v in self._translations.items()}
        return Definitions(table, self.ops_library)

    @functools.cached_property
    def outlining(self) -> list[str]:
        """Options of the compiler about functions of the model."""
        return function_options(self.functions, self.export_modules_as_functions)

    def of_compiler(self) -> list[str]:
        """Options of the compiler that do not depend on the captured program."""
        unsupported = self.unsupported
        if unsupported is None:
            kept = self.operator_export_type not in (None, OperatorExportTypes.ONNX)
            unsupported = "keep" if kept else "error"
        schemas = [self.op_schemas] if isinstance(self.op_schemas, str) else self.op_schemas
        options = [
            f"--opset={'auto' if self.opset_version == 'auto' else self.opset}",
            f"--target={self.target}",
            "--module-scopes",
            *self.outlining,
            f"--unsupported={unsupported}",
            f"--mutations={self.mutations}",
            *(f"--op-schema={schema}" for schema in schemas),
            *(f"--weights-from={os.fspath(file)}" for file in self.weight_files),
            *(f"--weight-name={k}={v}" for k, v in (self.weight_names or {}).items()),
        ]
        if self.weights == "none" and self.is_path and not self.verify:
            options.append("--weights=none")  # the file may have no bytes of weights
        elif self.weights == "reference":
            options.append("--weights=reference")  # weights stay as they are in their files
        options += self.definitions.options
        if self.data_name != "model":
            options.append(f"--data-name={self.data_name}")
        if not self.optimize or self.do_constant_folding is False:
            options.append("-O0")
        return options

    def of_program(
        self, program: Program, symbols: Mapping[str, str], other_axes: Collection[str]
    ) -> list[str]:
        """Options of the compiler about names of inputs, outputs and dimensions.

        Args:
            program: The captured program.
            symbols: Names of its symbols, from `dynamic_shapes`.
            other_axes: Names in `dynamic_axes` that no input has.
        """
        counts: tuple[int | None, int | None] = (None, None)
        if isinstance(program, torch.export.ExportedProgram):
            inputs, outputs = _inputs.input_count(program), _inputs.output_count(program)
            counts = (inputs, None if self.mutations in ("outputs", "state") else outputs)
        elif isinstance(program, _script.Script):
            counts = (program.input_count, None)
        return [
            *_names(self.input_names, "input", counts[0]),
            *_names(self.output_names, "output", counts[1]),
            *_dims(self.dims, symbols, program),
            *_output_dims(self.dynamic_axes, self.output_names or (), other_axes, program),
        ]


def _names(names: Sequence[str] | None, kind: str, count: int | None) -> list[str]:
    """The option that names inputs or outputs."""
    if not names:
        return []
    names = [names] if isinstance(names, str) else list(names)
    for name in names:
        if not isinstance(name, str) or not name or "\0" in name:
            raise ValueError(
                f"{kind} names must be texts with a character and without NUL, not {name!r}"
            )
    if len(set(names)) != len(names):
        repeated = sorted({name for name in names if names.count(name) > 1})
        raise ValueError(f"{kind.capitalize()} names cannot be duplicated: {repeated}")
    if any("," in name for name in names):
        raise ValueError(f"{kind} names cannot have commas: {names}")
    if count is not None and len(names) > count:
        warnings.warn(
            f"the model has {count} {kind}s; the names {names[count:]} are not used",
            OnnxExporterWarning,
            stacklevel=5,
        )
        names = names[:count]
    return [f"--{kind}-names={','.join(names)}"] if names else []


def _dims(
    dims: Mapping[str, str | int] | Sequence[str] | None,
    names: Mapping[str, str],
    program: Program,
) -> list[str]:
    """Options for the names of symbols, and for what `dims` says of them.

    Args:
        dims: Of the caller: by symbol, by a name of `dynamic_shapes`, or by `INPUT.AXIS`.
        names: From `dynamic_shapes`, by symbol.
        program: The program.
    """
    given: dict[str, Any] = {}
    if isinstance(dims, Mapping):
        for key, value in dims.items():
            if isinstance(value, Mapping):  # by axis, as in dynamic_shapes
                given |= {f"{key}.{axis}": dim for axis, dim in value.items()}
            else:
                given[str(key)] = value
    else:
        texts = [dims] if isinstance(dims, str) else dims or ()
        pairs = [text.partition("=") for text in texts]
        given = {key: value for key, _, value in pairs}
    for key, value in given.items():
        if not isinstance(value, (int, str)) or isinstance(value, bool):
            raise ValueError(f"dims[{key!r}] must be a size or a name, not {value!r}")
    symbols = {name.strip('"'): symbol for symbol, name in names.items()}
    words = {*names.values(), *map(str, given.values())}
    given = {symbols.get(key, key): _dim_value(value, words) for key, value in given.items()}
    # What `dims` says counts more than a name.
    said = set(given) | {_symbol_of(key, program) for key in given}
    kept = {symbol: name for symbol, name in names.items() if symbol not in said}
    return [f"--dim={key}={value}" for key, value in (kept | given).items()]


def _dim_value(value: str | int, names: set[str]) -> str | int:
    """A size, a name or an expression of names, as the option --dim takes it."""
    if isinstance(value, int) or value.isdigit():
        return value
    words = set(re.findall(r"\w*[^\W\d]\w*", value))
    is_expression = words and value not in words and words <= names
    return value if is_expression else _dynamic_shapes.quoted(value)


def _output_dims(
    dynamic_axes: Any, output_names: str | Sequence[str], others: Collection[str], program: Program
) -> list[str]:
    """Options for the names that `dynamic_axes` gives to the axes of outputs.

    Args:
        dynamic_axes: As the caller gave it.
        output_names: The names that the caller gives to outputs, in order; other outputs
            keep those of the program.
        others: The names in `dynamic_axes` that no input has.
        program: The program.
    """
    if not dynamic_axes:
        return []
    given = [output_names] if isinstance(output_names, str) else output_names
    outputs: Sequence[tuple[str, int | None]]
    if isinstance(program, torch.export.ExportedProgram):
        outputs = _inputs.outputs(program)
    elif isinstance(program, _script.Script):
        outputs = [(name, None) for name in given]
    else:
        return []
    options = []
    names = [*given, *(name for name, _ in outputs[len(given) :])]
    for name, (_, rank) in zip(names, outputs, strict=False):
        axes = dynamic_axes.get(name) if name in given or name in others else None
        if not isinstance(axes, Mapping):
            continue  # A list of axes has no names.
        if rank is None:  # So axes that count from the end cannot be told.
            entry = {axis: dim for axis, dim in axes.items() if axis >= 0}
        else:
            entry = _dynamic_shapes.axes_of_entry(f"dynamic_axes[{name!r}]", rank, axes)
        options += [
            f"--dim={name}.{axis}={_dynamic_shapes.quoted(dim)}"
            for axis, dim in entry.items()
            if isinstance(dim, str)
        ]
    if unknown := set(others) - set(names):
        called = ', '.join(names) or "nothing"
        if isinstance(program, _script.Script) and not names:
            called = "what the compiler calls them"
        warnings.warn(
            f"dynamic_axes has names that are not names of inputs or outputs: "
            f"{', '.join(sorted(unknown))}. The outputs are called {called}; output_names renames "
            "them. Their dynamic axes are inferred from the inputs.",
            UserWarning,
            stacklevel=5,
        )
    return options


def _symbol_of(place: str, program: Program) -> str | None:
    """The symbol of `INPUT.AXIS`, if it is one."""
    name, _, axis = place.rpartition(".")
    if not axis.isdigit() or not isinstance(program, torch.export.ExportedProgram):
        return None
    for node in program.graph.find_nodes(op="placeholder"):
        value = node.meta.get("val")
        if node.name == name and isinstance(value, torch.Tensor) and int(axis) < value.dim():
            return str(value.shape[int(axis)])
    return None


def _check_choice(name: str, value: str | None, choices: Collection[str]) -> None:
    if value is not None and value not in choices:
        raise ValueError(f"{name} cannot be {value!r}; it is one of {', '.join(choices)}")
