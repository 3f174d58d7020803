//===- Reader.h - Reads the elements of any elements attribute --*- C++ -*-===//
//
// The one way from an attribute to bytes: dense attributes, resources, weights
// in files and expressions over them, in the format of ONNX's raw_data.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_WEIGHT_IR_READER_H
#define TORCH_ONNX_DIALECT_WEIGHT_IR_READER_H

#include "torch-onnx/Arithmetic/Tensor.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Support/MappedFile.h"

#include "mlir/IR/Diagnostics.h"

namespace torch_onnx::weight {

/// Bytes of all elements of `type`, as readElements() writes them. INT64_MAX
/// when there is no such number (getCheckedByteSize says nothing): a size that
/// every check against a buffer or a file refuses.
int64_t getByteSize(mlir::ShapedType type);

/// Bytes of all elements as forEachBlock() has them: two elements of 4 bits are
/// one, of all other types those of getCheckedByteSize().
std::optional<int64_t> getStoredByteSize(mlir::ShapedType type);
/// A number of 4 bits.
bool isHalfByte(mlir::Type type);

/// Where an error is reported. Without one it goes to the unknown location of
/// the attribute's context.
using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

/// Reads `count` elements from `first` on, counted in row-major order, into
/// `out`, which has exactly `count` times the element's width bytes: packed,
/// little-endian, a bool is one byte, 0 or 1.
///
/// Supported are DenseElementsAttr but for strings, DenseResourceElementsAttr,
/// FileAttr and ExprAttr. Everything that can be wrong with them (no such file,
/// a file that is too short, a resource that is not there, an integer that a
/// cast cannot hold) is reported as an error; `out` then holds anything.
///
/// Memory: a few blocks of 64 KB for each level of an expression, and at most
/// as much as `out` for an operand that is broadcast.
/// Time: reading a transposed weight in pieces touches the same pages of the
/// file in every piece, so pieces should be large; forEachBlock() knows how
/// large.
mlir::LogicalResult readElements(mlir::ElementsAttr attr, int64_t first,
                                 int64_t count, llvm::MutableArrayRef<char> out,
                                 EmitError emitError = {});

/// The same with the message as an error, for those who do not report it.
llvm::Error tryReadElements(mlir::ElementsAttr attr, int64_t first,
                            int64_t count, llvm::MutableArrayRef<char> out);

/// All elements in memory; nothing when they cannot be read.
std::optional<arithmetic::Tensor> readTensor(mlir::ElementsAttr attr);

/// Calls `consume` with all bytes in order, in pieces of at most 16 MB of whole
/// elements; stops when it fails. A contiguous weight is not copied: its pieces
/// are views of the mapping. Elements of 4 bits are packed on the way; one that
/// does not fit is an error.
///
/// `position` is where the first byte will be in a file: what is copied is put
/// at the same place of a page, which is where the kernel copies it fastest.
mlir::LogicalResult forEachBlock(
    mlir::ElementsAttr attr,
    llvm::function_ref<mlir::LogicalResult(llvm::ArrayRef<char>)> consume,
    EmitError emitError = {}, uint64_t position = 0);

/// Gives back the memory of the files that `attr` was read from, so that the
/// process does not grow with the weights. They can be read again.
void releasePages(mlir::ElementsAttr attr);

/// A run of bytes in a mapped file.
struct FileRange {
  std::shared_ptr<const MappedFile> file;
  uint64_t offset = 0;
  uint64_t length = 0;

  llvm::ArrayRef<char> bytes() const {
    return file->bytes().slice(offset, length);
  }
};

/// True when the elements are one run of bytes of a file that can be opened
/// and has them all, which is then `range`: for AtomicFile::copyRange. False
/// also on errors, which readElements() will report.
///
/// Bytes of a bool weight that are neither 0 nor 1 make it false as well: ONNX
/// allows no others, and readElements() makes them 1.
bool isContiguousFile(mlir::ElementsAttr attr, FileRange &range);

/// A key by which weights that may be equal are found: equal keys are
/// candidates for equalContents(), different keys were not worth comparing.
/// Costs no byte of a weight. Only for use inside of one process; the order of
/// output must not depend on it.
uint64_t getContentKey(mlir::ElementsAttr attr);

/// A hash of type and elements that is the same in every process: the names of
/// files do not enter it. Of a weight in an archive it takes the checksums that
/// the archive has; bytes are read only where there are none.
llvm::Expected<uint64_t> getContentDigest(mlir::ElementsAttr attr);

/// True when both have the same type and elements, bit by bit. Reads bytes only
/// where place and CRC-32 leave doubt. What cannot be read equals only itself.
bool equalContents(mlir::ElementsAttr a, mlir::ElementsAttr b);

} // namespace torch_onnx::weight

#endif // TORCH_ONNX_DIALECT_WEIGHT_IR_READER_H
