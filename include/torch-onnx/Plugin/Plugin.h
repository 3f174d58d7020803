//===- Plugin.h - What a plug-in with passes includes -----------*- C++ -*-===//
//
// A plug-in is a shared library with passes, or dialects, of somebody else,
// which torch-onnx and torch-onnx-opt load (docs/HowTo/PassPlugin.md):
//
//   TORCH_ONNX_PASS_PLUGIN("my-passes", "1.0",
//                          [] { mlir::PassRegistration<MyPass>(); })
//
// The macros define MLIR's own entry points, and the stamp that says what the
// plug-in was compiled against: the layout of every class that it shares with
// the tool is in its code. A tool reads the stamp in the file, and refuses
// another one than its own before any code of the plug-in runs.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_PLUGIN_PLUGIN_H
#define TORCH_ONNX_PLUGIN_PLUGIN_H

#include "torch-onnx/Plugin/Stamp.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

/// The stamp as bytes of the file, which no linker takes for unused.
#define TORCH_ONNX_PLUGIN_STAMPED                                              \
  extern "C" {                                                                 \
  extern const char torch_onnx_plugin_stamp[];                                 \
  __attribute__((used, weak, visibility("default")))                           \
  const char torch_onnx_plugin_stamp[] =                                       \
      TORCH_ONNX_PLUGIN_STAMP_MARK TORCH_ONNX_PLUGIN_STAMP;                    \
  }

/// A plug-in with passes. `register` is called once, and registers passes and
/// pipelines as every tool does. To be written once in a plug-in, at the level
/// of namespaces.
#define TORCH_ONNX_PASS_PLUGIN(name, version, ...)                             \
  TORCH_ONNX_PLUGIN_STAMPED                                                    \
  extern "C"                                                                   \
      __attribute__((visibility("default"))) mlir::PassPluginLibraryInfo       \
      mlirGetPassPluginInfo() {                                                \
    return {MLIR_PLUGIN_API_VERSION, name, version, __VA_ARGS__};              \
  }

/// A plug-in with dialects: `register` is given the mlir::DialectRegistry. It
/// may have passes as well, by TORCH_ONNX_PASS_PLUGIN in another file.
#define TORCH_ONNX_DIALECT_PLUGIN(name, version, ...)                          \
  TORCH_ONNX_PLUGIN_STAMPED                                                    \
  extern "C"                                                                   \
      __attribute__((visibility("default"))) mlir::DialectPluginLibraryInfo    \
      mlirGetDialectPluginInfo() {                                             \
    return {MLIR_PLUGIN_API_VERSION, name, version, __VA_ARGS__};              \
  }

#endif // TORCH_ONNX_PLUGIN_PLUGIN_H
