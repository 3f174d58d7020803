//===- ProtoWriter.h - Protobuf wire format, with holes ---------*- C++ -*-===//
//
// Writes the protobuf wire format without protobuf. A model is too large to be
// held as messages: small parts go into one buffer, and large parts (the bytes
// of weights) are holes that are filled while the result is streamed.
//
// A nested message is preceded by its length, which is only known at its end.
// The length of a short message is inserted by moving the message. That of a
// long message, or of one with a hole, is recorded as a mark and inserted while
// streaming. So bytes are only moved as often as short messages are nested, and
// writing is linear.
//
// Field numbers are in OnnxFormat.h; this class is independent of ONNX.
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
  // `field` is the number in the .proto file.

  /// int32, int64, uint64, bool, enum. Negative values take ten bytes, as the
  /// format requires.
  void writeInt(uint32_t field, int64_t value);
  /// float.
  void writeFloat(uint32_t field, float value);
  /// bytes.
  void writeString(uint32_t field, llvm::StringRef value);
  /// string, which must be UTF-8: see getInvalidText().
  void writeText(uint32_t field, llvm::StringRef value);
  /// bytes of which only the number is known now; `stream` requests them by
  /// `id`.
  void writeHole(uint32_t field, uint64_t size, unsigned id);

  /// Begin and end a nested message. Prefer MessageScope.
  void beginMessage(uint32_t field);
  void endMessage();

  //===--- Result ---------------------------------------------------------===//

  /// The total number of bytes, including holes. All messages must have ended.
  uint64_t size() const { return buffer.size() + outside; }

  /// Passes the output to `write` piece by piece, in order, and calls
  /// `fill(id)` for each hole, which must write exactly the announced number of
  /// bytes. Stops if `fill` fails.
  mlir::LogicalResult
  stream(llvm::function_ref<void(llvm::ArrayRef<char>)> write,
         llvm::function_ref<mlir::LogicalResult(unsigned id)> fill);

  /// The first text that is not UTF-8; empty if there is none. Readers refuse
  /// such a text, some only when it is displayed.
  llvm::StringRef getInvalidText() const { return invalidText; }

  /// Returns the output as one block; there must be no holes.
  std::vector<char> takeBytes();

private:
  /// An insertion at `position` of the buffer: a length, which replaces the
  /// byte there, or a hole before it.
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
  /// The number of output bytes that are not in the buffer.
  uint64_t outside = 0;
};

/// A nested message that ends with the scope of the object.
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
