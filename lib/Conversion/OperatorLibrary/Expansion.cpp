//===- Expansion.cpp - Expansion of calls to definitions ------------------===//
//
// Rebuilds the body of the definition in front of the call, operation by
// operation, with the types that our own rules infer from the operands. Types
// in the library are only checked against these, except for nodes of other
// domains, which have no type rule. A refused call erases what was built.
//
//===----------------------------------------------------------------------===//

#include "Expansion.h"

#include "torch-onnx/Dialect/ONNX/IR/ControlOps.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"
#include "torch-onnx/Support/DiagnosticCapture.h"
#include "torch-onnx/Support/ModelAttributes.h"
#include "torch-onnx/Transforms/Origin.h"

#include "llvm/Support/ScopedPrinter.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace torch_onnx;
using torch::ArgKind;
using torch::ArgumentSpec;
using torch::OperatorOp;

std::string torch_onnx::describePlace(Location location) {
  if (auto line = location->findInstanceOf<FileLineColLoc>())
    return (line.getFilename().getValue() + ":" + Twine(line.getLine())).str();
  return "a definition";
}

static bool isNone(const ArgumentSpec &spec) {
  auto *literal = std::get_if<Attribute>(&spec);
  return literal && isa<torch::NoneAttr>(*literal);
}

//===----------------------------------------------------------------------===//
// Literals as attributes and constants
//===----------------------------------------------------------------------===//

/// The argument that `@name` refers to.
const ArgumentSpec &Expansion::getArgument(Frame &frame, Attribute reference) {
  StringRef name = cast<FlatSymbolRefAttr>(reference).getValue();
  return frame.arguments[*frame.definition.schema->findArg(name)];
}

/// Attributes of nodes are f32. A number may be rounded, but one beyond the
/// range of f32 has no form.
static std::optional<float> toFloat(double number) {
  if (std::isfinite(number) &&
      std::abs(number) > std::numeric_limits<float>::max())
    return std::nullopt;
  return float(number);
}

/// The attribute forms that a literal may take, the most likely first: a Python
/// integer may stand for a float.
static SmallVector<Attribute> getForms(Attribute literal, bool isFloat) {
  Builder b(literal.getContext());
  SmallVector<Attribute> forms;
  if (isa<StringAttr, TypeAttr>(literal)) {
    forms.push_back(literal);
  } else if (auto number = asNumber(literal)) {
    if (auto integer = dyn_cast<IntegerAttr>(literal))
      forms.push_back(b.getI64IntegerAttr(integer.getType().isInteger(1)
                                              ? int64_t(*number)
                                              : integer.getInt()));
    if (std::optional<float> rounded = toFloat(*number))
      forms.insert(isFloat ? forms.begin() : forms.end(),
                   b.getF32FloatAttr(*rounded));
  } else if (auto list = dyn_cast<ArrayAttr>(literal)) {
    SmallVector<int64_t> integers;
    SmallVector<float> floats;
    for (Attribute element : list) {
      if (auto integer = dyn_cast<IntegerAttr>(element))
        integers.push_back(integer.getType().isInteger(1)
                               ? integer.getValue().getZExtValue()
                               : integer.getInt());
      if (auto number = asNumber(element))
        if (std::optional<float> rounded = toFloat(*number))
          floats.push_back(*rounded);
    }
    if (integers.size() == list.size())
      forms.push_back(b.getDenseI64ArrayAttr(integers));
    if (floats.size() == list.size())
      forms.insert(isFloat ? forms.begin() : forms.end(),
                   b.getDenseF32ArrayAttr(floats));
    if (!list.empty() && llvm::all_of(list, llvm::IsaPred<StringAttr>))
      forms.push_back(list);
  }
  return forms;
}

/// Returns null after a refusal, and when the argument is None.
Attribute Expansion::getAttribute(Frame &frame, StringRef name,
                                  OperationName op, StringRef attribute) {
  const torch::Schema &schema = *frame.definition.schema;
  unsigned index = *schema.findArg(name);
  auto *literal = std::get_if<Attribute>(&frame.arguments[index]);
  auto wrong = [&](const Twine &expected) {
    std::string found = torch::Arguments(frame.op).describe(name);
    (void)refuse("expected '" + name + "' to be " + expected + ", found " +
                 found);
    return Attribute();
  };
  if (!literal)
    return wrong("constant, because it becomes an attribute of a node");
  if (isa<torch::NoneAttr>(*literal))
    return {};
  bool isFloat = schema.getArgs()[index].type.kind == ArgKind::Float;
  SmallVector<Attribute> forms = getForms(*literal, isFloat);
  if (forms.empty())
    return wrong("a number, a text, a dtype or a list of one kind, because "
                 "ONNX has no other attributes");
  // An empty list fits both a list of integers and one of floats.
  if (op.getStringRef() == onnx::CustomOp::getOperationName())
    return forms.front();
  for (Attribute form : forms) {
    NamedAttrList one;
    one.set(attribute, form);
    if (succeeded(
            askQuietly(call.getContext(),
                       [&](function_ref<InFlightDiagnostic()> emitError) {
                         return op.getRegisteredInfo()->verifyInherentAttrs(
                             one, emitError);
                       })))
      return form;
  }
  return wrong("what attribute '" + attribute + "' of " + op.getStringRef() +
               " is");
}

/// The attributes of an operation, including those that refer to arguments.
FailureOr<NamedAttrList> Expansion::getAttributes(Frame &frame, Operation *op) {
  NamedAttrList attributes(op->getAttrDictionary());
  attributes.erase(attributesAttrName);
  auto references = op->getAttrOfType<DictionaryAttr>(attributesAttrName);
  if (!references || isa<onnx::ConstantOp>(op))
    return attributes;
  NamedAttrList custom;
  if (auto given = dyn_cast_if_present<DictionaryAttr>(
          attributes.get("node_attributes")))
    custom.append(given.getValue());
  for (NamedAttribute reference : references) {
    reason.clear();
    Attribute value = getAttribute(
        frame, cast<FlatSymbolRefAttr>(reference.getValue()).getValue(),
        op->getName(), reference.getName());
    if (!value && !reason.empty())
      return refuse(op, std::string(reason));
    if (value)
      (isa<onnx::CustomOp>(op) ? custom : attributes)
          .set(reference.getName(), value);
  }
  if (isa<onnx::CustomOp>(op))
    attributes.set("node_attributes", custom.getDictionary(op->getContext()));
  return attributes;
}

/// A number of the program as a 0-d tensor; null after a refusal.
Value Expansion::buildNumber(OpFoldResult number, Type element) {
  ArgumentSpec spec;
  if (auto value = dyn_cast<Value>(number))
    spec = value;
  else
    spec = cast<Attribute>(number);
  FailureOr<OperatorOp> made = torch::buildInferred(
      builder, call.getLoc(), "aten.scalar_tensor.default",
      {{"s", spec}, {"dtype", Attribute(TypeAttr::get(element))}}, numbers,
      reason);
  return succeeded(made) ? (*made)->getResult(0) : Value();
}

/// Builds a tensor of a number or a list of numbers. Its element type is the
/// one that the library declares, or else the default for Python's numbers.
LogicalResult Expansion::buildConstant(Frame &frame, Operation *op,
                                       const ArgumentSpec &argument) {
  SmallVector<OpFoldResult> elements;
  bool isList = false;
  if (auto *value = std::get_if<Value>(&argument)) {
    elements.push_back(*value);
  } else if (auto *list = std::get_if<SmallVector<OpFoldResult>>(&argument)) {
    elements = *list;
    isList = true;
  } else {
    auto literal = std::get<Attribute>(argument);
    if (auto list = dyn_cast<ArrayAttr>(literal)) {
      isList = true;
      for (Attribute element : list)
        elements.push_back(element);
    } else {
      elements.push_back(literal);
    }
  }
  Builder b(op->getContext());
  Type element;
  if (auto type = dyn_cast<TensorType>(op->getResult(0).getType()))
    element = type.getElementType();
  SmallVector<double> constants;
  SmallVector<int64_t> integers;
  Type python = b.getI64Type();
  for (OpFoldResult number : elements) {
    auto value = dyn_cast_if_present<Value>(number);
    auto literal = dyn_cast_if_present<Attribute>(number);
    Type type = value ? value.getType() : Type();
    if (literal && asNumber(literal)) {
      type = cast<TypedAttr>(literal).getType();
      constants.push_back(*asNumber(literal));
      if (auto integer = dyn_cast<IntegerAttr>(literal))
        integers.push_back(type.isInteger(1) ? int64_t(constants.back())
                                             : integer.getInt());
    }
    if (!type || !type.isIntOrFloat())
      return refuse(op, "expected a number or a list of numbers, found another "
                        "argument");
    if (isa<FloatType>(type) || (type.isInteger(1) && !isList))
      python = type;
  }
  if (!element)
    element = python;
  if (isa<IntegerType>(element) && isa<FloatType>(python))
    return refuse(op, "expected integers for elements of type " +
                          llvm::to_string(element) + ", found a float");
  LibraryBuilder onnx(builder, call.getLoc());
  Value result;
  if (constants.size() == elements.size()) {
    SmallVector<int64_t> shape;
    if (isList)
      shape.push_back(elements.size());
    // Doubles cannot represent all 64-bit integers.
    if (element.isInteger(64))
      result = onnx.constant(DenseElementsAttr::get(
          RankedTensorType::get(shape, element), ArrayRef(integers)));
    else if (element.isInteger(1))
      result =
          onnx.scalar(constants.empty() ? 0.0 : constants.front(), element);
    else
      result = onnx.numbers(shape, constants, element);
    if (element.isInteger(1) && isList)
      return refuse(op, "expected numbers, found a list of booleans");
    if (onnx.hasFailed())
      return refuse(op, onnx.reason);
    return setResults(frame, op, result);
  }
  SmallVector<OpFoldResult> parts;
  for (OpFoldResult number : elements) {
    Value part = buildNumber(number, element);
    if (!part)
      return refuse(op, std::string(reason));
    parts.push_back(part);
  }
  result = cast<Value>(parts.front());
  if (isList) {
    FailureOr<OperatorOp> stack =
        torch::buildInferred(builder, call.getLoc(), "aten.stack.default",
                             {{"tensors", parts}}, numbers, reason);
    if (failed(stack))
      return refuse(op, std::string(reason));
    result = (*stack)->getResult(0);
  }
  return setResults(frame, op, result);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The declared type of a value must agree with the inferred one.
LogicalResult Expansion::checkType(Operation *op, StringRef what, Type declared,
                                   Type type) {
  bool fits = true;
  if (auto tensor = dyn_cast<UnrankedTensorType>(declared)) {
    auto ranked = dyn_cast<RankedTensorType>(type);
    fits = ranked && ranked.getElementType() == tensor.getElementType();
  } else {
    fits = torch::meetTypes(declared, type, numbers.getRanges()).has_value();
  }
  if (fits)
    return success();
  return refuse(op, what + " has the type " + llvm::to_string(type) +
                        ", expected " + llvm::to_string(declared));
}

/// Records the values that the results of an operation of the body stand for.
LogicalResult Expansion::setResults(Frame &frame, Operation *op,
                                    ValueRange values) {
  if (op->getNumResults() != values.size())
    return refuse(op, "'" + op->getName().getStringRef() + "' has " +
                          Twine(values.size()) + " results, expected " +
                          Twine(op->getNumResults()));
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values)) {
    Type declared = result.getType();
    if (isa<NoneType>(declared) && isa<onnx::ONNXDialect>(op->getDialect())) {
      // The node lacks this optional output.
      value.setType(declared);
      frame.values[result] = {Value()};
      continue;
    }
    if (failed(checkType(op, "a result", declared, value.getType())))
      return failure();
    frame.values[result] = {value};
  }
  return success();
}

LogicalResult Expansion::importDomain(Frame &frame, Operation *op,
                                      StringRef domain) {
  auto module = frame.definition.func->getParentOfType<ModuleOp>();
  auto wanted = module->getAttrOfType<DictionaryAttr>(onnx::kOpsetImportsAttr);
  Attribute version = wanted ? wanted.get(domain) : Attribute();
  if (!version)
    return success();
  if (Attribute other = imports.get(domain); other && other != version)
    return refuse(op, "expected one version of domain '" + domain +
                          "', found " +
                          Twine(cast<IntegerAttr>(other).getInt()) + " and " +
                          Twine(cast<IntegerAttr>(version).getInt()));
  imports.set(domain, version);
  return success();
}

/// Collects the indices of the function results that `value` becomes, also
/// through yields of branches, whose results have the type of the yielded
/// value.
static void findResults(Value value, SmallVectorImpl<unsigned> &results) {
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (isa<func::ReturnOp>(user))
      results.push_back(use.getOperandNumber());
    else if (isa<torch::YieldOp, onnx::YieldOp>(user) &&
             isa<torch::IfOp, onnx::IfOp>(user->getParentOp()))
      findResults(user->getParentOp()->getResult(use.getOperandNumber()),
                  results);
  }
}

/// Nodes of other domains have no type rule. A result that the function returns
/// has the type of the call's result, others have the declared type.
LogicalResult Expansion::buildCustom(Frame &frame, Operation *op,
                                     ValueRange operands,
                                     const NamedAttrList &attributes) {
  SmallVector<Type> types;
  for (OpResult result : op->getResults()) {
    Type type = result.getType();
    SmallVector<unsigned> indices;
    findResults(result, indices);
    for (unsigned index : indices) {
      if (index >= frame.op->getNumResults())
        continue;
      Type declared = frame.op->getResult(index).getType();
      auto isOpen = llvm::IsaPred<torch::UntypedType, UnrankedTensorType>;
      auto ranked = dyn_cast<RankedTensorType>(declared);
      auto tensor = dyn_cast<TensorType>(type);
      if (isa<NoneType>(declared) && isOpen(type))
        type = declared; // The result is unused.
      else if (ranked && isOpen(type) &&
               (!tensor || tensor.getElementType() == ranked.getElementType()))
        type = declared;
      else if (ranked)
        type = torch::meetTypes(declared, type, numbers.getRanges())
                   .value_or(type);
    }
    if (!isa<RankedTensorType, NoneType>(type))
      return refuse(op, "the type of a result of a node is unknown; expected a "
                        "type with a rank, found " +
                            llvm::to_string(type));
    types.push_back(type);
  }
  StringRef domain = op->getAttrOfType<StringAttr>("domain").getValue();
  if (failed(importDomain(frame, op, domain)))
    return failure();
  LibraryBuilder onnx(builder, call.getLoc());
  Operation *made =
      onnx.createOp("Custom", types, operands, attributes.getAttrs());
  if (onnx.hasFailed())
    return refuse(op, onnx.reason);
  return setResults(frame, op, made->getResults());
}

LogicalResult Expansion::buildONNX(Frame &frame, Operation *op) {
  if (isa<onnx::NoValueOp>(op)) {
    frame.values[op->getResult(0)] = {Value()};
    return success();
  }
  if (isa<onnx::ConstantOp>(op))
    if (auto references = op->getAttrOfType<DictionaryAttr>(attributesAttrName))
      return buildConstant(frame, op,
                           getArgument(frame, references.get("value")));
  FailureOr<NamedAttrList> attributes = getAttributes(frame, op);
  if (failed(attributes))
    return failure();
  LibraryBuilder onnx(builder, call.getLoc());
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    for (Value value : frame.values[operand])
      operands.push_back(value ? value : onnx.none());
  // Trailing absent operands are left out, as in a model.
  if (isa<onnx::CustomOp>(op)) {
    while (!operands.empty() && isa<NoneType>(operands.back().getType()))
      operands.pop_back();
    return buildCustom(frame, op, operands, *attributes);
  }
  if (auto constant = dyn_cast<onnx::ConstantOp>(op)) {
    Value value = onnx.constant(constant.getValue());
    return onnx.hasFailed() ? refuse(op, onnx.reason)
                            : setResults(frame, op, value);
  }
  Operation *made = onnx.createOp(op->getName().stripDialect(), operands,
                                  attributes->getAttrs(), op->getNumResults());
  if (onnx.hasFailed())
    return refuse(op, onnx.reason);
  // The builder has applied the type rule. The other checks of the verifier are
  // made here, where the location in the library is known.
  DiagnosticCapture capture(op->getContext());
  if (failed(made->getName().verifyInvariants(made)))
    return refuse(op, capture.getMessage());
  return setResults(frame, op, made->getResults());
}

void Expansion::addElement(Frame &frame, Attribute arg,
                           SmallVectorImpl<OpFoldResult> &elements) {
  if (!isa<SymbolRefAttr>(arg)) {
    elements.push_back(isa<torch::NoneAttr>(arg) ? OpFoldResult()
                                                 : OpFoldResult(arg));
    return;
  }
  const ArgumentSpec &spec = getArgument(frame, arg);
  if (auto *value = std::get_if<Value>(&spec))
    elements.push_back(*value);
  else if (auto *given = std::get_if<SmallVector<OpFoldResult>>(&spec))
    llvm::append_range(elements, *given);
  else if (isNone(spec))
    elements.push_back(OpFoldResult());
  else if (auto literals = dyn_cast<ArrayAttr>(std::get<Attribute>(spec)))
    llvm::append_range(elements, literals);
  else
    elements.push_back(std::get<Attribute>(spec));
}

void Expansion::readArguments(Frame &frame, OperatorOp op,
                              torch::ArgumentListBuilder &list) {
  unsigned nextOperand = 0;
  for (Attribute arg : op.getArgs()) {
    if (isa<SymbolRefAttr>(arg)) {
      list.addSpec(getArgument(frame, arg));
    } else if (auto elements = dyn_cast<ArrayAttr>(arg)) {
      SmallVector<OpFoldResult> values;
      for (Attribute element : elements) {
        if (isa<torch::OperandAttr>(element))
          llvm::append_range(values,
                             frame.values[op.getInputs()[nextOperand++]]);
        else
          addElement(frame, element, values);
      }
      // A list of literals becomes one attribute.
      list.add(ArrayRef(values));
    } else if (isa<torch::OperandAttr>(arg)) {
      Value operand = op.getInputs()[nextOperand++];
      const SmallVector<Value> &values = frame.values[operand];
      if (isa<TupleType>(operand.getType()))
        list.add(SmallVector<OpFoldResult>(values.begin(), values.end()));
      else if (values.front())
        list.add(values.front());
      else
        list.add(Attribute(torch::NoneAttr::get(op->getContext())));
    } else {
      list.add(arg);
    }
  }
}

LogicalResult Expansion::setTypes(OperatorOp op, OperatorOp made) {
  reason.clear();
  FailureOr<SmallVector<Type>> inferred =
      torch::inferResultTypes(made, numbers, reason);
  if (failed(inferred) && torch::hasTypeRule(op.getTarget()))
    return refuse(op, "'" + op.getTarget() +
                          "' does not fit its operands: " + reason);
  if (succeeded(inferred) && inferred->size() != made->getNumResults())
    return refuse(op, "'" + op.getTarget() + "' has " +
                          Twine(inferred->size()) + " results, expected " +
                          Twine(made->getNumResults()));
  for (auto [index, result] : llvm::enumerate(made->getResults())) {
    Type type = result.getType();
    if (succeeded(inferred)) {
      std::optional<Type> met =
          torch::meetTypes(type, (*inferred)[index], numbers.getRanges());
      if (!met)
        return refuse(op, "a result has the type " +
                              llvm::to_string((*inferred)[index]) +
                              ", expected " + llvm::to_string(type));
      type = *met;
    }
    if (isa<torch::UntypedType>(type))
      return refuse(
          op, "the type of a result of '" + op.getTarget() +
                  "' is unknown; expected a type with a rank in the library");
    result.setType(type);
  }
  return success();
}

LogicalResult Expansion::buildTorch(Frame &frame, OperatorOp op) {
  torch::ArgumentListBuilder list(op->getContext());
  readArguments(frame, op, list);
  SmallVector<Type> types(op->getResultTypes());
  for (Type &type : types)
    if (!isa<RankedTensorType, NoneType>(type))
      type = torch::UntypedType::get(op->getContext());
  auto made = OperatorOp::create(builder, withoutValueNames(call.getLoc()),
                                 types, op.getTargetAttr(), list.getArgs(),
                                 op.getArgNamesAttr(), list.getOperands(),
                                 /*bodiesCount=*/0);
  if (std::optional<std::string> why = torch::findInvalidArgument(made))
    return refuse(op, *why);

  SmallVector<Value> values;
  switch (expand(made, frame.depth + 1, values)) {
  case Expanded::Yes:
    created.erase(llvm::find(created, made.getOperation()));
    made->erase();
    return setResults(frame, op, values);
  case Expanded::Refused:
    return failure(); // The reason names the line that is to be corrected.
  case Expanded::NoMatch:
    if (!made.getSchema())
      return refuse(op, std::string(reason));
    break;
  }
  if (failed(setTypes(op, made)))
    return failure();
  return setResults(frame, op, made->getResults());
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

LogicalResult Expansion::buildBlock(Frame &frame, Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (created.size() > maxOperations)
      return refuse("it becomes more than " + Twine(maxOperations) +
                    " operations");
    LogicalResult built = success();
    if (auto operatorOp = dyn_cast<OperatorOp>(op))
      built = buildTorch(frame, operatorOp);
    else if (isBranchOrLoop(&op))
      built = buildBranchOrLoop(frame, &op);
    else
      built = buildONNX(frame, &op);
    if (failed(built))
      return failure();
  }
  return success();
}

LogicalResult Expansion::build(Frame &frame, SmallVector<Value> &results) {
  func::FuncOp func = frame.definition.func;
  for (auto [argument, index] :
       llvm::zip_equal(func.getArguments(), frame.definition.tensors)) {
    const ArgumentSpec &spec = frame.arguments[index];
    SmallVector<Value> &values = frame.values[argument];
    if (auto *value = std::get_if<Value>(&spec))
      values.push_back(*value);
    else if (auto *list = std::get_if<SmallVector<OpFoldResult>>(&spec))
      for (OpFoldResult element : *list)
        values.push_back(dyn_cast_if_present<Value>(element));
    else if (isNone(spec))
      values.push_back(Value());
  }
  if (failed(buildBlock(frame, func.getBody().front())))
    return failure();
  for (Value value : func.getBody().front().getTerminator()->getOperands())
    llvm::append_range(results, frame.values[value]);
  return success();
}

Expanded Expansion::expand(OperatorOp op, unsigned depth,
                           SmallVector<Value> &results) {
  ArrayRef<OperatorDefinition> definitions = library.find(op.getTarget());
  if (definitions.empty())
    return Expanded::NoMatch;
  if (depth == maxDepth) {
    (void)refuse(describePlace(definitions.front().func->getLoc()) +
                 ": definitions call each other more than " + Twine(maxDepth) +
                 " times");
    return Expanded::Refused;
  }
  std::string why;
  for (const OperatorDefinition &definition : definitions) {
    std::string place = describePlace(definition.func->getLoc());
    BoundArguments arguments;
    std::optional<std::string> mismatch =
        bindArguments(definition, op, arguments);
    if (!mismatch)
      mismatch = findMismatch(definition, arguments);
    if (mismatch) {
      why += (why.empty() ? "" : "; ") + place + ": " + *mismatch;
      continue;
    }
    Frame frame(definition, arguments, op, depth);
    if (failed(build(frame, results)))
      return Expanded::Refused;
    // Values of optional arguments that are None come last.
    if (results.size() < op->getNumResults() ||
        (!definition.numResults && results.size() != op->getNumResults())) {
      (void)refuse(place + ": it has " + Twine(results.size()) +
                   " results, expected " + Twine(op->getNumResults()));
      return Expanded::Refused;
    }
    results.resize(op->getNumResults());
    return Expanded::Yes;
  }
  (void)refuse((definitions.size() == 1 ? "its definition does not fit: "
                                        : "none of its definitions fits: ") +
               why);
  return Expanded::NoMatch;
}

void Expansion::eraseCreated(size_t first) {
  takeBack(first);
  // `numbers` is keyed by values, and new values may reuse freed addresses.
  numbers = torch::NumberExprs(sym::Ranges(numbers.getRanges()));
}

Expanded Expansion::run() {
  auto module = call->getParentOfType<ModuleOp>();
  if (auto known =
          module->getAttrOfType<DictionaryAttr>(onnx::kOpsetImportsAttr))
    imports.append(known.getValue());
  SmallVector<Value> results;
  Expanded expanded = expand(call, 0, results);
  auto give = [&]() -> LogicalResult {
    for (auto [result, value] : llvm::zip_equal(call->getResults(), results)) {
      auto isOpen = llvm::IsaPred<NoneType>;
      if (isOpen(result.getType()) && result.use_empty())
        continue;
      Type type = value ? value.getType() : NoneType::get(call.getContext());
      if (!isa<RankedTensorType, torch::UntypedType>(result.getType()))
        return refuse("its definition gives tensors, expected " +
                      llvm::to_string(result.getType()));
      std::optional<Type> met =
          value ? torch::meetTypes(result.getType(), type, numbers.getRanges())
                : std::nullopt;
      if (!met)
        return refuse("its definition gives " + llvm::to_string(type) +
                      ", expected " + llvm::to_string(result.getType()));
      if (*met == type)
        continue;
      if (isBuilt(value)) {
        value.setType(*met);
        continue;
      }
      // A value that existed before the expansion keeps its type.
      LibraryBuilder onnx(builder, call.getLoc());
      value = onnx.create("Identity", *met, value);
      if (onnx.hasFailed())
        return refuse(onnx.reason);
    }
    return success();
  };
  if (expanded == Expanded::Yes && failed(give()))
    expanded = Expanded::Refused;
  if (expanded != Expanded::Yes) {
    eraseCreated(0);
    return expanded;
  }
  for (auto [result, value] : llvm::zip_equal(call->getResults(), results))
    if (value) {
      passValueName(result, value);
      result.replaceAllUsesWith(value);
    }
  if (!imports.empty())
    module->setAttr(onnx::kOpsetImportsAttr,
                    imports.getDictionary(module.getContext()));
  call->erase();
  return expanded;
}

Expanded torch_onnx::expandCall(OperatorOp op, const OperatorLibrary &library,
                                const sym::Ranges &ranges,
                                std::string &reason) {
  Expansion expansion(library, ranges, op);
  Expanded expanded = expansion.run();
  reason = std::move(expansion.reason);
  return expanded;
}
