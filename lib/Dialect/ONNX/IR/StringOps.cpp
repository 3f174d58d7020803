//===- StringOps.cpp - onnx: strings --------------------------------------===//
//
// Registers the operators of StringOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/StringOps.h"

#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

void ONNXDialect::registerStringOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/StringOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/StringOps.cpp.inc"

void StringNormalizerOp::inferTypes(Adaptor op, TypeInference &types) {
  int64_t rank = types.rank(op.getX());
  if (rank != 1 && rank != 2)
    return types.fail("operand 'X' has rank " + Twine(rank) +
                      ", expected 1 or 2");
  // Stop words are removed.
  sym::DimList dims = types.dims(op.getX());
  dims.back() = {};
  types.add(dims, types.element(op.getX()));
}

void StringSplitOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList dims = types.dims(op.getX());
  dims.push_back(AffineExpr());
  types.add(dims, types.element(op.getX()));
  types.addLike(op.getX(), IntegerType::get(types.getContext(), 64));
}

void TfIdfVectorizerOp::inferTypes(Adaptor op, TypeInference &types) {
  int64_t rank = types.rank(op.getX());
  if (rank != 1 && rank != 2)
    return types.fail("operand 'X' has rank " + Twine(rank) +
                      ", expected 1 or 2");
  types.expectOneOf(op.getMode(), "mode", {"TF", "IDF", "TFIDF"});
  if (bool(op.getPoolInt64s()) == bool(op.getPoolStrings()))
    types.fail("has both or neither of attributes 'pool_int64s' and "
               "'pool_strings', expected one of them");
  int64_t last = -1;
  for (int64_t index : op.getNgramIndexes())
    last = std::max(last, index);
  sym::DimList dims = types.dims(op.getX());
  dims.back() = types.constant(last + 1);
  types.add(dims, Float32Type::get(types.getContext()));
}
