//===- ONNXDialect.td - The onnx dialect and its types -----*- tablegen -*-===//
//
// The dialect and the ONNX types that builtin MLIR types cannot express.
// Operators are in <Family>Ops.td and use the classes of ONNXBase.td.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_ONNXDIALECT_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_ONNXDIALECT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"

def ONNX_Dialect : Dialect {
  let name = "onnx";
  let cppNamespace = "::torch_onnx::onnx";
  let summary = "operators of the ai.onnx domain";
  // Type rules use symbols of the sym dialect in threads, which cannot load it.
  let dependentDialects = ["::torch_onnx::sym::SymDialect"];
  let description = [{
    One operation for each operator of ai.onnx, in the newest version of the
    opset named by `kOpsetVersion`; older opsets are produced by the
    legalization pass. The mnemonic is the ONNX name.

    Operands are in ONNX order. An absent optional input is a value of type
    `none`, made by `onnx.NoValue`, trailing ones too: the number of operands is
    fixed unless the last input is variadic. Optional outputs are always
    results. An output that does not exist (the mask of a Dropout outside of
    training) has type `none`; an output that is not needed is unused.

    Attributes have their ONNX names. INT is an i64, FLOAT an f32, INTS and
    FLOATS are dense arrays, TENSOR is an ElementsAttr, GRAPH is a region ending
    in `onnx.Yield`, and an INT that names an element type is a type. An absent
    attribute has ONNX's default.
  }];
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasCanonicalizer = 1;

  // Each family of operators is registered by its own file, so that no
  // translation unit instantiates all of them.
  let extraClassDeclaration = [{
    /// The opset whose operators the dialect holds.
    static constexpr int64_t kOpsetVersion = 26;

  private:
    void registerInterfaces();
    void registerTypes();
    void registerCoreOps();
    void registerElementwiseOps();
    void registerLogicalOps();
    void registerReduceOps();
    void registerTensorOps();
    void registerIndexOps();
    void registerImageOps();
    void registerNNOps();
    void registerActivationOps();
    void registerLinearOps();
    void registerAttentionOps();
    void registerQuantOps();
    void registerRecurrentOps();
    void registerRandomOps();
    void registerControlOps();
    void registerSequenceOps();
    void registerStringOps();
    void registerFftOps();
  }];
}

class ONNX_TypeDef<string cppName, string typeMnemonic>
    : TypeDef<ONNX_Dialect, cppName> {
  let mnemonic = typeMnemonic;
}

def ONNX_StringType : ONNX_TypeDef<"String", "str"> {
  let summary = "element type of a tensor of strings";
}

/// A type that holds values of another type. Only here may tensors be unranked,
/// because those of a sequence may differ in rank.
class ONNX_ContainerType<string cppName, string typeMnemonic>
    : ONNX_TypeDef<cppName, typeMnemonic> {
  let parameters = (ins "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $elementType `>`";
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$elementType), [{
      return $_get(elementType.getContext(), elementType);
    }]>
  ];
  let genVerifyDecl = 1;
}

def ONNX_SequenceType : ONNX_ContainerType<"Sequence", "seq"> {
  let summary = "sequence of tensors, sequences or optionals of one type";
}

def ONNX_OptionalType : ONNX_ContainerType<"Optional", "opt"> {
  let summary = "a tensor or sequence, or nothing, known only at run time";
  let description = [{
    In contrast, the `none` of an absent input is known when the model is built.
  }];
}

#endif // TORCH_ONNX_DIALECT_ONNX_IR_ONNXDIALECT_TD
