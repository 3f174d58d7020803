//===- IndexOps.cpp - onnx: selection and placement -----------------------===//
//
// Registers the operators of IndexOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"

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
