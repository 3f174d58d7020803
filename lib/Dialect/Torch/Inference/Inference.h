//===- Inference.h - What a type rule has at hand ---------------*- C++ -*-===//
//
// The vocabulary that the type rules of all families are written in. A rule is
// a function from one torch operation to the types of its results:
//
//   static Inferred inferGlu(Inference &b) {
//     RankedTensorType x = b.tensor("self");
//     Dims dims = b.dimsOf(x);
//     int64_t axis = b.axis("dim", x);
//     if (b.hasFailed())
//       return {};
//     dims[axis] = sym::floorDiv(dims[axis], 2);
//     return b.type(dims, x.getElementType());
//   }
//
// Arguments are asked for by their name in the ATen schema. What is read is
// always usable, but where reading failed it is made up: a rule that indexes
// by it asks hasFailed() before.
//
// A rule may know less than the truth, never something else: a size that
// depends on more than sizes is a null expression, a result whose dtype or
// rank it cannot tell a null type.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_INFERENCE_INFERENCE_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_INFERENCE_INFERENCE_H

#include "torch-onnx/Dialect/Sym/IR/DimList.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/IR/Arguments.h"
#include "torch-onnx/Dialect/Torch/Inference/NumberExprs.h"
#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"
#include "torch-onnx/Dialect/Torch/Inference/Promotion.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>

namespace torch_onnx::torch {

/// One size for each dimension, null when unknown. A rule that reads a
/// dimension of a tensor that this does not have is invalid for it.
using Dims = sym::DimList;

/// The types of the results; null is a result that the rule cannot tell.
class Inferred {
public:
  Inferred() = default;
  Inferred(mlir::Type type) : types({type}) {}
  Inferred(mlir::RankedTensorType type) : types({type}) {}
  Inferred(std::initializer_list<mlir::Type> types) : types(types) {}
  Inferred(llvm::SmallVector<mlir::Type> types) : types(std::move(types)) {}

  llvm::ArrayRef<mlir::Type> getTypes() const { return types; }

private:
  llvm::SmallVector<mlir::Type> types;
};

class Inference final : sym::DimReader {
public:
  using Type = mlir::Type;
  using AffineExpr = mlir::AffineExpr;
  using RankedTensorType = mlir::RankedTensorType;
  using StringRef = llvm::StringRef;

  Inference(OperatorOp op, NumberExprs &numbers)
      : op(op), args(op), numbers(numbers) {}

  OperatorOp getOp() const { return op; }
  const Arguments &getArguments() const { return args; }
  mlir::MLIRContext *getContext() { return op->getContext(); }

  //===--- Outcome --------------------------------------------------------===//

  /// The program is wrong: the operator does not take such operands.
  Inferred invalid(const llvm::Twine &why);
  /// "expected 'step' to be EXPECTED, found " and what the argument is.
  Inferred invalidArgument(StringRef name, const llvm::Twine &expected) {
    return invalid("expected '" + name + "' to be " + expected + ", found " +
                   args.describe(name));
  }
  /// "expected 'self' to have EXPECTED, found 2": EXPECTED is a phrase for
  /// dimensions, "3 or 4 dimensions".
  Inferred invalidRank(StringRef name, const llvm::Twine &expected,
                       int64_t found) {
    return invalid("expected '" + name + "' to have " + expected + ", found " +
                   llvm::Twine(found));
  }
  /// The same for two arguments, which both have the wrong rank or one of them.
  Inferred invalidRanks(StringRef lhs, StringRef rhs,
                        const llvm::Twine &expected, RankedTensorType x,
                        RankedTensorType y) {
    return invalid("expected '" + lhs + "' and '" + rhs + "' to have " +
                   expected + ", found " + llvm::Twine(x.getRank()) + " and " +
                   llvm::Twine(y.getRank()));
  }
  /// The same for an element of a list of tensors, which may be None.
  Inferred invalidElement(StringRef list, const llvm::Twine &expected,
                          RankedTensorType element) {
    return invalid("expected each of '" + list + "' to have " + expected +
                   ", found " +
                   (element ? std::to_string(element.getRank()) : "None"));
  }
  /// "expected 'self' to have EXPECTED, found f32": EXPECTED is a phrase for
  /// elements, "complex elements".
  Inferred invalidElements(StringRef name, const llvm::Twine &expected,
                           Type found);
  /// A size as messages print it: `3`, `2*s0`, or `a size that only the run
  /// knows`.
  static std::string describe(AffineExpr size) {
    return size ? sym::toString(size) : "a size that only the run knows";
  }
  /// The types cannot be told. The first reason counts.
  Inferred unknown(const llvm::Twine &why);
  bool hasFailed() const { return !reason.empty(); }
  bool isInvalid() const { return wrong; }
  /// For operators whose number of results depends on a size: fails unless the
  /// program has as many (or none yet). Ask before making a list of them.
  bool checkNumResults(int64_t count);
  StringRef getReason() const { return reason; }

  //===--- Arguments ------------------------------------------------------===//

  bool has(StringRef name) const { return args.has(name); }
  /// The type of a tensor argument; of a number the type of the 0-d tensor
  /// that PyTorch makes of it.
  RankedTensorType tensor(StringRef name);
  /// The first tensor argument, whatever its name is.
  RankedTensorType firstTensor();
  /// Null when the argument is None.
  RankedTensorType optionalTensor(StringRef name);
  /// The elements of a list of tensors; None is null.
  llvm::SmallVector<RankedTensorType> tensors(StringRef name);

  /// A constant integer of at most 32 bits, so that rules may calculate with
  /// it; `unknown` when it is a value at run time.
  int64_t getInt(StringRef name);
  int64_t getInt(StringRef name, int64_t ifNone);
  bool getBool(StringRef name, bool ifNone = false);
  StringRef getString(StringRef name, StringRef ifNone = "");
  Type getDtype(StringRef name = "dtype") { return args.getDtype(name); }
  /// Empty when the argument is None.
  llvm::SmallVector<int64_t> getInts(StringRef name);
  /// One number stands for `count`.
  llvm::SmallVector<int64_t> getInts(StringRef name, size_t count);

  /// A dimension of `type`, 0 <= axis < max(rank, 1).
  int64_t axis(StringRef name, RankedTensorType type);
  int64_t axis(int64_t value, int64_t rank);
  /// In the order given, without negative ones. An empty list, or None, is all
  /// axes.
  llvm::SmallVector<int64_t> axes(StringRef name, int64_t rank);
  /// The same where an empty list means none.
  llvm::SmallVector<int64_t> givenAxes(StringRef name, int64_t rank);

  /// The expression of an int or SymInt, null when it has none.
  AffineExpr expr(StringRef name) { return numbers.get(args, name); }
  AffineExpr expr(mlir::OpFoldResult number) { return numbers.get(number); }
  /// Of a list; `unknown` when it is no list.
  Dims exprs(StringRef name);
  /// The same, one number standing for `count`.
  Dims exprs(StringRef name, size_t count);

  //===--- Types ----------------------------------------------------------===//

  Type f32() { return mlir::Float32Type::get(getContext()); }
  Type f64() { return mlir::Float64Type::get(getContext()); }
  Type i1() { return mlir::IntegerType::get(getContext(), 1); }
  Type i32() { return mlir::IntegerType::get(getContext(), 32); }
  Type i64() { return mlir::IntegerType::get(getContext(), 64); }

  static bool isFloat(Type type) { return llvm::isa<mlir::FloatType>(type); }
  static bool isIntegral(Type type) {
    return llvm::isa<mlir::IntegerType>(type);
  }
  /// The default float dtype in place of integers and booleans.
  Type toFloat(Type type) { return isIntegral(type) ? f32() : type; }
  /// i64 in place of other integers and booleans: sums.
  Type toSum(Type type) { return isIntegral(type) ? i64() : type; }
  /// The type of the real part.
  static Type toReal(Type type);
  /// What PyTorch computes in for these arguments.
  Type promote(llvm::ArrayRef<StringRef> names);

  Dims dimsOf(RankedTensorType type) { return Dims(sym::getDims(type), this); }
  /// A tensor. `invalid` with a constant size that is negative, or more
  /// elements than 64 bits count; `unknown` without an element type.
  RankedTensorType type(llvm::ArrayRef<AffineExpr> dims, Type elementType);
  /// The same shape.
  RankedTensorType type(RankedTensorType shape, Type elementType);
  RankedTensorType scalar(Type elementType) {
    return RankedTensorType::get({}, elementType);
  }

  //===--- Sizes ----------------------------------------------------------===//

  AffineExpr size(int64_t value) {
    return mlir::getAffineConstantExpr(value, getContext());
  }
  static std::optional<int64_t> constant(AffineExpr size);
  std::optional<int64_t> lowerBound(AffineExpr size) {
    return numbers.lowerBound(size);
  }
  std::optional<int64_t> upperBound(AffineExpr size) {
    return numbers.upperBound(size);
  }
  /// Known not to be smaller.
  bool isAtLeast(AffineExpr lhs, AffineExpr rhs) {
    return lhs && rhs && (lhs == rhs || lowerBound(sym::sub(lhs, rhs)) >= 0);
  }
  /// Known to be no size.
  bool isNegative(AffineExpr size) { return upperBound(size).value_or(0) < 0; }
  AffineExpr product(llvm::ArrayRef<AffineExpr> sizes) {
    return sym::product(sizes, getContext());
  }

  /// The size of two dimensions that broadcast.
  AffineExpr broadcast(AffineExpr lhs, AffineExpr rhs);
  Dims broadcast(llvm::ArrayRef<AffineExpr> lhs,
                 llvm::ArrayRef<AffineExpr> rhs);
  /// Of the tensor arguments of these names; absent ones do not count.
  Dims broadcast(llvm::ArrayRef<StringRef> names);
  /// The size of two dimensions that must be equal: the one that says more.
  AffineExpr unify(AffineExpr lhs, AffineExpr rhs);

  /// The dimensions that are left of a reduction over `axes`.
  Dims reduce(RankedTensorType x, llvm::ArrayRef<int64_t> axes, bool keepDims);

private:
  void axisOutOfRange(int64_t axis, int64_t rank) final {
    invalid("expected a dimension in range for rank " + llvm::Twine(rank) +
            ", found " + llvm::Twine(axis));
  }
  RankedTensorType fromValue(mlir::Value value, StringRef name);
  RankedTensorType fromLiteral(mlir::Attribute literal);

  OperatorOp op;
  Arguments args;
  NumberExprs &numbers;
  std::string reason;
  bool wrong = false;
};

using TypeRule = std::function<Inferred(Inference &)>;

/// The rule of operators whose result is like their first tensor.
inline Inferred inferSame(Inference &b) { return b.firstTensor(); }

/// All that is known about operators.
class OperatorTable {
public:
  static const OperatorTable &get();

  /// One row for each of these operators. `rule` may be null: an operator that
  /// LibTorch takes apart needs none.
  void add(llvm::StringRef target, TypeRule rule, OperatorTraits traits = {}) {
    rows.insert(target, {std::move(rule), traits});
  }
  void add(llvm::ArrayRef<llvm::StringRef> targets, const TypeRule &rule,
           OperatorTraits traits = {}) {
    for (llvm::StringRef target : targets)
      add(target, rule, traits);
  }

  /// Sets a facet of operators that have their rows.
  void mark(llvm::ArrayRef<llvm::StringRef> targets,
            bool OperatorTraits::*facet) {
    for (llvm::StringRef target : targets)
      rows.get(target).traits.*facet = true;
  }

  /// Null where there is none.
  const TypeRule *findRule(const Schema *schema) const;
  const OperatorTraits &getTraits(const Schema *schema) const;
  llvm::SmallVector<llvm::StringRef> getNames() const {
    return rows.getNames();
  }

private:
  struct Row {
    TypeRule rule;
    OperatorTraits traits;
  };
  OperatorMap<Row> rows;
};

// One for each file of rows.
#define FAMILY(NAME) void populate##NAME##Operators(OperatorTable &table);
#include "Families.def"
#undef FAMILY

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_INFERENCE_INFERENCE_H
