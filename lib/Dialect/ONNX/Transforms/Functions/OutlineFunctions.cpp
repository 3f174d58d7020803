//===- OutlineFunctions.cpp - Outlines modules to functions ---------------===//
//
// See Passes.td and docs/Rationale/Functions.md. Module calls are outlined from
// the inside out, those of one height together. Calls with equal lists of words
// (FunctionBodies.h) share a function. Constants, other outer values and
// attribute values are not in the list: their uses in the calls determine the
// inputs and attributes of the function.
//
//===----------------------------------------------------------------------===//

#include "FunctionBodies.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h"
#include "torch-onnx/Dialect/ONNX/Transforms/PreparedModule.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Sym/IR/SymDialect.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringExtras.h"

#include <deque>
#include <functional>
#include <optional>

namespace torch_onnx::onnx {
#define GEN_PASS_DEF_OUTLINEFUNCTIONS
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h.inc"
} // namespace torch_onnx::onnx

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// The largest constant that may be inside of a function.
static constexpr int64_t kMaxInsideElements = 128;

//===----------------------------------------------------------------------===//
// Equal calls
//===----------------------------------------------------------------------===//

namespace {

/// Calls that share a function.
struct Group {
  std::vector<uintptr_t> words;
  std::vector<unsigned> bodies;
  /// For each result of the nodes: its common type in all calls, and whether a
  /// call uses it outside.
  std::vector<Type> types;
  llvm::BitVector outputs;
};

} // namespace

/// The value of a constant that may be inside of a function.
static Attribute getInsideValue(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant || constant.getNameAttr() ||
      !isa<DenseElementsAttr>(constant.getValue()) ||
      constant.getValue().getNumElements() > kMaxInsideElements)
    return {};
  return constant.getValue();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

class Outliner {
public:
  /// Outlines calls of modules of `classes`, or of all modules if it is empty;
  /// or repeated parts of the graph.
  Outliner(ModuleOp module, func::FuncOp main, const llvm::StringSet<> &classes,
           bool blocks);

  /// Returns the number of calls that are not outlined.
  unsigned run();

private:
  /// An argument of a function.
  struct Input {
    unsigned use; // The first.
    Type type;
    bool isWeight;
    /// The same small constant in each call, which is cloned into the function.
    bool isInside;
  };
  /// An attribute of a function.
  struct Parameter {
    unsigned use; // The first of the attributes that have its value.
    StringAttr name;
  };
  struct Signature {
    StringAttr name;
    SmallVector<Input> inputs;
    SmallVector<Parameter> parameters;
  };

  void outline();
  void addToGroup(unsigned index);
  /// Uses that have the same value in each call share an input. Returns the
  /// number of the input of each use.
  std::vector<unsigned> numberInputs(const Group &group);
  /// Attributes that have the same value in each call share a parameter.
  /// Returns the number of the parameter of each attribute; nullopt if the
  /// attribute is equal in all calls.
  std::vector<std::optional<unsigned>>
  numberParameters(const Group &group, SmallVector<Parameter> &parameters);
  /// The inputs, in the order of their numbers.
  SmallVector<Input> getInputs(const Group &group, ArrayRef<unsigned> numbers);
  /// Creates a function without a body.
  func::FuncOp declareFunction(const Group &group, const Signature &signature);
  Signature createFunction(const Group &group);
  void replace(Body &body, const Group &group, const Signature &signature,
               ArrayRef<unsigned> outputs);
  std::string getUniqueName(StringRef name);
  void setNames(func::FuncOp function, const Group &group,
                ArrayRef<Input> inputs);
  /// The name of a weight relative to the module of the function.
  std::string getWeightName(const Group &group, const Input &input);

  ModuleOp module;
  llvm::StringSet<> classNames;
  std::optional<ModuleCalls> root;
  SmallVector<ModuleCalls *> graphs;
  SymbolTable symbols;
  llvm::StringSet<> foreignDomains;
  llvm::StringMap<unsigned> numFunctions; // By name.

  // The calls of one height.
  std::vector<Body> bodies;
  std::vector<Group> groups;
  llvm::DenseMap<size_t, SmallVector<unsigned, 1>> groupsByHash;
};

class OutlineFunctions
    : public onnx::impl::OutlineFunctionsBase<OutlineFunctions> {
public:
  using OutlineFunctionsBase::OutlineFunctionsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto main = module.lookupSymbol<func::FuncOp>(kEntryName);
    if (!main || main.isExternal())
      return;
    auto opset = module->getAttrOfType<IntegerAttr>(kOpsetAttr);
    if (opset && opset.getInt() < kFirstFunctionOpset) {
      module.emitWarning("opset ")
          << opset.getInt() << " has no functions, so the modules are inlined; "
          << "use --opset=" << kFirstFunctionOpset << " or newer to keep them";
      return;
    }
    llvm::StringSet<> names;
    for (const std::string &name : classes)
      names.insert(name);
    if (unsigned number = Outliner(module, main, names, blocks).run())
      module.emitRemark() << "calls of modules that do not become functions: "
                          << number
                          << ", because an operand of a call depends on a "
                             "result of the same call";
  }
};

} // namespace

Outliner::Outliner(ModuleOp module, func::FuncOp main,
                   const llvm::StringSet<> &classes, bool blocks)
    : module(module), symbols(module) {
  Block &block = main.front();
  if (blocks)
    root.emplace(block, findRepeatedBlocks(block), classNames);
  else
    root.emplace(module, block, classes, classNames);
  root->forEachGraph([&](ModuleCalls &graph) { graphs.push_back(&graph); });
  main.walk([&](CustomOp op) { foreignDomains.insert(op.getDomain()); });
}

unsigned Outliner::run() {
  unsigned numInline = 0;
  size_t numHeights = 0;
  for (ModuleCalls *graph : graphs)
    numHeights = std::max(numHeights, graph->getNumCalls().size());
  std::deque<std::vector<Operation *>> orders;
  std::vector<ModuleCalls::Unit> units;
  for (unsigned height = 0; height < numHeights; ++height) {
    bodies.clear();
    orders.clear();
    for (ModuleCalls *graph : graphs) {
      if (graph->getNumCalls().size() <= height ||
          graph->getNumCalls()[height] == 0)
        continue;
      std::vector<Operation *> &order = orders.emplace_back();
      numInline += graph->schedule(height, order, units);
      Operation *terminator = graph->getBlock().getTerminator();
      for (Operation *op : order)
        op->moveBefore(terminator);
      for (const ModuleCalls::Unit &unit : units)
        if (unit.call)
          bodies.push_back({graph, unit.call, unit.nodes});
    }
    outline();
  }
  return numInline;
}

void Outliner::addToGroup(unsigned index) {
  Body &body = bodies[index];
  std::vector<uintptr_t> words = writeBody(body);
  size_t hash = llvm::hash_combine_range(words.begin(), words.end());
  Group *group = nullptr;
  for (unsigned candidate : groupsByHash[hash])
    if (groups[candidate].words == words)
      group = &groups[candidate];
  bool isNew = !group;
  if (isNew) {
    groupsByHash[hash].push_back(groups.size());
    group = &groups.emplace_back();
    group->words = std::move(words);
  }
  group->bodies.push_back(index);
  unsigned number = 0;
  for (Operation *op : body.nodes)
    for (Value result : op->getResults()) {
      if (isNew) {
        group->types.push_back(result.getType());
        group->outputs.push_back(false);
      } else {
        group->types[number] =
            joinTypes(group->types[number], result.getType());
      }
      for (Operation *user : result.getUsers()) {
        Operation *node = body.graph->getBlock().findAncestorOpInBlock(*user);
        if (!isNode(node) || body.graph->lookup(node) != body.call) {
          group->outputs.set(number);
          break;
        }
      }
      ++number;
    }
}

void Outliner::outline() {
  groups.clear();
  groupsByHash.clear();
  for (unsigned index = 0; index < bodies.size(); ++index)
    addToGroup(index);
  // Everything that compares values is done before one is replaced.
  std::vector<Signature> signatures;
  for (const Group &group : groups)
    signatures.push_back(createFunction(group));
  for (auto [group, signature] : llvm::zip_equal(groups, signatures)) {
    SmallVector<unsigned> outputs(group.outputs.set_bits());
    for (unsigned index : group.bodies)
      replace(bodies[index], group, signature, outputs);
  }
}

/// Splits the uses with the same number whose keys in a call differ. New
/// numbers are assigned in the order of the uses.
template <typename Uses, typename GetKeyFn>
static void refine(std::vector<unsigned> &numbers, const Uses &uses,
                   GetKeyFn getKey) {
  llvm::DenseMap<std::pair<unsigned, const void *>, unsigned> known;
  for (auto [number, use] : llvm::zip_equal(numbers, uses))
    number =
        known.try_emplace({number, getKey(use)}, known.size()).first->second;
}

std::vector<unsigned> Outliner::numberInputs(const Group &group) {
  std::vector<unsigned> numbers(bodies[group.bodies.front()].uses.size());
  for (unsigned index : group.bodies)
    refine(numbers, bodies[index].uses, [](OpOperand *use) {
      Attribute inside = getInsideValue(use->get());
      return inside ? inside.getAsOpaquePointer()
                    : use->get().getAsOpaquePointer();
    });
  return numbers;
}

std::vector<std::optional<unsigned>>
Outliner::numberParameters(const Group &group,
                           SmallVector<Parameter> &parameters) {
  const std::vector<Body::AttributeUse> &first =
      bodies[group.bodies.front()].attributes;
  std::vector<unsigned> numbers(first.size());
  refine(numbers, first, [](const Body::AttributeUse &use) {
    return use.name.getAsOpaquePointer();
  });
  llvm::BitVector differs(first.size());
  for (unsigned index : group.bodies) {
    refine(numbers, bodies[index].attributes,
           [](const Body::AttributeUse &use) {
             return use.value.getAsOpaquePointer();
           });
    for (auto [slot, use] : llvm::enumerate(bodies[index].attributes))
      if (use.value != first[slot].value)
        differs.set(slot);
  }
  std::vector<std::optional<unsigned>> result(first.size());
  llvm::DenseMap<unsigned, unsigned> known; // Parameters by number.
  llvm::StringSet<> names;
  for (unsigned slot : differs.set_bits()) {
    auto [it, isNew] = known.try_emplace(numbers[slot], parameters.size());
    result[slot] = it->second;
    if (!isNew)
      continue;
    StringRef wish = first[slot].name.getValue();
    std::string name = wish.str();
    for (unsigned count = 1; !names.insert(name).second; ++count)
      name = (wish + "_" + Twine(count)).str();
    parameters.push_back({slot, StringAttr::get(module.getContext(), name)});
  }
  return result;
}

std::string Outliner::getUniqueName(StringRef name) {
  std::string unique = name.str();
  while (symbols.lookup(unique) || unique == kEntryName)
    unique = (name + "_" + Twine(++numFunctions[name])).str();
  return unique;
}

/// Splits `torch.nn.modules.linear.Linear` into an ONNX domain and name.
static std::pair<std::string, std::string> splitClass(StringRef type) {
  auto clean = [](StringRef text) {
    std::string result;
    for (char c : text)
      result += llvm::isAlnum(c) || c == '.' ? c : '_';
    return result;
  };
  std::string text = clean(type);
  auto [package, name] = StringRef(text).contains('.')
                             ? StringRef(text).rsplit('.')
                             : std::pair<StringRef, StringRef>("", text);
  package.consume_front("torch.");
  std::string domain = "pkg.torch";
  if (!package.empty())
    domain += "." + package.str();
  bool isIdentifier = !name.empty() && !llvm::isDigit(name.front());
  return {domain, (isIdentifier ? "" : "_") + name.str()};
}

std::string Outliner::getWeightName(const Group &group, const Input &input) {
  const Body &body = bodies[group.bodies.front()];
  auto getName = [&](unsigned index) {
    OpOperand *use = bodies[index].uses[input.use];
    auto constant = use->get().getDefiningOp<ConstantOp>();
    return constant ? constant.getName().value_or("") : StringRef();
  };
  StringRef name = getName(group.bodies.front());
  StringRef path = body.call->path;
  // As in the state dictionary of the module.
  if (!path.empty()) {
    if (name.consume_front(path))
      name.consume_front(".");
    else if (StringRef last = name.rsplit('.').second; !last.empty())
      name = last;
    return name.str();
  }
  // For parts without a path: the common suffix of the names in all calls.
  SmallVector<StringRef> parts;
  name.split(parts, '.');
  size_t common = parts.size();
  for (unsigned index : ArrayRef(group.bodies).drop_front()) {
    SmallVector<StringRef> others;
    getName(index).split(others, '.');
    size_t count = 0;
    while (count < std::min(common, others.size()) &&
           others.rbegin()[count] == parts.rbegin()[count])
      ++count;
    common = count;
  }
  return llvm::join(ArrayRef(parts).take_back(common), ".");
}

void Outliner::setNames(func::FuncOp function, const Group &group,
                        ArrayRef<Input> inputs) {
  for (auto [index, input] : llvm::enumerate(inputs)) {
    if (!input.isWeight)
      continue;
    std::string name = getWeightName(group, input);
    if (!name.empty())
      function.setArgAttr(index, kNameAttr,
                          StringAttr::get(module.getContext(), name));
  }
}

/// Creates a function of clones of the nodes of the first call.
SmallVector<Outliner::Input> Outliner::getInputs(const Group &group,
                                                 ArrayRef<unsigned> numbers) {
  const Body &body = bodies[group.bodies.front()];
  SmallVector<Input> inputs;
  for (auto [use, number] : llvm::enumerate(numbers)) {
    if (number < inputs.size())
      continue;
    Value value = body.uses[use]->get();
    Attribute inside = getInsideValue(value);
    Input input = {unsigned(use), value.getType(),
                   isa_and_present<ConstantOp>(value.getDefiningOp()),
                   /*isInside=*/inside != nullptr};
    for (unsigned index : group.bodies) {
      Value other = bodies[index].uses[use]->get();
      input.type = joinTypes(input.type, other.getType());
      input.isInside &= getInsideValue(other) == inside;
    }
    inputs.push_back(input);
  }
  return inputs;
}

func::FuncOp Outliner::declareFunction(const Group &group,
                                       const Signature &signature) {
  const Body &body = bodies[group.bodies.front()];
  Builder builder(module.getContext());
  auto [domain, name] = splitClass(body.call->className);
  while (foreignDomains.contains(domain))
    domain += "_";
  SmallVector<Type> operands, results;
  for (const Input &input : signature.inputs)
    operands.push_back(input.type);
  for (unsigned number : group.outputs.set_bits())
    results.push_back(group.types[number]);
  auto function = func::FuncOp::create(
      withModulePath(body.nodes.front()->getLoc(), ""), getUniqueName(name),
      builder.getFunctionType(operands, results));
  function.setPrivate();
  function->setAttr(kDomainAttr, builder.getStringAttr(domain));
  NamedAttrList parameters;
  for (const Parameter &parameter : signature.parameters)
    parameters.set(parameter.name, body.attributes[parameter.use].value);
  if (!parameters.empty())
    function->setAttr(kAttributesAttr,
                      parameters.getDictionary(module.getContext()));
  symbols.insert(function);
  setNames(function, group, signature.inputs);
  return function;
}

namespace {

/// Clones the operations of a body and replaces its uses of values from
/// outside.
class BodyCloner {
public:
  BodyCloner(const Body &body, OpBuilder &builder, Location loc)
      : body(body), builder(builder), loc(loc) {}

  /// Clones an operation. `getValue` returns the value for a use in the body,
  /// by its number.
  Operation *clone(Operation *op, function_ref<Value(unsigned)> getValue) {
    Operation *copy = builder.clone(*op, mapping);
    copy->walk([&](Operation *inner) { makeRelative(inner); });
    setUses(op, copy, getValue);
    return copy;
  }

  void map(Operation *op, Operation *copy) {
    mapping.map(op->getResults(), copy->getResults());
  }

private:
  /// Removes the path of the called module from a location.
  void makeRelative(Operation *op) {
    StringRef path = getModulePath(op->getLoc());
    if (path.consume_front(body.call->path))
      path.consume_front(".");
    op->setLoc(withModulePath(withoutValueNames(op->getLoc()), path));
  }

  /// Uses are replaced after cloning, as one value may be two inputs. The uses
  /// of a clone are in the order of the original's.
  void setUses(Operation *op, Operation *copy,
               function_ref<Value(unsigned)> getValue) {
    for (auto [from, to] :
         llvm::zip_equal(op->getOpOperands(), copy->getOpOperands())) {
      if (isa<NoneType>(from.get().getType())) {
        if (from.get() == to.get())
          to.set(getNone(from.get().getType()));
      } else if (use < body.uses.size() && body.uses[use] == &from) {
        to.set(getValue(use++));
      }
    }
    for (auto [region, other] :
         llvm::zip_equal(op->getRegions(), copy->getRegions()))
      for (auto [block, otherBlock] : llvm::zip_equal(region, other))
        for (auto [inner, innerCopy] : llvm::zip_equal(block, otherBlock))
          setUses(&inner, &innerCopy, getValue);
  }

  Value getNone(Type type) {
    if (!none) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(builder.getInsertionBlock());
      none = NoValueOp::create(builder, loc, type);
    }
    return none;
  }

  const Body &body;
  OpBuilder &builder;
  Location loc;
  IRMapping mapping;
  Value none;
  size_t use = 0;
};

} // namespace

Outliner::Signature Outliner::createFunction(const Group &group) {
  Signature signature;
  const Body &body = bodies[group.bodies.front()];
  std::vector<std::optional<unsigned>> parameterOf =
      numberParameters(group, signature.parameters);
  std::vector<unsigned> numbers = numberInputs(group);
  SmallVector<Input> all = getInputs(group, numbers);
  // Values come before weights.
  SmallVector<unsigned> order;
  for (bool isWeight : {false, true})
    for (auto [index, input] : llvm::enumerate(all))
      if (input.isWeight == isWeight && !input.isInside) {
        order.push_back(index);
        signature.inputs.push_back(input);
      }
  func::FuncOp function = declareFunction(group, signature);
  signature.name = function.getSymNameAttr();

  Location loc = function.getLoc();
  Block *entry = function.addEntryBlock();
  auto builder = OpBuilder::atBlockBegin(entry);
  std::vector<Value> values(all.size());
  for (auto [argument, index] : llvm::zip_equal(entry->getArguments(), order))
    values[index] = argument;
  for (auto [index, input] : llvm::enumerate(all)) {
    if (!input.isInside)
      continue;
    Operation *constant =
        builder.clone(*body.uses[input.use]->get().getDefiningOp());
    constant->setLoc(loc);
    values[index] = constant->getResult(0);
  }
  BodyCloner cloner(body, builder, loc);
  size_t attributeUse = 0;
  unsigned number = 0;
  SmallVector<Value> returned;
  for (Operation *op : body.nodes) {
    Operation *clone =
        cloner.clone(op, [&](unsigned use) { return values[numbers[use]]; });
    SmallVector<std::pair<StringAttr, StringAttr>> references;
    for (; attributeUse < body.attributes.size() &&
           body.attributes[attributeUse].op == op;
         ++attributeUse)
      if (std::optional<unsigned> parameter = parameterOf[attributeUse])
        references.emplace_back(body.attributes[attributeUse].name,
                                signature.parameters[*parameter].name);
    clone = withReferences(builder, clone, references);
    cloner.map(op, clone);
    for (Value result : clone->getResults()) {
      result.setType(group.types[number]);
      if (group.outputs.test(number++))
        returned.push_back(result);
    }
  }
  func::ReturnOp::create(builder, loc, returned);
  return signature;
}

void Outliner::replace(Body &body, const Group &group,
                       const Signature &signature, ArrayRef<unsigned> outputs) {
  SmallVector<Value> operands, results;
  for (const Input &input : signature.inputs)
    operands.push_back(body.uses[input.use]->get());
  NamedAttrList attributes;
  for (const Parameter &parameter : signature.parameters)
    attributes.set(parameter.name, body.attributes[parameter.use].value);
  size_t next = 0;
  unsigned number = 0;
  for (Operation *op : body.nodes)
    for (Value result : op->getResults()) {
      if (next < outputs.size() && outputs[next] == number) {
        results.push_back(result);
        ++next;
      }
      ++number;
    }
  OpBuilder builder(body.nodes.front());
  SmallVector<StringRef> names;
  for (Value result : results)
    names.push_back(getValueName(cast<OpResult>(result)));
  Location line = UnknownLoc::get(builder.getContext());
  Location last = body.nodes.back()->getLoc();
  if (std::optional<FileLineColLoc> known = getSourceLine(last))
    line = *known;
  Location loc = line;
  if (!body.call->path.empty())
    loc = NameLoc::get(builder.getStringAttr(body.call->path), line);
  std::optional<Origin> origin = getOrigin(last);
  bool isNamed =
      llvm::any_of(names, [](StringRef name) { return !name.empty(); });
  if (origin && isNamed)
    loc = getOriginLoc(loc, origin->name, origin->target, names);
  auto call = CallOp::create(
      builder, loc, ValueRange(results).getTypes(), signature.name, operands,
      attributes.empty() ? DictionaryAttr()
                         : attributes.getDictionary(module.getContext()),
      /*references=*/DictionaryAttr());
  for (auto [result, value] : llvm::zip_equal(results, call.getResults()))
    result.replaceAllUsesWith(value);
  body.graph->setOwner(call, body.call->caller);
  for (Operation *op : llvm::reverse(body.nodes))
    op->erase();
}
