//===- Lowering.cpp - The interface of lowerings --------------------------===//
//
// Reads arguments, promotes dtypes and builds shapes, by the rules of ATen
// whose sources are cited. Also the registry of all families.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "ModuleLowering.h"

#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Torch/Inference/Promotion.h"
#include "torch-onnx/ONNXProto/ONNXProto.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace torch_onnx;

Lowering::Lowering(ModuleLowering &module, OpBuilder &builder,
                   torch::OperatorOp op)
    : ONNXBuilder(builder, op.getLoc()),
      ArgumentReader(op, module.getNumberExprs()), module(module) {}

bool Lowering::hasOperator(StringRef name) const {
  return torch_onnx::hasOperator(name, module.getSettings().opset);
}

void Lowering::fail(const Twine &why) {
  if (!failed)
    reason = why.str();
  failed = true;
}

std::string Lowering::describe(Type type) { return llvm::to_string(type); }

Lowered Lowering::refuseResult(const Twine &expected) {
  Type type = op->getNumResults() ? op->getResult(0).getType() : Type();
  if (auto shaped = dyn_cast_if_present<ShapedType>(type))
    type = shaped.getElementType();
  return refuse("expected the result to have " + expected + ", found " +
                (type ? describe(type) : "none"));
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Value Lowering::optionalTensor(StringRef name) {
  if (Value value = args.getValue(name))
    return toOpMath(getTensor(name, value));
  Attribute literal = args.getAttr(name);
  if (auto integer = dyn_cast_if_present<IntegerAttr>(literal))
    return integer.getType().isInteger(1)
               ? scalar(int64_t(*args.getBool(name)), i1())
               : scalar(integer.getInt(), i64());
  if (auto number = dyn_cast_if_present<FloatAttr>(literal))
    return scalar(number.getValueAsDouble(), f32());
  if (auto elements = dyn_cast_if_present<ElementsAttr>(literal))
    return constant(elements);
  return {};
}

Value Lowering::tensor(StringRef name) {
  if (Value value = optionalTensor(name))
    return value;
  refuseArgument(name, "a tensor");
  return scalar(0, f32());
}

Value Lowering::tensor(StringRef name, Type elementType) {
  // A literal is rounded once, to the requested type.
  if (args.getAttr(name) && !isComplex(elementType))
    return number(name, elementType);
  Value value = tensor(name);
  // A tensor of another dtype is first cast to the dtype of the result; 0-d
  // tensors are not rounded.
  if (isInOpMath && elementType.isF32() && rankOf(value) > 0 &&
      !elementTypeOf(value).isF32())
    if (auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
        type && isNarrowFloat(type.getElementType()))
      value = Cast(value, type.getElementType());
  return Cast(value, elementType);
}

SmallVector<Value> Lowering::tensors(StringRef name) {
  SmallVector<Value> values = args.getValues(name);
  for (Value &value : values)
    if (value)
      value = toOpMath(getTensor(name, value));
  return values;
}

Value Lowering::toOpMath(Value value) {
  return Cast(value, getOpMathType(elementTypeOf(value)));
}

Value Lowering::getTensor(StringRef name, Value value) {
  if (Value tensor = module.getTensor(*this, value))
    return tensor;
  refuseArgument(name, "a tensor or a number");
  return scalar(0, f32());
}

SmallVector<int64_t> Lowering::getOtherAxes(Value x, ArrayRef<int64_t> axes) {
  SmallVector<int64_t> others = integers(0, rankOf(x));
  llvm::erase_if(others,
                 [&](int64_t i) { return llvm::is_contained(axes, i); });
  return others;
}

SmallVector<int64_t> Lowering::getAxes(StringRef name, int64_t rank) {
  SmallVector<int64_t> axes = getGivenAxes(name, rank);
  if (axes.empty())
    return integers(0, rank);
  // PyTorch accepts dimensions 0 and -1 of a 0-d tensor.
  if (rank == 0)
    return {};
  llvm::sort(axes);
  axes.erase(llvm::unique(axes), axes.end());
  return axes;
}

Value Lowering::number(StringRef name, Type elementType) {
  if (Value value = args.getValue(name))
    return Cast(getTensor(name, value), elementType);
  Attribute literal = args.getAttr(name);
  if (isa_and_present<IntegerAttr>(literal))
    return scalar(*args.getInt(name), elementType);
  if (isa_and_present<FloatAttr>(literal))
    return scalar(*args.getFloat(name), elementType);
  refuseArgument(name, "a number");
  return scalar(0, elementType);
}

Value Lowering::intTensor(StringRef name) {
  auto list = args.getList(name);
  if (!list) {
    refuseArgument(name, "a list of integers");
    return ints({});
  }
  SmallVector<AffineExpr> exprs;
  for (OpFoldResult element : *list)
    exprs.push_back(getExpr(element));
  if (Value shape = module.getSymbols().computeShape(*this, exprs))
    return shape;
  SmallVector<Value> parts;
  for (auto [element, expr] : llvm::zip_equal(*list, exprs)) {
    if (auto value = dyn_cast_if_present<Value>(element))
      parts.push_back(reshape(getTensor(name, value), constantDim(1)));
    else
      parts.push_back(dim1d(expr));
  }
  return Concat(parts, 0);
}

//===----------------------------------------------------------------------===//
// Results and types
//===----------------------------------------------------------------------===//

RankedTensorType Lowering::resultType(unsigned index) {
  if (index >= op->getNumResults()) {
    refuse("expected a result #" + Twine(index) + ", found " +
           Twine(op->getNumResults()) + " results");
    return RankedTensorType::get({}, f32());
  }
  Type type = op->getResult(index).getType();
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(getOpMathType(tensor.getElementType()));
  // A symbolic number is a 0-d tensor.
  return RankedTensorType::get({}, type.isIntOrFloat() ? type : f32());
}

Type Lowering::promote(ArrayRef<StringRef> names) {
  torch::Promotion promotion;
  for (StringRef name : names)
    promotion.addArgument(args, name);
  Type result = promotion.get();
  return result ? getOpMathType(result) : f32();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

int64_t Lowering::getStaticSize(Value x, int64_t axis) {
  if (auto size = constantSize(dimsOf(x)[axis]))
    return *size;
  refuse("expected a constant size of dimension " + Twine(axis) + ", found " +
         describe(dimsOf(x)[axis]));
  return 1;
}

Value Lowering::dim1d(AffineExpr dim) {
  if (Value value = dim ? module.getSymbols().compute(*this, dim) : Value())
    return value;
  refuse("expected a size that can be computed from the inputs, found " +
         describe(dim));
  return ints(1);
}

Value Lowering::dim0d(AffineExpr dim) {
  if (auto size = constantSize(dim))
    return scalar(*size, i64());
  return Squeeze(dim1d(dim), 0);
}

Value Lowering::sizeOf(Value x, int64_t axis) {
  if (auto size = constantSize(dimsOf(x)[axis]))
    return ints(*size);
  return Shape(x, axis, axis + 1);
}

Value Lowering::shapeOf(RankedTensorType type) {
  SmallVector<AffineExpr> dims = sym::getDims(type);
  if (Value shape = module.getSymbols().computeShape(*this, dims))
    return shape;
  for (AffineExpr dim : dims)
    dim1d(dim); // Reports the dimension that cannot be computed.
  return ints({});
}

Value Lowering::reshape(Value x, ArrayRef<AffineExpr> dims) {
  return reshape(x, sym::getTensorType(dims, elementTypeOf(x)));
}

// In a constant shape, 0 copies a dimension and -1 is inferred. A static size
// of 0 excludes both: it would be read as a copy, and -1 could not be inferred.
// So does a copied dimension that may be 0 at run time; sizes are then
// computed.
Value Lowering::reshape(Value x, RankedTensorType type) {
  auto result = type.clone(elementTypeOf(x));
  if (x.getType() == result)
    return x;
  Dims source = dimsOf(x), dims(sym::getDims(result));
  if (result.hasStaticShape() &&
      llvm::is_contained(result.getShape(), int64_t(0)))
    return Reshape(x, ints(result.getShape()), result, /*allowZero=*/true);

  SmallVector<int64_t> shape;
  unsigned numUnknown = 0;
  SmallVector<AffineExpr> copied;
  for (auto [index, dim] : llvm::enumerate(dims)) {
    std::optional<int64_t> size = constantSize(dim);
    if (size && *size != 0) {
      shape.push_back(*size);
    } else if (index < source.size() && dim && dim == source[index]) {
      shape.push_back(0);
      copied.push_back(dim);
    } else {
      shape.push_back(-1);
      numUnknown += 1 + (size ? 1 : 0); // A size of 0 must not be inferred.
    }
  }
  auto mayBeZero = [&](AffineExpr dim) {
    return sym::mayBeZero(dim, module.getRanges());
  };
  auto canCompute = [&](AffineExpr dim) {
    return dim && module.getSymbols().canCompute(dim);
  };
  if (numUnknown == 0 || (numUnknown == 1 && llvm::none_of(copied, mayBeZero)))
    return Reshape(x, ints(shape), result);

  Value y;
  if (auto inserted = onnx::getInsertedOnes(source, dims))
    y = Unsqueeze(x, *inserted);
  else if (auto removed = onnx::getInsertedOnes(dims, source))
    y = Squeeze(x, *removed);
  if (y) {
    y.setType(result);
    return y;
  }

  // Copied dimensions cancel out: the inferred size follows from the other
  // dimensions, even if the tensor is empty.
  if (numUnknown == 1 && !llvm::all_of(dims, canCompute)) {
    SmallVector<Value> parts, others;
    int64_t known = 1;
    for (auto [axis, size] : llvm::enumerate(source))
      if (axis >= shape.size() || shape[axis] != 0)
        others.push_back(sizeOf(x, axis));
    for (int64_t size : shape)
      known *= size > 0 ? size : 1;
    Value count = others.empty()
                      ? ints(1)
                      : ReduceProd(Concat(others, 0), 0, /*keepDims=*/true);
    if (known != 1)
      count = Div(count, ints(known));
    for (auto [axis, size] : llvm::enumerate(shape))
      parts.push_back(size == 0    ? sizeOf(x, axis)
                      : size == -1 ? count
                                   : ints(size));
    return Reshape(x, Concat(parts, 0), result, /*allowZero=*/true);
  }

  // The first size that cannot be computed is inferred.
  SmallVector<AffineExpr> computed(dims.ref());
  for (AffineExpr &dim : computed)
    if (!canCompute(dim)) {
      dim = constantDim(-1);
      break;
    }
  Value target = module.getSymbols().computeShape(*this, computed);
  if (!target) {
    refuse("expected at most one size known only at run time, found several");
    return x;
  }
  bool hasInferred = !llvm::equal(computed, dims);
  return Reshape(x, target, result, /*allowZero=*/!hasInferred);
}

Value Lowering::expand(Value x, RankedTensorType type) {
  auto result = type.clone(elementTypeOf(x));
  if (x.getType() == result)
    return x;
  // All empty tensors of a type are the same constant. ONNX Runtime ignores an
  // Expand to a size of 0.
  if (result.hasStaticShape() && result.getNumElements() == 0)
    return constant(DenseElementsAttr::get(result, ArrayRef<Attribute>()));
  return Expand(x, shapeOf(result), result);
}

// Splats take no memory in the compiler, but the model stores all elements.
Value Lowering::full(Value value, RankedTensorType type) {
  constexpr int64_t maxSplatElements = 256;
  DenseElementsAttr number;
  if (type.hasStaticShape() && type.getNumElements() <= maxSplatElements &&
      matchPattern(value, m_Constant(&number)) && number.isSplat())
    return constant(DenseElementsAttr::get(type.clone(elementTypeOf(value)),
                                           number.getSplatValue<Attribute>()));
  return expand(value, type);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void Lowering::fillBody(Operation *op, TypeRange types,
                        function_ref<SmallVector<Value>(ValueRange)> body) {
  Block &block = op->getRegion(0).emplaceBlock();
  block.addArguments(types, SmallVector<Location>(types.size(), loc));
  // Sizes that are computed in the body are not visible outside.
  ModuleLowering::Scope scope(module);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&block);
  createOp("Yield", TypeRange(), body(block.getArguments()));
}

SmallVector<Value> Lowering::loop(Value count, Value condition,
                                  ValueRange states,
                                  function_ref<Step(Value, ValueRange)> body) {
  SmallVector<Value> operands = {count ? count : none(),
                                 condition ? condition : none()};
  llvm::append_range(operands, states);
  for (Value state : states)
    checkedType(state);
  if (isRefused())
    return SmallVector<Value>(states.size(), scalar(0, f32()));
  Operation *op = createOp("Loop", states.getTypes(), operands, /*attrs=*/{},
                           /*numRegions=*/1);
  SmallVector<Type> types = {scalarType(i64()), scalarType(i1())};
  llvm::append_range(types, states.getTypes());
  fillBody(op, types, [&](ValueRange arguments) {
    Step step = body(arguments[0], arguments.drop_front(2));
    SmallVector<Value> yielded = {step.goesOn ? step.goesOn : arguments[1]};
    if (step.states.size() != states.size())
      refuse("expected the body of a loop to give " + Twine(states.size()) +
             " states, found " + Twine(step.states.size()));
    for (auto [next, state] : llvm::zip(step.states, states)) {
      if (checkedType(next).getElementType() == elementTypeOf(state) &&
          rankOf(next) == rankOf(state))
        next.setType(state.getType());
      yielded.push_back(next);
    }
    return yielded;
  });
  SmallVector<Value> results(op->getResults());
  results.resize(states.size());
  return results;
}

//===----------------------------------------------------------------------===//
// Half precision
//===----------------------------------------------------------------------===//

/// The operand of type `type` that `value` is a cast of; null otherwise.
static Value getUncast(Value value, Type type) {
  auto op = value.getDefiningOp<onnx::CastOp>();
  if (!op || onnx::ONNXBuilder::elementTypeOf(op.getInput()) != type)
    return {};
  return op.getInput();
}

LoweringFn torch_onnx::inOpMath(LoweringFn lowering) {
  return [lowering = std::move(lowering)](Lowering &b) -> Lowered {
    b.setInOpMath(true);
    Lowered wide = lowering(b);
    b.setInOpMath(false);
    if (b.isRefused())
      return wide;
    SmallVector<Value> results(wide.getValues());
    for (auto [index, value] : llvm::enumerate(results)) {
      if (!value || index >= b.getNumResults())
        continue;
      Type type = b.resultElementType(index);
      if (!b.isNarrowFloat(type) || !b.elementTypeOf(value).isF32())
        continue;
      Value narrow = getUncast(value, type);
      value = narrow ? narrow : b.Cast(value, type);
    }
    return results;
  };
}

//===----------------------------------------------------------------------===//
// Registry
//===----------------------------------------------------------------------===//

const LoweringRegistry &LoweringRegistry::get() {
  static const LoweringRegistry registry = [] {
    LoweringRegistry r;
#define FAMILY(NAME) populate##NAME(r);
#include "Families.def"
#undef FAMILY
    return r;
  }();
  return registry;
}
