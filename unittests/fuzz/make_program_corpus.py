#!/usr/bin/env python3
"""Writes seeds for fuzz-exported-program: the JSON of .pt2 files and pieces of it.

Usage: make_program_corpus.py FOLDER MODEL.pt2...

What only makes seeds longer (stack traces, module paths) is cut. Of every
program there is the whole, without and with its table of weights, and one seed
for each node alone.
"""

import json
import pathlib
import sys
import zipfile


def shorten(node):
    metadata = node.get("metadata", {})
    if "stack_trace" in metadata:
        metadata["stack_trace"] = 'File "model.py", line 3, in forward'
    if "nn_module_stack" in metadata:
        metadata["nn_module_stack"] = "L__self__,,a.B;L__self___c,c,a.D"
    metadata.pop("torch_fn", None)
    for argument in node.get("inputs", []):
        inner = argument["arg"].get("as_graph")
        if inner:
            for other in inner["graph"]["nodes"]:
                shorten(other)


def read(path):
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        root = names[0].split("/")[0]
        program = json.loads(archive.read(f"{root}/models/model.json"))
        weights = f"{root}/data/weights/model_weights_config.json"
        config = json.loads(archive.read(weights)) if weights in names else None
    for node in program["graph_module"]["graph"]["nodes"]:
        shorten(node)
    # Nothing else is read.
    kept = ("graph_module", "range_constraints", "schema_version")
    program = {key: program[key] for key in kept}
    module = program["graph_module"]
    program["graph_module"] = {key: module[key] for key in ("graph", "signature")}
    # The archive of the fuzzer has four files.
    for index, entry in enumerate((config or {"config": {}})["config"].values()):
        entry["path_name"] = f"weight_{index % 4}"
    return program, config


def seeds(path):
    program, config = read(path)

    def text(value):
        return json.dumps(value, separators=(",", ":")).encode()

    yield "program", text(program)
    yield "all", text(program) + b"\xff" + text(config)
    nodes = program["graph_module"]["graph"]["nodes"]
    for node in nodes:
        target = node["target"].removeprefix("torch.ops.").replace(".", "-")
        program["graph_module"]["graph"]["nodes"] = [node]
        yield target, text(program)


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for path in sys.argv[2:]:
        for name, content in seeds(path):
            (folder / f"{pathlib.Path(path).stem}-{name}").write_bytes(content)
    print(f"{len(list(folder.iterdir()))} seeds in {folder}")


if __name__ == "__main__":
    main()
