//===- OutputNames.cpp - Names of the outputs of a program ----------------===//
//
// Parses the tree of torch.utils._pytree.treespec_dumps, protocol 1: [1,
// {"type", "context", "children_spec"}]. The syntax of `context` depends on the
// type:
//
//   dict, OrderedDict, ModelOutput of transformers   a JSON list of the keys
//   torch.export.register_dataclass   [[names of fields], [fields that are
//   None]]
//   collections.namedtuple            the name under which it was registered;
//                                     treespec_namedtuple_fields has its fields
//   torch.return_types.max (since 2.15)   null; the fields are the results of
//                                     the operator's schema
//
//===----------------------------------------------------------------------===//

#include "OutputNames.h"

#include "torch-onnx/Dialect/Torch/IR/Schema.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <optional>

using namespace torch_onnx;
using llvm::StringRef;

namespace {

using Keys = std::vector<std::string>;

class TreeReader {
public:
  explicit TreeReader(Json namedTuples) : namedTuples(namedTuples) {}

  /// Returns false if the tree has an unexpected form.
  bool read(simdjson::dom::element node, unsigned depth);

  /// The path to each leaf; positions are empty.
  std::vector<Keys> leaves;
  /// The same paths with positions.
  std::vector<Keys> places;

private:
  Keys readKeys(StringRef type, StringRef context, size_t count);

  Json namedTuples;
  Keys path, place;
};

} // namespace

static StringRef toStringRef(simdjson::dom::element element) {
  std::string_view text;
  if (element.get(text) != simdjson::SUCCESS)
    return "";
  return StringRef(text.data(), text.size());
}

/// The strings of a list of `count` strings; empty for any other element.
static Keys toStrings(simdjson::dom::element element, size_t count) {
  Keys keys;
  simdjson::dom::array list;
  if (element.get(list) != simdjson::SUCCESS || list.size() != count)
    return {};
  for (simdjson::dom::element item : list) {
    if (!item.is_string())
      return {};
    keys.push_back(toStringRef(item).str());
  }
  return keys;
}

/// The names of the results of `aten.<base>`, of an overload that has `count`
/// results and a name for each; empty if there is none.
static Keys namesOfResults(StringRef base, size_t count) {
  std::string name = ("aten." + base).str();
  llvm::ArrayRef<StringRef> names = torch::Schema::allNames();
  for (const StringRef *it = llvm::lower_bound(names, name);
       it != names.end() && it->starts_with(name); ++it) {
    if (*it != name && (*it)[name.size()] != '.')
      continue;
    Keys keys;
    for (const torch::SchemaArg &result :
         torch::Schema::lookup(*it)->getReturns())
      if (!result.name.empty())
        keys.push_back(result.name.str());
    if (keys.size() == count)
      return keys;
  }
  return {};
}

Keys TreeReader::readKeys(StringRef type, StringRef context, size_t count) {
  if (type == "collections.namedtuple") {
    Keys keys;
    if (!namedTuples.isObject())
      return {};
    namedTuples.forEachMember([&](StringRef name, Json definition) {
      if (name != context)
        return;
      definition.find("field_names").forEach([&](Json field) {
        keys.push_back(field.isString() ? field.asString().str() : "");
      });
    });
    return keys.size() == count ? keys : Keys();
  }
  if (type.consume_front("torch.return_types."))
    return namesOfResults(type, count);
  simdjson::dom::parser parser;
  simdjson::dom::element parsed;
  if (parser.parse(context.data(), context.size()).get(parsed) !=
      simdjson::SUCCESS)
    return {};
  if (Keys keys = toStrings(parsed, count); !keys.empty())
    return keys;
  simdjson::dom::array lists;
  if (parsed.get(lists) != simdjson::SUCCESS || lists.size() != 2)
    return {};
  return toStrings(*lists.begin(), count);
}

bool TreeReader::read(simdjson::dom::element node, unsigned depth) {
  constexpr unsigned deepest = 64;
  constexpr size_t mostLeaves = 1 << 20;
  simdjson::dom::element type;
  simdjson::dom::array children;
  if (depth > deepest || leaves.size() > mostLeaves ||
      node["type"].get(type) != simdjson::SUCCESS ||
      node["children_spec"].get(children) != simdjson::SUCCESS)
    return false;
  if (type.is_null()) {
    leaves.push_back(path);
    places.push_back(place);
    return true;
  }
  simdjson::dom::element context;
  if (node["context"].get(context) != simdjson::SUCCESS)
    return false;
  Keys keys =
      readKeys(toStringRef(type), toStringRef(context), children.size());
  for (auto [index, child] : llvm::enumerate(children)) {
    std::string position = std::to_string(index);
    bool isKey = !keys.empty();
    // A position is part of the name only after a key.
    bool counts = isKey || !path.empty();
    place.push_back(isKey ? keys[index] : position);
    if (counts)
      path.push_back(place.back());
    if (!read(child, depth + 1))
      return false;
    place.pop_back();
    if (counts)
      path.pop_back();
  }
  return true;
}

static bool isName(StringRef name) {
  constexpr size_t longest = 200;
  return !name.empty() && name.size() <= longest &&
         llvm::all_of(name, [](char c) {
           return llvm::isAlnum(c) || StringRef("_.-/:").contains(c);
         });
}

std::vector<std::string> torch_onnx::readOutputNames(Json graphModule,
                                                     size_t count) {
  std::vector<std::string> names(count);
  // The first entry is the calling convention of the whole program.
  std::optional<Json> entry;
  Json entries = graphModule.find("module_call_graph");
  if (entries.isNull())
    return names;
  entries.forEach([&](Json item) {
    if (!entry)
      entry = item;
  });
  if (!entry)
    return names;
  Json text = entry->find("signature").find("out_spec");
  if (!text.isString())
    return names;
  simdjson::dom::parser parser;
  simdjson::dom::element parsed;
  StringRef spec = text.asString();
  simdjson::dom::array pair;
  if (parser.parse(spec.data(), spec.size()).get(parsed) != simdjson::SUCCESS ||
      parsed.get(pair) != simdjson::SUCCESS || pair.size() != 2)
    return names;
  TreeReader reader(graphModule.find("treespec_namedtuple_fields"));
  if (!reader.read(pair.at(1).value_unsafe(), 0) ||
      reader.leaves.size() != count)
    return names;

  llvm::StringMap<unsigned> uses;
  for (auto [name, path] : llvm::zip_equal(names, reader.leaves)) {
    name = llvm::join(path, ".");
    ++uses[name];
  }
  for (auto [name, place] : llvm::zip_equal(names, reader.places)) {
    if (!name.empty() && uses[name] > 1)
      name = llvm::join(place, ".");
    if (!isName(name))
      name.clear();
  }
  return names;
}
