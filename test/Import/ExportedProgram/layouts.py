# What is known of the strides of a program: reshape is told whether it is a view
# where eager's strides are certain, and else whose strides are not.
#
# RUN: %python %s %t.pt2
# RUN: torch-onnx-translate --import-pt2 %t.pt2 --mlir-print-local-scope | FileCheck %s

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
import archive as pt2

ROWS, COLUMNS = [3, 1], [1, 2]
tensors, nodes = {}, []


def call(target, inputs, strides, sizes=(2, 3)):
    name = f"v{len(nodes)}"
    tensors[name] = pt2.meta(list(sizes), strides=strides)
    nodes.append(pt2.node(target, inputs, [name]))
    return name


def reshape(x):
    shape = {"as_ints": [6]}
    return call("aten.reshape.default", {"self": x, "shape": shape}, [1], [6])


def binary(target, x, y, strides):
    return call(target, {"self": x, "other": y}, strides)


for name, strides in (("rows", ROWS), ("columns", COLUMNS)):
    tensors[name] = pt2.meta([2, 3], strides=strides)
tensors["number"] = pt2.meta([])
tensors["line"] = pt2.meta([6])
for name, strides in (("places", ROWS), ("turned", COLUMNS)):
    tensors[name] = pt2.meta([2, 3], dtype=5, strides=strides)

# Inputs are as recorded, and what is made from contiguous tensors only.
# CHECK: reshape.default(%arg0, [6]) attributes {torch.is_view = true}
# CHECK: reshape.default(%arg1, [6]) attributes {torch.is_view = false}
# CHECK: %[[A:.*]] = torch.aten.xlogy.Tensor
# CHECK: reshape.default(%[[A]], [6]) attributes {torch.is_view = true}
reshape("rows")
reshape("columns")
reshape(binary("aten.xlogy.Tensor", "rows", "rows", ROWS))

# The record of an elementwise operator is replaced by what eager allocates: the
# first operand decides, a number does not.
# CHECK: %[[A:.*]] = torch.aten.xlogy.Tensor(%arg0, %arg1)
# CHECK: reshape.default(%[[A]], [6]) attributes {torch.is_view = true}
# CHECK: %[[A:.*]] = torch.aten.xlogy.Tensor(%arg1, %arg0)
# CHECK: reshape.default(%[[A]], [6]) attributes {torch.is_view = false}
# CHECK: %[[A:.*]] = torch.aten.floor_divide.default(%arg1, %arg2)
# CHECK: reshape.default(%[[A]], [6]) attributes {torch.is_view = false}
reshape(binary("aten.xlogy.Tensor", "rows", "columns", COLUMNS))
reshape(binary("aten.xlogy.Tensor", "columns", "rows", ROWS))
quotient = binary("aten.floor_divide.default", "columns", "number", ROWS)
reshape(quotient)

# What is written in place stays where it is.
# CHECK: %[[W:.*]] = torch.aten.add_.Tensor
# CHECK: reshape.default(%[[W]], [6]) attributes {torch.is_view = false}
reshape(binary("aten.add_.Tensor", quotient, "rows", ROWS))

# A view of what is not as recorded is not either: its dimensions may have another
# order, of other views nothing is known. Of what is as recorded, it is.
# CHECK: %[[T:.*]] = torch.aten.neg.default
# CHECK: reshape.default(%[[T]], [6]) attributes {torch.is_view = false}
# CHECK: %[[V:.*]] = torch.aten.alias.default
# CHECK: reshape.default(%[[V]], [6]) attributes {torch.is_view = false}
# CHECK: %[[V:.*]] = torch.aten.transpose.int
# CHECK: reshape.default(%[[V]], [6]) attributes {torch.is_view = true}
# CHECK: %[[V:.*]] = torch.aten.slice.Tensor
# CHECK: reshape.default(%[[V]], [6]) attributes {torch.is_view = "aten.slice.Tensor"}
# CHECK: %[[V:.*]] = torch.aten.alias.default
# CHECK: reshape.default(%[[V]], [6]) attributes {torch.is_view = false}
reshape(call("aten.neg.default", {"self": "columns"}, COLUMNS))
reshape(call("aten.alias.default", {"self": quotient}, ROWS))
axes = {"dim0": {"as_int": 0}, "dim1": {"as_int": 1}}
reshape(call("aten.transpose.int", {"self": quotient, **axes}, [1, 3], (3, 2)))
part = {"dim": {"as_int": 0}, "start": {"as_int": 0}, "end": {"as_int": 2}}
reshape(call("aten.slice.Tensor", {"self": quotient, **part}, ROWS))
reshape(call("aten.alias.default", {"self": "columns"}, COLUMNS))

# Others are as recorded where that was measured, or all operands are contiguous.
# CHECK: %[[S:.*]] = torch.aten.log_sigmoid.default(%arg0)
# CHECK: reshape.default(%[[S]], [6]) attributes {torch.is_view = true}
# CHECK: %[[S:.*]] = torch.aten.log_sigmoid.default(%arg1)
# CHECK: reshape.default(%[[S]], [6]) attributes {torch.is_view = "aten.log_sigmoid.default"}
# CHECK: %[[N:.*]] = torch.aten.neg.default(%[[S]])
# CHECK: reshape.default(%[[N]], [6]) attributes {torch.is_view = "aten.log_sigmoid.default"}
# CHECK: as_strided.default(%[[N]], {{.*}}) attributes {torch.strides = "aten.log_sigmoid.default"}
# CHECK: %[[C:.*]] = torch.aten.clone.default(%[[N]]
# CHECK: reshape.default(%[[C]], [6]) attributes {torch.is_view = true}
# CHECK: %[[S:.*]] = torch.aten.cumsum.default(%arg1
# CHECK: reshape.default(%[[S]], [6]) attributes {torch.is_view = false}
reshape(call("aten.log_sigmoid.default", {"self": "rows"}, ROWS))
uncertain = call("aten.log_sigmoid.default", {"self": "columns"}, ROWS)
reshape(uncertain)
negative = call("aten.neg.default", {"self": uncertain}, ROWS)
reshape(negative)
call(
    "aten.as_strided.default",
    {"self": negative, "size": {"as_ints": [2]}, "stride": {"as_ints": [1]}},
    [1],
    [2],
)
reshape(
    call("aten.clone.default", {"self": negative, "memory_format": {"as_memory_format": 1}}, ROWS)
)
reshape(call("aten.cumsum.default", {"self": "columns", "dim": {"as_int": 0}}, COLUMNS))

# What is read is laid out like the indices: believed where these are contiguous.
# CHECK: %[[I:.*]] = torch.aten.index.Tensor(%arg3, [%arg4])
# CHECK: reshape.default(%[[I]], [6]) attributes {torch.is_view = true}
# CHECK: %[[I:.*]] = torch.aten.index.Tensor(%arg3, [%arg5])
# CHECK: reshape.default(%[[I]], [6]) attributes {torch.is_view = "aten.index.Tensor"}
for places in ("places", "turned"):
    indices = {"as_optional_tensors": [pt2.tensor(places)]}
    reshape(call("aten.index.Tensor", {"self": "line", "indices": indices}, ROWS))

# ldexp is a power and a product: of rows and columns nothing is known.
# CHECK: %[[L:.*]] = torch.aten.ldexp.Tensor(%arg0, %arg1)
# CHECK: reshape.default(%[[L]], [6]) attributes {torch.is_view = "aten.ldexp.Tensor"}
reshape(binary("aten.ldexp.Tensor", "rows", "columns", ROWS))

# Nothing is known of an operator without a schema.
# CHECK: %[[M:.*]] = torch.my.op.default
# CHECK: reshape.default(%[[M]], [6]) attributes {torch.is_view = "my.op.default"}
reshape(call("my.op.default", {"x": "rows"}, ROWS))

inputs = ["rows", "columns", "number", "line", "places", "turned"]
pt2.write(pt2.program(pt2.graph(inputs, nodes, ["rows"], tensors=tensors)))
