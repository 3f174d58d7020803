//===- RuleBuilder.h - Rules for operands in another form -------*- C++ -*-===//
//
// The common part of torch-batch-vmap, torch-legalize-complex and
// torch-legalize-float4. Each has values in another form (with a batch as an
// additional dimension, as parts of complex numbers, as numbers of pairs), and
// replaces each operator on them by the operations that a rule builds. Most
// rules call the operator again:
//
//   return b.again({{"self", x}, {"dim", b.number(axis + 1)}});
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_RULEBUILDER_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_RULEBUILDER_H

#include "TorchBuilder.h"

#include "torch-onnx/Dialect/Torch/Inference/ArgumentReader.h"
#include "torch-onnx/Transforms/BuildOrder.h"

#include <functional>

namespace torch_onnx::torch {

/// Reads the arguments of one operator, and builds its replacement.
class RuleBuilder : public TorchBuilder, public ArgumentReader {
public:
  using AffineExpr = mlir::AffineExpr;
  using OpFoldResult = mlir::OpFoldResult;
  using RankedTensorType = mlir::RankedTensorType;
  using StringRef = llvm::StringRef;
  using Type = mlir::Type;
  using Values = llvm::SmallVector<Value>;
  using Overrides = llvm::ArrayRef<std::pair<StringRef, ArgumentSpec>>;
  /// Maps a value or literal of an argument to its form in a call.
  using Form = llvm::function_ref<OpFoldResult(OpFoldResult)>;

  RuleBuilder(mlir::OpBuilder &builder, OperatorOp op, NumberExprs &numbers)
      : TorchBuilder(builder, op.getLoc(), numbers),
        ArgumentReader(op, numbers) {}

  using ArgumentReader::getNumbers;

  /// Refuses a result that is not a tensor.
  RankedTensorType getResultType(unsigned result = 0);

  /// Refuses a layer in training mode, such as dropout.
  void expectEvaluation();
  /// The arguments that are axes of a tensor of `rank` (OperatorTraits::axes),
  /// where `offset` more axes precede its own. Refuses an empty list, which
  /// stands for all axes as one.
  llvm::SmallVector<std::pair<StringRef, ArgumentSpec>>
  getAxisArguments(int64_t rank, int64_t offset);
  /// The order of the dimensions of a tensor of `rank` (OperatorTraits::order).
  llvm::SmallVector<int64_t> getOrder(int64_t rank);

  ArgumentSpec number(int64_t value) {
    return getBuilder().getI64IntegerAttr(value);
  }
  ArgumentSpec list(llvm::ArrayRef<int64_t> values) {
    return getBuilder().getI64ArrayAttr(values);
  }
  ArgumentSpec none() {
    return mlir::Attribute(NoneAttr::get(op.getContext()));
  }
  /// An i64 value; null after a refusal.
  Value getSizeValue(AffineExpr size);

  /// An argument of the operator for a call: a value, a literal, or a list,
  /// each in a form. None stays, and stands for an argument that the operator
  /// lacks.
  ArgumentSpec getArgument(StringRef name, Form form);
  /// Calls an operator with the arguments that it shares with this operator, in
  /// a form, except for the overrides.
  Values again(StringRef target, Overrides overrides, Form form);

private:
  void failToRead(const llvm::Twine &why, bool) final { refuse(why); }
};

/// The rules of a pass, keyed by the names of operators.
template <typename Rule> class RuleTable {
  using StringRef = llvm::StringRef;

public:
  template <typename... Args> void add(StringRef target, const Args &...rule) {
    rules.insert(target, Rule{rule...});
  }
  template <typename... Args>
  void add(std::initializer_list<StringRef> targets, const Args &...rule) {
    for (StringRef target : targets)
      add(target, rule...);
  }
  const Rule *find(const Schema *schema) const { return rules.find(schema); }

private:
  OperatorMap<Rule> rules;
};

/// Replaces one operator, or leaves the program unchanged.
class RuleRewrite : protected BuiltOperations {
protected:
  /// `kind` is the subject of messages: "complex numbers".
  RuleRewrite(OperatorOp op, const sym::Ranges &ranges, llvm::StringRef kind)
      : op(op), numbers(ranges), builder(op), kind(kind) {
    builder.setListener(this);
  }

  /// Refuses another number of results than the operator has.
  void checkCount(TorchBuilder &b, size_t count);
  /// Gives a value the declared type; refuses a value that cannot have it.
  mlir::Value finish(TorchBuilder &b, mlir::Value value,
                     mlir::RankedTensorType type);

  OperatorOp op;
  NumberExprs numbers;
  mlir::OpBuilder builder;

private:
  llvm::StringRef kind;
};

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_RULEBUILDER_H
