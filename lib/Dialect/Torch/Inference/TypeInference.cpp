//===- TypeInference.cpp - Types of results of torch operators ------------===//
//
// Runs the rule of an operator and converts its outcome to the result described
// in TypeInference.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"

#include "Inference.h"

#include "torch-onnx/Dialect/Torch/Inference/Float4.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace torch_onnx::torch;

bool torch_onnx::torch::hasTypeRule(StringRef target) {
  return hasTypeRule(Schema::lookup(target));
}

bool torch_onnx::torch::hasTypeRule(const Schema *schema) {
  return OperatorTable::get().findRule(schema) != nullptr;
}

SmallVector<StringRef> torch_onnx::torch::getInferredOperators() {
  SmallVector<StringRef> names = OperatorTable::get().getNames();
  llvm::erase_if(names, [](StringRef name) { return !hasTypeRule(name); });
  return names;
}

FailureOr<SmallVector<Type>>
torch_onnx::torch::inferResultTypes(OperatorOp op, NumberExprs &numbers,
                                    std::string &reason) {
  const TypeRule *rule = OperatorTable::get().findRule(op.getSchema());
  if (!rule) {
    reason = "no type rule";
    return failure();
  }
  // Rules are not written for elements narrower than a byte.
  if (hasFloat4Pairs(op) && !movesFloat4Pairs(op.getSchema())) {
    reason = "no rule for float4_e2m1fn_x2";
    size_t count = op->getNumResults();
    return SmallVector<Type>(count != 0 ? count
                                        : op.getSchema()->getReturns().size(),
                             UntypedType::get(op.getContext()));
  }
  // Operators that are not in a program yet have not been verified.
  if (std::optional<std::string> why = findInvalidArgument(op)) {
    reason = *why;
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

/// Whether two sizes are known to differ for all values of the symbols. Two
/// symbolic expressions are never known to differ: a program may exclude sizes
/// that the ranges allow.
static bool differ(AffineExpr x, AffineExpr y,
                   const torch_onnx::sym::Ranges &ranges) {
  auto constant = dyn_cast<AffineConstantExpr>(y);
  if (!constant) {
    std::swap(x, y);
    constant = dyn_cast<AffineConstantExpr>(y);
  }
  if (!constant)
    return false;
  if (auto other = dyn_cast<AffineConstantExpr>(x))
    return other.getValue() != constant.getValue();
  std::optional<int64_t> low = torch_onnx::sym::lowerBound(x, ranges);
  std::optional<int64_t> high = torch_onnx::sym::upperBound(x, ranges);
  return (low && *low > constant.getValue()) ||
         (high && *high < constant.getValue());
}

std::optional<Type> torch_onnx::torch::meetTypes(Type declared, Type known,
                                                 const sym::Ranges &ranges) {
  auto isUntyped = llvm::IsaPred<UntypedType, UnrankedTensorType>;
  if (declared == known || isUntyped(known))
    return declared;
  if (isUntyped(declared))
    return known;
  auto x = dyn_cast<RankedTensorType>(declared);
  auto y = dyn_cast<RankedTensorType>(known);
  if (!x || !y) {
    if (isa<NoneType>(declared))
      return declared;
    return std::nullopt;
  }
  if (x.getElementType() != y.getElementType() || x.getRank() != y.getRank())
    return std::nullopt;
  bool refines = false;
  SmallVector<AffineExpr> dims = sym::getDims(x);
  for (auto [dim, other] : llvm::zip_equal(dims, sym::getDims(y))) {
    if (dim == other || !other)
      continue;
    if (!dim) {
      dim = other;
      refines = true;
    } else if (differ(dim, other, ranges)) {
      return std::nullopt;
    }
  }
  return refines ? sym::getTensorType(dims, x.getElementType()) : declared;
}

bool torch_onnx::torch::isMisdeclared(OperatorOp op) {
  auto isMisdeclared = getTraits(op).isMisdeclared;
  return isMisdeclared && isMisdeclared(Arguments(op));
}

FailureOr<OperatorOp> torch_onnx::torch::buildInferred(
    OpBuilder &b, Location loc, StringRef target,
    ArrayRef<std::pair<StringRef, ArgumentSpec>> args, NumberExprs &numbers,
    std::string &reason) {
  // A type rule reads an operation, so a detached one is created for it.
  OpBuilder detached(b.getContext());
  OperatorOp question = buildOperator(detached, loc, target, TypeRange(), args);
  FailureOr<SmallVector<Type>> types =
      inferResultTypes(question, numbers, reason);
  bool isKnown =
      succeeded(types) && llvm::none_of(*types, llvm::IsaPred<UntypedType>);
  OperatorOp answer;
  if (isKnown)
    answer = OperatorOp::create(b, question.getLoc(), *types,
                                question.getTargetAttr(),
                                question.getArgsAttr(), ArrayAttr(),
                                question.getInputs(), /*bodiesCount=*/0);
  question.erase();
  if (!isKnown)
    return failure();
  return answer;
}
