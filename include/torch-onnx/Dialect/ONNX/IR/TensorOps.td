//===- TensorOps.td - Shapes, types, fillings --------------*- tablegen -*-===//
//
// Operators that move, convert or create elements independently of their
// values. For selection by an index, see IndexOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_TENSOROPS_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_TENSOROPS_TD

include "torch-onnx/Dialect/ONNX/IR/ONNXBase.td"

/// An operator from a tensor to one of the same element type; further operands
/// define where the elements go.
class ONNX_MoveOp<string mnemonic, Type type = ONNX_Tensor>
    : ONNX_PureOp<mnemonic, [AllElementTypesMatch<["data", "output"]>]> {
  let results = (outs type:$output);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

def ONNX_ExpandOp : ONNX_MoveOp<"Expand", ONNX_ClassicTensor> {
  let folder = ONNX_FoldIdentity;
  let summary = "broadcast to a shape";
  let description = "A 1 in the shape keeps the extent of the operand.";
  let arguments = (ins ONNX_ClassicTensor:$data, ONNX_I64Tensor:$shape);
}

def ONNX_FlattenOp : ONNX_MoveOp<"Flatten"> {
  let hasCanonicalizer = 1;
  let folder = ONNX_FoldIdentity;
  let summary = "reshape to a matrix, split before an axis";
  let arguments = (ins ONNX_Tensor:$data, ONNX_IntAttr<1>:$axis);
}

def ONNX_ReshapeOp : ONNX_MoveOp<"Reshape"> {
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let summary = "the same elements in another shape";
  let description = [{
    In the shape, -1 is inferred, and 0 copies the extent of the operand unless
    `allowzero` is 1.
  }];
  let arguments = (ins ONNX_Tensor:$data, ONNX_I64Tensor:$shape,
                       ONNX_IntAttr<0>:$allowzero);
}

def ONNX_ShapeOp : ONNX_PureOp<"Shape"> {
  let summary = "extents of the axes in [start, end)";
  let arguments = (ins ONNX_Tensor:$data, ONNX_OptInt:$end,
                       ONNX_IntAttr<0>:$start);
  let results = (outs ONNX_I64Tensor:$shape);
}

def ONNX_SizeOp : ONNX_PureOp<"Size"> {
  let summary = "number of elements";
  let arguments = (ins ONNX_Tensor:$data);
  let results = (outs ONNX_I64Tensor:$size);
}

def ONNX_SqueezeOp : ONNX_MoveOp<"Squeeze"> {
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let summary = "removal of axes of extent 1";
  let arguments = (ins ONNX_Tensor:$data, ONNX_OrNone<ONNX_I64Tensor>:$axes);
}

def ONNX_TransposeOp : ONNX_MoveOp<"Transpose"> {
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let methods = [{
    /// For each axis of the result, the axis of the operand.
    ::llvm::SmallVector<int64_t> getPermutation();
  }];
  let summary = "permutation of the axes";
  let description = "Without `perm` the axes are reversed.";
  let arguments = (ins ONNX_Tensor:$data, ONNX_OptInts:$perm);
}

def ONNX_UnsqueezeOp : ONNX_MoveOp<"Unsqueeze"> {
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let summary = "insertion of axes of extent 1";
  let arguments = (ins ONNX_Tensor:$data, ONNX_I64Tensor:$axes);
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

def ONNX_ConcatOp
    : ONNX_PureOp<"Concat", [SameOperandsAndResultElementType]> {
  let summary = "concatenation along an axis";
  let folder = ONNX_FoldIdentity;
  let hasCanonicalizer = 1;
  let arguments = (ins Variadic<ONNX_ClassicTensor>:$inputs, I64Attr:$axis);
  let results = (outs ONNX_ClassicTensor:$concat_result);
}

def ONNX_DepthToSpaceOp : ONNX_MoveOp<"DepthToSpace", ONNX_ClassicTensor> {
  let summary = "channels of an image to blocks";
  let description = "`mode` is DCR (depth, column, row) or CRD.";
  let arguments = (ins ONNX_ClassicTensor:$data, I64Attr:$blocksize,
                       ONNX_StrAttr<"DCR">:$mode);
}

def ONNX_PadOp : ONNX_MoveOp<"Pad"> {
  let folder = ONNX_FoldIdentity;
  let summary = "padding at the ends of axes";
  let description = [{
    `pads` holds all begins, then all ends, of the axes; negative ones crop.
    `mode` is constant, reflect, edge or wrap.
  }];
  let arguments = (ins ONNX_Tensor:$data, ONNX_I64Tensor:$pads,
                       ONNX_OrNone<ONNX_Tensor>:$constant_value,
                       ONNX_OrNone<ONNX_IndexTensor>:$axes,
                       ONNX_StrAttr<"constant">:$mode);
}

def ONNX_ReverseSequenceOp
    : ONNX_MoveOp<"ReverseSequence", ONNX_NoBF16Tensor> {
  let summary = "reversal of the head of each batch";
  let typeRule = [{
    types.expectFlag(op.getBatchAxis(), "batch_axis");
    types.expectFlag(op.getTimeAxis(), "time_axis");
    types.expectRankAtLeast(op.getData(), 2, "data");
    types.addSame(op.getData());
  }];
  let arguments = (ins ONNX_NoBF16Tensor:$data, ONNX_I64Tensor:$sequence_lens,
                       ONNX_IntAttr<1>:$batch_axis,
                       ONNX_IntAttr<0>:$time_axis);
}

def ONNX_SliceOp : ONNX_MoveOp<"Slice", ONNX_ClassicTensor> {
  let folder = ONNX_FoldIdentity;
  let hasCanonicalizer = 1;
  let summary = "ranges of axes with a step";
  let arguments = (ins ONNX_ClassicTensor:$data, ONNX_IndexTensor:$starts,
                       ONNX_IndexTensor:$ends,
                       ONNX_OrNone<ONNX_IndexTensor>:$axes,
                       ONNX_OrNone<ONNX_IndexTensor>:$steps);
}

def ONNX_SpaceToDepthOp : ONNX_MoveOp<"SpaceToDepth", ONNX_ClassicTensor> {
  let summary = "blocks of an image to channels";
  let arguments = (ins ONNX_ClassicTensor:$data, I64Attr:$blocksize);
}

def ONNX_SplitOp : ONNX_PureOp<"Split"> {
  let hasFolder = 1;
  let summary = "pieces along an axis";
  let description = [{
    Exactly one of `split` and `num_outputs` gives the extents; with the latter
    the last piece may be smaller.
  }];
  let arguments = (ins ONNX_ClassicTensor:$input,
                       ONNX_OrNone<ONNX_I64Tensor>:$split,
                       ONNX_IntAttr<0>:$axis, ONNX_OptInt:$num_outputs);
  let results = (outs Variadic<ONNX_ClassicTensor>:$outputs);
}

def ONNX_TileOp : ONNX_MoveOp<"Tile", ONNX_ClassicTensor> {
  let folder = ONNX_FoldIdentity;
  let summary = "repetition along the axes";
  let arguments = (ins ONNX_ClassicTensor:$data, ONNX_I64Tensor:$repeats);
}

def ONNX_TriluOp : ONNX_MoveOp<"Trilu", ONNX_ClassicTensor> {
  let summary = "triangle of the innermost matrices";
  let typeRule = [{
    types.expectRankAtLeast(op.getData(), 2, "data");
    types.addSame(op.getData());
  }];
  let arguments = (ins ONNX_ClassicTensor:$data,
                       ONNX_OrNone<ONNX_I64Tensor>:$k, ONNX_IntAttr<1>:$upper);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def ONNX_BitsTensor : ONNX_TensorOf<
    !listconcat(ONNX_RealTypes, ONNX_ComplexTypes),
    "any ONNX element type but strings">;
def ONNX_CastTensor : ONNX_TensorOf<!listconcat(ONNX_RealTypes, [ONNX_Str]),
    "any ONNX element type but complex">;

def ONNX_BitCastOp : ONNX_PureOp<"BitCast"> {
  let summary = "the same bits as another type of the same width";
  let arguments = (ins ONNX_BitsTensor:$input, TypeAttr:$to);
  let results = (outs ONNX_BitsTensor:$output);
  let hasVerifier = 1;
}

def ONNX_CastOp : ONNX_PureOp<"Cast"> {
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let summary = "conversion to an element type";
  let description = [{
    `saturate` is for 8-bit floats only, `round_mode` (up, down, nearest) for
    f8E8M0FNU only.
  }];
  let arguments = (ins ONNX_CastTensor:$input, TypeAttr:$to,
                       ONNX_IntAttr<1>:$saturate,
                       ONNX_StrAttr<"up">:$round_mode);
  let results = (outs ONNX_CastTensor:$output);
  let hasVerifier = 1;
}

def ONNX_CastLikeOp
    : ONNX_PureOp<"CastLike",
        [AllElementTypesMatch<["target_type", "output"]>]> {
  let summary = "conversion to the element type of another value";
  let arguments = (ins ONNX_CastTensor:$input, ONNX_CastTensor:$target_type,
                       ONNX_IntAttr<1>:$saturate,
                       ONNX_StrAttr<"up">:$round_mode);
  let results = (outs ONNX_CastTensor:$output);
}

def ONNX_IdentityOp : ONNX_PureOp<"Identity"> {
  let folder = ONNX_FoldIdentity;
  let summary = "its operand";
  let typeRule = "types.addSame(op.getOperands().front());";
  let arguments = (ins ONNX_Value:$input);
  let results = (outs ONNX_Value:$output);
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

def ONNX_ConstantOfShapeOp : ONNX_PureOp<"ConstantOfShape"> {
  let summary = "one value everywhere";
  let description = "`value` has one element; absent, it is 0.0 : f32.";
  let arguments = (ins ONNX_I64Tensor:$input, ONNX_OptTensor:$value);
  let results = (outs ONNX_RealTensor:$output);
}

def ONNX_EyeLikeOp : ONNX_PureOp<"EyeLike"> {
  let summary = "ones on the diagonal k of a matrix shaped like the operand";
  let arguments = (ins ONNX_NumericOrBoolTensor:$input, ONNX_OptDType:$dtype,
                       ONNX_IntAttr<0>:$k);
  let results = (outs ONNX_NumericOrBoolTensor:$output);
}

def ONNX_RangeTensor : ONNX_TensorOf<[I16, I32, I64, F32, F64],
    "i16, i32, i64, f32 or f64">;

def ONNX_RangeOp : ONNX_PureOp<"Range", [SameOperandsAndResultElementType]> {
  let summary = "start, start + delta, ... below limit";
  let arguments = (ins ONNX_RangeTensor:$start, ONNX_RangeTensor:$limit,
                       ONNX_RangeTensor:$delta);
  let results = (outs ONNX_RangeTensor:$output);
}

#endif // TORCH_ONNX_DIALECT_ONNX_IR_TENSOROPS_TD
