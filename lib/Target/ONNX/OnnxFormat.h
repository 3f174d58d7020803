//===- OnnxFormat.h - Numbers of the ONNX file format -----------*- C++ -*-===//
//
// Field numbers of the messages that we write and the enumerations in them, as
// published in onnx.proto (IR version 13); each namespace is a message. A
// header of our own, so that the writer needs neither protobuf nor onnx.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_TARGET_ONNX_ONNXFORMAT_H
#define TORCH_ONNX_LIB_TARGET_ONNX_ONNXFORMAT_H

#include <cstdint>

namespace torch_onnx::onnx::format {

namespace Model {
enum : uint32_t {
  IrVersion = 1,
  ProducerName = 2,
  ProducerVersion = 3,
  DocString = 6,
  Graph = 7,
  OpsetImport = 8,
  MetadataProps = 14,
  Functions = 25
};
} // namespace Model

namespace OperatorSetId {
enum : uint32_t { Domain = 1, Version = 2 };
} // namespace OperatorSetId

namespace StringStringEntry {
enum : uint32_t { Key = 1, Value = 2 };
} // namespace StringStringEntry

namespace Graph {
enum : uint32_t {
  Node = 1,
  Name = 2,
  Initializer = 5,
  DocString = 10,
  Input = 11,
  Output = 12,
  ValueInfo = 13
};
} // namespace Graph

namespace Function {
enum : uint32_t {
  Name = 1,
  Input = 4,
  Output = 5,
  Attribute = 6,
  Node = 7,
  OpsetImport = 9,
  Domain = 10,
  ValueInfo = 12
};
} // namespace Function

namespace Node {
enum : uint32_t {
  Input = 1,
  Output = 2,
  Name = 3,
  OpType = 4,
  Attribute = 5,
  DocString = 6,
  Domain = 7,
  MetadataProps = 9
};
} // namespace Node

namespace Attribute {
enum : uint32_t {
  Name = 1,
  F = 2,
  I = 3,
  S = 4,
  T = 5,
  G = 6,
  Floats = 7,
  Ints = 8,
  Strings = 9,
  Tensors = 10,
  Tp = 14,
  Type = 20,
  RefAttrName = 21
};
/// AttributeProto.AttributeType.
enum : int64_t {
  TypeFloat = 1,
  TypeInt = 2,
  TypeString = 3,
  TypeTensor = 4,
  TypeGraph = 5,
  TypeFloats = 6,
  TypeInts = 7,
  TypeStrings = 8,
  TypeTensors = 9,
  TypeTypeProto = 13
};
} // namespace Attribute

namespace Tensor {
enum : uint32_t {
  Dims = 1,
  DataType = 2,
  StringData = 6,
  Name = 8,
  RawData = 9,
  ExternalData = 13,
  DataLocation = 14
};
enum : int64_t { LocationExternal = 1 };
} // namespace Tensor

namespace ValueInfo {
enum : uint32_t { Name = 1, Type = 2 };
} // namespace ValueInfo

namespace Type {
enum : uint32_t { Tensor = 1, Sequence = 4, Optional = 9 };
} // namespace Type

/// TypeProto.Tensor, and TypeProto.Sequence and .Optional (ElemType only).
namespace TensorType {
enum : uint32_t { ElemType = 1, Shape = 2 };
} // namespace TensorType

namespace Shape {
enum : uint32_t { Dim = 1 };
} // namespace Shape

namespace Dim {
enum : uint32_t { Value = 1, Param = 2 };
} // namespace Dim

/// TensorProto.DataType.
enum class DataType : int64_t {
  Float = 1,
  UInt8 = 2,
  Int8 = 3,
  UInt16 = 4,
  Int16 = 5,
  Int32 = 6,
  Int64 = 7,
  String = 8,
  Bool = 9,
  Float16 = 10,
  Double = 11,
  UInt32 = 12,
  UInt64 = 13,
  Complex64 = 14,
  Complex128 = 15,
  BFloat16 = 16,
  Float8E4M3FN = 17,
  Float8E4M3FNUZ = 18,
  Float8E5M2 = 19,
  Float8E5M2FNUZ = 20,
  UInt4 = 21,
  Int4 = 22,
  Float4E2M1 = 23,
  Float8E8M0 = 24,
  UInt2 = 25,
  Int2 = 26
};

} // namespace torch_onnx::onnx::format

#endif // TORCH_ONNX_LIB_TARGET_ONNX_ONNXFORMAT_H
