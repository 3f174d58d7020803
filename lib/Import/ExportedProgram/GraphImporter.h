//===- GraphImporter.h - Imports a JSON graph into a block ------*- C++ -*-===//
//
// Imports a graph of the torch.export schema (torch/_export/serde/schema.py)
// into a block: its tables of values, their types, and the arguments of its
// nodes. A subgraph of a higher-order operator has its own names and is read by
// its own importer.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_GRAPHIMPORTER_H
#define TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_GRAPHIMPORTER_H

#include "Json.h"
#include "Metadata.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"
#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

namespace torch_onnx {

/// Element type of a dtype in the numbering of torch/_export/serde/schema.py
/// (not c10's), or null with an error.
mlir::Type getElementType(Json dtype, mlir::MLIRContext *ctx);

/// The size in bytes of a tensor; nothing if it does not fit in 63 bits.
/// Unknown sizes, and 0, count as 1.
std::optional<int64_t> getByteSize(llvm::ArrayRef<int64_t> shape,
                                   mlir::Type elementType);

/// The symbolic sizes of one program.
struct Sizes {
  /// The ranges of the symbols, narrowed by the bounds that the expressions
  /// imply.
  sym::Ranges ranges;
  /// The parsed expressions, by text: thousands of values share a few
  /// expressions.
  llvm::StringMap<mlir::AffineExpr> known;
  /// The symbols that are sizes of weights, and these sizes.
  llvm::DenseMap<mlir::AffineExpr, mlir::AffineExpr> ofWeights;
};

/// The assertions that the model does not check, in order.
using UncheckedConditions = llvm::SetVector<mlir::Attribute>;

/// The metadata that the archive has for each tensor: sizes, strides, offset
/// and device.
using TensorRecords = llvm::DenseMap<mlir::Value, Json>;

/// What is known about one program beside its IR.
struct ProgramState {
  Sizes sizes;
  UncheckedConditions unchecked;
  TensorRecords records;
  /// The version of the PyTorch that wrote the program, "2.13.0+cu130", or
  /// empty.
  std::string torchVersion;
};

/// Imports one graph at the insertion point of the builder. All importers of a
/// program share the document with its error state, and the state of the
/// program.
class GraphImporter {
public:
  GraphImporter(JsonDocument &document, mlir::OpBuilder &builder,
                LocationImporter &locations, ProgramState &state,
                unsigned depth = 0)
      : document(document), b(builder), locations(locations), state(state),
        depth(depth), ctx(builder.getContext()) {}

  /// Reads the tables of values. The graph must outlive the importer.
  void readTables(Json graph);

  /// The symbol of the number `name` in size expressions; null if it is not a
  /// single symbol.
  mlir::AffineExpr getSymbol(llvm::StringRef name);
  /// The expression of a symbolic integer; null for any other value.
  mlir::AffineExpr getExpr(llvm::StringRef name);
  /// The type of the value `name` in the tables; null with an error if no table
  /// has it.
  mlir::Type getType(llvm::StringRef name);
  mlir::RankedTensorType getTensorType(Json tensorMeta);
  mlir::AffineExpr getDim(Json symInt);
  /// Replaces the symbols that are sizes of the tensor `name` by its `shape`.
  void setSizes(llvm::StringRef name, llvm::ArrayRef<int64_t> shape);

  void bind(llvm::StringRef name, mlir::Value value);
  mlir::Value lookup(llvm::StringRef name);

  /// The name in an input or output argument if it is a value, else empty.
  static llvm::StringRef getValueName(Json argument);

  void importNodes(Json graph);

  /// The value of an output argument; null for None. Literals become
  /// constants of the arith dialect.
  mlir::Value getOutput(Json argument, mlir::Location loc);

  bool failed() const { return document.failed(); }

private:
  void importNode(Json node);
  bool importSymbolicArithmetic(llvm::StringRef target, Json node,
                                mlir::Location loc);
  void importOperator(llvm::StringRef target, Json node, mlir::Location loc,
                      bool hasToken = false);
  struct CallArguments;
  /// Imports argument `position` of a call.
  void importArgument(Json input, unsigned position, Json inputs,
                      const torch::Schema *schema, CallArguments &call);
  void disableAutocast(torch::OperatorOp op, Json node);
  /// Imports a node with effects. Returns false if the node has no effects.
  /// Effects.cpp.
  bool importEffect(llvm::StringRef target, Json node, mlir::Location loc);
  void importWithToken(Json node, mlir::Location loc);
  void recordAssertion(llvm::StringRef target, Json node, mlir::Location loc);
  std::unique_ptr<mlir::Region> importSubgraph(Json graph, mlir::Location loc);

  /// Reads an argument into the form of torch::OperatorOp, converted to its
  /// schema type.
  mlir::Attribute getArgument(Json argument, const torch::ArgType *type,
                              llvm::SmallVectorImpl<mlir::Value> &operands);
  /// The attribute of a value of one kind: "int", "sym_int", "tensor".
  mlir::Attribute getElement(llvm::StringRef kind, Json value,
                             const torch::ArgType *type,
                             llvm::SmallVectorImpl<mlir::Value> &operands);
  mlir::Attribute getNumber(Json number, const torch::ArgType *type);
  mlir::Attribute useValue(llvm::StringRef name,
                           llvm::SmallVectorImpl<mlir::Value> &operands);

  struct NodeOutput {
    llvm::StringRef name; // Empty: the result is None.
    mlir::Type type;
  };
  llvm::SmallVector<NodeOutput> getOutputs(Json node);
  mlir::Location getOriginLoc(mlir::Location loc, llvm::StringRef target,
                              Json node, llvm::ArrayRef<NodeOutput> outputs);
  std::optional<unsigned> findRenamed(const torch::Schema &schema,
                                      unsigned position, Json inputs,
                                      llvm::ArrayRef<mlir::Attribute> before);
  void checkOutputs(const torch::Schema &schema,
                    llvm::ArrayRef<NodeOutput> outputs);
  void bindOutputs(llvm::ArrayRef<NodeOutput> outputs, mlir::Operation *op);

  JsonDocument &document;
  mlir::OpBuilder &b;
  LocationImporter &locations;
  ProgramState &state;
  unsigned depth;
  mlir::MLIRContext *ctx;
  llvm::StringMap<Json> tensors, symInts, symFloats, symBools;
  llvm::StringMap<mlir::Value> values;
};

/// Attaches the recorded strides and offsets to operators whose result depends
/// on the memory layout of their operand. Called after all nodes were imported
/// (LayoutImporter.cpp). `hasOffsets` is false if the recorded offsets are
/// meaningless.
void recordLayouts(mlir::Block &block, GraphImporter &importer,
                   const TensorRecords &records, bool hasOffsets);

/// Reads `guards_code`, the assumptions of torch.export about the input sizes
/// of `main` beyond their ranges. Equations are recorded in `unchecked`; a
/// warning reports an equation that sizes within `ranges` violate. Guards.cpp.
void readGuards(Json guards, mlir::func::FuncOp main, const sym::Ranges &ranges,
                UncheckedConditions &unchecked);

/// Attaches the recorded device to operators that depend on it (Device.h).
/// `torchVersion` is the version of the PyTorch that wrote the program, or
/// empty.
void recordDevices(mlir::Block &block, const TensorRecords &records,
                   llvm::StringRef torchVersion);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_EXPORTEDPROGRAM_GRAPHIMPORTER_H
