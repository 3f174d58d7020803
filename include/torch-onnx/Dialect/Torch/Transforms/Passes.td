//===- Passes.td - Passes on the torch dialect -------------*- tablegen -*-===//

#ifndef TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_PASSES
#define TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def TorchFoldConstants : Pass<"torch-fold-constants", "::mlir::ModuleOp"> {
  let summary = "Evaluate torch operators on constants";
  let description = [{
    One walk in program order: an operator all of whose tensor operands are
    constants becomes constants, so chains fold in the one walk. Numbers are
    eager's, bit by bit. Random, in-place and unknown operators and those with
    regions stay. The program must be functional (torch-functionalize): in a
    function that still has an in-place operator nothing is folded.

    Size policy: a result has at most `max-result-bytes`, or not more bytes than
    the constants that die with the operation. So weights are never inflated,
    and a large `ones`, `arange` or `expand` stays.

    A view of a weight in a file becomes other strides of the same bytes. With
    `weight-views=contiguous` only where the result is still one run of bytes,
    as is needed when the output refers to the weights where they are.

    `use-libtorch`: LibTorch costs 0.2 s and 150 MB to load. `auto` evaluates
    with it only the operators named in `libtorch-ops`, those that would be
    unsupported otherwise; docs/Rationale/ConstantFolding.md.
  }];
  let dependentDialects = ["::torch_onnx::torch::TorchDialect",
                           "::torch_onnx::weight::WeightDialect"];
  let options = [
    Option<"maxResultBytes", "max-result-bytes", "int64_t", /*default=*/"65536",
           "Largest result that is always worth folding">,
    Option<"weightViews", "weight-views", "std::string", /*default=*/"\"any\"",
           "Views of weights to fold: any, contiguous or none">,
    Option<"useLibTorch", "use-libtorch", "std::string", /*default=*/"\"auto\"",
           "When to evaluate with LibTorch: auto, always or never">,
    ListOption<"libTorchOps", "libtorch-ops", "std::string",
           "Operators that `auto` evaluates with LibTorch (aten.foo.bar)">
  ];
  let statistics = [
    Statistic<"numFolded", "num-folded", "Operators folded">,
    Statistic<"numViews", "num-views", "Views of weights folded">,
    Statistic<"numByLibTorch", "num-by-libtorch", "Operators run by LibTorch">
  ];
}

#endif // TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_PASSES
