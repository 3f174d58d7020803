//===- TorchScript.cpp - Import of TorchScript archives -------------------===//
//
// Imports a program: its inputs are typed by the archive or the user, and the
// interpreter imports the code. ScriptOutputs.cpp has the outputs.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Import/TorchScript.h"
#include "torch-onnx/Import/Support/ElementTypes.h"

#include "ScriptImporter.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/IR/Advice.h"
#include "torch-onnx/Dialect/Weight/IR/Checksums.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Dialect/Weight/IR/WeightStore.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// The type of an example input of a traced module. The sizes are those of the
/// example, because a trace is not valid for other sizes.
std::optional<InputType> ScriptImporter::getTracedType(PickleValue value,
                                                       unsigned depth) {
  using P = PickleValue::Kind;
  constexpr unsigned maxDepth = 16;
  if (depth == maxDepth)
    return std::nullopt;
  InputType type;
  switch (value.getKind()) {
  case P::Tensor: {
    PickledTensor tensor = value.getTensor();
    type.kind = InputType::Kind::Tensor;
    Type elementType = torch_onnx::getElementType(tensor.dtype, ctx);
    if (!elementType)
      return std::nullopt;
    llvm::raw_string_ostream(type.elementType) << elementType;
    for (int64_t size : tensor.sizes)
      type.dims.push_back({size, ""});
    return type;
  }
  case P::None:
    return type;
  case P::Bool:
    type.kind = InputType::Kind::Bool;
    return type;
  case P::Int:
    type.kind = InputType::Kind::Int;
    return type;
  case P::Float:
    type.kind = InputType::Kind::Float;
    return type;
  case P::Tuple:
  case P::List:
    type.kind =
        value.isA(P::Tuple) ? InputType::Kind::Tuple : InputType::Kind::List;
    for (size_t i = 0; i < value.size(); ++i) {
      std::optional<InputType> element = getTracedType(value[i], depth + 1);
      if (!element)
        return std::nullopt;
      type.children.push_back(std::move(*element));
    }
    return type;
  case P::Dict:
    type.kind = InputType::Kind::Dict;
    for (auto [key, entry] : value.getEntries()) {
      std::optional<InputType> element = getTracedType(entry, depth + 1);
      if (!element || !key.isA(P::Text))
        return std::nullopt;
      type.keys.push_back(key.getText().str());
      type.children.push_back(std::move(*element));
    }
    return type;
  default:
    return std::nullopt;
  }
}

LogicalResult
ScriptImporter::readInputTypes(const libtorch::ScriptFunction &forward) {
  size_t count = forward.graph.block.numInputs - 1;
  if (!options.inputTypes.empty()) {
    llvm::Expected<std::vector<InputType>> types =
        parseInputTypes(options.inputTypes);
    if (!types)
      return error("--input-shapes: " + llvm::toString(types.takeError()));
    inputTypes = std::move(*types);
    hasInputTypes = true;
    if (inputTypes.size() > count)
      return error("--input-shapes has " + Twine(inputTypes.size()) +
                   " inputs, 'forward' takes " + Twine(count));
    return success();
  }
  std::optional<PickleValue> traced = archive.getTracedInputs();
  if (!traced)
    return success();
  for (size_t i = 0; i < traced->size() && i < count; ++i) {
    std::optional<InputType> type = getTracedType((*traced)[i], 0);
    if (!type) {
      inputTypes.clear();
      return success();
    }
    inputTypes.push_back(std::move(*type));
  }
  hasInputTypes = true;
  return success();
}

/// The user's names of sizes have priority.
void ScriptImporter::addSizeNames(ArrayRef<InputType> types) {
  for (const InputType &type : types) {
    for (const InputType::Dim &dim : type.dims)
      symbols.insert(dim.name);
    addSizeNames(type.children);
  }
}

std::string ScriptImporter::getFreeSymbol(StringRef name) {
  std::string free = name.str();
  for (unsigned i = 1; !symbols.insert(free).second; ++i)
    free = (name + "_" + Twine(i)).str();
  return free;
}

std::string ScriptImporter::getFreeName(std::string name) {
  std::string free = name;
  for (unsigned i = 1; !names.insert(free).second; ++i)
    free = name + "_" + std::to_string(i);
  return free;
}

Item ScriptImporter::makeTensorInput(Type type, const std::string &name) {
  BlockArgument argument = main.getBody().front().addArgument(
      type, NameLoc::get(b.getStringAttr(name), main.getLoc()));
  NamedAttrList attrs;
  attrs.set(onnx::kNameAttr, b.getStringAttr(getFreeName(name)));
  if (type.isInteger(64)) {
    // The number may be used as a size.
    AffineExpr symbol = sym::getSymbol(ctx, getFreeSymbol(name));
    attrs.set(torch::TorchDialect::getExprsAttrName(),
              sym::DimsAttr::get(ctx, symbol));
  }
  argAttrs.push_back(attrs.getDictionary(ctx));
  return type.isIntOrFloat() ? Item::number(Value(argument))
                             : Item::tensor(argument);
}

/// `type` is null if the type of the input is unknown.
Item ScriptImporter::makeInput(const InputType *type,
                               const ScriptType &declared,
                               const std::string &name) {
  using T = ScriptType::Kind;
  if (declared.isA(T::Optional) && !declared.elements.empty() &&
      (!type || type->kind != InputType::Kind::None))
    return makeInput(type, *declared.elements[0], name);
  if (!type) {
    switch (declared.kind) {
    case T::Int:
      return makeTensorInput(b.getI64Type(), name);
    case T::Float:
      return makeTensorInput(b.getF64Type(), name);
    case T::Bool:
      return makeTensorInput(b.getI1Type(), name);
    case T::Tensor:
      return makeTensorInput(torch::UntypedType::get(ctx), name);
    default:
      return Item::conflict(b.getStringAttr(
          "the input '" + name + "' is a '" + declared.str() +
          "', whose elements are unknown; give them with --input-shapes"));
    }
  }
  auto getChildName = [&](size_t index) {
    return name + "." +
           (type->kind == InputType::Kind::Dict ? type->keys[index]
                                                : std::to_string(index));
  };
  auto getChildType = [&](size_t index) -> const ScriptType & {
    static const ScriptType any;
    if (declared.isA(T::Tuple) && index < declared.elements.size())
      return *declared.elements[index];
    if ((declared.isA(T::List) || declared.isA(T::Dict)) &&
        !declared.elements.empty())
      return *declared.elements.back();
    return any;
  };
  std::vector<Item> elements;
  for (size_t i = 0; i < type->children.size(); ++i)
    elements.push_back(
        makeInput(&type->children[i], getChildType(i), getChildName(i)));
  if (const auto *text = std::get_if<std::string>(&type->value))
    return in.makeString(*text);
  if (const auto *integer = std::get_if<int64_t>(&type->value))
    return in.makeInt(*integer);
  if (const auto *number = std::get_if<double>(&type->value))
    return in.makeFloat(*number);
  if (const auto *truth = std::get_if<bool>(&type->value))
    return in.makeBool(*truth);
  switch (type->kind) {
  case InputType::Kind::String:
  case InputType::Kind::Default:
    return Item::conflict(b.getStringAttr(
        "'default' stands for an argument, and not for a part of one"));
  case InputType::Kind::Int:
    return makeTensorInput(b.getI64Type(), name);
  case InputType::Kind::Float:
    return makeTensorInput(b.getF64Type(), name);
  case InputType::Kind::Bool:
    return makeTensorInput(b.getI1Type(), name);
  case InputType::Kind::None:
    return Item::none();
  case InputType::Kind::Tensor: {
    SmallVector<AffineExpr> dims;
    for (const InputType::Dim &dim : type->dims) {
      if (dim.size) {
        dims.push_back(b.getAffineConstantExpr(*dim.size));
        continue;
      }
      std::string symbol = dim.name.empty()
                               ? getFreeSymbol("s" + std::to_string(nextSize++))
                               : dim.name;
      ranges[symbol] = {0, std::numeric_limits<int64_t>::max()};
      if (dim.example)
        in.setExample(symbol, *dim.example);
      dims.push_back(sym::getSymbol(ctx, symbol));
    }
    return makeTensorInput(sym::getTensorType(dims, type->getElementType(ctx)),
                           name);
  }
  case InputType::Kind::Tuple: {
    StringAttr className;
    if (declared.isA(T::Named))
      className = b.getStringAttr(declared.name);
    return Item::tuple(std::move(elements), className);
  }
  case InputType::Kind::List:
    return in.makeList(std::move(elements),
                       declared.isA(T::List) ? declared.elements[0] : nullptr);
  case InputType::Kind::Dict: {
    Cell cell;
    for (const std::string &key : type->keys)
      cell.keys.push_back(in.makeString(key));
    cell.items = std::move(elements);
    return Item::cell(Kind::Dict, in.heap.add(std::move(cell)));
  }
  }
  llvm_unreachable("all kinds");
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/// Calls `forward`, with the module's own hooks before and after it, as
/// torch::jit::Module does. The code itself calls the hooks of other modules.
Outcome ScriptImporter::callWithHooks(StringRef className,
                                      std::vector<Item> arguments,
                                      Item &result) {
  Location loc = main.getLoc();
  SmallVector<StringRef> preHooks, hooks;
  if (auto type = code.getClass(className)) {
    for (libtorch::Text hook :
         ArrayRef((*type)->preHooks, (*type)->numPreHooks))
      preHooks.push_back(getText(hook));
    for (libtorch::Text hook : ArrayRef((*type)->hooks, (*type)->numHooks))
      hooks.push_back(getText(hook));
  } else {
    return in.fail(loc, llvm::toString(type.takeError()));
  }
  auto call = [&](StringRef method, std::vector<Item> args, Item &returned) {
    return in.call((className + "." + method).str(), std::move(args), "", loc,
                   returned);
  };
  Item self = arguments.front();
  auto getInputs = [&] {
    return Item::tuple({arguments.begin() + 1, arguments.end()});
  };
  for (StringRef hook : preHooks) {
    Item returned;
    if (Outcome outcome = call(hook, {self, getInputs()}, returned);
        outcome != Outcome::Done)
      return outcome;
    if (returned.isNone())
      continue;
    arguments = {self};
    if (returned.isA(Kind::Tuple))
      llvm::append_range(arguments, returned.getElements());
    else
      arguments.push_back(returned);
  }
  Item inputs = getInputs();
  Outcome outcome = call("forward", std::move(arguments), result);
  for (StringRef hook : hooks) {
    if (outcome != Outcome::Done)
      break;
    Item returned;
    outcome = call(hook, {self, inputs, result}, returned);
    if (!returned.isNone())
      result = returned;
  }
  return outcome;
}

FailureOr<std::vector<Item>>
ScriptImporter::makeInputs(const libtorch::ScriptFunction &forward) {
  const libtorch::ScriptGraph &graph = forward.graph;
  std::vector<Item> arguments = {in.loadModule()};
  for (size_t i = 1; i < graph.block.numInputs; ++i) {
    const libtorch::ScriptValue &value = graph.values[graph.block.inputs[i]];
    std::string name = getText(value.name).str();
    // LibTorch renames a variable that shadows another one: "x.1".
    name = StringRef(name).split('.').first.str();
    const InputType *type =
        i - 1 < inputTypes.size() ? &inputTypes[i - 1] : nullptr;
    bool hasDefault = forward.hasDefault && forward.hasDefault[i];
    if (type && type->kind == InputType::Kind::Default) {
      if (!hasDefault)
        return error("--input-shapes has 'default' for '" + name +
                     "', which has no default");
      type = nullptr;
    }
    // Inputs with defaults may be omitted.
    if (!type && hasDefault) {
      std::optional<Item> literal = in.getLiteral(forward.defaults[i]);
      if (!literal)
        return error("the default of '" + name + "' is not read");
      arguments.push_back(std::move(*literal));
      continue;
    }
    if (!type && hasInputTypes)
      return error("--input-shapes has " + Twine(inputTypes.size()) +
                   " inputs, 'forward' also needs '" + name + "'");
    arguments.push_back(makeInput(type, *in.types.get(getText(value.type)),
                                  name.empty() ? "input" : name));
  }
  main.setFunctionType(
      b.getFunctionType(main.getBody().getArgumentTypes(), {}));
  main.setArgAttrsAttr(b.getArrayAttr(argAttrs));
  return arguments;
}

LogicalResult ScriptImporter::reportFailure() {
  const Interpreter::Failure &failure = *in.getFailure();
  bool isOpen =
      llvm::any_of(main.getArgumentTypes(), llvm::IsaPred<torch::UntypedType>);
  return emitError(
      isa<UnknownLoc>(failure.loc) ? Location(main.getLoc()) : failure.loc,
      failure.message + (isOpen
                             ? "; the types of the inputs are not known: give "
                               "them with --input-shapes='[1,3,?,?]f32,...'"
                             : ""));
}

LogicalResult ScriptImporter::makeOutputs(const Item &result) {
  if (failed(addOutput(result, "")))
    return failure();
  for (auto [name, value] : in.getUpdates()) {
    results.push_back(value);
    resultAttrs.push_back(b.getDictionaryAttr(
        b.getNamedAttr(torch::TorchDialect::getMutatesAttrName(), name)));
  }
  func::ReturnOp::create(b, main.getLoc(), results);
  // Unused results without a rule are removed.
  main.walk([&](torch::OperatorOp op) {
    for (Value result : op->getResults())
      if (result.use_empty() && isa<torch::UntypedType>(result.getType()))
        result.setType(b.getNoneType());
  });
  main.setFunctionType(b.getFunctionType(main.getArgumentTypes(),
                                         ValueRange(results).getTypes()));
  main.setResAttrsAttr(b.getArrayAttr(resultAttrs));
  return success();
}

LogicalResult ScriptImporter::import(bool unrollsFirst) {
  in.unrollsFirst = unrollsFirst;
  b.setInsertionPointToStart(&main.getBody().front());
  PickleValue root = archive.getModule();
  if (!root.isA(PickleValue::Kind::Object))
    return error("data.pkl holds no module");
  std::string method = (root.getName() + ".forward").str();
  llvm::Expected<const libtorch::ScriptFunction *> forward =
      code.getFunction(method);
  if (!forward)
    return error("cannot compile 'forward': " +
                 llvm::toString(forward.takeError()));
  if ((*forward)->graph.block.numInputs == 0)
    return error("'forward' does not take a module");
  if (failed(readInputTypes(**forward)))
    return failure();

  addSizeNames(inputTypes);
  FailureOr<std::vector<Item>> arguments = makeInputs(**forward);
  if (failed(arguments))
    return failure();
  in.setRanges(ranges);
  Item result;
  Outcome outcome =
      callWithHooks(root.getName(), std::move(*arguments), result);
  if (outcome == Outcome::Raised)
    return error(
        "the program raises an exception for all values of these inputs");
  if (outcome == Outcome::Failed)
    return reportFailure();
  in.emitWarnings();
  in.removeMarks();
  if (failed(makeOutputs(result)))
    return failure();
  if (DictionaryAttr modules = in.getModules(); !modules.empty())
    main->getParentOp()->setAttr(onnx::kModulesAttr, modules);
  sym::writeRanges(module, in.getRanges());
  return verify(module);
}

namespace {
/// A result of importOnce().
struct Attempt {
  /// Null after a failure.
  OwningOpRef<ModuleOp> module;
  std::vector<Diagnostic> messages;
  /// Whether a write may be one to another tensor, but for a counted loop.
  bool isUndecided = false;
};
} // namespace

static Attempt importOnce(ScriptArchive &archive, ScriptCode &code,
                          Location loc, const TorchScriptOptions &options,
                          bool unrollsFirst) {
  Attempt attempt;
  OpBuilder b(loc.getContext());
  ScopedDiagnosticHandler handler(b.getContext(), [&](Diagnostic &message) {
    attempt.messages.push_back(std::move(message));
    return success();
  });
  attempt.module = ModuleOp::create(loc);
  (*attempt.module)->setAttr(torch::kScriptedAttr, b.getUnitAttr());
  b.setInsertionPointToEnd(attempt.module->getBody());
  auto main = func::FuncOp::create(b, loc, "main", b.getFunctionType({}, {}));
  main.addEntryBlock();
  ScriptImporter importer(archive, code, *attempt.module, main, options);
  bool isImported = succeeded(importer.import(unrollsFirst));
  const Interpreter &in = importer.getInterpreter();
  if (in.hasCountedLoops())
    attempt.isUndecided =
        isImported ? hasUndecidedWrites(*attempt.module) : in.isCopyWritten();
  if (!isImported)
    attempt.module = {};
  return attempt;
}

OwningOpRef<ModuleOp>
torch_onnx::importTorchScript(StringRef path, MLIRContext *ctx,
                              const TorchScriptOptions &options) {
  ctx->loadDialect<torch::TorchDialect, onnx::ONNXDialect, sym::SymDialect,
                   weight::WeightDialect, func::FuncDialect,
                   arith::ArithDialect, math::MathDialect>();
  Location loc = FileLineColLoc::get(ctx, path, 0, 0);
  std::unique_ptr<ScriptArchive> archive = ScriptArchive::open(path, loc);
  if (!archive)
    return {};
  weight::WeightStore &store = weight::getWeightStore(ctx);
  StringRef fileName = llvm::sys::path::filename(path);
  store.add(fileName, archive->getZip().file());
  store.addMembers(fileName, archive->getZip());
  weight::getChecksums(ctx).add(fileName, archive->getZip());
  llvm::Expected<std::unique_ptr<ScriptCode>> code =
      ScriptCode::open(*archive, options.opSchemas);
  if (!code) {
    emitError(loc, llvm::toString(code.takeError()));
    return {};
  }
  Attempt attempt = importOnce(*archive, **code, loc, options, false);
  // Which tensor a variable names may be decided by the number of an iteration.
  // If the program then writes to that tensor, the loop has to be unrolled.
  if (attempt.isUndecided) {
    Attempt unrolled = importOnce(*archive, **code, loc, options, true);
    if (unrolled.module && !unrolled.isUndecided)
      attempt = std::move(unrolled);
  }
  for (Diagnostic &message : attempt.messages)
    ctx->getDiagEngine().emit(std::move(message));
  return std::move(attempt.module);
}
