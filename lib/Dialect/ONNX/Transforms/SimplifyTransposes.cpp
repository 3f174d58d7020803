//===- SimplifyTransposes.cpp - Chains of Transpose -----------------------===//
//
// Permutations compose (TransposeOp::fold), also with a cast between them. What
// becomes of transposed constants is in FoldConstantViews.cpp, of operands
// of Gemm in FuseGemm.cpp.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// A cast between two permutations, as operators in opmath leave it, goes to
/// the front of both, which `fold` makes one of. One that others read would be
/// there twice.
static LogicalResult moveCastUp(Operation *op, PatternRewriter &rewriter,
                                const Options &) {
  auto cast = op->getOperand(0).getDefiningOp<CastOp>();
  if (!cast || !cast->hasOneUse())
    return failure();
  auto inner = cast.getInput().getDefiningOp<TransposeOp>();
  if (!inner)
    return failure();
  auto perm = llvm::to_vector(getPermutation(inner));
  ONNXBuilder b(rewriter, cast.getLoc());
  Value source = b.Cast(inner.getData(), cast.getTo());
  rewriter.replaceOp(cast, b.create("Transpose", cast.getType(), source,
                                    b.attr("perm", ArrayRef<int64_t>(perm))));
  return success();
}

void simplify::populateTransposes(Rewrites &rewrites) {
  rewrites.add("move-cast-up", {"Transpose"}, moveCastUp, 3);
}
