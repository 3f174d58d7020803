//===- PrepareForExport.cpp - Prepares a module for export ----------------===//
//
// See Passes.td and PreparedModule.h for the result; UniqueNames.cpp assigns
// names.
//
//===----------------------------------------------------------------------===//

#include "Legalize/Legalize.h"
#include "UniqueNames.h"

#include "torch-onnx/Dialect/ONNX/IR/ControlOps.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h"
#include "torch-onnx/Dialect/ONNX/Transforms/PreparedModule.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace torch_onnx::onnx {
#define GEN_PASS_DEF_PREPAREFOREXPORT
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h.inc"
} // namespace torch_onnx::onnx

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Turns arguments with default values into constants, which the emitter writes
/// as initializers and inputs. This comes last, as other passes would fold the
/// constants.
static LogicalResult makeDefaults(func::FuncOp function) {
  llvm::BitVector defaults(function.getNumArguments());
  Block &block = function.front();
  OpBuilder builder(&block, block.begin());
  for (BlockArgument argument : block.getArguments()) {
    unsigned index = argument.getArgNumber();
    auto value = function.getArgAttrOfType<ElementsAttr>(index, kDefaultAttr);
    if (!value)
      continue;
    if (value.getShapedType() != argument.getType())
      return mlir::emitError(argument.getLoc())
             << "the default of argument " << index << " has the type "
             << value.getShapedType() << ", not " << argument.getType();
    auto constant = ConstantOp::create(
        builder, argument.getLoc(), argument.getType(), value,
        function.getArgAttrOfType<StringAttr>(index, kNameAttr));
    constant->setAttr(kIsInputAttr, builder.getUnitAttr());
    argument.replaceAllUsesWith(constant.getResult());
    defaults.set(index);
  }
  return function.eraseArguments(defaults);
}

/// Moves all constants of `function`, including subgraphs, to its top in order,
/// and removes those without uses.
static void hoistConstants(func::FuncOp function) {
  SmallVector<ConstantOp, 0> constants;
  function.walk([&](ConstantOp op) { constants.push_back(op); });
  Operation *top = &function.front().front();
  for (ConstantOp op : constants) {
    if (op->use_empty()) {
      if (top == op)
        top = op->getNextNode();
      op->erase();
    } else if (top == op) {
      top = op->getNextNode();
    } else {
      op->moveBefore(top);
    }
  }
}

/// If `strides` describe a permuted contiguous tensor, returns the permutation
/// from the contiguous tensor to the view (as for onnx.Transpose: dimension i
/// of the view is perm[i] of the tensor).
static std::optional<SmallVector<int64_t>>
getPermutation(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  // Outermost first. Dimensions of size 1 may have any stride and position.
  SmallVector<int64_t> order, units;
  for (int64_t dim = 0, rank = shape.size(); dim < rank; ++dim)
    (shape[dim] == 1 ? units : order).push_back(dim);
  llvm::sort(order, [&](int64_t a, int64_t b) {
    return std::make_pair(-strides[a], a) < std::make_pair(-strides[b], b);
  });
  int64_t expected = 1;
  for (int64_t dim : llvm::reverse(order)) {
    if (strides[dim] != expected)
      return std::nullopt;
    expected *= shape[dim];
  }
  order.insert(order.begin(), units.begin(), units.end());
  SmallVector<int64_t> perm(shape.size());
  for (auto [position, dim] : llvm::enumerate(order))
    perm[dim] = position;
  return perm;
}

/// A transposed view cannot be referenced in its file, but its base can: the
/// runtime transposes it once when it loads the model.
static void referenceTransposedWeights(func::FuncOp function) {
  Block &block = function.front();
  SmallVector<ConstantOp, 0> constants(block.getOps<ConstantOp>());
  for (ConstantOp op : constants) {
    // The default value of an input has the shape of the input.
    auto file = dyn_cast<weight::FileAttr>(op.getValue());
    if (!file || file.isContiguous() || op->hasAttr(kIsInputAttr))
      continue;
    RankedTensorType type = file.getType();
    std::optional<SmallVector<int64_t>> perm =
        getPermutation(type.getShape(), file.getStrides());
    if (!perm)
      continue;
    SmallVector<int64_t> shape(perm->size());
    for (auto [dim, position] : llvm::enumerate(*perm))
      shape[position] = type.getDimSize(dim);
    auto baseType = RankedTensorType::get(shape, type.getElementType());
    OpBuilder builder(op);
    auto base =
        weight::FileAttr::get(baseType, file.getFile(), file.getOffset());
    // The state-dict name stays with the bytes.
    auto constant = ConstantOp::create(builder, op.getLoc(), baseType, base,
                                       op.getNameAttr());
    builder.setInsertionPointAfter(op);
    auto transpose =
        TransposeOp::create(builder, op.getLoc(), type, constant.getResult(),
                            builder.getDenseI64ArrayAttr(*perm));
    op.getResult().replaceAllUsesWith(transpose.getResult());
    op.erase();
  }
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

SmallVector<OpOperand *> onnx::getSharedOutputs(Operation *terminator) {
  Block *block = terminator->getBlock();
  auto main = dyn_cast<func::FuncOp>(block->getParentOp());
  llvm::SmallDenseSet<Value> seen;
  SmallVector<OpOperand *> shared;
  for (OpOperand &operand : terminator->getOpOperands()) {
    Value value = operand.get();
    bool isOwn = value.getParentBlock() == block &&
                 !isa<BlockArgument>(value) &&
                 !isa<ConstantOp, NoValueOp>(value.getDefiningOp());
    bool isFirst = seen.insert(value).second;
    if (isOwn && isFirst)
      continue;
    // An input may be an output of the graph if they have the same name.
    if (auto argument = dyn_cast<BlockArgument>(value);
        main && argument && isFirst && main.getSymName() == kEntryName) {
      auto input = main.getArgAttr(argument.getArgNumber(), kNameAttr);
      if (input &&
          input == main.getResultAttr(operand.getOperandNumber(), kNameAttr))
        continue;
    }
    shared.push_back(&operand);
  }
  return shared;
}

/// Makes `terminator` return only distinct results of nodes in its own block.
/// The checker and ONNX Runtime refuse anything else from a subgraph, and in
/// the main graph a value and its output may have different names.
static void makeOutputsDistinct(Operation *terminator, int64_t opset) {
  OpBuilder builder(terminator);
  for (OpOperand *operand : getSharedOutputs(terminator)) {
    Value value = operand->get();
    if (!isOutputWithoutNode(*operand, opset)) {
      operand->set(IdentityOp::create(builder, terminator->getLoc(),
                                      value.getType(), value));
      continue;
    }
    // An unnamed constant gets the name of the output.
    auto constant = value.getDefiningOp<ConstantOp>();
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfter(constant);
    operand->set(ConstantOp::create(
        builder, constant.getLoc(), cast<RankedTensorType>(value.getType()),
        cast<ElementsAttr>(constant.getValue()), StringAttr()));
    if (constant->use_empty())
      constant->erase();
  }
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Sets `axis` and `keepdims` where a node relies on their defaults. The
/// standard does not require this, but the fusions of ONNX Runtime's
/// transformers optimizer read both attributes only from the node
/// (docs/Rationale/Runtimes.md).
static void setReadDefaults(func::FuncOp function, int64_t opset) {
  Builder builder(function.getContext());
  auto find = [&](StringRef name) {
    SmallVector<NamedAttribute, 1> defaults;
    std::optional<OperatorSchema> schema = getOperatorSchema(name, opset);
    if (!schema)
      return defaults;
    for (const AttributeSchema &attribute : schema->attributes) {
      bool isRead = attribute.name == "axis" || attribute.name == "keepdims";
      int64_t number;
      if (isRead && attribute.defaultValue &&
          !StringRef(*attribute.defaultValue).getAsInteger(10, number))
        defaults.emplace_back(builder.getStringAttr(attribute.name),
                              builder.getI64IntegerAttr(number));
    }
    return defaults;
  };
  llvm::StringMap<SmallVector<NamedAttribute, 1>> known;
  function.walk([&](Operation *op) {
    StringRef name = getOperatorName(op);
    if (name.empty())
      return;
    auto [it, isNew] = known.try_emplace(name);
    if (isNew)
      it->second = find(name);
    auto custom = dyn_cast<CustomOp>(op);
    DictionaryAttr references =
        custom ? custom.getReferencesAttr() : DictionaryAttr();
    for (NamedAttribute attribute : it->second)
      if (!getNodeAttributes(op).get(attribute.getName()) &&
          !(references && references.contains(attribute.getName())))
        setNodeAttribute(op, attribute.getName(), attribute.getValue());
  });
}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

/// Whether a value has elements that older IR versions lack.
static bool hasFloat4(ModuleOp module) {
  auto isFloat4 = [](Type type) {
    return isa<Float4E2M1FNType>(getElementTypeOrSelf(type));
  };
  return module
      ->walk([&](Operation *op) {
        bool found = llvm::any_of(op->getResultTypes(), isFloat4);
        for (Region &region : op->getRegions())
          for (Block &block : region)
            found |= llvm::any_of(block.getArgumentTypes(), isFloat4);
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Sets the versions of the default domain, other domains and the IR.
static LogicalResult setVersions(ModuleOp module, int64_t defaultOpset,
                                 bool nodeMetadata) {
  Builder builder(module.getContext());
  auto opset = module->getAttrOfType<IntegerAttr>(kOpsetAttr);
  if (!opset) {
    if (defaultOpset <= 0)
      return module.emitError("the module has no '") << kOpsetAttr << "'";
    opset = builder.getI64IntegerAttr(defaultOpset);
    module->setAttr(kOpsetAttr, opset);
  }

  NamedAttrList imports;
  if (auto known = module->getAttrOfType<DictionaryAttr>(kOpsetImportsAttr))
    imports.append(known.getValue());
  auto import = [&](StringAttr domain) {
    if (!domain.empty() && !imports.get(domain))
      imports.set(domain, builder.getI64IntegerAttr(1));
  };
  module.walk([&](CustomOp op) { import(op.getDomainAttr()); });
  int64_t minimum = getIrVersionOfOpset(opset.getInt());
  if (hasFloat4(module))
    minimum = std::max(minimum, kFloat4IrVersion);
  if (nodeMetadata && opset.getInt() >= kFirstMetadataOpset)
    minimum = std::max(minimum, kNodeMetadataIrVersion);
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    if (auto domain = function->getAttrOfType<StringAttr>(kDomainAttr)) {
      import(domain);
      minimum = std::max<int64_t>(minimum, 8); // The first with functions.
    }
  if (!imports.empty())
    module->setAttr(kOpsetImportsAttr,
                    imports.getDictionary(module.getContext()));
  if (!module->hasAttr(kIrVersionAttr))
    module->setAttr(kIrVersionAttr, builder.getI64IntegerAttr(minimum));
  return success();
}

/// Checks that functions have valid ONNX names and domains and are not
/// recursive.
static LogicalResult checkFunctions(ModuleOp module) {
  auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    auto domain = function->getAttrOfType<StringAttr>(kDomainAttr);
    if (!domain)
      continue;
    StringRef name = function.getSymName();
    if (llvm::isDigit(name.front()) || !llvm::all_of(name, isWord))
      return function.emitError("a function cannot be called '")
             << name << "' in ONNX; expected an identifier";
    // In the default domain it would replace an operator.
    if (domain.empty() || domain == "ai.onnx" ||
        !llvm::all_of(domain.getValue(), [&](char c) {
          return isWord(c) || c == '.' || c == '-';
        }))
      return function.emitError("the function '")
             << name << "' cannot be in the domain '" << domain.getValue()
             << "'; expected another domain than the default one, of letters, "
                "digits, '_', '.' and '-'";
    if (function.isExternal())
      return function.emitError("the function '") << name << "' has no body";
  }
  return success(succeeded(sortFunctions(module)));
}

/// Gives each unknown size of a slice a symbol named after the value. For opset
/// 10, where ONNX's shape inference uses the size of the operand instead and
/// ONNX Runtime then reuses too small buffers. A named size is not inferred.
static void nameSliceSizes(func::FuncOp function) {
  function.walk([](SliceOp op) {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    auto names = op->getAttrOfType<ArrayAttr>(kValueNamesAttr);
    bool isOutput = llvm::any_of(op->getUsers(), [](Operation *user) {
      return isa<func::ReturnOp, YieldOp>(user);
    });
    // The type of an output is also in the function type.
    if (!type || !names || isOutput)
      return;
    SmallVector<AffineExpr> sizes = sym::getDims(type);
    for (auto [axis, size] : llvm::enumerate(sizes))
      if (!size)
        size = sym::getSymbol(op.getContext(),
                              cast<StringAttr>(names[0]).getValue().str() +
                                  "_size_" + std::to_string(axis));
    op.getOutput().setType(sym::getTensorType(sizes, type.getElementType()));
  });
}

namespace {

class PrepareForExport
    : public onnx::impl::PrepareForExportBase<PrepareForExport> {
public:
  using PrepareForExportBase::PrepareForExportBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkFunctions(module)) ||
        failed(setVersions(module, opset, nodeMetadata)))
      return signalPassFailure();
    for (func::FuncOp function : module.getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      if (function.getSymName() == kEntryName && failed(makeDefaults(function)))
        return signalPassFailure();
      hoistConstants(function);
      if (weightsMode == WeightsMode::Reference &&
          function.getSymName() == kEntryName)
        referenceTransposedWeights(function);
      int64_t version = module->getAttrOfType<IntegerAttr>(kOpsetAttr).getInt();
      function.walk([&](Operation *op) {
        if (isa<func::ReturnOp, YieldOp>(op))
          makeOutputsDistinct(op, version);
      });
      setReadDefaults(function, version);
      if (failed(nameFunction(function)))
        return signalPassFailure();
      if (version == 10)
        nameSliceSizes(function);
    }
  }
};

} // namespace
