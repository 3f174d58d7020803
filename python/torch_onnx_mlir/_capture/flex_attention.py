"""`flex_attention` in programs that were captured by torch.export itself.

It is an operator there, with the functions of scores and masks as graphs, that
torch.export.save cannot write. Its calls become what PyTorch computes without a fused
kernel, on the whole batch at once; the sizes of the program stay symbols.
"""

from __future__ import annotations

import operator
import sys
from typing import Any

import torch
from torch._guards import detect_fake_mode
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils import _pytree as pytree

# What a node knows of where it is from.
_PLACE = ("stack_trace", "nn_module_stack", "source_fn_stack", "torch_fn")


def _graphs(module: torch.fx.GraphModule) -> list[torch.fx.GraphModule]:
    """The graph and those in it: a call may be in a branch."""
    return [part for part in module.modules() if isinstance(part, torch.fx.GraphModule)]


def _calls(module: torch.fx.GraphModule) -> list[torch.fx.Node]:
    target = torch.ops.higher_order.flex_attention
    return list(module.graph.find_nodes(op="call_function", target=target))


def has_flex_attention(module: torch.fx.GraphModule) -> bool:
    """Whether a graph, or one in it, calls the operator."""
    return any(_calls(part) for part in _graphs(module))


def _trace(
    module: torch.fx.GraphModule, call: torch.fx.Node
) -> tuple[torch.fx.GraphModule, list[torch.fx.Node]]:
    """What the call computes, and the nodes that it computes it from."""
    attention = sys.modules["torch._higher_order_ops.flex_attention"].math_attention
    leaves, tree = pytree.tree_flatten((call.args, call.kwargs))
    used = [leaf for leaf in leaves if isinstance(leaf, torch.fx.Node)]
    inputs = list(dict.fromkeys(node for node in used if node.op != "get_attr"))
    values = [node.meta["val"] for node in inputs]

    def compute(*given: Any) -> Any:
        known = dict(zip(inputs, given, strict=True))

        def value_of(leaf: Any) -> Any:
            if not isinstance(leaf, torch.fx.Node):
                return leaf
            return known[leaf] if leaf in known else getattr(module, str(leaf.target))

        args, kwargs = pytree.tree_unflatten([value_of(leaf) for leaf in leaves], tree)
        return attention(*args, **kwargs)

    mode = detect_fake_mode(values)
    assert mode is not None
    with torch.no_grad(), mode:
        traced = make_fx(compute, tracing_mode="real", _allow_non_fake_inputs=True)(*values)
    return traced, inputs


def _constants_as_numbers(traced: torch.fx.GraphModule) -> None:
    """Make a constant tensor of one number, which a program has no place for, when it runs."""
    for node in traced.graph.find_nodes(op="get_attr"):
        value = getattr(traced, str(node.target))
        if not isinstance(value, torch.Tensor) or value.dim() != 0:
            continue
        meta = next(user for user in node.users).meta["val"]
        with traced.graph.inserting_before(node):
            number = traced.graph.call_function(
                torch.ops.aten.scalar_tensor.default, (value.item(),), {"dtype": value.dtype}
            )
        number.meta["val"] = meta
        node.replace_all_uses_with(number)
        traced.graph.erase_node(node)


def _sizes_apart(traced: torch.fx.GraphModule) -> None:
    """Ask for each size by itself; the list of all sizes cannot be written.

    Only for static sizes: PyTorch 2.12 fixes dynamic ones in these lists, so that such a program
    has to be refused.
    """
    for node in traced.graph.find_nodes(op="call_function", target=torch.ops.aten.size.default):
        for user in list(node.users):
            if user.target is not operator.getitem:
                continue
            with traced.graph.inserting_before(user):
                size = traced.graph.call_function(
                    torch.ops.aten.sym_size.int, (node.args[0], user.args[1])
                )
            size.meta["val"] = node.meta["val"][user.args[1]]
            user.replace_all_uses_with(size)
            traced.graph.erase_node(user)
        if not node.users:
            traced.graph.erase_node(node)


def _replace(module: torch.fx.GraphModule, call: torch.fx.Node) -> None:
    traced, inputs = _trace(module, call)
    _constants_as_numbers(traced)
    sizes = [size for node in inputs for size in getattr(node.meta["val"], "shape", ())]
    if not any(isinstance(size, torch.SymInt) for size in sizes):
        _sizes_apart(traced)
    places = traced.graph.find_nodes(op="placeholder")
    given: dict[torch.fx.Node, Any] = dict(zip(places, inputs, strict=True))
    before = set(module.graph.nodes)
    with module.graph.inserting_before(call):
        results: Any = module.graph.graph_copy(traced.graph, given)
    where = {key: call.meta[key] for key in _PLACE if key in call.meta}
    for node in module.graph.nodes:
        if node not in before:
            node.meta.update(where)
    for user in list(call.users):
        result = results[user.args[1]]
        user.replace_all_uses_with(result)
        module.graph.erase_node(user)
        if result not in before:
            result.name = user.name  # The signature of the program names its outputs.
    functions = [node for node in call.all_input_nodes if node.op == "get_attr"]
    module.graph.erase_node(call)
    for function in functions:
        if not function.users:
            module.graph.erase_node(function)


def without_flex_attention(module: torch.fx.GraphModule) -> None:
    """Replaces the calls in a graph, and in those in it."""
    for part in _graphs(module):
        for call in _calls(part):
            _replace(part, call)
        part.recompile()
