//===- Float4Rules.cpp - Operators on pairs of 4-bit numbers --------------===//
//
// See Float4Rules.h. An operator that does not use the last dimension is called
// on the flat numbers. For an operator across the last dimension, each pair
// becomes a trailing dimension of size 2, so no pair is split.
//
//===----------------------------------------------------------------------===//

#include "Float4Rules.h"

#include "torch-onnx/Arithmetic/Shapes.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Inference/Float4.h"
#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"
#include "torch-onnx/Dialect/Weight/IR/Views.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

static Type getFloat4(MLIRContext *ctx) { return Float4E2M1FNType::get(ctx); }

static AffineExpr doubled(AffineExpr size) {
  return size ? sym::mul(size, 2) : AffineExpr();
}

/// The sizes of the numbers of a tensor of pairs; a 0-d tensor has two numbers.
static SmallVector<AffineExpr> getFlatDims(RankedTensorType pairs) {
  SmallVector<AffineExpr> dims = sym::getDims(pairs);
  if (dims.empty())
    dims.push_back(getAffineConstantExpr(1, pairs.getContext()));
  dims.back() = doubled(dims.back());
  return dims;
}

RankedTensorType torch::getFloat4Type(RankedTensorType pairs) {
  return sym::getTensorType(getFlatDims(pairs), getFloat4(pairs.getContext()));
}

/// The same bytes as elements of another type of equal size; null if the bytes
/// are unavailable.
static ElementsAttr retype(ElementsAttr elements, RankedTensorType type) {
  if (auto weight = dyn_cast<weight::FileAttr>(elements))
    return weight::FileAttr::get(type, weight.getFile(), weight.getOffset(),
                                 weight.getStrides());
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  return {};
}

ElementsAttr torch::getFloat4Numbers(ElementsAttr elements) {
  auto pairs = cast<RankedTensorType>(elements.getType());
  auto byte = IntegerType::get(pairs.getContext(), 8, IntegerType::Unsigned);
  ElementsAttr packed =
      retype(elements, RankedTensorType::get(pairs.getShape(), byte));
  if (!packed)
    return {};
  auto numbers =
      weight::makeExpr(getFloat4Type(pairs), weight::ExprKind::Unpack, packed);
  return failed(numbers) ? ElementsAttr() : *numbers;
}

/// The bytes of a constant of one-byte elements as elements of another type;
/// null if the width differs.
static ElementsAttr getBytesAs(ElementsAttr elements, Type to) {
  if (auto expr = dyn_cast<weight::ExprAttr>(elements);
      expr && expr.getKind() == weight::ExprKind::Unpack)
    elements = expr.getOperands().front();
  ShapedType from = elements.getShapedType();
  auto isByte = [](Type type) {
    return type.isIntOrFloat() && type.getIntOrFloatBitWidth() == 8;
  };
  if (!isByte(from.getElementType()) || !isByte(to))
    return {};
  if (auto dense = dyn_cast<DenseElementsAttr>(elements))
    return dense.bitcast(to);
  return retype(elements, RankedTensorType::get(from.getShape(), to));
}

namespace {
/// Builds the replacement of one operator, and erases it if there is none.
class Float4Rewrite : RuleRewrite {
public:
  Float4Rewrite(OperatorOp op, const sym::Ranges &ranges, PairTypes &pairTypes);

  /// Returns nothing on success, else the reason.
  std::optional<std::string> run();

private:
  SmallVector<Value> build();
  SmallVector<Value> buildCarrying();
  SmallVector<Value> buildSame();
  Value buildPermute();
  Value buildExpand();
  SmallVector<Value> buildAlong(Carry carry);
  Value buildSliceOfLast();
  Value buildRepeat();
  SmallVector<Value> buildRows();
  SmallVector<Value> buildWhere();
  SmallVector<Value> buildAssign();
  Value buildBitcast();
  Value castConstant(Value value);
  Value buildZeros();
  SmallVector<Value> buildSize();
  SmallVector<Value> buildNumElements();
  Value finish(Value value, RankedTensorType type);

  /// The declared type of a tensor of pairs; null for other values.
  RankedTensorType getPairs(Value value) const {
    return value ? pairTypes.lookup(value) : RankedTensorType();
  }
  RankedTensorType getResult(unsigned index = 0) {
    return cast<RankedTensorType>(op->getResult(index).getType());
  }
  MLIRContext *getContext() { return op.getContext(); }
  Type getUnsigned(unsigned width) {
    return IntegerType::get(getContext(), width, IntegerType::Unsigned);
  }

  /// An argument that is a tensor of pairs; refuses other arguments.
  Value get(StringRef name);
  Value reshape(Value value, ArrayRef<AffineExpr> dims) {
    return b.view(value, b.sizes(dims));
  }
  Value expand(Value value, ArrayRef<AffineExpr> dims) {
    return b.expand(value, b.sizes(dims));
  }
  /// Moves the numbers of each pair to a dimension of their own.
  Value split(Value value, bool isWide = true);
  /// The inverse of split(): the numbers of a tensor of pairs.
  Value join(Value value, RankedTensorType pairs) {
    return reshape(value, getFlatDims(pairs));
  }
  // ONNX has Reshape and Transpose on these numbers, but no operators that
  // select or concatenate. These run in f16, which represents all values.
  Value widen(Value value) {
    return b.cast(getAsMoved(value), builder.getF16Type());
  }
  Value narrow(Value value) { return b.cast(value, getFloat4(getContext())); }
  /// The f16 value from which the operand was narrowed, if any, so that a chain
  /// of operators stays in f16.
  Value getAsMoved(Value value);
  /// Calls the operator with its tensors of pairs as numbers or, with
  /// `isSplit`, with each pair in a dimension of its own, and with overrides
  /// for some arguments.
  SmallVector<Value> callAgain(bool isSplit,
                               RuleBuilder::Overrides replaced = {});

  PairTypes &pairTypes;
  RuleBuilder b;
  const Arguments &args = b.getArguments();
};

} // namespace

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Float4Rewrite::Float4Rewrite(OperatorOp op, const sym::Ranges &ranges,
                             PairTypes &pairTypes)
    : RuleRewrite(op, ranges, "float4_e2m1fn_x2"), pairTypes(pairTypes),
      b(builder, op, numbers) {
  for (Value operand : op.getInputs())
    b.useSizesOf(operand);
}

Value Float4Rewrite::get(StringRef name) {
  Value value = args.getValue(name);
  if (value && getPairs(value))
    return value;
  b.refuse("expected '" + name +
           "' to be a tensor of float4_e2m1fn_x2, found " +
           args.describe(name));
  return {};
}

/// The operand of narrow().
Value Float4Rewrite::getAsMoved(Value value) {
  if (auto cast = value ? value.getDefiningOp<OperatorOp>() : OperatorOp();
      cast && cast.getTarget() == "aten._to_copy.default")
    if (Value from = Arguments(cast).getValue("self");
        from && TorchBuilder::getType(from).getElementType().isF16())
      return from;
  return value;
}

Value Float4Rewrite::split(Value value, bool isWide) {
  if (b.isRefused())
    return {};
  RankedTensorType pairs = getPairs(value);
  value = isWide ? widen(value) : getAsMoved(value);
  // The two numbers of a 0-d tensor have that form already.
  if (pairs.getRank() == 0)
    return value;
  SmallVector<AffineExpr> dims = sym::getDims(pairs);
  dims.push_back(getAffineConstantExpr(2, getContext()));
  return reshape(value, dims);
}

SmallVector<Value> Float4Rewrite::callAgain(bool isSplit,
                                            RuleBuilder::Overrides replaced) {
  return b.again(op.getTarget(), replaced, [&](OpFoldResult argument) {
    auto value = dyn_cast<Value>(argument);
    if (!value || !getPairs(value))
      return argument;
    return OpFoldResult(isSplit ? split(value) : widen(value));
  });
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

SmallVector<Value> Float4Rewrite::buildSame() {
  Value value = get(getElements(op.getSchema()).front());
  b.expectEvaluation();
  if (!b.isRefused() && !isFloat4PairTensor(op->getResult(0).getType()))
    b.refuse("expected the dtype float4_e2m1fn_x2, which PyTorch converts to "
             "no other one, found " +
             llvm::to_string(getElementTypeOrSelf(op->getResult(0).getType())));
  return {value};
}

Value Float4Rewrite::buildPermute() {
  Value value = get("self");
  if (b.isRefused())
    return {};
  int64_t rank = getPairs(value).getRank();
  SmallVector<int64_t> order = b.getOrder(rank);
  if (b.isRefused() || llvm::is_sorted(order))
    return b.isRefused() ? Value() : value;
  if (order.back() == rank - 1)
    return b.permute(getAsMoved(value), order);
  order.push_back(rank);
  return join(b.permute(split(value, /*isWide=*/false), order), getResult());
}

Value Float4Rewrite::buildExpand() {
  Value value = get("self");
  if (b.isRefused())
    return {};
  RankedTensorType from = getPairs(value), to = getResult();
  SmallVector<AffineExpr> dims = sym::getDims(to);
  if (from.getRank() != 0 &&
      sym::isKnownEqual(sym::getDims(from).back(), dims.back()))
    return expand(widen(value), getFlatDims(to));
  dims.push_back(getAffineConstantExpr(2, getContext()));
  return join(expand(split(value), dims), to);
}

/// A slice of the last dimension with step 1 and constant bounds becomes a
/// slice of the numbers.
Value Float4Rewrite::buildSliceOfLast() {
  auto getBound = [&](StringRef name,
                      int64_t ifNone) -> std::optional<int64_t> {
    std::optional<int64_t> bound =
        args.has(name) ? args.getInt(name) : std::optional(ifNone);
    constexpr int64_t isAll = std::numeric_limits<int64_t>::max();
    if (!bound || *bound == isAll)
      return bound;
    constexpr int64_t limit = isAll / 4;
    return *bound > limit || *bound < -limit ? std::nullopt
                                             : std::optional(2 * *bound);
  };
  std::optional<int64_t> start = getBound("start", 0);
  std::optional<int64_t> end =
      getBound("end", std::numeric_limits<int64_t>::max());
  if (op.getTarget() != "aten.slice.Tensor" || !start || !end ||
      args.getInt("step") != 1)
    return {};
  Value value = get("self");
  return b.isRefused() ? Value()
                       : b.call("aten.slice.Tensor",
                                {widen(value), getPairs(value).getRank() - 1,
                                 *start, *end, 1});
}

/// Calls an operator along the dimensions that the operator table lists. If one
/// of them is the last dimension, each pair becomes a dimension of its own.
SmallVector<Value> Float4Rewrite::buildAlong(Carry carry) {
  // The tensors of a list have equal ranks (except for cat, which skips empty
  // vectors).
  bool isCat = getTraits(op).fold == FoldKind::Cat;
  RankedTensorType pairs;
  for (Value operand : op.getInputs()) {
    RankedTensorType type = getPairs(operand);
    if (type && pairs && type.getRank() != pairs.getRank() && isCat) {
      b.refuse("expected 'tensors' to have one rank, found " +
               llvm::to_string(pairs) + " and " + llvm::to_string(type));
      return {};
    }
    if (type && !pairs)
      pairs = type;
  }
  if (!pairs) {
    b.refuse("expected a tensor of float4_e2m1fn_x2, found none");
    return {};
  }
  for (StringRef name : getElements(op.getSchema()))
    if (!args.getList(name))
      get(name);
  if (b.isRefused())
    return {};
  int64_t rank = pairs.getRank(), newRank = rank + (carry == Carry::AlongNew);
  bool isCut = rank == 0 || carry == Carry::Appends;
  for (StringRef name : getTraits(op).axes) {
    // A 0-d tensor has no dimensions to flip or roll.
    if (rank == 0 && args.getList(name))
      return {get(getElements(op.getSchema()).front())};
    isCut |= !isCat &&
             llvm::is_contained(b.getGivenAxes(name, newRank), newRank - 1);
  }
  auto axes = b.getAxisArguments(newRank, /*offset=*/0);
  if (b.isRefused())
    return {};
  if (isCut && rank != 0)
    if (Value slice = buildSliceOfLast())
      return {slice};
  SmallVector<Value> results = callAgain(isCut, axes);
  if (b.isRefused() || results.size() != op->getNumResults() || !isCut)
    return results;
  for (auto [index, result] : llvm::enumerate(results)) {
    // The pairs precede the dimension that the view appends.
    if (carry == Carry::Appends)
      result = b.transpose(result);
    result = join(result, getResult(index));
  }
  return results;
}

Value Float4Rewrite::buildRepeat() {
  Value value = get("self");
  StringRef name = op.getSchema()->getArgs()[1].name;
  auto repeats = args.getList(name);
  if (!b.isRefused() && !repeats)
    b.refuse("expected '" + name + "' to be a list, found " +
             args.describe(name));
  if (b.isRefused())
    return {};
  // The whole last dimension is repeated. A 0-d tensor has none.
  if (getPairs(value).getRank() != 0) {
    SmallVector<Value> results = callAgain(/*isSplit=*/false);
    return b.isRefused() ? Value() : results[0];
  }
  repeats->push_back(builder.getI64IntegerAttr(1));
  SmallVector<Value> results =
      callAgain(/*isSplit=*/true, {{name, ArgumentSpec(*repeats)}});
  return b.isRefused() ? Value() : join(results[0], getResult());
}

// aten::embedding(Tensor weight, Tensor indices, ...) -> Tensor
SmallVector<Value> Float4Rewrite::buildRows() {
  get("weight");
  return b.isRefused() ? SmallVector<Value>() : callAgain(/*isSplit=*/false);
}

// aten::where.self(Tensor condition, Tensor self, Tensor other) -> Tensor
SmallVector<Value> Float4Rewrite::buildWhere() {
  Value x = get("self"), y = get("other");
  if (b.isRefused())
    return {};
  Value condition = b.unsqueeze(args.getValue("condition"), -1);
  return {join(b.where(condition, split(x), split(y)), getResult())};
}

// aten::copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor
SmallVector<Value> Float4Rewrite::buildAssign() {
  Value source = get("src");
  RankedTensorType to = getResult();
  SmallVector<AffineExpr> dims = sym::getDims(to);
  dims.push_back(getAffineConstantExpr(2, getContext()));
  if (b.isRefused() || getPairs(source) == to)
    return {source};
  return {join(expand(split(source), dims), to)};
}

/// The bytes of a constant do not change.
Value Float4Rewrite::castConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  Type to = getResult().getElementType();
  bool toPairs = arithmetic::isFloat4Pair(to);
  ElementsAttr elements =
      constant ? getBytesAs(constant.getValue(), toPairs ? getUnsigned(8) : to)
               : ElementsAttr();
  if (toPairs && elements) {
    auto numbers = weight::makeExpr(getFloat4Type(getResult()),
                                    weight::ExprKind::Unpack, elements);
    elements = failed(numbers) ? ElementsAttr() : *numbers;
  }
  if (!elements)
    return {};
  StringAttr name = constant->hasOneUse() ? constant.getNameAttr() : nullptr;
  return ConstantOp::create(builder, b.getLoc(), elements.getType(), name,
                            elements);
}

/// Casts through 4-bit integers to integers of the width of the other type.
Value Float4Rewrite::buildBitcast() {
  Value value = args.getValue("self");
  if (!value || !isa<RankedTensorType>(value.getType()))
    return b.refuse("expected 'self' to be a tensor, found " +
                    args.describe("self"));
  Type to = getResult().getElementType();
  if (arithmetic::isFloat4Pair(to) != bool(getPairs(value)))
    if (Value constant = castConstant(value))
      return constant;
  if (RankedTensorType pairs = getPairs(value)) {
    if (arithmetic::isFloat4Pair(to))
      return value;
    if (!to.isIntOrFloat() || to.isInteger(1))
      return b.refuse(
          "expected 'dtype' to be a number of 8, 16, 32 or 64 bits for "
          "the bytes of float4_e2m1fn_x2, found " +
          args.describe("dtype"));
    Type whole = getUnsigned(to.getIntOrFloatBitWidth());
    value = b.call("aten.view.dtype", {value, getUnsigned(4)});
    value = b.call("aten.view.dtype", {value, whole});
    if (to != whole)
      value = b.call("aten.view.dtype", {value, to});
    return pairs.getRank() == 0 ? reshape(value, {}) : value;
  }
  Type from = TorchBuilder::getType(value).getElementType();
  if (!from.isIntOrFloat() || from.isInteger(1))
    return b.refuse(
        "expected 'self' to have elements of 8, 16, 32 or 64 bits for a "
        "view as float4_e2m1fn_x2, found " +
        args.describe("self"));
  Type whole = getUnsigned(from.getIntOrFloatBitWidth());
  if (from != whole)
    value = b.call("aten.view.dtype", {value, whole});
  if (getResult().getRank() == 0)
    value = reshape(value, {getAffineConstantExpr(1, getContext())});
  value = b.call("aten.view.dtype", {value, getUnsigned(4)});
  return b.call("aten.view.dtype", {value, getFloat4(getContext())});
}

/// A small tensor becomes a constant, so that no operator needs to support the
/// type.
Value Float4Rewrite::buildZeros() {
  RankedTensorType type = getFloat4Type(getResult());
  constexpr int64_t few = 4096;
  if (type.hasStaticShape() &&
      weight::getNumElements(type.getShape()).value_or(few + 1) <= few)
    return ConstantOp::create(
        builder, b.getLoc(), type, StringAttr(),
        DenseElementsAttr::get(type,
                               builder.getZeroAttr(getFloat4(getContext()))));
  return b.call("aten.zeros.default", {b.sizes(getFlatDims(getResult())),
                                       {"dtype", builder.getF16Type()}});
}

// aten::sym_size.int(Tensor self, int dim) -> SymInt
SmallVector<Value> Float4Rewrite::buildSize() {
  Value value = get("self");
  if (b.isRefused())
    return {};
  RankedTensorType pairs = getPairs(value);
  if (pairs.getRank() == 0)
    return {b.refuse("expected 'self' to have dimensions, found none")};
  int64_t axis = b.getAxis("dim", pairs.getRank());
  return {b.getSizeValue(sym::getDims(pairs)[axis])};
}

// aten::sym_numel(Tensor self) -> SymInt
SmallVector<Value> Float4Rewrite::buildNumElements() {
  Value value = get("self");
  if (b.isRefused())
    return {};
  SmallVector<AffineExpr> dims = sym::getDims(getPairs(value));
  for (AffineExpr dim : dims)
    b.requireKnown(dim);
  return {b.isRefused() ? Value()
                        : b.getSizeValue(sym::product(dims, getContext()))};
}

/// Calls an operator as its row tells how it carries a dimension, here the two
/// numbers of a pair.
SmallVector<Value> Float4Rewrite::buildCarrying() {
  const OperatorTraits &traits = getTraits(op);
  bool isFill =
      traits.fold == FoldKind::Zeros || traits.fold == FoldKind::Empty;
  if (isFill && isFloat4PairTensor(op->getResult(0).getType()))
    return {buildZeros()};
  if (traits.view == ViewKind::Bitcast)
    return {buildBitcast()};
  ArgNames elements = getElements(op.getSchema());
  Carry carry = elements.empty() || traits.sums ? Carry::Unknown
                                                : getCarry(op.getSchema());
  switch (carry) {
  case Carry::Unknown:
  case Carry::Last:
  case Carry::AlongOrAll:
    break;
  case Carry::Each:
    return buildSame();
  case Carry::Reshape: {
    Value value = get("self");
    return {b.isRefused() ? Value() : join(getAsMoved(value), getResult())};
  }
  case Carry::Permute:
    return {buildPermute()};
  case Carry::Expand:
    return {buildExpand()};
  case Carry::Along:
  case Carry::AlongNew:
  case Carry::Appends:
    return buildAlong(carry);
  case Carry::Repeat:
    return {buildRepeat()};
  }
  b.refuse("expected an operator that moves pairs of numbers of "
           "float4_e2m1fn_x2 as they are, with which PyTorch computes nothing, "
           "found another one");
  return {};
}

SmallVector<Value> Float4Rewrite::build() {
  using Rule = SmallVector<Value> (Float4Rewrite::*)();
  static const OperatorMap<Rule> rules = [] {
    OperatorMap<Rule> r;
    r.insert("aten.embedding.default", &Float4Rewrite::buildRows);
    r.insert("aten.where.self", &Float4Rewrite::buildWhere);
    r.insert("aten.copy.default", &Float4Rewrite::buildAssign);
    r.insert("aten.sym_size.int", &Float4Rewrite::buildSize);
    r.insert("aten.sym_numel.default", &Float4Rewrite::buildNumElements);
    return r;
  }();
  const Rule *rule = rules.find(op.getSchema());
  for (Type type : op->getResultTypes())
    if (!type.isInteger(64) && !isa<RankedTensorType>(type)) {
      b.refuse("expected a tensor as result, found " + llvm::to_string(type));
      return {};
    }
  return rule ? (this->**rule)() : buildCarrying();
}

//===----------------------------------------------------------------------===//
// One operator
//===----------------------------------------------------------------------===//

/// Converts the value to the declared type.
Value Float4Rewrite::finish(Value value, RankedTensorType type) {
  if (!b.isRefused() && isa<Float4E2M1FNType>(type.getElementType()) &&
      TorchBuilder::getType(value).getElementType().isF16())
    value = narrow(value);
  return RuleRewrite::finish(b, value, type);
}

std::optional<std::string> Float4Rewrite::run() {
  SmallVector<Value> results;
  if (!op.getSchema() || op->getNumRegions() != 0)
    b.refuse("expected an operator of PyTorch that moves pairs of numbers of "
             "float4_e2m1fn_x2, found one that its author wrote");
  else
    results = build();
  checkCount(b, results.size());
  for (auto [index, result] : llvm::enumerate(results)) {
    if (b.isRefused())
      break;
    auto type = dyn_cast<RankedTensorType>(op->getResult(index).getType());
    if (type)
      result =
          finish(result, isFloat4PairTensor(type) ? getFloat4Type(type) : type);
  }
  if (b.isRefused()) {
    takeBack();
    return b.getReason().str();
  }
  for (auto [from, to] : llvm::zip_equal(op->getResults(), results)) {
    if (isFloat4PairTensor(from.getType()))
      pairTypes.try_emplace(to, cast<RankedTensorType>(from.getType()));
    passValueName(from, to);
    from.replaceAllUsesWith(to);
  }
  return std::nullopt;
}

std::optional<std::string> torch::rewriteFloat4(OperatorOp op,
                                                const sym::Ranges &ranges,
                                                PairTypes &pairTypes) {
  return Float4Rewrite(op, ranges, pairTypes).run();
}
