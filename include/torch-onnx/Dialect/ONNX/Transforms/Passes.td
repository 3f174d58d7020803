//===- Passes.td - Passes over the onnx dialect ------------*- tablegen -*-===//
//
// Each pass states what holds after it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_TRANSFORMS_PASSES_TD
#define TORCH_ONNX_DIALECT_ONNX_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def LegalizeOpset : Pass<"onnx-legalize-opset", "::mlir::ModuleOp"> {
  let summary = "leave only what an opset and a target have";
  let description = [{
    Afterwards every operator, attribute, operand and element type of the module
    is one that the standard has at the opset, and `onnx.opset` of the module
    says so. What the opset does not have is rewritten into what it has; what
    cannot be, is an error at its location, and one run tells all of them.

    - Newer operators become their definitions (Gelu, LayerNormalization,
      GroupNormalization, Attention, ...).
    - Operators that had another form get it: axes as attributes, older names of
      modes. As the dialect has only the newest forms, they are `onnx.Custom` of
      the domain "" until they are written.
    - An element type that an operator lacks is cast around it where the numbers
      stay the same: bf16 is computed in f32 and rounded once, small integers
      are moved and compared as wider ones.
    - `target=ort`, the default, treats what ONNX Runtime's CPU provider has no
      kernel for in the same way, by the table of its kernels: casts, logic for
      bool, definitions in f64 that lose no digits. What cannot be mended is an
      error. The result is standard ONNX. One remark tells where casts are a good
      part of the nodes. `target=onnx` is for runtimes that have every kernel.

    Opsets 9 to 26. See docs/Rationale/Opsets.md.
  }];
  let options = [
    Option<"opset", "opset", "int64_t", "0",
           "The opset to produce (0: the one that the module states)">,
    Option<"target", "target", "::torch_onnx::TargetRuntime",
           "::torch_onnx::TargetRuntime::ORT",
           "What the model is to run on">,
  ];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect"];
}

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
    - An argument with `onnx.default` has become a constant of its name with
      `onnx.is_input`: an initializer that a user may override.
    - The module has an opset and a version of the file format.
  }];
  let options = [
    Option<"weightsMode", "weights-mode", "::torch_onnx::WeightsMode",
           "::torch_onnx::WeightsMode::Auto",
           "Where the bytes of weights will go">,
    Option<"opset", "opset", "int64_t", "0",
           "The opset to declare if the module does not say (0: it has to)">,
  ];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect"];
}

def Simplify : Pass<"onnx-simplify", "::mlir::ModuleOp"> {
  let summary = "fewer nodes, the same numbers";
  let description = [{
    Afterwards none of the rewrites of lib/Dialect/ONNX/Transforms/Simplify*,
    Fold* and Fuse* applies any more:

    - operators that give back their input are gone;
    - chains of Reshape, Squeeze, Unsqueeze, Flatten, of Transpose, Cast, Slice,
      Concat, Clip and of idempotent functions are one operator;
    - what can be computed from small constants and known sizes is a constant;
      transposed weights are other views of their bytes;
    Each of these keeps every bit of the results. With `fuse`, operators also
    become one that computes the same and rounds in other places:

    - MatMul and Add of matrices are Gemm, which transposes by itself;
    - BatchNormalization by constant statistics, Pad and a bias are part of the
      convolution next to them; the factors are computed in double precision;
    - a norm by the root of the mean square is RMSNormalization;
    - from opset 23 on, what turns pairs of columns by tables of cosines and
      sines is RotaryEmbedding, and Attention takes heads as they come out of
      its projections, repeating none of them.

    No weight is written in two forms to save a node. It is an error if the
    rewrites do not come to an end.
  }];
  let options = [
    Option<"weightsMode", "weights-mode", "::torch_onnx::WeightsMode",
           "::torch_onnx::WeightsMode::Auto",
           "Where the bytes of weights will go; with reference, weights stay "
           "as they are in their files">,
    Option<"fuse", "fuse", "bool", "true",
           "Make one operator of several where that rounds differently">,
  ];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect",
                           "::torch_onnx::sym::SymDialect",
                           "::torch_onnx::weight::WeightDialect"];
}

def Deduplicate : Pass<"onnx-deduplicate", "::mlir::ModuleOp"> {
  let summary = "equal initializers become one";
  let description = [{
    Afterwards no two `onnx.Constant`s of a function have the same type and
    elements, whatever their size is and wherever their bytes are. The first one
    stays, with its name, or with that of the first one that has a name. Bytes
    of weights are read only where place and checksum leave doubt.
  }];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect"];
}

#endif // TORCH_ONNX_DIALECT_ONNX_TRANSFORMS_PASSES_TD
