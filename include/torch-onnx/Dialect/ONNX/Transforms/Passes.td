//===- Passes.td - Passes over the onnx dialect ------------*- tablegen -*-===//
//
// Each description states what holds after the pass.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_TRANSFORMS_PASSES_TD
#define TORCH_ONNX_DIALECT_ONNX_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"
include "mlir/Rewrite/PassUtil.td"

def InferShapes : Pass<"onnx-infer-shapes", "::mlir::ModuleOp"> {
  let summary = "Infers the types of results from those of operands";
  let description = [{
    Afterwards the type of each result contains all that follows from the
    operands, attributes and regions of its operation, by the type rule of the
    operation (InferTypeOpInterface), and everything that was declared before.
    Dimensions are numbers or expressions over the symbols of the function's
    arguments. The pass follows shapes that the program computes (Shape, Gather,
    Concat, ...). It is an error if a declared type contradicts the inferred one.

    One walk, in order. The bodies of If, Loop, Scan and SequenceMap are visited
    before the results of these operations. The results of a function get the
    types of the returned values, unless the function is called.

    Before:
    ```mlir
    func.func @f(%x: tensor<?x4xf32, #sym.dims<n>>) -> tensor<?xf32> {
      %shape = onnx.Constant dense<-1> : tensor<1xi64>
      %0 = onnx.Reshape(%x, %shape)
          : (tensor<?x4xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }
    ```
    After:
    ```mlir
    func.func @f(%x: tensor<?x4xf32, #sym.dims<n>>)
        -> tensor<?xf32, #sym.dims<4*n>> {
      %shape = onnx.Constant dense<-1> : tensor<1xi64>
      %0 = onnx.Reshape(%x, %shape)
          : (tensor<?x4xf32, #sym.dims<n>>, tensor<1xi64>)
          -> tensor<?xf32, #sym.dims<4*n>>
      return %0 : tensor<?xf32, #sym.dims<4*n>>
    }
    ```
  }];
  let dependentDialects = ["::torch_onnx::sym::SymDialect"];
}

def Evaluate : Pass<"onnx-evaluate", "::mlir::ModuleOp"> {
  let summary = "Evaluates functions and checks expected results";
  let description = [{
    Evaluates each function except functions of the model, by the reference
    evaluator of the dialect (docs/Rationale/Evaluator.md). Attributes have the
    values of arguments. Afterwards results that are tensors are constants, and
    functions have the types of the returned values.

    A result may have the attribute `onnx.expected`: it is an error if the value
    differs. Floats must be close, all other values equal. Lit tests use this to
    check the values that a program computes, not its operations:

    ```mlir
    func.func @double(%x: tensor<2xf32> {onnx.value = dense<[1.0, 2.5]> : tensor<2xf32>})
        -> (tensor<2xf32> {onnx.expected = dense<[2.0, 5.0]> : tensor<2xf32>}) {
      %0 = onnx.Add(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```

    Other passes keep the attributes, so they may run before: a test of a lowering
    converts the function first.
  }];
  let options = [
    Option<"relative", "relative", "double", "0",
           "Relative tolerance of floats, at least that of "
           "torch.testing.assert_close for the element type">,
    Option<"absolute", "absolute", "double", "0",
           "Absolute tolerance, which is added; at least as above">,
    Option<"seed", "seed", "::torch_onnx::Decimal", "0",
           "Seed of random operators without a seed attribute">,
    Option<"maxIterations", "max-iterations", "::torch_onnx::Decimal", "1000000",
           "Maximum number of iterations of a Loop">,
    Option<"onlyExpected", "only-expected", "bool", "false",
           "Skip functions without the attribute onnx.expected">,
  ];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect"];
}

def LegalizeOpset : Pass<"onnx-legalize-opset", "::mlir::ModuleOp"> {
  let summary = "Rewrites operations that an opset and a target lack";
  let description = [{
    Afterwards every operator, attribute, operand and element type of the module
    is in the standard at the opset, and `onnx.opset` of the module names this
    opset. Whatever the opset lacks is rewritten. If this is impossible, there is
    an error at its location; one run reports all errors.

    - Newer operators become their definitions (Gelu, LayerNormalization,
      GroupNormalization, Attention, ...).
    - Operators get their older form: axes as attributes, older names of modes.
      The dialect has only the newest forms, so an older form is an `onnx.Custom`
      of the domain "" until it is written.
    - For an element type that an operator lacks, casts are inserted around it if
      the numbers stay the same: bf16 is computed in f32 and rounded once, small
      integers are moved and compared as wider integers.
    - `target=ort`, the default, treats operations without a kernel in ONNX
      Runtime's CPU provider in the same way, by the table of its kernels: casts,
      logic for bool, exact definitions in f64. A node without such a rewrite is
      an error. The result is standard ONNX. A remark says if many nodes are
      casts. `target=onnx` is for runtimes that have every kernel.

    Opsets 9 to 26. See docs/Rationale/Opsets.md.
  }];
  let options = [
    Option<"opset", "opset", "::torch_onnx::Decimal", "0",
           "The opset to produce (0: the one that the module states)">,
    Option<"target", "target", "::torch_onnx::TargetRuntime",
           "::torch_onnx::TargetRuntime::ORT",
           "Runtime that the model is for">,
  ];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect"];
}

def PackWeights : Pass<"onnx-pack-weights", "::mlir::ModuleOp"> {
  let summary = "Packs block-quantized weights for runtimes";
  let description = [{
    Applies to a DequantizeLinear of a constant with blocks, whose parameters are
    constants too:

    - A weight of i8 or ui8 whose numbers all fit into 4 bits becomes a weight of
      i4 or ui4, with two numbers in a byte, packed while it is written. The pass
      reads the weight up to the first number that does not fit.
    - A weight [outputs, inputs] that a Gemm or a Transpose before a MatMul
      transposes becomes a weight [inputs, outputs]: ONNX Runtime makes a product
      of quantized numbers (MatMulNBits) only of this form.
    - Zero points that are all 0 are removed.

    All rewrites keep every bit. Every opset with blocks has 4-bit types, so the
    pass runs after onnx-legalize-opset. It is for weights that are written, not
    referenced.
  }];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect",
                           "::torch_onnx::weight::WeightDialect"];
}

def PrepareForExport : Pass<"onnx-prepare-for-export", "::mlir::ModuleOp"> {
  let summary = "Makes all decisions for the translation to ONNX";
  let description = [{
    The last pass before the translation. Afterwards the module has the form
    that PreparedModule.h describes. Every model that is written from it
    follows the rules of the standard and of ONNX Runtime on names and graphs:

    - Nodes and values have unique names over the graph and all its subgraphs.
      Given names of inputs and outputs do not change. Next come the names of
      initializers, then, for values of nodes of the captured program, their
      names there (`linear_1`, as in torch.onnx). All other names consist of the
      module path and the operator:
      `/encoder/layer.0/attention/MatMul`, `.../MatMul_1`, and for values
      `.../MatMul_output_0`. The names depend on the module alone.
    - A graph or subgraph returns only results of its own nodes, each once. An
      `onnx.Identity` is inserted if it returned an input, an initializer,
      a value from outside or the same value twice.
    - Constants are at the top of the function, and each constant is used.
    - Unused optional outputs have no name, so runtimes do not compute them.
    - With `weights-mode=reference`, a constant that is a transposed view of a
      file's bytes has become a constant of these bytes and an `onnx.Transpose`.
    - An argument with `onnx.default` has become a constant of its name with
      `onnx.is_input`: an initializer that a user may override.
    - Nodes have `axis` and `keepdims` even if the value is the default, because
      tools that fuse nodes read these attributes from the node alone.
    - The module has an opset and a version of the file format.
  }];
  let options = [
    Option<"weightsMode", "weights-mode", "::torch_onnx::WeightsMode",
           "::torch_onnx::WeightsMode::Auto",
           "Where the bytes of weights will go">,
    Option<"opset", "opset", "::torch_onnx::Decimal", "0",
           "The opset to declare if the module states none (0: an error)">,
    Option<"nodeMetadata", "node-metadata", "bool", "false",
           "From opset 18 on, use a version of the file format in which nodes "
           "have metadata. Runtimes for older opsets may not read it">,
  ];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect"];
}

def FoldWeights : Pass<"onnx-fold-weights", "::mlir::ModuleOp"> {
  let summary = "Computes values that depend on constants alone";
  let description = [{
    Operations whose operands are all constants, or results of such operations,
    are evaluated: standardized weights of convolutions, tables of relative
    positions, embeddings of positions, anchors. Results of up to 64 KB are
    computed in memory. Larger results are views of weights or expressions over
    them (`#weight.expr`), which are evaluated block by block while the model is
    written. A result of any other form may have up to 4 MB, and all such results
    together 32 MB.

    A group of such operations is folded as a whole, if its results have no more
    bytes than the constants that become dead. Beyond that, computed elements may
    make the model larger by a sixteenth, or 1 MB (by 128 KB if no weight is
    read for them). A weight is never written in two forms.

    Without `fuse`, the pass folds only operations that every runtime computes
    with the same bits: integers, IEEE arithmetic, movement of data. With `fuse`
    it also folds functions and sums of floats (for f64 only functions). These
    are computed in a wider type and rounded once. Such a result is at least as
    near to the exact value as the result of any runtime.

    Random operators, operators with subgraphs, and undefined operations (an
    integer divided by zero, an index out of range) stay.
  }];
  let options = [
    Option<"weightsMode", "weights-mode", "::torch_onnx::WeightsMode",
           "::torch_onnx::WeightsMode::Auto",
           "Where the bytes of weights will go; with reference, nothing is "
           "computed from a weight of more than 1 KB in a file">,
    Option<"fuse", "fuse", "bool", "true",
           "Also compute sums and functions of floats">,
  ];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect",
                           "::torch_onnx::weight::WeightDialect"];
}

def Simplify : Pass<"onnx-simplify", "::mlir::ModuleOp"> {
  let summary = "Reduces the number of nodes and keeps the numbers";
  let description = [{
    Afterwards neither `fold` nor a canonicalization pattern of an onnx operation
    applies, and none of the patterns below applies. These patterns need a
    decision on weights, sizes or rounding, which the dialect does not make.

    These patterns keep every bit of the results:

    - `remove-identity`: an operator that returns an operand, because of constants
      in files;
    - `remove-true-condition`: a condition of a mask that always holds, such as
      `Range(0, n, 1) >= 0`;
    - `remove-split`: a Split into the operands of a Concat;
    - `keep-joined-dim`: parts of pairs that arithmetic takes apart and joins
      again keep their dimension of size 1, and one Split makes them;
    - `form-clip`, `form-pad`: a Max and a Min by numbers become a Clip, a Concat
      with expanded numbers a Pad;
    - `remove-initial-state`: an initial state of zeros, also in a file, which is
      the default of a recurrent operator;
    - `fold-constants`: results of small constants are constants; transposed
      weights are other views of their bytes;
    - `sink-expand`: an Expand of a constant before elementwise operations, which
      are then computed on the constant;
    - `inline-branch`, `inline-loop`: an If with a constant condition, a Loop or a
      Scan of at most one iteration;
    - `forward-carried`, `remove-unread`: loop-carried values that do not change,
      and unused results of branches and loops;
    - `count-iterations`, `replace-counters`: a Loop whose condition compares a
      counter with a bound from outside gets a trip count, and the counter becomes
      the number of the iteration;
    - `stack-appended`: a tensor to which each iteration of a Loop appends a row
      becomes a scan output;
    - `hoist-invariant`: loop-invariant computations. Only operators that
      cannot fail are hoisted out of a loop that may have no iteration.

    Values computed from weights alone become weights: see `onnx-fold-weights`.

    The canonicalization patterns, which `--canonicalize` runs as well, are:

    - `merge-reshapes`, `make-shape-constant`, `keep-reduced-dims`,
      `keep-gathered-dim`: chains of Reshape, Squeeze, Unsqueeze, Flatten, and
      Transpose of dimensions of size 1, become one operator by a constant shape,
      or part of the reduction or the Gather before them;
    - `insert-before-transpose`: an Unsqueeze after a Transpose becomes part of
      the reshape before it, or the Transpose part of the one after it;
    - `compute-with-numbers`: arithmetic on a list of one element between
      Unsqueeze and Squeeze becomes arithmetic on 0-d tensors;
    - `drop-expand`, `drop-gather-expand`: an Expand before an operator that
      broadcasts;
    - `make-expand-constant`: the shape of an Expand by constant sizes;
    - `cast-one-hot-values`: a Cast of a OneHot, whose two values are cast;
    - `move-cast-up`: a Cast between two Transposes, which become one;
    - `merge-slices`, `make-split`: Slices of several axes, or Slices that cover
      one axis;
    - `narrow-shape`: some sizes of a Shape become a Shape of these sizes;
    - `merge-concats`, `merge-concat-shapes`, `merge-concat-constants`: operands of
      a Concat that can be one operand;
    - `restack-elements`: a Concat of all elements along an axis;
    - `merge-clips`: nested Clip operations;
    - `gather-everything`: a GatherND of all positions in order;
    - `gather-backwards`: a Gather of all positions in reverse order;
    - `reassociate-integers`: chains of additions or multiplications of integers
      with constants;
    - `remove-dropout`: a Dropout without an effect.

    With `fuse`, several operators also become one operator that computes the same
    and rounds in other places. An added zero (`remove-any-zero`) and the sum
    of one element (`remove-single-reduction`) are removed, which may change the
    sign of a zero:

    - `merge-factors`: consecutive products with numbers become one product;
    - `make-gemm`, `unflatten-gemm`, `fuse-gemm-bias`, `fuse-gemm-transpose`:
      MatMul, Add and Transpose of matrices become a Gemm;
    - `fuse-batch-norm`, `fuse-scale`, `fuse-factor`, `fuse-pad`,
      `fuse-bias`: BatchNormalization by constant statistics, factors of the
      channels, factors of the operand, Pad and summands of the channels become
      part of the convolution next to them (all but Pad also of a Gemm); the
      factors and the sums with a bias are computed in double precision;
    - `fuse-rms-norm`: a norm by the root of the mean square becomes
      RMSNormalization;
    - `fuse-rotary`, `share-heads`, `flatten-heads`: from opset 23 on, a rotation
      of pairs of columns by tables of cosines and sines becomes RotaryEmbedding.
      Attention takes heads in the form of its projections, without repeating
      them.

    `disable-patterns` disables any of these by its name, and `fold=false`
    disables all folds.

    No weight is written in two forms to save a node. It is an error if the
    rewrites do not terminate.

    Before:
    ```mlir
    %0 = onnx.Transpose(%x) {perm = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %1 = onnx.Transpose(%0) {perm = array<i64: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
    %2 = onnx.MatMul(%1, %w) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    %3 = onnx.Add(%2, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
    ```
    After:
    ```mlir
    %3 = onnx.Gemm(%x, %w, %b) : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
    ```
  }];
  let options = !listconcat([
    Option<"weightsMode", "weights-mode", "::torch_onnx::WeightsMode",
           "::torch_onnx::WeightsMode::Auto",
           "Where the bytes of weights will go; with reference, weights stay "
           "as they are in their files">,
    Option<"fuse", "fuse", "bool", "true",
           "Also fuse operators if this changes the rounding">,
    Option<"fold", "fold", "bool", "true", "Call `fold` of the operations">,
  ], RewritePassUtils.options);
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect",
                           "::torch_onnx::sym::SymDialect",
                           "::torch_onnx::weight::WeightDialect"];
}

def Deduplicate : Pass<"onnx-deduplicate", "::mlir::ModuleOp"> {
  let summary = "Merges equal initializers";
  let description = [{
    Afterwards no two `onnx.Constant`s of a function have the same type and
    elements, for any size and any place of their bytes. The first constant
    stays, with its name, or with the name of the first constant that has one.
    Bytes of weights are read only if place and checksum cannot decide.
  }];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect"];
}

def OutlineFunctions : Pass<"onnx-outline-functions", "::mlir::ModuleOp"> {
  let summary = "Turns modules of the program into functions of the model";
  let description = [{
    Afterwards each call of a module of the program is an `onnx.Call`. The
    locations of operations define the calls. The function is named after the
    class of the module, in a domain named after the Python module of the class.
    Calls nest as in the program. Equal calls share a function: equal in
    operations, element types and ranks; sizes may differ.
    Calls of a class that differ otherwise have another function, `Linear_1`.

    - Inputs of a function are the values from outside that it uses, then its
      weights. A small constant without a name is inside the function if it
      is the same in all calls, otherwise it is an input.
    - Attributes of a function are the numbers, texts and lists of numbers in
      the attributes of its nodes in which its calls differ. The nodes and calls
      inside refer to them by `references`. A node of ONNX with a reference is an
      `onnx.Custom` of the domain "". Attributes that are types or tensors must be
      equal in all calls, and so must all attributes inside regions.
    - Results are the values that are used outside at least one of the calls.
    - A dimension in a function is known if it is the same in all calls; the
      operands and results of each call keep their types.
    - Common subexpression elimination may leave a value in the first of
      several calls of a class. The caller then computes this value.
    - The operations of a call are moved next to each other. If the order of
      computation forbids this, the call does not become a function, and a remark
      counts such calls.
    - An If, Loop, Scan or SequenceMap belongs to a call as a whole. Calls of
      modules inside its regions become calls there. The values from outside the
      region that such a call uses are inputs of its function.
    - A call that is the whole graph stays the graph. So does a call that contains
      other calls and more than half of the graph, unless its class is requested.

    Before:
    ```mlir
    %0 = onnx.MatMul(%x, %w0) : (tensor<2x4xf32>, tensor<4x8xf32>)
        -> tensor<2x8xf32> loc("fc1")
    %1 = onnx.MatMul(%0, %w1) : (tensor<2x8xf32>, tensor<8x4xf32>)
        -> tensor<2x4xf32> loc("fc2")
    ```
    After:
    ```mlir
    %0 = onnx.Call @Linear(%x, %w0) : (tensor<2x4xf32>, tensor<4x8xf32>)
        -> tensor<2x8xf32>
    %1 = onnx.Call @Linear(%0, %w1) : (tensor<2x8xf32>, tensor<8x4xf32>)
        -> tensor<2x4xf32>

    func.func private @Linear(%0: tensor<2x?xf32>, %1: tensor<?x?xf32>)
        -> tensor<2x?xf32>
        attributes {onnx.domain = "pkg.torch.nn.modules.linear"} {
      %2 = onnx.MatMul(%0, %1) : (tensor<2x?xf32>, tensor<?x?xf32>)
          -> tensor<2x?xf32>
      return %2 : tensor<2x?xf32>
    }
    ```

    With `blocks`, repeated parts of the graph become functions instead of
    modules; these calls do not nest. A part grows from equal operations with
    equal neighbours, along operands and uses, as long as all of its occurrences
    can grow. Parts of fewer than three operations, and parts that save fewer than
    six operations, stay in the graph. Regions are not searched.

    Before:
    ```mlir
    %0 = onnx.MatMul(%x, %w0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = onnx.Relu(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = onnx.Softmax(%1) {axis = 0 : si64} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = onnx.Add(%2, %x) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %4 = onnx.MatMul(%3, %w1) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %5 = onnx.Relu(%4) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %6 = onnx.Softmax(%5) {axis = 1 : si64} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %7 = onnx.Add(%6, %3) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    ...
    ```
    After:
    ```mlir
    %0 = onnx.Call @Block(%x, %w0) {node_attributes = {axis = 0 : si64}} : ...
    %1 = onnx.Call @Block(%0, %w1) {node_attributes = {axis = 1 : si64}} : ...
    ...

    func.func private @Block(%0: tensor<4x4xf32>, %1: tensor<4x4xf32>)
        -> tensor<4x4xf32> attributes {onnx.attributes = {axis = 0 : si64},
                                       onnx.domain = "pkg.torch"} {
      %2 = onnx.MatMul(%0, %1) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %3 = onnx.Relu(%2) : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %4 = onnx.Custom(%3) {domain = "", op_type = "Softmax",
          references = {axis = "axis"}} : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %5 = onnx.Add(%4, %0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      return %5 : tensor<4x4xf32>
    }
    ```
  }];
  let options = [
    Option<"blocks", "blocks", "bool", "false",
           "Repeated parts of the graph become functions, not modules">,
    ListOption<"classes", "classes", "std::string",
               "Whole names of the classes whose modules become functions "
               "(default: all)">,
  ];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect",
                           "::torch_onnx::sym::SymDialect",
                           "::mlir::func::FuncDialect"];
}

def InlineFunctions : Pass<"onnx-inline-functions", "::mlir::ModuleOp"> {
  let summary = "Inlines functions of the model into its graph";
  let description = [{
    The inverse of onnx-outline-functions: afterwards there is no call, and only
    `@main` is left. Calls inside regions are inlined, too. References become the
    values of the attributes of the call. Recursive functions are an error. A
    warning gives the number of inlined functions.

    Before:
    ```mlir
    %0 = onnx.Call @Linear(%x, %w0) : (tensor<2x4xf32>, tensor<4x8xf32>)
        -> tensor<2x8xf32> loc("fc1")
    ```
    After:
    ```mlir
    %0 = onnx.MatMul(%x, %w0) : (tensor<2x4xf32>, tensor<4x8xf32>)
        -> tensor<2x8xf32> loc("fc1")
    ```
  }];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect"];
}

#endif // TORCH_ONNX_DIALECT_ONNX_TRANSFORMS_PASSES_TD
