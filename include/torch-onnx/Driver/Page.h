//===- Page.h - A model and its conversion as a web page --------*- C++ -*-===//
//
// A self-contained HTML file that shows a conversion, with the model as a graph
// that can be expanded by module. Style, script and data are embedded; it needs
// no network.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DRIVER_PAGE_H
#define TORCH_ONNX_DRIVER_PAGE_H

#include "torch-onnx/ONNXProto/ONNXProto.h"

#include "llvm/Support/raw_ostream.h"

namespace torch_onnx {

/// Writes the page. `report` is the JSON of Report::writeJSON(), possibly with
/// further members, or empty. Without a model there is no graph.
void writePage(llvm::raw_ostream &os, llvm::StringRef report,
               const ModelOutline *model);

} // namespace torch_onnx

#endif // TORCH_ONNX_DRIVER_PAGE_H
