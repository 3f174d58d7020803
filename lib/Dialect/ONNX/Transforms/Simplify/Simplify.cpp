//===- Simplify.cpp - Runs the simplifications ----------------------------===//
//
// Applies the rewrites of SimplifySupport.h to functions and their subgraphs
// until none matches. See Passes.td.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h"
#include "torch-onnx/Dialect/Sym/IR/SymDialect.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace torch_onnx::onnx {
#define GEN_PASS_DEF_SIMPLIFY
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h.inc"
} // namespace torch_onnx::onnx

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

namespace {

class Simplify : public onnx::impl::SimplifyBase<Simplify> {
public:
  using SimplifyBase::SimplifyBase;

  LogicalResult initialize(MLIRContext *ctx) override {
    options.rewriteWeights = weightsMode != WeightsMode::Reference;
    options.fuse = fuse;
    RewritePatternSet set(ctx);
    simplify::Rewrites rewrites(set, options);
    simplify::populateNoOps(rewrites);
    simplify::populateControl(rewrites);
    simplify::populateMasks(rewrites);
    simplify::populatePairs(rewrites);
    simplify::populateForms(rewrites);
    simplify::populateConstantArithmetic(rewrites);
    simplify::populateConstantViews(rewrites);
    if (fuse) {
      simplify::populateGemm(rewrites);
      simplify::populateConv(rewrites);
      simplify::populateTransformer(rewrites);
    }
    ctx->getLoadedDialect<ONNXDialect>()->getCanonicalizationPatterns(set);
    for (RegisteredOperationName op : ctx->getRegisteredOperations())
      if (op.getDialectNamespace() == ONNXDialect::getDialectNamespace())
        op.getCanonicalizationPatterns(set, ctx);
    patterns = FrozenRewritePatternSet(std::move(set), disabledPatterns,
                                       enabledPatterns);
    return success();
  }

  void runOnOperation() override {
    OriginListener names;
    GreedyRewriteConfig config;
    // Constants keep their positions and names; onnx-deduplicate merges them.
    config.setUseTopDownTraversal(true)
        .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled)
        .enableFolding(fold)
        .enableConstantCSE(false)
        .setListener(&names);
    LogicalResult result =
        applyPatternsGreedily(getOperation(), patterns, config);
    // Folding constants of any size may enable further patterns around them.
    // This terminates, because each round removes operations.
    while (succeeded(result)) {
      SmallVector<Operation *> around =
          simplify::foldWeights(getOperation(), options);
      if (around.empty())
        return;
      result = applyOpPatternsGreedily(around, patterns, config);
    }
    getOperation()->emitError("the rewrites do not terminate");
    signalPassFailure();
  }

private:
  simplify::Options options;
  FrozenRewritePatternSet patterns;
};

} // namespace
