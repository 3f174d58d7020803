//===- Definition.h - Definitions of a library of operators -----*- C++ -*-===//
//
// A definition is a function of a library that defines an operator: checking
// it, matching it with calls of the operator, and replacing such calls.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_OPERATORLIBRARY_DEFINITION_H
#define TORCH_ONNX_LIB_CONVERSION_OPERATORLIBRARY_DEFINITION_H

#include "torch-onnx/Conversion/OperatorLibrary.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"
#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace torch_onnx {

/// Attribute of a function: the name or the schema of the operator that it
/// defines.
inline constexpr llvm::StringLiteral operatorAttrName = "torch.operator";
/// Attribute of a function: a dictionary of conditions on its arguments.
inline constexpr llvm::StringLiteral guardAttrName = "torch.guard";
/// Attribute of an onnx operation: a dictionary from its attributes to
/// arguments of the operator (`@name`).
inline constexpr llvm::StringLiteral attributesAttrName = "torch.attributes";
/// Keys of a condition on a tensor.
inline constexpr llvm::StringLiteral dtypeGuardName = "dtype";
inline constexpr llvm::StringLiteral rankGuardName = "rank";

struct OperatorDefinition {
  mlir::func::FuncOp func;
  /// The schema of the operator before functionalization, with its writes.
  const torch::Schema *schema = nullptr;
  /// Owns the schema of an operator that LibTorch does not have.
  std::shared_ptr<torch::Schema> ownSchema;
  /// The name of the operator after torch-functionalize.
  std::string target;
  /// The number of results of a call; nothing if it returns a list.
  std::optional<unsigned> numResults;
  /// The arguments of the schema that are arguments of the function, in order.
  llvm::SmallVector<unsigned> tensors;

  /// The condition on an argument; null if there is none.
  mlir::Attribute getGuard(llvm::StringRef argument) const;
};

/// Reads the attributes of a function of a library, and checks them and its
/// body. Emits an error for each problem, at its line.
mlir::FailureOr<OperatorDefinition> readDefinition(mlir::func::FuncOp func);

/// Checks that each torch operator that the body calls is an operator of
/// PyTorch or is defined by the library.
mlir::LogicalResult checkCalls(const OperatorDefinition &definition,
                               const OperatorLibrary &library);

/// The arguments of a call: each is a value, a list that contains values, or a
/// literal; None is #torch.none.
using BoundArguments = llvm::SmallVector<torch::ArgumentSpec>;

/// Whether `op` is an operation with regions that a body may contain.
bool isBranchOrLoop(mlir::Operation *op);

/// Binds the arguments of `op` to those of the schema. Returns the reason if
/// the call does not fit.
std::optional<std::string> bindArguments(const OperatorDefinition &definition,
                                         torch::OperatorOp op,
                                         BoundArguments &arguments);

/// The first condition of the definition that the arguments do not meet;
/// nothing if they meet all.
std::optional<std::string> findMismatch(const OperatorDefinition &definition,
                                        const BoundArguments &arguments);

/// The file name and the line of a location: `shop.mlir:12`.
std::string describePlace(mlir::Location location);

/// A literal number or boolean as a double; nothing for other literals.
std::optional<double> asNumber(mlir::Attribute attr);

/// The outcome of expandCall().
enum class Expanded {
  /// The call was replaced.
  Yes,
  /// No definition fits.
  NoMatch,
  /// The fitting definition cannot be built for these arguments.
  Refused
};

/// Replaces a call by its definition, or sets `reason`.
Expanded expandCall(torch::OperatorOp op, const OperatorLibrary &library,
                    const sym::Ranges &ranges, std::string &reason);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_OPERATORLIBRARY_DEFINITION_H
