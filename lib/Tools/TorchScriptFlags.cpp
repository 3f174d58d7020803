//===- TorchScriptFlags.cpp - Options for programs of TorchScript ---------===//
//
// See TorchScriptFlags.h.
//
//===----------------------------------------------------------------------===//

#include "TorchScriptFlags.h"

using namespace torch_onnx;

llvm::Expected<TorchScriptOptions> TorchScriptFlags::get() const {
  if (inputTypes.getNumOccurrences())
    if (llvm::Error error = checkInputTypes(inputTypes))
      return llvm::createStringError("--input-shapes: " +
                                     llvm::toString(std::move(error)));
  TorchScriptOptions options;
  options.inputTypes = inputTypes;
  options.unroll = unroll;
  options.opSchemas.assign(opSchemas.begin(), opSchemas.end());
  return options;
}
