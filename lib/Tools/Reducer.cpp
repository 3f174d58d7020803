//===- Reducer.cpp - Reduces a module that shows a failure ----------------===//
//
// See Reducer.h.
//
//===----------------------------------------------------------------------===//

#include "Reducer.h"

#include "torch-onnx/Support/DiagnosticCapture.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// Attempts
//===----------------------------------------------------------------------===//

/// Erases in reverse order, so that users come before their operands; one round
/// is enough except with subgraphs.
static void eraseDeadOps(ModuleOp module) {
  for (bool changed = true; changed;) {
    SmallVector<Operation *> ops;
    module.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
    changed = false;
    for (Operation *op : llvm::reverse(ops))
      if (isOpTriviallyDead(op)) {
        op->erase();
        changed = true;
      }
  }
}

bool Reducer::attempt(llvm::function_ref<bool(ModuleOp)> edit) {
  OwningOpRef<ModuleOp> copy = current->clone();
  if (!edit(*copy))
    return false;
  eraseDeadOps(*copy);
  {
    // An edit that produces an invalid program is rejected, and its diagnostics
    // are dropped.
    DiagnosticCapture quiet(copy->getContext());
    if (failed(verify(*copy)))
      return false;
  }
  if (!isInteresting(*copy))
    return false;
  current = std::move(copy);
  return true;
}

bool Reducer::attemptPieces(
    llvm::function_ref<unsigned()> count,
    llvm::function_ref<bool(ModuleOp, unsigned, unsigned)> edit) {
  bool changed = false;
  for (unsigned size = count(); size > 0; size /= 2)
    // In reverse order, because later items depend on earlier ones.
    for (unsigned last = count(); last > 0;) {
      unsigned first = last > size ? last - size : 0;
      if (attempt([&](ModuleOp module) { return edit(module, first, last); }))
        changed = true;
      // The edit may have removed other items, too.
      last = std::min(first, count());
    }
  return changed;
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

static SmallVector<func::FuncOp> getFunctions(ModuleOp module) {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      functions.push_back(function);
  return functions;
}

SmallVector<Operation *> torch_onnx::getReducibleOps(ModuleOp module) {
  SmallVector<Operation *> ops;
  for (func::FuncOp function : getFunctions(module))
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != function && !op->hasTrait<OpTrait::IsTerminator>())
        ops.push_back(op);
    });
  return ops;
}

bool Reducer::dropLocations() {
  return attempt([](ModuleOp module) {
    Location unknown = UnknownLoc::get(module.getContext());
    bool changed = false;
    module.walk([&](Operation *op) {
      changed |= op->getLoc() != unknown;
      op->setLoc(unknown);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            argument.setLoc(unknown);
    });
    return changed;
  });
}

bool Reducer::dropFunctions() {
  auto count = [&] {
    return static_cast<unsigned>(
        llvm::range_size(current->getOps<func::FuncOp>()));
  };
  return attemptPieces(count, [](ModuleOp module, unsigned first,
                                 unsigned last) {
    SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
    bool changed = false;
    for (func::FuncOp function : ArrayRef(functions).slice(first, last - first))
      if (SymbolTable::symbolKnownUseEmpty(function, module) &&
          functions.size() > 1) {
        function.erase();
        changed = true;
      }
    return changed;
  });
}

bool Reducer::dropResults(unsigned function) {
  auto count = [&] { return getFunctions(*current)[function].getNumResults(); };
  return attemptPieces(
      count, [&](ModuleOp module, unsigned first, unsigned last) {
        func::FuncOp main = getFunctions(module)[function];
        auto terminator =
            dyn_cast<func::ReturnOp>(main.getBody().back().getTerminator());
        if (!terminator || !SymbolTable::symbolKnownUseEmpty(main, module))
          return false;
        llvm::BitVector dropped(main.getNumResults());
        dropped.set(first, last);
        if (failed(main.eraseResults(dropped)))
          return false;
        terminator->eraseOperands(first, last - first);
        return true;
      });
}

/// Turns computed values into inputs and erases the operation.
static bool cut(Operation *op) {
  auto function = op->getParentOfType<func::FuncOp>();
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    unsigned index = function.getNumArguments();
    if (failed(
            function.insertArgument(index, result.getType(), {}, op->getLoc())))
      return false;
    result.replaceAllUsesWith(function.getArgument(index));
  }
  op->erase();
  return true;
}

bool Reducer::cutOperations() {
  auto count = [&] {
    return static_cast<unsigned>(getReducibleOps(*current).size());
  };
  return attemptPieces(
      count, [](ModuleOp module, unsigned first, unsigned last) {
        SmallVector<Operation *> ops = getReducibleOps(module);
        // Users first, so that most values have no uses left; the contents of
        // an operation come before it.
        for (unsigned i = last; i-- > first;) {
          if (!SymbolTable::symbolKnownUseEmpty(
                  ops[i]->getParentOfType<func::FuncOp>(), module) ||
              !cut(ops[i]))
            return false;
        }
        return true;
      });
}

/// Replaces results by an operand.
bool Reducer::bypassOperations() {
  auto count = [&] {
    return static_cast<unsigned>(getReducibleOps(*current).size());
  };
  return attemptPieces(
      count, [](ModuleOp module, unsigned first, unsigned last) {
        SmallVector<Operation *> ops = getReducibleOps(module);
        bool changed = false;
        for (unsigned i = last; i-- > first;) {
          Operation *op = ops[i];
          if (op->getNumResults() != 1 || op->getNumRegions())
            continue;
          for (Value operand : op->getOperands())
            if (operand.getType() == op->getResult(0).getType()) {
              op->getResult(0).replaceAllUsesWith(operand);
              op->erase();
              changed = true;
              break;
            }
        }
        return changed;
      });
}

bool Reducer::dropArguments(unsigned function) {
  auto count = [&] {
    return getFunctions(*current)[function].getNumArguments();
  };
  return attemptPieces(
      count, [&](ModuleOp module, unsigned first, unsigned last) {
        func::FuncOp main = getFunctions(module)[function];
        llvm::BitVector unused(main.getNumArguments());
        for (unsigned i = first; i < last; ++i)
          if (main.getArgument(i).use_empty())
            unused.set(i);
        return unused.any() && SymbolTable::symbolKnownUseEmpty(main, module) &&
               succeeded(main.eraseArguments(unused));
      });
}

bool Reducer::dropAttributes() {
  bool changed = attempt([](ModuleOp module) {
    bool any = !module->getDiscardableAttrDictionary().empty();
    module->setDiscardableAttrs(DictionaryAttr::get(module.getContext()));
    for (func::FuncOp function : getFunctions(module)) {
      any |= function.getArgAttrsAttr() || function.getResAttrsAttr();
      function.removeArgAttrsAttr();
      function.removeResAttrsAttr();
    }
    return any;
  });
  auto getAttributes = [](ModuleOp module) {
    SmallVector<std::pair<Operation *, StringAttr>> attributes;
    for (Operation *op : getReducibleOps(module))
      for (NamedAttribute attribute : op->getAttrs())
        attributes.emplace_back(op, attribute.getName());
    return attributes;
  };
  auto count = [&] {
    return static_cast<unsigned>(getAttributes(*current).size());
  };
  changed |=
      attemptPieces(count, [&](ModuleOp module, unsigned first, unsigned last) {
        auto attributes = getAttributes(module);
        for (auto [op, name] : ArrayRef(attributes).slice(first, last - first))
          op->removeAttr(name);
        return true;
      });
  return changed;
}

void Reducer::run() {
  for (bool changed = true; changed;) {
    changed = dropLocations();
    changed |= dropFunctions();
    for (unsigned i = 0; i < getFunctions(*current).size(); ++i)
      changed |= dropResults(i);
    changed |= cutOperations();
    changed |= bypassOperations();
    for (unsigned i = 0; i < getFunctions(*current).size(); ++i)
      changed |= dropArguments(i);
    changed |= dropAttributes();
  }
}
