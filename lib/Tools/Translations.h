//===- Translations.h - Translations of torch-onnx-translate ----*- C++ -*-===//
//
// Registers the translations; the tool calls all of these functions.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_TOOLS_TRANSLATIONS_H
#define TORCH_ONNX_LIB_TOOLS_TRANSLATIONS_H

#include "llvm/ADT/StringRef.h"

namespace torch_onnx {

/// --import-pt2, --import-torchscript and their options.
void registerImportTranslations();
/// --to-onnx and its options. Upstream passes a stream to translations, but a
/// model may have weights beside it. `getOutputPath` returns the path of the
/// output after the command line is parsed. A model for a file is written there
/// directly, and nothing to the stream.
void registerToONNXTranslation(llvm::StringRef (*getOutputPath)());
/// Whether a model was written to the output path.
bool hasWrittenModel();

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_TOOLS_TRANSLATIONS_H
