"""Writes .pt2 archives in the layouts of PyTorch 2.5 to 2.8.

What these versions do is in their torch/export/__init__.py (save),
torch/export/pt2_archive/_package.py and torch/_export/serde/serialize.py; here
today's torch writes the state dictionaries, and the JSON of a program becomes
what they would have written for it.
"""

import io
import json
import math
import zipfile

import torch

#: The schema of each version, and whether its archive has a folder at the top.
VERSIONS = {"2.5": (7, 3), "2.6": (8, 2), "2.7": (8, 7), "2.8": (8, 8)}


def _spell(value):
    """Python's infinities and NaN for the strings of newer archives."""
    names = {"Infinity": math.inf, "-Infinity": -math.inf, "NaN": math.nan}
    return names.get(value, value)


def _convert(value, version):
    """A part of the program, as `version` writes it."""
    if isinstance(value, list):
        return [_convert(item, version) for item in value]
    if not isinstance(value, dict):
        return value
    result = {key: _convert(item, version) for key, item in value.items()}
    if "storage_offset" in result:
        result["storage_offset"] = {"as_int": 0}
    if version in ("2.5", "2.6"):
        # No optional field is written that is None, and floats as json has them.
        for key in ("kind", "hint", "is_hop_single_tensor_return", "name"):
            if result.get(key, 0) is None or key in ("kind", "is_hop_single_tensor_return"):
                result.pop(key, None)
        if "as_float" in result:
            result["as_float"] = _spell(result["as_float"])
        if "as_floats" in result:
            result["as_floats"] = [_spell(item) for item in result["as_floats"]]
    if version == "2.5":
        if "as_none" in result:
            result["as_none"] = []
        if "min_val" in result:
            low, high = result["min_val"], result["max_val"]
            result["min_val"] = -math.inf if low is None else low
            result["max_val"] = math.inf if high is None else high
    return result


def _save(tensors):
    buffer = io.BytesIO()
    torch.save(tensors, buffer)
    return buffer.getvalue()


def write(program, path, version, weights=None, constants=None):
    """Writes the JSON of `program` with dictionaries of tensors to `path`."""
    program = _convert(program, version)
    major, minor = VERSIONS[version]
    program["schema_version"] = {"major": major, "minor": minor}
    program["torch_version"] = f"{version}.0"
    program.pop("guards_code", None)
    if version == "2.5":
        program["graph_module"]["graph"].pop("sym_float_values", None)
    text = json.dumps(program)
    with zipfile.ZipFile(path, "w") as archive:
        if version == "2.8":
            archive.writestr("m/models/model.json", text)
            archive.writestr("m/data/weights/model.pt", _save(weights or {}))
            archive.writestr("m/data/constants/model.pt", _save(constants or {}))
            archive.writestr("m/data/sample_inputs/model.pt", b"")
            archive.writestr("m/archive_format", "pt2")
            archive.writestr("m/archive_version", "0")
            archive.writestr("m/byteorder", "little")
        else:
            archive.writestr("serialized_exported_program.json", text)
            archive.writestr("serialized_state_dict.pt", _save(weights or {}))
            archive.writestr("serialized_constants.pt", _save(constants or {}))
            archive.writestr("serialized_example_inputs.pt", b"")
            archive.writestr("version", f"{major}.{minor}")


def rewrite(program, path, version):
    """Writes a torch.export.ExportedProgram to `path` as `version` would."""
    buffer = io.BytesIO()
    torch.export.save(program, buffer)
    with zipfile.ZipFile(buffer) as archive:
        name = next(n for n in archive.namelist() if n.endswith("models/model.json"))
        text = json.loads(archive.read(name))
    write(text, path, version, dict(program.state_dict), dict(program.constants))
