//===- Views.cpp - Aliases of operands and inverses of views --------------===//
//
// See Views.h. Sources of the rules: aten/src/ATen/native/TensorShape.cpp and
// FunctionalInverses.cpp (views and their inverses), TensorConversions.cpp
// (when `to` copies), Dropout.cpp.
//
//===----------------------------------------------------------------------===//

#include "Views.h"

#include "FunctionalVariant.h"
#include "TorchBuilder.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

static constexpr int64_t toTheEnd = std::numeric_limits<int64_t>::max();

static RankedTensorType getTensorType(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

//===----------------------------------------------------------------------===//
// Aliases
//===----------------------------------------------------------------------===//

static bool isSameShape(RankedTensorType a, RankedTensorType b) {
  return a.getRank() == b.getRank() &&
         llvm::all_of(llvm::zip_equal(sym::getDims(a), sym::getDims(b)),
                      [](auto pair) {
                        auto [x, y] = pair;
                        return sym::isKnownEqual(x, y);
                      });
}

/// Whether an expansion only adds dimensions of size 1 in front, so that no
/// element is repeated.
static bool onlyAddsOnes(RankedTensorType from, RankedTensorType to) {
  SmallVector<AffineExpr> in = sym::getDims(from), out = sym::getDims(to);
  if (out.size() < in.size())
    return false;
  ArrayRef<AffineExpr> added = ArrayRef(out).drop_back(in.size());
  ArrayRef<AffineExpr> kept = ArrayRef(out).take_back(in.size());
  return llvm::all_of(
             added,
             [](AffineExpr dim) { return sym::getConstant(dim) == 1; }) &&
         llvm::all_of(llvm::zip_equal(in, kept), [](auto pair) {
           auto [x, y] = pair;
           return sym::isKnownEqual(x, y);
         });
}

/// A reshape that only splits dimensions and adds or removes dimensions of size
/// 1 is a view for all strides.
static bool onlySplits(RankedTensorType from, RankedTensorType to) {
  auto isOne = [](AffineExpr dim) { return sym::getConstant(dim) == 1; };
  SmallVector<AffineExpr> in = sym::getDims(from), out = sym::getDims(to);
  llvm::erase_if(in, isOne);
  llvm::erase_if(out, isOne);
  const auto *next = out.begin();
  for (AffineExpr dim : in) {
    SmallVector<AffineExpr> factors;
    do {
      if (next == out.end())
        return false;
      factors.push_back(*next++);
    } while (!sym::isKnownEqual(sym::product(factors, from.getContext()), dim));
  }
  return next == out.end();
}

/// The result of a factory function is row-major.
static bool isFactoryResult(Value value) {
  auto op = value.getDefiningOp<OperatorOp>();
  return op && op.getSchema() && !Arguments(op).has("memory_format") &&
         !op.getTarget().starts_with("aten.empty_strided.") &&
         !op.getTarget().starts_with("aten.empty_permuted.") &&
         llvm::none_of(op.getInputs().getTypes(),
                       llvm::IsaPred<RankedTensorType>);
}

/// Whether the program recorded that an operation returns its operand instead
/// of a copy.
static std::optional<bool> isRecordedView(OperatorOp op) {
  if (auto isView =
          op->getAttrOfType<BoolAttr>(TorchDialect::getIsViewAttrName()))
    return isView.getValue();
  return std::nullopt;
}

/// Flattening a single dimension returns the tensor itself.
static bool flattensOne(const Arguments &args, int64_t rank) {
  std::optional<int64_t> start = args.getInt("start_dim"),
                         end = args.getInt("end_dim");
  return rank > 0 && start && end && (*start % rank - *end % rank) % rank == 0;
}

/// Whether `to` returns its operand because there is nothing to convert;
/// nothing if that is unknown, for example because the device may differ.
static std::optional<bool> convertsNothing(OperatorOp op, bool sameElements) {
  Arguments args(op);
  if (!sameElements || args.getBool("copy").value_or(false))
    return false;
  StringRef format =
      args.getString("memory_format").value_or("preserve_format");
  if (format == "preserve_format" && !args.has("device") &&
      !args.has("layout") && !args.has("other"))
    return true;
  return std::nullopt;
}

/// The kind of a result that shares, or may share, memory with operand 0.
static ViewKind getKind(OperatorOp op, RankedTensorType from,
                        RankedTensorType to) {
  using enum ViewKind;
  Arguments args(op);
  ViewKind kind = getTraits(op).view;
  bool sameElements = from.getElementType() == to.getElementType();
  bool isComplex = isa<ComplexType>(from.getElementType());
  std::optional<bool> isView = isRecordedView(op);
  auto decide = [&](ViewKind view) {
    return !isView ? Undecided : *isView ? view : Copy;
  };
  switch (kind) {
  case Expand:
    if (isSameShape(from, to))
      return Identity;
    return onlyAddsOnes(from, to) ? Reshape : NoInverse;
  case RealPart:
    return isComplex ? RealPart : Same;
  case Conjugate:
    return isComplex ? Conjugate : Same;
  case Resolve:
    return isComplex ? decide(Same) : Same;
  case SameInEvaluation:
    return args.getBool("train") == false || args.getFloat("p") == 0.0 ? Same
                                                                       : Copy;
  case ReshapeOrCopy:
    if (flattensOne(args, from.getRank()))
      return Same;
    if (isView)
      return decide(Reshape);
    return onlySplits(from, to) || isFactoryResult(op.getInputs()[0])
               ? Reshape
               : Undecided;
  case Convert:
    if (isView && (!*isView || (sameElements && isSameShape(from, to))))
      return decide(Same);
    if (std::optional<bool> same = convertsNothing(op, sameElements))
      return *same ? Same : Copy;
    return Undecided;
  case EachOrCopy:
    return Undecided;
  case SameOrCopy:
    // A conversion to another dtype is a copy for all strides.
    if (!isView && from != to)
      return Copy;
    return decide(Same);
  case None:
    // contiguous may return its operand, but has no row in the table.
    if (isView && (!*isView || (sameElements && isSameShape(from, to))))
      return decide(Same);
    return Undecided;
  case Same:
  case Identity:
  case Select:
  case Slice:
  case Narrow:
  case Unbind:
  case Split:
  case Diagonal:
  case AsStrided:
  case Unfold:
  case Reshape:
  case Permute:
  case Adjoint:
  case Negate:
  case Bitcast:
  case AsReal:
  case AsComplex:
  case ImaginaryPart:
  case NoInverse:
  case Copy:
  case Undecided:
    return kind;
  }
  llvm_unreachable("unknown kind of view");
}

/// Results that alias an operand although the schema does not declare it.
static void getUnsaidAliases(OperatorOp op, SmallVectorImpl<Alias> &aliases) {
  ViewKind view = getTraits(op).view;
  unsigned numOperands = op->getNumOperands();
  if (view == ViewKind::None || numOperands == 0)
    return;
  bool isEach = view == ViewKind::EachOrCopy;
  // einsum of a single operand may return a view of it; with several operands
  // the result is a new tensor.
  if (isEach && numOperands > 1 && op->getNumResults() == 1)
    return;
  for (OpResult result : op->getResults()) {
    unsigned number = result.getResultNumber();
    unsigned operand = isEach ? number : 0;
    if (operand >= numOperands)
      return;
    auto from = getTensorType(op->getOperand(operand));
    auto to = getTensorType(result);
    ViewKind kind = from && to ? getKind(op, from, to) : ViewKind::Undecided;
    if (kind != ViewKind::Copy)
      aliases.push_back({number, operand, kind});
  }
}

SmallVector<Alias, 1> torch_onnx::torch::getAliases(OperatorOp op) {
  SmallVector<Alias, 1> aliases;
  const Schema *schema = op.getSchema();
  if (!schema || op->getNumResults() == 0)
    return aliases;
  if (!schema->isView()) {
    getUnsaidAliases(op, aliases);
    return aliases;
  }
  for (auto [argIndex, arg] : llvm::enumerate(schema->getArgs())) {
    if (arg.aliasSet.empty() || !isa<OperandAttr>(op.getArgs()[argIndex]))
      continue;
    unsigned operand = getFirstOperand(op, argIndex);
    auto from = getTensorType(op.getInputs()[operand]);
    bool oneReturn = schema->getReturns().size() == 1;
    for (OpResult result : op->getResults()) {
      // A returned list has one result for each element.
      unsigned number = oneReturn ? 0 : result.getResultNumber();
      auto to = getTensorType(result);
      if (number >= schema->getReturns().size() ||
          schema->getReturns()[number].aliasSet != arg.aliasSet || !from || !to)
        continue;
      ViewKind kind =
          operand == 0 ? getKind(op, from, to) : ViewKind::Undecided;
      if (kind != ViewKind::Copy)
        aliases.push_back({result.getResultNumber(), operand, kind});
    }
  }
  return aliases;
}

//===----------------------------------------------------------------------===//
// Inverses
//===----------------------------------------------------------------------===//

namespace {
/// Builds the inverse of one view. Each value that it builds has the type of
/// the parent or of the written value.
class InverseBuilder {
public:
  InverseBuilder(OpBuilder &b, OperatorOp view, unsigned result, Value parent,
                 Value value, NumberExprs &numbers, std::string &reason)
      : b(b), t(b, view.getLoc(), numbers), view(view), args(view),
        result(result), parent(parent), value(value),
        type(cast<RankedTensorType>(parent.getType())), reason(reason) {}

  Value build(ViewKind kind) {
    switch (kind) {
    case ViewKind::Same:
    case ViewKind::Identity:
      return value;
    case ViewKind::Select:
      return scatter("aten.select_scatter.default", {"dim", "index"});
    case ViewKind::Slice:
      return scatter("aten.slice_scatter.default",
                     {"dim", "start", "end", "step"});
    case ViewKind::Narrow:
      return buildNarrow();
    case ViewKind::Unbind:
      return make("aten.select_scatter.default",
                  {{"self", parent},
                   {"src", value},
                   {"dim", args.getSpec("dim")},
                   {"index", b.getI64IntegerAttr(result)}},
                  type);
    case ViewKind::Split:
      return buildSplit();
    case ViewKind::Diagonal:
      return scatter("aten.diagonal_scatter.default",
                     {"offset", "dim1", "dim2"});
    case ViewKind::AsStrided: {
      if (!isWithoutOverlap())
        return refuse("its elements may overlap");
      Value written = scatter("aten.as_strided_scatter.default",
                              {"size", "stride", "storage_offset"});
      written.getDefiningOp()->setDiscardableAttrs(
          view->getDiscardableAttrDictionary());
      return written;
    }
    case ViewKind::Unfold:
      return buildUnfold();
    case ViewKind::Reshape:
      return buildReshape();
    case ViewKind::Adjoint:
    case ViewKind::Conjugate:
    case ViewKind::Negate: {
      // The view is its own inverse.
      SmallVector<Value> operands(view->getOperands());
      operands[0] = value;
      return OperatorOp::create(b, withoutValueNames(view.getLoc()), type,
                                view.getTargetAttr(), view.getArgs(),
                                ArrayAttr(), operands, 0)
          ->getResult(0);
    }
    case ViewKind::Permute:
      return buildPermute();
    case ViewKind::Bitcast:
      return make(
          "aten.view.dtype",
          {{"self", value}, {"dtype", TypeAttr::get(type.getElementType())}},
          type);
    case ViewKind::AsReal:
      return make("aten.view_as_complex.default", {{"self", value}}, type);
    case ViewKind::AsComplex:
      return make("aten.view_as_real.default", {{"self", value}}, type);
    case ViewKind::RealPart:
    case ViewKind::ImaginaryPart:
      return buildPart(kind == ViewKind::ImaginaryPart);
    case ViewKind::Expand:
    case ViewKind::NoInverse:
    // getKind() replaces these kinds by the kind of the operation.
    case ViewKind::ReshapeOrCopy:
    case ViewKind::SameOrCopy:
    case ViewKind::Convert:
    case ViewKind::Resolve:
    case ViewKind::SameInEvaluation:
    case ViewKind::EachOrCopy:
    case ViewKind::None:
    case ViewKind::Copy:
    case ViewKind::Undecided:
      return refuse("several of its elements may be the same memory");
    }
    llvm_unreachable("unknown kind of view");
  }

private:
  using NamedArgs = ArrayRef<std::pair<StringRef, ArgumentSpec>>;

  Value refuse(const Twine &why) {
    reason = why.str();
    return {};
  }

  Value make(StringRef target, NamedArgs named, Type resultType) {
    return buildOperator(b, view.getLoc(), target, resultType, named)
        ->getResult(0);
  }

  /// Builds the scatter operator `target` with the arguments `names` of the
  /// view.
  Value scatter(StringRef target, ArrayRef<StringRef> names) {
    SmallVector<std::pair<StringRef, ArgumentSpec>> named = {{"self", parent},
                                                             {"src", value}};
    for (StringRef name : names)
      named.emplace_back(name, args.getSpec(name));
    return make(target, named, type);
  }

  /// Whether no two elements of the view share memory: each stride is larger
  /// than the extent of all dimensions with smaller strides.
  bool isWithoutOverlap() {
    auto sizes = args.getInts("size"), strides = args.getInts("stride");
    if (!sizes || !strides || sizes->size() != strides->size())
      return false;
    if (llvm::is_contained(*sizes, 0))
      return true;
    SmallVector<std::pair<int64_t, int64_t>> dims;
    for (auto [stride, size] : llvm::zip_equal(*strides, *sizes))
      if (size != 1)
        dims.emplace_back(stride, size);
    llvm::sort(dims);
    int64_t reach = 0;
    for (auto [stride, size] : dims) {
      if (stride <= reach)
        return false;
      reach += (size - 1) * stride;
    }
    return true;
  }

  Value scatterSlice(ArgumentSpec dim, ArgumentSpec start, ArgumentSpec end) {
    return make("aten.slice_scatter.default",
                {{"self", parent},
                 {"src", value},
                 {"dim", dim},
                 {"start", start},
                 {"end", end}},
                type);
  }

  Value buildNarrow() {
    std::optional<int64_t> start = args.getInt("start"),
                           length = args.getInt("length");
    if (start && length) {
      int64_t end;
      if (llvm::AddOverflow(*start, *length, end))
        return refuse("its end does not fit in 64 bits");
      // Counted from the end, the end of the slice may be 0, which a slice
      // would not read as "to the end".
      if (*start < 0 && end == 0)
        end = toTheEnd;
      return scatterSlice(args.getSpec("dim"), b.getI64IntegerAttr(*start),
                          b.getI64IntegerAttr(end));
    }
    Location loc = view.getLoc();
    auto getNumber = [&](StringRef name) -> Value {
      if (Value number = args.getValue(name))
        return number;
      return arith::ConstantOp::create(
          b, loc, b.getI64IntegerAttr(args.getInt(name).value_or(0)));
    };
    Value first = getNumber("start");
    Value end = arith::AddIOp::create(b, loc, first, getNumber("length"));
    if (!start || *start < 0) {
      auto getConstant = [&](int64_t number) -> Value {
        return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(number));
      };
      // Negative and up to the end: only then is the sum 0 with first < 0.
      Value zero = getConstant(0);
      Value counted =
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, first, zero);
      Value last =
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, end, zero);
      Value toEnd = arith::AndIOp::create(b, loc, counted, last);
      end = arith::SelectOp::create(b, loc, toEnd, getConstant(toTheEnd), end);
    }
    return scatterSlice(args.getSpec("dim"), args.getSpec("start"), end);
  }

  Value buildSplit() {
    std::optional<int64_t> axis = getSplitDim(view, type.getRank());
    if (!axis)
      return refuse("its dimension is known only when the model runs");
    int64_t dim = *axis, known = 0;
    SmallVector<Value> unknown;
    auto addPart = [&](OpResult part) {
      int64_t size = cast<RankedTensorType>(part.getType()).getDimSize(dim);
      if (!ShapedType::isDynamic(size))
        known += size;
      else
        unknown.push_back(
            make("aten.sym_size.int",
                 {{"self", Value(part)}, {"dim", b.getI64IntegerAttr(dim)}},
                 b.getI64Type()));
    };
    auto getBound = [&]() -> ArgumentSpec {
      if (unknown.empty())
        return b.getI64IntegerAttr(known);
      Value bound = arith::ConstantOp::create(b, view.getLoc(),
                                              b.getI64IntegerAttr(known));
      for (Value size : unknown)
        bound = arith::AddIOp::create(b, view.getLoc(), bound, size);
      return bound;
    };
    for (OpResult part : view->getResults().take_front(result))
      addPart(part);
    ArgumentSpec start = getBound(), end = b.getI64IntegerAttr(toTheEnd);
    if (result + 1 != view->getNumResults()) {
      addPart(view->getResult(result));
      end = getBound();
    }
    return scatterSlice(b.getI64IntegerAttr(dim), start, end);
  }

  Value buildReshape() {
    if (isSameShape(cast<RankedTensorType>(value.getType()), type))
      return value;
    if (view.getTarget() == "aten.unsqueeze.default")
      return make("aten.squeeze.dim",
                  {{"self", value}, {"dim", args.getSpec("dim")}}, type);
    // A single unknown size can be -1, except in a tensor without elements.
    // Several unknown sizes are read from the parent.
    unsigned numDynamic = type.getNumDynamicDims();
    bool infer = numDynamic == 1 && !llvm::is_contained(type.getShape(), 0);
    SmallVector<OpFoldResult> sizes;
    for (auto [dim, size] : llvm::enumerate(type.getShape())) {
      if (!ShapedType::isDynamic(size))
        sizes.push_back(b.getI64IntegerAttr(size));
      else if (infer)
        sizes.push_back(b.getI64IntegerAttr(-1));
      else
        sizes.push_back(
            make("aten.sym_size.int",
                 {{"self", parent}, {"dim", b.getI64IntegerAttr(dim)}},
                 b.getI64Type()));
    }
    if (sizes.empty())
      return make("aten.view.default",
                  {{"self", value}, {"size", b.getArrayAttr({})}}, type);
    return make("aten.view.default", {{"self", value}, {"size", sizes}}, type);
  }

  Value buildPermute() {
    auto order = getViewPermutation(view, type.getRank());
    if (!order)
      return refuse("its dimensions are known only when the model runs");
    SmallVector<Attribute> inverse(order->size());
    for (auto [to, from] : llvm::enumerate(*order))
      inverse[from] = b.getI64IntegerAttr(to);
    return make("aten.permute.default",
                {{"self", value}, {"dims", b.getArrayAttr(inverse)}}, type);
  }

  /// Windows of `size` elements, one every `step`. The dimension of the parent
  /// is split into parts of `step` elements, one for each window; the last part
  /// may be shorter.
  Value buildUnfold() {
    std::optional<int64_t> dimension = args.getInt("dimension"),
                           size = args.getInt("size"),
                           step = args.getInt("step");
    int64_t rank = type.getRank();
    if (!dimension || !size || !step || rank == 0)
      return refuse("its windows are known only when the model runs");
    int64_t dim = *dimension < 0 ? *dimension + rank : *dimension;
    if (type.isDynamicDim(dim))
      return refuse(
          "the size of its dimension is known only when the model runs");
    if (*step < *size)
      return refuse("its windows overlap");
    int64_t length = type.getDimSize(dim);
    int64_t count = (length - *size) / *step + 1;
    int64_t whole = std::min(count, length / *step);
    auto scatterRange = [&](Value into, Value source, int64_t along,
                            int64_t start, int64_t end) {
      return t.call("aten.slice_scatter.default",
                    {into, source, along, start, end});
    };
    // The elements of a window come last; in the parent they are at `dim`.
    Value windows = t.movedim(value, -1, dim + 1), written = parent;
    if (whole > 0) {
      Value source = whole < count ? t.slice(windows, dim, 0, whole) : windows;
      Value region = t.slice(parent, dim, 0, whole * *step);
      region = t.call("aten.unflatten.int",
                      {region, dim, ArrayRef<int64_t>({whole, *step})});
      region = scatterRange(region, source, dim + 1, 0, *size);
      region = t.flatten(region, dim, dim + 1);
      written = scatterRange(written, region, dim, 0, whole * *step);
    }
    if (whole < count) {
      int64_t start = (count - 1) * *step;
      written = scatterRange(written, t.select(windows, dim, count - 1), dim,
                             start, start + *size);
    }
    return t.isRefused() ? refuse(t.getReason()) : written;
  }

  /// The real or imaginary part of a complex tensor is a slice of it as pairs.
  Value buildPart(bool imaginary) {
    if (!isa<ComplexType>(type.getElementType()))
      return refuse("its tensor is not complex and has no imaginary part");
    Value pairs = t.unary("view_as_real", parent);
    Value written = t.call("aten.select_scatter.default",
                           {pairs, value, type.getRank(), int64_t(imaginary)});
    written = t.unary("view_as_complex", written);
    return t.isRefused() ? refuse(t.getReason()) : written;
  }

  OpBuilder &b;
  TorchBuilder t;
  OperatorOp view;
  Arguments args;
  unsigned result;
  Value parent, value;
  RankedTensorType type;
  std::string &reason;
};
} // namespace

Value torch_onnx::torch::writeThrough(OpBuilder &b, OperatorOp view,
                                      unsigned result, ViewKind kind,
                                      Value parent, Value value,
                                      std::string &reason) {
  if (!isa<RankedTensorType>(parent.getType()) ||
      !isa<RankedTensorType>(value.getType())) {
    reason = "the rank of a tensor is not known";
    return {};
  }
  // Inverses rely on what the type rule has checked: axes are in range,
  // elements are complex.
  NumberExprs numbers;
  std::string why;
  if (hasTypeRule(view.getTarget()) &&
      failed(inferResultTypes(view, numbers, why))) {
    reason = "it does not fit its operands: " + why;
    return {};
  }
  return InverseBuilder(b, view, result, parent, value, numbers, reason)
      .build(kind);
}
