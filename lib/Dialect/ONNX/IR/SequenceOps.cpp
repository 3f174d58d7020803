//===- SequenceOps.cpp - onnx: sequences and optionals --------------------===//
//
// Registers the operators of SequenceOps.td and holds their hand-written
// methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/SequenceOps.h"

#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

void ONNXDialect::registerSequenceOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/SequenceOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/SequenceOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

void ConcatFromSequenceOp::inferTypes(Adaptor op, TypeInference &types) {
  auto tensor =
      dyn_cast<TensorType>(types.sequenceElement(op.getInputSequence()));
  if (!tensor)
    return types.fail("has a sequence of sequences or optionals, expected a "
                      "sequence of tensors");
  Type element = tensor.getElementType();
  auto ranked = dyn_cast<RankedTensorType>(tensor);
  if (!ranked)
    return types.addUnranked(element);
  sym::DimList dims(sym::getDims(ranked), &types);
  bool isNew = op.getNewAxis();
  int64_t axis = types.axis(op.getAxis(), dims.size() + isNew);
  if (isNew)
    dims.insert(dims.begin() + axis, AffineExpr());
  else
    dims[axis] = {};
  types.add(dims, element);
}

void SequenceAtOp::inferTypes(Adaptor op, TypeInference &types) {
  types.expectSingle(op.getPosition(), "position");
  types.add(types.sequenceElement(op.getInputSequence()));
}

void SequenceConstructOp::inferTypes(Adaptor op, TypeInference &types) {
  if (op.getInputs().empty())
    return types.fail("has no operands, expected at least 1");
  Type joined = op.getInputs().front().getType();
  for (Value input : op.getInputs().drop_front()) {
    joined = joinTypes(joined, input.getType());
    if (!joined)
      return types.fail("has operands of different types, expected one");
  }
  types.addSequence(joined);
}

void SequenceEmptyOp::inferTypes(Adaptor op, TypeInference &types) {
  types.add(SequenceType::get(UnrankedTensorType::get(
      op.getDtype().value_or(Float32Type::get(types.getContext())))));
}

void SequenceEraseOp::inferTypes(Adaptor op, TypeInference &types) {
  if (isPresent(op.getPosition()))
    types.expectSingle(op.getPosition(), "position");
  types.addSame(op.getInputSequence());
}

void SequenceInsertOp::inferTypes(Adaptor op, TypeInference &types) {
  if (isPresent(op.getPosition()))
    types.expectSingle(op.getPosition(), "position");
  Type joined = joinTypes(types.sequenceElement(op.getInputSequence()),
                          op.getTensor().getType());
  if (!joined)
    return types.fail("has elements of different types, expected one type");
  types.addSequence(joined);
}

void SequenceLengthOp::inferTypes(Adaptor op, TypeInference &types) {
  types.sequenceElement(op.getInputSequence());
  types.add(ArrayRef<AffineExpr>(), IntegerType::get(types.getContext(), 64));
}

void SplitToSequenceOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList dims = types.dims(op.getInput());
  int64_t axis = types.axis(op.getAxis(), dims.size());
  if (!isPresent(op.getSplit())) {
    if (op.getKeepdims())
      dims[axis] = types.one();
    else
      dims.erase(dims.begin() + axis);
  } else {
    if (types.rank(op.getSplit()) != 0)
      types.length(op.getSplit(), "split");
    // Equal pieces have one size.
    auto split = types.sizes(op.getSplit());
    AffineExpr piece;
    if (split && types.rank(op.getSplit()) == 0) {
      auto size = sym::getConstant(dims[axis]);
      auto number = sym::getConstant(split->front());
      if (size && number && *number > 0 && *size % *number == 0)
        piece = split->front();
    } else if (split && llvm::all_equal(*split) && !split->empty()) {
      piece = split->front();
    }
    dims[axis] = piece;
  }
  types.add(SequenceType::get(
      sym::getTensorType(dims, types.element(op.getInput()))));
}

//===----------------------------------------------------------------------===//
// Optionals
//===----------------------------------------------------------------------===//

void OptionalOp::inferTypes(Adaptor op, TypeInference &types) {
  Type held = isPresent(op.getInput()) ? op.getInput().getType()
                                       : op.getType().value_or(Type());
  if (!held)
    return types.fail(
        "has neither an operand nor attribute 'type', expected one");
  if (!isa<TensorType, SequenceType>(held))
    return types.fail("attribute 'type' is '" + debugString(held) +
                      "', expected a tensor or a sequence");
  types.add(OptionalType::get(held));
}

void OptionalGetElementOp::inferTypes(Adaptor op, TypeInference &types) {
  Type type = op.getInput().getType();
  if (auto optional = dyn_cast<OptionalType>(type))
    type = optional.getElementType();
  types.add(type);
}

void OptionalHasElementOp::inferTypes(Adaptor op, TypeInference &types) {
  types.add(ArrayRef<AffineExpr>(), IntegerType::get(types.getContext(), 1));
}
