//===- ScriptCode.cpp - The code of a TorchScript archive -----------------===//
//
// Passes the sources and the table of constants to the plug-in. Constants are
// small tensors of the code itself (torch.tensor(2) in a script), so LibTorch
// gets views of their bytes. Weights are not constants.
//
//===----------------------------------------------------------------------===//

#include "ScriptCode.h"

#include "torch-onnx/Dialect/Torch/IR/Schema.h"
#include "torch-onnx/LibTorch/Loader.h"

#include "llvm/ADT/StringSwitch.h"

using namespace torch_onnx;
using llvm::StringRef;

namespace {
/// A dtype of LibTorch, and the number of bytes of an element.
struct ElementType {
  libtorch::DType dtype;
  unsigned width;
};
} // namespace

/// Nothing for a dtype that constants for LibTorch cannot have. It compares
/// constants, for which complex32 has no kernel.
static std::optional<ElementType> getElementType(StringRef name) {
  using libtorch::DType;
  return llvm::StringSwitch<std::optional<ElementType>>(name)
      .Case("bool", {{DType::Bool, 1}})
      .Case("uint8", {{DType::UInt8, 1}})
      .Case("uint16", {{DType::UInt16, 2}})
      .Case("uint32", {{DType::UInt32, 4}})
      .Case("uint64", {{DType::UInt64, 8}})
      .Case("int8", {{DType::Int8, 1}})
      .Case("int16", {{DType::Int16, 2}})
      .Case("int32", {{DType::Int32, 4}})
      .Case("int64", {{DType::Int64, 8}})
      .Case("float16", {{DType::Half, 2}})
      .Case("bfloat16", {{DType::BFloat16, 2}})
      .Case("float32", {{DType::Float, 4}})
      .Case("float64", {{DType::Double, 8}})
      .Case("complex64", {{DType::ComplexFloat, 8}})
      .Case("complex128", {{DType::ComplexDouble, 16}})
      .Case("float8_e4m3fn", {{DType::Float8E4M3FN, 1}})
      .Case("float8_e5m2", {{DType::Float8E5M2, 1}})
      .Case("float8_e4m3fnuz", {{DType::Float8E4M3FNUZ, 1}})
      .Case("float8_e5m2fnuz", {{DType::Float8E5M2FNUZ, 1}})
      .Default(std::nullopt);
}

/// LibTorch's messages repeat text of the code, of any length.
static void storeError(void *user, const char *text, size_t size) {
  constexpr size_t longest = 10000;
  auto &error = *static_cast<std::string *>(user);
  error.assign(text, std::min(size, longest));
  if (size > longest)
    error += " ...";
}

llvm::Expected<std::unique_ptr<ScriptCode>>
ScriptCode::open(const ScriptArchive &archive,
                 llvm::ArrayRef<std::string> schemas) {
  std::unique_ptr<ScriptCode> code(new ScriptCode());
  code->api = libtorch::getPlugin();
  if (!code->api) {
    // A host provides everything except TorchScript.
    if (const libtorch::Api *host = libtorch::getHost())
      return llvm::createStringError(
          "TorchScript needs the LibTorch plug-in, which is not available for "
          "PyTorch " +
          llvm::Twine(host->libTorchVersion()) + " (" +
          libtorch::getPluginError() +
          "); modules, functions and exported programs (.pt2) do not need it: "
          "export the original module instead");
    return llvm::createStringError(
        "TorchScript is compiled by LibTorch, which cannot be loaded: " +
        libtorch::getPluginError() +
        "; exported programs (.pt2) do not need it");
  }
  for (const ScriptArchive::Source &source : archive.getSources())
    code->sources.push_back({{source.name.data(), source.name.size()},
                             {source.text.data(), source.text.size()}});
  for (auto [index, constant] : llvm::enumerate(archive.getConstants())) {
    libtorch::Value &value = code->constantValues.emplace_back();
    // Other constants cause an error when the code uses them.
    if (!constant.isA(PickleValue::Kind::Tensor))
      continue;
    PickledTensor tensor = constant.getTensor();
    // For LibTorch, a constant that it does not get is None.
    auto refuse = [&](const llvm::Twine &why) {
      return llvm::createStringError(archive.getZip().path() +
                                     ": the constant " + llvm::Twine(index) +
                                     " of the code " + why);
    };
    std::optional<ElementType> type = getElementType(tensor.dtype);
    if (!type || tensor.isQuantized)
      return refuse("has the dtype '" + tensor.dtype +
                    "', which is not supported; expected a buffer");
    if (tensor.isAbsent)
      return refuse("has no bytes in the archive");
    if (!isInStorage(tensor, type->width))
      return refuse("reaches beyond the bytes that are stored for it");
    auto kept = std::make_unique<Constant>();
    kept->sizes.assign(tensor.sizes.begin(), tensor.sizes.end());
    kept->strides.assign(tensor.strides.begin(), tensor.strides.end());
    kept->tensor = {};
    kept->tensor.dtype = type->dtype;
    kept->tensor.rank = kept->sizes.size();
    kept->tensor.sizes = kept->sizes.data();
    kept->tensor.strides = kept->strides.data();
    kept->tensor.data = archive.getZip().file()->bytes().data() +
                        tensor.offset + tensor.storageOffset * type->width;
    if (tensor.isConjugate || tensor.isNegative) {
      auto elements =
          resolveSigns(tensor, type->width, archive.getZip().file()->bytes());
      if (!elements)
        return refuse("is an expanded conjugate or negative view, which is not "
                      "supported; expected its clone()");
      kept->elements = std::move(*elements);
      kept->tensor.strides = nullptr;
      kept->tensor.data = kept->elements.data();
    }
    value.tag = libtorch::Tag::Tensor;
    value.tensor = &kept->tensor;
    code->constants.push_back(std::move(kept));
  }
  std::string error;
  code->script = code->api->openScript(
      code->sources.data(), code->sources.size(), code->constantValues.data(),
      code->constantValues.size(), archive.getVersion(), storeError, &error);
  if (!code->script)
    return llvm::createStringError(error);
  std::vector<std::string> library = torch::Schema::getLibraryDeclarations();
  std::vector<libtorch::Text> texts;
  for (const auto &declarations :
       {llvm::ArrayRef<std::string>(library), schemas})
    for (const std::string &schema : declarations)
      texts.push_back({schema.data(), schema.size()});
  if (!code->api->declareScriptOperators(code->script, texts.data(),
                                         texts.size(), storeError, &error))
    return llvm::createStringError("--op-schema: " + error);
  return code;
}

ScriptCode::~ScriptCode() {
  if (script)
    api->closeScript(script);
}

llvm::Expected<const libtorch::ScriptFunction *>
ScriptCode::getFunction(StringRef name) {
  auto [it, isNew] = functions.try_emplace(name);
  if (isNew) {
    std::string error;
    it->second = api->getScriptFunction(script, {name.data(), name.size()},
                                        storeError, &error);
    if (!it->second) {
      functions.erase(it);
      return llvm::createStringError(error);
    }
  }
  return it->second;
}

llvm::Expected<const libtorch::ScriptClass *>
ScriptCode::getClass(StringRef name) {
  auto [it, isNew] = classes.try_emplace(name);
  if (isNew) {
    std::string error;
    it->second = api->getScriptClass(script, {name.data(), name.size()},
                                     storeError, &error);
    if (!it->second) {
      classes.erase(it);
      return llvm::createStringError(error);
    }
  }
  return it->second;
}

llvm::Error ScriptCode::evaluate(
    StringRef name, llvm::ArrayRef<libtorch::Value> arguments,
    llvm::function_ref<void(const libtorch::Value &)> onResult) {
  struct User {
    llvm::function_ref<void(const libtorch::Value &)> onResult;
    std::string error;
  } user = {onResult, ""};
  auto passResult = [](void *user, size_t, const libtorch::Value *result) {
    static_cast<User *>(user)->onResult(*result);
  };
  auto passError = [](void *user, const char *text, size_t size) {
    storeError(&static_cast<User *>(user)->error, text, size);
  };
  return api->evaluate(name.data(), name.size(), arguments.data(),
                       arguments.size(), passResult, passError, &user)
             ? llvm::Error::success()
             : llvm::createStringError(user.error);
}
