//===- SymPyValue.h - What sympy's functions mean ---------------*- C++ -*-===//
//
// Private to the library. The parser builds numbers with it, bottom-up.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_SYMPY_SYMPYVALUE_H
#define TORCH_ONNX_LIB_IMPORT_SYMPY_SYMPYVALUE_H

#include "torch-onnx/Import/SymPy.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

namespace torch_onnx {

/// A number, a truth value, or a branch of a Piecewise.
struct SymPyValue {
  enum class Kind { Integer, Real, Boolean, Branch };

  Kind kind = Kind::Integer;
  /// Of an Integer: its size. Of a Real that is known exactly: numerator and
  /// denominator, which is not 0. A Branch has those of its expression.
  mlir::AffineExpr num, den;
  /// The Real is a floating-point number in the program.
  bool isFloat = false;
  /// The program rounds it: num / den is the value before that, and only good
  /// for rounding to an integer.
  bool isRounded = false;
  /// A Real that is computed from numbers that are not negative.
  bool isNonNegative = false;
  /// Of a Branch: its expression is an Integer.
  bool isIntegerBranch = false;
  /// Canonical text; made on demand for what has a num.
  std::string text;

  bool isExact() const { return bool(num); }
};

class SymPyBuilder {
public:
  SymPyBuilder(mlir::MLIRContext *context, const sym::Ranges &givenRanges,
               SymPyOpaque opaque)
      : context(context), givenRanges(givenRanges), opaque(opaque) {}

  SymPyValue getInteger(int64_t value);
  SymPyValue getSymbol(llvm::StringRef name, bool isFloat, bool isNonNegative);
  /// Fails when the text is no number.
  std::optional<SymPyValue> getFloat(llvm::StringRef text);
  SymPyValue getBoolean(llvm::StringRef text);

  /// Fails when the function cannot have these arguments; says why in `error`.
  std::optional<SymPyValue> call(llvm::StringRef function,
                                 llvm::ArrayRef<SymPyValue> args);

  std::string getText(const SymPyValue &value);

  /// Set when call() failed.
  std::string error;
  sym::Ranges ranges;

private:
  using Args = llvm::ArrayRef<SymPyValue>;

  SymPyValue makeInteger(mlir::AffineExpr expr, llvm::StringRef function,
                         Args args);
  SymPyValue makeReal(mlir::AffineExpr num, mlir::AffineExpr den, bool isFloat);
  SymPyValue makeOpaque(SymPyValue::Kind kind, llvm::StringRef function,
                        Args args, sym::Range range = {});
  SymPyValue callOpaque(llvm::StringRef function, Args args);

  SymPyValue add(Args args);
  SymPyValue mul(Args args);
  SymPyValue pow(llvm::StringRef function, Args args);
  SymPyValue divide(llvm::StringRef function, Args args);
  SymPyValue trueDivide(llvm::StringRef function, Args args);
  SymPyValue extremum(llvm::StringRef function, Args args);
  SymPyValue absolute(Args args);
  SymPyValue round(llvm::StringRef function, Args args);
  SymPyValue shift(llvm::StringRef function, Args args);
  SymPyValue bitwiseAnd(llvm::StringRef function, Args args);
  SymPyValue piecewise(llvm::StringRef function, Args args);

  std::optional<int64_t> lower(mlir::AffineExpr expr) {
    return sym::lowerBound(expr, ranges);
  }
  std::optional<int64_t> upper(mlir::AffineExpr expr) {
    return sym::upperBound(expr, ranges);
  }

  /// False when it is not known.
  bool isNonNegative(const SymPyValue &value) {
    return value.isNonNegative ||
           (value.isExact() && lower(value.num).value_or(-1) >= 0 &&
            (!value.den || lower(value.den).value_or(-1) >= 0));
  }

  mlir::MLIRContext *context;
  const sym::Ranges &givenRanges;
  SymPyOpaque opaque;
  /// By the symbol that was given for it.
  llvm::DenseMap<mlir::AffineExpr, std::string> opaqueTexts;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_SYMPY_SYMPYVALUE_H
