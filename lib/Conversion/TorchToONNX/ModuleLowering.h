//===- ModuleLowering.h - State of one conversion ---------------*- C++ -*-===//
//
// What outlives one operation: symbolic numbers that have become tensors, the
// sources of sizes, and the failures to report at the end.
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

  /// The 0-d tensor that a symbolic number (i64, f64, i1) has become; tensors
  /// are themselves. Null for anything else. A number whose operator was
  /// refused gives a placeholder, so that only that operator is reported.
  mlir::Value getTensor(onnx::ONNXBuilder &b, mlir::Value value);

  /// The expression of a symbolic integer, null when it has none.
  mlir::AffineExpr getExpr(mlir::Value number) {
    return numberExprs.get(number);
  }

  torch::NumberExprs &getNumberExprs() { return numberExprs; }

  /// Prints every failure once and returns whether there was none.
  mlir::LogicalResult reportFailures();

  SymbolSources &getSymbols() { return symbols; }
  /// Forgets the sizes and numbers that are built while it lives: the region
  /// that they are in is left.
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
  /// Of the symbols of the module.
  const sym::Ranges &getRanges() const { return numberExprs.getRanges(); }
  const TorchToONNXSettings &getSettings() const { return settings; }

  /// Notes that the model uses a version of a domain, 0 where none is named; a
  /// reason where it uses another one already. The domain of the standard has
  /// the version of the model.
  std::optional<std::string>
  importDomain(mlir::ModuleOp module, llvm::StringRef domain, int64_t version);

private:
  void lowerOperation(mlir::Operation *op);
  void lowerDft(onnx::ONNXBuilder &b, torch::DftOp op);
  void lowerOperator(torch::OperatorOp op);
  /// Builds what replaces the results of `op`; a reason where it cannot be.
  std::optional<std::string> build(torch::OperatorOp op,
                                   llvm::SmallVector<mlir::Value> &values);
  std::optional<std::string> check(torch::OperatorOp op,
                                   llvm::ArrayRef<mlir::Value> values);
  void eraseAfter(mlir::Operation *before, mlir::Operation *op);
  void lowerArithmetic(onnx::ONNXBuilder &b, mlir::Operation *op);
  mlir::Value buildArithmetic(onnx::ONNXBuilder &b, mlir::Operation *op);
  /// Forgets the numbers that are new since the last operator was lowered.
  void forgetNumbers();
  void setNumber(mlir::Value number, mlir::Value tensor);
  /// Replaces numbers among the arguments of a block by 0-d tensors. What has
  /// used the number reads a cast of the tensor, until it is lowered.
  /// `getExprs` gives the attribute with the expression of an argument, or
  /// null.
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
  /// What `values` are in ONNX. A null value is of another type, which is
  /// reported as a failure of `op`.
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
  /// A node of another domain with the results of `op`, numbers as 0-d tensors.
  mlir::Operation *buildCustom(onnx::ONNXBuilder &b, torch::OperatorOp op,
                               llvm::StringRef domain, llvm::StringRef opType,
                               mlir::ValueRange inputs,
                               mlir::DictionaryAttr attributes);
  std::optional<std::string>
  mapOperator(torch::OperatorOp op, const OperatorMapping &mapping,
              llvm::SmallVector<mlir::Value> &values);

  struct Failure {
    mlir::Location firstUse;
    /// torch.export can express the operator through others.
    bool isComposite = false;
    unsigned count = 0;
  };

  TorchToONNXSettings settings;
  SymbolSources symbols;
  /// Symbolic numbers as 0-d tensors.
  ScopedMap<mlir::Value, mlir::Value> numbers;
  /// The keys that are new since the last operator was lowered.
  llvm::SmallVector<mlir::Value> recentNumbers;
  torch::NumberExprs numberExprs;
  llvm::SmallVector<mlir::Operation *> lowered;
  /// By operator and reason, in the order met.
  llvm::MapVector<std::pair<mlir::StringAttr, mlir::StringAttr>, Failure>
      failures;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_MODULELOWERING_H
