"""Cuts an exported batch down to some of its programs, without another export.

Nodes carry the line of Python that they come from, and each program has a file
name of its own: those of the other programs are taken out of the archive, with
all that reads their values.  Inputs and weights stay.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Collection
from typing import Any

#: Members of an archive begin at multiples of this, as torch writes them.
ALIGNMENT = 64


def _names(value: Any) -> set[str]:
    """The names of values in an argument or an output of a node."""
    if isinstance(value, dict):
        found = set().union(*(_names(v) for k, v in value.items() if k not in ("name", "as_name")))
        for key in ("name", "as_name"):
            if isinstance(value.get(key), str):
                found.add(value[key])
        return found
    if isinstance(value, list):
        return set().union(*(_names(v) for v in value))
    return set()


def _program_of(node: dict[str, Any]) -> int | None:
    found = re.findall(r'File "program_(\d+)\.py"', node["metadata"].get("stack_trace", ""))
    return int(found[-1]) if found else None


def _reduce(document: dict[str, Any], kept: Collection[int], counts: list[int]) -> None:
    graph = document["graph_module"]["graph"]
    signature = document["graph_module"]["signature"]
    gone: set[str] = set()
    nodes = []
    for node in graph["nodes"]:
        reads = set().union(*(_names(i["arg"]) for i in node["inputs"]))
        if _program_of(node) in kept or (_program_of(node) is None and not reads & gone):
            nodes.append(node)
        else:
            gone |= set().union(*(_names(output) for output in node["outputs"]))
    graph["nodes"] = nodes
    owners = [position for position, count in enumerate(counts) for _ in range(count)]
    number = 0
    outputs, specs = [], []
    for output, spec in zip(graph["outputs"], signature["output_specs"], strict=True):
        keep = not _names(output) & gone
        if "user_output" in spec:
            keep = owners[number] in kept
            number += 1
        if keep:
            outputs.append(output)
            specs.append(spec)
    graph["outputs"], signature["output_specs"] = outputs, specs
    for table in ("tensor_values", "sym_int_values", "sym_float_values", "sym_bool_values"):
        graph[table] = {k: v for k, v in graph.get(table, {}).items() if k not in gone}


def subset(archive: bytes, kept: Collection[int], counts: list[int]) -> bytes:
    """The archive with the programs at the positions `kept` only.

    `counts` has the number of outputs of each program.
    """
    result = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(archive)) as source,
        zipfile.ZipFile(result, "w", zipfile.ZIP_STORED) as target,
    ):
        for name in source.namelist():
            content = source.read(name)
            if name.endswith("models/model.json"):
                document = json.loads(content)
                _reduce(document, kept, counts)
                content = json.dumps(document).encode()
            info = zipfile.ZipInfo(name)
            begin = result.tell() + 30 + len(name) + 4
            padding = -begin % ALIGNMENT
            info.extra = b"FB" + padding.to_bytes(2, "little") + bytes(padding)
            target.writestr(info, content)
    return result.getvalue()
