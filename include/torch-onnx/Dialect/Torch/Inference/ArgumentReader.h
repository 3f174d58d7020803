//===- ArgumentReader.h - Arguments as a rule needs them --------*- C++ -*-===//
//
// The part of type rules, lowerings, and rules for batches and complex numbers
// that reads arguments. A rule needs an argument in one form: a constant, a
// list of some length, an axis in range. Otherwise the reader reports the
// reason and returns a placeholder, so that a rule needs no checks.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_INFERENCE_ARGUMENTREADER_H
#define TORCH_ONNX_DIALECT_TORCH_INFERENCE_ARGUMENTREADER_H

#include "torch-onnx/Dialect/Torch/Inference/NumberExprs.h"

namespace torch_onnx::torch {

class ArgumentReader {
public:
  using StringRef = llvm::StringRef;
  using AffineExpr = mlir::AffineExpr;

  ArgumentReader(OperatorOp op, NumberExprs &numbers)
      : op(op), args(op), numbers(numbers) {}

  OperatorOp getOp() const { return op; }
  const Arguments &getArguments() const { return args; }
  NumberExprs &getNumbers() { return numbers; }

  /// Whether an argument is given and not None.
  bool has(StringRef name) const { return args.has(name); }

  /// Constants. An integer may also be a symbolic number that is known. An
  /// integer with a magnitude above 2^31 is wrong, so that arithmetic on the
  /// result does not overflow.
  int64_t getInt(StringRef name);
  int64_t getInt(StringRef name, int64_t ifNone) {
    return has(name) ? getInt(name) : ifNone;
  }
  /// A constant integer of any magnitude, for bounds that are clamped and for
  /// numbers that are only passed on.
  int64_t getWideInt(StringRef name);
  int64_t getWideInt(StringRef name, int64_t ifNone) {
    return has(name) ? getWideInt(name) : ifNone;
  }
  double getFloat(StringRef name);
  double getFloat(StringRef name, double ifNone) {
    return has(name) ? getFloat(name) : ifNone;
  }
  bool getBool(StringRef name);
  bool getBool(StringRef name, bool ifNone) {
    return has(name) ? getBool(name) : ifNone;
  }
  StringRef getString(StringRef name, StringRef ifNone = "");
  /// A list of constants, or a single one; empty if the argument is None.
  llvm::SmallVector<int64_t> getInts(StringRef name);
  llvm::SmallVector<double> getFloats(StringRef name);
  /// A list of `count` constant integers; a single number is repeated.
  llvm::SmallVector<int64_t> getInts(StringRef name, size_t count);

  /// An axis of a tensor of `rank`, in [0, max(rank, 1)).
  int64_t wrapAxis(int64_t value, int64_t rank);
  int64_t getAxis(StringRef name, int64_t rank) {
    return wrapAxis(getInt(name), rank);
  }
  /// Axes in the given order; none if the argument is None or empty.
  llvm::SmallVector<int64_t> getGivenAxes(StringRef name, int64_t rank);

  /// The expression of an int or SymInt; null if it is unknown.
  AffineExpr getExpr(StringRef name) { return numbers.get(args, name); }
  AffineExpr getExpr(mlir::OpFoldResult number) { return numbers.get(number); }
  /// The value of a constant expression.
  static std::optional<int64_t> constant(AffineExpr expr);

protected:
  virtual ~ArgumentReader() = default;

  /// Reports that an argument is not in the needed form: the program is wrong,
  /// or (`isUnknown`) the argument is known only at run time.
  virtual void failToRead(const llvm::Twine &why, bool isUnknown) = 0;
  /// "expected 'dim' to be EXPECTED, found ARGUMENT", for an unknown argument.
  void expectArgument(StringRef name, const llvm::Twine &expected) {
    failToRead("expected '" + name + "' to be " + expected + ", found " +
                   args.describe(name),
               /*isUnknown=*/true);
  }

  OperatorOp op;
  Arguments args;
  NumberExprs &numbers;
};

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_INFERENCE_ARGUMENTREADER_H
