//===- Script.h - The code of a TorchScript archive -------------*- C++ -*-===//
//
// Implements the functions of the same names in Api (Interface.h).
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_LIBTORCH_SCRIPT_H
#define TORCH_ONNX_LIB_LIBTORCH_SCRIPT_H

#include "torch-onnx/LibTorch/Interface.h"

namespace torch_onnx::libtorch {

Script *openScript(const ScriptSource *sources, size_t numSources,
                   const Value *constants, size_t numConstants,
                   uint64_t version, ErrorCallback onError, void *user);
const ScriptFunction *getScriptFunction(Script *script, Text name,
                                        ErrorCallback onError, void *user);
const ScriptClass *getScriptClass(Script *script, Text name,
                                  ErrorCallback onError, void *user);
void closeScript(Script *script);
int declareScriptOperators(Script *script, const Text *schemas,
                           size_t numSchemas, ErrorCallback onError,
                           void *user);

} // namespace torch_onnx::libtorch

#endif // TORCH_ONNX_LIB_LIBTORCH_SCRIPT_H
