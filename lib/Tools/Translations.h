//===- Translations.h - What torch-onnx-translate can do --------*- C++ -*-===//
//
// One function for each translation; the tool calls them all.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_TOOLS_TRANSLATIONS_H
#define TORCH_ONNX_LIB_TOOLS_TRANSLATIONS_H

#include "llvm/ADT/StringRef.h"

namespace torch_onnx {

/// --import-pt2, and its options.
void registerImportPT2Translation();
/// --import-torchscript, and its options.
void registerImportTorchScriptTranslation();
/// --to-onnx, and its options. Upstream hands a stream to translations, but a
/// model may have its weights beside it: `getOutputPath` gives the path of the
/// output once the command line is parsed. A model that goes to a file is
/// written there, and nothing to the stream.
void registerToONNXTranslation(llvm::StringRef (*getOutputPath)());
/// Whether a model was written to the path of the output.
bool hasWrittenModel();

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_TOOLS_TRANSLATIONS_H
