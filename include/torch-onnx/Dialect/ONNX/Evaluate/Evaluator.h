//===- Evaluator.h - Evaluates operations of the onnx dialect ---*- C++ -*-===//
//
// The reference semantics of the dialect: evaluates functions, control flow and
// all operators on values in memory. lib/Arithmetic computes the numbers.
// Constant folding uses the same code, one operation at a time.
//
// See docs/Rationale/Evaluator.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_EVALUATE_EVALUATOR_H
#define TORCH_ONNX_DIALECT_ONNX_EVALUATE_EVALUATOR_H

#include "torch-onnx/Arithmetic/Tensor.h"
#include "torch-onnx/Support/StopRequest.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

#include <functional>
#include <memory>
#include <vector>

namespace torch_onnx::onnx {

/// A value at run time: a tensor, a sequence, or nothing (an absent operand or
/// an empty optional). A nonempty optional is represented by its content. A
/// string in a tensor is a StringAttr.
class RuntimeValue {
public:
  using Sequence = std::vector<RuntimeValue>;

  RuntimeValue() = default;
  RuntimeValue(arithmetic::Tensor tensor)
      : tensor(std::make_shared<const arithmetic::Tensor>(std::move(tensor))) {}
  RuntimeValue(Sequence elements)
      : sequence(std::make_shared<const Sequence>(std::move(elements))) {}

  /// Null for other values.
  const arithmetic::Tensor *getTensor() const { return tensor.get(); }
  const Sequence *getSequence() const { return sequence.get(); }
  bool isNothing() const { return !tensor && !sequence; }

private:
  std::shared_ptr<const arithmetic::Tensor> tensor;
  std::shared_ptr<const Sequence> sequence;
};

/// The value that an attribute represents: a tensor for elements, a sequence
/// for an array, nothing for a unit. Fails with a report if the elements cannot
/// be read, and without one for other attributes.
llvm::FailureOr<RuntimeValue> readValue(mlir::Attribute attr);
/// The attribute that represents a value.
mlir::Attribute getAttribute(const RuntimeValue &value,
                             mlir::MLIRContext *context);

//===--- One operation ----------------------------------------------------===//

/// How far all runtimes agree on the results of an operator.
enum class Agreement {
  /// Bit by bit.
  Bits,
  /// Up to rounding: exp, sums of floats.
  Rounding,
  /// They differ, or it is unknown whether they agree: random numbers, unusual
  /// types.
  None,
};
/// The agreement for an operation with these types and attributes. For
/// conditions on the values, see evaluateOperation().
Agreement getAgreement(mlir::Operation *op);

/// The function of a reduction over axes; nullopt for other operations.
std::optional<arithmetic::ReduceOp> getReduction(mlir::Operation *op);

/// The results of an operation without regions; nullopt if they do not exist or
/// cannot be computed. Clears `isDefined` if runtimes do not agree on the
/// result for these operands.
std::optional<llvm::SmallVector<RuntimeValue>>
evaluateOperation(mlir::Operation *op, llvm::ArrayRef<RuntimeValue> operands,
                  bool &isDefined);

/// y = x * scale + shift for each channel; both are f64 vectors.
struct Affine {
  arithmetic::Tensor scale, shift;
};
/// The effect of a BatchNormalization with given statistics: scale is `scale` /
/// sqrt(`variance` + epsilon), shift is `bias` - `mean` * scale. The operands
/// are floating-point vectors.
std::optional<Affine> getAffine(const arithmetic::Tensor &scale,
                                const arithmetic::Tensor &bias,
                                const arithmetic::Tensor &mean,
                                const arithmetic::Tensor &variance,
                                double epsilon);

//===--- Functions --------------------------------------------------------===//

struct EvaluationOptions {
  /// The seed of random operators without a seed attribute.
  uint64_t seed = 0;
  /// A Loop with more iterations is an error, because its condition may never
  /// become false.
  int64_t maxIterations = 1'000'000;
  /// Checked before each operation. If a stop is requested, the evaluation
  /// fails. May be null.
  StopRequest *stop = nullptr;
  /// Called after each operation, with its results.
  std::function<void(mlir::Operation *, llvm::ArrayRef<RuntimeValue>)> observe;
};

/// The results of a function of onnx operations. Reports operations that cannot
/// be evaluated, and results that do not have their declared type.
llvm::FailureOr<llvm::SmallVector<RuntimeValue>>
evaluateFunction(mlir::FunctionOpInterface function,
                 llvm::ArrayRef<RuntimeValue> arguments,
                 const EvaluationOptions &options = {});

//===--- Comparison -------------------------------------------------------===//

/// A tolerance; at least that of torch.testing.assert_close for the dtype is
/// used.
struct Tolerance {
  double relative = 0, absolute = 0;
};
/// Describes how `value` differs from `expected`; "" if it does not. Types and
/// non-floating elements must be equal, floats close. A NaN equals a NaN.
std::string compareValues(const RuntimeValue &value,
                          const RuntimeValue &expected, Tolerance tolerance);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_EVALUATE_EVALUATOR_H
