//===- Passes.td - Passes over modules of any dialect ------*- tablegen -*-===//
//
// What a user says about the interface of a model: the names of its inputs and
// outputs, and its dimensions. They work on the module as it was read, whatever
// dialect it is in. Each description has a program before and after it.
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

    Errors: more names than there are inputs or outputs, and a name given that
    is that of another input, output or weight, lest one of the two be renamed
    without a word. An input that is returned may have one name twice.
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
    dimension, or `NAME=NEWNAME`, which renames it; two that get one name are
    one dimension from then on, within the bounds of both. `NAME=past + seq` says
    that the dimension has the size of this expression over the new names. `NAME`
    is a symbol or `INPUT.AXIS`, the dimension of an input that has this
    `onnx.name`.

    A new name that is no word is in quotes: `x.0="batch size"`. The symbol is
    `batch_size` then, and `onnx.dim_texts` of the module says what the model
    calls it.

    `OUTPUT.AXIS=NEWNAME` says in `onnx.dim_names` of the result what the model
    calls the dimension there. A warning says where it has no such name: its size
    is constant, or the name is that of another size.

    With `dims=batch=4,x.1=length`:

    ```mlir
    func.func @main(%x: tensor<?x?xf32, #sym.dims<batch, seq>> {onnx.name = "x"})
    // becomes
    func.func @main(%x: tensor<4x?xf32, #sym.dims<length>> {onnx.name = "x"})
    ```

    Errors: a symbol, an input or an axis that the model does not have, a
    dimension by its place that is no symbol (unless it has the size already), a
    size out of the range of the symbol, a symbol that is the value of an input
    and cannot be fixed, one dimension that is given two values, and two ranges
    that have no size in common.
  }];
  let dependentDialects = ["::torch_onnx::sym::SymDialect"];
  let options = [
    ListOption<"dims", "dims", "std::string", "NAME=SIZE, NAME=NEWNAME or NAME=EXPRESSION">
  ];
}

def UnifyDims : Pass<"unify-dims", "::mlir::ModuleOp"> {
  let summary = "Merges dynamic dimensions that an operator requires to be equal";
  let description = [{
    A product of matrices requires the columns of one operand to be the rows of
    the other, attention as many values as keys. Where such sizes differ in one
    symbol of the inputs, the two symbols are equal in every run that does not
    fail, and become one, as with bind-dims.

    Only symbols that torch.export named (`s15`) are replaced: by the name of a
    user where one is equal, or else by the first. Sizes inside of branches and
    loops, which may not run, are not looked at.

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
