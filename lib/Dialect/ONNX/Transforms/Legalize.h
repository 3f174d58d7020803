//===- Legalize.h - One operation that becomes older ones -------*- C++ -*-===//
//
// What the rewrites of onnx-legalize-opset see of an operation, and the parts
// of the pass: the table of rewrites, the tables of ONNX Runtime's gaps, and
// the check against the schemas of the standard.
//
// An operator in the form that an older opset has for it, such as a ReduceMax
// with axes as an attribute, has no place in the onnx dialect, which knows the
// newest forms only. It is an onnx.Custom of the default domain, whose name is
// empty; see Node::createOld.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_LEGALIZE_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_LEGALIZE_H

#include "torch-onnx/Dialect/ONNX/Utils/ONNXBuilder.h"
#include "torch-onnx/ONNXProto/ONNXProto.h"
#include "torch-onnx/Support/Choices.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace torch_onnx::onnx {

/// No opset.
inline constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

/// Operator type of an operation that becomes a node of the default domain,
/// empty for everything else.
llvm::StringRef getOperatorName(mlir::Operation *op);

/// The attributes of the node that an operation becomes.
mlir::NamedAttrList getNodeAttributes(mlir::Operation *op);
/// Sets one, or removes it if the value is null.
void setNodeAttribute(mlir::Operation *op, mlir::StringAttr name,
                      mlir::Attribute value);

/// Makes the attributes `axis` and `axes` of a node count from 0, as they had
/// to before opset 11.
void countAxesFromFront(mlir::Operation *op);

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

enum class Outcome {
  /// The rewrite does not concern this operation; what is wrong with it, if
  /// anything, the check will find.
  Keep,
  /// The operation is gone.
  Replaced,
  /// The operation has no equivalent; Node::reason tells why.
  Refused
};

/// What has been built for one operation.
struct BuiltOps {
  llvm::SmallVector<mlir::Operation *> list;
  llvm::DenseSet<mlir::Operation *> set;
};

/// An operation that may have to be replaced, and a builder in front of it.
class Node : public ONNXBuilder {
public:
  Node(mlir::OpBuilder &builder, mlir::Operation *op, int64_t opset,
       BuiltOps &built)
      : ONNXBuilder(builder, op->getLoc()), op(op), opset(opset), built(built) {
  }

  mlir::Operation *op;
  const int64_t opset;
  std::string reason;
  /// The first opset that has what was refused, if the row does not tell.
  std::optional<int64_t> neededOpset;

  llvm::StringRef name() const { return op->getName().stripDialect(); }

  /// The operand, null if it is absent.
  mlir::Value input(unsigned index) const;
  static mlir::Value present(mlir::Value value) {
    return llvm::isa<mlir::NoneType>(value.getType()) ? mlir::Value() : value;
  }
  mlir::RankedTensorType resultType(unsigned index = 0) const {
    return llvm::cast<mlir::RankedTensorType>(op->getResult(index).getType());
  }
  /// True when a result has a use.
  bool isUsed(unsigned index) const;

  /// The attributes that are set, and those but for one.
  llvm::SmallVector<mlir::NamedAttribute> attributes() const {
    return attributesWithout("");
  }
  llvm::SmallVector<mlir::NamedAttribute>
  attributesWithout(llvm::StringRef name) const;
  /// An axis as a number from 0 on.
  static int64_t normalize(int64_t axis, int64_t rank) {
    return axis < 0 ? axis + rank : axis;
  }

  static bool areAxes(llvm::ArrayRef<int64_t> axes, int64_t rank) {
    return llvm::all_of(axes,
                        [&](int64_t axis) { return axis >= 0 && axis < rank; });
  }
  /// Wrong at every opset.
  Outcome refuseAxes(llvm::ArrayRef<int64_t> axes, int64_t rank);
  /// "expected NUMBER WHAT, found FOUND": wrong at every opset.
  Outcome refuseCount(const llvm::Twine &what, int64_t expected,
                      int64_t found) {
    return refuse("expected " + llvm::Twine(expected) + " " + what +
                      ", found " + llvm::Twine(found),
                  kNever);
  }

  /// The elements of a constant of integers, up to a few thousand.
  static std::optional<llvm::SmallVector<int64_t>>
  getConstantInts(mlir::Value value, int64_t maxElements = 4096);
  /// The elements of a constant of floats, as they are.
  static std::optional<llvm::SmallVector<double>>
  getConstantFloats(mlir::Value value);
  /// One size of a tensor, as a 0-d i64: a constant where it is known.
  mlir::Value sizeOf(mlir::Value x, int64_t axis);
  /// All sizes of a tensor, as a 1-d i64: a constant where they are known.
  mlir::Value shapeOf(mlir::Value x);

  /// A constant for the first result if it is known to have no elements, null
  /// otherwise.
  mlir::Value emptyResult();

  /// `value` in the type that half-precision operators compute in, so that a
  /// chain of operators rounds once, as the single operator does.
  mlir::Value widen(mlir::Value value);

  /// A node as an older opset has it. Absent trailing operands are left out.
  mlir::Operation *createOldOp(llvm::StringRef name, mlir::TypeRange results,
                               mlir::ValueRange operands,
                               Attributes attrs = {});
  /// The same for one result.
  mlir::Value createOld(llvm::StringRef name, mlir::Type result,
                        mlir::ValueRange operands, Attributes attrs = {}) {
    return createOldOp(name, result, operands, attrs)->getResult(0);
  }

  /// The message tells the opset from which on no rewrite is needed, or the one
  /// given here; kNever if none helps.
  Outcome refuse(const llvm::Twine &why,
                 std::optional<int64_t> needed = std::nullopt) {
    reason = why.str();
    neededOpset = needed;
    return Outcome::Refused;
  }
  /// For an operand that has to be a constant.
  Outcome refuseComputed(llvm::StringRef operand,
                         std::optional<int64_t> needed = std::nullopt) {
    return refuse("expected '" + operand +
                      "' to be constant, found a value that only the run knows",
                  needed);
  }
  /// Replaces the results, which may be null where unused. A value takes the
  /// type of the result that it replaces.
  Outcome replace(mlir::ValueRange values);

private:
  BuiltOps &built;
};

using Rewrite = Outcome (*)(Node &);

/// An operator (in some of its forms) that has to be rewritten for opsets older
/// than `legalFrom`. A rewrite may produce what another row rewrites.
struct RewriteRow {
  llvm::StringRef op;
  int64_t legalFrom;
  Rewrite rewrite;
  /// Rows of a target hold for it alone; ONNX for all.
  TargetRuntime target = TargetRuntime::ONNX;
};

namespace detail {
template <typename T> struct OperationOf;
template <typename OpT> struct OperationOf<Outcome (*)(Node &, OpT)> {
  using Type = OpT;
};
} // namespace detail

/// The row of a rewrite that takes the operation by its class.
template <auto rewrite>
RewriteRow row(int64_t legalFrom, TargetRuntime target = TargetRuntime::ONNX) {
  using OpT = typename detail::OperationOf<decltype(rewrite)>::Type;
  llvm::StringRef name = OpT::getOperationName();
  name.consume_front("onnx.");
  return {name, legalFrom,
          [](Node &n) { return rewrite(n, mlir::cast<OpT>(n.op)); }, target};
}

/// A float attribute in double precision.
inline double toDouble(llvm::APFloat number) {
  return number.convertToDouble();
}

/// LegalizeBefore11.cpp, LegalizeIndices.cpp: what opsets 9 and 10 lack. They
/// come first, as some replace every form of an operator that a later row has
/// for opsets from 11 on.
llvm::ArrayRef<RewriteRow> getBefore11Rewrites();
llvm::ArrayRef<RewriteRow> getIndexRewrites();
/// LegalizeForms.cpp: operators that had another form.
llvm::ArrayRef<RewriteRow> getFormRewrites();
/// LegalizeQuant.cpp: quantization in more ways than an opset has.
llvm::ArrayRef<RewriteRow> getQuantRewrites();
/// `condition`, or that one of the values is NaN. Values that cannot be are
/// left out.
mlir::Value orNaN(Node &n, mlir::Value condition, mlir::ValueRange values);

/// LegalizeMath.cpp, LegalizeAttention.cpp: operators that did not exist.
llvm::ArrayRef<RewriteRow> getMathRewrites();
llvm::ArrayRef<RewriteRow> getAttentionRewrites();
/// LegalizeORT.cpp: operators that ONNX Runtime's CPU provider has no kernel
/// for in some types; LegalizeDouble.cpp: in f64; LegalizeORTOptimizer.cpp:
/// forms that its optimizer takes for others. They come before all others: what
/// they make is in the newest form.
llvm::ArrayRef<RewriteRow> getORTRewrites();
llvm::ArrayRef<RewriteRow> getDoubleRewrites();
/// LegalizeRecurrent.cpp: LSTM, GRU and RNN in f64 as a Scan.
Outcome scanRecurrentInDouble(Node &n);
/// LegalizeWindows.cpp: convolutions and averages in f64.
llvm::ArrayRef<RewriteRow> getWindowRewrites();
llvm::ArrayRef<RewriteRow> getORTOptimizerRewrites();

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

/// "float" for f32 and so on, "tensor(float)" for a tensor; empty if ONNX has
/// no such type.
std::string getTypeName(mlir::Type type);

/// Outputs of a graph that are inputs, constants, values of a graph around it
/// or other outputs: onnx-prepare-for-export puts an Identity before them.
llvm::SmallVector<mlir::OpOperand *>
getSharedOutputs(mlir::Operation *terminator);
/// Whether an opset has an Identity of a type.
bool hasIdentity(int64_t opset, mlir::Type type);
/// A constant that is an output of the model, of a type for which the opset has
/// no Identity: the initializer is the output.
bool isOutputWithoutNode(mlir::OpOperand &output, int64_t opset);

/// The parameter of the value at a position, null if there is none.
const ParameterSchema *
findParameter(const std::vector<ParameterSchema> &parameters, size_t index);

/// The type of a value of a node, and the parameter of the operator's schema
/// that the value is given for.
struct BoundType {
  const ParameterSchema *parameter;
  mlir::Type type;
};

/// Those of all operands and results that are there and have a parameter.
llvm::SmallVector<BoundType> bindTypes(mlir::Operation *op,
                                       const OperatorSchema &schema);

/// A value whose type parameter already stands for another type, if there is
/// one: parameters of an operator became independent at different opsets.
const BoundType *findMismatch(llvm::ArrayRef<BoundType> types);

/// Whether ONNX Runtime's CPU provider runs a node whose values have these
/// types. Half precision without a kernel counts as f32: ONNX Runtime puts the
/// casts around such a node itself.
bool hasKernelInORT(mlir::Operation *op, int64_t opset,
                    llvm::ArrayRef<BoundType> types);

/// Compares operations with the schemas of an opset.
class SchemaCheck {
public:
  SchemaCheck(int64_t opset, TargetRuntime target)
      : opset(opset), target(target) {}

  TargetRuntime getTarget() const { return target; }

  /// Says on `op` what the opset or the target does not have, after it has done
  /// away with what is only written and does not matter (attributes that have
  /// the value of the default) and put casts around an operator that lacks a
  /// type.
  mlir::LogicalResult run(mlir::Operation *op, mlir::OpBuilder &builder);

  /// Erases the casts to narrow types that have no uses.
  void eraseUnusedCasts();
  /// The casts that were built and not erased.
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
  /// The results of casts to narrow types that were built here.
  llvm::SmallVector<mlir::Value> narrowValues;
  /// Of a narrow value the wide one that it was cast from, if the two are
  /// equal.
  llvm::DenseMap<mlir::Value, mlir::Value> wideValues;
};

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_LEGALIZE_H
