//===- InterpreterNumbers.cpp - Arithmetic on static and dynamic numbers --===//
//
// Arithmetic on numbers uses the arith dialect, whose folders evaluate static
// numbers at import. Conditions on dynamic integers are decided by their
// expressions over input sizes.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Import/Support/SymbolicNumbers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace torch_onnx;

Value Interpreter::getNumber(const Item &number, Location loc) {
  if (Value value = number.getValue())
    return value;
  auto literal = dyn_cast_if_present<TypedAttr>(number.getLiteral());
  if (!literal || !literal.getType().isIntOrFloat())
    return {};
  return arith::ConstantOp::create(b, loc, literal);
}

Item Interpreter::simplifyNumber(Value number) {
  Attribute literal;
  if (matchPattern(number, m_Constant(&literal)) && isa<TypedAttr>(literal))
    return Item::number(literal);
  if (number.getType().isInteger(64)) {
    AffineExpr expr = getNumbers().get(number);
    if (auto constant = dyn_cast_if_present<AffineConstantExpr>(expr))
      return makeInt(constant.getValue());
    // A number that depends on data becomes a symbol, so that it can be a size.
    Operation *op = number.getDefiningOp();
    if (!expr && op && op->getNumResults() == 1 && op->getNumRegions() == 0) {
      op->setAttr(torch::TorchDialect::getExprsAttrName(),
                  sym::DimsAttr::get(ctx, makeSymbol(/*isSize=*/false)));
      forgetNumbers();
    }
  } else if (number.getType().isInteger(1)) {
    if (std::optional<bool> truth = getNumbers().isTrue(number))
      return makeBool(*truth);
  }
  return Item::number(number);
}

/// Folds each operation of a block; returns the value of `result` after that.
static Value foldBlock(Block &block, Value result) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    SmallVector<OpFoldResult> folded;
    if (op.hasTrait<OpTrait::ConstantLike>() || op.getNumResults() != 1 ||
        failed(op.fold(folded)) || folded.size() != 1)
      continue;
    auto value = dyn_cast<Value>(folded.front());
    if (!value) {
      OpBuilder b(&op);
      value = arith::ConstantOp::create(
          b, op.getLoc(), cast<TypedAttr>(cast<Attribute>(folded.front())));
    }
    if (result == op.getResult(0))
      result = value;
    op.getResult(0).replaceAllUsesWith(value);
  }
  return result;
}

std::optional<Item> Interpreter::applyNumbers(StringRef function,
                                              ArrayRef<Item> operands,
                                              Type type, Location loc) {
  // If all operands are literals, the operations are built outside of the
  // program and folded.
  bool isLiteral = llvm::all_of(
      operands, [](const Item &item) { return bool(item.getLiteral()); });
  Block scratch;
  Value result;
  {
    OpBuilder::InsertionGuard guard(b);
    if (isLiteral)
      b.setInsertionPointToEnd(&scratch);
    SmallVector<Value> values;
    for (const Item &operand : operands) {
      values.push_back(getNumber(operand, loc));
      if (!values.back())
        return std::nullopt;
    }
    result = buildSymbolicOperator(b, loc, function, values, type);
  }
  if (!result)
    return std::nullopt;
  if (!isLiteral) {
    // x and True
    Operation *op = result.getDefiningOp();
    SmallVector<OpFoldResult> folded;
    if (op && op->use_empty() && op->getNumResults() == 1 &&
        succeeded(op->fold(folded)) && folded.size() == 1)
      if (auto value = dyn_cast<Value>(folded.front());
          value && value != result) {
        op->erase();
        forgetNumbers();
        result = value;
      }
    return simplifyNumber(result);
  }
  result = foldBlock(scratch, result);
  Attribute literal;
  if (matchPattern(result, m_Constant(&literal)))
    return Item::number(literal);
  // No folder applies, so the operations move into the program.
  while (!scratch.empty()) {
    Operation *op = &scratch.front();
    op->remove();
    b.insert(op);
  }
  return Item::number(result);
}

std::optional<Item>
Interpreter::applyNumbers(StringRef function,
                          std::initializer_list<std::optional<Item>> operands,
                          Type type, Location loc) {
  SmallVector<Item> given;
  for (const std::optional<Item> &operand : operands) {
    if (!operand)
      return std::nullopt;
    given.push_back(*operand);
  }
  return applyNumbers(function, ArrayRef(given), type, loc);
}

std::optional<Item> Interpreter::readNumber(Value tensor, Location loc) {
  Value number = buildOne(loc, "aten.item.default", {{"self", tensor}});
  return number ? std::optional(simplifyNumber(number)) : std::nullopt;
}

AffineExpr Interpreter::getExpr(const Item &number) {
  if (std::optional<int64_t> literal = number.getInt())
    return b.getAffineConstantExpr(*literal);
  return number.getValue() && number.getValue().getType().isInteger(64)
             ? getNumbers().get(number.getValue())
             : AffineExpr();
}

Item Interpreter::getSize(Value tensor, int64_t axis, Location loc) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(axis))
    return makeInt(type.getDimSize(axis));
  Value size = buildOne(loc, "aten.sym_size.int",
                        {{"self", tensor}, {"dim", b.getI64IntegerAttr(axis)}});
  return size ? simplifyNumber(size) : Item::undefined();
}

std::optional<Item> Interpreter::getNumberOf(const Item &tensor) {
  if (!tensor.isTensor())
    return std::nullopt;
  auto it = numberOf.find(tensor.getValue());
  return it == numberOf.end() ? std::nullopt : std::optional(it->second);
}

void Interpreter::setNumberOf(Value tensor, Item number) {
  Type dtype = cast<RankedTensorType>(tensor.getType()).getElementType();
  auto floatType = dyn_cast<FloatType>(dtype);
  if (std::optional<double> literal = number.getFloat(); floatType && literal) {
    // The tensor holds the number rounded to its dtype.
    llvm::APFloat value(*literal);
    bool isLost;
    for (const llvm::fltSemantics *semantics :
         {&floatType.getFloatSemantics(), &llvm::APFloat::IEEEdouble()})
      value.convert(*semantics, llvm::APFloat::rmNearestTiesToEven, &isLost);
    number = makeFloat(value.convertToDouble());
  } else if (number.getNumberType() != dtype) {
    return;
  }
  numberOf[tensor] = std::move(number);
}

bool Interpreter::restoreNumbers(NumbersOf &saved) {
  size_t count = saved.size();
  NumbersOf kept;
  for (const auto &[tensor, number] : saved)
    if (numberOf.contains(tensor))
      kept.insert({tensor, number});
  saved = std::move(kept);
  numberOf = saved;
  return saved.size() != count;
}

/// The tensor that owns the memory of `value`; null if unknown.
static Value getMemory(Value value) {
  while (true) {
    auto op = value.getDefiningOp<torch::OperatorOp>();
    if (!op)
      return value.getDefiningOp<torch::ConstantOp>() ? value : Value();
    const torch::Schema *schema = op.getSchema();
    if (!schema || schema->getReturns().empty())
      return {};
    ArrayRef<torch::SchemaArg> returns = schema->getReturns();
    // A list has a result for each element.
    unsigned index = cast<OpResult>(value).getResultNumber();
    const torch::SchemaArg &result =
        returns.size() == 1 ? returns.front() : returns[index];
    if (result.aliasSet.empty())
      return schema->isView() ? Value() : value;
    auto viewed = llvm::find_if(schema->getArgs(), [&](const auto &formal) {
      return formal.aliasSet == result.aliasSet;
    });
    value = viewed != schema->getArgs().end()
                ? torch::Arguments(op).getValue(viewed->name)
                : Value();
    if (!value)
      return {};
  }
}

void Interpreter::forgetWritten(torch::OperatorOp op) {
  const torch::Schema *schema = op.getSchema();
  if (!schema || !schema->isMutable() || numberOf.empty())
    return;
  torch::Arguments args(op);
  for (const torch::SchemaArg &formal : schema->getArgs()) {
    if (!formal.isWritten)
      continue;
    Value written = args.getValue(formal.name);
    Value memory = written ? getMemory(written) : Value();
    auto type = written ? dyn_cast<RankedTensorType>(written.getType())
                        : RankedTensorType();
    NumbersOf kept;
    for (const auto &[tensor, number] : numberOf) {
      auto known = cast<RankedTensorType>(tensor.getType());
      Value other = memory ? getMemory(tensor) : Value();
      if ((type && type.getElementType() != known.getElementType()) ||
          (other && other != memory))
        kept.insert({tensor, number});
    }
    numberOf = std::move(kept);
  }
}

std::optional<bool> Interpreter::getTruth(const Item &condition) {
  if (std::optional<double> literal = condition.getFloat())
    return *literal != 0;
  if (condition.isNumber() && condition.getNumberType().isInteger(1) &&
      condition.getValue())
    return getNumbers().isTrue(condition.getValue());
  if (std::optional<Item> number = getNumberOf(condition))
    return getTruth(*number);
  return std::nullopt;
}

std::optional<bool> Interpreter::getTruthOfNonEmpty(const Item &condition) {
  if (!condition.isNumber() || !condition.getNumberType().isInteger(1) ||
      !condition.getValue())
    return std::nullopt;
  sym::Ranges ranges = getNumbers().getRanges();
  for (auto &entry : ranges)
    if (entry.second.min == 0 && entry.second.max > 0)
      entry.second.min = 1;
  return torch::NumberExprs(std::move(ranges)).isTrue(condition.getValue());
}

Value Interpreter::getCondition(const Item &condition, Location loc) {
  if (condition.isTensor()) {
    auto type = dyn_cast<RankedTensorType>(condition.getValue().getType());
    return type && type.getRank() == 0 ? condition.getValue() : Value();
  }
  if (!condition.isNumber())
    return {};
  Type type = condition.getNumberType();
  if (type.isInteger(1))
    return getNumber(condition, loc);
  std::optional<Item> isNonZero =
      applyNumbers("_operator.ne", {condition, makeInt(0)}, b.getI1Type(), loc);
  return isNonZero ? getNumber(*isNonZero, loc) : Value();
}
