//===- SimplifySupport.cpp - Shared parts of simplifications --------------===//
//
// See SimplifySupport.h.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Transforms/BuildOrder.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

namespace {

class RewriteByName : public RewritePattern {
public:
  RewriteByName(StringRef name, unsigned benefit, MLIRContext *ctx,
                Rewrite<Operation *> rewrite, Options options)
      : RewritePattern(name, benefit, ctx), rewrite(rewrite), options(options) {
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    BuildOrderScope scope(rewriter);
    return rewrite(op, rewriter, options);
  }

private:
  Rewrite<Operation *> rewrite;
  Options options;
};

} // namespace

void Rewrites::add(StringRef pattern, std::unique_ptr<RewritePattern> rewrite) {
  rewrite->setDebugName(pattern);
  patterns.add(std::move(rewrite));
}

void Rewrites::addByName(StringRef pattern, ArrayRef<StringRef> operations,
                         Rewrite<Operation *> rewrite, unsigned benefit) {
  for (StringRef name : operations)
    add(pattern, std::make_unique<RewriteByName>(
                     name, benefit, patterns.getContext(), rewrite, options));
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

std::optional<int64_t> simplify::getSmallSize(Type type, int64_t limit) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return std::nullopt;
  std::optional<int64_t> size = arithmetic::getNumElements(tensor.getShape());
  if (!tensor.hasStaticShape() || !size || *size > limit)
    return std::nullopt;
  return size;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

ElementsAttr simplify::getConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? constant.getValue() : ElementsAttr();
}

StringAttr simplify::getConstantName(Value constant) {
  return constant.getDefiningOp<ConstantOp>().getNameAttr();
}

DenseElementsAttr WeightReader::getElements(Value value) const {
  ElementsAttr attr = getConstant(value);
  if (!attr)
    return {};
  if (auto dense = dyn_cast<DenseElementsAttr>(attr))
    return dense;
  Type elementType = attr.getElementType();
  std::optional<int64_t> size = getSmallSize(attr.getType());
  int64_t width = arithmetic::getElementByteWidth(elementType);
  if (!size || width == 0 || !elementType.isIntOrFloat())
    return {};
  SmallVector<char> bytes(*size * width);
  // The code that needs the bytes reports the error.
  if (llvm::errorToBool(weight::tryReadElements(attr, 0, *size, bytes)))
    return {};
  if (elementType.isInteger(1)) {
    SmallVector<bool> bits;
    for (char byte : bytes)
      bits.push_back(byte != 0);
    return DenseElementsAttr::get(cast<ShapedType>(attr.getType()),
                                  ArrayRef<bool>(bits));
  }
  if (bytes.empty())
    return {};
  return DenseElementsAttr::getFromRawBuffer(cast<ShapedType>(attr.getType()),
                                             bytes);
}

std::optional<SmallVector<int64_t>> simplify::getInts(Value value) {
  return WeightReader().getInts(value);
}

std::optional<SmallVector<int64_t>> simplify::getAxes(Value value,
                                                      int64_t rank) {
  return WeightReader().getAxes(value, rank);
}

std::optional<double> simplify::getSplat(Value value) {
  return WeightReader().getSplat(value);
}

std::optional<double> simplify::getFill(Value value) {
  if (auto expand = value.getDefiningOp<ExpandOp>())
    value = expand.getData();
  return getSplat(value);
}

bool simplify::isModerate(double number) {
  return std::abs(number) >= 0x1p-16 && std::abs(number) <= 0x1p16;
}

std::optional<double> simplify::getFactor(Value value) {
  std::optional<double> number = getSplat(value);
  if (!number || getSmallSize(value.getType(), 1) != 1 || !isModerate(*number))
    return std::nullopt;
  return number;
}

Value simplify::createConstant(OpBuilder &builder, Location loc,
                               ElementsAttr value, StringAttr name) {
  return ConstantOp::create(builder, loc, value.getType(), value, name);
}

LogicalResult simplify::replaceByConstant(PatternRewriter &rewriter,
                                          Operation *op, ElementsAttr value,
                                          StringAttr name) {
  if (!value || value.getType() != op->getResult(0).getType())
    return failure();
  rewriter.replaceOp(op, createConstant(rewriter, op->getLoc(), value, name));
  return success();
}
