//===- Arguments.cpp - Arguments of an OperatorOp by name -----------------===//
//
// Arguments are found by a linear search over the schema, because an operator
// has few.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ScopedPrinter.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

unsigned torch_onnx::torch::countOperands(Attribute arg) {
  if (isa<OperandAttr>(arg))
    return 1;
  unsigned count = 0;
  if (auto list = dyn_cast<ArrayAttr>(arg))
    for (Attribute element : list)
      count += countOperands(element);
  return count;
}

Arguments::Arguments(OperatorOp op) : op(op), schema(op.getSchema()) {
  unsigned next = 0;
  for (Attribute arg : op.getArgs()) {
    firstOperand.push_back(next);
    next += countOperands(arg);
  }
}

std::optional<unsigned> Arguments::find(StringRef name) const {
  if (schema)
    return schema->findArg(name);
  if (ArrayAttr names = op.getArgNamesAttr())
    for (auto [index, attr] : llvm::enumerate(names))
      if (cast<StringAttr>(attr).getValue() == name)
        return index;
  return std::nullopt;
}

bool Arguments::has(StringRef name) const {
  std::optional<unsigned> index = find(name);
  return index && !isa<NoneAttr>(op.getArgs()[*index]);
}

Value Arguments::getValue(StringRef name) const {
  std::optional<unsigned> index = find(name);
  if (!index || !isa<OperandAttr>(op.getArgs()[*index]))
    return {};
  return op.getInputs()[firstOperand[*index]];
}

Attribute Arguments::getAttr(StringRef name) const {
  std::optional<unsigned> index = find(name);
  if (!index)
    return {};
  Attribute attr = op.getArgs()[*index];
  return isa<OperandAttr, NoneAttr>(attr) ? Attribute() : attr;
}

static std::optional<int64_t> asInt(Attribute attr) {
  if (auto integer = dyn_cast_if_present<IntegerAttr>(attr))
    return integer.getType().isInteger(1) ? integer.getValue().getZExtValue()
                                          : integer.getInt();
  return std::nullopt;
}

static std::optional<double> asFloat(Attribute attr) {
  if (auto number = dyn_cast_if_present<FloatAttr>(attr))
    return number.getValueAsDouble();
  return asInt(attr);
}

std::optional<int64_t> Arguments::getInt(StringRef name) const {
  return asInt(getAttr(name));
}

std::optional<double> Arguments::getFloat(StringRef name) const {
  return asFloat(getAttr(name));
}

std::optional<bool> Arguments::getBool(StringRef name) const {
  if (std::optional<int64_t> value = asInt(getAttr(name)))
    return *value != 0;
  return std::nullopt;
}

std::optional<StringRef> Arguments::getString(StringRef name) const {
  if (auto text = dyn_cast_if_present<StringAttr>(getAttr(name)))
    return text.getValue();
  return std::nullopt;
}

Type Arguments::getDtype(StringRef name) const {
  if (auto type = dyn_cast_if_present<TypeAttr>(getAttr(name)))
    return type.getValue();
  return {};
}

std::optional<SmallVector<OpFoldResult>>
Arguments::getList(StringRef name) const {
  std::optional<unsigned> index = find(name);
  if (!index)
    return std::nullopt;
  auto list = dyn_cast<ArrayAttr>(op.getArgs()[*index]);
  if (!list)
    return std::nullopt;
  return getElements(list, firstOperand[*index]);
}

SmallVector<OpFoldResult> Arguments::getElements(ArrayAttr list,
                                                 unsigned next) const {
  SmallVector<OpFoldResult> result;
  for (Attribute element : list) {
    if (isa<OperandAttr>(element))
      result.push_back(Value(op.getInputs()[next++]));
    else if (isa<NoneAttr>(element))
      result.push_back(OpFoldResult());
    else
      result.push_back(element);
  }
  return result;
}

/// Converts all elements of a literal list; nothing if one conversion fails.
template <typename T>
static std::optional<SmallVector<T>>
getLiterals(Attribute attr, std::optional<T> (*convert)(Attribute)) {
  auto list = dyn_cast_if_present<ArrayAttr>(attr);
  if (!list)
    return std::nullopt;
  SmallVector<T> result;
  for (Attribute element : list) {
    std::optional<T> value = convert(element);
    if (!value)
      return std::nullopt;
    result.push_back(*value);
  }
  return result;
}

std::optional<SmallVector<int64_t>> Arguments::getInts(StringRef name) const {
  return getLiterals<int64_t>(getAttr(name), asInt);
}

std::optional<SmallVector<double>> Arguments::getFloats(StringRef name) const {
  return getLiterals<double>(getAttr(name), asFloat);
}

SmallVector<Value> Arguments::getValues(StringRef name) const {
  SmallVector<Value> values;
  for (OpFoldResult element :
       getList(name).value_or(SmallVector<OpFoldResult>()))
    values.push_back(dyn_cast_if_present<Value>(element));
  return values;
}

ArgumentSpec Arguments::getSpec(StringRef name) const {
  if (std::optional<unsigned> index = find(name))
    return getSpec(*index);
  return Attribute(NoneAttr::get(op.getContext()));
}

ArgumentSpec Arguments::getSpec(unsigned index) const {
  Attribute arg = op.getArgs()[index];
  if (isa<OperandAttr>(arg))
    return Value(op.getInputs()[firstOperand[index]]);
  auto list = dyn_cast<ArrayAttr>(arg);
  if (!list || llvm::none_of(list, llvm::IsaPred<OperandAttr>))
    return arg;
  return getElements(list, firstOperand[index]);
}

ArgumentSpec torch_onnx::torch::mapArgument(
    ArgumentSpec spec, function_ref<OpFoldResult(OpFoldResult)> replace) {
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

std::string torch_onnx::torch::describeSize(AffineExpr size) {
  return size ? sym::toString(size) : "a size known only at run time";
}

static std::string describeValue(Type type) {
  if (type.isIntOrIndexOrFloat())
    return "a number known only at run time";
  return llvm::to_string(type);
}

std::string Arguments::describe(StringRef name) const {
  if (Value value = getValue(name))
    return describeValue(value.getType());
  Attribute attr = getAttr(name);
  if (!attr)
    return "None";
  if (auto text = dyn_cast<StringAttr>(attr))
    return ("'" + text.getValue() + "'").str();
  constexpr size_t maxElements = 8;
  if (auto list = dyn_cast<ArrayAttr>(attr)) {
    if (list.empty())
      return "an empty list";
    for (Value value : getValues(name))
      if (value)
        return "a list with " + describeValue(value.getType());
    if (list.size() > maxElements)
      return "a list of " + std::to_string(list.size()) + " elements";
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  attr.print(os, /*elideType=*/true);
  return text;
}

void ArgumentListBuilder::add(Value value) {
  args.push_back(OperandAttr::get(ctx));
  operands.push_back(value);
}

void ArgumentListBuilder::add(ArrayRef<OpFoldResult> list) {
  SmallVector<Attribute> elements;
  for (OpFoldResult element : list) {
    if (!element) {
      elements.push_back(NoneAttr::get(ctx));
    } else if (auto value = dyn_cast<Value>(element)) {
      elements.push_back(OperandAttr::get(ctx));
      operands.push_back(value);
    } else {
      elements.push_back(cast<Attribute>(element));
    }
  }
  args.push_back(ArrayAttr::get(ctx, elements));
}

void ArgumentListBuilder::addSpec(const ArgumentSpec &spec) {
  std::visit([&](const auto &arg) { add(arg); }, spec);
}

ArrayAttr ArgumentListBuilder::getArgs() const {
  return ArrayAttr::get(ctx, args);
}

OperatorOp torch_onnx::torch::buildOperator(
    OpBuilder &b, Location loc, StringRef target, TypeRange resultTypes,
    ArrayRef<std::pair<StringRef, ArgumentSpec>> args) {
  const Schema *schema = Schema::lookup(target);
  assert(schema && "buildOperator is for operators of the schema table");
  ArgumentListBuilder list(b.getContext());
  for (auto [index, arg] : llvm::enumerate(schema->getArgs())) {
    const auto *given = llvm::find_if(
        args, [&](const auto &pair) { return pair.first == arg.name; });
    if (given != args.end())
      list.addSpec(given->second);
    else if (Attribute value = schema->getDefault(index, b.getContext()))
      list.add(value);
    else
      list.add(NoneAttr::get(b.getContext()));
  }
  return OperatorOp::create(b, withoutValueNames(loc), resultTypes, target,
                            list.getArgs(),
                            /*arg_names=*/ArrayAttr(), list.getOperands(),
                            /*bodiesCount=*/0);
}
