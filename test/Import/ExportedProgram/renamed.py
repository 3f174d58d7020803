# Another version of PyTorch may have named an argument differently. Its calls
# list their arguments in the order of the schema, so the argument without a
# default that is missing at this position is the one meant.
#
# RUN: %python %s %t.pt2
# RUN: torch-onnx-translate --import-pt2 %t.pt2 | FileCheck %s
#
# Calls whose unknown argument can be a new one are refused.
# RUN: not torch-onnx-translate --import-pt2 %t-default.pt2 2>&1 | FileCheck %s --check-prefix=WINDOW
# RUN: not torch-onnx-translate --import-pt2 %t-keyword.pt2 2>&1 | FileCheck %s --check-prefix=WINDOW
# RUN: not torch-onnx-translate --import-pt2 %t-end.pt2 2>&1 | FileCheck %s --check-prefix=WINDOW
# RUN: not torch-onnx-translate --import-pt2 %t-given.pt2 2>&1 | FileCheck %s --check-prefix=WINDOW
# RUN: not torch-onnx-translate --import-pt2 %t-order.pt2 2>&1 | FileCheck %s --check-prefix=WINDOW
# RUN: not torch-onnx-translate --import-pt2 %t-number.pt2 2>&1 | FileCheck %s --check-prefix=WINDOW
# RUN: not torch-onnx-translate --import-pt2 %t-kind.pt2 2>&1 | FileCheck %s --check-prefix=KIND
# WINDOW: the operator has no argument 'window' in the schemas of this compiler; the program may come from a newer or older PyTorch
# KIND: argument 'window' is not a tensor
#
# A program of the version of the schemas has their names.
# RUN: not torch-onnx-translate --import-pt2 %t-same.pt2 2>&1 | FileCheck %s --check-prefix=WINDOW

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
import archive as pt2

x = pt2.tensor("x")
two = {"as_float": 2.0}
one = {"as_int": 1}


def write(path, *calls, version="2.14.1+cpu"):
    nodes = [pt2.node(target, inputs, [f"r{i}"]) for i, (target, inputs) in enumerate(calls)]
    results = [f"r{i}" for i in range(len(calls))]
    tensors = {name: pt2.meta([3, 3]) for name in ["x", *results]}
    program = pt2.program(pt2.graph(["x"], nodes, results, tensors))
    program["torch_version"] = version
    pt2.write(program, path=path)


write(
    sys.argv[1],
    # The names of 2.14.
    # CHECK: torch.aten._cdist_backward.default(%[[X:[a-z0-9]+]], %[[X]], %[[X]], p=2.000000e+00, cdist=%[[X]])
    (
        "aten._cdist_backward.default",
        {"grad_output": x, "x1": x, "x2": x, "p": two, "cdist": x},
    ),
    # CHECK: torch.aten._pdist_backward.default(%[[X]], %[[X]], p=2.000000e+00, pdist=%[[X]])
    ("aten._pdist_backward.default", {"grad_output": x, "self": x, "p": two, "pdist": x}),
    # Two names.
    # CHECK: torch.aten.sub.Tensor(%[[X]], %[[X]])
    ("aten.sub.Tensor", {"left": x, "right": x, "alpha": one}),
)


def refuse(name, target, inputs, **version):
    write(sys.argv[1].removesuffix(".pt2") + f"-{name}.pt2", (target, inputs), **version)


# `beta` has a default.
refuse("default", "aten.softplus.default", {"self": x, "window": one})
# A keyword can have any position.
refuse("keyword", "aten.relu.out", {"self": x, "window": x})
refuse("end", "aten.relu.default", {"self": x, "window": x})
refuse("given", "aten.sub.Tensor", {"window": x, "self": x, "other": x})
# `other` is missing, but not at the position of `window`.
refuse("order", "aten.sub.Tensor", {"self": x, "alpha": one, "window": x})
# The number of the dimensions, which is not their sizes.
norm = {"input": x, "window": one, "weight": {"as_none": True}, "eps": {"as_none": True}}
refuse("number", "aten._fused_rms_norm.default", norm)
refuse("kind", "aten.sub.Tensor", {"self": x, "window": {"as_string": "mean"}})
refuse("same", "aten.relu.default", {"window": x}, version="2.13.0+cpu")
