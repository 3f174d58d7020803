//===- ExportedProgram.cpp - Import of exported programs ------------------===//
//
// Imports a program by its signature, which tells which graph inputs are
// weights or user inputs, and which outputs are updates of state.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Import/ExportedProgram.h"

#include "Archive.h"
#include "GraphImporter.h"
#include "OlderArchives.h"
#include "OutputNames.h"
#include "WeightSources.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Dialect/Weight/IR/WeightStore.h"
#include "torch-onnx/Import/SymPy.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace torch_onnx;

/// The major version of the schema that torch.export writes since 2.6.
static constexpr int64_t supportedMajor = 8;

namespace {

class ProgramImporter {
public:
  /// `sources` is null if no weight files are given.
  ProgramImporter(Archive &archive, const WeightSources *sources,
                  const ExportedProgramOptions &options, MLIRContext *ctx)
      : archive(archive), sources(sources), options(options),
        document(archive.getDocument()), ctx(ctx), b(ctx),
        locations(FileLineColLoc::get(ctx, archive.getPath(), 0, 0)),
        graphImporter(document, b, locations, state) {}

  OwningOpRef<ModuleOp> import();

private:
  void importInputs(Json graph, Json signature);
  void importInput(Json argument, StringRef kind, Json spec);
  void setSizesOfWeight(Json argument, StringRef kind, Json spec);
  void importWeight(StringRef valueName, StringRef name, bool isConstant,
                    bool isPersistent);
  Value createWeight(StringRef name, RankedTensorType type, bool isConstant,
                     bool isPersistent);
  torch::OperatorOp createPlaceholder(StringRef kind);
  void importParts();
  void importOutputs(Json graphModule, Json signature);
  llvm::StringSet<> getTakenNames();
  void readRanges(Json constraints);
  std::optional<TensorView> getView(const StoredTensor &tensor,
                                    RankedTensorType type);
  ElementsAttr getWeight(const StoredTensor &tensor, RankedTensorType type,
                         bool mayBeAbsent);
  const StoredTensor *getGiven(StringRef name, RankedTensorType type,
                               bool isPersistent);

  Archive &archive;
  const WeightSources *sources;
  const ExportedProgramOptions &options;
  JsonDocument &document;
  MLIRContext *ctx;
  OpBuilder b;
  LocationImporter locations;
  ProgramState state;
  GraphImporter graphImporter;
  func::FuncOp main;
  SmallVector<Attribute> argAttrs;
  /// Placeholders for inputs that are not values of the torch dialect.
  SmallVector<torch::OperatorOp> placeholders;
  /// Weights that are tensor subclasses, keyed by their values.
  struct Subclass {
    std::string name;
    bool isConstant, isPersistent;
  };
  llvm::DenseMap<Value, Subclass> subclasses;
  /// A weight came from `sources`, or was searched there.
  bool usesSources = false;
  /// A weight has no value; the error was reported.
  bool lacksWeights = false;
  /// The number of bytes of weights beyond the stored bytes (expanded views).
  int64_t repeatedBytes = 0;
};

} // namespace

OwningOpRef<ModuleOp> ProgramImporter::import() {
  Json program = archive.getProgram();
  Json version = program["schema_version"];
  int64_t major = version["major"].asInt();
  if (document.failed())
    return {};
  if (major != supportedMajor &&
      !(archive.isOlder() && major == older::kMajor)) {
    document.error("schema version " + Twine(major) +
                   " is not read, expected " + Twine(supportedMajor) +
                   "; save the program again with PyTorch 2.9 or newer");
    return {};
  }
  if (Json writer = program.find("torch_version"); writer.isString())
    state.torchVersion = writer.asString();
  Location file = locations.getFile();
  OwningOpRef<ModuleOp> module = ModuleOp::create(file);
  b.setInsertionPointToEnd(module->getBody());
  main = func::FuncOp::create(b, file, "main", b.getFunctionType({}, {}));
  b.setInsertionPointToStart(main.addEntryBlock());

  Json graphModule = program["graph_module"];
  Json graph = graphModule["graph"], signature = graphModule["signature"];
  // Ranges are read first, because the parser of size expressions uses them.
  readRanges(program["range_constraints"]);
  if (document.failed())
    return {};
  graphImporter.readTables(graph);
  importInputs(graph, signature);
  document.setContext("");
  if (lacksWeights)
    return {};
  // Older archives have no guards.
  if (Json guards = program.find("guards_code");
      !guards.isNull() && !document.failed()) {
    document.setContext("guards_code");
    readGuards(guards, main, state.sizes.ranges, state.unchecked);
    document.setContext("");
  }
  if (sources && !usesSources && !document.failed()) {
    document.error("--weights-from gives the bytes of weights that lack them, "
                   "but the program has the bytes of all its weights");
    return {};
  }
  if (!document.failed())
    graphImporter.importNodes(graph);
  if (!document.failed())
    importParts();
  document.setContext("");
  if (!document.failed())
    recordLayouts(main.front(), graphImporter, state.records,
                  /*hasOffsets=*/!archive.isOlder());
  if (!document.failed())
    recordDevices(main.front(), state.records, state.torchVersion);
  if (!document.failed())
    importOutputs(graphModule, signature);
  if (document.failed())
    return {};
  for (torch::OperatorOp placeholder : placeholders)
    if (placeholder->use_empty())
      placeholder->erase();
  sym::writeRanges(*module, state.sizes.ranges);
  if (!state.unchecked.empty())
    (*module)->setAttr(torch::TorchDialect::getUncheckedAttrName(),
                       b.getArrayAttr(state.unchecked.getArrayRef()));
  // Passes require valid input.
  if (failed(verify(*module)))
    return {};
  return module;
}

void ProgramImporter::importInputs(Json graph, Json signature) {
  SmallVector<Json> arguments, specs;
  graph["inputs"].forEach([&](Json input) { arguments.push_back(input); });
  signature["input_specs"].forEach([&](Json spec) { specs.push_back(spec); });
  if (document.failed())
    return;
  if (arguments.size() != specs.size())
    return document.error("the graph has " + Twine(arguments.size()) +
                          " inputs, its signature has " + Twine(specs.size()));
  auto forEachInput = [&](auto call) {
    for (auto [index, argument, spec] : llvm::enumerate(arguments, specs)) {
      document.setContext("input " + std::to_string(index));
      auto [kind, value] = spec.asUnion();
      (this->*call)(argument, kind, value);
      if (document.failed())
        return;
    }
  };
  forEachInput(&ProgramImporter::setSizesOfWeight);
  forEachInput(&ProgramImporter::importInput);
  main.setFunctionType(
      b.getFunctionType(main.getBody().getArgumentTypes(), {}));
  main.setArgAttrsAttr(b.getArrayAttr(argAttrs));
}

/// torch.export writes symbols for the sizes of a weight if an example input is
/// a view of the weight. They are the sizes of the stored tensor.
void ProgramImporter::setSizesOfWeight(Json argument, StringRef kind,
                                       Json spec) {
  Json name = spec.find(kind.str() + "_name");
  const StoredTensor *tensor =
      name.isString() ? archive.find(name.asString()) : nullptr;
  if (!tensor || tensor->isAbsent || tensor->isPickled)
    return;
  document.setContext("weight '" + name.asString().str() + "'");
  if (std::optional<TensorView> view = getView(*tensor, {}))
    graphImporter.setSizes(GraphImporter::getValueName(argument), view->shape);
}

void ProgramImporter::importInput(Json argument, StringRef kind, Json spec) {
  StringRef valueName = GraphImporter::getValueName(argument);
  if (kind == "parameter")
    return importWeight(valueName, spec["parameter_name"].asString(),
                        /*isConstant=*/false, /*isPersistent=*/true);
  // This includes buffers that are not persistent: they are missing from the
  // state dictionary, but are attributes of the module under their name.
  if (kind == "buffer")
    return importWeight(valueName, spec["buffer_name"].asString(),
                        /*isConstant=*/false, spec["persistent"].asBool());
  if (kind == "tensor_constant")
    return importWeight(valueName, spec["tensor_constant_name"].asString(),
                        /*isConstant=*/true, /*isPersistent=*/false);
  if (kind == "constant_input")
    return; // Specialized by torch.export: the graph contains it as literals.
  if (kind == "custom_obj" || kind == "token") {
    // The input is not a value of the torch dialect; an operator that uses it
    // is reported as unsupported.
    if (valueName.empty())
      return;
    torch::OperatorOp placeholder = createPlaceholder(kind);
    if (kind == "custom_obj")
      placeholder->setAttr(torch::notDecomposedAttrName,
                           b.getStringAttr("a model has no objects, such as "
                                           "generators of random numbers"));
    graphImporter.bind(valueName, placeholder->getResult(0));
    return;
  }
  if (kind != "user_input")
    return spec.error("unknown kind of input '" + kind + "'");
  if (valueName.empty())
    return; // A constant, specialized by torch.export.
  Type type = graphImporter.getType(valueName);
  if (!type)
    return;
  graphImporter.bind(
      valueName, main.getBody().front().addArgument(type, locations.getFile()));
  NamedAttrList attrs;
  attrs.set(onnx::kNameAttr, b.getStringAttr(valueName));
  if (AffineExpr symbol = graphImporter.getSymbol(valueName))
    attrs.set(torch::TorchDialect::getExprsAttrName(),
              sym::DimsAttr::get(ctx, symbol));
  argAttrs.push_back(attrs.getDictionary(ctx));
}

/// The weight `name` in the given files. Null with an error if it is missing or
/// does not fit; one run reports all of them.
const StoredTensor *ProgramImporter::getGiven(StringRef name,
                                              RankedTensorType type,
                                              bool isPersistent) {
  usesSources = true;
  auto complain = [&]() -> InFlightDiagnostic {
    lacksWeights = true;
    InFlightDiagnostic message = emitError(locations.getFile());
    message << "weight '" << getPrintable(name) << "', " << type << ", ";
    return message;
  };
  std::string nameInFiles = sources->getNameInFiles(name);
  const StoredTensor *tensor = sources->find(name);
  if (!tensor) {
    InFlightDiagnostic message = complain();
    message << "has no bytes, and ";
    if (nameInFiles != name)
      message << "'" << getPrintable(nameInFiles) << "' ";
    message << "is not in " << sources->describe();
    if (!isPersistent) {
      message << "; state dictionaries do not contain such a buffer: pass a "
                 "separate file with it, or compute it before the export";
      return nullptr;
    }
    // A program without bytes does not record tied weights, and a file has only
    // one of their names.
    message << "; if it has another name there, because it is tied to another "
               "weight, give it with --weight-name="
            << getPrintable(name) << "=NAME";
    SmallVector<StringRef> alike = sources->findAlike(type);
    if (!alike.empty())
      message << " (tensors of its type: "
              << getPrintable(llvm::join(alike, ", ")) << ")";
    return nullptr;
  }
  std::optional<TensorView> view = getView(*tensor, type);
  if (document.failed())
    return nullptr;
  if (!view) {
    complain() << "has a dtype that is not read in '"
               << getPrintable(tensor->file) << "'";
    return nullptr;
  }
  if (view->elementType != type.getElementType() ||
      ArrayRef<int64_t>(view->shape) != type.getShape()) {
    InFlightDiagnostic message = complain();
    message << "is ";
    if (llvm::all_of(view->shape, [](int64_t size) { return size >= 0; }))
      message << RankedTensorType::get(view->shape, view->elementType);
    else
      message << "of a negative size";
    message << " in '" << getPrintable(tensor->file) << "'";
    return nullptr;
  }
  return tensor;
}

/// A placeholder for an input that is not a value of the torch dialect.
torch::OperatorOp ProgramImporter::createPlaceholder(StringRef kind) {
  return placeholders.emplace_back(torch::OperatorOp::create(
      b, locations.getFile(), b.getNoneType(), "prim." + kind.str(),
      b.getArrayAttr({}), b.getArrayAttr({}), ValueRange(), 0));
}

void ProgramImporter::importWeight(StringRef valueName, StringRef name,
                                   bool isConstant, bool isPersistent) {
  document.setContext("weight '" + name.str() + "'");
  auto type =
      dyn_cast_if_present<RankedTensorType>(graphImporter.getType(valueName));
  if (!type)
    return;
  if (name.empty())
    return document.error("it has no name");
  if (const StoredTensor *tensor = archive.find(name);
      tensor && tensor->isPickled) {
    Value placeholder = createPlaceholder("subclass")->getResult(0);
    subclasses[placeholder] = {name.str(), isConstant, isPersistent};
    return graphImporter.bind(valueName, placeholder);
  }
  if (Value value = createWeight(name, type, isConstant, isPersistent))
    graphImporter.bind(valueName, value);
}

/// Null with an error if the weight cannot be read.
Value ProgramImporter::createWeight(StringRef name, RankedTensorType type,
                                    bool isConstant, bool isPersistent) {
  const StoredTensor *tensor = archive.find(name);
  bool isEmpty = llvm::is_contained(type.getShape(), 0);
  if (sources && type.hasStaticShape() && !isEmpty &&
      (!tensor || tensor->size == 0)) {
    tensor = getGiven(name, type, isPersistent);
    if (!tensor)
      return {};
  }
  if (!tensor || tensor->file.empty()) {
    document.error("its bytes are not in the archive");
    return {};
  }
  ElementsAttr value =
      getWeight(*tensor, type, options.allowAbsentWeights && !isConstant);
  if (!value)
    return {};
  Location loc = NameLoc::get(b.getStringAttr(name), locations.getFile());
  return torch::ConstantOp::create(b, loc, value.getType(),
                                   b.getStringAttr(name), value, isConstant);
}

/// Replaces the tensors that the program extracts from tensor subclasses by
/// weights. Other uses of a subclass are errors, because they run its Python
/// code.
void ProgramImporter::importParts() {
  if (subclasses.empty())
    return;
  SmallVector<torch::OperatorOp> accesses;
  main.walk([&](torch::OperatorOp op) {
    if (op.getTarget() == "export.access_subclass_inner_tensor.default")
      accesses.push_back(op);
  });
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&main.front());
  for (torch::OperatorOp access : accesses) {
    if (access->getNumOperands() != 1 || access->getNumResults() != 1)
      continue;
    auto it = subclasses.find(access->getOperand(0));
    StringAttr attribute;
    for (Attribute arg : access.getArgs())
      if (auto text = dyn_cast<StringAttr>(arg))
        attribute = text;
    auto type = dyn_cast<RankedTensorType>(access->getResult(0).getType());
    if (it == subclasses.end() || !attribute || !type)
      continue;
    Subclass part = it->second;
    document.setContext("weight '" + part.name + "'");
    const StoredTensor *tensor = archive.findPart(part.name, attribute, ctx);
    part.name += "." + attribute.str();
    if (tensor && tensor->isPickled) {
      subclasses[access->getResult(0)] = part;
      continue;
    }
    document.setContext("weight '" + part.name + "'");
    Value weight =
        createWeight(part.name, type, part.isConstant, part.isPersistent);
    if (!weight)
      return;
    access->getResult(0).replaceAllUsesWith(weight);
  }
  for (torch::OperatorOp access : llvm::reverse(accesses))
    if (access->use_empty())
      access->erase();
  for (torch::OperatorOp placeholder : placeholders) {
    auto it = subclasses.find(placeholder->getResult(0));
    if (it == subclasses.end() || placeholder->use_empty())
      continue;
    document.setContext("weight '" + it->second.name + "'");
    auto user = dyn_cast<torch::OperatorOp>(*placeholder->user_begin());
    return document.error(
        Twine(
            "it is an object that stands for tensors (as in torchao), and '") +
        (user ? user.getTarget() : StringRef("return")) +
        "' uses the object itself; call program.run_decompositions({}) before "
        "torch.export.save to replace it by tensors");
  }
}

/// Nothing after an error, or if the dtype is not supported.
std::optional<TensorView> ProgramImporter::getView(const StoredTensor &tensor,
                                                   RankedTensorType type) {
  if (tensor.isAbsent) {
    TensorView view;
    view.elementType = type.getElementType();
    view.shape.assign(type.getShape().begin(), type.getShape().end());
    view.strides = arithmetic::getRowMajorStrides(type.getShape());
    return view;
  }
  if (tensor.view || !tensor.meta.isPresent())
    return tensor.view;
  auto getInts = [&](Json list) {
    SmallVector<int64_t> values;
    list.forEach([&](Json item) { values.push_back(item["as_int"].asInt()); });
    return values;
  };
  TensorView view;
  view.elementType = getElementType(tensor.meta["dtype"], ctx);
  view.shape = getInts(tensor.meta["sizes"]);
  view.strides = getInts(tensor.meta["strides"]);
  view.offset = tensor.meta["storage_offset"]["as_int"].asInt();
  if (document.failed())
    return std::nullopt;
  return view;
}

ElementsAttr ProgramImporter::getWeight(const StoredTensor &tensor,
                                        RankedTensorType type,
                                        bool mayBeAbsent) {
  std::optional<TensorView> view = getView(tensor, type);
  if (!view)
    return {};
  auto &[elementType, shape, strides, offset] = *view;
  if (strides.size() != shape.size()) {
    document.error("has " + Twine(shape.size()) + " sizes and " +
                   Twine(strides.size()) + " strides");
    return {};
  }
  if (llvm::any_of(shape, [](int64_t size) { return size < 0; })) {
    document.error("has a negative size");
    return {};
  }
  auto stored = RankedTensorType::get(shape, elementType);
  if (stored != type) {
    document.error("is stored as " + llvm::to_string(stored) +
                   ", the graph has it as " + llvm::to_string(type));
    return {};
  }
  // An expanded view is larger than its stored bytes. This limit keeps it from
  // filling the disk.
  constexpr int64_t mostRepeated = int64_t(4) << 30;
  bool empty = llvm::is_contained(shape, 0);
  bool isAbsent = tensor.size == 0 && !empty;
  int64_t repeated =
      empty || isAbsent
          ? 0
          : *getByteSize(shape, elementType) -
                std::min<uint64_t>(tensor.size,
                                   std::numeric_limits<int64_t>::max());
  if (repeated > 0) {
    if (repeated > mostRepeated - repeatedBytes) {
      document.error("views of stored bytes repeat them to more than " +
                     Twine(mostRepeated) + " bytes in all");
      return {};
    }
    repeatedBytes += repeated;
  }
  // The farthest element must be within the stored bytes.
  int64_t width = weight::getElementByteWidth(elementType);
  std::optional<int64_t> end = offset;
  for (auto [size, stride] : llvm::zip_equal(shape, strides)) {
    if (size < 0 || stride < 0)
      end = std::nullopt;
    if (end && !empty)
      end = llvm::checkedMulAdd<int64_t>(size - 1, stride, *end);
  }
  if (end && !empty)
    end = llvm::checkedAdd<int64_t>(*end, 1);
  if (end)
    end = llvm::checkedMul<int64_t>(*end, width);
  bool isInside = end && offset >= 0 && uint64_t(*end) <= tensor.size;
  if (!isInside && !(isAbsent && mayBeAbsent && end && offset >= 0)) {
    if (isAbsent)
      document.error("its bytes are absent: the program was exported without "
                     "weights (under FakeTensorMode or on the meta device); "
                     "--weights=none makes the weights inputs, "
                     "--weights-from=FILE reads them from a file");
    else
      document.error("reaches beyond the " + Twine(tensor.size) +
                     " bytes that are stored for it");
    return {};
  }
  return weight::FileAttr::get(type, tensor.file,
                               tensor.offset + offset * width, strides);
}

/// The names of inputs and weights, which outputs must not use.
llvm::StringSet<> ProgramImporter::getTakenNames() {
  llvm::StringSet<> names;
  for (Attribute attrs : argAttrs)
    if (auto name =
            cast<DictionaryAttr>(attrs).getAs<StringAttr>(onnx::kNameAttr))
      names.insert(name.getValue());
  for (auto weight : main.front().getOps<torch::ConstantOp>())
    if (StringAttr name = weight.getNameAttr())
      names.insert(name.getValue());
  return names;
}

void ProgramImporter::importOutputs(Json graphModule, Json signature) {
  SmallVector<Json> arguments, specs;
  graphModule["graph"]["outputs"].forEach(
      [&](Json output) { arguments.push_back(output); });
  signature["output_specs"].forEach([&](Json spec) { specs.push_back(spec); });
  if (document.failed())
    return;
  if (arguments.size() != specs.size())
    return document.error("the graph has " + Twine(arguments.size()) +
                          " outputs, its signature has " + Twine(specs.size()));
  auto isUserOutput = [](StringRef kind) {
    return kind == "user_output" || kind == "loss_output";
  };
  std::vector<std::string> names =
      readOutputNames(graphModule, llvm::count_if(specs, [&](Json spec) {
                        return isUserOutput(spec.asUnion().first);
                      }));
  if (document.failed())
    return;
  llvm::StringSet<> taken = getTakenNames();
  auto nextName = names.begin();
  // User outputs first, then one result for each mutation.
  SmallVector<Value> results, updates;
  SmallVector<Attribute> resultAttrs, updateAttrs;
  for (auto [argument, spec] : llvm::zip_equal(arguments, specs)) {
    auto [kind, payload] = spec.asUnion();
    Value value = graphImporter.getOutput(argument, locations.getFile());
    if (document.failed())
      return;
    StringRef key = isUserOutput(kind) ? StringRef(*nextName++) : "";
    if (!value || kind == "token")
      continue;
    StringRef name = GraphImporter::getValueName(argument);
    if (!key.empty() && taken.insert(key).second)
      name = key;
    StringRef mutated;
    if (kind == "buffer_mutation")
      mutated = payload["buffer_name"].asString();
    else if (kind == "parameter_mutation")
      mutated = payload["parameter_name"].asString();
    else if (kind == "user_input_mutation")
      mutated = payload["user_input_name"].asString();
    else if (kind != "user_output" && kind != "loss_output" &&
             kind != "gradient_to_parameter" &&
             kind != "gradient_to_user_input")
      return spec.error("unknown kind of output '" + kind + "'");
    if (!mutated.empty()) {
      updates.push_back(value);
      updateAttrs.push_back(b.getDictionaryAttr(
          b.getNamedAttr(torch::TorchDialect::getMutatesAttrName(),
                         b.getStringAttr(mutated))));
      continue;
    }
    // A float output becomes f32, as by torch.tensor() and in torch.onnx.
    // Inside the program, floats are f64 as in Python.
    if (value.getType().isF64())
      value = arith::TruncFOp::create(b, value.getLoc(), b.getF32Type(), value);
    results.push_back(value);
    resultAttrs.push_back(name.empty()
                              ? b.getDictionaryAttr({})
                              : b.getDictionaryAttr(b.getNamedAttr(
                                    onnx::kNameAttr, b.getStringAttr(name))));
  }
  llvm::append_range(results, updates);
  llvm::append_range(resultAttrs, updateAttrs);
  func::ReturnOp::create(b, locations.getFile(), results);
  if (DictionaryAttr modules = locations.getModules(); !modules.empty())
    main->getParentOp()->setAttr(onnx::kModulesAttr, modules);
  main.setFunctionType(b.getFunctionType(main.getArgumentTypes(),
                                         ValueRange(results).getTypes()));
  main.setResAttrsAttr(b.getArrayAttr(resultAttrs));
}

void ProgramImporter::readRanges(Json constraints) {
  constraints.forEachMember([&](StringRef symbol, Json constraint) {
    Json min = constraint["min_val"], max = constraint["max_val"];
    sym::Range range;
    // Only older archives have bounds that are not integers.
    if (archive.isOlder()) {
      range.min = older::readBound(min).value_or(range.min);
      range.max = older::readBound(max).value_or(range.max);
    } else {
      if (!min.isNull())
        range.min = min.asInt();
      if (!max.isNull())
        range.max = max.asInt();
    }
    if (document.failed())
      return;
    if (symbol.empty() || range.min > range.max)
      return constraint.error("the range of symbol '" + symbol + "' is from " +
                              Twine(range.min) + " to " + Twine(range.max));
    // torch.export writes 2 if it only assumes that a size is neither 0 nor 1,
    // and accepts both at run time. 1 is therefore admitted here, but not 0,
    // because the export has not checked that the program supports empty
    // tensors.
    if (range.min == 2)
      range.min = 1;
    state.sizes.ranges[symbol] = range;
  });
}

static void loadDialects(MLIRContext *ctx) {
  ctx->loadDialect<torch::TorchDialect, sym::SymDialect, weight::WeightDialect,
                   func::FuncDialect, arith::ArithDialect, math::MathDialect>();
}

/// `archive` has its own copy of all texts; it is null if the archive cannot be
/// read.
static OwningOpRef<ModuleOp>
importArchive(std::unique_ptr<Archive> archive,
              const ExportedProgramOptions &options, MLIRContext *ctx) {
  if (!archive || (options.stop && options.stop->isRequested()))
    return {};
  archive->addFiles(ctx);
  std::unique_ptr<WeightSources> sources;
  if (!options.weightsFrom.empty()) {
    sources = WeightSources::open(options, *archive, ctx);
    if (!sources)
      return {};
    sources->addFiles(ctx);
  }
  return ProgramImporter(*archive, sources.get(), options, ctx).import();
}

OwningOpRef<ModuleOp>
torch_onnx::importExportedProgram(StringRef path, MLIRContext *ctx,
                                  const ExportedProgramOptions &options) {
  loadDialects(ctx);
  return importArchive(
      Archive::open(path, options, FileLineColLoc::get(ctx, path, 0, 0)),
      options, ctx);
}

OwningOpRef<ModuleOp>
torch_onnx::importExportedProgram(const ProgramInMemory &program,
                                  MLIRContext *ctx,
                                  const ExportedProgramOptions &options) {
  loadDialects(ctx);
  return importArchive(
      Archive::wrap(program, FileLineColLoc::get(ctx, program.name, 0, 0)),
      options, ctx);
}

bool torch_onnx::isZipFile(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFileSlice(path, 4, 0);
  return buffer && (*buffer)->getBuffer().starts_with("PK\x03\x04");
}
