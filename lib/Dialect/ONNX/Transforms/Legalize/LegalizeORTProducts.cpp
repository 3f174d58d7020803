//===- LegalizeORTProducts.cpp - Products that ONNX Runtime mishandles ----===//
//
// Rewrites products of matrices that ONNX Runtime's optimizer or its kernel of
// MatMul handles incorrectly to equivalent other forms.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "torch-onnx/Dialect/ONNX/IR/AttentionOps.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LinearOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

// For an empty inner dimension, MatMul's kernel does not initialize its result.
static Outcome emptyProduct(Node &n) {
  Value x = n.input(0), y = n.input(1);
  RankedTensorType result = n.resultType();
  if (n.rankOf(x) == 0 || n.typeOf(x).getShape().back() != 0)
    return Outcome::Keep;
  if (result.hasStaticShape())
    return n.replace(n.Expand(n.scalar(0, result.getElementType()),
                              n.ints(result.getShape()), result));
  if (n.rankOf(x) < 2 || n.rankOf(y) < 2)
    return Outcome::Keep;
  // Zeros in the shape of the result, as sums over the empty dimension of
  // either operand.
  return n.replace(
      n.Add(n.ReduceSum(x, n.rankOf(x) - 1), n.ReduceSum(y, n.rankOf(y) - 2)));
}

/// The index of the operand by which a product or quotient scales, if it is a
/// constant of one element.
static std::optional<unsigned> getScale(Operation *op) {
  if (!isa<MulOp, DivOp>(op))
    return std::nullopt;
  for (unsigned index : {1, 0}) {
    auto constant = op->getOperand(index).getDefiningOp<ConstantOp>();
    if (constant && constant.getValue().getNumElements() == 1)
      return index;
    if (isa<DivOp>(op))
      break;
  }
  return std::nullopt;
}

/// Whether a matrix product uses the value, directly or transposed. Attention
/// becomes products.
static bool isReadByMatMul(Value value, bool isTransposed = false) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return isa<MatMulOp, AttentionOp>(user) ||
           (isa<TransposeOp>(user) && !isTransposed &&
            isReadByMatMul(user->getResult(0), /*isTransposed=*/true));
  });
}

// ONNX Runtime moves scales of the operands of a MatMul to the product. If one
// product uses a scale and another one uses the scaled value scaled again, as
// in attention with scaled keys, it removes the first scale and then fails to
// load the model. It does not match a scale with one number per column.
static Outcome scaleOfScale(Node &n) {
  Value y = n.op->getResult(0);
  std::optional<unsigned> index = getScale(n.op);
  Type type = n.elementTypeOf(y);
  if (!index || y.hasOneUse() || !(type.isF32() || type.isF64()))
    return Outcome::Keep;
  bool isScaled = llvm::any_of(y.getUsers(), [](Operation *user) {
    return isa<AttentionOp>(user) ||
           (getScale(user) && isReadByMatMul(user->getResult(0)));
  });
  Value x = n.input(1 - *index);
  if (!isScaled || !isReadByMatMul(y) || n.rankOf(x) == 0 ||
      n.typeOf(x) != n.typeOf(y))
    return Outcome::Keep;
  int64_t last = n.rankOf(x) - 1;
  AffineExpr columns = n.dimsOf(x)[last];
  std::optional<int64_t> size =
      columns ? sym::getConstant(columns) : std::optional<int64_t>();
  if (size == 1)
    return Outcome::Keep;
  auto numbers = n.getConstantFloats(n.input(*index));
  if (!numbers)
    return Outcome::Keep;
  SmallVector<Value> operands = {x, x};
  if (size)
    operands[*index] = n.constant(DenseElementsAttr::get(
        RankedTensorType::get({*size}, type),
        Attribute(FloatAttr::get(type, numbers->front()))));
  else
    operands[*index] = n.Expand(n.scalar(numbers->front(), type),
                                n.Unsqueeze(n.sizeOf(x, last), 0),
                                sym::getTensorType(columns, type));
  return n.replace(
      n.create(n.name(), n.resultType(), operands, n.attributes()));
}

namespace {

/// Searches for transposes before an operand of a product.
///
/// ONNX Runtime's optimizer moves a transpose across elementwise operators to
/// the product and fuses them. It crashes if the first dimension becomes one of
/// the matrices and may be empty, and if the elements are cast in between.
class UnsafeTransposes {
public:
  /// Whether there is one before `operand`.
  static bool isBefore(Value operand) {
    int64_t rank = rankOf(operand);
    if (rank < 3)
      return false;
    // Half precision has no product kernel: the runtime and the compiler insert
    // casts.
    Type type = elementTypeOf(operand);
    UnsafeTransposes search;
    return search.isUnsafe(operand,
                           llvm::to_vector(llvm::seq<int64_t>(0, rank)),
                           type.isF16() || type.isBF16());
  }

private:
  /// For each dimension of the product's operand, `source` has the dimension of
  /// `value` that it is.
  bool isUnsafe(Value value, SmallVector<int64_t> source, bool isCast) {
    Operation *op = value.getDefiningOp();
    if (!op || ++steps > kMaxSteps)
      return false;
    if (auto transpose = dyn_cast<TransposeOp>(op)) {
      SmallVector<int64_t> perm = transpose.getPermutation();
      if (perm.size() != source.size())
        return false;
      for (int64_t &axis : source)
        axis = perm[axis];
      return isMovedBatch(transpose.getData(), source, isCast) ||
             isUnsafe(transpose.getData(), source, isCast);
    }
    if (isa<ConcatOp>(op)) {
      // If a transpose is moved across a Concat with a repeated operand, its
      // removal from one use also affects the other use.
      llvm::SmallDenseSet<Value> distinct(op->operand_begin(),
                                          op->operand_end());
      return isCast && distinct.size() < op->getNumOperands();
    }
    isCast |= isa<CastOp>(op);
    return llvm::any_of(op->getOperands(), [&](Value operand) {
      return isa<RankedTensorType>(operand.getType()) &&
             dimsOf(operand) == dimsOf(value) &&
             isUnsafe(operand, source, isCast);
    });
  }

  static bool isMovedBatch(Value value, ArrayRef<int64_t> source, bool isCast) {
    if (!llvm::is_contained(source.take_back(2), 0))
      return false;
    bool isBatch = llvm::equal(source.drop_back(2),
                               llvm::seq<int64_t>(1, source.size() - 1));
    return (isCast && isBatch) ||
           sym::mayBeZero(dimsOf(value)[0], getRanges(value));
  }

  static constexpr int kMaxSteps = 32;
  int steps = 0;
};

} // namespace

// ONNX Runtime's optimizer fuses a product with the transposes of its operands.
// It does not look through views.
static Outcome productOfTransposed(Node &n) {
  SmallVector<Value> operands;
  bool isChanged = false;
  for (Value operand : n.op->getOperands()) {
    if (UnsafeTransposes::isBefore(operand)) {
      operand = n.Squeeze(n.Unsqueeze(operand, 0), 0);
      isChanged = true;
    }
    operands.push_back(operand);
  }
  if (!isChanged)
    return Outcome::Keep;
  return n.replace(n.create("MatMul", n.resultType(), operands));
}

// ONNX Runtime's optimizer fuses transposed matrices, possibly with casts
// between, times a vector, with wrong results. The vector times the matrices is
// equivalent.
static Outcome transposedByVector(Node &n) {
  if (n.rankOf(n.input(1)) != 1)
    return Outcome::Keep;
  SmallVector<Type> casts;
  Value matrix = n.input(0);
  while (auto cast = matrix.getDefiningOp<CastOp>()) {
    casts.push_back(n.elementTypeOf(matrix));
    matrix = cast.getInput();
  }
  auto transpose = matrix.getDefiningOp<TransposeOp>();
  if (!transpose || n.rankOf(matrix) < 2)
    return Outcome::Keep;
  SmallVector<int64_t> perm = transpose.getPermutation();
  SmallVector<int64_t> swap = n.integers(0, perm.size());
  std::swap(swap[swap.size() - 2], swap.back());
  if (perm != swap)
    return Outcome::Keep;
  matrix = transpose.getData();
  for (Type type : llvm::reverse(casts))
    matrix = n.Cast(matrix, type);
  return n.replace(n.create("MatMul", n.resultType(), {n.input(1), matrix}));
}

void onnx::populateORTProducts(RewriteTable &table) {
  table.addForORT<scaleOfScale, DivOp, MulOp>();
  table.addForORT<emptyProduct, MatMulOp>();
  table.addForORT<productOfTransposed, MatMulOp>();
  table.addForORT<transposedByVector, MatMulOp>();
}
