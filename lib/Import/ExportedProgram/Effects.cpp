//===- Effects.cpp - Assertions, output and effect tokens -----------------===//
//
// Handles assertions, output on the terminal, and the tokens that order
// operators with effects after run_decompositions(). A model only computes:
// unchecked conditions are recorded, output is dropped, and tokens are removed.
//
//===----------------------------------------------------------------------===//

#include "GraphImporter.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace torch_onnx;

/// Runtime assertions. ONNX has no operator that stops a model.
static bool isAssertion(StringRef target) {
  return llvm::StringSwitch<bool>(target)
      .Cases({"aten._assert_scalar.default", "aten._assert_async.default",
              "aten._assert_async.msg", "aten._assert_tensor_metadata.default",
              "aten._linalg_check_errors.default",
              "aten.sym_constrain_range.default",
              "aten.sym_constrain_range_for_size.default"},
             true)
      .Default(false);
}

/// The condition of an assertion that torch.export has added: `s0 != 1` for
/// "Runtime assertion failed for expression Ne(s0, 1) on node 'ne'". Another
/// message is returned unchanged.
static std::string getCondition(StringRef message) {
  StringRef condition = message;
  if (!condition.consume_front("Runtime assertion failed for expression "))
    return message.str();
  condition = condition.substr(0, condition.rfind(" on node '"));
  // The only relations that sympy does not print infix.
  auto [function, args] = condition.split('(');
  StringRef relation = llvm::StringSwitch<StringRef>(function)
                           .Case("Eq", " == ")
                           .Case("Ne", " != ")
                           .Default("");
  size_t comma = StringRef::npos;
  for (unsigned i = 0, depth = 1; i < args.size(); ++i) {
    depth += args[i] == '(' ? 1 : args[i] == ')' ? -1 : 0;
    if (depth == 1 && args[i] == ',')
      comma = i;
    if (depth == 0 && i + 1 < args.size())
      return condition.str();
  }
  if (relation.empty() || comma == StringRef::npos)
    return condition.str();
  return (args.take_front(comma) + relation +
          args.drop_front(comma + 1).drop_back().trim())
      .str();
}

/// Whether a condition is that a size of an input is 1: `s0 == 1`.
static bool isSizeOfOne(StringRef condition) {
  return condition.consume_front("s") && condition.consume_back(" == 1") &&
         !condition.empty() && llvm::all_of(condition, llvm::isDigit);
}

/// Records the text of an assertion. Assertions on metadata are recorded only
/// if they concern more than dtypes and shapes, which every runtime checks.
void GraphImporter::recordAssertion(StringRef target, Json node, Location loc) {
  std::string message, subject, least, most;
  bool checksMore = !target.starts_with("aten._assert_tensor_metadata.");
  node["inputs"].forEach([&](Json input) {
    StringRef name = input["name"].asString();
    auto [arm, value] = input["arg"].asUnion();
    StringRef valueName = getValueName(input["arg"]);
    if (!valueName.empty())
      subject = valueName.str();
    if (arm == "as_string")
      message = value.asString().str();
    if (arm == "as_int")
      (name == "min" ? least : most) = std::to_string(value.asInt());
    checksMore |= arm != "as_none" && (name == "size" || name == "stride");
  });
  if (failed() || !checksMore)
    return;
  std::string text = getCondition(message);
  // torch.export specializes other sizes, but not 1 if it is told that the size
  // is dynamic (backed_size_oblivious). The declared shapes then assume it.
  if (isSizeOfOne(text))
    mlir::emitWarning(loc)
        << "torch.export assumed that " << text
        << "; other sizes of this input may give wrong results. Export the "
           "program with an example whose size is not 1";
  if (text.empty() && target.starts_with("aten.sym_constrain_range"))
    text = subject + " is between " + (least.empty() ? "0" : least) + " and " +
           (most.empty() ? "infinity" : most);
  else if (target == "aten._linalg_check_errors.default")
    text = "'" + message + "' succeeds";
  else if (text.empty())
    text = (target + " of " + subject).str();
  text = getPrintable(text);
  LocationAttr line = loc;
  while (auto named = dyn_cast<NameLoc>(line))
    line = named.getChildLoc();
  if (auto file = dyn_cast<FileLineColLoc>(line); file && file.getLine() != 0)
    text = (file.getFilename().getValue() + ":" + Twine(file.getLine()) + ": " +
            text)
               .str();
  state.unchecked.insert(b.getStringAttr(text));
}

static bool isPrint(StringRef target) {
  return target == "aten._print.default" || target == "higher_order.print";
}

bool GraphImporter::importEffect(StringRef target, Json node, Location loc) {
  if (isAssertion(target))
    recordAssertion(target, node, loc);
  else if (target == "higher_order.with_effects")
    importWithToken(node, loc);
  else
    return isPrint(target);
  return true;
}

/// `with_effects(token, operator, arguments...)` returns the next token and the
/// results of the operator (torch/_higher_order_ops/effects.py). A model has no
/// order of effects, so all tokens are the first token, which is unused.
void GraphImporter::importWithToken(Json node, Location loc) {
  Value token;
  StringRef target;
  unsigned position = 0;
  node["inputs"].forEach([&](Json input) {
    if (failed())
      return;
    auto [arm, value] = input["arg"].asUnion();
    if (position == 0 && arm == "as_tensor")
      token = lookup(getValueName(input["arg"]));
    else if (position == 1 && arm == "as_operator")
      target = value.asString();
    ++position;
  });
  SmallVector<NodeOutput> outputs = getOutputs(node);
  if (failed())
    return;
  target.consume_front("torch.ops.");
  if (!token || target.empty() || outputs.empty() || outputs[0].name.empty())
    return document.error("expected a token and an operator");
  bind(outputs[0].name, token);
  if (isAssertion(target))
    recordAssertion(target, node, loc);
  else if (!isPrint(target))
    importOperator(target, node, loc, /*hasToken=*/true);
}
