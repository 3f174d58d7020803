//===- ComplexRules.h - Rules of torch-legalize-complex ---------*- C++ -*-===//
//
// What the rules of torch-legalize-complex are written in. A rule builds real
// operators that compute the parts of the results of one operator, from the
// parts of its operands:
//
//   static Complex square(ComplexBuilder &b) {
//     Complex z = b.get("self");
//     return b.multiply(z, z);
//   }
//
// A complex tensor is its two parts, not pairs in memory: arithmetic needs the
// parts, and a view of a part is the same view. Pairs are made where they are
// asked for, and a value that came as pairs has both forms.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_COMPLEXRULES_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_COMPLEXRULES_H

#include "TorchBuilder.h"

#include "torch-onnx/Support/Choices.h"

#include <functional>

namespace torch_onnx::torch {

/// Real tensors in place of a complex one. A real result of an operator is one
/// without an imaginary part.
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

  /// Null where only the pairs are known so far.
  Value re;
  /// Null where only the pairs are known so far, else zero.
  Value im;
  /// Both parts in a last dimension of size 2; null where they are not built.
  Value pairs;
};

/// In place of the results of an operator.
using ComplexResults = llvm::SmallVector<Complex, 1>;

/// What the complex values of a function have become.
using ComplexValues = llvm::DenseMap<mlir::Value, Complex>;

class ComplexBuilder : public TorchBuilder {
public:
  using Type = mlir::Type;
  using RankedTensorType = mlir::RankedTensorType;
  using StringRef = llvm::StringRef;

  ComplexBuilder(mlir::OpBuilder &builder, OperatorOp op, NumberExprs &numbers,
                 ComplexValues &values, DftUse dftUse);

  OperatorOp getOp() const { return op; }
  const Arguments &getArguments() const { return args; }
  DftUse getDftUse() const { return dftUse; }
  /// Whether the first result is read as pairs somewhere, and not in parts
  /// alone.
  bool isReadAsPairs() const;

  //===--- Arguments ------------------------------------------------------===//

  /// A complex tensor, or a number that is no real one.
  bool isComplex(StringRef name) const;
  /// A tensor or a number, real ones included; refuses where there is none.
  Complex get(StringRef name);
  /// The same of a tensor that is an operand or an element of a list.
  Complex get(Value value);
  /// Whether the value was complex.
  bool isComplex(Value value) const { return values.contains(value); }
  /// A literal that the rule needs; refuses where it is another.
  int64_t getInt(StringRef name, std::optional<int64_t> ifNone = {});
  bool getBool(StringRef name, bool ifNone = false);
  /// The sizes of a tensor argument, complex or not.
  llvm::SmallVector<AffineExpr> sizesOf(StringRef name);
  int64_t rankOf(StringRef name) { return sizesOf(name).size(); }
  /// An axis of a tensor of `rank`, not negative.
  int64_t axis(int64_t value, int64_t rank);

  /// The type of the parts of a complex result, the element type of a real one.
  Type getPartType(unsigned result = 0);
  RankedTensorType getResultType(unsigned result = 0);
  /// The part type of a complex element type, and other types as they are.
  static Type toReal(Type type);

  //===--- Forms ----------------------------------------------------------===//

  /// Pairs in a last dimension of size 2.
  Value pairs(const Complex &z);
  /// A tensor argument in the forms that it has, pairs only where it came so.
  Complex getForms(StringRef name);
  /// The pairs of a complex tensor argument.
  Value getPairs(StringRef name);
  /// The parts; an imaginary part that is zero stays null.
  Complex parts(const Complex &z);
  /// The imaginary part, built where it is zero.
  Value imaginary(const Complex &z);
  /// Both parts in another type.
  Complex cast(const Complex &z, Type partType);

  //===--- Constants ------------------------------------------------------===//

  /// A 0-d tensor.
  Value scalar(double value, Type type);
  Value constant(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<double> elements,
                 Type type);
  Type f64() { return getBuilder().getF64Type(); }
  Type i64() { return getBuilder().getI64Type(); }

  //===--- Maths ----------------------------------------------------------===//

  // Null parts are zero throughout.
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
    return {mulParts(z.re, factor), mulParts(z.im, factor)};
  }
  Value modulus(const Complex &z);
  /// Whether an element is not zero.
  Value isNonzero(const Complex &z);
  Value where(Value condition, CallArgument x, CallArgument y) {
    return call("aten.where.self", {condition, x, y});
  }
  Value unary(StringRef name, Value x) {
    return call(("aten." + name + ".default").str(), {x});
  }

  //===--- Calls ----------------------------------------------------------===//

  enum class Part { Real, Imaginary };
  /// An argument as a call of another operator takes it, with a part in place
  /// of each complex tensor, number and dtype in it. What is real is a real
  /// part.
  CallArgument getPart(StringRef name, Part part);
  /// Whether the argument has an imaginary part that is not known to be zero.
  bool hasImaginary(StringRef name);
  /// A real argument; refuses a complex one.
  CallArgument asIs(StringRef name);
  /// The operator itself on one part of the arguments that have elements
  /// (getElements()). Where only the sizes of an argument count it may be
  /// complex; all others are real.
  llvm::SmallVector<Value> callPart(Part part);

private:
  mlir::OpFoldResult getPart(mlir::OpFoldResult argument, Part part);
  /// The type of the parts that a number becomes.
  Type getNumberType();

  OperatorOp op;
  Arguments args;
  ComplexValues &values;
  DftUse dftUse;
};

using ComplexFn = std::function<ComplexResults(ComplexBuilder &)>;

/// A rule with one result.
inline ComplexFn single(Complex (*rule)(ComplexBuilder &)) {
  return [rule](ComplexBuilder &b) { return ComplexResults{rule(b)}; };
}

/// What a rule reads of a complex operand. A value that can be built in either
/// form, each cheaper than the other from it, is built in that of its users.
enum class Reads {
  Parts,
  Pairs,
  /// It moves elements, in the form that the users of its results read.
  AsItsUsers
};

struct ComplexRule {
  ComplexFn build;
  Reads reads;
};

/// The rule for an operator; null where there is none, and for a null schema.
const ComplexRule *findComplexRule(const Schema *schema);

/// True where an operand, a number among the arguments or a result is complex.
bool isComplex(OperatorOp op);

/// The table, which each file of rules fills.
class ComplexRules {
public:
  void add(llvm::StringRef target, const ComplexFn &rule,
           Reads reads = Reads::Parts) {
    rules.insert(target, {rule, reads});
  }
  /// A rule with one result.
  void add(llvm::StringRef target, Complex (*rule)(ComplexBuilder &),
           Reads reads = Reads::Parts) {
    add(target, single(rule), reads);
  }
  template <typename Rule>
  void add(std::initializer_list<llvm::StringRef> targets, const Rule &rule,
           Reads reads = Reads::Parts) {
    for (llvm::StringRef target : targets)
      add(target, rule, reads);
  }
  const ComplexRule *find(const Schema *schema) const {
    return rules.find(schema);
  }

private:
  OperatorMap<ComplexRule> rules;
};

/// The rule for operators that do with each part what they do with a number.
const ComplexRule *findPartwiseComplexRule(const Schema *schema);

void addComplexElementwiseRules(ComplexRules &rules);
void addComplexFftRules(ComplexRules &rules);
void addComplexFunctionRules(ComplexRules &rules);
void addComplexLinearRules(ComplexRules &rules);
void addComplexPartwiseRules(ComplexRules &rules);
void addComplexReduceRules(ComplexRules &rules);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_COMPLEXRULES_H
