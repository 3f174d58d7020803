//===- ScriptSources.cpp - The code of a TorchScript archive --------------===//
//
// See ScriptSources.h.
//
//===----------------------------------------------------------------------===//

#include "ScriptSources.h"

#include "Arguments.h"

#include <torch/csrc/jit/frontend/parser.h>
#include <torch/csrc/jit/frontend/tree_views.h>

#include <algorithm>

using namespace torch_onnx::libtorch;
namespace jit = torch::jit;

static std::shared_ptr<jit::Source> makeSource(std::string_view text,
                                               const std::string &name) {
  return std::make_shared<jit::Source>(text, name, 1, nullptr,
                                       jit::Source::DONT_COPY);
}

ScriptSources::ScriptSources(const ScriptSource *sources, size_t numSources) {
  ScriptDefinitions definitions;
  for (size_t i = 0; i < numSources; ++i) {
    std::string name(getText(sources[i].name));
    if (!name.ends_with(".py"))
      fail("'" + name + "' is not a source file");
    std::string qualifier = name.substr(0, name.size() - 3);
    std::replace(qualifier.begin(), qualifier.end(), '/', '.');
    std::string_view text = getText(sources[i].text);
    checkNesting(text);
    auto source = makeSource(text, "code/" + name);
    if (!files.emplace(qualifier, source).second)
      fail("the source file '" + name + "' is there twice");
    numbers.emplace(source.get(), static_cast<int32_t>(i));
    parse(qualifier, source, definitions);
  }
  stackSize = checkDefinitions(definitions);
  for (const auto &[name, definition] : definitions)
    kinds.emplace(name, definition.kind);
}

void ScriptSources::add(const std::string &qualifier, std::string_view text) {
  files.emplace(qualifier, makeSource(text, qualifier));
}

int32_t ScriptSources::getNumber(const jit::Source *source) const {
  auto it = numbers.find(source);
  return it == numbers.end() ? -1 : it->second;
}

void ScriptSources::parse(const std::string &qualifier,
                          const std::shared_ptr<jit::Source> &source,
                          ScriptDefinitions &definitions) const {
  jit::Parser parser(source);
  jit::Lexer &lexer = parser.lexer();
  // The first line of archives written before PyTorch 1.5.
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
    // LibTorch uses the last definition of a name.
    switch (lexer.cur().kind) {
    case jit::TK_CLASS_DEF: {
      jit::ClassDef definition(parser.parseClass());
      jit::Maybe<jit::Expr> base = definition.superclass();
      bool isNamedTuple =
          base.present() && getQualifiedName(base.get().tree()) == "NamedTuple";
      definitions[qualifier + "." + definition.name().name()] = {
          isNamedTuple ? ScriptDefinition::Kind::NamedTuple
                       : ScriptDefinition::Kind::Class,
          definition.tree()};
      break;
    }
    case jit::TK_DEF: {
      jit::Def definition(parser.parseFunction(/*is_method=*/false));
      definitions[qualifier + "." + definition.name().name()] = {
          ScriptDefinition::Kind::Function, definition.tree()};
      break;
    }
    case jit::TK_EOF:
      break;
    default:
      lexer.expected("a definition");
    }
  }
}

std::shared_ptr<jit::Source>
ScriptSources::load(const std::string &qualifier) const {
  auto it = files.find(qualifier);
  return it == files.end() ? nullptr : it->second;
}

std::optional<ScriptDefinition::Kind>
ScriptSources::getDefinition(const std::string &name) const {
  auto it = kinds.find(name);
  return it == kinds.end() ? std::nullopt : std::optional(it->second);
}
