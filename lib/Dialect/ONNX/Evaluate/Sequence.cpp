//===- Sequence.cpp - Evaluates sequences and optionals ------------------===//
//
// See Evaluation.h. Operators of SequenceOps.td.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Dialect/ONNX/IR/SequenceOps.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

using Sequence = RuntimeValue::Sequence;

/// A position in a sequence of `size` elements; negative ones count from the
/// end.
static std::optional<size_t> getPlace(int64_t place, size_t size) {
  place = place < 0 ? place + static_cast<int64_t>(size) : place;
  return place >= 0 && place < static_cast<int64_t>(size)
             ? std::optional<size_t>(place)
             : std::nullopt;
}

static Outcome evaluateConcatFromSequence(ConcatFromSequenceOp op,
                                          Evaluation &e) {
  SmallVector<Tensor> parts;
  for (const RuntimeValue &part : e.sequence(op.getInputSequence()))
    parts.push_back(*part.getTensor());
  if (parts.empty())
    return Outcome::fail("has an empty sequence");
  bool isNew = op.getNewAxis() != 0;
  auto axis = getAxis(op.getAxis(), parts[0].getRank() + isNew);
  if (!axis)
    return std::nullopt;
  SmallVector<const Tensor *> pointers;
  for (Tensor &part : parts) {
    SmallVector<int64_t> shape(part.getShape());
    if (isNew)
      shape.insert(shape.begin() + std::min<int64_t>(*axis, shape.size()), 1);
    part = std::move(part).reshaped(shape);
    pointers.push_back(&part);
  }
  return arithmetic::concat(pointers, *axis);
}

static Outcome evaluateSequenceAt(SequenceAtOp op, Evaluation &e) {
  const Sequence &sequence = e.sequence(op.getInputSequence());
  auto place = getPlace(e.integer(op.getPosition()), sequence.size());
  return place ? Outcome(sequence[*place]) : Outcome(std::nullopt);
}

static Outcome evaluateSequenceErase(SequenceEraseOp op, Evaluation &e) {
  Sequence sequence = e.sequence(op.getInputSequence());
  auto place = getPlace(e.integer(op.getPosition(), -1), sequence.size());
  if (!place)
    return std::nullopt;
  sequence.erase(sequence.begin() + *place);
  return RuntimeValue(std::move(sequence));
}

/// The end is a valid position.
static Outcome evaluateSequenceInsert(SequenceInsertOp op, Evaluation &e) {
  Sequence sequence = e.sequence(op.getInputSequence());
  int64_t size = sequence.size(), place = e.integer(op.getPosition(), size);
  place = place < 0 ? place + size : place;
  if (place < 0 || place > size)
    return std::nullopt;
  sequence.insert(sequence.begin() + place, e.value(op.getTensor()));
  return RuntimeValue(std::move(sequence));
}

/// `split` is one length for all pieces except the last, or all lengths.
/// Without it, each slice is a piece.
static Outcome evaluateSplitToSequence(SplitToSequenceOp op, Evaluation &e) {
  const Tensor &x = e[op.getInput()];
  auto axis = getAxis(op.getAxis(), x.getRank());
  if (!axis)
    return std::nullopt;
  int64_t size = x.getShape()[*axis], start = 0;
  const Tensor *split = e.find(op.getSplit());
  SmallVector<int64_t> lengths;
  if (split && split->getRank() == 1) {
    lengths = e.ints(op.getSplit());
  } else {
    int64_t length = e.integer(op.getSplit(), 1);
    if (length < 1)
      return std::nullopt;
    for (int64_t at = 0; at < size; at += length)
      lengths.push_back(std::min(length, size - at));
  }
  Sequence pieces;
  for (int64_t length : lengths) {
    if (length < 0 || length > size - start)
      return std::nullopt;
    Tensor piece = *arithmetic::take(x, *axis, getRange(start, start + length));
    SmallVector<int64_t> shape(piece.getShape());
    if (!split && op.getKeepdims() == 0)
      shape.erase(shape.begin() + *axis);
    pieces.push_back(std::move(piece).reshaped(shape));
    start += length;
  }
  return RuntimeValue(std::move(pieces));
}

void evaluate::populateSequence(Evaluators &rows) {
  rows.add<ConcatFromSequenceOp>(evaluateConcatFromSequence);
  rows.add<SequenceAtOp>(evaluateSequenceAt);
  rows.add<SequenceConstructOp>(
      [](SequenceConstructOp op, Evaluation &e) -> Outcome {
        Sequence sequence;
        for (Value input : op.getInputs())
          sequence.push_back(e.value(input));
        return RuntimeValue(std::move(sequence));
      });
  rows.add<SequenceEmptyOp>([](SequenceEmptyOp, Evaluation &) -> Outcome {
    return RuntimeValue(Sequence());
  });
  rows.add<SequenceEraseOp>(evaluateSequenceErase);
  rows.add<SequenceInsertOp>(evaluateSequenceInsert);
  rows.add<SequenceLengthOp>([](SequenceLengthOp op, Evaluation &e) -> Outcome {
    return makeInts(e.sequence(op.getInputSequence()).size(), e.getContext())
        .reshaped({});
  });
  rows.add<SplitToSequenceOp>(evaluateSplitToSequence);

  rows.add<OptionalOp>([](OptionalOp op, Evaluation &e) -> Outcome {
    return e.value(op.getInput());
  });
  rows.add<OptionalGetElementOp>(
      [](OptionalGetElementOp op, Evaluation &e) -> Outcome {
        const RuntimeValue &value = e.value(op.getInput());
        return value.isNothing() ? Outcome::fail("has an empty optional")
                                 : Outcome(value);
      });
  rows.add<OptionalHasElementOp>(
      [](OptionalHasElementOp op, Evaluation &e) -> Outcome {
        Tensor result({}, e.elementType());
        result.getMutableBytes()[0] = !e.value(op.getInput()).isNothing();
        return result;
      });
}
