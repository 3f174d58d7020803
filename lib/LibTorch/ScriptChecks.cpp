//===- ScriptChecks.cpp - Safety checks of TorchScript code ---------------===//
//
// See ScriptChecks.h. Recursive in the depth of syntax trees, which
// checkNesting() bounds.
//
//===----------------------------------------------------------------------===//

#include "ScriptChecks.h"

#include "Arguments.h"

#include <torch/csrc/jit/frontend/tree_views.h>

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <vector>

using namespace torch_onnx::libtorch;
namespace jit = torch::jit;
using Kind = ScriptDefinition::Kind;

/// The pseudo-variable for the result of a function. It is not an identifier of
/// the language.
static constexpr char returnedName[] = "return";

// Far more than models need, and still fast to compile.
static constexpr size_t maxTypeSize = 10000;
static constexpr size_t maxTypeDepth = 100;
static constexpr size_t maxObjects = 200000;
static constexpr size_t maxObjectDepth = 200;

std::string torch_onnx::libtorch::getQualifiedName(const jit::TreeRef &tree) {
  if (tree->kind() == jit::TK_VAR)
    return jit::Var(tree).name().name();
  if (tree->kind() != '.')
    return {};
  std::string base = getQualifiedName(tree->tree(0));
  return base.empty() ? base : base + "." + jit::Select(tree).selector().name();
}

namespace {

/// The known part of the type of an expression.
struct TypeShape {
  /// The nodes of the type as a tree, and its depth.
  size_t size = 1, depth = 1;
  /// The elements of a tuple.
  std::vector<std::shared_ptr<const TypeShape>> elements;
  /// The element of a list or a dictionary.
  std::shared_ptr<const TypeShape> element;
};
using TypeShapePtr = std::shared_ptr<const TypeShape>;

/// The size of the tree of objects below a class, and the type of a named tuple
/// as a tree.
struct ObjectShape {
  size_t objects = 1, depth = 1;
  TypeShapePtr type;
};

class Checker {
public:
  explicit Checker(const ScriptDefinitions &definitions)
      : definitions(definitions) {}

  size_t run();

private:
  using Variables = std::unordered_map<std::string, TypeShapePtr>;

  bool isNamedTuple(const std::string &name) const {
    auto it = definitions.find(name);
    return it != definitions.end() && it->second.kind == Kind::NamedTuple;
  }

  void checkLiteral(const jit::TreeRef &tree);
  void checkNodes(const jit::TreeRef &root);

  TypeShapePtr makeShape(const jit::TreeRef &place,
                         std::vector<TypeShapePtr> elements, bool isTuple);
  TypeShapePtr getAnnotated(const jit::TreeRef &tree);
  TypeShapePtr getShape(const jit::TreeRef &tree, const Variables &variables);
  TypeShapePtr getCallShape(const jit::TreeRef &tree,
                            const Variables &variables);
  void assign(const jit::TreeRef &target, const TypeShapePtr &shape,
              Variables &variables);
  void checkStatements(const jit::TreeRef &tree, Variables &variables);
  void checkFunction(const jit::Def &function);

  ObjectShape getObjects(const std::string &name, size_t depth);
  void addObjects(const jit::TreeRef &annotation, size_t depth,
                  ObjectShape &shape);

  const ScriptDefinitions &definitions;
  const TypeShapePtr leaf = std::make_shared<TypeShape>();
  std::unordered_map<std::string, ObjectShape> objects;
  size_t stackSize = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Expressions and statements
//===----------------------------------------------------------------------===//

/// LibTorch evaluates the defaults of parameters and the constants of classes
/// by running them, and `aten::save` writes files.
void Checker::checkLiteral(const jit::TreeRef &tree) {
  switch (tree->kind()) {
  case jit::TK_CONST:
  case jit::TK_STRINGLITERAL:
  case jit::TK_TRUE:
  case jit::TK_FALSE:
  case jit::TK_NONE:
    return;
  case jit::TK_UNARY_MINUS:
  case '+': // "1+2j"
  case '-':
  case jit::TK_LIST_LITERAL:
  case jit::TK_TUPLE_LITERAL:
  case jit::TK_DICT_LITERAL:
  case jit::TK_LIST:
    for (const jit::TreeRef &operand : tree->trees())
      checkLiteral(operand);
    return;
  case jit::TK_VAR:
  case '.': {
    std::string name = getQualifiedName(tree);
    if (name == "inf" || name == "nan" || name == "infj" || name == "nanj" ||
        name.starts_with("CONSTANTS."))
      return;
    // A member of an enumeration. Class attributes have no values here.
    if (name.starts_with("__torch__."))
      return;
    break;
  }
  case jit::TK_APPLY: {
    jit::Apply call(tree);
    std::string callee = getQualifiedName(call.callee().tree());
    bool isAnnotation = callee == "annotate" && call.inputs().size() == 2;
    if (!isAnnotation && callee != "torch.device" && !isNamedTuple(callee))
      break;
    // The first argument of annotate() is a type.
    size_t index = 0;
    for (const jit::Expr &input : call.inputs())
      if (index++ > 0 || !isAnnotation)
        checkLiteral(input.tree());
    for (const jit::Attribute &attribute : call.attributes())
      checkLiteral(attribute.value().tree());
    return;
  }
  default:
    break;
  }
  throw jit::ErrorReport(tree)
      << "the value of a default or a constant must be a literal";
}

/// Checks each node, and adds the stack size for its depth.
void Checker::checkNodes(const jit::TreeRef &root) {
  // Measured: a call costs 4 KB, a tree level less than 2 KB.
  constexpr size_t definitionStack = 16 << 10, levelStack = 3 << 10;
  size_t deepest = 0;
  std::vector<std::pair<jit::TreeRef, size_t>> stack = {{root, 1}};
  while (!stack.empty()) {
    auto [tree, depth] = std::move(stack.back());
    stack.pop_back();
    deepest = std::max(deepest, depth);
    switch (tree->kind()) {
    case jit::TK_PARAM: {
      jit::Maybe<jit::Expr> value = jit::Param(tree).defaultValue();
      if (value.present())
        checkLiteral(value.get().tree());
      break;
    }
    case jit::TK_CLASS_DEF:
      for (const jit::Stmt &statement : jit::ClassDef(tree).body()) {
        if (statement.kind() != jit::TK_ASSIGN)
          continue;
        jit::Assign assign(statement.tree());
        // `__annotations__["name"] = T` declares an attribute.
        if (assign.rhs().present() && assign.lhs_list().size() == 1 &&
            assign.lhs().kind() == jit::TK_VAR)
          checkLiteral(assign.rhs().get().tree());
      }
      break;
    case jit::TK_DEF:
      // A method adds its own calls.
      stackSize += definitionStack;
      break;
    case jit::TK_FOR:
      // LibTorch unrolls loops over tuples. torch.jit.save writes them
      // unrolled.
      for (const jit::Expr &range : jit::For(tree).itrs())
        if (range.kind() != jit::TK_APPLY ||
            getQualifiedName(jit::Apply(range.tree()).callee().tree()) !=
                "range")
          throw jit::ErrorReport(range.tree())
              << "a loop that torch.jit.save writes is over range()";
      break;
    case jit::TK_LIST_COMP:
    case jit::TK_DICT_COMP:
      throw jit::ErrorReport(tree)
          << "torch.jit.save does not write comprehensions";
    default:
      break;
    }
    for (const jit::TreeRef &child : tree->trees())
      stack.emplace_back(child, depth + 1);
  }
  stackSize += definitionStack + deepest * levelStack;
}

//===----------------------------------------------------------------------===//
// Types of expressions
//===----------------------------------------------------------------------===//

// LibTorch takes exponential time to compare the types of `t1 = (t0, t0)`, `t2
// = (t1, t1)`, ... A bound for each variable is enough, because the result
// types of calls are declared.

TypeShapePtr Checker::makeShape(const jit::TreeRef &place,
                                std::vector<TypeShapePtr> elements,
                                bool isTuple) {
  auto shape = std::make_shared<TypeShape>();
  TypeShapePtr largest;
  for (const TypeShapePtr &element : elements) {
    shape->depth = std::max(shape->depth, element->depth + 1);
    if (isTuple)
      shape->size += element->size;
    else
      shape->size = std::max(shape->size, element->size + 1);
    if (!largest || element->size > largest->size)
      largest = element;
  }
  if (shape->size > maxTypeSize || shape->depth > maxTypeDepth)
    throw jit::ErrorReport(place) << "the type of an expression is too large";
  if (isTuple)
    shape->elements = std::move(elements);
  else
    shape->element = largest;
  return shape;
}

TypeShapePtr Checker::getAnnotated(const jit::TreeRef &tree) {
  std::string name = getQualifiedName(tree);
  if (!name.empty()) {
    if (!isNamedTuple(name))
      return leaf;
    TypeShapePtr type = getObjects(name, 0).type;
    return type ? type : leaf;
  }
  if (tree->kind() != jit::TK_SUBSCRIPT)
    return leaf;
  jit::Subscript subscript(tree);
  std::vector<TypeShapePtr> elements;
  for (const jit::Expr &element : subscript.subscript_exprs()) {
    if (element.kind() == jit::TK_TUPLE_LITERAL)
      for (const jit::Expr &inner : jit::TupleLiteral(element.tree()).inputs())
        elements.push_back(getAnnotated(inner.tree()));
    else
      elements.push_back(getAnnotated(element.tree()));
  }
  std::string container = getQualifiedName(subscript.value().tree());
  if (container == "Optional" && elements.size() == 1)
    return elements[0];
  return makeShape(tree, std::move(elements),
                   container == "Tuple" || container == "Union");
}

/// Builtin functions whose results contain elements of their arguments.
static bool keepsElements(const std::string &name) {
  static constexpr std::string_view names[] = {
      "torch.add",   "torch.mul",         "torch.append", "torch.copy",
      "torch.dict",  "torch.extend",      "torch.get",    "torch.insert",
      "torch.list",  "torch.__getitem__", "torch.pop",    "torch.setdefault",
      "torch.slice", "torch.sorted",      "torch.values", "torch.keys",
      "torch.wait"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

TypeShapePtr Checker::getCallShape(const jit::TreeRef &tree,
                                   const Variables &variables) {
  jit::Apply call(tree);
  std::string callee = getQualifiedName(call.callee().tree());
  std::vector<TypeShapePtr> arguments;
  bool isFirst = true;
  for (const jit::Expr &input : call.inputs()) {
    if (isFirst && (callee == "annotate" || callee == "unchecked_cast" ||
                    callee == "uninitialized"))
      return getAnnotated(input.tree());
    isFirst = false;
    arguments.push_back(getShape(input.tree(), variables));
  }
  if (isNamedTuple(callee)) {
    TypeShapePtr type = getObjects(callee, 0).type;
    return type ? type : leaf;
  }
  bool isItems = callee == "torch.items" || callee == "torch.popitem";
  bool isZip = callee == "zip" || callee == "enumerate";
  // Names without a dot are builtin functions such as tuple().
  bool isBuiltin = !callee.empty() && callee.find('.') == std::string::npos;
  if (!isItems && !isBuiltin && !keepsElements(callee))
    return leaf;
  if (isZip)
    return makeShape(tree, {makeShape(tree, arguments, true)}, false);
  TypeShapePtr result = leaf;
  for (const TypeShapePtr &argument : arguments)
    if (argument->size > result->size)
      result = argument;
  if (isItems && result->element)
    return makeShape(tree, {makeShape(tree, {leaf, result->element}, true)},
                     false);
  // The result is one element or all of them; the bound is the same.
  return result;
}

TypeShapePtr Checker::getShape(const jit::TreeRef &tree,
                               const Variables &variables) {
  auto getShapes = [&](const jit::List<jit::Expr> &expressions) {
    std::vector<TypeShapePtr> shapes;
    for (const jit::Expr &expression : expressions)
      shapes.push_back(getShape(expression.tree(), variables));
    return shapes;
  };
  switch (tree->kind()) {
  case jit::TK_VAR: {
    auto it = variables.find(jit::Var(tree).name().name());
    return it == variables.end() ? leaf : it->second;
  }
  case jit::TK_TUPLE_LITERAL: {
    TypeShapePtr shape =
        makeShape(tree, getShapes(jit::TupleLiteral(tree).inputs()), true);
    bool hasStar = false;
    for (const jit::Expr &input : jit::TupleLiteral(tree).inputs())
      hasStar |= input.kind() == jit::TK_STARRED;
    if (!hasStar)
      return shape;
    // After a starred element, the positions of the elements are unknown.
    auto open = std::make_shared<TypeShape>(*shape);
    open->elements.clear();
    return open;
  }
  case jit::TK_STARRED:
    return getShape(tree->tree(0), variables);
  case jit::TK_LIST_LITERAL:
    return makeShape(tree, getShapes(jit::ListLiteral(tree).inputs()), false);
  case jit::TK_DICT_LITERAL:
    return makeShape(tree, getShapes(jit::DictLiteral(tree).value_inputs()),
                     false);
  case jit::TK_IF_EXPR: {
    jit::TernaryIf choice(tree);
    TypeShapePtr first = getShape(choice.true_expr().tree(), variables);
    TypeShapePtr second = getShape(choice.false_expr().tree(), variables);
    return first->size < second->size ? second : first;
  }
  case jit::TK_SUBSCRIPT: {
    jit::Subscript subscript(tree);
    TypeShapePtr shape = getShape(subscript.value().tree(), variables);
    if (shape->element)
      return shape->element;
    if (shape->elements.empty() || subscript.subscript_exprs().size() != 1)
      return shape;
    jit::Expr index = *subscript.subscript_exprs().begin();
    if (index.kind() == jit::TK_CONST) {
      jit::Const literal(index.tree());
      if (literal.isIntegral() && literal.asIntegral() >= 0 &&
          static_cast<size_t>(literal.asIntegral()) < shape->elements.size())
        return shape->elements[literal.asIntegral()];
    }
    return shape;
  }
  case jit::TK_APPLY:
    return getCallShape(tree, variables);
  case '+':
  case '*': {
    TypeShapePtr first = getShape(tree->tree(0), variables);
    TypeShapePtr second = getShape(tree->tree(1), variables);
    return first->size < second->size ? second : first;
  }
  default:
    // Attributes have the types declared by their classes.
    return leaf;
  }
}

void Checker::assign(const jit::TreeRef &target, const TypeShapePtr &shape,
                     Variables &variables) {
  if (target->kind() == jit::TK_VAR) {
    TypeShapePtr &variable = variables[jit::Var(target).name().name()];
    if (!variable || variable->size <= shape->size)
      variable = shape;
  } else if (target->kind() == jit::TK_TUPLE_LITERAL) {
    size_t index = 0;
    for (const jit::Expr &inner : jit::TupleLiteral(target).inputs()) {
      assign(inner.tree(),
             index < shape->elements.size() ? shape->elements[index]
             : shape->element               ? shape->element
                                            : shape,
             variables);
      ++index;
    }
  }
}

void Checker::checkStatements(const jit::TreeRef &tree, Variables &variables) {
  switch (tree->kind()) {
  case jit::TK_ASSIGN: {
    jit::Assign statement(tree);
    TypeShapePtr shape = leaf;
    if (statement.rhs().present())
      shape = getShape(statement.rhs().get().tree(), variables);
    if (statement.type().present())
      shape = getAnnotated(statement.type().get().tree());
    std::vector<jit::TreeRef> targets;
    for (const jit::Expr &target : statement.lhs_list())
      targets.push_back(target.tree());
    // `a = b = value` has several targets, `a, b, = value` one tuple.
    for (const jit::TreeRef &target : targets)
      assign(target, shape, variables);
    return;
  }
  case jit::TK_DEF: {
    // A forked closure sees the outer variables, and its result is the result
    // of the fork.
    jit::Def closure(tree);
    Variables inner = variables;
    inner.erase(returnedName);
    for (const jit::Stmt &statement : closure.statements())
      checkStatements(statement.tree(), inner);
    auto returned = inner.find(returnedName);
    if (returned != inner.end())
      variables[closure.name().name()] = returned->second;
    return;
  }
  case jit::TK_IF:
  case jit::TK_FOR:
  case jit::TK_WHILE:
  case jit::TK_WITH:
  case jit::TK_LIST:
    for (const jit::TreeRef &child : tree->trees())
      checkStatements(child, variables);
    return;
  case jit::TK_RETURN: {
    TypeShapePtr shape = getShape(jit::Return(tree).expr().tree(), variables);
    TypeShapePtr &returned = variables[returnedName];
    if (!returned || returned->size <= shape->size)
      returned = shape;
    return;
  }
  case jit::TK_EXPR_STMT:
    for (const jit::TreeRef &child : tree->trees())
      getShape(child, variables);
    return;
  default:
    return;
  }
}

void Checker::checkFunction(const jit::Def &function) {
  Variables variables;
  for (const jit::Param &parameter : function.decl().params())
    if (parameter.type().present())
      variables[parameter.ident().name()] =
          getAnnotated(parameter.type().get().tree());
  // Without a declared result type, the type of a call would be inferred from
  // the function body.
  if (!function.decl().return_type().present())
    throw jit::ErrorReport(function.tree())
        << "a function does not declare what it returns";
  getAnnotated(function.decl().return_type().get().tree());
  for (const jit::Stmt &statement : function.statements())
    checkStatements(statement.tree(), variables);
}

//===----------------------------------------------------------------------===//
// Trees of objects
//===----------------------------------------------------------------------===//

// For each object argument, LibTorch traverses the types of all attributes of
// its class, recursively.

void Checker::addObjects(const jit::TreeRef &annotation, size_t depth,
                         ObjectShape &shape) {
  std::string name = getQualifiedName(annotation);
  if (name.empty()) {
    for (const jit::TreeRef &child : annotation->trees())
      addObjects(child, depth, shape);
    return;
  }
  ObjectShape inner = getObjects(name, depth + 1);
  shape.objects += inner.objects;
  shape.depth = std::max(shape.depth, inner.depth + 1);
}

ObjectShape Checker::getObjects(const std::string &name, size_t depth) {
  auto definition = definitions.find(name);
  if (definition == definitions.end() ||
      definition->second.kind == Kind::Function)
    return {};
  // LibTorch itself refuses a class with an attribute of its own type.
  auto [it, isNew] = objects.try_emplace(name);
  if (!isNew)
    return it->second;
  ObjectShape shape;
  std::vector<TypeShapePtr> fields;
  jit::ClassDef type(definition->second.tree);
  if (depth > maxObjectDepth)
    throw jit::ErrorReport(type.tree()) << "classes are nested too deeply";
  for (const jit::Stmt &statement : type.body()) {
    if (statement.kind() != jit::TK_ASSIGN)
      continue;
    jit::Assign assign(statement.tree());
    jit::TreeRef annotation;
    if (assign.type().present())
      annotation = assign.type().get().tree();
    else if (assign.rhs().present() && assign.lhs_list().size() == 1 &&
             assign.lhs().kind() == jit::TK_SUBSCRIPT)
      annotation = assign.rhs().get().tree();
    else
      continue;
    addObjects(annotation, depth, shape);
    if (definition->second.kind == Kind::NamedTuple)
      fields.push_back(getAnnotated(annotation));
  }
  if (shape.objects > maxObjects || shape.depth > maxObjectDepth)
    throw jit::ErrorReport(type.tree())
        << "a class or a named tuple has too many objects within each other";
  if (definition->second.kind == Kind::NamedTuple)
    shape.type = makeShape(type.tree(), std::move(fields), true);
  objects[name] = shape;
  return shape;
}

size_t Checker::run() {
  for (const auto &[name, definition] : definitions) {
    checkNodes(definition.tree);
    if (definition.kind == Kind::Function) {
      checkFunction(jit::Def(definition.tree));
      continue;
    }
    getObjects(name, 0);
    for (const jit::Stmt &statement : jit::ClassDef(definition.tree).body())
      if (statement.kind() == jit::TK_DEF)
        checkFunction(jit::Def(statement.tree()));
  }
  return stackSize;
}

size_t
torch_onnx::libtorch::checkDefinitions(const ScriptDefinitions &definitions) {
  return Checker(definitions).run();
}
