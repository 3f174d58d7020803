//===- Recorder.cpp - Recording of LibTorch's decompositions --------------===//
//
// Runs PyTorch's composite kernels on tensors that have a dtype and sizes but
// no elements. These tensors are on the device PrivateUse1, where `onCall` is
// the kernel of every ATen operator. `onCall` passes a call to the compiler,
// which returns the types of the results, or runs the composite kernel of the
// callee in turn.
//
// The recording fails if a kernel reads elements, branches on a size condition
// that the compiler cannot prove, or writes to memory that several tensors
// share.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "SymbolicSizes.h"

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <torch/library.h>

#include <deque>
#include <memory>
#include <vector>

using namespace torch_onnx::libtorch;

namespace {

const c10::Device recorderDevice(c10::DeviceType::PrivateUse1, 0);

using Guard = c10::impl::NoOpDeviceGuardImpl<c10::DeviceType::PrivateUse1>;
C10_REGISTER_GUARD_IMPL(PrivateUse1, Guard);

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// The memory of one or more tensors, each of which holds a pointer to it.
struct Memory {
  /// True for the memory of an argument and for memory that may have an alias.
  bool isShared = false;
};

/// Kernels without support for symbolic sizes call the functions for plain
/// sizes.
constexpr const char *needsConstantSizes =
    "LibTorch decomposes it for constant sizes only";

/// A value of the compiler. Its strides are those of a row-major tensor: a
/// program without memory has no views, only new tensors.
class RecordedTensor final : public c10::TensorImpl {
public:
  RecordedTensor(c10::ScalarType dtype, const std::vector<c10::SymInt> &sizes,
                 int64_t number, std::shared_ptr<Memory> memory)
      : TensorImpl(c10::DispatchKeySet(c10::DispatchKey::PrivateUse1),
                   c10::scalarTypeToTypeMeta(dtype), recorderDevice),
        number(number), memory(std::move(memory)) {
    std::vector<c10::SymInt> strides(sizes.size(), 1);
    for (size_t i = sizes.size(); i-- > 1;)
      strides[i - 1] = strides[i] * sizes[i];
    set_sizes_and_strides(sizes, strides);
    set_storage_access_should_throw();
    set_custom_sizes_strides(SizesStridesPolicy::CustomStrides);
  }

  static RecordedTensor &of(const at::Tensor &tensor) {
    auto *impl = dynamic_cast<RecordedTensor *>(tensor.unsafeGetTensorImpl());
    if (!impl)
      fail("it makes a tensor that was not recorded");
    return *impl;
  }

  /// The compiler's number of the current value.
  int64_t number;
  std::shared_ptr<Memory> memory;

private:
  // The sizes are requested only if a size is symbolic. The strides are always
  // requested.
  c10::IntArrayRef sizes_custom() const override { fail(needsConstantSizes); }
  int64_t numel_custom() const override { fail(needsConstantSizes); }
  c10::IntArrayRef strides_custom() const override {
    return has_symbolic_sizes_strides_ ? (fail(needsConstantSizes), sizes())
                                       : strides_default();
  }
  bool is_strides_like_custom(at::MemoryFormat) const override { return false; }
  c10::SymBool sym_is_non_overlapping_and_dense_custom() const override {
    return true;
  }
  c10::SymBool
  sym_is_contiguous_custom(at::MemoryFormat format) const override {
    return format == at::MemoryFormat::Contiguous;
  }
};

/// The arguments of the decomposed operator.
class RecordedArguments final : public ArgumentMaker {
  at::Tensor makeTensor(const Value &value) override;
  c10::Device makeDevice(std::string_view) override { return recorderDevice; }
  c10::SymInt makeSymInt(int64_t number) override {
    return SizeNode::makeSymInt({number, true});
  }
};

at::Tensor makeRecorded(const Value &value, std::shared_ptr<Memory> memory) {
  if (value.tag == Tag::None)
    return {};
  if (value.tag != Tag::Tensor)
    fail("a result is not a tensor");
  const Tensor &tensor = *value.tensor;
  std::vector<c10::SymInt> sizes;
  for (uint32_t i = 0; i < tensor.rank; ++i)
    sizes.push_back(SizeNode::makeSymInt(
        {tensor.sizes[i], tensor.isSymbolic && tensor.isSymbolic[i]}));
  return at::Tensor(c10::make_intrusive<RecordedTensor>(
      static_cast<c10::ScalarType>(tensor.dtype), sizes, value.integer,
      std::move(memory)));
}

at::Tensor RecordedArguments::makeTensor(const Value &value) {
  return makeRecorded(value, std::make_shared<Memory>(Memory{true}));
}

//===----------------------------------------------------------------------===//
// Conversion to plain data
//===----------------------------------------------------------------------===//

/// Values in plain data, with the data that they point to. Deques keep the
/// addresses of their elements.
class PlainValues {
public:
  /// `type` is the real type of the schema, which distinguishes enumerations
  /// from ints.
  Value make(const c10::IValue &value, const c10::TypePtr &type);

private:
  Value makeTensor(const at::Tensor &tensor);
  Value makeText(Tag tag, std::string text);
  Value makeScalar(const at::Scalar &scalar);

  std::deque<std::vector<Value>> lists;
  std::deque<std::string> texts;
  std::deque<Tensor> tensors;
  std::deque<at::Tensor> constants;
  std::deque<std::vector<int64_t>> sizes;
};

Value PlainValues::makeText(Tag tag, std::string text) {
  texts.push_back(std::move(text));
  Value value;
  value.tag = tag;
  value.text = texts.back().data();
  value.size = texts.back().size();
  return value;
}

Value makeNumber(const c10::SymInt &number) {
  Size size = SizeNode::of(number);
  Value value;
  value.tag = size.isSymbolic ? Tag::SymInt : Tag::Int;
  value.integer = size.value;
  return value;
}

Value PlainValues::makeScalar(const at::Scalar &scalar) {
  if (scalar.isSymbolic()) {
    if (!scalar.isSymInt())
      fail("it computes with a symbolic number that is not a size");
    return makeNumber(scalar.toSymInt());
  }
  Value value;
  if (scalar.isComplex()) {
    value.tag = Tag::Complex;
    value.real = scalar.toComplexDouble().real();
    value.imaginary = scalar.toComplexDouble().imag();
  } else if (scalar.isFloatingPoint()) {
    value.tag = Tag::Double;
    value.real = scalar.toDouble();
  } else if (scalar.isBoolean()) {
    value.tag = Tag::Bool;
    value.integer = scalar.toBool();
  } else {
    value.tag = Tag::Int;
    value.integer = scalar.toLong();
  }
  return value;
}

Value PlainValues::makeTensor(const at::Tensor &tensor) {
  if (!tensor.defined())
    return {};
  Value value;
  if (tensor.device().is_cpu()) {
    // A Python number, or a constant that the kernel made.
    if (tensor.unsafeGetTensorImpl()->is_wrapped_number())
      return makeScalar(tensor.item());
    if (tensor.layout() != at::kStrided || tensor.is_quantized())
      fail("it makes a tensor that is not dense");
    constants.push_back(tensor.resolve_conj().resolve_neg().contiguous());
    const at::Tensor &kept = constants.back();
    value.integer = -1;
    tensors.push_back({static_cast<DType>(kept.scalar_type()),
                       static_cast<uint32_t>(kept.dim()), kept.sizes().data(),
                       nullptr, kept.const_data_ptr()});
  } else {
    value.integer = RecordedTensor::of(tensor).number;
    tensors.push_back({static_cast<DType>(tensor.scalar_type()),
                       static_cast<uint32_t>(tensor.dim()), nullptr, nullptr,
                       nullptr});
  }
  value.tag = Tag::Tensor;
  value.tensor = &tensors.back();
  return value;
}

std::string getMemoryFormat(c10::MemoryFormat format) {
  switch (format) {
  case c10::MemoryFormat::Contiguous:
    return "contiguous_format";
  case c10::MemoryFormat::Preserve:
    return "preserve_format";
  case c10::MemoryFormat::ChannelsLast:
    return "channels_last";
  case c10::MemoryFormat::ChannelsLast3d:
    return "channels_last_3d";
  default:
    fail("it asks for an unknown memory format");
  }
}

Value PlainValues::make(const c10::IValue &value, const c10::TypePtr &type) {
  Value result;
  if (value.isNone())
    return result;
  if (auto optional = type->cast<c10::OptionalType>())
    return make(value, optional->getElementType());
  if (value.isList()) {
    c10::TypePtr elementType =
        type->kind() == c10::TypeKind::ListType
            ? type->expectRef<c10::ListType>().getElementType()
            : type;
    std::vector<Value> elements;
    for (const c10::IValue &element : value.toListRef())
      elements.push_back(make(element, elementType));
    lists.push_back(std::move(elements));
    result.tag = Tag::List;
    result.elements = lists.back().data();
    result.size = lists.back().size();
    return result;
  }
  switch (type->kind()) {
  case c10::TypeKind::ScalarTypeType:
    result.tag = Tag::DType;
    result.integer = value.toInt();
    return result;
  case c10::TypeKind::LayoutType:
    if (value.toLayout() != at::kStrided)
      fail("it asks for a layout that is not strided");
    return makeText(Tag::Layout, "strided");
  case c10::TypeKind::MemoryFormatType:
    return makeText(Tag::MemoryFormat, getMemoryFormat(value.toMemoryFormat()));
  default:
    break;
  }
  if (value.isTensor())
    return makeTensor(value.toTensor());
  if (value.isInt() || value.isSymInt())
    return makeNumber(value.toSymInt());
  if (value.isScalar())
    return makeScalar(value.toScalar());
  if (value.isString())
    return makeText(Tag::String, value.toStringRef());
  if (value.isDevice())
    return makeText(Tag::Device, "cpu");
  fail("it passes an argument of type " + value.type()->str());
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

std::string getName(const c10::OperatorHandle &op) {
  std::string name = op.schema().name();
  size_t colons = name.find("::");
  const std::string &overload = op.schema().overload_name();
  return name.substr(0, colons) + "." + name.substr(colons + 2) + "." +
         (overload.empty() ? "default" : overload);
}

bool isTensor(const c10::TypePtr &type) {
  if (auto list = type->cast<c10::ListType>())
    return isTensor(list->getElementType());
  if (auto optional = type->cast<c10::OptionalType>())
    return isTensor(optional->getElementType());
  return type->kind() == c10::TypeKind::TensorType;
}

bool returnsTensors(const c10::FunctionSchema &schema) {
  return std::all_of(
      schema.returns().begin(), schema.returns().end(),
      [](const c10::Argument &result) { return isTensor(result.type()); });
}

/// Converts the compiler's answer to a recorded call into results for the
/// kernel.
struct Answers {
  std::shared_ptr<Memory> memory;
  std::vector<c10::IValue> values;
  std::string error;

  c10::IValue make(const Value &value) const {
    if (value.tag != Tag::List)
      return makeRecorded(value, memory ? memory : std::make_shared<Memory>());
    c10::List<at::Tensor> list;
    for (size_t i = 0; i < value.size; ++i)
      list.push_back(make(value.elements[i]).toTensor());
    return list;
  }
};

void record(const std::string &name, const c10::FunctionSchema &schema,
            const c10::IValue *args, Answers &answers) {
  PlainValues plain;
  std::vector<Value> values;
  for (size_t i = 0; i < schema.arguments().size(); ++i)
    values.push_back(plain.make(args[i], schema.arguments()[i].real_type()));
  int ok = compiler->record(
      name, values,
      [](void *user, size_t, const Value *result) {
        // No exception may leave a callback.
        auto *answers = static_cast<Answers *>(user);
        reportErrors(
            [](void *into, const char *text, size_t size) {
              static_cast<Answers *>(into)->error.assign(text, size);
            },
            user, [&] { answers->values.push_back(answers->make(*result)); });
      },
      [](void *user, const char *text, size_t size) {
        static_cast<Answers *>(user)->error.assign(text, size);
      },
      &answers);
  if (!answers.error.empty())
    fail(answers.error);
  if (!ok || answers.values.size() != schema.returns().size())
    fail("'" + name + "' was not given its results");
}

/// Records an operator that writes to its first argument. The tensor gets the
/// new value. The write has no other effect, because no other tensor may share
/// the memory.
void recordWrite(const std::string &name, const c10::FunctionSchema &schema,
                 torch::jit::Stack &stack, size_t firstArg) {
  for (const c10::Argument &arg : schema.arguments()) {
    bool isFirst = &arg == schema.arguments().data();
    bool isWritten = arg.alias_info() && arg.alias_info()->isWrite();
    if (isWritten != isFirst)
      fail("it calls '" + name +
           "', which writes to a tensor that is not its "
           "first argument");
  }
  if (!stack[firstArg].isTensor() || schema.returns().size() > 1)
    fail("it calls '" + name + "', which writes to several tensors");
  at::Tensor self = stack[firstArg].toTensor();
  RecordedTensor &impl = RecordedTensor::of(self);
  if (impl.memory->isShared || impl.memory.use_count() > 1)
    fail("it calls '" + name +
         "', which writes to memory that another tensor looks into");
  Answers answers;
  record(name, schema, stack.data() + firstArg, answers);
  impl.number = RecordedTensor::of(answers.values.front().toTensor()).number;
  torch::jit::drop(stack, schema.arguments().size());
  if (!schema.returns().empty())
    stack.emplace_back(std::move(self));
}

/// Returns the memory of the results of a call: null for new memory, the memory
/// of the only aliased argument, or memory that must not be written.
std::shared_ptr<Memory> getMemory(const c10::OperatorHandle &op,
                                  const c10::IValue *args) {
  // A composite kernel may return its argument without declaring the alias
  // (dropout).
  bool mayAlias =
      op.hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd);
  std::vector<std::shared_ptr<Memory>> memories;
  auto add = [&](const at::Tensor &tensor) {
    if (tensor.defined() && !tensor.device().is_cpu())
      memories.push_back(RecordedTensor::of(tensor).memory);
    else if (tensor.defined())
      memories.push_back(std::make_shared<Memory>(Memory{true}));
  };
  const std::vector<c10::Argument> &formals = op.schema().arguments();
  for (size_t i = 0; i < formals.size(); ++i) {
    if (!formals[i].alias_info() && !mayAlias)
      continue;
    if (args[i].isTensor())
      add(args[i].toTensor());
    else if (args[i].isList())
      for (const c10::IValue &element : args[i].toListRef())
        if (element.isTensor())
          add(element.toTensor());
  }
  if (memories.empty())
    return nullptr;
  if (memories.size() > 1)
    for (const std::shared_ptr<Memory> &memory : memories)
      memory->isShared = true;
  return memories.front();
}

/// Returns the composite kernel of an operator, if there is one.
std::optional<c10::DispatchKey> getCompositeKey(const c10::OperatorHandle &op) {
  for (auto key : {c10::DispatchKey::CompositeImplicitAutograd,
                   c10::DispatchKey::CompositeExplicitAutograd})
    if (op.hasKernelForDispatchKey(key))
      return key;
  return std::nullopt;
}

/// The kernel of every operator on PrivateUse1.
void onCall(const c10::OperatorHandle &op, c10::DispatchKeySet,
            torch::jit::Stack *stack) {
  const c10::FunctionSchema &schema = op.schema();
  std::string name = getName(op);
  if (!compiler)
    fail("'" + name + "' is called outside of a decomposition");
  bool isImplicit =
      op.hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd);
  size_t firstArg = stack->size() - schema.arguments().size();
  if (schema.is_mutable() && !isImplicit)
    return recordWrite(name, schema, *stack, firstArg);
  bool isWanted = !schema.is_mutable() && returnsTensors(schema) &&
                  compiler->isWanted(name);
  if (!isWanted)
    if (std::optional<c10::DispatchKey> key = getCompositeKey(op))
      return op.callBoxedForDispatchKey(*key, *stack);
  if (!returnsTensors(schema))
    fail("it calls '" + name + "', which reads elements");
  // The compiler has no strides.
  if (schema.name() == "aten::as_strided")
    fail("it calls '" + name + "', which depends on strides");
  Answers answers;
  const c10::IValue *args = stack->data() + firstArg;
  answers.memory = getMemory(op, args);
  record(name, schema, args, answers);
  torch::jit::drop(*stack, schema.arguments().size());
  for (c10::IValue &value : answers.values)
    stack->push_back(std::move(value));
}

/// Registers `onCall` for every operator. A fallback is not enough: it is not
/// called for operators with a composite kernel.
void registerKernels() {
  static torch::Library library(torch::Library::IMPL, "aten",
                                c10::DispatchKey::PrivateUse1, __FILE__,
                                __LINE__);
  static const bool once = [] {
    for (const c10::OperatorName &name :
         c10::Dispatcher::singleton().getAllOpNames()) {
      if (name.getNamespace() != "aten" ||
          !c10::Dispatcher::singleton().findSchema(name))
        continue;
      std::string local = name.name.substr(strlen("aten::"));
      if (!name.overload_name.empty())
        local += "." + name.overload_name;
      library.impl(local.c_str(),
                   torch::CppFunction::makeFromBoxedFunction<&onCall>());
    }
    return true;
  }();
  (void)once;
}

struct CompilerScope {
  explicit CompilerScope(const Compiler &current) { compiler = &current; }
  ~CompilerScope() { compiler = nullptr; }
};

/// Translates an exception of a kernel into a message for a user who did not
/// call the kernel.
std::string explain(const std::string &text) {
  auto contains = [&](const char *part) {
    return text.find(part) != std::string::npos;
  };
  if (contains("only concrete integers"))
    return needsConstantSizes;
  // Thrown by SymNodeImpl for operations that SizeNode does not override.
  if (contains("NYI"))
    return "it computes with sizes as with real numbers";
  if (contains("data pointer") || contains("storage"))
    return "LibTorch decomposes it by its elements";
  // Only the first line; the rest is for developers of PyTorch.
  return "LibTorch: " + text.substr(0, text.find('\n'));
}

void decomposeOrThrow(std::string_view name, const Value *args, size_t numArgs,
                      const DecomposeCallbacks &callbacks,
                      ResultCallback onResult, void *user) {
  c10::OperatorHandle op = findOperator(name);
  std::optional<c10::DispatchKey> key = getCompositeKey(op);
  if (!key)
    fail("LibTorch does not express it by other operators");
  if (op.schema().is_mutable())
    fail("it writes to an argument");
  registerKernels();
  c10::InferenceMode inference;
  Compiler current(callbacks, user);
  CompilerScope scope(current);
  torch::jit::Stack stack =
      RecordedArguments().makeStack(op.schema(), args, numArgs);
  // Random numbers drawn on the CPU would become constants of the program.
  callWithoutDraws([&] { op.callBoxedForDispatchKey(*key, stack); });
  PlainValues plain;
  std::vector<Value> results;
  for (size_t i = 0; i < stack.size(); ++i)
    results.push_back(
        plain.make(stack[i], op.schema().returns()[i].real_type()));
  for (size_t i = 0; i < results.size(); ++i)
    onResult(user, i, &results[i]);
}

} // namespace

int torch_onnx::libtorch::decompose(const char *name, size_t nameSize,
                                    const Value *args, size_t numArgs,
                                    const DecomposeCallbacks *callbacks,
                                    ResultCallback onResult,
                                    ErrorCallback onError, void *user) {
  return reportErrors(onError, user, [&] {
    try {
      decomposeOrThrow({name, nameSize}, args, numArgs, *callbacks, onResult,
                       user);
    } catch (const c10::Error &error) {
      fail(explain(error.what_without_backtrace()));
    }
  });
}
