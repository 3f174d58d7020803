//===- ScriptLines.cpp - Python lines of TorchScript code -----------------===//
//
// Each source of an archive has a table with the origin of its bytes
// (torch/csrc/jit/serialization/source_range_serialization.cpp): tuples of
// (first byte, range, number), where a range is (source, begin, end) and a
// source is (text, file, first line). In newer archives all texts are in one
// table, and the text of a source is the list of its lines. A table of another
// form gives no lines and no error.
//
//===----------------------------------------------------------------------===//

#include "ScriptArchive.h"

#include "torch-onnx/Import/PythonFile.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace torch_onnx;
using llvm::StringRef;

namespace {

using Kind = PickleValue::Kind;

/// The text of a source, shared by many ranges.
struct SourceText {
  /// The first byte of each line.
  std::vector<uint64_t> lines;
  /// A tracer writes the call stack, innermost frame first, in place of a text.
  /// These are the innermost frame and the innermost frame of the user.
  ScriptArchive::Line innermost, user;
};

/// Reads the ranges of one table.
class RangeReader {
public:
  explicit RangeReader(PickleValue root);

  PickleValue getRecords() const { return records; }
  /// Reads the first byte of a record and its line; false if it is not a
  /// record.
  bool read(PickleValue record, uint64_t &begin, ScriptArchive::Line &line);

private:
  StringRef getText(PickleValue value) const;
  SourceText &getSourceText(PickleValue text);

  PickleValue records, texts;
  bool hasTexts = false;
  llvm::DenseMap<uint32_t, std::unique_ptr<SourceText>> sources;
};

} // namespace

RangeReader::RangeReader(PickleValue root) : records(root), texts(root) {
  if (root.size() == 3 && root[0].getText() == "FORMAT_WITH_STRING_TABLE") {
    hasTexts = true;
    texts = root[1];
    records = root[2];
  }
}

StringRef RangeReader::getText(PickleValue value) const {
  if (!hasTexts)
    return value.getText();
  int64_t index = value.getInt();
  return index < 0 ? StringRef() : texts[index].getText();
}

/// Parses one frame: `FILE(LINE): NAME`.
static std::optional<ScriptArchive::Line> readCall(StringRef text) {
  constexpr size_t longest = 4096;
  auto [place, name] = text.take_front(longest).split("): ");
  auto [file, number] = place.rsplit('(');
  unsigned line;
  if (name.empty() || file.empty() || number.getAsInteger(10, line))
    return std::nullopt;
  return ScriptArchive::Line{file, line};
}

static void readCalls(llvm::ArrayRef<StringRef> lines, SourceText &source) {
  for (StringRef text : lines) {
    std::optional<ScriptArchive::Line> call = readCall(text);
    // The callers of the tracer are not part of the model.
    if (!call || call->file.ends_with("torch/jit/_trace.py"))
      break;
    if (source.innermost.file.empty())
      source.innermost = source.user = *call;
    if (isInsidePyTorch(call->file))
      continue;
    source.user = *call;
    break;
  }
}

SourceText &RangeReader::getSourceText(PickleValue text) {
  std::unique_ptr<SourceText> &source = sources[text.getId()];
  if (source)
    return *source;
  source = std::make_unique<SourceText>();
  // Enough frames to leave PyTorch's own code.
  constexpr size_t mostCalls = 100;
  llvm::SmallVector<StringRef> first;
  uint64_t at = 0;
  if (hasTexts) {
    for (size_t i = 0; i < text.size(); ++i) {
      StringRef line = getText(text[i]);
      source->lines.push_back(at);
      at += line.size();
      if (first.size() < mostCalls)
        first.push_back(line);
    }
  } else {
    for (StringRef rest = text.getText(); !rest.empty();) {
      size_t size = std::min(rest.find('\n'), rest.size() - 1) + 1;
      source->lines.push_back(at);
      at += size;
      if (first.size() < mostCalls)
        first.push_back(rest.take_front(size));
      rest = rest.drop_front(size);
    }
  }
  readCalls(first, *source);
  return *source;
}

bool RangeReader::read(PickleValue record, uint64_t &begin,
                       ScriptArchive::Line &line) {
  // Some versions stored the number before the range.
  PickleValue range = record[1].isA(Kind::Tuple) ? record[1] : record[2];
  PickleValue source = range[0], first = source[2];
  if (record.size() < 2 || record[0].getInt() < 0 || range.size() != 3 ||
      source.size() != 3)
    return false;
  begin = record[0].getInt();
  line = {};
  line.file = getText(source[1]);
  int64_t firstLine = first.getInt(), offset = range[1].getInt();
  constexpr int64_t mostLines = 1 << 30;
  if (line.file.empty() || firstLine < 0 || firstLine > mostLines || offset < 0)
    return true;
  const SourceText &text = getSourceText(source[0]);
  line.line = static_cast<unsigned>(firstLine);
  if (offset == 0 && text.innermost.file == line.file &&
      text.innermost.line == line.line) {
    line = text.user;
    return true;
  }
  // A text without line breaks has one line.
  auto next = llvm::upper_bound(text.lines, uint64_t(offset));
  if (next != text.lines.begin())
    line.line += static_cast<unsigned>(next - text.lines.begin() - 1);
  return true;
}

std::vector<ScriptArchive::Range>
ScriptArchive::readRanges(const Source &source) {
  std::vector<Range> result;
  const ZipReader::Member *member =
      zip.find(root + "/code/" + source.name + ".debug_pkl");
  if (!member || member->contentSize > debugBudget)
    return result;
  debugBudget -= member->contentSize;
  auto pickle = Pickle::read(zip, *member, Pickle::Options());
  if (!pickle) {
    llvm::consumeError(pickle.takeError());
    return result;
  }
  RangeReader reader((*pickle)->getRoot());
  PickleValue records = reader.getRecords();
  for (size_t i = 0; i < records.size(); ++i) {
    Range range;
    // The writer stores them in order.
    if (!reader.read(records[i], range.begin, range.line) ||
        (!result.empty() && range.begin < result.back().begin))
      continue;
    // The name outlives the pickle.
    range.line.file = files.insert(range.line.file).first->getKey();
    result.push_back(range);
  }
  return result;
}

ScriptArchive::Line ScriptArchive::getLine(int32_t source, size_t offset) {
  if (source < 0 || static_cast<size_t>(source) >= sources.size())
    return {};
  std::optional<std::vector<Range>> &known = ranges[source];
  if (!known)
    known = readRanges(sources[source]);
  auto next =
      llvm::upper_bound(*known, offset, [](size_t offset, const Range &range) {
        return offset < range.begin;
      });
  return next == known->begin() ? Line() : std::prev(next)->line;
}
