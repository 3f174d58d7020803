//===- Elementwise.cpp - Lowerings of element-wise arithmetic -------------===//
//
// Arithmetic is done in the dtype of the result, which torch.export has
// recorded: operands are cast to it first, as PyTorch's TensorIterator does.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// One to one
//===----------------------------------------------------------------------===//

namespace {
struct UnaryRow {
  llvm::StringLiteral torch, onnx;
};
} // namespace

/// Integers are computed in the floating type of the result.
static constexpr UnaryRow unaryRows[] = {
    {"aten.acos.default", "Acos"},
    {"aten.acosh.default", "Acosh"},
    {"aten.asin.default", "Asin"},
    {"aten.asinh.default", "Asinh"},
    {"aten.atan.default", "Atan"},
    {"aten.atanh.default", "Atanh"},
    {"aten.cos.default", "Cos"},
    {"aten.cosh.default", "Cosh"},
    {"aten.erf.default", "Erf"},
    {"aten.exp.default", "Exp"},
    {"aten.log.default", "Log"},
    {"aten.neg.default", "Neg"},
    {"aten.reciprocal.default", "Reciprocal"},
    {"aten.sin.default", "Sin"},
    {"aten.sinh.default", "Sinh"},
    {"aten.sqrt.default", "Sqrt"},
    {"aten.tan.default", "Tan"},
    {"aten.tanh.default", "Tanh"},
};

//===----------------------------------------------------------------------===//
// Builder functions
//===----------------------------------------------------------------------===//

// aten::abs(Tensor self) -> Tensor
static Lowered lowerAbs(Lowering &b) {
  Value x = b.tensor("self");
  if (b.isComplex(b.elementTypeOf(x)))
    return b.refuse("complex numbers");
  return b.Abs(x);
}

/// `self + alpha * other` (or minus) in the dtype of the result.
static Lowered lowerAdd(Lowering &b, StringRef op) {
  Type type = b.resultElementType();
  Value x = b.tensor("self", type), y = b.tensor("other", type);
  std::optional<double> alpha = b.getArguments().getFloat("alpha");
  if (!alpha || *alpha != 1.0)
    y = b.Mul(y, b.number("alpha", type));
  // Logical or is what PyTorch adds booleans by.
  if (b.isBool(type))
    return op == "Add" ? b.Or(x, y) : b.refuse("subtraction of booleans");
  return b.binary(op, x, y);
}

// aten::mul.Tensor(Tensor self, Tensor other) -> Tensor
static Lowered lowerMul(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.tensor("self", type), y = b.tensor("other", type);
  return b.isBool(type) ? b.And(x, y) : b.Mul(x, y);
}

// aten::div.Tensor(Tensor self, Tensor other) -> Tensor
static Lowered lowerDiv(Lowering &b) {
  Type type = b.resultElementType();
  return b.Div(b.tensor("self", type), b.tensor("other", type));
}

// aten::pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor
static Lowered lowerPow(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.tensor("self", type);
  std::optional<double> exponent = b.getArguments().getFloat("exponent");
  if (exponent && *exponent == 2.0)
    return b.Mul(x, x);
  if (exponent && *exponent == 1.0)
    return x;
  if (exponent && *exponent == 0.5 && b.isFloat(type))
    return b.Sqrt(x);
  return b.Pow(x, b.tensor("exponent", type));
}

// aten::rsqrt(Tensor self) -> Tensor
static Lowered lowerRsqrt(Lowering &b) {
  return b.Reciprocal(b.Sqrt(b.tensor("self", b.resultElementType())));
}

// aten::where.self(Tensor condition, Tensor self, Tensor other) -> Tensor
static Lowered lowerWhere(Lowering &b) {
  Type type = b.resultElementType();
  return b.Where(b.tensor("condition", b.i1()), b.tensor("self", type),
                 b.tensor("other", type));
}

void torch_onnx::populateElementwise(LoweringRegistry &r) {
  for (const UnaryRow &row : unaryRows)
    r.add(row.torch, [op = StringRef(row.onnx)](Lowering &b) -> Lowered {
      return b.unary(op, b.tensor("self", b.resultElementType()));
    });
  r.add("aten.abs.default", lowerAbs);
  r.add({"aten.add.Tensor", "aten.add.Scalar"},
        [](Lowering &b) { return lowerAdd(b, "Add"); });
  r.add({"aten.sub.Tensor", "aten.sub.Scalar"},
        [](Lowering &b) { return lowerAdd(b, "Sub"); });
  r.add({"aten.mul.Tensor", "aten.mul.Scalar"}, lowerMul);
  r.add({"aten.div.Tensor", "aten.div.Scalar"}, lowerDiv);
  r.add({"aten.pow.Tensor_Scalar", "aten.pow.Tensor_Tensor"}, lowerPow);
  r.add("aten.rsqrt.default", lowerRsqrt);
  r.add({"aten.where.self", "aten.where.ScalarOther", "aten.where.ScalarSelf",
         "aten.where.Scalar"},
        lowerWhere);
}
