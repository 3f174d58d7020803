//===- Evaluator.h - Evaluates operations of the onnx dialect ---*- C++ -*-===//
//
// The reference of what the dialect means: functions, control flow and every
// operator, on values in memory. Numbers are made by lib/Arithmetic. Constants
// are folded by the same code, one operation at a time.
//
// See docs/Rationale/Evaluator.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_EVALUATE_EVALUATOR_H
#define TORCH_ONNX_DIALECT_ONNX_EVALUATE_EVALUATOR_H

#include "torch-onnx/Arithmetic/Tensor.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

#include <functional>
#include <memory>
#include <vector>

namespace torch_onnx::onnx {

/// What a value is while a model runs: a tensor, a sequence, or nothing, which
/// an absent operand and an empty optional are. An optional that is not empty
/// is what it holds. A string in a tensor is a StringAttr.
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

/// The value that an attribute stands for: elements are a tensor, an array is a
/// sequence, a unit is nothing. Failure if the elements cannot be read, which
/// is reported, or for any other attribute, which is not.
llvm::FailureOr<RuntimeValue> readValue(mlir::Attribute attr);
/// The attribute that stands for a value.
mlir::Attribute getAttribute(const RuntimeValue &value,
                             mlir::MLIRContext *context);

//===--- One operation ----------------------------------------------------===//

/// How far the results of an operator are the same in all runtimes.
enum class Agreement {
  /// Bit by bit.
  Bits,
  /// But for rounding: exp, sums of floats.
  Rounding,
  /// Not at all, or it is not known: random numbers, unusual types.
  None,
};
/// Of an operation with these types and attributes. What depends on the values
/// is told by evaluateOperation().
Agreement getAgreement(mlir::Operation *op);

/// What a reduction over axes computes; nothing for other operations.
std::optional<arithmetic::ReduceOp> getReduction(mlir::Operation *op);

/// The results of an operation without regions. Nothing if they do not exist
/// or cannot be computed. Clears `isDefined` if runtimes do not agree on the
/// result for these operands.
std::optional<llvm::SmallVector<RuntimeValue>>
evaluateOperation(mlir::Operation *op, llvm::ArrayRef<RuntimeValue> operands,
                  bool &isDefined);

/// y = x * scale + shift of each channel: vectors of f64.
struct Affine {
  arithmetic::Tensor scale, shift;
};
/// What a BatchNormalization by statistics does: scale is `scale` /
/// sqrt(`variance` + epsilon), shift is `bias` - `mean` * scale. Vectors of
/// floats.
std::optional<Affine> getAffine(const arithmetic::Tensor &scale,
                                const arithmetic::Tensor &bias,
                                const arithmetic::Tensor &mean,
                                const arithmetic::Tensor &variance,
                                double epsilon);

//===--- Functions --------------------------------------------------------===//

struct EvaluationOptions {
  /// Of random numbers without a seed of their own.
  uint64_t seed = 0;
  /// Called after each operation, with its results.
  std::function<void(mlir::Operation *, llvm::ArrayRef<RuntimeValue>)> observe;
};

/// The results of a function of onnx operations. Reports what cannot be
/// evaluated, and each result that is not of the type that is declared for it,
/// at its operation.
llvm::FailureOr<llvm::SmallVector<RuntimeValue>>
evaluateFunction(mlir::FunctionOpInterface function,
                 llvm::ArrayRef<RuntimeValue> arguments,
                 const EvaluationOptions &options = {});

//===--- Comparison -------------------------------------------------------===//

/// At least what torch.testing.assert_close has for the element type.
struct Tolerance {
  double relative = 0, absolute = 0;
};
/// How `value` differs from `expected`; "" if it does not. Types are the same,
/// and so are all elements but floats, which are close. A NaN equals a NaN.
std::string compareValues(const RuntimeValue &value,
                          const RuntimeValue &expected, Tolerance tolerance);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_EVALUATE_EVALUATOR_H
