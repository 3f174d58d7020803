"""What the compiler asks of PyTorch where it has no plug-in for the installed version.

The compiler computes operators on constants and takes operators apart by a plug-in over
LibTorch, which is built for one minor version of PyTorch.  With any other version it calls
the functions here, which do the same through `torch.ops`.  The interface is
include/torch-onnx-c/TorchServices.h; its declarations are repeated here.  PyTorch is
imported by the first call, and not before.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Sequence
from typing import Any

# Values of TorchOnnxTag.
NONE, INT, DOUBLE, BOOL, COMPLEX, STRING, DTYPE = range(7)
LAYOUT, DEVICE, MEMORY_FORMAT, TENSOR, SYM_INT, LIST = range(7, 13)


class Tensor(ctypes.Structure):
    """TorchOnnxTensor."""

    _fields_ = [
        ("dtype", ctypes.c_int32),
        ("rank", ctypes.c_uint32),
        ("sizes", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("data", ctypes.c_void_p),
        ("is_symbolic", ctypes.POINTER(ctypes.c_ubyte)),
    ]


class Value(ctypes.Structure):
    """TorchOnnxValue."""


Value._fields_ = [
    ("tag", ctypes.c_uint32),
    ("integer", ctypes.c_int64),
    ("real", ctypes.c_double),
    ("imaginary", ctypes.c_double),
    ("text", ctypes.c_void_p),
    ("tensor", ctypes.POINTER(Tensor)),
    ("elements", ctypes.POINTER(Value)),
    ("size", ctypes.c_size_t),
]


class Size(ctypes.Structure):
    """TorchOnnxSize."""

    _fields_ = [("value", ctypes.c_int64), ("is_symbolic", ctypes.c_ubyte)]


_User = ctypes.c_void_p
_Text = ctypes.c_void_p
OnResult = ctypes.CFUNCTYPE(None, _User, ctypes.c_size_t, ctypes.POINTER(Value))
OnText = ctypes.CFUNCTYPE(None, _User, _Text, ctypes.c_size_t)
_Arguments = (ctypes.POINTER(Value), ctypes.c_size_t)
_Name = (_Text, ctypes.c_size_t)


class Recorder(ctypes.Structure):
    """TorchOnnxRecorder."""

    _fields_ = [
        ("user", _User),
        ("is_wanted", ctypes.CFUNCTYPE(ctypes.c_int, _User, *_Name)),
        (
            "record",
            ctypes.CFUNCTYPE(ctypes.c_int, _User, *_Name, *_Arguments, OnResult, OnText, _User),
        ),
        ("combine", ctypes.CFUNCTYPE(Size, _User, ctypes.c_uint32, Size, Size)),
        ("compare", ctypes.CFUNCTYPE(ctypes.c_int32, _User, ctypes.c_uint32, Size, Size)),
        ("print", ctypes.CFUNCTYPE(None, _User, Size, OnText, _User)),
    ]


# Results go to functions of C, which are called by their addresses.
_Evaluate = ctypes.CFUNCTYPE(ctypes.c_int, _User, *_Name, *_Arguments, OnResult, OnText, _User)
_Decompose = ctypes.CFUNCTYPE(
    ctypes.c_int, _User, *_Name, *_Arguments, ctypes.POINTER(Recorder), OnResult, OnText, _User
)


class Services(ctypes.Structure):
    """TorchOnnxTorchServices."""

    _fields_ = [
        ("user", _User),
        ("torch_version", ctypes.c_char_p),
        ("evaluate", _Evaluate),
        ("decompose", _Decompose),
    ]


class Refusal(Exception):
    """An operator cannot be computed or taken apart; the text says why."""


@functools.cache
def _dtypes() -> dict[int, Any]:
    """The dtypes of PyTorch by the numbers that c10/core/ScalarType.h gives them."""
    import torch

    names = {0: "uint8", 1: "int8", 2: "int16", 3: "int32", 4: "int64", 5: "float16"}
    names |= {6: "float32", 7: "float64", 8: "complex32", 9: "complex64", 10: "complex128"}
    names |= {11: "bool", 15: "bfloat16", 23: "float8_e5m2", 24: "float8_e4m3fn"}
    names |= {25: "float8_e5m2fnuz", 26: "float8_e4m3fnuz"}
    names |= {27: "uint16", 28: "uint32", 29: "uint64"}
    return {n: getattr(torch, name) for n, name in names.items() if hasattr(torch, name)}


@functools.cache
def _numbers() -> dict[Any, int]:
    return {dtype: number for number, dtype in _dtypes().items()}


def dtype_of(number: int) -> Any:
    """The dtype of a number.

    Raises:
        Refusal: This version of PyTorch does not have it.
    """
    if number not in _dtypes():
        raise Refusal(f"this version of PyTorch has no dtype {number}")
    return _dtypes()[number]


# ----------------------------------------------------------------------------
# Values of C as values of Python
# ----------------------------------------------------------------------------


def text_of(value: Value) -> str:
    """The text of a value."""
    return ctypes.string_at(value.text, value.size).decode()


def tensor_of(tensor: Tensor) -> Any:
    """A tensor over the bytes of the caller, which are not written."""
    import torch

    dtype = dtype_of(tensor.dtype)
    sizes = tensor.sizes[: tensor.rank]
    if 0 in sizes or not tensor.data:
        return torch.empty(sizes, dtype=dtype)
    strides = None
    elements = 1
    if tensor.strides:
        strides = tensor.strides[: tensor.rank]
        elements += sum((size - 1) * stride for size, stride in zip(sizes, strides))
    else:
        for size in sizes:
            elements *= size
    count = elements * dtype.itemsize
    buffer = (ctypes.c_ubyte * count).from_address(tensor.data)
    flat = torch.frombuffer(buffer, dtype=torch.uint8, count=count)
    if tensor.data % dtype.itemsize:
        flat = flat.clone()  # Kernels read whole elements.
    flat = flat.view(dtype)
    return flat.view(sizes) if strides is None else flat.as_strided(sizes, strides)


class FromC:
    """Arguments of an operator.

    Args:
        make_tensor: What a tensor is.
        make_size: What a symbolic size is.
        device: What stands for every device of the program.
    """

    def __init__(
        self,
        make_tensor: Callable[[Value], Any],
        make_size: Callable[[int], Any] | None,
        device: str,
    ) -> None:
        self._make_tensor = make_tensor
        self._make_size = make_size
        self._device = device

    def arguments(self, op: Any, args: Sequence[Value]) -> tuple[list[Any], dict[str, Any]]:
        """Positional and keyword arguments; missing ones take their defaults.

        Raises:
            Refusal: There are too many.
        """
        formals = op._schema.arguments
        if len(args) > len(formals):
            raise Refusal(f"it takes {len(formals)} arguments, not {len(args)}")
        positional: list[Any] = []
        keywords: dict[str, Any] = {}
        for formal, arg in zip(formals, args):
            value = self._value(arg, str(formal.real_type))
            if formal.kwarg_only:
                keywords[formal.name] = value
            else:
                positional.append(value)
        return positional, keywords

    def _value(self, value: Value, kind: str) -> Any:
        import torch

        tag = value.tag
        if tag == NONE:
            return None
        if tag == LIST:
            inner = kind.removeprefix("Optional[").removeprefix("List[")
            return [self._value(value.elements[i], inner) for i in range(value.size)]
        if tag == TENSOR:
            return self._make_tensor(value)
        if tag == SYM_INT:
            if self._make_size is None:
                raise Refusal("a number is expected")
            return self._make_size(value.integer)
        if tag in (INT, BOOL):
            if tag == BOOL or "bool" in kind:
                return bool(value.integer)
            return dtype_of(value.integer) if "ScalarType" in kind else value.integer
        if tag == DOUBLE:
            return value.real
        if tag == COMPLEX:
            return complex(value.real, value.imaginary)
        if tag == DTYPE:
            return dtype_of(value.integer)
        text = text_of(value)
        if tag == LAYOUT:
            if text != "strided":
                raise Refusal(f"layout {text} is not supported")
            return torch.strided
        if tag == MEMORY_FORMAT:
            return getattr(torch, text)
        if tag == DEVICE:
            if text == "meta":
                raise Refusal("the meta device has no values")
            return torch.device(self._device)
        return text


# ----------------------------------------------------------------------------
# Values of Python as values of C
# ----------------------------------------------------------------------------


class ToC:
    """Values of C; what they point to lives as long as this object.

    Args:
        set_special: Fills in what only the caller knows, and says whether it did.
    """

    def __init__(self, set_special: Callable[[Value, Any, ToC], bool] = lambda *_: False) -> None:
        self._set_special = set_special
        self._kept: list[Any] = []

    def keep(self, thing: Any) -> Any:
        """Let a thing live as long as this object."""
        self._kept.append(thing)
        return thing

    def array(self, items: Sequence[Any]) -> Any:
        """An array of values."""
        array = self.keep((Value * len(items))())
        for value, item in zip(array, items):
            self.set(value, item)
        return array

    def set_constant(self, value: Value, given: Any) -> None:
        """Fill in a tensor with its elements.

        Raises:
            Refusal: It has none, or a dtype that the interface does not have.
        """
        import torch

        is_here = given.layout == torch.strided and given.device.type == "cpu"
        if not is_here or given.is_quantized:
            raise Refusal("it has a result that is not a dense tensor")
        if given.dtype not in _numbers():
            raise Refusal(f"it has a result of {given.dtype}")
        given = self.keep(given.detach().resolve_conj().resolve_neg().contiguous())
        sizes = self.keep((ctypes.c_int64 * given.dim())(*given.shape))
        tensor = self.keep(
            Tensor(
                dtype=_numbers()[given.dtype],
                rank=given.dim(),
                sizes=ctypes.cast(sizes, ctypes.POINTER(ctypes.c_int64)),
                data=given.data_ptr(),
            )
        )
        value.tag, value.tensor, value.integer = TENSOR, ctypes.pointer(tensor), -1

    def _set_text(self, value: Value, tag: int, text: str) -> None:
        encoded = text.encode()
        buffer = self.keep(ctypes.create_string_buffer(encoded))
        value.tag, value.text, value.size = tag, ctypes.addressof(buffer), len(encoded)

    def set(self, value: Value, item: Any) -> None:
        """Fill in a value.

        Raises:
            Refusal: The interface has nothing for it.
        """
        import torch

        if item is None:
            return
        if self._set_special(value, item, self):
            return
        if isinstance(item, bool):
            value.tag, value.integer = BOOL, int(item)
        elif isinstance(item, int):
            value.tag, value.integer = INT, item
        elif isinstance(item, float):
            value.tag, value.real = DOUBLE, item
        elif isinstance(item, complex):
            value.tag, value.real, value.imaginary = COMPLEX, item.real, item.imag
        elif isinstance(item, str):
            self._set_text(value, STRING, item)
        elif isinstance(item, torch.Tensor):
            self.set_constant(value, item)
        elif isinstance(item, (list, tuple)):
            value.tag, value.elements, value.size = LIST, self.array(item), len(item)
        elif isinstance(item, torch.dtype):
            if item not in _numbers():
                raise Refusal(f"it uses the dtype {item}")
            value.tag, value.integer = DTYPE, _numbers()[item]
        elif isinstance(item, torch.layout):
            if item != torch.strided:
                raise Refusal("it asks for a layout that is not strided")
            self._set_text(value, LAYOUT, "strided")
        elif isinstance(item, torch.memory_format):
            self._set_text(value, MEMORY_FORMAT, str(item).removeprefix("torch."))
        elif isinstance(item, torch.device):
            self._set_text(value, DEVICE, "cpu")
        else:
            raise Refusal(f"it passes a value of type {type(item).__name__}")


def results_of(op: Any, returned: Any) -> list[Any]:
    """What an operator has returned, one for each result of its schema."""
    count = len(op._schema.returns)
    if count == 1:
        return [returned]
    return list(returned) if count else []


# ----------------------------------------------------------------------------
# Operators
# ----------------------------------------------------------------------------


def find_operator(name: str) -> Any:
    """The operator of a name, "aten.add.Tensor".

    Raises:
        Refusal: This version of PyTorch does not have it.
    """
    import torch

    parts = name.split(".")
    if len(parts) != 3:
        raise Refusal(f"'{name}' is not namespace.operator.overload")
    try:
        return getattr(getattr(getattr(torch.ops, parts[0]), parts[1]), parts[2])
    except AttributeError:
        raise Refusal(f"PyTorch {torch.__version__} has no operator '{name}'") from None


class WithoutDraws:
    """Refuses what has drawn random numbers on the CPU: not every operator that does so is
    tagged, but each moves the generator."""

    def __enter__(self) -> None:
        import torch

        self._before = torch.get_rng_state()

    def __exit__(self, kind: Any, *_: Any) -> None:
        import torch

        if kind is None and not torch.equal(self._before, torch.get_rng_state()):
            raise Refusal("it draws random numbers")


class _OneThread:
    """Sums are computed in one order, whatever the machine is."""

    def __enter__(self) -> None:
        import torch

        self._before = torch.get_num_threads()
        torch.set_num_threads(1)

    def __exit__(self, *_: Any) -> None:
        import torch

        torch.set_num_threads(self._before)


def evaluate(name: str, args: Sequence[Value]) -> list[Any]:
    """The results of an operator on constants.

    Raises:
        Refusal: It must not be folded.
    """
    import torch

    op = find_operator(name)
    if op._schema.is_mutable:
        raise Refusal("it writes to an argument")
    if torch.Tag.nondeterministic_seeded in op.tags:
        raise Refusal("it draws random numbers")
    # No tag tells these: aten::empty, empty_like, new_empty, empty_strided, ...
    if "empty" in op._schema.name:
        raise Refusal("it returns uninitialized memory")
    make = FromC(lambda value: tensor_of(value.tensor.contents), None, "cpu")
    with torch.inference_mode(), _OneThread(), WithoutDraws():
        positional, keywords = make.arguments(op, args)
        return results_of(op, op(*positional, **keywords))


# ----------------------------------------------------------------------------
# The interface of C
# ----------------------------------------------------------------------------


def _answer(
    work: Callable[[], tuple[ToC, list[Any]]], on_result: Any, on_error: Any, user: Any
) -> int:
    """Call back with the results of `work`, or with the reason why there are none: no
    exception may cross C."""
    from torch.utils._python_dispatch import _disable_current_modes

    try:
        # The conversion may be inside of a FakeTensorMode.
        with _disable_current_modes():
            to_c, results = work()
            array = to_c.array(results)
    except BaseException as error:  # noqa: BLE001 - C cannot pass it on
        if isinstance(error, KeyboardInterrupt):
            import _thread

            _thread.interrupt_main()  # Again, where the compiler polls.
        lines = str(error).strip().splitlines()
        text = lines[0] if lines else type(error).__name__
        if not isinstance(error, Refusal):
            text = f"PyTorch: {text}"
        encoded = text.encode()
        buffer = ctypes.create_string_buffer(encoded)
        on_error(user, ctypes.addressof(buffer), len(encoded))
        return 0
    for index in range(len(results)):
        on_result(user, index, ctypes.byref(array[index]))
    return 1


def _name(text: int, size: int) -> str:
    return ctypes.string_at(text, size).decode()


def _evaluate(_: Any, name: int, size: int, args: Any, count: int, *then: Any) -> int:
    def work() -> tuple[ToC, list[Any]]:
        return ToC(), evaluate(_name(name, size), args[:count])

    return _answer(work, *then)


def _decompose(
    _: Any, name: int, size: int, args: Any, count: int, recorder: Any, *then: Any
) -> int:
    def work() -> tuple[ToC, list[Any]]:
        from torch_onnx_mlir._compiler.recorder import Session

        session = Session(recorder.contents)
        return session.to_c(), session.run(_name(name, size), args[:count])

    return _answer(work, *then)


def register(library: ctypes.CDLL, torch_version: str) -> None:
    """Have the compiler ask the functions here where it has no plug-in."""
    set_services = library.torchOnnxSetTorchServices
    set_services.restype, set_services.argtypes = ctypes.c_int, [ctypes.POINTER(Services)]
    set_services(ctypes.byref(_services(torch_version)))


@functools.cache
def _services(torch_version: str) -> Services:
    """Kept: the compiler calls its functions as long as the process lives."""
    return Services(
        torch_version=torch_version.encode(),
        evaluate=_Evaluate(_evaluate),
        decompose=_Decompose(_decompose),
    )
