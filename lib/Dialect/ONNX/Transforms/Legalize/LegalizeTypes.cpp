//===- LegalizeTypes.cpp - Casts around unsupported types -----------------===//
//
// An operator that lacks an element type in the opset or the target is computed
// in a wider type if that gives the same numbers. Later values are those of the
// narrow type, rounded where the operator rounds.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

std::string onnx::getTypeName(Type type) {
  return llvm::TypeSwitch<Type, std::string>(type)
      .Case([](IntegerType integer) -> std::string {
        if (integer.getWidth() == 1)
          return "bool";
        return (integer.isUnsigned() ? "uint" : "int") +
               std::to_string(integer.getWidth());
      })
      .Case([](Float16Type) { return "float16"; })
      .Case([](BFloat16Type) { return "bfloat16"; })
      .Case([](Float32Type) { return "float"; })
      .Case([](Float64Type) { return "double"; })
      .Case([](Float8E4M3FNType) { return "float8e4m3fn"; })
      .Case([](Float8E4M3FNUZType) { return "float8e4m3fnuz"; })
      .Case([](Float8E5M2Type) { return "float8e5m2"; })
      .Case([](Float8E5M2FNUZType) { return "float8e5m2fnuz"; })
      .Case([](Float8E8M0FNUType) { return "float8e8m0"; })
      .Case([](Float4E2M1FNType) { return "float4e2m1"; })
      .Case([](ComplexType complex) {
        unsigned width = complex.getElementType().getIntOrFloatBitWidth();
        return width == 32   ? "complex64"
               : width == 64 ? "complex128"
                             : "complex32";
      })
      .Case([](onnx::StringType) { return "string"; })
      .Case([](TensorType tensor) {
        return "tensor(" + getTypeName(tensor.getElementType()) + ")";
      })
      .Case([](onnx::SequenceType sequence) {
        return "seq(" + getTypeName(sequence.getElementType()) + ")";
      })
      .Case([](onnx::OptionalType optional) {
        return "optional(" + getTypeName(optional.getElementType()) + ")";
      })
      .Default([](Type) { return ""; });
}

/// Types that represent every value of another type, narrowest first.
static SmallVector<Type> getWiderTypes(Type type) {
  MLIRContext *context = type.getContext();
  auto isigned = [&](unsigned width) {
    return IntegerType::get(context, width);
  };
  auto iunsigned = [&](unsigned width) {
    return IntegerType::get(context, width, IntegerType::Unsigned);
  };
  if (type.isF16() || type.isBF16())
    return {Float32Type::get(context)};
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return {};
  unsigned width = integer.getWidth();
  if (width == 1)
    return {iunsigned(8), isigned(32), isigned(64)};
  SmallVector<Type> result;
  for (unsigned wide = width * 2; wide <= 64; wide *= 2) {
    if (integer.isUnsigned())
      result.push_back(iunsigned(wide));
    result.push_back(isigned(wide));
  }
  return result;
}

namespace {
/// How an operator's results in another element type relate to those in its
/// own.
enum TypeTraits : unsigned {
  /// The operator depends on the element type, so no other one computes the
  /// same.
  Typed = 1 << 0,
  /// For integers: wider types give the same result modulo the width, to which
  /// the cast back reduces it. Also for operators that compare or count.
  Modular = 1 << 1,
  /// Each number of the results is copied from an operand, or every type
  /// represents it exactly. Users in the wider type may use the result before
  /// the cast.
  Picks = 1 << 2,
  /// For floats: the exact result is a number of the operand's type.
  RoundsNothing = 1 << 3,
  /// Booleans may be computed as bytes of 0 and 1.
  AsByte = 1 << 4,
  /// Unsigned integers may be computed as signed ones of the same width.
  AsSigned = 1 << 5,
};
} // namespace

static unsigned getTypeTraits(StringRef op) {
  static const llvm::StringMap<unsigned> traits = {
      {"Abs", Modular | RoundsNothing},
      {"Add", Modular},
      {"ArgMax", Modular},
      {"ArgMin", Modular},
      {"Bernoulli", Typed},
      {"BitCast", Typed},
      {"BitShift", Modular},
      {"BitwiseAnd", Modular},
      {"BitwiseNot", Modular},
      {"BitwiseOr", Modular},
      {"BitwiseXor", Modular},
      {"BlackmanWindow", Typed},
      {"Cast", Typed},
      {"CastLike", Typed},
      {"Ceil", RoundsNothing},
      {"CenterCropPad", Picks},
      {"Clip", Picks},
      {"Compress", Picks},
      {"Concat", Picks},
      {"Constant", Typed},
      {"ConstantOfShape", Typed},
      {"CumSum", Modular | AsSigned},
      {"DepthToSpace", Picks | AsByte | AsSigned},
      {"DequantizeLinear", Typed},
      {"Div", Modular},
      {"Einsum", Modular | AsSigned},
      {"Equal", Modular},
      {"Expand", Picks},
      {"EyeLike", Typed},
      {"Flatten", Picks},
      {"Floor", RoundsNothing},
      {"Gather", Picks},
      {"GatherElements", Picks},
      {"GatherND", Picks},
      {"GlobalMaxPool", Picks},
      {"Greater", Modular},
      {"GreaterOrEqual", Modular},
      {"HammingWindow", Typed},
      {"HannWindow", Typed},
      {"Identity", Picks},
      {"If", Typed},
      {"Less", Modular},
      {"LessOrEqual", Modular},
      {"Loop", Typed},
      {"MatMul", Modular | AsSigned},
      {"Max", Picks},
      {"MaxPool", Picks},
      {"MelWeightMatrix", Typed},
      {"Min", Picks},
      {"Mod", Modular},
      {"Mul", Modular},
      {"Multinomial", Typed},
      {"Neg", Modular | RoundsNothing},
      {"NonZero", Modular},
      {"OneHot", Picks | AsByte},
      {"Optional", Typed},
      {"OptionalGetElement", Typed},
      {"OptionalHasElement", Typed},
      {"Pad", Picks | AsByte | AsSigned},
      {"Pow", Modular},
      {"QLinearConv", Typed},
      {"QLinearMatMul", Typed},
      {"QuantizeLinear", Typed},
      {"RandomNormal", Typed},
      {"RandomNormalLike", Typed},
      {"RandomUniform", Typed},
      {"RandomUniformLike", Typed},
      {"ReduceMax", Picks | AsByte},
      {"ReduceMin", Picks | AsByte},
      {"ReduceProd", Modular | AsSigned},
      {"ReduceSum", Modular | AsSigned},
      {"Relu", Picks},
      {"Reshape", Picks},
      {"ReverseSequence", Picks},
      {"Round", RoundsNothing},
      {"Scan", Typed},
      {"ScatterElements", AsByte},
      {"ScatterND", AsByte},
      {"SequenceAt", Typed},
      {"SequenceConstruct", Typed},
      {"SequenceEmpty", Typed},
      {"SequenceErase", Typed},
      {"SequenceInsert", Typed},
      {"SequenceMap", Typed},
      {"Sign", Picks},
      {"Slice", Picks},
      {"SpaceToDepth", Picks | AsByte | AsSigned},
      {"SplitToSequence", Typed},
      {"Squeeze", Picks},
      {"Sub", Modular},
      {"Sum", Modular},
      {"Tile", Picks},
      {"TopK", Picks},
      {"Transpose", Picks},
      {"Trilu", Picks | AsByte | AsSigned},
      {"Unique", Picks | AsByte},
      {"Unsqueeze", Picks},
      {"Where", Picks | AsSigned},
  };
  return traits.lookup(op);
}

/// Whether the operator computes the same in signed integers of the same width:
/// moves, and arithmetic modulo the width. Casts between the two keep all bits.
static bool isSameInSignedType(StringRef op, Type elementType) {
  return elementType.isUnsignedInteger(64) && (getTypeTraits(op) & AsSigned);
}

/// Whether casting the results to the narrow type changes no number: each
/// number is copied from an operand, or the narrow type represents it exactly.
static bool keepsNarrowValues(StringRef op, Type elementType) {
  // For integers, the negation of the lowest one overflows.
  unsigned keeping =
      isa<FloatType>(elementType) ? Picks | RoundsNothing : Picks;
  return getTypeTraits(op) & keeping;
}

/// Whether the operator computes the same in a wider type, cast back. Floats
/// are rounded once, as in kernels of half precision.
static bool isSameInWiderType(StringRef op, Type elementType) {
  unsigned traits = getTypeTraits(op);
  if (isa<FloatType>(elementType))
    return !(traits & Typed);
  return traits & (elementType.isInteger(1) ? AsByte : Modular | Picks);
}

const ParameterSchema *
onnx::findParameter(const std::vector<ParameterSchema> &parameters,
                    size_t index) {
  if (index < parameters.size())
    return &parameters[index];
  if (!parameters.empty() && parameters.back().kind == ParameterKind::Variadic)
    return &parameters.back();
  return nullptr;
}

SmallVector<BoundType> onnx::bindTypes(Operation *op,
                                       const OperatorSchema &schema) {
  SmallVector<BoundType> bound;
  auto bind = [&](auto values, const std::vector<ParameterSchema> &parameters) {
    for (auto [index, value] : llvm::enumerate(values))
      if (const ParameterSchema *parameter = findParameter(parameters, index);
          parameter && !isa<NoneType>(value.getType()))
        bound.push_back({parameter, value.getType()});
  };
  bind(op->getOperands(), schema.inputs);
  bind(op->getResults(), schema.outputs);
  return bound;
}

static Type getElementType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getElementType() : Type();
}

const BoundType *onnx::findMismatch(ArrayRef<BoundType> types) {
  llvm::SmallDenseMap<StringRef, Type, 4> known;
  for (const BoundType &bound : types) {
    // Lists of If, Loop and Scan may have any types.
    if (bound.parameter->kind == ParameterKind::Variadic)
      continue;
    auto tensor = dyn_cast<TensorType>(bound.type);
    if (!tensor || bound.parameter->types.size() < 2)
      continue;
    auto [it, isNew] = known.try_emplace(bound.parameter->typeParameter,
                                         tensor.getElementType());
    if (!isNew && it->second != tensor.getElementType())
      return &bound;
  }
  return nullptr;
}

bool SchemaCheck::isLegal(Operation *op, ArrayRef<BoundType> types) const {
  if (findMismatch(types))
    return false;
  for (const BoundType &bound : types)
    if (!llvm::is_contained(bound.parameter->types, getTypeName(bound.type)))
      return false;
  return target != TargetRuntime::ORT || hasKernelInORT(op, opset, types);
}

/// A constant of few elements in a wider type; null for other values.
static ElementsAttr widenElements(Value value, Type wide) {
  constexpr int64_t kFew = 64;
  auto constant = value.getDefiningOp<ConstantOp>();
  auto elements =
      constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : nullptr;
  if (!elements || (!elements.isSplat() && elements.getNumElements() > kFew))
    return {};
  if (auto floats = dyn_cast<DenseFPElementsAttr>(elements))
    return floats.mapValues(wide, [&](APFloat element) {
      bool losesInfo;
      element.convert(cast<FloatType>(wide).getFloatSemantics(),
                      APFloat::rmNearestTiesToEven, &losesInfo);
      return element.bitcastToAPInt();
    });
  auto integers = dyn_cast<DenseIntElementsAttr>(elements);
  if (!integers)
    return {};
  bool isSigned = elements.getElementType().isSignlessInteger() &&
                  !elements.getElementType().isInteger(1);
  return integers.mapValues(wide, [&](const APInt &element) {
    unsigned width = wide.getIntOrFloatBitWidth();
    return isSigned ? element.sextOrTrunc(width) : element.zextOrTrunc(width);
  });
}

Value SchemaCheck::widen(Value value, Type wide, ONNXBuilder &b) {
  if (Value known = wideValues.lookup(value);
      known && getElementType(known.getType()) == wide)
    return known;
  if (ElementsAttr elements = widenElements(value, wide))
    return b.constant(elements);
  ++numCasts;
  return b.Cast(value, wide);
}

void SchemaCheck::castAround(Operation *op, const OperatorSchema &schema,
                             OpBuilder &builder) {
  SmallVector<BoundType> bound = bindTypes(op, schema);
  if (isLegal(op, bound))
    return;
  StringRef name = getOperatorName(op);

  // The values to cast: those of one element type that belong to some of the
  // type parameters. Prefers the fewest values, then the narrowest type.
  struct Choice {
    Type from, to;
    SmallVector<StringRef> parameters;
  };
  std::optional<Choice> best;
  size_t fewest = std::numeric_limits<size_t>::max();
  auto isCast = [](const BoundType &value, const Choice &choice) {
    return getElementType(value.type) == choice.from &&
           llvm::is_contained(choice.parameters,
                              value.parameter->typeParameter);
  };
  auto consider = [&](const Choice &choice) {
    SmallVector<BoundType> changed = bound;
    size_t count = 0;
    for (BoundType &value : changed) {
      if (!isCast(value, choice))
        continue;
      value.type = cast<RankedTensorType>(value.type).clone(choice.to);
      ++count;
    }
    if (count < fewest && isLegal(op, changed)) {
      fewest = count;
      best = choice;
    }
  };
  SmallVector<Type> seen;
  for (const BoundType &value : bound) {
    Type from = getElementType(value.type);
    if (!from || llvm::is_contained(seen, from))
      continue;
    seen.push_back(from);
    SmallVector<Type> wider;
    if (isSameInWiderType(name, from))
      wider = getWiderTypes(from);
    if (isSameInSignedType(name, from))
      wider.push_back(IntegerType::get(op->getContext(), 64));
    if (wider.empty())
      continue;
    SmallVector<StringRef> parameters;
    for (const BoundType &other : bound)
      if (getElementType(other.type) == from &&
          other.parameter->types.size() > 1 &&
          !llvm::is_contained(parameters, other.parameter->typeParameter))
        parameters.push_back(other.parameter->typeParameter);
    for (unsigned subset = 1; subset < 1u << parameters.size(); ++subset) {
      SmallVector<StringRef> chosen;
      for (auto [index, parameter] : llvm::enumerate(parameters))
        if (subset >> index & 1)
          chosen.push_back(parameter);
      for (Type wide : wider)
        consider({from, wide, chosen});
    }
  }
  if (!best)
    return;

  auto mustCast = [&](Value value, const ParameterSchema *parameter) {
    return parameter && isCast({parameter, value.getType()}, *best);
  };
  builder.setInsertionPoint(op);
  ONNXBuilder b(builder, op->getLoc());
  for (OpOperand &operand : op->getOpOperands())
    if (mustCast(operand.get(),
                 findParameter(schema.inputs, operand.getOperandNumber())))
      operand.set(widen(operand.get(), best->to, b));
  builder.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    if (!mustCast(result,
                  findParameter(schema.outputs, result.getResultNumber())))
      continue;
    result.setType(cast<RankedTensorType>(result.getType()).clone(best->to));
    if (result.use_empty())
      continue;
    Value narrow = b.Cast(result, best->from);
    ++numCasts;
    narrowValues.push_back(narrow);
    result.replaceAllUsesExcept(narrow, narrow.getDefiningOp());
    if (keepsNarrowValues(name, best->from))
      wideValues[narrow] = result;
  }
}

void SchemaCheck::eraseUnusedCasts() {
  for (Value narrow : narrowValues)
    if (narrow.use_empty()) {
      narrow.getDefiningOp()->erase();
      --numCasts;
    }
  narrowValues.clear();
  wideValues.clear();
}
