//===- StateDict.h - Reader for tensors of torch.save -----------*- C++ -*-===//
//
// torch.save writes a zip archive: a pickle with the names and the views of the
// tensors, and one stored member with the bytes of each storage. The pickle is
// a program for a stack machine that can call any Python function. This reader
// executes the subset that a dictionary of tensors needs, and refuses
// everything else by name. It never calls a Python function, and does not read
// the bytes of tensors.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_SUPPORT_STATEDICT_H
#define TORCH_ONNX_SUPPORT_STATEDICT_H

#include "torch-onnx/Support/ZipReader.h"

#include "llvm/ADT/SmallVector.h"

#include <string>
#include <vector>

namespace torch_onnx {

/// One tensor of a state dictionary: a view of a storage, which several tensors
/// may share.
struct StateDictTensor {
  std::string name;
  /// The dtype's name in torch: "float32". Empty for a tensor without bytes.
  std::string dtype;
  llvm::SmallVector<int64_t, 4> sizes, strides;
  /// The offset of the first element, in elements. The view has not been
  /// compared with the size of the storage.
  int64_t storageOffset = 0;
  /// The bytes of the storage in the archive.
  uint64_t offset = 0, size = 0;
  /// A tensor of FakeTensorMode or on the meta device. It has no bytes, and
  /// only its name is set.
  bool isAbsent = false;
  /// A tensor subclass. Its tensors are the entries that follow it. Only its
  /// name is set.
  bool isSubclass = false;
};

/// Returns the tensors of the dictionary in an archive of torch.save, in its
/// order. Other entries are skipped. Errors name the archive and the reason. A
/// tensor subclass (torchao's Int8Tensor) is replaced by its tensors,
/// "weight.qdata" and "weight.scale" for "weight"; if the archive holds a
/// subclass instead of a dictionary, they are "qdata" and "scale".
///
/// The reader accepts what torch.save writes for dictionaries from strings to
/// tensors and parameters (pickle protocol 2, little-endian storages). Time and
/// memory are linear in the size of the pickle, and nothing recurses.
llvm::Expected<std::vector<StateDictTensor>>
readStateDict(const ZipReader &zip);

/// Whether the archive has the structure of an archive of torch.save.
bool isStateDict(const ZipReader &zip);

} // namespace torch_onnx

#endif // TORCH_ONNX_SUPPORT_STATEDICT_H
