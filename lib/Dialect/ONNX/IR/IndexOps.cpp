//===- IndexOps.cpp - onnx: selection and placement -----------------------===//
//
// Registers the operators of IndexOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"

#include "torch-onnx/Dialect/ONNX/IR/Canonicalization.h"
#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

void ONNXDialect::registerIndexOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.cpp.inc"
      >();
}

/// The rule of CumSum and CumProd.
static void inferCumulative(Value x, Value axis, TypeInference &types) {
  types.expectSingle(axis, "axis");
  if (auto number = sym::getConstant(types.size(axis)))
    types.axis(*number, types.rank(x));
  types.addSame(x);
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

void GatherOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList data = types.dims(op.getData());
  int64_t axis = types.axis(op.getAxis(), data.size());
  sym::DimList dims = data.take_front(axis);
  dims.append(types.dims(op.getIndices()).ref());
  dims.append(data.drop_front(axis + 1));
  types.add(dims, types.element(op.getData()));
}

void GatherElementsOp::inferTypes(Adaptor op, TypeInference &types) {
  int64_t rank = types.rank(op.getData());
  types.axis(op.getAxis(), rank);
  if (types.expectRank(op.getIndices(), rank, "indices"))
    types.addLike(op.getIndices(), types.element(op.getData()));
}

void GatherNDOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList data = types.dims(op.getData());
  sym::DimList indices = types.dims(op.getIndices());
  Type element = types.element(op.getData());
  int64_t rank = data.size(), numBatch = op.getBatchDims();
  if (numBatch < 0 || numBatch >= std::min<int64_t>(rank, indices.size()))
    return types.fail("attribute 'batch_dims' is " + Twine(numBatch) +
                      ", expected in [0, " +
                      Twine(std::min<int64_t>(rank, indices.size()) - 1) + "]");
  auto depth = sym::getConstant(indices.back());
  if (!depth)
    return types.addUnranked(element);
  if (*depth < 1 || *depth > rank - numBatch)
    return types.fail("has tuples of " + Twine(*depth) +
                      " indices, expected 1 to " + Twine(rank - numBatch));
  sym::DimList dims = indices.drop_back(1);
  for (int64_t i = 0; i < numBatch; ++i)
    dims[i] = types.same(dims[i], data[i], "batch dimension " + Twine(i));
  dims.append(data.drop_front(numBatch + *depth));
  types.add(dims, element);
}

//===----------------------------------------------------------------------===//
// Selection by value
//===----------------------------------------------------------------------===//

void CompressOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList dims = types.dims(op.getInput());
  Type element = types.element(op.getInput());
  types.expectRank(op.getCondition(), 1, "condition");
  if (!op.getAxis())
    return types.add(AffineExpr(), element);
  dims[types.axis(*op.getAxis(), dims.size())] = {};
  types.add(dims, element);
}

void NonZeroOp::inferTypes(Adaptor op, TypeInference &types) {
  types.add({types.constant(types.rank(op.getX())), AffineExpr()},
            IntegerType::get(types.getContext(), 64));
}

void OneHotOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList dims = types.dims(op.getIndices());
  int64_t axis = types.axis(op.getAxis(), dims.size() + 1);
  AffineExpr depth = types.size(op.getDepth());
  // Depths are often written as floats.
  if (auto numbers = types.numbers(op.getDepth()); numbers && !depth)
    if (numbers->size() == 1 && numbers->front() >= 0 &&
        numbers->front() < 9007199254740992.0) // 2^53
      depth = types.constant(int64_t(numbers->front()));
  dims.insert(dims.begin() + axis, depth);
  types.add(dims, types.element(op.getValues()));
}

void TopKOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList dims = types.dims(op.getX());
  int64_t axis = types.axis(op.getAxis(), dims.size());
  AffineExpr count = types.size(op.getK());
  auto k = sym::getConstant(count), size = sym::getConstant(dims[axis]);
  if (k && (*k < 0 || (size && *k > *size)))
    types.fail("K is " + Twine(*k) + ", expected in [0, " +
               sym::toString(dims[axis]) + "]");
  dims[axis] = count;
  types.add(dims, types.element(op.getX()));
  types.add(dims, IntegerType::get(types.getContext(), 64));
}

void UniqueOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList dims = types.dims(op.getX());
  Type i64 = IntegerType::get(types.getContext(), 64);
  types.expectFlag(op.getSorted(), "sorted");
  AffineExpr size = sym::product(dims, types.getContext());
  if (op.getAxis()) {
    int64_t axis = types.axis(*op.getAxis(), dims.size());
    size = dims[axis];
    dims[axis] = {};
  } else {
    dims = {AffineExpr()};
  }
  types.add(dims, types.element(op.getX()));
  types.add(AffineExpr(), i64);
  types.add(size, i64);
  types.add(AffineExpr(), i64);
}

//===----------------------------------------------------------------------===//
// Gathers of all positions in order
//===----------------------------------------------------------------------===//

// mask[arange(b)[:, None, None, None], arange(s)], as transformers builds
// masks, is a GatherND whose indices are all positions of all dimensions in
// order. It becomes a Reshape.

/// If `value` is 0, 1, .., `size` - 1 along one axis and constant along the
/// others, returns that axis, counted from the end (-1 is the last).
static std::optional<int64_t> getCountingAxis(Value value, AffineExpr size) {
  // Expand repeats along new axes and axes of size 1.
  if (auto expand = value.getDefiningOp<ExpandOp>())
    value = expand.getData();
  SmallVector<AffineExpr> dims = dimsOf(value);
  std::optional<int64_t> axis;
  for (auto [index, dim] : llvm::enumerate(dims)) {
    if (sym::getConstant(dim) == 1)
      continue;
    if (axis || !sym::isKnownEqual(dim, size))
      return std::nullopt;
    axis = int64_t(index) - int64_t(dims.size());
  }
  // Reshapes in between keep the order.
  while (
      isa_and_present<ReshapeOp, UnsqueezeOp, SqueezeOp>(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  ConstantReader constants;
  if (auto numbers = constants.getInts(value))
    return llvm::equal(*numbers, llvm::seq<int64_t>(0, numbers->size()))
               ? axis
               : std::nullopt;
  auto range = value.getDefiningOp<RangeOp>();
  if (!axis || !range || constants.getSplat(range.getStart()) != 0.0 ||
      constants.getSplat(range.getDelta()) != 1.0 ||
      !sym::isKnownEqual(dimsOf(value)[0], size))
    return std::nullopt;
  return axis;
}

static LogicalResult gatherEverything(GatherNDOp op,
                                      PatternRewriter &rewriter) {
  auto concat = op.getIndices().getDefiningOp<ConcatOp>();
  SmallVector<AffineExpr> from = dimsOf(op.getData()),
                          to = dimsOf(op.getOutput());
  auto result = cast<RankedTensorType>(op.getType());
  int64_t rank = rankOf(op.getIndices());
  int64_t last = rank - 1;
  if (op.getBatchDims() != 0 || !concat ||
      concat.getInputs().size() != from.size() ||
      rank != result.getRank() + 1 ||
      !llvm::is_contained({int64_t(-1), last}, int64_t(concat.getAxis())))
    return failure();
  // Each dimension of the data must map to one of the result, in the same
  // order; the other dimensions of the result must have size 1.
  AffineExpr one = rewriter.getAffineConstantExpr(1);
  SmallVector<AffineExpr> expected(to.size(), one);
  SmallVector<int64_t> inserted;
  int64_t next = 0;
  for (auto [index, piece] : llvm::enumerate(concat.getInputs())) {
    auto unsqueeze = piece.getDefiningOp<UnsqueezeOp>();
    auto axes = unsqueeze ? ConstantReader().getAxes(unsqueeze.getAxes(), rank)
                          : std::nullopt;
    if (!axes || axes->size() != 1 || axes->front() != last)
      return failure();
    std::optional<int64_t> axis =
        getCountingAxis(unsqueeze.getData(), from[index]);
    if (!axis || *axis + result.getRank() < next)
      return failure();
    for (; next < *axis + result.getRank(); ++next)
      inserted.push_back(next);
    expected[next++] = from[index];
  }
  for (; next < result.getRank(); ++next)
    inserted.push_back(next);
  for (auto [dim, wanted] : llvm::zip_equal(to, expected))
    if (!sym::isKnownEqual(dim, wanted))
      return failure();
  auto type = cast<RankedTensorType>(op.getData().getType());
  if (auto shape = getConstantShape(op, type, result)) {
    Value list = createInts(rewriter, op.getLoc(), shape->first);
    rewriter.replaceOpWithNewOp<ReshapeOp>(
        op, result, op.getData(), list,
        shape->second ? rewriter.getI64IntegerAttr(1) : IntegerAttr());
    return success();
  }
  Value axes = createInts(rewriter, op.getLoc(), inserted);
  rewriter.replaceOpWithNewOp<UnsqueezeOp>(op, result, op.getData(), axes);
  return success();
}

void GatherNDOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *) {
  addPattern(patterns, "gather-everything", gatherEverything);
}
