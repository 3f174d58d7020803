"""Cuts a .pt2 file down to some of its outputs, to find what the compiler refuses.

The graph of the archive falls into parts that share no value.  Those that hold
a wanted output stay whole, so that writes to a value that is read later stay
with their reader; the inputs stay all.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from integration.common.archive import Archive

MODEL = "models/model.json"


def _names(argument: Any) -> Iterator[str]:
    """The values that an argument or a result of the archive's schema names."""
    if isinstance(argument, list):
        for item in argument:
            yield from _names(item)
    elif isinstance(argument, dict):
        for key, value in argument.items():
            if key in ("name", "as_name") and isinstance(value, str):
                yield value
            elif key != "as_graph":
                yield from _names(value)


class Program:
    """A program whose outputs can be taken apart."""

    def __init__(self, content: bytes) -> None:
        self._archive = Archive(content)
        model = self._archive.json(MODEL)
        graph = model["graph_module"]["graph"]
        self._parents: dict[str, str] = {}
        #: Names of the values of each node, none for a node without any.
        self._nodes: list[list[str]] = []
        for node in graph["nodes"]:
            names = [n for item in node["inputs"] for n in _names(item["arg"])]
            names += _names(node["outputs"])
            self._nodes.append(names)
            for name in names[1:]:
                self._parents[self._root(name)] = self._root(names[0])
        self._outputs = [list(_names(output)) for output in graph["outputs"]]
        self._targets = [node["target"] for node in graph["nodes"]]

    def _root(self, name: str) -> str:
        while (parent := self._parents.get(name, name)) != name:
            name = parent
        return name

    def _roots(self, outputs: Collection[int]) -> set[str]:
        return {self._root(n) for number in outputs for n in self._outputs[number]}

    def targets(self, outputs: Collection[int]) -> Counter[str]:
        """The operators that these outputs need ("aten.add.Tensor"), with their nodes."""
        roots = self._roots(outputs)
        return Counter(
            target.removeprefix("torch.ops.")
            for names, target in zip(self._nodes, self._targets, strict=True)
            if names and self._root(names[0]) in roots
        )

    def cut(self, outputs: Collection[int]) -> bytes:
        """An archive with only these outputs, by their numbers in ascending order."""
        roots = self._roots(outputs)
        model = self._archive.json(MODEL)
        module = model["graph_module"]
        graph = module["graph"]
        graph["nodes"] = [
            node
            for names, node in zip(self._nodes, graph["nodes"], strict=True)
            if names and self._root(names[0]) in roots
        ]
        graph["outputs"] = [graph["outputs"][number] for number in outputs]
        specs = module["signature"]["output_specs"]
        module["signature"]["output_specs"] = [specs[number] for number in outputs]
        return self._archive.replaced(MODEL, json.dumps(model).encode())
