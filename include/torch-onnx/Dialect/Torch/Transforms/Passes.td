//===- Passes.td - Passes of the torch dialect -------------*- tablegen -*-===//
//
// Passes that stay within the torch dialect. Each description has a program
// before and after it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_PASSES_TD
#define TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def Canonicalize : Pass<"torch-canonicalize", "::mlir::ModuleOp"> {
  let summary = "Gives each operator the one name that other passes know";
  let description = [{
    PyTorch has many operators under several names: `arccos`, `multiply`,
    `special_expit`, `swapaxes`. An overload that has the same arguments,
    defaults and results as another one, and whose implementation only calls
    it, is replaced by it; so are those in place and with `out=`. The rows are
    those of Aliases.inc, which utils/gen_aliases.py makes by calling both in
    LibTorch. Operators of prims (`prims.add`) that calculate what one of ATen
    does are other names, too: further arguments of that one, as `alpha`, are
    left at their defaults.

    ```mlir
    %0 = torch.aten.multiply.Tensor(%x, %x)
        : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    // becomes
    %0 = torch.aten.mul.Tensor(%x, %x)
        : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```

    Operators that are the same for some arguments only (`adaptive_avg_pool2d`
    and `_adaptive_avg_pool2d`) stay, and so do the copies of views
    (`view_copy`), which differ from them before functionalization.
  }];
}

def DeclareOperators : Pass<"torch-declare-operators", "::mlir::ModuleOp"> {
  let summary = "Declares the schemas of operators that LibTorch does not have";
  let description = [{
    Adds schemas to the attribute `torch.op_schemas` of the module, after those
    that it has. Functionalization reads there which arguments an operator of
    the user's writes to.

    With `schemas="my::acc_(Tensor(a!) y, Tensor x) -> ()"`:

    ```mlir
    module {
    // becomes
    module attributes {
        torch.op_schemas = ["my::acc_(Tensor(a!) y, Tensor x) -> ()"]} {
    ```

    Error: a text that is no schema.
  }];
  let options = [
    ListOption<"schemas", "schemas", "std::string",
               "Schemas in PyTorch's notation">
  ];
}

def InlineRegions : Pass<"torch-inline-regions", "::mlir::ModuleOp"> {
  let summary = "Replaces higher-order operators that only wrap by their body";
  let description = [{
    `wrap_with_set_grad_enabled`, `wrap_with_autocast`, `strict_mode`, `wrap`,
    `hints_wrapper`, `invoke_subgraph`, `invoke_quant`, `invoke_quant_packed`,
    `wrap_activation_checkpoint` and
    `tag_activation_checkpoint` run their subgraph once, in place. The body
    takes the place of the operation: block arguments become the operands,
    results what `torch.yield` yields.

    ```mlir
    %0 = torch.higher_order.wrap_with_set_grad_enabled(=false, =%x) {
    ^bb0(%a: tensor<4xf32>):
      %1 = torch.aten.relu.default(%a) : (tensor<4xf32>) -> tensor<4xf32>
      torch.yield %1 : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    // becomes
    %0 = torch.aten.relu.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    ```

    Autocast casts the operands of the operators in its region; the program has
    the dtypes after the casts but not the casts. They are put into the body
    before it is inlined, by PyTorch's policies for the device of the region
    (aten/src/ATen/autocast_mode.h). A program that was exported under autocast
    has no region; its casts are put in where the declared types need them, by
    the policies that explain the types. Errors: an operator of which PyTorch casts
    the parts, a dtype that the casts do not explain, a device other than cpu
    and cuda. A body that does not fit its operation (number or types of
    operands) stays.
  }];
}

def StructureControlFlow
    : Pass<"torch-structure-control-flow", "::mlir::ModuleOp"> {
  let summary = "Makes operations with regions of cond, loops and vmap";
  let description = [{
    | higher-order operator | becomes |
    | --- | --- |
    | `cond` | `torch.if` |
    | `while_loop`, `while_loop_stack_output` | `torch.while` |
    | `scan`, `map_impl` | `torch.scan` |
    | what `torch.vmap` leaves (`_add_batch_dim`, ...) | `torch.scan` |

    A subgraph takes everything that it uses as an argument. Afterwards the
    regions take what differs from iteration to iteration, and use all other
    values from outside, so that a weight is a constant inside of the region,
    too.

    ```mlir
    %r = torch.higher_order.cond(%c, [%x]) {
    ^bb0(%a: tensor<4xf32>):
      %0 = torch.aten.sin.default(%a) : (tensor<4xf32>) -> tensor<4xf32>
      torch.yield %0 : tensor<4xf32>
    } {
    ^bb0(%a: tensor<4xf32>):
      torch.yield %a : tensor<4xf32>
    } : (tensor<i1>, tensor<4xf32>) -> tensor<4xf32>
    // becomes
    %r = torch.if %c : (tensor<i1>) -> tensor<4xf32> then {
      %0 = torch.aten.sin.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
      torch.yield %0 : tensor<4xf32>
    } else {
      torch.yield %x : tensor<4xf32>
    }
    ```

    A number that a loop begins with (`while_loop(cond, body, (0, x))`) becomes an
    `arith.constant`. A call whose subgraphs do not fit its operands and results
    stays.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def Functionalize : Pass<"torch-functionalize", "::mlir::ModuleOp"> {
  let summary = "Removes in-place operators and views that are written through";
  let description = [{
    Each in-place operator becomes its functional variant, and what it wrote is
    written back to the tensor whose memory it is part of, through the inverse
    of each view on the way. Aliases that are read after the write are computed
    anew from the new value. Writes to parameters, buffers and arguments of the
    function become extra results with the attribute `torch.mutates`. Some
    operators write to arguments that their schemas do not mark as written:
    `aten.batch_norm` and `aten.instance_norm` update their running statistics
    in training. This pass knows these operators (HiddenWrites.cpp) and treats
    the updates like other writes.

    ```mlir
    func.func @main(%x: tensor<4x3xf32> {onnx.name = "x"}) -> tensor<4x3xf32> {
      %s = torch.aten.select.int(%x, dim=0, index=1)
          : (tensor<4x3xf32>) -> tensor<3xf32>
      %a = torch.aten.relu_.default(%s) : (tensor<3xf32>) -> tensor<3xf32>
      %c = torch.aten.neg.default(%x) : (tensor<4x3xf32>) -> tensor<4x3xf32>
      return %c : tensor<4x3xf32>
    }
    // becomes
    func.func @main(%x: tensor<4x3xf32> {onnx.name = "x"})
        -> (tensor<4x3xf32>, tensor<4x3xf32> {torch.mutates = "x"}) {
      %s = torch.aten.select.int(%x, dim=0, index=1)
          : (tensor<4x3xf32>) -> tensor<3xf32>
      %a = torch.aten.relu.default(%s) : (tensor<3xf32>) -> tensor<3xf32>
      %y = torch.aten.select_scatter.default(%x, %a, dim=0, index=1)
          : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
      %c = torch.aten.neg.default(%y) : (tensor<4x3xf32>) -> tensor<4x3xf32>
      return %c, %y : tensor<4x3xf32>, tensor<4x3xf32>
    }
    ```

    An operator on lists (`_foreach_add_`) becomes operators on their tensors,
    in order; it stays where there is none with such arguments.

    Operators that write their results to arguments (`mul.out`) are the
    operator without, and a write. An operator that LibTorch does not have is
    what the attribute `torch.op_schemas` of the module says: a list of schemas
    in PyTorch's notation. One that writes becomes the operator with
    `_functional` after its name, which has the new values of the written
    arguments as further results, in their order.

    ```mlir
    module attributes {torch.op_schemas = ["my::acc_(Tensor(a!) y, Tensor x) -> ()"]}
    torch.my.acc_.default(y=%y, x=%x) : (tensor<4xf32>, tensor<4xf32>) -> ()
    // becomes, with %new in place of %y from here on
    %new = torch.my.acc__functional.default(y=%y, x=%x)
        : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```

    `auto_functionalized` and `auto_functionalized_v2`, which are what PyTorch
    makes of custom operators that write, become calls of these operators on
    copies of what they write. The second version says what is written; of the
    first the schema has to be given. A written argument is a whole tensor or a
    slice of one; where it is a view by strides, the call stays, and the
    conversion says why.

    What depends on strides is decided by what the program recorded, in the
    attributes `torch.is_view`, `torch.strides` and `torch.offset`
    (TorchDialect.td). `as_strided` addresses its operand in row-major order
    afterwards.

    Afterwards there is no operator that writes to an argument. A function
    without one is left as it is. Refused, each with its reason:
    - operators without a functional variant, and those that change the storage of
      a tensor (`set_`, `resize_`);
    - an operator without a schema that has no results, or none that anybody
      reads: it can only be there for what it writes;
    - out= of a tensor of another dtype, unless the operator is elementwise,
      computes in that dtype (`sum`) or only moves elements (`cat`), or of
      another shape, unless the tensor has no elements;
    - a write through a view that has no inverse (`expand`, overlapping windows
      of `unfold`);
    - an operator that returns either a view or a copy, depending on strides
      (`reshape`, `contiguous`), if a write makes the difference visible and the
      program does not say which it is, or says it by strides that eager may
      not have (lib/Import/ExportedProgram/LayoutImporter.cpp);
    - a write in a subgraph to a value from outside of it;
    - a write in a function with several blocks.

    Run `torch-inline-regions` before, so that only real control flow has
    subgraphs.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::torch_onnx::sym::SymDialect"];
}

def InferShapes : Pass<"torch-infer-shapes", "::mlir::ModuleOp"> {
  let summary = "Completes the types of values and checks the declared ones";
  let description = [{
    Goes once through each function in program order and infers the results of
    each operator from its operands and arguments: dtype, rank, and sizes as
    constants or expressions over the symbols of the operands. The type of a
    result combines the declared and the inferred type: `!torch.untyped`, an
    unranked tensor and a size without expression are replaced by what was
    inferred; a declared size stays.

    ```mlir
    %0 = torch.aten.transpose.int(%x, dim0=1, dim1=2)
        : (tensor<?x8x?xf16, #sym.dims<batch, 2*n>>) -> !torch.untyped
    %1 = torch.aten.mul.Tensor(%0, 2.0) : (!torch.untyped) -> !torch.untyped
    // becomes
    %0 = torch.aten.transpose.int(%x, dim0=1, dim1=2)
        : (tensor<?x8x?xf16, #sym.dims<batch, 2*n>>)
        -> tensor<?x?x8xf16, #sym.dims<batch, 2*n>>
    %1 = torch.aten.mul.Tensor(%0, 2.0)
        : (tensor<?x?x8xf16, #sym.dims<batch, 2*n>>)
        -> tensor<?x?x8xf16, #sym.dims<batch, 2*n>>
    ```

    The types of a function's results follow its terminator; those of its
    arguments are given. A subgraph that has a block argument for each operand
    takes untyped arguments from the operands and gives untyped results from
    what it yields.

    Errors, all of a module in one run:
    - a declared type contradicts the inferred one: another dtype, another
      rank, another constant size (`result 0 of 'aten.add.Tensor' is declared
      ..., its operands give ...`). Two expressions never contradict each
      other: the program may know more than can be proved;
    - operands that the operator does not take (`does not fit its operands:
      expected sizes that broadcast, found 3 and 4`);
    - a value that still has no type, once for each operator, with the reason
      (`no type rule`) and the number of uses.

    An operator without a rule whose types are declared is left alone. The size
    of a result that depends on data (`nonzero`) is unknown unless it is
    declared.
  }];
  let dependentDialects = ["::torch_onnx::sym::SymDialect"];
  let options = [
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "Say for each result what its rule does not tell">,
  ];
}

def Decompose : Pass<"torch-decompose", "::mlir::ModuleOp"> {
  let summary = "Expresses operators without a lowering by others";
  let description = [{
    An operator that is not among the legal ones (in the tools: those that have
    a lowering to ONNX) is replaced by its decomposition, from one of two
    sources: the rules of the compiler (DecomposeRules.cpp, DecomposePrims.cpp),
    then PyTorch's own composite kernels, which run in the LibTorch plug-in on tensors without
    elements while the operators that they call are recorded. What is built is
    decomposed in turn. The Python line and the module path stay.

    ```mlir
    %0 = torch.aten._softmax_backward_data.default(%g, %y, -1, input_dtype=f32)
        : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    // becomes
    %0 = torch.aten.mul.Tensor(%g, %y)
        : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %1 = torch.aten.sum.dim_IntList(%0, [-1], keepdim=true)
        : (tensor<2x3xf32>) -> tensor<2x1xf32>
    %2 = torch.aten.mul.Tensor(%y, %1)
        : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
    %3 = torch.aten.sub.Tensor(%0, %2)
        : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    ```

    An operator is decomposed completely or not at all. If a decomposition needs
    an operator without a lowering, or branches on a size that is not known, the
    operator stays. The attribute `torch.not_decomposed` then holds the reason,
    which the conversion adds to its error. Operators that write, that draw random numbers, that
    have regions, or that have results other than tensors stay.

    LibTorch is loaded (0.2 s, 150 MB) when an operator is met that has neither
    a lowering nor a rule and that LibTorch expresses by others; see
    docs/Rationale/Decomposition.md.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::torch_onnx::sym::SymDialect",
                           "::torch_onnx::torch::TorchDialect"];
  let options = [
    Option<"keepLowered", "keep-lowered", "bool", /*default=*/"true",
           "Operators that have a lowering may stay">,
    ListOption<"legalOps", "legal-ops", "std::string",
           "Others that may stay (aten.foo.bar)">
  ];
}

def BatchVmap : Pass<"torch-batch-vmap", "::mlir::ModuleOp"> {
  let summary = "Computes the elements of a torch.vmap at once";
  let description = [{
    A `torch.scan` that was a call of `torch.vmap` (attribute `torch.vmap`) is
    replaced by operators on the whole batch, as the rules of the operators in its
    body say (BatchRules.h). What does not depend on the batch is computed once.

    ```mlir
    %y = torch.scan() over (%xs : tensor<9x4xf32>) attributes {torch.vmap}
        -> tensor<9xf32> {
    ^bb0(%x: tensor<4xf32>):
      %0 = torch.aten.mul.Tensor(%x, %w)
          : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %1 = torch.aten.sum.dim_IntList(%0, [-1]) : (tensor<4xf32>) -> tensor<f32>
      torch.yield %1 : tensor<f32>
    }
    // becomes
    %0 = torch.aten.mul.Tensor(%xs, %w)
        : (tensor<9x4xf32>, tensor<4xf32>) -> tensor<9x4xf32>
    %1 = torch.aten.sum.dim_IntList(%0, [1]) : (tensor<9x4xf32>) -> tensor<9xf32>
    ```

    One operation without a rule, or whose rule refuses its arguments, becomes a
    `torch.scan` of its own. If there are more, the loop stays as it is: one loop
    over several operators costs less than several loops.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::torch_onnx::sym::SymDialect",
                           "::torch_onnx::torch::TorchDialect"];
}

def LegalizeComplex : Pass<"torch-legalize-complex", "::mlir::ModuleOp"> {
  let summary = "Replaces complex tensors by pairs of real ones";
  let description = [{
    ONNX has no operators on complex numbers. A complex input, output or weight
    becomes a real tensor with one more, last dimension of size 2, real and
    imaginary part; the bytes of a weight are the same. Inside, a complex value
    is its two parts, and each operator is replaced by what its rule builds of
    real operators.

    ```mlir
    func.func @main(%x: tensor<4xcomplex<f32>>, %y: tensor<4xcomplex<f32>>)
        -> tensor<4xf32> {
      %0 = torch.aten.sub.Tensor(%x, %y)
          : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>)
          -> tensor<4xcomplex<f32>>
      %1 = torch.aten.abs.default(%0) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    // becomes
    func.func @main(%x: tensor<4x2xf32>, %y: tensor<4x2xf32>) -> tensor<4xf32> {
      // %xr, %xi, %yr, %yi: aten.select.int of %x and %y
      %0 = torch.aten.sub.Tensor(%xr, %yr)
      %1 = torch.aten.sub.Tensor(%xi, %yi)
      %2 = torch.aten.hypot.default(%0, %1)
    ```

    The operators of a Fourier transform (`_fft_r2c`, `_fft_c2c`, `_fft_c2r`)
    become `torch.dft`, or products with matrices of sines and cosines.

    An operator that has no rule, or whose rule refuses its arguments, stays
    with the attribute `torch.not_legalized`, which holds the reason;
    convert-torch-to-onnx reports it. What `torch.if`, `torch.while` and
    `torch.scan` take, yield and give become pairs. Errors: complex values in
    other subgraphs, and in operations of other dialects.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::torch_onnx::sym::SymDialect",
                           "::torch_onnx::torch::TorchDialect",
                           "::torch_onnx::weight::WeightDialect"];
  let options = [
    Option<"dft", "dft", "::torch_onnx::DftUse",
           "::torch_onnx::DftUse::PowersOfTwo",
           "Which Fourier transforms become torch.dft">,
  ];
}

def LegalizeFloat4 : Pass<"torch-legalize-float4", "::mlir::ModuleOp"> {
  let summary = "Replaces tensors of pairs of f4E2M1FN by their elements";
  let description = [{
    `torch.float4_e2m1fn_x2` has two numbers in each element, ONNX's type one.
    Up to here the torch dialect has pairs, with the sizes that PyTorch counts:
    `tensor<2x3xvector<2xf4E2M1FN>>`. Such an input, output or weight becomes a
    tensor of numbers whose last dimension is twice as long (a single pair: two
    numbers); the bytes of a weight are the same.

    ```mlir
    func.func @main(%x: tensor<4x3xvector<2xf4E2M1FN>>)
        -> tensor<3x4xvector<2xf4E2M1FN>> {
      %0 = torch.aten.t.default(%x)
    // becomes
    func.func @main(%x: tensor<4x6xf4E2M1FN>) -> tensor<3x8xf4E2M1FN> {
      %0 = torch.aten.view.default(%x, [4, 3, 2])
      %1 = torch.aten.permute.default(%0, [1, 0, 2])
      %2 = torch.aten.view.default(%1, [3, 8])
    ```

    An operator that leaves the last dimension alone takes the numbers as they
    are; for one that reads across it they are in one more dimension of size 2,
    as above, so that no pair is cut. `view.dtype` goes through ui4. PyTorch
    computes nothing with such numbers: an operator that does not only move them
    stays with the attribute `torch.not_legalized`, which holds the reason;
    convert-torch-to-onnx reports it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::torch_onnx::sym::SymDialect",
                           "::torch_onnx::torch::TorchDialect",
                           "::torch_onnx::weight::WeightDialect"];
}

def FoldConstants : Pass<"torch-fold-constants", "::mlir::ModuleOp"> {
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

    A branch that a constant condition takes is put in place of its `torch.if`.

    A view of a weight in a file becomes a weight with other strides over the
    same bytes. With `weight-views=contiguous` the pass folds a view only where
    its elements are contiguous, which models that refer to the weights in
    their file (`--weights=reference`) need.

    Loading LibTorch costs 0.2 s and 150 MB. With `use-libtorch=auto` the pass
    evaluates only the operators named in `libtorch-ops` with it, by default
    none; see docs/Rationale/ConstantFolding.md.
  }];
  let dependentDialects = ["::torch_onnx::torch::TorchDialect",
                           "::torch_onnx::weight::WeightDialect"];
  let options = [
    Option<"maxResultBytes", "max-result-bytes", "::torch_onnx::Decimal", /*default=*/"65536",
           "Largest result that is always worth folding">,
    Option<"weightViews", "weight-views", "::torch_onnx::WeightViews",
           "::torch_onnx::WeightViews::Any",
           "Views of weights to fold">,
    Option<"useLibTorch", "use-libtorch", "::torch_onnx::LibTorchUse",
           "::torch_onnx::LibTorchUse::Auto",
           "When to evaluate with LibTorch">,
    ListOption<"libTorchOps", "libtorch-ops", "std::string",
           "Operators that `auto` evaluates with LibTorch (aten.foo.bar)">
  ];
}

def ResolveMutations : Pass<"torch-resolve-mutations", "::mlir::ModuleOp"> {
  let summary = "Decides what becomes of updated buffers and inputs";
  let description = [{
    A result with the attribute `torch.mutates` is the new value of a buffer or
    an input. ONNX models have no state, so it is dropped, with one warning that
    names all that are, or becomes an output named after what it updates, or is
    an error. An update that is a named result of the program as well (a cache
    that is written and returned) is this result only.

    With `mutations=state` a buffer that is updated, persistent or not, is an
    input as well, after those of the user, so that one step is given the result
    of the step before. The pairs are in the metadata of the model, under
    `torch_onnx.state`, as a JSON object from inputs to outputs. The initial
    values are those of the program; they are not in the model. Tied buffers are
    one input.

    ```mlir
    func.func @main(%x: tensor<4xf32>)
        -> (tensor<4xf32>, tensor<4xf32> {torch.mutates = "mean"})
    // becomes, with mutations=outputs
    func.func @main(%x: tensor<4xf32>)
        -> (tensor<4xf32>, tensor<4xf32> {onnx.name = "mean.updated"})
    // with mutations=state
    func.func @main(%x: tensor<4xf32>, %m: tensor<4xf32> {onnx.name = "mean"})
        -> (tensor<4xf32>, tensor<4xf32> {onnx.name = "mean.updated"})
    // and with mutations=drop
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let options = [
    Option<"mutations", "mutations", "::torch_onnx::Mutations",
           "::torch_onnx::Mutations::Drop",
           "What becomes of updates to buffers and inputs">,
  ];
}

def LiftWeights : Pass<"torch-lift-weights", "::mlir::ModuleOp"> {
  let summary = "Turns parameters and buffers into inputs";
  let description = [{
    For models that are given their weights when they run. Each parameter and
    each buffer that is read, persistent or not, is an input after those of the
    user; tied weights are one input for each of their names. Other constants
    (`transient`, or without a name) stay.

    ```mlir
    func.func @main(%x: tensor<4xf32> {onnx.name = "x"}) -> tensor<4xf32> {
      %w = torch.constant "scale" #weight.file<"m.pt2", offset = 64> : tensor<4xf32>
    // becomes
    func.func @main(%x: tensor<4xf32> {onnx.name = "x"},
                    %w: tensor<4xf32> {onnx.name = "scale"}) -> tensor<4xf32> {
    ```

    No value of a weight is folded into the program if this comes first.

    With `keep-values` an argument has the value as `onnx.default`, and
    onnx-prepare-for-export makes an initializer of it that is an input, too.
  }];
  let options = [
    Option<"keepValues", "keep-values", "bool", "false",
           "Leave the values with the inputs, as defaults">,
  ];
}

#endif // TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_PASSES_TD
