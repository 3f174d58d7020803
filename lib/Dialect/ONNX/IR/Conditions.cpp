//===- Conditions.cpp - Conditions that always hold -----------------------===//
//
// See Conditions.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/Conditions.h"

#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// The number of defining operations that are followed.
static constexpr unsigned kMaxDepth = 8;

Value onnx::getSourceOfElements(Operation *op) {
  bool isMove = isa<ReshapeOp, ExpandOp, UnsqueezeOp, SqueezeOp, SliceOp,
                    TransposeOp, IdentityOp, GatherOp>(op);
  return isMove ? op->getOperand(0) : Value();
}

/// Whether a value is constant and `holds` for each of its integers.
static bool areAll(Value value, const ConstantReader &constants,
                   llvm::function_ref<bool(int64_t)> holds) {
  auto ints = constants.getInts(value);
  return ints && llvm::all_of(*ints, holds);
}

static bool isZero(Value value, const ConstantReader &constants) {
  return areAll(value, constants, [](int64_t x) { return x == 0; });
}

static bool isAtMostZero(Value value, const ConstantReader &constants) {
  return areAll(value, constants, [](int64_t x) { return x <= 0; });
}

/// Whether all elements of a tensor of signed integers are known to be
/// nonnegative. Of sums and products only x + 0 is followed, as others may
/// overflow.
static bool isNonNegative(Value value, const ConstantReader &constants,
                          unsigned depth = kMaxDepth) {
  if (areAll(value, constants, [](int64_t x) { return x >= 0; }))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  if (isa<ShapeOp, SizeOp, NonZeroOp, ArgMaxOp, ArgMinOp>(op))
    return true;
  if (auto range = dyn_cast<RangeOp>(op))
    return isNonNegative(range.getStart(), constants, depth - 1) &&
           isNonNegative(range.getDelta(), constants, depth - 1);
  if (auto sum = dyn_cast<AddOp>(op)) {
    Value a = sum.getA(), b = sum.getB();
    return (isZero(b, constants) && isNonNegative(a, constants, depth - 1)) ||
           (isZero(a, constants) && isNonNegative(b, constants, depth - 1));
  }
  Value source = getSourceOfElements(op);
  return source && isNonNegative(source, constants, depth - 1);
}

static bool isAlwaysTrue(Value value, const ConstantReader &constants,
                         unsigned depth) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  if (DenseElementsAttr elements = constants.getElements(value))
    return elements.isSplat() && elements.getElementType().isInteger(1) &&
           elements.getSplatValue<bool>();
  if (auto compare = dyn_cast<GreaterOrEqualOp>(op))
    return isNonNegative(compare.getA(), constants) &&
           isAtMostZero(compare.getB(), constants);
  if (auto compare = dyn_cast<LessOrEqualOp>(op))
    return isAtMostZero(compare.getA(), constants) &&
           isNonNegative(compare.getB(), constants);
  if (auto both = dyn_cast<AndOp>(op))
    return isAlwaysTrue(both.getA(), constants, depth - 1) &&
           isAlwaysTrue(both.getB(), constants, depth - 1);
  Value source = getSourceOfElements(op);
  return source && isAlwaysTrue(source, constants, depth - 1);
}

bool onnx::isAlwaysTrue(Value value, const ConstantReader &constants) {
  return ::isAlwaysTrue(value, constants, kMaxDepth);
}
