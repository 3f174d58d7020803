//===- BatchLinear.cpp - Batches of products ------------------------------===//
//
// Matrix products accept any number of leading dimensions.
//
//===----------------------------------------------------------------------===//

#include "BatchRules.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

using Values = BatchBuilder::Values;

/// matmul of two tensors of rank 1 or more.
static Value multiply(BatchBuilder &b, Value x, Value y) {
  int64_t xRank = b.rankOf(x), yRank = b.rankOf(y);
  if (xRank == 0 || yRank == 0)
    b.refuse("expected tensors that have dimensions");
  if (b.isRefused())
    return {};
  // A vector is a row on the left and a column on the right.
  int64_t rank = std::max<int64_t>({xRank, yRank, 2});
  auto toMatrices = [&](Value value, int64_t itsRank, int64_t axis) {
    Value matrix = b.get(value);
    if (itsRank == 1) {
      matrix = b.unsqueeze(matrix, axis);
      itsRank = 2;
    }
    if (b.isBatched(value))
      for (; itsRank < rank; ++itsRank)
        matrix = b.unsqueeze(matrix, 1);
    return matrix;
  };
  Value product = b.matmul(toMatrices(x, xRank, -2), toMatrices(y, yRank, -1));
  if (yRank == 1)
    product = b.squeeze(product, -1);
  if (xRank == 1)
    product = b.squeeze(product, yRank == 1 ? -1 : -2);
  return product;
}

/// The product of two arguments.
static BatchFn product(StringRef x, StringRef y) {
  return [x, y](BatchBuilder &b) -> Values {
    return {multiply(b, b.getArguments().getValue(x),
                     b.getArguments().getValue(y))};
  };
}

/// addmm, baddbmm, addmv without factors.
static BatchFn sumOfProduct(StringRef x, StringRef y) {
  return [x, y](BatchBuilder &b) -> Values {
    const Arguments &args = b.getArguments();
    if (args.getFloat("alpha").value_or(0) != 1 ||
        args.getFloat("beta").value_or(0) != 1)
      b.refuse("expected factors of 1");
    Value product = multiply(b, args.getValue(x), args.getValue(y));
    if (b.isRefused())
      return {};
    int64_t rank = BatchBuilder::getType(product).getRank() - 1;
    return {b.add(product, b.align("self", rank))};
  };
}

// aten::linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor
static Values linear(BatchBuilder &b) {
  const Arguments &args = b.getArguments();
  if (!b.isBatched("weight") && !b.isBatched("bias") && b.rankOf("input") > 0)
    return b.again({});
  int64_t rank = b.rankOf("input");
  if (b.rankOf("weight") != 2 || rank == 0)
    b.refuse("expected a matrix as weight");
  Value x = b.align("input", std::max<int64_t>(rank, 2));
  bool isVector = rank == 1;
  if (isVector && !b.isBatched("input"))
    x = b.unsqueeze(x, 0);
  Value weight = b.get("weight");
  if (b.isBatched("weight"))
    for (int64_t i = 2; i < rank; ++i)
      weight = b.unsqueeze(weight, 1);
  weight = b.transpose(weight);
  Value result = b.matmul(x, weight);
  if (isVector)
    result = b.squeeze(result, -2);
  if (args.has("bias"))
    result = b.add(result, b.align("bias", rank));
  return {result};
}

// aten::outer(Tensor self, Tensor vec2) -> Tensor
static Values outer(BatchBuilder &b) {
  Value column = b.unsqueeze(b.get("self"), -1);
  return {b.mul(column, b.align("vec2", 2))};
}

// aten::cdist(Tensor x1, Tensor x2, ...) -> Tensor
static Values distances(BatchBuilder &b) {
  int64_t rank = std::max(b.rankOf("x1"), b.rankOf("x2"));
  return b.again({{"x1", b.align("x1", rank)}, {"x2", b.align("x2", rank)}});
}

// aten::einsum(str equation, Tensor[] tensors, *, int[]? path=None) -> Tensor
static Values einsum(BatchBuilder &b) {
  StringRef equation = b.getArguments().getString("equation").value_or("");
  std::string text;
  for (char c : equation)
    if (c != ' ')
      text += c;
  auto [inputs, output] = StringRef(text).split("->");
  char letter = 'a';
  while (letter <= 'z' && equation.contains(letter))
    ++letter;
  SmallVector<StringRef> parts;
  inputs.split(parts, ',');
  SmallVector<Value> tensors = b.getArguments().getValues("tensors");
  if (!StringRef(text).contains("->") || StringRef(text).contains('.') ||
      letter > 'z' || parts.size() != tensors.size())
    return {b.refuse("expected an equation with all its letters")};
  std::string batched;
  SmallVector<OpFoldResult> operands;
  for (auto [part, tensor] : llvm::zip_equal(parts, tensors)) {
    if (!operands.empty())
      batched += ',';
    if (b.isBatched(tensor))
      batched += letter;
    batched += part;
    operands.push_back(b.get(tensor));
  }
  batched += "->";
  batched += letter;
  batched += output;
  return b.again(
      {{"equation", StringAttr::get(b.getOp().getContext(), batched)},
       {"tensors", operands}});
}

void torch::addBatchLinearRules(BatchRules &r) {
  r.add("aten.matmul.default", product("self", "other"));
  r.add("aten.dot.default", product("self", "tensor"));
  r.add({"aten.mm.default", "aten.bmm.default"}, product("self", "mat2"));
  r.add("aten.mv.default", product("self", "vec"));
  r.add("aten.addmm.default", sumOfProduct("mat1", "mat2"));
  r.add("aten.baddbmm.default", sumOfProduct("batch1", "batch2"));
  r.add("aten.addmv.default", sumOfProduct("mat", "vec"));
  r.add("aten.linear.default", linear);
  r.add("aten.einsum.default", einsum);
  r.add("aten.outer.default", outer);
  r.add("aten.cdist.default", distances);
}
