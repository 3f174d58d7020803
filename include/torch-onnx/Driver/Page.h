//===- Page.h - A model and its conversion as a web page --------*- C++ -*-===//
//
// One file of HTML that shows what was converted, with the model as a graph
// that opens by module. It asks no network: its style, its script and its data
// are inside.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DRIVER_PAGE_H
#define TORCH_ONNX_DRIVER_PAGE_H

#include "torch-onnx/ONNXProto/ONNXProto.h"

#include "llvm/Support/raw_ostream.h"

namespace torch_onnx {

/// Writes the page. `report` is the JSON of Report::writeJSON(), which may have
/// further members, or empty. Without a model there is no graph.
void writePage(llvm::raw_ostream &os, llvm::StringRef report,
               const ModelOutline *model);

} // namespace torch_onnx

#endif // TORCH_ONNX_DRIVER_PAGE_H
