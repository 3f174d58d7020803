//===- HiddenWrites.cpp - Writes that schemas do not declare --------------===//
//
// See HiddenWrites.h. The written values are those of
// ATen/native/Normalization.cpp.
//
//===----------------------------------------------------------------------===//

#include "HiddenWrites.h"

#include "FunctionalVariant.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// The overload of batch_norm whose schema declares the writes.
static void revealBatchNorm(OperatorOp op) {
  OpBuilder b(op);
  SmallVector<Type> types(op->getResultTypes());
  types.resize(3, b.getNoneType());
  SmallVector<std::pair<StringRef, ArgumentSpec>> args;
  for (StringRef name : {"input", "weight", "bias", "running_mean",
                         "running_var", "training", "momentum", "eps"})
    args.emplace_back(name, Arguments(op).getSpec(name));
  auto update = buildOperator(
      b, op.getLoc(), "aten._native_batch_norm_legit.default", types, args);
  update->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  passValueNames(op, update->getResults());
  op->replaceAllUsesWith(update->getResults().take_front(op->getNumResults()));
  op.erase();
}

/// running += momentum * (statistic of the batch - running)
static void buildUpdate(OpBuilder &b, OperatorOp op, Value running,
                        Value statistic) {
  Location loc = op.getLoc();
  Type type = running.getType();
  if (statistic.getType() != type)
    statistic =
        buildOperator(b, loc, "aten._to_copy.default", type,
                      {{"self", statistic},
                       {"dtype", TypeAttr::get(getElementTypeOrSelf(type))}})
            ->getResult(0);
  auto updated = buildOperator(b, loc, "aten.lerp.Scalar", type,
                               {{"self", running},
                                {"end", statistic},
                                {"weight", Arguments(op).getSpec("momentum")}});
  buildOperator(b, loc, "aten.copy_.default", type,
                {{"self", running}, {"src", updated->getResult(0)}});
}

/// Each instance is normalized as one batch; the running statistics are updated
/// by the means over all instances.
static void revealInstanceNorm(OperatorOp op, Value mean, Value var) {
  OpBuilder b(op->getContext());
  b.setInsertionPointAfter(op);
  Location loc = op.getLoc();
  Value x = Arguments(op).getValue("input");
  auto type = cast<RankedTensorType>(x.getType());
  SmallVector<AffineExpr> dims = sym::getDims(type);
  Type elementType = type.getElementType();
  auto perChannel = sym::getTensorType(dims[1], elementType);
  SmallVector<int64_t> inInstance =
      llvm::to_vector(llvm::seq<int64_t>(2, type.getRank()));
  SmallVector<int64_t> inChannel = {0};
  inChannel.append(inInstance);

  auto batchMean =
      buildOperator(b, loc, "aten.mean.dim", perChannel,
                    {{"self", x}, {"dim", b.getI64ArrayAttr(inChannel)}});
  buildUpdate(b, op, mean, batchMean->getResult(0));
  auto variances = buildOperator(
      b, loc, "aten.var.correction",
      sym::getTensorType(ArrayRef(dims).take_front(2), elementType),
      {{"self", x},
       {"dim", b.getI64ArrayAttr(inInstance)},
       {"correction", b.getI64IntegerAttr(1)}});
  auto batchVar = buildOperator(
      b, loc, "aten.mean.dim", perChannel,
      {{"self", variances->getResult(0)}, {"dim", b.getI64ArrayAttr({0})}});
  buildUpdate(b, op, var, batchVar->getResult(0));
}

static void reveal(OperatorOp op) {
  HiddenWrite write = getTraits(op).hiddenWrite;
  if (write == HiddenWrite::None)
    return;
  bool isInstanceNorm = write == HiddenWrite::InstanceStatistics;
  bool isBatchNorm = write == HiddenWrite::BatchStatistics;
  Arguments args(op);
  Value mean = args.getValue("running_mean"),
        var = args.getValue("running_var");
  std::optional<bool> training =
      args.getBool(isInstanceNorm ? "use_input_stats" : "training");
  if (!mean || !var || training == false)
    return;
  auto type = dyn_cast<RankedTensorType>(args.getValue("input").getType());
  bool hasElements = type && !llvm::is_contained(type.getShape(), int64_t(0));
  if (isBatchNorm && hasElements)
    return revealBatchNorm(op);
  if (isInstanceNorm && training && hasElements && type.getRank() > 2)
    return revealInstanceNorm(op, mean, var);
  op.emitWarning() << "'" << op.getTarget()
                   << "' updates its running statistics; the update is lost";
}

void torch_onnx::torch::revealHiddenWrites(func::FuncOp func) {
  SmallVector<OperatorOp> operators;
  func.walk([&](OperatorOp op) { operators.push_back(op); });
  for (OperatorOp op : operators)
    reveal(op);
}
