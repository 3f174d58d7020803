"""How PyTorch expresses an operator by others, without the plug-in of the compiler.

Runs PyTorch's composite kernels on tensors that have a dtype and sizes but no elements.
Each operator that a kernel calls arrives at a dispatch mode, which hands it to the compiler;
the compiler answers with the types of the results.  Sizes are expressions of the compiler's.

What a kernel cannot learn here is refused, never guessed: elements, the truth of a condition
on sizes that the compiler cannot prove, and what a write changes when several tensors look
into the written memory.  The same is done in C++ by lib/LibTorch/Recorder.cpp.
"""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from torch_onnx_mlir._compiler.services import (
    LIST,
    NONE,
    SYM_INT,
    TENSOR,
    FromC,
    OnResult,
    OnText,
    Recorder,
    Refusal,
    Size,
    Tensor,
    ToC,
    Value,
    WithoutDraws,
    dtype_of,
    find_operator,
    results_of,
)
from torch_onnx_mlir._compiler.services import _numbers as numbers_of_dtypes

_IMPLICIT, _EXPLICIT = "CompositeImplicitAutograd", "CompositeExplicitAutograd"
_COMPOSITE = (_IMPLICIT, _EXPLICIT)
# By their numbers in schemas.
_FORMATS = (
    torch.contiguous_format,
    torch.preserve_format,
    torch.channels_last,
    torch.channels_last_3d,
)

# Values of `operation` and `comparison`, and of an answer.
_ADD, _SUB, _MUL, _FLOOR_DIV, _MOD, _MIN, _MAX = range(7)
_EQUAL, _LESS, _LESS_OR_EQUAL = range(3)
_NO, _YES, _UNKNOWN = range(3)


# ----------------------------------------------------------------------------
# Sizes
# ----------------------------------------------------------------------------


class _Compiler:
    """The compiler as a decomposition sees it."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    def is_wanted(self, name: str) -> bool:
        encoded = name.encode()
        buffer = ctypes.create_string_buffer(encoded)
        address = ctypes.addressof(buffer)
        return bool(self._recorder.is_wanted(self._recorder.user, address, len(encoded)))

    def record(self, name: str, args: Any, on_result: Any, on_error: Any) -> bool:
        encoded = name.encode()
        buffer = ctypes.create_string_buffer(encoded)
        address = ctypes.addressof(buffer)
        return bool(
            self._recorder.record(
                self._recorder.user,
                address,
                len(encoded),
                args,
                len(args),
                on_result,
                on_error,
                None,
            )
        )

    def combine(self, operation: int, lhs: Size, rhs: Size) -> _SizeNode:
        size = self._recorder.combine(self._recorder.user, operation, lhs, rhs)
        return _SizeNode(self, Size(size.value, size.is_symbolic))

    def compare(self, comparison: int, lhs: Size, rhs: Size) -> int:
        return int(self._recorder.compare(self._recorder.user, comparison, lhs, rhs))

    def print(self, size: Size) -> str:
        if not size.is_symbolic:
            return str(size.value)
        texts: list[str] = []
        on_text = OnText(lambda _, text, n: texts.append(ctypes.string_at(text, n).decode()))
        self._recorder.print(self._recorder.user, size, on_text, None)
        return texts[0]


class _Node:
    """What PyTorch asks of a symbolic number, as SymNodeImpl of c10 has it."""

    def is_int(self) -> bool:
        return False

    def is_bool(self) -> bool:
        return False

    def is_float(self) -> bool:
        return False

    def is_nested_int(self) -> bool:
        return False

    def is_constant(self) -> bool:
        return False

    def is_symbolic(self) -> bool:
        return True

    def has_hint(self) -> bool:
        return False

    def nested_int(self) -> None:
        return None

    def constant_int(self) -> int | None:
        return None

    def constant_bool(self) -> bool | None:
        return None

    def maybe_as_int(self) -> int | None:
        return None

    def clone(self) -> _Node:
        return self

    def _graph_repr(self) -> str:
        return str(self)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise Refusal("it computes with sizes as with real numbers")


# As a method it would hide the type of that name in the class.
setattr(_Node, "str", lambda node: str(node))  # noqa: B010


class _Condition(_Node):
    """A condition on sizes.  It can be asked for only where the compiler can tell."""

    def __init__(self, answer: int, text: str) -> None:
        self.answer = answer
        self.text = text

    def __str__(self) -> str:
        return self.text

    def is_bool(self) -> bool:
        return True

    def constant_bool(self) -> bool | None:
        return None if self.answer == _UNKNOWN else self.answer == _YES

    def wrap_bool(self, value: bool) -> _Condition:
        return _Condition(_YES if value else _NO, str(value))

    def _inverse(self) -> int:
        return {_YES: _NO, _NO: _YES}.get(self.answer, _UNKNOWN)

    def sym_not(self) -> _Condition:
        return _Condition(self._inverse(), f"not ({self.text})")

    def and_(self, other: Any) -> _Condition:
        answers = {self.answer, _condition(other).answer}
        both = _NO if _NO in answers else _UNKNOWN if _UNKNOWN in answers else _YES
        return _Condition(both, f"{self.text} and {_condition(other).text}")

    def or_(self, other: Any) -> _Condition:
        answers = {self.answer, _condition(other).answer}
        either = _YES if _YES in answers else _UNKNOWN if _UNKNOWN in answers else _NO
        return _Condition(either, f"{self.text} or {_condition(other).text}")

    sym_and, sym_or = and_, or_

    def guard_bool(self, *_: Any) -> bool:
        # A way that holds for "probably" would be a guess, so that guard_or_false and its
        # like, which call this, are strict as well.
        if self.answer == _UNKNOWN:
            raise Refusal(f"its decomposition depends on whether {self.text}")
        return self.answer == _YES

    bool_ = guard_size_oblivious = guard_or_false = guard_or_true = guard_bool

    def statically_known_true(self, *_: Any) -> bool:
        return self.answer == _YES

    def expect_true(self, *_: Any) -> bool:
        # What has to hold for the operator to be valid, and the program is.
        return self.answer != _NO

    expect_size = expect_true


def _condition(node: Any) -> _Condition:
    if isinstance(node, _Condition):
        return node
    raise Refusal("it computes with a condition that does not compare sizes")


class _SizeNode(_Node):
    """A size that is an expression of the compiler's."""

    def __init__(self, compiler: _Compiler, size: Size) -> None:
        self.compiler = compiler
        self.size = size

    def __str__(self) -> str:
        return self.compiler.print(self.size)

    def is_int(self) -> bool:
        return True

    def is_symbolic(self) -> bool:
        return bool(self.size.is_symbolic)

    def constant_int(self) -> int | None:
        return None if self.size.is_symbolic else self.size.value

    maybe_as_int = constant_int

    def wrap_int(self, number: int) -> _SizeNode:
        return _SizeNode(self.compiler, Size(number, 0))

    def wrap_bool(self, value: bool) -> _Condition:
        return _Condition(_YES if value else _NO, str(value))

    def guard_int(self, *_: Any) -> int:
        if self.size.is_symbolic:
            raise Refusal(f"its decomposition depends on the value of {self}")
        return int(self.size.value)

    int_ = guard_int

    def expect_size(self, *_: Any) -> bool:
        return True

    def _combine(self, operation: int, rhs: Any) -> _SizeNode:
        return self.compiler.combine(operation, self.size, _size(rhs))

    def add(self, rhs: Any) -> _SizeNode:
        return self._combine(_ADD, rhs)

    def sub(self, rhs: Any) -> _SizeNode:
        return self._combine(_SUB, rhs)

    def mul(self, rhs: Any) -> _SizeNode:
        return self._combine(_MUL, rhs)

    def floordiv(self, rhs: Any) -> _SizeNode:
        return self._combine(_FLOOR_DIV, rhs)

    int_floordiv = floordiv

    def mod(self, rhs: Any) -> _SizeNode:
        return self._combine(_MOD, rhs)

    def sym_min(self, rhs: Any) -> _SizeNode:
        return self._combine(_MIN, rhs)

    def sym_max(self, rhs: Any) -> _SizeNode:
        return self._combine(_MAX, rhs)

    def neg(self) -> _SizeNode:
        return self.compiler.combine(_SUB, Size(0, 0), self.size)

    def pos(self) -> _SizeNode:
        return self

    def _compare(self, comparison: int, lhs: Size, word: str, rhs: Size) -> _Condition:
        answer = self.compiler.compare(comparison, lhs, rhs)
        return _Condition(answer, f"{self.compiler.print(lhs)} {word} {self.compiler.print(rhs)}")

    def eq(self, rhs: Any) -> _Condition:
        return self._compare(_EQUAL, self.size, "==", _size(rhs))

    def ne(self, rhs: Any) -> _Condition:
        equal = self.eq(rhs)
        return _Condition(equal._inverse(), equal.text.replace("==", "!="))

    def lt(self, rhs: Any) -> _Condition:
        return self._compare(_LESS, self.size, "<", _size(rhs))

    def le(self, rhs: Any) -> _Condition:
        return self._compare(_LESS_OR_EQUAL, self.size, "<=", _size(rhs))

    def gt(self, rhs: Any) -> _Condition:
        return self._compare(_LESS, _size(rhs), "<", self.size)

    def ge(self, rhs: Any) -> _Condition:
        return self._compare(_LESS_OR_EQUAL, _size(rhs), "<=", self.size)


def _size(node: Any) -> Size:
    """The expression of a node, or of a number."""
    if isinstance(node, _SizeNode):
        return node.size
    if isinstance(node, torch.SymInt):
        return _size(node.node)
    constant = node if isinstance(node, int) else node.constant_int()
    if constant is None:
        raise Refusal("it computes with a number that is not a size")
    return Size(constant, 0)


# ----------------------------------------------------------------------------
# Tensors
# ----------------------------------------------------------------------------


class _Memory:
    """The memory of one or more tensors."""

    def __init__(self, is_shared: bool = False) -> None:
        #: Memory of an argument, and memory that another one may alias.
        self.is_shared = is_shared
        #: How many tensors live in it.
        self.users = 0


class _Use:
    """The place of a tensor in its memory, as long as the tensor lives."""

    def __init__(self, memory: _Memory) -> None:
        self.memory = memory
        memory.users += 1

    def __del__(self) -> None:
        self.memory.users -= 1


class _Recorded(torch.Tensor):
    """A value of the compiler's.  Strides are those of a row-major tensor, as in a program
    without memory a view is a new tensor."""

    number: int
    use: _Use

    @staticmethod
    def __new__(
        cls: type, dtype: torch.dtype, sizes: Sequence[Any], number: int, memory: _Memory
    ) -> _Recorded:
        """Make a tensor."""
        strides: list[Any] = [1] * len(sizes)
        for axis in range(len(sizes) - 1, 0, -1):
            strides[axis - 1] = strides[axis] * sizes[axis]
        # On the meta device, so that a constant that a kernel makes on the CPU is another.
        result: _Recorded = torch.Tensor._make_wrapper_subclass(
            cls,
            sizes,
            strides=strides,
            dtype=dtype,
            device=torch.device("meta"),
            dispatch_sizes_strides_policy="strides",
            storage_size=0,  # It would be computed, and ask whether sizes are 0.
        )
        result.number = number
        result.use = _Use(memory)
        return result

    @classmethod
    def __torch_dispatch__(  # type: ignore[override]
        cls, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        """Answer questions about layouts; all calls arrive at the mode."""
        return _about_layout(func, args)


def _about_layout(func: Any, args: tuple[Any, ...]) -> Any:
    """What PyTorch asks a recorded tensor by itself.

    Raises:
        Refusal: It asks for something else.
    """
    tensor = args[0]
    name = func._schema.name
    if name in ("aten::is_contiguous", "aten::sym_is_contiguous"):
        return len(args) < 2 or args[1] == torch.contiguous_format
    if name == "aten::is_strides_like_format":
        return False
    if name == "aten::is_non_overlapping_and_dense":
        return True
    if name in ("aten::stride", "aten::sym_stride"):
        strides: list[Any] = [1] * tensor.dim()
        for axis in range(tensor.dim() - 1, 0, -1):
            strides[axis - 1] = strides[axis] * tensor.shape[axis]
        if name == "aten::stride" and any(isinstance(s, torch.SymInt) for s in strides):
            raise Refusal("PyTorch decomposes it for constant sizes only")
        return strides
    raise Refusal(f"'{func}' is called outside of a decomposition")


_LAYOUT_QUERIES = {
    "aten::is_contiguous",
    "aten::sym_is_contiguous",
    "aten::is_strides_like_format",
    "aten::is_non_overlapping_and_dense",
    "aten::stride",
    "aten::sym_stride",
}


def _tensors_in(values: Any) -> Iterator[torch.Tensor]:
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from _tensors_in(value)


def _is_number(tensor: torch.Tensor) -> bool:
    """Whether a constant is a Python number in a tensor, which gives way in the promotion of
    types to every tensor of its kind."""
    narrower = {
        torch.int64: torch.int32,
        torch.float64: torch.float32,
        torch.complex128: torch.complex64,
        torch.bool: torch.bool,
    }.get(tensor.dtype)
    if tensor.dim() or narrower is None:
        return False
    return torch.result_type(torch.empty((), dtype=narrower), tensor) == narrower


# ----------------------------------------------------------------------------
# Calls
# ----------------------------------------------------------------------------


def _name_of(func: Any) -> str:
    name, _, overload = func._schema.name.partition("::")
    return f"{name}.{overload}.{func._schema.overload_name or 'default'}"


def _composite_keys(func: Any) -> list[str]:
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    return [key for key in _COMPOSITE if has(func.name(), key)]


def _returns_tensors(func: Any) -> bool:
    return all("Tensor" in str(result.type) for result in func._schema.returns)


def _is_written(argument: Any) -> bool:
    return argument.alias_info is not None and argument.alias_info.is_write


class _Mode(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Where all calls of a composite kernel arrive."""

    def __init__(self, session: Session) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._session = session

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        """Record a call, or run the kernel that makes it of others."""
        return self._session.call(self, func, args, kwargs or {})


class Session:
    """One decomposition while it is recorded."""

    def __init__(self, recorder: Recorder) -> None:
        self._compiler = _Compiler(recorder)
        self._answers: list[Any] = []
        self._memory: _Memory | None = None
        self._errors: list[str] = []
        self._on_result = OnResult(self._take)
        self._on_error = OnText(
            lambda _, text, size: self._errors.append(ctypes.string_at(text, size).decode())
        )

    def to_c(self) -> ToC:
        """Values for the compiler."""
        return ToC(self._set)

    def run(self, name: str, args: Sequence[Value]) -> list[Any]:
        """The results of an operator, after the compiler has got what it calls.

        Raises:
            Refusal: It cannot be taken apart.
        """
        op = find_operator(name)
        keys = _composite_keys(op)
        if not keys:
            raise Refusal("PyTorch does not express it by other operators")
        if op._schema.is_mutable:
            raise Refusal("it writes to an argument")
        make = FromC(lambda value: self._tensor(value, _Memory(True)), self._number, "meta")
        with torch.inference_mode(), WithoutDraws():
            positional, keywords = make.arguments(op, args)
            with self._plain_errors():
                returned = self._run_kernel(_Mode(self), op, keys[0], positional, keywords)
        return results_of(op, returned)

    @contextlib.contextmanager
    def _plain_errors(self) -> Iterator[None]:
        try:
            yield
        except Refusal:
            raise
        except Exception as error:
            text = str(error)
            if "Refusal: " in text:  # It has lost its type in C++.
                raise Refusal(text.partition("Refusal: ")[2].splitlines()[0]) from error
            if "data pointer" in text or "storage" in text:
                raise Refusal("PyTorch decomposes it by its elements") from error
            raise

    @staticmethod
    def _run_kernel(mode: _Mode, op: Any, key: str, args: Any, kwargs: Any) -> Any:
        with mode:
            return op._op_dk(getattr(torch._C.DispatchKey, key), *args, **kwargs)

    # ------------------------------------------------------------------------
    # Values
    # ------------------------------------------------------------------------

    def _number(self, number: int) -> torch.SymInt:
        return torch.SymInt(_SizeNode(self._compiler, Size(number, 1)))  # type: ignore[no-untyped-call]

    def _tensor(self, value: Value, memory: _Memory) -> _Recorded:
        tensor = value.tensor.contents
        sizes = [
            self._number(tensor.sizes[axis])
            if tensor.is_symbolic and tensor.is_symbolic[axis]
            else tensor.sizes[axis]
            for axis in range(tensor.rank)
        ]
        return _Recorded(dtype_of(tensor.dtype), sizes, value.integer, memory)

    def _set(self, value: Value, item: Any, to_c: ToC) -> bool:
        if isinstance(item, torch.SymInt):
            size = _size(item.node)
            if size.is_symbolic:
                value.tag, value.integer = SYM_INT, size.value
                return True
            to_c.set(value, int(size.value))
            return True
        if isinstance(item, (torch.SymBool, torch.SymFloat)):
            raise Refusal("it computes with a symbolic number that is not a size")
        if isinstance(item, _Recorded):
            dtype = numbers_of_dtypes().get(item.dtype)
            if dtype is None:
                raise Refusal(f"it makes a tensor of {item.dtype}")
            tensor = to_c.keep(Tensor(dtype=dtype, rank=item.dim()))
            value.tag, value.integer = TENSOR, item.number
            value.tensor = ctypes.pointer(tensor)
            return True
        if isinstance(item, torch.Tensor) and item.device.type == "meta":
            raise Refusal("it makes a tensor that was not recorded")
        if isinstance(item, torch.Tensor) and _is_number(item):
            to_c.set(value, item.item())
            return True
        return False

    def _take(self, _: Any, index: int, result: Any) -> None:
        """Keep a result that the compiler gives; no exception may leave a callback."""
        try:
            self._answers.append(self._value(result.contents))
        except BaseException as error:  # noqa: BLE001
            self._errors.append(str(error) or type(error).__name__)

    def _value(self, value: Value) -> Any:
        if value.tag == LIST:
            return [self._value(value.elements[i]) for i in range(value.size)]
        if value.tag == NONE:
            return None
        if value.tag != TENSOR:
            raise Refusal("a result is not a tensor")
        return self._tensor(value, self._memory or _Memory())

    # ------------------------------------------------------------------------
    # Calls
    # ------------------------------------------------------------------------

    def call(self, mode: _Mode, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """What a call of a kernel returns."""
        schema = func._schema
        if schema.name in _LAYOUT_QUERIES:
            return _about_layout(func, args)
        tensors = list(_tensors_in([*args, *kwargs.values()]))
        device = kwargs.get("device")
        is_of_constants = (
            not any(isinstance(tensor, _Recorded) for tensor in tensors)
            if tensors
            else device is None or torch.device(device).type != "meta"
        )
        if is_of_constants:
            return func(*args, **kwargs)  # For a constant, as on the CPU.
        name = _name_of(func)
        keys = _composite_keys(func)
        if schema.is_mutable and _IMPLICIT not in keys:
            return self._record_write(name, func, args, kwargs)
        is_wanted = (
            not schema.is_mutable and _returns_tensors(func) and self._compiler.is_wanted(name)
        )
        if not is_wanted and keys:
            return self._run_kernel(mode, func, keys[0], args, kwargs)
        if not _returns_tensors(func):
            raise Refusal(f"it calls '{name}', which reads elements")
        if schema.name == "aten::as_strided":
            raise Refusal(f"it calls '{name}', which depends on strides")
        values = self._complete(func, args, kwargs)
        self._memory = self._memory_of(func, values, keys)
        results = self._record(name, func, values)
        if len(schema.returns) == 1:
            return results[0]
        return tuple(results)

    @staticmethod
    def _complete(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        """All arguments in the order of the schema."""
        values = []
        for place, formal in enumerate(func._schema.arguments):
            if place < len(args):
                value = args[place]
            elif formal.name in kwargs:
                value = kwargs[formal.name]
            else:
                value = formal.default_value
            kind = str(formal.real_type)
            if type(value) is int and "MemoryFormat" in kind:
                value = _FORMATS[value]
            elif type(value) is int and "ScalarType" in kind:
                value = dtype_of(value)
            elif type(value) is int and "Layout" in kind:
                value = torch.strided if value == 0 else torch.sparse_coo
            elif kind.startswith(("List[", "Optional[List[")) and type(value) in (int, bool, float):
                value = [value] * (formal.N or 1)
            values.append(value)
        return values

    def _record(self, name: str, func: Any, values: list[Any]) -> list[Any]:
        self._answers, self._errors = [], []
        to_c = self.to_c()
        done = self._compiler.record(name, to_c.array(values), self._on_result, self._on_error)
        if self._errors:
            raise Refusal(self._errors[0])
        if not done or len(self._answers) != len(func._schema.returns):
            raise Refusal(f"'{name}' was not given its results")
        answers, self._answers = self._answers, []
        return answers

    def _record_write(
        self, name: str, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """An operator that writes to its first argument.  The tensor gets the new value: the
        whole effect of the write if no other tensor shares its memory."""
        for place, formal in enumerate(func._schema.arguments):
            if _is_written(formal) != (place == 0):
                raise Refusal(
                    f"it calls '{name}', which writes to a tensor that is not its first argument"
                )
        values = self._complete(func, args, kwargs)
        target = values[0]
        if not isinstance(target, torch.Tensor) or len(func._schema.returns) > 1:
            raise Refusal(f"it calls '{name}', which writes to several tensors")
        if not isinstance(target, _Recorded):
            raise Refusal("it makes a tensor that was not recorded")
        memory = target.use.memory
        if memory.is_shared or memory.users > 1:
            raise Refusal(
                f"it calls '{name}', which writes to memory that another tensor looks into"
            )
        self._memory = None
        (result,) = self._record(name, func, values)
        target.number = result.number
        return target if func._schema.returns else None

    @staticmethod
    def _memory_of(func: Any, values: list[Any], keys: list[str]) -> _Memory | None:
        """The memory of the results of a call: new memory, that of one argument, or memory
        that must not be written."""
        memories: list[_Memory] = []
        for formal, value in zip(func._schema.arguments, values):
            # A composite kernel may return its argument without saying so (dropout).
            if formal.alias_info is None and _IMPLICIT not in keys:
                continue
            for tensor in _tensors_in([value]):
                if isinstance(tensor, _Recorded):
                    memories.append(tensor.use.memory)
                else:
                    memories.append(_Memory(True))
        if len(memories) > 1:
            for memory in memories:
                memory.is_shared = True
        return memories[0] if memories else None
