//===- BuildOrderTest.cpp - Operations in an order of their own -----------===//
//
// The same operations are built in many orders; sorted, they are one text, and
// every value lists its uses in one order.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Transforms/BuildOrder.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

#include <random>
#include <set>

using namespace mlir;
using namespace torch_onnx;

namespace {

/// An operation to be built: its operands are results of others, or negative
/// for what was there before.
struct Node {
  const char *name;
  std::vector<int> operands;
};

class BuildOrderTest : public ::testing::Test {
protected:
  BuildOrderTest() {
    context.allowUnregisteredDialects();
    context.loadDialect<func::FuncDialect>();
  }

  OwningOpRef<ModuleOp> parse(StringRef text) {
    return parseSourceString<ModuleOp>(
        text, ParserConfig(&context, /*verifyAfterParse=*/false));
  }

  static std::string print(Operation *op) {
    std::string text;
    llvm::raw_string_ostream os(text);
    op->print(os);
    // Who uses a value, the last one first.
    op->walk([&](Operation *inner) {
      for (Value result : inner->getResults()) {
        os << "\n" << inner->getName() << ":";
        for (OpOperand &use : result.getUses())
          os << " " << use.getOwner()->getName() << use.getOperandNumber();
      }
    });
    return text;
  }

  /// The nodes in an order in which they can be built.
  static std::vector<unsigned> shuffle(ArrayRef<Node> nodes,
                                       std::mt19937 &random) {
    std::vector<unsigned> order;
    std::vector<bool> isBuilt(nodes.size());
    while (order.size() < nodes.size()) {
      std::vector<unsigned> ready;
      for (auto [index, node] : llvm::enumerate(nodes))
        if (!isBuilt[index] && llvm::all_of(node.operands, [&](int operand) {
              return operand < 0 || isBuilt[operand];
            }))
          ready.push_back(index);
      order.push_back(ready[random() % ready.size()]);
      isBuilt[order.back()] = true;
    }
    return order;
  }

  /// Builds the nodes in front of the last operation of a module.
  SmallVector<Value> build(ModuleOp module, OpBuilder &builder,
                           ArrayRef<Node> nodes, std::mt19937 &random) {
    Value before = module.getBody()->front().getResult(0);
    SmallVector<Value> values(nodes.size());
    for (unsigned index : shuffle(nodes, random)) {
      OperationState state(builder.getUnknownLoc(),
                           std::string("test.") + nodes[index].name);
      for (int operand : nodes[index].operands)
        state.addOperands(operand < 0 ? before : values[operand]);
      state.addTypes(builder.getI64Type());
      values[index] = builder.create(state)->getResult(0);
    }
    return values;
  }

  MLIRContext context;
};

constexpr StringLiteral kModule = R"(
  %0 = "test.before"() : () -> i64
  "test.end"(%0) : (i64) -> ()
)";

/// Two arguments of an Add, and constants that nobody reads.
const std::vector<Node> kNodes = {
    {"x", {-1}},      {"y", {-1}},      {"exp", {0}},     {"log", {1}},
    {"add", {2, 3}},  {"mul", {4, 0}},  {"one", {}},      {"two", {}},
    {"dead", {6, 7}}, {"dead", {7, 6}}, {"dead", {7, 6}}, {"sub", {5, 4}}};

TEST_F(BuildOrderTest, AllOrdersBecomeOne) {
  std::mt19937 random(1);
  std::string expected;
  for (int round = 0; round < 100; ++round) {
    OwningOpRef<ModuleOp> module = parse(kModule);
    Operation *before = &module->getBody()->front(),
              *end = &module->getBody()->back();
    OpBuilder builder(end);
    SmallVector<Value> values = build(*module, builder, kNodes, random);
    sortBuiltBetween(before, end, values.back());
    ASSERT_TRUE(succeeded(verify(*module)));
    EXPECT_EQ(&module->getBody()->front(), before);
    EXPECT_EQ(&module->getBody()->back(), end);
    if (round == 0)
      expected = print(*module);
    ASSERT_EQ(print(*module), expected);
  }
  // Operands from the left, each as late as that allows.
  size_t position = 0;
  for (const char *name : {"before", "x", "exp", "y", "log", "add", "mul",
                           "sub", "one", "two", "dead", "end"}) {
    position = expected.find(std::string("\"test.") + name + "\"", position);
    ASSERT_NE(position, std::string::npos) << name << " in " << expected;
  }
}

/// What a region uses comes before the operation that has the region, and the
/// terminator stays where it is.
TEST_F(BuildOrderTest, Regions) {
  OwningOpRef<ModuleOp> module = parse(R"(
    %0 = "test.before"() : () -> i64
    %1 = "test.late"() : () -> i64
    %2 = "test.captured"() : () -> i64
    %3 = "test.first"() : () -> i64
    %4 = "test.loop"(%3) ({
      %5 = "test.dead"(%2) : (i64) -> i64
      %6 = "test.b"(%2) : (i64) -> i64
      %7 = "test.a"() : () -> i64
      "func.return"(%7, %6) : (i64, i64) -> ()
    }) : (i64) -> i64
    %8 = "test.result"(%4, %1) : (i64, i64) -> i64
    "test.end"(%0) : (i64) -> ()
  )");
  ASSERT_TRUE(module);
  Operation *end = &module->getBody()->back();
  Value result = end->getPrevNode()->getResult(0);
  sortBuiltBetween(&module->getBody()->front(), end, result);
  std::string text = print(*module);
  size_t position = 0;
  for (const char *name :
       {"test.before", "test.first", "test.captured", "test.loop", "test.a",
        "test.b", "test.dead", "func.return", "test.late", "test.result",
        "test.end"}) {
    size_t next = text.find(std::string("\"") + name + "\"");
    ASSERT_NE(next, std::string::npos);
    EXPECT_GT(next, position) << name << " in " << text;
    position = next;
  }
}

/// Operations of one rewrite that are in two places stay in them.
TEST_F(BuildOrderTest, Places) {
  OwningOpRef<ModuleOp> module = parse(R"(
    %0 = "test.y"() : () -> i64
    %1 = "test.x"() : () -> i64
    %2 = "test.middle"() : () -> i64
    %3 = "test.b"(%0) : (i64) -> i64
    %4 = "test.a"(%1) : (i64) -> i64
    %5 = "test.add"(%4, %3) : (i64, i64) -> i64
  )");
  SmallVector<Operation *> built;
  for (Operation &op : *module->getBody())
    if (op.getName().getStringRef() != "test.middle")
      built.push_back(&op);
  sortBuilt(built, built.back()->getResult(0));
  std::string order;
  for (Operation &op : *module->getBody())
    order += op.getName().getStringRef().drop_front(5).str() + " ";
  EXPECT_EQ(order, "x y middle a b add ");
}

/// Who listens to a rewriter sees one order, and sees operations before the
/// first that is replaced by them.
TEST_F(BuildOrderTest, Rewriters) {
  struct Log : RewriterBase::Listener {
    std::string text;
    void notifyOperationInserted(Operation *op,
                                 OpBuilder::InsertPoint) override {
      text += op->getName().getStringRef().str() + " ";
    }
    void notifyOperationReplaced(Operation *op, ValueRange) override {
      text += "replaced ";
    }
    void notifyOperationErased(Operation *op) override { text += "erased "; }
  };
  std::mt19937 random(2);
  std::set<std::string> logs;
  for (int round = 0; round < 20; ++round) {
    OwningOpRef<ModuleOp> module = parse(kModule);
    Log log;
    IRRewriter rewriter(&context, &log);
    {
      BuildOrderScope scope(rewriter);
      Operation *end = &module->getBody()->back();
      rewriter.setInsertionPoint(end);
      SmallVector<Value> values = build(*module, rewriter, kNodes, random);
      EXPECT_EQ(log.text, "");
      rewriter.replaceAllOpUsesWith(&module->getBody()->front(), values.back());
      rewriter.eraseOp(end);
    }
    EXPECT_EQ(rewriter.getListener(), &log);
    logs.insert(log.text);
  }
  EXPECT_EQ(logs.size(), 1u);
  EXPECT_TRUE(StringRef(*logs.begin()).starts_with("test.x test.exp test.y "));
}

} // namespace
