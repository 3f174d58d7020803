//===- Plugin.cpp - Runs one ATen operator through LibTorch ---------------===//
//
// The only file that includes LibTorch. It is built as a plug-in of its own,
// with exceptions and RTTI, and speaks plain data (Interface.h). Operators run
// boxed, on the CPU, on one thread, in inference mode: the numbers are eager's.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/LibTorch/Interface.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Parallel.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/core/InferenceMode.h>
#include <torch/headeronly/version.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using namespace torch_onnx::libtorch;

namespace {

// Our numbers are PyTorch's.
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

[[noreturn]] void fail(const std::string &text) {
  throw std::runtime_error(text);
}

std::string_view getText(const Value &value) {
  return {value.text, value.size};
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

at::Tensor makeTensor(const Tensor &tensor) {
  at::IntArrayRef sizes(tensor.sizes, tensor.rank);
  auto options =
      at::TensorOptions().dtype(static_cast<c10::ScalarType>(tensor.dtype));
  // from_blob does not take a null pointer for no elements.
  if (!tensor.data)
    return at::empty(sizes, options);
  // Nothing writes to it: operators that write are refused.
  void *data = const_cast<void *>(tensor.data);
  if (!tensor.strides)
    return at::from_blob(data, sizes, options);
  return at::from_blob(data, sizes,
                       at::IntArrayRef(tensor.strides, tensor.rank), options);
}

at::Scalar makeScalar(const Value &value) {
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

/// A number where a tensor is expected takes part in type promotion as Python
/// numbers do.
at::Tensor makeWrappedNumber(const Value &value) {
  at::Tensor tensor = at::scalar_tensor(
      makeScalar(value), at::TensorOptions().dtype(
                             value.tag == Tag::Int      ? at::kLong
                             : value.tag == Tag::Bool   ? at::kBool
                             : value.tag == Tag::Double ? at::kDouble
                                                        : at::kComplexDouble));
  tensor.unsafeGetTensorImpl()->set_wrapped_number(true);
  return tensor;
}

int64_t makeLayout(std::string_view text) {
  if (text == "strided")
    return static_cast<int64_t>(c10::Layout::Strided);
  fail("layout " + std::string(text) + " is not supported");
}

int64_t makeMemoryFormat(std::string_view text) {
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

c10::IValue makeArgument(const Value &value, const c10::TypePtr &type,
                         int64_t fixedSize);

c10::IValue makeList(const Value &value, const c10::TypePtr &elementType,
                     int64_t fixedSize) {
  // The boxed calling convention wants int lists for SymInt lists.
  c10::TypePtr boxedType = elementType->kind() == c10::TypeKind::SymIntType
                               ? c10::TypePtr(c10::IntType::get())
                               : elementType;
  c10::impl::GenericList list(boxedType);
  if (value.tag == Tag::List) {
    for (size_t i = 0; i < value.size; ++i)
      list.push_back(makeArgument(value.elements[i], elementType, 0));
  } else if (fixedSize > 0) {
    // `int[2]` takes one number for both.
    for (int64_t i = 0; i < fixedSize; ++i)
      list.push_back(makeArgument(value, elementType, 0));
  } else {
    fail("a list is expected");
  }
  return list;
}

c10::IValue makeArgument(const Value &value, const c10::TypePtr &type,
                         int64_t fixedSize) {
  if (auto optional = type->cast<c10::OptionalType>()) {
    if (value.tag == Tag::None)
      return c10::IValue();
    return makeArgument(value, optional->getElementType(), fixedSize);
  }
  switch (type->kind()) {
  case c10::TypeKind::TensorType:
    if (value.tag == Tag::Tensor)
      return makeTensor(*value.tensor);
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
    return c10::IValue(makeScalar(value));
  case c10::TypeKind::StringType:
    if (value.tag == Tag::String)
      return c10::IValue(std::string(getText(value)));
    break;
  case c10::TypeKind::DeviceObjType:
    if (value.tag == Tag::Device) {
      // Constants live in host memory whatever device the program was
      // exported on, and the kernels here are the CPU's.
      if (getText(value) == "meta")
        fail("the meta device has no values");
      return c10::IValue(c10::Device(c10::kCPU));
    }
    break;
  default:
    break;
  }
  fail("an argument of type " + type->str() + " is expected");
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

c10::OperatorHandle findOperator(std::string_view name) {
  size_t first = name.find('.');
  size_t last = name.rfind('.');
  if (first == std::string_view::npos || first == last)
    fail("'" + std::string(name) + "' is not namespace.operator.overload");
  std::string qualified = std::string(name.substr(0, first)) + "::" +
                          std::string(name.substr(first + 1, last - first - 1));
  std::string overload(name.substr(last + 1));
  return c10::Dispatcher::singleton().findSchemaOrThrow(
      qualified.c_str(), overload == "default" ? "" : overload.c_str());
}

void refuseUnfoldable(const c10::OperatorHandle &op) {
  const c10::FunctionSchema &schema = op.schema();
  if (schema.is_mutable())
    fail("it writes to an argument");
  for (const c10::Argument &result : schema.returns())
    if (result.alias_info() && result.alias_info()->isWrite())
      fail("it writes to an argument");
  if (op.hasTag(at::Tag::nondeterministic_seeded))
    fail("it draws random numbers");
  // No tag tells these: aten::empty, empty_like, new_empty, empty_strided, ...
  if (schema.name().find("empty") != std::string::npos)
    fail("it returns uninitialized memory");
}

/// Random operators that have no tag still move the generator.
at::Tensor getGeneratorState() {
  at::Generator generator = at::detail::getDefaultCPUGenerator();
  std::lock_guard<std::mutex> lock(generator.mutex());
  return generator.get_state();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// A result in plain data; owns what `value` points to.
struct Result {
  at::Tensor storage;
  Tensor tensor = {};
  std::vector<Result> elements;
  std::vector<Value> elementValues;
  Value value;
};

void setResult(Result &result, const c10::IValue &value) {
  if (value.isNone())
    return;
  if (value.isTensor()) {
    const at::Tensor &given = value.toTensor();
    if (!given.defined())
      return;
    if (given.layout() != at::kStrided || !given.device().is_cpu() ||
        given.is_quantized())
      fail("it has a result that is not a dense tensor");
    result.storage = given.resolve_conj().resolve_neg().contiguous();
    result.tensor.dtype = static_cast<DType>(result.storage.scalar_type());
    result.tensor.rank = result.storage.dim();
    result.tensor.sizes = result.storage.sizes().data();
    result.tensor.data = result.storage.const_data_ptr();
    result.value.tag = Tag::Tensor;
    result.value.tensor = &result.tensor;
  } else if (value.isInt()) {
    result.value.tag = Tag::Int;
    result.value.integer = value.toInt();
  } else if (value.isDouble()) {
    result.value.tag = Tag::Double;
    result.value.real = value.toDouble();
  } else if (value.isBool()) {
    result.value.tag = Tag::Bool;
    result.value.integer = value.toBool();
  } else if (value.isList()) {
    c10::List<c10::IValue> list = value.toList();
    result.elements.resize(list.size());
    for (size_t i = 0; i < list.size(); ++i) {
      setResult(result.elements[i], list.get(i));
      result.elementValues.push_back(result.elements[i].value);
    }
    result.value.tag = Tag::List;
    result.value.elements = result.elementValues.data();
    result.value.size = result.elementValues.size();
  } else {
    fail("it has a result of type " + value.type()->str());
  }
}

void evaluateOrThrow(std::string_view name, const Value *args, size_t numArgs,
                     ResultCallback onResult, void *user) {
  c10::OperatorHandle op = findOperator(name);
  refuseUnfoldable(op);
  const std::vector<c10::Argument> &formals = op.schema().arguments();
  if (numArgs > formals.size())
    fail("it takes " + std::to_string(formals.size()) + " arguments, not " +
         std::to_string(numArgs));

  c10::InferenceMode guard;
  c10::Stack stack;
  for (size_t i = 0; i < formals.size(); ++i) {
    const c10::Argument &formal = formals[i];
    if (i < numArgs)
      stack.push_back(
          makeArgument(args[i], formal.type(), formal.N().value_or(0)));
    else if (formal.default_value())
      stack.push_back(*formal.default_value());
    else
      fail("argument '" + formal.name() + "' is missing");
  }

  at::Tensor before = getGeneratorState();
  op.callBoxed(stack);
  if (!before.equal(getGeneratorState()))
    fail("it draws random numbers");

  // All results first: a failure must not come after half of them.
  std::vector<Result> results(stack.size());
  for (size_t i = 0; i < stack.size(); ++i)
    setResult(results[i], stack[i]);
  for (size_t i = 0; i < stack.size(); ++i)
    onResult(user, i, &results[i].value);
}

int evaluate(const char *name, size_t nameSize, const Value *args,
             size_t numArgs, ResultCallback onResult, ErrorCallback onError,
             void *user) {
  std::string error;
  try {
    evaluateOrThrow({name, nameSize}, args, numArgs, onResult, user);
    return 1;
  } catch (const c10::Error &exception) {
    error = exception.what_without_backtrace();
  } catch (const std::exception &exception) {
    error = exception.what();
  } catch (...) {
    error = "unknown exception";
  }
  onError(user, error.data(), error.size());
  return 0;
}

const char *libTorchVersion() { return TORCH_VERSION; }

} // namespace

extern "C" __attribute__((visibility("default"))) const Api *
torch_onnx::libtorch::torchOnnxLibTorchGetApi(uint32_t version) {
  static const Api api = {interfaceVersion, evaluate, libTorchVersion};
  if (version != interfaceVersion)
    return nullptr;
  // A compiler has better uses for the other cores, and sums in one order.
  at::set_num_threads(1);
  return &api;
}
