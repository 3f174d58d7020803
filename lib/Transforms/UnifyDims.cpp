//===- UnifyDims.cpp - Symbols of the sizes that operators require --------===//
//
// See Passes.td. The type rules know which sizes an operator requires. This
// pass runs them again, narrows the ranges of symbols and merges equal symbols.
//
//===----------------------------------------------------------------------===//

#include "BindDims.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"
#include "torch-onnx/Dialect/Sym/IR/SymDialect.h"
#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Dialect/Torch/Inference/RequiredSizes.h"
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

/// Narrows the range of the symbol of `expr` to the values with which `expr` is
/// at least `bound`. Only for functions of one symbol that do not decrease.
static void narrowToAtLeast(AffineExpr expr, int64_t bound,
                            ArrayRef<StringRef> symbols, sym::Ranges &ranges) {
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    StringRef name = sym::getSymbolName(symbol);
    sym::Range range = ranges.lookup(name);
    // A program with an empty range never runs.
    if (llvm::is_contained(symbols, name) && bound > range.min)
      sym::narrow(ranges, name, {bound, range.max});
    return;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  auto number = binary ? dyn_cast<AffineConstantExpr>(binary.getRHS())
                       : AffineConstantExpr();
  // Sizes are far from the limits of int64_t.
  constexpr int64_t limit = int64_t(1) << 30;
  if (!number || std::abs(bound) > limit || std::abs(number.getValue()) > limit)
    return;
  int64_t value = number.getValue();
  if (expr.getKind() == AffineExprKind::Add)
    bound -= value;
  else if (expr.getKind() == AffineExprKind::Mul && value > 0)
    bound = llvm::divideCeilSigned(bound, value);
  else if (expr.getKind() == AffineExprKind::FloorDiv && value > 0)
    bound *= value;
  else
    return;
  narrowToAtLeast(binary.getLHS(), bound, symbols, ranges);
}

/// Whether a call has a dynamic operand.
static bool readsDynamicSize(torch::OperatorOp op) {
  return llvm::any_of(op->getOperandTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && !tensor.hasStaticShape();
  });
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
    if (inputs.empty())
      return;
    // Calls in a branch or a loop are skipped, because they may not run.
    sym::Ranges ranges = sym::readRanges(module);
    torch::NumberExprs numbers(ranges);
    torch::RequiredSizes required;
    std::string reason;
    for (auto op : main.front().getOps<torch::OperatorOp>())
      if (readsDynamicSize(op))
        (void)torch::inferResultTypes(op, numbers, reason);

    sym::Ranges narrowed = ranges;
    for (AffineExpr expr : required.getNonNegative())
      narrowToAtLeast(expr, 0, inputs, narrowed);
    llvm::EquivalenceClasses<StringRef> classes;
    for (auto [lhs, rhs] : required.getEqual())
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
      sym::Range range = narrowed.lookup(name);
      // Sizes with disjoint ranges belong to a program that never runs.
      if (kept != name && sym::narrow(narrowed, kept, range))
        dims.push_back({name.str(), kept.str()});
    }
    sym::writeRanges(module, narrowed);
    if (!dims.empty() && failed(substituteDims(module, main, dims)))
      signalPassFailure();
  }
};
} // namespace
