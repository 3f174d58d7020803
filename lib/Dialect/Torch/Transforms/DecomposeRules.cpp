//===- DecomposeRules.cpp - Decompositions that the compiler knows --------===//
//
// Operators that are a formula over others which have a lowering. An operator
// that ONNX says in fewer nodes is lowered directly, and one that LibTorch
// expresses through others needs no rule; a rule saves loading LibTorch where
// models use the operator, and is the only way where LibTorch has one kernel.
//
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

CallArgument torch::passArgument(const Arguments &args, StringRef name) {
  if (Value value = args.getValue(name))
    return value;
  if (std::optional<SmallVector<OpFoldResult>> list = args.getList(name))
    return ArgumentSpec(*list);
  if (Attribute literal = args.getAttr(name))
    return ArgumentSpec(literal);
  return ArgumentSpec(NoneAttr::get(args.getOp().getContext()));
}

void torch::requireReal(TorchBuilder &b, Value x) {
  Type type = b.getType(x).getElementType();
  if (!isa<ComplexType>(type))
    return;
  b.refuse("its rule expects real elements, found " + llvm::to_string(type));
}

//===----------------------------------------------------------------------===//
// Recurrent cells (ATen/native/RNN.cpp)
//===----------------------------------------------------------------------===//

/// x W^T + b; a bias may be None.
static Value linear(TorchBuilder &b, const Arguments &args, Value x,
                    StringRef weight, StringRef bias) {
  SmallVector<CallArgument> call = {x, args.getValue(weight)};
  if (Value value = args.getValue(bias))
    call.push_back(value);
  return b.call("aten.linear.default", call);
}

/// What the input and the state give to the gates.
static std::pair<Value, Value> gates(TorchBuilder &b, const Arguments &args,
                                     Value state) {
  return {linear(b, args, args.getValue("input"), "w_ih", "b_ih"),
          linear(b, args, state, "w_hh", "b_hh")};
}

static SmallVector<Value> chunk(TorchBuilder &b, Value x, int64_t count) {
  SmallVector<Value> chunks = b.callAll("aten.chunk.default", {x, count, 1});
  if (!b.isRefused() && int64_t(chunks.size()) != count)
    b.refuse("its rule expects " + Twine(count) +
             " gates of equal size, found " + Twine(chunks.size()));
  chunks.resize(count);
  return chunks;
}

// aten::lstm_cell(Tensor input, Tensor[] hx, Tensor w_ih, Tensor w_hh,
//                 Tensor? b_ih=None, Tensor? b_hh=None) -> (Tensor, Tensor)
static Decomposed lstmCell(TorchBuilder &b, const Arguments &args) {
  SmallVector<Value> state = args.getValues("hx");
  if (state.size() != 2)
    return b.refuse("its rule expects 'hx' to have 2 tensors, found " +
                    Twine(state.size())),
           Value();
  auto [ofInput, ofState] = gates(b, args, state[0]);
  SmallVector<Value> gate = chunk(b, b.add(ofState, ofInput), 4);
  Value in = b.sigmoid(gate[0]), forget = b.sigmoid(gate[1]);
  Value cell = b.tanh(gate[2]), out = b.sigmoid(gate[3]);
  Value c = b.add(b.mul(forget, state[1]), b.mul(in, cell));
  return {b.mul(out, b.tanh(c)), c};
}

// aten::gru_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh,
//                Tensor? b_ih=None, Tensor? b_hh=None) -> Tensor
static Decomposed gruCell(TorchBuilder &b, const Arguments &args) {
  Value h = args.getValue("hx");
  auto [ofInput, ofState] = gates(b, args, h);
  SmallVector<Value> x = chunk(b, ofInput, 3), s = chunk(b, ofState, 3);
  Value reset = b.sigmoid(b.add(s[0], x[0]));
  Value update = b.sigmoid(b.add(s[1], x[1]));
  Value next = b.tanh(b.add(x[2], b.mul(s[2], reset)));
  return b.add(b.mul(b.sub(h, next), update), next);
}

// aten::rnn_tanh_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh,
//                     Tensor? b_ih=None, Tensor? b_hh=None) -> Tensor
static Decomposed rnnTanhCell(TorchBuilder &b, const Arguments &args) {
  auto [ofInput, ofState] = gates(b, args, args.getValue("hx"));
  return b.tanh(b.add(ofState, ofInput));
}

static Decomposed rnnReluCell(TorchBuilder &b, const Arguments &args) {
  auto [ofInput, ofState] = gates(b, args, args.getValue("hx"));
  return b.relu(b.add(ofState, ofInput));
}

//===----------------------------------------------------------------------===//
// Statistics (ATen/native/Correlation.cpp)
//===----------------------------------------------------------------------===//

// aten::cov(Tensor self, *, int correction=1, Tensor? fweights=None,
//           Tensor? aweights=None) -> Tensor
static Value covariance(TorchBuilder &b, Value x, int64_t correction) {
  requireReal(b, x);
  if (b.getType(x).getRank() < 2)
    x = b.call("aten.view.default", {x, ArrayRef<int64_t>({1, -1})});
  if (b.isRefused())
    return {};
  auto center = [&](const CallArgument &count) {
    return b.sub(x, b.div(b.sumAlong(x, 1), count));
  };
  auto finish = [&](Value rest, const CallArgument &divisor) {
    Value products =
        b.call("aten.mm.default", {rest, b.call("aten.t.default", {rest})});
    return b.call("aten.squeeze.default", {b.div(products, divisor)});
  };
  if (!b.getType(x).isDynamicDim(1)) {
    int64_t count = b.getType(x).getDimSize(1);
    return finish(center(count), std::max<int64_t>(count - correction, 0));
  }
  Value count = b.call("aten.sym_size.int", {x, 1});
  if (b.isRefused())
    return {};
  OpBuilder &builder = b.getBuilder();
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, b.getLoc(),
                                     builder.getI64IntegerAttr(value));
  };
  Value free =
      arith::SubIOp::create(builder, b.getLoc(), count, number(correction));
  Value divisor = arith::MaxSIOp::create(builder, b.getLoc(), free, number(0));
  return finish(center(count), divisor);
}

static Decomposed cov(TorchBuilder &b, const Arguments &args) {
  Value x = args.getValue("self");
  if (args.has("fweights") || args.has("aweights"))
    b.refuse("its rule expects 'fweights' and 'aweights' to be None, found "
             "weights");
  return covariance(b, x, require(b, args.getInt("correction")));
}

// aten::corrcoef(Tensor self) -> Tensor
static Decomposed corrcoef(TorchBuilder &b, const Arguments &args) {
  Value x = args.getValue("self");
  Value c = covariance(b, x, /*correction=*/1);
  if (b.isRefused())
    return Value();
  if (b.getType(c).getRank() == 0)
    return b.div(c, c);
  Value deviation =
      b.call("aten.sqrt.default", {b.call("aten.diagonal.default", {c})});
  auto view = [&](ArrayRef<int64_t> sizes) {
    return b.call("aten.view.default", {deviation, sizes});
  };
  Value scaled = b.div(b.div(c, view({-1, 1})), view({1, -1}));
  return b.call("aten.clamp.default", {scaled, -1, 1});
}

//===----------------------------------------------------------------------===//
// Losses (torch/nn/modules/linear_cross_entropy.py)
//===----------------------------------------------------------------------===//

/// The loss of a product, which PyTorch computes a part of the batch at a time.
static Value linearCrossEntropy(TorchBuilder &b, const Arguments &args,
                                int64_t reduction) {
  Value x = args.getValue("input");
  Type type = b.getType(x).getElementType(), acc = args.getDtype("acc_dtype");
  if (!acc)
    return b.refuse("its rule expects 'acc_dtype' to be a dtype"), Value();
  SmallVector<CallArgument> product = {
      b.cast(x, acc), b.cast(args.getValue("linear_weight"), acc)};
  if (Value bias = args.getValue("linear_bias"))
    product.push_back(b.cast(bias, acc));
  Value logits = b.call("aten.linear.default", product);
  SmallVector<CallArgument> loss = {logits, args.getValue("target")};
  if (Value weight = args.getValue("weight"))
    loss.push_back({"weight", b.cast(weight, acc)});
  loss.push_back({"reduction", reduction});
  loss.push_back({"ignore_index", require(b, args.getInt("ignore_index"))});
  return b.cast(b.call("aten.cross_entropy_loss.default", loss), type);
}

// torch_nn::_linear_cross_entropy_batch_chunked(Tensor input,
//   Tensor linear_weight, Tensor target, Tensor? linear_bias, Tensor? weight,
//   str reduction, ...) -> (Tensor, Tensor, Tensor, Tensor)
//
// The derivatives that it does not compute have no elements.
static Decomposed linearCrossEntropyChunked(TorchBuilder &b,
                                            const Arguments &args) {
  for (StringRef name : {"compute_input_grad", "compute_linear_weight_grad",
                         "compute_linear_bias_grad"})
    if (args.getBool(name) != false)
      b.refuse("its rule expects no derivatives, found '" + name + "'");
  std::optional<StringRef> reduction = args.getString("reduction");
  if (reduction != "mean" && reduction != "sum")
    b.refuse("its rule expects 'reduction' to be mean or sum, found another "
             "one");
  if (b.isRefused())
    return Value();
  Value x = args.getValue("input");
  auto empty = [&](ArrayRef<int64_t> sizes) {
    return b.call("aten.new_zeros.default", {x, sizes});
  };
  Value loss = linearCrossEntropy(b, args, reduction == "mean" ? 1 : 2);
  return {loss, empty({0, 0}), empty({0, 0}), empty({0})};
}

// torch_nn::_linear_cross_entropy_batch_chunked_no_reduction(Tensor input,
//   Tensor linear_weight, Tensor target, Tensor? linear_bias, Tensor? weight,
//   ...) -> Tensor
static Decomposed linearCrossEntropyOfEach(TorchBuilder &b,
                                           const Arguments &args) {
  return linearCrossEntropy(b, args, /*reduction=*/0);
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

bool torch::takesSymbolicSizes(StringRef target) {
  return target.starts_with("aten.fft_") || target.starts_with("aten.stft.") ||
         target.starts_with("aten.istft.") ||
         llvm::StringSwitch<bool>(target)
             .Cases({"aten._embedding_bag_backward.default",
                     "aten._embedding_bag_dense_backward.default",
                     "aten.diagonal_backward.default",
                     "aten.embedding_dense_backward.default",
                     "aten.select_backward.default",
                     "aten.slice_backward.default",
                     "aten.unfold_backward.default"},
                    true)
             .Default(false);
}

DecomposeFn torch::findDecomposition(const Schema *schema) {
  static const OperatorMap<DecomposeFn> rules = [] {
    OperatorMap<DecomposeFn> r;
    r.insert("aten.corrcoef.default", corrcoef);
    r.insert("aten.cov.default", cov);
    r.insert("aten.gru_cell.default", gruCell);
    r.insert("aten.lstm_cell.default", lstmCell);
    r.insert("aten.rnn_relu_cell.default", rnnReluCell);
    r.insert("aten.rnn_tanh_cell.default", rnnTanhCell);
    r.insert("torch_nn._linear_cross_entropy_batch_chunked.default",
             linearCrossEntropyChunked);
    r.insert("torch_nn._linear_cross_entropy_batch_chunked_no_reduction."
             "default",
             linearCrossEntropyOfEach);
    addDerivativeDecompositions(r);
    addLayerDerivativeDecompositions(r);
    addLossDerivativeDecompositions(r);
    addSamplingDerivativeDecompositions(r);
    addAttentionDecompositions(r);
    addFftDecompositions(r);
    addLinalgDecompositions(r);
    addSpectralDecompositions(r);
    addPrimDecompositions(r);
    addQuantDecompositions(r);
    addPackedWeightDecompositions(r);
    addTransformerDecompositions(r);
    return r;
  }();
  const DecomposeFn *rule = rules.find(schema);
  return rule ? *rule : nullptr;
}
