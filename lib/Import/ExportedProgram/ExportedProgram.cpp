//===- ExportedProgram.cpp - Import of exported programs ------------------===//
//
// Puts a program together: its signature says which inputs of the graph are
// weights and which are the user's, and which outputs are updates of state.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Import/ExportedProgram.h"

#include "Archive.h"
#include "GraphImporter.h"
#include "OutputNames.h"

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

using namespace mlir;
using namespace torch_onnx;

/// The schema's major version that torch.export writes since 2.5.
static constexpr int64_t supportedMajor = 8;

namespace {

class ProgramImporter {
public:
  ProgramImporter(Archive &archive, const ExportedProgramOptions &options,
                  MLIRContext *ctx)
      : archive(archive), options(options), document(archive.getDocument()),
        ctx(ctx), b(ctx),
        locations(FileLineColLoc::get(ctx, archive.getPath(), 0, 0)),
        graphImporter(document, b, locations, sizes, unchecked, records) {}

  OwningOpRef<ModuleOp> import();

private:
  void importInputs(Json graph, Json signature);
  void importInput(Json argument, StringRef kind, Json spec);
  void importWeight(StringRef valueName, StringRef name, bool isConstant);
  void importOutputs(Json graphModule, Json signature);
  llvm::StringSet<> getTakenNames();
  void readRanges(Json constraints);
  ElementsAttr getWeight(const StoredTensor &tensor, RankedTensorType type,
                         bool mayBeAbsent);

  Archive &archive;
  const ExportedProgramOptions &options;
  JsonDocument &document;
  MLIRContext *ctx;
  OpBuilder b;
  LocationImporter locations;
  Sizes sizes;
  UncheckedConditions unchecked;
  TensorRecords records;
  GraphImporter graphImporter;
  func::FuncOp main;
  SmallVector<Attribute> argAttrs;
  /// Placeholders for inputs that are not values of the torch dialect.
  SmallVector<torch::OperatorOp> placeholders;
  /// Bytes that weights have beyond those that are stored (expanded views).
  int64_t repeatedBytes = 0;
};

} // namespace

OwningOpRef<ModuleOp> ProgramImporter::import() {
  Json program = archive.getProgram();
  Json version = program["schema_version"];
  int64_t major = version["major"].asInt();
  if (document.failed())
    return {};
  if (major != supportedMajor) {
    document.error("schema version " + Twine(major) +
                   " is not read, expected " + Twine(supportedMajor) +
                   "; save the program again with PyTorch 2.9 or newer");
    return {};
  }
  Location file = locations.getFile();
  OwningOpRef<ModuleOp> module = ModuleOp::create(file);
  b.setInsertionPointToEnd(module->getBody());
  main = func::FuncOp::create(b, file, "main", b.getFunctionType({}, {}));
  b.setInsertionPointToStart(main.addEntryBlock());

  Json graphModule = program["graph_module"];
  Json graph = graphModule["graph"], signature = graphModule["signature"];
  // Ranges are read first, because parsing expressions of sizes uses them.
  readRanges(program["range_constraints"]);
  if (document.failed())
    return {};
  graphImporter.readTables(graph);
  importInputs(graph, signature);
  if (!document.failed())
    graphImporter.importNodes(graph);
  document.setContext("");
  if (!document.failed())
    recordLayouts(main.front(), graphImporter, records);
  if (!document.failed())
    importOutputs(graphModule, signature);
  if (document.failed())
    return {};
  for (torch::OperatorOp placeholder : placeholders)
    if (placeholder->use_empty())
      placeholder->erase();
  sym::writeRanges(*module, sizes.ranges);
  if (!unchecked.empty())
    (*module)->setAttr(torch::TorchDialect::getUncheckedAttrName(),
                       b.getArrayAttr(unchecked.getArrayRef()));
  // Passes are told that what they see is valid.
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
  for (auto [index, argument, spec] : llvm::enumerate(arguments, specs)) {
    document.setContext("input " + std::to_string(index));
    auto [kind, value] = spec.asUnion();
    importInput(argument, kind, value);
    if (document.failed())
      return;
  }
  main.setFunctionType(
      b.getFunctionType(main.getBody().getArgumentTypes(), {}));
  main.setArgAttrsAttr(b.getArrayAttr(argAttrs));
}

void ProgramImporter::importInput(Json argument, StringRef kind, Json spec) {
  StringRef valueName = GraphImporter::getValueName(argument);
  if (kind == "parameter")
    return importWeight(valueName, spec["parameter_name"].asString(),
                        /*isConstant=*/false);
  // One that is not persistent, too: the state dictionary lacks it, but the
  // module has it under its name.
  if (kind == "buffer")
    return importWeight(valueName, spec["buffer_name"].asString(),
                        /*isConstant=*/false);
  if (kind == "tensor_constant")
    return importWeight(valueName, spec["tensor_constant_name"].asString(),
                        /*isConstant=*/true);
  if (kind == "constant_input")
    return; // Specialised by torch.export: the graph has its uses as literals.
  if (kind == "custom_obj" || kind == "token") {
    // The input is not a value of the torch dialect; an operator that uses it
    // is reported as unsupported.
    if (!valueName.empty())
      graphImporter.bind(
          valueName,
          placeholders
              .emplace_back(torch::OperatorOp::create(
                  b, locations.getFile(), b.getNoneType(), "prim." + kind.str(),
                  b.getArrayAttr({}), b.getArrayAttr({}), ValueRange(), 0))
              ->getResult(0));
    return;
  }
  if (kind != "user_input")
    return spec.error("unknown kind of input '" + kind + "'");
  if (valueName.empty())
    return; // A constant that torch.export specialised on.
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

void ProgramImporter::importWeight(StringRef valueName, StringRef name,
                                   bool isConstant) {
  document.setContext("weight '" + name.str() + "'");
  auto type =
      dyn_cast_if_present<RankedTensorType>(graphImporter.getType(valueName));
  if (!type)
    return;
  if (name.empty())
    return document.error("it has no name");
  const StoredTensor *tensor = archive.find(name);
  if (tensor && tensor->isPickled)
    return document.error("it is stored as a pickle, which is not read");
  if (!tensor || tensor->file.empty())
    return document.error("its bytes are not in the archive");
  ElementsAttr value =
      getWeight(*tensor, type, options.allowAbsentWeights && !isConstant);
  if (!value)
    return;
  Location loc = NameLoc::get(b.getStringAttr(name), locations.getFile());
  graphImporter.bind(valueName, torch::ConstantOp::create(
                                    b, loc, value.getType(),
                                    b.getStringAttr(name), value, isConstant));
}

ElementsAttr ProgramImporter::getWeight(const StoredTensor &tensor,
                                        RankedTensorType type,
                                        bool mayBeAbsent) {
  Type elementType = getElementType(tensor.meta["dtype"], ctx);
  auto getInts = [&](Json list) {
    SmallVector<int64_t> values;
    list.forEach([&](Json item) { values.push_back(item["as_int"].asInt()); });
    return values;
  };
  SmallVector<int64_t> shape = getInts(tensor.meta["sizes"]);
  SmallVector<int64_t> strides = getInts(tensor.meta["strides"]);
  int64_t offset = tensor.meta["storage_offset"]["as_int"].asInt();
  if (document.failed())
    return {};
  if (strides.size() != shape.size()) {
    document.error("has " + Twine(shape.size()) + " sizes and " +
                   Twine(strides.size()) + " strides");
    return {};
  }
  auto stored = RankedTensorType::get(shape, elementType);
  if (stored != type) {
    std::string text;
    llvm::raw_string_ostream(text)
        << "is stored as " << stored << ", the graph has it as " << type;
    document.error(text);
    return {};
  }
  // An expanded view is larger than its bytes; not so large that writing it
  // fills the disk.
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
  // The farthest element has to lie inside of the stored bytes.
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
                     "--weights=none converts it with weights as inputs");
    else
      document.error("reaches beyond the " + Twine(tensor.size) +
                     " bytes that are stored for it");
    return {};
  }
  return weight::FileAttr::get(type, tensor.file,
                               tensor.offset + offset * width, strides);
}

/// Names that an output must not take: those of inputs and weights.
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
    results.push_back(value);
    resultAttrs.push_back(name.empty()
                              ? b.getDictionaryAttr({})
                              : b.getDictionaryAttr(b.getNamedAttr(
                                    onnx::kNameAttr, b.getStringAttr(name))));
  }
  llvm::append_range(results, updates);
  llvm::append_range(resultAttrs, updateAttrs);
  func::ReturnOp::create(b, locations.getFile(), results);
  main.setFunctionType(b.getFunctionType(main.getArgumentTypes(),
                                         ValueRange(results).getTypes()));
  main.setResAttrsAttr(b.getArrayAttr(resultAttrs));
}

void ProgramImporter::readRanges(Json constraints) {
  constraints.forEachMember([&](StringRef symbol, Json constraint) {
    Json min = constraint["min_val"], max = constraint["max_val"];
    sym::Range range;
    if (!min.isNull())
      range.min = min.asInt();
    if (!max.isNull())
      range.max = max.asInt();
    if (document.failed())
      return;
    if (symbol.empty() || range.min > range.max)
      return constraint.error("the range of symbol '" + symbol + "' is from " +
                              Twine(range.min) + " to " + Twine(range.max));
    // torch.export writes 2 where it only guessed that a size is neither 0 nor
    // 1, and lets both through when the program runs. So 1 is admitted here. 0
    // is not, because the export has not checked that the program works for it.
    if (range.min == 2)
      range.min = 1;
    sizes.ranges[symbol] = range;
  });
}

static void loadDialects(MLIRContext *ctx) {
  ctx->loadDialect<torch::TorchDialect, sym::SymDialect, weight::WeightDialect,
                   func::FuncDialect, arith::ArithDialect, math::MathDialect>();
}

/// `archive` is null if it cannot be read.
static OwningOpRef<ModuleOp>
importArchive(std::unique_ptr<Archive> archive,
              const ExportedProgramOptions &options, MLIRContext *ctx) {
  if (!archive)
    return {};
  archive->addFiles(weight::getWeightStore(ctx));
  return ProgramImporter(*archive, options, ctx).import();
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
