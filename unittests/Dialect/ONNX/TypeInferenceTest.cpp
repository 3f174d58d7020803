//===- TypeInferenceTest.cpp - Type rules of the onnx dialect -------------===//
//
// Which operations have a type rule, that no rule needs what nothing has
// checked, and how types agree, are refined and joined.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"
#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

#include "gtest/gtest.h"

#include <set>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

namespace {

class TypeInferenceTest : public ::testing::Test {
protected:
  TypeInferenceTest() {
    context.loadDialect<ONNXDialect, sym::SymDialect>();
    context.getDiagEngine().registerHandler(
        [](Diagnostic &) { return success(); });
  }

  Type type(StringRef text) {
    Type parsed = parseType(text, &context);
    EXPECT_TRUE(parsed) << text.str();
    return parsed;
  }

  std::vector<RegisteredOperationName> operations() {
    std::vector<RegisteredOperationName> names;
    for (RegisteredOperationName name : context.getRegisteredOperations())
      if (name.getDialectNamespace() == ONNXDialect::getDialectNamespace())
        names.push_back(name);
    return names;
  }

  MLIRContext context;
};

TEST_F(TypeInferenceTest, EveryOperationHasARule) {
  std::set<std::string> without;
  for (RegisteredOperationName name : operations())
    if (!name.hasInterface<InferTypeOpInterface>())
      without.insert(name.stripDialect().str());
  EXPECT_EQ(without, (std::set<std::string>{"Call", "Custom", "Yield"}));
}

/// Before an operation exists nothing has been verified: rules answer whatever
/// they are asked, and with no attributes at all.
TEST_F(TypeInferenceTest, RulesAreTotal) {
  for (StringRef text :
       {"tensor<f32>", "tensor<?xi64>", "tensor<0xi64>", "tensor<2x3xf32>",
        "tensor<?x?x?xf32>", "tensor<2x3x4x5xf32>", "tensor<*xf32>", "none",
        "!onnx.seq<tensor<*xf32>>", "!onnx.opt<tensor<2xf32>>"}) {
    Block block;
    SmallVector<Value> arguments;
    for (int i = 0; i < 9; ++i)
      arguments.push_back(
          block.addArgument(type(text), UnknownLoc::get(&context)));
    for (RegisteredOperationName name : operations()) {
      auto *rule = name.getInterface<InferTypeOpInterface>();
      if (!rule)
        continue;
      for (size_t count = 0; count <= arguments.size(); ++count) {
        SmallVector<Type> types;
        (void)rule->inferReturnTypes(
            &context, std::nullopt,
            ArrayRef<Value>(arguments).take_front(count),
            DictionaryAttr::get(&context), OpaqueProperties(nullptr),
            RegionRange(), types);
      }
    }
  }
}

TEST_F(TypeInferenceTest, Compatible) {
  auto areCompatible = [&](StringRef a, StringRef b) {
    return onnx::areCompatible(type(a), type(b));
  };
  EXPECT_TRUE(areCompatible("tensor<?xf32>", "tensor<3xf32>"));
  EXPECT_TRUE(areCompatible("tensor<3xf32>", "tensor<?xf32>"));
  EXPECT_TRUE(areCompatible("tensor<?xf32, #sym.dims<a>>",
                            "tensor<?xf32, #sym.dims<b>>"));
  EXPECT_TRUE(areCompatible("tensor<*xf32>", "tensor<2x3xf32>"));
  EXPECT_TRUE(areCompatible("tensor<2xf32>", "none"));
  EXPECT_TRUE(
      areCompatible("!onnx.seq<tensor<*xf32>>", "!onnx.seq<tensor<2xf32>>"));
  EXPECT_FALSE(areCompatible("tensor<2xf32>", "tensor<3xf32>"));
  EXPECT_FALSE(areCompatible("tensor<2xf32>", "tensor<2xf16>"));
  EXPECT_FALSE(areCompatible("tensor<2xf32>", "tensor<2x1xf32>"));
  EXPECT_FALSE(areCompatible("none", "tensor<2xf32>"));
  EXPECT_FALSE(
      areCompatible("!onnx.seq<tensor<*xf32>>", "!onnx.opt<tensor<*xf32>>"));
  EXPECT_FALSE(
      areCompatible("!onnx.seq<tensor<2xf32>>", "!onnx.seq<tensor<3xf32>>"));
}

TEST_F(TypeInferenceTest, Refine) {
  auto refine = [&](StringRef declared, StringRef inferred) {
    return refineType(type(declared), type(inferred));
  };
  EXPECT_EQ(refine("tensor<?x?x3xf32>", "tensor<2x?x?xf32, #sym.dims<a, b>>"),
            type("tensor<2x?x3xf32, #sym.dims<a>>"));
  // What was declared is kept, unless a number is known.
  EXPECT_EQ(refine("tensor<?x?xf32, #sym.dims<a, b>>",
                   "tensor<?x4xf32, #sym.dims<c>>"),
            type("tensor<?x4xf32, #sym.dims<a>>"));
  EXPECT_EQ(refine("none", "tensor<2xf32>"), type("none"));
  EXPECT_EQ(refine("!onnx.seq<tensor<*xf32>>", "!onnx.seq<tensor<2xf32>>"),
            type("!onnx.seq<tensor<2xf32>>"));
}

TEST_F(TypeInferenceTest, Join) {
  auto join = [&](StringRef a, StringRef b) {
    return joinTypes(type(a), type(b));
  };
  EXPECT_EQ(join("tensor<2x3x?xf32, #sym.dims<a>>",
                 "tensor<2x4x?xf32, #sym.dims<a>>"),
            type("tensor<2x?x?xf32, #sym.dims<?, a>>"));
  EXPECT_EQ(join("tensor<2xf32>", "tensor<2x1xf32>"), type("tensor<*xf32>"));
  EXPECT_EQ(join("!onnx.seq<tensor<2xf32>>", "!onnx.seq<tensor<3xf32>>"),
            type("!onnx.seq<tensor<?xf32>>"));
  EXPECT_FALSE(join("tensor<2xf32>", "tensor<2xi32>"));
  EXPECT_FALSE(join("tensor<2xf32>", "none"));
}

/// The number of elements that a loop visits, by the definition of Slice.
int64_t countSlice(int64_t size, int64_t start, int64_t end, int64_t step) {
  auto bound = [&](int64_t value, int64_t low, int64_t high) {
    value = value < 0 ? value + size : value;
    return std::min(std::max(value, low), high);
  };
  int64_t count = 0;
  if (step > 0)
    for (int64_t i = bound(start, 0, size); i < bound(end, 0, size); i += step)
      ++count;
  else
    for (int64_t i = bound(start, 0, size - 1); i > bound(end, -1, size - 1);
         i += step)
      ++count;
  return count;
}

TEST_F(TypeInferenceTest, SliceSize) {
  for (int64_t size = 0; size <= 5; ++size)
    for (int64_t start = -7; start <= 7; ++start)
      for (int64_t end = -7; end <= 7; ++end)
        for (int64_t step : {-3, -2, -1, 1, 2, 3})
          EXPECT_EQ(getSliceSize(size, start, end, step),
                    countSlice(size, start, end, step))
              << size << " " << start << " " << end << " " << step;
  constexpr int64_t min = std::numeric_limits<int64_t>::min();
  constexpr int64_t max = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(getSliceSize(5, 0, max, 1), 5);
  EXPECT_EQ(getSliceSize(5, -1, min, -1), 5);
  EXPECT_EQ(getSliceSize(5, 0, max, max), 1);
  EXPECT_EQ(getSliceSize(5, -1, min, min), 1);
}

TEST_F(TypeInferenceTest, Broadcast) {
  auto dims = [&](StringRef text) {
    return sym::getDims(cast<RankedTensorType>(type(text)));
  };
  EXPECT_EQ(broadcastDims(dims("tensor<?x1x3xf32, #sym.dims<a>>"),
                          dims("tensor<?x1xf32, #sym.dims<b>>")),
            dims("tensor<?x?x3xf32, #sym.dims<a, b>>"));
  // Either may be 1.
  EXPECT_EQ(broadcastDims(dims("tensor<?xf32, #sym.dims<a>>"),
                          dims("tensor<?xf32, #sym.dims<b>>")),
            SmallVector<AffineExpr>(1));
  EXPECT_EQ(
      broadcastDims(dims("tensor<?xf32, #sym.dims<a>>"), dims("tensor<4xf32>")),
      dims("tensor<4xf32>"));
}

} // namespace
