//===- Foreach.cpp - Expansion of operators on lists ----------------------===//
//
// See Foreach.h.
//
//===----------------------------------------------------------------------===//

#include "Foreach.h"

#include "Functionalize/FunctionalVariant.h"
#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

static constexpr StringRef prefix = "aten._foreach_";

/// The argument of `element` for argument `index` of the operator on lists: the
/// one of the same name, or else the one at the same position.
static const SchemaArg *getParameter(const Schema &schema,
                                     const Schema &element, unsigned index) {
  ArrayRef<SchemaArg> args = element.getArgs();
  const auto *named = llvm::find_if(args, [&](const SchemaArg &arg) {
    return arg.name == schema.getArgs()[index].name;
  });
  if (named != args.end())
    return named;
  return index < args.size() ? &args[index] : nullptr;
}

/// Whether `element` returns one tensor and has the arguments of `schema`, with
/// one element in place of each list of tensors or numbers. Its other arguments
/// must have defaults.
static bool takesElements(const Schema &schema, const Schema &element,
                          bool writes) {
  if (element.getReturns().size() != 1 || element.isMutable() != writes)
    return false;
  SmallPtrSet<const SchemaArg *, 4> given;
  for (auto [index, list] : llvm::enumerate(schema.getArgs())) {
    const SchemaArg *arg = getParameter(schema, element, index);
    if (!arg || !given.insert(arg).second || list.type.kind != arg->type.kind ||
        arg->type.isList || (list.type.optional && !arg->type.optional) ||
        (writes && list.isWritten != arg->isWritten))
      return false;
  }
  return llvm::all_of(element.getArgs(), [&](const SchemaArg &arg) {
    return given.contains(&arg) || arg.defaultText.has_value();
  });
}

/// The first overload of `name` that accepts the elements.
static const Schema *findElement(const Schema &schema, StringRef name,
                                 bool writes) {
  std::string overloads = ("aten." + name + ".").str();
  ArrayRef<StringRef> names = Schema::allNames();
  for (const auto *it = llvm::lower_bound(names, StringRef(overloads));
       it != names.end() && it->starts_with(overloads); ++it)
    if (const Schema *element = Schema::lookup(*it);
        takesElements(schema, *element, writes))
      return element;
  return nullptr;
}

/// The common length of the lists of `op`; nothing if lengths differ, or if an
/// argument is not a list of its elements.
static std::optional<size_t> countElements(OperatorOp op,
                                           const Schema &schema) {
  std::optional<size_t> count;
  for (auto [index, arg] : llvm::enumerate(schema.getArgs())) {
    if (!arg.type.isList)
      continue;
    auto list = dyn_cast<ArrayAttr>(op.getArgs()[index]);
    if (!list || (count && *count != list.size()))
      return std::nullopt;
    count = list.size();
  }
  return count;
}

/// Argument `index` of the call for element `element` of the lists of `op`.
static ArgumentSpec getElement(OperatorOp op, unsigned index,
                               unsigned element) {
  ArgumentSpec spec = Arguments(op).getSpec(index);
  if (auto *values = std::get_if<SmallVector<OpFoldResult>>(&spec)) {
    OpFoldResult value = (*values)[element];
    if (auto attr = dyn_cast_if_present<Attribute>(value))
      return attr;
    return dyn_cast_if_present<Value>(value);
  }
  auto list = dyn_cast_if_present<ArrayAttr>(std::get<Attribute>(spec));
  return list ? ArgumentSpec(list[element]) : spec;
}

static void expand(OperatorOp op, NumberExprs &numbers) {
  const Schema *schema = op.getSchema();
  StringRef name = op.getTarget().drop_front(prefix.size()).split('.').first;
  bool writes = schema->isMutable();
  const Schema *element = findElement(*schema, name, writes);
  // There is no maximum_, so the result of maximum is copied.
  bool copies = !element && writes && name.consume_back("_");
  if (copies)
    element = findElement(*schema, name, /*writes=*/false);
  // maximum with a number is called clamp_min.
  StringRef other = name.starts_with("maximum")   ? "clamp_min"
                    : name.starts_with("minimum") ? "clamp_max"
                    : name == "norm"              ? "linalg_vector_norm"
                                                  : "";
  if (!element && !other.empty()) {
    std::string inPlace = (other + "_").str();
    bool isInPlace = writes;
    copies = false;
    element =
        findElement(*schema, isInPlace ? StringRef(inPlace) : other, writes);
  }
  std::optional<size_t> count = countElements(op, *schema);
  if (!element || !count ||
      (op->getNumResults() != 0 && op->getNumResults() != *count))
    return;

  OpBuilder b(op);
  SmallVector<OperatorOp> made;
  SmallVector<Value> results;
  auto giveUp = [&] {
    for (OperatorOp call : llvm::reverse(made))
      call.erase();
  };
  for (size_t i = 0; i < *count; ++i) {
    SmallVector<std::pair<StringRef, ArgumentSpec>> args;
    Value self;
    for (auto [index, arg] : llvm::enumerate(schema->getArgs())) {
      ArgumentSpec spec;
      bool isTensorList = arg.type.isList && arg.type.kind == ArgKind::Tensor;
      spec = arg.type.isList ? getElement(op, index, i)
                             : Arguments(op).getSpec(index);
      if (isTensorList && !std::holds_alternative<Value>(spec))
        return giveUp();
      if (isTensorList && !self)
        self = std::get<Value>(spec);
      args.emplace_back(getParameter(*schema, *element, index)->name, spec);
    }
    if (!self || !isa<RankedTensorType>(self.getType()))
      return giveUp();
    StringRef target = element->getName();
    if (copies) {
      std::string reason;
      FailureOr<OperatorOp> call =
          buildInferred(b, op.getLoc(), target, args, numbers, reason);
      if (failed(call))
        return giveUp();
      made.push_back(*call);
      made.push_back(
          buildOperator(b, op.getLoc(), "aten.copy_.default", self.getType(),
                        {{"self", self}, {"src", (*call)->getResult(0)}}));
    } else {
      Type type = writes ? self.getType() : op->getResult(i).getType();
      made.push_back(buildOperator(b, op.getLoc(), target, type, args));
    }
    results.push_back(made.back()->getResult(0));
  }
  for (OperatorOp call : made)
    call->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  if (op->getNumResults() != 0) {
    passValueNames(op, results);
    op->replaceAllUsesWith(results);
  }
  op.erase();
}

void torch_onnx::torch::expandForeach(func::FuncOp func, NumberExprs &numbers) {
  SmallVector<OperatorOp> operators;
  func.walk([&](OperatorOp op) {
    if (op.getTarget().starts_with(prefix) && op.getSchema())
      operators.push_back(op);
  });
  for (OperatorOp op : operators)
    expand(op, numbers);
}
