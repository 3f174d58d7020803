//===- AttentionOps.cpp - onnx: transformer building blocks ---------------===//
//
// Registers the operators of AttentionOps.td and holds their hand-written
// methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/AttentionOps.h"

#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

void ONNXDialect::registerAttentionOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/AttentionOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/AttentionOps.cpp.inc"

namespace {

/// The sizes of an operand of Attention, as [batch, heads, sequence, size].
struct Heads {
  AffineExpr batch, heads, sequence, size;

  Heads(Value value, std::optional<int64_t> numHeads, StringRef attribute,
        TypeInference &types) {
    sym::DimList dims = types.dims(value);
    if (dims.size() == 4) {
      batch = dims[0], heads = dims[1], sequence = dims[2], size = dims[3];
      return;
    }
    if (dims.size() != 3) {
      types.fail("has an operand of rank " + Twine(dims.size()) +
                 ", expected 3 or 4");
      return;
    }
    if (!numHeads || *numHeads < 1) {
      types.fail("has operands of rank 3, expected attribute '" + attribute +
                 "'");
      return;
    }
    batch = dims[0], sequence = dims[1];
    heads = types.constant(*numHeads);
    auto width = sym::getConstant(dims[2]);
    if (width && *width % *numHeads != 0)
      types.fail("has an operand with rows of " + Twine(*width) +
                 ", expected a multiple of attribute '" + attribute + "', " +
                 Twine(*numHeads));
    size = sym::floorDiv(dims[2], *numHeads);
  }
};

} // namespace

void AttentionOp::inferTypes(Adaptor op, TypeInference &types) {
  Type element = types.element(op.getQ());
  std::optional<int64_t> numHeads = op.getQNumHeads();
  std::optional<int64_t> numKeyHeads = op.getKvNumHeads();
  Heads q(op.getQ(), numHeads, "q_num_heads", types);
  Heads k(op.getK(), numKeyHeads, "kv_num_heads", types);
  Heads v(op.getV(), numKeyHeads, "kv_num_heads", types);
  AffineExpr batch = types.same(q.batch, k.batch, "the batch");
  AffineExpr sequence = types.same(k.sequence, v.sequence, "the keys");
  auto queryHeads = sym::getConstant(q.heads);
  auto keyHeads = sym::getConstant(k.heads);
  if (queryHeads && keyHeads && *keyHeads > 0 && *queryHeads % *keyHeads != 0)
    types.fail("has " + Twine(*queryHeads) +
               " heads of queries, expected a multiple of the " +
               Twine(*keyHeads) + " heads of keys");
  // The mask may end before the keys do.
  if (isPresent(op.getAttnMask()))
    types.expectBroadcastable(op.getAttnMask(),
                              {batch, q.heads, q.sequence, AffineExpr()},
                              "attn_mask");
  // The cached keys come before the new ones.
  if (isPresent(op.getPastKey()))
    sequence = sym::add(types.dims(op.getPastKey())[2], sequence);
  if (types.rank(op.getQ()) == 3)
    types.add({batch, q.sequence, sym::mul(q.heads, v.size)}, element);
  else
    types.add({batch, q.heads, q.sequence, v.size}, element);
  types.add({batch, k.heads, sequence, k.size}, types.element(op.getK()));
  types.add({batch, v.heads, sequence, v.size}, types.element(op.getV()));
  types.add({batch, q.heads, q.sequence, sequence}, element);
}

void RMSNormalizationOp::inferTypes(Adaptor op, TypeInference &types) {
  types.axis(op.getAxis(), types.rank(op.getX()));
  types.expectBroadcastable(op.getScale(), types.dims(op.getX()), "scale");
  types.addLike(op.getX(), types.element(op.getScale()));
}
