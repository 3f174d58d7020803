//===- WeightDialect.td - Weights that stay in their file --*- tablegen -*-===//
//
// The dialect of weights: no operations, two attributes that stand for the
// elements of a tensor without holding them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_WEIGHT_IR_WEIGHTDIALECT_TD
#define TORCH_ONNX_DIALECT_WEIGHT_IR_WEIGHTDIALECT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/DialectBase.td"

def Weight_Dialect : Dialect {
  let name = "weight";
  let cppNamespace = "::torch_onnx::weight";
  let summary = "Tensor elements that stay in the file they came in";
  let description = [{
    The elements of a weight are named, not held: a file, an offset and strides.
    Nothing in the IR needs them; Reader.h gets them when they are written.
    The dialect object owns the `WeightStore`, which maps names to files.
  }];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    /// The files of this context; shared by all threads.
    WeightStore &getStore() { return *store; }

  private:
    std::shared_ptr<WeightStore> store;

  public:
  }];
}

class Weight_Attr<string name, string attrMnemonic>
    : AttrDef<Weight_Dialect, name, [
        DeclareAttrInterfaceMethods<ElementsAttrInterface, ["isSplat"]>]> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let skipDefaultBuilders = 1;
}

def Weight_FileAttr : Weight_Attr<"File", "file"> {
  let summary = "elements in a file, at an offset, with strides";
  let description = [{
    ```mlir
    #weight.file<"model.pt2", offset = 1234> : tensor<64x3xf32>
    #weight.file<"model.pt2", offset = 1234, strides = [1, 64]> : tensor<64x3xf32>
    ```

    Element `[i, j, ..]` is at byte `offset + width * (i * strides[0] + j *
    strides[1] + ..)` of the file, little-endian, `width` bytes wide
    (`getElementByteWidth`; a bool is a byte). Strides count elements, are not
    negative, and are 0 where a dimension is broadcast. Strides of row-major
    order are not printed. A view of a weight (transposed, sliced, expanded) is
    the same weight with other strides: see Views.h.

    Strides that address nothing (of a dimension of size 1, or of a tensor
    without elements) are set to one value by the builder, so that equal
    elements of one file are equal attributes: tied weights are pointer-equal.

    The verifier checks all that can be known without the file: no number
    overflows. Whether the file has that many bytes is checked on reading.
  }];
  let parameters = (ins
    AttributeSelfTypeParameter<"", "::mlir::RankedTensorType">:$type,
    StringRefParameter<"name for the WeightStore">:$file,
    "int64_t":$offset,
    ArrayRefParameter<"int64_t", "one for each dimension">:$strides);
  let builders = [
    /// Empty strides mean row-major order.
    AttrBuilderWithInferredContext<(ins
      "::mlir::RankedTensorType":$type, "::llvm::StringRef":$file,
      "int64_t":$offset,
      CArg<"::llvm::ArrayRef<int64_t>", "{}">:$strides), [{
        return $_get(type.getContext(), type, file, offset,
                     ::llvm::ArrayRef<int64_t>(
                       detail::canonicalizeStrides(type, strides)));
      }]>
  ];
  let extraClassDeclaration = [{
    /// True if the elements are contiguous in row-major order.
    bool isContiguous();
    /// The number of bytes from the first element to the end of the last one,
    /// which the file must have from `offset` on. 0 for an empty tensor.
    int64_t getExtent();
  }];
}

def Weight_ExprAttr : Weight_Attr<"Expr", "expr"> {
  let summary = "elements that are computed when they are written";
  let description = [{
    ```mlir
    #weight.expr<mul, [#weight.file<"m.pt2", offset = 0> : tensor<8x3xf32>,
                       dense<2.0> : tensor<f32>]> : tensor<8x3xf32>
    #weight.expr<cast, [#weight.file<"m.pt2", offset = 0> : tensor<8xf32>]>
        : tensor<8xf16>
    #weight.expr<concat<0>, [#a, #b]> : tensor<16x3xf32>   // along dimension 0
    ```

    | kind | operands | elements |
    |---|---|---|
    | `add` `sub` `mul` `div` | two of the element type of the result, whose shapes broadcast to it | f64 in f64, f32 in f32, f16 and bf16 in f32 and rounded; integers but i1: `add`, `sub` and `mul` modulo 2^n, no `div` |
    | `cast` | one of the same shape | as PyTorch's `to`: to nearest even through f32 for f16 and bf16, truncation from float to integer, non-zero is true. Not to 8-bit floats, whose overflow is different everywhere. Of integers of 8 bits to i4 and ui4, which hold them all: two in a byte, the first in the low half |
    | `concat<axis>` | at least one, equal but for the size of `axis` | |
    | `reshape` | one of the same element type with as many elements | the same, in row-major order |
    | `unpack` | one of ui8 with half as many elements | of f4E2M1FN: the halves of each byte, the low one first, in row-major order. Its bytes are those of the operand |

    Operands are any elements attributes that Reader.h can read, further
    expressions included, up to `maxDepth` deep and `maxNodes` in all. Elements
    of 4 bits have no bytes of their own: they can be written (forEachBlock), not
    read one by one, and an expression of them is no operand.
  }];
  let parameters = (ins
    AttributeSelfTypeParameter<"", "::mlir::RankedTensorType">:$type,
    "::torch_onnx::weight::ExprKind":$kind,
    ArrayRefParameter<"::mlir::ElementsAttr">:$operands,
    "int64_t":$axis);
  let builders = [
    /// `axis` is used by concat only, and is not negative.
    AttrBuilderWithInferredContext<(ins
      "::mlir::RankedTensorType":$type, "::torch_onnx::weight::ExprKind":$kind,
      "::llvm::ArrayRef<::mlir::ElementsAttr>":$operands,
      CArg<"int64_t", "0">:$axis), [{
        return $_get(type.getContext(), type, kind, operands, axis);
      }]>
  ];
  let extraClassDeclaration = [{
    /// Limits of the verifier: evaluation is recursive, and an operand with two
    /// uses is computed twice.
    static constexpr unsigned maxDepth = 32;
    static constexpr unsigned maxNodes = 4096;
  }];
}

#endif // TORCH_ONNX_DIALECT_WEIGHT_IR_WEIGHTDIALECT_TD
