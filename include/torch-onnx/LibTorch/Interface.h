//===- Interface.h - The plug-in that runs PyTorch's kernels ----*- C++ -*-===//
//
// What the tools and the plug-in `torch-onnx-libtorch.so` say to each other.
// Plain data only: the two sides share neither a C++ library version nor a
// compiler flag, and no exception crosses. Nothing here owns memory: what an
// argument points to lives until the call returns, what a callback is given
// lives until the callback returns.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIBTORCH_INTERFACE_H
#define TORCH_ONNX_LIBTORCH_INTERFACE_H

#include <cstddef>
#include <cstdint>

namespace torch_onnx::libtorch {

/// Raised with every change of this file; a plug-in of another version is
/// treated as a missing one.
inline constexpr uint32_t interfaceVersion = 1;

/// Element types under PyTorch's own numbers (c10/core/ScalarType.h), which
/// are stored in files and do not change.
enum class DType : int32_t {
  UInt8 = 0,
  Int8 = 1,
  Int16 = 2,
  Int32 = 3,
  Int64 = 4,
  Half = 5,
  Float = 6,
  Double = 7,
  ComplexHalf = 8,
  ComplexFloat = 9,
  ComplexDouble = 10,
  Bool = 11,
  BFloat16 = 15,
  Float8E5M2 = 23,
  Float8E4M3FN = 24,
  Float8E5M2FNUZ = 25,
  Float8E4M3FNUZ = 26,
  UInt16 = 27,
  UInt32 = 28,
  UInt64 = 29
};

/// A tensor in host memory; a bool element is one byte, 0 or 1.
struct Tensor {
  DType dtype;
  uint32_t rank;
  /// `rank` sizes and strides; strides count elements. Null strides mean
  /// row-major. Results are always row-major.
  const int64_t *sizes;
  const int64_t *strides;
  /// The first element. Never written to. May be null when there is none.
  const void *data;
};

enum class Tag : uint32_t {
  None,
  Int,          // integer
  Double,       // real
  Bool,         // integer, 0 or 1
  Complex,      // real, imaginary
  String,       // text, size
  DType,        // integer, a value of enum DType
  Layout,       // text: "strided"
  Device,       // text: "cpu"
  MemoryFormat, // text: "contiguous_format", "channels_last", ...
  Tensor,       // tensor
  List          // elements, size
};

struct Value {
  Tag tag = Tag::None;
  int64_t integer = 0;
  double real = 0, imaginary = 0;
  const char *text = nullptr; // not null-terminated
  const Tensor *tensor = nullptr;
  const Value *elements = nullptr;
  size_t size = 0;
};

/// Receives result `index`: None, Int, Double, Bool, Tensor, or a List of them.
using ResultCallback = void (*)(void *user, size_t index, const Value *result);
/// Receives the reason of a failure.
using ErrorCallback = void (*)(void *user, const char *text, size_t size);

/// What the plug-in offers.
struct Api {
  uint32_t version;
  /// Runs `name` (namespace, operator and overload: "aten.add.Tensor") on the
  /// arguments, in the order of the schema; missing trailing ones take their
  /// defaults. A number is accepted for a Tensor, as in Python.
  ///
  /// Returns 1 after one ResultCallback for each result. Returns 0 after one
  /// ErrorCallback when the operator does not exist, throws, or is refused:
  /// it writes to an argument, draws random numbers, returns uninitialized
  /// memory, or has a result that is not a dense tensor or a number.
  ///
  /// Not to be called from two threads at once.
  int (*evaluate)(const char *name, size_t nameSize, const Value *args,
                  size_t numArgs, ResultCallback onResult,
                  ErrorCallback onError, void *user);
  /// The version of LibTorch, "2.13.0".
  const char *(*libTorchVersion)();
};

/// The only symbol of the plug-in; null when `version` is not its own.
extern "C" const Api *torchOnnxLibTorchGetApi(uint32_t version);
using GetApiFunction = const Api *(*)(uint32_t version);
inline constexpr const char *getApiSymbol = "torchOnnxLibTorchGetApi";

} // namespace torch_onnx::libtorch

#endif // TORCH_ONNX_LIBTORCH_INTERFACE_H
