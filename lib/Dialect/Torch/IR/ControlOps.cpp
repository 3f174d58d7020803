//===- ControlOps.cpp - torch: branches and loops -------------------------===//
//
// Verifies torch.if, torch.while and torch.scan: the regions take and yield the
// operation's number of values, with the same dtypes and ranks. Sizes may
// differ; torch-infer-shapes handles them.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace torch_onnx::torch;

/// Whether two types are equal except for sizes. An unknown type matches every
/// type.
static bool isLike(Type a, Type b) {
  if (a == b || isa<UntypedType, UnrankedTensorType>(a) ||
      isa<UntypedType, UnrankedTensorType>(b))
    return true;
  auto x = dyn_cast<RankedTensorType>(a), y = dyn_cast<RankedTensorType>(b);
  return x && y && x.getElementType() == y.getElementType() &&
         x.getRank() == y.getRank();
}

/// Whether `stacked` has one more leading dimension than `slice`.
static bool isStackOf(Type stacked, Type slice) {
  auto x = dyn_cast<RankedTensorType>(stacked);
  auto y = dyn_cast<RankedTensorType>(slice);
  if (!x || !y)
    return isa<UntypedType, UnrankedTensorType>(stacked) ||
           isa<UntypedType, UnrankedTensorType>(slice);
  return x.getElementType() == y.getElementType() &&
         x.getRank() == y.getRank() + 1;
}

static LogicalResult verifyTypes(Operation *op, StringRef what, TypeRange found,
                                 TypeRange expected,
                                 function_ref<bool(Type, Type)> fits = isLike) {
  if (found.size() != expected.size())
    return op->emitOpError("has ")
           << found.size() << " " << what << ", expected " << expected.size();
  for (auto [index, pair] : llvm::enumerate(llvm::zip_equal(found, expected)))
    if (auto [type, other] = pair; !fits(type, other))
      return op->emitOpError("has ") << what << " of which number " << index
                                     << " is " << type << " beside " << other;
  return success();
}

static TypeRange getYielded(Region &region) {
  return region.front().getTerminator()->getOperandTypes();
}

LogicalResult IfOp::verify() {
  for (Region *region : {&getThenRegion(), &getElseRegion()})
    if (failed(verifyTypes(*this, "arguments of a branch",
                           region->getArgumentTypes(), {})) ||
        failed(verifyTypes(*this, "values that a branch yields",
                           getYielded(*region), getResultTypes())))
      return failure();
  return success();
}

LogicalResult WhileOp::verify() {
  TypeRange types = getInits().getTypes();
  for (Region *region : {&getCondition(), &getBody()})
    if (failed(verifyTypes(*this, "arguments of a region",
                           region->getArgumentTypes(), types)))
      return failure();
  TypeRange condition = getYielded(getCondition());
  auto isBool = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return type.isInteger(1) || isa<UntypedType, UnrankedTensorType>(type) ||
           (tensor && tensor.getElementType().isInteger(1));
  };
  if (condition.size() != 1 || !isBool(condition.front()))
    return emitOpError("has a condition that does not yield one boolean");
  if (failed(verifyTypes(*this, "values that the body yields",
                         getYielded(getBody()), types)))
    return failure();
  if (getStacked())
    return verifyTypes(*this, "results", getResultTypes(), types, isStackOf);
  return verifyTypes(*this, "results", getResultTypes(), types);
}

LogicalResult ScanOp::verify() {
  if (getXs().empty())
    return emitOpError("has no tensor to go over");
  TypeRange arguments = getBody().getArgumentTypes(), carried(getInits()),
            yielded = getYielded(getBody()), results = getResultTypes();
  size_t count = carried.size();
  if (arguments.size() < count || yielded.size() < count ||
      results.size() < count)
    return emitOpError("carries ")
           << count << " values, more than its body has arguments or yields, "
           << "or than it has results";
  auto isSliceOf = [](Type slice, Type stacked) {
    return isStackOf(stacked, slice);
  };
  return failure(
      failed(verifyTypes(*this, "carried arguments",
                         arguments.take_front(count), carried)) ||
      failed(verifyTypes(*this, "slices", arguments.drop_front(count),
                         TypeRange(getXs()), isSliceOf)) ||
      failed(verifyTypes(*this, "values that the body carries on",
                         yielded.take_front(count), carried)) ||
      failed(verifyTypes(*this, "carried results", results.take_front(count),
                         carried)) ||
      failed(verifyTypes(*this, "stacked results", results.drop_front(count),
                         yielded.drop_front(count), isStackOf)));
}
