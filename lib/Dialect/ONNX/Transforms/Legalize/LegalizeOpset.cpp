//===- LegalizeOpset.cpp - Rewrites for an opset and a target -------------===//
//
// Walks over the operations: each is looked up in the tables of rewrites and
// then compared with the schema of the opset. Operations that a rewrite builds
// are walked, too. See Passes.td for the result and docs/Rationale/Opsets.md.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "torch-onnx/Arithmetic/Kernels.h"
#include "torch-onnx/Dialect/ONNX/IR/AttentionOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ControlOps.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h"
#include "torch-onnx/Dialect/ONNX/Transforms/PreparedModule.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Transforms/BuildOrder.h"
#include "torch-onnx/Transforms/Origin.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/InterleavedRange.h"

namespace torch_onnx::onnx {
#define GEN_PASS_DEF_LEGALIZEOPSET
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h.inc"
} // namespace torch_onnx::onnx

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// Operations as nodes
//===----------------------------------------------------------------------===//

StringRef onnx::getOperatorName(Operation *op) {
  if (auto custom = dyn_cast<CustomOp>(op))
    return custom.getDomain().empty() ? custom.getOpType() : StringRef();
  StringRef name = op->getName().stripDialect();
  if (op->getName().getDialectNamespace() != "onnx" || name == "NoValue" ||
      name == "Yield")
    return "";
  return name;
}

NamedAttrList onnx::getNodeAttributes(Operation *op) {
  if (isa<CallOp, CustomOp>(op))
    return op->getAttrOfType<DictionaryAttr>("node_attributes");
  NamedAttrList attributes;
  // `name` of a constant is an attribute of this dialect only.
  if (auto constant = dyn_cast<ConstantOp>(op))
    attributes.set("value", constant.getValue());
  else
    op->getName().populateInherentAttrs(op, attributes);
  return attributes;
}

void onnx::setNodeAttribute(Operation *op, StringAttr name,
                            mlir::Attribute value) {
  auto custom = dyn_cast<CustomOp>(op);
  if (!custom) {
    if (value)
      op->setAttr(name, value);
    else
      op->removeAttr(name);
    return;
  }
  NamedAttrList attributes = getNodeAttributes(op);
  if (value)
    attributes.set(name, value);
  else
    attributes.erase(name);
  custom.setNodeAttributesAttr(attributes.getDictionary(op->getContext()));
}

Value Node::input(unsigned index) const {
  return index < op->getNumOperands() ? getPresent(op->getOperand(index))
                                      : Value();
}

bool Node::isUsed(unsigned index) const {
  return index < op->getNumResults() && !op->getResult(index).use_empty();
}

SmallVector<NamedAttribute> Node::attributesWithout(StringRef name) const {
  SmallVector<NamedAttribute> result;
  for (NamedAttribute attribute : getNodeAttributes(op))
    if (attribute.getName() != name)
      result.push_back(attribute);
  return result;
}

std::optional<SmallVector<int64_t>> Node::getConstantInts(Value value,
                                                          int64_t maxElements) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant)
    return std::nullopt;
  ElementsAttr elements = constant.getValue();
  Type type = elements.getElementType();
  int64_t count = elements.getNumElements();
  if (!(type.isSignlessInteger(64) || type.isSignlessInteger(32)) ||
      count > maxElements)
    return std::nullopt;
  size_t width = type.getIntOrFloatBitWidth() / 8;
  SmallVector<char> bytes(count * width);
  if (llvm::errorToBool(weight::tryReadElements(elements, 0, count, bytes)))
    return std::nullopt;
  SmallVector<int64_t> result(count);
  (void)arithmetic::convert(type, IntegerType::get(type.getContext(), 64),
                            bytes.data(), count,
                            reinterpret_cast<char *>(result.data()));
  return result;
}

std::optional<SmallVector<double>> Node::getConstantFloats(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto elements =
      constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : nullptr;
  if (!elements || !isa<FloatType>(elements.getElementType()))
    return std::nullopt;
  return llvm::map_to_vector(elements.getValues<APFloat>(), toDouble);
}

Value Node::sizeOf(Value x, int64_t axis) {
  int64_t size = typeOf(x).getDimSize(axis);
  if (!ShapedType::isDynamic(size))
    return scalar(size, i64());
  return Squeeze(Shape(x, axis, axis + 1), 0);
}

Value Node::shapeOf(Value x) {
  RankedTensorType type = typeOf(x);
  return type.hasStaticShape() ? ints(type.getShape()) : Shape(x);
}

Value Node::emptyResult() {
  RankedTensorType type = resultType();
  if (!llvm::is_contained(type.getShape(), 0) || !type.hasStaticShape())
    return {};
  return constant(DenseElementsAttr::get(type, ArrayRef<mlir::Attribute>()));
}

Value Node::widen(Value value) {
  Type type = elementTypeOf(value);
  return Cast(value, type.isF16() || type.isBF16() ? f32() : type);
}

Outcome Node::refuseAxes(ArrayRef<int64_t> axes, int64_t rank) {
  std::string found = llvm::interleaved(axes).str();
  return refuse("expected axes of an operand of rank " + Twine(rank) +
                    ", found " + (axes.empty() ? "none" : found),
                kNever);
}

Operation *Node::createOldOp(StringRef name, TypeRange results,
                             ValueRange operands, Attributes attrs) {
  while (!operands.empty() && isa<NoneType>(operands.back().getType()))
    operands = operands.drop_back();
  SmallVector<NamedAttribute> attributes = {attr("domain", ""),
                                            attr("op_type", name)};
  if (!attrs.empty())
    attributes.push_back(builder.getNamedAttr(
        "node_attributes", builder.getDictionaryAttr(attrs)));
  return createOp("Custom", results, operands, attributes);
}

Outcome Node::replace(ValueRange values) {
  sortBuilt(built.list, values);
  for (auto [result, value] : llvm::zip(op->getResults(), values)) {
    if (!value)
      continue;
    if (value.getType() != result.getType()) {
      // The inferred type may be less specific.
      Operation *definition = value.getDefiningOp();
      if (definition && built.set.contains(definition))
        value.setType(result.getType());
      else
        value = create("Identity", result.getType(), value);
    }
    passValueName(result, value);
    result.replaceAllUsesWith(value);
  }
  op->erase();
  return Outcome::Replaced;
}

//===----------------------------------------------------------------------===//
// Attention of half precision
//===----------------------------------------------------------------------===//

/// The value of type `narrow` that `value`, in f32, is a Cast of; null
/// otherwise.
static Value getNarrow(Value value, Type narrow) {
  auto cast = value.getDefiningOp<CastOp>();
  return cast && getElementTypeOrSelf(cast.getInput().getType()) == narrow
             ? cast.getInput()
             : Value();
}

/// Narrows Attention in f32 between casts from and to half precision to
/// Attention in half precision with an f32 softmax. The former rounds as eager
/// mode in ONNX Runtime's CPU provider; the latter is fused by runtimes that
/// have all kernels.
static void narrowAttention(AttentionOp op, OpBuilder &builder) {
  Value result = op->getResult(0);
  auto type = cast<RankedTensorType>(result.getType());
  auto users = llvm::map_to_vector(result.getUsers(), [](Operation *user) {
    return dyn_cast<CastOp>(user);
  });
  if (!type.getElementType().isF32() || users.empty() || !users.front() ||
      op.getSoftmaxPrecision())
    return;
  Type narrow = getElementTypeOrSelf(users.front().getOutput().getType());
  bool isNarrow = (narrow.isF16() || narrow.isBF16()) &&
                  llvm::all_of(users, [&](CastOp user) {
                    return user && getElementTypeOrSelf(
                                       user.getOutput().getType()) == narrow;
                  });
  for (Value other : op->getResults().drop_front())
    isNarrow &= other.use_empty();
  for (OpOperand &operand : op->getOpOperands().take_front(3))
    isNarrow &= bool(getNarrow(operand.get(), narrow));
  // PyTorch has no caches and lengths.
  for (Value other : op->getOperands().drop_front(4))
    isNarrow &= isa<NoneType>(other.getType());
  if (!isNarrow)
    return;
  for (OpOperand &operand : op->getOpOperands()) {
    auto operandType = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!operandType || !operandType.getElementType().isF32())
      continue;
    Value value = getNarrow(operand.get(), narrow);
    if (!value) { // The mask is constant.
      builder.setInsertionPoint(op);
      value = CastOp::create(builder, op.getLoc(), operandType.clone(narrow),
                             operand.get(), TypeAttr::get(narrow));
    }
    auto wide = operand.get().getDefiningOp<CastOp>();
    operand.set(value);
    if (wide && wide->use_empty())
      wide->erase();
  }
  op.setSoftmaxPrecisionAttr(TypeAttr::get(builder.getF32Type()));
  result.setType(type.clone(narrow));
  for (CastOp user : users) {
    user.getOutput().replaceAllUsesWith(result);
    user->erase();
  }
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

namespace {

class Walker : OpBuilder::Listener {
public:
  Walker(MLIRContext *context, int64_t opset, TargetRuntime target)
      : builder(context, this), opset(opset), check(opset, target),
        rewrites(opset, target) {
    for (auto populate :
         {populateORT, populateDouble, populateRecurrent, populateWindows,
          populateORTIntegers, populateORTProducts, populateORTOptimizer,
          populateORTQuantization, populateORTSums, populateBefore11,
          populateIndices, populateForms, populateQuant, populateMath,
          populateAttention})
      populate(rewrites);
  }

  LogicalResult run(func::FuncOp function) {
    if (check.getTarget() == TargetRuntime::ONNX) {
      SmallVector<AttentionOp> attentions;
      function.walk([&](AttentionOp op) { attentions.push_back(op); });
      for (AttentionOp op : attentions)
        narrowAttention(op, builder);
      built.list.clear();
      built.set.clear();
    }
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != function)
        pending.push_back(op);
    });
    std::reverse(pending.begin(), pending.end());
    bool isLegal = true;
    while (!pending.empty()) {
      Operation *op = pending.pop_back_val();
      isLegal &= succeeded(legalize(op));
      pending.append(built.list.rbegin(), built.list.rend());
      built.list.clear();
      built.set.clear();
    }
    check.eraseUnusedCasts();
    function.walk([&](Operation *op) {
      if (isa<func::ReturnOp, YieldOp>(op))
        isLegal &= checkOutputs(op);
    });
    return success(isLegal & checkSignature(function));
  }

  int64_t getNumCasts() const { return check.getNumCasts(); }

private:
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    built.list.push_back(op);
    built.set.insert(op);
  }

  LogicalResult legalize(Operation *op) {
    if (getOperatorName(op).empty())
      return success();
    // Operators of older opsets have the right form already.
    ArrayRef<RewriteTable::Row> rows = rewrites.find(op);
    if (!rows.empty()) {
      builder.setInsertionPoint(op);
      Node node(builder, op, opset, built);
      for (const RewriteTable::Row &row : rows) {
        Outcome outcome = row.rewrite(node);
        if (outcome == Outcome::Replaced)
          return success();
        if (outcome == Outcome::Refused)
          return refuse(node, node.neededOpset.value_or(row.legalFrom));
      }
      // Sorts operands that a rewrite built for an operation that it keeps.
      sortBuilt(built.list, op->getOperands());
    }
    if (opset < 11)
      countAxesFromFront(op);
    if (rows.empty())
      return check.run(op, builder);
    SmallVector<Type> types(op->getOperandTypes());
    LogicalResult result = check.run(op, builder);
    // Rewrites may apply to the types that casts around the operation gave it.
    if (TypeRange(types) != op->getOperandTypes())
      pending.push_back(op);
    return result;
  }

  /// Checks outputs that an Identity would forward in a type that only a later
  /// opset has.
  bool checkOutputs(Operation *terminator) {
    for (OpOperand *operand : getSharedOutputs(terminator)) {
      Type type = operand->get().getType();
      if (hasIdentity(opset, type) || !hasIdentity(kNewestOpset, type) ||
          isOutputWithoutNode(*operand, opset))
        continue;
      terminator->emitError("output #")
          << operand->getOperandNumber() << " is an input, a constant or "
          << "another output, and opset " << opset << " has no Identity of "
          << getTypeName(type);
      return false;
    }
    return true;
  }

  /// Checks for inputs and outputs that no runtime of the target accepts.
  bool checkSignature(func::FuncOp function) {
    if (check.getTarget() != TargetRuntime::ORT)
      return true;
    FunctionType type = function.getFunctionType();
    for (auto [types, what] :
         {std::pair(type.getInputs(), "input"), {type.getResults(), "output"}})
      for (auto [index, type] : llvm::enumerate(types)) {
        auto tensor = dyn_cast<RankedTensorType>(type);
        if (!tensor || !isa<ComplexType>(tensor.getElementType()))
          continue;
        function.emitError("ONNX Runtime has no complex tensors: ")
            << what << " #" << index << " is " << getTypeName(type)
            << " (target=onnx is for runtimes that have every kernel)";
        return false;
      }
    return true;
  }

  LogicalResult refuse(const Node &node, int64_t neededOpset) {
    InFlightDiagnostic error = node.op->emitError("'onnx.")
                               << node.name()
                               << "' cannot be expressed at opset " << opset;
    if (neededOpset != kNever)
      error << ", needs opset " << neededOpset << " or later";
    return error << ": " << node.reason;
  }

  OpBuilder builder;
  const int64_t opset;
  SchemaCheck check;
  RewriteTable rewrites;
  SmallVector<Operation *, 0> pending;
  BuiltOps built;
};

class LegalizeOpset : public onnx::impl::LegalizeOpsetBase<LegalizeOpset> {
public:
  using LegalizeOpsetBase::LegalizeOpsetBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    int64_t version = opset;
    if (auto stated = module->getAttrOfType<IntegerAttr>(kOpsetAttr);
        stated && version == 0)
      version = stated.getInt();
    if (version < kOldestOpset || version > kNewestOpset) {
      module.emitError("opset ")
          << version << " is not supported: the oldest is " << kOldestOpset
          << ", the newest " << kNewestOpset;
      return signalPassFailure();
    }
    Walker walker(&getContext(), version, target);
    bool isLegal = true;
    for (func::FuncOp function : module.getOps<func::FuncOp>())
      isLegal &= succeeded(walker.run(function));
    if (!isLegal)
      return signalPassFailure();
    reportCasts(module, walker.getNumCasts());
    module->setAttr(kOpsetAttr,
                    Builder(&getContext()).getI64IntegerAttr(version));
  }

private:
  /// Reports casts if they are many of the nodes.
  void reportCasts(ModuleOp module, int64_t numCasts) {
    constexpr int64_t kMany = 16, kShare = 5;
    if (target != TargetRuntime::ORT || numCasts < kMany)
      return;
    int64_t numNodes = 0;
    module.walk(
        [&](Operation *op) { numNodes += !getOperatorName(op).empty(); });
    if (numCasts * kShare > numNodes)
      module.emitRemark() << numCasts << " of " << numNodes
                          << " nodes are casts, because ONNX Runtime's CPU "
                             "provider has no kernels for the types of some "
                             "operators; target=onnx leaves the casts out";
  }
};

} // namespace
