//===- FoldConstantsLibTorch.cpp - Folding with LibTorch ------------------===//
//
// Passes the constants of an operation to the LibTorch plug-in and converts its
// results to attributes.
//
//===----------------------------------------------------------------------===//

#include "FoldConstantsImpl.h"
#include "LibTorchArguments.h"

#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/LibTorch/Loader.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

#include <cstring>
#include <deque>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

namespace {
/// The operands are constants, which are read.
class ConstantArguments final : public LibTorchArguments {
public:
  using LibTorchArguments::LibTorchArguments;

private:
  bool addOperand(Value value, libtorch::Value &into) override;

  // Deques keep the addresses of their elements.
  std::deque<libtorch::Tensor> tensors;
  std::deque<arithmetic::Tensor> storage;
};
} // namespace

bool ConstantArguments::addOperand(Value value, libtorch::Value &into) {
  if (ElementsAttr elements = getConstantElements(value)) {
    std::optional<arithmetic::Tensor> tensor = weight::readTensor(elements);
    std::optional<libtorch::DType> dtype = getDType(elements.getElementType());
    if (!tensor || !dtype) {
      error = "an operand cannot be read";
      return false;
    }
    storage.push_back(std::move(*tensor));
    const arithmetic::Tensor &kept = storage.back();
    tensors.push_back({*dtype, static_cast<uint32_t>(kept.getRank()),
                       kept.getShape().data(), /*strides=*/nullptr,
                       kept.getBytes().empty() ? nullptr : kept.data()});
    into.tag = libtorch::Tag::Tensor;
    into.tensor = &tensors.back();
    return true;
  }
  Attribute number;
  if (matchPattern(value, m_Constant(&number)))
    return add(number, ArgKind::Scalar, into);
  error = "an operand is not constant";
  return false;
}

namespace {
/// The results of the callbacks.
struct Collector {
  MLIRContext *ctx;
  FoldResults results;
  std::string error;

  void add(const libtorch::Value &value) {
    if (!error.empty())
      return;
    if (value.tag == libtorch::Tag::List) {
      for (size_t i = 0; i < value.size; ++i)
        add(value.elements[i]);
      return;
    }
    Type elementType = value.tag == libtorch::Tag::Tensor
                           ? getElementType(value.tensor->dtype, ctx)
                           : Type();
    if (!elementType) {
      error = "a result is not a tensor of a known type";
      return;
    }
    ArrayRef<int64_t> sizes(value.tensor->sizes, value.tensor->rank);
    arithmetic::Tensor tensor(sizes, elementType);
    if (!tensor.getBytes().empty())
      std::memcpy(tensor.data(), value.tensor->data, tensor.getBytes().size());
    results.push_back(tensor.toAttr());
  }
};
} // namespace

std::optional<FoldResults> torch::evaluateWithLibTorch(OperatorOp op,
                                                       std::string &reason) {
  if (!op.getSchema() || op.getNumRegions() != 0) {
    reason = "it is not an ATen operator";
    return std::nullopt;
  }
  // Constants are passed row-major, starting at their first element.
  if (op->hasAttr(TorchDialect::getStridesAttrName()) ||
      op->hasAttr(TorchDialect::getOffsetAttrName())) {
    reason = "it reads memory behind its operand that is not row-major";
    return std::nullopt;
  }
  ConstantArguments call(op);
  if (!call.build()) {
    reason = call.error;
    return std::nullopt;
  }
  const libtorch::Api *api = libtorch::getApi();
  if (!api) {
    reason = libtorch::getLoadError().str();
    return std::nullopt;
  }
  Collector collector{op.getContext(), {}, {}};
  StringRef name = op.getTarget();
  int ok = api->evaluate(
      name.data(), name.size(), call.getArgs().data(), call.getArgs().size(),
      [](void *user, size_t, const libtorch::Value *result) {
        static_cast<Collector *>(user)->add(*result);
      },
      [](void *user, const char *text, size_t size) {
        static_cast<Collector *>(user)->error.assign(text, size);
      },
      &collector);
  if (!ok || !collector.error.empty()) {
    reason = collector.error;
    return std::nullopt;
  }
  return collector.results;
}

std::optional<FoldResults> torch::foldWithLibTorch(OperatorOp op,
                                                   std::string &reason) {
  if (!llvm::all_of(op.getResultTypes(), isFoldableType)) {
    reason = "its results have no static type";
    return std::nullopt;
  }
  std::optional<FoldResults> results = evaluateWithLibTorch(op, reason);
  if (!results)
    return std::nullopt;
  bool sameTypes = results->size() == op.getNumResults();
  for (unsigned i = 0; sameTypes && i < results->size(); ++i)
    sameTypes = (*results)[i].getShapedType() == op.getResultTypes()[i];
  if (!sameTypes) {
    reason = "its results do not have the types that the operation says";
    return std::nullopt;
  }
  return results;
}
