//===- SchemaRegistryTest.cpp - The registry against onnx's own -----------===//
//
// Every schema that onnx's own registry has is found by its name, domain and
// version, and no other is.
//
//===----------------------------------------------------------------------===//

#include "SchemaRegistry.h"

#include "gtest/gtest.h"

#include <set>
#include <thread>

using namespace torch_onnx;
using ::onnx::OpSchema;
using ::onnx::OpSchemaRegistry;

TEST(SchemaRegistry, HasTheSchemasOfOnnx) {
  const SchemaRegistry &registry = SchemaRegistry::get();
  std::set<std::string> names;
  for (const OpSchema &expected :
       OpSchemaRegistry::get_all_schemas_with_history()) {
    const OpSchema *schema = registry.GetSchema(
        expected.Name(), expected.since_version(), expected.domain());
    ASSERT_TRUE(schema) << expected.Name();
    EXPECT_EQ(schema->since_version(), expected.since_version());
    EXPECT_EQ(schema->inputs().size(), expected.inputs().size());
    EXPECT_EQ(schema->attributes().size(), expected.attributes().size());
    names.insert(expected.Name());
  }
  for (const std::string &name : names)
    for (const char *domain :
         {"", "ai.onnx.ml", "ai.onnx.preview", "ai.onnx.preview.training"})
      for (int version = 0; version <= 30; ++version) {
        const OpSchema *schema = registry.GetSchema(name, version, domain);
        const OpSchema *expected =
            OpSchemaRegistry::Schema(name, version, domain);
        ASSERT_EQ(schema != nullptr, expected != nullptr)
            << domain << "." << name << " of version " << version;
        if (schema) {
          EXPECT_EQ(schema->since_version(), expected->since_version());
        }
      }
}

TEST(SchemaRegistry, KnowsNoOthers) {
  const SchemaRegistry &registry = SchemaRegistry::get();
  EXPECT_FALSE(registry.GetSchema("Relu", 0, ""));
  EXPECT_FALSE(registry.GetSchema("Relu", 20, "com.example"));
  EXPECT_FALSE(registry.GetSchema("Rel", 20, ""));
  EXPECT_FALSE(registry.GetSchema("Relu6", 20, ""));
  EXPECT_FALSE(registry.GetSchema("", 20, ""));
}

TEST(SchemaRegistry, ThreadsShareSchemas) {
  const OpSchema *first = nullptr, *second = nullptr;
  auto find = [](const OpSchema *&schema) {
    for (const char *name : {"Conv", "Gemm", "LSTM"})
      schema = SchemaRegistry::get().GetSchema(name, 22, "");
  };
  std::thread thread(find, std::ref(first));
  find(second);
  thread.join();
  ASSERT_TRUE(first);
  EXPECT_EQ(first, second);
}
