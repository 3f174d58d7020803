//===- GraphImporter.cpp - Import of a JSON graph into a block ------------===//
//
// Reads types and arguments in the form of the torch dialect. Invalid graphs
// are refused here, so that lowerings need not handle them: types of outputs,
// arguments for tensors, sizes beyond 63 bits.
//
//===----------------------------------------------------------------------===//

#include "GraphImporter.h"
#include "StoredTensor.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Import/Support/ElementTypes.h"
#include "torch-onnx/Import/Support/SymbolicNumbers.h"
#include "torch-onnx/Import/SymPy.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace torch_onnx;
using torch::ArgKind;

/// Subgraphs are imported recursively; programs do not nest them this deep.
static constexpr unsigned maxDepth = 64;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The name that a number stands for; empty if it is out of range.
static StringRef getName(ArrayRef<StringRef> names, int64_t number) {
  return number >= 0 && number < int64_t(names.size()) ? names[number]
                                                       : StringRef();
}

/// torch._export.serde.schema.ScalarType
static StringRef getDtypeName(int64_t number) {
  constexpr StringRef names[] = {
      "",          "uint8",      "int8",    "int16",   "int32",
      "int64",     "float16",    "float32", "float64", "complex32",
      "complex64", "complex128", "bool",    "bfloat16"};
  // The numbers between are unused.
  constexpr int64_t first = 28;
  constexpr StringRef later[] = {
      "uint16",          "float8_e4m3fn",  "float8_e5m2", "float8_e4m3fnuz",
      "float8_e5m2fnuz", "float8_e8m0fnu", "uint32",      "uint64"};
  return number < first ? getName(names, number)
                        : getName(later, number - first);
}

Type torch_onnx::getElementType(Json dtype, MLIRContext *ctx) {
  // The schema has numbers for most dtypes only. A program in memory has names
  // for the others (python/torch_onnx_mlir/_compiler/serialize.py).
  if (dtype.isString()) {
    Type type = getElementType(dtype.asString(), ctx);
    if (type)
      return type;
    bool isQuantized = dtype.asString().starts_with("q");
    dtype.error(
        "the dtype '" + getPrintable(dtype.asString()) + "' is not supported" +
        (isQuantized ? " in an exported program; expected a program of "
                       "TorchScript, from 'torch.jit.trace(model, args)'"
                     : ": PyTorch does not compute with it, and the meaning "
                       "of its bits is unknown; expected the bytes as uint8, "
                       "from 'tensor.view(torch.uint8)'"));
    return {};
  }
  int64_t number = dtype.asInt();
  Type type = getElementType(getDtypeName(number), ctx);
  if (!type)
    dtype.error("unknown dtype " + Twine(number));
  return type;
}

std::optional<int64_t> torch_onnx::getByteSize(ArrayRef<int64_t> shape,
                                               Type elementType) {
  std::optional<int64_t> bytes = weight::getElementByteWidth(elementType);
  for (int64_t size : shape)
    if (bytes && !ShapedType::isDynamic(size) && size != 0)
      bytes = llvm::checkedMul(*bytes, size);
  return bytes;
}

AffineExpr GraphImporter::getDim(Json symInt) {
  auto [arm, value] = symInt.asUnion();
  if (arm == "as_int") {
    int64_t size = value.asInt();
    if (size < 0)
      value.error("a size is " + Twine(size) + ", expected 0 or more");
    return getAffineConstantExpr(size, ctx);
  }
  if (arm != "as_expr") {
    symInt.error("a size is '" + arm + "', expected as_int or as_expr");
    return {};
  }
  StringRef text = value["expr_str"].asString();
  if (failed())
    return {};
  auto [cached, isNew] = state.sizes.known.try_emplace(text);
  if (!isNew)
    return cached->second;
  llvm::Expected<SymPyNumber> number =
      parseSymPy(text, ctx, state.sizes.ranges);
  if (!number) {
    value.error("symbolic size: " + llvm::toString(number.takeError()));
    return {};
  }
  AffineExpr size = sym::getSize(number->number);
  if (!size) {
    value.error("a size is not an integer: '" + text + "'");
    return {};
  }
  // A range that contradicts another range is ignored, because their
  // intersection is empty.
  for (const auto &learned : number->ranges)
    sym::narrow(state.sizes.ranges, learned.first(), learned.second);
  return cached->second = size.replace(state.sizes.ofWeights);
}

void GraphImporter::setSizes(StringRef name, ArrayRef<int64_t> shape) {
  auto it = tensors.find(name);
  if (it == tensors.end())
    return;
  size_t axis = 0;
  it->second["sizes"].forEach([&](Json size) {
    AffineExpr dim = axis < shape.size() ? getDim(size) : AffineExpr();
    if (isa_and_present<AffineSymbolExpr>(dim))
      state.sizes.ofWeights[dim] = getAffineConstantExpr(shape[axis], ctx);
    ++axis;
  });
  for (auto &[text, size] : state.sizes.known)
    if (size)
      size = size.replace(state.sizes.ofWeights);
}

RankedTensorType GraphImporter::getTensorType(Json meta) {
  Type elementType = getElementType(meta["dtype"], ctx);
  SmallVector<AffineExpr> dims;
  meta["sizes"].forEach([&](Json size) { dims.push_back(getDim(size)); });
  if (failed() || !elementType)
    return {};
  RankedTensorType type = sym::getTensorType(dims, elementType);
  if (!getByteSize(type.getShape(), elementType)) {
    meta.error("a tensor has more than 2^63 bytes");
    return {};
  }
  return type;
}

void GraphImporter::readTables(Json graph) {
  auto read = [&](StringRef key, llvm::StringMap<Json> &table) {
    graph[key].forEachMember(
        [&](StringRef name, Json value) { table[name] = value; });
  };
  read("tensor_values", tensors);
  read("sym_int_values", symInts);
  read("sym_bool_values", symBools);
  // Added to the schema later than the other tables.
  if (graph.find("sym_float_values").isPresent())
    read("sym_float_values", symFloats);
}

Type GraphImporter::getType(StringRef name) {
  if (auto it = tensors.find(name); it != tensors.end())
    return getTensorType(it->second);
  if (symInts.contains(name))
    return b.getI64Type();
  if (symFloats.contains(name))
    return b.getF64Type();
  if (symBools.contains(name))
    return b.getI1Type();
  document.error("value '" + name + "' is in no table of values");
  return {};
}

void GraphImporter::bind(StringRef name, Value value) {
  if (!values.try_emplace(name, value).second)
    document.error("value '" + name + "' is defined twice");
  if (auto it = tensors.find(name); it != tensors.end())
    state.records.try_emplace(value, it->second);
}

Value GraphImporter::lookup(StringRef name) {
  Value value = values.lookup(name);
  if (!value)
    document.error("value '" + name + "' is used before it is defined");
  return value;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

StringRef GraphImporter::getValueName(Json argument) {
  auto [arm, value] = argument.asUnion();
  if (arm == "as_tensor" || arm == "as_custom_obj")
    return value["name"].asString();
  if (arm == "as_sym_int" || arm == "as_sym_bool" || arm == "as_sym_float")
    if (Json name = value.find("as_name"); name.isString())
      return name.asString();
  if (arm == "as_optional_tensor")
    return getValueName(value);
  return {};
}

static StringRef getMemoryFormat(int64_t number) {
  constexpr StringRef names[] = {"unknown", "contiguous_format",
                                 "channels_last", "channels_last_3d",
                                 "preserve_format"};
  return getName(names, number);
}

static StringRef getLayout(int64_t number) {
  constexpr StringRef names[] = {"unknown",    "sparse_coo", "sparse_csr",
                                 "sparse_csc", "sparse_bsr", "sparse_bsc",
                                 "_mkldnn",    "strided"};
  return getName(names, number);
}

Attribute GraphImporter::useValue(StringRef name,
                                  SmallVectorImpl<Value> &operands) {
  Value value = lookup(name);
  if (!value)
    return {};
  operands.push_back(value);
  return torch::OperandAttr::get(ctx);
}

// The arm of a number follows the Python value, not the schema: a float
// argument may be stored as int.
Attribute GraphImporter::getNumber(Json number, const torch::ArgType *type) {
  if (type && type->kind == ArgKind::Float)
    return b.getF64FloatAttr(number.asDouble());
  return b.getI64IntegerAttr(number.asInt());
}

Attribute GraphImporter::getElement(StringRef kind, Json value,
                                    const torch::ArgType *type,
                                    SmallVectorImpl<Value> &operands) {
  if (kind == "tensor" || kind == "custom_obj")
    return useValue(value["name"].asString(), operands);
  if (kind == "int")
    return getNumber(value, type);
  if (kind == "float")
    return b.getF64FloatAttr(value.asDouble());
  if (kind == "bool")
    return b.getBoolAttr(value.asBool());
  if (kind == "string" || kind == "operator")
    return b.getStringAttr(value.asString());
  // SymInt, SymFloat and SymBool: a value by name or a literal.
  if (kind == "sym_int" || kind == "sym_float" || kind == "sym_bool") {
    auto [arm, number] = value.asUnion();
    if (arm == "as_name")
      return useValue(number.asString(), operands);
    if (arm == "as_int" || arm == "as_float" || arm == "as_bool")
      return getElement(arm.drop_front(strlen("as_")), number, type, operands);
    value.error("unknown kind of symbolic argument '" + arm + "'");
    return {};
  }
  if (kind == "optional_tensor") {
    auto [arm, tensor] = value.asUnion();
    if (arm == "as_none")
      return torch::NoneAttr::get(ctx);
    return getElement("tensor", tensor, type, operands);
  }
  if (kind == "scalar_type") {
    Type elementType = getElementType(value, ctx);
    return elementType ? TypeAttr::get(elementType) : Attribute();
  }
  if (kind == "memory_format" || kind == "layout") {
    int64_t number = value.asInt();
    bool isLayout = kind == "layout";
    StringRef name = isLayout ? getLayout(number) : getMemoryFormat(number);
    if (name.empty())
      value.error(Twine("unknown ") +
                  (isLayout ? "layout " : "memory format ") + Twine(number));
    return b.getStringAttr(name);
  }
  if (kind == "device") {
    std::string device = value["type"].asString().str();
    if (Json index = value.find("index"); !index.isNull())
      device += ":" + std::to_string(index.asInt());
    return b.getStringAttr(device);
  }
  if (kind == "complex") {
    std::complex<double> number(value["real"].asDouble(),
                                value["imag"].asDouble());
    return DenseElementsAttr::get(
        RankedTensorType::get({}, ComplexType::get(b.getF64Type())), number);
  }
  value.error("unknown kind of argument 'as_" + kind + "'");
  return {};
}

Attribute GraphImporter::getArgument(Json argument, const torch::ArgType *type,
                                     SmallVectorImpl<Value> &operands) {
  auto [arm, payload] = argument.asUnion();
  Json value = payload;
  if (failed())
    return {};
  if (arm == "as_none")
    return torch::NoneAttr::get(ctx);

  auto getList = [&](Json list,
                     function_ref<Attribute(Json)> get) -> Attribute {
    SmallVector<Attribute> elements;
    list.forEach([&](Json element) {
      if (!failed())
        elements.push_back(get(element));
    });
    return failed() ? Attribute() : b.getArrayAttr(elements);
  };
  // A list of values and literals. torch.export.save does not write it, but the
  // Python package does (python/torch_onnx_mlir/_compiler/serialize.py).
  if (arm == "as_arguments")
    return getList(
        value, [&](Json item) { return getArgument(item, type, operands); });
  if (arm == "as_string_to_argument") {
    // A dictionary: keys and values alternate.
    SmallVector<Attribute> elements;
    value.forEachMember([&](StringRef key, Json item) {
      elements.push_back(b.getStringAttr(key));
      elements.push_back(getArgument(item, nullptr, operands));
    });
    return failed() ? Attribute() : b.getArrayAttr(elements);
  }
  StringRef rows = llvm::StringSwitch<StringRef>(arm)
                       .Case("as_nested_tensors", "tensor")
                       .Case("as_int_lists", "int")
                       .Case("as_float_lists", "float")
                       .Default("");
  StringRef kind = rows.empty() ? arm : rows;
  kind.consume_front("as_");
  // Lists have a plural: as_ints, as_sym_ints, as_tensors.
  bool isList = rows.empty() && kind.consume_back("s");
  auto get = [&](Json item) { return getElement(kind, item, type, operands); };
  if (!rows.empty())
    return getList(value, [&](Json row) { return getList(row, get); });
  if (isList)
    return getList(value, get);
  Attribute attr = get(value);
  // A single number for a list of fixed size stands for all elements.
  if (type && type->isList && isa_and_present<IntegerAttr, FloatAttr>(attr))
    return b.getArrayAttr(
        SmallVector<Attribute>(std::max(1u, type->fixedSize), attr));
  return attr;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

SmallVector<GraphImporter::NodeOutput> GraphImporter::getOutputs(Json node) {
  SmallVector<NodeOutput> outputs;
  node["outputs"].forEach([&](Json output) {
    auto [arm, value] = output.asUnion();
    auto add = [&](StringRef name) {
      outputs.push_back({name, name.empty() ? b.getNoneType() : getType(name)});
    };
    if (arm == "as_tensors")
      return value.forEach(
          [&](Json tensor) { add(tensor["name"].asString()); });
    if (arm == "as_optional_tensors")
      return value.forEach([&](Json tensor) { add(getValueName(tensor)); });
    add(arm == "as_none" ? StringRef() : getValueName(output));
  });
  return outputs;
}

/// Checks the types of results. Lowerings rely on Tensor results being tensors.
void GraphImporter::checkOutputs(const torch::Schema &schema,
                                 ArrayRef<NodeOutput> outputs) {
  ArrayRef<torch::SchemaArg> returns = schema.getReturns();
  if (llvm::any_of(returns, [](const torch::SchemaArg &result) {
        return result.type.isList;
      }))
    return;
  if (returns.size() != outputs.size())
    return document.error("has " + Twine(outputs.size()) +
                          " outputs, the operator has " +
                          Twine(returns.size()));
  for (auto [result, output] : llvm::zip_equal(returns, outputs))
    if (output.type && !isa<NoneType>(output.type) &&
        isa<RankedTensorType>(output.type) !=
            (result.type.kind == ArgKind::Tensor))
      return document.error("output '" + output.name +
                            "' is not of the operator's type");
}

AffineExpr GraphImporter::getExpr(StringRef name) {
  auto it = symInts.find(name);
  if (it == symInts.end() || !it->second.find("as_expr").isPresent())
    return {};
  return getDim(it->second);
}

AffineExpr GraphImporter::getSymbol(StringRef name) {
  return dyn_cast_if_present<AffineSymbolExpr>(getExpr(name));
}

/// Whether an operator depends on strides or offsets, which types do not
/// contain.
static bool readsLayout(Operation *op) {
  auto call = dyn_cast<torch::OperatorOp>(op);
  return call && (call.getTarget() == "aten.sym_stride.int" ||
                  call.getTarget() == "aten.sym_storage_offset.default");
}

void GraphImporter::bindOutputs(ArrayRef<NodeOutput> outputs, Operation *op) {
  // A number that is a symbol of its own (the size of a nonzero, a read
  // element) is the source of that symbol.
  SmallVector<AffineExpr> symbols;
  for (auto [output, result] : llvm::zip_equal(outputs, op->getResults())) {
    AffineExpr expr = getExpr(output.name);
    bool isTold =
        isa_and_present<AffineSymbolExpr>(expr) ||
        (readsLayout(op) && !isa_and_present<AffineConstantExpr>(expr));
    symbols.push_back(isTold ? expr : AffineExpr());
    if (!output.name.empty())
      bind(output.name, result);
  }
  if (llvm::any_of(symbols, [](AffineExpr symbol) { return bool(symbol); }))
    op->setDiscardableAttr(torch::TorchDialect::getExprsAttrName(),
                           sym::DimsAttr::get(ctx, symbols));
}

void GraphImporter::importNodes(Json graph) {
  unsigned index = 0;
  graph["nodes"].forEach([&](Json node) {
    if (failed())
      return;
    StringRef target = node["target"].asString();
    document.setContext("node " + std::to_string(index++) + " (" +
                        target.take_front(200).str() + ")");
    // Targets appear in messages.
    if (target.empty() || target.size() > 1000 ||
        !llvm::all_of(target, [](char c) { return llvm::isPrint(c); }))
      return document.error("its target is not the name of an operator");
    importNode(node);
  });
}

void GraphImporter::importNode(Json node) {
  StringRef target = node["target"].asString();
  // A registered extension: '#' namespace ':' operator.
  target.consume_front("#");
  target.consume_front("torch.ops.");
  Location loc = locations.get(node["metadata"]);
  if (importEffect(target, node, loc))
    return;
  if (!importSymbolicArithmetic(target, node, loc))
    importOperator(target, node, loc);
}

bool GraphImporter::importSymbolicArithmetic(StringRef target, Json node,
                                             Location loc) {
  if (!isSymbolicOperator(target))
    return false;
  SmallVector<NodeOutput> outputs = getOutputs(node);
  if (outputs.size() != 1 || !outputs[0].type ||
      !outputs[0].type.isIntOrFloat())
    return false;
  SmallVector<Value, 3> operands;
  bool areNumbers = true;
  auto addLiteral = [&](Attribute literal) {
    if (isa_and_present<IntegerAttr, FloatAttr>(literal))
      operands.push_back(
          arith::ConstantOp::create(b, loc, cast<TypedAttr>(literal)));
    else if (!isa_and_present<torch::NoneAttr>(literal)) // round(x, None)
      areNumbers = false;
  };
  node["inputs"].forEach([&](Json input) {
    SmallVector<Value> used;
    Attribute literal = getArgument(input["arg"], nullptr, used);
    auto next = used.begin();
    auto add = [&](Attribute element) {
      if (isa_and_present<torch::OperandAttr>(element))
        operands.push_back(*next++);
      else
        addLiteral(element);
    };
    if (auto list = dyn_cast_if_present<ArrayAttr>(literal))
      llvm::for_each(list, add);
    else
      add(literal);
  });
  areNumbers &= llvm::all_of(
      operands, [](Value v) { return v.getType().isIntOrFloat(); });
  if (failed() || !areNumbers)
    return false;
  Value result =
      buildSymbolicOperator(b, loc, target, operands, outputs[0].type);
  if (!result)
    return false;
  // A result that is an operand already has a name.
  if (llvm::is_contained(operands, result))
    bind(outputs[0].name, result);
  else
    bindOutputs(outputs, result.getDefiningOp());
  return true;
}

/// Whether `attr` is valid for a Tensor argument. PyTorch accepts a number for
/// a tensor of rank 0.
static bool isTensorArgument(Attribute attr, const torch::ArgType &type) {
  if (isa<torch::NoneAttr>(attr))
    return type.optional;
  if (!type.isList)
    return isa<torch::OperandAttr, IntegerAttr, FloatAttr, DenseElementsAttr>(
        attr);
  auto list = dyn_cast<ArrayAttr>(attr);
  return list && llvm::all_of(list, [&](Attribute element) {
           return isa<torch::OperandAttr>(element) ||
                  (type.elementOptional && isa<torch::NoneAttr>(element));
         });
}

/// Autocast casts tensors of its device. Types have no device, so autocast is
/// disabled here for a region without a tensor on that device.
void GraphImporter::disableAutocast(torch::OperatorOp op, Json node) {
  auto device = op.getArgs().size() > 3 ? dyn_cast<StringAttr>(op.getArgs()[0])
                                        : StringAttr();
  bool hasTensor = !device;
  node["inputs"].forEach([&](Json input) {
    auto [arm, value] = input["arg"].asUnion();
    if (arm != "as_graph" || hasTensor)
      return;
    value["graph"]["tensor_values"].forEachMember([&](StringRef, Json meta) {
      hasTensor |= meta["device"]["type"].asString() == device.getValue();
    });
  });
  if (failed() || hasTensor)
    return;
  SmallVector<Attribute> args(op.getArgs().getValue());
  args[2] = b.getBoolAttr(false);
  op.setArgsAttr(b.getArrayAttr(args));
}

/// The location of a node with the names of the node and of its values. Names
/// in a subgraph are valid only in the subgraph, which may be inlined.
Location GraphImporter::getOriginLoc(Location loc, StringRef target, Json node,
                                     ArrayRef<NodeOutput> outputs) {
  SmallVector<StringRef> names;
  for (const NodeOutput &output : outputs)
    names.push_back(output.name);
  StringRef name = names.empty() ? StringRef() : names.front();
  if (Json own = node.find("name"); own.isString())
    name = own.asString();
  if (depth != 0)
    names.clear();
  return torch_onnx::getOriginLoc(loc, name, target, names);
}

/// The index of the tensor argument at `position` of a call, if another version
/// of PyTorch wrote the program and can have named it differently. A call lists
/// its arguments in the order of the schema and gives all arguments without a
/// default. An argument with an unknown name is therefore the one at its
/// position, if that argument has no default and the call does not name it. An
/// argument with a default could be absent, and the unknown one could be new. A
/// number could mean something else: `_fused_rms_norm` of 2.8 takes the number
/// of the dimensions where newer versions take their sizes.
std::optional<unsigned> GraphImporter::findRenamed(const torch::Schema &schema,
                                                   unsigned position,
                                                   Json inputs,
                                                   ArrayRef<Attribute> before) {
  StringRef version = StringRef(state.torchVersion).split('+').first;
  if (version == torch::Schema::getTorchVersion())
    return std::nullopt;
  if (position >= schema.getArgs().size() ||
      llvm::is_contained(before.take_front(position), Attribute()))
    return std::nullopt;
  const torch::SchemaArg &arg = schema.getArgs()[position];
  bool isGiven = false;
  inputs.forEach(
      [&](Json input) { isGiven |= input["name"].asString() == arg.name; });
  if (isGiven || arg.keywordOnly || arg.defaultText ||
      arg.type.kind != ArgKind::Tensor || arg.type.isList)
    return std::nullopt;
  return position;
}

/// The arguments of a call, by the arguments of the schema or, without one, in
/// the order of the call.
struct GraphImporter::CallArguments {
  SmallVector<Attribute> args;
  /// Names of the arguments of an operator without a schema.
  SmallVector<Attribute> names;
  SmallVector<SmallVector<Value, 1>> operands;
  SmallVector<std::unique_ptr<Region>> bodies;
};

void GraphImporter::importArgument(Json input, unsigned position, Json inputs,
                                   const torch::Schema *schema,
                                   CallArguments &call) {
  // Arguments after a token have no names.
  StringRef name = input["name"].asString();
  if (name.empty() && schema && position < call.args.size())
    name = schema->getArgs()[position].name;
  unsigned index = call.args.size();
  const torch::ArgType *type = nullptr;
  if (schema) {
    std::optional<unsigned> found = schema->findArg(name);
    if (!found)
      found = findRenamed(*schema, position, inputs, call.args);
    if (!found)
      return input.error(
          "the operator has no argument '" + name +
          "' in the schemas of this compiler; the program may come from a "
          "newer or older PyTorch with another schema of this operator");
    index = *found;
    if (call.args[index])
      return input.error("argument '" + name + "' is given twice");
    type = &schema->getArgs()[index].type;
  } else {
    call.args.emplace_back();
    call.operands.emplace_back();
    call.names.push_back(b.getStringAttr(name));
  }
  call.args[index] = getArgument(input["arg"], type, call.operands[index]);
  if (call.args[index] && type && type->kind == ArgKind::Tensor &&
      !isTensorArgument(call.args[index], *type))
    input.error("argument '" + name + "' is not a tensor");
}

void GraphImporter::importOperator(StringRef target, Json node, Location loc,
                                   bool hasToken) {
  const torch::Schema *schema = torch::Schema::lookup(target);
  CallArguments call;
  if (schema) {
    call.args.resize(schema->getArgs().size());
    call.operands.resize(call.args.size());
  }
  // With a token, the first arguments are the token and the operator.
  unsigned position = 0, first = hasToken ? 2 : 0;
  node["inputs"].forEach([&](Json input) {
    if (position++ < first || failed())
      return;
    auto [arm, value] = input["arg"].asUnion();
    if (arm == "as_graph")
      call.bodies.push_back(importSubgraph(value["graph"], loc));
    else
      importArgument(input, position - 1 - first, node["inputs"], schema, call);
  });
  SmallVector<NodeOutput> outputs = getOutputs(node);
  if (failed())
    return;
  if (hasToken) {
    outputs.erase(outputs.begin());
    // The result of an operator that returns nothing.
    if (outputs.size() == 1 && outputs[0].name.empty())
      outputs.clear();
  }
  if (schema) {
    if (!call.bodies.empty())
      return document.error("the operator takes no graph");
    checkOutputs(*schema, outputs);
    if (failed())
      return;
  }

  SmallVector<Value> operands;
  for (auto [index, arg] : llvm::enumerate(call.args)) {
    if (!arg)
      arg = schema->getDefault(index, ctx);
    if (!arg)
      return document.error("argument '" + schema->getArgs()[index].name +
                            "' is missing and has no default");
    llvm::append_range(operands, call.operands[index]);
  }
  SmallVector<Type> types;
  for (const NodeOutput &output : outputs) {
    if (!output.type)
      return;
    types.push_back(output.type);
  }
  auto op = torch::OperatorOp::create(
      b, getOriginLoc(loc, target, node, outputs), types, target,
      b.getArrayAttr(call.args),
      schema ? ArrayAttr() : b.getArrayAttr(call.names), operands,
      call.bodies.size());
  for (auto [region, body] : llvm::zip_equal(op.getBodies(), call.bodies))
    region.takeBody(*body);
  if (target == "higher_order.wrap_with_autocast")
    disableAutocast(op, node);
  bindOutputs(outputs, op);
}

std::unique_ptr<Region> GraphImporter::importSubgraph(Json graph,
                                                      Location loc) {
  auto region = std::make_unique<Region>();
  if (depth >= maxDepth) {
    document.error("subgraphs are nested more than " + Twine(maxDepth) +
                   " deep");
    return region;
  }
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.createBlock(region.get());
  GraphImporter inner(document, b, locations, state, depth + 1);
  inner.readTables(graph);
  graph["inputs"].forEach([&](Json input) {
    StringRef name = getValueName(input);
    if (name.empty() || failed())
      return; // A literal has no uses in the body.
    if (Type type = inner.getType(name))
      inner.bind(name, block->addArgument(type, loc));
  });
  inner.importNodes(graph);
  SmallVector<Value> results;
  graph["outputs"].forEach([&](Json output) {
    if (failed())
      return;
    if (Value value = inner.getOutput(output, loc))
      results.push_back(value);
  });
  torch::YieldOp::create(b, loc, results);
  return region;
}

Value GraphImporter::getOutput(Json argument, Location loc) {
  StringRef name = getValueName(argument);
  if (!name.empty())
    return lookup(name);
  SmallVector<Value> operands;
  Attribute literal = getArgument(argument, nullptr, operands);
  if (isa_and_present<IntegerAttr, FloatAttr>(literal))
    return arith::ConstantOp::create(b, loc, cast<TypedAttr>(literal));
  return {}; // None and text are not graph outputs.
}
