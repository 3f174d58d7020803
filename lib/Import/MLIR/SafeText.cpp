//===- SafeText.cpp - Checks of MLIR text before upstream's parser --------===//
//
// Scans the characters, with the comments, strings and names of MLIR's lexer.
// It finds only text that crashes upstream's parser; all other errors are
// reported by the parser.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Import/MLIR.h"

#include "Bytecode.h"

#include "torch-onnx/Support/Printable.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace torch_onnx;
using llvm::StringRef;
using llvm::Twine;

/// The maximum nesting of brackets, and of minus signs in a row. The parser
/// recurses for each level; programs have some tens.
static constexpr unsigned mostLevels = 256;

namespace {

class Scanner {
public:
  explicit Scanner(StringRef text) : text(text), rest(text) {}

  llvm::Error run();

private:
  llvm::Error refuse(const Twine &reason) const {
    size_t line = 1 + text.drop_back(rest.size()).count('\n');
    return llvm::createStringError("line " + Twine(line) + ": " + reason);
  }
  void skipSpace();
  void skipString();
  StringRef takeName();
  llvm::Error checkLevels(unsigned levels);
  llvm::Error scanName();
  llvm::Error scanAlias();
  llvm::Error scanPunctuation();

  StringRef text, rest;
  unsigned depth = 0, minusSigns = 0;
  /// The nesting of each alias of an attribute or a type. It adds to the
  /// brackets around a use, and to the nesting of an alias that uses it.
  llvm::StringMap<unsigned> aliases;
  /// The alias that is being defined, and its nesting so far.
  StringRef defined;
  unsigned deepest = 0;
};

} // namespace

/// Skips white space and comments.
void Scanner::skipSpace() {
  while (true) {
    rest = rest.ltrim(" \t\r\n");
    if (!rest.starts_with("//"))
      return;
    rest = rest.drop_until([](char c) { return c == '\n'; });
  }
}

/// Skips the rest of a string after its first quote. A string ends at the end
/// of the line, where the parser reports an error.
void Scanner::skipString() {
  while (!rest.empty() && rest.front() != '\n') {
    char c = rest.front();
    rest = rest.drop_front(c == '\\' && rest.size() > 1 ? 2 : 1);
    if (c == '"')
      return;
  }
}

StringRef Scanner::takeName() {
  StringRef name = rest.take_while([](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.';
  });
  rest = rest.drop_front(name.size());
  return name;
}

llvm::Error Scanner::checkLevels(unsigned levels) {
  deepest = std::max(deepest, levels);
  if (levels <= mostLevels)
    return llvm::Error::success();
  return refuse("is nested more than " + Twine(mostLevels) +
                " levels deep, which is not read");
}

llvm::Error Scanner::scanName() {
  if (takeName() != "array")
    return llvm::Error::success();
  skipSpace();
  StringRef before = rest;
  if (!rest.consume_front("<"))
    return llvm::Error::success();
  skipSpace();
  bool isAlias = rest.starts_with("!");
  bool isIndex = takeName() == "index";
  rest = before;
  if (isIndex)
    return refuse("'array' of 'index' is not read; expected a type with a "
                  "width, such as array<i64: 0>");
  if (isAlias)
    return refuse("'array' of a type with a name is not read; expected the "
                  "type itself, such as array<i64: 0>");
  return llvm::Error::success();
}

/// `#name` and `!name`; one with a dot is of a dialect.
llvm::Error Scanner::scanAlias() {
  char sigil = rest.front();
  const char *begin = rest.data();
  rest = rest.drop_front();
  StringRef name = takeName();
  // With its sigil.
  name = StringRef(begin, name.size() + 1);
  if (name.contains('.') || (sigil != '#' && sigil != '!'))
    return llvm::Error::success();
  skipSpace();
  if (depth == 0 && rest.starts_with("=")) {
    if (!defined.empty())
      aliases[defined] = deepest;
    defined = name;
    deepest = 0;
    return llvm::Error::success();
  }
  auto it = aliases.find(name);
  return checkLevels(depth + 1 + (it == aliases.end() ? 0 : it->second));
}

llvm::Error Scanner::scanPunctuation() {
  char c = rest.front();
  rest = rest.drop_front();
  bool isSign = c == '-' && !rest.starts_with(">");
  minusSigns = isSign ? minusSigns + 1 : 0;
  if (minusSigns > mostLevels)
    return refuse("more than " + Twine(mostLevels) +
                  " minus signs in a row are not read");
  if ((c == '-' && rest.consume_front(">")) ||
      ((c == '<' || c == '>') && rest.consume_front("=")))
    return llvm::Error::success();
  if (StringRef("([{<").contains(c))
    return checkLevels(++depth);
  if (StringRef(")]}>").contains(c) && depth > 0)
    --depth;
  return llvm::Error::success();
}

llvm::Error Scanner::run() {
  size_t offset = 0;
  if (std::string escape = findUnprintable(text, offset); !escape.empty()) {
    rest = text.drop_front(offset);
    return refuse("has the character " + escape +
                  ", which a terminal or an editor may not show; in a string, "
                  "write it as an escape: \"\\1B\"");
  }
  for (skipSpace(); !rest.empty(); skipSpace()) {
    char c = rest.front();
    if (c == '"') {
      rest = rest.drop_front();
      skipString();
      continue;
    }
    bool isSigil = StringRef("#!@%^").contains(c);
    bool isName = llvm::isAlnum(c) || c == '_';
    if (isSigil || isName)
      minusSigns = 0;
    if (llvm::Error error = isSigil  ? scanAlias()
                            : isName ? scanName()
                                     : scanPunctuation())
      return error;
  }
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
torch_onnx::makeSafeText(std::unique_ptr<llvm::MemoryBuffer> buffer,
                         const mlir::DialectRegistry &registry) {
  if (mlir::isBytecode(*buffer)) {
    auto text = printBytecode(*buffer, registry);
    if (!text)
      return text.takeError();
    return llvm::MemoryBuffer::getMemBufferCopy(*text,
                                                buffer->getBufferIdentifier());
  }
  if (llvm::Error error = Scanner(buffer->getBuffer()).run())
    return error;
  return buffer;
}
