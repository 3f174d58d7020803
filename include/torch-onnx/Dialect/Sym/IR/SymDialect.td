//===- SymDialect.td - Symbolic dimensions -----------------*- tablegen -*-===//
//
// The dialect of symbolic sizes: no operations, an attribute that is the
// encoding of a tensor type with dynamic dimensions, and attributes for the
// functions of sizes in it.
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
    A size is an `AffineExpr` over symbols, in one normal form, so that equal
    sizes are equal pointers and equal shapes are equal types. A symbol has a
    name, or is a function of other sizes, such as `Max(1, n)`. Dims.h and
    Functions.h have the functions; the dialect object owns the table of symbols.

    The module attribute `sym.ranges` bounds the symbols (Ranges.h).
  }];
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// The symbols and the cached normal forms; shared by all threads.
    Symbols &getSymbols() { return *symbols; }

    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute,
                        ::mlir::DialectAsmPrinter &printer) const override;

  private:
    std::shared_ptr<Symbols> symbols;

  public:
  }];
}

// The dialect itself parses and prints the attributes, so they have no
// mnemonics.
class Sym_Attr<string name, string text, list<Trait> traits = []>
    : AttrDef<Sym_Dialect, name, traits> {
  let attrName = "sym." # text;
}

def Sym_DimsAttr : Sym_Attr<"Dims", "dims",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "the sizes of the dynamic dimensions of a tensor type";
  let description = [{
    One entry for each dynamic dimension, in order: an expression, or `?` for a
    size nothing is known about.

    ```mlir
    tensor<?x?x768xf32, #sym.dims<batch, 2*seq + 1>>
    tensor<?x3x?xf32, #sym.dims<"batch size", ?>>
    tensor<?x?xf32, #sym.dims<floor(0.7*height), 2*Max(1, n) + 1>>
    ```

    Entries are in normal form (`sym::normalize`), none is constant, at least
    one is known. `sym::getTensorType` keeps these rules; the parser normalizes
    what it reads.
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::AffineExpr", "null = unknown">:$dims);
  let genVerifyDecl = 1;
}

def Sym_SizeAttr : Sym_Attr<"Size", "size"> {
  let summary = "a size as an operand of a function";
  let description = [{
    An integer in normal form. Only in operands of `CallAttr`, so it has no
    text of its own.
  }];
  let parameters = (ins "::mlir::AffineExpr":$size);
}

def Sym_CallAttr : Sym_Attr<"Call", "call"> {
  let summary = "a function of sizes and constants";
  let description = [{
    Operands are `SizeAttr`, `FloatAttr` (f64), `BoolAttr` and `CallAttr`. They
    have the kinds that the function takes: an integer becomes a float by a
    `ToFloat` in between. `sym::call` makes these attributes and simplifies.

    One with an integer result is a symbol of sizes, which is the only place
    where a type has it.
  }];
  let parameters = (ins
    "::torch_onnx::sym::Function":$function,
    "::torch_onnx::sym::NumberKind":$kind,
    StringRefParameter<"of an unknown function">:$name,
    ArrayRefParameter<"::mlir::Attribute">:$operands);
}

#endif // TORCH_ONNX_DIALECT_SYM_IR_SYMDIALECT_TD
