//===- SymDialect.h - Symbolic dimensions -----------------------*- C++ -*-===//
//
// The generated classes of the sym dialect. Code that works with sizes wants
// Dims.h, which has the functions.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_SYM_IR_SYMDIALECT_H
#define TORCH_ONNX_DIALECT_SYM_IR_SYMDIALECT_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/TensorEncoding.h"

#include <memory>

namespace torch_onnx::sym {
/// Private to the library; see lib/Dialect/Sym/IR/SymbolNames.h.
class SymbolNames;
} // namespace torch_onnx::sym

#include "torch-onnx/Dialect/Sym/IR/SymDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "torch-onnx/Dialect/Sym/IR/SymAttrs.h.inc"

#endif // TORCH_ONNX_DIALECT_SYM_IR_SYMDIALECT_H
