//===- StringOps.td - Strings ------------------------------*- tablegen -*-===//
//
// Operators on tensors of strings.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_STRINGOPS_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_STRINGOPS_TD

include "torch-onnx/Dialect/ONNX/IR/ONNXBase.td"

def ONNX_TokenTensor
    : ONNX_TensorOf<[I32, I64, ONNX_Str], "i32, i64 or strings">;

def ONNX_RegexFullMatchOp : ONNX_PureOp<"RegexFullMatch"> {
  let summary = "whether a whole string matches an expression of RE2";
  let arguments = (ins ONNX_StrTensor:$X, ONNX_OptStr:$pattern);
  let results = (outs ONNX_BoolTensor:$Y);
  let typeRule = [{
    types.addLike(op.getX(), IntegerType::get(types.getContext(), 1));
  }];
}

def ONNX_StringConcatOp : ONNX_PureOp<"StringConcat"> {
  let summary = "element-wise concatenation with broadcasting";
  let arguments = (ins ONNX_StrTensor:$X, ONNX_StrTensor:$Y);
  let results = (outs ONNX_StrTensor:$Z);
  let typeRule = "types.addBroadcast(op.getOperands());";
}

def ONNX_StringNormalizerOp : ONNX_PureOp<"StringNormalizer"> {
  let summary = "change of case and removal of stop words";
  let arguments = (ins ONNX_StrTensor:$X,
                       ONNX_StrAttr<"NONE">:$case_change_action,
                       ONNX_IntAttr<0>:$is_case_sensitive, ONNX_OptStr:$locale,
                       ONNX_OptStrs:$stopwords);
  let results = (outs ONNX_StrTensor:$Y);
}

def ONNX_StringSplitOp : ONNX_PureOp<"StringSplit"> {
  let summary = "pieces of each string, and their number";
  let arguments = (ins ONNX_StrTensor:$X, ONNX_OptStr:$delimiter,
                       ONNX_OptInt:$maxsplit);
  let results = (outs ONNX_StrTensor:$Y, ONNX_I64Tensor:$Z);
}

def ONNX_TfIdfVectorizerOp : ONNX_PureOp<"TfIdfVectorizer"> {
  let summary = "weighted counts of n-grams";
  let arguments = (ins ONNX_TokenTensor:$X, I64Attr:$max_gram_length,
                       I64Attr:$max_skip_count, I64Attr:$min_gram_length,
                       StrAttr:$mode, DenseI64ArrayAttr:$ngram_counts,
                       DenseI64ArrayAttr:$ngram_indexes,
                       ONNX_OptInts:$pool_int64s, ONNX_OptStrs:$pool_strings,
                       ONNX_OptFloats:$weights);
  let results = (outs ONNX_F32Tensor:$Y);
}

#endif // TORCH_ONNX_DIALECT_ONNX_IR_STRINGOPS_TD
