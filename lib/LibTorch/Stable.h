//===- Stable.h - Operators by PyTorch's stable C functions -----*- C++ -*-===//
//
// The plug-in is built for one version of PyTorch. The C functions of
// torch/csrc/stable keep their form in all versions from 2.10 on, and compute
// most operators (docs/Rationale/ConstantFolding.md lists what they cannot do).
// They are found by name, so this needs no header of PyTorch.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_LIBTORCH_STABLE_H
#define TORCH_ONNX_LIB_LIBTORCH_STABLE_H

#include "torch-onnx/LibTorch/Interface.h"

#include <string>

namespace torch_onnx::libtorch {

/// The version, "2.14", of the LibTorch that `library` is or needs. Empty if
/// there is none, or if it is too old to have aoti_torch_abi_version.
std::string getStableVersion(void *library);

/// Returns an interface whose evaluate() calls the stable functions of the
/// LibTorch that `library` is or needs. Its decompose() fails, and its
/// functions for TorchScript are null. Null if a function is missing. Only the
/// first call has an effect.
const Api *makeStableApi(void *library);

} // namespace torch_onnx::libtorch

#endif // TORCH_ONNX_LIB_LIBTORCH_STABLE_H
