"""Arguments and results of a program, as its ONNX model has them: flat, without constants."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import torch
from torch.export._tree_utils import reorder_kwargs
from torch.export.graph_signature import ConstantArgument, InputKind, OutputKind
from torch.utils import _pytree as pytree
from torch.utils._pytree import BUILTIN_TYPES

from torch_onnx_mlir._support import torch_internals as _torch

if TYPE_CHECKING:
    from torch_onnx_mlir._capture.torchscript import Script


class Outputs(tuple[torch.Tensor, ...]):
    """What a model returned: all tensors in the order of the ONNX outputs.

    `structured` has them as the module returns them.
    """

    _structure: Callable[[Sequence[torch.Tensor]], Any] | None

    def __new__(
        cls,
        values: Sequence[torch.Tensor],
        structure: Callable[[Sequence[torch.Tensor]], Any] | None = None,
    ) -> Outputs:
        self = super().__new__(cls, values)
        self._structure = structure
        return self

    @property
    def structured(self) -> Any:
        """The tensors in the structure that the module's `forward` returns.

        Raises:
            ValueError: There is no exported program, which knows the structure.
        """
        if self._structure is None:
            raise ValueError("without an exported program the structure of the outputs is unknown")
        return self._structure(self)


# Without this, the functions of pytree take a subclass of tuple for one leaf.
pytree.register_pytree_node(
    Outputs, lambda outputs: (list(outputs), None), lambda values, _: tuple(values)
)


def split_args(
    args: Any, kwargs: Mapping[str, Any] | None, forward: Callable[..., Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The positional and the keyword arguments: a trailing dict is the latter.

    Unless it cannot be: a dict that only fits as the last positional argument is that.
    """
    if isinstance(args, torch.Tensor):
        args = (args,)
    args = tuple(args)
    if kwargs or not args or not isinstance(args[-1], dict):
        return args, dict(kwargs or {})
    if not _fits(forward, args[:-1], args[-1]) and _fits(forward, args, {}):
        return args, {}
    return args[:-1], dict(args[-1])


def _fits(forward: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[Any, Any]) -> bool:
    try:
        inspect.signature(forward).bind(*args, **kwargs)
    except TypeError:
        return False
    return True


def input_specs(program: torch.export.ExportedProgram) -> list[Any]:
    """What each leaf of the arguments is in the graph."""
    return [
        spec.arg
        for spec in program.graph_signature.input_specs
        if spec.kind == InputKind.USER_INPUT
    ]


def input_count(program: torch.export.ExportedProgram) -> int:
    """How many inputs the ONNX model has."""
    return sum(not isinstance(arg, ConstantArgument) for arg in input_specs(program))


def output_count(program: torch.export.ExportedProgram) -> int:
    """How many outputs the ONNX model has, without updates of buffers and inputs."""
    return len(outputs(program))


def outputs(program: torch.export.ExportedProgram) -> list[tuple[str, int]]:
    """The name of each output of the ONNX model and its number of dimensions, without updates."""
    values = {node.name: node.meta.get("val") for node in program.graph.nodes}
    found = [
        (name := getattr(spec.arg, "name", ""), values.get(name))
        for spec in program.graph_signature.output_specs
        if spec.kind == OutputKind.USER_OUTPUT and not _is_none(spec.arg)
    ]
    return [
        (name, value.dim() + value.is_complex() if isinstance(value, torch.Tensor) else 0)
        for name, value in found
    ]


def _is_none(arg: Any) -> bool:
    return isinstance(arg, ConstantArgument) and arg.value is None


def _same_constant(given: Any, expected: Any) -> bool:
    return type(given) is type(expected) and bool(given == expected)


def _by_program(
    program: torch.export.ExportedProgram, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> list[Any] | None:
    """The inputs among arguments that have the structure of the program's, or None."""
    in_spec = program.call_spec.in_spec
    if in_spec is None:
        return None
    expected = _torch.children_of(in_spec)[1].context if in_spec.num_children == 2 else None
    if expected is None or set(expected) != set(kwargs):
        return None
    ordered = reorder_kwargs(dict(kwargs), in_spec)
    leaves, spec = pytree.tree_flatten((tuple(args), ordered))
    arguments = input_specs(program)
    if spec != in_spec and without_classes(spec) == without_classes(in_spec):
        _refuse_state(spec, in_spec)
    if spec != in_spec or len(leaves) != len(arguments):
        return None
    inputs = []
    for leaf, argument in zip(leaves, arguments, strict=True):
        if not isinstance(argument, ConstantArgument):
            inputs.append(leaf)
        elif not _same_constant(leaf, argument.value):
            raise ValueError(
                f"argument '{argument.name}' is {argument.value!r} in the program and cannot be "
                f"{leaf!r}"
            )
    return inputs


def without_classes(spec: pytree.TreeSpec) -> pytree.TreeSpec:
    """The structure with a list in place of each object of a registered class: torch.export
    has the dynamic shapes of these as lists, and only tensors make such objects."""
    if spec.is_leaf():
        return spec
    children = [without_classes(child) for child in _torch.children_of(spec)]
    if spec.type in BUILTIN_TYPES:
        return pytree.TreeSpec(spec.type, spec.context, children)
    return pytree.TreeSpec(list, None, children)


def _refuse_state(given: pytree.TreeSpec, expected: pytree.TreeSpec) -> None:
    """Refuse an object with other numbers than that of the program, which has them for good:
    the number of tokens that a cache of a sliding window has seen."""
    if given.type is expected.type and given.context == expected.context:
        for left, right in zip(
            _torch.children_of(given), _torch.children_of(expected), strict=True
        ):
            _refuse_state(left, right)
    elif given.type is not None:
        raise ValueError(
            f"an argument is a {given.type.__name__} of the state {given.context}; in the "
            f"program it is a {getattr(expected.type, '__name__', None)} of the state "
            f"{expected.context}, for good"
        )


def flatten(
    program: torch.export.ExportedProgram | Script | None,
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    names: Sequence[str],
) -> list[Any]:
    """The arguments that are inputs of the model, in order.

    Args:
        program: The program that the model was made from, if there is one.
        args: Positional arguments of the module, or its inputs one by one.
        kwargs: Keyword arguments of the module.
        names: The names of the model's inputs.

    Raises:
        TypeError: There are more or fewer than the model has.
        ValueError: A constant of the program is given with another value.
    """
    if program is None:
        inputs = None
    elif isinstance(program, torch.export.ExportedProgram):
        inputs = _by_program(program, args, kwargs)
    else:
        inputs = program.inputs(args, kwargs)
        if inputs is not None and len(inputs) != len(names):
            inputs = None
    if inputs is None:
        inputs = [leaf for leaf in pytree.tree_leaves((args, kwargs)) if leaf is not None]
        if len(inputs) != len(names):
            # Python numbers among the arguments are constants of the program.
            inputs = [leaf for leaf in inputs if isinstance(leaf, torch.Tensor)]
    if len(inputs) != len(names):
        raise TypeError(
            f"the model has {len(names)} inputs ({', '.join(names) or 'none'}), "
            f"but {len(inputs)} values were given"
        )
    return inputs


def structure_of(
    program: torch.export.ExportedProgram,
) -> Callable[[Sequence[torch.Tensor]], Any] | None:
    """A function from the outputs of the model to what the module returns."""
    out_spec = program.call_spec.out_spec
    if out_spec is None:
        return None
    values = {node.name: node.meta.get("val") for node in program.graph.nodes}
    specs = [
        spec.arg
        for spec in program.graph_signature.output_specs
        if spec.kind == OutputKind.USER_OUTPUT
    ]

    def structured(outputs: Sequence[torch.Tensor]) -> Any:
        remaining = iter(outputs)
        leaves: list[Any] = []
        for spec in specs:
            if isinstance(spec, ConstantArgument):
                if spec.value is not None:
                    next(remaining)
                leaves.append(spec.value)
                continue
            value = next(remaining)
            example = values.get(spec.name)
            if not isinstance(example, torch.Tensor):
                leaves.append(value.item())
            elif example.is_complex():
                leaves.append(torch.view_as_complex(value.contiguous()))
            else:
                leaves.append(value)
        return pytree.tree_unflatten(leaves, out_spec)

    return structured


def _leaves_and_examples(
    program: torch.export.ExportedProgram, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> list[tuple[Any, Any]] | None:
    """Each leaf of the arguments with the value of its placeholder, which is None for a constant.

    None if the arguments do not have the structure of the program's.
    """
    in_spec = program.call_spec.in_spec
    if in_spec is None:
        return None
    leaves, spec = pytree.tree_flatten((tuple(args), reorder_kwargs(dict(kwargs), in_spec)))
    if spec != in_spec:
        return None
    values = {
        node.name: node.meta.get("val") for node in program.graph.nodes if node.op == "placeholder"
    }
    examples = [
        None if isinstance(arg, ConstantArgument) else values.get(arg.name)
        for arg in input_specs(program)
    ]
    return list(zip(leaves, examples, strict=True))


def _sizes_of_symbols(leaves_and_examples: list[tuple[Any, Any]]) -> dict[Any, list[int]]:
    """The sizes of the dimensions that have a symbol, in order."""
    sizes: dict[Any, list[int]] = {}
    for leaf, example in leaves_and_examples:
        if isinstance(leaf, torch.Tensor) and isinstance(example, torch.Tensor):
            for size, dim in zip(leaf.shape, example.shape, strict=True):
                if isinstance(dim, torch.SymInt) and dim.node.expr.is_Symbol:
                    sizes.setdefault(dim.node.expr, []).append(size)
    return sizes


def contradicts(
    program: torch.export.ExportedProgram, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> bool:
    """Whether the arguments do not have the sizes that the program expects.

    That is, dimensions that are equal in the program differ, or a size is outside of its range.
    """
    pairs = _leaves_and_examples(program, args, kwargs) or []
    for symbol, sizes in _sizes_of_symbols(pairs).items():
        bounds = program.range_constraints.get(symbol)
        is_outside = bounds is not None and not bounds.lower <= sizes[0] <= bounds.upper
        if is_outside or len(set(sizes)) > 1:
            return True
    return any(
        isinstance(dim, int) and dim != size
        for leaf, example in pairs
        if isinstance(leaf, torch.Tensor) and isinstance(example, torch.Tensor)
        for size, dim in zip(leaf.shape, example.shape, strict=True)
    )


def has_empty_dimension(
    program: torch.export.ExportedProgram, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> bool:
    """Whether a dynamic dimension has the size 0 in the arguments."""
    pairs = _leaves_and_examples(program, args, kwargs) or []
    return any(0 in sizes for sizes in _sizes_of_symbols(pairs).values())


def resized(
    program: torch.export.ExportedProgram,
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    change: Callable[[int], int],
) -> tuple[tuple[Any, ...], dict[str, Any]] | None:
    """Arguments whose dynamic dimensions have other sizes.

    The values are those that the arguments have, repeated, so that indices stay valid.

    Args:
        program: The program.
        args: Positional arguments that have its structure.
        kwargs: Keyword arguments.
        change: A function from the size of a dimension to another one.

    Returns:
        The arguments, or None if no size can be changed that way.
    """
    pairs = _leaves_and_examples(program, args, kwargs)
    if pairs is None:
        return None
    sizes = {symbol: first for symbol, (first, *_) in _sizes_of_symbols(pairs).items()}
    changed = {}
    for symbol, size in sizes.items():
        bounds = program.range_constraints.get(symbol)
        new = change(size)
        if bounds is not None and not bounds.lower <= new <= bounds.upper:
            new = size
        if size > 0 and new > 0 and new != size:
            changed[symbol] = new
    if not changed:
        return None
    assignments = sizes | changed
    result = []
    for leaf, example in pairs:
        if isinstance(leaf, torch.Tensor) and isinstance(example, torch.Tensor):
            leaf = leaf.detach()
            for axis, dim in enumerate(example.shape):
                if isinstance(dim, torch.SymInt):
                    wanted = dim.node.expr.subs(assignments)
                    if not wanted.is_Integer:
                        return None
                    number = torch.arange(int(wanted), device=leaf.device) % leaf.shape[axis]
                    leaf = leaf.index_select(axis, number)
        result.append(leaf)
    new_args, new_kwargs = pytree.tree_unflatten(result, program.call_spec.in_spec)
    return tuple(new_args), dict(new_kwargs)
