//===- BindDims.cpp - Sizes and names of dynamic dimensions ---------------===//
//
// See Passes.td. Afterwards no type, range or expression of the module has a
// symbol that was bound.
//
//===----------------------------------------------------------------------===//

#include "BindDims.h"

#include "torch-onnx/Dialect/Sym/IR/Opaque.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"
#include "torch-onnx/Dialect/Sym/IR/SymDialect.h"
#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace torch_onnx {
#define GEN_PASS_DEF_BINDDIMS
#include "torch-onnx/Transforms/Passes.h.inc"
} // namespace torch_onnx

using namespace mlir;
using namespace torch_onnx;

std::optional<DimBinding> DimBinding::parse(StringRef text) {
  auto [name, value] = text.split('=');
  if (name.empty() || value.empty())
    return std::nullopt;
  int64_t size;
  if (!value.getAsInteger(10, size))
    return size < 0 ? std::nullopt
                    : std::optional(DimBinding{name.str(), size});
  // Names are those of Python and of the sym dialect.
  auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  if (llvm::isDigit(value.front()) || !llvm::all_of(value, isWord))
    return std::nullopt;
  return DimBinding{name.str(), value.str()};
}

/// The symbol that `dim.name` means: itself, or, as INPUT.AXIS, the size of an
/// input there. Empty if the size is constant already and as wanted.
static FailureOr<StringRef> resolveDim(func::FuncOp main,
                                       const DimBinding &dim) {
  auto [input, axisText] = StringRef(dim.name).rsplit('.');
  unsigned axis;
  if (axisText.getAsInteger(10, axis))
    return StringRef(dim.name);
  for (BlockArgument argument : main.getArguments()) {
    auto name = main.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                  onnx::kNameAttr);
    if (!name || name.getValue() != input)
      continue;
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type || axis >= type.getRank())
      return main.emitError("the input '")
             << input << "' of type " << argument.getType()
             << " has no dimension " << axis;
    AffineExpr size = sym::getDims(type)[axis];
    if (auto symbol = dyn_cast_if_present<AffineSymbolExpr>(size))
      return sym::getSymbolName(symbol);
    const int64_t *wanted = std::get_if<int64_t>(&dim.value);
    if (wanted && !type.isDynamicDim(axis) && type.getDimSize(axis) == *wanted)
      return StringRef();
    return main.emitError("the dimension ")
           << axis << " of the input '" << input << "' of type " << type
           << " is no symbol: it can neither be named nor be another size";
  }
  return main.emitError("no input has the name '") << input << "'";
}

/// Renames the symbols in the text of a condition that the model does not
/// check.
static std::string
renameWords(StringRef text, const llvm::StringMap<const DimBinding *> &given) {
  std::string result;
  while (!text.empty()) {
    auto isWordChar = [](char c) { return llvm::isAlnum(c) || c == '_'; };
    StringRef word = text.take_while(isWordChar);
    if (const DimBinding *dim = given.lookup(word)) {
      auto *size = std::get_if<int64_t>(&dim->value);
      result +=
          size ? std::to_string(*size) : std::get<std::string>(dim->value);
    } else {
      result += word;
    }
    text = text.drop_front(word.size());
    result += text.take_until(isWordChar);
    text = text.drop_until(isWordChar);
  }
  return result;
}

LogicalResult torch_onnx::substituteDims(ModuleOp module, func::FuncOp main,
                                         ArrayRef<DimBinding> dims) {
  MLIRContext *context = module.getContext();
  // A symbol that the types of the inputs do not have is an error of the user.
  llvm::StringSet<> known;
  for (Type type : main.getArgumentTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      for (AffineExpr dim : sym::getDims(tensor))
        for (AffineSymbolExpr symbol : sym::getSymbols(dim))
          known.insert(sym::getSymbolName(symbol));

  // The value of an input that is a number: nothing to fix, but to rename.
  StringRef exprsName = torch::TorchDialect::getExprsAttrName();
  llvm::StringMap<unsigned> numbers;
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (auto exprs = main.getArgAttrOfType<sym::DimsAttr>(i, exprsName))
      for (AffineSymbolExpr symbol : sym::getSymbols(exprs.getDims()[0])) {
        known.insert(sym::getSymbolName(symbol));
        numbers[sym::getSymbolName(symbol)] = i;
      }

  sym::Ranges ranges = sym::readRanges(module);
  llvm::StringMap<AffineExpr> values;
  llvm::StringMap<const DimBinding *> given;
  for (const DimBinding &dim : dims) {
    FailureOr<StringRef> resolved = resolveDim(main, dim);
    if (failed(resolved))
      return failure();
    if (resolved->empty())
      continue;
    // Of equal sizes each may be named, as long as it is the same.
    StringRef symbol = *resolved;
    auto [earlier, isNew] = given.try_emplace(symbol, &dim);
    if (!isNew && earlier->second->value != dim.value)
      return main.emitError("'")
             << earlier->second->name << "' and '" << dim.name
             << "' are the same dimension of the model, but not given the same";
    if (!isNew)
      continue;
    if (!known.contains(symbol)) {
      InFlightDiagnostic error = main.emitError("no input has a dimension '")
                                 << symbol << "'";
      SmallVector<StringRef> names(known.keys());
      llvm::sort(names);
      if (!names.empty())
        error << "; there are: " << llvm::join(names, ", ");
      return error;
    }
    sym::Range range;
    if (auto it = ranges.find(symbol); it != ranges.end())
      range = it->second;
    ranges.erase(symbol);
    if (const int64_t *size = std::get_if<int64_t>(&dim.value)) {
      if (auto it = numbers.find(symbol); it != numbers.end())
        return main.emitError("the dimension '")
               << symbol << "' is the value of input " << it->second
               << ", which the model reads when it runs; it cannot be fixed";
      if (*size < range.min || *size > range.max)
        return main.emitError("the dimension '")
               << symbol << "' was exported for sizes from " << range.min
               << " to " << range.max << ", not for " << *size;
      values[symbol] = getAffineConstantExpr(*size, context);
      continue;
    }
    const std::string &name = std::get<std::string>(dim.value);
    values[symbol] = sym::getSymbol(context, name);
    // Two symbols of one name are one symbol, within the bounds of both.
    if (!sym::narrow(ranges, name, range))
      return main.emitError("no size is possible for '")
             << symbol << "' and '" << name << "' alike";
  }

  auto substitute = [&](AffineExpr expr) {
    return sym::substituteOpaque(expr, [&](AffineSymbolExpr symbol) {
      auto it = values.find(sym::getSymbolName(symbol));
      return it == values.end() ? AffineExpr(symbol) : it->second;
    });
  };
  // Symbols whose names are functions of others are renamed with them.
  sym::Ranges renamedRanges;
  for (const auto &entry : ranges) {
    AffineExpr symbol = substitute(sym::getSymbol(context, entry.first()));
    if (!entry.first().contains('('))
      sym::narrow(renamedRanges, entry.first(), entry.second);
    else if (auto renamed = dyn_cast_if_present<AffineSymbolExpr>(symbol))
      sym::narrow(renamedRanges, sym::getSymbolName(renamed), entry.second);
  }
  sym::writeRanges(module, renamedRanges);

  AttrTypeReplacer replacer;
  replacer.addReplacement([&](RankedTensorType type) -> Type {
    SmallVector<AffineExpr> sizes = sym::getDims(type);
    for (AffineExpr &size : sizes)
      size = substitute(size);
    return sym::getTensorType(sizes, type.getElementType());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);

  StringRef uncheckedName = torch::TorchDialect::getUncheckedAttrName();
  if (auto unchecked = module->getAttrOfType<ArrayAttr>(uncheckedName)) {
    auto renamed = llvm::map_to_vector(
        unchecked.getAsRange<StringAttr>(), [&](StringAttr text) -> Attribute {
          return StringAttr::get(context, renameWords(text, given));
        });
    module->setAttr(uncheckedName, ArrayAttr::get(context, renamed));
  }

  // Symbols of numbers. One that is fixed now is none any more.
  auto substituteExprs = [&](sym::DimsAttr exprs) -> sym::DimsAttr {
    SmallVector<AffineExpr> renamed;
    for (AffineExpr expr : exprs.getDims()) {
      AffineExpr size = expr ? substitute(expr) : expr;
      renamed.push_back(isa_and_present<AffineConstantExpr>(size) ? nullptr
                                                                  : size);
    }
    bool anyKnown = llvm::any_of(renamed, [](AffineExpr e) { return bool(e); });
    return anyKnown ? sym::DimsAttr::get(context, renamed) : sym::DimsAttr();
  };
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (auto exprs = main.getArgAttrOfType<sym::DimsAttr>(i, exprsName))
      main.setArgAttr(i, exprsName, substituteExprs(exprs));
  main.walk([&](Operation *op) {
    auto exprs = op->getAttrOfType<sym::DimsAttr>(exprsName);
    if (!exprs)
      return;
    if (sym::DimsAttr renamed = substituteExprs(exprs))
      op->setAttr(exprsName, renamed);
    else
      op->removeAttr(exprsName);
  });
  return success();
}

namespace {
struct BindDimsPass : torch_onnx::impl::BindDimsBase<BindDimsPass> {
  using BindDimsBase::BindDimsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<DimBinding> bindings;
    for (const std::string &text : dims) {
      std::optional<DimBinding> binding = DimBinding::parse(text);
      if (!binding) {
        module.emitError("'")
            << text << "' is neither NAME=SIZE nor NAME=NEWNAME";
        return signalPassFailure();
      }
      bindings.push_back(*binding);
    }
    if (bindings.empty())
      return;
    auto main = module.lookupSymbol<func::FuncOp>(onnx::kEntryName);
    if (!main) {
      module.emitError("the model has no function '@main'");
      return signalPassFailure();
    }
    if (failed(substituteDims(module, main, bindings)))
      signalPassFailure();
  }
};
} // namespace
