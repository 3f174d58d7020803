//===- Linear.cpp - Sizes that are linear in a symbol ---------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Sym/IR/Linear.h"

using namespace mlir;
using namespace torch_onnx;

std::optional<sym::LinearSize> sym::matchLinear(AffineExpr expr) {
  LinearSize size;
  if (auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
      sum && sum.getKind() == AffineExprKind::Add)
    if (auto constant = dyn_cast<AffineConstantExpr>(sum.getRHS())) {
      size.offset = constant.getValue();
      expr = sum.getLHS();
    }
  if (auto product = dyn_cast<AffineBinaryOpExpr>(expr);
      product && product.getKind() == AffineExprKind::Mul)
    if (auto constant = dyn_cast<AffineConstantExpr>(product.getRHS())) {
      size.scale = constant.getValue();
      expr = product.getLHS();
    }
  if (!isa<AffineSymbolExpr>(expr) || size.scale == 0)
    return std::nullopt;
  size.symbol = expr;
  return size;
}
