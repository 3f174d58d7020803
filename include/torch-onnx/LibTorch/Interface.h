//===- Interface.h - The plug-in that runs PyTorch's kernels ----*- C++ -*-===//
//
// The interface between the tools and the plug-in `torch-onnx-libtorch.so`. It
// is plain data only: the two sides share neither a C++ library version nor
// compiler flags, and no exception crosses. The interface owns no memory: the
// data of an argument lives until the call returns, the data passed to a
// callback until the callback returns.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIBTORCH_INTERFACE_H
#define TORCH_ONNX_LIBTORCH_INTERFACE_H

#include <cstddef>
#include <cstdint>

namespace torch_onnx::libtorch {

/// Incremented with every change of this file. A plug-in of another version
/// counts as missing.
inline constexpr uint32_t interfaceVersion = 4;

/// Element types, numbered as in PyTorch (c10/core/ScalarType.h). These numbers
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
  /// The first element. Never written to. May be null if the tensor is empty.
  const void *data;
  /// Null, or `rank` flags. If a flag is set, the size is the number of an
  /// expression of the caller (see Size).
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
  Tensor,       // tensor; integer if it is a value of the caller
  SymInt,       // integer: the caller's number of an expression
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

/// Receives result `index`: None, Int, Double, Bool, String, Tensor, or a List
/// of them.
using ResultCallback = void (*)(void *user, size_t index, const Value *result);
/// Receives the reason of a failure.
using ErrorCallback = void (*)(void *user, const char *text, size_t size);

//===----------------------------------------------------------------------===//
// Decomposition
//===----------------------------------------------------------------------===//

/// An integer, or the caller's number of an expression.
struct Size {
  int64_t value = 0;
  bool isSymbolic = false;
};

enum class SizeOperator : uint32_t { Add, Sub, Mul, FloorDiv, Mod, Min, Max };
enum class Comparison : uint32_t { Equal, Less, LessOrEqual };
enum class Answer : int32_t { No, Yes, Unknown };

using TextCallback = void (*)(void *user, const char *text, size_t size);

/// The callbacks of decompose(). `user` is the argument of decompose().
///
/// A tensor of the caller is Tag::Tensor with its number in `integer`, dtype
/// and sizes in `tensor`, and no data. A constant made by a kernel has data and
/// the number -1.
struct DecomposeCallbacks {
  /// Returns 1 if calls of this operator are recorded even though LibTorch can
  /// decompose it.
  int (*isWanted)(void *user, const char *name, size_t nameSize);
  /// Records an inner call. The arguments are complete and in schema order. If
  /// the operator writes to its first argument, its result is the new value of
  /// that argument, with the same dtype and sizes.
  ///
  /// Returns 1 after one `onResult` for each result, or 0 after `onError`.
  int (*record)(void *user, const char *name, size_t nameSize,
                const Value *args, size_t numArgs, ResultCallback onResult,
                ErrorCallback onError, void *resultUser);
  /// Returns the number of a new expression. Nothing need be known about it.
  Size (*combine)(void *user, SizeOperator op, Size lhs, Size rhs);
  /// Returns Yes or No if the answer holds for all sizes that the program
  /// allows.
  Answer (*compare)(void *user, Comparison comparison, Size lhs, Size rhs);
  /// Passes the text of an expression to `onText`, for messages.
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

/// A file of the `code` folder of an archive.
struct ScriptSource {
  /// The name without the folder: "__torch__/torch/nn/modules/conv.py".
  Text name;
  Text text;
};

/// An attribute of a node, such as `value` of prim::Constant.
struct ScriptAttribute {
  enum class Kind : uint32_t {
    /// `value` is a literal, a tensor with data, or a Tag::List. The output
    /// type of the node tells whether a list stands for a list, a tuple or a
    /// dict; a dict alternates keys and values.
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
  /// For example "prim::If" or "aten::add".
  Text kind;
  /// The overload of the resolved schema ("Tensor"); empty for the default
  /// overload, and for nodes without a schema.
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
  /// The source location: the number of a ScriptSource (-1 if unknown) and the
  /// byte offset.
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
  /// For each argument, whether it has a default, and the default.
  const bool *hasDefault = nullptr;
  const Value *defaults = nullptr;
};

/// A field of a class or a named tuple, or a member of an enumeration.
struct ScriptField {
  Text name, type;
  /// The value of an enumeration member or of a class constant.
  Value value;
};

/// A type defined by the code.
struct ScriptClass {
  enum class Kind : uint32_t {
    Module,
    Class,
    NamedTuple,
    Enum,
    Interface,
    /// A LibTorch class written in C++, such as
    /// "__torch__.torch.classes.quantized.Conv2dPackedParamsBase". Its fields
    /// and methods are unknown.
    Native
  };
  Kind kind = Kind::Class;
  /// The attributes of a class in slot order, the fields of a tuple, or the
  /// members of an enumeration.
  const ScriptField *fields = nullptr;
  size_t numFields = 0;
  /// Constants of a class.
  const ScriptField *constants = nullptr;
  size_t numConstants = 0;
  /// The hooks that run before and after `forward`, in order.
  const Text *preHooks = nullptr;
  size_t numPreHooks = 0;
  const Text *hooks = nullptr;
  size_t numHooks = 0;
};

/// The code of one archive, compiled on demand.
struct Script;

/// The functions of the plug-in.
struct Api {
  uint32_t version;
  /// Runs `name` (namespace, operator and overload: "aten.add.Tensor") on
  /// arguments in schema order. Omitted trailing arguments take their defaults.
  /// A number is accepted for a Tensor, as in Python. The plug-in also has the
  /// functions of literals that exist only in TorchScript
  /// ("aten.upper.default").
  ///
  /// Returns 1 after one ResultCallback for each result, or 0 after one
  /// ErrorCallback if the operator does not exist, throws, or is refused. An
  /// operator is refused if it writes to an argument, draws random numbers,
  /// returns uninitialized memory, or has a result that is neither a dense
  /// tensor nor a literal.
  ///
  /// Not to be called from two threads at once.
  int (*evaluate)(const char *name, size_t nameSize, const Value *args,
                  size_t numArgs, ResultCallback onResult,
                  ErrorCallback onError, void *user);
  /// Runs the composite kernel of `name` (CompositeImplicitAutograd or
  /// CompositeExplicitAutograd) on tensors without data, and passes each
  /// operator call of the kernel to `callbacks->record`.
  ///
  /// Returns 1 after one ResultCallback for each result, which is a constant or
  /// a value numbered by the caller. Returns 0 after one ErrorCallback if there
  /// is no such kernel, or if the kernel throws, reads elements, branches on an
  /// unknown size, or makes a write that cannot be expressed as a new value.
  /// Calls recorded until then are void.
  ///
  /// Not to be called from two threads at once, nor from a callback.
  int (*decompose)(const char *name, size_t nameSize, const Value *args,
                   size_t numArgs, const DecomposeCallbacks *callbacks,
                   ResultCallback onResult, ErrorCallback onError, void *user);
  /// The version of LibTorch, "2.13.0".
  const char *(*libTorchVersion)();

  /// Prepares the code of a TorchScript archive. No code runs. The objects of
  /// the archive are not loaded: the caller does that.
  ///
  /// `constants` is the table in the archive's `constants.pkl`, which the code
  /// calls CONSTANTS.c0, c1, ...; `version` is the number in its member
  /// `version`. Sources and constants must live until closeScript(). Null after
  /// one ErrorCallback.
  Script *(*openScript)(const ScriptSource *sources, size_t numSources,
                        const Value *constants, size_t numConstants,
                        uint64_t version, ErrorCallback onError, void *user);
  /// Returns the method "__torch__.Model.forward" or the function
  /// "__torch__.f", compiled on first use. Calls are not inlined
  /// (prim::CallMethod, prim::CallFunction), and operators of older versions
  /// are upgraded. Null after one ErrorCallback. Lives until closeScript().
  const ScriptFunction *(*getScriptFunction)(Script *script, Text name,
                                             ErrorCallback onError, void *user);
  /// Returns the type "__torch__.Model". Null after one ErrorCallback. Lives
  /// until closeScript().
  const ScriptClass *(*getScriptClass)(Script *script, Text name,
                                       ErrorCallback onError, void *user);
  void (*closeScript)(Script *script);
  /// Declares operators missing from LibTorch, such as those of torchvision, by
  /// their schemas: "my::op.overload(Tensor x, int n=2) -> Tensor". Must be
  /// called before code that calls them is compiled. Operators of LibTorch are
  /// left alone. The declared operators have no kernels, and exist until
  /// closeScript(). Returns 1, or 0 after one ErrorCallback.
  int (*declareScriptOperators)(Script *script, const Text *schemas,
                                size_t numSchemas, ErrorCallback onError,
                                void *user);
};

/// The only symbol of the plug-in. Returns null for any other `version`.
extern "C" const Api *torchOnnxLibTorchGetApi(uint32_t version);
using GetApiFunction = const Api *(*)(uint32_t version);
inline constexpr const char *getApiSymbol = "torchOnnxLibTorchGetApi";

} // namespace torch_onnx::libtorch

#endif // TORCH_ONNX_LIBTORCH_INTERFACE_H
