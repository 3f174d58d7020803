//===- RuleBuilder.cpp - Rules for operands in another form ---------------===//
//
// See RuleBuilder.h.
//
//===----------------------------------------------------------------------===//

#include "RuleBuilder.h"

#include "Functionalize/FunctionalVariant.h"

#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// Replaces a value or literal, or each element of a list. None stays.
static ArgumentSpec
mapArgument(ArgumentSpec spec,
            function_ref<OpFoldResult(OpFoldResult)> replace) {
  auto isNone = [](OpFoldResult item) {
    auto literal = dyn_cast_if_present<Attribute>(item);
    return !item || isa_and_present<NoneAttr>(literal);
  };
  if (auto *list = std::get_if<SmallVector<OpFoldResult>>(&spec)) {
    for (OpFoldResult &element : *list)
      element = isNone(element) ? element : replace(element);
    return spec;
  }
  auto *literal = std::get_if<Attribute>(&spec);
  if (auto array = literal ? dyn_cast_if_present<ArrayAttr>(*literal) : nullptr)
    return mapArgument(SmallVector<OpFoldResult>(array.begin(), array.end()),
                       replace);
  OpFoldResult item =
      literal ? OpFoldResult(*literal) : OpFoldResult(std::get<Value>(spec));
  if (!isNone(item))
    item = replace(item);
  if (auto value = dyn_cast_if_present<Value>(item))
    return value;
  return dyn_cast_if_present<Attribute>(item);
}

ArgumentSpec RuleBuilder::getArgument(StringRef name, Form form) {
  std::optional<unsigned> index = op.getSchema()->findArg(name);
  return index ? mapArgument(torch::getArgument(op, *index), form) : none();
}

RankedTensorType RuleBuilder::getResultType(unsigned result) {
  if (auto type = dyn_cast<RankedTensorType>(op->getResult(result).getType()))
    return type;
  refuse("expected a tensor as result, found a number");
  return RankedTensorType::get({}, getBuilder().getF64Type());
}

void RuleBuilder::expectEvaluation() {
  for (StringRef name : {"train", "training"})
    if (op.getSchema()->findArg(name) && args.getBool(name) != false)
      expectArgument(name, "false");
}

SmallVector<std::pair<StringRef, ArgumentSpec>>
RuleBuilder::getAxisArguments(int64_t rank, int64_t offset) {
  SmallVector<std::pair<StringRef, ArgumentSpec>> arguments;
  for (StringRef name : getTraits(op).axes) {
    SmallVector<int64_t> axes = getGivenAxes(name, rank);
    if (axes.empty())
      expectArgument(name, "constant dimensions");
    if (isRefused())
      return {};
    for (int64_t &axis : axes)
      axis += offset;
    arguments.emplace_back(name, args.getInt(name) ? number(axes.front())
                                                   : list(axes));
  }
  return arguments;
}

SmallVector<int64_t> RuleBuilder::getOrder(int64_t rank) {
  if (std::optional<SmallVector<int64_t>> order = getViewPermutation(op, rank))
    return *order;
  refuse("expected constant dimensions, found some known only at run time");
  return {};
}

Value RuleBuilder::getSizeValue(AffineExpr expr) {
  OpFoldResult result = size(expr);
  if (isRefused())
    return {};
  if (auto value = dyn_cast<Value>(result))
    return value;
  return arith::ConstantOp::create(getBuilder(), getLoc(),
                                   cast<IntegerAttr>(cast<Attribute>(result)));
}

RuleBuilder::Values RuleBuilder::again(StringRef target, Overrides overrides,
                                       Form form) {
  SmallVector<CallArgument> call;
  for (const SchemaArg &arg : Schema::lookup(target)->getArgs()) {
    const auto *given = llvm::find_if(
        overrides, [&](const auto &pair) { return pair.first == arg.name; });
    if (given != overrides.end())
      call.emplace_back(arg.name, given->second);
    else if (op.getSchema()->findArg(arg.name))
      call.emplace_back(arg.name, getArgument(arg.name, form));
    if (isRefused())
      return {};
  }
  return callAll(target, call);
}

void RuleRewrite::checkCount(TorchBuilder &b, size_t count) {
  if (!b.isRefused() && count != op->getNumResults())
    b.refuse("its rule for " + kind + " gives " + Twine(count) +
             " results, expected " + Twine(op->getNumResults()));
}

Value RuleRewrite::finish(TorchBuilder &b, Value value, RankedTensorType type) {
  if (!value || b.isRefused() || value.getType() == type)
    return value;
  if (!refineType(value, meetTypes(type, value.getType(), numbers.getRanges())))
    return b.refuse("its rule for " + kind + " gives " +
                    llvm::to_string(value.getType()) + ", expected " +
                    llvm::to_string(type));
  return value;
}
