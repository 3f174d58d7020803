//===- InterpreterOperators.cpp - ATen operators in TorchScript -----------===//
//
// A node that calls an operator becomes an operation of the torch dialect. Its
// arguments are converted by the schema, because TorchScript represents dtypes
// and memory formats as ints. Its results have the types that the type rule
// infers.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"
#include "torch-onnx/Dialect/Torch/Transforms/Canonicalize.h"
#include "torch-onnx/Dialect/Torch/Transforms/Decompose.h"
#include "torch-onnx/Dialect/Torch/Transforms/LibTorchTypes.h"
#include "torch-onnx/Dialect/Torch/Transforms/WrittenTypes.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSwitch.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using torch::ArgKind;

static bool isUntyped(Type type) {
  return isa<torch::UntypedType, UnrankedTensorType>(type);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// c10/core/Layout.h
static StringRef getLayout(int64_t number) {
  constexpr StringRef names[] = {"strided",    "sparse_coo", "sparse_csr",
                                 "_mkldnn",    "sparse_csc", "sparse_bsr",
                                 "sparse_bsc", "jagged"};
  return number >= 0 && number < int64_t(std::size(names)) ? names[number]
                                                           : StringRef();
}

/// c10/core/MemoryFormat.h
static StringRef getMemoryFormat(int64_t number) {
  constexpr StringRef names[] = {"contiguous_format", "preserve_format",
                                 "channels_last", "channels_last_3d"};
  return number >= 0 && number < int64_t(std::size(names)) ? names[number]
                                                           : StringRef();
}

/// Converts a single argument, or an element of a list. Returns false if the
/// item does not match the type.
bool Interpreter::convertScalar(const Item &item, const torch::ArgType &type,
                                OpFoldResult &result, Location loc) {
  if (item.isNone()) {
    result = torch::NoneAttr::get(ctx);
    return true;
  }
  std::optional<int64_t> integer = item.getInt();
  switch (type.kind) {
  case ArgKind::Tensor:
    if (item.isTensor())
      result = item.getValue();
    else if (item.isNumber())
      result = item.getFoldResult();
    return bool(result);
  case ArgKind::SymInt:
  case ArgKind::Int:
    if (integer)
      result = b.getI64IntegerAttr(*integer);
    else if (item.isNumber() && item.getNumberType().isInteger(64))
      result = item.getValue();
    else if (std::optional<Item> number = getNumberOf(item))
      return convertScalar(*number, type, result, loc);
    return bool(result);
  case ArgKind::Float:
    if (std::optional<double> number = item.getFloat())
      result = b.getF64FloatAttr(*number);
    else if (item.isNumber() && item.getValue())
      if (std::optional<Item> number =
              applyNumbers("torch.sym_float", item, b.getF64Type(), loc))
        result = number->getFoldResult();
    return bool(result);
  case ArgKind::Bool:
    if (integer)
      result = b.getBoolAttr(*integer != 0);
    else if (item.isNumber() && item.getNumberType().isInteger(1))
      result = item.getValue();
    return bool(result);
  case ArgKind::Scalar:
    if (std::optional<Item> number = getNumberOf(item))
      return convertScalar(*number, type, result, loc);
    if (item.isNumber())
      result = item.getFoldResult();
    return bool(result);
  case ArgKind::ScalarType:
    if (integer)
      if (Type dtype = torch::getElementType(
              static_cast<libtorch::DType>(*integer), ctx))
        result = TypeAttr::get(dtype);
    return bool(result);
  case ArgKind::MemoryFormat:
  case ArgKind::Layout: {
    StringRef text = !integer                       ? StringRef()
                     : type.kind == ArgKind::Layout ? getLayout(*integer)
                                                    : getMemoryFormat(*integer);
    if (!text.empty())
      result = b.getStringAttr(text);
    return bool(result);
  }
  case ArgKind::Device:
    if (item.isA(Kind::Device) || item.isA(Kind::String))
      result = item.getAttribute();
    return bool(result);
  case ArgKind::String:
    if (item.isA(Kind::String))
      result = item.getAttribute();
    return bool(result);
  case ArgKind::Generator:
  case ArgKind::Other:
    return false;
  }
  llvm_unreachable("all kinds");
}

static StringRef getExpected(const torch::ArgType &type) {
  if (type.isList)
    return type.kind == ArgKind::Tensor ? "a list of tensors of known length"
                                        : "a list of known length";
  switch (type.kind) {
  case ArgKind::Tensor:
    return "a tensor";
  case ArgKind::SymInt:
  case ArgKind::Int:
    return "an int";
  case ArgKind::Float:
  case ArgKind::Scalar:
    return "a number";
  case ArgKind::Bool:
    return "a bool";
  case ArgKind::ScalarType:
    return "a dtype that is known at import";
  default:
    return "a literal";
  }
}

Outcome Interpreter::convertArgument(NodeCall &call, size_t index,
                                     const torch::SchemaArg &formal,
                                     torch::ArgumentSpec &result) {
  const Item &item = call[index];
  const torch::ArgType &type = formal.type;
  std::string expected =
      (getExpected(type) + " for the argument '" + formal.name + "'").str();
  if (!type.isList || item.isNone()) {
    OpFoldResult argument;
    if (!convertScalar(item, type, argument, call.loc))
      return call.failOperand(index, expected);
    if (auto value = dyn_cast<Value>(argument))
      result = value;
    else
      result = cast<Attribute>(argument);
    return Outcome::Done;
  }
  SmallVector<OpFoldResult> list;
  std::optional<std::vector<Item>> items = getItems(item);
  // int[2] accepts one int for both elements.
  if (!items && item.isNumber() && type.fixedSize > 0)
    items = std::vector<Item>(type.fixedSize, item);
  if (!items)
    items = expandItems(item, call.loc);
  if (!items)
    return call.failOperand(index, expected);
  for (const Item &element : *items) {
    OpFoldResult argument;
    if (!convertScalar(element, type, argument, call.loc))
      return call.failOperand(index, expected);
    // None among tensors is a null value.
    if (type.kind == ArgKind::Tensor && element.isNone())
      argument = OpFoldResult();
    list.push_back(argument);
  }
  result = std::move(list);
  return Outcome::Done;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// An unknown size becomes a symbol, like data-dependent sizes in exported
/// programs.
AffineExpr Interpreter::makeSymbol(bool isSize) {
  std::string name = "u" + std::to_string(nextSize++);
  AffineExpr symbol = sym::getSymbol(ctx, name);
  ownSizes.insert(symbol);
  if (isSize)
    ranges[name] = {0, std::numeric_limits<int64_t>::max()};
  return symbol;
}

void Interpreter::setSizeRange(const Item &number) {
  auto symbol = dyn_cast_if_present<AffineSymbolExpr>(getExpr(number));
  if (!symbol || !isOwnSize(symbol))
    return;
  ranges[sym::getSymbolName(symbol)] = {0, std::numeric_limits<int64_t>::max()};
  forgetNumbers();
}

Type Interpreter::nameSizes(Type type) {
  auto tensor = dyn_cast_if_present<RankedTensorType>(type);
  if (!tensor || tensor.hasStaticShape())
    return type;
  SmallVector<AffineExpr> dims = sym::getDims(tensor);
  if (!llvm::is_contained(dims, AffineExpr()))
    return type;
  for (AffineExpr &dim : dims)
    if (!dim)
      dim = makeSymbol(/*isSize=*/true);
  forgetNumbers();
  return sym::getTensorType(dims, tensor.getElementType());
}

void Interpreter::nameNumbers(Operation *op) {
  if (llvm::none_of(op->getResultTypes(),
                    [](Type type) { return type.isInteger(64); }))
    return;
  SmallVector<AffineExpr> exprs;
  for (Type type : op->getResultTypes())
    exprs.push_back(type.isInteger(64) ? makeSymbol(/*isSize=*/false)
                                       : AffineExpr());
  op->setAttr(torch::TorchDialect::getExprsAttrName(),
              sym::DimsAttr::get(ctx, exprs));
}

/// The function of Python that an expression of two operands stands for.
static StringRef getFunctionOf(AffineExprKind kind) {
  switch (kind) {
  case AffineExprKind::Add:
    return "_operator.add";
  case AffineExprKind::Mul:
    return "_operator.mul";
  case AffineExprKind::FloorDiv:
    return "_operator.floordiv";
  case AffineExprKind::Mod:
    return "_operator.mod";
  case AffineExprKind::CeilDiv:
  case AffineExprKind::Constant:
  case AffineExprKind::DimId:
  case AffineExprKind::SymbolId:
    return "";
  }
  llvm_unreachable("unknown kind of expression");
}

OpFoldResult Interpreter::buildSize(AffineExpr size, Location loc) {
  if (auto constant = dyn_cast_if_present<AffineConstantExpr>(size))
    return b.getI64IntegerAttr(constant.getValue());
  if (!size)
    return {};
  for (Value argument : main.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type)
      continue;
    for (auto [axis, dim] : llvm::enumerate(sym::getDims(type)))
      if (dim == size)
        return buildOne(
            loc, "aten.sym_size.int",
            {{"self", argument}, {"dim", b.getI64IntegerAttr(axis)}});
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(size);
  StringRef function = getFunctionOf(size.getKind());
  OpFoldResult sides[2];
  if (function.empty() || !(sides[0] = buildSize(binary.getLHS(), loc)) ||
      !(sides[1] = buildSize(binary.getRHS(), loc)))
    return {};
  Item operands[2];
  for (auto [item, side] : llvm::zip_equal(operands, sides))
    item = isa<Value>(side) ? Item::number(cast<Value>(side))
                            : Item::number(cast<Attribute>(side));
  std::optional<Item> number =
      applyNumbers(function, operands, b.getI64Type(), loc);
  return number ? number->getFoldResult() : OpFoldResult();
}

FailureOr<Type> Interpreter::inferSqueeze(torch::OperatorOp op,
                                          std::string &reason) {
  StringRef base = op.getTarget().rsplit('.').first;
  bool isSqueeze = base == "aten.squeeze" || base == "aten.squeeze_" ||
                   base == "aten.squeeze_copy";
  // Within a branch or a loop, a condition may say that a size is 1.
  bool isMain = b.getInsertionBlock() == &main.front();
  if (!isSqueeze || !isMain)
    return Type();
  torch::Arguments args(op);
  Value self = args.getValue("self");
  auto type = self ? dyn_cast<RankedTensorType>(self.getType()) : nullptr;
  if (!type || args.getValue("out"))
    return Type();
  int64_t rank = type.getRank();
  auto axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (std::optional<int64_t> axis = args.getInt("dim"))
    axes = {*axis};
  else if (std::optional<SmallVector<int64_t>> given = args.getInts("dim"))
    axes = *given;
  else if (args.has("dim"))
    return Type();
  bool isAssumed = false;
  SmallVector<AffineExpr> dims;
  for (auto [index, dim] : llvm::enumerate(sym::getDims(type))) {
    int64_t axis = index;
    bool isGiven =
        llvm::is_contained(axes, axis) || llvm::is_contained(axes, axis - rank);
    std::optional<int64_t> size = sym::getConstant(dim);
    if (isGiven && size == 1)
      continue;
    dims.push_back(dim);
    if (!isGiven || size || getNumbers().lowerBound(dim).value_or(0) > 1)
      continue;
    size = sym::evaluate(dim, [&](StringRef name) -> std::optional<int64_t> {
      auto it = examples.find(name);
      return it == examples.end() ? std::nullopt : std::optional(it->second);
    });
    if (!size)
      return Type();
    if (size == 1) {
      reason = "it removes dimension " + std::to_string(index) +
               " if its size, " + sym::toString(dim) +
               ", is 1, as in the example; expected a static size, or an "
               "example with another size";
      return failure();
    }
    isAssumed = true;
  }
  return isAssumed ? sym::getTensorType(dims, type.getElementType()) : Type();
}

bool Interpreter::inferTypes(torch::OperatorOp op, SmallVectorImpl<Type> &types,
                             std::string &reason) {
  FailureOr<Type> squeezed = inferSqueeze(op, reason);
  if (failed(squeezed))
    return false;
  if (*squeezed) {
    types.push_back(*squeezed);
    return true;
  }
  const torch::Schema &schema = *op.getSchema();
  if (schema.isMutable()) {
    FailureOr<SmallVector<Type>> written =
        torch::inferWrittenTypes(op, getNumbers(), reason);
    if (failed(written))
      return false;
    types.append(written->begin(), written->end());
    return true;
  }
  bool isOpen = llvm::any_of(op->getOperandTypes(), isUntyped);
  FailureOr<SmallVector<Type>> inferred = failure();
  if (!isOpen) {
    // The copy of a view has the types of the view.
    torch::OperatorOp typed = op;
    StringRef view = torch::getViewOfCopy(op.getTarget());
    if (!torch::hasTypeRule(op.getTarget()) && torch::hasTypeRule(view))
      typed = torch::OperatorOp::create(
          b, op.getLoc(), TypeRange(), torch::TargetAttr::get(ctx, view),
          op.getArgsAttr(), ArrayAttr(), op.getInputs(), /*bodiesCount=*/0);
    inferred = torch::inferResultTypes(typed, getNumbers(), reason);
    if (typed != op)
      typed.erase();
    if (failed(inferred) && !torch::hasTypeRule(view))
      inferred = torch::inferTypesByDecomposition(op, getNumbers(), reason);
    else if (failed(inferred))
      return false;
  }
  bool isList =
      llvm::any_of(schema.getReturns(), [](const torch::SchemaArg &result) {
        return result.type.isList;
      });
  if (succeeded(inferred) && isList && llvm::any_of(*inferred, isUntyped)) {
    reason = "the number of its results is known only at run time";
    return false;
  }
  // PyTorch's kernels have the same limit; a loop may add a dimension in each
  // iteration.
  constexpr int64_t maxRank = 64;
  if (succeeded(inferred) && llvm::any_of(*inferred, [](Type type) {
        auto tensor = dyn_cast<RankedTensorType>(type);
        return tensor && tensor.getRank() > maxRank;
      })) {
    reason =
        "a result has more than " + std::to_string(maxRank) + " dimensions";
    return false;
  }
  if (succeeded(inferred)) {
    types.append(inferred->begin(), inferred->end());
    return true;
  }
  for (const torch::SchemaArg &result : schema.getReturns()) {
    if (result.type.isList)
      return false;
    switch (result.type.kind) {
    case ArgKind::Bool:
      types.push_back(b.getI1Type());
      break;
    case ArgKind::Int:
    case ArgKind::SymInt:
      types.push_back(b.getI64Type());
      break;
    case ArgKind::Float:
    case ArgKind::Scalar:
      types.push_back(b.getF64Type());
      break;
    default:
      types.push_back(torch::UntypedType::get(ctx));
    }
  }
  return true;
}

/// Whether a tensor is an input of the model or a weight in row-major order, or
/// a view of one with another shape. An ONNX model has no other inputs.
static bool isRowMajorSource(Value tensor) {
  for (;;) {
    if (auto argument = dyn_cast<BlockArgument>(tensor))
      return isa_and_present<FunctionOpInterface>(
          argument.getOwner()->getParentOp());
    if (auto constant = tensor.getDefiningOp<torch::ConstantOp>()) {
      auto file = dyn_cast<weight::FileAttr>(constant.getValue());
      return !file || file.getStrides().empty();
    }
    auto op = tensor.getDefiningOp<torch::OperatorOp>();
    if (!op || !op.getSchema() || op.getInputs().empty())
      return false;
    torch::ViewKind kind = torch::getTraits(op).view;
    if (kind != torch::ViewKind::Same && kind != torch::ViewKind::Reshape &&
        !op->hasAttr(torch::TorchDialect::getIsViewAttrName()))
      return false;
    tensor = op.getInputs().front();
  }
}

/// Records that a reshape which copies elements only if their order in memory
/// differs is a view.
static void recordView(torch::OperatorOp op) {
  if (op.getSchema() && !op.getInputs().empty() &&
      torch::getTraits(op).view == torch::ViewKind::ReshapeOrCopy &&
      isRowMajorSource(op.getInputs().front()))
    op->setAttr(torch::TorchDialect::getIsViewAttrName(),
                BoolAttr::get(op.getContext(), true));
}

torch::OperatorOp Interpreter::addTypes(torch::OperatorOp op,
                                        ArrayRef<Type> types) {
  auto named = llvm::map_to_vector(types, [&](Type t) { return nameSizes(t); });
  auto typed = torch::OperatorOp::create(
      b, op.getLoc(), named, op.getTargetAttr(), op.getArgsAttr(),
      op.getArgNamesAttr(), op.getInputs(), /*bodiesCount=*/0);
  op.erase();
  recordView(typed);
  forgetWritten(typed);
  return typed;
}

torch::OperatorOp
Interpreter::build(Location loc, StringRef target,
                   ArrayRef<std::pair<StringRef, torch::ArgumentSpec>> args) {
  torch::OperatorOp op =
      torch::buildOperator(b, loc, target, TypeRange(), args);
  SmallVector<Type> types;
  std::string reason;
  if (inferTypes(op, types, reason))
    return addTypes(op, types);
  fail(loc, "'" + target + "' does not fit its operands: " + reason);
  op.erase();
  return {};
}

Value Interpreter::buildOne(
    Location loc, StringRef target,
    ArrayRef<std::pair<StringRef, torch::ArgumentSpec>> args) {
  bool isComplete = llvm::all_of(args, [](const auto &arg) {
    const auto *value = std::get_if<Value>(&arg.second);
    return !value || *value;
  });
  if (!isComplete)
    return {};
  torch::OperatorOp op = build(loc, target, args);
  return op && op->getNumResults() == 1 ? op->getResult(0) : Value();
}

torch::ArgumentSpec Interpreter::makeArgument(const Item &number) {
  if (Value value = number.getValue())
    return value;
  return number.getLiteral();
}

torch::ArgumentSpec Interpreter::makeInts(ArrayRef<int64_t> values) {
  SmallVector<OpFoldResult> list;
  for (int64_t value : values)
    list.push_back(b.getI64IntegerAttr(value));
  return list;
}

Value Interpreter::buildPlaceholder(Type type, Location loc) {
  if (type.isIntOrFloat())
    return getNumber(type.isF64()        ? makeFloat(0)
                     : type.isInteger(1) ? makeBool(false)
                                         : makeInt(0),
                     loc);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return {};
  SmallVector<int64_t> sizes(tensor.getShape());
  for (int64_t &size : sizes)
    size = ShapedType::isDynamic(size) ? 0 : size;
  return buildOne(loc, "aten.zeros.default",
                  {{"size", makeInts(sizes)},
                   {"dtype", TypeAttr::get(tensor.getElementType())}});
}

/// The Python function that an operator computes on 0-d tensors of numbers, by
/// which traced programs compute sizes; empty for other operators.
static StringRef getNumberFunction(const NodeCall &call) {
  StringRef kind = call.getKind();
  bool hasAlpha =
      (kind == "aten::add" || kind == "aten::sub") && call[2].getInt() != 1;
  if (hasAlpha)
    return "";
  if (kind == "aten::div")
    return call[2].getText() == "floor" ? "_operator.floordiv" : "";
  return llvm::StringSwitch<StringRef>(kind)
      .Case("aten::add", "_operator.add")
      .Case("aten::sub", "_operator.sub")
      .Case("aten::mul", "_operator.mul")
      .Case("aten::floor_divide", "_operator.floordiv")
      .Case("aten::remainder", "_operator.mod")
      .Case("aten::neg", "_operator.neg")
      .Default("");
}

/// The result of an operator on floats before it is rounded to their dtype;
/// nothing for other operators.
static std::optional<double> applyFloats(NodeCall &call, ArrayRef<double> x) {
  StringRef kind = call.getKind();
  if (x.size() == 1)
    return llvm::StringSwitch<std::optional<double>>(kind)
        .Cases({"aten::to", "aten::detach", "aten::clone", "prim::data"}, x[0])
        .Case("aten::floor", std::floor(x[0]))
        .Case("aten::ceil", std::ceil(x[0]))
        .Case("aten::trunc", std::trunc(x[0]))
        .Case("aten::neg", -x[0])
        .Default(std::nullopt);
  bool hasAlpha =
      (kind == "aten::add" || kind == "aten::sub") && call[2].getInt() != 1;
  if (hasAlpha || (kind == "aten::div" && call.size() > 2))
    return std::nullopt;
  return llvm::StringSwitch<std::optional<double>>(kind)
      .Case("aten::add", x[0] + x[1])
      .Case("aten::sub", x[0] - x[1])
      .Case("aten::mul", x[0] * x[1])
      .Case("aten::div", x[0] / x[1])
      .Default(std::nullopt);
}

/// Records the float result of an operator on known numbers, or the integer
/// converted from it. Rounding a sum, product or quotient of floats to double
/// and then to float gives the same float as in eager mode.
static void followFloat(NodeCall &call, Value result, Type dtype) {
  Interpreter &in = call.in;
  bool isInt = dtype.isInteger(64);
  bool isUnary =
      !(call.getKind() == "aten::add" || call.getKind() == "aten::sub" ||
        call.getKind() == "aten::mul" || call.getKind() == "aten::div");
  SmallVector<double> operands;
  bool hasTensor = false;
  for (size_t i = 0, e = isUnary ? 1 : 2; i < e; ++i) {
    std::optional<Item> number = in.getNumberOf(call[i]);
    hasTensor |= number.has_value();
    if (!number && call[i].isNumber())
      number = call[i];
    std::optional<double> value = number ? number->getFloat() : std::nullopt;
    if (!value || (isInt && !number->getNumberType().isF64()))
      return;
    // Operands are converted to the dtype of the result.
    operands.push_back(dtype.isF32() ? static_cast<float>(*value) : *value);
  }
  std::optional<double> known =
      hasTensor ? applyFloats(call, operands) : std::nullopt;
  if (!known || !std::isfinite(*known))
    return;
  if (!isInt)
    return in.setNumberOf(result, in.makeFloat(*known));
  // The conversion of other floats to integers is undefined.
  if (call.getKind() == "aten::to" && std::abs(*known) < 0x1p62)
    in.setNumberOf(result, in.makeInt(static_cast<int64_t>(*known)));
}

/// Records the number that an operator on numbers returns.
static void followNumber(NodeCall &call, Value result) {
  auto type = dyn_cast<RankedTensorType>(result.getType());
  if (!type || type.getRank() != 0)
    return;
  if (Type dtype = type.getElementType();
      dtype.isF32() || dtype.isF64() || dtype.isInteger(64))
    followFloat(call, result, dtype);
  if (!type.getElementType().isInteger(64))
    return;
  Interpreter &in = call.in;
  SmallVector<Item> operands;
  bool hasTensor = false;
  StringRef kind = call.getKind();
  bool isCopy = kind == "aten::to" || kind == "aten::detach" ||
                kind == "aten::clone" || kind == "aten::_cast_Long" ||
                kind == "prim::data";
  StringRef function = isCopy ? StringRef() : getNumberFunction(call);
  if (!isCopy && function.empty())
    return;
  for (size_t i = 0, e = isCopy || kind == "aten::neg" ? 1 : 2; i < e; ++i) {
    std::optional<Item> number = in.getNumberOf(call[i]);
    hasTensor |= number.has_value();
    if (!number && call[i].isNumber())
      number = call[i];
    if (!number || !number->getNumberType().isInteger(64))
      return;
    operands.push_back(*number);
  }
  if (!hasTensor)
    return;
  if (isCopy)
    return in.setNumberOf(result, operands.front());
  if (std::optional<Item> number =
          in.applyNumbers(function, operands, in.b.getI64Type(), call.loc))
    in.setNumberOf(result, *number);
}

Outcome Interpreter::convertArguments(NodeCall &call, StringRef target,
                                      const torch::Schema &schema,
                                      torch::ArgumentListBuilder &arguments) {
  ArrayRef<torch::SchemaArg> formals = schema.getArgs();
  if (call.size() != formals.size())
    return call.fail("'" + target + "' takes " + Twine(formals.size()) +
                     " arguments, found " + Twine(call.size()));
  for (auto [index, formal] : llvm::enumerate(formals)) {
    torch::ArgumentSpec argument;
    if (Outcome outcome = convertArgument(call, index, formal, argument);
        outcome != Outcome::Done)
      return outcome;
    arguments.addSpec(argument);
  }
  return Outcome::Done;
}

Outcome Interpreter::convertUnknown(NodeCall &call,
                                    torch::ArgumentListBuilder &arguments) {
  torch::ArgType any;
  for (size_t i = 0; i < call.size(); ++i) {
    any.kind = call[i].isTensor()          ? ArgKind::Tensor
               : call[i].isNumber()        ? ArgKind::Scalar
               : call[i].isA(Kind::String) ? ArgKind::String
                                           : ArgKind::Device;
    OpFoldResult argument;
    if (!convertScalar(call[i], any, argument, call.loc))
      return call.failOperand(i, "a tensor, a number or a string, as the "
                                 "operator has no schema");
    if (auto value = dyn_cast<Value>(argument))
      arguments.add(value);
    else
      arguments.add(cast<Attribute>(argument));
  }
  return Outcome::Done;
}

Outcome Interpreter::checkWrites(NodeCall &call, torch::OperatorOp op,
                                 const torch::Schema &schema) {
  torch::Arguments args(op);
  for (const torch::SchemaArg &formal : schema.getArgs())
    if (Value written = formal.isWritten ? args.getValue(formal.name) : Value())
      if (Outcome outcome = checkWrite(call, written); outcome != Outcome::Done)
        return outcome;
  return Outcome::Done;
}

Outcome Interpreter::returnWritten(NodeCall &call, const torch::Schema &schema,
                                   MutableArrayRef<Item> results) {
  for (auto [formal, result] : llvm::zip(schema.getReturns(), results))
    for (auto [index, argument] : llvm::enumerate(schema.getArgs())) {
      if (!argument.isWritten || argument.aliasSet != formal.aliasSet ||
          !call[index].isTensor())
        continue;
      Value self = call[index].getValue();
      if (self.getType() == result.getValue().getType())
        result = call[index];
      else if (Outcome outcome = rebind(call, self, result.getValue());
               outcome != Outcome::Done)
        return outcome;
    }
  return Outcome::Done;
}

void Interpreter::gatherList(const torch::Schema &schema,
                             std::vector<Item> &results) {
  ArrayRef<torch::SchemaArg> returns = schema.getReturns();
  const auto *list = llvm::find_if(
      returns, [](const auto &result) { return result.type.isList; });
  if (list == returns.end() || results.size() + 1 < returns.size())
    return;
  auto first = results.begin() + (list - returns.begin());
  auto last = results.end() - (returns.end() - list - 1);
  Item item = makeList({first, last}, types.get("Tensor"));
  results.insert(results.erase(first, last), std::move(item));
}

Outcome Interpreter::runOperator(NodeCall &call, StringRef target) {
  if (std::optional<Outcome> outcome = runOptional(call, target))
    return *outcome;
  target = torch::getCanonicalName(target);
  // Without a schema of LibTorch, an operator has any arguments.
  const torch::Schema *schema = torch::Schema::lookup(target);
  torch::ArgumentListBuilder arguments(ctx);
  Outcome converted = schema
                          ? convertArguments(call, target, *schema, arguments)
                          : convertUnknown(call, arguments);
  if (converted != Outcome::Done)
    return converted;
  ArrayAttr names;
  if (!schema)
    names = b.getArrayAttr(
        SmallVector<Attribute>(call.size(), b.getStringAttr("")));
  auto untyped = torch::OperatorOp::create(
      b, call.loc, TypeRange(), torch::TargetAttr::get(ctx, target),
      arguments.getArgs(), names, arguments.getOperands(), /*bodiesCount=*/0);
  SmallVector<Type> types;
  std::string reason;
  if (!schema) {
    types.assign(call.getNumResults(), torch::UntypedType::get(ctx));
  } else if (!inferTypes(untyped, types, reason)) {
    untyped.erase();
    return call.fail("'" + target + "' does not fit its operands: " + reason);
  }
  torch::OperatorOp op = addTypes(untyped, types);

  bool isMutable = schema && schema->isMutable();
  if (isMutable && !torch::writesNothing(target))
    if (Outcome outcome = checkWrites(call, op, *schema);
        outcome != Outcome::Done)
      return outcome;
  std::vector<Item> results;
  for (Value result : op->getResults())
    results.push_back(result.getType().isIntOrFloat()   ? simplifyNumber(result)
                      : isa<NoneType>(result.getType()) ? Item::none()
                                                        : Item::tensor(result));
  if (isMutable)
    if (Outcome outcome = returnWritten(call, *schema, results);
        outcome != Outcome::Done)
      return outcome;
  if (results.size() == 1 && results.front().isTensor())
    followNumber(call, op->getResult(0));
  if (schema)
    gatherList(*schema, results);
  return call.getNumResults() ? call.giveAll(results) : Outcome::Done;
}
