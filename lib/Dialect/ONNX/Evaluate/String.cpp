//===- String.cpp - Evaluates strings ------------------------------------===//
//
// See Evaluation.h. Operators of StringOps.td except RegexFullMatch.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Dialect/ONNX/IR/StringOps.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

static StringRef getText(const Tensor &x, int64_t index) {
  return StringAttr::getFromOpaquePointer(x.get<const void *>(index))
      .getValue();
}

static void setText(Tensor &x, int64_t index, const Twine &text) {
  x.set(index,
        StringAttr::get(x.getType().getContext(), text).getAsOpaquePointer());
}

static Outcome evaluateStringConcat(StringConcatOp op, Evaluation &e) {
  const Tensor &x = e[op.getX()], &y = e[op.getY()];
  auto shape = arithmetic::broadcastShapes({x.getShape(), y.getShape()});
  if (!shape)
    return std::nullopt;
  std::optional<Tensor> a = arithmetic::expand(x, *shape),
                        b = arithmetic::expand(y, *shape);
  for (int64_t i = 0; i < a->getNumElements(); ++i)
    setText(*a, i, getText(*a, i) + getText(*b, i));
  return a;
}

/// Splits by `delimiter`, or at white space if it is empty, with at most
/// `limit` cuts.
static SmallVector<StringRef> split(StringRef text, StringRef delimiter,
                                    int64_t limit) {
  SmallVector<StringRef> pieces;
  if (!delimiter.empty()) {
    text.split(pieces, delimiter, static_cast<int>(limit));
    return pieces;
  }
  for (text = text.ltrim(); !text.empty(); text = text.ltrim()) {
    if (limit >= 0 && static_cast<int64_t>(pieces.size()) == limit) {
      pieces.push_back(text.rtrim());
      break;
    }
    size_t end = text.find_first_of(" \t\n\v\f\r");
    pieces.push_back(text.take_front(end));
    text = text.drop_front(pieces.back().size());
  }
  return pieces;
}

/// Rows are filled with "" to the largest number of pieces.
static Outcome evaluateStringSplit(StringSplitOp op, Evaluation &e) {
  const Tensor &x = e[op.getX()];
  SmallVector<SmallVector<StringRef>> rows;
  size_t most = 0;
  Tensor counts(x.getShape(), e.elementType(1));
  for (int64_t i = 0; i < x.getNumElements(); ++i) {
    rows.push_back(split(getText(x, i), op.getDelimiter().value_or(""),
                         op.getMaxsplit().value_or(-1)));
    most = std::max(most, rows.back().size());
    counts.set<int64_t>(i, rows.back().size());
  }
  SmallVector<int64_t> shape(x.getShape());
  shape.push_back(most);
  Tensor pieces(shape, x.getElementType());
  for (auto [row, texts] : llvm::enumerate(rows))
    for (size_t i = 0; i < most; ++i)
      setText(pieces, row * most + i, i < texts.size() ? texts[i] : "");
  return SmallVector<RuntimeValue>{std::move(pieces), std::move(counts)};
}

/// Only for ASCII strings: the case of other letters depends on a locale.
static Outcome evaluateStringNormalizer(StringNormalizerOp op, Evaluation &e) {
  const Tensor &x = e[op.getX()];
  StringRef action = op.getCaseChangeAction();
  auto change = [&](StringRef text) {
    return action == "LOWER"   ? text.lower()
           : action == "UPPER" ? text.upper()
                               : text.str();
  };
  bool isSensitive = op.getIsCaseSensitive() != 0;
  SmallVector<std::string> kept, stopWords;
  if (ArrayAttr words = op.getStopwordsAttr())
    for (auto word : words.getAsRange<StringAttr>())
      stopWords.push_back(isSensitive ? word.getValue().str()
                                      : word.getValue().lower());
  for (int64_t i = 0; i < x.getNumElements(); ++i) {
    StringRef text = getText(x, i);
    if (!llvm::all_of(text,
                      [](char c) { return static_cast<signed char>(c) >= 0; }))
      return Outcome::fail("is evaluated for ASCII strings only");
    if (!llvm::is_contained(stopWords, isSensitive ? text.str() : text.lower()))
      kept.push_back(change(text));
  }
  if (kept.empty())
    kept.push_back("");
  SmallVector<int64_t> shape = {static_cast<int64_t>(kept.size())};
  if (x.getRank() == 2)
    shape.insert(shape.begin(), 1);
  Tensor result(shape, x.getElementType());
  for (auto [index, text] : llvm::enumerate(kept))
    setText(result, index, text);
  return result;
}

/// Tokens as integers; strings as their addresses.
static SmallVector<int64_t> getTokens(const Tensor &x) {
  if (isa<IntegerType>(x.getElementType()))
    return *arithmetic::getIntegers(x);
  SmallVector<int64_t> tokens;
  for (int64_t i = 0; i < x.getNumElements(); ++i)
    tokens.push_back(x.get<int64_t>(i));
  return tokens;
}

/// Counts n-grams of a pool. The items of an n-gram have equal gaps of at most
/// `max_skip_count` items between them. `ngram_counts` holds where the 1-grams,
/// 2-grams, ... begin in the pool.
static Outcome evaluateTfIdfVectorizer(TfIdfVectorizerOp op, Evaluation &e) {
  const Tensor &x = e[op.getX()];
  SmallVector<int64_t> tokens = getTokens(x), pool;
  if (auto integers = op.getPoolInt64s())
    llvm::append_range(pool, *integers);
  else if (ArrayAttr strings = op.getPoolStringsAttr())
    for (Attribute text : strings)
      pool.push_back(reinterpret_cast<int64_t>(
          StringAttr::get(e.getContext(), cast<StringAttr>(text).getValue())
              .getAsOpaquePointer()));
  ArrayRef<int64_t> starts = op.getNgramCounts(), places = op.getNgramIndexes();
  std::map<std::vector<int64_t>, int64_t> grams;
  for (auto [index, start] : llvm::enumerate(starts)) {
    int64_t length = index + 1;
    int64_t end = index + 1 < starts.size() ? starts[index + 1] : pool.size();
    if (start < 0 || end > static_cast<int64_t>(pool.size()))
      return std::nullopt;
    for (int64_t at = start; at + length <= end; at += length) {
      if (grams.size() == places.size())
        return std::nullopt;
      int64_t place = places[grams.size()];
      grams.try_emplace({pool.begin() + at, pool.begin() + at + length}, place);
    }
  }
  if (x.getRank() < 1 || x.getRank() > 2 || places.empty() ||
      *llvm::min_element(places) < 0)
    return std::nullopt;
  int64_t size = *llvm::max_element(places) + 1, row = x.getShape().back();
  int64_t gaps = op.getMaxSkipCount(), most = op.getMaxGramLength();
  SmallVector<int64_t> shape(x.getShape());
  shape.back() = size;
  Tensor counts(shape, Float64Type::get(e.getContext()));
  for (int64_t first = 0; first < x.getNumElements(); first += row)
    for (int64_t step = 1; step <= gaps + 1; ++step)
      for (int64_t at = 0; at < row; ++at)
        for (int64_t length = op.getMinGramLength();
             length <= most && at + (length - 1) * step < row; ++length) {
          // Single items have no gaps.
          if (length < 1 || (length == 1 && step > 1))
            continue;
          std::vector<int64_t> gram;
          for (int64_t i = 0; i < length; ++i)
            gram.push_back(tokens[first + at + i * step]);
          if (auto found = grams.find(gram); found != grams.end())
            ++counts.reals()[first / row * size + found->second];
        }
  for (auto [index, count] : llvm::enumerate(counts.reals())) {
    size_t place = index % size;
    double weight = op.getWeights() && place < op.getWeights()->size()
                        ? (*op.getWeights())[place]
                        : 1;
    count = op.getMode() == "TF"    ? count
            : op.getMode() == "IDF" ? (count > 0 ? weight : 0)
                                    : weight * count;
  }
  return e.round(counts);
}

void evaluate::populateString(Evaluators &rows) {
  rows.add<TfIdfVectorizerOp>(evaluateTfIdfVectorizer);
  rows.add<StringConcatOp>(evaluateStringConcat);
  rows.add<StringNormalizerOp>(evaluateStringNormalizer);
  rows.add<StringSplitOp>(evaluateStringSplit);
}
