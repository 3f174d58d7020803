//===- ProtoWriter.h - Protobuf wire format, with holes ---------*- C++ -*-===//
//
// Writes the protobuf wire format without protobuf. A model is too large for
// messages of its own: what is small goes into one buffer, what is large (the
// bytes of a weight) is a hole that is filled while the result is streamed out.
//
// A nested message must be preceded by its length, which is known only at its
// end. The length of a short message is put in place by moving the message up;
// that of a long one (or of one with a hole in it) is kept aside as a mark and
// put in while streaming. So no byte is moved more often than short messages
// are nested, and writing is linear.
//
// Field numbers are in OnnxFormat.h; nothing here knows ONNX.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_TARGET_ONNX_PROTOWRITER_H
#define TORCH_ONNX_LIB_TARGET_ONNX_PROTOWRITER_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace torch_onnx::onnx {

class ProtoWriter {
public:
  //===--- Fields ---------------------------------------------------------===//
  // `field` is the number that the .proto file gives.

  /// int32, int64, uint64, bool, enum. Negative values take ten bytes, as the
  /// format wants it.
  void writeInt(uint32_t field, int64_t value);
  /// float.
  void writeFloat(uint32_t field, float value);
  /// bytes.
  void writeString(uint32_t field, llvm::StringRef value);
  /// string, which has to be UTF-8: see getInvalidText().
  void writeText(uint32_t field, llvm::StringRef value);
  /// bytes of which only the number is known now: `stream` asks for them under
  /// `id`.
  void writeHole(uint32_t field, uint64_t size, unsigned id);

  /// Starts / ends a nested message. `MessageScope` below does it by scope.
  void beginMessage(uint32_t field);
  void endMessage();

  //===--- Result ---------------------------------------------------------===//

  /// Bytes of the whole, holes included. All messages must have been ended.
  uint64_t size() const { return buffer.size() + outside; }

  /// Hands the whole to `write` piece by piece, in order, and calls `fill(id)`
  /// where a hole is: it must write exactly the bytes announced. Stops when
  /// that fails.
  mlir::LogicalResult
  stream(llvm::function_ref<void(llvm::ArrayRef<char>)> write,
         llvm::function_ref<mlir::LogicalResult(unsigned id)> fill);

  /// The first text that is no UTF-8; empty if there is none. A reader of the
  /// format refuses the message or the text, at the latest when it is shown.
  llvm::StringRef getInvalidText() const { return invalidText; }

  /// The whole as one block; there must be no holes.
  std::vector<char> takeBytes();

private:
  /// Something to be put in at `position` of the buffer: a length that replaces
  /// the byte there, or a hole before it.
  struct Mark {
    uint64_t position;
    uint64_t size;
    int64_t hole; // -1: a length.
  };
  struct Open {
    uint64_t start;   // Of the contents in the buffer; the length is before it.
    uint64_t outside; // `outside` of the writer when the message began.
  };

  void writeTag(uint32_t field, unsigned wireType);
  void writeVarint(uint64_t value);

  std::vector<char> buffer;
  std::vector<Mark> marks;
  std::vector<Open> open;
  std::string invalidText;
  /// Bytes that belong to the output but are not in the buffer.
  uint64_t outside = 0;
};

/// A nested message for as long as the object lives.
class MessageScope {
public:
  MessageScope(ProtoWriter &writer, uint32_t field) : writer(writer) {
    writer.beginMessage(field);
  }
  ~MessageScope() { writer.endMessage(); }
  MessageScope(const MessageScope &) = delete;
  MessageScope &operator=(const MessageScope &) = delete;

private:
  ProtoWriter &writer;
};

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_TARGET_ONNX_PROTOWRITER_H
