//===- Definition.h - One definition of an operator -------------*- C++ -*-===//
//
// A function of a library, checked: what it defines, which calls it fits, and
// what takes the place of such a call.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_OPERATORLIBRARY_DEFINITION_H
#define TORCH_ONNX_LIB_CONVERSION_OPERATORLIBRARY_DEFINITION_H

#include "torch-onnx/Conversion/OperatorLibrary.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"
#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace torch_onnx {

/// On a function: the operator that it defines, by name or by schema.
inline constexpr llvm::StringLiteral operatorAttrName = "torch.operator";
/// On a function: a dictionary, what the arguments have to be.
inline constexpr llvm::StringLiteral guardAttrName = "torch.guard";
/// On an onnx operation: a dictionary, which of its attributes are arguments of
/// the operator (`@name`).
inline constexpr llvm::StringLiteral attributesAttrName = "torch.attributes";
/// In a guard of a tensor.
inline constexpr llvm::StringLiteral dtypeGuardName = "dtype";
inline constexpr llvm::StringLiteral rankGuardName = "rank";

struct OperatorDefinition {
  mlir::func::FuncOp func;
  /// Of the operator as its author wrote it, with what it writes.
  const torch::Schema *schema = nullptr;
  /// Keeps the schema of an operator that LibTorch does not have.
  std::shared_ptr<torch::Schema> ownSchema;
  /// The operator after torch-functionalize.
  std::string target;
  /// Results of such a call; nothing if it returns a list.
  std::optional<unsigned> numResults;
  /// The arguments of the schema that are those of the function.
  llvm::SmallVector<unsigned> tensors;

  /// Null where nothing is said of the argument.
  mlir::Attribute getGuard(llvm::StringRef argument) const;
};

/// Reads what a function of a library says about itself, and checks it with its
/// body; each mistake is an error at its line.
mlir::FailureOr<OperatorDefinition> readDefinition(mlir::func::FuncOp func);

/// Checks what needs to know all definitions: that each torch operator that is
/// called is one of PyTorch's, or defined.
mlir::LogicalResult checkCalls(const OperatorDefinition &definition,
                               const OperatorLibrary &library);

/// An argument of a call: one value, a list with values, or a literal; None is
/// #torch.none.
using BoundArguments = llvm::SmallVector<torch::ArgumentSpec>;

/// The operations with regions that a body may have.
bool isBranchOrLoop(mlir::Operation *op);

/// The arguments of the schema that `op` gives, or why it does not fit.
std::optional<std::string> bindArguments(const OperatorDefinition &definition,
                                         torch::OperatorOp op,
                                         BoundArguments &arguments);

/// Why the arguments are not those that the definition is for; nothing if they
/// are.
std::optional<std::string> findMismatch(const OperatorDefinition &definition,
                                        const BoundArguments &arguments);

/// `shop.mlir:12`.
std::string describePlace(mlir::Location location);

/// A literal number or boolean in double precision; nothing for other literals.
std::optional<double> asNumber(mlir::Attribute attr);

/// What became of a call.
enum class Expanded {
  /// It is gone.
  Yes,
  /// No definition fits.
  NoMatch,
  /// The definition that fits cannot be built for these arguments.
  Refused
};

/// Replaces a call by its definition. `reason` says why where that is not done.
Expanded expandCall(torch::OperatorOp op, const OperatorLibrary &library,
                    const sym::Ranges &ranges, std::string &reason);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_OPERATORLIBRARY_DEFINITION_H
