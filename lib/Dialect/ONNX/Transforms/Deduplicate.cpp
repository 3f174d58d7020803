//===- Deduplicate.cpp - Merges equal initializers ------------------------===//
//
// Groups constants by a key that reads no weight bytes, and compares only
// within groups. See Passes.td.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace torch_onnx::onnx {
#define GEN_PASS_DEF_DEDUPLICATE
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h.inc"
} // namespace torch_onnx::onnx

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

namespace {

class Deduplicate : public onnx::impl::DeduplicateBase<Deduplicate> {
public:
  using DeduplicateBase::DeduplicateBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal())
        deduplicate(function);
  }

private:
  using Groups =
      DenseMap<std::pair<uint64_t, Type>, SmallVector<ConstantOp, 1>>;

  void deduplicate(func::FuncOp function) {
    SmallVector<ConstantOp, 0> constants;
    function.walk([&](ConstantOp op) { constants.push_back(op); });
    Block &entry = function.front();
    DenseMap<Attribute, ConstantOp> byAttribute;
    Groups byKey;
    for (ConstantOp op : constants) {
      ConstantOp &first = byAttribute[op.getValue()];
      if (!first)
        first = findEqual(op, byKey);
      if (!first || first == op) {
        first = op;
        continue;
      }
      // The first one may be in a subgraph, or after users of the other one.
      if (first->getBlock() != &entry || first->getBlock() != op->getBlock())
        first->moveBefore(&entry, entry.begin());
      if (!first.getNameAttr() && op.getNameAttr())
        first.setNameAttr(op.getNameAttr());
      op.getResult().replaceAllUsesWith(first.getResult());
      op.erase();
    }
  }

  /// An earlier constant with the same elements. If there is none, `op` joins
  /// its group.
  static ConstantOp findEqual(ConstantOp op, Groups &groups) {
    ElementsAttr value = op.getValue();
    if (!weight::getElementByteWidth(value.getElementType()))
      return {};
    auto &group = groups[{weight::getContentKey(value), value.getType()}];
    for (ConstantOp other : group)
      if (weight::equalContents(other.getValue(), value))
        return other;
    group.push_back(op);
    return {};
  }
};

} // namespace
