//===- SymDialect.td - Symbolic dimensions -----------------*- tablegen -*-===//
//
// The dialect of symbolic sizes: no operations, one attribute, which is the
// encoding of a tensor type with dynamic dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_SYM_IR_SYMDIALECT_TD
#define TORCH_ONNX_DIALECT_SYM_IR_SYMDIALECT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"
include "mlir/IR/TensorEncoding.td"

def Sym_Dialect : Dialect {
  let name = "sym";
  let cppNamespace = "::torch_onnx::sym";
  let summary = "Sizes that are known only when the model runs";
  let description = [{
    A size is an `AffineExpr` over named symbols, in one normal form, so that
    equal sizes are equal pointers and equal shapes are equal types. Dims.h has
    the functions; the dialect object owns the table of names.

    The module attribute `sym.ranges` bounds the symbols (Ranges.h).
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Names of symbols and the memory of normal forms; shared by all threads.
    SymbolNames &getSymbolNames() { return *symbolNames; }

  private:
    std::shared_ptr<SymbolNames> symbolNames;

  public:
  }];
}

def Sym_DimsAttr : AttrDef<Sym_Dialect, "Dims",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let mnemonic = "dims";
  let summary = "the sizes of the dynamic dimensions of a tensor type";
  let description = [{
    One entry for each dynamic dimension, in order: an expression, or `?` for a
    size nothing is known about.

    ```mlir
    tensor<?x?x768xf32, #sym.dims<batch, 2*seq + 1>>
    tensor<?x3x?xf32, #sym.dims<"batch size", ?>>
    ```

    Entries are in normal form (`sym::normalize`), none is constant, at least
    one is known. `sym::getTensorType` keeps these rules; the parser normalizes
    what it reads.
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::AffineExpr", "null = unknown">:$dims);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // TORCH_ONNX_DIALECT_SYM_IR_SYMDIALECT_TD
