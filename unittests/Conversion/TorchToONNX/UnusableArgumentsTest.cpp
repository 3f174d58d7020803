//===- UnusableArgumentsTest.cpp - No argument makes a compiler crash -----===//
//
// Takes every operator that has a lowering, a type rule or a decomposition, and
// every one that writes to an argument or gives a view of one, builds a call of
// it from its schema, and replaces each argument in turn by everything that a
// program could have in its place and that the operator may not expect: None,
// numbers that only the run knows, other ranks, dtypes and sizes, integers out
// of range; then all tensors at once by others of one kind. The passes from
// functionalization to the last one before the translation must refuse each
// call with a reason, at its place in the program, or give a valid module, in
// bounded time and memory.
//
// The calls are made in processes of their own, so that one that crashes is a
// failure with a name. TORCH_ONNX_TEST_OPERATOR=aten.relu.default runs a single
// operator in this process and prints each call before it is made, and what was
// said about it. TORCH_ONNX_TEST_OPERATORS=aten.relu,aten.gelu tests all
// overloads of some operators, as `make quick` does. TORCH_ONNX_TEST_WHOLE=1
// makes every call; otherwise the test makes one call in four, fewer of
// operators that become large programs, and fewer under an address sanitizer.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Arithmetic/Shapes.h"
#include "torch-onnx/Conversion/TorchToONNX.h"
#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"
#include "torch-onnx/Dialect/Torch/Transforms/Canonicalize.h"
#include "torch-onnx/Dialect/Torch/Transforms/Decompose.h"
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/xxhash.h"

#include "gtest/gtest.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <thread>

using namespace mlir;
using namespace torch_onnx;
using torch::ArgKind;

namespace {

#if __has_feature(address_sanitizer)
constexpr bool isSanitized = true;
constexpr int maxSeconds = 60;
// One in so many of the changed calls is made, another one for each operator.
constexpr uint64_t minStride = 32;
#else
constexpr bool isSanitized = false;
constexpr int maxSeconds = 5;
constexpr uint64_t minStride = 4;
#endif
// Of an operator that becomes a large program (matrices are factorized by
// loops) fewer are tried: one in so many as its operations are times these.
constexpr uint64_t opsOfOne = 100;

constexpr rlim_t maxBytes = rlim_t(2) << 30;

/// Which of the calls of an operator are made: one in so many, when the largest
/// program that one became has so many operations.
uint64_t getStride(uint64_t numOps) {
  static const bool isWhole = getenv("TORCH_ONNX_TEST_WHOLE") != nullptr;
  return isWhole ? 1 : std::max(minStride, minStride * numOps / opsOfOne);
}

/// One argument of a call: a literal, or values of these types where
/// `#torch.operand` stands in it.
struct Argument {
  Attribute attr;
  SmallVector<Type, 2> operands;
};

/// What the processes share: which operator is next, what was counted, and the
/// call that each of them is making.
struct Progress {
  static constexpr unsigned maxWorkers = 16, maxText = 1000;
  std::atomic<unsigned> nextOperator;
  std::atomic<uint64_t> numCalls, numLowered, numWithLowered;
  char call[maxWorkers][maxText];
};

/// The calls of one operator.
class Calls {
public:
  /// Each call is written to `text`, of Progress::maxText characters, before it
  /// is made, and what is wrong with it to `problems`.
  Calls(StringRef name, char *text, FILE *problems);

  /// Runs the base call and all with one argument replaced.
  void run();

  uint64_t numCalls = 0;
  uint64_t numLowered = 0;
  /// Operations of the largest program that a call became.
  uint64_t maxOps = 0;

private:
  Attribute none() { return torch::NoneAttr::get(&context); }
  Attribute operand() { return torch::OperandAttr::get(&context); }
  Argument value(Type type) { return {operand(), {type}}; }
  Argument tensor(ArrayRef<int64_t> shape, Type elementType) {
    return value(RankedTensorType::get(shape, elementType));
  }
  Argument list(ArrayRef<Attribute> elements, ArrayRef<Type> operands = {}) {
    return {b.getArrayAttr(elements), SmallVector<Type, 2>(operands)};
  }
  Argument ints(ArrayRef<int64_t> values) {
    return {b.getI64ArrayAttr(values), {}};
  }

  Argument getBase(const torch::SchemaArg &arg, ArrayRef<int64_t> shape,
                   Type elementType);
  bool findBase();
  SmallVector<Argument> getMutants(const torch::SchemaArg &arg,
                                   const Argument &base);
  void addTensors(const Argument &base, SmallVectorImpl<Argument> &mutants);
  SmallVector<SmallVector<Argument>> getOfOneKind();
  void call(ArrayRef<Argument> args);
  FailureOr<SmallVector<Type>> infer(ArrayRef<Argument> args);
  void convert(ArrayRef<Argument> args, ArrayRef<Type> results);
  OwningOpRef<ModuleOp> buildProgram(ArrayRef<Argument> args,
                                     ArrayRef<Type> results);
  void describe(ArrayRef<Argument> args);
  void report(const Twine &problem);
  LogicalResult runPasses(PassManager &passes, ModuleOp module);
  torch::OperatorOp build(OpBuilder &builder, ArrayRef<Argument> args,
                          ValueRange operands, TypeRange results);

  std::string name;
  char *text;
  FILE *problems;
  const torch::Schema *schema;
  MLIRContext context;
  Builder b;
  Location place;
  /// To onnx; what must succeed; what may refuse; what must succeed.
  PassManager convertPasses, simplifyPasses, legalizePasses, preparePasses;
  /// Of the pass that is running.
  std::string diagnostics;
  unsigned numErrors = 0;
  SmallVector<Argument> base;
  SmallVector<Type> baseResults;
  bool isVerbose = getenv("TORCH_ONNX_TEST_OPERATOR") != nullptr;
};

Calls::Calls(StringRef name, char *text, FILE *problems)
    : name(name), text(text), problems(problems),
      schema(torch::Schema::lookup(name)),
      context(MLIRContext::Threading::DISABLED), b(&context),
      place(FileLineColLoc::get(&context, "call", 1, 1)),
      convertPasses(&context), simplifyPasses(&context),
      legalizePasses(&context), preparePasses(&context) {
  context.loadDialect<arith::ArithDialect, func::FuncDialect, onnx::ONNXDialect,
                      sym::SymDialect, torch::TorchDialect>();
  convertPasses.addPass(torch::createFunctionalize());
  torch::ResolveMutationsOptions resolve;
  resolve.mutations = Mutations::Outputs;
  convertPasses.addPass(torch::createResolveMutations(resolve));
  convertPasses.addPass(torch::createInferShapes());
  // What LibTorch decomposes and computes is its own matter.
  convertPasses.addPass(torch::createDecompose([](StringRef target) {
    return hasLowering(target) || !torch::hasDecomposition(target);
  }));
  torch::FoldConstantsOptions fold;
  fold.useLibTorch = LibTorchUse::Never;
  convertPasses.addPass(torch::createFoldConstants(fold));
  convertPasses.addPass(torch::createLegalizeFloat4());
  convertPasses.addPass(createConvertTorchToONNX());
  simplifyPasses.addPass(createCSEPass());
  simplifyPasses.addPass(onnx::createDeduplicate());
  simplifyPasses.addPass(onnx::createSimplify());
  legalizePasses.addPass(onnx::createLegalizeOpset());
  preparePasses.addPass(createCSEPass());
  preparePasses.addPass(onnx::createPrepareForExport());
  // It would be taken for a refusal.
  for (PassManager *passes :
       {&convertPasses, &simplifyPasses, &legalizePasses, &preparePasses})
    passes->enableVerifier(false);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

bool isIndex(StringRef name) {
  return llvm::is_contained({"index", "indices", "target", "offsets", "repeats",
                             "sorted_sequence_indices", "batch_sizes",
                             "targets", "input_lengths", "target_lengths"},
                            name);
}

/// An integer that most operators take for an argument of this name.
int64_t getNumber(StringRef name) {
  return llvm::StringSwitch<int64_t>(name)
      .Cases({"dim", "dim0", "start_dim", "axis", "offset", "diagonal",
              "storage_offset", "padding", "output_padding", "dim1", "start",
              "low", "reduction"},
             0)
      .Cases({"kernel_size", "end", "high", "upscale_factor",
              "downscale_factor", "dim2", "num_layers", "size", "output_size"},
             2)
      .Default(1);
}

Argument Calls::getBase(const torch::SchemaArg &arg, ArrayRef<int64_t> shape,
                        Type elementType) {
  const torch::ArgType &type = arg.type;
  Type tensorType = RankedTensorType::get(
      shape, isIndex(arg.name) ? b.getI64Type() : elementType);
  unsigned count = std::max(type.fixedSize, 1u);
  switch (type.kind) {
  case ArgKind::Tensor:
    if (type.isList)
      return list({operand(), operand()}, {tensorType, tensorType});
    return type.optional ? Argument{none(), {}} : value(tensorType);
  case ArgKind::Int:
  case ArgKind::SymInt:
    if (type.isList) {
      if (!type.fixedSize && !shape.empty())
        count = shape.size();
      if (arg.name == "dim" || arg.name == "dims")
        return ints(llvm::to_vector(llvm::seq<int64_t>(0, count)));
      return ints(SmallVector<int64_t>(count, getNumber(arg.name)));
    }
    return {b.getI64IntegerAttr(getNumber(arg.name)), {}};
  case ArgKind::Float:
    if (type.isList)
      return list(SmallVector<Attribute>(count, b.getF64FloatAttr(1)));
    return {b.getF64FloatAttr(0.5), {}};
  case ArgKind::Bool:
    if (type.isList)
      return list(SmallVector<Attribute>(count, b.getBoolAttr(true)));
    return {b.getBoolAttr(false), {}};
  case ArgKind::Scalar:
    if (type.isList)
      return list(SmallVector<Attribute>(count, b.getF64FloatAttr(1)));
    return {b.getI64IntegerAttr(1), {}};
  case ArgKind::ScalarType:
    return {TypeAttr::get(b.getF32Type()), {}};
  case ArgKind::String:
    return {b.getStringAttr(arg.name == "equation" ? "...i,...i->..." : "sum"),
            {}};
  default:
    return {none(), {}};
  }
}

/// Finds tensors for which the type rule tells the types of the results.
bool Calls::findBase() {
  const SmallVector<int64_t, 5> shapes[] = {
      {2, 4, 6, 6}, {2, 4, 6}, {4, 4}, {4}, {2, 4, 6, 6, 6}, {}, {2, 2, 4, 4}};
  const Type elementTypes[] = {b.getF32Type(), b.getI64Type(), b.getI1Type()};
  for (bool withDefaults : {true, false})
    for (Type elementType : elementTypes)
      for (ArrayRef<int64_t> shape : shapes) {
        SmallVector<Argument> args;
        for (auto [index, arg] : llvm::enumerate(schema->getArgs())) {
          Attribute value =
              withDefaults ? schema->getDefault(index, &context) : Attribute();
          args.push_back(value ? Argument{value, {}}
                               : getBase(arg, shape, elementType));
        }
        if (base.empty())
          base = args;
        FailureOr<SmallVector<Type>> types = infer(args);
        if (failed(types) ||
            llvm::is_contained(*types, torch::UntypedType::get(&context)))
          continue;
        base = args;
        baseResults = *types;
        return true;
      }
  return false;
}

void Calls::addTensors(const Argument &base,
                       SmallVectorImpl<Argument> &mutants) {
  RankedTensorType type;
  if (base.operands.size() == 1)
    type = dyn_cast<RankedTensorType>(base.operands.front());
  if (!type)
    type = RankedTensorType::get({2, 4, 6, 6}, b.getF32Type());
  // Other ranks.
  const int64_t sizes[] = {2, 4, 6, 6, 2, 3};
  for (unsigned rank = 0; rank <= 6; ++rank)
    mutants.push_back(
        tensor(ArrayRef(sizes).take_front(rank), type.getElementType()));
  mutants.push_back(value(UnrankedTensorType::get(type.getElementType())));
  mutants.push_back(value(torch::UntypedType::get(&context)));
  mutants.push_back(value(b.getNoneType()));
  // Other sizes: unknown, symbolic, 0, 1, odd; all at once and one by one.
  auto withSize = [&](int64_t axis, AffineExpr size) {
    SmallVector<AffineExpr> dims = sym::getDims(type);
    for (auto [index, dim] : llvm::enumerate(dims))
      if (axis < 0 || int64_t(index) == axis)
        dim = size;
    mutants.push_back(value(sym::getTensorType(dims, type.getElementType())));
  };
  const AffineExpr others[] = {AffineExpr(),
                               sym::getSymbol(&context, "n"),
                               sym::floorDiv(sym::getSymbol(&context, "n"), 2),
                               getAffineConstantExpr(0, &context),
                               getAffineConstantExpr(1, &context),
                               getAffineConstantExpr(7, &context)};
  for (int64_t axis = -1; axis < type.getRank(); ++axis)
    for (AffineExpr size : others)
      withSize(axis, size);
  // Other dtypes.
  for (Type elementType :
       {Type(b.getF16Type()), Type(b.getBF16Type()), Type(b.getF32Type()),
        Type(b.getF64Type()), Type(b.getI1Type()), Type(b.getI8Type()),
        Type(IntegerType::get(&context, 8, IntegerType::Unsigned)),
        Type(b.getI16Type()), Type(b.getI32Type()), Type(b.getI64Type()),
        Type(IntegerType::get(&context, 64, IntegerType::Unsigned)),
        Type(b.getType<Float8E4M3FNType>()),
        Type(b.getType<Float8E8M0FNUType>()),
        arithmetic::getFloat4PairType(&context),
        Type(ComplexType::get(b.getF16Type())),
        Type(ComplexType::get(b.getF32Type())),
        Type(ComplexType::get(b.getF64Type()))})
    mutants.push_back(tensor(type.getShape(), elementType));
}

SmallVector<Argument> Calls::getMutants(const torch::SchemaArg &arg,
                                        const Argument &base) {
  SmallVector<Argument> mutants;
  auto literal = [&](Attribute attr) { mutants.push_back({attr, {}}); };
  literal(none());
  // Numbers that only the run knows.
  for (Type type :
       {Type(b.getI64Type()), Type(b.getF64Type()), Type(b.getI1Type())})
    mutants.push_back(value(type));
  for (double number : {0.0, -0.0, -1.5, 1e300, 1e-300, double(INFINITY),
                        double(-INFINITY), double(NAN)})
    literal(b.getF64FloatAttr(number));
  const int64_t integers[] = {0,         1,         -1,      2,
                              3,         -3,        7,       100,
                              -100,      INT32_MAX, 1 << 24, int64_t(1) << 31,
                              INT64_MAX, INT64_MIN};
  for (int64_t number : integers)
    literal(b.getI64IntegerAttr(number));
  for (bool flag : {false, true})
    literal(b.getBoolAttr(flag));
  literal(DenseElementsAttr::get(
      RankedTensorType::get({}, ComplexType::get(b.getF64Type())),
      std::complex<APFloat>(APFloat(1.0), APFloat(2.0))));
  for (StringRef text : {"", "nonsense", "none", "mean", "sum", "tanh", "floor",
                         "trunc", "amax", "bilinear", "reflect", "i,j->ij"})
    literal(b.getStringAttr(text));
  for (Type type :
       {Type(b.getF16Type()), Type(b.getF64Type()), Type(b.getI1Type()),
        Type(b.getI32Type()), Type(ComplexType::get(b.getF32Type())),
        Type(b.getType<Float8E5M2Type>()),
        arithmetic::getFloat4PairType(&context)})
    literal(TypeAttr::get(type));
  // Lists of numbers.
  literal(b.getArrayAttr({}));
  for (unsigned count : {1, 2, 3})
    for (int64_t number : {int64_t(0), int64_t(-1), int64_t(2), int64_t(-100),
                           int64_t(1) << 24, INT64_MAX, INT64_MIN})
      literal(b.getI64ArrayAttr(SmallVector<int64_t>(count, number)));
  for (unsigned count : {1, 2, 4}) {
    mutants.push_back(list(SmallVector<Attribute>(count, operand()),
                           SmallVector<Type>(count, b.getI64Type())));
    literal(b.getArrayAttr(SmallVector<Attribute>(count, none())));
    literal(
        b.getArrayAttr(SmallVector<Attribute>(count, b.getF64FloatAttr(0.0))));
  }
  if (arg.type.kind == ArgKind::Tensor) {
    SmallVector<Argument> tensors;
    Argument single = base;
    if (arg.type.isList && !base.operands.empty())
      single = value(base.operands.front());
    addTensors(single, tensors);
    for (const Argument &other : tensors) {
      mutants.push_back(other);
      if (!arg.type.isList)
        continue;
      mutants.push_back(list({operand()}, other.operands));
      mutants.push_back(list(
          {operand(), operand()},
          {single.operands.empty() ? other.operands[0] : single.operands[0],
           other.operands[0]}));
      mutants.push_back(list({operand(), none()}, {other.operands[0]}));
    }
  }
  return mutants;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The arguments as the text of the call.
void Calls::describe(ArrayRef<Argument> args) {
  std::string line;
  llvm::raw_string_ostream os(line);
  os << name;
  for (auto [arg, formal] : llvm::zip_equal(args, schema->getArgs())) {
    os << ", " << formal.name << " = " << arg.attr;
    llvm::interleaveComma(arg.operands,
                          os << (arg.operands.empty() ? "" : " "));
  }
  line.resize(std::min<size_t>(line.size(), Progress::maxText - 1));
  memcpy(text, line.c_str(), line.size() + 1);
  if (isVerbose)
    llvm::errs() << line << "\n";
}

void Calls::report(const Twine &problem) {
  fprintf(problems, "%s\n  %s\n", text, problem.str().c_str());
  fflush(problems);
}

torch::OperatorOp Calls::build(OpBuilder &builder, ArrayRef<Argument> args,
                               ValueRange operands, TypeRange results) {
  SmallVector<Attribute> attrs;
  for (const Argument &arg : args)
    attrs.push_back(arg.attr);
  return torch::OperatorOp::create(builder, place, results,
                                   b.getStringAttr(name), b.getArrayAttr(attrs),
                                   /*arg_names=*/ArrayAttr(), operands,
                                   /*bodiesCount=*/0);
}

FailureOr<SmallVector<Type>> Calls::infer(ArrayRef<Argument> args) {
  Block block;
  for (const Argument &arg : args)
    for (Type type : arg.operands)
      block.addArgument(type, b.getUnknownLoc());
  OpBuilder builder(&context);
  torch::OperatorOp op = build(builder, args, block.getArguments(), {});
  torch::NumberExprs numbers;
  std::string reason;
  FailureOr<SmallVector<Type>> types =
      torch::inferResultTypes(op, numbers, reason);
  op->erase();
  return types;
}

/// The operator in a function, which returns its results and what it writes to.
/// A view is taken of a copy, written to, and returned with the copy.
OwningOpRef<ModuleOp> Calls::buildProgram(ArrayRef<Argument> args,
                                          ArrayRef<Type> results) {
  OwningOpRef<ModuleOp> module(ModuleOp::create(b.getUnknownLoc()));
  OpBuilder builder(module->getBodyRegion());
  SmallVector<Type> inputs;
  for (const Argument &arg : args)
    llvm::append_range(inputs, arg.operands);
  auto function = func::FuncOp::create(
      builder, place, "main", builder.getFunctionType(inputs, results));
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToEnd(block);
  SmallVector<Value> operands(block->getArguments()), outputs;
  auto call = [&](StringRef target, ArrayRef<Attribute> literals,
                  ValueRange values, Type result) {
    return torch::OperatorOp::create(
               builder, place, result, b.getStringAttr(target),
               b.getArrayAttr(literals), ArrayAttr(), values, /*bodiesCount=*/0)
        ->getResult(0);
  };
  bool isWritten = schema->isView() && !schema->isMutable() &&
                   !operands.empty() && !results.empty() &&
                   isa<TensorType>(results.front()) &&
                   isa<TensorType>(operands.front().getType());
  if (isWritten)
    operands.front() = call("aten.clone.default", {operand(), none()},
                            operands.front(), operands.front().getType());
  torch::OperatorOp op = build(builder, args, operands, results);
  llvm::append_range(outputs, op->getResults());
  if (isWritten) {
    call("aten.mul_.Scalar", {operand(), b.getI64IntegerAttr(2)}, outputs[0],
         outputs[0].getType());
    outputs.push_back(operands.front());
  }
  func::ReturnOp::create(builder, place, outputs);
  function.setFunctionType(
      builder.getFunctionType(inputs, ValueRange(outputs).getTypes()));
  return module;
}

/// Success when the passes end well; fails when they refuse. A refusal says
/// why, and where.
LogicalResult Calls::runPasses(PassManager &passes, ModuleOp module) {
  diagnostics.clear();
  numErrors = 0;
  LogicalResult result = passes.run(module);
  if (failed(result) && numErrors == 0)
    report("is refused without a reason");
  return result;
}

void Calls::convert(ArrayRef<Argument> args, ArrayRef<Type> results) {
  ++numCalls;
  OwningOpRef<ModuleOp> module = buildProgram(args, results);
  // As importers and the parser do, before any pass runs.
  if (failed(verify(*module)) || failed(runPasses(convertPasses, *module)))
    return;
  ++numLowered;
  uint64_t numOps = 0;
  module->walk([&](Operation *) { ++numOps; });
  maxOps = std::max(maxOps, numOps);
  auto check = [&](StringRef after) {
    diagnostics.clear();
    if (succeeded(verify(*module)))
      return true;
    report("is not valid after " + after + ": " + diagnostics);
    return false;
  };
  if (!check("the conversion"))
    return;
  if (failed(runPasses(simplifyPasses, *module)))
    return report("is not simplified: " + diagnostics);
  if (!check("onnx-simplify") || failed(runPasses(legalizePasses, *module)) ||
      !check("onnx-legalize-opset"))
    return;
  if (failed(runPasses(preparePasses, *module)))
    return report("is not prepared for export: " + diagnostics);
  check("onnx-prepare-for-export");
}

void Calls::call(ArrayRef<Argument> args) {
  describe(args);
  // A call takes milliseconds.
  const itimerval limit = {{0, 0}, {maxSeconds, 0}};
  setitimer(ITIMER_PROF, &limit, nullptr);
  FailureOr<SmallVector<Type>> types = infer(args);
  if (succeeded(types))
    convert(args, *types);
  // What a program may declare that does not know better.
  SmallVector<Type> unknown;
  for (Type type : baseResults) {
    auto ranked = dyn_cast<RankedTensorType>(type);
    unknown.push_back(ranked ? RankedTensorType::get(
                                   SmallVector<int64_t>(ranked.getRank(),
                                                        ShapedType::kDynamic),
                                   ranked.getElementType())
                             : type);
  }
  if (failed(types) ||
      llvm::is_contained(*types, torch::UntypedType::get(&context)))
    convert(args, baseResults);
  convert(args, unknown);
}

/// The base call with all tensors replaced by others: of sizes that only the
/// run knows, of no size, of another dtype, ...
SmallVector<SmallVector<Argument>> Calls::getOfOneKind() {
  auto ofShape = [](RankedTensorType type, int64_t size) {
    return type.clone(SmallVector<int64_t>(type.getRank(), size));
  };
  using Change = std::function<Type(RankedTensorType)>;
  SmallVector<Change> changes = {
      [&](RankedTensorType type) { return ofShape(type, 0); },
      [&](RankedTensorType type) { return ofShape(type, 1); },
      [&](RankedTensorType type) {
        return ofShape(type, ShapedType::kDynamic);
      },
      [&](RankedTensorType type) { return type.clone(ArrayRef<int64_t>()); },
      [&](RankedTensorType type) {
        return UnrankedTensorType::get(type.getElementType());
      },
      [&](RankedTensorType) { return torch::UntypedType::get(&context); }};
  for (StringRef symbol : {"n", "m"})
    changes.push_back([this, symbol](RankedTensorType type) {
      SmallVector<AffineExpr> dims(type.getRank(),
                                   sym::getSymbol(&context, symbol));
      if (symbol == "m" && !dims.empty())
        dims.front() = sym::getSymbol(&context, "batch");
      return sym::getTensorType(dims, type.getElementType());
    });
  for (Type elementType :
       {Type(b.getI1Type()), Type(b.getF16Type()), Type(b.getBF16Type()),
        Type(b.getF64Type()), Type(b.getI64Type()), Type(b.getI32Type()),
        Type(IntegerType::get(&context, 8, IntegerType::Unsigned)),
        Type(ComplexType::get(b.getF32Type()))})
    for (bool isDynamic : {false, true})
      changes.push_back([=](RankedTensorType type) {
        auto other = type.clone(elementType);
        return isDynamic ? ofShape(other, ShapedType::kDynamic) : other;
      });
  SmallVector<SmallVector<Argument>> calls;
  for (const Change &change : changes) {
    calls.push_back(base);
    for (Argument &arg : calls.back())
      for (Type &type : arg.operands)
        if (auto tensor = dyn_cast<RankedTensorType>(type))
          type = change(tensor);
  }
  return calls;
}

void Calls::run() {
  ScopedDiagnosticHandler quiet(&context, [&](Diagnostic &diagnostic) {
    bool isError = diagnostic.getSeverity() == DiagnosticSeverity::Error;
    numErrors += isError;
    if (isError)
      diagnostics += diagnostic.str() + "; ";
    if (isError && diagnostic.getLocation() != place)
      report("is refused elsewhere: " + diagnostic.str());
    if (isVerbose)
      llvm::errs() << "  " << diagnostic.str() << "\n";
    return success();
  });
  snprintf(text, Progress::maxText, "%s, base call", name.c_str());
  if (!findBase() && !base.empty() && baseResults.empty())
    for (const torch::SchemaArg &result : schema->getReturns()) {
      Type type = torch::UntypedType::get(&context);
      for (auto [arg, formal] : llvm::zip_equal(base, schema->getArgs()))
        if (!result.aliasSet.empty() && formal.aliasSet == result.aliasSet &&
            arg.operands.size() == 1)
          type = arg.operands.front();
      baseResults.push_back(type);
    }
  call(base);
  uint64_t number = llvm::xxh3_64bits(name);
  for (ArrayRef<Argument> args : getOfOneKind())
    if (number++ % getStride(0) == 0)
      call(args);
  uint64_t stride = getStride(maxOps);
  for (auto [index, arg] : llvm::enumerate(schema->getArgs()))
    for (const Argument &mutant : getMutants(arg, base[index])) {
      if (number++ % stride != 0)
        continue;
      SmallVector<Argument> args = base;
      args[index] = mutant;
      call(args);
    }
}

//===----------------------------------------------------------------------===//
// All operators
//===----------------------------------------------------------------------===//

/// The operators that the compiler itself does something with, without those
/// that TORCH_ONNX_TEST_OPERATORS excludes.
std::vector<StringRef> getOperators() {
  std::vector<StringRef> names;
  SmallVector<StringRef> selected;
  if (const char *list = getenv("TORCH_ONNX_TEST_OPERATORS"))
    StringRef(list).split(selected, ',');
  for (StringRef name : torch::Schema::allNames()) {
    if (!selected.empty() &&
        !llvm::is_contained(selected, name.rsplit('.').first))
      continue;
    const torch::Schema *schema = torch::Schema::lookup(name);
    if (hasLowering(name) || torch::hasTypeRule(name) ||
        torch::hasDecomposition(name) || schema->isMutable() ||
        schema->isView() || torch::getViewOfCopy(name) != name)
      names.push_back(name);
  }
  return names;
}

/// Takes operators until there are no more.
void work(Progress &progress, ArrayRef<StringRef> names, char *text,
          FILE *problems) {
  // An address sanitizer reserves more address space than any limit allows.
  const rlimit memory = {maxBytes, maxBytes}, noCore = {0, 0};
  if (!isSanitized)
    setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CORE, &noCore);
  while (true) {
    unsigned index = progress.nextOperator++;
    if (index >= names.size())
      return;
    Calls calls(names[index], text, problems);
    calls.run();
    progress.numCalls += calls.numCalls;
    progress.numLowered += calls.numLowered;
    progress.numWithLowered += calls.numLowered != 0;
  }
}

/// Why a process ended that should not have.
std::string describeEnd(int status) {
  if (!WIFSIGNALED(status))
    return "ends the process with status " +
           std::to_string(WEXITSTATUS(status));
  if (WTERMSIG(status) == SIGPROF)
    return "takes more than " + std::to_string(maxSeconds) + " s";
  return "crashes: " + std::string(strsignal(WTERMSIG(status)));
}

TEST(UnusableArguments, CrashNothing) {
  if (const char *name = getenv("TORCH_ONNX_TEST_OPERATOR")) {
    char text[Progress::maxText];
    Calls calls(name, text, stderr);
    calls.run();
    return;
  }
  std::vector<StringRef> names = getOperators();
  void *memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  auto &progress = *new (memory) Progress();
  FILE *problems = tmpfile();
  ASSERT_TRUE(problems);

  // One process for each core; another one in the place of each that crashes.
  std::map<pid_t, unsigned> workers;
  auto start = [&](unsigned worker) {
    pid_t child = fork();
    if (child == 0) {
      work(progress, names, progress.call[worker], problems);
      _exit(0);
    }
    ASSERT_GT(child, 0);
    workers[child] = worker;
  };
  unsigned numWorkers = std::clamp(std::thread::hardware_concurrency(), 1u,
                                   unsigned(Progress::maxWorkers));
  for (unsigned worker = 0; worker < numWorkers; ++worker)
    start(worker);
  while (!workers.empty()) {
    int status = 0;
    pid_t child = waitpid(-1, &status, 0);
    auto it = workers.find(child);
    if (it == workers.end())
      continue;
    unsigned worker = it->second;
    workers.erase(it);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
      continue;
    ADD_FAILURE() << progress.call[worker] << "\n  " << describeEnd(status);
    start(worker);
  }
  rewind(problems);
  std::string text;
  for (int c; (c = fgetc(problems)) != EOF;)
    text += char(c);
  fclose(problems);
  EXPECT_EQ(text, "");
  // The test is worth something only while calls reach the lowerings. A few
  // operators may all refuse these calls.
  printf("%zu operators, %llu of them lowered; %llu calls, %llu lowered\n",
         names.size(), (unsigned long long)progress.numWithLowered,
         (unsigned long long)progress.numCalls,
         (unsigned long long)progress.numLowered);
  if (!getenv("TORCH_ONNX_TEST_OPERATORS")) {
    EXPECT_GE(progress.numWithLowered * 10, names.size() * 5);
  }
  munmap(memory, sizeof(Progress));
}

} // namespace
