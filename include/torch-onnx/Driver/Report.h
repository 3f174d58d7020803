//===- Report.h - Report of a conversion ------------------------*- C++ -*-===//
//
// The driver collects the report while it runs, and writes it at the end, also
// after a failure.
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
    /// The number of operators in the module afterwards; nullopt if it was not
    /// requested.
    std::optional<uint64_t> operators;
  };
  struct Message {
    std::string severity, location, text;
  };
  /// A deque, so that texts of messages keep their addresses.
  using Messages = std::deque<Message>;

  std::string input, format;
  uint64_t inputBytes = 0;
  /// The opset of the model, or of the last attempt if there is none.
  int64_t opset = 0;
  Histogram before, after;
  std::vector<Stage> stages;
  Messages messages;
  /// Conditions that the program checks at run time and the model does not.
  std::vector<std::string> unchecked;
  /// The path of the last written model; empty for a stream or none.
  std::string output;
  onnx::ExportResult exported;
  bool succeeded = false;
  /// Why the stages are missing; empty if they are not.
  std::string stagesError;

  static uint64_t getTotal(const Histogram &histogram);

  /// Writes Markdown, JSON or HTML, depending on the extension of `path`. HTML
  /// shows the model with the bytes `model`, if there is one.
  llvm::Error write(llvm::StringRef path, const DriverOptions &options,
                    llvm::StringRef model) const;
  void writeMarkdown(llvm::raw_ostream &os, const DriverOptions &options) const;
  void writeJSON(llvm::raw_ostream &os, const DriverOptions &options) const;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_DRIVER_REPORT_H
