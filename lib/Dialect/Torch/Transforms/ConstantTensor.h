//===- ConstantTensor.h - Small tensors in memory ---------------*- C++ -*-===//
//
// What the native kernels of constant folding compute on: bytes in the format
// of weight::readElements, numbers that know whether they are integers, and
// PyTorch's rules of conversion and type promotion.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_CONSTANTTENSOR_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_CONSTANTTENSOR_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace torch_onnx::torch {

/// The element types that the kernels compute with, in the order of promotion.
enum class Num { Bool, U8, I8, I16, I32, I64, F16, BF16, F32, F64, Other };

Num getNum(mlir::Type elementType);
inline bool isFloat(Num num) { return num >= Num::F16 && num <= Num::F64; }
/// Bool is no integer here.
inline bool isInteger(Num num) { return num >= Num::U8 && num <= Num::I64; }

/// One element or Python number. F32 and narrower are exact in `real`.
struct Number {
  bool isReal = false;
  int64_t integer = 0;
  double real = 0;

  static Number ofInt(int64_t value) { return {false, value, 0}; }
  static Number ofReal(double value) { return {true, 0, value}; }
};

/// `number` as an element of type `to`, by the rules of Tensor.to: integers
/// wrap, floats round to nearest even or become infinite. Nothing where C++
/// leaves the result open: NaN or a float out of range to an integer.
std::optional<Number> convert(Number number, Num to);

/// The same for a Python number that fills a tensor: what does not fit is an
/// error in eager, so nothing here.
std::optional<Number> convertScalar(Number number, Num to);

/// A literal argument; nothing when it is no real number.
std::optional<Number> getNumber(mlir::Attribute literal);

/// Row-major elements; a bool is a byte, 0 or 1.
struct ConstantTensor {
  mlir::RankedTensorType type;
  llvm::SmallVector<char, 64> bytes;

  /// All elements zero. The type is static and has a byte width.
  explicit ConstantTensor(mlir::RankedTensorType type);
  /// Nothing when the elements cannot be read.
  static std::optional<ConstantTensor> read(mlir::ElementsAttr attr);

  llvm::ArrayRef<int64_t> getShape() const { return type.getShape(); }
  int64_t getNumElements() const { return type.getNumElements(); }
  int64_t getWidth() const;
  Num getNum() const { return torch::getNum(type.getElementType()); }

  Number load(int64_t index) const;
  /// `number` is a result of convert() to this element type.
  void store(int64_t index, Number number);

  /// A dense attribute when it is small or all elements are the same bytes,
  /// else a resource.
  mlir::ElementsAttr toAttr() const;
};

/// Row-major strides in elements.
llvm::SmallVector<int64_t> getRowMajorStrides(llvm::ArrayRef<int64_t> shape);

/// Strides that read an operand of shape `from` as if it had shape `to`;
/// nothing when it does not broadcast to it.
std::optional<llvm::SmallVector<int64_t>>
getBroadcastStrides(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to);

/// The shape that all the shapes broadcast to; nothing when there is none.
std::optional<llvm::SmallVector<int64_t>>
broadcastShapes(llvm::ArrayRef<llvm::ArrayRef<int64_t>> shapes);

/// Calls `visit(out, in)` for each element of `shape` in row-major order, where
/// `in` is the offset by each of `strides`.
void forEachElement(
    llvm::ArrayRef<int64_t> shape,
    llvm::ArrayRef<llvm::SmallVector<int64_t>> strides,
    llvm::function_ref<void(int64_t out, llvm::ArrayRef<int64_t> in)> visit);

/// torch.result_type, fed one operand at a time.
class PromotedType {
public:
  void addTensor(Num num, int64_t rank);
  /// A Python number.
  void addScalar(Number number, bool isBool);
  /// Num::Other when an operand has a type that promotion does not know.
  Num get() const;

private:
  bool unknown = false;
  std::optional<Num> tensors, zeroDim, scalars;
};

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_CONSTANTTENSOR_H
