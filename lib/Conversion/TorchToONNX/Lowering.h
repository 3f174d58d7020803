//===- Lowering.h - The interface of lowerings ------------------*- C++ -*-===//
//
// The lowerings of all families are written with the functions of this class. A
// lowering maps a torch operation to the values that replace its results, or to
// the reason why ONNX cannot express it exactly:
//
//   static Lowered lowerSilu(Lowering &b) {
//     Value x = b.tensor("self");
//     return b.Mul(x, b.Sigmoid(x));
//   }
//
// Arguments are read by their name in the ATen schema. If an argument is not as
// the lowering needs it (for example, if a size is not constant), the read
// refuses the operation with a message and returns a placeholder. All methods
// accept placeholders, and operations that are built after a refusal are
// erased. A lowering therefore needs no checks, except isRefused() before it
// divides by an argument or uses one as an index.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_LOWERING_H
#define TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_LOWERING_H

#include "SymbolSources.h"

#include "torch-onnx/Dialect/ONNX/Utils/ONNXBuilder.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Inference/ArgumentReader.h"

#include <functional>

namespace torch_onnx {

class ModuleLowering;

/// The sizes of a tensor, with checked access.
using Dims = sym::DimList;

/// The values that replace the results; empty after a refusal.
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

class Lowering : public onnx::ONNXBuilder, public torch::ArgumentReader {
public:
  using Value = mlir::Value;
  using Type = mlir::Type;
  using RankedTensorType = mlir::RankedTensorType;
  // A tensor of literals; the reader has the expressions of numbers.
  using ONNXBuilder::numbers;

  Lowering(ModuleLowering &module, mlir::OpBuilder &builder,
           torch::OperatorOp op);

  /// Whether the opset of the model has an operator. This is for lowerings with
  /// two exact forms; onnx-legalize-opset handles all other differences between
  /// opsets.
  bool hasOperator(llvm::StringRef name) const;

  /// Refuses the operation. The first reason is reported.
  Lowered refuse(const llvm::Twine &reason) {
    fail(reason);
    return Lowered::refused();
  }
  /// Refuses with "expected 'dim' to be EXPECTED, found ARGUMENT".
  Lowered refuseArgument(llvm::StringRef name, const llvm::Twine &expected) {
    return refuse("expected '" + name + "' to be " + expected + ", found " +
                  args.describe(name));
  }
  /// Refuses with "expected 'self' to have EXPECTED, found complex<f32>", where
  /// EXPECTED describes elements: "real elements".
  Lowered refuseElements(llvm::StringRef name, const llvm::Twine &expected,
                         Type found) {
    return refuse("expected '" + name + "' to have " + expected + ", found " +
                  describe(found));
  }
  /// The same for the first result, with its declared dtype.
  Lowered refuseResult(const llvm::Twine &expected);
  /// Refuses with "expected 'self' to have EXPECTED, found 2", where EXPECTED
  /// describes dimensions: "3 or 4 dimensions".
  Lowered refuseRank(llvm::StringRef name, const llvm::Twine &expected,
                     int64_t found) {
    return refuse("expected '" + name + "' to have " + expected + ", found " +
                  llvm::Twine(found));
  }
  /// Refuses the use of a result that is meant for the backward pass.
  Lowered refuseUseOf(unsigned result) {
    return refuse("expected result #" + llvm::Twine(result) +
                  ", which is for the backward pass, to be unused, found a "
                  "use");
  }
  /// A type or a size in messages.
  static std::string describe(Type type);
  static std::string describe(AffineExpr size) {
    return torch::describeSize(size);
  }
  void fail(const llvm::Twine &reason) override;
  bool isRefused() const { return hasFailed(); }
  llvm::StringRef getReason() const { return reason; }

  //===--- Half precision -------------------------------------------------===//

  /// PyTorch computes functions of floats narrower than 32 bits in float32 and
  /// rounds once, at the end (ATen/OpMathType.h opmath_type,
  /// ATen/AccumulateType.h acc_type; docs/Rationale/Numbers.md). In opmath,
  /// arguments with such dtypes are read as float32, and resultType() has
  /// float32. See `inOpMath`.
  void setInOpMath(bool value) { isInOpMath = value; }
  /// Whether a type is a float narrower than 32 bits.
  static bool isNarrowFloat(Type type) {
    return isFloat(type) && type.getIntOrFloatBitWidth() < 32;
  }

  //===--- Arguments ------------------------------------------------------===//

  /// A tensor argument. A Python number becomes a 0-d constant, a symbolic
  /// number a 0-d tensor.
  Value tensor(llvm::StringRef name);
  /// A tensor argument, cast to an element type.
  Value tensor(llvm::StringRef name, Type elementType);
  /// A tensor argument; null if it is None.
  Value optionalTensor(llvm::StringRef name);
  llvm::SmallVector<Value> tensors(llvm::StringRef name);

  /// An argument that is a dtype; null if it is None.
  Type getDtype(llvm::StringRef name = "dtype") {
    Type type = args.getDtype(name);
    return type ? getOpMathType(type) : type;
  }

  /// Dimensions in [0, rank), sorted, without duplicates; all dimensions if the
  /// argument is None or empty.
  llvm::SmallVector<int64_t> getAxes(llvm::StringRef name, int64_t rank);
  /// The dimensions of a tensor that are not in `axes`.
  llvm::SmallVector<int64_t> getOtherAxes(Value x,
                                          llvm::ArrayRef<int64_t> axes);

  /// A number argument (int, SymInt, Scalar) as a 0-d tensor.
  Value number(llvm::StringRef name, Type elementType);
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

  /// The type of a value; refuses a null value and values that are not tensors.
  RankedTensorType typeOf(Value value) { return checkedType(value); }
  int64_t rankOf(Value value) { return checkedType(value).getRank(); }
  Type elementTypeOf(Value value) { return checkedElement(value); }
  /// The sizes of a tensor: constants, expressions, or null if unknown. Reading
  /// a dimension that is out of range refuses.
  Dims dimsOf(Value value) { return checkedDims(value); }

  /// The dtype to which PyTorch promotes these arguments; tensors take
  /// precedence over 0-d tensors, and these over Python numbers
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

  /// The i64 value of a size, as a 0-d tensor or a 1-d tensor with one element;
  /// refuses a size that cannot be computed.
  Value dim0d(AffineExpr dim);
  Value dim1d(AffineExpr dim);
  /// The shape as a 1-d i64 tensor; a constant if it is static.
  Value shapeOf(RankedTensorType type);
  /// The size of one dimension of a tensor, as a 1-d tensor with one element.
  Value sizeOf(Value x, int64_t axis);

  /// Reshapes `x` to the dimensions of `type`, whose element type is ignored.
  /// Uses 0 and -1 where possible, otherwise computed sizes. Returns `x` if it
  /// has this shape.
  Value reshape(Value x, RankedTensorType type);
  Value reshape(Value x, llvm::ArrayRef<AffineExpr> dims);
  /// All elements in one dimension.
  Value flatten(Value x) {
    return reshape(x, sym::product(dimsOf(x), getContext()));
  }
  /// A vector of one element for a 0-d tensor.
  Value atLeast1d(Value x) { return rankOf(x) == 0 ? Unsqueeze(x, 0) : x; }
  Value expand(Value x, RankedTensorType type);
  /// A tensor with the shape of `type`, filled with the 0-d `value`.
  Value full(Value value, RankedTensorType type);

  AffineExpr constantDim(int64_t size) {
    return mlir::getAffineConstantExpr(size, getContext());
  }
  /// The constant size of a dimension of `x`; refuses a dynamic size.
  int64_t getStaticSize(Value x, int64_t axis);

  //===--- Loops ----------------------------------------------------------===//

  /// Adds the body to a Loop or Scan that was built without one: a block with
  /// arguments of `types`, which yields the values that `body` returns.
  void
  fillBody(mlir::Operation *op, mlir::TypeRange types,
           llvm::function_ref<llvm::SmallVector<Value>(mlir::ValueRange)> body);

  /// The results of the body of a loop: the next loop-carried values, whose
  /// types do not change, and the condition for the next iteration (null:
  /// true).
  struct Step {
    llvm::SmallVector<Value> states;
    Value goesOn;
  };
  /// Builds a loop. `body` gets the iteration number (0-d) and the loop-carried
  /// values. `count` is the 0-d i64 trip count (null: unbounded), `condition`
  /// the 0-d initial condition (null: true).
  llvm::SmallVector<Value>
  loop(Value count, Value condition, mlir::ValueRange states,
       llvm::function_ref<Step(Value, mlir::ValueRange)> body);

  ModuleLowering &getModule() { return module; }

private:
  void failToRead(const llvm::Twine &why, bool) final { fail(why); }
  /// `type`, or the type to compute in if the lowering is in opmath.
  Type getOpMathType(Type type) {
    return isInOpMath && isNarrowFloat(type) ? Type(f32()) : type;
  }
  Value toOpMath(Value value);
  Value getTensor(llvm::StringRef name, Value value);

  ModuleLowering &module;
  std::string reason;
  bool isInOpMath = false;
};

/// The lowering of an operator.
using LoweringFn = std::function<Lowered(Lowering &)>;

/// Wraps a lowering so that it computes narrow floats in float32 and rounds the
/// results once. Operations without narrow floats do not change.
LoweringFn inOpMath(LoweringFn lowering);

/// The ways to register a lowering; Derived::put() registers it.
template <typename Derived> class LoweringTable {
public:
  void add(llvm::StringRef target, LoweringFn lowering) {
    static_cast<Derived *>(this)->put(target, std::move(lowering));
  }
  /// A lowering with further arguments.
  template <typename... Args>
  void add(llvm::StringRef target, Lowered (*lowering)(Lowering &, Args...),
           std::type_identity_t<Args>... args) {
    add(target, LoweringFn([=](Lowering &b) { return lowering(b, args...); }));
  }
  template <typename... Args>
  void add(std::initializer_list<llvm::StringRef> targets,
           const Args &...lowering) {
    for (llvm::StringRef target : targets)
      add(target, lowering...);
  }
};

/// All lowerings, by the name of the operator.
class LoweringRegistry : public LoweringTable<LoweringRegistry> {
public:
  /// The registry of all families.
  static const LoweringRegistry &get();

  void put(llvm::StringRef target, LoweringFn lowering) {
    lowerings.insert(target, std::move(lowering));
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

/// Registers lowerings that have something in common, such as inOpMath().
class WrappedLowerings : public LoweringTable<WrappedLowerings> {
public:
  WrappedLowerings(LoweringRegistry &registry, LoweringFn (*wrap)(LoweringFn))
      : registry(registry), wrap(wrap) {}

  void put(llvm::StringRef target, LoweringFn lowering) {
    registry.put(target, wrap(std::move(lowering)));
  }

private:
  LoweringRegistry &registry;
  LoweringFn (*wrap)(LoweringFn);
};

// Each family registers its lowerings by one function.
#define FAMILY(NAME) void populate##NAME(LoweringRegistry &registry);
#include "Families.def"
#undef FAMILY

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_LOWERING_H
