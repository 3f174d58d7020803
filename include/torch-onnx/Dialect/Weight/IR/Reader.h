//===- Reader.h - Reads the elements of any elements attribute --*- C++ -*-===//
//
// Converts attributes to bytes in the format of ONNX's raw_data: dense
// attributes, resources, weights in files and expressions over them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_WEIGHT_IR_READER_H
#define TORCH_ONNX_DIALECT_WEIGHT_IR_READER_H

#include "torch-onnx/Arithmetic/Tensor.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Support/MappedFile.h"

#include "mlir/IR/Diagnostics.h"

namespace torch_onnx::weight {

/// The size in bytes of all elements of `type`, as readElements() writes them.
/// INT64_MAX if getCheckedByteSize returns nothing; every check against a
/// buffer or a file refuses that size.
int64_t getByteSize(mlir::ShapedType type);

/// The size in bytes of all elements in forEachBlock(), which packs two 4-bit
/// elements into a byte. For all other types it is getCheckedByteSize().
std::optional<int64_t> getStoredByteSize(mlir::ShapedType type);
/// Whether a type is a 4-bit number.
bool isHalfByte(mlir::Type type);

/// Emits the error. Without it, an error is emitted at the unknown location of
/// the attribute's context.
using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

/// Reads `count` elements from `first` on, in row-major order, into `out`,
/// whose size is exactly `count` times the element width in bytes. Elements are
/// packed and little-endian; a bool is one byte, 0 or 1.
///
/// Supports DenseElementsAttr except strings, DenseResourceElementsAttr,
/// FileAttr and ExprAttr. All failures (no such file, a file that is too short,
/// a missing resource, an integer that a cast cannot represent) are reported as
/// errors; the contents of `out` are then unspecified.
///
/// Memory: a few blocks of 64 KB for each level of an expression, and at most
/// the size of `out` for a broadcast operand. Time: reading a transposed weight
/// in pieces touches the same pages of the file in every piece, so pieces
/// should be large; forEachBlock() chooses their size.
mlir::LogicalResult readElements(mlir::ElementsAttr attr, int64_t first,
                                 int64_t count, llvm::MutableArrayRef<char> out,
                                 EmitError emitError = {});

/// Like readElements(), but returns the error instead of reporting it.
llvm::Error tryReadElements(mlir::ElementsAttr attr, int64_t first,
                            int64_t count, llvm::MutableArrayRef<char> out);

/// Reads all elements into memory; nothing if they cannot be read.
std::optional<arithmetic::Tensor> readTensor(mlir::ElementsAttr attr);

/// Calls `consume` with all bytes in order, in pieces of at most 16 MB that
/// hold whole elements; stops on failure. A contiguous weight is not copied:
/// its pieces are views of the mapping. 4-bit elements are packed; an element
/// out of range is an error.
///
/// `position` is the position of the first byte in the output file. Copied
/// pieces get the same alignment within a page, for which the kernel copies
/// fastest.
mlir::LogicalResult forEachBlock(
    mlir::ElementsAttr attr,
    llvm::function_ref<mlir::LogicalResult(llvm::ArrayRef<char>)> consume,
    EmitError emitError = {}, uint64_t position = 0);

/// Releases the memory of the files that `attr` was read from, so that memory
/// use does not grow with the weights. They can be read again.
void releasePages(mlir::ElementsAttr attr);

/// A contiguous range of bytes in a mapped file.
struct FileRange {
  std::shared_ptr<const MappedFile> file;
  uint64_t offset = 0;
  uint64_t length = 0;

  llvm::ArrayRef<char> bytes() const {
    return file->bytes().slice(offset, length);
  }
};

/// True if the elements are one contiguous range of a file that can be opened
/// and is long enough. `range` is set to it, for AtomicFile::copyRange. False
/// also on errors, which readElements() reports.
///
/// False also for a bool weight with a byte that is neither 0 nor 1: ONNX does
/// not allow such bytes, and readElements() converts them to 1.
bool isContiguousFile(mlir::ElementsAttr attr, FileRange &range);

/// A key for finding weights that may be equal: equal keys are candidates for
/// equalContents(), and weights with different keys are treated as different.
/// Reads no bytes of the weight. Only valid within one process; the order of
/// output must not depend on it.
uint64_t getContentKey(mlir::ElementsAttr attr);

/// A hash of type and elements that is the same in every process: file names do
/// not affect it. For a weight in an archive it uses the archive's checksums;
/// bytes are read only without checksums.
llvm::Expected<uint64_t> getContentDigest(mlir::ElementsAttr attr);

/// True if both have the same type and elements, bit by bit. Reads bytes only
/// if position and CRC-32 do not decide. An unreadable attribute equals only
/// itself.
bool equalContents(mlir::ElementsAttr a, mlir::ElementsAttr b);

} // namespace torch_onnx::weight

#endif // TORCH_ONNX_DIALECT_WEIGHT_IR_READER_H
