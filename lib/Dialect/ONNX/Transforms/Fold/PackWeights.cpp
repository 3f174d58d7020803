//===- PackWeights.cpp - Weights quantized in blocks ----------------------===//
//
// The pass onnx-pack-weights. See Passes.td.
//
// A weight and its parameters change together or not at all: everything that
// may fail is done before the first change.
//
//===----------------------------------------------------------------------===//

#include "Simplify/SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LinearOps.h"
#include "torch-onnx/Dialect/ONNX/IR/QuantOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Dialect/Weight/IR/Views.h"
#include "torch-onnx/Support/DiagnosticCapture.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace torch_onnx::onnx {
#define GEN_PASS_DEF_PACKWEIGHTS
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h.inc"
} // namespace torch_onnx::onnx

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

namespace {
/// The minimum and maximum of some constants.
struct Bounds {
  int least = 0, greatest = 0;

  bool fit(int low, int high) const { return least >= low && greatest <= high; }
  bool fitAny() const { return fit(-8, 7) || fit(0, 15); }
};

class Packer {
public:
  explicit Packer(MLIRContext *context) : context(context) {}

  void run(func::FuncOp function);

private:
  void pack(ConstantOp weight, MutableArrayRef<DequantizeLinearOp> users);
  /// The 4-bit type that represents all numbers of these constants; null if
  /// there is none or they cannot be read.
  Type getHalfByte(ArrayRef<Value> constants);
  /// Adds the numbers of an 8-bit constant to `bounds`; false if 4 bits do not
  /// represent them.
  bool addBounds(ElementsAttr value, Bounds &bounds);
  /// A constant in its new form; null if that is not possible.
  ElementsAttr convert(Value constant, bool isTransposed, Type packed);
  /// One constant for all users of `constant` that need this form.
  Value create(Value constant, ElementsAttr value);

  MLIRContext *context;
  DenseMap<std::pair<Value, Attribute>, Value> created;
  /// Constants that were replaced.
  llvm::SetVector<Operation *> replaced;
};
} // namespace

/// Whether `check` holds for all 8-bit numbers; stops reading at the first
/// failure. A missing weight is not an error here; it is reported where its
/// bytes are needed.
static bool checkAll(ElementsAttr value,
                     function_ref<bool(ArrayRef<char>)> check) {
  int64_t seen = 0;
  auto consume = [&](ArrayRef<char> block) {
    seen += block.size();
    return success(check(block));
  };
  DiagnosticCapture quiet(value.getContext());
  LogicalResult result = weight::forEachBlock(value, consume);
  weight::releasePages(value);
  return succeeded(result) && seen == value.getNumElements();
}

bool Packer::addBounds(ElementsAttr value, Bounds &bounds) {
  bool isUnsigned = value.getElementType().isUnsignedInteger();
  return checkAll(value, [&](ArrayRef<char> block) {
    for (char byte : block) {
      int number = isUnsigned ? int(uint8_t(byte)) : int(int8_t(byte));
      bounds.least = std::min(bounds.least, number);
      bounds.greatest = std::max(bounds.greatest, number);
      if (!bounds.fitAny())
        return false;
    }
    return true;
  });
}

Type Packer::getHalfByte(ArrayRef<Value> constants) {
  Bounds bounds;
  for (Value constant : constants) {
    ElementsAttr value = getConstant(constant);
    if (!value.getElementType().isInteger(8) || !addBounds(value, bounds))
      return {};
  }
  return IntegerType::get(context, 4,
                          bounds.fit(-8, 7) ? IntegerType::Signless
                                            : IntegerType::Unsigned);
}

ElementsAttr Packer::convert(Value constant, bool isTransposed, Type packed) {
  ElementsAttr value = getConstant(constant);
  if (isTransposed) {
    auto transposed = weight::transposeElements(value, {1, 0});
    if (failed(transposed))
      return {};
    value = *transposed;
  }
  if (!packed)
    return value;
  auto expr = weight::makeExpr(
      RankedTensorType::get(value.getShapedType().getShape(), packed),
      weight::ExprKind::Cast, value);
  return succeeded(expr) ? *expr : ElementsAttr();
}

Value Packer::create(Value constant, ElementsAttr value) {
  if (value == getConstant(constant))
    return constant;
  Value &result = created[{constant, value}];
  if (!result) {
    OpBuilder builder(context);
    builder.setInsertionPointAfterValue(constant);
    result = createConstant(builder, constant.getLoc(), value,
                            getConstantName(constant));
  }
  return result;
}

/// The only user of a weight, if it transposes the weight: a Transpose of a
/// matrix, or a Gemm. Null otherwise.
static Operation *getTransposingUser(DequantizeLinearOp op) {
  if (!op.getY().hasOneUse())
    return nullptr;
  OpOperand &use = *op.getY().use_begin();
  if (auto transpose = dyn_cast<TransposeOp>(use.getOwner()))
    return transpose.getPermutation() == SmallVector<int64_t>{1, 0} &&
                   llvm::all_of(transpose->getUsers(), llvm::IsaPred<MatMulOp>)
               ? transpose
               : nullptr;
  auto gemm = dyn_cast<GemmOp>(use.getOwner());
  return gemm && use.getOperandNumber() == 1 && gemm.getTransB()
             ? gemm.getOperation()
             : nullptr;
}

/// The constants of an operation: weight, scale, and zero point if present.
/// Empty if one of them is not constant.
static SmallVector<Value> getConstants(DequantizeLinearOp op) {
  SmallVector<Value> constants;
  for (Value operand : op->getOperands()) {
    if (!isPresent(operand))
      continue;
    if (!getConstant(operand))
      return {};
    constants.push_back(operand);
  }
  return constants;
}

static bool isZero(Value constant) {
  ElementsAttr value = getConstant(constant);
  return value.getElementType().isInteger(8) &&
         checkAll(value, [](ArrayRef<char> block) {
           return llvm::all_of(block, [](char byte) { return byte == 0; });
         });
}

void Packer::pack(ConstantOp weight,
                  MutableArrayRef<DequantizeLinearOp> users) {
  // The weight must be written in only one form.
  if (!llvm::all_of(weight.getResult().getUses(), [&](OpOperand &use) {
        return use.getOperandNumber() == 0 &&
               llvm::is_contained(users, use.getOwner());
      }))
    return;
  bool isTransposed = true;
  SmallVector<Value> integers = {weight.getResult()};
  SmallVector<Value> zeroPoints;
  for (DequantizeLinearOp op : users) {
    if (getConstants(op).empty())
      return;
    auto type = typeOf(op.getX());
    isTransposed &= type.getRank() == 2 &&
                    normalizeAxis(int64_t(op.getAxis()), 2) == 1 &&
                    getTransposingUser(op);
    Value zeroPoint = getPresent(op.getXZeroPoint());
    if (zeroPoint && isZero(zeroPoint))
      zeroPoint = {};
    zeroPoints.push_back(zeroPoint);
    if (zeroPoint)
      integers.push_back(zeroPoint);
  }
  Type packed = getHalfByte(integers);

  struct Change {
    ElementsAttr x, scale, zeroPoint;
  };
  auto getChanges = [&]() -> SmallVector<Change> {
    SmallVector<Change> changes;
    for (auto [op, zeroPoint] : llvm::zip_equal(users, zeroPoints)) {
      Change &change = changes.emplace_back();
      change.x = convert(op.getX(), isTransposed, packed);
      change.scale = convert(op.getXScale(), isTransposed, Type());
      if (zeroPoint)
        change.zeroPoint = convert(zeroPoint, isTransposed, packed);
      if (!change.x || !change.scale || (zeroPoint && !change.zeroPoint))
        return {};
    }
    return changes;
  };
  SmallVector<Change> changes = getChanges();
  if (changes.empty() && isTransposed) {
    isTransposed = false;
    changes = getChanges();
  }
  for (auto [op, zeroPoint, change] : llvm::zip(users, zeroPoints, changes)) {
    OpBuilder builder(op);
    ONNXBuilder b(builder, op.getLoc());
    Value x = create(op.getX(), change.x);
    Value scale = create(op.getXScale(), change.scale);
    Value zero = zeroPoint ? create(zeroPoint, change.zeroPoint) : b.none();
    SmallVector<NamedAttribute> attributes = {
        b.attr("axis", isTransposed ? 0 : int64_t(op.getAxis())),
        b.attr("block_size", int64_t(op.getBlockSize()))};
    if (op.getOutputDtypeAttr())
      attributes.push_back(
          {op.getOutputDtypeAttrName(), op.getOutputDtypeAttr()});
    Operation *user = isTransposed ? getTransposingUser(op) : nullptr;
    auto gemm = dyn_cast_if_present<GemmOp>(user);
    RankedTensorType type = typeOf(op.getY());
    if (isTransposed)
      type = RankedTensorType::get({type.getDimSize(1), type.getDimSize(0)},
                                   type.getElementType());
    Value y = b.create("DequantizeLinear", type, {x, scale, zero}, attributes);
    if (gemm) {
      gemm.getBMutable().assign(y);
      gemm.setTransB(0);
    } else if (user) {
      passValueNames(user, y);
      user->getResult(0).replaceAllUsesWith(y);
      user->erase();
    } else {
      passValueNames(op, y);
      op.getY().replaceAllUsesWith(y);
    }
  }
  if (changes.empty())
    return;
  for (DequantizeLinearOp op : users) {
    for (Value constant : getConstants(op))
      replaced.insert(constant.getDefiningOp());
    op.erase();
  }
}

void Packer::run(func::FuncOp function) {
  llvm::MapVector<ConstantOp, SmallVector<DequantizeLinearOp>> weights;
  function.walk([&](DequantizeLinearOp op) {
    auto weight = op.getX().getDefiningOp<ConstantOp>();
    if (weight && op.getBlockSize() > 0)
      weights[weight].push_back(op);
  });
  for (auto &[weight, users] : weights)
    pack(weight, users);
  for (Operation *constant : replaced)
    if (constant->use_empty())
      constant->erase();
  replaced.clear();
  created.clear();
}

namespace {
class PackWeights : public onnx::impl::PackWeightsBase<PackWeights> {
public:
  using PackWeightsBase::PackWeightsBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      Packer(&getContext()).run(function);
  }
};
} // namespace
