//===- FoldConstantsNative.cpp - Folding of small constants ---------------===//
//
// Kernels for the constants of exported programs: shapes, positions, masks,
// scales. They are restricted to integer arithmetic, exact float operations and
// data movement. An operation whose result could differ from eager mode in a
// bit is not folded.
//
//===----------------------------------------------------------------------===//

#include "FoldConstantsImpl.h"

#include "torch-onnx/Arithmetic/Limits.h"
#include "torch-onnx/Arithmetic/Tensor.h"
#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"
#include "torch-onnx/Dialect/Torch/Inference/Promotion.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;
using arithmetic::BinaryOp;
using arithmetic::Tensor;
using arithmetic::UnaryOp;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

bool torch::isFoldableType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getEncoding() && weight::getCheckedByteSize(tensor);
}

ElementsAttr torch::getConstantElements(Value value) {
  auto constant = value ? value.getDefiningOp<ConstantOp>() : ConstantOp();
  return constant ? constant.getValue() : ElementsAttr();
}

/// The attribute of an arith.constant.
static Attribute getConstantNumber(Value value) {
  Attribute attr;
  if (value && !isa<ShapedType>(value.getType()) &&
      matchPattern(value, m_Constant(&attr)))
    return attr;
  return {};
}

Attribute torch::getNumberArgument(const Arguments &args, StringRef name) {
  if (Value value = args.getValue(name))
    return getConstantNumber(value);
  return args.getAttr(name);
}

std::optional<int64_t> torch::getIntArgument(const Arguments &args,
                                             StringRef name) {
  auto integer =
      dyn_cast_if_present<IntegerAttr>(getNumberArgument(args, name));
  if (integer && integer.getType().isSignlessInteger(64))
    return integer.getInt();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Kinds of operators
//===----------------------------------------------------------------------===//

using Kind = FoldKind;

static bool isBinary(Kind kind) {
  return kind >= Kind::Add && kind <= Kind::Ge;
}

/// The results depend on the arguments and the type only.
static bool ignoresElements(Kind kind) {
  return kind == Kind::Zeros || kind == Kind::Ones || kind == Kind::Full;
}

bool torch::hasConstantOperands(OperatorOp op) {
  if (ignoresElements(getTraits(op).fold))
    return true;
  return llvm::all_of(op.getInputs(), [](Value value) {
    return getConstantElements(value) || getConstantNumber(value);
  });
}

bool torch::isIdentity(OperatorOp op) {
  Kind kind = getTraits(op).fold;
  if ((kind != Kind::Identity && kind != Kind::Cast) ||
      op.getNumResults() != 1 || op.getInputs().empty())
    return false;
  return op.getArgs().size() > 0 && isa<OperandAttr>(op.getArgs()[0]) &&
         op.getInputs()[0].getType() == op.getResultTypes()[0];
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// The dtypes that are folded; others are rare.
static bool isTorchNumber(Type type) {
  return arithmetic::isComputable(type) &&
         (!type.isUnsignedInteger() || type.isUnsignedInteger(8));
}

std::optional<Number> torch::getNumber(Attribute literal) {
  Number number;
  if (auto integer = dyn_cast_if_present<IntegerAttr>(literal)) {
    number.isBool = integer.getType().isInteger(1);
    if (!number.isBool && !integer.getType().isSignlessInteger(64))
      return std::nullopt;
    number.integer =
        number.isBool ? integer.getValue().getZExtValue() : integer.getInt();
    return number;
  }
  auto real = dyn_cast_if_present<FloatAttr>(literal);
  if (!real || !real.getType().isF64())
    return std::nullopt;
  number.isReal = true;
  number.real = real.getValueAsDouble();
  return number;
}

/// A tensor filled with `number`. A number that does not fit the dtype is an
/// error in eager mode, so it is not folded.
static std::optional<Tensor> fillWith(Number number, RankedTensorType type) {
  Type elementType = type.getElementType();
  std::optional<Tensor> result = number.isReal
                                     ? Tensor::fill(type, number.real)
                                     : Tensor::fill(type, number.integer);
  if (!result || elementType.isInteger(1))
    return result;
  double exact =
      number.isReal ? number.real : static_cast<double>(number.integer);
  if (auto real = dyn_cast<FloatType>(elementType)) {
    // Compared before rounding: 65519 rounds to the largest f16, but is larger.
    double limit = arithmetic::getGreatest(real);
    if (std::isfinite(exact) && std::abs(exact) > limit)
      return std::nullopt;
    return result;
  }
  // A real number that is not an integer, or an integer that wrapped.
  std::optional<Tensor> back =
      arithmetic::convert(*result, IntegerType::get(type.getContext(), 64));
  int64_t kept = back->getNumElements() ? back->get<int64_t>(0) : 0;
  if (back->getNumElements() &&
      (number.isReal ? exact != static_cast<double>(kept)
                     : number.integer != kept))
    return std::nullopt;
  return result;
}

static std::optional<Tensor> makeScalar(Number number, Type elementType) {
  return fillWith(number, RankedTensorType::get({}, elementType));
}

//===----------------------------------------------------------------------===//
// The evaluator
//===----------------------------------------------------------------------===//

/// The binary function; nothing for functions that depend on arguments.
static std::optional<BinaryOp> getFunction(Kind kind) {
  static constexpr std::pair<Kind, BinaryOp> functions[] = {
      {Kind::Add, BinaryOp::Add},
      {Kind::Sub, BinaryOp::Sub},
      {Kind::ReverseSub, BinaryOp::Sub},
      {Kind::Mul, BinaryOp::Mul},
      {Kind::Div, BinaryOp::Div},
      {Kind::FloorDiv, BinaryOp::FloorDiv},
      {Kind::Remainder, BinaryOp::Remainder},
      {Kind::Minimum, BinaryOp::Min},
      {Kind::Maximum, BinaryOp::Max},
      {Kind::BitAnd, BinaryOp::And},
      {Kind::BitOr, BinaryOp::Or},
      {Kind::BitXor, BinaryOp::Xor},
      {Kind::LogicalAnd, BinaryOp::LogicalAnd},
      {Kind::LogicalOr, BinaryOp::LogicalOr},
      {Kind::LogicalXor, BinaryOp::LogicalXor},
      {Kind::Eq, BinaryOp::Equal},
      {Kind::Ne, BinaryOp::NotEqual},
      {Kind::Lt, BinaryOp::Less},
      {Kind::Le, BinaryOp::LessOrEqual},
      {Kind::Gt, BinaryOp::Greater},
      {Kind::Ge, BinaryOp::GreaterOrEqual}};
  const auto *row = llvm::find_if(
      functions, [&](const auto &entry) { return entry.first == kind; });
  return row == std::end(functions) ? std::nullopt : std::optional(row->second);
}

namespace {
/// An operand of a broadcasting operator: a tensor or a number.
struct Operand {
  std::optional<Tensor> tensor;
  Number number;

  bool isBool() const {
    return tensor ? tensor->getElementType().isInteger(1) : number.isBool;
  }
  void addTo(Promotion &promotion, MLIRContext *ctx) const {
    if (tensor)
      promotion.addTensor(tensor->getType());
    else
      promotion.addNumber(number.isReal
                              ? Type(Float64Type::get(ctx))
                              : IntegerType::get(ctx, number.isBool ? 1 : 64));
  }
  /// Converts the operand to another type; a number is converted once and must
  /// fit.
  std::optional<Tensor> getAs(Type type) const {
    return tensor ? arithmetic::convert(*tensor, type)
                  : makeScalar(number, type);
  }
};

class Evaluator {
public:
  Evaluator(OperatorOp op, Kind kind)
      : op(op), kind(kind), args(op),
        type(cast<RankedTensorType>(op.getResultTypes()[0])),
        elementType(type.getElementType()) {}

  std::optional<Tensor> evaluate();

private:
  std::optional<Tensor> readTensor(Value value);
  std::optional<Operand> readOperand(StringRef name);

  /// Checks that the result has the element type of the argument `dtype`, or
  /// `absent` without it. A null `absent` accepts every type.
  bool hasType(Type absent) {
    Type given = args.has("dtype") ? args.getDtype("dtype") : absent;
    return !given || given == elementType;
  }
  /// The promoted type of the operands.
  Type promote(ArrayRef<const Operand *> operands) {
    Promotion promotion;
    for (const Operand *operand : operands)
      operand->addTo(promotion, op.getContext());
    return promotion.get();
  }

  std::optional<Tensor> fill();
  std::optional<Tensor> arange();
  std::optional<Tensor> unary();
  std::optional<Tensor> cumSum();
  std::optional<Tensor> binary();
  std::optional<Tensor> where();
  std::optional<Tensor> cat();

  OperatorOp op;
  Kind kind;
  Arguments args;
  RankedTensorType type;
  Type elementType;
};
} // namespace

std::optional<Tensor> Evaluator::readTensor(Value value) {
  ElementsAttr elements = getConstantElements(value);
  if (!elements || !isFoldableType(elements.getShapedType()) ||
      elements.getShapedType().getNumElements() > maxNativeElements)
    return std::nullopt;
  return weight::readTensor(elements);
}

std::optional<Operand> Evaluator::readOperand(StringRef name) {
  Operand operand;
  Value value = args.getValue(name);
  if (value && isa<RankedTensorType>(value.getType())) {
    operand.tensor = readTensor(value);
    if (!operand.tensor || !isTorchNumber(operand.tensor->getElementType()))
      return std::nullopt;
    return operand;
  }
  std::optional<Number> number = getNumber(getNumberArgument(args, name));
  if (!number)
    return std::nullopt;
  operand.number = *number;
  return operand;
}

std::optional<Tensor> Evaluator::fill() {
  Number value;
  value.integer = kind == Kind::Ones;
  if (kind == Kind::Full) {
    StringRef name = op.getTarget() == "aten.scalar_tensor.default" ? "s"
                     : op.getTarget() == "aten.fill.Scalar" ? "value"
                                                            : "fill_value";
    std::optional<Number> given = getNumber(getNumberArgument(args, name));
    if (!given)
      return std::nullopt;
    value = *given;
  }
  // Without `dtype`, the type is that of the `like` tensor or of the value in
  // full(), else the default type.
  Builder b(op.getContext());
  Type absent = b.getF32Type();
  if (Value like = args.getValue("self"))
    absent = getElementTypeOrSelf(like);
  else if (op.getTarget() == "aten.full.default" && !value.isReal)
    absent = value.isBool ? b.getI1Type() : b.getI64Type();
  if (!hasType(absent))
    return std::nullopt;
  return fillWith(value, type);
}

/// Floats are folded only if every element is an integer that is exact in the
/// type: LibTorch computes other elements in an order that depends on the
/// machine.
std::optional<Tensor> Evaluator::arange() {
  auto get = [&](StringRef name, double absent) -> std::optional<double> {
    if (!args.has(name))
      return absent;
    std::optional<Number> number = getNumber(getNumberArgument(args, name));
    if (!number)
      return std::nullopt;
    double value =
        number->isReal ? number->real : static_cast<double>(number->integer);
    if (value != std::trunc(value) || std::abs(value) > 1e9)
      return std::nullopt;
    return value;
  };
  std::optional<double> start = get("start", 0), end = get("end", 0),
                        step = get("step", 1);
  if (!start || !end || !step || *step == 0 || type.getRank() != 1)
    return std::nullopt;
  if (!hasType(/*absent=*/Type()) || elementType.isInteger(1))
    return std::nullopt;
  double count = std::ceil((*end - *start) / *step);
  if (count != static_cast<double>(type.getDimSize(0)))
    return std::nullopt;
  Tensor exact(type.getShape(), IntegerType::get(op.getContext(), 64));
  for (int64_t i = 0, e = type.getDimSize(0); i < e; ++i)
    exact.set(i,
              static_cast<int64_t>(*start) + i * static_cast<int64_t>(*step));
  std::optional<Tensor> result = arithmetic::convert(exact, elementType);
  std::optional<Tensor> back =
      result ? arithmetic::convert(*result, exact.getElementType()) : result;
  if (!back || back->getBytes() != exact.getBytes())
    return std::nullopt;
  return result;
}

std::optional<Tensor> Evaluator::unary() {
  std::optional<Tensor> in =
      op.getInputs().empty() ? std::nullopt : readTensor(op.getInputs()[0]);
  if (!in || in->getShape() != type.getShape() ||
      !isTorchNumber(in->getElementType()))
    return std::nullopt;
  if (kind == Kind::Cast) {
    if (args.getString("device").value_or("") == "meta" ||
        !hasType(/*absent=*/Type()))
      return std::nullopt;
    return arithmetic::convert(*in, elementType);
  }
  UnaryOp function = kind == Kind::Neg      ? UnaryOp::Neg
                     : kind == Kind::Abs    ? UnaryOp::Abs
                     : kind == Kind::BitNot ? UnaryOp::Not
                                            : UnaryOp::LogicalNot;
  if (elementType != arithmetic::getResultType(function, in->getElementType()))
    return std::nullopt;
  // Eager mode throws for empty tensors as well.
  return arithmetic::compute(function, *in);
}

std::optional<Tensor> Evaluator::cumSum() {
  std::optional<Tensor> in = readTensor(args.getValue("self"));
  std::optional<int64_t> dim = getIntArgument(args, "dim");
  if (!in || !dim || in->getShape() != type.getShape() ||
      !elementType.isSignlessInteger(64) ||
      !isTorchNumber(in->getElementType()) ||
      !isa<IntegerType>(in->getElementType()))
    return std::nullopt;
  std::optional<Tensor> wide = arithmetic::convert(*in, elementType);
  return arithmetic::cumulativeSum(*wide,
                                   *dim < 0 ? *dim + type.getRank() : *dim);
}

std::optional<Tensor> Evaluator::binary() {
  std::optional<Operand> a = readOperand("self"), b = readOperand("other");
  if (!a || !b)
    return std::nullopt;
  Type common = promote({&*a, &*b});
  std::optional<BinaryOp> function = getFunction(kind);
  if (kind == Kind::DivMode) {
    std::optional<StringRef> mode = args.getString("rounding_mode");
    if (!mode)
      function = BinaryOp::Div;
    else if (*mode == "floor")
      function = BinaryOp::FloorDiv;
    else if (*mode == "trunc")
      function = BinaryOp::TruncDiv;
  }
  if (!function)
    return std::nullopt;
  // In eager mode, the division of integers gives the default float type.
  if (*function == BinaryOp::Div && !isa<FloatType>(common))
    common = Float32Type::get(op.getContext());
  if (kind == Kind::ReverseSub)
    std::swap(a, b);
  // `alpha` multiplies the second operand.
  if (Attribute alpha = args.getAttr("alpha")) {
    std::optional<Number> factor = getNumber(alpha);
    if (!factor || (factor->isReal ? factor->real != 1 : factor->integer != 1))
      return std::nullopt;
  }
  // In eager mode, subtraction of bool is an error, even for empty tensors.
  if (*function == BinaryOp::Sub && (a->isBool() || b->isBool()))
    return std::nullopt;
  // Half precision is not folded, because eager mode rounds in two ways:
  // tensors are computed in f32, but a number beside a tensor may be rounded to
  // half precision first.
  bool isArithmetic = arithmetic::getResultType(*function, common) == common &&
                      isa<FloatType>(common);
  if (isArithmetic && !common.isF32() && !common.isF64())
    return std::nullopt;
  if (isArithmetic &&
      (*function == BinaryOp::Min || *function == BinaryOp::Max))
    return std::nullopt;
  if (!arithmetic::isDefined(*function, common) ||
      elementType != arithmetic::getResultType(*function, common))
    return std::nullopt;
  std::optional<Tensor> x = a->getAs(common), y = b->getAs(common);
  if (!x || !y)
    return std::nullopt;
  std::optional<Tensor> result = arithmetic::compute(*function, *x, *y);
  if (!result || result->getShape() != type.getShape())
    return std::nullopt;
  return result;
}

std::optional<Tensor> Evaluator::where() {
  std::optional<Operand> condition = readOperand("condition"),
                         a = readOperand("self"), b = readOperand("other");
  if (!condition || !condition->tensor || !a || !b ||
      promote({&*a, &*b}) != elementType)
    return std::nullopt;
  std::optional<Tensor> x = a->getAs(elementType), y = b->getAs(elementType);
  if (!x || !y)
    return std::nullopt;
  std::optional<Tensor> result = arithmetic::select(*condition->tensor, *x, *y);
  if (!result || result->getShape() != type.getShape())
    return std::nullopt;
  return result;
}

std::optional<Tensor> Evaluator::cat() {
  SmallVector<Tensor> parts;
  std::optional<int64_t> dim = getIntArgument(args, "dim");
  if (!dim)
    return std::nullopt;
  int64_t rank = type.getRank(), axis = *dim < 0 ? *dim + rank : *dim;
  for (Value value : args.getValues("tensors")) {
    std::optional<Tensor> part = readTensor(value);
    if (!part || part->getElementType() != elementType)
      return std::nullopt;
    // stack is cat with an additional dimension of size 1.
    SmallVector<int64_t> shape(part->getShape());
    if (kind == Kind::Stack && axis >= 0 && axis <= part->getRank())
      shape.insert(shape.begin() + axis, 1);
    parts.push_back(std::move(*part).reshaped(shape));
  }
  if (parts.empty())
    return std::nullopt;
  SmallVector<const Tensor *> pointers;
  for (const Tensor &part : parts)
    pointers.push_back(&part);
  std::optional<Tensor> result = arithmetic::concat(pointers, axis);
  if (!result || result->getShape() != type.getShape())
    return std::nullopt;
  return result;
}

std::optional<Tensor> Evaluator::evaluate() {
  switch (kind) {
  case Kind::Zeros:
  case Kind::Ones:
  case Kind::Full:
    return fill();
  case Kind::Arange:
    return arange();
  case Kind::Cast:
  case Kind::Neg:
  case Kind::Abs:
  case Kind::BitNot:
  case Kind::LogicalNot:
    return unary();
  case Kind::CumSum:
    return cumSum();
  case Kind::Where:
    return where();
  case Kind::Cat:
  case Kind::Stack:
    return cat();
  default:
    return isBinary(kind) ? binary() : std::nullopt;
  }
}

std::optional<FoldResults> torch::foldNatively(OperatorOp op) {
  if (op.getNumRegions() != 0 ||
      !llvm::all_of(op.getResultTypes(), isFoldableType))
    return std::nullopt;
  if (isViewOperator(op))
    return foldMemoryView(op);
  Kind kind = getTraits(op).fold;
  if (kind == Kind::None || kind == Kind::Empty || op.getNumResults() != 1)
    return std::nullopt;
  if (isIdentity(op)) {
    ElementsAttr elements = getConstantElements(op.getInputs()[0]);
    return elements ? std::optional<FoldResults>({elements}) : std::nullopt;
  }
  auto type = cast<RankedTensorType>(op.getResultTypes()[0]);
  if (!isTorchNumber(type.getElementType()) ||
      type.getNumElements() > maxNativeElements)
    return std::nullopt;
  std::optional<Tensor> result = Evaluator(op, kind).evaluate();
  if (!result)
    return std::nullopt;
  return FoldResults{result->toAttr()};
}
