//===- Report.h - What a conversion did, for people and programs *- C++ -*-===//
//
// Gathered while the driver runs, written at its end, on failure too: a report
// that says what is missing is worth most then.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DRIVER_REPORT_H
#define TORCH_ONNX_DRIVER_REPORT_H

#include "torch-onnx/Target/ONNX/Export.h"

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace torch_onnx {

struct DriverOptions;

struct Report {
  using Histogram = std::map<std::string, uint64_t>;

  struct Stage {
    std::string name;
    double seconds = 0;
    /// Peak memory of the process when the stage ended.
    uint64_t peakBytes = 0;
    /// Operators in the module after it; nothing if nobody wants to know.
    std::optional<uint64_t> operators;
  };
  struct Message {
    std::string severity, location, text;
  };
  /// Texts of messages stay where they are when others are added.
  using Messages = std::deque<Message>;

  std::string input, format;
  uint64_t inputBytes = 0;
  /// Of the model; of the last attempt where there is none.
  int64_t opset = 0;
  Histogram before, after;
  std::vector<Stage> stages;
  Messages messages;
  /// What the program checks when it runs and the model does not.
  std::vector<std::string> unchecked;
  /// Where the model was written last; empty for nowhere or a stream.
  std::string output;
  onnx::ExportResult exported;
  bool succeeded = false;
  /// Why the stages are not there; empty if they are.
  std::string stagesError;

  static uint64_t getTotal(const Histogram &histogram);

  /// Writes Markdown, JSON or HTML, by the ending of `path`. HTML shows the
  /// model, whose bytes `model` has, if there is one.
  llvm::Error write(llvm::StringRef path, const DriverOptions &options,
                    llvm::StringRef model) const;
  void writeMarkdown(llvm::raw_ostream &os, const DriverOptions &options) const;
  void writeJSON(llvm::raw_ostream &os, const DriverOptions &options) const;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_DRIVER_REPORT_H
