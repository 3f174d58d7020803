//===- Evaluation.h - Helpers of evaluator functions ------------*- C++ -*-===//
//
// Private to the library. Each family of operators has a file with one function
// per operator, which computes the results from the operation and its operand
// values, and a populate function that registers them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_EVALUATE_EVALUATION_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_EVALUATE_EVALUATION_H

#include "torch-onnx/Dialect/ONNX/Evaluate/Evaluator.h"
#include "torch-onnx/Dialect/ONNX/IR/Operands.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace torch_onnx::onnx::evaluate {

using arithmetic::BinaryOp;
using arithmetic::ReduceOp;
using arithmetic::Tensor;
using arithmetic::UnaryOp;
using mlir::ArrayRef;
using mlir::Operation;
using mlir::SmallVector;
using mlir::Value;

class FunctionEvaluator;

/// The result values of an operation, or the reason why there are none.
class Outcome {
public:
  Outcome(Tensor result) { values.emplace_back(std::move(result)); }
  Outcome(std::optional<Tensor> result) {
    if (result)
      values.emplace_back(std::move(*result));
    else
      reason = "has no result for these operands";
  }
  Outcome(RuntimeValue result) { values.push_back(std::move(result)); }
  Outcome(SmallVector<RuntimeValue> results) : values(std::move(results)) {}
  Outcome(std::nullopt_t) : Outcome(std::optional<Tensor>()) {}
  static Outcome fail(const llvm::Twine &reason) {
    Outcome outcome((SmallVector<RuntimeValue>()));
    outcome.reason = reason.str();
    return outcome;
  }
  /// A called region or function failed and has reported the reason.
  static Outcome reported() {
    Outcome outcome((SmallVector<RuntimeValue>()));
    outcome.isReported = true;
    return outcome;
  }

  bool hasFailed() const { return isReported || !reason.empty(); }
  bool wasReported() const { return isReported; }
  llvm::StringRef getReason() const { return reason; }
  SmallVector<RuntimeValue> &getValues() { return values; }

private:
  SmallVector<RuntimeValue> values;
  std::string reason;
  bool isReported = false;
};

/// The evaluation of one operation, with access to its operand values.
class Evaluation {
public:
  using Values = llvm::DenseMap<Value, RuntimeValue>;
  Evaluation(Operation *op, const Values &values,
             FunctionEvaluator *evaluator = nullptr)
      : op(op), values(values), evaluator(evaluator) {}

  const RuntimeValue &value(Value operand) const {
    return values.find(operand)->second;
  }
  /// The value of a tensor operand.
  const Tensor &operator[](Value operand) const {
    return *value(operand).getTensor();
  }
  /// Null for an absent operand.
  const Tensor *find(Value operand) const {
    return operand ? value(operand).getTensor() : nullptr;
  }
  const RuntimeValue::Sequence &sequence(Value operand) const {
    return *value(operand).getSequence();
  }

  /// A numeric operand in f64.
  Tensor reals(Value operand) const {
    return *arithmetic::toReals((*this)[operand]);
  }
  std::optional<Tensor> findReals(Value operand) const {
    const Tensor *tensor = find(operand);
    return tensor ? arithmetic::toReals(*tensor) : std::nullopt;
  }
  /// The elements of an integer operand; `otherwise` if it is absent.
  SmallVector<int64_t> ints(Value operand,
                            ArrayRef<int64_t> otherwise = {}) const;
  /// The only element of a numeric operand; `otherwise` if it is absent.
  double number(Value operand, double otherwise = 0) const;
  int64_t integer(Value operand, int64_t otherwise = 0) const;

  mlir::Type elementType(unsigned result = 0) const {
    return mlir::getElementTypeOrSelf(op->getResult(result).getType());
  }
  mlir::MLIRContext *getContext() const { return op->getContext(); }
  /// Rounds f64 numbers to the element type of the result.
  Outcome round(std::optional<Tensor> result) const {
    return result ? Outcome(arithmetic::cast(*result, elementType()))
                  : Outcome(std::nullopt);
  }

  /// The same for all results; unwanted ones are skipped.
  Outcome roundAll(ArrayRef<Tensor> results) const;

  /// The flag that kernels of lib/Arithmetic clear if runtimes do not agree.
  bool *defined() { return &isDefined; }

  /// The values that a region yields or a function returns.
  llvm::FailureOr<SmallVector<RuntimeValue>>
  run(mlir::Region &region, ArrayRef<RuntimeValue> arguments);
  llvm::FailureOr<SmallVector<RuntimeValue>>
  call(mlir::FunctionOpInterface function, ArrayRef<RuntimeValue> arguments);
  /// The greatest number of iterations of a Loop.
  int64_t getMaxIterations() const;
  /// The seed of a random operator, which may have a seed attribute.
  uint64_t getSeed(std::optional<llvm::APFloat> own);

private:
  Operation *op;
  const Values &values;
  FunctionEvaluator *evaluator;
  bool isDefined = true;
};

//===--- Registration -----------------------------------------------------===//

using AgreementRule = std::function<Agreement(Operation *)>;
inline Agreement neverAgree(Operation *) { return Agreement::None; }
inline Agreement agreeOnBits(Operation *) { return Agreement::Bits; }
/// The agreement of results that are computed in f64 and rounded once; f64
/// results do not agree.
Agreement agreeButForRounding(Operation *op);

/// The evaluators of all operators.
class Evaluators {
public:
  template <typename OpT, typename Function>
  void add(Function evaluate, AgreementRule agreement = neverAgree) {
    rows[mlir::TypeID::get<OpT>()] = {
        [evaluate](Operation *op, Evaluation &e) -> Outcome {
          return evaluate(mlir::cast<OpT>(op), e);
        },
        std::move(agreement)};
  }
  /// Registers f(x) for each number of the first operand, rounded once.
  template <typename OpT, typename Function>
  void addReal(Function f, AgreementRule agreement = neverAgree) {
    add<OpT>(
        [f](OpT op, Evaluation &e) -> Outcome {
          return arithmetic::mapReals(e[op->getOperand(0)], f);
        },
        std::move(agreement));
  }
  /// Registers functions of one and of two operands.
  template <typename OpT> void add(UnaryOp f) {
    add<OpT>(
        [f](OpT op, Evaluation &e) -> Outcome {
          return arithmetic::compute(f, e[op.getX()], e.defined());
        },
        [f](Operation *) {
          return arithmetic::isExact(f) ? Agreement::Bits : Agreement::Rounding;
        });
  }
  template <typename OpT> void add(BinaryOp f) {
    add<OpT>(
        [f](OpT op, Evaluation &e) -> Outcome {
          return arithmetic::compute(f, e[op.getA()], e[op.getB()],
                                     e.defined());
        },
        agreeOnBits);
  }

  struct Row {
    std::function<Outcome(Operation *, Evaluation &)> evaluate;
    AgreementRule agreement;
  };
  /// Null for an operation without an evaluator.
  const Row *find(Operation *op) const {
    auto row = rows.find(op->getName().getTypeID());
    return row == rows.end() ? nullptr : &row->second;
  }

  static const Evaluators &get();

private:
  llvm::DenseMap<mlir::TypeID, Row> rows;
};

void populateActivation(Evaluators &rows);
void populateAttention(Evaluators &rows);
void populateControl(Evaluators &rows);
void populateCore(Evaluators &rows);
void populateElementwise(Evaluators &rows);
void populateFft(Evaluators &rows);
void populateImage(Evaluators &rows);
void populateIndex(Evaluators &rows);
void populateLinear(Evaluators &rows);
void populateLogical(Evaluators &rows);
void populateNN(Evaluators &rows);
void populateNorm(Evaluators &rows);
void populateQuant(Evaluators &rows);
void populateRandom(Evaluators &rows);
void populateRecurrent(Evaluators &rows);
void populateReduce(Evaluators &rows);
void populateSequence(Evaluators &rows);
void populateString(Evaluators &rows);
void populateTensor(Evaluators &rows);

//===--- What families share ----------------------------------------------===//

/// The integers in [first, last).
inline SmallVector<int64_t> getRange(int64_t first, int64_t last) {
  return llvm::to_vector(llvm::seq<int64_t>(first, std::max(first, last)));
}
/// Normalizes an axis to [0, rank); nullopt if it is out of range.
std::optional<int64_t> getAxis(int64_t axis, int64_t rank);
/// Normalizes all axes.
std::optional<SmallVector<int64_t>> getAxes(ArrayRef<int64_t> axes,
                                            int64_t rank);

/// Applies a function to two operands; nullopt if one is absent.
std::optional<Tensor> apply(BinaryOp function, const std::optional<Tensor> &x,
                            const std::optional<Tensor> &y);
/// An f64 scalar.
Tensor makeReal(double number, mlir::MLIRContext *context);
/// An i64 vector.
Tensor makeInts(ArrayRef<int64_t> values, mlir::MLIRContext *context);
/// f(x, y) of broadcast numbers, in f64.
template <typename Function>
std::optional<Tensor> zipReals(const Tensor &x, const Tensor &y, Function f) {
  auto shape = arithmetic::broadcastShapes({x.getShape(), y.getShape()});
  std::optional<Tensor> a = arithmetic::toReals(x), b = arithmetic::toReals(y);
  if (!shape || !a || !b)
    return std::nullopt;
  a = arithmetic::expand(*a, *shape);
  b = arithmetic::expand(*b, *shape);
  if (!a || !b)
    return std::nullopt;
  for (auto [p, q] : llvm::zip_equal(a->reals(), b->reals()))
    p = f(p, q);
  return a;
}
/// As numpy.matmul: a vector is a row on the left and a column on the right.
std::optional<Tensor> multiplyMatrices(Tensor x, Tensor y);
/// round(x) + zero point, in f64, clamped to the range of an integer type.
std::optional<Tensor> quantize(std::optional<Tensor> x, const Tensor &zeroPoint,
                               mlir::Type type);
/// Reshapes a vector with one number per channel to broadcast to `rank`
/// dimensions, of which the second is the channels.
Tensor alignToChannels(Tensor vector, int64_t rank);

} // namespace torch_onnx::onnx::evaluate

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_EVALUATE_EVALUATION_H
