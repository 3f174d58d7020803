//===- FftOps.cpp - onnx: Fourier transforms, windows ---------------------===//
//
// Registers the operators of FftOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/FftOps.h"

#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

void ONNXDialect::registerFftOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/FftOps.cpp.inc"
      >();
}

/// The rule of window functions.
static void inferWindow(Value size, std::optional<Type> element,
                        TypeInference &types) {
  types.add(types.size(size),
            element.value_or(Float32Type::get(types.getContext())));
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/FftOps.cpp.inc"

void DFTOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList dims = types.dims(op.getInput());
  Type element = types.element(op.getInput());
  int64_t rank = dims.size();
  if (!types.expectRankAtLeast(op.getInput(), 2, "input"))
    return;
  bool isOneSided = op.getOnesided(), isInverse = op.getInverse();
  // The inverse of a one-sided spectrum is real.
  dims.back() = types.constant(isOneSided && isInverse ? 1 : 2);
  std::optional<int64_t> axis = -2;
  if (isPresent(op.getAxis())) {
    auto values = types.ints(op.getAxis());
    axis = values && values->size() == 1 ? std::optional(values->front())
                                         : std::nullopt;
  }
  if (!axis) {
    // If the axis is unknown, sizes stay unless there is a length or a
    // one-sided result; half of size 1 is 1.
    bool keepsSize = !isPresent(op.getDftLength());
    for (AffineExpr &dim : llvm::drop_end(dims)) {
      bool isHalved = isOneSided && (isInverse || sym::getConstant(dim) != 1);
      if (!keepsSize || isHalved)
        dim = {};
    }
    return types.add(dims, element);
  }
  AffineExpr &size = dims[types.axis(*axis, rank)];
  AffineExpr length = size;
  if (isPresent(op.getDftLength()))
    length = types.size(op.getDftLength());
  else if (isOneSided && isInverse)
    length = sym::mul(sym::add(size, -1), 2);
  size =
      isOneSided && !isInverse ? sym::add(sym::floorDiv(length, 2), 1) : length;
  types.add(dims, element);
}

void STFTOp::inferTypes(Adaptor op, TypeInference &types) {
  if (!types.expectRankAtLeast(op.getSignal(), 2, "signal"))
    return;
  sym::DimList signal = types.dims(op.getSignal());
  AffineExpr step = types.size(op.getFrameStep()), length;
  if (isPresent(op.getFrameLength()))
    length = types.size(op.getFrameLength());
  if (isPresent(op.getWindow())) {
    AffineExpr window = types.dims(op.getWindow())[0];
    length = length ? types.same(length, window, "the frame") : window;
  }
  auto number = sym::getConstant(step);
  AffineExpr frames;
  if (number && *number > 0)
    frames = sym::add(sym::floorDiv(sym::sub(signal[1], length), *number), 1);
  AffineExpr bins =
      op.getOnesided() ? sym::add(sym::floorDiv(length, 2), 1) : length;
  types.add({signal[0], frames, bins, types.constant(2)},
            types.element(op.getSignal()));
}

void MelWeightMatrixOp::inferTypes(Adaptor op, TypeInference &types) {
  AffineExpr bins = types.size(op.getNumMelBins());
  AffineExpr length = types.size(op.getDftLength());
  types.add(
      {sym::add(sym::floorDiv(length, 2), 1), bins},
      op.getOutputDatatype().value_or(Float32Type::get(types.getContext())));
}
