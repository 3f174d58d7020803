//===- UniqueNames.cpp - Names of nodes and values ------------------------===//
//
// See UniqueNames.h. Value names must be unique in a graph and its subgraphs,
// because a subgraph sees outer values (onnx IR.md). ONNX Runtime refuses
// duplicate node names.
//
//===----------------------------------------------------------------------===//

#include "UniqueNames.h"
#include "Legalize/Legalize.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/Transforms/PreparedModule.h"
#include "torch-onnx/Transforms/Origin.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

#include <string>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// protobuf reads at most 100 nested messages, which allow 32 nested subgraphs.
static constexpr unsigned kMaxSubgraphDepth = 32;

/// The index of the first optional result of an operator.
static unsigned getNumRequiredResults(Operation *op) {
  return llvm::StringSwitch<unsigned>(getOperatorName(op))
      .Cases({"GRU", "LSTM", "RNN"}, 0)
      .Cases({"Attention", "BatchNormalization", "Dropout",
              "LayerNormalization", "MaxPool", "SoftmaxCrossEntropyLoss",
              "Unique"},
             1)
      .Default(op->getNumResults());
}

namespace {

/// A set of names; `add` makes a wished name unique in amortized constant time.
class NameSet {
public:
  /// Returns whether the name is new.
  bool tryAdd(StringRef name) { return names.try_emplace(name, 0).second; }

  std::string add(StringRef wish) {
    auto [it, isNew] = names.try_emplace(wish, 0);
    if (isNew)
      return wish.str();
    // The counter only grows, so a name that is wished for very often is found
    // at once.
    unsigned &next = it->second;
    while (true) {
      std::string name = (wish + "_" + Twine(++next)).str();
      if (names.try_emplace(name, 0).second)
        return name;
    }
  }

private:
  llvm::StringMap<unsigned> names;
};

class FunctionNamer {
public:
  explicit FunctionNamer(func::FuncOp function)
      : function(function), context(function.getContext()),
        nodeNameId(StringAttr::get(context, kNodeNameAttr)),
        valueNamesId(StringAttr::get(context, kValueNamesAttr)),
        graphNamesId(StringAttr::get(context, kGraphNamesAttr)),
        argNamesId(StringAttr::get(context, kArgNamesAttr)) {}

  LogicalResult run();

private:
  void nameInterface();
  void nameInitializers();
  void nameNodeValues();
  LogicalResult nameBlock(Block &block, unsigned depth);
  LogicalResult nameNode(Operation *op, unsigned depth);
  /// `/encoder/layer.0/MatMul`
  std::string getScopedName(Operation *op, StringRef name);
  ArrayAttr nameResults(Operation *op, StringRef nodeName);
  void setNames(Operation *op, ArrayRef<NamedAttribute> names);

  StringAttr getString(const Twine &text) {
    return StringAttr::get(context, text);
  }

  func::FuncOp function;
  MLIRContext *context;
  StringAttr nodeNameId, valueNamesId, graphNamesId, argNamesId;
  NameSet values, nodes;
  /// Values that are named before their node: outputs, initializers.
  llvm::DenseMap<Value, StringAttr> given;
  llvm::StringMap<std::string> namespaces;
};

} // namespace

void FunctionNamer::setNames(Operation *op, ArrayRef<NamedAttribute> names) {
  // Sets all names in one dictionary, because each one is stored permanently in
  // the context.
  NamedAttrList attributes(op->getDiscardableAttrDictionary());
  for (NamedAttribute name : names)
    attributes.set(name.getName(), name.getValue());
  op->setDiscardableAttrs(attributes.getDictionary(context));
}

std::string FunctionNamer::getScopedName(Operation *op, StringRef name) {
  StringRef path = getModulePath(op->getLoc());
  auto [it, isNew] = namespaces.try_emplace(path);
  if (isNew && !path.empty())
    it->second = "/" + getNamespace(path);
  return (it->second + "/" + name).str();
}

void FunctionNamer::nameInterface() {
  Block &block = function.front();
  for (BlockArgument argument : block.getArguments()) {
    unsigned index = argument.getArgNumber();
    auto name = function.getArgAttrOfType<StringAttr>(index, kNameAttr);
    function.setArgAttr(
        index, kNameAttr,
        getString(values.add(name ? name.getValue()
                                  : ("input_" + Twine(index)).str())));
  }
  for (auto [index, value] :
       llvm::enumerate(block.getTerminator()->getOperands())) {
    auto name = function.getResultAttrOfType<StringAttr>(index, kNameAttr);
    // An argument here is an input that is returned under its own name.
    if (isa<BlockArgument>(value))
      continue;
    StringAttr unique = getString(
        values.add(name ? name.getValue() : ("output_" + Twine(index)).str()));
    function.setResultAttr(index, kNameAttr, unique);
    given[value] = unique;
  }
}

void FunctionNamer::nameInitializers() {
  // Before all other values, so that state-dict names are kept.
  for (ConstantOp op : function.front().getOps<ConstantOp>())
    if (StringAttr name = op.getNameAttr())
      given[op.getResult()] = getString(values.add(name));
}

/// Keeps the names that node values have in the captured program (and in
/// torch.onnx), unless another value has the name.
void FunctionNamer::nameNodeValues() {
  llvm::StringMap<Value> wishes;
  for (Operation &op : function.front())
    for (OpResult result : op.getResults()) {
      StringRef name = getValueName(result);
      if (name.empty() || given.contains(result))
        continue;
      auto [it, isNew] = wishes.try_emplace(name, result);
      if (!isNew)
        it->second = Value(); // The name is ambiguous.
    }
  for (Operation &op : function.front())
    for (OpResult result : op.getResults()) {
      StringRef name = getValueName(result);
      if (!name.empty() && wishes.lookup(name) == result && values.tryAdd(name))
        given[result] = getString(name);
    }
}

ArrayAttr FunctionNamer::nameResults(Operation *op, StringRef nodeName) {
  SmallVector<mlir::Attribute> names;
  unsigned numRequired = getNumRequiredResults(op);
  for (OpResult result : op->getResults()) {
    unsigned index = result.getResultNumber();
    if (StringAttr name = given.lookup(result))
      names.push_back(name);
    else if (isa<NoneType>(result.getType()) ||
             (index >= numRequired && result.use_empty()))
      names.push_back(getString(""));
    else
      names.push_back(
          getString(values.add((nodeName + "_output_" + Twine(index)).str())));
  }
  return ArrayAttr::get(context, names);
}

LogicalResult FunctionNamer::nameNode(Operation *op, unsigned depth) {
  StringRef opType = op->getName().stripDialect();
  if (auto custom = dyn_cast<CustomOp>(op))
    opType = custom.getOpType();
  else if (FlatSymbolRefAttr callee = getCallee(op))
    opType = callee.getValue();
  std::string name = nodes.add(getScopedName(op, opType));

  SmallVector<NamedAttribute, 4> attributes;
  attributes.emplace_back(nodeNameId, getString(name));
  attributes.emplace_back(valueNamesId, nameResults(op, name));
  if (op->getNumRegions()) {
    if (depth == kMaxSubgraphDepth)
      return op->emitError("more than ")
             << kMaxSubgraphDepth
             << " nested subgraphs, which readers of ONNX refuse";
    SmallVector<mlir::Attribute> graphNames, argNames;
    for (Region &region : op->getRegions()) {
      std::string graph =
          name + "_" +
          getSubgraphAttributeName(op, region.getRegionNumber()).str();
      graphNames.push_back(getString(graph));
      SmallVector<mlir::Attribute> names;
      for (unsigned i = 0; i < region.getNumArguments(); ++i)
        names.push_back(
            getString(values.add((graph + "_input_" + Twine(i)).str())));
      argNames.push_back(ArrayAttr::get(context, names));
    }
    attributes.emplace_back(graphNamesId, ArrayAttr::get(context, graphNames));
    attributes.emplace_back(argNamesId, ArrayAttr::get(context, argNames));
  }
  setNames(op, attributes);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (failed(nameBlock(block, depth + 1)))
        return failure();
  return success();
}

LogicalResult FunctionNamer::nameBlock(Block &block, unsigned depth) {
  for (Operation &op : block.without_terminator()) {
    if (isa<NoValueOp>(op))
      continue;
    bool isInitializer = isa<ConstantOp>(op) && depth == 0;
    if (!isInitializer || function.getSymName() != kEntryName) {
      if (failed(nameNode(&op, depth)))
        return failure();
      continue;
    }
    StringAttr name = given.lookup(op.getResult(0));
    if (!name)
      name = getString(values.add(getScopedName(&op, "constant")));
    setNames(&op, NamedAttribute(valueNamesId, ArrayAttr::get(context, name)));
  }
  return success();
}

LogicalResult FunctionNamer::run() {
  nameInterface();
  nameInitializers();
  if (function.getSymName() == kEntryName)
    nameNodeValues();
  return nameBlock(function.front(), 0);
}

LogicalResult onnx::nameFunction(func::FuncOp function) {
  return FunctionNamer(function).run();
}
