//===- LegalizeCheck.cpp - Checks against schemas of an opset -------------===//
//
// Checks operations after all rewrites: an operation is legal if onnx's schema
// registry has its name, attributes, operands and element types at the opset. A
// table adds restrictions that the registry lacks (new values of an attribute).
// For the kernels of ONNX Runtime, see LegalizeORT.cpp.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cstdio>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// Restrictions that the registry lacks
//===----------------------------------------------------------------------===//

namespace {
/// An attribute value that was added later than the attribute.
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
// Outputs
//===----------------------------------------------------------------------===//

bool onnx::hasIdentity(int64_t opset, Type type) {
  std::optional<OperatorSchema> schema = getOperatorSchema("Identity", opset);
  return schema &&
         llvm::is_contained(schema->inputs.front().types, getTypeName(type));
}

bool onnx::isOutputWithoutNode(OpOperand &output, int64_t opset) {
  auto main = dyn_cast<func::FuncOp>(output.getOwner()->getParentOp());
  Value value = output.get();
  return main && main.getSymName() == kEntryName &&
         value.getDefiningOp<ConstantOp>() &&
         isa<RankedTensorType>(value.getType()) &&
         !hasIdentity(opset, value.getType()) &&
         hasIdentity(kNewestOpset, value.getType());
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

/// Whether an attribute has its default value.
static bool isDefault(StringRef op, NamedAttribute attribute) {
  // All lists of dilations default to 1, which schemas do not tell.
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

bool SchemaCheck::checkTypes(Operation *op, const OperatorSchema &schema,
                             OpBuilder &builder) {
  castAround(op, schema, builder);
  StringRef name = getOperatorName(op);
  SmallVector<BoundType> types = bindTypes(op, schema);
  if (const BoundType *mismatch = findMismatch(types)) {
    emitIllegal(op, opset)
        << "type " << getTypeName(mismatch->type) << " of '"
        << mismatch->parameter->name
        << "' differs from that of the other operands and results of "
        << mismatch->parameter->typeParameter;
    return false;
  }
  for (const BoundType &bound : types) {
    std::string type = getTypeName(bound.type);
    if (llvm::is_contained(bound.parameter->types, type))
      continue;
    // The parameter at the same position in a later schema.
    std::optional<int64_t> since =
        findOpset(name, opset, [&](const OperatorSchema &later) {
          for (const auto *list : {&later.inputs, &later.outputs})
            for (const ParameterSchema &candidate : *list)
              if (candidate.name == bound.parameter->name &&
                  llvm::is_contained(candidate.types, type))
                return true;
          return false;
        });
    emitIllegal(op, opset) << "type " << type << " of '"
                           << bound.parameter->name << "'" << came(since);
    return false;
  }
  return target != TargetRuntime::ORT || checkKernel(op, schema);
}

bool SchemaCheck::checkKernel(Operation *op, const OperatorSchema &schema) {
  SmallVector<BoundType> values = bindTypes(op, schema);
  if (hasKernelInORT(op, opset, values))
    return true;
  StringRef name = getOperatorName(op);
  SmallVector<std::string> types;
  for (const BoundType &bound : values)
    if (std::string type = getTypeName(bound.type);
        bound.parameter->types.size() > 1 && !llvm::is_contained(types, type))
      types.push_back(type);
  InFlightDiagnostic error =
      op->emitError("ONNX Runtime's CPU provider has no kernel for 'onnx.")
      << name << "'";
  if (!types.empty())
    error << " of " << llvm::join(types, ", ");
  error << " at opset " << opset;
  for (int64_t other = opset - 1; other >= kOldestOpset; --other) {
    std::optional<OperatorSchema> older = getOperatorSchema(name, other);
    if (!older || !hasKernelInORT(op, other, bindTypes(op, *older)))
      continue;
    error << "; it has a kernel up to opset " << other;
    break;
  }
  error << " (target=onnx is for runtimes that have every kernel)";
  return false;
}

LogicalResult SchemaCheck::run(Operation *op, OpBuilder &builder) {
  // Such an initializer does not become a node.
  if (isa<ConstantOp>(op) && llvm::all_of(op->getUses(), [&](OpOperand &use) {
        return isa<func::ReturnOp>(use.getOwner()) &&
               isOutputWithoutNode(use, opset);
      }))
    return success();
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
  // Runs all three checks, so that one run reports everything.
  bool isLegal = checkAttributes(op, *schema);
  isLegal &= checkOperands(op, *schema);
  isLegal &= checkTypes(op, *schema, builder);
  return success(isLegal);
}
