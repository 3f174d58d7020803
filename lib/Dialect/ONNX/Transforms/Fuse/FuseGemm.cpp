//===- FuseGemm.cpp - Fusions to matrix products --------------------------===//
//
// Fuses MatMul and Add of a bias to a Gemm, which also transposes operands.
// Only for floats, as runtimes lack Gemm of integers.
//
//===----------------------------------------------------------------------===//

#include "Simplify/SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LinearOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
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

/// Whether `bias` broadcasts to the matrix without enlarging it.
static bool isBiasOf(Value bias, Value matrix) {
  SmallVector<AffineExpr> from = dimsOf(bias);
  SmallVector<AffineExpr> to = dimsOf(matrix);
  if (from.size() > to.size())
    return false;
  return llvm::all_of(llvm::enumerate(from), [&](auto entry) {
    AffineExpr dim = to[to.size() - from.size() + entry.index()];
    return sym::getConstant(entry.value()) == 1 ||
           sym::isKnownEqual(entry.value(), dim);
  });
}

/// Kernels of Gemm ignore the bias if the inner dimension is empty.
static bool hasInnerSize(Value matrix, bool isTransposed) {
  AffineExpr inner = dimsOf(matrix)[isTransposed ? 0 : 1];
  auto module = matrix.getParentRegion()->getParentOfType<ModuleOp>();
  return inner && !sym::mayBeZero(inner, sym::readRanges(module));
}

static bool hasInnerSize(GemmOp op) {
  return hasInnerSize(op.getA(), op.getTransA());
}

/// The Gemm that computes `product` and adds `bias`; null if there is none.
static GemmOp buildWithBias(Value product, Value bias, OpBuilder &builder) {
  if (auto gemm = getSingleUseProducer<GemmOp>(product);
      gemm && !isPresent(gemm.getC()) && hasInnerSize(gemm))
    // Without a bias, beta has no effect.
    return GemmOp::create(builder, gemm.getLoc(), product.getType(),
                          gemm.getA(), gemm.getB(), bias, gemm.getAlphaAttr(),
                          /*beta=*/FloatAttr(), gemm.getTransAAttr(),
                          gemm.getTransBAttr());
  if (auto matmul = getSingleUseProducer<MatMulOp>(product);
      matmul && isFloatMatrix(matmul.getA()) && isFloatMatrix(matmul.getB()) &&
      hasInnerSize(matmul.getA(), /*isTransposed=*/false))
    return GemmOp::create(builder, matmul.getLoc(), product.getType(),
                          matmul.getA(), matmul.getB(), bias,
                          /*alpha=*/FloatAttr(), /*beta=*/FloatAttr(),
                          /*transA=*/IntegerAttr(), /*transB=*/IntegerAttr());
  return {};
}

static LogicalResult fuseBias(AddOp op, PatternRewriter &rewriter,
                              const Options &) {
  for (auto [product, bias] : inBothOrders(op)) {
    if (!isFloatMatrix(product) || product.getType() != op.getType() ||
        !isBiasOf(bias, product))
      continue;
    if (GemmOp gemm = buildWithBias(product, bias, rewriter)) {
      rewriter.replaceOp(op, gemm);
      return success();
    }
  }
  return failure();
}

/// The operand of a Transpose of a matrix; null for other values.
static Value getTransposed(Value value) {
  auto transpose = value.getDefiningOp<TransposeOp>();
  if (!transpose || !isFloatMatrix(value) ||
      transpose.getPermutation() != SmallVector<int64_t>{1, 0})
    return {};
  return transpose.getData();
}

static LogicalResult fuseTranspose(GemmOp op, PatternRewriter &rewriter,
                                   const Options &) {
  Value a = getTransposed(op.getA()), b = getTransposed(op.getB());
  if (!a && !b)
    return failure();
  rewriter.modifyOpInPlace(op, [&] {
    if (a) {
      op.getAMutable().assign(a);
      op.setTransA(!op.getTransA());
    }
    if (b) {
      op.getBMutable().assign(b);
      op.setTransB(!op.getTransB());
    }
  });
  return success();
}

/// Replaces MatMul with a transposed matrix by a Gemm that transposes.
static LogicalResult makeGemm(MatMulOp op, PatternRewriter &rewriter,
                              const Options &) {
  if (!isFloatMatrix(op.getA()) || !isFloatMatrix(op.getB()) ||
      (!getTransposed(op.getA()) && !getTransposed(op.getB())))
    return failure();
  ONNXBuilder b(rewriter, op.getLoc());
  rewriter.replaceOp(
      op, b.create("Gemm", op.getType(), {op.getA(), op.getB(), b.none()}));
  return success();
}

//===----------------------------------------------------------------------===//
// Gemm between two Reshapes
//===----------------------------------------------------------------------===//

/// The second operand of a Gemm in the form for MatMul; null if that would cost
/// a node.
static Value getRightOperand(GemmOp gemm, PatternRewriter &rewriter,
                             const Options &options) {
  Value b = gemm.getB();
  if (!gemm.getTransB())
    return b;
  // FoldConstantViews.cpp folds the Transpose of such a weight.
  ElementsAttr value = getConstant(b);
  if (!value || !b.hasOneUse() || !options.rewriteWeights ||
      !isa<weight::FileAttr>(value))
    return {};
  return ONNXBuilder(rewriter, gemm.getLoc()).transpose(b, 0, 1);
}

/// Replaces Reshape to a matrix, Gemm and Reshape back by MatMul, which accepts
/// more dimensions, and Add.
static LogicalResult unflattenGemm(ReshapeOp op, PatternRewriter &rewriter,
                                   const Options &options) {
  auto gemm = getSingleUseProducer<GemmOp>(op.getData());
  if (!gemm || gemm.getTransA() || !gemm.getAlpha().isExactlyValue(1.0) ||
      !gemm.getBeta().isExactlyValue(1.0))
    return failure();
  auto flatten = gemm.getA().getDefiningOp<ReshapeOp>();
  Value bias = getPresent(gemm.getC());
  auto result = typeOf(op.getOutput());
  if (!flatten || result.getRank() < 3 || !hasKnownDims(result) ||
      (bias && rankOf(bias) > 1))
    return failure();
  SmallVector<AffineExpr> to = sym::getDims(result);
  AffineExpr n = dimsOf(op.getData())[1];
  AffineExpr k = dimsOf(gemm.getA())[1];
  if (!k || !sym::isKnownEqual(n, to.back()) ||
      (bias && rankOf(bias) == 1 && !sym::isKnownEqual(dimsOf(bias)[0], n)))
    return failure();
  // The input must have the dimensions of the result except for the last one,
  // possibly after a Reshape that replaces the removed one.
  to.back() = k;
  RankedTensorType type = sym::getTensorType(to, result.getElementType());
  Value x = flatten.getData();
  std::optional<std::pair<SmallVector<int64_t>, bool>> shape;
  if (x.getType() != type) {
    if (getConstant(op.getShape()) || !flatten->hasOneUse() ||
        !(shape = getConstantShape(op, typeOf(x), type)))
      return failure();
  }
  Value right = getRightOperand(gemm, rewriter, options);
  if (!right)
    return failure();
  ONNXBuilder b(rewriter, gemm.getLoc());
  if (shape)
    x = b.Reshape(x, b.ints(shape->first), type, shape->second);
  Value product = b.create("MatMul", result, {x, right});
  rewriter.replaceOp(op,
                     bias ? b.create("Add", result, {product, bias}) : product);
  return success();
}

void simplify::populateGemm(Rewrites &rewrites) {
  rewrites.add("fuse-gemm-bias", fuseBias, 2);
  rewrites.add("fuse-gemm-transpose", fuseTranspose, 2);
  rewrites.add("make-gemm", makeGemm);
  rewrites.add("unflatten-gemm", unflattenGemm);
}
