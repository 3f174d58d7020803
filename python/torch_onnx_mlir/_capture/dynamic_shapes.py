"""The forms in which callers say which sizes are dynamic, and how they are called.

torch.export takes `Dim` objects by argument; torch.onnx also takes names (strings),
and the older `dynamic_axes` by the names of inputs.  Programs have no names of
dimensions, so the names that a caller gives are handed to the compiler afterwards.
"""

from __future__ import annotations

import ast
import inspect
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sympy
import torch
from torch.export import Dim
from torch.export.dynamic_shapes import _DerivedDim, _DimHint, _tree_map_with_path
from torch.export.graph_signature import ConstantArgument, InputKind
from torch.utils import _pytree as pytree
from torch.utils._sympy.numbers import int_oo

from torch_onnx_mlir._capture.inputs import without_classes
from torch_onnx_mlir._support import torch_internals as _torch
from torch_onnx_mlir.errors import OnnxExporterWarning

_Dim: Any = _torch.find("dim")

DynamicShapes = dict[str, Any] | tuple[Any, ...] | list[Any]
DynamicAxes = Mapping[str, Mapping[int, str]] | Mapping[str, Sequence[int]]


def with_dims(dynamic_shapes: Any, hint: _DimHint = Dim.DYNAMIC) -> Any:
    """The dynamic shapes as torch.export takes them: each string is a hint."""
    return pytree.tree_map(lambda leaf: hint if isinstance(leaf, str) else leaf, dynamic_shapes)


def _of_variadic(dynamic_shapes: Any, forward: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """The dynamic shapes with the entries of `*args` in a tuple, as torch.export takes them.

    A caller may also give an entry for each argument.
    """
    kinds = [parameter.kind for parameter in inspect.signature(forward).parameters.values()]
    if inspect.Parameter.VAR_POSITIONAL not in kinds or len(dynamic_shapes) != len(args):
        return dynamic_shapes
    first = kinds.index(inspect.Parameter.VAR_POSITIONAL)
    entries = tuple(dynamic_shapes[first:])
    if len(entries) == 1 and isinstance(entries[0], (tuple, list)):
        return dynamic_shapes
    return (*dynamic_shapes[:first], entries) if entries else dynamic_shapes


def _in_form_of(
    dynamic_shapes: Any,
    forward: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
) -> Any:
    """The arguments in the form of the dynamic shapes: by parameter, or a list or tuple."""
    given = dict(inspect.signature(forward).bind(*args, **kwargs).arguments)
    return given if isinstance(dynamic_shapes, Mapping) else type(dynamic_shapes)(given.values())


def checked(
    dynamic_shapes: Any,
    forward: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
) -> Any:
    """The dynamic shapes with axes that count from the front.

    torch.export ignores axes that count from the end.

    Args:
        dynamic_shapes: Of the caller.
        forward: What is exported.
        args: Example positional arguments.
        kwargs: Example keyword arguments.

    Raises:
        ValueError: An entry names an axis that its tensor does not have, or is of another form.
    """
    if isinstance(dynamic_shapes, (str, bytes, int, set, _Dim, _DimHint)):
        raise ValueError(
            "dynamic_shapes must be a dict from the parameters of the model, or a list or tuple "
            f"with an entry for each argument, not {dynamic_shapes!r}"
        )
    if not dynamic_shapes or not isinstance(dynamic_shapes, (Mapping, tuple, list)):
        return dynamic_shapes
    if not isinstance(dynamic_shapes, Mapping) and not kwargs:
        dynamic_shapes = _of_variadic(dynamic_shapes, forward, args)
    given = _in_form_of(dynamic_shapes, forward, args, kwargs)

    def axes(path: Any, leaf: Any, entry: Any) -> Any:
        if not isinstance(leaf, torch.Tensor):
            is_static = isinstance(entry, _DimHint) and _torch.kind_of_hint(entry) == "STATIC"
            return None if is_static else entry  # torch.export 2.6 refuses hints for numbers.
        if entry is None:
            return None
        result = axes_of_entry(f"dynamic_shapes{pytree.keystr(path)}", leaf.dim(), entry)
        return result if isinstance(entry, Mapping) else entry

    try:
        return _tree_map_with_path(axes, given, dynamic_shapes, tree_name="inputs")
    except torch._dynamo.exc.UserError:
        return dynamic_shapes  # torch.export says where the structure differs.


def _of_two(
    dynamic_shapes: Any,
    forward: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    axes: dict[int, set[int]] = {}
    given = _in_form_of(dynamic_shapes, forward, args, kwargs)

    def note(path: Any, leaf: Any, entry: Any) -> None:
        if entry is None or not isinstance(leaf, torch.Tensor):
            return
        for axis, dim in axes_of_entry(pytree.keystr(path), leaf.dim(), entry).items():
            if leaf.shape[axis] == 1 and (isinstance(dim, _Dim) or dim == Dim.DYNAMIC):
                axes.setdefault(id(leaf), set()).add(axis)

    def doubled(leaf: Any) -> Any:
        for axis in axes.get(id(leaf), ()):
            leaf = torch.cat([leaf, leaf], axis)
        return leaf

    _tree_map_with_path(note, given, dynamic_shapes, tree_name="inputs")
    new_args, new_kwargs = pytree.tree_map(doubled, (tuple(args), dict(kwargs)))
    return (new_args, new_kwargs) if axes else (args, dict(kwargs))


def without_ones(
    dynamic_shapes: Any,
    forward: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
) -> Any:
    """The dynamic shapes without the dimensions whose size is 0 or 1 in the example.

    torch.export by itself makes these static, and refuses those that are `Dim.DYNAMIC`.
    """

    def larger(path: Any, leaf: Any, entry: Any) -> Any:
        if not entry or not isinstance(leaf, torch.Tensor):
            return entry
        axes = axes_of_entry(pytree.keystr(path), leaf.dim(), entry)
        return {axis: dim for axis, dim in axes.items() if leaf.shape[axis] > 1}

    if not dynamic_shapes:
        return dynamic_shapes
    given = _in_form_of(dynamic_shapes, forward, args, kwargs)
    return _tree_map_with_path(larger, given, dynamic_shapes, tree_name="inputs")


def examples(
    dynamic_shapes: Any,
    forward: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
    """The arguments to capture a model with, best first.

    Before 2.7, torch.export takes a size of 1 for a constant; a dynamic one is 2 then.
    """
    is_known = isinstance(dynamic_shapes, (Mapping, tuple, list))
    if _torch.find("sizes_of_one") is None and is_known and dynamic_shapes:
        try:
            others = _of_two(dynamic_shapes, forward, args, kwargs)
        except (TypeError, ValueError, torch._dynamo.exc.UserError):
            return [(args, kwargs)]
        if others[0] is not args:
            return [others, (args, kwargs)]
    return [(args, kwargs)]


def axes_of_entry(name: str, rank: int, entry: Any) -> dict[int, Any]:
    """What `dynamic_shapes` says of the axes of one tensor.

    Args:
        name: The name of the entry, for messages.
        rank: The number of dimensions of the tensor.
        entry: The entry: a dict from axes, or a list or tuple with something for each dimension.

    Raises:
        ValueError: It is something else, or names an axis that there is not.
    """
    if isinstance(entry, (tuple, list)):
        if len(entry) != rank:
            raise ValueError(f"{name} has {len(entry)} entries for a tensor of {rank} dimensions")
        entry = dict(enumerate(entry))
    elif not isinstance(entry, Mapping):
        raise ValueError(
            f"{name} must be a dict from axes to names or Dims, or a list or tuple with an entry "
            f"for each dimension, not {entry!r}"
        )
    result: dict[int, Any] = {}
    for axis, dim in entry.items():
        if not isinstance(axis, int):
            raise ValueError(f"{name} has the key {axis!r}; expected the number of an axis")
        if not -rank <= axis < rank:
            raise ValueError(f"{name} names axis {axis} of a tensor of {rank} dimensions")
        if axis % rank in result:
            raise ValueError(f"{name} names axis {axis % rank} twice")
        if dim is not None and not isinstance(dim, (str, int, _Dim, _DimHint)):
            raise ValueError(f"{name}[{axis}] must be a name, a Dim or a size, not {dim!r}")
        result[axis % rank] = dim
    return result


def with_limits(dynamic_shapes: Any) -> Any:
    """The dynamic shapes with a limit for each `Dim` without one that others are derived from.

    torch.export looks for that of the root of `Dim("b", min=3) - 1` (KeyError: 'max').
    """
    limit = 2**40  # No dimension has more elements.
    roots = {
        leaf.root.__name__: Dim(leaf.root.__name__, min=leaf.root.min, max=limit)
        for leaf in pytree.tree_leaves(dynamic_shapes)
        if isinstance(leaf, _DerivedDim) and leaf.root.max == int_oo
    }

    def limited(leaf: Any) -> Any:
        if isinstance(leaf, _DerivedDim) and leaf.root.__name__ in roots:
            return _torch.derived_dim(leaf.__name__, roots[leaf.root.__name__], leaf.fn)
        return roots.get(leaf.__name__, leaf) if isinstance(leaf, _Dim) else leaf

    return pytree.tree_map(limited, dynamic_shapes)


def has_names(dynamic_shapes: Any) -> bool:
    """Whether a string stands for a dimension."""
    return any(isinstance(leaf, str) for leaf in pytree.tree_leaves(dynamic_shapes))


def all_automatic(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Dynamic shapes that let torch.export find out about every dimension."""
    return dict(
        pytree.tree_map(
            lambda leaf: dict.fromkeys(range(leaf.dim()), Dim.AUTO)
            if isinstance(leaf, torch.Tensor)
            else None,
            dict(arguments),
        )
    )


def _axes_of(name: str, axes: Any) -> dict[int, Any] | None:
    """One entry of `dynamic_axes` as torch.export has it, names still as strings."""
    if axes is None:
        return None
    if isinstance(axes, Mapping):
        result = dict(axes)
    elif isinstance(axes, Sequence) and not isinstance(axes, str):
        result = dict.fromkeys(axes, Dim.DYNAMIC)
    else:
        result = {}
    if not isinstance(axes, (Mapping, Sequence)) or isinstance(axes, str) or any(
        not isinstance(axis, int) for axis in result
    ):
        raise ValueError(
            f"dynamic_axes[{name!r}] must be a dict from axes to names or a list of axes, not "
            f"{axes!r}"
        )
    return result


def from_dynamic_axes(
    forward: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    dynamic_axes: DynamicAxes,
    input_names: Sequence[str] = (),
) -> tuple[dict[str, Any], set[str]]:
    """`dynamic_axes` as `dynamic_shapes`.

    Args:
        forward: What is exported.
        args: Example positional arguments.
        kwargs: Example keyword arguments.
        dynamic_axes: Axes by the names of inputs and outputs.
        input_names: The names that the caller gives to inputs, in order.

    Returns:
        Dynamic shapes by the parameters of `forward`, and the names that no input has.
    """
    if not isinstance(dynamic_axes, Mapping):
        raise ValueError(
            "dynamic_axes must be a dict from the names of inputs and outputs to their axes, not "
            f"{dynamic_axes!r}"
        )
    unused = {name: _axes_of(name, axes) for name, axes in dynamic_axes.items()}
    bound = inspect.signature(forward).bind(*args, **kwargs).arguments
    given = iter(input_names)

    def axes_of(path: tuple[Any, ...], leaf: Any) -> Any:
        if not isinstance(leaf, torch.Tensor):
            return None
        own = "_".join(str(getattr(key, "key", getattr(key, "idx", key))) for key in path)
        name = next(given, own)
        if name not in unused and own in unused:
            name = own
        axes = unused.pop(name, None)
        if axes is None:
            return None
        rank = leaf.dim()
        for axis in axes:
            if not -rank <= axis < rank:
                raise ValueError(
                    f"dynamic_axes[{name!r}] names axis {axis} of a tensor of {rank} dimensions"
                )
        return {axis % rank: dim for axis, dim in axes.items()}

    shapes = pytree.tree_map_with_path(axes_of, dict(bound))
    return dict(shapes), set(unused)


def _program_inputs(program: torch.export.ExportedProgram) -> list[Any]:
    """What each leaf of the arguments is in the graph: its value, or None if it is a constant."""
    values = {
        node.name: node.meta.get("val") for node in program.graph.nodes if node.op == "placeholder"
    }
    return [
        None if isinstance(spec.arg, ConstantArgument) else values.get(spec.arg.name)
        for spec in program.graph_signature.input_specs
        if spec.kind == InputKind.USER_INPUT
    ]


def _specifications(
    program: torch.export.ExportedProgram, dynamic_shapes: Any, forward: Callable[..., Any] | None
) -> list[Any]:
    """What `dynamic_shapes` says of each leaf of the program's arguments."""
    in_spec = program.call_spec.in_spec
    if in_spec is None:
        return []
    numbered = pytree.tree_unflatten(list(range(in_spec.num_leaves)), without_classes(in_spec))
    args, kwargs = numbered
    if forward is None:
        names = program.module_call_graph[0].signature
        given = list(names.forward_arg_names or ()) if names is not None else []
        combined = dict(zip(given, [*args, *kwargs.values()], strict=False))
    else:
        combined = dict(inspect.signature(forward).bind(*args, **kwargs).arguments)
    if hasattr(dynamic_shapes, "dynamic_shapes"):  # ShapesCollection, AdditionalInputs
        return []
    if isinstance(dynamic_shapes, Mapping):
        dynamic_shapes = {name: dynamic_shapes.get(name) for name in combined}
    else:
        dynamic_shapes = dict(zip(combined, dynamic_shapes, strict=False))
    result: list[Any] = [None] * in_spec.num_leaves

    def note(path: Any, number: int, axes: Any) -> None:
        del path
        result[number] = axes

    for name, tree in combined.items():
        if dynamic_shapes.get(name) is not None:
            _tree_map_with_path(note, tree, dynamic_shapes[name], tree_name="inputs")
    return result


def _fixed_symbols(program: torch.export.ExportedProgram) -> dict[Any, int]:
    """The symbols in sizes of inputs that have one value: assertions of the program fix them,
    such as `Dim.AUTO` for the features of a Linear."""
    sizes: list[Any] = [
        size
        for value in _program_inputs(program)
        if isinstance(value, torch.Tensor)
        for size in value.shape
        if isinstance(size, torch.SymInt)
    ]
    bounds = {
        symbol: program.range_constraints.get(symbol)
        for size in sizes
        for symbol in sorted(size.node.expr.free_symbols, key=str)
    }
    return {s: int(b.lower) for s, b in bounds.items() if b is not None and b.lower == b.upper}


def _only_value(size: int | torch.SymInt, fixed: Mapping[Any, int]) -> int | None:
    """The only value that a size can have."""
    if isinstance(size, int):
        return size
    value = size.node.expr.subs(fixed)
    return int(value) if value.is_Integer else None


def _in_parentheses(dim: Any) -> str:
    """The name of a dimension after a space; nothing for a hint."""
    return "" if isinstance(dim, _DimHint) else f" ({getattr(dim, '__name__', dim)})"


def warn_of_fixed_axes(
    program: torch.export.ExportedProgram, dynamic_shapes: Any, forward: Callable[..., Any]
) -> None:
    """Warn of sizes that have a name (a string or a `Dim`) and that the program fixes.

    To TorchScript's exporter, names of sizes were wishes; models of today name axes that
    their code fixes, such as channels.  Before 2.7 torch.export also fixes a size of one that
    is `Dim.DYNAMIC`.
    """
    symbols = _fixed_symbols(program)
    try:
        specifications = _specifications(program, dynamic_shapes, forward)
    except (AssertionError, TypeError, ValueError, torch._dynamo.exc.UserError):
        return  # names_of_symbols() says so.
    names = [
        spec.arg.name
        for spec in program.graph_signature.input_specs
        if spec.kind == InputKind.USER_INPUT
    ]
    leaves = zip(names, _program_inputs(program), specifications, strict=False)
    fixed = [
        f"dimension {axis} of '{name}'{_in_parentheses(dim)}, which is {size}"
        for name, value, axes in leaves
        if isinstance(value, torch.Tensor) and isinstance(axes, Mapping)
        for axis, dim in axes.items()
        if (isinstance(dim, (str, _Dim)) or dim == Dim.DYNAMIC)
        and (size := _only_value(value.shape[axis], symbols)) is not None
    ]
    if fixed:
        warnings.warn(
            f"the model fixes sizes that dynamic_shapes or dynamic_axes name: {'; '.join(fixed)}",
            OnnxExporterWarning,
            stacklevel=5,
        )


def names_of_symbols(
    program: torch.export.ExportedProgram,
    dynamic_shapes: Any,
    forward: Callable[..., Any] | None,
) -> dict[str, str]:
    """The names that a caller gives to the symbols of a program.

    Args:
        program: The captured program.
        dynamic_shapes: As the caller gave them, with strings and `Dim`s.
        forward: What was captured; None if the program was given.

    Returns:
        New names by the names of symbols ("s77"); for one that has a single value, this value,
        and for one whose size is an expression of names, this expression ("past + seq").
    """
    fixed = {str(symbol): str(value) for symbol, value in _fixed_symbols(program).items()}
    if not dynamic_shapes:
        return fixed
    try:
        specifications = _specifications(program, dynamic_shapes, forward)
    except (AssertionError, TypeError, ValueError, torch._dynamo.exc.UserError):
        warnings.warn(
            "dynamic_shapes does not have the structure of the inputs; dynamic dimensions keep "
            "the names of their symbols",
            UserWarning,
            stacklevel=4,
        )
        return fixed
    names = dict(fixed)
    sizes: dict[str, Any] = {}  # the example size of each name
    derived: list[tuple[Any, Any, str]] = []  # sizes, examples, and what callers say of them
    for value, axes in zip(_program_inputs(program), specifications, strict=False):
        if not isinstance(value, torch.Tensor) or axes is None:
            continue
        for axis, dim in axes_of_entry("an entry of dynamic_shapes", value.dim(), axes).items():
            size = value.shape[axis]
            if dim is None or isinstance(dim, (_DimHint, int)) or isinstance(size, int):
                continue
            name = dim if isinstance(dim, str) else dim.__name__
            if isinstance(dim, _DerivedDim) or (_is_sum(name) and size.node.expr.is_Symbol):
                derived.append((size.node.expr, size.node.hint, name))
                if isinstance(dim, _DerivedDim):
                    sizes.setdefault(dim.root.__name__, None)
                continue
            if not size.node.expr.is_Symbol:
                if isinstance(dim, _Dim):  # The root of another one, perhaps.
                    derived.append((size.node.expr, size.node.hint, name))
                    sizes.setdefault(name, size.node.hint)
                elif _is_sum(name):
                    derived.append((size.node.expr, size.node.hint, name))
                continue  # A derived size ("2*batch") follows from the name of its symbol.
            symbol = str(size.node.expr)
            if symbol in fixed:
                continue
            if names.get(symbol, quoted(name)) != quoted(name):
                _warn(
                    f"# The axis name: {name} will not be used, since it shares the same shape "
                    f"constraints with another axis: {names[symbol]}."
                )
                continue
            # Symbols of one name become one for the compiler, so that their sizes are taken
            # to be equal; those of the example are not always.
            if (sizes.get(name) or size.node.hint) != size.node.hint:
                _warn(
                    f"The axis name '{name}' is that of two sizes, {sizes[name]} and "
                    f"{size.node.hint} in the example; the second one is called '{symbol}'."
                )
                continue
            sizes[name] = size.node.hint
            names[symbol] = quoted(name)
    for size, example, name in derived:
        symbols = size.free_symbols
        if len(symbols) == 1 and (symbol := str(next(iter(symbols)))) not in names:
            names[symbol] = _said_of(size, example, name, sizes)
        else:
            _check_sum(_expression(name), example, name, sizes)
    return names


def _is_sum(name: str) -> bool:
    """Whether a name is an expression of others, as in "past + seq"."""
    return _expression(name) is not None


def _expression(name: str) -> sympy.Expr | None:
    """The expression over other names that a name is; None for another text."""
    if name.isidentifier() or not re.fullmatch(r"[\w\s+*()-]+", name):
        return None
    try:
        tree = ast.parse(name, mode="eval")
    except SyntaxError:
        return None
    words = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
    kinds = (ast.Expression, ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Name, ast.Constant, ast.Load)
    if not words or not all(isinstance(node, kinds) for node in ast.walk(tree)):
        return None
    symbols = {word: sympy.Symbol(word, integer=True) for word in words}
    return sympy.sympify(name, locals=symbols)


def _said_of(size: sympy.Expr, example: int, name: str, sizes: Mapping[str, Any]) -> str:
    """What the symbol of a size is, if the size is what a caller calls it.

    Args:
        size: The size, with one symbol.
        example: Its value in the example.
        name: What it is called: a name, or an expression of names ("past + seq").
        sizes: The names that there are, and their values in the example.
    """
    expression = sympy.Symbol(name, integer=True) if name.isidentifier() else _expression(name)
    if expression is None or not {str(s) for s in expression.free_symbols} <= sizes.keys():
        return quoted(name)  # Nobody says what the names in it are.
    if not _check_sum(expression, example, name, sizes):
        return str(next(iter(size.free_symbols)))
    (symbol,) = size.free_symbols
    found = sympy.solve(sympy.Eq(size, expression), symbol)
    if len(found) != 1 or not all(c.is_integer for c in found[0].as_coefficients_dict().values()):
        return str(symbol)
    return quoted(name) if "**" in str(found[0]) else str(found[0])


def _check_sum(
    expression: sympy.Expr | None, example: int, name: str, sizes: Mapping[str, Any]
) -> bool:
    """Warn if an expression of names has another value than the size in the example.

    Returns:
        Whether the expression may be the size: true also if the value of a name is not known.
    """
    if expression is None:
        return True
    values = {symbol: sizes.get(str(symbol)) for symbol in expression.free_symbols}
    if None in values.values() or expression.subs(values) == example:
        return True
    _warn(
        f"The axis name '{name}' is that of a size which is {example} in the example, and "
        f"the sum is {expression.subs(values)}; it is not used."
    )
    return False


def quoted(name: str) -> str:
    """A name as the option --dim takes it: in quotes if it is no word.

    Raises:
        ValueError: It is empty, or it has quotation marks or NUL characters.
    """
    if not name or '"' in name or "\0" in name:
        raise ValueError(
            "the name of a dimension must have a character, and neither quotation marks nor NUL "
            f"characters: {name!r}"
        )
    return name if re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII) else f'"{name}"'


def _warn(text: str) -> None:
    warnings.warn(text, UserWarning, stacklevel=5)
