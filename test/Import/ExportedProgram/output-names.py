# Names of outputs from the out_spec. Whatever is not understood gives no names:
# then outputs have those of their values.
#
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: torch-onnx-translate --import-pt2 keys.pt2 | FileCheck %s --check-prefix=KEYS
# RUN: torch-onnx-translate --import-pt2 results.pt2 | FileCheck %s --check-prefix=RESULTS
# RUN: torch-onnx-translate --import-pt2 more-results.pt2 | FileCheck %s --check-prefix=NONE
# RUN: torch-onnx-translate --import-pt2 no-operator.pt2 | FileCheck %s --check-prefix=NONE
# RUN: torch-onnx-translate --import-pt2 tuple.pt2 | FileCheck %s --check-prefix=NONE
# RUN: torch-onnx-translate --import-pt2 none.pt2 | FileCheck %s --check-prefix=NONE
# RUN: torch-onnx-translate --import-pt2 fewer.pt2 | FileCheck %s --check-prefix=NONE
# RUN: torch-onnx-translate --import-pt2 broken.pt2 | FileCheck %s --check-prefix=NONE
# RUN: torch-onnx-translate --import-pt2 context.pt2 | FileCheck %s --check-prefix=NONE
# RUN: torch-onnx-translate --import-pt2 fields.pt2 | FileCheck %s --check-prefix=NONE
# RUN: torch-onnx-translate --import-pt2 deep.pt2 | FileCheck %s --check-prefix=NONE
# RUN: torch-onnx-translate --import-pt2 number.pt2 | FileCheck %s --check-prefix=NONE
# RUN: torch-onnx-translate --import-pt2 absent.pt2 | FileCheck %s --check-prefix=NONE

# KEYS: -> (tensor<2xf32> {onnx.name = "logits"}, tensor<2xf32> {onnx.name = "rest.0"})
# RESULTS: -> (tensor<2xf32> {onnx.name = "values"}, tensor<2xf32> {onnx.name = "indices"})
# NONE: -> (tensor<2xf32> {onnx.name = "y"}, tensor<2xf32> {onnx.name = "z"})

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
import archive as pt2

LEAF = {"type": None, "context": None, "children_spec": []}


def tree(kind, context, *children):
    return {"type": kind, "context": context, "children_spec": list(children)}


def write(name, spec, fields=None, entries=True):
    f32 = pt2.meta([2])
    relu = lambda x, y: pt2.node("aten.relu.default", {"self": x}, [y])
    graph = pt2.graph(
        ["x"], [relu("x", "y"), relu("y", "z")], ["y", "z"], tensors={n: f32 for n in "xyz"}
    )
    program = pt2.program(graph)
    module = program["graph_module"]
    signature = {"inputs": [], "outputs": [], "in_spec": "", "out_spec": spec}
    module["module_call_graph"] = [{"fqn": "", "signature": signature}] if entries else None
    module["treespec_namedtuple_fields"] = fields
    pt2.write(program, path=name + ".pt2")


def dump(*spec):
    return json.dumps([1, *spec])


rest = tree("builtins.list", "null", LEAF)
keys = tree("builtins.dict", '["logits", "rest"]', LEAF, rest)
write("keys", dump(keys))
# PyTorch 2.15 writes its own result types. aten.max has overloads with one result.
write("results", dump(tree("torch.return_types.max", "null", LEAF, LEAF)))
write("more-results", dump(tree("torch.return_types.svd", "null", LEAF, LEAF)))
write("no-operator", dump(tree("torch.return_types.m", "null", LEAF, LEAF)))
write("tuple", dump(tree("builtins.tuple", "null", LEAF, LEAF)))
write("none", None)
write("fewer", dump(tree("builtins.dict", '["logits"]', LEAF)))
write("broken", dump(keys)[:-4])
write("context", dump(tree("builtins.dict", '["logits"', LEAF, rest)))
write("fields", dump(tree("collections.namedtuple", "Pair", LEAF, LEAF)))
deep = keys
for _ in range(100):
    deep = tree("builtins.tuple", "null", deep)
write("deep", dump(deep))
write("number", json.dumps([1, 2]))
write("absent", dump(keys), entries=False)
