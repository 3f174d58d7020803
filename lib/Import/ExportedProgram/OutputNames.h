//===- OutputNames.h - What a program calls its outputs ---------*- C++ -*-===//
//
// A program that returns a dictionary, a dataclass or a named tuple says what
// its outputs are; the archive keeps the keys in its `out_spec`.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_OUTPUTNAMES_H
#define TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_OUTPUTNAMES_H

#include "Json.h"

#include <string>
#include <vector>

namespace torch_onnx {

/// One name for each of the `count` user outputs, in their order; empty where
/// the program has none. A name is the path of keys to the output, joined by
/// dots: `logits`, `hidden_states.0`. Positions in tuples in front of the first
/// key are left out as long as names stay unique. A name with other characters
/// than letters, digits and `_.-/:` is left out, too.
///
/// Names are a help for people: an `out_spec` that is not understood gives none
/// of them, and no error.
std::vector<std::string> readOutputNames(Json graphModule, size_t count);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_OUTPUTNAMES_H
