//===- ConstantEvaluator.h - One onnx operation on constants ----*- C++ -*-===//
//
// The class behind simplify::evaluate(): EvaluateConstants.cpp has what
// computes numbers, EvaluateMovement.cpp what moves them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_CONSTANTEVALUATOR_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_CONSTANTEVALUATOR_H

#include "SimplifySupport.h"

#include "torch-onnx/Arithmetic/Tensor.h"
#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ImageOps.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LinearOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"

namespace torch_onnx::onnx::simplify {

/// An axis as a number from 0 on; nothing if it is out of range.
std::optional<int64_t> getAxis(int64_t axis, int64_t rank);

/// Computes one result of an operation that isEvaluable().
class ConstantEvaluator {
public:
  ConstantEvaluator(mlir::OpResult result,
                    llvm::ArrayRef<mlir::ElementsAttr> operands, bool exact,
                    int64_t maxBytes)
      : op(result.getOwner()), result(result), operands(operands), exact(exact),
        maxBytes(maxBytes),
        type(mlir::cast<mlir::RankedTensorType>(result.getType())) {}

  /// Null where the result is not defined or too large.
  mlir::ElementsAttr run();

private:
  using Tensor = arithmetic::Tensor;

  mlir::ElementsAttr unary(arithmetic::UnaryOp function);
  mlir::ElementsAttr binary(arithmetic::BinaryOp function);
  mlir::ElementsAttr power();
  mlir::ElementsAttr fold(arithmetic::BinaryOp function);
  mlir::ElementsAttr reduce(arithmetic::ReduceOp function);
  template <typename OpT>
  mlir::ElementsAttr reduce(OpT op, arithmetic::ReduceOp function);
  mlir::ElementsAttr reshape();
  mlir::ElementsAttr slice(llvm::ArrayRef<int64_t> from,
                           llvm::ArrayRef<int64_t> by);

  mlir::ElementsAttr visit(BatchNormalizationOp op);
  mlir::ElementsAttr visit(CastOp op);
  mlir::ElementsAttr visit(ClipOp op);
  mlir::ElementsAttr visit(ConcatOp op);
  mlir::ElementsAttr visit(CumSumOp op);
  mlir::ElementsAttr visit(ExpandOp op);
  mlir::ElementsAttr visit(GatherElementsOp op);
  mlir::ElementsAttr visit(GatherNDOp op);
  mlir::ElementsAttr visit(GatherOp op);
  mlir::ElementsAttr visit(GemmOp op);
  mlir::ElementsAttr visit(LayerNormalizationOp op);
  mlir::ElementsAttr visit(MatMulOp op);
  mlir::ElementsAttr visit(PadOp op);
  mlir::ElementsAttr visit(ResizeOp op);
  mlir::ElementsAttr visit(SliceOp op);
  mlir::ElementsAttr visit(SoftmaxOp op);
  mlir::ElementsAttr visit(SplitOp op);
  mlir::ElementsAttr visit(TileOp op);
  mlir::ElementsAttr visit(TransposeOp op);
  mlir::ElementsAttr visit(TriluOp op);
  mlir::ElementsAttr visit(WhereOp op);

  int64_t getBytes() const { return weight::getByteSize(type); }
  mlir::ElementsAttr get(unsigned index) const {
    return index < operands.size() ? operands[index] : mlir::ElementsAttr();
  }
  /// The elements of an operand in memory; nothing if they are too many.
  std::optional<Tensor> read(unsigned index) const;
  std::optional<llvm::SmallVector<int64_t>> readInts(unsigned index) const;

  mlir::ElementsAttr finish(std::optional<Tensor> result) const;
  mlir::ElementsAttr makeExpr(weight::ExprKind kind,
                              llvm::ArrayRef<mlir::ElementsAttr> values,
                              mlir::RankedTensorType ofType,
                              int64_t axis = 0) const;
  mlir::ElementsAttr makeCast(mlir::ElementsAttr value,
                              mlir::Type elementType) const;

  mlir::Operation *op;
  mlir::OpResult result;
  llvm::ArrayRef<mlir::ElementsAttr> operands;
  bool exact;
  int64_t maxBytes;
  mlir::RankedTensorType type;
};

} // namespace torch_onnx::onnx::simplify

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_CONSTANTEVALUATOR_H
