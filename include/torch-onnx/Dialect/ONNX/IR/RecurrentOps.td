//===- RecurrentOps.td - RNN, GRU and LSTM -----------------*- tablegen -*-===//
//
// Whole recurrent layers. `direction` is forward, reverse or bidirectional;
// `layout = 1` puts the batch first.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_RECURRENTOPS_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_RECURRENTOPS_TD

include "torch-onnx/Dialect/ONNX/IR/ONNXBase.td"

/// W, R and B hold the gates and directions concatenated, in ONNX's order.
class ONNX_RecurrentOp<string mnemonic>
    : ONNX_PureOp<mnemonic, [AllElementTypesMatch<["X", "W", "R"]>]> {
  dag tensors = (ins ONNX_FloatTensor:$X, ONNX_FloatTensor:$W,
                     ONNX_FloatTensor:$R, ONNX_OrNone<ONNX_FloatTensor>:$B,
                     ONNX_OrNone<ONNX_I32Tensor>:$sequence_lens,
                     ONNX_OrNone<ONNX_FloatTensor>:$initial_h);
  dag attributes = (ins
    ONNX_OptFloats:$activation_alpha, ONNX_OptFloats:$activation_beta,
    ONNX_OptFloat:$clip, ONNX_StrAttr<"forward">:$direction,
    ONNX_OptInt:$hidden_size, ONNX_IntAttr<0>:$layout);
  let results = (outs ONNX_OrNone<ONNX_FloatTensor>:$Y,
                      ONNX_OrNone<ONNX_FloatTensor>:$Y_h);
}

def ONNX_GRUOp : ONNX_RecurrentOp<"GRU"> {
  let summary = "gated recurrent unit";
  let arguments = !con(tensors, attributes,
    (ins ONNX_OptStrs:$activations, ONNX_IntAttr<0>:$linear_before_reset));
}

def ONNX_LSTMOp : ONNX_RecurrentOp<"LSTM"> {
  let summary = "long short-term memory";
  let arguments = !con(tensors,
    (ins ONNX_OrNone<ONNX_FloatTensor>:$initial_c,
         ONNX_OrNone<ONNX_FloatTensor>:$P),
    attributes,
    (ins ONNX_OptStrs:$activations, ONNX_IntAttr<0>:$input_forget));
  let results = (outs ONNX_OrNone<ONNX_FloatTensor>:$Y,
                      ONNX_OrNone<ONNX_FloatTensor>:$Y_h,
                      ONNX_OrNone<ONNX_FloatTensor>:$Y_c);
}

def ONNX_RNNOp : ONNX_RecurrentOp<"RNN"> {
  let summary = "simple recurrent layer";
  let arguments = !con(tensors, attributes,
    (ins DefaultValuedOptionalAttr<StrArrayAttr, "{\"Tanh\", \"Tanh\"}">
           :$activations));
}

#endif // TORCH_ONNX_DIALECT_ONNX_IR_RECURRENTOPS_TD
