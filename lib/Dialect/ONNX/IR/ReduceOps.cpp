//===- ReduceOps.cpp - onnx: reductions over axes -------------------------===//
//
// Registers the operators of ReduceOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"

#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

void ONNXDialect::registerReduceOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.cpp.inc"
      >();
}

/// The rule of reductions: `axes` may be absent.
static void inferReduction(Value data, Value axes, bool keepDims, bool noop,
                           TypeInference &types) {
  sym::DimList dims = types.dims(data), kept;
  Type element = types.element(data);
  int64_t rank = dims.size();
  SmallVector<int64_t> reduced;
  if (isPresent(axes)) {
    auto count = types.length(axes, "axes");
    auto values = types.ints(axes);
    if (!values) {
      if (!keepDims && !count)
        return types.addUnranked(element);
      if (count && *count > rank)
        return types.fail("has " + Twine(*count) + " axes, expected at most " +
                          Twine(rank));
      // Empty axes are handled below.
      if (!count || *count > 0) {
        if (!keepDims)
          return types.add(SmallVector<AffineExpr>(rank - *count), element);
        // A size of 1 stays 1, reduced or not.
        for (AffineExpr &dim : dims)
          if (sym::getConstant(dim) != 1)
            dim = {};
        return types.add(dims, element);
      }
      values.emplace();
    }
    reduced = types.axes(*values, rank);
  }
  bool all = reduced.empty() && !noop;
  for (auto [index, dim] : llvm::enumerate(dims)) {
    if (!all && !llvm::is_contained(reduced, int64_t(index)))
      kept.push_back(dim);
    else if (keepDims)
      kept.push_back(types.one());
  }
  types.add(kept, element);
}

/// The rule of ArgMax and ArgMin.
static void inferPosition(Value data, int64_t axis, bool keepDims,
                          TypeInference &types) {
  sym::DimList dims = types.dims(data);
  // A scalar counts as a vector of one element.
  axis = types.axis(axis, std::max<int64_t>(dims.size(), 1));
  if (!dims.empty()) {
    if (keepDims)
      dims[axis] = types.one();
    else
      dims.erase(dims.begin() + axis);
  }
  types.add(dims, IntegerType::get(types.getContext(), 64));
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.cpp.inc"
