//===- Stable.cpp - Operators by PyTorch's stable C functions -------------===//
//
// See Stable.h. Each argument is passed as 64 bits. LibTorch reads them by the
// type of the argument in its own schema. No stable function returns a schema,
// so the table of this project is used. Each call states the version of the
// table, and a newer LibTorch adapts the arguments to its schema.
//
//===----------------------------------------------------------------------===//

#include "Stable.h"

#include "torch-onnx/Arithmetic/Shapes.h"
#include "torch-onnx/Dialect/Torch/IR/Schema.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VersionTuple.h"

#include <array>
#include <cstring>
#include <dlfcn.h>
#include <list>

using namespace torch_onnx;
using namespace torch_onnx::libtorch;
using llvm::ArrayRef;
using llvm::StringRef;
using torch::ArgKind;
using torch::ArgType;
using torch::Schema;
using torch::SchemaArg;

/// A number, a handle of a tensor, list or text, or the address of an optional
/// number.
using Stable = uint64_t;

// Name, result, parameters. All but abi_version return 0 on success.
#define STABLE_FUNCTIONS(F)                                                    \
  F(torch_call_dispatcher, int,                                                \
    (const char *, const char *, Stable *, uint64_t))                          \
  F(aoti_torch_create_tensor_from_blob, int,                                   \
    (void *, int64_t, const int64_t *, const int64_t *, int64_t, int32_t,      \
     int32_t, int32_t, void **))                                               \
  F(aoti_torch_empty_strided, int,                                             \
    (int64_t, const int64_t *, const int64_t *, int32_t, int32_t, int32_t,     \
     void **))                                                                 \
  F(aoti_torch_delete_tensor_object, int, (void *))                            \
  F(aoti_torch_is_defined, int, (void *, bool *))                              \
  F(aoti_torch_get_layout, int, (void *, int32_t *))                           \
  F(aoti_torch_get_dtype, int, (void *, int32_t *))                            \
  F(aoti_torch_get_dim, int, (void *, int64_t *))                              \
  F(aoti_torch_get_sizes, int, (void *, int64_t **))                           \
  F(aoti_torch_get_data_ptr, int, (void *, void **))                           \
  F(aoti_torch_grad_mode_is_enabled, bool, ())                                 \
  F(aoti_torch_grad_mode_set_enabled, void, (bool))                            \
  F(torch_new_list_reserve_size, int, (size_t, void **))                       \
  F(torch_list_push_back, int, (void *, Stable))                               \
  F(torch_list_size, int, (void *, size_t *))                                  \
  F(torch_list_get_item, int, (void *, size_t, Stable *))                      \
  F(torch_delete_list, int, (void *))                                          \
  F(torch_new_string_handle, int, (const char *, size_t, void **))             \
  F(torch_delete_string, int, (void *))                                        \
  F(torch_get_num_threads, int, (uint32_t *))

namespace {
struct Functions {
#define DECLARE(NAME, RESULT, PARAMETERS) RESULT(*NAME) PARAMETERS = nullptr;
  STABLE_FUNCTIONS(DECLARE)
#undef DECLARE
  // From 2.13 on.
  int (*torch_new_stable_ivalue)(Stable **) = nullptr;
  int (*torch_delete_stable_ivalue)(Stable *) = nullptr;
  const char *(*torch_exception_get_what_without_backtrace)() = nullptr;
  // Of the OpenMP runtime of LibTorch.
  void (*omp_set_num_threads)(int) = nullptr;
};
} // namespace

static Functions functions;
static std::string version;

template <typename Function>
static bool bind(void *library, Function *&function, const char *name) {
  function = reinterpret_cast<Function *>(dlsym(library, name));
  return function;
}

static constexpr int32_t kCpu = 0, kStrided = 0;

//===----------------------------------------------------------------------===//
// Refusals
//===----------------------------------------------------------------------===//

static llvm::Error fail(const llvm::Twine &text) {
  return llvm::createStringError(text);
}

/// Keeps the first of several errors.
static void keepFirst(llvm::Error &first, llvm::Error next) {
  if (!first)
    first = std::move(next);
  else
    llvm::consumeError(std::move(next));
}

/// The types that LibTorch converts (to_ivalue in torch/csrc/shim_common.cpp).
static bool hasStableForm(const ArgType &type) {
  return type.kind != ArgKind::Scalar && type.kind != ArgKind::Other;
}

/// True if an argument lets the operator draw random numbers. The stable
/// functions do not tell afterwards whether it did.
static bool mayDraw(const SchemaArg &arg, const Value &value) {
  bool decides = llvm::StringSwitch<bool>(arg.name)
                     .Cases({"dropout", "dropout_p", "train", "training"}, true)
                     .Default(false);
  return arg.type.kind == ArgKind::Generator ||
         (decides && (value.integer != 0 || value.real != 0));
}

static llvm::Error refuseUnsupported(const Schema &schema,
                                     ArrayRef<Value> args) {
  if (schema.isMutable())
    return fail("it writes to an argument");
  if (schema.isRandom())
    return fail("it draws random numbers");
  if (schema.getName().contains("empty"))
    return fail("it returns uninitialized memory");
  if (args.size() > schema.getArgs().size())
    return fail("it has too many arguments");
  for (auto [index, arg] : llvm::enumerate(schema.getArgs())) {
    if (index >= args.size())
      return fail("argument '" + arg.name + "' is missing");
    if (mayDraw(arg, args[index]))
      return fail("it may draw random numbers");
    if (!hasStableForm(arg.type))
      return fail("the stable interface of PyTorch " + version +
                  " has no form for its argument '" + arg.name + "'");
  }
  for (const SchemaArg &result : schema.getReturns())
    if (!hasStableForm(result.type) || result.type.optional)
      return fail("the stable interface of PyTorch " + version +
                  " has no form for its result");
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

template <typename T> static Stable pack(T value) {
  static_assert(sizeof(T) <= sizeof(Stable));
  Stable result = 0;
  std::memcpy(&result, &value, sizeof(T));
  return result;
}

namespace {
/// The arguments of one call. Owns them until they are released to LibTorch.
class Arguments {
public:
  Arguments() = default;
  Arguments(const Arguments &) = delete;
  ~Arguments() {
    for (auto &[handle, free] : llvm::reverse(owned))
      free(handle);
  }
  void release() { owned.clear(); }

  llvm::Expected<Stable> make(const Value &value, const ArgType &type);

private:
  llvm::Expected<Stable> makeTensor(const Value &value);
  llvm::Expected<Stable> makeSingle(const Value &value, ArgKind kind);
  llvm::Expected<Stable> makeList(const Value &value, const ArgType &type);
  Stable makePresent(Stable value);

  Stable keep(void *handle, void (*free)(void *)) {
    owned.emplace_back(handle, free);
    return pack(handle);
  }

  llvm::SmallVector<std::pair<void *, void (*)(void *)>> owned;
};
} // namespace

llvm::Expected<Stable> Arguments::makeTensor(const Value &value) {
  if (value.tag != Tag::Tensor)
    return fail("a tensor is expected");
  const Tensor &tensor = *value.tensor;
  llvm::SmallVector<int64_t> strides =
      arithmetic::getRowMajorStrides({tensor.sizes, tensor.rank});
  const int64_t *steps = tensor.strides ? tensor.strides : strides.data();
  auto dtype = static_cast<int32_t>(tensor.dtype);
  void *handle = nullptr;
  // The tensor is read-only, because operators that write are refused.
  int failed =
      tensor.data
          ? functions.aoti_torch_create_tensor_from_blob(
                const_cast<void *>(tensor.data), tensor.rank, tensor.sizes,
                steps, 0, dtype, kCpu, -1, &handle)
          : functions.aoti_torch_empty_strided(tensor.rank, tensor.sizes, steps,
                                               dtype, kCpu, -1, &handle);
  if (failed)
    return fail("a tensor cannot be made");
  return keep(handle, [](void *handle) {
    functions.aoti_torch_delete_tensor_object(handle);
  });
}

/// The numbers of c10::MemoryFormat.
static llvm::Expected<Stable> makeMemoryFormat(StringRef text) {
  int64_t number = llvm::StringSwitch<int64_t>(text)
                       .Case("contiguous_format", 0)
                       .Case("preserve_format", 1)
                       .Case("channels_last", 2)
                       .Case("channels_last_3d", 3)
                       .Default(-1);
  if (number < 0)
    return fail("memory format " + text + " is unknown");
  return pack(number);
}

llvm::Expected<Stable> Arguments::makeSingle(const Value &value, ArgKind kind) {
  StringRef text(value.text, value.text ? value.size : 0);
  bool isNumber = value.tag == Tag::Int || value.tag == Tag::Bool;
  switch (kind) {
  case ArgKind::Tensor:
    return makeTensor(value);
  case ArgKind::Int:
  case ArgKind::SymInt:
    if (isNumber)
      return pack(value.integer);
    break;
  case ArgKind::Float:
    if (isNumber)
      return pack(static_cast<double>(value.integer));
    if (value.tag == Tag::Double)
      return pack(value.real);
    break;
  case ArgKind::Bool:
    if (isNumber)
      return pack(value.integer != 0);
    break;
  case ArgKind::ScalarType:
    if (value.tag == Tag::DType)
      return pack(value.integer);
    break;
  case ArgKind::Layout:
    if (value.tag == Tag::Layout && text == "strided")
      return pack(int64_t(kStrided));
    break;
  case ArgKind::MemoryFormat:
    if (value.tag == Tag::MemoryFormat)
      return makeMemoryFormat(text);
    break;
  case ArgKind::Device:
    // Constants are in host memory whatever device the program was exported
    // for. The lower half is the index, -1 for none.
    if (value.tag == Tag::Device && text != "meta")
      return pack(uint64_t(kCpu) << 32 | uint32_t(-1));
    break;
  case ArgKind::String:
    if (void *handle = nullptr;
        value.tag == Tag::String &&
        !functions.torch_new_string_handle(text.data(), text.size(), &handle))
      return keep(handle,
                  [](void *handle) { functions.torch_delete_string(handle); });
    break;
  default:
    break;
  }
  return fail("an argument has another form than its schema");
}

/// An optional value that is present is in memory that LibTorch frees.
Stable Arguments::makePresent(Stable value) {
  Stable *kept = nullptr;
  if (functions.torch_new_stable_ivalue)
    functions.torch_new_stable_ivalue(&kept);
  else
    kept = new Stable;
  *kept = value;
  return keep(kept, [](void *kept) {
    if (functions.torch_delete_stable_ivalue)
      functions.torch_delete_stable_ivalue(static_cast<Stable *>(kept));
    else
      delete static_cast<Stable *>(kept);
  });
}

llvm::Expected<Stable> Arguments::makeList(const Value &value,
                                           const ArgType &type) {
  bool isRepeated = value.tag != Tag::List && type.fixedSize > 0;
  if (value.tag != Tag::List && !isRepeated)
    return fail("a list is expected");
  void *list = nullptr;
  size_t size = isRepeated ? type.fixedSize : value.size;
  if (functions.torch_new_list_reserve_size(size, &list))
    return fail("a list cannot be made");
  // The list does not own its elements.
  Stable result =
      keep(list, [](void *list) { functions.torch_delete_list(list); });
  ArgType elementType = {type.kind, /*isList=*/false, type.elementOptional};
  for (size_t i = 0; i < size; ++i) {
    llvm::Expected<Stable> element =
        make(isRepeated ? value : value.elements[i], elementType);
    if (!element)
      return element.takeError();
    functions.torch_list_push_back(list, *element);
  }
  return result;
}

llvm::Expected<Stable> Arguments::make(const Value &value,
                                       const ArgType &type) {
  // A list of optional elements is itself optional in no schema.
  if (value.tag == Tag::None && (type.optional || type.elementOptional))
    return Stable(0);
  llvm::Expected<Stable> made =
      type.isList ? makeList(value, type) : makeSingle(value, type.kind);
  return made && type.optional ? makePresent(*made) : std::move(made);
}

//===----------------------------------------------------------------------===//
// Calls and results
//===----------------------------------------------------------------------===//

/// Calls an operator. LibTorch owns the arguments in `stack` from then on.
static llvm::Error call(StringRef name, llvm::MutableArrayRef<Stable> stack) {
  auto [space, rest] = name.split('.');
  auto [base, overload] = rest.split('.');
  std::string qualified = (space + "::" + base).str();
  std::string suffix = overload == "default" ? "" : overload.str();
  // The version of the schemas, in the form of TORCH_ABI_VERSION.
  llvm::VersionTuple schemas;
  schemas.tryParse(Schema::getTorchVersion());
  uint64_t built = uint64_t(schemas.getMajor()) << 56 |
                   uint64_t(schemas.getMinor().value_or(0)) << 48;
  if (!functions.torch_call_dispatcher(qualified.c_str(), suffix.c_str(),
                                       stack.data(), built))
    return llvm::Error::success();
  if (functions.torch_exception_get_what_without_backtrace)
    return fail(functions.torch_exception_get_what_without_backtrace());
  return fail("PyTorch " + version + " refuses it");
}

namespace {
/// A result in plain data; owns what `value` points to.
struct Result {
  void *handle = nullptr;
  Tensor tensor = {};
  std::list<Result> elements;
  std::vector<Value> elementValues;
  Value value;

  Result() = default;
  Result(const Result &) = delete;
  ~Result() {
    if (handle)
      functions.aoti_torch_delete_tensor_object(handle);
  }

  /// Replaces the tensor by the result of an operator.
  llvm::Error replaceBy(StringRef name);
  llvm::Error setTensor(Stable given);
  llvm::Error set(Stable given, ArgKind kind, bool isList);
};
} // namespace

llvm::Error Result::replaceBy(StringRef name) {
  // The second argument, if there is one, is the memory format of rows.
  std::array<Stable, 2> stack = {pack(handle), 0};
  handle = nullptr;
  if (llvm::Error error = call(name, stack))
    return error;
  std::memcpy(&handle, &stack[0], sizeof(handle));
  return llvm::Error::success();
}

llvm::Error Result::setTensor(Stable given) {
  std::memcpy(&handle, &given, sizeof(handle));
  bool isDefined = false;
  int32_t layout = -1, dtype = -1;
  functions.aoti_torch_is_defined(handle, &isDefined);
  if (!isDefined)
    return llvm::Error::success();
  if (functions.aoti_torch_get_layout(handle, &layout) || layout != kStrided)
    return fail("it has a result that is not a dense tensor");
  if (llvm::Error error = replaceBy("aten.resolve_conj.default"))
    return error;
  if (llvm::Error error = replaceBy("aten.resolve_neg.default"))
    return error;
  if (llvm::Error error = replaceBy("aten.contiguous.default"))
    return error;
  int64_t rank = 0, *sizes = nullptr;
  void *data = nullptr;
  if (functions.aoti_torch_get_dtype(handle, &dtype) ||
      functions.aoti_torch_get_dim(handle, &rank) ||
      functions.aoti_torch_get_sizes(handle, &sizes) ||
      functions.aoti_torch_get_data_ptr(handle, &data))
    return fail("it has a result that is not a dense tensor");
  tensor.dtype = static_cast<DType>(dtype);
  tensor.rank = rank;
  tensor.sizes = sizes;
  tensor.data = data;
  value.tag = Tag::Tensor;
  value.tensor = &tensor;
  return llvm::Error::success();
}

llvm::Error Result::set(Stable given, ArgKind kind, bool isList) {
  if (isList) {
    void *list = nullptr;
    size_t size = 0;
    std::memcpy(&list, &given, sizeof(list));
    functions.torch_list_size(list, &size);
    llvm::scope_exit free([&] { functions.torch_delete_list(list); });
    // After an error, too: each element is owned from here on.
    llvm::Error error = llvm::Error::success();
    for (size_t i = 0; i < size; ++i) {
      Stable element = 0;
      functions.torch_list_get_item(list, i, &element);
      keepFirst(error, elements.emplace_back().set(element, kind, false));
      elementValues.push_back(elements.back().value);
    }
    if (error)
      return error;
    value.tag = Tag::List;
    value.elements = elementValues.data();
    value.size = elementValues.size();
    return llvm::Error::success();
  }
  switch (kind) {
  case ArgKind::Tensor:
    return setTensor(given);
  case ArgKind::Int:
  case ArgKind::SymInt:
    value.tag = Tag::Int;
    value.integer = given;
    return llvm::Error::success();
  case ArgKind::Bool:
    value.tag = Tag::Bool;
    value.integer = given & 1;
    return llvm::Error::success();
  case ArgKind::Float:
    value.tag = Tag::Double;
    std::memcpy(&value.real, &given, sizeof(value.real));
    return llvm::Error::success();
  default:
    return fail("it has a result that is neither a tensor nor a number");
  }
}

static llvm::Error evaluateStably(StringRef name, ArrayRef<Value> args,
                                  ResultCallback onResult, void *user) {
  const Schema *schema = Schema::lookup(name);
  if (!schema)
    return fail("there is no operator " + name);
  if (llvm::Error error = refuseUnsupported(*schema, args))
    return error;
  // LibTorch reads an argument for each of its own schema; an operator that has
  // more of them in a newer version is adapted by LibTorch.
  llvm::SmallVector<Stable> stack(
      std::max(schema->getArgs().size(), schema->getReturns().size()));
  Arguments arguments;
  for (auto [index, arg] : llvm::enumerate(args)) {
    llvm::Expected<Stable> value =
        arguments.make(arg, schema->getArgs()[index].type);
    if (!value)
      return value.takeError();
    stack[index] = *value;
  }

  // The numbers of eager mode on one thread. The number of threads is asked for
  // first, because LibTorch sets it on the first use.
  uint32_t numThreads = 1;
  functions.torch_get_num_threads(&numThreads);
  bool hadGradients = functions.aoti_torch_grad_mode_is_enabled();
  auto prepare = [&](int threads, bool gradients) {
    if (functions.omp_set_num_threads)
      functions.omp_set_num_threads(threads);
    functions.aoti_torch_grad_mode_set_enabled(gradients);
  };
  prepare(1, false);
  arguments.release();
  llvm::Error error = call(name, stack);
  std::list<Result> results;
  if (!error)
    for (auto [index, result] : llvm::enumerate(schema->getReturns()))
      keepFirst(error, results.emplace_back().set(
                           stack[index], result.type.kind, result.type.isList));
  prepare(numThreads, hadGradients);
  if (error)
    return error;
  for (auto [index, result] : llvm::enumerate(results))
    onResult(user, index, &result.value);
  return llvm::Error::success();
}

static int reportFailure(llvm::Error error, ErrorCallback onError, void *user) {
  if (!error)
    return 1;
  std::string text = llvm::toString(std::move(error));
  onError(user, text.data(), text.size());
  return 0;
}

static int evaluate(const char *name, size_t nameSize, const Value *args,
                    size_t numArgs, ResultCallback onResult,
                    ErrorCallback onError, void *user) {
  return reportFailure(
      evaluateStably({name, nameSize}, {args, numArgs}, onResult, user),
      onError, user);
}

static int decompose(const char *, size_t, const Value *, size_t,
                     const DecomposeCallbacks *, ResultCallback,
                     ErrorCallback onError, void *user) {
  return reportFailure(
      fail("the stable interface of PyTorch " + version +
           " does not tell the operators that it calls; the LibTorch plug-in "
           "for this version and the Python package do"),
      onError, user);
}

std::string libtorch::getStableVersion(void *library) {
  uint64_t (*getVersion)() = nullptr;
  if (!bind(library, getVersion, "aoti_torch_abi_version"))
    return "";
  uint64_t found = getVersion();
  return std::to_string(found >> 56) + "." + std::to_string(found >> 48 & 255);
}

const Api *libtorch::makeStableApi(void *library) {
  static const bool isComplete = [&] {
    version = getStableVersion(library);
#define BIND(NAME, RESULT, PARAMETERS)                                         \
  if (!bind(library, functions.NAME, #NAME))                                   \
    return false;
    STABLE_FUNCTIONS(BIND)
#undef BIND
    bind(library, functions.torch_new_stable_ivalue, "torch_new_stable_ivalue");
    bind(library, functions.torch_delete_stable_ivalue,
         "torch_delete_stable_ivalue");
    bind(library, functions.torch_exception_get_what_without_backtrace,
         "torch_exception_get_what_without_backtrace");
    bind(library, functions.omp_set_num_threads, "omp_set_num_threads");
    return true;
  }();
  static const Api api = {
      interfaceVersion, evaluate, decompose, [] { return version.c_str(); },
      nullptr,          nullptr,  nullptr,   nullptr,
      nullptr};
  return isComplete ? &api : nullptr;
}
