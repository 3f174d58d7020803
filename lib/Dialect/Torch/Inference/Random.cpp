//===- Random.cpp - Types of random tensors -------------------------------===//
//
// Sizes and dtype are arguments or come from another tensor.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"
#include "Shapes.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// normal with tensors for means and deviations.
static Inferred inferNormal(Inference &b) {
  SmallVector<StringRef> names;
  for (StringRef name : {"mean", "std"})
    if (b.getArguments().getValue(name))
      names.push_back(name);
  return b.type(b.broadcast(names), b.promote(names));
}

// aten::multinomial(Tensor self, SymInt num_samples, ...) -> Tensor
static Inferred inferMultinomial(Inference &b) {
  Dims dims = b.dimsOf(b.tensor("self"));
  if (b.hasFailed() || dims.empty())
    return b.invalidRank("self", "1 or more dimensions", dims.size());
  dims.back() = b.getExpr("num_samples");
  return b.type(dims, b.i64());
}

void torch_onnx::torch::populateRandomOperators(OperatorTable &r) {
  r.add({"aten.randint.default", "aten.randint.generator", "aten.randint.low",
         "aten.randint.low_generator"},
        sized(getI64));
  r.add({"aten.randperm.default", "aten.randperm.generator"},
        vector("n", getI64));
  r.add({"aten.normal.Tensor_Tensor", "aten.normal.Tensor_float",
         "aten.normal.float_Tensor"},
        inferNormal);
  r.add("aten.multinomial.default", inferMultinomial);
  r.add({"aten.normal.float_float", "aten.rand.default", "aten.rand.generator",
         "aten.randn.default", "aten.randn.generator"},
        sized(getF32));
  r.add({"aten.rand_like.default", "aten.randn_like.default"}, inferLike,
        {.carry = Carry::Each});
  r.add({"aten.rand_like.generator", "aten.randint_like.default",
         "aten.randint_like.generator", "aten.randint_like.low_dtype",
         "aten.randint_like.low_generator_dtype", "aten.randn_like.generator"},
        inferLike);
  r.add({"aten.bernoulli.Tensor", "aten.bernoulli.default", "aten.bernoulli.p",
         "aten._sample_dirichlet.default", "aten._standard_gamma.default",
         "aten._standard_gamma_grad.default", "aten.cauchy.default",
         "aten.exponential.default", "aten.geometric.default",
         "aten.log_normal.default", "aten.normal_functional.default",
         "aten.random.default", "aten.random.from", "aten.random.to",
         "aten.uniform.default"},
        inferSame);
}
