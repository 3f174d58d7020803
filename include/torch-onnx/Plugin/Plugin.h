//===- Plugin.h - Entry points of plug-ins with passes ----------*- C++ -*-===//
//
// A plug-in is a third-party shared library with passes or dialects, which
// torch-onnx and torch-onnx-opt load (docs/HowTo/PassPlugin.md):
//
//   TORCH_ONNX_PASS_PLUGIN("my-passes", "1.0",
//                          [] { mlir::PassRegistration<MyPass>(); })
//
// The macros define MLIR's entry points, and a stamp of the build that the
// plug-in was compiled against. The code of a plug-in depends on the layout of
// every class that it shares with the tool. A tool therefore reads the stamp
// from the file, and refuses a different stamp before any code of the plug-in
// runs.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_PLUGIN_PLUGIN_H
#define TORCH_ONNX_PLUGIN_PLUGIN_H

#include "torch-onnx/Plugin/Stamp.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

/// The stamp as bytes in the file. `used` keeps the linker from dropping it.
#define TORCH_ONNX_PLUGIN_STAMPED                                              \
  extern "C" {                                                                 \
  extern const char torch_onnx_plugin_stamp[];                                 \
  __attribute__((used, weak, visibility("default")))                           \
  const char torch_onnx_plugin_stamp[] =                                       \
      TORCH_ONNX_PLUGIN_STAMP_MARK TORCH_ONNX_PLUGIN_STAMP;                    \
  }

/// Defines a plug-in with passes. The body is called once, and registers passes
/// and pipelines as a tool does. Use the macro once in a plug-in, at namespace
/// scope.
#define TORCH_ONNX_PASS_PLUGIN(name, version, ...)                             \
  TORCH_ONNX_PLUGIN_STAMPED                                                    \
  extern "C"                                                                   \
      __attribute__((visibility("default"))) mlir::PassPluginLibraryInfo       \
      mlirGetPassPluginInfo() {                                                \
    return {MLIR_PLUGIN_API_VERSION, name, version, __VA_ARGS__};              \
  }

/// Defines a plug-in with dialects. The body receives the
/// mlir::DialectRegistry. The plug-in may also have passes, by
/// TORCH_ONNX_PASS_PLUGIN in another file.
#define TORCH_ONNX_DIALECT_PLUGIN(name, version, ...)                          \
  TORCH_ONNX_PLUGIN_STAMPED                                                    \
  extern "C"                                                                   \
      __attribute__((visibility("default"))) mlir::DialectPluginLibraryInfo    \
      mlirGetDialectPluginInfo() {                                             \
    return {MLIR_PLUGIN_API_VERSION, name, version, __VA_ARGS__};              \
  }

#endif // TORCH_ONNX_PLUGIN_PLUGIN_H
