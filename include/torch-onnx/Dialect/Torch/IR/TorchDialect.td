//===- TorchDialect.td - The torch dialect -----------------*- tablegen -*-===//
//
// The dialect, its attributes and its handful of operations. ATen has more than
// two thousand operators; they are one operation class here, described by the
// schema table (docs/Rationale/TorchDialect.md says why).
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_IR_TORCHDIALECT_TD
#define TORCH_ONNX_DIALECT_TORCH_IR_TORCHDIALECT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Torch_Dialect : Dialect {
  let name = "torch";
  let cppNamespace = "::torch_onnx::torch";
  let summary = "PyTorch programs as torch.export and TorchScript write them";
  // Type rules use its symbols in worker threads, where no dialect may be
  // loaded.
  let dependentDialects = ["::torch_onnx::sym::SymDialect"];
  let description = [{
    ATen operators under their own names, on builtin ranked tensors:

    ```mlir
    %0 = torch.aten.mean.dim(%x, [2, 3], keepdim=true)
        : (tensor<?x64x7x7xf32, #sym.dims<batch>>)
        -> tensor<?x64x1x1xf32, #sym.dims<batch>>
    ```

    Arguments are written as in Python: values and lists by position, and by
    name from the first one that is left at its default. Literal arguments are
    part of the operation, never constant operations. SymInt, SymFloat and
    SymBool values are `i64`, `f64` and `i1`; their arithmetic is the arith
    dialect's where it has an exact twin.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    /// Parses `torch.aten.add.Tensor(...)`: a name that is not an operation of
    /// the dialect is the target of an OperatorOp.
    std::optional<ParseOpHook>
    getParseOperationHook(llvm::StringRef opName) const override;

    /// On a result of a function: the name of the parameter, buffer or input
    /// that it updates.
    static llvm::StringRef getMutatesAttrName() { return "torch.mutates"; }
    /// `#sym.dims` with one entry for each result of an operation, or one for
    /// an argument of a function: the symbol in sizes that stands for the
    /// integer (`u0` of a data-dependent size); `?` if there is none.
    static llvm::StringRef getExprsAttrName() { return "torch.exprs"; }
    /// On a module: a list of the schemas of operators missing from LibTorch,
    /// in PyTorch's notation (`my::acc_(Tensor(a!) y, Tensor x) -> ()`).
    static llvm::StringRef getOpSchemasAttrName() { return "torch.op_schemas"; }
    /// On a module: a list of texts, one for each condition that the program
    /// checks at run time and the model does not.
    static llvm::StringRef getUncheckedAttrName() { return "torch.unchecked"; }
    /// On an operator that returns its operand, a view of it or a copy,
    /// depending on strides or devices (`reshape`, `contiguous`, `to`): whether
    /// the result shares memory with operand 0. If this is unknown, a string:
    /// the operator whose recorded strides may differ from eager's.
    static llvm::StringRef getIsViewAttrName() { return "torch.is_view"; }
    /// On an operator that reads the memory behind operand 0 (`as_strided`): a
    /// list with the strides of that operand, and its offset in its memory. If
    /// absent, the operand is row-major with offset 0. Instead of the strides
    /// it may be a string as above.
    static llvm::StringRef getStridesAttrName() { return "torch.strides"; }
    static llvm::StringRef getOffsetAttrName() { return "torch.offset"; }
  }];
}

class Torch_Attr<string name, string attrMnemonic>
    : AttrDef<Torch_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def Torch_NoneAttr : Torch_Attr<"None", "none"> {
  let summary = "Python's None as an argument";
}

def Torch_OperandAttr : Torch_Attr<"Operand", "operand"> {
  let summary = "stands in an argument list for the next operand";
}

def Torch_TargetAttr : Torch_Attr<"Target", "target"> {
  let summary = "the name of an operator, resolved to its schema";
  let description = [{
    Namespace, operator and overload (`aten.add.Tensor`). The schema is looked
    up once for each name in a context; whoever asks for it later follows a
    pointer.
  }];
  let parameters = (ins StringRefParameter<"namespace.operator.overload">:$name);
  let assemblyFormat = "`<` $name `>`";
  let genStorageClass = 0;
  let returnType = "::llvm::StringRef";
  let convertFromStorage = "$_self.getName()";
  let constBuilderCall =
      "::torch_onnx::torch::TargetAttr::get($_builder.getContext(), $0)";
  let extraClassDeclaration = [{
    /// Null for an operator that LibTorch does not have.
    const Schema *getSchema() const;
  }];
}

class Torch_Type<string name, string typeMnemonic>
    : TypeDef<Torch_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def Torch_UntypedType : Torch_Type<"Untyped", "untyped"> {
  let summary = "a tensor of which neither dtype nor rank is known yet";
  let description = [{
    What a program that does not say the types of its values is imported with,
    and what hand-written text may use. `torch-infer-shapes` replaces it; no
    later pass takes it.
  }];
}

class Torch_Op<string mnemonic, list<Trait> traits = []>
    : Op<Torch_Dialect, mnemonic, traits>;

def Torch_OperatorOp : Torch_Op<"operator", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "one call of a PyTorch operator";
  let description = [{
    `target` is the operator as PyTorch spells it: namespace, operator and
    overload (`aten.add.Tensor`, `aten.relu.default`, `higher_order.cond`,
    `my_library.my_op.default`). `args` has one entry for each argument of the
    schema, defaults filled in: a literal, a list, or `#torch.operand` for the
    next operand. An operator without a schema in the table has the names of
    its arguments in `arg_names`; it may have any effect, so that it is never
    removed, merged with an equal one or moved over another. Subgraphs of
    higher-order operators are regions that end in `torch.yield`.

    `aten.as_strided` and its like address the elements of their operand in
    row-major order, unless `torch.strides` says otherwise.

    | schema type | literal |
    | --- | --- |
    | `int`, `SymInt`, `bool`, `float`, `str` | `i64`, `bool`, `f64`, string attribute |
    | `Scalar` | `i64`, `f64`, `bool`, or a 0-d `complex<f64>` elements attribute |
    | `ScalarType` | type attribute |
    | `Layout`, `Device`, `MemoryFormat` | string attribute |
    | any list | array attribute of the above |
    | absent optional | `#torch.none` |
  }];
  let arguments = (ins Torch_TargetAttr:$target, ArrayAttr:$args,
                       OptionalAttr<StrArrayAttr>:$arg_names,
                       Variadic<AnyType>:$inputs);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region VariadicRegion<AnyRegion>:$bodies);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Prints the target in place of the operation's own name.
    static mlir::OperationName::PrintAssemblyFn getPrintAssemblyFn();

    /// The schema; null for an operator that LibTorch does not have.
    const Schema *getSchema();

    /// True for Python functions on numbers (`_operator.ge`, `math.ceil`,
    /// `torch.sym_not`). They have no schema, but are known to have no effects.
    bool isPythonFunction();

    /// The name of argument `index`; empty if it has none.
    llvm::StringRef getArgName(unsigned index);
  }];
}

def Torch_ConstantOp : Torch_Op<"constant", [Pure, ConstantLike]> {
  let summary = "a parameter, buffer or lifted constant";
  let description = [{
    `name` is the name in the module. Several operations may hold the same
    weight under different names (tied weights). With `transient` it is neither
    a parameter nor a buffer, but a constant that torch.export has lifted.
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$name, ElementsAttr:$value,
                       UnitAttr:$transient);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "($name^)? $value attr-dict `:` type($result)";
  let hasFolder = 1;
}

def Torch_DftOp : Torch_Op<"dft", [Pure]> {
  let summary = "the discrete Fourier transform of pairs";
  let description = [{
    The last dimension of `signal` has size 2, real and imaginary part, or 1,
    the real part; that of the result has size 2. The result is

    `y[k] = sum over t of x[t] * exp(-2 pi i k t / n)`

    along `axis`, which has the size `n` and is not the last one, without a
    factor. With `onesided` of a real signal only the first `n / 2 + 1` elements.

    ATen has no operator for it: its own have complex types, which
    `torch-legalize-complex` replaces.
  }];
  let arguments = (ins AnyRankedTensor:$signal, I64Attr:$axis,
                       UnitAttr:$onesided);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $signal `along` $axis (`onesided` $onesided^)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

// Unlike `scf`, these operations require only the same dtype and rank of
// initial values, yielded values and results. Sizes may differ: branches may
// yield tensors of different sizes, and a pass may refine one type without a
// cast.

class Torch_RegionOp<string mnemonic, list<Trait> traits = []>
    : Torch_Op<mnemonic, !listconcat(traits, [RecursiveMemoryEffects,
        SingleBlockImplicitTerminator<"::torch_onnx::torch::YieldOp">])> {
  let hasVerifier = 1;
}

def Torch_Condition : AnyTypeOf<[AnyRankedTensor, I1],
                                "a tensor of one element or a boolean">;

def Torch_IfOp : Torch_RegionOp<"if"> {
  let summary = "one of two branches (torch.cond)";
  let description = [{
    ```mlir
    %r = torch.if %c : (tensor<i1>) -> tensor<4xf32> then {
      torch.yield %a : tensor<4xf32>
    } else {
      torch.yield %b : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Torch_Condition:$condition);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$then_region,
                        SizedRegion<1>:$else_region);
  let assemblyFormat = [{
    $condition attr-dict `:` functional-type(operands, results)
    `then` $then_region `else` $else_region
  }];
}

def Torch_WhileOp : Torch_RegionOp<"while"> {
  let summary = "a loop that runs while a condition holds";
  let description = [{
    Both regions take the carried values. The condition yields one boolean (a
    tensor of one element or an `i1`), the body the next carried values. The
    results are the last carried values.

    With `stacked` the results are the values that the body yielded in all
    iterations, stacked along a new first dimension; they are the initial values
    (a stack of one) when there is no iteration.

    ```mlir
    %r = torch.while(%x) : (tensor<4xf32>) -> tensor<4xf32> while {
    ^bb0(%a: tensor<4xf32>):
      %c = torch.my.pred.default(x=%a) : (tensor<4xf32>) -> tensor<i1>
      torch.yield %c : tensor<i1>
    } do {
    ^bb0(%a: tensor<4xf32>):
      %b = torch.aten.cos.default(%a) : (tensor<4xf32>) -> tensor<4xf32>
      torch.yield %b : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inits, UnitAttr:$stacked);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$condition, SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`stacked` $stacked^)? `(` $inits `)` attr-dict
    `:` functional-type(operands, results) `while` $condition `do` $body
  }];
}

def Torch_ScanOp : Torch_RegionOp<"scan", [AttrSizedOperandSegments]> {
  let summary = "a loop over the slices of tensors along their first dimension";
  let description = [{
    The body takes the carried values and a slice of each of `xs`; it yields the
    next carried values and any number of outputs. The results are the last
    carried values, and the outputs of all iterations, stacked along a new first
    dimension. The slices have one dimension less than `xs`, whose first
    dimensions are equal.

    ```mlir
    %c, %ys = torch.scan(%i : tensor<4xf32>) over (%xs : tensor<9x4xf32>)
        -> tensor<4xf32>, tensor<9x4xf32> {
    ^bb0(%c: tensor<4xf32>, %x: tensor<4xf32>):
      %n = torch.aten.add.Tensor(%c, %x)
          : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      torch.yield %n, %c : tensor<4xf32>, tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inits,
                       Variadic<AnyRankedTensor>:$xs);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` ($inits^ `:` type($inits))? `)` `over` ` ` `(` ($xs^ `:` type($xs))? `)`
    attr-dict-with-keyword (`->` type($results)^)? $body
  }];
}

def Torch_YieldOp : Torch_Op<"yield", [Pure, ReturnLike, Terminator]> {
  let summary = "ends a region of control flow, or a subgraph of an operator";
  let arguments = (ins Variadic<AnyType>:$values);
  let builders = [OpBuilder<(ins), "build($_builder, $_state, {});">];
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

#endif // TORCH_ONNX_DIALECT_TORCH_IR_TORCHDIALECT_TD
