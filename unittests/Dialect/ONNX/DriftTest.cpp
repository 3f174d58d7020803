//===- DriftTest.cpp - The onnx dialect against the ONNX standard ---------===//
//
// Compares every definition of the dialect with the schema that the onnx
// library has for it: which operators there are, operands and results with
// their kinds and types, attributes with their kinds and defaults. A failure
// lists all differences at once.
//
//===----------------------------------------------------------------------===//

#include "OpRecords.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"

#include <set>

using namespace torch_onnx;
using llvm::StringRef;
using llvm::Twine;

namespace {

constexpr int kOpset = onnx::ONNXDialect::kOpsetVersion;

/// Operations of the dialect that are no operators of ONNX.
const llvm::StringSet<> kOwnOps = {"Call", "Custom", "NoValue", "Yield"};

/// Operators that share a set of types with others although ONNX leaves some of
/// the set out: the newest types of tensors in a sequence or an optional, and
/// integers of two bits in a cache.
const llvm::StringSet<> kWiderOps = {"Optional", "OptionalGetElement",
                                     "OptionalHasElement", "SequenceMap",
                                     "TensorScatter"};

/// INTs that name an element type, which are types in the dialect.
const llvm::StringSet<> kDTypeAttributes = {
    "dtype",     "output_datatype", "output_dtype",
    "precision", "stash_type",      "softmax_precision",
    "to"};

class DriftTest : public ::testing::Test {
protected:
  void SetUp() override {
    auto records = readOpRecords(ONNX_RECORDS);
    ASSERT_TRUE(bool(records)) << llvm::toString(records.takeError());
    ops = std::move(*records);
    schemas = getOperatorSchemas(kOpset);
    ASSERT_FALSE(schemas.empty());
  }

  void TearDown() override { EXPECT_TRUE(differences.empty()) << differences; }

  void differ(const Twine &where, const Twine &what) {
    differences += (where + ": " + what + "\n").str();
  }

  /// Calls `compare` for each operator that both sides have.
  template <typename CompareT> void forEachOp(CompareT compare) {
    for (const OperatorSchema &schema : schemas)
      if (auto it = ops.find(schema.name); it != ops.end())
        compare(it->second, schema);
  }

  std::map<std::string, OpRecord> ops;
  std::vector<OperatorSchema> schemas;
  std::string differences;
};

} // namespace

static StringRef toString(ParameterKind kind) {
  switch (kind) {
  case ParameterKind::Single:
    return "required";
  case ParameterKind::Optional:
    return "optional";
  case ParameterKind::Variadic:
    return "variadic";
  }
  llvm_unreachable("unknown kind");
}

static StringRef toString(AttributeKind kind) {
  static constexpr const char *names[] = {
      "FLOAT",      "INT",    "STRING", "TENSOR",  "GRAPH", "SPARSE_TENSOR",
      "TYPE_PROTO", "FLOATS", "INTS",   "STRINGS", "other"};
  return names[static_cast<int>(kind)];
}

/// What stands for a type of ONNX in a record.
static std::string normalizeType(StringRef type) {
  if (type.starts_with("seq("))
    return "seq";
  if (type.starts_with("optional("))
    return "optional";
  return type.str();
}

static bool sameDefault(const AttributeSchema &a, const AttributeSchema &b) {
  if (!a.defaultValue || !b.defaultValue)
    return a.defaultValue == b.defaultValue;
  if (a.kind != AttributeKind::Float)
    return a.defaultValue == b.defaultValue;
  return std::stof(*a.defaultValue) == std::stof(*b.defaultValue);
}

//===----------------------------------------------------------------------===//
// The set of operators
//===----------------------------------------------------------------------===//

TEST_F(DriftTest, EveryOperatorIsDefined) {
  std::map<std::string, const OperatorSchema *> expected;
  for (const OperatorSchema &schema : schemas)
    if (!schema.deprecated)
      expected[schema.name] = &schema;
  for (auto &[name, schema] : expected)
    if (!ops.count(name))
      differ(name, "no definition");
  for (auto &[name, record] : ops) {
    if (!expected.count(name) && !kOwnOps.contains(name))
      differ(name, "no operator of opset " + Twine(kOpset));
    if (record.definition != "ONNX_" + name + "Op")
      differ(name, "the definition is named " + record.definition);
  }
}

TEST_F(DriftTest, EveryDefinitionIsRegistered) {
  mlir::MLIRContext context;
  context.loadDialect<onnx::ONNXDialect>();
  size_t registered = 0;
  for (mlir::RegisteredOperationName op : context.getRegisteredOperations()) {
    if (op.getDialectNamespace() != "onnx")
      continue;
    ++registered;
    if (!ops.count(op.stripDialect().str()))
      differ(op.getStringRef(), "registered, but not in AllOps.td");
  }
  EXPECT_EQ(registered, ops.size());
}

//===----------------------------------------------------------------------===//
// Operands and results
//===----------------------------------------------------------------------===//

TEST_F(DriftTest, OperandsAndResultsAgree) {
  auto compare = [&](StringRef op, StringRef what,
                     llvm::ArrayRef<ParameterSchema> own,
                     llvm::ArrayRef<ParameterSchema> standard) {
    if (own.size() != standard.size())
      return differ(op, "has " + Twine(own.size()) + " " + what + "s, ONNX " +
                            Twine(standard.size()));
    for (size_t i = 0; i < own.size(); ++i)
      if (own[i].kind != standard[i].kind)
        differ(op, what + " " + Twine(i) + " (" + standard[i].name + ") is " +
                       toString(own[i].kind) + ", in ONNX " +
                       toString(standard[i].kind));
  };
  forEachOp([&](const OpRecord &op, const OperatorSchema &schema) {
    compare(schema.name, "operand", op.operands, schema.inputs);
    compare(schema.name, "result", op.results, schema.outputs);
  });
}

TEST_F(DriftTest, TypesAgree) {
  auto compare = [&](StringRef op, llvm::ArrayRef<ParameterSchema> own,
                     llvm::ArrayRef<ParameterSchema> standard) {
    for (size_t i = 0; i < std::min(own.size(), standard.size()); ++i) {
      std::set<std::string> expected;
      for (const std::string &type : standard[i].types)
        expected.insert(normalizeType(type));
      for (const std::string &type : expected)
        if (!llvm::is_contained(own[i].types, type))
          differ(op, "'" + standard[i].name + "' does not allow " + type);
      for (const std::string &type : own[i].types)
        if (!expected.count(type) && !kWiderOps.contains(op))
          differ(op, "'" + standard[i].name + "' allows " + type);
    }
  };
  forEachOp([&](const OpRecord &op, const OperatorSchema &schema) {
    compare(schema.name, op.operands, schema.inputs);
    compare(schema.name, op.results, schema.outputs);
  });
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

TEST_F(DriftTest, AttributesAgree) {
  forEachOp([&](const OpRecord &op, const OperatorSchema &schema) {
    // All forms of a constant's value are one attribute of ours.
    if (schema.name == "Constant")
      return;
    std::map<std::string, AttributeRecord> rest = op.attributes;
    for (const AttributeSchema &attribute : schema.attributes) {
      std::string where = schema.name + " attribute '" + attribute.name + "'";
      auto it = rest.find(attribute.name);
      if (it == rest.end()) {
        differ(where, "missing");
        continue;
      }
      const AttributeRecord &own = it->second;
      if (own.schema.required != attribute.required)
        differ(where, attribute.required ? "is required in ONNX"
                                         : "is not required in ONNX");
      if (own.isType) {
        // The result has the default as its type.
        if (attribute.kind != AttributeKind::TypeProto &&
            (attribute.kind != AttributeKind::Int ||
             !kDTypeAttributes.contains(attribute.name)))
          differ(where, "is a type");
      } else if (own.schema.kind != attribute.kind) {
        differ(where, toString(own.schema.kind) + ", in ONNX " +
                          toString(attribute.kind));
      } else if (kDTypeAttributes.contains(attribute.name)) {
        differ(where, "is not a type");
      } else if (!sameDefault(own.schema, attribute)) {
        differ(where,
               "default is " + own.schema.defaultValue.value_or("absent") +
                   ", in ONNX " + attribute.defaultValue.value_or("absent"));
      }
      rest.erase(it);
    }
    for (auto &[name, record] : rest)
      differ(schema.name + " attribute '" + name + "'", "not in ONNX");
  });
}
