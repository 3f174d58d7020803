//===- Verifier.cpp - Verification of calls against ATen schemas ----------===//
//
// Checks that the arguments and results of an operation match the schema of its
// operator in number and kind. Type rules check dtypes and shapes.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace torch_onnx::torch;

//===----------------------------------------------------------------------===//
// Types as PyTorch prints them
//===----------------------------------------------------------------------===//

static StringRef getName(ArgKind kind) {
  switch (kind) {
  case ArgKind::Tensor:
    return "Tensor";
  case ArgKind::SymInt:
    return "SymInt";
  case ArgKind::Int:
    return "int";
  case ArgKind::Float:
    return "float";
  case ArgKind::Bool:
    return "bool";
  case ArgKind::Scalar:
    return "Scalar";
  case ArgKind::ScalarType:
    return "ScalarType";
  case ArgKind::MemoryFormat:
    return "MemoryFormat";
  case ArgKind::Layout:
    return "Layout";
  case ArgKind::Device:
    return "Device";
  case ArgKind::Generator:
    return "Generator";
  case ArgKind::String:
    return "str";
  case ArgKind::Other:
    return "another type";
  }
  llvm_unreachable("all kinds");
}

static std::string toString(const ArgType &type) {
  std::string text = getName(type.kind).str();
  if (type.isList) {
    if (type.elementOptional)
      text += "?";
    text += type.fixedSize ? "[" + std::to_string(type.fixedSize) + "]" : "[]";
  }
  if (type.optional)
    text += "?";
  return text;
}

/// The argument for a message: a literal, or the type of a value.
static std::string toString(Attribute arg, TypeRange operands) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto print = [&](auto &self, Attribute attr) -> void {
    if (isa<OperandAttr>(attr)) {
      os << "a value of type " << operands.front();
      operands = operands.drop_front();
    } else if (isa<NoneAttr>(attr)) {
      os << "None";
    } else if (auto list = dyn_cast<ArrayAttr>(attr)) {
      os << "[";
      llvm::interleaveComma(list, os, [&](Attribute e) { self(self, e); });
      os << "]";
    } else {
      attr.print(os, /*elideType=*/true);
    }
  };
  print(print, arg);
  return text;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Whether an argument matches a kind: a literal, or a value of the type
/// `operand`. PyTorch accepts a number for a tensor, and programs use dynamic
/// scalars in place of literals.
static bool isOfKind(Attribute literal, Type operand, ArgKind kind) {
  bool isNumber = operand && operand.isIntOrFloat();
  bool isInteger =
      operand ? isa<IntegerType>(operand) : isa<IntegerAttr>(literal);
  switch (kind) {
  case ArgKind::Tensor:
  case ArgKind::Scalar:
    return operand ? isNumber || isa<TensorType, UntypedType>(operand)
                   : isa<IntegerAttr, FloatAttr, DenseElementsAttr>(literal);
  case ArgKind::Float:
    return operand ? isNumber : isa<IntegerAttr, FloatAttr>(literal);
  case ArgKind::Int:
  case ArgKind::SymInt:
  case ArgKind::Bool:
    return isInteger;
  case ArgKind::String:
    return isa_and_present<StringAttr>(literal);
  case ArgKind::ScalarType:
    // The default of a dtype is its number in c10.
    return isa_and_present<TypeAttr, IntegerAttr>(literal);
  default:
    return true;
  }
}

/// None is accepted for a generator, a layout and similar arguments.
static bool mayBeNone(ArgKind kind) {
  switch (kind) {
  case ArgKind::MemoryFormat:
  case ArgKind::Layout:
  case ArgKind::Device:
  case ArgKind::Generator:
  case ArgKind::Other:
    return true;
  default:
    return false;
  }
}

/// Whether `arg`, whose values have the types `operands`, is of type `type`.
static bool isOfType(Attribute arg, TypeRange operands, const ArgType &type) {
  auto isElement = [&](Attribute element, bool isOptional) {
    if (isa<NoneAttr>(element))
      return isOptional || type.kind == ArgKind::Other;
    Type operand;
    if (isa<OperandAttr>(element)) {
      operand = operands.front();
      operands = operands.drop_front();
    }
    return isOfKind(operand ? Attribute() : element, operand, type.kind);
  };
  if (auto list = dyn_cast<ArrayAttr>(arg)) {
    bool isValid = type.isList || type.kind == ArgKind::Other;
    for (Attribute element : list) {
      if (isa<ArrayAttr>(element)) {
        operands = operands.drop_front(countOperands(element));
        continue;
      }
      // A number is accepted for a tensor, but not in a list of tensors.
      isValid &=
          isElement(element, type.elementOptional) &&
          (type.kind != ArgKind::Tensor || isa<OperandAttr, NoneAttr>(element));
    }
    return isValid;
  }
  if (isa<NoneAttr>(arg) && mayBeNone(type.kind))
    return true;
  // One number is accepted for all elements of a list, one tensor is not.
  return isElement(arg, type.optional) &&
         (!type.isList || isa<NoneAttr>(arg) || type.kind != ArgKind::Tensor);
}

std::optional<std::string>
torch_onnx::torch::findInvalidArgument(OperatorOp op) {
  const Schema *schema = op.getSchema();
  if (!schema || schema->getArgs().size() != op.getArgs().size())
    return std::nullopt;
  TypeRange operands = op.getInputs().getTypes();
  for (auto [arg, formal] : llvm::zip_equal(op.getArgs(), schema->getArgs())) {
    unsigned count = countOperands(arg);
    TypeRange own = operands.take_front(count);
    operands = operands.drop_front(count);
    // A written argument must be a tensor, not a number or None.
    bool isWritable = !formal.isWritten ||
                      formal.type.kind != ArgKind::Tensor ||
                      isa<ArrayAttr, OperandAttr>(arg);
    if (!isWritable || !isOfType(arg, own, formal.type))
      return ("argument '" + formal.name + "' is " + toString(arg, own) +
              ", expected " + toString(formal.type) + " as in its ATen schema")
          .str();
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// An unused result may be None.
static bool isResultOf(Type type, ArgKind kind) {
  if (isa<NoneType, UntypedType>(type))
    return true;
  switch (kind) {
  case ArgKind::Tensor:
    return isa<TensorType>(type);
  case ArgKind::SymInt:
  case ArgKind::Int:
    return type.isInteger(64);
  case ArgKind::Float:
    return type.isF64();
  case ArgKind::Bool:
    return type.isInteger(1);
  case ArgKind::Scalar:
    return type.isIntOrFloat();
  default:
    return true;
  }
}

static LogicalResult verifyResults(OperatorOp op, const Schema &schema) {
  ArrayRef<SchemaArg> returns = schema.getReturns();
  unsigned numResults = op->getNumResults();
  auto isList = [](const SchemaArg &value) { return value.type.isList; };
  unsigned numLists = llvm::count_if(returns, isList);
  unsigned numSingle = returns.size() - numLists;
  // A list has a result for each element.
  if (numLists == 0 ? numResults != numSingle : numResults < numSingle)
    return op.emitOpError()
           << "'" << op.getTarget() << "' has " << numResults
           << " results, expected " << (numLists == 0 ? "" : "at least ")
           << numSingle << " as in its ATen schema";
  // With several lists, the assignment of results to lists is unknown.
  if (numLists > 1)
    return success();
  unsigned index = 0;
  for (const SchemaArg &value : returns)
    for (unsigned i = 0, e = isList(value) ? numResults - numSingle : 1; i < e;
         ++i, ++index)
      if (Type type = op->getResult(index).getType();
          !isResultOf(type, value.type.kind))
        return op.emitOpError()
               << "'" << op.getTarget() << "': result " << index << " is "
               << type << ", expected " << getName(value.type.kind)
               << " as in its ATen schema";
  return success();
}

//===----------------------------------------------------------------------===//
// The operation
//===----------------------------------------------------------------------===//

LogicalResult OperatorOp::verify() {
  unsigned numOperands = 0;
  for (Attribute arg : getArgs())
    numOperands += countOperands(arg);
  if (numOperands != getInputs().size())
    return emitOpError() << "'" << getTarget() << "' has " << getInputs().size()
                         << " operands, expected one for each of the "
                         << numOperands << " values among its arguments";
  const Schema *schema = getSchema();
  if (schema && schema->getArgs().size() != getArgs().size())
    return emitOpError() << "'" << getTarget() << "' has " << getArgs().size()
                         << " arguments, expected " << schema->getArgs().size()
                         << " as in its ATen schema";
  if (!schema) {
    if (ArrayAttr names = getArgNamesAttr();
        names && names.size() != getArgs().size())
      return emitOpError() << "'" << getTarget() << "' has " << names.size()
                           << " argument names, expected " << getArgs().size();
    return success();
  }
  if (std::optional<std::string> why = findInvalidArgument(*this))
    return emitOpError() << "'" << getTarget() << "': " << *why;
  return verifyResults(*this, *schema);
}
