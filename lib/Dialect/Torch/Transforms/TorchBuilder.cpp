//===- TorchBuilder.cpp - Builder of torch operators ----------------------===//
//
// See TorchBuilder.h.
//
//===----------------------------------------------------------------------===//

#include "TorchBuilder.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

CallArgument::CallArgument(OpFoldResult item) {
  if (auto tensor = dyn_cast_if_present<Value>(item))
    value = tensor;
  else
    value = ArgumentSpec(dyn_cast_if_present<Attribute>(item));
}

ArgumentSpec CallArgument::getSpec(Builder &b) const {
  struct Visitor {
    Builder &b;
    ArgumentSpec operator()(Value value) const { return value; }
    ArgumentSpec operator()(int64_t number) const {
      return b.getI64IntegerAttr(number);
    }
    ArgumentSpec operator()(double number) const {
      return b.getF64FloatAttr(number);
    }
    ArgumentSpec operator()(bool flag) const { return b.getBoolAttr(flag); }
    ArgumentSpec operator()(Type dtype) const { return TypeAttr::get(dtype); }
    ArgumentSpec operator()(const SmallVector<int64_t> &list) const {
      return b.getI64ArrayAttr(list);
    }
    ArgumentSpec operator()(const ArgumentSpec &spec) const { return spec; }
  };
  return std::visit(Visitor{b}, value);
}

Value TorchBuilder::refuse(const Twine &why) {
  if (reason.empty())
    reason = why.str();
  return {};
}

bool TorchBuilder::requireKnown(AffineExpr size) {
  if (!size)
    refuse("its rule expects known sizes, found one known only at run time");
  return !!size;
}

SmallVector<Value> TorchBuilder::callAll(StringRef target,
                                         ArrayRef<CallArgument> args) {
  if (isRefused())
    return {};
  const Schema *schema = Schema::lookup(target);
  assert(schema && args.size() <= schema->getArgs().size() &&
         "decompositions call operators of the schema table");
  SmallVector<std::pair<StringRef, ArgumentSpec>> named;
  for (auto [index, arg] : llvm::enumerate(args)) {
    ArgumentSpec spec = arg.getSpec(builder);
    if (auto *value = std::get_if<Value>(&spec); value && !*value) {
      refuse("its decomposition calls '" + target +
             "', which expects a tensor, found None");
      return {};
    }
    named.emplace_back(arg.getName().empty() ? schema->getArgs()[index].name
                                             : arg.getName(),
                       std::move(spec));
  }
  std::string why;
  FailureOr<OperatorOp> op =
      buildInferred(builder, loc, target, named, numbers, why);
  if (failed(op)) {
    refuse("its decomposition calls '" + target + "': " + why);
    return {};
  }
  for (Value result : (*op)->getResults())
    useSizesOf(result);
  return SmallVector<Value>((*op)->getResults());
}

Value TorchBuilder::call(StringRef target, ArrayRef<CallArgument> args) {
  SmallVector<Value> results = callAll(target, args);
  assert((isRefused() || results.size() == 1) && "use callAll()");
  return isRefused() ? Value() : results.front();
}

Value TorchBuilder::where(Value condition, CallArgument x, CallArgument y) {
  StringRef target = !x.isTensor()   ? "aten.where.ScalarSelf"
                     : !y.isTensor() ? "aten.where.ScalarOther"
                                     : "aten.where.self";
  return call(target, {condition, x, y});
}

Value TorchBuilder::compare(StringRef how, Value x, CallArgument y) {
  StringRef overload = y.isTensor() ? ".Tensor" : ".Scalar";
  return call(("aten." + how + overload).str(), {x, y});
}

Value TorchBuilder::cast(Value x, Type dtype) {
  if (!x || getType(x).getElementType() == dtype)
    return x;
  if (!dtype) {
    refuse("its decomposition expects a known dtype to cast to, found none");
    return {};
  }
  return call("aten._to_copy.default", {x, {"dtype", dtype}});
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Builds the body in the region, and its yield. Sizes computed in the region
/// are not visible outside.
SmallVector<Value> TorchBuilder::buildRegion(Region &region,
                                             TypeRange arguments, Body body) {
  OpBuilder::InsertionGuard guard(builder);
  auto outerSources = sources;
  auto outerComputed = computed;
  auto outerLinear = linear;
  Block *block = builder.createBlock(
      &region, {}, arguments, SmallVector<Location>(arguments.size(), loc));
  SmallVector<Value> values = body(block->getArguments());
  sources = std::move(outerSources);
  computed = std::move(outerComputed);
  linear = std::move(outerLinear);
  if (isRefused())
    return {};
  YieldOp::create(builder, loc, values);
  return values;
}

/// Checks that each loop-carried value keeps its initial type, as far as both
/// types are known.
void TorchBuilder::checkCarried(ValueRange inits, ValueRange next) {
  for (auto [init, value] : llvm::zip(inits, next)) {
    if (isRefused())
      return;
    if (meetTypes(init.getType(), value.getType(), numbers.getRanges()))
      continue;
    std::string text;
    llvm::raw_string_ostream(text)
        << value.getType() << ", expected " << init.getType();
    refuse("its decomposition has a loop that carries " + text);
  }
}

SmallVector<Value> TorchBuilder::scan(ValueRange inits, ValueRange xs,
                                      unsigned numStacked, Body body) {
  SmallVector<Value> failed(inits.size() + numStacked);
  if (isRefused())
    return failed;
  SmallVector<Type> types(inits.getTypes()), arguments = types;
  AffineExpr steps = sym::getDims(getType(xs.front())).front();
  for (Value x : xs) {
    SmallVector<AffineExpr> dims = sym::getDims(getType(x));
    AffineExpr difference =
        steps && dims[0] ? sym::sub(dims[0], steps) : AffineExpr();
    if (difference && sym::getConstant(difference).value_or(0) != 0) {
      refuse("its decomposition goes over tensors of " + sym::toString(steps) +
             " and of " + sym::toString(dims[0]) + " slices");
      return failed;
    }
    dims.erase(dims.begin());
    arguments.push_back(sym::getTensorType(dims, getType(x).getElementType()));
  }
  // The types of the stacks are known after the body is built.
  types.append(numStacked, UntypedType::get(builder.getContext()));
  auto op = ScanOp::create(builder, loc, types, inits, xs);
  SmallVector<Value> next = buildRegion(op.getBody(), arguments, body);
  checkCarried(inits, next);
  if (isRefused())
    return failed;
  assert(next.size() == types.size() && "a value for each result");
  for (auto [result, value] :
       llvm::zip_equal(op->getResults().drop_front(inits.size()),
                       ArrayRef(next).drop_front(inits.size()))) {
    SmallVector<AffineExpr> dims = sym::getDims(getType(value));
    dims.insert(dims.begin(), steps);
    result.setType(sym::getTensorType(dims, getType(value).getElementType()));
  }
  for (Value result : op->getResults())
    useSizesOf(result);
  return SmallVector<Value>(op->getResults());
}

SmallVector<Value> TorchBuilder::loop(ValueRange inits, Body condition,
                                      Body body) {
  SmallVector<Value> failed(inits.size());
  if (isRefused())
    return failed;
  auto op = WhileOp::create(builder, loc, inits.getTypes(), inits,
                            /*stacked=*/false);
  buildRegion(op.getCondition(), inits.getTypes(), condition);
  if (isRefused())
    return failed;
  checkCarried(inits, buildRegion(op.getBody(), inits.getTypes(), body));
  return isRefused() ? failed : SmallVector<Value>(op->getResults());
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

void TorchBuilder::useSizesOf(Value value) {
  auto useLinear = [&](AffineExpr size) {
    if (std::optional<sym::LinearSize> match = sym::matchLinear(size);
        match && !match->isPlain())
      linear.try_emplace(match->symbol, size);
  };
  if (auto type = dyn_cast<RankedTensorType>(value.getType())) {
    for (auto [axis, dim] : llvm::enumerate(sym::getDims(type)))
      if (dim && sources.try_emplace(dim, value, axis).second)
        useLinear(dim);
  } else if (value.getType().isInteger(64)) {
    AffineExpr expr = numbers.get(value);
    if (!expr || !computed.try_emplace(expr, value).second)
      return;
    useLinear(expr);
    if (expr.getKind() == AffineExprKind::Add)
      sums.push_back(expr);
  }
}

OpFoldResult TorchBuilder::size(AffineExpr expr) {
  if (isRefused())
    return {};
  if (!expr) {
    refuse("its decomposition expects a known size, found one known only at "
           "run time");
    return {};
  }
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return builder.getI64IntegerAttr(constant.getValue());
  Value value = compute(expr);
  if (value)
    return value;
  refuse("its decomposition needs the size " + sym::toString(expr) +
         ", which cannot be read from any tensor");
  return {};
}

CallArgument TorchBuilder::sizes(ArrayRef<AffineExpr> exprs) {
  SmallVector<OpFoldResult> list;
  for (AffineExpr expr : exprs)
    list.push_back(size(expr));
  return ArgumentSpec(std::move(list));
}

/// Computes a size; null if a symbol in it is not a dimension of a tensor. With
/// `fromNumbers` a symbol may also be the rest of a number that is a sum: for n
/// = a + b and a tensor of a elements, b is n - a.
Value TorchBuilder::compute(AffineExpr expr, bool fromNumbers) {
  if (Value known = computed.lookup(expr))
    return known;
  Value value = computeFromParts(expr, fromNumbers);
  for (AffineExpr sum : sums) {
    if (value || !fromNumbers)
      break;
    if (Value rest = compute(sym::sub(expr, sum), /*fromNumbers=*/false))
      value = arith::AddIOp::create(builder, loc, computed.lookup(sum), rest);
  }
  if (value)
    computed[expr] = value;
  return value;
}

/// Computes a symbol from a size that is linear in it.
Value TorchBuilder::computeFromLinear(const sym::LinearSize &linear,
                                      AffineExpr size) {
  auto constant = [&](int64_t number) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(number));
  };
  Value value = compute(size, /*fromNumbers=*/false);
  if (value && linear.offset != 0)
    value = arith::SubIOp::create(builder, loc, value, constant(linear.offset));
  if (value && linear.scale != 1)
    value = arith::FloorDivSIOp::create(builder, loc, value,
                                        constant(linear.scale));
  return value;
}

Value TorchBuilder::computeFromParts(AffineExpr expr, bool fromNumbers) {
  Value value;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    value = arith::ConstantOp::create(
        builder, loc, builder.getI64IntegerAttr(constant.getValue()));
  } else if (auto source = sources.find(expr); source != sources.end()) {
    auto [tensor, axis] = source->second;
    value = buildOperator(
                builder, loc, "aten.sym_size.int", builder.getI64Type(),
                {{"self", tensor}, {"dim", builder.getI64IntegerAttr(axis)}})
                ->getResult(0);
  } else if (AffineExpr size = linear.lookup(expr)) {
    value = computeFromLinear(*sym::matchLinear(size), size);
  } else if (auto binary = dyn_cast<AffineBinaryOpExpr>(expr)) {
    Value lhs = compute(binary.getLHS(), fromNumbers);
    Value rhs = compute(binary.getRHS(), fromNumbers);
    if (!lhs || !rhs)
      return {};
    auto floorDiv = [&] {
      return arith::FloorDivSIOp::create(builder, loc, lhs, rhs);
    };
    switch (expr.getKind()) {
    case AffineExprKind::Add:
      value = arith::AddIOp::create(builder, loc, lhs, rhs);
      break;
    case AffineExprKind::Mul:
      value = arith::MulIOp::create(builder, loc, lhs, rhs);
      break;
    case AffineExprKind::FloorDiv:
      value = floorDiv();
      break;
    case AffineExprKind::Mod: // a mod b = a - b*(a floordiv b)
      value = arith::SubIOp::create(
          builder, loc, lhs,
          arith::MulIOp::create(builder, loc, rhs, floorDiv()));
      break;
    default: // Normal forms have no others.
      return {};
    }
  }
  return value;
}
