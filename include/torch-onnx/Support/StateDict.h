//===- StateDict.h - Tensors of a file of torch.save ------------*- C++ -*-===//
//
// torch.save writes a zip archive: a pickle with the names and the views of the
// tensors, and one stored member with the bytes of each storage. The pickle is
// a program for a machine that can call anything in Python. This reader runs
// the part of it that a dictionary of tensors needs, and refuses everything
// else by its name; it never calls anything, and no byte of a tensor is read.
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
  /// As torch calls it: "float32". Empty for a tensor without bytes.
  std::string dtype;
  llvm::SmallVector<int64_t, 4> sizes, strides;
  /// Of the first element, in elements. Nothing of the view has been compared
  /// with the storage.
  int64_t storageOffset = 0;
  /// The bytes of the storage in the archive.
  uint64_t offset = 0, size = 0;
  /// A tensor of FakeTensorMode or on the meta device: it has no bytes, and
  /// nothing but its name is set.
  bool isAbsent = false;
  /// A tensor subclass, whose tensors have entries of their own behind it.
  /// Nothing but its name is set.
  bool isSubclass = false;
};

/// The tensors of the dictionary that an archive of torch.save holds, in its
/// order. Entries that are no tensors are left out. Errors name the archive and
/// what is wrong in it. A tensor subclass (torchao's Int8Tensor) is replaced by
/// the tensors that it is made of, "weight.qdata" and "weight.scale" for
/// "weight"; if the archive holds one instead of a dictionary, they are "qdata"
/// and "scale".
///
/// Read is what torch.save writes for dictionaries from strings to tensors and
/// parameters (pickle protocol 2, little-endian storages); time and memory are
/// linear in the size of the pickle, and nothing recurses.
llvm::Expected<std::vector<StateDictTensor>>
readStateDict(const ZipReader &zip);

/// Whether the archive has the form of those that torch.save writes.
bool isStateDict(const ZipReader &zip);

} // namespace torch_onnx

#endif // TORCH_ONNX_SUPPORT_STATEDICT_H
