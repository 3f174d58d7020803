// --report, --save-stages and -v, on success and on failure.
//
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: torch-onnx %s -o a.onnx --report=r.md --save-stages=stages -v 2>&1 | FileCheck %s --check-prefix=VERBOSE
// RUN: FileCheck %s --check-prefix=MD < r.md
// RUN: ls stages | FileCheck %s --check-prefix=STAGES
// RUN: torch-onnx-opt stages/*-onnx-prepare-for-export.mlir | torch-onnx-translate --to-onnx -o b.onnx
// RUN: cmp a.onnx b.onnx
// RUN: torch-onnx %s -o a.onnx --report=r.json 2>&1 | count 0
// RUN: %python -m json.tool r.json | FileCheck %s --check-prefix=JSON
// RUN: torch-onnx %s -o a.onnx --report=r.html 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=HTML < r.html
// RUN: not torch-onnx %s -o nowhere/a.onnx --report=r.json
// RUN: %python -m json.tool r.json | FileCheck %s --check-prefix=FAILED
// RUN: not torch-onnx %s -o nowhere/a.onnx --report=r.md
// RUN: FileCheck %s --check-prefix=FAILED-MD < r.md

//
// Text of a file is no markup of the report, and steers no terminal.
// RUN: not torch-onnx %S/Inputs/hostile-text.mlir -o a.onnx --report=r.md 2>&1 | FileCheck %s --check-prefix=HOSTILE-ERR
// RUN: FileCheck %s --check-prefix=HOSTILE-MD < r.md
// HOSTILE-ERR: error: {{.*}}<script>alert(1)</script> [a](https://b.c) `d` | www.e.f \x1B[31m\u{9B}\u{202E}\xFF
// HOSTILE-MD: \<script\>alert(1)\</script\> \[a\](https\://b.c) \`d\` \| www\.e.f \\x1B\[31m\\u{9B}\\u{202E}\\xFF

// VERBOSE: ms  onnx-prepare-for-export
// VERBOSE: a.onnx: {{[0-9]+}} bytes, 1 initializers

// STAGES: 01-read.mlir
// STAGES: -onnx-prepare-for-export.mlir

// MD: # Conversion of {{.*}}report.mlir
// MD: | result | written |
// MD: | format read | mlir |
// MD: | checker | passed |
// MD: | initializers | 1 |
// MD: ## Stages
// MD: | read | {{[0-9.]+}} | {{[0-9.]+}} | 2 |
// MD: | onnx-prepare-for-export | {{[0-9.]+}} | {{[0-9.]+}} | 3 |
// MD: ## Operators read
// MD: | `onnx.Add` | 1 |
// MD: | `onnx.Relu` | 1 |
// MD: | total | 2 |
// MD: ## Operators written
// MD: | `onnx.Identity` | 1 |

// HTML: <!DOCTYPE html>
// HTML: {"report": {
// HTML: "succeeded": true
// HTML: "model": {"opsets":{"":21},"inputs":
// HTML-SAME: "name":"/{{[^"]*}}","op":"Identity"

// JSON: "succeeded": true
// JSON: "format": "mlir"
// JSON: "opset": 21
// JSON: "checker": "passed"
// JSON: "messages": []
// JSON: "name": "onnx-prepare-for-export"
// JSON: "seconds":
// JSON: "peak_bytes":
// JSON: "operators": 3
// JSON: "operators_read": {
// JSON: "onnx.Add": 1

// FAILED: "succeeded": false
// FAILED-NOT: "output"
// FAILED: "severity": "error"
// FAILED: "text": "{{.*}}nowhere
// FAILED-MD: | result | failed, nothing written |
// FAILED-MD: | error | {{.*}}nowhere

module {
  func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    %w = onnx.Constant {name = "w"} dense<[1.0, 2.0]> : tensor<2xf32>
    %0 = onnx.Add(%x, %w) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %1 = onnx.Relu(%0) : (tensor<2xf32>) -> tensor<2xf32>
    return %1, %1 : tensor<2xf32>, tensor<2xf32>
  }
}
