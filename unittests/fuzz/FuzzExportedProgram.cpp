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

#include "torch-onnx/Import/ExportedProgram.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringRef.h"

#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace torch_onnx;

static void check(bool promise) {
  if (!promise)
    std::abort();
}

namespace {

/// A stored archive. Its checksums are 0: the importer does not look at them.
class ZipWriter {
public:
  void add(StringRef name, StringRef content) {
    size_t at = file.size();
    put(file, 0x04034b50, 4);
    header(file, name, content);
    file += name;
    file += content;
    put(directory, 0x02014b50, 4);
    put(directory, 20, 2);
    header(directory, name, content);
    put(directory, 0, 10); // Comment, disk, attributes.
    put(directory, at, 4);
    directory += name;
    ++count;
  }

  std::string finish() {
    size_t at = file.size();
    file += directory;
    put(file, 0x06054b50, 4);
    put(file, 0, 4);
    put(file, count, 2);
    put(file, count, 2);
    put(file, directory.size(), 4);
    put(file, at, 4);
    put(file, 0, 2);
    return std::move(file);
  }

private:
  static void put(std::string &text, uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i)
      text += i < 8 ? char(value >> (8 * i)) : '\0';
  }

  /// What both kinds of headers have alike.
  static void header(std::string &text, StringRef name, StringRef content) {
    put(text, 20, 2);
    put(text, 0, 12); // Flags, method, time, date, CRC-32.
    put(text, content.size(), 4);
    put(text, content.size(), 4);
    put(text, name.size(), 2);
    put(text, 0, 2);
  }

  std::string file, directory;
  unsigned count = 0;
};

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
