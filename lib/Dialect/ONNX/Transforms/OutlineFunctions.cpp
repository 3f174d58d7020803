//===- OutlineFunctions.cpp - Modules become functions of the model -------===//
//
// See Passes.td, and docs/Rationale/Functions.md. Calls of modules are outlined
// from inside to outside, those of one height together. Each is written down as
// a list of words that says all that a function shares; calls with equal lists
// share a function. Constants and other values from outside are not in the
// list: how the calls use them decides what becomes an input.
//
//===----------------------------------------------------------------------===//

#include "ModuleCalls.h"

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

#include <functional>

namespace torch_onnx::onnx {
#define GEN_PASS_DEF_OUTLINEFUNCTIONS
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h.inc"
} // namespace torch_onnx::onnx

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// Constants of at most so many elements can be inside of a function.
static constexpr int64_t kMaxInsideElements = 128;

//===----------------------------------------------------------------------===//
// Equal calls
//===----------------------------------------------------------------------===//

namespace {

/// A call that is to be outlined.
struct Body {
  ModuleCall *call;
  ArrayRef<Operation *> nodes;
  /// Uses of values from outside, in order.
  std::vector<OpOperand *> uses;
};

/// Calls that share a function.
struct Group {
  std::vector<uintptr_t> words;
  std::vector<unsigned> bodies;
  /// For each result of the nodes: its type in all calls, and whether one of
  /// them is used for it outside.
  std::vector<Type> types;
  llvm::BitVector outputs;
};

/// Writes a call down.
class BodyWriter {
public:
  explicit BodyWriter(Body &body) : body(body) {}

  std::vector<uintptr_t> write();

private:
  void write(Operation *op, bool isNested);
  void writeOperand(OpOperand &operand);
  void write(const void *pointer) {
    words.push_back(reinterpret_cast<uintptr_t>(pointer));
  }
  /// Sizes are not part of what is shared.
  void writeType(Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    write(tensor ? tensor.getElementType().getAsOpaquePointer()
                 : type.getAsOpaquePointer());
    words.push_back(tensor ? tensor.getRank() : ~uintptr_t(0));
  }

  Body &body;
  std::vector<uintptr_t> words;
  llvm::DenseMap<Value, unsigned> numbers; // Of the values inside.
};

} // namespace

enum : uintptr_t { AbsentWord, OutsideWord, RegionWord, FirstInsideWord };

std::vector<uintptr_t> BodyWriter::write() {
  write(body.call->className.data());
  for (Operation *op : body.nodes)
    write(op, /*isNested=*/false);
  return std::move(words);
}

void BodyWriter::writeOperand(OpOperand &operand) {
  Value value = operand.get();
  if (isa<NoneType>(value.getType()))
    return words.push_back(AbsentWord);
  auto it = numbers.find(value);
  if (it != numbers.end())
    return words.push_back(FirstInsideWord + it->second);
  words.push_back(OutsideWord);
  writeType(value.getType());
  body.uses.push_back(&operand);
}

void BodyWriter::write(Operation *op, bool isNested) {
  write(op->getName().getAsOpaquePointer());
  write(op->getAttrDictionary().getAsOpaquePointer());
  words.push_back(op->getNumOperands());
  for (OpOperand &operand : op->getOpOperands())
    writeOperand(operand);
  words.push_back(op->getNumResults());
  auto addValue = [&](Value value) {
    // No type is changed inside of a region.
    isNested ? write(value.getType().getAsOpaquePointer())
             : writeType(value.getType());
    numbers.try_emplace(value, numbers.size());
  };
  for (Region &region : op->getRegions()) {
    words.push_back(RegionWord);
    for (Block &block : region) {
      words.push_back(block.getNumArguments());
      for (Value argument : block.getArguments()) {
        write(argument.getType().getAsOpaquePointer());
        numbers.try_emplace(argument, numbers.size());
      }
      words.push_back(block.getOperations().size());
      for (Operation &inner : block)
        write(&inner, /*isNested=*/true);
    }
  }
  for (Value result : op->getResults())
    addValue(result);
}

/// The value of a constant that can be inside of a function.
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
  Outliner(ModuleOp module, func::FuncOp main, ArrayRef<std::string> classes)
      : module(module), block(main.front()), calls(module, block, classes),
        symbols(module) {
    main.walk([&](CustomOp op) { foreignDomains.insert(op.getDomain()); });
  }

  /// Returns the number of calls that are not outlined.
  unsigned run();

private:
  /// What becomes one argument of a function.
  struct Input {
    unsigned use; // The first.
    Type type;
    bool isWeight;
  };

  void outline(unsigned height);
  void addToGroup(unsigned index);
  /// The uses that are of one value in each of the calls are of one input.
  /// Returns the number of the input of each use.
  std::vector<unsigned> numberInputs(const Group &group);
  func::FuncOp createFunction(const Group &group, SmallVector<Input> &inputs);
  void replace(Body &body, const Group &group, func::FuncOp function,
               ArrayRef<Input> inputs, ArrayRef<unsigned> outputs);
  std::string getUniqueName(StringRef name);
  void setNames(func::FuncOp function, const Body &body,
                ArrayRef<Input> inputs);

  ModuleOp module;
  Block &block;
  ModuleCalls calls;
  SymbolTable symbols;
  llvm::StringSet<> foreignDomains;
  llvm::StringMap<unsigned> numFunctions; // By name.

  // Of one height.
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
    std::vector<std::string> names(classes.begin(), classes.end());
    if (unsigned number = Outliner(module, main, names).run())
      module.emitRemark() << "calls of modules that are no functions: "
                          << number
                          << ", as what they use needs what they compute";
  }
};

} // namespace

unsigned Outliner::run() {
  unsigned numInline = 0;
  std::vector<Operation *> order;
  std::vector<ModuleCalls::Unit> units;
  for (unsigned height = 0; height < calls.getNumCalls().size(); ++height) {
    if (calls.getNumCalls()[height] == 0)
      continue;
    numInline += calls.schedule(height, order, units);
    Operation *terminator = block.getTerminator();
    for (Operation *op : order)
      op->moveBefore(terminator);
    bodies.clear();
    for (const ModuleCalls::Unit &unit : units)
      if (unit.call)
        bodies.push_back({unit.call, unit.nodes, {}});
    outline(height);
  }
  return numInline;
}

void Outliner::addToGroup(unsigned index) {
  Body &body = bodies[index];
  std::vector<uintptr_t> words = BodyWriter(body).write();
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
        Operation *node = block.findAncestorOpInBlock(*user);
        if (!isNode(node) || calls.lookup(node) != body.call) {
          group->outputs.set(number);
          break;
        }
      }
      ++number;
    }
}

void Outliner::outline(unsigned height) {
  groups.clear();
  groupsByHash.clear();
  for (unsigned index = 0; index < bodies.size(); ++index)
    addToGroup(index);
  // All that depends on which values are equal, before one is replaced.
  std::vector<SmallVector<Input>> inputs(groups.size());
  std::vector<func::FuncOp> functions;
  for (auto [group, list] : llvm::zip_equal(groups, inputs))
    functions.push_back(createFunction(group, list));
  for (auto [group, list, function] :
       llvm::zip_equal(groups, inputs, functions)) {
    SmallVector<unsigned> outputs(group.outputs.set_bits());
    for (unsigned index : group.bodies)
      replace(bodies[index], group, function, list, outputs);
  }
}

std::vector<unsigned> Outliner::numberInputs(const Group &group) {
  size_t numUses = bodies[group.bodies.front()].uses.size();
  std::vector<unsigned> numbers(numUses);
  for (unsigned index : group.bodies) {
    llvm::DenseMap<std::pair<unsigned, const void *>, unsigned> known;
    for (auto [number, use] : llvm::zip_equal(numbers, bodies[index].uses)) {
      Attribute inside = getInsideValue(use->get());
      const void *key = inside ? inside.getAsOpaquePointer()
                               : use->get().getAsOpaquePointer();
      number = known.try_emplace({number, key}, known.size()).first->second;
    }
  }
  return numbers;
}

std::string Outliner::getUniqueName(StringRef name) {
  std::string unique = name.str();
  while (symbols.lookup(unique) || unique == kEntryName)
    unique = (name + "_" + Twine(++numFunctions[name])).str();
  return unique;
}

/// `torch.nn.modules.linear.Linear` as a domain and a name of ONNX.
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

void Outliner::setNames(func::FuncOp function, const Body &body,
                        ArrayRef<Input> inputs) {
  for (auto [index, input] : llvm::enumerate(inputs)) {
    if (!input.isWeight)
      continue;
    auto constant = body.uses[input.use]->get().getDefiningOp<ConstantOp>();
    StringRef name = constant.getName().value_or("");
    // As in the state dictionary of the module.
    if (name.consume_front(body.call->path))
      name.consume_front(".");
    else
      name = name.rsplit('.').second.empty() ? name : name.rsplit('.').second;
    if (!name.empty())
      function.setArgAttr(index, kNameAttr,
                          StringAttr::get(module.getContext(), name));
  }
}

/// Makes the function of the nodes of the first of its calls, which are cloned
/// into it. Fills the inputs.
func::FuncOp Outliner::createFunction(const Group &group,
                                      SmallVector<Input> &inputs) {
  const Body &body = bodies[group.bodies.front()];
  std::vector<unsigned> numbers = numberInputs(group);
  SmallVector<Input> all;
  for (auto [use, number] : llvm::enumerate(numbers)) {
    if (number < all.size())
      continue;
    Value value = body.uses[use]->get();
    Input input = {unsigned(use), value.getType(),
                   isa_and_present<ConstantOp>(value.getDefiningOp())};
    for (unsigned index : ArrayRef(group.bodies).drop_front())
      input.type =
          joinTypes(input.type, bodies[index].uses[use]->get().getType());
    all.push_back(input);
  }
  auto isInside = [&](const Input &input) {
    Attribute value = getInsideValue(body.uses[input.use]->get());
    return value && llvm::all_of(group.bodies, [&](unsigned index) {
             return getInsideValue(bodies[index].uses[input.use]->get()) ==
                    value;
           });
  };
  // Values first, then weights.
  SmallVector<unsigned> constants;
  SmallVector<Type> types;
  SmallVector<unsigned> order;
  for (bool isWeight : {false, true})
    for (auto [index, input] : llvm::enumerate(all)) {
      if (input.isWeight != isWeight)
        continue;
      if (isInside(input)) {
        constants.push_back(index);
        continue;
      }
      order.push_back(index);
      inputs.push_back(input);
      types.push_back(input.type);
    }

  MLIRContext *context = module.getContext();
  OpBuilder builder(context);
  auto [domain, name] = splitClass(body.call->className);
  while (foreignDomains.contains(domain))
    domain += "_";
  SmallVector<Type> results;
  for (unsigned number : group.outputs.set_bits())
    results.push_back(group.types[number]);
  Location loc = withModulePath(body.nodes.front()->getLoc(), "");
  auto function = func::FuncOp::create(loc, getUniqueName(name),
                                       builder.getFunctionType(types, results));
  function.setPrivate();
  function->setAttr(kDomainAttr, builder.getStringAttr(domain));
  symbols.insert(function);
  setNames(function, body, inputs);

  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  std::vector<Value> values(all.size());
  for (auto [argument, index] : llvm::zip_equal(entry->getArguments(), order))
    values[index] = argument;
  for (unsigned index : constants) {
    auto constant =
        body.uses[all[index].use]->get().getDefiningOp<ConstantOp>();
    values[index] = builder.clone(*constant)->getResult(0);
    values[index].getDefiningOp()->setLoc(loc);
  }
  IRMapping mapping;
  Value none;
  // Uses are replaced after the clone, as one value may be two inputs.
  std::vector<Operation *> clones;
  auto relative = [&](Operation *op) {
    StringRef path = getModulePath(op->getLoc());
    if (path.consume_front(body.call->path))
      path.consume_front(".");
    op->setLoc(withModulePath(withoutValueNames(op->getLoc()), path));
  };
  size_t use = 0;
  unsigned number = 0;
  SmallVector<Value> returned;
  for (Operation *op : body.nodes) {
    Operation *clone = builder.clone(*op, mapping);
    clone->walk(relative);
    // The uses of a clone are in the order of those of the original.
    auto set = [&](Operation *original, Operation *copy) {
      for (auto [from, to] :
           llvm::zip_equal(original->getOpOperands(), copy->getOpOperands())) {
        if (isa<NoneType>(from.get().getType())) {
          if (!none) {
            OpBuilder::InsertionGuard guard(builder);
            builder.setInsertionPointToStart(entry);
            none = NoValueOp::create(builder, loc, from.get().getType());
          }
          if (from.get() == to.get())
            to.set(none);
        } else if (use < body.uses.size() && body.uses[use] == &from) {
          to.set(values[numbers[use++]]);
        }
      }
    };
    std::function<void(Operation *, Operation *)> setAll =
        [&](Operation *original, Operation *copy) {
          set(original, copy);
          for (auto [from, to] :
               llvm::zip_equal(original->getRegions(), copy->getRegions()))
            for (auto [fromBlock, toBlock] : llvm::zip_equal(from, to))
              for (auto [inner, innerCopy] :
                   llvm::zip_equal(fromBlock, toBlock))
                setAll(&inner, &innerCopy);
        };
    setAll(op, clone);
    for (Value result : clone->getResults()) {
      result.setType(group.types[number]);
      if (group.outputs.test(number++))
        returned.push_back(result);
    }
  }
  func::ReturnOp::create(builder, loc, returned);
  return function;
}

void Outliner::replace(Body &body, const Group &group, func::FuncOp function,
                       ArrayRef<Input> inputs, ArrayRef<unsigned> outputs) {
  SmallVector<Value> operands, results;
  for (const Input &input : inputs)
    operands.push_back(body.uses[input.use]->get());
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
  Location loc = NameLoc::get(builder.getStringAttr(body.call->path), line);
  std::optional<Origin> origin = getOrigin(last);
  bool isNamed =
      llvm::any_of(names, [](StringRef name) { return !name.empty(); });
  if (origin && isNamed)
    loc = getOriginLoc(loc, origin->name, origin->target, names);
  auto call = CallOp::create(builder, loc, ValueRange(results).getTypes(),
                             function.getSymName(), operands);
  for (auto [result, value] : llvm::zip_equal(results, call.getResults()))
    result.replaceAllUsesWith(value);
  calls.setOwner(call, body.call->caller);
  for (Operation *op : llvm::reverse(body.nodes))
    op->erase();
}
