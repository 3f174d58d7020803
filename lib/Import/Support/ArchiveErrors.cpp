//===- ArchiveErrors.cpp - Diagnostics on archives ------------------------===//
//
// See ArchiveErrors.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Import/Support/ArchiveErrors.h"

#include "torch-onnx/Support/Printable.h"

using namespace mlir;
using namespace torch_onnx;

std::string torch_onnx::getMessage(llvm::Error error, StringRef path) {
  std::string message = llvm::toString(std::move(error));
  StringRef text = message;
  if (text.consume_front(path))
    text.consume_front(": ");
  return text.str();
}

LogicalResult torch_onnx::emitArchiveError(Location loc, const Twine &message) {
  return emitError(loc, getPrintable(message));
}
