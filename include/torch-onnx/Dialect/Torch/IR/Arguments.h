//===- Arguments.h - Arguments of an OperatorOp by name ---------*- C++ -*-===//
//
// Reads and builds the arguments of a torch operation, which are named as in
// the ATen schema. An omitted argument has its default.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_IR_ARGUMENTS_H
#define TORCH_ONNX_DIALECT_TORCH_IR_ARGUMENTS_H

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"

#include <string>
#include <variant>

namespace torch_onnx::torch {

/// A size in a message: `3`, `2*s0`, or `a size known only at run time` for
/// null.
std::string describeSize(mlir::AffineExpr size);

namespace losses {
/// The argument `reduction` (ATen/core/Reduction.h).
enum Reduction : int64_t { None, Mean, Sum };
} // namespace losses

/// An argument for a new operation: a literal, a value, or a list.
using ArgumentSpec = std::variant<mlir::Attribute, mlir::Value,
                                  llvm::SmallVector<mlir::OpFoldResult>>;

/// Replaces the value or literal of an argument, or each element of a list.
/// None stays.
ArgumentSpec
mapArgument(ArgumentSpec spec,
            llvm::function_ref<mlir::OpFoldResult(mlir::OpFoldResult)> replace);

/// The arguments of one operation. Cheap to construct: one walk over `args`.
class Arguments {
public:
  explicit Arguments(OperatorOp op);

  /// True if the operator has the argument and it is not None.
  bool has(llvm::StringRef name) const;

  /// The argument if it is a single value (tensor or symbolic number), else
  /// null.
  mlir::Value getValue(llvm::StringRef name) const;
  /// The argument if it is a literal or a list of literals, else null.
  mlir::Attribute getAttr(llvm::StringRef name) const;

  /// The literal; nothing if the argument is absent, None or not a literal of
  /// this kind. An int is accepted for a float, as in Python.
  std::optional<int64_t> getInt(llvm::StringRef name) const;
  std::optional<double> getFloat(llvm::StringRef name) const;
  std::optional<bool> getBool(llvm::StringRef name) const;
  std::optional<llvm::StringRef> getString(llvm::StringRef name) const;
  /// A `ScalarType` argument, null when None.
  mlir::Type getDtype(llvm::StringRef name) const;

  /// A list whose elements may be literals or values; a null OpFoldResult is
  /// None. Nothing if the argument is None or not a list.
  std::optional<llvm::SmallVector<mlir::OpFoldResult>>
  getList(llvm::StringRef name) const;
  /// A list of int literals; nothing if an element is a value.
  std::optional<llvm::SmallVector<int64_t>> getInts(llvm::StringRef name) const;
  std::optional<llvm::SmallVector<double>>
  getFloats(llvm::StringRef name) const;
  /// A list of tensors (`Tensor[]`, `Tensor?[]`); a null value is None.
  llvm::SmallVector<mlir::Value> getValues(llvm::StringRef name) const;

  /// The argument as an argument of a new operation; None if the operator does
  /// not have it.
  ArgumentSpec getSpec(llvm::StringRef name) const;
  ArgumentSpec getSpec(unsigned index) const;

  /// Describes the argument in a message: `3`, `'mirror'`, `None`, `a number
  /// known only at run time`, or the type of a tensor.
  std::string describe(llvm::StringRef name) const;

  OperatorOp getOp() const { return op; }

private:
  std::optional<unsigned> find(llvm::StringRef name) const;
  /// The elements of a list argument whose first operand is operand `next`.
  llvm::SmallVector<mlir::OpFoldResult> getElements(mlir::ArrayAttr list,
                                                    unsigned next) const;

  // Mutable because the accessors of op classes are not const.
  mutable OperatorOp op;
  const Schema *schema;
  /// The index of the first operand of each argument.
  llvm::SmallVector<unsigned, 8> firstOperand;
};

/// The number of operands of `arg`: one for each `#torch.operand` in it, at any
/// depth (`Tensor[][]` of a higher-order operator).
unsigned countOperands(mlir::Attribute arg);

/// Checks the types of all arguments of `op` against the ATen schema. Returns
/// the error of the first mismatch ("argument 'dim' is 1.5, expected int as in
/// ..."), nothing if there is none. A number is accepted for a tensor, and a
/// dynamic scalar for a literal. Part of the verifier.
std::optional<std::string> findInvalidArgument(OperatorOp op);

/// Collects arguments in schema order, and returns them as the attributes and
/// operands of OperatorOp.
class ArgumentListBuilder {
public:
  explicit ArgumentListBuilder(mlir::MLIRContext *ctx) : ctx(ctx) {}
  void add(mlir::Attribute literal) { args.push_back(literal); }
  void add(mlir::Value value);
  void add(llvm::ArrayRef<mlir::OpFoldResult> list);
  void addSpec(const ArgumentSpec &spec);

  mlir::ArrayAttr getArgs() const;
  llvm::ArrayRef<mlir::Value> getOperands() const { return operands; }

private:
  mlir::MLIRContext *ctx;
  llvm::SmallVector<mlir::Attribute, 8> args;
  llvm::SmallVector<mlir::Value, 8> operands;
};

/// Builds a call of a known operator from named arguments. All other arguments
/// have their defaults.
OperatorOp
buildOperator(mlir::OpBuilder &b, mlir::Location loc, llvm::StringRef target,
              mlir::TypeRange resultTypes,
              llvm::ArrayRef<std::pair<llvm::StringRef, ArgumentSpec>> args);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_IR_ARGUMENTS_H
