# Several models in one archive; archives of other kinds are told apart and
# refused with what to do.
#
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
#
# RUN: torch-onnx-translate --import-pt2 --model=decoder many.pt2 | FileCheck %s --check-prefix=DECODER
# RUN: torch-onnx many.pt2 --model=encoder --save-stages=stages -o a.onnx
# RUN: FileCheck %s --check-prefix=ENCODER --input-file=stages/01-read.mlir
# RUN: not torch-onnx many.pt2 -o c.onnx 2>&1 | FileCheck %s --check-prefix=MANY
# RUN: not torch-onnx many.pt2 --model=dec -o c.onnx 2>&1 | FileCheck %s --check-prefix=NAME
# RUN: not torch-onnx new.pt2 -o c.onnx 2>&1 | FileCheck %s --check-prefix=MAJOR
# RUN: not torch-onnx script.pt2 -o c.onnx 2>&1 | FileCheck %s --check-prefix=SCRIPT
# RUN: not torch-onnx big.pt2 -o c.onnx 2>&1 | FileCheck %s --check-prefix=BIG
# RUN: not ls c.onnx

# ENCODER: func.func @main(%{{.*}}: tensor<5xf32> {onnx.name = "x"}
# DECODER: func.func @main(%{{.*}}: tensor<6xf32> {onnx.name = "x"}
# MANY: many.pt2: error: holds 2 models, name one with --model: encoder, decoder
# NAME: many.pt2: error: has no model 'dec'; it holds: encoder, decoder
# MAJOR: new.pt2: error: {{.*}}schema version 9 is not read, expected 8; save the program again with PyTorch 2.9 or newer
# SCRIPT: script.pt2: error: a state dictionary or another object of torch.save, which has no program
# BIG: big.pt2: error: member 'archive/byteorder' does not say 'little'

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
import archive as pt2


def identity(size, **options):
    return pt2.program(
        pt2.graph(["x"], [], ["x"], tensors={"x": pt2.meta([size])}), **options
    )


def pack(path, members):
    with pt2.zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)


pt2.write({"encoder": identity(5), "decoder": identity(6)}, path="many.pt2")
pt2.write(identity(5), path="one.pt2")
pt2.write(identity(5, major=9), path="new.pt2")
pack("script.pt2", {"m/data.pkl": "", "m/version": "3"})
pack("big.pt2", {"archive/archive_format": "pt2", "archive/byteorder": "big"})
