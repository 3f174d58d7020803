//===- Simplify.cpp - Fewer nodes, the same numbers -----------------------===//
//
// Runs the rewrites of SimplifySupport.h to their end, in functions and their
// subgraphs. See Passes.td.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h"
#include "torch-onnx/Dialect/Sym/IR/SymDialect.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"

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
    simplify::Options options;
    options.rewriteWeights = weightsMode != WeightsMode::Reference;
    options.fuse = fuse;
    RewritePatternSet set(ctx);
    simplify::Rewrites rewrites(set, options);
    simplify::populateNoOps(rewrites);
    simplify::populateReshapes(rewrites);
    simplify::populateTransposes(rewrites);
    simplify::populateSlices(rewrites);
    simplify::populateShapeArithmetic(rewrites);
    simplify::populateConstantArithmetic(rewrites);
    simplify::populateConstantViews(rewrites);
    simplify::populateActivations(rewrites);
    simplify::populateGathers(rewrites);
    if (fuse) {
      simplify::populateGemm(rewrites);
      simplify::populateConv(rewrites);
      simplify::populateTransformer(rewrites);
    }
    patterns = FrozenRewritePatternSet(std::move(set));
    return success();
  }

  void runOnOperation() override {
    GreedyRewriteConfig config;
    // Constants keep their places and names; onnx-deduplicate merges them.
    config.setUseTopDownTraversal(true)
        .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled)
        .enableFolding(false)
        .enableConstantCSE(false);
    if (succeeded(applyPatternsGreedily(getOperation(), patterns, config)))
      return;
    getOperation()->emitError("rewrites do not come to an end");
    signalPassFailure();
  }

private:
  FrozenRewritePatternSet patterns;
};

} // namespace
