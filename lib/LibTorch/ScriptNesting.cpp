//===- ScriptNesting.cpp - Nesting limits of TorchScript code -------------===//
//
// Limits the depth of syntax trees before the parser builds them.
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "ScriptChecks.h"

#include <algorithm>
#include <cctype>
#include <vector>

using namespace torch_onnx::libtorch;

// A fraction of what fits into a stack of 8 MB.
static constexpr size_t maxExpressionDepth = 1000;
static constexpr size_t maxBlockDepth = 200;

static bool isWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

namespace {

/// Computes a bound of the depth of the syntax trees of a text without building
/// them: an operator adds one level to its expression, and a comma begins the
/// next expression.
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
  /// The number of operators of the current expression at each bracket level,
  /// and their sum.
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
    // Each `elif` is nested in the `else` of the previous condition.
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
      // A bracket may follow a call and call its result.
      countOperator();
      operators.push_back(0);
    } else if (c == ')' || c == ']' || c == '}') {
      startExpression();
      if (operators.size() > 1)
        operators.pop_back();
    } else if (c == ',' || c == ';') {
      startExpression();
    } else if (c == '\n') {
      // Within brackets, the line continues.
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
