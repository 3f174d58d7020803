//===- SymDialect.cpp - Symbolic dimensions -------------------------------===//
//
// The dialect and its attributes. The invariants of DimsAttr are verified here,
// for both parsed text and builders.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Sym/IR/SymDialect.h"

#include "Symbols.h"
#include "torch-onnx/Dialect/Sym/IR/Functions.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace torch_onnx::sym;

#include "torch-onnx/Dialect/Sym/IR/SymDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "torch-onnx/Dialect/Sym/IR/SymAttrs.cpp.inc"

void SymDialect::initialize() {
  symbols = std::make_shared<Symbols>();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "torch-onnx/Dialect/Sym/IR/SymAttrs.cpp.inc"
      >();
}

Attribute SymDialect::parseAttribute(DialectAsmParser &parser, Type) const {
  FailureOr<SmallVector<AffineExpr>> dims = parseDims(parser);
  if (failed(dims))
    return {};
  return parser.getChecked<DimsAttr>(parser.getNameLoc(), getContext(), *dims);
}

void SymDialect::printAttribute(Attribute attribute,
                                DialectAsmPrinter &printer) const {
  auto dims = dyn_cast<DimsAttr>(attribute);
  if (!dims) {
    // The attribute has no syntax; this output is for debugging.
    printer << "number<" << toString(attribute) << '>';
    return;
  }
  printer << "dims<";
  llvm::interleaveComma(dims.getDims(), printer,
                        [&](AffineExpr dim) { printer << toString(dim); });
  printer << '>';
}

LogicalResult DimsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<AffineExpr> dims) {
  bool isAnyKnown = false;
  for (AffineExpr dim : dims) {
    if (!dim)
      continue;
    isAnyKnown = true;
    if (normalize(dim) != dim)
      return emitError() << "size is not in normal form: " << toString(dim);
    if (isa<AffineConstantExpr>(dim))
      return emitError() << "size of a dynamic dimension is the constant "
                         << toString(dim);
  }
  if (!isAnyKnown)
    return emitError() << "no known size: leave out the encoding";
  return success();
}

LogicalResult
DimsAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                         function_ref<InFlightDiagnostic()> emitError) const {
  size_t numDynamic = llvm::count_if(shape, ShapedType::isDynamic);
  if (numDynamic != getDims().size())
    return emitError() << "encoding has " << getDims().size()
                       << " sizes, the type has " << numDynamic
                       << " dynamic dimensions";
  return success();
}

LogicalResult SymDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  if (attribute.getName() != kRangesAttrName)
    return op->emitError() << "unknown attribute '"
                           << attribute.getName().strref()
                           << "' of the sym dialect";
  auto ranges = dyn_cast<DictionaryAttr>(attribute.getValue());
  if (!ranges)
    return op->emitError() << "'" << kRangesAttrName
                           << "' must be a dictionary";
  for (NamedAttribute entry : ranges) {
    auto bounds = dyn_cast<DenseI64ArrayAttr>(entry.getValue());
    if (!bounds || bounds.size() != 2 || bounds[0] > bounds[1])
      return op->emitError()
             << "range of symbol '" << entry.getName().strref()
             << "' must be array<i64: min, max> with min <= max";
  }
  return success();
}
