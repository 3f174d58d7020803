//===- QueryOps.cpp - Queries of tensor properties ------------------------===//
//
// Sizes, ranks, dtypes and devices of tensors come from their types, so
// conditions on them are folded at import.
//
//===----------------------------------------------------------------------===//

#include "QuantizedOps.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"
#include "torch-onnx/Dialect/Torch/Inference/Promotion.h"
#include "torch-onnx/Dialect/Torch/Transforms/LibTorchTypes.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;

/// The type of operand `index`; null with a failure if it is unknown.
static RankedTensorType getType(NodeCall &call, size_t index) {
  if (!call[index].isTensor()) {
    (void)call.failOperand(index, "a tensor");
    return {};
  }
  Value tensor = call[index].getValue();
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (type)
    return type;
  auto op = tensor.getDefiningOp<torch::OperatorOp>();
  std::string reason;
  if (op && op.getSchema())
    (void)torch::inferResultTypes(op, call.in.getNumbers(), reason);
  std::string needs =
      ("'" + call.getKind() +
       "' needs the dtype and the rank of a tensor, which are unknown; ")
          .str();
  if (reason.empty())
    (void)call.fail(needs +
                    "give the types of the inputs "
                    "(--input-shapes='[1,3,?,?]f32'); the operators before "
                    "it need type rules");
  else
    (void)call.fail(needs + "it is the result of '" + op.getTarget() +
                    "': " + reason);
  return {};
}

/// A handler that needs the type of the first operand.
template <Outcome (*handler)(NodeCall &, RankedTensorType)>
static Outcome withType(NodeCall &call) {
  RankedTensorType type = getType(call, 0);
  return type ? handler(call, type) : Outcome::Failed;
}

static Outcome runSize(NodeCall &call, RankedTensorType type) {
  Interpreter &in = call.in;
  if (call.size() == 2 && !call[1].isNone()) {
    std::optional<int64_t> axis = call[1].getInt();
    if (!axis)
      return call.failOperand(1, "a dimension that is known at import");
    int64_t index = *axis < 0 ? *axis + type.getRank() : *axis;
    if (index < 0 || index >= type.getRank())
      return Outcome::Raised;
    return call.give(in.getSize(call[0].getValue(), index, call.loc));
  }
  std::vector<Item> sizes;
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    sizes.push_back(in.getSize(call[0].getValue(), axis, call.loc));
  return call.give(in.makeList(std::move(sizes), in.types.get("int")));
}

static Outcome runDim(NodeCall &call, RankedTensorType type) {
  return call.give(call.in.makeInt(type.getRank()));
}

static Outcome runNumel(NodeCall &call, RankedTensorType type) {
  if (type.hasStaticShape())
    return call.give(call.in.makeInt(type.getNumElements()));
  Value count = call.in.buildOne(call.loc, "aten.sym_numel.default",
                                 {{"self", call[0].getValue()}});
  return count ? call.give(call.in.simplifyNumber(count)) : Outcome::Failed;
}

static Item makeDType(Interpreter &in, Type elementType) {
  std::optional<libtorch::DType> dtype = torch::getDType(elementType);
  return dtype ? in.makeInt(static_cast<int64_t>(*dtype)) : Item::none();
}

static Outcome runDType(NodeCall &call, RankedTensorType type) {
  if (std::optional<int64_t> dtype = getQuantizedDtype(call[0]))
    return call.give(call.in.makeInt(*dtype));
  return call.give(makeDType(call.in, type.getElementType()));
}

/// Whether the element type of a tensor is an `ElementType`.
template <typename ElementType>
static Outcome runHasType(NodeCall &call, RankedTensorType type) {
  return call.give(call.in.makeBool(isa<ElementType>(type.getElementType()) &&
                                    !call.in.isQuantized(call[0])));
}

static Outcome runElementSize(NodeCall &call, RankedTensorType type) {
  Type element = type.getElementType();
  if (std::optional<Quantizer> quantizer = getAnyQuantizer(call[0]))
    element = quantizer->type;
  auto complex = dyn_cast<ComplexType>(element);
  unsigned bits = complex ? 2 * complex.getElementType().getIntOrFloatBitWidth()
                          : element.getIntOrFloatBitWidth();
  return call.give(call.in.makeInt((bits + 7) / 8));
}

/// Tensors of the model are dense, and on the device of the runtime. The answer
/// to the program is the CPU.
static Outcome runDevice(NodeCall &call) {
  return call.give(Item::device(call.in.b.getStringAttr("cpu")));
}

static Outcome runDeviceOf(NodeCall &call) {
  if (!call[0].isA(Kind::String))
    return call.failOperand(0, "a string");
  return call.give(Item::device(call.in.b.getStringAttr(call[0].getText())));
}

static Outcome runDeviceType(NodeCall &call) {
  return call.give(call.in.makeString(call[0].getText().split(':').first));
}

static Outcome runDeviceIndex(NodeCall &call) {
  int64_t index;
  if (call[0].getText().split(':').second.getAsInteger(10, index))
    return call.give(Item::none());
  return call.give(call.in.makeInt(index));
}

template <int64_t value> static Outcome giveInt(NodeCall &call) {
  return call.give(call.in.makeInt(value));
}

static Outcome runLength(NodeCall &call, RankedTensorType type) {
  if (type.getRank() == 0)
    return Outcome::Raised;
  return call.give(call.in.getSize(call[0].getValue(), 0, call.loc));
}

Outcome torch_onnx::runTensorLength(NodeCall &call) {
  return withType<runLength>(call);
}

/// The element type of a dtype that is stored as an int; null for other items
/// and for dtypes without an element type.
static Type getElementType(Interpreter &in, const Item &item) {
  std::optional<int64_t> number = item.getInt();
  return number ? torch::getElementType(static_cast<libtorch::DType>(*number),
                                        in.ctx)
                : Type();
}

/// torch.result_type and torch.promote_types, whose arguments are dtypes or
/// tensors.
static Outcome runPromote(NodeCall &call) {
  torch::Promotion promotion;
  for (size_t i = 0; i < 2; ++i) {
    if (call[i].isTensor()) {
      RankedTensorType type = getType(call, i);
      if (!type)
        return Outcome::Failed;
      promotion.addTensor(type);
    } else if (call.getKind() == "aten::promote_types" && call[i].getInt()) {
      Type dtype = getElementType(call.in, call[i]);
      if (!dtype)
        return call.failOperand(i, "the dtype of an unquantized tensor");
      promotion.addTensor(RankedTensorType::get({1}, dtype));
    } else if (call[i].isNumber()) {
      promotion.addNumber(call[i].getNumberType());
    }
  }
  return call.give(makeDType(call.in, promotion.get()));
}

static Outcome runTypeName(NodeCall &call, RankedTensorType) {
  return call.fail("'aten::type' is not supported; expected a comparison of "
                   "dtypes");
}

/// Collects nested lists of numbers as elements; false if their shapes differ.
static bool collect(Interpreter &in, const Item &item, unsigned depth,
                    SmallVectorImpl<int64_t> &sizes,
                    SmallVectorImpl<Item> &numbers) {
  if (item.isNumber() || item.isTensor()) {
    numbers.push_back(item);
    return depth == sizes.size();
  }
  std::optional<std::vector<Item>> items = in.getItems(item);
  if (!items)
    return false;
  if (depth == sizes.size()) {
    // The sizes are the lengths of the first list at each depth.
    if (!numbers.empty())
      return false;
    sizes.push_back(items->size());
  }
  if (sizes[depth] != int64_t(items->size()))
    return false;
  for (const Item &element : *items)
    if (!collect(in, element, depth + 1, sizes, numbers))
      return false;
  return true;
}

/// torch.tensor and torch.as_tensor of numbers and nested lists.
static Outcome runMakeTensor(NodeCall &call) {
  Interpreter &in = call.in;
  Type dtype = getElementType(in, call[1]);
  if (call[0].isTensor()) {
    if (!dtype)
      return call.give(call[0]);
    Value cast = in.buildOne(
        call.loc, "aten.to.dtype",
        {{"self", call[0].getValue()}, {"dtype", TypeAttr::get(dtype)}});
    return call.giveTensor(cast);
  }
  if (in.isStacked(call[0])) {
    // Floats are double in a list and have the default dtype in a tensor. The
    // tensor does not share memory with the source of the list.
    Value stacked = in.getCell(call[0]).stacked;
    Type element = cast<RankedTensorType>(stacked.getType()).getElementType();
    if (!dtype)
      dtype = element.isF64() ? Type(in.b.getF32Type()) : element;
    Value cast = in.buildOne(call.loc, "aten.to.dtype",
                             {{"self", stacked},
                              {"dtype", TypeAttr::get(dtype)},
                              {"copy", in.b.getBoolAttr(true)}});
    return call.giveTensor(cast);
  }
  SmallVector<int64_t> sizes;
  SmallVector<Item> numbers;
  if (!collect(in, call[0], 0, sizes, numbers))
    return call.failOperand(0, "numbers, or lists of one shape of them");
  if (!dtype) {
    // Floats have the default dtype, ints are int64.
    bool hasFloat = numbers.empty(), isBool = !numbers.empty();
    for (const Item &number : numbers) {
      Type type = number.getNumberType();
      hasFloat |= type && type.isF64();
      isBool &= type && type.isInteger(1);
    }
    dtype = hasFloat ? Type(in.b.getF32Type())
            : isBool ? Type(in.b.getI1Type())
                     : Type(in.b.getI64Type());
  }
  if (numbers.empty()) {
    Value empty = in.buildOne(
        call.loc, "aten.zeros.default",
        {{"size", in.makeInts(sizes)}, {"dtype", TypeAttr::get(dtype)}});
    return call.giveTensor(empty);
  }
  SmallVector<OpFoldResult> elements;
  for (const Item &number : numbers) {
    Value element = number.isTensor() ? number.getValue() : Value();
    if (!element) {
      element = in.buildOne(
          call.loc, "aten.scalar_tensor.default",
          {{"s", in.makeArgument(number)}, {"dtype", TypeAttr::get(dtype)}});
    }
    if (!element)
      return Outcome::Failed;
    if (sizes.empty()) {
      if (number.isNumber())
        in.setNumberOf(element, number);
      return call.give(Item::tensor(element));
    }
    elements.push_back(element);
  }
  Value stacked =
      in.buildOne(call.loc, "aten.stack.default", {{"tensors", elements}});
  if (stacked && sizes.size() > 1)
    stacked = in.buildOne(call.loc, "aten.reshape.default",
                          {{"self", stacked}, {"shape", in.makeInts(sizes)}});
  return call.giveTensor(stacked);
}

/// The overloads of `Tensor.to` that exist only in TorchScript: to(device,
/// dtype?), to(dtype?), to(). The others are ATen operators.
static Outcome runConvert(NodeCall &call) {
  if (!call[0].isTensor())
    return call.failOperand(0, "a tensor");
  size_t index = call.getOverload() == "prim_Device"  ? 2
                 : call.getOverload() == "prim_dtype" ? 1
                                                      : 0;
  Interpreter &in = call.in;
  Value self = call[0].getValue();
  Value converted = self;
  if (index != 0 && !call[index].isNone()) {
    Type dtype = getElementType(in, call[index]);
    if (!dtype)
      return call.failOperand(index, "a dtype that is known at import");
    converted = in.buildOne(call.loc, "aten.to.dtype",
                            {{"self", self}, {"dtype", TypeAttr::get(dtype)}});
  } else if (call[call.size() - 1].getInt() == 1) {
    converted = in.buildOne(call.loc, "aten.clone.default", {{"self", self}});
  }
  return call.giveTensor(converted);
}

/// Tensor.cpu() and Tensor.cuda(), which exist only in TorchScript. Values do
/// not depend on the device.
static Outcome runMove(NodeCall &call) {
  return call[0].isTensor() ? call.give(call[0])
                            : call.failOperand(0, "a tensor");
}

/// upsample_*.vec(input, output_size, [align_corners], scale_factors): if a
/// factor gives a size that is not an expression of the input sizes, the size
/// is computed before the operator.
static Outcome runUpsample(NodeCall &call) {
  Interpreter &in = call.in;
  std::string target = call.getTarget();
  Outcome outcome = in.runOperator(call, target);
  StringRef name = StringRef(target);
  bool hasFactors = name.consume_back(".vec") && call[1].isNone();
  std::optional<std::vector<Item>> factors =
      hasFactors ? in.getItems(call[call.size() - 1]) : std::nullopt;
  if (outcome != Outcome::Done || !factors)
    return outcome;
  Item result = call.frame.values[call.node.outputs[0]];
  auto type = dyn_cast<RankedTensorType>(result.getValue().getType());
  bool isOpen =
      type && type.getRank() == int64_t(factors->size()) + 2 &&
      llvm::any_of(ArrayRef(sym::getDims(type)).drop_front(2),
                   [&](AffineExpr dim) { return !dim || in.isOwnSize(dim); });
  if (!isOpen)
    return outcome;
  SmallVector<OpFoldResult> sizes;
  for (auto [index, factor] : llvm::enumerate(*factors)) {
    Item size = in.getSize(call[0].getValue(), index + 2, call.loc);
    std::optional<Item> scaled = in.applyNumbers(
        "_operator.mul", {size, factor}, in.b.getF64Type(), call.loc);
    std::optional<Item> whole =
        in.applyNumbers("torch.sym_int", {scaled}, in.b.getI64Type(), call.loc);
    if (!whole)
      return outcome;
    in.setSizeRange(*whole);
    sizes.push_back(whole->getFoldResult());
  }
  SmallVector<std::pair<StringRef, torch::ArgumentSpec>> arguments = {
      {"self", call[0].getValue()}, {"output_size", sizes}};
  if (call.size() == 4)
    arguments.push_back({"align_corners", Interpreter::makeArgument(call[2])});
  constexpr StringRef names[] = {"scales_d", "scales_h", "scales_w", "scales"};
  size_t rank = factors->size();
  ArrayRef<StringRef> axes = rank == 1 ? ArrayRef(names).take_back()
                                       : ArrayRef(names).slice(3 - rank, rank);
  for (auto [axis, factor] : llvm::zip_equal(axes, *factors))
    arguments.push_back({axis, Interpreter::makeArgument(factor)});
  Value sized = in.buildOne(call.loc, (name + ".default").str(), arguments);
  if (!sized)
    return Outcome::Failed;
  result.getValue().getDefiningOp()->erase();
  in.forgetNumbers();
  return call.give(Item::tensor(sized));
}

/// _reshape_from_tensor(self, shape): a reshape to the elements of a tensor.
static Outcome runReshapeFromTensor(NodeCall &call, RankedTensorType) {
  Interpreter &in = call.in;
  RankedTensorType type = getType(call, 1);
  if (!type)
    return Outcome::Failed;
  if (type.getRank() != 1 || !type.getElementType().isInteger(64))
    return Outcome::Raised;
  if (type.isDynamicDim(0))
    return call.failOperand(1, "a shape whose length is known at import");
  Value self = call[0].getValue(), shape = call[1].getValue();
  auto source = shape.getDefiningOp<torch::OperatorOp>();
  bool isShape =
      source && source.getTarget() == "aten._shape_as_tensor.default";
  SmallVector<OpFoldResult> sizes;
  for (int64_t i = 0; i < type.getDimSize(0); ++i) {
    if (isShape) {
      Item size = in.getSize(source.getInputs().front(), i, call.loc);
      sizes.push_back(size.getFoldResult());
      continue;
    }
    Value element = in.buildOne(call.loc, "aten.select.int",
                                {{"self", shape},
                                 {"dim", in.b.getI64IntegerAttr(0)},
                                 {"index", in.b.getI64IntegerAttr(i)}});
    std::optional<Item> size =
        element ? in.readNumber(element, call.loc) : std::nullopt;
    if (!size)
      return Outcome::Failed;
    sizes.push_back(size->getFoldResult());
  }
  return call.giveTensor(in.buildOne(call.loc, "aten.reshape.default",
                                     {{"self", self}, {"shape", sizes}}));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Whether the dimensions of a tensor, except those of size 1, keep their order
/// in a permutation; nothing if it is only known at run time.
static std::optional<bool> keepsOrder(Interpreter &in, RankedTensorType type,
                                      ArrayRef<int64_t> permutation) {
  SmallVector<AffineExpr> dims = sym::getDims(type);
  int64_t last = -1;
  std::optional<bool> keeps = true;
  for (int64_t axis : permutation) {
    std::optional<int64_t> low = in.getNumbers().lowerBound(dims[axis]);
    if (sym::getConstant(dims[axis]) == 1)
      continue;
    if (axis < last)
      keeps = std::nullopt;
    if (axis < last && low.value_or(0) > 1 &&
        llvm::all_of(dims, [&](AffineExpr dim) {
          return sym::getConstant(dim) == 1 ||
                 in.getNumbers().lowerBound(dim).value_or(0) > 1;
        }))
      return false;
    last = std::max(last, axis);
  }
  return keeps;
}

/// Whether a tensor is row-major in memory, as inputs are, if all tensors added
/// to `needed` are; nothing if unknown.
static std::optional<bool> isRowMajor(Interpreter &in, Value tensor,
                                      llvm::SetVector<Value> &needed) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type)
    return std::nullopt;
  if (type.hasStaticShape() && type.getNumElements() <= 1)
    return true;
  if (auto argument = dyn_cast<BlockArgument>(tensor))
    return isa_and_present<FunctionOpInterface>(
               argument.getOwner()->getParentOp())
               ? std::optional(true)
               : std::nullopt;
  if (auto constant = tensor.getDefiningOp<torch::ConstantOp>()) {
    auto file = dyn_cast<weight::FileAttr>(constant.getValue());
    if (!file || file.getStrides().empty())
      return true;
    int64_t stride = 1;
    for (auto [size, given] :
         llvm::reverse(llvm::zip_equal(type.getShape(), file.getStrides()))) {
      if (size != 1 && given != stride)
        return false;
      stride *= size;
    }
    return true;
  }
  auto op = tensor.getDefiningOp<torch::OperatorOp>();
  if (!op || !op.getSchema() || op.getInputs().empty())
    return std::nullopt;
  StringRef format = torch::Arguments(op)
                         .getString("memory_format")
                         .value_or("preserve_format");
  if (format != "preserve_format" && format != "contiguous_format")
    return std::nullopt;
  if (op.getTarget() == "aten.contiguous.default" ||
      format == "contiguous_format")
    return true;
  Value first = op.getInputs().front();
  auto source = dyn_cast<RankedTensorType>(first.getType());
  if (!source)
    return std::nullopt;
  if (torch::getTraits(op).order) {
    std::optional<SmallVector<int64_t>> permutation =
        torch::getViewPermutation(op, source.getRank());
    needed.insert(first);
    return permutation ? keepsOrder(in, source, *permutation) : std::nullopt;
  }
  // A view or a copy is row-major if its source is.
  using enum torch::ViewKind;
  if (llvm::is_contained({Same, Identity, Reshape, ReshapeOrCopy, Convert,
                          SameOrCopy, SameInEvaluation},
                         torch::getTraits(op).view)) {
    needed.insert(first);
    return true;
  }
  // Element-wise kernels give the result the layout of their operands.
  if (!op.getSchema()->isPointwise())
    return std::nullopt;
  for (Value operand : op.getInputs())
    if (isa<RankedTensorType>(operand.getType()))
      needed.insert(operand);
  return true;
}

static std::optional<bool> isRowMajor(Interpreter &in, Value tensor) {
  llvm::SetVector<Value> needed;
  needed.insert(tensor);
  bool answer = true;
  for (size_t i = 0; i < needed.size(); ++i) {
    std::optional<bool> one = isRowMajor(in, needed[i], needed);
    if (!one || (!*one && i != 0))
      return std::nullopt;
    answer &= *one;
  }
  return answer;
}

static Outcome runIsContiguous(NodeCall &call, RankedTensorType) {
  // c10/core/MemoryFormat.h
  constexpr int64_t contiguous = 0, preserve = 1;
  std::optional<int64_t> format =
      call.size() > 1 ? call[1].getInt() : std::optional(contiguous);
  bool isOther = format != contiguous && format != preserve;
  std::optional<bool> answer =
      isOther ? std::nullopt : isRowMajor(call.in, call[0].getValue());
  if (!answer)
    call.in.warn(call.loc, "it is unknown whether a tensor is contiguous; it "
                           "is assumed to be row-major, like the inputs");
  return call.give(call.in.makeBool(answer.value_or(!isOther)));
}

void torch_onnx::addQueryHandlers(HandlerTable &table) {
  table.addAlways("aten::size", withType<runSize>);
  table.addAlways("prim::shape", withType<runSize>);
  table.addAlways("aten::dim", withType<runDim>);
  table.addAlways("aten::ndimension", withType<runDim>);
  table.addAlways("prim::ndim", withType<runDim>);
  table.addAlways("aten::numel", withType<runNumel>);
  table.addAlways("prim::numel", withType<runNumel>);
  table.addAlways("prim::dtype", withType<runDType>);
  table.addAlways("aten::is_floating_point", withType<runHasType<FloatType>>);
  table.addAlways("aten::is_complex", withType<runHasType<ComplexType>>);
  table.addAlways("aten::element_size", withType<runElementSize>);
  table.addAlways("prim::itemsize", withType<runElementSize>);
  table.addAlways("prim::device", runDevice);
  table.addAlways("aten::device", runDeviceOf);
  table.addAlways("prim::type", runDeviceType);
  table.addAlways("prim::index", runDeviceIndex);
  table.addAlways("aten::get_device", giveInt<-1>);
  table.addAlways("prim::layout", giveInt<0>);
  for (StringRef kind :
       {"prim::is_cuda", "prim::is_cpu", "prim::is_xpu", "prim::is_ipu",
        "prim::is_mps", "prim::is_meta", "prim::is_mkldnn", "prim::is_vulkan",
        "prim::is_sparse", "prim::is_sparse_csr", "prim::is_nested",
        "prim::is_mtia", "prim::is_hpu", "prim::is_xla", "prim::is_maia",
        "aten::is_inference", "aten::is_neg", "aten::is_conj"})
    table.addAlways(kind, giveBool<false>);
  table.addAlways("prim::is_cpu", giveBool<true>);
  table.addAlways("prim::is_leaf", giveBool<true>);
  table.addAlways("aten::is_contiguous", withType<runIsContiguous>);
  table.addAlways("aten::result_type", runPromote);
  table.addAlways("aten::promote_types", runPromote);
  table.addAlways("aten::type", withType<runTypeName>);
  table.addAlways("aten::tensor", runMakeTensor);
  table.addAlways("aten::as_tensor", runMakeTensor);
  table.addAlways("aten::_reshape_from_tensor", withType<runReshapeFromTensor>);
  table.add("aten::to", runConvert);
  for (StringRef kind : {"aten::cpu", "aten::cuda"})
    table.add(kind, runMove);
  for (StringRef kind :
       {"upsample_linear1d", "upsample_nearest1d", "_upsample_nearest_exact1d",
        "upsample_bilinear2d", "upsample_bicubic2d", "upsample_nearest2d",
        "_upsample_nearest_exact2d", "_upsample_bilinear2d_aa",
        "_upsample_bicubic2d_aa", "upsample_trilinear3d", "upsample_nearest3d",
        "_upsample_nearest_exact3d"})
    table.addAlways(("aten::" + kind).str(), runUpsample);
}
