//===- Decompose.cpp - Decomposition of operators without a lowering ------===//
//
// The pass torch-decompose: one walk in program order. The operators of a
// decomposition are decomposed in turn, and the original operator is replaced
// only if all of them have a lowering. Messages therefore name operators of the
// program, not operators inside of decompositions.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Transforms/Decompose.h"

#include "Complex/ComplexRules.h"
#include "DecomposeImpl.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"
#include "torch-onnx/Transforms/BuildOrder.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ScopedPrinter.h"

namespace torch_onnx::torch {
#define GEN_PASS_DEF_DECOMPOSE
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h.inc"
} // namespace torch_onnx::torch

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// The maximum nesting of decompositions; LibTorch's nest four deep.
static constexpr unsigned maxDepth = 16;

bool torch::hasDecomposition(StringRef target) {
  return findDecomposition(Schema::lookup(target)) != nullptr;
}

/// Whether there is a rule for the operator, or LibTorch may decompose it.
static bool canDecompose(OperatorOp op) {
  const Schema *schema = op.getSchema();
  if (!schema || schema->isMutable() || op->getNumRegions() != 0 ||
      op->getNumResults() == 0 ||
      !llvm::all_of(op->getResults(), [](Value result) {
        return isa<RankedTensorType, NoneType>(result.getType()) ||
               result.use_empty();
      }))
    return false;
  return findDecomposition(schema) ||
         (schema->isComposite() && !schema->isRandom());
}

/// Whether an operator may stay. For a complex operator this means that
/// torch-legalize-complex has a rule for it.
static bool isLegalOperator(OperatorOp op, const IsLegalFn &isLegal) {
  if (isComplex(op))
    return findComplexRule(op.getSchema()) != nullptr;
  if (!isLegal(op.getTarget()))
    return false;
  const Decomposition *rule = findDecomposition(op.getSchema());
  return !rule || !rule->isPreferred || !rule->isPreferred(op);
}

/// Rules expect values for the tensors of the schema and literals for all other
/// arguments, but a program may pass numbers for tensors and values for
/// literals. Returns the name of the first such argument.
static std::optional<StringRef> findOddArgument(OperatorOp op,
                                                bool takesSizes) {
  unsigned nextOperand = 0;
  auto isOdd = [&](Attribute arg, ArgKind kind, bool mayBeNone) {
    if (isa<OperandAttr>(arg)) {
      Type type = op.getInputs()[nextOperand++].getType();
      if (takesSizes && kind == ArgKind::SymInt)
        return !type.isInteger(64);
      return kind != ArgKind::Tensor || !isa<RankedTensorType>(type);
    }
    return kind == ArgKind::Tensor && !(mayBeNone && isa<NoneAttr>(arg));
  };
  for (auto [arg, formal] :
       llvm::zip_equal(op.getArgs(), op.getSchema()->getArgs())) {
    const ArgType &type = formal.type;
    if (isa<ArrayAttr>(arg) ? !type.isList
                            : type.isList && type.kind == ArgKind::Tensor &&
                                  !isa<NoneAttr>(arg))
      return formal.name;
    if (auto list = dyn_cast<ArrayAttr>(arg)) {
      for (Attribute element : list)
        if (isOdd(element, type.kind, type.elementOptional))
          return formal.name;
    } else if (isOdd(arg, type.kind, type.optional)) {
      return formal.name;
    }
  }
  return std::nullopt;
}

namespace {

/// The decomposition of one operator of the program, which is either completed
/// or undone.
class Attempt : BuiltOperations {
public:
  Attempt(const IsLegalFn &isLegal, const sym::Ranges &ranges)
      : isLegal(isLegal), numbers(ranges) {}

  /// Replaces `op`, or leaves the program unchanged and returns the reason.
  std::optional<std::string> run(OperatorOp op);

private:
  bool decompose(OperatorOp op, unsigned depth);
  Decomposed build(TorchBuilder &b, OperatorOp op);
  bool replace(OperatorOp op, SmallVector<Value> values);
  bool refuse(const Twine &why) {
    reason = why.str();
    return false;
  }

  const IsLegalFn &isLegal;
  /// A separate object, because it must not outlive erased operations.
  NumberExprs numbers;
  /// The decomposed operations, some of which are in `created`, and the values
  /// that replace their results.
  llvm::MapVector<Operation *, SmallVector<Value>> replaced;
  std::string reason;
};

class Decompose : public torch_onnx::torch::impl::DecomposeBase<Decompose> {
public:
  using DecomposeBase::DecomposeBase;
  explicit Decompose(IsLegalFn isLegal) : isLegal(std::move(isLegal)) {}

  void runOnOperation() override;

private:
  IsLegalFn isLegal = [](StringRef) { return false; };
};

} // namespace

//===----------------------------------------------------------------------===//
// One operator
//===----------------------------------------------------------------------===//

Decomposed Attempt::build(TorchBuilder &b, OperatorOp op) {
  if (const Decomposition *rule = findDecomposition(op.getSchema())) {
    if (std::optional<StringRef> name = findOddArgument(op, rule->takesSizes)) {
      const Schema &schema = *op.getSchema();
      bool isTensor =
          schema.getArgs()[*schema.findArg(*name)].type.kind == ArgKind::Tensor;
      return b.refuse("its rule expects '" + *name + "' to be " +
                      (isTensor ? "a tensor" : "a constant") + ", found " +
                      Arguments(op).describe(*name));
    }
    for (Value operand : op.getInputs())
      b.useSizesOf(operand);
    return rule->rule(b, Arguments(op));
  }
  return decomposeWithLibTorch(b, op, [&](StringRef name) {
    return isLegal(name) || hasDecomposition(name) ||
           findComplexRule(Schema::lookup(name));
  });
}

/// Replaces the results of `op` by `values`, whose types must meet the declared
/// types. If both have an expression for a size, the declared one is kept.
bool Attempt::replace(OperatorOp op, SmallVector<Value> values) {
  // Operations of the decomposition may have been decomposed since.
  for (Value &value : values)
    while (auto result = dyn_cast_if_present<OpResult>(value)) {
      auto it = replaced.find(result.getOwner());
      if (it == replaced.end())
        break;
      value = it->second[result.getResultNumber()];
    }
  if (values.size() != op->getNumResults())
    return refuse("its decomposition has " + Twine(values.size()) +
                  " results, expected " + Twine(op->getNumResults()));
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values)) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || !value) {
      if (!result.use_empty())
        return refuse("its decomposition does not have a result that is used");
      continue;
    }
    std::optional<Type> met =
        meetTypes(type, value.getType(), numbers.getRanges());
    if (met == value.getType())
      continue;
    // Only new operations may get another type.
    if (!met || !value.getDefiningOp<OperatorOp>() ||
        llvm::is_contained(op.getInputs(), value)) {
      return refuse("its decomposition has the type " +
                    llvm::to_string(value.getType()) + ", expected " +
                    llvm::to_string(type));
    }
    value.setType(*met);
  }
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values))
    if (value) {
      passValueName(result, value);
      result.replaceAllUsesWith(value);
    }
  replaced.insert({op, std::move(values)});
  return true;
}

bool Attempt::decompose(OperatorOp op, unsigned depth) {
  if (depth == maxDepth)
    return refuse("its decomposition is too deep");
  size_t first = created.size();
  OpBuilder builder(op);
  builder.setListener(this);
  TorchBuilder b(builder, op.getLoc(), numbers);
  Decomposed built = build(b, op);
  if (b.isRefused())
    return refuse(b.getReason());
  // Operations of LibTorch are already in the order of its calls.
  if (findDecomposition(op.getSchema()))
    sortBuilt(MutableArrayRef(created).drop_front(first), built.getValues());
  // The decompositions below append to the list.
  for (size_t i = first, last = created.size(); i < last; ++i) {
    auto call = dyn_cast<OperatorOp>(created[i]);
    // sym_size is lowered together with its users.
    if (!call || isLegalOperator(call, isLegal) ||
        call.getTarget() == "aten.sym_size.int")
      continue;
    if (!canDecompose(call))
      return refuse("its decomposition calls '" + call.getTarget() +
                    "', which has no lowering");
    if (!decompose(call, depth + 1))
      return false;
  }
  return replace(op, SmallVector<Value>(built.getValues()));
}

FailureOr<SmallVector<Type>>
torch::inferTypesByDecomposition(OperatorOp op, NumberExprs &numbers,
                                 std::string &reason) {
  // Build in a scratch block, which destroys its operations.
  Block scratch;
  OpBuilder builder(op.getContext());
  builder.setInsertionPointToEnd(&scratch);
  NumberExprs ownNumbers(numbers.getRanges());
  TorchBuilder b(builder, op.getLoc(), ownNumbers);
  Decomposed built{SmallVector<Value>()};
  if (const Decomposition *rule = findDecomposition(op.getSchema())) {
    if (std::optional<StringRef> name = findOddArgument(op, rule->takesSizes))
      b.refuse("its rule does not take the argument '" + *name + "'");
    for (Value operand : op.getInputs())
      b.useSizesOf(operand);
    if (!b.isRefused())
      built = rule->rule(b, Arguments(op));
  } else if (op.getSchema() && op.getSchema()->isComposite()) {
    built = decomposeWithLibTorch(
        b, op, [](StringRef name) { return hasTypeRule(name); });
  } else {
    b.refuse("no type rule");
  }
  SmallVector<Type> types;
  for (Value value : built.getValues())
    types.push_back(value ? value.getType()
                          : Type(NoneType::get(op.getContext())));
  scratch.walk([](Operation *made) { made->dropAllUses(); });
  if (b.isRefused()) {
    reason = b.getReason().str();
    return failure();
  }
  return types;
}

std::optional<std::string> Attempt::run(OperatorOp op) {
  if (!decompose(op, 0)) {
    takeBack();
    return reason;
  }
  op->erase();
  // Operators of which only the dtype or the sizes were read are dead.
  eraseIf([&](Operation *made) {
    return replaced.contains(made) || isOpTriviallyDead(made);
  });
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// The condition under which eager mode raises an error in `op` but the model
/// does not, with its source line; null if there is none.
static StringAttr getUncheckedCondition(OperatorOp op,
                                        const Decomposition *rule) {
  if (!rule || rule->uncheckedError.empty())
    return {};
  std::string text;
  LocationAttr line = op.getLoc();
  while (auto named = dyn_cast<NameLoc>(line))
    line = named.getChildLoc();
  if (auto file = dyn_cast<FileLineColLoc>(line); file && file.getLine() != 0)
    text = (file.getFilename().getValue() + ":" + Twine(file.getLine()) + ": ")
               .str();
  text += ("the operand of '" + op.getTarget() + "' is " + rule->uncheckedError)
              .str();
  return StringAttr::get(op.getContext(), text);
}

void Decompose::runOnOperation() {
  llvm::StringSet<> named;
  for (const std::string &name : legalOps)
    named.insert(name);
  const IsLegalFn mayStay = [&](StringRef name) {
    return (keepLowered && isLegal(name)) || named.contains(name);
  };

  ModuleOp module = getOperation();
  llvm::SetVector<StringAttr> unchecked;
  llvm::StringSet<> warned;
  // Read lazily, for the first operator that is decomposed.
  std::optional<sym::Ranges> ranges;
  module.walk([&](OperatorOp op) {
    if (isLegalOperator(op, mayStay) || !canDecompose(op))
      return;
    if (!ranges)
      ranges = sym::readRanges(module);
    const Decomposition *rule = findDecomposition(op.getSchema());
    StringAttr condition = getUncheckedCondition(op, rule);
    // The operation may be erased below; its target is uniqued.
    Location loc = op.getLoc();
    StringRef target = op.getTarget();
    if (std::optional<std::string> reason = Attempt(mayStay, *ranges).run(op)) {
      op->setAttr(notDecomposedAttrName,
                  StringAttr::get(op.getContext(), *reason));
      return;
    }
    if (condition)
      unchecked.insert(condition);
    if (rule && !rule->assumption.empty() && warned.insert(target).second)
      emitWarning(loc) << "'" << target << "': " << rule->assumption;
  });
  if (unchecked.empty())
    return;
  StringRef name = TorchDialect::getUncheckedAttrName();
  SmallVector<Attribute> all;
  if (auto old = module->getAttrOfType<ArrayAttr>(name))
    llvm::append_range(all, old);
  for (StringAttr condition : unchecked)
    if (!llvm::is_contained(all, condition))
      all.push_back(condition);
  module->setAttr(name, ArrayAttr::get(module.getContext(), all));
}

std::unique_ptr<Pass> torch::createDecompose(IsLegalFn isLegal) {
  return std::make_unique<Decompose>(std::move(isLegal));
}
