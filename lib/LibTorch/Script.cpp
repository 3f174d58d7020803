//===- Script.cpp - Compiles the code of a TorchScript archive ------------===//
//
// Compiles the code with LibTorch's source importer, as torch::jit::load does,
// but without the objects: no pickle is read and no module is created, so the
// weights cost nothing. LibTorch compiles a class with all its methods when its
// name is first used, and a function when a call of it is compiled.
//
//===----------------------------------------------------------------------===//

#include "Script.h"

#include "Arguments.h"
#include "ScriptGraph.h"
#include "ScriptSources.h"

#include <ATen/ATen.h>
#include <ATen/core/class_type.h>
#include <ATen/core/enum_type.h>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/api/function_impl.h>
#include <torch/csrc/jit/operator_upgraders/upgraders_entry.h>
#include <torch/csrc/jit/passes/inliner.h>
#include <torch/csrc/jit/serialization/import_source.h>
#include <torch/custom_class.h>
#include <torch/headeronly/version.h>
#include <torch/library.h>

#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <pthread.h>

using namespace torch_onnx::libtorch;
namespace jit = torch::jit;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Returns the element type of a list. Tensor types get no sizes.
static c10::TypePtr getElementType(const c10::IValue &value) {
  return value.isTensor() ? c10::TypePtr(c10::TensorType::get()) : value.type();
}

static c10::IValue makeConstant(const Value &value) {
  switch (value.tag) {
  case Tag::None:
    return c10::IValue();
  case Tag::Int:
  case Tag::DType:
    return value.integer;
  case Tag::Double:
    return value.real;
  case Tag::Bool:
    return value.integer != 0;
  case Tag::Complex:
    return c10::complex<double>(value.real, value.imaginary);
  case Tag::String:
    return std::string(getText(value));
  case Tag::Device:
    return c10::Device(std::string(getText(value)));
  case Tag::Tensor:
    return viewTensor(*value.tensor);
  case Tag::List: {
    std::vector<c10::IValue> elements;
    for (size_t i = 0; i < value.size; ++i)
      elements.push_back(makeConstant(value.elements[i]));
    bool isHomogeneous = !elements.empty();
    for (const c10::IValue &element : elements)
      isHomogeneous &=
          *getElementType(element) == *getElementType(elements.front());
    if (!isHomogeneous)
      return c10::ivalue::Tuple::create(std::move(elements));
    c10::impl::GenericList list(getElementType(elements.front()));
    for (c10::IValue &element : elements)
      list.push_back(std::move(element));
    return list;
  }
  default:
    fail("a constant of this kind is not supported");
  }
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

namespace torch_onnx::libtorch {

struct Script {
  Script(const ScriptSource *sources, size_t numSources, const Value *constants,
         size_t numConstants, uint64_t version);

  void declareOperator(const std::string &text);
  const ScriptFunction *getFunction(const std::string &name);
  const ScriptClass *getClass(const std::string &name);

private:
  jit::Function *findFunction(const std::string &name);
  c10::TypePtr loadType(const std::string &name);
  void checkState() const;
  ScriptFunction *translate(jit::Function &function);
  void translateClass(const c10::ClassType &type, ScriptClass &result);
  ScriptField makeField(const std::string &name, const c10::TypePtr &type);

  /// The operators that LibTorch lacks, by namespace.
  std::map<std::string, torch::Library> libraries;
  ScriptSources sources;
  std::vector<c10::IValue> constants;
  std::shared_ptr<jit::CompilationUnit> unit =
      std::make_shared<jit::CompilationUnit>();
  jit::SourceImporter importer;
  /// Source texts that request functions.
  std::deque<std::string> probes;
  /// After an error, LibTorch keeps partially compiled classes.
  bool hasFailed = false;

  ScriptArena arena;
  ScriptTranslator translator{arena, sources};
  std::unordered_map<std::string, const ScriptFunction *> functions;
  std::unordered_map<std::string, const ScriptClass *> classes;
};

} // namespace torch_onnx::libtorch

static std::vector<c10::IValue> makeConstants(const Value *constants,
                                              size_t numConstants) {
  std::vector<c10::IValue> result;
  for (size_t i = 0; i < numConstants; ++i)
    result.push_back(makeConstant(constants[i]));
  return result;
}

Script::Script(const ScriptSource *sources, size_t numSources,
               const Value *constants, size_t numConstants, uint64_t version)
    : sources(sources, numSources),
      constants(makeConstants(constants, numConstants)),
      importer(
          unit, &this->constants,
          [this](const std::string &qualifier) {
            return this->sources.load(qualifier);
          },
          version) {}

void Script::declareOperator(const std::string &text) {
  c10::FunctionSchema schema = torch::schema(text.c_str());
  c10::Dispatcher &dispatcher = c10::Dispatcher::singleton();
  if (dispatcher.findSchema(schema.operator_name()))
    return;
  std::optional<std::string_view> nameSpace = schema.getNamespace();
  if (!nameSpace)
    fail("'" + schema.name() + "' has no namespace");
  std::string key(*nameSpace);
  auto [it, isNew] = libraries.try_emplace(key, torch::Library::FRAGMENT, key,
                                           std::nullopt, __FILE__, __LINE__);
  it->second.def(std::move(schema));
}

namespace {
/// Disables inlining, whatever setting this thread of a Python program has.
struct NoInlining {
  NoInlining() : before(jit::getInlineEverythingMode()) {
    jit::getInlineEverythingMode() = false;
  }
  ~NoInlining() { jit::getInlineEverythingMode() = before; }
  bool before;
};
} // namespace

/// Calls `body` on a thread with a stack of `size` bytes. Rethrows its
/// exceptions.
static void runWithStack(size_t size, const std::function<void()> &body) {
  struct Call {
    const std::function<void()> &body;
    std::exception_ptr error;
  } call = {body, nullptr};
  auto run = [](void *argument) -> void * {
    auto &call = *static_cast<Call *>(argument);
    try {
      NoInlining guard;
      call.body();
    } catch (...) {
      call.error = std::current_exception();
    }
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  bool isStarted = pthread_attr_setstacksize(&attributes, size) == 0 &&
                   pthread_create(&thread, &attributes, run, &call) == 0;
  pthread_attr_destroy(&attributes);
  if (!isStarted)
    fail("there is no memory for a stack of " + std::to_string(size >> 20) +
         " MB, which the code may need to be compiled");
  pthread_join(thread, nullptr);
  if (call.error)
    std::rethrow_exception(call.error);
}

c10::TypePtr Script::loadType(const std::string &name) {
  c10::QualifiedName qualified(name);
  if (c10::TypePtr type = unit->get_type(qualified))
    return type;
  // Unused stack pages cost nothing.
  constexpr size_t leastStack = 4 << 20, mostStack = size_t(1) << 30;
  size_t stackSize = leastStack + sources.getStackSize();
  if (stackSize > mostStack)
    fail("the code has too many definitions");
  hasFailed = true;
  c10::TypePtr type;
  runWithStack(stackSize, [&] { type = importer.loadType(qualified); });
  hasFailed = false;
  return type;
}

void Script::checkState() const {
  if (hasFailed)
    fail("other code of the archive does not compile");
}

/// Returns null if the code does not define the function.
jit::Function *Script::findFunction(const std::string &name) {
  size_t dot = name.rfind('.');
  if (dot == std::string::npos)
    return nullptr;
  if (sources.getDefinition(name) == ScriptDefinition::Kind::Function) {
    // LibTorch compiles a function only if other code names it, so a probe
    // method names it.
    if (jit::Function *function = unit->find_function(name))
      return function;
    std::string qualifier =
        "__torch__.___torch_onnx_" + std::to_string(probes.size());
    sources.add(qualifier, probes.emplace_back("class Probe:\n"
                                               "  def find(self: " +
                                               qualifier +
                                               ".Probe) -> NoneType:\n"
                                               "    _0 = " +
                                               name +
                                               "\n"
                                               "    return None\n"));
    loadType(qualifier + ".Probe");
    return unit->find_function(name);
  }
  std::string prefix = name.substr(0, dot), method = name.substr(dot + 1);
  if (sources.getDefinition(prefix) != ScriptDefinition::Kind::Class)
    return nullptr;
  c10::TypePtr type = loadType(prefix);
  auto classType = type->cast<c10::ClassType>();
  if (!classType)
    return nullptr;
  if (jit::Function *function = classType->findMethod(method))
    return function;
  return classType->findHook(method);
}

ScriptFunction *Script::translate(jit::Function &function) {
  jit::GraphFunction *graphFunction = jit::tryToGraphFunction(function);
  if (!graphFunction)
    fail("it is not written in TorchScript");
  hasFailed = true;
  graphFunction->ensure_defined();
  hasFailed = false;
  auto *result = arena.make<ScriptFunction>();
  result->graph = translator.translate(*graphFunction->graph());
  // std::vector<bool> has no contiguous array.
  std::vector<Value> defaults;
  std::vector<char> hasDefault;
  for (const c10::Argument &argument : function.getSchema().arguments()) {
    Value value;
    hasDefault.push_back(
        argument.default_value() &&
        translator.translate(*argument.default_value(), value));
    defaults.push_back(hasDefault.back() ? value : Value());
  }
  static_assert(sizeof(bool) == sizeof(char));
  result->hasDefault = reinterpret_cast<const bool *>(arena.copy(hasDefault));
  result->defaults = arena.copy(defaults);
  return result;
}

const ScriptFunction *Script::getFunction(const std::string &name) {
  auto it = functions.find(name);
  if (it != functions.end())
    return it->second;
  checkState();
  jit::Function *function = findFunction(name);
  if (!function)
    fail("the code does not define '" + name + "'");
  return functions[name] = translate(*function);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

ScriptField Script::makeField(const std::string &name,
                              const c10::TypePtr &type) {
  ScriptField field;
  field.name = arena.copy(name);
  field.type = translator.translate(type);
  return field;
}

static std::vector<Text>
getNames(ScriptArena &arena, const std::vector<jit::Function *> &functions) {
  std::vector<Text> names;
  for (const jit::Function *function : functions)
    names.push_back(arena.copy(function->name()));
  return names;
}

void Script::translateClass(const c10::ClassType &type, ScriptClass &result) {
  result.kind =
      type.is_module() ? ScriptClass::Kind::Module : ScriptClass::Kind::Class;
  std::vector<ScriptField> fields;
  for (const c10::ClassAttribute &attribute : type.getAttributes())
    fields.push_back(makeField(attribute.getName(), attribute.getType()));
  result.fields = arena.copy(fields);
  result.numFields = fields.size();

  std::vector<ScriptField> constants;
  for (size_t i = 0; i < type.numConstants(); ++i) {
    c10::IValue value = type.getConstant(i);
    ScriptField field = makeField(type.getConstantName(i), value.type());
    if (translator.translate(value, field.value))
      constants.push_back(field);
  }
  result.constants = arena.copy(constants);
  result.numConstants = constants.size();

  std::vector<Text> preHooks = getNames(arena, type.getForwardPreHooks());
  result.preHooks = arena.copy(preHooks);
  result.numPreHooks = preHooks.size();
  std::vector<Text> hooks = getNames(arena, type.getForwardHooks());
  result.hooks = arena.copy(hooks);
  result.numHooks = hooks.size();
}

const ScriptClass *Script::getClass(const std::string &name) {
  auto it = classes.find(name);
  if (it != classes.end())
    return it->second;
  checkState();
  auto *result = arena.make<ScriptClass>();
  if (torch::getCustomClass(name)) {
    result->kind = ScriptClass::Kind::Native;
    return classes[name] = result;
  }
  std::optional<ScriptDefinition::Kind> definition =
      sources.getDefinition(name);
  if (!definition || *definition == ScriptDefinition::Kind::Function)
    fail("the code does not define the type '" + name + "'");
  c10::TypePtr type = loadType(name);
  std::vector<ScriptField> fields;
  if (auto classType = type->cast<c10::ClassType>()) {
    translateClass(*classType, *result);
    return classes[name] = result;
  }
  if (auto tupleType = type->cast<c10::TupleType>()) {
    result->kind = ScriptClass::Kind::NamedTuple;
    if (!tupleType->schema())
      fail("'" + name + "' is not a named tuple");
    for (const c10::Argument &field : tupleType->schema()->arguments())
      fields.push_back(makeField(field.name(), field.type()));
  } else if (auto enumType = type->cast<c10::EnumType>()) {
    result->kind = ScriptClass::Kind::Enum;
    for (const auto &[member, value] : enumType->enumNamesValues()) {
      fields.push_back(makeField(member, enumType->getValueType()));
      if (!translator.translate(value, fields.back().value))
        fail("the value of '" + name + "." + member + "' is not supported");
    }
  } else if (type->cast<c10::InterfaceType>()) {
    result->kind = ScriptClass::Kind::Interface;
  } else {
    fail("'" + name + "' is not a class");
  }
  result->fields = arena.copy(fields);
  result->numFields = fields.size();
  return classes[name] = result;
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

static void removeAll(std::string &text, std::string_view from,
                      std::string_view until) {
  for (size_t begin; (begin = text.find(from)) != std::string::npos;) {
    size_t end = text.find(until, begin);
    if (end == std::string::npos)
      return;
    text.erase(begin, end + until.size() - begin);
  }
}

/// Shortens a message of LibTorch's compiler to one line: the error and the
/// place in the code. LibTorch also prints the surrounding lines, the call
/// stack, and addresses.
static std::string shorten(std::string text) {
  std::string place;
  size_t file = text.find("File \"");
  if (file != std::string::npos) {
    std::string_view rest = std::string_view(text).substr(file + 6);
    size_t nameEnd = rest.find("\", line ");
    size_t lineEnd = rest.find('\n');
    if (nameEnd != std::string_view::npos && nameEnd < lineEnd) {
      place = std::string(rest.substr(0, nameEnd)) + ":" +
              std::string(rest.substr(nameEnd + 8, lineEnd - nameEnd - 8));
      // The source line above the marker.
      size_t arrow = rest.find("<--- HERE");
      size_t end = rest.rfind('\n', arrow);
      if (arrow != std::string_view::npos && end != std::string_view::npos &&
          end > lineEnd) {
        size_t begin = rest.rfind('\n', end - 1) + 1;
        begin = rest.find_first_not_of(' ', begin);
        place += ": " + std::string(rest.substr(begin, end - begin));
      }
    }
    text.resize(file);
  }
  std::string_view unknown = "Unknown builtin op: ";
  size_t begin = text.find(unknown);
  if (begin != std::string::npos) {
    begin += unknown.size();
    text =
        std::string("LibTorch " TORCH_VERSION " does not have the operator ") +
        text.substr(begin, text.find_first_of(".\n", begin) - begin);
  }
  removeAll(text, " (of Python compilation unit at: ", ")");
  std::string result;
  bool isSpace = true;
  for (char c : text) {
    if (isSpace && std::isspace(static_cast<unsigned char>(c)))
      continue;
    isSpace = std::isspace(static_cast<unsigned char>(c));
    result += isSpace ? ' ' : c;
  }
  for (std::string_view end : {" ", ":", " The original call is", " here"})
    if (result.ends_with(end))
      result.resize(result.size() - end.size());
  if (result.ends_with(". :") || result.ends_with('.'))
    result.resize(result.find_last_not_of(":. ") + 1);
  return place.empty() ? result : result + " (" + place + ")";
}

/// Calls `body` and returns its result, or null after an exception.
template <typename Body>
static auto callOrReport(ErrorCallback onError, void *user, const Body &body)
    -> decltype(body()) {
  decltype(body()) result = {};
  std::string error;
  auto setError = [](void *user, const char *text, size_t size) {
    static_cast<std::string *>(user)->assign(text, size);
  };
  int succeeded = reportErrors(setError, &error, [&] { result = body(); });
  if (!succeeded) {
    error = shorten(std::move(error));
    onError(user, error.data(), error.size());
  }
  return result;
}

Script *torch_onnx::libtorch::openScript(const ScriptSource *sources,
                                         size_t numSources,
                                         const Value *constants,
                                         size_t numConstants, uint64_t version,
                                         ErrorCallback onError, void *user) {
  return callOrReport(onError, user, [&] {
    // The replacements of operators of older versions.
    jit::populate_upgraders_graph_map();
    return new Script(sources, numSources, constants, numConstants, version);
  });
}

const ScriptFunction *
torch_onnx::libtorch::getScriptFunction(Script *script, Text name,
                                        ErrorCallback onError, void *user) {
  return callOrReport(onError, user, [&] {
    return script->getFunction(std::string(getText(name)));
  });
}

const ScriptClass *torch_onnx::libtorch::getScriptClass(Script *script,
                                                        Text name,
                                                        ErrorCallback onError,
                                                        void *user) {
  return callOrReport(onError, user, [&] {
    return script->getClass(std::string(getText(name)));
  });
}

int torch_onnx::libtorch::declareScriptOperators(Script *script,
                                                 const Text *schemas,
                                                 size_t numSchemas,
                                                 ErrorCallback onError,
                                                 void *user) {
  return callOrReport(onError, user, [&] {
    for (size_t i = 0; i < numSchemas; ++i)
      script->declareOperator(std::string(getText(schemas[i])));
    return 1;
  });
}

void torch_onnx::libtorch::closeScript(Script *script) { delete script; }
