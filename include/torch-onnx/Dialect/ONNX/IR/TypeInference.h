//===- TypeInference.h - Interface of onnx type rules -----------*- C++ -*-===//
//
// Each operation of the dialect whose result types follow from its operands,
// attributes and regions has a type rule,
//
//   static void inferTypes(Adaptor op, TypeInference &types);
//
// which ONNXBase.td declares and connects to MLIR's InferTypeOpInterface. A
// rule reads operands through `types` and adds one type per result. Rules
// implement the ONNX operators at the opset of the dialect
// (https://onnx.ai/onnx/operators) over symbolic dimensions: an added type
// holds for all values of the symbols, and an unknown dimension is null.
//
// A rule that finds invalid operands or attributes calls `fail` and may
// continue: all accessors are total, and the first failure is reported.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_TYPEINFERENCE_H
#define TORCH_ONNX_DIALECT_ONNX_IR_TYPEINFERENCE_H

#include "torch-onnx/Dialect/ONNX/IR/Operands.h"
#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"
#include "torch-onnx/Dialect/Sym/IR/DimList.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

#include <optional>
#include <string>
#include <utility>

namespace torch_onnx::onnx {

//===----------------------------------------------------------------------===//
// TypeInference
//===----------------------------------------------------------------------===//

class TypeInference final : public sym::DimReader {
public:
  /// What a rule may inspect: only the types of operands, or also their values.
  /// The verifier must not depend on other operations, so it uses `Types`.
  enum class Look { Types, Values };

  /// `name` is the name of the operation, for messages.
  TypeInference(mlir::MLIRContext *context, llvm::StringRef name, Look look)
      : context(context), name(name), look(look) {}

  mlir::MLIRContext *getContext() const { return context; }

  //===--- Operands -------------------------------------------------------===//

  /// The type of a tensor; fails for other values.
  mlir::RankedTensorType tensor(mlir::Value value);
  mlir::Type element(mlir::Value value) {
    return tensor(value).getElementType();
  }
  int64_t rank(mlir::Value value) { return tensor(value).getRank(); }
  /// The dimensions of a tensor. A read of a dimension out of range fails.
  sym::DimList dims(mlir::Value value);
  /// The number of elements of a 1-d operand if it is static. Fails for other
  /// ranks.
  std::optional<int64_t> length(mlir::Value value, llvm::StringRef operand);
  /// The type of the elements of a sequence; fails for anything else.
  mlir::Type sequenceElement(mlir::Value value);
  /// The terminator of the only block of a region. Fails and returns null if
  /// there is none, or if it has fewer than `atLeast` operands: the operation
  /// may be under construction.
  mlir::Operation *yield(mlir::Region &region, int64_t atLeast = 0);

  /// The elements of an integer operand, null where unknown; see
  /// getSizeValues(). nullopt after a failure: otherwise the number of elements
  /// is the `length` that the rule has read.
  std::optional<llvm::SmallVector<mlir::AffineExpr>> sizes(mlir::Value value);
  /// The same, with their known signs.
  std::optional<llvm::SmallVector<SizeValue>> sizeValues(mlir::Value value);
  /// The elements of an integer operand if all are constant.
  std::optional<llvm::SmallVector<int64_t>> ints(mlir::Value value);
  /// The only element of an operand; null if it is unknown.
  mlir::AffineExpr size(mlir::Value value);
  /// The elements of a constant of floats or integers, as doubles.
  std::optional<llvm::SmallVector<double>> numbers(mlir::Value value);
  /// Whether `dim` is known to be at least `bound` at `value`.
  bool isAtLeast(mlir::AffineExpr dim, int64_t bound, mlir::Value value);

  //===--- Checks ---------------------------------------------------------===//

  void fail(const llvm::Twine &reason);
  bool hasFailed() const { return !message.empty(); }
  void axisOutOfRange(int64_t axis, int64_t rank) override;

  /// Normalizes an axis in [-rank, rank) to [0, rank); 0 after a failure.
  int64_t axis(int64_t axis, int64_t rank, llvm::StringRef name = "axis");
  /// Normalizes axes, which must be distinct; empty after a failure.
  llvm::SmallVector<int64_t> axes(llvm::ArrayRef<int64_t> axes, int64_t rank,
                                  llvm::StringRef name = "axes");
  bool expectRank(mlir::Value value, int64_t rank, llvm::StringRef operand);
  bool expectRankAtLeast(mlir::Value value, int64_t rank,
                         llvm::StringRef operand);
  /// Fails unless a string is one of the values that the attribute accepts.
  bool expectOneOf(llvm::StringRef value, llvm::StringRef attribute,
                   llvm::ArrayRef<llvm::StringRef> expected);
  /// Fails unless a number of the attribute is 0 or 1.
  void expectFlag(int64_t value, llvm::StringRef attribute);
  /// Fails if a list of numbers is present and has another length.
  void expectLength(std::optional<llvm::ArrayRef<int64_t>> list, size_t length,
                    llvm::StringRef attribute);
  /// Fails unless the operand has exactly one element. It may have any rank.
  void expectSingle(mlir::Value value, llvm::StringRef operand);
  /// Fails unless the operand broadcasts to exactly `dims`.
  void expectBroadcastable(mlir::Value value,
                           llvm::ArrayRef<mlir::AffineExpr> dims,
                           llvm::StringRef operand);
  /// Fails unless the operand is a vector with one element per channel
  /// (dimension 1) of `x`.
  void expectChannels(mlir::Value value, mlir::Value x,
                      llvm::StringRef operand);
  /// The common size of `a` and `b`; fails if they are different numbers.
  mlir::AffineExpr same(mlir::AffineExpr a, mlir::AffineExpr b,
                        const llvm::Twine &what);

  mlir::AffineExpr constant(int64_t value) const;
  mlir::AffineExpr one() const { return constant(1); }

  //===--- Results --------------------------------------------------------===//

  void add(llvm::ArrayRef<mlir::AffineExpr> dims, mlir::Type element);
  void add(mlir::Type type);
  /// A tensor of any rank.
  void addUnranked(mlir::Type element);
  /// The type of an operand.
  void addSame(mlir::Value value) { add(value.getType()); }
  /// A sequence; fails unless a sequence can hold the type.
  void addSequence(mlir::Type element);
  /// The shape of an operand with another element type.
  void addLike(mlir::Value value, mlir::Type element);
  /// The operands broadcast, with the element type of the first if `element` is
  /// null. Fails if they do not fit.
  void addBroadcast(mlir::ValueRange operands, mlir::Type element = {});
  sym::DimList broadcast(llvm::ArrayRef<mlir::AffineExpr> lhs,
                         llvm::ArrayRef<mlir::AffineExpr> rhs);

  /// The number of results of an existing operation.
  std::optional<size_t> numResults;

  //===--- Answers to the interface ---------------------------------------===//

  /// Returns the types, or reports the failure.
  llvm::LogicalResult finish(std::optional<mlir::Location> location,
                             llvm::SmallVectorImpl<mlir::Type> &types);
  /// Reports a failure or types that contradict `types`; otherwise refines
  /// `types`.
  llvm::LogicalResult refine(std::optional<mlir::Location> location,
                             llvm::SmallVectorImpl<mlir::Type> &types);
  /// A negative `expected` accepts any number.
  bool checkNumOperands(size_t number, int64_t expected);
  /// Fails with the message of the error that `verify` emits at the location
  /// passed to it.
  bool check(llvm::function_ref<llvm::LogicalResult(mlir::Location)> verify);

private:
  struct Result {
    mlir::Type type; // null: built from `dims` and `element`
    sym::DimList dims;
    mlir::Type element;
  };
  mlir::Type getType(const Result &result) const;
  static bool isCompatible(const Result &result, mlir::Type declared);
  llvm::LogicalResult report(std::optional<mlir::Location> location);

  mlir::MLIRContext *context;
  llvm::StringRef name;
  Look look;
  std::string message;
  llvm::SmallVector<Result, 2> results;
};

/// The dimensions of numpy's matmul.
sym::DimList inferMatMulDims(mlir::Value a, mlir::Value b,
                             TypeInference &types);

//===----------------------------------------------------------------------===//
// Connection of InferTypeOpInterface to the rules
//===----------------------------------------------------------------------===//

namespace detail {

/// The number of operands that the traits of the operation state; -1 if it
/// varies.
template <typename OpT, size_t... N>
constexpr int64_t getNumOperands(std::index_sequence<N...>) {
  if constexpr (OpT::template hasTrait<mlir::OpTrait::ZeroOperands>())
    return 0;
  if constexpr (OpT::template hasTrait<mlir::OpTrait::OneOperand>())
    return 1;
  int64_t number = -1;
  ((OpT::template hasTrait<mlir::OpTrait::NOperands<N + 2>::template Impl>()
        ? void(number = N + 2)
        : void()),
   ...);
  return number;
}

/// The number of regions that the traits of the operation state.
template <typename OpT> constexpr size_t getNumRegions() {
  if constexpr (OpT::template hasTrait<mlir::OpTrait::OneRegion>())
    return 1;
  if constexpr (OpT::template hasTrait<mlir::OpTrait::NRegions<2>::Impl>())
    return 2;
  return 0;
}

/// Verifies the attributes of an operation that is about to be created, and
/// runs its rule. The operation has no properties yet.
template <typename OpT>
void runUncheckedTypeRule(TypeInference &types, mlir::ValueRange operands,
                          mlir::DictionaryAttr attributes,
                          mlir::RegionRange regions) {
  using Properties = typename OpT::Properties;
  Properties properties;
  if (!types.check([&](mlir::Location location) {
        if constexpr (!std::is_same_v<Properties, mlir::EmptyProperties>)
          if (attributes &&
              failed(OpT::setPropertiesFromAttr(properties, attributes, [&] {
                return mlir::emitError(location);
              })))
            return mlir::failure();
        return typename OpT::Adaptor(operands, attributes, properties, regions)
            .verify(location);
      }))
    return;
  OpT::inferTypes(
      typename OpT::Adaptor(operands, attributes, properties, regions), types);
}

template <typename OpT>
void runTypeRule(TypeInference &types, mlir::ValueRange operands,
                 mlir::DictionaryAttr attributes,
                 mlir::OpaqueProperties properties, mlir::RegionRange regions) {
  constexpr int64_t expected =
      getNumOperands<OpT>(std::make_index_sequence<8>());
  if (!types.checkNumOperands(operands.size(), expected))
    return;
  if (regions.size() < getNumRegions<OpT>())
    return types.fail("has no region yet, whose types are its results");
  if (!properties)
    return runUncheckedTypeRule<OpT>(types, operands, attributes, regions);
  OpT::inferTypes(
      typename OpT::Adaptor(operands, attributes, properties, regions), types);
}

template <typename OpT>
llvm::LogicalResult
inferReturnTypes(mlir::MLIRContext *context,
                 std::optional<mlir::Location> location,
                 mlir::ValueRange operands, mlir::DictionaryAttr attributes,
                 mlir::OpaqueProperties properties, mlir::RegionRange regions,
                 llvm::SmallVectorImpl<mlir::Type> &inferred) {
  TypeInference types(context, OpT::getOperationName(),
                      TypeInference::Look::Values);
  // The caller may pass one type for each result, which tells the number of
  // results.
  if (!inferred.empty())
    types.numResults = inferred.size();
  runTypeRule<OpT>(types, operands, attributes, properties, regions);
  inferred.clear();
  return types.finish(location, inferred);
}

template <typename OpT>
llvm::LogicalResult
refineReturnTypes(mlir::MLIRContext *context,
                  std::optional<mlir::Location> location,
                  mlir::ValueRange operands, mlir::DictionaryAttr attributes,
                  mlir::OpaqueProperties properties, mlir::RegionRange regions,
                  llvm::SmallVectorImpl<mlir::Type> &declared) {
  TypeInference types(context, OpT::getOperationName(),
                      TypeInference::Look::Types);
  types.numResults = declared.size();
  runTypeRule<OpT>(types, operands, attributes, properties, regions);
  return types.refine(location, declared);
}

} // namespace detail
} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_IR_TYPEINFERENCE_H
