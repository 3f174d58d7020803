//===- DataName.h - Name of the file of weights -----------------*- C++ -*-===//
//
// The option `--data-name`: the name of the file of external weights beside
// `MODEL.onnx`. For the guarantees of each name, see docs/Rationale/Output.md.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_TARGET_ONNX_DATANAME_H
#define TORCH_ONNX_TARGET_ONNX_DATANAME_H

#include "torch-onnx/Support/Choices.h"

namespace torch_onnx {

enum class DataName {
  /// `MODEL.onnx.data`, which other tools expect.
  Model,
  /// `MODEL.onnx.HASH.data`: files with other contents have other names.
  Hash,
};

template <> llvm::ArrayRef<Choice<DataName>> getChoices();

} // namespace torch_onnx

template <>
class llvm::cl::parser<torch_onnx::DataName>
    : public torch_onnx::ChoiceParser<torch_onnx::DataName> {
public:
  using ChoiceParser::ChoiceParser;
};

#endif // TORCH_ONNX_TARGET_ONNX_DATANAME_H
