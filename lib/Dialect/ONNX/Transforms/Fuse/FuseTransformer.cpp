//===- FuseTransformer.cpp - Fusions of transformer blocks ----------------===//
//
// Fuses RMSNormalization, RotaryEmbedding and Attention from the operations
// that compute them, only if the operator computes the same. Only the roundings
// inside of a norm may differ.
//
// RMSNormalization is legal at every opset: below 23, onnx-legalize-opset
// expands it to the form that ONNX Runtime's fusions match. The other two need
// an opset that has them.
//
//===----------------------------------------------------------------------===//

#include "Simplify/SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/AttentionOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/ONNX/Transforms/PreparedModule.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/ONNXProto/ONNXProto.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// Whether the opset of the module, if it is set, has the operator.
static bool hasRotaryEmbedding(Operation *op) {
  auto opset =
      op->getParentOfType<ModuleOp>()->getAttrOfType<IntegerAttr>(kOpsetAttr);
  return opset && hasOperator("RotaryEmbedding", opset.getInt());
}

/// Matches the operands of a commutative operator in both orders.
template <typename OpT>
static bool matchEitherWay(OpT op,
                           llvm::function_ref<bool(Value, Value)> match) {
  return llvm::any_of(inBothOrders(op), [&](auto operands) {
    return match(operands.first, operands.second);
  });
}

static AffineExpr getLastDim(Value value) {
  SmallVector<AffineExpr> dims = dimsOf(value);
  return dims.empty() ? AffineExpr() : dims.back();
}

static bool isSizeOne(AffineExpr dim) {
  return dim && sym::getConstant(dim) == 1;
}

//===----------------------------------------------------------------------===//
// RMSNormalization
//===----------------------------------------------------------------------===//

/// Whether `value` is the square of `x`.
static bool isSquareOf(Value value, Value x) {
  if (auto mul = value.getDefiningOp<MulOp>())
    return mul.getA() == x && mul.getB() == x;
  auto pow = value.getDefiningOp<PowOp>();
  return pow && pow.getA() == x && getSplat(pow.getB()) == 2.0 &&
         pow.getType() == x.getType();
}

/// Returns epsilon if `value` is sqrt(mean(x^2) + epsilon) over the last axis.
static std::optional<double> matchRoot(Value value, Value x) {
  auto sqrt = value.getDefiningOp<SqrtOp>();
  auto add = sqrt ? sqrt.getX().getDefiningOp<AddOp>() : AddOp();
  std::optional<double> epsilon;
  if (!add)
    return std::nullopt;
  matchEitherWay(add, [&](Value square, Value number) {
    auto mean = square.getDefiningOp<ReduceMeanOp>();
    std::optional<double> splat = getSplat(number);
    if (!mean || !splat || !isSquareOf(mean.getData(), x) ||
        square.getType() != add.getType() || mean.getKeepdims() == 0)
      return false;
    int64_t rank = rankOf(x);
    auto axes = getAxes(mean.getAxes(), rank);
    if (!axes || *axes != SmallVector<int64_t>{rank - 1})
      return false;
    epsilon = splat;
    return true;
  });
  return epsilon;
}

/// Returns x if `value` is x / sqrt(mean(x^2) + epsilon).
static Value matchNormalized(Value value, double &epsilon) {
  Value source;
  auto take = [&](Value x, Value root) {
    std::optional<double> found = matchRoot(root, x);
    if (!found)
      return false;
    epsilon = *found;
    source = x;
    return true;
  };
  if (auto div = getSingleUseProducer<DivOp>(value)) {
    take(div.getA(), div.getB());
  } else if (auto mul = getSingleUseProducer<MulOp>(value)) {
    matchEitherWay(mul, [&](Value x, Value factor) {
      auto reciprocal = getSingleUseProducer<ReciprocalOp>(factor);
      return reciprocal && take(x, reciprocal.getX());
    });
  }
  return source && source.getType() == value.getType() ? source : Value();
}

/// Matches y * scale with y = x / sqrt(mean(x^2) + epsilon) over the last axis.
/// In half precision, y must be computed in f32 and rounded before scaling, as
/// in RMSNormalization.
static LogicalResult fuseRMSNorm(MulOp op, PatternRewriter &rewriter,
                                 const Options &) {
  auto result = typeOf(op.getC());
  Type type = result.getElementType();
  bool isHalf = type.isF16() || type.isBF16();
  if (!isHalf && !type.isF32())
    return failure();
  Value x, scale;
  double epsilon = 0;
  matchEitherWay(op, [&](Value normalized, Value factor) {
    if (normalized.getType() != result)
      return false;
    if (isHalf) {
      auto cast = getSingleUseProducer<CastOp>(normalized);
      if (!cast)
        return false;
      normalized = cast.getInput();
    }
    Value source = matchNormalized(normalized, epsilon);
    if (!source || !elementTypeOf(source).isF32())
      return false;
    if (isHalf) {
      auto widened = source.getDefiningOp<CastOp>();
      if (!widened || widened.getInput().getType() != result)
        return false;
      source = widened.getInput();
    }
    // One number per element of the last axis.
    auto factorType = typeOf(factor);
    if (factorType.getElementType() != type || factorType.getRank() != 1 ||
        !sym::isKnownEqual(getLastDim(factor), getLastDim(source)))
      return false;
    x = source;
    scale = factor;
    return true;
  });
  if (!x)
    return failure();
  ONNXBuilder b(rewriter, op->getLoc());
  NamedAttribute attrs[] = {
      b.attr("axis", int64_t(-1)),
      rewriter.getNamedAttr("epsilon", rewriter.getF32FloatAttr(epsilon))};
  rewriter.replaceOp(op,
                     b.create("RMSNormalization", result, {x, scale}, attrs));
  return success();
}

//===----------------------------------------------------------------------===//
// RotaryEmbedding
//===----------------------------------------------------------------------===//

/// The sizes other than 1.
static SmallVector<AffineExpr> dropOnes(ArrayRef<AffineExpr> dims) {
  SmallVector<AffineExpr> others;
  for (AffineExpr dim : dims)
    if (!isSizeOne(dim))
      others.push_back(dim);
  return others;
}

static bool isLastAxis(int64_t axis, Value value) {
  return axis == -1 || axis == rankOf(value) - 1;
}

/// Whether `op` is concat(a, a) along the last axis.
static bool isTwiceLastAxis(ConcatOp op) {
  return op.getInputs().size() == 2 &&
         op.getInputs().front() == op.getInputs().back() &&
         isLastAxis(op.getAxis(), op.getConcatResult());
}

/// The operand that is a splat constant, if there is one.
static Value getFactor(MulOp op) {
  return getSplat(op.getB()) ? op.getB() : op.getA();
}

/// The operations between a concat(a, a) and a table of angles, from the table
/// upwards, which keep the last dimension; nullopt if the table is computed
/// differently. The rows of the table then consist of two equal halves.
static std::optional<SmallVector<Operation *>> getTableSteps(Value table) {
  constexpr unsigned kMaxSteps = 8;
  SmallVector<Operation *> steps;
  for (Value value = table; steps.size() < kMaxSteps;) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return std::nullopt;
    steps.push_back(op);
    if (auto concat = dyn_cast<ConcatOp>(op)) {
      if (!isTwiceLastAxis(concat))
        return std::nullopt;
      return steps;
    }
    if (op->getNumOperands() == 0)
      return std::nullopt;
    Value next = op->getOperand(0);
    if (auto mul = dyn_cast<MulOp>(op)) {
      Value factor = getFactor(mul);
      next = factor == mul.getB() ? mul.getA() : mul.getB();
      if (!getSplat(factor) || getSmallSize(factor.getType(), 1) != 1 ||
          next.getType() != value.getType())
        return std::nullopt;
    } else if (isa<ReshapeOp, UnsqueezeOp, SqueezeOp>(op)) {
      SmallVector<AffineExpr> from = dimsOf(next), to = dimsOf(value);
      // Dimensions of size 1 may come and go; the head size must not be one of
      // them.
      if (from.empty() || to.empty() || !hasKnownDims(value.getType()) ||
          dropOnes(from) != dropOnes(to) || from.back() != to.back())
        return std::nullopt;
    } else if (!isa<CosOp, SinOp, CastOp>(op)) {
      return std::nullopt;
    }
    value = next;
  }
  return std::nullopt;
}

/// The table with half of the columns, [batch, sequence, size / 2].
static Value buildHalfTable(ONNXBuilder &b, ArrayRef<Operation *> steps,
                            AffineExpr batch, AffineExpr sequence,
                            AffineExpr half) {
  Value value = steps.back()->getOperand(0);
  for (Operation *op : llvm::reverse(steps.drop_back())) {
    if (isa<CosOp>(op))
      value = b.Cos(value);
    else if (isa<SinOp>(op))
      value = b.Sin(value);
    else if (auto cast = dyn_cast<CastOp>(op))
      value = b.Cast(value, cast.getTo());
    else if (auto mul = dyn_cast<MulOp>(op))
      value = b.Mul(value, getFactor(mul));
  }
  auto type = sym::getTensorType({batch, sequence, half}, elementTypeOf(value));
  if (value.getType() == type)
    return value;
  int64_t columns = *sym::getConstant(half);
  std::optional<int64_t> rows = sym::getConstant(batch),
                         length = sym::getConstant(sequence);
  if (rows || length)
    return b.Reshape(
        value, b.ints({rows.value_or(-1), rows ? -1 : *length, columns}), type);
  // Neither size is 1, so all dimensions of size 1 but the last are others.
  SmallVector<int64_t> ones;
  SmallVector<AffineExpr> dims = ONNXBuilder::dimsOf(value);
  for (auto [axis, dim] : llvm::enumerate(ArrayRef(dims).drop_back()))
    if (isSizeOne(dim))
      ones.push_back(axis);
  return b.Squeeze(value, ones);
}

/// The batch size as a 1-d tensor, from an input of the program with this size
/// so that all layers share it, or else from `x`.
static Value buildBatch(ONNXBuilder &b, Operation *op, Value x) {
  AffineExpr batch = dimsOf(x)[0];
  auto function = op->getParentOfType<func::FuncOp>();
  if (op->getParentOp() == function)
    for (Value argument : function.getArguments())
      if (isa<RankedTensorType>(argument.getType()))
        for (auto [axis, dim] : llvm::enumerate(dimsOf(argument)))
          if (dim == batch)
            return b.Shape(argument, axis, axis + 1);
  return b.Shape(x, 0, 1);
}

/// Matches a product of `x` and a table.
static bool matchTable(MulOp mul, Value x, Value &table) {
  return matchEitherWay(mul, [&](Value value, Value other) {
    if (value != x)
      return false;
    table = other;
    return true;
  });
}

/// Fuses x * cos + concat(-x2, x1) * sin, where x1 and x2 are the halves of x.
static LogicalResult fuseRotary(AddOp op, PatternRewriter &rewriter,
                                const Options &) {
  auto type = typeOf(op.getC());
  if (!hasRotaryEmbedding(op) || type.getRank() != 4 || !hasKnownDims(type) ||
      !(type.getElementType().isF32() || type.getElementType().isF16() ||
        type.getElementType().isBF16()))
    return failure();
  int64_t size = type.getDimSize(3);
  if (ShapedType::isDynamic(size) || size % 2 != 0)
    return failure();
  Value x, cosine, sine;
  matchEitherWay(op, [&](Value plain, Value turned) {
    auto left = getSingleUseProducer<MulOp>(plain);
    auto right = getSingleUseProducer<MulOp>(turned);
    if (!left || !right)
      return false;
    return matchEitherWay(right, [&](Value halves, Value table) {
      auto concat = getSingleUseProducer<ConcatOp>(halves);
      if (!concat || concat.getInputs().size() != 2 ||
          !isLastAxis(concat.getAxis(), halves))
        return false;
      auto neg = getSingleUseProducer<NegOp>(concat.getInputs().front());
      auto split = neg ? neg.getX().getDefiningOp<SplitOp>() : SplitOp();
      if (!split || split.getOutputs().size() != 2 ||
          !isLastAxis(split.getAxis(), split.getInput()) ||
          neg.getX() != split.getOutputs().back() ||
          concat.getInputs().back() != split.getOutputs().front() ||
          typeOf(split.getOutputs().front()).getDimSize(3) != size / 2 ||
          split.getInput().getType() != type ||
          !matchTable(left, split.getInput(), cosine))
        return false;
      x = split.getInput();
      sine = table;
      return true;
    });
  });
  if (!x)
    return failure();
  // Both tables are [batch or 1, 1, sequence, size] with repeated columns.
  SmallVector<AffineExpr> dims = dimsOf(x);
  SmallVector<AffineExpr> tableDims = dimsOf(cosine);
  if (cosine.getType() != sine.getType() || tableDims.size() > 4 ||
      tableDims.size() < 2 || !hasKnownDims(cosine.getType()) ||
      elementTypeOf(cosine) != type.getElementType())
    return failure();
  while (tableDims.size() < 4)
    tableDims.insert(tableDims.begin(), rewriter.getAffineConstantExpr(1));
  if (!isSizeOne(tableDims[1]) || tableDims[2] != dims[2] ||
      tableDims[3] != dims[3] ||
      (!isSizeOne(tableDims[0]) && tableDims[0] != dims[0]))
    return failure();
  auto cosineSteps = getTableSteps(cosine), sineSteps = getTableSteps(sine);
  if (!cosineSteps || !sineSteps)
    return failure();

  ONNXBuilder b(rewriter, op->getLoc());
  AffineExpr half = rewriter.getAffineConstantExpr(size / 2);
  auto build = [&](ArrayRef<Operation *> steps) {
    Value table = buildHalfTable(b, steps, tableDims[0], dims[2], half);
    if (tableDims[0] == dims[0])
      return table;
    // The operator does not broadcast the batch.
    Value batch = buildBatch(b, op, x);
    return b.Expand(
        table, b.Concat({batch, b.ints({1, 1})}, 0),
        sym::getTensorType({dims[0], dims[2], half}, elementTypeOf(table)));
  };
  Value cosineTable = build(*cosineSteps), sineTable = build(*sineSteps);
  rewriter.replaceOp(op, b.create("RotaryEmbedding", type,
                                  {x, cosineTable, sineTable, b.none()}));
  return success();
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

/// Returns [B, H, S, D] if `value` is [B, H * n, S, D] with each head repeated
/// n times in succession; null otherwise.
static Value getRepeatedHeads(Value value) {
  auto merge = value.getDefiningOp<ReshapeOp>();
  auto expand = merge ? merge.getData().getDefiningOp<ExpandOp>() : ExpandOp();
  Operation *split = expand ? expand.getData().getDefiningOp() : nullptr;
  if (!isa_and_present<ReshapeOp, UnsqueezeOp>(split) ||
      !hasKnownDims(value.getType()) ||
      !hasKnownDims(split->getOperand(0).getType()))
    return {};
  SmallVector<AffineExpr> to = dimsOf(value), wide = dimsOf(expand.getOutput()),
                          narrow = dimsOf(split->getResult(0)),
                          from = dimsOf(split->getOperand(0));
  if (to.size() != 4 || from.size() != 4 || wide.size() != 5 ||
      narrow.size() != 5)
    return {};
  AffineExpr count = wide[2];
  AffineExpr one = getAffineConstantExpr(1, value.getContext());
  if (!count || !sym::getConstant(from[1]) || !sym::getConstant(count) ||
      !sym::getConstant(to[1]) ||
      *sym::getConstant(to[1]) !=
          *sym::getConstant(from[1]) * *sym::getConstant(count))
    return {};
  SmallVector<AffineExpr> expected = {from[0], from[1], one, from[2], from[3]};
  if (narrow != expected)
    return {};
  expected[2] = count;
  if (wide != expected || to[0] != from[0] || to[2] != from[2] ||
      to[3] != from[3])
    return {};
  return split->getOperand(0);
}

/// Removes the repetition of shared keys and values, which Attention does
/// itself.
static LogicalResult shareHeads(AttentionOp op, PatternRewriter &rewriter,
                                const Options &) {
  if (rankOf(op.getQ()) != 4 || isPresent(op.getPastKey()) ||
      isPresent(op.getPastValue()) || !op.getPresentKey().use_empty() ||
      !op.getPresentValue().use_empty())
    return failure();
  Value key = getRepeatedHeads(op.getK());
  Value value = key ? getRepeatedHeads(op.getV()) : Value();
  if (!value || typeOf(key).getDimSize(1) != typeOf(value).getDimSize(1))
    return failure();
  rewriter.modifyOpInPlace(op, [&] {
    op.getKMutable().assign(key);
    op.getVMutable().assign(value);
  });
  return success();
}

/// Whether `op` swaps [B, S, H, D] and [B, H, S, D].
static bool swapsHeads(TransposeOp op) {
  return op.getPermutation() == SmallVector<int64_t>{0, 2, 1, 3};
}

/// Returns [B, S, H * D] if `value` is it as [B, H, S, D]; null otherwise.
static Value getFlatHeads(Value value) {
  auto transpose = value.getDefiningOp<TransposeOp>();
  if (!transpose || !swapsHeads(transpose))
    return {};
  auto reshape = transpose.getData().getDefiningOp<ReshapeOp>();
  if (!reshape || !hasKnownDims(value.getType()) ||
      !hasKnownDims(reshape.getData().getType()))
    return {};
  SmallVector<AffineExpr> to = dimsOf(reshape.getOutput()),
                          from = dimsOf(reshape.getData());
  if (to.size() != 4 || from.size() != 3 || to[0] != from[0] ||
      to[1] != from[1] || !sym::getConstant(to[2]) || !sym::getConstant(to[3]))
    return {};
  return reshape.getData();
}

/// Removes Reshape and Transpose around Attention, which accepts the flat
/// tensors.
static LogicalResult flattenHeads(AttentionOp op, PatternRewriter &rewriter,
                                  const Options &) {
  if (rankOf(op.getQ()) != 4 || isPresent(op.getPastKey()) ||
      isPresent(op.getPastValue()) || isPresent(op.getNonpadKvSeqlen()))
    return failure();
  for (Value other : op->getResults().drop_front())
    if (!other.use_empty())
      return failure();
  // The result must be brought back to [B, S, H * D].
  Value result = op.getY();
  auto transpose = getOnlyUser<TransposeOp>(result);
  if (!transpose || !swapsHeads(transpose))
    return failure();
  auto reshape = getOnlyUser<ReshapeOp>(transpose.getOutput());
  if (!reshape || reshape.getData() != transpose.getOutput())
    return failure();
  auto type = typeOf(reshape.getOutput());
  SmallVector<AffineExpr> to = dimsOf(reshape.getOutput()),
                          from = dimsOf(result);
  if (to.size() != 3 || !hasKnownDims(type) || to[0] != from[0] ||
      to[1] != from[2])
    return failure();

  SmallVector<Value> flat;
  SmallVector<RotaryEmbeddingOp> rotaries;
  for (Value operand : {op.getQ(), op.getK(), op.getV()}) {
    auto rotary = getSingleUseProducer<RotaryEmbeddingOp>(operand);
    if (rotary &&
        (isPresent(rotary.getPositionIds()) || rotary.getInterleaved() != 0 ||
         rotary.getRotaryEmbeddingDim() != 0))
      return failure();
    Value source = getFlatHeads(rotary ? rotary.getX() : operand);
    if (!source)
      return failure();
    flat.push_back(source);
    rotaries.push_back(rotary);
  }
  int64_t queryHeads = typeOf(op.getQ()).getDimSize(1);
  int64_t keyHeads = typeOf(op.getK()).getDimSize(1);
  ONNXBuilder b(rewriter, op.getLoc());
  for (auto [index, rotary] : llvm::enumerate(rotaries))
    if (rotary)
      flat[index] = b.create(
          "RotaryEmbedding", flat[index].getType(),
          {flat[index], rotary.getCosCache(), rotary.getSinCache(), b.none()},
          b.attr("num_heads", index == 0 ? queryHeads : keyHeads));
  SmallVector<NamedAttribute> attrs(op->getAttrDictionary().getValue());
  attrs.push_back(b.attr("q_num_heads", queryHeads));
  attrs.push_back(b.attr("kv_num_heads", keyHeads));
  SmallVector<Value> operands(op->getOperands());
  llvm::copy(flat, operands.begin());
  SmallVector<Type> types(op->getResultTypes());
  types[0] = type;
  rewriter.replaceOp(
      reshape, b.createOp("Attention", types, operands, attrs)->getResult(0));
  return success();
}

void simplify::populateTransformer(Rewrites &rewrites) {
  // Before remove-identity, which would remove a scale of ones: with it the
  // norm becomes one operator, without it five nodes that no runtime fuses.
  rewrites.add("fuse-rms-norm", fuseRMSNorm, 5);
  rewrites.add("fuse-rotary", fuseRotary, 2);
  rewrites.add("share-heads", shareHeads, 2);
  rewrites.add("flatten-heads", flattenHeads);
}
