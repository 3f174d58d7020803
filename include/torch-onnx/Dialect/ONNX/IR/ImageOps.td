//===- ImageOps.td - Resampling, boxes, pixels -------------*- tablegen -*-===//
//
// Operators on images: [batch, channel, spatial axes...].
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_IMAGEOPS_TD
#define TORCH_ONNX_DIALECT_ONNX_IR_IMAGEOPS_TD

include "torch-onnx/Dialect/ONNX/IR/ONNXBase.td"

//===----------------------------------------------------------------------===//
// Resampling
//===----------------------------------------------------------------------===//

def ONNX_AffineGridOp
    : ONNX_PureOp<"AffineGrid", [AllElementTypesMatch<["theta", "grid"]>]> {
  let summary = "positions for GridSample from affine matrices";
  let arguments = (ins ONNX_FloatTensor:$theta, ONNX_I64Tensor:$size,
                       ONNX_IntAttr<0>:$align_corners);
  let results = (outs ONNX_FloatTensor:$grid);
}

def ONNX_GridSampleOp
    : ONNX_PureOp<"GridSample", [AllElementTypesMatch<["X", "Y"]>]> {
  let summary = "sampling of an image at positions";
  let description = [{
    `mode` is linear, nearest or cubic; `padding_mode` is zeros, border or
    reflection.
  }];
  let arguments = (ins ONNX_ClassicTensor:$X, ONNX_FloatTensor:$grid,
                       ONNX_IntAttr<0>:$align_corners,
                       ONNX_StrAttr<"linear">:$mode,
                       ONNX_StrAttr<"zeros">:$padding_mode);
  let results = (outs ONNX_ClassicTensor:$Y);
}

def ONNX_RoiTensor : ONNX_TensorOf<[F16, F32, F64], "f16, f32 or f64">;

def ONNX_ResizeOp
    : ONNX_PureOp<"Resize", [AllElementTypesMatch<["X", "Y"]>]> {
  let summary = "resampling to sizes or by scales";
  let description = "Exactly one of `scales` and `sizes` is present.";
  let arguments = (ins
    ONNX_ClassicTensor:$X, ONNX_OrNone<ONNX_RoiTensor>:$roi,
    ONNX_OrNone<ONNX_F32Tensor>:$scales, ONNX_OrNone<ONNX_I64Tensor>:$sizes,
    ONNX_IntAttr<0>:$antialias, ONNX_OptInts:$axes,
    ONNX_StrAttr<"half_pixel">:$coordinate_transformation_mode,
    ONNX_FloatAttr<"-0.75">:$cubic_coeff_a, ONNX_IntAttr<0>:$exclude_outside,
    ONNX_FloatAttr<"0.0">:$extrapolation_value,
    ONNX_StrAttr<"stretch">:$keep_aspect_ratio_policy,
    ONNX_StrAttr<"nearest">:$mode,
    ONNX_StrAttr<"round_prefer_floor">:$nearest_mode);
  let results = (outs ONNX_ClassicTensor:$Y);
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

def ONNX_MaxRoiPoolOp
    : ONNX_PureOp<"MaxRoiPool", [SameOperandsAndResultElementType]> {
  let summary = "maximum of each bin of each region";
  let arguments = (ins ONNX_FloatTensor:$X, ONNX_FloatTensor:$rois,
                       DenseI64ArrayAttr:$pooled_shape,
                       ONNX_FloatAttr<"1.0">:$spatial_scale);
  let results = (outs ONNX_FloatTensor:$Y);
}

def ONNX_NonMaxSuppressionOp : ONNX_PureOp<"NonMaxSuppression"> {
  let summary = "selection of boxes that no box with a higher score overlaps";
  let arguments = (ins ONNX_F32Tensor:$boxes, ONNX_F32Tensor:$scores,
                       ONNX_OrNone<ONNX_I64Tensor>:$max_output_boxes_per_class,
                       ONNX_OrNone<ONNX_F32Tensor>:$iou_threshold,
                       ONNX_OrNone<ONNX_F32Tensor>:$score_threshold,
                       ONNX_IntAttr<0>:$center_point_box);
  let results = (outs ONNX_I64Tensor:$selected_indices);
}

def ONNX_RoiAlignOp
    : ONNX_PureOp<"RoiAlign", [AllElementTypesMatch<["X", "rois", "Y"]>]> {
  let summary = "interpolated bins of each region";
  let description = [{
    `mode` is avg or max; `coordinate_transformation_mode` is half_pixel or
    output_half_pixel.
  }];
  let arguments = (ins
    ONNX_FloatTensor:$X, ONNX_FloatTensor:$rois, ONNX_I64Tensor:$batch_indices,
    ONNX_StrAttr<"half_pixel">:$coordinate_transformation_mode,
    ONNX_StrAttr<"avg">:$mode, ONNX_IntAttr<1>:$output_height,
    ONNX_IntAttr<1>:$output_width, ONNX_IntAttr<0>:$sampling_ratio,
    ONNX_FloatAttr<"1.0">:$spatial_scale);
  let results = (outs ONNX_FloatTensor:$Y);
}

//===----------------------------------------------------------------------===//
// Pixels
//===----------------------------------------------------------------------===//

def ONNX_CenterCropPadOp
    : ONNX_PureOp<"CenterCropPad",
        [AllElementTypesMatch<["input_data", "output_data"]>]> {
  let summary = "crop or padding on both sides to a shape";
  let arguments = (ins ONNX_ClassicTensor:$input_data, ONNX_IndexTensor:$shape,
                       ONNX_OptInts:$axes);
  let results = (outs ONNX_ClassicTensor:$output_data);
}

def ONNX_Col2ImOp
    : ONNX_PureOp<"Col2Im", [AllElementTypesMatch<["input", "output"]>]> {
  let summary = "image from overlapping blocks, which are added";
  let arguments = (ins ONNX_ClassicTensor:$input, ONNX_I64Tensor:$image_shape,
                       ONNX_I64Tensor:$block_shape, ONNX_OptInts:$dilations,
                       ONNX_OptInts:$pads, ONNX_OptInts:$strides);
  let results = (outs ONNX_ClassicTensor:$output);
}

def ONNX_ImageDecoderOp : ONNX_PureOp<"ImageDecoder"> {
  let summary = "pixels of an encoded image";
  let description = "`pixel_format` is RGB, BGR or Grayscale.";
  let arguments = (ins ONNX_UI8Tensor:$encoded_stream,
                       ONNX_StrAttr<"RGB">:$pixel_format);
  let results = (outs ONNX_UI8Tensor:$image);
}

#endif // TORCH_ONNX_DIALECT_ONNX_IR_IMAGEOPS_TD
