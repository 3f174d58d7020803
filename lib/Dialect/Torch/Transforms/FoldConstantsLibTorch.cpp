//===- FoldConstantsLibTorch.cpp - Operators through LibTorch -------------===//
//
// Puts the arguments of an operation into the plain data of the LibTorch
// plug-in and its results back into attributes.
//
//===----------------------------------------------------------------------===//

#include "FoldConstantsImpl.h"

#include "torch-onnx/LibTorch/Loader.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

#include <complex>
#include <cstring>
#include <deque>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// PyTorch's number of an element type; nothing where it has none.
static std::optional<libtorch::DType> getDType(Type type) {
  using libtorch::DType;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Type part = complex.getElementType();
    if (part.isF16())
      return DType::ComplexHalf;
    if (part.isF32())
      return DType::ComplexFloat;
    if (part.isF64())
      return DType::ComplexDouble;
    return std::nullopt;
  }
  if (isa<Float8E5M2Type>(type))
    return DType::Float8E5M2;
  if (isa<Float8E4M3FNType>(type))
    return DType::Float8E4M3FN;
  if (isa<Float8E5M2FNUZType>(type))
    return DType::Float8E5M2FNUZ;
  if (isa<Float8E4M3FNUZType>(type))
    return DType::Float8E4M3FNUZ;
  if (type.isUnsignedInteger(16))
    return DType::UInt16;
  if (type.isUnsignedInteger(32))
    return DType::UInt32;
  if (type.isUnsignedInteger(64))
    return DType::UInt64;
  switch (getNum(type)) {
  case Num::Bool:
    return DType::Bool;
  case Num::U8:
    return DType::UInt8;
  case Num::I8:
    return DType::Int8;
  case Num::I16:
    return DType::Int16;
  case Num::I32:
    return DType::Int32;
  case Num::I64:
    return DType::Int64;
  case Num::F16:
    return DType::Half;
  case Num::BF16:
    return DType::BFloat16;
  case Num::F32:
    return DType::Float;
  case Num::F64:
    return DType::Double;
  case Num::Other:
    return std::nullopt;
  }
  llvm_unreachable("unknown number type");
}

/// The inverse of getDType(); null for what has no type of ours.
static Type getElementType(libtorch::DType dtype, MLIRContext *ctx) {
  Builder b(ctx);
  for (Type type : {Type(b.getI1Type()),
                    Type(b.getIntegerType(8, /*isSigned=*/false)),
                    Type(b.getI8Type()),
                    Type(b.getI16Type()),
                    Type(b.getI32Type()),
                    Type(b.getI64Type()),
                    Type(b.getF16Type()),
                    Type(b.getBF16Type()),
                    Type(b.getF32Type()),
                    Type(b.getF64Type()),
                    Type(b.getIntegerType(16, /*isSigned=*/false)),
                    Type(b.getIntegerType(32, /*isSigned=*/false)),
                    Type(b.getIntegerType(64, /*isSigned=*/false)),
                    Type(ComplexType::get(b.getF16Type())),
                    Type(ComplexType::get(b.getF32Type())),
                    Type(ComplexType::get(b.getF64Type())),
                    Type(Float8E5M2Type::get(ctx)),
                    Type(Float8E4M3FNType::get(ctx)),
                    Type(Float8E5M2FNUZType::get(ctx)),
                    Type(Float8E4M3FNUZType::get(ctx))})
    if (getDType(type) == dtype)
      return type;
  return {};
}

namespace {
/// Owns everything that the argument values point to.
class CallBuilder {
public:
  explicit CallBuilder(OperatorOp op) : op(op), schema(op.getSchema()) {}

  /// False, and `error` says why, when an argument has no plain form.
  bool build();
  ArrayRef<libtorch::Value> getArgs() const { return args; }

  std::string error;

private:
  bool add(Attribute attr, ArgKind kind, libtorch::Value &into);
  bool addOperand(Value value, libtorch::Value &into);

  OperatorOp op;
  const Schema *schema;
  unsigned nextOperand = 0;
  std::vector<libtorch::Value> args;
  // Deques, as their elements stay where they are.
  std::deque<std::vector<libtorch::Value>> lists;
  std::deque<libtorch::Tensor> tensors;
  std::deque<ConstantTensor> storage;
};
} // namespace

bool CallBuilder::addOperand(Value value, libtorch::Value &into) {
  if (ElementsAttr elements = getConstantElements(value)) {
    std::optional<ConstantTensor> tensor = ConstantTensor::read(elements);
    std::optional<libtorch::DType> dtype = getDType(elements.getElementType());
    if (!tensor || !dtype) {
      error = "an operand cannot be read";
      return false;
    }
    storage.push_back(std::move(*tensor));
    const ConstantTensor &kept = storage.back();
    tensors.push_back({*dtype, static_cast<uint32_t>(kept.type.getRank()),
                       kept.getShape().data(), /*strides=*/nullptr,
                       kept.bytes.empty() ? nullptr : kept.bytes.data()});
    into.tag = libtorch::Tag::Tensor;
    into.tensor = &tensors.back();
    return true;
  }
  Attribute number;
  if (matchPattern(value, m_Constant(&number)))
    return add(number, ArgKind::Scalar, into);
  error = "an operand is not constant";
  return false;
}

bool CallBuilder::add(Attribute attr, ArgKind kind, libtorch::Value &into) {
  using libtorch::Tag;
  if (isa<NoneAttr>(attr))
    return true;
  if (isa<OperandAttr>(attr))
    return addOperand(op.getInputs()[nextOperand++], into);
  if (auto list = dyn_cast<ArrayAttr>(attr)) {
    std::vector<libtorch::Value> &values = lists.emplace_back(list.size());
    for (auto [element, value] : llvm::zip_equal(list, values))
      if (!add(element, kind, value))
        return false;
    into.tag = Tag::List;
    into.elements = values.data();
    into.size = values.size();
    return true;
  }
  if (std::optional<Number> number = getNumber(attr)) {
    into.tag = number->isReal                                   ? Tag::Double
               : cast<IntegerAttr>(attr).getType().isInteger(1) ? Tag::Bool
                                                                : Tag::Int;
    into.integer = number->integer;
    into.real = number->real;
    return true;
  }
  if (auto text = dyn_cast<StringAttr>(attr)) {
    into.tag = kind == ArgKind::Layout         ? Tag::Layout
               : kind == ArgKind::Device       ? Tag::Device
               : kind == ArgKind::MemoryFormat ? Tag::MemoryFormat
                                               : Tag::String;
    into.text = text.getValue().data();
    into.size = text.getValue().size();
    return true;
  }
  if (auto type = dyn_cast<TypeAttr>(attr))
    if (std::optional<libtorch::DType> dtype = getDType(type.getValue())) {
      into.tag = Tag::DType;
      into.integer = static_cast<int64_t>(*dtype);
      return true;
    }
  auto elements = dyn_cast<DenseElementsAttr>(attr);
  if (elements && elements.getNumElements() == 1 &&
      isa<ComplexType>(elements.getElementType())) {
    std::complex<APFloat> value =
        *elements.value_begin<std::complex<APFloat>>();
    into.tag = Tag::Complex;
    into.real = value.real().convertToDouble();
    into.imaginary = value.imag().convertToDouble();
    return true;
  }
  error = "an argument has no form that LibTorch takes";
  return false;
}

bool CallBuilder::build() {
  args.resize(op.getArgs().size());
  for (auto [index, attr] : llvm::enumerate(op.getArgs()))
    if (!add(attr, schema->getArgs()[index].type.kind, args[index]))
      return false;
  return true;
}

namespace {
/// What the callbacks fill in.
struct Collector {
  MLIRContext *ctx;
  FoldResults results;
  std::string error;

  void add(const libtorch::Value &value) {
    if (!error.empty())
      return;
    if (value.tag == libtorch::Tag::List) {
      for (size_t i = 0; i < value.size; ++i)
        add(value.elements[i]);
      return;
    }
    Type elementType = value.tag == libtorch::Tag::Tensor
                           ? getElementType(value.tensor->dtype, ctx)
                           : Type();
    if (!elementType) {
      error = "a result is not a tensor of a known type";
      return;
    }
    ArrayRef<int64_t> sizes(value.tensor->sizes, value.tensor->rank);
    ConstantTensor tensor(RankedTensorType::get(sizes, elementType));
    if (!tensor.bytes.empty())
      std::memcpy(tensor.bytes.data(), value.tensor->data, tensor.bytes.size());
    results.push_back(tensor.toAttr());
  }
};
} // namespace

std::optional<FoldResults> torch::evaluateWithLibTorch(OperatorOp op,
                                                       std::string &reason) {
  if (!op.getSchema() || op.getNumRegions() != 0) {
    reason = "it is not an ATen operator";
    return std::nullopt;
  }
  CallBuilder call(op);
  if (!call.build()) {
    reason = call.error;
    return std::nullopt;
  }
  const libtorch::Api *api = libtorch::getApi();
  if (!api) {
    reason = libtorch::getLoadError().str();
    return std::nullopt;
  }
  Collector collector{op.getContext(), {}, {}};
  StringRef name = op.getTarget();
  int ok = api->evaluate(
      name.data(), name.size(), call.getArgs().data(), call.getArgs().size(),
      [](void *user, size_t, const libtorch::Value *result) {
        static_cast<Collector *>(user)->add(*result);
      },
      [](void *user, const char *text, size_t size) {
        static_cast<Collector *>(user)->error.assign(text, size);
      },
      &collector);
  if (!ok || !collector.error.empty()) {
    reason = collector.error;
    return std::nullopt;
  }
  return collector.results;
}

std::optional<FoldResults> torch::foldWithLibTorch(OperatorOp op,
                                                   std::string &reason) {
  if (!llvm::all_of(op.getResultTypes(), isFoldableType)) {
    reason = "its results have no static type";
    return std::nullopt;
  }
  std::optional<FoldResults> results = evaluateWithLibTorch(op, reason);
  if (!results)
    return std::nullopt;
  bool sameTypes = results->size() == op.getNumResults();
  for (unsigned i = 0; sameTypes && i < results->size(); ++i)
    sameTypes = (*results)[i].getShapedType() == op.getResultTypes()[i];
  if (!sameTypes) {
    reason = "its results do not have the types that the operation says";
    return std::nullopt;
  }
  return results;
}
