//===- SequenceOps.td - Sequences and optionals ------------*- tablegen -*-===//
//
// Sequences of tensors, and values that may be absent at run time. SequenceMap,
// which has a body, is in ControlOps.td.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_SEQUENCEOPS_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_SEQUENCEOPS_TD

include "torch-onnx/Dialect/ONNX/IR/ONNXBase.td"

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

def ONNX_ConcatFromSequenceOp : ONNX_PureOp<"ConcatFromSequence"> {
  let summary = "concatenation of the elements of a sequence";
  let arguments = (ins ONNX_Sequence:$input_sequence, I64Attr:$axis,
                       ONNX_IntAttr<0>:$new_axis);
  let results = (outs ONNX_NoBF16Tensor:$concat_result);
}

def ONNX_SequenceAtOp : ONNX_PureOp<"SequenceAt"> {
  let summary = "element of a sequence";
  let arguments = (ins ONNX_Sequence:$input_sequence,
                       ONNX_IndexTensor:$position);
  let results = (outs ONNX_NoBF16Tensor:$tensor);
}

def ONNX_SequenceConstructOp : ONNX_PureOp<"SequenceConstruct"> {
  let summary = "sequence of the operands";
  let arguments = (ins Variadic<ONNX_NoBF16Tensor>:$inputs);
  let results = (outs ONNX_Sequence:$output_sequence);
}

def ONNX_SequenceEmptyOp : ONNX_PureOp<"SequenceEmpty"> {
  let summary = "empty sequence";
  let arguments = (ins ONNX_OptDType:$dtype);
  let results = (outs ONNX_Sequence:$output);
}

def ONNX_SequenceEraseOp : ONNX_PureOp<"SequenceErase"> {
  let summary = "sequence without the element at a position, or the last one";
  let arguments = (ins ONNX_Sequence:$input_sequence,
                       ONNX_OrNone<ONNX_IndexTensor>:$position);
  let results = (outs ONNX_Sequence:$output_sequence);
}

def ONNX_SequenceInsertOp : ONNX_PureOp<"SequenceInsert"> {
  let summary = "sequence with an element before a position, or at the end";
  let arguments = (ins ONNX_Sequence:$input_sequence,
                       ONNX_NoBF16Tensor:$tensor,
                       ONNX_OrNone<ONNX_IndexTensor>:$position);
  let results = (outs ONNX_Sequence:$output_sequence);
}

def ONNX_SequenceLengthOp : ONNX_PureOp<"SequenceLength"> {
  let summary = "number of elements of a sequence";
  let arguments = (ins ONNX_Sequence:$input_sequence);
  let results = (outs ONNX_I64Tensor:$length);
}

def ONNX_SplitToSequenceOp : ONNX_PureOp<"SplitToSequence"> {
  let summary = "sequence of pieces along an axis";
  let arguments = (ins ONNX_ClassicTensor:$input,
                       ONNX_OrNone<ONNX_IndexTensor>:$split,
                       ONNX_IntAttr<0>:$axis, ONNX_IntAttr<1>:$keepdims);
  let results = (outs ONNX_Sequence:$output_sequence);
}

//===----------------------------------------------------------------------===//
// Optionals
//===----------------------------------------------------------------------===//

def ONNX_OptionalOp : ONNX_PureOp<"Optional"> {
  let summary = "optional that holds the operand, or nothing";
  let arguments = (ins ONNX_OrNone<ONNX_TensorOrSequence>:$input,
                       OptionalAttr<TypeAttr>:$type);
  let results = (outs ONNX_Optional:$output);
}

def ONNX_OptionalGetElementOp : ONNX_PureOp<"OptionalGetElement"> {
  let summary = "content of an optional";
  let arguments = (ins ONNX_Value:$input);
  let results = (outs ONNX_TensorOrSequence:$output);
}

def ONNX_OptionalHasElementOp : ONNX_PureOp<"OptionalHasElement"> {
  let summary = "whether an optional is not empty";
  let arguments = (ins ONNX_OrNone<ONNX_Value>:$input);
  let results = (outs ONNX_BoolTensor:$output);
}

#endif // TORCH_ONNX_DIALECT_ONNX_IR_SEQUENCEOPS_TD
