//===- Autocast.cpp - Insertion of autocast's casts -----------------------===//
//
// See Autocast.h. The policies are those of aten/src/ATen/autocast_mode.h;
// Autocast.inc lists the operators with a policy. Afterwards a body computes in
// eager without autocast what it computed with autocast.
//
//===----------------------------------------------------------------------===//

#include "Autocast.h"

#include "Functionalize/FunctionalVariant.h"
#include "torch-onnx/Dialect/Torch/IR/Advice.h"
#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace torch_onnx::torch;

namespace {

enum class Policy {
  /// Unknown to autocast: no casts.
  None,
  /// Floating-point tensors are cast to the dtype of the region.
  Lower,
  /// Floating-point tensors are cast to float32.
  Float32,
  /// An omitted argument `dtype` is float32.
  SetDtype,
  /// Floating-point tensors are cast to float32 if one of them is float32, else
  /// to the dtype of the region.
  Promote
};

struct Row {
  StringRef name;
  Policy cpu, cuda;
};

constexpr Row rows[] = {
#define AUTOCAST(name, cpu, cuda) {name, Policy::cpu, Policy::cuda},
#include "Autocast.inc"
#undef AUTOCAST
};

/// The arguments of a region.
struct AutocastRegion {
  StringRef device;
  Type dtype;
  bool enabled = false;
};

} // namespace

bool torch_onnx::torch::isAutocast(OperatorOp op) {
  return op.getTarget() == "higher_order.wrap_with_autocast";
}

/// args: device type, dtype, enabled, cache enabled, operands.
static FailureOr<AutocastRegion> getRegion(OperatorOp op) {
  ArrayRef<Attribute> args = op.getArgs().getValue();
  AutocastRegion region;
  auto device = args.size() > 3 ? dyn_cast<StringAttr>(args[0]) : StringAttr();
  auto enabled = device ? dyn_cast<BoolAttr>(args[2]) : BoolAttr();
  if (!enabled || op.getBodies().size() != 1 ||
      !llvm::hasSingleElement(op.getBodies().front()))
    return op.emitError("a region of autocast whose arguments are not known");
  region.device = device.getValue();
  region.enabled = enabled.getValue();
  if (auto dtype = dyn_cast<TypeAttr>(args[1]))
    region.dtype = dtype.getValue();
  else if (region.device == "cpu")
    region.dtype = BFloat16Type::get(op.getContext());
  else
    region.dtype = Float16Type::get(op.getContext());
  if (region.enabled && region.device != "cpu" && region.device != "cuda")
    return op.emitError("a region of autocast for the device '")
           << region.device << "', whose casts are not known";
  return region;
}

static Policy getPolicy(StringRef target, StringRef device) {
  const Row *row = llvm::lower_bound(
      rows, target, [](const Row &r, StringRef name) { return r.name < name; });
  if (row == std::end(rows) || row->name != target)
    return Policy::None;
  return device == "cpu" ? row->cpu : row->cuda;
}

static Type getElementType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getElementType() : Type();
}

/// Whether autocast may cast a tensor: floating point, but not float64.
static bool isEligible(Value value) {
  Type element = getElementType(value.getType());
  return isa_and_present<FloatType>(element) && !element.isF64();
}

/// Composite operators without a policy call other operators, to which autocast
/// applies. The operators called by these have no policy on any device, or the
/// same policy.
static bool callsNothingKnown(OperatorOp op, StringRef device) {
  const Schema *schema = op.getSchema();
  if (!schema || !schema->isComposite() || schema->isView())
    return true;
  auto [name, overload] = op.getTarget().rsplit('.');
  static constexpr StringLiteral onAnyDevice[] = {"aten.adaptive_avg_pool1d",
                                                  "aten.adaptive_avg_pool2d",
                                                  "aten.alpha_dropout",
                                                  "aten.avg_pool1d",
                                                  "aten.broadcast_tensors",
                                                  "aten.dropout",
                                                  "aten.expand_as",
                                                  "aten.feature_alpha_dropout",
                                                  "aten.feature_dropout",
                                                  "aten.max_pool1d",
                                                  "aten.max_pool2d",
                                                  "aten.one_hot",
                                                  "aten.relu6",
                                                  "aten.selu",
                                                  "aten.std",
                                                  "aten.tile",
                                                  "aten.type_as",
                                                  "aten.var",
                                                  "aten.where",
                                                  "aten.instance_norm",
                                                  "aten.batch_norm",
                                                  "aten.isfinite",
                                                  "aten.index_select"};
  // These call softmax and norms. Only CUDA has policies for these, and the
  // composite operators have the same policies there.
  static constexpr StringLiteral onCPU[] = {"aten.group_norm",
                                            "aten.layer_norm",
                                            "aten.log_softmax",
                                            "aten.rms_norm",
                                            "aten.softmax",
                                            "aten.square",
                                            "aten.cumulative_trapezoid"};
  // concat is cat, which has a policy on the CPU.
  if (name == "aten.concat" && device == "cpu")
    return false;
  if (op.getTarget().starts_with("aten.to."))
    return true;
  // Other modes call operators with a policy on the CPU.
  if (name == "aten.pad")
    return device != "cpu" || Arguments(op).getString("mode") == "constant";
  if (name.starts_with("aten.upsample_"))
    return device == "cpu";
  return llvm::is_contained(onAnyDevice, name) ||
         (device == "cpu" && llvm::is_contained(onCPU, name));
}

static void castOperands(OperatorOp op, Type elementType) {
  OpBuilder b(op);
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    if (!isEligible(value) || getElementType(value.getType()) == elementType)
      continue;
    auto type = cast<RankedTensorType>(value.getType()).clone(elementType);
    operand.set(
        buildOperator(b, op.getLoc(), "aten._to_copy.default", type,
                      {{"self", value}, {"dtype", TypeAttr::get(elementType)}})
            ->getResult(0));
  }
}

static LogicalResult applyPolicy(OperatorOp op, const AutocastRegion &region) {
  Type f32 = Float32Type::get(op.getContext());
  switch (getPolicy(op.getTarget(), region.device)) {
  case Policy::None:
    if (!callsNothingKnown(op, region.device)) {
      InFlightDiagnostic error =
          op.emitError() << "autocast casts inside of '" << op.getTarget()
                         << "', where the casts are not known";
      adviseDecomposition(error, op, "it");
      return error;
    }
    return success();
  case Policy::Lower:
    castOperands(op, region.dtype);
    return success();
  case Policy::Float32:
    castOperands(op, f32);
    return success();
  case Policy::SetDtype: {
    std::optional<unsigned> index = op.getSchema()->findArg("dtype");
    if (!index || op->getNumOperands() == 0 || !isEligible(op->getOperand(0)) ||
        !isa<NoneAttr>(op.getArgs()[*index]))
      return success();
    SmallVector<Attribute> args(op.getArgs().getValue());
    args[*index] = TypeAttr::get(f32);
    op.setArgsAttr(ArrayAttr::get(op.getContext(), args));
    return success();
  }
  case Policy::Promote: {
    bool hasFloat32 = llvm::any_of(op->getOperands(), [](Value value) {
      return isEligible(value) && getElementType(value.getType()).isF32();
    });
    castOperands(op, hasFloat32 ? f32 : region.dtype);
    return success();
  }
  }
  return success();
}

/// Checks that the casts give the declared types.
static LogicalResult checkTypes(OperatorOp op, NumberExprs &numbers) {
  std::string reason;
  FailureOr<SmallVector<Type>> types = inferResultTypes(op, numbers, reason);
  if (failed(types))
    return success(); // The type is unknown.
  for (auto [declared, inferred] : llvm::zip(op->getResultTypes(), *types)) {
    Type is = getElementType(declared), gives = getElementType(inferred);
    if (is && gives && is != gives) {
      InFlightDiagnostic error =
          op.emitError() << "'" << op.getTarget()
                         << "' in a region of autocast is declared to give "
                         << is << ", its operands after the casts give "
                         << gives;
      adviseDecomposition(error, op, "it");
      return error;
    }
  }
  return success();
}

/// Collects the operators of a block and of its subgraphs, except subgraphs
/// with their own autocast.
static void collect(Block &block, SmallVectorImpl<OperatorOp> &operators) {
  for (Operation &operation : block) {
    auto op = dyn_cast<OperatorOp>(operation);
    if (!op || isAutocast(op))
      continue;
    operators.push_back(op);
    for (Region &body : op.getBodies())
      for (Block &inner : body)
        collect(inner, operators);
  }
}

/// Inserts the casts into `block` and its subgraphs, except subgraphs with
/// their own autocast.
static LogicalResult insertCasts(Block &block, const AutocastRegion &region,
                                 NumberExprs &numbers) {
  SmallVector<OperatorOp> operators;
  collect(block, operators);
  LogicalResult result = success();
  for (OperatorOp inner : operators)
    if (inner.getNumRegions() == 0 && (failed(applyPolicy(inner, region)) ||
                                       failed(checkTypes(inner, numbers))))
      result = failure();
  // An inner autocast does not end the autocast of another device.
  block.walk([&](OperatorOp inner) {
    if (!isAutocast(inner))
      return;
    FailureOr<AutocastRegion> own = getRegion(inner);
    if (succeeded(own) && own->device != region.device)
      result = inner.emitError("autocast of one device in that of another");
  });
  return result;
}

LogicalResult torch_onnx::torch::insertAutocasts(OperatorOp op,
                                                 NumberExprs &numbers) {
  FailureOr<AutocastRegion> region = getRegion(op);
  if (failed(region))
    return failure();
  if (!region->enabled)
    return success();
  return insertCasts(op.getBodies().front().front(), *region, numbers);
}

//===----------------------------------------------------------------------===//
// Autocast around torch.export
//===----------------------------------------------------------------------===//

/// A result whose declared element type differs from the inferred one.
static Type getMisdeclared(OperatorOp op, NumberExprs &numbers) {
  std::string reason;
  FailureOr<SmallVector<Type>> types = inferResultTypes(op, numbers, reason);
  if (failed(types))
    return {};
  for (auto [declared, inferred] : llvm::zip(op->getResultTypes(), *types)) {
    Type is = getElementType(declared), gives = getElementType(inferred);
    if (isa_and_present<FloatType>(is) && gives && is != gives)
      return is;
  }
  return {};
}

LogicalResult torch_onnx::torch::insertOuterAutocasts(Block &block,
                                                      NumberExprs &numbers) {
  SmallVector<OperatorOp> operators;
  collect(block, operators);
  SmallVector<AutocastRegion> regions;
  for (StringRef device : {"cpu", "cuda"}) {
    AutocastRegion &region = regions.emplace_back();
    region.device = device;
    region.enabled = true;
  }
  bool isFound = false;
  for (OperatorOp op : operators) {
    if (op.getNumRegions() != 0 ||
        llvm::all_of(regions, [&](const AutocastRegion &region) {
          return getPolicy(op.getTarget(), region.device) == Policy::None;
        }))
      continue;
    Type declared = getMisdeclared(op, numbers);
    if (!declared)
      continue;
    isFound = true;
    for (AutocastRegion &region : regions) {
      Policy policy = getPolicy(op.getTarget(), region.device);
      if (policy == Policy::Lower && !declared.isF32()) {
        region.enabled &= !region.dtype || region.dtype == declared;
        region.dtype = declared;
      } else {
        region.enabled &= policy != Policy::None && declared.isF32();
      }
    }
  }
  const auto *region = llvm::find_if(
      regions, [](const AutocastRegion &region) { return region.enabled; });
  // Types that no autocast explains are reported during type inference. If
  // nothing is cast to the lower dtype, any lower dtype will do.
  if (!isFound || region == regions.end())
    return success();
  AutocastRegion outer = *region;
  if (!outer.dtype)
    outer.dtype = BFloat16Type::get(block.getParentOp()->getContext());
  return insertCasts(block, outer, numbers);
}
