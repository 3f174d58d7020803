//===- Printable.h - Escaping untrusted text in messages --------*- C++ -*-===//
//
// Files and arguments can hold any bytes. A message that repeats them must not
// move the cursor of a terminal, change the order in which its text is shown,
// or become markup of a report. All such text goes through these functions.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_SUPPORT_PRINTABLE_H
#define TORCH_ONNX_SUPPORT_PRINTABLE_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace torch_onnx {

/// Returns a name or a text of a file for one line of a message. Characters
/// that Unicode calls printable are kept. Control characters (C0 and C1), marks
/// that change the direction of text, invisible characters (`\u{202E}`) and
/// bytes that are not UTF-8 (`\xFF`) are escaped. The text is cut after 1000
/// characters.
std::string getPrintable(const llvm::Twine &text);

/// Escapes a whole message, and keeps its lines and its length.
std::string getPrintableMessage(const llvm::Twine &text);

/// Returns a message as GitHub Markdown for one cell of a table: no markup, no
/// HTML, no links.
std::string getMarkdownText(const llvm::Twine &text);

/// Returns the escape of the first character that getPrintableMessage() would
/// escape, and sets `offset` to its position; empty if there is none. Windows
/// line endings are allowed.
std::string findUnprintable(llvm::StringRef text, size_t &offset);

/// The standard error stream, for messages of libraries that repeat text of
/// files or arguments. Each write goes through getPrintableMessage().
llvm::raw_ostream &printableErrs();

} // namespace torch_onnx

#endif // TORCH_ONNX_SUPPORT_PRINTABLE_H
