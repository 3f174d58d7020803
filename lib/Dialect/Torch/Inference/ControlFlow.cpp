//===- ControlFlow.cpp - Types of branches and loops ----------------------===//
//
// See ControlFlow.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Inference/ControlFlow.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

Type torch_onnx::torch::joinTypes(Type a, Type b) {
  auto isUntyped = llvm::IsaPred<UntypedType, UnrankedTensorType>;
  if (a == b || !a || isUntyped(a))
    return a;
  if (!b || isUntyped(b))
    return b;
  auto x = dyn_cast<RankedTensorType>(a), y = dyn_cast<RankedTensorType>(b);
  if (!x || !y || x.getElementType() != y.getElementType() ||
      x.getRank() != y.getRank())
    return {};
  return sym::getTensorType(sym::joinDims(sym::getDims(x), sym::getDims(y)),
                            x.getElementType());
}

/// The type of `size` tensors of type `type` along a new first dimension.
static Type stackType(Type type, AffineExpr size) {
  auto tensor = dyn_cast_if_present<RankedTensorType>(type);
  if (!tensor)
    return type;
  SmallVector<AffineExpr> dims = sym::getDims(tensor);
  dims.insert(dims.begin(), size);
  return sym::getTensorType(dims, tensor.getElementType());
}

SmallVector<Type> torch_onnx::torch::inferYieldedTypes(Operation *op) {
  auto getYielded = [](Region &region) {
    return SmallVector<Type>(region.front().getTerminator()->getOperandTypes());
  };
  auto join = [](MutableArrayRef<Type> types, TypeRange others) {
    for (auto [type, other] : llvm::zip(types, others))
      type = joinTypes(type, other);
  };
  if (auto branch = dyn_cast<IfOp>(op)) {
    SmallVector<Type> types = getYielded(branch.getThenRegion());
    join(types, getYielded(branch.getElseRegion()));
    return types;
  }
  if (auto loop = dyn_cast<WhileOp>(op)) {
    SmallVector<Type> types = getYielded(loop.getBody());
    join(types, TypeRange(loop.getInits()));
    if (loop.getStacked())
      for (Type &type : types)
        type = stackType(type, AffineExpr());
    return types;
  }
  auto scan = cast<ScanOp>(op);
  SmallVector<Type> types = getYielded(scan.getBody());
  size_t count = scan.getInits().size();
  join(MutableArrayRef(types).take_front(count), TypeRange(scan.getInits()));
  AffineExpr steps =
      sym::getDims(cast<RankedTensorType>(scan.getXs().front().getType()))[0];
  for (Type &type : MutableArrayRef(types).drop_front(count))
    type = stackType(type, steps);
  return types;
}
