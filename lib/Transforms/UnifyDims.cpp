//===- UnifyDims.cpp - One symbol for sizes that must be equal ------------===//
//
// See Passes.td. The type rules know which sizes an operator requires to be
// equal. This pass runs them again and merges the symbols.
//
//===----------------------------------------------------------------------===//

#include "BindDims.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"
#include "torch-onnx/Dialect/Sym/IR/SymDialect.h"
#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Dialect/Torch/Inference/EqualSizes.h"
#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

namespace torch_onnx {
#define GEN_PASS_DEF_UNIFYDIMS
#include "torch-onnx/Transforms/Passes.h.inc"
} // namespace torch_onnx

using namespace mlir;
using namespace torch_onnx;

/// Whether torch.export generated the name: `s` and a number. All other names
/// are chosen by users, who want to find them in the model.
static bool isGenerated(StringRef name) {
  return name.consume_front("s") && !name.empty() &&
         llvm::all_of(name, llvm::isDigit);
}

/// The symbols that are dimensions of inputs, in order. A symbol that is the
/// value of a scalar input is excluded.
static SmallVector<StringRef> getInputSymbols(func::FuncOp main) {
  llvm::MapVector<StringRef, bool> symbols;
  for (Type type : main.getArgumentTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      for (AffineExpr dim : sym::getDims(tensor))
        if (auto symbol = dyn_cast_if_present<AffineSymbolExpr>(dim))
          symbols.insert({sym::getSymbolName(symbol), true});
  StringRef exprsName = torch::TorchDialect::getExprsAttrName();
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (auto exprs = main.getArgAttrOfType<sym::DimsAttr>(i, exprsName))
      for (AffineSymbolExpr symbol : sym::getSymbols(exprs.getDims()[0]))
        symbols[sym::getSymbolName(symbol)] = false;
  SmallVector<StringRef> names;
  for (auto [name, isDim] : symbols)
    if (isDim)
      names.push_back(name);
  return names;
}

/// Returns the two symbols whose equality is equivalent to `lhs == rhs`.
static std::optional<std::pair<StringRef, StringRef>>
getEqualSymbols(AffineExpr lhs, AffineExpr rhs) {
  AffineExpr difference = sym::sub(lhs, rhs);
  SmallVector<AffineSymbolExpr> symbols = sym::getSymbols(difference);
  if (symbols.size() != 2)
    return std::nullopt;
  AffineExpr plain = sym::sub(symbols[0], symbols[1]);
  if (!sym::isKnownEqual(difference, plain) &&
      !sym::isKnownEqual(difference, sym::mul(plain, -1)))
    return std::nullopt;
  return std::pair(sym::getSymbolName(symbols[0]),
                   sym::getSymbolName(symbols[1]));
}

/// Whether a call has at least two dynamic operand sizes.
static bool mayRelateSizes(torch::OperatorOp op) {
  return llvm::count_if(op->getOperandTypes(), [](Type type) {
           auto tensor = dyn_cast<RankedTensorType>(type);
           return tensor && !tensor.hasStaticShape();
         }) >= 2;
}

namespace {
struct UnifyDimsPass : torch_onnx::impl::UnifyDimsBase<UnifyDimsPass> {
  using UnifyDimsBase::UnifyDimsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto main = module.lookupSymbol<func::FuncOp>(onnx::kEntryName);
    if (!main || main.isExternal())
      return;
    SmallVector<StringRef> inputs = getInputSymbols(main);
    if (inputs.size() < 2)
      return;
    // Calls in a branch or a loop are skipped, because they may not run.
    sym::Ranges ranges = sym::readRanges(module);
    torch::NumberExprs numbers(ranges);
    torch::EqualSizes equal;
    std::string reason;
    for (auto op : main.front().getOps<torch::OperatorOp>())
      if (mayRelateSizes(op))
        (void)torch::inferResultTypes(op, numbers, reason);

    llvm::EquivalenceClasses<StringRef> classes;
    for (auto [lhs, rhs] : equal.get())
      if (auto symbols = getEqualSymbols(lhs, rhs);
          symbols && llvm::is_contained(inputs, symbols->first) &&
          llvm::is_contained(inputs, symbols->second))
        classes.unionSets(symbols->first, symbols->second);
    std::vector<DimBinding> dims;
    for (StringRef name : inputs) {
      if (!isGenerated(name) ||
          classes.findLeader(name) == classes.member_end())
        continue;
      // Prefer a name chosen by a user, else the first name.
      auto isOther = [&](StringRef other) {
        return classes.isEquivalent(name, other);
      };
      auto named = llvm::find_if(inputs, [&](StringRef other) {
        return !isGenerated(other) && isOther(other);
      });
      StringRef kept =
          named != inputs.end() ? *named : *llvm::find_if(inputs, isOther);
      sym::Range range = ranges.lookup(name);
      // Sizes with disjoint ranges belong to a program that never runs.
      if (kept != name && sym::narrow(ranges, kept, range))
        dims.push_back({name.str(), kept.str()});
    }
    if (!dims.empty() && failed(substituteDims(module, main, dims)))
      signalPassFailure();
  }
};
} // namespace
