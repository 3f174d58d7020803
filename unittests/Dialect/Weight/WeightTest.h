//===- WeightTest.h - What all tests of the weight dialect use --*- C++ -*-===//
//
// A context with the dialect, a folder with a file of weights, and a reference
// reader that computes one address after the other.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_UNITTESTS_DIALECT_WEIGHT_WEIGHTTEST_H
#define TORCH_ONNX_UNITTESTS_DIALECT_WEIGHT_WEIGHTTEST_H

#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Dialect/Weight/IR/WeightStore.h"

#include "../../Support/TemporaryFolder.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

#include <cstring>

namespace torch_onnx::weight {

class WeightTest : public ::testing::Test {
protected:
  WeightTest() : b(&context) {
    context.loadDialect<WeightDialect>();
    getWeightStore(&context).setFolder(folder.path());
    context.getDiagEngine().registerHandler([this](mlir::Diagnostic &d) {
      message += d.str();
      return mlir::success();
    });
  }

  mlir::RankedTensorType getType(llvm::ArrayRef<int64_t> shape,
                                 mlir::Type elementType) {
    return mlir::RankedTensorType::get(shape, elementType);
  }
  mlir::RankedTensorType f32(llvm::ArrayRef<int64_t> shape) {
    return getType(shape, b.getF32Type());
  }

  /// The diagnostics since the last call.
  std::string takeMessage() { return std::exchange(message, ""); }

  /// Adds a file of `size` bytes that differ.
  llvm::StringRef makeFile(llvm::StringRef name, size_t size) {
    std::string bytes(size, '\0');
    uint32_t state = 7;
    for (char &byte : bytes)
      byte = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
    folder.write(name, bytes);
    contents = bytes;
    return contents;
  }
  /// Adds a file of these numbers.
  template <typename T>
  void makeFile(llvm::StringRef name, llvm::ArrayRef<T> values) {
    folder.write(name,
                 llvm::StringRef(reinterpret_cast<const char *>(values.data()),
                                 values.size() * sizeof(T)));
  }

  /// All elements, read in pieces of `step` elements (all at once if 0).
  std::string readAll(mlir::ElementsAttr attr, int64_t step = 0) {
    int64_t count = attr.getShapedType().getNumElements();
    int64_t width = getElementByteWidth(attr.getShapedType().getElementType());
    std::string out(getByteSize(attr.getShapedType()), '?');
    if (step == 0)
      step = std::max<int64_t>(count, 1);
    for (int64_t first = 0; first < count; first += step) {
      int64_t part = std::min(step, count - first);
      if (mlir::failed(
              readElements(attr, first, part,
                           llvm::MutableArrayRef<char>(
                               out.data() + first * width, part * width))))
        return "<error>";
    }
    return out;
  }
  template <typename T> std::vector<T> readAs(mlir::ElementsAttr attr) {
    std::string bytes = readAll(attr);
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty())
      std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
  }

  /// What a FileAttr stands for in the last file of makeFile(), by definition.
  std::string readReference(FileAttr attr) {
    llvm::ArrayRef<int64_t> shape = attr.getType().getShape();
    int64_t width = getElementByteWidth(attr.getType().getElementType());
    std::string out;
    for (int64_t i = 0, e = attr.getType().getNumElements(); i < e; ++i) {
      int64_t rest = i, at = 0;
      for (size_t dim = shape.size(); dim-- > 0; rest /= shape[dim])
        at += rest % shape[dim] * attr.getStrides()[dim];
      out += contents.substr(attr.getOffset() + at * width, width);
    }
    return out;
  }

  TemporaryFolder folder;
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::Builder b;
  std::string message;
  std::string contents;
};

} // namespace torch_onnx::weight

#endif // TORCH_ONNX_UNITTESTS_DIALECT_WEIGHT_WEIGHTTEST_H
