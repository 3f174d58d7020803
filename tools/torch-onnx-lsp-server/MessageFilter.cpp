//===- MessageFilter.cpp - Scans what the editor sends --------------------===//
//
// Three messages of the protocol carry something to parse: didOpen, didChange
// and MLIR's own convertFromBytecode. All others are passed on as they are. The
// server always gets whole documents, because edits of a refused document do
// not fit the text that stands for it.
//
//===----------------------------------------------------------------------===//

#include "MessageFilter.h"

#include "torch-onnx/Import/MLIR.h"

#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LSP/Logging.h"
#include "llvm/Support/LSP/Protocol.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace torch_onnx;
using llvm::StringRef;
using llvm::json::Object;
using llvm::json::Value;
namespace lsp = llvm::lsp;

namespace {

constexpr llvm::StringLiteral refusedNamespace = "torch_onnx_refused";

class RefusedDialect : public mlir::Dialect {
public:
  explicit RefusedDialect(mlir::MLIRContext *context)
      : Dialect(refusedNamespace, context,
                mlir::TypeID::get<RefusedDialect>()) {}
  static StringRef getDialectNamespace() { return refusedNamespace; }

  mlir::Attribute parseAttribute(mlir::DialectAsmParser &parser,
                                 mlir::Type) const override {
    StringRef keyword;
    std::string reason;
    if (mlir::succeeded(parser.parseKeyword(&keyword)) &&
        mlir::succeeded(parser.parseLess()) &&
        mlir::succeeded(parser.parseString(&reason)) &&
        mlir::succeeded(parser.parseGreater()))
      parser.emitError(parser.getNameLoc()) << reason;
    return {};
  }

  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RefusedDialect)
};

} // namespace

void torch_onnx::registerRefusedText(mlir::DialectRegistry &registry) {
  registry.insert<RefusedDialect>();
}

/// A text whose only error is the reason, in the line that the reason names.
static std::string makeRefused(StringRef reason) {
  StringRef rest = reason;
  unsigned line = 1;
  if (rest.consume_front("line ") && !rest.consumeInteger(10, line) &&
      rest.consume_front(": "))
    reason = rest;
  std::string text(line - 1, '\n');
  llvm::raw_string_ostream os(text);
  os << "#refused = #" << refusedNamespace << ".text<\"";
  llvm::printEscapedString(reason, os);
  os << "\">\n";
  return text;
}

std::string MessageFilter::makeSafe(StringRef text) const {
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(text);
  auto safe = makeSafeText(std::move(buffer), registry);
  return safe ? (*safe)->getBuffer().str()
              : makeRefused(llvm::toString(safe.takeError()));
}

bool MessageFilter::filterOpen(Object &params) {
  Object *document = params.getObject("textDocument");
  if (!document)
    return false;
  auto uri = document->getString("uri");
  auto text = document->getString("text");
  if (!uri || !text)
    return false;
  std::string safe = makeSafe(*text);
  documents[*uri] = text->str();
  (*document)["text"] = std::move(safe);
  return true;
}

bool MessageFilter::filterChange(Object &params) {
  Object *document = params.getObject("textDocument");
  Value *changes = params.get("contentChanges");
  auto uri = document ? document->getString("uri") : std::nullopt;
  if (!uri || !changes)
    return false;
  auto it = documents.find(*uri);
  std::vector<lsp::TextDocumentContentChangeEvent> events;
  llvm::json::Path::Root root;
  if (it == documents.end() || !llvm::json::fromJSON(*changes, events, root))
    return false;
  if (llvm::failed(
          lsp::TextDocumentContentChangeEvent::applyTo(events, it->second))) {
    lsp::Logger::error("a change does not fit the document {0}", *uri);
    return false;
  }
  *changes = llvm::json::Array{Object{{"text", makeSafe(it->second)}}};
  return true;
}

/// The server reads the file that the message names, so the message names a
/// file with safe text.
bool MessageFilter::filterBytecode(Object &params) {
  auto given = params.getString("uri");
  auto uri = lsp::URIForFile::fromURI(given.value_or(""));
  std::string text;
  if (uri) {
    auto buffer = llvm::MemoryBuffer::getFile(uri->file());
    text = buffer ? makeSafe((*buffer)->getBuffer())
                  : makeRefused(buffer.getError().message());
  } else {
    text = makeRefused(llvm::toString(uri.takeError()));
  }
  int file;
  llvm::SmallString<128> path; // The server may read it at any later time.
  if (llvm::sys::fs::createTemporaryFile("bytecode", "mlir", file, path))
    return false;
  llvm::raw_fd_ostream(file, /*shouldClose=*/true) << text;
  llvm::sys::RemoveFileOnSignal(path);
  auto replaced = lsp::URIForFile::fromFile(path);
  if (!replaced) {
    llvm::consumeError(replaced.takeError());
    return false;
  }
  params["uri"] = replaced->uri().str();
  return true;
}

bool MessageFilter::filter(Value &message) {
  Object *object = message.getAsObject();
  auto method = object ? object->getString("method") : std::nullopt;
  if (!method)
    return true;
  bool isOpen = *method == "textDocument/didOpen";
  bool isChange = *method == "textDocument/didChange";
  bool isBytecode = *method == "mlir/convertFromBytecode";
  if (!isOpen && !isChange && !isBytecode)
    return true;
  Object *params = object->getObject("params");
  if (!params)
    return false;
  return isOpen     ? filterOpen(*params)
         : isChange ? filterChange(*params)
                    : filterBytecode(*params);
}

void MessageFilter::run(std::FILE *source, std::FILE *target) {
  lsp::JSONTransportInputOverFile input(source, style);
  while (!input.isEndOfInput()) {
    std::string text;
    if (input.hasError())
      return;
    if (llvm::failed(input.readMessage(text)))
      continue;
    auto message = llvm::json::parse(text);
    if (!message) {
      lsp::Logger::error("a message is no JSON: {0}",
                         llvm::toString(message.takeError()));
      continue;
    }
    if (!filter(*message)) {
      lsp::Logger::error("a message was not passed on to the server");
      continue;
    }
    std::string safe = llvm::formatv("{0}", *message);
    if (style == lsp::Delimited)
      safe += "\n// -----\n";
    else
      safe = llvm::formatv("Content-Length: {0}\r\n\r\n{1}", safe.size(), safe);
    if (std::fwrite(safe.data(), 1, safe.size(), target) != safe.size() ||
        std::fflush(target) != 0)
      return;
  }
}
