//===- FuzzExportedProgram.cpp - The importer on any JSON -----------------===//
//
// The input is the JSON of a program, or of a program and of a table of weights
// with a byte 0xff between them (which is in no JSON). It is wrapped into the
// smallest archive that the importer reads; damaged archives are fuzz-zip's.
//
// Beyond not crashing: a program is either imported without an error, or
// refused with one.
//
//===----------------------------------------------------------------------===//

#include "ZipWriter.h"

#include "torch-onnx/Import/ExportedProgram.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringRef.h"

#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace torch_onnx;

namespace {

/// One file in memory, under a name of the file system.
class MemoryFile {
public:
  MemoryFile() : descriptor(memfd_create("program", 0)) {
    check(descriptor >= 0);
    path = "/proc/self/fd/" + std::to_string(descriptor);
  }
  void write(StringRef content) {
    check(ftruncate(descriptor, 0) == 0);
    check(pwrite(descriptor, content.data(), content.size(), 0) ==
          ssize_t(content.size()));
  }
  StringRef getPath() const { return path; }

private:
  int descriptor;
  std::string path;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto [program, weights] =
      StringRef(reinterpret_cast<const char *>(data), size).split('\xff');
  // The offsets of the archive have 32 bits.
  if (size > (size_t(1) << 24))
    return 0;
  ZipWriter zip;
  zip.add("p/archive_format", "pt2");
  zip.add("p/byteorder", "little");
  zip.add("p/models/model.json", program);
  if (!weights.empty())
    zip.add("p/data/weights/model_weights_config.json", weights);
  std::string bytes(256, '\x3f');
  for (unsigned i = 0; i < 4; ++i)
    zip.add("p/data/weights/weight_" + std::to_string(i), bytes);

  static MemoryFile file;
  file.write(zip.finish());
  // Attributes stay in a context for ever: a new one now and then.
  static std::unique_ptr<MLIRContext> context;
  static unsigned uses = 0;
  if (uses++ % 256 == 0)
    context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  unsigned errors = 0;
  ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diagnostic) {
    errors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
    return success();
  });
  OwningOpRef<ModuleOp> module =
      importExportedProgram(file.getPath(), context.get());
  check(module ? errors == 0 : errors > 0);
  return 0;
}
