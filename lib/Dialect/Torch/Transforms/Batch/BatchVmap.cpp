//===- BatchVmap.cpp - Batching of vmap loops -----------------------------===//
//
// See Passes.td. Loops are processed from the innermost outwards, because the
// replacement of an inner loop is part of the outer body. The new operations
// are kept only if the whole body could be built.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"

#include "BatchRules.h"
#include "StructureVmap.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"
#include "torch-onnx/Transforms/BuildOrder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace torch_onnx::torch {
#define GEN_PASS_DEF_BATCHVMAP
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h.inc"
} // namespace torch_onnx::torch

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// The number of operations without a rule that may become loops.
static constexpr unsigned maxLoops = 1;

namespace {
/// One vmap and the operations that replace it.
class Batching : BuiltOperations {
public:
  Batching(ScanOp scan, const sym::Ranges &ranges)
      : scan(scan), ranges(ranges), builder(scan) {
    builder.setListener(this);
  }

  /// Replaces the loop, or leaves it unchanged.
  void run();

private:
  bool build();
  bool build(Operation &op);
  bool buildByRule(OperatorOp op);
  bool buildSize(OperatorOp op);
  bool buildLoop(Operation &op);
  bool isBatched(Operation &op, llvm::SetVector<Value> &operands);
  bool finish(OpResult result, Value value);
  RankedTensorType withBatch(Type type);
  void takeBack(size_t count);

  ScanOp scan;
  const sym::Ranges &ranges;
  OpBuilder builder;
  BatchValues values;
  /// Recreated after operations that it may refer to are erased.
  std::optional<NumberExprs> numbers;
  SmallVector<Value> results;
  unsigned loops = 0;
};

struct BatchVmapPass : torch::impl::BatchVmapBase<BatchVmapPass> {
  void runOnOperation() override {
    SmallVector<ScanOp> scans;
    getOperation()->walk([&](ScanOp scan) {
      if (scan->hasAttr(vmapAttrName) && scan.getInits().empty())
        scans.push_back(scan);
    });
    if (scans.empty())
      return;
    sym::Ranges ranges = sym::readRanges(getOperation());
    for (ScanOp scan : scans)
      Batching(scan, ranges).run();
  }
};
} // namespace

/// The type of an element with the batch as an additional first dimension.
RankedTensorType Batching::withBatch(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<AffineExpr> dims = sym::getDims(tensor);
  dims.insert(dims.begin(), values.size);
  return sym::getTensorType(dims, tensor.getElementType());
}

void Batching::takeBack(size_t count) {
  BuiltOperations::takeBack(count);
  numbers.emplace(ranges);
}

/// Whether `op`, or an operation in its regions, uses a value with the batch.
/// Collects these values.
bool Batching::isBatched(Operation &op, llvm::SetVector<Value> &operands) {
  op.walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (values.batched.contains(operand))
        operands.insert(operand);
  });
  return !operands.empty();
}

/// Records the replacement of a result if it has the declared type.
bool Batching::finish(OpResult result, Value value) {
  auto type = dyn_cast<RankedTensorType>(result.getType());
  if (!type || !value) {
    if (!result.use_empty())
      return false;
    return true;
  }
  if (!refineType(value, meetTypes(withBatch(type), value.getType(), ranges)))
    return false;
  values.batched[result] = value;
  return true;
}

/// Sizes are the same for all elements.
bool Batching::buildSize(OperatorOp op) {
  BatchBuilder b(builder, op, *numbers, values);
  auto type = dyn_cast<RankedTensorType>(op.getInputs().front().getType());
  if (!type)
    return false;
  Value number;
  if (op.getTarget() == "aten.sym_size.int") {
    int64_t axis = b.getAxis("dim", type.getRank());
    number = b.call("aten.sym_size.int", {b.get("self"), axis});
  } else {
    number = b.getSizeValue(sym::product(sym::getDims(type), op.getContext()));
  }
  if (b.isRefused())
    return false;
  values.plain.map(op->getResult(0), number);
  return true;
}

bool Batching::buildByRule(OperatorOp op) {
  const BatchFn *rule = findBatchRule(op.getSchema());
  if (!rule || op->getNumRegions() != 0)
    return false;
  size_t first = created.size();
  BatchBuilder b(builder, op, *numbers, values);
  SmallVector<Value> built = (*rule)(b);
  bool isBuilt = !b.isRefused() && built.size() == op->getNumResults();
  if (isBuilt)
    for (auto [result, value] : llvm::zip_equal(op->getResults(), built))
      isBuilt &= finish(result, value);
  if (!isBuilt) {
    for (Value result : op->getResults())
      values.batched.erase(result);
    takeBack(first);
    return false;
  }
  // C++ evaluates arguments in any order.
  sortBuilt(MutableArrayRef(created).drop_front(first), built);
  return true;
}

/// Builds a loop over the elements whose body is `op` alone.
bool Batching::buildLoop(Operation &op) {
  if (++loops > maxLoops ||
      !llvm::all_of(op.getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return false;
  llvm::SetVector<Value> operands;
  isBatched(op, operands);
  SmallVector<Value> xs;
  for (Value operand : operands)
    xs.push_back(values.batched.lookup(operand));
  SmallVector<Type> types;
  for (Type type : op.getResultTypes())
    types.push_back(withBatch(type));
  auto loop =
      ScanOp::create(builder, op.getLoc(), types, /*inits=*/ValueRange(), xs);
  Block &block = loop.getBody().emplaceBlock();
  IRMapping mapping = values.plain;
  for (Value operand : operands)
    mapping.map(operand, block.addArgument(operand.getType(), op.getLoc()));
  // Without the listener, because these operations are part of the loop.
  OpBuilder inner(op.getContext());
  inner.setInsertionPointToEnd(&block);
  Operation *copy = inner.clone(op, mapping);
  YieldOp::create(inner, op.getLoc(), copy->getResults());
  for (auto [result, value] :
       llvm::zip_equal(op.getResults(), loop.getResults()))
    values.batched[result] = value;
  return true;
}

bool Batching::build(Operation &op) {
  auto call = dyn_cast<OperatorOp>(op);
  llvm::SetVector<Value> operands;
  if (!isBatched(op, operands)) {
    // Random numbers differ for each element; the effects of other operators
    // are unknown.
    const Schema *schema = call ? call.getSchema() : nullptr;
    if (!isMemoryEffectFree(&op) || (schema && schema->isRandom()))
      return false;
    builder.clone(op, values.plain);
    return true;
  }
  if (call && (call.getTarget() == "aten.sym_size.int" ||
               call.getTarget() == "aten.sym_numel.default"))
    return buildSize(call);
  return (call && buildByRule(call)) || buildLoop(op);
}

bool Batching::build() {
  values.source = scan.getXs().front();
  values.size =
      sym::getDims(cast<RankedTensorType>(values.source.getType())).front();
  Block &body = scan.getBody().front();
  for (auto [argument, x] : llvm::zip_equal(body.getArguments(), scan.getXs()))
    values.batched[argument] = x;
  for (Operation &op : body.without_terminator())
    if (!build(op))
      return false;
  TorchBuilder b(builder, scan.getLoc(), *numbers);
  b.useSizesOf(values.source);
  for (auto [value, result] : llvm::zip_equal(
           body.getTerminator()->getOperands(), scan.getResults())) {
    Value batched = values.batched.lookup(value);
    if (!batched)
      batched = repeatForBatch(b, values, values.plain.lookupOrDefault(value));
    if (b.isRefused() ||
        !refineType(batched,
                    meetTypes(result.getType(), batched.getType(), ranges)))
      return false;
    results.push_back(batched);
  }
  return true;
}

void Batching::run() {
  numbers.emplace(ranges);
  if (!build())
    return takeBack(0);
  Block *block = scan->getBlock();
  scan->replaceAllUsesWith(results);
  scan->erase();
  // Operations that were only used for a type or a size.
  eraseIf([&](Operation *made) {
    return made->getBlock() == block && isOpTriviallyDead(made);
  });
}
