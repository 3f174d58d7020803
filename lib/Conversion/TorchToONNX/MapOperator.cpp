//===- MapOperator.cpp - Mapping of operators to custom nodes -------------===//
//
// With --map-op, an operator becomes the node that the user names, even if it
// has a lowering. The inputs are the tensors and symbolic numbers among the
// arguments, in order; literals become attributes under their own names.
// Arguments without an ONNX form are refused, so that nothing is lost.
//
//===----------------------------------------------------------------------===//

#include "ModuleLowering.h"

#include "torch-onnx/Conversion/OperatorMapping.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace torch_onnx;
using onnx::ONNXBuilder;

//===----------------------------------------------------------------------===//
// The text
//===----------------------------------------------------------------------===//

llvm::Expected<OperatorMapping> OperatorMapping::parse(StringRef text) {
  auto refuse = [&] {
    return llvm::createStringError(
        "'" + text +
        "' is not NAMESPACE::OPERATOR=DOMAIN:NAME or "
        "NAMESPACE::OPERATOR=DOMAIN:NAME:VERSION");
  };
  auto isWord = [](StringRef word, StringRef others = "_") {
    return !word.empty() && llvm::all_of(word, [&](char c) {
      return llvm::isAlnum(c) || others.contains(c);
    });
  };
  auto [from, to] = text.split('=');
  auto [nameSpace, name] = from.split("::");
  auto [domain, rest] = to.split(':');
  auto [opType, version] = rest.split(':');
  OperatorMapping mapping;
  if (!isWord(nameSpace) || !isWord(name, "_.") || !isWord(opType) ||
      (!domain.empty() && !isWord(domain, "_.-")) ||
      (rest.contains(':') &&
       (version.getAsInteger(10, mapping.version) || mapping.version < 1)))
    return refuse();
  mapping.target = (nameSpace + "." + name).str();
  mapping.domain = domain == "ai.onnx" ? "" : domain.str();
  mapping.opType = opType.str();
  return mapping;
}

bool OperatorMapping::matches(StringRef operatorName) const {
  return operatorName == target || operatorName.rsplit('.').first == target;
}

//===----------------------------------------------------------------------===//
// The node
//===----------------------------------------------------------------------===//

std::optional<std::string> ModuleLowering::importDomain(ModuleOp module,
                                                        StringRef domain,
                                                        int64_t version) {
  if (domain.empty())
    return version == 0 || version == settings.opset
               ? std::nullopt
               : std::optional("expected the version of the standard to be "
                               "that of the model, " +
                               std::to_string(settings.opset) + ", found " +
                               std::to_string(version) + " (--opset)");
  if (version == 0)
    return std::nullopt;
  Builder b(module.getContext());
  NamedAttrList imports;
  if (auto known =
          module->getAttrOfType<DictionaryAttr>(onnx::kOpsetImportsAttr))
    imports.append(known.getValue());
  Attribute wanted = b.getI64IntegerAttr(version);
  if (Attribute other = imports.get(domain); other && other != wanted)
    return ("expected one version of domain '" + domain + "', found " +
            Twine(cast<IntegerAttr>(other).getInt()) + " and " + Twine(version))
        .str();
  imports.set(domain, wanted);
  module->setAttr(onnx::kOpsetImportsAttr,
                  imports.getDictionary(module.getContext()));
  return std::nullopt;
}

/// A literal as a node attribute; null if ONNX has no form for it.
static Attribute toNodeAttribute(const torch::Arguments &args, StringRef name) {
  Builder b(args.getOp()->getContext());
  Attribute literal = args.getAttr(name);
  if (auto flag = args.getBool(name))
    return b.getI64IntegerAttr(*flag);
  if (auto integer = args.getInt(name))
    return b.getI64IntegerAttr(*integer);
  if (auto number = args.getFloat(name))
    return b.getF32FloatAttr(*number);
  if (isa_and_present<StringAttr, TypeAttr>(literal))
    return literal;
  auto list = dyn_cast_if_present<ArrayAttr>(literal);
  // An empty list has no element kind.
  if (!list || list.empty())
    return {};
  if (auto integers = args.getInts(name))
    return b.getDenseI64ArrayAttr(*integers);
  if (auto numbers = args.getFloats(name))
    return b.getDenseF32ArrayAttr(SmallVector<float>(
        llvm::map_range(*numbers, [](double x) { return float(x); })));
  if (llvm::all_of(list, llvm::IsaPred<StringAttr>))
    return list;
  return {};
}

/// Builds the node of `mapping` for `op`; returns the reason if an argument has
/// no ONNX form.
std::optional<std::string>
ModuleLowering::mapOperator(torch::OperatorOp op,
                            const OperatorMapping &mapping,
                            SmallVector<Value> &values) {
  auto module = op->getParentOfType<ModuleOp>();
  if (auto reason = importDomain(module, mapping.domain, mapping.version))
    return reason;
  OpBuilder builder(op);
  ONNXBuilder b(builder, op.getLoc());
  torch::Arguments args(op);
  const torch::Schema *schema = op.getSchema();
  SmallVector<Value> inputs;
  NamedAttrList attributes;
  auto nextOperand = op.getInputs().begin();
  for (auto [index, arg] : llvm::enumerate(op.getArgs())) {
    StringRef name = op.getArgName(index);
    unsigned count = torch::countOperands(arg);
    auto list = dyn_cast<ArrayAttr>(arg);
    bool isTensor =
        schema && schema->getArgs()[index].type.kind == torch::ArgKind::Tensor;
    bool isMixed =
        list && count != 0 && !llvm::all_of(list, [&](Attribute element) {
          return isa<torch::OperandAttr>(element) ||
                 (isTensor && isa<torch::NoneAttr>(element));
        });
    if (isMixed)
      return ("expected '" + name +
              "' to be values or literals, found a list of both")
          .str();
    SmallVector<Attribute> elements = {arg};
    if (list && (count != 0 || isTensor))
      elements.assign(list.begin(), list.end());
    if (count != 0 || isTensor) {
      for (Attribute element : elements) {
        Value input = b.none();
        if (isa<torch::OperandAttr>(element))
          input = getTensor(b, *nextOperand++);
        if (!input)
          return ("expected '" + name +
                  "' to be a tensor or a number, found "
                  "another value")
              .str();
        if (!isa<torch::OperandAttr, torch::NoneAttr>(element))
          return ("expected '" + name + "' to be a tensor, found a number")
              .str();
        inputs.push_back(input);
      }
      continue;
    }
    if (isa<torch::NoneAttr>(arg) || (list && list.empty()))
      continue;
    Attribute attribute = toNodeAttribute(args, name);
    if (!attribute || name.empty())
      return ("expected '" + name +
              "' to be a number, a text, a dtype or a list of one kind, "
              "found " +
              args.describe(name))
          .str();
    attributes.set(name, attribute);
  }
  while (!inputs.empty() && isa<NoneType>(inputs.back().getType()))
    inputs.pop_back();
  Operation *node = buildCustom(b, op, mapping.domain, mapping.opType, inputs,
                                attributes.getDictionary(op->getContext()));
  values.assign(node->result_begin(), node->result_end());
  return std::nullopt;
}
