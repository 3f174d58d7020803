//===- TypeInference.cpp - Types of results of torch operators ------------===//
//
// Runs the rule of an operator and makes of its outcome what TypeInference.h
// promises.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"

#include "Inference.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace torch_onnx::torch;

bool torch_onnx::torch::hasTypeRule(StringRef target) {
  return RuleRegistry::get().find(target) != nullptr;
}

SmallVector<StringRef> torch_onnx::torch::getInferredOperators() {
  return RuleRegistry::get().getNames();
}

FailureOr<SmallVector<Type>>
torch_onnx::torch::inferResultTypes(OperatorOp op, NumberExprs &numbers,
                                    std::string &reason) {
  const TypeRule *rule = RuleRegistry::get().find(op.getTarget());
  if (!rule) {
    reason = "no type rule";
    return failure();
  }
  Inference b(op, numbers);
  Inferred inferred = (*rule)(b);
  Type untyped = UntypedType::get(op.getContext());
  if (b.hasFailed()) {
    reason = b.getReason();
    if (b.isInvalid())
      return failure();
    const Schema *schema = op.getSchema();
    return SmallVector<Type>(op->getNumResults() != 0 || !schema
                                 ? op->getNumResults()
                                 : schema->getReturns().size(),
                             untyped);
  }
  SmallVector<Type> types(inferred.getTypes());
  for (Type &type : types)
    if (!type) {
      type = untyped;
      reason = "the rule does not tell the dtype";
    }
  return types;
}

// torch/_subclasses/fake_impls.py, unique_consecutive: a negative axis is used
// as a bound of slices, so that dimensions occur twice.
bool torch_onnx::torch::isMisdeclared(OperatorOp op) {
  return op.getTarget() == "aten.unique_consecutive.default" &&
         Arguments(op).getInt("dim").value_or(0) < 0;
}

FailureOr<OperatorOp> torch_onnx::torch::buildInferred(
    OpBuilder &b, Location loc, StringRef target,
    ArrayRef<std::pair<StringRef, ArgumentSpec>> args, NumberExprs &numbers,
    std::string &reason) {
  // The rule reads an operation, so there is one that is not in the program.
  OpBuilder detached(b.getContext());
  OperatorOp question = buildOperator(detached, loc, target, TypeRange(), args);
  FailureOr<SmallVector<Type>> types =
      inferResultTypes(question, numbers, reason);
  bool isKnown =
      succeeded(types) && llvm::none_of(*types, llvm::IsaPred<UntypedType>);
  OperatorOp answer;
  if (isKnown)
    answer = OperatorOp::create(b, loc, *types, question.getTargetAttr(),
                                question.getArgsAttr(), ArrayAttr(),
                                question.getInputs(), /*bodiesCount=*/0);
  question.erase();
  if (!isKnown)
    return failure();
  return answer;
}
