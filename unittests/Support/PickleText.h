//===- PickleText.h - Pickles, opcode by opcode -----------------*- C++ -*-===//
//
// The opcodes that tests spell pickles with.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_UNITTESTS_SUPPORT_PICKLETEXT_H
#define TORCH_ONNX_UNITTESTS_SUPPORT_PICKLETEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <cstdint>
#include <string>

namespace torch_onnx::pickled {

inline std::string text(llvm::StringRef value) {
  std::string result = "X";
  for (unsigned i = 0; i < 4; ++i)
    result += static_cast<char>(value.size() >> (8 * i));
  return result + value.str();
}

inline std::string integer(uint8_t value) {
  return std::string("K") + char(value);
}

inline std::string global(llvm::StringRef module, llvm::StringRef name) {
  return ("c" + module + "\n" + name + "\n").str();
}

inline std::string tuple(llvm::StringRef items) {
  return "(" + items.str() + "t";
}

inline std::string list(llvm::StringRef items) {
  return "](" + items.str() + "e";
}

/// Keys and values in turn.
inline std::string dict(llvm::StringRef entries) {
  return "}(" + entries.str() + "u";
}

inline std::string storage(llvm::StringRef name, llvm::StringRef key,
                           uint8_t count, llvm::StringRef device = "cpu") {
  return tuple(text("storage") + global("torch", name) + text(key) +
               text(device) + integer(count)) +
         "Q";
}

inline const std::string hooks = global("collections", "OrderedDict") + ")R";

/// A view of a storage.
inline std::string view(llvm::StringRef storage, llvm::StringRef sizes,
                        llvm::StringRef strides, uint8_t offset = 0,
                        llvm::StringRef more = "") {
  return global("torch._utils", "_rebuild_tensor_v2") +
         tuple(storage.str() + integer(offset) + tuple(sizes) + tuple(strides) +
               "\x89" + hooks + more.str()) +
         "R";
}

/// A view of a storage of four floats.
inline std::string tensor(llvm::StringRef sizes, llvm::StringRef strides,
                          uint8_t offset = 0, llvm::StringRef more = "") {
  return view(storage("FloatStorage", "0", 4), sizes, strides, offset, more);
}

inline const std::string pair = tensor(integer(2), integer(1));

} // namespace torch_onnx::pickled

#endif // TORCH_ONNX_UNITTESTS_SUPPORT_PICKLETEXT_H
