//===- RandomOps.cpp - onnx: random numbers -------------------------------===//
//
// Registers the operators of RandomOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/RandomOps.h"

#include "torch-onnx/Dialect/ONNX/IR/Canonicalization.h"
#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

void ONNXDialect::registerRandomOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/RandomOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/RandomOps.cpp.inc"

void BernoulliOp::inferTypes(Adaptor op, TypeInference &types) {
  types.addLike(op.getInput(),
                op.getDtype().value_or(types.element(op.getInput())));
}

void DropoutOp::inferTypes(Adaptor op, TypeInference &types) {
  types.addSame(op.getData());
  types.addLike(op.getData(), IntegerType::get(types.getContext(), 1));
}

void MultinomialOp::inferTypes(Adaptor op, TypeInference &types) {
  if (!types.expectRank(op.getInput(), 2, "input"))
    return;
  types.add({types.dims(op.getInput())[0], types.constant(op.getSampleSize())},
            op.getDtype().value_or(IntegerType::get(types.getContext(), 32)));
}

/// Adds a tensor type whose shape is given by an attribute.
static void addShape(ArrayRef<int64_t> shape, std::optional<Type> element,
                     TypeInference &types) {
  SmallVector<AffineExpr> dims;
  for (int64_t size : shape) {
    if (size < 0)
      types.fail("attribute 'shape' has " + Twine(size) +
                 ", expected at least 0");
    dims.push_back(types.constant(size));
  }
  types.add(dims, element.value_or(Float32Type::get(types.getContext())));
}

void RandomNormalOp::inferTypes(Adaptor op, TypeInference &types) {
  addShape(op.getShape(), op.getDtype(), types);
}

void RandomNormalLikeOp::inferTypes(Adaptor op, TypeInference &types) {
  types.addLike(op.getInput(),
                op.getDtype().value_or(types.element(op.getInput())));
}

void RandomUniformOp::inferTypes(Adaptor op, TypeInference &types) {
  addShape(op.getShape(), op.getDtype(), types);
}

void RandomUniformLikeOp::inferTypes(Adaptor op, TypeInference &types) {
  types.addLike(op.getInput(),
                op.getDtype().value_or(types.element(op.getInput())));
}

/// Not a fold, because a fold would also have to produce the mask.
static LogicalResult removeDropout(DropoutOp op, PatternRewriter &rewriter) {
  Value data = getIdentity(op, ConstantReader());
  return data ? replaceFirst(rewriter, op, data) : failure();
}

void DropoutOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *) {
  addPattern(patterns, "remove-dropout", removeDropout);
}
