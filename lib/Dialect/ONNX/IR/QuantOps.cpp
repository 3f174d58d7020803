//===- QuantOps.cpp - onnx: quantized arithmetic --------------------------===//
//
// Registers the operators of QuantOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/QuantOps.h"

#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerQuantOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/QuantOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/QuantOps.cpp.inc"

void DequantizeLinearOp::inferTypes(Adaptor op, TypeInference &types) {
  Type element = types.element(op.getXScale());
  if (isa<Float8E8M0FNUType>(element))
    element = Float32Type::get(types.getContext());
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
  if (TypeInference::isPresent(op.getYZeroPoint())) {
    Type zeroPoint = types.element(op.getYZeroPoint());
    if (op.getOutputDtype() && zeroPoint != element)
      types.fail("attribute 'output_dtype' and the zero point name different "
                 "types, expected one");
    element = zeroPoint;
  }
  types.addLike(op.getX(), element);
}

void MatMulIntegerOp::inferTypes(Adaptor op, TypeInference &types) {
  types.add(inferMatMulDims(op.getA(), op.getB(), types),
            IntegerType::get(types.getContext(), 32));
}

void QLinearConvOp::inferTypes(Adaptor op, TypeInference &types) {
  types.add(inferConvDims(op.getX(), op.getW(), op.getGroup(),
                          ConvAttributes(op), types),
            types.element(op.getYZeroPoint()));
}

void QLinearMatMulOp::inferTypes(Adaptor op, TypeInference &types) {
  types.add(inferMatMulDims(op.getA(), op.getB(), types),
            types.element(op.getYZeroPoint()));
}
