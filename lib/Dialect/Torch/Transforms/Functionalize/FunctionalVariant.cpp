//===- FunctionalVariant.cpp - Variants that do not write -----------------===//
//
// See FunctionalVariant.h.
//
//===----------------------------------------------------------------------===//

#include "FunctionalVariant.h"

#include "torch-onnx/Dialect/Torch/Transforms/Canonicalize.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// Maps the arguments of `variant` to arguments of `schema`, or returns nothing
/// if they differ. Arguments are matched by name, but `input` of `dropout` is
/// `self` of `dropout_`.
static std::optional<FunctionalVariant> match(const Schema &schema,
                                              const Schema *variant) {
  if (!variant || variant->isMutable() ||
      variant->getArgs().size() != schema.getArgs().size())
    return std::nullopt;
  FunctionalVariant result{variant, {}};
  for (const SchemaArg &arg : variant->getArgs()) {
    std::optional<unsigned> from = schema.findArg(arg.name);
    if (!from && arg.name == "input")
      from = schema.findArg("self");
    if (!from)
      return std::nullopt;
    const ArgType &type = schema.getArgs()[*from].type;
    if (type.kind != arg.type.kind || type.isList != arg.type.isList)
      return std::nullopt;
    result.args.push_back(*from);
  }
  return result;
}

std::optional<FunctionalVariant>
torch_onnx::torch::findFunctionalVariant(const Schema &schema) {
  auto [qualified, overload] = schema.getName().rsplit('.');
  auto [nameSpace, name] = qualified.split('.');
  std::string prefix;
  StringRef base = name;
  if (base.ends_with("__") && base.consume_front("__i"))
    prefix = (nameSpace + ".__" + base + ".").str();
  else if (base.consume_back("_"))
    prefix = (nameSpace + "." + base + ".").str();
  if (!prefix.empty()) {
    std::string sameOverload = prefix + overload.str();
    if (auto variant = match(schema, Schema::lookup(sameOverload)))
      return variant;
    // The table is sorted: overloads of one operator are next to each other.
    ArrayRef<StringRef> names = Schema::allNames();
    for (const auto *it = llvm::lower_bound(names, StringRef(prefix));
         it != names.end() && it->starts_with(prefix); ++it)
      if (auto variant = match(schema, Schema::lookup(*it)))
        return variant;
  }
  std::string functional =
      (nameSpace + "." + base + "_functional." + overload).str();
  return match(schema, Schema::lookup(functional));
}

/// Maps the arguments of `variant` to the arguments of `schema` that are not
/// written, or returns nothing if they differ.
static std::optional<FunctionalVariant> matchOut(const Schema &schema,
                                                 const Schema *variant) {
  if (!variant || variant->isMutable() || variant->isView())
    return std::nullopt;
  FunctionalVariant result{variant, {}};
  unsigned used = 0;
  for (const SchemaArg &arg : variant->getArgs()) {
    std::optional<unsigned> from = schema.findArg(arg.name);
    if (from) {
      const SchemaArg &given = schema.getArgs()[*from];
      if (given.isWritten || given.type.kind != arg.type.kind ||
          given.type.isList != arg.type.isList)
        return std::nullopt;
      ++used;
    } else if (arg.defaultText != "None") {
      return std::nullopt;
    }
    result.args.push_back(from.value_or(FunctionalVariant::notGiven));
  }
  unsigned unwritten = llvm::count_if(
      schema.getArgs(), [](const SchemaArg &arg) { return !arg.isWritten; });
  if (used != unwritten ||
      variant->getReturns().size() != schema.getReturns().size())
    return std::nullopt;
  // A copy of a view has no type rule of its own.
  result.schema = Schema::lookup(getViewOfCopy(variant->getName()));
  return result;
}

std::optional<FunctionalVariant>
torch_onnx::torch::findOutVariant(const Schema &schema) {
  for (const SchemaArg &arg : schema.getArgs())
    if (arg.isWritten && !arg.keywordOnly)
      return std::nullopt;
  auto [name, overload] = schema.getName().rsplit('.');
  std::string prefix = (name + ".").str();
  StringRef own = overload;
  if (own == "out")
    own = "default";
  own.consume_back("_out");
  if (auto variant = matchOut(schema, Schema::lookup(prefix + own.str())))
    return variant;
  ArrayRef<StringRef> names = Schema::allNames();
  for (const auto *it = llvm::lower_bound(names, StringRef(prefix));
       it != names.end() && it->starts_with(prefix); ++it)
    if (auto variant = matchOut(schema, Schema::lookup(*it)))
      return variant;
  // normal.out is the same function as normal_.
  return matchOut(schema, Schema::lookup((name + "_functional.default").str()));
}

unsigned torch_onnx::torch::getFirstOperand(OperatorOp op, unsigned index) {
  unsigned operand = 0;
  for (Attribute arg : op.getArgs().getValue().take_front(index))
    operand += countOperands(arg);
  return operand;
}
