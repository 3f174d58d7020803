//===- NNOps.td - Convolutions, pools, norms, losses -------*- tablegen -*-===//
//
// Layers of neural networks over [batch, channel, spatial axes...].
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_NNOPS_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_NNOPS_TD

include "torch-onnx/Dialect/ONNX/IR/ONNXBase.td"

def ONNX_FloatOrByteTensor : ONNX_TensorOf<
    !listconcat([I8, UI8], ONNX_FloatTypes),
    "floats of 16 bits or more, i8 or ui8">;
def ONNX_StashTensor : ONNX_TensorOf<[F32, BF16], "f32 or bf16">;

// The windows over the spatial axes. Absent lists stand for 1 (strides,
// dilations) or 0 (pads); `pads` holds all begins, then all ends.
defvar ONNX_WindowAttrs = (ins
  ONNX_StrAttr<"NOTSET">:$auto_pad, ONNX_OptInts:$dilations,
  ONNX_OptInts:$pads, ONNX_OptInts:$strides);
defvar ONNX_ConvAttrs = !con(ONNX_WindowAttrs,
  (ins ONNX_IntAttr<1>:$group, ONNX_OptInts:$kernel_shape));
defvar ONNX_PoolAttrs = !con(ONNX_WindowAttrs,
  (ins DenseI64ArrayAttr:$kernel_shape, ONNX_IntAttr<0>:$ceil_mode));

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// `X` by weights `W` plus a bias `B` for each output channel.
class ONNX_ConvBaseOp<string mnemonic>
    : ONNX_PureOp<mnemonic, [AllElementTypesMatch<["X", "W", "Y"]>]> {
  dag tensors = (ins ONNX_FloatTensor:$X, ONNX_FloatTensor:$W,
                     ONNX_OrNone<ONNX_FloatTensor>:$B);
  let results = (outs ONNX_FloatTensor:$Y);
}

def ONNX_ConvOp : ONNX_ConvBaseOp<"Conv"> {
  let summary = "convolution";
  let arguments = !con(tensors, ONNX_ConvAttrs);
}

def ONNX_ConvIntegerOp : ONNX_PureOp<"ConvInteger"> {
  let summary = "convolution of integers, less their zero points";
  let arguments = !con(
    (ins ONNX_ByteTensor:$x, ONNX_ByteTensor:$w,
         ONNX_OrNone<ONNX_ByteTensor>:$x_zero_point,
         ONNX_OrNone<ONNX_ByteTensor>:$w_zero_point),
    ONNX_ConvAttrs);
  let results = (outs ONNX_I32Tensor:$y);
}

def ONNX_ConvTransposeOp : ONNX_ConvBaseOp<"ConvTranspose"> {
  let summary = "transposed convolution";
  let arguments = !con(tensors, ONNX_ConvAttrs,
    (ins ONNX_OptInts:$output_padding, ONNX_OptInts:$output_shape));
}

def ONNX_DeformConvOp
    : ONNX_PureOp<"DeformConv",
        [AllElementTypesMatch<["X", "W", "offset", "Y"]>]> {
  let summary = "convolution with an offset for each tap";
  let arguments = (ins ONNX_FloatTensor:$X, ONNX_FloatTensor:$W,
                       ONNX_FloatTensor:$offset,
                       ONNX_OrNone<ONNX_FloatTensor>:$B,
                       ONNX_OrNone<ONNX_FloatTensor>:$mask,
                       ONNX_OptInts:$dilations, ONNX_IntAttr<1>:$group,
                       ONNX_OptInts:$kernel_shape,
                       ONNX_IntAttr<1>:$offset_group, ONNX_OptInts:$pads,
                       ONNX_OptInts:$strides);
  let results = (outs ONNX_FloatTensor:$Y);
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

def ONNX_AveragePoolOp : ONNX_UnaryOp<"AveragePool", ONNX_FloatTensor> {
  let summary = "mean of each window";
  let typeRule = "";
  let arguments = !con((ins ONNX_FloatTensor:$X), ONNX_PoolAttrs,
                       (ins ONNX_IntAttr<0>:$count_include_pad));
}

class ONNX_GlobalPoolOp<string mnemonic, string function>
    : ONNX_UnaryOp<mnemonic, ONNX_FloatTensor> {
  let summary = function # " of each channel";
  let typeRule = "inferGlobalPool(op.getX(), types);";
}

def ONNX_GlobalAveragePoolOp : ONNX_GlobalPoolOp<"GlobalAveragePool", "mean">;
def ONNX_GlobalLpPoolOp : ONNX_GlobalPoolOp<"GlobalLpPool", "p-norm"> {
  let arguments = (ins ONNX_FloatTensor:$X, ONNX_IntAttr<2>:$p);
}
def ONNX_GlobalMaxPoolOp : ONNX_GlobalPoolOp<"GlobalMaxPool", "maximum">;

def ONNX_LpPoolOp : ONNX_UnaryOp<"LpPool", ONNX_FloatTensor> {
  let summary = "p-norm of each window";
  let typeRule = "";
  let arguments = !con((ins ONNX_FloatTensor:$X), ONNX_PoolAttrs,
                       (ins ONNX_IntAttr<2>:$p));
}

def ONNX_MaxPoolOp
    : ONNX_PureOp<"MaxPool", [AllElementTypesMatch<["X", "Y"]>]> {
  let summary = "maximum of each window, and its position";
  let description = [{
    Positions count elements of the whole input, row-major unless
    `storage_order` is 1.
  }];
  let arguments = !con((ins ONNX_FloatOrByteTensor:$X), ONNX_PoolAttrs,
                       (ins ONNX_IntAttr<0>:$storage_order));
  let results = (outs ONNX_FloatOrByteTensor:$Y,
                      ONNX_OrNone<ONNX_I64Tensor>:$Indices);
}

def ONNX_MaxUnpoolOp
    : ONNX_PureOp<"MaxUnpool", [AllElementTypesMatch<["X", "output"]>]> {
  let summary = "maxima put back at their positions";
  let arguments = (ins ONNX_FloatTensor:$X, ONNX_I64Tensor:$I,
                       ONNX_OrNone<ONNX_I64Tensor>:$output_shape,
                       DenseI64ArrayAttr:$kernel_shape, ONNX_OptInts:$pads,
                       ONNX_OptInts:$strides);
  let results = (outs ONNX_FloatTensor:$output);
}

//===----------------------------------------------------------------------===//
// Normalizations
//===----------------------------------------------------------------------===//

def ONNX_BatchNormalizationOp
    : ONNX_PureOp<"BatchNormalization", [AllElementTypesMatch<["X", "Y"]>]> {
  let summary = "normalization by running statistics of each channel";
  let description = [{
    The new statistics exist with `training_mode = 1` only; otherwise they are
    `none`.
  }];
  let arguments = (ins ONNX_FloatTensor:$X, ONNX_FloatTensor:$scale,
                       ONNX_FloatTensor:$B, ONNX_FloatTensor:$input_mean,
                       ONNX_FloatTensor:$input_var,
                       ONNX_FloatAttr<"1e-5">:$epsilon,
                       ONNX_FloatAttr<"0.9">:$momentum,
                       ONNX_IntAttr<0>:$training_mode);
  let results = (outs ONNX_FloatTensor:$Y,
                      ONNX_OrNone<ONNX_FloatTensor>:$running_mean,
                      ONNX_OrNone<ONNX_FloatTensor>:$running_var);
}

def ONNX_GroupNormalizationOp
    : ONNX_PureOp<"GroupNormalization", [SameOperandsAndResultElementType]> {
  let summary = "normalization over groups of channels";
  let arguments = (ins ONNX_FloatTensor:$X, ONNX_FloatTensor:$scale,
                       ONNX_FloatTensor:$bias, ONNX_FloatAttr<"1e-5">:$epsilon,
                       I64Attr:$num_groups, ONNX_OptDType:$stash_type);
  let results = (outs ONNX_FloatTensor:$Y);
  let typeRule = [{
    types.expectChannels(op.getScale(), op.getX(), "scale");
    types.expectChannels(op.getBias(), op.getX(), "bias");
    if (types.hasFailed())
      return;
    int64_t groups = op.getNumGroups();
    auto channels = sym::getConstant(types.dims(op.getX())[1]);
    if (groups < 1 || (channels && *channels % groups != 0))
      types.fail("attribute 'num_groups' is " + ::llvm::Twine(groups) +
                 (channels ? ", expected a divisor of the channels, " +
                                 ::std::to_string(*channels)
                           : ", expected at least 1"));
    types.addSame(op.getX());
  }];
}

def ONNX_InstanceNormalizationOp
    : ONNX_PureOp<"InstanceNormalization", [SameOperandsAndResultElementType]> {
  let summary = "normalization over each channel of each batch";
  let arguments = (ins ONNX_FloatTensor:$input, ONNX_FloatTensor:$scale,
                       ONNX_FloatTensor:$B, ONNX_FloatAttr<"1e-5">:$epsilon);
  let results = (outs ONNX_FloatTensor:$output);
  let typeRule = [{
    types.expectChannels(op.getScale(), op.getInput(), "scale");
    types.expectChannels(op.getB(), op.getInput(), "B");
    types.addSame(op.getInput());
  }];
}

def ONNX_LayerNormalizationOp
    : ONNX_PureOp<"LayerNormalization",
        [AllElementTypesMatch<["X", "Scale", "Y"]>]> {
  let summary = "normalization over the axes from `axis` on";
  let description = "The statistics are of `stash_type`, which is f32 or bf16.";
  let arguments = (ins ONNX_FloatTensor:$X, ONNX_FloatTensor:$Scale,
                       ONNX_OrNone<ONNX_FloatTensor>:$B, ONNX_IntAttr<-1>:$axis,
                       ONNX_FloatAttr<"1e-5">:$epsilon,
                       ONNX_OptDType:$stash_type);
  let results = (outs ONNX_FloatTensor:$Y,
                      ONNX_OrNone<ONNX_StashTensor>:$Mean,
                      ONNX_OrNone<ONNX_StashTensor>:$InvStdDev);
}

def ONNX_LpNormalizationOp : ONNX_UnaryOp<"LpNormalization", ONNX_FloatTensor> {
  let summary = "division by the p-norm along an axis";
  let arguments = (ins ONNX_FloatTensor:$X, ONNX_IntAttr<-1>:$axis,
                       ONNX_IntAttr<2>:$p);
  let typeRule = [{
    types.axis(op.getAxis(), types.rank(op.getX()));
    if (op.getP() != 1 && op.getP() != 2)
      types.fail("attribute 'p' is " + ::llvm::Twine(int64_t(op.getP())) +
                 ", expected 1 or 2");
    types.addSame(op.getX());
  }];
}

def ONNX_LRNOp : ONNX_UnaryOp<"LRN", ONNX_FloatTensor> {
  let summary = "local response normalization across channels";
  let arguments = (ins ONNX_FloatTensor:$X, ONNX_FloatAttr<"1e-4">:$alpha,
                       ONNX_FloatAttr<"0.75">:$beta,
                       ONNX_FloatAttr<"1.0">:$bias, I64Attr:$size);
}

def ONNX_MeanVarianceNormalizationOp
    : ONNX_UnaryOp<"MeanVarianceNormalization", ONNX_FloatTensor> {
  let summary = "zero mean and unit variance over the axes";
  let arguments = (ins ONNX_FloatTensor:$X,
    DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{0, 2, 3}">:$axes);
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

def ONNX_NegativeLogLikelihoodLossOp
    : ONNX_PureOp<"NegativeLogLikelihoodLoss",
        [AllElementTypesMatch<["input", "loss"]>]> {
  let summary = "negative log likelihood of the target classes";
  let description = "`reduction` is none, sum or mean.";
  let arguments = (ins ONNX_FloatTensor:$input, ONNX_IndexTensor:$target,
                       ONNX_OrNone<ONNX_FloatTensor>:$weight,
                       ONNX_OptInt:$ignore_index,
                       ONNX_StrAttr<"mean">:$reduction);
  let results = (outs ONNX_FloatTensor:$loss);
}

def ONNX_SoftmaxCrossEntropyLossOp
    : ONNX_PureOp<"SoftmaxCrossEntropyLoss",
        [AllElementTypesMatch<["scores", "output"]>]> {
  let summary = "NegativeLogLikelihoodLoss of the LogSoftmax";
  let arguments = (ins ONNX_FloatTensor:$scores, ONNX_IndexTensor:$labels,
                       ONNX_OrNone<ONNX_FloatTensor>:$weights,
                       ONNX_OptInt:$ignore_index,
                       ONNX_StrAttr<"mean">:$reduction);
  let results = (outs ONNX_FloatTensor:$output,
                      ONNX_OrNone<ONNX_FloatTensor>:$log_prob);
}

#endif // TORCH_ONNX_DIALECT_ONNX_IR_NNOPS_TD
