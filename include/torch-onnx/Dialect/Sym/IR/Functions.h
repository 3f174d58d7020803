//===- Functions.h - Functions of sizes -------------------------*- C++ -*-===//
//
// What no polynomial of sizes says: Max(1, n), floor(0.7*height).
//
// A number is an attribute: a size (SizeAttr), a constant (a FloatAttr of f64
// or a BoolAttr), or a function of numbers (CallAttr). A function whose result
// is an integer is a symbol of sizes: like any other symbol it is an operand of
// arithmetic, and equal functions are one symbol. `call` is the only way to
// make a function, and simplifies it:
//
//   constants are computed                 Max(2, 3)              = 3
//   what ranges decide is decided          Max(1, n), n >= 1      = n
//   integers need no rounding              floor(float(n))        = n
//   fractions of integers are exact        floor(1.5*n)           = 3*n
//   floordiv 2 operands of symmetric functions have one order
//
// A product or a sum of floats is taken as exact as long as its numbers are
// short, so that they fit into a double for sizes below 2^37.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_SYM_IR_FUNCTIONS_H
#define TORCH_ONNX_DIALECT_SYM_IR_FUNCTIONS_H

#include "torch-onnx/Dialect/Sym/IR/Ranges.h"

#include <variant>

namespace torch_onnx::sym {

/// The size as a number; null when it is unknown.
mlir::Attribute getNumber(mlir::AffineExpr size);
mlir::Attribute getNumber(int64_t value, mlir::MLIRContext *context);
mlir::Attribute getNumber(double value, mlir::MLIRContext *context);

NumberKind getKind(mlir::Attribute number);

/// An integer as a size; null for other numbers.
mlir::AffineExpr getSize(mlir::Attribute number);

/// The function that a symbol stands for; null for other sizes.
CallAttr getCall(mlir::AffineExpr size);

/// The value of a function. Null when it does not take operands of that number
/// or of these kinds, when one is null, and when the result is too big. An
/// integer becomes a float where the function or another operand asks for it.
/// `ranges` must hold for every run.
mlir::Attribute call(Function function,
                     llvm::ArrayRef<mlir::Attribute> operands,
                     const Ranges &ranges = {});

/// The value of a function that only has a name, which is a word. Without
/// operands, a symbol that is no size. Null when the result is too big.
mlir::Attribute callUnknown(llvm::StringRef name, NumberKind kind,
                            llvm::ArrayRef<mlir::Attribute> operands,
                            mlir::MLIRContext *context);

/// The kind of an unknown function as far as its name tells: log(n) is a float.
NumberKind getUnknownKind(llvm::StringRef name);

/// The word for a function in text; empty where that is an infix operator.
llvm::StringRef getFunctionName(Function function);
/// Unknown when no function has the name.
Function findFunction(llvm::StringRef name);

/// True when floating-point arithmetic gives the value that the program has,
/// once operands are computed: the order of a sum of three floats is not known.
bool canCompute(CallAttr call);

/// The value of a number; nothing as for sizes (Dims.h), and for what cannot be
/// computed.
using Constant = std::variant<int64_t, double, bool>;
std::optional<Constant>
evaluate(mlir::Attribute number,
         llvm::function_ref<std::optional<int64_t>(llvm::StringRef)> value);

/// The text of a number, in the grammar of sizes (Dims.h).
std::string toString(mlir::Attribute number);

} // namespace torch_onnx::sym

#endif // TORCH_ONNX_DIALECT_SYM_IR_FUNCTIONS_H
