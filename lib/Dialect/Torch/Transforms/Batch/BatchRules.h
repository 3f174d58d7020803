//===- BatchRules.h - Rules of torch-batch-vmap -----------------*- C++ -*-===//
//
// The interface of the rules of torch-batch-vmap. A rule builds operations that
// compute the results of one operator for all elements of a batch at once:
//
//   static Values gelu(BatchBuilder &b) {
//     return b.call({{"self", b.get("self")}});
//   }
//
// Values of the program have no batch; a rule uses their ranks and dimensions
// for an element. A value that depends on the batch has it as its first
// dimension; any other value is the same for all elements. All results of a
// rule have the batch.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_BATCHRULES_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_BATCHRULES_H

#include "RuleBuilder.h"

#include "mlir/IR/IRMapping.h"

namespace torch_onnx::torch {

/// The values that replace the values in the body of a vmap.
struct BatchValues {
  /// Values that depend on the batch, with the batch as first dimension.
  llvm::DenseMap<mlir::Value, mlir::Value> batched;
  /// The replacements of values that do not depend on the batch, if they
  /// differ.
  mlir::IRMapping plain;
  /// A value with the batch as its first dimension, and the size of the batch.
  mlir::Value source;
  mlir::AffineExpr size;
};

/// Repeats a value that is the same for all elements, once for each of them.
mlir::Value repeatForBatch(TorchBuilder &b, const BatchValues &values,
                           mlir::Value value);

class BatchBuilder : public RuleBuilder {
public:
  BatchBuilder(mlir::OpBuilder &builder, OperatorOp op, NumberExprs &numbers,
               const BatchValues &values);

  //===--- Values ---------------------------------------------------------===//
  // These methods take values of the program; null values stay null.

  bool isBatched(Value value) const { return values.batched.contains(value); }
  bool isBatched(StringRef name) const;
  /// The rank of an element; refuses a value that is not a tensor.
  int64_t rankOf(Value value);
  /// The same for an argument; the tensors of a list have one rank.
  int64_t rankOf(StringRef name);
  /// The value, with the batch if it has one.
  Value get(Value value);
  Value get(StringRef name) { return get(args.getValue(name)); }
  /// The literals and values of a list; nothing for another argument.
  std::optional<llvm::SmallVector<OpFoldResult>> getList(StringRef name);
  /// Inserts dimensions of size 1 before those of an element, until an element
  /// has `rank` dimensions. A value without the batch needs none to be
  /// broadcast.
  Value align(Value value, int64_t rank);
  Value align(StringRef name, int64_t rank) {
    return align(args.getValue(name), rank);
  }
  /// The value with the batch; repeated for each element if it has none.
  Value getBatched(Value value);
  Value getBatched(StringRef name) { return getBatched(args.getValue(name)); }
  /// The value with the batch and at least one more dimension.
  Value getVector(StringRef name);
  /// The value with the batch, and all other dimensions joined into one.
  Value getFlat(StringRef name);
  /// Refuses the operator if another argument depends on the batch.
  void expectOnlyBatched(llvm::ArrayRef<StringRef> names);

  //===--- Sizes ----------------------------------------------------------===//

  OpFoldResult getBatchSize();
  /// The sizes of a result of an element; refuses an unknown size.
  llvm::SmallVector<OpFoldResult> getResultSizes(unsigned result = 0);
  /// The size of the batch, followed by `sizes`.
  ArgumentSpec withBatch(llvm::ArrayRef<OpFoldResult> sizes);

  //===--- Axes -----------------------------------------------------------===//

  /// An axis of an element of `rank` dimensions, as an axis of the tensor with
  /// the batch. A 0-d element gets a last dimension (getVector()).
  int64_t getAxis(StringRef name, int64_t rank) {
    return 1 + RuleBuilder::getAxis(name, rank);
  }
  llvm::SmallVector<int64_t> getAxes(StringRef name, int64_t rank);

  //===--- Building -------------------------------------------------------===//

  /// Calls the operator with its arguments, including values without the batch,
  /// except for the overrides.
  Values again(Overrides overrides) { return again(op.getTarget(), overrides); }
  /// Calls another overload with the arguments that it shares with the
  /// operator.
  Values again(StringRef target, Overrides overrides);
  Value moveAxis(Value x, int64_t from, int64_t to);

private:
  const BatchValues &values;
};

using BatchFn = std::function<llvm::SmallVector<mlir::Value>(BatchBuilder &)>;

/// The rule of an operator; null if there is none, and for a null schema.
const BatchFn *findBatchRule(const Schema *schema);

/// The table of rules, which each file of rules extends.
using BatchRules = RuleTable<BatchFn>;

/// The rule for element-wise operators.
const BatchFn *findPointwiseBatchRule(const Schema &schema);

/// The rule for operators whose row tells how they carry a dimension.
const BatchFn *findCarryingBatchRule(const Schema &schema);

void addBatchAxisRules(BatchRules &rules);
void addBatchElementwiseRules(BatchRules &rules);
void addBatchIndexRules(BatchRules &rules);
void addBatchLayerRules(BatchRules &rules);
void addBatchLinearRules(BatchRules &rules);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_BATCHRULES_H
