//===- ComplexRules.h - Rules of torch-legalize-complex ---------*- C++ -*-===//
//
// The interface of the rules of torch-legalize-complex. A rule builds real
// operators that compute the parts of the results of one operator from the
// parts of its operands:
//
//   static Complex square(ComplexBuilder &b) {
//     Complex z = b.get("self");
//     return b.multiply(z, z);
//   }
//
// A complex tensor is represented by its two parts instead of pairs in memory:
// arithmetic needs the parts, and a view of a part is the same view. Pairs are
// built on request, and a value that was given as pairs has both forms.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_COMPLEXRULES_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_COMPLEXRULES_H

#include "RuleBuilder.h"

#include "torch-onnx/Support/Choices.h"

namespace torch_onnx::torch {

/// The real tensors that represent a complex tensor. A real result has no
/// imaginary part.
struct Complex {
  using Value = mlir::Value;

  Complex() = default;
  Complex(Value re, Value im = {}) : re(re), im(im) {}
  static Complex fromPairs(Value pairs) {
    Complex z;
    z.pairs = pairs;
    return z;
  }

  explicit operator bool() const { return re || pairs; }
  /// The function of each known part that is not zero.
  Complex map(llvm::function_ref<Value(Value)> function) const {
    return {re ? function(re) : Value(), im ? function(im) : Value()};
  }

  /// Null if only the pairs are known so far.
  Value re;
  /// Null if only the pairs are known so far; otherwise null means zero.
  Value im;
  /// Both parts in a last dimension of size 2; null if not built.
  Value pairs;
};

/// The replacements of the results of an operator.
class ComplexResults : public llvm::SmallVector<Complex, 1> {
public:
  ComplexResults() = default;
  ComplexResults(Complex result) : SmallVector({result}) {}
  ComplexResults(std::initializer_list<Complex> results)
      : SmallVector(results) {}
};

/// The representations of the complex values of a function.
using ComplexValues = llvm::DenseMap<mlir::Value, Complex>;

class ComplexBuilder : public RuleBuilder {
public:
  ComplexBuilder(mlir::OpBuilder &builder, OperatorOp op, NumberExprs &numbers,
                 ComplexValues &values, DftUse dftUse);

  DftUse getDftUse() const { return dftUse; }
  /// Whether a user of the first result reads pairs instead of parts.
  bool isReadAsPairs() const;

  //===--- Arguments ------------------------------------------------------===//

  /// Whether an argument is a complex tensor, or a number that is not real.
  bool isComplex(StringRef name) const;
  /// A tensor or a number, possibly real; refuses a missing argument.
  Complex get(StringRef name);
  /// A tensor that is an operand or an element of a list.
  Complex get(Value value);
  /// Whether the value was complex.
  bool isComplex(Value value) const { return values.contains(value); }
  /// The sizes of a tensor argument, complex or not.
  llvm::SmallVector<AffineExpr> sizesOf(StringRef name);
  int64_t rankOf(StringRef name) { return sizesOf(name).size(); }

  /// The part type of a complex result, or the element type of a real result.
  Type getPartType(unsigned result = 0);
  /// The part type of a complex element type; other types unchanged.
  static Type toReal(Type type);

  //===--- Forms ----------------------------------------------------------===//

  /// Pairs in a last dimension of size 2.
  Value pairs(const Complex &z);
  /// A tensor argument in its existing forms; pairs only if it was given as
  /// pairs.
  Complex getForms(StringRef name);
  /// The pairs of a complex tensor argument.
  Value getPairs(StringRef name);
  /// The parts; a zero imaginary part stays null.
  Complex parts(const Complex &z);
  /// The imaginary part, built if it is zero.
  Value imaginary(const Complex &z);
  /// Casts both parts.
  Complex cast(const Complex &z, Type partType);

  //===--- Constants ------------------------------------------------------===//

  /// A 0-d tensor.
  Value scalar(double value, Type type);
  Value constant(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<double> elements,
                 Type type);
  Type f64() { return getBuilder().getF64Type(); }
  Type i64() { return getBuilder().getI64Type(); }

  //===--- Maths ----------------------------------------------------------===//

  // Null parts are zero.
  Value neg(Value x);
  Value addParts(Value x, Value y);
  Value subParts(Value x, Value y);
  Value mulParts(Value x, Value y);
  Complex addition(const Complex &x, const Complex &y) {
    return {addParts(x.re, y.re), addParts(x.im, y.im)};
  }
  Complex subtraction(const Complex &x, const Complex &y) {
    return {subParts(x.re, y.re), subParts(x.im, y.im)};
  }
  Complex multiply(const Complex &x, const Complex &y);
  Complex divide(const Complex &x, const Complex &y);
  Complex conjugate(const Complex &z) { return {z.re, neg(z.im)}; }
  /// The product with a real tensor.
  Complex scale(const Complex &z, Value factor) {
    return z.map([&](Value part) { return mulParts(part, factor); });
  }
  Value modulus(const Complex &z);
  /// Whether an element is not zero.
  Value isNonzero(const Complex &z);

  //===--- Calls ----------------------------------------------------------===//

  enum class Part { Real, Imaginary };
  /// An argument for a call of another operator, with one part in place of each
  /// complex tensor, number and dtype in it. Real values have only a real part.
  CallArgument getPart(StringRef name, Part part);
  /// Whether the argument has an imaginary part that is not known to be zero.
  bool hasImaginary(StringRef name);
  /// A real argument; refuses a complex one.
  CallArgument asIs(StringRef name);
  /// Calls the operator on one part of the arguments with elements
  /// (getElements()). An argument of which only the sizes matter may be
  /// complex; all others must be real.
  llvm::SmallVector<Value> callPart(Part part);

private:
  OpFoldResult getPart(OpFoldResult argument, Part part);
  /// The part type for numbers.
  Type getNumberType();

  ComplexValues &values;
  DftUse dftUse;
};

using ComplexFn = std::function<ComplexResults(ComplexBuilder &)>;

/// The form in which a rule reads a complex operand. A value that can be built
/// in either form is built in the form that its users read, which is cheaper
/// than a conversion.
enum class Reads {
  Parts,
  Pairs,
  /// The operator moves elements, in the form that its users read.
  AsItsUsers
};

struct ComplexRule {
  ComplexFn build;
  Reads reads = Reads::Parts;
};

/// The table of rules, which each file of rules extends.
using ComplexRules = RuleTable<ComplexRule>;

/// The rule of an operator; null if there is none, and for a null schema.
const ComplexRule *findComplexRule(const Schema *schema);

/// Whether an operand, a number among the arguments or a result is complex.
bool isComplex(OperatorOp op);

/// The rule for operators that treat each part like a number.
const ComplexRule *findPartwiseComplexRule(const Schema *schema);

void addComplexElementwiseRules(ComplexRules &rules);
void addComplexFftRules(ComplexRules &rules);
void addComplexFunctionRules(ComplexRules &rules);
void addComplexLinearRules(ComplexRules &rules);
void addComplexPartwiseRules(ComplexRules &rules);
void addComplexReduceRules(ComplexRules &rules);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_COMPLEXRULES_H
