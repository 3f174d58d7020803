//===- Lowering.h - What a lowering has at hand -----------------*- C++ -*-===//
//
// The vocabulary that the lowerings of all families are written in. A lowering
// is a function from one torch operation to the values that replace its
// results, or to a reason why it cannot be expressed exactly:
//
//   static Lowered lowerSilu(Lowering &b) {
//     Value x = b.tensor("self");
//     return b.Mul(x, b.Sigmoid(x));
//   }
//
// Arguments are asked for by their name in the ATen schema. An argument that
// is not what the lowering needs (a size that is not constant, say) makes the
// lowering fail with a message of its own; the lowering need not check. What it
// gets then is made up, but every method takes it, and nothing that is built
// after a refusal stays. A lowering that divides by an argument, or indexes a
// list of its own by one, asks isRefused() before.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_LOWERING_H
#define TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_LOWERING_H

#include "SymbolSources.h"

#include "torch-onnx/Dialect/ONNX/Utils/ONNXBuilder.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

#include <functional>

namespace torch_onnx {

class ModuleLowering;

/// The sizes of a tensor, with checked access.
using Dims = sym::DimList;

/// Values in place of the results, or nothing: then the lowering said why.
class Lowered {
public:
  Lowered(mlir::Value value) : values({value}) {}
  Lowered(llvm::SmallVector<mlir::Value> values) : values(std::move(values)) {}
  Lowered(mlir::ValueRange values) : values(values) {}
  Lowered(std::pair<mlir::Value, mlir::Value> pair)
      : values({pair.first, pair.second}) {}
  static Lowered refused() { return Lowered(mlir::ValueRange()); }

  llvm::ArrayRef<mlir::Value> getValues() const { return values; }

private:
  llvm::SmallVector<mlir::Value, 1> values;
};

class Lowering : public onnx::ONNXBuilder {
public:
  using Value = mlir::Value;
  using Type = mlir::Type;
  using AffineExpr = mlir::AffineExpr;
  using RankedTensorType = mlir::RankedTensorType;

  Lowering(ModuleLowering &module, mlir::OpBuilder &builder,
           torch::OperatorOp op);

  torch::OperatorOp getOp() const { return op; }
  /// Whether the opset of the model has an operator. For a lowering with two
  /// exact forms; everything else an older opset lacks is the business of
  /// onnx-legalize-opset.
  bool hasOperator(llvm::StringRef name) const;

  /// Says that the operation cannot be lowered, and why. The first reason
  /// counts.
  Lowered refuse(const llvm::Twine &reason) {
    fail(reason);
    return Lowered::refused();
  }
  /// "expected 'dim' to be EXPECTED, found " and what the argument is.
  Lowered refuseArgument(llvm::StringRef name, const llvm::Twine &expected) {
    return refuse("expected '" + name + "' to be " + expected + ", found " +
                  args.describe(name));
  }
  /// "expected 'self' to have EXPECTED, found complex<f32>": EXPECTED is a
  /// phrase for elements, "real elements".
  Lowered refuseElements(llvm::StringRef name, const llvm::Twine &expected,
                         Type found) {
    return refuse("expected '" + name + "' to have " + expected + ", found " +
                  describe(found));
  }
  /// The same for the first result, in the dtype that the program has.
  Lowered refuseResult(const llvm::Twine &expected);
  /// "expected 'self' to have EXPECTED, found 2": EXPECTED is a phrase for
  /// dimensions, "3 or 4 dimensions".
  Lowered refuseRank(llvm::StringRef name, const llvm::Twine &expected,
                     int64_t found) {
    return refuse("expected '" + name + "' to have " + expected + ", found " +
                  llvm::Twine(found));
  }
  /// For a result that only the backward pass reads.
  Lowered refuseUseOf(unsigned result) {
    return refuse("expected result #" + llvm::Twine(result) +
                  ", which is for the backward pass, to be unused, found a "
                  "use");
  }
  /// A type as messages print it, and a size: `3`, `2*s0`, or `a size that only
  /// the run knows`.
  static std::string describe(Type type);
  static std::string describe(AffineExpr size);
  void fail(const llvm::Twine &reason) override;
  bool isRefused() const { return hasFailed(); }
  llvm::StringRef getReason() const { return reason; }

  //===--- Half precision -------------------------------------------------===//

  /// PyTorch computes functions of floats that are narrower than 32 bits in
  /// float32 and rounds once, at the end (ATen/OpMathType.h opmath_type,
  /// ATen/AccumulateType.h acc_type; docs/Rationale/Numbers.md). While a
  /// lowering is in opmath, arguments of such types are read as float32, and
  /// results are said to be of it. See `inOpMath`.
  void setInOpMath(bool value) { isInOpMath = value; }
  /// True for floating types that are narrower than 32 bits.
  static bool isNarrowFloat(Type type) {
    return isFloat(type) && type.getIntOrFloatBitWidth() < 32;
  }

  //===--- Arguments ------------------------------------------------------===//

  /// Given and not None.
  bool has(llvm::StringRef name) const { return args.has(name); }
  /// A tensor argument; a Python number given for a tensor becomes a 0-d
  /// constant. A symbolic number becomes a 0-d tensor.
  Value tensor(llvm::StringRef name);
  /// The same, cast to an element type.
  Value tensor(llvm::StringRef name, Type elementType);
  /// Null when the argument is None.
  Value optionalTensor(llvm::StringRef name);
  llvm::SmallVector<Value> tensors(llvm::StringRef name);

  /// Literals; `refuse`s when the argument is a value at run time. Of integers
  /// also when the magnitude is more than 2^31, so that lowerings may calculate
  /// with them.
  int64_t getInt(llvm::StringRef name);
  int64_t getInt(llvm::StringRef name, int64_t ifNone);
  double getFloat(llvm::StringRef name);
  double getFloat(llvm::StringRef name, double ifNone);
  bool getBool(llvm::StringRef name);
  bool getBool(llvm::StringRef name, bool ifNone);
  llvm::StringRef getString(llvm::StringRef name, llvm::StringRef ifNone = "");
  /// Empty when the argument is None.
  llvm::SmallVector<int64_t> getInts(llvm::StringRef name);
  llvm::SmallVector<double> getFloats(llvm::StringRef name);
  /// Like getInts, one number standing for `count`.
  llvm::SmallVector<int64_t> getInts(llvm::StringRef name, size_t count);
  /// Any integer: a bound that is clamped, a number that is only passed on.
  int64_t getWideInt(llvm::StringRef name);
  int64_t getWideInt(llvm::StringRef name, int64_t ifNone) {
    return has(name) ? getWideInt(name) : ifNone;
  }
  /// The `dtype` argument (or another), null when None.
  Type getDtype(llvm::StringRef name = "dtype") {
    Type type = args.getDtype(name);
    return type ? getOpMathType(type) : type;
  }

  /// A dimension of a tensor of `rank`, 0 <= axis < max(rank, 1).
  int64_t getAxis(llvm::StringRef name, int64_t rank);
  /// Sorted without duplicates; all axes when the argument is None or empty.
  llvm::SmallVector<int64_t> getAxes(llvm::StringRef name, int64_t rank);

  /// A number argument (int, SymInt, Scalar) as a 0-d tensor.
  Value number(llvm::StringRef name, Type elementType);
  /// The expression of an int or SymInt; null when it is not known.
  AffineExpr getExpr(llvm::StringRef name);
  AffineExpr getExpr(mlir::OpFoldResult number);
  /// A list of ints and SymInts as a 1-d i64 tensor.
  Value intTensor(llvm::StringRef name);

  //===--- Results --------------------------------------------------------===//

  unsigned getNumResults() { return op->getNumResults(); }
  RankedTensorType resultType(unsigned index = 0);
  Type resultElementType(unsigned index = 0) {
    return resultType(index).getElementType();
  }
  Dims resultDims(unsigned index = 0) {
    return Dims(sym::getDims(resultType(index)), this);
  }

  //===--- Types ----------------------------------------------------------===//

  /// Of any value; refuse when it is missing or no tensor.
  RankedTensorType typeOf(Value value) { return checkedType(value); }
  int64_t rankOf(Value value) { return checkedType(value).getRank(); }
  Type elementTypeOf(Value value) { return checkedElement(value); }
  /// Sizes: constants, expressions, null if unknown. To read one that is out of
  /// range refuses.
  Dims dimsOf(Value value) { return checkedDims(value); }

  /// The dtype that PyTorch computes in for these arguments: tensors, 0-d
  /// tensors and Python numbers have different weight
  /// (c10/core/ScalarType.h promoteTypes, ATen/native/TypeProperties.cpp).
  Type promote(llvm::ArrayRef<llvm::StringRef> names);
  static bool isFloat(Type type) { return llvm::isa<mlir::FloatType>(type); }
  static bool isInt(Type type) {
    return llvm::isa<mlir::IntegerType>(type) && !type.isInteger(1);
  }
  static bool isBool(Type type) { return type.isInteger(1); }
  static RankedTensorType scalarType(Type elementType) {
    return RankedTensorType::get({}, elementType);
  }
  static bool isComplex(Type type) {
    return llvm::isa<mlir::ComplexType>(type);
  }

  //===--- Shapes ---------------------------------------------------------===//

  /// The 0-d or 1-d (one element) i64 value of a dimension; refuses when it
  /// cannot be computed.
  Value dim0d(AffineExpr dim);
  Value dim1d(AffineExpr dim);
  /// The shape as a 1-d i64 tensor: a constant when static.
  Value shapeOf(RankedTensorType type);
  /// Size of one dimension of a tensor at run time, 1-d.
  Value sizeOf(Value x, int64_t axis);

  /// Reshape to the dimensions of `type` (its element type is ignored): 0 and
  /// -1 where they say it, computed sizes where needed, `x` itself where it
  /// has that shape.
  Value reshape(Value x, RankedTensorType type);
  Value reshape(Value x, llvm::ArrayRef<AffineExpr> dims);
  Value expand(Value x, RankedTensorType type);
  /// A tensor of `type`'s shape filled with the 0-d `value`.
  Value full(Value value, RankedTensorType type);

  AffineExpr constantDim(int64_t size) {
    return mlir::getAffineConstantExpr(size, getContext());
  }
  /// The constant size of a dimension, or nothing.
  static std::optional<int64_t> constantSize(AffineExpr dim);
  /// Size of dimension `axis` of `x`; refuses when it is not constant.
  int64_t getStaticSize(Value x, int64_t axis);

  //===--- Loops ----------------------------------------------------------===//

  /// Gives a Loop or a Scan that was built without one its body: a block that
  /// takes values of `types` and yields what `body` makes of them.
  void
  fillBody(mlir::Operation *op, mlir::TypeRange types,
           llvm::function_ref<llvm::SmallVector<Value>(mlir::ValueRange)> body);

  /// What the body of a loop gives: the next states, of unchanged types, and
  /// whether to go on (null: until the count is reached).
  struct Step {
    llvm::SmallVector<Value> states;
    Value goesOn;
  };
  /// Runs `body` (0-d iteration, states) `count` times (0-d i64, null: without
  /// a bound) while the 0-d `condition` holds (null: always).
  llvm::SmallVector<Value>
  loop(Value count, Value condition, mlir::ValueRange states,
       llvm::function_ref<Step(Value, mlir::ValueRange)> body);

  ModuleLowering &getModule() { return module; }
  const torch::Arguments &getArguments() const { return args; }

private:
  /// The type that is computed in for `type`: another one only in opmath.
  Type getOpMathType(Type type) {
    return isInOpMath && isNarrowFloat(type) ? Type(f32()) : type;
  }
  Value toOpMath(Value value);
  Value getTensor(llvm::StringRef name, Value value);

  ModuleLowering &module;
  torch::OperatorOp op;
  torch::Arguments args;
  std::string reason;
  bool isInOpMath = false;
};

/// A lowering and what it is for.
using LoweringFn = std::function<Lowered(Lowering &)>;

/// The lowering with narrow floats computed in float32, for those that round
/// more than once between arguments and results. Nothing changes for operators
/// without such types.
LoweringFn inOpMath(LoweringFn lowering);

/// All lowerings by the name of their operator.
class LoweringRegistry {
public:
  /// The registry of all families.
  static const LoweringRegistry &get();

  void add(llvm::StringRef target, LoweringFn lowering);
  void add(std::initializer_list<llvm::StringRef> targets,
           const LoweringFn &lowering) {
    for (llvm::StringRef target : targets)
      add(target, lowering);
  }
  const LoweringFn *find(const torch::Schema *schema) const {
    return lowerings.find(schema);
  }
  llvm::SmallVector<llvm::StringRef> getNames() const {
    return lowerings.getNames();
  }

private:
  torch::OperatorMap<LoweringFn> lowerings;
};

/// Registers lowerings that compute in opmath.
class OpMathLowerings {
public:
  explicit OpMathLowerings(LoweringRegistry &registry) : registry(registry) {}

  void add(llvm::StringRef target, LoweringFn lowering) {
    registry.add(target, inOpMath(std::move(lowering)));
  }
  void add(std::initializer_list<llvm::StringRef> targets,
           const LoweringFn &lowering) {
    registry.add(targets, inOpMath(lowering));
  }

private:
  LoweringRegistry &registry;
};

// One for each file of lowerings.
#define FAMILY(NAME) void populate##NAME(LoweringRegistry &registry);
#include "Families.def"
#undef FAMILY

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_LOWERING_H
