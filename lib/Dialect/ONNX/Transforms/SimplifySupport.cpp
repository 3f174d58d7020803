//===- SimplifySupport.cpp - What the rewrites of onnx-simplify share -----===//
//
// See SimplifySupport.h.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/Sym/IR/Ranges.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"

#include "mlir/IR/BuiltinOps.h"

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
                Rewrite rewrite, Options options)
      : RewritePattern(name, benefit, ctx), rewrite(rewrite), options(options) {
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    return rewrite(op, rewriter, options);
  }

private:
  Rewrite rewrite;
  Options options;
};

} // namespace

void Rewrites::add(StringRef pattern, ArrayRef<StringRef> names,
                   Rewrite rewrite, unsigned benefit) {
  MLIRContext *ctx = patterns.getContext();
  for (StringRef name : names) {
    auto byName = std::make_unique<RewriteByName>(
        ("onnx." + name).str(), benefit, ctx, rewrite, options);
    byName->setDebugName(pattern);
    patterns.add(std::move(byName));
  }
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

bool simplify::isOp(Operation *op, StringRef name) {
  StringRef full = op->getName().getStringRef();
  return full.consume_front("onnx.") && full == name;
}

Operation *simplify::getProducer(Value value, StringRef name) {
  Operation *op = value.getDefiningOp();
  return op && isOp(op, name) ? op : nullptr;
}

bool simplify::isPresent(Value value) {
  return !isa<NoneType>(value.getType());
}

Value simplify::getInput(Operation *op, unsigned index) {
  if (index >= op->getNumOperands() || !isPresent(op->getOperand(index)))
    return {};
  return op->getOperand(index);
}

int64_t simplify::getInt(Operation *op, StringRef name, int64_t ifAbsent) {
  auto attr = op->getAttrOfType<IntegerAttr>(name);
  return attr ? attr.getInt() : ifAbsent;
}

double simplify::getFloat(Operation *op, StringRef name, double ifAbsent) {
  auto attr = op->getAttrOfType<FloatAttr>(name);
  return attr ? attr.getValueAsDouble() : ifAbsent;
}

std::optional<SmallVector<int64_t>> simplify::getIntArray(Operation *op,
                                                          StringRef name) {
  auto attr = op->getAttrOfType<DenseI64ArrayAttr>(name);
  if (!attr)
    return std::nullopt;
  return llvm::to_vector(attr.asArrayRef());
}

SmallVector<int64_t> simplify::getPermutation(Operation *transpose) {
  if (auto perm = getIntArray(transpose, "perm"))
    return *perm;
  int64_t rank = ONNXBuilder::rankOf(transpose->getOperand(0));
  return llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, rank)));
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

std::optional<int64_t> simplify::getSmallSize(Type type, int64_t limit) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return std::nullopt;
  std::optional<int64_t> size = weight::getNumElements(tensor.getShape());
  if (!tensor.hasStaticShape() || !size || *size > limit)
    return std::nullopt;
  return size;
}

std::optional<std::pair<SmallVector<int64_t>, bool>>
simplify::getConstantShape(Operation *op, RankedTensorType source,
                           RankedTensorType result) {
  if (result.hasStaticShape() &&
      llvm::is_contained(result.getShape(), int64_t(0)))
    return {{llvm::to_vector(result.getShape()), true}};
  SmallVector<AffineExpr> from = sym::getDims(source),
                          to = sym::getDims(result);
  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> copied;
  unsigned numInferred = 0;
  for (auto [index, dim] : llvm::enumerate(to)) {
    std::optional<int64_t> size = sym::getConstant(dim);
    if (size && *size == 0)
      return std::nullopt; // A 0 copies, and nothing can be inferred beside it.
    if (size) {
      shape.push_back(*size);
    } else if (index < from.size() && sym::isKnownEqual(dim, from[index])) {
      shape.push_back(0);
      copied.push_back(dim);
    } else {
      shape.push_back(-1);
      if (++numInferred > 1)
        return std::nullopt;
    }
  }
  if (numInferred == 1 && !copied.empty()) {
    sym::Ranges ranges = sym::readRanges(op->getParentOfType<ModuleOp>());
    if (llvm::any_of(copied, [&](AffineExpr dim) {
          return sym::mayBeZero(dim, ranges);
        }))
      return std::nullopt;
  }
  return {{shape, false}};
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

ElementsAttr simplify::getConstant(Value value) {
  Operation *op = getProducer(value, "Constant");
  return op ? op->getAttrOfType<ElementsAttr>("value") : ElementsAttr();
}

DenseElementsAttr simplify::getSmallConstant(Value value, int64_t limit) {
  ElementsAttr attr = getConstant(value);
  if (!attr)
    return {};
  std::optional<int64_t> size = getSmallSize(attr.getType(), limit);
  if (!size)
    return {};
  if (auto dense = dyn_cast<DenseElementsAttr>(attr))
    return dense;
  Type elementType = attr.getElementType();
  int64_t width = weight::getElementByteWidth(elementType);
  if (width == 0 || !elementType.isIntOrFloat())
    return {};
  SmallVector<char> bytes(*size * width);
  if (llvm::Error error = weight::tryReadElements(attr, 0, *size, bytes)) {
    // Whoever needs the bytes will say so.
    llvm::consumeError(std::move(error));
    return {};
  }
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
  DenseElementsAttr attr = getSmallConstant(value);
  if (!attr || !attr.getElementType().isSignlessInteger())
    return std::nullopt;
  SmallVector<int64_t> ints;
  for (const APInt &element : attr.getValues<APInt>())
    ints.push_back(element.getSExtValue());
  return ints;
}

std::optional<SmallVector<int64_t>> simplify::getAxes(Value value,
                                                      int64_t rank) {
  std::optional<SmallVector<int64_t>> axes = getInts(value);
  if (!axes)
    return std::nullopt;
  for (int64_t &axis : *axes) {
    axis = axis < 0 ? axis + rank : axis;
    if (axis < 0 || axis >= rank)
      return std::nullopt;
  }
  return axes;
}

std::optional<double> simplify::getSplat(Value value) {
  DenseElementsAttr attr = getSmallConstant(value);
  if (!attr) // A splat may be of any size.
    attr = dyn_cast_if_present<DenseElementsAttr>(getConstant(value));
  return attr ? getSplatNumber(attr) : std::nullopt;
}

LogicalResult simplify::replaceByConstant(PatternRewriter &rewriter,
                                          Operation *op, ElementsAttr value,
                                          StringAttr name) {
  if (!value || value.getType() != op->getResult(0).getType())
    return failure();
  SmallVector<NamedAttribute> attrs = {rewriter.getNamedAttr("value", value)};
  if (name)
    attrs.push_back(rewriter.getNamedAttr("name", name));
  ONNXBuilder b(rewriter, op->getLoc());
  rewriter.replaceOp(op, b.create("Constant", value.getType(), {}, attrs));
  return success();
}

LogicalResult simplify::replaceBy(PatternRewriter &rewriter, Operation *op,
                                  Value value) {
  if (op->getNumResults() == 0 || value.getType() != op->getResult(0).getType())
    return failure();
  for (Value other : op->getResults().drop_front())
    if (!other.use_empty())
      return failure();
  rewriter.replaceAllUsesWith(op->getResult(0), value);
  rewriter.eraseOp(op);
  return success();
}
