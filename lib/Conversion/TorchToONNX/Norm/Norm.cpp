//===- Norm.cpp - Lowerings of normalisations -----------------------------===//
//
// Uses BatchNormalization, LayerNormalization, InstanceNormalization and
// GroupNormalization where they are exact. Batch statistics are computed by
// reductions: the results of ONNX's training mode differ, and inference
// runtimes do not implement it.
//
// The native_* overloads have more results, for the backward pass. These are
// computed by separate operations, which are removed as dead code if unused.
//
//===----------------------------------------------------------------------===//

#include "Reduce/Reduce.h"

#include "llvm/ADT/APFloat.h"

using namespace mlir;
using namespace torch_onnx;

/// `optional`, or a vector filled with `value` if it is null.
static Value getOrFull(Lowering &b, Value optional, double value,
                       AffineExpr size, Type elementType) {
  if (optional)
    return optional;
  return b.full(b.scalar(value, elementType),
                sym::getTensorType(size, elementType));
}

static Value buildRsqrt(Lowering &b, Value x, Value epsilon) {
  return b.Reciprocal(b.Sqrt(b.Add(x, epsilon)));
}

/// The type in which statistics of elements of `type` are computed.
static Type getStatisticsType(Lowering &b, Type type) {
  return b.isNarrowFloat(type) ? Type(b.f32()) : type;
}

/// Returns {mean, mean of the squared deviations}, keeping dimensions.
static std::pair<Value, Value> buildMoments(Lowering &b, Value x,
                                            ArrayRef<int64_t> axes) {
  Value mean = b.ReduceMean(x, axes, /*keepDims=*/true);
  Value deviation = b.Sub(x, mean);
  return {mean, b.ReduceMean(b.Mul(deviation, deviation), axes,
                             /*keepDims=*/true)};
}

/// The empty tensor for a result that has no elements.
static Value buildEmpty(Lowering &b, unsigned index) {
  RankedTensorType type = b.resultType(index);
  if (!type.hasStaticShape() || type.getNumElements() != 0) {
    b.refuse("expected result #" + Twine(index) +
             ", which is for the backward pass, to be empty, found " +
             b.describe(type));
    type = RankedTensorType::get({0}, type.getElementType());
  }
  return b.constant(DenseElementsAttr::get(type, ArrayRef<Attribute>()));
}

//===----------------------------------------------------------------------===//
// Per channel
//===----------------------------------------------------------------------===//

/// `x` normalized by a mean and a variance per channel (dimension 1).
static Value buildBatchNorm(Lowering &b, Value x, Value mean, Value var,
                            double epsilon) {
  AffineExpr channels = b.dimsOf(x)[1];
  Type type = b.elementTypeOf(x);
  Value weight = getOrFull(b, b.optionalTensor("weight"), 1, channels, type);
  Value bias = getOrFull(b, b.optionalTensor("bias"), 0, channels, type);
  return b.createFirst("BatchNormalization", b.resultType(), 3,
                       {x, weight, bias, mean, var},
                       b.attr("epsilon", epsilon));
}

/// `x` times the weight of its channel (dimension 1) plus its bias, if given.
static Value scaleChannels(Lowering &b, Value x) {
  Type type = b.elementTypeOf(x);
  SmallVector<int64_t> rest = llvm::to_vector(
      llvm::seq<int64_t>(1, std::max<int64_t>(b.rankOf(x) - 1, 1)));
  if (Value weight = b.optionalTensor("weight"))
    x = b.Mul(x, b.Unsqueeze(b.Cast(weight, type), rest));
  if (Value bias = b.optionalTensor("bias"))
    x = b.Add(x, b.Unsqueeze(b.Cast(bias, type), rest));
  return x;
}

/// The running statistics after this batch.
static Value buildRunning(Lowering &b, StringRef name, Value batch,
                          double momentum) {
  Value running = b.tensor(name);
  Type type = b.elementTypeOf(running);
  return b.Add(b.Mul(b.Cast(batch, type), b.scalar(momentum, type)),
               b.Mul(running, b.scalar(1 - momentum, type)));
}

// aten::batch_norm(Tensor input, Tensor? weight, Tensor? bias,
//   Tensor? running_mean, Tensor? running_var, bool training, float momentum,
//   float eps, bool cudnn_enabled) -> Tensor
// aten::native_batch_norm(Tensor input, Tensor? weight, Tensor? bias,
//   Tensor? running_mean, Tensor? running_var, bool training, float momentum,
//   float eps) -> (Tensor, Tensor, Tensor)
//
// The results, depending on the overload: the output, mean and reciprocal
// deviation of the batch (empty if not computed), cuDNN's reserved space
// (empty), the two running statistics.
//
// Batch statistics are computed in opmath. With given statistics, a single
// BatchNormalization is built, which may be folded into a convolution.
static Lowered lowerBatchNorm(Lowering &b, bool training, unsigned numRunning) {
  bool hasStatistics = b.has("running_mean") && b.has("running_var");
  b.setInOpMath(training || !hasStatistics || b.getNumResults() > 1);
  Value x = b.tensor("input");
  if (b.isComplex(b.elementTypeOf(x)))
    return b.refuseElements("input", "real elements", b.elementTypeOf(x));
  if (b.getNumResults() == 1 && isKnownEmpty(b, x))
    return x;
  if (b.rankOf(x) < 2)
    return b.refuseRank("input", "2 or more dimensions", b.rankOf(x));
  double epsilon = b.getFloat(b.has("epsilon") ? "epsilon" : "eps");
  Value mean = b.optionalTensor("running_mean");
  Value var = b.optionalTensor("running_var");
  unsigned numResults = b.getNumResults();
  unsigned numSaved = std::min(2u, numResults - 1);
  SmallVector<Value> results;
  if (!training && mean && var) {
    results.push_back(buildBatchNorm(b, x, mean, var, epsilon));
    for (unsigned i = 0; i < numSaved; ++i) {
      if (auto shape = b.resultType(1 + i);
          shape.hasStaticShape() && shape.getNumElements() == 0) {
        results.push_back(buildEmpty(b, 1 + i));
        continue;
      }
      Type type = b.resultElementType(1 + i);
      results.push_back(
          i == 0 ? b.Cast(mean, type)
                 : buildRsqrt(b, b.Cast(var, type), b.scalar(epsilon, type)));
    }
    for (unsigned i = 1 + numSaved; i + numRunning < numResults; ++i)
      results.push_back(buildEmpty(b, i));
    if (numRunning)
      results.append({mean, var});
    return results;
  }

  SmallVector<int64_t> axes = b.getOtherAxes(x, 1);
  auto [batchMean, batchVar] = buildMoments(b, x, axes);
  Value meanVector = b.Squeeze(batchMean, axes);
  Value varVector = b.Squeeze(batchVar, axes);
  // BatchNormalization is not used here: runtimes multiply before they
  // subtract, which loses precision where the deviation is small.
  Value normal = b.Mul(
      b.Sub(x, batchMean),
      buildRsqrt(b, batchVar, b.scalar(epsilon, b.elementTypeOf(batchVar))));
  results.push_back(scaleChannels(b, normal));
  if (numSaved == 2) {
    Type type = b.resultElementType(2);
    Value scale =
        buildRsqrt(b, b.Cast(varVector, type), b.scalar(epsilon, type));
    results.append({b.Cast(meanVector, b.resultElementType(1)), scale});
  }
  for (unsigned i = 1 + numSaved; i + numRunning < numResults; ++i)
    results.push_back(buildEmpty(b, i));
  if (numRunning) {
    if (!mean || !var)
      return b.refuseArgument(mean ? "running_var" : "running_mean",
                              "a tensor");
    double momentum = b.getFloat("momentum");
    Value count = buildCount(b, x, axes, b.elementTypeOf(varVector));
    Value one = b.scalar(1, b.elementTypeOf(varVector));
    Value unbiased = b.Mul(varVector, b.Div(count, b.Sub(count, one)));
    results.append({buildRunning(b, "running_mean", meanVector, momentum),
                    buildRunning(b, "running_var", unbiased, momentum)});
  }
  return results;
}

// aten::instance_norm(Tensor input, Tensor? weight, Tensor? bias,
//   Tensor? running_mean, Tensor? running_var, bool use_input_stats,
//   float momentum, float eps, bool cudnn_enabled) -> Tensor
static Lowered lowerInstanceNorm(Lowering &b) {
  Value x = b.tensor("input");
  double epsilon = b.getFloat("eps");
  if (!b.getBool("use_input_stats")) {
    Value mean = b.tensor("running_mean"), var = b.tensor("running_var");
    if (b.isRefused())
      return Lowered::refused();
    return buildBatchNorm(b, x, mean, var, epsilon);
  }
  // ONNX Runtime's kernel crashes on empty planes.
  if (isKnownEmpty(b, x))
    return x;
  Type type = b.elementTypeOf(x);
  AffineExpr channels = b.dimsOf(x)[1];
  Value weight = getOrFull(b, b.optionalTensor("weight"), 1, channels, type);
  Value bias = getOrFull(b, b.optionalTensor("bias"), 0, channels, type);
  return b.create("InstanceNormalization", b.resultType(), {x, weight, bias},
                  b.attr("epsilon", epsilon));
}

//===----------------------------------------------------------------------===//
// Per sample
//===----------------------------------------------------------------------===//

// aten::layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight,
//   Tensor? bias, float eps, bool cudnn_enable) -> Tensor
// aten::native_layer_norm(Tensor input, SymInt[] normalized_shape,
//   Tensor? weight, Tensor? bias, float eps) -> (Tensor, Tensor, Tensor)
static Lowered lowerLayerNorm(Lowering &b) {
  Value x = b.tensor("input");
  auto shape = b.getArguments().getList("normalized_shape");
  if (!shape)
    return b.refuseArgument("normalized_shape", "a list of integers");
  int64_t axis = b.rankOf(x) - int64_t(shape->size());
  Type type = b.elementTypeOf(x);
  Value weight = b.optionalTensor("weight"), bias = b.optionalTensor("bias");
  Dims dims = b.dimsOf(x);
  weight = weight ? b.Cast(weight, type)
                  : b.full(b.scalar(1, type),
                           sym::getTensorType(dims.drop_front(axis), type));
  SmallVector<Value> operands = {x, weight,
                                 bias ? b.Cast(bias, type) : b.none()};
  NamedAttribute attrs[] = {b.attr("axis", axis),
                            b.attr("epsilon", b.getFloat("eps"))};
  if (b.getNumResults() == 1) {
    // ONNX Runtime's kernel refuses a size of 0, by which it would divide.
    if (llvm::any_of(dims.drop_front(axis),
                     [&](AffineExpr dim) { return b.constantSize(dim) == 0; }))
      return x;
    return b.createFirst("LayerNormalization", b.resultType(), 3, operands,
                         attrs);
  }
  Value y =
      b.createFirst("LayerNormalization", b.resultType(), 3, operands, attrs);
  SmallVector<Value> results = {y};
  SmallVector<int64_t> axes = b.integers(axis, b.rankOf(x));
  Type statisticsType = b.resultElementType(1);
  Type wide = getStatisticsType(b, statisticsType);
  auto [mean, var] = buildMoments(b, b.Cast(x, wide), axes);
  Value scale = buildRsqrt(b, var, b.number("eps", wide));
  results.append({b.Cast(mean, statisticsType), b.Cast(scale, statisticsType)});
  return results;
}

/// f64 is computed in f64, all other types in f32.
static SmallVector<NamedAttribute>
getGroupNormAttributes(Lowering &b, Type type, int64_t groups, double epsilon) {
  SmallVector<NamedAttribute> attrs = {b.attr("epsilon", epsilon),
                                       b.attr("num_groups", groups)};
  if (type.isF64())
    attrs.push_back(b.attr("stash_type", type));
  return attrs;
}

// aten::group_norm(Tensor input, int num_groups, Tensor? weight=None,
//   Tensor? bias=None, float eps=1e-05, bool cudnn_enabled=True) -> Tensor
// aten::native_group_norm(Tensor input, Tensor? weight, Tensor? bias, SymInt N,
//   SymInt C, SymInt HxW, int group, float eps) -> (Tensor, Tensor, Tensor)
static Lowered lowerGroupNorm(Lowering &b, StringRef groupsName) {
  Value x = b.tensor("input");
  Type type = b.elementTypeOf(x);
  int64_t groups = b.getInt(groupsName);
  double epsilon = b.getFloat("eps");
  AffineExpr channels = b.dimsOf(x)[1];
  constexpr int64_t maxGroups = 1 << 20;
  std::optional<int64_t> numChannels = b.constantSize(channels);
  if (groups < 1 || groups > maxGroups ||
      (numChannels && *numChannels % groups != 0))
    return b.refuse("expected '" + groupsName +
                    "' to divide the number of channels, " +
                    b.describe(channels) + ", found " + Twine(groups));
  Dims grouped = {b.dimsOf(x)[0], b.constantDim(groups)};
  Dims planes = b.dimsOf(x);
  planes[0] = b.constantDim(1);
  AffineExpr inGroup = sym::product(planes, b.getContext());
  grouped.push_back(inGroup ? sym::floorDiv(inGroup, groups) : AffineExpr());

  Value weight = b.optionalTensor("weight"), bias = b.optionalTensor("bias");
  Value y = x;
  bool isKnown = inGroup && b.constantSize(inGroup).value_or(0) > 0;
  if (mayBeZero(b, channels) || (!isKnown && mayBeZero(b, b.dimsOf(x)[0]))) {
    // Runtimes refuse a tensor without channels, and cannot compute an unknown
    // size of a group if the batch is empty.
    Type wide = getStatisticsType(b, type);
    Value members = b.reshape(b.Cast(x, wide), grouped);
    auto [mean, var] = buildMoments(b, members, 2);
    Value scale = buildRsqrt(b, var, b.scalar(epsilon, wide));
    y = b.reshape(b.Mul(b.Sub(members, mean), scale), b.dimsOf(x));
    SmallVector<int64_t> behind = b.integers(1, b.rankOf(x) - 1);
    auto perChannel = [&](Value vector) {
      vector = b.Cast(vector, wide);
      return behind.empty() ? vector : b.Unsqueeze(vector, behind);
    };
    y = weight ? b.Mul(y, perChannel(weight)) : y;
    y = b.Cast(bias ? b.Add(y, perChannel(bias)) : y, type);
  } else if (!isKnownEmpty(b, x)) {
    weight = b.Cast(getOrFull(b, weight, 1, channels, type), type);
    bias = b.Cast(getOrFull(b, bias, 0, channels, type), type);
    y = b.create("GroupNormalization", b.resultType(), {x, weight, bias},
                 getGroupNormAttributes(b, type, groups, epsilon));
  }
  if (b.getNumResults() == 1)
    return y;
  Type statisticsType = b.resultElementType(1);
  Type wide = getStatisticsType(b, statisticsType);
  Value members = b.reshape(b.Cast(x, wide), grouped);
  auto [mean, var] = buildMoments(b, members, 2);
  Value scale = buildRsqrt(b, var, b.scalar(epsilon, wide));
  return SmallVector<Value>{y, b.Cast(b.Squeeze(mean, 2), statisticsType),
                            b.Cast(b.Squeeze(scale, 2), statisticsType)};
}

// aten::rms_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None,
//                float? eps=None) -> Tensor
// aten::_fused_rms_norm(Tensor input, int[] normalized_shape, Tensor? weight,
//                       float? eps) -> (Tensor, Tensor)
//
// Half floats are normalized in f32 and rounded after scaling, whereas
// RMSNormalization rounds before. The default epsilon is that of the compute
// type.
static Lowered lowerRmsNorm(Lowering &b) {
  Value x = b.tensor("input"), weight = b.optionalTensor("weight");
  auto shape = b.getArguments().getList("normalized_shape");
  if (!shape)
    return b.refuseArgument("normalized_shape", "a list of integers");
  auto type = dyn_cast<FloatType>(b.elementTypeOf(x));
  if (!type)
    return b.refuseElements("input", "floating-point elements",
                            b.elementTypeOf(x));
  if (type.getWidth() < 32)
    type = cast<FloatType>(b.f32());
  double epsilon = b.getFloat("eps", type.isF64() ? 0x1p-52 : 0x1p-23);
  int64_t rank = b.rankOf(x), axis = rank - int64_t(shape->size());
  bool isFirstWanted =
      b.getNumResults() == 1 || b.getOp()->getResult(1).use_empty();
  Dims dims = b.dimsOf(x);
  bool isWeightOfAxes =
      weight && axis >= 0 &&
      llvm::equal(b.dimsOf(weight), llvm::drop_begin(dims, axis),
                  [](AffineExpr size, AffineExpr other) {
                    return sym::isKnownEqual(size, other);
                  });
  if (isFirstWanted && isWeightOfAxes && !isKnownEmpty(b, x) &&
      b.elementTypeOf(x).isF32() && b.elementTypeOf(weight).isF32() &&
      b.resultElementType().isF32()) {
    Value y = b.create("RMSNormalization", b.resultType(), {x, weight},
                       {b.attr("axis", axis), b.attr("epsilon", epsilon)});
    SmallVector<Value> results(b.getNumResults(), Value());
    results.front() = y;
    return results;
  }
  x = b.Cast(x, type);
  SmallVector<int64_t> axes = b.integers(axis, rank);
  Value meanSquare = b.ReduceMean(b.Mul(x, x), axes, /*keepDims=*/true);
  Value deviation = b.Sqrt(b.Add(meanSquare, b.scalar(epsilon, type)));
  Value y = b.Div(x, deviation);
  if (weight)
    y = b.Mul(y, b.Cast(weight, type));
  y = b.Cast(y, b.resultElementType());
  if (b.getNumResults() == 1)
    return y;
  return std::pair(y, b.Cast(b.Reciprocal(deviation), b.resultElementType(1)));
}

//===----------------------------------------------------------------------===//
// Normalization of weights
//===----------------------------------------------------------------------===//

/// The dimension that the norm is not taken over. -1 means the norm of the
/// whole tensor; other negative numbers count from the end
/// (ATen/native/WeightNorm.cpp norm_except_dim).
static int64_t getKeptDim(Lowering &b, Value v) {
  return b.getInt("dim") == -1 ? -1 : b.getAxis("dim", b.rankOf(v));
}

// aten::_weight_norm(Tensor v, Tensor g, int dim=0) -> Tensor
// aten::_weight_norm_interface(Tensor v, Tensor g, int dim=0)
//   -> (Tensor, Tensor)
//
static Lowered lowerWeightNorm(Lowering &b) {
  Value v = b.tensor("v"), g = b.tensor("g");
  int64_t dim = getKeptDim(b, v);
  Value norm = buildVectorNorm(b, v, 2, b.getOtherAxes(v, dim),
                               /*keepDims=*/dim >= 0 || b.rankOf(g) > 0);
  Value w = b.Mul(v, b.Div(g, norm));
  if (b.getNumResults() == 1)
    return w;
  return std::pair(w, b.Cast(norm, b.resultElementType(1)));
}

// aten::norm_except_dim(Tensor v, int pow=2, int dim=0) -> Tensor
static Lowered lowerNormExceptDim(Lowering &b) {
  Value v = b.tensor("v");
  int64_t dim = getKeptDim(b, v);
  return buildVectorNorm(b, v, b.getFloat("pow"), b.getOtherAxes(v, dim),
                         /*keepDims=*/dim >= 0);
}

void torch_onnx::populateNorm(LoweringRegistry &r) {
  auto batchNorm = [](unsigned numRunning) {
    return inOpMath([numRunning](Lowering &b) {
      return lowerBatchNorm(b, b.getBool("training"), numRunning);
    });
  };
  r.add({"aten._native_batch_norm_legit.default",
         "aten._native_batch_norm_legit.no_stats", "aten.batch_norm.default",
         "aten.cudnn_batch_norm.default", "aten.miopen_batch_norm.default",
         "aten.native_batch_norm.default"},
        batchNorm(0));
  r.add("aten._native_batch_norm_legit_functional.default", batchNorm(2));
  r.add({"aten._batch_norm_no_update.default",
         "aten._native_batch_norm_legit_no_training.default"},
        inOpMath([](Lowering &b) {
          return lowerBatchNorm(b, /*training=*/false, 0);
        }));
  r.add("aten._batch_norm_with_update.default", inOpMath([](Lowering &b) {
          return lowerBatchNorm(b, /*training=*/true, 0);
        }));
  r.add("aten._batch_norm_with_update_functional.default",
        inOpMath([](Lowering &b) {
          return lowerBatchNorm(b, /*training=*/true, 2);
        }));
  r.add({"aten._fused_rms_norm.default", "aten.rms_norm.default"},
        lowerRmsNorm);
  r.add("aten.group_norm.default", lowerGroupNorm, "num_groups");
  r.add("aten.native_group_norm.default", lowerGroupNorm, "group");
  r.add("aten.instance_norm.default", lowerInstanceNorm);
  r.add({"aten.layer_norm.default", "aten.native_layer_norm.default"},
        lowerLayerNorm);
  r.add("aten.norm_except_dim.default", inOpMath(lowerNormExceptDim));
  r.add({"aten._weight_norm.default", "aten._weight_norm_interface.default"},
        inOpMath(lowerWeightNorm));
}
