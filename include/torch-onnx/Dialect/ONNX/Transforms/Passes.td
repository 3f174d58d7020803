//===- Passes.td - Passes over the onnx dialect ------------*- tablegen -*-===//
//
// Each pass states what holds after it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_TRANSFORMS_PASSES_TD
#define TORCH_ONNX_DIALECT_ONNX_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def PrepareForExport : Pass<"onnx-prepare-for-export", "::mlir::ModuleOp"> {
  let summary = "decide everything that the translation to ONNX needs decided";
  let description = [{
    The last pass before the translation. Afterwards the module has the form
    that PreparedModule.h describes, and every model that is written from it
    follows the rules of the standard and of ONNX Runtime on names and graphs:

    - Nodes and values have unique names over the graph and all its subgraphs.
      Names given for inputs and outputs stay as they are, then come the names
      of initializers, then names made of the module path and the operator:
      `/encoder/layer.0/attention/MatMul`, `.../MatMul_1`, and for values
      `.../MatMul_output_0`. The names depend on the module alone.
    - A graph or subgraph returns only results of its own nodes, each once: an
      `onnx.Identity` stands between where it returned an input, an initializer,
      a value from outside or the same value twice.
    - Constants are at the top of the function, and each is used.
    - Optional outputs that nobody uses have no name, so that runtimes do not
      compute them.
    - With `weights-mode=reference`, a constant that is a transposed view of a
      file's bytes has become a constant of these bytes and an `onnx.Transpose`.
    - The module has an opset and a version of the file format.
  }];
  let options = [
    Option<"weightsMode", "weights-mode", "std::string", "\"auto\"",
           "Where the bytes of weights will go: auto, inline, external or "
           "reference">,
    Option<"opset", "opset", "int64_t", "0",
           "The opset to declare if the module does not say (0: it has to)">,
  ];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect"];
}

#endif // TORCH_ONNX_DIALECT_ONNX_TRANSFORMS_PASSES_TD
