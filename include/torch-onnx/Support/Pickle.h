//===- Pickle.h - Objects of a pickle of PyTorch's --------------*- C++ -*-===//
//
// A pickle is a program for a machine that can call anything in Python. This
// reader runs the part of it that PyTorch writes for numbers, texts,
// containers, tensors and objects, and refuses everything else by its name. It
// never calls anything, and no byte of a tensor is read.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_SUPPORT_PICKLE_H
#define TORCH_ONNX_SUPPORT_PICKLE_H

#include "torch-onnx/Support/ZipReader.h"

#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <string>

namespace torch_onnx {

class Pickle;

/// A tensor in a pickle: a view of a storage, which several tensors may share.
struct PickledTensor {
  /// As torch calls it: "float32", "qint8". Empty for a tensor without bytes.
  llvm::StringRef dtype;
  llvm::SmallVector<int64_t, 4> sizes, strides;
  /// Of the first element, in elements. Nothing of the view has been compared
  /// with the storage.
  int64_t storageOffset = 0;
  /// The bytes of the storage in the archive.
  uint64_t offset = 0, size = 0;
  /// The bytes are not in the archive.
  bool isAbsent = false;
  /// Of a quantized tensor (torch._utils._rebuild_qtensor). Per tensor, there
  /// is one scale and one zero point; per axis, there are two tensors.
  bool isQuantized = false;
  double scale = 0;
  int64_t zeroPoint = 0;
  int64_t axis = -1;
};

/// A value of a pickle. Cheap to copy; the pickle has to outlive it. Values may
/// be shared and circular: a walk over them has to bound itself.
class PickleValue {
public:
  enum class Kind : uint8_t {
    None,
    Bool,
    Int,
    Float,
    Complex,
    Text,
    Tuple,
    List,
    Dict,
    /// A class, a function, a dtype or a device of Python: getName().
    Global,
    Tensor,
    /// An object: getName() is its class, getState() what it was built from.
    Object
  };

  Kind getKind() const;
  bool isA(Kind kind) const { return getKind() == kind; }
  /// Of a Bool and an Int.
  int64_t getInt() const;
  double getFloat() const;
  /// The imaginary part of a Complex, whose real part is getFloat().
  double getImaginary() const;
  llvm::StringRef getText() const;
  /// "__torch__.torch.nn.modules.conv.Conv2d", "torch.float32"
  llvm::StringRef getName() const;

  /// The elements of a Tuple or a List.
  size_t size() const;
  PickleValue operator[](size_t index) const;
  /// The entries of a Dict, in order.
  llvm::SmallVector<std::pair<PickleValue, PickleValue>> getEntries() const;
  /// The annotation of a List or a Dict (torch.jit._pickle.restore_type_tag),
  /// "List[int]"; empty where there is none.
  llvm::StringRef getTypeTag() const;

  /// What an object was built from: a Dict of its attributes, or whatever its
  /// __getstate__ returned; None for an object without a state.
  PickleValue getState() const;

  PickledTensor getTensor() const;
  /// Scales and zero points of a tensor that is quantized per axis.
  PickleValue getScales() const;
  PickleValue getZeroPoints() const;

  /// Equal for two values that are the same object.
  uint32_t getId() const { return index; }

private:
  friend class Pickle;
  PickleValue(const Pickle *pickle, uint32_t index)
      : pickle(pickle), index(index) {}

  const Pickle *pickle;
  uint32_t index;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_SUPPORT_PICKLE_H
