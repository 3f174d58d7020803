//===- TorchScriptFlags.h - Options for programs of TorchScript -*- C++ -*-===//
//
// Private to the library: command-line options shared by the tools that read a
// .pt file.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_TOOLS_TORCHSCRIPTFLAGS_H
#define TORCH_ONNX_LIB_TOOLS_TORCHSCRIPTFLAGS_H

#include "torch-onnx/Import/TorchScript.h"
#include "torch-onnx/Support/OptionParsers.h"

#include "llvm/Support/CommandLine.h"

namespace torch_onnx {

/// Registers the options. Must outlive the last use of their values.
struct TorchScriptFlags {
  llvm::cl::opt<std::string> inputTypes{
      "input-shapes",
      llvm::cl::desc(
          "Types of the inputs of a .pt: '[1,3,?,?]f32,[batch,2]i64'"),
      llvm::cl::value_desc("TYPES")};
  llvm::cl::opt<int64_t, false, DecimalParser<int64_t>> unroll{
      "unroll",
      llvm::cl::desc("Unroll each loop of a .pt that has at most N iterations"),
      llvm::cl::value_desc("N"), llvm::cl::init(0)};
  llvm::cl::list<std::string> opSchemas{
      "op-schema",
      llvm::cl::desc("Schema of an operator that LibTorch does not have"),
      llvm::cl::value_desc("SCHEMA")};

  /// The options of the importer; fails on an invalid value.
  llvm::Expected<TorchScriptOptions> get() const;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_TOOLS_TORCHSCRIPTFLAGS_H
