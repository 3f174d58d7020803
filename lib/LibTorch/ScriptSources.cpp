//===- ScriptSources.cpp - The code of a TorchScript archive --------------===//
//
// LibTorch computes the defaults of parameters and the constants of classes by
// running them, and archives come from strangers: `aten::save` writes files. So
// each source is parsed here first, and these expressions have to be literals.
//
//===----------------------------------------------------------------------===//

#include "ScriptSources.h"

#include "Arguments.h"

#include <torch/csrc/jit/frontend/parser.h>
#include <torch/csrc/jit/frontend/tree_views.h>

#include <algorithm>

using namespace torch_onnx::libtorch;
namespace jit = torch::jit;

//===----------------------------------------------------------------------===//
// Nesting
//===----------------------------------------------------------------------===//

// What fits into a stack of 8 MB several times over.
static constexpr size_t maxExpressionDepth = 1000;
static constexpr size_t maxBlockDepth = 200;

static bool isWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

namespace {

/// Bounds the depth of the syntax trees of a text without building them: an
/// operator adds one level to the expression that it is in, and a comma begins
/// the next expression.
class NestingChecker {
public:
  explicit NestingChecker(std::string_view text) : text(text) {}

  void run() {
    for (position = 0; position < text.size();) {
      if (atLineStart)
        startLine();
      else
        step();
    }
  }

private:
  std::string_view text;
  size_t position = 0;
  bool atLineStart = true;
  /// The operators of the current expression at each level of brackets, and
  /// their sum.
  std::vector<size_t> operators = {0};
  size_t depth = 0;
  size_t numElifs = 0;

  std::string_view getWord() const {
    size_t end = position;
    while (end < text.size() && isWordCharacter(text[end]))
      ++end;
    return text.substr(position, end - position);
  }

  void countOperator() {
    ++operators.back();
    if (++depth > maxExpressionDepth)
      fail("an expression of the code is nested too deeply");
  }

  void startExpression() {
    depth -= operators.back();
    operators.back() = 0;
  }

  void startLine() {
    atLineStart = false;
    startExpression();
    size_t start = position;
    while (position < text.size() &&
           (text[position] == ' ' || text[position] == '\t'))
      ++position;
    std::string_view word = getWord();
    // Each is in the `else` of the one before.
    if (word == "elif")
      ++numElifs;
    else if (word == "def" || word == "class")
      numElifs = 0;
    if (position - start > 2 * maxBlockDepth || numElifs > maxBlockDepth)
      fail("a block of the code is nested too deeply");
  }

  void skipString() {
    char quote = text[position];
    std::string_view triple = text.substr(position, 3);
    bool isTriple =
        triple.size() == 3 && triple[1] == quote && triple[2] == quote;
    for (position += isTriple ? 3 : 1; position < text.size(); ++position) {
      if (text[position] == '\\')
        ++position;
      else if (isTriple ? text.substr(position, 3) == triple
                        : text[position] == quote || text[position] == '\n')
        break;
    }
    position += isTriple ? 3 : 1;
  }

  void step() {
    char c = text[position];
    if (c == '\'' || c == '"') {
      skipString();
      return;
    }
    if (c == '#') {
      while (position < text.size() && text[position] != '\n')
        ++position;
      return;
    }
    if (isWordCharacter(c)) {
      std::string_view word = getWord();
      static constexpr std::string_view operatorWords[] = {
          "if", "else", "not", "and", "or", "in", "is"};
      if (std::find(std::begin(operatorWords), std::end(operatorWords), word) !=
          std::end(operatorWords))
        countOperator();
      position += word.size();
      return;
    }
    if (c == '(' || c == '[' || c == '{') {
      // What is before may be a call of a call.
      countOperator();
      operators.push_back(0);
    } else if (c == ')' || c == ']' || c == '}') {
      startExpression();
      if (operators.size() > 1)
        operators.pop_back();
    } else if (c == ',' || c == ';') {
      startExpression();
    } else if (c == '\n') {
      // Brackets continue a line.
      atLineStart = operators.size() == 1;
    } else if (c == '\\') {
      ++position; // and so does a backslash.
    } else if (std::string_view("+-*/%@<>=!&|^~.:").find(c) !=
               std::string_view::npos) {
      countOperator();
    }
    ++position;
  }
};

} // namespace

void torch_onnx::libtorch::checkNesting(std::string_view text) {
  NestingChecker(text).run();
}

//===----------------------------------------------------------------------===//
// Expressions that LibTorch runs
//===----------------------------------------------------------------------===//

/// "a.b.c" of an expression; empty when it is anything else.
static std::string getQualifiedName(const jit::TreeRef &tree) {
  if (tree->kind() == jit::TK_VAR)
    return jit::Var(tree).name().name();
  if (tree->kind() != '.')
    return {};
  std::string base = getQualifiedName(tree->tree(0));
  return base.empty() ? base : base + "." + jit::Select(tree).selector().name();
}

void ScriptSources::checkLiteral(const jit::TreeRef &tree) {
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
    // A member of an enumeration: no attribute of a class has a value here.
    if (name.starts_with("__torch__."))
      return;
    break;
  }
  case jit::TK_APPLY: {
    jit::Apply call(tree);
    std::string callee = getQualifiedName(call.callee().tree());
    bool isAnnotation = callee == "annotate" && call.inputs().size() == 2;
    if (!isAnnotation && callee != "torch.device" &&
        getDefinition(callee) != Definition::NamedTuple)
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
      << "the value of a default or a constant has to be a literal";
}

void ScriptSources::checkDefaults(const jit::TreeRef &root) {
  std::vector<jit::TreeRef> stack = {root};
  while (!stack.empty()) {
    jit::TreeRef tree = std::move(stack.back());
    stack.pop_back();
    if (tree->kind() == jit::TK_PARAM) {
      jit::Maybe<jit::Expr> value = jit::Param(tree).defaultValue();
      if (value.present())
        checkLiteral(value.get().tree());
    }
    if (tree->kind() == jit::TK_CLASS_DEF) {
      for (const jit::Stmt &statement : jit::ClassDef(tree).body()) {
        if (statement.kind() != jit::TK_ASSIGN)
          continue;
        jit::Assign assign(statement.tree());
        // `__annotations__["name"] = T` declares an attribute.
        if (assign.rhs().present() && assign.lhs_list().size() == 1 &&
            assign.lhs().kind() == jit::TK_VAR)
          checkLiteral(assign.rhs().get().tree());
      }
    }
    for (const jit::TreeRef &child : tree->trees())
      stack.push_back(child);
  }
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

ScriptSources::ScriptSources(const ScriptSource *sources, size_t numSources) {
  for (size_t i = 0; i < numSources; ++i) {
    std::string name(getText(sources[i].name));
    if (!name.ends_with(".py"))
      fail("'" + name + "' is not a source file");
    std::string qualifier = name.substr(0, name.size() - 3);
    std::replace(qualifier.begin(), qualifier.end(), '/', '.');
    File file;
    file.name = "code/" + name;
    file.text = getText(sources[i].text);
    file.number = static_cast<int32_t>(i);
    if (!files.emplace(qualifier, std::move(file)).second)
      fail("the source file '" + name + "' is there twice");
  }
}

void ScriptSources::add(const std::string &qualifier, std::string_view text) {
  File file;
  file.name = qualifier;
  file.text = text;
  files.emplace(qualifier, std::move(file));
}

int32_t ScriptSources::getNumber(const jit::Source *source) const {
  auto it = numbers.find(source);
  return it == numbers.end() ? -1 : it->second;
}

void ScriptSources::parse(File &file) {
  checkNesting(file.text);
  auto source = std::make_shared<jit::Source>(file.text, file.name, 1, nullptr,
                                              jit::Source::DONT_COPY);
  jit::Parser parser(source);
  jit::Lexer &lexer = parser.lexer();
  // The first line of an archive of before PyTorch 1.5.
  if (lexer.cur().kind == jit::TK_IDENT &&
      lexer.cur().text() == "op_version_set") {
    lexer.next();
    lexer.expect('=');
    lexer.expect(jit::TK_NUMBER);
    lexer.expect(jit::TK_NEWLINE);
  }
  while (lexer.cur().kind != jit::TK_EOF) {
    while (lexer.nextIf(jit::TK_IMPORT)) {
      lexer.expect(jit::TK_IDENT);
      while (lexer.nextIf('.'))
        lexer.expect(jit::TK_IDENT);
      lexer.expect(jit::TK_NEWLINE);
    }
    switch (lexer.cur().kind) {
    case jit::TK_CLASS_DEF: {
      jit::ClassDef definition(parser.parseClass());
      jit::Maybe<jit::Expr> base = definition.superclass();
      bool isNamedTuple =
          base.present() && getQualifiedName(base.get().tree()) == "NamedTuple";
      file.definitions[definition.name().name()] =
          isNamedTuple ? Definition::NamedTuple : Definition::Class;
      file.trees.push_back(definition.tree());
      break;
    }
    case jit::TK_DEF: {
      jit::Def definition(parser.parseFunction(/*is_method=*/false));
      file.definitions[definition.name().name()] = Definition::Function;
      file.trees.push_back(definition.tree());
      break;
    }
    case jit::TK_EOF:
      break;
    default:
      lexer.expected("a definition");
    }
  }
  file.source = std::move(source);
  numbers.emplace(file.source.get(), file.number);
}

ScriptSources::File *ScriptSources::find(const std::string &qualifier) {
  auto it = files.find(qualifier);
  if (it == files.end())
    return nullptr;
  if (!it->second.source)
    parse(it->second);
  return &it->second;
}

std::shared_ptr<jit::Source> ScriptSources::load(const std::string &qualifier) {
  File *file = find(qualifier);
  if (!file)
    return nullptr;
  for (const jit::TreeRef &tree : file->trees)
    checkDefaults(tree);
  file->trees.clear();
  return file->source;
}

ScriptSources::Definition
ScriptSources::getDefinition(const std::string &name) {
  size_t dot = name.rfind('.');
  if (dot == std::string::npos)
    return Definition::None;
  File *file = find(name.substr(0, dot));
  if (!file)
    return Definition::None;
  auto it = file->definitions.find(name.substr(dot + 1));
  return it == file->definitions.end() ? Definition::None : it->second;
}
