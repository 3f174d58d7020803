//===- Index.cpp - Evaluates reads and writes at indices ------------------===//
//
// See Evaluation.h. Operators of IndexOps.td.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Arithmetic/Indexing.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"

#include "llvm/ADT/StringSwitch.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

static Outcome evaluateGather(GatherOp op, Evaluation &e) {
  const Tensor &x = e[op.getData()];
  auto axis = getAxis(op.getAxis(), x.getRank());
  return axis ? arithmetic::gather(x, e[op.getIndices()], *axis) : std::nullopt;
}

static Outcome evaluateGatherElements(GatherElementsOp op, Evaluation &e) {
  const Tensor &x = e[op.getData()];
  auto axis = getAxis(op.getAxis(), x.getRank());
  return axis ? arithmetic::gatherElements(x, e[op.getIndices()], *axis)
              : std::nullopt;
}

static arithmetic::Update getUpdate(StringRef reduction) {
  return llvm::StringSwitch<arithmetic::Update>(reduction)
      .Case("add", BinaryOp::Add)
      .Case("mul", BinaryOp::Mul)
      .Case("max", BinaryOp::Max)
      .Case("min", BinaryOp::Min)
      .Default(std::nullopt);
}

static Outcome evaluateScatterElements(ScatterElementsOp op, Evaluation &e) {
  const Tensor &x = e[op.getData()];
  auto axis = getAxis(op.getAxis(), x.getRank());
  if (!axis)
    return std::nullopt;
  return arithmetic::scatterElements(x, e[op.getIndices()], e[op.getUpdates()],
                                     *axis, getUpdate(op.getReduction()),
                                     e.defined());
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

static Outcome evaluateCompress(CompressOp op, Evaluation &e) {
  Tensor x = e[op.getInput()];
  if (!op.getAxis())
    x = std::move(x).reshaped({x.getNumElements()});
  auto axis = getAxis(op.getAxis().value_or(0), x.getRank());
  SmallVector<int64_t> places;
  for (auto [place, condition] :
       llvm::enumerate(e[op.getCondition()].getBytes()))
    if (condition)
      places.push_back(place);
  return axis ? arithmetic::take(x, *axis, places) : std::nullopt;
}

/// `values` is [off, on].
static Outcome evaluateOneHot(OneHotOp op, Evaluation &e) {
  Tensor indices = e.reals(op.getIndices());
  const Tensor &values = e[op.getValues()];
  int64_t depth = static_cast<int64_t>(e.number(op.getDepth()));
  auto axis = getAxis(op.getAxis(), indices.getRank() + 1);
  SmallVector<int64_t> shape(indices.getShape());
  if (!axis || depth < 0 || values.getNumElements() != 2)
    return std::nullopt;
  shape.insert(shape.begin() + *axis, depth);
  auto type =
      RankedTensorType::get(shape, IntegerType::get(e.getContext(), 64));
  if (!arithmetic::getMemorySize(type))
    return std::nullopt;
  Tensor picks(type);
  arithmetic::AxisSizes sizes = arithmetic::getAxisSizes(shape, *axis);
  for (auto [flat, index] : llvm::enumerate(indices.reals())) {
    int64_t at = static_cast<int64_t>(index), place = flat;
    at = at < 0 ? at + depth : at;
    if (at >= 0 && at < depth)
      picks.set<int64_t>((place / sizes.inner * depth + at) * sizes.inner +
                             place % sizes.inner,
                         1);
  }
  return arithmetic::gather(values, picks, 0);
}

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

static Outcome evaluateTopK(TopKOp op, Evaluation &e) {
  const Tensor &x = e[op.getX()];
  auto axis = getAxis(op.getAxis(), x.getRank());
  if (!axis)
    return std::nullopt;
  std::optional<Tensor> places =
      arithmetic::argSort(x, *axis, e.integer(op.getK()), op.getLargest() != 0);
  if (!places)
    return std::nullopt;
  std::optional<Tensor> values = arithmetic::gatherElements(x, *places, *axis);
  return SmallVector<RuntimeValue>{std::move(*values), std::move(*places)};
}

static Outcome evaluateUnique(UniqueOp op, Evaluation &e) {
  Tensor x = e[op.getX()];
  if (!op.getAxis())
    x = std::move(x).reshaped({x.getNumElements()});
  auto axis = getAxis(op.getAxis().value_or(0), x.getRank());
  if (!axis)
    return std::nullopt;
  SmallVector<int64_t> swapped = getRange(0, x.getRank());
  std::swap(swapped[0], swapped[*axis]);
  auto unique = arithmetic::findUnique(
      arithmetic::transpose(x, swapped), op.getSorted() != 0,
      [](const void *a, const void *b) {
        return StringAttr::getFromOpaquePointer(a).getValue() <
               StringAttr::getFromOpaquePointer(b).getValue();
      });
  if (!unique)
    return std::nullopt;
  MLIRContext *ctx = e.getContext();
  return SmallVector<RuntimeValue>{
      *arithmetic::take(x, *axis, unique->first), makeInts(unique->first, ctx),
      makeInts(unique->inverse, ctx), makeInts(unique->counts, ctx)};
}

//===----------------------------------------------------------------------===//
// Sums and products of prefixes
//===----------------------------------------------------------------------===//

template <typename OpT>
static void addCumulative(Evaluators &rows, BinaryOp function) {
  rows.add<OpT>(
      [function](OpT op, Evaluation &e) -> Outcome {
        std::optional<Tensor> x = e[op.getX()];
        auto axis = getAxis(e.integer(op.getAxis()), x->getRank());
        if (!axis)
          return std::nullopt;
        int64_t size = x->getShape()[*axis];
        auto backwards =
            llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, size)));
        if (op.getReverse() != 0)
          x = arithmetic::take(*x, *axis, backwards);
        if (op.getExclusive() != 0 && size != 0) {
          // All elements but the last, after a 0 or a 1.
          auto neutral =
              Tensor::fill(RankedTensorType::get({}, x->getElementType()),
                           static_cast<int64_t>(function == BinaryOp::Mul));
          x = arithmetic::take(*x, *axis, getRange(-1, size - 1), &*neutral);
        }
        x = arithmetic::cumulativeSum(*x, *axis, function);
        return x && op.getReverse() != 0
                   ? arithmetic::take(*x, *axis, backwards)
                   : x;
      },
      [](Operation *op) {
        return isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType()))
                   ? Agreement::Rounding
                   : Agreement::Bits;
      });
}

void evaluate::populateIndex(Evaluators &rows) {
  rows.add<GatherOp>(evaluateGather, agreeOnBits);
  rows.add<GatherElementsOp>(evaluateGatherElements, agreeOnBits);
  rows.add<GatherNDOp>(
      [](GatherNDOp op, Evaluation &e) -> Outcome {
        return arithmetic::gatherND(e[op.getData()], e[op.getIndices()],
                                    op.getBatchDims());
      },
      agreeOnBits);
  rows.add<ScatterElementsOp>(evaluateScatterElements);
  rows.add<ScatterNDOp>([](ScatterNDOp op, Evaluation &e) -> Outcome {
    return arithmetic::scatterND(e[op.getData()], e[op.getIndices()],
                                 e[op.getUpdates()],
                                 getUpdate(op.getReduction()), e.defined());
  });
  rows.add<CompressOp>(evaluateCompress);
  rows.add<NonZeroOp>([](NonZeroOp op, Evaluation &e) -> Outcome {
    return arithmetic::nonZero(e[op.getX()]);
  });
  rows.add<OneHotOp>(evaluateOneHot);
  rows.add<TopKOp>(evaluateTopK);
  rows.add<UniqueOp>(evaluateUnique);
  addCumulative<CumProdOp>(rows, BinaryOp::Mul);
  addCumulative<CumSumOp>(rows, BinaryOp::Add);
}
