//===- Expansion.h - Expansion of calls to definitions ----------*- C++ -*-===//
//
// The state of one call that is being replaced. See Expansion.cpp, and
// ExpansionRegions.cpp for branches and loops.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_OPERATORLIBRARY_EXPANSION_H
#define TORCH_ONNX_LIB_CONVERSION_OPERATORLIBRARY_EXPANSION_H

#include "Definition.h"

#include "torch-onnx/Dialect/ONNX/Utils/ONNXBuilder.h"
#include "torch-onnx/Dialect/Torch/Inference/NumberExprs.h"
#include "torch-onnx/Transforms/BuildOrder.h"

#include "llvm/ADT/DenseMap.h"

namespace torch_onnx {

/// The deepest nesting of definitions that call others.
inline constexpr unsigned maxDepth = 16;
/// The most operations that one call may become.
inline constexpr size_t maxOperations = 10000;
/// The most operations that may be built, including the ones that only find the
/// types of loop-carried values.
inline constexpr size_t maxBuilt = 10 * maxOperations;

/// A builder that keeps the reason of its first failure.
class LibraryBuilder : public onnx::ONNXBuilder {
public:
  using ONNXBuilder::ONNXBuilder;
  void fail(const llvm::Twine &why) override {
    if (!failed)
      reason = why.str();
    failed = true;
  }
  std::string reason;
};

class Expansion : BuiltOperations {
public:
  Expansion(const OperatorLibrary &library, const sym::Ranges &ranges,
            torch::OperatorOp call)
      : library(library), numbers(ranges), call(call),
        builder(call.getOperation(), this) {}

  Expanded run();
  std::string reason;

private:
  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override {
    BuiltOperations::notifyOperationInserted(op, previous);
    ++numBuilt;
  }

  /// Builds the results of a call. `op` need not be part of the program; its
  /// result types hold the types that are known in advance.
  Expanded expand(torch::OperatorOp op, unsigned depth,
                  llvm::SmallVector<mlir::Value> &results);

  /// The expansion of one definition for one call.
  struct Frame {
    Frame(const OperatorDefinition &definition, const BoundArguments &arguments,
          torch::OperatorOp op, unsigned depth)
        : definition(definition), arguments(arguments), op(op), depth(depth) {}

    const OperatorDefinition &definition;
    const BoundArguments &arguments;
    torch::OperatorOp op;
    unsigned depth;
    /// A list maps to several values; a null value is None.
    llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value>> values;
  };
  mlir::LogicalResult build(Frame &frame,
                            llvm::SmallVector<mlir::Value> &results);
  mlir::LogicalResult buildBlock(Frame &frame, mlir::Block &block);
  mlir::LogicalResult buildONNX(Frame &frame, mlir::Operation *op);
  mlir::LogicalResult buildCustom(Frame &frame, mlir::Operation *op,
                                  mlir::ValueRange operands,
                                  const mlir::NamedAttrList &attributes);
  mlir::LogicalResult buildConstant(Frame &frame, mlir::Operation *op,
                                    const torch::ArgumentSpec &argument);
  /// Appends the elements that an argument within a list stands for.
  void addElement(Frame &frame, mlir::Attribute arg,
                  llvm::SmallVectorImpl<mlir::OpFoldResult> &elements);
  /// Reads the arguments of an operator of the library.
  void readArguments(Frame &frame, torch::OperatorOp op,
                     torch::ArgumentListBuilder &list);
  /// Infers the result types of `made`, which is built for `op` of the library.
  /// Fails if they contradict the result types of `op`.
  mlir::LogicalResult setTypes(torch::OperatorOp op, torch::OperatorOp made);
  mlir::LogicalResult buildTorch(Frame &frame, torch::OperatorOp op);
  mlir::FailureOr<mlir::NamedAttrList> getAttributes(Frame &frame,
                                                     mlir::Operation *op);
  mlir::Attribute getAttribute(Frame &frame, llvm::StringRef name,
                               mlir::OperationName op,
                               llvm::StringRef attribute);
  const torch::ArgumentSpec &getArgument(Frame &frame,
                                         mlir::Attribute reference);
  mlir::Value buildNumber(mlir::OpFoldResult number, mlir::Type element);
  mlir::LogicalResult checkType(mlir::Operation *op, llvm::StringRef what,
                                mlir::Type declared, mlir::Type type);
  mlir::LogicalResult setResults(Frame &frame, mlir::Operation *op,
                                 mlir::ValueRange values);
  mlir::LogicalResult importDomain(Frame &frame, mlir::Operation *op,
                                   llvm::StringRef domain);

  // Branches and loops (ExpansionRegions.cpp).
  mlir::LogicalResult buildBranchOrLoop(Frame &frame, mlir::Operation *op);
  mlir::FailureOr<mlir::Operation *> createBranchOrLoop(Frame &frame,
                                                        mlir::Operation *op);
  mlir::LogicalResult buildRegions(Frame &frame, mlir::Operation *op,
                                   mlir::Operation *made);
  mlir::LogicalResult buildRegion(Frame &frame, mlir::Operation *op,
                                  mlir::Region &from, mlir::Region &to,
                                  mlir::TypeRange arguments);
  mlir::LogicalResult inferResults(mlir::Operation *op, mlir::Operation *made);

  mlir::LogicalResult refuse(const llvm::Twine &why) {
    reason = why.str();
    return mlir::failure();
  }
  /// Refuses with the line of the library in front of the reason.
  mlir::LogicalResult refuse(mlir::Operation *op, const llvm::Twine &why) {
    return refuse(describePlace(op->getLoc()) + ": " + why);
  }
  /// Erases all created operations except the first `first`.
  void eraseCreated(size_t first);

  const OperatorLibrary &library;
  torch::NumberExprs numbers;
  torch::OperatorOp call;
  mlir::OpBuilder builder;
  /// Including operations that were erased again.
  size_t numBuilt = 0;
  /// The opset imports of the module and of the nodes built so far.
  mlir::NamedAttrList imports;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_OPERATORLIBRARY_EXPANSION_H
