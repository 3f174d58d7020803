//===- Evaluate.cpp - Evaluates functions and checks results --------------===//
//
// The pass onnx-evaluate. See Passes.td.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/Evaluate/Evaluator.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace torch_onnx::onnx {
#define GEN_PASS_DEF_EVALUATE
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h.inc"
} // namespace torch_onnx::onnx

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// Reads the values of the arguments from their attributes.
static FailureOr<SmallVector<RuntimeValue>>
readArguments(func::FuncOp function) {
  SmallVector<RuntimeValue> values;
  for (BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    Attribute attr = function.getArgAttr(index, kValueAttr);
    if (!attr)
      attr = function.getArgAttr(index, kDefaultAttr);
    if (!attr)
      return function.emitError("argument ")
             << index << " has no value; give it the attribute '" << kValueAttr
             << "'";
    FailureOr<RuntimeValue> value = readValue(attr);
    if (failed(value))
      return function.emitError("argument ")
             << index << " has a value that cannot be read, expected elements, "
             << "an array of values, or a unit";
    values.push_back(std::move(*value));
  }
  return values;
}

/// Returns whether a result of the function has an expected value.
static bool hasExpectedResult(func::FuncOp function) {
  return llvm::any_of(llvm::seq(function.getNumResults()), [&](unsigned i) {
    return function.getResultAttr(i, kExpectedAttr);
  });
}

/// Compares the results with the expected values in attributes.
static LogicalResult compareResults(func::FuncOp function,
                                    ArrayRef<RuntimeValue> results,
                                    Tolerance tolerance) {
  bool isEqual = true;
  for (auto [index, result] : llvm::enumerate(results)) {
    Attribute attr = function.getResultAttr(index, kExpectedAttr);
    if (!attr)
      continue;
    FailureOr<RuntimeValue> expected = readValue(attr);
    if (failed(expected))
      return function.emitError("result ")
             << index << " has an expected value that cannot be read";
    std::string difference = compareValues(result, *expected, tolerance);
    if (difference.empty())
      continue;
    function.emitError("result ") << index << ": " << difference;
    isEqual = false;
  }
  return success(isEqual);
}

/// Returns constants for tensors and erases the operations that computed them.
static void returnConstants(func::FuncOp function,
                            ArrayRef<RuntimeValue> results) {
  Block &block = function.front();
  Operation *terminator = block.getTerminator();
  OpBuilder builder(terminator);
  for (auto [index, result] : llvm::enumerate(results)) {
    if (!result.getTensor())
      continue;
    auto value =
        cast<ElementsAttr>(getAttribute(result, function.getContext()));
    terminator->setOperand(
        index, ConstantOp::create(builder, terminator->getLoc(), value));
  }
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
  function.setType(FunctionType::get(function.getContext(),
                                     function.getArgumentTypes(),
                                     terminator->getOperandTypes()));
}

namespace {
struct Evaluate : onnx::impl::EvaluateBase<Evaluate> {
  using EvaluateBase::EvaluateBase;

  void runOnOperation() override {
    EvaluationOptions options;
    options.seed = static_cast<int64_t>(seed.getValue());
    options.maxIterations = maxIterations;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal() || function->hasAttr(kDomainAttr) ||
          (onlyExpected && !hasExpectedResult(function)))
        continue;
      auto arguments = readArguments(function);
      if (failed(arguments)) {
        signalPassFailure();
        continue;
      }
      auto results = evaluateFunction(function, *arguments, options);
      if (failed(results) ||
          failed(compareResults(function, *results, {relative, absolute}))) {
        signalPassFailure();
        continue;
      }
      returnConstants(function, *results);
    }
  }
};
} // namespace
