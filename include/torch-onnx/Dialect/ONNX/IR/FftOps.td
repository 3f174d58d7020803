//===- FftOps.td - Fourier transforms, windows -------------*- tablegen -*-===//
//
// Fourier transforms of signals, and window functions.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_FFTOPS_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_FFTOPS_TD

include "torch-onnx/Dialect/ONNX/IR/ONNXBase.td"

def ONNX_DFTOp
    : ONNX_PureOp<"DFT", [AllElementTypesMatch<["input", "output"]>]> {
  let summary = "discrete Fourier transform along an axis";
  let description = "The last axis holds real and imaginary parts.";
  let arguments = (ins ONNX_FloatTensor:$input,
                       ONNX_OrNone<ONNX_IndexTensor>:$dft_length,
                       ONNX_OrNone<ONNX_I64Tensor>:$axis,
                       ONNX_IntAttr<0>:$inverse, ONNX_IntAttr<0>:$onesided);
  let results = (outs ONNX_FloatTensor:$output);
}

def ONNX_STFTOp
    : ONNX_PureOp<"STFT", [AllElementTypesMatch<["signal", "output"]>]> {
  let summary = "short-time Fourier transform";
  let arguments = (ins ONNX_FloatTensor:$signal, ONNX_IndexTensor:$frame_step,
                       ONNX_OrNone<ONNX_FloatTensor>:$window,
                       ONNX_OrNone<ONNX_IndexTensor>:$frame_length,
                       ONNX_IntAttr<1>:$onesided);
  let results = (outs ONNX_FloatTensor:$output);
}

def ONNX_MelWeightMatrixOp : ONNX_PureOp<"MelWeightMatrix"> {
  let summary = "matrix from a linear spectrum to the mel scale";
  let arguments = (ins ONNX_IndexTensor:$num_mel_bins,
                       ONNX_IndexTensor:$dft_length,
                       ONNX_IndexTensor:$sample_rate,
                       ONNX_FloatTensor:$lower_edge_hertz,
                       ONNX_FloatTensor:$upper_edge_hertz,
                       ONNX_OptDType:$output_datatype);
  let results = (outs ONNX_NumericTensor:$output);
}

class ONNX_WindowOp<string mnemonic> : ONNX_PureOp<mnemonic> {
  let summary = "window function " # mnemonic;
  let arguments = (ins ONNX_IndexTensor:$size, ONNX_OptDType:$output_datatype,
                       ONNX_IntAttr<1>:$periodic);
  let results = (outs ONNX_NumericTensor:$output);
  let typeRule = "inferWindow(op.getSize(), op.getOutputDatatype(), types);";
}

def ONNX_BlackmanWindowOp : ONNX_WindowOp<"BlackmanWindow">;
def ONNX_HammingWindowOp : ONNX_WindowOp<"HammingWindow">;
def ONNX_HannWindowOp : ONNX_WindowOp<"HannWindow">;

#endif // TORCH_ONNX_DIALECT_ONNX_IR_FFTOPS_TD
