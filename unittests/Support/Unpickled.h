//===- Unpickled.h - A pickle in an archive of its own ----------*- C++ -*-===//
//
// Reads what a test spelled, in the dialect of TorchScript.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_UNITTESTS_SUPPORT_UNPICKLED_H
#define TORCH_ONNX_UNITTESTS_SUPPORT_UNPICKLED_H

#include "../fuzz/ZipWriter.h"

#include "torch-onnx/Support/Pickle.h"

#include <memory>
#include <optional>

namespace torch_onnx {

class Unpickled {
public:
  /// Storage 0 has 16 bytes, storage 1 has none.
  explicit Unpickled(llvm::StringRef pickle, bool hasNoBytes = false) {
    ZipWriter writer;
    writer.add("a/data.pkl", ("\x80\x02" + pickle + ".").str());
    writer.add("a/data/0", std::string(16, 'x'));
    writer.add("a/data/1", "");
    file = writer.finish();
    zip = llvm::cantFail(
        ZipReader::open(llvm::ArrayRef(file.data(), file.size()), "a.pt"));
    Pickle::Options options;
    options.storages = "a/data";
    options.hasNoBytes = hasNoBytes;
    auto read = Pickle::read(*zip, *zip->find("a/data.pkl"), options);
    if (read)
      values = std::move(*read);
    else
      error = llvm::toString(read.takeError());
  }

  /// None if the pickle could not be read.
  PickleValue operator*() {
    if (!values)
      return *none();
    return values->getRoot();
  }
  PickleValue::Kind getKind() { return (**this).getKind(); }

  std::string error;
  std::optional<ZipReader> zip;
  std::string file;
  std::unique_ptr<Pickle> values;

private:
  static Unpickled &none() {
    static Unpickled value("N");
    return value;
  }
};

} // namespace torch_onnx

#endif // TORCH_ONNX_UNITTESTS_SUPPORT_UNPICKLED_H
