//===- UnpicklerCalls.cpp - Python names and calls of a pickle ------------===//
//
// Lists every Python name that a pickle may use. The functions are defined in
// torch/_utils.py and torch/jit/_pickle.py, persistent ids in
// torch/serialization.py, and TorchScript's pickler in
// torch/csrc/jit/serialization/pickler.cpp.
//
//===----------------------------------------------------------------------===//

#include "Unpickler.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace torch_onnx;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

/// The size of an element in bytes; 0 for unsupported dtypes. "bytes" is the
/// dtype of an untyped storage.
static unsigned getWidth(StringRef dtype) {
  return llvm::StringSwitch<unsigned>(dtype)
      .Cases({"bool", "uint8", "int8", "float8_e4m3fn", "float8_e5m2",
              "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu", "bytes"},
             1)
      .Cases({"qint8", "quint8"}, 1)
      .Cases({"int16", "uint16", "float16", "bfloat16"}, 2)
      .Cases({"int32", "uint32", "qint32", "float32", "complex32"}, 4)
      .Cases({"int64", "uint64", "float64", "complex64"}, 8)
      .Case("complex128", 16)
      .Default(0);
}

static bool isQuantized(StringRef dtype) {
  return dtype == "qint8" || dtype == "quint8" || dtype == "qint32";
}

/// The dtype of a storage class; empty for unsupported classes.
static StringRef getStorageDtype(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("torch.storage.UntypedStorage", "bytes")
      .Case("torch.BoolStorage", "bool")
      .Case("torch.ByteStorage", "uint8")
      .Case("torch.CharStorage", "int8")
      .Case("torch.ShortStorage", "int16")
      .Case("torch.IntStorage", "int32")
      .Case("torch.LongStorage", "int64")
      .Case("torch.HalfStorage", "float16")
      .Case("torch.BFloat16Storage", "bfloat16")
      .Case("torch.FloatStorage", "float32")
      .Case("torch.DoubleStorage", "float64")
      .Case("torch.ComplexFloatStorage", "complex64")
      .Case("torch.ComplexDoubleStorage", "complex128")
      .Default("");
}

/// The dtype of TorchScript's storages, which are named by c10::ScalarType.
static StringRef getScriptStorageDtype(StringRef name) {
  StringRef dtype = getStorageDtype(name);
  if (!dtype.empty())
    return dtype == "bytes" ? StringRef() : dtype;
  return llvm::StringSwitch<StringRef>(name)
      .Case("torch.ComplexHalfStorage", "complex32")
      .Case("torch.UInt16Storage", "uint16")
      .Case("torch.UInt32Storage", "uint32")
      .Case("torch.UInt64Storage", "uint64")
      .Case("torch.Float8_e4m3fnStorage", "float8_e4m3fn")
      .Case("torch.Float8_e5m2Storage", "float8_e5m2")
      .Case("torch.Float8_e4m3fnuzStorage", "float8_e4m3fnuz")
      .Case("torch.Float8_e5m2fnuzStorage", "float8_e5m2fnuz")
      .Case("torch.Float8_e8m0fnuStorage", "float8_e8m0fnu")
      .Case("torch.QInt8Storage", "qint8")
      .Case("torch.QUInt8Storage", "quint8")
      .Case("torch.QInt32Storage", "qint32")
      .Default("");
}

static bool isKnownCallable(StringRef name) {
  return llvm::is_contained(
      {"torch._utils._rebuild_tensor_v2", "torch._utils._rebuild_tensor_v3",
       "torch._utils._rebuild_parameter",
       "torch._utils._rebuild_parameter_with_state",
       "torch._utils._rebuild_meta_tensor_no_storage",
       "torch._export.serde.serialize._reconstruct_fake_tensor",
       "collections.OrderedDict", "_codecs.encode"},
      name);
}

/// The annotation that a TorchScript list function implies.
static StringRef getListAnnotation(StringRef callable) {
  return llvm::StringSwitch<StringRef>(callable)
      .Case("torch.jit._pickle.build_intlist", "List[int]")
      .Case("torch.jit._pickle.build_doublelist", "List[float]")
      .Case("torch.jit._pickle.build_boollist", "List[bool]")
      .Case("torch.jit._pickle.build_tensorlist", "List[Tensor]")
      .Default("");
}

static bool isPerTensor(StringRef scheme) {
  return scheme == "torch.per_tensor_affine";
}
static bool isPerAxis(StringRef scheme) {
  return scheme == "torch.per_channel_affine" ||
         scheme == "torch.per_channel_affine_float_qparams";
}

static bool isKnownScriptGlobal(StringRef name) {
  return isScriptClass(name) || isPerTensor(name) || isPerAxis(name) ||
         !getListAnnotation(name).empty() ||
         llvm::is_contained({"torch._utils._rebuild_tensor_v2",
                             "torch._utils._rebuild_qtensor",
                             "torch.jit._pickle.restore_type_tag",
                             "torch.device", "builtins.complex",
                             "collections.OrderedDict"},
                            name);
}

/// The reason why TorchScript's pickler writes an unsupported name.
static StringRef getReason(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("torch._utils._rebuild_sparse_tensor",
            "sparse tensors are not supported; make them dense with "
            "to_dense() before the module is saved")
      .Case("torch.jit._pickle.build_tensor_from_id",
            "a tensor of a table that is not in the archive")
      .Case("torch.distributed.rpc.rref",
            "a reference to a value in another process")
      .Default("neither a value of TorchScript nor a class of the archive");
}

llvm::Error Unpickler::loadGlobal(StringRef module, StringRef name) {
  std::string global = (module + "." + name).str();
  hasSubclasses |= !isTorchScript && global == Pickle::kSubclass;
  if (isTorchScript) {
    // Unsupported storages are refused only on use.
    if (!isKnownScriptGlobal(global) &&
        !(module == "torch" && name.ends_with("Storage")))
      return error("refers to " + quoteText(global) + ": " + getReason(global));
  } else {
    bool isDtype =
        module == "torch" && getWidth(name) != 0 && !isQuantized(name);
    if (!isDtype && !hasSubclasses && !isKnownCallable(global) &&
        getStorageDtype(global).empty())
      return error("refers to " + quoteText(global) +
                   ", which is not part of a dictionary of plain tensors");
  }
  pushNumber(Kind::Global, tables.intern(global));
  return llvm::Error::success();
}

/// A persistent id is ('storage', class, member, device, number of elements).
llvm::Error Unpickler::loadStorage() {
  if (stack.empty())
    return error("nothing is on the stack");
  Index id = pop();
  ArrayRef<Index> parts =
      tables.isSequence(id) ? tables.getItems(id) : ArrayRef<Index>();
  if (parts.size() != 5 || !isA(parts[0], Kind::Text) ||
      tables.getText(parts[0]) != "storage" || !isA(parts[1], Kind::Global) ||
      !isA(parts[2], Kind::Text) || !isA(parts[4], Kind::Int))
    return error("a persistent id is not that of a storage");
  StringRef type = tables.getName(parts[1]);
  Tables::StorageEntry storage;
  storage.name = tables.getNumber(parts[1]);
  storage.dtype =
      isTorchScript ? getScriptStorageDtype(type) : getStorageDtype(type);
  if (storage.dtype.empty())
    return error("storages of class " + quoteText(type) + " are not read");
  StringRef key = tables.getText(parts[2]);
  const ZipReader::Member *member =
      zip.find((tables.options.storages + "/" + key).str());
  if (!member)
    return error("the storage " + quoteText(key) + " is not in the archive");
  if (auto contents = zip.contents(*member); !contents)
    return contents.takeError();
  int64_t count = tables.getNumber(parts[4]);
  uint64_t width = getWidth(storage.dtype);
  bool mayBeAbsent =
      tables.options.hasNoBytes ||
      (isTorchScript && isA(parts[3], Kind::Text) &&
       StringRef(tables.getText(parts[3])).split(':').first == "meta");
  if (mayBeAbsent && member->size == 0 && count > 0) {
    storage.isAbsent = true;
  } else if (count < 0 || uint64_t(count) > member->size / width) {
    return error("the storage " + quoteText(key) + " has " +
                 Twine(member->size) + " bytes, too few for " + Twine(count) +
                 " elements");
  } else {
    storage.offset = member->offset;
    storage.size = count * width;
  }
  tables.used += sizeof(Tables::StorageEntry);
  pushNumber(Tables::kStorage, tables.storages.size());
  tables.storages.push_back(storage);
  return llvm::Error::success();
}

/// (scheme, scale, zero point) or (scheme, scales, zero points, axis)
bool Unpickler::isQuantizer(Index index) const {
  if (!isA(index, Kind::Tuple))
    return false;
  ArrayRef<Index> items = tables.getItems(index);
  if (items.empty() || !isA(items[0], Kind::Global))
    return false;
  StringRef scheme = tables.getName(items[0]);
  if (isPerTensor(scheme))
    return items.size() == 3 && isA(items[1], Kind::Float) &&
           isA(items[2], Kind::Int);
  auto isPlainTensor = [&](Index item) {
    return isA(item, Kind::Tensor) &&
           tables.tensors[tables.getNumber(item)].quantizer == Tables::kNone;
  };
  return isPerAxis(scheme) && items.size() == 4 && isPlainTensor(items[1]) &&
         isPlainTensor(items[2]) && isA(items[3], Kind::Int);
}

llvm::Error Unpickler::readMetadata(Index metadata,
                                    Tables::TensorEntry &tensor) const {
  if (isA(metadata, Kind::None))
    return llvm::Error::success();
  if (!isA(metadata, Kind::Dict))
    return error("a tensor whose metadata is not a dictionary");
  ArrayRef<Index> items = tables.getItems(metadata);
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    StringRef key =
        isA(items[i], Kind::Text) ? tables.getText(items[i]) : StringRef();
    bool *bit = key == "conj"  ? &tensor.isConjugate
                : key == "neg" ? &tensor.isNegative
                               : nullptr;
    if (!bit || !isTorchScript || !isA(items[i + 1], Kind::Bool))
      return error(
          "a tensor with the metadata " + quoteText(key) +
          (bit ? ", a view with other numbers than its storage, " : " ") +
          "is not read");
    *bit = tables.getNumber(items[i + 1]) != 0;
  }
  return llvm::Error::success();
}

llvm::Error Unpickler::callTensor(StringRef callable, ArrayRef<Index> args) {
  // (storage, offset, sizes, strides, requires_grad, hooks): version 2 has the
  // dtype in the storage, version 3 after these arguments; a quantized tensor
  // has its quantizer before requires_grad. Further arguments may be the
  // conjugate and negative bits, which change the numbers.
  bool hasDtype = callable.ends_with("_v3");
  bool hasQuantizer = callable.ends_with("_qtensor");
  size_t count = hasDtype || hasQuantizer ? 7 : 6;
  llvm::SmallVector<int64_t> sizes, strides;
  if (args.size() < count || !isA(args[0], Tables::kStorage) ||
      !isA(args[1], Kind::Int) || !tables.readInts(args[2], sizes) ||
      !tables.readInts(args[3], strides))
    return unknownArguments(callable);
  Tables::TensorEntry tensor;
  if (args.size() > count)
    if (llvm::Error error = readMetadata(args[count], tensor))
      return error;
  tensor.storage = tables.getNumber(args[0]);
  tensor.dtype = tables.storages[tensor.storage].dtype;
  if (hasDtype) {
    if (!isA(args[6], Kind::Global))
      return unknownArguments(callable);
    tensor.dtype = tables.getName(args[6]);
    tensor.dtype.consume_front("torch.");
    if (tensor.dtype == "bytes" || getWidth(tensor.dtype) == 0)
      return error("tensors of " + quoteText(tables.getName(args[6])) +
                   " are not read");
  } else if (tensor.dtype == "bytes") {
    return error("a storage without a dtype");
  }
  tensor.storageOffset = tables.getNumber(args[1]);
  tensor.sizes = args[2];
  tensor.strides = args[3];
  tensor.isInList = isA(args[2], Kind::List) || isA(args[3], Kind::List);
  if (isTorchScript) {
    auto isNegative = [](int64_t number) { return number < 0; };
    if (tensor.isInList || sizes.size() != strides.size() ||
        llvm::any_of(sizes, isNegative) || llvm::any_of(strides, isNegative) ||
        isNegative(tensor.storageOffset))
      return unknownArguments(callable);
    if (isQuantized(tensor.dtype) != hasQuantizer ||
        (hasQuantizer && !isQuantizer(args[4])))
      return error("a tensor of " + tensor.dtype + " with " +
                   (hasQuantizer ? "an unknown quantizer" : "no quantizer"));
    tensor.quantizer = hasQuantizer ? args[4] : Index(Tables::kNone);
  }
  pushTensor(tensor);
  return llvm::Error::success();
}

llvm::Error Unpickler::callOfTorchScript(StringRef callable,
                                         ArrayRef<Index> args) {
  if (callable == "builtins.complex") {
    if (args.size() != 2 || !isA(args[0], Kind::Float) ||
        !isA(args[1], Kind::Float))
      return unknownArguments(callable);
    push(tables.addList(Kind::Complex, args));
    return llvm::Error::success();
  }
  if (callable == "torch.device") {
    if (args.size() != 1 || !isA(args[0], Kind::Text))
      return unknownArguments(callable);
    pushNumber(
        Kind::Global,
        tables.intern(("torch.device:" + tables.getText(args[0])).str()));
    return llvm::Error::success();
  }
  StringRef annotation = getListAnnotation(callable);
  if (!annotation.empty()) {
    if (args.size() != 1 || !isA(args[0], Kind::List))
      return unknownArguments(callable);
  } else if (callable == "torch.jit._pickle.restore_type_tag") {
    if (args.size() != 2 || !isA(args[1], Kind::Text) ||
        (!isA(args[0], Kind::List) && !isA(args[0], Kind::Dict)))
      return unknownArguments(callable);
    annotation = tables.getText(args[1]);
  } else {
    return error("a call of " + quoteText(callable));
  }
  Index tag = tables.intern(annotation) + 1;
  tables.values[args[0]].tag = tag;
  push(args[0]);
  return llvm::Error::success();
}

llvm::Error Unpickler::callOfStateDict(StringRef callable, ArrayRef<Index> args,
                                       Index argsIndex) {
  if (callable.starts_with("torch._utils._rebuild_parameter")) {
    // The Python attributes of a parameter are ignored.
    if (args.empty() ||
        (!isA(args[0], Kind::Tensor) && !tables.isSubclass(args[0])))
      return error("a parameter that is not a tensor");
    push(args[0]);
    return llvm::Error::success();
  }
  if (callable == "torch._utils._rebuild_meta_tensor_no_storage" ||
      callable == "torch._export.serde.serialize._reconstruct_fake_tensor") {
    Tables::TensorEntry tensor;
    tensor.hasStorage = false;
    pushTensor(tensor);
    return llvm::Error::success();
  }
  if (callable == "_codecs.encode") {
    if (args.empty() || !isA(args[0], Kind::Text))
      return unknownArguments(callable);
    push(args[0]);
    return llvm::Error::success();
  }
  // (function, class, its arguments, attributes)
  if (callable == Pickle::kSubclass) {
    if (args.size() != 4 || !isA(args[3], Kind::Dict))
      return unknownArguments(callable);
    push(tables.addObject(tables.intern(callable), args[3]));
    return llvm::Error::success();
  }
  // A Python object in a tensor subclass; it is ignored.
  if (hasSubclasses) {
    push(tables.addObject(tables.intern(callable), argsIndex));
    return llvm::Error::success();
  }
  return error("a call of " + quoteText(callable));
}

llvm::Error Unpickler::call() {
  if (stack.size() < 2)
    return error("nothing is on the stack");
  Index argsIndex = pop();
  Index callableIndex = pop();
  if (!isA(callableIndex, Kind::Global))
    return error("a call of a value that is not a function");
  StringRef callable = tables.getName(callableIndex);
  // A member of an enumeration is a call of its class with its value, without a
  // tuple.
  if (isTorchScript && isScriptClass(callable)) {
    push(tables.addObject(tables.getNumber(callableIndex), argsIndex));
    return llvm::Error::success();
  }
  if (!tables.isSequence(argsIndex))
    return error("a call of a value that is not a function");
  // Adding a list moves the lists, but not their items.
  ArrayRef<Index> args = tables.getItems(argsIndex);
  if (callable.starts_with("torch._utils._rebuild_tensor_v") ||
      (isTorchScript && callable == "torch._utils._rebuild_qtensor"))
    return callTensor(callable, args);
  if (callable == "collections.OrderedDict") {
    if (!args.empty())
      return error("an OrderedDict with arguments");
    push(tables.addList(Kind::Dict, {}));
    return llvm::Error::success();
  }
  return isTorchScript ? callOfTorchScript(callable, args)
                       : callOfStateDict(callable, args, argsIndex);
}
