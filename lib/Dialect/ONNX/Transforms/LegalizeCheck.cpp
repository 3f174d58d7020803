//===- LegalizeCheck.cpp - Operations against the schemas of an opset -----===//
//
// Whatever the rewrites did: an operation is legal if the schema registry of
// onnx has its name, attributes, operands and element types at the opset. What
// the registry does not tell (values that an attribute gained, the kernels of
// ONNX Runtime) is in tables here.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cstdio>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// What the registry does not tell
//===----------------------------------------------------------------------===//

namespace {
/// A value of an attribute that came later than the attribute.
struct ValueRow {
  StringLiteral op, attribute, value;
  int64_t legalFrom;
};
} // namespace

static const ValueRow kLateValues[] = {
    {"Pad", "mode", "wrap", 19},
    {"Resize", "coordinate_transformation_mode", "half_pixel_symmetric", 19},
    {"ScatterElements", "reduction", "max", 18},
    {"ScatterElements", "reduction", "min", 18},
    {"ScatterND", "reduction", "max", 18},
    {"ScatterND", "reduction", "min", 18},
};

//===----------------------------------------------------------------------===//
// ONNX Runtime
//===----------------------------------------------------------------------===//

// All of this was found by loading one-node models of opsets 21 and 26 with
// onnxruntime 1.31.1 and its CPU provider. Only what casts or rewrites can mend
// is listed: f64 in Acos or Conv, say, has no kernel either, but nothing wider
// to compute in.

namespace {
struct TypesRow {
  StringLiteral op, types;
};
} // namespace

static const TypesRow kMissingTypes[] = {
    {"ArgMax", "int16 uint16 uint32"},
    {"ArgMin", "int16 uint16 uint32"},
    {"BitShift", "uint16"},
    {"CenterCropPad", "int16 uint16"},
    {"Clip", "int16 uint16"},
    {"CumSum", "uint32"},
    {"DepthToSpace", "bool"},
    {"Einsum", "int8 int16 uint8 uint16 uint32"},
    {"GridSample", "bool"},
    {"Max", "int16 uint16"},
    {"Min", "int16 uint16"},
    {"NonZero", "int8 int16 uint16 uint32"},
    {"Pad", "int16 uint16"},
    {"ReduceMax", "uint32"},
    {"ReduceMin", "uint32"},
    {"ReduceProd", "uint32"},
    {"ReduceSum", "uint32"},
    {"SpaceToDepth", "bool"},
    {"TopK", "uint16 uint32"},
    {"Trilu", "int8 int16 uint8 uint16 uint32"},
    {"Where", "bool int16 uint16"},
};

/// Nearly nothing has a kernel for bf16: these do, and those that move or carry
/// values without a look at them.
static const StringLiteral kBF16InORT[] = {
    "BitCast",
    "Cast",
    "CastLike",
    "Concat",
    "Constant",
    "ConstantOfShape",
    "DequantizeLinear",
    "Flatten",
    "Gather",
    "GatherElements",
    "GatherND",
    "Identity",
    "If",
    "IsInf",
    "IsNaN",
    "LayerNormalization",
    "Loop",
    "Optional",
    "OptionalGetElement",
    "OptionalHasElement",
    "QuantizeLinear",
    "Reshape",
    "Scan",
    "ScatterElements",
    "ScatterND",
    "SequenceAt",
    "SequenceConstruct",
    "SequenceEmpty",
    "SequenceErase",
    "SequenceInsert",
    "SequenceLength",
    "Shape",
    "Sign",
    "Slice",
    "Split",
    "SplitToSequence",
    "Squeeze",
    "Transpose",
    "Unsqueeze",
};

bool onnx::isMissingInORT(StringRef op, StringRef type) {
  if (type == "bfloat16")
    return !llvm::is_contained(kBF16InORT, op);
  for (const TypesRow &row : kMissingTypes)
    if (row.op == op)
      return llvm::is_contained(llvm::split(row.types, ' '), type);
  return false;
}

std::optional<int64_t> onnx::getFirstOpsetMissingInORT(StringRef op) {
  if (op == "ImageDecoder")
    return 20;
  if (llvm::is_contained({"Bernoulli", "GlobalLpPool", "MaxRoiPool",
                          "Multinomial", "RandomNormal", "RandomNormalLike",
                          "RandomUniform", "RandomUniformLike", "RoiAlign"},
                         op))
    return 22;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// "float" for f32 and so on, empty if ONNX has no such type.
static std::string getTypeName(Type type) {
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
        return complex.getElementType().isF32() ? "complex64" : "complex128";
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

/// Types that hold every value of another, narrowest first.
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
    return {iunsigned(8), isigned(32)};
  SmallVector<Type> result;
  for (unsigned wide = width * 2; wide <= 64; wide *= 2) {
    if (integer.isUnsigned())
      result.push_back(iunsigned(wide));
    result.push_back(isigned(wide));
  }
  return result;
}

/// Whether the operator computes the same in a wider type, cast back. Floats:
/// once rounded, which is how kernels compute in half precision, unless the
/// type is part of what the operator says.
static bool isSameInWiderType(StringRef op, Type elementType) {
  static const llvm::StringSet<> typed = {"Bernoulli",
                                          "BitCast",
                                          "Cast",
                                          "CastLike",
                                          "Constant",
                                          "ConstantOfShape",
                                          "DequantizeLinear",
                                          "If",
                                          "Loop",
                                          "Multinomial",
                                          "Optional",
                                          "OptionalGetElement",
                                          "OptionalHasElement",
                                          "QLinearConv",
                                          "QLinearMatMul",
                                          "QuantizeLinear",
                                          "RandomNormal",
                                          "RandomNormalLike",
                                          "RandomUniform",
                                          "RandomUniformLike",
                                          "Scan",
                                          "SequenceAt",
                                          "SequenceConstruct",
                                          "SequenceEmpty",
                                          "SequenceErase",
                                          "SequenceInsert",
                                          "SequenceMap",
                                          "SplitToSequence"};
  if (isa<FloatType>(elementType))
    return !typed.contains(op);
  // Operators that move or compare, and the arithmetic that is modulo the
  // width: a cast to fewer bits drops the upper ones.
  static const llvm::StringSet<> exact = {"Abs",
                                          "Add",
                                          "ArgMax",
                                          "ArgMin",
                                          "BitShift",
                                          "BitwiseAnd",
                                          "BitwiseNot",
                                          "BitwiseOr",
                                          "BitwiseXor",
                                          "CenterCropPad",
                                          "Clip",
                                          "Compress",
                                          "Concat",
                                          "CumSum",
                                          "DepthToSpace",
                                          "Div",
                                          "Einsum",
                                          "Equal",
                                          "Expand",
                                          "Flatten",
                                          "Gather",
                                          "GatherElements",
                                          "GatherND",
                                          "Greater",
                                          "GreaterOrEqual",
                                          "Identity",
                                          "Less",
                                          "LessOrEqual",
                                          "MatMul",
                                          "Max",
                                          "Min",
                                          "Mod",
                                          "Mul",
                                          "Neg",
                                          "NonZero",
                                          "Pad",
                                          "ReduceMax",
                                          "ReduceMin",
                                          "ReduceProd",
                                          "ReduceSum",
                                          "Relu",
                                          "Reshape",
                                          "ReverseSequence",
                                          "Sign",
                                          "Slice",
                                          "SpaceToDepth",
                                          "Squeeze",
                                          "Sub",
                                          "Sum",
                                          "Tile",
                                          "TopK",
                                          "Transpose",
                                          "Trilu",
                                          "Unsqueeze",
                                          "Where"};
  if (elementType.isInteger(1))
    return llvm::is_contained({"DepthToSpace", "ReduceMax", "ReduceMin",
                               "SpaceToDepth", "Trilu", "Where"},
                              op);
  return exact.contains(op);
}

bool SchemaCheck::isAllowed(StringRef op, const ParameterSchema &parameter,
                            Type type, bool standardOnly) const {
  std::string name = getTypeName(type);
  if (!llvm::is_contained(parameter.types, name))
    return false;
  // Conditions and indices have one or two types, all of which there are.
  constexpr size_t kFewTypes = 2;
  auto tensor = dyn_cast<TensorType>(type);
  return standardOnly || target != LegalizeTarget::ORT || !tensor ||
         parameter.types.size() <= kFewTypes ||
         !isMissingInORT(op, getTypeName(tensor.getElementType()));
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// The first opset after `opset` whose schema satisfies a condition.
static std::optional<int64_t>
findOpset(StringRef name, int64_t opset,
          llvm::function_ref<bool(const OperatorSchema &)> condition) {
  for (int64_t later = opset + 1; later <= kNewestOpset; ++later)
    if (std::optional<OperatorSchema> schema = getOperatorSchema(name, later);
        schema && condition(*schema))
      return later;
  return std::nullopt;
}

static std::string came(std::optional<int64_t> opset) {
  return opset ? " came with opset " + std::to_string(*opset)
               : std::string(" is in no opset");
}

static InFlightDiagnostic emitIllegal(Operation *op, int64_t opset) {
  return op->emitError("'onnx.")
         << getOperatorName(op) << "' is not legal at opset " << opset << ": ";
}

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

const OperatorSchema *SchemaCheck::lookUp(StringRef name) {
  auto [it, isNew] = schemas.try_emplace(name);
  if (isNew)
    it->second = getOperatorSchema(name, opset);
  return it->second ? &*it->second : nullptr;
}

static const AttributeSchema *findAttribute(const OperatorSchema &schema,
                                            StringRef name) {
  for (const AttributeSchema &attribute : schema.attributes)
    if (attribute.name == name)
      return &attribute;
  return nullptr;
}

/// Whether an attribute says what would hold without it.
static bool isDefault(StringRef op, NamedAttribute attribute) {
  // What all lists of dilations have for a default, which no schema says.
  if (auto list = dyn_cast<DenseI64ArrayAttr>(attribute.getValue()))
    return attribute.getName() == "dilations" &&
           llvm::all_of(list.asArrayRef(),
                        [](int64_t value) { return value == 1; });
  std::optional<OperatorSchema> newest = getOperatorSchema(op, kNewestOpset);
  const AttributeSchema *schema =
      newest ? findAttribute(*newest, attribute.getName()) : nullptr;
  if (!schema || !schema->defaultValue)
    return false;
  const std::string &text = *schema->defaultValue;
  return llvm::TypeSwitch<mlir::Attribute, bool>(attribute.getValue())
      .Case([&](IntegerAttr value) {
        return text == std::to_string(value.getInt());
      })
      .Case([&](StringAttr value) { return value.getValue() == text; })
      .Case([&](FloatAttr value) {
        char buffer[32];
        std::snprintf(buffer, sizeof(buffer), "%.9g", value.getValueAsDouble());
        return text == buffer;
      })
      .Case([&](TypeAttr value) {
        // 1 is FLOAT, the default of stash_type.
        return text == "1" && value.getValue().isF32();
      })
      .Default([](mlir::Attribute) { return false; });
}

bool SchemaCheck::checkAttributes(Operation *op, const OperatorSchema &schema) {
  StringRef name = getOperatorName(op);
  bool isLegal = true;
  for (NamedAttribute attribute : getNodeAttributes(op)) {
    StringRef attributeName = attribute.getName();
    if (!findAttribute(schema, attributeName)) {
      if (isDefault(name, attribute)) {
        setNodeAttribute(op, attribute.getName(), {});
        continue;
      }
      isLegal = false;
      emitIllegal(op, opset)
          << "attribute '" << attributeName << "'"
          << came(findOpset(name, opset, [&](const OperatorSchema &later) {
               return findAttribute(later, attributeName) != nullptr;
             }));
      continue;
    }
    auto text = dyn_cast<StringAttr>(attribute.getValue());
    for (const ValueRow &row : kLateValues)
      if (text && row.op == name && row.attribute == attributeName &&
          row.value == text.getValue() && opset < row.legalFrom) {
        isLegal = false;
        emitIllegal(op, opset)
            << attributeName << " '" << row.value << "'" << came(row.legalFrom);
      }
  }
  return isLegal;
}

/// The parameter of the value at a position.
static const ParameterSchema *
findParameter(const std::vector<ParameterSchema> &parameters, size_t index) {
  if (index < parameters.size())
    return &parameters[index];
  if (!parameters.empty() && parameters.back().kind == ParameterKind::Variadic)
    return &parameters.back();
  return nullptr;
}

bool SchemaCheck::checkOperands(Operation *op, const OperatorSchema &schema) {
  StringRef name = getOperatorName(op);
  bool isLegal = true;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    bool isPresent = !isa<NoneType>(operand.getType());
    const ParameterSchema *parameter = findParameter(schema.inputs, index);
    if (!parameter && isPresent) {
      isLegal = false;
      emitIllegal(op, opset)
          << "operand #" << index
          << came(findOpset(name, opset, [&](const OperatorSchema &later) {
               return findParameter(later.inputs, index) != nullptr;
             }));
    } else if (parameter && !isPresent &&
               parameter->kind == ParameterKind::Single) {
      isLegal = false;
      emitIllegal(op, opset) << "operand #" << index << " ('" << parameter->name
                             << "') is required";
    }
  }
  for (OpResult result : op->getResults())
    if (!findParameter(schema.outputs, result.getResultNumber()) &&
        !isa<NoneType>(result.getType()) && !result.use_empty()) {
      isLegal = false;
      emitIllegal(op, opset)
          << "it has no result #" << result.getResultNumber();
    }
  return isLegal;
}

/// Calls `visit` for each value of an operation that has a parameter, until it
/// returns false.
static bool
forEachValue(Operation *op, const OperatorSchema &schema,
             llvm::function_ref<bool(Value, const ParameterSchema &)> visit) {
  for (auto [index, value] : llvm::enumerate(op->getOperands()))
    if (const ParameterSchema *parameter = findParameter(schema.inputs, index);
        parameter && !isa<NoneType>(value.getType()) &&
        !visit(value, *parameter))
      return false;
  for (auto [index, value] : llvm::enumerate(op->getResults()))
    if (const ParameterSchema *parameter = findParameter(schema.outputs, index);
        parameter && !isa<NoneType>(value.getType()) &&
        !visit(value, *parameter))
      return false;
  return true;
}

bool SchemaCheck::castAround(Operation *op, const OperatorSchema &schema,
                             Type elementType, OpBuilder &builder) {
  StringRef name = getOperatorName(op);
  if (!isSameInWiderType(name, elementType))
    return false;
  auto hasType = [&](Value value) {
    auto tensor = dyn_cast<RankedTensorType>(value.getType());
    return tensor && tensor.getElementType() == elementType;
  };
  auto widened = [](Value value, Type wide) {
    return cast<RankedTensorType>(value.getType()).clone(wide);
  };
  for (Type wide : getWiderTypes(elementType)) {
    // Values of the type that need not change may stay: a condition.
    bool fits = forEachValue(
        op, schema, [&](Value value, const ParameterSchema &parameter) {
          return !hasType(value) ||
                 isAllowed(name, parameter, value.getType()) ||
                 isAllowed(name, parameter, widened(value, wide));
        });
    if (!fits)
      continue;
    builder.setInsertionPoint(op);
    ONNXBuilder b(builder, op->getLoc());
    for (OpOperand &operand : op->getOpOperands()) {
      const ParameterSchema *parameter =
          findParameter(schema.inputs, operand.getOperandNumber());
      if (parameter && hasType(operand.get()) &&
          isAllowed(name, *parameter, widened(operand.get(), wide)))
        operand.set(b.Cast(operand.get(), wide));
    }
    builder.setInsertionPointAfter(op);
    for (OpResult result : op->getResults()) {
      const ParameterSchema *parameter =
          findParameter(schema.outputs, result.getResultNumber());
      if (!parameter || !hasType(result) ||
          !isAllowed(name, *parameter, widened(result, wide)))
        continue;
      result.setType(widened(result, wide));
      if (result.use_empty())
        continue;
      Value narrow = b.Cast(result, elementType);
      result.replaceAllUsesExcept(narrow, narrow.getDefiningOp());
    }
    return true;
  }
  return false;
}

bool SchemaCheck::checkTypes(Operation *op, const OperatorSchema &schema,
                             OpBuilder &builder) {
  StringRef name = getOperatorName(op);
  SmallVector<Type> illegal;
  forEachValue(op, schema, [&](Value value, const ParameterSchema &parameter) {
    auto tensor = dyn_cast<RankedTensorType>(value.getType());
    if (tensor && !isAllowed(name, parameter, tensor) &&
        !llvm::is_contained(illegal, tensor.getElementType()))
      illegal.push_back(tensor.getElementType());
    return true;
  });
  for (Type elementType : illegal)
    castAround(op, schema, elementType, builder);

  // What a runtime lacks and no cast mends is the user's to decide on.
  return forEachValue(
      op, schema, [&](Value value, const ParameterSchema &parameter) {
        if (isAllowed(name, parameter, value.getType(), /*standardOnly=*/true))
          return true;
        // Of the same position in a later schema.
        std::optional<int64_t> since =
            findOpset(name, opset, [&](const OperatorSchema &later) {
              for (const auto *list : {&later.inputs, &later.outputs})
                for (const ParameterSchema &candidate : *list)
                  if (candidate.name == parameter.name &&
                      isAllowed(name, candidate, value.getType(), true))
                    return true;
              return false;
            });
        emitIllegal(op, opset)
            << "type " << getTypeName(value.getType()) << " of '"
            << parameter.name << "'" << came(since);
        return false;
      });
}

LogicalResult SchemaCheck::run(Operation *op, OpBuilder &builder) {
  StringRef name = getOperatorName(op);
  const OperatorSchema *schema = lookUp(name);
  if (!schema || schema->deprecated)
    return emitIllegal(op, opset)
           << (schema ? std::string("it is deprecated")
                      : "the operator" +
                            came(findOpset(name, opset,
                                           [](const OperatorSchema &later) {
                                             return !later.deprecated;
                                           })));
  // All three, so that one run tells everything.
  bool isLegal = checkAttributes(op, *schema);
  isLegal &= checkOperands(op, *schema);
  isLegal &= checkTypes(op, *schema, builder);
  if (target == LegalizeTarget::ORT)
    if (std::optional<int64_t> missing = getFirstOpsetMissingInORT(name);
        missing && *missing <= opset)
      op->emitWarning("ONNX Runtime has no CPU kernel for 'onnx.")
          << name << "' from opset " << *missing << " on";
  return success(isLegal);
}
