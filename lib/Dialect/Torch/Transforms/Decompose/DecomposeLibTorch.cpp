//===- DecomposeLibTorch.cpp - Decompositions by LibTorch -----------------===//
//
// The compiler's side of the recorder in the LibTorch plug-in: values have
// numbers, calls become operations with inferred types, sizes are expressions.
//
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"
#include "Functionalize/FunctionalVariant.h"
#include "LibTorchArguments.h"

#include "torch-onnx/Arithmetic/Tensor.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/LibTorch/Loader.h"

#include <complex>
#include <cstring>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;
using libtorch::Answer;
using libtorch::Tag;

namespace {

/// A value in the plain form of the plug-in; owns the data of `tensor`.
struct PlainTensor {
  libtorch::Tensor tensor = {};
  SmallVector<int64_t> sizes;
  SmallVector<bool> isSymbolic;
};

/// The recording of one decomposition.
class Session {
public:
  Session(TorchBuilder &b, function_ref<bool(StringRef)> isWanted)
      : b(b), isWanted(isWanted) {}

  SmallVector<Value> run(OperatorOp op);

  /// Assigns a number to the value. Returns false if it has no plain form.
  bool add(Value value, libtorch::Value &into);

private:
  // Callbacks.
  bool record(StringRef name, ArrayRef<libtorch::Value> args,
              libtorch::ResultCallback onResult, void *resultUser);
  libtorch::Size combine(libtorch::SizeOperator op, libtorch::Size lhs,
                         libtorch::Size rhs);
  Answer compare(libtorch::Comparison comparison, libtorch::Size lhs,
                 libtorch::Size rhs);

  bool checkWanted(StringRef name);
  bool answer(ValueRange results, bool isList,
              libtorch::ResultCallback onResult, void *resultUser);
  SmallVector<Value> callVariant(const Schema &schema,
                                 ArrayRef<CallArgument> args);
  ArgumentSpec getArgument(const libtorch::Value &value);
  OpFoldResult getElement(const libtorch::Value &value);
  Value getTensor(const libtorch::Value &value);
  Attribute getLiteral(const libtorch::Value &value);

  AffineExpr getExpr(libtorch::Size size) {
    return size.isSymbolic
               ? exprs[size.value]
               : getAffineConstantExpr(size.value, b.getBuilder().getContext());
  }
  libtorch::Size getSize(AffineExpr expr);

  static libtorch::DecomposeCallbacks makeCallbacks();

  TorchBuilder &b;
  function_ref<bool(StringRef)> isWanted;
  SmallVector<Value> values;
  /// A null expression is an unknown size.
  SmallVector<AffineExpr> exprs;
  // Deques keep the addresses of their elements.
  std::deque<PlainTensor> tensors;
  SmallVector<Value> results;
};

/// Tensors and symbolic numbers, indexed by their numbers in the session.
class RecordedArguments final : public LibTorchArguments {
public:
  RecordedArguments(OperatorOp op, Session &session)
      : LibTorchArguments(op), session(session) {}

private:
  bool addOperand(Value value, libtorch::Value &into) override {
    if (session.add(value, into))
      return true;
    error = "an operand is a number known only at run time";
    return false;
  }

  Session &session;
};

} // namespace

//===----------------------------------------------------------------------===//
// To plain data
//===----------------------------------------------------------------------===//

libtorch::Size Session::getSize(AffineExpr expr) {
  if (auto constant = dyn_cast_if_present<AffineConstantExpr>(expr))
    return {constant.getValue(), false};
  exprs.push_back(expr);
  return {int64_t(exprs.size() - 1), true};
}

bool Session::add(Value value, libtorch::Value &into) {
  b.useSizesOf(value);
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type) {
    AffineExpr expr = value.getType().isInteger(64) ? b.getNumbers().get(value)
                                                    : AffineExpr();
    libtorch::Size size = getSize(expr);
    into.tag = size.isSymbolic ? Tag::SymInt : Tag::Int;
    into.integer = size.value;
    return expr != nullptr;
  }
  std::optional<libtorch::DType> dtype = getDType(type.getElementType());
  if (!dtype)
    return false;
  PlainTensor &plain = tensors.emplace_back();
  for (AffineExpr dim : sym::getDims(type)) {
    libtorch::Size size = getSize(dim);
    plain.sizes.push_back(size.value);
    plain.isSymbolic.push_back(size.isSymbolic);
  }
  plain.tensor = {*dtype,
                  static_cast<uint32_t>(type.getRank()),
                  plain.sizes.data(),
                  /*strides=*/nullptr,
                  /*data=*/nullptr,
                  plain.isSymbolic.data()};
  values.push_back(value);
  into.tag = Tag::Tensor;
  into.integer = values.size() - 1;
  into.tensor = &plain.tensor;
  return true;
}

bool Session::answer(ValueRange results, bool isList,
                     libtorch::ResultCallback onResult, void *resultUser) {
  std::vector<libtorch::Value> plain(results.size());
  for (auto [value, into] : llvm::zip_equal(results, plain))
    if (!isa<NoneType>(value.getType()) && !add(value, into))
      return false;
  if (isList) {
    libtorch::Value list;
    list.tag = Tag::List;
    list.elements = plain.data();
    list.size = plain.size();
    onResult(resultUser, 0, &list);
  } else {
    for (auto [index, value] : llvm::enumerate(plain))
      onResult(resultUser, index, &value);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// From plain data
//===----------------------------------------------------------------------===//

/// A value of the compiler, or a constant of a kernel.
Value Session::getTensor(const libtorch::Value &value) {
  if (value.integer >= 0)
    return values[value.integer];
  const libtorch::Tensor &tensor = *value.tensor;
  Type elementType = getElementType(tensor.dtype, b.getBuilder().getContext());
  if (!elementType)
    return b.refuse(
        "its decomposition makes a constant of a dtype that MLIR does not "
        "have");
  arithmetic::Tensor constant(ArrayRef(tensor.sizes, tensor.rank), elementType);
  if (!constant.getBytes().empty())
    std::memcpy(constant.data(), tensor.data, constant.getBytes().size());
  return ConstantOp::create(b.getBuilder(), b.getLoc(), constant.getType(),
                            /*name=*/StringAttr(), constant.toAttr());
}

/// A literal as an attribute of OperatorOp; null for values and lists.
Attribute Session::getLiteral(const libtorch::Value &value) {
  Builder &builder = b.getBuilder();
  MLIRContext *ctx = builder.getContext();
  switch (value.tag) {
  case Tag::None:
    return NoneAttr::get(ctx);
  case Tag::Int:
    return builder.getI64IntegerAttr(value.integer);
  case Tag::Double:
    return builder.getF64FloatAttr(value.real);
  case Tag::Bool:
    return builder.getBoolAttr(value.integer != 0);
  case Tag::Complex:
    return DenseElementsAttr::get(
        RankedTensorType::get({}, ComplexType::get(builder.getF64Type())),
        std::complex<APFloat>(APFloat(value.real), APFloat(value.imaginary)));
  case Tag::String:
  case Tag::Layout:
  case Tag::Device:
  case Tag::MemoryFormat:
    return builder.getStringAttr(StringRef(value.text, value.size));
  case Tag::DType:
    if (Type type =
            getElementType(static_cast<libtorch::DType>(value.integer), ctx))
      return TypeAttr::get(type);
    b.refuse("its decomposition uses a dtype that MLIR does not have");
    return NoneAttr::get(ctx);
  case Tag::Tensor:
  case Tag::SymInt:
  case Tag::List:
    return {};
  case Tag::Enum: // No operator takes one.
    break;
  }
  llvm_unreachable("unexpected tag");
}

/// An element of a list; null for None.
OpFoldResult Session::getElement(const libtorch::Value &value) {
  if (value.tag == Tag::None)
    return {};
  if (value.tag == Tag::Tensor)
    return getTensor(value);
  if (value.tag == Tag::SymInt)
    return b.size(exprs[value.integer]);
  return getLiteral(value);
}

ArgumentSpec Session::getArgument(const libtorch::Value &value) {
  if (value.tag == Tag::Tensor)
    return getTensor(value);
  if (value.tag == Tag::SymInt)
    return CallArgument(b.size(exprs[value.integer])).getSpec(b.getBuilder());
  if (value.tag != Tag::List)
    return getLiteral(value);
  SmallVector<OpFoldResult> elements;
  for (size_t i = 0; i < value.size; ++i)
    elements.push_back(getElement(value.elements[i]));
  return elements;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Checked before the call is built, for an earlier and clearer refusal.
bool Session::checkWanted(StringRef name) {
  if (!isWanted(name))
    b.refuse("its decomposition calls '" + name + "', which has no lowering");
  return !b.isRefused();
}

/// The new value of the written argument of an in-place operator, in the dtype
/// of that argument.
SmallVector<Value> Session::callVariant(const Schema &schema,
                                        ArrayRef<CallArgument> args) {
  Value self = std::get<Value>(args[0].getSpec(b.getBuilder()));
  RankedTensorType type = TorchBuilder::getType(self);
  Value value;
  bool isCopy = schema.getName() == "aten.copy_.default";
  if (isCopy) {
    value = std::get<Value>(args[1].getSpec(b.getBuilder()));
  } else {
    std::optional<FunctionalVariant> variant = findFunctionalVariant(schema);
    if (!variant) {
      b.refuse("its decomposition calls '" + schema.getName() +
               "', which has no functional variant");
      return {};
    }
    if (!checkWanted(variant->schema->getName()))
      return {};
    SmallVector<CallArgument> variantArgs;
    for (unsigned from : variant->args)
      variantArgs.push_back(args[from]);
    value = b.call(variant->schema->getName(), variantArgs);
  }
  if (!value)
    return {};
  value = b.cast(value, type.getElementType());
  // Only a copy broadcasts to the shape of the written tensor. Unknown sizes
  // may differ even in equal types.
  bool hasUnknownSize = llvm::is_contained(sym::getDims(type), AffineExpr());
  if (isCopy && value && (value.getType() != type || hasUnknownSize))
    value = b.binary("expand_as", value, self);
  if (value && value.getType() != type)
    b.refuse("its decomposition calls '" + schema.getName() +
             "', which changes the shape of the tensor that it writes");
  return {value};
}

bool Session::record(StringRef name, ArrayRef<libtorch::Value> args,
                     libtorch::ResultCallback onResult, void *resultUser) {
  const Schema *schema = Schema::lookup(name);
  if (!schema || schema->getArgs().size() != args.size()) {
    b.refuse("its decomposition calls '" + name +
             "', which is not in the table of schemas");
    return false;
  }
  if (!schema->isMutable() && !checkWanted(name))
    return false;
  SmallVector<CallArgument> specs;
  for (const libtorch::Value &arg : args) {
    specs.emplace_back(getArgument(arg));
    if (b.isRefused())
      return false;
  }
  SmallVector<Value> made = schema->isMutable() ? callVariant(*schema, specs)
                                                : b.callAll(name, specs);
  if (b.isRefused())
    return false;
  bool isList =
      schema->getReturns().size() == 1 && schema->getReturns()[0].type.isList;
  if (answer(made, isList, onResult, resultUser))
    return true;
  b.refuse("its decomposition calls '" + name +
           "', which has a result that is not a tensor");
  return false;
}

libtorch::Size Session::combine(libtorch::SizeOperator op, libtorch::Size lhs,
                                libtorch::Size rhs) {
  using libtorch::SizeOperator;
  AffineExpr x = getExpr(lhs), y = getExpr(rhs), result;
  auto isAtMost = [&](AffineExpr least, AffineExpr most) {
    return b.getNumbers().lowerBound(sym::sub(most, least)) >= 0;
  };
  auto isNatural = [&] {
    return b.getNumbers().lowerBound(x) >= 0 &&
           b.getNumbers().lowerBound(y) >= 1;
  };
  switch (op) {
  case SizeOperator::Add:
    result = sym::add(x, y);
    break;
  case SizeOperator::Sub:
    result = sym::sub(x, y);
    break;
  case SizeOperator::Mul:
    result = sym::mul(x, y);
    break;
  // Kernels use the division of C++, which rounds towards zero.
  case SizeOperator::FloorDiv:
    result = isNatural() ? sym::floorDiv(x, y) : AffineExpr();
    break;
  case SizeOperator::Mod:
    result = isNatural() ? sym::mod(x, y) : AffineExpr();
    break;
  case SizeOperator::Min:
    result = isAtMost(x, y) ? x : isAtMost(y, x) ? y : AffineExpr();
    break;
  case SizeOperator::Max:
    result = isAtMost(x, y) ? y : isAtMost(y, x) ? x : AffineExpr();
    break;
  }
  return getSize(result);
}

Answer Session::compare(libtorch::Comparison comparison, libtorch::Size lhs,
                        libtorch::Size rhs) {
  using libtorch::Comparison;
  AffineExpr difference = sym::sub(getExpr(rhs), getExpr(lhs));
  // Unknown sizes are unbounded.
  const NumberExprs &numbers = b.getNumbers();
  std::optional<int64_t> least = numbers.lowerBound(difference);
  std::optional<int64_t> most = numbers.upperBound(difference);
  switch (comparison) {
  case Comparison::Equal:
    if (least == 0 && most == 0)
      return Answer::Yes;
    return (least && *least > 0) || (most && *most < 0) ? Answer::No
                                                        : Answer::Unknown;
  case Comparison::Less:
    return least && *least > 0  ? Answer::Yes
           : most && *most <= 0 ? Answer::No
                                : Answer::Unknown;
  case Comparison::LessOrEqual:
    return least && *least >= 0 ? Answer::Yes
           : most && *most < 0  ? Answer::No
                                : Answer::Unknown;
  }
  llvm_unreachable("unknown comparison");
}

//===----------------------------------------------------------------------===//
// Session
//===----------------------------------------------------------------------===//

libtorch::DecomposeCallbacks Session::makeCallbacks() {
  libtorch::DecomposeCallbacks callbacks = {};
  callbacks.isWanted = [](void *user, const char *name, size_t size) -> int {
    return static_cast<Session *>(user)->isWanted({name, size});
  };
  callbacks.record = [](void *user, const char *name, size_t nameSize,
                        const libtorch::Value *args, size_t numArgs,
                        libtorch::ResultCallback onResult,
                        libtorch::ErrorCallback onError,
                        void *resultUser) -> int {
    auto &session = *static_cast<Session *>(user);
    if (session.record({name, nameSize}, {args, numArgs}, onResult, resultUser))
      return 1;
    StringRef reason = session.b.getReason();
    onError(resultUser, reason.data(), reason.size());
    return 0;
  };
  callbacks.combine = [](void *user, libtorch::SizeOperator op,
                         libtorch::Size lhs, libtorch::Size rhs) {
    return static_cast<Session *>(user)->combine(op, lhs, rhs);
  };
  callbacks.compare = [](void *user, libtorch::Comparison comparison,
                         libtorch::Size lhs, libtorch::Size rhs) {
    return static_cast<Session *>(user)->compare(comparison, lhs, rhs);
  };
  callbacks.print = [](void *user, libtorch::Size size,
                       libtorch::TextCallback onText, void *textUser) {
    AffineExpr expr = static_cast<Session *>(user)->getExpr(size);
    std::string text = expr ? sym::toString(expr) : "an unknown size";
    onText(textUser, text.data(), text.size());
  };
  return callbacks;
}

SmallVector<Value> Session::run(OperatorOp op) {
  RecordedArguments args(op, *this);
  if (!args.build()) {
    b.refuse(args.error);
    return {};
  }
  const libtorch::Api *api = libtorch::getApi();
  if (!api) {
    b.refuse("LibTorch, which may express it by other operators, cannot be "
             "loaded: " +
             libtorch::getLoadError());
    return {};
  }
  libtorch::DecomposeCallbacks callbacks = makeCallbacks();
  StringRef name = op.getTarget();
  api->decompose(
      name.data(), name.size(), args.getArgs().data(), args.getArgs().size(),
      &callbacks,
      [](void *user, size_t, const libtorch::Value *result) {
        auto &session = *static_cast<Session *>(user);
        ArrayRef<libtorch::Value> elements(*result);
        if (result->tag == Tag::List)
          elements = {result->elements, result->size};
        for (const libtorch::Value &element : elements) {
          if (element.tag != Tag::Tensor && element.tag != Tag::None)
            session.b.refuse("its decomposition is expected to give tensors, "
                             "found a number");
          session.results.push_back(element.tag == Tag::Tensor
                                        ? session.getTensor(element)
                                        : Value());
        }
      },
      [](void *user, const char *text, size_t size) {
        static_cast<Session *>(user)->b.refuse(StringRef(text, size));
      },
      this);
  return results;
}

Decomposed
torch::decomposeWithLibTorch(TorchBuilder &b, OperatorOp op,
                             function_ref<bool(StringRef)> isWanted) {
  return Session(b, isWanted).run(op);
}
