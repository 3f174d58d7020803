//===- Strides.cpp - Operands of as_strided in memory order ---------------===//
//
// See Strides.h.
//
//===----------------------------------------------------------------------===//

#include "Strides.h"

#include "FunctionalVariant.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Sym/IR/SymDialect.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// The dimensions in memory order, outermost first; nothing if elements may
/// overlap or have gaps between them.
static std::optional<SmallVector<int64_t>>
getMemoryOrder(ArrayRef<AffineExpr> sizes, ArrayRef<AffineExpr> strides) {
  MLIRContext *ctx = nullptr;
  for (AffineExpr expr : llvm::concat<const AffineExpr>(sizes, strides)) {
    if (!expr)
      return std::nullopt;
    ctx = expr.getContext();
  }
  SmallVector<int64_t> innerFirst;
  SmallVector<bool> taken(sizes.size());
  // The stride of a dimension of size 1 is irrelevant.
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (sym::getConstant(size) == 1) {
      innerFirst.push_back(dim);
      taken[dim] = true;
    }
  AffineExpr expected = ctx ? getAffineConstantExpr(1, ctx) : AffineExpr();
  while (innerFirst.size() < sizes.size()) {
    std::optional<size_t> found;
    for (size_t dim = 0; dim < sizes.size() && !found; ++dim)
      if (!taken[dim] && sym::isKnownEqual(strides[dim], expected))
        found = dim;
    if (!found)
      return std::nullopt;
    taken[*found] = true;
    innerFirst.push_back(*found);
    expected = sym::mul(expected, sizes[*found]);
  }
  return SmallVector<int64_t>(llvm::reverse(innerFirst));
}

/// The strides in an attribute: integers, and `#sym.dims` of one expression.
static std::optional<SmallVector<AffineExpr>> readStrides(Attribute attr) {
  auto list = dyn_cast<ArrayAttr>(attr);
  if (!list)
    return std::nullopt;
  SmallVector<AffineExpr> strides;
  for (Attribute stride : list) {
    if (auto number = dyn_cast<IntegerAttr>(stride))
      strides.push_back(
          getAffineConstantExpr(number.getInt(), attr.getContext()));
    else if (auto dims = dyn_cast<sym::DimsAttr>(stride);
             dims && dims.getDims().size() == 1)
      strides.push_back(dims.getDims()[0]);
    else
      return std::nullopt;
  }
  return strides;
}

static void resolve(OperatorOp op) {
  StringRef stridesName = TorchDialect::getStridesAttrName();
  StringRef offsetName = TorchDialect::getOffsetAttrName();
  Attribute recordedStrides = op->getAttr(stridesName);
  Attribute recordedOffset = op->getAttr(offsetName);
  auto offset = dyn_cast_if_present<IntegerAttr>(recordedOffset);
  auto type = op->getNumOperands() == 0
                  ? RankedTensorType()
                  : dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  std::optional<unsigned> offsetArg =
      op.getSchema() ? op.getSchema()->findArg("storage_offset") : std::nullopt;
  bool isResize = op.getTarget() == "aten.resize.default" ||
                  op.getTarget() == "aten.resize_as.default";
  if (!type || !(offsetArg || isResize))
    return;
  // Equal sizes change nothing, unless a memory format is given.
  Arguments args(op);
  if (isResize && type == op->getResult(0).getType() &&
      !args.has("memory_format")) {
    op->removeAttr(stridesName);
    op->removeAttr(offsetName);
    return;
  }

  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  SmallVector<AffineExpr> sizes = sym::getDims(type);
  if (recordedStrides) {
    auto strides = readStrides(recordedStrides);
    if (!strides || int64_t(strides->size()) != type.getRank())
      return;
    std::optional<SmallVector<int64_t>> found = getMemoryOrder(sizes, *strides);
    if (!found)
      return;
    order = *found;
  }
  // An offset is relative to the storage, not to the operand.
  SmallVector<Attribute> newArgs(op.getArgs().getValue());
  if (recordedOffset && offsetArg && args.has("storage_offset")) {
    std::optional<int64_t> given = args.getInt("storage_offset");
    if (!given || !offset)
      return;
    newArgs[*offsetArg] =
        Builder(op.getContext()).getI64IntegerAttr(*given - offset.getInt());
  }

  op->removeAttr(stridesName);
  op->removeAttr(offsetName);
  op.setArgsAttr(ArrayAttr::get(op.getContext(), newArgs));
  if (llvm::is_sorted(order))
    return;
  OpBuilder b(op);
  auto permute = [&](Value value, ArrayRef<int64_t> dims) {
    SmallVector<AffineExpr> permuted;
    SmallVector<AffineExpr> from =
        sym::getDims(cast<RankedTensorType>(value.getType()));
    for (int64_t dim : dims)
      permuted.push_back(from[dim]);
    return buildOperator(
               b, op.getLoc(), "aten.permute.default",
               sym::getTensorType(permuted, type.getElementType()),
               {{"self", value}, {"dims", Attribute(b.getI64ArrayAttr(dims))}})
        ->getResult(0);
  };
  op->setOperand(0, permute(op->getOperand(0), order));
  if (op.getTarget() != "aten.as_strided_scatter.default")
    return;
  // Its result has the strides of the operand.
  Value result = op->getResult(0);
  result.setType(op->getOperand(0).getType());
  SmallVector<int64_t> inverse(order.size());
  for (auto [to, from] : llvm::enumerate(order))
    inverse[from] = to;
  b.setInsertionPointAfter(op);
  Value restored = permute(result, inverse);
  result.replaceAllUsesExcept(restored, restored.getDefiningOp());
}

void torch_onnx::torch::resolveStrides(func::FuncOp func) {
  SmallVector<OperatorOp> operators;
  func.walk([&](OperatorOp op) {
    if (op->hasAttr(TorchDialect::getStridesAttrName()) ||
        op->hasAttr(TorchDialect::getOffsetAttrName()))
      operators.push_back(op);
  });
  for (OperatorOp op : operators)
    resolve(op);
}
