//===- LayoutImporter.cpp - Strides, offsets and devices ------------------===//
//
// An archive records the strides, the offset and the device of every tensor.
// Types have none of these. The few operators whose result depends on them get
// attributes (TorchDialect.td):
//
//  - operators that return their operand, a view or a copy: Layout.h for
//    reshape and contiguous, to_will_alias in ATen/native/TensorConversions.cpp
//    for `to`;
//  - operators that address memory (as_strided, resize_).
//
// The recorded strides may differ from those of eager mode. torch.export
// computes them by meta functions and Python references (torch/_refs), some of
// which differ from the kernels if operands are not contiguous: floor_divide,
// xlogy, batch_norm. One walk over the program therefore proves layouts:
//
//  - the record is right for inputs, weights, and results of operators with
//    contiguous operands only;
//  - the record of a view is right if that of its operand is right; a
//  permutation
//    permutes the strides;
//  - an elementwise operator allocates as at::TensorIterator does;
//  - for other operators, OperatorTraits::recordsStrides tells whether the
//  record
//    is right, as measured.
//
// If a layout cannot be proven, the attribute names the operator that prevents
// the proof.
//
//===----------------------------------------------------------------------===//

#include "GraphImporter.h"
#include "Layout.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/IR/Device.h"
#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"
#include "torch-onnx/Dialect/Torch/Transforms/Canonicalize.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace torch_onnx;
using torch::OperatorOp;
using torch::TorchDialect;

//===----------------------------------------------------------------------===//
// Operators that depend on layouts
//===----------------------------------------------------------------------===//

static bool isContiguous(StringRef target) {
  return target == "aten.contiguous.default" || target == "aten.ravel.default";
}

static bool isReshape(const torch::Schema *schema) {
  return torch::getTraits(schema).view == torch::ViewKind::ReshapeOrCopy &&
         !isContiguous(schema->getName());
}

static bool isConversion(const torch::Schema *schema) {
  const torch::OperatorTraits &traits = torch::getTraits(schema);
  return traits.view != torch::ViewKind::None &&
         traits.fold == torch::FoldKind::Cast;
}

static bool addressesMemory(StringRef target) {
  return target.starts_with("aten.as_strided") ||
         target.starts_with("aten.resize.") ||
         target.starts_with("aten.resize_.") ||
         target.starts_with("aten.resize_as.") ||
         target.starts_with("aten.resize_as_.");
}

/// Operators that write to views of their operands, given by strides.
static bool writesByStrides(StringRef target) {
  return target == "higher_order.auto_functionalized_v2";
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

/// Whether the program writes or addresses memory, so that strides matter.
static bool dependsOnLayouts(Block &block) {
  bool asks = false, writes = false;
  block.walk([&](OperatorOp op) {
    StringRef target = op.getTarget();
    const torch::Schema *schema = op.getSchema();
    asks |= isReshape(schema) || isConversion(schema) || isContiguous(target) ||
            addressesMemory(target) || writesByStrides(target);
    // The user may give an unknown operator a schema that writes.
    writes |= addressesMemory(target) || (schema && schema->isMutable()) ||
              (!schema && op.getNumRegions() == 0);
    return asks && writes ? WalkResult::interrupt() : WalkResult::advance();
  });
  return asks && writes;
}

//===----------------------------------------------------------------------===//
// Proofs
//===----------------------------------------------------------------------===//

namespace {

/// The knowledge about the layout of a tensor.
struct Knowledge {
  enum Kind {
    Unknown,
    /// The record is right.
    Recorded,
    /// The layout was computed and differs from the record.
    Computed
  };
  Kind kind = Unknown;
  /// The layout, if it is known.
  Layout layout;
  /// If the layout is unknown, the first operator whose strides are unknown;
  /// empty if the record is incomplete.
  StringRef culprit;
};

class LayoutImporter {
public:
  LayoutImporter(GraphImporter &importer, const TensorRecords &records,
                 bool hasOffsets, MLIRContext *ctx)
      : importer(importer), records(records), hasOffsets(hasOffsets), b(ctx) {}

  void visit(Block &block);

private:
  std::optional<Layout> getRecord(Value value);
  const Knowledge &get(Value value);
  void set(Value value, Knowledge knowledge);
  void setUnknown(Value value, StringRef culprit);
  void setRecorded(Value value);

  void visitBodies(OperatorOp op);
  void visitResult(OperatorOp op, const torch::Schema &schema, OpResult result);
  void visitNew(OperatorOp op, const torch::Schema &schema, OpResult result);
  void record(OperatorOp op);
  void recordBases(OperatorOp op);

  GraphImporter &importer;
  const TensorRecords &records;
  bool hasOffsets;
  Builder b;
  llvm::DenseMap<Value, Knowledge> table;
};

} // namespace

std::optional<Layout> LayoutImporter::getRecord(Value value) {
  auto it = records.find(value);
  if (it == records.end() || !it->second.find("strides").isPresent())
    return std::nullopt;
  Layout layout;
  auto readDims = [&](StringRef key, SmallVectorImpl<AffineExpr> &dims) {
    it->second[key].forEach(
        [&](Json dim) { dims.push_back(importer.getDim(dim)); });
  };
  readDims("sizes", layout.sizes);
  readDims("strides", layout.strides);
  layout.offset = importer.getDim(it->second["storage_offset"]);
  Json device = it->second["device"];
  layout.device = device["type"].asString().str();
  if (Json index = device.find("index"); !index.isNull())
    layout.device += ":" + std::to_string(index.asInt());
  auto isNull = [](AffineExpr expr) { return !expr; };
  if (importer.failed() || layout.sizes.size() != layout.strides.size() ||
      llvm::any_of(layout.sizes, isNull) ||
      llvm::any_of(layout.strides, isNull))
    return std::nullopt;
  return layout;
}

/// The knowledge about a value. Values without a defining operator are inputs
/// or weights.
const Knowledge &LayoutImporter::get(Value value) {
  auto it = table.find(value);
  if (it != table.end())
    return it->second;
  setRecorded(value);
  return table.find(value)->second;
}

void LayoutImporter::set(Value value, Knowledge knowledge) {
  table[value] = std::move(knowledge);
}

void LayoutImporter::setUnknown(Value value, StringRef culprit) {
  set(value, {Knowledge::Unknown, {}, culprit});
}

void LayoutImporter::setRecorded(Value value) {
  std::optional<Layout> layout = getRecord(value);
  if (layout)
    set(value, {Knowledge::Recorded, std::move(*layout), ""});
  else
    setUnknown(value, "");
}

/// Visits a subgraph that runs once on the last operands. Layouts in other
/// subgraphs, and layouts of results of several subgraphs, are unknown.
void LayoutImporter::visitBodies(OperatorOp op) {
  StringRef target = op.getTarget();
  bool runsOnce =
      llvm::StringSwitch<bool>(target)
          .StartsWith("higher_order.wrap", true)
          .Cases({"higher_order.cond", "higher_order.strict_mode",
                  "higher_order.hints_wrapper", "higher_order.invoke_subgraph",
                  "higher_order.tag_activation_checkpoint",
                  "higher_order.run_const_graph"},
                 true)
          .Default(false);
  for (Region &region : op.getBodies()) {
    Block &body = region.front();
    size_t count = body.getNumArguments();
    bool fits = runsOnce && count <= op->getNumOperands();
    for (auto [index, argument] : llvm::enumerate(body.getArguments())) {
      Value operand;
      if (fits)
        operand = op->getOperand(op->getNumOperands() - count + index);
      if (operand && operand.getType() == argument.getType())
        set(argument, Knowledge(get(operand)));
      else
        setUnknown(argument, target);
    }
    visit(body);
  }
  ValueRange yielded;
  if (op.getBodies().size() == 1)
    if (auto yield = dyn_cast<torch::YieldOp>(
            op.getBodies().front().front().getTerminator()))
      yielded = yield.getValues();
  for (OpResult result : op->getResults()) {
    if (runsOnce && yielded.getTypes() == op->getResultTypes())
      set(result, Knowledge(get(yielded[result.getResultNumber()])));
    else
      setUnknown(result, target);
  }
}

/// The operand that a result aliases, and its argument in the schema; nothing
/// if the result is a new tensor.
static std::optional<std::pair<Value, const torch::SchemaArg *>>
findAliased(OperatorOp op, const torch::Schema &schema, OpResult result) {
  // All results of a list belong to one return.
  unsigned number =
      schema.getReturns().size() == 1 ? 0 : result.getResultNumber();
  if (number >= schema.getReturns().size())
    return std::nullopt;
  StringRef aliasSet = schema.getReturns()[number].aliasSet;
  if (aliasSet.empty())
    return std::nullopt;
  unsigned operand = 0;
  for (auto [arg, given] : llvm::zip_equal(schema.getArgs(), op.getArgs())) {
    unsigned count = torch::countOperands(given);
    if (arg.aliasSet == aliasSet && count != 0) {
      unsigned element = count > result.getResultNumber() && arg.type.isList
                             ? result.getResultNumber()
                             : 0;
      return std::make_pair(op->getOperand(operand + element), &arg);
    }
    operand += count;
  }
  return std::nullopt;
}

/// Whether the arguments alone determine the layout of the result.
static bool hasGivenFormat(OperatorOp op) {
  StringRef target = op.getTarget();
  torch::Arguments args(op);
  StringRef format = args.getString("memory_format").value_or("");
  if (target == "aten.contiguous.default")
    return format.empty() || format == "contiguous_format";
  return target == "aten.clone.default" && format == "contiguous_format";
}

/// The layout of a view that contains the whole tensor, possibly permuted. For
/// other views, only the record has the layout.
static std::optional<Layout> getViewLayout(OperatorOp op, const Layout &from) {
  torch::ViewKind kind = torch::getTraits(op).view;
  if (kind == torch::ViewKind::Identity || kind == torch::ViewKind::Same)
    return from;
  auto order = torch::getViewPermutation(op, from.sizes.size());
  if (!order)
    return std::nullopt;
  Layout layout = from;
  for (auto [to, axis] : llvm::enumerate(*order)) {
    layout.sizes[to] = from.sizes[axis];
    layout.strides[to] = from.strides[axis];
  }
  return layout;
}

void LayoutImporter::visitResult(OperatorOp op, const torch::Schema &schema,
                                 OpResult result) {
  if (hasGivenFormat(op))
    return setRecorded(result);
  auto aliased = findAliased(op, schema, result);
  if (!aliased)
    return visitNew(op, schema, result);
  auto [source, arg] = *aliased;
  const Knowledge &from = get(source);
  // An output argument that is too small gets new memory.
  if (arg->isWritten && arg->keywordOnly &&
      source.getType() != result.getType())
    return visitNew(op, schema, result);
  // A written tensor keeps its strides, unless the record changes, too (t_).
  if (arg->isWritten && from.kind == Knowledge::Computed) {
    std::optional<Layout> before = getRecord(source), after = getRecord(result);
    if (before && after && haveSameStrides(*before, *after))
      return set(result, Knowledge(from));
  }
  if (from.kind == Knowledge::Recorded)
    return setRecorded(result);
  if (from.kind == Knowledge::Computed)
    if (std::optional<Layout> layout = getViewLayout(op, from.layout))
      return set(result, {Knowledge::Computed, std::move(*layout), ""});
  setUnknown(result, from.kind == Knowledge::Unknown
                         ? from.culprit
                         : StringRef(op.getTarget()));
}

/// Whether the recorded strides of results are right even if an operand is not
/// contiguous. The table has canonical names, and torch-canonicalize runs
/// later.
static bool recordsStrides(StringRef target,
                           ArrayRef<const Layout *> operands) {
  StringRef canonical = torch::getCanonicalName(target);
  // Eager mode gives the result the layout of the indices; the record is
  // row-major.
  if (canonical == "aten.index.Tensor" &&
      !llvm::all_of(operands.drop_front(), [](const Layout *index) {
        return isRowMajor(*index) == Answer::Yes;
      }))
    return false;
  return torch::getTraits(torch::Schema::lookup(canonical)).recordsStrides;
}

/// Whether at::TensorIterator allocates the result, from the tensors in the
/// order of the schema.
static bool isElementwise(OperatorOp op, const torch::Schema &schema) {
  StringRef target = op.getTarget();
  if (target.starts_with("aten.floor_divide."))
    return !schema.isMutable();
  // These operators run several kernels, and a later kernel reads tensors with
  // other strides than the operands. A power of a number is row-major, but
  // torch.export records other strides.
  if (target.starts_with("aten.masked_fill.") ||
      target.starts_with("aten.ldexp.") || target == "aten.pow.Scalar" ||
      target == "aten.float_power.Scalar")
    return false;
  return schema.isPointwise() && !schema.isMutable() && !schema.isComposite() &&
         !schema.findArg("memory_format") && op->getNumResults() == 1;
}

void LayoutImporter::visitNew(OperatorOp op, const torch::Schema &schema,
                              OpResult result) {
  StringRef target = op.getTarget();
  SmallVector<Value> tensors;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      tensors.push_back(operand);
  for (Value tensor : tensors)
    if (const Knowledge &known = get(tensor); known.kind == Knowledge::Unknown)
      return setUnknown(result, known.culprit);
  // In evaluation mode, dropout returns its operand.
  if (target.ends_with("dropout.default") && tensors.size() == 1 &&
      torch::Arguments(op).getBool("train") == false)
    return set(result, Knowledge(get(tensors[0])));

  SmallVector<const Layout *> operands;
  bool isRecorded = true, isContiguous = true;
  for (Value tensor : tensors) {
    const Knowledge &known = get(tensor);
    operands.push_back(&known.layout);
    isRecorded &= known.kind == Knowledge::Recorded;
    isContiguous &= isRowMajor(known.layout) == Answer::Yes;
  }
  if (isRecorded && (isContiguous || recordsStrides(target, operands)))
    return setRecorded(result);
  std::optional<Layout> recorded = getRecord(result);
  if (!recorded)
    return setUnknown(result, "");
  if (!isElementwise(op, schema))
    return setUnknown(result, target);
  std::optional<Layout> layout = getElementwiseLayout(operands, *recorded);
  if (!layout) {
    if (isLaidOutAlike(operands, *recorded))
      return setRecorded(result);
    return setUnknown(result, target);
  }
  if (haveSameStrides(*layout, *recorded))
    return setRecorded(result);
  set(result, {Knowledge::Computed, std::move(*layout), ""});
}

void LayoutImporter::visit(Block &block) {
  for (auto op : block.getOps<OperatorOp>()) {
    if (importer.failed())
      return;
    const torch::Schema *schema = op.getSchema();
    if (op.getNumRegions() != 0) {
      visitBodies(op);
      continue;
    }
    for (OpResult result : op->getResults()) {
      if (!isa<RankedTensorType>(result.getType()))
        continue;
      if (schema)
        visitResult(op, *schema, result);
      else
        setUnknown(result, op.getTarget());
    }
    if (schema && op->getNumResults() == 1)
      record(op);
    else if (writesByStrides(op.getTarget()))
      recordBases(op);
  }
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Records the operator of a base that is not row-major.
void LayoutImporter::recordBases(OperatorOp op) {
  auto bases = torch::Arguments(op).getList("_all_bases");
  for (OpFoldResult element : bases ? *bases : SmallVector<OpFoldResult>()) {
    auto base = dyn_cast_if_present<Value>(element);
    if (!base || !isa<RankedTensorType>(base.getType()))
      continue;
    const Knowledge &known = get(base);
    bool isKnown = known.kind != Knowledge::Unknown;
    if (isKnown && isRowMajor(known.layout) == Answer::Yes &&
        sym::getConstant(known.layout.offset) == 0)
      continue;
    auto maker = base.getDefiningOp<OperatorOp>();
    StringRef culprit = !isKnown && !known.culprit.empty() ? known.culprit
                        : maker                            ? maker.getTarget()
                                                           : "an input";
    op->setAttr(TorchDialect::getStridesAttrName(), b.getStringAttr(culprit));
    return;
  }
}

void LayoutImporter::record(OperatorOp op) {
  StringRef target = op.getTarget();
  bool isMemory = addressesMemory(target);
  const torch::Schema *schema = op.getSchema();
  if (!isReshape(schema) && !isConversion(schema) && !isContiguous(target) &&
      !isMemory)
    return;
  auto fromType = op->getNumOperands() == 0
                      ? RankedTensorType()
                      : dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  auto toType = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!fromType || !toType)
    return;
  StringRef name = isMemory ? TorchDialect::getStridesAttrName()
                            : TorchDialect::getIsViewAttrName();
  const Knowledge &from = get(op->getOperand(0));
  torch::Arguments args(op);
  if (isConversion(schema)) {
    std::optional<Layout> source = getRecord(op->getOperand(0)),
                          result = getRecord(op->getResult(0));
    if (!source || !result)
      return;
    Answer answer = isConversionView(args, fromType, toType,
                                     source->device == result->device);
    if (answer != Answer::Unknown)
      op->setAttr(name, b.getBoolAttr(answer == Answer::Yes));
    return;
  }
  if (from.kind == Knowledge::Unknown) {
    if (!from.culprit.empty())
      op->setAttr(name, b.getStringAttr(from.culprit));
    return;
  }
  if (isMemory) {
    auto getAttr = [&](AffineExpr expr) -> Attribute {
      if (std::optional<int64_t> number = sym::getConstant(expr))
        return b.getI64IntegerAttr(*number);
      return sym::DimsAttr::get(b.getContext(), expr);
    };
    if (isRowMajor(from.layout) != Answer::Yes)
      op->setAttr(name, b.getArrayAttr(
                            llvm::map_to_vector(from.layout.strides, getAttr)));
    if (!hasOffsets)
      op->setAttr(TorchDialect::getOffsetAttrName(),
                  b.getStringAttr("PyTorch 2.8 or older"));
    else if (sym::getConstant(from.layout.offset) != 0)
      op->setAttr(TorchDialect::getOffsetAttrName(),
                  getAttr(from.layout.offset));
    return;
  }
  std::optional<Layout> result = getRecord(op->getResult(0));
  if (!result)
    return;
  Answer answer = isReshape(schema) ? isReshapeView(from.layout, result->sizes)
                                    : isContiguousView(args, from.layout);
  if (answer != Answer::Unknown)
    op->setAttr(name, b.getBoolAttr(answer == Answer::Yes));
}

void torch_onnx::recordLayouts(Block &block, GraphImporter &importer,
                               const TensorRecords &records, bool hasOffsets) {
  if (dependsOnLayouts(block))
    LayoutImporter(importer, records, hasOffsets,
                   block.getParentOp()->getContext())
        .visit(block);
}

void torch_onnx::recordDevices(Block &block, const TensorRecords &records,
                               StringRef torchVersion) {
  block.walk([&](OperatorOp op) {
    if (!torch::dependsOnDevice(op.getTarget()))
      return;
    StringRef device;
    for (Value operand : op->getOperands()) {
      auto it = records.find(operand);
      if (it == records.end())
        return;
      StringRef type = it->second["device"]["type"].asString();
      if (!device.empty() && type != device)
        return;
      device = type;
    }
    // The version of a ROCm build is "2.9.0+rocm6.4".
    if (device == "cuda" && torchVersion.contains("+rocm"))
      device = "rocm";
    if (!device.empty())
      op->setAttr(torch::kDeviceAttrName,
                  StringAttr::get(op->getContext(), device));
  });
}
