//===- FuseTransformer.cpp - Building blocks of transformers --------------===//
//
// RMSNormalization, RotaryEmbedding and Attention where a program spells them
// out. They are recognized by what they compute, and only where the operator
// computes the same: the roundings of a norm's parts may differ, nothing else.
//
// RMSNormalization is legal at every opset: before 23, onnx-legalize-opset
// makes it what ONNX Runtime's own fusions look for. The other two are made
// from opset 23 on.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/Transforms/PreparedModule.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// RotaryEmbedding and Attention came with this opset.
static constexpr int64_t kAttentionOpset = 23;

static bool hasAttention(Operation *op) {
  auto opset =
      op->getParentOfType<ModuleOp>()->getAttrOfType<IntegerAttr>(kOpsetAttr);
  return opset && opset.getInt() >= kAttentionOpset;
}

/// The operands of a commutative operator, either way around, until `match`
/// takes them.
static bool matchEitherWay(Operation *op,
                           llvm::function_ref<bool(Value, Value)> match) {
  return match(op->getOperand(0), op->getOperand(1)) ||
         match(op->getOperand(1), op->getOperand(0));
}

/// The operation that makes `value`, if nothing else uses the value.
static Operation *getSingleUseProducer(Value value, StringRef name) {
  Operation *op = getProducer(value, name);
  return op && value.hasOneUse() ? op : nullptr;
}

static AffineExpr getLastDim(Value value) {
  SmallVector<AffineExpr> dims = ONNXBuilder::dimsOf(value);
  return dims.empty() ? AffineExpr() : dims.back();
}

static bool isSizeOne(AffineExpr dim) {
  return dim && sym::getConstant(dim) == 1;
}

//===----------------------------------------------------------------------===//
// RMSNormalization
//===----------------------------------------------------------------------===//

/// `value` is the square of `x`.
static bool isSquareOf(Value value, Value x) {
  if (Operation *mul = getProducer(value, "Mul"))
    return mul->getOperand(0) == x && mul->getOperand(1) == x;
  Operation *pow = getProducer(value, "Pow");
  return pow && pow->getOperand(0) == x &&
         getSplat(pow->getOperand(1)) == 2.0 &&
         pow->getResult(0).getType() == x.getType();
}

/// The epsilon if `value` is sqrt(mean(x^2) + epsilon) over the last axis.
static std::optional<double> matchRoot(Value value, Value x) {
  Operation *sqrt = getProducer(value, "Sqrt");
  Operation *add = sqrt ? getProducer(sqrt->getOperand(0), "Add") : nullptr;
  std::optional<double> epsilon;
  if (!add)
    return std::nullopt;
  matchEitherWay(add, [&](Value square, Value number) {
    Operation *mean = getProducer(square, "ReduceMean");
    std::optional<double> splat = getSplat(number);
    if (!mean || !splat || !isSquareOf(mean->getOperand(0), x) ||
        square.getType() != add->getResult(0).getType() ||
        getInt(mean, "keepdims", 1) == 0)
      return false;
    int64_t rank = ONNXBuilder::rankOf(x);
    Value axesOperand = getInput(mean, 1);
    auto axes = axesOperand ? getAxes(axesOperand, rank) : std::nullopt;
    if (!axes || *axes != SmallVector<int64_t>{rank - 1})
      return false;
    epsilon = splat;
    return true;
  });
  return epsilon;
}

/// x if `value` is x / sqrt(mean(x^2) + epsilon).
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
  if (Operation *div = getSingleUseProducer(value, "Div")) {
    take(div->getOperand(0), div->getOperand(1));
  } else if (Operation *mul = getSingleUseProducer(value, "Mul")) {
    matchEitherWay(mul, [&](Value x, Value factor) {
      Operation *reciprocal = getSingleUseProducer(factor, "Reciprocal");
      return reciprocal && take(x, reciprocal->getOperand(0));
    });
  }
  return source && source.getType() == value.getType() ? source : Value();
}

/// y * scale, where y = x / sqrt(mean(x^2) + epsilon) over the last axis. Of
/// half precision y is computed in f32 and rounded before it is scaled, as
/// RMSNormalization has it.
static LogicalResult fuseRMSNorm(Operation *op, PatternRewriter &rewriter,
                                 const Options &) {
  auto result = ONNXBuilder::typeOf(op->getResult(0));
  Type type = result.getElementType();
  bool isHalf = type.isF16() || type.isBF16();
  if (!isHalf && !type.isF32())
    return failure();
  Value x, scale;
  double epsilon = 0;
  matchEitherWay(op, [&](Value normalized, Value factor) {
    if (normalized.getType() != result)
      return false;
    Operation *cast = nullptr;
    if (isHalf) {
      cast = getSingleUseProducer(normalized, "Cast");
      if (!cast)
        return false;
      normalized = cast->getOperand(0);
    }
    Value source = matchNormalized(normalized, epsilon);
    if (!source || !ONNXBuilder::elementTypeOf(source).isF32())
      return false;
    if (isHalf) {
      Operation *widened = getProducer(source, "Cast");
      if (!widened || widened->getOperand(0).getType() != result)
        return false;
      source = widened->getOperand(0);
    }
    // One number for each element of the last axis.
    auto factorType = ONNXBuilder::typeOf(factor);
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

/// The sizes that are not 1.
static SmallVector<AffineExpr> dropOnes(ArrayRef<AffineExpr> dims) {
  SmallVector<AffineExpr> others;
  for (AffineExpr dim : dims)
    if (!isSizeOne(dim))
      others.push_back(dim);
  return others;
}

/// The operations between concat(a, a) and a table of angles whose rows have
/// the same two halves, from the table on; nothing if it is not made so. The
/// last dimension stays where it is.
static std::optional<SmallVector<Operation *>> getTableSteps(Value table) {
  constexpr unsigned kMaxSteps = 8;
  SmallVector<Operation *> steps;
  for (Value value = table; steps.size() < kMaxSteps;) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return std::nullopt;
    StringRef name = op->getName().stripDialect();
    steps.push_back(op);
    if (name == "Concat") {
      int64_t axis = getInt(op, "axis", 0), rank = ONNXBuilder::rankOf(value);
      if (op->getNumOperands() != 2 || op->getOperand(0) != op->getOperand(1) ||
          (axis != -1 && axis != rank - 1))
        return std::nullopt;
      return steps;
    }
    Value next = op->getOperand(0);
    if (name == "Mul") {
      if (!getSplat(op->getOperand(1)))
        next = op->getOperand(1);
      Value factor = op->getOperand(next == op->getOperand(0) ? 1 : 0);
      if (!getSplat(factor) || getSmallSize(factor.getType(), 1) != 1 ||
          next.getType() != value.getType())
        return std::nullopt;
    } else if (name == "Reshape" || name == "Unsqueeze" || name == "Squeeze") {
      SmallVector<AffineExpr> from = ONNXBuilder::dimsOf(next),
                              to = ONNXBuilder::dimsOf(value);
      // Ones come and go; the size of a head is none of them.
      if (from.empty() || to.empty() || !hasKnownDims(value.getType()) ||
          dropOnes(from) != dropOnes(to) || from.back() != to.back())
        return std::nullopt;
    } else if (name != "Cos" && name != "Sin" && name != "Cast") {
      return std::nullopt;
    }
    value = next;
  }
  return std::nullopt;
}

/// The table with half the columns, [batch, sequence, size / 2].
static Value buildHalfTable(ONNXBuilder &b, ArrayRef<Operation *> steps,
                            AffineExpr batch, AffineExpr sequence,
                            AffineExpr half) {
  Value value = steps.back()->getOperand(0);
  for (Operation *op : llvm::reverse(steps.drop_back())) {
    StringRef name = op->getName().stripDialect();
    if (name == "Cos" || name == "Sin") {
      value = b.unary(name, value);
    } else if (name == "Cast") {
      value = b.Cast(value, ONNXBuilder::elementTypeOf(op->getResult(0)));
    } else if (name == "Mul") {
      Value factor = op->getOperand(getSplat(op->getOperand(1)) ? 1 : 0);
      value = b.Mul(value, factor);
    }
  }
  auto type = sym::getTensorType({batch, sequence, half},
                                 ONNXBuilder::elementTypeOf(value));
  if (value.getType() == type)
    return value;
  std::optional<int64_t> columns = sym::getConstant(half);
  std::optional<int64_t> rows = sym::getConstant(batch);
  return b.Reshape(value, b.ints({rows.value_or(-1), rows ? -1 : 1, *columns}),
                   type);
}

/// The size of a batch as a 1-d tensor: of an input of the program that has it,
/// so that all layers share it, or else of `x`.
static Value buildBatch(ONNXBuilder &b, Operation *op, Value x) {
  AffineExpr batch = ONNXBuilder::dimsOf(x)[0];
  auto function = op->getParentOfType<func::FuncOp>();
  if (op->getParentOp() == function)
    for (Value argument : function.getArguments())
      if (isa<RankedTensorType>(argument.getType()))
        for (auto [axis, dim] : llvm::enumerate(ONNXBuilder::dimsOf(argument)))
          if (dim == batch)
            return b.Shape(argument, axis, axis + 1);
  return b.Shape(x, 0, 1);
}

/// The operand of a product that is a table, and the other one.
static bool matchTable(Operation *mul, Value x, Value &table) {
  return matchEitherWay(mul, [&](Value value, Value other) {
    if (value != x)
      return false;
    table = other;
    return true;
  });
}

/// x * cos + concat(-x2, x1) * sin, with x1 and x2 the halves of x.
static LogicalResult fuseRotary(Operation *op, PatternRewriter &rewriter,
                                const Options &) {
  auto type = ONNXBuilder::typeOf(op->getResult(0));
  if (!hasAttention(op) || type.getRank() != 4 || !hasKnownDims(type) ||
      !(type.getElementType().isF32() || type.getElementType().isF16() ||
        type.getElementType().isBF16()))
    return failure();
  int64_t size = type.getDimSize(3);
  if (ShapedType::isDynamic(size) || size % 2 != 0)
    return failure();
  Value x, cosine, sine;
  matchEitherWay(op, [&](Value plain, Value turned) {
    Operation *left = getSingleUseProducer(plain, "Mul");
    Operation *right = getSingleUseProducer(turned, "Mul");
    if (!left || !right)
      return false;
    return matchEitherWay(right, [&](Value halves, Value table) {
      Operation *concat = getSingleUseProducer(halves, "Concat");
      if (!concat || concat->getNumOperands() != 2)
        return false;
      int64_t axis = getInt(concat, "axis", 0);
      Operation *neg = getSingleUseProducer(concat->getOperand(0), "Neg");
      Operation *split =
          neg ? getProducer(neg->getOperand(0), "Split") : nullptr;
      if (!split || (axis != 3 && axis != -1) || split->getNumResults() != 2 ||
          (getInt(split, "axis", 0) != 3 && getInt(split, "axis", 0) != -1) ||
          neg->getOperand(0) != split->getResult(1) ||
          concat->getOperand(1) != split->getResult(0) ||
          ONNXBuilder::typeOf(split->getResult(0)).getDimSize(3) != size / 2 ||
          split->getOperand(0).getType() != type ||
          !matchTable(left, split->getOperand(0), cosine))
        return false;
      x = split->getOperand(0);
      sine = table;
      return true;
    });
  });
  if (!x)
    return failure();
  // Both tables are [batch or 1, 1, sequence, size] and repeat their columns.
  SmallVector<AffineExpr> dims = ONNXBuilder::dimsOf(x);
  SmallVector<AffineExpr> tableDims = ONNXBuilder::dimsOf(cosine);
  if (cosine.getType() != sine.getType() || tableDims.size() > 4 ||
      tableDims.size() < 2 || !hasKnownDims(cosine.getType()) ||
      ONNXBuilder::elementTypeOf(cosine) != type.getElementType())
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
    return b.Expand(table, b.Concat({batch, b.ints({1, 1})}, 0),
                    sym::getTensorType({dims[0], dims[2], half},
                                       ONNXBuilder::elementTypeOf(table)));
  };
  Value cosineTable = build(*cosineSteps), sineTable = build(*sineSteps);
  rewriter.replaceOp(op, b.create("RotaryEmbedding", type,
                                  {x, cosineTable, sineTable, b.none()}));
  return success();
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

/// [B, H, S, D] of which `value` is [B, H * n, S, D], each head n times in
/// succession; null if it is not made so.
static Value getRepeatedHeads(Value value) {
  Operation *merge = getProducer(value, "Reshape");
  Operation *expand =
      merge ? getProducer(merge->getOperand(0), "Expand") : nullptr;
  Operation *split = expand ? expand->getOperand(0).getDefiningOp() : nullptr;
  if (!split || !(isOp(split, "Reshape") || isOp(split, "Unsqueeze")) ||
      !hasKnownDims(value.getType()) ||
      !hasKnownDims(split->getOperand(0).getType()))
    return {};
  SmallVector<AffineExpr> to = ONNXBuilder::dimsOf(value),
                          wide = ONNXBuilder::dimsOf(expand->getResult(0)),
                          narrow = ONNXBuilder::dimsOf(split->getResult(0)),
                          from = ONNXBuilder::dimsOf(split->getOperand(0));
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

/// Attention of heads that share keys and values repeats them by itself.
static LogicalResult shareHeads(Operation *op, PatternRewriter &rewriter,
                                const Options &) {
  if (ONNXBuilder::rankOf(op->getOperand(0)) != 4 || getInput(op, 4) ||
      getInput(op, 5))
    return failure();
  for (unsigned result : {1, 2})
    if (result < op->getNumResults() && !op->getResult(result).use_empty())
      return failure();
  Value key = getRepeatedHeads(op->getOperand(1));
  Value value = key ? getRepeatedHeads(op->getOperand(2)) : Value();
  if (!value || ONNXBuilder::typeOf(key).getDimSize(1) !=
                    ONNXBuilder::typeOf(value).getDimSize(1))
    return failure();
  rewriter.modifyOpInPlace(op, [&] {
    op->setOperand(1, key);
    op->setOperand(2, value);
  });
  return success();
}

/// [B, S, H * D] of which `value` is [B, H, S, D]; null if it is not made so.
static Value getFlatHeads(Value value) {
  Operation *transpose = getProducer(value, "Transpose");
  if (!transpose ||
      getPermutation(transpose) != SmallVector<int64_t>{0, 2, 1, 3})
    return {};
  Operation *reshape = getProducer(transpose->getOperand(0), "Reshape");
  if (!reshape || !hasKnownDims(value.getType()) ||
      !hasKnownDims(reshape->getOperand(0).getType()))
    return {};
  SmallVector<AffineExpr> to = ONNXBuilder::dimsOf(reshape->getResult(0)),
                          from = ONNXBuilder::dimsOf(reshape->getOperand(0));
  if (to.size() != 4 || from.size() != 3 || to[0] != from[0] ||
      to[1] != from[1] || !sym::getConstant(to[2]) || !sym::getConstant(to[3]))
    return {};
  return reshape->getOperand(0);
}

/// Attention between Reshape and Transpose takes and gives the flat tensors.
static LogicalResult flattenHeads(Operation *op, PatternRewriter &rewriter,
                                  const Options &) {
  if (ONNXBuilder::rankOf(op->getOperand(0)) != 4 || getInput(op, 4) ||
      getInput(op, 5) || getInput(op, 6) || op->getNumResults() < 1)
    return failure();
  for (Value other : op->getResults().drop_front())
    if (!other.use_empty())
      return failure();
  // What comes out goes back to [B, S, H * D].
  Value result = op->getResult(0);
  if (!result.hasOneUse())
    return failure();
  Operation *transpose = *result.user_begin();
  if (!isOp(transpose, "Transpose") ||
      getPermutation(transpose) != SmallVector<int64_t>{0, 2, 1, 3} ||
      !transpose->getResult(0).hasOneUse())
    return failure();
  Operation *reshape = *transpose->getResult(0).user_begin();
  if (!isOp(reshape, "Reshape") ||
      reshape->getOperand(0) != transpose->getResult(0))
    return failure();
  auto type = ONNXBuilder::typeOf(reshape->getResult(0));
  SmallVector<AffineExpr> to = ONNXBuilder::dimsOf(reshape->getResult(0)),
                          from = ONNXBuilder::dimsOf(result);
  if (to.size() != 3 || !hasKnownDims(type) || to[0] != from[0] ||
      to[1] != from[2])
    return failure();

  SmallVector<Value> flat;
  SmallVector<Operation *> rotaries;
  for (Value operand : op->getOperands().take_front(3)) {
    Operation *rotary = getSingleUseProducer(operand, "RotaryEmbedding");
    if (rotary && (getInput(rotary, 3) || getInt(rotary, "interleaved", 0) ||
                   getInt(rotary, "rotary_embedding_dim", 0)))
      return failure();
    Value source = getFlatHeads(rotary ? rotary->getOperand(0) : operand);
    if (!source)
      return failure();
    flat.push_back(source);
    rotaries.push_back(rotary);
  }
  int64_t queryHeads = ONNXBuilder::typeOf(op->getOperand(0)).getDimSize(1);
  int64_t keyHeads = ONNXBuilder::typeOf(op->getOperand(1)).getDimSize(1);
  ONNXBuilder b(rewriter, op->getLoc());
  for (auto [index, rotary] : llvm::enumerate(rotaries))
    if (rotary)
      flat[index] = b.create(
          "RotaryEmbedding", flat[index].getType(),
          {flat[index], rotary->getOperand(1), rotary->getOperand(2), b.none()},
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
  rewrites.add("fuse-rms-norm", {"Mul"}, fuseRMSNorm, 2);
  rewrites.add("fuse-rotary", {"Add"}, fuseRotary, 2);
  rewrites.add("share-heads", {"Attention"}, shareHeads, 2);
  rewrites.add("flatten-heads", {"Attention"}, flattenHeads, 1);
}
