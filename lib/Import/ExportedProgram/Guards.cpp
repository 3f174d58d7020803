//===- Guards.cpp - Guards of torch.export on sizes -----------------------===//
//
// A program that branched on a size is valid only for sizes that take the same
// branch. If this condition is not a range, torch.export writes it as Python
// text, a guard:
//
//   8*(L['x'].size()[2] // 8) == 32
//
// The module of the program refuses other sizes, but an ONNX model cannot.
// readGuards() records the unchecked equations, except those that always hold,
// and warns about the first guard that sizes within the ranges violate.
//
//===----------------------------------------------------------------------===//

#include "GraphImporter.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Import/SymPy.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace torch_onnx;

namespace {
/// A guard whose sizes are replaced by symbols.
struct Guard {
  /// In the syntax of sympy's parser: `8*(size0 // 8) == 32`.
  std::string code;
  /// For messages: `8*(x.size(2) // 8) == 32`.
  std::string text;
  /// The sizes that size0, size1, ... denote.
  SmallVector<AffineExpr> sizes;
  /// Whether all sizes are sizes of inputs of the model.
  bool isKnown = true;
};

enum class Verdict { Holds, Unknown, Fails };

class GuardReader {
public:
  GuardReader(func::FuncOp main, const sym::Ranges &ranges);

  Guard read(StringRef text);
  /// Decides whether a guard holds for all sizes within their ranges, or fails
  /// for some.
  Verdict judge(const Guard &guard);

private:
  void readSize(StringRef &rest, Guard &guard);
  AffineExpr parse(StringRef side, const Guard &guard);
  bool fails(AffineExpr lhs, AffineExpr rhs);

  MLIRContext *ctx;
  const sym::Ranges &ranges;
  /// The types of the inputs by name.
  llvm::StringMap<RankedTensorType> inputs;
};
} // namespace

static constexpr StringLiteral kSizePrefix = "size";

GuardReader::GuardReader(func::FuncOp main, const sym::Ranges &ranges)
    : ctx(main.getContext()), ranges(ranges) {
  for (BlockArgument argument : main.getArguments()) {
    auto name = main.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                  onnx::kNameAttr);
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (name && type)
      inputs[name.getValue()] = type;
  }
}

/// Parses `['x'][0].size()[2]` after `L`.
void GuardReader::readSize(StringRef &rest, Guard &guard) {
  std::string name, shown;
  while (rest.consume_front("[")) {
    // PyTorch builds the name of an input from the keys of its path.
    StringRef key;
    if (rest.consume_front("'"))
      std::tie(key, rest) = rest.split("']");
    else
      std::tie(key, rest) = rest.split(']');
    if (!name.empty())
      name += '_';
    for (char c : key)
      name += llvm::isAlnum(c) ? llvm::toLower(c) : '_';
    shown += (shown.empty() ? key : "[" + key + "]").str();
  }
  int64_t dim = 0;
  if (!rest.consume_front(".size()[") || rest.consumeInteger(10, dim) ||
      !rest.consume_front("]")) {
    guard.isKnown = false;
    guard.text += shown;
    return;
  }
  guard.text += shown + ".size(" + std::to_string(dim) + ")";
  guard.code += (kSizePrefix + Twine(guard.sizes.size())).str();
  RankedTensorType type = inputs.lookup(name);
  bool hasDim = type && dim >= 0 && dim < type.getRank();
  guard.sizes.push_back(hasDim ? sym::getDims(type)[dim] : AffineExpr());
}

/// Replaces Python's functions by those of sympy, and for messages by the
/// functions that a program calls.
static void renameFunctions(Guard &guard) {
  static constexpr struct {
    StringLiteral python, sympy, shown;
  } functions[] = {
      {"math.trunc(", "TruncToInt(", "int("},
      {"math.floor(", "FloorToInt(", "math.floor("},
      {"math.ceil(", "CeilToInt(", "math.ceil("},
      {"torch.sym_float(", "ToFloat(", "float("},
      {"torch._sym_sqrt(", "sqrt(", "math.sqrt("},
  };
  auto replace = [](std::string &text, StringRef from, StringRef to) {
    for (size_t at = 0; (at = text.find(from.str(), at)) != std::string::npos;
         at += to.size())
      text.replace(at, from.size(), to);
  };
  for (const auto &function : functions) {
    replace(guard.code, function.python, function.sympy);
    replace(guard.text, function.python, function.shown);
  }
}

Guard GuardReader::read(StringRef text) {
  Guard guard;
  while (!text.empty()) {
    auto [before, after] = text.split("L[");
    guard.code += before;
    guard.text += before;
    if (before.size() == text.size())
      break;
    text = text.drop_front(before.size() + 1);
    readSize(text, guard);
  }
  renameFunctions(guard);
  guard.isKnown &=
      llvm::all_of(guard.sizes, [](AffineExpr size) { return bool(size); });
  return guard;
}

/// Parses one side of an equation as a size; null if it is not a size.
AffineExpr GuardReader::parse(StringRef side, const Guard &guard) {
  llvm::Expected<SymPyNumber> parsed = parseSymPy(side, ctx, ranges);
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return {};
  }
  AffineExpr size = sym::getSize(parsed->number);
  return sym::substitute(size, [&](AffineSymbolExpr symbol) {
    StringRef name = sym::getSymbolName(symbol);
    size_t index;
    if (!name.consume_front(kSizePrefix) || name.getAsInteger(10, index) ||
        index >= guard.sizes.size())
      return AffineExpr();
    return guard.sizes[index];
  });
}

/// Tests sizes, because the simplifier does not prove every identity.
bool GuardReader::fails(AffineExpr lhs, AffineExpr rhs) {
  constexpr int64_t numTrials = 24;
  for (int64_t trial = 0; trial < numTrials; ++trial) {
    // A different number for each symbol, independent of the order of the
    // symbols.
    auto getValue = [&](StringRef name) -> std::optional<int64_t> {
      sym::Range range = ranges.lookup(name);
      int64_t least = std::max<int64_t>(range.min, 1);
      uint64_t mixed = llvm::xxh3_64bits(name) + uint64_t(trial) * 0x9e3779b9u;
      int64_t value;
      if (llvm::AddOverflow(least, int64_t(mixed % 61), value))
        return std::nullopt;
      return std::min(value, range.max);
    };
    std::optional<int64_t> a = sym::evaluate(lhs, getValue);
    std::optional<int64_t> b = sym::evaluate(rhs, getValue);
    if (a && b && *a != *b)
      return true;
  }
  return false;
}

Verdict GuardReader::judge(const Guard &guard) {
  StringRef code = guard.code;
  auto [left, right] = code.split(" == ");
  if (!guard.isKnown || right.contains(" == ") || code.contains(" or ") ||
      code.contains(" and ") || code.contains("not "))
    return Verdict::Unknown;
  AffineExpr lhs = parse(left, guard), rhs = parse(right, guard);
  if (!lhs || !rhs)
    return Verdict::Unknown;
  if (sym::isKnownEqual(lhs, rhs))
    return Verdict::Holds;
  return fails(lhs, rhs) ? Verdict::Fails : Verdict::Unknown;
}

void torch_onnx::readGuards(Json guards, func::FuncOp main,
                            const sym::Ranges &ranges,
                            UncheckedConditions &unchecked) {
  GuardReader reader(main, ranges);
  std::string first;
  size_t count = 0;
  guards.forEach([&](Json item) {
    // Inequalities exclude only small sizes and are skipped.
    StringRef text = item.asString();
    if (!text.contains(" == "))
      return;
    Guard guard = reader.read(text);
    Verdict verdict = reader.judge(guard);
    if (verdict == Verdict::Holds)
      return;
    guard.text = getPrintable(guard.text);
    unchecked.insert(StringAttr::get(main.getContext(), guard.text));
    if (verdict == Verdict::Fails && count++ == 0)
      first = guard.text;
  });
  if (count == 0)
    return;
  InFlightDiagnostic warning = mlir::emitWarning(main.getLoc());
  warning << "torch.export assumed that " << first;
  if (count > 1)
    warning << ", and " << count - 1
            << (count > 2 ? " more conditions" : " more condition")
            << " on sizes, which the report lists";
  warning << "; the model does not check this";
}
