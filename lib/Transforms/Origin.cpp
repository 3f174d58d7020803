//===- Origin.cpp - Mapping of operations to program nodes ----------------===//
//
// See Origin.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Transforms/Origin.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace torch_onnx;

/// Returns the metadata of a location with an origin: name, target and, if
/// present, result names. Null for any other location.
static ArrayAttr getMetadata(LocationAttr loc) {
  auto fused = dyn_cast<FusedLoc>(loc);
  auto metadata =
      dyn_cast_if_present<ArrayAttr>(fused ? fused.getMetadata() : Attribute());
  if (!metadata || metadata.size() < 2 || metadata.size() > 3 ||
      !llvm::all_of(metadata.getValue().take_front(2),
                    llvm::IsaPred<StringAttr>))
    return {};
  return metadata;
}

static ArrayAttr getValueNames(LocationAttr loc) {
  ArrayAttr metadata = getMetadata(loc);
  if (!metadata || metadata.size() != 3)
    return {};
  return dyn_cast<ArrayAttr>(metadata[2]);
}

Location torch_onnx::getOriginLoc(Location loc, StringRef name,
                                  StringRef target,
                                  ArrayRef<StringRef> valueNames) {
  Builder b(loc.getContext());
  SmallVector<Attribute, 3> metadata = {b.getStringAttr(name),
                                        b.getStringAttr(target)};
  if (!valueNames.empty())
    metadata.push_back(b.getStrArrayAttr(valueNames));
  return FusedLoc::get({loc}, b.getArrayAttr(metadata), loc.getContext());
}

std::optional<Origin> torch_onnx::getOrigin(Location loc) {
  std::optional<Origin> origin;
  loc->walk([&](Location inner) {
    ArrayAttr metadata = getMetadata(inner);
    if (!metadata)
      return WalkResult::advance();
    origin = {cast<StringAttr>(metadata[0]).getValue(),
              cast<StringAttr>(metadata[1]).getValue()};
    return WalkResult::interrupt();
  });
  return origin;
}

StringRef torch_onnx::getValueName(OpResult result) {
  Operation *op = result.getOwner();
  ArrayAttr names = getValueNames(op->getLoc());
  if (!names || names.size() != op->getNumResults())
    return {};
  auto name = dyn_cast<StringAttr>(names[result.getResultNumber()]);
  return name ? name.getValue() : StringRef();
}

Location torch_onnx::withoutValueNames(Location loc) {
  if (!getValueNames(loc))
    return loc;
  auto fused = cast<FusedLoc>(loc);
  auto metadata = cast<ArrayAttr>(fused.getMetadata());
  return FusedLoc::get(
      fused.getLocations(),
      ArrayAttr::get(loc.getContext(), metadata.getValue().take_front(2)),
      loc.getContext());
}

void torch_onnx::passValueName(OpResult from, Value to) {
  auto result = dyn_cast_if_present<OpResult>(to);
  if (!result || result == from)
    return;
  Operation *op = result.getOwner();
  StringRef name = getValueName(from);
  auto type = dyn_cast<RankedTensorType>(from.getType());
  auto newType = dyn_cast<RankedTensorType>(to.getType());
  if (type && newType &&
      (type.getRank() != newType.getRank() ||
       type.getElementType() != newType.getElementType()))
    return;
  // The values in a subgraph are not nodes of the program.
  if (name.empty() || op->getBlock() != from.getOwner()->getBlock() ||
      !getValueName(result).empty())
    return;
  SmallVector<StringRef> names(op->getNumResults());
  for (OpResult other : op->getResults())
    names[other.getResultNumber()] = getValueName(other);
  names[result.getResultNumber()] = name;
  std::optional<Origin> origin = getOrigin(op->getLoc());
  if (!origin) // For example a constant.
    origin = getOrigin(from.getOwner()->getLoc());
  Location inner = op->getLoc();
  if (getMetadata(inner))
    inner = FusedLoc::get(cast<FusedLoc>(inner).getLocations(), Attribute(),
                          op->getContext());
  op->setLoc(getOriginLoc(inner, origin->name, origin->target, names));
}

void torch_onnx::passValueNames(Operation *op, ValueRange values) {
  for (auto [result, value] : llvm::zip(op->getResults(), values))
    passValueName(result, value);
}

void OriginListener::notifyOperationInserted(Operation *op,
                                             OpBuilder::InsertPoint previous) {
  // Moved operations keep their names.
  if (!previous.isSet())
    op->setLoc(withoutValueNames(op->getLoc()));
}

void OriginListener::notifyOperationReplaced(Operation *op,
                                             ValueRange replacement) {
  passValueNames(op, replacement);
}
