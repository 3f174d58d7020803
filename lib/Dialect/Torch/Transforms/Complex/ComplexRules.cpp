//===- ComplexRules.cpp - Helpers for rules of torch-legalize-complex -----===//
//
// Implements ComplexRules.h, and the table that all files of rules extend.
//
//===----------------------------------------------------------------------===//

#include "ComplexRules.h"

#include "torch-onnx/Arithmetic/Tensor.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/ScopedPrinter.h"

#include <complex>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

static bool isComplexType(Type type) {
  return isa<ComplexType>(getElementTypeOrSelf(type));
}

bool torch::isComplex(OperatorOp op) {
  return llvm::any_of(op->getOperandTypes(), isComplexType) ||
         llvm::any_of(op->getResultTypes(), isComplexType) ||
         llvm::any_of(op.getArgs(), llvm::IsaPred<ElementsAttr>);
}

const ComplexRule *torch::findComplexRule(const Schema *schema) {
  static const ComplexRules rules = [] {
    ComplexRules r;
    addComplexElementwiseRules(r);
    addComplexFftRules(r);
    addComplexFunctionRules(r);
    addComplexLinearRules(r);
    addComplexPartwiseRules(r);
    addComplexReduceRules(r);
    return r;
  }();
  const ComplexRule *rule = rules.find(schema);
  return rule || !schema ? rule : findPartwiseComplexRule(schema);
}

ComplexBuilder::ComplexBuilder(OpBuilder &builder, OperatorOp op,
                               NumberExprs &numbers, ComplexValues &values,
                               DftUse dftUse)
    : RuleBuilder(builder, op, numbers), values(values), dftUse(dftUse) {
  for (Value operand : op.getInputs()) {
    Complex z = values.lookup(operand);
    if (!z)
      useSizesOf(operand);
    else
      useSizesOf(z.re ? z.re : z.pairs);
  }
}

bool ComplexBuilder::isReadAsPairs() const {
  // The form that an operator that moves elements reads depends on its users.
  // They are visited level by level, so each operation is visited once.
  constexpr unsigned kMaxDepth = 8;
  llvm::SetVector<Operation *> readers(op->getResult(0).user_begin(),
                                       op->getResult(0).user_end());
  size_t next = 0;
  for (unsigned depth = 0; depth <= kMaxDepth; ++depth)
    for (size_t end = readers.size(); next < end; ++next) {
      auto reader = dyn_cast<OperatorOp>(readers[next]);
      if (!reader)
        return true;
      const ComplexRule *rule = findComplexRule(reader.getSchema());
      if (rule && rule->reads == Reads::Pairs)
        return true;
      if (rule && rule->reads == Reads::AsItsUsers && depth < kMaxDepth)
        readers.insert_range(reader->getUsers());
    }
  return false;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Type ComplexBuilder::toReal(Type type) {
  auto complex = dyn_cast_if_present<ComplexType>(type);
  return complex ? complex.getElementType() : type;
}

Type ComplexBuilder::getPartType(unsigned result) {
  return toReal(getResultType(result).getElementType());
}

Type ComplexBuilder::getNumberType() {
  for (Type type :
       llvm::concat<const Type>(SmallVector<Type>(op->getOperandTypes()),
                                SmallVector<Type>(op->getResultTypes())))
    if (isComplexType(type))
      return toReal(getElementTypeOrSelf(type));
  return f64();
}

bool ComplexBuilder::isComplex(StringRef name) const {
  if (Value value = args.getValue(name))
    return isComplex(value);
  if (isa_and_present<ElementsAttr>(args.getAttr(name)))
    return true;
  return llvm::any_of(args.getValues(name),
                      [&](Value value) { return value && isComplex(value); });
}

Complex ComplexBuilder::get(Value value) {
  if (isRefused())
    return {};
  if (auto it = values.find(value); it != values.end())
    return parts(it->second);
  if (isa<RankedTensorType>(value.getType()))
    return value;
  return call("aten.scalar_tensor.default",
              {value, {"dtype", getNumberType()}});
}

Complex ComplexBuilder::get(StringRef name) {
  if (isRefused())
    return {};
  if (Value value = args.getValue(name))
    return get(value);
  Attribute literal = args.getAttr(name);
  if (auto elements = dyn_cast_if_present<DenseElementsAttr>(literal)) {
    auto number = elements.getSplatValue<std::complex<APFloat>>();
    return {scalar(number.real().convertToDouble(), getNumberType()),
            scalar(number.imag().convertToDouble(), getNumberType())};
  }
  if (std::optional<double> number = args.getFloat(name))
    return scalar(*number, getNumberType());
  refuse("expected '" + name + "' to be a tensor or a number, found " +
         args.describe(name));
  return {};
}

SmallVector<AffineExpr> ComplexBuilder::sizesOf(StringRef name) {
  Value value = args.getValue(name);
  if (value && isa<RankedTensorType>(value.getType()))
    return sym::getDims(getType(value));
  return {};
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

Value ComplexBuilder::imaginary(const Complex &z) {
  Complex both = parts(z);
  if (both.im || isRefused())
    return both.im;
  return unary("zeros_like", both.re);
}

Value ComplexBuilder::pairs(const Complex &z) {
  if (z.pairs || isRefused())
    return z.pairs;
  return stack({z.re, imaginary(z)}, -1);
}

Complex ComplexBuilder::getForms(StringRef name) {
  Value value = args.getValue(name);
  if (auto it = values.find(value); it != values.end())
    return it->second;
  refuse("expected '" + name + "' to have complex elements, found " +
         args.describe(name));
  return {};
}

Value ComplexBuilder::getPairs(StringRef name) { return pairs(getForms(name)); }

Complex ComplexBuilder::parts(const Complex &z) {
  if (z.re || isRefused())
    return z;
  Complex result = z;
  result.re = select(z.pairs, -1, 0);
  result.im = select(z.pairs, -1, 1);
  return result;
}

Complex ComplexBuilder::cast(const Complex &z, Type partType) {
  if (isRefused())
    return z;
  if (z.pairs && getType(z.pairs).getElementType() == partType)
    return z;
  return parts(z).map(
      [&](Value part) { return TorchBuilder::cast(part, partType); });
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value ComplexBuilder::constant(ArrayRef<int64_t> shape,
                               ArrayRef<double> elements, Type type) {
  arithmetic::Tensor wide(shape, f64());
  for (auto [index, element] : llvm::enumerate(elements))
    wide.set<double>(index, element);
  std::optional<arithmetic::Tensor> tensor = arithmetic::convert(wide, type);
  if (!tensor) {
    refuse("expected floating-point elements of a constant, found " +
           llvm::to_string(type));
    return {};
  }
  return ConstantOp::create(getBuilder(), getLoc(), tensor->getType(),
                            /*name=*/StringAttr(), tensor->toAttr());
}

Value ComplexBuilder::scalar(double value, Type type) {
  return constant({}, value, type);
}

//===----------------------------------------------------------------------===//
// Maths
//===----------------------------------------------------------------------===//

Value ComplexBuilder::neg(Value x) { return x ? unary("neg", x) : Value(); }

Value ComplexBuilder::addParts(Value x, Value y) {
  return x && y ? add(x, y) : x ? x : y;
}

Value ComplexBuilder::subParts(Value x, Value y) {
  return x && y ? sub(x, y) : x ? x : neg(y);
}

Value ComplexBuilder::mulParts(Value x, Value y) {
  return x && y ? mul(x, y) : Value();
}

Complex ComplexBuilder::multiply(const Complex &x, const Complex &y) {
  return {subParts(mulParts(x.re, y.re), mulParts(x.im, y.im)),
          addParts(mulParts(x.re, y.im), mulParts(x.im, y.re))};
}

Complex ComplexBuilder::divide(const Complex &x, const Complex &y) {
  if (isRefused())
    return {};
  if (!y.im)
    return {div(x.re, y.re), x.im ? div(x.im, y.re) : Value()};
  // Squares of large and of small numbers overflow or underflow, so the larger
  // part of the divisor is scaled to 1.
  Value larger = binary("maximum", unary("abs", y.re), unary("abs", y.im));
  Complex unit = {div(y.re, larger), div(y.im, larger)};
  Value norm = add(mul(unit.re, unit.re), mul(unit.im, unit.im));
  Complex product = multiply(x, conjugate(unit));
  return {div(div(product.re, norm), larger),
          div(div(product.im, norm), larger)};
}

Value ComplexBuilder::modulus(const Complex &z) {
  return z.im ? binary("hypot", z.re, z.im) : unary("abs", z.re);
}

Value ComplexBuilder::isNonzero(const Complex &z) {
  Value re = compare("ne", z.re, 0);
  return z.im ? logicalOr(re, compare("ne", z.im, 0)) : re;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

OpFoldResult ComplexBuilder::getPart(OpFoldResult argument, Part part) {
  MLIRContext *ctx = op.getContext();
  bool isReal = part == Part::Real;
  Attribute zero = IntegerAttr::get(IntegerType::get(ctx, 64), 0);
  if (auto value = dyn_cast_if_present<Value>(argument)) {
    if (isComplex(value))
      return isReal ? get(value).re : imaginary(values.lookup(value));
    if (isReal)
      return value;
    if (isa<RankedTensorType>(value.getType()))
      return unary("zeros_like", value);
    return zero;
  }
  Attribute literal = dyn_cast_if_present<Attribute>(argument);
  if (auto dtype = dyn_cast_if_present<TypeAttr>(literal))
    return TypeAttr::get(toReal(dtype.getValue()));
  if (auto elements = dyn_cast_if_present<DenseElementsAttr>(literal)) {
    auto number = elements.getSplatValue<std::complex<APFloat>>();
    return getBuilder().getF64FloatAttr(
        (isReal ? number.real() : number.imag()).convertToDouble());
  }
  return isReal || !literal ? OpFoldResult(literal) : zero;
}

CallArgument ComplexBuilder::getPart(StringRef name, Part part) {
  if (isRefused())
    return 0;
  return getArgument(
      name, [&](OpFoldResult argument) { return getPart(argument, part); });
}

CallArgument ComplexBuilder::asIs(StringRef name) {
  if (isComplex(name))
    refuse("expected '" + name + "' to be real, found " + args.describe(name));
  return getPart(name, Part::Real);
}

bool ComplexBuilder::hasImaginary(StringRef name) {
  auto hasPart = [&](Value value) {
    return value && isComplex(value) && get(value).im;
  };
  if (Value value = args.getValue(name))
    return hasPart(value);
  return isa_and_present<ElementsAttr>(args.getAttr(name)) ||
         llvm::any_of(args.getValues(name), hasPart);
}

SmallVector<Value> ComplexBuilder::callPart(Part part) {
  ArgNames elements = getElements(op.getSchema());
  ArgNames shapes = getTraits(op).shapes;
  SmallVector<CallArgument> call;
  for (const SchemaArg &arg : op.getSchema()->getArgs())
    if (llvm::is_contained(elements, arg.name))
      call.push_back(getPart(arg.name, part));
    else if (elements.empty() || llvm::is_contained(shapes, arg.name))
      call.push_back(getPart(arg.name, Part::Real));
    else
      call.push_back(asIs(arg.name));
  if (isRefused())
    return {};
  SmallVector<Value> results = callAll(op.getTarget(), call);
  // The declared strides are valid for each part.
  if (!results.empty())
    results.front().getDefiningOp()->setDiscardableAttrs(
        op->getDiscardableAttrDictionary());
  return results;
}
