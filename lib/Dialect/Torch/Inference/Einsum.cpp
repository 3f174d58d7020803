//===- Einsum.cpp - Types of sums of products -----------------------------===//
//
// The equation determines which dimensions are equal, kept and summed.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

#include <map>
#include <set>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

namespace {
/// The subscripts of one operand: letters, and `...` as '.'.
using Subscripts = std::string;
} // namespace

static Subscripts readSubscripts(StringRef text) {
  Subscripts letters;
  while (!text.empty()) {
    if (text.consume_front("..."))
      letters += '.';
    else if (text.front() == ' ')
      text = text.drop_front();
    else {
      letters += text.front();
      text = text.drop_front();
    }
  }
  return letters;
}

// aten::einsum(str equation, Tensor[] tensors, *, int[]? path=None) -> Tensor
//
// Without an explicit output, it consists of the letters that occur once, in
// alphabetical order. A dimension that is in only one operand and not in the
// output is summed before the product: sums of integers and booleans are int64.
static Inferred inferEinsum(Inference &b) {
  SmallVector<RankedTensorType> operands = b.tensors("tensors");
  auto [inputText, outputText] = b.getString("equation").split("->");
  SmallVector<StringRef> parts;
  inputText.split(parts, ',');
  if (b.hasFailed() || operands.empty() || parts.size() != operands.size())
    return b.invalid("expected 'equation' to have " + Twine(operands.size()) +
                     " terms, one for each operand, found " +
                     Twine(parts.size()));
  std::map<char, AffineExpr> sizes;
  std::map<char, unsigned> counts;
  std::map<char, std::set<unsigned>> owners;
  Dims ellipsis;
  unsigned number = 0;
  for (auto [text, operand] : llvm::zip_equal(parts, operands)) {
    Subscripts letters = readSubscripts(text);
    Dims dims = b.dimsOf(operand);
    size_t numLetters =
        llvm::count_if(letters, [](char c) { return c != '.'; });
    bool hasEllipsis = numLetters != letters.size();
    if (letters.size() > numLetters + 1)
      return b.invalid(
          "expected at most one ellipsis in a term of 'equation', found '" +
          text + "'");
    if (numLetters > dims.size() || (!hasEllipsis && numLetters != dims.size()))
      return b.invalid("expected a term of 'equation' for rank " +
                       Twine(dims.size()) + ", found '" + text + "'");
    size_t next = 0;
    for (char letter : letters) {
      if (letter == '.') {
        size_t count = dims.size() - numLetters;
        if (count > 0)
          owners[letter].insert(number);
        ellipsis = b.broadcast(ellipsis, dims.slice(next, next + count));
        next += count;
        continue;
      }
      AffineExpr dim = dims[next++];
      auto [it, inserted] = sizes.try_emplace(letter, dim);
      if (!inserted)
        it->second = b.broadcast(it->second, dim);
      ++counts[letter];
      owners[letter].insert(number);
    }
    ++number;
  }
  Subscripts output = readSubscripts(outputText);
  if (!b.getString("equation").contains("->")) {
    output = ".";
    for (auto [letter, count] : counts)
      if (count == 1)
        output += letter;
  }
  Dims dims;
  for (char letter : output) {
    if (letter == '.')
      llvm::append_range(dims, ellipsis);
    else if (auto it = sizes.find(letter); it != sizes.end())
      dims.push_back(it->second);
    else
      return b.invalid("expected the letters of the output to be in the terms "
                       "of 'equation', found '" +
                       Twine(letter) + "'");
  }
  Type type = operands[0].getElementType();
  bool isSummedAlone = llvm::any_of(owners, [&](const auto &entry) {
    return entry.second.size() == 1 && !llvm::is_contained(output, entry.first);
  });
  if (isSummedAlone && isa<IntegerType>(type))
    type = IntegerType::get(type.getContext(), 64);
  return b.type(dims, type);
}

void torch_onnx::torch::populateEinsumOperators(OperatorTable &r) {
  r.add("aten.einsum.default", inferEinsum, {.view = ViewKind::EachOrCopy});
  r.mark({"aten.einsum.default"}, &OperatorTraits::recordsStrides);
}
