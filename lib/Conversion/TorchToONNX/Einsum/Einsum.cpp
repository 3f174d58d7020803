//===- Einsum.cpp - Lowering of einsum ------------------------------------===//
//
// Equations that are a (batched) product of two matrices, up to the order of
// dimensions, become MatMul, which all runtimes optimize. Sums and permutations
// of one tensor become ReduceSum and Transpose. The others become Einsum.
//
//===----------------------------------------------------------------------===//

#include "Linear/Linear.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace torch_onnx;

namespace {
struct Equation {
  SmallVector<std::string> operands;
  std::string result;

  std::string str() const { return llvm::join(operands, ",") + "->" + result; }
};
} // namespace

/// Removes spaces and adds an implicit result: the ellipsis, then all labels
/// that occur once, capital letters first.
static Equation parseEquation(StringRef text) {
  std::string dense;
  llvm::copy_if(text, std::back_inserter(dense),
                [](char c) { return c != ' '; });
  auto [lhs, rhs] = StringRef(dense).split("->");
  Equation equation;
  for (StringRef operand : llvm::split(lhs, ','))
    equation.operands.push_back(operand.str());
  if (StringRef(dense).contains("->")) {
    equation.result = rhs.str();
    return equation;
  }
  if (lhs.contains("..."))
    equation.result = "...";
  std::string letters;
  llvm::copy_if(lhs, std::back_inserter(letters), llvm::isAlpha);
  llvm::sort(letters);
  for (char letter : letters)
    if (llvm::count(letters, letter) == 1)
      equation.result += letter;
  return equation;
}

/// Replaces an ellipsis by unused labels, aligned at its last dimension. ONNX
/// requires the ellipsis to have the same rank in all operands, PyTorch does
/// not. Returns false when labels run out.
static bool expandEllipsis(Equation &equation, ArrayRef<int64_t> ranks) {
  std::string free;
  for (char letter : StringRef("ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "abcdefghijklmnopqrstuvwxyz"))
    if (!StringRef(equation.str()).contains(letter))
      free += letter;
  size_t largest = 0;
  auto replace = [&](std::string &labels, size_t count) {
    size_t position = labels.find("...");
    if (position == std::string::npos)
      return;
    labels.replace(position, 3, free.substr(free.size() - count));
    largest = std::max(largest, count);
  };
  for (auto [labels, rank] : llvm::zip_equal(equation.operands, ranks)) {
    size_t named = labels.find("...") == std::string::npos ? labels.size()
                                                           : labels.size() - 3;
    if (size_t(rank) < named || size_t(rank) - named > free.size())
      return false;
    replace(labels, size_t(rank) - named);
  }
  replace(equation.result, largest);
  return true;
}

/// True when no label occurs twice.
static bool isPlain(StringRef labels) {
  for (size_t i = 0; i < labels.size(); ++i)
    if (labels.find(labels[i], i + 1) != StringRef::npos)
      return false;
  return true;
}

/// The permutation from `from` to `to`, which has the same labels.
static SmallVector<int64_t> getPermutation(StringRef from, StringRef to) {
  SmallVector<int64_t> perm;
  for (char label : to)
    perm.push_back(int64_t(from.find(label)));
  return perm;
}

/// Sums over the dimensions that are missing in the result and permutes the
/// others.
static Value buildSingle(Lowering &b, Value x, StringRef labels,
                         StringRef result) {
  SmallVector<int64_t> sums;
  std::string kept;
  for (auto [index, label] : llvm::enumerate(labels)) {
    if (result.contains(label))
      kept += label;
    else
      sums.push_back(int64_t(index));
  }
  if (!sums.empty())
    x = b.ReduceSum(x, sums, /*keepDims=*/false);
  return b.Transpose(x, getPermutation(kept, result));
}

/// Builds one matrix product, or returns null. Labels are batches (in both
/// operands and the result), rows, columns, and one that is summed over.
/// Batches of the left operand alone broadcast.
static Value buildProduct(Lowering &b, Value x, Value y, StringRef lhs,
                          StringRef rhs, StringRef result) {
  std::string batch, rows, columns, summed;
  for (char label : result) {
    bool inLhs = lhs.contains(label), inRhs = rhs.contains(label);
    (inLhs && inRhs ? batch : inLhs ? rows : columns) += label;
  }
  for (char label : lhs)
    if (rhs.contains(label) && !StringRef(result).contains(label))
      summed += label;
  // A label of one operand alone that is not in the result must be summed
  // first.
  if (summed.size() != 1 || columns.size() != 1 ||
      lhs.size() != batch.size() + rows.size() + 1 ||
      rhs.size() != batch.size() + 2)
    return {};
  if (rows.empty() || (rows.size() > 1 && !batch.empty()))
    return {};
  AffineExpr lhsSize = b.dimsOf(x)[lhs.find(summed)];
  AffineExpr rhsSize = b.dimsOf(y)[rhs.find(summed)];
  if (!lhsSize || lhsSize != rhsSize)
    return {};
  x = b.Transpose(x, getPermutation(lhs, batch + rows + summed));
  y = b.Transpose(y, getPermutation(rhs, batch + summed + columns));
  return b.Transpose(buildMatMul(b, x, y),
                     getPermutation(batch + rows + columns, result));
}

Value torch_onnx::buildEinsum(Lowering &b, ValueRange operands,
                              StringRef equation) {
  RankedTensorType type = b.resultType();
  Type given = b.elementTypeOf(operands.front());
  Type computed = given.isBF16() ? b.f32() : given;
  SmallVector<Value> tensors;
  for (Value operand : operands)
    tensors.push_back(b.Cast(operand, computed));
  return b.Cast(b.create("Einsum", type.clone(computed), tensors,
                         b.attr("equation", equation)),
                given);
}

// aten::einsum(str equation, Tensor[] tensors, *, int[]? path=None) -> Tensor
static Lowered lowerEinsum(Lowering &b) {
  SmallVector<Value> tensors = b.tensors("tensors");
  Type type = b.resultElementType();
  if (b.isComplex(type))
    return b.refuseResult("elements that are not complex");
  // Integers are summed in int64, and eager mode sums booleans as integers: an
  // element of a boolean result is a product.
  Type computed = b.isBool(type) ? b.i64() : type;
  for (Value &tensor : tensors)
    tensor = b.Cast(tensor, computed);
  Equation equation = parseEquation(b.getString("equation"));
  if (b.isRefused() || equation.operands.size() != tensors.size())
    return b.refuse("expected 'equation' to have " + Twine(tensors.size()) +
                    " terms, one for each operand, found " +
                    Twine(equation.operands.size()));
  SmallVector<int64_t> ranks;
  for (Value tensor : tensors)
    ranks.push_back(b.rankOf(tensor));
  if (!expandEllipsis(equation, ranks))
    return b.refuse(
        "expected 'equation' to name the dimensions of each operand, found '" +
        b.getString("equation") + "'");
  StringRef result = equation.result;
  if (llvm::all_of(equation.operands, isPlain) && isPlain(result)) {
    if (tensors.size() == 1)
      return b.Cast(buildSingle(b, tensors[0], equation.operands[0], result),
                    type);
    if (tensors.size() == 2)
      if (Value product =
              buildProduct(b, tensors[0], tensors[1], equation.operands[0],
                           equation.operands[1], result))
        return b.Cast(product, type);
  }
  return b.Cast(buildEinsum(b, tensors, equation.str()), type);
}

void torch_onnx::populateEinsum(LoweringRegistry &r) {
  r.add("aten.einsum.default", lowerEinsum);
}
