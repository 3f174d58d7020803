//===- SchemaTest.cpp - Every row of the schema table ---------------------===//
//
// The parser of schemas has no error path; these tests read every row that the
// table has, and some in detail.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace torch_onnx::torch;

namespace {

bool isName(StringRef text) {
  return !text.empty() && (llvm::isAlpha(text[0]) || text[0] == '_') &&
         llvm::all_of(text,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// A literal of the kind that an argument takes, in the form of OperatorOp.
bool fits(Attribute attr, ArgKind kind) {
  switch (kind) {
  case ArgKind::SymInt:
  case ArgKind::Int:
  // Printed by number in a schema.
  case ArgKind::Layout:
    return isa<IntegerAttr>(attr) || isa<StringAttr>(attr);
  case ArgKind::ScalarType:
    return isa<TypeAttr>(attr);
  case ArgKind::MemoryFormat:
  case ArgKind::Device:
  case ArgKind::String:
    return isa<StringAttr, IntegerAttr>(attr);
  case ArgKind::Float:
    return isa<FloatAttr>(attr);
  case ArgKind::Bool:
    return isa<BoolAttr>(attr);
  case ArgKind::Scalar:
    return isa<IntegerAttr, FloatAttr>(attr);
  case ArgKind::Tensor:
  case ArgKind::Generator:
  case ArgKind::Other:
    return false;
  }
  return false;
}

class SchemaTest : public ::testing::Test {
protected:
  SchemaTest() { ctx.loadDialect<TorchDialect>(); }

  const Schema &get(StringRef name) {
    const Schema *schema = Schema::lookup(name);
    EXPECT_NE(schema, nullptr) << name.str();
    return *schema;
  }

  MLIRContext ctx;
};

TEST_F(SchemaTest, NamesAreSortedAndFound) {
  ArrayRef<StringRef> names = Schema::allNames();
  ASSERT_GT(names.size(), 2000u);
  EXPECT_TRUE(llvm::is_sorted(names));
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  for (StringRef name : names) {
    const Schema *schema = Schema::lookup(name);
    ASSERT_NE(schema, nullptr) << name.str();
    EXPECT_EQ(schema->getName(), name);
    EXPECT_EQ(name.count('.'), 2u) << name.str();
  }
  EXPECT_EQ(Schema::lookup("aten.no_such_operator.default"), nullptr);
  EXPECT_EQ(Schema::lookup("aten.add"), nullptr);
  EXPECT_EQ(Schema::lookup(""), nullptr);
}

TEST_F(SchemaTest, EveryRowIsReadToItsEnd) {
  for (StringRef name : Schema::allNames()) {
    const Schema &schema = get(name);
    llvm::DenseSet<StringRef> seen;
    bool keywordOnly = false;
    for (auto [index, arg] : llvm::enumerate(schema.getArgs())) {
      EXPECT_TRUE(isName(arg.name)) << name.str() << ": " << arg.name.str();
      EXPECT_TRUE(seen.insert(arg.name).second)
          << name.str() << ": " << arg.name.str();
      EXPECT_EQ(schema.findArg(arg.name), index) << name.str();
      EXPECT_TRUE(arg.keywordOnly || !keywordOnly) << name.str();
      keywordOnly = arg.keywordOnly;
      EXPECT_TRUE(!arg.isWritten || !arg.aliasSet.empty()) << name.str();
      EXPECT_TRUE(arg.type.isList || arg.type.fixedSize == 0) << name.str();
      EXPECT_TRUE(arg.type.isList || !arg.type.elementOptional) << name.str();
    }
    for (const SchemaArg &result : schema.getReturns()) {
      EXPECT_TRUE(result.name.empty() || isName(result.name)) << name.str();
      EXPECT_FALSE(result.defaultText) << name.str();
      // What a result is an alias of is an argument.
      EXPECT_TRUE(result.aliasSet.empty() ||
                  result.type.kind == ArgKind::Other ||
                  llvm::any_of(schema.getArgs(),
                               [&](const SchemaArg &arg) {
                                 return arg.aliasSet == result.aliasSet;
                               }))
          << name.str();
    }
  }
}

TEST_F(SchemaTest, EveryDefaultIsALiteralOfItsType) {
  for (StringRef name : Schema::allNames()) {
    const Schema &schema = get(name);
    for (auto [index, arg] : llvm::enumerate(schema.getArgs())) {
      Attribute value = schema.getDefault(index, &ctx);
      EXPECT_EQ(bool(value), arg.defaultText.has_value());
      if (!value)
        continue;
      std::string where =
          (name + ": " + arg.name + "=" + *arg.defaultText).str();
      if (isa<NoneAttr>(value)) {
        EXPECT_TRUE(arg.type.optional) << where;
        continue;
      }
      auto list = dyn_cast<ArrayAttr>(value);
      EXPECT_EQ(bool(list), arg.type.isList) << where;
      if (!list) {
        EXPECT_TRUE(fits(value, arg.type.kind)) << where;
        continue;
      }
      // One number stands for all elements; a list may be of any size.
      EXPECT_TRUE(arg.type.fixedSize == 0 ||
                  arg.defaultText->starts_with("[") ||
                  list.size() == arg.type.fixedSize)
          << where;
      for (Attribute element : list)
        EXPECT_TRUE(fits(element, arg.type.kind)) << where;
    }
  }
}

TEST_F(SchemaTest, InPlaceOperatorsWrite) {
  for (StringRef name : Schema::allNames()) {
    StringRef op = name.split('.').second.split('.').first;
    const Schema &schema = get(name);
    bool inPlace = (op.ends_with("_") && !op.ends_with("__")) ||
                   (op.starts_with("__i") && op.ends_with("__") &&
                    op != "__invert__" && op != "__int__");
    if (inPlace) {
      EXPECT_TRUE(schema.isMutable()) << name.str();
    }
    // A written argument is no view, a view writes nothing.
    if (schema.isView()) {
      EXPECT_FALSE(schema.isMutable()) << name.str();
    }
  }
}

TEST_F(SchemaTest, AddInPlace) {
  const Schema &schema = get("aten.add_.Tensor");
  EXPECT_TRUE(schema.isMutable());
  EXPECT_FALSE(schema.isView());
  EXPECT_FALSE(schema.isRandom());
  ASSERT_EQ(schema.getArgs().size(), 3u);
  const SchemaArg &self = schema.getArgs()[0];
  EXPECT_EQ(self.name, "self");
  EXPECT_EQ(self.type.kind, ArgKind::Tensor);
  EXPECT_EQ(self.aliasSet, "a");
  EXPECT_TRUE(self.isWritten);
  EXPECT_FALSE(schema.getArgs()[1].isWritten);
  const SchemaArg &alpha = schema.getArgs()[2];
  EXPECT_TRUE(alpha.keywordOnly);
  EXPECT_EQ(alpha.type.kind, ArgKind::Scalar);
  EXPECT_EQ(schema.getDefault(2, &ctx), Builder(&ctx).getI64IntegerAttr(1));
  ASSERT_EQ(schema.getReturns().size(), 1u);
  EXPECT_EQ(schema.getReturns()[0].aliasSet, "a");
}

TEST_F(SchemaTest, ListOfViews) {
  const Schema &schema = get("aten.split.Tensor");
  EXPECT_TRUE(schema.isView());
  EXPECT_EQ(schema.getArgs()[0].aliasSet, "a");
  EXPECT_EQ(schema.getArgs()[1].type.kind, ArgKind::SymInt);
  ASSERT_EQ(schema.getReturns().size(), 1u);
  EXPECT_TRUE(schema.getReturns()[0].type.isList);
  EXPECT_EQ(schema.getReturns()[0].aliasSet, "a");
}

TEST_F(SchemaTest, OptionalElementsAndLists) {
  // index.Tensor(Tensor self, Tensor?[] indices)
  ArgType indices = get("aten.index.Tensor").getArgs()[1].type;
  EXPECT_EQ(indices.kind, ArgKind::Tensor);
  EXPECT_TRUE(indices.isList);
  EXPECT_TRUE(indices.elementOptional);
  EXPECT_FALSE(indices.optional);
  // mean.dim(Tensor self, int[1]? dim, ...)
  ArgType dim = get("aten.mean.dim").getArgs()[1].type;
  EXPECT_TRUE(dim.isList);
  EXPECT_TRUE(dim.optional);
  EXPECT_FALSE(dim.elementOptional);
  EXPECT_EQ(dim.fixedSize, 1u);
  // linear(Tensor input, Tensor weight, Tensor? bias=None)
  ArgType bias = get("aten.linear.default").getArgs()[2].type;
  EXPECT_FALSE(bias.isList);
  EXPECT_TRUE(bias.optional);
  EXPECT_FALSE(bias.elementOptional);
}

TEST_F(SchemaTest, Defaults) {
  Builder b(&ctx);
  // conv2d: int[2] stride=1 is a list of two.
  const Schema &conv = get("aten.conv2d.default");
  unsigned stride = *conv.findArg("stride");
  EXPECT_EQ(conv.getDefault(stride, &ctx), b.getI64ArrayAttr({1, 1}));
  const Schema &gelu = get("aten.gelu.default");
  EXPECT_EQ(gelu.getDefault(1, &ctx), b.getStringAttr("none"));
  const Schema &leaky = get("aten.leaky_relu.default");
  EXPECT_EQ(leaky.getDefault(1, &ctx), b.getF64FloatAttr(0.01));
  // A float that is printed like an int.
  const Schema &uniform = get("aten.uniform_.default");
  EXPECT_EQ(uniform.getDefault(2, &ctx), b.getF64FloatAttr(1.0));
  const Schema &sum = get("aten.sum.dim_IntList");
  EXPECT_EQ(sum.getDefault(*sum.findArg("dtype"), &ctx), NoneAttr::get(&ctx));
  EXPECT_EQ(sum.getDefault(*sum.findArg("keepdim"), &ctx),
            b.getBoolAttr(false));
  EXPECT_FALSE(sum.getDefault(0, &ctx));
}

TEST_F(SchemaTest, OutOverloadsWrite) {
  const Schema &schema = get("aten.mul.out");
  EXPECT_TRUE(schema.isMutable());
  ASSERT_EQ(schema.getArgs().size(), 3u);
  EXPECT_TRUE(schema.getArgs()[2].isWritten);
  EXPECT_TRUE(schema.getArgs()[2].keywordOnly);
  EXPECT_TRUE(get("aten._foreach_add_.Scalar").isMutable());
}

// Their signatures follow from that of the operator that returns the result.
TEST_F(SchemaTest, FormsThatWrite) {
  // A list in place is not returned.
  const Schema &list = get("aten._foreach_abs_.default");
  EXPECT_TRUE(list.getArgs()[0].isWritten);
  EXPECT_TRUE(list.getArgs()[0].type.isList);
  EXPECT_TRUE(list.getReturns().empty());
  // A view in place is no view.
  EXPECT_TRUE(get("aten.squeeze.default").isView());
  EXPECT_FALSE(get("aten.squeeze_.default").isView());
  // Two results with names.
  const Schema &sort = get("aten.sort.values");
  ASSERT_EQ(sort.getArgs().size(), 5u);
  EXPECT_EQ(sort.getArgs()[3].name, "values");
  EXPECT_EQ(sort.getArgs()[4].name, "indices");
  EXPECT_EQ(sort.getArgs()[4].aliasSet, "b");
  EXPECT_EQ(sort.getReturns()[1].aliasSet, "b");
  EXPECT_EQ(sort.getReturns()[1].name, "indices");
  // Written arguments that the row names.
  const Schema &pool = get("aten.max_pool2d_with_indices.out");
  EXPECT_EQ(pool.getArgs().take_back(2)[0].name, "out");
  EXPECT_EQ(pool.getArgs().back().name, "indices");
  EXPECT_TRUE(pool.getArgs().back().keywordOnly);
  EXPECT_EQ(pool.getReturns()[1].name, "");
  EXPECT_TRUE(get("aten.gelu_backward.grad_input").findArg("grad_input"));

  // Two results without names.
  const Schema &unique = get("aten._unique.out");
  EXPECT_TRUE(unique.findArg("out0"));
  EXPECT_TRUE(unique.findArg("out1"));
  EXPECT_TRUE(unique.getReturns()[1].name.empty());
  // The written tensor has a dtype and a device.
  const Schema &ones = get("aten.ones.out");
  ASSERT_EQ(ones.getArgs().size(), 2u);
  EXPECT_EQ(ones.getArgs()[1].name, "out");
  EXPECT_TRUE(get("aten._to_copy.out").findArg("non_blocking"));
  EXPECT_FALSE(get("aten._to_copy.out").findArg("dtype"));
  EXPECT_TRUE(get("aten.mean.out").findArg("dtype"));
  // The flags are their own.
  EXPECT_TRUE(get("aten.__lshift__.Scalar").isPointwise());
  EXPECT_FALSE(get("aten.__lshift__.Scalar_out").isPointwise());
  EXPECT_TRUE(get("aten.clamp_.default").isPointwise());
}

TEST_F(SchemaTest, FormsThatPyTorchLacks) {
  for (StringRef name :
       {"aten.matmul_.default", "aten.relu.Tensor_out", "aten.relu.default_out",
        "aten.reshape.out", "aten.add.Tensor_out", "aten.out", "out", "_",
        "aten_.add.Tensor", "aten.add__.Tensor", "prims.abs_.default",
        "aten.add_.out", "aten.add.", ".."})
    EXPECT_FALSE(Schema::lookup(name)) << name.str();
}

TEST_F(SchemaTest, EachNameHasAnIdOfItsOwn) {
  llvm::DenseSet<unsigned> ids;
  for (StringRef name : Schema::allNames()) {
    unsigned id = *Schema::findId(name);
    EXPECT_LT(id, Schema::size());
    EXPECT_TRUE(ids.insert(id).second) << name.str();
  }
}

TEST_F(SchemaTest, ParsesTheSchemaOfACustomOperator) {
  auto schema = Schema::parse(
      " my::acc_.out(Tensor(a!) y, Tensor? x, *, float[2] k=[1., 2.]) -> "
      "(Tensor(a!), Tensor z) ");
  ASSERT_TRUE(bool(schema)) << llvm::toString(schema.takeError());
  EXPECT_EQ((*schema)->getName(), "my.acc_.out");
  EXPECT_TRUE((*schema)->isMutable());
  ASSERT_EQ((*schema)->getArgs().size(), 3u);
  EXPECT_TRUE((*schema)->getArgs()[0].isWritten);
  EXPECT_FALSE((*schema)->getArgs()[1].isWritten);
  EXPECT_EQ((*schema)->getArgs()[2].defaultText, "[1., 2.]");
  ASSERT_EQ((*schema)->getReturns().size(), 2u);
  EXPECT_EQ((*schema)->getReturns()[0].aliasSet, "a");
  EXPECT_EQ((*schema)->getReturns()[1].name, "z");

  auto nothing = Schema::parse("my::print(Tensor x) -> ()");
  ASSERT_TRUE(bool(nothing));
  EXPECT_EQ((*nothing)->getName(), "my.print.default");
  EXPECT_TRUE((*nothing)->getReturns().empty());
}

TEST_F(SchemaTest, RefusesWhatIsNoSchema) {
  for (StringRef text : {"",
                         "my",
                         "my::",
                         "::f() -> ()",
                         "my::f",
                         "my::f(",
                         "my::f()",
                         "my::f() -> ",
                         "my::f() -> (",
                         "my::f(Tensor) -> ()",
                         "my::f(Tensor(a! x) -> ()",
                         "my::f(Tensor[ x) -> ()",
                         "my::f(Tensor x,Tensor y) -> ()",
                         "my::f(Tensor x) -> () and more",
                         "my::f(Tensor x, Tensor x) -> ()",
                         "my::f.a.b() -> ()",
                         "my.f() -> ()",
                         "m y::f() -> ()",
                         "my::f(*, *, ) -> ()",
                         "my::f(Tensor x=) -> (",
                         "my::f(Tensor x, ) -> ()"}) {
    auto schema = Schema::parse(text);
    EXPECT_FALSE(bool(schema)) << text.str();
    if (!schema) {
      EXPECT_NE(llvm::toString(schema.takeError()).find("is not a schema"),
                std::string::npos);
    }
  }
}

TEST_F(SchemaTest, Flags) {
  EXPECT_TRUE(get("aten.add.Tensor").isPointwise());
  EXPECT_FALSE(get("aten.sum.default").isPointwise());
  EXPECT_TRUE(get("aten.bernoulli.p").isRandom());
  EXPECT_TRUE(get("aten.reshape.default").isComposite());
  EXPECT_FALSE(get("aten.view.default").isComposite());
  EXPECT_TRUE(get("aten.view.default").isView());
  EXPECT_FALSE(get("aten.clone.default").isView());
  EXPECT_TRUE(get("aten._native_batch_norm_legit.default").isMutable());
}

TEST_F(SchemaTest, LibraryDeclarations) {
  std::vector<std::string> declarations = Schema::getLibraryDeclarations();
  EXPECT_TRUE(llvm::is_contained(
      declarations, "torchvision::nms(Tensor dets, Tensor scores, float "
                    "iou_threshold) -> Tensor"));
  for (llvm::StringRef declaration : declarations) {
    EXPECT_FALSE(declaration.starts_with("aten::"));
    llvm::Expected<std::unique_ptr<Schema>> schema = Schema::parse(declaration);
    ASSERT_TRUE(bool(schema)) << llvm::toString(schema.takeError());
    EXPECT_TRUE(Schema::lookup((*schema)->getName())) << declaration.str();
  }
}

} // namespace
