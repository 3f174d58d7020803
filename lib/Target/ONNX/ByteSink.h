//===- ByteSink.h - Output of the bytes of a model --------------*- C++ -*-===//
//
// Output to a file that becomes visible when it is complete, or to a stream.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_TARGET_ONNX_BYTESINK_H
#define TORCH_ONNX_LIB_TARGET_ONNX_BYTESINK_H

#include "torch-onnx/Support/AtomicFile.h"
#include "torch-onnx/Support/Checksum.h"
#include "torch-onnx/Support/MappedFile.h"
#include "torch-onnx/Support/StopRequest.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdint>

namespace torch_onnx::onnx {

/// A sink of bytes. Errors are sticky, as in AtomicFile: nothing is written
/// after the first one, and the owner of the sink checks for it at the end.
class ByteSink {
public:
  virtual ~ByteSink() = default;
  virtual void write(llvm::ArrayRef<char> bytes) = 0;
  /// Appends a part of a mapped file, which must be in bounds. Adds the bytes
  /// to `checksum`, which may be null.
  virtual void copyRange(const MappedFile &source, uint64_t offset,
                         uint64_t length, Checksum *checksum) = 0;
  /// The number of bytes written so far.
  virtual uint64_t tell() const = 0;
  /// Whether writing has failed, so that the caller may stop.
  virtual bool hasFailed() const = 0;
};

class FileSink : public ByteSink {
public:
  /// Nothing is written after a request to stop (may be null).
  FileSink(AtomicFile &file, StopRequest *stop) : file(file), stop(stop) {}
  void write(llvm::ArrayRef<char> bytes) override {
    forEachPiece(bytes.size(), [&](uint64_t offset, uint64_t size) {
      file.write(bytes.slice(offset, size));
    });
  }
  void copyRange(const MappedFile &source, uint64_t offset, uint64_t length,
                 Checksum *checksum) override {
    forEachPiece(length, [&](uint64_t start, uint64_t size) {
      file.copyRange(source, offset + start, size, checksum);
    });
    // The owner of the sink reports the error.
    if (checksum && hasFailed())
      checksum->isComplete = false;
  }
  uint64_t tell() const override { return file.tell(); }
  bool hasFailed() const override {
    return file.failed() || (stop && stop->isRequested());
  }

private:
  /// Large enough to be efficient, small enough to react to a stop.
  static constexpr uint64_t pieceSize = uint64_t(64) << 20;

  void forEachPiece(uint64_t length,
                    llvm::function_ref<void(uint64_t, uint64_t)> write) {
    for (uint64_t start = 0; start < length && !hasFailed(); start += pieceSize)
      write(start, std::min(pieceSize, length - start));
  }

  AtomicFile &file;
  StopRequest *stop;
};

class StreamSink : public ByteSink {
public:
  explicit StreamSink(llvm::raw_ostream &stream) : stream(stream) {}
  void write(llvm::ArrayRef<char> bytes) override {
    stream.write(bytes.data(), bytes.size());
  }
  void copyRange(const MappedFile &source, uint64_t offset, uint64_t length,
                 Checksum *checksum) override {
    if (checksum)
      checksum->add(source.bytes().slice(offset, length));
    write(source.bytes().slice(offset, length));
  }
  uint64_t tell() const override { return stream.tell(); }
  bool hasFailed() const override { return false; }

private:
  llvm::raw_ostream &stream;
};

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_TARGET_ONNX_BYTESINK_H
