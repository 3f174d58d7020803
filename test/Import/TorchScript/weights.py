# Weights are places in the archive, by the names of state_dict(). Attributes that
# share a tensor name the same place, and are one initializer; views have strides.
#
# REQUIRES: torch, libtorch
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: torch-onnx-translate --import-torchscript model.pt --input-shapes='[3]i64' | FileCheck %s
# RUN: torch-onnx model.pt --input-shapes='[3]i64' -o model.onnx --weights=external && wc -c < model.onnx.data | FileCheck %s --check-prefix=BYTES

# CHECK-DAG: %[[W:.*]] = torch.constant "embedding.weight" #weight.file<"model.pt", offset = 640> : tensor<1000x8xf32> : tensor<1000x8xf32>
# CHECK-DAG: %[[T:.*]] = torch.constant "turned" #weight.file<"model.pt", offset = {{[0-9]+}}, strides = [1, 8]> : tensor<8x8xf32>
# CHECK-DAG: torch.constant "scale"
# CHECK-DAG: %[[H:.*]] = torch.constant "head.weight" #weight.file<"model.pt", offset = 640> : tensor<1000x8xf32>
# CHECK-NOT: torch.constant "unused"
# CHECK: torch.aten.embedding.default(%[[W]],
# CHECK: torch.aten.matmul.default(%{{.*}}, %[[T]])
# CHECK: torch.aten.linear.default(%{{.*}}, %[[H]])

# One copy of the weight of 32,000 bytes.
# BYTES: {{^ *3[2-3][0-9][0-9][0-9]$}}

import os
import sys

import torch
from torch import Tensor, nn

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
from scripts import save_script


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(1000, 8)
        self.head = nn.Linear(8, 1000, bias=False)
        self.head.weight = self.embedding.weight
        self.register_buffer("turned", torch.randn(8, 8).t())
        self.register_buffer("unused", torch.randn(7))
        self.register_buffer("scale", torch.tensor(2.0, dtype=torch.float64))

    def forward(self, tokens: Tensor):
        return self.head(torch.matmul(self.embedding(tokens) * self.scale, self.turned))


save_script(model=Model())
