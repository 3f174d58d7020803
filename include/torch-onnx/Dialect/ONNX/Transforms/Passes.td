//===- Passes.td - Passes over the onnx dialect ------------*- tablegen -*-===//
//
// Each pass states what holds after it.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_TRANSFORMS_PASSES_TD
#define TORCH_ONNX_DIALECT_ONNX_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"
include "mlir/Rewrite/PassUtil.td"

def InferShapes : Pass<"onnx-infer-shapes", "::mlir::ModuleOp"> {
  let summary = "types of results from those of operands";
  let description = [{
    Afterwards the type of each result says all that follows from the operands,
    attributes and regions of its operation, by the operation's type rule
    (InferTypeOpInterface), and what it said before. Dimensions are numbers or
    expressions over the symbols of the function's arguments; shapes that are
    computed by the program (Shape, Gather, Concat, ...) are followed. It is an
    error if a declared type contradicts the inferred one.

    One walk, in order; the bodies of If, Loop, Scan and SequenceMap before the
    results of these. The results of a function become those that it returns,
    unless the function is called.

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
    Option<"opset", "opset", "::torch_onnx::Decimal", "0",
           "The opset to produce (0: the one that the module states)">,
    Option<"target", "target", "::torch_onnx::TargetRuntime",
           "::torch_onnx::TargetRuntime::ORT",
           "What the model is to run on">,
  ];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect"];
}

def PackWeights : Pass<"onnx-pack-weights", "::mlir::ModuleOp"> {
  let summary = "weights that are quantized in blocks as runtimes want them";
  let description = [{
    For a DequantizeLinear of a constant with blocks, whose parameters are
    constants too:

    - A weight of i8 or ui8 all of whose numbers fit into 4 bits becomes one of
      i4 or ui4, two numbers a byte, packed while it is written. Whether they fit
      is read from the weight; the first that does not ends the reading.
    - A weight [outputs, inputs] that a Gemm or a Transpose before a MatMul
      transposes becomes one [inputs, outputs]: ONNX Runtime makes a product of
      quantized numbers (MatMulNBits) of this form only.
    - Zero points that are all 0 go.

    All of it keeps every bit. An opset that has blocks has 4 bits, so that it is
    a pass for after onnx-legalize-opset. It is for weights that are written, not
    referenced.
  }];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect",
                           "::torch_onnx::weight::WeightDialect"];
}

def PrepareForExport : Pass<"onnx-prepare-for-export", "::mlir::ModuleOp"> {
  let summary = "decide everything that the translation to ONNX needs decided";
  let description = [{
    The last pass before the translation. Afterwards the module has the form
    that PreparedModule.h describes, and every model that is written from it
    follows the rules of the standard and of ONNX Runtime on names and graphs:

    - Nodes and values have unique names over the graph and all its subgraphs.
      Names given for inputs and outputs stay as they are, then come the names
      of initializers, then, for values of nodes of the captured program, those
      that they have there (`linear_1`, as torch.onnx calls them), then names
      made of the module path and the operator:
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
    - Nodes state `axis` and `keepdims` even where the value is the default, as
      tools that fuse nodes read these attributes from the node alone.
    - The module has an opset and a version of the file format.
  }];
  let options = [
    Option<"weightsMode", "weights-mode", "::torch_onnx::WeightsMode",
           "::torch_onnx::WeightsMode::Auto",
           "Where the bytes of weights will go">,
    Option<"opset", "opset", "::torch_onnx::Decimal", "0",
           "The opset to declare if the module does not say (0: it has to)">,
    Option<"nodeMetadata", "node-metadata", "bool", "false",
           "Use a version of the file format in which nodes have metadata, from "
           "opset 18 on: those before it are for runtimes that do not read it">,
  ];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect"];
}

def FoldWeights : Pass<"onnx-fold-weights", "::mlir::ModuleOp"> {
  let summary = "compute what depends on constants alone";
  let description = [{
    Operations whose operands are all constants, or results of such operations,
    are evaluated: standardized weights of convolutions, tables of relative
    positions, embeddings of positions, anchors. Results of up to 64 KB are
    computed in memory. Larger ones are views of weights or expressions over
    them (`#weight.expr`), which are evaluated block by block while the model is
    written; what is neither may have up to 4 MB, and all of it 32 MB.

    A group of such operations is folded as a whole, if its results have no more
    bytes than the constants that die with it. Computed elements may beyond that
    make the model larger by a sixteenth, or 1 MB (by 128 KB when no weight is
    read for them). A weight is never written in two forms.

    Without `fuse` only what every runtime computes bit by bit alike: integers,
    IEEE arithmetic, movement of data. With it also functions and sums of floats
    (of f64 functions only), which are computed in a wider type and rounded
    once. They are at least as near to what the model means as any runtime's
    result.

    Random operators, operators with subgraphs, and what is not defined (an
    integer divided by zero, an index out of range) stay.
  }];
  let options = [
    Option<"weightsMode", "weights-mode", "::torch_onnx::WeightsMode",
           "::torch_onnx::WeightsMode::Auto",
           "Where the bytes of weights will go; with reference, nothing is "
           "computed from a weight of more than 1 KB in a file">,
    Option<"fuse", "fuse", "bool", "true",
           "Compute sums and functions of floats, too">,
  ];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect",
                           "::torch_onnx::weight::WeightDialect"];
}

def Simplify : Pass<"onnx-simplify", "::mlir::ModuleOp"> {
  let summary = "fewer nodes, the same numbers";
  let description = [{
    Afterwards neither `fold` nor a canonicalization pattern of an onnx operation
    applies any more, and none of the patterns below, which need a decision that
    the dialect does not make: on weights, sizes or rounding.

    These keep every bit of the results:

    - `remove-identity`: an operator that gives an operand back, by constants that
      are in files;
    - `remove-true-condition`: a condition of a mask that always holds, such as
      `Range(0, n, 1) >= 0`;
    - `remove-split`: a Split into what was concatenated;
    - `keep-joined-dim`: parts of pairs that arithmetic takes apart and joins
      again keep their dimension of size 1, and come from one Split;
    - `remove-initial-state`: the zeros that a recurrence begins with anyway, in
      files, too;
    - `fold-constants`: what can be computed from small constants is a constant;
      transposed weights are other views of their bytes;
    - `sink-expand`: an Expand of a constant before elementwise operations, which
      are computed on the constant;
    - `inline-branch`, `inline-loop`: an If whose condition is known, a Loop or a
      Scan of one iteration or none;
    - `forward-carried`, `remove-unread`: what a loop carries without changing it,
      and results of branches and loops that nobody reads;
    - `count-iterations`, `replace-counters`: a Loop whose condition compares a
      counter with a bound from outside has a trip count, and what it counts is
      the number of the iteration;
    - `stack-appended`: a tensor to which each iteration of a Loop appends a row
      is a scan output;
    - `hoist-invariant`: what a loop computes anew from outer values alone. In front
      of a loop that may have no iteration this is done only for operators that
      cannot fail.

    What is computed from weights alone is a weight: see `onnx-fold-weights`.

    The canonicalization patterns, which `--canonicalize` runs as well, are:

    - `merge-reshapes`, `make-shape-constant`, `keep-reduced-dims`,
      `keep-gathered-dim`: chains of Reshape, Squeeze, Unsqueeze, Flatten and
      Transpose of dimensions of size 1 are one operator by a constant shape, or
      part of the reduction or the Gather before them;
    - `compute-with-numbers`: arithmetic on a list of one number that is a 0-d
      tensor before and after it is arithmetic on 0-d tensors;
    - `drop-expand`, `drop-gather-expand`: an Expand before what broadcasts;
    - `make-expand-constant`: the shape of an Expand by constant sizes;
    - `move-cast-up`: a Cast between two Transposes, which become one;
    - `merge-slices`, `make-split`: Slices of several axes, or of all of one;
    - `narrow-shape`: some sizes of a Shape are a Shape of these;
    - `merge-concats`, `merge-concat-shapes`, `merge-concat-constants`: pieces of
      a Concat that are one;
    - `restack-elements`: a Concat of all elements along an axis;
    - `merge-clips`: bounds of bounds;
    - `gather-everything`: a GatherND of all positions;
    - `gather-backwards`: a Gather of all positions from the last one to 0;
    - `reassociate-integers`: numbers added one after the other, or multiplied;
    - `remove-dropout`: a Dropout that drops nothing.

    With `fuse`, operators also become one that computes the same and rounds in
    other places, and an added zero is dropped (`remove-any-zero`), and the sum
    of one element (`remove-single-reduction`), which may change the sign of a
    zero:

    - `merge-factors`: products with one number after the other are one;
    - `make-gemm`, `unflatten-gemm`, `fuse-gemm-bias`, `fuse-gemm-transpose`:
      MatMul and Add of matrices are Gemm, which transposes by itself;
    - `fuse-batch-norm`, `fuse-scale`, `fuse-factor`, `fuse-pad`,
      `fuse-conv-bias`: BatchNormalization by constant statistics, factors of the
      channels, factors of the operand, Pad and a bias are part of the
      convolution next to them (the first three also of a Gemm); the factors are
      computed in double precision;
    - `fuse-rms-norm`: a norm by the root of the mean square is
      RMSNormalization;
    - `fuse-rotary`, `share-heads`, `flatten-heads`: from opset 23 on, what turns
      pairs of columns by tables of cosines and sines is RotaryEmbedding, and
      Attention takes heads as they come out of its projections, repeating none
      of them.

    Any of these is switched off by its name in `disable-patterns`, and all folds
    by `fold=false`.

    No weight is written in two forms to save a node. It is an error if the
    rewrites do not come to an end.

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
           "Make one operator of several where that rounds differently">,
    Option<"fold", "fold", "bool", "true", "Call `fold` of the operations">,
  ], RewritePassUtils.options);
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

def OutlineFunctions : Pass<"onnx-outline-functions", "::mlir::ModuleOp"> {
  let summary = "modules of the program become functions of the model";
  let description = [{
    Afterwards each call of a module of the program, as the locations of
    operations say it, is an `onnx.Call` of a function named after the class of
    the module, in a domain named after the Python module of the class; calls
    nest as they do in the program. Equal calls share a function: equal in
    operations, attributes, element types and ranks, whatever their sizes are.
    What else calls of a class differ in makes another function, `Linear_1`.

    - Inputs of a function are the values from outside that it uses, then its
      weights. A small constant without a name is inside of the function if it
      is the same in all calls, else an input.
    - Results are the values that any of the calls is used for outside.
    - A dimension in a function is known if it is the same in all calls; the
      operands and results of each call keep their types.
    - A value that common subexpression elimination has left in the first of
      several calls of a class is computed by their caller.
    - The operations of a call are moved next to each other. Where the order of
      computation forbids it, the call is not made a function, and a remark
      counts such calls.
    - Operations inside of an If, Loop, Scan or SequenceMap stay there; the
      whole operation belongs to a call.
    - A call that is all of the graph is the graph. So is one with other calls
      inside that makes more than half of it, unless its class is asked for.

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
  }];
  let options = [
    ListOption<"classes", "classes", "std::string",
               "Whole names of the classes whose modules become functions "
               "(default: all)">,
  ];
  let dependentDialects = ["::torch_onnx::onnx::ONNXDialect",
                           "::torch_onnx::sym::SymDialect",
                           "::mlir::func::FuncDialect"];
}

def InlineFunctions : Pass<"onnx-inline-functions", "::mlir::ModuleOp"> {
  let summary = "functions of the model become nodes of its graph";
  let description = [{
    Afterwards nothing is called and only `@main` is left: the inverse of
    onnx-outline-functions. Calls inside of regions are inlined, too. Recursive
    functions are an error. A warning says how many functions there were.

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
