//===- EmbedImageInput.cpp - A model that takes pictures as they are ------===//
//
// A plug-in with one pass on the onnx dialect. Models of images are trained on
// normalized floats, channels first; cameras and decoders give bytes, channels
// last. The pass makes the step between a part of the model:
//
//   main(image: f32[N, 3, H, W])  ->  main(image: u8[N, H, W, 3])
//
// with (x / 255 - mean) / std of each channel in front of what was there.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"
#include "torch-onnx/Dialect/ONNX/Utils/ONNXBuilder.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Plugin/Plugin.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace torch_onnx;

namespace {

class EmbedImageInput
    : public PassWrapper<EmbedImageInput, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(EmbedImageInput)

  EmbedImageInput() = default;
  EmbedImageInput(const EmbedImageInput &other) : PassWrapper(other) {
    copyOptionValuesFrom(&other);
  }

  StringRef getArgument() const final { return "embed-image-input"; }
  StringRef getDescription() const final {
    return "make an input of normalized images one of bytes, channels last";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<onnx::ONNXDialect>();
  }

  Option<std::string> input{
      *this, "input", llvm::cl::desc("Name of the input (default: the first)")};
  ListOption<double> mean{*this, "mean",
                          llvm::cl::desc("Mean of each channel, of 0 to 1")};
  ListOption<double> deviation{
      *this, "std", llvm::cl::desc("Standard deviation of each channel")};

  void runOnOperation() final {
    auto main = getOperation().lookupSymbol<func::FuncOp>(onnx::kEntryName);
    if (!main || main.isExternal()) {
      getOperation().emitError("embed-image-input: there is no model");
      return signalPassFailure();
    }
    std::optional<BlockArgument> image = findInput(main);
    if (!image || failed(embed(main, *image)))
      signalPassFailure();
  }

private:
  std::optional<BlockArgument> findInput(func::FuncOp main) {
    for (BlockArgument argument : main.getArguments()) {
      auto name = main.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                    onnx::kNameAttr);
      if (input.empty() || (name && name.getValue() == input))
        return argument;
    }
    main.emitError("embed-image-input: the model has no input '")
        << input << "'";
    return std::nullopt;
  }

  LogicalResult embed(func::FuncOp main, BlockArgument image) {
    auto type = dyn_cast<RankedTensorType>(image.getType());
    if (!type || type.getRank() != 4 || !isa<FloatType>(type.getElementType()))
      return main.emitError("embed-image-input: expected an input of floats "
                            "with 4 dimensions, found ")
             << image.getType();
    int64_t channels = type.getDimSize(1);
    if (int64_t(mean.size()) != channels ||
        int64_t(deviation.size()) != channels ||
        llvm::is_contained(deviation, 0.0))
      return main.emitError("embed-image-input: expected a mean and a standard "
                            "deviation that is not 0 for each channel of ")
             << type << ", found " << mean.size() << " and "
             << deviation.size();

    // The symbols of dynamic sizes move with their dimensions.
    SmallVector<AffineExpr> dims = sym::getDims(type);
    OpBuilder builder(main.getBody());
    image.setType(sym::getTensorType({dims[0], dims[2], dims[3], dims[1]},
                                     builder.getIntegerType(8, false)));
    SmallVector<Type> inputs(main.getArgumentTypes());
    inputs[image.getArgNumber()] = image.getType();
    main.setType(builder.getFunctionType(inputs, main.getResultTypes()));

    onnx::ONNXBuilder b(builder, image.getLoc());
    SmallVector<double> center, scale;
    for (auto [m, s] : llvm::zip_equal(mean, deviation)) {
      center.push_back(255 * m);
      scale.push_back(255 * s);
    }
    Type element = type.getElementType();
    Value planes = b.Cast(b.Transpose(image, {0, 3, 1, 2}), element);
    Operation *first = planes.getDefiningOp()->getPrevNode();
    Value result =
        b.Div(b.Sub(planes, b.numbers({channels, 1, 1}, center, element)),
              b.numbers({channels, 1, 1}, scale, element));
    image.replaceAllUsesExcept(result, first);
    return success();
  }
};

} // namespace

TORCH_ONNX_PASS_PLUGIN("embed-image-input", "1.0",
                       [] { PassRegistration<EmbedImageInput>(); })
