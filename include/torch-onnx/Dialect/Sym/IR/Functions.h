//===- Functions.h - Functions of sizes -------------------------*- C++ -*-===//
//
// Functions of sizes that are not polynomials: Max(1, n), floor(0.7*height).
//
// A number is an attribute: a size (SizeAttr), a constant (a FloatAttr of f64
// or a BoolAttr), or a function of numbers (CallAttr). A function with an
// integer result is a symbol of sizes: it can be an operand of arithmetic, and
// equal functions are one symbol. `call` is the only way to make a function,
// and simplifies it:
//
//   constants are folded               Max(2, 3)         = 3
//   ranges decide maxima and minima    Max(1, n), n >= 1 = n
//   integers need no rounding          floor(float(n))   = n
//   fractions of integers are exact    floor(1.5*n)      = 3*n floordiv 2
//   operands of symmetric functions are sorted
//
// A product or a sum of floats counts as exact if its numbers are short enough
// to fit into a double for sizes below 2^37.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_SYM_IR_FUNCTIONS_H
#define TORCH_ONNX_DIALECT_SYM_IR_FUNCTIONS_H

#include "torch-onnx/Dialect/Sym/IR/Ranges.h"

#include <variant>

namespace torch_onnx::sym {

/// The size as a number; null if it is unknown.
mlir::Attribute getNumber(mlir::AffineExpr size);
mlir::Attribute getNumber(int64_t value, mlir::MLIRContext *context);
mlir::Attribute getNumber(double value, mlir::MLIRContext *context);

NumberKind getKind(mlir::Attribute number);

/// An integer as a size; null for other numbers.
mlir::AffineExpr getSize(mlir::Attribute number);

/// The function that a symbol stands for; null for other sizes.
CallAttr getCall(mlir::AffineExpr size);

/// Returns the value of a function. Null if the operands do not have the right
/// number or kinds, if an operand is null, or if the result is too big. An
/// integer is converted to a float if the function or another operand requires
/// it. `ranges` must hold for every run.
mlir::Attribute call(Function function,
                     llvm::ArrayRef<mlir::Attribute> operands,
                     const Ranges &ranges = {});

/// Returns the value of a function that is known by its name only; the name is
/// a word. Without operands, the result is a symbol that is not a size. Null if
/// the result is too big.
mlir::Attribute callUnknown(llvm::StringRef name, NumberKind kind,
                            llvm::ArrayRef<mlir::Attribute> operands,
                            mlir::MLIRContext *context);

/// The kind of an unknown function that its name implies: log(n) is a float.
NumberKind getUnknownKind(llvm::StringRef name);

/// The word for a function in text; empty if it is written as an infix
/// operator.
llvm::StringRef getFunctionName(Function function);
/// Function::Unknown if no function has the name.
Function findFunction(llvm::StringRef name);

/// True if floating-point arithmetic on the operands gives the same value as
/// the program. This is false for a sum of three floats, whose order is
/// unknown.
bool canCompute(CallAttr call);

/// The value of a number. Nothing in the cases that Dims.h lists for sizes, and
/// if canCompute() is false.
using Constant = std::variant<int64_t, double, bool>;
std::optional<Constant>
evaluate(mlir::Attribute number,
         llvm::function_ref<std::optional<int64_t>(llvm::StringRef)> value);

/// The text of a number, in the grammar of sizes (Dims.h).
std::string toString(mlir::Attribute number);

} // namespace torch_onnx::sym

#endif // TORCH_ONNX_DIALECT_SYM_IR_FUNCTIONS_H
