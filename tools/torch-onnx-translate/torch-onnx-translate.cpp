//===- torch-onnx-translate.cpp - Between files and MLIR text -------------===//
//
// mlir-translate with our formats: one step of the way of the data each,
// without passes in between.
//
//===----------------------------------------------------------------------===//

#include "Translations.h"

#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

int main(int argc, char **argv) {
  torch_onnx::registerImportPT2Translation();
  torch_onnx::registerToONNXTranslation();
  return mlir::failed(
      mlir::mlirTranslateMain(argc, argv, "Torch-ONNX translation driver"));
}
