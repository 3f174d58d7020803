//===- BatchRules.h - Rules of torch-batch-vmap -----------------*- C++ -*-===//
//
// What the rules of torch-batch-vmap are written in. A rule builds what
// computes the results of one operator for all elements of a batch at once:
//
//   static Values gelu(BatchBuilder &b) {
//     return b.call({{"self", b.get("self")}});
//   }
//
// The values of the program lack the batch; a rule calls their ranks and
// dimensions those of an element. A value that depends on the batch has it as
// its first dimension, and one that does not is the same for all elements.
// All results of a rule have the batch.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_BATCHRULES_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_BATCHRULES_H

#include "TorchBuilder.h"

#include "mlir/IR/IRMapping.h"

#include <functional>

namespace torch_onnx::torch {

/// What the values of the body of a vmap have become.
struct BatchValues {
  /// Values that depend on the batch, with the batch as first dimension.
  llvm::DenseMap<mlir::Value, mlir::Value> batched;
  /// The others, where they are not the same value.
  mlir::IRMapping plain;
  /// A value with the batch as its first dimension, and the size of that.
  mlir::Value source;
  mlir::AffineExpr size;
};

/// A value that is the same for all elements, once for each of them.
mlir::Value repeatForBatch(TorchBuilder &b, const BatchValues &values,
                           mlir::Value value);

class BatchBuilder : public TorchBuilder {
public:
  using StringRef = llvm::StringRef;
  using Values = llvm::SmallVector<mlir::Value>;
  using Overrides = llvm::ArrayRef<std::pair<llvm::StringRef, ArgumentSpec>>;

  BatchBuilder(mlir::OpBuilder &builder, OperatorOp op, NumberExprs &numbers,
               const BatchValues &values);

  OperatorOp getOp() const { return op; }
  const Arguments &getArguments() const { return args; }

  //===--- Values ---------------------------------------------------------===//
  // All take values of the program; null values stay null.

  bool isBatched(Value value) const { return values.batched.contains(value); }
  bool isBatched(StringRef name) const;
  /// The rank of an element; refuses what is no tensor.
  int64_t rankOf(Value value);
  int64_t rankOf(StringRef name) { return rankOf(args.getValue(name)); }
  /// The value with the batch where it has one.
  Value get(Value value);
  Value get(StringRef name) { return get(args.getValue(name)); }
  /// The same with dimensions of size 1 in front of those of an element, until
  /// an element has `rank` dimensions. Where there is no batch nothing needs to
  /// be added to be broadcast.
  Value align(Value value, int64_t rank);
  /// The value with the batch, repeated for each element where it has none.
  Value getBatched(Value value);
  Value getBatched(StringRef name) { return getBatched(args.getValue(name)); }
  /// With the batch and with at least one more dimension.
  Value getVector(StringRef name);
  /// With the batch and one more dimension, in which all others are.
  Value getFlat(StringRef name);
  /// Refuses when an argument other than these depends on the batch.
  void expectOnlyBatched(llvm::ArrayRef<StringRef> names);

  //===--- Sizes ----------------------------------------------------------===//

  mlir::OpFoldResult getBatchSize();
  /// The sizes of a result of an element; refuses where one is unknown.
  llvm::SmallVector<mlir::OpFoldResult> getResultSizes(unsigned result = 0);
  /// The batch, then `sizes`.
  ArgumentSpec withBatch(llvm::ArrayRef<mlir::OpFoldResult> sizes);

  //===--- Axes -----------------------------------------------------------===//

  /// The axis of the tensor with the batch for one of an element of `rank`
  /// dimensions. One without dimensions is given a last one (getVector()).
  int64_t shift(int64_t axis, int64_t rank);
  /// The same of an argument; refuses where it is no constant.
  int64_t getAxis(StringRef name, int64_t rank);
  llvm::SmallVector<int64_t> getAxes(StringRef name, int64_t rank);

  //===--- Building -------------------------------------------------------===//

  ArgumentSpec number(int64_t value) {
    return getBuilder().getI64IntegerAttr(value);
  }
  ArgumentSpec flag(bool value) { return getBuilder().getBoolAttr(value); }
  ArgumentSpec list(llvm::ArrayRef<int64_t> values) {
    return getBuilder().getI64ArrayAttr(values);
  }
  using TorchBuilder::call;
  /// The operator with its arguments, values without the batch included, apart
  /// from those that are given.
  Values again(Overrides overrides) { return again(op.getTarget(), overrides); }
  /// Another overload with the arguments that it has as well.
  Values again(StringRef target, Overrides overrides);
  Value unsqueeze(Value x, int64_t axis);
  Value reshape(Value x, llvm::ArrayRef<mlir::OpFoldResult> sizes);
  Value moveAxis(Value x, int64_t from, int64_t to);

private:
  ArgumentSpec getSpec(unsigned index);

  OperatorOp op;
  Arguments args;
  const BatchValues &values;
};

using BatchFn = std::function<llvm::SmallVector<mlir::Value>(BatchBuilder &)>;

/// The rule for an operator; null where there is none, and for a null schema.
const BatchFn *findBatchRule(const Schema *schema);

/// The table, which each file of rules fills.
class BatchRules {
public:
  void add(llvm::StringRef target, const BatchFn &rule) {
    rules.insert(target, rule);
  }
  void add(std::initializer_list<llvm::StringRef> targets,
           const BatchFn &rule) {
    for (llvm::StringRef target : targets)
      add(target, rule);
  }
  const BatchFn *find(const Schema *schema) const { return rules.find(schema); }

private:
  OperatorMap<BatchFn> rules;
};

/// The rule for operators that compute each element from those at its place.
const BatchFn *findPointwiseBatchRule(const Schema &schema);

/// The rule for operators of which the table says how they carry a dimension.
const BatchFn *findCarryingBatchRule(const Schema &schema);

void addBatchAxisRules(BatchRules &rules);
void addBatchElementwiseRules(BatchRules &rules);
void addBatchIndexRules(BatchRules &rules);
void addBatchLayerRules(BatchRules &rules);
void addBatchLinearRules(BatchRules &rules);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_BATCHRULES_H
