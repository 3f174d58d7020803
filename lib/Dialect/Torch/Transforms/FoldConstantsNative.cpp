//===- FoldConstantsNative.cpp - Operators on small constants -------------===//
//
// Kernels for what exported programs compute on constants: shapes, positions,
// masks, scales. Integer arithmetic, exact float operations and data movement
// only; whatever could differ from eager in a bit is declined.
//
//===----------------------------------------------------------------------===//

#include "FoldConstantsImpl.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

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

namespace {
enum class Kind {
  None,
  Identity,
  // Of static shape alone.
  Zeros,
  Ones,
  Full,
  Arange,
  // One tensor.
  Cast,
  Neg,
  Abs,
  BitNot,
  LogicalNot,
  CumSum,
  // Two broadcast operands.
  Add,
  Sub,
  ReverseSub,
  Mul,
  Div,
  DivMode,
  FloorDiv,
  Remainder,
  Minimum,
  Maximum,
  BitAnd,
  BitOr,
  BitXor,
  LogicalAnd,
  LogicalOr,
  LogicalXor,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  // Several.
  Where,
  Cat,
  Stack
};
} // namespace

static Kind getKind(StringRef target) {
  if (!target.consume_front("aten."))
    return Kind::None;
  auto [name, overload] = target.split('.');
  if (overload == "out")
    return Kind::None;
  Kind kind =
      llvm::StringSwitch<Kind>(name)
          .Cases({"alias", "alias_copy", "clone", "contiguous", "detach",
                  "detach_copy", "lift", "lift_fresh", "lift_fresh_copy",
                  "positive"},
                 Kind::Identity)
          .Cases({"zeros", "zeros_like", "new_zeros"}, Kind::Zeros)
          .Cases({"ones", "ones_like", "new_ones"}, Kind::Ones)
          .Cases({"full", "full_like", "new_full", "scalar_tensor"}, Kind::Full)
          .Case("fill", Kind::Full)
          .Case("arange", Kind::Arange)
          .Cases({"to", "_to_copy", "type_as"}, Kind::Cast)
          .Case("neg", Kind::Neg)
          .Case("abs", Kind::Abs)
          .Case("bitwise_not", Kind::BitNot)
          .Case("logical_not", Kind::LogicalNot)
          .Case("cumsum", Kind::CumSum)
          .Case("add", Kind::Add)
          .Case("sub", Kind::Sub)
          .Case("rsub", Kind::ReverseSub)
          .Case("mul", Kind::Mul)
          .Case("div", overload.ends_with("_mode") ? Kind::DivMode : Kind::Div)
          .Case("floor_divide", Kind::FloorDiv)
          .Case("remainder", Kind::Remainder)
          .Case("minimum", Kind::Minimum)
          .Case("maximum", Kind::Maximum)
          .Case("bitwise_and", Kind::BitAnd)
          .Case("bitwise_or", Kind::BitOr)
          .Case("bitwise_xor", Kind::BitXor)
          .Case("logical_and", Kind::LogicalAnd)
          .Case("logical_or", Kind::LogicalOr)
          .Case("logical_xor", Kind::LogicalXor)
          .Case("eq", Kind::Eq)
          .Case("ne", Kind::Ne)
          .Case("lt", Kind::Lt)
          .Case("le", Kind::Le)
          .Case("gt", Kind::Gt)
          .Case("ge", Kind::Ge)
          .Case("where", Kind::Where)
          .Case("cat", Kind::Cat)
          .Case("stack", Kind::Stack)
          .Default(Kind::None);
  // Overloads that mean something else.
  bool plain =
      overload == "default" || overload == "Tensor" || overload == "Scalar";
  switch (kind) {
  case Kind::Full:
    return name != "fill" || overload == "Scalar" ? kind : Kind::None;
  case Kind::Cast:
    return overload != "prim_other" ? kind : Kind::None;
  case Kind::Arange:
    return overload == "default" || overload == "start" ||
                   overload == "start_step"
               ? kind
               : Kind::None;
  case Kind::Where:
    return overload == "default" ? Kind::None : kind;
  case Kind::DivMode:
  case Kind::None:
    return kind;
  default:
    return plain ? kind : Kind::None;
  }
}

static bool isComparison(Kind kind) {
  return kind >= Kind::Eq && kind <= Kind::Ge;
}
static bool isLogical(Kind kind) {
  return kind >= Kind::LogicalAnd && kind <= Kind::LogicalXor;
}
static bool isBinary(Kind kind) {
  return kind >= Kind::Add && kind <= Kind::Ge;
}

/// The results are a matter of the arguments and the type alone.
static bool ignoresElements(Kind kind) {
  return kind == Kind::Zeros || kind == Kind::Ones || kind == Kind::Full;
}

bool torch::hasConstantOperands(OperatorOp op) {
  if (ignoresElements(getKind(op.getTarget())))
    return true;
  return llvm::all_of(op.getInputs(), [](Value value) {
    return getConstantElements(value) || getConstantNumber(value);
  });
}

bool torch::isIdentity(OperatorOp op) {
  Kind kind = getKind(op.getTarget());
  if ((kind != Kind::Identity && kind != Kind::Cast) ||
      op.getNumResults() != 1 || op.getInputs().empty())
    return false;
  return op.getArgs().size() > 0 && isa<OperandAttr>(op.getArgs()[0]) &&
         op.getInputs()[0].getType() == op.getResultTypes()[0];
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// `a op b` on integers or bools; nothing where eager throws or C++ leaves the
/// result open. The caller wraps.
static std::optional<int64_t> compute(Kind kind, int64_t a, int64_t b,
                                      bool isBool) {
  auto wrapped = [](uint64_t value) { return static_cast<int64_t>(value); };
  uint64_t ua = a, ub = b;
  switch (kind) {
  case Kind::Add:
    return isBool ? (a | b) : wrapped(ua + ub);
  case Kind::Sub:
    if (isBool)
      return std::nullopt;
    return wrapped(ua - ub);
  case Kind::Mul:
    return wrapped(ua * ub);
  case Kind::FloorDiv:
  case Kind::DivMode: // trunc
  case Kind::Remainder: {
    if (b == 0 || (a == INT64_MIN && b == -1) || isBool)
      return std::nullopt;
    int64_t quotient = a / b, rest = a % b;
    if (kind == Kind::DivMode)
      return quotient;
    bool below = rest != 0 && (rest < 0) != (b < 0);
    return kind == Kind::FloorDiv ? quotient - below : rest + (below ? b : 0);
  }
  case Kind::Minimum:
    return std::min(a, b);
  case Kind::Maximum:
    return std::max(a, b);
  case Kind::BitAnd:
    return a & b;
  case Kind::BitOr:
    return a | b;
  case Kind::BitXor:
    return a ^ b;
  default:
    return std::nullopt;
  }
}

/// `a op b` in the precision of T, which IEEE 754 rounds the same everywhere.
template <typename T>
static std::optional<double> computeReal(Kind kind, T a, T b) {
  switch (kind) {
  case Kind::Add:
    return a + b;
  case Kind::Sub:
    return a - b;
  case Kind::Mul:
    return a * b;
  case Kind::Div:
    return a / b;
  default:
    return std::nullopt;
  }
}

template <typename T> static bool compare(Kind kind, T a, T b) {
  switch (kind) {
  case Kind::Eq:
    return a == b;
  case Kind::Ne:
    return a != b;
  case Kind::Lt:
    return a < b;
  case Kind::Le:
    return a <= b;
  case Kind::Gt:
    return a > b;
  default:
    return a >= b;
  }
}

static bool isTrue(Number number) {
  return number.isReal ? number.real != 0 : number.integer != 0;
}

/// Both numbers are of type `num`; so is the result, but for comparisons.
static std::optional<Number> compute(Kind kind, Number a, Number b, Num num) {
  if (isLogical(kind)) {
    bool x = isTrue(a), y = isTrue(b);
    return Number::ofInt(kind == Kind::LogicalAnd  ? x && y
                         : kind == Kind::LogicalOr ? x || y
                                                   : x != y);
  }
  if (isComparison(kind))
    return Number::ofInt(isFloat(num) ? compare(kind, a.real, b.real)
                                      : compare(kind, a.integer, b.integer));
  if (!isFloat(num)) {
    std::optional<int64_t> value =
        compute(kind, a.integer, b.integer, num == Num::Bool);
    // The quotient of the least number and -1 overflows in every width.
    if (!value || ((kind == Kind::FloorDiv || kind == Kind::DivMode) &&
                   convert(Number::ofInt(*value), num)->integer != *value))
      return std::nullopt;
    return convert(Number::ofInt(*value), num);
  }
  std::optional<double> value;
  if (num == Num::F32)
    value = computeReal<float>(kind, static_cast<float>(a.real),
                               static_cast<float>(b.real));
  else if (num == Num::F64)
    value = computeReal<double>(kind, a.real, b.real);
  if (!value)
    return std::nullopt;
  return Number::ofReal(*value);
}

//===----------------------------------------------------------------------===//
// The evaluator
//===----------------------------------------------------------------------===//

namespace {
/// An operand of a broadcasting operator: a tensor, or a number of rank 0.
struct Operand {
  std::optional<ConstantTensor> tensor;
  Number number;
  bool isBool = false;

  ArrayRef<int64_t> getShape() const {
    return tensor ? tensor->getShape() : ArrayRef<int64_t>();
  }
  Number load(int64_t index) const {
    return tensor ? tensor->load(index) : number;
  }
  void addTo(PromotedType &type) const {
    if (tensor)
      type.addTensor(tensor->getNum(), tensor->type.getRank());
    else
      type.addScalar(number, isBool);
  }
};

class Evaluator {
public:
  Evaluator(OperatorOp op, Kind kind)
      : op(op), kind(kind), args(op),
        type(cast<RankedTensorType>(op.getResultTypes()[0])),
        num(getNum(type.getElementType())) {}

  std::optional<ConstantTensor> evaluate();

private:
  std::optional<ConstantTensor> readTensor(Value value);
  std::optional<Operand> readOperand(StringRef name);

  /// The element type by the argument `dtype`, else `absent`, is that of the
  /// result. A null `absent` says nothing.
  bool hasType(Type absent) {
    Type given = args.has("dtype") ? args.getDtype("dtype") : absent;
    return !given || given == type.getElementType();
  }

  std::optional<ConstantTensor> fill();
  std::optional<ConstantTensor> arange();
  std::optional<ConstantTensor> unary();
  std::optional<ConstantTensor> cumSum();
  std::optional<ConstantTensor> binary();
  std::optional<ConstantTensor> where();
  std::optional<ConstantTensor> cat();

  OperatorOp op;
  Kind kind;
  Arguments args;
  RankedTensorType type;
  Num num;
};
} // namespace

std::optional<ConstantTensor> Evaluator::readTensor(Value value) {
  ElementsAttr elements = getConstantElements(value);
  if (!elements || !isFoldableType(elements.getShapedType()) ||
      elements.getShapedType().getNumElements() > maxNativeElements)
    return std::nullopt;
  return ConstantTensor::read(elements);
}

std::optional<Operand> Evaluator::readOperand(StringRef name) {
  Operand operand;
  Value value = args.getValue(name);
  if (value && isa<RankedTensorType>(value.getType())) {
    operand.tensor = readTensor(value);
    if (!operand.tensor || operand.tensor->getNum() == Num::Other)
      return std::nullopt;
    return operand;
  }
  Attribute attr = getNumberArgument(args, name);
  std::optional<Number> number = getNumber(attr);
  if (!number)
    return std::nullopt;
  operand.number = *number;
  operand.isBool =
      !number->isReal && cast<IntegerAttr>(attr).getType().isInteger(1);
  return operand;
}

std::optional<ConstantTensor> Evaluator::fill() {
  Number value = Number::ofInt(kind == Kind::Ones);
  bool isBool = false;
  if (kind == Kind::Full) {
    StringRef name = op.getTarget() == "aten.scalar_tensor.default" ? "s"
                     : op.getTarget() == "aten.fill.Scalar" ? "value"
                                                            : "fill_value";
    Attribute attr = getNumberArgument(args, name);
    std::optional<Number> given = getNumber(attr);
    if (!given)
      return std::nullopt;
    value = *given;
    auto integer = dyn_cast<IntegerAttr>(attr);
    isBool = integer && integer.getType().isInteger(1);
  }
  // Without `dtype` the type is that of the tensor to be like, or of the value
  // in full(), and the default type otherwise.
  Builder b(op.getContext());
  Type absent = b.getF32Type();
  if (Value like = args.getValue("self"))
    absent = getElementTypeOrSelf(like);
  else if (op.getTarget() == "aten.full.default" && !value.isReal)
    absent = isBool ? b.getI1Type() : b.getI64Type();
  std::optional<Number> element = convertScalar(value, num);
  if (!element || !hasType(absent))
    return std::nullopt;
  ConstantTensor result(type);
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i)
    result.store(i, *element);
  return result;
}

/// Floats only where every element is an integer that is exact in the type:
/// LibTorch computes the others in an order that depends on the machine.
std::optional<ConstantTensor> Evaluator::arange() {
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
  if (!hasType(/*absent=*/Type()))
    return std::nullopt;
  double count = std::ceil((*end - *start) / *step);
  if (count != static_cast<double>(type.getDimSize(0)))
    return std::nullopt;
  ConstantTensor result(type);
  for (int64_t i = 0, e = type.getDimSize(0); i < e; ++i) {
    Number exact = Number::ofInt(static_cast<int64_t>(*start) +
                                 i * static_cast<int64_t>(*step));
    std::optional<Number> element = convertScalar(exact, num);
    if (!element || num == Num::Bool ||
        (element->isReal &&
         element->real != static_cast<double>(exact.integer)))
      return std::nullopt;
    result.store(i, *element);
  }
  return result;
}

std::optional<ConstantTensor> Evaluator::unary() {
  std::optional<ConstantTensor> in =
      op.getInputs().empty() ? std::nullopt : readTensor(op.getInputs()[0]);
  if (!in || in->getShape() != type.getShape())
    return std::nullopt;
  Num from = in->getNum();
  if (from == Num::Other)
    return std::nullopt;
  if (kind == Kind::Cast && (args.getString("device").value_or("") == "meta" ||
                             !hasType(/*absent=*/Type())))
    return std::nullopt;
  if (kind != Kind::Cast &&
      num != (kind == Kind::LogicalNot ? Num::Bool : from))
    return std::nullopt;
  // What eager refuses it also refuses to do for no elements.
  if (from == Num::Bool ? kind == Kind::Neg || kind == Kind::Abs
                        : isFloat(from) && kind == Kind::BitNot)
    return std::nullopt;
  ConstantTensor result(type);
  for (int64_t i = 0, e = in->getNumElements(); i < e; ++i) {
    Number value = in->load(i);
    uint64_t bits = value.integer;
    switch (kind) {
    case Kind::Cast:
      break;
    case Kind::Neg:
      value = value.isReal ? Number::ofReal(-value.real)
                           : Number::ofInt(static_cast<int64_t>(0 - bits));
      break;
    case Kind::Abs:
      if (value.isReal)
        value = Number::ofReal(std::fabs(value.real));
      else if (value.integer < 0)
        value = Number::ofInt(static_cast<int64_t>(0 - bits));
      break;
    case Kind::BitNot:
      value =
          Number::ofInt(from == Num::Bool ? !value.integer : ~value.integer);
      break;
    case Kind::LogicalNot:
      value = Number::ofInt(!isTrue(value));
      break;
    default:
      return std::nullopt;
    }
    std::optional<Number> element = convert(value, num);
    if (!element)
      return std::nullopt;
    result.store(i, *element);
  }
  return result;
}

std::optional<ConstantTensor> Evaluator::cumSum() {
  std::optional<ConstantTensor> in = readTensor(args.getValue("self"));
  std::optional<int64_t> dim = getIntArgument(args, "dim");
  if (!in || !dim || in->getShape() != type.getShape() || num != Num::I64 ||
      !(in->getNum() == Num::Bool || isInteger(in->getNum())))
    return std::nullopt;
  int64_t rank = type.getRank();
  int64_t axis = *dim < 0 ? *dim + rank : *dim;
  if (axis < 0 || axis >= rank)
    return std::nullopt;
  ConstantTensor result(type);
  int64_t stride = getRowMajorStrides(type.getShape())[axis];
  int64_t size = type.getDimSize(axis);
  for (int64_t i = 0, e = in->getNumElements(); i < e; ++i) {
    uint64_t sum = in->load(i).integer;
    if (i / stride % size != 0)
      sum += result.load(i - stride).integer;
    result.store(i, Number::ofInt(static_cast<int64_t>(sum)));
  }
  return result;
}

std::optional<ConstantTensor> Evaluator::binary() {
  std::optional<Operand> a = readOperand("self"), b = readOperand("other");
  if (!a || !b)
    return std::nullopt;
  PromotedType promoted;
  a->addTo(promoted);
  b->addTo(promoted);
  Num common = promoted.get();
  Kind operation = kind;
  if (kind == Kind::DivMode) {
    std::optional<StringRef> mode = args.getString("rounding_mode");
    if (!mode)
      operation = Kind::Div;
    else if (*mode == "floor")
      operation = Kind::FloorDiv;
    else if (*mode != "trunc")
      return std::nullopt;
  }
  // Eager divides integers in the default type.
  if (operation == Kind::Div && !isFloat(common) && common != Num::Other)
    common = Num::F32;
  if (operation == Kind::ReverseSub) {
    std::swap(a, b);
    operation = Kind::Sub;
  }
  // `alpha` multiplies what is added, or taken away.
  if (Attribute alpha = args.getAttr("alpha")) {
    std::optional<Number> factor = getNumber(alpha);
    if (!factor || (factor->isReal ? factor->real != 1 : factor->integer != 1))
      return std::nullopt;
  }
  // Eager takes no bool in a subtraction, even where no element is computed.
  for (const Operand *operand : {&*a, &*b})
    if (operation == Kind::Sub &&
        (operand->tensor ? operand->tensor->getNum() == Num::Bool
                         : operand->isBool))
      return std::nullopt;
  if (isFloat(common) &&
      (kind == Kind::BitAnd || kind == Kind::BitOr || kind == Kind::BitXor))
    return std::nullopt;
  if (common == Num::Bool &&
      (operation == Kind::FloorDiv || operation == Kind::DivMode ||
       operation == Kind::Remainder))
    return std::nullopt;
  bool toBool = isComparison(kind) || isLogical(kind);
  if (common == Num::Other || num != (toBool ? Num::Bool : common))
    return std::nullopt;
  if (broadcastShapes({a->getShape(), b->getShape()}) !=
      SmallVector<int64_t>(type.getShape()))
    return std::nullopt;
  auto aStrides = getBroadcastStrides(a->getShape(), type.getShape());
  auto bStrides = getBroadcastStrides(b->getShape(), type.getShape());

  // A number is converted once, and must fit.
  for (Operand *operand : {&*a, &*b})
    if (!operand->tensor) {
      std::optional<Number> number = convertScalar(operand->number, common);
      if (!number)
        return std::nullopt;
      operand->number = *number;
    }
  bool failed = false;
  ConstantTensor result(type);
  forEachElement(type.getShape(), {*aStrides, *bStrides},
                 [&](int64_t out, ArrayRef<int64_t> in) {
                   Number x = a->load(in[0]), y = b->load(in[1]);
                   x = *convert(x, common);
                   y = *convert(y, common);
                   if (std::optional<Number> z =
                           compute(operation, x, y, common))
                     result.store(out, *z);
                   else
                     failed = true;
                 });
  if (failed)
    return std::nullopt;
  return result;
}

std::optional<ConstantTensor> Evaluator::where() {
  std::optional<Operand> condition = readOperand("condition"),
                         a = readOperand("self"), b = readOperand("other");
  if (!condition || !condition->tensor ||
      condition->tensor->getNum() != Num::Bool || !a || !b)
    return std::nullopt;
  PromotedType promoted;
  a->addTo(promoted);
  b->addTo(promoted);
  if (num == Num::Other || promoted.get() != num)
    return std::nullopt;
  if (broadcastShapes({condition->getShape(), a->getShape(), b->getShape()}) !=
      SmallVector<int64_t>(type.getShape()))
    return std::nullopt;
  SmallVector<SmallVector<int64_t>> strides;
  for (const Operand *operand : {&*condition, &*a, &*b})
    strides.push_back(
        *getBroadcastStrides(operand->getShape(), type.getShape()));
  bool failed = false;
  ConstantTensor result(type);
  forEachElement(
      type.getShape(), strides, [&](int64_t out, ArrayRef<int64_t> in) {
        bool first = isTrue(condition->load(in[0]));
        Number value = first ? a->load(in[1]) : b->load(in[2]);
        bool literal = !(first ? a : b)->tensor;
        std::optional<Number> element =
            literal ? convertScalar(value, num) : convert(value, num);
        if (element)
          result.store(out, *element);
        else
          failed = true;
      });
  if (failed)
    return std::nullopt;
  return result;
}

std::optional<ConstantTensor> Evaluator::cat() {
  SmallVector<ConstantTensor> parts;
  for (Value value : args.getValues("tensors")) {
    std::optional<ConstantTensor> part = readTensor(value);
    if (!part || part->type.getElementType() != type.getElementType())
      return std::nullopt;
    parts.push_back(std::move(*part));
  }
  std::optional<int64_t> dim = getIntArgument(args, "dim");
  if (!dim || parts.empty())
    return std::nullopt;
  int64_t rank = type.getRank(), axis = *dim < 0 ? *dim + rank : *dim;
  if (axis < 0 || axis >= rank)
    return std::nullopt;
  // With a dimension of size 1 put in, stack is cat.
  int64_t outer = 1, inner = 1, total = 0;
  for (int64_t i = 0; i < rank; ++i)
    (i < axis ? outer : inner) *= i == axis ? 1 : type.getDimSize(i);
  SmallVector<int64_t> lengths;
  for (const ConstantTensor &part : parts) {
    SmallVector<int64_t> shape(part.getShape());
    if (kind == Kind::Stack)
      shape.insert(shape.begin() + std::min<int64_t>(axis, shape.size()), 1);
    if (static_cast<int64_t>(shape.size()) != rank)
      return std::nullopt;
    for (int64_t i = 0; i < rank; ++i)
      if (i != axis && shape[i] != type.getDimSize(i))
        return std::nullopt;
    lengths.push_back(shape[axis]);
    total += shape[axis];
  }
  if (total != type.getDimSize(axis))
    return std::nullopt;
  ConstantTensor result(type);
  int64_t width = result.getWidth();
  char *to = result.bytes.data();
  for (int64_t row = 0; row < outer; ++row)
    for (auto [part, length] : llvm::zip_equal(parts, lengths)) {
      int64_t size = length * inner * width;
      if (size)
        std::memcpy(to, part.bytes.data() + row * size, size);
      to += size;
    }
  return result;
}

std::optional<ConstantTensor> Evaluator::evaluate() {
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
  if (isViewOperator(op.getTarget()))
    return foldMemoryView(op);
  Kind kind = getKind(op.getTarget());
  if (kind == Kind::None || op.getNumResults() != 1)
    return std::nullopt;
  if (isIdentity(op)) {
    ElementsAttr elements = getConstantElements(op.getInputs()[0]);
    return elements ? std::optional<FoldResults>({elements}) : std::nullopt;
  }
  auto type = cast<RankedTensorType>(op.getResultTypes()[0]);
  if (getNum(type.getElementType()) == Num::Other ||
      type.getNumElements() > maxNativeElements)
    return std::nullopt;
  std::optional<ConstantTensor> result = Evaluator(op, kind).evaluate();
  if (!result)
    return std::nullopt;
  return FoldResults{result->toAttr()};
}
