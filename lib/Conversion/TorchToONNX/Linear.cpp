//===- Linear.cpp - Lowerings of products and convolutions ----------------===//

#include "Lowering.h"

using namespace mlir;
using namespace torch_onnx;

// aten::linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor
//
// Two dimensions are a Gemm, which reads the weight as PyTorch stores it; more
// are a MatMul with the transposed weight.
static Lowered lowerLinear(Lowering &b) {
  Value x = b.tensor("input"), weight = b.tensor("weight");
  Value bias = b.optionalTensor("bias");
  if (b.rankOf(x) == 2 && b.rankOf(weight) == 2 &&
      (!bias || b.rankOf(bias) == 1))
    return b.Gemm(x, weight, bias, /*transA=*/false, /*transB=*/true);
  Value product =
      b.MatMul(x, b.rankOf(weight) == 2 ? b.Transpose(weight, {1, 0}) : weight);
  return bias ? b.Add(product, bias) : product;
}

// aten::matmul(Tensor self, Tensor other) -> Tensor
static Lowered lowerMatMul(Lowering &b, StringRef lhs, StringRef rhs) {
  return b.MatMul(b.tensor(lhs), b.tensor(rhs));
}

// aten::addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1,
//             Scalar alpha=1) -> Tensor
static Lowered lowerAddmm(Lowering &b) {
  if (!b.isFloat(b.resultElementType()))
    return b.refuse("integer matrices");
  return b.Gemm(b.tensor("mat1"), b.tensor("mat2"), b.tensor("self"), false,
                false, b.getFloat("alpha"), b.getFloat("beta"));
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// A convolution over `spatial` dimensions of an input with a batch dimension.
static Lowered lowerConv(Lowering &b, bool transposed) {
  Value x = b.tensor("input"), weight = b.tensor("weight");
  Value bias = b.optionalTensor("bias");
  int64_t spatial = b.rankOf(weight) - 2;
  bool batched = b.rankOf(x) == spatial + 2;
  RankedTensorType result = b.resultType();
  if (!batched) {
    x = b.Unsqueeze(x, 0);
    SmallVector<AffineExpr> dims = b.resultDims();
    dims.insert(dims.begin(), b.constantDim(1));
    result = sym::getTensorType(dims, b.resultElementType());
  }
  SmallVector<int64_t> stride = b.getInts("stride", spatial);
  SmallVector<int64_t> dilation = b.getInts("dilation", spatial);
  SmallVector<NamedAttribute> attrs = {b.attr("strides", stride),
                                       b.attr("dilations", dilation),
                                       b.attr("group", b.getInt("groups"))};
  if (auto mode = b.getArguments().getString("padding")) {
    // "same" puts the odd one out at the end.
    if (*mode == "same") {
      SmallVector<int64_t> pads(2 * spatial);
      for (int64_t i = 0; i < spatial; ++i) {
        int64_t total = dilation[i] * (b.getStaticSize(weight, 2 + i) - 1);
        pads[i] = total / 2;
        pads[spatial + i] = total - total / 2;
      }
      attrs.push_back(b.attr("pads", pads));
    } else if (*mode != "valid") {
      return b.refuse("padding mode '" + *mode + "'");
    }
  } else {
    SmallVector<int64_t> pads = b.getInts("padding", spatial);
    pads.append(pads.begin(), pads.begin() + spatial);
    attrs.push_back(b.attr("pads", pads));
  }
  if (transposed)
    attrs.push_back(
        b.attr("output_padding", b.getInts("output_padding", spatial)));
  Value y = b.create(transposed ? "ConvTranspose" : "Conv", result,
                     {x, weight, bias ? bias : b.none()}, attrs);
  return batched ? y : b.Squeeze(y, 0);
}

// aten::convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride,
//   SymInt[] padding, SymInt[] dilation, bool transposed,
//   SymInt[] output_padding, SymInt groups) -> Tensor
static Lowered lowerConvolution(Lowering &b) {
  return lowerConv(b, b.getBool("transposed"));
}

void torch_onnx::populateLinear(LoweringRegistry &r) {
  r.add("aten.linear.default", lowerLinear);
  r.add("aten.matmul.default",
        [](Lowering &b) { return lowerMatMul(b, "self", "other"); });
  r.add({"aten.mm.default", "aten.bmm.default"},
        [](Lowering &b) { return lowerMatMul(b, "self", "mat2"); });
  r.add("aten.addmm.default", lowerAddmm);
  r.add("aten.convolution.default", lowerConvolution);
  for (StringRef name : {"aten.conv1d", "aten.conv2d", "aten.conv3d"})
    for (StringRef overload : {".default", ".padding"})
      r.add((name + overload).str(),
            [](Lowering &b) { return lowerConv(b, /*transposed=*/false); });
  r.add({"aten.conv_transpose1d.default", "aten.conv_transpose2d.input",
         "aten.conv_transpose3d.input"},
        [](Lowering &b) { return lowerConv(b, /*transposed=*/true); });
}
