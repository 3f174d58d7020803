//===- Linear.cpp - Evaluates linear algebra -----------------------------===//
//
// See Evaluation.h. Operators of LinearOps.td.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Dialect/ONNX/IR/LinearOps.h"

#include "llvm/ADT/MapVector.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

static Outcome evaluateMatMul(MatMulOp op, Evaluation &e) {
  Tensor x = e[op.getA()], y = e[op.getB()];
  return multiplyMatrices(x, y);
}

static Outcome evaluateGemm(GemmOp op, Evaluation &e) {
  std::optional<Tensor> x = e[op.getA()], y = e[op.getB()];
  if (x->getRank() != 2 || y->getRank() != 2)
    return std::nullopt;
  if (op.getTransA() != 0)
    x = arithmetic::transpose(*x, {1, 0});
  if (op.getTransB() != 0)
    y = arithmetic::transpose(*y, {1, 0});
  auto scale = [&](std::optional<Tensor> value,
                   double factor) -> std::optional<Tensor> {
    if (factor == 1 || !value)
      return value;
    return arithmetic::mapReals(*value, [&](double x) { return x * factor; });
  };
  std::optional<Tensor> result =
      scale(arithmetic::matmul(*x, *y), toDouble(op.getAlpha()));
  if (const Tensor *summand = e.find(op.getC()))
    result =
        apply(BinaryOp::Add, result, scale(*summand, toDouble(op.getBeta())));
  return result;
}

/// Gaussian elimination with the largest pivot of each column.
static Outcome evaluateDet(DetOp op, Evaluation &e) {
  Tensor x = e.reals(op.getX());
  int64_t rank = x.getRank(), n = rank < 2 ? 0 : x.getShape()[rank - 1];
  if (rank < 2 || x.getShape()[rank - 2] != n)
    return std::nullopt;
  Tensor result(x.getShape().drop_back(2), x.getElementType());
  for (auto [matrix, determinant] : llvm::enumerate(result.reals())) {
    MutableArrayRef<double> m = x.reals().slice(matrix * n * n, n * n);
    determinant = 1;
    for (int64_t column = 0; column < n; ++column) {
      int64_t pivot = column;
      for (int64_t row = column + 1; row < n; ++row)
        if (std::fabs(m[row * n + column]) > std::fabs(m[pivot * n + column]))
          pivot = row;
      if (pivot != column) {
        determinant = -determinant;
        for (int64_t i = 0; i < n; ++i)
          std::swap(m[pivot * n + i], m[column * n + i]);
      }
      double head = m[column * n + column];
      determinant *= head;
      for (int64_t row = column + 1; head != 0 && row < n; ++row) {
        double factor = m[row * n + column] / head;
        for (int64_t i = column; i < n; ++i)
          m[row * n + i] -= factor * m[column * n + i];
      }
    }
  }
  return e.round(result);
}

//===----------------------------------------------------------------------===//
// Einstein's notation
//===----------------------------------------------------------------------===//

namespace {
/// An Einsum equation for operands of these ranks. A label is a letter, or a
/// character outside of ASCII letters for a dimension that an ellipsis stands
/// for.
struct Equation {
  SmallVector<std::string> terms;
  std::string result;
};
} // namespace

/// The labels of an ellipsis for `count` dimensions: the last characters before
/// 256.
static std::string expandEllipsis(StringRef term, int64_t count) {
  std::string labels;
  for (int64_t i = 0; i < count; ++i)
    labels += static_cast<char>(-1 - (count - 1 - i));
  auto [before, after] = term.split("...");
  return (before + (term.contains("...") ? labels : "") + after).str();
}

static std::optional<Equation> parseEquation(StringRef text,
                                             ArrayRef<Tensor> operands) {
  std::string compact;
  for (char c : text)
    if (c != ' ')
      compact += c;
  auto [left, right] = StringRef(compact).split("->");
  bool hasResult = StringRef(compact).contains("->");
  SmallVector<StringRef> terms;
  left.split(terms, ',');
  if (terms.size() != operands.size())
    return std::nullopt;
  Equation equation;
  int64_t most = 0;
  llvm::MapVector<char, int> counts;
  for (auto [term, operand] : llvm::zip_equal(terms, operands)) {
    int64_t letters = term.size() - (term.contains("...") ? 3 : 0);
    int64_t rest = operand.getRank() - letters;
    if (rest < 0 || (rest > 0 && !term.contains("...")))
      return std::nullopt;
    most = std::max(most, rest);
    equation.terms.push_back(expandEllipsis(term, rest));
    for (char c : term)
      if (c != '.')
        ++counts[c];
  }
  std::string implicit = "...";
  SmallVector<char> once;
  for (auto [label, count] : counts)
    if (count == 1)
      once.push_back(label);
  llvm::sort(once);
  implicit.append(once.begin(), once.end());
  equation.result =
      expandEllipsis(hasResult ? right : StringRef(implicit), most);
  return equation;
}

/// Expands all operands to the dimensions of all labels, multiplies them and
/// sums over the labels that are missing in the result.
static Outcome evaluateEinsum(EinsumOp op, Evaluation &e) {
  SmallVector<Tensor> operands;
  for (Value input : op.getInputs())
    operands.push_back(e.reals(input));
  auto equation = parseEquation(op.getEquation(), operands);
  if (!equation)
    return Outcome::fail("has an equation that does not fit the operands");
  // The labels of the result come first.
  llvm::MapVector<char, int64_t> sizes;
  for (char label : equation->result)
    sizes[label] = 1;
  for (auto [term, operand] : llvm::zip_equal(equation->terms, operands))
    for (auto [label, size] : llvm::zip_equal(term, operand.getShape())) {
      int64_t &known = sizes.try_emplace(label, 1).first->second;
      if (size != 1 && known != 1 && size != known)
        return std::nullopt;
      known = known == 1 ? size : known;
    }
  SmallVector<int64_t> shape;
  for (auto [label, size] : sizes)
    shape.push_back(size);
  if (!arithmetic::getMemorySize(
          RankedTensorType::get(shape, operands[0].getElementType())))
    return std::nullopt;
  std::optional<Tensor> product;
  for (auto [term, operand] : llvm::zip_equal(equation->terms, operands)) {
    // A repeated label selects a diagonal.
    SmallVector<int64_t> own =
                             arithmetic::getRowMajorStrides(operand.getShape()),
                         strides(shape.size(), 0);
    for (auto [dim, label] : llvm::enumerate(term)) {
      int64_t at = sizes.find(label) - sizes.begin();
      if (operand.getShape()[dim] != 1)
        strides[at] += own[dim];
    }
    Tensor factor = arithmetic::view(operand, shape, 0, strides);
    product = product ? apply(BinaryOp::Mul, product, factor) : factor;
  }
  SmallVector<int64_t> summed = llvm::to_vector(llvm::seq<int64_t>(
      equation->result.size(), static_cast<int64_t>(shape.size())));
  product = arithmetic::reduce(ReduceOp::Sum, *product, summed);
  return e.round(std::move(*product).reshaped(
      ArrayRef<int64_t>(shape).take_front(equation->result.size())));
}

void evaluate::populateLinear(Evaluators &rows) {
  rows.add<DetOp>(evaluateDet);
  rows.add<EinsumOp>(evaluateEinsum);
  rows.add<GemmOp>(evaluateGemm, agreeButForRounding);
  rows.add<MatMulOp>(evaluateMatMul, agreeButForRounding);
}
