//===- Page.cpp - A model and its conversion as a web page ----------------===//
//
// See Page.h. The page is Page.html, which CMake embeds; this file only writes
// its data.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Driver/Page.h"

#include "llvm/Support/JSON.h"

using namespace torch_onnx;
using llvm::StringRef;

static constexpr StringRef kTemplate =
#include "Page.inc"
    ;

/// The placeholder for the data.
static constexpr StringRef kPlace = "@DATA@";

/// Names and texts of a model may not be UTF-8, which JSON requires.
static std::string clean(StringRef text) {
  return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
}

static void write(llvm::json::OStream &json, StringRef key,
                  const std::vector<ValueOutline> &values) {
  json.attributeArray(key, [&] {
    for (const ValueOutline &value : values)
      json.array([&] {
        json.value(clean(value.name));
        json.value(clean(value.type));
        json.value(static_cast<int64_t>(value.bytes));
      });
  });
}

static void write(llvm::json::OStream &json, StringRef key,
                  const std::vector<std::string> &names) {
  json.attributeArray(key, [&] {
    for (const std::string &name : names)
      json.value(clean(name));
  });
}

static void write(llvm::json::OStream &json,
                  const std::vector<NodeOutline> &nodes) {
  json.attributeArray("nodes", [&] {
    for (const NodeOutline &node : nodes)
      json.object([&] {
        json.attribute("name", clean(node.name));
        if (!node.domain.empty())
          json.attribute("domain", clean(node.domain));
        json.attribute("op", clean(node.op));
        if (!node.line.empty())
          json.attribute("line", clean(node.line));
        write(json, "inputs", node.inputs);
        write(json, "outputs", node.outputs);
        if (!node.attributes.empty())
          json.attributeObject("attributes", [&] {
            for (const auto &[name, text] : node.attributes)
              json.attribute(clean(name), clean(text));
          });
      });
  });
}

static void write(llvm::json::OStream &json, const FunctionOutline &function) {
  json.object([&] {
    json.attribute("domain", clean(function.domain));
    json.attribute("name", clean(function.name));
    write(json, "inputs", function.inputs);
    write(json, "outputs", function.outputs);
    write(json, "values", function.values);
    write(json, function.nodes);
  });
}

static void write(llvm::json::OStream &json, const ModelOutline &model) {
  json.object([&] {
    json.attributeObject("opsets", [&] {
      for (const auto &[domain, version] : model.opsets)
        json.attribute(clean(domain), version);
    });
    write(json, "inputs", model.inputs);
    write(json, "outputs", model.outputs);
    write(json, "weights", model.weights);
    write(json, "values", model.values);
    write(json, model.nodes);
    json.attributeArray("functions", [&] {
      for (const FunctionOutline &function : model.functions)
        write(json, function);
    });
  });
}

void torch_onnx::writePage(llvm::raw_ostream &os, StringRef report,
                           const ModelOutline *model) {
  std::string data = "{\"report\": ";
  data += report.empty() ? StringRef("null") : report;
  if (model) {
    llvm::raw_string_ostream stream(data);
    stream << ", \"model\": ";
    llvm::json::OStream json(stream);
    write(json, *model);
  }
  data += "}";
  auto [before, after] = kTemplate.split(kPlace);
  os << before;
  // In JSON, '<' only occurs in strings; in HTML it could end the script.
  for (char c : data)
    if (c == '<')
      os << "\\u003c";
    else
      os << c;
  os << after;
}
