//===- Interpreter.h - TorchScript to the torch dialect ---------*- C++ -*-===//
//
// Interprets a TorchScript program with values of the torch dialect in the
// place of tensors. What the program computes of literals, lists, strings,
// types and known sizes is computed here; what it computes of tensors and of
// dynamic numbers becomes operations, whose types are inferred at once, so that
// a condition on a dtype or a rank is decided when it is met. A branch or a
// loop that depends on the run becomes a torch.if or a torch.while
// (InterpreterControl.cpp). docs/Rationale/TorchScript.md says why.
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

/// What became of a node or a block.
enum class Outcome {
  Done,
  /// The program raises an exception here, whatever its inputs are.
  Raised,
  /// It cannot be imported; Interpreter::getFailure() says why.
  Failed
};

/// A function that is being interpreted.
struct Frame {
  const libtorch::ScriptGraph *graph = nullptr;
  /// Of the module that the function is a method of.
  std::string path;
  /// The calls of modules around it, if the path does not tell them
  /// (onnx::getModuleCalls).
  std::string calls;
  /// By the number of the value.
  std::vector<Item> values;
};

class Interpreter;

/// A node with its operands: what a handler reads and answers.
class NodeCall {
public:
  NodeCall(Interpreter &in, Frame &frame, const libtorch::ScriptNode &node,
           mlir::Location loc)
      : in(in), frame(frame), node(node), loc(loc) {}

  llvm::StringRef getKind() const { return getText(node.kind); }
  llvm::StringRef getOverload() const { return getText(node.overload); }
  /// "aten.add.Tensor" of a node that calls an operator.
  std::string getTarget() const;
  size_t size() const { return node.numInputs; }
  /// The operand `index`; undefined where the node has no such operand.
  const Item &operator[](size_t index) const;
  size_t getNumResults() const { return node.numOutputs; }
  const ScriptType *getResultType(size_t index = 0) const;
  const ScriptType *getOperandType(size_t index) const;
  const libtorch::ScriptAttribute *findAttribute(llvm::StringRef name) const;
  /// The literal int or bool that operand `index` is; nothing, with a failure,
  /// for what is known only at run time.
  std::optional<int64_t> readInt(size_t index) const;
  std::optional<bool> readBool(size_t index) const;
  /// The text of an attribute; empty without it.
  llvm::StringRef getString(llvm::StringRef name) const;

  /// Sets the only result, or all of them.
  Outcome give(Item item);
  Outcome giveAll(llvm::ArrayRef<Item> items);
  Outcome give() { return Outcome::Done; }
  Outcome fail(const llvm::Twine &message) const;
  /// "expected an int for operand 1 of aten::foo, found a tensor".
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
  /// The classes of the modules that were called, by paths: kModulesAttr.
  mlir::DictionaryAttr getModules() const;
  /// The path of the module that an object is, or belongs to.
  llvm::StringRef getPath(const Item &object) const;

  Outcome fail(mlir::Location loc, const llvm::Twine &message);
  /// The same for a limit of the import: no other form of a loop is tried.
  Outcome giveUp(mlir::Location loc, const llvm::Twine &message) {
    (void)fail(loc, message);
    isGivenUp = true;
    return Outcome::Failed;
  }
  const std::optional<Failure> &getFailure() const { return lastFailure; }
  mlir::Location getLoc(const Frame &frame, const libtorch::ScriptNode &node);

  // Objects of the archive (InterpreterObjects.cpp) ---------------------------

  /// What a pickle holds; the name is that of a weight, if it is one.
  Item load(PickleValue value, const std::string &path);
  /// The root module.
  Item loadModule() { return load(archive.getModule(), ""); }
  Outcome getAttribute(NodeCall &call, const Item &object, llvm::StringRef name,
                       Item &result);
  Outcome setAttribute(NodeCall &call, const Item &object, llvm::StringRef name,
                       Item value);
  /// A literal of the code.
  std::optional<Item> getLiteral(const libtorch::Value &value);
  /// Tensors that attributes of modules were given, by their names in the
  /// module: new values of buffers.
  llvm::MapVector<mlir::StringAttr, Value> getUpdates();

  // Quantized tensors (QuantizedOps.cpp) --------------------------------------

  /// Whether a tensor stands for integers with a scale and a zero point.
  static bool isQuantized(const Item &item);
  /// Quantizes the result of an operator of ATen as its quantized operand is.
  Outcome requantize(NodeCall &call);

  // Control flow (InterpreterControl.cpp) -------------------------------------

  Outcome runIf(NodeCall &call);
  Outcome runLoop(NodeCall &call);
  /// Says once that an exception of the program is not in the model.
  void warnOfRaise(mlir::Location loc);
  /// True where a number of iterations is a literal and the loop is tried as
  /// one: what needs the number of the iteration fails, and the loop is
  /// unrolled.
  bool canUnroll() const { return numTrials > 0; }

  // Numbers (InterpreterNumbers.cpp) ------------------------------------------

  /// A value of a number, in front of what is built next.
  Value getNumber(const Item &number, mlir::Location loc);
  /// A function of Python's on numbers ("_operator.add"); what is known when
  /// the program is imported is a literal. Nothing where there is no exact
  /// form.
  std::optional<Item> applyNumbers(llvm::StringRef function,
                                   llvm::ArrayRef<Item> operands,
                                   mlir::Type type, mlir::Location loc);
  /// A value as an item: a literal where it is known.
  Item simplifyNumber(Value number);
  /// The size of a dimension.
  Item getSize(Value tensor, int64_t axis, mlir::Location loc);
  /// The number that a 0-d tensor holds, if the program made it of one.
  std::optional<Item> getNumberOf(const Item &tensor);
  /// Nothing is remembered of a tensor whose dtype is not that of the number.
  void setNumberOf(Value tensor, Item number);
  /// Forgets the numbers of tensors that an operator in place may write to.
  void forgetWritten(torch::OperatorOp op);
  using NumbersOf = llvm::DenseMap<Value, Item>;
  /// What is known of 0-d tensors, to be restored when operations are erased or
  /// a region ends.
  NumbersOf saveNumbers() const { return numberOf; }
  /// Numbers that were forgotten since then are removed from `saved`, and stay
  /// forgotten: a region may have written to their tensors. Returns whether
  /// there are any.
  bool restoreNumbers(NumbersOf &saved);
  /// The expression of an int; null where it has none.
  mlir::AffineExpr getExpr(const Item &number);
  /// Whether a condition holds; nothing where it is known at run time.
  std::optional<bool> getTruth(const Item &condition);
  /// The same where every size is at least 1: what torch.export assumes, too.
  std::optional<bool> getTruthOfNonEmpty(const Item &condition);
  /// A condition for torch.if; null for what is none.
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
  /// The elements of a list or a tuple whose length is known.
  std::optional<std::vector<Item>> getItems(const Item &sequence) const;
  /// The same of a list that is a tensor of a known first size: its elements
  /// are read from it.
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
  /// Tensors of one type along a new first dimension, or numbers along the only
  /// one; null where the items are not of one type.
  Value stack(llvm::ArrayRef<Item> items, mlir::Location loc);

  // Memory (InterpreterWrites.cpp) --------------------------------------------

  /// Says that `all`, which is null or the tensor of a list, has a copy of the
  /// elements of `tensors`; returns `all`. In the program the list has the
  /// tensors themselves, so that neither may be written any more.
  Value noteCopies(Value all, llvm::ArrayRef<Value> tensors);
  /// Fails where a write to a tensor would have to be seen in a list that has a
  /// copy of it, or the other way round.
  Outcome checkWrite(NodeCall &call, Value written);
  /// Forgets the copies of tensors of a block that ends, or is erased.
  void forgetCopies(llvm::function_ref<bool(Value)> isGone);
  void forgetCopies(mlir::Block *block) {
    forgetCopies(
        [&](Value tensor) { return tensor.getParentBlock() == block; });
  }
  /// Removes marks that only the import needs.
  void removeMarks();

  // Operators (InterpreterOperators.cpp) --------------------------------------

  /// A node that calls an operator of ATen.
  Outcome runOperator(NodeCall &call, llvm::StringRef target);
  /// The same where an operand is None or a value, as the run decides: a branch
  /// with a call on each side. Nothing without such an operand.
  std::optional<Outcome> runOptional(NodeCall &call, llvm::StringRef target);
  /// Builds a call of an operator with inferred types; null with a failure.
  torch::OperatorOp
  build(mlir::Location loc, llvm::StringRef target,
        llvm::ArrayRef<std::pair<llvm::StringRef, torch::ArgumentSpec>> args);
  /// The only result of it.
  Value buildOne(
      mlir::Location loc, llvm::StringRef target,
      llvm::ArrayRef<std::pair<llvm::StringRef, torch::ArgumentSpec>> args);
  /// A number as an argument: a literal, or a value.
  static torch::ArgumentSpec makeArgument(const Item &number);
  torch::ArgumentSpec makeInts(llvm::ArrayRef<int64_t> values);
  /// A tensor of dtype and rank of `type` without elements: what stands for a
  /// value that is never read.
  Value buildPlaceholder(mlir::Type type, mlir::Location loc);

  /// A size of a type as an argument: a literal, or read from an argument of
  /// the program; null where none has it.
  mlir::OpFoldResult buildSize(mlir::AffineExpr size, mlir::Location loc);
  /// A symbol of its own, for a number that depends on data.
  mlir::AffineExpr makeSymbol(bool isSize);
  /// A number that is the size of a tensor, if it is a symbol, is not negative.
  void setSizeRange(const Item &number);
  /// Such symbols for the ints among the results of a branch or a loop.
  void nameNumbers(mlir::Operation *op);
  /// The type with a symbol for each size that has no expression.
  mlir::Type nameSizes(mlir::Type type);
  /// Whether a size is such a symbol.
  bool isOwnSize(mlir::AffineExpr size) const {
    return ownSizes.contains(size);
  }

  /// Keeps a warning until the program is imported. Blocks are interpreted more
  /// than once, so that each text counts once, with all of its places.
  void warn(mlir::Location loc, const llvm::Twine &message) {
    warnings.push_back({loc, message.str()});
  }
  void emitWarnings();

  mlir::OpBuilder b;
  mlir::MLIRContext *ctx;
  ScriptTypes types;
  Heap heap;
  /// What sizes are known to be. Made anew where operations were erased, as it
  /// remembers values.
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

  /// Gives the tensor `self`, whose shape an operator in place has changed, the
  /// value `result` under each of its names.
  Outcome rebind(NodeCall &call, Value self, Value result);
  Outcome unrollLoop(NodeCall &call, int64_t trips);
  Outcome tryToUnroll(NodeCall &call, int64_t trips);
  void frameInputs(Frame &frame, const libtorch::ScriptBlock &block,
                   int64_t iteration, llvm::ArrayRef<Item> carried);
  Outcome runNode(Frame &frame, const libtorch::ScriptNode &node);
  /// `stored` is the type of the elements where they are those of a quantized
  /// tensor.
  Item loadTensor(PickleValue value, const std::string &name,
                  mlir::Type stored = {});
  Item loadQuantized(PickleValue value, const std::string &name);
  /// Calls `__setstate__` of an object whose state is no dictionary.
  Outcome restoreState(unsigned object);
  Item loadObject(PickleValue value, const std::string &path);
  Outcome loadAttribute(unsigned object, llvm::StringRef name, bool &isKnown);
  bool inferTypes(torch::OperatorOp op,
                  llvm::SmallVectorImpl<mlir::Type> &types,
                  std::string &reason);
  Outcome convertArgument(NodeCall &call, size_t index,
                          const torch::SchemaArg &formal,
                          torch::ArgumentSpec &result);
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
  /// Modules whose methods run, outermost first: path, and `path@1` of a second
  /// call.
  std::vector<std::pair<std::string, std::string>> running;
  llvm::StringMap<unsigned> numModuleCalls;
  std::map<std::string, std::string> modules;
  unsigned depth = 0;
  /// Loops within each other whose bodies are being interpreted.
  unsigned loopDepth = 0;
  bool isGivenUp = false;
  /// The functions that are being interpreted.
  llvm::SmallVector<Frame *> frames;
  /// Nodes that were interpreted.
  unsigned numNodes = 0;
  /// Loops of a literal number of iterations that are tried as loops.
  unsigned numTrials = 0;
  NumbersOf numberOf;
  /// The memory of tensors that lists have copies of, in blocks that have not
  /// ended.
  llvm::SetVector<Value> copied;
  /// How often rebind() was called.
  unsigned numRebound = 0;
  /// What was loaded, by the object in the pickle of the module.
  llvm::DenseMap<uint32_t, Item> loaded;
  /// The pickled state of an object.
  llvm::DenseMap<unsigned, PickleValue> states;
  /// Tensors of the archive by the name of the attribute.
  llvm::MapVector<mlir::StringAttr, Value> weights;
  /// The last of them in the program.
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
};

/// The handler for nodes of a kind ("aten::len"), or null. `isAlways` is set
/// for one that also takes operators of the torch dialect's table.
Interpreter::Handler findHandler(llvm::StringRef kind, bool &isAlways);

/// A table of handlers.
class HandlerTable {
public:
  void add(llvm::StringRef kind, Interpreter::Handler handler,
           bool isAlways = false) {
    entries[kind] = {handler, isAlways};
  }
  struct Entry {
    Interpreter::Handler handler;
    bool isAlways;
  };
  llvm::StringMap<Entry> entries;
};

/// Arithmetic of numbers (NumberOps.cpp).
Outcome runNumber(NodeCall &call);
/// How often a string is in another one (StringOps.cpp).
Outcome runStringCount(NodeCall &call);
/// The parts of a string.
Outcome runStringSplit(NodeCall &call);
/// Where a string is in another one.
Outcome runStringIndex(NodeCall &call);
/// The size of the first dimension (QueryOps.cpp).
Outcome runTensorLength(NodeCall &call);

/// Nodes of prim, NumberOps.cpp, ContainerOps.cpp, ListOps.cpp,
/// StackedLists.cpp, PartLists.cpp, StringOps.cpp, QueryOps.cpp,
/// QuantizedOps.cpp, QuantizedRecurrent.cpp.
void addPrimHandlers(HandlerTable &table);
void addQuantizedHandlers(HandlerTable &table);
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
