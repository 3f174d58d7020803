//===- FunctionalizeWrites.cpp - Writes of operators ----------------------===//
//
// The writes of torch-functionalize (see Functionalizer.h): in-place operators,
// operators with output arguments (out=), and custom operators with a schema of
// the user.
//
//===----------------------------------------------------------------------===//

#include "Functionalizer.h"
#include "TorchBuilder.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"
#include "torch-onnx/Dialect/Torch/Transforms/WrittenTypes.h"
#include "torch-onnx/Transforms/Origin.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

LogicalResult Functionalizer::checkWrite(BaseId base, OperatorOp op) {
  const Base &b = bases[base];
  for (const Scope &scope : scopes)
    if (!canWrite(base, scope))
      return refuse(op) << "writes in a subgraph to a tensor from outside";
  bool isFunction = b.block == &func.front();
  if (!isFunction && isa<BlockArgument>(nodes[b.node].current) &&
      b.version == 0)
    return refuse(op) << "writes to an argument of a subgraph";
  if (!isFunction && b.external)
    return refuse(op) << "writes to a weight in a subgraph";
  if (b.external && isCalled)
    return refuse(op) << "writes to an argument or a weight in a function that "
                         "another function calls";
  if (b.family < 0)
    return success();
  const Family &family = families[getFamily(base)];
  if (isUnknown(base))
    return refuseUndecided(
        op, "writes to a tensor that may have been written through an alias",
        base);
  if (family.external != -1 && family.external != base)
    return refuseUndecided(
        op, "writes to a tensor that may be an argument or a weight", base);
  // The next iteration would read what was written.
  for (auto [index, scope] : llvm::enumerate(scopes))
    if (scope.kind == Scope::Loop && !isOutside(base, scope) &&
        family.depth <= index)
      return refuseUndecided(
          op,
          "writes in a loop to a tensor that may come from outside the loop",
          base);
  return success();
}

/// Sets the value of `node`, and propagates it to the base.
LogicalResult Functionalizer::write(NodeId node, Value value, OperatorOp op) {
  BaseId base = nodes[node].base;
  OpBuilder b(op);
  SmallVector<std::pair<NodeId, Value>> updates = {{node, value}};
  for (NodeId n = node; nodes[n].parent >= 0; n = nodes[n].parent) {
    NodeId parent = nodes[n].parent;
    if (nodes[n].kind != ViewKind::Identity) {
      OperatorOp view = nodes[n].view;
      std::string reason;
      value = writeThrough(b, view, nodes[n].result, nodes[n].kind,
                           refresh(parent, op), value, reason);
      if (!value)
        return refuseWithAdvice(op)
               << "writes through the view '" << view.getTarget()
               << "', which cannot be undone: " << reason;
      if (Operation *made = value.getDefiningOp())
        candidates.push_back(made);
    }
    updates.emplace_back(parent, value);
  }
  unsigned version = addVersion(base, op->getBlock());
  for (auto [updated, newValue] : updates)
    setNode(updated, newValue, version);
  bases[base].written = true;
  return success();
}

Value Functionalizer::castLike(OpBuilder &b, Location loc, Value value,
                               Type elementType) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getElementType() == elementType)
    return value;
  return buildOperator(b, loc, "aten._to_copy.default", type.clone(elementType),
                       {{"self", value}, {"dtype", TypeAttr::get(elementType)}})
      ->getResult(0);
}

/// The value that copy_ writes: the source, cast and broadcast to the type of
/// `self`.
Value Functionalizer::getCopySource(OperatorOp op, RankedTensorType self) {
  OpBuilder b(op);
  Arguments args(op);
  Value value =
      castLike(b, op.getLoc(), args.getValue("src"), self.getElementType());
  if (value.getType() == self)
    return value;
  // Two unknown sizes without symbols may differ even in equal types, so only
  // static shapes are expanded by constants.
  if (!self.hasStaticShape())
    return buildOperator(b, op.getLoc(), "aten.expand_as.default", self,
                         {{"self", value}, {"other", args.getValue("self")}})
        ->getResult(0);
  return buildOperator(
             b, op.getLoc(), "aten.expand.default", self,
             {{"self", value}, {"size", b.getI64ArrayAttr(self.getShape())}})
      ->getResult(0);
}

/// Operators that replace or resize the storage of a tensor.
static bool changesStorage(StringRef target) {
  StringRef name = target.split('.').second;
  return name.starts_with("set_.") || name.starts_with("set_data.") ||
         name.starts_with("shallow_copy_data_.") ||
         name.starts_with("resize") || name.starts_with("_resize") ||
         name.starts_with("sparse_resize") || name.starts_with("rename_.");
}

bool torch_onnx::torch::isSet(StringRef target) {
  return target == "aten.set_.source_Tensor";
}

bool torch_onnx::torch::writesNothing(StringRef target) {
  return target == "aten.requires_grad_.default" ||
         target == "aten.detach_.default" ||
         target == "aten.retain_grad.default" ||
         target == "aten.record_stream.default";
}

std::optional<unsigned> torch_onnx::torch::findArgument(OperatorOp op,
                                                        const Schema &schema,
                                                        unsigned index) {
  if (&schema == op.getSchema())
    return index;
  for (unsigned i = 0, e = op.getArgs().size(); i < e; ++i)
    if (op.getArgName(i) == schema.getArgs()[index].name)
      return i;
  return std::nullopt;
}

LogicalResult Functionalizer::processWrite(OperatorOp op, const Schema &schema,
                                           ArrayRef<Value> sources) {
  StringRef target = op.getTarget();
  if (&schema != op.getSchema())
    return processCustom(op, schema, sources);
  if (isResize(target))
    return processResize(op, sources[0]);
  if (isSet(target) && sources.size() == 2)
    return processSet(op, sources[0], sources[1]);
  if (changesStorage(target))
    return refuse(op) << "changes the memory of a tensor, not its elements";
  if (writesNothing(target)) {
    getNode(sources[0]);
    if (op->getNumResults() != 0)
      objectOf[op->getResult(0)] = objectOf[sources[0]];
    return success();
  }
  if (target == "aten.fill_diagonal_.default")
    return processFillDiagonal(op, sources[0]);
  std::optional<FunctionalVariant> variant = findFunctionalVariant(schema);
  if (!variant) {
    if (std::optional<FunctionalVariant> out = findOutVariant(schema))
      return processOut(op, *out, sources);
    return refuse(op) << "writes to an argument and has no functional variant";
  }
  if (variant->schema->isView())
    return processMetadata(op, *variant, sources[0]);
  return processVariant(op, *variant, sources);
}

/// unsqueeze_, t_: the tensor object becomes a view of its former value. No
/// memory is written, so other aliases keep their shape.
LogicalResult Functionalizer::processMetadata(OperatorOp op,
                                              const FunctionalVariant &variant,
                                              Value self) {
  OpBuilder b(op);
  ArgumentListBuilder list(b.getContext());
  for (unsigned from : variant.args)
    list.addSpec(Arguments(op).getSpec(from));
  auto view = OperatorOp::create(b, op.getLoc(), op->getResultTypes(),
                                 variant.schema->getName(), list.getArgs(),
                                 ArrayAttr(), list.getOperands(), 0);
  return becomeView(op, self, view);
}

/// Makes `view` the node of the tensor object `self`, which `op` returns.
LogicalResult Functionalizer::becomeView(OperatorOp op, Value self,
                                         OperatorOp view) {
  NodeId node = getNode(self);
  const Base &base = bases[nodes[node].base];
  bool isWeight = base.external && self.getDefiningOp<ConstantOp>();
  if (isWeight || (base.external && isCalled))
    return refuse(op)
           << "changes the shape of "
           << (isWeight
                   ? "a weight"
                   : "an argument in a function that another function calls");
  if (base.block != op->getBlock())
    return refuse(op)
           << "changes the shape of a tensor from outside the subgraph";
  view->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  SmallVector<Alias, 1> aliases = getAliases(view);
  if (aliases.size() != 1 || aliases[0].kind == ViewKind::Undecided)
    return refuseWithAdvice(op)
           << "changes the shape of a tensor in a way that is not "
              "known to be a view";
  candidates.push_back(view);
  unsigned object = objectOf[self];
  NodeId made = makeView(node, view, 0, aliases[0].kind, view->getResult(0));
  objects[object] = made;
  objectOf[op->getResult(0)] = object;
  return success();
}

FailureOr<unsigned>
Functionalizer::collectWrites(OperatorOp op, const Schema &schema,
                              ArrayRef<Value> sources,
                              SmallVectorImpl<Written> &writes) {
  ArrayRef<SchemaArg> returns = schema.getReturns();
  bool returnsLists = llvm::any_of(
      returns, [](const SchemaArg &result) { return result.type.isList; });
  unsigned numReturns = returnsLists ? op->getNumResults() : returns.size();
  unsigned numExtra = 0;
  for (auto [index, arg] : llvm::enumerate(schema.getArgs())) {
    if (!arg.isWritten)
      continue;
    const auto *returned = llvm::find_if(returns, [&](const SchemaArg &result) {
      return !result.aliasSet.empty() && result.aliasSet == arg.aliasSet;
    });
    unsigned result = returned == returns.end() ? numReturns + numExtra++
                                                : returned - returns.begin();
    std::optional<unsigned> given = findArgument(op, schema, index);
    if (!given || isa<NoneAttr>(op.getArgs()[*given]))
      continue;
    if (arg.type.isList || !isa<OperandAttr>(op.getArgs()[*given]))
      return refuse(op) << "writes to a list of tensors";
    unsigned operand = getFirstOperand(op, *given);
    if (!isa<RankedTensorType>(sources[operand].getType()))
      return refuse(op)
             << "writes to an argument that is not a tensor of known rank";
    NodeId node = getNode(sources[operand]);
    BaseId base = nodes[node].base;
    if (llvm::failed(checkWrite(base, op)))
      return failure();
    for (const Written &other : writes) {
      BaseId otherBase = nodes[other.node].base;
      bool related = bases[base].family >= 0 && bases[otherBase].family >= 0 &&
                     getFamily(base) == getFamily(otherBase);
      if (base == otherBase || related)
        return refuse(op) << "writes to two arguments that may be the same "
                             "memory";
    }
    writes.push_back({operand, node, result});
  }
  if (op->getNumResults() > numReturns)
    return refuse(op) << "has more results than its schema";
  return numExtra;
}

/// Binds the values that replace the results of `op`. A result that aliases a
/// written argument is replaced by that argument.
void Functionalizer::bindResults(OperatorOp op, ArrayRef<Written> writes,
                                 ArrayRef<Value> results,
                                 ArrayRef<Value> sources) {
  for (OpResult result : op->getResults()) {
    passValueName(result, results[result.getResultNumber()]);
    const auto *written = llvm::find_if(writes, [&](const Written &w) {
      return w.result == result.getResultNumber();
    });
    if (written == writes.end())
      result.replaceAllUsesWith(results[result.getResultNumber()]);
    else
      objectOf[result] = objectOf[sources[written->operand]];
  }
}

/// An in-place operator casts its result to the dtype of the written tensor;
/// its functional variant does not. The result of `variant` has the shape of
/// that tensor, and the element type of the type rule of `variant`, or that of
/// the tensor if there is no rule.
static void setComputedElementType(OperatorOp variant, unsigned result,
                                   NumberExprs &numbers) {
  std::string reason;
  FailureOr<SmallVector<Type>> types =
      inferResultTypes(variant, numbers, reason);
  if (llvm::failed(types) || result >= types->size())
    return;
  if (auto computed = dyn_cast<RankedTensorType>((*types)[result])) {
    auto written = cast<RankedTensorType>(variant->getResult(result).getType());
    variant->getResult(result).setType(
        written.clone(computed.getElementType()));
  }
}

LogicalResult Functionalizer::processVariant(OperatorOp op,
                                             const FunctionalVariant &variant,
                                             ArrayRef<Value> sources) {
  SmallVector<Written> writes;
  FailureOr<unsigned> numExtra =
      collectWrites(op, *op.getSchema(), sources, writes);
  if (llvm::failed(numExtra))
    return failure();
  unsigned numReturns = op.getSchema()->getReturns().size();
  if (numReturns + *numExtra != variant.schema->getReturns().size())
    return refuse(op) << "has a functional variant with other results";

  OpBuilder b(op);
  SmallVector<Value> results;
  bool isCopy = op.getTarget() == "aten.copy_.default";
  if (isCopy) {
    Value source = Arguments(op).getValue("src");
    if (!source || !isa<RankedTensorType>(source.getType()))
      return refuse(op)
             << "copies from a source that is not a tensor of known rank";
    auto self = cast<RankedTensorType>(nodes[writes[0].node].current.getType());
    results.push_back(getCopySource(op, self));
  } else {
    SmallVector<Type> types(op->getResultTypes());
    types.resize(numReturns + *numExtra, b.getNoneType());
    for (const Written &written : writes)
      types[written.result] = nodes[written.node].current.getType();
    Type wanted;
    if (writes.size() == 1)
      wanted = cast<RankedTensorType>(types[writes[0].result]).getElementType();
    ArgumentListBuilder list(b.getContext());
    for (unsigned from : variant.args) {
      // cumsum_ computes in the dtype of its operand, cumsum in a wider dtype.
      bool isDtype = op.getSchema()->getArgs()[from].name == "dtype";
      if (isDtype && wanted && isa<NoneAttr>(op.getArgs()[from]))
        list.add(TypeAttr::get(wanted));
      else
        list.addSpec(Arguments(op).getSpec(from));
    }
    auto call = OperatorOp::create(b, withoutValueNames(op.getLoc()), types,
                                   variant.schema->getName(), list.getArgs(),
                                   ArrayAttr(), list.getOperands(), 0);
    call->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    if (wanted)
      setComputedElementType(call, writes[0].result, numbers);
    llvm::append_range(results, call->getResults());
    if (wanted)
      results[writes[0].result] =
          castLike(b, op.getLoc(), results[writes[0].result], wanted);
  }

  bindResults(op, writes, results, sources);
  for (const Written &written : writes)
    if (llvm::failed(write(written.node, results[written.result], op)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Output arguments (out=)
//===----------------------------------------------------------------------===//

/// Whether two types have sizes that cannot be equal.
static bool differInShape(RankedTensorType a, RankedTensorType b) {
  return a.getRank() != b.getRank() ||
         llvm::any_of(llvm::zip_equal(a.getShape(), b.getShape()),
                      [](auto sizes) {
                        auto [x, y] = sizes;
                        return !ShapedType::isDynamic(x) &&
                               !ShapedType::isDynamic(y) && x != y;
                      });
}

bool Functionalizer::hasViews(NodeId node) {
  BaseId base = nodes[node].base;
  return bases[base].family >= 0 ||
         llvm::count_if(nodes, [&](Node &n) { return n.base == base; }) != 1;
}

/// An operator resizes an out= argument of another shape, as resize_ does: the
/// tensor object then has new memory, without earlier aliases.
LogicalResult Functionalizer::replaceMemory(Value self, Value value,
                                            OperatorOp op) {
  const Base &base = bases[nodes[getNode(self)].base];
  if (base.external) {
    auto from = cast<RankedTensorType>(self.getType()),
         to = cast<RankedTensorType>(value.getType());
    if (llvm::failed(verifyCompatibleShape(from.getShape(), to.getShape())))
      return refuse(op) << "changes the shape of an argument or a weight";
    return refuse(op) << "may change the shape of an argument or a weight: it "
                         "writes "
                      << to << " to " << from
                      << "; expected sizes that are known to be equal";
  }
  if (base.block != op->getBlock())
    return refuse(op)
           << "changes the shape of a tensor from outside the subgraph";
  unsigned object = objectOf[self];
  objects[object] = makeBase(value, op->getBlock(), /*external=*/false);
  return success();
}

// aten::resize_(Tensor(a!) self, SymInt[] size, *,
//   MemoryFormat? memory_format=None) -> Tensor(a!)
// aten::resize_as_(Tensor(a!) self, Tensor the_template, *,
//   MemoryFormat? memory_format=None) -> Tensor(a!)
//
// The tensor keeps its memory and becomes a row-major view of it with the same
// offset. Equal sizes change nothing, whatever the strides are
// (resize_impl_cpu_ in ATen/native/Resize.h). A larger tensor has additional
// elements, which eager mode does not initialize; it must not have aliases.
LogicalResult Functionalizer::processResize(OperatorOp op, Value self) {
  NodeId node = getNode(self);
  Value x = op->getOperand(0);
  auto from = dyn_cast<RankedTensorType>(x.getType());
  auto to = op->getNumResults() == 1
                ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                : RankedTensorType();
  if (!from || !to)
    return refuse(op) << "resizes a tensor of unknown rank";
  Arguments args(op);
  StringRef format = args.getString("memory_format").value_or("");
  if (!format.empty() && format != "contiguous_format")
    return refuse(op) << "lays out memory as " << format
                      << ", expected contiguous_format";
  SmallVector<AffineExpr> dims = sym::getDims(to);
  AffineExpr have = sym::product(sym::getDims(from), op.getContext());
  AffineExpr want = sym::product(dims, op.getContext());
  if (!have || !want)
    return refuse(op) << "resizes a tensor from " << from << " to " << to
                      << ", whose sizes depend on data";
  if (from == to && format.empty()) {
    objectOf[op->getResult(0)] = objectOf[self];
    return success();
  }
  OpBuilder b(op);
  TorchBuilder t(b, op.getLoc(), numbers);
  for (Value operand : op->getOperands())
    t.useSizesOf(operand);
  SmallVector<OpFoldResult> sizes, strides;
  AffineExpr stride = getAffineConstantExpr(1, op.getContext());
  for (AffineExpr dim : llvm::reverse(dims)) {
    strides.insert(strides.begin(), t.size(stride));
    sizes.insert(sizes.begin(), t.size(dim));
    stride = sym::mul(stride, dim);
  }
  if (t.isRefused())
    return refuse(op) << "resizes a tensor to " << to << ": " << t.getReason();
  if (numbers.upperBound(sym::sub(want, have)).value_or(1) <= 0)
    return becomeView(op, self,
                      buildOperator(b, op.getLoc(), "aten.as_strided.default",
                                    to,
                                    {{"self", x},
                                     {"size", ArgumentSpec(sizes)},
                                     {"stride", ArgumentSpec(strides)}}));
  if (hasViews(node))
    return refuse(op) << "enlarges a tensor from " << from << " to " << to
                      << " that has views";
  OperatorOp larger =
      buildOperator(b, op.getLoc(), "aten.resize.default", to,
                    {{"self", x}, {"size", ArgumentSpec(sizes)}});
  larger->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  if (llvm::failed(replaceMemory(self, larger->getResult(0), op)))
    return failure();
  objectOf[op->getResult(0)] = objectOf[self];
  return success();
}

// aten::set_.source_Tensor(Tensor(a!) self, Tensor source) -> Tensor(a!)
//
// The tensor object becomes another one with the memory and the shape of the
// source. Earlier views keep the former memory.
LogicalResult Functionalizer::processSet(OperatorOp op, Value self,
                                         Value source) {
  NodeId node = getNode(self);
  const Base base = bases[nodes[node].base];
  Type from = self.getType(), to = source.getType();
  if (!isa<RankedTensorType>(from) || !isa<RankedTensorType>(to))
    return refuse(op) << "gives a tensor the memory of another one, expected "
                         "tensors of known rank";
  if (getElementTypeOrSelf(from) != getElementTypeOrSelf(to))
    return refuse(op) << "gives a tensor of type " << from
                      << " the memory of one of type " << to
                      << ", expected the same element type";
  if (base.block != op->getBlock())
    return refuse(op)
           << "changes the memory of a tensor from outside the subgraph";
  // The new value is a result of the program.
  if (base.external && (isCalled || from != to))
    return refuse(op) << "gives an argument or a weight of type " << from
                      << (isCalled ? " of a function that another one calls"
                                   : "")
                      << " the memory of a tensor of type " << to
                      << ", expected the same type, or a clone() of the "
                         "argument or weight";
  if (auto weight = self.getDefiningOp<ConstantOp>())
    for (auto other : func.getOps<ConstantOp>())
      if (other != weight && other.getValue() == weight.getValue())
        return refuse(op) << "changes the memory of a weight that shares it "
                             "with another one";
  NodeId memory = getNode(source);
  objects[objectOf[self]] = memory;
  if (op->getNumResults() != 0)
    objectOf[op->getResult(0)] = objectOf[self];
  return success();
}

/// Operators that compute in the dtype of out= if no dtype is given
/// (get_dtype_from_result in ATen/native/ReduceOps.cpp).
static bool computesInOutType(StringRef target) {
  return llvm::StringSwitch<bool>(target.split('.').second.split('.').first)
      .Cases({"sum", "nansum", "prod", "cumsum", "cumprod"}, true)
      .Default(false);
}

/// Operators that only copy elements of their operands, cast to the dtype of
/// out=.
static bool castsElements(OperatorOp call) {
  StringRef name = call.getTarget().split('.').second.split('.').first;
  Type result = getElementTypeOrSelf(call->getResult(0).getType());
  return (name == "cat" || name == "stack") &&
         llvm::all_of(call->getOperandTypes(), [&](Type type) {
           return getElementTypeOrSelf(type) == result;
         });
}

/// mul.out: the functional operator, and a copy of each result to its output
/// argument. A pointwise operator casts its result to the dtype of the argument
/// (at::TensorIterator); some other operators compute in that dtype. All
/// remaining operators are refused if the dtypes differ.
LogicalResult Functionalizer::processOut(OperatorOp op,
                                         const FunctionalVariant &variant,
                                         ArrayRef<Value> sources) {
  SmallVector<Written> writes;
  if (llvm::failed(collectWrites(op, *op.getSchema(), sources, writes)))
    return failure();
  unsigned numResults = variant.schema->getReturns().size();
  for (const Written &written : writes)
    if (written.result >= numResults)
      return refuse(op) << "has a functional variant with other results";
  if (writes.size() != numResults)
    return refuse(op) << "has a functional variant with other results";

  OpBuilder b(op);
  SmallVector<Type> types(numResults, b.getNoneType());
  for (const Written &written : writes)
    types[written.result] = nodes[written.node].current.getType();
  SmallVector<std::pair<StringRef, ArgumentSpec>> args;
  for (auto [arg, from] :
       llvm::zip_equal(variant.schema->getArgs(), variant.args)) {
    if (from != FunctionalVariant::notGiven)
      args.emplace_back(arg.name, Arguments(op).getSpec(from));
    else if (arg.name == "dtype")
      args.emplace_back(arg.name,
                        TypeAttr::get(getElementTypeOrSelf(types[0])));
  }
  std::string reason;
  auto build = [&] {
    return buildInferred(b, op.getLoc(), variant.schema->getName(), args,
                         numbers, reason);
  };
  FailureOr<OperatorOp> call = build();
  auto *dtype = llvm::find_if(args, [](auto &arg) {
    auto *attr = std::get_if<Attribute>(&arg.second);
    return arg.first == "dtype" && attr && isa<NoneAttr>(*attr);
  });
  if (llvm::succeeded(call) && dtype != args.end() &&
      computesInOutType(variant.schema->getName()) &&
      getElementTypeOrSelf((*call)->getResult(0).getType()) !=
          getElementTypeOrSelf(types[0])) {
    call->erase();
    dtype->second = TypeAttr::get(getElementTypeOrSelf(types[0]));
    call = build();
  }
  // If there is no type rule, the declared type is used.
  if (llvm::failed(call))
    call =
        buildOperator(b, op.getLoc(), variant.schema->getName(), types, args);
  (*call)->setDiscardableAttrs(op->getDiscardableAttrDictionary());

  SmallVector<Value> results((*call)->getResults());
  bindResults(op, writes, results, sources);
  for (const Written &written : writes) {
    Value value = results[written.result];
    auto self = cast<RankedTensorType>(types[written.result]);
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getElementType() != self.getElementType() &&
        !variant.schema->isPointwise() && !castsElements(*call))
      return refuse(op) << "computes elements of type " << type.getElementType()
                        << " and writes them to a tensor of "
                        << self.getElementType()
                        << ", expected one of the same type";
    bool isEmpty = llvm::is_contained(self.getShape(), int64_t(0));
    // Dynamic sizes may be zero, too. The declared type tells the size of an
    // argument that was empty.
    auto declared = written.result < op->getNumResults()
                        ? dyn_cast<RankedTensorType>(
                              op->getResult(written.result).getType())
                        : RankedTensorType();
    bool isResized =
        differInShape(type, self) ||
        (declared && (isEmpty ? !declared.hasStaticShape()
                              : declared.clone(self.getElementType()) != self));
    // Views of the argument would see the elements that are written.
    if (isResized && !isEmpty && hasViews(written.node))
      return refuse(op) << "changes the shape of a tensor from " << self
                        << " to " << type << " that has views";
    if (!isResized && type != self.clone(type.getElementType())) {
      // The sizes of the argument are declared, those of the result inferred.
      value.setType(self.clone(type.getElementType()));
    }
    value = castLike(b, op.getLoc(), value, self.getElementType());
    if (llvm::failed(isResized
                         ? replaceMemory(sources[written.operand], value, op)
                         : write(written.node, value, op)))
      return failure();
  }
  return success();
}

/// A custom operator with a schema of the user becomes an operator of the same
/// name with `_functional`, whose additional results are the new values of the
/// written arguments.
LogicalResult Functionalizer::processCustom(OperatorOp op, const Schema &schema,
                                            ArrayRef<Value> sources) {
  SmallVector<Written> writes;
  FailureOr<unsigned> numExtra = collectWrites(op, schema, sources, writes);
  if (llvm::failed(numExtra))
    return failure();
  OpBuilder b(op);
  SmallVector<Type> types(op->getResultTypes());
  for (const Written &written : writes)
    if (written.result >= types.size())
      types.resize(written.result + 1, b.getNoneType());
  for (const Written &written : writes)
    types[written.result] = nodes[written.node].current.getType();
  auto [name, overload] = op.getTarget().rsplit('.');
  auto call =
      OperatorOp::create(b, withoutValueNames(op.getLoc()), types,
                         (name + "_functional." + overload).str(),
                         op.getArgsAttr(), op.getArgNamesAttr(), op.getInputs(),
                         /*bodiesCount=*/0);
  call->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  SmallVector<Value> results(call->getResults());
  bindResults(op, writes, results, sources);
  for (const Written &written : writes)
    if (llvm::failed(write(written.node, results[written.result], op)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// fill_diagonal_
//===----------------------------------------------------------------------===//

// aten::fill_diagonal_(Tensor(a!) self, Scalar fill_value, bool wrap=False)
//
// Element [i, j] of a matrix is on the diagonal if i == j. With `wrap`, it is
// on the diagonal if i mod (columns + 1) == j: in a tall matrix the diagonal
// starts again below the last column. More than two dimensions must have equal
// sizes; an element is on the diagonal if all its indices are equal.
LogicalResult Functionalizer::processFillDiagonal(OperatorOp op, Value self) {
  NodeId node = getNode(self);
  if (llvm::failed(checkWrite(nodes[node].base, op)))
    return failure();
  Arguments args(op);
  Value x = args.getValue("self");
  auto type = dyn_cast_if_present<RankedTensorType>(x ? x.getType() : Type());
  if (!type)
    return refuse(op) << "fills the diagonal of a tensor of unknown rank";
  int64_t rank = type.getRank();
  if (rank < 2)
    return refuse(op) << "fills the diagonal of a tensor of rank " << rank;
  bool wrap = rank == 2 && args.getBool("wrap").value_or(false);
  if (wrap && type.isDynamicDim(1))
    return refuseWithAdvice(op)
           << "wraps the diagonal of a matrix whose width is not constant";

  OpBuilder b(op);
  TorchBuilder t(b, op.getLoc(), numbers);
  // The indices along an axis, followed by `width` dimensions of size 1.
  auto getIndices = [&](int64_t axis, int64_t width) {
    CallArgument size = type.getDimSize(axis);
    if (type.isDynamicDim(axis))
      size = t.call("aten.sym_size.int", {x, axis});
    Value indices =
        t.call("aten.arange.default", {size, {"dtype", b.getI64Type()}});
    if (indices)
      indices.setType(
          sym::getTensorType(sym::getDims(type)[axis], b.getI64Type()));
    for (int64_t i = 0; i < width; ++i)
      indices = t.unsqueeze(indices, -1);
    return indices;
  };
  Value mask;
  for (int64_t axis = 0; axis + 1 < rank; ++axis) {
    Value rows = getIndices(axis, rank - 1 - axis);
    Value columns = getIndices(axis + 1, rank - 2 - axis);
    if (wrap)
      rows = t.call("aten.remainder.Scalar", {rows, type.getDimSize(1) + 1});
    Value equal = t.compare("eq", rows, columns);
    mask = mask ? t.logicalAnd(mask, equal) : equal;
  }
  Value filled =
      t.call("aten.masked_fill.Scalar", {x, mask, Arguments(op).getSpec(1)});
  if (!filled)
    return refuse(op) << "fills the diagonal of a tensor: " << t.getReason();
  objectOf[op->getResult(0)] = objectOf[self];
  return write(node, filled, op);
}
