//===- Passes.td - Passes over modules of any dialect ------*- tablegen -*-===//
//
// Passes for the interface that a user requests: the names of the inputs and
// outputs of a model, and its dimensions. They work on the module as it was
// read, in any dialect. Each description has a program before and after it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_TRANSFORMS_PASSES_TD
#define TORCH_ONNX_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def NameInterface : Pass<"name-interface", "::mlir::ModuleOp"> {
  let summary = "Names the inputs and outputs of the model";
  let description = [{
    Sets `onnx.name` on the first arguments and results of `@main`, in order;
    the others keep the names that they have.

    With `inputs=ids outputs=logits`:

    ```mlir
    func.func @main(%x: tensor<4xi64> {onnx.name = "x"})
        -> (tensor<4xf32> {onnx.name = "out"})
    // becomes
    func.func @main(%x: tensor<4xi64> {onnx.name = "ids"})
        -> (tensor<4xf32> {onnx.name = "logits"})
    ```

    Errors: more names than inputs or outputs; and a name that another input or
    output already has, because one of the two would be renamed silently. An
    input that is also an output may have one name twice. A weight with a given
    name gets another one.
  }];
  let options = [
    ListOption<"inputs", "inputs", "std::string", "Names of the inputs">,
    ListOption<"outputs", "outputs", "std::string", "Names of the outputs">
  ];
}

def BindDims : Pass<"bind-dims", "::mlir::ModuleOp"> {
  let summary = "Fixes and renames dynamic dimensions";
  let description = [{
    Replaces symbols in all types and in `torch.exprs`, in the whole module, and
    updates their ranges. An element of `dims` is `NAME=SIZE`, which fixes a
    dimension, or `NAME=NEWNAME`, which renames it. Two dimensions with the same
    new name become one dimension, within the bounds of both.
    `NAME=past + seq` declares that the dimension has the size of this expression
    over the new names. `NAME` is a symbol or `INPUT.AXIS`, the dimension of the
    input with this `onnx.name`.

    A new name that is not an identifier is in quotes: `x.0="batch size"`. The
    symbol is then `batch_size`, and `onnx.dim_texts` of the module has the text
    for the model.

    `OUTPUT.AXIS=NEWNAME` sets the name of the dimension in `onnx.dim_names` of
    the result. A warning says if the model cannot use this name, because the
    size is constant or the name belongs to another size.

    With `dims=batch=4,x.1=length`:

    ```mlir
    func.func @main(%x: tensor<?x?xf32, #sym.dims<batch, seq>> {onnx.name = "x"})
    // becomes
    func.func @main(%x: tensor<4x?xf32, #sym.dims<length>> {onnx.name = "x"})
    ```

    Errors: a symbol, an input or an axis that the model does not have; a
    dimension given by its place that is not a symbol (unless it already has the
    size); a size outside the range of the symbol; a symbol that is the value of
    an input and cannot be fixed; one dimension with two values; and two ranges
    without a common size.
  }];
  let dependentDialects = ["::torch_onnx::sym::SymDialect"];
  let options = [
    ListOption<"dims", "dims", "std::string", "NAME=SIZE, NAME=NEWNAME or NAME=EXPRESSION">
  ];
}

def UnifyDims : Pass<"unify-dims", "::mlir::ModuleOp"> {
  let summary = "Merges dynamic dimensions that an operator requires to be equal, and narrows their ranges";
  let description = [{
    A matrix product requires the columns of one operand to be the rows of
    the other; attention requires as many values as keys. If two such sizes
    differ in one symbol of the inputs, the two symbols are equal in every run
    that does not fail. They become one symbol, as with bind-dims.

    Only symbols that torch.export named (`s15`) are replaced: by a name of the
    user if one is equal, otherwise by the first symbol. Sizes inside branches
    and loops are ignored, because these may not run.

    A convolution or a pool requires a padded input in which its kernel fits.
    The range of a symbol of the inputs is narrowed to sizes with which no
    operator fails. Later passes then know which tensors are not empty.

    ```mlir
    func.func @main(%k: tensor<?x8xf32, #sym.dims<s1>>, %v: tensor<?x8xf32, #sym.dims<s2>>) {
      %s = torch.aten.matmul(%q, %k_transposed) : ... -> tensor<4x?xf32, #sym.dims<s1>>
      %y = torch.aten.matmul(%s, %v) : ...
    // becomes
    func.func @main(%k: tensor<?x8xf32, #sym.dims<s1>>, %v: tensor<?x8xf32, #sym.dims<s1>>) {
    ```
  }];
  let dependentDialects = ["::torch_onnx::sym::SymDialect"];
}

#endif // TORCH_ONNX_TRANSFORMS_PASSES_TD
