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
  let summary = "Gives each operator one name";
  let description = [{
    PyTorch has many operators under several names: `arccos`, `multiply`,
    `special_expit`, `swapaxes`. The pass replaces an overload by another one
    with the same arguments, default values and results if its implementation
    only calls the other one. It also replaces the in-place and `out=` variants.
    Aliases.inc lists these overloads; utils/gen_aliases.py generates it by
    calling both in LibTorch. Operators of prims (`prims.add`) that compute the
    same as an ATen operator are also replaced; further arguments of the ATen
    operator, such as `alpha`, keep their default values.

    ```mlir
    %0 = torch.aten.multiply.Tensor(%x, %x)
        : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    // becomes
    %0 = torch.aten.mul.Tensor(%x, %x)
        : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```

    Two kinds of operators stay: those that are equal for some arguments only
    (`adaptive_avg_pool2d` and `_adaptive_avg_pool2d`), and the copies of views
    (`view_copy`), which differ from views before functionalization.
  }];
}

def DeclareOperators : Pass<"torch-declare-operators", "::mlir::ModuleOp"> {
  let summary = "Declares the schemas of operators that LibTorch lacks";
  let description = [{
    Appends schemas to the attribute `torch.op_schemas` of the module.
    Functionalization reads there which arguments a custom operator writes.

    With `schemas="my::acc_(Tensor(a!) y, Tensor x) -> ()"`:

    ```mlir
    module {
    // becomes
    module attributes {
        torch.op_schemas = ["my::acc_(Tensor(a!) y, Tensor x) -> ()"]} {
    ```

    Error: a text that is not a schema.
  }];
  let options = [
    ListOption<"schemas", "schemas", "std::string",
               "Schemas in PyTorch's notation">
  ];
}

def InlineRegions : Pass<"torch-inline-regions", "::mlir::ModuleOp"> {
  let summary = "Replaces higher-order operators that only wrap a body";
  let description = [{
    `wrap_with_set_grad_enabled`, `wrap_with_autocast`, `strict_mode`, `wrap`,
    `hints_wrapper`, `invoke_subgraph`, `invoke_quant`, `invoke_quant_packed`,
    `wrap_activation_checkpoint` and
    `tag_activation_checkpoint` run their subgraph once, in place. The body
    replaces the operation: the operands replace the block arguments, and the
    operands of `torch.yield` replace the results.

    ```mlir
    %0 = torch.higher_order.wrap_with_set_grad_enabled(=false, =%x) {
    ^bb0(%a: tensor<4xf32>):
      %1 = torch.aten.relu.default(%a) : (tensor<4xf32>) -> tensor<4xf32>
      torch.yield %1 : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    // becomes
    %0 = torch.aten.relu.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    ```

    Autocast casts the operands of the operators in its region. The program has
    the dtypes after the casts but not the casts. The pass inserts them into the
    body before it is inlined, by PyTorch's policies for the device of the region
    (aten/src/ATen/autocast_mode.h). A program that was exported under autocast
    has no region. Its casts are inserted where the declared types need them, by
    the policies that explain the types. Errors: an operator whose parts PyTorch
    casts, a dtype that the casts do not explain, a device other than cpu
    and cuda. If a body does not fit its operation (number or types of
    operands), the operation stays.
  }];
}

def StructureControlFlow
    : Pass<"torch-structure-control-flow", "::mlir::ModuleOp"> {
  let summary = "Turns cond, loops and vmap into operations with regions";
  let description = [{
    | higher-order operator | becomes |
    | --- | --- |
    | `cond` | `torch.if` |
    | `while_loop`, `while_loop_stack_output` | `torch.while` |
    | `scan`, `map_impl` | `torch.scan` |
    | the remains of `torch.vmap` (`_add_batch_dim`, ...) | `torch.scan` |

    Every value that a subgraph uses is an argument. Afterwards the regions have
    arguments only for values that change between iterations, and use all other
    values from outside. A weight is therefore also a constant inside the region.

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

    A number as initial value of a loop (`while_loop(cond, body, (0, x))`) becomes
    an `arith.constant`. A call whose subgraphs do not fit its operands and
    results stays.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def Functionalize : Pass<"torch-functionalize", "::mlir::ModuleOp"> {
  let summary = "Removes in-place operators and writes through views";
  let description = [{
    Each in-place operator becomes its functional variant. The new value is
    written back to the tensor that owns the memory, through the inverse
    of each view between them. Aliases that are read after the write are computed
    again from the new value. Writes to parameters, buffers and arguments of the
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
    in order. It stays if there is no operator with such arguments.

    An operator that writes its results to arguments (`mul.out`) becomes the
    operator without `out`, and a write. For an operator that LibTorch lacks, the
    attribute `torch.op_schemas` of the module has the schema: a list of schemas
    in PyTorch's notation. If such an operator writes, it becomes the operator
    with `_functional` after its name. Its further results are the new values of
    the written arguments, in their order.

    ```mlir
    module attributes {torch.op_schemas = ["my::acc_(Tensor(a!) y, Tensor x) -> ()"]}
    torch.my.acc_.default(y=%y, x=%x) : (tensor<4xf32>, tensor<4xf32>) -> ()
    // becomes, with %new in place of %y from here on
    %new = torch.my.acc__functional.default(y=%y, x=%x)
        : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```

    PyTorch wraps custom operators that write into `auto_functionalized` and
    `auto_functionalized_v2`. Both become calls of these operators on
    copies of the written arguments. The second version says which arguments are
    written; the first version needs the schema. A written argument is a whole
    tensor or a slice of a tensor. If it is a view by strides, the call stays, and
    the conversion reports the reason.

    The attributes `torch.is_view`, `torch.strides` and `torch.offset`
    (TorchDialect.td), which the program recorded, decide everything that depends
    on strides. Afterwards `as_strided` addresses its operand in row-major order.

    Afterwards no operator writes to an argument. A function without such an
    operator does not change. Refused, each with its reason:
    - operators without a functional variant, and operators that change the
      storage of a tensor (`set_`, `resize_`);
    - an operator without a schema that has no results, or only unused results:
      its only possible effect is a write;
    - out= of a tensor of another dtype, unless the operator is elementwise,
      computes in that dtype (`sum`) or only moves elements (`cat`), or of
      another shape, unless the tensor has no elements;
    - a write through a view that has no inverse (`expand`, overlapping windows
      of `unfold`);
    - an operator that returns either a view or a copy, depending on strides
      (`reshape`, `contiguous`), if a write makes the difference visible and the
      program does not record which one it is, or derives it from strides that
      may differ in eager (lib/Import/ExportedProgram/LayoutImporter.cpp);
    - a write in a subgraph to a value from outside;
    - a write in a function with several blocks.

    Run `torch-inline-regions` before this pass, so that only control flow has
    subgraphs.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::torch_onnx::sym::SymDialect"];
}

def InferShapes : Pass<"torch-infer-shapes", "::mlir::ModuleOp"> {
  let summary = "Completes the types of values and checks the declared ones";
  let description = [{
    Walks once through each function in program order and infers the results of
    each operator from its operands and arguments: dtype, rank, and sizes as
    constants or expressions over the symbols of the operands. The type of a
    result combines the declared and the inferred type. The inferred type
    replaces `!torch.untyped`, an unranked tensor, and a size without an
    expression; a declared size stays.

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

    The types of a function's results follow from its terminator; those of its
    arguments are given. A subgraph with a block argument for each operand
    takes untyped arguments from the operands, and the types of untyped results
    from the yielded values.

    Errors, all of a module in one run:
    - a declared type contradicts the inferred one: another dtype, another
      rank, another constant size (`result 0 of 'aten.add.Tensor' is declared
      ..., its operands give ...`). Two expressions never contradict each
      other, because the program may contain more information than the rules;
    - operands that the operator does not accept (`does not fit its operands:
      expected sizes that broadcast, found 3 and 4`);
    - a value that still has no type, once for each operator, with the reason
      (`no type rule`) and the number of uses.

    An operator without a rule whose types are declared does not change. A result
    size that depends on data (`nonzero`) is unknown unless it is
    declared.
  }];
  let dependentDialects = ["::torch_onnx::sym::SymDialect"];
  let options = [
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "Report each result whose rule infers less than the program declares">,
  ];
}

def Decompose : Pass<"torch-decompose", "::mlir::ModuleOp"> {
  let summary = "Replaces operators without a lowering by other operators";
  let description = [{
    An operator that is not legal (in the tools: that has no lowering to ONNX)
    is replaced by its decomposition. There are two sources: first the rules of
    the compiler (DecomposeRules.cpp, DecomposePrims.cpp), then PyTorch's own
    composite kernels. The kernels run in the LibTorch plug-in on tensors without
    elements, and the operators that they call are recorded. The new operators
    are decomposed in turn. They keep the Python line and the module path.

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
    an operator without a lowering, or branches on an unknown size, the operator
    stays. The attribute `torch.not_decomposed` then has the reason, which the
    conversion adds to its error. Operators that write, that draw random numbers,
    that have regions, or that have results other than tensors stay.

    LibTorch is loaded (0.2 s, 150 MB) for the first operator that has neither
    a lowering nor a rule and that LibTorch expresses by others; see
    docs/Rationale/Decomposition.md.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::torch_onnx::sym::SymDialect",
                           "::torch_onnx::torch::TorchDialect"];
  let options = [
    Option<"keepLowered", "keep-lowered", "bool", /*default=*/"true",
           "Keep operators that have a lowering">,
    ListOption<"legalOps", "legal-ops", "std::string",
           "Further operators to keep (aten.foo.bar)">
  ];
}

def BatchVmap : Pass<"torch-batch-vmap", "::mlir::ModuleOp"> {
  let summary = "Computes the elements of a torch.vmap at once";
  let description = [{
    A `torch.scan` with the attribute `torch.vmap`, which was a call of
    `torch.vmap`, is replaced by operators on the whole batch. The batching rules
    of the operators in its body define these operators (BatchRules.h). Operations
    that do not depend on the batch are computed once.

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

    A single operation without a rule, or whose rule refuses its arguments,
    becomes a `torch.scan` of its own. If there are several such operations, the
    loop stays: one loop over several operators costs less than several loops.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::torch_onnx::sym::SymDialect",
                           "::torch_onnx::torch::TorchDialect"];
}

def LegalizeComplex : Pass<"torch-legalize-complex", "::mlir::ModuleOp"> {
  let summary = "Replaces complex tensors by pairs of real tensors";
  let description = [{
    ONNX has no operators on complex numbers. A complex input, output or weight
    becomes a real tensor with an additional last dimension of size 2: the real
    and the imaginary part. The bytes of a weight are the same. Inside the
    program, a complex value is a pair of tensors, and the rule of each operator
    replaces it by real operators.

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

    An operator without a rule, or whose rule refuses its arguments, stays
    with the attribute `torch.not_legalized`, which has the reason;
    convert-torch-to-onnx reports it. Operands, yielded values and results of
    `torch.if`, `torch.while` and `torch.scan` become pairs. Errors: complex
    values in other subgraphs, and in operations of other dialects.
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
    An element of `torch.float4_e2m1fn_x2` has two numbers, an element of ONNX's
    type has one. Before this pass, the torch dialect has pairs, with PyTorch's
    sizes: `tensor<2x3xvector<2xf4E2M1FN>>`. Such an input, output or weight
    becomes a tensor of numbers whose last dimension is twice as long (a single
    pair becomes two numbers). The bytes of a weight are the same.

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

    An operator that does not touch the last dimension takes the numbers
    directly. For an operator across the last dimension, as above, each pair is
    an additional dimension of size 2, so that no pair is split. `view.dtype` goes
    through ui4. PyTorch computes nothing with such numbers: an operator that does
    more than move them stays with the attribute `torch.not_legalized`, which has
    the reason; convert-torch-to-onnx reports it.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::torch_onnx::sym::SymDialect",
                           "::torch_onnx::torch::TorchDialect",
                           "::torch_onnx::weight::WeightDialect"];
}

def FoldConstants : Pass<"torch-fold-constants", "::mlir::ModuleOp"> {
  let summary = "Evaluates torch operators on constants";
  let description = [{
    One walk in program order. An operator whose tensor operands are all
    constants becomes constants, so one walk folds whole chains. Numbers are
    eager's, bit by bit. Random, in-place and unknown operators and operators with
    regions stay. The program must be functional (torch-functionalize): nothing
    is folded in a function that still has an in-place operator.

    Size policy: a result has at most `max-result-bytes`, or not more bytes than
    the constants that become dead with the operation. Weights therefore never
    grow, and a large `ones`, `arange` or `expand` stays.

    A `torch.if` with a constant condition is replaced by the branch that is taken.

    A view of a weight in a file becomes a weight with other strides over the
    same bytes. With `weight-views=contiguous` the pass folds a view only if
    its elements are contiguous. Models that refer to the weights in
    their file (`--weights=reference`) need this.

    Loading LibTorch costs 0.2 s and 150 MB. With `use-libtorch=auto` the pass
    evaluates only the operators named in `libtorch-ops` with it, by default
    none; see docs/Rationale/ConstantFolding.md.
  }];
  let dependentDialects = ["::torch_onnx::torch::TorchDialect",
                           "::torch_onnx::weight::WeightDialect"];
  let options = [
    Option<"maxResultBytes", "max-result-bytes", "::torch_onnx::Decimal", /*default=*/"65536",
           "Size up to which a result is always folded">,
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
  let summary = "Drops, returns or refuses updates of buffers and inputs";
  let description = [{
    A result with the attribute `torch.mutates` is the new value of a buffer or
    an input. ONNX models have no state. Such a result is therefore dropped, with
    one warning that names all dropped updates; or it becomes an output named
    after the updated buffer or input; or it is an error. If an update is also a
    named result of the program (a cache that is written and returned), it is only
    this result.

    With `mutations=state` an updated buffer, persistent or not, is also an
    input, after those of the user, so that each step takes the result
    of the step before. The metadata of the model contain the pairs, under
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
           "How to export updates of buffers and inputs">,
  ];
}

def LiftWeights : Pass<"torch-lift-weights", "::mlir::ModuleOp"> {
  let summary = "Turns parameters and buffers into inputs";
  let description = [{
    For models that get their weights at run time. Each used parameter and
    buffer, persistent or not, becomes an input after those of the user. Tied
    weights are one input for each of their names. Other constants
    (`transient`, or without a name) stay.

    ```mlir
    func.func @main(%x: tensor<4xf32> {onnx.name = "x"}) -> tensor<4xf32> {
      %w = torch.constant "scale" #weight.file<"m.pt2", offset = 64> : tensor<4xf32>
    // becomes
    func.func @main(%x: tensor<4xf32> {onnx.name = "x"},
                    %w: tensor<4xf32> {onnx.name = "scale"}) -> tensor<4xf32> {
    ```

    If this pass runs first, no value of a weight is folded into the program.

    With `keep-values` an argument has the value as `onnx.default`, and
    onnx-prepare-for-export makes it an initializer that is also an input.
  }];
  let options = [
    Option<"keepValues", "keep-values", "bool", "false",
           "Keep the values as defaults of the inputs">,
  ];
}

#endif // TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_PASSES_TD
