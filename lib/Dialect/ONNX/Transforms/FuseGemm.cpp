//===- FuseGemm.cpp - Products of matrices with what is around them -------===//
//
// MatMul and Add of a bias become a Gemm, which takes the Transpose of an
// operand as well. Only floats: Gemm of integers is missing in runtimes.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

static bool isFloatMatrix(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 2 &&
         (type.getElementType().isF32() || type.getElementType().isF64() ||
          type.getElementType().isF16() || type.getElementType().isBF16());
}

/// `bias` broadcasts to the matrix and never makes it larger.
static bool isBiasOf(Value bias, Value matrix) {
  SmallVector<AffineExpr> from = ONNXBuilder::dimsOf(bias);
  SmallVector<AffineExpr> to = ONNXBuilder::dimsOf(matrix);
  if (from.size() > to.size())
    return false;
  return llvm::all_of(llvm::enumerate(from), [&](auto entry) {
    AffineExpr dim = to[to.size() - from.size() + entry.index()];
    return sym::getConstant(entry.value()) == 1 ||
           sym::isKnownEqual(entry.value(), dim);
  });
}

static LogicalResult fuseBias(Operation *op, PatternRewriter &rewriter,
                              const Options &) {
  for (int index : {0, 1}) {
    Value product = op->getOperand(index), bias = op->getOperand(1 - index);
    Operation *matmul = product.getDefiningOp();
    if (!matmul || !matmul->hasOneUse() || !isFloatMatrix(product) ||
        product.getType() != op->getResult(0).getType() ||
        !isBiasOf(bias, product))
      continue;
    SmallVector<NamedAttribute> attrs;
    if (isOp(matmul, "Gemm")) {
      if (getInput(matmul, 2))
        continue;
      for (StringRef name : {"alpha", "transA", "transB"})
        if (Attribute attr = matmul->getAttr(name))
          attrs.push_back(rewriter.getNamedAttr(name, attr));
    } else if (!isOp(matmul, "MatMul") ||
               !isFloatMatrix(matmul->getOperand(0)) ||
               !isFloatMatrix(matmul->getOperand(1))) {
      continue;
    }
    ONNXBuilder b(rewriter, matmul->getLoc());
    rewriter.replaceOp(
        op,
        b.create("Gemm", product.getType(),
                 {matmul->getOperand(0), matmul->getOperand(1), bias}, attrs));
    return success();
  }
  return failure();
}

/// The operand of a Transpose of a matrix; null for anything else.
static Value getTransposed(Value value) {
  Operation *transpose = getProducer(value, "Transpose");
  if (!transpose || !isFloatMatrix(value) ||
      getPermutation(transpose) != SmallVector<int64_t>{1, 0})
    return {};
  return transpose->getOperand(0);
}

static LogicalResult fuseTranspose(Operation *op, PatternRewriter &rewriter,
                                   const Options &) {
  constexpr StringLiteral kFlags[] = {"transA", "transB"};
  for (int index : {0, 1}) {
    Value source = getTransposed(op->getOperand(index));
    if (!source)
      continue;
    StringRef flag = kFlags[index];
    int64_t isTransposed = getInt(op, flag, 0);
    rewriter.modifyOpInPlace(op, [&] {
      op->setOperand(index, source);
      op->setAttr(flag, rewriter.getI64IntegerAttr(isTransposed ? 0 : 1));
    });
    return success();
  }
  return failure();
}

/// MatMul of matrices, one of them transposed, is a Gemm that transposes.
static LogicalResult makeGemm(Operation *op, PatternRewriter &rewriter,
                              const Options &) {
  if (!isFloatMatrix(op->getOperand(0)) || !isFloatMatrix(op->getOperand(1)) ||
      (!getTransposed(op->getOperand(0)) && !getTransposed(op->getOperand(1))))
    return failure();
  ONNXBuilder b(rewriter, op->getLoc());
  rewriter.replaceOp(
      op, b.create("Gemm", op->getResult(0).getType(),
                   {op->getOperand(0), op->getOperand(1), b.none()}));
  return success();
}

void simplify::populateGemm(Rewrites &rewrites) {
  rewrites.add({"Add"}, fuseBias, 2);
  rewrites.add({"Gemm"}, fuseTranspose, 2);
  rewrites.add({"MatMul"}, makeGemm, 1);
}
