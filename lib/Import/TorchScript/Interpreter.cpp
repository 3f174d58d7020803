//===- Interpreter.cpp - Functions and nodes of TorchScript ---------------===//
//
// Calls, blocks and the dispatch of nodes. See Interpreter.h.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "torch-onnx/Dialect/Torch/Transforms/Canonicalize.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace torch_onnx;

/// The limit of nested calls and blocks; programs are not nested this deep.
static constexpr unsigned maxDepth = 256;
/// The limit of interpreted nodes. Calls are inlined and loop bodies
/// interpreted repeatedly, so a short program may not terminate. Real programs
/// interpret less than 100,000 nodes.
static constexpr unsigned maxNodes = 1'000'000;

Interpreter::Interpreter(ScriptArchive &archive, ScriptCode &code,
                         func::FuncOp main, const TorchScriptOptions &options)
    : b(main.getContext()), ctx(main.getContext()), archive(archive),
      code(code), main(main), options(options) {}

Outcome Interpreter::fail(Location loc, const Twine &message) {
  if (!isGivenUp)
    lastFailure = Failure{loc, message.str()};
  return Outcome::Failed;
}

void Interpreter::emitWarnings() {
  llvm::MapVector<StringRef, llvm::SetVector<Attribute>> places;
  for (const Warning &warning : warnings)
    places[warning.message].insert(LocationAttr(warning.loc));
  for (auto &[message, locs] : places) {
    InFlightDiagnostic warning =
        emitWarning(Location(cast<LocationAttr>(locs.front())), message);
    for (Attribute loc : ArrayRef(locs.getArrayRef()).drop_front())
      warning.attachNote(Location(cast<LocationAttr>(loc))) << "and here";
  }
}

torch::NumberExprs &Interpreter::getNumbers() {
  if (!numbers)
    numbers.emplace(ranges);
  return *numbers;
}

//===----------------------------------------------------------------------===//
// Nodes as handlers see them
//===----------------------------------------------------------------------===//

const Item &NodeCall::operator[](size_t index) const {
  static const Item undefined;
  return index < node.numInputs ? frame.values[node.inputs[index]] : undefined;
}

std::string NodeCall::getTarget() const {
  auto [space, name] = getKind().split("::");
  StringRef overload = getOverload();
  return (space + "." + name + "." + (overload.empty() ? "default" : overload))
      .str();
}

const ScriptType *NodeCall::getResultType(size_t index) const {
  return in.types.get(getText(frame.graph->values[node.outputs[index]].type));
}

const libtorch::ScriptAttribute *NodeCall::findAttribute(StringRef name) const {
  for (const libtorch::ScriptAttribute &attribute :
       ArrayRef(node.attributes, node.numAttributes))
    if (getText(attribute.name) == name)
      return &attribute;
  return nullptr;
}

StringRef NodeCall::getString(StringRef name) const {
  const libtorch::ScriptAttribute *attribute = findAttribute(name);
  return attribute && attribute->value.tag == libtorch::Tag::String
             ? StringRef(attribute->value.text, attribute->value.size)
             : StringRef();
}

std::vector<Item> NodeCall::getOperands(size_t first) const {
  std::vector<Item> operands;
  for (size_t i = first; i < size(); ++i)
    operands.push_back((*this)[i]);
  return operands;
}

Outcome NodeCall::give(Item item) {
  if (node.numOutputs == 0)
    return Outcome::Done;
  if (node.numOutputs != 1)
    return fail("'" + getKind() + "' has " + Twine(node.numOutputs) +
                " results, expected 1");
  frame.values[node.outputs[0]] = std::move(item);
  return Outcome::Done;
}

Outcome NodeCall::giveAll(ArrayRef<Item> items) {
  if (items.size() != node.numOutputs)
    return fail("'" + getKind() + "' gives " + Twine(items.size()) +
                " values, the program takes " + Twine(node.numOutputs));
  for (auto [index, item] : llvm::enumerate(items))
    frame.values[node.outputs[index]] = item;
  return Outcome::Done;
}

Outcome NodeCall::fail(const Twine &message) const {
  return in.fail(loc, message);
}

Outcome NodeCall::failOperand(size_t index, StringRef expected) const {
  if ((*this)[index].isA(Item::Kind::Conflict))
    return fail((*this)[index].getText());
  std::string name = getKind().str();
  if (!getOverload().empty())
    name += ("." + getOverload()).str();
  return fail("operand " + Twine(index) + " of '" + name + "' is " +
              (*this)[index].describe() + ", expected " + expected);
}

std::optional<int64_t> NodeCall::readInt(size_t index) const {
  std::optional<int64_t> literal = (*this)[index].getInt();
  if (!literal)
    (void)failOperand(index, "an int that is known at import");
  return literal;
}

std::optional<bool> NodeCall::readBool(size_t index) const {
  std::optional<bool> literal = (*this)[index].getBool();
  if (!literal)
    (void)failOperand(index, "a bool that is known at import");
  return literal;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// NameLoc(module path, Python line), as in the other importers.
Location Interpreter::getLoc(const Frame &frame,
                             const libtorch::ScriptNode &node) {
  Location loc = UnknownLoc::get(ctx);
  if (node.source >= 0) {
    ScriptArchive::Line line = archive.getLine(node.source, node.sourceOffset);
    if (!line.file.empty()) {
      StringAttr &file = fileNames[line.file];
      if (!file)
        file = b.getStringAttr(line.file);
      loc = FileLineColLoc::get(file, line.line, 0);
    }
  }
  if (!frame.calls.empty())
    loc = NameLoc::get(b.getStringAttr(frame.calls), loc);
  return frame.path.empty() ? loc
                            : NameLoc::get(b.getStringAttr(frame.path), loc);
}

DictionaryAttr Interpreter::getModules() const {
  SmallVector<NamedAttribute> entries;
  for (const auto &[path, type] : modules)
    entries.emplace_back(StringAttr::get(ctx, path),
                         StringAttr::get(ctx, type));
  return DictionaryAttr::get(ctx, entries);
}

/// Returns `torch.nn.modules.linear.Linear` for the method
/// `__torch__.torch.nn.modules.linear.___torch_mangle_3.Linear.forward`.
static std::string getPythonClass(StringRef method) {
  std::string name;
  for (StringRef part : llvm::split(method.rsplit('.').first, '.'))
    if (part != "__torch__" && !part.starts_with("___torch_mangle_"))
      name += ((name.empty() ? "" : ".") + part).str();
  return name;
}

/// The stack of module calls as a text; empty if each module is nested in the
/// previous one and is called for the first time.
static std::string
getCalls(ArrayRef<std::pair<std::string, std::string>> running) {
  std::string text;
  StringRef caller;
  bool isPlain = true;
  for (const auto &[path, key] : running) {
    isPlain &=
        key == path &&
        (caller.empty() || StringRef(path).starts_with((caller + ".").str()));
    text += (text.empty() ? "" : ";") + key;
    caller = path;
  }
  return isPlain ? "" : text;
}

Outcome Interpreter::call(StringRef function, std::vector<Item> arguments,
                          StringRef path, Location loc, Item &result) {
  if (options.stop && options.stop->isRequested())
    return fail(loc, "stopped");
  llvm::Expected<const libtorch::ScriptFunction *> found =
      code.getFunction(function);
  if (!found)
    return fail(loc,
                "'" + function + "': " + llvm::toString(found.takeError()));
  const libtorch::ScriptFunction &callee = **found;
  size_t count = callee.graph.block.numInputs;
  while (arguments.size() < count && callee.hasDefault &&
         callee.hasDefault[arguments.size()]) {
    std::optional<Item> value = getLiteral(callee.defaults[arguments.size()]);
    if (!value)
      return fail(loc, "'" + function + "': the default of argument " +
                           Twine(arguments.size()) + " is not read");
    arguments.push_back(std::move(*value));
  }
  if (arguments.size() != count)
    return fail(loc, "'" + function + "' takes " + Twine(count) +
                         " arguments, found " + Twine(arguments.size()));
  // Other methods of a module, and functions that it calls, belong to the call
  // of the module.
  bool isModule = !path.empty() &&
                  (running.empty() || StringRef(running.back().first) != path);
  if (isModule) {
    unsigned number = numModuleCalls[path]++;
    std::string key = path.str();
    if (number != 0)
      key += "@" + std::to_string(number);
    running.emplace_back(path.str(), std::move(key));
    modules.try_emplace(("self." + path).str(), getPythonClass(function));
  } else if (path.empty()) {
    modules.try_emplace("self", getPythonClass(function));
  }
  Outcome outcome = runGraph(callee.graph, std::move(arguments), path, result);
  if (isModule)
    running.pop_back();
  return outcome;
}

Outcome Interpreter::runGraph(const libtorch::ScriptGraph &graph,
                              std::vector<Item> arguments, StringRef path,
                              Item &result) {
  Frame frame;
  frame.graph = &graph;
  frame.path = path.str();
  frame.calls = getCalls(running);
  frame.values.resize(graph.numValues);
  for (auto [argument, value] : llvm::zip(
           arguments, ArrayRef(graph.block.inputs, graph.block.numInputs)))
    frame.values[value] = std::move(argument);
  frames.push_back(&frame);
  Outcome outcome = runBlock(frame, graph.block);
  frames.pop_back();
  if (outcome != Outcome::Done)
    return outcome;
  result = graph.block.numOutputs == 0 ? Item::none()
                                       : frame.values[graph.block.outputs[0]];
  return Outcome::Done;
}

Outcome Interpreter::runBlock(Frame &frame,
                              const libtorch::ScriptBlock &block) {
  if (depth == maxDepth)
    return giveUp(b.getUnknownLoc(), "calls are nested too deep: a recursive "
                                     "function has no form in ONNX");
  llvm::SaveAndRestore nested(depth, depth + 1);
  for (const libtorch::ScriptNode &node : ArrayRef(block.nodes, block.numNodes))
    if (Outcome outcome = runNode(frame, node); outcome != Outcome::Done)
      return outcome;
  return Outcome::Done;
}

Outcome Interpreter::runNode(Frame &frame, const libtorch::ScriptNode &node) {
  if (numNodes == maxNodes)
    return giveUp(getLoc(frame, node),
                  "the program is too long when its calls and loops are "
                  "interpreted: more than " +
                      Twine(maxNodes) + " nodes");
  ++numNodes;
  NodeCall call(*this, frame, node, getLoc(frame, node));
  return takesQuantized(call) ? runQuantized(call) : dispatch(call);
}

Outcome Interpreter::dispatch(NodeCall &call) {
  StringRef kind = call.getKind();
  bool isAlways = false;
  Handler handler = findHandler(kind, isAlways);
  if (handler && isAlways)
    return handler(call);
  std::string target = call.getTarget();
  bool isOperator = torch::Schema::findId(target).has_value();
  for (size_t i = 0; i < call.size(); ++i)
    if (call[i].isA(Kind::Conflict)) {
      // A text with an unknown part is unknown. It may be part of a message.
      if (call.getNumResults() == 1 &&
          call.getResultType()->isA(ScriptType::Kind::String))
        return call.give(Item(call[i]));
      return call.fail(call[i].getText());
    }
  if (handler && !isOperator)
    return handler(call);
  // Other operators of libraries are calls of the model. Those of `quantized`
  // read tensors and packed weights that the program does not have.
  bool isQuantized = kind.starts_with("quantized::");
  bool isLibrary = !kind.starts_with("prim::") && !kind.starts_with("aten::");
  if (!isQuantized && (isOperator || isLibrary))
    return runOperator(call, target);
  return call.fail("the import of '" + kind + "' is not supported");
}

static const HandlerTable &getHandlers() {
  static const HandlerTable table = [] {
    HandlerTable table;
    addPrimHandlers(table);
    addNumberHandlers(table);
    addContainerHandlers(table);
    addListHandlers(table);
    addStackedListHandlers(table);
    addPartListHandlers(table);
    addStringHandlers(table);
    addQueryHandlers(table);
    addQuantizedHandlers(table);
    addQuantizedFunctionHandlers(table);
    addQuantizedRecurrentHandlers(table);
    return table;
  }();
  return table;
}

Interpreter::Handler torch_onnx::findHandler(StringRef kind, bool &isAlways) {
  const HandlerTable &table = getHandlers();
  auto it = table.entries.find(kind);
  if (it == table.entries.end())
    return nullptr;
  isAlways = it->second.isAlways;
  return it->second.handler;
}

std::vector<TorchScriptNode> torch_onnx::getTorchScriptNodes() {
  // The name "aten.add" of each operator with a schema.
  llvm::StringSet<> operators;
  for (StringRef name : torch::Schema::allNames())
    operators.insert(name.rsplit('.').first);
  std::vector<TorchScriptNode> nodes;
  for (const auto &entry : getHandlers().entries) {
    auto [space, name] = entry.getKey().split("::");
    bool isOperator = operators.contains((space + "." + name).str());
    nodes.push_back({entry.getKey(), isOperator && !entry.getValue().isAlways});
  }
  llvm::sort(nodes, [](const TorchScriptNode &a, const TorchScriptNode &b) {
    return a.kind < b.kind;
  });
  return nodes;
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

Item Interpreter::makeList(std::vector<Item> items,
                           const ScriptType *elementType) {
  Cell cell;
  cell.items = std::move(items);
  cell.elementType = elementType;
  return Item::cell(Kind::List, heap.add(std::move(cell)));
}

Item Interpreter::makeCopy(const Item &list) {
  return Item::cell(list.getKind(), heap.add(heap[list.getIndex()]));
}

std::optional<std::vector<Item>>
Interpreter::getItems(const Item &sequence) const {
  if (sequence.isA(Kind::Tuple))
    return std::vector<Item>(sequence.getElements());
  if (!sequence.isA(Kind::List) || getCell(sequence).stacked ||
      getCell(sequence).conflict)
    return std::nullopt;
  return getCell(sequence).items;
}

std::optional<SmallVector<int64_t>>
Interpreter::getInts(const Item &list) const {
  std::optional<std::vector<Item>> items = getItems(list);
  if (!items)
    return std::nullopt;
  SmallVector<int64_t> numbers;
  for (const Item &item : *items) {
    std::optional<int64_t> number = item.getInt();
    if (!number)
      return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

Value Interpreter::stack(ArrayRef<Item> items, Location loc) {
  if (items.empty())
    return {};
  SmallVector<OpFoldResult> tensors;
  SmallVector<Value> copies;
  Type numberType = items.front().getNumberType();
  for (const Item &item : items) {
    Value tensor = item.isTensor() ? item.getValue() : Value();
    if (tensor)
      copies.push_back(tensor);
    if (numberType && item.getNumberType() == numberType)
      tensor = buildOne(
          loc, "aten.scalar_tensor.default",
          {{"s", getNumber(item, loc)}, {"dtype", TypeAttr::get(numberType)}});
    if (!tensor ||
        tensor.getType() != (tensors.empty()
                                 ? tensor.getType()
                                 : cast<Value>(tensors.front()).getType()))
      return {};
    tensors.push_back(tensor);
  }
  return noteCopies(buildOne(loc, "aten.stack.default",
                             {{"tensors", SmallVector<OpFoldResult>(tensors)}}),
                    copies);
}

std::optional<Item> Interpreter::selectItem(const Item &list, const Item &index,
                                            Location loc) {
  const Cell &cell = getCell(list);
  Value element = buildOne(loc, "aten.select.int",
                           {{"self", cell.stacked},
                            {"dim", b.getI64IntegerAttr(0)},
                            {"index", makeArgument(index)}});
  if (!element)
    return std::nullopt;
  using T = ScriptType::Kind;
  const ScriptType *type = cell.elementType;
  bool isNumber = type && (type->isA(T::Int) || type->isA(T::Float) ||
                           type->isA(T::Bool) || type->isA(T::Number));
  if (!isNumber)
    return Item::tensor(element);
  return readNumber(element, loc);
}

std::optional<std::vector<Item>> Interpreter::expandItems(const Item &list,
                                                          Location loc) {
  // Lists with more elements stay tensors.
  constexpr int64_t most = 4096;
  if (!isStacked(list))
    return getItems(list);
  auto type = dyn_cast<RankedTensorType>(getCell(list).stacked.getType());
  if (!type || type.isDynamicDim(0) || type.getDimSize(0) > most)
    return std::nullopt;
  std::vector<Item> items;
  for (int64_t i = 0; i < type.getDimSize(0); ++i) {
    std::optional<Item> item = selectItem(list, makeInt(i), loc);
    if (!item)
      return std::nullopt;
    items.push_back(std::move(*item));
  }
  return items;
}
