//===- DecomposeRules.cpp - Decompositions by the compiler ----------------===//
//
// Rules for operators that are formulas of operators with a lowering. An
// operator that needs fewer nodes in ONNX has a lowering instead. A composite
// operator of LibTorch needs no rule, but a rule avoids loading LibTorch for
// operators that models use often. An operator with a kernel of its own in
// LibTorch needs a rule.
//
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

SmallVector<CallArgument> torch::passArguments(const Arguments &args,
                                               ArrayRef<StringRef> names) {
  return llvm::map_to_vector(names, [&](StringRef name) -> CallArgument {
    return args.getSpec(name);
  });
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

/// The contributions of the input and of the state to the gates.
static std::pair<Value, Value> gates(TorchBuilder &b, const Arguments &args,
                                     Value state) {
  return {linear(b, args, args.getValue("input"), "w_ih", "b_ih"),
          linear(b, args, state, "w_hh", "b_hh")};
}

SmallVector<Value> torch::split(TorchBuilder &b, Value x, int64_t count,
                                int64_t axis) {
  SmallVector<Value> parts = b.callAll("aten.chunk.default", {x, count, axis});
  if (!b.isRefused() && int64_t(parts.size()) != count)
    b.refuse("its rule expects " + Twine(count) +
             " parts of equal size, found " + Twine(parts.size()));
  parts.resize(count);
  return parts;
}

// aten::lstm_cell(Tensor input, Tensor[] hx, Tensor w_ih, Tensor w_hh,
//                 Tensor? b_ih=None, Tensor? b_hh=None) -> (Tensor, Tensor)
static Decomposed lstmCell(TorchBuilder &b, const Arguments &args) {
  SmallVector<Value> state = args.getValues("hx");
  if (state.size() != 2)
    return b.refuse("its rule expects 'hx' to have 2 tensors, found " +
                    Twine(state.size()));
  auto [ofInput, ofState] = gates(b, args, state[0]);
  SmallVector<Value> gate = split(b, b.add(ofState, ofInput), 4, /*axis=*/1);
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
  SmallVector<Value> x = split(b, ofInput, 3, /*axis=*/1),
                     s = split(b, ofState, 3, /*axis=*/1);
  Value reset = b.sigmoid(b.add(s[0], x[0]));
  Value update = b.sigmoid(b.add(s[1], x[1]));
  Value next = b.tanh(b.add(x[2], b.mul(s[2], reset)));
  return b.add(b.mul(b.sub(h, next), update), next);
}

// aten::rnn_tanh_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh,
//                     Tensor? b_ih=None, Tensor? b_hh=None) -> Tensor
static DecomposeFn rnnCell(StringRef activation) {
  return [activation](TorchBuilder &b, const Arguments &args) {
    auto [ofInput, ofState] = gates(b, args, args.getValue("hx"));
    return b.unary(activation, b.add(ofState, ofInput));
  };
}

//===----------------------------------------------------------------------===//
// Statistics (ATen/native/Correlation.cpp)
//===----------------------------------------------------------------------===//

/// The covariance of rows. The weights of columns are null or 1-d tensors.
/// (ATen/native/Correlation.cpp)
static Value covariance(TorchBuilder &b, Value x, int64_t correction,
                        Value fweights = {}, Value aweights = {}) {
  requireReal(b, x);
  if (b.getType(x).getRank() < 2)
    x = b.view(x, {1, -1});
  if (b.isRefused())
    return {};
  Value weights = fweights && aweights ? b.mul(fweights, aweights)
                  : fweights           ? fweights
                                       : aweights;
  auto weigh = [&](Value y) { return weights ? b.mul(y, weights) : y; };
  auto finish = [&](const CallArgument &count, const CallArgument &divisor) {
    Value rest = b.sub(x, b.div(b.sum(weigh(x), 1, /*keepDims=*/true), count));
    Value products = b.binary("mm", rest, b.unary("t", weigh(rest)));
    return b.unary("squeeze", b.div(products, divisor));
  };
  // A divisor that is not positive becomes 0.
  if (weights) {
    Value total = b.call("aten.sum.default", {weights});
    Value lost;
    if (aweights && correction != 0)
      lost = b.div(b.mul(b.call("aten.sum.default", {b.mul(weights, aweights)}),
                         correction),
                   total);
    Value free = lost ? b.sub(total, lost) : b.sub(total, correction);
    return finish(total, b.call("aten.clamp_min.default", {free, 0}));
  }
  if (!b.getType(x).isDynamicDim(1)) {
    int64_t count = b.getType(x).getDimSize(1);
    return finish(count, std::max<int64_t>(count - correction, 0));
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
  return finish(count, divisor);
}

// aten::cov(Tensor self, *, int correction=1, Tensor? fweights=None,
//           Tensor? aweights=None) -> Tensor
static Decomposed cov(TorchBuilder &b, const Arguments &args) {
  return covariance(b, args.getValue("self"),
                    require(b, args.getInt("correction")),
                    args.getValue("fweights"), args.getValue("aweights"));
}

// aten::corrcoef(Tensor self) -> Tensor
static Decomposed corrcoef(TorchBuilder &b, const Arguments &args) {
  Value x = args.getValue("self");
  Value c = covariance(b, x, /*correction=*/1);
  if (b.isRefused())
    return Value();
  if (b.getType(c).getRank() == 0)
    return b.div(c, c);
  Value deviation = b.unary("sqrt", b.unary("diagonal", c));
  auto view = [&](ArrayRef<int64_t> sizes) { return b.view(deviation, sizes); };
  Value scaled = b.div(b.div(c, view({-1, 1})), view({1, -1}));
  return b.clamp(scaled, -1, 1);
}

//===----------------------------------------------------------------------===//
// Losses (torch/nn/modules/linear_cross_entropy.py)
//===----------------------------------------------------------------------===//

/// The loss of a product, which PyTorch computes in parts of the batch.
static Value linearCrossEntropy(TorchBuilder &b, const Arguments &args,
                                int64_t reduction) {
  Value x = args.getValue("input");
  Type type = b.getType(x).getElementType(), acc = args.getDtype("acc_dtype");
  if (!acc)
    return b.refuse("its rule expects 'acc_dtype' to be a dtype");
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
// The derivatives that are not computed are empty.
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
  auto empty = [&](ArrayRef<int64_t> sizes) { return b.newZeros(x, sizes); };
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
// Hashes
//===----------------------------------------------------------------------===//

/// The bits of f64 as i64. Opsets below 26 have no BitCast, so the exponent is
/// computed by bisection, and the significand as an integer. Each NaN gets the
/// bits of the default quiet NaN.
static Value getBits(TorchBuilder &b, Value x) {
  Type i64 = b.getBuilder().getI64Type();
  Value size = b.unary("abs", x);
  double infinity = std::numeric_limits<double>::infinity();
  Value isFinite = b.compare("lt", size, infinity);
  Value isNormal = b.compare("ge", size, std::numeric_limits<double>::min());
  Value isNumber = b.logicalAnd(isFinite, isNormal);
  // Subnormal numbers are multiples of 2^-1074.
  Value isSmall = b.logicalAnd(b.logicalNot(isNormal), isFinite);
  Value small = b.where(isSmall, size, 0.0);
  small = b.cast(b.mul(b.mul(small, 0x1p537), 0x1p537), i64);
  // (exponent + 1022) * 2^52; the significand, which is between 1 and 2, adds
  // the last unit of the bias.
  Value m = b.where(isNumber, size, 1.0);
  Value exponent = b.call("aten.full_like.default", {m, 1022, {"dtype", i64}});
  for (int shift = 512; shift > 0; shift /= 2) {
    Value isLarge = b.compare("ge", m, std::ldexp(1.0, shift));
    m = b.where(isLarge, b.mul(m, std::ldexp(1.0, -shift)), m);
    exponent = b.add(exponent, b.mul(b.cast(isLarge, i64), shift));
  }
  for (int shift = 512; shift > 0; shift /= 2) {
    Value isLow = b.compare("lt", m, std::ldexp(1.0, 1 - shift));
    m = b.where(isLow, b.mul(m, std::ldexp(1.0, shift)), m);
    exponent = b.sub(exponent, b.mul(b.cast(isLow, i64), shift));
  }
  Value bits =
      b.add(b.mul(exponent, int64_t(1) << 52), b.cast(b.mul(m, 0x1p52), i64));
  bits = b.where(isNumber, bits, small);
  Value isInfinite = b.compare("eq", size, infinity);
  Value isNaN = b.compare("ne", x, x);
  auto replace = [&](Value where, int64_t value) {
    bits = b.where(where, value, bits);
  };
  replace(isInfinite, 0x7ff0000000000000);
  Value sign = b.mul(b.cast(b.unary("signbit", x), i64),
                     std::numeric_limits<int64_t>::min());
  bits = b.add(bits, sign);
  replace(isNaN, 0x7ff8000000000000);
  return bits;
}

// aten::hash_tensor(Tensor self, int[1] dim=[], *, bool keepdim=False,
//   int mode=0) -> Tensor
//
// The exclusive or of all elements as f64 or i64; 0 is the only mode.
static Decomposed hashTensor(TorchBuilder &b, const Arguments &args) {
  Value x = args.getValue("self");
  auto type = x ? dyn_cast<RankedTensorType>(x.getType()) : RankedTensorType();
  if (!type || isa<ComplexType>(type.getElementType()) ||
      args.getInt("mode") != 0)
    b.refuse("its rule expects real elements and mode 0, found mode " +
             args.describe("mode"));
  std::optional<SmallVector<int64_t>> given = args.getInts("dim");
  if (!given && !args.getInt("dim"))
    b.refuse("its rule expects 'dim' to be constants, found " +
             args.describe("dim"));
  if (b.isRefused())
    return Value();
  OpBuilder &builder = b.getBuilder();
  int64_t rank = type.getRank();
  SmallVector<int64_t> axes =
      given ? *given : SmallVector<int64_t>{*args.getInt("dim")};
  if (axes.empty())
    axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  for (int64_t &axis : axes)
    axis += axis < 0 ? rank : 0;
  llvm::sort(axes);
  Value bits = isa<FloatType>(type.getElementType())
                   ? getBits(b, b.cast(x, builder.getF64Type()))
                   : b.cast(x, builder.getI64Type());
  for (auto [done, axis] :
       llvm::enumerate(rank == 0 ? ArrayRef<int64_t>() : ArrayRef(axes))) {
    Value xs = b.movedim(bits, axis - int64_t(done), 0);
    Value zero = b.sum(xs, {0});
    zero = b.unary("zeros_like", zero);
    SmallVector<Value> results = b.scan(
        zero, xs, /*numStacked=*/0, [&](ValueRange args) -> SmallVector<Value> {
          return {b.call("aten.bitwise_xor.Tensor", {args[0], args[1]})};
        });
    bits = results.front();
  }
  if (args.getBool("keepdim") == true && rank != 0)
    for (int64_t axis : axes)
      bits = b.unsqueeze(bits, axis);
  return b.cast(bits, builder.getIntegerType(64, /*isSigned=*/false));
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

// aten::_dim_arange(Tensor like, int dim) -> Tensor
static Decomposed dimArange(TorchBuilder &b, const Arguments &args) {
  RankedTensorType type = b.getType(args.getValue("like"));
  std::optional<int64_t> dim = args.getInt("dim");
  if (!type || !dim || *dim < -type.getRank() || *dim >= type.getRank())
    return b.refuse("its rule expects 'dim' to be a dimension of 'like'");
  AffineExpr size = sym::getDims(type)[*dim < 0 ? *dim + type.getRank() : *dim];
  return b.requireKnown(size) ? b.call("aten.arange.default", {b.size(size)})
                              : Value();
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

const Decomposition *torch::findDecomposition(const Schema *schema) {
  static const Decompositions rules = [] {
    Decompositions r;
    r.insert("aten._dim_arange.default", dimArange);
    r.insert("aten.corrcoef.default", corrcoef);
    r.insert("aten.cov.default", cov);
    r.insert("aten.gru_cell.default", gruCell);
    r.insert("aten.hash_tensor.default", hashTensor);
    r.insert("aten.lstm_cell.default", lstmCell);
    r.insert("aten.rnn_relu_cell.default", rnnCell("relu"));
    r.insert("aten.rnn_tanh_cell.default", rnnCell("tanh"));
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
    addCtcLossDecompositions(r);
    addFftDecompositions(r);
    addGammaDecompositions(r);
    addLinalgDecompositions(r);
    addSpectralDecompositions(r);
    addPrimDecompositions(r);
    addQuantDecompositions(r);
    addPackedWeightDecompositions(r);
    addTransformerDecompositions(r);
    return r;
  }();
  return rules.find(schema);
}
