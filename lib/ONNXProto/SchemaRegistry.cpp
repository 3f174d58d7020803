//===- SchemaRegistry.cpp - Operator schemas, created on demand -----------===//
//
// The rows of SchemaTable.inc are generated from onnx's list of operator sets
// (see CMakeLists.txt), by name and version.
//
//===----------------------------------------------------------------------===//

#include "SchemaRegistry.h"

#include "onnx/defs/operator_sets.h"
#include "onnx/defs/operator_sets_ml.h"
#include "onnx/defs/operator_sets_preview.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <string_view>
#include <tuple>

using namespace torch_onnx;
using ::onnx::OpSchema;

namespace {
struct SchemaRow {
  std::string_view name;
  int version;
  OpSchema (*make)();

  constexpr bool operator<(const SchemaRow &other) const {
    return std::tie(name, version) < std::tie(other.name, other.version);
  }
};
} // namespace

/// Sorted by name and version. Each name is in one domain only.
static constexpr SchemaRow kSchemas[] = {
#define SCHEMA(NAME, VERSION, CLASS)                                           \
  {NAME, VERSION, ::onnx::GetOpSchema<::onnx::CLASS>},
#include "SchemaTable.inc"
};
static_assert(std::is_sorted(std::begin(kSchemas), std::end(kSchemas)));

const SchemaRegistry &SchemaRegistry::get() {
  static const SchemaRegistry registry;
  return registry;
}

const OpSchema *SchemaRegistry::GetSchema(const std::string &name,
                                          int maxVersion,
                                          const std::string &domain) const {
  // Finds the first row after the requested one.
  const SchemaRow *row =
      llvm::upper_bound(kSchemas, SchemaRow{name, maxVersion, nullptr});
  if (row == std::begin(kSchemas) || (--row)->name != name)
    return nullptr;

  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<OpSchema> &schema = made[row - kSchemas];
  if (!schema) {
    auto created = std::make_unique<OpSchema>(row->make());
    created->Finalize();
    schema = std::move(created);
  }
  return schema->domain() == domain ? schema.get() : nullptr;
}

std::vector<const OpSchema *>
SchemaRegistry::getSchemas(int maxVersion, const std::string &domain) const {
  std::vector<const OpSchema *> schemas;
  for (const SchemaRow &row : kSchemas)
    if (&row == kSchemas || (&row)[-1].name != row.name)
      if (const OpSchema *schema =
              GetSchema(std::string(row.name), maxVersion, domain))
        schemas.push_back(schema);
  return schemas;
}
