//===- LinearOps.cpp - onnx: matrix products ------------------------------===//
//
// Registers the operators of LinearOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/LinearOps.h"

#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

void ONNXDialect::registerLinearOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/LinearOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/LinearOps.cpp.inc"

void DetOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList dims = types.dims(op.getX());
  if (!types.expectRankAtLeast(op.getX(), 2, "X"))
    return;
  types.same(dims[dims.size() - 2], dims.back(), "the matrix");
  types.add(dims.drop_back(2), types.element(op.getX()));
}

/// The subscripts of one term of Einsum; '.' stands for the ellipsis.
static std::string readSubscripts(StringRef text, TypeInference &types) {
  std::string subscripts;
  for (size_t i = 0; i < text.size(); ++i) {
    char subscript = text[i];
    if (llvm::isSpace(subscript))
      continue;
    if (text.substr(i).starts_with("...")) {
      if (StringRef(subscripts).contains('.'))
        types.fail("attribute 'equation' has two ellipses in one term");
      i += 2;
    } else if (!llvm::isAlpha(subscript)) {
      types.fail("attribute 'equation' has '" + Twine(subscript) +
                 "', expected letters and ellipses");
    }
    subscripts += subscript;
  }
  return subscripts;
}

void EinsumOp::inferTypes(Adaptor op, TypeInference &types) {
  ValueRange inputs = op.getInputs();
  auto [left, right] = op.getEquation().split("->");
  bool isExplicit = op.getEquation().contains("->");
  SmallVector<StringRef> terms;
  left.split(terms, ',');
  if (inputs.empty() || terms.size() != inputs.size())
    return types.fail("attribute 'equation' has " + Twine(terms.size()) +
                      " operands, expected " + Twine(inputs.size()));
  AffineExpr sizes[256];
  unsigned counts[256] = {};
  sym::DimList batch;
  for (auto [term, input] : llvm::zip(terms, inputs)) {
    std::string subscripts = readSubscripts(term, types);
    sym::DimList dims = types.dims(input);
    size_t dots = subscripts.find('.');
    bool hasDots = dots != std::string::npos;
    size_t numNamed = subscripts.size() - hasDots;
    if (hasDots ? numNamed > dims.size() : numNamed != dims.size())
      return types.fail("attribute 'equation' has " + Twine(numNamed) +
                        " subscripts for an operand of rank " +
                        Twine(dims.size()));
    size_t next = 0;
    for (char subscript : subscripts) {
      if (subscript == '.') {
        size_t last = next + dims.size() - numNamed;
        batch = types.broadcast(batch, dims.slice(next, last));
        next = last;
        continue;
      }
      AffineExpr &size = sizes[(unsigned char)subscript];
      AffineExpr dim = dims[next++];
      // Dimensions of size 1 broadcast.
      if (counts[(unsigned char)subscript]++ == 0)
        size = dim;
      else
        size = types.broadcast(size, dim)[0];
    }
  }
  std::string result;
  if (isExplicit) {
    result = readSubscripts(right, types);
  } else {
    result = ".";
    for (unsigned c = 0; c < 256; ++c)
      if (counts[c] == 1)
        result += char(c);
  }
  sym::DimList dims;
  for (char subscript : result) {
    if (subscript == '.')
      dims.append(batch.ref());
    else if (counts[(unsigned char)subscript] == 0)
      types.fail("attribute 'equation' has '" + Twine(subscript) +
                 "' in the result, but in no operand");
    else
      dims.push_back(sizes[(unsigned char)subscript]);
  }
  types.add(dims, types.element(inputs.front()));
}

void GemmOp::inferTypes(Adaptor op, TypeInference &types) {
  if (!types.expectRank(op.getA(), 2, "A") ||
      !types.expectRank(op.getB(), 2, "B"))
    return;
  sym::DimList a = types.dims(op.getA()), b = types.dims(op.getB());
  bool transA = op.getTransA(), transB = op.getTransB();
  types.same(a[!transA], b[transB], "the inner dimension");
  sym::DimList dims = {a[transA], b[!transB]};
  if (isPresent(op.getC())) {
    sym::DimList c = types.dims(op.getC());
    if (c.size() > 2)
      types.fail("operand 'C' has rank " + Twine(c.size()) +
                 ", expected at most 2");
    types.broadcast(dims, c);
  }
  types.add(dims, types.element(op.getA()));
}

void MatMulOp::inferTypes(Adaptor op, TypeInference &types) {
  sym::DimList dims = inferMatMulDims(op.getA(), op.getB(), types);
  types.add(dims, types.element(op.getA()));
}
