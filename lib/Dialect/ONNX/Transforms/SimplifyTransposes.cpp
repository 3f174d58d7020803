//===- SimplifyTransposes.cpp - Chains of Transpose -----------------------===//
//
// Permutations compose, also with a cast between them; the identity is nothing.
// What becomes of transposed constants is in FoldConstantViews.cpp, of operands
// of Gemm in FuseGemm.cpp.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

static bool isIdentity(ArrayRef<int64_t> perm) {
  return llvm::all_of(llvm::enumerate(perm), [](auto entry) {
    return int64_t(entry.index()) == entry.value();
  });
}

static LogicalResult simplifyTranspose(Operation *op, PatternRewriter &rewriter,
                                       const Options &) {
  Value input = op->getOperand(0);
  SmallVector<int64_t> perm = getPermutation(op);
  if (isIdentity(perm))
    return replaceBy(rewriter, op, input);
  // A cast between two permutations, as operators in opmath leave it, goes to
  // the front of both. One that others read would be there twice.
  Operation *cast = getProducer(input, "Cast");
  if (cast && !cast->hasOneUse())
    return failure();
  Operation *inner =
      getProducer(cast ? cast->getOperand(0) : input, "Transpose");
  if (!inner)
    return failure();
  // Dimension i of the result is perm[i] of the middle, is inner[perm[i]].
  SmallVector<int64_t> composed, innerPerm = getPermutation(inner);
  for (int64_t dim : perm)
    composed.push_back(innerPerm[dim]);
  Value source = inner->getOperand(0);
  if (cast)
    source = ONNXBuilder(rewriter, cast->getLoc())
                 .Cast(source, ONNXBuilder::elementTypeOf(input));
  if (isIdentity(composed) && source.getType() == op->getResult(0).getType())
    return replaceBy(rewriter, op, source);
  rewriter.modifyOpInPlace(op, [&] {
    op->setOperand(0, source);
    op->setAttr("perm", rewriter.getDenseI64ArrayAttr(composed));
  });
  return success();
}

void simplify::populateTransposes(Rewrites &rewrites) {
  rewrites.add({"Transpose"}, simplifyTranspose, 3);
}
