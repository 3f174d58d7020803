//===- ScriptImporter.h - Import of a TorchScript program -------*- C++ -*-===//
//
// The interface of a program: its inputs (TorchScript.cpp) and its outputs
// (ScriptOutputs.cpp). The interpreter imports the code between them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_SCRIPTIMPORTER_H
#define TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_SCRIPTIMPORTER_H

#include "InputTypes.h"
#include "Interpreter.h"

#include "torch-onnx/Import/TorchScript.h"

#include "llvm/ADT/StringSet.h"

namespace torch_onnx {

class ScriptImporter {
public:
  ScriptImporter(ScriptArchive &archive, ScriptCode &code,
                 mlir::ModuleOp module, mlir::func::FuncOp main,
                 const TorchScriptOptions &options)
      : archive(archive), code(code), module(module), main(main),
        options(options), in(archive, code, main, options), b(in.b),
        ctx(main.getContext()) {}

  /// `unrollsFirst` is that of the interpreter.
  llvm::LogicalResult import(bool unrollsFirst);
  const Interpreter &getInterpreter() const { return in; }

private:
  llvm::LogicalResult readInputTypes(const libtorch::ScriptFunction &forward);
  /// The arguments of 'forward', and the inputs of the function.
  mlir::FailureOr<std::vector<Item>>
  makeInputs(const libtorch::ScriptFunction &forward);
  /// Reports why the program could not be interpreted.
  llvm::LogicalResult reportFailure();
  /// The results of the function: those of 'forward', and updated buffers.
  llvm::LogicalResult makeOutputs(const Item &result);
  std::optional<InputType> getTracedType(PickleValue value, unsigned depth);
  Item makeInput(const InputType *type, const ScriptType &declared,
                 const std::string &name);
  Item makeTensorInput(mlir::Type type, const std::string &name);
  llvm::LogicalResult addOutput(const Item &item, const std::string &name);
  llvm::LogicalResult addTuple(const Item &item, const std::string &name);
  llvm::LogicalResult addList(const Item &item, const std::string &name);
  llvm::LogicalResult addDict(const Item &item, const std::string &name);
  llvm::LogicalResult addQuantized(const Item &item, const std::string &name);
  void addOutputName(llvm::StringRef name);
  mlir::Value makeSequence(const Cell &list);
  mlir::Value makeOptional(const Item &item);
  std::string getFreeName(std::string name);
  void addSizeNames(llvm::ArrayRef<InputType> types);
  std::string getFreeSymbol(llvm::StringRef name);
  Outcome callWithHooks(llvm::StringRef className, std::vector<Item> arguments,
                        Item &result);
  llvm::LogicalResult error(const llvm::Twine &message) {
    return mlir::emitError(main.getLoc(), message);
  }

  ScriptArchive &archive;
  ScriptCode &code;
  mlir::ModuleOp module;
  mlir::func::FuncOp main;
  const TorchScriptOptions &options;
  Interpreter in;
  mlir::OpBuilder &b;
  mlir::MLIRContext *ctx;
  sym::Ranges ranges;
  std::vector<InputType> inputTypes;
  /// Whether the archive or the user gives the types of the inputs.
  bool hasInputTypes = false;
  unsigned nextSize = 0;
  /// Used names of sizes, and of inputs and outputs.
  llvm::StringSet<> symbols, names;
  llvm::SmallVector<mlir::Attribute> argAttrs;
  llvm::SmallVector<mlir::Value> results;
  llvm::SmallVector<mlir::Attribute> resultAttrs;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_IMPORT_TORCHSCRIPT_SCRIPTIMPORTER_H
