//===- ScriptTest.cpp - TorchScript code through the plug-in --------------===//
//
// Compiles code as archives have it and compares the graphs as text.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/LibTorch/Loader.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <string>

using namespace torch_onnx::libtorch;

namespace {

llvm::StringRef str(Text text) { return {text.data, text.size}; }
Text text(llvm::StringRef given) { return {given.data(), given.size()}; }

void print(llvm::raw_ostream &os, const Value &value) {
  switch (value.tag) {
  case Tag::None:
    os << "None";
    break;
  case Tag::Int:
    os << value.integer;
    break;
  case Tag::Bool:
    os << (value.integer ? "True" : "False");
    break;
  case Tag::Double:
    os << value.real;
    break;
  case Tag::Complex:
    os << value.real << '+' << value.imaginary << 'j';
    break;
  case Tag::String:
    os << '"' << llvm::StringRef(value.text, value.size) << '"';
    break;
  case Tag::Device:
  case Tag::Enum:
    os << llvm::StringRef(value.text, value.size);
    break;
  case Tag::Tensor:
    os << "Tensor(" << static_cast<int>(value.tensor->dtype);
    for (uint32_t i = 0; i < value.tensor->rank; ++i)
      os << ", " << value.tensor->sizes[i];
    os << ')';
    break;
  case Tag::List:
    os << '[';
    llvm::interleaveComma(llvm::ArrayRef(value.elements, value.size), os,
                          [&](const Value &element) { print(os, element); });
    os << ']';
    break;
  default:
    os << '?';
  }
}

/// One line for each node, as LibTorch prints its graphs.
class Printer {
public:
  Printer(llvm::raw_ostream &os, const ScriptGraph &graph)
      : os(os), graph(graph) {}

  void run() { print(graph.block, 0); }

private:
  llvm::raw_ostream &os;
  const ScriptGraph &graph;

  void printValues(const uint32_t *values, size_t size, bool withTypes) {
    llvm::interleaveComma(llvm::ArrayRef(values, size), os,
                          [&](uint32_t number) {
                            const ScriptValue &value = graph.values[number];
                            os << '%' << number << str(value.name);
                            if (withTypes)
                              os << ": " << str(value.type);
                          });
  }

  void print(const ScriptBlock &block, unsigned indent) {
    os.indent(indent) << '(';
    printValues(block.inputs, block.numInputs, true);
    os << ")\n";
    for (const ScriptNode &node : llvm::ArrayRef(block.nodes, block.numNodes))
      print(node, indent);
    os.indent(indent) << "-> ";
    printValues(block.outputs, block.numOutputs, false);
    os << '\n';
  }

  void print(const ScriptNode &node, unsigned indent) {
    os.indent(indent);
    printValues(node.outputs, node.numOutputs, true);
    os << (node.numOutputs ? " = " : "") << str(node.kind);
    if (node.overload.size)
      os << '.' << str(node.overload);
    for (const ScriptAttribute &attribute :
         llvm::ArrayRef(node.attributes, node.numAttributes)) {
      os << " {" << str(attribute.name) << " = ";
      if (attribute.kind == ScriptAttribute::Kind::Literal)
        ::print(os, attribute.value);
      else
        llvm::interleave(
            llvm::ArrayRef(attribute.texts, attribute.numTexts), os,
            [&](Text item) { os << str(item); }, " ");
      os << '}';
    }
    os << '(';
    printValues(node.inputs, node.numInputs, false);
    os << ")\n";
    for (const ScriptBlock &block : llvm::ArrayRef(node.blocks, node.numBlocks))
      print(block, indent + 2);
    if (node.subgraph)
      Printer(os.indent(indent) << "subgraph\n", *node.subgraph).run();
  }
};

class ScriptTest : public ::testing::Test {
protected:
  void SetUp() override {
#ifdef TORCH_ONNX_LIBTORCH_PLUGIN_FILE
    setenv("TORCH_ONNX_LIBTORCH_PLUGIN", TORCH_ONNX_LIBTORCH_PLUGIN_FILE,
           /*overwrite=*/0);
    api = getApi();
    ASSERT_TRUE(api) << getLoadError().str();
#else
    GTEST_SKIP() << "built without LibTorch";
#endif
  }

  void TearDown() override {
    if (script)
      api->closeScript(script);
  }

  static void setError(void *user, const char *data, size_t size) {
    static_cast<ScriptTest *>(user)->error.assign(data, size);
  }

  void open(llvm::StringRef given, llvm::ArrayRef<Value> constants = {},
            uint64_t version = 10) {
    // The text has to outlive the script.
    std::string before = std::move(code);
    code = given.str();
    open({{text("__torch__.py"), text(code)}}, constants, version);
  }
  void open(llvm::ArrayRef<ScriptSource> sources,
            llvm::ArrayRef<Value> constants = {}, uint64_t version = 10) {
    if (script)
      api->closeScript(script);
    error.clear();
    script =
        api->openScript(sources.data(), sources.size(), constants.data(),
                        constants.size(), version, &ScriptTest::setError, this);
  }

  const ScriptFunction *getFunction(llvm::StringRef name) {
    error.clear();
    return api->getScriptFunction(script, text(name), &ScriptTest::setError,
                                  this);
  }
  const ScriptClass *getClass(llvm::StringRef name) {
    error.clear();
    return api->getScriptClass(script, text(name), &ScriptTest::setError, this);
  }

  /// The graph of a function, or the error.
  std::string printFunction(llvm::StringRef name) {
    const ScriptFunction *function = script ? getFunction(name) : nullptr;
    if (!function)
      return "error: " + error;
    std::string result;
    llvm::raw_string_ostream os(result);
    Printer(os, function->graph).run();
    return result;
  }

  std::string printClass(llvm::StringRef name) {
    const ScriptClass *type = script ? getClass(name) : nullptr;
    if (!type)
      return "error: " + error;
    std::string result;
    llvm::raw_string_ostream os(result);
    os << static_cast<int>(type->kind);
    auto printFields = [&](const ScriptField *fields, size_t size) {
      for (const ScriptField &field : llvm::ArrayRef(fields, size)) {
        os << ' ' << str(field.name) << ':' << str(field.type);
        if (field.value.tag != Tag::None)
          print(os << '=', field.value);
      }
    };
    printFields(type->fields, type->numFields);
    os << " |";
    printFields(type->constants, type->numConstants);
    for (Text hook : llvm::ArrayRef(type->preHooks, type->numPreHooks))
      os << " before " << str(hook);
    for (Text hook : llvm::ArrayRef(type->hooks, type->numHooks))
      os << " after " << str(hook);
    return result;
  }

  const Api *api = nullptr;
  Script *script = nullptr;
  std::string code, error;
};

constexpr char program[] = R"(class Model(Module):
  __parameters__ = ["weight", ]
  __buffers__ = []
  weight : Tensor
  training : bool
  names : List[str]
  layer : __torch__.Layer
  kernel : Final[Tuple[int, int]] = (3, 5)
  def forward(self: __torch__.Model,
    x: Tensor,
    n: int=2,
    mode: __torch__.Mode=__torch__.Mode.FAST,
    mask: Optional[Tensor]=None,
    sizes: Tuple[int, float]=(1, 2.5)) -> Tuple[__torch__.Result, List[int]]:
    counts = annotate(List[int], [])
    x0 = x
    for i in range(n):
      layer = self.layer
      x0 = (layer).forward(x0, )
      _0 = torch.append(counts, i)
    if torch.eq(mode, __torch__.Mode.FAST):
      x1 = torch.add(x0, CONSTANTS.c0)
    else:
      x1 = __torch__.scale(x0, 2, )
    _1 = isinstance(mask, Tensor)
    return (__torch__.Result(x1, _1), counts)
class Layer(Module):
  __parameters__ = []
  __buffers__ = []
  __forward_hooks__ = ["check", ]
  training : bool
  def forward(self: __torch__.Layer,
    x: Tensor) -> Tensor:
    return torch.to(x, torch.device("cuda:0"), 6)
  def check(self: __torch__.Layer,
    input: Tuple[Tensor],
    output: Tensor) -> Tensor:
    return output
class Mode(Enum):
  FAST = "fast"
  EXACT = "exact"
class Result(NamedTuple):
  value : Tensor
  masked : bool
def scale(x: Tensor,
    k: int=3) -> Tensor:
  return torch.mul(x, k)
)";

TEST_F(ScriptTest, Graph) {
  float data[2] = {1, 2};
  int64_t sizes[] = {2};
  Tensor tensor = {DType::Float, 1, sizes, nullptr, data};
  Value constant;
  constant.tag = Tag::Tensor;
  constant.tensor = &tensor;
  open(program, {constant});
  EXPECT_EQ(
      printFunction("__torch__.Model.forward"),
      R"((%0self: __torch__.Model, %1x: Tensor, %2n: int, %3mode: __torch__.Mode, %4mask: Optional[Tensor], %5sizes: Tuple[int, float])
%6: Function = prim::Constant {value = __torch__.scale}()
%7: int = prim::Constant {value = 1}()
%8: Tensor = prim::Constant {value = Tensor(6, 2)}()
%9: __torch__.Mode = prim::Constant {value = __torch__.Mode FAST}()
%10: bool = prim::Constant {value = True}()
%11: int = prim::Constant {value = 2}()
%12counts: List[int] = prim::ListConstruct()
%13x0: Tensor = prim::Loop(%2n, %10, %1x)
  (%14i: int, %15x0: Tensor)
  %16layer: __torch__.Layer = prim::GetAttr {name = "layer"}(%0self)
  %17x0: Tensor = prim::CallMethod {name = "forward"}(%16layer, %15x0)
  %18: List[int] = aten::append.t(%12counts, %14i)
  -> %10, %17x0
%19: bool = aten::eq.enum(%3mode, %9)
%20x1: Tensor = prim::If(%19)
  ()
  %21x1: Tensor = aten::add.Tensor(%13x0, %8, %7)
  -> %21x1
  ()
  %22x1: Tensor = prim::CallFunction(%6, %13x0, %11)
  -> %22x1
%23: bool = prim::isinstance {types = Tensor}(%4mask)
%24: __torch__.Result = prim::TupleConstruct(%20x1, %23)
%25: Tuple[__torch__.Result, List[int]] = prim::TupleConstruct(%24, %12counts)
-> %25
)");

  const ScriptFunction *forward = getFunction("__torch__.Model.forward");
  ASSERT_TRUE(forward);
  EXPECT_EQ(llvm::ArrayRef(forward->hasDefault, 6),
            (llvm::ArrayRef<bool>{false, false, true, true, true, true}));
  std::string defaults;
  llvm::raw_string_ostream os(defaults);
  for (const Value &value : llvm::ArrayRef(forward->defaults, 6))
    print(os << ' ', value);
  EXPECT_EQ(defaults,
            " None None 2 __torch__.Mode.FAST None [1, 2.500000e+00]");

  for (const ScriptNode &node : llvm::ArrayRef(forward->graph.block.nodes,
                                               forward->graph.block.numNodes)) {
    // The bytes of a constant are the caller's.
    if (node.numAttributes && node.attributes->value.tag == Tag::Tensor)
      EXPECT_EQ(node.attributes->value.tensor->data, data);
    // Places are offsets in the code.
    if (str(node.kind) == "aten::eq") {
      EXPECT_EQ(node.source, 0);
      EXPECT_TRUE(llvm::StringRef(program)
                      .substr(node.sourceOffset)
                      .starts_with("torch.eq(mode"));
    }
  }

  EXPECT_EQ(printFunction("__torch__.Layer.forward"),
            R"((%0self: __torch__.Layer, %1x: Tensor)
%2: NoneType = prim::Constant {value = None}()
%3: bool = prim::Constant {value = False}()
%4: Device = prim::Constant {value = cuda:0}()
%5: int = prim::Constant {value = 6}()
%6: Tensor = aten::to.device(%1x, %4, %5, %3, %3, %2)
-> %6
)");
  EXPECT_EQ(printFunction("__torch__.scale"),
            R"((%0x: Tensor, %1k: int)
%2: Tensor = aten::mul.Scalar(%0x, %1k)
-> %2
)");
}

/// Constants come back row-major, whatever their strides are.
TEST_F(ScriptTest, Constants) {
  float data[6] = {1, 2, 3, 4, 5, 6};
  int64_t sizes[] = {3, 2}, strides[] = {1, 3};
  Tensor tensor = {DType::Float, 2, sizes, strides, data};
  Value constants[5];
  constants[0].tag = Tag::Tensor;
  constants[0].tensor = &tensor;
  constants[1].tag = Tag::String;
  constants[1].text = "\xc3\xa4";
  constants[1].size = 2;
  constants[2].tag = constants[3].tag = Tag::List;
  constants[2].elements = &constants[1];
  constants[2].size = 1;
  constants[3].elements = &constants[1];
  constants[3].size = 2;
  open("def f() -> Any:\n  return annotate(Any, CONSTANTS.c0)\n"
       "def g() -> Any:\n  return annotate(Any, CONSTANTS.c2)\n"
       "def h() -> Any:\n  return annotate(Any, CONSTANTS.c3)\n",
       constants);
  const ScriptFunction *function = getFunction("__torch__.f");
  ASSERT_TRUE(function) << error;
  const Value &value = function->graph.block.nodes[0].attributes[0].value;
  ASSERT_EQ(value.tag, Tag::Tensor);
  EXPECT_FALSE(value.tensor->strides);
  EXPECT_EQ(llvm::ArrayRef(static_cast<const float *>(value.tensor->data), 6),
            (llvm::ArrayRef<float>{1, 4, 2, 5, 3, 6}));
  EXPECT_NE(printFunction("__torch__.g").find("List[str] = prim::Constant"),
            std::string::npos);
  EXPECT_NE(printFunction("__torch__.h")
                .find("Tuple[str, List[str]] = prim::Constant"),
            std::string::npos);
}

TEST_F(ScriptTest, Classes) {
  Value none;
  open(program, {none});
  EXPECT_EQ(printClass("__torch__.Mode"),
            "3 FAST:str=\"fast\" EXACT:str=\"exact\" |");
  EXPECT_EQ(printClass("__torch__.Result"), "2 value:Tensor masked:bool |");
  EXPECT_EQ(printClass("__torch__.Layer"), "0 training:bool | after check");
  EXPECT_EQ(printFunction("__torch__.Layer.check"),
            "(%0self: __torch__.Layer, %1input: Tuple[Tensor], %2output: "
            "Tensor)\n-> %2output\n");
  EXPECT_EQ(printClass("__torch__.torch.classes.quantized."
                       "Conv2dPackedParamsBase"),
            "5 |");
  EXPECT_EQ(printClass("__torch__.scale"),
            "error: the code does not define the type '__torch__.scale'");
  // A constant of another type.
  EXPECT_EQ(printClass("__torch__.Model").substr(0, 35),
            "error: Arguments for call are not v");

  open("class Unit(ModuleInterface):\n"
       "  def forward(self, x: Tensor) -> Tensor:\n"
       "    pass\n"
       "class Point:\n"
       "  x : int\n"
       "  kernel : Final[Tuple[int, int]] = (3, -5)\n"
       "  def __init__(self: __torch__.Point,\n"
       "    x: int) -> NoneType:\n"
       "    self.x = x\n"
       "    return None\n"
       "def f(u: __torch__.Unit) -> int:\n"
       "  p = __torch__.Point.__new__(__torch__.Point)\n"
       "  _0 = (p).__init__(4, )\n"
       "  return p.x\n");
  EXPECT_EQ(printClass("__torch__.Unit"), "4 |");
  EXPECT_EQ(printClass("__torch__.Point"),
            "1 x:int | kernel:Tuple[int, int]=[3, -5]");
  EXPECT_EQ(printFunction("__torch__.f"), R"((%0u: __torch__.Unit)
%1: int = prim::Constant {value = 4}()
%2p: __torch__.Point = prim::CreateObject()
%3: NoneType = prim::CallMethod {name = "__init__"}(%2p, %1)
%4x: int = prim::GetAttr {name = "x"}(%2p)
-> %4x
)");
  EXPECT_EQ(printFunction("__torch__.Unit.forward"),
            "error: the code does not define '__torch__.Unit.forward'");
}

TEST_F(ScriptTest, SeveralFiles) {
  open({{text("__torch__.py"), text("class M(Module):\n"
                                    "  layer : __torch__.a.b.Layer\n"
                                    "  def forward(self: __torch__.M,\n"
                                    "    x: Tensor) -> Tensor:\n"
                                    "    layer = self.layer\n"
                                    "    return (layer).forward(x, )\n")},
        {text("__torch__/a/b.py"),
         text("class Layer(Module):\n"
              "  def forward(self: __torch__.a.b.Layer,\n"
              "    x: Tensor) -> Tensor:\n"
              "    def __forked_function():\n"
              "      return torch.neg(x)\n"
              "    y = fork(__forked_function)\n"
              "    return torch.wait(y)\n")}});
  EXPECT_EQ(printFunction("__torch__.a.b.Layer.forward"),
            R"((%0self: __torch__.a.b.Layer, %1x: Tensor)
%2y: Future[Tensor] = prim::fork(%1x)
subgraph
(%0x: Tensor)
%1: Tensor = aten::neg(%0x)
-> %1
%3: Tensor = aten::wait(%2y)
-> %3
)");
  const ScriptFunction *forward = getFunction("__torch__.a.b.Layer.forward");
  ASSERT_TRUE(forward);
  EXPECT_EQ(forward->graph.block.nodes[1].source, 1);
  EXPECT_TRUE(getFunction("__torch__.M.forward")) << error;
}

/// An operator of an older version is replaced by what it was.
TEST_F(ScriptTest, Upgrade) {
  constexpr char code[] = "op_version_set = 3\n"
                          "class M(Module):\n"
                          "  def forward(self: __torch__.M,\n"
                          "    x: Tensor) -> Tensor:\n"
                          "    return torch.div(x, 2)\n";
  open(code, {}, 3);
  std::string old = printFunction("__torch__.M.forward");
  EXPECT_NE(old.find("aten::div.Scalar_mode"), std::string::npos) << old;
  open(code, {}, 4);
  std::string current = printFunction("__torch__.M.forward");
  EXPECT_EQ(current.find("aten::div.Scalar_mode"), std::string::npos);
  EXPECT_NE(current.find("aten::div.Scalar"), std::string::npos) << current;
}

TEST_F(ScriptTest, Errors) {
  auto check = [&](llvm::StringRef statement) {
    std::string code =
        "def f(x: Tensor) -> Tensor:\n  " + statement.str() + "\n";
    open(code);
    return printFunction("__torch__.f");
  };
  EXPECT_EQ(check("return ops.my.op(x)"),
            std::string("error: LibTorch ") + api->libTorchVersion() +
                " does not have the operator my::op (code/__torch__.py:2: "
                "return ops.my.op(x))");
  EXPECT_EQ(check("return return"),
            "error: expected ident but found 'return' (code/__torch__.py:2: "
            "return return)");
  EXPECT_EQ(check("return torch.relu(y)"),
            "error: undefined value y (code/__torch__.py:2: return "
            "torch.relu(y))");
  EXPECT_EQ(check("return CONSTANTS.c7"),
            "error: constant index 7 is out of bounds (constant table has 0 "
            "entries) (code/__torch__.py:2: return CONSTANTS.c7)");
  EXPECT_EQ(check("return (__torch__.M).f(x)").substr(0, 7), "error: ");
  // What was being compiled is not used again.
  EXPECT_EQ(printFunction("__torch__.f"),
            "error: other code of the archive does not compile");
  open("def f(x: Tensor) -> Tensor:\n  return x\n");
  EXPECT_EQ(printFunction("__torch__.g"),
            "error: the code does not define '__torch__.g'");
  EXPECT_EQ(printFunction(""), "error: the code does not define ''");
  EXPECT_EQ(printFunction("__torch__.f"), "(%0x: Tensor)\n-> %0x\n");
  open({{text("model.txt"), text("")}});
  EXPECT_FALSE(script);
  EXPECT_EQ(error, "'model.txt' is not a source file");
}

/// Operators of extensions are known by their schemas, as long as the code is.
TEST_F(ScriptTest, DeclaredOperators) {
  auto declare = [&](llvm::StringRef schema) {
    Text given = text(schema);
    return api->declareScriptOperators(script, &given, 1, &ScriptTest::setError,
                                       this);
  };
  constexpr char code[] = "def f(x: Tensor) -> Tensor:\n"
                          "  return ops.my.op(x, 2)\n";
  open(code);
  EXPECT_TRUE(declare("my::op(Tensor x, int n, float p=0.5) -> Tensor"));
  EXPECT_TRUE(declare("my::op.two(Tensor x, Tensor y) -> Tensor"));
  EXPECT_TRUE(declare("my::op.two(Tensor x, Tensor y) -> Tensor"));
  // LibTorch has it.
  EXPECT_TRUE(declare("aten::relu(Tensor x, int n) -> Tensor"));
  EXPECT_FALSE(declare("my::op(Tensor x"));
  EXPECT_FALSE(error.empty());
  EXPECT_FALSE(declare("op(Tensor x) -> Tensor"));
  EXPECT_EQ(printFunction("__torch__.f"), R"((%0x: Tensor)
%1: float = prim::Constant {value = 5.000000e-01}()
%2: int = prim::Constant {value = 2}()
%3: Tensor = my::op(%0x, %2, %1)
-> %3
)");
  open(code);
  EXPECT_NE(printFunction("__torch__.f").find("does not have the operator"),
            std::string::npos);
}

/// LibTorch runs the defaults of parameters and the constants of classes.
TEST_F(ScriptTest, DefaultsAreLiterals) {
  auto check = [&](llvm::StringRef value) {
    std::string code = "class E(Enum):\n  A = 1\n"
                       "class T(NamedTuple):\n  a : int\n"
                       "class C:\n  def __init__(self: __torch__.C) -> "
                       "NoneType:\n    return None\n"
                       "def f(x: Any=" +
                       value.str() + ") -> Any:\n  return x\n";
    open(code);
    printFunction("__torch__.f");
    return error;
  };
  for (const char *value :
       {"-1", "2.5", "\"text\"", "None", "True", "[1, -2]", "(1, [2.], )",
        "{\"a\": 1}", "inf", "-inf", "1.+2.j", "torch.device(\"cpu\")",
        "annotate(List[int], [])", "__torch__.E.A", "__torch__.T(1)"})
    EXPECT_EQ(check(value), "") << value;
  for (const char *value :
       {"torch.ones([1])", "ops.aten.save(1, \"file\")", "[1] * 5",
        "[torch.ones([1])]", "__torch__.C()", "annotate(Any, torch.rand([1]))",
        "torch.device(torch.format(\"cpu\"))", "{\"a\": torch.rand([1])}",
        "__torch__.T(torch.len([1]))", "not True"})
    EXPECT_EQ(check(value).substr(0, 54),
              "the value of a default or a constant must be a literal")
        << value;
  open("class M(Module):\n  k : Final[int] = torch.len([1])\n");
  EXPECT_EQ(printClass("__torch__.M"),
            "error: the value of a default or a constant must be a literal "
            "(code/__torch__.py:2: k : Final[int] = torch.len([1]))");
}

/// The compiler is recursive.
TEST_F(ScriptTest, Nesting) {
  auto repeat = [](llvm::StringRef item, size_t count) {
    std::string result;
    for (size_t i = 0; i < count; ++i)
      result += item;
    return result;
  };
  auto check = [&](const std::string &expression) {
    std::string code = "def f(x: int) -> int:\n  return " + expression + "\n";
    open(code);
    printFunction("__torch__.f");
    return error;
  };
  auto checkBlocks = [&](size_t depth, bool elif) {
    std::string code = "def f(x: bool) -> int:\n  y = 0\n";
    for (size_t i = 1; i <= depth; ++i)
      code += elif ? std::string(i == 1 ? "  if" : "  elif") +
                         " x:\n    y = " + std::to_string(i) + "\n"
                   : repeat("  ", i) + "if x:\n" + repeat("  ", i + 1) +
                         "y = " + std::to_string(i) + "\n";
    code += "  return y\n";
    open(code);
    printFunction("__torch__.f");
    return error;
  };
  constexpr char expression[] =
      "an expression of the code is nested too deeply";
  constexpr char block[] = "a block of the code is nested too deeply";
  EXPECT_EQ(check(repeat("(", 900) + "x" + repeat(")", 900)), "");
  EXPECT_EQ(check("x" + repeat(" + x", 900)), "");
  EXPECT_EQ(check(repeat("- ", 900) + "x"), "");
  EXPECT_EQ(check("torch.len([" + repeat("x, ", 100000) + "])"), "");
  EXPECT_EQ(checkBlocks(190, false), "");
  EXPECT_EQ(checkBlocks(190, true), "");
  for (const char *item : {"- ", "not ", "(", "[", "{1: ", "x if x else ",
                           "torch.neg(", "x ** ", "x[", "x(\n)", "x.", "~"})
    EXPECT_EQ(check(repeat(item, 100000)), expression) << item;
  EXPECT_EQ(check("x" + repeat("\\\n + x", 100000)), expression);
  EXPECT_EQ(check("x" + repeat("(\n)", 100000)), expression);
  EXPECT_EQ(checkBlocks(100000 / 100, false), block);
  EXPECT_EQ(checkBlocks(100000, true), block);
}

/// What takes LibTorch's compiler exponential time, or all of its stack.
TEST_F(ScriptTest, LargeTypes) {
  auto check = [&](const std::string &code) {
    open(code);
    printFunction("__torch__.f");
    return llvm::StringRef(error).split(" (").first.str();
  };
  auto number = [](size_t value) { return std::to_string(value); };
  auto checkBody = [&](const std::string &first, const std::string &next,
                       size_t count) {
    std::string code = "def f(x: Tensor) -> Tensor:\n  t0 = " + first + "\n";
    for (size_t i = 1; i <= count; ++i) {
      std::string line = next;
      for (size_t at; (at = line.find('$')) != std::string::npos;)
        line.replace(at, 1, "t" + number(i - 1));
      for (size_t at; (at = line.find('@')) != std::string::npos;)
        line.replace(at, 1, "t" + number(i));
      code += line;
    }
    return check(code + "  return x\n");
  };
  constexpr char large[] = "the type of an expression is too large";
  EXPECT_EQ(checkBody("(x, x)", "  @ = ($, $)\n", 8), "");
  EXPECT_EQ(checkBody("(x, x)", "  @ = ($, $)\n", 40), large);
  EXPECT_EQ(checkBody("(x, x)", "  @ = (*$, *$)\n", 40), large);
  EXPECT_EQ(checkBody("(x, x)", "  @ = tuple(($, $))\n", 40), large);
  EXPECT_EQ(checkBody("(x, x)", "  @ = [($, $)][0]\n", 40), large);
  EXPECT_EQ(checkBody("(x, x)", "  @ = {1: ($, $)}[1]\n", 40), large);
  EXPECT_EQ(checkBody("{1: x}", "  @ = {1: torch.items($)}\n", 200), large);
  EXPECT_EQ(checkBody("(x, x)",
                      "  def g@():\n    return ($, $)\n"
                      "  @ = torch.wait(fork(g@))\n",
                      40),
            large);
  EXPECT_EQ(checkBody("(x,)", "  @ = ($,)\n", 1000), large);
  // Elements that are taken out do not grow.
  EXPECT_EQ(checkBody("(x, x)", "  a, b, = $\n  @ = (b, a)\n", 100), "");
  EXPECT_EQ(checkBody("(x, x)", "  @ = (($)[1], ($)[0])\n", 100), "");
  EXPECT_EQ(checkBody("x", "  @ = torch.view($, [1, -1])\n", 1000), "");
  EXPECT_EQ(checkBody("[x]", "  @ = torch.add($, $)\n", 100), "");

  auto checkChain = [&](const std::string &base, const std::string &fields,
                        size_t count) {
    std::string code;
    for (size_t i = 0; i < count; ++i) {
      code += "class C" + number(i) + base + ":\n";
      for (char field : fields)
        code +=
            std::string("  ") + field + " : __torch__.C" + number(i + 1) + "\n";
    }
    code += "class C" + number(count) + base + ":\n  a : int\n";
    return check(code + "def f(x: __torch__.C0) -> int:\n  return 1\n");
  };
  constexpr char objects[] =
      "a class or a named tuple has too many objects within each other";
  EXPECT_EQ(checkChain("(NamedTuple)", "ab", 10), "");
  EXPECT_EQ(checkChain("(NamedTuple)", "ab", 14), large);
  EXPECT_EQ(checkChain("(NamedTuple)", "ab", 60), large);
  EXPECT_EQ(checkChain("(Module)", "ab", 12), "");
  EXPECT_EQ(checkChain("(Module)", "ab", 60), objects);
  EXPECT_EQ(checkChain("(Module)", "a", 100), "");
  EXPECT_EQ(checkChain("(Module)", "a", 3000), "classes are nested too deeply");
  EXPECT_EQ(check("class C(NamedTuple):\n  a : __torch__.C\n"
                  "def f(x: __torch__.C) -> int:\n  return 1\n"),
            "Unknown type name '__torch__.C'");

  // Each function is compiled within the one that calls it.
  std::string calls;
  for (size_t i = 0; i < 5000; ++i)
    calls +=
        "def f" + number(i) +
        "(x: Tensor) -> Tensor:\n  return torch.neg(torch.neg(__torch__.f" +
        number(i + 1) + "(torch.neg(x))))\n";
  calls += "def f5000(x: Tensor) -> Tensor:\n  return x\n"
           "def f(x: Tensor) -> Tensor:\n  return __torch__.f0(x)\n";
  EXPECT_EQ(check(calls), "");
}

/// Code that torch.jit.save does not write.
TEST_F(ScriptTest, ForeignCode) {
  auto check = [&](llvm::StringRef body) {
    open("def f(x: Tensor) -> Tensor:\n  " + body.str() + "\n  return x\n");
    printFunction("__torch__.f");
    return llvm::StringRef(error).split(" (").first.str();
  };
  EXPECT_EQ(check("for i in range(3):\n    x = torch.neg(x)"), "");
  EXPECT_EQ(check("for i in (1, 2):\n    x = torch.neg(x)"),
            "a loop that torch.jit.save writes is over range()");
  EXPECT_EQ(check("y = [torch.neg(z) for z in [x]]"),
            "torch.jit.save does not write comprehensions");
  open("def f(x: Tensor):\n  return (x, x)\n");
  EXPECT_EQ(llvm::StringRef(error).split(" (").first,
            "a function does not declare what it returns");
}

} // namespace
