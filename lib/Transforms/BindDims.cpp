//===- BindDims.cpp - Sizes and names of dynamic dimensions ---------------===//
//
// See Passes.td. Afterwards no type, range or expression of the module uses a
// bound symbol.
//
//===----------------------------------------------------------------------===//

#include "BindDims.h"

#include "torch-onnx/Dialect/Sym/IR/Functions.h"
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

static bool isWordChar(char c) { return llvm::isAlnum(c) || c == '_'; }

/// Whether a text is an identifier of both Python and the sym dialect.
static bool isWord(StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text, isWordChar);
}

std::optional<DimBinding> DimBinding::parse(StringRef text) {
  auto [name, value] = text.split('=');
  if (name.empty() || value.empty())
    return std::nullopt;
  int64_t size;
  if (!value.getAsInteger(10, size))
    return size < 0 ? std::nullopt
                    : std::optional(DimBinding{name.str(), size});
  // A quoted name may be any text. An expression has names and arithmetic.
  bool isText = value.size() > 2 && value.front() == '"' &&
                value.back() == '"' &&
                !value.drop_front().drop_back().contains('"');
  constexpr StringLiteral arithmetic = " +-*()";
  bool isExpression = value.find_first_of(arithmetic) != StringRef::npos &&
                      llvm::any_of(value, llvm::isAlpha) &&
                      llvm::all_of(value, [&](char c) {
                        return isWordChar(c) || arithmetic.contains(c);
                      });
  if (!isText && !isExpression && !isWord(value))
    return std::nullopt;
  return DimBinding{name.str(), value.str()};
}

/// Returns the symbol that `dim.name` denotes: itself, or for INPUT.AXIS the
/// size of that axis. Empty if the size is already the requested constant.
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
    if (StringRef symbol = sym::getSymbolName(size); !symbol.empty())
      return symbol;
    const int64_t *wanted = std::get_if<int64_t>(&dim.value);
    if (wanted && !type.isDynamicDim(axis) && type.getDimSize(axis) == *wanted)
      return StringRef();
    return main.emitError("the dimension ")
           << axis << " of the input '" << input << "' of type " << type
           << " is not a symbol: it has no name and cannot have another size";
  }
  return main.emitError("no input has the name '") << input << "'";
}

/// Returns the result index and the axis of OUTPUT.AXIS, unless an input has
/// that name.
static std::optional<std::pair<unsigned, unsigned>>
findResult(func::FuncOp main, const DimBinding &dim) {
  auto [output, axisText] = StringRef(dim.name).rsplit('.');
  unsigned axis;
  if (axisText.getAsInteger(10, axis))
    return std::nullopt;
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (main.getArgAttr(i, onnx::kNameAttr) ==
        StringAttr::get(main.getContext(), output))
      return std::nullopt;
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    auto type = dyn_cast<RankedTensorType>(main.getResultTypes()[i]);
    if (type && axis < type.getRank() &&
        main.getResultAttr(i, onnx::kNameAttr) ==
            StringAttr::get(main.getContext(), output))
      return std::pair(i, axis);
  }
  return std::nullopt;
}

namespace {
/// The model's names of sizes whose names are not identifiers.
class DimTexts {
public:
  explicit DimTexts(ModuleOp module) : module(module) {}

  /// Returns the symbol of a name that may be quoted.
  std::string getSymbol(StringRef name) {
    if (isWord(name))
      return name.str();
    StringRef text = name.trim('"');
    auto known = llvm::find_if(
        texts, [&](const auto &entry) { return entry.getValue() == text; });
    if (known != texts.end())
      return known->first().str();
    std::string symbol =
        isWordChar(text.front()) && !llvm::isDigit(text.front()) ? "" : "dim_";
    for (char c : text)
      if (isWordChar(c))
        symbol += c;
      else if (!StringRef(symbol).ends_with("_"))
        symbol += '_';
    while (texts.contains(symbol) || taken.contains(symbol))
      symbol += '_';
    texts[symbol] = text.str();
    return symbol;
  }

  /// Reserves a name, so that it is not the symbol of another text.
  void take(StringRef name) { taken.insert(name); }

  void write() {
    NamedAttrList attributes;
    for (const auto &entry : texts)
      attributes.set(entry.first(),
                     StringAttr::get(module.getContext(), entry.getValue()));
    if (!texts.empty())
      module->setAttr(onnx::kDimTextsAttr,
                      attributes.getDictionary(module.getContext()));
  }

private:
  ModuleOp module;
  llvm::StringMap<std::string> texts;
  llvm::StringSet<> taken;
};
} // namespace

/// Sets the model's names of dimensions of results. `names` maps the symbols of
/// the inputs to their new names.
static void nameResultDims(func::FuncOp main, ArrayRef<DimBinding> dims,
                           DimTexts &texts) {
  llvm::StringMap<AffineExpr> sizes;
  for (Type type : main.getArgumentTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      for (AffineExpr dim : sym::getDims(tensor))
        for (AffineSymbolExpr symbol : sym::getSymbols(dim))
          sizes[sym::getSymbolName(symbol)] = symbol;
  for (const DimBinding &dim : dims) {
    auto [index, axis] = *findResult(main, dim);
    auto type = cast<RankedTensorType>(main.getResultTypes()[index]);
    AffineExpr size = sym::getDims(type)[axis];
    auto *name = std::get_if<std::string>(&dim.value);
    if (!name || !size || isa<AffineConstantExpr>(size)) {
      main.emitWarning("the name of a dimension is ignored, because the model "
                       "fixes its size: dimension ")
          << axis << " of the output '" << StringRef(dim.name).rsplit('.').first
          << "', which is " << sym::toString(size);
      continue;
    }
    std::string symbol = texts.getSymbol(*name);
    auto [it, isNew] = sizes.try_emplace(symbol, size);
    if (it->second != size) {
      main.emitWarning("the dimension ")
          << axis << " of the output '" << StringRef(dim.name).rsplit('.').first
          << "' is not called '" << symbol
          << "', which is another size: " << sym::toString(size);
      continue;
    }
    auto before =
        main.getResultAttrOfType<ArrayAttr>(index, onnx::kDimNamesAttr);
    Builder b(main.getContext());
    SmallVector<Attribute> names(type.getRank(), b.getStringAttr(""));
    if (before)
      names.assign(before.begin(), before.end());
    names[axis] = b.getStringAttr(symbol);
    main.setResultAttr(index, onnx::kDimNamesAttr, b.getArrayAttr(names));
  }
}

/// Renames the symbols in the text of an unchecked condition.
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

namespace {

/// Replaces symbols of a module by what the user gave for them.
class DimSubstitution {
public:
  DimSubstitution(ModuleOp module, func::FuncOp main,
                  ArrayRef<DimBinding> dims);

  /// Adds what is given for one dimension; reports what cannot be.
  LogicalResult bind(const DimBinding &dim);
  /// Rewrites the module.
  void apply();

private:
  LogicalResult fix(StringRef symbol, int64_t size, const sym::Range &range);
  LogicalResult rename(StringRef symbol, StringRef text,
                       const sym::Range &range);
  LogicalResult define(StringRef symbol, StringRef text);
  bool isNamed(StringRef name) const;

  AffineExpr substitute(AffineExpr expr) const;
  sym::DimsAttr substitute(sym::DimsAttr exprs) const;
  void rewriteTypes();
  void rewriteUnchecked();
  void rewriteExprs();

  ModuleOp module;
  func::FuncOp main;
  MLIRContext *context;
  ArrayRef<DimBinding> dims;
  sym::Ranges ranges;
  DimTexts texts;
  /// The symbols of the inputs.
  llvm::StringSet<> known;
  /// Symbols that are the values of scalar inputs: the indices of the inputs.
  llvm::StringMap<unsigned> numbers;
  llvm::StringMap<const DimBinding *> given;
  llvm::StringMap<AffineExpr> values;
  /// What names dimensions of results.
  SmallVector<DimBinding> ofResults;
};

} // namespace

static StringRef getExprsName() {
  return torch::TorchDialect::getExprsAttrName();
}

DimSubstitution::DimSubstitution(ModuleOp module, func::FuncOp main,
                                 ArrayRef<DimBinding> dims)
    : module(module), main(main), context(module.getContext()), dims(dims),
      ranges(sym::readRanges(module)), texts(module) {
  for (Type type : main.getArgumentTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      for (AffineExpr dim : sym::getDims(tensor))
        for (AffineSymbolExpr symbol : sym::getSymbols(dim))
          known.insert(sym::getSymbolName(symbol));
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (auto exprs = main.getArgAttrOfType<sym::DimsAttr>(i, getExprsName()))
      for (AffineSymbolExpr symbol : sym::getSymbols(exprs.getDims()[0])) {
        known.insert(sym::getSymbolName(symbol));
        numbers[sym::getSymbolName(symbol)] = i;
      }

  for (StringRef name : known.keys())
    texts.take(name);
  for (const DimBinding &dim : dims)
    if (auto *name = std::get_if<std::string>(&dim.value);
        name && isWord(*name))
      texts.take(*name);
}

/// Whether a name is that of a dimension, or is given to one.
bool DimSubstitution::isNamed(StringRef name) const {
  return known.contains(name) || llvm::any_of(dims, [&](const DimBinding &dim) {
           auto *text = std::get_if<std::string>(&dim.value);
           return text && *text == name;
         });
}

LogicalResult DimSubstitution::bind(const DimBinding &dim) {
  if (findResult(main, dim)) {
    ofResults.push_back(dim);
    return success();
  }
  FailureOr<StringRef> symbol = resolveDim(main, dim);
  if (failed(symbol))
    return failure();
  if (symbol->empty())
    return success();
  // Each of several equal sizes may be named, if the names agree.
  auto [earlier, isNew] = given.try_emplace(*symbol, &dim);
  if (!isNew && earlier->second->value != dim.value)
    return main.emitError("'")
           << earlier->second->name << "' and '" << dim.name
           << "' are the same dimension of the model, but have different "
              "values";
  if (!isNew)
    return success();
  if (!known.contains(*symbol)) {
    InFlightDiagnostic error = main.emitError("no input has a dimension '")
                               << *symbol << "'";
    SmallVector<StringRef> names(known.keys());
    llvm::sort(names);
    if (!names.empty())
      error << "; there are: " << llvm::join(names, ", ");
    return error;
  }
  sym::Range range = ranges.lookup(*symbol);
  ranges.erase(*symbol);
  if (const int64_t *size = std::get_if<int64_t>(&dim.value))
    return fix(*symbol, *size, range);
  StringRef text = std::get<std::string>(dim.value);
  return isWord(text) || text.starts_with("\"") ? rename(*symbol, text, range)
                                                : define(*symbol, text);
}

/// Replaces a symbol by a number.
LogicalResult DimSubstitution::fix(StringRef symbol, int64_t size,
                                   const sym::Range &range) {
  if (auto it = numbers.find(symbol); it != numbers.end())
    return main.emitError("the dimension '")
           << symbol << "' is the value of input " << it->second
           << ", which is known only at run time; it cannot be fixed";
  if (size < range.min || size > range.max)
    return main.emitError("the dimension '")
           << symbol << "' was exported for sizes from " << range.min << " to "
           << range.max << ", not for " << size;
  values[symbol] = getAffineConstantExpr(size, context);
  return success();
}

/// Gives a symbol a new name. Two symbols with the same new name are merged,
/// and the range is the intersection.
LogicalResult DimSubstitution::rename(StringRef symbol, StringRef text,
                                      const sym::Range &range) {
  std::string name = texts.getSymbol(text);
  values[symbol] = sym::getSymbol(context, name);
  if (!sym::narrow(ranges, name, range))
    return main.emitError("no size is possible for '")
           << symbol << "' and '" << name << "' alike";
  return success();
}

/// Replaces a symbol by an expression. At most one name of the expression may
/// be new. It is solved for from the size of this dimension.
LogicalResult DimSubstitution::define(StringRef symbol, StringRef text) {
  FailureOr<AffineExpr> expr = sym::parseExpr(text, context);
  bool isFunction = false;
  if (succeeded(expr))
    expr->walk(
        [&](AffineExpr part) { isFunction |= bool(sym::getCall(part)); });
  if (failed(expr) || isFunction)
    return main.emitError("'") << text << "' is not an expression of sizes";
  auto isUnknown = [&](AffineSymbolExpr part) {
    return !isNamed(sym::getSymbolName(part));
  };
  if (llvm::count_if(sym::getSymbols(*expr), isUnknown) > 1)
    return main.emitError("'") << text
                               << "' has more than one name that is not the "
                                  "name of a dimension";
  values[symbol] = *expr;
  return success();
}

AffineExpr DimSubstitution::substitute(AffineExpr expr) const {
  return sym::substitute(expr, [&](AffineSymbolExpr symbol) {
    AffineExpr value = values.lookup(sym::getSymbolName(symbol));
    return value ? value : AffineExpr(symbol);
  });
}

/// The symbols of scalars; null if all are now fixed.
sym::DimsAttr DimSubstitution::substitute(sym::DimsAttr exprs) const {
  SmallVector<AffineExpr> renamed;
  for (AffineExpr expr : exprs.getDims()) {
    AffineExpr size = expr ? substitute(expr) : expr;
    renamed.push_back(isa_and_present<AffineConstantExpr>(size) ? nullptr
                                                                : size);
  }
  bool anyKnown = llvm::any_of(renamed, [](AffineExpr e) { return bool(e); });
  return anyKnown ? sym::DimsAttr::get(context, renamed) : sym::DimsAttr();
}

void DimSubstitution::rewriteTypes() {
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
}

/// Renames the sizes in the texts of what no runtime checks.
void DimSubstitution::rewriteUnchecked() {
  StringRef name = torch::TorchDialect::getUncheckedAttrName();
  auto unchecked = module->getAttrOfType<ArrayAttr>(name);
  if (!unchecked)
    return;
  auto renamed = llvm::map_to_vector(
      unchecked.getAsRange<StringAttr>(), [&](StringAttr text) -> Attribute {
        return StringAttr::get(context, renameWords(text, given));
      });
  module->setAttr(name, ArrayAttr::get(context, renamed));
}

/// Rewrites the symbols of scalars, those of inputs and those in the program.
void DimSubstitution::rewriteExprs() {
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (auto exprs = main.getArgAttrOfType<sym::DimsAttr>(i, getExprsName()))
      main.setArgAttr(i, getExprsName(), substitute(exprs));
  main.walk([&](Operation *op) {
    auto exprs = op->getAttrOfType<sym::DimsAttr>(getExprsName());
    if (!exprs)
      return;
    if (sym::DimsAttr renamed = substitute(exprs))
      op->setAttr(getExprsName(), renamed);
    else
      op->removeAttr(getExprsName());
  });
}

void DimSubstitution::apply() {
  sym::writeRanges(module, ranges);
  rewriteTypes();
  rewriteUnchecked();
  rewriteExprs();
  nameResultDims(main, ofResults, texts);
  texts.write();
}

LogicalResult torch_onnx::substituteDims(ModuleOp module, func::FuncOp main,
                                         ArrayRef<DimBinding> dims) {
  DimSubstitution substitution(module, main, dims);
  for (const DimBinding &dim : dims)
    if (failed(substitution.bind(dim)))
      return failure();
  substitution.apply();
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
