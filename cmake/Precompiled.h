//===- Precompiled.h - Headers that nearly all files include ----*- C++ -*-===//
//
// Standard, LLVM and MLIR headers, which do not change between two builds. No
// file relies on this one: each includes what it uses, and a build without
// precompiled headers (`--preset gcc`) holds it to that.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_CMAKE_PRECOMPILED_H
#define TORCH_ONNX_CMAKE_PRECOMPILED_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/ScopedPrinter.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#endif // TORCH_ONNX_CMAKE_PRECOMPILED_H
