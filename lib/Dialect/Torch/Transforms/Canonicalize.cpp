//===- Canonicalize.cpp - Canonical names of operators --------------------===//
//
// Runs first. Afterwards no operation has a target that Aliases.inc lists as an
// alias, so no other table needs aliases, or a target that is a short form of
// another operator.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/Transforms/Canonicalize.h"
#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"

#include "llvm/ADT/STLExtras.h"

namespace torch_onnx::torch {
#define GEN_PASS_DEF_CANONICALIZE
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h.inc"
} // namespace torch_onnx::torch

using namespace mlir;
using namespace torch_onnx;

namespace {
struct Alias {
  StringRef name, canonical;
};
} // namespace

/// Sorted by name.
static constexpr Alias kAliases[] = {
#define ALIAS(NAME, CANONICAL) {NAME, CANONICAL},
#include "Aliases.inc"
#undef ALIAS
};

static StringRef findAlias(StringRef name) {
  const Alias *alias =
      llvm::lower_bound(kAliases, name, [](const Alias &row, StringRef name) {
        return row.name < name;
      });
  return alias != std::end(kAliases) && alias->name == name ? alias->canonical
                                                            : StringRef();
}

StringRef torch::getCanonicalName(StringRef target) {
  if (StringRef canonical = findAlias(target); !canonical.empty())
    return canonical;
  // A row without overloads: `absolute_.default` is `abs_.default`.
  auto [name, overload] = target.rsplit('.');
  StringRef canonical = findAlias(name), form;
  if (canonical.empty() && name.consume_back("_")) {
    canonical = findAlias(name);
    form = "_";
  }
  if (canonical.empty())
    return target;
  const Schema *schema =
      Schema::lookup((canonical + form + "." + overload).str());
  return schema ? schema->getName() : target;
}

StringRef torch::getViewOfCopy(StringRef target) {
  auto [name, overload] = target.rsplit('.');
  const Schema *copy = Schema::lookup(target);
  if (!copy || !name.consume_back("_copy"))
    return target;
  const Schema *view = Schema::lookup((name + "." + overload).str());
  auto isSame = [](const SchemaArg &a, const SchemaArg &b) {
    return a.name == b.name && a.type.kind == b.type.kind &&
           a.type.isList == b.type.isList && a.defaultText == b.defaultText;
  };
  if (!view || !view->isView() ||
      !llvm::equal(view->getArgs(), copy->getArgs(), isSame))
    return target;
  return view->getName();
}

/// Operators that call another operator with their own arguments and return its
/// first results. LibTorch's decomposition cannot replace them if they write to
/// arguments, because functionalization runs before it.
static constexpr Alias kShortForms[] = {
    {"aten.fused_moving_avg_obs_fake_quant.default",
     "aten._fused_moving_avg_obs_fq_helper.default"},
};

/// Calls the other operator; its additional results are unused.
static void expandShortForm(torch::OperatorOp op, StringRef target) {
  const torch::Schema *schema = torch::Schema::lookup(target);
  OpBuilder b(op);
  SmallVector<Type> types(op->getResultTypes());
  if (!schema || schema->getArgs().size() != op.getArgs().size() ||
      types.size() > schema->getReturns().size())
    return;
  types.resize(schema->getReturns().size(), b.getNoneType());
  auto full =
      torch::OperatorOp::create(b, op.getLoc(), types, target, op.getArgs(),
                                ArrayAttr(), op.getInputs(), /*bodiesCount=*/0);
  full->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op->replaceAllUsesWith(full->getResults().take_front(op->getNumResults()));
  op->erase();
}

namespace {
struct CanonicalizePass : torch::impl::CanonicalizeBase<CanonicalizePass> {
  void runOnOperation() override {
    getOperation()->walk([](torch::OperatorOp op) {
      for (const Alias &form : kShortForms)
        if (op.getTarget() == form.name)
          return expandShortForm(op, form.canonical);
      StringRef name = torch::getCanonicalName(op.getTarget());
      if (name == op.getTarget())
        return;
      op.setTarget(name);
      // Arguments that exist only in the canonical operator have their
      // defaults.
      SmallVector<Attribute> args(op.getArgs().getValue());
      while (args.size() < op.getSchema()->getArgs().size())
        args.push_back(
            op.getSchema()->getDefault(args.size(), op.getContext()));
      op.setArgsAttr(ArrayAttr::get(op.getContext(), args));
    });
  }
};
} // namespace
