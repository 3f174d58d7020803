//===- OutputNames.h - Names of the outputs of a program --------*- C++ -*-===//
//
// A program that returns a dictionary, a dataclass or a named tuple has names
// for its outputs. The archive stores the keys in `out_spec`.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_OUTPUTNAMES_H
#define TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_OUTPUTNAMES_H

#include "Json.h"

#include <string>
#include <vector>

namespace torch_onnx {

/// One name for each of the `count` user outputs, in order; empty if the
/// program has none. A name is the path of keys to the output, joined by dots:
/// `logits`, `hidden_states.0`. Positions in tuples before the first key are
/// omitted if names stay unique. A name with characters other than letters,
/// digits and `_.-/:` is omitted, too.
///
/// Names are optional: an unexpected `out_spec` gives no names and no error.
std::vector<std::string> readOutputNames(Json graphModule, size_t count);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_OUTPUTNAMES_H
