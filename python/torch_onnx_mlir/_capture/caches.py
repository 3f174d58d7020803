"""Caches of transformers as arguments and results of exported programs.

torch.export takes an object apart if its class is registered with torch.utils._pytree.
transformers registers its caches on request only.  A cache that is not registered yet is
registered here as lists of tensors, by kind: `key_cache` with the keys of all layers, then
`value_cache`, then other tensors that the layers hold (states of convolutions, lengths).
For a DynamicCache this is the structure that transformers gives it, so `dynamic_shapes`
has the same form.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any

import torch
from torch.utils import _pytree as pytree

#: Names of children that differ from those of the attributes, as transformers has them.
_NAMES = {"keys": "key_cache", "values": "value_cache"}
#: Numbers of a layer that are sizes of its tensors: the attribute and the axis.
_SIZES = {
    "batch_size": ("keys", 0),
    "num_heads": ("keys", 1),
    "k_head_dim": ("keys", -1),
    "v_head_dim": ("values", -1),
    "cumulative_length": ("keys", -2),
}
#: A tensor that a layer computes from its number `sliding_window`.
_WINDOW = "_sliding_window_tensor"


def _path(cls: type) -> str:
    return f"{cls.__module__}:{cls.__qualname__}"


def _class(path: str) -> type:
    """A class of a module that is imported already: nothing is imported for a file."""
    module, _, name = path.partition(":")
    cls: type = getattr(sys.modules[module], name)
    return cls


def _has_tensors(value: Any) -> bool:
    return any(isinstance(leaf, torch.Tensor) for leaf in pytree.tree_leaves(value))


def _encode(value: Any) -> Any:
    """A part of the state as JSON has it, which torch.export writes.

    Raises:
        TypeError: It cannot be written.
    """
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (torch.SymInt, torch.SymFloat)):
        raise TypeError(f"a cache holds the number {value}, which is not a size of its tensors")
    if isinstance(value, torch.dtype):
        return {"dtype": str(value).removeprefix("torch.")}
    if isinstance(value, torch.device):
        return {"device": str(value)}
    if isinstance(value, type):
        return {"class": _path(value)}
    if isinstance(value, (list, tuple)):
        return [_encode(item) for item in value]
    if isinstance(value, dict):
        return {"items": [[key, _encode(item)] for key, item in value.items()]}
    raise TypeError(f"a cache holds a {type(value).__name__}, which torch.export cannot write")


def _decode(value: Any) -> Any:
    if isinstance(value, list):
        return [_decode(item) for item in value]
    if not isinstance(value, dict):
        return value
    ((kind, content),) = value.items()
    if kind == "dtype":
        return getattr(torch, content)
    if kind == "device":
        return torch.device(content)
    if kind == "class":
        return _class(content)
    return {key: _decode(item) for key, item in content}


def _size(layer: Any, name: str) -> Any:
    """The size that the number `name` of a layer is; None if it is none."""
    attribute, axis = _SIZES.get(name, (None, 0))
    shape = getattr(getattr(layer, attribute, None), "shape", ()) if attribute else ()
    return shape[axis] if len(shape) == 4 else None


def _state(layer: Any, children: dict[str, list[Any]]) -> dict[str, Any]:
    """The state of a layer, whose tensors are appended to `children`."""
    state: dict[str, Any] = {}
    for name, value in vars(layer).items():
        if name == _WINDOW:
            state[name] = None
        elif _has_tensors(value):
            children.setdefault(name, []).append(value)
            state[name] = {"child": len(children[name]) - 1}
        elif (size := _size(layer, name)) is not None and value == size:
            state[name] = {"size": None}
        else:
            state[name] = _encode(value)
    return state


def _flatten(cache: Any) -> tuple[list[Any], list[Any]]:
    children: dict[str, list[Any]] = {"keys": [], "values": []}
    layers = [
        [_path(type(layer)), _state(layer, children)] for layer in getattr(cache, "layers", ())
    ]
    caches: dict[str, Any] = {}
    state: dict[str, Any] = {}
    for name, value in vars(cache).items():
        if name == "layers":
            continue
        if name == "layer_class_to_replicate" and layers:
            state[name] = None  # It is for layers that are added later.
        elif type(value) in pytree.SUPPORTED_NODES and not isinstance(value, (dict, list, tuple)):
            caches[name] = value
        else:
            state[name] = _encode(value)
    if not layers and caches:  # EncoderDecoderCache
        children = {}
    names = [*(_NAMES.get(name, name) for name in children), *caches]
    # The names come first: the compiler reads those of outputs from there.
    context = [names, [_path(type(cache)), list(children), layers, state]]
    return [*children.values(), *caches.values()], context


def _flatten_with_keys(cache: Any) -> tuple[list[tuple[Any, Any]], list[Any]]:
    children, context = _flatten(cache)
    return [(pytree.MappingKey(name), c) for name, c in zip(context[0], children)], context


def _layer(path: str, state: dict[str, Any], tensors: dict[str, list[Any]]) -> Any:
    cls = _class(path)
    layer: Any = object.__new__(cls)
    sizes = []
    for name, value in state.items():
        if name == _WINDOW:
            value = torch.tensor([layer.sliding_window])
        elif isinstance(value, dict) and "child" in value:
            value = tensors[name][value["child"]]
        elif isinstance(value, dict) and "size" in value:
            sizes.append(name)
            continue
        else:
            value = _decode(value)
        setattr(layer, name, value)
    for name in sizes:
        setattr(layer, name, _size(layer, name))
    return layer


def _unflatten(values: Iterable[Any], context: list[Any]) -> Any:
    names, (path, attributes, layers, state) = context
    children = list(values)
    tensors = dict(zip(attributes, children))
    cls = _class(path)
    cache: Any = object.__new__(cls)
    if layers or attributes:
        cache.layers = [_layer(kind, own, tensors) for kind, own in layers]
    for name, value in state.items():
        setattr(cache, name, _decode(value))
    for name, child in zip(names[len(attributes) :], children[len(attributes) :]):
        setattr(cache, name, child)
    return cache


def _subclasses(cls: type) -> Iterator[type]:
    derived: type
    for derived in cls.__subclasses__():
        yield derived
        yield from _subclasses(derived)


def register_caches() -> None:
    """Register the caches of transformers that are not registered; nothing if it is not imported."""
    base = getattr(sys.modules.get("transformers.cache_utils"), "Cache", None)
    if base is None:
        return
    for cls in dict.fromkeys(_subclasses(base)):
        if cls not in pytree.SUPPORTED_NODES:
            pytree.register_pytree_node(
                cls,
                _flatten,
                _unflatten,
                serialized_type_name=_path(cls),
                flatten_with_keys_fn=_flatten_with_keys,
            )
