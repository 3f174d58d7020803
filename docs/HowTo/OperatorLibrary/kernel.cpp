//===- kernel.cpp - A kernel for ONNX Runtime, as an example --------------===//
//
// Implements the node Scale of the domain shop.kernels, which kernel.mlir in
// OperatorLibrary.md makes of a custom operator: each element times a factor,
// plus a bias if there is one. Build it as a shared library and register it:
//
//   c++ -shared -fPIC -o kernel.so kernel.cpp
//   session_options.register_custom_ops_library("kernel.so")
//
// With ONNX Runtime's headers at hand include onnxruntime_c_api.h in place of
// the declarations below. The Python package comes without them, and the places
// of functions in OrtApi never change.
//
//===----------------------------------------------------------------------===//

#include <cstddef>
#include <cstdint>
#include <vector>

//===----------------------------------------------------------------------===//
// Of onnxruntime_c_api.h
//===----------------------------------------------------------------------===//

struct OrtStatus;
struct OrtSessionOptions;
struct OrtCustomOpDomain;
struct OrtKernelInfo;
struct OrtKernelContext;
struct OrtValue;
struct OrtTensorTypeAndShapeInfo;
struct OrtApi {
  void *functions[102]; // Of version 1; later ones follow.
};
struct OrtApiBase {
  const OrtApi *(*getApi)(uint32_t version);
  const char *(*getVersionString)();
};

struct OrtCustomOp {
  uint32_t version;
  void *(*createKernel)(const OrtCustomOp *, const OrtApi *,
                        const OrtKernelInfo *);
  const char *(*getName)(const OrtCustomOp *);
  const char *(*getExecutionProviderType)(const OrtCustomOp *);
  int (*getInputType)(const OrtCustomOp *, size_t index);
  size_t (*getInputTypeCount)(const OrtCustomOp *);
  int (*getOutputType)(const OrtCustomOp *, size_t index);
  size_t (*getOutputTypeCount)(const OrtCustomOp *);
  void (*kernelCompute)(void *kernel, OrtKernelContext *);
  void (*kernelDestroy)(void *kernel);
  int (*getInputCharacteristic)(const OrtCustomOp *, size_t index);
  int (*getOutputCharacteristic)(const OrtCustomOp *, size_t index);
};

namespace {

constexpr int kFloat = 1;    // ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT
constexpr int kRequired = 0; // INPUT_OUTPUT_REQUIRED
constexpr int kOptional = 1; // INPUT_OUTPUT_OPTIONAL

/// Calls a function of OrtApi by its place.
template <typename... Args>
OrtStatus *call(const OrtApi *api, int place, Args... args) {
  using Function = OrtStatus *(*)(Args...);
  return reinterpret_cast<Function>(api->functions[place])(args...);
}
enum Place {
  CreateCustomOpDomain = 26,
  CustomOpDomainAdd = 27,
  AddCustomOpDomain = 28,
  GetTensorMutableData = 51,
  GetDimensionsCount = 61,
  GetDimensions = 62,
  GetTensorShapeElementCount = 64,
  GetTensorTypeAndShape = 65,
  KernelInfoGetAttributeFloat = 85,
  KernelContextGetInputCount = 88,
  KernelContextGetInput = 90,
  KernelContextGetOutput = 91,
  ReleaseTensorTypeAndShapeInfo = 99
};

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

struct Scale {
  const OrtApi *api;
  float factor = 1;

  void compute(OrtKernelContext *context) const {
    size_t numInputs = 0;
    call(api, KernelContextGetInputCount, (const OrtKernelContext *)context,
         &numInputs);
    const OrtValue *inputs[2] = {};
    const float *data[2] = {};
    for (size_t i = 0; i < numInputs && i < 2; ++i) {
      call(api, KernelContextGetInput, (const OrtKernelContext *)context, i,
           &inputs[i]);
      if (inputs[i]) // An optional input may be absent.
        call(api, GetTensorMutableData, (OrtValue *)inputs[i],
             (void **)&data[i]);
    }
    OrtTensorTypeAndShapeInfo *info = nullptr;
    call(api, GetTensorTypeAndShape, inputs[0], &info);
    size_t rank = 0, count = 0;
    const auto *shapeInfo = (const OrtTensorTypeAndShapeInfo *)info;
    call(api, GetDimensionsCount, shapeInfo, &rank);
    std::vector<int64_t> shape(rank);
    call(api, GetDimensions, shapeInfo, shape.data(), rank);
    call(api, GetTensorShapeElementCount, shapeInfo, &count);
    using Release = void (*)(OrtTensorTypeAndShapeInfo *);
    reinterpret_cast<Release>(api->functions[ReleaseTensorTypeAndShapeInfo])(
        info);
    OrtValue *output = nullptr;
    call(api, KernelContextGetOutput, context, size_t(0),
         (const int64_t *)shape.data(), rank, &output);
    float *result = nullptr;
    call(api, GetTensorMutableData, output, (void **)&result);
    for (size_t i = 0; i < count; ++i)
      result[i] = data[0][i] * factor + (data[1] ? *data[1] : 0.0f);
  }
};

const OrtCustomOp kScale = {
    8, // The version of the interface that this structure is of.
    [](const OrtCustomOp *, const OrtApi *api,
       const OrtKernelInfo *info) -> void * {
      auto *kernel = new Scale{api};
      call(api, KernelInfoGetAttributeFloat, info, "factor", &kernel->factor);
      return kernel;
    },
    [](const OrtCustomOp *) { return "Scale"; },
    [](const OrtCustomOp *) -> const char * { return nullptr; },
    [](const OrtCustomOp *, size_t) { return kFloat; },
    [](const OrtCustomOp *) -> size_t { return 2; },
    [](const OrtCustomOp *, size_t) { return kFloat; },
    [](const OrtCustomOp *) -> size_t { return 1; },
    [](void *kernel, OrtKernelContext *context) {
      static_cast<Scale *>(kernel)->compute(context);
    },
    [](void *kernel) { delete static_cast<Scale *>(kernel); },
    [](const OrtCustomOp *, size_t i) {
      return i == 0 ? kRequired : kOptional;
    },
    [](const OrtCustomOp *, size_t) { return kRequired; },
};

} // namespace

/// What register_custom_ops_library calls.
extern "C" __attribute__((visibility("default"))) OrtStatus *
RegisterCustomOps(OrtSessionOptions *options, const OrtApiBase *base) {
  const OrtApi *api = base->getApi(8);
  OrtCustomOpDomain *domain = nullptr;
  if (OrtStatus *status =
          call(api, CreateCustomOpDomain, "shop.kernels", &domain))
    return status;
  if (OrtStatus *status = call(api, CustomOpDomainAdd, domain, &kScale))
    return status;
  return call(api, AddCustomOpDomain, options, domain);
}
