//===- Report.cpp - Report of a conversion --------------------------------===//
//
// See Report.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Driver/Report.h"

#include "torch-onnx/Driver/Driver.h"
#include "torch-onnx/Driver/Page.h"
#include "torch-onnx/Support/AtomicFile.h"
#include "torch-onnx/Support/Printable.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace torch_onnx;
using llvm::StringRef;

uint64_t Report::getTotal(const Histogram &histogram) {
  uint64_t total = 0;
  for (const auto &[name, count] : histogram)
    total += count;
  return total;
}

/// The name of an operator in a table cell. Inside of code, only the ends of
/// the code and of the cell are markup.
static std::string getCode(StringRef name) {
  std::string printable = getPrintable(name);
  if (StringRef(printable).contains('`') || StringRef(printable).contains('|'))
    return getMarkdownText(printable);
  return "`" + printable + "`";
}

static void writeHistogram(llvm::raw_ostream &os, StringRef title,
                           const Report::Histogram &histogram) {
  if (histogram.empty())
    return;
  os << "\n## " << title << "\n\n| operator | count |\n| --- | ---: |\n";
  for (const auto &[name, count] : histogram)
    os << "| " << getCode(name) << " | " << count << " |\n";
  os << "| total | " << Report::getTotal(histogram) << " |\n";
}

void Report::writeMarkdown(llvm::raw_ostream &os,
                           const DriverOptions &options) const {
  os << "# Conversion of " << getMarkdownText(input) << "\n\n";
  os << "| what | value |\n| --- | --- |\n";
  os << "| result | " << (succeeded ? "written" : "failed, nothing written")
     << " |\n";
  os << "| format read | " << format << " |\n";
  os << "| bytes read | " << inputBytes << " |\n";
  os << "| opset | " << opset << " |\n";
  os << "| target | " << getChoiceName<TargetRuntime>(options.pipeline.target)
     << " |\n";
  os << "| weights | " << getChoiceName<WeightsMode>(options.pipeline.weights)
     << " |\n";
  if (succeeded) {
    os << "| checker | " << (exported.checked ? "passed" : "not run") << " |\n";
    os << "| model | " << getMarkdownText(output) << ", " << exported.modelBytes
       << " bytes |\n";
    if (!exported.dataPath.empty())
      os << "| data | " << getMarkdownText(exported.dataPath) << ", "
         << exported.dataBytes << " bytes |\n";
    os << "| initializers | " << exported.initializers << " |\n";
    os << "| bytes of weights inside | " << exported.inlineBytes << " |\n";
    os << "| bytes of weights referenced | " << exported.referencedBytes
       << " |\n";
  }
  if (!messages.empty()) {
    os << "\n## Messages\n\n| severity | where | what |\n| --- | --- | --- |\n";
    for (const Message &message : messages)
      os << "| " << message.severity << " | "
         << getMarkdownText(message.location) << " | "
         << getMarkdownText(message.text) << " |\n";
  }
  if (!unchecked.empty()) {
    os << "\n## Not checked by the model\n\nThe program stops where one of "
          "these does not hold; ONNX has no operator that does.\n\n";
    for (const std::string &condition : unchecked)
      os << "- " << getMarkdownText(condition) << "\n";
  }
  os << "\n## Stages\n\n| stage | time (ms) | peak memory (MB) | operators "
        "after |"
        "\n| --- | ---: | ---: | ---: |\n";
  for (const Stage &stage : stages)
    os << "| " << stage.name << " | "
       << llvm::format("%.1f", stage.seconds * 1e3) << " | "
       << llvm::format("%.1f", stage.peakBytes / 1e6) << " | "
       << (stage.operators ? llvm::utostr(*stage.operators) : "") << " |\n";
  writeHistogram(os, "Operators read", before);
  writeHistogram(os, "Operators written", after);
}

void Report::writeJSON(llvm::raw_ostream &os,
                       const DriverOptions &options) const {
  llvm::json::OStream json(os, 2);
  auto writeCounts = [&](StringRef key, const Histogram &histogram) {
    json.attributeObject(key, [&] {
      for (const auto &[name, count] : histogram)
        json.attribute(name, static_cast<int64_t>(count));
    });
  };
  json.object([&] {
    json.attribute("succeeded", succeeded);
    json.attributeObject("input", [&] {
      json.attribute("path", input);
      json.attribute("format", format);
      json.attribute("bytes", static_cast<int64_t>(inputBytes));
    });
    json.attributeObject("options", [&] {
      json.attribute("opset", opset);
      json.attribute("target",
                     getChoiceName<TargetRuntime>(options.pipeline.target));
      json.attribute("weights",
                     getChoiceName<WeightsMode>(options.pipeline.weights));
    });
    if (succeeded)
      json.attributeObject("output", [&] {
        json.attribute("path", output);
        json.attribute("bytes", static_cast<int64_t>(exported.modelBytes));
        json.attribute("data_path", exported.dataPath);
        json.attribute("data_bytes", static_cast<int64_t>(exported.dataBytes));
        json.attribute("initializers",
                       static_cast<int64_t>(exported.initializers));
        json.attribute("inline_weight_bytes",
                       static_cast<int64_t>(exported.inlineBytes));
        json.attribute("referenced_weight_bytes",
                       static_cast<int64_t>(exported.referencedBytes));
        json.attribute("checker", exported.checked ? "passed" : "not run");
      });
    json.attributeArray("messages", [&] {
      for (const Message &message : messages)
        json.object([&] {
          json.attribute("severity", message.severity);
          json.attribute("location", message.location);
          json.attribute("text", message.text);
        });
    });
    json.attributeArray("not_checked", [&] {
      for (const std::string &condition : unchecked)
        json.value(condition);
    });
    json.attributeArray("stages", [&] {
      for (const Stage &stage : stages)
        json.object([&] {
          json.attribute("name", stage.name);
          json.attribute("seconds", stage.seconds);
          json.attribute("peak_bytes", static_cast<int64_t>(stage.peakBytes));
          if (stage.operators)
            json.attribute("operators", static_cast<int64_t>(*stage.operators));
        });
    });
    writeCounts("operators_read", before);
    writeCounts("operators_written", after);
  });
  os << "\n";
}

static void writeHTML(llvm::raw_ostream &os, const Report &report,
                      const DriverOptions &options, StringRef model) {
  std::string json;
  llvm::raw_string_ostream stream(json);
  report.writeJSON(stream, options);
  std::optional<ModelOutline> outline;
  if (!model.empty())
    outline = readModelOutline({model.data(), model.size()});
  writePage(os, json, outline ? &*outline : nullptr);
}

llvm::Error Report::write(StringRef path, const DriverOptions &options,
                          StringRef model) const {
  auto file = AtomicFile::create(path);
  if (!file)
    return file.takeError();
  std::string text;
  llvm::raw_string_ostream os(text);
  if (path.ends_with(".json"))
    writeJSON(os, options);
  else if (path.ends_with(".html"))
    writeHTML(os, *this, options, model);
  else
    writeMarkdown(os, options);
  (*file)->write(StringRef(text));
  return (*file)->commit();
}
