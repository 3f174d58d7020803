//===- ModelWriter.cpp - An onnx dialect module as a ModelProto -----------===//
//
// Writes the model top-down to the nodes; AttributeWriter.cpp writes
// attributes.
//
//===----------------------------------------------------------------------===//

#include "ModelWriter.h"
#include "ModelFiles.h"

#include "torch-onnx/Dialect/ONNX/IR/ControlOps.h"
#include "torch-onnx/Dialect/ONNX/Transforms/PreparedModule.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Support/Printable.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// Initializers of at most this many bytes are copied to the buffer: the
/// checker reads their values (shapes, axes), and copying them separately would
/// cost more.
static constexpr uint64_t kBufferedSize = 1024;

ModelWriter::ModelWriter(ModuleOp module, const WeightPlan &plan,
                         const ExportOptions &options, Form form)
    : module(module), plan(plan), options(options), form(form) {
  MLIRContext *context = module.getContext();
  nodeNameId = StringAttr::get(context, kNodeNameAttr);
  valueNamesId = StringAttr::get(context, kValueNamesAttr);
  graphNamesId = StringAttr::get(context, kGraphNamesAttr);
  argNamesId = StringAttr::get(context, kArgNamesAttr);
  modules = module->getAttrOfType<DictionaryAttr>(kModulesAttr);
  types.setDimTexts(module->getAttrOfType<DictionaryAttr>(kDimTextsAttr));
}

/// Renames the dimensions of the type of a graph result to the given names; see
/// kDimNamesAttr.
static Type renameDims(Type type, ArrayAttr names) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !names || names.size() != size_t(tensor.getRank()))
    return type;
  SmallVector<AffineExpr> dims = sym::getDims(tensor);
  for (auto [dim, name] : llvm::zip(dims, names.getAsRange<StringAttr>()))
    if (!name.empty() && !isa_and_present<AffineConstantExpr>(dim))
      dim = sym::getSymbol(type.getContext(), name.getValue());
  return sym::getTensorType(dims, tensor.getElementType());
}

/// Constants of the graph are initializers. A function has no initializers, so
/// its constants are nodes.
static bool isInitializer(Operation *op) {
  if (!isa<ConstantOp>(op))
    return false;
  auto function = dyn_cast<func::FuncOp>(op->getParentOp());
  return function && function.getSymName() == kEntryName;
}

/// Reports that onnx-prepare-for-export has not been run.
static InFlightDiagnostic emitUnprepared(Operation *op) {
  return op->emitError("run onnx-prepare-for-export before the translation: ");
}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

void ModelWriter::writeMetadata(uint32_t field, StringRef key,
                                StringRef value) {
  MessageScope entry(writer, field);
  writer.writeText(format::StringStringEntry::Key, key);
  writer.writeText(format::StringStringEntry::Value, value);
}

void ModelWriter::writeOpsetImport(uint32_t field, StringRef domain,
                                   int64_t version) {
  MessageScope import(writer, field);
  writer.writeText(format::OperatorSetId::Domain, domain);
  writer.writeInt(format::OperatorSetId::Version, version);
}

void ModelWriter::writeOpsetImports(uint32_t field) {
  writeOpsetImport(field, "",
                   module->getAttrOfType<IntegerAttr>(kOpsetAttr).getInt());
  auto others = module->getAttrOfType<DictionaryAttr>(kOpsetImportsAttr);
  if (!others)
    return;
  for (NamedAttribute import : others)
    writeOpsetImport(field, import.getName(),
                     cast<IntegerAttr>(import.getValue()).getInt());
}

LogicalResult ModelWriter::write() {
  auto opset = module->getAttrOfType<IntegerAttr>(kOpsetAttr);
  auto version = module->getAttrOfType<IntegerAttr>(kIrVersionAttr);
  if (!opset || !version)
    return emitUnprepared(module)
           << "the module has no '" << (opset ? kIrVersionAttr : kOpsetAttr)
           << "'";
  irVersion = version.getInt();
  func::FuncOp main;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.getSymName() == kEntryName)
      main = function;
    domains[function.getSymNameAttr()] =
        function->getAttrOfType<StringAttr>(kDomainAttr);
  }
  if (!main || main.isExternal())
    return module.emitError("a model needs a function '@main' with a body");

  writer.writeInt(format::Model::IrVersion, irVersion);
  if (auto name = module->getAttrOfType<StringAttr>(kProducerNameAttr))
    writer.writeText(format::Model::ProducerName, name);
  if (auto text = module->getAttrOfType<StringAttr>(kProducerVersionAttr))
    writer.writeText(format::Model::ProducerVersion, text);
  {
    MessageScope graph(writer, format::Model::Graph);
    if (failed(writeMainGraph(main)))
      return failure();
  }
  writeOpsetImports(format::Model::OpsetImport);
  if (auto metadata = module->getAttrOfType<DictionaryAttr>(kMetadataAttr))
    for (NamedAttribute entry : metadata)
      if (auto text = dyn_cast<StringAttr>(entry.getValue()))
        writeMetadata(format::Model::MetadataProps, entry.getName(), text);
  if (!plan.dataHash().empty())
    writeMetadata(format::Model::MetadataProps, kDataHashKey, plan.dataHash());

  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    if (function == main)
      continue;
    if (!function->hasAttr(kDomainAttr))
      return function.emitError("only '@main' and functions with '")
             << kDomainAttr << "' can be written";
    MessageScope message(writer, format::Model::Functions);
    inFunction = true;
    if (failed(writeFunction(function)))
      return failure();
  }
  StringRef invalid = writer.getInvalidText();
  if (invalid.empty())
    invalid = types.getInvalidText();
  if (!invalid.empty())
    return mlir::emitError(module.getLoc(), "the name '")
           << getPrintable(invalid)
           << "' is not UTF-8, which ONNX requires; rename it with "
              "--input-names, --output-names or --dim, or in the program";
  return success();
}

LogicalResult ModelWriter::writeMainGraph(func::FuncOp main) {
  Block &block = main.front();
  if (failed(nameArguments(main, block, nullptr)) ||
      failed(writeNodes(format::Graph::Node, block)))
    return failure();
  auto name = module->getAttrOfType<StringAttr>(kGraphNameAttr);
  writer.writeText(format::Graph::Name,
                   name ? name.getValue() : StringRef(kEntryName));

  auto isInput = [&](const PlannedWeight &weight) {
    return form == Form::Skeleton && weight.bytes > kBufferedSize;
  };
  for (auto [index, weight] : llvm::enumerate(plan.weights())) {
    if (!isInput(weight) && failed(writeInitializer(weight, index)))
      return failure();
  }
  for (Value argument : block.getArguments())
    if (failed(writeValueInfo(format::Graph::Input, argument,
                              argumentNames.lookup(argument))))
      return failure();
  for (const PlannedWeight &weight : plan.weights()) {
    ConstantOp op = weight.op;
    if (!isInput(weight) && !op->hasAttr(kIsInputAttr))
      continue;
    FailureOr<StringRef> name = getName(op.getResult(), op);
    if (failed(name) ||
        failed(writeValueInfo(format::Graph::Input, op.getResult(), *name)))
      return failure();
  }
  Operation *terminator = block.getTerminator();
  for (auto [index, output] : llvm::enumerate(terminator->getOperands())) {
    FailureOr<StringRef> name = getName(output, terminator);
    auto dims = main.getResultAttrOfType<ArrayAttr>(index, kDimNamesAttr);
    Type type = renameDims(output.getType(), dims);
    if (failed(name) ||
        failed(writeValueInfo(format::Graph::Output, output, *name, type)))
      return failure();
  }
  return writeValueInfos(format::Graph::ValueInfo, block);
}

LogicalResult ModelWriter::writeFunction(func::FuncOp function) {
  Block &block = function.front();
  if (failed(nameArguments(function, block, nullptr)))
    return failure();
  writer.writeText(format::Function::Name, function.getSymName());
  for (Value argument : block.getArguments())
    writer.writeText(format::Function::Input, argumentNames.lookup(argument));
  Operation *terminator = block.getTerminator();
  for (Value output : terminator->getOperands()) {
    FailureOr<StringRef> name = getName(output, terminator);
    if (failed(name))
      return failure();
    writer.writeText(format::Function::Output, *name);
  }
  functionAttributes = function->getAttrOfType<DictionaryAttr>(kAttributesAttr);
  if (functionAttributes)
    for (NamedAttribute attribute : functionAttributes)
      writer.writeText(format::Function::Attribute, attribute.getName());
  if (failed(writeNodes(format::Function::Node, block)))
    return failure();
  writeOpsetImports(format::Function::OpsetImport);
  writer.writeText(format::Function::Domain,
                   function->getAttrOfType<StringAttr>(kDomainAttr).getValue());
  // FunctionProto.value_info was added in IR version 10.
  if (irVersion < kNodeMetadataIrVersion)
    return success();
  return writeValueInfos(format::Function::ValueInfo, block);
}

LogicalResult ModelWriter::writeSubgraph(Operation *op, unsigned region) {
  Block &block = op->getRegion(region).front();
  auto graphNames = op->getDiscardableAttr(graphNamesId);
  auto argNames = op->getDiscardableAttr(argNamesId);
  if (!graphNames || !argNames)
    return emitUnprepared(op) << "a subgraph has no name";
  if (failed(nameArguments(
          op, block, cast<ArrayAttr>(cast<ArrayAttr>(argNames)[region]))) ||
      failed(writeNodes(format::Graph::Node, block)))
    return failure();
  writer.writeText(format::Graph::Name,
                   cast<StringAttr>(cast<ArrayAttr>(graphNames)[region]));
  for (Value argument : block.getArguments())
    if (failed(writeValueInfo(format::Graph::Input, argument,
                              argumentNames.lookup(argument))))
      return failure();
  Operation *terminator = block.getTerminator();
  for (Value output : terminator->getOperands()) {
    if (output.getParentBlock() != &block || isa<BlockArgument>(output))
      return emitUnprepared(op)
             << "a subgraph yields a value that none of its nodes produces";
    FailureOr<StringRef> name = getName(output, terminator);
    if (failed(name) ||
        failed(writeValueInfo(format::Graph::Output, output, *name)))
      return failure();
  }
  return writeValueInfos(format::Graph::ValueInfo, block);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

LogicalResult ModelWriter::nameArguments(Operation *owner, Block &block,
                                         ArrayAttr names) {
  auto function = dyn_cast<func::FuncOp>(owner);
  for (BlockArgument argument : block.getArguments()) {
    unsigned index = argument.getArgNumber();
    StringAttr name =
        function ? function.getArgAttrOfType<StringAttr>(index, kNameAttr)
                 : cast<StringAttr>(names[index]);
    if (!name)
      return emitUnprepared(owner) << "argument " << index << " has no name";
    argumentNames[argument] = name.getValue();
  }
  return success();
}

FailureOr<StringRef> ModelWriter::getName(Value value, Operation *user) {
  if (isa<NoneType>(value.getType()))
    return StringRef();
  if (isa<BlockArgument>(value))
    return argumentNames.lookup(value);
  auto names = dyn_cast_if_present<ArrayAttr>(
      value.getDefiningOp()->getDiscardableAttr(valueNamesId));
  unsigned index = cast<OpResult>(value).getResultNumber();
  StringRef name = names && index < names.size()
                       ? cast<StringAttr>(names[index]).getValue()
                       : StringRef();
  if (name.empty())
    return emitUnprepared(user) << "an operand has no name";
  return name;
}

LogicalResult ModelWriter::writeValueInfo(uint32_t field, Value value,
                                          StringRef name, Type writtenType) {
  StringRef type =
      types.getTypeProto(writtenType ? writtenType : value.getType());
  if (type.empty())
    return mlir::emitError(value.getLoc())
           << "the value '" << name << "' has the type " << value.getType()
           << ", which ONNX does not have";
  MessageScope info(writer, field);
  writer.writeText(format::ValueInfo::Name, name);
  writer.writeString(format::ValueInfo::Type, type);
  return success();
}

LogicalResult ModelWriter::writeValueInfos(uint32_t field, Block &block) {
  if (!options.valueInfo)
    return success();
  // Outputs already have their types.
  llvm::SmallDenseSet<Value> outputs(block.getTerminator()->operand_begin(),
                                     block.getTerminator()->operand_end());
  for (Operation &op : block) {
    if (isInitializer(&op))
      continue;
    auto names =
        dyn_cast_if_present<ArrayAttr>(op.getDiscardableAttr(valueNamesId));
    if (!names)
      continue;
    for (auto [result, name] : llvm::zip_equal(op.getResults(), names)) {
      StringRef text = cast<StringAttr>(name).getValue();
      if (text.empty() || outputs.contains(result))
        continue;
      if (failed(writeValueInfo(field, result, text)))
        return failure();
    }
  }
  return success();
}

LogicalResult ModelWriter::writeInitializer(const PlannedWeight &weight,
                                            unsigned index) {
  ConstantOp op = weight.op;
  FailureOr<StringRef> name = getName(op.getResult(), op);
  if (failed(name))
    return failure();
  MessageScope tensor(writer, format::Graph::Initializer);
  if (failed(writeTensorType(op, weight.value.getShapedType())))
    return failure();
  if (auto strings = dyn_cast<DenseStringElementsAttr>(weight.value)) {
    writeStrings(strings);
    writer.writeText(format::Tensor::Name, *name);
    return success();
  }
  writer.writeText(format::Tensor::Name, *name);
  // The checker gets every value that it can use, regardless of the value's
  // location.
  if (weight.bytes <= kBufferedSize &&
      (form == Form::Skeleton || weight.place == PlannedWeight::Inside))
    return writeRawData(op, weight.value);
  if (weight.place == PlannedWeight::Inside) {
    writer.writeHole(format::Tensor::RawData, weight.bytes, index);
    return success();
  }
  writeMetadata(format::Tensor::ExternalData, "location", weight.location);
  writeMetadata(format::Tensor::ExternalData, "offset",
                std::to_string(weight.offset));
  writeMetadata(format::Tensor::ExternalData, "length",
                std::to_string(weight.bytes));
  writer.writeInt(format::Tensor::DataLocation,
                  format::Tensor::LocationExternal);
  return success();
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

LogicalResult ModelWriter::writeNodes(uint32_t field, Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (isa<NoValueOp>(op) || isInitializer(&op))
      continue;
    if (isa<ConstantOp>(op) && !isa<func::FuncOp>(block.getParentOp()))
      return emitUnprepared(&op) << "a constant is inside of a subgraph";
    MessageScope node(writer, field);
    if (failed(writeNode(&op)))
      return failure();
  }
  return success();
}

/// Quotes a text as Python does.
static void appendPythonString(std::string &list, StringRef text) {
  list += list.empty() ? "[" : ", ";
  char quote = text.contains('\'') && !text.contains('"') ? '"' : '\'';
  list += quote;
  for (char c : text) {
    if (c == quote || c == '\\')
      list += '\\';
    list += c;
  }
  list += quote;
}

const ModelWriter::Scopes &ModelWriter::getScopes(StringRef path) {
  auto [it, isNew] = scopes.try_emplace(path);
  if (!isNew)
    return it->second;
  // Adds each module on the path that has a class; containers are never called
  // and have no class.
  std::string full = path.empty() ? "self" : ("self." + path).str();
  for (size_t end = full.find('.');; end = full.find('.', end + 1)) {
    StringRef module = StringRef(full).take_front(end);
    if (auto type = modules.getAs<StringAttr>(module)) {
      module.consume_front("self");
      module.consume_front(".");
      appendPythonString(it->second.names, module);
      appendPythonString(it->second.classes, type);
    }
    if (end == std::string::npos)
      return it->second;
  }
}

/// Writes the modules around a node, outermost first, and the node of the
/// program as torch.onnx does: their paths and their classes.
void ModelWriter::writeScopes(Operation *op, StringRef path) {
  std::optional<torch_onnx::Origin> origin = getOrigin(op->getLoc());
  if (!modules || !origin)
    return;
  Scopes list = getScopes(path);
  appendPythonString(list.names, origin->name);
  appendPythonString(list.classes, origin->target);
  writeMetadata(format::Node::MetadataProps, "pkg.torch.onnx.class_hierarchy",
                list.classes + "]");
  writeMetadata(format::Node::MetadataProps, "pkg.torch.onnx.name_scopes",
                list.names + "]");
}

void ModelWriter::writeOrigin(Operation *op, bool asDocString) {
  // Only one of the two calls writes, because fields are ordered by their
  // numbers.
  if (asDocString != (irVersion < kNodeMetadataIrVersion))
    return;
  std::string trace;
  if (options.stackTraces)
    if (std::optional<FileLineColLoc> line = getSourceLine(op->getLoc()))
      trace = ("File \"" + line->getFilename().getValue() + "\", line " +
               Twine(line->getLine()))
                  .str();
  if (asDocString) {
    if (!trace.empty())
      writer.writeText(format::Node::DocString, trace);
    return;
  }
  StringRef path = getModulePath(op->getLoc());
  if (!path.empty())
    writeMetadata(format::Node::MetadataProps, "namespace", getNamespace(path));
  // The body of a function belongs to several modules.
  if (options.moduleScopes && !inFunction)
    writeScopes(op, path);
  if (!trace.empty())
    writeMetadata(format::Node::MetadataProps, "pkg.torch.onnx.stack_trace",
                  trace);
}

LogicalResult ModelWriter::writeNode(Operation *op) {
  auto nodeName =
      dyn_cast_if_present<StringAttr>(op->getDiscardableAttr(nodeNameId));
  auto valueNames =
      dyn_cast_if_present<ArrayAttr>(op->getDiscardableAttr(valueNamesId));
  if (!nodeName || !valueNames || valueNames.size() != op->getNumResults())
    return emitUnprepared(op) << "a node has no name";

  StringRef opType, domain;
  if (auto custom = dyn_cast<CustomOp>(op)) {
    opType = custom.getOpType();
    domain = custom.getDomain();
  } else if (FlatSymbolRefAttr callee = getCallee(op)) {
    StringAttr attr = domains.lookup(callee.getAttr());
    if (!attr)
      return op->emitError("the function called has no '")
             << kDomainAttr << "'";
    opType = callee.getValue();
    domain = attr;
  } else if (isa_and_nonnull<ONNXDialect>(op->getDialect())) {
    opType = op->getName().stripDialect();
  } else {
    return op->emitError("is not an operation of ONNX");
  }

  // Trailing absent inputs and outputs are not written.
  unsigned numInputs = op->getNumOperands(), numOutputs = op->getNumResults();
  // The checker requires both inputs of a Loop, as its list continues.
  unsigned minInputs = isa<LoopOp>(op) ? 2 : 0;
  while (numInputs > minInputs &&
         isa<NoneType>(op->getOperand(numInputs - 1).getType()))
    --numInputs;
  while (numOutputs && cast<StringAttr>(valueNames[numOutputs - 1]).empty())
    --numOutputs;
  for (Value operand : op->getOperands().take_front(numInputs)) {
    FailureOr<StringRef> name = getName(operand, op);
    if (failed(name))
      return failure();
    writer.writeText(format::Node::Input, *name);
  }
  for (Attribute name : valueNames.getValue().take_front(numOutputs))
    writer.writeText(format::Node::Output, cast<StringAttr>(name));
  writer.writeText(format::Node::Name, nodeName);
  writer.writeText(format::Node::OpType, opType);
  if (failed(writeAttributes(op)))
    return failure();
  writeOrigin(op, /*asDocString=*/true);
  if (!domain.empty())
    writer.writeText(format::Node::Domain, domain);
  writeOrigin(op, /*asDocString=*/false);
  return success();
}
