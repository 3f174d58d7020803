//===- StructureVmap.cpp - torch.vmap as a loop over slices ---------------===//
//
// torch.export records vmap as calls; between them, values do not have the
// mapped dimension:
//
//   _vmap_increment_nesting(9, "error")
//   %a = _add_batch_dim(%xs, 0, 1)       : (tensor<9x4xf32>) -> tensor<4xf32>
//   ...                                  on one element of the batch
//   %ys = _remove_batch_dim(%b, 1, 9, 0) : (tensor<4xf32>) -> tensor<9x4xf32>
//   _vmap_decrement_nesting()
//
// In branches and bodies of loops, torch.export removes the first and the last
// call, because their results are unused. There the levels tell where a vmap
// begins and ends.
//
// Operations that depend on a mapped value become the body of a torch.scan
// without loop-carried values; all others are hoisted. A vmap that cannot be
// outlined stays, and its calls are reported as operators without a lowering.
//
//===----------------------------------------------------------------------===//

#include "StructureVmap.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

static constexpr StringLiteral nameSpace = "torch._functorch.predispatch.";

/// The name of a call of vmap; empty for other operations.
static StringRef getVmapCall(Operation &op) {
  auto call = dyn_cast<OperatorOp>(op);
  StringRef name = call ? call.getTarget() : StringRef();
  return name.consume_front(nameSpace) ? name : StringRef();
}

static std::optional<int64_t> getInt(OperatorOp op, unsigned index) {
  if (index < op.getArgs().size())
    if (auto literal = dyn_cast<IntegerAttr>(op.getArgs()[index]))
      return literal.getInt();
  return std::nullopt;
}

/// Whether an operator draws random numbers: a random operator by its schema,
/// unless its arguments disable that.
static bool drawsNumbers(OperatorOp op) {
  const Schema *schema = op.getSchema();
  if (!schema || !schema->isRandom())
    return false;
  Arguments args(op);
  if (std::optional<double> p = args.getFloat("dropout_p"))
    return *p != 0;
  if (schema->findArg("train"))
    return args.getBool("train").value_or(true);
  return true;
}

/// Whether an operator writes to a tensor. `detach_` only affects gradients.
static bool writes(OperatorOp op) {
  const Schema *schema = op.getSchema();
  return schema && schema->isMutable() &&
         op.getTarget() != "aten.detach_.default";
}

namespace {
/// One call of vmap: the operations from its first to its last one.
class Vmap {
public:
  Vmap(OperatorOp begin, OperatorOp end) : begin(begin), end(end) {}

  /// Replaces the call by a torch.scan; false if nothing was changed.
  bool run();

private:
  bool analyze();
  bool analyze(OperatorOp op, StringRef name);
  bool usesMapped(Operation &op);
  Value moveDim(OpBuilder &b, Value x, int64_t from, int64_t to);

  OperatorOp begin, end;
  std::optional<int64_t> level;
  /// `_add_batch_dim`, `_remove_batch_dim`, and the operations between them
  /// that depend on the former.
  SmallVector<OperatorOp> inputs, outputs;
  SmallVector<Operation *> body;
  llvm::DenseSet<Value> mapped;
};
} // namespace

/// Whether `op`, or an operation in its regions, uses a mapped value.
bool Vmap::usesMapped(Operation &op) {
  return op
      .walk([&](Operation *inner) {
        bool uses = llvm::any_of(inner->getOperands(), [&](Value operand) {
          return mapped.contains(operand);
        });
        return uses ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool Vmap::analyze(OperatorOp op, StringRef name) {
  if (op.getInputs().empty() || op->getNumResults() != 1)
    return false;
  auto operand = dyn_cast<RankedTensorType>(op.getInputs().front().getType());
  auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  bool isInput = name == "_add_batch_dim";
  std::optional<int64_t> itsLevel = getInt(op, isInput ? 2 : 1);
  std::optional<int64_t> dim = getInt(op, isInput ? 1 : 3);
  if (!operand || !result || !dim || !itsLevel ||
      level.value_or(*itsLevel) != *itsLevel)
    return false;
  level = itsLevel;
  int64_t rank = isInput ? operand.getRank() : result.getRank();
  if (*dim < -rank || *dim >= rank || !isa<OperandAttr>(op.getArgs()[0]))
    return false;
  if (isInput) {
    inputs.push_back(op);
    mapped.insert(op->getResult(0));
    return true;
  }
  // If the result does not have the mapped dimension, PyTorch adds it only in
  // front; elsewhere it broadcasts along an existing dimension.
  bool isFront = *dim == 0 || *dim == -rank;
  if (!isFront && !mapped.contains(op.getInputs().front()))
    return false;
  outputs.push_back(op);
  // The results are only available after the loop.
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    Operation *ancestor = end->getBlock()->findAncestorOpInBlock(*user);
    return ancestor && end->isBeforeInBlock(ancestor);
  });
}

bool Vmap::analyze() {
  StringRef randomness;
  if (begin.getArgs().size() > 1)
    if (auto text = dyn_cast<StringAttr>(begin.getArgs()[1]))
      randomness = text.getValue();
  for (Operation &op :
       llvm::make_range(std::next(begin->getIterator()), end->getIterator())) {
    StringRef name = getVmapCall(op);
    if (name == "_add_batch_dim" || name == "_remove_batch_dim") {
      if (!analyze(cast<OperatorOp>(op), name))
        return false;
      continue;
    }
    auto call = dyn_cast<OperatorOp>(op);
    bool isRandom = call && drawsNumbers(call);
    bool isMapped = usesMapped(op);
    // Random numbers that are the same for all elements cannot be expressed by
    // a loop.
    if (isRandom && (isMapped || randomness != "same") &&
        randomness != "different")
      return false;
    if (isMapped || (isRandom && randomness == "different")) {
      body.push_back(&op);
      mapped.insert_range(op.getResults());
    } else if (call && writes(call)) {
      // It would be reordered with respect to the reads in the body.
      return false;
    }
  }
  return !inputs.empty() && !outputs.empty();
}

/// Moves one dimension of `x`.
Value Vmap::moveDim(OpBuilder &b, Value x, int64_t from, int64_t to) {
  auto type = cast<RankedTensorType>(x.getType());
  SmallVector<AffineExpr> dims = sym::getDims(type);
  from = from < 0 ? from + type.getRank() : from;
  to = to < 0 ? to + type.getRank() : to;
  if (from == to)
    return x;
  AffineExpr moved = dims[from];
  dims.erase(dims.begin() + from);
  dims.insert(dims.begin() + to, moved);
  return buildOperator(b, begin.getLoc(), "aten.movedim.int",
                       sym::getTensorType(dims, type.getElementType()),
                       {{"self", x},
                        {"source", Attribute(b.getI64IntegerAttr(from))},
                        {"destination", Attribute(b.getI64IntegerAttr(to))}})
      ->getResult(0);
}

bool Vmap::run() {
  if (!analyze())
    return false;
  OpBuilder b(end);
  SmallVector<Value> xs;
  for (OperatorOp input : inputs)
    xs.push_back(moveDim(b, input.getInputs().front(), *getInt(input, 1), 0));
  SmallVector<Type> stacked;
  SmallVector<Value> yielded;
  for (OperatorOp output : outputs) {
    auto type = cast<RankedTensorType>(output->getResult(0).getType());
    SmallVector<AffineExpr> dims = sym::getDims(type);
    int64_t dim = *getInt(output, 3);
    dim = dim < 0 ? dim + type.getRank() : dim;
    std::rotate(dims.begin(), dims.begin() + dim, dims.begin() + dim + 1);
    stacked.push_back(sym::getTensorType(dims, type.getElementType()));
    yielded.push_back(output.getInputs().front());
  }
  auto scan =
      ScanOp::create(b, begin.getLoc(), stacked, /*inits=*/ValueRange(), xs);
  scan->setAttr(vmapAttrName, b.getUnitAttr());
  Block &block = scan.getBody().emplaceBlock();
  for (OperatorOp input : inputs) {
    Value result = input->getResult(0);
    result.replaceAllUsesWith(
        block.addArgument(result.getType(), input.getLoc()));
  }
  // The block arguments also replaced the values to be yielded.
  for (auto [value, output] : llvm::zip_equal(yielded, outputs))
    value = output.getInputs().front();
  for (Operation *op : body)
    op->moveBefore(&block, block.end());
  OpBuilder inner = OpBuilder::atBlockEnd(&block);
  YieldOp::create(inner, begin.getLoc(), yielded);
  for (auto [output, result] : llvm::zip_equal(outputs, scan.getResults())) {
    output->getResult(0).replaceAllUsesWith(
        moveDim(b, result, 0, *getInt(output, 3)));
    output->erase();
  }
  for (OperatorOp input : inputs)
    input->erase();
  begin->erase();
  end->erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Vmaps without first and last call
//===----------------------------------------------------------------------===//

namespace {
/// Finds the vmaps of a block from only the calls that remove and add the
/// mapped dimension. All calls that remove the dimension precede those that add
/// it, so a further removal at the same level begins another vmap. A removal at
/// a lower level ends the vmaps above it.
class UnboundedVmaps {
public:
  void visit(OperatorOp op, StringRef name) {
    bool isInput = name == "_add_batch_dim";
    std::optional<int64_t> level = getInt(op, isInput ? 2 : 1);
    if (!level)
      return;
    closeAbove(*level);
    bool isOpen = !open.empty() && open.back().level == *level;
    if (isInput && isOpen && open.back().last) {
      closeAbove(*level - 1);
      isOpen = false;
    }
    if (isInput && !isOpen)
      open.push_back({*level, op, OperatorOp()});
    else if (!isInput && isOpen)
      open.back().last = op;
  }

  /// Ends all vmaps above that level, the innermost first.
  void closeAbove(int64_t level) {
    while (!open.empty() && open.back().level > level)
      close(open.pop_back_val());
  }

private:
  struct Open {
    int64_t level;
    /// The first call that removes the dimension, the last one that adds it.
    OperatorOp first, last;
  };

  static void close(Open vmap) {
    if (!vmap.last)
      return;
    OpBuilder b(vmap.first);
    auto makeCall = [&](StringRef name) {
      return OperatorOp::create(b, vmap.first.getLoc(), TypeRange(),
                                (nameSpace + name).str(), b.getArrayAttr({}),
                                ArrayAttr(), ValueRange(), /*bodiesCount=*/0);
    };
    OperatorOp begin = makeCall("_vmap_increment_nesting");
    b.setInsertionPointAfter(vmap.last);
    OperatorOp end = makeCall("_vmap_decrement_nesting");
    if (Vmap(begin, end).run())
      return;
    begin->erase();
    end->erase();
  }

  SmallVector<Open> open;
};
} // namespace

void torch::structureVmaps(Block &block) {
  SmallVector<OperatorOp> open;
  UnboundedVmaps unbounded;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    StringRef name = getVmapCall(op);
    if (name == "lazy_load_decompositions" && op.use_empty()) {
      op.erase();
    } else if (name == "_vmap_increment_nesting") {
      open.push_back(cast<OperatorOp>(op));
    } else if (name == "_vmap_decrement_nesting" && !open.empty()) {
      // The innermost first, because it is part of the others.
      (void)Vmap(open.pop_back_val(), cast<OperatorOp>(op)).run();
    } else if (open.empty() &&
               (name == "_add_batch_dim" || name == "_remove_batch_dim")) {
      unbounded.visit(cast<OperatorOp>(op), name);
    }
  }
  unbounded.closeAbove(std::numeric_limits<int64_t>::min());
}
