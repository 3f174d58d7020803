//===- Linear.cpp - Evaluates linear algebra -----------------------------===//
//
// See Evaluation.h. Operators of LinearOps.td.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Dialect/ONNX/IR/LinearOps.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/CheckedArithmetic.h"

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

/// The size of each label. The keys are wider than the labels, as a map of
/// characters cannot hold the last ones, which an ellipsis has.
using LabelSizes = llvm::MapVector<int, int64_t>;
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

/// The strides of an operand along all labels: 0 for a label that it does not
/// have. A repeated label selects a diagonal, so its strides are added.
static SmallVector<int64_t> getStrides(const Tensor &operand, StringRef term,
                                       const LabelSizes &sizes) {
  SmallVector<int64_t> own = arithmetic::getRowMajorStrides(operand.getShape()),
                       strides(sizes.size(), 0);
  for (auto [dim, label] : llvm::enumerate(term))
    if (operand.getShape()[dim] != 1)
      strides[sizes.find(label) - sizes.begin()] += own[dim];
  return strides;
}

/// Each element of `result` is a sum of `numTerms` products of factors, over
/// the last dimensions of `sizes`. No product but the current one is in memory.
template <typename T>
static void sumProducts(ArrayRef<int64_t> sizes, int64_t numTerms,
                        ArrayRef<ArrayRef<T>> factors,
                        ArrayRef<SmallVector<int64_t>> strides,
                        MutableArrayRef<T> result) {
  SmallVector<int64_t> index(sizes.size(), 0), offsets(factors.size(), 0);
  auto advance = [&] {
    for (size_t dim = sizes.size(); dim-- > 0;) {
      bool isInside = ++index[dim] < sizes[dim];
      for (auto [offset, own] : llvm::zip_equal(offsets, strides))
        offset += isInside ? own[dim] : own[dim] * (1 - sizes[dim]);
      if (isInside)
        return;
      index[dim] = 0;
    }
  };
  for (T &sum : result) {
    sum = 0;
    for (int64_t term = 0; term < numTerms; ++term, advance()) {
      T product = factors.front()[offsets.front()];
      for (auto [factor, offset] :
           llvm::drop_begin(llvm::zip(factors, offsets)))
        product *= factor[offset];
      // A sum of -0.0 alone is -0.0.
      sum = term == 0 ? product : sum + product;
    }
  }
}

/// sumProducts() of operands that hold numbers of T, into a tensor with the
/// first `numKept` dimensions.
template <typename T>
static Tensor contract(ArrayRef<int64_t> sizes, size_t numKept,
                       int64_t numTerms, ArrayRef<Tensor> operands,
                       ArrayRef<SmallVector<int64_t>> strides) {
  SmallVector<ArrayRef<T>> factors;
  for (const Tensor &operand : operands)
    factors.emplace_back(reinterpret_cast<const T *>(operand.data()),
                         operand.getNumElements());
  Tensor result(sizes.take_front(numKept), operands.front().getElementType());
  sumProducts<T>(sizes, numTerms, factors, strides,
                 {reinterpret_cast<T *>(result.data()),
                  static_cast<size_t>(result.getNumElements())});
  return result;
}

/// Multiplies all operands and sums over the labels that are missing in the
/// result: floats in double precision, integers modulo 2^64.
static Outcome evaluateEinsum(EinsumOp op, Evaluation &e) {
  bool isFloat = isa<FloatType>(e.elementType());
  SmallVector<Tensor> operands;
  for (Value input : op.getInputs()) {
    auto wide =
        isFloat
            ? arithmetic::toReals(e[input])
            : arithmetic::cast(e[input], IntegerType::get(e.getContext(), 64));
    if (!wide)
      return std::nullopt;
    operands.push_back(std::move(*wide));
  }
  auto equation = parseEquation(op.getEquation(), operands);
  if (!equation)
    return Outcome::fail("has an equation that does not fit the operands");
  // The labels of the result come first.
  LabelSizes labels;
  for (char label : equation->result)
    labels[label] = 1;
  if (labels.size() != equation->result.size())
    return Outcome::fail("has an equation whose result repeats a label");
  for (auto [term, operand] : llvm::zip_equal(equation->terms, operands))
    for (auto [label, size] : llvm::zip_equal(term, operand.getShape())) {
      int64_t &known = labels.try_emplace(label, 1).first->second;
      if (size != 1 && known != 1 && size != known)
        return std::nullopt;
      known = known == 1 ? size : known;
    }
  SmallVector<int64_t> sizes;
  for (auto [label, size] : labels)
    sizes.push_back(size);
  size_t numKept = equation->result.size();
  std::optional<int64_t> numTerms = 1;
  for (int64_t size : ArrayRef(sizes).drop_front(numKept))
    if (numTerms)
      numTerms = llvm::checkedMul(*numTerms, size);
  if (!numTerms || !arithmetic::getMemorySize(RankedTensorType::get(
                       ArrayRef(sizes).take_front(numKept),
                       operands.front().getElementType())))
    return std::nullopt;
  SmallVector<SmallVector<int64_t>> strides;
  for (auto [term, operand] : llvm::zip_equal(equation->terms, operands))
    strides.push_back(getStrides(operand, term, labels));
  return e.round(
      isFloat
          ? contract<double>(sizes, numKept, *numTerms, operands, strides)
          : contract<uint64_t>(sizes, numKept, *numTerms, operands, strides));
}

void evaluate::populateLinear(Evaluators &rows) {
  rows.add<DetOp>(evaluateDet);
  rows.add<EinsumOp>(evaluateEinsum);
  rows.add<GemmOp>(evaluateGemm, agreeButForRounding);
  rows.add<MatMulOp>(evaluateMatMul, agreeButForRounding);
}
