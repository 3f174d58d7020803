//===- PreparedModule.h - Modules prepared for export -----------*- C++ -*-===//
//
// The contract between the pass onnx-prepare-for-export and the emitter: the
// attributes that record the decisions of the pass, and properties of the model
// that are attributes of the module.
//
// A prepared module:
//  - has `onnx.opset` and `onnx.ir_version`, and `onnx.opset_imports` with the
//    version of every other domain that a node or function belongs to;
//  - names: every argument of a function has `onnx.name`, every op that becomes
//    a node `onnx.node_name` and `onnx.value_names` (one for each result; empty
//    = not written), every op with regions `onnx.graph_names` (one for each
//    region) and `onnx.arg_names` (one array for each region);
//  - has its onnx.Constant ops at the top of the function, each used, named by
//    `onnx.value_names` alone;
//  - returns and yields only results of nodes of the same block, each once, so
//    that the name of an output is the name of a value.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_TRANSFORMS_PREPAREDMODULE_H
#define TORCH_ONNX_DIALECT_ONNX_TRANSFORMS_PREPAREDMODULE_H

#include "torch-onnx/Support/ModelAttributes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace torch_onnx::onnx {

/// The lowest IR version for an opset: that of the onnx release with this opset
/// (Versioning.md of onnx).
constexpr int64_t getIrVersionOfOpset(int64_t opset) {
  constexpr int64_t kFirst = 9;
  constexpr int64_t kVersions[] = {4, 5, 6, 7,  7,  7,  8,  8,  8,
                                   8, 9, 9, 10, 10, 11, 12, 13, 13};
  constexpr int64_t kLast = kFirst + sizeof(kVersions) / sizeof(int64_t) - 1;
  if (opset < kFirst)
    return 3;
  return opset > kLast ? 13 : kVersions[opset - kFirst];
}

/// The first IR version in which nodes have metadata_props. Readers of older
/// versions may skip them.
inline constexpr int64_t kNodeMetadataIrVersion = 10;
/// The first IR version with FLOAT4E2M1. A weight that is an output needs no
/// operator, so models of any opset may contain it.
inline constexpr int64_t kFloat4IrVersion = 11;
/// The first opset whose models get the IR version of node metadata. Runtimes
/// for older opsets may not read that version. torch.onnx starts at the same
/// opset.
inline constexpr int64_t kFirstMetadataOpset = 18;

/// The first opset whose file format (IR version 8) has functions.
inline constexpr int64_t kFirstFunctionOpset = 15;

/// The module path of a location, `encoder.layer.0.attention`, which is the
/// name of the outermost NameLoc; empty if there is none.
llvm::StringRef getModulePath(mlir::Location location);

/// The module calls around a location, outermost first, as
/// `block@1;block.norm@1`, if the path does not determine them: one of them is
/// a repeated call, or the module belongs to another module. Empty otherwise.
/// It is the name of the NameLoc inside the one of the path.
llvm::StringRef getModuleCalls(mlir::Location location);

/// The location with another module path, without module calls.
mlir::Location withModulePath(mlir::Location location, llvm::StringRef path);

/// The function that an operation calls; null if it calls none.
mlir::FlatSymbolRefAttr getCallee(mlir::Operation *op);

/// The functions of a module that have bodies, callees first. Reports
/// recursion.
mlir::FailureOr<llvm::SmallVector<mlir::func::FuncOp>>
sortFunctions(mlir::ModuleOp module);

/// The path as a hierarchy for names and viewers, `encoder/layer.0/attention`:
/// an index stays with its list.
std::string getNamespace(llvm::StringRef modulePath);

/// The Python line of a location.
std::optional<mlir::FileLineColLoc> getSourceLine(mlir::Location location);

/// The name of the GRAPH attribute for a region of If, Loop, Scan or
/// SequenceMap.
llvm::StringRef getSubgraphAttributeName(mlir::Operation *op, unsigned region);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_TRANSFORMS_PREPAREDMODULE_H
