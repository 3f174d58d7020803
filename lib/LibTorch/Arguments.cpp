//===- Arguments.cpp - Conversion to LibTorch's values --------------------===//
//
// Each argument is read by its schema type. Types without a plain form are
// refused.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include <stdexcept>
#include <vector>

using namespace torch_onnx::libtorch;

// The numbers of the element types are PyTorch's.
#define CHECK_DTYPE(OURS, THEIRS)                                              \
  static_assert(static_cast<int32_t>(DType::OURS) ==                           \
                static_cast<int32_t>(c10::ScalarType::THEIRS))
CHECK_DTYPE(UInt8, Byte);
CHECK_DTYPE(Int8, Char);
CHECK_DTYPE(Int16, Short);
CHECK_DTYPE(Int32, Int);
CHECK_DTYPE(Int64, Long);
CHECK_DTYPE(Half, Half);
CHECK_DTYPE(Float, Float);
CHECK_DTYPE(Double, Double);
CHECK_DTYPE(ComplexHalf, ComplexHalf);
CHECK_DTYPE(ComplexFloat, ComplexFloat);
CHECK_DTYPE(ComplexDouble, ComplexDouble);
CHECK_DTYPE(Bool, Bool);
CHECK_DTYPE(BFloat16, BFloat16);
CHECK_DTYPE(Float8E5M2, Float8_e5m2);
CHECK_DTYPE(Float8E4M3FN, Float8_e4m3fn);
CHECK_DTYPE(Float8E5M2FNUZ, Float8_e5m2fnuz);
CHECK_DTYPE(Float8E4M3FNUZ, Float8_e4m3fnuz);
CHECK_DTYPE(UInt16, UInt16);
CHECK_DTYPE(UInt32, UInt32);
CHECK_DTYPE(UInt64, UInt64);
#undef CHECK_DTYPE

void torch_onnx::libtorch::fail(const std::string &text) {
  throw std::runtime_error(text);
}

c10::OperatorName torch_onnx::libtorch::readName(std::string_view name) {
  size_t first = name.find('.');
  size_t last = name.rfind('.');
  if (first == std::string_view::npos || first == last)
    fail("'" + std::string(name) + "' is not namespace.operator.overload");
  std::string qualified = std::string(name.substr(0, first)) + "::" +
                          std::string(name.substr(first + 1, last - first - 1));
  std::string overload(name.substr(last + 1));
  return {qualified, overload == "default" ? "" : overload};
}

c10::OperatorHandle torch_onnx::libtorch::findOperator(std::string_view name) {
  c10::OperatorName full = readName(name);
  return c10::Dispatcher::singleton().findSchemaOrThrow(
      full.name.c_str(), full.overload_name.c_str());
}

static at::Tensor getGeneratorState() {
  at::Generator generator = at::detail::getDefaultCPUGenerator();
  std::lock_guard<std::mutex> lock(generator.mutex());
  return generator.get_state();
}

void torch_onnx::libtorch::callWithoutDraws(const std::function<void()> &body) {
  at::Tensor before = getGeneratorState();
  body();
  if (!before.equal(getGeneratorState()))
    fail("it draws random numbers");
}

static at::Scalar makeScalar(const Value &value) {
  switch (value.tag) {
  case Tag::Int:
    return at::Scalar(value.integer);
  case Tag::Double:
    return at::Scalar(value.real);
  case Tag::Bool:
    return at::Scalar(value.integer != 0);
  case Tag::Complex:
    return at::Scalar(c10::complex<double>(value.real, value.imaginary));
  default:
    fail("a number is expected");
  }
}

at::Tensor torch_onnx::libtorch::makeWrappedNumber(const Value &value) {
  at::Tensor tensor = at::scalar_tensor(
      makeScalar(value), at::TensorOptions().dtype(
                             value.tag == Tag::Int      ? at::kLong
                             : value.tag == Tag::Bool   ? at::kBool
                             : value.tag == Tag::Double ? at::kDouble
                                                        : at::kComplexDouble));
  tensor.unsafeGetTensorImpl()->set_wrapped_number(true);
  return tensor;
}

at::Tensor torch_onnx::libtorch::viewTensor(const Tensor &tensor) {
  at::IntArrayRef sizes(tensor.sizes, tensor.rank);
  auto options =
      at::TensorOptions().dtype(static_cast<c10::ScalarType>(tensor.dtype));
  // from_blob does not accept a null pointer for an empty tensor.
  if (!tensor.data)
    return at::empty(sizes, options);
  void *data = const_cast<void *>(tensor.data);
  if (!tensor.strides)
    return at::from_blob(data, sizes, options);
  return at::from_blob(data, sizes,
                       at::IntArrayRef(tensor.strides, tensor.rank), options);
}

static int64_t makeLayout(std::string_view text) {
  if (text == "strided")
    return static_cast<int64_t>(c10::Layout::Strided);
  fail("layout " + std::string(text) + " is not supported");
}

static int64_t makeMemoryFormat(std::string_view text) {
  if (text == "contiguous_format")
    return static_cast<int64_t>(c10::MemoryFormat::Contiguous);
  if (text == "preserve_format")
    return static_cast<int64_t>(c10::MemoryFormat::Preserve);
  if (text == "channels_last")
    return static_cast<int64_t>(c10::MemoryFormat::ChannelsLast);
  if (text == "channels_last_3d")
    return static_cast<int64_t>(c10::MemoryFormat::ChannelsLast3d);
  fail("memory format " + std::string(text) + " is unknown");
}

c10::SymInt ArgumentMaker::makeSymInt(int64_t /*number*/) {
  fail("a number is expected");
}

c10::IValue ArgumentMaker::makeList(const Value &value,
                                    const c10::TypePtr &elementType,
                                    int64_t fixedSize) {
  if (value.tag != Tag::List && fixedSize == 0)
    fail("a list is expected");
  // `int[2]` accepts one number for both elements.
  size_t size = value.tag == Tag::List ? value.size : fixedSize;
  std::vector<c10::IValue> elements;
  for (size_t i = 0; i < size; ++i)
    elements.push_back(make(value.tag == Tag::List ? value.elements[i] : value,
                            elementType, 0));
  // A list of numbers without symbolic elements becomes a list of ints.
  if (elementType->kind() == c10::TypeKind::SymIntType) {
    std::vector<c10::SymInt> sizes;
    for (const c10::IValue &element : elements)
      sizes.push_back(element.toSymInt());
    return c10::IValue(sizes);
  }
  c10::impl::GenericList list(elementType);
  for (c10::IValue &element : elements)
    list.push_back(std::move(element));
  return list;
}

c10::IValue ArgumentMaker::make(const Value &value, const c10::TypePtr &type,
                                int64_t fixedSize) {
  if (auto optional = type->cast<c10::OptionalType>()) {
    if (value.tag == Tag::None)
      return c10::IValue();
    return make(value, optional->getElementType(), fixedSize);
  }
  switch (type->kind()) {
  case c10::TypeKind::TensorType:
    if (value.tag == Tag::Tensor)
      return makeTensor(value);
    return makeWrappedNumber(value);
  case c10::TypeKind::ListType:
    return makeList(value, type->expectRef<c10::ListType>().getElementType(),
                    fixedSize);
  case c10::TypeKind::IntType:
  case c10::TypeKind::SymIntType:
  case c10::TypeKind::ScalarTypeType:
  case c10::TypeKind::LayoutType:
  case c10::TypeKind::MemoryFormatType:
    if (value.tag == Tag::Int || value.tag == Tag::Bool ||
        value.tag == Tag::DType)
      return c10::IValue(value.integer);
    if (value.tag == Tag::SymInt)
      return c10::IValue(makeSymInt(value.integer));
    if (value.tag == Tag::Layout)
      return c10::IValue(makeLayout(getText(value)));
    if (value.tag == Tag::MemoryFormat)
      return c10::IValue(makeMemoryFormat(getText(value)));
    break;
  case c10::TypeKind::FloatType:
  case c10::TypeKind::SymFloatType:
    if (value.tag == Tag::Double)
      return c10::IValue(value.real);
    if (value.tag == Tag::Int || value.tag == Tag::Bool)
      return c10::IValue(static_cast<double>(value.integer));
    break;
  case c10::TypeKind::BoolType:
  case c10::TypeKind::SymBoolType:
    if (value.tag == Tag::Int || value.tag == Tag::Bool)
      return c10::IValue(value.integer != 0);
    break;
  case c10::TypeKind::NumberType:
    if (value.tag == Tag::SymInt)
      return c10::IValue(makeSymInt(value.integer));
    return c10::IValue(makeScalar(value));
  case c10::TypeKind::StringType:
    if (value.tag == Tag::String)
      return c10::IValue(std::string(getText(value)));
    break;
  case c10::TypeKind::DeviceObjType:
    if (value.tag == Tag::Device)
      return c10::IValue(makeDevice(getText(value)));
    break;
  default:
    break;
  }
  fail("an argument of type " + type->str() + " is expected");
}

torch::jit::Stack ArgumentMaker::makeStack(const c10::FunctionSchema &schema,
                                           const Value *args, size_t numArgs) {
  const std::vector<c10::Argument> &formals = schema.arguments();
  if (numArgs > formals.size())
    fail("it takes " + std::to_string(formals.size()) + " arguments, not " +
         std::to_string(numArgs));
  torch::jit::Stack stack;
  for (size_t i = 0; i < formals.size(); ++i) {
    const c10::Argument &formal = formals[i];
    // Only the real type distinguishes SymInt from int.
    if (i < numArgs)
      stack.push_back(
          make(args[i], formal.real_type(), formal.N().value_or(0)));
    else if (formal.default_value())
      stack.push_back(*formal.default_value());
    else
      fail("argument '" + formal.name() + "' is missing");
  }
  return stack;
}
