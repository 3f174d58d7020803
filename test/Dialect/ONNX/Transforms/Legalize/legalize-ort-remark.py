# ===- legalize-ort-remark.py - One remark on many casts --------------=== #
#
# RUN: %python %s 20 | torch-onnx-opt --onnx-legalize-opset=opset=21 2>&1 | FileCheck %s
# RUN: %python %s 20 | torch-onnx-opt --onnx-legalize-opset="opset=21 target=onnx" 2>&1 | FileCheck %s --check-prefix=FEW
# RUN: %python %s 2 | torch-onnx-opt --onnx-legalize-opset=opset=21 2>&1 | FileCheck %s --check-prefix=FEW
#
# CHECK: remark: 40 of 60 nodes are casts, because ONNX Runtime's CPU provider has no kernels for the types of some operators; target=onnx leaves the casts out
# CHECK-NOT: remark
# FEW-NOT: remark
#
# ===----------------------------------------------------------------------=== #

import sys

count = int(sys.argv[1])
print("func.func @main(%0: tensor<2xbf16>) -> tensor<2xbf16> {")
for i in range(count):
    print(f"  %{i + 1} = onnx.Exp(%{i}) : (tensor<2xbf16>) -> tensor<2xbf16>")
print(f"  return %{count} : tensor<2xbf16>\n}}")
