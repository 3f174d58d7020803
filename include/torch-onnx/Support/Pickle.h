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
#include <utility>
#include <vector>

namespace torch_onnx {

class Pickle;

/// A tensor in a pickle: a view of a storage, which several tensors may share.
struct PickledTensor {
  /// As torch calls it: "float32", "qint8".
  llvm::StringRef dtype;
  llvm::SmallVector<int64_t, 4> sizes, strides;
  /// Of the first element, in elements. Nothing of the view has been compared
  /// with the storage.
  int64_t storageOffset = 0;
  /// The bytes of the storage in the archive.
  uint64_t offset = 0, size = 0;
  /// The bytes are not in the archive: a tensor on the meta device, or an input
  /// that a module was traced with. A state dictionary does not tell the dtype
  /// and the sizes of such a tensor.
  bool isAbsent = false;
  /// Of a quantized tensor (torch._utils._rebuild_qtensor). Per tensor, there
  /// is one scale and one zero point; per axis, there are two tensors.
  bool isQuantized = false;
  double scale = 0;
  int64_t zeroPoint = 0;
  int64_t axis = -1;
};

/// The folder that PyTorch puts all members of an archive in.
std::string getArchiveRoot(const ZipReader &zip);

/// Whether all elements of a view, of `width` bytes each, lie inside of the
/// bytes of its storage.
bool isInStorage(const PickledTensor &tensor, unsigned width);

/// A value of a pickle. Cheap to copy; the pickle has to outlive it. Values may
/// be shared, and circular in a state dictionary: a walk over them has to bound
/// itself.
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
    /// An object, or a member of an enumeration: getName() is its class,
    /// getState() what it was built from.
    Object
  };

  Kind getKind() const;
  bool isA(Kind kind) const { return getKind() == kind; }

  // Of a value of another kind, these are zero, empty or None.

  /// Of a Bool and an Int.
  int64_t getInt() const;
  double getFloat() const;
  /// The imaginary part of a Complex, whose real part is getFloat().
  double getImaginary() const;
  llvm::StringRef getText() const;
  /// "__torch__.torch.nn.modules.conv.Conv2d", "torch.float32",
  /// "torch.device:cuda:0"
  llvm::StringRef getName() const;

  /// The elements of a Tuple or a List.
  size_t size() const;
  /// None from the end on.
  PickleValue operator[](size_t index) const;
  /// The entries of a Dict, in order. Keys need not be unique.
  std::vector<std::pair<PickleValue, PickleValue>> getEntries() const;
  /// The annotation of a List or a Dict, "List[int]": of
  /// torch.jit._pickle.restore_type_tag, or what build_intlist and its like
  /// stand for. Empty where there is none.
  llvm::StringRef getTypeTag() const;

  /// What an object was built from: a Dict of its attributes, or whatever its
  /// __getstate__ returned; None for an object without a state. Of a member of
  /// an enumeration, its value.
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
  PickleValue getQuantizer() const;

  const Pickle *pickle;
  uint32_t index;
};

/// What a pickle builds, in tables. Time and memory are linear in the size of
/// the pickle, whatever it does, and nothing recurses.
class Pickle {
public:
  /// What a pickle may refer to.
  enum class Dialect : uint8_t {
    /// What torch.save writes for dictionaries from texts to tensors,
    /// parameters and tensor subclasses, and for one subclass alone. A subclass
    /// is an Object of the class `kSubclass`, its state the Dict of its
    /// attributes.
    StateDict,
    /// What torch.jit.save writes: objects of the classes of the archive's code
    /// (`__torch__.`), and values of TorchScript's types. No value contains
    /// itself, and values are at most `kDeepest` levels deep. Written out as
    /// often as they are used, the tuples are not many times larger than the
    /// pickle.
    TorchScript
  };
  struct Options {
    Dialect dialect = Dialect::TorchScript;
    /// The folder of the storages in the archive, "model/data".
    std::string storages;
    /// The archive has no bytes of the storages: a storage is absent.
    bool hasNoBytes = false;
  };

  static constexpr unsigned kDeepest = 512;
  static constexpr llvm::StringLiteral kSubclass =
      "torch._tensor._rebuild_from_type_v2";

  /// Runs a pickle, which may be compressed. Errors name the archive, the
  /// member, the byte in it, and what is wrong there. The archive has to
  /// outlive the pickle.
  static llvm::Expected<std::unique_ptr<Pickle>>
  read(const ZipReader &zip, const ZipReader::Member &member,
       const Options &options);
  ~Pickle();

  PickleValue getRoot() const;

  /// An error in what the pickle built.
  llvm::Error error(const llvm::Twine &message) const;
  /// Counts memory that is needed for what the pickle built: an error when all
  /// of it is far more than PyTorch's pickles of this size take.
  llvm::Error use(size_t bytes);

private:
  friend class PickleValue;
  friend class Unpickler;
  struct Tables;
  explicit Pickle(std::unique_ptr<Tables> tables);

  std::unique_ptr<Tables> tables;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_SUPPORT_PICKLE_H
