//===- Printable.h - Text of strangers in messages --------------*- C++ -*-===//
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

/// A name or a text of a file for one line of a message: what Unicode calls
/// printable stays, everything else becomes an escape: control characters (C0
/// and C1), marks that change the direction of text, invisible characters
/// (`\u{202E}`), and bytes that are no UTF-8 (`\xFF`). Cut after 1000
/// characters.
std::string getPrintable(const llvm::Twine &text);

/// The same for a whole message, which keeps its lines and its length.
std::string getPrintableMessage(const llvm::Twine &text);

/// A message as text of GitHub's Markdown, in one cell of a table: no markup,
/// no HTML, no links.
std::string getMarkdownText(const llvm::Twine &text);

/// The first character that getPrintableMessage() would escape, as it escapes
/// it; empty if there is none. `offset` is set to its place. Ends of lines may
/// be those of Windows.
std::string findUnprintable(llvm::StringRef text, size_t &offset);

/// The standard error stream, for messages of libraries that repeat text of
/// files or arguments: each piece goes through getPrintableMessage(). A piece
/// is what is written at once.
llvm::raw_ostream &printableErrs();

} // namespace torch_onnx

#endif // TORCH_ONNX_SUPPORT_PRINTABLE_H
