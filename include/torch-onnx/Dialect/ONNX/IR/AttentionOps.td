//===- AttentionOps.td - Transformer building blocks -------*- tablegen -*-===//
//
// The operators that transformer models are built from.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_ATTENTIONOPS_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_ATTENTIONOPS_TD

include "torch-onnx/Dialect/ONNX/IR/ONNXBase.td"

def ONNX_AttentionOp : ONNX_PureOp<"Attention"> {
  let summary = "scaled dot-product attention with an optional cache";
  let description = [{
    On [batch, heads, sequence, size], or on [batch, sequence, heads * size]
    with `q_num_heads` and `kv_num_heads`. `past_*` and `present_*` come
    together; `nonpad_kv_seqlen` is for a cache that is kept outside.
  }];
  let arguments = (ins ONNX_FloatTensor:$Q, ONNX_FloatTensor:$K,
                       ONNX_FloatTensor:$V,
                       ONNX_OrNone<ONNX_NumericOrBoolTensor>:$attn_mask,
                       ONNX_OrNone<ONNX_FloatTensor>:$past_key,
                       ONNX_OrNone<ONNX_FloatTensor>:$past_value,
                       ONNX_OrNone<ONNX_I64Tensor>:$nonpad_kv_seqlen,
                       ONNX_IntAttr<0>:$is_causal, ONNX_OptFloat:$scale,
                       ONNX_FloatAttr<"0.0">:$softcap,
                       ONNX_OptInt:$q_num_heads, ONNX_OptInt:$kv_num_heads,
                       ONNX_IntAttr<-1>:$left_window_size,
                       ONNX_IntAttr<-1>:$right_window_size,
                       ONNX_OptDType:$softmax_precision,
                       ONNX_IntAttr<0>:$qk_matmul_output_mode);
  let results = (outs ONNX_FloatTensor:$Y,
                      ONNX_OrNone<ONNX_FloatTensor>:$present_key,
                      ONNX_OrNone<ONNX_FloatTensor>:$present_value,
                      ONNX_OrNone<ONNX_FloatTensor>:$qk_matmul_output);
}

def ONNX_RMSNormalizationOp : ONNX_PureOp<"RMSNormalization"> {
  let summary = "division by the root mean square of the axes from `axis` on";
  let arguments = (ins ONNX_FloatTensor:$X, ONNX_FloatTensor:$scale,
                       ONNX_IntAttr<-1>:$axis, ONNX_FloatAttr<"1e-5">:$epsilon,
                       ONNX_OptDType:$stash_type);
  let results = (outs ONNX_FloatTensor:$Y);
}

def ONNX_RotaryEmbeddingOp
    : ONNX_PureOp<"RotaryEmbedding", [AllElementTypesMatch<["X", "Y"]>]> {
  let summary = "rotary position embedding";
  let arguments = (ins ONNX_ShortFloatTensor:$X,
                       ONNX_ShortFloatTensor:$cos_cache,
                       ONNX_ShortFloatTensor:$sin_cache,
                       ONNX_OrNone<ONNX_I64Tensor>:$position_ids,
                       ONNX_IntAttr<0>:$interleaved, ONNX_OptInt:$num_heads,
                       ONNX_IntAttr<0>:$rotary_embedding_dim);
  let results = (outs ONNX_ShortFloatTensor:$Y);
  let typeRule = [{
    int64_t rank = types.rank(op.getX());
    if (rank != 3 && rank != 4)
      types.fail("operand 'X' has rank " + ::llvm::Twine(rank) +
                 ", expected 3 or 4");
    if (rank == 3 && int64_t(op.getNumHeads().value_or(0)) < 1)
      types.fail("has an operand of rank 3, expected attribute 'num_heads'");
    types.addSame(op.getX());
  }];
}

def ONNX_TensorScatterOp
    : ONNX_PureOp<"TensorScatter",
        [AllElementTypesMatch<["past_cache", "update", "present_cache"]>]> {
  let summary = "write of an update into a key-value cache";
  let description = "`mode` is linear or circular.";
  let arguments = (ins ONNX_Tensor:$past_cache, ONNX_Tensor:$update,
                       ONNX_OrNone<ONNX_I64Tensor>:$write_indices,
                       ONNX_IntAttr<-2>:$axis, ONNX_StrAttr<"linear">:$mode);
  let results = (outs ONNX_Tensor:$present_cache);
  let typeRule = [{
    types.expectOneOf(op.getMode(), "mode", {"linear", "circular"});
    int64_t rank = types.rank(op.getPastCache());
    types.axis(op.getAxis(), rank);
    types.expectRank(op.getUpdate(), rank, "update");
    types.addSame(op.getPastCache());
  }];
}

#endif // TORCH_ONNX_DIALECT_ONNX_IR_ATTENTIONOPS_TD
