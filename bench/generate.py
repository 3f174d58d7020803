"""Writes the .pt2 of an MLP of any depth, without torch.export.

torch.export takes minutes for some thousand layers. A deep MLP is the same two
nodes over and over, so its archive is written from the one of three layers that
torch.export.save wrote: every name of the middle layer is counted on.
"""

from __future__ import annotations

import copy
import json
import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy

#: torch.export.save lets the bytes of members begin at a multiple of this.
_ALIGNMENT = 64


class _Writer:
    """A stored archive with aligned members."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")
        self._zip = zipfile.ZipFile(self._file, "w", zipfile.ZIP_STORED)

    def add(self, name: str, content: bytes) -> None:
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        begin = self._file.tell() + 30 + len(name.encode()) + 4
        info.extra = struct.pack("<HH", 0x4246, -begin % _ALIGNMENT) + bytes(-begin % _ALIGNMENT)
        self._zip.writestr(info, content)

    def close(self) -> None:
        self._zip.close()
        self._file.close()


def _renamed(value: Any, names: dict[str, str]) -> Any:
    """A copy with other names: of values, and inside of module paths."""
    if isinstance(value, dict):
        return {key: _renamed(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [_renamed(item, names) for item in value]
    if isinstance(value, str):
        return names.get(value, value)
    return value


class _Template:
    """The three-layer program, taken apart."""

    def __init__(self, path: Path) -> None:
        with zipfile.ZipFile(path) as archive:
            self.members = {name: archive.read(name) for name in archive.namelist()}
        self.root = next(iter(self.members)).split("/")[0]
        self.program = json.loads(self.members[f"{self.root}/models/model.json"])
        config = f"{self.root}/data/weights/model_weights_config.json"
        self.config = json.loads(self.members[config])["config"]
        self.graph = self.program["graph_module"]["graph"]
        self.specs = self.program["graph_module"]["signature"]["input_specs"]
        self.width = self.config["2.weight"]["tensor_meta"]["sizes"][0]["as_int"]

    def names(self, layer: int) -> dict[str, str]:
        """How the second layer's names are in another one."""

        def value(kind: str, index: int) -> str:
            return f"{kind}_{index}" if index else kind

        names = {
            "relu": value("relu", layer - 1) if layer else "input",
            "linear_1": value("linear", layer),
            "relu_1": value("relu", layer),
        }
        for kind in ("weight", "bias"):
            names[f"p_2_{kind}"] = f"p_{2 * layer}_{kind}"
            names[f"2.{kind}"] = f"{2 * layer}.{kind}"
        for old, new in ((2, 2 * layer), (3, 2 * layer + 1)):
            for node in self.graph["nodes"]:
                stack = node["metadata"].get("nn_module_stack", "")
                other = stack.replace(f"L__self___{old},{old},", f"L__self___{new},{new},")
                other = other.replace(f"L__self__{old},{old},", f"L__self__{new},{new},")
                if other != stack:
                    names[stack] = other
        return names

    def build(self, layers: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """The program and the table of weights of a deeper one."""
        nodes: list[Any] = []
        inputs: list[Any] = []
        specs: list[Any] = []
        config: dict[str, Any] = {}
        tables = self.graph["tensor_values"]
        values = {"input": tables["input"]}
        for layer in range(layers):
            names = self.names(layer)
            nodes += _renamed(self.graph["nodes"][2:4], names)
            inputs += _renamed(self.graph["inputs"][2:4], names)
            specs += _renamed(self.specs[2:4], names)
            for kind, member in (("weight", 2 * layer), ("bias", 2 * layer + 1)):
                entry = copy.deepcopy(self.config[f"2.{kind}"])
                entry["path_name"] = f"weight_{member}"
                config[f"{2 * layer}.{kind}"] = entry
            for old in ("p_2_weight", "p_2_bias", "linear_1", "relu_1"):
                values[names[old]] = tables[old]
        program = copy.deepcopy(self.program)
        graph = program["graph_module"]["graph"]
        signature = program["graph_module"]["signature"]
        last = {"relu_2": self.names(layers - 1)["relu_1"]}
        graph["nodes"] = nodes
        graph["inputs"] = inputs + graph["inputs"][6:]
        graph["outputs"] = _renamed(graph["outputs"], last)
        graph["tensor_values"] = values
        signature["input_specs"] = specs + signature["input_specs"][6:]
        signature["output_specs"] = _renamed(signature["output_specs"], last)
        return program, config


def write_mlp(template: Path, layers: int, path: Path) -> None:
    """An MLP like the one in `template` with `layers` layers instead of three."""
    source = _Template(template)
    program, config = source.build(layers)
    writer = _Writer(path)
    width = source.width
    for layer in range(layers):
        draw = numpy.random.default_rng(layer).standard_normal
        # Values keep their size through any number of layers.
        weight = draw((width, width), "float32") * numpy.float32((2 / width) ** 0.5)
        writer.add(f"{path.stem}/data/weights/weight_{2 * layer}", weight.tobytes())
        bias = draw(width, "float32") * numpy.float32(0.01)
        writer.add(f"{path.stem}/data/weights/weight_{2 * layer + 1}", bias.tobytes())
    replaced = {
        "models/model.json": json.dumps(program).encode(),
        "data/weights/model_weights_config.json": json.dumps({"config": config}).encode(),
    }
    for name, content in source.members.items():
        suffix = name.removeprefix(source.root + "/")
        if not suffix.startswith("data/weights/weight_"):
            writer.add(f"{path.stem}/{suffix}", replaced.get(suffix, content))
    writer.close()
