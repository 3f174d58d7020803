//===- LayoutImporter.cpp - What the strides of a program decide ----------===//
//
// An archive records the strides, the offset and the device of every tensor.
// Types have none of them, and hardly any operator asks: those that do are told
// here, in attributes (TorchDialect.td), by PyTorch's own rules:
//
//  - operators that return their operand, a view of it or a copy:
//    computeStride_impl in ATen/TensorUtils.cpp for reshape, to_will_alias in
//    ATen/native/TensorConversions.cpp for `to`, is_contiguous for contiguous;
//  - operators that address memory (as_strided).
//
// What is not proven is not said.
//
//===----------------------------------------------------------------------===//

#include "GraphImporter.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace torch_onnx;
using torch::TorchDialect;

namespace {

enum class Answer { No, Yes, Unknown };

struct Layout {
  SmallVector<AffineExpr> sizes, strides;
  AffineExpr offset;
  std::string device;
};

} // namespace

static Answer isEqual(AffineExpr x, AffineExpr y) {
  if (sym::isKnownEqual(x, y))
    return Answer::Yes;
  if (!x || !y)
    return Answer::Unknown;
  std::optional<int64_t> difference = sym::getConstant(sym::sub(x, y));
  return difference && *difference != 0 ? Answer::No : Answer::Unknown;
}

static bool isOne(AffineExpr size) { return sym::getConstant(size) == 1; }

static bool isEmpty(ArrayRef<AffineExpr> sizes) {
  return llvm::any_of(
      sizes, [](AffineExpr size) { return sym::getConstant(size) == 0; });
}

/// Whether elements lie one after the other in the order of `axes`, outermost
/// first (c10/core/Contiguity.h).
static Answer isInOrder(const Layout &layout, ArrayRef<int64_t> axes) {
  if (isEmpty(layout.sizes))
    return Answer::Yes;
  if (axes.empty())
    return Answer::Yes;
  Answer answer = Answer::Yes;
  AffineExpr expected = getAffineConstantExpr(1, layout.sizes[0].getContext());
  for (int64_t axis : llvm::reverse(axes)) {
    if (isOne(layout.sizes[axis]))
      continue;
    Answer same = isEqual(layout.strides[axis], expected);
    // Where the size is 1 after all, the stride does not matter.
    if (same == Answer::No && !sym::getConstant(layout.sizes[axis]))
      same = Answer::Unknown;
    if (same == Answer::No)
      return Answer::No;
    if (same == Answer::Unknown)
      answer = Answer::Unknown;
    expected = sym::mul(expected, layout.sizes[axis]);
  }
  return answer;
}

static Answer isRowMajor(const Layout &layout) {
  return isInOrder(layout,
                   llvm::to_vector(llvm::seq<int64_t>(0, layout.sizes.size())));
}

/// Whether `to` is a view of a tensor with that layout.
static Answer isReshapeView(const Layout &from, ArrayRef<AffineExpr> to) {
  if (isRowMajor(from) == Answer::Yes || isEmpty(from.sizes))
    return Answer::Yes;
  MLIRContext *ctx = from.sizes[0].getContext();
  AffineExpr one = getAffineConstantExpr(1, ctx);
  int64_t next = int64_t(to.size()) - 1;
  AffineExpr base = from.strides.back(), elements = one, taken = one;
  for (int64_t axis = int64_t(from.sizes.size()) - 1; axis >= 0; --axis) {
    elements = sym::mul(elements, from.sizes[axis]);
    if (axis > 0) {
      if (isOne(from.sizes[axis - 1]))
        continue;
      Answer joined = isEqual(from.strides[axis - 1], sym::mul(elements, base));
      if (joined == Answer::Yes)
        continue;
      if (joined == Answer::Unknown || !sym::getConstant(from.sizes[axis - 1]))
        return Answer::Unknown;
    }
    // The dimensions of the result that this piece of memory is.
    while (next >= 0) {
      if (!to[next])
        return Answer::Unknown;
      if (!isOne(to[next])) {
        if (isEqual(taken, elements) == Answer::Yes)
          break;
        auto size = sym::getConstant(elements), part = sym::getConstant(taken);
        if (size && part && *part >= *size)
          break;
      }
      taken = sym::mul(taken, to[next--]);
    }
    Answer fits = isEqual(taken, elements);
    if (fits != Answer::Yes)
      return fits;
    if (axis > 0) {
      base = from.strides[axis - 1];
      elements = taken = one;
    }
  }
  return next < 0 ? Answer::Yes : Answer::No;
}

static bool isReshape(StringRef target) {
  return llvm::is_contained({"aten.reshape.default", "aten.reshape_as.default",
                             "aten.flatten.using_ints"},
                            target);
}

static bool isConversion(StringRef target) {
  return target.starts_with("aten.to.") || target == "aten.type_as.default";
}

static bool isContiguous(StringRef target) {
  return target == "aten.contiguous.default" || target == "aten.ravel.default";
}

static bool addressesMemory(StringRef target) {
  return target.starts_with("aten.as_strided");
}

/// Whether a conversion returns its operand.
static Answer isConversionView(const torch::Arguments &args,
                               RankedTensorType from, RankedTensorType to,
                               bool sameDevice) {
  if (from.getElementType() != to.getElementType() || !sameDevice ||
      args.getBool("copy") == true)
    return Answer::No;
  bool preserves =
      args.getString("memory_format").value_or("preserve_format") ==
      "preserve_format";
  return preserves ? Answer::Yes : Answer::Unknown;
}

/// Whether contiguous() returns its operand.
static Answer isContiguousView(const torch::Arguments &args,
                               const Layout &layout) {
  StringRef format =
      args.getString("memory_format").value_or("contiguous_format");
  if (format == "contiguous_format")
    return isRowMajor(layout);
  if (format == "channels_last" && layout.sizes.size() == 4)
    return isInOrder(layout, {0, 2, 3, 1});
  if (format == "channels_last_3d" && layout.sizes.size() == 5)
    return isInOrder(layout, {0, 2, 3, 4, 1});
  return Answer::Unknown;
}

void GraphImporter::recordLayout(torch::OperatorOp op, StringRef operand,
                                 StringRef result) {
  StringRef target = op.getTarget();
  if (!isReshape(target) && !isConversion(target) && !isContiguous(target) &&
      !addressesMemory(target))
    return;
  auto getLayout = [&](StringRef name) -> std::optional<Layout> {
    auto it = tensors.find(name);
    if (it == tensors.end() || !it->second.find("strides").isPresent())
      return std::nullopt;
    Layout layout;
    auto readDims = [&](StringRef key, SmallVectorImpl<AffineExpr> &dims) {
      it->second[key].forEach([&](Json dim) { dims.push_back(getDim(dim)); });
    };
    readDims("sizes", layout.sizes);
    readDims("strides", layout.strides);
    layout.offset = getDim(it->second["storage_offset"]);
    Json device = it->second["device"];
    layout.device = device["type"].asString().str();
    if (Json index = device.find("index"); !index.isNull())
      layout.device += ":" + std::to_string(index.asInt());
    auto isNull = [](AffineExpr expr) { return !expr; };
    if (failed() || layout.sizes.size() != layout.strides.size() ||
        llvm::any_of(layout.sizes, isNull) ||
        llvm::any_of(layout.strides, isNull))
      return std::nullopt;
    return layout;
  };
  std::optional<Layout> from = getLayout(operand), to = getLayout(result);
  if (!from || (!to && !addressesMemory(target)))
    return;

  if (addressesMemory(target)) {
    auto getAttr = [&](AffineExpr expr) -> Attribute {
      if (std::optional<int64_t> number = sym::getConstant(expr))
        return b.getI64IntegerAttr(*number);
      return sym::DimsAttr::get(ctx, expr);
    };
    if (isRowMajor(*from) != Answer::Yes)
      op->setAttr(TorchDialect::getStridesAttrName(),
                  b.getArrayAttr(llvm::map_to_vector(from->strides, getAttr)));
    if (sym::getConstant(from->offset) != 0)
      op->setAttr(TorchDialect::getOffsetAttrName(), getAttr(from->offset));
    return;
  }
  auto fromType = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  auto toType = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!fromType || !toType)
    return;
  torch::Arguments args(op);
  Answer answer =
      isReshape(target) ? isReshapeView(*from, to->sizes)
      : isConversion(target)
          ? isConversionView(args, fromType, toType, from->device == to->device)
          : isContiguousView(args, *from);
  if (answer != Answer::Unknown)
    op->setAttr(TorchDialect::getIsViewAttrName(),
                b.getBoolAttr(answer == Answer::Yes));
}
