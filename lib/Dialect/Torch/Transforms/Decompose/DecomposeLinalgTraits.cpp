//===- DecomposeLinalgTraits.cpp - When the rules of matrices apply -------===//
//
// Some operators of linear algebra have a lowering for a part of their
// arguments, and the rule takes the rest. And some raise an error in eager that
// no model can raise.
//
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// ONNX's Det in double precision is missing in runtimes, and the product of
/// many rows leaves the range of numbers.
static bool prefersLu(OperatorOp op, bool takesLogarithm) {
  auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  if (!type || type.getRank() < 2)
    return false;
  constexpr int64_t maxRows = 128;
  return type.getElementType().isF64() ||
         (takesLogarithm && type.getDimSize(type.getRank() - 1) > maxRows);
}

/// Norms that are of singular values.
static bool isSpectral(const Arguments &args) {
  if (std::optional<StringRef> name = args.getString("ord"))
    return *name == "nuc";
  std::optional<double> order = args.getFloat("ord");
  return order && std::abs(*order) == 2;
}

bool torch::prefersDecomposition(OperatorOp op) {
  StringRef target = op.getTarget();
  if (!target.starts_with("aten.l") || op->getNumOperands() == 0)
    return false;
  enum Kind { None, Det, LogDet, Power, MatrixNorm, Norm };
  Kind kind =
      llvm::StringSwitch<Kind>(target)
          .Case("aten.linalg_det.default", Det)
          .Cases({"aten.linalg_slogdet.default", "aten.logdet.default"}, LogDet)
          .Case("aten.linalg_matrix_power.default", Power)
          .Cases({"aten.linalg_matrix_norm.default",
                  "aten.linalg_matrix_norm.str_ord"},
                 MatrixNorm)
          .Cases({"aten.linalg_norm.default", "aten.linalg_norm.ord_str"}, Norm)
          .Default(None);
  Arguments args(op);
  switch (kind) {
  case None:
    return false;
  case Det:
  case LogDet:
    return prefersLu(op, kind == LogDet);
  case Power:
    return args.getInt("n").value_or(1) <= 0;
  case MatrixNorm:
    return isSpectral(args);
  case Norm: {
    // Of vectors where there is one axis.
    auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    std::optional<SmallVector<int64_t>> axes = args.getInts("dim");
    size_t numAxes = axes                 ? axes->size()
                     : args.getInt("dim") ? 1
                     : type               ? type.getRank()
                                          : 0;
    return numAxes == 2 && isSpectral(args);
  }
  }
  llvm_unreachable("all kinds");
}

StringRef torch::getUncheckedError(StringRef target) {
  return llvm::StringSwitch<StringRef>(target)
      .Cases({"aten.linalg_inv.default", "aten.inverse.default",
              "aten.linalg_solve.default", "aten.linalg_tensorinv.default",
              "aten.linalg_tensorsolve.default",
              "aten.linalg_matrix_power.default"},
             "an invertible matrix")
      .Cases({"aten.linalg_cholesky.default", "aten.cholesky.default"},
             "a positive definite matrix")
      .Default("");
}
