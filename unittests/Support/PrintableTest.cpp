//===- PrintableTest.cpp - Text of strangers in messages ------------------===//
//
// Tests of the header of the same name.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/Printable.h"

#include "gtest/gtest.h"

using namespace torch_onnx;

TEST(Printable, KeepsText) {
  EXPECT_EQ(getPrintable("a b~\\ \"é\" 日本 😀"), "a b~\\ \"é\" 日本 😀");
  EXPECT_EQ(getPrintableMessage("a\n\tb"), "a\n\tb");
}

TEST(Printable, EscapesWhatSteersATerminal) {
  EXPECT_EQ(getPrintable("\x1b[31m\n\t\r\x7f"),
            "\\x1B[31m\\x0A\\x09\\x0D\\x7F");
  EXPECT_EQ(getPrintable(llvm::StringRef("a\0b", 3)), "a\\x00b");
  // C1: the one-byte form of ESC [.
  EXPECT_EQ(getPrintable("\u009b31m"), "\\u{9B}31m");
  // Marks of direction, and what cannot be seen.
  for (llvm::StringRef mark : {"\u202e", "\u2066", "\u200f", "\u061c", "\u200b",
                               "\ufeff", "\u2028", "\U000e0041"})
    EXPECT_TRUE(llvm::StringRef(getPrintable(mark)).starts_with("\\u{"))
        << mark.str();
  EXPECT_EQ(getPrintableMessage("\u202e\r"), "\\u{202E}\\x0D");
}

TEST(Printable, EscapesWhatIsNoUTF8) {
  EXPECT_EQ(getPrintable("\xff\xfe-\xc3"), "\\xFF\\xFE-\\xC3");
  // Overlong, a surrogate, beyond Unicode.
  EXPECT_EQ(getPrintable("\xc0\x9b"), "\\xC0\\x9B");
  EXPECT_EQ(getPrintable("\xed\xa0\x80"), "\\xED\\xA0\\x80");
  EXPECT_EQ(getPrintable("\xf5\x80\x80\x80"), "\\xF5\\x80\\x80\\x80");
}

TEST(Printable, CutsNamesAndNoMessages) {
  std::string text(5000, 'x');
  EXPECT_EQ(getPrintable(text), std::string(1000, 'x') + "...");
  EXPECT_EQ(getPrintableMessage(text), text);
}

TEST(Printable, LeavesNoMarkdown) {
  EXPECT_EQ(getMarkdownText("<b>|[a](b) `c` *d* &amp;\n!"),
            "\\<b\\>\\|\\[a\\](b) \\`c\\` \\*d\\* \\&amp; !");
  EXPECT_EQ(getMarkdownText("https://a.b WWW.c a@d"),
            "https\\://a.b WWW\\.c a\\@d");
  EXPECT_EQ(getMarkdownText("a\\|b\x1b"), "a\\\\\\|b\\\\x1B");
  EXPECT_EQ(getMarkdownText("model.py:12 (a.b_c)"), "model.py:12 (a.b_c)");
}

TEST(Printable, FindsTheFirst) {
  size_t offset = 0;
  EXPECT_EQ(findUnprintable("a é\n\tb\r\n", offset), "");
  EXPECT_EQ(findUnprintable("ab\rc", offset), "\\x0D");
  EXPECT_EQ(offset, 2u);
  EXPECT_EQ(findUnprintable("é\u202e", offset), "\\u{202E}");
  EXPECT_EQ(offset, 2u);
}
