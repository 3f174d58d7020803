//===- NNOps.cpp - onnx: convolutions, pools, norms, losses ---------------===//
//
// Registers the operators of NNOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"

#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"
#include "torch-onnx/Dialect/ONNX/IR/Window.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

void ONNXDialect::registerNNOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/NNOps.cpp.inc"
      >();
}

/// The rule of global pools.
static void inferGlobalPool(Value x, TypeInference &types) {
  if (!types.expectRankAtLeast(x, 2, "X"))
    return;
  sym::DimList dims = types.dims(x);
  for (AffineExpr &dim : llvm::drop_begin(dims, 2))
    dim = types.one();
  types.add(dims, types.element(x));
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/NNOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

bool Window::check(size_t numAxes, TypeInference &types) const {
  types.expectOneOf(autoPad, "auto_pad",
                    {"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"});
  types.expectLength(dilations, numAxes, "dilations");
  types.expectLength(strides, numAxes, "strides");
  types.expectLength(pads, 2 * numAxes, "pads");
  for (const auto &list : {dilations, strides})
    for (int64_t number : list.value_or(ArrayRef<int64_t>()))
      if (number < 1)
        types.fail("has a stride or dilation of " + Twine(number) +
                   ", expected at least 1");
  return !types.hasFailed();
}

SmallVector<int64_t> Window::getPads(size_t numAxes) const {
  SmallVector<int64_t> list(2 * numAxes);
  for (size_t axis = 0; axis < numAxes; ++axis) {
    list[axis] = padBegin(axis);
    list[numAxes + axis] = padEnd(axis);
  }
  return list;
}

AffineExpr Window::apply(AffineExpr dim, AffineExpr kernel, size_t axis,
                         TypeInference &types) const {
  int64_t step = stride(axis);
  if (isSame())
    return sym::ceilDiv(dim, step);
  AffineExpr room =
      sym::sub(sym::add(sym::add(dim, padBegin(axis)), padEnd(axis)),
               extent(kernel, axis));
  if (auto number = sym::getConstant(room); number && *number < 0)
    types.fail("has a window that is longer than spatial dimension " +
               Twine(axis) + " by " + Twine(-*number));
  if (!ceilMode)
    return sym::add(sym::floorDiv(room, step), 1);
  AffineExpr last = sym::ceilDiv(room, step);
  // A window that would start in the padding at the end is dropped. With short
  // padding this cannot happen.
  auto lastStart = sym::getConstant(sym::mul(last, step));
  auto begin = sym::getConstant(sym::add(dim, padBegin(axis)));
  auto size = sym::getConstant(extent(kernel, axis));
  if (lastStart && begin)
    return sym::add(last, *lastStart < *begin ? 1 : 0);
  return size && step + padEnd(axis) <= *size ? sym::add(last, 1)
                                              : AffineExpr();
}

/// The sizes of a kernel: from the attribute, or those of the weights after the
/// first two.
static SmallVector<AffineExpr>
getKernel(std::optional<ArrayRef<int64_t>> attribute, Value weights,
          size_t numAxes, TypeInference &types) {
  SmallVector<AffineExpr> kernel;
  if (weights)
    kernel.assign(llvm::to_vector(
        ArrayRef<AffineExpr>(types.dims(weights).drop_front(2))));
  else
    kernel.resize(numAxes);
  types.expectLength(attribute, numAxes, "kernel_shape");
  if (!attribute || types.hasFailed())
    return kernel;
  for (auto [index, size] : llvm::enumerate(*attribute)) {
    if (size < 1)
      types.fail("attribute 'kernel_shape' has " + Twine(size) +
                 ", expected at least 1");
    kernel[index] =
        types.same(kernel[index], types.constant(size), "the kernel");
  }
  return kernel;
}

sym::DimList onnx::inferConvDims(Value x, Value w, int64_t group,
                                 std::optional<ArrayRef<int64_t>> kernelShape,
                                 const Window &window, TypeInference &types) {
  if (!types.expectRankAtLeast(x, 2, "X") ||
      !types.expectRank(w, types.rank(x), "W"))
    return {};
  sym::DimList input = types.dims(x), weights = types.dims(w);
  size_t numAxes = input.size() - 2;
  if (!window.check(numAxes, types))
    return {};
  if (group < 1)
    types.fail("attribute 'group' is " + Twine(group) +
               ", expected at least 1");
  types.same(input[1], sym::mul(weights[1], group), "the input channels");
  SmallVector<AffineExpr> kernel = getKernel(kernelShape, w, numAxes, types);
  if (types.hasFailed())
    return {};
  sym::DimList dims = {input[0], weights[0]};
  for (size_t i = 0; i < numAxes; ++i)
    dims.push_back(window.apply(input[i + 2], kernel[i], i, types));
  return dims;
}

void ConvOp::inferTypes(Adaptor op, TypeInference &types) {
  types.add(inferConvDims(op, types), types.element(op.getX()));
}

void ConvIntegerOp::inferTypes(Adaptor op, TypeInference &types) {
  types.add(inferConvDims(op, types), IntegerType::get(types.getContext(), 32));
}

void DeformConvOp::inferTypes(Adaptor op, TypeInference &types) {
  types.add(inferConvDims(op, types), types.element(op.getX()));
  int64_t groups = op.getOffsetGroup();
  auto channels = sym::getConstant(types.dims(op.getX())[1]);
  if (groups < 1 || (channels && *channels % groups != 0))
    types.fail("attribute 'offset_group' is " + Twine(groups) +
               ", expected a divisor of the channels");
}

void ConvTransposeOp::inferTypes(Adaptor op, TypeInference &types) {
  if (!types.expectRankAtLeast(op.getX(), 2, "X") ||
      !types.expectRank(op.getW(), types.rank(op.getX()), "W"))
    return;
  sym::DimList input = types.dims(op.getX()), weights = types.dims(op.getW());
  size_t numAxes = input.size() - 2;
  Window window(op);
  SmallVector<AffineExpr> kernel =
      getKernel(op.getKernelShape(), op.getW(), numAxes, types);
  types.same(input[1], weights[0], "the input channels");
  types.expectLength(op.getOutputPadding(), numAxes, "output_padding");
  types.expectLength(op.getOutputShape(), numAxes, "output_shape");
  if (!window.check(numAxes, types))
    return;
  sym::DimList dims = {input[0], sym::mul(weights[1], op.getGroup())};
  for (size_t i = 0; i < numAxes; ++i) {
    AffineExpr dim = input[i + 2];
    int64_t step = window.stride(i);
    int64_t extra = op.getOutputPadding() ? (*op.getOutputPadding())[i] : 0;
    if (op.getOutputShape())
      dim = types.constant((*op.getOutputShape())[i]);
    else if (window.isSame())
      dim = sym::mul(dim, step);
    else
      dim = sym::add(sym::add(sym::mul(sym::add(dim, -1), step),
                              window.extent(kernel[i], i)),
                     extra - window.padBegin(i) - window.padEnd(i));
    dims.push_back(dim);
  }
  types.add(dims, types.element(op.getX()));
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

template <typename AdaptorT>
static sym::DimList inferPoolDims(AdaptorT op, TypeInference &types) {
  if (!types.expectRankAtLeast(op.getX(), 2, "X"))
    return {};
  sym::DimList dims = types.dims(op.getX());
  size_t numAxes = dims.size() - 2;
  Window window(op);
  SmallVector<AffineExpr> kernel =
      getKernel(op.getKernelShape(), Value(), numAxes, types);
  if (types.hasFailed() || !window.check(numAxes, types))
    return {};
  for (size_t i = 0; i < numAxes; ++i)
    dims[i + 2] = window.apply(dims[i + 2], kernel[i], i, types);
  return dims;
}

void AveragePoolOp::inferTypes(Adaptor op, TypeInference &types) {
  types.add(inferPoolDims(op, types), types.element(op.getX()));
}

void LpPoolOp::inferTypes(Adaptor op, TypeInference &types) {
  types.add(inferPoolDims(op, types), types.element(op.getX()));
}

void MaxPoolOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList dims = inferPoolDims(op, types);
  types.add(dims, types.element(op.getX()));
  types.add(dims, IntegerType::get(types.getContext(), 64));
}

void MaxUnpoolOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList dims = types.dims(op.getX());
  Type element = types.element(op.getX());
  if (!types.expectRankAtLeast(op.getX(), 2, "X") ||
      !types.expectRank(op.getI(), dims.size(), "I"))
    return;
  for (auto [index, dim] : llvm::enumerate(types.dims(op.getI())))
    types.same(dims[index], dim, "dimension " + Twine(index));
  if (isPresent(op.getOutputShape())) {
    auto shape = types.sizes(op.getOutputShape());
    return types.add(shape ? *shape : SmallVector<AffineExpr>(dims.size()),
                     element);
  }
  size_t numAxes = dims.size() - 2;
  Window window(op);
  SmallVector<AffineExpr> kernel =
      getKernel(op.getKernelShape(), Value(), numAxes, types);
  if (types.hasFailed() || !window.check(numAxes, types))
    return;
  for (size_t i = 0; i < numAxes; ++i)
    dims[i + 2] =
        sym::add(sym::add(sym::mul(sym::add(dims[i + 2], -1), window.stride(i)),
                          kernel[i]),
                 -window.padBegin(i) - window.padEnd(i));
  types.add(dims, element);
}

//===----------------------------------------------------------------------===//
// Normalizations
//===----------------------------------------------------------------------===//

void BatchNormalizationOp::inferTypes(Adaptor op, TypeInference &types) {
  // A vector is a batch with one channel.
  if (types.rank(op.getX()) != 1) {
    types.expectChannels(op.getScale(), op.getX(), "scale");
    types.expectChannels(op.getB(), op.getX(), "B");
    types.expectChannels(op.getInputMean(), op.getX(), "input_mean");
    types.expectChannels(op.getInputVar(), op.getX(), "input_var");
  }
  types.addSame(op.getX());
  for (Value statistics : {op.getInputMean(), op.getInputVar()}) {
    if (op.getTrainingMode())
      types.addSame(statistics);
    else
      types.add(NoneType::get(types.getContext()));
  }
}

void LayerNormalizationOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList dims = types.dims(op.getX());
  int64_t rank = dims.size();
  for (int64_t i = types.axis(op.getAxis(), rank); i < rank; ++i)
    dims[i] = types.one();
  types.addSame(op.getX());
  Type stash = op.getStashType().value_or(Float32Type::get(types.getContext()));
  types.add(dims, stash);
  types.add(dims, stash);
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

/// Adds the type of one loss per target, or of one number.
static void addLoss(Value scores, Value target, StringRef reduction,
                    TypeInference &types) {
  types.expectOneOf(reduction, "reduction", {"none", "sum", "mean"});
  if (types.rank(scores) != types.rank(target) + 1)
    types.fail("has a target of rank " + Twine(types.rank(target)) +
               ", expected " + Twine(types.rank(scores) - 1));
  if (reduction == "none")
    types.addLike(target, types.element(scores));
  else
    types.add(ArrayRef<AffineExpr>(), types.element(scores));
}

void NegativeLogLikelihoodLossOp::inferTypes(Adaptor op, TypeInference &types) {
  addLoss(op.getInput(), op.getTarget(), op.getReduction(), types);
}

void SoftmaxCrossEntropyLossOp::inferTypes(Adaptor op, TypeInference &types) {
  addLoss(op.getScores(), op.getLabels(), op.getReduction(), types);
  types.addSame(op.getScores());
}
