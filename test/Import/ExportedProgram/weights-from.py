# --weights-from: weights of a program without bytes come from other files, by
# their names and by reference. What is missing or does not fit is reported in
# one run; headers that lie are refused.
#
# RUN: rm -rf %t && mkdir -p %t/other && cd %t && %python %s
#
# RUN: torch-onnx m.pt2 -o m.onnx --weights-from=all.safetensors --save-stages=stages --no-check
# RUN: FileCheck %s --check-prefix=ALL --input-file=stages/01-read.mlir
# RUN: torch-onnx m.pt2 -o m.onnx --weights-from=index.json --save-stages=sharded
# RUN: FileCheck %s --check-prefix=SHARDS --input-file=sharded/01-read.mlir
# RUN: torch-onnx m.pt2 -o m.onnx --weights-from=full.pt2 --save-stages=program
# RUN: FileCheck %s --check-prefix=PROGRAM --input-file=program/01-read.mlir
# RUN: torch-onnx m.pt2 -o m.onnx --weights-from=prefixed.safetensors --save-stages=named \
# RUN:   '--weight-name=a.*=model.a.*' --weight-name=b=model.a.w
# RUN: FileCheck %s --check-prefix=NAMED --input-file=named/01-read.mlir
#
# RUN: rm m.onnx
# RUN: not torch-onnx m.pt2 -o m.onnx --weights-from=wrong.safetensors 2>&1 | FileCheck %s --check-prefix=WRONG
# RUN: not torch-onnx m.pt2 -o m.onnx --weights-from=all.safetensors --weights-from=one.safetensors 2>&1 | FileCheck %s --check-prefix=TWICE
# RUN: not torch-onnx m.pt2 -o m.onnx --weights-from=one.safetensors --weights-from=other/one.safetensors 2>&1 | FileCheck %s --check-prefix=SAME
# RUN: not torch-onnx full.pt2 -o m.onnx --weights-from=all.safetensors 2>&1 | FileCheck %s --check-prefix=UNUSED
# RUN: not torch-onnx m.pt2 -o m.onnx --weights-from=away.json 2>&1 | FileCheck %s --check-prefix=AWAY
# RUN: not torch-onnx m.pt2 -o m.onnx --weights-from=missing.json 2>&1 | FileCheck %s --check-prefix=MISSING
# RUN: not torch-onnx m.pt2 -o m.onnx --weights-from=nothing 2>&1 | FileCheck %s --check-prefix=NOTHING
# RUN: not torch-onnx m.pt2 -o m.onnx --weights-from=short 2>&1 | FileCheck %s --check-prefix=SHORT
# RUN: not torch-onnx m.pt2 -o m.onnx --weights-from=huge 2>&1 | FileCheck %s --check-prefix=HUGE
# RUN: not torch-onnx m.pt2 -o m.onnx --weights-from=text 2>&1 | FileCheck %s --check-prefix=TEXT
# RUN: not torch-onnx m.pt2 -o m.onnx --weights-from=beyond 2>&1 | FileCheck %s --check-prefix=BEYOND
# RUN: not torch-onnx m.pt2 -o m.onnx --weights-from=negative 2>&1 | FileCheck %s --check-prefix=NEGATIVE
# RUN: not torch-onnx m.pt2 -o m.onnx --weights-from=overlap 2>&1 | FileCheck %s --check-prefix=OVERLAP
# RUN: not torch-onnx m.pt2 -o m.onnx --weights-from=hole 2>&1 | FileCheck %s --check-prefix=HOLE
# RUN: not torch-onnx m.pt2 -o m.onnx --weights-from=twice 2>&1 | FileCheck %s --check-prefix=DUPLICATE
# RUN: not torch-onnx m.pt2 -o m.onnx --weights-from=shape 2>&1 | FileCheck %s --check-prefix=SHAPE
# RUN: not torch-onnx m.pt2 -o m.onnx --weights-from=product 2>&1 | FileCheck %s --check-prefix=SHAPE
# RUN: not torch-onnx m.pt2 -o m.onnx --weights-from=all.safetensors --weight-name=x 2>&1 | FileCheck %s --check-prefix=USAGE
# RUN: not ls m.onnx

# The header is padded to 8 bytes; the tensors lie in the order of the file.
# ALL: torch.constant "a.w" #weight.file<"all.safetensors", offset = [[#BASE:]]> : tensor<2x3xf32>
# ALL: torch.constant "a.h" #weight.file<"all.safetensors", offset = [[#BASE + 24]]> : tensor<2xf16>
# ALL: torch.constant "b" #weight.file<"all.safetensors", offset = [[#BASE + 28]]> : tensor<2x3xf32>

# SHARDS: torch.constant "a.w" #weight.file<"one.safetensors",
# SHARDS: torch.constant "a.h" #weight.file<"other/rest.safetensors",
# SHARDS: torch.constant "b" #weight.file<"other/rest.safetensors",

# PROGRAM: torch.constant "a.w" #weight.file<"full.pt2", offset = {{[0-9]+}}, strides = [1, 2]> : tensor<2x3xf32>

# NAMED: torch.constant "a.w" #weight.file<"prefixed.safetensors", offset = [[#BASE:]]> : tensor<2x3xf32>
# NAMED: torch.constant "b" #weight.file<"prefixed.safetensors", offset = [[#BASE]]> : tensor<2x3xf32>

# WRONG: m.pt2: error: weight 'a.w', 'tensor<2x3xf32>', is 'tensor<3x2xf32>' in 'wrong.safetensors'
# WRONG: m.pt2: error: weight 'a.h', 'tensor<2xf16>', has a dtype that is not read in 'wrong.safetensors'
# WRONG: m.pt2: error: weight 'b', 'tensor<2x3xf32>', has no bytes, and is not in wrong.safetensors; if it has another name there, because it is tied to another weight, give it with --weight-name=b=NAME (tensors of its type: c)
# WRONG-NOT: error
# TWICE: one.safetensors: error: 'a.w' is in 'all.safetensors' and in 'one.safetensors'
# SAME: other/one.safetensors: error: two files with weights have the name 'one.safetensors'; rename one of them
# UNUSED: full.pt2: error: {{.*}}--weights-from gives the bytes of weights that lack them, but the program has the bytes of all its weights
# AWAY: away.json: error: weight file '../one.safetensors' {{.*}}; name a file in another folder directly with --weights-from
# MISSING: missing.json: error: 'b' is not in 'one.safetensors', although the index says so
# NOTHING: nothing: error: {{.*}}No such file
# SHORT: short: error: not a safetensors file: it has 4 bytes, fewer than the length of a header
# HUGE: huge: error: not a safetensors file: a header of 4611686018427387904 bytes, in a file of 10 (at most 100000000 are read)
# TEXT: text: error: not a safetensors file: its header does not begin with '{'
# BEYOND: beyond: error: the header: 'a.w': its data_offsets are not a range of the 24 bytes behind the header
# NEGATIVE: negative: error: the header: 'a.w': its data_offsets are not a range of the 24 bytes behind the header
# OVERLAP: overlap: error: the header: 'b' begins at byte 16, where the tensors before it end at 24
# HOLE: hole: error: the header: the tensors end at byte 24 of 25
# DUPLICATE: twice: error: the header: 'a.w': is there twice
# SHAPE: error: the header: 'a.w': its shape does not have the 24 bytes of its data_offsets
# USAGE: --weight-name=x is neither NAME=OTHER nor PREFIX*=OTHER*

import json
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
import archive as pt2

WEIGHTS = {
    "a.w": pt2.meta([2, 3]),
    "a.h": pt2.meta([2], dtype=6),
    "b": pt2.meta([2, 3]),
}
NAMES = {"a.w": "w", "a.h": "h", "b": "b"}
graph = pt2.graph(
    list(NAMES.values()), [], list(NAMES.values()),
    tensors={NAMES[name]: meta for name, meta in WEIGHTS.items()},
)
specs = [
    {"parameter": {"arg": {"name": NAMES[name]}, "parameter_name": name}} for name in WEIGHTS
]
program = pt2.program(graph, specs)
# torch.export.save writes one file without bytes for all of them.
pt2.write(program, path="m.pt2", members={"weights/weight_0": b""},
          weights={name: ("weight_0", meta) for name, meta in WEIGHTS.items()})
full = {**WEIGHTS, "a.w": pt2.meta([2, 3], strides=[1, 2])}
pt2.write(program, path="full.pt2",
          weights={name: (f"weight_{i}", meta) for i, (name, meta) in enumerate(full.items())},
          members={f"weights/weight_{i}": bytes(24) for i in range(3)})


def header(text, data=b""):
    if not isinstance(text, (str, bytes)):
        text = json.dumps(text)
    text = text if isinstance(text, bytes) else text.encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def entry(begin, end, shape=(2, 3), dtype="F32"):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": [begin, end]}


A, H, B = entry(0, 24), entry(24, 28, [2], "F16"), entry(28, 52)
write("all.safetensors", header({"__metadata__": {"format": "pt"}, "b": B, "a.w": A, "a.h": H}, bytes(52)))
write("one.safetensors", header({"a.w": A}, bytes(24)))
write("other/one.safetensors", header({"a.h": entry(0, 4, [2], "F16")}, bytes(4)))
write("other/rest.safetensors", header({"a.h": entry(0, 4, [2], "F16"), "b": entry(4, 28)}, bytes(28)))
write("prefixed.safetensors", header({"model.a.w": A, "model.a.h": H}, bytes(28)))
write("wrong.safetensors", header(
    {"a.w": entry(0, 24, [3, 2]), "a.h": entry(24, 26, [2], "F4"), "c": entry(26, 50)}, bytes(50)))

SHARDS = {"a.w": "one.safetensors", "a.h": "other/rest.safetensors", "b": "other/rest.safetensors"}
for path, shards in {
    "index.json": SHARDS,
    "away.json": {"a.w": "../one.safetensors"},
    "missing.json": {"a.w": "one.safetensors", "b": "one.safetensors"},
}.items():
    write(path, json.dumps({"metadata": {}, "weight_map": shards}).encode())

write("short", b"abcd")
write("huge", struct.pack("<Q", 1 << 62) + b"{}")
write("text", header("[1, 2]"))
write("beyond", header({"a.w": entry(0, 32)}, bytes(24)))
write("negative", header({"a.w": entry(-24, 0)}, bytes(24)))
write("overlap", header({"a.w": A, "b": entry(16, 40)}, bytes(40)))
write("hole", header({"a.w": A}, bytes(25)))
write("twice", header(f'{{"a.w": {json.dumps(A)}, "a.w": {json.dumps(A)}}}', bytes(24)))
write("shape", header({"a.w": entry(0, 24, [2, 4])}, bytes(24)))
write("product", header({"a.w": entry(0, 24, [1 << 62, 1 << 62])}, bytes(24)))
