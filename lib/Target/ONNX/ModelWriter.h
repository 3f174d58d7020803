//===- ModelWriter.h - An onnx dialect module as a ModelProto ---*- C++ -*-===//
//
// Walks a prepared module once, in order, and writes its parts in the order of
// the format. Fields are written in the order of their numbers, as protobuf
// does, so reading and rewriting our models by protobuf gives the same bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_TARGET_ONNX_MODELWRITER_H
#define TORCH_ONNX_LIB_TARGET_ONNX_MODELWRITER_H

#include "ProtoWriter.h"
#include "TypeWriter.h"
#include "WeightPlan.h"

#include "torch-onnx/Target/ONNX/Export.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace torch_onnx::onnx {

class ModelWriter {
public:
  enum class Form {
    /// The model itself; the ids of holes are indices into the plan.
    Model,
    /// The same without the bytes of weights, for the checker; see Export.cpp.
    Skeleton,
  };

  ModelWriter(mlir::ModuleOp module, const WeightPlan &plan,
              const ExportOptions &options, Form form);

  /// Fails with an error on a module that onnx-prepare-for-export has not
  /// prepared, and on constructs that ONNX cannot express.
  mlir::LogicalResult write();

  ProtoWriter &bytes() { return writer; }

private:
  //===--- ModelWriter.cpp: from the model down to the nodes -------------===//
  void writeMetadata(uint32_t field, llvm::StringRef key,
                     llvm::StringRef value);
  void writeOpsetImport(uint32_t field, llvm::StringRef domain,
                        int64_t version);
  void writeOpsetImports(uint32_t field);
  mlir::LogicalResult writeMainGraph(mlir::func::FuncOp main);
  mlir::LogicalResult writeFunction(mlir::func::FuncOp function);
  mlir::LogicalResult writeSubgraph(mlir::Operation *op, unsigned region);
  mlir::LogicalResult writeNodes(uint32_t field, mlir::Block &block);
  mlir::LogicalResult writeNode(mlir::Operation *op);
  /// Writes the origin of a node as doc_string or metadata_props, depending on
  /// the IR version.
  void writeOrigin(mlir::Operation *op, bool asDocString);
  /// Lists in Python's syntax, without the closing bracket.
  struct Scopes {
    std::string names, classes;
  };
  const Scopes &getScopes(llvm::StringRef path);
  void writeScopes(mlir::Operation *op, llvm::StringRef path);
  mlir::LogicalResult writeInitializer(const PlannedWeight &weight,
                                       unsigned index);
  /// Uses the type of the value, unless `type` is given.
  mlir::LogicalResult writeValueInfo(uint32_t field, mlir::Value value,
                                     llvm::StringRef name,
                                     mlir::Type type = {});
  mlir::LogicalResult writeValueInfos(uint32_t field, mlir::Block &block);
  mlir::LogicalResult nameArguments(mlir::Operation *owner, mlir::Block &block,
                                    mlir::ArrayAttr names);
  mlir::FailureOr<llvm::StringRef> getName(mlir::Value value,
                                           mlir::Operation *user);

  //===--- AttributeWriter.cpp --------------------------------------------===//
  mlir::LogicalResult writeAttributes(mlir::Operation *op);
  mlir::LogicalResult writeAttribute(mlir::Operation *op, llvm::StringRef name,
                                     mlir::Attribute value);
  mlir::LogicalResult writeAttributeValue(mlir::Operation *op,
                                          mlir::Attribute value);
  /// Writes an attribute whose value is given by the calls of the function.
  mlir::LogicalResult writeReference(mlir::Operation *op, llvm::StringRef name,
                                     mlir::StringAttr attribute);
  mlir::LogicalResult writeListValue(mlir::Operation *op,
                                     mlir::ArrayAttr values);
  mlir::LogicalResult writeTensor(mlir::Operation *op, uint32_t field,
                                  mlir::ElementsAttr value);
  /// Writes the bytes through the buffer, for small tensors.
  mlir::LogicalResult writeRawData(mlir::Operation *op,
                                   mlir::ElementsAttr value);
  void writeStrings(mlir::DenseStringElementsAttr value);
  /// Writes dims and element type, the first fields of a TensorProto.
  mlir::LogicalResult writeTensorType(mlir::Operation *op,
                                      mlir::ShapedType type);

  mlir::ModuleOp module;
  const WeightPlan &plan;
  ExportOptions options;
  Form form;
  int64_t irVersion = 0;
  ProtoWriter writer;
  TypeWriter types;
  llvm::DenseMap<mlir::Value, llvm::StringRef> argumentNames;
  mlir::DictionaryAttr modules;
  llvm::StringMap<Scopes> scopes; // By module path.

  /// Domains of the functions, by name.
  llvm::DenseMap<mlir::StringAttr, mlir::StringAttr> domains;
  bool inFunction = false;
  /// The attributes of the current function.
  mlir::DictionaryAttr functionAttributes;

  // Interned, because they are looked up very often.
  mlir::StringAttr nodeNameId, valueNamesId, graphNamesId, argNamesId;
};

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_TARGET_ONNX_MODELWRITER_H
