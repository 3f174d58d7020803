//===- ScriptOutputs.cpp - Outputs of a TorchScript program ---------------===//
//
// What 'forward' returns, flattened and named.
//
//===----------------------------------------------------------------------===//

#include "QuantizedOps.h"
#include "ScriptImporter.h"

#include "torch-onnx/Dialect/ONNX/IR/ControlOps.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/SequenceOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;

void ScriptImporter::addOutputName(StringRef name) {
  std::string output = name.empty() ? "output" : name.str();
  if (llvm::isDigit(output.front()))
    output = "output." + output;
  resultAttrs.push_back(b.getDictionaryAttr(
      b.getNamedAttr(onnx::kNameAttr, b.getStringAttr(getFreeName(output)))));
}

/// Makes a sequence of the tensors of a list of dynamic length.
Value ScriptImporter::makeSequence(const Cell &list) {
  Location loc = main.getLoc();
  auto split = [&](Value tensor, ArrayRef<AffineExpr> dims, Value sizes,
                   int64_t axis) -> Value {
    auto type = cast<RankedTensorType>(tensor.getType());
    return onnx::SplitToSequenceOp::create(
        b, loc,
        onnx::SequenceType::get(
            sym::getTensorType(dims, type.getElementType())),
        tensor, sizes, axis, /*keepdims=*/0);
  };
  auto getRows = [&](Value tensor) {
    SmallVector<AffineExpr> dims =
        sym::getDims(cast<RankedTensorType>(tensor.getType()));
    return split(tensor, ArrayRef(dims).drop_front(),
                 onnx::NoValueOp::create(b, loc, b.getNoneType()), 0);
  };
  if (!list.bounds)
    return getRows(list.stacked);
  auto getBounds = [&](int64_t start, int64_t end) {
    return in.buildOne(loc, "aten.slice.Tensor",
                       {{"self", list.bounds},
                        {"dim", b.getI64IntegerAttr(0)},
                        {"start", b.getI64IntegerAttr(start)},
                        {"end", b.getI64IntegerAttr(end)}});
  };
  Value ends = getBounds(1, std::numeric_limits<int64_t>::max()),
        begins = getBounds(0, -1);
  Value sizes = ends && begins
                    ? in.buildOne(loc, "aten.sub.Tensor",
                                  {{"self", ends}, {"other", begins}})
                    : Value();
  if (!sizes)
    return {};
  SmallVector<AffineExpr> dims =
      sym::getDims(cast<RankedTensorType>(list.stacked.getType()));
  int64_t axis = list.shapes ? 0 : list.axis;
  dims[axis] = {};
  Value parts = split(list.stacked, dims, sizes, axis);
  if (!list.shapes)
    return parts;
  // A loop gives each part its own shape.
  Value shapes = getRows(list.shapes);
  Type part = cast<onnx::SequenceType>(parts.getType()).getElementType();
  auto shape = cast<RankedTensorType>(
      cast<onnx::SequenceType>(shapes.getType()).getElementType());
  Type shaped = sym::getTensorType(SmallVector<AffineExpr>(shape.getDimSize(0)),
                                   getElementTypeOrSelf(part));
  Type type = onnx::SequenceType::get(shaped);
  Type index = RankedTensorType::get({}, b.getI64Type()),
       truth = RankedTensorType::get({}, b.getI1Type());
  Value count = onnx::SequenceLengthOp::create(b, loc, index, parts);
  Value empty = onnx::SequenceEmptyOp::create(
      b, loc, type, TypeAttr::get(getElementTypeOrSelf(part)));
  Value none = onnx::NoValueOp::create(b, loc, b.getNoneType());
  auto loop = onnx::LoopOp::create(b, loc, TypeRange{type}, count, none,
                                   ValueRange{empty});
  OpBuilder::InsertionGuard guard(b);
  Block *body =
      b.createBlock(&loop.getBody(), {}, {index, truth, type}, {loc, loc, loc});
  Value at = body->getArgument(0);
  Value element = onnx::ReshapeOp::create(
      b, loc, shaped, onnx::SequenceAtOp::create(b, loc, part, parts, at),
      onnx::SequenceAtOp::create(b, loc, shape, shapes, at), /*allowzero=*/1);
  none = onnx::NoValueOp::create(b, loc, b.getNoneType());
  Value longer = onnx::SequenceInsertOp::create(
      b, loc, type, body->getArgument(2), element, none);
  onnx::YieldOp::create(b, loc, ValueRange{body->getArgument(1), longer});
  return loop->getResult(0);
}

/// Makes an optional of a tensor that may be None.
Value ScriptImporter::makeOptional(const Item &item) {
  Location loc = main.getLoc();
  auto makeTensor = [&](const Item &item) -> Value {
    if (!item.isNumber() || !item.getNumberType().isIntOrFloat())
      return item.isTensor() ? item.getValue() : Value();
    Type type = item.getNumberType();
    if (type.isF64())
      type = b.getF32Type();
    return in.buildOne(
        loc, "aten.scalar_tensor.default",
        {{"s", in.makeArgument(item)}, {"dtype", TypeAttr::get(type)}});
  };
  Value flag = makeTensor(item.getElements()[0]),
        value = makeTensor(item.getElements()[1]);
  if (!flag || !value || Interpreter::isQuantized(item.getElements()[1]))
    return {};
  Type type = onnx::OptionalType::get(value.getType());
  auto branch = onnx::IfOp::create(b, loc, TypeRange{type}, flag);
  OpBuilder::InsertionGuard guard(b);
  auto fill = [&](Region &region, Value held, TypeAttr absent) {
    b.createBlock(&region);
    if (!held)
      held = onnx::NoValueOp::create(b, loc, b.getNoneType());
    Value optional = onnx::OptionalOp::create(b, loc, type, held, absent);
    onnx::YieldOp::create(b, loc, optional);
  };
  fill(branch.getThenBranch(), value, {});
  fill(branch.getElseBranch(), {}, TypeAttr::get(value.getType()));
  return branch->getResult(0);
}

/// The name of a part of an output.
static std::string getPartName(const std::string &name, const Twine &key) {
  return name.empty() ? key.str() : name + "." + key.str();
}

LogicalResult ScriptImporter::addTuple(const Item &item,
                                       const std::string &name) {
  // Elements of a named tuple have the names of its fields.
  SmallVector<StringRef> fields;
  if (!item.getText().empty()) {
    llvm::Expected<const libtorch::ScriptClass *> type =
        code.getClass(item.getText());
    if (type)
      for (const libtorch::ScriptField &field :
           ArrayRef((*type)->fields, (*type)->numFields))
        fields.push_back(getText(field.name));
    else
      llvm::consumeError(type.takeError());
  }
  for (auto [index, element] : llvm::enumerate(item.getElements()))
    if (failed(addOutput(element, index < fields.size()
                                      ? getPartName(name, fields[index])
                                      : getPartName(name, Twine(index)))))
      return failure();
  return success();
}

LogicalResult ScriptImporter::addList(const Item &item,
                                      const std::string &name) {
  const Cell &cell = in.getCell(item);
  // Numbers become one tensor, because ONNX has no type for sequences of
  // numbers.
  using T = ScriptType::Kind;
  if (cell.stacked && cell.elementType && !cell.elementType->isA(T::Tensor)) {
    Value numbers = cell.stacked;
    if (cast<RankedTensorType>(numbers.getType()).getElementType().isF64())
      numbers = in.buildOne(
          main.getLoc(), "aten.to.dtype",
          {{"self", numbers}, {"dtype", TypeAttr::get(b.getF32Type())}});
    return addOutput(Item::tensor(numbers), name);
  }
  if (std::optional<std::vector<Item>> items =
          in.expandItems(item, main.getLoc())) {
    for (auto [index, element] : llvm::enumerate(*items))
      if (failed(addOutput(element, getPartName(name, Twine(index)))))
        return failure();
    return success();
  }
  if (cell.conflict)
    return error("an output cannot be given: " + cell.conflict.getValue());
  results.push_back(makeSequence(cell));
  if (!results.back())
    return error("an output is a list that cannot be an ONNX sequence");
  addOutputName(name);
  return success();
}

LogicalResult ScriptImporter::addDict(const Item &item,
                                      const std::string &name) {
  const Cell &cell = in.getCell(item);
  if (cell.conflict)
    return error("an output cannot be given: " + cell.conflict.getValue());
  for (auto [key, element] : llvm::zip_equal(cell.keys, cell.items)) {
    std::string text =
        key.getInt() ? std::to_string(*key.getInt()) : key.getText().str();
    if (failed(addOutput(element, getPartName(name, text))))
      return failure();
  }
  return success();
}

/// Adds the integers, the scale and the zero point of a quantized tensor.
LogicalResult ScriptImporter::addQuantized(const Item &item,
                                           const std::string &name) {
  std::optional<Quantizer> quantizer = getQuantizer(item);
  if (!quantizer)
    return error("an output is a tensor that is quantized per channel; "
                 "expected its dequantize() or its int_repr()");
  Location loc = main.getLoc();
  auto makeTensor = [&](const torch::ArgumentSpec &number, Type dtype) {
    const auto *value = std::get_if<Value>(&number);
    bool isTensor = value && isa<RankedTensorType>(value->getType());
    return in.buildOne(
        loc, isTensor ? "aten.to.dtype" : "aten.scalar_tensor.default",
        {{isTensor ? "self" : "s", number}, {"dtype", TypeAttr::get(dtype)}});
  };
  std::pair<StringRef, Value> parts[] = {
      {"value", buildIntegers(in, loc, item.getValue(), *quantizer)},
      {"scale", makeTensor(quantizer->scale, b.getF64Type())},
      {"zero_point", makeTensor(quantizer->zeroPoint, b.getI64Type())}};
  for (auto [key, value] : parts) {
    if (!value)
      return error(in.getFailure()->message);
    results.push_back(value);
    addOutputName(getPartName(name.empty() ? "output" : name, key));
  }
  return success();
}

LogicalResult ScriptImporter::addOutput(const Item &item,
                                        const std::string &name) {
  switch (item.getKind()) {
  case Kind::None:
    return success();
  case Kind::Tensor:
  case Kind::Number: {
    if (Interpreter::isQuantized(item))
      return addQuantized(item, name);
    Value value =
        item.isTensor() ? item.getValue() : in.getNumber(item, main.getLoc());
    if (!value)
      return error("an output is " + item.describe() +
                   ", expected tensors and numbers");
    // A float becomes f32, as by torch.tensor().
    if (value.getType().isF64())
      value = arith::TruncFOp::create(b, main.getLoc(), b.getF32Type(), value);
    results.push_back(value);
    addOutputName(name);
    return success();
  }
  case Kind::Maybe: {
    results.push_back(makeOptional(item));
    if (!results.back())
      return error("an output is None or " + item.getElements()[1].describe() +
                   ", depending on a condition at run time; expected a tensor "
                   "or a number");
    addOutputName(name);
    return success();
  }
  case Kind::Conflict:
    return error("an output cannot be given: " + item.getText());
  case Kind::Tuple:
    return addTuple(item, name);
  case Kind::List:
    return addList(item, name);
  case Kind::Dict:
    return addDict(item, name);
  default:
    return error("an output is " + item.describe() +
                 ", expected tensors and numbers, and tuples, lists and "
                 "dictionaries of them");
  }
}
