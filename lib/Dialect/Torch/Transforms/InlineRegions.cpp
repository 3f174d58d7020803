//===- InlineRegions.cpp - Inlining of subgraph wrappers ------------------===//
//
// See Passes.td. Afterwards the remaining higher-order operators are control
// flow, or wrappers that change the computation of their body.
//
//===----------------------------------------------------------------------===//

#include "Autocast/Autocast.h"
#include "torch-onnx/Dialect/Torch/IR/Arguments.h"
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace torch_onnx::torch {
#define GEN_PASS_DEF_INLINEREGIONS
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h.inc"
} // namespace torch_onnx::torch

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

static bool isWrapper(StringRef target) {
  return llvm::StringSwitch<bool>(target)
      .Cases({"higher_order.wrap_with_set_grad_enabled",
              "higher_order.wrap_with_autocast", "higher_order.strict_mode",
              "higher_order.wrap", "higher_order.hints_wrapper",
              "higher_order.invoke_subgraph", "higher_order.invoke_quant",
              "higher_order.invoke_quant_packed",
              "higher_order.run_const_graph"},
             true)
      .Cases({"higher_order.wrap_activation_checkpoint",
              "higher_order.tag_activation_checkpoint"},
             true)
      .Default(false);
}

/// Whether an operator wraps a single subgraph.
static bool canWrap(OperatorOp op) {
  return isWrapper(op.getTarget()) && op.getBodies().size() == 1 &&
         llvm::hasSingleElement(op.getBodies().front()) &&
         op.getBodies().front().front().mightHaveTerminator();
}

static bool canInline(OperatorOp op) {
  if (!canWrap(op))
    return false;
  Block &body = op.getBodies().front().front();
  auto yield = dyn_cast_if_present<YieldOp>(
      body.mightHaveTerminator() ? body.getTerminator() : nullptr);
  return yield && body.getArgumentTypes() == op->getOperandTypes() &&
         yield->getOperandTypes() == op->getResultTypes();
}

static void inlineBody(OperatorOp op) {
  Block &body = op.getBodies().front().front();
  auto yield = cast<YieldOp>(body.getTerminator());
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), op->getOperands()))
    argument.replaceAllUsesWith(operand);
  // After the arguments, because a body may yield one of them.
  for (auto [result, value] :
       llvm::zip_equal(op->getResults(), yield.getValues()))
    result.replaceAllUsesWith(value);
  yield.erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations());
  op.erase();
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

namespace {
/// Renames the sizes that a body defines. A subgraph that is called twice has
/// the same symbols for data-dependent sizes in both calls, but these are
/// different sizes in one function.
class BodySymbols {
public:
  BodySymbols(ModuleOp module, NumberExprs &numbers)
      : module(module), numbers(numbers), ranges(sym::readRanges(module)) {}

  /// Called before `op` is inlined: the symbols of its results become those of
  /// the body; other sizes get new symbols.
  void rename(OperatorOp op);
  /// Writes the ranges of new symbols.
  void finish() {
    if (isChanged)
      sym::writeRanges(module, ranges);
  }

private:
  using Symbols = llvm::SetVector<AffineExpr>;
  void collect(AffineExpr expr, Symbols &symbols);
  void collect(Type type, Symbols &symbols);
  void collect(Operation *op, Symbols &symbols);
  AffineExpr makeUnique(AffineExpr symbol);
  void substitute(Region &body,
                  const llvm::DenseMap<AffineExpr, AffineExpr> &names);

  ModuleOp module;
  NumberExprs &numbers;
  sym::Ranges ranges;
  /// The symbols of inlined bodies.
  Symbols taken;
  bool isChanged = false;
};
} // namespace

/// Whether a size depends on data; PyTorch names such sizes u0, u1, .... A size
/// of an input is the same everywhere.
static bool isDataDependent(AffineExpr expr) {
  auto symbol = dyn_cast_if_present<AffineSymbolExpr>(expr);
  if (!symbol)
    return false;
  StringRef name = sym::getSymbolName(symbol);
  return name.consume_front("u") && !name.empty() &&
         llvm::isDigit(name.front());
}

void BodySymbols::collect(AffineExpr expr, Symbols &symbols) {
  for (AffineSymbolExpr symbol : sym::getSymbols(expr))
    if (isDataDependent(symbol))
      symbols.insert(symbol);
}

void BodySymbols::collect(Type type, Symbols &symbols) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    for (AffineExpr dim : sym::getDims(tensor))
      collect(dim, symbols);
}

void BodySymbols::collect(Operation *op, Symbols &symbols) {
  for (Type type : op->getResultTypes())
    collect(type, symbols);
  if (auto exprs =
          op->getAttrOfType<sym::DimsAttr>(TorchDialect::getExprsAttrName()))
    for (AffineExpr expr : exprs.getDims())
      collect(expr, symbols);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Type type : block.getArgumentTypes())
        collect(type, symbols);
}

AffineExpr BodySymbols::makeUnique(AffineExpr symbol) {
  StringRef name = sym::getSymbolName(cast<AffineSymbolExpr>(symbol));
  for (unsigned number = 1;; ++number) {
    std::string unique = (name + "_" + Twine(number)).str();
    AffineExpr made = sym::getSymbol(module.getContext(), unique);
    if (ranges.contains(unique) || !taken.insert(made))
      continue;
    if (auto it = ranges.find(name); it != ranges.end())
      ranges[unique] = sym::Range(it->second);
    isChanged = true;
    return made;
  }
}

void BodySymbols::substitute(
    Region &body, const llvm::DenseMap<AffineExpr, AffineExpr> &names) {
  auto rename = [&](AffineExpr expr) {
    return sym::substitute(expr, [&](AffineSymbolExpr symbol) {
      auto it = names.find(symbol);
      return it == names.end() ? AffineExpr(symbol) : it->second;
    });
  };
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](RankedTensorType type) -> Type {
    return sym::getTensorType(llvm::map_to_vector(sym::getDims(type), rename),
                              type.getElementType());
  });
  for (BlockArgument argument : body.getArguments())
    argument.setType(replacer.replace(argument.getType()));
  StringRef exprsName = TorchDialect::getExprsAttrName();
  body.walk([&](Operation *op) {
    auto exprs = op->getAttrOfType<sym::DimsAttr>(exprsName);
    replacer.replaceElementsIn(op, /*replaceAttrs=*/true,
                               /*replaceLocs=*/false, /*replaceTypes=*/true);
    if (exprs)
      op->setAttr(exprsName, sym::DimsAttr::get(
                                 op->getContext(),
                                 llvm::map_to_vector(exprs.getDims(), rename)));
  });
}

void BodySymbols::rename(OperatorOp op) {
  // The symbols that the body shares with its surroundings, and its own.
  Symbols shared, own;
  for (Value operand : op.getInputs()) {
    collect(operand.getType(), shared);
    if (operand.getType().isInteger(64))
      if (AffineExpr expr = numbers.get(operand))
        collect(expr, shared);
  }
  Region &body = op.getBodies().front();
  body.walk([&](Operation *inner) { collect(inner, own); });

  llvm::DenseMap<AffineExpr, AffineExpr> names;
  auto exprs =
      op->getAttrOfType<sym::DimsAttr>(TorchDialect::getExprsAttrName());
  Operation *yield = body.front().getTerminator();
  for (auto [value, result] :
       llvm::zip(yield->getOperands(), op->getResults())) {
    // The expression of a number holds for both values.
    if (exprs && value.getType().isInteger(64) &&
        result.getResultNumber() < exprs.getDims().size()) {
      AffineExpr dim = numbers.get(value);
      AffineExpr name = exprs.getDims()[result.getResultNumber()];
      if (isDataDependent(dim) && isDataDependent(name) &&
          !shared.contains(dim))
        names.try_emplace(dim, name);
      continue;
    }
    auto inside = dyn_cast<RankedTensorType>(value.getType());
    auto outside = dyn_cast<RankedTensorType>(result.getType());
    if (!inside || !outside || inside.getRank() != outside.getRank())
      continue;
    for (auto [dim, name] :
         llvm::zip_equal(sym::getDims(inside), sym::getDims(outside)))
      if (isDataDependent(dim) && isDataDependent(name) &&
          !shared.contains(dim))
        names.try_emplace(dim, name);
  }
  for (AffineExpr symbol : own) {
    if (shared.contains(symbol) || names.contains(symbol))
      continue;
    if (!taken.insert(symbol))
      names[symbol] = makeUnique(symbol);
  }
  bool isNew = llvm::any_of(
      names, [](const auto &entry) { return entry.first != entry.second; });
  if (isNew)
    substitute(body, names);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct InlineRegions
    : public torch_onnx::torch::impl::InlineRegionsBase<InlineRegions> {
  void runOnOperation() override {
    // All casts are inserted first, because the casts of an outer region do not
    // apply to an inner one.
    NumberExprs numbers(sym::readRanges(getOperation()));
    bool isKnown = true;
    getOperation()->walk([&](OperatorOp op) {
      isKnown &= !isAutocast(op) || succeeded(insertAutocasts(op, numbers));
    });
    for (auto func : getOperation().getOps<func::FuncOp>())
      for (Block &block : func.getBody())
        isKnown &= succeeded(insertOuterAutocasts(block, numbers));
    if (!isKnown)
      return signalPassFailure();
    BodySymbols symbols(getOperation(), numbers);
    // Post-order: inner wrappers are inlined before outer ones.
    getOperation()->walk([&](OperatorOp op) {
      // Other wrappers have a body of their own each.
      if (canWrap(op) && op.getTarget() == "higher_order.invoke_subgraph")
        symbols.rename(op);
      if (canInline(op))
        inlineBody(op);
    });
    symbols.finish();
  }
};
} // namespace
