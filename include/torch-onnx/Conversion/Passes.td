//===- Passes.td - Conversions between dialects ------------*- tablegen -*-===//
//
// The conversion from torch to onnx, and the replacement of operators by the
// user's definitions before it. Each description states the result of the pass.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_CONVERSION_PASSES_TD
#define TORCH_ONNX_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTorchToONNX : Pass<"convert-torch-to-onnx", "::mlir::ModuleOp"> {
  let summary = "Lowers the torch dialect to the onnx dialect";
  let description = [{
    One walk in program order. Each operation is passed to the lowering that is
    registered for its target (lib/Conversion/TorchToONNX/<Family>).
    Afterwards only onnx operations are left. An operation without a lowering,
    or whose lowering refuses it, is an error. One run reports all errors of the
    module, one for each operator and reason, with the number of uses and the
    Python line of the first use.

    ```mlir
    %0 = torch.aten.silu.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    // becomes
    %0 = onnx.Sigmoid(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = onnx.Mul(%x, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```

    With `unsupported=keep` such an operator becomes a node of the domain
    `pkg.torch.ops` instead. Its inputs are the tensors and symbolic numbers
    among the arguments. Numbers, texts, dtypes and lists of numbers are
    attributes under their own names; doubles are rounded to ONNX's floats.
    `torch_arguments` is the exact call as JSON, one
    `{"name": ..., "value": ...}` for each argument of the schema: a literal,
    `null`, a list, `{"input": N}`, `{"dtype": "f32"}`, `{"complex": [re, im]}`
    or `{"float": "inf"}`.

    An operator of `map-ops` becomes the given node, even if it has a lowering:
    tensors and symbolic numbers are inputs in the order of the arguments,
    literals are attributes under their own names.

    Sizes are computed from symbolic dimensions in the types. A Reshape gets a
    constant target if only one dimension is unknown, and a Shape is built only
    for a size that is needed at run time.
  }];
  let options = [
    Option<"opset", "opset", "::torch_onnx::Decimal", "21",
           "The opset of the model">,
    Option<"unsupported", "unsupported", "::torch_onnx::Unsupported",
           "::torch_onnx::Unsupported::Error",
           "How to handle operators without a lowering">,
    ListOption<"mapOps", "map-ops", "std::string",
               "Operators that become nodes, NS::OP=DOMAIN:NAME[:VERSION]">,
  ];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect"];
}

def ApplyOperatorLibrary
    : Pass<"apply-operator-library", "::mlir::ModuleOp"> {
  let summary = "Replaces torch operators by the user's definitions";
  let description = [{
    Reads functions in MLIR text. Each function defines one torch operator by
    operations of the onnx dialect or by other torch operators. The pass
    replaces each call of the operator by the body of the function. Types in the
    body are inferred anew for each call. If an operator has several definitions,
    the first that fits the call is used. If none fits, the call stays, and
    the conversion reports the reason.

    ```mlir
    // shop.mlir
    func.func @scale(%x: tensor<*xf32>) -> tensor<*xf32> attributes {
        torch.operator = "shop::scale(Tensor x, float factor) -> Tensor"} {
      %f = "onnx.Constant"() {torch.attributes = {value = @factor}}
          : () -> tensor<f32>
      %y = onnx.Mul(%x, %f) : (tensor<*xf32>, tensor<f32>) -> tensor<*xf32>
      return %y : tensor<*xf32>
    }

    // a program
    %0 = torch.shop.scale.default(x=%x, factor=3.0)
        : (tensor<2x3xf32>) -> tensor<2x3xf32>
    // becomes
    %f = onnx.Constant dense<3.0> : tensor<f32>
    %0 = onnx.Mul(%x, %f) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    ```

    With `declare` the pass only declares the schemas of the operators in the
    module. torch-functionalize needs the schemas of operators that write to
    their arguments; see docs/HowTo/OperatorLibrary.md.

    Errors: each mistake in a library, with its line; and a call whose
    definition cannot be built for its arguments.
  }];
  let options = [
    ListOption<"files", "files", "std::string", "Files of definitions">,
    ListOption<"texts", "texts", "std::string", "Definitions as text">,
    Option<"declare", "declare", "bool", "false",
           "Only declare the schemas of the operators">,
  ];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::torch_onnx::onnx::ONNXDialect",
                           "::torch_onnx::torch::TorchDialect"];
}

#endif // TORCH_ONNX_CONVERSION_PASSES_TD
