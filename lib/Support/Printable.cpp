//===- Printable.cpp - Escaping untrusted text in messages ----------------===//
//
// See Printable.h. LLVM's Unicode tables define the printable characters.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/Printable.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

using namespace torch_onnx;
using llvm::StringRef;
using llvm::Twine;

/// Removes the first character of `text`. Returns its escape; empty if it is
/// printable.
static std::string takeCharacter(StringRef &text, bool keepsLines) {
  char first = text.front();
  if (!(first & 0x80)) {
    text = text.drop_front();
    if (llvm::isPrint(first) ||
        (keepsLines && (first == '\n' || first == '\t')))
      return "";
    return "\\x" + llvm::toHex(StringRef(&first, 1));
  }
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.begin());
  const auto *at = begin;
  llvm::UTF32 character = 0;
  if (llvm::convertUTF8Sequence(
          &at, reinterpret_cast<const llvm::UTF8 *>(text.end()), &character,
          llvm::strictConversion) != llvm::conversionOK) {
    text = text.drop_front();
    return "\\x" + llvm::toHex(StringRef(&first, 1));
  }
  text = text.drop_front(at - begin);
  if (llvm::sys::unicode::isPrintable(character) &&
      !llvm::sys::unicode::isFormatting(character))
    return "";
  return "\\u{" + llvm::utohexstr(character) + "}";
}

/// Returns the text with its unprintable characters escaped, cut to `longest`
/// bytes.
static std::string escape(StringRef text, bool keepsLines, size_t longest) {
  std::string result;
  while (!text.empty() && result.size() < longest) {
    StringRef rest = text;
    std::string escaped = takeCharacter(rest, keepsLines);
    result += escaped.empty() ? text.drop_back(rest.size()).str() : escaped;
    text = rest;
  }
  return text.empty() ? result : result + "...";
}

std::string torch_onnx::getPrintable(const Twine &text) {
  constexpr size_t longest = 1000;
  return escape(text.str(), /*keepsLines=*/false, longest);
}

std::string torch_onnx::getPrintableMessage(const Twine &text) {
  return escape(text.str(), /*keepsLines=*/true, std::string::npos);
}

std::string torch_onnx::getMarkdownText(const Twine &text) {
  std::string printable = getPrintableMessage(text);
  std::string result;
  for (StringRef rest = printable; !rest.empty(); rest = rest.drop_front()) {
    // GitHub makes a link of text that contains a scheme or "www.".
    bool isMarkup = StringRef("\\`*[]<>|&~").contains(rest.front()) ||
                    rest.starts_with("://") || rest.starts_with("@");
    if (rest.front() == '\n' || rest.front() == '\t') {
      result += ' ';
      continue;
    }
    if (isMarkup)
      result += '\\';
    result += rest.front();
    if (rest.starts_with_insensitive("www.")) {
      result += rest.substr(1, 2);
      result += '\\';
      rest = rest.drop_front(2);
    }
  }
  return result;
}

std::string torch_onnx::findUnprintable(StringRef text, size_t &offset) {
  auto isPlain = [](char c) { return llvm::isPrint(c) || c == '\n'; };
  for (StringRef rest = text; !rest.empty();) {
    rest = rest.drop_while(isPlain);
    if (rest.consume_front("\r\n") || rest.empty())
      continue;
    offset = text.size() - rest.size();
    std::string escaped = takeCharacter(rest, /*keepsLines=*/true);
    if (!escaped.empty())
      return escaped;
  }
  return "";
}

namespace {
class PrintableErrs : public llvm::raw_ostream {
public:
  PrintableErrs() : raw_ostream(/*unbuffered=*/true) {}

private:
  void write_impl(const char *bytes, size_t size) override {
    llvm::errs() << getPrintableMessage(StringRef(bytes, size));
  }
  uint64_t current_pos() const override { return llvm::errs().tell(); }
};
} // namespace

llvm::raw_ostream &torch_onnx::printableErrs() {
  static PrintableErrs stream;
  return stream;
}
