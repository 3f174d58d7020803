//===- Schema.cpp - Schemas of ATen operators -----------------------------===//
//
// Parses one row of the schema table, in the grammar in which PyTorch prints
// schemas (torch/csrc/jit/frontend/function_schema_parser.cpp). A table row
// that cannot be parsed is a bug, found by the unit test over all rows. A
// malformed user-defined schema is refused.
//
// A row also stands for the forms of its operator that write their result
// (add_.Tensor and add.out for add.Tensor) if their schemas follow from its
// own.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/IR/Schema.h"
#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <memory>
#include <mutex>
#include <set>

using namespace mlir;
using namespace torch_onnx::torch;

namespace {

struct Row {
  llvm::StringLiteral name, forms, signature;
};

/// Where an operator puts its result: `add`, `add_` or `add.out`.
enum class Form { Result, InPlace, Out };
constexpr Form allForms[] = {Form::Result, Form::InPlace, Form::Out};

/// One operator of a row. A row describes up to three, one for each form.
struct FormOfRow {
  const Row *row;
  Form form;

  /// The flags of the form; nothing if PyTorch does not have it. A word of
  /// `forms` is `FLAGS`, `_FLAGS` in place, or `OVERLOAD=FLAGS` with out=,
  /// which may have the names of the written arguments:
  /// `OVERLOAD(NAME,...)=FLAGS`.
  std::optional<StringRef> getFlags() const;
  std::string getName() const;
  /// The names of the written arguments; empty if they follow from the row.
  SmallVector<StringRef> getWrittenNames() const;
};

#define TORCH_VERSION(version)                                                 \
  constexpr llvm::StringLiteral torchVersion(version);
#include "Schemas.inc"

constexpr Row rows[] = {
#define SCHEMA(name, forms, signature)                                         \
  Row{llvm::StringLiteral(name), llvm::StringLiteral(forms),                   \
      llvm::StringLiteral(signature)},
#include "Schemas.inc"
};
/// The number of ids: each row has one for each form.
constexpr size_t numIds = std::size(rows) * std::size(allForms);

/// The form with this id.
FormOfRow getForm(unsigned id) {
  return {rows + id / std::size(allForms), Form(id % std::size(allForms))};
}

/// Whether a word of `forms` describes this form.
bool describes(StringRef word, Form form) {
  switch (form) {
  case Form::Result:
    return !word.starts_with("_") && !word.contains('=');
  case Form::InPlace:
    return word.starts_with("_");
  case Form::Out:
    return word.contains('=');
  }
  llvm_unreachable("covered switch");
}

/// The word of `forms` for this form; nothing if there is none.
std::optional<StringRef> findWord(const Row &row, Form form) {
  for (StringRef word : llvm::split(row.forms, ' '))
    if (describes(word, form))
      return word;
  return std::nullopt;
}

/// The overload in the word for Form::Out.
StringRef getOverload(StringRef word) {
  return word.split('=').first.split('(').first;
}

std::optional<StringRef> FormOfRow::getFlags() const {
  std::optional<StringRef> word = findWord(*row, form);
  switch (form) {
  case Form::Result:
    // Without flags there is no word.
    return word.value_or("");
  case Form::InPlace:
    return word ? std::optional(word->drop_front()) : std::nullopt;
  case Form::Out:
    return word ? std::optional(word->split('=').second) : std::nullopt;
  }
  llvm_unreachable("covered switch");
}

std::string FormOfRow::getName() const {
  auto [qualified, overload] = StringRef(row->name).rsplit('.');
  switch (form) {
  case Form::Result:
    return row->name.str();
  case Form::InPlace:
    return (qualified + "_." + overload).str();
  case Form::Out:
    return (qualified + "." + getOverload(*findWord(*row, form))).str();
  }
  llvm_unreachable("covered switch");
}

SmallVector<StringRef> FormOfRow::getWrittenNames() const {
  StringRef list = findWord(*row, form)->split('=').first.split('(').second;
  if (list.empty())
    return {};
  return llvm::to_vector(llvm::split(list.drop_back(), ','));
}

/// The first row whose name is not less than `name`.
const Row *findRow(StringRef name) {
  return llvm::lower_bound(
      rows, name, [](const Row &row, StringRef n) { return row.name < n; });
}

} // namespace

namespace torch_onnx::torch {

class SchemaParser {
public:
  explicit SchemaParser(StringRef signature) : whole(signature), text(whole) {}

  /// Fills in arguments and returns; false if the text is not a signature.
  bool parse(Schema &schema) {
    parseList(schema.args, /*named=*/true);
    expect(" -> ");
    if (text.starts_with("("))
      parseList(schema.returns, /*named=*/false);
    else
      schema.returns.push_back(parseReturn());
    if (!text.empty())
      fail("the end");
    for (const SchemaArg &arg : schema.args) {
      schema.mutating |= arg.isWritten;
      schema.view |= !arg.isWritten && !arg.aliasSet.empty();
    }
    return expected.empty();
  }

  /// The expected text at the first error.
  std::string getError() const {
    return ("expected " + expected + " at '" + whole.substr(failedAt) + "'")
        .str();
  }

  static std::unique_ptr<Schema> parse(unsigned id) {
    FormOfRow form = getForm(id);
    auto schema = std::make_unique<Schema>();
    schema->name = form.row->name;
    if (form.form != Form::Result)
      schema->name = schema->ownName = form.getName();
    schema->id = id;
    StringRef flags = *form.getFlags();
    schema->random = flags.contains('r');
    schema->composite = flags.contains('c');
    schema->pointwise = flags.contains('p');
    [[maybe_unused]] bool isRead =
        SchemaParser(form.row->signature).parse(*schema);
    assert(isRead && "a row that PyTorch has not printed");
    if (form.form == Form::InPlace)
      schema->writeSelf();
    if (form.form != Form::Out)
      return schema;
    schema->writeOut();
    SmallVector<StringRef> names = form.getWrittenNames();
    for (auto [index, name] : llvm::enumerate(names))
      schema->args[schema->args.size() - names.size() + index].name = name;
    return schema;
  }

private:
  void fail(const Twine &what) {
    if (expected.empty()) {
      expected = what.str();
      failedAt = whole.size() - text.size();
    }
    text = {};
  }

  void expect(StringRef token) {
    if (!text.consume_front(token))
      fail("'" + token + "'");
  }

  template <typename List> void parseList(List &list, bool named) {
    expect("(");
    bool keywordOnly = false;
    while (expected.empty() && !text.consume_front(")")) {
      if (text.consume_front("*, ")) {
        keywordOnly = true;
        if (text.starts_with(")"))
          fail("an argument");
        continue;
      }
      list.push_back(named ? parseArg() : parseReturn());
      list.back().keywordOnly = keywordOnly;
      if (text.starts_with(")"))
        continue;
      expect(", ");
      if (text.starts_with(")"))
        fail("an argument");
    }
  }

  SchemaArg parseArg() {
    SchemaArg arg = parseType();
    expect(" ");
    arg.name = takeName();
    if (arg.name.empty())
      fail("the name of an argument");
    if (text.consume_front("="))
      arg.defaultText = takeDefault();
    return arg;
  }

  SchemaArg parseReturn() {
    SchemaArg result = parseType();
    if (text.consume_front(" "))
      result.name = takeName();
    return result;
  }

  /// Type := Name ['(' alias ')'] {'?' | '[' [size] ']'} ['(' alias ')'].
  SchemaArg parseType() {
    SchemaArg arg;
    StringRef base = text.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
    if (base.empty())
      fail("a type");
    text = text.drop_front(base.size());
    arg.type.kind = llvm::StringSwitch<ArgKind>(base)
                        .Case("Tensor", ArgKind::Tensor)
                        .Case("SymInt", ArgKind::SymInt)
                        .Case("int", ArgKind::Int)
                        .Case("float", ArgKind::Float)
                        .Case("bool", ArgKind::Bool)
                        .Case("Scalar", ArgKind::Scalar)
                        .Case("ScalarType", ArgKind::ScalarType)
                        .Case("MemoryFormat", ArgKind::MemoryFormat)
                        .Case("Layout", ArgKind::Layout)
                        .Case("Device", ArgKind::Device)
                        .Case("Generator", ArgKind::Generator)
                        .Case("str", ArgKind::String)
                        .Default(ArgKind::Other);
    while (!text.empty()) {
      if (text.consume_front("(")) {
        StringRef alias = text.take_until([](char c) { return c == ')'; });
        text = text.drop_front(alias.size());
        expect(")");
        // The alias may be "a", "a!", "a -> *" or "a|b".
        arg.isWritten |= alias.contains('!');
        arg.aliasSet =
            alias.take_while([](char c) { return llvm::isAlnum(c); });
      } else if (text.consume_front("?")) {
        if (arg.type.isList)
          arg.type.optional = true;
        else
          arg.type.elementOptional = true;
      } else if (text.consume_front("[")) {
        text.consumeInteger(10, arg.type.fixedSize);
        expect("]");
        // No more is recorded of lists of lists.
        if (arg.type.isList)
          arg.type.kind = ArgKind::Other;
        arg.type.isList = true;
      } else {
        break;
      }
    }
    if (!arg.type.isList)
      std::swap(arg.type.optional, arg.type.elementOptional);
    return arg;
  }

  StringRef takeName() {
    StringRef name =
        text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    text = text.drop_front(name.size());
    return name;
  }

  /// A default ends at ',' or ')' outside of brackets and quotes.
  StringRef takeDefault() {
    unsigned depth = 0;
    bool quoted = false;
    size_t length = 0;
    for (; length < text.size(); ++length) {
      char c = text[length];
      if (c == '"')
        quoted = !quoted;
      else if (quoted)
        continue;
      else if (c == '[')
        ++depth;
      else if (c == ']')
        --depth;
      else if ((c == ',' || c == ')') && depth == 0)
        break;
    }
    StringRef value = text.take_front(length);
    text = text.drop_front(length);
    return value;
  }

  StringRef whole, text;
  /// The expected text and the position of the first failure.
  std::string expected;
  size_t failedAt = 0;
};

} // namespace torch_onnx::torch

/// Whether a text is `acc_` or `acc_.Tensor`, of letters, digits and
/// underscores.
static bool isOperatorName(StringRef name) {
  auto isWord = [](StringRef text) {
    return !text.empty() && llvm::all_of(text, [](char c) {
      return llvm::isAlnum(c) || c == '_';
    });
  };
  auto [base, overload] = name.split('.');
  return isWord(base) && (!name.contains('.') || isWord(overload));
}

llvm::Expected<std::unique_ptr<Schema>> Schema::parse(StringRef declaration) {
  auto refuse = [&](const Twine &what) {
    return llvm::createStringError("'" + declaration.trim() +
                                   "' is not a schema: " + what);
  };
  StringRef trimmed = declaration.trim();
  size_t open = trimmed.find('(');
  auto [nameSpace, operatorName] = trimmed.take_front(open).split("::");
  if (open == StringRef::npos || !isOperatorName(operatorName) ||
      nameSpace.contains('.') || !isOperatorName(nameSpace))
    return refuse("expected NAMESPACE::OPERATOR(ARGUMENTS) -> RETURNS");
  auto schema = std::make_unique<Schema>();
  schema->ownName =
      (nameSpace + "." + operatorName +
       (operatorName.contains('.') ? StringRef() : StringRef(".default")))
          .str();
  schema->ownText = trimmed.drop_front(open).str();
  schema->name = schema->ownName;
  SchemaParser parser(schema->ownText);
  if (!parser.parse(*schema))
    return refuse(parser.getError());
  for (auto [index, arg] : llvm::enumerate(schema->args))
    if (schema->findArg(arg.name) != index)
      return refuse("two arguments are called '" + arg.name + "'");
  return schema;
}

void Schema::writeSelf() {
  SchemaArg &self = args.front();
  self = self.asWritten("a");
  // A written list is not returned.
  returns.assign(self.type.isList ? 0 : 1, self);
  for (SchemaArg &result : returns)
    result.name = "";
  mutating = true;
  view = false;
}

void Schema::writeOut() {
  // The tensor that is written decides these.
  if (findArg("pin_memory"))
    llvm::erase_if(args, [](const SchemaArg &arg) {
      return llvm::is_contained({"dtype", "layout", "device", "pin_memory"},
                                arg.name);
    });
  static constexpr llvm::StringLiteral sets[] = {"a", "b", "c", "d",
                                                 "e", "f", "g", "h"};
  static constexpr llvm::StringLiteral names[] = {
      "out0", "out1", "out2", "out3", "out4", "out5", "out6", "out7"};
  for (auto [index, result] : llvm::enumerate(returns)) {
    args.push_back(result.asWritten(sets[index]));
    args.back().keywordOnly = true;
    if (result.name.empty())
      args.back().name = returns.size() == 1 ? "out" : names[index];
    result = result.asWritten(sets[index]);
  }
  if (returns.front().type.isList)
    returns.clear();
  mutating = true;
  view = false;
}

std::optional<unsigned> Schema::findId(StringRef name) {
  auto [qualified, overload] = name.rsplit('.');
  auto getId = [](const Row *row, Form form) {
    return (row - rows) * unsigned(std::size(allForms)) + unsigned(form);
  };
  const Row *row = findRow(name);
  if (row != std::end(rows) && row->name == name)
    return getId(row, Form::Result);
  if (StringRef base = qualified; base.consume_back("_")) {
    SmallString<64> result({base, ".", overload});
    row = findRow(result);
    if (row != std::end(rows) && row->name == result &&
        findWord(*row, Form::InPlace))
      return getId(row, Form::InPlace);
  }
  // The overloads of one operator are next to each other.
  SmallString<64> prefix({qualified, "."});
  for (row = findRow(prefix);
       row != std::end(rows) && row->name.rsplit('.').first == qualified; ++row)
    if (auto word = findWord(*row, Form::Out);
        word && getOverload(*word) == overload)
      return getId(row, Form::Out);
  return std::nullopt;
}

const Schema *Schema::lookup(StringRef name) {
  std::optional<unsigned> id = findId(name);
  if (!id)
    return nullptr;
  static std::unique_ptr<Schema> parsed[numIds];
  static std::once_flag once[numIds];
  std::call_once(once[*id], [&] { parsed[*id] = SchemaParser::parse(*id); });
  return parsed[*id].get();
}

std::vector<std::string> Schema::getLibraryDeclarations() {
  std::vector<std::string> declarations;
  for (const Row &row : rows) {
    auto [space, name] = StringRef(row.name).split('.');
    if (space == "aten" || space == "prims")
      continue;
    name.consume_back(".default");
    declarations.push_back((space + "::" + name + row.signature).str());
  }
  return declarations;
}

unsigned Schema::size() { return numIds; }

StringRef Schema::getTorchVersion() { return torchVersion; }

ArrayRef<StringRef> Schema::allNames() {
  static const std::set<std::string> storage = [] {
    std::set<std::string> result;
    for (unsigned id = 0; id < numIds; ++id)
      if (FormOfRow form = getForm(id); form.getFlags())
        result.insert(form.getName());
    return result;
  }();
  static const std::vector<StringRef> names(storage.begin(), storage.end());
  return names;
}

std::optional<unsigned> Schema::findArg(StringRef argName) const {
  for (auto [index, arg] : llvm::enumerate(args))
    if (arg.name == argName)
      return index;
  return std::nullopt;
}

/// The type that PyTorch prints as this number (c10/core/ScalarType.h); null
/// for dtypes that are not used as defaults.
static Type getScalarType(int64_t number, Builder &b) {
  switch (number) {
  case 4:
    return b.getI64Type();
  case 6:
    return b.getF32Type();
  case 24:
    return b.getType<Float8E4M3FNType>();
  default:
    return {};
  }
}

/// Parses one literal of a default: `1`, `0.5`, `True`, `None`, `"mean"`,
/// `contiguous_format`. A single number as the default of a list stands for all
/// elements.
static Attribute parseLiteral(StringRef text, ArgKind kind, Builder &b) {
  if (text == "None")
    return NoneAttr::get(b.getContext());
  if (text == "True" || text == "False")
    return b.getBoolAttr(text == "True");
  if (text.consume_front("\"")) {
    text.consume_back("\"");
    return b.getStringAttr(text);
  }
  int64_t integer;
  if (!text.getAsInteger(10, integer)) {
    // No default is needed for the other enumerations that PyTorch prints by
    // number; layout defaults are None where they matter.
    if (kind == ArgKind::ScalarType)
      if (Type type = getScalarType(integer, b))
        return TypeAttr::get(type);
    if (kind == ArgKind::Float)
      return b.getF64FloatAttr(integer);
    return b.getI64IntegerAttr(integer);
  }
  double number;
  if (!text.getAsDouble(number))
    return b.getF64FloatAttr(number);
  return b.getStringAttr(text);
}

Attribute Schema::getDefault(unsigned index, MLIRContext *ctx) const {
  const SchemaArg &arg = args[index];
  if (!arg.defaultText)
    return {};
  Builder b(ctx);
  StringRef text = *arg.defaultText;
  if (!arg.type.isList || text == "None")
    return parseLiteral(text, arg.type.kind, b);
  SmallVector<Attribute> elements;
  if (text.consume_front("[")) {
    text.consume_back("]");
    SmallVector<StringRef> parts;
    text.split(parts, ',', -1, /*KeepEmpty=*/false);
    for (StringRef part : parts)
      elements.push_back(parseLiteral(part.trim(), arg.type.kind, b));
  } else {
    elements.assign(std::max(1u, arg.type.fixedSize),
                    parseLiteral(text, arg.type.kind, b));
  }
  return b.getArrayAttr(elements);
}
