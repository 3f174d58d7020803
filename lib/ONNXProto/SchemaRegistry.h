//===- SchemaRegistry.h - Schemas that were asked for -----------*- C++ -*-===//
//-*-===//
//
// The schemas of onnx's operators, each made when it is first looked up.
// onnx::OpSchemaRegistry makes all of them, every version of every operator,
// at the first look-up of any: 4 MB, and a sixth of the instructions of a
// small conversion. Nothing in the project uses it.
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

/// Schemas by name and version. Threads may look up at the same time; a schema
/// stays where it is for the rest of the process.
class SchemaRegistry final : public ::onnx::ISchemaRegistry {
public:
  static const SchemaRegistry &get();

  /// The newest version of `name` up to `maxVersion`, or null. Throws what the
  /// making of a schema throws.
  const ::onnx::OpSchema *GetSchema(const std::string &name, int maxVersion,
                                    const std::string &domain) const override;

  /// The newest version up to `maxVersion` of each operator of a domain, by
  /// name. Makes schemas of all domains.
  std::vector<const ::onnx::OpSchema *>
  getSchemas(int maxVersion, const std::string &domain) const;

private:
  SchemaRegistry() = default;

  mutable std::mutex mutex;
  /// By the position of the row in the table of all schemas.
  mutable std::map<size_t, std::unique_ptr<::onnx::OpSchema>> made;
};

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_ONNXPROTO_SCHEMAREGISTRY_H
