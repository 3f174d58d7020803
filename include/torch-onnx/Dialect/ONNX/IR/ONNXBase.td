//===- ONNXBase.td - Base classes of onnx operators --------*- tablegen -*-===//
//
// Base classes, named sets of types and attributes with a default, from which
// the families are written. The sets follow the type constraints of the ONNX
// schemas; unittests/Dialect/ONNX/DriftTest.cpp compares them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_ONNXBASE_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_ONNXBASE_TD

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.td"

//===----------------------------------------------------------------------===//
// Element types and the tensors of them
//===----------------------------------------------------------------------===//

def ONNX_Str : DialectType<ONNX_Dialect,
    CPred<"::llvm::isa<::torch_onnx::onnx::StringType>($_self)">, "string">;

// Lists, to be concatenated below. An ONNX "int" is signless, a "uint" is
// unsigned.
defvar ONNX_FloatTypes = [F16, BF16, F32, F64]<Type>;
defvar ONNX_Float8Types = [F8E4M3FN, F8E4M3FNUZ, F8E5M2, F8E5M2FNUZ]<Type>;
defvar ONNX_SIntTypes = [I8, I16, I32, I64]<Type>;
defvar ONNX_UIntTypes = [UI8, UI16, UI32, UI64]<Type>;
defvar ONNX_IntTypes = !listconcat(ONNX_SIntTypes, ONNX_UIntTypes);
defvar ONNX_NumericTypes = !listconcat(ONNX_IntTypes, ONNX_FloatTypes);
defvar ONNX_ComplexTypes = [Complex<F32>, Complex<F64>]<Type>;
defvar ONNX_SubByteTypes = [I<4>, UI<4>, I<2>, UI<2>, F4E2M1FN]<Type>;
// Integers and floats of all widths, and bool.
defvar ONNX_RealTypes = !listconcat([I1], ONNX_NumericTypes, ONNX_Float8Types,
                                    [F8E8M0FNU], ONNX_SubByteTypes);
defvar ONNX_AllTypes = !listconcat(ONNX_RealTypes, ONNX_ComplexTypes,
                                   [ONNX_Str]);
// The types before 8-bit floats and 4-bit integers were added, with and without
// bf16, which was also added late.
defvar ONNX_ClassicTypes = !listconcat([I1], ONNX_NumericTypes,
                                       ONNX_ComplexTypes, [ONNX_Str]);
defvar ONNX_NumericNoBF16Types = !listconcat(ONNX_IntTypes,
                                             [F16, F32, F64]<Type>);
defvar ONNX_NoBF16Types = !listconcat([I1], ONNX_NumericNoBF16Types,
                                      ONNX_ComplexTypes, [ONNX_Str]);

/// A ranked tensor whose element type is one of `types`.
class ONNX_TensorOf<list<Type> types, string text> : RankedTensorOf<types> {
  let summary = "tensor of " # text;
  list<Type> elementTypes = types;
}

def ONNX_Tensor : ONNX_TensorOf<ONNX_AllTypes, "any ONNX element type">;
def ONNX_RealTensor : ONNX_TensorOf<ONNX_RealTypes,
    "bool, integers or floats of any width">;
def ONNX_ClassicTensor : ONNX_TensorOf<ONNX_ClassicTypes,
    "bool, integers of 8 bits or more, floats of 16 bits or more, complex or "
    "strings">;
def ONNX_NumericTensor : ONNX_TensorOf<ONNX_NumericTypes,
    "integers or floats">;
def ONNX_NoBF16Tensor : ONNX_TensorOf<ONNX_NoBF16Types,
    "bool, integers of 8 bits or more, f16, f32, f64, complex or strings">;
def ONNX_NumericNoBF16Tensor : ONNX_TensorOf<ONNX_NumericNoBF16Types,
    "integers, f16, f32 or f64">;
def ONNX_NumericOrBoolTensor : ONNX_TensorOf<
    !listconcat([I1], ONNX_NumericTypes), "integers, floats or bool">;
def ONNX_SignedTensor : ONNX_TensorOf<
    !listconcat(ONNX_SIntTypes, ONNX_FloatTypes), "signed integers or floats">;
def ONNX_WideNumericTensor : ONNX_TensorOf<
    !listconcat([I32, I64, UI32, UI64], ONNX_FloatTypes),
    "integers of 32 bits or more, or floats">;
def ONNX_FloatTensor : ONNX_TensorOf<ONNX_FloatTypes,
    "floats of 16 bits or more">;
def ONNX_FloatOrFloat8Tensor : ONNX_TensorOf<
    !listconcat(ONNX_FloatTypes, ONNX_Float8Types), "floats of 8 bits or more">;
// The types of QuantizeLinear and DequantizeLinear: no f64.
def ONNX_ShortFloatTensor : ONNX_TensorOf<[F16, BF16, F32], "f16, bf16 or f32">;
def ONNX_IntTensor : ONNX_TensorOf<ONNX_IntTypes, "integers">;
def ONNX_UIntTensor : ONNX_TensorOf<ONNX_UIntTypes, "unsigned integers">;
def ONNX_IndexTensor : ONNX_TensorOf<[I32, I64], "i32 or i64">;
def ONNX_ByteTensor : ONNX_TensorOf<[I8, UI8], "i8 or ui8">;
def ONNX_BoolTensor : ONNX_TensorOf<[I1], "bool">;
def ONNX_I32Tensor : ONNX_TensorOf<[I32], "i32">;
def ONNX_I64Tensor : ONNX_TensorOf<[I64], "i64">;
def ONNX_UI8Tensor : ONNX_TensorOf<[UI8], "ui8">;
def ONNX_F32Tensor : ONNX_TensorOf<[F32], "f32">;
def ONNX_StrTensor : ONNX_TensorOf<[ONNX_Str], "strings">;

//===----------------------------------------------------------------------===//
// Other types
//===----------------------------------------------------------------------===//

def ONNX_Sequence : DialectType<ONNX_Dialect,
    CPred<"::llvm::isa<::torch_onnx::onnx::SequenceType>($_self)">, "sequence",
    "::torch_onnx::onnx::SequenceType">;
def ONNX_Optional : DialectType<ONNX_Dialect,
    CPred<"::llvm::isa<::torch_onnx::onnx::OptionalType>($_self)">, "optional",
    "::torch_onnx::onnx::OptionalType">;
def ONNX_TensorOrSequence : AnyTypeOf<[ONNX_Tensor, ONNX_Sequence],
    "tensor or sequence">;
def ONNX_Value : AnyTypeOf<[ONNX_Tensor, ONNX_Sequence, ONNX_Optional],
    "tensor, sequence or optional">;

/// An optional input, absent if it is a `none`; or an optional output.
class ONNX_OrNone<Type type>
    : AnyTypeOf<[type, NoneType], type.summary # " or none">;

//===----------------------------------------------------------------------===//
// Attributes that may be absent
//===----------------------------------------------------------------------===//

class ONNX_IntAttr<int value>
    : DefaultValuedOptionalAttr<I64Attr, !cast<string>(value)>;
class ONNX_FloatAttr<string value> : DefaultValuedOptionalAttr<F32Attr, value>;
class ONNX_StrAttr<string value>
    : DefaultValuedOptionalStrAttr<StrAttr, value>;

def ONNX_OptInt : OptionalAttr<I64Attr>;
def ONNX_OptFloat : OptionalAttr<F32Attr>;
def ONNX_OptStr : OptionalAttr<StrAttr>;
def ONNX_OptInts : OptionalAttr<DenseI64ArrayAttr>;
def ONNX_OptFloats : OptionalAttr<DenseF32ArrayAttr>;
def ONNX_OptStrs : OptionalAttr<StrArrayAttr>;
def ONNX_OptTensor : OptionalAttr<ElementsAttr>;

// An INT that names a data type of TensorProto is a TypeAttr. ONNX's defaults
// are omitted, because the result type has the same information.
def ONNX_OptDType : OptionalAttr<TypeAttr>;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Every operation: `%r = onnx.Add(%a, %b) {attr = 1 : i64} : (T, T) -> T`.
class ONNX_Op<string mnemonic, list<Trait> traits = []>
    : Op<ONNX_Dialect, mnemonic, traits> {
  let assemblyFormat =
      "`(` operands `)` attr-dict `:` functional-type(operands, results)";
}

/// An operator whose result types follow from its operands, attributes and
/// regions: all but Constant, NoValue, Yield and Custom. Its type rule is
/// `inferTypes`, with the body `typeRule`; where that is empty, it is written in
/// lib/Dialect/ONNX/IR/<Family>Ops.cpp. See TypeInference.h.
///
/// The verifier accepts declared types that are more or less specific than the
/// inferred ones but do not contradict them. It only inspects operand types;
/// inference also inspects operand values that are computed from shapes.
class ONNX_InferredOp<string mnemonic, list<Trait> traits = []>
    : ONNX_Op<mnemonic, !listconcat(traits,
        [DeclareOpInterfaceMethods<InferTypeOpInterface,
           ["refineReturnTypes"]>])> {
  string typeRule = "";
  /// The body of `fold`, "" if there is none or it is written by hand.
  string folder = "";
  let hasFolder = !not(!empty(folder));
  /// Declarations of further methods.
  string methods = "";
  let extraClassDeclaration = methods # [{
    static void inferTypes(Adaptor op, TypeInference &types);
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                        ::mlir::TypeRange declared) {
      return areCompatible(inferred, declared);
    }
  }];
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, ::std::optional<::mlir::Location> location,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return detail::inferReturnTypes<$cppClass>(
          context, location, operands, attributes, properties, regions, types);
    }
    ::llvm::LogicalResult $cppClass::refineReturnTypes(
        ::mlir::MLIRContext *context, ::std::optional<::mlir::Location> location,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return detail::refineReturnTypes<$cppClass>(
          context, location, operands, attributes, properties, regions, types);
    }
  }] # !if(!empty(typeRule), "", [{
    void $cppClass::inferTypes(Adaptor op, TypeInference &types) {
      }] # typeRule # [{
    }
  }]) # !if(!empty(folder), "", [{
    ::mlir::OpFoldResult $cppClass::fold(FoldAdaptor) {
      }] # folder # [{
    }
  }]);
}

/// The bodies of `fold` for an operator that may return an operand
/// (Identities.h), for a function f with f(f(x)) = f(x), and for one with
/// f(f(x)) = x.
defvar ONNX_FoldIdentity = "return getIdentity(*this, ConstantReader());";
defvar ONNX_FoldIdempotent =
    "return getX().getDefiningOp<$cppClass>() ? getX() : ::mlir::Value();";
defvar ONNX_FoldInvolution = [{
  auto inner = getX().getDefiningOp<$cppClass>();
  return inner && inner.getX().getType() == getType() ? inner.getX()
                                                      : ::mlir::Value();
}];

/// An operator that is a function of its inputs: all except random operators.
class ONNX_PureOp<string mnemonic, list<Trait> traits = []>
    : ONNX_InferredOp<mnemonic, !listconcat([Pure], traits)>;

/// An operator from one tensor to one of the same element type, and by default
/// of the same shape.
class ONNX_UnaryOp<string mnemonic, Type type, list<Trait> traits = []>
    : ONNX_PureOp<mnemonic,
        !listconcat([SameOperandsAndResultElementType], traits)> {
  let arguments = (ins type:$X);
  let results = (outs type:$Y);
  let typeRule = "types.addSame(op.getOperands().front());";
}

#endif // TORCH_ONNX_DIALECT_ONNX_IR_ONNXBASE_TD
