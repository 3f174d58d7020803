//===- TensorOps.cpp - onnx: shapes, types, fillings ----------------------===//
//
// Registers the operators of TensorOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"

#include "torch-onnx/Dialect/ONNX/IR/Canonicalization.h"
#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

void ONNXDialect::registerTensorOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

void ExpandOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList data = types.dims(op.getData());
  Type element = types.element(op.getData());
  auto rank = types.length(op.getShape(), "shape");
  if (auto shape = types.sizes(op.getShape()))
    return types.add(types.broadcast(data, *shape), element);
  if (!rank)
    return types.addUnranked(element);
  types.add(broadcastDims(data, SmallVector<AffineExpr>(*rank)), element);
}

void FlattenOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList data = types.dims(op.getData());
  int64_t rank = data.size(), axis = op.getAxis();
  // The axis may equal the rank.
  if (axis != rank)
    axis = rank == 0 ? types.axis(axis, 1) : types.axis(axis, rank);
  types.add({sym::product(data.take_front(axis), types.getContext()),
             sym::product(data.drop_front(axis), types.getContext())},
            types.element(op.getData()));
}

/// The size at `index` of the result of a Reshape by `entry`; null if it is
/// unknown or inferred.
static AffineExpr getReshapeDim(SizeValue entry, size_t index, bool copiesZeros,
                                sym::DimList &data, Value operand,
                                TypeInference &types) {
  auto number = sym::getConstant(entry.expr);
  if (number && *number < -1)
    types.fail("shape has " + Twine(*number) + ", expected at least -1");
  if (number && *number == -1)
    return {};
  bool inRange = index < data.size();
  if (number && *number == 0 && copiesZeros) {
    if (!inRange)
      types.fail("shape copies dimension " + Twine(index) +
                 ", but the operand has rank " + Twine(data.size()));
    return inRange ? data[index] : AffineExpr();
  }
  if (number)
    return entry.expr;
  // Otherwise the entry may be -1, or 0, which copies the dimension of the
  // operand.
  bool isSize =
      entry.nonNegative &&
      (!copiesZeros || (inRange && sym::isKnownEqual(entry.expr, data[index])));
  return isSize || types.isAtLeast(entry.expr, 1, operand) ? entry.expr
                                                           : AffineExpr();
}

void ReshapeOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList data = types.dims(op.getData());
  Type element = types.element(op.getData());
  auto rank = types.length(op.getShape(), "shape");
  auto shape = types.sizeValues(op.getShape());
  if (!shape && rank)
    return types.add(SmallVector<AffineExpr>(*rank), element);
  if (!shape)
    return types.addUnranked(element);
  AffineExpr total = sym::product(data, types.getContext());
  std::optional<size_t> inferred;
  SmallVector<AffineExpr> dims;
  for (auto [index, entry] : llvm::enumerate(*shape)) {
    if (sym::getConstant(entry.expr) == -1) {
      if (inferred)
        types.fail("shape has -1 twice, expected at most once");
      inferred = index;
    }
    dims.push_back(getReshapeDim(entry, index, !op.getAllowzero(), data,
                                 op.getShape(), types));
  }
  if (inferred) {
    dims[*inferred] = types.one();
    AffineExpr others = sym::product(dims, types.getContext());
    auto x = sym::getConstant(total), y = sym::getConstant(others);
    if (x && y && (*y == 0 ? *x != 0 : *x % *y != 0))
      types.fail("shape asks for a multiple of " + Twine(*y) +
                 " elements, but the operand has " + Twine(*x));
    // Nothing can be inferred from an empty tensor.
    dims[*inferred] =
        y && *y == 0 ? AffineExpr() : sym::floorDiv(total, others);
  } else if (llvm::count(dims, AffineExpr()) == 0) {
    AffineExpr asked = sym::product(dims, types.getContext());
    auto x = sym::getConstant(total), y = sym::getConstant(asked);
    if (x && y && *x != *y)
      types.fail("shape asks for " + Twine(*y) +
                 " elements, but the operand has " + Twine(*x));
  }
  types.add(dims, element);
}

void ShapeOp::inferTypes(Adaptor op, TypeInference &types) {
  int64_t rank = types.rank(op.getData());
  int64_t start = clampPosition(op.getStart(), rank);
  int64_t end = clampPosition(op.getEnd().value_or(rank), rank);
  types.add(types.constant(std::max<int64_t>(end - start, 0)),
            IntegerType::get(types.getContext(), 64));
}

void SizeOp::inferTypes(Adaptor op, TypeInference &types) {
  types.tensor(op.getData());
  types.add(ArrayRef<AffineExpr>(), IntegerType::get(types.getContext(), 64));
}

void SqueezeOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList data = types.dims(op.getData()), dims;
  Type element = types.element(op.getData());
  int64_t rank = data.size();
  if (!isPresent(op.getAxes())) {
    for (AffineExpr dim : data) {
      auto number = sym::getConstant(dim);
      if (!number && !types.isAtLeast(dim, 2, op.getData()))
        return types.addUnranked(element);
      if (!number || *number != 1)
        dims.push_back(dim);
    }
    return types.add(dims, element);
  }
  auto axes = types.ints(op.getAxes());
  if (!axes) {
    auto count = types.length(op.getAxes(), "axes");
    if (!count)
      return types.addUnranked(element);
    if (*count > rank)
      types.fail("has " + Twine(*count) + " axes, expected at most " +
                 Twine(rank));
    return types.add(
        SmallVector<AffineExpr>(std::max<int64_t>(rank - *count, 0)), element);
  }
  SmallVector<int64_t> normal = types.axes(*axes, rank);
  for (auto [index, dim] : llvm::enumerate(data)) {
    if (!llvm::is_contained(normal, int64_t(index))) {
      dims.push_back(dim);
      continue;
    }
    auto number = sym::getConstant(dim);
    if (number && *number != 1)
      types.fail("dimension " + Twine(index) + " is " + Twine(*number) +
                 ", expected 1 to squeeze it");
  }
  types.add(dims, element);
}

void TransposeOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList data = types.dims(op.getData()), dims;
  if (!op.getPerm()) {
    for (AffineExpr dim : llvm::reverse(data))
      dims.push_back(dim);
    return types.add(dims, types.element(op.getData()));
  }
  ArrayRef<int64_t> perm = *op.getPerm();
  if (perm.size() != data.size())
    types.fail("attribute 'perm' has " + Twine(perm.size()) +
               " axes, expected " + Twine(data.size()));
  for (int64_t axis : types.axes(perm, data.size(), "perm"))
    dims.push_back(data[axis]);
  types.add(dims, types.element(op.getData()));
}

void UnsqueezeOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList data = types.dims(op.getData()), dims;
  Type element = types.element(op.getData());
  auto axes = types.ints(op.getAxes());
  auto count = axes ? std::optional<int64_t>(axes->size())
                    : types.length(op.getAxes(), "axes");
  if (!count)
    return types.addUnranked(element);
  int64_t rank = data.size() + *count;
  if (!axes)
    return types.add(SmallVector<AffineExpr>(rank), element);
  SmallVector<int64_t> normal = types.axes(*axes, rank);
  if (types.hasFailed())
    return;
  const AffineExpr *next = data.begin();
  for (int64_t i = 0; i < rank; ++i)
    dims.push_back(llvm::is_contained(normal, i) ? types.one() : *next++);
  types.add(dims, element);
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

void ConcatOp::inferTypes(Adaptor op, TypeInference &types) {
  ValueRange inputs = op.getInputs();
  if (inputs.empty())
    return types.fail("has no operands, expected at least 1");
  sym::DimList dims = types.dims(inputs.front());
  int64_t axis = types.axis(op.getAxis(), dims.size());
  SmallVector<AffineExpr> sizes = {dims[axis]};
  for (Value input : inputs.drop_front()) {
    sym::DimList other = types.dims(input);
    if (other.size() != dims.size())
      return types.fail("has operands of rank " + Twine(dims.size()) + " and " +
                        Twine(other.size()) + ", expected one rank");
    sizes.push_back(other[axis]);
    for (auto [index, dim] : llvm::enumerate(other))
      if (int64_t(index) != axis)
        dims[index] = types.same(dims[index], dim, "dimension " + Twine(index));
  }
  dims[axis] = sym::sum(sizes, types.getContext());
  types.add(dims, types.element(inputs.front()));
}

/// `size` divided by `divisor`; fails if it is not divisible.
static AffineExpr divide(AffineExpr size, int64_t divisor, StringRef what,
                         TypeInference &types) {
  auto number = sym::getConstant(size);
  if (number && *number % divisor != 0)
    types.fail(what + " is " + Twine(*number) + ", expected a multiple of " +
               Twine(divisor));
  return sym::floorDiv(size, divisor);
}

/// The block size of an operator on [batch, channels, height, width]; 0 after a
/// failure.
static int64_t getBlock(int64_t block, Value operand, TypeInference &types) {
  if (block < 1 || block > 1 << 20)
    types.fail("attribute 'blocksize' is " + Twine(block) +
               ", expected at least 1");
  return types.expectRank(operand, 4, "data") ? block : 0;
}

void DepthToSpaceOp::inferTypes(Adaptor op, TypeInference &types) {
  types.expectOneOf(op.getMode(), "mode", {"DCR", "CRD"});
  sym::DimList data = types.dims(op.getData());
  if (int64_t block = getBlock(op.getBlocksize(), op.getData(), types))
    types.add({data[0], divide(data[1], block * block, "dimension 1", types),
               sym::mul(data[2], block), sym::mul(data[3], block)},
              types.element(op.getData()));
}

void SpaceToDepthOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList data = types.dims(op.getData());
  if (int64_t block = getBlock(op.getBlocksize(), op.getData(), types))
    types.add({data[0], sym::mul(data[1], block * block),
               divide(data[2], block, "dimension 2", types),
               divide(data[3], block, "dimension 3", types)},
              types.element(op.getData()));
}

void PadOp::inferTypes(Adaptor op, TypeInference &types) {
  types.expectOneOf(op.getMode(), "mode",
                    {"constant", "reflect", "edge", "wrap"});
  sym::DimList dims = types.dims(op.getData());
  Type element = types.element(op.getData());
  int64_t rank = dims.size();
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (isPresent(op.getAxes())) {
    auto values = types.ints(op.getAxes());
    if (!values)
      return types.add(SmallVector<AffineExpr>(rank), element);
    axes = types.axes(*values, rank);
  }
  auto length = types.length(op.getPads(), "pads");
  auto pads = types.sizes(op.getPads());
  if (length && *length != 2 * int64_t(axes.size()))
    return types.fail("has " + Twine(*length) + " pads, expected " +
                      Twine(2 * axes.size()) + " for " + Twine(axes.size()) +
                      " axes");
  for (auto [index, axis] : llvm::enumerate(axes))
    dims[axis] = pads ? sym::add(sym::add(dims[axis], (*pads)[index]),
                                 (*pads)[index + axes.size()])
                      : AffineExpr();
  for (AffineExpr dim : dims)
    if (auto number = sym::getConstant(dim); number && *number < 0)
      types.fail("pads leave a dimension of " + Twine(*number));
  types.add(dims, element);
}

/// A constant bound of a Slice; nullopt if it is symbolic.
static std::optional<int64_t>
getBound(const std::optional<SmallVector<AffineExpr>> &values, size_t index) {
  return values ? sym::getConstant((*values)[index]) : std::nullopt;
}

/// The dimension of a Slice from `start` to `end`, as far as they are known to
/// be in range.
static AffineExpr getSliceDim(AffineExpr dim, AffineExpr start, AffineExpr end,
                              std::optional<int64_t> step, Value data,
                              TypeInference &types) {
  constexpr int64_t last = std::numeric_limits<int64_t>::max();
  auto size = sym::getConstant(dim);
  auto first = sym::getConstant(start), limit = sym::getConstant(end);
  if (!dim || !start || !end || !step || *step == 0)
    return {};
  if (size && first && limit)
    return types.constant(getSliceSize(*size, *first, *limit, *step));
  // The whole dimension backwards.
  if (first && *first == -1 && limit && *limit < -last)
    return *step < 0 && *step > -last ? sym::ceilDiv(dim, -*step)
                                      : AffineExpr();
  if (*step < 0)
    return {};
  // Bounds in [0, dim], first <= limit.
  auto normalize = [&](AffineExpr bound) -> AffineExpr {
    auto number = sym::getConstant(bound);
    if (sym::isKnownEqual(bound, dim) || (number && *number == last))
      return dim;
    if (number && *number < 0)
      bound = sym::add(dim, bound);
    else if (!types.isAtLeast(sym::sub(dim, bound), 0, data))
      return {};
    return types.isAtLeast(bound, 0, data) ? bound : AffineExpr();
  };
  AffineExpr length = sym::sub(normalize(end), normalize(start));
  if (!types.isAtLeast(length, 0, data))
    // A whole dimension needs no proof that its size is not negative.
    return sym::isKnownEqual(length, dim) ? sym::ceilDiv(dim, *step)
                                          : AffineExpr();
  return sym::ceilDiv(length, *step);
}

void SliceOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList dims = types.dims(op.getData());
  Type element = types.element(op.getData());
  int64_t rank = dims.size();
  auto count = types.length(op.getStarts(), "starts");
  if (auto other = types.length(op.getEnds(), "ends");
      count && other && *count != *other)
    return types.fail("has " + Twine(*count) + " starts and " + Twine(*other) +
                      " ends, expected as many");
  auto starts = types.sizes(op.getStarts()), ends = types.sizes(op.getEnds());
  SmallVector<int64_t> axes;
  if (isPresent(op.getAxes())) {
    auto values = types.ints(op.getAxes());
    if (!values)
      return types.add(SmallVector<AffineExpr>(rank), element);
    axes = types.axes(*values, rank);
  } else if (count) {
    axes = llvm::to_vector(llvm::seq<int64_t>(0, std::min(*count, rank)));
  } else {
    axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    starts = ends = std::nullopt;
  }
  bool hasSteps = isPresent(op.getSteps());
  auto steps = hasSteps ? types.sizes(op.getSteps()) : std::nullopt;
  for (auto values : {&starts, &ends, &steps})
    if (*values && (*values)->size() != axes.size())
      return types.fail("has " + Twine((*values)->size()) +
                        " bounds or steps for " + Twine(axes.size()) +
                        " axes, expected as many");
  for (auto [index, axis] : llvm::enumerate(axes)) {
    std::optional<int64_t> step = hasSteps ? getBound(steps, index) : 1;
    if (step && *step == 0)
      types.fail("has a step of 0");
    dims[axis] = starts && ends
                     ? getSliceDim(dims[axis], (*starts)[index], (*ends)[index],
                                   step, op.getData(), types)
                     : AffineExpr();
  }
  types.add(dims, element);
}

void SplitOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList dims = types.dims(op.getInput());
  Type element = types.element(op.getInput());
  int64_t axis = types.axis(op.getAxis(), dims.size());
  AffineExpr size = dims[axis];
  SmallVector<AffineExpr> pieces;
  bool hasSplit = isPresent(op.getSplit());
  int64_t count = types.numResults.value_or(0);
  if (hasSplit)
    count = types.length(op.getSplit(), "split").value_or(count);
  else
    count = op.getNumOutputs().value_or(count);
  if (count < 1 || count > 1 << 16)
    return types.fail("has " + Twine(count) + " pieces, expected 1 to 65536");
  if (hasSplit) {
    auto split = types.sizes(op.getSplit());
    pieces = split ? *split : SmallVector<AffineExpr>(count);
    auto x = sym::getConstant(size);
    auto y = sym::getConstant(sym::sum(pieces, types.getContext()));
    if (x && y && *x != *y)
      types.fail("has pieces of " + Twine(*y) + " in all, expected " +
                 Twine(*x));
  } else {
    AffineExpr piece = sym::ceilDiv(size, count);
    pieces.assign(count, piece);
    pieces.back() = sym::sub(size, sym::mul(piece, count - 1));
    if (auto last = sym::getConstant(pieces.back()); last && *last < 0)
      types.fail("cannot split " + sym::toString(size) + " into " +
                 Twine(count) + " pieces");
  }
  for (AffineExpr piece : pieces) {
    dims[axis] = piece;
    types.add(dims, element);
  }
}

void TileOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList dims = types.dims(op.getData());
  auto count = types.length(op.getRepeats(), "repeats");
  auto repeats = types.sizes(op.getRepeats());
  if (count && *count != int64_t(dims.size()))
    return types.fail("has " + Twine(*count) + " repeats, expected " +
                      Twine(dims.size()));
  for (auto [index, dim] : llvm::enumerate(dims))
    dim = repeats ? sym::mul(dim, (*repeats)[index]) : AffineExpr();
  types.add(dims, types.element(op.getData()));
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

void CastOp::inferTypes(Adaptor op, TypeInference &types) {
  types.addLike(op.getInput(), op.getTo());
}

void BitCastOp::inferTypes(Adaptor op, TypeInference &types) {
  types.addLike(op.getInput(), op.getTo());
}

void CastLikeOp::inferTypes(Adaptor op, TypeInference &types) {
  types.addLike(op.getInput(), types.element(op.getTargetType()));
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

void ConstantOfShapeOp::inferTypes(Adaptor op, TypeInference &types) {
  Type element = Float32Type::get(types.getContext());
  if (op.getValue())
    element = op.getValue()->getElementType();
  auto rank = types.length(op.getInput(), "input");
  if (auto shape = types.sizes(op.getInput()))
    return types.add(*shape, element);
  if (rank)
    return types.add(SmallVector<AffineExpr>(*rank), element);
  types.addUnranked(element);
}

void EyeLikeOp::inferTypes(Adaptor op, TypeInference &types) {
  if (types.expectRank(op.getInput(), 2, "input"))
    types.addLike(op.getInput(),
                  op.getDtype().value_or(types.element(op.getInput())));
}

/// ceil((limit - start) / delta), as ONNX Runtime computes it.
static std::optional<int64_t> getRangeSize(double start, double limit,
                                           double delta, Type type) {
  if (delta == 0)
    return std::nullopt;
  double length =
      type.isF32() ? double(float(limit) - float(start)) : limit - start;
  double count = std::ceil(length / delta);
  if (!(count < 9007199254740992.0)) // 2^53
    return std::nullopt;
  return std::max<int64_t>(0, int64_t(count));
}

void RangeOp::inferTypes(Adaptor op, TypeInference &types) {
  Type element = types.element(op.getStart());
  types.expectSingle(op.getStart(), "start");
  types.expectSingle(op.getLimit(), "limit");
  types.expectSingle(op.getDelta(), "delta");
  AffineExpr size;
  if (isa<IntegerType>(element)) {
    AffineExpr start = types.size(op.getStart());
    AffineExpr limit = types.size(op.getLimit());
    auto delta = sym::getConstant(types.size(op.getDelta()));
    if (delta && *delta == 0)
      types.fail("has a delta of 0");
    if (delta && *delta != 0 && *delta != std::numeric_limits<int64_t>::min()) {
      AffineExpr length =
          *delta > 0 ? sym::sub(limit, start) : sym::sub(start, limit);
      auto number = sym::getConstant(length);
      if (number)
        length = types.constant(std::max<int64_t>(0, *number));
      else if (auto values = getSizeValues(op.getLimit());
               !types.isAtLeast(length, 0, op.getLimit()) &&
               !(*delta > 0 && sym::getConstant(start) == 0 && values &&
                 values->size() == 1 && values->front().nonNegative))
        length = {};
      size = sym::ceilDiv(length, std::abs(*delta));
    }
  } else {
    auto start = types.numbers(op.getStart());
    auto limit = types.numbers(op.getLimit());
    auto delta = types.numbers(op.getDelta());
    if (start && limit && delta && start->size() == 1 && limit->size() == 1 &&
        delta->size() == 1)
      if (auto count = getRangeSize(start->front(), limit->front(),
                                    delta->front(), element))
        size = types.constant(*count);
  }
  types.add(size, element);
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// Checks that the attribute `to` agrees with the type of the result.
static LogicalResult verifyTarget(Operation *op, Type target, Value output) {
  Type elementType = getElementTypeOrSelf(output.getType());
  if (target == elementType)
    return success();
  return op->emitOpError("attribute 'to' is ")
         << target << ", but the result has elements of " << elementType;
}

LogicalResult CastOp::verify() {
  return verifyTarget(*this, getTo(), getOutput());
}

LogicalResult BitCastOp::verify() {
  return verifyTarget(*this, getTo(), getOutput());
}
