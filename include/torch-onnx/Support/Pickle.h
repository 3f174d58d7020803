//===- Pickle.h - Reader for PyTorch's pickles ------------------*- C++ -*-===//
//
// A pickle is a program for a stack machine that can call any Python function.
// This reader executes the subset that PyTorch writes for numbers, texts,
// containers, tensors and objects, and refuses everything else by name. It
// never calls a Python function, and does not read the bytes of tensors.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_SUPPORT_PICKLE_H
#define TORCH_ONNX_SUPPORT_PICKLE_H

#include "torch-onnx/Support/ZipReader.h"

#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace torch_onnx {

class Pickle;

/// A tensor in a pickle: a view of a storage, which several tensors may share.
struct PickledTensor {
  /// The dtype's name in torch: "float32", "qint8".
  llvm::StringRef dtype;
  llvm::SmallVector<int64_t, 4> sizes, strides;
  /// The offset of the first element, in elements. The view has not been
  /// compared with the size of the storage.
  int64_t storageOffset = 0;
  /// The bytes of the storage in the archive.
  uint64_t offset = 0, size = 0;
  /// True if the archive has no bytes for the tensor, which is on the meta
  /// device or is a trace input of a module. A state dictionary also lacks the
  /// dtype and the sizes of such a tensor.
  bool isAbsent = false;
  /// The elements are the conjugates of those in the archive, or have the
  /// opposite sign. See resolveSigns().
  bool isConjugate = false, isNegative = false;
  /// The parameters of a quantized tensor (torch._utils._rebuild_qtensor): one
  /// scale and one zero point for the whole tensor, or a tensor of each for the
  /// slices along `axis`.
  bool isQuantized = false;
  double scale = 0;
  int64_t zeroPoint = 0;
  int64_t axis = -1;
};

/// The root folder of all members of an archive.
std::string getArchiveRoot(const ZipReader &zip);

/// Whether all elements of a view, of `width` bytes each, lie within the bytes
/// of its storage.
bool isInStorage(const PickledTensor &tensor, unsigned width);

/// The elements of a conjugate or negative view, of `width` bytes each, in
/// row-major order, from the bytes of the archive. They must be in the storage.
/// Nothing if there are more than in the storage.
std::optional<std::vector<char>> resolveSigns(const PickledTensor &tensor,
                                              unsigned width,
                                              llvm::ArrayRef<char> archive);

/// A value of a pickle. Cheap to copy; the pickle must outlive it. Values may
/// be shared, and may be circular in a state dictionary: a traversal must bound
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
    /// A Python class, function, dtype or device: getName().
    Global,
    Tensor,
    /// An object, or a member of an enumeration. getName() is the class,
    /// getState() the state.
    Object
  };

  Kind getKind() const;
  bool isA(Kind kind) const { return getKind() == kind; }

  // These are zero, empty or None for values of other kinds.

  /// The value of a Bool or an Int.
  int64_t getInt() const;
  double getFloat() const;
  /// The imaginary part of a Complex, whose real part is getFloat().
  double getImaginary() const;
  llvm::StringRef getText() const;
  /// For example "__torch__.torch.nn.modules.conv.Conv2d", "torch.float32" or
  /// "torch.device:cuda:0".
  llvm::StringRef getName() const;

  /// The elements of a Tuple or a List.
  size_t size() const;
  /// None if `index` is out of bounds.
  PickleValue operator[](size_t index) const;
  /// The entries of a Dict, in order. Keys need not be unique.
  std::vector<std::pair<PickleValue, PickleValue>> getEntries() const;
  /// The type annotation of a List or a Dict, such as "List[int]". Comes from
  /// torch.jit._pickle.restore_type_tag, or is implied by build_intlist and
  /// similar functions. Empty if there is none.
  llvm::StringRef getTypeTag() const;

  /// The state of an object: a Dict of its attributes, or the result of
  /// __getstate__; None for an object without a state. For a member of an
  /// enumeration, its value.
  PickleValue getState() const;

  PickledTensor getTensor() const;
  /// Scales and zero points of a tensor that is quantized per axis.
  PickleValue getScales() const;
  PickleValue getZeroPoints() const;

  /// Two values have equal numbers if and only if they are the same object.
  uint32_t getId() const { return index; }

private:
  friend class Pickle;
  PickleValue(const Pickle *pickle, uint32_t index)
      : pickle(pickle), index(index) {}
  PickleValue getQuantizer() const;

  const Pickle *pickle;
  uint32_t index;
};

/// The values built by a pickle, in tables. Time and memory are linear in the
/// size of the pickle, and nothing recurses.
class Pickle {
public:
  /// The set of names that a pickle may refer to.
  enum class Dialect : uint8_t {
    /// The names that torch.save writes for a dictionary with string keys whose
    /// values are tensors, parameters or tensor subclasses, and for a single
    /// tensor of a subclass. A tensor of a subclass
    /// is an Object of the class `kSubclass`; its state is the Dict of its
    /// attributes.
    StateDict,
    /// The names that torch.jit.save writes: objects of the classes of the
    /// archive's code (`__torch__.`), and values of TorchScript's types. No
    /// value contains itself, and values are at most `kDeepest` levels deep.
    /// The size of all tuples with shared parts expanded is bounded by a small
    /// multiple of the pickle.
    TorchScript
  };
  struct Options {
    Dialect dialect = Dialect::TorchScript;
    /// The folder of the storages in the archive, "model/data".
    std::string storages;
    /// The archive has no storage bytes: every storage is absent.
    bool hasNoBytes = false;
  };

  static constexpr unsigned kDeepest = 512;
  static constexpr llvm::StringLiteral kSubclass =
      "torch._tensor._rebuild_from_type_v2";

  /// Executes the pickle in `member`, which may be compressed. Errors name the
  /// archive, the member, the byte offset and the reason. The archive must
  /// outlive the pickle.
  static llvm::Expected<std::unique_ptr<Pickle>>
  read(const ZipReader &zip, const ZipReader::Member &member,
       const Options &options);
  ~Pickle();

  PickleValue getRoot() const;

  /// Returns an error about a value of the pickle.
  llvm::Error error(const llvm::Twine &message) const;
  /// Adds to the count of memory for values of the pickle. An error if the sum
  /// is far more than a pickle of this size by PyTorch takes.
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
