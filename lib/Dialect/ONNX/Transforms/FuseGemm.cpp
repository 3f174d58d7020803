//===- FuseGemm.cpp - Products of matrices with what is around them -------===//
//
// MatMul and Add of a bias become a Gemm, which takes the Transpose of an
// operand as well. Only floats: Gemm of integers is missing in runtimes.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"

#include "mlir/IR/BuiltinOps.h"

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

/// A sum of no products is zero, and kernels of Gemm forget the bias then.
static bool hasInnerSize(Operation *product) {
  SmallVector<AffineExpr> dims = ONNXBuilder::dimsOf(product->getOperand(0));
  AffineExpr inner = dims[getInt(product, "transA", 0) ? 0 : 1];
  return inner &&
         !sym::mayBeZero(inner,
                         sym::readRanges(product->getParentOfType<ModuleOp>()));
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
    if (!hasInnerSize(matmul))
      continue;
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

//===----------------------------------------------------------------------===//
// Gemm between two Reshapes
//===----------------------------------------------------------------------===//

/// The second operand of a Gemm as MatMul wants it; null if that is not free.
static Value getRightOperand(Operation *gemm, PatternRewriter &rewriter,
                             const Options &options) {
  Value b = gemm->getOperand(1);
  if (getInt(gemm, "transB", 0) == 0)
    return b;
  // FoldConstantViews.cpp transposes these, and nothing is left of it.
  ElementsAttr value = getConstant(b);
  if (!value || !b.hasOneUse() || !options.rewriteWeights ||
      !isa<weight::FileAttr>(value))
    return {};
  return ONNXBuilder(rewriter, gemm->getLoc()).transpose(b, 0, 1);
}

/// Reshape to a matrix, Gemm, Reshape back: that is MatMul, which does so by
/// itself, and Add.
static LogicalResult unflattenGemm(Operation *op, PatternRewriter &rewriter,
                                   const Options &options) {
  Operation *gemm = getProducer(op->getOperand(0), "Gemm");
  if (!gemm || !gemm->hasOneUse() || getInt(gemm, "transA", 0) != 0 ||
      getFloat(gemm, "alpha", 1.0) != 1.0 || getFloat(gemm, "beta", 1.0) != 1.0)
    return failure();
  Operation *flatten = getProducer(gemm->getOperand(0), "Reshape");
  Value bias = getInput(gemm, 2);
  auto result = ONNXBuilder::typeOf(op->getResult(0));
  if (!flatten || result.getRank() < 3 || !hasKnownDims(result) ||
      (bias && ONNXBuilder::rankOf(bias) > 1))
    return failure();
  SmallVector<AffineExpr> to = sym::getDims(result);
  AffineExpr n = ONNXBuilder::dimsOf(op->getOperand(0))[1];
  AffineExpr k = ONNXBuilder::dimsOf(gemm->getOperand(0))[1];
  if (!k || !sym::isKnownEqual(n, to.back()) ||
      (bias && ONNXBuilder::rankOf(bias) == 1 &&
       !sym::isKnownEqual(ONNXBuilder::dimsOf(bias)[0], n)))
    return failure();
  // What comes in has the dimensions of the result but for the last one, as it
  // is or by a Reshape that is worth the one that goes.
  to.back() = k;
  RankedTensorType type = sym::getTensorType(to, result.getElementType());
  Value x = flatten->getOperand(0);
  std::optional<std::pair<SmallVector<int64_t>, bool>> shape;
  if (x.getType() != type) {
    if (getConstant(op->getOperand(1)) || !flatten->hasOneUse() ||
        !(shape = getConstantShape(op, ONNXBuilder::typeOf(x), type)))
      return failure();
  }
  Value right = getRightOperand(gemm, rewriter, options);
  if (!right)
    return failure();
  ONNXBuilder b(rewriter, gemm->getLoc());
  if (shape)
    x = b.Reshape(x, b.ints(shape->first), type, shape->second);
  Value product = b.create("MatMul", result, {x, right});
  rewriter.replaceOp(op,
                     bias ? b.create("Add", result, {product, bias}) : product);
  return success();
}

void simplify::populateGemm(Rewrites &rewrites) {
  rewrites.add("fuse-gemm-bias", {"Add"}, fuseBias, 2);
  rewrites.add("fuse-gemm-transpose", {"Gemm"}, fuseTranspose, 2);
  rewrites.add("make-gemm", {"MatMul"}, makeGemm, 1);
  rewrites.add("unflatten-gemm", {"Reshape"}, unflattenGemm, 1);
}
