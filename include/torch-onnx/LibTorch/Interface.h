//===- Interface.h - The plug-in that runs PyTorch's kernels ----*- C++ -*-===//
//
// What the tools and the plug-in `torch-onnx-libtorch.so` say to each other.
// Plain data only: the two sides share neither a C++ library version nor a
// compiler flag, and no exception crosses. Nothing here owns memory: what an
// argument points to lives until the call returns, what a callback is given
// lives until the callback returns.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIBTORCH_INTERFACE_H
#define TORCH_ONNX_LIBTORCH_INTERFACE_H

#include <cstddef>
#include <cstdint>

namespace torch_onnx::libtorch {

/// Raised with every change of this file; a plug-in of another version is
/// treated as a missing one.
inline constexpr uint32_t interfaceVersion = 3;

/// Element types under PyTorch's own numbers (c10/core/ScalarType.h), which
/// are stored in files and do not change.
enum class DType : int32_t {
  UInt8 = 0,
  Int8 = 1,
  Int16 = 2,
  Int32 = 3,
  Int64 = 4,
  Half = 5,
  Float = 6,
  Double = 7,
  ComplexHalf = 8,
  ComplexFloat = 9,
  ComplexDouble = 10,
  Bool = 11,
  BFloat16 = 15,
  Float8E5M2 = 23,
  Float8E4M3FN = 24,
  Float8E5M2FNUZ = 25,
  Float8E4M3FNUZ = 26,
  UInt16 = 27,
  UInt32 = 28,
  UInt64 = 29
};

/// A tensor in host memory; a bool element is one byte, 0 or 1.
struct Tensor {
  DType dtype;
  uint32_t rank;
  /// `rank` sizes and strides; strides count elements. Null strides mean
  /// row-major. Results are always row-major.
  const int64_t *sizes;
  const int64_t *strides;
  /// The first element. Never written to. May be null when there is none.
  const void *data;
  /// Null, or `rank` flags. Where one is set, the size is the number of an
  /// expression of the caller's (see Size).
  const bool *isSymbolic = nullptr;
};

enum class Tag : uint32_t {
  None,
  Int,          // integer
  Double,       // real
  Bool,         // integer, 0 or 1
  Complex,      // real, imaginary
  String,       // text, size
  DType,        // integer, a value of enum DType
  Layout,       // text: "strided"
  Device,       // text: "cpu"
  MemoryFormat, // text: "contiguous_format", "channels_last", ...
  Tensor,       // tensor; integer where it stands for a value of the caller's
  SymInt,       // integer, the number of an expression of the caller's
  List,         // elements, size
  Enum          // text: "__torch__.Color.RED", in TorchScript
};

struct Value {
  Tag tag = Tag::None;
  int64_t integer = 0;
  double real = 0, imaginary = 0;
  const char *text = nullptr; // not null-terminated
  const Tensor *tensor = nullptr;
  const Value *elements = nullptr;
  size_t size = 0;
};

/// Receives result `index`: None, Int, Double, Bool, Tensor, or a List of them.
using ResultCallback = void (*)(void *user, size_t index, const Value *result);
/// Receives the reason of a failure.
using ErrorCallback = void (*)(void *user, const char *text, size_t size);

//===----------------------------------------------------------------------===//
// Decomposition
//===----------------------------------------------------------------------===//

/// An integer, or the number that the caller has given to an expression.
struct Size {
  int64_t value = 0;
  bool isSymbolic = false;
};

enum class SizeOperator : uint32_t { Add, Sub, Mul, FloorDiv, Mod, Min, Max };
enum class Comparison : uint32_t { Equal, Less, LessOrEqual };
enum class Answer : int32_t { No, Yes, Unknown };

using TextCallback = void (*)(void *user, const char *text, size_t size);

/// What decompose() asks of its caller; `user` is what decompose() was given.
///
/// A tensor of the caller's is Tag::Tensor with its number in `integer`, dtype
/// and sizes in `tensor`, and no data. A constant that a kernel made has data,
/// and -1 for a number.
struct DecomposeCallbacks {
  /// 1 when a call of this operator is to be recorded although LibTorch could
  /// express it by others.
  int (*isWanted)(void *user, const char *name, size_t nameSize);
  /// An inner call, arguments complete and in the order of the schema. When the
  /// operator writes to its first argument, its result is the new value of that
  /// argument, in the dtype and of the sizes that it had.
  ///
  /// Returns 1 after one `onResult` for each result, or 0 after `onError`.
  int (*record)(void *user, const char *name, size_t nameSize,
                const Value *args, size_t numArgs, ResultCallback onResult,
                ErrorCallback onError, void *resultUser);
  /// The number of a new expression, possibly of one that nothing is known of.
  Size (*combine)(void *user, SizeOperator op, Size lhs, Size rhs);
  /// Yes and No where it holds for all sizes that the program allows.
  Answer (*compare)(void *user, Comparison comparison, Size lhs, Size rhs);
  /// The text of an expression, for messages.
  void (*print)(void *user, Size size, TextCallback onText, void *textUser);
};

//===----------------------------------------------------------------------===//
// TorchScript
//===----------------------------------------------------------------------===//

/// Text that need not end with a NUL byte.
struct Text {
  const char *data = nullptr;
  size_t size = 0;
};

/// A file of an archive's folder `code`.
struct ScriptSource {
  /// The name without the folder: "__torch__/torch/nn/modules/conv.py".
  Text name;
  Text text;
};

/// An attribute of a node, such as `value` of prim::Constant.
struct ScriptAttribute {
  enum class Kind : uint32_t {
    /// `value` is a literal, a tensor with data, or a Tag::List. The type of
    /// the node's output tells a list from a tuple, and from a dict, whose keys
    /// and values are the elements in turn.
    Literal,
    /// `texts` are types, as in ScriptValue::type.
    Types,
    /// `texts` has one qualified name, of a function. The type of the node's
    /// output is "Function".
    Function,
    /// `texts` has the class and the member of an enumeration.
    Enum
  };
  Text name;
  Kind kind = Kind::Literal;
  Value value;
  const Text *texts = nullptr;
  size_t numTexts = 0;
};

struct ScriptBlock;
struct ScriptGraph;

/// A node of torch::jit::Graph. Values are indices into ScriptGraph::values.
struct ScriptNode {
  /// "prim::If", "aten::add".
  Text kind;
  /// The overload of the schema that the operator resolved to ("Tensor"); empty
  /// for the default overload, and for nodes without a schema.
  Text overload;
  const uint32_t *inputs = nullptr;
  size_t numInputs = 0;
  const uint32_t *outputs = nullptr;
  size_t numOutputs = 0;
  const ScriptBlock *blocks = nullptr;
  size_t numBlocks = 0;
  const ScriptAttribute *attributes = nullptr;
  size_t numAttributes = 0;
  /// The attribute `Subgraph` of prim::fork and prim::Closure, or null.
  const ScriptGraph *subgraph = nullptr;
  /// The place in the code: the number of a ScriptSource, -1 where it is not
  /// known, and the offset of the first byte.
  int32_t source = -1;
  size_t sourceOffset = 0;
};

struct ScriptBlock {
  const uint32_t *inputs = nullptr;
  size_t numInputs = 0;
  const ScriptNode *nodes = nullptr;
  size_t numNodes = 0;
  const uint32_t *outputs = nullptr;
  size_t numOutputs = 0;
};

struct ScriptValue {
  /// The name in the code; empty for a temporary value.
  Text name;
  /// As TorchScript annotates it: "Tensor", "List[int]", "Optional[Tensor]",
  /// "Dict[str, Tensor]", "Tuple[int, Tensor]", "__torch__.Model".
  Text type;
};

struct ScriptGraph {
  const ScriptValue *values = nullptr;
  size_t numValues = 0;
  ScriptBlock block;
};

/// A method or a free function. The first argument of a method is `self`.
struct ScriptFunction {
  ScriptGraph graph;
  /// One flag for each argument, whether it has a default, and its value.
  const bool *hasDefault = nullptr;
  const Value *defaults = nullptr;
};

/// A field of a class or a named tuple, a member of an enumeration.
struct ScriptField {
  Text name, type;
  /// Of a member of an enumeration, or a constant of a class.
  Value value;
};

/// A type that the code defines.
struct ScriptClass {
  enum class Kind : uint32_t {
    Module,
    Class,
    NamedTuple,
    Enum,
    Interface,
    /// A class of LibTorch's that is written in C++, such as
    /// "__torch__.torch.classes.quantized.Conv2dPackedParamsBase". Nothing is
    /// known of it.
    Native
  };
  Kind kind = Kind::Class;
  /// Attributes of a class in the order of its slots, fields of a tuple, or
  /// members.
  const ScriptField *fields = nullptr;
  size_t numFields = 0;
  /// Constants of a class.
  const ScriptField *constants = nullptr;
  size_t numConstants = 0;
  /// The methods that are to run before and after `forward`, in order.
  const Text *preHooks = nullptr;
  size_t numPreHooks = 0;
  const Text *hooks = nullptr;
  size_t numHooks = 0;
};

/// The code of one archive, compiled on demand.
struct Script;

/// What the plug-in offers.
struct Api {
  uint32_t version;
  /// Runs `name` (namespace, operator and overload: "aten.add.Tensor") on the
  /// arguments, in the order of the schema; missing trailing ones take their
  /// defaults. A number is accepted for a Tensor, as in Python.
  ///
  /// Returns 1 after one ResultCallback for each result. Returns 0 after one
  /// ErrorCallback when the operator does not exist, throws, or is refused:
  /// it writes to an argument, draws random numbers, returns uninitialized
  /// memory, or has a result that is not a dense tensor or a number.
  ///
  /// Not to be called from two threads at once.
  int (*evaluate)(const char *name, size_t nameSize, const Value *args,
                  size_t numArgs, ResultCallback onResult,
                  ErrorCallback onError, void *user);
  /// Runs the kernel by which LibTorch expresses `name` through other operators
  /// (CompositeImplicitAutograd or CompositeExplicitAutograd) on tensors
  /// without data, and hands each of these to `callbacks->record`.
  ///
  /// Returns 1 after one ResultCallback for each result: a value that the
  /// caller has given a number to, or a constant. Returns 0 after one
  /// ErrorCallback: there is no such kernel, it throws, it reads elements, it
  /// writes where that cannot be told from a new value, or it takes a way that
  /// depends on a size that is not known. Calls recorded until then are void.
  ///
  /// Not to be called from two threads at once, nor from a callback.
  int (*decompose)(const char *name, size_t nameSize, const Value *args,
                   size_t numArgs, const DecomposeCallbacks *callbacks,
                   ResultCallback onResult, ErrorCallback onError, void *user);
  /// The version of LibTorch, "2.13.0".
  const char *(*libTorchVersion)();

  /// Prepares the code of a TorchScript archive. No code runs, and the objects
  /// of the archive are not loaded: they are the caller's matter.
  ///
  /// `constants` is the table of the archive's `constants.pkl`, which the code
  /// calls CONSTANTS.c0, c1, ...; `version` is the number in its member
  /// `version`. Sources and constants have to live until closeScript(). Null
  /// after one ErrorCallback.
  Script *(*openScript)(const ScriptSource *sources, size_t numSources,
                        const Value *constants, size_t numConstants,
                        uint64_t version, ErrorCallback onError, void *user);
  /// The method "__torch__.Model.forward" or the function "__torch__.f",
  /// compiled when it is first asked for: calls are not inlined
  /// (prim::CallMethod, prim::CallFunction), operators of older versions are
  /// upgraded. Null after one ErrorCallback. Lives until closeScript().
  const ScriptFunction *(*getScriptFunction)(Script *script, Text name,
                                             ErrorCallback onError, void *user);
  /// The type "__torch__.Model". Null after one ErrorCallback. Lives until
  /// closeScript().
  const ScriptClass *(*getScriptClass)(Script *script, Text name,
                                       ErrorCallback onError, void *user);
  void (*closeScript)(Script *script);
  /// Lets code call operators that LibTorch does not have, such as those of
  /// torchvision, by their schemas: "my::op.overload(Tensor x, int n=2) ->
  /// Tensor". To be called before code that calls them is asked for. Operators
  /// that LibTorch has are left alone; the others have no kernels, and are gone
  /// after closeScript(). Returns 1, or 0 after one ErrorCallback.
  int (*declareScriptOperators)(Script *script, const Text *schemas,
                                size_t numSchemas, ErrorCallback onError,
                                void *user);
};

/// The only symbol of the plug-in; null when `version` is not its own.
extern "C" const Api *torchOnnxLibTorchGetApi(uint32_t version);
using GetApiFunction = const Api *(*)(uint32_t version);
inline constexpr const char *getApiSymbol = "torchOnnxLibTorchGetApi";

} // namespace torch_onnx::libtorch

#endif // TORCH_ONNX_LIBTORCH_INTERFACE_H
