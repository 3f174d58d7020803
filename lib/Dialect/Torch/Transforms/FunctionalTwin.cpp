//===- FunctionalTwin.cpp - From add_ to add ------------------------------===//
//
// See FunctionalTwin.h.
//
//===----------------------------------------------------------------------===//

#include "FunctionalTwin.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// How the arguments of `twin` are those of `schema`, or nothing when they are
/// not. Matched by name; `dropout` calls `input` what `dropout_` calls `self`.
static std::optional<FunctionalTwin> match(const Schema &schema,
                                           const Schema *twin) {
  if (!twin || twin->isMutable() ||
      twin->getArgs().size() != schema.getArgs().size())
    return std::nullopt;
  FunctionalTwin result{twin, {}};
  for (const SchemaArg &arg : twin->getArgs()) {
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

std::optional<FunctionalTwin>
torch_onnx::torch::findFunctionalTwin(const Schema &schema) {
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
    if (auto twin = match(schema, Schema::lookup(sameOverload)))
      return twin;
    // The table is sorted: overloads of one operator are next to each other.
    ArrayRef<StringRef> names = Schema::allNames();
    for (const auto *it = llvm::lower_bound(names, StringRef(prefix));
         it != names.end() && it->starts_with(prefix); ++it)
      if (auto twin = match(schema, Schema::lookup(*it)))
        return twin;
  }
  std::string functional =
      (nameSpace + "." + base + "_functional." + overload).str();
  return match(schema, Schema::lookup(functional));
}

/// How the arguments of `twin` are those of `schema` without the written ones,
/// or nothing when they are not.
static std::optional<FunctionalTwin> matchOut(const Schema &schema,
                                              const Schema *twin) {
  if (!twin || twin->isMutable() || twin->isView())
    return std::nullopt;
  FunctionalTwin result{twin, {}};
  unsigned used = 0;
  for (const SchemaArg &arg : twin->getArgs()) {
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
    result.args.push_back(from.value_or(FunctionalTwin::notGiven));
  }
  unsigned unwritten = llvm::count_if(
      schema.getArgs(), [](const SchemaArg &arg) { return !arg.isWritten; });
  if (used != unwritten ||
      twin->getReturns().size() != schema.getReturns().size())
    return std::nullopt;
  return result;
}

std::optional<FunctionalTwin>
torch_onnx::torch::findOutTwin(const Schema &schema) {
  for (const SchemaArg &arg : schema.getArgs())
    if (arg.isWritten && !arg.keywordOnly)
      return std::nullopt;
  auto [name, overload] = schema.getName().rsplit('.');
  std::string prefix = (name + ".").str();
  StringRef own = overload;
  if (own == "out")
    own = "default";
  own.consume_back("_out");
  if (auto twin = matchOut(schema, Schema::lookup(prefix + own.str())))
    return twin;
  ArrayRef<StringRef> names = Schema::allNames();
  for (const auto *it = llvm::lower_bound(names, StringRef(prefix));
       it != names.end() && it->starts_with(prefix); ++it)
    if (auto twin = matchOut(schema, Schema::lookup(*it)))
      return twin;
  // normal.out computes what normal_ does.
  return matchOut(schema, Schema::lookup((name + "_functional.default").str()));
}

unsigned torch_onnx::torch::getFirstOperand(OperatorOp op, unsigned index) {
  unsigned operand = 0;
  for (Attribute arg : op.getArgs().getValue().take_front(index))
    operand += countOperands(arg);
  return operand;
}

ArgumentSpec torch_onnx::torch::getArgument(OperatorOp op, unsigned index) {
  unsigned operand = getFirstOperand(op, index);
  Attribute arg = op.getArgs()[index];
  if (isa<OperandAttr>(arg))
    return Value(op.getInputs()[operand]);
  auto list = dyn_cast<ArrayAttr>(arg);
  if (!list || llvm::none_of(list, llvm::IsaPred<OperandAttr>))
    return arg;
  SmallVector<OpFoldResult> elements;
  for (Attribute element : list) {
    if (isa<OperandAttr>(element))
      elements.push_back(Value(op.getInputs()[operand++]));
    else
      elements.push_back(isa<NoneAttr>(element) ? OpFoldResult()
                                                : OpFoldResult(element));
  }
  return elements;
}

/// bool, integer, floating point, complex.
static unsigned getCategory(Type type) {
  if (isa<ComplexType>(type))
    return 3;
  if (isa<FloatType>(type))
    return 2;
  return type.isInteger(1) ? 0 : 1;
}

static Type promote(Type a, Type b) {
  if (a == b)
    return a;
  unsigned category = getCategory(a);
  if (category != getCategory(b))
    return category > getCategory(b) ? a : b;
  MLIRContext *ctx = a.getContext();
  if (category == 3)
    return ComplexType::get(promote(cast<ComplexType>(a).getElementType(),
                                    cast<ComplexType>(b).getElementType()));
  unsigned widthA = a.getIntOrFloatBitWidth(),
           widthB = b.getIntOrFloatBitWidth();
  if (widthA != widthB &&
      !(category == 1 && a.isUnsignedInteger() != b.isUnsignedInteger()))
    return widthA > widthB ? a : b;
  if (category == 2)
    return Float32Type::get(ctx); // f16 and bf16
  // An unsigned and a signed integer: the least signed one that holds both.
  unsigned widthUnsigned = a.isUnsignedInteger() ? widthA : widthB;
  unsigned widthSigned = a.isUnsignedInteger() ? widthB : widthA;
  return IntegerType::get(ctx, widthSigned > widthUnsigned
                                   ? widthSigned
                                   : std::min(64u, 2 * widthUnsigned));
}

Type torch_onnx::torch::getTwinElementType(OperatorOp op,
                                           RankedTensorType self) {
  StringRef name = op.getTarget().rsplit('.').first.split('.').second;
  bool comparison = llvm::StringSwitch<bool>(name)
                        .Cases({"eq_", "ne_", "lt_", "le_", "gt_", "ge_"}, true)
                        .Cases({"not_equal_", "less_", "less_equal_",
                                "greater_", "greater_equal_"},
                               true)
                        .Cases({"logical_and_", "logical_or_", "logical_xor_",
                                "logical_not_"},
                               true)
                        .Default(false);
  if (comparison)
    return IntegerType::get(op.getContext(), 1);
  // These are the arguments that promote; others are indices and masks.
  Type type = self.getElementType();
  Arguments args(op);
  for (StringRef argName :
       {"other", "exponent", "tensor1", "tensor2", "min", "max"}) {
    Value value = args.getValue(argName);
    auto other = value ? dyn_cast<RankedTensorType>(value.getType())
                       : RankedTensorType();
    // A tensor without dimensions is a number: it matters only among its like,
    // or when its category is higher, which no in-place operator accepts.
    if (other && (other.getRank() > 0 || self.getRank() == 0))
      type = promote(type, other.getElementType());
  }
  return type;
}
