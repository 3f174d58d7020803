//===- InferShapes.cpp - Types from operands ------------------------------===//
//
// Refines all result types in one walk in program order, by the type rules of
// the operations. Regions are walked before their operation, whose results they
// yield.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/ControlOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/DenseSet.h"

namespace torch_onnx::onnx {
#define GEN_PASS_DEF_INFERSHAPES
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h.inc"
} // namespace torch_onnx::onnx

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

namespace {

class Inference {
public:
  LogicalResult run(Region &region);

  /// Values whose types must not change.
  llvm::DenseSet<Value> fixed;

private:
  LogicalResult run(Operation *op);
  void enter(ScanOp scan);
  void enter(SequenceMapOp map);
  void refine(Value value, Type type);
};

class InferShapes : public onnx::impl::InferShapesBase<InferShapes> {
public:
  void runOnOperation() override;
};

} // namespace

void Inference::refine(Value value, Type type) {
  if (fixed.contains(value) || !areCompatible(type, value.getType()))
    return;
  Type refined = refineType(value.getType(), type);
  if (refined != value.getType())
    value.setType(refined);
}

/// The body takes loop-carried values, which keep their shapes, and slices.
void Inference::enter(ScanOp scan) {
  Block &body = scan.getBody().front();
  size_t numCarried = scan.getNumOperands() - scan.getNumScanInputs();
  for (auto [index, operand, argument] :
       llvm::enumerate(scan.getOperands(), body.getArguments())) {
    if (index < numCarried) {
      refine(argument, operand.getType());
      continue;
    }
    auto type = cast<RankedTensorType>(operand.getType());
    SmallVector<AffineExpr> dims = sym::getDims(type);
    auto axes = scan.getScanInputAxes();
    int64_t axis = axes && index - numCarried < axes->size()
                       ? (*axes)[index - numCarried]
                       : 0;
    axis = axis < 0 ? axis + type.getRank() : axis;
    // This is reported with the results.
    if (axis < 0 || axis >= type.getRank())
      continue;
    dims.erase(dims.begin() + axis);
    refine(argument, sym::getTensorType(dims, type.getElementType()));
  }
}

/// The body takes an element of each sequence, and tensors unchanged.
void Inference::enter(SequenceMapOp map) {
  Block &body = map.getBody().front();
  for (auto [operand, argument] :
       llvm::zip(map.getOperands(), body.getArguments())) {
    Type type = operand.getType();
    if (auto sequence = dyn_cast<SequenceType>(type))
      type = sequence.getElementType();
    refine(argument, type);
  }
}

LogicalResult Inference::run(Operation *op) {
  if (auto scan = dyn_cast<ScanOp>(op))
    enter(scan);
  else if (auto map = dyn_cast<SequenceMapOp>(op))
    enter(map);
  for (Region &region : op->getRegions())
    if (failed(run(region)))
      return failure();

  auto rule = dyn_cast<InferTypeOpInterface>(op);
  if (!rule)
    return success();
  // The rule reads the number of results from the initial types.
  SmallVector<Type> inferred(op->getResultTypes());
  if (failed(rule.inferReturnTypes(op->getContext(), op->getLoc(),
                                   op->getOperands(), op->getAttrDictionary(),
                                   op->getPropertiesStorage(), op->getRegions(),
                                   inferred)))
    return failure();
  if (inferred.size() != op->getNumResults())
    return op->emitOpError("has ")
           << op->getNumResults() << " results, expected " << inferred.size();
  for (auto [result, type] : llvm::zip(op->getResults(), inferred)) {
    if (!areCompatible(type, result.getType()))
      return op->emitOpError("has result ")
             << result.getResultNumber() << " of type " << result.getType()
             << ", expected " << type;
    refine(result, type);
  }
  return success();
}

LogicalResult Inference::run(Region &region) {
  for (Block &block : region)
    for (Operation &op : block)
      if (failed(run(&op)))
        return failure();
  return success();
}

void InferShapes::runOnOperation() {
  ModuleOp module = getOperation();
  // A called function keeps its type, because its calls have the same types.
  llvm::DenseSet<StringAttr> used;
  if (auto uses = SymbolTable::getSymbolUses(&module.getBodyRegion()))
    for (const SymbolTable::SymbolUse &use : *uses)
      used.insert(use.getSymbolRef().getLeafReference());
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    Inference inference;
    bool isFixed = used.contains(function.getSymNameAttr());
    if (isFixed)
      function.walk([&](func::ReturnOp op) {
        inference.fixed.insert(op.operand_begin(), op.operand_end());
      });
    if (failed(inference.run(function.getBody())))
      return signalPassFailure();
    if (isFixed || !function.getBody().hasOneBlock())
      continue;
    Operation *terminator = function.getBody().front().getTerminator();
    function.setType(function.getFunctionType().clone(
        function.getArgumentTypes(), terminator->getOperandTypes()));
  }
}
