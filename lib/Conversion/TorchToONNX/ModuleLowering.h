//===- ModuleLowering.h - State of one conversion ---------------*- C++ -*-===//
//
// The state that outlives one operation: tensors that replace symbolic numbers,
// sources of sizes, and the failures that are reported at the end.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_MODULELOWERING_H
#define TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_MODULELOWERING_H

#include "Lowering.h"

#include "torch-onnx/Conversion/OperatorMapping.h"
#include "torch-onnx/Dialect/Torch/Inference/NumberExprs.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace torch_onnx {

struct TorchToONNXSettings {
  int64_t opset = 21;
  bool keepUnsupported = false;
  llvm::SmallVector<OperatorMapping> mappings;
};

class ModuleLowering {
public:
  ModuleLowering(const TorchToONNXSettings &settings, sym::Ranges ranges)
      : settings(settings), numberExprs(std::move(ranges)) {}

  /// Lowers the body and the signature of a function.
  void lowerFunction(mlir::func::FuncOp func);

  /// Lowers the operations of a block in order; the terminator is left. New
  /// operations are built in place.
  void lowerBlock(mlir::Block &block);

  /// The 0-d tensor that replaces a symbolic number (i64, f64, i1); a tensor is
  /// returned as it is, other values give null. The number of a refused
  /// operator gives a placeholder, so that only that operator is reported.
  mlir::Value getTensor(onnx::ONNXBuilder &b, mlir::Value value);

  /// The expression of a symbolic integer; null if it has none.
  mlir::AffineExpr getExpr(mlir::Value number) {
    return numberExprs.get(number);
  }

  torch::NumberExprs &getNumberExprs() { return numberExprs; }

  /// Reports every failure once; fails if there was one.
  mlir::LogicalResult reportFailures();

  SymbolSources &getSymbols() { return symbols; }
  /// Its destructor forgets the sizes and numbers that were built in its
  /// lifetime, when lowering leaves their region.
  class Scope {
  public:
    explicit Scope(ModuleLowering &module)
        : module(module), symbols(module.symbols), numbers(module.numbers),
          numRecent(module.recentNumbers.size()) {}
    ~Scope() {
      if (module.recentNumbers.size() > numRecent)
        module.recentNumbers.truncate(numRecent);
    }

  private:
    ModuleLowering &module;
    SymbolSources::Scope symbols;
    ScopedMap<mlir::Value, mlir::Value>::Scope numbers;
    size_t numRecent;
  };
  /// The ranges of the symbols of the module.
  const sym::Ranges &getRanges() const { return numberExprs.getRanges(); }
  const TorchToONNXSettings &getSettings() const { return settings; }

  /// The mask of the steps [time, batch], by the sizes of the batches that
  /// aten._pack_padded_sequence returns (RecurrentPacked.cpp).
  llvm::DenseMap<mlir::Value, mlir::Value> &getPackedMasks() {
    return packedMasks;
  }

  /// Records that the model uses a version of a domain (0: unspecified), or
  /// returns a reason if it already uses another version. The standard domain
  /// has the opset version of the model.
  std::optional<std::string>
  importDomain(mlir::ModuleOp module, llvm::StringRef domain, int64_t version);

private:
  void lowerOperation(mlir::Operation *op);
  void lowerDft(onnx::ONNXBuilder &b, torch::DftOp op);
  void lowerOperator(torch::OperatorOp op);
  /// Builds the values that replace the results of `op`, or returns a reason.
  std::optional<std::string> build(torch::OperatorOp op,
                                   llvm::SmallVector<mlir::Value> &values);
  std::optional<std::string> check(torch::OperatorOp op,
                                   llvm::ArrayRef<mlir::Value> values);
  void eraseAfter(mlir::Operation *before, mlir::Operation *op);
  void lowerArithmetic(onnx::ONNXBuilder &b, mlir::Operation *op);
  mlir::Value buildArithmetic(onnx::ONNXBuilder &b, mlir::Operation *op);
  /// Forgets the numbers added since the last operator was lowered.
  void forgetNumbers();
  void setNumber(mlir::Value number, mlir::Value tensor);
  /// Replaces symbolic numbers among the block arguments by 0-d tensors. Uses
  /// of the number read a cast of the tensor until they are lowered. `getExprs`
  /// returns the attribute with the expression of an argument, or null.
  void bindNumbers(mlir::Block &block, mlir::Location loc,
                   llvm::function_ref<mlir::Attribute(unsigned)> getExprs);

  // Control flow (ControlFlow.cpp).
  bool lowerControlFlow(mlir::Operation *op);
  void enterONNX(mlir::Operation *op);
  void lowerIf(torch::IfOp op);
  void lowerWhile(torch::WhileOp op);
  void lowerScan(torch::ScanOp op);
  mlir::Value lowerFirstCondition(torch::WhileOp op);
  mlir::Value restoreSizes(onnx::ONNXBuilder &b, mlir::Value stack,
                           mlir::RankedTensorType type);
  void lowerRegion(mlir::Region &region, mlir::Location loc,
                   llvm::function_ref<llvm::SmallVector<mlir::Value>(
                       onnx::ONNXBuilder &, mlir::ValueRange)>
                       yield);
  /// The ONNX values of `values`. A null value has an unsupported type, which
  /// is reported as a failure of `op`.
  llvm::SmallVector<mlir::Value> getTensors(onnx::ONNXBuilder &b,
                                            mlir::Operation *op,
                                            mlir::ValueRange values);
  void finish(mlir::Operation *op, mlir::ValueRange values);

  void replace(mlir::Operation *op, llvm::ArrayRef<mlir::Value> values);
  void fail(torch::OperatorOp op, llvm::StringRef reason);
  void addFailure(mlir::Operation *op, llvm::StringRef target,
                  llvm::StringRef reason);
  void keepOperator(torch::OperatorOp op);
  void warnOfEffects(torch::OperatorOp op);
  /// Builds a node of another domain with the results of `op`; numbers become
  /// 0-d tensors.
  mlir::Operation *buildCustom(onnx::ONNXBuilder &b, torch::OperatorOp op,
                               llvm::StringRef domain, llvm::StringRef opType,
                               mlir::ValueRange inputs,
                               mlir::DictionaryAttr attributes);
  std::optional<std::string>
  mapOperator(torch::OperatorOp op, const OperatorMapping &mapping,
              llvm::SmallVector<mlir::Value> &values);

  struct Failure {
    mlir::Location firstUse;
    /// Whether torch.export can decompose the operator.
    bool isComposite = false;
    unsigned count = 0;
  };

  TorchToONNXSettings settings;
  SymbolSources symbols;
  /// The 0-d tensors of symbolic numbers.
  ScopedMap<mlir::Value, mlir::Value> numbers;
  /// The keys added since the last operator was lowered.
  llvm::SmallVector<mlir::Value> recentNumbers;
  torch::NumberExprs numberExprs;
  llvm::DenseMap<mlir::Value, mlir::Value> packedMasks;
  llvm::SmallVector<mlir::Operation *> lowered;
  /// By operator and reason, in order of occurrence.
  llvm::MapVector<std::pair<mlir::StringAttr, mlir::StringAttr>, Failure>
      failures;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_MODULELOWERING_H
