//===- Interpreter.h - TorchScript to the torch dialect ---------*- C++ -*-===//
//
// Interprets a TorchScript program with values of the torch dialect in place of
// tensors. Literals, lists, strings, types and static sizes are evaluated at
// import. Operators on tensors and dynamic numbers become operations, whose
// types are inferred at once, so conditions on dtypes and ranks are folded when
// they are interpreted. A branch or a loop with a dynamic condition becomes a
// torch.if or a torch.while (InterpreterControl.cpp).
// docs/Rationale/TorchScript.md explains this design.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_INTERPRETER_H
#define TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_INTERPRETER_H

#include "Item.h"
#include "ScriptArchive.h"
#include "ScriptCode.h"

#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"
#include "torch-onnx/Import/TorchScript.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

#include <map>

namespace torch_onnx {

/// The outcome of interpreting a node or a block.
enum class Outcome {
  Done,
  /// The program raises an exception for all inputs.
  Raised,
  /// The import failed; Interpreter::getFailure() has the reason.
  Failed
};

/// A function that is being interpreted.
struct Frame {
  const libtorch::ScriptGraph *graph = nullptr;
  /// The path of the module that the function is a method of.
  std::string path;
  /// The stack of module calls, if it does not follow from the path
  /// (onnx::getModuleCalls).
  std::string calls;
  /// The items of values, indexed by the number of the value.
  std::vector<Item> values;
};

class Interpreter;

/// The interface of handlers: a node with its operands and results.
class NodeCall {
public:
  NodeCall(Interpreter &in, Frame &frame, const libtorch::ScriptNode &node,
           mlir::Location loc)
      : in(in), frame(frame), node(node), loc(loc) {}

  llvm::StringRef getKind() const { return getText(node.kind); }
  llvm::StringRef getOverload() const { return getText(node.overload); }
  /// The operator that the node calls: "aten.add.Tensor".
  std::string getTarget() const;
  size_t size() const { return node.numInputs; }
  /// Operand `index`; an undefined item if the node has no such operand.
  const Item &operator[](size_t index) const;
  size_t getNumResults() const { return node.numOutputs; }
  const ScriptType *getResultType(size_t index = 0) const;
  const libtorch::ScriptAttribute *findAttribute(llvm::StringRef name) const;
  /// The value of operand `index` if it is a literal; otherwise fails and
  /// returns nothing.
  std::optional<int64_t> readInt(size_t index) const;
  std::optional<bool> readBool(size_t index) const;
  /// The text of an attribute; empty if it is absent.
  llvm::StringRef getString(llvm::StringRef name) const;

  /// The operands from `first` on.
  std::vector<Item> getOperands(size_t first = 0) const;

  /// Sets the only result, or all of them. Nothing and null stand for a failure
  /// that was recorded.
  Outcome give(Item item);
  Outcome give(const std::optional<Item> &item) {
    return item ? give(*item) : Outcome::Failed;
  }
  Outcome giveTensor(mlir::Value tensor) {
    return tensor ? give(Item::tensor(tensor)) : Outcome::Failed;
  }
  Outcome giveAll(llvm::ArrayRef<Item> items);
  Outcome give() { return Outcome::Done; }
  /// Sets the result if `outcome` is Done, and returns the outcome.
  Outcome giveIf(Outcome outcome, const Item &item) {
    return outcome == Outcome::Done ? give(item) : outcome;
  }
  Outcome fail(const llvm::Twine &message) const;
  /// Fails with "expected an int for operand 1 of aten::foo, found a tensor".
  Outcome failOperand(size_t index, llvm::StringRef expected) const;

  Interpreter &in;
  Frame &frame;
  const libtorch::ScriptNode &node;
  mlir::Location loc;
};

class Interpreter {
public:
  using Value = mlir::Value;
  using Kind = Item::Kind;
  using Handler = Outcome (*)(NodeCall &call);

  struct Failure {
    mlir::Location loc;
    std::string message;
  };

  Interpreter(ScriptArchive &archive, ScriptCode &code, mlir::func::FuncOp main,
              const TorchScriptOptions &options);

  // Calls (Interpreter.cpp) ---------------------------------------------------

  /// Calls a function with all of its arguments.
  Outcome call(llvm::StringRef function, std::vector<Item> arguments,
               llvm::StringRef path, mlir::Location loc, Item &result);
  Outcome runGraph(const libtorch::ScriptGraph &graph,
                   std::vector<Item> arguments, llvm::StringRef path,
                   Item &result);
  Outcome runBlock(Frame &frame, const libtorch::ScriptBlock &block);
  /// Calls the handler or the operator of a node.
  Outcome dispatch(NodeCall &call);
  /// The classes of the modules that were called, by paths: kModulesAttr.
  mlir::DictionaryAttr getModules() const;

  Outcome fail(mlir::Location loc, const llvm::Twine &message);
  /// As fail(), for a limit of the import: no other form of a loop is tried.
  Outcome giveUp(mlir::Location loc, const llvm::Twine &message) {
    (void)fail(loc, message);
    isGivenUp = true;
    return Outcome::Failed;
  }
  const std::optional<Failure> &getFailure() const { return lastFailure; }
  mlir::Location getLoc(const Frame &frame, const libtorch::ScriptNode &node);

  // Objects of the archive (InterpreterObjects.cpp) ---------------------------

  /// The item of a pickled value; `path` is its name if it is a weight.
  Item load(PickleValue value, const std::string &path);
  /// The root module.
  Item loadModule() { return load(archive.getModule(), ""); }
  Outcome getAttribute(NodeCall &call, const Item &object, llvm::StringRef name,
                       Item &result);
  Outcome setAttribute(NodeCall &call, const Item &object, llvm::StringRef name,
                       Item value);
  /// A literal of the code.
  std::optional<Item> getLiteral(const libtorch::Value &value);
  /// The results of an operator of LibTorch; nothing if it throws an exception.
  std::optional<std::vector<Item>>
  evaluate(llvm::StringRef name, llvm::ArrayRef<libtorch::Value> arguments);
  /// The tensors that were assigned to attributes of modules (new values of
  /// buffers), by the name of the attribute.
  llvm::MapVector<mlir::StringAttr, Value> getUpdates();

  // Quantized tensors (QuantizedOps.cpp, QuantizedAten.cpp) -------------------

  /// Whether a tensor is quantized: integers with a scale and a zero point.
  static bool isQuantized(const Item &item);
  /// Whether a node is an ATen operator on quantized tensors.
  bool takesQuantized(NodeCall &call);
  /// Interprets such a node, and quantizes its results.
  Outcome runQuantized(NodeCall &call);

  // Control flow (InterpreterControl.cpp) -------------------------------------

  Outcome runIf(NodeCall &call);
  Outcome runLoop(NodeCall &call);
  /// Warns once that the model does not raise an exception of the program.
  void warnOfRaise(mlir::Location loc);
  /// Whether a loop with a literal trip count was imported as a loop.
  bool hasCountedLoops() const { return isCounting; }
  /// Whether such loops are unrolled if they can be, instead of only if they
  /// have no form as a loop.
  bool unrollsFirst = false;
  /// Whether a loop with a literal trip count is being imported as a loop. If
  /// its body needs the value of the iteration number, this fails, and the loop
  /// is unrolled.
  bool canUnroll() const { return numTrials > 0; }

  // Numbers (InterpreterNumbers.cpp) ------------------------------------------

  /// Builds a value of a number at the insertion point.
  Value getNumber(const Item &number, mlir::Location loc);
  /// Applies a function of Python ("_operator.add") to numbers. The result is a
  /// literal if it is statically known. Nothing if there is no exact form.
  std::optional<Item> applyNumbers(llvm::StringRef function,
                                   llvm::ArrayRef<Item> operands,
                                   mlir::Type type, mlir::Location loc);
  /// The same for operands that may be nothing, for which the result is
  /// nothing.
  std::optional<Item>
  applyNumbers(llvm::StringRef function,
               std::initializer_list<std::optional<Item>> operands,
               mlir::Type type, mlir::Location loc);
  /// The item of a number: a literal if it is statically known.
  Item simplifyNumber(Value number);
  /// The number in a tensor of one element; nothing, after a failure, for null.
  std::optional<Item> readNumber(Value tensor, mlir::Location loc);
  /// The size of a dimension.
  Item getSize(Value tensor, int64_t axis, mlir::Location loc);
  /// The number from which the program made a 0-d tensor, if it did.
  std::optional<Item> getNumberOf(const Item &tensor);
  /// Records the number of a 0-d tensor, unless their dtypes differ.
  void setNumberOf(Value tensor, Item number);
  /// Forgets the numbers of tensors that an in-place operator may write to.
  void forgetWritten(torch::OperatorOp op);
  using NumbersOf = llvm::DenseMap<Value, Item>;
  /// The known numbers of 0-d tensors, to be restored after operations were
  /// erased or at the end of a region.
  NumbersOf saveNumbers() const { return numberOf; }
  /// Restores `saved`, without the numbers that were forgotten since, because a
  /// region may have written to their tensors. Returns whether there are such
  /// numbers.
  bool restoreNumbers(NumbersOf &saved);
  /// The expression of an int; null if it has none.
  mlir::AffineExpr getExpr(const Item &number);
  /// Whether a condition holds; nothing if it is dynamic.
  std::optional<bool> getTruth(const Item &condition);
  /// The same under the assumption that all sizes are at least 1, which
  /// torch.export makes, too.
  std::optional<bool> getTruthOfNonEmpty(const Item &condition);
  /// A condition for torch.if; null if the item is not a condition.
  Value getCondition(const Item &condition, mlir::Location loc);
  Item makeInt(int64_t value) {
    return Item::number(b.getI64IntegerAttr(value));
  }
  Item makeBool(bool value) { return Item::number(b.getBoolAttr(value)); }
  Item makeFloat(double value) {
    return Item::number(b.getF64FloatAttr(value));
  }
  Item makeString(const llvm::Twine &text) {
    return Item::string(b.getStringAttr(text));
  }

  // Containers ----------------------------------------------------------------

  Item makeList(std::vector<Item> items, const ScriptType *elementType);
  Item makeCopy(const Item &list);
  /// The elements of a list or tuple of known length.
  std::optional<std::vector<Item>> getItems(const Item &sequence) const;
  /// The same, also for a list that is a tensor whose first size is static:
  /// builds the reads of its elements.
  std::optional<std::vector<Item>> expandItems(const Item &list,
                                               mlir::Location loc);
  /// An element of such a list.
  std::optional<Item> selectItem(const Item &list, const Item &index,
                                 mlir::Location loc);
  std::optional<llvm::SmallVector<int64_t>> getInts(const Item &list) const;
  const Cell &getCell(const Item &item) const { return heap[item.getIndex()]; }
  bool isStacked(const Item &item) const {
    return item.isA(Kind::List) && getCell(item).stacked &&
           !getCell(item).bounds;
  }
  /// Whether a list has parts of a tensor (PartLists.cpp).
  bool isParts(const Item &item) const {
    return item.isA(Kind::List) && getCell(item).bounds;
  }
  /// Stacks tensors of one type along a new first dimension, or numbers to a
  /// 1-d tensor; null if types differ.
  Value stack(llvm::ArrayRef<Item> items, mlir::Location loc);

  // Memory (InterpreterWrites.cpp) --------------------------------------------

  /// Records that `all`, which is null or the tensor of a list, has copies of
  /// `tensors`, and returns `all`. In the program, the list has the tensors
  /// themselves, so neither may be written from now on.
  Value noteCopies(Value all, llvm::ArrayRef<Value> tensors);
  /// Fails if a write to a tensor should be visible in a list that has a copy
  /// of it, or vice versa.
  Outcome checkWrite(NodeCall &call, Value written);
  /// Replaces the tensor `self`, whose shape an in-place operator changed, by
  /// `result` in all items.
  Outcome rebind(NodeCall &call, Value self, Value result);
  /// Whether checkWrite() has failed.
  bool isCopyWritten() const { return hasWrittenCopy; }
  /// Forgets the copies of tensors of a block that ended or was erased.
  void forgetCopies(llvm::function_ref<bool(Value)> isGone);
  void forgetCopies(mlir::Block *block) {
    forgetCopies(
        [&](Value tensor) { return tensor.getParentBlock() == block; });
  }
  /// Removes the attributes that only the import needs.
  void removeMarks();

  // Operators (InterpreterOperators.cpp) --------------------------------------

  /// Interprets a node that calls an ATen operator.
  Outcome runOperator(NodeCall &call, llvm::StringRef target);
  /// The same for a node with a dynamic optional operand: builds a branch with
  /// one call for None and one for a value. Nothing if there is no such
  /// operand.
  std::optional<Outcome> runOptional(NodeCall &call, llvm::StringRef target);
  /// Builds a call of an operator with inferred types; null with a failure.
  torch::OperatorOp
  build(mlir::Location loc, llvm::StringRef target,
        llvm::ArrayRef<std::pair<llvm::StringRef, torch::ArgumentSpec>> args);
  /// As build(), and returns the only result. An argument that is null stands
  /// for a failure that was recorded: nothing is built.
  Value buildOne(
      mlir::Location loc, llvm::StringRef target,
      llvm::ArrayRef<std::pair<llvm::StringRef, torch::ArgumentSpec>> args);
  /// A number as an argument: a literal, or a value.
  static torch::ArgumentSpec makeArgument(const Item &number);
  torch::ArgumentSpec makeInts(llvm::ArrayRef<int64_t> values);
  /// An empty tensor with the dtype and rank of `type`, for a value that is
  /// never read.
  Value buildPlaceholder(mlir::Type type, mlir::Location loc);

  /// A size of a type as an argument: a literal, or a read from an argument of
  /// the program; null if no argument has this size.
  mlir::OpFoldResult buildSize(mlir::AffineExpr size, mlir::Location loc);
  /// A new symbol, for a number that depends on data.
  mlir::AffineExpr makeSymbol(bool isSize);
  /// Records that a symbol that is the size of a tensor is not negative.
  void setSizeRange(const Item &number);
  /// Assigns new symbols to the ints among the results of a branch or a loop.
  void nameNumbers(mlir::Operation *op);
  /// The type with a new symbol for each size that has no expression.
  mlir::Type nameSizes(mlir::Type type);
  /// Records the value of a symbol in the example.
  void setExample(llvm::StringRef symbol, int64_t value) {
    examples[symbol] = value;
  }
  /// Whether a size is a symbol of nameSizes().
  bool isOwnSize(mlir::AffineExpr size) const {
    return ownSizes.contains(size);
  }

  /// Keeps a warning until the program is imported. Since blocks are
  /// interpreted several times, each text is emitted once, with all of its
  /// locations.
  void warn(mlir::Location loc, const llvm::Twine &message) {
    warnings.push_back({loc, message.str()});
  }
  void emitWarnings();

  mlir::OpBuilder b;
  mlir::MLIRContext *ctx;
  ScriptTypes types;
  Heap heap;
  /// The expressions of numbers. Recreated after operations were erased,
  /// because it refers to values.
  torch::NumberExprs &getNumbers();
  void forgetNumbers() { numbers.reset(); }
  void setRanges(sym::Ranges known) {
    ranges = std::move(known);
    forgetNumbers();
  }
  const sym::Ranges &getRanges() const { return ranges; }

private:
  friend class LoopBuilder;
  friend class BranchBuilder;

  /// Interprets a loop that appends each slice of a tensor to an empty list,
  /// which is what TorchScript makes of `list(x)`. Nothing for other loops.
  std::optional<Outcome> runSlices(NodeCall &call);
  Outcome unrollLoop(NodeCall &call, int64_t trips);
  Outcome peelLoop(NodeCall &call, const Item &trips);
  Outcome tryForm(llvm::function_ref<Outcome()> form);
  void frameInputs(Frame &frame, const libtorch::ScriptBlock &block,
                   int64_t iteration, llvm::ArrayRef<Item> carried);
  Outcome runNode(Frame &frame, const libtorch::ScriptNode &node);
  /// `stored` is the element type of a quantized tensor, otherwise null.
  Item loadTensor(PickleValue value, const std::string &name,
                  mlir::Type stored = {});
  Item loadQuantized(PickleValue value, const std::string &name);
  /// Calls `__setstate__` of an object whose state is not a dictionary.
  Outcome restoreState(unsigned object);
  Item loadObject(PickleValue value, const std::string &path);
  Outcome loadAttribute(unsigned object, llvm::StringRef name, bool &isKnown);
  /// The type of the result of `squeeze` if its rank depends on dynamic sizes:
  /// dimensions that are not 1 in the example are kept, and one that is 1 is a
  /// failure. Null if the rank does not depend on them, or there is no example.
  mlir::FailureOr<mlir::Type> inferSqueeze(torch::OperatorOp op,
                                           std::string &reason);
  bool inferTypes(torch::OperatorOp op,
                  llvm::SmallVectorImpl<mlir::Type> &types,
                  std::string &reason);
  Outcome convertArgument(NodeCall &call, size_t index,
                          const torch::SchemaArg &formal,
                          torch::ArgumentSpec &result);
  Outcome convertArguments(NodeCall &call, llvm::StringRef target,
                           const torch::Schema &schema,
                           torch::ArgumentListBuilder &arguments);
  /// Converts the arguments of an operator that has no schema.
  Outcome convertUnknown(NodeCall &call, torch::ArgumentListBuilder &arguments);
  /// Replaces an operation without results by one with results of `types`.
  torch::OperatorOp addTypes(torch::OperatorOp op,
                             llvm::ArrayRef<mlir::Type> types);
  /// Calls checkWrite() for each argument that an operator writes to.
  Outcome checkWrites(NodeCall &call, torch::OperatorOp op,
                      const torch::Schema &schema);
  /// Puts the written tensors in place of the results of an in-place operator.
  Outcome returnWritten(NodeCall &call, const torch::Schema &schema,
                        llvm::MutableArrayRef<Item> results);
  /// Makes a list of the results that are its elements.
  void gatherList(const torch::Schema &schema, std::vector<Item> &results);
  bool convertScalar(const Item &item, const torch::ArgType &type,
                     mlir::OpFoldResult &result, mlir::Location loc);

  ScriptArchive &archive;
  ScriptCode &code;
  mlir::func::FuncOp main;
  const TorchScriptOptions &options;
  std::optional<torch::NumberExprs> numbers;
  sym::Ranges ranges;
  /// The number of the next size that depends on data.
  unsigned nextSize = 0;
  std::optional<Failure> lastFailure;
  /// The modules whose methods are running, outermost first: the path, and
  /// `path@1` for a second call.
  std::vector<std::pair<std::string, std::string>> running;
  llvm::StringMap<unsigned> numModuleCalls;
  std::map<std::string, std::string> modules;
  unsigned depth = 0;
  /// The number of nested loops whose bodies are being interpreted.
  unsigned loopDepth = 0;
  bool isGivenUp = false;
  bool isCounting = false;
  bool hasWrittenCopy = false;
  /// The functions that are being interpreted.
  llvm::SmallVector<Frame *> frames;
  /// The number of interpreted nodes.
  unsigned numNodes = 0;
  /// The number of nested loops with literal trip counts that are being
  /// imported as loops.
  unsigned numTrials = 0;
  NumbersOf numberOf;
  /// The tensors of which lists have copies, in blocks that have not ended.
  llvm::SetVector<Value> copied;
  /// The number of calls of rebind().
  unsigned numRebound = 0;
  /// The loaded items, by the object in the pickle of the module.
  llvm::DenseMap<uint32_t, Item> loaded;
  /// The pickled state of an object.
  llvm::DenseMap<unsigned, PickleValue> states;
  /// Tensors of the archive by the name of the attribute.
  llvm::MapVector<mlir::StringAttr, Value> weights;
  /// The last weight in the program.
  mlir::Operation *lowestWeight = nullptr;
  /// Objects that `__setstate__` was called for.
  llvm::DenseSet<unsigned> restored;
  llvm::StringMap<mlir::StringAttr> fileNames;
  struct Warning {
    mlir::Location loc;
    std::string message;
  };
  std::vector<Warning> warnings;
  llvm::DenseSet<mlir::AffineExpr> ownSizes;
  /// The values of symbols in the example.
  llvm::StringMap<int64_t> examples;
};

/// Whether a program writes to a tensor that may be one of several, so that it
/// has no functional form (InterpreterWrites.cpp).
bool hasUndecidedWrites(mlir::ModuleOp program);

/// The handler for nodes of a kind ("aten::len"); null if there is none.
/// `isAlways` is set if the handler takes precedence over an operator of the
/// torch dialect.
Interpreter::Handler findHandler(llvm::StringRef kind, bool &isAlways);

/// A table of handlers.
class HandlerTable {
public:
  void add(llvm::StringRef kind, Interpreter::Handler handler,
           bool isAlways = false) {
    entries[kind] = {handler, isAlways};
  }
  void addAlways(llvm::StringRef kind, Interpreter::Handler handler) {
    add(kind, handler, /*isAlways=*/true);
  }
  struct Entry {
    Interpreter::Handler handler;
    bool isAlways;
  };
  llvm::StringMap<Entry> entries;
};

/// The answer to a question that does not depend on the operands.
template <bool value> Outcome giveBool(NodeCall &call) {
  return call.give(call.in.makeBool(value));
}

/// Arithmetic of numbers (NumberOps.cpp).
Outcome runNumber(NodeCall &call);
/// Lets LibTorch evaluate a node whose operands are numbers, strings and None
/// that are known at import (StringOps.cpp). Fails for other operands.
Outcome runLiterals(NodeCall &call);
/// The same; nothing if an operand is not known at import.
std::optional<Outcome> runIfLiterals(NodeCall &call);
/// The same for a search for the string at operand 1. An empty string is
/// refused, because LibTorch would not return.
Outcome runSearch(NodeCall &call);
/// The same for a node whose time or result grows with the int at `index`.
template <size_t index, int64_t most> Outcome runBounded(NodeCall &call) {
  std::optional<int64_t> number = call.readInt(index);
  if (!number)
    return Outcome::Failed;
  return *number <= most
             ? runLiterals(call)
             : call.failOperand(index, "an int up to " + std::to_string(most));
}
/// The size of the first dimension (QueryOps.cpp).
Outcome runTensorLength(NodeCall &call);

/// Nodes of prim, NumberOps.cpp, ContainerOps.cpp, ListOps.cpp,
/// StackedLists.cpp, PartLists.cpp, StringOps.cpp, QueryOps.cpp,
/// QuantizedOps.cpp, QuantizedFunctions.cpp, QuantizedRecurrent.cpp.
void addPrimHandlers(HandlerTable &table);
void addQuantizedHandlers(HandlerTable &table);
void addQuantizedFunctionHandlers(HandlerTable &table);
void addQuantizedRecurrentHandlers(HandlerTable &table);
void addNumberHandlers(HandlerTable &table);
void addContainerHandlers(HandlerTable &table);
void addListHandlers(HandlerTable &table);
void addStackedListHandlers(HandlerTable &table);
void addPartListHandlers(HandlerTable &table);
void addStringHandlers(HandlerTable &table);
void addQueryHandlers(HandlerTable &table);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_INTERPRETER_H
