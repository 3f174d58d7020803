//===- Operators.cpp - Support status of operators ------------------------===//
//
// See Operators.h. No table has the opset that a lowering needs: lowerings
// build the newest operators, and legalization replaces them by older ones
// where possible. So each operator is called with example arguments, found by
// trying shapes and types, and converted for each opset.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Driver/Operators.h"
#include "torch-onnx/Support/DiagnosticCapture.h"

#include "torch-onnx/Conversion/TorchToONNX.h"
#include "torch-onnx/Dialect/Torch/IR/Schema.h"
#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"
#include "torch-onnx/Dialect/Torch/Transforms/Canonicalize.h"
#include "torch-onnx/Dialect/Torch/Transforms/Decompose.h"
#include "torch-onnx/Import/TorchScript.h"
#include "torch-onnx/Pipelines/Pipelines.h"
#include "torch-onnx/Pipelines/Registration.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"

#include <numeric>

using namespace mlir;
using namespace torch_onnx;
using torch::ArgKind;
using torch::SchemaArg;

/// The size of all dimensions of examples, which fits products, convolutions
/// and broadcasts.
static constexpr int64_t kSize = 4;

namespace {

/// The values from which all arguments of a call are made.
struct Example {
  int64_t rank;
  /// The element types of the first tensor and of the others.
  Type first, others;
  int64_t number;
};

/// Builds calls and converts them.
class Converter {
public:
  Converter() : context(getRegistry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
    context.printOpOnDiagnostic(false);
  }

  SmallVector<Example> getExamples();
  /// Fails with the reason if the operator cannot be converted with this
  /// example.
  LogicalResult convert(StringRef name, const Example &example, int64_t opset,
                        std::string &reason);

private:
  static const DialectRegistry &getRegistry() {
    static DialectRegistry registry = [] {
      DialectRegistry all;
      registerDialects(all);
      return all;
    }();
    return registry;
  }
  std::optional<torch::ArgumentSpec>
  makeArgument(const SchemaArg &arg, const Example &example, func::FuncOp main);
  OwningOpRef<ModuleOp> makeCall(StringRef name, const Example &example,
                                 std::string &reason);

  MLIRContext context;
};

} // namespace

SmallVector<Example> Converter::getExamples() {
  Builder b(&context);
  Type f32 = b.getF32Type(), i64 = b.getI64Type(), i1 = b.getI1Type();
  SmallVector<Example> examples;
  for (auto [first, others] : {std::pair(f32, f32),
                               {f32, i64},
                               {i64, i64},
                               {i64, f32},
                               {i1, i1},
                               {f32, i1}})
    for (int64_t rank : {2, 4, 3, 1, 0, 5})
      for (int64_t number : {1, 0})
        examples.push_back({rank, first, others, number});
  return examples;
}

std::optional<torch::ArgumentSpec>
Converter::makeArgument(const SchemaArg &arg, const Example &example,
                        func::FuncOp main) {
  Builder b(&context);
  auto makeElement = [&](int64_t index) -> OpFoldResult {
    switch (arg.type.kind) {
    case ArgKind::Tensor: {
      SmallVector<int64_t> shape(example.rank, kSize);
      unsigned count = main.getNumArguments();
      auto type =
          RankedTensorType::get(shape, count ? example.others : example.first);
      if (failed(main.insertArgument(count, type, {}, b.getUnknownLoc())))
        return {};
      return main.getArgument(count);
    }
    case ArgKind::SymInt:
    case ArgKind::Int:
      if (arg.name == "dims")
        return b.getI64IntegerAttr(index);
      if (arg.name == "size" || arg.name == "shape")
        return b.getI64IntegerAttr(kSize);
      return b.getI64IntegerAttr(example.number);
    case ArgKind::Float:
      return b.getF64FloatAttr(0.5);
    case ArgKind::Bool:
      return b.getBoolAttr(false);
    case ArgKind::Scalar:
      if (example.first.isF32())
        return b.getF64FloatAttr(0.5);
      return b.getI64IntegerAttr(2);
    case ArgKind::ScalarType:
      return TypeAttr::get(b.getF32Type());
    default:
      return {};
    }
  };
  if (!arg.type.isList) {
    OpFoldResult element = makeElement(0);
    if (auto value = dyn_cast_if_present<Value>(element))
      return value;
    if (auto attribute = dyn_cast_if_present<Attribute>(element))
      return attribute;
    return std::nullopt;
  }
  int64_t count = arg.type.fixedSize                 ? arg.type.fixedSize
                  : arg.type.kind == ArgKind::Tensor ? 2
                                                     : example.rank;
  SmallVector<OpFoldResult> list;
  for (int64_t i = 0; i < count; ++i) {
    list.push_back(makeElement(i));
    if (!list.back())
      return std::nullopt;
  }
  return list;
}

OwningOpRef<ModuleOp> Converter::makeCall(StringRef name,
                                          const Example &example,
                                          std::string &reason) {
  const torch::Schema *schema = torch::Schema::lookup(name);
  OpBuilder b(&context);
  Location loc = b.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  b.setInsertionPointToEnd(module->getBody());
  auto main = func::FuncOp::create(b, loc, "main", b.getFunctionType({}, {}));
  b.setInsertionPointToEnd(main.addEntryBlock());
  SmallVector<std::pair<StringRef, torch::ArgumentSpec>> args;
  for (const SchemaArg &arg : schema->getArgs()) {
    if (arg.defaultText || arg.type.optional)
      continue;
    auto spec = makeArgument(arg, example, main);
    if (!spec) {
      reason = "no example for '" + arg.name.str() + "'";
      return {};
    }
    args.emplace_back(arg.name, std::move(*spec));
  }
  torch::NumberExprs numbers;
  FailureOr<torch::OperatorOp> call = failure();
  if (torch::hasTypeRule(name)) {
    call = torch::buildInferred(b, loc, name, args, numbers, reason);
  } else if (main.getNumArguments()) {
    // Operators that are only decomposed have no type rule. Most of them are
    // derivatives, whose result has the type of the differentiated operand;
    // others are refused.
    SmallVector<Type> types(schema->getReturns().size(),
                            main.getArgument(0).getType());
    call = torch::buildOperator(b, loc, name, types, args);
  }
  if (failed(call))
    return {};
  SmallVector<Value> results;
  for (Value result : (*call)->getResults())
    if (isa<RankedTensorType>(result.getType()))
      results.push_back(result);
  func::ReturnOp::create(b, loc, results);
  main.setFunctionType(b.getFunctionType(main.getBody().getArgumentTypes(),
                                         ValueRange(results).getTypes()));
  return module;
}

LogicalResult Converter::convert(StringRef name, const Example &example,
                                 int64_t opset, std::string &reason) {
  OwningOpRef<ModuleOp> module = makeCall(name, example, reason);
  if (!module)
    return failure();
  PipelineOptions options;
  options.opset = opset;
  PassManager manager(&context);
  llvm::cantFail(buildTorchToONNXPipeline(manager, options));
  DiagnosticCapture capture(&context);
  LogicalResult result = manager.run(*module);
  if (failed(result))
    reason = capture.getMessage();
  return result;
}

/// The reason without the name of the operator, escaped for a table.
static std::string toCell(StringRef name, StringRef reason) {
  std::string text = reason.str();
  std::string prefix = "unsupported operator '" + name.str() + "'";
  if (size_t at = text.find(": ");
      StringRef(text).starts_with(prefix) && at != std::string::npos)
    text = text.substr(at + 2);
  std::string cell;
  for (char c : text)
    cell += c == '|' ? std::string("\\|") : std::string(1, c == '\n' ? ' ' : c);
  return cell;
}

static constexpr StringRef kByLibTorch = "decomposed by LibTorch";

/// The operator that replaces an operator in the conversion, or itself.
static StringRef getConverted(StringRef name) {
  return torch::getViewOfCopy(torch::getCanonicalName(name));
}

/// How an operator is converted; empty if it is not. Not for operators that
/// getConverted() replaces.
static StringRef getHow(StringRef name) {
  const torch::Schema *schema = torch::Schema::lookup(name);
  if (!schema || schema->isMutable())
    return "";
  if (hasLowering(name))
    return "lowering";
  if (torch::hasDecomposition(name))
    return "decomposition";
  return schema->isComposite() && !schema->isRandom() ? kByLibTorch : "";
}

bool torch_onnx::isConvertedOperator(StringRef name) {
  StringRef how = getHow(getConverted(name));
  return torch::Schema::lookup(name) && !how.empty() && how != kByLibTorch;
}

/// Prints the TorchScript nodes that the importer interprets.
static void printTorchScriptNodes(llvm::raw_ostream &os) {
  os << "| node | how |\n| --- | --- |\n";
  for (const TorchScriptNode &node : getTorchScriptNodes())
    os << "| `" << node.kind << "` | interpreted"
       << (node.isAlsoOperator ? "; with tensors an operator" : "") << " |\n";
}

void torch_onnx::printOperators(StringRef filter, llvm::raw_ostream &os) {
  if (filter == "torchscript")
    return printTorchScriptNodes(os);
  Converter converter;
  SmallVector<Example> examples = converter.getExamples();
  os << "| operator | how | opsets | below |\n| --- | --- | --- | --- |\n";
  for (StringRef name : torch::Schema::allNames()) {
    const torch::Schema *schema = torch::Schema::lookup(name);
    if (!name.contains(filter) || !schema || schema->isMutable())
      continue;
    StringRef other = getConverted(name);
    if (other != name) {
      os << "| `" << name << "` | as `" << other << "` | | |\n";
      continue;
    }
    StringRef how = getHow(name);
    if (how.empty())
      continue;
    os << "| `" << name << "` | " << how << " | ";
    if (how == kByLibTorch) {
      os << "those of its parts | |\n";
      continue;
    }
    std::string reason;
    const Example *example = llvm::find_if(examples, [&](const Example &each) {
      return succeeded(converter.convert(name, each, kNewestOpset, reason));
    });
    if (example == examples.end()) {
      os << "depend on its arguments | |\n";
      continue;
    }
    std::string below;
    int64_t opset = kOldestOpset;
    while (opset < kNewestOpset &&
           failed(converter.convert(name, *example, opset, below)))
      ++opset;
    os << opset << " to " << kNewestOpset << " | "
       << (opset > kOldestOpset ? toCell(name, below) : "") << " |\n";
  }
}
