//===- Inference.h - The interface of type rules ----------------*- C++ -*-===//
//
// The type rules of all families are written with the functions of this class.
// A type rule maps a torch operation to the types of its results:
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
// Arguments are read by their name in the ATen schema. A read that fails
// records the reason and returns a placeholder, which all methods accept. A
// rule checks hasFailed() before it uses an argument as an index.
//
// A rule may return less than is true, but nothing wrong: a size that depends
// on data is a null expression, and a result with unknown dtype or rank is a
// null type.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_INFERENCE_INFERENCE_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_INFERENCE_INFERENCE_H

#include "torch-onnx/Dialect/Sym/IR/DimList.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Inference/ArgumentReader.h"
#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"
#include "torch-onnx/Dialect/Torch/Inference/Promotion.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>

namespace torch_onnx::torch {

/// One size for each dimension; null if unknown. Reading a dimension that is
/// out of range makes the operation invalid.
using Dims = sym::DimList;

/// The types of the results; null for an unknown type.
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

class Inference final : public ArgumentReader, sym::DimReader {
public:
  using Type = mlir::Type;
  using RankedTensorType = mlir::RankedTensorType;

  using ArgumentReader::ArgumentReader;

  mlir::MLIRContext *getContext() { return op->getContext(); }

  //===--- Outcome --------------------------------------------------------===//

  /// Reports an error of the program: the operator does not accept its
  /// arguments.
  Inferred invalid(const llvm::Twine &why);
  /// Reports "expected 'step' to be EXPECTED, found ARGUMENT".
  Inferred invalidArgument(StringRef name, const llvm::Twine &expected) {
    return invalid("expected '" + name + "' to be " + expected + ", found " +
                   args.describe(name));
  }
  /// Reports "expected 'self' to have EXPECTED, found 2", where EXPECTED
  /// describes dimensions: "3 or 4 dimensions".
  Inferred invalidRank(StringRef name, const llvm::Twine &expected,
                       int64_t found) {
    return invalid("expected '" + name + "' to have " + expected + ", found " +
                   llvm::Twine(found));
  }
  /// The same for two arguments, of which at least one has the wrong rank.
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
  /// Reports "expected 'self' to have EXPECTED, found f32", where EXPECTED
  /// describes elements: "complex elements".
  Inferred invalidElements(StringRef name, const llvm::Twine &expected,
                           Type found);
  /// Reports that the types cannot be inferred. The first reason is kept.
  Inferred unknown(const llvm::Twine &why);
  bool hasFailed() const { return !reason.empty(); }
  bool isInvalid() const { return wrong; }
  /// For operators whose number of results depends on a size: fails unless the
  /// operation has `count` results, or none yet. Call it before allocating a
  /// list of `count` types.
  bool checkNumResults(int64_t count);
  StringRef getReason() const { return reason; }

  //===--- Arguments ------------------------------------------------------===//

  /// The type of a tensor argument. A number has the type of the 0-d tensor to
  /// which PyTorch converts it.
  RankedTensorType tensor(StringRef name);
  /// The type of the first tensor argument.
  RankedTensorType firstTensor();
  /// The type of a tensor argument; null if it is None.
  RankedTensorType optionalTensor(StringRef name);
  /// The types of the elements of a list of tensors; null for None.
  llvm::SmallVector<RankedTensorType> tensors(StringRef name);

  /// A boolean may be absent.
  bool getBool(StringRef name, bool ifNone = false) {
    return ArgumentReader::getBool(name, ifNone);
  }
  Type getDtype(StringRef name = "dtype") { return args.getDtype(name); }

  int64_t axis(StringRef name, RankedTensorType type) {
    return getAxis(name, type.getRank());
  }
  /// Dimensions in [0, rank), in the given order. An empty list, or None,
  /// stands for all dimensions.
  llvm::SmallVector<int64_t> axes(StringRef name, int64_t rank);

  /// The expressions of a list of integers; `unknown` for other arguments.
  Dims exprs(StringRef name);
  /// The expressions of a list of `count` integers; a single number is
  /// repeated.
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
  /// f32, the default dtype, for integers and booleans; other types unchanged.
  Type toFloat(Type type) { return isIntegral(type) ? f32() : type; }
  /// i64, the dtype of sums, for integers and booleans; other types unchanged.
  Type toSum(Type type) { return isIntegral(type) ? i64() : type; }
  /// The type of the real part.
  static Type toReal(Type type);
  /// The dtype to which PyTorch promotes these arguments.
  Type promote(llvm::ArrayRef<StringRef> names);

  Dims dimsOf(RankedTensorType type) { return Dims(sym::getDims(type), this); }
  /// A tensor type. `invalid` if a constant size is negative or if the number
  /// of elements exceeds 64 bits; `unknown` if `elementType` is null.
  RankedTensorType type(llvm::ArrayRef<AffineExpr> dims, Type elementType);
  /// A tensor type with the shape of another.
  RankedTensorType type(RankedTensorType shape, Type elementType);
  RankedTensorType scalar(Type elementType) {
    return RankedTensorType::get({}, elementType);
  }

  //===--- Sizes ----------------------------------------------------------===//

  AffineExpr size(int64_t value) {
    return mlir::getAffineConstantExpr(value, getContext());
  }
  std::optional<int64_t> lowerBound(AffineExpr size) {
    return numbers.lowerBound(size);
  }
  std::optional<int64_t> upperBound(AffineExpr size) {
    return numbers.upperBound(size);
  }
  /// Whether `lhs` is known to be at least `rhs`.
  bool isAtLeast(AffineExpr lhs, AffineExpr rhs) {
    return lhs && rhs && (lhs == rhs || lowerBound(sym::sub(lhs, rhs)) >= 0);
  }
  /// Whether an expression is known to be negative.
  bool isNegative(AffineExpr size) { return upperBound(size).value_or(0) < 0; }
  AffineExpr product(llvm::ArrayRef<AffineExpr> sizes) {
    return sym::product(sizes, getContext());
  }

  /// The size of two dimensions that broadcast.
  AffineExpr broadcast(AffineExpr lhs, AffineExpr rhs);
  Dims broadcast(llvm::ArrayRef<AffineExpr> lhs,
                 llvm::ArrayRef<AffineExpr> rhs);
  /// The broadcast shape of tensor arguments; absent arguments are skipped.
  Dims broadcast(llvm::ArrayRef<StringRef> names);
  /// The more specific of two sizes that must be equal.
  AffineExpr unify(AffineExpr lhs, AffineExpr rhs);

  /// The dimensions of a reduction of `x` over `axes`.
  Dims reduce(RankedTensorType x, llvm::ArrayRef<int64_t> axes, bool keepDims);

private:
  void failToRead(const llvm::Twine &why, bool isUnknown) final {
    isUnknown ? unknown(why) : invalid(why);
  }
  void axisOutOfRange(int64_t axis, int64_t rank) final {
    invalid("expected a dimension in range for rank " + llvm::Twine(rank) +
            ", found " + llvm::Twine(axis));
  }
  RankedTensorType fromValue(mlir::Value value, StringRef name);
  RankedTensorType fromLiteral(mlir::Attribute literal);

  std::string reason;
  bool wrong = false;
};

using TypeRule = std::function<Inferred(Inference &)>;

/// The rule of operators whose result has the type of the first tensor.
inline Inferred inferSame(Inference &b) { return b.firstTensor(); }

/// The rows of all operators.
class OperatorTable {
public:
  static const OperatorTable &get();

  /// Adds a row for an operator. `rule` may be null: an operator that LibTorch
  /// decomposes needs none.
  void add(llvm::StringRef target, TypeRule rule, OperatorTraits traits = {}) {
    rows.insert(target, {std::move(rule), traits});
  }
  void add(llvm::ArrayRef<llvm::StringRef> targets, const TypeRule &rule,
           OperatorTraits traits = {}) {
    for (llvm::StringRef target : targets)
      add(target, rule, traits);
  }

  /// Sets a facet in existing rows.
  template <typename Facet>
  void mark(llvm::ArrayRef<llvm::StringRef> targets,
            Facet OperatorTraits::*facet,
            std::type_identity_t<Facet> value = true) {
    for (llvm::StringRef target : targets)
      rows.get(target).traits.*facet = value;
  }

  /// The type rule of an operator; null if there is none.
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

// Each family adds its rows by one function.
#define FAMILY(NAME) void populate##NAME##Operators(OperatorTable &table);
#include "Families.def"
#undef FAMILY

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_INFERENCE_INFERENCE_H
