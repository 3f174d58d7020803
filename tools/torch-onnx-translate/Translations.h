//===- Translations.h - What torch-onnx-translate can do --------*- C++ -*-===//
//
// One function for each translation; main() calls them all.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_TOOLS_TORCH_ONNX_TRANSLATE_TRANSLATIONS_H
#define TORCH_ONNX_TOOLS_TORCH_ONNX_TRANSLATE_TRANSLATIONS_H

namespace torch_onnx {

/// --to-onnx, and its options.
void registerImportPT2Translation();
void registerToONNXTranslation();

} // namespace torch_onnx

#endif // TORCH_ONNX_TOOLS_TORCH_ONNX_TRANSLATE_TRANSLATIONS_H
