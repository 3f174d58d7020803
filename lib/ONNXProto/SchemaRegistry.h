//===- SchemaRegistry.h - Operator schemas, created on demand ---*- C++ -*-===//
//
// The schemas of onnx's operators, each created at its first lookup.
// onnx::OpSchemaRegistry, which the project does not use, creates all versions
// of all operators at the first lookup: 4 MB, and a sixth of the instructions
// of a small conversion.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_ONNXPROTO_SCHEMAREGISTRY_H
#define TORCH_ONNX_LIB_ONNXPROTO_SCHEMAREGISTRY_H

#include "onnx/defs/schema.h"

#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace torch_onnx {

/// Schemas by name and version. Lookups are thread-safe, and schemas live until
/// the process ends.
class SchemaRegistry final : public ::onnx::ISchemaRegistry {
public:
  static const SchemaRegistry &get();

  /// The newest version of `name` up to `maxVersion`, or null. Forwards
  /// exceptions from creating the schema.
  const ::onnx::OpSchema *GetSchema(const std::string &name, int maxVersion,
                                    const std::string &domain) const override;

  /// The newest version up to `maxVersion` of each operator of a domain, by
  /// name. Creates schemas of all domains.
  std::vector<const ::onnx::OpSchema *>
  getSchemas(int maxVersion, const std::string &domain) const;

private:
  SchemaRegistry() = default;

  mutable std::mutex mutex;
  /// By the row in the table of all schemas.
  mutable std::map<size_t, std::unique_ptr<::onnx::OpSchema>> made;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_ONNXPROTO_SCHEMAREGISTRY_H
