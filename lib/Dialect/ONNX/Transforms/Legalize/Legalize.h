//===- Legalize.h - Rewrites to older opsets --------------------*- C++ -*-===//
//
// The parts of onnx-legalize-opset: the interface of rewrites (Node), the table
// of rewrites, ONNX Runtime's gaps, and the check against the schemas of the
// standard.
//
// The onnx dialect only has the newest form of each operator. An older form,
// such as a ReduceMax with axes as an attribute, is an onnx.Custom of the
// default domain, whose name is empty; see Node::createOld.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_LEGALIZE_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_LEGALIZE_H

#include "torch-onnx/Dialect/ONNX/IR/Operands.h"
#include "torch-onnx/Dialect/ONNX/Utils/ONNXBuilder.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"
#include "torch-onnx/ONNXProto/ONNXProto.h"
#include "torch-onnx/Support/Choices.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace torch_onnx::onnx {

/// Stands for an opset that does not exist.
inline constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

/// The operator type of an operation of the default domain; empty for all other
/// operations.
llvm::StringRef getOperatorName(mlir::Operation *op);

/// The attributes of the node that an operation becomes.
mlir::NamedAttrList getNodeAttributes(mlir::Operation *op);
/// Sets an attribute of this node, or removes it if the value is null.
void setNodeAttribute(mlir::Operation *op, mlir::StringAttr name,
                      mlir::Attribute value);

/// The ranges of symbols in the module that contains a value.
sym::Ranges getRanges(mlir::Value value);
/// Whether a dimension from `first` on is not known to be positive.
bool mayBeEmpty(mlir::Value value, int64_t first = 0);

/// Makes the attributes `axis` and `axes` of a node nonnegative, as opsets
/// below 11 require.
void countAxesFromFront(mlir::Operation *op);

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

enum class Outcome {
  /// The rewrite does not apply. The check reports the problems of the
  /// operation.
  Keep,
  /// The operation was replaced.
  Replaced,
  /// The operation has no equivalent, for the reason in Node::reason.
  Refused
};

/// The operations that were built to replace one operation.
struct BuiltOps {
  llvm::SmallVector<mlir::Operation *> list;
  llvm::DenseSet<mlir::Operation *> set;
};

/// The operand of a rewrite: an operation, and a builder that inserts before
/// it.
class Node : public ONNXBuilder {
public:
  Node(mlir::OpBuilder &builder, mlir::Operation *op, int64_t opset,
       BuiltOps &built)
      : ONNXBuilder(builder, op->getLoc()), op(op), opset(opset), built(built) {
  }

  mlir::Operation *op;
  const int64_t opset;
  std::string reason;
  /// The first opset that supports the refused operation, if it is not that of
  /// the row.
  std::optional<int64_t> neededOpset;

  llvm::StringRef name() const { return op->getName().stripDialect(); }

  /// The operand; null if it is absent.
  mlir::Value input(unsigned index) const;
  mlir::RankedTensorType resultType(unsigned index = 0) const {
    return llvm::cast<mlir::RankedTensorType>(op->getResult(index).getType());
  }
  /// Whether the first operand is a tensor of f64.
  bool isOfDouble() const {
    return input(0) && elementTypeOf(input(0)).isF64();
  }
  /// Whether a result has users.
  bool isUsed(unsigned index) const;

  /// The attributes that are set, all or without one.
  llvm::SmallVector<mlir::NamedAttribute> attributes() const {
    return attributesWithout("");
  }
  llvm::SmallVector<mlir::NamedAttribute>
  attributesWithout(llvm::StringRef name) const;
  /// The attributes with one that is added or changed.
  llvm::SmallVector<mlir::NamedAttribute>
  attributesWith(mlir::NamedAttribute attribute) const {
    auto result = attributesWithout(attribute.getName());
    result.push_back(attribute);
    return result;
  }
  static bool areAxes(llvm::ArrayRef<int64_t> axes, int64_t rank) {
    return llvm::all_of(axes,
                        [&](int64_t axis) { return axis >= 0 && axis < rank; });
  }
  /// Refuses axes that are invalid at every opset.
  Outcome refuseAxes(llvm::ArrayRef<int64_t> axes, int64_t rank);
  /// Refuses a number that is invalid at every opset.
  Outcome refuseCount(const llvm::Twine &what, int64_t expected,
                      int64_t found) {
    return refuse("expected " + llvm::Twine(expected) + " " + what +
                      ", found " + llvm::Twine(found),
                  kNever);
  }

  /// The elements of a constant of integers, up to a few thousand.
  static std::optional<llvm::SmallVector<int64_t>>
  getConstantInts(mlir::Value value, int64_t maxElements = 4096);
  /// The elements of a constant of floats.
  static std::optional<llvm::SmallVector<double>>
  getConstantFloats(mlir::Value value);
  /// A size of a tensor, as a 0-d i64: a constant if it is static.
  mlir::Value sizeOf(mlir::Value x, int64_t axis);
  /// All sizes of a tensor, as a 1-d i64: a constant if they are static.
  mlir::Value shapeOf(mlir::Value x);

  /// A constant for the first result if it is statically empty, otherwise null.
  mlir::Value emptyResult();

  /// Casts half precision to f32, so that a chain of operators rounds once, as
  /// the single operator does.
  mlir::Value widen(mlir::Value value);

  /// Creates a node in the form of an older opset. Absent trailing operands are
  /// omitted.
  mlir::Operation *createOldOp(llvm::StringRef name, mlir::TypeRange results,
                               mlir::ValueRange operands,
                               Attributes attrs = {});
  /// As createOldOp(), for a node with one result.
  mlir::Value createOld(llvm::StringRef name, mlir::Type result,
                        mlir::ValueRange operands, Attributes attrs = {}) {
    return createOldOp(name, result, operands, attrs)->getResult(0);
  }

  /// Refuses the operation. The message names the first opset that supports it:
  /// `needed`, or `legalFrom` of the row; kNever if no opset does.
  Outcome refuse(const llvm::Twine &why,
                 std::optional<int64_t> needed = std::nullopt) {
    reason = why.str();
    neededOpset = needed;
    return Outcome::Refused;
  }
  /// Refuses an operand that is not a constant.
  Outcome refuseComputed(llvm::StringRef operand,
                         std::optional<int64_t> needed = std::nullopt) {
    return refuse("expected '" + operand +
                      "' to be constant, found a value known only at run time",
                  needed);
  }
  /// Replaces the results. The value of an unused result may be null. A value
  /// gets the type of the result that it replaces.
  Outcome replace(mlir::ValueRange values);
  Outcome replace(mlir::Operation *by) { return replace(by->getResults()); }

private:
  BuiltOps &built;
};

using Rewrite = Outcome (*)(Node &);

namespace detail {
template <typename T> struct OperationOf;
template <typename OpT> struct OperationOf<Outcome (*)(Node &, OpT)> {
  using Type = OpT;
};

template <auto rewrite, typename OpT> Outcome call(Node &n) {
  if constexpr (std::is_invocable_v<decltype(rewrite), Node &>)
    return rewrite(n);
  else
    return rewrite(n, mlir::cast<OpT>(n.op));
}

template <auto rewrite, typename OpT> Outcome callForDouble(Node &n) {
  return n.isOfDouble() ? call<rewrite, OpT>(n) : Outcome::Keep;
}
} // namespace detail

/// The rewrites for one opset and one target. Those of an operator are tried in
/// the order in which they are added; others may apply to the new operations.
///
/// A rewrite is a function of a Node, which may have the operation as its
/// second parameter. It is for the operators `OpTs`, or else for the one that
/// this parameter names.
class RewriteTable {
public:
  RewriteTable(int64_t opset, TargetRuntime target)
      : opset(opset), target(target) {}

  struct Row {
    int64_t legalFrom;
    Rewrite rewrite;
  };
  /// The rewrites of (some forms of) an operator.
  llvm::ArrayRef<Row> find(mlir::Operation *op) const {
    auto it = rows.find(op->getName().getStringRef());
    return it == rows.end() ? llvm::ArrayRef<Row>() : it->second;
  }

  /// Adds a rewrite for opsets below `legalFrom`.
  template <auto rewrite, typename... OpTs> void add(int64_t legalFrom) {
    if constexpr (sizeof...(OpTs) == 0)
      add<rewrite, OperationOf<rewrite>>(legalFrom);
    else if (opset < legalFrom)
      (rows[OpTs::getOperationName()].push_back(
           {legalFrom, detail::call<rewrite, OpTs>}),
       ...);
  }
  /// Adds a rewrite for ONNX Runtime, by default at every opset.
  template <auto rewrite, typename... OpTs>
  void addForORT(int64_t legalFrom = kNever) {
    if (target == TargetRuntime::ORT)
      add<rewrite, OpTs...>(legalFrom);
  }
  /// The same if the first operand is of f64.
  template <auto rewrite, typename... OpTs>
  void addForDouble(int64_t legalFrom = kNever) {
    if constexpr (sizeof...(OpTs) == 0)
      addForDouble<rewrite, OperationOf<rewrite>>(legalFrom);
    else
      (addForORT<detail::callForDouble<rewrite, OpTs>, OpTs>(legalFrom), ...);
  }

private:
  template <auto rewrite>
  using OperationOf = typename detail::OperationOf<decltype(rewrite)>::Type;

  const int64_t opset;
  const TargetRuntime target;
  llvm::StringMap<llvm::SmallVector<Row, 2>> rows;
};

/// Operators for which ONNX Runtime's CPU provider has no kernel in some types
/// (LegalizeORT.cpp) or in f64 (LegalizeDouble.cpp, LegalizeRecurrent.cpp,
/// LegalizeWindows.cpp), kernels with wrong or inexact results
/// (LegalizeORTIntegers.cpp, LegalizeORTSums.cpp), and forms that its optimizer
/// rewrites incorrectly (LegalizeORTProducts.cpp, LegalizeORTOptimizer.cpp,
/// LegalizeORTQuantization.cpp). They come before all others, because they
/// build the newest forms.
void populateORT(RewriteTable &table);
void populateDouble(RewriteTable &table);
void populateRecurrent(RewriteTable &table);
void populateWindows(RewriteTable &table);
void populateORTIntegers(RewriteTable &table);
void populateORTProducts(RewriteTable &table);
void populateORTOptimizer(RewriteTable &table);
void populateORTQuantization(RewriteTable &table);
void populateORTSums(RewriteTable &table);
/// Operators that opsets 9 and 10 lack. They come before those of later opsets,
/// because some replace all forms of an operator for which later rewrites are
/// only valid from opset 11 on.
void populateBefore11(RewriteTable &table);
void populateIndices(RewriteTable &table);
/// Operators whose form changed.
void populateForms(RewriteTable &table);
/// Forms of quantization that older opsets lack.
void populateQuant(RewriteTable &table);
/// Operators that older opsets lack.
void populateMath(RewriteTable &table);
void populateAttention(RewriteTable &table);

/// Whether ONNX Runtime would add so many elements of f32 along `axes` that the
/// sum is inexact. False if a size is dynamic.
bool hasManyTerms(mlir::RankedTensorType type, llvm::ArrayRef<int64_t> axes);

/// True if `condition` holds or one of the values is NaN. Values that cannot be
/// NaN are skipped.
mlir::Value orNaN(Node &n, mlir::Value condition, mlir::ValueRange values);

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

/// The name of a type in ONNX: "float" for f32, "tensor(float)" for a tensor;
/// empty if ONNX does not have the type.
std::string getTypeName(mlir::Type type);

/// The outputs of a graph that are inputs, constants, values of an outer graph,
/// or other outputs. onnx-prepare-for-export inserts an Identity before them.
llvm::SmallVector<mlir::OpOperand *>
getSharedOutputs(mlir::Operation *terminator);
/// Whether an opset has an Identity of a type.
bool hasIdentity(int64_t opset, mlir::Type type);
/// Whether an output of the model is a constant of a type for which the opset
/// has no Identity. The initializer itself is then the output.
bool isOutputWithoutNode(mlir::OpOperand &output, int64_t opset);

/// The parameter of operand or result `index`; null if there is none.
const ParameterSchema *
findParameter(const std::vector<ParameterSchema> &parameters, size_t index);

/// The type of an operand or result of a node, and its parameter in the schema
/// of the operator.
struct BoundType {
  const ParameterSchema *parameter;
  mlir::Type type;
};

/// The types of all present operands and results that have a parameter.
llvm::SmallVector<BoundType> bindTypes(mlir::Operation *op,
                                       const OperatorSchema &schema);

/// The first value whose type differs from that of another value with the same
/// type parameter. Type parameters of some operators became independent in
/// later opsets.
const BoundType *findMismatch(llvm::ArrayRef<BoundType> types);

/// Whether ONNX Runtime's CPU provider has a kernel for a node with these
/// types. Half precision without a kernel counts as f32, because ONNX Runtime
/// inserts the casts itself.
bool hasKernelInORT(mlir::Operation *op, int64_t opset,
                    llvm::ArrayRef<BoundType> types);

/// Compares operations with the schemas of an opset.
class SchemaCheck {
public:
  SchemaCheck(int64_t opset, TargetRuntime target)
      : opset(opset), target(target) {}

  TargetRuntime getTarget() const { return target; }

  /// Removes attributes with default values that the opset does not have,
  /// inserts casts around an operator that lacks a type, and emits an error on
  /// `op` for everything else that the opset or the target does not support.
  mlir::LogicalResult run(mlir::Operation *op, mlir::OpBuilder &builder);

  /// Erases the casts to narrow types that have no uses.
  void eraseUnusedCasts();
  /// The number of casts that were built and not erased.
  int64_t getNumCasts() const { return numCasts; }

private:
  const OperatorSchema *lookUp(llvm::StringRef name);
  bool checkAttributes(mlir::Operation *op, const OperatorSchema &schema);
  bool checkOperands(mlir::Operation *op, const OperatorSchema &schema);
  bool checkTypes(mlir::Operation *op, const OperatorSchema &schema,
                  mlir::OpBuilder &builder);
  bool checkKernel(mlir::Operation *op, const OperatorSchema &schema);
  /// Whether the opset and the target have the operator for these types.
  bool isLegal(mlir::Operation *op, llvm::ArrayRef<BoundType> types) const;
  void castAround(mlir::Operation *op, const OperatorSchema &schema,
                  mlir::OpBuilder &builder);
  mlir::Value widen(mlir::Value value, mlir::Type wide, ONNXBuilder &b);

  const int64_t opset;
  const TargetRuntime target;
  llvm::StringMap<std::optional<OperatorSchema>> schemas;
  int64_t numCasts = 0;
  /// The results of the casts to narrow types that castAround() built.
  llvm::SmallVector<mlir::Value> narrowValues;
  /// Maps a narrow value to the wide value that it was cast from, if both are
  /// equal.
  llvm::DenseMap<mlir::Value, mlir::Value> wideValues;
};

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_LEGALIZE_H
