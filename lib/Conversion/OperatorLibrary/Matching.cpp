//===- Matching.cpp - Matching of calls and definitions -------------------===//
//
// Binds the arguments of a call in the order of the schema and compares them
// with the guards of a definition. A mismatch is a phrase with what was
// expected and what was found.
//
//===----------------------------------------------------------------------===//

#include "Definition.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace torch_onnx;
using torch::ArgKind;
using torch::ArgumentSpec;
using torch::OperatorOp;
using torch::SchemaArg;

std::optional<std::string>
torch_onnx::bindArguments(const OperatorDefinition &definition, OperatorOp op,
                          BoundArguments &arguments) {
  const torch::Schema &schema = *definition.schema;
  MLIRContext *context = op->getContext();
  torch::Arguments args(op);
  if (op->getNumRegions() != 0)
    return "expected no subgraphs";
  for (auto [index, arg] : llvm::enumerate(op.getArgs())) {
    StringRef name = op.getArgName(index);
    if (!schema.findArg(name))
      return ("expected arguments of its schema, found '" + name + "'").str();
    if (auto list = dyn_cast<ArrayAttr>(arg))
      if (llvm::any_of(list, llvm::IsaPred<ArrayAttr>) &&
          torch::countOperands(list) != 0)
        return ("expected '" + name + "' to be a list, found a list of lists")
            .str();
  }
  for (auto [index, formal] : llvm::enumerate(schema.getArgs())) {
    bool isGiven = false;
    for (unsigned i = 0, e = op.getArgs().size(); i < e; ++i)
      isGiven |= op.getArgName(i) == formal.name;
    if (isGiven) {
      arguments.push_back(args.getSpec(formal.name));
      continue;
    }
    // torch.export omits arguments that have their default value.
    Attribute value = schema.getDefault(index, context);
    if (!value)
      return ("expected the argument '" + formal.name + "', found none").str();
    arguments.push_back(value);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

static std::string describe(Attribute attr) {
  if (isa<torch::NoneAttr>(attr))
    return "None";
  if (auto text = dyn_cast<StringAttr>(attr))
    return ("'" + text.getValue() + "'").str();
  if (auto list = dyn_cast<ArrayAttr>(attr))
    return "[" +
           llvm::join(
               llvm::map_range(list, [](Attribute e) { return describe(e); }),
               ", ") +
           "]";
  std::string text;
  llvm::raw_string_ostream os(text);
  attr.print(os, /*elideType=*/true);
  return text;
}

static std::string describe(const ArgumentSpec &spec) {
  if (auto *literal = std::get_if<Attribute>(&spec))
    return describe(*literal);
  if (auto *value = std::get_if<Value>(&spec))
    return value->getType().isIntOrFloat() ? "a number known only at run time"
                                           : llvm::to_string(value->getType());
  return "a list with values known only at run time";
}

/// For example "f16 or f32".
template <typename Range>
static std::string describeChoice(Range &&attributes) {
  return llvm::join(
      llvm::map_range(attributes, [](Attribute a) { return describe(a); }),
      " or ");
}

static ArrayRef<Attribute> getChoices(const Attribute &guard) {
  if (auto list = dyn_cast<ArrayAttr>(guard))
    return list.getValue();
  return guard;
}

//===----------------------------------------------------------------------===//
// Guards
//===----------------------------------------------------------------------===//

std::optional<double> torch_onnx::asNumber(Attribute attr) {
  if (auto integer = dyn_cast<IntegerAttr>(attr))
    return integer.getType().isInteger(1)
               ? double(integer.getValue().getZExtValue())
               : double(integer.getInt());
  if (auto number = dyn_cast<FloatAttr>(attr))
    return number.getValueAsDouble();
  return std::nullopt;
}

/// Compares as Python does: 1 equals 1.0 and True.
static bool isEqual(Attribute a, Attribute b) {
  if (auto x = dyn_cast<ArrayAttr>(a)) {
    auto y = dyn_cast<ArrayAttr>(b);
    return y && x.size() == y.size() &&
           llvm::all_of(llvm::zip_equal(x, y), [](auto pair) {
             return isEqual(std::get<0>(pair), std::get<1>(pair));
           });
  }
  std::optional<double> x = asNumber(a), y = asNumber(b);
  return x && y ? *x == *y : a == b;
}

static std::optional<std::string>
findTensorMismatch(StringRef name, bool mayBeNone, Type pattern,
                   DictionaryAttr guard, Value value) {
  auto refuse = [&](const Twine &expected, const Twine &found) {
    return ("expected '" + name + "' to " + expected + ", found " + found)
        .str();
  };
  if (isa<NoneType>(pattern))
    return value
               ? std::optional(refuse("be None", describe(ArgumentSpec(value))))
               : std::nullopt;
  if (!value)
    return mayBeNone && isa<torch::UntypedType>(pattern) && !guard
               ? std::nullopt
               : std::optional(refuse("be a tensor", "None"));
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return refuse("be a tensor of known rank", describe(ArgumentSpec(value)));
  if (auto tensor = dyn_cast<TensorType>(pattern)) {
    if (tensor.getElementType() != type.getElementType())
      return refuse("have elements of type " +
                        llvm::to_string(tensor.getElementType()),
                    llvm::to_string(type.getElementType()));
    if (tensor.hasRank()) {
      if (tensor.getRank() != type.getRank())
        return refuse("have rank " + Twine(tensor.getRank()),
                      Twine(type.getRank()));
      for (auto [axis, size] : llvm::enumerate(tensor.getShape()))
        if (!ShapedType::isDynamic(size) && type.getDimSize(axis) != size)
          return refuse(
              "have size " + Twine(size) + " in dimension " + Twine(axis),
              type.isDynamicDim(axis) ? "a size known only at run time"
                                      : Twine(type.getDimSize(axis)).str());
    }
  }
  if (!guard)
    return std::nullopt;
  if (Attribute types = guard.get(dtypeGuardName))
    if (!llvm::is_contained(getChoices(types),
                            TypeAttr::get(type.getElementType())))
      return refuse("have elements of type " +
                        describeChoice(getChoices(types)),
                    llvm::to_string(type.getElementType()));
  if (Attribute ranks = guard.get(rankGuardName))
    if (llvm::none_of(getChoices(ranks), [&](Attribute rank) {
          return cast<IntegerAttr>(rank).getInt() == type.getRank();
        }))
      return refuse("have rank " + describeChoice(getChoices(ranks)),
                    Twine(type.getRank()));
  return std::nullopt;
}

/// The value of a single tensor, null for None; nullopt for anything else.
static std::optional<Value> getTensor(const ArgumentSpec &spec) {
  if (auto *value = std::get_if<Value>(&spec))
    return *value;
  auto *literal = std::get_if<Attribute>(&spec);
  if (literal && isa<torch::NoneAttr>(*literal))
    return Value();
  return std::nullopt;
}

std::optional<std::string>
torch_onnx::findMismatch(const OperatorDefinition &definition,
                         const BoundArguments &arguments) {
  func::FuncOp func = definition.func;
  ArrayRef<SchemaArg> formals = definition.schema->getArgs();
  for (auto [position, index] : llvm::enumerate(definition.tensors)) {
    const SchemaArg &formal = formals[index];
    const ArgumentSpec &spec = arguments[index];
    Type pattern = func.getArgument(position).getType();
    auto guard =
        dyn_cast_if_present<DictionaryAttr>(definition.getGuard(formal.name));
    auto refuse = [&](StringRef expected) {
      return ("expected '" + formal.name + "' to be " + expected + ", found " +
              describe(spec))
          .str();
    };
    if (!formal.type.isList) {
      std::optional<Value> value = getTensor(spec);
      if (!value)
        return refuse("a tensor");
      if (auto why = findTensorMismatch(formal.name, formal.type.optional,
                                        pattern, guard, *value))
        return why;
      continue;
    }
    auto *list = std::get_if<SmallVector<OpFoldResult>>(&spec);
    auto *literal = std::get_if<Attribute>(&spec);
    bool isEmpty = literal && isa<ArrayAttr>(*literal) &&
                   cast<ArrayAttr>(*literal).empty();
    if (!list && !isEmpty)
      return refuse("a list of tensors");
    for (OpFoldResult element : list ? *list : SmallVector<OpFoldResult>()) {
      Value value = dyn_cast_if_present<Value>(element);
      if (element && !value)
        return refuse("a list of tensors");
      if (auto why = findTensorMismatch(
              formal.name, formal.type.elementOptional,
              cast<TupleType>(pattern).getType(0), guard, value))
        return why;
    }
  }
  for (auto [formal, spec] : llvm::zip_equal(formals, arguments)) {
    Attribute guard = definition.getGuard(formal.name);
    if (!guard || formal.type.kind == ArgKind::Tensor)
      continue;
    auto *literal = std::get_if<Attribute>(&spec);
    if (!literal || llvm::none_of(getChoices(guard), [&](Attribute choice) {
          return isEqual(choice, *literal);
        }))
      return ("expected '" + formal.name + "' to be " +
              describeChoice(getChoices(guard)) + ", found " + describe(spec))
          .str();
  }
  return std::nullopt;
}
