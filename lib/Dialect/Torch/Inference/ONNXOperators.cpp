//===- ONNXOperators.cpp - Types of torch.onnx.ops ------------------------===//
//
// ONNX operators in a PyTorch program. An operator that the program only names
// has the types that it declares.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

// onnx::Attention.opset23(Tensor Q, Tensor K, Tensor V, ..., Tensor?
//   past_key=None, Tensor? past_value=None, *, ...)
//   -> (Tensor, Tensor, Tensor, Tensor)
//
// The first result has the shape of Q, except for the size of a value. The
// other results have 4 dimensions: keys and values per head, and scores.
static Inferred inferAttention(Inference &b) {
  RankedTensorType q = b.tensor("Q"), k = b.tensor("K"), v = b.tensor("V");
  for (auto [name, type] :
       {std::pair("Q", q), std::pair("K", k), std::pair("V", v)})
    if (type.getRank() != 3 && type.getRank() != 4)
      return b.invalidRank(name, "3 or 4 dimensions", type.getRank());
  Dims dims = b.dimsOf(q);
  if (b.dimsOf(k).back() != b.dimsOf(v).back())
    dims.back() = {};
  return {b.type(dims, q.getElementType()), Type(), Type(), Type()};
}

/// The dtype with an ONNX number (TensorProto.DataType); null if PyTorch does
/// not have it.
static Type getElementType(Inference &b, int64_t number) {
  Builder builder(b.getContext());
  auto getUnsigned = [&](unsigned width) {
    return builder.getIntegerType(width, /*isSigned=*/false);
  };
  const Type types[] = {
      /*undefined*/ {},
      b.f32(),
      getUnsigned(8),
      builder.getI8Type(),
      getUnsigned(16),
      builder.getI16Type(),
      b.i32(),
      b.i64(),
      /*string*/ {},
      b.i1(),
      builder.getF16Type(),
      b.f64(),
      getUnsigned(32),
      getUnsigned(64),
      /*complex64*/ {},
      /*complex128*/ {},
      builder.getBF16Type(),
  };
  return number >= 0 && number < int64_t(std::size(types)) ? types[number]
                                                           : Type();
}

// onnx_symbolic::_symbolic(Tensor?[] inputs, str op_type, int onnx_dtype, *,
//   SymInt[] shape, ...) -> Tensor
static Inferred inferSymbolic(Inference &b) {
  Dims dims = b.exprs("shape");
  Type element = getElementType(b, b.getInt("onnx_dtype"));
  if (!element)
    return b.unknown("the dtype is none of PyTorch's usual ones");
  return b.type(dims, element);
}

// onnx_symbolic::_symbolic_multi_out(Tensor?[] inputs, str op_type,
//   int[] onnx_dtypes, *, SymInt[][] shapes, ...) -> Tensor[]
static Inferred inferSymbolicList(Inference &b) {
  SmallVector<int64_t> dtypes = b.getInts("onnx_dtypes");
  if (b.hasFailed() || !b.checkNumResults(dtypes.size()))
    return {};
  return SmallVector<Type>(dtypes.size());
}

void torch_onnx::torch::populateONNXOperatorsOperators(OperatorTable &r) {
  r.add("onnx_symbolic._symbolic.default", inferSymbolic);
  r.add("onnx_symbolic._symbolic_multi_out.default", inferSymbolicList);
  r.add("onnx.RotaryEmbedding.opset23", inferSame);
  r.add("onnx.Attention.opset23", inferAttention);
}
