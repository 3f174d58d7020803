//===- QuantOps.cpp - onnx: quantized arithmetic --------------------------===//
//
// Registers the operators of QuantOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/QuantOps.h"

#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"
#include "torch-onnx/Dialect/ONNX/IR/Window.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

void ONNXDialect::registerQuantOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/QuantOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/QuantOps.cpp.inc"

/// Checks the scale and zero point against the tensor that is quantized: one
/// for all elements, for each position along an axis, or for each block of it.
static void checkQuantization(Value x, Value scale, Value zeroPoint,
                              int64_t axis, int64_t blockSize,
                              StringRef scaleName, StringRef zeroPointName,
                              TypeInference &types) {
  sym::DimList sizes = types.dims(x), scales = types.dims(scale);
  if (blockSize < 0)
    types.fail("attribute 'block_size' is " + Twine(blockSize) +
               ", expected at least 0");
  else if (blockSize > 0)
    types.expectRank(scale, sizes.size(), scaleName);
  else if (scales.size() > 1)
    types.fail("operand '" + scaleName + "' has rank " + Twine(scales.size()) +
               ", expected at most 1 without attribute 'block_size'");
  // A single scale is for the whole tensor, whatever its rank and the axis.
  auto mayBeSingle = [](ArrayRef<AffineExpr> dims) {
    return llvm::all_of(dims, [](AffineExpr dim) {
      return sym::getConstant(dim).value_or(1) == 1;
    });
  };
  if (blockSize > 0 || !mayBeSingle(scales)) {
    AffineExpr &size = sizes[types.axis(axis, sizes.size())];
    if (blockSize > 0)
      size = sym::ceilDiv(size, blockSize);
    else
      sizes = sym::DimList{size};
    for (auto [dim, other] : llvm::zip(sizes, scales))
      types.same(dim, other, "the scale");
  }
  if (!isPresent(zeroPoint) ||
      (mayBeSingle(scales) && mayBeSingle(types.dims(zeroPoint))))
    return;
  if (types.expectRank(zeroPoint, scales.size(), zeroPointName))
    for (auto [dim, other] : llvm::zip(scales, types.dims(zeroPoint)))
      types.same(dim, other, "the zero point");
}

void DequantizeLinearOp::inferTypes(Adaptor op, TypeInference &types) {
  Type element = types.element(op.getXScale());
  if (isa<Float8E8M0FNUType>(element))
    element = Float32Type::get(types.getContext());
  checkQuantization(op.getX(), op.getXScale(), op.getXZeroPoint(), op.getAxis(),
                    op.getBlockSize(), "x_scale", "x_zero_point", types);
  types.addLike(op.getX(), op.getOutputDtype().value_or(element));
}

void DynamicQuantizeLinearOp::inferTypes(Adaptor op, TypeInference &types) {
  Type ui8 = IntegerType::get(types.getContext(), 8, IntegerType::Unsigned);
  types.addLike(op.getX(), ui8);
  types.add(ArrayRef<AffineExpr>(), types.element(op.getX()));
  types.add(ArrayRef<AffineExpr>(), ui8);
}

void QuantizeLinearOp::inferTypes(Adaptor op, TypeInference &types) {
  Type element = op.getOutputDtype().value_or(
      IntegerType::get(types.getContext(), 8, IntegerType::Unsigned));
  if (isPresent(op.getYZeroPoint())) {
    Type zeroPoint = types.element(op.getYZeroPoint());
    if (op.getOutputDtype() && zeroPoint != element)
      types.fail("attribute 'output_dtype' is '" + debugString(element) +
                 "', but operand 'y_zero_point' has elements of '" +
                 debugString(zeroPoint) + "'");
    element = zeroPoint;
  }
  checkQuantization(op.getX(), op.getYScale(), op.getYZeroPoint(), op.getAxis(),
                    op.getBlockSize(), "y_scale", "y_zero_point", types);
  types.addLike(op.getX(), element);
}

void MatMulIntegerOp::inferTypes(Adaptor op, TypeInference &types) {
  types.add(inferMatMulDims(op.getA(), op.getB(), types),
            IntegerType::get(types.getContext(), 32));
}

void QLinearConvOp::inferTypes(Adaptor op, TypeInference &types) {
  types.add(inferConvDims(op, types), types.element(op.getYZeroPoint()));
}

void QLinearMatMulOp::inferTypes(Adaptor op, TypeInference &types) {
  types.add(inferMatMulDims(op.getA(), op.getB(), types),
            types.element(op.getYZeroPoint()));
}
