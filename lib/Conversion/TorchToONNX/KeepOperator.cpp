//===- KeepOperator.cpp - Unsupported operators as custom nodes -----------===//
//
// With --unsupported=keep, an operator without a lowering becomes a node of the
// domain pkg.torch.ops, for a runtime that implements it. ONNX attributes
// cannot represent None, lists of mixed kinds, doubles or the order of
// arguments, so the attribute `torch_arguments` also holds the exact call as
// JSON.
//
//===----------------------------------------------------------------------===//

#include "ModuleLowering.h"

#include "llvm/Support/JSON.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using onnx::ONNXBuilder;

/// JSON has no infinities and no NaN.
static llvm::json::Value toJSON(double number) {
  if (std::isfinite(number))
    return number;
  return llvm::json::Object{{"float", std::isnan(number) ? "nan"
                                      : number > 0       ? "inf"
                                                         : "-inf"}};
}

/// A literal, or `{"input": N}` for a value, which is input N of the node.
static llvm::json::Value toJSON(Attribute arg, int64_t &nextInput) {
  if (isa<torch::OperandAttr>(arg))
    return llvm::json::Object{{"input", nextInput++}};
  if (isa<torch::NoneAttr>(arg))
    return nullptr;
  if (auto list = dyn_cast<ArrayAttr>(arg)) {
    llvm::json::Array elements;
    for (Attribute element : list)
      elements.push_back(toJSON(element, nextInput));
    return elements;
  }
  if (auto flag = dyn_cast<BoolAttr>(arg))
    return flag.getValue();
  if (auto integer = dyn_cast<IntegerAttr>(arg))
    return integer.getInt();
  if (auto number = dyn_cast<FloatAttr>(arg))
    return toJSON(number.getValueAsDouble());
  if (auto text = dyn_cast<StringAttr>(arg))
    return llvm::json::fixUTF8(text.getValue());
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto type = dyn_cast<TypeAttr>(arg)) {
    os << type.getValue();
    return llvm::json::Object{{"dtype", text}};
  }
  if (auto elements = dyn_cast<DenseElementsAttr>(arg);
      elements && elements.isSplat() &&
      isa<ComplexType>(elements.getElementType())) {
    auto number = elements.getSplatValue<std::complex<APFloat>>();
    return llvm::json::Object{
        {"complex",
         llvm::json::Array{toJSON(number.real().convertToDouble()),
                           toJSON(number.imag().convertToDouble())}}};
  }
  os << arg;
  return llvm::json::Object{{"mlir", text}};
}

static std::string describeArguments(torch::OperatorOp op) {
  // An array keeps the order; arguments may lack names.
  llvm::json::Array call;
  int64_t nextInput = 0;
  for (auto [index, arg] : llvm::enumerate(op.getArgs()))
    call.push_back(
        llvm::json::Object{{"name", llvm::json::fixUTF8(op.getArgName(index))},
                           {"value", toJSON(arg, nextInput)}});
  return llvm::formatv("{0}", llvm::json::Value(std::move(call))).str();
}

/// The literal arguments that have an ONNX form, as attributes of the node, and
/// the whole call.
static DictionaryAttr getNodeAttributes(torch::OperatorOp op) {
  Builder b(op.getContext());
  NamedAttrList attrs;
  torch::Arguments args(op);
  for (auto [index, arg] : llvm::enumerate(op.getArgs())) {
    StringRef name = op.getArgName(index);
    if (name.empty() || attrs.get(name))
      continue;
    Attribute value;
    if (auto integer = args.getInt(name))
      value = b.getI64IntegerAttr(*integer);
    else if (auto number = args.getFloat(name))
      value = b.getF32FloatAttr(*number);
    else if (isa<StringAttr, TypeAttr>(arg))
      value = arg;
    else if (auto integers = args.getInts(name); integers && !integers->empty())
      value = b.getDenseI64ArrayAttr(*integers);
    else if (auto numbers = args.getFloats(name); numbers && !numbers->empty())
      value = b.getDenseF32ArrayAttr(SmallVector<float>(
          llvm::map_range(*numbers, [](double x) { return float(x); })));
    if (value)
      attrs.set(name, value);
  }
  attrs.set("torch_arguments", b.getStringAttr(describeArguments(op)));
  return attrs.getDictionary(op.getContext());
}

/// Whether the user has given the schema of the operator, or of the in-place
/// operator that torch-functionalize replaced by it. Without a schema, the
/// arguments that the operator writes are unknown.
static bool hasGivenSchema(torch::OperatorOp op) {
  auto module = op->getParentOfType<ModuleOp>();
  auto texts = module ? module->getAttrOfType<ArrayAttr>(
                            torch::TorchDialect::getOpSchemasAttrName())
                      : ArrayAttr();
  for (Attribute text : texts ? texts.getValue() : ArrayRef<Attribute>()) {
    auto declaration = dyn_cast<StringAttr>(text);
    auto schema = torch::Schema::parse(declaration ? declaration.getValue()
                                                   : StringRef());
    if (!schema) {
      llvm::consumeError(schema.takeError());
      continue;
    }
    auto [name, overload] = (*schema)->getName().rsplit('.');
    if ((*schema)->getName() == op.getTarget() ||
        (name + "_functional." + overload).str() == op.getTarget())
      return true;
  }
  return false;
}

void ModuleLowering::warnOfEffects(torch::OperatorOp op) {
  if (!op.getSchema() && !op.isPythonFunction() && !hasGivenSchema(op))
    op.emitWarning()
        << "'" << op.getTarget()
        << "' is kept without a schema: if it writes to its arguments, the "
           "writes are lost; declare it with --op-schema";
}

Operation *ModuleLowering::buildCustom(ONNXBuilder &b, torch::OperatorOp op,
                                       StringRef domain, StringRef opType,
                                       ValueRange inputs,
                                       DictionaryAttr attributes) {
  SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    types.push_back(isa<TensorType, NoneType>(type)
                        ? type
                        : Type(RankedTensorType::get({}, type)));
  return b.createOp(
      "Custom", types, inputs,
      {b.attr("domain", domain), b.attr("op_type", opType),
       b.getBuilder().getNamedAttr("node_attributes", attributes)});
}

void ModuleLowering::keepOperator(torch::OperatorOp op) {
  warnOfEffects(op);
  OpBuilder builder(op);
  ONNXBuilder b(builder, op.getLoc());
  SmallVector<Value> inputs;
  for (Value input : op.getInputs()) {
    Value tensor = getTensor(b, input);
    if (!tensor)
      return addFailure(
          op, op.getTarget(),
          "expected arguments that are tensors or numbers, found others");
    inputs.push_back(tensor);
  }
  Operation *node = buildCustom(b, op, "pkg.torch.ops", op.getTarget(), inputs,
                                getNodeAttributes(op));
  replace(op, SmallVector<Value>(node->getResults()));
  lowered.push_back(op);
}
