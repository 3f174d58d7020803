"""Writes .pt2 files whose JSON is spelled out by a test.

torch.export writes some kinds of arguments, inputs and tables rarely or never;
here each of them is a line of Python. What is not given takes the value that
torch.export gives it.
"""

import json
import sys
import zipfile


def int_(value):
    """A SymInt: a number, or an expression as text."""
    return {"as_expr": {"expr_str": value, "hint": None}} if isinstance(value, str) else {
        "as_int": value
    }


def meta(sizes, dtype=7, strides=None, offset=0):
    """TensorMeta; dtype 7 is float32."""
    if strides is None:
        strides, step = [], 1
        for size in reversed(sizes):
            strides.insert(0, step)
            step = step * size if isinstance(size, int) and isinstance(step, int) else 1
    return {
        "dtype": dtype,
        "sizes": [int_(s) for s in sizes],
        "requires_grad": False,
        "device": {"type": "cpu", "index": None},
        "strides": [int_(s) for s in strides],
        "storage_offset": int_(offset),
        "layout": 7,
    }


def tensor(name):
    return {"as_tensor": {"name": name}}


def node(target, inputs, outputs, **metadata):
    """`inputs` maps names to arguments, `outputs` are arguments; a string is a
    tensor."""
    wrap = lambda a: tensor(a) if isinstance(a, str) else a
    return {
        "target": f"torch.ops.{target}" if "." in target and target[0].islower() and not
        target.startswith(("_operator.", "torch.", "math.")) else target,
        "inputs": [{"name": k, "arg": wrap(v), "kind": 1} for k, v in inputs.items()],
        "outputs": [wrap(o) for o in outputs],
        "metadata": metadata,
    }


def graph(inputs, nodes, outputs, tensors=None, ints=None, bools=None, floats=None):
    wrap = lambda a: tensor(a) if isinstance(a, str) else a
    return {
        "inputs": [wrap(a) for a in inputs],
        "outputs": [wrap(a) for a in outputs],
        "nodes": nodes,
        "tensor_values": tensors or {},
        "sym_int_values": {k: int_(v) for k, v in (ints or {}).items()},
        "sym_bool_values": bools or {},
        "sym_float_values": floats or {},
        "custom_obj_values": {},
        "is_single_tensor_return": False,
    }


def program(graph, inputs=None, outputs=None, ranges=None, major=8):
    """The signature has user inputs and outputs only unless it is given."""
    if inputs is None:
        inputs = [{"user_input": {"arg": a}} for a in graph["inputs"]]
    if outputs is None:
        outputs = [{"user_output": {"arg": a}} for a in graph["outputs"]]
    return {
        "graph_module": {
            "graph": graph,
            "signature": {"input_specs": inputs, "output_specs": outputs},
            "module_call_graph": [],
            "metadata": {},
            "treespec_namedtuple_fields": {},
        },
        "opset_version": {"aten": 10},
        "range_constraints": {
            k: {"min_val": low, "max_val": high} for k, (low, high) in (ranges or {}).items()
        },
        "schema_version": {"major": major, "minor": 20},
        "verifiers": ["TRAINING"],
        "torch_version": "2.13.0",
        "guards_code": [],
    }


def write(models, weights=None, constants=None, members=None, path=None):
    """Writes `models` (a program, or programs by name) to the file named on the
    command line. `weights` and `constants` map names to (member, TensorMeta),
    `members` the members of data/ to their bytes."""
    if "graph_module" in models:
        models = {"model": models}

    def config(table):
        return {
            "config": {
                name: {"path_name": member, "is_param": True, "use_pickle": False,
                       "tensor_meta": tensor_meta}
                for name, (member, tensor_meta) in (table or {}).items()
            }
        }

    with zipfile.ZipFile(path or sys.argv[1], "w") as archive:
        def put(name, content):
            if not isinstance(content, (bytes, str)):
                content = json.dumps(content)
            archive.writestr(f"archive/{name}", content)

        put("archive_format", "pt2")
        put("archive_version", "0")
        put("byteorder", "little")
        for name, model in models.items():
            put(f"models/{name}.json", model)
            put(f"data/weights/{name}_weights_config.json", config(weights))
            put(f"data/constants/{name}_constants_config.json", config(constants))
        for name, content in (members or {}).items():
            put(f"data/{name}", content)
