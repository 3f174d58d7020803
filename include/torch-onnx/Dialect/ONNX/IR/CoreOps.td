//===- CoreOps.td - Constants, calls, foreign nodes --------*- tablegen -*-===//
//
// Operations other than the operators of ai.onnx: initializers, the value for
// an absent input, calls of functions of the model, and nodes of other domains.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_COREOPS_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_COREOPS_TD

include "mlir/IR/SymbolInterfaces.td"
include "torch-onnx/Dialect/ONNX/IR/ONNXBase.td"

def ONNX_NoValueOp : ONNX_Op<"NoValue", [Pure, ConstantLike]> {
  let summary = "the value of an absent optional input";
  let results = (outs NoneType:$none);
  let hasFolder = 1;
}

def ONNX_ConstantOp
    : ONNX_Op<"Constant",
        [Pure, ConstantLike, AllTypesMatch<["value", "output"]>]> {
  let summary = "an initializer";
  let description = [{
    `name` is the name that the initializer has in the model, such as the
    state-dict name of a parameter. The value may be a reference to bytes in a
    file; see the weight dialect.

    ```mlir
    %0 = onnx.Constant dense<[1, 2]> : tensor<2xi64>
    %1 = onnx.Constant {name = "conv1.weight"} dense<0.5> : tensor<8x3x3x3xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value, ONNX_OptStr:$name);
  let results = (outs ONNX_Tensor:$output);
  let assemblyFormat = "attr-dict $value";
  let builders = [
    OpBuilder<(ins "::mlir::ElementsAttr":$value), [{
      build($_builder, $_state, value.getType(), value, ::mlir::StringAttr());
    }]>
  ];
  let hasFolder = 1;
}

def ONNX_CallOp
    : ONNX_Op<"Call", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a call of a function of the model";
  let description = [{
    The callee is a `func.func` with `onnx.domain`. In contrast to `func.call`,
    the types of operands and results may say more than those of the function,
    which serves calls of several sizes.

    `node_attributes` holds the attributes of the callee, `onnx.attributes`. If
    the value of one is an attribute of the enclosing function, `references`
    maps its name to the name of that attribute.

    ```mlir
    %0 = onnx.Call @Linear(%x, %w) : (tensor<2x4xf32>, tensor<4x8xf32>)
        -> tensor<2x8xf32>
    %1 = onnx.Call @Act(%0) {node_attributes = {alpha = 0.1 : f32}}
        : (tensor<2x8xf32>) -> tensor<2x8xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$inputs,
                       OptionalAttr<DictionaryAttr>:$node_attributes,
                       OptionalAttr<DictionaryAttr>:$references);
  let results = (outs Variadic<AnyType>:$outputs);
  let assemblyFormat = [{
    $callee `(` $inputs `)` attr-dict `:` functional-type($inputs, results)
  }];
}

// Nodes of other domains may have side effects, so they have no effect trait:
// they are neither merged with equal nodes nor removed if unused.
def ONNX_CustomOp : ONNX_Op<"Custom"> {
  let summary = "a node of any domain";
  let description = [{
    `node_attributes` holds the attributes of the node, in the forms that this
    dialect has for attributes. If the value of one is an attribute of the
    enclosing function, `references` maps its name to the name of that
    attribute. A node of ONNX with such an attribute is an onnx.Custom of the
    domain "", too, because no pass may fold it, or infer its type, by a value
    that differs between calls.

    ```mlir
    %0 = onnx.Custom(%x) {domain = "", op_type = "LeakyRelu",
                          references = {alpha = "slope"}} : (tensor<2x8xf32>) -> tensor<2x8xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, StrAttr:$domain,
                       StrAttr:$op_type,
                       OptionalAttr<DictionaryAttr>:$node_attributes,
                       OptionalAttr<DictionaryAttr>:$references);
  let results = (outs Variadic<AnyType>:$outputs);
  let hasVerifier = 1;
}

#endif // TORCH_ONNX_DIALECT_ONNX_IR_COREOPS_TD
